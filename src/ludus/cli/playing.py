"""`ludus play` and `ludus serve`."""

from __future__ import annotations

import os
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from ludus.bots import BOTS, RandomBot, make_bot
from ludus.cli.common import BoardFile, Options, Ruleset, RulesFile, Seats, out, read_names, read_rules, refusals
from ludus.cli.terminal import Terminal
from ludus.core.errors import SetupError
from ludus.core.house_rules import HouseRules
from ludus.games import GAMES, find_game
from ludus.play import load_rules, new_match

Port = Annotated[int, typer.Option(help="Port of the web page; the next free one when it is taken.", min=0, max=65535)]
Data = Annotated[Path | None, typer.Option(metavar="DIR", help="Where matches are kept.", show_default=".ludus")]


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}; on the page, any.")
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here, against bots.")] = False,
    port: Port = 8000,
    data: Data = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    seats: Seats = None,
    bots: Annotated[str | None, typer.Option(help="Your opponents, separated by commas, with --terminal.")] = None,
    seed: Annotated[str | None, typer.Option(help="Seed of the dice, with --terminal.")] = None,
    name: Annotated[str | None, typer.Option(help="Your name, with --terminal.", show_default="You")] = None,
    ruleset: Ruleset = None,
    option: Options = None,
    board: BoardFile = None,
    rules: RulesFile = None,
) -> None:
    """Play: in the browser with bots and friends, or in the terminal against bots."""
    with refusals():
        if terminal:
            if game is None and rules is not None:
                game = load_rules(rules).game
            house = read_rules(find_game(game or "chariot-race").id, ruleset, option, board, rules)
            _play_in_terminal(house, seats, bots, seed, name or "You")
            return
        if any(each is not None for each in (seats, bots, seed, name, ruleset, option, board, rules)):
            raise SetupError(
                "seats, bots, names, rules, options and boards are chosen on the page; or add --terminal",
                code="bad-option",
            )
        page = "" if game is None else f"new?game={find_game(game).id}"
    _serve("127.0.0.1", port, data, None, page=page, open_browser=not no_browser)


def _play_in_terminal(rules: HouseRules, seats: int | None, bots: str | None, seed: str | None, name: str) -> None:
    game = rules.game
    kinds = BOTS.get(game, (RandomBot,))
    default = next((kind.name for kind in reversed(kinds) if not kind.timed), kinds[-1].name)
    names = [default] if bots is None else read_names(bots)
    match = new_match(seats=seats, seed=seed, rules=rules)
    most = match.seats - 1
    if not 1 <= len(names) <= most:
        raise SetupError(f"give 1 to {most} bots for the {most} other seats, not {len(names)}", code="bad-bots")
    opponents = {}
    for seat in range(1, match.seats):
        kind = names[(seat - 1) % len(names)]
        opponents[seat] = make_bot(game, kind, f"{seed or os.urandom(8).hex()}/{seat}")
        match.names[seat] = f"{opponents[seat].title} {seat + 1}"
    match.names[0] = name
    Terminal(match, (0,)).play(opponents)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for your whole network.")] = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="A PostgreSQL address instead of a file.")] = None,
) -> None:
    """Serve the games to browsers."""
    _serve(host, port, data, database)


def _serve(
    host: str, port: int, data: Path | None, database: str | None, *, page: str = "", open_browser: bool = False
) -> None:
    # The server's libraries take a while to load; the other commands do without them.
    from ludus.server.run import serve as run_server

    def ready(address: str) -> None:
        out.print(f"Ludus is open at [bold]{address}{page}[/bold]  (Ctrl-C closes it)", soft_wrap=True)
        if open_browser:
            webbrowser.open(address + page)

    with refusals():
        run_server(host=host, port=port, data=data or Path(".ludus"), database_url=database, on_ready=ready)
