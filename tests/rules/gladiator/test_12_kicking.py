"""GL 12.7: kicks."""

from __future__ import annotations

import pytest

from ludus import Refused
from ludus.games.gladiator.plot import read_plot
from ludus.games.gladiator.state import Item
from tests.rules.gladiator.arena import FIRST, arena, dice_left, events, item, legal, man, plot

FAR = man(0, -20, "S")


@pytest.mark.rule("GL 12.7", "GL 12.71")
def test_a_kick_straight_ahead() -> None:
    """F(K1) into the hex of a shield, facing north: two actions, a 5 sends it three hexes on."""
    match = arena(man(0, 0, "N"), FAR, items=[item("shield", 0, -1)], dice=[5])
    plot(match, "F(K1)", "-")
    (kick,) = events(match, "kick")
    assert kick.data == {"fighter": FIRST, "item": "shield", "place": [0, -4], "hexes": 3}
    assert kick.clauses == ("GL 12.7", "GL 12.71")
    assert kick.modifiers == (("actions written", -2),)
    assert match.state.items == (Item("shield", (0, -4), "large", 17),)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.7", "GL 12.41")
@pytest.mark.parametrize(
    ("way", "place"), [(1, (0, -1)), (2, (1, -1)), (3, (1, 0)), (4, (0, 1)), (5, (-1, 1)), (6, (-1, 0))]
)
def test_six_directions_from_his_front(way: int, place: tuple[int, int]) -> None:
    match = arena(man(0, 0, "N"), FAR, items=[item("sword", 0, 0)], dice=[3])
    plot(match, f"X(K{way})", "-")
    assert match.state.items == (Item("sword", place),)


@pytest.mark.rule("GL 12.7")
def test_the_direction_goes_by_his_facing_at_that_moment() -> None:
    """He turns left first: his front is north-west then."""
    match = arena(man(0, 0, "N"), FAR, items=[item("sword", -1, 0)], dice=[4])
    plot(match, "(L)F(K1)", "-")
    assert match.state.items == (Item("sword", (-2, 0)),)


@pytest.mark.rule("GL 12.7")
def test_a_kick_before_the_step_is_at_what_lies_in_the_hex_he_leaves() -> None:
    match = arena(man(0, 0, "N"), FAR, items=[item("sword", 0, 0), item("shield", 0, -1)], dice=[6])
    plot(match, "(K4)F", "-")
    assert events(match, "kick")[0].data["item"] == "sword"
    assert Item("sword", (0, 4)) in match.state.items


@pytest.mark.rule("GL 12.7")
@pytest.mark.parametrize("order", ["SBL(K1)", "SBR(K1)", "B(K1)", "(K1)B", "KN(K1)", "C(K1)"])
def test_who_backs_into_a_hex_kicks_nothing(order: str) -> None:
    with pytest.raises(Refused) as refused:
        read_plot(order)
    assert refused.value.code == "bad-plot"
    match = arena(man(0, 0, "N"), FAR, items=[item("sword", 0, 0)])
    assert order not in legal(match)


@pytest.mark.rule("GL 12.7")
def test_one_kick_a_phase() -> None:
    with pytest.raises(Refused):
        read_plot("(K1)F(K2)")
    match = arena(man(0, 0, "N"), FAR, items=[item("sword", 0, 0), item("shield", 0, 0)], dice=[4])
    plot(match, "X(K1)", "-")
    assert len(events(match, "kick")) == 1
    assert len([each for each in match.state.items if each.place == (0, 0)]) == 1
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.7")
def test_kicking_where_nothing_lies_rolls_no_die() -> None:
    match = arena(man(0, 0, "N"), FAR, items=[item("sword", 0, -1)])
    plot(match, "X(K1)", "-")
    assert not events(match, "kick")


@pytest.mark.rule("GL 12.7", "GL 17.6b")
def test_a_net_is_never_kicked() -> None:
    match = arena(man(0, 0, "N"), FAR, items=[item("net", 0, 0)])
    assert not any("(K" in order for order in legal(match))
    match = arena(man(0, 0, "N"), FAR, items=[item("net", 0, 0), item("sword", 0, 0)], dice=[4])
    plot(match, "X(K1)", "-")
    assert events(match, "kick")[0].data["item"] == "sword"


@pytest.mark.rule("GL 12.7", "GL 7.3")
def test_a_collision_comes_before_the_kick() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S"), items=[item("sword", 0, -1)], dice=[6, 1, 1, 1, 6])
    plot(match, "F(K1)", "-")
    assert events(match, "collision")
    assert not events(match, "kick")
    assert Item("sword", (0, -1)) in match.state.items


@pytest.mark.rule("GL 12.71", "GL 12.72")
@pytest.mark.parametrize(
    ("order", "where", "die", "hexes"),
    [
        ("X(K2)", (0, 0), 5, 3),
        ("X(K2)", (0, 0), 3, 1),
        ("X(K2)", (0, 0), 2, 0),
        ("X(K2)", (0, 0), 1, 0),
        ("(R)(K2)X", (0, 0), 4, 1),
        ("(R)(K2)X", (0, 0), 3, 0),
        ("(Q)F(K2)", (0, -2), 4, 1),
        ("(L)(Q)F(K1)", (-2, 0), 5, 1),
        ("(L)(Q)F(K1)", (-2, 0), 4, 0),
    ],
)
def test_every_action_written_shortens_the_kick(order: str, where: tuple[int, int], die: int, hexes: int) -> None:
    match = arena(man(0, 0, "N"), FAR, items=[item("sword", *where)], dice=[die])
    plot(match, order, "-")
    (kick,) = events(match, "kick")
    assert kick.data["hexes"] == hexes
    assert ("GL 12.72" in kick.clauses) is (hexes == 0)
    if not hexes:
        assert match.state.items == (Item("sword", where),)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 12.71")
def test_each_turn_is_an_action() -> None:
    assert read_plot("(L)(L)F(K1)").actions == 4
    assert read_plot("X(K2)").actions == 2
