"""`ludus simulate` and `ludus bench`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ludus.cli.common import (
    BoardFile,
    Json,
    Options,
    Ruleset,
    RulesFile,
    Seats,
    err,
    out,
    print_json,
    read_names,
    read_rules,
    refusals,
)
from ludus.core.house_rules import in_a_line
from ludus.lab.bench import bench as run_bench
from ludus.lab.simulate import Simulation
from ludus.lab.simulate import simulate as run_simulation
from ludus.library import GAMES, find_game


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")],
    games: Annotated[int, typer.Option(help="How many matches to play.", min=1)] = 100,
    seats: Seats = None,
    bots: Annotated[str, typer.Option(help="Bots, separated by commas; they repeat to fill the seats.")] = "random",
    seed: Annotated[str, typer.Option(help="The same seed gives the same matches.")] = "0",
    jobs: Annotated[int, typer.Option(help="Processes to use.", min=1, max=256)] = 1,
    ruleset: Ruleset = None,
    option: Options = None,
    board: BoardFile = None,
    rules: RulesFile = None,
    budget_ms: Annotated[int | None, typer.Option(help="Thinking time of bots that look ahead.", min=1)] = None,
    samples: Annotated[
        int | None, typer.Option(help="Let them take so many samples instead, for repeatable results.", min=1)
    ] = None,
    drivers: Annotated[
        str | None, typer.Option(help="Bots that drive and fight in contests; else those that the bots send.")
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="DIR", help="Save the record of every match there.")] = None,
    json: Json = False,
) -> None:
    """Let bots play many matches and count what happens."""
    progress = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=err
    )
    with refusals(json):
        chosen = find_game(game)
        house = read_rules(chosen.id, ruleset, option, board, rules)
        with progress:
            task = progress.add_task("playing", total=games)
            report = run_simulation(
                game,
                games=games,
                seats=chosen.usual_seats if seats is None else seats,
                bots=read_names(bots),
                seed=seed,
                jobs=jobs,
                ruleset=house.ruleset,
                options=house.options,
                rules_name=house.name,
                budget_ms=budget_ms,
                samples=samples,
                save=save,
                drivers=read_names(drivers or ""),
                progress=lambda done: progress.update(task, completed=done),
            )
    if json:
        print_json(report.to_plain())
    else:
        _print_report(report)


def _print_report(report: Simulation) -> None:
    plain = report.to_plain()
    out.print(
        f"{plain['finished']} of {plain['games']} matches of {plain['game']} played out in {plain['seconds']:.1f} s "
        f"({plain['decisions_per_second']:,.0f} decisions a second)"
    )
    plan = report.plan
    if plan.ruleset is not None:
        line = in_a_line(find_game(plan.game), plan.ruleset, plan.options, plan.rules_name)
        out.print(f"Rules: {line}", markup=False)
    money = (
        {"mean_cash": "mean cash", "richest": "richest"} if "mean_cash" in next(iter(plain["bots"].values())) else {}
    )
    grid = Grid("bot", "wins", "share", "mean place", *money.values(), box=None)
    for name, result in plain["bots"].items():
        share = result["wins"] / plain["games"]
        row = (name, str(result["wins"]), f"{share:.1%}", f"{result['mean_place']:.2f}")
        grid.add_row(*row, *(f"{result[each]:,}" for each in money))
    out.print(grid)
    for heading in ("lengths", "endings", "events"):
        words = ", ".join(f"{name} {_number(value)}" for name, value in plain[heading].items())
        out.print(f"[bold]{heading}[/bold]  {words}")
    _print_summary(plain.get("summary", {}))


def _print_summary(summary: Mapping[str, Mapping[str, Any]]) -> None:
    """What only this game has to tell: numbers in a line, numbers of many kinds in a table."""
    for heading, values in summary.items():
        rows = {name: row for name, row in values.items() if isinstance(row, Mapping)}
        if not rows:
            kind = "share" if heading.startswith("share") else ""
            words = ", ".join(f"{name} {_number(value, kind or name)}" for name, value in values.items())
            out.print(f"[bold]{heading}[/bold]  {words or 'none'}")
            continue
        grid = Grid(box=None)
        grid.add_column(heading, no_wrap=True)
        for column in next(iter(rows.values())):
            grid.add_column(column, justify="right")
        for name, row in rows.items():
            grid.add_row(name, *(_number(value, column) for column, value in row.items()))
        out.print(grid)


def _number(value: float, name: str = "") -> str:
    if name.startswith("share"):
        return f"{value:.1%}"
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"


def bench(
    seconds: Annotated[float, typer.Option(help="How long to measure each game.", min=0.1, max=3600)] = 5.0,
    json: Json = False,
) -> None:
    """Measure random play, side by side with python-chess, and the cost of copies and saves."""
    with refusals(json):
        result = run_bench(seconds=seconds)
    if json:
        print_json(result)
        return
    out.print(f"python-chess: {result['python_chess']:,.0f} plies a second")
    grid = Grid(box=None, padding=(0, 1, 0, 0))
    grid.add_column("game", no_wrap=True)
    for column in ("dec/s", "ratio", "clone us", "snapshot B", "bots s", "x random", "record B", "proof s"):
        grid.add_column(column, justify="right", no_wrap=True)
    for name, row in result["games"].items():
        grid.add_row(
            name,
            f"{row['decisions_per_second']:,.0f}",
            f"{row['ratio']:.2f}",
            f"{row['clone_us']:.1f}",
            f"{row['snapshot_bytes']:,}",
            f"{row['bot_seconds']:.2f}",
            f"{row['bot_ratio']:.1f}",
            f"{row['record_bytes']:,}",
            f"{row['verify_seconds']:.2f}",
        )
    out.print(grid)
