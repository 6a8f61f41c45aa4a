"""The sand: men in every posture, what lies about, fronts and reach, where an order leads, and how all move at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import dist
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from ludus.core.dice import SeededDice
from ludus.core.match import Match
from ludus.core.toml_files import parse_toml
from ludus.games.gladiator import Gladiator
from ludus.games.gladiator.charts import POSITION
from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_fitness import GUISES, check

pytestmark = pytest.mark.browser

SCENARIOS = Path(__file__).parent / "scenarios"
MEN = 8


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with the positions of this test."""
    house = House(tmp_path_factory.mktemp("school"), SCENARIOS)
    house.start()
    yield house
    house.stop()


def begin(visitor: Visitor, scenario: str, *seats: str) -> None:
    kinds = [{"kind": "human"} if seat == "human" else {"kind": "bot", "bot": seat} for seat in seats]
    made = visitor.house.ask("/api/matches", {"game": "gladiator", "scenario": scenario, "seats": kinds})
    visitor.sit_down(made)
    visitor.wait_for_question()


def menagerie(visitor: Visitor) -> Page:
    begin(visitor, "menagerie", "human", *["random"] * (MEN - 1))
    return visitor.page


def man(page: Page, name: str) -> Locator:
    return page.locator(f"[data-man='{name}']")


def box(drawn: Locator) -> FloatRect:
    found = drawn.bounding_box()
    assert found
    return found


def middle(drawn: Locator) -> tuple[float, float]:
    found = box(drawn)
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


# -- the men and the things --------------------------------------------------------------------------------


def test_every_posture_and_everything_on_the_sand_is_drawn_and_named(visit: Visit, school: House) -> None:
    page = menagerie(visit(at=school))
    labels = [str(each.get_attribute("aria-label")) for each in page.locator("[data-man]").all()]
    assert len(set(labels)) == MEN
    told = {label.split(",")[0]: label for label in labels}
    for name, words in {
        "Verus": ["medium", "facing N", "standing", "sword, large shield, hacked", "5 wounds"],
        "Priscus": ["retiarius", "facing S", "trident, net in hand", "no wounds"],
        "Flamma": ["heavy", "kneeling"],
        "Spiculus": ["light", "left-handed", "small shield, whole", "stunned 3"],
        "Hermes": ["down", "5 wounds"],
        "Tetraites": ["unconscious", "small shield"],
        "Carpophorus": ["in the net", "small shield, in splinters"],
        "Rutuba": ["retiarius", "trident"],
    }.items():
        for word in words:
            assert word in told[name], told[name]
    lying = [str(each.get_attribute("aria-label")) for each in page.locator("[data-item]").all()]
    assert sorted(each.split(": ")[1] for each in lying) == [
        "a broken trident",
        "a large shield, ruined",
        "a net",
        "a small shield, dented",
        "a sword",
        "a trident",
        "a useless shaft",
    ]


def test_what_lies_where_a_man_stands_is_seen_beside_him(visit: Visit, school: House) -> None:
    """A net under him would look like one thrown over him; a sword would not be seen at all."""
    visitor = visit(at=school)
    begin(visitor, "two-apart", "human", "random")
    base = man(visitor.page, "Verus").locator(".base")
    assert dist(middle(base), middle(visitor.page.locator("[data-item=net]"))) > 0.5 * box(base)["width"]


def test_the_sheet_of_a_man_who_left_the_sand_says_no_more_what_lies_before_him(visit: Visit, school: House) -> None:
    visitor = visit(at=school)
    page = visitor.page
    begin(visitor, "beset", "human", "random", "random")
    state = page.locator(".sheet .state")
    expect(state).to_have_text("standing, limps: a move fewer")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(visitor.result).to_be_visible()
    page.get_by_role("button", name=re.compile("^Verus")).click()
    # Whatever the foes had done to him by then: only that he limped matters no more.
    expect(state).to_have_text(re.compile(r"^left the sand(, \w+ wounded)?\s*$"))


def test_on_a_low_screen_two_pairs_are_in_sight_in_the_list(visit: Visit) -> None:
    visitor = visit(width=1280, height=720)
    seats = [{"kind": "human"}, *[{"kind": "bot", "bot": "random"}] * 3]
    asked = {"game": "gladiator", "seats": seats, "options": {"types": ["medium"] * 4}}
    visitor.sit_down(visitor.house.ask("/api/matches", asked))
    visitor.wait_for_question()
    men = visitor.page.get_by_role("list", name=re.compile("^Men of side")).get_by_role("listitem")
    expect(men).to_have_count(4)
    for row in men.all():
        expect(row).to_be_in_viewport(ratio=1)


