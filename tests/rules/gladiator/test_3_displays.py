"""GL 3: the displays of the log sheet in play: movement, armour codes, wounds, factors, stun, net, shield."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.core.errors import DataError
from ludus.games.gladiator.charts import AREAS
from ludus.games.gladiator.fighter import categories
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    allot,
    answer,
    arena,
    armour,
    caps,
    dice_left,
    events,
    fight,
    fighter,
    fresh,
    item,
    legal,
    man,
    plot,
    throw_nothing,
)

QUIET = {"throws": False}
# Column 0: 15 is a plain H. Three dice, then those of the wound and the critical hit.
HIT = [5, 5, 5]
NO_CRITICAL = [1, 1]


def struck(area: str, dice: list[int], **sheet: Any) -> ArenaMatch:
    """One attack of 1 CF (column 1) on an area of an otherwise passive man."""
    match = arena(man(), man(0, -1, "S", **sheet), step="engage", options=QUIET, dice=dice)
    fight(match, ({area: 1}, {}), ({}, {}))
    return match


# -- display 4 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 3-4")
@pytest.mark.parametrize(("kind", "moves"), [("light", 6), ("medium", 5), ("retiarius", 5), ("heavy", 4)])
def test_moves_in_a_turn(kind: str, moves: int) -> None:
    """He walks as long as he may, once more by overexertion, and then no order but no move is open to him."""
    match = arena(man(type=kind), step="turn", turn=0, dice=[1, 1])
    for phase in range(1, 9):
        walker = fighter(match, FIRST)
        assert match.state.phase == phase
        if phase <= moves:
            assert "F" in legal(match)
            plot(match, "F")
            assert (walker.used, walker.overexerted) == (phase, False)
        elif phase == moves + 1:
            assert "F" in legal(match)
            plot(match, "F")
            assert (walker.used, walker.overexerted) == (moves, True)
        else:
            assert legal(match) == {"-"}
            plot(match, "-")
        throw_nothing(match)  # a net could be put away
    assert fighter(match, FIRST).place == (0, -moves - 1)


@pytest.mark.rule("GL 3-4", "GL 4.31a")
def test_a_heavy_with_four_moves_used_overexerts_or_stands() -> None:
    match = arena(man(type="heavy", used=4), phase=6)
    plot(match, "F")
    assert fighter(match, FIRST).overexerted
    rested = arena(man(type="heavy", used=4, overexerted=True), phase=6)
    assert legal(rested) == {"-"}
    with pytest.raises(Refused):
        rested.submit(0, "F")


# -- display 6 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 3-6b")
@pytest.mark.parametrize(("code", "modifier"), [("A", -8), ("B", -6), ("C", -3), ("-", 0)])
def test_a_letter_alone_covers_all_and_a_dash_nothing(code: str, modifier: int) -> None:
    """No coverage dice: three for the attack, three for the wound."""
    match = struck("chest", [*HIT, 3, 3, 2, *NO_CRITICAL], armour=armour(chest=code))
    (wound,) = events(match, "wound")
    assert "coverage" not in [roll.reason for roll in wound.dice]
    assert wound.data["total"] == 8 + modifier
    assert ("GL 9.21" in wound.clauses) == (code != "-")
    assert dice_left(match) == (1, 1)  # no wound, no critical hit


@pytest.mark.rule("GL 3-6b")
@pytest.mark.parametrize(("coverage", "modifier"), [((1, 1), -6), ((3, 4), -6), ((4, 4), 0), ((6, 6), 0)])
def test_a_number_after_the_letter_covers_a_part(coverage: tuple[int, int], modifier: int) -> None:
    match = struck("chest", [*HIT, *coverage, 3, 3, 2, *NO_CRITICAL], armour=armour(chest="B7"))
    (wound,) = events(match, "wound")
    assert (wound.dice[0].reason, wound.dice[0].values) == ("coverage", coverage)
    assert wound.data["total"] == 8 + modifier
    assert "GL 9.22" in wound.clauses


@pytest.mark.rule("GL 3-6b")
@pytest.mark.parametrize("code", ["D", "A10", "7", "a", "AA"])
def test_other_codes_are_refused(code: str) -> None:
    with pytest.raises(DataError, match="GL 3-6b"):
        arena(man(armour=armour(head=code)))


# -- display 7 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 3-7c")
def test_agility_lost_lowers_the_net_factor_only() -> None:
    """A second groin wound in the same larger box costs no CF itself; its critical hit of 10 costs Agility."""
    match = struck("groin", [*HIT, 3, 3, 3, 5, 5], training=9, strength=1, agility=2, wounds=[0, 0, 1, 0, 0], cf=12)
    (wound,) = events(match, "wound")
    assert (wound.data["critical"], wound.data["lost"]) == ("AG", 0)
    hurt = fighter(match, SECOND)
    assert (hurt.agility, hurt.nf, hurt.cf, hurt.strength) == (1, 10, 12, 1)


@pytest.mark.rule("GL 3-7c")
def test_strength_lost_leaves_cf_and_nf() -> None:
    match = struck("chest", [*HIT, 3, 3, 3, 5, 5], training=9, strength=3, agility=0, wounds=[0, 1, 0, 0, 0], cf=12)
    (wound,) = events(match, "wound")
    assert wound.data["critical"] == "ST"
    hurt = fighter(match, SECOND)
    assert (hurt.strength, hurt.cf, hurt.nf, hurt.agility) == (2, 12, 9, 0)


# -- display 8 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 3-8a")
@pytest.mark.parametrize("area", AREAS)
def test_w_wounds_in_one_area_kill_and_no_fewer(area: str) -> None:
    """W 12: with ten boxes checked a wound leaves the last one, with eleven it is the last."""
    index = AREAS.index(area)
    before = [10 if each == index else 0 for each in range(5)]
    match = struck(area, [*HIT, 3, 3, 3, *NO_CRITICAL], wounds=before, cf=9)
    assert fighter(match, SECOND).fighting
    assert fighter(match, SECOND).wounds[index] == 11
    before[index] = 11
    match = struck(area, [*HIT, 3, 3, 3, *NO_CRITICAL], wounds=before, cf=9)
    assert fighter(match, SECOND).status == "dead"
    assert events(match, "death")[0].clauses == ("GL 9.32",)


@pytest.mark.rule("GL 3-8a")
def test_eighteen_boxes_and_no_more() -> None:
    assert fighter(arena(man(wound_factor=18)), FIRST).wound_factor == 18
    with pytest.raises(DataError, match="1 to 18"):
        arena(man(wound_factor=19))


@pytest.mark.rule("GL 3-8a")
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("wound_factor", range(9, 19))
def test_the_first_wound_is_checked_at_w(wound_factor: int, area: str) -> None:
    match = struck(area, [*HIT, 3, 3, 3, *NO_CRITICAL], wound_factor=wound_factor)
    assert fighter(match, SECOND).cf == 9
    assert events(match, "wound")[0].data["lost"] == 1


# The larger boxes of each area from the right to the left, box 1 being K.
LAYOUT = {
    "head": [[box] for box in range(18, 1, -1)],
    "chest": [[18, 17], [16, 15], [14, 13], [12, 11], [10, 9], [8, 7], [6, 5], [4, 3], [2]],
    "groin": [[18, 17], [16, 15], [14, 13], [12, 11], [10, 9], [8, 7], [6, 5], [4, 3], [2]],
    "arms": [[18, 17, 16], [15, 14, 13], [12, 11, 10], [9, 8, 7], [6, 5, 4], [3, 2]],
    "legs": [[18, 17, 16], [15, 14, 13], [12, 11, 10], [9, 8, 7], [6, 5, 4], [3, 2]],
}


@pytest.mark.rule("GL 3-8b")
@pytest.mark.parametrize("area", AREAS)
def test_every_box_of_the_wound_record(area: str) -> None:
    widths = arena(man()).state.rules.widths
    for wound_factor in range(2, 19):
        for wounds in range(wound_factor):  # the last one kills
            checked = set(range(wound_factor - wounds + 1, wound_factor + 1))
            expected = sum(bool(checked & set(box)) for box in LAYOUT[area])
            assert categories(wound_factor, wounds, widths[AREAS.index(area)]) == expected


@pytest.mark.rule("GL 3-8b")
@pytest.mark.parametrize(
    ("wound_factor", "area", "before", "severity", "wounds", "lost"),
    [
        (12, "chest", 0, 11, 2, 1),
        (12, "groin", 0, 11, 2, 1),
        (12, "head", 0, 11, 2, 2),
        (11, "chest", 0, 11, 2, 2),
        (12, "legs", 0, 13, 3, 1),
        (12, "arms", 0, 13, 3, 1),
        (12, "legs", 0, 15, 4, 2),
        (12, "legs", 3, 9, 1, 1),
        (12, "legs", 2, 9, 1, 0),
        (10, "arms", 0, 9, 1, 1),
        (10, "legs", 0, 11, 2, 2),
    ],
)
def test_what_wounds_cost(wound_factor: int, area: str, before: int, severity: int, wounds: int, lost: int) -> None:
    dice = {9: [3, 3, 3], 11: [4, 4, 3], 13: [5, 4, 4], 15: [5, 5, 5]}[severity]
    marks = [before if each == area else 0 for each in AREAS]
    match = struck(area, [*HIT, *dice, *NO_CRITICAL], wound_factor=wound_factor, wounds=marks, cf=10)
    (wound,) = events(match, "wound")
    assert (wound.data["wounds"], wound.data["lost"]) == (wounds, lost)
    assert fighter(match, SECOND).cf == 10 - lost
    assert fighter(match, SECOND).wounds[AREAS.index(area)] == before + wounds


@pytest.mark.rule("GL 3-8b")
def test_the_record_as_the_scan_shows_it() -> None:
    """The other reading is an option: every wound costs a CF."""
    options = {"throws": False, "wound_boxes": "single"}
    dice = [*HIT, 5, 4, 4, *NO_CRITICAL]
    match = arena(man(), man(0, -1, "S"), step="engage", options=options, dice=dice)
    fight(match, ({"legs": 1}, {}), ({}, {}))
    assert fighter(match, SECOND).cf == 7


# -- displays 9 and 10 -------------------------------------------------------------------------------------


@pytest.mark.rule("GL 3-9")
def test_lasting_losses_add_up_and_last() -> None:
    """Turn 8: a die of 1 is enough for exertion at CON 3; then a chest wound; nothing comes back in turn 9."""
    weary = man(0, -1, "S", cf=12, constitution=3)
    dice = [1, 1, *HIT, 3, 3, 3, *NO_CRITICAL]
    match = arena(man(constitution=9), weary, step="turn", turn=7, options=QUIET, dice=dice)
    assert fighter(match, SECOND).cf == 11
    plot(match, "-", "-")
    fight(match, ({"chest": 1}, {}), ({}, {}))
    assert fighter(match, SECOND).cf == 10
    for _ in range(2, 9):
        plot(match, "-", "-")
        assert fighter(match, SECOND).cf == 10
        if match.state.phase < 8:
            fight(match, ({}, {}), ({}, {}))
    assert fighter(match, SECOND).cf_start == 12


@pytest.mark.rule("GL 3-10")
@pytest.mark.parametrize(("cf", "stun", "budget"), [(9, 3, 6), (9, 0, 9), (9, 8, 1), (12, 5, 7)])
def test_stun_is_off_the_factors_of_the_phase(cf: int, stun: int, budget: int) -> None:
    match = arena(man(cf=cf, stun=stun), man(0, -1, "S"), step="engage")
    assert caps(match)["unused"] == budget
    assert fighter(match, FIRST).cf == cf


@pytest.mark.rule("GL 3-10")
def test_stun_is_one_running_number() -> None:
    """A loser of a collision who carries 2 already: two ones and a difference of 7 add 2 more."""
    match = arena(man(), man(0, -1, "S", stun=2, constitution=0), dice=[4, 1, 1, 1, 6, 6])
    plot(match, "F", "-")
    (stun,) = events(match, "stun")
    assert (stun.data["factors"], stun.data["total"]) == (2, 4)
    assert fighter(match, SECOND).stun == 4


# -- displays 11 and 12 -------------------------------------------------------------------------------------


@pytest.mark.rule("GL 3-11")
def test_factors_put_into_the_net_are_gone_from_the_defence() -> None:
    """8 CFs, 5 against the net: three dice of 12 leave 7, so he is still in it and has 3 for defence."""
    thrower = man(type="retiarius", net=False)
    match = arena(thrower, man(0, -1, "S", cf=8, netted=True), step="free", options=QUIET, dice=[4, 4, 4])
    assert list(match.pending[1]) == ["no", *range(9)]
    answer(match, 5)
    assert fighter(match, SECOND).netted
    assert caps(match, 1) == {**{f"defend {area}": 3 for area in AREAS}, "unused": 3}
    fight(match, ({}, {}), ({}, {"head": 3}))
    assert match.pending[1].name == "plot"
    assert fighter(match, SECOND).spent == 0  # struck off
    assert fighter(match, SECOND).cf == 8


@pytest.mark.rule("GL 3-12")
def test_a_late_escape_helps_his_attackers_in_that_phase_only() -> None:
    thrower = man(type="retiarius", net=False, counter=4)
    loose = man(0, -1, "S", cf=8, netted=True, counter=5)
    match = arena(thrower, loose, step="free", options=QUIET, dice=[3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    answer(match, 5)
    assert fighter(match, SECOND).net_loss == 4
    fight(match, ({"head": 1, "legs": 1}, {}), ({}, {"head": 1, "legs": 1}))
    totals = [
        (each.data["result"], [(mod.reason, mod.amount) for mod in each.modifiers]) for each in events(match, "attack")
    ]
    late = [("just out of the net", 4)]
    # Column 0, three ones and 4: a 7 is nothing, where a bare 3 would be an M.
    assert totals == [("-", late), ("-", late)]
    assert fighter(match, SECOND).net_loss == 0
    plot(match, "-", "-")
    fight(match, ({"head": 1}, {}), ({}, {"head": 1}))
    assert events(match, "attack")[-1].modifiers == ()
    assert events(match, "attack")[-1].data["result"] == "M"


# -- display 13 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 3-13a")
def test_a_recovered_shield_keeps_its_own_damage() -> None:
    bare = man(shield="")
    match = arena(bare, items=[item("shield", 0, 0, size="small", boxes=5)], dice=[1])
    plot(match, "R")
    assert (fighter(match, FIRST).shield, fighter(match, FIRST).shield_boxes) == ("small", 5)
    assert match.state.items == ()


@pytest.mark.rule("GL 3-13a")
def test_a_dropped_shield_takes_its_damage_along() -> None:
    """An 18 on the stun column knocks the shield out of the loser's hand: direction 1, distance 1."""
    battered = man(0, -1, "S", shield="small", shield_boxes=6, cf=20)
    charging = man(0, 2, "N", type="heavy", strength=6)
    match = arena(charging, battered, options=QUIET, dice=[1, 6, 4, 4, 1, 2, 6])
    plot(match, "C", "-")
    (drop,) = events(match, "drop")
    assert drop.data["item"] == "shield"
    (lying,) = match.state.items
    assert (lying.kind, lying.size, lying.boxes) == ("shield", "small", 6)
    assert (fighter(match, SECOND).shield, fighter(match, SECOND).shield_boxes) == ("", 0)


