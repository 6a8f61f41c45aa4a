"""Whole races by any options: what is written down at a question goes on from there as the race does."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus.core.dice import SeededDice
from ludus.core.errors import DataError
from ludus.core.match import Match
from ludus.games.circus.options import SWITCHES
from ludus.games.circus.state import Race
from tests.games.circus.positions import GAME
from tests.games.circus.test_options import SHORT, excluded, stands_in
from tests.rules.circus.season_kit import stables

RACES = 12
EPIC_RACES = 6  # of each of its rulesets
SEASON = "season"  # wagers, with chariots out of their stables
WITH_MORE = ("epic", "patrons", "match-race", "wagers", SEASON)
LOOKED_AT = 0.1  # of the questions
ANSWERS = 60  # given again to each twin
BY = [
    *(("advanced", number) for number in range(RACES)),
    *(
        (ruleset, number)
        for ruleset in ("epic", "patrons", "match-race", "wagers", SEASON)
        for number in range(EPIC_RACES)
    ),
]


def some_options(rng: random.Random, ruleset: str, **more: Any) -> dict[str, Any]:
    """Switches that this edition has, set otherwise than the ruleset has them, and some that are given."""
    usual = GAME.resolve(ruleset, more)
    known = [
        switch
        for switch in SWITCHES
        if switch.option.choices and stands_in(switch.option, usual["edition"]) and switch.name != "patronage"
    ]
    options: dict[str, Any] = dict(more)
    given = {switch.name: True for switch in SWITCHES if usual[switch.name] != switch.option.default}
    for switch in rng.sample(known, rng.randint(0, len(known) // 2)):
        if not excluded(given | options, switch.option):
            others = [value for value in switch.option.choices or () if value != usual[switch.name]]
            options[switch.name] = rng.choice(others)
    return options


def twin_of(match: Match[Race], ruleset: str, options: dict[str, Any]) -> Match[Race] | None:
    try:
        written = GAME.write_position(match.state)
    except DataError as error:
        if error.code != "no-scenario":
            raise
        return None
    return Match(GAME, match.seats, match.table.dice.copy(), ruleset, options, position=written)


@pytest.mark.parametrize(("ruleset", "number"), BY)
def test_a_race_goes_on_from_any_question(ruleset: str, number: int) -> None:
    rng = random.Random(f"written {number}")
    season = {"stables": stables(2, 1, 0, 1)} if ruleset == SEASON else {}
    ruleset = "wagers" if season else ruleset
    options = {"track": SHORT, **some_options(rng, ruleset, **season)}
    seats = 4 if season else 2 if ruleset == "match-race" else rng.choice((2, 4))
    match: Match[Race] = Match(GAME, seats, SeededDice(str(number)), ruleset, options)
    twins: list[tuple[Match[Race], int, int, int]] = []
    entries: list[tuple[int, Any]] = []
    while match.outcome is None:
        seat, decision = next(iter(match.pending.items()))
        # Speeds that wait for others, and dice that wait to be told, are no part of a position.
        at_rest = match.table.settled and decision.name != "speed"
        if at_rest and rng.random() < LOOKED_AT:
            twin = twin_of(match, ruleset, options)
            if twin is not None:
                assert [each.to_plain() for each in twin.pending.values()] == [decision.to_plain()], options
                twins.append((twin, len(twin.events), len(match.events), len(entries)))
        choice = decision.sample(rng)
        entries.append((seat, choice))
        match.answer(seat, choice)
    assert twins
    for twin, told, told_here, answered in twins:
        for seat, choice in entries[answered : answered + ANSWERS]:
            twin.submit(seat, choice)
        again = twin.events[told:]
        assert again == match.events[told_here : told_here + len(again)], options
