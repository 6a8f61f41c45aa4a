"""What the commands share: output, options written as text, errors in one sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console

from ludus.core.errors import DataError, LudusError, SetupError
from ludus.core.game import Game
from ludus.games import find_game
from ludus.play import load_board, read_text

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Ruleset = Annotated[str | None, typer.Option(help="A named ruleset of the game; see the error for the list.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set one option; may be repeated.")
]
BoardFile = Annotated[str | None, typer.Option("--board", metavar="FILE", help="A board file of your own (TOML).")]
Seats = Annotated[int | None, typer.Option(help="Seats of the match.", show_default="8 in the circus, else 4")]


def usual_seats(game: str, given: int | None) -> int:
    """As many as asked for, or what is usual for the game."""
    return find_game(game).usual_seats if given is None else given


def print_json(plain: Any) -> None:
    sys.stdout.write(json.dumps(plain, ensure_ascii=False) + "\n")


@contextmanager
def refusals(as_json: bool = False, exit_code: int = 2) -> Iterator[None]:
    """Errors of ours end the command with a sentence, never with a traceback."""
    try:
        yield
    except LudusError as error:
        if as_json:
            print_json({"error": {"code": error.code, "message": error.message}})
        else:
            err.print(f"ludus: {error.message} [{error.code}]", style="red", markup=False, soft_wrap=True)
        raise typer.Exit(exit_code) from None


def read_options(game: Game[Any], given: list[str] | None, board: str | None = None) -> dict[str, Any]:
    """Options written NAME=VALUE, turned into the values the game knows."""
    values: dict[str, Any] = {}
    known = {option.name: option for option in game.options}
    for text in given or []:
        name, equals, raw = text.partition("=")
        if not equals:
            raise SetupError(f"an option is written NAME=VALUE, not '{text[:60]}'", code="bad-option")
        option = known.get(name)
        # An unknown name is refused by the game itself, with the list of those it has.
        choices = (option.choices or ()) if option else ()
        written: Any = _list(raw) if choices == (None,) else raw
        values[name] = next((choice for choice in choices if str(choice).lower() == raw.lower()), written)
    if board is not None:
        values[game.board_option] = load_board(board)
    return values


def _list(raw: str) -> list[str | int]:
    """What offers nothing to choose from takes a list, with commas: words, or whole numbers."""
    parts = [part.strip() for part in raw.split(",")]
    return [int(part) if part.lstrip("-").isdecimal() else part for part in parts]


def read_json_file(path: str) -> Any:
    try:
        return json.loads(read_text(path))
    except (json.JSONDecodeError, RecursionError) as error:
        raise DataError(f"{path} is not JSON: {error}", code="bad-json") from error
