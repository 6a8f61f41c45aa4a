"""The formats as people play them: round by round, with some who leave, and bots in the seats that stay empty."""

from __future__ import annotations

from itertools import combinations

import pytest

from ludus.core.errors import SetupError
from ludus.formats import Card, Round, Table

NAMES = tuple("abcdefghijklm")


def hold(card: Card, *, leaves: dict[int, str] | None = None) -> Card:
    """The first in the alphabet is the best; where others sit at the table they come last."""
    card.check()
    while (drawn := card.draw()) is not None:
        seated = [name for table in drawn.tables for name in table.names]
        assert len(seated) == len(set(seated)), "nobody is at two tables"
        assert not set(card.out) & {*seated, *drawn.free}
        played = []
        for table in drawn.tables:
            places = {name: place for place, name in enumerate(sorted(table.names), start=1)}
            others = {f"bot {seat}": card.seats for seat in range(len(table.names), card.seats)} if card.company else {}
            played.append(Table(table.stage, table.names, ({**places, **others},)))
        card.held.append(Round(drawn.stage, tuple(played), drawn.free))
        card.out = {*card.out, *(name for number, name in (leaves or {}).items() if number == len(card.held))}
    return card


@pytest.mark.parametrize(("entrants", "seats"), [(2, 2), (4, 2), (7, 2), (5, 3), (8, 4), (13, 4), (13, 8)])
def test_in_a_round_robin_all_meet_and_each_sits_once_a_round(entrants: int, seats: int) -> None:
    card = hold(Card("round-robin", NAMES[:entrants], seats))
    met = {frozenset(pair) for table in card.tables for pair in combinations(table.names, 2)}
    assert met == {frozenset(pair) for pair in combinations(NAMES[:entrants], 2)}
    assert len(card.held) == card.count()
    if seats == 2:
        assert len(card.held) == entrants - 1 + entrants % 2
        assert len(met) == len(card.tables), "nobody twice"
    assert next(each.name for each in card.standings()) == "a"


def test_who_leaves_is_drawn_no_more_and_whoever_should_have_met_him_has_the_point() -> None:
    card = hold(Card("round-robin", NAMES[:4], 2), leaves={1: "a"})
    assert len(card.held) == 3
    assert sum(len(each.free) for each in card.held) == 2
    standings = card.standings()
    assert (standings[0].name, standings[0].points) == ("b", 3.0)
    swiss = hold(Card("swiss", NAMES[:6], 3, rounds=3), leaves={1: "a", 2: "b"})
    assert len(swiss.held) == 3
    assert hold(Card("swiss", NAMES[:3], 2, rounds=3), leaves={1: "a", 2: "b"}).draw() is None


def test_with_company_nobody_is_free_and_places_count_among_all() -> None:
    card = hold(Card("swiss", NAMES[:5], 2, rounds=4, company=True))
    alone = [table.names[0] for table in card.tables if len(table.names) == 1]
    assert len(alone) == len(set(alone)) == 4, "another one each time"
    assert not any(each.free for each in card.held)
    full = Table("final", ("a", "b"), ({"a": 2, "bot 0": 1, "b": 4, "bot 1": 3},))
    assert full.score() == {"a": 2 / 3, "b": 0.0}


def test_heats_to_the_final_also_when_finalists_leave() -> None:
    card = hold(Card("heats", NAMES, 4))
    assert [each.stage for each in card.held] == ["heats", "semi-finals", "final"]
    assert [each.name for each in card.standings()][:2] == ["a", "b"]
    early = hold(Card("heats", NAMES[:8], 4), leaves={1: "a"})
    assert early.held[-1].stage == "final"
    assert "a" not in early.held[-1].tables[0].names
    assert early.standings()[0].name == "b"
    knockout = hold(Card("heats", NAMES[:3], 2))
    assert [(each.stage, len(each.tables), len(each.free)) for each in knockout.held] == [
        ("semi-finals", 1, 1),
        ("final", 1, 0),
    ]


def test_ties_are_broken_by_wins_then_by_whom_one_has_met_and_else_shared() -> None:
    drawn = Table("round 1", ("a", "b"), ({"a": 1, "b": 1},))
    card = Card("round-robin", ("a", "b"), 2, held=[Round("round 1", (drawn,))])
    assert [(each.name, each.place, each.points) for each in card.standings()] == [("a", 1, 0.5), ("b", 1, 0.5)]
    won = [("a", "b"), ("c", "d")], [("c", "a"), ("b", "d")]
    rounds = [Round("", tuple(Table("", pair, ({pair[0]: 1, pair[1]: 2},)) for pair in each)) for each in won]
    swiss = Card("swiss", ("b", "a", "c", "d"), 2, rounds=2, held=rounds)
    assert [(each.name, each.place) for each in swiss.standings()] == [("c", 1), ("a", 2), ("b", 3), ("d", 4)]


def test_what_cannot_be_held_is_said() -> None:
    for card, code in (
        (Card("cup", NAMES, 2), "unknown-tournament"),
        (Card("swiss", ("a", "a"), 2), "bad-entrants"),
        (Card("swiss", NAMES, 1), "bad-seats"),
        (Card("heats", NAMES, 2, rounds=3), "bad-rounds"),
        (Card("round-robin", tuple(map(str, range(60))), 2), "bad-entrants"),
    ):
        with pytest.raises(SetupError) as refused:
            card.check()
        assert refused.value.code == code
