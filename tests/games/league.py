"""A league of morra: a test-only game with an open floor and with contests.

Each round the seats bid for the first seat at the table, on an open floor: who has passed is out of it, and the last
one left pays. Then morra is played, a match of its own, and its places give points.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ludus.core.contest import HOST, Contest, Contests, Settled
from ludus.core.decision import Choose, Decision, plain_choice
from ludus.core.errors import DataError
from ludus.core.event import Event
from ludus.core.game import CHECKPOINT, Ask, Floor, Game, Option, Outcome, Ruleset, Script
from ludus.core.plain import STATIC, from_plain, to_plain
from ludus.core.table import Table
from ludus.library import GAMES
from tests.games import morra


@dataclass(slots=True)
class Standing:
    """A position of the game."""

    rounds: int = field(metadata=STATIC)
    tables: int = field(metadata=STATIC)
    points: list[int]
    purses: list[int]
    out: list[bool]
    round: int = 0
    over: bool = False

    def copy(self) -> Standing:
        return Standing(self.rounds, self.tables, self.points[:], self.purses[:], self.out[:], self.round, self.over)


class League(Game[Standing]):
    """Bids and rounds of morra."""

    id = "league"
    title = "League"
    summary = "Rounds of morra, for tests."
    source = "CM"
    min_seats = 2
    max_seats = 3
    rulesets: ClassVar[Mapping[str, Ruleset]] = {
        "short": Ruleset("short", "Short", "Two rounds."),
        "two-tables": Ruleset("two-tables", "Two tables", "Two matches side by side.", {"tables": 2}),
    }
    options: ClassVar[tuple[Option, ...]] = (
        Option("rounds", "Rounds", "How many.", "CM 20.2", 2, (1, 2, 3)),
        Option("tables", "Tables", "How many matches a round has.", "CM 20.2", 1, (1, 2)),
    )
    endings = ("rounds-over",)
    imaginable = ()

    def begin(self, seats: int, options: Mapping[str, Any]) -> Standing:
        return Standing(options["rounds"], options["tables"], [0] * seats, [10] * seats, [False] * seats)

    def script(self, state: Standing, table: Table) -> Script:
        while state.round < state.rounds:
            yield CHECKPOINT
            first = yield from auction(state, table)
            order = sorted(range(len(state.points)), key=lambda seat: seat != first)
            title = f"Round {state.round + 1}"
            ended: tuple[Settled, ...]
            if state.tables == 1:
                ended = ((yield at_table(title, order, 3)),)
            else:
                ended = yield Contests(
                    at_table(f"{title}, table {n + 1}", order, 3 + 3 * n) for n in range(state.tables)
                )
            state.round += 1
            for each in ended:
                for seat, place in zip(order, each.outcome["places"], strict=False):
                    state.points[seat] += 4 - place
            reasons = " ".join(each.outcome["reason"] for each in ended)
            table.tell("round", {"points": state.points[:], "reason": reasons}, ("CM 20.4",))
        state.over = True
        table.tell("end", {}, ("CM 20-goal",))
        best = max(state.points)
        winners = tuple(seat for seat, points in enumerate(state.points) if points == best)
        places = tuple(1 + sum(other > own for other in state.points) for own in state.points)
        return Outcome("rounds-over", winners, places, {"points": state.points[:]})

    def withdraw(self, state: Standing, table: Table, seat: int) -> None:
        if not state.out[seat]:
            state.out[seat] = True
            table.tell("left", {"seat": seat}, ("CM 20.4",))

    def view(self, state: Standing, seat: int | None) -> dict[str, Any]:
        return {
            "points": state.points[:],
            "purses": state.purses[:],
            "out": state.out[:],
            "round": state.round,
            "over": state.over,
        }

    def imagine(self, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Standing:
        return Standing(
            options["rounds"], options["tables"], view["points"][:], view["purses"][:], view["out"][:], view["round"]
        )

    def save(self, state: Standing) -> dict[str, Any]:
        plain: dict[str, Any] = to_plain(state)
        return plain

    def load(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Standing:
        return from_plain(Standing, plain, "state", rounds=options["rounds"], tables=options["tables"])

    def read_position(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Standing:
        return from_plain(Standing, plain, "position", rounds=options["rounds"], tables=options["tables"])

    def write_position(self, state: Standing) -> dict[str, Any]:
        if state.over:
            raise DataError("only a running game can be written as a scenario", code="no-scenario")
        return self.save(state)

    def explain(self, state: Standing, decision: Decision) -> list[dict[str, Any]]:
        return [{"choice": plain_choice(choice), "label": str(choice), "hint": ""} for choice in decision]

    def narrate(self, event: Event, names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        return f"{event.kind}: {dict(event.data)}."

    def stage(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {}


def at_table(title: str, order: Sequence[int], rounds: int) -> Contest:
    """The house sends a man of its own."""
    names = (*(f"Man of {seat}" if seat else "" for seat in order), "The house")
    return Contest(title, "morra", "street", {"rounds": rounds}, (*order, HOST), names, "CM 20.3")


def auction(state: Standing, table: Table) -> Generator[Ask, Any, int | None]:
    """Who pays most sits first; nobody need bid."""
    bid, leader = 0, None
    bidding = [seat for seat in range(len(state.points)) if not state.out[seat]]
    while asked := [seat for seat in bidding if seat != leader]:
        seat, choice = yield Floor({seat: ask_bid(seat, bid, state.purses[seat]) for seat in asked})
        if choice == "pass":
            bidding.remove(seat)
            table.tell("passed", {"seat": seat}, ("CM 21.2b",))
        else:
            bid, leader = int(choice.removeprefix("bid ")), seat
            table.tell("bid", {"seat": seat, "bid": bid}, ("CM 21.2b",))
    if leader is not None:
        state.purses[leader] -= bid
        toast = yield Choose(leader, "toast", "Whom do you toast?", "CM 20.22a", ("Bacchus", "Venus"))
        table.tell("toast", {"seat": leader, "god": toast}, ("CM 20.22a",))
        yield Choose(leader, "sit", "Sit down.", "CM 20.22a", ("left", "right"))
    return leader


@contextmanager
def registered() -> Iterator[League]:
    """The league and its morra as games of the house for a while."""
    with morra.registered():
        try:
            game = League()
            GAMES[game.id] = game
            yield game
        finally:
            GAMES.pop(League.id, None)


def ask_bid(seat: int, bid: int, purse: int) -> Decision:
    bids = tuple(f"bid {more}" for more in range(bid + 1, min(bid + 3, purse) + 1))
    return Choose(seat, "bid", f"{bid} is bid. Do you bid more?", "CM 21.2b", ("pass", *bids))
