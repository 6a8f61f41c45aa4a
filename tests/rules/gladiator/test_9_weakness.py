"""GL 9.33 to 9.36: men at nothing and below, and men who pass out."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.gladiator.charts import AREAS
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    allot,
    answer,
    arena,
    caps,
    dice_left,
    events,
    fight,
    fighter,
    legal,
    man,
    plot,
)
from tests.rules.gladiator.blows import CROWD, HEAD, NOTHING, QUIET, attack, strike, three, two, wounded

# -- at zero -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 9.33")
def test_only_his_bonus_and_only_to_attack() -> None:
    """CF 0 in the +3 hex: three factors, which may all go into one attack."""
    match = arena(man(-1, 1, "NE", cf=0), man(0, 0, "N"), step="engage", options=QUIET)
    assert fighter(match, FIRST).fighting
    assert not fighter(match, FIRST).unconscious
    boxes = caps(match, 0)
    assert [boxes[f"attack {area}"] for area in AREAS] == [3] * 5
    assert [boxes[f"defend {area}"] for area in AREAS] == [0] * 5
    assert boxes["unused"] == 3


@pytest.mark.rule("GL 9.33")
def test_at_zero_without_a_bonus() -> None:
    """Face to face he neither attacks nor guards himself; the other is asked alone."""
    match = arena(man(0, 0, "N", cf=0), man(0, -1, "S"), step="engage", options=QUIET, dice=three(5))
    assert list(match.pending) == [1]
    allot(match, 1, attack={"head": 2})
    assert attack(match).data["defence"] == 0
    assert fighter(match, FIRST).attack_total == fighter(match, FIRST).defence_total == 0


@pytest.mark.rule("GL 9.33")
@pytest.mark.parametrize(("cf", "factors"), [(0, 5), (-1, 4), (-4, 1)])
def test_below_zero_the_bonus_is_smaller(cf: int, factors: int) -> None:
    """From behind, +5. No half limit for a man who has only his bonus."""
    match = arena(man(0, 1, "N", cf=cf), man(0, 0, "N"), step="engage", options=QUIET)
    assert caps(match, 0)["attack legs"] == factors
    assert caps(match, 0)["defend legs"] == 0


@pytest.mark.rule("GL 9.33")
def test_one_own_factor_makes_the_difference() -> None:
    match = arena(man(-1, 1, "NE", cf=1), man(0, 0, "N"), step="engage", options=QUIET)
    assert caps(match, 0)["attack head"] == 2
    assert caps(match, 0)["defend head"] == 4


@pytest.mark.rule("GL 9.33")
def test_factors_spent_are_not_lost_for_good() -> None:
    """A man whose own factors of this phase went into a struggle is no spent man: he may guard with his bonus."""
    match = arena(man(-1, 1, "NE", cf=6, spent=6), man(0, 0, "N"), step="engage", options=QUIET)
    assert caps(match, 0)["attack head"] == 1
    assert caps(match, 0)["defend head"] == 3


@pytest.mark.rule("GL 9.33")
@pytest.mark.parametrize(
    ("area", "sheet", "dice"),
    [
        ("head", {"cf": 1}, [*three(9), 1, 1]),  # a wound
        ("head", {"cf": 2}, [*three(9), *two(8)]),  # a wound and his sight
    ],
)
def test_brought_to_zero_he_lives(area: str, sheet: dict[str, Any], dice: list[int]) -> None:
    match = wounded(area, dice, **sheet)
    priscus = fighter(match, SECOND)
    assert (priscus.cf, priscus.fighting, priscus.unconscious, priscus.posture) == (0, True, False, "standing")


@pytest.mark.rule("GL 9.33", "GL 16.3")
def test_brought_to_zero_by_exertion() -> None:
    match = arena(man(0, 0, "N", cf=1), man(0, -2, "S"), step="turn", turn=7, dice=[6, 1], options=QUIET)
    assert fighter(match, FIRST).cf == 0
    assert fighter(match, FIRST).fighting
    assert not fighter(match, FIRST).prone


# -- below zero --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 9.34")
@pytest.mark.parametrize(("cf", "weak"), [(1, 0), (0, 0), (-1, 1), (-2, 2), (-5, 5)])
def test_what_he_lacks_goes_to_the_dice_against_him(cf: int, weak: int) -> None:
    match = strike(1, 0, [*three(3), 1, 1, 1], other={"cf": cf})
    event = attack(match)
    assert event.modifiers == ((("weak defender", weak),) if weak else ())
    assert ("GL 9.34" in event.clauses) is bool(weak)


@pytest.mark.rule("GL 9.34")
def test_two_more_on_the_dice() -> None:
    """Column 1: a 5 is nothing, a 7 strikes the shield."""
    match = strike(1, 0, [*three(5), 1, 1, 1], other={"cf": -2})
    assert attack(match).data["result"] == "S"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.34")
def test_even_while_a_bonus_lets_him_attack() -> None:
    match = arena(man(-1, 1, "NE", cf=-1), man(0, 0, "N"), step="engage", options=QUIET, dice=[*three(4), *three(4)])
    assert caps(match, 0)["unused"] == 3 - 1
    fight(match, ({"head": 2}, {}), ({"head": 1}, {"head": 1}))
    own, back = events(match, "attack")
    assert own.data["fighter"] == FIRST
    assert not own.modifiers
    assert back.modifiers == (("weak defender", 1),)


@pytest.mark.rule("GL 9.34")
@pytest.mark.parametrize(("cf", "result"), [(0, "P*"), (-1, "H")])
def test_a_net_counts_too(cf: int, result: str) -> None:
    """Three hexes away, face to face, and the target has walked one hex forward: no modifier at all. A 14."""
    match = arena(
        man(0, 0, "N", type="retiarius"),
        man(0, -4, "S", cf=cf, nf=10),
        dice=[*three(14), 6],
        options=QUIET,
    )
    plot(match, "X(TN)", "F")
    (net,) = events(match, "net")
    assert net.modifiers == ((("weak defender", 1),) if cf else ())
    assert (net.data["total"], net.data["result"]) == (14 - cf, result)
    assert fighter(match, SECOND).netted is (cf < 0)


@pytest.mark.rule("GL 9.34")
def test_a_thrown_sword_counts_too() -> None:
    match = arena(man(0, 0, "N"), man(0, -2, "S", cf=-2), step="engage", dice=[2, *three(5)])
    answer(match, "sword 1 chest", "no")
    (thrown,) = events(match, "thrown-weapon")
    assert ("weak defender", 2) in thrown.modifiers
    assert thrown.data["result"] == "-"  # a 7 in column 0
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.34-example-b", "GL 9.34", "GL 9.33")
def test_hit_before_he_strikes() -> None:
    """At 0 with three bonus factors, hit first for one: he strikes with two, and is at -1 for all later attacks."""
    match = arena(
        man(-1, 1, "NE", cf=0),
        man(0, 0, "N", training=12),
        step="engage",
        options=QUIET,
        dice=[*HEAD[1], 1, 1, 1, *NOTHING],
    )
    fight(match, ({"head": 3}, {}), ({"head": 5, "legs": 1}, {}))
    first, own, last = events(match, "attack")
    assert not first.modifiers
    assert (own.data["fighter"], own.data["cf"]) == (FIRST, 2)
    assert fighter(match, FIRST).cf == -1
    assert last.modifiers == (("weak defender", 1),)
    assert dice_left(match) == ()


# -- ratings -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 9.35", "GL 9.52", "GL 9.5-ST", "GL 9.5-AG")
@pytest.mark.parametrize(
    ("area", "strength", "agility", "nf"),
    [("chest", 1, 1, 12), ("arms", 1, 1, 12), ("groin", 2, 0, 11), ("legs", 2, 0, 11)],
)
def test_ratings_leave_the_factors_alone(area: str, strength: int, agility: int, nf: int) -> None:
    """One wound and a 10: the factor is lost to the wound, nothing to the rating."""
    match = wounded(area, [*three(9), *two(10)], strength=2, agility=1, cf=11, nf=12)
    priscus = fighter(match, SECOND)
    assert (priscus.strength, priscus.agility, priscus.nf) == (strength, agility, nf)
    assert priscus.cf == 11 - 1
    assert "GL 9.35" in events(match, "wound")[0].clauses


# -- unconscious -------------------------------------------------------------------------------------------


def pushed(cf: int, stun: int = 0, **more: Any) -> ArenaMatch:
    """Verus walks into Priscus; the stun roll gives five factors (15: nine and six)."""
    match = arena(
        man(0, 0, "N", strength=4 - stun),
        man(0, -1, "S", cf=cf, stun=stun, **more),
        dice=[6, 1, 3, 1, 6, 6],
        options=QUIET,
    )
    plot(match, "F", "-")
    assert events(match, "stun")[0].data["factors"] == 5
    return match


@pytest.mark.rule("GL 9.36", "GL 11.4")
@pytest.mark.parametrize(("cf", "out"), [(4, True), (5, True), (6, False)])
def test_factors_less_stun_at_nothing(cf: int, out: bool) -> None:
    match = pushed(cf)
    priscus = fighter(match, SECOND)
    assert (priscus.unconscious, priscus.prone) == (out, out)
    assert priscus.place == (0, -2)
    if out:
        (event,) = events(match, "unconscious")
        assert event.data == {"fighter": SECOND, "stun": 5, "cf": cf}
        assert event.clauses == ("GL 9.36", "GL 11.4")
        assert events(match, "prone")[0].clauses == ("GL 9.36", "GL 15.1")


@pytest.mark.rule("GL 9.36")
def test_at_zero_a_single_factor_is_enough() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S", cf=0), dice=[2, 1, 1, 1], options=QUIET)
    plot(match, "F", "-")
    assert events(match, "stun")[0].data["total"] == 1
    assert fighter(match, SECOND).unconscious
    assert fighter(match, SECOND).prone


@pytest.mark.rule("GL 9.36")
def test_at_zero_without_stun_he_is_awake() -> None:
    match = arena(man(0, 0, "N", cf=0), man(0, -5, "S"), options=QUIET)
    assert not fighter(match, FIRST).unconscious
    assert "F" in legal(match)


@pytest.mark.rule("GL 9.36")
def test_a_stumble_knocks_nobody_out() -> None:
    """CF 2 less two for the stumble: nothing to fight with, but he stands."""
    match = arena(man(0, 0, "N", cf=2, owes_stumble=True), man(0, -1, "S"), dice=[4, 4], options=QUIET)
    plot(match, "S", "-")
    assert 0 not in match.pending
    assert match.pending[1].name == "allocate"
    assert not fighter(match, FIRST).unconscious
    assert fighter(match, FIRST).posture == "standing"


@pytest.mark.rule("GL 9.36")
def test_a_bonus_keeps_nobody_awake() -> None:
    """On the other's right he has two factors more, but they count for nothing here. A plain hit in column 5."""
    match = arena(
        man(0, 0, "N"),
        man(1, -1, "SW"),
        step="engage",
        options=QUIET,
        dice=[*three(10), *three(9), *two(9), *two(12), CROWD],
    )
    assert caps(match, 1)["unused"] == 12
    fight(match, ({"head": 5}, {}), ({"legs": 1}, {}))
    assert (fighter(match, SECOND).cf, fighter(match, SECOND).stun) == (9, 9)
    assert fighter(match, SECOND).unconscious
    assert len(events(match, "attack")) == 1


