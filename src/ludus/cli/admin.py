"""`ludus admin`: what the keeper of a house needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.common import refusals
from ludus.core.errors import DataError

if TYPE_CHECKING:
    from sqlalchemy import Engine

app = typer.Typer(help="Keep a house: back it up, look at its matches, keep order.", no_args_is_help=True)

Data = Annotated[Path, typer.Option(metavar="FOLDER", help="The folder of the SQLite file.")]
Database = Annotated[str | None, typer.Option(metavar="URL", help="A PostgreSQL address instead.")]
MatchId = Annotated[str, typer.Argument(metavar="MATCH", help="The id in its link.")]
Sure = Annotated[bool, typer.Option("--yes", help="Do it without asking.")]
FOLDER = Path(".ludus")


@contextmanager
def database(data: Path, url: str | None, *, new: bool = False, writing: bool = True) -> Iterator[Engine]:
    """The database of a house. What is not there is not made, unless it is to be filled; what is old stays as it is,
    for an old server may be at work on it."""
    from ludus.server.migrate import check_newest, migrate
    from ludus.server.settings import Settings
    from ludus.server.sql_engine import make_engine

    settings = Settings(data=data, database_url=url)
    if url is None and not new and not (data / "ludus.sqlite3").exists():
        raise DataError(f"there is no house in {data}; name its folder with --data", code="no-house")
    engine = make_engine(settings.url, writing=writing)
    try:
        migrate(engine) if new else check_newest(engine)
        yield engine
    finally:
        engine.dispose()


def words(count: int) -> str:
    return f"{count} {'match' if count == 1 else 'matches'}"


@app.command()
def backup(file: Path, data: Data = FOLDER, database_url: Database = None) -> None:
    """Write everything into a file, as of one moment; the house may stay open."""
    from ludus.server.chest import pack

    with refusals(), database(data, database_url, writing=False) as engine:
        typer.echo(f"Written to {file}: {words(pack(engine, file))}.")


@app.command()
def restore(file: Path, data: Data = FOLDER, database_url: Database = None) -> None:
    """Fill a new database with a backup, of the same kind or of the other."""
    from ludus.server.chest import unpack

    with refusals(), database(data, database_url, new=True) as engine:
        typer.echo(f"Restored: {words(unpack(engine, file, whole=True))}.")


@app.command()
def export(match: MatchId, file: Path, data: Data = FOLDER, database_url: Database = None) -> None:
    """Write one match, with its contests, into a file."""
    from ludus.server.chest import pack
    from ludus.server.keeping import with_contests

    with refusals(), database(data, database_url, writing=False) as engine:
        typer.echo(f"Written to {file}: {words(pack(engine, file, with_contests(engine, match)))}.")


@app.command("import")
def import_(file: Path, data: Data = FOLDER, database_url: Database = None) -> None:
    """Add the matches of a file to a house."""
    from ludus.server.chest import unpack

    with refusals(), database(data, database_url, new=True) as engine:
        typer.echo(f"Imported: {words(unpack(engine, file, whole=False))}.")


@app.command("list")
def list_(
    status: Annotated[str | None, typer.Option(help="Only lobby, running or over.")] = None,
    data: Data = FOLDER,
    database_url: Database = None,
) -> None:
    """All matches, the newest first."""
    from ludus.server.keeping import all_heads

    with refusals(), database(data, database_url, writing=False) as engine:
        for head in all_heads(engine, status):
            names = ", ".join(seat.name for seat in head.seats)
            typer.echo(f"{head.id}  {head.changed[:16]}  {head.status:7}  {head.game:12}  {names}")


@app.command()
def show(match: MatchId, data: Data = FOLDER, database_url: Database = None) -> None:
    """What is known of a match, without its secrets."""
    from ludus.server.keeping import one_head

    with refusals(), database(data, database_url, writing=False) as engine, engine.connect() as connection:
        head = one_head(connection, match)
        typer.echo(f"{head.id}  {head.game} ({head.ruleset})  {head.status}, step {head.number}")
        typer.echo(f"made {head.created}, last changed {head.changed}")
        for number, seat in enumerate(head.seats):
            asked = "  is asked" if number in head.waiting else ""
            typer.echo(f"  seat {number}: {seat.name} ({seat.bot or seat.kind}){asked}")
        for contest in head.contests:
            typer.echo(f"  {contest.title}: {contest.id}")


@app.command()
def delete(match: MatchId, yes: Sure = False, data: Data = FOLDER, database_url: Database = None) -> None:
    """Delete a match with its contests, for good."""
    from ludus.server.keeping import delete_match

    with refusals(), database(data, database_url) as engine:
        if not yes:
            typer.confirm(f"Delete {match} for good?", abort=True)
        typer.echo(f"Deleted: {words(delete_match(engine, match))}.")


@app.command()
def kick(match: MatchId, seat: int, data: Data = FOLDER, database_url: Database = None) -> None:
    """Take a seat from whoever has it; it is open then."""
    from ludus.server.keeping import kick as take

    with refusals(), database(data, database_url) as engine:
        typer.echo(f"{take(engine, match, seat)} has lost the seat")


@app.command()
def ban(
    address: Annotated[str | None, typer.Argument(help="An address, or a network: 192.0.2.0/24.")] = None,
    why: Annotated[str, typer.Option(help="For your own memory.")] = "",
    lift: Annotated[bool, typer.Option("--lift", help="Let it in again.")] = False,
    data: Data = FOLDER,
    database_url: Database = None,
) -> None:
    """Do not let an address in, or list those that are not; servers know it within seconds."""
    from ludus.server import keeping

    with refusals(), database(data, database_url) as engine:
        if address is None:
            for each, reason in keeping.bans(engine):
                typer.echo(f"{each}  {reason}")
        elif lift:
            typer.echo(
                f"{address} may come in again" if keeping.pardon(engine, address) else f"{address} was not banned"
            )
        else:
            keeping.ban(engine, address, why)
            typer.echo(f"{address} is not let in any more")


@app.command()
def accounts(data: Data = FOLDER, database_url: Database = None) -> None:
    """Everybody who has an account: name, since when, last seen, matches counted."""
    from ludus.server.keeping import all_accounts

    with refusals(), database(data, database_url, writing=False) as engine:
        for each in all_accounts(engine):
            seen = each.seen[:10] if each.seen else "never"
            typer.echo(f"{each.name:24}  since {each.created[:10]}  seen {seen:10}  {words(each.played)}")


@app.command("delete-account")
def delete_account(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    yes: Sure = False,
    data: Data = FOLDER,
    database_url: Database = None,
) -> None:
    """Delete an account and all that is personal; matches stay, without the name."""
    from ludus.server.forgetting import forget_by_name

    with refusals(), database(data, database_url) as engine:
        if not yes:
            typer.confirm(f"Delete the account {name} for good?", abort=True)
        typer.echo(f"{forget_by_name(engine, name)} has no account any more")


@app.command()
def tournaments(data: Data = FOLDER, database_url: Database = None) -> None:
    """The tournaments of people, the newest first."""
    from ludus.server.keeping import all_tournaments

    with refusals(), database(data, database_url, writing=False) as engine:
        for cup in all_tournaments(engine):
            people = f"{len(cup.entrants):3} entrants, round {cup.round}"
            typer.echo(f"{cup.id}  {cup.changed[:16]}  {cup.status:7}  {people}  {cup.plan.game}  {cup.name}")


@app.command("delete-tournament")
def delete_tournament(
    tournament: Annotated[str, typer.Argument(metavar="TOURNAMENT", help="The id in its link.")],
    yes: Sure = False,
    data: Data = FOLDER,
    database_url: Database = None,
) -> None:
    """Delete a tournament; its matches stay with those who played them."""
    from ludus.server.keeping import delete_tournament as remove

    with refusals(), database(data, database_url) as engine:
        if not yes:
            typer.confirm(f"Delete the tournament {tournament} for good?", abort=True)
        typer.echo(f"{remove(engine, tournament)} is deleted")


@app.command()
def expire(
    days: Annotated[float, typer.Option(min=1, help="In which nothing has happened.")] = 90,
    finished: Annotated[bool, typer.Option("--finished", help="Finished matches too.")] = False,
    yes: Sure = False,
    data: Data = FOLDER,
    database_url: Database = None,
) -> None:
    """Delete abandoned matches; without --yes only say which."""
    from ludus.server.keeping import abandoned, delete_match

    with refusals(), database(data, database_url) as engine:
        found = abandoned(engine, days, finished=finished)
        for head in found:
            typer.echo(f"{head.id}  {head.changed[:16]}  {head.status:7}  {head.game}")
            if yes:
                delete_match(engine, head.id)
        typer.echo(f"Deleted: {words(len(found))}." if yes else f"Abandoned: {words(len(found))}; --yes deletes them.")


@app.command()
def check(data: Data = FOLDER, database_url: Database = None) -> None:
    """Play all stored matches again by the installed rules, and say which would differ. Before an upgrade."""
    from ludus.server.keeping import check as look

    with refusals(), database(data, database_url, writing=False) as engine:
        count, differ = 0, 0
        for difference in look(engine):
            count += 1
            if difference is not None:
                differ += 1
                typer.echo(f"{difference.match_id} ({difference.game}, {difference.status}): {difference.why}")
        typer.echo(f"Checked: {words(count)}; differing: {differ}.")
        if differ:
            raise typer.Exit(1)
