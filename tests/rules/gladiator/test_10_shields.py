"""GL 10: damage to shields, and what becomes of a ruined one."""

from __future__ import annotations

from collections.abc import Mapping
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
    asked,
    dice_left,
    events,
    fight,
    fighter,
    fresh,
    legal,
    man,
    throw_nothing,
)
from tests.rules.gladiator.blows import QUIET, attack, blows, reasons, strike, three, two

S_IN_COLUMN_4 = three(4)


def on_the_shield(damage: int, cf: int = 4, *, edge: bool = False, strength: int = 0, **other: Any) -> ArenaMatch:
    """An attack that strikes the shield (a 4 in column 4, or a 7 for its edge), and three dice of damage."""
    dice = [*(three(7) if edge else S_IN_COLUMN_4), *three(damage), *([6, 6, 6] if edge else [])]
    return strike(cf, cf - 4, dice, one={"strength": strength}, other=other)


def shield(match: ArenaMatch) -> Mapping[str, Any]:
    (event,) = events(match, "shield")
    return event.data


@pytest.mark.rule("GL 10.1")
@pytest.mark.parametrize("size", ["small", "large"])
def test_seventeen_boxes(size: str) -> None:
    match = arena(man(0, 0, "N", shield=size))
    assert fighter(match, FIRST).shield_boxes == 17


@pytest.mark.rule("GL 10.1")
def test_a_fresh_shield_for_every_match() -> None:
    """Light men with the armour of row 1 and of row 3: a small shield and a large one."""
    match = fresh(dice=[1, 1, 1, 3, 1, 1], options={"types": ["light", "light"]})
    assert [(each.shield, each.shield_boxes) for each in match.state.fighters] == [("small", 17), ("large", 17)]


@pytest.mark.rule("GL 10.2")
def test_three_dice_strength_and_factors() -> None:
    """Eleven, two of strength and four factors: 17 equals the threshold, and one box is checked."""
    match = on_the_shield(11, strength=2)
    assert shield(match) == {"fighter": SECOND, "total": 17, "boxes": 1, "left": 16, "overflow": ""}
    assert fighter(match, SECOND).shield_boxes == 16
    (event,) = events(match, "shield")
    assert event.modifiers == (("attacker's strength", 2), ("CFs", 4))
    assert "GL 10.2" in event.clauses
    assert dice_left(match) == ()


@pytest.mark.rule("GL 10.2", "GL 8.6-S*")
def test_one_more_on_the_edge() -> None:
    match = on_the_shield(12, edge=True)
    assert shield(match)["total"] == 12 + 4 + 1
    assert fighter(match, SECOND).shield_boxes == 16


@pytest.mark.rule("GL 10.2")
def test_the_attackers_own_strength_now() -> None:
    """Not the defender's, and negative strength counts as well."""
    match = on_the_shield(14, strength=-2)
    assert shield(match)["total"] == 14 - 2 + 4


@pytest.mark.rule("GL 10.2")
@pytest.mark.parametrize(("cf", "defence"), [(4, 0), (6, 2), (10, 6)])
def test_the_defence_is_not_taken_off(cf: int, defence: int) -> None:
    """All three are column 4, but ten factors fall harder on the shield than four."""
    match = strike(cf, defence, [*S_IN_COLUMN_4, *three(3)])
    assert attack(match).data["advantage"] == 4
    assert shield(match)["total"] == 3 + cf


@pytest.mark.rule("GL 10.2", "GL 8-halving")
def test_halved_factors_count_half() -> None:
    match = strike(9, 0, [*S_IN_COLUMN_4, *three(3)], one={"posture": "kneeling"})
    assert shield(match)["total"] == 3 + 4


