"""The forum: a season in the browser, from the stable doors to the account book."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import WAIT, House, Visitor
from tests.browser.test_fitness import GUISES, check
from tests.conformance.kit import SHORT_CIRCUS

pytestmark = pytest.mark.browser

MINUS = "\N{MINUS SIGN}"
SOON = 3000  # milliseconds
RACE_WAIT = 6 * WAIT  # bots run a whole race


def make_season(
    house: House, *seats: str, ruleset: str = "season", seconds: int | None = None, **options: Any
) -> dict[str, Any]:
    """A campaign with these seats: a person's name, or "bot"."""
    kinds = [{"kind": "bot", "bot": "random"} if seat == "bot" else {"kind": "human", "name": seat} for seat in seats]
    made: dict[str, Any] = house.ask(
        "/api/matches",
        {"game": "campaign", "ruleset": ruleset, "seats": kinds, "options": options, "seconds": seconds},
    )
    return made


def asked(visitor: Visitor) -> str:
    visitor.wait_for_question()
    return visitor.question()


def answer(visitor: Visitor) -> None:
    """As usual. An answer that is acknowledged before the next question comes leaves a button that goes away."""
    with contextlib.suppress(Error):
        visitor.default.click(timeout=SOON)
    visitor.settled()


def answer_until(visitor: Visitor, what: str) -> None:
    """By usual answers up to a question that begins like this."""
    while not asked(visitor).startswith(what):
        answer(visitor)


def go_on_until(visitor: Visitor, sight: Locator) -> None:
    """By usual answers until there is something to be seen."""
    while True:
        visitor.default.or_(sight).first.wait_for()
        if sight.count():
            return
        answer(visitor)


def go_to_the_race(visitor: Visitor) -> Locator:
    """By usual answers until the race or the match is on; its banner."""
    banner = visitor.page.locator("section.contest.now")
    go_on_until(visitor, banner)
    return banner


def turn_to(page: Page, title: str) -> None:
    page.get_by_role("tab", name=re.compile(rf"^{title}\b")).click()


def have_it_run(visitor: Visitor) -> None:
    banner = go_to_the_race(visitor)
    banner.get_by_role("radio", name="Have it run").click()
    expect(banner).to_have_count(0, timeout=RACE_WAIT)


def test_a_season_begins_with_one_click(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="To your stable").click()
    expect(page.get_by_text("Race I of X")).to_be_visible()
    expect(page.locator("[aria-label=Standings] ol li")).to_have_count(8)
    expect(page.locator("[aria-label=Calendar] li")).to_have_count(10)
    expect(page.locator(".calendar .next")).to_contain_text("on Saturday")
    assert asked(visitor).startswith("Build your five chariots")


def test_points_of_a_chariot_are_moved_by_click_and_by_key(visit: Visit, house: House) -> None:
    visitor = visit()
    visitor.sit_down(make_season(house, "Ann", "bot"))
    page = visitor.page
    assert asked(visitor).startswith("Build your five chariots")
    first = page.locator("fieldset").filter(has=page.locator("legend", has_text="Chariot 1")).last
    speed = first.get_by_role("button", name="Speed")
    expect(speed).to_have_accessible_name("Chariot 1, Speed: 2 of 2 points. Change")  # as is suggested
    speed.click()
    expect(speed).to_have_accessible_name("Chariot 1, Speed: 0 of 2 points. Change")
    speed.focus()
    page.keyboard.press("Enter")
    expect(speed).to_have_accessible_name("Chariot 1, Speed: 1 of 2 points. Change")
    expect(first.get_by_role("status")).to_contain_text("speed 1")
    page.get_by_role("button", name="Heavy").click()  # all five at once
    expect(first.get_by_role("status")).to_contain_text("heavy car")
    visitor.default.click()
    turn_to(page, "Stable")
    expect(page.locator("article.chariot")).to_have_count(5)
    expect(page.locator("article.chariot footer").first).to_contain_text("heavy car")


def test_entries_are_cards_to_pick(visit: Visit, house: House) -> None:
    visitor = visit()
    visitor.sit_down(make_season(house, "Ann", "bot", "bot"))
    page = visitor.page
    answer_until(visitor, "Race 1: whom do you enter?")
    cards = page.locator(".entries .pick")
    expect(cards).to_have_count(5)
    for card in cards.all():
        if card.get_attribute("aria-pressed") == "true":
            card.click()
    expect(visitor.default).to_have_text("Stay out of this race")
    cards.nth(3).click()
    cards.nth(1).focus()
    page.keyboard.press("Space")
    expect(cards.nth(3).get_by_label("first entry")).to_be_visible()
    expect(cards.nth(1).get_by_label("second entry")).to_be_visible()
    name = cards.nth(3).locator("strong").inner_text().rsplit(" ", 1)[0]
    expect(visitor.default).to_contain_text(f"Enter {name} and ")
    visitor.default.click()
    go_to_the_race(visitor)
    turn_to(page, "Stable")
    expect(page.locator("article.races")).to_have_count(2)


