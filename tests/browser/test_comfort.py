"""What was ugly or missing: the pinned button, the log, plain names, the replay's line, one's own games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor

pytestmark = pytest.mark.browser


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found is not None
    return found


def covers(over: Locator, under: Locator) -> bool:
    one, other = box(over), box(under)
    return one["y"] < other["y"] + other["height"] - 1 and other["y"] < one["y"] + one["height"] - 1


def top_line_is_whole(page: Page) -> bool:
    return bool(
        page.locator("ol[aria-label='What happened']").evaluate(
            "list => [...list.children].every(line => {"
            " const top = line.offsetTop - list.scrollTop;"
            " return top >= -1 || top + line.offsetHeight <= 3 })"
        )
    )


def test_a_low_screen_shows_what_is_to_be_decided(visit: Visit, house: House) -> None:
    """The pinned button covers neither the dice nor, while people talk, the points of a chariot."""
    visitor = visit(width=1280, height=720)
    visitor.sit_down(house.make_match("human", "tiro", "tiro", "tiro"))
    visitor.wait_for_question()
    for die in visitor.page.locator(".die").all():
        assert not covers(visitor.default, die)
    # The rule by its name, with the id for who looks for it; what the car still bears is not called damage.
    expect(visitor.page.locator(".ask .clause")).to_have_text("Free reroll, CR phase3-reroll")
    expect(visitor.page.get_by_role("img", name="Car: 12 of 12 left")).to_be_visible()

    made = house.ask(
        "/api/matches",
        {"game": "circus", "ruleset": "basic", "seats": [{"kind": "human"}, *[{"kind": "bot", "bot": "tiro"}] * 3]},
    )
    talker = visit(width=1280, height=720)
    talker.sit_down(made)
    talker.wait_for_question()
    talker.page.get_by_role("tab", name="Talk").click()
    expect(talker.page.get_by_placeholder("Say to everybody")).to_be_visible()
    for level in talker.page.locator(".levels").all():
        assert not covers(talker.default, level)


def test_the_log_can_be_made_higher_and_begins_with_a_whole_line(visit: Visit, house: House) -> None:
    visitor = visit(width=1280, height=720)
    page = visitor.page
    visitor.sit_down(house.make_match("human", "tiro", "tiro", "tiro"))
    for _ in range(6):
        visitor.is_asked()
        visitor.answer_carefully()
        visitor.settled()
    page.wait_for_timeout(100)
    assert top_line_is_whole(page)
    edge = page.get_by_role("separator", name="Height of the log")
    before = box(page.locator(".log.card"))["height"]
    at = box(edge)
    page.mouse.move(at["x"] + 50, at["y"] + 5)
    page.mouse.down()
    page.mouse.move(at["x"] + 50, at["y"] - 95, steps=3)
    page.mouse.up()
    assert box(page.locator(".log.card"))["height"] == pytest.approx(before + 100, abs=6)
    page.wait_for_timeout(100)
    assert top_line_is_whole(page)
    edge.focus()
    page.keyboard.press("ArrowDown")
    page.reload()
    visitor.wait_for_question()
    assert box(page.locator(".log.card"))["height"] == pytest.approx(before + 76, abs=6)


def test_on_a_phone_nobody_speaks_of_keys_or_clicks(visit: Visit, house: House) -> None:
    visitor = visit(width=390, height=844, has_touch=True, is_mobile=True)
    visitor.sit_down(house.make_match("human", "tiro"))
    visitor.wait_for_question()
    expect(visitor.page.locator(".decision .more")).to_have_text("Press the dice you want to roll again.")
    expect(visitor.page.locator("kbd:visible")).to_have_count(0)
    expect(visitor.page.get_by_role("button", name="Keyboard help")).to_have_count(0)


def test_a_race_that_was_skipped_is_told_then_found_again_step_by_step(visit: Visit, house: House) -> None:
    """What happened to me, my place, the game above the posters, and the marks on the line of its replay."""
    visitor = visit()
    page = visitor.page
    made = house.make_match("human", "tiro", "tiro", "tiro")
    visitor.sit_down(made)
    hits = 0
    while visitor.is_asked():
        hits += told_what_hit(visitor)
        visitor.answer_carefully()
        visitor.settled()
    assert hits, "nobody rammed or threw anything in a whole race"
    mine = house.ask(f"/api/matches/{made['match']['id']}")["outcome"]
    heading = "You win" if mine["winners"] == [0] else re.compile("wins|share")
    expect(visitor.result.get_by_role("heading", level=2).first).to_have_text(heading)

    with page.expect_download() as download:
        page.get_by_role("button", name="Picture of the result").click()
    drawn = Path(download.value.path()).read_bytes()
    assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(drawn) > 20_000  # more than an empty sheet

    page.get_by_role("link", name="Watch the replay").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    expect(page.locator(".log .note").first).to_contain_text("The match begins.")
    page.get_by_role("button", name="The next lap").click()
    lap = int(slider.input_value())
    expect(page.locator(".log li.lap")).to_have_count(1)
    page.get_by_role("button", name="The turn before").click()
    assert int(slider.input_value()) < lap
    page.keyboard.press("a")
    expect(page.locator(".log li").last).to_have_class(re.compile("ram|javelin|drive|corner|wreck"))
    page.locator(".line button.lap").first.click()
    expect(slider).to_have_value(str(lap))

    page.goto("/")
    own = page.get_by_role("region", name="Your games")
    expect(own.get_by_role("listitem").first).to_contain_text(
        re.compile(r"you: \d\w\w of 4.*today \d\d:\d\d", re.DOTALL)
    )
    assert box(own)["y"] < box(page.get_by_role("region", name="Games", exact=True))["y"]


def told_what_hit(visitor: Visitor) -> bool:
    """Whether the panel tells of something, which must then be about this driver's blue chariot."""
    missed = visitor.page.locator(".missed")
    if not missed.count():
        return False
    expect(missed).to_contain_text(re.compile("thing"))
    lines = missed.locator("li").all_text_contents()
    assert all(re.search("blue", line, re.IGNORECASE) for line in lines), lines
    return True


