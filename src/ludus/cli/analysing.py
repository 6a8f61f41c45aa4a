"""`ludus analyse`: where was a match lost?"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ludus import play
from ludus.cli.common import Json, out, print_json, refusals
from ludus.core.chance import percent

if TYPE_CHECKING:
    from ludus.advice.analysis import Analysis


def analyse(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved record of a finished match.")],
    seat: Annotated[int, typer.Option(help="Whose decisions to weigh, counted from 1.", min=1)] = 1,
    seconds: Annotated[float, typer.Option(help="How long it may take, about.", min=1)] = 45.0,
    json: Json = False,
) -> None:
    """Where was it lost? Weigh every decision of a seat against the champion's, and tell luck and skill apart."""
    from ludus.advice.analysis import analyse as weigh

    with refusals(json):
        record = play.load_record(file)
        play.replay(record)  # refused here, in words, if it is none
        columns = (TextColumn("weighing"), BarColumn(), TextColumn("{task.percentage:.0f} %"), TimeElapsedColumn())
        with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
            task = bar.add_task("", total=1.0)
            found = weigh(record, seat - 1, seconds, lambda share: bar.update(task, completed=share))
    if json:
        print_json(found.to_plain())
    else:
        _print(found)


def _print(found: Analysis) -> None:
    out.print(
        f"{found.names[found.seat]}: {found.decisions} decisions, {found.agreed} of them as the champion's; "
        f"{found.weighed} weighed in "
        f"{found.seconds:.0f} s.",
        markup=False,
    )
    chances = Table(title="Chance to win, %", title_justify="left")
    chances.add_column("", no_wrap=True)
    for name in found.names:
        chances.add_column(name, justify="right")
    for line in found.to_plain()["curve"]:
        chances.add_row(line["when"], *(f"{100 * chance:.0f}" for chance in line["chances"]))
    out.print(chances)
    for title, moments in (("Where it was lost", found.worst), ("Well done", found.best)):
        if moments:
            out.print(f"\n{title}", style="bold", markup=False)
        for each in moments:
            who = "the clock" if each.agrees else "the champion"
            out.print(
                f"{each.when}, {each.prompt} {each.given} ({percent(each.mine)}); {who}: {each.instead} "
                f"({percent(each.other)}). {each.reason}",
                markup=False,
            )
    if found.rolls:
        own, lucky = [roll for roll in found.rolls if roll.seat == found.seat], found.luck_of(found.seat)
        out.print(
            f"\nLuck: {len(own)} throws, {100 * lucky:+.0f} on a scale from -50 to +50; "
            f"decisions: {100 * found.skill:+.1f} % of a win against the champion's.",
            markup=False,
        )
