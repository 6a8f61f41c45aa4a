"""`ludus play | serve | simulate | tournament | lab | odds | verify | replay | analyse | scenario | rules | ...`."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus import __version__
from ludus.cli import admin, analysing, lab, laboratory, odds, playing, records, rulebook, scenarios
from ludus.core.hints import engine

app = typer.Typer(
    name="ludus",
    help="The games of the Roman circus and arena, with every rule enforced.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command()(playing.play)
app.command()(playing.serve)
app.command()(lab.simulate)
app.command()(lab.tournament)
app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(odds.odds)
app.command()(records.verify)
app.command()(records.replay)
app.command()(analysing.analyse)
app.add_typer(scenarios.app, name="scenario")
app.add_typer(rulebook.app, name="rules")
app.command()(lab.bench)
app.add_typer(laboratory.app, name="lab")
app.add_typer(admin.app, name="admin")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ludus {__version__} ({engine()})")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """The games of the Roman circus and arena, with every rule enforced."""


def main() -> None:
    app()
