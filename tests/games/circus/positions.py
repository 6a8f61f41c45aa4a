"""Random positions of a race, for property tests, and a way to play them with every checkpoint in sight."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from ludus.core.decision import Choice, Decision
from ludus.core.dice import SeededDice
from ludus.core.game import CHECKPOINT, Ask, Outcome, Together
from ludus.core.table import Table
from ludus.games.circus.charts import load_charts
from ludus.games.circus.game import Circus
from ludus.games.circus.state import Race
from ludus.games.circus.track import house_track

CHARTS = load_charts("second-edition")
CARS, FACTIONS = CHARTS.cars, CHARTS.factions
GAME = Circus()
TRACK = house_track()


@dataclass(frozen=True)
class Start:
    """Everything a race from a position needs."""

    seats: int
    level: str
    position: dict[str, Any]
    seed: int

    @property
    def options(self) -> dict[str, Any]:
        return GAME.resolve("advanced", {"level": self.level})

    def race(self) -> Race:
        return GAME.read_position(self.position, self.seats, self.options)

    def play(self) -> Play:
        return Play(self.race(), self.seed)


class Play:
    """A script run by hand: `steps` gives every question and every checkpoint; answers are drawn at random."""

    def __init__(self, race: Race, seed: int) -> None:
        self.race = race
        self.table = Table(SeededDice(str(seed)), [])
        self.rng = random.Random(seed)
        self.outcome: Outcome | None = None
        self.taken = 0  # optional lash factors accepted in this phase

    def steps(self, most: int) -> Iterator[Ask]:
        script = GAME.script(self.race, self.table)
        answer: Any = None
        for _ in range(most):
            try:
                ask = script.send(answer)
            except StopIteration as stop:
                self.outcome = stop.value
                return
            yield ask
            answer = self.answer(ask)

    def answer(self, ask: Ask) -> Any:
        if ask is CHECKPOINT:
            self.taken = 0
            return None
        if isinstance(ask, Together):
            return {seat: self.choose(decision) for seat, decision in ask.items()}
        assert isinstance(ask, Decision)
        choice = self.choose(ask)
        if ask.name == "take":
            assert isinstance(choice, int)
            self.taken = choice
        return choice

    def choose(self, decision: Decision) -> Choice:
        """Any answer, but attacks and high speeds more often, or nothing would ever break."""
        if decision.name == "speed" and self.rng.random() < 0.7:
            return max(choice for choice in decision if isinstance(choice, int))
        if decision.name == "step" and self.rng.random() < 0.5:
            attacks = [each for each in decision if str(each).startswith(("ram", "lash", "trample"))]
            if attacks:
                return self.rng.choice(attacks)
            if self.rng.random() < 0.8:
                return decision.default
        return decision.sample(self.rng)


@st.composite
def starts(draw: st.DrawFn, level: str | None = None) -> Start:
    """A pack of chariots close together, hurt in all sorts of ways, with wrecks and men about."""
    level = draw(st.sampled_from(("advanced", "advanced", "basic"))) if level is None else level
    seats = draw(st.integers(2, 5))
    home = draw(st.integers(0, 3))  # the section the pack is in
    lap = draw(st.integers(1, 3 if home < 3 else 2))
    taken: set[int] = set()
    chariots = []
    for index, faction in enumerate(FACTIONS[: draw(st.integers(seats, 8))]):
        square = _draw_square(draw, home)
        if not taken.isdisjoint((square, TRACK.behind[square])):
            if index >= seats:
                continue
            square = TRACK.at(1 + index, (home + 2) % 4, 3)
        taken |= {square, TRACK.behind[square]}
        legs = 4 * (lap - 1) + TRACK.section[square]
        if legs > TRACK.last_leg:
            square = TRACK.at(1 + index, 0, 20)
        chariots.append(_draw_chariot(draw, faction, index % seats, square, lap, level))
    wrecks = {_draw_square(draw, home) for _ in range(draw(st.integers(0, 4)))} if level == "advanced" else set()
    position = {
        "chariots": chariots,
        "turn": draw(st.integers(2, 30)),
        "wrecks": [TRACK.name(square) for square in sorted(wrecks)],
    }
    return Start(seats, level, position, draw(st.integers(0, 9999)))


def _draw_square(draw: st.DrawFn, section: int) -> int:
    lane = draw(st.integers(1, 8))
    length = TRACK.file.lanes[lane - 1].corner if section in (1, 3) else TRACK.file.straight
    return TRACK.at(lane, section, draw(st.integers(length // 2, length - 1)))


def _draw_chariot(draw: st.DrawFn, faction: str, seat: int, square: int, lap: int, level: str) -> dict[str, Any]:
    speeds = draw(st.sampled_from(([5, 4, 4, 5], [7, 4, 4, 7], [5, 3, 2, 4])))
    modifier = draw(st.integers(-1, 2))
    chariot: dict[str, Any] = {
        "faction": faction,
        "seat": seat,
        "square": TRACK.name(square),
        "lap": lap,
        "modifier": modifier,
        "cdm": modifier - draw(st.sampled_from((0, 0, 0, 3))),
        "hits_start": 8,
        "hits": draw(st.integers(1, 8)),
        "horses_start": speeds,
        "horses": [draw(st.integers(1, boxes)) for boxes in speeds],
        "endurance": draw(st.sampled_from((0, 2, 12, 40))),
        "car": draw(st.sampled_from(CARS)),
        "left_wheel": draw(st.sampled_from((0, 0, 3, 7))),
        "right_wheel": draw(st.sampled_from((0, 0, 2))),
        "debt": draw(st.sampled_from((0, 0, 0, 1, 2))),
        "gains": draw(st.sampled_from((0, 0, 0, 3))),
        "offered": draw(st.sampled_from((0, 0, 0, 1))),
        "loss": draw(st.sampled_from((0, 0, 0, 4))),
    }
    kind = draw(st.sampled_from(("racing", "racing", "racing", "racing", "dragged", "pulled", "foot", "dead")))
    if level == "advanced" and kind != "racing":
        chariot["status"] = "runaway"
        chariot["driver"] = "dragged" if kind == "pulled" else kind
        chariot["hitched"] = kind == "pulled"
        chariot["hits"] = 0 if kind == "dead" else chariot["hits"]
        if kind == "foot":
            chariot["man"] = TRACK.name(draw(st.sampled_from((TRACK.behind[square], TRACK.at(1, 0, 3)))))
    return chariot
