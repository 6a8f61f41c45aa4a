"""Whole races of the circus in real browsers: two people and six bots, by keyboard alone, and with a thumb."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_fitness import PHONE, check

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TRACK = resources.files("ludus.games.circus") / "data" / "track.toml"
RACE_WITHIN = 240  # seconds; the machine may be busy
PLAY_ON = """
    setInterval(() => {
        const sure = document.querySelector("dialog[aria-label='Do you mean it?'] .primary");
        (sure ?? document.querySelector(".decision [data-default]:not([disabled])"))?.click();
    }, 30);
"""
MIDDLE_IN_SIGHT = """
    squares => squares.findIndex(square => {
        const {x, y, width, height} = square.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === square;
    })
"""
SECRET_SPEED, RIVALS_SPEED = "11", "5"
COUNTERS = ("number", "since")  # of messages and events
TICKS = re.compile(r"^(match\.)?number$|^match\.changed$|^match\.clock\.|\.waiting\.|^connected\.|^watching$")


def make_race(house: House, *people: str, bots: int, seconds: int | None = None) -> dict[str, Any]:
    """Once round a short course: everything happens there."""
    seats: list[dict[str, str]] = [{"kind": "human", "name": name} for name in people]
    seats += [{"kind": "bot", "bot": "novus"}] * bots
    track = TRACK.read_text(encoding="utf-8").replace("laps = 3", "laps = 1").replace("straight = 34", "straight = 20")
    asked = {"game": "circus", "seats": seats, "seconds": seconds, "board_file": track}
    made: dict[str, Any] = house.ask("/api/matches", asked)
    return made


def dial(visitor: Visitor) -> Locator:
    return visitor.page.locator(".decision output")


def waiting(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("group", name="Waiting for")


def answer(visitor: Visitor) -> None:
    """What is marked; where even that is ruin, it is meant."""
    visitor.default.click()
    sure = visitor.page.get_by_role("button", name="Yes, do it")
    if sure.count():
        sure.click()
    visitor.settled()


def await_any(*people: Visitor) -> Visitor | None:
    """Whoever is asked next; nobody when the race is over for all."""
    deadline = time.monotonic() + RACE_WITHIN
    while time.monotonic() < deadline:
        for each in people:
            if each.default.count():
                return each
        if all(each.result.count() for each in people):
            return None
        people[0].page.wait_for_timeout(40)
    raise AssertionError("nobody was asked and the race is not over")


def leaves(plain: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a message, with the way to it."""
    inside = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else None
    if inside is None:
        yield path, plain
        return
    for key, value in inside:
        yield from leaves(value, f"{path}.{key}" if path else str(key))


class Ears:
    """All that one browser hears over its sockets."""

    def __init__(self, page: Page) -> None:
        self.heard: list[dict[str, Any]] = []
        page.on(
            "websocket", lambda socket: socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))
        )

    def sync(self) -> dict[str, Any]:
        """The last message that told everything."""
        return next(message for message in reversed(self.heard) if message["type"] == "sync")

    def revealed(self) -> dict[str, int] | None:
        """The speeds of the first turn, by colour, once they were turned over."""
        events = [event for message in self.heard for event in message.get("events", [])]
        return next((event["data"]["speeds"] for event in events if event["kind"] == "speeds"), None)

    def colour(self, seat: int) -> str:
        [drawn] = [event["data"]["factions"] for event in self.sync()["events"] if event["kind"] == "factions"]
        return next(str(colour) for colour, driver in drawn.items() if driver == seat)


def reload(visitor: Visitor) -> None:
    """In mid-decision: the same question comes back, with what was dialled."""
    asked, value, log = visitor.question(), dial(visitor).inner_text(), visitor.log.inner_text()
    visitor.page.reload()
    visitor.wait_for_question()
    expect(dial(visitor)).to_have_text(value)
    assert (visitor.question(), visitor.log.inner_text()) == (asked, log)