def test_men_and_sides_are_told_apart_without_colour(visit: Visit, school: House) -> None:
    page = menagerie(visit(at=school))
    crests = [each.text_content() for each in page.locator("[data-man] text.pair").all()]
    assert len(crests) == len(set(crests)) == MEN
    # One side's ring is whole, the other's broken.
    broken = {
        str(each.get_attribute("data-man")): each.locator(".base").get_attribute("stroke-dasharray") is not None
        for each in page.locator("[data-man]").all()
    }
    assert {name for name, dashed in broken.items() if dashed} == {"Priscus", "Spiculus", "Tetraites", "Rutuba"}
    # A left-handed man is drawn the other way round, and only he.
    mirrored = page.locator("[data-man] .figure[transform='scale(-1 1)']")
    expect(mirrored).to_have_count(1)
    expect(man(page, "Spiculus").locator(".figure[transform='scale(-1 1)']")).to_have_count(1)
    # Kneeling and lying have a shape of their own, and a net is over whom it has caught.
    assert man(page, "Flamma").get_attribute("data-posture") == "kneeling"
    expect(man(page, "Hermes").locator(".lying")).to_have_count(1)
    expect(page.locator("[data-man] .over")).to_have_count(1)
    expect(page.locator(".action > .rope")).to_have_count(1)
    expect(man(page, "Tetraites").locator(".swirl")).to_have_count(1)
    expect(man(page, "Spiculus").locator(".stars")).to_have_count(1)


def test_fronts_and_values_on_hover_on_focus_and_by_key(visit: Visit, school: House) -> None:
    page = menagerie(visit(at=school))
    fronts = page.locator("[data-front]")
    expect(fronts).to_have_count(0)
    # A sword strikes three hexes; a trident eight, and a net in the hand flies over fifteen.
    man(page, "Verus").locator(".base").hover(force=True)
    expect(page.locator("[data-front='Verus'] .strike")).to_have_count(3)
    values = [each.text_content() for each in page.locator("[data-values='Verus'] text").all()]
    assert values == [f"+{value}" if value else "0" for value in POSITION["values"]]
    page.get_by_role("button", name=re.compile("^Priscus")).focus()
    expect(page.locator("[data-front='Priscus'] .strike")).to_have_count(8)
    expect(page.locator("[data-front='Priscus'] .net")).to_have_count(15)
    # He faces south: what is before him is worth nothing.
    values = [each.text_content() for each in page.locator("[data-values='Priscus'] text").all()]
    assert (values[3], values[0]) == ("0", f"+{POSITION['values'][3]}")
    page.get_by_role("button", name="Fronts").focus()
    page.mouse.move(0, 0)
    expect(fronts).to_have_count(0)
    page.keyboard.down("Shift")
    expect(fronts).to_have_count(MEN)
    page.keyboard.up("Shift")
    expect(fronts).to_have_count(0)
    page.get_by_role("button", name="Fronts").click()
    expect(fronts).to_have_count(MEN)


@GUISES
def test_the_arena_fits_every_screen(visit: Visit, school: House, scheme: str, size: dict[str, int]) -> None:
    visitor = visit(at=school, color_scheme=scheme, **size)
    page = menagerie(visitor)
    check(page)
    frame, own = box(page.locator(".frame")), box(man(page, "Verus").locator(".base"))
    assert frame["x"] <= own["x"] <= frame["x"] + frame["width"] - own["width"]
    assert frame["y"] <= own["y"] <= frame["y"] + frame["height"] - own["height"]
    # Large enough to be read: a hex is at least as wide as a fingertip.
    assert own["width"] >= 28
    page.get_by_role("button", name="Fronts").click()
    check(page)
    # The camera follows whom it is told to, and lets itself be moved.
    page.get_by_role("button", name="Further").click()
    assert box(man(page, "Verus").locator(".base"))["width"] < own["width"]
    page.get_by_role("button", name="Action").click()
    assert box(man(page, "Verus").locator(".base")) == own


# -- orders, and the reveal ----------------------------------------------------------------------------------


def orders(scenario: str) -> list[dict[str, Any]]:
    """What the engine explains of the first seat's orders."""
    path = SCENARIOS / "gladiator" / f"{scenario}.toml"
    written = parse_toml(path.read_text(encoding="utf-8"), path.name)
    match = Match(Gladiator(), written["seats"], SeededDice("orders"), position=written["position"])
    return match.game.explain(match.state, match.pending[0])


def test_an_order_is_clicked_on_the_sand(visit: Visit, school: House) -> None:
    visitor = visit(at=school)
    page = visitor.page
    begin(visitor, "two-apart", "human", "human")
    targets = page.locator("[data-hex]")
    wanted = {f"{q} {r}" for q, r in (each["to"] for each in orders("two-apart"))}
    assert {str(each.get_attribute("data-hex")) for each in targets.all()} == wanted
    page.locator("[data-hex='1 -1']").click()
    expect(page.locator(".targets .way")).to_have_count(2)
    expect(page.locator(".targets .ghost")).to_have_count(1)
    page.locator("[data-facing='NW']").click()
    expect(page.locator("[data-facing='NW']")).to_have_class(re.compile(r"\bon\b"))
    visitor.default.click()
    expect(page.get_by_role("heading", name="write Priscus's order")).to_be_visible()
    visitor.settled()
    write(visitor, "-")
    expect(man(page, "Verus")).to_have_attribute("aria-label", re.compile("facing NW"))


