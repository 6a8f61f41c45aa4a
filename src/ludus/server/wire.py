"""Views and events as they go over the wire: changes instead of whole views, bytes made once."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from ludus.core.chart import Spot
from ludus.core.event import Accent, Event
from ludus.core.game import Game
from ludus.core.match import Match
from ludus.core.naming import question_by_name
from ludus.server.explainer import explain_or_log, sheet_or_log
from ludus.server.remarks import Remarks

log = logging.getLogger("ludus.server")

Patch = list[list[Any]]
NOTHING: Any = object()  # where there is no value, not even None


def diff(old: Mapping[str, Any], new: Mapping[str, Any]) -> Patch:
    """What turns one view into the other: [path, value] sets, [path] removes; lists are replaced whole.

    >>> diff({"a": {"b": 1, "c": 2}, "d": [1]}, {"a": {"b": 3}, "d": [1, 2]})
    [[['a', 'b'], 3], [['a', 'c']], [['d'], [1, 2]]]
    """
    patch: Patch = []
    _compare(old, new, [], patch)
    return patch


def _compare(old: Mapping[str, Any], new: Mapping[str, Any], path: list[str], patch: Patch) -> None:
    fresh = 0
    for key, value in new.items():
        before = old.get(key, NOTHING)
        if before is value:
            continue
        if before is NOTHING:
            fresh += 1
            patch.append([[*path, key], value])
        elif type(before) is dict and type(value) is dict:
            _compare(before, value, [*path, key], patch)
        elif before != value or type(before) is not type(value):
            patch.append([[*path, key], value])
    if len(old) + fresh > len(new):
        patch.extend([[*path, key]] for key in old if key not in new)


def apply_patch(old: Mapping[str, Any], patch: Patch) -> dict[str, Any]:
    """The new view; the old one is left as it was.

    >>> apply_patch({"a": {"b": 1}, "d": [1]}, [[["a", "c"], 2], [["d"]]])
    {'a': {'b': 1, 'c': 2}}
    """
    new = dict(old)
    for path, *value in patch:
        here = new
        for key in path[:-1]:
            here[key] = dict(here[key])
            here = here[key]
        if value:
            here[path[-1]] = value[0]
        else:
            del here[path[-1]]
    return new


class Explained(NamedTuple):
    """What is said of the answers to a seat's open question."""

    seat: int
    decision: int
    answers: list[dict[str, Any]]
    sheet: list[dict[str, Any]] | None


class Screens:
    """What each audience of one match sees. What they share is made once, and looked through for changes once.

    A question is shown before its answers are explained: that takes longer than anything else, and nobody else
    should wait for it."""

    def __init__(self, match_id: str, match: Match[Any], position: dict[str, Any]) -> None:
        self._match_id = match_id
        self._match = match
        self._position = position  # as spectators see it
        self._is_open = match.game.is_open(match.options)  # the same for everybody, from the first to the last
        self._all = match.view_of_all()
        self._own: dict[str, dict[str, Any]] = {}
        self._positions: dict[str, dict[str, Any]] = {}

    def view(self, audience: str, asked: Mapping[int, int]) -> dict[str, Any]:
        """Everything; `asked` numbers the open questions."""
        if audience not in self._own:
            self._own[audience], self._positions[audience] = self._look(audience, asked)
        self._explain(audience)
        return {"position": self._positions[audience], **self._all, **self._own[audience]}

    def keep(self, audiences: Iterable[str]) -> None:
        """Forget what nobody looks at any more."""
        for gone in set(self._own).difference(audiences):
            del self._own[gone], self._positions[gone]

    def explain_next(self) -> Explained | None:
        """The next open question whose answers are not explained yet, with its answers."""
        for audience in self._own:
            if explained := self._explain(audience):
                return explained
        return None

    def _explain(self, audience: str) -> Explained | None:
        decision = self._own[audience]["decision"]
        if decision is None or decision["answers"] is not None:
            return None
        seat = int(audience)
        answers = explain_or_log(self._match_id, self._match, seat)
        decision["answers"] = answers
        decision["sheet"] = sheet_or_log(self._match_id, self._match, seat)
        return Explained(seat, decision["number"], answers, decision["sheet"])

    def told(self, seat: int) -> list[dict[str, Any]]:
        """What this seat has been told of the answers to its question."""
        decision = self._own.get(str(seat), {}).get("decision")
        return [] if decision is None else decision["answers"] or []

    def still(self) -> dict[str, Patch]:
        """Nothing has changed on any screen."""
        return {audience: [] for audience in self._own}

    def turn(self, position: dict[str, Any], changed: Patch, asked: Mapping[int, int]) -> dict[str, Patch]:
        """What changed on every screen, when the position has `changed` into this one for spectators."""
        before_all, self._all = self._all, self._match.view_of_all()
        for_all = diff(before_all, self._all)
        for_spectators = [[["position", *path], *value] for path, *value in changed]
        before, self._position = self._position, position
        usual = for_spectators + for_all
        patches = {}
        for audience, own in self._own.items():
            seen = self._positions[audience]
            owns, sees = self._look(audience, asked)
            self._own[audience], self._positions[audience] = owns, sees
            if seen is before and sees is position:
                patch = usual
            else:
                patch = diff({"position": seen}, {"position": sees}) + for_all
            patches[audience] = patch if own == owns else patch + diff(own, owns)
        return patches

    def _look(self, audience: str, asked: Mapping[int, int]) -> tuple[dict[str, Any], dict[str, Any]]:
        match = self._match
        seat = None if audience == "watch" else int(audience)
        own = match.view_of_own(seat, explain=False)
        if seat is not None and own["decision"] is not None:
            number = asked.get(seat)
            before = self._own.get(audience, {}).get("decision")
            # While others answer theirs, a question stays as it is, with everything that is said of its answers.
            if before is not None and before["number"] == number:
                own["decision"] = before
            else:
                own["decision"] = {
                    "number": number,
                    **question_by_name(own["decision"], match.names),
                    "answers": None,
                    "sheet": None,
                    "owners": own["decision"]["name"] in match.game.owner_questions(match.options),
                }
        if self._is_open or seat is None:
            return own, self._position
        position = match.game.view(match.state, seat)
        return own, self._position if position == self._position else position