def write_unseen(writer: Visitor, rival: Visitor, ears: Ears) -> None:
    """Seat 1 writes a speed. The other hears that it is written, and of the speed not a byte until all have."""
    expect(dial(writer)).to_be_visible()
    expect(dial(rival)).to_be_visible()
    rival.page.keyboard.type(RIVALS_SPEED)
    expect(dial(rival)).to_have_text(RIVALS_SPEED)
    reload(rival)
    before = dict(leaves(ears.sync()))
    ears.heard.clear()

    writer.page.keyboard.type(SECRET_SPEED)
    expect(dial(writer)).to_have_text(SECRET_SPEED)
    answer(writer)
    expect(writer.page.locator(".decision h2")).to_contain_text("Waiting for")
    writer.page.reload()
    expect(writer.page.locator(".decision h2")).to_contain_text("Waiting for")
    expect(waiting(rival)).to_have_text(re.compile("you"))
    expect(waiting(rival).get_by_role("listitem")).to_have_count(1)
    assert [message for message in ears.heard if message["type"] == "update"]
    for message in ears.heard:
        told = [path for path, value in leaves(message) if value == int(SECRET_SPEED) and path not in COUNTERS]
        assert told == [], f"{SECRET_SPEED} was told at {told}"

    # Nor does everything, told anew, differ but in who is awaited and how long.
    reload(rival)
    after = dict(leaves(ears.sync()))
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert [path for path in changed if not TICKS.search(path)] == []
    assert ears.revealed() is None
    answer(rival)
    expect(rival.log.locator("li.speeds")).to_have_count(1)
    speeds = ears.revealed()
    assert speeds is not None
    assert speeds[ears.colour(0)] == int(SECRET_SPEED)


def set_clock(visitor: Visitor, amount: str, unit: str) -> None:
    visitor.page.get_by_role("button", name="Clock:").click()
    dialog = visitor.page.get_by_role("dialog", name="The clock")
    dialog.get_by_label("Time for each decision").select_option("own")
    dialog.get_by_label("Of what").select_option(unit)
    dialog.get_by_label("How many").fill(amount)
    dialog.get_by_role("button", name="Set the clock").click()
    expect(dialog).to_have_count(0)


def test_two_people_and_six_bots_race_to_the_finish_with_the_clock_on(visit: Visit, own_house: House) -> None:
    livia, marcus = people = visit(own_house), visit(own_house)
    ears = Ears(marcus.page)
    made = make_race(own_house, "Livia", "Marcus", bots=6, seconds=300)
    for seat, each in enumerate(people):
        each.sit_down(made, seat)
    for each in people:
        each.wait_for_question()
        answer(each)
    write_unseen(livia, marcus, ears)

    def race_until(question: str) -> None:
        while (asked := await_any(*people)) and question not in asked.question():
            answer(asked)

    # The server dies in mid-move. Both are told, and go on by themselves.
    race_until("movement factor")
    asked = await_any(*people)
    assert asked is not None
    question = asked.question()
    own_house.die()
    for each in people:
        expect(each.page.get_by_text("Reconnecting")).to_be_visible()
    own_house.start()
    for each in people:
        expect(each.page.get_by_text("Reconnecting")).to_have_count(0)
    assert asked.question() == question

    # Some answers are left to the clock.
    race_until("Write the speed")
    set_clock(livia, "5", "seconds")
    marcus.page.get_by_role("button", name="Agree").click()
    for each in people:
        expect(each.log.get_by_text(re.compile("Time: (Livia|Marcus)'s default was taken.")).first).to_be_visible()
    set_clock(marcus, "5", "minutes")

    # From here on both play what is marked as soon as they are asked.
    for each in people:
        each.page.evaluate(PLAY_ON)
    for each in people:
        expect(each.result).to_be_visible(timeout=RACE_WITHIN * 1000)
    headings = [each.result.get_by_role("heading").first.inner_text() for each in people]
    assert "You win" in headings or headings[0] == headings[1]
    for each in people:
        expect(each.page).to_have_title("Over - Ludus")
        expect(each.result.get_by_role("list").first.get_by_role("listitem")).to_have_count(8)
        for chart in ("Endurance", "Speed", "Places"):
            each.result.get_by_role("button", name=chart).click()
            expect(each.result.get_by_role("img", name=f"{chart} of every chariot")).to_be_visible()
    check(livia.page)
    assert own_house.ask(f"/api/matches/{made['match']['id']}")["status"] == "over"


