"""The steps that a mover may take, as the answers that they are."""

from __future__ import annotations

from functools import cache

from ludus.core.decision import Choice
from ludus.games.circus.threats import Attack
from ludus.games.circus.track import IN, OUT

MOST = 150  # more factors than any chariot can have; only sizes the lists of answers
FORWARD: dict[str, int] = {f"forward {squares}": squares for squares in range(1, MOST + 1)}
STRAIGHT_ON = ("forward 0", *FORWARD)  # by the number of squares
BRAKE: dict[str, int] = {f"brake {factors}": factors for factors in range(1, MOST + 1)}
CHANGE: dict[str, int] = {"in": IN, "out": OUT}
SLIP: dict[str, int] = {"slip in": IN, "slip out": OUT}
FORWARD_UP_TO: list[tuple[Choice, ...]] = [tuple(FORWARD)[:most] for most in range(MOST + 1)]
BRAKE_UP_TO: list[tuple[Choice, ...]] = [tuple(BRAKE)[:most] for most in range(MOST + 1)]
INTO_THE_WALL = "into the wall"
LANE_CHANGES = {(False, False): (), (True, False): ("in",), (False, True): ("out",), (True, True): ("in", "out")}


@cache
def plain_steps(forward: int, changes: tuple[str, ...], brakes: int) -> tuple[Choice, ...]:
    """Where there is nothing else to do than to drive, as nearly always; asked so often that the answers are kept."""
    return (*FORWARD_UP_TO[forward], *changes, *BRAKE_UP_TO[brakes])


class Steps:
    """The legal steps from one position, with what stands in the way."""

    __slots__ = (
        "attacks",
        "blocked",
        "brakes",
        "changes",
        "clear",
        "forward",
        "must_attack",
        "others",
        "slips",
        "walls",
    )

    def __init__(self, blocked: bool, forward: int, clear: int) -> None:
        self.blocked = blocked
        self.forward = forward  # squares straight ahead
        self.clear = clear  # of them before a wreck
        self.changes: tuple[str, ...] = ()
        self.slips: tuple[str, ...] = ()
        self.attacks: dict[str, Attack] = {}
        self.brakes = 0
        self.others: tuple[str, ...] = ()  # what options add
        self.walls: tuple[str, ...] = ()
        self.must_attack = False

    def answers(self, factors: int) -> tuple[Choice, ...]:
        if self.must_attack:
            return tuple(self.attacks)
        if self.blocked and not self.slips:
            # CM 6.74: brake off what is left, after any attack.
            return (BRAKE_UP_TO[factors][-1], *self.attacks)
        if not self.attacks and not self.slips and not self.others:
            return plain_steps(self.forward, self.changes, self.brakes)
        return (
            *FORWARD_UP_TO[self.forward], *self.changes, *self.slips, *self.attacks, *BRAKE_UP_TO[self.brakes],
            *self.others,
        )  # fmt: skip
