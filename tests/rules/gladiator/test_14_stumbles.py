"""GL 14: stumbling, tripping, and what a stumbling man pays."""

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
    fighter,
    item,
    legal,
    man,
    plot,
    say_ready,
    throw_nothing,
)

FAR = man(0, -20, "S")


def parried_toss(*dice: int, **target: Any) -> ArenaMatch:
    """A net toss from three hexes away: 10 on the dice, +2 for a man who stayed in his hex: P."""
    thrower = man(0, 0, "N", type="retiarius", plot="X(TN)")
    return arena(thrower, man(0, -3, "S", **target), step="net", options={"throws": False}, dice=[3, 3, 4, *dice])


# -- the check -------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 14.1", "GL 17.33")
@pytest.mark.parametrize(("stun", "die", "stumbles"), [(2, 2, True), (2, 3, False), (6, 6, True), (0, 1, False)])
def test_one_die_less_the_stun(stun: int, die: int, stumbles: bool) -> None:
    match = parried_toss(die, stun=stun)
    (check,) = events(match, "stumble-check")
    assert check.data == {"fighter": SECOND, "stumbles": stumbles, "total": die - stun, "why": "net toss"}
    assert check.clauses == ("GL 14.1",)
    assert fighter(match, SECOND).owes_stumble is stumbles
    assert dice_left(match) == ()


@pytest.mark.rule("GL 14.1", "GL 7.53")
@pytest.mark.parametrize(("die", "stumbles"), [(1, True), (2, False)])
def test_the_loser_of_a_collision_counts_his_new_stun(die: int, stumbles: bool) -> None:
    """1 + 5 against 1 + 3; 2 + 2 on the stun column: one factor."""
    match = arena(man(0, 0, "N"), man(0, -1, "S"), dice=[1, 1, 1, 1, die])
    plot(match, "F", "-")
    assert fighter(match, SECOND).stun == 1
    assert fighter(match, SECOND).owes_stumble is stumbles
    assert fighter(match, FIRST).owes_stumble is False
    assert not fighter(match, SECOND).stumbling  # nothing of it in this phase
    assert dice_left(match) == ()


@pytest.mark.rule("GL 14.1", "GL 6.3-S")
def test_the_next_order_is_a_stumble() -> None:
    match = arena(man(0, 0, "N", owes_stumble=True), FAR)
    assert legal(match) == {"S", "S(L)", "S(R)"}


@pytest.mark.rule("GL 14.1", "GL 6.3-S")
def test_even_if_he_could_not_move_then() -> None:
    spent = man(0, 0, "N", owes_stumble=True, used=5, overexerted=True)
    match = arena(spent, FAR, dice=[6, 6])
    assert legal(match) == {"S"}
    plot(match, "S", "-")
    assert fighter(match, FIRST).used == 5
    assert not fighter(match, FIRST).owes_stumble
    assert events(match, "fall-check")


@pytest.mark.rule("GL 14.1")
def test_a_stumble_owed_is_paid_once() -> None:
    match = arena(man(0, 0, "N", owes_stumble=True), FAR, dice=[6, 6])
    plot(match, "S", "-")
    assert "F" in legal(match)
    assert not fighter(match, FIRST).owes_stumble


@pytest.mark.rule("GL 14.1", "GL 15.7")
def test_a_man_who_goes_down_first_owes_no_stumble() -> None:
    """He owes one, and is dragged down: 18 and a strength of 1."""
    holder = man(0, 0, "N", type="retiarius", net=False, strength=1)
    caught = man(0, -2, "S", netted=True, held_by=FIRST, owes_stumble=True)
    match = arena(holder, caught, step="drag", options={"throws": False}, dice=[6, 6, 6])
    answer(match, 0)
    assert fighter(match, SECOND).posture == "prone"
    assert not fighter(match, SECOND).owes_stumble


@pytest.mark.rule("GL 14.1", "GL 17.33")
def test_a_man_who_lies_there_cannot_stumble() -> None:
    """No check for him, so that he owes nothing when he is up again."""
    match = parried_toss(posture="prone", stun=6, cf=10)
    assert not events(match, "stumble-check")
    assert not fighter(match, SECOND).owes_stumble
    assert dice_left(match) == ()


# -- tripping --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 14.2")
@pytest.mark.parametrize(("roll", "stumbles"), [([2, 3], True), ([3, 3], False)])
def test_two_hexes_back_over_a_shield(roll: list[int], stumbles: bool) -> None:
    match = arena(man(0, 0, "N"), FAR, items=[item("shield", 0, 2)], dice=roll)
    plot(match, "(Q)B", "-")
    (trip,) = events(match, "trip")
    assert trip.data == {"fighter": FIRST, "place": [0, 2], "stumbles": stumbles, "total": sum(roll) - 4}
    assert trip.clauses == ("GL 14.2",)
    assert trip.modifiers == (("stun", 0), ("sidestepped backwards", 0), ("moved straight back", -4))
    assert fighter(match, FIRST).owes_stumble is stumbles
    assert fighter(match, FIRST).place == (0, 2)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 14.2")
