"""`ludus lab`: experiments."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ludus.cli.common import Json, err, out, print_json, refusals

app = typer.Typer(help="Experiments: a grid of rules, bots and builds, played and written up.", no_args_is_help=True)


@app.callback()
def _lab() -> None:
    """Experiments: a grid of rules, bots and builds, played and written up."""


@app.command()
def run(
    file: Annotated[Path, typer.Argument(metavar="EXPERIMENT.toml", help="What to play: see docs/lab.")],
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where results go.", show_default="beside the file")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Processes to use.", min=1, max=256)] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler, as tcp://HOST:8786."),
    ] = None,
    games: Annotated[int | None, typer.Option(help="Matches of each cell; else as the file says.", min=1)] = None,
    page: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Where the report goes.", show_default="into --out")
    ] = None,
    json: Json = False,
) -> None:
    """Run an experiment, or go on with it where it stopped.

    Results are matches.parquet, decisions.parquet where the file asks for them, and report.html.
    """
    from ludus.lab.experiment import load_experiment
    from ludus.lab.parquet import write_parquet
    from ludus.lab.report import report
    from ludus.lab.run import LabError
    from ludus.lab.run import run as run_experiment

    into = file.with_suffix("") if folder is None else folder
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=err,
    )
    with refusals(json):
        experiment = load_experiment(file, games)
        try:
            with progress:
                bar = progress.add_task("playing", total=len(experiment.tasks))
                rows = run_experiment(
                    experiment,
                    into,
                    jobs,
                    cluster,
                    lambda done, total: progress.update(bar, completed=done, total=total),
                )
        except KeyboardInterrupt:
            err.print(f"Stopped. What is played is kept in {into}; the same command goes on from there.", markup=False)
            raise typer.Exit(130) from None
        written = write_parquet(rows, into)
        words = ["ludus", "lab", "run", file.as_posix(), *(("--games", str(games)) if games else ())]
        page = page or into / "report.html"
        try:
            page.write_text(report(experiment, rows, shlex.join(words)), encoding="utf-8")
        except OSError as error:
            raise LabError(f"cannot write {page}: {error.strerror or error}", code="cannot-save") from error
    written.append(page)
    if json:
        print_json({"matches": len(rows), "cells": len(experiment.cells), "files": [str(path) for path in written]})
        return
    out.print(f"{len(rows)} matches in {len(experiment.cells)} cells:")
    for path in written:
        out.print(f"  {path}", markup=False, soft_wrap=True)
