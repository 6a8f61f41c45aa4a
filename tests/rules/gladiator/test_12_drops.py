"""GL 12.1 to 12.4: what is knocked out of a man's hands, and where it lands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ludus import DiceError
from ludus.games.gladiator.state import Item
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    allot,
    arena,
    caps,
    dice_left,
    events,
    fight,
    fighter,
    man,
    plot,
)

LIGHT_DAMAGE = [1, 1, 1]  # too little to harm a new shield
Shares = Mapping[str, int]


def blow(
    attacker: Mapping[str, Any],
    defender: Mapping[str, Any],
    attack: Shares,
    defend: Shares,
    dice: Sequence[int],
) -> ArenaMatch:
    """One phase in which only the first man attacks; nobody throws anything."""
    match = arena(attacker, defender, step="engage", options={"throws": False}, dice=dice)
    fight(match, (attack, {}), ({}, defend))
    return match


# -- the shield ------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.1", "GL 12.3")
@pytest.mark.parametrize(("roll", "dropped"), [([2, 2, 3], True), ([2, 3, 3], False)])
def test_strength_3_and_advantage_4_drop_a_shield_on_7_or_less(roll: list[int], dropped: bool) -> None:
    # Column 4, roll 7: S*. Then damage, then the drop check, then direction and distance.
    dice = [2, 2, 3, *LIGHT_DAMAGE, *roll, *([1, 1] if dropped else [])]
    match = blow(man(0, 0, "N", strength=3), man(0, -1, "S"), {"chest": 4}, {}, dice)
    assert events(match, "attack")[0].data["result"] == "S*"
    assert bool(fighter(match, SECOND).shield) is not dropped
    (check,) = events(match, "shield-drop-check")
    assert check.data == {"fighter": SECOND, "total": sum(roll) - 7, "dropped": dropped}
    assert check.clauses == ("GL 12.1", "GL 12.3")
    assert [(each.reason, each.amount) for each in check.modifiers] == [
        ("attacker's strength", -3),
        ("net advantage", -4),
    ]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.1")
def test_a_shield_only_struck_is_not_dropped() -> None:
    """S without the star: three dice of damage and no more."""
    match = blow(man(0, 0, "N", strength=3), man(0, -1, "S"), {"chest": 4}, {}, [2, 2, 2, *LIGHT_DAMAGE])
    assert events(match, "attack")[0].data["result"] == "S"
    assert not events(match, "shield-drop-check")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.1", "GL 10.3")
def test_a_ruined_shield_is_not_checked_for_dropping() -> None:
    """3 + strength 3 + 4 CFs + 1 for the edge = 11: six boxes due, six left, none over."""
    battered = man(0, -1, "S", shield_boxes=6)
    match = blow(man(0, 0, "N", strength=3), battered, {"chest": 4}, {}, [2, 2, 3, *LIGHT_DAMAGE])
    assert events(match, "shield")[0].data["overflow"] == ""
    assert not events(match, "shield-drop-check")
    assert match.state.items == (Item("shield", (0, -1), "large", 0),)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.1", "GL 12.4")
def test_a_dropped_shield_keeps_its_damage() -> None:
    worn = man(0, -1, "S", shield_boxes=14)
    match = blow(man(0, 0, "N", strength=3), worn, {"chest": 4}, {}, [2, 2, 3, *LIGHT_DAMAGE, 1, 1, 1, 4, 2])
    assert fighter(match, SECOND).shield == ""
    assert fighter(match, SECOND).shield_boxes == 0
    assert match.state.items == (Item("shield", (0, -2), "large", 14),)


# -- the weapon ------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.2", "GL 12.3")
@pytest.mark.parametrize(
    ("arm_wounds", "losses", "roll", "dropped"),
    [
        (0, 0, [1, 2, 2], True),
        (0, 0, [2, 2, 2], False),
        (4, 2, [2, 2, 3], True),  # four arm wounds at W 12: two categories, two CFs
        (4, 2, [2, 3, 3], False),
    ],
)
def test_a_parry_may_cost_the_weapon(arm_wounds: int, losses: int, roll: list[int], dropped: bool) -> None:
    """Strength 3, 4 against 2: lost on 5 or less; with two CFs lost to arm wounds on 7 or less."""
    defender = man(0, -1, "S", wounds=[0, 0, 0, arm_wounds, 0])
    dice = [3, 3, 4, *roll, *([1, 1] if dropped else [])]
    match = blow(man(0, 0, "N", strength=3), defender, {"chest": 4}, {"chest": 2}, dice)
    assert events(match, "attack")[0].data["result"] == "P"
    (check,) = events(match, "weapon-drop-check")
    assert check.data == {"fighter": SECOND, "total": sum(roll) - 5 - losses, "dropped": dropped}
    assert check.clauses == ("GL 12.2", "GL 12.3")
    assert bool(fighter(match, SECOND).weapon) is not dropped
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.2")
def test_a_parry_with_shield_and_weapon_is_checked_too() -> None:
    """P* in column 2 on 12."""
    match = blow(man(0, 0, "N"), man(0, -1, "S"), {"chest": 2}, {}, [4, 4, 4, 1, 1, 1])
    assert events(match, "attack")[0].data["result"] == "P*"
    assert events(match, "weapon-drop-check")[0].data["total"] == 1
    assert fighter(match, SECOND).weapon == "sword"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.2", "GL 8.46")
def test_who_has_lost_his_weapon_makes_no_further_attack() -> None:
    dice = [3, 3, 4, 1, 1, 1, 1, 1]
    match = arena(man(0, 0, "N", strength=3), man(0, -1, "S"), step="engage", options={"throws": False}, dice=dice)
    fight(match, ({"chest": 4}, {}), ({"legs": 3}, {"chest": 2}))
    assert [each.data["fighter"] for each in events(match, "attack")] == [FIRST]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.2", "GL 8.1a")
def test_an_unarmed_man_only_defends() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S", weapon=""), step="engage")
    assert {box.split()[0] for box in caps(match, 1)} == {"defend", "unused"}
    assert {box.split()[0] for box in caps(match, 0)} == {"attack", "defend", "unused"}


@pytest.mark.rule("GL 12.2", "GL 7.52")
def test_an_unarmed_man_can_still_stun_by_collision() -> None:
    match = arena(man(0, 0, "N", weapon="", strength=4), man(0, -2, "S"), dice=[6, 1, 1, 1, 6])
    plot(match, "C", "-")
    assert events(match, "collision")[0].data["winner"] == FIRST
    assert fighter(match, SECOND).stun > 0


# -- net advantage ---------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.3")
def test_a_defence_stronger_than_the_attack_is_added() -> None:
    """2 against 3: the roll of 13 counts as 12, P; the drop check has +1."""
    match = blow(man(0, 0, "N"), man(0, -1, "S"), {"chest": 2}, {"chest": 3}, [4, 4, 5, 1, 1, 1])
    (check,) = events(match, "weapon-drop-check")
    assert check.data["total"] == 4
    assert check.modifiers[1] == ("net advantage", 1)


@pytest.mark.rule("GL 12.3", "GL 9.34")
def test_a_weak_defender_holds_his_weapon_less_firmly() -> None:
    """CF -2: two on the results table, two more off the drop roll."""
    match = blow(man(0, 0, "N"), man(0, -1, "S", cf=-2), {"chest": 2}, {}, [2, 3, 3, 1, 1, 2, 1, 1])
    assert events(match, "attack")[0].data["result"] == "P"
    assert events(match, "weapon-drop-check")[0].data == {"fighter": SECOND, "total": 0, "dropped": True}
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.3", "GL 17.351b")
def test_what_an_escape_from_the_net_costs_is_left_out() -> None:
    """Six more on the results table; the drop roll knows only the advantage of 2."""
    match = blow(man(0, 0, "N"), man(0, -1, "S", net_loss=6), {"chest": 2}, {}, [1, 1, 2, 1, 1, 1])
    assert events(match, "attack")[0].data["result"] == "P"
    assert events(match, "weapon-drop-check")[0].data["total"] == 1


@pytest.mark.rule("GL 12.3", "GL 8.3")
def test_cfs_gained_by_position_count() -> None:
    """From dead rear an attack of 7 with 10 CFs; 7 - 0 off the drop roll."""
    attacker, defender = man(0, 0, "N"), man(0, -1, "N")
    match = arena(attacker, defender, step="engage", options={"throws": False}, dice=[1, 2, 2, 1, 2, 4, 1, 1])
    assert caps(match, 0)["attack chest"] == 7
    fight(match, ({"chest": 7}, {}), ({}, {}))
    assert events(match, "attack")[0].data["result"] == "P"
    assert events(match, "weapon-drop-check")[0].data["total"] == 0


# -- where it falls --------------------------------------------------------------------------------------


def disarmed(facing: str, way: int, far: int) -> ArenaMatch:
    """The second man, who stands at (0,0), loses his sword: 10 in column 3 is a P, the drop roll 3 - 3 = 0."""
    foe = {"N": (0, -1), "S": (0, 1)}[facing]
    attacker = man(*foe, "S" if facing == "N" else "N")
    return blow(attacker, man(0, 0, facing), {"chest": 3}, {}, [3, 3, 4, 1, 1, 1, way, far])


@pytest.mark.rule("GL 12.4", "GL 12.41", "GL 12.42")
def test_direction_2_and_distance_4_is_three_hexes_to_the_front_right() -> None:
    match = disarmed("N", 2, 4)
    (drop,) = events(match, "drop")
    assert drop.data == {"fighter": SECOND, "item": "sword", "place": [3, -3], "why": "knocked away"}
    assert drop.clauses == ("GL 12.2", "GL 12.41", "GL 12.42")
    assert [(roll.reason, roll.values) for roll in drop.dice] == [
        ("direction of the drop", (2,)),
        ("distance of the drop", (4,)),
    ]
    assert match.state.items == (Item("sword", (3, -3)),)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.41")
@pytest.mark.parametrize(
    ("facing", "way", "place"),
    [
        ("N", 1, (0, -1)),
        ("N", 2, (1, -1)),
        ("N", 3, (1, 0)),
        ("N", 4, (0, 1)),
        ("N", 5, (-1, 1)),
        ("N", 6, (-1, 0)),
        ("S", 1, (0, 1)),
        ("S", 2, (-1, 1)),
        ("S", 6, (1, 0)),
    ],
)
def test_directions_run_clockwise_from_his_own_front(facing: str, way: int, place: tuple[int, int]) -> None:
    match = disarmed(facing, way, 2)
    assert match.state.items == (Item("sword", place),)


@pytest.mark.rule("GL 12.42")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_distance_is_the_die_less_one(die: int) -> None:
    match = disarmed("N", 4, die)
    assert match.state.items == (Item("sword", (0, die - 1)),)


@pytest.mark.rule("GL 12.4")
def test_two_dice_and_no_fewer() -> None:
    with pytest.raises(DiceError):
        blow(man(0, 0, "N"), man(0, -1, "S"), {"chest": 3}, {}, [3, 3, 4, 1, 1, 1, 4])


@pytest.mark.rule("GL 12.4", "GL 12.1")
def test_who_has_no_shield_parries_instead_and_drops_nothing() -> None:
    """S* without a shield is a parry; the weapon is checked, no shield dice are rolled."""
    match = arena(
        man(0, 0, "N"), man(0, -1, "S", shield=""), step="engage", options={"throws": False}, dice=[2, 2, 3, 6, 6, 6]
    )
    allot(match, 0, attack={"chest": 4})
    allot(match, 1)
    assert not events(match, "shield-drop-check")
    assert events(match, "weapon-drop-check")[0].data["dropped"] is False
    assert dice_left(match) == ()
