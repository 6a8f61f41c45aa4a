"""A match that is played by numbers: whose turn it is, what may be picked, and what each seat sees."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ludus.bots.base import Glimpse
from ludus.bots.table import Table, check_drivers, next_seat
from ludus.core.errors import Refused, SetupError
from ludus.core.game import Game, Outcome
from ludus.core.match import Match
from ludus.learn.eye import Eye, Row
from ludus.learn.steps import Menu, Steps, steps_of
from ludus.library import GAMES, find_game
from ludus.play import new_match

DRIVERS = ("random",)  # who plays the contests of a campaign


def names() -> list[str]:
    """Every game with every ruleset, as learning environments are called.

    >>> names()[:2], len(names()) == sum(len(find_game(game).rulesets) for game in GAMES)
    (['circus/advanced', 'circus/timed'], True)
    """
    return [f"{game}/{ruleset}" for game in GAMES for ruleset in find_game(game).rulesets]


def find(name: str) -> tuple[Game[Any], str]:
    """Game and ruleset of such a name; a game alone is played by its usual rules."""
    game_id, _, ruleset = name.partition("/")
    game = find_game(game_id)
    game.resolve(ruleset or None, {})
    return game, ruleset or next(iter(game.rulesets))


def seats_of(name: str, seats: int | None = None, options: Mapping[str, Any] | None = None) -> int:
    """How many play: as many as told, or as is usual, or else as many as the ruleset takes."""
    game, ruleset = find(name)
    if seats is not None:
        new_match(game.id, seats, 0, ruleset, options)
        return int(seats)
    counts: list[int] = [game.usual_seats, *range(game.max_seats, game.min_seats, -1)]
    for count in counts:
        try:
            new_match(game.id, count, 0, ruleset, options)
            return count
        except SetupError:  # a match race is for two
            continue
    return int(game.min_seats)


class Play:
    """One match, a step at a time. The same seed and the same actions always give the same match."""

    __slots__ = ("_drivers", "_eye", "_floor", "_seed", "_steps", "match", "menu", "picked", "seat")

    def __init__(
        self,
        name: str,
        seats: int,
        seed: str,
        options: Mapping[str, Any] | None = None,
        drivers: Sequence[str] = DRIVERS,
    ) -> None:
        game, ruleset = find(name)
        if drivers != DRIVERS:  # whose names are known without importing the bots of every game
            check_drivers(drivers)
        self._seed = seed
        self._drivers = drivers
        self._floor = random.Random(f"{seed}/floor")
        self.match: Match[Any] = new_match(game.id, seats, seed, ruleset, options)
        self._eye = Eye(self.match)
        self._go_on()

    def _go_on(self) -> None:
        """Play contests, and turn to who is asked next."""
        match = self.match
        while match.contest is not None:
            Table(match, {}, self._seed, self._drivers).hold(match.contest)
        self.picked: list[int] = []
        if match.outcome is not None:
            self.menu: Menu = {}
            return
        self.seat = next_seat(match, self._floor)
        self._steps: Steps = steps_of(match.pending[self.seat])
        self._take(None)

    def _take(self, action: int | None) -> None:
        try:
            self.menu = next(self._steps) if action is None else self._steps.send(action)
        except StopIteration as stop:
            self.match.answer(self.seat, stop.value)
            self._eye.blink()
            self._go_on()

    def act(self, action: int) -> None:
        """Pick from the menu; another number is refused and changes nothing."""
        if self.match.outcome is not None:
            raise Refused("the match is over; nobody has to decide anything", code="match-over")
        if action not in self.menu:
            legal = ", ".join(map(str, sorted(self.menu)))
            raise Refused(f"action {action} is not legal here; legal are {legal}")
        self.picked.append(action)
        self._take(action)

    def copy(self) -> Play:
        """An independent copy, with the same future."""
        twin: Play = Play.__new__(Play)
        twin._seed, twin._drivers, twin.seat = self._seed, self._drivers, self.seat
        twin._floor = random.Random()
        twin._floor.setstate(self._floor.getstate())
        twin.match = self.match.clone()
        twin._eye = Eye(twin.match)
        twin.picked, twin.menu = self.picked[:], self.menu
        if twin.match.outcome is None:
            twin._steps = steps_of(twin.match.pending[twin.seat])
            next(twin._steps)
            for action in twin.picked:
                twin._steps.send(action)
        return twin

    def __deepcopy__(self, memo: Any) -> Play:
        return self.copy()

    def look(self, seat: int) -> Row:
        """What a seat sees, as numbers."""
        return self._eye.look(seat, self.picked if seat == self.seat else ())

    def glimpse(self) -> Glimpse:
        """What the seat whose turn it is sees, as bots do; `imagine` looks ahead from there."""
        return Glimpse.of(self.match, self.seat)

    def rewards(self) -> list[float]:
        """What each seat gets at the end: 1 for the first place, -1 for the last, evenly between; 0 before."""
        outcome = self.match.outcome
        return [0.0] * self.match.seats if outcome is None else reward_of(outcome, self.match.seats)


def reward_of(outcome: Outcome, seats: int) -> list[float]:
    """What each seat gets for how it ended."""
    if seats == 1:
        return [1.0 if outcome.winners else -1.0]
    return [1.0 - 2.0 * (place - 1) / (seats - 1) for place in outcome.places]
