"""GL 9.5-LMP, 9.5-STU, 9.5-SA: the critical hits that go on hurting."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.gladiator.charts import AREAS, ARMS, LEGS
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    arena,
    dice_left,
    events,
    fight,
    fighter,
    man,
    plot,
)
from tests.rules.gladiator.blows import QUIET, strike, three, two, wound, wounded

# -- limping -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 9.5-LMP")
def test_from_the_next_turn_on() -> None:
    """A light man, lamed in the last phase of turn 2: six moves in that turn, five in the next."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S", type="light", training=20),
        step="engage",
        turn=2,
        phase=8,
        options=QUIET,
        dice=[*three(14), *three(9), *two(11), 1, 1],  # and the endurance checks of turn 3
    )
    assert fighter(match, SECOND).allowance == 6
    fight(match, ({"legs": 1}, {}), ({}, {}))
    assert wound(match).data["critical"] == "LMP"
    assert "GL 9.5-LMP" in wound(match).clauses
    assert match.state.turn == 3
    assert (fighter(match, SECOND).limps, fighter(match, SECOND).allowance) == (1, 5)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.5-LMP")
def test_not_in_this_turn() -> None:
    match = wounded("legs", [*three(9), *two(11)])
    assert (fighter(match, SECOND).limps, fighter(match, SECOND).allowance) == (1, 5)


@pytest.mark.rule("GL 9.5-LMP", "GL 9.51")
@pytest.mark.parametrize(
    ("kind", "limps", "moves"), [("medium", 1, 4), ("medium", 2, 3), ("light", 1, 5), ("heavy", 4, 0), ("heavy", 5, 0)]
)
def test_one_move_fewer_for_each(kind: str, limps: int, moves: int) -> None:
    match = arena(man(0, 0, "N", type=kind, limps=limps), step="turn", turn=1, dice=[1, 1], options=QUIET)
    assert fighter(match, FIRST).allowance == moves


# -- lame --------------------------------------------------------------------------------------------------


def lame(order: str, dice: list[int], level: str = "advanced", **sheet: Any) -> ArenaMatch:
    match = arena(man(0, 0, "N", **{"lame": 1, **sheet}), man(0, -9, "S"), dice=dice, options=QUIET, level=level)
    plot(match, order, "-")
    return match


@pytest.mark.rule("GL 9.5-STU")
def test_a_one_makes_him_stumble() -> None:
    """He stumbles instead of his move, in this phase, and must check for falling: 8 and he stays up."""
    match = lame("F", [1, 4, 4])
    verus = fighter(match, FIRST)
    assert verus.place == (0, 0)
    (check,) = events(match, "lame")
    assert check.data == {"fighter": FIRST, "stumbles": True}
    assert check.clauses == ("GL 9.5-STU", "GL 9.51")
    assert events(match, "fall-check")[0].data["falls"] is False
    assert verus.posture == "standing"
    assert verus.used == 0  # a stumble costs no allowance
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.5-STU", "GL 14.3")
def test_he_may_fall() -> None:
    match = lame("F", [1, 4, 3])
    assert fighter(match, FIRST).prone
    assert fighter(match, FIRST).place == (0, 0)


@pytest.mark.rule("GL 9.5-STU")
def test_his_stumble_counts_in_the_fight() -> None:
    match = arena(man(0, 0, "N", lame=1), man(0, -1, "S"), dice=[1, 4, 4], options=QUIET)
    plot(match, "B", "-")
    assert fighter(match, FIRST).stumbling
    assert fighter(match, FIRST).own_cf == 8
    assert dict(fighter(match, SECOND).bonuses) == {0: 2}


@pytest.mark.rule("GL 9.5-STU")
@pytest.mark.parametrize("die", [2, 6])
@pytest.mark.parametrize(("order", "place"), [("F", (0, -1)), ("C", (0, -3)), ("SBL", (-1, 1)), ("(R)(Q)F", (2, -2))])
def test_otherwise_he_moves(order: str, place: tuple[int, int], die: int) -> None:
    match = lame(order, [die])
    assert fighter(match, FIRST).place == place
    assert events(match, "lame")[0].data["stumbles"] is False
    assert fighter(match, FIRST).used == 1
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.5-STU")
@pytest.mark.parametrize("order", ["X(L)", "X", "-", "KN"])
def test_who_stays_rolls_nothing(order: str) -> None:
    match = lame(order, [])
    assert not events(match, "lame")
    assert not fighter(match, FIRST).stumbling


