"""`ludus play` and `ludus serve`."""

from __future__ import annotations

import os
import random
import webbrowser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.bots import Bot, kinds_of, make_bot
from ludus.cli.common import BoardFile, Options, Ruleset, RulesFile, Seats, out, read_names, read_rules, refusals
from ludus.cli.keeper import Keeper, read_kept
from ludus.cli.speech import YOU
from ludus.cli.terminal import Terminal
from ludus.core.errors import SetupError
from ludus.core.house_rules import HouseRules
from ludus.learn.hired import hire
from ludus.library import GAMES, find_game
from ludus.play import load_rules, new_match

if TYPE_CHECKING:
    from ludus.server.settings import Settings

Port = Annotated[int, typer.Option(help="Port of the web page; the next free one when it is taken.", min=0, max=65535)]
Data = Annotated[Path | None, typer.Option(metavar="DIR", help="Where matches are kept.", show_default=".ludus")]
Policies = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Trained policies that sit down as bots: driver.npz.")
]

PERSON = 0  # the seat of whoever plays in the terminal


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
    drivers: Annotated[
        str | None, typer.Option(help="Bots that drive and fight in a campaign's contests, with --terminal.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Seed of the dice, with --terminal.")] = None,
    name: Annotated[str | None, typer.Option(help="Your name, with --terminal.", show_default=YOU)] = None,
    policies: Policies = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the match there, with --terminal; go on with it where it is there."),
    ] = None,
    ruleset: Ruleset = None,
    option: Options = None,
    board: BoardFile = None,
    rules: RulesFile = None,
) -> None:
    """Play: in the browser with bots and friends, or in the terminal against bots."""
    with refusals():
        if terminal and policies is not None:
            hire(policies)
        if terminal and save is not None and save.exists():
            given = (game, seats, bots, drivers, seed, name, ruleset, option, board, rules)
            _go_on_in_terminal(save, any(each is not None for each in given))
            return
        if terminal:
            if game is None and rules is not None:
                game = load_rules(rules).game
            house = read_rules(find_game(game or "chariot-race").id, ruleset, option, board, rules)
            _play_in_terminal(house, seats, bots, read_names(drivers or ""), seed, name or YOU, save)
            return
        if any(each is not None for each in (seats, bots, drivers, seed, name, save, ruleset, option, board, rules)):
            raise SetupError(
                "seats, bots, names, rules, options and boards are chosen on the page, which keeps every match; or add "
                "--terminal",
                code="bad-option",
            )
        page = "" if game is None else f"new?game={find_game(game).id}"
    from ludus.server.settings import Settings

    settings = Settings(data=data or Path(".ludus"), policies=policies)
    _serve("127.0.0.1", port, settings, page=page, open_browser=not no_browser)


def _play_in_terminal(
    rules: HouseRules,
    seats: int | None,
    bots: str | None,
    drivers: Sequence[str],
    seed: str | None,
    name: str,
    save: Path | None,
) -> None:
    from ludus.bots.fields import seat_fields
    from ludus.bots.table import check_drivers

    kinds = kinds_of(rules.game)
    default = next((kind.name for kind in reversed(kinds) if not kind.timed), kinds[-1].name)
    check_drivers(drivers)
    names = [default] if bots is None else read_names(bots)
    match = new_match(seats=seats, seed=seed, rules=rules)
    most = match.seats - 1
    if not 1 <= len(names) <= most:
        raise SetupError(f"give 1 to {most} bots for the {most} other seats, not {len(names)}", code="bad-bots")
    line = [names[(seat - 1) % len(names)] for seat in range(1, match.seats)]
    chosen = dict(enumerate(seat_fields(rules.game, line, random.Random(seed)), 1))
    opponents = _opponents(rules.game, chosen, seed)
    match.names[:] = [name, *(_called(rules.game, chosen[seat], opponents[seat], seat) for seat in chosen)]
    keeper = None if save is None else Keeper(save, chosen, list(drivers))
    terminal = Terminal(match, (PERSON,), keeper=keeper, luck=random.Random(seed))
    terminal.hired = drivers
    terminal.play(opponents)


def _called(game: str, bot: str, opponent: Bot, seat: int) -> str:
    """The men of the circus have names of their own."""
    from ludus.bots.fields import person_of

    man = person_of(game, bot)
    return f"{opponent.title} {seat + 1}" if man is None else man.name


def _opponents(game: str, names: Mapping[int, str], seed: str | None) -> dict[int, Bot]:
    return {seat: make_bot(game, name, f"{seed or os.urandom(8).hex()}/{seat}") for seat, name in names.items()}


def _go_on_in_terminal(save: Path, more: bool) -> None:
    if more:
        raise SetupError(f"{save} holds a match already; what is played and by whom it says itself", code="bad-option")
    match, keeper, under_way = read_kept(save)
    terminal = Terminal(match, (PERSON,), keeper=keeper)
    terminal.hired = keeper.drivers
    terminal.under_way = under_way
    terminal.told = len(match.events)
    terminal.play(_opponents(match.game.id, keeper.bots, None))


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for your whole network.")] = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="A PostgreSQL address instead of a file.")] = None,
    name: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="A name of this house: club.example; * for any.")
    ] = None,
    address: Annotated[
        str, typer.Option(metavar="URL", help="Where others find it, for the links they are sent: https://club.example")
    ] = "",
    smtp: Annotated[
        str, typer.Option(metavar="URL", envvar="LUDUS_SMTP", help="For e-mail: smtp://user:password@host:587")
    ] = "",
    mail_from: Annotated[str, typer.Option(metavar="ADDRESS", help="Whose the e-mail is: ludus@club.example")] = "",
    private_hooks: Annotated[
        bool, typer.Option("--private-hooks", help="Messages may go to addresses in your own network.")
    ] = False,
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="Another site whose pages may speak to it.")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", help="A proxy whose word on addresses is believed.")
    ] = None,
    metrics_from: Annotated[
        list[str] | None, typer.Option(metavar="NETWORK", help="Who may read /metrics, besides this machine.")
    ] = None,
    thinkers: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster where bots think: tcp://host:8786.")
    ] = None,
    policies: Policies = None,
    log: Annotated[str, typer.Option(help="plain, or json for programs.")] = "plain",
) -> None:
    """Serve the games to browsers."""
    from ludus.server.settings import Settings

    settings = Settings(
        data=data or Path(".ludus"),
        database_url=database,
        address=address.rstrip("/"),
        smtp=smtp,
        mail_from=mail_from,
        private_hooks=private_hooks,
        hosts=tuple(name or ()),
        origins=tuple(origin or ()),
        trusted_proxies=tuple(trusted_proxy or ()),
        metrics_from=tuple(metrics_from or ()),
        thinkers=thinkers,
        policies=policies,
    )
    _serve(host, port, settings, log=log)


def _serve(
    host: str, port: int, settings: Settings, *, page: str = "", open_browser: bool = False, log: str = "plain"
) -> None:
    # The server's libraries take a while to load; the other commands do without them.
    from ludus.server.run import serve as run_server

    def ready(address: str) -> None:
        out.print(f"Ludus is open at [bold]{address}{page}[/bold]  (Ctrl-C closes it)", soft_wrap=True)
        if open_browser:
            webbrowser.open(address + page)

    with refusals():
        run_server(host=host, port=port, settings=settings, on_ready=ready, log=log)
