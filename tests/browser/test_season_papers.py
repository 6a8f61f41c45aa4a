"""What a season leaves on paper: curves of purses that can be told apart, and an account book that fits a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.test_fitness import PHONE, check
from tests.browser.test_forum import have_it_run, turn_to
from tests.conformance.kit import SHORT_CIRCUS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HALF = 5000  # of what everybody begins with
WHERE_CELLS_BEGIN = """rows => rows.map(row => [...row.cells].map(cell => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    return [[...words.getClientRects()].find(line => line.height).top, cell.offsetWidth];
}))"""


def sums_beside(marks: Locator) -> list[float]:
    """What stands beside a chart's lines: `9.8k` or `9,800`."""
    said = [(mark.text_content() or "").strip().replace(",", "") for mark in marks.all()]
    return [
        float(each.rstrip("k")) * (1000 if each.endswith("k") else 1) for each in said if re.match(r"[\d.]+k?$", each)
    ]


def test_curves_begin_near_the_lowest_purse_and_the_book_fits_a_phone(visit: Visit, house: House) -> None:
    seats = [{"kind": "human", "name": "Ann"}, *[{"kind": "bot", "bot": "libertus"}] * 2]
    options = {"races": 1, "race_options": {"track": SHORT_CIRCUS}}
    made = house.ask("/api/matches", {"game": "campaign", "ruleset": "season", "seats": seats, "options": options})
    visitor = visit(**PHONE)
    visitor.sit_down(made)
    page = visitor.page
    have_it_run(visitor)
    turn_to(page, "Forum")
    chart = page.locator("[aria-label^='Chart: Money']")
    expect(chart).to_be_visible()
    assert min(sums_beside(chart.locator("text"))) > HALF

    turn_to(page, "Accounts")
    rows = page.locator(".book tbody tr:not(.race)")
    expect(rows.first).to_be_visible()
    for cells in rows.evaluate_all(WHERE_CELLS_BEGIN):
        tops = [top for top, _ in cells]
        assert max(tops) - min(tops) < 4, "a line begins at one height"
        (_, for_what), (_, rule), *_ = cells
        assert for_what >= rule, "the rule leaves room for what was paid"
    check(page)

    page.goto(f"/m/{made['match']['id']}/acta")
    marks = page.locator("figure svg text.sum")
    expect(marks).to_have_count(3)
    assert min(sums_beside(marks)) > HALF