RECORD = """names => {
  window.seen = [];
  const man = name => document.querySelector(`[data-man='${name}']`);
  const at = name => man(name).getAttribute('transform').match(/-?[\\d.]+/g).map(Number);
  const look = () => {
    seen.push([...names.map(at), document.querySelector('.effects').textContent.trim()]);
    requestAnimationFrame(look);
  };
  look();
}"""


def write(visitor: Visitor, order: str) -> None:
    visitor.page.get_by_label("The order in the rulebook's notation").fill(order)
    expect(visitor.default).to_contain_text(f"Write {order}")
    visitor.default.click()


def reveal(visitor: Visitor, *written: str) -> list[Any]:
    """Two people at one screen write these orders; every frame of what follows."""
    page = visitor.page
    begin(visitor, "two-apart", "human", "human")
    page.evaluate(RECORD, ["Verus", "Priscus"])
    for name, order in zip(("Verus", "Priscus"), written, strict=True):
        expect(page.get_by_role("heading", name=f"write {name}'s order")).to_be_visible()
        visitor.settled()
        write(visitor, order)
    expect(page.get_by_role("heading", name="write Priscus's order")).to_have_count(0)
    visitor.wait_for_question()
    frames: list[Any] = page.evaluate("seen")
    return frames


HIGH = 3**0.5 * 60  # from hex to hex on the board


def test_everybody_moves_at_the_same_time_and_collides_where_they_meet(visit: Visit, school: House) -> None:
    frames = reveal(visit(at=school, speed="normal"), "F", "F")
    # Both orders are turned over together.
    assert any(words == "FF" for *_, words in frames)
    # There are frames in which both are between the hexes, each on his way to the one in the middle.
    between = [(one, other) for one, other, _ in frames if -HIGH < one[1] < 0 and -2 * HIGH < other[1] < -HIGH]
    assert len(between) >= 3
    # They meet breast to breast, not in one point, and one of them has to go.
    assert any("holds the ground" in words for *_, words in frames)
    assert all(abs(one[1] - other[1]) > 20 or abs(one[0] - other[0]) > 20 for one, other, _ in frames)


def test_with_little_motion_and_without_a_story_they_are_just_there(visit: Visit, school: House) -> None:
    frames = reveal(visit(at=school, speed="normal", reduced_motion="reduce"), "F", "B")
    heights = {round(one[1]) for one, _, _ in frames}
    assert heights <= {0, round(-HIGH)}
    assert round(frames[-1][1][1]) == round(-3 * HIGH)


# -- the way in --------------------------------------------------------------------------------------------------


def test_the_home_page_offers_four_games_with_a_picture_each(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    cards = page.get_by_role("region", name="Games").get_by_role("article")
    expect(cards).to_have_count(4)
    plays = {
        "Circus": "To the start",
        "Gladiator": "Into the arena",
        "Chariot Race": "Race now",
        "A season": "To your stable",
    }
    for title, play in plays.items():
        card = cards.filter(has=page.get_by_role("heading", name=title, exact=True))
        expect(card.get_by_role("img")).to_be_visible()
        expect(card.get_by_role("button", name=play)).to_be_visible()
        expect(card.get_by_role("link", name="With friends")).to_be_visible()
        expect(card.get_by_role("link", name="Learn")).to_be_visible()
    expect(page.get_by_text("terminal")).to_have_count(0)
    page.get_by_role("button", name="Into the arena").click()
    visitor.wait_for_question()
    expect(page.get_by_role("group", name="Camera")).to_be_visible()


def test_a_match_is_made_with_a_type_and_a_side_for_each_seat(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/new?game=gladiator")
    page.get_by_label("How many").select_option("4")
    page.get_by_role("button", name="You and bots").click()
    page.get_by_label("Types").first.select_option("each")
    page.get_by_label("Sides").first.select_option("each")
    for seat, (kind, side) in enumerate([("heavy", "0"), ("retiarius", "1"), ("light", "1"), ("medium", "1")], start=1):
        page.get_by_label(f"Types of seat {seat}").select_option(kind)
        page.get_by_label(f"Sides of seat {seat}").select_option(side)
    check(page)
    page.get_by_role("button", name="Start the match").click()
    visitor.wait_for_question()
    expect(page.locator("[data-man]")).to_have_count(4)
    told = [str(each.get_attribute("aria-label")).split(";")[0] for each in page.locator("[data-man]").all()]
    assert sorted(told) == ["Flamma, light", "Priscus, retiarius", "Spiculus, medium", "Verus, heavy"]
    expect(page.get_by_role("list", name="Men of side 1").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("list", name="Men of side 2").get_by_role("listitem")).to_have_count(3)
