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
from ludus.games import find_game


def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Saved records.")], json: Json = False
) -> None:
    """Replay saved records; check every event, the outcome and the dice commitment."""
    results: list[dict[str, Any]] = []
    for file in files:
        try:
            match = play.verify(play.load_record(file))
            results.append({"file": file, "ok": True, "events": len(match.events)})
            if not json:
                out.print(f"{file}: good, {len(match.events)} events, {match!r}", markup=False, soft_wrap=True)
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


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved record.")],
    clauses: Annotated[bool, typer.Option(help="Name the rule behind every line.")] = False,
    json: Json = False,
) -> None:
    """Print the story of a saved match. It reads the events, so it works whatever the rules say today."""
    with refusals(json):
        record = play.load_record(file)
        lines = _story(record)
        rules = _rules(record)
    if json:
        print_json({"game": record["game"], "rules": rules, "story": lines, "outcome": record.get("outcome")})
        return
    out.print(f"Rules: {rules}", style="dim", markup=False)
    for line in lines:
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
