"""GL 12.5: shields and weapons thrown on purpose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ludus.games.gladiator.state import Item
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    allot,
    answer,
    arena,
    asked,
    dice_left,
    events,
    fight,
    fighter,
    legal,
    man,
)


def thrown(thrower: Mapping[str, Any], target: Mapping[str, Any], words: str, dice: Sequence[int]) -> ArenaMatch:
    """The end of a combat in which nobody could reach anybody: the first man throws."""
    match = arena(thrower, target, step="combat", dice=dice)
    match.submit(0, words)
    if 1 in match.pending and match.pending[1].name == "throw":
        match.submit(1, "no")
    return match


# -- how it flies ----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.5")
@pytest.mark.parametrize(("die", "place"), [(1, (0, -1)), (3, (0, -3)), (6, (0, -6))])
def test_straight_ahead_as_far_as_the_die_says(die: int, place: tuple[int, int]) -> None:
    match = thrown(man(0, 0, "N"), man(0, -5, "S"), "shield 1", [die])
    assert match.state.items == (Item("shield", place, "large", 17),)
    assert fighter(match, FIRST).shield == ""
    (throw,) = events(match, "throw")
    assert throw.data == {"fighter": FIRST, "item": "shield", "place": list(place), "at": "", "area": "head"}
    assert "GL 12.5" in throw.clauses
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.5", "GL 12.41")
@pytest.mark.parametrize(("way", "place"), [(2, (2, -2)), (3, (2, 0)), (4, (0, 2)), (5, (-2, 2)), (6, (-2, 0))])
def test_any_of_the_six_hexrows(way: int, place: tuple[int, int]) -> None:
    match = thrown(man(0, 0, "N"), man(0, -4, "S"), f"sword {way}", [2])
    assert match.state.items == (Item("sword", place),)
    assert fighter(match, FIRST).weapon == ""


@pytest.mark.rule("GL 12.5")
def test_a_throw_is_asked_for_where_it_can_hit_somebody() -> None:
    """Nobody on a hexrow within six hexes: the phase is simply over."""
    match = arena(man(0, 0, "N"), man(1, -3, "S"), step="combat")
    assert {decision.name for decision in match.pending.values()} == {"plot"}
    match = arena(man(0, 0, "N"), man(0, -7, "S"), step="combat")
    assert {decision.name for decision in match.pending.values()} == {"plot"}
    match = arena(man(0, 0, "N"), man(0, -6, "S"), step="combat")
    assert {decision.name for decision in match.pending.values()} == {"throw"}


@pytest.mark.rule("GL 12.5")
def test_an_ensnared_man_may_not_throw() -> None:
    match = arena(man(0, 0, "N", netted=True), man(0, -3, "S"), step="combat")
    assert set(match.pending) == {1}
    # Nor may one who has struggled out of the net in this very phase.
    match = arena(man(0, 0, "N", was_netted=True), man(0, -3, "S"), step="combat")
    assert set(match.pending) == {1}


@pytest.mark.rule("GL 12.5", "GL 15.3")
def test_a_prone_man_may_not_throw() -> None:
    match = arena(man(0, 0, "N", posture="prone"), man(0, -3, "S"), step="combat")
    assert set(match.pending) == {1}


@pytest.mark.rule("GL 12.5")
def test_a_throw_costs_no_cfs() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", dice=[4, 4, 4, 6, 6, 6, 6])
    fight(match, ({"chest": 5}, {"chest": 5}), ({}, {"chest": 3}))
    answer(match, "sword 1 chest", "no")
    assert fighter(match, FIRST).cf == 10
    assert match.state.items == (Item("sword", (0, -6)),)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.5")
def test_it_flies_over_men_in_between() -> None:
    friend = man(0, -1, "N", side=0)
    match = arena(man(0, 0, "N"), man(0, -3, "S"), friend, step="combat", dice=[3, 1, 1])
    match.submit(0, "shield 1")
    while match.pending and next(iter(match.pending.values())).name == "throw":
        answer(match, "no")
    assert events(match, "throw")[0].data["at"] == SECOND
    assert events(match, "stun")[0].data["fighter"] == SECOND


@pytest.mark.rule("GL 12.5-shorthand")
@pytest.mark.parametrize("die", range(1, 7))
def test_only_a_die_equal_to_the_distance_hits(die: int) -> None:
    match = thrown(man(0, 0, "N"), man(0, -3, "S"), "shield 1", [die, *([1, 1] if die == 3 else [])])
    assert bool(events(match, "stun")) is (die == 3)
    assert events(match, "throw")[0].data["at"] == (SECOND if die == 3 else "")
    assert dice_left(match) == ()


# -- a shield --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.51", "GL 9.1-table")
@pytest.mark.parametrize(
    ("roll", "stun"),
    [([1, 1], 1), ([4, 5], 1), ([4, 6], 2), ([5, 6], 2), ([6, 6], 3)],
)
def test_a_thrown_shield_stuns(roll: list[int], stun: int) -> None:
    """Two dice less one on the stun column: 10 is 9, two factors; the lowest row still gives one."""
    match = thrown(man(0, 0, "N"), man(0, -3, "S"), "shield 1", [3, *roll])
    (event,) = events(match, "stun")
    assert event.data == {"fighter": SECOND, "factors": stun, "total": stun, "why": "a thrown shield"}
    assert {"GL 12.51", "GL 12.53"} <= set(event.clauses)
    assert fighter(match, SECOND).stun == stun
    assert not events(match, "stumble-check")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.51", "GL 12.53")
def test_cfs_on_the_head_are_taken_off_a_thrown_shield() -> None:
    """11 - 1 - 5 on the head = 5: one factor. And no positional bonus, though he is struck from dead rear."""
    match = arena(man(0, 0, "N"), man(0, -1, "N"), step="engage", dice=[1, 5, 6])
    fight(match, ({}, {}), ({}, {"head": 5}))
    answer(match, "shield 1")
    while next(iter(match.pending.values())).name == "throw":
        answer(match, "no")
    assert events(match, "stun")[0].data["factors"] == 1


@pytest.mark.rule("GL 12.51", "GL 9.36")
def test_a_thrown_shield_can_knock_a_man_out() -> None:
    match = thrown(man(0, 0, "N"), man(0, -3, "S", cf=2), "shield 1", [3, 5, 5])
    assert fighter(match, SECOND).unconscious
    assert fighter(match, SECOND).posture == "prone"
    assert events(match, "unconscious")


@pytest.mark.rule("GL 12.51")
def test_a_shield_does_nothing_to_a_friend() -> None:
    match = arena(man(0, 0, "N"), man(0, -5, "S"), man(0, -2, "S", side=0), step="combat", dice=[2])
    match.submit(0, "shield 1")
    while next(iter(match.pending.values())).name == "throw":
        answer(match, "no")
    assert not events(match, "stun")
    assert match.state.items == (Item("shield", (0, -2), "large", 17),)
    assert dice_left(match) == ()


# -- a weapon --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.52", "GL 8.2")
@pytest.mark.parametrize(("facing", "advantage"), [("S", 0), ("SE", 2), ("NE", 4), ("N", 5), ("NW", 3), ("SW", 1)])
def test_a_thrown_sword_strikes_in_column_0_with_the_bonus_of_the_hexrow(facing: str, advantage: int) -> None:
    dice = [3, 1, 1, 2, *([1, 1, 1] if advantage >= 3 else [])]
    match = thrown(man(0, 0, "N"), man(0, -3, facing), "sword 1 chest", dice)
    (throw,) = events(match, "thrown-weapon")
    assert throw.data["advantage"] == advantage
    assert throw.data["area"] == "chest"
    assert throw.data["result"] == ("S" if advantage >= 3 else "-")
    assert throw.clauses[:3] == ("GL 12.52", "GL 12.53", "GL 8.5-CRT")


@pytest.mark.rule("GL 12.52", "GL 12.53")
def test_a_whole_trident_strikes_in_column_5_less_the_defence() -> None:
    """From dead front against 3 CFs on the chest: net advantage 2."""
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -2, "S"), step="engage", dice=[2, 1, 1, 2])
    fight(match, ({}, {}), ({}, {"chest": 3}))
    match.submit(0, "trident 1 chest")
    if 1 in match.pending:
        match.submit(1, "no")
    assert events(match, "thrown-weapon")[0].data["advantage"] == 2
    assert events(match, "thrown-weapon")[0].data["result"] == "-"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.52", "GL 18.6")
def test_a_broken_trident_strikes_in_column_0() -> None:
    broken = man(0, 0, "N", type="retiarius", weapon="fragment")
    match = thrown(broken, man(0, -3, "S"), "fragment 1 chest", [3, 1, 1, 2])
    assert events(match, "thrown-weapon")[0].data["advantage"] == 0
    assert match.state.items == (Item("fragment", (0, -3)),)


@pytest.mark.rule("GL 12.52", "GL 15.5")
def test_a_prone_man_is_an_easier_mark() -> None:
    match = thrown(man(0, 0, "N"), man(0, -3, "S", posture="prone"), "sword 1 chest", [3, 1, 1, 1])
    assert events(match, "thrown-weapon")[0].data["advantage"] == 4


@pytest.mark.rule("GL 12.52", "GL 8.12b")
def test_who_had_to_turn_has_no_bonus_for_his_throw() -> None:
    """The second man is attacked from behind and turns; his own place is worth +1 against the first, but not now."""
    match = arena(man(0, 0, "NE"), man(0, -1, "N"), step="engage", dice=[1, 1, 1, 1])
    fight(match, ({}, {}), ({}, {}))
    answer(match, "no")
    match.submit(1, "sword 1 chest")
    assert events(match, "faces")[0].data["fighter"] == SECOND
    assert events(match, "thrown-weapon")[0].data["advantage"] == 0


@pytest.mark.rule("GL 12.52", "GL 8.12a")
def test_the_bonus_of_a_throw_is_that_of_the_combat() -> None:
    """He came from dead rear; that the other has turned since does not help him."""
    match = arena(man(0, 0, "N"), man(0, -1, "N"), step="engage", dice=[1, 1, 1, 1, 1, 1, 1])
    fight(match, ({}, {}), ({}, {}))
    match.submit(0, "sword 1 chest")
    match.submit(1, "no")
    assert events(match, "thrown-weapon")[0].data["advantage"] == 5


@pytest.mark.rule("GL 12.52", "GL 17.351b", "GL 9.34")
def test_what_else_adds_to_the_dice_adds_to_a_throw() -> None:
    """Just out of the net (4), CF -1: 3 + 4 + 1 = 8 in column 0, a shield hit instead of a bad miss."""
    match = thrown(man(0, 0, "N"), man(0, -3, "S", cf=-1, net_loss=4), "sword 1 chest", [3, 1, 1, 1, 1, 1, 1])
    (throw,) = events(match, "thrown-weapon")
    assert throw.data["result"] == "S"
    assert {"GL 9.34", "GL 17.351b"} <= set(throw.clauses)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.52", "GL 10.2")
def test_a_thrown_weapon_damages_a_shield_without_cfs() -> None:
    """Column 3, roll 5: S. 18 + strength 0 + no CFs against a threshold of 17."""
    match = thrown(man(0, 0, "N"), man(0, -3, "NW"), "sword 1 chest", [3, 1, 2, 2, 6, 6, 6])
    assert events(match, "thrown-weapon")[0].data["result"] == "S"
    (damage,) = events(match, "shield")
    assert damage.data["total"] == 18
    assert damage.modifiers[1] == ("CFs", 0)
    assert fighter(match, SECOND).shield_boxes == 15


@pytest.mark.rule("GL 12.52", "GL 12.1")
def test_a_thrown_weapon_may_knock_a_shield_away() -> None:
    """Column 3, roll 8: S*; damage 3 + 1; drop 3 - 3 = 0."""
    dice = [3, 2, 3, 3, 1, 1, 1, 1, 1, 1, 4, 1]
    match = thrown(man(0, 0, "N"), man(0, -3, "NW"), "sword 1 chest", dice)
    assert events(match, "shield-drop-check")[0].data["dropped"]
    assert fighter(match, SECOND).shield == ""
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.52", "GL 12.2")
def test_a_thrown_weapon_may_be_parried() -> None:
    match = thrown(man(0, 0, "N"), man(0, -3, "NW"), "sword 1 chest", [3, 3, 3, 3, 2, 2, 2])
    assert events(match, "thrown-weapon")[0].data["result"] == "P"
    assert events(match, "weapon-drop-check")[0].data["total"] == 3
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.52", "GL 8.6-P", "GL 8.6-P*", "GL 8.6-S")
@pytest.mark.parametrize(
    ("roll", "sheet", "more", "wounded"),
    [
        ([2, 3, 3], {"shield": ""}, [6, 6, 6], False),  # S without a shield: a parry
        ([2, 3, 3], {"shield": "", "weapon": ""}, [1, 1, 1], True),  # and without a weapon a hit
        ([4, 4, 4], {"weapon": ""}, [1, 1, 1], True),  # P without a weapon
        ([4, 4, 4], {"shield": ""}, [6, 6, 6], False),
        ([4, 5, 5], {"shield": ""}, [1, 1, 1], True),  # P* without a shield
        ([4, 5, 5], {}, [6, 6, 6], False),
    ],
)
def test_what_a_man_without_arms_makes_of_it(
    roll: list[int], sheet: dict[str, Any], more: list[int], wounded: bool
) -> None:
    match = thrown(man(0, 0, "N"), man(0, -3, "S", **sheet), "sword 1 chest", [3, *roll, *more])
    assert bool(events(match, "wound")) is wounded
    assert bool(events(match, "weapon-drop-check")) is not wounded
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.52", "GL 10.3")
@pytest.mark.parametrize(("boxes", "overflow", "more"), [(2, "", []), (1, "P", [6, 6, 6])])
def test_a_ruined_shield_lets_it_through_and_is_thrown_away(boxes: int, overflow: str, more: list[int]) -> None:
    """S in column 0 on 8; 3 + no strength + no CFs. Then its owner throws it straight ahead, back at Verus."""
    dice = [3, 2, 3, 3, 1, 1, 1, *more, 3, 4, 6]
    match = thrown(man(0, 0, "N"), man(0, -3, "S", shield_boxes=boxes), "sword 1 chest", dice)
    assert events(match, "shield")[0].data["overflow"] == overflow
    assert bool(events(match, "weapon-drop-check")) is bool(overflow)
    assert asked(match)[0] == "ruined"
    answer(match, 1)
    assert Item("shield", (0, 0), "large", 0) in match.state.items
    assert fighter(match, FIRST).stun == 2
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.52", "GL 12.3", "GL 9.34")
def test_a_weak_man_is_disarmed_more_easily_by_it() -> None:
    """CF -2: 10 + 2 is a P; 3 - 2 in the drop roll."""
    match = thrown(man(0, 0, "N"), man(0, -3, "S", cf=-2), "sword 1 chest", [3, 3, 3, 4, 1, 1, 1])
    assert events(match, "weapon-drop-check")[0].data["total"] == 1
    match = thrown(man(0, 0, "N"), man(0, -3, "S", cf=-2), "sword 1 chest", [3, 3, 3, 3, 1, 1, 1, 1, 1, 1])
    assert events(match, "shield-drop-check")[0].data["total"] == 1


@pytest.mark.rule("GL 12.52", "GL 8.6-H+")
def test_a_severe_hit_is_severe_when_thrown() -> None:
    """18 in column 0: H+2, so 9 on the wound table is 11."""
    match = thrown(man(0, 0, "N"), man(0, -3, "S"), "sword 1 chest", [3, 6, 6, 6, 3, 3, 3, 1, 1])
    assert events(match, "wound")[0].data["total"] == 11


@pytest.mark.rule("GL 12.52", "GL 9.1")
def test_a_thrown_weapon_may_wound() -> None:
    match = thrown(man(0, 0, "N"), man(0, -3, "S"), "sword 1 groin", [3, 5, 5, 5, 4, 4, 4, 1, 2])
    assert events(match, "thrown-weapon")[0].data["result"] == "H"
    (wound,) = events(match, "wound")
    assert wound.data["area"] == "groin"
    assert fighter(match, SECOND).wounds == (0, 0, 2, 0, 0)


@pytest.mark.rule("GL 12.52")
def test_a_thrown_weapon_strikes_whoever_is_there_also_a_friend() -> None:
    match = arena(man(0, 0, "N"), man(0, -5, "S"), man(0, -2, "S", side=0), step="combat", dice=[2, 1, 1, 2])
    match.submit(0, "sword 1 chest")
    while next(iter(match.pending.values())).name == "throw":
        answer(match, "no")
    assert events(match, "thrown-weapon")[0].data["target"] == "Flamma"


# -- the defence -----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 12.53")
def test_the_defence_holds_against_a_throw_after_two_attacks_on_the_area() -> None:
    """Two men attack the chest and meet 3 CFs each; so does the sword that is thrown afterwards."""
    single = man(0, 0, "NE", side=1)
    foes = man(0, -1, "S", side=0), man(1, -1, "SW", side=0)
    match = arena(single, *foes, step="engage", dice=[1, 1, 3, 1, 1, 3, 1, 1, 1, 3])
    allot(match, 0, defend={"chest": 3})
    allot(match, 1, attack={"chest": 3})
    allot(match, 2, attack={"chest": 3})
    assert [attack.data["defence"] for attack in events(match, "attack")] == [3, 3]
    match.submit(2, "sword 1 chest")
    while next(iter(match.pending.values())).name == "throw":
        answer(match, "no")
    assert events(match, "thrown-weapon")[0].data["advantage"] == -3
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.53", "GL 8.6-M")
@pytest.mark.parametrize(("words", "more"), [("sword 1 chest", [1, 1, 1]), ("shield 1", [1, 1])])
def test_a_man_off_balance_guards_himself_less_well(words: str, more: list[int]) -> None:
    """Priscus misses badly (M); what Verus then throws is the next attack on him: a die comes off the defence."""
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", dice=[1, 1, 1, 1, 4, *more])
    fight(match, ({}, {"chest": 1}), ({"chest": 1}, {"chest": 3, "head": 3}))
    assert fighter(match, SECOND).off_balance
    match.submit(0, words)
    match.submit(1, "no")
    rolls = [(roll.reason, roll.values) for event in match.events for roll in event.dice]
    assert ("off balance", (4,)) in rolls
    if "sword" in words:
        assert events(match, "thrown-weapon")[0].data["advantage"] == -3 + 4
    assert not fighter(match, SECOND).off_balance
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.53")
def test_other_areas_are_not_covered_by_it() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", dice=[1, 1, 1, 3])
    fight(match, ({}, {}), ({}, {"chest": 3}))
    match.submit(0, "sword 1 legs")
    match.submit(1, "no")
    assert events(match, "thrown-weapon")[0].data["advantage"] == 0


@pytest.mark.rule("GL 12.5", "GL 19.24a")
def test_nothing_hits_a_man_who_waits_for_the_crowd() -> None:
    match = thrown(man(0, 0, "N"), man(0, -3, "S", appealing=True), "sword 1 chest", [3])
    assert not events(match, "thrown-weapon")
    assert match.state.items == (Item("sword", (0, -3)),)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.5", "GL 4-order")
@pytest.mark.parametrize(
    ("first", "dice"),
    [("shield 1", [3, 5, 5]), ("sword 1 chest", [3, 6, 6, 6, 6, 6, 6])],  # out cold; dead
)
def test_the_lower_counter_throws_first_and_may_spoil_the_others_throw(first: str, dice: list[int]) -> None:
    match = arena(man(0, 0, "N"), man(0, -3, "S", cf=2), step="combat", dice=dice)
    match.submit(0, first)
    match.submit(1, "sword 1 chest")
    assert [event.data["fighter"] for event in events(match, "throw")] == [FIRST]
    assert fighter(match, SECOND).weapon == "sword"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.5", "GL 19.24a")
@pytest.mark.parametrize("sheet", [{"appealing": True}, {"weapon": "", "shield": ""}])
def test_who_waits_for_the_crowd_or_holds_nothing_is_not_asked(sheet: dict[str, Any]) -> None:
    match = arena(man(0, 0, "N", **sheet), man(0, -3, "S"), step="combat")
    assert set(match.pending) == {1}


@pytest.mark.rule("GL 12.5")
@pytest.mark.parametrize(("sheet", "words"), [({"weapon": ""}, "shield 1"), ({"shield": ""}, "sword 1 head")])
def test_who_holds_one_thing_may_throw_that(sheet: dict[str, Any], words: str) -> None:
    match = arena(man(0, 0, "N", **sheet), man(0, -3, "S"), man(0, -4, "S", side=1), step="combat")
    choices = [str(choice) for choice in match.pending[0]]
    assert words in choices
    assert len(choices) == len(set(choices))
    assert {choice.split()[0] for choice in choices} == {"no", words.split()[0]}


@pytest.mark.rule("GL 12.5")
def test_the_questions_words() -> None:
    match = arena(man(0, 0, "N"), man(0, -3, "S"), step="combat")
    words = legal(match, 0)
    assert {"no", "shield 1", "shield 4", "sword 1 head", "sword 1 legs", "sword 4"} <= words
    assert "sword 4 head" not in words
