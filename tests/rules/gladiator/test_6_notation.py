"""GL 6.2 to 6.4: how orders are written, what goes with what, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.core.errors import DataError
from ludus.games.gladiator.legal_plots import check_plot, why_not
from ludus.games.gladiator.plot import ALLOWED, NO_MOVE, read_plot
from tests.rules.gladiator.arena import FIRST, SECOND, ArenaMatch, arena, events, fighter, item, legal, man, plot

QUIET = {"throws": False}
ACTIONS = ("F", "B", "SFL", "SFR", "SBL", "SBR", "C", "X", "S", "R", "KN", "RO-FL", "RO-FR", "RO-BL", "RO-BR")
SPECIALS = ("Q", "L", "R", "TN", "LN", "SN", "RN", "K")
# GL 6.4-allowed, by hand.
TABLE = {
    "F": SPECIALS,
    "B": ("Q", "L", "R", "TN", "LN", "SN", "RN"),
    "SFL": SPECIALS,
    "SFR": SPECIALS,
    "SBL": ("Q", "L", "R", "TN", "LN", "SN", "RN"),
    "SBR": ("Q", "L", "R", "TN", "LN", "SN", "RN"),
    "C": (),
    "X": ("L", "R", "TN", "LN", "SN", "RN", "K"),
    "S": ("L", "R"),
    "R": ("L", "R"),
    "KN": ("L", "R", "TN", "LN", "SN", "RN"),
    "RO-FL": ("Q",),
    "RO-FR": ("Q",),
    "RO-BL": ("Q",),
    "RO-BR": ("Q",),
}


def refused(text: str) -> str:
    """The sentence with which an order is refused, whoever writes it."""
    with pytest.raises(Refused) as error:
        read_plot(text)
    assert error.value.code == "bad-plot"
    return str(error.value)


# -- one standard action -------------------------------------------------------------------------------------


@pytest.mark.rule("GL 6.21")
@pytest.mark.parametrize("text", ["F SFL", "FSFL", "F F", "F(L)B", "X-", "RO-FL RO-FR", "(L)", "(L)(Q)", ""])
def test_neither_two_standard_actions_nor_none(text: str) -> None:
    sentence = refused(text)
    if text != "FSFL":  # which is no action at all
        assert "GL 6.21" in sentence
    match = arena(man(), man(0, -4, "S"))
    with pytest.raises(Refused):
        match.submit(0, text)
    assert match.pending.keys() == {0, 1}


@pytest.mark.rule("GL 6.21")
@pytest.mark.parametrize("text", ["(L)F", "F", "F(L)(L)", "(Q)SFR", "X(K3)"])
def test_one_standard_action_with_what_belongs_to_it(text: str) -> None:
    order = read_plot(text)
    assert order.action in ("F", "SFR", "X")
    assert order.actions == 1 + text.count("(")


@pytest.mark.rule("GL 6.3", "GL 6.4")
@pytest.mark.parametrize(
    "text", ["Z", "SF", "RO", "RO-F", "f", "F!", "(Z)F", "(K)F", "(K7)X", "(LN4)F", "(LN)F", "((L))F"]
)
def test_what_is_no_action_is_refused(text: str) -> None:
    refused(text)


@pytest.mark.rule("GL 6.3")
def test_twelve_standard_actions() -> None:
    """The four rolls are one; no move and the getting up of a kneeling man are ours."""
    assert set(ALLOWED) - {NO_MOVE, "X-UP"} == set(ACTIONS)
    assert len({action.split("-")[0] for action in ACTIONS}) == 12


@pytest.mark.rule("GL 6.3")
@pytest.mark.parametrize("action", ACTIONS)
def test_a_written_action_uses_a_phase_of_allowance(action: str) -> None:
    posture = "prone" if action.startswith("RO") else "standing"
    sheet: dict[str, Any] = {
        "posture": posture,
        "owes_stumble": action == "S",
        "weapon": "" if action == "R" else "sword",
    }
    items = [item("sword", 0, 0)] if action == "R" else []
    match = arena(man(used=2, **sheet), items=items, dice=[6, 6, 6, 6])
    plot(match, action)
    assert fighter(match, FIRST).used == (2 if action == "S" else 3)


@pytest.mark.rule("GL 6.3")
def test_of_all_orders_only_no_move_and_a_plain_stumble_are_free() -> None:
    """A retiarius near an item, standing, prone and stumbling: everything he could write."""
    netman = man(type="retiarius", weapon="")
    foe = man(0, -3, "S", type="retiarius")
    items = [item("trident", 0, 0)]
    free = set()
    sheets: list[dict[str, Any]] = [{}, {"posture": "kneeling"}, {"posture": "prone"}, {"owes_stumble": True}]
    for sheet in sheets:
        match = arena({**netman, **sheet}, foe, items=items)
        free |= {text for text in legal(match) if not read_plot(text).moves}
    assert free == {"-", "S"}


@pytest.mark.rule("GL 6.3")
def test_no_move_uses_nothing() -> None:
    match = arena(man(used=2))
    plot(match, "-")
    assert fighter(match, FIRST).used == 2


# -- special actions ---------------------------------------------------------------------------------------


@pytest.mark.rule("GL 6.4-allowed", "GL 6.4")
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("special", SPECIALS)
def test_every_cell_of_the_combinations(action: str, special: str) -> None:
    number = {"LN": "2", "K": "1"}.get(special, "")
    for text in (f"({special}{number}){action}", f"{action}({special}{number})"):
        if special in TABLE[action]:
            assert read_plot(text).actions == 2
        else:
            assert special in refused(text)


@pytest.mark.rule("GL 6.4-allowed")
@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("R(TN)", "GL 6.3-R"),
        ("S(L)(L)", "GL 6.3-S"),
        ("S(L)(R)", "GL 6.3-S"),
        ("C(L)", "GL 6.3-C"),
        ("(Q)C", "GL 6.3-C"),
        ("X(Q)", "GL 6.3-X"),
        ("KN(Q)", "GL 6.3-KN"),
        ("KN(K1)", "GL 6.3-KN"),
        ("RO-FL(L)", "GL 6.4-allowed"),
        ("SBR(K3)", "GL 6.4-allowed"),
        ("-(L)", "GL 4.31b"),
    ],
)
def test_refused_combinations_name_their_clause(text: str, clause: str) -> None:
    assert f"({clause})" in refused(text)


@pytest.mark.rule("GL 6.4-allowed", "GL 6.3-R")
def test_a_careful_attempt_takes_any_number_of_turns() -> None:
    match = arena(man(weapon=""), items=[item("sword", 0, 0)], dice=[1])
    assert {"R", "R(L)", "R(L)(L)", "R(R)(R)(R)"} <= legal(match)
    plot(match, "R(L)(L)")
    assert fighter(match, FIRST).facing == 4


@pytest.mark.rule("GL 6.4-allowed")
@pytest.mark.parametrize("text", ["X(TN)", "KN(R)", "F(SN)", "(LN1)KN", "KN(TN)", "(L)SBL(SN)"])
def test_combinations_that_a_retiarius_may_write(text: str) -> None:
    match = arena(man(type="retiarius"), man(0, -4, "S"))
    assert text in match.pending[0]


@pytest.mark.rule("GL 6.22")
@pytest.mark.parametrize(
    ("text", "place", "facing"),
    [
        ("(L)(L)F(R)", (-1, 1), 5),
        ("(L)(L)(L)F", (0, 1), 3),  # as far as (R)(R)(R)
        ("(L)(L)(L)(L)F", (1, 0), 2),
        ("(L)(R)F", (0, -1), 0),
        ("(Q)(L)B", (2, 0), 5),
        ("(L) (Q) B", (2, 0), 5),
        ("(L)(Q)SFR(R)(R)", (0, -2), 1),
    ],
)
def test_any_number_of_turns_in_one_phase(text: str, place: tuple[int, int], facing: int) -> None:
    match = arena(man())
    plot(match, text)
    mover = fighter(match, FIRST)
    assert (mover.place, mover.facing, mover.used) == (place, facing, 1)
    assert events(match, "plots")[0].data["plots"][FIRST] == text


@pytest.mark.rule("GL 6.22")
@pytest.mark.parametrize("text", ["(K1)F(TN)", "(LN2)(L)(K1)X", "(TN)F", "SFL(SN)(L)(L)(L)(L)", "(L)(L)(K2)F(R)(SN)"])
def test_nets_kicks_and_turns_together(text: str) -> None:
    match = arena(man(type="retiarius"), man(0, -4, "S"), items=[item("sword", 0, 0)])
    assert text in match.pending[0]
    assert check_plot(match.state, fighter(match, FIRST), text).text == text


@pytest.mark.rule("GL 6.22", "GL 12.7")
@pytest.mark.parametrize(
    ("text", "lands"), [("(K1)(L)X", (0, -2)), ("(L)(K1)X", (-2, 0)), ("X(K1)(R)", (0, -2)), ("X(R)(K1)", (2, -2))]
)
def test_a_kick_goes_by_the_turns_before_it(text: str, lands: tuple[int, int]) -> None:
    match = arena(man(), items=[item("sword", 0, 0)], dice=[5])
    plot(match, text)
    assert match.state.items[0].place == lands


@pytest.mark.rule("GL 6.22", "GL 17.45")
@pytest.mark.parametrize(
    ("text", "hexsides"), [("X", 0), ("X(L)(R)", 2), ("(L)(R)X", 2), ("SFR(L)", 1), ("(L)(R)SFR", 0), ("SFR(R)(L)", 2)]
)
def test_turns_count_as_they_are_written(text: str, hexsides: int) -> None:
    """A swing asks for the hexsides turned in the hex where the net finds him, also where two turns cancel out."""
    match = arena(man(type="retiarius", counter=1), man(1, -3, "S", counter=2), options=QUIET, dice=[1, 1, 2])
    plot(match, "F(SN)", text)
    (net,) = events(match, "net")
    assert dict(net.modifiers).get("turned", 0) == 2 * hexsides


@pytest.mark.rule("GL 6.22", "GL 7.5-drm")
def test_a_careful_attempt_counts_however_it_is_written() -> None:
    for text in ("R(L)", "(L)R"):
        match = arena(
            man(weapon="", counter=1),
            man(0, -1, "S", counter=2),
            items=[item("sword", 0, 0)],
            options=QUIET,
            dice=[1, 6, 1, 1, 6, 6],
        )
        plot(match, text, "F")
        (collision,) = events(match, "collision")
        assert (f"{FIRST}: recovering an item", -3) in collision.modifiers


@pytest.mark.rule("GL 6.22")
def test_a_quick_move_is_written_once() -> None:
    assert "GL 6.22" in refused("(Q)(Q)F")
    assert "GL 6.22" in refused("(Q)F(Q)")


@pytest.mark.rule("GL 6.22")
def test_an_order_fits_on_its_line() -> None:
    read_plot("(L)" * 26 + "F")
    refused("(L)" * 27 + "F")


@pytest.mark.rule("GL 6.22")
def test_every_listed_order_is_legal() -> None:
    """The list and the reasons agree, for men in every state."""
    foe = man(0, -3, "S", type="retiarius")
    sheets: list[dict[str, Any]] = [
        {},
        {"type": "retiarius"},
        {"type": "retiarius", "weapon": ""},
        {"posture": "kneeling", "shield": ""},
        {"posture": "prone", "type": "retiarius"},
        {"posture": "prone", "must_rise": True},
        {"owes_stumble": True},
        {"owes_stumble": True, "used": 5, "overexerted": True},
        {"netted": True, "shield": ""},
        {"used": 5, "overexerted": True},
    ]
    for sheet in sheets:
        match = arena(man(**sheet), foe, items=[item("shield", 0, 1)])
        writer = fighter(match, FIRST)
        for text in legal(match):
            assert why_not(match.state, writer, read_plot(text)) == "", (sheet, text)


# -- secrecy and refusal -----------------------------------------------------------------------------------


@pytest.mark.rule("GL 6.2")
def test_orders_are_revealed_together() -> None:
    match = arena(man(), man(0, -6, "S"))
    assert [decision.name for decision in match.pending.values()] == ["plot", "plot"]
    before = {seat: match.view(seat)["position"] for seat in (1, None)}
    match.submit(0, "(L)F")
    for seat in (1, None):
        assert match.view(seat)["position"] == before[seat]
        assert "(L)F" not in str(match.view(seat)["position"])
        assert match.events_for(seat) == []
    match.submit(1, "B")
    (plots,) = match.events_for(1)[:1]
    assert plots.kind == "plots"
    assert plots.data == {"turn": 1, "phase": 1, "plots": {FIRST: "(L)F", SECOND: "B"}}
    assert match.events_for(0) == match.events_for(1)


@pytest.mark.rule("GL 6.2")
def test_who_cannot_move_is_asked_like_everybody() -> None:
    """So that nobody can tell: he has the one answer."""
    match = arena(man(used=5, overexerted=True), man(0, -6, "S"))
    assert set(match.pending) == {0, 1}
    assert legal(match, 0) == {"-"}


@pytest.mark.rule("GL 6.2")
def test_orders_are_asked_for_in_every_phase() -> None:
    match = arena(man())
    for phase in range(1, 9):
        assert match.pending[0].prompt.startswith(f"Phase {phase}:")
        assert match.pending[0].clause == "GL 6.2"
        if phase < 8:
            plot(match, "-")


def refusal_of(match: ArenaMatch, text: str, seat: int = 0) -> str:
    """Try to hand in an order; nothing may change."""
    before, view = match.snapshot(), match.view(None)
    with pytest.raises(Refused) as error:
        match.submit(seat, text)
    assert error.value.code == "bad-plot"
    assert match.snapshot() == before
    assert match.view(None) == view
    assert seat in match.pending
    return str(error.value)


@pytest.mark.rule("GL 6.6")
@pytest.mark.parametrize(
    ("sheet", "text", "clause"),
    [
        ({}, "F SFL", "GL 6.21"),
        ({}, "C(L)", "GL 6.3-C"),
        ({}, "RO-FL", "GL 6.3-RO"),
        ({}, "S", "GL 6.3-S"),
        ({}, "X-UP", "GL 13.1"),
        ({}, "R", "GL 12.6a"),
        ({}, "X(K1)", "GL 12.7"),
        ({}, "X(TN)", "GL 17.1b"),
        ({}, "F(RN)", "GL 6.4-RN"),
        ({"type": "retiarius", "cf": 5}, "X(TN)", "GL 17.7"),
        ({"type": "retiarius", "net_ready": 99}, "X(LN1)", "GL 17.31"),
        ({"posture": "prone"}, "F", "GL 13.1"),
        ({"posture": "prone", "must_rise": True}, "-", "GL 13.1"),
        ({"owes_stumble": True}, "F", "GL 6.3-S"),
        ({"owes_stumble": True, "used": 5, "overexerted": True}, "S(L)", "GL 6.3-S"),
        ({"used": 5, "overexerted": True}, "F", "GL 4.31a"),
        ({"netted": True}, "(L)F", "GL 17.355"),
        ({"netted": True, "owes_stumble": True}, "S(L)", "GL 17.355"),
    ],
)
def test_an_illegal_order_is_refused_with_its_reason(sheet: dict[str, Any], text: str, clause: str) -> None:
    match = arena(man(**sheet), man(0, -6, "S"))
    assert clause in refusal_of(match, text)
    assert text not in legal(match)


@pytest.mark.rule("GL 6.6")
def test_an_order_stands_once_all_are_revealed() -> None:
    match = arena(man(), man(0, -6, "S"))
    match.submit(0, "F")
    match.undo(0)
    match.submit(0, "B")
    with pytest.raises(Refused) as error:
        match.submit(0, "F")
    assert error.value.code == "already-answered"
    match.submit(1, "-")
    with pytest.raises(Refused) as error:
        match.undo(0)
    assert error.value.code == "undo-refused"
    assert fighter(match, FIRST).place == (0, 1)


@pytest.mark.rule("GL 6.6")
def test_a_position_with_an_unreadable_order_is_refused() -> None:
    with pytest.raises(DataError) as error:
        arena(man(plot="F SFL"), step="engage")
    assert error.value.code == "bad-scenario"
    assert "GL 6.21" in str(error.value)