@pytest.mark.rule("GL 3-13a")
def test_every_swordsman_starts_with_a_whole_shield() -> None:
    match = fresh(options={"types": ["light", "heavy"]}, dice=[1, 1, 1, 1, 1, 1])
    assert [each.shield_boxes for each in match.state.fighters] == [17, 17]
    assert [each.shield for each in match.state.fighters] == ["small", "large"]


@pytest.mark.rule("GL 3-13b")
@pytest.mark.parametrize(
    ("boxes", "total", "gone", "left", "overflow"),
    [
        (17, 16, 0, 17, ""),
        (17, 17, 1, 16, ""),
        (17, 18, 2, 15, ""),
        (8, 15, 8, 0, ""),
        (7, 14, 7, 0, "P"),
        (7, 15, 7, 0, "P"),
        (7, 16, 7, 0, "P"),
        (7, 17, 7, 0, "H"),
        (6, 15, 6, 0, "H"),
        (1, 15, 1, 0, "H"),
    ],
)
def test_boxes_are_checked_from_17_down(boxes: int, total: int, gone: int, left: int, overflow: str) -> None:
    """A 1 CF attack (column 1) and an 8 is an S; the damage is three dice, the CF and Strength 0."""
    three = {13: [5, 4, 4], 14: [5, 5, 4], 15: [5, 5, 5], 16: [6, 5, 5], 17: [6, 6, 5]}[total - 1]
    after = {"": [], "P": [6, 6, 6], "H": [1, 1, 1]}[overflow]
    match = arena(
        man(), man(0, -1, "S", shield_boxes=boxes), step="engage", options=QUIET, dice=[3, 3, 2, *three, *after]
    )
    fight(match, ({"chest": 1}, {}), ({}, {}))
    (shield,) = events(match, "shield")
    told = (shield.data["total"], shield.data["boxes"], shield.data["left"], shield.data["overflow"])
    assert told == (total, gone, left, overflow)
    assert fighter(match, SECOND).shield_boxes == left
    assert bool(fighter(match, SECOND).shield) == (left > 0)
    assert ("GL 3-13b" in shield.clauses) == (left == 0)
    assert bool(events(match, "weapon-drop-check")) == (overflow == "P")
    assert bool(events(match, "wound")) == (overflow == "H")
    assert dice_left(match) == ()


