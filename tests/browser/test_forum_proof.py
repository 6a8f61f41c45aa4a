"""Two owners at two browsers over two race days, with a server that dies; and two who bid in the same second."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludus import verify
from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_forum import RACE_WAIT, SOON, answer, asked, make_season

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MIDDLE = 12  # answers into a race
MANY = 400  # answers; no race takes so many


def open_question(visitor: Visitor) -> str:
    """What is asked at this moment, or nothing."""
    if not visitor.default.count():
        return ""
    heading = visitor.page.locator(".decision h2")
    return heading.inner_text() if heading.count() else ""


def take_turns(people: list[Visitor], until: str, *, heard: dict[Visitor, list[str]], pause: int = MANY) -> int:
    """Whoever is asked answers as usual, until everybody sees this, or so many answers are given."""
    given = 0
    while given < pause and not all(each.page.locator(until).count() for each in people):
        before = given
        for each in people:
            if not each.page.locator(until).count() and (question := open_question(each)):
                heard[each].append(question)
                answer(each)
                given += 1
        if given == before:
            people[0].page.wait_for_timeout(150)
        assert given < MANY, heard
    return given


def restart(house: House, people: list[Visitor]) -> None:
    """In the middle of things; everybody is led back without doing anything."""
    house.die()
    for each in people:
        expect(each.page.get_by_text("Reconnecting")).to_be_visible()
    house.start()
    for each in people:
        expect(each.page.get_by_text("Reconnecting")).to_have_count(0)


def test_one_drives_and_one_lets_drive_while_the_server_dies_twice(visit: Visit, own_house: House) -> None:
    ann, bob = people = [visit(own_house), visit(own_house)]
    made = make_season(own_house, "Ann", "Bob", "bot", "bot", races=2)
    for seat, each in enumerate(people):
        each.sit_down(made, seat)
    heard: dict[Visitor, list[str]] = {ann: [], bob: []}
    take_turns(people, "section.contest.now", heard=heard)

    bob.page.get_by_role("radio", name="My driver drives").click()
    expect(bob.page.get_by_role("radio", name="My driver drives")).to_be_checked()
    for each in people:
        each.page.get_by_role("link", name="To the circus").click()
    heard[bob].clear()
    take_turns(people, "section[aria-label='Result']", heard=heard, pause=MIDDLE)
    restart(own_house, people)
    take_turns(people, "section[aria-label='Result']", heard=heard)
    assert any(question.startswith("Your bets") for question in heard[bob])  # what an owner decides,
    assert not any("speed" in question for question in heard[bob])  # and nothing that a driver does
    assert any(question.startswith("Write the speed") for question in heard[ann])

    for each in people:
        each.result.get_by_role("link", name="Back to the forum").click()
        expect(each.page.get_by_role("tab", name="Forum")).to_be_visible()
    restart(own_house, people)
    take_turns(people, "section.contest.now", heard=heard)
    for each in people:
        each.page.get_by_role("radio", name="Have it run").click()
    for each in people:
        expect(each.page.get_by_role("heading", name="The season is over")).to_be_visible(timeout=RACE_WAIT)
        each.page.get_by_role("tab", name="Forum").click()
        expect(each.page.locator(".calendar li.run")).to_have_count(2)
    rows = [each.page.locator("[aria-label=Standings] ol li b").all_inner_texts() for each in people]
    assert rows[0] == rows[1]
    record: dict[str, Any] = own_house.ask(f"/api/matches/{made['match']['id']}/record")
    assert len(record["contests"]) == 2
    verify(record)


def click_at(page: Page, name: str, moment: int) -> None:
    """At that time of day, whatever the test does meanwhile."""
    button = page.get_by_role("button", name=name, exact=True)
    button.evaluate("(button, moment) => void setTimeout(() => button.click(), moment - Date.now())", moment)


def test_two_bids_in_the_same_moment_and_the_loser_is_told(visit: Visit, own_house: House) -> None:
    made = make_season(own_house, "Ann", "Bob", "Cia")
    ann, bob, cia = people = [visit(own_house), visit(own_house), visit(own_house)]
    for seat, each in enumerate(people):
        each.sit_down(made, seat)
    for each in people:
        assert asked(each).startswith("Four preparation points")
        each.default.click()
    for each in people:
        assert asked(each).startswith("Before race 1")
    ann.page.get_by_role("group", name="Put up a chariot").get_by_role("radio").nth(1).check()
    for each in people:
        each.default.click()
    for each in (bob, cia):
        expect(each.page.get_by_role("button", name="Bid 100s", exact=True)).to_be_visible()
    moment = bob.page.evaluate("Date.now()") + SOON // 3
    for each in (bob, cia):
        click_at(each.page, "Bid 100s", moment)
    lots = [each.page.locator(".hammer section[aria-label=Auction] .bid") for each in (bob, cia)]
    for lot in lots:
        expect(lot.locator("strong")).to_have_text("100s")
    first = "you" if "you" in lots[0].inner_text() else "Cia"
    winner, loser = (bob, cia) if first == "you" else (cia, bob)
    expect(loser.page.get_by_role("alert")).to_contain_text("somebody else was first")
    loser.page.get_by_role("button", name="Bid 200s", exact=True).click()
    expect(winner.page.locator(".hammer .bid strong")).to_have_text("200s")
    winner.page.get_by_role("button", name="Pass").click()
    expect(loser.page.locator(".hammer")).to_have_count(0)
