"""GL 12.6: picking things up."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Event
from ludus.games.gladiator.state import Item
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    answer,
    arena,
    asked,
    dice_left,
    events,
    fight,
    fighter,
    item,
    legal,
    man,
    plot,
    throw_nothing,
)

FAR = man(0, -20, "S")


def attempt(match: ArenaMatch) -> Event:
    (found,) = events(match, "recovery")
    return found


def amounts(event: Event) -> dict[str, int]:
    """The modifiers that are not nothing."""
    return {each.reason: each.amount for each in event.modifiers if each.amount}


def unarmed(**sheet: Any) -> dict[str, Any]:
    return man(0, 0, "N", weapon="", **sheet)


# -- who may ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.6a", "GL 12.61-drm")
def test_an_item_under_an_adjacent_enemy() -> None:
    match = arena(unarmed(), man(0, -1, "S"), items=[item("sword", 0, -1)], dice=[2])
    plot(match, "R", "-")
    assert amounts(attempt(match)) == {
        "opponent on the item": 3,
        "item in an adjacent hex": 1,
        "careful attempt": -6,
    }
    assert attempt(match).data == {"fighter": FIRST, "item": "sword", "success": True, "total": 0}
    assert fighter(match, FIRST).weapon == "sword"
    assert match.state.items == ()


@pytest.mark.rule("GL 12.6a")
@pytest.mark.parametrize(
    ("kind", "empty"), [("sword", "weapon"), ("trident", "weapon"), ("shield", "shield"), ("net", "weapon")]
)
def test_any_gladiator_may_take_any_weapon_shield_or_net(kind: str, empty: str) -> None:
    sheet: dict[str, Any] = {empty: ""}
    match = arena(man(0, 0, "N", **sheet), FAR, items=[item(kind, 1, -1)], dice=[1])
    plot(match, "R", "-")
    assert attempt(match).data["success"]
    assert match.state.items == ()


@pytest.mark.rule("GL 12.6a")
def test_what_lies_two_hexes_away_is_out_of_reach() -> None:
    match = arena(unarmed(), FAR, items=[item("sword", 0, -2)])
    assert "R" not in legal(match)
    plot(match, "X", "-")
    assert not events(match, "recovery")


@pytest.mark.rule("GL 12.6b")
def test_nobody_picks_anything_up_with_both_hands_full() -> None:
    match = arena(man(0, 0, "N"), FAR, items=[item("sword", 0, 0), item("net", 0, 0), item("shield", 0, 0)])
    assert "R" not in legal(match)
    plot(match, "X", "-")
    assert not events(match, "recovery")
    assert {decision.name for decision in match.pending.values()} == {"plot"}


@pytest.mark.rule("GL 12.6b")
@pytest.mark.parametrize(("kind", "may"), [("trident", True), ("sword", True), ("shield", False), ("net", False)])
def test_a_retiarius_with_his_net_takes_no_shield(kind: str, may: bool) -> None:
    match = arena(unarmed(type="retiarius"), FAR, items=[item(kind, 0, 0)])
    assert ("R" in legal(match)) is may


@pytest.mark.rule("GL 12.6b", "GL 17.9")
@pytest.mark.parametrize(
    ("sheet", "kind", "may"),
    [
        ({"net": True, "shield": ""}, "shield", True),  # net and shield: only a retiarius may not
        ({}, "shield", False),  # no second shield
        ({"shield": "", "weapon": "sword"}, "sword", False),  # nor a second weapon
    ],
)
def test_one_thing_of_a_kind(sheet: dict[str, Any], kind: str, may: bool) -> None:
    match = arena(unarmed() | sheet, FAR, items=[item(kind, 0, 0)])
    assert ("R" in legal(match)) is may


@pytest.mark.rule("GL 12.6a", "GL 17.355")
@pytest.mark.parametrize(("place", "may"), [((0, -1), True), ((0, -2), False)])
def test_in_the_net_he_reaches_no_further(place: tuple[int, int], may: bool) -> None:
    match = arena(unarmed(netted=True), FAR, items=[item("sword", *place)])
    assert ("R" in legal(match)) is may


@pytest.mark.rule("GL 12.6b", "GL 17.1a")
def test_a_retiarius_without_his_net_may_take_a_shield() -> None:
    match = arena(
        man(0, 0, "N", type="retiarius", net=False), FAR, items=[item("shield", 0, 0, size="small")], dice=[1]
    )
    plot(match, "R", "-")
    assert fighter(match, FIRST).shield == "small"
    assert fighter(match, FIRST).shield_boxes == 17


@pytest.mark.rule("GL 12.6b", "GL 17.351-net-after")
@pytest.mark.parametrize(("kind", "may"), [("trident", True), ("shield", False), ("net", False)])
def test_the_end_of_a_net_fills_a_hand_too(kind: str, may: bool) -> None:
    holder = man(0, 0, "N", type="retiarius", weapon="", net=False)
    match = arena(holder, man(0, -2, "S", netted=True, held_by=FIRST), items=[item(kind, 0, 0)])
    assert ("R" in legal(match)) is may
    armed = holder | {"weapon": "trident"}
    match = arena(armed, man(0, -2, "S", netted=True, held_by=FIRST), items=[item(kind, 0, 0)])
    assert "R" not in legal(match)


@pytest.mark.rule("GL 12.6b", "GL 10.3")
def test_a_battered_shield_and_a_useless_shaft_stay_where_they_are() -> None:
    match = arena(man(0, 0, "N", weapon="", shield=""), FAR, items=[item("shield", 0, 0, boxes=0), item("shaft", 0, 0)])
    assert "R" not in legal(match)


# -- the attempt -----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.61")
@pytest.mark.parametrize(("die", "success"), [(1, True), (5, True), (6, False)])
def test_a_careful_attempt_beside_an_enemy(die: int, success: bool) -> None:
    """AG 1, R, his own hex, an enemy beside the item: -5."""
    match = arena(unarmed(agility=1), man(0, -1, "S"), items=[item("sword", 0, 0)], dice=[die])
    plot(match, "R", "-")
    assert sum(amounts(attempt(match)).values()) == -5
    assert attempt(match).data["success"] is success
    assert attempt(match).clauses == ("GL 12.61", "GL 12.61-drm")
    assert bool(fighter(match, FIRST).weapon) is success
    assert match.state.items == (() if success else (Item("sword", (0, 0)),))
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.61")
@pytest.mark.parametrize(("die", "success"), [(2, True), (3, False)])
def test_a_light_man_snatches_it_up_as_he_goes(die: int, success: bool) -> None:
    """AG 2, light, leaving the hex with F: -2."""
    match = arena(unarmed(type="light", agility=2), FAR, items=[item("sword", 0, 0)], dice=[die])
    plot(match, "F", "-")
    assert asked(match) == ("recover", ["no", "sword late", "sword early"])
    answer(match, "sword early")
    assert amounts(attempt(match)) == {"agility": -2, "leaving the hex": 1, "light": -1}
    assert attempt(match).data["success"] is success
    assert fighter(match, FIRST).place == (0, -1)


@pytest.mark.rule("GL 12.61")
def test_declining_costs_nothing() -> None:
    match = arena(unarmed(), FAR, items=[item("sword", 0, 0)])
    plot(match, "F", "-")
    answer(match, "no")
    assert not events(match, "recovery")
    assert not fighter(match, FIRST).tried_recovery


@pytest.mark.rule("GL 12.61")
def test_no_move_is_no_attempt_but_a_pause_is() -> None:
    match = arena(unarmed(), FAR, items=[item("sword", 0, 0)], dice=[1])
    plot(match, "-", "-")
    assert {decision.name for decision in match.pending.values()} == {"plot"}
    plot(match, "X", "-")
    assert asked(match) == ("recover", ["no", "sword late"])
    answer(match, "sword late")
    assert attempt(match).data["total"] == 1


@pytest.mark.rule("GL 12.61")
def test_one_attempt_a_phase_though_two_things_lie_there() -> None:
    """R tries in any case; he is asked what for."""
    match = arena(
        man(0, 0, "N", weapon="", shield=""), FAR, items=[item("sword", 0, 0), item("shield", 0, 0)], dice=[1]
    )
    plot(match, "R", "-")
    assert asked(match) == ("recover", ["sword", "shield"])
    answer(match, "shield")
    assert attempt(match).data["item"] == "shield"
    assert fighter(match, FIRST).weapon == ""
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.61")
def test_attempts_are_declared_before_any_recovery_die() -> None:
    """Both are asked at once; the lower counter rolls first and may be quicker."""
    match = arena(unarmed(), man(0, -2, "S", weapon=""), items=[item("sword", 0, -1)], dice=[1])
    plot(match, "R", "R")
    assert attempt(match).data["fighter"] == FIRST
    assert fighter(match, FIRST).weapon == "sword"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.61", "GL 12.6b")
@pytest.mark.parametrize(
    ("sheet", "order", "thing"),
    [
        ({"shield": ""}, "X", item("shield", 0, 0, boxes=0)),  # good for nothing
        ({"type": "retiarius", "weapon": ""}, "X", item("shield", 0, 0)),  # not with his net
        ({"weapon": ""}, "X", item("sword", 0, -2)),  # too far away
        ({"weapon": ""}, "B", item("sword", 0, -2)),
    ],
)
def test_nobody_is_asked_for_what_he_cannot_have(sheet: dict[str, Any], order: str, thing: dict[str, Any]) -> None:
    match = arena(man(0, 0, "N", **sheet), FAR, items=[thing])
    plot(match, order, "-")
    throw_nothing(match)
    assert {decision.name for decision in match.pending.values()} == {"plot"}


@pytest.mark.rule("GL 12.61", "GL 12.61-drm")
def test_in_passing_he_reaches_from_the_nearest_hex() -> None:
    """He charges over the sword in his second hex: nothing for an item beside him."""
    match = arena(unarmed(), FAR, items=[item("sword", 0, -2)], dice=[6])
    plot(match, "C", "-")
    answer(match, "sword early")
    assert amounts(attempt(match)) == {"leaving the hex": 1, "charge": 2}


@pytest.mark.rule("GL 12.61", "GL 13.1")
def test_a_prone_man_reaches_for_it_only_from_his_knees() -> None:
    match = arena(unarmed(posture="prone"), FAR, items=[item("sword", 0, 0)], dice=[2])
    plot(match, "KN", "-")
    answer(match, "sword late")
    assert amounts(attempt(match)) == {"kneeling": -2}
    assert fighter(match, FIRST).weapon == "sword"
    match = arena(unarmed(posture="prone"), FAR, items=[item("sword", 0, 0)])
    plot(match, "RO-FL", "-")
    assert {decision.name for decision in match.pending.values()} == {"plot"}


# -- modifiers -------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.61-drm")
def test_success_is_impossible_for_a_charging_stunned_heavy() -> None:
    match = arena(unarmed(type="heavy", agility=-1, stun=2), FAR, items=[item("sword", 1, -1)], dice=[1, 6])
    plot(match, "C", "-")
    answer(match, "sword early")
    assert amounts(attempt(match)) == {
        "agility": 1,
        "item in an adjacent hex": 1,
        "leaving the hex": 1,
        "charge": 2,
        "stun": 2,
        "heavy": 1,
    }
    assert attempt(match).data["total"] == 9
    assert not attempt(match).data["success"]


@pytest.mark.rule("GL 12.61-drm")
def test_a_kneeling_man_with_r_always_succeeds() -> None:
    match = arena(unarmed(posture="kneeling"), FAR, items=[item("sword", 0, 0)], dice=[6])
    plot(match, "R", "-")
    assert amounts(attempt(match)) == {"kneeling": -2, "careful attempt": -6}
    assert attempt(match).data["success"]
    assert fighter(match, FIRST).posture == "kneeling"


@pytest.mark.rule("GL 12.61-drm")
@pytest.mark.parametrize(
    ("sheet", "order", "expected"),
    [
        ({}, "X", {}),
        ({"type": "heavy"}, "X", {"heavy": 1}),
        ({"type": "light"}, "X", {"light": -1}),
        ({"agility": 3}, "X", {"agility": -3}),
        ({"agility": -2}, "X", {"agility": 2}),
        ({"stun": 3, "constitution": 0}, "X", {"stun": 3}),
        ({"posture": "kneeling"}, "X", {"kneeling": -2}),
        ({"posture": "kneeling"}, "X-UP", {}),
        ({}, "F", {"leaving the hex": 1, "item in an adjacent hex": 1}),
        ({}, "(Q)SFL", {"leaving the hex": 1, "quick move": 1}),
        ({}, "R", {"careful attempt": -6}),
        ({"netted": True}, "R", {"ensnared": 6, "careful attempt": -6}),
    ],
)
def test_one_modifier_after_another(sheet: dict[str, Any], order: str, expected: dict[str, int]) -> None:
    """A sword in his own hex; for the sidestep two hexes to the front-left, where he comes to stand."""
    where = (-2, 0) if "Q" in order else (0, 0)
    dice = [4, 6] if sheet.get("stun") else [4]
    match = arena(unarmed(**sheet), FAR, items=[item("sword", *where)], dice=dice)
    plot(match, order, "-")
    if order != "R":
        answer(match, "sword late")
    assert amounts(attempt(match)) == expected
    assert attempt(match).data["total"] == 4 + sum(expected.values())


@pytest.mark.rule("GL 12.61-drm")
def test_a_net_is_easy_to_grasp() -> None:
    match = arena(unarmed(), FAR, items=[item("net", 0, 0)], dice=[3])
    plot(match, "X", "-")
    answer(match, "net late")
    assert amounts(attempt(match)) == {"a net": -3}
    assert fighter(match, FIRST).net


@pytest.mark.rule("GL 12.61-drm", "GL 14.3")
def test_a_stumbling_man_tries_at_4() -> None:
    match = arena(unarmed(owes_stumble=True), FAR, items=[item("sword", 0, 0)], dice=[4, 4, 1])
    plot(match, "S", "-")
    answer(match, "sword late")
    assert amounts(attempt(match)) == {"stumbling": 4}


@pytest.mark.rule("GL 12.61-drm")
def test_only_the_worse_of_two_opponents_counts() -> None:
    """One enemy stands on the item, another beside it: +3, not +5."""
    match = arena(unarmed(), man(0, -1, "S", side=1), man(0, -2, "S", side=1), items=[item("sword", 0, -1)], dice=[6])
    plot(match, "R", "-", "-")
    assert amounts(attempt(match)) == {
        "opponent on the item": 3,
        "item in an adjacent hex": 1,
        "careful attempt": -6,
    }


@pytest.mark.rule("GL 12.61-drm")
def test_friends_are_not_in_the_way() -> None:
    match = arena(unarmed(), man(0, -9, "S"), man(0, -1, "N", side=0), items=[item("sword", 0, 0)], dice=[6])
    plot(match, "R", "-", "-")
    assert amounts(attempt(match)) == {"careful attempt": -6}


# -- collisions ------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.61-collision", "GL 12.61-drm", "GL 7.5-drm")
def test_after_a_collision_at_4_and_without_the_r() -> None:
    """An enemy charges into the man who bends down: 1 + 3 - 3 against 1 + 9. He is pushed to (0,1), stunned (2 + 9 =
    11: three factors), and reaches for what now lies under the other."""
    match = arena(unarmed(), man(0, -3, "S"), items=[item("sword", 0, 0)], dice=[1, 1, 1, 1, 6, 1])
    plot(match, "R", "C")
    (collision,) = events(match, "collision")
    assert collision.data["impact"] == [1, 10]
    assert (f"{FIRST}: recovering an item", -3) in collision.modifiers
    assert fighter(match, FIRST).place == (0, 1)
    assert amounts(attempt(match)) == {
        "opponent on the item": 3,
        "item in an adjacent hex": 1,
        "collided before": 4,
        "stun": 3,
    }
    assert "GL 12.61-collision" in attempt(match).clauses
    kinds = [event.kind for event in match.events]
    assert kinds.index("collision") < kinds.index("recovery")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.61-collision")
def test_who_is_pushed_out_of_reach_does_not_roll() -> None:
    """The sword lay in front of him; from (0,1) he cannot reach it."""
    match = arena(unarmed(), man(0, -3, "S"), items=[item("sword", 0, -1)], dice=[1, 1, 1, 1, 6])
    plot(match, "R", "C")
    assert fighter(match, FIRST).place == (0, 1)
    assert not events(match, "recovery")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.61-collision", "GL 12.62")
def test_an_attempt_before_he_leaves_comes_before_the_collision() -> None:
    """Rolled with +1 and +2 for the enemy beside it, without +4; his impact has -3 all the same."""
    match = arena(unarmed(agility=2), man(0, -1, "S"), items=[item("sword", 0, 0)], dice=[6, 6, 1, 1, 1, 6])
    plot(match, "F", "-")
    answer(match, "sword early")
    assert amounts(attempt(match)) == {"agility": -2, "opponent beside the item": 2, "leaving the hex": 1}
    kinds = [event.kind for event in match.events]
    assert kinds.index("recovery") < kinds.index("collision")
    assert (f"{FIRST}: recovering an item", -3) in events(match, "collision")[0].modifiers


@pytest.mark.rule("GL 12.62")
@pytest.mark.parametrize(("order", "words", "beside"), [("B", "sword early", True), ("X", "sword late", False)])
def test_an_enemy_who_passes_counts_only_against_an_early_attempt(order: str, words: str, beside: bool) -> None:
    """He charges past from (1,-2) to (1,1), two hexes from the sword at either end."""
    match = arena(unarmed(), man(1, -2, "S"), items=[item("sword", 0, 0)], dice=[6])
    plot(match, order, "C")
    answer(match, words)
    assert ("opponent beside the item" in amounts(attempt(match))) is beside


@pytest.mark.rule("GL 12.62")
def test_a_late_attempt_looks_at_where_they_end() -> None:
    match = arena(unarmed(), man(0, -3, "S"), items=[item("sword", 0, 0)], dice=[6])
    plot(match, "R", "(Q)F")
    assert amounts(attempt(match))["opponent beside the item"] == 2


# -- using it --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.63", "GL 8-halving")
def test_a_weapon_just_recovered_strikes_at_half() -> None:
    match = arena(unarmed(), man(0, -1, "S"), items=[item("sword", 0, 0)], dice=[1, 1, 1, 2])
    plot(match, "R", "-")
    fight(match, ({"chest": 5}, {}), ({}, {}))
    (attack,) = events(match, "attack")
    assert attack.data["cf"] == 5
    assert attack.data["strength"] == attack.data["advantage"] == 2
    assert {"GL 8-halving", "GL 12.63"} <= set(attack.clauses)


@pytest.mark.rule("GL 12.63")
def test_it_parries_at_full_strength() -> None:
    match = arena(unarmed(), man(0, -1, "S"), items=[item("sword", 0, 0)], dice=[1, 4, 4, 4, 6, 6, 6])
    plot(match, "R", "-")
    fight(match, ({}, {"chest": 3}), ({"chest": 3}, {}))
    (attack,) = events(match, "attack")
    assert attack.data["defence"] == 3
    assert attack.data["effect"] == "P"
    assert events(match, "weapon-drop-check")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.63")
def test_a_recovered_shield_covers_at_once() -> None:
    bare = man(0, 0, "N", shield="")
    match = arena(bare, man(0, -1, "S"), items=[item("shield", 0, 0, boxes=9)], dice=[1, 1, 2, 2, 1, 1, 1])
    plot(match, "R", "-")
    fight(match, ({}, {}), ({"chest": 3}, {}))
    assert events(match, "attack")[0].data["effect"] == "S"
    assert events(match, "shield")[0].data["fighter"] == FIRST


@pytest.mark.rule("GL 12.64", "GL 12.63")
def test_full_strength_from_the_next_phase_on() -> None:
    match = arena(unarmed(), man(0, -1, "S"), items=[item("sword", 0, 0)], phase=2, dice=[1, 1, 1, 2, 1, 1, 2, 1, 1, 1])
    plot(match, "R", "-")
    fight(match, ({"chest": 4}, {}), ({}, {}))
    throw_nothing(match)
    plot(match, "-", "-")
    fight(match, ({"chest": 4}, {}), ({}, {}))
    assert [attack.data["strength"] for attack in events(match, "attack")] == [2, 4]
    assert "GL 8-halving" not in events(match, "attack")[1].clauses


@pytest.mark.rule("GL 12.63", "GL 17.9")
def test_a_recovered_net_is_ready_in_the_next_phase() -> None:
    match = arena(unarmed(), man(0, -5, "S"), items=[item("net", 0, 0)], dice=[1])
    assert not any("TN" in order for order in legal(match))
    plot(match, "R", "-")
    throw_nothing(match)
    assert "F(TN)" in legal(match)
    assert fighter(match, SECOND).net is False
