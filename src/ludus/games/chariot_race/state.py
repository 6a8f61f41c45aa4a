"""A race as plain data: the chariots, the caltrops, the round, and the turn being taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ludus.core.plain import STATIC, told
from ludus.games.chariot_race.board import Board
from ludus.games.chariot_race.charts import CALTROPS, CHARIOT_BOARDS, LAPS, ChariotBoard


@dataclass(slots=True)
class Chariot:
    """A chariot and the clips on its board. `space` is -1 before it is placed and when it is out."""

    colour: str
    seat: int
    build: str  # which chariot board: "standard" or a colour's back side
    space: int
    damage: int
    speed: int
    fate: int
    crossings: int = 0  # of the finish line, the start crossing included
    out: str = ""  # "" while racing, then "wrecked" or "retired"
    out_order: int = 0  # 1 for the first chariot to leave the race, and so on
    safe: bool = False  # finished and its turn done (matters for CR variant-no-damage-after-finish)

    @property
    def board(self) -> ChariotBoard:
        return CHARIOT_BOARDS[self.build]

    @property
    def laps(self) -> int:
        """Laps completed; crossing the line at the start does not count (CR board-start)."""
        return max(0, self.crossings - 1)

    @property
    def finished(self) -> bool:
        """CR overview-laps."""
        return self.crossings > LAPS

    def copy(self) -> Chariot:
        twin = _new_chariot(Chariot)
        twin.colour = self.colour
        twin.seat = self.seat
        twin.build = self.build
        twin.space = self.space
        twin.damage = self.damage
        twin.speed = self.speed
        twin.fate = self.fate
        twin.crossings = self.crossings
        twin.out = self.out
        twin.out_order = self.out_order
        twin.safe = self.safe
        return twin


_new_chariot = Chariot.__new__


@dataclass(slots=True)
class Turn:
    """The turn being taken: dice on the table and what is left of the move."""

    dice: list[int] = field(default_factory=list)  # as rolled, 1 to 6; FACES names the sides
    free_reroll: bool = True
    left: int = 0  # spaces still to move
    steers: int = 0  # lane changes still allowed
    attacks: int = 0  # attacks still allowed
    laps: int = 0  # completed before this move
    # Spaces entered so far with the progress at their front border.
    path: list[tuple[int, int]] = field(default_factory=list)

    def copy(self) -> Turn:
        twin = _new_turn(Turn)
        twin.dice = self.dice[:]
        twin.free_reroll = self.free_reroll
        twin.left = self.left
        twin.steers = self.steers
        twin.attacks = self.attacks
        twin.laps = self.laps
        twin.path = self.path[:]
        return twin


_new_turn = Turn.__new__


@dataclass(frozen=True, slots=True)
class Goal:
    """What an exercise asks of one chariot; that it is still racing goes without saying."""

    chariot: str = told("The chariot that is meant.")
    by: Literal["turn", "race"] = told("Judged after its turn in this round, or when the race is over.")
    clause: str = told("The rule that the verdict cites.")
    wins: bool = told("Whether it must win.", default=False)
    beaten: tuple[str, ...] = told("Chariots that must be out of the race.", default=())
    round: int = told("The round it was set in. It need not be written.", default=0)


@dataclass(slots=True)
class Race:
    """A position of the race."""

    board: Board = field(metadata=STATIC)
    finish_protection: bool = field(metadata=STATIC)
    alternate_chariots: bool = field(metadata=STATIC)
    seats: int
    chariots: list[Chariot]
    caltrops: set[int] = field(default_factory=set)
    supply: int = CALTROPS
    round: int = 0
    order: list[int] = field(default_factory=list)  # of play this round: indices of chariots
    turn_number: int = 0  # index into order
    phase: str = "setup"
    turn: Turn = field(default_factory=Turn)
    drafter: int = 0  # CR variant-chariots-choose: who chose first
    goal: Goal | None = None  # of an exercise
    verdict: bool | None = None  # whether it was reached

    @property
    def mover(self) -> Chariot:
        """The chariot whose turn it is."""
        return self.chariots[self.order[self.turn_number]]

    def racing(self) -> list[Chariot]:
        """The chariots still in the race."""
        return [chariot for chariot in self.chariots if not chariot.out]

    def progress(self, chariot: Chariot) -> int:
        """CR board-lanes: how far a chariot has come, by the front border of its space."""
        return self.board.lap_ticks * (chariot.crossings - 1) + self.board.front[chariot.space]

    def copy(self) -> Race:
        twin = _new_race(Race)
        twin.board = self.board
        twin.finish_protection = self.finish_protection
        twin.alternate_chariots = self.alternate_chariots
        twin.seats = self.seats
        twin.chariots = [chariot.copy() for chariot in self.chariots]
        twin.caltrops = self.caltrops.copy()
        twin.supply = self.supply
        twin.round = self.round
        twin.order = self.order[:]
        twin.turn_number = self.turn_number
        twin.phase = self.phase
        twin.turn = self.turn.copy()
        twin.drafter = self.drafter
        twin.goal = self.goal
        twin.verdict = self.verdict
        return twin


_new_race = Race.__new__
