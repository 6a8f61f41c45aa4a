"""GL 4-order and 4-dice-order: the full order of a phase, and of the dice inside a step."""

from __future__ import annotations

import pytest

from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    THIRD,
    ArenaMatch,
    allot,
    answer,
    arena,
    armour,
    dice_left,
    events,
    fight,
    fighter,
    item,
    man,
    plot,
    throw_nothing,
)

QUIET = {"throws": False}


def told(match: ArenaMatch, *kinds: str) -> list[str]:
    """The events of these kinds in the order in which they happened."""
    return [event.kind for event in match.events if event.kind in kinds]


def rolls(match: ArenaMatch) -> list[tuple[str, int]]:
    """What was rolled for, with how many dice."""
    return [(roll.reason, len(roll.values)) for event in match.events for roll in event.dice]


# -- the order of a phase ----------------------------------------------------------------------------------


@pytest.mark.rule("GL 4-order")
def test_collision_then_stun_recovery_then_net_then_combat() -> None:
    thrower = man(0, 0, "N", type="retiarius")
    stunned = man(0, -2, "S", stun=2)
    match = arena(
        thrower,
        stunned,
        man(10, 0, "N"),
        man(10, -1, "S"),
        options=QUIET,
        dice=[6, 1, 1, 1, 6, 1, 2, 2, 1, 1, 1, 1],
    )
    plot(match, "X(TN)", "-", "F", "-")
    kinds = ("plots", "moved", "collision", "pushed", "stun", "stumble-check", "recovers", "net")
    assert told(match, *kinds) == list(kinds)
    assert not events(match, "attacks")
    fight(match, ({"head": 1}, {}), ({}, {"head": 1}), ({}, {}), ({}, {}))
    assert told(match, "net", "attacks", "attack") == ["net", "attacks", "attack"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-order")
def test_a_collision_cancels_the_net_attack_of_anyone_in_it() -> None:
    match = arena(man(type="retiarius"), man(0, -2, "S"), options=QUIET, dice=[1, 6, 1, 1, 6])
    plot(match, "F(TN)", "F")
    assert events(match, "collision")
    assert not events(match, "net")
    assert not events(match, "net-missed")
    assert fighter(match, FIRST).spent == 0
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-order")
def test_an_old_artery_bleeds_when_all_is_over() -> None:
    """After the fifth sub-phase and the last throw, and before the next orders."""
    bleeding = man(0, -1, "S", arteries=[0, 0, 0, 1, 0])
    match = arena(man(), bleeding, step="engage", dice=[1, 1, 1] * 5)
    allot(match, 0, attack=dict.fromkeys(("head", "chest", "groin", "arms", "legs"), 1), defend={})
    allot(match, 1, defend=dict.fromkeys(("head", "chest", "groin", "arms", "legs"), 1))
    answer(match, "head, chest, groin, arms, legs")
    assert not events(match, "bleeding")  # the throws are still to come
    throw_nothing(match)
    assert told(match, "attacks", "attack", "bleeding") == ["attacks", "attack", "bleeding"]
    assert fighter(match, SECOND).wounds == (0, 0, 0, 1, 0)
    assert match.pending[0].name == "plot"


@pytest.mark.rule("GL 4-order")
def test_the_moment_of_truth_opens_a_phase() -> None:
    out = man(0, -1, "S", posture="prone", stun=12)
    match = arena(man(), out, dice=[6])
    assert told(match, "verdict", "plots", "end") == ["verdict", "end"]
    assert match.outcome is not None


@pytest.mark.rule("GL 4-order")
def test_lame_legs_before_stumbles_whatever_the_numbers() -> None:
    """Counter 4 stumbles, counter 5 is lame: his die comes first all the same."""
    match = arena(man(owes_stumble=True, counter=4), man(0, -9, "S", lame=1, counter=5), dice=[2, 5, 5], options=QUIET)
    plot(match, "S", "F")
    assert rolls(match) == [("lame leg", 1), ("falling prone", 2)]
    assert told(match, "plots", "lame", "fall-check", "moved") == ["plots", "lame", "fall-check", "moved"]


@pytest.mark.rule("GL 4-order")
def test_a_lame_man_who_stumbles_checks_his_fall_in_turn() -> None:
    match = arena(man(lame=1), dice=[1, 4, 4])
    plot(match, "F")
    assert rolls(match) == [("lame leg", 1), ("falling prone", 2)]
    walker = fighter(match, FIRST)
    assert (walker.place, walker.used) == ((0, 0), 0)


@pytest.mark.rule("GL 4-order", "GL 6.3-S")
def test_a_stumble_in_place_of_an_overexerted_move_costs_nothing() -> None:
    """A plain stumble uses no allowance: neither a move of the turn nor the one beyond it."""
    match = arena(man(lame=1, used=5), phase=6, dice=[1, 4, 4])
    plot(match, "F")
    walker = fighter(match, FIRST)
    assert (walker.place, walker.used, walker.overexerted) == ((0, 0), 5, False)


@pytest.mark.rule("GL 4-order", "GL 4-dice-order")
def test_passing_recoveries_kicks_and_trips_come_in_the_order_of_counters() -> None:
    """Counter 4 reaches for the sword he leaves behind, 5 kicks, 6 backs over a shield; then the dice of R."""
    match = arena(
        man(0, 0, "N", weapon="", counter=4),
        man(20, 0, "N", counter=5),
        man(40, 0, "N", counter=6),
        man(60, 0, "N", weapon="", counter=3),
        items=[item("sword", 0, 0), item("sword", 20, 0), item("shield", 40, 1), item("sword", 60, 0)],
        dice=[6, 5, 6, 6, 1],
        options=QUIET,
    )
    plot(match, "F", "(K1)F", "B", "R")
    answer(match, "sword early")
    assert rolls(match) == [("recovery", 1), ("kick", 1), ("backing over an object", 2), ("recovery", 1)]
    assert told(match, "recovery", "kick", "trip", "moved") == ["recovery", "kick", "trip", "moved", "recovery"]


@pytest.mark.rule("GL 4-order")
def test_a_recovery_follows_its_own_collision() -> None:
    """Two collisions: the man who wrote R rolls before the second one is looked at."""
    match = arena(
        man(0, 0, "N", weapon="", strength=3, counter=1),
        man(0, -1, "S", counter=2),
        man(9, 0, "N", counter=3),
        man(9, -1, "S", counter=4),
        items=[item("sword", 0, 0)],
        dice=[6, 1, 1, 1, 6, 4, 6, 1, 1, 1, 6],
        options=QUIET,
    )
    plot(match, "R", "F", "-", "F")
    assert told(match, "collision", "stumble-check", "recovery") == [
        "collision",
        "stumble-check",
        "recovery",
        "collision",
        "stumble-check",
    ]


@pytest.mark.rule("GL 4-dice-order", "GL 4-order")
def test_of_two_collisions_the_one_with_the_lowest_counter_comes_first() -> None:
    """Whether or not somebody stood still in the other one."""
    match = arena(
        man(0, 0, "N", counter=1),
        man(0, -2, "S", counter=4),
        man(9, 0, "N", counter=2),
        man(9, -1, "S", counter=3),
        dice=[6, 1, 1, 1, 6] * 2,
        options=QUIET,
    )
    plot(match, "F", "F", "-", "F")
    assert [each.data["fighter"] for each in events(match, "collision")] == [FIRST, THIRD]


@pytest.mark.rule("GL 4-order")
def test_freeing_then_dragging_then_mercy_then_combat() -> None:
    holder = man(type="retiarius", net=False, strength=3)
    caught = man(0, -1, "S", netted=True, held_by=FIRST)
    match = arena(holder, caught, step="net", options=QUIET, dice=[6, 6, 6, 6, 6, 6, 1])
    answer(match, 2)
    answer(match, 0)
    assert told(match, "struggle", "drag", "prone", "verdict") == ["struggle", "drag", "prone", "verdict"]
    assert match.outcome is not None


@pytest.mark.rule("GL 4-order")
def test_turning_to_face_before_factors_are_counted() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "N"), options=QUIET)
    plot(match, "X", "X")
    assert told(match, "moved", "faces") == ["moved", "faces"]
    assert {decision.name for decision in match.pending.values()} == {"allocate"}


