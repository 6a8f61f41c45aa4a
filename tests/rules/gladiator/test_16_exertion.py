"""GL 16: endurance and overexertion."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    arena,
    dice_left,
    events,
    fighter,
    legal,
    man,
    plot,
)


def next_turn(turn: int, die: int, **sheet: Any) -> ArenaMatch:
    """This turn begins; the second man always rolls a 1 and has all the breath in the world."""
    other = man(0, -20, "S", constitution=20, counter=12)
    return arena(man(0, 0, "N", counter=1, **sheet), other, step="turn", turn=turn - 1, dice=[die, 1])


def rest(match: ArenaMatch) -> None:
    """The rest of a turn in which nobody does anything."""
    turn = match.state.turn
    while match.state.turn == turn:
        plot(match, "-", "-")


@pytest.mark.rule("GL 16.2")
def test_no_check_in_the_first_turn() -> None:
    match = arena(man(0, 0, "N"), man(0, -20, "S"), step="turn", turn=0)
    assert match.state.turn == 1
    assert not events(match, "endurance")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 16.2", "GL 4-dice-order")
def test_one_check_each_from_the_second_turn_on() -> None:
    match = arena(man(0, 0, "N", counter=7), man(0, -20, "S", counter=2), step="turn", turn=1, dice=[3, 4])
    assert match.state.turn == 2
    checks = events(match, "endurance")
    assert [(check.data["fighter"], check.dice[0].values) for check in checks] == [(SECOND, (3,)), (FIRST, (4,))]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 16.3")
@pytest.mark.parametrize(
    ("kind", "constitution", "turn", "die", "total"),
    [
        ("medium", 4, 5, 5, 6),
        ("medium", 4, 5, 4, 5),
        ("medium", 4, 5, 6, 7),
        ("heavy", 2, 4, 3, 6),
        ("heavy", 2, 4, 2, 5),
        ("light", 6, 6, 6, 5),
        ("light", 5, 6, 6, 6),
        ("retiarius", 4, 5, 5, 6),
    ],
)
def test_die_and_turn_less_constitution(kind: str, constitution: int, turn: int, die: int, total: int) -> None:
    match = next_turn(turn, die, type=kind, constitution=constitution)
    lost = total >= 6
    check = events(match, "endurance")[0]
    assert check.data == {"fighter": FIRST, "total": total, "lost": int(lost), "cf": 10 - lost}
    assert fighter(match, FIRST).cf == 10 - lost
    assert ("GL 16.1" in check.clauses) is lost
    assert {"GL 16.2", "GL 16.3"} <= set(check.clauses)
    weight = {"light": -1, "heavy": 1}.get(kind)
    assert [(each.reason, each.amount) for each in check.modifiers] == [
        ("turn", turn),
        ("constitution", -constitution),
        *([(kind, weight)] if weight else []),
    ]


@pytest.mark.rule("GL 16.1")
def test_what_is_lost_stays_lost() -> None:
    """One CF in turn 4; it is still gone in turn 5, when he keeps the rest."""
    match = arena(
        man(0, 0, "N", constitution=3),
        man(0, -20, "S", constitution=20),
        step="turn",
        turn=3,
        dice=[5, 1, 1, 1],
    )
    assert fighter(match, FIRST).cf == 9
    rest(match)
    assert match.state.turn == 5
    assert [check.data["lost"] for check in events(match, "endurance")] == [1, 0, 0, 0]
    assert fighter(match, FIRST).cf == 9
    assert fighter(match, FIRST).cf_start == 10


@pytest.mark.rule("GL 16.3", "GL 9.36")
def test_the_last_breath_of_a_stunned_man() -> None:
    match = next_turn(4, 6, cf=3, stun=2)
    assert fighter(match, FIRST).unconscious
    assert fighter(match, FIRST).posture == "prone"


@pytest.mark.rule("GL 16.3", "GL 9.33")
def test_without_stun_he_stays_awake_at_zero() -> None:
    match = next_turn(4, 6, cf=1)
    assert fighter(match, FIRST).cf == 0
    assert fighter(match, FIRST).posture == "standing"


# -- overexertion ----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 16.4", "GL 3-4")
def test_a_heavy_moves_in_five_phases_and_pays_for_it() -> None:
    """Turn 2: his fifth move. Turn 3: he checks as if it were turn 4, and has two moves."""
    heavy = man(0, 0, "N", type="heavy", constitution=4, used=4, counter=1)
    match = arena(heavy, man(0, -20, "S", constitution=20, counter=12), turn=2, phase=8, dice=[5, 1, 1, 1])
    plot(match, "F", "-")
    (check, _) = events(match, "endurance")
    assert check.data["total"] == 5 + 4 - 4 + 1
    assert ("overexertion", 1) in check.modifiers
    assert "GL 16.4" in check.clauses
    assert match.state.turn == 3
    assert fighter(match, FIRST).allowance == 2
    assert fighter(match, FIRST).moves_left == 2


@pytest.mark.rule("GL 16.4")
def test_one_phase_too_many_and_no_more() -> None:
    match = arena(man(0, 0, "N", used=5), man(0, -20, "S"))
    assert {"F", "C", "X"} <= legal(match)
    plot(match, "F", "-")
    assert fighter(match, FIRST).overexerted
    assert fighter(match, FIRST).used == 5
    assert legal(match) == {"-"}


@pytest.mark.rule("GL 16.4")
def test_within_the_allowance_nobody_overexerts() -> None:
    match = arena(man(0, 0, "N", used=4), man(0, -20, "S"))
    plot(match, "F", "-")
    assert not fighter(match, FIRST).overexerted
    assert fighter(match, FIRST).used == 5


@pytest.mark.rule("GL 16.4", "GL 6.1")
def test_who_overexerted_in_a_crossed_out_phase_keeps_his_other_moves() -> None:
    match = arena(man(0, 0, "N", used=2, overexerted=True, crossed=[3, 4, 5]), man(0, -20, "S"), phase=2)
    assert "F" in legal(match)
    match = arena(man(0, 0, "N", used=2, overexerted=True, crossed=[3, 4, 5]), man(0, -20, "S"), phase=3)
    assert legal(match) == {"-"}


@pytest.mark.rule("GL 16.4")
def test_it_weighs_on_one_check_only() -> None:
    """Overexerted in turn 2: +1 in turn 3, nothing in turn 4, when he has his five moves again."""
    match = arena(
        man(0, 0, "N", overexerted=True, constitution=9),
        man(0, -20, "S", constitution=20),
        step="turn",
        turn=2,
        dice=[1, 1, 1, 1],
    )
    assert fighter(match, FIRST).allowance == 3
    rest(match)
    totals = [check.data["total"] for check in events(match, "endurance") if check.data["fighter"] == FIRST]
    assert totals == [1 + 3 + 1 - 9, 1 + 4 - 9]
    assert fighter(match, FIRST).allowance == 5


@pytest.mark.rule("GL 16.4")
def test_he_may_overexert_again_in_the_reduced_turn() -> None:
    match = arena(man(0, 0, "N", used=3, allowance=3, tired=True), man(0, -20, "S"))
    assert "F" in legal(match)
    plot(match, "F", "-")
    assert fighter(match, FIRST).overexerted


@pytest.mark.rule("GL 16.4")
def test_the_allowance_does_not_fall_below_zero() -> None:
    """A heavy with three limps has one move; overexertion leaves him none, not minus one."""
    match = next_turn(3, 1, type="heavy", limps=3, overexerted=True)
    assert fighter(match, FIRST).allowance == 0
