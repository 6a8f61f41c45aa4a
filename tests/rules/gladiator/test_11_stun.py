"""GL 11: where stun comes from, what it costs, and how it passes."""

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
    caps,
    dice_left,
    events,
    fight,
    fighter,
    man,
    plot,
)
from tests.rules.gladiator.blows import QUIET, blows, reasons, three, two, wounded

# -- where it comes from -----------------------------------------------------------------------------------


@pytest.mark.rule("GL 11.1", "GL 7.52")
def test_from_a_collision() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S"), dice=[6, 1, 1, 1, 6], options=QUIET)
    plot(match, "F", "-")
    (stun,) = events(match, "stun")
    assert (stun.data["fighter"], stun.data["why"]) == (SECOND, "collision")


@pytest.mark.rule("GL 11.1", "GL 9.5-S")
def test_from_a_blow_to_the_head() -> None:
    match = wounded("head", [*three(9), *two(9), *two(8)])
    (stun,) = events(match, "stun")
    assert (stun.data["fighter"], stun.data["factors"], stun.data["why"]) == (SECOND, 5, "a blow to the head")


@pytest.mark.rule("GL 11.1", "GL 12.51")
def test_from_a_thrown_shield() -> None:
    """Two hexes away: the distance die shows 2; two dice of 10 less one."""
    match = arena(man(0, 0, "N"), man(0, -2, "S"), step="engage", dice=[2, *two(10)])
    answer(match, "shield 1", "no")
    (stun,) = events(match, "stun")
    assert (stun.data["fighter"], stun.data["factors"], stun.data["why"]) == (SECOND, 2, "a thrown shield")
    assert "GL 11.1" in stun.clauses
    assert dice_left(match) == ()


@pytest.mark.rule("GL 11.1")
@pytest.mark.parametrize(("area", "critical"), [("legs", 9), ("arms", 9), ("chest", 9), ("head", 8), ("head", 7)])
def test_from_no_other_blow(area: str, critical: int) -> None:
    match = wounded(area, [*three(9), *two(critical)])
    assert fighter(match, SECOND).stun == 0


# -- what it costs -----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 11.2")
@pytest.mark.parametrize(("stun", "factors"), [(0, 10), (1, 9), (4, 6), (9, 1)])
def test_a_factor_each(stun: int, factors: int) -> None:
    match = arena(man(0, 0, "N", stun=stun), man(0, -1, "S"), step="engage", options=QUIET)
    assert caps(match, 0)["unused"] == factors
    assert fighter(match, FIRST).cf == 10  # Display 9 does not change


@pytest.mark.rule("GL 11.2")
def test_a_bonus_comes_on_top() -> None:
    match = arena(man(0, 1, "N", stun=4), man(0, 0, "N"), step="engage", options=QUIET)
    assert caps(match, 0)["unused"] == 10 - 4 + 5


@pytest.mark.rule("GL 11.2")
def test_one_running_number() -> None:
    """Four already and two more. The old stun does not pass: a 6."""
    match = arena(man(0, 0, "N"), man(0, -1, "S", stun=4), dice=[3, 1, 1, 1, 6, 6], options=QUIET)
    plot(match, "F", "-")
    (stun,) = events(match, "stun")
    assert (stun.data["factors"], stun.data["total"]) == (2, 6)
    assert fighter(match, SECOND).stun == 6
    assert dice_left(match) == ()


@pytest.mark.rule("GL 11.2")
def test_back_to_full_strength() -> None:
    match = arena(man(0, 0, "N", stun=2), man(0, -1, "S"), dice=[1], options=QUIET)
    plot(match, "-", "-")
    assert caps(match, 0)["unused"] == 10


# -- in mid-phase ------------------------------------------------------------------------------------------


