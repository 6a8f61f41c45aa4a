"""Saved matches played again: a record is proof of what happened."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ludus.core.contest import HOST, Settled, digest
from ludus.core.dice import commitment
from ludus.core.errors import DataError, LudusError, Refused, fault, shown
from ludus.core.game import Game, S
from ludus.core.match import Match
from ludus.core.nested import Find, open_contest
from ludus.core.pack import pack_events, unpack_events
from ludus.core.saved import check_format, read_dice, read_entry

# What a record that is none makes Python say.
MALFORMED = (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError)


def compact(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record as it is kept in files and databases, with its contests, a quarter of the size."""
    packed = {**record, "events": pack_events(read_events(record))}
    if "contests" in record:
        packed["contests"] = [None if each is None else compact(each) for each in record["contests"]]
    return packed


def read_events(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The plain events of a record, compact or not."""
    events = record["events"]
    return unpack_events(events) if isinstance(events, Mapping) else events


def at_its_start(game: Game[S], record: Mapping[str, Any]) -> Match[S]:
    """The match of a record, before anybody has answered."""
    return Match(
        game,
        record["seats"],
        read_dice(record),
        ruleset=record["ruleset"],
        options=game.as_it_was(record["options"]),
        names=record["names"],
        position=record["position"],
        rules_name=record.get("rules_name", ""),
    )


def replay(game: Game[S], record: Mapping[str, Any], find: Find | None = None) -> Match[S]:
    """Play a record's answers again with its dice, checking each one. With `find`, which finds a game by its id, the
    contests whose records are in it are proven too; the others are believed."""
    try:
        contests = dict(enumerate(record.get("contests", ())))
        check_format(record, "record")
        if record["ruleset"] is None or not isinstance(record["options"], Mapping):
            raise TypeError("it does not say its ruleset and options")  # a new match may leave them open
        match = at_its_start(game, record)
        for number, raw in enumerate(record["answers"]):
            try:
                seat, choice = read_entry(raw)
                if isinstance(choice, Settled) and find is not None:
                    number = next(iter(match.contests), -1) if choice.number is None else choice.number
                    _check_contest(match, number, choice, contests.get(number), find)
                match.enter(seat, choice)
            except Refused as error:
                raise _differs(f"answer {number}: {error.message}") from error
    except MALFORMED as error:
        raise DataError(f"this is not a record: {fault(error)}", code="bad-record") from error
    return match


def verify(game: Game[S], record: Mapping[str, Any], find: Find | None = None) -> Match[S]:
    """Replay a record and compare dice commitment, events and outcome; the first difference is refused."""
    try:
        _check_commitment(record)
        match = replay(game, record, find)
        again = match.record()
        events = read_events(record)
        for number, (written, found) in enumerate(zip(events, again["events"], strict=False)):
            if _canonical(written) != _canonical(found):
                raise _differs(
                    f"event {number}: the record says {shown(_canonical(written), 300)}, "
                    f"the rules say {shown(_canonical(found), 300)}"
                )
        if len(events) != len(again["events"]):
            raise _differs(f"the record has {len(events)} events, the rules give {len(again['events'])}")
        if record["outcome"] != again["outcome"]:
            raise _differs(
                f"the record's outcome is {shown(record['outcome'], 300)}, the rules give {again['outcome']}"
            )
    except MALFORMED as error:
        raise DataError(f"this is not a record: {fault(error)}", code="bad-record") from error
    return match


def _check_contest(match: Match[Any], number: int, said: Settled, record: Mapping[str, Any] | None, find: Find) -> None:
    """That a contest's record is the one whose hash is written, that it is the match that was asked for, played with
    the dice that follow from this one's, and that it ended as was said."""
    if record is None or number not in match.contests:
        return  # it is not at hand; and where none was asked for, the match says so itself
    title = match.contests[number].title
    if digest({**record, "events": read_events(record)}) != said.hash:
        raise _differs(f"{title}: its record is not the one whose hash is written")
    asked = open_contest(match, find, number).record()
    # It may be older than some of the options.
    told = {**record, "options": find(record["game"]).resolve(record["ruleset"], record["options"])}
    for part in ("game", "ruleset", "options", "seats", "seed", "position"):
        if _canonical(told[part]) != _canonical(asked[part]):
            raise _differs(f"{title}: it was played with another {part} than was asked for")
    if _handed_in(told) != _handed_in(asked):
        raise _differs(f"{title}: what was handed in under seal is not what was written")
    try:
        ended = verify(find(record["game"]), record, find).outcome
    except LudusError as error:
        raise _differs(f"{title}: {error.message}") from error
    if ended is None or _canonical(ended.to_plain()) != _canonical(said.outcome):
        raise _differs(f"{title}: it did not end as was said")


def _handed_in(record: Mapping[str, Any]) -> list[str]:
    """What a campaign has put into a contest under seal."""
    return [_canonical(plain) for seat, plain in record["answers"] if seat == HOST and "sealed" in plain]


def _check_commitment(record: Mapping[str, Any]) -> None:
    """Before anything is played, so that a changed seed is called by its name."""
    committed, seed = record["commitment"], record["seed"]
    if committed != (commitment(seed) if isinstance(seed, str) else None):
        raise _differs("the seed is not the one that was committed to at the start")


def _differs(sentence: str) -> LudusError:
    return DataError(sentence, code="record-differs")


def _canonical(plain: Any) -> str:
    return json.dumps(plain, sort_keys=True, ensure_ascii=False)
