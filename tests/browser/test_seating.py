"""Many seats: who sits where, several seats at one screen, and every option of a match."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, open_switches
from tests.browser.test_company import lines, make_match, open_talk, say, waiting
from tests.browser.test_fitness import PHONE, check

pytestmark = pytest.mark.browser

TRACK = resources.files("ludus.games.circus") / "data" / "track.toml"


def test_sixteen_seats_are_set_up_and_race(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/new?game=circus")
    page.get_by_label("How many").select_option("16")
    page.get_by_role("button", name="You and bots").click()
    page.get_by_label("Name of seat 1", exact=True).fill("Livia")
    page.get_by_label("All bots").select_option("novus")
    expect(page.get_by_label("Bot of seat 16")).to_have_value("novus")
    page.get_by_label("Time for each decision").select_option("3600")
    check(page)
    page.get_by_role("button", name="Start the match").click()
    visitor.wait_for_question()
    expect(page.get_by_role("button", name="16 seats")).to_be_visible()
    expect(page.get_by_role("list", name="Standings").get_by_role("listitem")).to_have_count(16)
    expect(waiting(page).get_by_role("timer")).to_have_text(re.compile(r"59:\d\d|1 h"))
    visitor.default.click()
    visitor.settled()
    visitor.wait_for_question()
    expect(page.locator("[data-chariot]")).to_have_count(16)
    check(page)


def test_when_many_must_act_the_table_lists_them_all(visit: Visit, house: House) -> None:
    visitor = visit(**PHONE)
    page = visitor.page
    made = make_match(house, *[f"Driver {number}" for number in range(1, 17)], game="circus", seconds=3600)
    visitor.sit_down(made, 4)
    visitor.wait_for_question()
    expect(waiting(page)).to_contain_text("you")
    check(page)
    waiting(page).get_by_role("button", name="15 more").click()
    expect(page.get_by_role("dialog").get_by_text(re.compile(r"must act (59:\d\d|1 h)"))).to_have_count(16)
    check(page)


def test_a_hot_seat_of_two_factions(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/new?game=circus")
    page.get_by_role("button", name="Two at this screen").click()
    page.get_by_label("Name of seat 1", exact=True).fill("Livia")
    page.get_by_label("Name of seat 2", exact=True).fill("Marcus")
    page.get_by_label("All bots").select_option("novus")
    page.get_by_role("button", name="Start the match").click()
    asked = []
    for _ in range(4):  # points and speeds of both
        visitor.wait_for_question()
        asked.append(page.locator(".ask .who strong").inner_text())
        visitor.default.click()
        visitor.settled()
    assert asked == ["Livia", "Marcus"] * 2
    page.get_by_role("button", name="8 seats").click()
    expect(page.get_by_role("dialog").get_by_text("yours")).to_have_count(2)
    page.keyboard.press("Escape")
    # Either may speak.
    open_talk(visitor)
    page.get_by_label("Who speaks").select_option("Marcus")
    say(visitor, "I am on your left.")
    expect(lines(visitor)).to_contain_text(["Marcus I am on your left."])


def test_at_one_screen_the_device_is_passed_on_before_a_secret(visit: Visit, house: House) -> None:
    visitor = visit(cover=True)
    page = visitor.page
    visitor.sit_down(make_match(house, "Livia", "Marcus", *["bot:novus"] * 6, game="circus"))

    def lift(name: str) -> None:
        cover = page.get_by_role("dialog", name=f"Pass the device to {name}")
        expect(cover.get_by_role("button", name=f"I am {name}")).to_be_focused()
        expect(visitor.default).to_have_count(0)
        page.keyboard.press("Escape")
        expect(cover).to_be_visible()
        check(page)
        page.keyboard.press("Enter")
        expect(cover).to_have_count(0)
        expect(page.locator(".ask .who strong")).to_have_text(name)
        expect(visitor.default).to_be_focused()
        page.keyboard.press("Enter")
        visitor.settled()

    for name in ("Livia", "Marcus", "Livia"):  # the points of both, then the speeds
        lift(name)
    expect(page.get_by_role("dialog", name="Pass the device to Marcus")).to_be_visible()
    page.get_by_role("button", name="Never cover the screen").click()
    visitor.wait_for_question()
    # It can be had again.
    page.get_by_role("button", name="8 seats").click()
    box = page.get_by_label("Cover the screen between two players")
    expect(box).not_to_be_checked()
    box.check()
    check(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Pass the device to Marcus")).to_have_count(0)  # he is there already
    visitor.default.click()
    visitor.settled()


def test_every_option_of_the_circus_has_a_control(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/new?game=circus")

    def option(title: str) -> Locator:
        return page.get_by_role("combobox", name=title, exact=True)

    # Reaction time sets the clock, whether by the ruleset or by the option.
    clock = page.get_by_label("Time for each decision")
    expect(clock).to_have_value("")
    page.get_by_label("Advanced with reaction time").check()
    expect(clock).to_have_value("own")
    expect(page.get_by_label("How many").last).to_have_value("5")
    open_switches(page)
    option("Reaction time").select_option("none")
    expect(clock).to_have_value("")
    option("Reaction time").select_option("30")
    expect(clock).to_have_value("30")

    page.get_by_role("checkbox", name="Solitaire", exact=True).check()
    tempers = page.get_by_role("group", name="Tempers of the rivals")
    tempers.get_by_role("combobox").first.select_option("one by one")
    expect(tempers.get_by_role("combobox")).to_have_count(1 + 7)
    tempers.get_by_label("Tempers of the rivals: 7").select_option("1")
    option("Chariots").select_option("9")
    expect(tempers.get_by_role("combobox")).to_have_count(1 + 8)
    track = TRACK.read_text(encoding="utf-8").replace("laps = 3", "laps = 2")
    page.get_by_label("Track", exact=True).set_input_files(
        {"name": "track.toml", "mimeType": "text/plain", "buffer": track.encode()}
    )
    check(page)
    page.get_by_role("button", name="You and bots").click()
    page.get_by_role("button", name="Start the match").click()
    visitor.wait_for_question()
    match_id = page.url.rsplit("/", 1)[1]
    info = house.ask(f"/api/matches/{match_id}")
    assert info["clock"]["seconds"] == 30
    assert info["options"]["characters"] == [4, 4, 4, 4, 4, 4, 1, 4]
    assert info["options"]["reaction_seconds"] == 30
    assert house.ask(f"/api/matches/{match_id}/stage")["track"]["laps"] == 2