@pytest.mark.rule("GL 4-order")
def test_the_net_is_laid_from_where_he_began() -> None:
    """Laid to the front-right of (0,0) although he has gone by then; the other steps into that hex."""
    match = arena(man(type="retiarius"), man(1, -2, "S"), options=QUIET, dice=[2, 2, 2])
    plot(match, "(LN3)B", "F")
    (net,) = events(match, "net")
    assert (net.data["kind"], net.data["target"]) == ("lay", SECOND)
    assert fighter(match, FIRST).place == (0, 1)


# -- dice inside a step -------------------------------------------------------------------------------------


@pytest.mark.rule("GL 4-dice-order")
def test_dice_of_a_hit() -> None:
    guarded = man(0, -1, "S", armour=armour(chest="B7"))
    match = arena(man(), guarded, step="engage", options=QUIET, dice=[6, 6, 3, 4, 4, 6, 5, 5, 4, 4])
    fight(match, ({"chest": 1}, {}), ({}, {}))
    assert rolls(match) == [("attack", 3), ("coverage", 2), ("wounds", 3), ("critical hit", 2)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order")
@pytest.mark.parametrize(
    ("area", "critical", "more", "then"),
    [
        ("head", [5, 4], [3, 3], [("stun", 2)]),  # S
        ("arms", [6, 5], [1, 2], [("direction of the drop", 1), ("distance of the drop", 1)]),  # WD
        ("arms", [6, 6], [1, 2], [("direction of the drop", 1), ("distance of the drop", 1)]),  # SD
        ("chest", [5, 5], [], []),  # ST
    ],
)
def test_dice_of_a_critical_hit(area: str, critical: list[int], more: list[int], then: list[tuple[str, int]]) -> None:
    match = arena(man(), man(0, -1, "S"), step="engage", options=QUIET, dice=[6, 6, 3, 3, 3, 3, *critical, *more])
    fight(match, ({area: 1}, {}), ({}, {}))
    assert rolls(match) == [("attack", 3), ("wounds", 3), ("critical hit", 2), *then]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order")
@pytest.mark.parametrize(("attack", "drop"), [([3, 3, 4], [1, 1, 1]), ([3, 3, 4], [6, 6, 6]), ([3, 3, 3], [])])
def test_dice_of_a_blow_on_the_shield(attack: list[int], drop: list[int]) -> None:
    """Column 1: a 10 is S*, a 9 an S that cannot knock the shield away. Strength 9 makes three ones a drop."""
    gone = drop == [1, 1, 1]
    dice = [*attack, 1, 1, 1, *drop, *([2, 3] if gone else [])]
    match = arena(man(strength=9, training=1), man(0, -1, "S"), step="engage", options=QUIET, dice=dice)
    fight(match, ({"chest": 1}, {}), ({}, {}))
    expected = [("attack", 3), ("shield damage", 3)]
    if drop:
        expected.append(("shield drop", 3))
    if gone:
        expected += [("direction of the drop", 1), ("distance of the drop", 1)]
    assert rolls(match) == expected
    assert bool(fighter(match, SECOND).shield) != gone
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order")
@pytest.mark.parametrize(
    ("damage", "after", "then"),
    [
        ([6, 6, 2], [6, 6, 6], [("weapon drop", 3)]),  # overflow 3: P
        ([6, 6, 6], [1, 1, 1], [("wounds", 3)]),  # overflow 7: H
        ([4, 4, 3], [], []),  # exactly ruined
    ],
)
def test_dice_of_a_ruined_shield(damage: list[int], after: list[int], then: list[tuple[str, int]]) -> None:
    """S* as well: no drop roll for a shield that is ruined, but the distance of the throw, last of all."""
    battered = man(0, -1, "S", shield_boxes=7)
    match = arena(man(), battered, step="engage", dice=[3, 3, 4, *damage, *after, 6])
    fight(match, ({"chest": 1}, {}), ({}, {}))
    answer(match, 4)
    assert rolls(match) == [("attack", 3), ("shield damage", 3), *then, ("distance of the throw", 1)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order")
@pytest.mark.parametrize("broken", [True, False])
def test_dice_of_a_parried_trident(broken: bool) -> None:
    """Column 1: a 13 is P*."""
    dice = [5, 4, 4, *([6, 6, 1, 2, 3] if broken else [1, 1]), 6, 6, 6]
    netman = man(type="retiarius", net=False)
    match = arena(netman, man(0, -1, "S", shield="small"), step="engage", options=QUIET, dice=dice)
    fight(match, ({"chest": 1}, {}), ({}, {}))
    breaks = [("direction of the drop", 1), ("distance of the drop", 1), ("the fragment", 1)] if broken else []
    assert rolls(match) == [("attack", 3), ("trident breaks", 2), *breaks, ("weapon drop", 3)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order")
def test_the_balance_die_comes_before_the_attack() -> None:
    """The second man misses badly in sub-phase 2; in sub-phase 3 he is attacked."""
    match = arena(man(), man(0, -1, "S"), step="engage", options=QUIET, dice=[1, 1, 1, 2, 1, 1, 1])
    allot(match, 0, attack={"chest": 1}, defend={"head": 1, "arms": 1})
    allot(match, 1, attack={"head": 1, "arms": 1}, defend={"chest": 3})
    answer(match, "head, arms")
    assert rolls(match) == [("attack", 3), ("off balance", 1), ("attack", 3)]
    late = events(match, "attack")[-1]
    assert (late.data["defence"], late.data["advantage"]) == (1, 0)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order")
@pytest.mark.parametrize(("mine", "theirs"), [(4, 7), (7, 4)])
def test_of_equal_attacks_the_lower_counter_rolls_all_its_dice_first(mine: int, theirs: int) -> None:
    match = arena(
        man(counter=mine),
        man(0, -1, "S", counter=theirs),
        step="engage",
        options=QUIET,
        dice=[5, 5, 5, 3, 3, 3, 1, 1, 5, 5, 5, 3, 3, 3, 1, 1],
    )
    fight(match, ({"chest": 1}, {}), ({"legs": 1}, {}))
    one = [("attack", 3), ("wounds", 3), ("critical hit", 2)]
    assert rolls(match) == one + one
    names = [FIRST, SECOND] if mine < theirs else [SECOND, FIRST]
    assert [each.data["fighter"] for each in events(match, "attack")] == names


@pytest.mark.rule("GL 4-dice-order", "GL 8.45", "GL 10.3")
def test_a_shield_ruined_by_one_of_two_equal_blows_is_thrown_after_both() -> None:
    """The throw is its owner's own act: what comes of equal blows counts only for what comes after both."""
    dice = [*(3, 3, 4), *(4, 4, 3), *(1, 1, 2), 6]
    match = arena(man(counter=4), man(0, -1, "S", counter=7, shield_boxes=7), step="engage", dice=dice)
    fight(match, ({"chest": 1}, {}), ({"legs": 1}, {}))
    assert [each.data["fighter"] for each in events(match, "attack")] == [FIRST, SECOND]
    assert match.pending[1].name == "ruined"
    answer(match, 4)
    assert rolls(match) == [("attack", 3), ("shield damage", 3), ("attack", 3), ("distance of the throw", 1)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order", "GL 8.45", "GL 10.3")
def test_shields_ruined_by_equal_blows_are_thrown_in_the_order_of_the_blows() -> None:
    blow = [*(3, 3, 4), *(4, 4, 3)]
    match = arena(
        man(counter=4, shield_boxes=7),
        man(0, -1, "S", counter=7, shield_boxes=7),
        step="engage",
        dice=[*blow, *blow, 5, 6],
    )
    fight(match, ({"chest": 1}, {}), ({"legs": 1}, {}))
    assert list(match.pending) == [1]  # the blow of number 4 fell first, and it was his shield
    answer(match, 4)
    assert list(match.pending) == [0]
    answer(match, 4)
    assert [each.data["fighter"] for each in events(match, "throw")] == [SECOND, FIRST]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order", "GL 17.6a")
@pytest.mark.parametrize(("mine", "theirs"), [(4, 7), (7, 4)])
def test_for_a_grabbed_net_the_thrower_rolls_first(mine: int, theirs: int) -> None:
    """Two reasons, and not one: he holds on to it, then the other pulls. The counters do not matter."""
    thrower = man(0, 0, "N", type="retiarius", counter=mine)
    match = arena(thrower, man(0, -3, "S", counter=theirs), options=QUIET, dice=[1, 1, 1, 2, 5])
    plot(match, "X(TN)", "X(RN)")
    assert rolls(match) == [("net toss", 3), ("holding on to the net", 1), ("grabbing the net", 1)]
    (grab,) = events(match, "grab")
    assert (grab.data["own"], grab.data["against"]) == (2, 5)


@pytest.mark.rule("GL 4-dice-order")
def test_the_lower_counter_rolls_first_for_the_same_reason() -> None:
    """Endurance in turn 5: seat 1 has counter 4 and gets the 6, seat 0 the 1."""
    match = arena(man(counter=9), man(0, -9, "S", counter=4), step="turn", turn=4, dice=[6, 1])
    assert [each.data["fighter"] for each in events(match, "endurance")] == [SECOND, FIRST]
    assert (fighter(match, FIRST).cf, fighter(match, SECOND).cf) == (10, 9)


@pytest.mark.rule("GL 4-dice-order")
def test_dice_of_a_collision() -> None:
    """15 against 4 and a roll of 6: a total of 17 drops the weapon; the hex behind him holds a shield."""
    match = arena(
        man(strength=9),
        man(0, -1, "S", cf=20),
        items=[item("shield", 0, -2)],
        dice=[1, 1, 3, 3, 3, 3, 6, 5, 6],
        options=QUIET,
    )
    plot(match, "F", "-")
    (collision,) = events(match, "collision")
    assert collision.data["impact"] == [15, 4]
    assert [roll.reason for roll in collision.dice] == [f"{FIRST}'s impact", f"{SECOND}'s impact"]
    assert rolls(match)[2:] == [
        ("collision stun", 2),
        ("direction of the drop", 1),
        ("distance of the drop", 1),
        ("backing over an object", 2),
        ("stumble", 1),
    ]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order")
def test_a_tie_repeats_both_impact_dice() -> None:
    """5 + 3 against 3 + 5 is a tie."""
    match = arena(man(), man(0, -1, "S"), dice=[3, 5, 6, 5, 1, 1, 6], options=QUIET)
    plot(match, "F", "-")
    (collision,) = events(match, "collision")
    assert [roll.values for roll in collision.dice] == [(3,), (5,), (6,), (5,)]
    assert collision.data["impact"] == [11, 8]
    assert rolls(match)[4:] == [("collision stun", 2), ("stumble", 1)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order")
@pytest.mark.parametrize(
    ("what", "dice", "then"),
    [
        ("shield 1", [2, 3, 3], [("thrown shield", 2)]),
        ("sword 1 chest", [2, 1, 1, 1], [("thrown weapon", 3)]),
        ("shield 1", [5], []),  # it flies over him
    ],
)
def test_dice_of_a_throw(what: str, dice: list[int], then: list[tuple[str, int]]) -> None:
    match = arena(man(), man(0, -2, "S"), step="engage", dice=dice)
    match.submit(0, what)
    match.submit(1, "no")
    assert rolls(match) == [("distance of the throw", 1), *then]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order")
def test_several_men_roll_stun_recovery_by_counter() -> None:
    men = [man(stun=2, counter=8), man(0, -9, "S", stun=2, counter=2), man(9, 0, "N", stun=2, counter=5)]
    match = arena(*men, dice=[1, 3, 6])
    plot(match)
    assert [each.data["fighter"] for each in events(match, "recovers")] == [SECOND, THIRD, FIRST]
    assert [fighter(match, name).stun for name in (SECOND, THIRD, FIRST)] == [0, 1, 2]