def stunned_in_sub_phase_2(dice: int, cf: int, defence: int = 0, *, more: list[int]) -> ArenaMatch:
    """Verus strikes the head in sub-phase 2: a plain hit in column 5, one wound (one factor) and stun by two dice less
    Constitution 3; then the legs in 4. Priscus has one attack, in 3."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S", training=20),
        step="engage",
        options=QUIET,
        dice=[*three(10), *three(9), *two(9), *two(dice), *more],
    )
    fight(match, ({"head": 5, "legs": 1}, {}), ({"head": cf}, {"legs": defence}))
    return match


@pytest.mark.rule("GL 11.3", "GL 8.461")
def test_off_the_attack_to_come() -> None:
    """Two factors of stun and one for the wound: of four one is left."""
    match = stunned_in_sub_phase_2(5, 4, more=[*three(4), *three(4)])
    assert fighter(match, SECOND).stun == 2
    assert blows(match) == [(2, FIRST, 5), (3, SECOND, 1), (4, FIRST, 1)]
    (weakened,) = events(match, "weakened")
    assert (weakened.data["lost"], weakened.data["left"]) == (3, 1)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 11.3", "GL 8.462")
def test_the_rest_off_the_guard() -> None:
    """Four of stun and the wound: five lost, three absorbed, two off the legs."""
    match = stunned_in_sub_phase_2(7, 3, 3, more=[*three(4)])
    assert blows(match) == [(2, FIRST, 5), (4, FIRST, 1)]
    assert events(match, "attack")[-1].data["defence"] == 3 - 2
    assert dice_left(match) == ()


# -- below zero --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 11.4")
@pytest.mark.parametrize(("cf", "out"), [(3, True), (4, True), (5, True), (6, False)])
def test_knocked_out(cf: int, out: bool) -> None:
    """Five factors of stun by a collision: 15 on the stun column."""
    match = arena(
        man(0, 0, "N", strength=4), man(0, -1, "S", cf=cf), dice=[6, 1, 3, 1, *([] if out else [6])], options=QUIET
    )
    plot(match, "F", "-")
    priscus = fighter(match, SECOND)
    assert priscus.stun == 5
    assert (priscus.unconscious, priscus.prone, priscus.place) == (out, out, (0, -2))
    assert bool(events(match, "unconscious")) is out
    assert dice_left(match) == ()


# -- recovery ----------------------------------------------------------------------------------------------


def rest(die: int, **sheet: Any) -> ArenaMatch:
    match = arena(man(0, 0, "N", training=20, **sheet), man(0, -9, "S"), dice=[die], options=QUIET)
    plot(match, "-", "-")
    return match


@pytest.mark.rule("GL 11.5")
@pytest.mark.parametrize(
    ("constitution", "stun", "die", "left"),
    [(4, 6, 2, 3), (3, 6, 3, 5), (5, 2, 1, 0), (6, 9, 1, 3), (6, 9, 6, 8), (1, 3, 1, 2)],
)
def test_constitution_less_the_die_and_one(constitution: int, stun: int, die: int, left: int) -> None:
    match = rest(die, constitution=constitution, stun=stun)
    assert fighter(match, FIRST).stun == left
    (event,) = events(match, "recovers")
    assert event.data == {"fighter": FIRST, "factors": stun - left, "total": left}
    assert event.clauses == ("GL 11.5",)
    assert [(roll.reason, roll.values) for roll in event.dice] == [("stun recovery", (die,))]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 11.5")
def test_nobody_rolls_without_stun() -> None:
    match = arena(man(0, 0, "N"), man(0, -9, "S"), options=QUIET)
    plot(match, "-", "-")
    assert not events(match, "recovers")


@pytest.mark.rule("GL 11.5")
def test_stun_of_this_phase_waits() -> None:
    """The loser of a collision had none before: no die for him."""
    match = arena(man(0, 0, "N"), man(0, -1, "S"), dice=[6, 1, 1, 1, 6], options=QUIET)
    plot(match, "F", "-")
    assert fighter(match, SECOND).stun == 2
    assert not events(match, "recovers")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 11.5", "GL 4.34")
def test_after_movement_and_collisions() -> None:
    """He still carries all of it when he collides, and is rid of it when he shares out his factors."""
    match = arena(man(0, 0, "N", stun=3), man(0, -1, "S"), dice=[6, 1, 1, 1, 6, 1], options=QUIET)
    plot(match, "F", "-")
    assert (f"{FIRST}: stun", -3) in events(match, "collision")[0].modifiers
    assert reasons(match)[-1] == "stun recovery"
    assert fighter(match, FIRST).stun == 0
    assert caps(match, 0)["unused"] == 10


@pytest.mark.rule("GL 11.5", "GL 4-dice-order")
def test_the_lower_counter_first() -> None:
    match = arena(man(0, 0, "N", stun=5, counter=6), man(0, -9, "S", stun=5, counter=4), dice=[1, 3], options=QUIET)
    plot(match, "-", "-")
    assert [each.data["fighter"] for each in events(match, "recovers")] == [SECOND, FIRST]
    assert (fighter(match, SECOND).stun, fighter(match, FIRST).stun) == (2, 4)


@pytest.mark.rule("GL 11.51")
@pytest.mark.parametrize(("constitution", "die"), [(2, 5), (2, 3), (3, 6), (0, 1), (-1, 2)])
def test_never_worse(constitution: int, die: int) -> None:
    match = rest(die, constitution=constitution, stun=4)
    assert fighter(match, FIRST).stun == 4
    assert events(match, "recovers")[0].data["factors"] == 0
    assert "GL 11.51" in events(match, "recovers")[0].clauses


@pytest.mark.rule("GL 11.52")
def test_no_more_than_he_had_before() -> None:
    """Two from before, three by this phase's collision, Constitution 6 and a 1: the two go, the three stay."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S", stun=2, constitution=6),
        dice=[4, 1, 1, 3, 6, 1],  # 9 against 2: 7, and a 4
        options=QUIET,
    )
    plot(match, "F", "-")
    assert events(match, "stun")[0].data["factors"] == 3
    assert fighter(match, SECOND).stun == 3
    assert events(match, "recovers")[0].data["factors"] == 2
    assert dice_left(match) == ()


@pytest.mark.rule("GL 11.52")
@pytest.mark.parametrize(("dice", "factors"), [((1, 1), 2), ((1, 3), 3), ((2, 3), 3)])
def test_the_new_stun_stays(dice: tuple[int, int], factors: int) -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S", stun=2, constitution=6), dice=[4, 1, *dice, 6, 1], options=QUIET)
    plot(match, "F", "-")
    assert events(match, "stun")[0].data["factors"] == factors
    assert fighter(match, SECOND).stun == factors


@pytest.mark.rule("GL 11.5", "GL 9.36")
def test_a_man_who_is_out_rolls_too() -> None:
    match = rest(1, constitution=4, cf=5, stun=8, posture="prone")
    assert fighter(match, FIRST).stun == 4
    assert not fighter(match, FIRST).unconscious


@pytest.mark.rule("GL 11.5")
def test_everybody_with_stun_rolls() -> None:
    match = arena(man(0, 0, "N", stun=3), man(0, -9, "S"), man(9, 9, "N", stun=2), dice=[2, 2], options=QUIET)
    plot(match, "-", "-", "-")
    assert [each.data["fighter"] for each in events(match, "recovers")] == [FIRST, THIRD]
    assert dice_left(match) == ()
