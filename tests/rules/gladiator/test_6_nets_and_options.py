"""GL 6.1, 6.4 and 6.5 to 6.7: net actions in an order, the advance plot, the clock, and ground without an edge."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.core.errors import SetupError
from ludus.games.gladiator.hexes import POINTS, STEPS, Hex, distance
from ludus.games.gladiator.plot import read_plot
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    arena,
    caps,
    dice_left,
    events,
    fighter,
    fresh,
    item,
    legal,
    man,
    plot,
    throw_nothing,
)

QUIET = {"throws": False}
NOTHING = [2, 2, 2]  # with the modifiers of these positions no more than an S


def nets(match: ArenaMatch) -> set[str]:
    """The kinds of net attack among the orders offered."""
    return {read_plot(text).net for text in legal(match)} - {""}


# -- net actions -------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 6.4")
def test_eight_special_actions_in_the_advanced_game() -> None:
    netman, foe = man(type="retiarius", weapon=""), man(0, -4, "S", type="retiarius")
    match = arena(netman, foe, items=[item("sword", 0, 0)])
    used: set[str] = set()
    for text in legal(match):
        used |= {part.split(")")[0].rstrip("123456") for part in text.split("(")[1:]}
    assert used == {"Q", "L", "R", "TN", "LN", "SN", "RN", "K"}


@pytest.mark.rule("GL 6.4-TN", "GL 6.4-SN", "GL 6.4-LN")
@pytest.mark.parametrize(
    ("cf", "stun", "found"),
    [
        (10, 0, {"TN", "SN", "LN1", "LN2", "LN3"}),
        (6, 0, {"TN", "SN", "LN1", "LN2", "LN3"}),
        (5, 0, {"SN", "LN1", "LN2", "LN3"}),
        (10, 5, {"SN", "LN1", "LN2", "LN3"}),
        (4, 0, {"SN", "LN1", "LN2", "LN3"}),
        (3, 0, {"LN1", "LN2", "LN3"}),
        (2, 0, {"LN1", "LN2", "LN3"}),
        (1, 0, set()),
    ],
)
def test_a_net_attack_is_written_by_who_can_pay_for_it(cf: int, stun: int, found: set[str]) -> None:
    match = arena(man(type="retiarius", cf=cf, stun=stun), man(0, -4, "S"))
    assert nets(match) == found
    for net in {"TN", "SN", "LN2"} - found:
        with pytest.raises(Refused, match=r"GL 17\.7"):
            match.submit(0, f"X({net})")


@pytest.mark.rule("GL 6.4-TN", "GL 6.4-SN", "GL 6.4-LN")
@pytest.mark.parametrize(("net", "price"), [("TN", 6), ("SN", 4), ("LN2", 2)])
def test_what_a_net_attack_costs_in_its_phase(net: str, price: int) -> None:
    match = arena(man(type="retiarius"), man(0, -2, "S"), options=QUIET, dice=NOTHING if net != "LN2" else [])
    plot(match, f"X({net})", "-")
    assert caps(match, 0)["unused"] == 10 - price
    assert fighter(match, FIRST).cf == 10
    assert dice_left(match) == ()


@pytest.mark.rule("GL 6.4-TN", "GL 6.4-SN")
@pytest.mark.parametrize(("order", "kind", "clause"), [("F(TN)", "toss", "GL 17.3"), ("F(SN)", "swing", "GL 17.4")])
def test_he_moves_first_and_throws_then(order: str, kind: str, clause: str) -> None:
    match = arena(man(type="retiarius"), man(0, -3, "S"), options=QUIET, dice=NOTHING)
    plot(match, order, "-")
    (net,) = events(match, "net")
    assert (net.data["fighter"], net.data["target"], net.data["kind"]) == (FIRST, SECOND, kind)
    assert clause in net.clauses
    assert fighter(match, FIRST).place == (0, -1)


@pytest.mark.rule("GL 6.4-LN")
@pytest.mark.parametrize("facing", ["N", "SE"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_written_hex_of_a_lay(number: int, facing: str) -> None:
    """1 front-left, 2 front, 3 front-right, from where he stands before he turns and moves."""
    spots: dict[str, list[Hex]] = {"N": [(-1, 0), (0, -1), (1, -1)], "SE": [(1, -1), (1, 0), (0, 1)]}
    spot = spots[facing][number - 1]
    # Somebody walks into each of the three hexes from outside; only one of them treads on the net.
    for place in spots[facing]:
        foe = man(2 * place[0], 2 * place[1], POINTS[(STEPS.index(place) + 3) % 6])
        match = arena(man(0, 0, facing, type="retiarius"), foe, options=QUIET, dice=NOTHING)
        plot(match, f"(LN{number})(L)B", "F")
        assert fighter(match, SECOND).place == place
        assert len(events(match, "net")) == (place == spot)
        assert len(events(match, "net-missed")) == (place != spot)


@pytest.mark.rule("GL 6.4-LN")
def test_lay_to_the_front_right_and_step_back() -> None:
    match = arena(man(type="retiarius"), man(1, -2, "S"), options=QUIET, dice=NOTHING)
    plot(match, "(LN3)B", "F")
    assert fighter(match, SECOND).place == (1, -1)
    (net,) = events(match, "net")
    assert (net.data["kind"], net.data["target"]) == ("lay", SECOND)
    assert fighter(match, FIRST).place == (0, 1)


@pytest.mark.rule("GL 6.4-LN")
@pytest.mark.parametrize("text", ["(LN0)F", "(LN4)F", "(LN)F"])
def test_a_lay_has_one_of_three_hexes(text: str) -> None:
    with pytest.raises(Refused):
        read_plot(text)


@pytest.mark.rule("GL 6.4-TN", "GL 6.4-SN", "GL 6.4-LN")
@pytest.mark.parametrize("text", ["X(TN)(SN)", "(LN1)X(TN)", "(LN1)(LN2)X", "X(SN)(SN)"])
def test_one_net_attack_a_phase(text: str) -> None:
    with pytest.raises(Refused, match=r"GL 17\.1b"):
        read_plot(text)


@pytest.mark.rule("GL 6.4-RN")
@pytest.mark.parametrize("order", ["X(RN)", "X"])
@pytest.mark.parametrize(("net", "place"), [("TN", (0, -2)), ("SN", (0, -2))])
def test_repelling_is_worth_6_against_toss_and_swing(net: str, place: Hex, order: str) -> None:
    match = arena(man(type="retiarius"), man(*place, "S"), options=QUIET, dice=[4, 4, 4, 6])
    plot(match, f"X({net})", order)
    modifiers = dict(events(match, "net")[0].modifiers)
    assert modifiers.get("repels the net", 0) == (-6 if order == "X(RN)" else 0)
    assert events(match, "net")[0].data["total"] == 12 + sum(modifiers.values())


@pytest.mark.rule("GL 6.4-RN")
@pytest.mark.parametrize(("order", "repels"), [("F(RN)", -6), ("F", 0)])
def test_repelling_is_worth_6_against_a_lay(order: str, repels: int) -> None:
    match = arena(man(type="retiarius"), man(0, -2, "S"), options=QUIET, dice=[4, 4, 2])
    plot(match, "(LN2)B", order)
    modifiers = dict(events(match, "net")[0].modifiers)
    assert modifiers.get("repels the net", 0) == repels
    assert fighter(match, SECOND).repels == (repels != 0)


@pytest.mark.rule("GL 6.4-RN")
@pytest.mark.parametrize("text", ["(L)F(RN)", "F(RN)(R)", "(Q)F(RN)", "X(K1)(RN)", "C(RN)", "X(RN)(TN)", "(RN)X(RN)"])
def test_nothing_else_goes_with_repelling(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_plot(text)
    assert "GL 6.4-RN" in str(refused.value) or text == "C(RN)"


@pytest.mark.rule("GL 6.4-RN")
def test_repelling_lasts_for_its_phase() -> None:
    match = arena(man(type="retiarius"), man(0, -9, "S"), options=QUIET)
    plot(match, "X", "F(RN)")
    assert fighter(match, SECOND).repels
    throw_nothing(match)  # the net could be put away
    assert match.state.phase == 2
    assert not fighter(match, SECOND).repels


# -- the advance plot ----------------------------------------------------------------------------------------

ADVANCE = {"advance_plot": True, "throws": False}


@pytest.mark.rule("GL 6.1")
@pytest.mark.parametrize(("kind", "crossed"), [("light", 2), ("medium", 3), ("retiarius", 3), ("heavy", 4)])
def test_phases_are_crossed_out_until_the_rate_is_left(kind: str, crossed: int) -> None:
    match = arena(man(type=kind), man(0, -9, "S"), step="turn", turn=0, options=ADVANCE)
    assert match.pending[0].name == "cross-out"
    assert match.pending[0].clause == "GL 6.1"
    choices = list(match.pending[0])
    assert {len(choice) for choice in choices if isinstance(choice, tuple)} == {crossed}
    assert len(set(choices)) == {2: 28, 3: 56, 4: 70}[crossed]


@pytest.mark.rule("GL 6.1")
def test_crossed_out_phases_are_a_secret() -> None:
    match = arena(man(type="heavy"), man(0, -9, "S"), step="turn", turn=0, options=ADVANCE)
    match.submit(0, (1, 4, 6, 8))
    match.submit(1, (2, 3, 5))
    views = {seat: match.view(seat)["position"]["fighters"] for seat in (0, 1, None)}
    assert [views[seat][FIRST]["crossed"] for seat in (0, 1, None)] == [[1, 4, 6, 8], None, None]
    assert [views[seat][SECOND]["crossed"] for seat in (0, 1, None)] == [None, [2, 3, 5], None]
    for event in match.events_for(1):
        assert "cross" not in str(event.data)


@pytest.mark.rule("GL 6.1")
def test_no_move_in_a_crossed_out_phase_but_by_overexertion() -> None:
    match = arena(man(type="heavy"), man(0, -9, "S"), step="turn", turn=0, options=ADVANCE)
    match.submit(0, (1, 4, 6, 8))
    match.submit(1, (6, 7, 8))
    plot(match, "F", "-")  # phase 1 was crossed out
    mover = fighter(match, FIRST)
    assert (mover.used, mover.overexerted) == (0, True)
    for phase in (2, 3):
        assert match.state.phase == phase
        assert "F" in legal(match)
        plot(match, "F", "-")
    assert legal(match) == {"-"}  # phase 4: crossed out, and he has overexerted
    plot(match, "-", "-")
    for order in ("F", "-", "F"):
        plot(match, order, "-")
    mover = fighter(match, FIRST)
    assert (mover.used, mover.place) == (4, (0, -5))


@pytest.mark.rule("GL 6.1")
def test_a_fresh_choice_every_turn_and_none_without_the_option() -> None:
    match = arena(man(), man(0, -9, "S"), turn=1, phase=8, options=ADVANCE, dice=[1, 1])
    plot(match)
    assert match.pending[0].name == "cross-out"
    assert match.state.turn == 2
    usual = arena(man(), man(0, -9, "S"), turn=1, phase=8, options=QUIET, dice=[1, 1])
    plot(usual)
    assert usual.pending[0].name == "plot"
    assert fresh().options["advance_plot"] is False


# -- the clock -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 6.5")
def test_ten_seconds_are_an_option_and_off_by_default() -> None:
    assert fresh().options["plot_seconds"] is None
    match = fresh(options={"plot_seconds": 10})
    assert match.options["plot_seconds"] == 10
    assert match.state.rules.plot_seconds == 10
    for seconds in (0, -1, "10", 2.5):
        with pytest.raises(SetupError):
            fresh(options={"plot_seconds": seconds})


@pytest.mark.rule("GL 6.5")
def test_the_clock_of_a_match_keeps_the_time_for_orders() -> None:
    match = arena(man(), man(0, -1, "S"), options={"plot_seconds": 10})
    timed = [option for option in match.game.options if option.seconds]
    assert [option.name for option in timed] == ["plot_seconds"]
    assert timed[0].clause == "GL 6.5"


@pytest.mark.rule("GL 6.5")
@pytest.mark.parametrize(
    ("sheet", "order"),
    [
        ({}, "-"),
        ({"used": 5, "overexerted": True}, "-"),
        ({"posture": "kneeling"}, "-"),
        ({"posture": "prone"}, "-"),
        ({"netted": True}, "-"),
        ({"owes_stumble": True}, "S"),
        ({"owes_stumble": True, "used": 5, "overexerted": True}, "S"),
        # Where a man must not stay down, his time is up for that too (see the rulings).
        ({"posture": "prone", "must_rise": True}, "KN"),
        ({"posture": "prone", "must_rise": True, "used": 5}, "-"),
    ],
)
def test_what_is_written_when_the_time_is_up(sheet: dict[str, Any], order: str) -> None:
    match = arena(man(**sheet), man(0, -9, "S"), options={"plot_seconds": 10}, dice=[6, 6])
    assert match.pending[0].default == order
    assert order in legal(match)
    match.submit(0, match.pending[0].default)
    match.submit(1, match.pending[1].default)
    assert events(match, "plots")[0].data["plots"] == {FIRST: order, SECOND: "-"}
    assert fighter(match, FIRST).place == (0, 0)


# -- the edge of the map --------------------------------------------------------------------------------------


@pytest.mark.rule("GL 6.7")
def test_the_ground_has_no_edge() -> None:
    """Both drift fifty hexes to the south; what lies behind stays where it is."""
    match = arena(man(0, 0, "S", strength=3), man(0, 7, "S"), items=[item("sword", 2, 1)], dice=[1, 1] * 12)
    assert distance(fighter(match, FIRST).place, (2, 1)) == 3
    while fighter(match, FIRST).place != (0, 51):
        plot(match, *("C" if "C" in legal(match, seat) and not tired(match, seat) else "-" for seat in (0, 1)))
    assert distance(fighter(match, FIRST).place, fighter(match, SECOND).place) == 7
    (lying,) = match.state.items
    assert lying.place == (2, 1)
    assert distance(fighter(match, FIRST).place, lying.place) == 50


def tired(match: ArenaMatch, seat: int) -> bool:
    """No allowance left: the next move would be overexertion."""
    each = match.state.fighters[seat]
    return each.used >= each.allowance


@pytest.mark.rule("GL 6.7")
@pytest.mark.parametrize("shift", [(0, 0), (50, -90), (-4000, 777)])
def test_a_fight_is_the_same_wherever_it_takes_place(shift: Hex) -> None:
    def there(q: int, r: int) -> Hex:
        return (q + shift[0], r + shift[1])

    match = arena(
        man(*there(0, 0)),
        man(*there(0, -2), "S"),
        items=[item("shield", *there(0, -2))],
        options=QUIET,
        dice=[6, 1, 1, 1, 6, 6, 6],
    )
    plot(match, "C", "-")
    assert (fighter(match, FIRST).place, fighter(match, SECOND).place) == (there(0, -2), there(0, -3))
    assert match.state.items[0].place == there(0, -2)
    assert caps(match, 0)["unused"] == 10
