"""GL 17, 17.1, 17.2, 17.6 to 17.9: the man with the net, what an attack costs him, and how he may lose it."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.games.gladiator.legal_plots import check_plot
from ludus.games.gladiator.plot import read_plot
from ludus.games.gladiator.state import Item
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    answer,
    arena,
    asked,
    caps,
    dice_left,
    events,
    fighter,
    fresh,
    legal,
    man,
    plot,
    throw_nothing,
)
from tests.rules.gladiator.net_kit import amounts, net_attack

FAR = man(0, -20, "S")
RETIARIUS = man(0, 0, "N", type="retiarius")


def nets(match: ArenaMatch, seat: int = 0) -> set[str]:
    """The kinds of net attack he may write."""
    return {read_plot(order).net[:2] for order in legal(match, seat)} - {""}


# -- the man ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.1a", "GL 3-6c")
def test_a_new_retiarius() -> None:
    """Armour from the medium rows, characteristics by two dice; net and trident, no shield, five moves."""
    match = fresh(2, dice=[2, 2, 2, 2, 3, 6], options={"types": ["medium", "retiarius"]})
    retiarius = fighter(match, SECOND)
    assert (retiarius.weapon, retiarius.net, retiarius.shield, retiarius.shield_boxes) == ("trident", True, "", 0)
    assert retiarius.weight == "medium"
    assert retiarius.armour == ("A8", "B7", "", "B7", "A6")
    assert (retiarius.training, retiarius.strength, retiarius.agility) == (8, 4, -1)
    assert (retiarius.constitution, retiarius.wound_factor) == (2, 9)
    assert retiarius.allowance == 5
    assert dice_left(match) == ()


@pytest.mark.rule("GL 17-opponent-shield", "GL 3-6c")
def test_his_opponent_has_a_small_shield() -> None:
    """The chart gives a medium man a large one; it has no more boxes, but no weight in collisions."""
    match = fresh(2, dice=[2, 2, 2, 2, 3, 6], options={"types": ["medium", "retiarius"]})
    assert fighter(match, FIRST).shield == "small"
    assert fighter(match, FIRST).shield_boxes == 17
    match = fresh(2, dice=[2, 2, 2, 2, 3, 6], options={"types": ["medium", "medium"]})
    assert fighter(match, FIRST).shield == "large"


@pytest.mark.rule("GL 17-opponent-shield", "GL 7.5-drm")
def test_a_small_shield_is_worth_nothing_in_a_collision() -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -1, "S", shield="small"), dice=[6, 1, 1, 1, 6])
    plot(match, "F", "-")
    modifiers = dict(events(match, "collision")[0].modifiers)
    assert f"{SECOND}: large shield" not in modifiers
    assert modifiers[f"{FIRST}: no shield"] == -2


@pytest.mark.rule("GL 17-opponent-shield")
def test_in_a_team_fight_all_his_enemies_and_none_of_his_friends() -> None:
    types = ["medium", "retiarius", "heavy", "medium"]
    match = fresh(4, dice=[1] * 12, options={"types": types})
    shields = [(each.side, each.kind, each.shield) for each in match.state.fighters]
    assert shields == [(0, "medium", "small"), (1, "retiarius", ""), (0, "heavy", "small"), (1, "medium", "large")]


# -- when ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.1b", "GL 4-order")
def test_the_net_comes_after_movement_and_stun_recovery_and_before_combat() -> None:
    match = arena(
        man(0, 0, "N", type="retiarius"), man(0, -2, "S", stun=1), options={"throws": False}, dice=[6, 1, 1, 2]
    )
    plot(match, "F(TN)", "-")
    kinds = [event.kind for event in match.events]
    assert kinds.index("moved") < kinds.index("recovers") < kinds.index("net")
    assert fighter(match, FIRST).place == (0, -1)
    assert {decision.name for decision in match.pending.values()} == {"allocate"}
    assert "distance" in amounts(match)


@pytest.mark.rule("GL 17.1b")
@pytest.mark.parametrize("order", ["F(TN)(SN)", "(LN1)F(TN)", "(LN1)(LN2)X", "X(SN)(SN)"])
def test_one_net_attack_a_phase(order: str) -> None:
    with pytest.raises(Refused, match=r"one net attack a phase \(GL 17.1b\)"):
        read_plot(order)
    match = arena(RETIARIUS, FAR)
    assert order not in legal(match)


@pytest.mark.rule("GL 17.1b")
def test_what_is_not_written_is_not_thrown() -> None:
    match = arena(RETIARIUS, man(0, -2, "S"), options={"throws": False})
    plot(match, "X", "-")
    assert not events(match, "net")
    assert not events(match, "net-missed")


@pytest.mark.rule("GL 17.1b")
def test_nor_because_another_net_is_in_use() -> None:
    match = arena(RETIARIUS, man(0, -2, "S", netted=True), step="net", options={"throws": False})
    assert not events(match, "net")
    assert not events(match, "net-missed")
    assert fighter(match, FIRST).spent == 0


@pytest.mark.rule("GL 17.1b", "GL 2-basic-scope")
def test_no_net_in_the_hand_no_net_in_the_order() -> None:
    match = arena(man(0, 0, "N"), FAR)
    assert nets(match) == set()
    match = arena(RETIARIUS, FAR)
    assert nets(match) == {"TN", "SN", "LN"}


# -- the price -------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.2")
@pytest.mark.parametrize(("order", "left"), [("X(TN)", 5), ("X(SN)", 7), ("(LN2)X", 9), ("X", 11)])
def test_a_fixed_price_is_taken_off_what_is_left_for_combat(order: str, left: int) -> None:
    """CF 11 and dead front."""
    match = arena(man(0, 0, "N", type="retiarius", cf=11), man(0, -1, "S"), options={"throws": False}, dice=[2, 2, 2])
    plot(match, order, "X")
    assert caps(match, 0)["unused"] == left
    assert caps(match, 0)["attack chest"] == left // 2
    assert fighter(match, FIRST).cf == 11


@pytest.mark.rule("GL 17.2", "GL 17.352", "GL 8.31a")
def test_what_is_left_after_a_toss_and_a_drag() -> None:
    """CF 11, a toss, two CFs for dragging, +4 against a netted man: seven, three on an area."""
    match = arena(
        man(0, 0, "N", type="retiarius", cf=11),
        man(0, -1, "S"),
        options={"throws": False},
        dice=[5, 5, 5, 6, 6, 6, 1, 1, 1],
    )
    plot(match, "X(TN)", "X")
    assert asked(match)[0] == "free"
    answer(match, 0)
    assert asked(match)[0] == "drag"
    answer(match, 2)
    assert caps(match, 0)["unused"] == 7
    assert caps(match, 0)["attack chest"] == 3


@pytest.mark.rule("GL 17.2", "GL 17.7")
@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        ({"cf": 6}, {"TN", "SN", "LN"}),
        ({"cf": 5}, {"SN", "LN"}),
        ({"cf": 4}, {"SN", "LN"}),
        ({"cf": 3}, {"LN"}),
        ({"cf": 2}, {"LN"}),
        ({"cf": 1}, set()),
        ({"cf": 8, "stun": 3}, {"SN", "LN"}),  # stun comes off first
        ({"cf": 9, "stun": 3}, {"TN", "SN", "LN"}),
    ],
)
def test_the_whole_price_is_needed_and_may_be_all_he_has(sheet: dict[str, Any], expected: set[str]) -> None:
    """Also with a foe before him whose position would give him a bonus."""
    match = arena(man(0, 0, "N", type="retiarius", **sheet), man(0, -1, "N"))
    assert nets(match) == expected


@pytest.mark.rule("GL 17.7")
def test_all_six_cfs_for_a_toss() -> None:
    match = arena(man(0, 0, "N", type="retiarius", cf=6), man(0, -3, "S"), options={"throws": False}, dice=[1, 1, 4])
    plot(match, "X(TN)", "X")
    assert fighter(match, FIRST).spent == 6
    assert events(match, "net")


# -- waiting for the net ---------------------------------------------------------------------------------


def waits(order: str, turn: int, phase: int, blocked: int) -> None:
    """He misses everybody in this phase, may not use the net in so many, and then may again."""
    patient = man(0, 0, "N", type="retiarius", constitution=20)
    other = man(0, -20, "S", constitution=20)
    match = arena(patient, other, turn=turn, phase=phase, dice=[1, 1])
    plot(match, order, "-")
    (missed,) = events(match, "net-missed")
    for _ in range(blocked):
        throw_nothing(match)
        assert nets(match) == set()
        plot(match, "X", "-")
    throw_nothing(match)
    assert nets(match) == {"TN", "SN", "LN"}
    assert fighter(match, FIRST).net
    assert missed.data["fighter"] == FIRST


@pytest.mark.rule("GL 17.31", "GL 17.32")
@pytest.mark.parametrize(("turn", "phase"), [(1, 2), (1, 7), (1, 8)])
def test_two_phases_after_a_toss(turn: int, phase: int) -> None:
    waits("X(TN)", turn, phase, 2)


@pytest.mark.rule("GL 17.31")
def test_phases_in_which_he_does_not_move_count() -> None:
    match = arena(RETIARIUS, FAR, phase=2)
    plot(match, "X(TN)", "-")
    for _ in range(2):
        throw_nothing(match)
        plot(match, "-", "-")
    throw_nothing(match)
    assert match.state.phase == 5
    assert nets(match) == {"TN", "SN", "LN"}


@pytest.mark.rule("GL 17.31", "GL 17.41")
def test_the_refusal_gives_the_reason() -> None:
    match = arena(RETIARIUS, FAR, phase=2)
    plot(match, "X(TN)", "-")
    throw_nothing(match)
    with pytest.raises(Refused, match="not ready again"):
        check_plot(match.state, fighter(match, FIRST), "X(SN)")


@pytest.mark.rule("GL 17.31", "GL 17.41", "GL 17.51")
def test_a_net_needs_a_phase_in_which_he_may_write_orders() -> None:
    match = arena(man(0, 0, "N", type="retiarius", used=5, overexerted=True), FAR)
    assert legal(match) == {"-"}


@pytest.mark.rule("GL 17.41", "GL 17.42")
@pytest.mark.parametrize(("turn", "phase"), [(1, 3), (1, 8)])
def test_one_phase_after_a_swing(turn: int, phase: int) -> None:
    waits("X(SN)", turn, phase, 1)


@pytest.mark.rule("GL 17.51", "GL 17.52")
def test_a_lay_every_phase() -> None:
    waits("(LN2)X", 1, 2, 0)


@pytest.mark.rule("GL 17.51")
def test_but_not_while_a_toss_blocks_the_net() -> None:
    match = arena(man(0, 0, "N", type="retiarius", net_ready=1 * 8 + 4), FAR, phase=3)
    assert nets(match) == set()
    match = arena(man(0, 0, "N", type="retiarius", net_ready=1 * 8 + 4), FAR, phase=4)
    assert nets(match) == {"TN", "SN", "LN"}


@pytest.mark.rule("GL 17.32", "GL 17.42", "GL 17.52", "GL 19.2")
@pytest.mark.parametrize(
    ("order", "price", "clause"),
    [("X(TN)", 6, "GL 17.32"), ("X(SN)", 4, "GL 17.42"), ("(LN2)X", 2, "GL 17.52")],
)
def test_at_nobody_it_counts_as_thrown_and_missed(order: str, price: int, clause: str) -> None:
    match = arena(RETIARIUS, FAR)
    plot(match, order, "-")
    (missed,) = events(match, "net-missed")
    assert clause in missed.clauses
    assert "GL 17.2" in missed.clauses
    assert fighter(match, FIRST).spent == price
    assert fighter(match, FIRST).attack_total == price
    assert fighter(match, FIRST).net
    assert dice_left(match) == ()


# -- grabbed ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.6a", "GL 8.6-M")
@pytest.mark.parametrize(
    ("own", "theirs", "lost"), [((1, 3), (0, 4), False), ((1, 3), (0, 5), True), ((0, 6), (5, 1), False)]
)
def test_both_pull(own: tuple[int, int], theirs: tuple[int, int], lost: bool) -> None:
    """A die and Strength each; the retiarius wins ties, and is never off balance."""
    match = net_attack(
        "toss", 1, 1, 1, own[1], theirs[1], by={"strength": own[0]}, at={"strength": theirs[0], "shield": ""}
    )
    (grab,) = events(match, "grab")
    assert grab.data == {
        "fighter": FIRST,
        "target": SECOND,
        "own": sum(own),
        "against": sum(theirs),
        "lost": lost,
    }
    assert grab.clauses == ("GL 17.6a",)
    assert fighter(match, FIRST).net is not lost
    assert ("grabbed-net" in {decision.name for decision in match.pending.values()}) is lost
    assert dice_left(match) == ()


@pytest.mark.rule("GL 17.6a")
@pytest.mark.parametrize("roll", [[2, 3, 3], [4, 4, 4]])
def test_he_has_it_back_after_any_other_failure(roll: list[int]) -> None:
    match = net_attack("toss", *roll, *([6] if sum(roll) == 12 else []))
    assert fighter(match, FIRST).net


@pytest.mark.rule("GL 17.6b")
@pytest.mark.parametrize(
    ("way", "place"), [(1, (0, -2)), (2, (-1, -2)), (3, (-1, -3)), (4, (0, -4)), (5, (1, -4)), (6, (1, -3))]
)
def test_who_has_both_hands_full_drops_it_beside_him(way: int, place: tuple[int, int]) -> None:
    """He stands at (0,-3) and faces south."""
    match = net_attack("toss", 1, 1, 1, 1, 6)
    assert asked(match) == ("grabbed-net", [f"drop {number}" for number in range(1, 7)])
    answer(match, f"drop {way}")
    assert match.state.items == (Item("net", place),)
    assert not fighter(match, FIRST).net
    assert not fighter(match, SECOND).net
    assert events(match, "net-taken")[0].data == {"fighter": SECOND, "kept": False, "place": list(place)}


@pytest.mark.rule("GL 17.6b", "GL 17.9")
def test_with_a_hand_free_he_may_keep_it() -> None:
    match = net_attack("toss", 1, 1, 1, 1, 6, at={"shield": ""})
    assert asked(match)[1][0] == "keep"
    answer(match, "keep")
    assert fighter(match, SECOND).net
    assert match.state.items == ()
    while "plot" not in {decision.name for decision in match.pending.values()}:
        for seat in [*match.pending]:
            match.submit(seat, match.pending[seat].default)
    assert nets(match, 1) == {"TN", "SN", "LN"}
    assert nets(match, 0) == set()


# -- collisions, and others ------------------------------------------------------------------------------


@pytest.mark.rule("GL 17.8")
def test_no_net_after_a_collision() -> None:
    """F(TN) into a man: neither the CFs nor the net are gone."""
    match = arena(RETIARIUS, man(0, -1, "S"), options={"throws": False}, dice=[6, 1, 1, 1, 6])
    plot(match, "F(TN)", "-")
    assert events(match, "collision")
    assert not events(match, "net")
    assert not events(match, "net-missed")
    assert fighter(match, FIRST).spent == 0
    assert fighter(match, FIRST).net_ready == 0


@pytest.mark.rule("GL 17.8", "GL 17.35")
def test_no_net_from_within_a_net() -> None:
    """Two retiarii; the lower counter throws first, and the other's toss never begins."""
    match = arena(RETIARIUS, man(0, -3, "S", type="retiarius"), options={"throws": False}, dice=[5, 5, 5])
    plot(match, "X(TN)", "X(TN)")
    assert [event.data["fighter"] for event in events(match, "net")] == [FIRST]
    assert fighter(match, SECOND).netted
    assert fighter(match, SECOND).spent == 0


@pytest.mark.rule("GL 17.9", "GL 12.6b")
def test_another_man_throws_at_minus_2() -> None:
    match = net_attack("toss", 3, 3, 3, by={"type": "medium", "net": True, "shield": "", "weapon": "sword"})
    assert amounts(match) == {"no retiarius": -2}
    match = net_attack("swing", 3, 3, 3, by={"type": "medium", "net": True, "weapon": "", "shield": "large"})
    assert amounts(match) == {"no retiarius": -2}


@pytest.mark.rule("GL 17.9")
def test_with_sword_and_net_he_may_write_it() -> None:
    match = arena(man(0, 0, "N", net=True, shield=""), FAR)
    assert nets(match) == {"TN", "SN", "LN"}


@pytest.mark.rule("GL 17.9", "GL 12.6b")
def test_nobody_has_sword_shield_and_net() -> None:
    with pytest.raises(Exception, match="nobody holds more than two things"):
        arena(man(0, 0, "N", net=True), FAR)
