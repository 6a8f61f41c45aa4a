"""`ludus simulate`, `ludus tournament` and `ludus bench`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ludus.cli.common import (
    USUAL,
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
from ludus.core.errors import SetupError
from ludus.core.house_rules import in_a_line
from ludus.library import GAMES, find_game

if TYPE_CHECKING:
    from ludus.lab.simulate import Simulation


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
    from ludus.lab.simulate import simulate as run_simulation

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


def tournament(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")],
    bots: Annotated[str, typer.Option(help="Who enters: bots, separated by commas, each once.")],
    form: Annotated[str, typer.Option("--format", help="round-robin, swiss or heats.")] = "round-robin",
    seats: Annotated[int | None, typer.Option(help="Seats of a table.", show_default=USUAL)] = None,
    games: Annotated[int, typer.Option(help="Matches at each table; seats rotate.", min=1, max=10_000)] = 2,
    rounds: Annotated[int | None, typer.Option(help="Rounds of a Swiss; else as many as find a winner.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same tournament.")] = "0",
    jobs: Annotated[int, typer.Option(help="Processes to use.", min=1, max=256)] = 1,
    ruleset: Ruleset = None,
    option: Options = None,
    board: BoardFile = None,
    rules: RulesFile = None,
    samples: Annotated[int | None, typer.Option(help="Samples of bots that look ahead.", min=1)] = None,
    json: Json = False,
) -> None:
    """Let bots play a tournament; ratings have error bars."""
    from ludus.lab.tournament import hold

    progress = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=err
    )
    with refusals(json):
        house = read_rules(find_game(game).id, ruleset, option, board, rules)
        with progress:
            task = progress.add_task("playing", total=None)
            cup = hold(
                game,
                read_names(bots),
                form,
                seats,
                games,
                rounds,
                seed,
                jobs,
                house.ruleset,
                house.options,
                samples,
                lambda done, ahead: progress.update(task, completed=done, total=ahead),
            )
    plain = cup.to_plain()
    if json:
        print_json(plain)
        return
    stage = ""
    for table in plain["tables"] if form != "round-robin" else ():
        if table["stage"] != stage:
            stage = table["stage"]
            out.print(f"[bold]{stage}[/bold]")
        line = ", ".join(f"{name} {table['points'][name]:.2f}" for name in table["order"])
        out.print(f"  {line}", markup=False, soft_wrap=True)
    grid = Grid("", "bot", "points", "wins", "matches", "rating", "95 %", box=None)
    for place, row in enumerate(plain["standings"], 1):
        numbers = (f"{row['points']:.2f}", str(row["wins"]), str(row["games"]), str(row["rating"]))
        grid.add_row(str(place), row["bot"], *numbers, f"{row['low']} to {row['high']}")
    out.print(grid)


def bench(
    seconds: Annotated[float, typer.Option(help="How long to measure each game.", min=0.1, max=3600)] = 5.0,
    learn: Annotated[
        bool, typer.Option("--learn", help="Measure the learning environments, beside PettingZoo's own chess.")
    ] = False,
    json: Json = False,
) -> None:
    """Measure random play, side by side with python-chess, and the cost of copies and saves."""
    from ludus.lab.bench import EDITIONS
    from ludus.lab.bench import bench as run_bench

    if learn:
        _bench_learning(seconds, json)
        return

    with refusals(json):
        result = run_bench(seconds=seconds)
    if json:
        print_json(result)
        return
    out.print(f"Ludus: {result['engine']}; python-chess: {result['python_chess']:,.0f} plies a second")
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
    for name, (played, *_) in EDITIONS.items():
        cost = result["games"][played]["decisions_per_second"] / result["games"][name]["decisions_per_second"]
        out.print(f"A decision of {name} costs {cost:.2f} times one of {played}, with as many chariots")
    chariots, races = result["growth"]["decision_us_by_chariots"], result["growth"]["race_ms_of_a_season"]
    sizes = ", ".join(f"{cost:.1f} with {field}" for field, cost in chariots.items())
    out.print(f"An epic race, us a decision: {sizes} chariots")
    out.print(f"A season, ms a race: {', '.join(f'{cost:.0f}' for cost in races)}")


def _bench_learning(seconds: float, json: bool) -> None:
    with refusals(json):
        try:
            from ludus.learn.bench import bench as run_bench
        except ImportError as error:
            message = "the learning environments need more: pip install 'ludus[learn]'"
            raise SetupError(message, code="no-learn") from error
        result = run_bench(seconds=seconds)
    if json:
        print_json(result)
        return
    grid = Grid(box=None, padding=(0, 1, 0, 0))
    grid.add_column("environment", no_wrap=True)
    for column in ("steps/s", "PettingZoo's chess", "ratio"):
        grid.add_column(column, justify="right", no_wrap=True)
    for name, row in result.items():
        grid.add_row(name, f"{row['steps_per_second']:,.0f}", f"{row['chess']:,.0f}", f"{row['ratio']:.1f}")
    out.print(grid)
