"""GL 4: starting places, turns and phases, and the steps of a phase one by one."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.games.gladiator.hexes import distance
from tests.rules.gladiator.arena import (
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    ArenaMatch,
    allot,
    answer,
    arena,
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
)

QUIET = {"throws": False}


def kinds(match: ArenaMatch) -> list[str]:
    return [event.kind for event in match.events]


def before(match: ArenaMatch, *names: str) -> bool:
    """Whether events of these kinds happened in this order, each kind by its first one."""
    told = kinds(match)
    places = [told.index(name) for name in names]
    return places == sorted(places)


# -- starting places ---------------------------------------------------------------------------------------


@pytest.mark.rule("GL 4-setup")
def test_two_men_face_each_other_four_hexes_apart() -> None:
    match = fresh(options={"types": ["medium", "medium"]}, dice=[1] * 6)
    first, second = match.state.fighters
    assert (first.place, first.facing) == ((0, 0), 0)
    assert (second.place, second.facing) == ((0, -4), 3)
    assert distance(first.place, second.place) == 4
    (places,) = events(match, "places")
    assert places.data["places"] == {FIRST: [0, 0, 0], SECOND: [0, -4, 3]}
    assert places.clauses == ("GL 4-setup",)


@pytest.mark.rule("GL 4-setup")
def test_four_empty_hexes_between_them_is_an_option() -> None:
    match = fresh(options={"types": ["medium", "medium"], "distance": 5}, dice=[1] * 6)
    assert fighter(match, SECOND).place == (0, -5)


def lined_up(sides: list[int]) -> list[tuple[int, tuple[int, int], int]]:
    options = {"types": ["medium"] * len(sides), "sides": sides}
    match = fresh(len(sides), options=options, dice=[1] * 3 * len(sides))
    return [(each.side, each.place, each.facing) for each in match.state.fighters]


@pytest.mark.rule("GL 4-setup")
def test_pairs_of_teams_stand_six_hexes_apart() -> None:
    found = lined_up([0, 1, 0, 1, 0, 1])
    mine = [place for side, place, _ in found if side == 0]
    theirs = [place for side, place, _ in found if side == 1]
    assert mine == [(0, 0), (6, -3), (12, -6)]
    assert theirs == [(0, -4), (6, -7), (12, -10)]
    assert [distance(one, other) for one, other in zip(mine, theirs, strict=True)] == [4, 4, 4]
    assert [distance(mine[at], mine[at + 1]) for at in (0, 1)] == [6, 6]
    assert {facing for side, _, facing in found if side == 0} == {0}
    assert {facing for side, _, facing in found if side == 1} == {3}


@pytest.mark.rule("GL 4-setup")
def test_men_left_over_stand_two_hexes_behind() -> None:
    found = lined_up([0, 0, 0, 1, 1])
    assert [place for side, place, _ in found if side == 0] == [(0, 0), (6, -3), (0, 2)]
    found = lined_up([0, 1, 1])
    assert [place for side, place, _ in found if side == 1] == [(0, -4), (0, -6)]


# -- turns and phases --------------------------------------------------------------------------------------


@pytest.mark.rule("GL 4.1", "GL 4.37")
@pytest.mark.parametrize("turn", [1, 3])
def test_after_phase_8_a_turn_begins_with_endurance(turn: int) -> None:
    match = arena(man(), turn=turn, phase=7, dice=[1, 1])
    plot(match)
    assert (match.state.turn, match.state.phase) == (turn, 8)
    assert not events(match, "endurance")
    plot(match)
    assert (match.state.turn, match.state.phase) == (turn + 1, 1)
    assert [each.data["turn"] for each in events(match, "turn")] == [turn + 1]
    assert len(events(match, "endurance")) == 2
    assert kinds(match)[-3:] == ["turn", "endurance", "endurance"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4.1")
def test_eight_phases_and_no_endurance_in_turn_1() -> None:
    match = arena(man(), step="turn", turn=0, dice=[1, 1])
    seen = []
    while match.state.turn == 1:
        seen.append(match.state.phase)
        plot(match)
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [each.data["turn"] for each in events(match, "turn")] == [1, 2]
    assert len(events(match, "endurance")) == 2  # both of turn 2


@pytest.mark.rule("GL 4.1")
def test_steps_with_nothing_to_do_are_skipped() -> None:
    """No dice and no question but the orders: nobody is near."""
    match = arena(man())
    plot(match, "F")
    assert match.pending[0].name == "plot"
    assert match.state.phase == 2
    assert kinds(match) == ["plots", "moved"]


@pytest.mark.rule("GL 4.2")
def test_nothing_is_written_at_the_start_of_a_turn() -> None:
    match = arena(man(), step="turn", turn=0)
    assert {decision.name for decision in match.pending.values()} == {"plot"}
    assert fighter(match, FIRST).crossed == ()


@pytest.mark.rule("GL 4.2")
@pytest.mark.parametrize("phase", [6, 7, 8])
def test_a_man_without_moves_fights_on(phase: int) -> None:
    tired = man(used=5, overexerted=True)
    match = arena(tired, man(0, -1, "S"), phase=phase, options=QUIET, dice=[1, 1, 2, 1, 1])
    assert legal(match, 0) == {"-"}
    assert "B" in legal(match, 1)  # an opponent with moves left may act
    plot(match, "-", "-")
    assert caps(match, 0) == caps(match, 1)
    assert caps(match, 0)["attack head"] == 5
    fight(match, ({"head": 2}, {"chest": 5}), ({}, {"head": 2}))
    (attack,) = events(match, "attack")
    assert (attack.data["fighter"], attack.data["cf"], attack.data["defence"]) == (FIRST, 2, 2)
    assert fighter(match, FIRST).place == (0, 0)


@pytest.mark.rule("GL 4.2")
def test_moves_may_be_spread_over_the_turn() -> None:
    match = arena(man(type="heavy"), step="turn", turn=0)
    for order in ("F", "-", "F", "-", "F", "-", "F"):
        plot(match, order)
    assert fighter(match, FIRST).used == 4
    assert fighter(match, FIRST).place == (0, -4)
    assert not fighter(match, FIRST).overexerted


@pytest.mark.rule("GL 4.3")
def test_a_phase_is_over_before_the_next_is_plotted() -> None:
    """A head wound of phase 2 counts when the orders of phase 3 are written."""
    match = arena(man(), man(0, -1, "S"), phase=2, options=QUIET, dice=[5, 5, 5, 3, 3, 3, 1, 1])
    plot(match, "-", "-")
    assert {decision.name for decision in match.pending.values()} == {"allocate"}
    fight(match, ({"head": 1}, {}), ({}, {}))
    assert match.state.phase == 3
    assert {decision.name for decision in match.pending.values()} == {"plot"}
    assert fighter(match, SECOND).cf == 9
    assert match.view(1)["position"]["fighters"][SECOND]["wounds"] == [1, 0, 0, 0, 0]


# -- the plot step -----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 4.31a")
def test_all_write_at_the_same_time() -> None:
    match = arena(man(), man(0, -4, "S"), man(9, 0, "N"), man(9, -4, "S"))
    assert list(match.pending) == [0, 1, 2, 3]
    for seat in (2, 0, 3):
        match.submit(seat, "F")
        assert not events(match, "plots")
    match.submit(1, "B")
    (plots,) = events(match, "plots")
    assert plots.data["plots"] == {FIRST: "F", SECOND: "B", THIRD: "F", FOURTH: "F"}


@pytest.mark.rule("GL 4.31a")
def test_one_move_more_than_the_allowance_and_no_second() -> None:
    match = arena(man(type="light", used=6), phase=7)
    assert "F" in legal(match)
    plot(match, "F")
    assert (fighter(match, FIRST).used, fighter(match, FIRST).overexerted) == (6, True)
    assert match.state.phase == 8
    assert legal(match) == {"-"}
    with pytest.raises(Refused):
        match.submit(0, "X")


@pytest.mark.rule("GL 4.31a")
def test_standing_still_is_no_overexertion() -> None:
    match = arena(man(type="light", used=6), phase=7)
    plot(match, "-")
    assert not fighter(match, FIRST).overexerted


# -- movement, recovery, kicks -------------------------------------------------------------------------------


@pytest.mark.rule("GL 4.32")
@pytest.mark.parametrize(("dice", "falls"), [((3, 4), True), ((4, 4), False)])
def test_stumbling_men_find_out_before_anybody_moves(dice: tuple[int, int], falls: bool) -> None:
    match = arena(man(owes_stumble=True), man(0, -9, "S"), dice=[*dice])
    plot(match, "S", "F")
    assert before(match, "plots", "fall-check", "moved")
    assert events(match, "fall-check")[0].data["falls"] == falls
    assert fighter(match, FIRST).prone == falls
    assert fighter(match, SECOND).place == (0, -8)
    assert events(match, "plots")[0].clauses == ("GL 6.2", "GL 4.32")


@pytest.mark.rule("GL 4.321")
def test_a_careful_attempt_is_rolled_when_all_have_moved() -> None:
    """The enemy ends beside the item, so that he counts: a 4, -6 for R, +2."""
    match = arena(man(weapon=""), man(0, -2, "S"), items=[item("sword", 0, 0)], options=QUIET, dice=[4])
    plot(match, "R", "F")
    assert before(match, "moved", "recovery")
    (recovery,) = events(match, "recovery")
    assert (recovery.data["total"], recovery.data["success"]) == (0, True)
    assert fighter(match, FIRST).weapon == "sword"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4.321")
def test_an_attempt_after_a_collision() -> None:
    """He keeps the hex in which the item lies; then +4 instead of -6, and +2 for the man beside it."""
    strong = man(weapon="", strength=6, counter=4)
    match = arena(
        strong, man(0, -1, "S", counter=5), items=[item("sword", 0, 0)], options=QUIET, dice=[6, 1, 1, 1, 6, 1]
    )
    plot(match, "R", "F")
    assert before(match, "collision", "pushed", "recovery")
    (recovery,) = events(match, "recovery")
    amounts = {each.reason: each.amount for each in recovery.modifiers}
    assert amounts["collided before"] == 4
    assert "careful attempt" not in amounts
    assert recovery.data["total"] == 7
    assert "GL 12.61-collision" in recovery.clauses
    assert fighter(match, FIRST).weapon == ""


@pytest.mark.rule("GL 4.322")
@pytest.mark.parametrize(
    ("order", "dice", "lands", "stands"),
    [
        ("(K1)F", [6], (0, -4), (0, -1)),  # in the hex he leaves
        ("F(K1)", [], (0, 0), (0, -1)),  # nothing lies where he comes to
        ("X(K4)", [6], (0, 4), (0, 0)),
    ],
)
def test_a_kick_happens_where_it_is_written(
    order: str, dice: list[int], lands: tuple[int, int], stands: tuple[int, int]
) -> None:
    match = arena(man(), items=[item("sword", 0, 0)], dice=dice)
    plot(match, order)
    (lying,) = match.state.items
    assert lying.place == lands
    assert fighter(match, FIRST).place == stands
    assert len(events(match, "kick")) == len(dice)
    assert dice_left(match) == ()
    if dice:
        assert before(match, "plots", "kick", "moved")
        assert events(match, "kick")[0].clauses == ("GL 12.7", "GL 12.71")


@pytest.mark.rule("GL 4.322")
def test_a_kick_after_the_step_is_made_in_the_new_hex() -> None:
    match = arena(man(), items=[item("sword", 0, -1)], dice=[5])
    plot(match, "F(K2)")
    (lying,) = match.state.items
    assert lying.place == (3, -4)


# -- collisions, stun, nets, combat ---------------------------------------------------------------------------


@pytest.mark.rule("GL 4.33")
def test_collisions_come_before_stun_recovery_and_combat() -> None:
    one = man(stun=1, constitution=3)
    match = arena(one, man(0, -2, "S"), options=QUIET, dice=[6, 1, 1, 1, 6, 3])
    plot(match, "F", "F")
    assert before(match, "moved", "collision", "pushed", "stun", "stumble-check", "recovers")
    assert {decision.name for decision in match.pending.values()} == {"allocate"}
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4.34")
def test_stun_of_this_phase_is_not_shed_in_it() -> None:
    match = arena(man(), man(0, -2, "S"), options=QUIET, dice=[6, 1, 1, 1, 6])
    plot(match, "F", "F")
    assert fighter(match, SECOND).stun == 1
    assert not events(match, "recovers")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4.34")
def test_stun_of_an_earlier_phase_is_shed() -> None:
    match = arena(man(stun=4, constitution=3), dice=[2])
    plot(match, "-")
    (recovers,) = events(match, "recovers")
    assert (recovers.data["factors"], recovers.data["total"]) == (2, 2)
    assert fighter(match, FIRST).stun == 2


@pytest.mark.rule("GL 4.35")
def test_a_toss_is_rolled_before_combat_factors_are_shared_out() -> None:
    thrower = man(type="retiarius")
    match = arena(thrower, man(0, -3, "S"), options=QUIET, dice=[1, 1, 6])
    plot(match, "F(TN)", "-")
    (net,) = events(match, "net")
    assert (net.data["fighter"], net.data["kind"], net.data["result"]) == (FIRST, "toss", "S*")
    assert before(match, "moved", "net")
    assert not events(match, "attacks")
    assert match.pending[0].name == "allocate"
    assert caps(match, 0)["unused"] == 4


@pytest.mark.rule("GL 4.35")
def test_no_net_attack_that_was_not_written() -> None:
    match = arena(man(type="retiarius"), man(0, -3, "S"), options=QUIET)
    plot(match, "F", "-")
    assert not events(match, "net")
    assert not events(match, "net-missed")


@pytest.mark.rule("GL 4.36")
@pytest.mark.parametrize(
    ("mine", "theirs", "fights"),
    [
        (man(0, 0, "S"), man(0, -1, "N"), False),  # back to back
        (man(0, 0, "N"), man(0, -2, "S"), False),  # out of reach
        (man(0, 0, "SE"), man(0, -1, "NW"), False),
        (man(0, 0, "N"), man(0, -1, "N"), True),  # one has the other in front
        (man(0, 0, "N"), man(1, -1, "S"), True),
        (man(0, 0, "N", weapon=""), man(0, -1, "N"), False),
    ],
)
def test_combat_only_when_somebody_can_attack(mine: dict[str, Any], theirs: dict[str, Any], fights: bool) -> None:
    match = arena(mine, theirs, options=QUIET)
    plot(match, "-", "-")
    assert {decision.name for decision in match.pending.values()} == {"allocate" if fights else "plot"}
    assert match.state.phase == (1 if fights else 2)


@pytest.mark.rule("GL 4.361")
def test_factors_are_totalled_first() -> None:
    """CF 11, 3 stun, and 2 for the hex to the front-right of a man who faces south-east."""
    match = arena(man(cf=11, stun=3), man(0, -1, "SE"), step="engage")
    assert caps(match, 0)["unused"] == 10
    assert caps(match, 1)["unused"] == 10


@pytest.mark.rule("GL 4.362")
def test_allocations_are_final_when_the_attacks_are_announced() -> None:
    match = arena(man(), man(0, -1, "S"), step="engage", options=QUIET, dice=[1, 1, 1])
    allot(match, 0, attack={"head": 2})
    match.undo(0)  # nobody has seen anything
    allot(match, 0, attack={"legs": 2}, defend={"chest": 8})
    with pytest.raises(Refused) as refused:
        allot_again(match)
    assert refused.value.code == "already-answered"
    allot(match, 1, defend={"legs": 1})
    (told,) = events(match, "attacks")
    assert told.data["attacks"] == {FIRST: 1, SECOND: 0}
    assert told.clauses == ("GL 8.41", "GL 8.42")
    with pytest.raises(Refused) as refused:
        match.undo(0)
    assert refused.value.code == "undo-refused"


def allot_again(match: ArenaMatch) -> None:
    match.submit(0, (0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0))


@pytest.mark.rule("GL 4.363")
def test_one_attack_each_falls_in_sub_phase_3() -> None:
    match = arena(man(), man(0, -1, "S"), step="engage", options=QUIET, dice=[1, 1, 1, 1, 1, 1])
    fight(match, ({"head": 2}, {}), ({"legs": 1}, {}))
    told = [(each.data["fighter"], each.data["sub"]) for each in events(match, "attack")]
    assert told == [(FIRST, 3), (SECOND, 3)]


@pytest.mark.rule("GL 4.363")
def test_three_attacks_and_two_one_after_another() -> None:
    match = arena(man(), man(0, -1, "S"), step="engage", options=QUIET, dice=[1, 1, 1] * 5)
    allot(match, 0, attack={"head": 1, "groin": 1, "legs": 2}, defend={"chest": 1, "arms": 1})
    allot(match, 1, attack={"chest": 2, "arms": 2}, defend={})
    answer(match, "legs, head, groin", "arms, chest")
    told = [(each.data["sub"], each.data["fighter"], each.data["area"]) for each in events(match, "attack")]
    assert told == [
        (1, FIRST, "legs"),
        (2, SECOND, "arms"),
        (3, FIRST, "head"),
        (4, SECOND, "chest"),
        (5, FIRST, "groin"),
    ]


@pytest.mark.rule("GL 4.37")
def test_a_phase_ends_with_a_clean_line() -> None:
    match = arena(man(), man(0, -2, "S"), options=QUIET, dice=[6, 1, 1, 1, 6])
    plot(match, "F", "X(R)")
    fight(match, ({}, {}), ({}, {}))
    assert match.state.phase == 2
    for each in match.state.fighters:
        assert (each.plot, each.turned, each.left_hex, each.collided, each.forward) == ("-", 0, False, False, 0)