@pytest.mark.rule("GL 9.36")
def test_wounds_on_top_of_stun() -> None:
    """CF 4, stun 3: a wound is one factor too many."""
    match = wounded("legs", [*three(9), 1, 1], cf=4, stun=3)
    priscus = fighter(match, SECOND)
    assert (priscus.cf, priscus.stun) == (3, 3)
    assert priscus.unconscious
    assert priscus.prone


@pytest.mark.rule("GL 9.36", "GL 16.3")
def test_exertion_on_top_of_stun() -> None:
    match = arena(man(0, 0, "N", cf=4, stun=3), man(0, -9, "S"), step="turn", turn=7, dice=[6, 1], options=QUIET)
    assert fighter(match, FIRST).unconscious
    assert fighter(match, FIRST).prone


@pytest.mark.rule("GL 9.36")
def test_a_stumble_he_owed_is_dropped() -> None:
    match = wounded("legs", [*three(9), 1, 1], cf=4, stun=3, owes_stumble=True)
    assert not fighter(match, SECOND).owes_stumble


@pytest.mark.rule("GL 9.36")
def test_he_writes_and_shares_out_nothing() -> None:
    """The foe beside him looks away when the phase begins, so that it is no moment of truth yet."""
    out = man(0, 0, "N", cf=5, stun=9, posture="prone")
    match = arena(out, man(0, -1, "N"), dice=[6], options=QUIET)
    assert list(match.pending) == [1]
    plot(match, "-", "X(R)(R)(R)")
    # Die 6 and CON 3: he recovers nothing. The other now faces him.
    assert fighter(match, FIRST).stun == 9
    assert list(match.pending) == [1]
    assert match.pending[1].name == "allocate"


@pytest.mark.rule("GL 9.36")
@pytest.mark.parametrize(
    ("cf", "stun", "die", "left", "awake"),
    [
        (5, 7, 1, 4, True),  # three gone: five against four
        (5, 8, 1, 5, False),
        (5, 7, 2, 5, False),
        (0, 3, 1, 0, True),  # all stun gone
        (0, 3, 2, 1, False),
    ],
)
def test_waking_up(cf: int, stun: int, die: int, left: int, awake: bool) -> None:
    match = arena(
        man(0, 0, "N", cf=cf, stun=stun, posture="prone", must_rise=True), man(0, -9, "S"), dice=[die], options=QUIET
    )
    plot(match, "-", "-")
    verus = fighter(match, FIRST)
    assert (verus.stun, verus.unconscious) == (left, not awake)
    assert verus.prone  # awake or not
    assert (0 in match.pending) is awake
    if awake:
        assert "KN" in legal(match)
        assert "F" not in legal(match)
