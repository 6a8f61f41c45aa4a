"""`ludus scenario`: positions from small TOML files, checked and played on."""

from __future__ import annotations

import random
import sys
from typing import Annotated, Any

import typer
from rich.text import Text

from ludus import play as ways_in
from ludus.bots import Glimpse, kinds_of, make_bot
from ludus.bots.table import Table, next_seat
from ludus.cli.common import Json, RulesFile, out, print_json, refusals
from ludus.cli.reference import reference
from ludus.cli.rolls import dice_in_lines
from ludus.cli.terminal import Terminal
from ludus.core.errors import DataError, DiceError
from ludus.core.house_rules import HouseRules
from ludus.core.match import Match
from ludus.core.solution import reached
from ludus.core.toml_files import parse_toml
from ludus.library import GAMES, find_game

app = typer.Typer(help="Check and play positions written in small TOML files.", no_args_is_help=True)


def _house_rules(file: str | None) -> HouseRules | None:
    return None if file is None else ways_in.load_rules(file)


File = Annotated[str, typer.Argument(metavar="FILE", help="A scenario file (TOML).")]


@app.command()
def check(file: File, rules: RulesFile = None, json: Json = False) -> None:
    """Say whether a scenario can be played, and if not, where and why."""
    with refusals(json, exit_code=1):
        match = ways_in.load_scenario(file, dice=None, rules=_house_rules(rules))
        ways_in.read_answers(file)
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
    rules: RulesFile = None,
    json: Json = False,
) -> None:
    """Play a scenario on, with scripted dice and answers, bots, or yourself.

    With scripted answers it stops after the last one unless --bots or --person go on. It fails when a
    scripted die or answer is left over or missing.
    """
    with refusals(json, exit_code=1):
        scripted = None if dice is None else read_dice(dice)
        match = ways_in.load_scenario(file, dice=scripted, seed=seed, rules=_house_rules(rules))
        script = ways_in.read_answers(file, answers)
        if not json:
            _introduce(file)
        terminal = Terminal(match, _people(match, person or []))
        try:
            ways_in.play_answers(match, script or [], answers or file)
            if bots is not None or person or script is None:
                _play_on(match, bots, terminal)
            ways_in.check_dice_are_used(match, file)
        except DiceError:
            if not json:
                _tell(terminal)
            raise
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


@app.command()
def solve(file: File, json: Json = False) -> None:
    """Play the solution of an exercise, with the reason of each step."""
    with refusals(json, exit_code=1):
        match, steps = ways_in.solve_scenario(file)
    if json:
        told = [{"seat": each.step.seat, "answer": each.answer, "why": each.step.why} for each in steps]
        print_json({"ok": True, "game": match.game.id, "steps": told, "reached": reached(match)})
        return
    _introduce(file)
    for each, until in zip(steps, [*(step.since for step in steps[1:]), len(match.events)], strict=True):
        out.print(f"{match.names[each.step.seat]}: {each.answer}", style="bold", markup=False)
        if each.step.why:
            out.print(f"  {each.step.why}", markup=False)
        for event in match.events[each.since : until]:
            out.print(f"    {match.narrate(event)}", style="dim", markup=False)


@app.command("reference")
def print_reference(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; all, where nothing is said.")] = None,
) -> None:
    """Print what can be written in a scenario file, field by field, as Markdown."""
    with refusals():
        sys.stdout.write(reference(GAMES.values() if game is None else [find_game(game)]))


def _introduce(file: str) -> None:
    """What the scenario is, and what to try in it."""
    plain = parse_toml(ways_in.read_text(file), file, long=True)
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


def _people(match: Match[Any], seats: list[int]) -> tuple[int, ...]:
    for seat in seats:
        if not 0 <= seat < match.seats:
            raise DataError(f"there is no seat {seat}; seats are 0 to {match.seats - 1}", code="no-such-seat")
    return tuple(seats)


def _play_on(match: Match[Any], bots: str | None, terminal: Terminal) -> None:
    name = bots or next((kind.name for kind in reversed(kinds_of(match.game.id)) if not kind.timed), "random")
    players = {
        seat: make_bot(match.game.id, name, f"{seat}") for seat in range(match.seats) if seat not in terminal.people
    }
    order = random.Random(0)
    while match.outcome is None:
        if match.contest is not None:
            Table(match, players, "contest").hold(match.contest)
            continue
        seat = next_seat(match, order, terminal.silent)
        if seat in players:
            match.answer(seat, players[seat].choose(Glimpse.of(match, seat)))
            terminal.silent.clear()
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
        for line in dice_in_lines(event):
            out.print(f"  {line}", style="dim", markup=False)


def _asked(match: Match[Any]) -> list[dict[str, Any]]:
    return [decision.to_plain() for decision in match.pending.values()]
