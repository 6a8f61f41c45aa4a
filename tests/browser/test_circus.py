"""The circus in the browser: from the front page to the corners, by mouse, keyboard and thumb."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor, open_switches
from tests.browser.test_fitness import GUISES, check

pytestmark = pytest.mark.browser


def make_race(house: House, *seats: str, **options: Any) -> dict[str, Any]:
    """A race with these seats: "human" or the name of a bot."""
    kinds = [{"kind": "human"} if seat == "human" else {"kind": "bot", "bot": seat} for seat in seats]
    made: dict[str, Any] = house.ask("/api/matches", {"game": "circus", "seats": kinds, "options": options})
    return made


def build(visitor: Visitor) -> None:
    """Take the points as they are offered, for as many chariots as there are."""
    visitor.wait_for_question()
    while "preparation points" in visitor.question():
        visitor.default.click()
        visitor.settled()
        visitor.wait_for_question()


def play_on(visitor: Visitor, prompt: str, most: int = 80) -> None:
    """Take the defaults until this is asked."""
    for _ in range(most):
        assert visitor.is_asked(), f"the race was over before anybody asked: {prompt}"
        if prompt in visitor.question():
            return
        visitor.default.click()
        visitor.settled()
    raise AssertionError(f"nobody asked: {prompt}")


def dial(visitor: Visitor) -> Locator:
    return visitor.page.locator(".decision output")


def test_one_click_brings_a_newcomer_to_the_start_line(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="To the start").click()
    expect(page).to_have_url(re.compile(r"/m/\w"))
    visitor.wait_for_question()
    expect(page.locator(".advice")).to_be_visible()
    expect(page.get_by_role("list", name="Standings").get_by_role("listitem")).to_have_count(8)

    # Four points, at most two for one thing.
    page.get_by_role("button", name="2 for driver").click()
    page.get_by_role("button", name="0 for endurance").click()
    expect(visitor.default).to_contain_text("4 of 4")
    page.get_by_role("button", name="2 for car").click()
    expect(page.get_by_role("button", name="1 too many")).to_be_disabled()
    page.get_by_role("button", name="1 for car").click()
    visitor.default.click()
    visitor.settled()

    # The dice have filled the sheet, and the chariots stand in their lanes.
    visitor.wait_for_question()
    expect(page.locator("[data-chariot]")).to_have_count(8)
    sheet = page.get_by_role("region", name="chariot's sheet")
    expect(sheet).to_contain_text("normal car")
    expect(sheet).to_contain_text(re.compile(r"Driver now\s*\+2"))


def test_a_race_by_keyboard(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(make_race(house, "human", *["novus"] * 7))
    visitor.wait_for_question()
    expect(visitor.default).to_be_focused()
    page.keyboard.press("Enter")
    visitor.settled()

    # Two digits make one speed; plus and minus change it; the board shows where it ends.
    expect(dial(visitor)).to_be_visible()
    page.keyboard.type("12")
    expect(dial(visitor)).to_have_text("12")
    page.keyboard.press("+")
    expect(dial(visitor)).to_have_text("13")
    page.keyboard.press("-")
    expect(dial(visitor)).to_have_text("12")
    expect(page.get_by_role("slider")).to_have_value("12")
    expect(page.locator(".action .end")).to_be_attached()
    page.keyboard.press("Enter")
    visitor.settled()
    expect(visitor.log).to_contain_text(re.compile(r"Speeds: .*\b12\b"))

    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.press("Enter")
    expect(sound).to_have_attribute("aria-pressed", "true")
    visitor.default.focus()
    for _ in range(10):
        assert visitor.is_asked()
        expect(visitor.default).to_be_focused()
        page.keyboard.press("Enter")
        visitor.settled()
    expect(visitor.log).to_contain_text("Turn 2.")
    expect(page.locator("[aria-live=polite].sr")).not_to_be_empty()


def test_a_square_on_the_board_is_clicked_and_the_step_taken_back(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(make_race(house, "human", "human"))
    build(visitor)
    play_on(visitor, "movement factor")
    before = visitor.question()
    square = page.locator("[data-square]").nth(2)
    name = square.get_attribute("aria-label")
    assert name is not None
    expect(page.locator(".answers").get_by_role("button", name=name, exact=True)).to_be_visible()
    square.hover()
    expect(page.locator(".action .way").last).to_be_attached()
    square.click()
    visitor.settled()
    expect(page.locator(".decision h2")).not_to_have_text(before)
    page.keyboard.press("u")
    expect(page.locator(".decision h2")).to_have_text(before)

    # Braking costs endurance, and the sheet shows that it changed.
    sheet = page.get_by_role("group", name="Your sheet")
    page.get_by_role("button", name="Brake off 2 factors", exact=True).click()
    visitor.settled()
    expect(sheet.locator(".changed").first).to_contain_text("\N{MINUS SIGN}2")


def test_a_square_further_off_is_driven_to_step_by_step(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(make_race(house, "human", "human"))
    build(visitor)
    play_on(visitor, "movement factor")
    factors = int(visitor.question().split()[0])
    drives = visitor.log.locator("li.drive, li.lane-change").count()
    page.locator("[data-further]").nth(1).hover()
    price = page.locator(".action .price")
    expect(price).to_contain_text("factors")
    cost = int((price.text_content() or "").split()[0])
    page.locator("[data-further]").nth(1).click()
    # Several answers, and what is left afterwards is what was foretold.
    expect(page.locator(".decision h2")).to_have_text(re.compile(rf"^{factors - cost} movement factor"))
    assert visitor.log.locator("li.drive, li.lane-change").count() >= drives + 2


def test_the_wall_asks_twice(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(make_race(house, "human", "human"))
    build(visitor)
    wall = page.locator("[data-choice='into the wall']")
    for _ in range(40):
        play_on(visitor, "movement factor")
        if wall.count():
            break
        visitor.default.click()
        visitor.settled()
    wall.click()
    dialog = page.get_by_role("dialog", name="Do you mean it?")
    dialog.get_by_role("button", name="No").click()
    expect(page.locator(".log .flip")).to_have_count(0)
    wall.click()
    dialog.get_by_role("button", name="Yes, do it").click()
    visitor.settled()
    expect(page.locator(".log .flip")).to_have_count(1)
    expect(page.locator("[data-wreck], [data-falling]")).to_have_count(1)


def test_written_speeds_stay_secret_and_survive_a_reload(visit: Visit, house: House) -> None:
    writer, rival = visit(), visit()
    heard: list[str] = []
    rival.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    made = make_race(house, "human", "human", each=1)
    writer.sit_down(made, 0)
    rival.sit_down({**made, "tokens": [token for token in made["tokens"] if token["seat"] == 1]})
    for visitor in (writer, rival):
        visitor.wait_for_question()
        visitor.default.click()
        visitor.settled()

    expect(dial(writer)).to_be_visible()
    expect(dial(rival)).to_be_visible()
    heard.clear()
    writer.page.keyboard.type("7")
    expect(dial(writer)).to_have_text("7")
    writer.page.keyboard.press("Enter")
    writer.settled()
    writer.page.reload()
    expect(writer.page.locator(".decision h2")).to_contain_text("Waiting for Player 2")
    assert not [frame for frame in heard if '"written"' in frame or '"given"' in frame or "speeds" in frame]

    expect(dial(rival)).to_be_visible()
    rival.default.click()
    rival.settled()
    expect(rival.log).to_contain_text(re.compile(r"Speeds: .*\b7\b"))
    assert [frame for frame in heard if '"speeds"' in frame]


def test_on_a_low_screen_nothing_covers_the_slider(visit: Visit, house: House) -> None:
    visitor = visit(width=1280, height=720)
    page = visitor.page
    visitor.sit_down(make_race(house, "human", "novus", each=1))
    build(visitor)
    expect(page.locator(".advice")).to_be_visible()
    slider = page.get_by_role("slider").bounding_box()
    send = visitor.default.bounding_box()
    assert slider
    assert send
    assert slider["y"] + slider["height"] <= send["y"]
    expect(page.get_by_role("group", name="Your sheet")).to_be_in_viewport(ratio=1)


def test_anybodys_sheet_is_one_click_away(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(make_race(house, "human", "novus", "novus", "novus"))
    build(visitor)
    page.get_by_role("list", name="Standings").get_by_role("button").last.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Endurance")).to_be_visible()
    expect(dialog.get_by_role("img", name=re.compile("Horses: "))).to_be_visible()
    check(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator("[data-chariot]").first.click()
    expect(dialog).to_be_visible()


def test_the_camera_follows_zooms_and_is_dragged(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(make_race(house, "human", "human"))
    build(visitor)
    near = visitor.scale()
    page.get_by_role("button", name="Nearer").click()
    assert visitor.scale() > near
    page.get_by_role("button", name="Leader").click()
    assert visitor.scale() == pytest.approx(near)
    map_of_the_circus = page.get_by_role("button", name="Map of the circus")
    expect(map_of_the_circus).to_be_visible()
    visitor.drag_board(-120, -40)
    page.keyboard.press("c")
    expect(map_of_the_circus).to_have_count(0)
    assert visitor.scale() < near


@GUISES
def test_no_question_has_a_violation_and_the_default_is_in_reach(
    visit: Visit, house: House, scheme: str, size: dict[str, int]
) -> None:
    visitor = visit(color_scheme=scheme, **size)
    page = visitor.page
    page.goto("/learn/circus")
    expect(page.get_by_role("heading", name="Corners kill")).to_be_visible()
    check(page)
    page.goto("/new?game=circus")
    open_switches(page)
    expect(page.get_by_label("Seat 8", exact=True)).to_be_visible()
    check(page)
    visitor.sit_down(make_race(house, "human", "human"))
    seen: set[str] = set()
    for _ in range(24):
        assert visitor.is_asked()
        kind = re.sub(r"\d+|your \w+", "", visitor.question())
        box = visitor.default.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size["height"]
        if kind not in seen:
            seen.add(kind)
            check(page)
        visitor.default.click()
        visitor.settled()
    assert len(seen) >= 4
    for tab in page.get_by_role("tab").all():
        tab.click()
        check(page)


def test_when_all_resign_there_is_a_result_and_a_replay(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(make_race(house, "human", "human"))
    build(visitor)
    for _ in range(2):
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        visitor.settled()
        visitor.is_asked()
    expect(visitor.result.get_by_role("listitem")).to_have_count(2)
    check(page)
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("slider")).to_have_value("0")
    page.get_by_role("button", name="End", exact=True).click()
    expect(page.locator(".log .end")).to_be_visible()
    check(page)
