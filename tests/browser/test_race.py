"""Racing in the browser: from the first click to the replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor

pytestmark = pytest.mark.browser


def test_one_click_brings_a_newcomer_into_a_race(visit: Visit) -> None:
    visitor = visit(speed="fast")
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="Race now").click()
    expect(page).to_have_url(re.compile(r"/m/\w"))
    visitor.wait_for_question()
    # Told what to do, with the default under the finger.
    expect(page.locator(".advice")).to_be_visible()
    expect(visitor.default).to_be_focused()
    expect(page.locator("[data-chariot]")).to_have_count(4)
    page.get_by_role("button", name="no more hints").click()
    expect(page.locator(".advice")).to_have_count(0)


def test_a_whole_race_by_mouse_then_its_replay_and_a_rematch(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(made := house.make_match("human", "tiro", "tiro", "tiro"))
    visitor.race_to_the_end()
    expect(visitor.result.get_by_role("listitem")).to_have_count(4)
    expect(visitor.result.get_by_role("listitem").filter(has_text=re.compile(r"Driver 1\s*you"))).to_have_count(1)
    match = house.ask(f"/api/matches/{made['match']['id']}")
    assert match["status"] == "over"

    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".json")

    page.get_by_role("link", name="Watch the replay").click()
    check_replay(visitor)
    page.get_by_role("link", name="Back to the result").click()

    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(re.compile(made["match"]["id"]))
    visitor.wait_for_question()


def check_replay(visitor: Visitor) -> None:
    page = visitor.page
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    rules = page.locator("summary").filter(has_text="Rules: ")
    expect(rules).to_be_visible()
    rules.click()
    expect(page.locator("details[open]")).to_be_visible()
    rules.click()
    last = slider.get_attribute("max")
    assert last is not None
    assert int(last) > 20
    page.get_by_role("button", name="Step", exact=True).click()
    expect(slider).to_have_value("1")
    page.locator("body").click(position={"x": 5, "y": 300})
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("1")
    page.keyboard.press("End")
    expect(slider).to_have_value(last)
    expect(page.locator(".log .end")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator(".log .end")).to_have_count(0)
    page.keyboard.press("Space")
    expect(slider).to_have_value(re.compile(r"^([3-9]|\d\d+)$"))
    page.keyboard.press("Space")


def test_a_race_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    button = page.get_by_role("button", name="Race now")
    for _ in range(20):
        page.keyboard.press("Tab")
        if button.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    while visitor.is_asked():
        expect(visitor.default).to_be_focused()
        page.keyboard.press("Enter")
        visitor.settled()


def test_keys_choose_answers_and_dice_and_open_the_help(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(house.make_match("human", "tiro"))
    visitor.wait_for_question()
    first = page.locator(".die").first
    page.keyboard.press("1")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".odds li")).to_have_count(5)
    expect(visitor.default).to_contain_text("Roll die 1 again")
    page.keyboard.press("1")
    expect(visitor.default).to_contain_text("Keep these dice")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    visitor.settled()
    expect(page.locator(".log li", has_text="rolls die 1 again")).to_have_count(1)


def test_a_die_is_turned_for_fate(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(house.make_match("human", "tiro"))
    visitor.wait_for_question()
    page.get_by_role("button", name="Turn die 1").click()
    page.locator(".turns button").first.click()
    visitor.settled()
    expect(page.locator(".log li", has_text="turns die 1 to")).to_have_count(1)


def reach(visitor: Visitor, prompt: str) -> None:
    """Play on until this is asked."""
    for _ in range(60):
        assert visitor.is_asked(), f"the race was over before anybody asked: {prompt}"
        if prompt in visitor.question():
            return
        visitor.answer_carefully()
        visitor.settled()
    raise AssertionError(f"nobody asked: {prompt}")


def test_a_target_on_the_board_shows_its_cost_and_can_be_clicked(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(house.make_match("human", "human"))
    reach(visitor, "change lanes")
    target = page.locator("[data-space]").last
    name = target.get_attribute("aria-label")
    assert name is not None
    expect(page.locator(".answers").get_by_role("button", name=name.split(", or ")[0])).to_be_visible()
    target.hover()
    expect(page.locator(".action .way").last).to_be_visible()
    expect(page.locator(".action .cost")).to_contain_text(re.compile("damage|Wrecked"))
    lines = page.locator(".log li").count()
    target.click()
    # One space may be reached in two ways; then the list asks which.
    if page.get_by_text("Two ways to get there").count():
        page.locator(".answer").first.click()
    visitor.settled()
    expect(page.locator(".log li")).not_to_have_count(lines)


def test_a_step_is_taken_back(visit: Visit, house: House) -> None:
    visitor = visit()
    undo = visitor.page.get_by_role("button", name="Take back")
    visitor.sit_down(house.make_match("human", "human"))
    # Play on until an answer brings no die and leaves the same player to decide.
    for _ in range(60):
        assert visitor.is_asked()
        before = visitor.question(), visitor.log.inner_text()
        visitor.answer_carefully()
        visitor.settled()
        visitor.wait_for_question()
        if undo.count():
            break
    # Keeping dice tells nothing new, but then the question is another.
    assert (visitor.question(), visitor.log.inner_text()) != before
    undo.click()
    expect(visitor.page.locator(".decision h2")).to_have_text(before[0])
    expect(undo).to_have_count(0)
    # The log is as it was, and says who took back.
    assert re.fullmatch(re.escape(before[1]) + r"\nDriver \d took back the last step\.", visitor.log.inner_text())


def test_a_clause_opens_from_the_question_and_from_the_log(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(house.make_match("human", "tiro"))
    visitor.wait_for_question()
    page.locator(".ask .clause").click()
    expect(page.get_by_role("dialog")).to_contain_text("CR phase3-reroll")
    page.get_by_role("button", name="Close", exact=True).click()
    line = page.locator(".log li").last
    line.locator("summary").click()
    line.locator(".clause").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("CR ")


def test_resigning_asks_first(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(house.make_match("human", "tiro"))
    visitor.wait_for_question()
    page.get_by_role("button", name="Resign").click()
    dialog = page.get_by_role("dialog", name="Leave the match?")
    dialog.get_by_role("button", name="Stay").click()
    visitor.wait_for_question()
    page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(visitor.result).to_be_visible(timeout=40_000)
    expect(visitor.result).to_contain_text("(resigned)")
    page.get_by_role("button", name="Rematch").click()
    visitor.wait_for_question()


def test_the_story_is_told_one_event_at_a_time_and_can_be_skipped(visit: Visit, house: House) -> None:
    visitor = visit(speed="normal")
    page = visitor.page
    visitor.sit_down(house.make_match("human", "tiro", "tiro", "tiro"))
    visitor.wait_for_question()
    skip = page.get_by_role("button", name="Skip to my turn")
    others = page.locator(".field .mover").filter(has_not_text="yours")
    for _ in range(12):
        page.keyboard.press("Enter")
        expect(visitor.default.or_(others).first).to_be_visible()
        if others.count():
            break
    expect(skip).to_be_visible()
    expect(page.locator(".decision h2.calm")).to_be_visible()
    page.keyboard.press("s")
    visitor.wait_for_question()
    expect(skip).to_have_count(0)


def test_the_log_stays_at_the_newest_line_unless_the_reader_goes_up(visit: Visit, house: House) -> None:
    visitor = visit()
    visitor.sit_down(house.make_match("human", "tiro"))
    visitor.wait_for_question()

    def scroll(how: str) -> None:
        """And let the page hear of it."""
        visitor.log.evaluate(
            f"log => {{ {how}; return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))) }}"
        )

    def below() -> float:
        return float(visitor.log.evaluate("log => log.scrollHeight - log.scrollTop - log.clientHeight"))

    def play_on() -> None:
        for _ in range(4):
            visitor.is_asked()
            visitor.answer_carefully()
            visitor.settled()
        visitor.wait_for_question()
        scroll("")

    # More lines than it has gone down for.
    scroll("log.style.paddingBottom = '300px'; log.scrollTop += 40")
    scroll("log.style.paddingBottom = ''")
    play_on()
    assert below() < 2
    scroll("log.scrollTop = 0")
    play_on()
    assert below() > 30


def test_the_camera_zooms_and_is_dragged_and_comes_back(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(house.make_match("human", "human"))
    visitor.wait_for_question()
    whole = visitor.scale()
    page.get_by_role("button", name="Action").click()
    near = visitor.scale()
    assert near > whole
    page.get_by_role("button", name="Nearer").click()
    assert visitor.scale() > near
    visitor.drag_board(60, 80)
    page.get_by_role("button", name="Action").click()
    assert visitor.scale() == pytest.approx(near)
    page.keyboard.press("c")
    assert visitor.scale() == pytest.approx(whole)