class Told(NamedTuple):
    """An event ready to be sent, and who may see it."""

    body: orjson.Fragment
    seats: tuple[int, ...] | None

    def visible_to(self, seats: Iterable[int]) -> bool:
        return self.seats is None or any(seat in self.seats for seat in seats)


def wire_events(
    game: Game[Any],
    names: Sequence[str],
    options: Mapping[str, Any],
    events: Sequence[Event],
    since: int = 0,
    remarks: Remarks | None = None,
) -> Iterator[dict[str, Any]]:
    """The events from `since` on in plain words, with what a client needs to show them."""
    first = since
    while first and first < len(events) and _joins(game, events[first - 1], events[first]):
        first -= 1
    line: list[Event] = list(events[first:since])
    for number, event in enumerate(events[since:], since):
        line = [*line, event] if line and _joins(game, line[-1], event) else [event]
        told = {
            "n": number,
            "kind": event.kind,
            "text": _narrate(game, event, names, options),
            "data": event.data,
            "clauses": event.clauses,
            "dice": [roll._asdict() for roll in event.dice],
            "modifiers": [modifier._asdict() for modifier in event.modifiers],
            **_accent(game, event, options).to_plain(),
        }
        if spots := _charted(game, event, options):
            told["spots"] = [spot._asdict() for spot in spots]
        if len(line) > 1:
            told["joined"] = game.together(line, names, options)
        remark = None if remarks is None else remarks.on(events, number)
        if remark is not None:
            told["remark"] = remark
        yield told


def _narrate(game: Game[Any], event: Event, names: Sequence[str], options: Mapping[str, Any]) -> str:
    """In words; an event of other rules than today's, which has none, by its kind."""
    try:
        return game.narrate(event, names, options)
    except Exception:
        log.warning("%s has no words for an event '%s'", game.id, event.kind)
        return event.kind.replace("-", " ").capitalize() + "."


def _accent(game: Game[Any], event: Event, options: Mapping[str, Any]) -> Accent:
    try:
        return game.accent(event, options)
    except Exception:
        return Accent()


def _charted(game: Game[Any], event: Event, options: Mapping[str, Any]) -> tuple[Spot, ...]:
    """Where its dice have fallen; an event of other rules than today's has no charts."""
    try:
        return game.charted(event, options)
    except Exception:
        log.warning("%s finds no chart for an event '%s'", game.id, event.kind)
        return ()


def _joins(game: Game[Any], before: Event, event: Event) -> bool:
    """What not everybody may see is never on one line with what everybody may."""
    return before.seats == event.seats and game.joins(before, event)


def tell(match: Match[Any], since: int, remarks: Remarks | None = None) -> list[Told]:
    """The events from `since` on, made into bytes once for everybody."""
    told = wire_events(match.game, match.names, match.options, match.events, since, remarks)
    return [
        Told(orjson.Fragment(orjson.dumps(each)), event.seats)
        for each, event in zip(told, match.events[since:], strict=True)
    ]
