"""A game being played.

`Match` runs a game's script, keeps the questions that are open, and is the only door through which
answers come in. `submit` is for anyone: it checks everything and changes nothing when it refuses.
`answer` is for code that has just picked from the legal list.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic

from ludus.core.decision import Choice, Decision, freeze_choice
from ludus.core.dice import Dice, ScriptedDice, SeededDice, commitment
from ludus.core.errors import DataError, LudusError, Refused
from ludus.core.event import Event
from ludus.core.game import Checkpoint, Game, Outcome, S, Script, Together
from ludus.core.table import QuietTable, Table

FORMAT = 1

# An entry of the record: who answered what. None stands for resigning.
Entry = tuple[int, Choice | None]


class Match(Generic[S]):
    """One match of one game.

    >>> import ludus
    >>> match = ludus.new_match("chariot-race", seats=4, seed=7)
    >>> match
    <Match of chariot-race, 4 seats, 0 answers, waiting for seat 1>
    """

    __slots__ = (
        "_asked",
        "_barrier",
        "_base",
        "_base_dice",
        "_base_events",
        "_base_resigned",
        "_given",
        "_history",
        "_resigned",
        "_script",
        "_since",
        "_start",
        "_withdrawn",
        "game",
        "names",
        "options",
        "outcome",
        "pending",
        "ruleset",
        "seats",
        "state",
        "table",
    )

    game: Game[S]
    seats: int
    ruleset: str
    options: Mapping[str, Any]
    names: list[str]
    state: S
    table: Table
    pending: dict[int, Decision]  # who must act, and on what
    outcome: Outcome | None
    _start: Mapping[str, Any] | None  # the scenario position this match began from
    _script: Script
    _asked: Together | None  # the whole of an open question to several seats
    _given: dict[int, Choice]  # secret answers to it so far
    _resigned: frozenset[int]
    _withdrawn: frozenset[int]  # resigned seats whose pieces have left the board
    _history: list[Entry] | None  # answers before the base; None when restored without them
    _since: list[Entry]  # answers since the base
    _barrier: int  # answers of _since before this index cannot be undone
    _base: S  # the position at the last checkpoint
    _base_dice: Dice
    _base_events: int
    _base_resigned: tuple[frozenset[int], frozenset[int]]

    def __init__(
        self,
        game: Game[S],
        seats: int,
        dice: Dice,
        ruleset: str | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        game.check_seats(seats)
        self.game = game
        self.seats = seats
        self.ruleset = next(iter(game.rulesets)) if ruleset is None else ruleset
        self.options = game.resolve(self.ruleset, options or {})
        self.names = list(names) if names is not None else [f"Seat {seat + 1}" for seat in range(seats)]
        if len(self.names) != seats:
            raise DataError(f"{len(self.names)} names were given for {seats} seats", code="bad-names")
        self._start = position
        if position is None:
            self.state = game.begin(seats, self.options)
        else:
            self.state = game.read_position(position, seats, self.options)
        self.table = Table(dice, [])
        self._resigned = self._withdrawn = frozenset()
        self._history = []
        self._since = []
        self._run_from_state()

    # -- running the script ---------------------------------------------------------------

    def _run_from_state(self) -> None:
        """Start the script at the position held now, which becomes the base."""
        self._keep_base()
        self.outcome = None
        self.pending = {}
        self._asked = None
        self._given = {}
        self._script = self.game.script(self.state, self.table)
        self._advance(None)

    def _keep_base(self) -> None:
        if self._history is not None:
            self._history += self._since
        self._since = []
        self._barrier = 0
        self._base = self.state.copy()
        self._base_dice = self.table.dice.copy()
        self._base_events = len(self.table.events)
        self._base_resigned = (self._resigned, self._withdrawn)

    def _advance(self, value: Any) -> None:
        """Send the script its answer and run it to the next question."""
        script = self._script
        position = self.table.dice.position
        try:
            ask = script.send(value)
            while ask.__class__ is Checkpoint:
                if self._resigned != self._withdrawn:
                    self._withdraw()
                self._keep_base()
                ask = script.send(None)
        except StopIteration as stop:
            self.pending = {}
            self.outcome = stop.value
            self._barrier = len(self._since)
            return
        if self.table.dice.position != position:
            self._barrier = len(self._since)
        if isinstance(ask, Decision):
            self.pending = {ask.seat: ask}
        else:
            assert isinstance(ask, Together)
            self.pending = dict(ask)
            self._asked = ask
        if self._resigned:
            self._answer_for_resigned()

    def answer(self, seat: int, choice: Choice) -> None:
        """The trusted door: `choice` must come from `pending[seat]`. Nothing is checked."""
        self._since.append((seat, choice))
        if self._asked is None:
            self._advance(choice)
        else:
            self._give(seat, choice)

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
        frozen = freeze_choice(choice)
        if frozen not in decision:
            raise Refused(
                f"{_shortened(str(choice))} is not legal here ({decision.clause}): "
                f"{decision.prompt} Legal: {decision.legal()}."
            )
        self.answer(seat, frozen)

    def _decision_of(self, seat: int) -> Decision:
        self._check_seat(seat)
        if self.outcome is not None:
            raise Refused("the match is over; nobody has to decide anything", code="match-over")
        decision = self.pending.get(seat)
        if decision is None:
            waiting = " and ".join(self.names[each] for each in self.pending)
            if seat in self._given:
                raise Refused(
                    f"your answer is in already; take it back first, or wait for {waiting}", code="already-answered"
                )
            raise Refused(f"it is not your decision now; the match waits for {waiting}", code="not-your-turn")
        return decision

    def _check_seat(self, seat: object) -> None:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise Refused(
                f"there is no seat {_shortened(str(seat))}; seats are 0 to {self.seats - 1}", code="no-such-seat"
            )

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
    def resigned(self) -> frozenset[int]:
        return self._resigned

    def _answer_for_resigned(self) -> None:
        for seat in [each for each in self.pending if each in self._resigned]:
            # These answers follow from the rules, so the record does not list them.
            choice = self.pending[seat].default
            if self._asked is None:
                self._advance(choice)
                return
            self._give(seat, choice)

    def _withdraw(self) -> None:
        for seat in sorted(self._resigned - self._withdrawn):
            self.game.withdraw(self.state, self.table, seat)
        self._withdrawn = self._resigned

    # -- taking back ----------------------------------------------------------------------

    def can_undo(self, seat: int) -> bool:
        """Whether the seat's last answer can be taken back: no die, no reveal and no other seat since."""
        if seat in self._given:
            return True
        return len(self._since) > self._barrier and self._since[-1][0] == seat

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

    def _rewind(self, entries: list[Entry]) -> None:
        """Go back to the base and answer again."""
        self.state = self._base.copy()
        self.table = type(self.table)(self._base_dice.copy(), self.table.events[: self._base_events])
        self._resigned, self._withdrawn = self._base_resigned
        self._since = []
        self._run_from_state()
        self._replay(entries)

    def _replay(self, entries: Iterable[Entry]) -> None:
        for seat, choice in entries:
            if choice is None:
                self.resign(seat)
            else:
                self.answer(seat, choice)

    # -- copies ---------------------------------------------------------------------------

    def clone(self, *, quiet: bool = False, dice: Dice | None = None) -> Match[S]:
        """An independent copy. `quiet` keeps no log; `dice` gives the copy a future of its own."""
        twin: Match[S] = Match.__new__(type(self))
        twin.game = self.game
        twin.seats = self.seats
        twin.ruleset = self.ruleset
        twin.options = self.options
        twin.names = self.names
        twin.outcome = self.outcome
        twin._start = self._start
        twin._history = None if quiet or self._history is None else self._history[:]
        twin._since = self._since[:]
        twin._barrier = self._barrier
        # The base is never changed in place, so copies share it.
        twin._base = self._base
        twin._base_dice = self._base_dice
        twin._base_events = self._base_events
        twin._base_resigned = self._base_resigned
        twin._resigned = self._resigned
        twin._withdrawn = self._withdrawn
        twin._asked = self._asked
        twin._given = dict(self._given)
        twin.pending = self.pending
        if self.game.reentrant or self.outcome is not None:
            twin.state = self.state.copy()
            twin.table = self._table_for_twin(quiet, dice or self.table.dice.copy(), self.table.events[:])
            if self.outcome is None:
                twin._reenter()
            return twin
        twin.state = self.state
        twin.table = self._table_for_twin(quiet, self.table.dice, self.table.events)
        twin._history = None
        twin._rewind(self._since)
        twin._history = None if quiet or self._history is None else self._history[:]
        if dice is not None:
            twin.table.dice = dice
        return twin

    @staticmethod
    def _table_for_twin(quiet: bool, dice: Dice, events: list[Event]) -> Table:
        return QuietTable(dice, []) if quiet else Table(dice, events)

    def _reenter(self) -> None:
        """Start the script again from the state of an open question, which it comes back to."""
        self._script = self.game.script(self.state, self.table)
        ask = self._script.send(None)
        while ask.__class__ is Checkpoint:
            ask = self._script.send(None)
        if isinstance(ask, Decision):
            self.pending = {ask.seat: ask}
        else:
            assert isinstance(ask, Together)
            self._asked = ask
            self.pending = {seat: decision for seat, decision in ask.items() if seat not in self._given}

    # -- what a seat may know -------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        """Everything that happened, secrets included. For a seat's share use `events_for`."""
        return self.table.events

    def events_for(self, seat: int | None) -> list[Event]:
        """What this seat (None: a spectator) has seen happen."""
        return [event for event in self.table.events if event.visible_to(seat)]

    def view(self, seat: int | None, *, explain: bool = True) -> dict[str, Any]:
        """All that this seat (None: a spectator) may know now, as plain JSON values.

        `explain` adds to the open question what each answer costs and where it leads.
        """
        if seat is not None:
            self._check_seat(seat)
        decision = None if seat is None else self.pending.get(seat)
        view: dict[str, Any] = {
            "game": self.game.id,
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "seats": self.seats,
            "seat": seat,
            "names": list(self.names),
            "position": self.game.view(self.state, seat),
            "waiting": sorted(self.pending),
            "decision": None,
            "given": None,
            "undo": seat is not None and self.can_undo(seat),
            "resigned": sorted(self._resigned),
            "outcome": None if self.outcome is None else self.outcome.to_plain(),
        }
        if decision is not None:
            view["decision"] = decision.to_plain()
            if explain:
                view["decision"]["answers"] = self.game.explain(self.state, decision)
        if seat is not None and seat in self._given:
            given = self._given[seat]
            view["given"] = list(given) if isinstance(given, tuple) else given
        view.update(self._dice_proof())
        return view

    def _dice_proof(self) -> dict[str, Any]:
        """The commitment from the start, the seed only when the match is over."""
        dice = self.table.dice
        if not isinstance(dice, SeededDice):
            return {"commitment": None, "seed": None}
        return {"commitment": commitment(dice.seed), "seed": dice.seed if self.outcome is not None else None}

    def narrate(self, event: Event) -> str:
        """The event in plain words."""
        return self.game.narrate(event, self.names)

    # -- saving ---------------------------------------------------------------------------

    @property
    def answers(self) -> list[Entry]:
        """Every answer so far, in order, secret ones included."""
        if self._history is None:
            raise LudusError("this match was restored without its history", code="no-history")
        return self._history + self._since

    def record(self) -> dict[str, Any]:
        """The whole match: setup, answers, dice, events, outcome. It holds secrets until the match is over."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "seats": self.seats,
            "names": list(self.names),
            "position": self._start,
            **_dice_source(self.table.dice),
            "commitment": self._dice_proof()["commitment"],
            "answers": [_plain_entry(entry) for entry in self.answers],
            "events": [event.to_plain() for event in self.table.events],
            "outcome": None if self.outcome is None else self.outcome.to_plain(),
        }

    def snapshot(self) -> dict[str, Any]:
        """The last checkpoint and the answers since: enough to go on, not to tell the whole story."""
        resigned, withdrawn = self._base_resigned
        return {
            "format": FORMAT,
            "game": self.game.id,
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "seats": self.seats,
            "names": list(self.names),
            **_dice_source(self._base_dice),
            "dice_position": self._base_dice.position,
            "state": self.game.save(self._base),
            "resigned": sorted(resigned),
            "withdrawn": sorted(withdrawn),
            "since": [_plain_entry(entry) for entry in self._since],
        }

    @classmethod
    def restore(
        cls,
        game: Game[S],
        snapshot: Mapping[str, Any],
        *,
        answers: Iterable[Sequence[Any]] | None = None,
        events: Iterable[Event] = (),
        position: Mapping[str, Any] | None = None,
    ) -> Match[S]:
        """A match from its snapshot. With the answers and events before the checkpoint it has its history too."""
        try:
            match: Match[S] = cls.__new__(cls)
            match.game = game
            match.seats = snapshot["seats"]
            game.check_seats(match.seats)
            match.ruleset = snapshot["ruleset"]
            match.options = game.resolve(match.ruleset, snapshot["options"])
            match.names = list(snapshot["names"])
            match._start = position
            match.state = game.load(snapshot["state"], match.seats, match.options)
            match.table = Table(make_dice(snapshot, snapshot["dice_position"]), list(events))
            match._resigned = frozenset(snapshot["resigned"])
            match._withdrawn = frozenset(snapshot["withdrawn"])
            match._history = None if answers is None else [read_entry(entry) for entry in answers]
            match._since = []
            match._run_from_state()
            match._replay(read_entry(entry) for entry in snapshot["since"])
        except (KeyError, TypeError, AttributeError) as error:
            raise DataError(f"this is not a snapshot: {error!r}", code="bad-snapshot") from error
        return match

    @classmethod
    def imagine(cls, game: Game[S], view: Mapping[str, Any], dice: Dice) -> Match[S]:
        """A match as a seat may picture it from its view alone, with dice of its own and no log."""
        match: Match[S] = cls.__new__(cls)
        match.game = game
        match.seats = view["seats"]
        match.ruleset = view["ruleset"]
        match.options = view["options"]
        match.names = view["names"]
        match._start = None
        match.state = game.imagine(view["position"], match.seats, match.options)
        match.table = QuietTable(dice, [])
        match._resigned = match._withdrawn = frozenset(view["resigned"])
        match._history = None
        match._since = []
        match._run_from_state()
        return match

    def __repr__(self) -> str:
        if self.outcome is not None:
            winners = ", ".join(self.names[seat] for seat in self.outcome.winners) or "nobody"
            state = f"won by {winners} ({self.outcome.reason})"
        else:
            noun = "seat" if len(self.pending) == 1 else "seats"
            state = f"waiting for {noun} {', '.join(str(seat) for seat in sorted(self.pending))}"
        count = len(self._since) + len(self._history or ())
        return f"<Match of {self.game.id}, {self.seats} seats, {count} answers, {state}>"


def _dice_source(dice: Dice) -> dict[str, Any]:
    """Where the numbers come from: a seed, or a script."""
    return {
        "seed": dice.seed if isinstance(dice, SeededDice) else None,
        "dice": list(dice.values) if isinstance(dice, ScriptedDice) else None,
    }


def make_dice(plain: Mapping[str, Any], position: int = 0) -> Dice:
    """The dice of a record or snapshot."""
    if plain["seed"] is not None:
        return SeededDice(plain["seed"], position)
    return ScriptedDice(plain["dice"], position)


def read_entry(entry: Sequence[Any]) -> Entry:
    seat, choice = entry
    return (seat, None if choice is None else freeze_choice(choice))


def _plain_entry(entry: Entry) -> list[Any]:
    seat, choice = entry
    return [seat, list(choice) if isinstance(choice, tuple) else choice]


def replay(game: Game[S], record: Mapping[str, Any]) -> Match[S]:
    """Play a record's answers again with its dice, checking each one."""
    try:
        match = Match(
            game,
            record["seats"],
            make_dice(record),
            ruleset=record["ruleset"],
            options=record["options"],
            names=record["names"],
            position=record["position"],
        )
        for number, raw in enumerate(record["answers"]):
            seat, choice = read_entry(raw)
            try:
                if choice is None:
                    match.resign(seat)
                else:
                    match.submit(seat, choice)
            except Refused as error:
                raise DataError(f"answer {number}: {error.message}", code="record-differs") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataError(f"this is not a record: {error!r}", code="bad-record") from error
    return match


