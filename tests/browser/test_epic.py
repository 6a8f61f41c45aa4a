"""The epic race in the browser: from the lobby to the corners, with envelopes and bets that stay sealed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor, open_switches
from tests.browser.test_fitness import check

pytestmark = pytest.mark.browser

BRIBE, GUARD, BET = 1300, 1100, 1700  # sums that nothing else comes to


def make_race(house: House, *seats: str, **more: Any) -> dict[str, Any]:
    kinds = [{"kind": "human"} if seat == "human" else {"kind": "bot", "bot": seat} for seat in seats]
    made: dict[str, Any] = house.ask("/api/matches", {"game": "circus", "seats": kinds, **more})
    return made


def sums(page: Page, group: str) -> Any:
    return page.get_by_role("group", name=group).get_by_role("spinbutton")


def seal(visitor: Visitor) -> None:
    visitor.default.click()
    visitor.settled()


def play_until(visitor: Visitor, asked: str) -> None:
    """Take the defaults until this is asked."""
    for _ in range(12):
        visitor.wait_for_question()
        if asked in visitor.question():
            return
        seal(visitor)
    raise AssertionError(f"nobody asked: {asked}")


def test_the_lobby_offers_what_stands_in_the_edition(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/new?game=circus")
    open_switches(page)
    expect(page.locator("[data-option=purse]")).to_have_count(0)
    page.get_by_text("Match race", exact=True).click()
    expect(page.get_by_label("Seat 2", exact=True)).to_be_visible()
    expect(page.get_by_label("Seat 3", exact=True)).to_have_count(0)
    page.get_by_text("Epic with patronage", exact=True).click()
    expect(page.get_by_label("Seat 8", exact=True)).to_be_visible()
    expect(page.get_by_text("8 owners race 2 chariots each: 16 on the sand.")).to_be_visible()
    expect(page.locator("[data-option=purse]")).to_have_count(1)
    for gone in ("builds", "level", "stables"):
        expect(page.locator(f"[data-option={gone}]")).to_have_count(0)

    # Another edition sweeps away what the preset had of this one.
    page.locator("[data-option=edition] select").select_option("second-edition")
    expect(page.locator("[data-option=outlawed_ramming]")).to_have_count(0)
    expect(page.locator("[data-option=purse]")).to_have_count(1)  # patronage is there in both
    expect(page.locator(".problem")).to_have_count(0)


@pytest.mark.parametrize("size", [{"width": 1280, "height": 860}, {"width": 390, "height": 844}], ids=["wide", "phone"])
def test_sixteen_start_and_everybodys_log_is_open(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(**size)
    page = visitor.page
    page.goto("/new?game=circus")
    page.get_by_text("Epic", exact=True).click()
    page.get_by_role("button", name="You and bots").click()
    page.get_by_role("button", name="Start the match").click()
    visitor.wait_for_question()
    expect(page.locator(".advice")).not_to_contain_text("points")  # nothing is bought here
    play_until(visitor, "Write the speed")
    expect(page.locator("[data-chariot]")).to_have_count(16)
    check(page)
    phone = size["width"] < 900
    if phone:
        page.get_by_role("tab", name="Field").click()
    rows = page.get_by_role("list", name="Standings").get_by_role("listitem")
    expect(rows).to_have_count(16)
    # All of them are in sight at once.
    expect(rows.first).to_be_in_viewport(ratio=1)
    expect(rows.last).to_be_in_viewport(ratio=0.9)
    check(page)
    rows.last.get_by_role("button").click()
    log = page.get_by_role("dialog")
    for field in ("Half laps done", "Maximum speed", "Used move", "dust used"):
        expect(log).to_contain_text(field)
    page.keyboard.press("Escape")
    if phone:
        page.get_by_role("tab", name="Your move").click()
    turn = re.compile(r"Turn 2\.")
    for _ in range(14):
        assert visitor.is_asked()
        box = visitor.default.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size["height"]
        seal(visitor)
        if not phone and visitor.log.get_by_text(turn).count():
            break


def test_envelopes_and_bets_stay_sealed(visit: Visit, house: House) -> None:
    """E2 4.2.1, 5.2: no frame that another seat is sent has the sums, before the rules reveal them."""
    owner, rival = visit(), visit(width=390, height=844)
    heard: list[str] = []
    rival.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    made = make_race(house, "human", "human", "random", ruleset="patrons")
    owner.sit_down(made, 0)
    rival.sit_down({**made, "tokens": [token for token in made["tokens"] if token["seat"] == 1]})
    secret = "What do you pay for in secret"
    for _ in range(6):
        for visitor in (owner, rival):
            visitor.wait_for_question()
            if secret not in visitor.question():
                seal(visitor)
        if secret in owner.question() and secret in rival.question():
            break
    page = owner.page
    page.get_by_label("Against", exact=True).select_option(index=1)
    page.get_by_label("Bribe its driver with", exact=True).fill(str(BRIBE))
    page.get_by_label("against drugging", exact=True).first.fill(str(GUARD))
    expect(page.locator(".foot")).to_contain_text(f"{BRIBE + GUARD:,} of 4,900s")
    page.get_by_label("Sabotage its car for", exact=True).fill("600")
    expect(page.get_by_text("0s, or at least 1,000s.")).to_be_visible()
    expect(page.get_by_role("button", name="That does not fit")).to_be_disabled()
    page.get_by_role("button", name="Sabotage its car for: 100 less").click()
    check(page)
    check(rival.page)
    seal(owner)
    seal(rival)

    play_until(owner, "Your bets")
    purse = page.get_by_role("region", name="Your purse")
    expect(purse).to_contain_text(f"{5000 - BRIBE - GUARD:,}s")
    expect(purse).to_contain_text("1,300s")
    sums(page, "On others").first.fill("200")
    expect(page.get_by_role("button", name="That does not fit")).to_be_disabled()  # more than on his own
    sums(page, "On your own").first.fill(str(BET))
    check(page)
    seal(owner)
    rival.wait_for_question()
    rival.page.get_by_role("tab", name="Sheet").click()
    expect(rival.page.get_by_role("region", name="Your purse")).to_contain_text("5,000s")
    for sealed in (BRIBE, GUARD, BET, 5000 - BRIBE - GUARD):
        assert not [frame for frame in heard if re.search(rf"\b{sealed}\b", frame)], sealed
        assert not re.search(rf"\b{sealed:,}s|\b{sealed}s", rival.page.content())
    rival.page.get_by_role("tab", name="Your move").click()
    seal(rival)
    # Bets are shown when all are placed; the envelope is not.
    rival.page.get_by_role("tab", name="Sheet").click()
    expect(rival.page.get_by_role("region", name="Your purse")).to_contain_text(f"{BET:,}s")
    assert [frame for frame in heard if re.search(rf"\b{BET}\b", frame)]
    assert not [frame for frame in heard if re.search(rf"\b({BRIBE}|{GUARD})\b", frame)]


def test_rain_mud_obstacles_and_counters_are_seen(visit: Visit, tmp_path: Path) -> None:
    house = House(tmp_path, Path(__file__).parent / "scenarios")
    house.start()
    try:
        visitor = visit(house)
        page = visitor.page
        seats = [{"kind": "human"}, *[{"kind": "bot", "bot": "random"}] * 7]
        visitor.sit_down(house.ask("/api/matches", {"game": "circus", "scenario": "epic-mud", "seats": seats}))
        visitor.wait_for_question()
        expect(page.locator(".rain")).to_have_count(1)
        expect(page.locator(".puddle").first).to_be_attached()
        expect(page.locator("[data-wreck]")).to_have_count(2)
        expect(page.locator("[data-lying]")).to_have_count(1)
        expect(page.locator("[data-man=yellow]")).to_have_count(1)
        expect(page.locator("[data-chariot=jade] .stands")).to_have_count(1)
        expect(page.locator("[data-chariot=burgundy] title").filter(has_text="no whip")).to_have_count(1)
        check(page)
    finally:
        house.stop()
