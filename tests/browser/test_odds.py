"""The odds in a real browser: dials are moved, the address says it all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ludus.core.chance import exactly
from ludus.odds import ask
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.test_fitness import PHONE, check

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_dials_are_moved_and_the_address_is_shared(visit: Visit, house: House) -> None:
    page = visit().page
    page.goto(house.url)
    page.locator('a[href="/odds/gladiator"]').click()
    page.get_by_role("link", name="A stumble").click()
    expect(page.get_by_role("link", name="A stumble")).to_have_attribute("aria-current", "page")
    falls = page.get_by_role("row", name=re.compile("^falls")).get_by_role("cell")

    slider = page.get_by_role("slider", name="His agility.")
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    page.get_by_role("button", name="One more: His agility.").click()
    chance = ask("gladiator", "fall", {"agility": 3}).tables[0].rows[0].chance
    expect(falls.last).to_have_text(exactly(chance))
    expect(page).to_have_url(re.compile(r"/odds/gladiator/fall\?agility=3$"))
    shared = page.get_by_label("Link to these odds").input_value()
    check(page)

    other = visit(**PHONE, color_scheme="dark").page
    other.goto(f"{house.url}{shared[shared.index('/odds') :]}")
    expect(other.get_by_role("slider", name="His agility.")).to_have_value("3")
    expect(other.get_by_role("row", name=re.compile("^falls")).get_by_role("cell").last).to_have_text(exactly(chance))
    other.get_by_label("Question").select_option("circus/whip")  # words to choose from, and another book
    other.get_by_text("wounded", exact=True).click()
    other.get_by_label("By the rules of").select_option("epic")
    expect(other).to_have_url(re.compile(r"/odds/circus/whip\?ruleset=epic&arm=wounded$"))
    expect(other.get_by_role("table", name="Movement factors")).to_be_visible()
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(other)

    other.goto(f"{house.url}/odds/gladiator/fall?agility=99")  # what the server refuses, in its words
    expect(other.get_by_role("alert")).to_contain_text("agility is a whole number from -4 to 6")
