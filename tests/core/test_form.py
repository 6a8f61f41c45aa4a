"""A question that asks for several things at once."""

from __future__ import annotations

import json
import random

import pytest

from ludus.core.decision import Filled, freeze_choice, plain_choice, read_decision
from ludus.core.errors import DataError, Refused
from ludus.core.fields import AnyOf, Field, Number, OneOf, Section
from ludus.core.form import TOO_MANY, Form, Limit

RED = Number(name="red", title="On red", default=100, low=0, high=500, step=100)
BLUE = Number(name="blue", title="On blue", default=0, low=0, high=500, step=100)
WHOM = OneOf(name="whom", title="Whom", default="nobody", choices={"nobody": "nobody", "blue": "Blue"})
SUM = Number(name="sum", title="For", default=0, low=0, high=300, step=100, only=("whom", ("blue",)))
DAYS = AnyOf(name="days", title="Days", default=["Monday"], choices={"Monday": "Monday", "Friday": "Friday"})
PURSE = Limit("You have 600.", ("red", "blue", "sum"), 600, clause="GT 1")
OWN = Limit("At least 100 on your own.", ("red",), least=100)
OTHERS = Limit("No more on others than on your own.", ("blue",), 0, than=("red",))


def form(*fields: Field, limits: tuple[Limit, ...] = (), **more: int) -> Form:
    return Form(0, "bets", "Your bets.", "GT 1", (Section("Bets", fields),), limits, more or None)


def test_all_limits_hold_and_all_answers_are_counted() -> None:
    ask = form(RED, BLUE, limits=(OWN, OTHERS, Limit("You have 600.", ("red", "blue"), 600)))
    listed = list(ask)
    wanted = {(red, blue) for red in range(100, 600, 100) for blue in range(0, red + 1, 100) if red + blue <= 600}
    assert {(each["red"], each["blue"]) for each in listed if isinstance(each, Filled)} == wanted
    assert ask.count() == len(listed) == len(set(listed)) == len(wanted)
    assert all(each in ask for each in listed)
    assert listed[0] == ask.default == Filled({"red": 100, "blue": 0})


def test_what_does_not_count_keeps_its_default() -> None:
    ask = form(WHOM, SUM)
    assert ask.read({"whom": "nobody", "sum": 300}) == Filled({"whom": "nobody", "sum": 0})
    assert ask.read({"whom": "blue", "sum": 300}) in ask
    assert Filled({"whom": "nobody", "sum": 300}) not in ask
    assert ask.count() == 5


def test_choices_have_a_worth_that_limits_add_up() -> None:
    """A choice that is not named in the list of worths costs nothing."""
    prices = {"plain": 300, "swift": 500}
    horse = OneOf(
        name="horse",
        title="A horse",
        default="none",
        choices={"none": "none", **dict.fromkeys(prices, "one")},
        worth=prices,
    )
    ask = form(horse, BLUE, limits=(Limit("You have 600.", ("horse", "blue"), 600),))
    assert ask.count() == 6 + 4 + 2
    assert ask.read({"horse": "swift", "blue": 100}) in ask
    assert ask.read({"horse": "swift", "blue": 200}) not in ask
    plain = json.loads(json.dumps(ask.to_plain()))
    assert [each["worth"] for each in plain["sections"][0]["fields"][0]["choices"]] == [None, 300, 500]
    assert read_decision(plain).count() == ask.count()


def test_an_endless_number_is_refused_in_a_sentence() -> None:
    for endless in (10**5000, [10**5000]):
        with pytest.raises(Refused, match="this is answered by a form with red, not by a huge"):
            form(RED).read(endless)