@pytest.mark.parametrize(("order", "place"), [("SBL", (-1, 1)), ("SBR", (1, 0))])
@pytest.mark.parametrize(("roll", "stumbles"), [([1, 2], True), ([2, 2], False)])
def test_a_sidestep_back_with_a_stun_factor(
    order: str, place: tuple[int, int], roll: list[int], stumbles: bool
) -> None:
    """Two dice less one for the stun, less one for the hex."""
    match = arena(man(0, 0, "N", stun=1), FAR, items=[item("sword", *place)], dice=[*roll, 6])
    plot(match, order, "-")
    assert events(match, "trip")[0].data["total"] == sum(roll) - 2
    assert fighter(match, FIRST).owes_stumble is stumbles


@pytest.mark.rule("GL 14.2")
@pytest.mark.parametrize(
    ("dice", "stumbles"), [([1, 4, 6, 6], True), ([6, 6, 1, 4], True), ([1, 4, 1, 4], True), ([3, 3, 3, 3], False)]
)
def test_two_hexes_with_objects_are_two_checks(dice: list[int], stumbles: bool) -> None:
    match = arena(man(0, 0, "N"), FAR, items=[item("sword", 0, 1), item("shield", 0, 2)], dice=dice)
    plot(match, "(Q)B", "-")
    assert [trip.data["place"] for trip in events(match, "trip")] == [[0, 1], [0, 2]]
    assert [trip.data["total"] for trip in events(match, "trip")] == [dice[0] + dice[1] - 4, dice[2] + dice[3] - 4]
    assert fighter(match, FIRST).owes_stumble is stumbles
    assert fighter(match, FIRST).place == (0, 2)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 14.2")
def test_two_things_in_one_hex_are_one_check() -> None:
    match = arena(man(0, 0, "N"), FAR, items=[item("sword", 0, 1), item("shield", 0, 1)], dice=[6, 6])
    plot(match, "B", "-")
    assert len(events(match, "trip")) == 1
    assert dice_left(match) == ()


@pytest.mark.rule("GL 14.2")
@pytest.mark.parametrize("order", ["F", "SFL", "SFR", "(Q)F", "C", "X"])
def test_nobody_trips_over_what_he_sees(order: str) -> None:
    things = [item("sword", *place) for place in [(0, 0), (0, -1), (0, -2), (0, -3), (-1, 0), (1, -1)]]
    match = arena(man(0, 0, "N"), FAR, items=things)
    plot(match, order, "-")
    assert not events(match, "trip")


@pytest.mark.rule("GL 14.2", "GL 7.51b")
def test_being_pushed_is_a_step_straight_back() -> None:
    """1 + 5 against 1 + 3: one stun factor; pushed onto a sword: 4 - 1 - 2 = 1."""
    match = arena(man(0, 0, "N"), man(0, -1, "S"), items=[item("sword", 0, -2)], dice=[1, 1, 1, 1, 2, 2, 6])
    plot(match, "F", "-")
    (trip,) = events(match, "trip")
    assert trip.data == {"fighter": SECOND, "place": [0, -2], "stumbles": True, "total": 1}
    kinds = [event.kind for event in match.events]
    assert kinds.index("trip") < kinds.index("stumble-check")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 14.2")
def test_a_prone_body_is_an_object() -> None:
    """A friend lies behind him. He trips over him, and runs into him besides."""
    friend = man(0, 1, "N", side=0, posture="prone")
    match = arena(man(0, 0, "N"), FAR, friend, dice=[1, 2, 6, 1, 1, 1, 6])
    plot(match, "B", "-", "-")
    (trip,) = events(match, "trip")
    assert trip.data == {"fighter": FIRST, "place": [0, 1], "stumbles": True, "total": 1}
    assert events(match, "collision")


@pytest.mark.rule("GL 14.2")
@pytest.mark.parametrize("counters", [(1, 2), (2, 1)])
def test_a_body_that_rolls_away_is_not(counters: tuple[int, int]) -> None:
    """All move at once: who has the lower counter does not matter."""
    match = arena(
        man(0, 0, "N", counter=counters[0]),
        man(0, -20, "S", counter=3),
        man(0, 1, "N", side=0, posture="prone", counter=counters[1]),
    )
    plot(match, "B", "-", "RO-BL")
    assert not events(match, "trip")
    assert not events(match, "collision")


