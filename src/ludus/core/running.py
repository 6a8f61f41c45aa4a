"""A script being played: who is asked what now, and the doors by which answers come in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, Generic

from ludus.core import saved
from ludus.core.contest import HOST, Contest, Contests, Decided, Handover, Sealed, Settled, contest_seed
from ludus.core.decision import Choice, Decision
from ludus.core.dice import Dice, SplicedDice
from ludus.core.errors import DiceError, Refused, shown
from ludus.core.game import Checkpoint, Floor, Game, Outcome, S, Script, Together
from ludus.core.house_rules import check_name
from ludus.core.table import Table

FEW = 32  # answers


class Running(Generic[S]):
    """The part of a match that goes on: its script, the questions that are open, and the doors for answers."""

    __slots__ = (
        "_asked", "_barrier", "_base", "_ended", "_given", "_history", "_resigned", "_script", "_since", "_spliced",
        "_start", "_withdrawn", "contests", "game", "names", "options", "outcome", "passed", "pending", "rules_name",
        "ruleset", "seats", "settled", "side_by_side", "state", "table", "wants_sealed",
    )  # fmt: skip

    game: Game[S]
    seats: int
    ruleset: str
    options: Mapping[str, Any]
    rules_name: str  # of the house rules, or ""
    names: list[str]
    state: S
    table: Table
    pending: dict[int, Decision]  # who must act, and on what
    contests: dict[int, Contest]  # the matches that must be played before this one goes on, by their numbers
    side_by_side: bool  # whether they were asked for as several, which end in any order
    settled: int  # contests that have been
    wants_sealed: bool  # whether it waits for what its campaign hands in under seal
    passed: int  # how often an answer has led to a checkpoint, so far
    outcome: Outcome | None
    _start: Mapping[str, Any] | None  # the scenario position this match began from
    _script: Script
    _asked: Together | Floor | None  # the whole of an open question to several seats
    _given: dict[int, Choice]  # secret answers to it so far
    _ended: dict[int, Settled]  # those of the contests asked for last that are over
    _resigned: frozenset[int]
    _withdrawn: frozenset[int]  # resigned seats whose pieces have left the board
    _history: list[saved.Entry] | None  # answers before the base; None when restored without them
    _since: list[saved.Entry]  # answers since the base
    _barrier: int  # answers of _since before this index cannot be undone
    _base: saved.Base[S]
    _spliced: bool  # its dice are; such a base cannot be saved

    def __init__(
        self,
        game: Game[S],
        seats: int,
        dice: Dice,
        ruleset: str | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
        position: Mapping[str, Any] | None = None,
        rules_name: str = "",
    ) -> None:
        game.check_seats(seats)
        self.game = game
        self.seats = seats
        self.ruleset = next(iter(game.rulesets)) if ruleset is None else ruleset
        self.options = game.resolve(self.ruleset, {} if options is None else deepcopy(options))
        self.rules_name = check_name(rules_name)
        self.names = saved.check_names([f"Seat {seat + 1}" for seat in range(seats)] if names is None else names, seats)
        self._start = deepcopy(position)
        if position is None:
            self.state = game.begin(seats, self.options)
        else:
            self.state = game.read_position(position, seats, self.options)
        self.table = Table(dice, [])
        self._resigned = self._withdrawn = frozenset()
        self._history = []
        self._since = []
        self.settled = 0
        self._run_from_state()

    # -- running the script ---------------------------------------------------------------

    def _run_from_state(self) -> None:
        """Start the script at the position held now, which becomes the base."""
        self._keep_base()
        self.passed = 0
        self.outcome = None
        self.pending = {}
        self.contests = {}
        self.side_by_side = False
        self.wants_sealed = False
        self._ended = {}
        self._asked = None
        self._given = {}
        self._script = self.game.script(self.state, self.table)
        self._advance(None)

    def _keep_base(self) -> None:
        if self._history is not None:
            self._history += self._since
        self._since = []
        self._barrier = 0
        table, dice = self.table, self.table.dice.copy()
        self._spliced = type(dice) is SplicedDice
        self._base = saved.Base(
            self.state.copy(), dice, len(table.events), self._resigned, self._withdrawn, self.settled
        )

    @property
    def checkpoint(self) -> object:
        """The last checkpoint that was kept: another object each time."""
        return self._base

    def _advance(self, value: Any) -> None:
        """Send the script its answer and run it to the next question."""
        script, table = self._script, self.table
        position = table.dice.position
        try:
            ask = script.send(value)
            if type(ask) is Checkpoint:
                if self._resigned is not self._withdrawn:
                    self._withdraw()
                if self._since:  # else the way from the base to here is only dice
                    # No answer so far can be taken back. A few are played again faster than a position is kept.
                    self.passed += 1
                    answered = self._barrier = len(self._since)
                    if answered >= FEW or self._spliced:
                        self._keep_base()
                while type(ask) is Checkpoint:  # those that follow without an answer have nothing to add
                    ask = script.send(None)
        except StopIteration as stop:
            self.pending = {}
            self.outcome = stop.value
            self._barrier = len(self._since)
            return
        except DiceError:
            self.pending = {}  # the script is gone; nobody can be asked any more
            raise
        if table.dice.position != position or table.revealed:
            self._barrier = len(self._since)
            table.revealed = False
        if isinstance(ask, Decision):
            self.pending = {ask.seat: ask}
        elif isinstance(ask, dict) and ask:  # Together, or a Floor
            self.pending = dict(ask)
            self._asked = ask
        elif isinstance(ask, Contest):
            self._wait_for((ask,), side_by_side=False)
        elif isinstance(ask, Contests) and ask:
            self._wait_for(ask, side_by_side=True)
        elif isinstance(ask, Handover):
            self.pending = {}
            self.wants_sealed = True
        else:
            # A question to nobody, or no contest.
            self._advance({} if isinstance(ask, Together) else () if isinstance(ask, Contests) else None)
            return
        if self._resigned:
            self._answer_for_resigned()

    def _wait_for(self, contests: Sequence[Contest], *, side_by_side: bool) -> None:
        self.pending = {}
        self.contests = {number: each.called(self.names) for number, each in enumerate(contests, self.settled)}
        self.side_by_side = side_by_side

    def answer(self, seat: int, choice: Choice) -> None:
        """The trusted door: `choice` must come from `pending[seat]`. Nothing is checked."""
        self._since.append((seat, choice))
        if self._asked is None:
            self._advance(choice)
        elif isinstance(self._asked, Floor):
            self._speak(seat, choice)
        else:
            self._give(seat, choice)

    def _speak(self, seat: int, choice: Choice) -> None:
        """The first to speak on an open floor is heard, and the others are asked anew."""
        self._asked = None
        self._barrier = len(self._since)
        self._advance((seat, choice))

    def _give(self, seat: int, choice: Choice) -> None:
        """Lay down a secret answer; the last one reveals them all."""
        self._given[seat] = choice
        del self.pending[seat]
        if not self.pending:
            given, self._given, self._asked = self._given, {}, None
            self._barrier = len(self._since)
            self._advance(given)

    def submit(self, seat: int, choice: object) -> None:
        """The untrusted door: refuses with a code and a sentence, and then nothing has changed."""
        decision = self._decision_of(seat)
        read = decision.read(choice)
        if read not in decision:
            raise decision.refuse(choice)
        self.answer(seat, read)

    def enter(self, seat: int, choice: object) -> None:
        """An entry of a record: an answer, None for resigning, or what the host enters: a contest that is settled,
        a match that is decided, what is handed in under seal."""
        if choice is None:
            self.resign(seat)
        elif seat == HOST and isinstance(choice, Settled):
            self.settle(choice)
        elif seat == HOST and isinstance(choice, Decided):
            self.decide(choice.seat)
        elif seat == HOST and isinstance(choice, Sealed):
            self.hand_in(choice)
        else:
            self.submit(seat, choice)

    def settle(self, settled: Settled) -> None:
        """A contest is over; when no other is left beside it, the script goes on with how they ended."""
        if self.outcome is not None:
            raise Refused("the match is over; nothing is left to settle", code="match-over")
        number = next(iter(self.contests), None) if settled.number is None else settled.number
        if number is None or number not in self.contests:
            raise Refused("no such contest is under way that could be settled", code="no-contest")
        settled = replace(settled, number=number if self.side_by_side else None)
        self._since.append((HOST, settled))
        self._barrier = len(self._since)
        self._ended[number] = settled
        del self.contests[number]
        self.settled += 1
        if not self.contests:
            ended, self._ended = tuple(self._ended[each] for each in sorted(self._ended)), {}
            self._advance(ended if self.side_by_side else settled)

    def hand_in(self, sealed: Sealed) -> None:
        """What a campaign has for the eyes of single seats; the script goes on with it."""
        if not self.wants_sealed:
            raise Refused("nothing is to be handed in here under seal", code="nothing-to-hand-in")
        if any(seat not in range(self.seats) for seat in sealed.parts):
            raise Refused(f"sealed parts are for seats 0 to {self.seats - 1}", code="no-such-seat")
        self.wants_sealed = False
        self._since.append((HOST, sealed))
        self._barrier = len(self._since)
        self._advance(dict(sealed.parts))

    @property
    def contest(self) -> Contest | None:
        """The first contest that is under way."""
        return next(iter(self.contests.values()), None)

    @property
    def floor_is_open(self) -> bool:
        """Whether any of those who are asked may speak, and the first goes on."""
        return isinstance(self._asked, Floor)

    def has_answered(self, seat: int) -> bool:
        """Whether a secret answer of this seat lies on the table, face down."""
        return seat in self._given

    @property
    def contest_seed(self) -> str:
        """The seed of the first contest under way."""
        return self.seed_of(next(iter(self.contests), self.settled))

    def seed_of(self, contest: int) -> str:
        """The seed of a contest, by its number."""
        return contest_seed(self.table.dice, contest)

    def _decision_of(self, seat: int) -> Decision:
        self._check_seat(seat)
        if self.outcome is not None:
            raise Refused("the match is over; nobody has to decide anything", code="match-over")
        decision = self.pending.get(seat)
        if decision is None:
            if self.contests:
                titles = " and ".join(each.title for each in self.contests.values())
                raise Refused(f"nothing is to be decided here before {titles} is over", code="contest-under-way")
            if self.wants_sealed:
                raise Refused("the match waits for what its campaign hands in", code="not-handed-in")
            if not self.pending:
                raise Refused("the scripted dice have failed; this match cannot go on", code="match-stuck")
            waiting = " and ".join(self.names[each] for each in self.pending)
            if seat in self._given:
                raise Refused(
                    f"your answer is in already; take it back first, or wait for {waiting}", code="already-answered"
                )
            raise Refused(f"it is not your decision now; the match waits for {waiting}", code="not-your-turn")
        return decision

    def _check_seat(self, seat: object) -> None:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise Refused(f"there is no seat {shown(seat)}; seats are 0 to {self.seats - 1}", code="no-such-seat")

    # -- resigning ------------------------------------------------------------------------

    def resign(self, seat: int) -> None:
        """Leave the match: the seat answers by default from now on, and its pieces leave at the next checkpoint."""
        self._check_seat(seat)
        if self.outcome is not None:
            raise Refused("the match is over; there is nothing left to resign", code="match-over")
        if seat in self._resigned:
            raise Refused(f"{self.names[seat]} has resigned already", code="already-resigned")
        self._since.append((seat, None))
        self._barrier = len(self._since)
        self._resigned |= {seat}
        self._answer_for_resigned()

    @property
    def last_left(self) -> int | None:
        """The seat that alone has not resigned: the match is his, if he does not want to play on."""
        left = [seat for seat in range(self.seats) if seat not in self._resigned] if self._resigned else []
        if len(left) != 1 or self.outcome is not None or self.contests:
            return None
        return left[0] if self.game.may_decide(self.state, left[0]) else None

    def decide(self, seat: int) -> None:
        """The last one left takes the victory as it stands."""
        self._check_seat(seat)
        if self.outcome is not None:
            raise Refused("the match is over; it is decided already", code="match-over")
        if self.last_left != seat:
            raise Refused("the match is not decided: play on until all others have left", code="not-decided")
        self._withdraw()
        outcome = self.game.decided(self.state, self.table, seat)
        self._since.append((HOST, Decided(seat)))
        self._barrier = len(self._since)
        self.pending, self._given, self._asked = {}, {}, None
        self.outcome = outcome

    @property
    def resigned(self) -> frozenset[int]:
        return self._resigned

    def _answer_for_resigned(self) -> None:
        for seat in [each for each in self.pending if each in self._resigned]:
            # These answers follow from the rules, so the record does not list them.
            choice = self.pending[seat].default
            if self._asked is None:
                self._advance(choice)
                return
            if isinstance(self._asked, Floor):
                self._speak(seat, choice)
                return
            self._give(seat, choice)

    def _withdraw(self) -> None:
        for seat in sorted(self._resigned - self._withdrawn):
            self.game.withdraw(self.state, self.table, seat)
        self._withdrawn = self._resigned
