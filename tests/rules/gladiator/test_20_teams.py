"""GL 20: several against one."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.decision import Allocate
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    THIRD,
    ArenaMatch,
    allot,
    answer,
    arena,
    asked,
    caps,
    dice_left,
    events,
    fighter,
    man,
)

QUIET = {"throws": False}
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH = 0, 1, 2, 3
# Where a neighbour stands, and how he faces the man at (0,0).
AROUND = {
    "N": (0, -1, "S"),
    "NE": (1, -1, "SW"),
    "SE": (1, 0, "NW"),
    "S": (0, 1, "N"),
    "SW": (-1, 1, "NE"),
    "NW": (-1, 0, "SE"),
}


def beset(*sides: str, facing: str = "N", dice: tuple[int, ...] = (), **single: Any) -> ArenaMatch:
    """Verus alone at (0,0) against men in these neighbouring hexes, all of whom face him."""
    foes = [man(*AROUND[side], side=1) for side in sides]
    return arena({**man(0, 0, facing), **single}, *foes, step="engage", options=QUIET, dice=dice)


def share(match: ArenaMatch, seat: int, **shares: int) -> None:
    """An allocation by the words of its boxes, with _ for a space."""
    decision = match.pending[seat]
    assert isinstance(decision, Allocate)
    boxes = dict.fromkeys(decision.boxes, 0) | {words.replace("_", " "): points for words, points in shares.items()}
    assert set(boxes) == set(decision.boxes)
    boxes["unused"] = decision.budget - sum(boxes.values())
    match.submit(seat, tuple(boxes.values()))


# -- when ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 20")
def test_two_pairs_apart_fight_as_in_duels() -> None:
    """Nobody is named on their forms, nobody pivots, and who is behind whom does not matter."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S"),
        man(10, 0, "N", side=0),
        man(10, -1, "N", side=1),
        step="engage",
        options=QUIET,
        dice=[1, 1, 3, 1, 1, 3],
    )
    assert {decision.name for decision in match.pending.values()} == {"allocate"}
    for seat in range(4):
        assert "attack chest" in caps(match, seat)
    assert not events(match, "pivots")
    assert [event.data["fighter"] for event in events(match, "faces")] == ["Spiculus"]
    assert caps(match, 2)["unused"] == 15
    allot(match, 0, attack={"chest": 1})
    allot(match, 1, defend={"chest": 3})
    allot(match, 2, attack={"chest": 1})
    allot(match, 3, defend={"chest": 3})
    assert [attack.data["defence"] for attack in events(match, "attack")] == [3, 3]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 20")
def test_one_man_with_two_attackers_is_a_team_fight() -> None:
    match = beset("N", "NE")
    assert events(match, "pivots")
    assert {decision.name for decision in match.pending.values()} == {"team-allocate"}


# -- pivoting --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 20.1")
@pytest.mark.parametrize(
    ("sides", "facing", "expected"),
    [
        (("N", "NE"), "N", NORTH_EAST),  # 1 + 0, not 0 + 2
        (("N", "NE"), "NE", NORTH_EAST),
        (("N", "NE"), "S", NORTH_EAST),
        (("N", "NW"), "N", NORTH),
        (("NW", "NE"), "N", NORTH),  # both at once, only so
        (("N", "S"), "N", NORTH),  # every facing totals 5
        (("N", "S"), "SE", SOUTH_EAST),
        (("N", "S"), "S", SOUTH),
        (("N", "SE", "SW"), "N", NORTH),  # 0 + 4 + 3
        (("N", "SE", "SW"), "NE", NORTH_EAST + 1),  # he faces one of them: smallest turn, then clockwise
        (("N", "NE", "NW"), "SE", NORTH),  # all three in front
    ],
)
def test_the_facing_that_serves_him_best(sides: tuple[str, ...], facing: str, expected: int) -> None:
    match = beset(*sides, facing=facing)
    single = fighter(match, FIRST)
    assert single.facing == expected
    turned = facing != ("N", "NE", "SE", "S", "SW", "NW")[expected]
    assert single.rotated is turned
    assert [event.data for event in events(match, "pivots")] == (
        [{"fighter": FIRST, "facing": expected}] if turned else []
    )
    assert all(event.clauses == ("GL 20.1",) for event in events(match, "pivots"))


@pytest.mark.rule("GL 20.1", "GL 8.12a")
def test_a_prone_man_lies_as_he_lies() -> None:
    match = beset("N", "NE", posture="prone")
    assert fighter(match, FIRST).facing == NORTH
    assert not events(match, "pivots")


@pytest.mark.rule("GL 20.1")
def test_he_pivots_before_positions_are_valued() -> None:
    """After the pivot the man in the north has +1, the one in the north-east nothing."""
    match = beset("N", "NE")
    assert caps(match, 1)["unused"] == 11
    assert caps(match, 2)["unused"] == 10


