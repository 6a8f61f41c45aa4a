"""GL 20: several against one."""

from __future__ import annotations

import pytest

from ludus.core.decision import Allocate
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    THIRD,
    allot,
    answer,
    arena,
    caps,
    dice_left,
    events,
    fighter,
    man,
)
from tests.rules.gladiator.team_kit import NORTH, NORTH_EAST, QUIET, SOUTH, SOUTH_EAST, beset, share

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


@pytest.mark.rule("GL 20.1")
def test_wherever_he_stands() -> None:
    foes = man(5, 2, "S", side=1), man(6, 2, "SW", side=1)
    match = arena(man(5, 3, "S"), *foes, step="engage", options=QUIET)
    assert fighter(match, FIRST).facing == NORTH_EAST


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