# -- display 14 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 3-14")
def test_five_boxes_for_attack_and_five_for_defence() -> None:
    match = arena(man(), man(0, -1, "S"), step="engage", options=QUIET, dice=[1, 1, 1, 1, 1, 1])
    assert list(caps(match)) == [f"{way} {area}" for way in ("attack", "defend") for area in AREAS] + ["unused"]
    allot(match, 0, attack={"chest": 3, "groin": 3}, defend={"chest": 4})
    allot(match, 1)
    assert list(match.pending[0]) == ["chest, groin", "groin, chest"]
    answer(match, "groin, chest")
    throw_nothing(match)
    told = [(each.data["area"], each.data["cf"], each.data["sub"]) for each in events(match, "attack")]
    assert told == [("groin", 3, 2), ("chest", 3, 4)]
    assert events(match, "attacks")[0].data["attacks"] == {FIRST: 2, SECOND: 0}


@pytest.mark.rule("GL 3-14")
def test_nobody_sees_an_allocation_before_all_are_written() -> None:
    match = arena(man(), man(0, -1, "S"), step="engage")
    before = match.view(1)
    allot(match, 0, attack={"chest": 3}, defend={"head": 7})
    seen = match.view(1)
    assert seen["position"] == before["position"]
    assert "attacks" not in [event.kind for event in match.events_for(1)]
