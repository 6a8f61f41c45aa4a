"""Every switch alone, and switches at random together: whole races in which every question is seen, explained, obeyed
and put into words, and every citation belongs to the book that is played."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus.core.dice import SeededDice
from ludus.core.errors import SetupError
from ludus.core.game import Option
from ludus.core.match import Match
from ludus.core.standing_orders import default_orders, fields_of, obey
from ludus.games.circus.options import EDITIONS, SWITCHES
from ludus.games.circus.state import Race
from tests.games.circus.positions import GAME

COMBINATIONS = 200
AT_ONCE = 20  # combinations in one test
MOST_ANSWERS = 1_500
MATCH_RACE = "match race"  # for two owners only
EVERY = 7  # so many questions pass between two that are looked at closely

# One lap on short straights: everything happens, and soon.
LANES = [(6, 8), (9, 9), (12, 12), (15, 15), (18, 17), (21, 20), (24, 22), (27, 24)]
SHORT: dict[str, Any] = {
    "name": "short", "laps": 1, "straight": 20, "straight_source": "test", "straight_sure": "A", "first_row_car": 2,
    "second_row_car": 0, "gray": [0, 1, 2, 3], "start_sure": "A",
    "lanes": [{"corner": corner, "safe": safe, "source": "test", "sure": "A"} for corner, safe in LANES],
}  # fmt: skip


def stands_in(option: Option, edition: str) -> bool:
    """Whether an edition knows this switch."""
    if option.only is None:
        return True
    name, values = option.only
    return edition in values if name == "edition" else stands_in(option_named(name), edition)


def option_named(name: str) -> Option:
    return next(each.option for each in SWITCHES if each.name == name)


def hangs_on(option: Option) -> dict[str, Any]:
    """The other switch without which this one means nothing."""
    return {} if option.only is None or option.only[0] == "edition" else {option.only[0]: option.only[1][0]}


ALONE = [
    (edition, switch.name, value)
    for edition in EDITIONS
    for switch in SWITCHES
    if stands_in(switch.option, edition)
    for value in switch.option.choices or ()
    if value != switch.option.default
]
# What is no rule of a book, but chosen for an epic race.
CHOSEN: list[dict[str, Any]] = [
    {"time_limit": 2},
    {"entries": 1, "stable": 0},
    {"entries": 4, "stable": 3},
    {"reaction_seconds": 5},
]


def race_by(options: dict[str, Any], seed: str, seats: int) -> Match[Race]:
    match: Match[Race] = Match(GAME, seats, SeededDice(seed), "advanced", {"track": SHORT, **options})
    rng = random.Random(seed)
    form = GAME.orders(match.options, seats)
    orders = default_orders(form) | {"attack": "anybody", "chance": 0, "odds": "any"}
    orders["means"] = next(list(field.choices) for field in fields_of(form) if field.name == "means")  # type: ignore[attr-defined]
    assert GAME.orders_in_words(orders, match.options)
    answered = 0
    while match.outcome is None:
        assert answered < MOST_ANSWERS, f"an endless race by {options}"
        seat, decision = next(iter(match.pending.items()))
        if answered % EVERY == 0:
            assert match.view(seat)["decision"]["answers"], (decision.name, options)
            if decision.name != "build":
                obeyed = obey(match, seat, orders)
                assert obeyed is None or obeyed.choice in decision
        match.answer(seat, decision.sample(rng))
        answered += 1
    return match


def check(match: Match[Race]) -> None:
    sources = set(match.state.rules.book.sources)
    for event in match.events:
        assert match.narrate(event).strip()
        cited = {clause.split()[0] for clause in (*event.clauses, *(roll.clause for roll in event.dice))}
        assert cited <= sources, f"{event.kind} cites {cited - sources} in a book of {sources}"


@pytest.mark.parametrize(("edition", "name", "value"), ALONE)
def test_a_switch_alone(edition: str, name: str, value: Any) -> None:
    options = {"edition": edition, **hangs_on(option_named(name)), name: value}
    check(race_by(options, f"{name} {value}", 2 if value == MATCH_RACE else 4))


@pytest.mark.parametrize("options", CHOSEN, ids=str)
def test_an_epic_race_as_it_was_agreed_on(options: dict[str, Any]) -> None:
    check(race_by({"edition": "epic", **options}, str(options), 4))


def test_a_switch_of_another_edition_is_refused() -> None:
    strangers = [
        (edition, switch.option)
        for edition in EDITIONS
        for switch in SWITCHES
        if not stands_in(switch.option, edition) and switch.option.choices and not hangs_on(switch.option)
    ]
    assert {edition for edition, _ in strangers} == set(EDITIONS)
    for edition, option in strangers:
        other = next(value for value in option.choices or () if value != option.default)
        with pytest.raises(SetupError, match=f"option {option.name} is played only with edition") as refused:
            GAME.resolve("advanced", {"edition": edition, option.name: other})
        assert refused.value.code == "options-exclude"


def excluded(options: dict[str, Any], option: Option) -> bool:
    """Whether this option cannot be played together with those chosen already."""
    chosen = {name: option_named(name) for name in options}
    if not hangs_on(option).items() <= options.items():
        return True
    return any(name in option.excludes for name in chosen) or any(
        option.name in each.excludes for each in chosen.values()
    )


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, COMBINATIONS, AT_ONCE))
def test_switches_together(first: int) -> None:
    for number in range(first, first + AT_ONCE):
        rng = random.Random(f"combination {number}")
        options: dict[str, Any] = {}
        edition = rng.choice(tuple(EDITIONS))
        known = [switch for switch in SWITCHES if switch.option.choices and stands_in(switch.option, edition)]
        for switch in rng.sample(known, rng.randint(2, max(2, len(known) // 2))):
            if not excluded(options, switch.option):
                others = [value for value in switch.option.choices or () if value != switch.option.default]
                options[switch.name] = rng.choice(others)
        options["edition"] = edition
        seats = rng.choice((2, 3, 4, 8))
        check(race_by(options, f"together {number}", 2 if options.get("patronage") == MATCH_RACE else seats))
