"""The Acta in a real browser: read, printed, shared, by anybody with the link."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.test_fitness import PHONE, check

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OVER_WITHIN = 120  # seconds; the machine may be busy


def play_out(house: House, visit: Visit, **asked: Any) -> str:
    """Bots alone, for as long as somebody looks on."""
    made = house.ask("/api/matches", asked)
    match_id: str = made["match"]["id"]
    watcher = visit()
    watcher.page.goto(f"{house.url}/m/{match_id}")
    end = time.monotonic() + OVER_WITHIN
    while house.ask(f"/api/matches/{match_id}")["status"] != "over":
        assert time.monotonic() < end, "the match does not end"
        time.sleep(0.3)
    return match_id


def test_a_fight_is_read_in_the_acta(visit: Visit, house: House) -> None:
    seats = [{"kind": "bot", "bot": "tiro"}, {"kind": "bot", "bot": "tiro"}]
    match_id = play_out(house, visit, game="gladiator", ruleset="advanced", seats=seats)
    for window in ({}, {**PHONE, "color_scheme": "dark"}):
        reader = visit(**window)
        page = reader.page
        page.goto(f"{house.url}/m/{match_id}")
        page.get_by_role("link", name="Read the Acta").click()
        expect(page).to_have_url(re.compile(f"/m/{match_id}/acta$"))
        expect(page.get_by_role("heading", level=1)).not_to_be_empty()
        expect(page.get_by_role("heading", level=2, name="Who fought")).to_be_visible()
        expect(page.get_by_role("table")).to_be_visible()
        figure = page.get_by_role("figure")
        caption = figure.locator("figcaption").inner_text()
        expect(figure.get_by_role("img", name=caption)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert figure.get_by_role("button").count() == 0, "a picture has nothing to press"
        expect(page.get_by_label("Link to this page")).to_have_value(re.compile(f"/m/{match_id}/acta$"))
        check(page)
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("link", name="Read the Acta")).to_be_visible()


def test_what_is_not_over_is_not_in_it(visit: Visit, house: House) -> None:
    made = house.make_match("human", "auriga")
    reader = visit()
    reader.page.goto(f"{house.url}/m/{made['match']['id']}/acta")
    expect(reader.page.get_by_role("alert")).to_contain_text("nothing of chariot-race")
