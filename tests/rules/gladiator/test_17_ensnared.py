"""GL 17.35, 17.36: in the net, out of it, and dragged down in it."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.gladiator.fighter import NOBODY
from ludus.games.gladiator.plot import read_plot
from ludus.games.gladiator.state import Item
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    allot,
    answer,
    arena,
    asked,
    caps,
    dice_left,
    events,
    fight,
    fighter,
    legal,
    man,
    plot,
    throw_nothing,
)

QUIET = {"throws": False}
HOLDER = man(0, 0, "N", type="retiarius", net=False)


def caught(distance: int = 2, **sheet: Any) -> dict[str, Any]:
    return {**man(0, -distance, "S", netted=True, held_by=FIRST), **sheet}


def struggles(committed: object, *dice: int, distance: int = 2, **sheet: Any) -> ArenaMatch:
    """The man in the net commits so many CFs; the other does not drag him."""
    match = arena(HOLDER, caught(distance, **sheet), step="free", options=QUIET, dice=dice)
    assert asked(match)[0] == "free"
    answer(match, committed)
    if match.pending and next(iter(match.pending.values())).name == "drag":
        answer(match, "no")
    return match


# -- ensnared --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.35", "GL 17.33")
def test_caught_by_a_toss() -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -1, "S", cf=9), options=QUIET, dice=[5, 5, 5, 6, 6, 6])
    plot(match, "X(TN)", "X")
    (event,) = events(match, "ensnared")
    assert event.data == {"fighter": SECOND, "by": FIRST}
    assert event.clauses == ("GL 17.33", "GL 17.35")
    assert fighter(match, SECOND).netted
    assert not fighter(match, FIRST).net
    # Five CFs to free himself and four for his defence; nothing for attacks.
    assert asked(match) == ("free", ["no", *range(10)])
    answer(match, 5)
    answer(match, "no")
    assert caps(match, 1) == {
        **{f"defend {area}": 4 for area in ("head", "chest", "groin", "arms", "legs")},
        "unused": 4,
    }


@pytest.mark.rule("GL 17.35", "GL 8.23")
def test_attackers_have_four_more() -> None:
    match = arena(HOLDER, caught(1), step="engage", options=QUIET)
    assert caps(match, 0)["unused"] == 10 + 4
    assert {box.split()[0] for box in caps(match, 1)} == {"defend", "unused"}


@pytest.mark.rule("GL 17.35", "GL 7.5-drm")
def test_three_less_in_collisions() -> None:
    match = arena(HOLDER, caught(2), options=QUIET, dice=[6, 1, 1, 1, 6])
    plot(match, "X", "C")
    assert (f"{SECOND}: ensnared", -3) in events(match, "collision")[0].modifiers


@pytest.mark.rule("GL 17.35")
def test_who_frees_himself_attacks_no_more_in_that_phase() -> None:
    match = struggles(4, 3, 3, 3, distance=1)
    assert not fighter(match, SECOND).netted
    assert {box.split()[0] for box in caps(match, 1)} == {"defend", "unused"}
    assert caps(match, 1)["unused"] == 6


@pytest.mark.rule("GL 17.35", "GL 8.12a")
def test_a_netted_man_still_turns_to_face() -> None:
    match = arena(man(0, 0, "N", type="retiarius", net=False), caught(1, facing="N"), step="engage", options=QUIET)
    assert events(match, "faces")[0].data["fighter"] == SECOND
    assert caps(match, 0)["unused"] == 10 + 5 + 4


@pytest.mark.rule("GL 17.35", "GL 17.351-net-after")
def test_a_holder_who_is_caught_himself_lets_go() -> None:
    """Flamma, another retiarius, catches Verus, who holds Priscus; later Priscus comes free, and his net lies there."""
    second = man(0, 2, "N", type="retiarius", side=1, plot="X(TN)")
    match = arena(HOLDER, caught(2, side=1), second, step="net", options=QUIET, dice=[6, 6, 6, 1, 1, 1, 1, 1, 1])
    assert fighter(match, FIRST).netted
    assert fighter(match, FIRST).holding == NOBODY
    assert fighter(match, SECOND).net_holder == NOBODY
    match.submit(0, 0)
    match.submit(1, 0)
    assert match.state.items == (Item("net", (0, -2)),)
    assert not fighter(match, FIRST).net
    assert fighter(match, "Flamma").net


# -- struggling free -------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.351a")
@pytest.mark.parametrize(
    ("committed", "roll", "free"),
    [(5, [3, 4, 4], True), (5, [4, 4, 4], False), (0, [2, 2, 2], True), (0, [2, 2, 3], False), (10, [5, 5, 6], True)],
)
def test_three_dice_less_the_cfs_committed(committed: int, roll: list[int], free: bool) -> None:
    match = struggles(committed, *roll)
    (event,) = events(match, "struggle")
    total = sum(roll) - committed
    assert event.data == {
        "fighter": SECOND,
        "cf": committed,
        "total": total,
        "free": free,
        "net_loss": total if free else 0,
    }
    assert event.clauses[0] == "GL 17.351a"
    assert fighter(match, SECOND).netted is not free
    assert dice_left(match) == ()


@pytest.mark.rule("GL 17.351a")
def test_he_may_decline_and_rolls_nothing() -> None:
    match = struggles("no")
    assert not events(match, "struggle")
    assert fighter(match, SECOND).netted


@pytest.mark.rule("GL 17.351a")
@pytest.mark.parametrize(
    ("sheet", "most"),
    [({"cf": 9}, 9), ({"cf": 9, "stun": 3}, 6), ({"cf": 9, "stumbling": True}, 7), ({"cf": 0}, 0), ({"cf": -2}, 0)],
)
def test_the_cfs_come_from_what_he_has(sheet: dict[str, Any], most: int) -> None:
    match = arena(HOLDER, caught(2, **sheet), step="free", options=QUIET)
    assert asked(match) == ("free", ["no", *range(most + 1)])


@pytest.mark.rule("GL 17.351a", "GL 9.36")
def test_an_unconscious_man_does_not_struggle() -> None:
    match = arena(HOLDER, caught(2, posture="prone", stun=12), step="free", options=QUIET, dice=[])
    assert "free" not in {decision.name for decision in match.pending.values()}


@pytest.mark.rule("GL 17.351a")
def test_one_attempt_a_phase() -> None:
    match = struggles(0, 6, 6, 6)
    assert {decision.name for decision in match.pending.values()} == {"allocate"}
    assert len(events(match, "struggle")) == 1


@pytest.mark.rule("GL 17.351-shorthand")
def test_the_net_defence_factor_does_not_help() -> None:
    """NF 12, four CFs, a roll of 11: seven, still in the net."""
    match = struggles(4, 3, 4, 4, nf=12)
    assert events(match, "struggle")[0].data["total"] == 7
    assert fighter(match, SECOND).netted


@pytest.mark.rule("GL 17.351b", "GL 3-12")
@pytest.mark.parametrize(
    ("committed", "roll", "more"), [(2, [2, 3, 3], 6), (6, [2, 3, 3], 2), (8, [2, 3, 3], 0), (10, [1, 1, 1], 0)]
)
def test_the_total_is_added_to_every_attack_on_him(committed: int, roll: list[int], more: int) -> None:
    """Nor do the attackers have the +4 any more."""
    match = struggles(committed, *roll, *[1, 1, 2] * 4, distance=1)
    assert caps(match, 0)["unused"] == 10
    fight(match, ({"head": 1, "legs": 1}, {}), ({}, {}))
    assert len(events(match, "attack")) == 2
    for attack in events(match, "attack"):
        assert dict(attack.modifiers).get("just out of the net", 0) == more
        assert ("GL 17.351b" in attack.clauses) is (more > 0)


@pytest.mark.rule("GL 17.351b", "GL 3-12")
def test_a_failed_attempt_costs_no_more_than_its_cfs() -> None:
    match = struggles(2, 6, 6, 6, 1, 1, 2, distance=1)
    fight(match, ({"chest": 1}, {}), ({}, {}))
    assert "GL 17.351b" not in events(match, "attack")[0].clauses
    throw_nothing(match)
    assert fighter(match, SECOND).net_loss == 0


@pytest.mark.rule("GL 17.351b", "GL 3-12")
def test_it_is_struck_off_after_the_phase() -> None:
    match = struggles(2, 2, 3, 3, distance=1)
    assert fighter(match, SECOND).net_loss == 6
    allot(match, 0)
    allot(match, 1)
    throw_nothing(match)
    assert fighter(match, SECOND).net_loss == 0


# -- where the net is ------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.351-net-after")
def test_it_comes_back_to_the_man_who_holds_it() -> None:
    match = arena(
        man(0, 0, "N", type="retiarius", net=False, net_ready=8 + 4),
        caught(2),
        step="free",
        phase=4,
        options=QUIET,
        dice=[1, 1, 1],
    )
    answer(match, 0)
    assert fighter(match, FIRST).net
    assert fighter(match, FIRST).holding == NOBODY
    assert match.state.items == ()
    while "plot" not in {decision.name for decision in match.pending.values()}:
        for seat in [*match.pending]:
            match.submit(seat, match.pending[seat].default)
    assert match.state.phase == 5
    assert any("(TN)" in order for order in legal(match, 0))


@pytest.mark.rule("GL 17.351-net-after", "GL 17.31")
def test_but_only_when_the_recharge_is_over() -> None:
    """Tossed in phase 2, back in the same phase: not before phase 5."""
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -3, "S"), phase=2, options=QUIET, dice=[5, 5, 5, 1, 1, 1])
    plot(match, "X(TN)", "X")
    answer(match, 0)
    assert fighter(match, FIRST).net
    assert fighter(match, FIRST).net_ready == 8 + 5


@pytest.mark.rule("GL 17.351-net-after")
def test_while_it_is_on_somebody_there_is_no_net_attack() -> None:
    match = arena(HOLDER, caught(2), options=QUIET)
    assert not any(read_plot(order).net for order in legal(match, 0))


@pytest.mark.rule("GL 17.351-net-after", "GL 17.36")
def test_a_net_that_nobody_holds_is_left_on_the_ground() -> None:
    match = arena(
        man(0, 0, "N", type="retiarius", net=False), caught(2, held_by=""), step="free", options=QUIET, dice=[1, 1, 1]
    )
    answer(match, 0)
    assert match.state.items == (Item("net", (0, -2)),)
    assert not fighter(match, FIRST).net


@pytest.mark.rule("GL 17.351-net-after", "GL 19.22")
def test_a_holder_who_leaves_the_fight_leaves_the_net_on_his_man() -> None:
    out = man(0, 0, "N", type="retiarius", net=False, posture="prone", stun=12)
    match = arena(out, caught(2), man(1, -1, "SW", side=1), options=QUIET)
    assert fighter(match, FIRST).status == "dead"
    assert fighter(match, SECOND).netted
    assert fighter(match, SECOND).net_holder == NOBODY


# -- dragging down ---------------------------------------------------------------------------------------


def drags(
    committed: object, *dice: int, distance: int = 2, holder: dict[str, Any] | None = None, **sheet: Any
) -> ArenaMatch:
    match = arena({**HOLDER, **(holder or {})}, caught(distance, **sheet), step="drag", options=QUIET, dice=dice)
    assert asked(match)[0] == "drag"
    answer(match, committed)
    return match


@pytest.mark.rule("GL 17.352")
@pytest.mark.parametrize(("roll", "down"), [([4, 4, 4], True), ([3, 4, 4], False)])
def test_three_dice_strength_and_cfs(roll: list[int], down: bool) -> None:
    """ST 2 and five CFs: 12 or more."""
    match = drags(5, *roll, holder={"strength": 2})
    (drag,) = events(match, "drag")
    assert drag.data == {"fighter": FIRST, "victim": SECOND, "total": sum(roll) + 7, "down": down}
    assert drag.clauses == ("GL 17.352",)
    assert (fighter(match, SECOND).posture == "prone") is down
    assert fighter(match, SECOND).netted
    assert dice_left(match) == ()


@pytest.mark.rule("GL 17.352")
def test_only_after_he_has_failed_to_free_himself() -> None:
    """Free: nobody is asked to drag. Not free, or not even trying: the retiarius is asked at once, and only once."""
    match = struggles(0, 1, 1, 1)
    assert not events(match, "drag")
    for answered, dice in ((0, [6, 6, 6]), ("no", [])):
        match = arena(HOLDER, caught(2), step="free", options=QUIET, dice=[*dice, 1, 1, 1])
        answer(match, answered)
        assert asked(match)[0] == "drag"
        answer(match, 0)
        assert {decision.name for decision in match.pending.values()} == {"allocate"}


@pytest.mark.rule("GL 17.352")
@pytest.mark.parametrize(("holder", "most"), [({"cf": 7}, 7), ({"cf": 7, "stun": 2}, 5), ({"cf": 11, "spent": 6}, 5)])
def test_the_cfs_are_those_left_after_the_toss(holder: dict[str, Any], most: int) -> None:
    match = arena({**HOLDER, **holder}, caught(2), step="drag", options=QUIET)
    assert asked(match) == ("drag", ["no", *range(most + 1)])


@pytest.mark.rule("GL 17.352")
def test_they_are_spent() -> None:
    """10 - 4 + 4 against a netted man."""
    match = drags(4, 1, 1, 1)
    assert caps(match, 0)["unused"] == 10
    assert fighter(match, FIRST).attack_total == 0  # GL 19.2: neither attack nor defence


@pytest.mark.rule("GL 17.352", "GL 19.24a")
@pytest.mark.parametrize(
    ("holder", "victim"), [({"posture": "prone"}, {}), ({"appealing": True}, {}), ({}, {"posture": "prone"})]
)
def test_nobody_drags_lying_down_or_before_the_crowd_or_who_is_down_already(
    holder: dict[str, Any], victim: dict[str, Any]
) -> None:
    match = arena({**HOLDER, **holder}, caught(2, **victim), step="drag", options=QUIET)
    assert "drag" not in {decision.name for decision in match.pending.values()}


@pytest.mark.rule("GL 17.352", "GL 17.355")
def test_it_needs_a_hold_on_the_net_and_three_hexes() -> None:
    match = arena(HOLDER, caught(3), step="drag", options=QUIET)
    assert asked(match)[0] == "drag"
    match = arena(HOLDER, caught(4), step="drag", options=QUIET)
    assert "drag" not in {decision.name for decision in match.pending.values()}
    match = arena(HOLDER, caught(2, held_by=""), step="drag", options=QUIET)
    assert "drag" not in {decision.name for decision in match.pending.values()}


# -- at his mercy ----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.353")
@pytest.mark.parametrize(("committed", "mercy"), [(5, True), (6, False)])
def test_who_is_dragged_down_before_him_must_appeal(committed: int, mercy: bool) -> None:
    """CF 6: one unused CF is enough, none is too few."""
    dice = [5, 5, 6, *([5] if mercy else [])]
    match = drags(committed, *dice, distance=1, holder={"cf": 6}, attack_total=20)
    assert fighter(match, SECOND).posture == "prone"
    assert bool(events(match, "verdict")) is mercy
    if mercy:
        (verdict,) = events(match, "verdict")
        assert verdict.data["why"] == "dragged down"
        assert verdict.clauses[0] == "GL 17.353"
        assert fighter(match, SECOND).status == "spared"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 17.353")
@pytest.mark.parametrize(
    ("distance", "holder"),
    [(2, {}), (1, {"weapon": ""}), (1, {"facing": "S"}), (1, {"type": "medium", "shield": "", "weapon": "sword"})],
)
def test_not_at_a_distance_nor_before_an_unarmed_man_or_one_who_is_no_retiarius(
    distance: int, holder: dict[str, Any]
) -> None:
    match = drags(5, 5, 5, 6, distance=distance, holder=holder, attack_total=20)
    assert fighter(match, SECOND).posture == "prone"
    assert not events(match, "verdict")


@pytest.mark.rule("GL 17.353")
@pytest.mark.parametrize(
    ("holder", "mercy"),
    [({}, True), ({"posture": "prone"}, False), ({"netted": True}, False), ({"appealing": True}, False)],
)
def test_he_must_be_free_to_strike(holder: dict[str, Any], mercy: bool) -> None:
    """The other lies before him from an earlier phase."""
    down = caught(1, posture="prone", attack_total=20)
    match = arena({**HOLDER, **holder}, down, step="drag", options=QUIET, dice=[5])
    assert ("GL 17.353" in [verdict.clauses[0] for verdict in events(match, "verdict")]) is mercy


@pytest.mark.rule("GL 17.353")
def test_a_prone_man_outside_the_net_has_his_turn() -> None:
    """Flamma lies before the retiarius as well, but free; Priscus, in the net, is two hexes off."""
    match = arena(
        HOLDER, caught(2, side=1), man(1, -1, "S", side=1, posture="prone"), step="drag", options=QUIET, dice=[1, 1, 1]
    )
    answer(match, 0)
    assert not events(match, "verdict")


@pytest.mark.rule("GL 17.353")
@pytest.mark.parametrize("weapon", ["trident", "sword"])
def test_a_trident_or_a_sword(weapon: str) -> None:
    match = drags(5, 5, 5, 6, 1, distance=1, holder={"weapon": weapon}, attack_total=20)
    assert fighter(match, SECOND).status == "dead"


# -- prone in the net ------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.354")
def test_prone_in_the_net_he_may_struggle_but_not_move() -> None:
    match = arena(HOLDER, caught(2, posture="prone"), options=QUIET, dice=[1, 1, 1])
    assert set(match.pending) == {0}
    plot(match, "X")
    assert fighter(match, SECOND).plot == "-"
    assert asked(match)[0] == "free"
    answer(match, 0)
    assert not fighter(match, SECOND).netted


@pytest.mark.rule("GL 17.354", "GL 19.1")
@pytest.mark.parametrize(
    ("other", "asked_for"),
    [
        ({}, False),
        ({"weapon": ""}, True),
        ({"facing": "N"}, True),
        ({"place": [0, -4]}, True),
    ],
)
def test_not_under_the_eyes_of_an_armed_opponent(other: dict[str, Any], asked_for: bool) -> None:
    """A second enemy stands on the other side of him."""
    watcher = {**man(0, -3, "S", side=0), **other}
    match = arena(HOLDER, caught(2, side=1, posture="prone"), watcher, step="free", options=QUIET)
    assert ("free" in {decision.name for decision in match.pending.values()}) is asked_for


# -- moving in the net -----------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.355")
def test_he_moves_without_special_actions() -> None:
    match = arena(HOLDER, caught(2), options=QUIET)
    assert legal(match, 1) == {"-", "F", "B", "SFL", "SFR", "SBL", "SBR", "C", "X", "KN"}
    match = arena(HOLDER, caught(2, posture="kneeling"), options=QUIET)
    assert legal(match, 1) == {"-", "F", "B", "SFL", "SFR", "SBL", "SBR", "C", "X", "X-UP", "KN"}


@pytest.mark.rule("GL 17.355", "GL 6.3-S")
def test_a_stumble_in_the_net_has_no_turn() -> None:
    match = arena(HOLDER, caught(2, owes_stumble=True), options=QUIET)
    assert legal(match, 1) == {"S"}


@pytest.mark.rule("GL 17.355")
@pytest.mark.parametrize(("distance", "held"), [(2, True), (3, False)])
def test_beyond_three_hexes_the_net_slips_from_the_hand(distance: int, held: bool) -> None:
    match = arena(HOLDER, caught(distance), options=QUIET)
    plot(match, "X", "B")
    assert fighter(match, SECOND).netted
    assert (fighter(match, FIRST).holding != NOBODY) is held
    assert (fighter(match, SECOND).net_holder != NOBODY) is held
    slips = [event.data for event in events(match, "net-slips")]
    assert slips == ([] if held else [{"fighter": FIRST, "victim": SECOND}])


# -- letting go ------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.36", "GL 18.7", "GL 18.3")
def test_he_lets_go_for_the_sake_of_his_trident() -> None:
    """In phase 3 the thrust is halved; in phase 4 it is not, and the other is still in the net."""
    match = arena(HOLDER, caught(2), step="engage", phase=3, options=QUIET, dice=[1, 1, 2, 1, 1, 2, 1, 1, 1])
    fight(match, ({"chest": 5}, {}), ({}, {}))
    assert asked(match) == ("throw", ["no", "let go of the net"])
    answer(match, "let go of the net")
    (event,) = events(match, "net-let-go")
    assert event.data == {"fighter": FIRST, "victim": SECOND}
    assert event.clauses == ("GL 17.36", "GL 18.7")
    assert match.state.phase == 4
    assert fighter(match, SECOND).netted
    assert fighter(match, SECOND).net_holder == NOBODY
    plot(match, "-", "-")
    answer(match, "no")
    fight(match, ({"chest": 5}, {}), ({}, {}))
    assert [attack.data["strength"] for attack in events(match, "attack")] == [2, 5]
