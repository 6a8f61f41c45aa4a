"""Where nets, tridents and several foes meet other rules."""

from __future__ import annotations

import pytest

from tests.rules.gladiator.arena import FIRST, arena, caps, dice_left, events, fighter, man
from tests.rules.gladiator.blows import QUIET, attack, duel, three
from tests.rules.gladiator.net_kit import outcome, thrower
from tests.rules.gladiator.team_kit import NORTH_EAST

# -- nets ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.42", "GL 17.43")
def test_a_swing_with_only_a_friend_in_reach_has_missed() -> None:
    match = arena(thrower("swing"), man(0, -20, "S"), man(0, -1, "S", side=0), step="net", options=QUIET)
    assert events(match, "net-missed")
    assert fighter(match, FIRST).spent == 4


@pytest.mark.rule("GL 17.42", "GL 17.43")
@pytest.mark.parametrize("posture", ["standing", "kneeling", "prone"])
def test_with_a_foe_in_reach_a_friend_before_him_is_struck(posture: str) -> None:
    """The foe need not be one that a swing could trip."""
    foe = man(1, -1, "S", posture=posture)
    match = arena(thrower("swing"), foe, man(-1, 0, "S", side=0), step="net", options=QUIET, dice=[3, 3, 4])
    assert outcome(match).data["target"] == "Flamma"


# -- tridents -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 18.6", "GL 18.3", "GL 18.1-others")
@pytest.mark.parametrize(("sheet", "strength"), [({}, 2), ({"net": False, "shield": "small"}, 2), ({"net": False}, 4)])
def test_a_broken_trident_wants_both_hands_as_well(sheet: dict[str, object], strength: int) -> None:
    broken = {"type": "retiarius", "weapon": "fragment", **sheet}
    match = duel(({"chest": 4}, {}), ({}, {"chest": 4}), dice=three(5), one=broken, other={})
    assert attack(match).data["strength"] == strength
    assert ("GL 18.3" in attack(match).clauses) is (strength == 2)


@pytest.mark.rule("GL 18.5", "GL 18.6")
def test_it_breaks_only_once() -> None:
    """P* in column 2 on 12: no dice for breaking, only for the other's weapon."""
    broken = {"type": "retiarius", "weapon": "fragment", "net": False}
    match = duel(({"chest": 2}, {}), ({}, {}), dice=[4, 4, 4, 6, 6, 6], one=broken, other={})
    assert attack(match).data["result"] == "P*"
    assert not events(match, "trident-check")
    assert dice_left(match) == ()


# -- several against one ------------------------------------------------------------------------------------


@pytest.mark.rule("GL 20.1", "GL 20.1-bonus", "GL 18.2")
@pytest.mark.parametrize(("facing", "pivots"), [("N", True), ("NE", False), ("S", True)])
def test_one_beside_him_and_a_trident_further_off(facing: str, pivots: bool) -> None:
    """He turns to the man beside him, to whom +2 is nothing then; with that his own bonus is gone."""
    match = arena(
        man(0, 0, facing),
        man(1, -1, "SW", side=1),
        man(0, -2, "S", side=1, type="retiarius"),
        step="engage",
        options=QUIET,
    )
    assert fighter(match, FIRST).facing == NORTH_EAST
    assert [event.clauses for event in events(match, "pivots")] == ([("GL 20.1",)] if pivots else [])
    assert caps(match, 1)["unused"] == 10


@pytest.mark.rule("GL 20.5", "GL 8.3")
def test_a_guard_is_told_of_the_whole_bonus_that_may_come_from_behind() -> None:
    """Half of ten and five for the place behind him: ten factors at one area, where seven would be half of all."""
    match = arena(
        man(0, 0, "N", side=0),
        man(0, -1, "S", side=1, weapon="sword", cf=1),
        man(0, 1, "N", side=1),
        step="engage",
        options=QUIET,
    )
    for seat in (2,):
        match.submit(seat, "head")
    (bare,) = [each for each in match.explain(0) if each.get("box") == "defend head" and each["points"] == 0]
    assert len(bare["odds"]) == 1 + 10