@pytest.mark.rule("GL 10.2", "GL 8.461")
def test_lost_factors_do_not_count() -> None:
    """Six against five in sub-phase 3: two wounds to the head, and the five are three."""
    match = arena(
        man(0, 0, "N", cf=10),
        man(0, -1, "S", cf=12),
        step="engage",
        options=QUIET,
        dice=[4, 3, 2, 4, 4, 3, 1, 2, *three(6), *three(3)],
    )
    fight(match, ({"head": 5}, {}), ({"head": 6}, {}))
    assert shield(match)["total"] == 3 + 3


@pytest.mark.rule("GL 10.21")
@pytest.mark.parametrize(
    ("boxes", "damage", "checked"), [(17, 13, 1), (17, 14, 2), (17, 15, 3), (16, 13, 2), (10, 9, 4)]
)
def test_a_box_for_every_point_above(boxes: int, damage: int, checked: int) -> None:
    """Damage and four factors against the threshold, which is the number of boxes left."""
    match = on_the_shield(damage, shield_boxes=boxes)
    assert shield(match)["boxes"] == checked
    assert fighter(match, SECOND).shield_boxes == boxes - checked
    assert ("GL 10.21" in events(match, "shield")[0].clauses) is (checked > 1)


@pytest.mark.rule("GL 10.22")
@pytest.mark.parametrize(("boxes", "damage"), [(17, 12), (17, 3), (8, 3)])
def test_below_the_threshold(boxes: int, damage: int) -> None:
    match = on_the_shield(damage, shield_boxes=boxes)
    assert shield(match)["boxes"] == 0
    assert fighter(match, SECOND).shield_boxes == boxes
    assert "GL 10.22" in events(match, "shield")[0].clauses


@pytest.mark.rule("GL 10.23", "GL 9.34")
def test_the_place_counts_and_the_others_weakness_does_not() -> None:
    """Five factors, of which some are owed to the right flank, against a man at -2: five are added, not seven."""
    match = arena(
        man(1, -1, "SW", cf=8), man(0, 0, "N", cf=-2), step="engage", options=QUIET, dice=[*three(3), *three(3)]
    )
    allot(match, 0, attack={"head": 5})  # half of eight and two more
    assert attack(match).modifiers == (("weak defender", 2),)
    assert shield(match)["total"] == 3 + 5


# -- ruined ------------------------------------------------------------------------------------------------


def asked_for(match: ArenaMatch) -> str:
    return next(iter(match.pending.values())).name


def ruin(boxes: int, damage: int, more: list[int], *, edge: bool = False, **other: Any) -> ArenaMatch:
    """Damage and four factors on a shield with few boxes left; throwing is on."""
    match = arena(
        man(0, 0, "N", cf=20),
        man(0, -1, "S", **{"cf": 20, "shield_boxes": boxes, **other}),
        step="engage",
        dice=[*(three(7) if edge else S_IN_COLUMN_4), *three(damage), *more],
    )
    fight(match, ({"head": 4}, {}), ({}, {}))
    return match


@pytest.mark.rule("GL 10.3")
def test_the_last_box() -> None:
    """Seven against four: four boxes, no overflow. He throws it away, here behind him, two hexes."""
    match = ruin(4, 3, [2])
    assert shield(match) == {"fighter": SECOND, "total": 7, "boxes": 4, "left": 0, "overflow": ""}
    assert {"GL 10.3", "GL 3-13b"} <= set(events(match, "shield")[0].clauses)
    assert asked(match) == ("ruined", [1, 2, 3, 4, 5, 6])
    assert match.pending[1].clause == "GL 10.3"
    answer(match, 4)
    priscus = fighter(match, SECOND)
    assert (priscus.shield, priscus.shield_boxes) == ("", 0)
    (lying,) = match.state.items
    assert (lying.kind, lying.place, lying.boxes, lying.useful) == ("shield", (0, -3), 0, False)
    assert reasons(match)[-1] == "distance of the throw"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 10.3", "GL 3-13b")
