"""GL 17.3 to 17.55: what a net attack rolls, and what comes of it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    answer,
    arena,
    asked,
    dice_left,
    events,
    fighter,
    legal,
    man,
    plot,
    throw_nothing,
)
from tests.rules.gladiator.net_kit import amounts, harmless, net_attack, outcome, target, thrower

TOSS, SWING, LAY = "toss", "swing", "lay"
TWO_ARM_CFS = {"wounds": [0, 0, 0, 4, 0]}
TWO_LEG_CFS = {"wounds": [0, 0, 0, 0, 4]}
Sheet = dict[str, Any]


# -- modifiers -------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.34", "GL 17.45", "GL 17.55")
@pytest.mark.parametrize("kind", [TOSS, SWING, LAY])
def test_nothing_special_changes_nothing(kind: str) -> None:
    match = net_attack(kind, 2, 3, 3)
    assert amounts(match) == {}
    assert outcome(match).data == {"fighter": FIRST, "target": SECOND, "kind": kind, "total": 8, "result": "S"}


@pytest.mark.rule("GL 17.34")
@pytest.mark.parametrize(
    ("by", "at", "expected"),
    [
        ({}, {"place": [0, -1]}, {"distance": 2}),
        ({}, {"place": [0, -2]}, {"distance": 1}),
        ({}, {"place": [1, -3]}, {}),
        ({}, {"place": [2, -2]}, {"distance": 1, "position": 2}),
        ({}, {"facing": "SE"}, {"position": 2}),
        ({}, {"facing": "N"}, {"position": 5}),
        ({}, {"facing": "SW"}, {"position": 1}),
        (TWO_ARM_CFS, {}, {"retiarius' arm wounds": -4}),
        ({}, TWO_LEG_CFS, {"target's leg wounds": 2}),
        (TWO_LEG_CFS, TWO_ARM_CFS, {}),
        ({}, {"repels": True}, {"repels the net": -6}),
        ({}, {"posture": "kneeling"}, {"kneeling": 4}),
        ({}, {"back": 2}, {"moved straight back": 2}),
        ({}, {"side_back": 2}, {"sidestepped back": 2}),
        ({}, {"forward": 1, "side_forward": 2, "turned": 2}, {}),
        ({}, {"left_hex": False}, {"stayed in his hex": 2}),
        ({}, {"left_hex": False, "start": [0, -2]}, {}),  # pushed out of it
        ({}, {"type": "heavy"}, {"heavy": 1}),
        ({}, {"type": "light"}, {"light": -1}),
        ({"nf": 12}, {"nf": 9}, {"net factors": 3}),
        ({"nf": 9}, {"nf": 12}, {"net factors": -3}),
        ({}, {"stumbling": True}, {}),  # the extras of GL 8.21 to 8.23 are for weapons
        ({}, {"posture": "prone"}, {}),
        ({}, {"cf": -2}, {"weak defender": 2}),  # GL 9.34
    ],
)
def test_each_modifier_of_a_toss(by: Sheet, at: Sheet, expected: dict[str, int]) -> None:
    match = net_attack(TOSS, *harmless(sum(expected.values())), by=by, at=at)
    assert amounts(match) == expected
    assert outcome(match).data["total"] == sum(outcome(match).dice[0].values) + sum(expected.values())


@pytest.mark.rule("GL 17.45")
@pytest.mark.parametrize(
    ("by", "at", "expected"),
    [
        ({}, {"place": [0, -1]}, {"distance": -2}),
        ({}, {"facing": "SE"}, {"position": 2}),
        (TWO_ARM_CFS, {}, {"retiarius' arm wounds": -4}),
        ({}, TWO_LEG_CFS, {"target's leg wounds": 4}),
        ({}, {"repels": True}, {"repels the net": -6}),
        ({}, {"back": 2}, {"moved straight back": 6}),
        ({}, {"side_back": 1, "nf": 8}, {"sidestepped back": 2, "net factors": 2}),
        ({}, {"side_forward": 2}, {"sidestepped forward": 4}),
        ({}, {"forward": 3}, {"moved forward": 3}),
        ({}, {"turned": 2}, {"turned": 4}),
        ({}, {"left_hex": False}, {}),
        ({}, {"type": "heavy"}, {"heavy": 1}),
        ({}, {"type": "light"}, {"light": -1}),
    ],
)
def test_each_modifier_of_a_swing(by: Sheet, at: Sheet, expected: dict[str, int]) -> None:
    match = net_attack(SWING, *harmless(sum(expected.values())), by=by, at=at)
    assert amounts(match) == expected


@pytest.mark.rule("GL 17.55")
@pytest.mark.parametrize(
    ("by", "at", "expected"),
    [
        ({}, {"stride": 2}, {"position": 2}),
        ({}, {"stride": 0}, {"position": 5}),
        ({}, {"facing": "N"}, {}),  # how he came counts, not how he turned afterwards
        ({"start": [0, -2]}, {}, {"position": 5}),  # and where the retiarius stood at the start of the phase
        (TWO_ARM_CFS, {}, {"retiarius' arm wounds": -4}),
        ({}, TWO_LEG_CFS, {"target's leg wounds": 4}),
        ({}, {"repels": True}, {"repels the net": -6}),
        ({}, {"back": 1}, {"moved straight back": 5}),
        ({}, {"side_back": 2}, {"sidestepped back": 8}),
        ({}, {"side_forward": 1}, {"sidestepped forward": 2}),
        ({}, {"forward": 2}, {"moved forward": 2}),
        ({}, {"turned": 2}, {}),
        ({}, {"type": "light"}, {"light": -1}),
        ({}, {"type": "heavy", "forward": 3, "nf": 7}, {"moved forward": 3, "heavy": 1, "net factors": 3}),
    ],
)
def test_each_modifier_of_a_lay(by: Sheet, at: Sheet, expected: dict[str, int]) -> None:
    match = net_attack(LAY, *harmless(sum(expected.values())), by=by, at=at)
    assert amounts(match) == expected


@pytest.mark.rule("GL 17.34", "GL 17.33")
@pytest.mark.parametrize(("roll", "result"), [([3, 3, 3], "H"), ([2, 3, 3], "P*")])
def test_a_toss_at_an_adjacent_man_who_stood_still(roll: list[int], result: str) -> None:
    """NF 11 against 9, adjacent, did not leave his hex: +6, and a 9 ensnares."""
    still = {"place": [0, -1], "left_hex": False, "nf": 9}
    match = net_attack(TOSS, *roll, *([1] if result == "P*" else []), by={"nf": 11}, at=still)
    assert outcome(match).data["result"] == result
    assert fighter(match, SECOND).netted is (result == "H")


@pytest.mark.rule("GL 17.34")
def test_a_light_man_who_leaps_back() -> None:
    """From one hex away to three with (Q)B, NF equal: +2 -1 = +1."""
    match = arena(
        man(0, 0, "N", type="retiarius"), man(0, -1, "S", type="light"), options={"throws": False}, dice=[1, 1, 2]
    )
    plot(match, "X(TN)", "(Q)B")
    assert amounts(match) == {"moved straight back": 2, "light": -1}


@pytest.mark.rule("GL 17.45")
def test_a_man_who_steps_up_and_turns_is_swung_at() -> None:
    """F into the next hex and two hexsides turned there: -2 +1 +4; his side is turned to the net then."""
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -2, "NE"), options={"throws": False}, dice=[1, 1, 1, 1, 1])
    plot(match, "X(SN)", "(R)(R)F(R)(R)")
    found = amounts(match)
    assert fighter(match, SECOND).place == (0, -1)
    assert {reason: found[reason] for reason in ("distance", "moved forward", "turned")} == {
        "distance": -2,
        "moved forward": 1,
        "turned": 4,
    }


@pytest.mark.rule("GL 17-PN", "GL 6.4-RN")
@pytest.mark.parametrize(("order", "repels"), [("X(RN)", True), ("X", False)])
@pytest.mark.parametrize("net", ["X(TN)", "X(SN)"])
def test_a_written_rn_is_the_pn_position(order: str, repels: bool, net: str) -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -2, "S"), options={"throws": False}, dice=[2, 2, 2, 6, 1])
    plot(match, net, order)
    assert amounts(match).get("repels the net", 0) == (-6 if repels else 0)


@pytest.mark.rule("GL 17-PN")
def test_rn_against_a_lay() -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(-1, -1, "S"), options={"throws": False}, dice=[4, 4, 4])
    plot(match, "(LN1)X", "F(RN)")
    assert amounts(match)["repels the net"] == -6


# -- results ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.33", "GL 17.44", "GL 17.54")
@pytest.mark.parametrize("kind", [TOSS, SWING, LAY])
@pytest.mark.parametrize(
    ("roll", "result"),
    [
        ([1, 1, 1], "M"),
        ([1, 1, 2], "-"),
        ([2, 2, 3], "-"),
        ([2, 3, 3], "S"),
        ([3, 4, 4], "S*"),
        ([4, 4, 4], "P"),
        ([4, 4, 5], "P"),
        ([4, 5, 5], "P*"),
        ([5, 5, 5], "H"),
        ([5, 6, 6], "H+1"),
        ([6, 6, 6], "H+2"),
    ],
)
def test_the_results_of_each_kind(kind: str, roll: list[int], result: str) -> None:
    """In column 0: H ensnares (toss) or trips (swing, lay), P checks, M is a grab, the rest is nothing. A man without
    a shield is no worse off: S stays S."""
    more = {"M": [1, 1], "P": [1], "P*": [1]}.get(result, [])
    match = net_attack(kind, *roll, *more, at={"shield": "", "weapon": "sword"})
    assert outcome(match).data["result"] == result
    assert {
        "GL 17.2",
        *{TOSS: ("GL 17.3", "GL 17.33"), SWING: ("GL 17.4", "GL 17.44"), LAY: ("GL 17.5", "GL 17.54")}[kind],
    } <= set(outcome(match).clauses)
    assert outcome(match).dice[0].clause == {TOSS: "GL 17.33", SWING: "GL 17.44", LAY: "GL 17.54"}[kind]
    hit = result[0] == "H"
    assert bool(events(match, "ensnared")) is (hit and kind == TOSS)
    assert fighter(match, SECOND).netted is (hit and kind == TOSS)
    assert fighter(match, SECOND).owes_stumble is (hit and kind != TOSS)
    assert bool(events(match, "stumble-check")) is (result[0] == "P")
    assert bool(events(match, "grab")) is (result == "M")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 17.44", "GL 17.54", "GL 14.3", "GL 6.3-S")
@pytest.mark.parametrize("kind", [SWING, LAY])
def test_a_man_who_is_tripped_must_plot_a_stumble(kind: str) -> None:
    match = net_attack(kind, 5, 5, 5, 3, 3, at={"place": [0, -2]})
    assert events(match, "tripped")[0].data == {"fighter": SECOND, "by": FIRST}
    assert events(match, "tripped")[0].clauses == ("GL 17.44" if kind == SWING else "GL 17.54", "GL 14.1")
    while "plot" not in {decision.name for decision in match.pending.values()}:
        for seat in [*match.pending]:
            match.submit(seat, match.pending[seat].default)
    assert legal(match, 1) == {"S", "S(L)", "S(R)"}
    plot(match, "-", "S")
    assert events(match, "fall-check")[0].data["falls"]


@pytest.mark.rule("GL 17.44", "GL 14.1")
@pytest.mark.parametrize(("stun", "stumbles"), [(3, True), (2, False)])
def test_a_parried_swing_is_a_stumble_check(stun: int, stumbles: bool) -> None:
    match = net_attack(SWING, 4, 4, 5, 3, at={"stun": stun})
    assert fighter(match, SECOND).owes_stumble is stumbles


@pytest.mark.rule("GL 17.54", "GL 14.1")
def test_nobody_who_rolls_into_a_laid_net_stumbles() -> None:
    match = net_attack(LAY, 5, 5, 5, at={"posture": "prone", "rolling": True})
    assert not events(match, "tripped")
    assert not fighter(match, SECOND).owes_stumble


# -- whom it reaches -------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.3", "GL 5.2c")
def test_of_two_men_in_the_frontage_he_takes_one_after_movement() -> None:
    foes = man(-1, -1, "S", side=1), man(2, -3, "S", side=1)
    match = arena(man(0, 0, "N", type="retiarius"), *foes, options={"throws": False}, dice=[1, 1, 2])
    plot(match, "X(TN)", "-", "-")
    assert asked(match) == ("net-target", [SECOND, "Flamma"])
    answer(match, "Flamma")
    assert outcome(match).data["target"] == "Flamma"


@pytest.mark.rule("GL 17.3", "GL 5.2c")
@pytest.mark.parametrize(
    ("place", "reached"),
    [((0, -3), True), ((-3, 0), True), ((3, -3), True), ((0, -4), False), ((1, 0), False), ((0, 1), False)],
)
def test_the_fifteen_hexes_of_the_frontage(place: tuple[int, int], reached: bool) -> None:
    match = arena(thrower(TOSS), target(TOSS, place=list(place)), step="net", options={"throws": False}, dice=[1, 1, 3])
    assert bool(events(match, "net")) is reached
    assert bool(events(match, "net-missed")) is not reached


@pytest.mark.rule("GL 17.3", "GL 17.32")
@pytest.mark.parametrize("sheet", [{"netted": True}, {"appealing": True}])
def test_nobody_is_caught_twice_or_before_the_crowd(sheet: Sheet) -> None:
    match = arena(thrower(TOSS), target(TOSS, **sheet), step="net", options={"throws": False})
    assert events(match, "net-missed")


@pytest.mark.rule("GL 17.3")
def test_friends_are_no_mark_for_a_toss() -> None:
    match = arena(
        thrower(TOSS), target(TOSS), man(0, -1, "S", side=0), step="net", options={"throws": False}, dice=[1, 1, 3]
    )
    assert outcome(match).data["target"] == SECOND


@pytest.mark.rule("GL 17.4", "GL 5.2b")
@pytest.mark.parametrize(("place", "reached"), [((0, -2), True), ((2, -2), True), ((0, -3), False), ((2, -1), False)])
def test_a_swing_reaches_two_hexes(place: tuple[int, int], reached: bool) -> None:
    match = arena(
        thrower(SWING), target(SWING, place=list(place)), step="net", options={"throws": False}, dice=[1, 1, 3]
    )
    assert bool(events(match, "net")) is reached
    assert bool(events(match, "net-missed")) is not reached


SWEEP = [(-1, 0), (-2, 0), (-1, -1), (0, -1), (0, -2), (1, -2), (1, -1), (2, -2)]


@pytest.mark.rule("GL 17.43")
@pytest.mark.parametrize(("first", "second"), list(pairwise(SWEEP)))
@pytest.mark.parametrize("side", [0, 1])
def test_the_sweep_goes_from_left_to_right(first: tuple[int, int], second: tuple[int, int], side: int) -> None:
    """Whoever comes first is struck, friend or foe."""
    match = arena(
        thrower(SWING),
        target(SWING, place=list(second)),
        man(*first, "S", side=side),
        step="net",
        options={"throws": False},
        dice=[1, 1, 4],
    )
    assert outcome(match).data["target"] == "Flamma"


@pytest.mark.rule("GL 17.43")
def test_the_sweep_turns_with_him() -> None:
    """Facing south, his left is east: (1,0) comes before (-1,1)."""
    swinger = thrower(SWING, facing="S")
    match = arena(
        swinger,
        target(SWING, place=[-1, 1]),
        man(1, 0, "S", side=1),
        step="net",
        options={"throws": False},
        dice=[2, 2, 3],
    )
    assert outcome(match).data["target"] == "Flamma"


@pytest.mark.rule("GL 17.43")
@pytest.mark.parametrize("posture", ["kneeling", "prone"])
def test_it_passes_over_men_who_kneel_or_lie(posture: str) -> None:
    match = arena(
        thrower(SWING),
        target(SWING, place=[1, -1]),
        man(-1, 0, "S", side=1, posture=posture),
        step="net",
        options={"throws": False},
        dice=[1, 1, 6],
    )
    assert outcome(match).data["target"] == SECOND
    match = arena(thrower(SWING), target(SWING, posture=posture), step="net", options={"throws": False})
    assert events(match, "net-missed")


@pytest.mark.rule("GL 17.43", "GL 19.24a")
def test_it_passes_over_a_man_before_the_crowd_but_not_over_one_in_a_net() -> None:
    match = arena(thrower(SWING), target(SWING, appealing=True), step="net", options={"throws": False})
    assert events(match, "net-missed")
    match = arena(thrower(SWING), target(SWING, netted=True), step="net", options={"throws": False}, dice=[1, 1, 2])
    assert outcome(match).data["target"] == SECOND


@pytest.mark.rule("GL 17.5", "GL 6.4-LN")
@pytest.mark.parametrize(("order", "place"), [("(LN1)X", (-1, 0)), ("(LN2)X", (0, -1)), ("(LN3)X", (1, -1))])
def test_the_hex_of_a_lay_is_written(order: str, place: tuple[int, int]) -> None:
    """He who steps straight south into that hex is attacked."""
    foe = man(place[0], place[1] - 1, "S")
    match = arena(man(0, 0, "N", type="retiarius"), foe, options={"throws": False}, dice=[1, 1, 4])
    plot(match, order, "F")
    assert fighter(match, SECOND).place == place
    assert outcome(match).data["kind"] == LAY
    others = {"(LN1)X", "(LN2)X", "(LN3)X"} - {order}
    for other in others:
        match = arena(man(0, 0, "N", type="retiarius"), foe, options={"throws": False})
        plot(match, other, "F")
        assert events(match, "net-missed")


@pytest.mark.rule("GL 17.5", "GL 6.4-LN")
def test_it_is_laid_before_he_moves() -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -2, "S"), options={"throws": False}, dice=[1, 1, 4])
    plot(match, "(LN2)B", "F")
    assert fighter(match, FIRST).place == (0, 1)
    assert outcome(match).data["target"] == SECOND


@pytest.mark.rule("GL 17.53")
def test_a_man_who_charges_through_is_attacked() -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(1, -3, "S"), options={"throws": False}, dice=[1, 1, 4])
    plot(match, "(LN3)X", "C")
    assert fighter(match, SECOND).place == (1, 0)
    assert outcome(match).data["target"] == SECOND
    assert amounts(match)["moved forward"] == 3


@pytest.mark.rule("GL 17.53")
def test_a_man_who_stood_there_all_the_time_is_not() -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -1, "S"), options={"throws": False})
    plot(match, "(LN2)X", "X")
    assert events(match, "net-missed")
    assert not events(match, "net")


@pytest.mark.rule("GL 17.53")
def test_the_first_to_enter_is_attacked_and_of_two_at_once_the_retiarius_chooses() -> None:
    retiarius = man(0, 0, "N", type="retiarius")
    # Priscus enters (0,-1) with his second step, Flamma with his first.
    charger, walker = man(0, -3, "S", side=1), man(-1, -1, "SE", side=1)
    match = arena(retiarius, charger, walker, options={"throws": False}, dice=[1, 1, 2])
    plot(match, "(LN2)B", "(Q)F", "(Q)F")
    assert outcome(match).data["target"] == "Flamma"
    match = arena(retiarius, man(0, -2, "S", side=1), walker, options={"throws": False}, dice=[1, 1, 2])
    plot(match, "(LN2)B", "(Q)F", "(Q)F")
    assert asked(match) == ("net-target", [SECOND, "Flamma"])
    answer(match, SECOND)
    assert outcome(match).data["target"] == SECOND


@pytest.mark.rule("GL 17.53")
def test_friends_walk_over_it() -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -9, "S"), man(0, -2, "S", side=0), options={"throws": False})
    plot(match, "(LN2)X", "-", "F")
    assert events(match, "net-missed")
    throw_nothing(match)
