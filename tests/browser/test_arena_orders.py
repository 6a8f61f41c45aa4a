"""Orders: by clicks, by keys, in notation, on a phone."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ludus.core.dice import SeededDice
from ludus.core.match import Match
from ludus.games.gladiator import Gladiator
from tests.browser.conftest import Visit
from tests.browser.house import Visitor
from tests.browser.test_fitness import GUISES, PHONE, check

pytestmark = pytest.mark.browser

SCENARIOS = Path(__file__).parents[2] / "examples" / "scenarios" / "gladiator"
GAME = Gladiator()


def sit_down(visitor: Visitor, *seats: int, scenario: str = "", **options: Any) -> dict[str, Any]:
    """A duel of two people, of whom this visitor is one: nothing goes on before the other answers."""
    body: dict[str, Any] = {"game": "gladiator", "seats": [{"kind": "human", "name": name} for name in ("Ann", "Ben")]}
    if scenario:
        body["scenario"] = scenario
    else:
        body["options"] = {"types": ["medium", "medium"], **options}
        body["seconds"] = options.get("plot_seconds")
    made: dict[str, Any] = visitor.house.ask("/api/matches", body)
    visitor.sit_down(made, *(seats or (0,)))
    visitor.wait_for_question()
    return made


def answers_of(visitor: Visitor) -> list[Any]:
    """Every answer that goes out over the socket from now on."""
    sent: list[Any] = []

    def heard(payload: str | bytes) -> None:
        message = json.loads(payload)
        if message["type"] == "answer":
            sent.append(message["choice"])

    visitor.page.on("websocket", lambda socket: socket.on("framesent", heard))
    return sent


def notation(page: Page) -> Locator:
    return page.get_by_role("textbox", name="The order in the rulebook's notation")


def expect_sent(page: Page) -> None:
    """The order is written; now the other must write his."""
    expect(page.locator(".decision h2")).to_contain_text("Waiting for Ben")


# -- orders -------------------------------------------------------------------------------------------------


def test_an_order_is_built_by_clicks_beside_the_board_and_on_it(visit: Visit) -> None:
    ann = visit()
    sent = answers_of(ann)
    sit_down(ann)
    page = ann.page
    expect(notation(page)).to_have_value("-")
    page.locator("[data-place='0 -1']").click()
    page.locator("[data-face='NE']").click()
    expect(notation(page)).to_have_value("F(R)")
    expect(ann.default).to_have_text(re.compile("Forward, turn right"))
    expect(page.locator(".plotting")).to_contain_text("uses a move, 4 left")
    # The same hex can be entered in another way.
    page.get_by_role("button", name="sidestep", exact=True).click()
    expect(notation(page)).to_have_value("(R)SFL")
    # On the sand: two hexes ahead, facing as before.
    page.locator(".targets [data-hex='0 -2']").click()
    expect(notation(page)).to_have_value("(Q)F(R)")
    page.locator(".facings [data-facing='N']").click()
    expect(notation(page)).to_have_value("(Q)F")
    page.get_by_role("button", name="Charge").click()
    expect(notation(page)).to_have_value("C")
    page.get_by_role("button", name="Stay and turn").click()
    page.locator("[data-face='NW']").click()
    expect(notation(page)).to_have_value("X(L)")
    page.keyboard.press("Enter")  # after a click the order is what Enter writes
    expect_sent(page)
    assert sent == ["X(L)"]


def test_an_order_is_built_by_keys_alone(visit: Visit) -> None:
    ann = visit()
    sent = answers_of(ann)
    sit_down(ann)
    page = ann.page
    for keys, order in (
        ("w", "F"),
        ("w", "(Q)F"),
        ("w", "C"),  # three hexes ahead are a charge
        ("s", "(Q)F"),
        ("e", "SFR"),
        (".", "SFR(R)"),
        ("x", "X(R)"),
        (",", "X"),
        ("k", "KN"),
        ("-", "-"),
        ("q,", "SFL(L)"),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(notation(page)).to_have_value(order)
    page.keyboard.press("ArrowRight")
    expect(notation(page)).to_have_value("SFL")
    page.keyboard.press("Enter")
    expect_sent(page)
    assert sent == ["SFL"]


def test_an_order_is_typed_and_an_illegal_one_says_why(visit: Visit) -> None:
    ann = visit()
    sent = answers_of(ann)
    sit_down(ann)
    page = ann.page
    page.keyboard.press("/")
    page.keyboard.type("(l) (q)b")
    expect(ann.default).to_have_text(re.compile(r"Write\s+\(L\)\(Q\)B\s+Turn left, back twice"))
    refusal = page.get_by_role("alert")
    for order, reason in (
        ("C(R)", "(R) does not go with C in 'C(R)' (GL 6.3-C)"),
        ("RO-FL", "only a prone man rolls, and Verus is standing (GL 6.3-RO)"),
        ("X(TN)", "Verus has no net in his hand (GL 17.1b)"),
        ("HOP", "'HOP' is no standard action (GL 6.3)"),
        ("FB", "'FB'"),
    ):
        notation(page).fill(order)
        notation(page).press("Enter")
        expect(refusal).to_contain_text(reason, ignore_case=True)
        expect(page.locator(".decision h2")).to_contain_text("write Verus's order")
    # More turns than are offered may be written all the same.
    notation(page).fill("(R)(L)(R)F(L)")
    expect(page.locator("#order-means")).to_contain_text("none of the usual orders")
    notation(page).press("Enter")
    expect_sent(page)
    assert sent[-1] == "(R)(L)(R)F(L)"


def test_what_the_foe_could_reach_is_told_and_drawn(visit: Visit) -> None:
    ann = visit()
    sit_down(ann)
    page = ann.page
    costs = page.locator("#order-means")
    expect(costs).to_contain_text("Priscus could strike you there")  # after a charge
    page.keyboard.press("s")
    expect(costs).to_contain_text("nobody could strike you there")
    drawn = page.locator("[data-reach]")
    told = explained("plot")["-"]["foes"][0]["strikes"]
    assert {each.get_attribute("data-reach") for each in drawn.all()} == {f"{q} {r}" for q, r in told}
    page.keyboard.press("r")
    expect(drawn).to_have_count(0)
    expect(costs).to_contain_text("away from Priscus")
    page.keyboard.press("Enter")  # it may be wise, and is not asked twice
    expect_sent(page)


def explained(name: str) -> dict[Any, dict[str, Any]]:
    """What the engine says in the same position."""
    if name == "plot":
        match = Match(GAME, 2, SeededDice("any"), "advanced", {"types": ["medium", "medium"]})
    else:
        written = tomllib.loads((SCENARIOS / f"{name}.toml").read_text("utf-8"))
        match = Match(GAME, 2, SeededDice("any"), names=written["names"], position=written["position"])
    answers = GAME.explain(match.state, match.pending[0])
    return {each["choice"] if "choice" in each else (each["box"], each["points"]): each for each in answers}


def test_moves_are_counted_and_overexertion_is_said(visit: Visit) -> None:
    ann, ben = visit(), visit()
    made = sit_down(ann, throws=False)
    ben.sit_down(made, 1)
    for phase in range(1, 7):
        for visitor in (ann, ben):
            visitor.wait_for_question()
            expect(visitor.page.locator(".decision h2")).to_contain_text(f"Phase {phase}:")
        expect(ann.page.locator(".moves")).to_contain_text(f"{6 - phase} of 5 moves left")
        if phase == 6:
            break
        ann.page.keyboard.press("x")
        for visitor in (ann, ben):
            visitor.page.keyboard.press("Enter")
    expect(ann.page.locator("#order-means")).to_contain_text("costs no move")
    ann.page.keyboard.press("x")
    expect(ann.page.locator("#order-means")).to_contain_text("overexertion: two moves fewer next turn")
    sheet = ann.page.get_by_role("region", name="Verus's log sheet")
    expect(sheet).to_contain_text("moves 0\N{MINUS SIGN}1 of 5", use_inner_text=True)  # what has just changed is marked


def test_a_net_shows_its_price_and_its_chances(visit: Visit) -> None:
    ann = visit()
    sit_down(ann, scenario="the-toss")
    page = ann.page
    told = explained("the-toss")
    page.get_by_role("button", name="Toss", exact=True).click()
    order = notation(page).input_value()
    assert "(TN)" in order
    expect(page.locator("#order-means")).to_contain_text("6 CFs")
    chance = f"caught {round(100 * told[order]['net']['caught'])} %"
    expect(page.locator(".plotting .odds")).to_contain_text(chance, use_inner_text=True)
    # The price is marked; what he hopes for is not.
    expect(page.locator("#order-means")).to_contain_text("to catch him")
    expect(page.locator("#order-means .cost").filter(has_text="costs")).to_have_count(1)
    expect(page.locator("#order-means .cost").filter(has_text="to catch")).to_have_count(0)
    page.get_by_role("button", name="Toss", exact=True).click()
    assert "(TN)" not in notation(page).input_value()


def test_a_reload_finds_the_order_and_the_clock_runs(visit: Visit) -> None:
    ann = visit()
    sit_down(ann, plot_seconds=40)
    page = ann.page
    expect(page.get_by_role("timer").first).to_be_visible()
    page.keyboard.press("w")
    page.keyboard.press(",")
    page.reload()
    expect(notation(page)).to_have_value("F(L)")


def test_phases_are_crossed_out_in_secret(visit: Visit) -> None:
    ann = visit()
    sent = answers_of(ann)
    sit_down(ann, advance_plot=True)
    page = ann.page
    phases = page.get_by_role("group", name="Phases; crossed out are those without a move")
    expect(phases.locator("[aria-pressed=true]")).to_have_text(["6", "7", "8"])
    for key in "671":
        page.keyboard.press(key)
    expect(ann.default).to_have_count(0)  # one more is wanted
    page.keyboard.press("3")
    ann.default.click()
    expect_sent(page)
    assert sent == [[1, 3, 8]]


def test_who_throws_nothing_is_asked_once(visit: Visit) -> None:
    ann, ben = visit(), visit()
    made = sit_down(ann)
    ben.sit_down(made, 1)
    question = ann.page.locator(".decision h2")
    for phase in (1, 2):
        for visitor in (ann, ben):
            visitor.wait_for_question()
            expect(visitor.page.locator(".decision h2")).to_contain_text(f"Phase {phase}:")
            visitor.page.keyboard.press("Enter")
        if phase == 1:
            expect(question).to_contain_text("throw or let go")
            ann.page.get_by_role("button", name="Do not ask me about throws").click()
        expect(ben.page.locator(".decision h2")).to_contain_text("throw or let go")
        ben.page.keyboard.press("Enter")
    expect(question).to_contain_text("Phase 3:")
    ann.page.get_by_role("button", name="Ask me about throws").click()
    expect(ann.page.get_by_role("button", name="about throws")).to_have_count(0)


# -- everybody ----------------------------------------------------------------------------------------------------


def test_with_the_thumb_on_a_phone(visit: Visit) -> None:
    ann = visit(**PHONE, has_touch=True)
    sent = answers_of(ann)
    sit_down(ann)
    page = ann.page
    check(page)
    expect(ann.default).to_be_in_viewport()
    page.locator("[data-place='0 -1']").tap()
    page.locator("[data-face='NW']").tap()
    ann.default.tap()
    page.get_by_role("dialog").locator(".primary").tap()  # into the way of a charge: meant twice
    expect_sent(page)
    page = ann.page
    sit_down(ann, scenario="first-blood")
    check(page)
    expect(ann.default).to_be_in_viewport()
    page.get_by_role("button", name="Clear").tap()
    for _ in range(3):
        page.locator("[data-area=groin]").tap()
    page.get_by_role("button", name="More: Strike at Priscus's head").tap()
    page.locator("[data-side=guard]").tap()
    for _ in range(4):
        page.locator("[data-area=chest]").tap()
    ann.default.tap()
    expect_sent(page)
    assert sent == ["F(L)", [1, 0, 3, 0, 0, 0, 4, 0, 0, 0, 2]]


@GUISES
def test_axe_finds_nothing_on_any_desk(visit: Visit, scheme: str, size: dict[str, int]) -> None:
    ann = visit(color_scheme=scheme, **size)
    page = ann.page
    sit_down(ann)
    page.keyboard.press("w")
    check(page)
    sit_down(ann, scenario="the-toss")
    check(page)
    sit_down(ann, scenario="first-blood")
    check(page)
    page.locator("[data-side=guard]").click()
    check(page)
    sit_down(ann, advance_plot=True)
    check(page)