def test_a_race_by_keyboard_alone(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    keys = page.keyboard
    visitor.sit_down(make_race(house, "Livia", bots=7))

    def tab_to(target: Locator, key: str = "Tab") -> None:
        for _ in range(60):
            if target.evaluate("each => each === document.activeElement"):
                return
            keys.press(key)
        raise AssertionError(f"not reached by Tab: {target}")

    # Two points on the driver, none on the car.
    visitor.wait_for_question()
    for name in ("2 for driver", "0 for car"):
        tab_to(page.get_by_role("button", name=name))
        keys.press("Enter")
    tab_to(visitor.default)
    keys.press("Enter")
    visitor.settled()
    # A speed is dialled.
    expect(dial(visitor)).to_be_visible()
    keys.type("14")
    keys.press("-")
    expect(dial(visitor)).to_have_text("13")
    keys.press("Enter")
    visitor.settled()
    # It stands on the sheet, with what the start made of it.
    driven = page.get_by_role("list", name="Speeds turn by turn").get_by_role("listitem")
    expect(driven).to_have_count(1)
    expect(driven).to_have_attribute("title", re.compile(r"^turn 1: 13 written, \d+ driven$"))
    # A lane is changed with the arrows, taken back, and changed again by its letter.
    while "movement factor" not in visitor.question():
        keys.press("Enter")
        visitor.settled()
        visitor.wait_for_question()
    change = page.locator(".answer[data-choice=out], .answer[data-choice=in]").first
    if change.count():
        asked, key = visitor.question(), change.locator("kbd").inner_text()
        for _ in range(10):
            if change.evaluate("each => each === document.activeElement"):
                break
            keys.press("ArrowDown")
        expect(page.locator(".action .end")).to_be_attached()
        keys.press("Enter")
        visitor.settled()
        expect(page.locator(".decision h2")).not_to_have_text(asked)
        keys.press("u")
        expect(page.locator(".decision h2")).to_have_text(asked)
        visitor.wait_for_question()
        keys.press(key)
        visitor.settled()
        expect(page.locator(".decision h2")).not_to_have_text(asked)

    # Then Enter is enough, to the finish.
    sure = page.get_by_role("dialog", name="Do you mean it?")
    while visitor.is_asked():
        expect(visitor.default).to_be_focused()
        keys.press("Enter")
        if sure.count():
            tab_to(sure.get_by_role("button", name="Yes, do it"))
            keys.press("Enter")
        visitor.settled()
    tab_to(visitor.result.get_by_role("button", name="Endurance"))
    keys.press("Enter")
    expect(visitor.result.get_by_role("img", name="Endurance of every chariot")).to_be_visible()
    tab_to(page.get_by_role("link", name="Watch the replay"), "Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("slider")).to_have_value("0")
    keys.press("End")
    expect(page.locator(".log .end")).to_be_visible()


def in_sight(squares: Locator) -> Locator | None:
    """A square of the board that is not under a button."""
    found = squares.evaluate_all(MIDDLE_IN_SIGHT)
    return squares.nth(found) if found >= 0 else None


def test_a_race_on_a_phone_with_one_thumb(visit: Visit, house: House) -> None:
    visitor = visit(**PHONE, has_touch=True)
    page = visitor.page
    visitor.sit_down(make_race(house, "Livia", bots=7))

    def tap(target: Locator) -> None:
        """What is pressed lies in reach: in the lower half, and no wider than the screen."""
        box = target.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert PHONE["height"] / 3 < box["y"] <= PHONE["height"] - box["height"]
        target.tap()

    visitor.wait_for_question()
    tap(page.get_by_role("button", name="no more hints"))
    drawn = tapped = False
    sure = page.get_by_role("button", name="Yes, do it")
    while visitor.is_asked():
        further = None if drawn else in_sight(page.locator("[data-further]"))
        square = None if tapped else in_sight(page.locator("[data-square]"))
        if further:
            # A finger cannot point: its first touch shows the way and what it costs, the second goes it.
            asked, drawn = visitor.question(), True
            further.tap()
            expect(page.locator(".action .price")).to_contain_text("factors")
            assert visitor.question() == asked
            further.tap()
            expect(page.locator(".decision h2")).not_to_have_text(asked)
        elif square:
            asked, tapped = visitor.question(), True
            square.tap()
            expect(page.locator(".decision h2")).not_to_have_text(asked)
        else:
            tap(visitor.default)
        if sure.count():
            tap(sure)
        visitor.settled()
    assert drawn
    assert tapped
    check(page)
    for name, inside in (("Field", "Standings"), ("Log", "What happened")):
        tap(page.get_by_role("tab", name=name))
        expect(page.get_by_role("list", name=inside)).to_be_visible()
    tap(page.get_by_role("tab", name="Result"))
    visitor.result.get_by_role("button", name="Speed").tap()
    expect(visitor.result.get_by_role("img", name="Speed of every chariot")).to_be_visible()
    check(page)
