"""GL 6.3 and 6.4: what each standard and special action does."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.games.gladiator.hexes import Hex, rotate
from ludus.games.gladiator.plot import read_plot
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    allot,
    arena,
    caps,
    dice_left,
    events,
    fight,
    fighter,
    item,
    legal,
    man,
    plot,
)

QUIET = {"throws": False}
FAR = man(60, 60, "S")
N, NE, SE, S, SW, NW = range(6)
POINTS = ("N", "NE", "SE", "S", "SW", "NW")


def after(order: str, facing: int = N, **sheet: Any) -> tuple[Hex, int]:
    """Where a man from (0,0) ends up, and how he faces."""
    match = arena(man(0, 0, POINTS[facing], **sheet), FAR)
    plot(match, order)
    mover = fighter(match, FIRST)
    assert dice_left(match) == ()
    return mover.place, mover.facing


STEPS: dict[str, Hex] = {"F": (0, -1), "B": (0, 1), "SFL": (-1, 0), "SFR": (1, -1), "SBL": (-1, 1), "SBR": (1, 0)}


@pytest.mark.rule("GL 6.3-F", "GL 6.3-B", "GL 6.3-SFL", "GL 6.3-SFR", "GL 6.3-SBL", "GL 6.3-SBR")
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("action", STEPS)
def test_a_step_by_one_hex_with_the_facing_kept(action: str, facing: int) -> None:
    assert after(action, facing) == (rotate(STEPS[action], facing), facing)


@pytest.mark.rule("GL 6.3-F", "GL 6.3-B", "GL 6.3-SFL", "GL 6.3-SFR", "GL 6.3-SBL", "GL 6.3-SBR")
@pytest.mark.parametrize(
    ("action", "way"),
    [
        ("F", "forward"),
        ("B", "back"),
        ("SFL", "side_forward"),
        ("SFR", "side_forward"),
        ("SBL", "side_back"),
        ("SBR", "side_back"),
    ],
)
def test_a_step_counts_by_its_way(action: str, way: str) -> None:
    """The impact list and the nets ask how far a man went, and which way; a combat keeps the phase open."""
    place = STEPS[action]
    match = arena(man(), man(place[0], place[1] - 2, "S"), options=QUIET)
    plot(match, action, "F")
    ways = {name: getattr(fighter(match, FIRST), name) for name in ("forward", "side_forward", "back", "side_back")}
    assert ways == {**dict.fromkeys(ways, 0), way: 1}
    assert fighter(match, FIRST).last_way == way


@pytest.mark.rule("GL 6.3-B", "GL 6.3-SBL", "GL 6.3-SBR")
@pytest.mark.parametrize(("action", "total"), [("B", 10), ("SBL", 11), ("SBR", 11)])
def test_backing_over_an_object_may_trip(action: str, total: int) -> None:
    match = arena(man(), FAR, items=[item("shield", *STEPS[action])], dice=[6, 6])
    plot(match, action)
    (trip,) = events(match, "trip")
    assert trip.data == {"fighter": FIRST, "place": [*STEPS[action]], "stumbles": False, "total": total}


@pytest.mark.rule("GL 6.3-F", "GL 6.3-SFL", "GL 6.3-SFR")
@pytest.mark.parametrize("action", ["F", "SFL", "SFR"])
def test_a_man_who_goes_forward_sees_where_he_treads(action: str) -> None:
    match = arena(man(), FAR, items=[item("shield", *STEPS[action])])
    plot(match, action)
    assert not events(match, "trip")
    assert fighter(match, FIRST).place == STEPS[action]


@pytest.mark.rule("GL 6.3-B", "GL 6.3-SBL", "GL 6.3-SBR", "GL 6.4-K")
@pytest.mark.parametrize("text", ["B(K1)", "(K1)B", "SBL(K2)", "SBR(K3)", "KN(K1)", "(K6)KN", "(K1)(K2)X", "(K1)F(K1)"])
def test_no_kick_backwards_or_kneeling_and_no_second_one(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_plot(text)
    assert "GL 6." in str(refused.value)


@pytest.mark.rule("GL 6.4-K")
@pytest.mark.parametrize("order", ["X(K1)", "(K1)F", "SFL(K1)", "(Q)SFR(K1)", "X(L)(K1)"])
def test_a_kick_may_be_written_where_something_lies_near(order: str) -> None:
    assert order in arena(man(), FAR, items=[item("sword", 0, 0)]).pending[0]
    assert order not in arena(man(), FAR).pending[0]
    assert order not in arena(man(), FAR, items=[item("sword", 9, 0)]).pending[0]


@pytest.mark.rule("GL 6.4-K")
def test_a_kick_is_at_what_lies_there_at_that_moment() -> None:
    """Two hexes on lies a sword: (Q)F(K1) reaches it, F(K1) passes it by."""
    match = arena(man(), FAR, items=[item("sword", 0, -2)], dice=[6])
    plot(match, "(Q)F(K1)")
    assert match.state.items[0].place == (0, -5)
    match = arena(man(), FAR, items=[item("sword", 0, -2)])
    plot(match, "F(K1)")
    assert match.state.items[0].place == (0, -2)


# -- charge and pause --------------------------------------------------------------------------------------


@pytest.mark.rule("GL 6.3-C")
@pytest.mark.parametrize("facing", range(6))
def test_a_charge_is_three_hexes_straight_ahead(facing: int) -> None:
    assert after("C", facing) == (rotate((0, -3), facing), facing)


@pytest.mark.rule("GL 6.3-C")
def test_a_charge_ends_at_a_man_who_stands_in_its_way() -> None:
    """Two hexes were run: +4. 1 + 2 + 4 + 3 against 1 + 2 + 2, and he is pushed one hex on."""
    match = arena(man(), man(0, -2, "S"), options=QUIET, dice=[3, 2, 1, 1, 6])
    plot(match, "C", "-")
    (collision,) = events(match, "collision")
    assert (f"{FIRST}: moved forward", 4) in collision.modifiers
    assert collision.data["impact"] == [10, 5]
    assert collision.data["place"] == [0, -2]
    assert (fighter(match, FIRST).place, fighter(match, SECOND).place) == ((0, -2), (0, -3))
    assert dice_left(match) == ()


@pytest.mark.rule("GL 6.3-C")
@pytest.mark.parametrize("special", ["(Q)", "(L)", "(R)", "(TN)", "(LN1)", "(SN)", "(RN)", "(K1)"])
def test_nothing_goes_with_a_charge(special: str) -> None:
    for text in (f"C{special}", f"{special}C"):
        with pytest.raises(Refused, match=r"GL 6\.3-C"):
            read_plot(text)


@pytest.mark.rule("GL 6.3-X")
def test_a_pause_keeps_hex_and_facing_and_costs_a_phase() -> None:
    for order, facing in (("X", N), ("X(R)", NE), ("X(L)(L)", SW)):
        match = arena(man(used=1), FAR)
        plot(match, order)
        mover = fighter(match, FIRST)
        assert (mover.place, mover.facing, mover.used) == ((0, 0), facing, 2)


@pytest.mark.rule("GL 6.3-X", "GL 6.4-Q")
@pytest.mark.parametrize("text", ["X(Q)", "(Q)X", "(Q)C", "(Q)KN", "S(Q)", "(Q)R"])
def test_a_quick_move_wants_a_step(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_plot(text)
    assert refused.value.code == "bad-plot"


@pytest.mark.rule("GL 6.3-X")
def test_a_pause_is_not_the_same_as_no_move() -> None:
    """The one counts, the other is free: a man with no move left may not pause."""
    match = arena(man(used=5, overexerted=True), FAR)
    assert "X" not in match.pending[0]
    assert "-" in match.pending[0]


# -- stumble -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 6.3-S")
def test_a_stumble_is_the_order_of_the_next_phase() -> None:
    """He loses a collision in phase 3 and his stumble check with it; in phase 4 he stumbles and keeps his feet."""
    match = arena(man(cf=20), man(0, -1, "S", cf=20), phase=3, options=QUIET, dice=[6, 1, 3, 3, 1, 4, 6, 5])
    plot(match, "F", "-")
    assert events(match, "stumble-check")[0].data["stumbles"]
    fight(match, ({}, {}), ({}, {}))
    assert match.state.phase == 4
    assert legal(match, 1) == {"S", "S(L)", "S(R)"}
    with pytest.raises(Refused, match=r"GL 6\.3-S"):
        match.submit(1, "F")
    plot(match, "-", "S")
    (fall,) = events(match, "fall-check")
    assert (fall.data["total"], fall.data["falls"]) == (10, False)
    assert fighter(match, SECOND).used == 0
    fight(match, ({}, {}), ({}, {}))
    assert "F" in legal(match, 1)


@pytest.mark.rule("GL 6.3-S")
@pytest.mark.parametrize(("order", "facing", "used"), [("S", N, 2), ("S(R)", NE, 3), ("S(L)", NW, 3), ("(L)S", NW, 3)])
def test_a_stumble_costs_a_phase_only_with_a_turn(order: str, facing: int, used: int) -> None:
    match = arena(man(owes_stumble=True, used=2), FAR, dice=[6, 6])
    plot(match, order)
    mover = fighter(match, FIRST)
    assert (mover.place, mover.facing, mover.used) == ((0, 0), facing, used)
    assert len(events(match, "fall-check")) == 1
    assert dice_left(match) == ()


@pytest.mark.rule("GL 6.3-S")
def test_a_stumble_without_allowance_left() -> None:
    match = arena(man(owes_stumble=True, used=5, overexerted=True), FAR, phase=7, dice=[6, 6])
    assert legal(match) == {"S"}
    plot(match, "S")
    assert (fighter(match, FIRST).used, len(events(match, "fall-check"))) == (5, 1)


@pytest.mark.rule("GL 6.3-S")
def test_a_turn_of_a_stumbling_man_may_be_overexertion() -> None:
    match = arena(man(owes_stumble=True, used=5), FAR, phase=7, dice=[6, 6])
    assert legal(match) == {"S", "S(L)", "S(R)"}
    plot(match, "S(L)")
    assert fighter(match, FIRST).overexerted
    plain = arena(man(owes_stumble=True, used=5), FAR, phase=7, dice=[6, 6])
    plot(plain, "S")
    assert not fighter(plain, FIRST).overexerted


@pytest.mark.rule("GL 6.3-S")
def test_a_fall_takes_the_turn_away() -> None:
    match = arena(man(owes_stumble=True), FAR, dice=[1, 1])
    plot(match, "S(L)")
    mover = fighter(match, FIRST)
    assert (mover.posture, mover.facing) == ("prone", N)


# -- recover, kneel, roll -----------------------------------------------------------------------------------


@pytest.mark.rule("GL 6.3-R")
@pytest.mark.parametrize("place", [(0, 0), (0, -1), (1, 0)])
def test_a_careful_attempt_has_6_in_its_favour(place: Hex) -> None:
    match = arena(man(weapon=""), FAR, items=[item("sword", *place)], dice=[5])
    plot(match, "R")
    (recovery,) = events(match, "recovery")
    assert ("careful attempt", -6) in recovery.modifiers
    assert recovery.data["success"]
    assert recovery.data["total"] == (-1 if place == (0, 0) else 0)
    assert fighter(match, FIRST).used == 1


@pytest.mark.rule("GL 6.3-R")
@pytest.mark.parametrize("text", ["R(Q)", "R(K2)", "R(TN)", "R(LN1)", "R(SN)", "R(RN)"])
def test_only_turns_go_with_it(text: str) -> None:
    with pytest.raises(Refused, match=r"GL 6\.3-R"):
        read_plot(text)
    assert read_plot("R(L)").after == -1


@pytest.mark.rule("GL 6.3-R")
def test_nothing_two_hexes_away() -> None:
    assert "R" not in arena(man(weapon=""), FAR, items=[item("sword", 0, -2)]).pending[0]
    assert "R" in arena(man(weapon=""), FAR, items=[item("sword", 0, -1)]).pending[0]


@pytest.mark.rule("GL 6.3-KN")
def test_a_prone_man_kneels_before_he_stands() -> None:
    """In phase 5 he is on his knees for the combat already; in phase 6 he may do anything but roll."""
    fallen = man(posture="prone", must_rise=True)
    match = arena(fallen, man(0, -1, "S"), phase=5, options=QUIET, dice=[1, 1, 1])
    assert {"F", "X", "C", "R", "-"}.isdisjoint(legal(match))
    assert {"KN", "KN(L)", "RO-FL"} <= legal(match)
    plot(match, "KN(R)", "-")
    assert (fighter(match, FIRST).posture, fighter(match, FIRST).facing) == ("kneeling", NE)
    assert "attack head" in caps(match, 0)
    allot(match, 0, attack={"head": 4})
    allot(match, 1, defend={"head": 2})
    assert events(match, "attack")[0].data["strength"] == 2  # halved, as from the knees
    assert {"F", "C", "X", "X-UP", "KN", "(Q)B", "-"} <= legal(match)
    assert not any(text.startswith(("RO", "(Q)RO")) for text in legal(match))


@pytest.mark.rule("GL 6.3-KN")
def test_a_standing_man_may_kneel() -> None:
    match = arena(man(), FAR)
    plot(match, "KN")
    mover = fighter(match, FIRST)
    assert (mover.posture, mover.place, mover.used) == ("kneeling", (0, 0), 1)


@pytest.mark.rule("GL 6.3-RO")
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize(
    ("roll", "place"), [("RO-FL", (-1, 0)), ("RO-FR", (1, -1)), ("RO-BL", (-1, 1)), ("RO-BR", (1, 0))]
)
def test_a_prone_man_rolls_and_stays_prone(roll: str, place: Hex, facing: int) -> None:
    match = arena(man(0, 0, POINTS[facing], posture="prone", must_rise=True), FAR)
    plot(match, roll)
    mover = fighter(match, FIRST)
    assert (mover.place, mover.facing, mover.posture) == (rotate(place, facing), facing, "prone")
    quick = arena(man(0, 0, POINTS[facing], posture="prone"), FAR)
    plot(quick, f"(Q){roll}")
    assert fighter(quick, FIRST).place == rotate((2 * place[0], 2 * place[1]), facing)


@pytest.mark.rule("GL 6.3-RO")
@pytest.mark.parametrize("posture", ["standing", "kneeling"])
def test_nobody_else_rolls(posture: str) -> None:
    match = arena(man(posture=posture), FAR)
    with pytest.raises(Refused, match=r"GL 6\.3-RO"):
        match.submit(0, "RO-FL")


# -- quick moves and turns ------------------------------------------------------------------------------------


@pytest.mark.rule("GL 6.4-Q")
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("action", STEPS)
def test_a_quick_move_goes_two_hexes(action: str, facing: int) -> None:
    q, r = STEPS[action]
    assert after(f"(Q){action}", facing) == (rotate((2 * q, 2 * r), facing), facing)


@pytest.mark.rule("GL 6.4-Q")
def test_a_quick_sidestep_from_the_clause() -> None:
    assert after("(Q)SFR") == ((2, -2), N)
    match = arena(man(used=2), FAR)
    plot(match, "(Q)SFR")
    assert fighter(match, FIRST).used == 3


@pytest.mark.rule("GL 6.4-L", "GL 6.4-R", "GL 6.4-example")
@pytest.mark.parametrize(
    ("order", "place", "facing"),
    [
        ("(L)F", (-1, 0), NW),
        ("F(L)", (0, -1), NW),
        ("(R)(R)F", (1, 0), SE),
        ("(R)F", (1, -1), NE),
        ("F(R)", (0, -1), NE),
        ("(L)F(R)", (-1, 0), N),
        ("(R)SBL", (-1, 0), NE),
        ("(L)(Q)B", (2, 0), NW),
        ("(Q)B(L)", (0, 2), NW),
        ("(R)(R)(R)F", (0, 1), S),
    ],
)
def test_turns_before_and_after_the_step(order: str, place: Hex, facing: int) -> None:
    assert after(order) == (place, facing)