def verify(game: Game[S], record: Mapping[str, Any]) -> Match[S]:
    """Replay a record and compare dice commitment, events and outcome; the first difference is refused."""
    match = replay(game, record)
    again = match.record()
    try:
        if record["seed"] is not None and record["commitment"] != again["commitment"]:
            raise DataError("the seed is not the one that was committed to at the start", code="record-differs")
        pairs = zip(record["events"], again["events"], strict=False)
        for number, (written, found) in enumerate(pairs):
            if _canonical(written) != _canonical(found):
                raise DataError(
                    f"event {number} differs: the record says {_canonical(written)}, the rules say {_canonical(found)}",
                    code="record-differs",
                )
        if len(record["events"]) != len(again["events"]):
            raise DataError(
                f"the record has {len(record['events'])} events, the rules give {len(again['events'])}",
                code="record-differs",
            )
        if record["outcome"] != again["outcome"]:
            raise DataError(
                f"the record's outcome is {record['outcome']}, the rules give {again['outcome']}",
                code="record-differs",
            )
    except (KeyError, TypeError) as error:
        raise DataError(f"this is not a record: {error!r}", code="bad-record") from error
    return match


def _canonical(plain: Any) -> str:
    return json.dumps(plain, sort_keys=True, ensure_ascii=False)


def _shortened(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[:most] + "..."
