"""GL 8.46 to 8.463: combat factors lost in the midst of a phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    THIRD,
    ArenaMatch,
    allot,
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
from tests.rules.gladiator.blows import CROWD, HEAD, KNOCKED_OUT, NOTHING, QUIET, blows, duel

# A hit in column 5 on the bare chest of a man with W 12: five wounds, three CFs, and no critical hit.
CHEST = {1: (4, 3, 3, 3, 3, 3, 1, 2), 2: (4, 3, 3, 5, 4, 4, 1, 2), 3: (4, 3, 3, 6, 5, 5, 1, 2)}


def defences(match: ArenaMatch, name: str) -> list[tuple[str, int]]:
    """What met each attack on a man, area by area."""
    return [
        (each.data["area"], each.data["defence"]) for each in events(match, "attack") if each.data["target"] == name
    ]


# -- at once -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.46")
def test_a_man_disarmed_strikes_no_more() -> None:
    """Four against three in sub-phase 3: the first is parried, and the sword flies away."""
    match = duel(
        ({"head": 4}, {}),
        ({"head": 3}, {}),
        dice=[3, 3, 2, 1, 1, 1, 1, 2],
        one={"strength": 15, "cf": 10},
        other={},
    )
    assert blows(match) == [(3, FIRST, 4)]
    assert fighter(match, SECOND).weapon == ""
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.46")
def test_a_man_who_keeps_his_sword_strikes_on() -> None:
    match = duel(({"head": 4}, {}), ({"head": 3}, {}), dice=[3, 3, 2, 6, 6, 6, 1, 1, 1], one={}, other={})
    assert blows(match) == [(3, FIRST, 4), (3, SECOND, 3)]


@pytest.mark.rule("GL 8.46", "GL 9.36")
def test_a_man_knocked_out_strikes_no_more() -> None:
    match = duel(({"head": 4}, {}), ({"head": 3}, {"legs": 1}), dice=[*KNOCKED_OUT, CROWD], one={}, other={})
    assert blows(match) == [(3, FIRST, 4)]
    assert fighter(match, SECOND).unconscious
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.46", "GL 9.36")
def test_not_even_with_the_factors_of_his_place() -> None:
    """On Verus' right he has twelve, in two attacks. A wound and nine factors of stun are ten: of the second attack two
    are left, but he is out."""
    match = arena(
        man(0, 0, "N"),
        man(1, -1, "SW"),
        step="engage",
        options=QUIET,
        dice=[*HEAD[1][:6], *(4, 5), *(6, 6), *NOTHING * 2, CROWD],
    )
    fight(match, ({"head": 5, "arms": 1, "legs": 1}, {}), ({"arms": 6, "legs": 6}, {}))
    assert [(each.data["area"], each.data["left"]) for each in events(match, "weakened")] == [("arms", 0), ("legs", 2)]
    assert [name for _, name, _ in blows(match)] == [FIRST] * 3
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.46")
def test_a_lost_shield_does_not_stop_him() -> None:
    """S* in column 4: no damage, three dice for the drop, direction and distance."""
    match = duel(
        ({"head": 4}, {}),
        ({"head": 3}, {}),
        dice=[3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1],
        one={"strength": 9, "cf": 10},
        other={},
    )
    assert fighter(match, SECOND).shield == ""
    assert blows(match) == [(3, FIRST, 4), (3, SECOND, 3)]


@pytest.mark.rule("GL 8.46", "GL 15.4")
def test_the_guard_of_a_man_knocked_out_is_halved_first() -> None:
    """CF 3 and two factors of stun: one wound to the chest is enough. Five on the head are two, less the one lost.

    He had five because Verus stumbles and shows him his right side."""
    match = arena(
        man(0, 0, "N", stumbling=True),
        man(1, -1, "SW", cf=3, stun=2),
        step="engage",
        options=QUIET,
        dice=[4, 4, 3, 3, 3, 3, 1, 2, *NOTHING],
    )
    assert caps(match, 1)["unused"] == 5
    allot(match, 0, attack={"chest": 4, "head": 1})
    allot(match, 1, defend={"head": 5})
    answer(match, "chest, head")
    assert fighter(match, SECOND).unconscious
    assert defences(match, SECOND) == [("chest", 0), ("head", 2 - 1)]
    assert dice_left(match) == ()


# -- off the attacks still to come ---------------------------------------------------------------------------


@pytest.mark.rule("GL 8.461")
def test_the_next_attack_first_then_the_one_after() -> None:
    match = duel(
        ({"head": 5, "arms": 1, "legs": 1}, {}),
        ({"arms": 2, "legs": 4}, {}),
        dice=[*HEAD[3], *NOTHING, *(1, 1, 1), *NOTHING],
        one={},
        other={},
    )
    assert [each for each in blows(match) if each[1] == SECOND] == [(4, SECOND, 3)]
    assert [(each.data["area"], each.data["lost"], each.data["left"]) for each in events(match, "weakened")] == [
        ("arms", 2, 0),
        ("legs", 1, 3),
    ]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.461")
@pytest.mark.parametrize(("lost", "left"), [(1, 2), (2, 1), (3, None)])
def test_what_is_left_of_three(lost: int, left: int | None) -> None:
    match = duel(
        ({"head": 5, "legs": 1}, {}),
        ({"legs": 3}, {}),
        dice=[*HEAD[lost], *NOTHING, *([] if left is None else NOTHING)],
        one={},
        other={},
    )
    assert [cf for _, name, cf in blows(match) if name == SECOND] == ([] if left is None else [left])
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.461")
def test_the_order_written_decides_which_is_next() -> None:
    """The legs were written first: they lose the factors, although the arms come first on the sheet."""
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", options=QUIET, dice=[*HEAD[2], *NOTHING * 4])
    allot(match, 0, attack={"head": 5, "arms": 1, "legs": 1})
    allot(match, 1, attack={"arms": 1, "legs": 3})
    answer(match, "head, arms, legs", "legs, arms")
    assert [(each.data["area"], each.data["left"]) for each in events(match, "weakened")] == [("legs", 1)]


@pytest.mark.rule("GL 8.461")
def test_a_critical_that_ends_his_attacks_is_paid_for_first() -> None:
    """An arm wound with WD: the factor comes off the attack that is lost anyway, and no guard suffers."""
    match = duel(
        ({"arms": 5, "legs": 1}, {}),
        ({"head": 3}, {"legs": 2}),
        dice=[4, 3, 3, 3, 3, 3, 5, 6, 1, 1, *NOTHING],
        one={},
        other={},
    )
    assert fighter(match, SECOND).weapon == ""
    assert defences(match, SECOND) == [("arms", 0), ("legs", 2)]
    assert [each.data["left"] for each in events(match, "weakened")] == [2]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.461", "GL 8.6-M")
def test_attacks_already_cancelled_absorb_nothing() -> None:
    """Priscus misses badly; the blow of the same moment costs him two. His cancelled three absorb nothing: the next
    area attacked has two fewer, and the balance die on top."""
    match = duel(
        ({"head": 5, "legs": 1}, {"head": 5}),
        ({"head": 5, "legs": 3}, {"legs": 2}),
        dice=[1, 1, 1, *HEAD[2], 4, 1, 1, 1, 1, 1, 1],
        one={"cf": 11, "counter": 2},
        other={"counter": 1},
    )
    assert [each.data["result"] for each in events(match, "attack")] == ["M", "H", "S"]
    assert defences(match, SECOND) == [("head", 0), ("legs", 2 - 2 - 4)]
    assert not events(match, "weakened")


# -- off the guard -------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.462")
def test_the_rest_comes_off_the_next_area_attacked() -> None:
    """Three lost, one absorbed: the unguarded head meets one factor with -2, a net advantage of three."""
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", options=QUIET, dice=[*CHEST[3], 1, 1, 1])
    allot(match, 0, attack={"chest": 5, "head": 1})
    allot(match, 1, attack={"legs": 1})
    answer(match, "chest, head")
    assert [name for _, name, _ in blows(match)] == [FIRST, FIRST]
    last = events(match, "attack")[-1]
    assert (last.data["defence"], last.data["advantage"]) == (-2, 3)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.462")
@pytest.mark.parametrize(("lost", "left"), [(1, 2), (2, 1), (3, 0)])
def test_no_attacks_to_take_it_from(lost: int, left: int) -> None:
    match = duel(({"chest": 5, "legs": 1}, {}), ({}, {"legs": 3}), dice=[*CHEST[lost], *NOTHING], one={}, other={})
    assert defences(match, SECOND) == [("chest", 0), ("legs", left)]


@pytest.mark.rule("GL 8.462")
def test_only_the_next_area() -> None:
    match = duel(
        ({"chest": 5, "arms": 1, "legs": 1}, {}),
        ({}, {"arms": 3, "legs": 3}),
        dice=[*CHEST[2], *NOTHING * 2],
        one={},
        other={},
    )
    assert defences(match, SECOND) == [("chest", 0), ("arms", 1), ("legs", 3)]


def set_upon(dice: Sequence[int], *shares: Mapping[str, Any]) -> ArenaMatch:
    """Priscus between Verus, on his left, and Flamma, on his right; each writes his attacks in the order of areas."""
    match = arena(
        man(-1, 0, "SE", side=0, training=11),
        man(0, 0, "N", side=1, training=12),
        man(1, -1, "SW", side=0),
        step="engage",
        options=QUIET,
        dice=dice,
    )
    for seat, share in enumerate(shares):
        allot(match, seat, **share)
    while match.pending and next(iter(match.pending.values())).name == "order":
        answer(match, next(iter(next(iter(match.pending.values())))))
    return match


@pytest.mark.rule("GL 8.462")
def test_losses_add_up_until_he_is_attacked_again() -> None:
    """Two simultaneous blows cost him one and two factors; the area attacked next has three fewer, the others none."""
    match = set_upon(
        [*CHEST[1], *CHEST[2][:3], 4, 4, 3, 1, 2, *(1, 1, 1), *(1, 1, 2)],
        {"attack": {"chest": 5, "arms": 3}},
        {"defend": {"arms": 4, "legs": 2}},
        {"attack": {"head": 5, "legs": 2}},
    )
    assert fighter(match, SECOND).cf == 12 - 3
    assert defences(match, SECOND) == [("chest", 0), ("head", 0), ("arms", 4 - 3), ("legs", 2)]


@pytest.mark.rule("GL 8.462")
def test_that_area_stays_lower_for_the_second_man() -> None:
    match = set_upon(
        [*CHEST[2], *(1, 1, 1), *(1, 1, 2)],
        {"attack": {"chest": 5, "legs": 3}},
        {"defend": {"legs": 4}},
        {"attack": {"legs": 2}},
    )
    # Flamma's only attack falls in sub-phase 3, Verus' second in 4.
    assert defences(match, SECOND) == [("chest", 0), ("legs", 2), ("legs", 2)]
    assert THIRD in {each.data["fighter"] for each in events(match, "attack")}


# -- nothing left --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.463")
def test_after_the_last_attack_it_counts_from_the_next_phase() -> None:
    match = duel(({"chest": 5}, {}), ({}, {"legs": 3}), dice=[*CHEST[2], *NOTHING], one={}, other={})
    assert not events(match, "weakened")
    assert fighter(match, SECOND).cf == 8
    plot(match, "-", "-")
    assert caps(match, 1)["unused"] == 8
    fight(match, ({"legs": 1}, {}), ({}, {"legs": 3}))
    assert defences(match, SECOND)[-1] == ("legs", 3)