@pytest.mark.rule("GL 14.2", "GL 7.1")
@pytest.mark.parametrize("counters", [(1, 2), (2, 1)])
def test_a_man_who_gets_to_his_knees_is_run_into_and_not_tripped_over(counters: tuple[int, int]) -> None:
    match = arena(
        man(0, 0, "N", counter=counters[0]),
        man(0, -20, "S", counter=3),
        man(0, 1, "N", side=0, posture="prone", counter=counters[1]),
        dice=[1, 1, 1, 1, 6],
    )
    plot(match, "B", "-", "KN")
    assert not events(match, "trip")
    (clash,) = events(match, "collision")
    assert (f"{THIRD}: kneeling", -2) in [(each.reason, each.amount) for each in clash.modifiers]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 14.2", "GL 17.6b")
def test_a_net_on_the_ground_trips_a_man() -> None:
    match = arena(man(0, 0, "N"), FAR, items=[item("net", 0, 1)], dice=[1, 2])
    plot(match, "B", "-")
    assert fighter(match, FIRST).owes_stumble


# -- falling ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 14.3", "GL 15.1")
@pytest.mark.parametrize(
    ("agility", "roll", "falls"),
    [(2, [2, 3], True), (2, [3, 3], False), (-3, [5, 5], True), (-3, [5, 6], False), (0, [3, 4], True)],
)
def test_two_dice_and_agility(agility: int, roll: list[int], falls: bool) -> None:
    match = arena(man(0, 0, "N", agility=agility, owes_stumble=True), FAR, dice=roll)
    plot(match, "S", "-")
    (check,) = events(match, "fall-check")
    assert check.data == {"fighter": FIRST, "falls": falls, "total": sum(roll) + agility}
    assert check.clauses == ("GL 14.3",)
    assert check.modifiers == (("agility", agility),)
    assert (fighter(match, FIRST).posture == "prone") is falls
    assert fighter(match, FIRST).place == (0, 0)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 14.3", "GL 4-order")
def test_he_falls_before_anybody_moves() -> None:
    """So that an enemy who runs into him finds him lying there."""
    match = arena(man(0, 0, "N", owes_stumble=True, attack_total=20), man(0, -3, "S"), dice=[1, 1, 6])
    plot(match, "S", "C")
    kinds = [event.kind for event in match.events]
    assert kinds.index("fall-check") < kinds.index("verdict")
    assert not events(match, "collision")


@pytest.mark.rule("GL 14.3", "GL 6.3-S")
@pytest.mark.parametrize(("roll", "facing"), [([6, 6], 5), ([1, 1], 0)])
def test_who_falls_turns_no_more(roll: list[int], facing: int) -> None:
    match = arena(man(0, 0, "N", owes_stumble=True), FAR, dice=roll)
    plot(match, "S(L)", "-")
    assert fighter(match, FIRST).facing == facing


# -- what it costs ---------------------------------------------------------------------------------------


@pytest.mark.rule("GL 14.4")
def test_two_cfs_fewer() -> None:
    match = arena(man(0, 0, "N", cf=9, stumbling=True), man(0, -1, "S"), step="engage")
    assert caps(match, 0)["unused"] == 7
    match = arena(man(0, 0, "N", cf=9), man(0, -1, "S"), step="engage")
    assert caps(match, 0)["unused"] == 9


@pytest.mark.rule("GL 14.4")
def test_only_in_that_phase() -> None:
    match = arena(man(0, 0, "N", cf=9, owes_stumble=True), man(0, -1, "S"), options={"throws": False}, dice=[6, 6])
    plot(match, "S", "-")
    assert caps(match, 0)["unused"] == 7
    for seat in (0, 1):
        match.submit(seat, match.pending[seat].default)
    say_ready(match)
    throw_nothing(match)
    plot(match, "-", "-")
    assert caps(match, 0)["unused"] == 9


@pytest.mark.rule("GL 14.4")
def test_a_man_who_has_fallen_does_not_pay_them() -> None:
    match = arena(man(0, 0, "N", cf=9, stumbling=True, posture="prone"), man(0, -1, "S"), step="engage")
    assert caps(match, 0)["unused"] == 9


@pytest.mark.rule("GL 14.5", "GL 8.21", "GL 8.22")
@pytest.mark.parametrize(
    ("state", "bonus"), [({}, 0), ({"stumbling": True}, 2), ({"stumbling": True, "posture": "prone"}, 4)]
)
def test_opponents_have_two_more_and_four_if_he_falls(state: dict[str, Any], bonus: int) -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S", **state), step="engage")
    assert caps(match, 0)["unused"] == 10 + bonus


@pytest.mark.rule("GL 14.6", "GL 6.3-S")
@pytest.mark.parametrize(("order", "used"), [("S", 2), ("S(L)", 3), ("S(R)", 3)])
def test_only_a_turn_uses_allowance(order: str, used: int) -> None:
    match = arena(man(0, 0, "N", owes_stumble=True, used=2), FAR, dice=[6, 6])
    plot(match, order, "-")
    assert fighter(match, FIRST).used == used
