"""The charts of a book in a terminal: all of them, one by its name, or those of the roll just made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from ludus.cli.common import out
from ludus.core.chart import Chart, Spot
from ludus.core.errors import DataError
from ludus.core.event import Event
from ludus.core.match import Match

MARK, HERE = "on grey23", "bold reverse"


def drawn(chart: Chart, spots: Iterable[Spot] = ()) -> Grid:
    """A chart; row and column of a roll are shaded, and where they meet is what it came to."""
    places = {(spot.row, spot.column) for spot in spots if spot.chart == chart.name}
    rows, columns = {row for row, _ in places}, {column for _, column in places}
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    grid.add_column(chart.down.title, style="bold")
    for label in chart.across.labels:
        grid.add_column(label)
    for at, (head, cells) in enumerate(zip(chart.down.labels, chart.cells, strict=True)):
        shades = [
            HERE if (at, to) in places else MARK if at in rows or to in columns else "" for to in range(len(cells))
        ]
        grid.add_row(
            Text(head, style=MARK if at in rows else ""),
            *(Text(cell, style=shade) for cell, shade in zip(cells, shades, strict=True)),
        )
    return grid


def print_chart(chart: Chart, spots: Sequence[Spot] = ()) -> None:
    out.print(Text(chart.title, style="bold").append(f"  {chart.clause}", style="dim not bold"))
    out.print(chart.how, markup=False, style="dim")
    if chart.across.title:
        out.print(f"across: {chart.across.title}", markup=False, style="dim")
    out.print(drawn(chart, spots))
    if chart.legend:
        out.print(", ".join(f"{code} {words}" for code, words in chart.legend), markup=False, style="dim")
    for spot in spots:
        if spot.chart == chart.name:
            out.print(f"{spot.said}: {spot.result}", markup=False, style="bold")
    out.print()


def find_chart(charts: Sequence[Chart], name: str) -> Chart:
    """By its name, or by the beginning of it."""
    wanted = name.strip().lower().replace(" ", "-")
    found = [each for each in charts if wanted in (each.name, each.title.lower().replace(" ", "-"))]
    found = found or [each for each in charts if each.name.startswith(wanted)]
    if len(found) != 1:
        known = ", ".join(each.name for each in charts)
        raise DataError(f"there is no chart '{name[:40]}'; there are {known}", code="unknown-chart")
    return found[0]


def last_charted(match: Match[Any], seats: Sequence[int]) -> tuple[Event, tuple[Spot, ...]] | None:
    """The last roll that fell on a chart, as far as these seats may see it."""
    for event in reversed(match.events):
        if event.dice and any(event.visible_to(seat) for seat in seats or (None,)):
            spots = match.game.charted(event, match.options)
            if spots:
                return event, spots
    return None


def show_charts(match: Match[Any], seats: Sequence[int], name: str) -> None:
    """At the table: one chart, or without a name those of the last roll, and what else there is."""
    charts = match.game.charts(match.options)
    if not charts:
        out.print("This game has no charts.", style="dim")
        return
    last = last_charted(match, seats)
    spots = () if last is None else last[1]
    if name:
        print_chart(find_chart(charts, name), spots)
        return
    if last is not None:
        out.print(match.narrate(last[0]), markup=False)
        for chart in charts:
            if any(spot.chart == chart.name for spot in spots):
                print_chart(chart, spots)
    out.print(f"charts NAME shows one: {', '.join(each.name for each in charts)}", style="dim", markup=False)
