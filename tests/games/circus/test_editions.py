"""An edition replaces whole procedures by their names, and the rules ask no further."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from ludus.core.dice import SeededDice
from ludus.core.game import Phase
from ludus.core.match import Match
from ludus.core.table import Table
from ludus.games.circus.attack import Attack
from ludus.games.circus.editions import SECOND_EDITION
from ludus.games.circus.game import Circus
from ludus.games.circus.hooks import EDITIONS, Hooks
from ludus.games.circus.state import TEAM, Chariot, Race
from ludus.games.circus.track import IN

RACES = 40  # in which even what is rare happens


def play(seed: int) -> Match[Race]:
    match = Match(Circus(), 8, SeededDice(f"edition {seed}"), "advanced")
    rng = random.Random(seed)
    while match.outcome is None:
        seat, decision = next(iter(match.pending.items()))
        match.answer(seat, decision.sample(rng))
    return match


def spit_at_somebody(race: Race, chariot: Chariot) -> dict[str, Attack]:
    """A new kind of attack, on whoever comes to mind."""
    target = next((other for other in race.chariots if other.on_track and other.seat != chariot.seat), None)
    if target is None:
        return {}
    return {f"spit at {target.faction}": Attack("spit", target.number, TEAM, IN)}


def spit(race: Race, table: Table, chariot: Chariot, attack: Attack) -> Phase:
    table.tell("spit", {"chariot": chariot.faction, "at": race.chariots[attack.target].faction}, ("CM 9.22",))
    return
    yield


def test_every_procedure_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Counter[str] = Counter()
    edition = replace(EDITIONS[SECOND_EDITION], more_attacks=spit_at_somebody, carry_out=spit)

    def counted(name: str, procedure: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            calls[name] += 1
            return procedure(*arguments)

        return call

    names = [each.name for each in fields(Hooks)]
    watched = replace(edition, **{name: counted(name, getattr(edition, name)) for name in names})
    monkeypatch.setitem(EDITIONS, SECOND_EDITION, watched)
    seed = 0
    while set(calls) != set(names) and seed < RACES:
        match = play(seed)
        seed += 1
        assert any(event.kind == "spit" for event in match.events)
    assert set(calls) == set(names)


def test_an_edition_may_start_heavier_and_corner_slower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three dice lost at the start, and a muddy circus."""
    plain = EDITIONS[SECOND_EDITION]
    muddy = replace(
        plain, start_dice=lambda race, chariot: 3, safe_speed=lambda race, lane: plain.safe_speed(race, lane) - 2
    )
    monkeypatch.setitem(EDITIONS, SECOND_EDITION, muddy)
    match = play(1)
    starts = [event for event in match.events if event.kind == "dead-start"]
    assert all(len(event.dice[0].values) == 3 for event in starts)
    assert len(starts) > 8, "in this edition every phase begins from a stand"
