"""Tournaments to look at: one, those of the house, one's own."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, func, select

from ludus.server.accounts import Account
from ludus.server.borrowed import known_tokens
from ludus.server.house_rules import rules_in_words
from ludus.server.players import accounts_of
from ludus.server.seating import hashed
from ludus.server.sql_rows import read_heads
from ludus.server.sql_tables import accounts, matches, tournament_tables, tournaments
from ludus.server.tournament_rounds import title_of, up_to_date
from ludus.server.tournaments import CUP_ID, OVER, Cup, no_such_tournament, of_tokens, read_cups, tokens_of
from ludus.server.tournaments_schema import (
    EntrantInfo,
    MySeat,
    MyTournament,
    TableInfo,
    TournamentInfo,
    TournamentLine,
)

if TYPE_CHECKING:
    from ludus.server.hall import Hall
    from ludus.server.saved_match import Head

LISTED = 50
MINE = 50
MOST_PAGES = 200


class Page(NamedTuple):
    """What all who look at a tournament are sent, as long as nothing has changed: everybody asks every few seconds."""

    version: int
    under_way: int
    body: bytes


async def page(hall: Hall, cup_id: str) -> bytes:
    """As it is now: what has just ended is in it."""
    version, under_way, due = await hall.store.read(partial(_state, cup_id=cup_id))
    kept = hall.cup_pages.get(cup_id)
    if kept is not None and not due and (kept.version, kept.under_way) == (version, under_way):
        return kept.body
    body = (await info(hall, cup_id)).model_dump_json().encode()
    if not due:  # otherwise it is of a later moment than what was read
        hall.cup_pages[cup_id] = Page(version, under_way, body)
        if len(hall.cup_pages) > MOST_PAGES:
            del hall.cup_pages[next(iter(hall.cup_pages))]
    return body


def _state(connection: Connection, cup_id: str) -> tuple[int, int, int]:
    """What changes with a tournament: its version, how many tables are under way, and how many of them wait to be
    settled or begun."""
    mine = (tournament_tables.c.tournament_id == tournaments.c.id) & tournament_tables.c.places.is_(None)
    under_way = select(func.count()).select_from(tournament_tables).where(mine)
    tables = tournament_tables.outerjoin(matches, matches.c.id == tournament_tables.c.match_id)
    due = select(func.count()).select_from(tables).where(mine, func.coalesce(matches.c.status, "") != "running")
    found = select(tournaments.c.version, under_way.scalar_subquery(), due.scalar_subquery())
    row = connection.execute(found.where(tournaments.c.id == cup_id)).first() if CUP_ID.fullmatch(cup_id) else None
    if row is None:
        raise no_such_tournament()
    return row[0], row[1], row[2]


async def info(hall: Hall, cup_id: str) -> TournamentInfo:
    cup = await up_to_date(hall, cup_id)

    def read(connection: Connection) -> tuple[dict[str, str], dict[str, str], dict[str, Head]]:
        own = accounts_of(connection, [cup.key, *(each.token for each in cup.entrants)])
        names = select(accounts.c.id, accounts.c.name).where(accounts.c.id == own.get(cup.key, ""))
        found = select(matches).where(matches.c.tournament == cup.id)
        heads = {head.id: head for head in read_heads(connection, found)}
        return own, {row.id: row.name for row in connection.execute(names)}, heads

    own, names, heads = await hall.store.read(read)
    return _info(cup, own, names.get(own.get(cup.key, "")), heads)


def _info(cup: Cup, own: dict[str, str], by: str | None, heads: dict[str, Head]) -> TournamentInfo:
    plan, card = cup.plan, cup.card()
    standings = card.standings()
    people = {str(each.number): each for each in cup.entrants}
    return TournamentInfo(
        id=cup.id,
        name=cup.name,
        status=cup.status,  # type: ignore[arg-type]  # one of them
        game=plan.game,
        ruleset=plan.ruleset,
        rules=rules_in_words(plan.game, plan.ruleset, plan.options, plan.rules_name),  # type: ignore[arg-type]
        format=plan.form,  # type: ignore[arg-type]
        seats=plan.seats,
        rounds=card.count() if len(cup.entrants) > 1 else None,
        seconds=plan.seconds,
        bot=plan.bot,
        auto=plan.auto,
        listed=cup.listed,
        by=by,
        created=cup.created,
        changed=cup.changed,
        entrants=[
            EntrantInfo(
                number=people[each.name].number,
                name=people[each.name].name,
                account=people[each.name].token in own,
                out=people[each.name].out,
                place=each.place,
                points=round(each.points, 3),
                wins=each.wins,
                met=round(each.met, 3),
                played=each.played,
            )
            for each in standings
        ],
        tables=_tables(cup, heads),
        winners=[int(each.name) for each in standings if each.place == 1] if cup.status == OVER else [],
    )


def _tables(cup: Cup, heads: dict[str, Head]) -> list[TableInfo]:
    card = cup.card()
    scores = {}
    for number, held in enumerate(card.held, start=1):
        for table in held.tables:
            scores.update({(number, name): score for name, score in table.score().items()})
    sizes = Counter(each.round for each in cup.drawn if each.match is not None)
    shown = []
    for each in cup.drawn:
        head = heads.get(each.match or "")
        names = [
            cup.entrant(number).name if number is not None else head.seats[seat].name if head else "a bot"
            for seat, number in enumerate(each.seating)
        ]
        points = [scores.get((each.round, str(number)), 0.0) for number in each.seating]
        shown.append(
            TableInfo(
                round=each.round,
                number=each.number,
                stage=each.stage,
                title=title_of(each.stage, each.number, sizes[each.round]) if each.match else "Free",
                match=each.match if head is not None else None,
                status=_status(each.match, each.places, head),
                seating=each.seating,
                names=names,
                places=each.places or None,
                points=[round(score, 3) for score in points] if each.places and each.match else None,
            )
        )
    return shown


def _status(match: str | None, places: list[int] | None, head: Head | None) -> Any:
    if match is None:
        return "free"
    if places is not None:
        return "over" if places else "void"
    return "void" if head is None else head.status if head.status != "over" else "running"


async def listed(hall: Hall) -> list[TournamentLine]:
    found = select(tournaments).where(tournaments.c.listed).order_by(tournaments.c.changed.desc()).limit(LISTED)
    return [line(cup) for cup in await hall.store.read(lambda connection: read_cups(connection, found))]


def line(cup: Cup) -> TournamentLine:
    return TournamentLine(
        id=cup.id,
        name=cup.name,
        status=cup.status,  # type: ignore[arg-type]
        game=cup.plan.game,
        format=cup.plan.form,  # type: ignore[arg-type]
        entrants=len(cup.entrants),
        changed=cup.changed,
    )


async def mine(hall: Hall, tokens: list[str], who: Account | None) -> list[MyTournament]:
    """Those that one has set up or entered, by one's tokens and by one's account."""
    given = [hashed(token) for token in await known_tokens(hall, tokens)]
    own = {*given, *await tokens_of(hall, None, who)}

    def read(connection: Connection) -> tuple[list[Cup], dict[str, Head]]:
        cups = sorted(of_tokens(connection, own), key=lambda cup: cup.changed, reverse=True)[:MINE]
        ids = [
            each.match
            for cup in cups
            for each in cup.under_way
            if each.match is not None and any(cup.entrant(n).token in own for n in each.seating if n is not None)
        ]
        under_way = select(matches).where(matches.c.id.in_(ids))
        return cups, {head.id: head for head in read_heads(connection, under_way)}

    cups, heads = await hall.store.read(read)
    return [_mine(cup, given, own, heads) for cup in cups]


def _mine(cup: Cup, given: list[str], own: set[str], heads: dict[str, Head]) -> MyTournament:
    me = {each.number: each.token for each in cup.entrants if each.token in own}
    seats = [
        MySeat(match=each.match, seat=seat, token=given.index(me[number]) if me[number] in given else None)
        for each in cup.drawn
        for seat, number in enumerate(each.seating)
        if each.match is not None and number in me
    ]
    sat = {each.match: each.seat for each in seats}
    now = [heads[each.match] for each in cup.under_way if each.match in sat and each.match in heads]
    waits = [head for head in now if sat[head.id] in head.waiting and head.seats[sat[head.id]].hands != "run"]
    return MyTournament(
        tournament=line(cup),
        organiser=cup.key in own,
        key=given.index(cup.key) if cup.key in given else None,
        entrants=list(me),
        seats=seats,
        next=next((head.id for head in (*waits, *now) if head.status != "over"), None),
        my_turn=bool(waits),
    )
