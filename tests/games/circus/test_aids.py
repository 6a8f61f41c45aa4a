"""Every switch of the play aids and the condensed page, alone and together: played, shown, explained, ordered, told."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus.core.clauses import clauses
from ludus.core.decision import Choice, Decision
from ludus.core.dice import SeededDice
from ludus.core.match import Match
from ludus.core.standing_orders import default_orders, obey
from ludus.games.circus.editions import book_of
from ludus.games.circus.game import Circus
from ludus.games.circus.options import SWITCHES
from ludus.games.circus.options.sets import SHORTENED, STREAMLINED
from ludus.games.circus.state import Race

GAME = Circus()
GROUPS = ("Chart sheets", "Action point cards", "Condensed web rules")
ALONE = [
    (switch.name, value)
    for switch in SWITCHES
    if switch.option.group in GROUPS
    for value in switch.chapters
]  # fmt: skip


def bold(decision: Decision, rng: random.Random) -> Choice:
    """Fast, and in everybody's way."""
    if decision.name == "speed" and rng.random() < 0.7:
        return max(choice for choice in decision if isinstance(choice, int))
    if decision.name == "step":
        fights = [each for each in decision if str(each).startswith(("ram", "lash", "trample", "whip"))]
        if fights and rng.random() < 0.7:
            return rng.choice(fights)
        if rng.random() < 0.6:
            return decision.default
    return decision.sample(rng)


def play(ruleset: str, options: dict[str, Any], seed: int, most: int) -> Match[Race]:
    match: Match[Race] = Match(GAME, 4, SeededDice(f"aids {seed}"), ruleset, options)
    rng = random.Random(seed)
    form = GAME.orders(match.options, 4)
    orders = default_orders(form) | {"attack": "anybody", "chance": 0, "odds": "any", "whip": "straight"}
    book, known = book_of(match.state), clauses()
    told = asked = 0
    while match.outcome is None and asked < most:
        seat, decision = next(iter(match.pending.items()))
        assert decision.clause in known
        if asked % 3 == 0:
            assert len(match.view(seat)["decision"]["answers"]) == decision.count()
            if decision.name != "build":
                obeyed = obey(match, seat, orders)
                assert obeyed is None or obeyed.choice in decision
        match.answer(seat, bold(decision, rng))
        asked += 1
        for event in match.events[told:]:
            assert match.narrate(event).strip()
            assert all(clause.split()[0] in book.sources and clause in known for clause in event.clauses)
        told = len(match.events)
    return match


@pytest.mark.parametrize(("name", "value"), ALONE)
def test_each_alone_is_played_shown_explained_obeyed_and_told(name: str, value: object) -> None:
    play("advanced", {name: value}, sum(map(ord, name)), 250)


@pytest.mark.parametrize("ruleset", ["streamlined", "condensed"])
def test_whole_races_by_each_ruleset(ruleset: str) -> None:
    match = play(ruleset, {}, 1, 6000)
    assert match.outcome is not None
    again: Match[Race] = Match(GAME, 4, SeededDice("aids 1"), ruleset)
    assert again.options == match.options


def test_the_rulesets_hold_every_switch_of_their_source() -> None:
    def of(source: str) -> set[str]:
        return {switch.name for switch in SWITCHES if switch.option.clause.startswith(source)}

    assert of("AID") <= set(STREAMLINED)
    assert of("WEB") <= set(SHORTENED)
    for values in (STREAMLINED, SHORTENED):
        for name, value in values.items():
            (switch,) = (each for each in SWITCHES if each.name == name)
            assert value in switch.chapters