@pytest.mark.rule("GL 9.5-STU")
def test_special_actions_are_lost_with_the_move() -> None:
    """The turn is not made; a net attack is neither made nor paid for, and blocks nothing."""
    match = arena(
        man(0, 0, "N", type="retiarius", lame=1, training=12),
        man(0, -3, "S"),
        dice=[1, 4, 4],
        options=QUIET,
    )
    plot(match, "F(R)(TN)", "-")
    verus = fighter(match, FIRST)
    assert verus.facing == 0
    assert not events(match, "net")
    assert not events(match, "net-missed")
    assert (verus.spent, verus.attack_total, verus.net_ready) == (0, 0, 0)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.5-STU", "GL 16.4")
def test_nor_does_it_overexert_him() -> None:
    match = lame("F", [1, 4, 4], used=5)
    assert (fighter(match, FIRST).used, fighter(match, FIRST).overexerted) == (5, False)


@pytest.mark.rule("GL 9.5-STU")
def test_a_lame_man_on_the_ground_only_fails_to_roll() -> None:
    """He cannot fall: no dice are rolled for it."""
    match = lame("RO-FL", [1], posture="prone")
    verus = fighter(match, FIRST)
    assert (verus.place, verus.posture, verus.rolling) == ((0, 0), "prone", False)
    assert not events(match, "fall-check")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.51", "GL 9.5-STU")
@pytest.mark.parametrize(
    ("legs", "dice", "stumbles"),
    [(2, [4, 1], True), (2, [1, 4], True), (2, [2, 6], False), (3, [4, 1, 6], True), (3, [2, 3, 4], False)],
)
def test_a_die_for_each_result(legs: int, dice: list[int], stumbles: bool) -> None:
    match = lame("F", [*dice, *((6, 6) if stumbles else ())], lame=legs)
    assert events(match, "lame")[0].data["stumbles"] is stumbles
    assert events(match, "lame")[0].dice[0].values == tuple(dice)
    assert dice_left(match) == ()


# -- arteries ----------------------------------------------------------------------------------------------


def phases(match: ArenaMatch, count: int) -> None:
    """So many phases in which nobody does anything."""
    for _ in range(count):
        plot(match, "-", "-")
        fight(match, ({}, {}), ({}, {}))


def bled(match: ArenaMatch) -> list[tuple[str, int]]:
    return [(each.data["area"], each.data["wounds"]) for each in events(match, "bleeding")]


@pytest.mark.rule("GL 9.5-SA")
@pytest.mark.parametrize(("area", "number"), [("arms", ARMS), ("legs", LEGS)])
def test_one_wound_at_the_end_of_every_later_phase(area: str, number: int) -> None:
    """Two wounds and a 13 in phase 4: a severed artery, and mortal. Phase 5 is the first to cost a wound."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S"),
        step="engage",
        phase=4,
        options=QUIET,
        dice=[*three(14), *three(11), *two(12)],
    )
    fight(match, ({area: 1}, {}), ({}, {}))
    priscus = fighter(match, SECOND)
    assert wound(match).data["critical"] == "SAM"
    assert {"GL 9.5-SA", "GL 9.5-M"} <= set(wound(match).clauses)
    assert priscus.mortal
    assert (priscus.wounds[number], bled(match)) == (2, [])
    phases(match, 1)
    assert (fighter(match, SECOND).wounds[number], bled(match)) == (3, [(area, 1)])
    phases(match, 2)
    assert (fighter(match, SECOND).wounds[number], bled(match)) == (5, [(area, 1)] * 3)


@pytest.mark.rule("GL 9.5-SA")
def test_into_the_next_turn() -> None:
    match = arena(man(0, 0, "N"), man(0, -9, "S", arteries=[0, 0, 0, 1, 0]), phase=7, options=QUIET, dice=[1, 1])
    phases(match, 3)
    assert match.state.turn == 2
    assert fighter(match, SECOND).wounds[ARMS] == 3


@pytest.mark.rule("GL 9.5-SA", "GL 9.51")
def test_two_arteries_two_wounds() -> None:
    match = arena(man(0, 0, "N"), man(0, -9, "S", arteries=[0, 0, 0, 0, 2]), options=QUIET)
    phases(match, 1)
    assert fighter(match, SECOND).wounds[LEGS] == 2
    assert bled(match) == [("legs", 2)]


@pytest.mark.rule("GL 9.51", "GL 9.5-SA")
def test_an_old_and_a_fresh_one() -> None:
    """The old artery costs a wound in this phase already, the fresh one from the next on."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S", arteries=[0, 0, 0, 0, 1]),
        step="engage",
        options=QUIET,
        dice=[*three(14), *three(11), *two(12)],
    )
    fight(match, ({"legs": 1}, {}), ({}, {}))
    assert fighter(match, SECOND).wounds[LEGS] == 2 + 1
    phases(match, 1)
    assert fighter(match, SECOND).wounds[LEGS] == 3 + 2