def test_a_race_is_run_and_the_season_goes_on(visit: Visit, house: House) -> None:
    visitor = visit()
    visitor.sit_down(make_season(house, "Ann", "bot", "bot", races=2))
    page = visitor.page
    have_it_run(visitor)
    turn_to(page, "Forum")
    expect(page.locator(".calendar li.run")).to_have_count(1)
    result = page.locator("section[aria-label='Result of race 1']")
    expect(result.locator("li").first).to_be_visible()
    expect(page.locator("[aria-label^='Chart: Money']")).to_be_visible()
    page.get_by_role("button", name="By victories").click()
    expect(page.locator("[aria-label^='Chart: Victories']")).to_be_visible()

    turn_to(page, "Accounts")
    rows = page.locator(".book tbody tr:not(.race)")
    left = 0
    for row in [*rows.all()]:
        change = row.locator("td.sum").first.inner_text()
        assert re.search(r"\bCM \d", row.locator("td.rule button").inner_text())
        left += int(re.sub(r"[^\d]", "", change)) * (-1 if change.startswith(MINUS) else 1)
    expect(page.locator("h2 strong")).to_have_text(f"{left:,}s")  # the lines add up to what there is

    turn_to(page, "Forum")
    result.get_by_role("link", name="Watch it again").click()
    expect(page.get_by_role("heading", name="Replay")).to_be_attached()
    page.get_by_role("link", name="To the forum").click()
    turn_to(page, "Forum")
    expect(page.locator(".calendar li.run")).to_have_count(1)


def test_what_a_race_has_brought_is_read_before_the_next_question(visit: Visit, house: House) -> None:
    """Wide: the forum is opened with its result. On a phone the result stands over the question."""
    visitor = visit()
    visitor.sit_down(make_season(house, "Ann", "bot", "bot", races=2, race_options={"track": SHORT_CIRCUS}))
    page = visitor.page
    banner = go_to_the_race(visitor)
    expect(page.get_by_role("tab", name="Stable")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("group", name="Waiting for")).to_contain_text("Race 1")
    banner.get_by_role("radio", name="Have it run").click()
    expect(banner).to_have_count(0, timeout=RACE_WAIT)
    visitor.wait_for_question()
    result = page.get_by_role("region", name="Result of race 1")
    expect(page.get_by_role("tab", name="Forum")).to_have_attribute("aria-selected", "true")
    expect(result).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".decision").get_by_role("region", name="Result of race 1")).to_be_visible()
    turn_to(page, "Accounts")
    expect(page.locator(".book tr.race th").last).to_have_text("The beginning")


def test_a_loan_begins_with_a_sum_that_people_lend(visit: Visit, house: House) -> None:
    visitor = visit(width=390, height=844)
    visitor.sit_down(make_season(house, "Ann", "bot", "bot", races=3))
    page = visitor.page
    answer_until(visitor, "Before race 1")
    page.get_by_role("radio", name="lend money").check(force=True)
    sums = page.get_by_role("group", name="A loan").get_by_role("spinbutton")
    expect(sums.nth(0)).to_have_value("1000")
    expect(sums.nth(1)).to_have_value("1300")
    due = page.get_by_label("Due")
    assert due.locator("option").all_inner_texts() == ["before race 2", "before race 3", "at the end of the season"]
    due.select_option("before race 3")
    page.evaluate("document.getElementById('below').scrollTo(0, 400)")
    answer(visitor)
    answer_until(visitor, "Race 1")
    expect(page.locator("#below")).to_have_js_property("scrollTop", 0)


def test_an_owner_drives_and_finds_the_way_there_and_back(visit: Visit, house: House) -> None:
    visitor = visit()
    made = make_season(house, "Ann", "bot", "bot", races=1)
    visitor.sit_down(made)
    page = visitor.page
    banner = go_to_the_race(visitor)
    expect(banner.get_by_role("radio", name="I drive")).to_be_checked()
    expect(banner).to_contain_text("They wait for you in the circus.")
    expect(banner.locator(".way")).to_have_text("before the start")
    expect(page).to_have_title("Race 1 waits - Ludus")
    banner.get_by_role("link", name="To the circus").click()
    assert "secret" in asked(visitor)  # her own seat, without another token
    expect(page).to_have_title("Your move, Race 1 - Ludus")
    expect(page.locator("header.top")).to_contain_text(re.compile(r"The forum\s*Race 1\s*3 seats"))
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("header.top")).to_contain_text(re.compile(r"Forum\s*3 seats"))
    assert page.locator("header.top").bounding_box()["height"] <= 50, "one line"  # type: ignore[index]
    page.set_viewport_size({"width": 1280, "height": 860})
    contest = page.url
    page.get_by_role("link", name="The forum").click()
    banner.get_by_role("radio", name="Have it run").click()
    expect(banner.get_by_role("radio", name="Have it run")).to_be_checked()
    page.goto(contest)
    visitor.result.wait_for(timeout=RACE_WAIT)
    expect(visitor.result.get_by_role("timer")).to_be_visible()
    visitor.result.get_by_role("button", name="Stay here").click()
    expect(visitor.result.get_by_role("timer")).to_have_count(0)
    visitor.result.get_by_role("link", name="Back to the forum").click()
    expect(page.get_by_role("heading", name="The season is over")).to_be_visible()