@pytest.mark.rule("GL 20.1")
def test_who_cannot_attack_does_not_count() -> None:
    """An unarmed enemy beside him: he faces the armed one as in a duel."""
    match = arena(
        man(0, 0, "S"), man(0, -1, "S", side=1), man(1, -1, "SW", side=1, weapon=""), step="engage", options=QUIET
    )
    assert fighter(match, FIRST).facing == NORTH
    assert not events(match, "pivots")


# -- his own bonus ---------------------------------------------------------------------------------------


@pytest.mark.rule("GL 20.1-bonus", "GL 8.12b")
def test_who_had_to_pivot_has_no_bonus() -> None:
    """Priscus shows him his right side, which would be worth +2."""
    match = arena(
        man(0, 0, "N", cf=9), man(0, -1, "SE", side=1), man(1, -1, "SW", side=1), step="engage", options=QUIET
    )
    assert fighter(match, FIRST).rotated
    assert caps(match, 0)["unused"] == 9


def with_bonus(second: str = "SW", dice: tuple[int, ...] = (), **sheet: Any) -> ArenaMatch:
    """Verus faces north-east and need not turn; Priscus in the north shows him his right side: +2."""
    return arena(
        {**man(0, 0, "NE", cf=9), **sheet},
        man(0, -1, "SE", side=1),
        man(1, -1, second, side=1),
        step="engage",
        options=QUIET,
        dice=dice,
    )


@pytest.mark.rule("GL 20.1-bonus")
def test_his_bonus_goes_into_attacks_on_that_man_or_is_lost() -> None:
    """CF 9 and +2: eleven, at most five on an area; two of them on Priscus."""
    match = with_bonus()
    assert asked(match)[0] == "bonus"
    assert set(caps(match, 0)) == {
        "unused",
        *(f"attack {SECOND} {area}" for area in ("head", "chest", "groin", "arms", "legs")),
    }
    share(match, 0, **{f"attack_{SECOND}_chest": 2})
    assert caps(match, 0)["unused"] == 9
    assert caps(match, 0)[f"attack {SECOND} chest"] == 3
    assert caps(match, 0)[f"attack {THIRD} chest"] == 5
    assert caps(match, 0)["defend chest"] == 9
    match = with_bonus()
    share(match, 0, **{f"attack_{SECOND}_chest": 1})
    assert caps(match, 0)["unused"] == 9
    assert caps(match, 0)[f"attack {SECOND} chest"] == 4  # ten CFs in all now


@pytest.mark.rule("GL 20.1-bonus")
def test_pledged_and_own_cfs_make_one_attack() -> None:
    match = with_bonus(dice=(1, 1, 1, 1, 1, 1))
    share(match, 0, **{f"attack_{SECOND}_chest": 2})
    share(match, 0, **{f"attack_{SECOND}_chest": 3})
    share(match, 1)
    share(match, 2)
    (attack,) = events(match, "attack")
    assert (attack.data["target"], attack.data["cf"]) == (SECOND, 5)
    assert fighter(match, FIRST).attack_total == 5


@pytest.mark.rule("GL 20.1-bonus")
def test_of_two_bonuses_he_chooses_one() -> None:
    """Flamma in the north-east shows him his left side: +1."""
    match = with_bonus("NW")
    assert asked(match) == ("bonus-on", [SECOND, THIRD])
    answer(match, THIRD)
    decision = match.pending[0]
    assert isinstance(decision, Allocate)
    assert decision.budget == 1
    assert f"attack {THIRD} chest" in caps(match, 0)
    assert f"attack {SECOND} chest" not in caps(match, 0)


@pytest.mark.rule("GL 20.1-bonus", "GL 20.4")
def test_the_same_with_one_man_in_front_and_one_behind() -> None:
    """He keeps his facing; the +2 against the man in front may not be used for his defence."""
    match = arena(man(0, 0, "N", cf=9), man(0, -1, "SE", side=1), man(0, 1, "N", side=1), step="engage", options=QUIET)
    assert not fighter(match, FIRST).rotated
    assert asked(match)[0] == "concentrate"
    answer(match, "spread")
    assert asked(match)[0] == "bonus"
    share(match, 0, **{f"attack_{SECOND}_legs": 2})
    assert caps(match, 0)["defend head"] == 9


@pytest.mark.rule("GL 20.1-bonus", "GL 9.33")
def test_a_spent_man_strikes_with_nothing_but_his_bonus() -> None:
    """CF 0: both CFs go into one attack, and there is nothing more to share out."""
    match = with_bonus(cf=0, dice=(1, 1, 2))
    share(match, 0, **{f"attack_{SECOND}_chest": 2})
    assert 0 not in match.pending
    share(match, 1)
    share(match, 2)
    (attack,) = events(match, "attack")
    assert (attack.data["fighter"], attack.data["cf"]) == (FIRST, 2)
    match = with_bonus(cf=-1)
    decision = match.pending[0]
    assert isinstance(decision, Allocate)
    assert decision.budget == 1


