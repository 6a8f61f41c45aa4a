"""The game of one room: a match that is loaded from its steps and moved on by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.core.contest import HOST, Decided, Sealed, Settled
from ludus.core.decision import Decision
from ludus.core.dice import SeededDice
from ludus.core.event import Event
from ludus.core.form import Form
from ludus.core.match import Match
from ludus.library import find_game
from ludus.server.saved_match import Head, SavedMatch, Snapshot, Step
from ludus.server.wire import diff

# Steps that move the match itself; the others change the table.
PLAYED = ("answer", "timeout", "orders", "undo", "resign", "settle", "decide", "hand")


class RunningMatch:
    """A running match, the numbers of its open questions, and the position as spectators saw it last."""

    __slots__ = ("_checkpoint", "_goes_on", "_told", "asked", "match", "position", "taken_back")

    match: Match[Any]
    asked: dict[int, int]  # for each seat that must act, the number of the step that asked it
    taken_back: set[int]  # the seats that are asked again because they took their answer back
    position: dict[str, Any]
    _checkpoint: object  # the checkpoint that was saved last
    _told: int  # how many events there were when they were last looked at
    _goes_on: bool  # the match, since the position was looked at: more than a secret answer was laid down

    def __init__(self, match: Match[Any], number: int) -> None:
        self.match = match
        self.asked = dict.fromkeys(match.pending, number)
        self.taken_back = set()
        self.position = {}
        self._checkpoint = None
        self._told = 0
        self._goes_on = True

    @classmethod
    def begin(cls, head: Head, number: int) -> RunningMatch:
        names = [seat.name for seat in head.seats]
        dice = SeededDice(head.seed)
        game = find_game(head.game)
        match = Match(game, len(names), dice, head.ruleset, head.options, names, head.position, head.rules_name)
        return cls(match, number)

    @classmethod
    def load(cls, saved: SavedMatch) -> RunningMatch | None:
        """From the newest checkpoint and the steps since; what happened before is read, not played again."""
        kept = saved.snapshot
        if kept is None:
            return None
        events: list[dict[str, Any]] = []
        entries: list[tuple[int, Any]] = []
        for step in saved.steps:
            if step.number > kept.number:
                break
            events[step.since :] = step.events
            fold(entries, step)
        names = [seat.name for seat in saved.head.seats]
        match = Match.restore(
            find_game(saved.head.game),
            {**kept.body, "names": names},
            answers=entries,
            events=[Event.from_plain(event) for event in events],
            position=saved.head.position,
        )
        running = cls(match, kept.number)
        running._checkpoint = match.checkpoint
        for step in saved.steps:
            if step.number > kept.number and step.kind in PLAYED:
                running.play(step.number, step.kind, step.seat, step.choice)
        running.position = running._spectators_position()
        running._told = len(match.events)
        return running

    def play(self, number: int, kind: str, seat: int | None, choice: Any) -> None:
        """Move on by one step; a refusal changes nothing."""
        match = self.match
        before, floor = dict(match.pending), match.pending if match.floor_is_open else None
        assert seat is not None
        if kind == "undo":
            match.undo(seat)
            self.taken_back.add(seat)
        elif kind == "settle":
            match.settle(Settled.from_plain(choice))
        elif kind == "decide":
            match.enter(HOST, Decided.from_plain(choice))
        elif kind == "hand":
            match.enter(HOST, Sealed.from_plain(choice))
        else:
            match.resign(seat) if kind == "resign" else match.submit(seat, choice)
            self.taken_back.discard(seat)
        if floor is not None and match.pending is not floor:
            # Somebody spoke: whoever may speak now is asked anew. But a form that is asked again word for word is not
            # taken out of the hands of whoever fills it in.
            before = {each: now for each, now in match.pending.items() if each != seat and _same_form(floor, each, now)}
            self._goes_on = True
        # A question keeps its number while others answer theirs. As long as there are only such, nothing goes on.
        self.asked = {
            each: self.asked[each] if before.get(each) is decision else number
            for each, decision in match.pending.items()
        }
        if number in self.asked.values() or not self.asked:
            self._goes_on = True

    def turn_events(self) -> tuple[int, list[Event]]:
        """What happened since the last call, and at which place in the story that begins: an undo takes some back."""
        events = self.match.events
        since = min(self._told, len(events))
        self._told = len(events)
        return since, events[since:]

    def turn_position(self) -> list[list[Any]]:
        """What changed for spectators since the last call."""
        if not self._goes_on:
            return []
        self._goes_on = False
        before, self.position = self.position, self._spectators_position()
        return diff(before, self.position)

    def _spectators_position(self) -> dict[str, Any]:
        return self.match.game.view(self.match.state, None)

    def turn_checkpoint(self, number: int) -> Snapshot | None:
        """A snapshot when the match has passed a checkpoint since the last call."""
        if self.match.checkpoint is self._checkpoint:
            return None
        self._checkpoint = self.match.checkpoint
        return Snapshot(number, self.match.snapshot())


def _same_form(floor: Mapping[int, Decision], seat: int, now: Decision) -> bool:
    was = floor.get(seat)
    return isinstance(was, Form) and isinstance(now, Form) and was.to_plain() == now.to_plain()


def fold(entries: list[tuple[int, Any]], step: Step) -> None:
    """Keep the list of answers that count."""
    assert step.seat is not None or step.kind not in PLAYED
    if step.kind == "undo":
        last = max(index for index, (seat, _) in enumerate(entries) if seat == step.seat)
        del entries[last]
    elif step.kind in PLAYED:
        entries.append((step.seat or 0, step.choice))
