"""Standing orders: forms, checks, and answers that tell no secrets."""

from __future__ import annotations

from typing import Any

import pytest

import ludus
from ludus.core.clauses import find_clause
from ludus.core.decision import Decision
from ludus.core.fields import AnyOf, Number, OneOf, Rules, Section
from ludus.core.standing_orders import (
    Obeyed,
    OrderForm,
    Orders,
    OrdersError,
    default_orders,
    fields_of,
    obey,
    read_orders,
)
from ludus.library import GAMES
from tests.conformance.kit import play_contest
from tests.games.morra import Morra, Round

WHEN = OneOf(name="when", title="When", default="now", choices={"now": "now", "late": "later"})
HOURS = Number(name="hours", title="Hours", default=3, low=1, high=9, unit="hours", only=("when", ("late",)))
WHOM = AnyOf(name="whom", title="Whom", default=["a"], choices={"a": "Ann", "b": "Bob"})
FORM: OrderForm = (
    Section("First", (WHEN, HOURS)),
    Section("Second", (WHOM, Rules(name="rules", title="Rules", default=[], fields=(WHEN, HOURS), most=2))),
)


def test_what_is_not_given_has_its_default() -> None:
    assert read_orders(FORM, {}) == default_orders(FORM) == {"when": "now", "hours": 3, "whom": ["a"], "rules": []}


def test_what_does_not_count_is_not_looked_at() -> None:
    assert read_orders(FORM, {"hours": "nonsense"})["hours"] == 3
    assert read_orders(FORM, {"when": "late", "hours": 9})["hours"] == 9
    assert read_orders(FORM, {"rules": [{"when": "late"}, {}]})["rules"] == [
        {"when": "late", "hours": 3},
        {"when": "now", "hours": 3},
    ]
    assert read_orders(FORM, {"whom": ["b", "a", "b"]})["whom"] == ["a", "b"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([], "orders must have a value for each name, not []"),
        ({"hour": 1}, "orders has no 'hour'; it has when, hours, whom, rules"),
        ({"when": "soon"}, "orders, when takes now, late, not soon"),
        ({"when": ["now"]}, "orders, when takes now, late, not ['now']"),
        ({"when": "late", "hours": 10}, "orders, hours takes a whole number from 1 to 9, not 10"),
        ({"when": "late", "hours": True}, "orders, hours takes a whole number from 1 to 9, not true"),
        ({"whom": "a"}, "orders, whom takes a list of a, b, not a"),
        ({"whom": [{}]}, "orders, whom takes a list of a, b, not [{}]"),
        ({"whom": []}, "orders, whom takes at least one of a, b"),
        ({"rules": [{}, {"when": 7}]}, "orders, rules, rule 2, when takes now, late, not 7"),
        ({"rules": [{}, {}, {}]}, "orders, rules takes a list of at most 2 rules, not [{}, {}, {}]"),
    ],
)
def test_refusals_name_the_place(given: Any, sentence: str) -> None:
    with pytest.raises(OrdersError) as refused:
        read_orders(FORM, given)
    assert (refused.value.code, refused.value.message) == ("bad-orders", sentence)


def test_the_form_goes_to_clients_as_plain_data() -> None:
    plain = [section.to_plain() for section in FORM]
    kinds = {field["name"]: field["kind"] for section in plain for field in section["fields"]}
    assert kinds == {"when": "one-of", "hours": "number", "whom": "any-of", "rules": "rules"}
    assert plain[0]["fields"][1]["only"] == {"field": "when", "values": ["late"]}
    assert plain[1]["fields"][0]["choices"] == [{"value": "a", "label": "Ann"}, {"value": "b", "label": "Bob"}]


def test_a_game_without_orders_says_so() -> None:
    game = Morra()
    assert game.orders(game.resolve(None, {}), 2) == ()
    with pytest.raises(OrdersError) as refused:
        read_orders((), {})
    assert refused.value.code == "no-orders"


class Obedient(Morra):
    """Answers by default, and blabs about all it knows."""

    id = "obedient"

    def obey(self, state: Round, seat: int, decision: Decision, orders: Orders) -> Obeyed | None:
        if decision.name == "boast":
            return Obeyed("shout", "") if orders["shout"] else None
        return Obeyed(decision.default, f"I know {state.tokens} and play {decision.default}")


def test_orders_know_what_their_seat_knows_and_secret_answers_are_not_told() -> None:
    match = ludus.Match(Obedient(), 2, ludus.SeededDice("orders"))
    own, other = match.state.tokens
    wager = obey(match, 0, {})
    assert wager is not None
    assert (wager.choice, wager.note) == (match.pending[0].default, ""), "nothing is said of a secret answer"
    match.submit(0, wager.choice)
    last = obey(match, 1, {})
    assert last is not None
    assert last.note == "", "nor by the last who is asked"
    while any(decision.name in ("wager", "fingers") for decision in match.pending.values()):
        seat, decision = next(iter(match.pending.items()))
        match.submit(seat, decision.default)
    (seat,) = match.pending
    told = obey(match, seat, {})
    assert told is not None
    mine, his = (own, other) if seat == 0 else (other, own)
    assert str(mine) in told.note
    assert str(his) not in told.note


def test_an_answer_that_is_not_legal_is_found_out() -> None:
    match = ludus.Match(Obedient(), 2, ludus.SeededDice("orders"))
    while "boast" not in [decision.name for decision in match.pending.values()]:
        seat, decision = next(iter(match.pending.items()))
        match.submit(seat, decision.default)
    (seat,) = match.pending
    assert obey(match, seat, {"shout": False}) is None
    with pytest.raises(OrdersError, match="shout, which is not legal: quiet, loud"):
        obey(match, seat, {"shout": True})


# -- of every game in the house -------------------------------------------------------------------------------


def form_of(name: str) -> OrderForm:
    game = GAMES[name]
    return game.orders(game.resolve(None, {}), game.usual_seats)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_form_can_be_filled_and_every_clause_of_it_exists(name: str) -> None:
    game = GAMES[name]
    form = form_of(name)
    names = [field.name for field in fields_of(form)]
    assert len(set(names)) == len(names)
    for field in fields_of(form):
        assert not field.clause or find_clause(field.clause)
    if form:
        assert read_orders(form, default_orders(form)) == default_orders(form)
        assert game.orders_in_words(default_orders(form))


@pytest.mark.parametrize("name", [name for name in sorted(GAMES) if form_of(name)])
def test_a_whole_match_by_the_orders_a_form_begins_with(name: str) -> None:
    orders = default_orders(form_of(name))
    match = ludus.new_match(name, seats=GAMES[name].usual_seats, seed=5)
    obeyed = answers = 0
    while match.outcome is None:
        if match.contest is not None:
            match.settle(play_contest(match, next(iter(match.contests))))
            continue
        seat, decision = next(iter(match.pending.items()))
        found = obey(match, seat, orders)
        match.submit(seat, decision.default if found is None else found.choice)
        obeyed += found is not None
        answers += 1
        assert answers < 10_000, "orders never go round in circles"
    assert obeyed > answers / 2
    ludus.verify(match.record())
