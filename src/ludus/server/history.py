"""What somebody has played, with whom, and how well; and the best of the house."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

from sqlalchemy import Connection, select

from ludus.bots import BOTS, COMPANY
from ludus.bots.fields import person_of
from ludus.server.accounts_schema import Board, GameStatistics, History, PastMatch, Points, Ranked, Rival
from ludus.server.names import looks
from ludus.server.people_schema import KnownSeat
from ludus.server.players import BOT, accounts_of
from ludus.server.ratings import points
from ludus.server.saved_match import Head
from ludus.server.sql_tables import account_seats, accounts, matches, passkeys, ratings, results, seats, sessions
from ludus.server.tournaments import of_tokens

SHOWN = 100  # matches
CURVE = 60  # points of it
RIVALS = 30
RANKED = 50
ENOUGH = 5  # rated matches before somebody has a rank
WORTH_SHOWING = 3 * ENOUGH  # of the unranked


def history(connection: Connection, account_id: str) -> History:
    mine = select(results).where(results.c.who == account_id).order_by(results.c.finished.desc())
    rows = list(connection.execute(mine))
    there = set(
        connection.execute(
            select(matches.c.id).where(matches.c.id.in_([row.match_id for row in rows[:SHOWN]]))
        ).scalars()
    )
    return History(
        games=[_statistics(game, [row for row in rows if row.game == game]) for game in _games(rows)],
        matches=[
            PastMatch(
                match=row.match_id,
                game=row.game,
                finished=row.finished,
                place=row.place,
                seats=row.seats,
                won=row.won,
                rating=_rating(row),
                kept=row.match_id in there,
            )
            for row in rows[:SHOWN]
        ],
        rivals=_rivals(connection, account_id),
    )


def _games(rows: list[Any]) -> list[str]:
    return list(dict.fromkeys(row.game for row in rows))


def _rating(row: Any) -> Points | None:
    return None if row.mu is None else points(row.mu, row.sigma)


def _statistics(game: str, rows: list[Any]) -> GameStatistics:
    """The rows are the newest first."""
    rated = [points(row.mu, row.sigma) for row in reversed(rows) if row.mu is not None]
    return GameStatistics(
        game=game,
        played=len(rows),
        won=sum(row.won for row in rows),
        rated=len(rated),
        rating=rated[-1] if rated else None,
        curve=rated[-CURVE:],
    )


def _rivals(connection: Connection, account_id: str) -> list[Rival]:
    """Whom one met most often, by game; people first among those."""
    other = results.alias()
    met = (
        select(other.c.who, results.c.game, results.c.match_id, results.c.place, other.c.place.label("theirs"))
        .select_from(results.join(other, other.c.match_id == results.c.match_id))
        .where(results.c.who == account_id, other.c.who != account_id)
    )
    sums: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in connection.execute(met):
        found = sums[row.who, row.game]
        found[0] += 1
        found[1] += row.place < row.theirs
        found[2] += row.place > row.theirs
    order = sorted(sums.items(), key=lambda each: (each[0][0].startswith(BOT), -each[1][0], each[0]))[:RIVALS]
    names = _names(connection, [who for (who, _), _ in order])
    return [
        Rival(name=name_of(who, game, names), bot=who.startswith(BOT), game=game, met=met, ahead=ahead, behind=behind)
        for (who, game), (met, ahead, behind) in order
    ]


def leaderboard(connection: Connection, me: str | None) -> list[Board]:
    """Of each game, by what one can be trusted to be at least."""
    trusted = (ratings.c.mu - 2 * ratings.c.sigma).desc()
    boards = []
    for game in connection.execute(select(ratings.c.game).distinct().order_by(ratings.c.game)).scalars():
        found = select(ratings).where(ratings.c.game == game)
        enough = list(connection.execute(found.where(ratings.c.played >= ENOUGH).order_by(trusted).limit(RANKED)))
        fewer = list(connection.execute(found.where(ratings.c.played < ENOUGH).order_by(trusted).limit(WORTH_SHOWING)))
        names = _names(connection, [row.who for row in (*enough, *fewer)])
        ranked = [
            Ranked(
                rank=number if number <= len(enough) else None,
                name=name_of(row.who, game, names),
                bot=row.who.startswith(BOT),
                me=row.who == me,
                rating=points(row.mu, row.sigma),
                played=row.played,
                won=row.won,
            )
            for number, row in enumerate((*enough, *fewer), start=1)
        ]
        boards.append(Board(game=game, ranked=ranked))
    return boards


def _names(connection: Connection, who: list[str]) -> dict[str, str]:
    found = select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(who))
    return {row.id: row.name for row in connection.execute(found)}


def name_of(who: str, game: str, names: dict[str, str]) -> str:
    return _bot_title(game, who.removeprefix(BOT)) if who.startswith(BOT) else names.get(who, "Somebody")


@cache
def _bot_title(game: str, bot: str) -> str:
    """
    >>> _bot_title("chariot-race", "auriga"), _bot_title("circus", "nobody")
    ('Auriga', 'nobody')
    """
    called, _, character = bot.partition("-")
    kinds = (*BOTS.get(game, ()), *COMPANY.get(game, ()))
    title = next((kind.title for kind in kinds if kind.name == called), called)
    man = person_of(game, bot)
    if man is not None:  # the same man drives gently, as he is, or at his best
        return f"{man.name} ({title})"
    return f"{title} ({character})" if character else title


def known_seats(connection: Connection, head: Head) -> list[KnownSeat]:
    """Who sits under another name than his account's does not want to be known, and is not told of. Others may have
    taken the name of an account, but not its mark."""
    tokens = {seat.token: number for number, seat in enumerate(head.seats) if seat.kind == "human" and seat.token}
    own = {tokens[token]: who for token, who in accounts_of(connection, list(tokens)).items()}
    names = _names(connection, list(own.values()))
    found = select(ratings).where(ratings.c.game == head.game, ratings.c.who.in_(list(own.values())))
    rated = {row.who: points(row.mu, row.sigma) for row in connection.execute(found)}
    return [
        KnownSeat(seat=seat, rating=rated.get(who))
        for seat, who in sorted(own.items())
        if looks(names[who]) == looks(head.seats[seat].name)
    ]


def export(connection: Connection, account_id: str) -> dict[str, Any]:
    """All that the house keeps of somebody, but for what opens doors."""
    row = connection.execute(select(accounts).where(accounts.c.id == account_id)).one()
    keys = select(passkeys.c.device, passkeys.c.created).where(passkeys.c.account_id == account_id)
    devices = select(sessions.c.device, sessions.c.created).where(sessions.c.account_id == account_id)
    sat = (
        select(seats.c.match_id, seats.c.seat, seats.c.name)
        .select_from(account_seats.join(seats, seats.c.token == account_seats.c.token))
        .where(account_seats.c.account_id == account_id)
    )
    ended = (column for column in results.c if column.name not in ("who", "mu", "sigma"))
    every = select(*ended).where(results.c.who == account_id).order_by(results.c.finished)
    numbers = select(ratings).where(ratings.c.who == account_id)
    own = select(account_seats.c.token).where(account_seats.c.account_id == account_id)
    tokens = set(connection.execute(own).scalars())
    return {
        "name": row.name,
        "mail": row.mail,
        "created": row.created,
        "passkeys": _plain(connection, keys),
        "devices": _plain(connection, devices),
        "seats": _plain(connection, sat),
        "results": _plain(connection, every),
        "ratings": [
            {"game": each.game, **points(each.mu, each.sigma).model_dump(), "played": each.played, "won": each.won}
            for each in connection.execute(numbers)
        ],
        "tournaments": [
            {
                "id": cup.id,
                "name": cup.name,
                "entered_as": [each.name for each in cup.entrants if each.token in tokens],
                "organised": cup.key in tokens,
            }
            for cup in of_tokens(connection, tokens)
        ],
        "rivals": [rival.model_dump() for rival in _rivals(connection, account_id)],
    }


def _plain(connection: Connection, found: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(found).mappings()]