# -- sequence --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 20.2", "GL 8.45")
def test_who_is_not_attacked_strikes_before_the_single_man() -> None:
    """All in sub-phase 3. Verus attacks Priscus with 4; Flamma, whom nobody attacks, has 1 and comes first; Priscus'
    3 come after Verus' 4."""
    match = beset("N", "NE", facing="NE", dice=(1,) * 9)
    share(match, 0, **{f"attack_{SECOND}_chest": 4})
    share(match, 1, attack_chest=3)
    share(match, 2, attack_chest=1)
    struck = [(attack.data["fighter"], attack.data["sub"]) for attack in events(match, "attack")]
    assert struck == [(THIRD, 3), (FIRST, 3), (SECOND, 3)]


@pytest.mark.rule("GL 20.2", "GL 8.45")
def test_who_is_attacked_strikes_by_the_ordinary_order() -> None:
    """Both are attacked: Verus' 4 on Priscus (sub-phase 2), then Priscus' 3 in sub-phase 3, Verus' 2 on Flamma last."""
    match = beset("N", "NE", facing="NE", dice=(1,) * 9)
    share(match, 0, **{f"attack_{SECOND}_chest": 4, f"attack_{THIRD}_chest": 2})
    share(match, 1, attack_chest=3)
    share(match, 2)
    answer(match, f"{SECOND} chest, {THIRD} chest")
    struck = [(attack.data["fighter"], attack.data["target"], attack.data["sub"]) for attack in events(match, "attack")]
    assert struck == [(FIRST, SECOND, 2), (SECOND, FIRST, 3), (FIRST, THIRD, 4)]


@pytest.mark.rule("GL 20.2")
def test_in_a_shared_sub_phase_a_man_under_attack_needs_more_cfs() -> None:
    """Verus attacks both, the second time with 4; Priscus' 3 in the same sub-phase come after that."""
    match = beset("N", "NE", facing="NE", dice=(1,) * 12)
    share(match, 0, **{f"attack_{SECOND}_chest": 4, f"attack_{THIRD}_chest": 4})
    share(match, 1, attack_chest=3, attack_legs=3)
    share(match, 2)
    while next(iter(match.pending.values())).name == "order":
        seat, decision = next(iter(match.pending.items()))
        match.submit(seat, next(iter(decision)))
    struck = [(attack.data["fighter"], attack.data["sub"]) for attack in events(match, "attack")]
    assert struck == [(FIRST, 2), (SECOND, 2), (FIRST, 4), (SECOND, 4)]


@pytest.mark.rule("GL 20.2", "GL 8.43")
def test_every_attack_is_aimed_at_a_man_and_there_are_five_at_most() -> None:
    match = beset("N", "NE", facing="NE")
    decision = match.pending[0]
    assert isinstance(decision, Allocate)
    boxes = [box for box in decision.boxes if box.startswith("attack")]
    assert len(boxes) == 10
    six = (*[1] * 6, *[0] * 9, 4)
    assert six not in decision
    five = (*[1] * 5, *[0] * 10, 5)
    assert five in decision


# -- attack and defence ----------------------------------------------------------------------------------


