"""Learning: exercises with a goal, hints at their moment, no danger under the finger, and the rules."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from ludus.games.circus.track import house_track
from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_circus import build, make_race
from tests.browser.test_fitness import PHONE, check

pytestmark = pytest.mark.browser


def verdict(page: Page) -> Locator:
    return page.get_by_role("region", name="Verdict")


def begin(visitor: Visitor, name: str) -> None:
    visitor.page.goto("/learn/circus/exercises")
    visitor.page.get_by_role("button", name=f"Try it {name}").click()
    visitor.wait_for_question()


def answer(visitor: Visitor, *choices: str) -> None:
    for choice in choices:
        visitor.wait_for_question()
        visitor.page.locator(f".answers [data-choice='{choice}']").first.click()
        visitor.settled()


# -- exercises ------------------------------------------------------------------------------------------


def test_an_exercise_is_missed_tried_again_and_reached(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.get_by_role("link", name="Exercises 0 of 17").click()
    expect(page.get_by_role("heading", name="Exercises")).to_be_visible()
    expect(page.get_by_role("listitem")).to_have_count(17)
    check(page)
    page.get_by_role("button", name="Try it A blocked pack").click()

    visitor.wait_for_question()
    expect(page.get_by_text("Spend all nine factors, end in front of blue")).to_be_visible()
    check(page)
    answer(visitor, "no", "brake 1")
    expect(verdict(page)).to_contain_text("Goal missed")
    expect(verdict(page)).to_contain_text("Red brakes 1; 2 endurance left.")
    expect(page.locator("[aria-live=polite].sr")).to_contain_text("Goal missed")
    check(page)
    # What decided it can still be taken back here, and the goal is open again.
    page.keyboard.press("u")
    expect(verdict(page)).to_have_count(0)
    answer(visitor, "brake 1")

    first = page.url
    verdict(page).get_by_role("button", name="Try again").click()
    expect(page).not_to_have_url(first)
    expect(verdict(page)).to_have_count(0)
    answer(visitor, "no", "forward 1", "out", "out", "forward 6")
    expect(verdict(page)).to_contain_text("Goal reached")
    expect(verdict(page)).to_contain_text("Red is ahead of blue.")
    check(page)
    verdict(page).get_by_role("button", name="Next exercise").click()
    expect(page.get_by_text("Be past the wrecks at the end of the move")).to_be_visible()

    # What was reached is remembered, and exercises are no games to go back to.
    page.goto("/", wait_until="networkidle")
    expect(page.get_by_role("link", name="Exercises 1 of 17")).to_be_visible()
    expect(page.get_by_role("heading", name="Your games")).to_have_count(0)
    page.goto("/learn/circus")
    expect(page.get_by_text("1 of 17 reached")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="A blocked pack")).to_contain_text("reached")


def test_an_exercise_of_the_epic_race(visit: Visit) -> None:
    visitor = visit()
    begin(visitor, "A stationary chariot ahead")
    expect(visitor.page.get_by_text("Get past blue without driving over anything")).to_be_visible()
    answer(visitor, "no", "in", "slip in", "forward 6")
    expect(verdict(visitor.page)).to_contain_text("Goal reached")
    # It is the last one: there is nothing after it.
    expect(verdict(visitor.page).get_by_role("button", name="Next exercise")).to_have_count(0)
    check(visitor.page)


def test_an_exercise_on_a_phone_in_the_dark(visit: Visit) -> None:
    visitor = visit(**PHONE, color_scheme="dark")
    page = visitor.page
    begin(visitor, "Photo finish")
    expect(page.get_by_text("Win the race by one factor.")).to_be_in_viewport()
    page.get_by_text("How it stands").click()
    expect(page.get_by_text("Blue is over the line with five factors left")).to_be_in_viewport()
    page.get_by_text("How it stands").click()
    check(page)
    answer(visitor, "in", "forward 5")
    expect(verdict(page)).to_contain_text("Goal missed")
    expect(verdict(page).get_by_role("button", name="Try again")).to_be_in_viewport()
    check(page)
    verdict(page).get_by_role("link", name="All exercises").click()
    expect(page.get_by_role("button", name="Try it First row")).to_be_visible()
    check(page)


def test_the_light_race_has_exercises_too(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    for way, said in (("straight", "Red is wrecked."), ("in 2", "Red is still racing.")):
        page.goto("/learn/chariot-race/exercises")
        page.get_by_role("button", name="Round the heap").click()
        visitor.wait_for_question()
        visitor.default.click()  # keep the dice
        visitor.settled()
        answer(visitor, way)
        expect(verdict(page)).to_contain_text(said)
        check(page)
    # Here the player's is the second seat.
    page.goto("/learn/chariot-race/exercises")
    expect(page.get_by_text("1 of 3 reached")).to_be_visible()
    page.get_by_role("button", name="Two javelins").click()
    visitor.wait_for_question()
    expect(page.locator(".decision .who")).to_contain_text("You")


# -- hints ----------------------------------------------------------------------------------------------


def hint(page: Page) -> Locator:
    return page.locator(".advice")


def test_hints_come_once_at_their_moment(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(make_race(house, "human", "human"))
    visitor.wait_for_question()
    expect(hint(page)).to_contain_text("Your points are few")
    expect(page.get_by_role("status").filter(has_text="Hint: Your points are few")).to_have_count(1)
    hint(page).get_by_role("button", name="CM 3.6").click()
    expect(page.get_by_role("dialog")).to_contain_text("Four preparation points")
    page.keyboard.press("Escape")
    visitor.default.click()
    visitor.settled()
    # The second chariot is built without it.
    visitor.wait_for_question()
    assert "preparation points" in visitor.question()
    expect(hint(page)).to_have_count(0)
    build(visitor)
    expect(hint(page)).to_contain_text("All write in secret")
    page.reload()
    expect(hint(page)).to_contain_text("All write in secret")
    hint(page).get_by_role("button", name="Got it").click()
    expect(hint(page)).to_have_count(0)
    page.reload()
    visitor.wait_for_question()
    expect(hint(page)).to_have_count(0)


def test_hints_are_switched_off_for_good_and_on_again(visit: Visit, house: House) -> None:
    visitor = visit(**PHONE)
    page = visitor.page
    made = make_race(house, "human", "human")
    visitor.sit_down(made)
    visitor.wait_for_question()
    # A narrow screen shows the first sentence, and the answers stay in sight.
    expect(hint(page)).not_to_contain_text("One of each is forgiving")
    expect(visitor.default).to_be_in_viewport()
    hint(page).get_by_role("button", name="more", exact=True).click()
    expect(hint(page)).to_contain_text("One of each is forgiving")
    page.get_by_role("button", name="no more hints").click()
    expect(hint(page)).to_have_count(0)
    page.reload()
    build(visitor)
    expect(hint(page)).to_have_count(0)
    page.get_by_role("button", name="Hints: off").click()
    expect(hint(page)).to_contain_text("All write in secret")
    page.keyboard.press("h")
    expect(hint(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Hints: off")).to_be_visible()


def test_moments_of_a_race_have_their_hints(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page

    begin(visitor, "A dead horse in the traces")
    expect(hint(page)).to_contain_text("All write in secret")
    begin(visitor, "A wreck across three lanes")
    expect(hint(page)).to_contain_text("A die of extra speed")
    answer(visitor, "no")
    expect(hint(page)).to_contain_text("Press a glowing square")
    answer(visitor, "forward 1")
    expect(hint(page)).to_contain_text("Braking throws factors away")
    answer(visitor, "forward 1")
    expect(hint(page)).to_contain_text("A wreck ahead")
    begin(visitor, "A lash duel")
    answer(visitor, "no")
    expect(hint(page)).to_contain_text("Somebody is beside your car")
    begin(visitor, "The last stretch")
    expect(hint(page)).to_contain_text("Little endurance left")
    answer(visitor, "no", "forward 10")
    expect(visitor.result).to_be_visible()
    expect(hint(page)).to_contain_text("The race is over")
    check(page)


def test_enter_never_drives_into_a_ruinous_corner(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    ruin = page.locator(".answers [data-choice^=forward].dire")
    for _ in range(8):  # the whip must bring more than one factor; then the corner cannot be paid for
        begin(visitor, "Whip, or save your endurance")
        answer(visitor, "whip")
        visitor.wait_for_question()
        if ruin.count():
            break
    expect(ruin.first).to_be_visible()
    expect(visitor.default).to_be_focused()
    assert not re.search(r"\b(dire|bad)\b", visitor.default.get_attribute("class") or "")
    # It can be done all the same, by whoever means it.
    asked = visitor.question()
    ruin.last.click()
    dialog = page.get_by_role("dialog", name="Do you mean it?")
    expect(dialog).to_contain_text("flip")
    dialog.get_by_role("button", name="No").click()
    expect(page.locator(".decision h2")).to_have_text(asked)
    ruin.last.click()
    dialog.get_by_role("button", name="Yes, do it").click()
    visitor.settled()
    expect(page.locator(".decision h2")).not_to_have_text(asked)


def test_a_plan_with_a_ruinous_step_asks_before_it(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    for _ in range(8):
        begin(visitor, "Whip, or save your endurance")
        answer(visitor, "whip")
        visitor.wait_for_question()
        if page.locator(".answers [data-choice='forward 4'].dire").count():
            break
    asked = visitor.question()
    square = page.locator(f"[data-further='{house_track().find('lane 4, dolphin corner 2')}']")
    dialog = page.get_by_role("dialog", name="Do you mean it?")
    square.click()
    expect(dialog).to_contain_text("Straight on, 4 squares")
    dialog.get_by_role("button", name="No").click()
    expect(page.locator(".decision h2")).to_have_text(asked)
    expect(page.locator(".log .flip")).to_have_count(0)
    square.click()
    dialog.get_by_role("button", name="Yes, do it").click()
    visitor.settled()
    expect(page.locator(".log .flip")).to_have_count(1)


# -- rules ----------------------------------------------------------------------------------------------


def test_all_books_are_searched_and_what_is_found_is_marked(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/rules")
    expect(page.get_by_role("button", name="Gladiator")).to_be_visible()
    check(page)
    page.keyboard.press("/")
    page.keyboard.type("net trident")
    found = page.locator(".found a")
    expect(found.first).to_contain_text("GL ")
    expect(page.locator(".found mark").first).to_have_text(re.compile("net|trident", re.I))
    check(page)
    page.get_by_label("Words").fill("sideslip")
    expect(page.locator(".found mark").first).to_have_text(re.compile("sideslip", re.I))
    expect(page).to_have_url(re.compile(r"/rules\?q=sideslip$"))
    page.get_by_label("Book").select_option("QA")
    expect(page.locator(".found small").first).to_contain_text("QA")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^[1-9] clauses?$"))
    expect(page).to_have_url(re.compile(r"q=sideslip&book=QA"))
    page.reload()
    expect(page.locator(".found small").first).to_contain_text("QA")
    # By keyboard: down to the first, open it, and back to the search.
    page.get_by_label("Words").focus()
    page.keyboard.press("ArrowDown")
    expect(found.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/rules/QA"))
    check(page)
    page.go_back()
    expect(page.get_by_label("Words")).to_have_value("sideslip")
    expect(found.first).to_be_visible()


def test_a_clause_has_an_address_and_a_split_one_shows_its_parts(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    for address in ("/rules/CM%207.34", "/#/rules/CM%207.34"):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_text("CM 7.34")
        expect(page.get_by_role("heading", level=2)).to_have_count(4)
    expect(page).to_have_url(re.compile(r"/rules/CM%207\.34$"))
    check(page)
    page.goto("/rules/CM%206.11")
    expect(page.get_by_role("heading", level=1)).to_have_text("Secret speed notation")
    page.goto("/rules/CM%2099")
    expect(page.get_by_role("alert")).to_contain_text("there is no clause")
