"""`ludus scenario`: positions from small TOML files, checked and played on."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from ludus import play as ways_in
from ludus.bots import BOTS, Glimpse, make_bot
from ludus.cli.common import Json, out, print_json, refusals
from ludus.cli.terminal import Terminal
from ludus.core.dice import ScriptedDice
from ludus.core.errors import DataError, DiceError, Refused
from ludus.core.match import Match
from ludus.core.saved import read_entry
from ludus.core.tables import parse_toml

app = typer.Typer(help="Check and play positions written in small TOML files.", no_args_is_help=True)

File = Annotated[str, typer.Argument(metavar="FILE", help="A scenario file (TOML).")]


@app.command()
def check(file: File, json: Json = False) -> None:
    """Say whether a scenario can be played, and if not, where and why."""
    with refusals(json, exit_code=1):
        match = ways_in.load_scenario(file, dice=None)
        read_answers(file, None)
    asked = _asked(match)
    if json:
        print_json({"ok": True, "game": match.game.id, "seats": match.seats, "asked": asked})
        return
    out.print(f"{file}: good; {match.game.title} for {match.seats}", markup=False)
    _introduce(file)
    for question in asked:
        out.print(f"  seat {question['seat']}: {question['prompt']}", markup=False)


@app.command()
def play(
    file: File,
    dice: Annotated[str | None, typer.Option(help="Scripted dice, separated by commas: 4,2,6")] = None,
    answers: Annotated[
        str | None, typer.Option(metavar="FILE", help='Scripted answers, a JSON list: [[0, "keep"], ...]')
    ] = None,
    bots: Annotated[str | None, typer.Option(help="Go on with this bot in every seat nobody else plays.")] = None,
    person: Annotated[list[int] | None, typer.Option(help="Play this seat yourself; may be repeated.")] = None,
    seed: Annotated[str, typer.Option(help="Seed of the dice when none are scripted.")] = "0",
    json: Json = False,
) -> None:
    """Play a scenario on, with scripted dice and answers, bots, or yourself.

    With scripted answers it stops after the last one unless --bots or --person go on. It fails when a
    scripted die or answer is left over or missing.
    """
    with refusals(json, exit_code=1):
        match = ways_in.load_scenario(file, dice=None if dice is None else read_dice(dice), seed=seed)
        script = read_answers(file, answers)
        if not json:
            _introduce(file)
        terminal = Terminal(match, _people(match, person or []))
        try:
            _play_script(match, script, answers or file)
            if bots is not None or person or script is None:
                _play_on(match, bots, terminal)
        except DiceError as error:
            if not json:
                _tell(terminal)
            raise DataError(f"{file}: {error.message}", code=error.code) from error
        left = match.table.dice.left if isinstance(match.table.dice, ScriptedDice) else ()
        if left:
            asked = _asked(match)
            waiting = f"; an answer is missing: seat {asked[0]['seat']}, {asked[0]['prompt']}" if asked else ""
            raise DataError(f"scripted dice are left over: {', '.join(map(str, left))}{waiting}", code="dice-left-over")
    if json:
        print_json(
            {
                "ok": True,
                "game": match.game.id,
                "events": [{**event.to_plain(), "text": match.narrate(event)} for event in match.events],
                "state": match.game.view(match.state, None),
                "asked": _asked(match),
                "outcome": None if match.outcome is None else match.outcome.to_plain(),
            }
        )
        return
    _tell(terminal)
    terminal.show()


def _introduce(file: str) -> None:
    """What the scenario is, and what to try in it."""
    plain = parse_toml(ways_in.read_text(file), file)
    if "title" in plain:
        out.print(plain["title"], style="bold", markup=False)
    if "about" in plain:
        out.print(" ".join(plain["about"].split()), markup=False)
    if "goal" in plain:
        clauses = f"  {', '.join(plain['clauses'])}" if "clauses" in plain else ""
        out.print(Text(f"Goal: {plain['goal']}", style="bold").append(clauses, style="dim not bold"))


def read_dice(text: str) -> list[int]:
    try:
        return [int(die) for die in text.split(",") if die.strip()]
    except ValueError:
        raise DataError(f"dice are written as numbers with commas, 4,2,6, not '{text[:60]}'", code="bad-dice") from None


def read_answers(scenario: str, file: str | None) -> list[tuple[int, Any]] | None:
    """The answers of a file of their own, or else those that stand in the scenario."""
    in_scenario = parse_toml(ways_in.read_text(scenario), scenario).get("answers")
    raw = in_scenario if file is None else ways_in.read_json(file)
    if raw is None:
        return None
    what = file or scenario
    if not isinstance(raw, list):
        raise DataError(f"{what}: answers are a list of [seat, answer]", code="bad-answers")
    entries = []
    for number, entry in enumerate(raw):
        if not (isinstance(entry, list) and len(entry) == 2 and type(entry[0]) is int):
            raise DataError(f"{what}: answers[{number}] must be [seat, answer]", code="bad-answers")
        entries.append(read_entry(entry))
    return entries


def _people(match: Match[Any], seats: list[int]) -> tuple[int, ...]:
    for seat in seats:
        if not 0 <= seat < match.seats:
            raise DataError(f"there is no seat {seat}; seats are 0 to {match.seats - 1}", code="no-such-seat")
    return tuple(seats)


def _play_script(match: Match[Any], script: list[tuple[int, Any]] | None, what: str) -> None:
    for number, (seat, choice) in enumerate(script or []):
        if match.outcome is not None:
            raise DataError(
                f"scripted answers are left over from number {number}: the match is over", code="answers-left-over"
            )
        try:
            match.enter(seat, choice)
        except Refused as error:
            raise DataError(f"{what}: answers[{number}]: {error.message}", code=error.code) from error


def _play_on(match: Match[Any], bots: str | None, terminal: Terminal) -> None:
    kinds = BOTS.get(match.game.id, ())
    name = bots or next((kind.name for kind in reversed(kinds) if not kind.timed), "random")
    players = {
        seat: make_bot(match.game.id, name, f"{seat}") for seat in range(match.seats) if seat not in terminal.people
    }
    while match.outcome is None:
        for seat in list(match.pending):
            if seat in players:
                match.answer(seat, players[seat].choose(Glimpse.of(match, seat)))
            elif not terminal.ask(seat):
                out.print("Farewell.")
                raise typer.Exit


def _tell(terminal: Terminal) -> None:
    """What happened: to people what they have not read yet, to others every event."""
    if terminal.people:
        terminal.tell()
        return
    for event in terminal.match.events:
        out.print(f"{terminal.match.narrate(event)}  [{', '.join(event.clauses)}]", markup=False)


def _asked(match: Match[Any]) -> list[dict[str, Any]]:
    return [decision.to_plain() for decision in match.pending.values()]
