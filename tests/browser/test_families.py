"""The epic campaign in the browser: two families through auctions, a gala, a duel and a race."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_fitness import GUISES, PHONE, check
from tests.browser.test_forum import RACE_WAIT, SOON, make_season, turn_to
from tests.conformance.kit import SHORT_CIRCUS

pytestmark = pytest.mark.browser

PAGES = ("Forum", "Market", "Stable", "School", "Challenges", "Accounts", "Hall")
# Nothing here may hang on luck: of two gladiators one stays at home and lives, and there is money for all of it.
WANTED = {1: ("", 2), 2: ("Chariot", 1)}  # by event, what the log calls it, and how many
NOTHING = 0  # is wanted
DEAREST = 1500  # more than any opening bid
Way = Callable[[Visitor, str], bool]  # whoever it is, and what he is asked


def test_an_epic_campaign_begins_with_one_click(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="An epic campaign").click()
    visitor.wait_for_question()
    assert visitor.question() == "What shall event 1 be?"
    expect(page.locator("[aria-label=Standings] ol li")).to_have_count(6)
    expect(page.locator("[aria-label=Calendar] .next")).to_contain_text("the council decides")


@GUISES
def test_no_page_of_the_families_has_a_violation(visit: Visit, house: House, scheme: str, size: dict[str, int]) -> None:
    visitor = visit(color_scheme=scheme, **size)
    visitor.sit_down(make_season(house, "Ann", "bot", "bot", ruleset="epic"))
    page = visitor.page
    for title in PAGES:
        turn_to(page, title)
        check(page)
    turn_to(page, "Market")
    lots = page.locator("section[aria-label='For sale'] article")
    expect(lots).to_have_count(20)
    page.get_by_role("group", name="What is for sale").get_by_role("button", name="Gladiators").click()
    expect(page.locator("section[aria-label='For sale'] article.man")).to_have_count(20)


def question(visitor: Visitor) -> str:
    """What is asked at this moment, or nothing."""
    heading = visitor.page.locator(".decision h2:not(.calm)")
    return heading.inner_text(timeout=SOON) if visitor.default.count() and heading.count() else ""


def bid(visitor: Visitor, wants: bool) -> None:
    """While it is not too dear. What is looked at is what is clicked: the lot may change in between."""
    call = str(visitor.page.locator(".calls .bid").first.get_attribute("data-choice", timeout=SOON))
    said = call if wants and int(call.split()[-1]) <= DEAREST else "pass"
    visitor.page.locator(f".calls [data-choice='{said}']").click(timeout=SOON)


def pick(page: Page, name: str | re.Pattern[str]) -> None:
    page.locator(".decision").get_by_role("button", name=name).click(timeout=SOON)


def bought(people: dict[str, Visitor], name: str, event: int) -> bool:
    """Whether somebody has what he wants before this event. Who hears it late buys one more."""
    what, number = WANTED.get(event, ("", 0))
    sold = people["Ann"].log.get_by_text(re.compile(rf"Sold to {name} for [\d,]+s: {what}"))
    return sold.count() >= number


def answer(people: dict[str, Visitor], name: str, asked: str, event: int) -> None:
    """As this family would, without a long thought."""
    page = people[name].page
    if page.locator(".calls").count():
        bid(people[name], not bought(people, name, event))
    elif asked.startswith("What shall event"):
        pick(page, "A gala" if event == 1 else "A race")
    else:
        people[name].default.click(timeout=SOON)


def play_on(people: dict[str, Visitor], event: int, until: Way, *waiting: Visitor) -> None:
    """Whoever is asked answers, until these, or all, have come to this point. Nobody who has answers on."""
    stop = waiting or tuple(people.values())
    come: set[Visitor] = set()
    end = time.monotonic() + RACE_WAIT / 1000
    while time.monotonic() < end:
        given = 0
        for name, each in people.items():
            with contextlib.suppress(Error):  # the question may be gone by the time it is answered
                asked = question(each)
                if until(each, asked):
                    come.add(each)
                elif asked and each not in come:
                    answer(people, name, asked, event)
                    given += 1
        if come.issuperset(stop):
            return
        if not given:
            stop[0].page.wait_for_timeout(80)
    raise AssertionError([question(each) for each in people.values()])


def asks(words: str) -> Way:
    return lambda visitor, asked: asked.startswith(words)


@pytest.mark.slow
def test_two_families_through_auction_gala_duel_and_race(visit: Visit, house: House) -> None:
    made = make_season(
        house, "Ann", "Bob", ruleset="epic", events=2, challenges=1, epic_race_options={"track": SHORT_CIRCUS}
    )
    ann, bob = visit(), visit(color_scheme="dark", **PHONE)
    people = {"Ann": ann, "Bob": bob}
    for seat, each in enumerate(people.values()):
        each.sit_down(made, seat)
        each.page.get_by_role("radio", name="Have it run").click()
        expect(each.page.get_by_role("radio", name="Have it run")).to_be_checked()

    # Gladiators come under the hammer on the open floor: what one calls the other hears.
    play_on(people, 1, lambda visitor, asked: visitor.page.locator(".calls").count() > 0)
    expect(ann.page.locator(".hammer section[aria-label=Auction] article.man")).to_be_visible()
    heard = bob.page.locator("section[aria-label=Auction]").locator(".bid, [aria-label=Bids]").filter(has_text="Ann")
    ann.page.locator(".calls .bid").first.click()
    expect(heard.first).to_be_visible()

    # The gala has its card.
    play_on(people, 1, asks("Do you offer a side bet?"))
    for each in people.values():
        turn_to(each.page, "Forum")
        expect(each.page.locator("section[aria-label='The card of the gala'] li").first).to_be_visible()
        check(each.page)
    drawn = bob.page.locator(".gala .man.mine").count()  # of an odd number one stays out
    turn_to(bob.page, "School")
    expect(bob.page.locator("article.fights")).to_have_count(drawn)
    turn_to(bob.page, "Forum")
    play_on(people, 1, asks("What shall event 2 be?"))
    turn_to(bob.page, "Forum")
    expect(bob.page.locator("section[aria-label='Result of event 1']")).to_contain_text("The gala")

    # A duel is offered, and taken. What one fills in stays while the other speaks.
    play_on(people, 2, asks("Do you challenge"))
    form = ann.page.locator(".decision form")
    form.get_by_role("radio", name="a duel").check()
    form.get_by_role("radio", name="Bob").check()
    bob.default.click()
    expect(bob.page.locator(".decision h2.calm")).to_be_visible()
    ann.default.click()
    play_on(people, 2, asks("Ann challenges you."), bob)
    turn_to(bob.page, "Challenges")
    board = bob.page.locator("section[aria-label='Challenge board'] li").first
    expect(board).to_contain_text("Ann challenges")
    turn_to(bob.page, "Forum")
    pick(bob.page, re.compile("Accept$"))  # as it stands, without raising

    # The duel is fought beside the race, and both worlds are in the Acta.
    play_on(people, 2, lambda visitor, asked: visitor.result.count() > 0)
    for each in people.values():
        turn_to(each.page, "Forum")
        expect(each.page.get_by_role("heading", name="The campaign is over")).to_be_visible(timeout=RACE_WAIT)
        result = each.page.locator("section[aria-label='Result of event 2']")
        expect(result).to_contain_text("The race")
        expect(result).to_contain_text("A duel")
    for title in PAGES:
        turn_to(bob.page, title)
        check(bob.page)
    turn_to(ann.page, "Hall")
    expect(ann.page.locator("section.lineage li").nth(1)).to_contain_text("at auction")
    turn_to(ann.page, "Challenges")
    expect(ann.page.locator("section[aria-label='Challenge board'] li.over")).to_have_count(1)
    turn_to(ann.page, "Forum")
    ann.page.get_by_role("link", name="The campaign in the Acta").click()
    expect(ann.page.get_by_text("came under the hammer")).to_be_visible()
    check(ann.page)
    proof = house.ask(f"/api/matches/{made['match']['id']}/record")
    assert {each["game"] for each in proof["contests"]} == {"circus", "gladiator"}


def test_a_debt_brings_a_house_down(visit: Visit, house: House) -> None:
    made = make_season(
        house, "Ann", "Bob", "Cato", "Dora", ruleset="epic", events=3, challenges=0, calendar="alternate"
    )
    ann, bob = visit(width=1440, height=900), visit(color_scheme="dark", **PHONE)
    people = {"Ann": ann, "Bob": bob}
    ann.sit_down(made, 0, 2, 3)  # with two others who are silent
    bob.sit_down(made, 1)

    # A deal names both sides; the other says yes or no.
    play_on(people, NOTHING, asks("Do you offer a deal?"))
    form = ann.page.locator(".decision form")
    form.get_by_role("radio", name="Bob").check()
    form.get_by_role("spinbutton", name="you pay").fill("1000")
    form.get_by_role("radio", name="that will be paid to you").check()
    form.get_by_role("spinbutton", name="of", exact=True).fill("100000")
    form.get_by_role("combobox", name="due").select_option("before event 2")
    check(ann.page)
    ann.default.click()
    play_on(people, NOTHING, asks("Ann offers you a deal: you get 1,000s and give nothing; you owe 100,000s"), bob)
    check(bob.page)
    pick(bob.page, "Agreed")
    for each in people.values():
        turn_to(each.page, "Accounts")
        expect(each.page.locator("section[aria-label=Loans] li")).to_contain_text(
            "100,000s lent 1,000s, due before event II"
        )
        check(each.page)
        turn_to(each.page, "Forum")

    # It is due, and he has not so much: he goes on as a driver, who is a slave.
    play_on(people, NOTHING, asks("You own nothing any more."), bob)
    pick(bob.page, "As a driver")
    play_on(people, NOTHING, asks("Do you offer a deal?"), ann)
    expect(ann.page.locator(".decision form").get_by_role("radio", name="Bob")).to_have_count(0)
    for each in people.values():
        turn_to(each.page, "Hall")
        expect(each.page.locator("p.slave")).to_contain_text("Bob lives on as the driver")
        check(each.page)
    turn_to(bob.page, "Stable")
    expect(bob.page.locator("article.chariot")).to_have_count(1)
