"""GL 13: getting up, and fighting on one's knees."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.gladiator.legal_plots import check_plot
from ludus.games.gladiator.plot import read_plot
from tests.rules.gladiator.arena import (
    FIRST,
    arena,
    dice_left,
    events,
    fight,
    fighter,
    item,
    legal,
    man,
    plot,
)

FAR = man(0, -20, "S")
ROLLS = {"RO-FL", "RO-FR", "RO-BL", "RO-BR"}


def actions(orders: set[str]) -> set[str]:
    """The standard actions among some orders."""
    return {read_plot(order).action for order in orders}


# -- getting up ------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 13.1", "GL 15.7")
def test_after_a_fall_he_kneels_or_rolls() -> None:
    match = arena(man(0, 0, "N", posture="prone", must_rise=True, used=3), FAR)
    assert actions(legal(match)) == {"KN", *ROLLS}
    for order in ("F", "X", "-", "C", "R"):
        assert order not in legal(match)


@pytest.mark.rule("GL 13.1")
def test_the_refusal_says_what_he_must_do() -> None:
    match = arena(man(0, 0, "N", posture="prone", must_rise=True), FAR)
    with pytest.raises(Exception, match=r"must kneel \(KN\) or roll \(RO\) first \(GL 13.1\)"):
        check_plot(match.state, fighter(match, FIRST), "F")


@pytest.mark.rule("GL 13.1", "GL 16.4")
def test_without_moves_left_he_may_lie_there_or_overexert() -> None:
    match = arena(man(0, 0, "N", posture="prone", must_rise=True, used=5), FAR)
    assert actions(legal(match)) == {"-", "KN", *ROLLS}
    match = arena(man(0, 0, "N", posture="prone", must_rise=True, used=5, overexerted=True), FAR)
    assert legal(match) == {"-"}


@pytest.mark.rule("GL 13.1")
def test_after_a_roll_he_may_wait() -> None:
    match = arena(man(0, 0, "N", posture="prone", must_rise=True), FAR)
    plot(match, "RO-FL", "-")
    assert fighter(match, FIRST).posture == "prone"
    assert fighter(match, FIRST).place == (-1, 0)
    assert actions(legal(match)) == {"-", "KN", *ROLLS}


@pytest.mark.rule("GL 13.1", "GL 6.3-KN")
def test_from_prone_by_the_knees_to_his_feet() -> None:
    match = arena(man(0, 0, "N", posture="prone", must_rise=True), FAR)
    plot(match, "KN", "-")
    assert fighter(match, FIRST).posture == "kneeling"
    assert fighter(match, FIRST).used == 1
    plot(match, "F", "-")
    assert fighter(match, FIRST).posture == "standing"
    assert fighter(match, FIRST).used == 2


@pytest.mark.rule("GL 13.1")
def test_a_kneeling_man_may_make_any_move_but_a_roll() -> None:
    match = arena(man(0, 0, "N", posture="kneeling"), FAR, items=[item("net", 0, 0)])
    found = actions(legal(match))
    assert found == {"-", "F", "B", "SFL", "SFR", "SBL", "SBR", "C", "X", "X-UP", "KN"}
    match = arena(man(0, 0, "N", posture="kneeling", weapon=""), FAR, items=[item("sword", 0, 0)])
    assert "R" in legal(match)


@pytest.mark.rule("GL 13.1")
@pytest.mark.parametrize(
    ("order", "posture"),
    [
        ("F", "standing"),
        ("B", "standing"),
        ("SFL", "standing"),
        ("SFR", "standing"),
        ("SBL", "standing"),
        ("SBR", "standing"),
        ("C", "standing"),
        ("X-UP", "standing"),
        ("X", "kneeling"),
        ("KN", "kneeling"),
        ("-", "kneeling"),
    ],
)
def test_what_gets_a_man_off_his_knees(order: str, posture: str) -> None:
    match = arena(man(0, 0, "N", posture="kneeling"), FAR)
    plot(match, order, "-")
    assert fighter(match, FIRST).posture == posture


@pytest.mark.rule("GL 13.1")
def test_recovering_and_stumbling_leave_him_on_his_knees() -> None:
    match = arena(man(0, 0, "N", posture="kneeling", weapon=""), FAR, items=[item("sword", 0, 0)], dice=[1])
    plot(match, "R", "-")
    assert fighter(match, FIRST).posture == "kneeling"
    match = arena(man(0, 0, "N", posture="kneeling", owes_stumble=True), FAR, dice=[6, 6])
    plot(match, "S", "-")
    assert fighter(match, FIRST).posture == "kneeling"


@pytest.mark.rule("GL 13.1")
def test_a_standing_man_has_no_use_for_getting_up() -> None:
    match = arena(man(0, 0, "N"), FAR)
    assert not {"X-UP", *ROLLS} & actions(legal(match))


# -- fighting --------------------------------------------------------------------------------------------


def strength(attacker: dict[str, Any], defender: dict[str, Any], area: str, cfs: int) -> tuple[int, tuple[str, ...]]:
    """What an attack counts with, and the clauses behind it. Three ones: nothing happens, or a shield is struck."""
    match = arena(
        man(0, 0, "N", **attacker),
        man(0, -1, "S", **defender),
        step="engage",
        options={"throws": False},
        dice=[1, 1, 2, *([1, 1, 1] if cfs > 5 else [])],
    )
    fight(match, ({area: cfs}, {}), ({}, {}))
    (attack,) = events(match, "attack")
    assert attack.data["advantage"] == attack.data["strength"]
    assert dice_left(match) == ()
    return attack.data["strength"], attack.clauses


@pytest.mark.rule("GL 13.2", "GL 8-halving")
@pytest.mark.parametrize(("cfs", "expected"), [(5, 2), (4, 2), (3, 1), (1, 0)])
def test_the_legs_of_a_kneeling_man(cfs: int, expected: int) -> None:
    found, clauses = strength({}, {"posture": "kneeling"}, "legs", cfs)
    assert found == expected
    assert {"GL 13.2", "GL 8-halving"} <= set(clauses)


@pytest.mark.rule("GL 13.2")
@pytest.mark.parametrize("area", ["head", "chest", "groin", "arms"])
def test_only_his_legs_are_covered(area: str) -> None:
    found, clauses = strength({}, {"posture": "kneeling"}, area, 2)
    assert found == 2
    assert "GL 13.2" not in clauses


@pytest.mark.rule("GL 13.2")
def test_the_legs_of_a_standing_man_are_not() -> None:
    assert strength({}, {}, "legs", 2)[0] == 2


@pytest.mark.rule("GL 13.3", "GL 8-halving")
@pytest.mark.parametrize(("cfs", "expected"), [(5, 2), (3, 1), (2, 1), (1, 0)])
def test_attacks_from_the_knees(cfs: int, expected: int) -> None:
    found, clauses = strength({"posture": "kneeling"}, {}, "chest", cfs)
    assert found == expected
    assert {"GL 13.3", "GL 8-halving"} <= set(clauses)


@pytest.mark.rule("GL 13.2", "GL 13.3", "GL 8-halving")
def test_two_halvings_round_down_each_time() -> None:
    """5 becomes 2, then 1."""
    found, clauses = strength({"posture": "kneeling"}, {"posture": "kneeling"}, "legs", 5)
    assert found == 1
    assert {"GL 13.2", "GL 13.3"} <= set(clauses)