def test_several_of_a_list() -> None:
    ask = form(DAYS)
    assert ask.count() == 3
    answer = ask.read({"days": ["Friday", "Monday"]})
    assert answer == Filled({"days": ("Monday", "Friday")})
    assert plain_choice(answer) == {"days": ["Monday", "Friday"]}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"red": 150}, "the form, on red takes a whole number from 0 to 500 in steps of 100, not 150"),
        ({"green": 100}, "the form has no 'green'; it has red, blue"),
        ({"red": True}, "not true"),
        ([100, 0], "this is answered by a form with red, blue"),
        ("red", "this is answered by a form"),
        (None, "this is answered by a form"),
        pytest.param(10**5000, "this is answered by a form", id="an endless number"),
    ],
)
def test_what_is_no_form_is_refused(given: object, words: str) -> None:
    with pytest.raises(Refused, match=words) as refused:
        form(RED, BLUE).read(given)
    assert refused.value.code == "malformed-answer"


def test_a_broken_limit_is_said() -> None:
    ask = form(RED, BLUE, WHOM, SUM, limits=(PURSE, OTHERS))
    answer = ask.read({"red": 100, "blue": 200})
    assert answer not in ask
    assert "No more on others than on your own. Legal:" in ask.refuse(answer).message


def test_too_many_to_count_is_said_so() -> None:
    wide = Number(name="wide", title="Wide", default=0, low=0, high=10**6)
    ask = form(wide, RED, limits=(Limit("At most 1000.", ("wide",), 1000),))
    assert ask.count() == TOO_MANY
    assert list(ask) == [ask.default]
    rng = random.Random(1)
    assert all(ask.sample(rng) in ask for _ in range(200))


def test_samples_reach_everything() -> None:
    ask = form(RED, BLUE, limits=(OWN, OTHERS))
    rng = random.Random(2)
    assert {ask.sample(rng) for _ in range(4000)} == set(ask)


def test_a_form_that_breaks_its_own_limits_cannot_be_asked() -> None:
    with pytest.raises(DataError, match="breaks its own limits"):
        form(RED, limits=(Limit("Nothing on red.", ("red",), 0),))


def test_it_comes_back_from_json() -> None:
    ask = form(RED, BLUE, WHOM, SUM, DAYS, limits=(PURSE, OWN, OTHERS), red=200)
    plain = json.loads(json.dumps(ask.to_plain()))
    again = read_decision(plain)
    assert isinstance(again, Form)
    assert (again.sections, again.limits) != ((), ())
    assert again.to_plain() == ask.to_plain()
    answer = ask.sample(random.Random(3))
    assert freeze_choice(json.loads(json.dumps(plain_choice(answer)))) == answer
    assert answer in again


@pytest.mark.parametrize("raw", [{"a": 1.5}, {"a": None}, {"a": {"b": 1}}, {"a": [1]}, {1: 2}])
def test_what_no_field_can_hold_is_no_answer(raw: object) -> None:
    with pytest.raises(Refused):
        freeze_choice(raw)


def test_a_choice_may_mean_a_seat() -> None:
    whom = OneOf(
        name="whom", title="Whom", default="nobody", choices={"nobody": "nobody", "blue": "Blue"}, seats={"blue": 1}
    )
    seats = {each["value"]: each["seat"] for each in whom.to_plain()["choices"]}
    assert seats == {"nobody": None, "blue": 1}
    assert all("seat" not in each for each in WHOM.to_plain()["choices"])


def test_what_counts_only_sometimes_may_begin_with_something_else() -> None:
    """So answers that were given before keep their meaning, and whoever says no more than what he wants gets what is
    usual."""
    due = Number(
        name="due", title="Due", default=2, low=2, high=4, only=("whom", ("blue",)), usual=3,
        named=("before race 2", "before race 3", "at the end"),
    )  # fmt: skip
    ask = form(WHOM, due, limits=(Limit("No more than that.", ("due",), 9, unit="s"),))
    assert ask.default == Filled({"whom": "nobody", "due": 2})
    assert ask.read({"whom": "blue"}) == Filled({"whom": "blue", "due": 3})
    assert Filled({"whom": "nobody", "due": 2}) in ask
    assert Filled({"whom": "nobody", "due": 3}) not in ask
    assert due.legal() == "2 (before race 2) to 4 (at the end)"
    again = read_decision(json.loads(json.dumps(ask.to_plain())))
    assert again.to_plain() == ask.to_plain()
    assert again.read({"whom": "blue"}) == ask.read({"whom": "blue"})
