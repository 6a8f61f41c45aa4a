"""Where nets, tridents and several foes meet other rules."""

from __future__ import annotations

import pytest

from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    answer,
    arena,
    asked,
    caps,
    dice_left,
    events,
    fight,
    fighter,
    man,
    plot,
    throw_nothing,
)
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


# -- a fight with the net, phase by phase ----------------------------------------------------------------------


@pytest.mark.rule("GL 10.3", "GL 17.35", "GL 12.5")
def test_who_has_just_come_out_of_a_net_lets_his_ruined_shield_fall() -> None:
    """He makes no attack in this phase, and a shield that flies could be one. A 3 and the 6 he owes: S in column 0."""
    match = arena(
        man(0, 0, "N", type="retiarius", net=False, cf=10),
        man(0, -1, "S", netted=True, held_by=FIRST, cf=10, shield="small", shield_boxes=3),
        step="free",
        dice=[4, 4, 3, 1, 1, 1, 1, 1, 2],
    )
    answer(match, 5)
    assert fighter(match, SECOND).net_loss == 6
    fight(match, ({"chest": 2}, {}), ({}, {"chest": 1}))
    assert events(match, "shield")[0].data["left"] == 0
    assert events(match, "shield-falls")
    assert not events(match, "throw")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 17.33", "GL 17.352", "GL 17.353", "GL 17.354", "GL 18.3", "GL 8.24")
def test_caught_dragged_down_and_at_his_mercy() -> None:
    """Phase 1: three hexes away, caught, down; out of the trident's reach. Phase 2: two steps nearer the retiarius
    stands over him: he may not struggle, and the crowd decides (20 - 4 = 16, a 5)."""
    match = arena(
        man(0, 0, "N", type="retiarius", strength=2, cf=12),
        man(0, -3, "S", cf=10, attack_total=20, defence_total=4),
        options=QUIET,
        dice=[4, 5, 4, 6, 6, 6, 5, 5, 3, 5],
    )
    plot(match, "X(TN)", "X")
    assert sum(each.amount for each in events(match, "net")[0].modifiers) == 2  # he has not left his hex
    assert events(match, "ensnared")
    answer(match, 10)
    assert asked(match) == ("drag", ["no", *range(7)])
    answer(match, 4)
    assert events(match, "drag")[0].data == {"fighter": FIRST, "victim": SECOND, "total": 19, "down": True}
    throw_nothing(match)
    assert match.state.phase == 2
    assert [*match.pending] == [0]
    plot(match, "(Q)F")
    assert not events(match, "struggle")[1:]
    (verdict,) = events(match, "verdict")
    assert (verdict.data["why"], verdict.data["total"], verdict.data["spared"]) == ("dragged down", 16, True)
    assert verdict.clauses[0] == "GL 17.353"
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert dice_left(match) == ()
