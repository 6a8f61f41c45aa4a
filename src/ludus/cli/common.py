"""What the commands share: output, options written as text, errors in one sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console

from ludus.core.errors import LudusError, SetupError
from ludus.core.game import Game
from ludus.core.house_rules import HouseRules
from ludus.library import find_game
from ludus.play import check_fit, load_board, load_rules

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Ruleset = Annotated[str | None, typer.Option(help="A named ruleset; an unknown one is answered with the list.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set one option; may be repeated.")
]
RulesFile = Annotated[
    str | None, typer.Option("--rules", metavar="FILE", help="House rules from a file: `ludus rules house` prints one.")
]
BoardFile = Annotated[str | None, typer.Option("--board", metavar="FILE", help="A board file of your own (TOML).")]
# Said here, so that no game is imported to print it.
USUAL = "8 in circus, 2 in gladiator, 4 in chariot-race, 8 in campaign"
Seats = Annotated[int | None, typer.Option(help="Seats of the match.", show_default=USUAL)]


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


def read_rules(
    game: str, ruleset: str | None, given: list[str] | None, board: str | None, file: str | None
) -> HouseRules:
    """What the command line says about the rules: a file or a ruleset, and options on top."""
    chosen = find_game(game)
    options = read_options(chosen, given, board)
    if file is None:
        return HouseRules(game, next(iter(chosen.rulesets)) if ruleset is None else ruleset, options)
    house = load_rules(file)
    check_fit(house, game, ruleset)
    return HouseRules(game, house.ruleset, {**house.options, **options}, house.name)


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
        values[game.board_option] = load_board(board, game.id)
    return values


def _list(raw: str) -> list[str | int]:
    """What offers nothing to choose from takes a list, with commas: words, or whole numbers."""
    parts = [part.strip() for part in raw.split(",")]
    return [int(part) if part.lstrip("-").isdecimal() else part for part in parts]


def read_names(bots: str) -> list[str]:
    """Bots written with commas."""
    return [name.strip() for name in bots.split(",") if name.strip()]
