"""A game being played.

`Match` runs a game's script and keeps the questions that are open. Answers come in by `submit`, which checks everything
and changes nothing when it refuses, or by `answer`, for code that has just picked from the legal list. What goes on is
in `Running`; here is what a match can do besides: take back, be copied, be looked at, be saved.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from ludus.core import saved
from ludus.core.contest import Decided, Sealed, Settled
from ludus.core.decision import Decision, plain_choice
from ludus.core.dice import Dice, SplicedDice
from ludus.core.errors import DataError, LudusError, Refused, fault
from ludus.core.event import Event
from ludus.core.game import Checkpoint, Game, S
from ludus.core.house_rules import check_name
from ludus.core.running import Running
from ludus.core.table import Log, QuietTable, Table

log = logging.getLogger(__name__)


class Match(Running[S]):
    """One match of one game.

    >>> import ludus
    >>> match = ludus.new_match("chariot-race", seats=4, seed=7)
    >>> match
    <Match of chariot-race, 4 seats, 0 answers, waiting for seat 1>
    """

    __slots__ = ()

    # -- taking back ----------------------------------------------------------------------

    def can_undo(self, seat: int) -> bool:
        """Whether the seat's last answer can be taken back: no checkpoint, die, reveal or other seat's act since."""
        if seat in self._given:
            return self.game.may_undo(self.state) and seat not in self._resigned
        return len(self._since) > self._barrier and self._since[-1][0] == seat and self.game.may_undo(self.state)

    def undo(self, seat: int) -> None:
        """Take back the seat's last answer."""
        self._check_seat(seat)
        if not self.can_undo(seat):
            raise Refused(
                "nothing to take back: only your own last answer, before any die, reveal or other player's act",
                code="undo-refused",
            )
        if seat in self._given:
            assert self._asked is not None
            del self._given[seat]
            self.pending = {each: self._asked[each] for each in self._asked if each not in self._given}
            last = max(index for index, entry in enumerate(self._since) if entry[0] == seat)
            del self._since[last]
            return
        self._rewind(self._since[:-1])

    def _rewind(self, entries: list[saved.Entry]) -> None:
        """Go back to the base and answer again."""
        base = self._base
        self.state = base.state.copy()
        self.table = type(self.table)(base.dice.copy(), self.table.events[: base.events])
        self._resigned, self._withdrawn, self.settled = base.resigned, base.withdrawn, base.settled
        self._since = []
        self._run_from_state()
        for seat, choice in entries:
            if choice is None:
                self.resign(seat)
            elif isinstance(choice, Settled):
                self.settle(choice)
            elif isinstance(choice, Decided):
                self.decide(choice.seat)
            elif isinstance(choice, Sealed):
                self.hand_in(choice)
            else:
                self.answer(seat, choice)
        if isinstance(self.table.dice, SplicedDice):  # its past is over
            self.table.dice = self.table.dice.copy()

    # -- copies ---------------------------------------------------------------------------

    def clone(self, *, quiet: bool = False, dice: Dice | None = None) -> Match[S]:
        """An independent copy. `quiet` keeps no log; `dice` gives the copy a future of its own and no history."""
        twin: Match[S] = Match.__new__(type(self))
        twin.game = self.game
        twin.seats = self.seats
        twin.ruleset = self.ruleset
        twin.options = self.options
        twin.rules_name = self.rules_name
        twin.names = self.names[:]
        twin.outcome = self.outcome
        twin.passed = self.passed
        twin.contests = dict(self.contests)
        twin.side_by_side = self.side_by_side
        twin.wants_sealed = self.wants_sealed
        twin._ended = dict(self._ended)
        twin.settled = self.settled
        twin._start = self._start
        twin._history = None
        twin._since = self._since[:]
        twin._barrier = self._barrier
        twin._base = self._base
        twin._spliced = self._spliced
        twin._resigned = self._resigned
        twin._withdrawn = self._withdrawn
        twin._asked = self._asked
        twin._given = dict(self._given)
        twin.pending = self.pending
        asks = not self.contests and not self.wants_sealed
        if asks and all(self.game.reenters(self.state, each) for each in self.pending.values()):
            twin.state = self.state.copy()
            future = self.table.dice.copy() if dice is None else dice
            twin.table = QuietTable(future, []) if quiet else Table(future, self.table.events)
            if self.outcome is None:
                twin._reenter()
        else:
            twin.table = QuietTable(self.table.dice, []) if quiet else self.table
            twin._rewind(self._since)
        if dice is not None:
            twin._continue_with(dice, self.table.dice.position)
        elif not quiet and self._history is not None:
            twin._history = self._history[:]
        return twin

    def _continue_with(self, dice: Dice, position: int) -> None:
        """Other dice from now on, also for whoever comes by here again from the base."""
        self.table.dice = dice
        base = self._base
        self._base = base._replace(dice=SplicedDice(base.dice, position, dice.copy()))
        self._spliced = True

    def _reenter(self) -> None:
        """Start the script again from the state of an open question, which it comes back to."""
        self._script = self.game.script(self.state, self.table)
        ask = self._script.send(None)
        while type(ask) is Checkpoint:
            ask = self._script.send(None)
        if isinstance(ask, Decision):
            self.pending = {ask.seat: ask}
        else:
            assert isinstance(ask, dict)  # Together, or a Floor
            self._asked = ask
            self.pending = {seat: decision for seat, decision in ask.items() if seat not in self._given}

    # -- what a seat may know -------------------------------------------------------------

    @property
    def events(self) -> Log:
        """Everything that happened, secrets included. For a seat's share use `events_for`."""
        return self.table.events

    def events_for(self, seat: int | None) -> list[Event]:
        """What this seat (None: a spectator) has seen happen."""
        return [event for event in self.table.events if event.visible_to(seat)]

    def view(self, seat: int | None, *, explain: bool = True) -> dict[str, Any]:
        """All that this seat (None: a spectator) may know now; `explain` adds what each answer costs and leads to."""
        own = self.view_of_own(seat, explain=explain)
        return {**saved.plain_setup(self), "position": self.game.view(self.state, seat), **self.view_of_all(), **own}

    def view_of_all(self) -> dict[str, Any]:
        """The changing part of every view that is the same for everybody."""
        return {
            "waiting": sorted(self.pending),
            "floor": self.floor_is_open,
            "contest": None if self.contest is None else self.contest.to_plain(),
            "contests": [{"number": number, **each.to_plain()} for number, each in self.contests.items()],
            "resigned": sorted(self._resigned),
            "decided": self.last_left,
            "outcome": None if self.outcome is None else self.outcome.in_short(),
            **saved.dice_proof(self.table.dice, over=self.outcome is not None),
        }

    def view_of_own(self, seat: int | None, *, explain: bool = True) -> dict[str, Any]:
        """What only this seat is shown, its position apart."""
        own: dict[str, Any] = {"seat": seat, "decision": None, "given": None, "undo": False}
        if seat is None:
            return own
        self._check_seat(seat)
        decision = self.pending.get(seat)
        if decision is not None:
            own["decision"] = decision.to_plain()
            answers = self.explain_safely(seat) if explain else None
            if answers is not None:
                own["decision"]["answers"] = answers
        if seat in self._given:
            own["given"] = plain_choice(self._given[seat])
        own["undo"] = self.can_undo(seat)
        return own

    def explain(self, seat: int) -> list[dict[str, Any]]:
        """For each answer to this seat's question its label, what it costs and where it leads."""
        return self.game.explain(self.state, self._decision_of(seat))

    def explain_safely(self, seat: int) -> list[dict[str, Any]] | None:
        """The same; None where the game fails at it, for a question can be answered without."""
        try:
            return self.explain(seat)
        except Refused:
            raise
        except Exception:
            log.exception("%s cannot explain '%s'", self.game.id, self.pending[seat].name)
            return None

    def narrate(self, event: Event) -> str:
        """The event in plain words."""
        return self.game.narrate(event, self.names, self.options)

    # -- saving ---------------------------------------------------------------------------

    @property
    def answers(self) -> list[saved.Entry]:
        """Every answer so far, in order, secret ones included."""
        if self._history is None:
            raise LudusError("this match was restored or copied without its history", code="no-history")
        return self._history + self._since

    def record(self) -> dict[str, Any]:
        """The whole match: setup, answers, dice, events, outcome. It holds secrets until the match is over."""
        return saved.write_record(self)

    def snapshot(self) -> dict[str, Any]:
        """The last checkpoint and the answers since: enough to go on, not to tell the whole story."""
        return saved.write_snapshot(self)

    @classmethod
    def restore(
        cls,
        game: Game[S],
        snapshot: Mapping[str, Any],
        *,
        answers: Iterable[Any] | None = None,
        events: Iterable[Event] = (),
        position: Mapping[str, Any] | None = None,
    ) -> Match[S]:
        """A match from its snapshot. Given all answers and events so far it has its history too."""
        try:
            saved.check_format(snapshot, "snapshot")
            match: Match[S] = cls.__new__(cls)
            match.game = game
            match.seats = snapshot["seats"]
            game.check_seats(match.seats)
            match.ruleset = snapshot["ruleset"]
            match.options = game.resolve(match.ruleset, game.as_it_was(snapshot["options"]))
            match.rules_name = check_name(snapshot.get("rules_name", ""))
            match.names = saved.check_names(snapshot["names"], match.seats)
            match._start = deepcopy(position)
            match.state = game.load(snapshot["state"], match.seats, match.options)
            told = list(events)[: snapshot["events_before"]]
            match.table = Table(saved.read_dice(snapshot, snapshot["dice_position"]), told)
            match._resigned = frozenset(snapshot["resigned"])
            match._withdrawn = frozenset(snapshot["withdrawn"])
            match.settled = snapshot.get("settled", 0)
            match._history = None
            if answers is not None:
                match._history = [saved.read_entry(entry) for entry in answers][: snapshot["answers_before"]]
            match._since = []
            match._run_from_state()
            for entry in snapshot["since"]:
                match.enter(*saved.read_entry(entry))
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, Refused) as error:
            raise DataError(f"this is not a snapshot: {fault(error)}", code="bad-snapshot") from error
        return match

    @classmethod
    def imagine(cls, game: Game[S], view: Mapping[str, Any], dice: Dice) -> Match[S]:
        """A match as a seat may picture it from its view alone, with dice of its own and no log."""
        match: Match[S] = cls.__new__(cls)
        match.game = game
        match.seats = view["seats"]
        match.ruleset = view["ruleset"]
        match.options = view["options"]
        match.rules_name = view.get("rules_name", "")
        match.names = list(view["names"])
        match._start = None
        match.state = game.imagine(view["position"], match.seats, match.options)
        match.table = QuietTable(dice, [])
        # Who has left the board already leaves it once more, to no effect.
        match._resigned, match._withdrawn = frozenset(view["resigned"]), frozenset()
        match._history = None
        match._since = []
        match.settled = 0
        match._run_from_state()
        return match

    def __repr__(self) -> str:
        if self.outcome is not None:
            winners = ", ".join(self.names[seat] for seat in self.outcome.winners) or "nobody"
            state = f"won by {winners} ({self.outcome.reason})"
        else:
            noun = "seat" if len(self.pending) == 1 else "seats"
            waiting = ", ".join(str(seat) for seat in sorted(self.pending))
            state = f"waiting for {noun} {waiting}" if waiting else "stuck"
            if self.wants_sealed:
                state = "waiting for what its campaign hands in"
            if self.contests:
                state = f"waiting for {' and '.join(each.title for each in self.contests.values())}"
        count = len(self._since) + len(self._history or ())
        return f"<Match of {self.game.id}, {self.seats} seats, {count} answers, {state}>"
