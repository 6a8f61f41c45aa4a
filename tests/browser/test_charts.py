"""Charts at the table and in the rules pages, and the solution of an exercise that was missed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.test_fitness import PHONE, check
from tests.browser.test_learning import answer, begin, verdict

pytestmark = pytest.mark.browser


def test_the_roll_just_made_is_marked_on_its_chart_until_the_next_or_pinned(visit: Visit) -> None:
    visitor = visit(width=1280, height=720)
    page = visitor.page
    page.goto("/learn/circus/exercises/lash-duel")
    page.get_by_role("button", name="First step").click()
    page.get_by_role("button", name="Next step").click()
    page.keyboard.press(".")
    charts = page.get_by_role("region", name="Charts")
    hit = charts.locator("td.hit").first
    expect(hit).to_be_visible()
    # The sum that led there, and the column that it fell in.
    expect(hit).to_contain_text("W")
    expect(charts.locator(".sum")).to_contain_text("4 + 4 = 8, lash factor +4")
    expect(charts.locator("tr.line")).to_have_count(1)
    expect(charts.locator("thead th.line")).to_contain_text("+4")
    check(page)
    # Any chart by hand; without a mark where the roll was on another.
    charts.get_by_role("combobox").select_option("movement")
    expect(charts.locator("td.hit")).to_have_count(0)
    expect(charts).to_contain_text("a lane change inwards")
    # A line of the log brings its own roll back, and pins it.
    page.locator("li.lash-driver summary").first.click()
    page.locator("li.lash-driver .spot button").first.click()
    expect(charts.get_by_role("button", name="Pin")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press(".")
    expect(charts).to_have_count(0)


def test_charts_on_a_phone_and_as_pages(visit: Visit, house: House) -> None:
    visitor = visit(color_scheme="dark", **PHONE)
    page = visitor.page
    page.goto("/learn/gladiator/exercises/first-blood")
    page.get_by_role("button", name="First step").click()
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Charts", exact=True).click()
    sheet = page.get_by_role("region", name="Charts")
    expect(sheet.locator("td.hit").first).to_be_visible()
    check(page)
    page.goto("/rules/charts/circus")
    expect(page.get_by_role("region", name="Corner strain", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Teams", exact=True)).to_have_count(0)
    page.get_by_role("main").get_by_role("combobox").select_option("epic")
    expect(page.get_by_role("region", name="Teams", exact=True)).to_be_visible()
    expect(page).to_have_url(f"{house.url}/rules/charts/circus?ruleset=epic")
    check(page)
    # A clause shows the chart that it is read with.
    page.goto("/rules/GL%208.5-CRT")
    expect(page.get_by_role("region", name="Combat results")).to_be_visible()
    check(page)


def test_charts_of_a_season(visit: Visit, house: House) -> None:
    visitor = visit(width=1280, height=720)
    page = visitor.page
    seats = [{"kind": "human", "name": "Livia"}, {"kind": "bot", "bot": "libertus"}]
    visitor.sit_down(house.ask("/api/matches", {"game": "campaign", "seats": seats, "options": {"races": 1}}))
    visitor.wait_for_question()
    visitor.default.click()
    page.keyboard.press(".")
    charts = page.get_by_role("region", name="Charts")
    expect(charts.get_by_role("region", name="Team speed")).to_be_visible()
    expect(charts.locator("td.hit")).to_have_count(3)  # hits of the driver, speed and endurance of the team
    check(page)
    page.keyboard.press(".")
    expect(charts).to_have_count(0)


def test_a_missed_exercise_is_played_out_with_its_reasons(visit: Visit) -> None:
    visitor = visit(width=1280, height=720)
    page = visitor.page
    begin(visitor, "A blocked pack")
    answer(visitor, "no", "brake 1")
    verdict(page).get_by_role("link", name="Show me how").click()
    lesson = page.get_by_role("region", name="Solution")
    expect(lesson).to_contain_text("5 steps lead to the goal")
    check(page)
    lesson.get_by_role("button", name="First step").click()
    expect(lesson).to_contain_text("Do not whip")
    for _ in range(4):
        lesson.get_by_role("button", name="Next step").click()
        page.wait_for_timeout(50)
    expect(lesson).to_contain_text("5 of 5")
    expect(page.get_by_text("Goal reached: Red is still in the race.")).to_be_visible()
    lesson.get_by_role("button", name="Back").click()
    expect(lesson).to_contain_text("4 of 5")
    lesson.get_by_role("button", name="Try it yourself").click()
    visitor.wait_for_question()
    expect(page.get_by_text("Spend all nine factors")).to_be_visible()