@pytest.mark.parametrize(("damage", "over"), [(3, ""), (4, "P"), (5, "P"), (6, "P"), (7, "H"), (9, "H"), (18, "H")])
def test_how_far_it_runs(damage: int, over: str) -> None:
    """Four boxes left and a threshold of four: 7 checks them all, 8 to 10 run into P, more into H."""
    match = ruin(4, damage, [*([6, 6, 6] if over == "P" else [1, 1, 1] if over == "H" else []), 6])
    assert shield(match)["overflow"] == over
    extra = {"": [], "P": ["weapon drop"], "H": ["wounds"]}[over]
    assert reasons(match) == ["attack", "shield damage", *extra]  # and an H cancels a P
    assert asked(match)[0] == "ruined"
    answer(match, 4)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 10.3")
def test_a_plain_wound_check_on_the_area_attacked() -> None:
    match = ruin(4, 9, [*three(9), 1, 1, 6])
    (wound,) = events(match, "wound")
    assert (wound.data["area"], wound.data["wounds"], wound.data["total"]) == ("head", 1, 9)


@pytest.mark.rule("GL 10.3", "GL 8.6-P")
def test_p_on_a_man_without_a_weapon_is_a_hit() -> None:
    match = ruin(4, 4, [*three(3), 6], weapon="")
    assert shield(match)["overflow"] == "P"
    assert reasons(match)[-1] == "wounds"


@pytest.mark.rule("GL 10.3", "GL 8.6-S*")
@pytest.mark.parametrize(("boxes", "ruined"), [(5, True), (6, False)])
def test_no_drop_check_for_a_ruined_shield(boxes: int, ruined: bool) -> None:
    """On the edge, 4 + 4 + 1: five boxes are gone, of six two are left, and only these may be dropped."""
    match = ruin(boxes, 4, [] if ruined else [6, 6, 6], edge=True)
    assert shield(match)["left"] == (0 if ruined else 2)
    assert ("shield drop" in reasons(match)) is not ruined
    assert (asked_for(match) == "ruined") is ruined
    assert dice_left(match) == ()