@pytest.mark.rule("GL 9.51", "GL 9.5-SA")
def test_two_fresh_ones() -> None:
    """Another man has severed an artery of his leg in this phase already."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S", fresh_arteries=[0, 0, 0, 0, 1]),
        step="engage",
        options=QUIET,
        dice=[*three(14), *three(11), *two(12)],
    )
    fight(match, ({"legs": 1}, {}), ({}, {}))
    assert (fighter(match, SECOND).wounds[LEGS], fighter(match, SECOND).arteries[LEGS]) == (2, 2)


@pytest.mark.rule("GL 9.5-SA", "GL 9.31")
def test_it_costs_factors_by_the_record() -> None:
    """Arms with W 12: 12-10, 9-7. The fourth wound costs the second factor."""
    match = arena(man(0, 0, "N"), man(0, -9, "S", arteries=[0, 0, 0, 1, 0]), options=QUIET)
    factors = []
    for _ in range(4):
        phases(match, 1)
        factors.append(fighter(match, SECOND).cf)
    assert factors == [9, 9, 9, 8]
    first, second, *_ = events(match, "bleeding")
    assert first.clauses == ("GL 9.5-SA", "GL 9.3", "GL 9.31")
    assert second.clauses == ("GL 9.5-SA", "GL 9.3")


@pytest.mark.rule("GL 9.5-SA", "GL 9.4")
def test_bleeding_is_no_attack() -> None:
    """No dice at all: severed arteries bring no critical hit."""
    match = arena(man(0, 0, "N"), man(0, -9, "S", arteries=[1, 1, 1, 1, 1]), options=QUIET)
    phases(match, 1)
    assert fighter(match, SECOND).wounds == (1, 1, 1, 1, 1)
    assert dice_left(match) == ()
    assert not events(match, "wound")


@pytest.mark.rule("GL 9.5-SA", "GL 9.32")
@pytest.mark.parametrize("area", range(5))
def test_bled_to_death(area: int) -> None:
    wounds, arteries = [0] * 5, [0] * 5
    wounds[area], arteries[area] = 11, 1
    match = arena(man(0, 0, "N"), man(0, -9, "S", wounds=wounds, arteries=arteries), options=QUIET)
    phases(match, 1)
    assert fighter(match, SECOND).status == "dead"
    assert events(match, "death")[0].clauses == ("GL 9.32",)
    assert events(match, "bleeding")[0].data["area"] == AREAS[area]
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


@pytest.mark.rule("GL 9.5-SA", "GL 4-victory")
def test_both_bleed_to_death_in_one_phase() -> None:
    dying = {"wounds": [11, 0, 0, 0, 0], "arteries": [1, 0, 0, 0, 0]}
    match = arena(man(0, 0, "N", **dying), man(0, -9, "S", **dying), options=QUIET)
    phases(match, 1)
    assert match.outcome is not None
    assert match.outcome.winners == ()


@pytest.mark.rule("GL 9.5-SA", "GL 4-victory")
def test_he_who_has_won_has_won() -> None:
    """One box from death and bleeding, he kills: the fight is over at once, not at the end of the phase."""
    match = strike(1, 0, [*three(16), *three(18)], one={"wounds": [0, 0, 0, 0, 11], "arteries": [0, 0, 0, 0, 1]})
    assert not events(match, "bleeding")
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


@pytest.mark.rule("GL 9.5-SA", "GL 9.36")
def test_bleeding_may_knock_a_stunned_man_out() -> None:
    """CF 4, stun 3, and a recovery die of 4: nothing. The wound leaves three against three."""
    match = arena(man(0, 0, "N"), man(0, -9, "S", cf=4, stun=3, arteries=[1, 0, 0, 0, 0]), options=QUIET, dice=[4])
    phases(match, 1)
    assert fighter(match, SECOND).unconscious
    assert fighter(match, SECOND).prone
