"""`ludus verify` and `ludus replay`: saved matches."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ludus import play
from ludus.cli.common import Json, err, out, print_json, refusals
from ludus.core.errors import LudusError, fault
from ludus.core.event import Event
from ludus.core.house_rules import check_name, in_a_line
from ludus.core.record import MALFORMED, read_events
from ludus.library import find_game


def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Saved records.")], json: Json = False
) -> None:
    """Replay saved records; check every event, the outcome and the dice commitment."""
    results: list[dict[str, Any]] = []
    for file in files:
        try:
            record = play.load_record(file)
            match, proof = play.verify(record), play.proof_of(record)
            results.append({"file": file, "ok": True, "events": len(match.events), **_contests(proof)})
            if not json:
                contests = in_words(proof)
                out.print(
                    f"{file}: good, {len(match.events)} events{contests}, {match!r}", markup=False, soft_wrap=True
                )
        except LudusError as error:
            results.append({"file": file, "ok": False, "code": error.code, "message": error.message})
            if not json:
                sentence = error.message if file in error.message else f"{file}: {error.message}"
                err.print(f"{sentence} [{error.code}]", style="red", markup=False, soft_wrap=True)
    good = all(result["ok"] for result in results)
    if json:
        print_json({"ok": good, "files": results})
    if not good:
        raise typer.Exit(1)


def _contests(proof: play.Proof) -> dict[str, int]:
    """Nothing where there are none."""
    return {"contests_proven": proof.proven, "contests_believed": proof.believed} if any(proof) else {}


def in_words(proof: play.Proof) -> str:
    """What was proven of the contests of a match, as a part of a sentence.

    >>> in_words(play.Proof(9, 1)), in_words(play.Proof(1, 0)), in_words(play.Proof(0, 0))
    (', 9 contests proven, 1 believed by its hash', ', 1 contest proven', '')
    """
    proven, believed = proof
    words = f", {proven} contest{'' if proven == 1 else 's'} proven" if any(proof) else ""
    return f"{words}, {believed} believed by {'its hash' if believed == 1 else 'their hashes'}" if believed else words


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved record.")],
    clauses: Annotated[bool, typer.Option(help="Name the rule behind every line.")] = False,
    contests: Annotated[bool, typer.Option("--contests", help="Tell its contests too, after it.")] = False,
    contest: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Tell this one of its contests instead.", min=1)
    ] = None,
    json: Json = False,
) -> None:
    """Print the story of a saved match. It reads the events, so it works whatever the rules say today."""
    with refusals(json):
        record = play.load_record(file)
        whole = _told(record if contest is None else _contest(record, contest))
        nested = [] if not contests or contest is not None else [_told(each) for each in _nested(record)]
    if json:
        print_json({**whole, **({"contests": nested} if contests else {})})
        return
    _print_story(whole, clauses)
    for number, each in enumerate(nested, start=1):
        out.print(f"\nContest {number}: {find_game(each['game']).title}", style="bold", markup=False)
        _print_story(each, clauses)


def _nested(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The contests whose records are at hand."""
    contests = record.get("contests", [])
    if not isinstance(contests, list) or not all(each is None or isinstance(each, dict) for each in contests):
        raise LudusError("this is not a record: its contests are no records", code="bad-record")
    return [each for each in contests if each is not None]


def _contest(record: dict[str, Any], number: int) -> dict[str, Any]:
    contests = _nested(record)
    if number > len(contests):
        raise LudusError(f"this record has {len(contests)} contests in it, no number {number}", code="no-contest")
    return contests[number - 1]


def _told(record: dict[str, Any]) -> dict[str, Any]:
    """A record as a story, line by line."""
    story = _story(record)
    return {"game": record["game"], "rules": _rules(record), "story": story, "outcome": record.get("outcome")}


def _print_story(told: dict[str, Any], clauses: bool) -> None:
    out.print(f"Rules: {told['rules']}", style="dim", markup=False)
    for line in told["story"]:
        text = f"{line['text']}  [{', '.join(line['clauses'])}]" if clauses else line["text"]
        style = "bold" if line["kind"] in ("round", "end") else ""
        out.print(text, markup=False, style=style)


def _rules(record: dict[str, Any]) -> str:
    """By which rules it was played, as far as they are known today."""
    try:
        name = check_name(record.get("rules_name", ""), "this is not a record")
        return in_a_line(find_game(record["game"]), str(record["ruleset"]), record["options"], name)
    except MALFORMED as error:
        raise LudusError(f"this is not a record: {fault(error)}", code="bad-record") from error


def _story(record: dict[str, Any]) -> list[dict[str, Any]]:
    place = "this is not a record"
    try:
        game = find_game(record["game"])
        names, options, lines = record["names"], record["options"], []
        for number, plain in enumerate(read_events(record)):
            place = f"event {number} cannot be told"
            event = Event.from_plain(plain)
            text = game.narrate(event, names, options)
            lines.append({"kind": event.kind, "text": text, "clauses": list(map(str, event.clauses))})
    except MALFORMED as error:
        raise LudusError(f"{place}: {fault(error)}", code="bad-record") from error
    return lines
