"""GL 7.1 to 7.4: who runs into whom, where a move ends, and the prone man who is run down."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    THIRD,
    ArenaMatch,
    answer,
    arena,
    dice_left,
    events,
    fighter,
    item,
    man,
    plot,
)

QUIET = {"throws": False}
HELD = (4, 3, 3, 3, 6)  # impact 4 to 3, two dice of stun, no stumble


def collisions(match: ArenaMatch) -> list[tuple[str, str, list[int]]]:
    return [(each.data["fighter"], each.data["other"], each.data["place"]) for each in events(match, "collision")]


@pytest.mark.rule("GL 7.1")
@pytest.mark.parametrize("counters", [(4, 5), (5, 4)])
@pytest.mark.parametrize(
    ("orders", "places"),
    [
        (("F", "F"), [(0, -1), (0, 0)]),  # changing places
        (("(Q)F", "SBL"), [(0, -2), (1, -2)]),
        (("B(R)", "(L)F"), [(0, 1), (1, -1)]),
    ],
)
def test_nobody_moves_first(orders: tuple[str, str], places: list[tuple[int, int]], counters: tuple[int, int]) -> None:
    match = arena(man(0, 0, "N", counter=counters[0]), man(0, -1, "S", counter=counters[1]), options=QUIET)
    plot(match, *orders)
    assert [fighter(match, FIRST).place, fighter(match, SECOND).place] == places
    (moved,) = events(match, "moved")
    assert moved.clauses == ("GL 7.1",)
    assert moved.data["places"][FIRST][:2] == list(places[0])


@pytest.mark.rule("GL 7.2")
def test_two_moves_that_end_in_one_hex() -> None:
    match = arena(man(0, 0, "N"), man(0, -2, "S"), dice=HELD)
    plot(match, "F", "F")
    assert collisions(match) == [(FIRST, SECOND, [0, -1])]
    assert fighter(match, FIRST).place == (0, -1)
    assert fighter(match, SECOND).place == (0, -2)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.2")
@pytest.mark.parametrize(
    ("one", "other", "orders", "places"),
    [
        pytest.param((0, 0, "N"), (0, -1, "S"), ("F", "F"), [(0, -1), (0, 0)], id="changing places"),
        pytest.param((0, 0, "N"), (0, -1, "N"), ("F", "F"), [(0, -1), (0, -2)], id="into a hex that is left"),
        pytest.param((0, 0, "N"), (1, -1, "NW"), ("F", "(Q)F"), [(0, -1), (-1, -1)], id="where the other passed"),
        pytest.param((0, 0, "N"), (1, -1, "NW"), ("(Q)F", "(Q)F"), [(0, -2), (-1, -1)], id="both pass through"),
        pytest.param((0, 0, "N"), (0, -3, "S"), ("C", "C"), [(0, -3), (0, 0)], id="charging past each other"),
    ],
)
def test_no_collision_in_passing(
    one: tuple[int, int, str], other: tuple[int, int, str], orders: tuple[str, str], places: list[tuple[int, int]]
) -> None:
    match = arena(man(*one), man(*other), options=QUIET)
    plot(match, *orders)
    assert not collisions(match)
    assert [fighter(match, FIRST).place, fighter(match, SECOND).place] == places


@pytest.mark.rule("GL 7.3")
@pytest.mark.parametrize("stays", ["X", "-", "X(L)", "KN"])
@pytest.mark.parametrize(("order", "hexes"), [("C", 1), ("(Q)F", 1), ("F", 1)])
def test_a_standing_man_stops_the_move(order: str, hexes: int, stays: str) -> None:
    """A wins; the rest of his move is lost all the same, and only the hex he entered counts in his impact."""
    match = arena(man(0, 0, "N", strength=2), man(0, -1, "S"), dice=(4, 3, 1, 1, 6))
    plot(match, order, stays)
    (collision,) = events(match, "collision")
    assert collision.data["place"] == [0, -1]
    assert collision.data["winner"] == FIRST
    assert (f"{FIRST}: moved forward", 2 * hexes) in collision.modifiers
    assert fighter(match, FIRST).place == (0, -1)
    assert fighter(match, SECOND).place == (0, -2)


@pytest.mark.rule("GL 7.3")
def test_he_who_loses_does_not_go_on_either() -> None:
    match = arena(man(0, 0, "N"), man(0, -2, "S", strength=9), dice=(1, 6, 1, 1, 6))
    plot(match, "C", "X")
    assert events(match, "collision")[0].data["winner"] == SECOND
    assert fighter(match, FIRST).place == (0, -1)  # the last hex before the one they shared
    assert fighter(match, FIRST).forward == 2


@pytest.mark.rule("GL 7.3")
def test_a_man_who_goes_away_stops_nobody() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "N"), options=QUIET)
    plot(match, "C", "SFL")
    assert not collisions(match)
    assert fighter(match, FIRST).place == (0, -3)


@pytest.mark.rule("GL 7.3")
def test_a_turn_after_the_step_is_dropped() -> None:
    """Had he turned left, the man before him would stand in his front-right hex, worth 2."""
    match = arena(man(0, 0, "N"), man(0, -1, "S"), dice=HELD)
    plot(match, "F(L)", "X")
    (collision,) = events(match, "collision")
    assert not [reason for reason, _ in collision.modifiers if reason.endswith("position")]
    assert fighter(match, FIRST).turned == 0


@pytest.mark.rule("GL 7.3")
def test_a_turn_before_the_step_is_made() -> None:
    match = arena(man(0, 0, "NW"), man(0, -1, "S"), dice=HELD)
    plot(match, "(R)F", "X")
    assert collisions(match) == [(FIRST, SECOND, [0, -1])]


@pytest.mark.rule("GL 7.3")
def test_a_kick_after_the_step_is_dropped() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S", weapon=""), items=[item("shield", 0, -1)], dice=HELD)
    plot(match, "F(K1)", "-")
    assert not events(match, "kick")
    assert [each.place for each in match.state.items] == [(0, -1)]
    assert dice_left(match) == ()


# -- the prone man ---------------------------------------------------------------------------------------


def run_down(level: str, dice: tuple[int, ...] = (), **fallen: Any) -> ArenaMatch:
    match = arena(man(0, 0, "N"), man(0, -1, "S", posture="prone", **fallen), level=level, dice=dice)
    plot(match, "F", "-")
    return match


@pytest.mark.rule("GL 7.4")
def test_a_prone_man_who_is_run_down_surrenders() -> None:
    match = run_down("basic")
    (surrender,) = events(match, "surrender")
    assert surrender.data == {"fighter": SECOND, "victor": FIRST, "why": "run down"}
    assert surrender.clauses[0] == "GL 7.4"
    assert not collisions(match)
    assert fighter(match, SECOND).status == "surrendered"
    assert fighter(match, FIRST).place == (0, -1)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


@pytest.mark.rule("GL 7.4")
@pytest.mark.parametrize(("die", "status"), [(4, "dead"), (5, "spared")])
def test_in_the_advanced_game_the_crowd_decides(die: int, status: str) -> None:
    match = run_down("advanced", (die,), attack_total=20)
    (verdict,) = events(match, "verdict")
    assert verdict.clauses[0] == "GL 7.4"
    assert verdict.data["victor"] == FIRST
    assert fighter(match, SECOND).status == status
    assert not collisions(match)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.4")
def test_who_falls_in_this_phase_is_run_down_as_well() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S", owes_stumble=True), level="basic", dice=(3, 4))
    plot(match, "F", "S")
    assert events(match, "surrender")[0].data["fighter"] == SECOND
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.4")
def test_a_rolling_man_collides() -> None:
    match = arena(man(1, -1, "N"), man(0, -1, "S", posture="prone"), level="basic", dice=HELD)
    plot(match, "X", "RO-FL")
    (collision,) = events(match, "collision")
    assert (f"{SECOND}: rolling", 4) in collision.modifiers
    assert not events(match, "surrender")


@pytest.mark.rule("GL 7.4")
def test_a_rolling_man_runs_nobody_down() -> None:
    """Both prone, one rolls into the other: an ordinary collision."""
    match = arena(man(1, -1, "N", posture="prone"), man(0, -1, "S", posture="prone"), level="basic", dice=(1, 6, 1, 1))
    plot(match, "-", "RO-FL")
    assert collisions(match) == [(FIRST, SECOND, [1, -1])]
    assert not events(match, "surrender")
    # Only the one who rolls has the 4.
    rolling = [reason for reason, _ in events(match, "collision")[0].modifiers if reason.endswith("rolling")]
    assert rolling == [f"{SECOND}: rolling"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.4")
def test_a_teammate_is_no_enemy() -> None:
    match = arena(man(0, 0, "N"), man(5, 5), man(0, -1, "S", posture="prone"), dice=(6, 1, 1, 1), options=QUIET)
    plot(match, "F", "-", "-")
    assert collisions(match) == [(FIRST, THIRD, [0, -1])]
    assert fighter(match, THIRD).fighting


@pytest.mark.rule("GL 7.4", "GL 19.24b")
def test_a_refused_appeal_leaves_an_ordinary_collision() -> None:
    match = arena(
        man(0, 0, "N"), man(0, -1, "S", posture="prone"), man(9, 9), man(5, 5), dice=(6, 1, 1, 1), options=QUIET
    )
    plot(match, "F", "-", "-", "-")
    answer(match, "refuse")
    assert collisions(match) == [(FIRST, SECOND, [0, -1])]
    assert fighter(match, SECOND).fighting
