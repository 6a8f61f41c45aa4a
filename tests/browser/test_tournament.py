"""A tournament of people and bots in the browser, from its setting up to its winner."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_fitness import PHONE, check

pytestmark = pytest.mark.browser


def enter(visitor: Visitor, link: str, name: str) -> None:
    visitor.page.goto(link)
    visitor.page.get_by_label("Your name").fill(name)
    visitor.page.get_by_role("button", name="Enter", exact=True).click()
    expect(visitor.page.locator("tr.me th")).to_contain_text(name)


def give_up(page: Page) -> None:
    """At one's table; back to the tournament."""
    page.get_by_role("link", name="To your table").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    page.get_by_role("link", name="The tournament: The Ides Cup").click()


def test_heats_of_three_people_and_a_bot_to_the_winner(visit: Visit, own_house: House) -> None:
    desk, phone, other = visit(own_house), visit(own_house, **PHONE), visit(own_house, **PHONE, color_scheme="dark")
    page = desk.page
    page.goto("/")
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="Set up a tournament").click()
    page.get_by_label("Its name").fill("The Ides Cup")
    page.get_by_label(re.compile(r"^\s*Game\b")).select_option(label="Chariot Race")
    page.get_by_text("Heats and a final").click()
    page.get_by_label("Seats at a table").select_option("2")
    page.get_by_label("Which bots").select_option("random")
    check(page)
    page.get_by_role("button", name="Open the lists").click()
    expect(page.get_by_role("heading", name="The Ides Cup")).to_be_visible()
    expect(page.get_by_role("button", name="Begin", exact=True)).to_be_disabled()
    link = page.get_by_label("Link for those who want to enter").input_value()
    check(page)
    enter(desk, link, "Livia")
    enter(phone, link, "Cato")
    enter(other, link, "Livia")  # who is called otherwise then
    check(phone.page)
    check(other.page)
    expect(page.get_by_text("3 have entered.")).to_be_visible()
    expect(other.page.get_by_role("button", name="Begin", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("heading", name="Semi-finals")).to_be_visible()
    check(page)
    # One of the three is free. Of the two who meet one gives up; the other takes the victory.
    seated = [each for each in (desk, phone, other) if _is_seated(each.page)]
    assert len(seated) == 2
    loser, winner = seated
    # Their tables are among their games, too, and lead back.
    loser.page.goto("/")
    expect(loser.page.get_by_role("link", name=re.compile("The Ides Cup"))).to_be_visible()
    loser.page.goto(link)
    own_house.die()  # and nothing is lost
    own_house.start()
    give_up(loser.page)
    winner.page.get_by_role("link", name="To your table").click()
    _win(winner)
    winner.page.get_by_role("link", name="On with the tournament").click()
    expect(winner.page.get_by_role("heading", name="Final", exact=True)).to_be_visible()
    free = next(each for each in (desk, phone, other) if each not in seated)
    expect(free.page.get_by_text("Your table: Final")).to_be_visible()
    # The other finalist does not come, and the organiser lets him forfeit.
    name = free.page.locator("tr.me th").evaluate("each => each.firstChild.textContent.trim()")
    page.goto(link)
    page.get_by_label(f"{name}: absent?").select_option("forfeit")
    winner.page.get_by_role("link", name="To your table").click()
    _win(winner)
    winner.page.get_by_role("link", name="On with the tournament").click()
    expect(winner.page.get_by_text("has the palm")).to_be_visible()
    expect(winner.page.locator("tbody tr").first).to_have_class(re.compile("me"))
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    check(page)
    check(winner.page)
    page.goto("/tournaments")
    expect(page.get_by_role("link", name=re.compile("The Ides Cup"))).to_contain_text("over")
    check(page)


def _is_seated(page: Page) -> bool:
    table = page.get_by_role("link", name="To your table")
    free = page.get_by_text("you are free in this round")
    table.or_(free).first.wait_for()
    return table.count() > 0


def _win(visitor: Visitor) -> None:
    """The others have left; the victory is taken."""
    visitor.page.get_by_role("button", name="Take the victory").click()
    visitor.result.wait_for()
