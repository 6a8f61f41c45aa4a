"""Whole duels in real browsers: two people and what neither may hear, by keyboard alone, with a thumb, and in teams."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import ludus
from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_fitness import PHONE, check
from tests.browser.test_proof import PLAY_ON, TICKS, in_sight, leaves, waiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DUEL_WITHIN = 180_000  # milliseconds; the machine may be busy
MOST_TURNS = 2  # so that no duel takes all day


def make_duel(house: House, *seats: str, **options: Any) -> dict[str, Any]:
    """Names are people, in lower case they are bots."""
    kinds = [{"kind": "bot", "bot": seat} if seat.islower() else {"kind": "human", "name": seat} for seat in seats]
    asked = {"game": "gladiator", "seats": kinds, "options": {"turns": MOST_TURNS, **options}}
    made: dict[str, Any] = house.ask("/api/matches", asked)
    return made


def answer(visitor: Visitor) -> None:
    visitor.wait_for_question()
    visitor.default.click()
    visitor.settled()


def write_order(visitor: Visitor, order: str) -> None:
    """In the rulebook's notation."""
    visitor.page.get_by_label("The order in the rulebook's notation").fill(order)
    answer(visitor)


def strike(visitor: Visitor, area: str, points: int) -> None:
    """Nothing else is guarded or struck."""
    page = visitor.page
    page.get_by_role("button", name="Clear").click()
    page.locator("[data-side=strike]").click()
    page.locator(f"[data-row='{area}'] input").focus()
    page.keyboard.press(str(points))


def play_on(visitor: Visitor) -> None:
    """What is marked, as soon as it is asked."""
    visitor.page.evaluate(PLAY_ON)


class Ears:
    """All that one browser hears over its sockets, and what it answers."""

    def __init__(self, page: Page) -> None:
        self.heard: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))
        socket.on("framesent", lambda frame: self.said.append(json.loads(frame)))

    def sync(self) -> dict[str, Any]:
        """The last message that told everything."""
        return next(message for message in reversed(self.heard) if message["type"] == "sync")

    def choice(self) -> Any:
        return next(message["choice"] for message in reversed(self.said) if message["type"] == "answer")

    def events(self, kind: str) -> list[dict[str, Any]]:
        found = {
            event["n"]: event for message in self.heard for event in message.get("events", []) if event["kind"] == kind
        }
        return [found[number] for number in sorted(found)]


def reload(visitor: Visitor) -> None:
    visitor.page.reload()
    visitor.wait_for_question()


def unseen(writer: Visitor, rival: Visitor, mouth: Ears, ears: Ears, write: Callable[[], None]) -> Any:
    """One writes in secret. The other hears that it is written, and of what is written not a byte until all have."""
    writer.wait_for_question()
    reload(rival)
    before = dict(leaves(ears.sync()))
    ears.heard.clear()

    write()
    expect(waiting(rival).get_by_role("listitem")).to_have_count(1)
    expect(waiting(rival)).to_have_text(re.compile("you"))
    secret = mouth.choice()
    assert [message for message in ears.heard if message["type"] == "update"]
    for message in ears.heard:
        told = [path for path, value in leaves(message) if value == secret]
        assert told == [], f"{secret} was told at {told}"
        assert isinstance(secret, str) or json.dumps(secret) not in json.dumps(message)
    # Nor does everything, told anew, differ but in who is awaited.
    reload(rival)
    after = dict(leaves(ears.sync()))
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert [path for path in changed if not TICKS.search(path)] == []
    return secret


