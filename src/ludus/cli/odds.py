"""`ludus odds`: any chart question, as a table, a plot of bars, or JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from ludus.cli.common import Json, Options, Ruleset, out, print_json, read_options, refusals
from ludus.core.chance import exactly
from ludus.core.errors import SetupError
from ludus.library import find_game
from ludus.odds import QUESTIONS, Answer, Question, ask, find_question, questions_of

MOST_COLUMNS = 12
BAR = 40  # characters of a certainty
HEIGHTS = " ▁▂▃▄▅▆▇█"
SPAN = re.compile(r"([+-]?[0-9]{1,4})\.\.([+-]?[0-9]{1,4})")


def odds(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(QUESTIONS)}.")],
    question: Annotated[
        str | None, typer.Argument(metavar="QUESTION", help="What to ask; without it, the questions are listed.")
    ] = None,
    ruleset: Ruleset = None,
    option: Options = None,
    plot: Annotated[
        bool, typer.Option("--plot", help="Draw bars beside the chances; of a span, a bar for each value.")
    ] = False,
    json: Json = False,
) -> None:
    """How likely is it? Exact odds of the charts.

    Dials are set by their names: `ludus odds circus lash --cdm 1 --against 0`. A span, `--cdm -2..3`, gives a column
    for each value.
    """
    with refusals(json):
        if question is None:
            _list(game, json)
            return
        asked = find_question(game, question)
        given = read_dials(context.args)
        options = read_options(find_game(game), option)
        name, values = _spread(asked, given)
        answers = [
            ask(game, question, {**given, **({name: value} if name else {})}, ruleset, options) for value in values
        ]
    if json:
        plain = [answer.to_plain() for answer in answers]
        print_json({"game": game, **plain[0]} if not name else {"game": game, "over": name, "answers": plain})
        return
    first = answers[0]
    out.print(f"[bold]{first.title}[/bold]  ({', '.join(first.clauses)})", soft_wrap=True)
    if name:
        _print_columns(name, answers, plot)
    else:
        _print(first, plot)
    for dial in asked.dials:
        shown = given.get(dial.name, dial.usual)
        out.print(f"  --{dial.name} {shown}  {dial.about} ({dial.span})", style="dim", markup=False, soft_wrap=True)


def read_dials(words: Sequence[str]) -> dict[str, str]:
    """Dials from the rest of the command line: `--name value` or `--name=value`."""
    given: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or (not equals and not rest):
            raise SetupError(f"a dial is written --NAME VALUE, not '{word[:40]}'", code="bad-dial")
        given[name] = value if equals else rest.pop(0)
    return given


def _spread(asked: Question, given: dict[str, str]) -> tuple[str, Sequence[Any]]:
    """The dial that is given as a span, if one is, and its values."""
    spans = {name: found for name, text in given.items() if (found := SPAN.fullmatch(text))}
    if not spans:
        asked.read(given)
        return "", [None]
    if len(spans) > 1:
        raise SetupError(f"one dial may have a span, not {' and '.join(spans)}", code="bad-dial")
    name, found = next(iter(spans.items()))
    low, high = int(found[1]), int(found[2])
    if not low <= high < low + MOST_COLUMNS:
        raise SetupError(f"a span goes up and has at most {MOST_COLUMNS} values, not '{given[name]}'", code="bad-dial")
    return name, range(low, high + 1)


def _list(game: str, as_json: bool) -> None:
    questions = questions_of(game)
    if as_json:
        print_json({"game": game, "questions": [question.to_plain() for question in questions]})
        return
    grid = Grid("question", "what", "dials", box=None)
    for question in questions:
        dials = " ".join(f"--{dial.name}" for dial in question.dials)
        grid.add_row(question.name, question.title, dials)
    out.print(grid)


def _print(answer: Answer, plot: bool) -> None:
    for table in answer.tables:
        grid = Grid(box=None)
        grid.add_column(table.title, no_wrap=True, min_width=24)
        grid.add_column("chance", justify="right", no_wrap=True)
        for row in table.rows:
            bars = ("█" * round(BAR * row.chance),) if plot else ()
            grid.add_row(row.result, exactly(row.chance), *bars)
        out.print(grid)


def _print_columns(name: str, answers: Sequence[Answer], plot: bool) -> None:
    """A column for each value of one dial; results that only some have count as 0 in the others."""
    titles = dict.fromkeys(table.title for answer in answers for table in answer.tables)
    for title in titles:
        columns = [
            {row.result: row.chance for table in answer.tables if table.title == title for row in table.rows}
            for answer in answers
        ]
        grid = Grid(title, *(f"{name} {answer.values[name]}" for answer in answers), box=None)
        if plot:
            grid.add_column(no_wrap=True)
        most = max(chance for column in columns for chance in column.values())
        for result in dict.fromkeys(result for column in columns for result in column):
            chances = [column.get(result, 0.0) for column in columns]
            drawn = "".join(HEIGHTS[round((len(HEIGHTS) - 1) * chance / (most or 1))] for chance in chances)
            grid.add_row(result, *(f"{chance:.1%}" for chance in chances), *((drawn,) if plot else ()))
        out.print(grid)