@pytest.mark.rule("GL 20.3")
def test_attacks_are_never_combined_and_the_defence_meets_each() -> None:
    match = beset("N", "NE", facing="NE", dice=(1, 1, 3, 1, 1, 3))
    share(match, 0, defend_chest=3)
    share(match, 1, attack_chest=3)
    share(match, 2, attack_chest=3)
    attacks = events(match, "attack")
    assert [(attack.data["cf"], attack.data["defence"]) for attack in attacks] == [(3, 3), (3, 3)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 20.3")
@pytest.mark.parametrize(
    ("sides", "met"),
    [
        (("N", "S"), [3, 0]),
        (("N", "SE", "SW"), [3, 0, 0]),
        (("N", "NE", "NW"), [3, 3, 3]),
        (("N", "NE", "NW", "S"), [3, 3, 3, 0]),
    ],
)
def test_attacks_from_behind_meet_nothing(sides: tuple[str, ...], met: list[int]) -> None:
    """Verus keeps facing north; three of his hexsides are rear."""
    match = beset(*sides, dice=(1, 1, 3) * len(sides))
    assert fighter(match, FIRST).facing == NORTH
    while next(iter(match.pending.values())).name == "concentrate":
        answer(match, "spread")
    share(match, 0, defend_chest=3)
    for seat in range(1, len(sides) + 1):
        share(match, seat, attack_chest=1)
    found = {attack.data["fighter"]: attack.data["defence"] for attack in events(match, "attack")}
    assert [found[each.name] for each in match.state.fighters[1:]] == met


@pytest.mark.rule("GL 20.3", "GL 18.2")
@pytest.mark.parametrize(
    ("place", "facing", "defence"),
    [((2, -1), "NW", 3), ((-2, 1), "NE", 3), ((1, 1), "NW", 0)],
)
def test_a_thrust_from_between_two_hexrows(place: tuple[int, int], facing: str, defence: int) -> None:
    """From between his front and his rear hexsides it does not come through his rear, on either side alike."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S", side=1),
        man(*place, facing, side=1, type="retiarius", net=False),
        step="engage",
        options=QUIET,
        dice=[1, 1, 3],
    )
    if match.pending[2].name == "concentrate":
        answer(match, "spread")
    share(match, 0, defend_chest=3)
    share(match, 1)
    share(match, 2, attack_chest=1)
    assert fighter(match, FIRST).facing == NORTH
    assert events(match, "attack")[0].data["defence"] == defence


@pytest.mark.rule("GL 20.3", "GL 15.4")
def test_a_prone_mans_rear_is_open_as_well() -> None:
    """From the front half of 4, from the rear nothing."""
    match = beset("N", "S", posture="prone", dice=(1, 1, 3, 1, 1, 3))
    while next(iter(match.pending.values())).name == "concentrate":
        answer(match, "spread")
    share(match, 0, defend_chest=4)
    share(match, 1, attack_chest=1)
    share(match, 2, attack_chest=1)
    met = {attack.data["fighter"]: attack.data["defence"] for attack in events(match, "attack")}
    assert met == {SECOND: 2, THIRD: 0}


@pytest.mark.rule("GL 20.4")
def test_he_attacks_only_those_in_his_front() -> None:
    match = beset("N", "S")
    if 2 in match.pending and match.pending[2].name == "concentrate":
        answer(match, "spread")
    boxes = {box for box in caps(match, 0) if box.startswith("attack")}
    assert boxes == {f"attack {SECOND} {area}" for area in ("head", "chest", "groin", "arms", "legs")}


# -- the bonus concentrated ------------------------------------------------------------------------------


def from_the_side() -> ArenaMatch:
    """Flamma stands at Verus' rear left: +3; Priscus holds his front, Spiculus his other side."""
    match = beset("N", "SW", "SE", dice=(1,) * 11)
    assert fighter(match, FIRST).facing == NORTH
    assert match.pending[3].name == "concentrate"
    match.submit(3, "spread")
    return match


@pytest.mark.rule("GL 20.5", "GL 8.31a")
def test_half_his_own_cfs_and_the_whole_bonus_in_one_attack() -> None:
    """10 CFs and +3: eight on the chest, five elsewhere; column 5, and 3 on the dice."""
    match = from_the_side()
    assert asked(match) == ("concentrate", ["spread", "head", "chest", "groin", "arms", "legs"])
    answer(match, "chest")
    assert caps(match, 2)["unused"] == 13
    assert caps(match, 2)["attack chest"] == 8
    assert caps(match, 2)["attack legs"] == 5
    share(match, 0)
    share(match, 1)
    share(match, 3)
    share(match, 2, attack_chest=8)
    (attack,) = events(match, "attack")
    assert attack.data["advantage"] == 8
    assert attack.modifiers == (("net advantage", 3),)


@pytest.mark.rule("GL 20.5")
def test_or_spread_as_in_a_duel() -> None:
    match = from_the_side()
    answer(match, "spread")
    assert caps(match, 2)["attack chest"] == 6
    assert caps(match, 2)["attack legs"] == 6
    duel = arena(man(0, 0, "N"), man(-1, 1, "NE"), step="engage", options=QUIET)
    assert caps(duel, 1)["attack chest"] == 6
    assert caps(duel, 1)["unused"] == 13


@pytest.mark.rule("GL 20.5")
def test_not_for_those_in_his_front() -> None:
    match = beset("N", "NE", facing="NE")
    assert {decision.name for decision in match.pending.values()} == {"team-allocate"}


@pytest.mark.rule("GL 20.5", "GL 20.1-bonus")
def test_nor_for_one_who_is_beset_himself() -> None:
    """Flamma at Verus' rear has Spiculus and Hermes behind and beside him: his bonus is for Verus alone, within the
    half limit."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S", side=1),
        man(0, 1, "N", side=1),
        man(-1, 2, "NE", side=0),
        man(1, 1, "NW", side=0),
        step="engage",
        options=QUIET,
    )
    assert "concentrate" not in {decision.name for decision in match.pending.values()}