def test_two_friends_write_all_speeds_on_one_sheet_and_the_last_one_left_has_won(visit: Visit, house: House) -> None:
    ann, ben = visit(width=1280, height=720), visit(width=390, height=844)
    ann.page.goto("/new?game=circus")
    seats = ann.page.get_by_role("group", name="Seats", exact=True)
    seats.get_by_label("Chariots each").select_option("3")
    expect(seats.locator(".shares")).to_contain_text("3 chariots each")
    made = house.ask(
        "/api/matches",
        {"game": "circus", "ruleset": "basic", "options": {"each": 3}, "seats": [{"kind": "human"}, {"kind": "human"}]},
    )
    for friend, seat in ((ann, 0), (ben, 1)):
        friend.sit_down(made, seat)
    for _ in range(3):
        for friend in (ann, ben):
            friend.wait_for_question()
            friend.default.click()
            friend.settled()
    for friend in (ann, ben):
        lines = friend.page.locator("ol.sheet > li")
        expect(lines).to_have_count(3)
        for number, speed in enumerate((9, 8, 7)):
            lines.nth(number).locator(".number").fill(str(speed))
            lines.nth(number).locator(".number").blur()
        expect(friend.default).to_contain_text("9, 8, 7")
        friend.default.click()
    written = ann.page.locator(".log li.speeds")
    expect(written).to_contain_text(re.compile("9.*9.*8.*8.*7.*7|9.*8.*7"))

    ben.page.get_by_role("button", name="Resign").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ann.page.locator(".decided")).to_contain_text("Everybody else has resigned")
    ann.page.get_by_role("button", name="Take the victory").click()
    expect(ann.result).to_contain_text("You win")