def test_two_people_fight_a_duel_and_neither_hears_what_the_other_writes(
    visit: Visit, own_house: House, tmp_path: Path
) -> None:
    livia, marcus = people = visit(own_house), visit(own_house)
    hers, his = Ears(livia.page), Ears(marcus.page)
    made = make_duel(own_house, "Livia", "Marcus")
    for seat, each in enumerate(people):
        each.sit_down(made, seat)

    # Whom each sends in.
    def send_in(visitor: Visitor, kind: str) -> None:
        visitor.page.get_by_role("button", name=kind).click()
        visitor.settled()

    assert unseen(livia, marcus, hers, his, lambda: send_in(livia, "Heavy")) == "heavy"
    send_in(marcus, "Medium")

    # The orders. She charges; he waits for her.
    assert unseen(livia, marcus, hers, his, lambda: write_order(livia, "c")) == "C"
    assert his.events("plots") == []
    write_order(marcus, "x")
    expect(marcus.log.get_by_text("Turn 1, phase 1:")).to_have_count(1)
    plots = his.events("plots")[0]["data"]["plots"]
    assert sorted(plots.values()) == ["C", "X"]

    # The sheets, the other way round, and a reload in the middle of his: what he had dialled is still there.
    marcus.wait_for_question()
    strike(marcus, "chest", 3)
    shares = marcus.page.locator("[data-side=strike]")
    expect(shares).to_contain_text("chest 3")
    reload(marcus)
    expect(shares).to_contain_text("chest 3")
    secret = unseen(marcus, livia, his, hers, lambda: answer(marcus))
    assert secret[:5] == [0, 3, 0, 0, 0]
    expect(marcus.page.locator(".decision h2")).to_contain_text("Waiting for")

    # The server dies in mid-phase, with his sheet in and hers not. Both go on by themselves.
    question = livia.question()
    own_house.die()
    for each in people:
        expect(each.page.get_by_text("Reconnecting")).to_be_visible()
    own_house.start()
    for each in people:
        expect(each.page.get_by_text("Reconnecting")).to_have_count(0)
    assert livia.question() == question
    assert hers.events("attacks") == []
    answer(livia)
    for each in people:  # the order of the blows
        answer(each)
    expect(livia.log.locator("li.attacks")).to_have_count(1)
    assert hers.events("attacks")[0]["data"]["attacks"].keys() == plots.keys()

    for each in people:
        play_on(each)
    for each in people:
        expect(each.result).to_be_visible(timeout=DUEL_WITHIN)
    headings = {each.result.get_by_role("heading").first.inner_text() for each in people}
    assert len(headings) == 1 or "You win" in headings  # a victory is told to the victor as his own
    numbers_agree(livia, tmp_path)


def numbers_agree(visitor: Visitor, folder: Path) -> None:
    """The result counts as the record does, the record is proven, and the replay runs to the end."""
    page = visitor.page
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    path = folder / "record.json"
    download.value.save_as(path)
    match = ludus.verify(json.loads(path.read_text(encoding="utf-8")))
    assert match.outcome is not None
    names = [event.data["fighter"] for event in match.events if event.kind == "gladiator"]
    struck = [event for event in match.events if event.kind == "attack"]
    table = visitor.result.get_by_role("table")

    def row(title: str) -> list[str]:
        return table.get_by_role("row", name=re.compile(f"^{title}")).get_by_role("cell").all_inner_texts()

    assert [head.split()[-1] for head in table.locator("thead th").all_inner_texts()] == names
    assert row("Blows struck") == [str(sum(blow.data["fighter"] == name for blow in struck)) for name in names]
    hits = [sum(each.kind == "wound" and each.data["fighter"] != name for each in match.events) for name in names]
    assert row("hit the body") == [str(number) for number in hits]
    parts = [row(title) for title in ("hit the body", "caught by the shield", "parried", "found nothing")]
    assert [str(sum(map(int, each))) for each in zip(*parts, strict=True)] == row("Blows struck")
    wounds = [event for event in match.events if event.kind in ("wound", "bleeding") and event.data["wounds"] > 0]
    given = [str(sum(each.data["wounds"] for each in wounds if each.data["fighter"] != name)) for name in names]
    assert row("Wounds given") == given
    assert row("Factors in attack") == [str(fighter.attack_total) for fighter in match.state.fighters]
    expect(visitor.result.get_by_role("img", name="The combat factor of every man")).to_be_visible()
    check(page)
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("slider")).to_have_value("0")
    check(page)
    page.get_by_role("button", name="End", exact=True).click()
    expect(page.locator(".log .end")).to_be_visible()


def tab_to(page: Page, target: Locator, key: str = "Tab") -> None:
    for _ in range(80):
        if target.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"not reached by {key}: {target}")


def test_a_duel_by_keyboard_alone(visit: Visit, house: House) -> None:
    visitor = visit(color_scheme="dark")
    page, keys = visitor.page, visitor.page.keyboard
    visitor.sit_down(make_duel(house, "Livia", "tiro", throws=False))
    seen: set[str] = set()
    visitor.wait_for_question()
    check(page)
    keys.press("Enter")  # a man
    visitor.settled()

    # An order: two hexes ahead, turned to the left and back again, then no step at all and one again.
    order = page.get_by_label("The order in the rulebook's notation")
    expect(order).to_be_visible()
    keys.press("w")
    expect(order).to_have_value("F")
    keys.press(",")
    expect(order).to_have_value("F(L)")
    keys.press(".")
    keys.press("-")
    expect(order).to_have_value("-")
    keys.press("w")
    expect(order).to_have_value("F")

    shared = False
    while visitor.is_asked():
        kind = re.sub(r"\d+|\w+'s", "", visitor.question())
        if kind not in seen:
            seen.add(kind)
            check(page)
        if "Share out" in visitor.question() and not shared:
            shared = share_by_keys(visitor)
        expect(visitor.default).to_be_focused()
        keys.press("Enter")
        twice = page.locator("dialog[open] .primary")
        if twice.count():  # a step into the way of a charge
            twice.press("Enter")
        visitor.settled()
    assert len(seen) >= 2  # what has one answer only is not asked
    check(page)
    tab_to(page, page.get_by_role("link", name="Watch the replay"))
    keys.press("Enter")
    expect(page.get_by_role("slider")).to_have_value("0")