@pytest.mark.rule("GL 10.3", "GL 9.5-SD")
def test_a_shield_that_its_last_hit_has_struck_from_his_arm_is_not_thrown() -> None:
    """15 on two boxes runs on into H; one wound of the arms, and a 12: the shield lies behind him."""
    match = arena(
        man(0, 0, "N", cf=20, strength=3),
        man(0, -1, "S", cf=20, shield_boxes=2),
        step="engage",
        dice=[*three(7), *three(9), *three(9), 6, 6, 4, 3],
    )
    fight(match, ({"arms": 3}, {}), ({}, {}))
    assert reasons(match)[-2:] == ["direction of the drop", "distance of the drop"]
    assert {each.name for each in match.pending.values()} == {"throw"}
    assert fighter(match, SECOND).shield == ""
    assert [(each.kind, each.place, each.useful) for each in match.state.items] == [("shield", (0, -3), False)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 10.3", "GL 12.51")
@pytest.mark.parametrize(("guard", "factors"), [(0, 3), (1, 2), (2, 2), (3, 1)])
def test_it_may_strike_somebody(guard: int, factors: int) -> None:
    """Thrown at the attacker: distance 1, two dice of 12 less one less the CFs on his head."""
    match = arena(
        man(0, 0, "N", cf=20),
        man(0, -1, "S", shield_boxes=4),
        step="engage",
        dice=[*S_IN_COLUMN_4, *three(3), 1, 6, 6],
    )
    fight(match, ({"head": 4}, {"head": guard}), ({}, {}))
    answer(match, 1)
    assert events(match, "throw")[0].data["at"] == FIRST
    assert fighter(match, FIRST).stun == factors
    assert reasons(match)[-2:] == ["distance of the throw", "thrown shield"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 10.3", "GL 11.3")
def test_the_stun_of_a_thrown_shield_counts_at_once() -> None:
    """Three factors off the attack of four that was to follow."""
    match = arena(
        man(0, 0, "N", cf=20),
        man(0, -1, "S", shield_boxes=4),
        step="engage",
        dice=[*S_IN_COLUMN_4, *three(3), 1, 6, 6, *three(3)],
    )
    fight(match, ({"head": 4, "legs": 4}, {}), ({}, {}))
    answer(match, 1)
    assert blows(match) == [(2, FIRST, 4), (4, FIRST, 1)]


@pytest.mark.rule("GL 10.3", "GL 8.46", "GL 12.51")
def test_a_man_knocked_out_by_it_strikes_no_more() -> None:
    """CF 12 and ten factors of stun; from behind he has seven. Two more factors lay him flat, and the one that is left
    of his second attack is not used."""
    match = arena(
        man(0, 0, "N", cf=12, stun=10),
        man(0, -1, "N", shield_boxes=4),
        step="engage",
        dice=[*three(5), *three(4), 1, *two(10)],
    )
    fight(match, ({"head": 3, "legs": 3}, {}), ({}, {}))
    answer(match, 1)
    assert fighter(match, FIRST).unconscious
    assert events(match, "weakened")[0].data["left"] == 1
    assert len(events(match, "attack")) == 1
    assert dice_left(match) == ()


@pytest.mark.rule("GL 10.3")
def test_an_unconscious_owner_lets_it_fall() -> None:
    """H runs through: one wound, stunned; he is out, and the shield lies in his hex."""
    match = ruin(4, 9, [*three(9), 4, 5, 6, 6], cf=10)
    assert fighter(match, SECOND).unconscious
    assert not events(match, "throw")
    (fell,) = events(match, "shield-falls")
    assert (fell.data["place"], fell.clauses) == ([0, -1], ("GL 10.3",))
    assert [(each.kind, each.place, each.boxes) for each in match.state.items] == [("shield", (0, -1), 0)]
    assert fighter(match, SECOND).shield == ""
    assert dice_left(match) == ()


@pytest.mark.rule("GL 10.3", "GL 15.3", "GL 12.5")
@pytest.mark.parametrize("state", [{"posture": "prone"}, {"netted": True}])
def test_a_man_on_the_ground_or_in_the_net_throws_nothing(state: dict[str, Any]) -> None:
    match = ruin(4, 3, [], **state)
    assert events(match, "shield-falls")[0].data["place"] == [0, -1]
    assert not events(match, "throw")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 10.3")
def test_a_kneeling_man_throws_it() -> None:
    match = ruin(4, 3, [1], posture="kneeling")
    answer(match, 4)
    assert events(match, "throw")[0].data["place"] == [0, -2]


@pytest.mark.rule("GL 10.3")
def test_nobody_picks_it_up() -> None:
    """It lies beside him, and he has a hand free; but it is good for nothing."""
    match = ruin(4, 3, [1])
    answer(match, 4)
    throw_nothing(match)
    (lying,) = match.state.items
    assert (lying.place, lying.useful) == ((0, -2), False)
    assert "R" not in legal(match, 1)


@pytest.mark.rule("GL 10.3", "GL 8.45")
def test_two_equal_blows_ruin_it_once() -> None:
    """Two men strike his shield in the same moment; the second finds nothing left to ruin, and he is asked once."""
    match = arena(
        man(-1, 0, "SE", side=0),
        man(0, 0, "N", side=1, shield_boxes=1, training=12),
        man(1, -1, "SW", side=0),
        step="engage",
        dice=[*S_IN_COLUMN_4, *three(3), 1, 1, 1, *S_IN_COLUMN_4],
    )
    allot(match, 0, attack={"head": 4})
    allot(match, 2, attack={"legs": 4})
    allot(match, 1)
    assert [each.data["fighter"] for each in events(match, "attack")] == [FIRST, THIRD]
    assert len(events(match, "shield")) == 1
    assert asked(match)[0] == "ruined"
