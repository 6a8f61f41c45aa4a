"""`ludus rules`: the clauses, which of them a test proves, and the switches of the house rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ludus.cli.charts import find_chart, print_chart
from ludus.cli.common import Json, Options, Ruleset, out, print_json, read_options, refusals
from ludus.cli.switches import default, heading, stands_with, takes, template, to_plain
from ludus.core.clauses import Clause, clauses, coverage, find_clause, find_clauses, select
from ludus.core.errors import DataError, shown
from ludus.lab.coverage import find_report, proven_clauses
from ludus.library import GAMES, charts_by_clause, find_game

app = typer.Typer(help="Look rules up, see which of them a test proves, and write house rules.", no_args_is_help=True)

AnyGame = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")]

Source = Annotated[str | None, typer.Option(help="A rulebook: CR, CM, GL, E2 ...")]
Levels = Annotated[str | None, typer.Option("--level", help="Levels, separated by commas: basic,variant")]


def selected(source: str | None, levels: str | None) -> list[Clause]:
    known_sources = sorted({clause.source for clause in clauses().values()})
    book = None if source is None else source.strip().upper()
    if book is not None and book not in known_sources:
        raise DataError(
            f"there is no rulebook '{shown(source, 40)}'; there are {', '.join(known_sources)}", code="unknown-source"
        )
    wanted = None if levels is None else [level.strip().lower() for level in levels.split(",")]
    known_levels = sorted({clause.level for clause in clauses().values()})
    for level in wanted or ():
        if level not in known_levels:
            raise DataError(
                f"there is no level '{level[:40]}'; there are {', '.join(known_levels)}", code="unknown-level"
            )
    return select(book, wanted)


@app.command("list")
def list_clauses(source: Source = None, level: Levels = None, json: Json = False) -> None:
    """List clauses with their titles."""
    with refusals(json):
        found = selected(source, level)
    if json:
        print_json({"clauses": [clause.to_plain() for clause in found]})
        return
    grid = Grid(box=None, pad_edge=False)
    for column in ("clause", "level", "kind", "title"):
        grid.add_column(column, style="bold" if column == "clause" else "")
    for clause in found:
        grid.add_row(clause.id, clause.level, clause.kind, clause.title)
    out.print(grid)


@app.command()
def show(words: Annotated[list[str], typer.Argument(metavar="ID", help="e.g. CR wreck")], json: Json = False) -> None:
    """Show one clause, or all parts of it: text, checks, ambiguity and ruling."""
    with refusals(json):
        found = find_clauses(" ".join(words))
    if json:
        print_json(found[0].to_plain() if len(found) == 1 else {"parts": [clause.to_plain() for clause in found]})
        return
    for clause in found:
        print_clause(clause)


def print_clause(clause: Clause) -> None:
    out.print(f"[bold]{clause.id}[/bold]  {clause.title}  [dim]({clause.level}, {clause.kind})[/dim]")
    out.print(clause.text, markup=False)
    for check in clause.checks:
        out.print(f"  - {check}", markup=False)
    if clause.ambiguity:
        out.print(f"Open: {clause.ambiguity}", markup=False, style="yellow")
    if clause.ruling:
        out.print(clause.ruling, markup=False, style="green")
    if clause.see:
        out.print(f"See {', '.join(clause.see)}", style="dim", markup=False)
    printed = charts_by_clause().get(clause.id, ())
    for chart, rules in printed:
        out.print()
        if sum(each.chart.name == chart.name for each in printed) > 1:
            out.print(", ".join(rules), style="dim", markup=False)
        print_chart(chart)


@app.command("coverage")
def show_coverage(
    source: Source = None,
    level: Levels = None,
    report: Annotated[Path | None, typer.Option(help="The report of a full test run.")] = None,
    json: Json = False,
) -> None:
    """Say which clauses a passing test proved in the last full test run."""
    with refusals(json):
        result = coverage(selected(source, level), proven_clauses(report or find_report(Path.cwd())))
    if json:
        print_json(result.to_plain())
        return
    out.print(f"{len(result.covered)} of {result.clauses} clauses proven by a test")
    for clause_id in result.missing:
        out.print(f"  missing: {clause_id}  {find_clause(clause_id).title}", markup=False)


@app.command("charts")
def list_charts(
    game: AnyGame,
    chart: Annotated[str | None, typer.Argument(metavar="CHART", help="One of them; without it, all.")] = None,
    ruleset: Ruleset = None,
    option: Options = None,
    json: Json = False,
) -> None:
    """Print the charts of a ruleset as tables."""
    with refusals(json):
        chosen = find_game(game)
        found = chosen.charts(chosen.resolve(ruleset, read_options(chosen, option)))
        if chart is not None:
            found = (find_chart(found, chart),)
    if json:
        print_json({"game": game, "charts": [each.to_plain() for each in found]})
        return
    for each in found:
        print_chart(each)


@app.command("house")
def print_template(game: AnyGame, ruleset: Ruleset = None) -> None:
    """Print a file of house rules to fill in: every switch of a game, by group, all of them comments."""
    with refusals():
        chosen = find_game(game)
        text = template(chosen, next(iter(chosen.rulesets)) if ruleset is None else ruleset)
    sys.stdout.write(text)


@app.command("switches")
def list_switches(game: AnyGame, json: Json = False) -> None:
    """List the switches of a game: what each takes, its default, its clause, and what it excludes."""
    with refusals(json):
        chosen = find_game(game)
    if json:
        print_json(to_plain(chosen))
        return
    for group, options in chosen.grouped_options().items():
        out.print(heading(chosen, group), style="bold", markup=False)
        for option in options:
            others = chosen.excluded(option)
            about = Text(f"{option.title}: {option.help}")
            about.append(f"\nTakes {takes(option)}; default {default(option)}.", style="dim")
            about.append(f"\nOnly with {needs}." if (needs := stands_with(option)) else "", style="dim")
            about.append(f"\nNot together with {', '.join(others)}." if others else "", style="yellow")
            out.print(Text(f"  {option.name}  ").append(option.clause, style="dim"))
            out.print(Padding(about, (0, 0, 0, 4)))