def share_by_keys(visitor: Visitor) -> bool:
    """Digits set what the arrows have chosen; the half limit holds; D shows one's own body."""
    page, keys = visitor.page, visitor.page.keyboard
    rows = page.locator("[data-row]")
    tab_to(page, page.get_by_role("button", name="Clear"), "Shift+Tab")
    keys.press("Enter")
    tab_to(page, rows.first.locator("input"))
    keys.press("9")
    most = int(rows.first.locator("input").get_attribute("max") or 0)
    expect(rows.first.locator("input")).to_have_value(str(min(9, most)))
    keys.press("2")
    expect(rows.first.locator("input")).to_have_value(str(min(2, most)))
    keys.press("d")
    expect(page.locator("[data-side=guard]")).to_have_attribute("aria-pressed", "true")
    tab_to(page, visitor.default)
    return True


def test_a_duel_on_a_phone_with_one_thumb(visit: Visit, house: House) -> None:
    visitor = visit(**PHONE, has_touch=True)
    page = visitor.page
    visitor.sit_down(make_duel(house, "Livia", "tiro"))

    def tap(target: Locator) -> None:
        """What is pressed lies in reach: in the lower two thirds, and no wider than the screen."""
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert PHONE["height"] / 3 < box["y"] <= PHONE["height"] - box["height"]
        target.tap()

    visitor.wait_for_question()
    tap(page.get_by_role("button", name="no more hints"))
    sure = page.get_by_role("button", name="Yes, do it")
    seen: set[str] = set()
    stepped = shared = False
    while visitor.is_asked():
        kind = re.sub(r"\d+|\w+'s", "", visitor.question())
        if kind not in seen:
            seen.add(kind)
            check(page)
        if "order" in visitor.question() and "write" in visitor.question() and not stepped:
            stepped = True
            order = page.get_by_label("The order in the rulebook's notation")
            before = order.input_value()
            target = in_sight(page.locator("[data-hex]:not(.on)"))
            assert target is not None
            target.tap()
            expect(order).not_to_have_value(before)
        if "Share out" in visitor.question() and not shared:
            shared = True
            tap(page.locator("[data-plan=guard]"))
            expect(visitor.default).to_contain_text(re.compile("guard with [1-9]", re.IGNORECASE))
        tap(visitor.default)
        if sure.count():  # an order that turns his back on the other
            sure.tap()
        visitor.settled()
    assert stepped
    check(page)
    for name in ("Field", "Log", "Result"):
        tap(page.get_by_role("tab", name=name))
        check(page)
    expect(visitor.result.get_by_role("table")).to_be_visible()


def test_teams_of_people_and_bots_with_somebody_watching(visit: Visit, house: House) -> None:
    livia, watcher = visit(), visit()
    ears = Ears(watcher.page)
    made = make_duel(house, "Livia", "tiro", "tiro", "tiro", turns=1, types=["medium", "light", "retiarius", "heavy"])
    watcher.page.goto(f"/m/{made['match']['id']}")
    expect(watcher.page.get_by_role("button", name="you watch")).to_be_visible()
    livia.sit_down(made, 0)
    livia.wait_for_question()
    play_on(livia)
    for each in (livia, watcher):
        expect(each.result).to_be_visible(timeout=DUEL_WITHIN)
        expect(each.result.get_by_role("list").first.get_by_role("listitem")).to_have_count(4)
        heads = each.result.locator("thead th")
        expect(heads).to_have_count(2)
        each.result.get_by_role("button", name="Man by man").click()
        expect(heads).to_have_count(4)
        check(each.page)
    assert ears.events("plots")
    secrets = [
        path
        for message in ears.heard
        for path, value in leaves(message)
        if path.endswith((".sheet", ".crossed")) and value
    ]
    assert secrets == []
    assert not any(message["type"] == "explained" for message in ears.heard)


def test_at_one_screen_even_the_order_of_the_blows_is_covered(visit: Visit, house: House) -> None:
    visitor = visit(cover=True)
    page = visitor.page
    seats = [{"kind": "human", "name": name} for name in ("Livia", "Marcus")]
    visitor.sit_down(house.ask("/api/matches", {"game": "gladiator", "seats": seats, "scenario": "first-blood"}))
    # Orders of one blow are not asked for; what follows is covered as well.
    for question in ("Share out", "In which order|Does .* throw"):
        for name in ("Livia", "Marcus"):
            page.get_by_role("button", name=f"I am {name}").click()
            expect(page.locator(".decision h2")).to_have_text(re.compile(question))
            answer(visitor)
    expect(visitor.log.locator("li.attacks")).to_have_count(1)
