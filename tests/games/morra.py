"""Morra, the Roman finger game, made hard: a test-only game with every kind of secret.

Each player draws a secret token, a number of nine digits that nobody could come upon by chance, so that a test can
search for it in whatever is sent. A round: all write a wager in secret (a range beside the token, kept sealed to the
end), an omen is rolled, all share out five fingers over two hands in secret, the fingers name a winner, and the winner
calls: nothing, a peek at another's token, or a show of the own one. Then he boasts or does not.

The wagers of the round live in the script, not in the position, so the game is not reentrant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from ludus.core.decision import Allocate, Choose, Decision, Range, plain_choice
from ludus.core.errors import DataError
from ludus.core.event import Event, Modifier
from ludus.core.game import CHECKPOINT, Game, Option, Outcome, Phase, Ruleset, Script, Together
from ludus.core.plain import STATIC, from_plain, to_plain
from ludus.core.table import Table
from ludus.library import GAMES

FINGERS = 5
HANDS = {"left": 4, "right": 3}


@dataclass(slots=True)
class Round:
    """A position of the game."""

    target: int = field(metadata=STATIC)
    rounds: int = field(metadata=STATIC)
    tokens: list[int]
    points: list[int]
    out: list[bool]
    known: list[tuple[int, int]] = field(default_factory=list)  # (viewer, whose token)
    shown: list[bool] = field(default_factory=list)
    wagers: list[list[int]] = field(default_factory=list)  # of each seat, sealed until the end
    round: int = 0
    omen: int = 0
    step: Literal["start", "wager", "fingers", "call", "boast", "over"] = "start"
    winner: int = -1  # of the round

    def copy(self) -> Round:
        return Round(
            self.target,
            self.rounds,
            self.tokens[:],
            self.points[:],
            self.out[:],
            self.known[:],
            self.shown[:],
            [each[:] for each in self.wagers],
            self.round,
            self.omen,
            self.step,
            self.winner,
        )

    def players(self) -> list[int]:
        return [seat for seat, out in enumerate(self.out) if not out]


class Morra(Game[Round]):
    """Fingers, wagers and tokens."""

    id = "morra"
    title = "Morra"
    summary = "The finger game, for tests."
    source = "CM"
    min_seats = 2
    max_seats = 4
    rulesets: ClassVar[Mapping[str, Ruleset]] = {
        "street": Ruleset("street", "Street", "Six rounds, or four points."),
        "tavern": Ruleset("tavern", "Tavern", "Nine rounds, or six points.", {"rounds": 9, "target": 6}),
    }
    options: ClassVar[tuple[Option, ...]] = (
        Option("rounds", "Rounds", "How many are played.", "CM 20.3", 6, (3, 6, 9)),
        Option("target", "Target", "Points that end the game at once.", "CM 20.4", 4, (2, 4, 6)),
    )
    endings = ("target-reached", "rounds-over", "tied", "last-at-the-table", "nobody-left")

    def begin(self, seats: int, options: Mapping[str, Any]) -> Round:
        return Round(
            options["target"],
            options["rounds"],
            tokens=[],
            points=[0] * seats,
            out=[False] * seats,
            shown=[False] * seats,
            wagers=[[] for _ in range(seats)],
        )

    # -- the sequence of play -----------------------------------------------------------------

    def script(self, state: Round, table: Table) -> Script:
        if not state.tokens:
            draw_tokens(state, table)
        while True:
            if state.step == "start":
                yield CHECKPOINT
                outcome = conclusion(state, table)
                if outcome is not None:
                    return outcome
                state.round += 1
                state.step = "wager"
            # Taken up in the middle of a round from a view, nobody knows the wagers any more.
            wagers = dict.fromkeys(state.players(), 0)
            if state.step == "wager":
                wagers = yield Together({seat: ask_wager(state, seat) for seat in state.players()})
                state.omen = table.roll(1, "omen", "CM 20.3")[0]
                table.tell("omen", {"omen": state.omen}, ("CM 20.3",), (Modifier("ill luck", -1),))
                state.step = "fingers"
            if state.step == "fingers":
                hands = yield Together({seat: ask_fingers(seat) for seat in state.players()})
                count(state, table, hands, wagers)
                state.step = "call"
            if state.step == "call":
                yield from call(state, table)
                state.step = "boast"
            answer = yield Choose(state.winner, "boast", "Boast?", "CM 20.4", ("quiet", "loud"))
            table.tell("boast", {"seat": state.winner, "how": answer}, ("CM 20.4",))
            state.step = "start"

    def withdraw(self, state: Round, table: Table, seat: int) -> None:
        if not state.out[seat]:
            state.out[seat] = True
            table.tell("left", {"seat": seat}, ("CM 20.4",))

    # -- what may be known --------------------------------------------------------------------

    def view(self, state: Round, seat: int | None) -> dict[str, Any]:
        over = state.step == "over"
        seen = {
            other: token
            for other, token in enumerate(state.tokens)
            if over or other == seat or state.shown[other] or (seat, other) in state.known
        }
        return {
            "round": state.round,
            "step": state.step,
            "omen": state.omen,
            "winner": state.winner,
            "points": state.points[:],
            "out": state.out[:],
            "shown": state.shown[:],
            "tokens": {str(other): token for other, token in seen.items()},
            "wagers": [wagers[:] if over or other == seat else [] for other, wagers in enumerate(state.wagers)],
        }

    def imagine(self, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Round:
        state = self.begin(seats, options)
        state.tokens = [view["tokens"].get(str(seat), 100_000_000 + seat) for seat in range(seats)]
        state.points, state.out, state.shown = view["points"][:], view["out"][:], view["shown"][:]
        state.wagers = [wagers[:] for wagers in view["wagers"]]
        state.round, state.omen, state.step, state.winner = view["round"], view["omen"], view["step"], view["winner"]
        return state

    def save(self, state: Round) -> dict[str, Any]:
        plain: dict[str, Any] = to_plain(state)
        return plain

    def load(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Round:
        return from_plain(Round, plain, "state", target=options["target"], rounds=options["rounds"])

    def read_position(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Round:
        state = from_plain(Round, plain, "position", target=options["target"], rounds=options["rounds"])
        for name in ("tokens", "points", "out", "shown", "wagers"):
            if len(getattr(state, name)) != seats:
                raise DataError(f"position.{name} must have one entry for each of {seats} seats", code="bad-scenario")
        if state.step in ("call", "boast") and state.winner not in state.players():
            raise DataError("position.winner must be a seat still at the table", code="bad-scenario")
        return state

    def write_position(self, state: Round) -> dict[str, Any]:
        if state.step == "over":
            raise DataError("only a running game can be written as a scenario", code="no-scenario")
        return self.save(state)

    def explain(self, state: Round, decision: Decision) -> list[dict[str, Any]]:
        return [{"choice": plain_choice(choice), "label": str(choice), "hint": ""} for choice in decision]

    def narrate(self, event: Event, names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        who = names[event.data["seat"]] if "seat" in event.data else "The table"
        return f"{who}: {event.kind} {', '.join(f'{name} {value}' for name, value in event.data.items())}."

    def stage(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"hands": HANDS, "fingers": FINGERS}


class Fingers(Morra):
    """Morra without wagers: everything is in the position, so it can be taken up at any question."""

    id = "fingers"
    title = "Fingers"
    reentrant = True

    def script(self, state: Round, table: Table) -> Script:
        if not state.tokens:
            draw_tokens(state, table)
        while True:
            if state.step == "start":
                yield CHECKPOINT
                outcome = conclusion(state, table)
                if outcome is not None:
                    return outcome
                state.round += 1
                state.step = "fingers"
            if state.step == "fingers":
                hands = yield Together({seat: ask_fingers(seat) for seat in state.players()})
                state.omen = table.roll(1, "omen", "CM 20.3")[0]
                count(state, table, hands, dict.fromkeys(state.players(), 0))
                state.step = "call"
            if state.step == "call":
                yield from call(state, table)
                state.step = "boast"
            answer = yield Choose(state.winner, "boast", "Boast?", "CM 20.4", ("quiet", "loud"))
            table.tell("boast", {"seat": state.winner, "how": answer}, ("CM 20.4",))
            state.step = "start"


def draw_tokens(state: Round, table: Table) -> None:
    for seat in range(len(state.points)):
        digits = table.roll(9, "token", "CM 20.21a", sides=9)
        state.tokens.append(int("".join(map(str, digits))))
        table.tell("token", {"seat": seat, "token": state.tokens[seat]}, ("CM 20.21a",), seats=(seat,))


def ask_wager(state: Round, seat: int) -> Decision:
    low = state.tokens[seat] * 10
    return Range(seat, "wager", "Write your wager.", "CM 26.1a", low, low + 9)


def ask_fingers(seat: int) -> Decision:
    return Allocate(seat, "fingers", "Show five fingers.", "GL 4.362", FINGERS, HANDS)


def count(state: Round, table: Table, hands: Mapping[int, tuple[int, ...]], wagers: Mapping[int, int]) -> None:
    """The left hands name the winner; the lowest digit of his wager may double his luck."""
    players = state.players()
    for seat in players:
        state.wagers[seat].append(wagers[seat])
        table.tell("sealed", {"seat": seat, "wager": wagers[seat]}, ("CM 26.1e",), seats=(seat,))
    left = sum(hands[seat][0] for seat in players)
    state.winner = players[(left + state.omen) % len(players)]
    state.points[state.winner] += 2 if wagers[state.winner] % 10 == left else 1
    shown = {str(seat): list(hands[seat]) for seat in players}
    table.tell("fingers", {"seat": state.winner, "hands": shown, "points": state.points[:]}, ("GL 4.362",))


def call(state: Round, table: Table) -> Phase:
    """A peek and a show bring hidden things to light without a die."""
    seat = state.winner
    answers = ["pass", *(f"peek {other}" for other in state.players() if other != seat)]
    if not state.shown[seat]:
        answers.append("show")
    answer = yield Choose(seat, "call", "Call?", "CM 24.32a", tuple(answers))
    if answer == "show":
        state.shown[seat] = True
        state.points[seat] += 1
        table.tell("show", {"seat": seat, "token": state.tokens[seat]}, ("CM 24.32a",))
        table.reveal()
    elif answer != "pass":
        other = int(answer.removeprefix("peek "))
        state.known.append((seat, other))
        table.tell("peek", {"seat": seat, "at": other, "token": state.tokens[other]}, ("CM 24.32a",), seats=(seat,))
        table.reveal()


def conclusion(state: Round, table: Table) -> Outcome | None:
    players = state.players()
    best = max((state.points[seat] for seat in players), default=0)
    leaders = [seat for seat in players if state.points[seat] == best]
    if not players:
        reason, leaders = "nobody-left", []
    elif len(players) == 1:
        reason = "last-at-the-table"
    elif best >= state.target:
        reason = "target-reached" if len(leaders) == 1 else "tied"
    elif state.round == state.rounds:
        reason = "rounds-over" if len(leaders) == 1 else "tied"
    else:
        return None
    state.step = "over"
    standing = [-1 if state.out[seat] else state.points[seat] for seat in range(len(state.points))]
    places = tuple(1 + sum(other > own for other in standing) for own in standing)
    if not leaders:
        places = (len(places),) * len(places)
    table.tell("end", {"reason": reason, "winners": leaders, "tokens": state.tokens[:]}, ("CM 20.4",))
    return Outcome(reason, tuple(leaders), places)


def secrets(state: Round, seat: int | None) -> set[str]:
    """What this seat (None: a spectator) must not find in anything it is sent."""
    if state.step == "over":
        return set()
    hidden = {
        str(token)
        for other, token in enumerate(state.tokens)
        if other != seat and not state.shown[other] and (seat, other) not in state.known
    }
    sealed = {str(wager) for other, wagers in enumerate(state.wagers) if other != seat for wager in wagers if wager}
    return hidden | sealed


def register() -> Morra:
    """Make Morra a game of the house."""
    game = Morra()
    GAMES[game.id] = game
    return game


@contextmanager
def registered() -> Iterator[Morra]:
    """Morra as a game of the house for a while."""
    try:
        yield register()
    finally:
        GAMES.pop(Morra.id, None)