def test_two_owners_bid_for_one_lot(visit: Visit, house: House) -> None:
    made = make_season(house, "Ann", "Bob", "Cia", seconds=600)
    ann, bob, cia = (visit(), visit(), visit(width=390, height=844))
    for seat, visitor in enumerate((ann, bob, cia)):
        visitor.sit_down(made, seat)
    for visitor in (ann, bob, cia):
        assert asked(visitor).startswith("Build your five chariots")
        visitor.default.click()
    for visitor in (ann, bob, cia):
        assert asked(visitor).startswith("Before race 1")
    sale = ann.page.get_by_role("group", name="Put up a chariot")
    sale.get_by_role("radio").nth(1).check()
    ann.page.get_by_label("For at least", exact=True).fill("100")
    for visitor in (ann, bob, cia):
        visitor.default.click()

    lot = bob.page.locator(".hammer section[aria-label=Auction]")
    expect(lot).to_contain_text("from the stable of Ann")
    expect(lot.locator("article.chariot")).to_be_visible()
    hammer = lot.locator(".hammer")
    expect(hammer).to_contain_text("a bid gives 10:00 again")
    expect(hammer.get_by_role("timer")).to_have_text(re.compile("The hammer falls in 9:5"))
    bob.page.get_by_role("button", name="Bid 500s").click()
    expect(cia.page.locator("section[aria-label=Auction] .bid")).to_contain_text("Bob")
    cia.page.get_by_role("button", name="Bid 600s").click()
    expect(lot.locator(".bid")).to_contain_text("Cia")
    expect(lot.locator(".bid strong")).to_have_text("600s")
    bob.page.get_by_role("button", name="Pass").click()
    expect(cia.page.locator("section[aria-label=Auction]")).to_have_count(0)
    turn_to(cia.page, "Stable")
    expect(cia.page.locator("article.chariot")).to_have_count(6)
    turn_to(cia.page, "Accounts")
    expect(cia.page.locator(".book")).to_contain_text(f"{MINUS}600s")


def test_the_tabs_of_a_phone_say_when_a_word_is_awaited(visit: Visit, house: House) -> None:
    visitor = visit(width=390, height=844)
    visitor.sit_down(make_season(house, "Ann", "bot"))
    page = visitor.page
    asked(visitor)
    tabs = page.get_by_role("tablist", name="Pages").get_by_role("tab")
    assert [tab.inner_text() for tab in tabs.all()] == ["Forum", "Stable", "Market", "Accounts", "Log", "Talk"]
    expect(visitor.default).to_be_in_viewport()  # however long the form
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    expect(tabs.first).to_contain_text("your word is awaited")
    tabs.nth(4).click()
    expect(visitor.log).to_contain_text("A season of 10 races begins")


@GUISES
def test_no_page_of_the_forum_has_a_violation(visit: Visit, house: House, scheme: str, size: dict[str, int]) -> None:
    visitor = visit(color_scheme=scheme, **size)
    visitor.sit_down(make_season(house, "Ann", "bot", "bot", races=2))
    page = visitor.page
    asked(visitor)
    check(page)
    banner = go_to_the_race(visitor)
    turn_to(page, "Forum")
    expect(banner.get_by_role("radio", name="I drive")).to_be_checked()
    check(page)
    have_it_run(visitor)
    for title in ("Forum", "Stable", "Market", "Accounts"):
        turn_to(page, title)
        check(page)
    page.goto("/learn/campaign")
    expect(page.get_by_role("heading", name="A season in five minutes")).to_be_visible()
    check(page)


@pytest.mark.parametrize("ruleset", ["careers", "owners"])
def test_schools_have_their_forum_too(visit: Visit, house: House, ruleset: str) -> None:
    visitor = visit()
    visitor.sit_down(make_season(house, "Ann", "bot", "bot", ruleset=ruleset))
    page = visitor.page
    go_to_the_race(visitor)
    turn_to(page, "School")
    expect(page.locator("article.man").first).to_be_visible()
    check(page)
    turn_to(page, "Forum")
    check(page)
