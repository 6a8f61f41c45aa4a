"""The training school: a first fight in pictures, lessons with a goal, hints; and the moment of truth."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_fitness import GUISES, PHONE, check
from tests.browser.test_learning import hint, verdict

pytestmark = pytest.mark.browser


def begin(visitor: Visitor, title: str) -> None:
    visitor.page.goto("/learn/gladiator/exercises")
    visitor.page.get_by_role("button", name=f"Try it {title}").click()
    visitor.wait_for_question()


def write(visitor: Visitor, *orders: str) -> None:
    for order in orders:
        visitor.page.get_by_label("The order in the rulebook's notation").fill(order)
        visitor.default.click()
        visitor.settled()


# -- the school -----------------------------------------------------------------------------------------


@GUISES
def test_a_first_fight_is_explained_and_the_lessons_come_first(visit: Visit, scheme: str, size: dict[str, int]) -> None:
    visitor = visit(color_scheme=scheme, **size)
    page = visitor.page
    page.goto("/learn/gladiator")
    for title in ("Your man", "Move and face", "Strike and guard", "The moment of truth"):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    check(page)
    page.get_by_role("button", name="GL 8.31a").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("half")
    page.keyboard.press("Escape")
    topics = page.locator(".topic").all_inner_texts()
    assert topics[:5] == ["The school"] * 5
    assert "The school" not in topics[5:]
    page.get_by_role("button", name="Into the arena").click()
    visitor.wait_for_question()
    expect(hint(page)).to_contain_text("A light man is quick and bare")


def test_a_lesson_is_missed_tried_again_and_reached(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    begin(visitor, "Lesson 1: move and face")
    expect(page.get_by_text("stand in a hex that is worth four or five factors")).to_be_visible()
    write(visitor, "-", "-", "-", "-")
    expect(verdict(page)).to_contain_text("Goal missed")
    check(page)
    verdict(page).get_by_role("button", name="Try again").click()
    expect(verdict(page)).to_have_count(0)
    visitor.wait_for_question()
    write(visitor, "(R)(Q)F(L)", "(Q)F(L)", "(Q)F(L)(L)")
    expect(verdict(page)).to_contain_text("Goal reached")
    verdict(page).get_by_role("button", name="Next exercise").click()
    expect(page.get_by_text("Wound him within three phases")).to_be_visible()


def test_moments_of_a_fight_have_their_hints(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    begin(visitor, "Lesson 1: move and face")
    expect(hint(page)).to_contain_text("Everybody writes an order in secret")
    hint(page).get_by_role("button", name="more", exact=True).click()
    hint(page).get_by_role("button", name="GL 6.2").click()
    expect(page.get_by_role("dialog")).to_contain_text("order")
    page.keyboard.press("Escape")
    hint(page).get_by_role("button", name="Got it").click()
    for title, text in (
        ("Lesson 2: strike and guard", "Share out your factors in secret"),
        ("Lesson 3: the shield", "No area of his may get more than half"),
        ("Lesson 4: collisions", "He can reach you"),
        ("Lesson 5: the net", "Your net"),
        ("The lost sword", "Your hands are empty"),
        ("In the net", "You are in the net"),
        ("Two against one", "the whole bonus of your place"),
        ("Let him live?", "He asks for mercy"),
    ):
        begin(visitor, title)
        expect(hint(page)).to_contain_text(text)
        hint(page).get_by_role("button", name="Got it").click()
    # Each comes once, and all of them can be switched off.
    begin(visitor, "Lesson 5: the net")
    expect(hint(page)).not_to_contain_text("Your net")
    page.get_by_role("button", name="Hints: on").click()
    begin(visitor, "A man on the ground")
    expect(hint(page)).to_have_count(0)


# -- the moment of truth --------------------------------------------------------------------------------


def scene(page: Page) -> Locator:
    return page.get_by_role("region", name="The moment of truth")


def test_the_crowd_is_asked_and_speaks(visit: Visit) -> None:
    """By keyboard. 61 factors on attack and 24 on defence are 37: three faces of the die spare him."""
    visitor = visit(speed="normal")
    page = visitor.page
    begin(visitor, "Let him live?")
    expect(scene(page)).to_contain_text("Priscus spent 61 factors on attack, 24 on defence: 37.")
    expect(scene(page)).to_contain_text("Mercy on 4 or more: 50 %")
    expect(scene(page).get_by_role("img", name=re.compile("Priscus lies before Verus.* 50 %"))).to_be_visible()
    check(page)
    # It can be put away, and nothing waits for it.
    scene(page).get_by_role("button", name="Show the sand").press("Enter")
    expect(scene(page)).to_have_count(0)
    page.reload()
    expect(scene(page).get_by_role("button", name="Fight on")).to_be_visible()
    visitor.default.focus()
    page.keyboard.press("Enter")
    thrown = page.get_by_role("img", name=re.compile("The die: [1-6]"))
    spoken = (
        scene(page).filter(has=thrown).filter(has_text=re.compile(r"Thumbs (up: Priscus lives!|down: Priscus dies\.)"))
    )
    spoken.wait_for()  # looks at every frame; the scene is short
    page.keyboard.press("s")
    expect(scene(page)).to_have_count(0)
    expect(visitor.log.locator("li.verdict")).to_contain_text("Thumbs")
    expect(verdict(page)).to_contain_text("Verus has his man at his mercy.")


def test_without_motion_on_a_phone_the_scene_fits_over_the_sand(visit: Visit) -> None:
    visitor = visit(**PHONE, speed="normal", reduced_motion="reduce", has_touch=True)
    page = visitor.page
    begin(visitor, "Let him live?")
    expect(scene(page)).to_be_in_viewport(ratio=1)
    expect(scene(page).get_by_text("50 %")).to_be_in_viewport(ratio=1)
    expect(visitor.default).to_be_in_viewport()
    # The tools of the board are not before the emperor.
    assert scene(page).evaluate(
        "scene => { const { right, top } = scene.getBoundingClientRect();"
        "return scene.contains(document.elementFromPoint(right - 30, top + 15)) }"
    )
    check(page)
    visitor.default.tap()
    scene(page).get_by_text(re.compile("Thumbs (up|down)")).wait_for()


def test_the_verdict_stands_in_the_result(visit: Visit, house: House) -> None:
    """The fallen man does not stir: the crowd looks at 52 and 20."""
    visitor = visit()
    page = visitor.page
    seats: list[dict[str, Any]] = [{"kind": "human", "name": name} for name in ("Livia", "Marcus")]
    asked = {"game": "gladiator", "seats": seats, "scenario": "a-man-on-the-ground"}
    visitor.sit_down(house.ask("/api/matches", asked))
    for order in ("x", "-"):
        visitor.wait_for_question()
        write(visitor, order)
    expect(visitor.result).to_be_visible()
    expect(visitor.result).to_contain_text("Priscus spent 52 factors on attack, 20 on defence: 32.")
    said = visitor.log.locator("li.verdict").inner_text()
    fate = "spared" if "Thumbs up" in said else "dead"
    last = visitor.result.get_by_role("row", name=re.compile("^At the end"))
    expect(last.get_by_role("cell")).to_have_text(["on his feet", fate])
    decided = visitor.result.get_by_role("list").nth(1).get_by_role("listitem")
    expect(decided.last).to_contain_text("Thumbs up" if fate == "spared" else "Thumbs down")
    expect(hint(page)).to_contain_text("That was the crowd")
    check(page)
    # The replay begins with the position, before anything has happened.
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("slider")).to_have_value("0")
    expect(visitor.log.locator("li:not(.note)")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(visitor.log.locator("li.verdict")).to_have_count(1)
