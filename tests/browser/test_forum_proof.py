"""Two at a race, one driving and one letting drive; and two who bid in the same moment."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_forum import SOON, answer, asked, make_season
from tests.conformance.kit import SHORT_CIRCUS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MANY = 400  # answers; no race takes so many


def open_question(visitor: Visitor) -> str:
    """What is asked at this moment, or nothing."""
    if not visitor.default.count():
        return ""
    heading = visitor.page.locator(".decision h2")
    return heading.inner_text() if heading.count() else ""


def take_turns(people: list[Visitor], until: str, heard: dict[Visitor, list[str]]) -> None:
    """Whoever is asked answers as usual, until everybody sees this."""
    given = 0
    while not all(each.page.locator(until).count() for each in people):
        before = given
        for each in people:
            if not each.page.locator(until).count() and (question := open_question(each)):
                heard[each].append(question)
                answer(each)
                given += 1
        if given == before:
            people[0].page.wait_for_timeout(150)
        assert given < MANY, heard


def test_who_lets_his_driver_drive_is_asked_about_money_alone(visit: Visit, house: House) -> None:
    ann, bob = people = [visit(), visit()]
    made = make_season(house, "Ann", "Bob", "bot", races=1, race_options={"track": SHORT_CIRCUS})
    for seat, each in enumerate(people):
        each.sit_down(made, seat)
    heard: dict[Visitor, list[str]] = {ann: [], bob: []}
    take_turns(people, "section.contest.now", heard)
    bob.page.get_by_role("radio", name="My driver drives").click()
    expect(bob.page.get_by_role("radio", name="My driver drives")).to_be_checked()
    for each in people:
        each.page.get_by_role("link", name="To the circus").click()
        heard[each].clear()
    expect(bob.page.get_by_role("button", name="Take the reins")).to_be_visible()
    take_turns(people, "section[aria-label='Result']", heard)
    assert any(question.startswith("Your bets") for question in heard[bob])
    assert not any("speed" in question for question in heard[bob])
    assert any(question.startswith("Write the speed") for question in heard[ann])


def click_at(page: Page, name: str, moment: int) -> None:
    """At that time of day, whatever the test does meanwhile."""
    button = page.get_by_role("button", name=name, exact=True)
    button.evaluate("(button, moment) => void setTimeout(() => button.click(), moment - Date.now())", moment)


def test_two_bids_in_the_same_moment_and_the_loser_is_told(visit: Visit, house: House) -> None:
    made = make_season(house, "Ann", "Bob", "Cia")
    ann, bob, cia = people = [visit(), visit(), visit()]
    for seat, each in enumerate(people):
        each.sit_down(made, seat)
    for each in people:
        assert asked(each).startswith("Build your five chariots")
        each.default.click()
    for each in people:
        assert asked(each).startswith("Before race 1")
    ann.page.get_by_role("group", name="Put up a chariot").get_by_role("radio").nth(1).check()
    ann.page.get_by_label("For at least", exact=True).fill("100")
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
