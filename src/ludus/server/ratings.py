"""Ratings: who is how strong at which game, people and bots, by the places of matches that are over.

Every process looks for matches to rate; the line in `unrated` goes away with what is written, so each is rated once.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from importlib.util import find_spec
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, text, update

from ludus.server import shelf
from ludus.server.accounts_schema import Points
from ludus.server.out_of_reach import OUT_OF_REACH
from ludus.server.players import BOT, Result, accounts_of, by_the_book, count, count_answers
from ludus.server.saved_match import Head, Step
from ludus.server.sql_rows import read_heads
from ludus.server.sql_tables import account_seats, matches, players, ratings, results, unrated

if TYPE_CHECKING:
    from ludus.server.hall import Hall

log = logging.getLogger("ludus.server")

MU, SIGMA = 25.0, 25.0 / 3  # of whom nothing is known, as OpenSkill has it
BETA = MU / 6
MIDDLE = 1500
SCALE = 400 / (math.log(10) * BETA * math.sqrt(2))  # points: 400 are ten to one, as in tournaments
TOGETHER = 20  # matches at a time
A_DAY = 20  # matches of one account at one game that count
A_DAY_TOGETHER = 5  # of two accounts that meet again and again
LOCK = 0x1_0D06  # of PostgreSQL: one process rates at a time


class Strength(NamedTuple):
    mu: float = MU
    sigma: float = SIGMA
    played: int = 0
    won: int = 0


@cache
def is_installed() -> bool:
    return find_spec("openskill") is not None


def points(mu: float, sigma: float) -> Points:
    """
    >>> points(MU, SIGMA)
    Points(points=1500, doubt=491)
    """
    return Points(points=round(MIDDLE + SCALE * (mu - MU)), doubt=round(2 * SCALE * sigma))


def rated(before: Sequence[Strength], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """How strong they are after a match with these ranks, 1 the best.

    >>> (ann, _), (bob, _) = rated([Strength(), Strength()], [1, 2])
    >>> ann > MU > bob
    True
    """
    from openskill.models import PlackettLuce

    model = _model(PlackettLuce)
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    return [
        (float(team[0].mu), float(team[0].sigma)) for team in model.rate(teams, ranks=[float(rank) for rank in ranks])
    ]


@cache
def _model(kind: Any) -> Any:
    return kind(mu=MU, sigma=SIGMA, beta=BETA)


async def watch_ratings(hall: Hall) -> None:
    while True:
        await asyncio.sleep(hall.settings.poll_seconds)
        try:
            await rate_waiting(hall)
        except Exception:
            log.exception("rating matches failed")


async def rate_waiting(hall: Hall) -> None:
    """Also called by who looks at ratings: what has just ended is in them."""
    found = select(unrated.c.match_id).limit(TOGETHER)
    for match_id in await hall.store.look_out(lambda connection: list(connection.execute(found).scalars())):
        await rate_match(hall, match_id)


async def rate_match(hall: Hall, match_id: str) -> None:
    """Whatever is wrong with it, it is looked at once; only a database that is away is asked again."""

    def read(connection: Connection) -> tuple[Head, list[Step]] | None:
        heads = read_heads(connection, select(matches).where(matches.c.id == match_id))
        return (heads[0], shelf.read_steps(connection, match_id)) if heads else None

    try:
        saved = await hall.store.read(read)
        await hall.store.write("", partial(_write, match_id=match_id, saved=saved))
    except OUT_OF_REACH:
        raise
    except Exception:
        log.exception("match %s cannot be rated", match_id)
        await hall.store.write("", partial(_write, match_id=match_id, saved=None))


def _write(connection: Connection, match_id: str, saved: tuple[Head, list[Step]] | None) -> None:
    if connection.dialect.name == "postgresql":  # two matches with the same bots, rated at once, would lose one
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    if connection.execute(delete(unrated).where(unrated.c.match_id == match_id)).rowcount != 1 or saved is None:
        return  # another process was first
    head, story = saved
    if head.outcome is None:
        return
    seated = connection.execute(select(players.c.seat, players.c.who).where(players.c.match_id == match_id))
    began = {row.seat: row.who for row in seated}
    now = accounts_of(connection, [seat.token for seat in head.seats if seat.token])
    found = count(head, began, now, count_answers(story))
    people = [each.who for each in found if not each.who.startswith(BOT)]
    counting = [each for each in found if each.counts]
    after: dict[int, tuple[float, float]] = {}
    if is_installed() and by_the_book(head) and len(counting) > 1 and not _too_often(connection, head, counting):
        after = _rate(connection, head, counting)
    if people:
        connection.execute(insert(results), [_row(head, each, after.get(each.seat)) for each in found])


def _row(head: Head, result: Result, after: tuple[float, float] | None) -> dict[str, Any]:
    assert head.outcome is not None
    mu, sigma = after or (None, None)
    return {
        "match_id": head.id,
        "seat": result.seat,
        "who": result.who,
        "game": head.game,
        "place": min(result.rank, len(head.seats)),
        "seats": len(head.seats),
        "won": result.rank == result.place and result.seat in head.outcome["winners"],
        "finished": head.changed,
        "mu": mu,
        "sigma": sigma,
    }


def _rate(connection: Connection, head: Head, counting: Sequence[Result]) -> dict[int, tuple[float, float]]:
    """A bot at several seats is rated by each of them, and gets the mean."""
    assert head.outcome is not None
    known = select(ratings).where(ratings.c.game == head.game, ratings.c.who.in_({each.who for each in counting}))
    before = {row.who: Strength(row.mu, row.sigma, row.played, row.won) for row in connection.execute(known)}
    strengths = [before.get(each.who, Strength()) for each in counting]
    after = dict(zip((each.seat for each in counting), rated(strengths, [each.rank for each in counting]), strict=True))
    for who in sorted({each.who for each in counting}):
        own = [each for each in counting if each.who == who]
        was = before.get(who, Strength())
        values = {
            "mu": sum(after[each.seat][0] for each in own) / len(own),
            "sigma": sum(after[each.seat][1] for each in own) / len(own),
            "played": was.played + 1,
            "won": was.won + any(each.rank == each.place and each.seat in head.outcome["winners"] for each in own),
        }
        if who in before:
            mine = update(ratings).where(ratings.c.who == who, ratings.c.game == head.game)
            connection.execute(mine.values(**values))
        else:
            connection.execute(insert(ratings), {"who": who, "game": head.game, **values})
    return after


def _too_often(connection: Connection, head: Head, counting: Collection[Result]) -> bool:
    """Whether somebody has played so much today that it looks like work, or two have met so often that it looks like
    an arrangement."""
    people = sorted({each.who for each in counting if not each.who.startswith(BOT)})
    since = (datetime.now(UTC) - timedelta(days=1)).isoformat(timespec="milliseconds")
    mine = select(results.c.match_id).where(results.c.mu.is_not(None), results.c.finished > since)
    mine = mine.where(results.c.game == head.game)
    played = {who: set(connection.execute(mine.where(results.c.who == who)).scalars()) for who in people}
    return any(len(each) >= A_DAY for each in played.values()) or any(
        len(played[one] & played[other]) >= A_DAY_TOGETHER for one, other in combinations(people, 2)
    )


def forget(connection: Connection, account_id: str) -> None:
    """All that is known of how somebody plays; what others have won stays theirs."""
    for table in (players, ratings, results):
        connection.execute(delete(table).where(table.c.who == account_id))
    connection.execute(delete(account_seats).where(account_seats.c.account_id == account_id))
