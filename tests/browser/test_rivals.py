"""The men of the circus in the browser: picked by a click, drawn with a face."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_fitness import PHONE, check

pytestmark = pytest.mark.browser


def test_a_newcomer_meets_a_gentle_field_with_one_click(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    strengths = page.get_by_role("radiogroup", name="How strong they are").first
    expect(strengths.get_by_role("radio")).to_have_count(3)
    expect(strengths.get_by_role("radio", name="Gentle")).to_be_checked()
    check(page)
    page.get_by_role("button", name="To the start").click()
    visitor.wait_for_question()
    page.get_by_role("button", name="8 seats").click()
    expect(page.get_by_role("dialog").get_by_text("bot (sparring-")).to_have_count(7)


def test_a_field_is_picked_and_its_men_are_introduced(visit: Visit) -> None:
    visitor = visit(**PHONE)
    page = visitor.page
    page.goto("/new?game=circus")
    page.get_by_role("button", name="A bloodbath").click()
    expect(page.get_by_label("Bot of seat 8")).to_have_value("rivals-bloodbath")
    page.get_by_label("Bot of seat 8").select_option("rival-drusus")
    page.get_by_text("The men of the circus").click()
    expect(page.get_by_role("img", name=re.compile("^Drusus, Roman"))).to_be_visible()
    check(page)
