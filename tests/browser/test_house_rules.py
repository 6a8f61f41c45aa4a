"""House rules where a match is made: presets, switches, files, and what everybody is told of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, open_switches
from tests.browser.test_fitness import PHONE, check

pytestmark = pytest.mark.browser

SUNDAY = """\
game = "circus"
name = "Sunday"
ruleset = "advanced"

[options]
solitaire = true  # Solitaire
lash_dice = 2  # Team lash
"""
LINE = "Sunday (Advanced; with solitaire; team lash: 2 dice)"


def switch(page: Page, name: str) -> Locator:
    return page.locator(f"[data-option={name}]").locator("input, select").first


def load(page: Page, text: str) -> None:
    page.get_by_label("Load a file").set_input_files(
        {"name": "sunday.toml", "mimeType": "text/plain", "buffer": text.encode()}
    )


def test_two_switches_are_changed_saved_loaded_and_played_by(visit: Visit, house: House) -> None:
    visitor = visit(accept_downloads=True)
    page = visitor.page
    page.goto("/new?game=circus")
    open_switches(page)
    expect(page.get_by_text("You play: Advanced")).to_be_visible()
    switch(page, "solitaire").check()
    switch(page, "lash_dice").select_option("2")
    page.get_by_label("Name", exact=True).fill("Sunday")
    expect(page.get_by_text(f"You play: {LINE}")).to_be_visible()
    check(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "sunday.toml"
    assert Path(download.value.path()).read_text(encoding="utf-8") == SUNDAY

    page.get_by_role("button", name="Back to Advanced").click()
    expect(switch(page, "solitaire")).not_to_be_checked()
    page.get_by_role("button", name="Take them back").click()
    expect(switch(page, "solitaire")).to_be_checked()
    page.get_by_label("Basic", exact=False).first.check()
    expect(page.get_by_text("You play: Basic")).to_be_visible()
    load(page, SUNDAY)
    expect(page.get_by_text(f"You play: {LINE}")).to_be_visible()

    page.reload()  # this device remembers
    expect(page.get_by_text(f"You play: {LINE}")).to_be_visible()
    expect(page.get_by_text("2 changed")).to_be_visible()
    page.get_by_role("button", name="Open the gates").click()
    expect(page.get_by_role("heading", name="At the gates")).to_be_visible()
    page.get_by_text(f"Rules: {LINE}").click()
    expect(page.get_by_role("listitem").filter(has_text="team lash: 2 dice")).to_contain_text("CM 9.41a")
    check(page)
    info = house.ask(f"/api/matches/{page.url.rsplit('/', 1)[1]}")
    assert info["rules"]["line"] == LINE
    assert (info["options"]["solitaire"], info["options"]["lash_dice"]) == (True, 2)
    page.get_by_role("button", name="Start now").click()
    visitor.wait_for_question()
    page.get_by_role("button", name="Sunday, with solitaire").click()
    rules = page.get_by_role("dialog", name="Rules of this match")
    expect(rules).to_contain_text("with solitaire")
    rules.get_by_role("button", name="CM 9.41a").click()
    expect(page.get_by_role("dialog").last).to_contain_text("lash")


def test_on_a_phone_switches_are_found_and_set_by_the_keyboard(visit: Visit, house: House) -> None:
    visitor = visit(color_scheme="dark", **PHONE)
    page = visitor.page
    page.goto("/new?game=circus")
    page.get_by_text("House rules: every switch").press("Enter")
    page.get_by_label("Search").fill("9.41 lash")
    expect(page.locator("details [data-option]")).to_have_count(1)
    expect(page.get_by_text(" of ", exact=False).filter(has_text="1 of")).to_be_visible()
    switch(page, "lash_dice").focus()
    page.keyboard.press("ArrowDown")
    expect(switch(page, "lash_dice")).to_have_value("2")
    check(page)
    page.get_by_label("Search").fill("no such switch")
    expect(page.get_by_text("No switch has these words.")).to_be_visible()
    page.get_by_label("Search").fill("")
    page.get_by_label("Only what is changed").focus()
    page.keyboard.press("Space")
    expect(page.locator("details [data-option]")).to_have_count(1)
    page.get_by_role("button", name="Team lash: Changed, back to 1 die").press("Enter")
    expect(switch(page, "lash_dice")).to_have_value("1")
    expect(page.locator("details [data-option]")).to_have_count(1)  # it does not vanish under the hand
    check(page)
    page.get_by_role("button", name="Open the gates").click()
    expect(page.get_by_text("Rules: Advanced")).to_be_visible()
    page.get_by_role("button", name="Start now").click()
    visitor.wait_for_question()
    page.get_by_role("button", name="8 seats").click()
    page.get_by_role("dialog").get_by_text("Rules: Advanced").click()
    expect(page.get_by_role("dialog")).to_contain_text("Advanced, without any change.")
    check(page)


def test_files_that_are_wrong_or_for_another_game(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/new?game=circus")
    open_switches(page)
    switch(page, "solitaire").check()
    load(page, 'game = "circus"\n[options]\nlashdice = 2\n')
    expect(page.get_by_role("alert")).to_contain_text("circus has no option 'lashdice'; did you mean lash_dice")
    expect(switch(page, "solitaire")).to_be_checked()  # a refusal changes nothing
    load(page, 'game = "gladiator"\nruleset = "basic"\n[options]\ndistance = 5\n')
    expect(page.get_by_role("heading", name="New match: Gladiator")).to_be_visible()
    expect(page.get_by_text("You play: Basic; starting distance: 5")).to_be_visible()


def test_switches_that_exclude_each_other_say_so(visit: Visit) -> None:
    def exclude(route: Route) -> None:
        games: list[dict[str, Any]] = route.fetch().json()
        for option in next(game for game in games if game["id"] == "circus")["options"]:
            others = {"lash_dice": ["solitaire"], "solitaire": ["lash_dice"]}
            option["excludes"] = others.get(option["name"], option["excludes"])
        route.fulfill(json=games)

    visitor = visit()
    page = visitor.page
    page.route("**/api/games", exclude)
    page.goto("/new?game=circus")
    open_switches(page)
    switch(page, "lash_dice").select_option("2")
    expect(switch(page, "solitaire")).to_be_disabled()
    expect(page.locator("[data-option=solitaire]")).to_contain_text(
        "Not together with Team lash: first set that back to 1 die."
    )
    check(page)
    page.get_by_role("button", name="Team lash: Changed, back to 1 die").click()
    expect(switch(page, "solitaire")).to_be_enabled()
