"""For everybody, everywhere: axe-core, narrow screens, the dark, little motion, little weight."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludus.server.settings import STATIC
from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor, open_switches

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 844}
HINT_OVER_LABEL = """answers => answers.filter((answer) => {
    const [label, hint] = [".label", ".hint"].map((part) => answer.querySelector(part).getBoundingClientRect());
    return hint.height && hint.top < label.bottom - 1;
}).length"""
MOST_WEIGHT = 430_000  # bytes of all games together, as sent; each is loaded when it is played
# Both sizes and both schemes: colours do not depend on the size, nor sizes on the colours.
GUISES = pytest.mark.parametrize(
    ("scheme", "size"), [("light", {"width": 1280, "height": 860}), ("dark", PHONE)], ids=["wide-light", "phone-dark"]
)


def violations(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):  # half a megabyte
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(result => result.violations)"
    )
    return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found]


def check(page: Page) -> None:
    assert violations(page) == []
    width, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= room, f"the page is {width} wide, the screen {room}"


@pytest.fixture(scope="module")
def finished(house: House) -> str:
    """A match of bots, over by now or soon."""
    made = house.make_match("random", "random", "random", "random")
    match_id: str = made["match"]["id"]
    return match_id


@GUISES
def test_no_page_has_a_violation_or_scrolls_sideways(
    visit: Visit, house: House, finished: str, scheme: str, size: dict[str, int]
) -> None:
    visitor = visit(color_scheme=scheme, **size)
    page = visitor.page
    expected_ground = {"light": "rgb(239, 229, 210)", "dark": "rgb(28, 23, 20)"}[scheme]

    page.goto("/")
    expect(page.get_by_role("button", name="Race now")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == expected_ground
    check(page)
    page.goto("/new?game=chariot-race")
    open_switches(page)
    check(page)
    page.goto("/learn/chariot-race")
    expect(page.get_by_role("heading", name="Corners bite")).to_be_visible()
    check(page)
    page.goto("/rules")
    page.get_by_label("Words").fill("ram")
    page.get_by_role("link", name="Ramming CR ram", exact=True).click()
    expect(page.get_by_role("heading", name="Ramming")).to_be_visible()
    check(page)
    page.goto("/nowhere")
    check(page)

    visitor.sit_down(house.make_match("human", "open"))
    expect(page.get_by_role("heading", name="At the gates")).to_be_visible()
    check(page)
    check_race(visitor, house)

    page.goto(f"/m/{finished}")
    expect(visitor.result).to_be_visible(timeout=60_000)
    check(page)
    page.goto(f"/m/{finished}/replay")
    expect(page.get_by_role("slider")).to_be_visible()
    check(page)


def check_race(visitor: Visitor, house: House) -> None:
    """Every kind of question once, and the dialogs."""
    page = visitor.page
    visitor.sit_down(house.make_match("human", "human"))
    seen: set[str] = set()
    for _ in range(40):
        if not visitor.is_asked() or len(seen) >= 3:
            break
        asked = visitor.question()
        if asked not in seen:
            seen.add(asked)
            check(page)
        visitor.answer_carefully()
        visitor.settled()
    page.get_by_role("button", name="Keyboard help").click()
    check(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="2 seats").click()
    check(page)
    page.keyboard.press("Escape")
    for tab in page.get_by_role("tab").all():
        tab.click()
        check(page)


def test_on_a_phone_the_default_is_in_reach_of_the_thumb(visit: Visit, house: House) -> None:
    visitor = visit(**PHONE, has_touch=True, is_mobile=True)
    visitor.sit_down(house.make_match("human", "human"))
    for _ in range(6):
        visitor.wait_for_question()
        box = visitor.default.bounding_box()
        assert box is not None
        assert box["y"] > PHONE["height"] / 3
        assert box["y"] + box["height"] <= PHONE["height"]
        assert box["height"] >= 40
        # Where there are no keys to show, an answer's words have the whole line.
        assert visitor.page.locator(".answer:has(.hint)").evaluate_all(HINT_OVER_LABEL) == 0
        visitor.default.tap()
        visitor.settled()


def test_with_reduced_motion_nothing_glides(visit: Visit, house: House) -> None:
    visitor = visit(speed="normal", reduced_motion="reduce")
    page = visitor.page
    visitor.sit_down(house.make_match("human", "human"))
    for _ in range(8):
        visitor.wait_for_question()
        visitor.answer_carefully()
        visitor.settled()
    running = page.evaluate(
        "document.getAnimations().filter(each => each.playState === 'running' && each.effect.getTiming().duration > 1)"
        ".map(each => each.animationName ?? each.transitionProperty)"
    )
    assert [name for name in running if name in ("gallop", "puff", "roll", "transform")] == []


def test_what_happens_is_said_aloud(visit: Visit, house: House) -> None:
    visitor = visit()
    visitor.sit_down(house.make_match("human", "tiro"))
    visitor.wait_for_question()
    expect(visitor.page.locator("[aria-live=polite].sr")).to_contain_text(visitor.question())


def test_the_client_is_light() -> None:
    files = [file for file in STATIC.rglob("*") if file.is_file() and file.suffix not in (".gz", ".br")]
    weight = sum(
        len(file.read_bytes()) if file.suffix == ".woff2" else len(gzip.compress(file.read_bytes())) for file in files
    )
    assert weight < MOST_WEIGHT
