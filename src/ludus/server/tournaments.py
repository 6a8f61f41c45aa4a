"""Tournaments of people: set up, entered, left.

A tournament is a few rows; what can be worked out of them (who meets whom, who stands where) is not kept. Whoever
changes one moves its version on, or begins again: the database decides who was first.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from sqlalchemy import Connection, RowMapping, delete, insert, select, update

from ludus.bots.fields import fields_of
from ludus.core.dice import SeededDice
from ludus.core.errors import LudusError
from ludus.core.match import Match
from ludus.formats import Card, Round, Table
from ludus.library import find_game
from ludus.server.accounts import Account, claim, now
from ludus.server.match_making import allowed_clock
from ludus.server.match_options import check_options, read_board
from ludus.server.names import clean_name, distinct
from ludus.server.players import accounts_of
from ludus.server.problems import Problem
from ludus.server.seating import hashed, new_id, new_token, seated_bot
from ludus.server.sql_rows import dump
from ludus.server.sql_tables import account_seats, entrants, matches, tournament_tables, tournaments
from ludus.server.tournaments_schema import MAX_TITLE, MOST_ENTRANTS, Entered, NewTournament
from ludus.server.writer import Conflict

if TYPE_CHECKING:
    from ludus.server.hall import Hall

MOST_TRIES = 10
CUP_ID = re.compile(r"[A-Za-z0-9]{6,32}")
OPEN, RUNNING, WAITING, OVER = "open", "running", "waiting", "over"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played, and how."""

    game: str
    ruleset: str
    options: dict[str, Any]
    rules_name: str
    form: str
    seats: int
    rounds: int | None
    seconds: int | None
    bot: str | None
    auto: bool
    seed: str  # of the lots


class Entrant(NamedTuple):
    number: int
    name: str
    token: str  # hashed
    out: bool


class Drawn(NamedTuple):
    """A table, or who is free."""

    round: int
    number: int
    stage: str
    match: str | None
    seating: list[int | None]
    places: list[int] | None


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament as it is kept."""

    id: str
    key: str
    name: str
    status: str
    listed: bool
    plan: Plan
    version: int
    created: str
    changed: str
    entrants: tuple[Entrant, ...]
    drawn: tuple[Drawn, ...]

    @property
    def round(self) -> int:
        return max((each.round for each in self.drawn), default=0)

    @property
    def under_way(self) -> list[Drawn]:
        return [each for each in self.drawn if each.places is None]

    def entrant(self, number: int) -> Entrant:
        for each in self.entrants:
            if each.number == number:
                return each
        raise Problem(404, "no-such-entrant", f"nobody has entered by the number {number}; see who has")

    def card(self) -> Card:
        plan = self.plan
        out = [str(each.number) for each in self.entrants if each.out]
        names = tuple(str(each.number) for each in self.entrants)
        held = [self._held(number) for number in range(1, self.round + 1)]
        return Card(
            plan.form, names, plan.seats, plan.seed, plan.rounds, company=plan.bot is not None, out=out, held=held
        )

    def _held(self, number: int) -> Round:
        here = [each for each in self.drawn if each.round == number]
        free = tuple(str(each.seating[0]) for each in here if each.match is None)
        return Round(here[0].stage, tuple(_table(each) for each in here if each.match is not None), free)


def _table(drawn: Drawn) -> Table:
    names = tuple(str(number) for number in drawn.seating if number is not None)
    if not drawn.places:
        return Table(drawn.stage, names)
    seats = enumerate(zip(drawn.seating, drawn.places, strict=True))
    places = {f"bot {seat}" if number is None else str(number): place for seat, (number, place) in seats}
    return Table(drawn.stage, names, (places,))


# -- on disk -----------------------------------------------------------------------------------


def no_such_tournament() -> Problem:
    return Problem(404, "no-such-tournament", "there is no tournament with this id; check the link")


def not_organiser() -> Problem:
    return Problem(403, "not-organiser", "only its organiser may do that: open the page where it was set up")


def read_cups(connection: Connection, found: Any) -> list[Cup]:
    rows = list(connection.execute(found).mappings())
    ids = [row["id"] for row in rows]
    people: dict[str, list[Entrant]] = {each: [] for each in ids}
    tables: dict[str, list[Drawn]] = {each: [] for each in ids}
    of_these = select(entrants).where(entrants.c.tournament_id.in_(ids)).order_by(entrants.c.number)
    for row in connection.execute(of_these):
        people[row.tournament_id].append(Entrant(row.number, row.name, row.token, row.out))
    drawn = select(tournament_tables).where(tournament_tables.c.tournament_id.in_(ids))
    for row in connection.execute(drawn.order_by(tournament_tables.c.round, tournament_tables.c.number)):
        places = None if row.places is None else orjson.loads(row.places)
        seating = orjson.loads(row.seating)
        tables[row.tournament_id].append(Drawn(row.round, row.number, row.stage, row.match_id, seating, places))
    return [_cup(row, tuple(people[row["id"]]), tuple(tables[row["id"]])) for row in rows]


def _cup(row: RowMapping, people: tuple[Entrant, ...], drawn: tuple[Drawn, ...]) -> Cup:
    kept = {name: row[name] for name in ("id", "key", "name", "status", "listed", "version", "created", "changed")}
    return Cup(**kept, plan=Plan(**orjson.loads(row["plan"])), entrants=people, drawn=drawn)


async def find(hall: Hall, cup_id: str) -> Cup:
    found = select(tournaments).where(tournaments.c.id == cup_id)
    known = CUP_ID.fullmatch(cup_id) is not None  # some characters no database takes
    cups = await hall.store.read(lambda connection: read_cups(connection, found)) if known else []
    if not cups:
        raise no_such_tournament()
    return cups[0]


class Change(NamedTuple):
    """What becomes of a tournament, and what is written together with it."""

    status: str
    besides: Callable[[Connection], Any]


async def change(hall: Hall, cup_id: str, make: Callable[[Cup], Change | None]) -> Any:
    """`make` refuses, or says what is to be done; it is asked again when somebody else was first. None: nothing."""
    for _ in range(MOST_TRIES):
        cup = await find(hall, cup_id)
        asked = make(cup)
        if asked is None:
            return None
        try:
            return await hall.store.write("", partial(_write, cup=cup, asked=asked))
        except Conflict:
            continue
    raise Problem(503, "too-busy", "others were faster time and again; try again")


def _write(connection: Connection, cup: Cup, asked: Change) -> Any:
    mine = update(tournaments).where(tournaments.c.id == cup.id, tournaments.c.version == cup.version)
    moved = mine.values(version=cup.version + 1, status=asked.status, changed=now())
    if connection.execute(moved).rowcount != 1:
        raise Conflict
    return asked.besides(connection)


async def tokens_of(hall: Hall, token: str | None, who: Account | None) -> set[str]:
    """All (hashed) tokens that somebody has here: the one he sends, and those of his account."""
    own = {hashed(token)} if token is not None else set()
    if who is not None:
        mine = select(account_seats.c.token).where(account_seats.c.account_id == who.id)
        both = mine.where(
            account_seats.c.token.in_(select(tournaments.c.key)) | account_seats.c.token.in_(select(entrants.c.token))
        )
        own |= await hall.store.read(lambda connection: set(connection.execute(both).scalars()))
    return own


# -- setting one up ----------------------------------------------------------------------------


async def make(hall: Hall, new: NewTournament, who: Account | None) -> tuple[str, str]:
    """Its id, and the organiser's key."""
    plan = await _planned(hall, new)
    key, cup_id = new_token(), new_id()
    row = {
        "id": cup_id,
        "key": hashed(key),
        "name": clean_name(new.name, MAX_TITLE),
        "status": OPEN,
        "listed": new.listed,
        "plan": dump(asdict(plan)),
        "version": 0,
        "created": now(),
        "changed": now(),
    }

    def job(connection: Connection) -> None:
        connection.execute(insert(tournaments), row)
        if who is not None:
            claim(connection, who.id, [hashed(key)])

    await hall.store.write("", job)
    return cup_id, key


async def _planned(hall: Hall, new: NewTournament) -> Plan:
    """Refuses whatever could not be played later."""
    game, options = find_game(new.game), dict(new.options)
    if new.board_file is not None:
        options[game.board_option] = await asyncio.to_thread(read_board, new.board_file)
    check_options(options)
    allowed_clock(hall.settings, new.seconds)
    if new.bot is not None and new.bot not in fields_of(game.id):
        seated_bot(game.id, new.bot)
    trial = await asyncio.to_thread(_try, new, options, new.seats)
    if new.bot is None:
        await asyncio.to_thread(_try_smaller, new, options)
    plan = Plan(
        game=game.id,
        ruleset=trial.ruleset,
        options=dict(trial.options),
        rules_name=trial.rules_name,
        form=new.format,
        seats=new.seats,
        rounds=new.rounds,
        seconds=new.seconds,
        bot=new.bot,
        auto=new.auto,
        seed=secrets.token_hex(8),
    )
    Card(plan.form, (), plan.seats, rounds=plan.rounds).check()
    return plan


def _try(new: NewTournament, options: dict[str, Any], seats: int) -> Match[Any]:
    name = (new.rules_name or "").strip()
    return Match(find_game(new.game), seats, SeededDice("trial"), new.ruleset, options, None, None, name)


def _try_smaller(new: NewTournament, options: dict[str, Any]) -> None:
    """Without bots some tables have fewer seats, and must be playable too."""
    for seats in range(2, new.seats):
        try:
            _try(new, options, seats)
        except LudusError as error:
            message = f"a table of {seats} cannot be played by these rules ({error.message}); let bots fill empty seats"
            raise Problem(422, "needs-bots", message) from error


# -- coming and going --------------------------------------------------------------------------


async def enter(hall: Hall, cup_id: str, name: str, who: Account | None) -> Entered:
    token, wanted = new_token(), clean_name(name)

    def come(cup: Cup) -> Change:
        if cup.status != OPEN:
            raise Problem(409, "already-started", "this tournament has begun; nobody can enter any more")
        if len(cup.entrants) >= MOST_ENTRANTS:
            raise Problem(409, "tournament-full", f"a tournament has at most {MOST_ENTRANTS} entrants, and is full")
        number = max((each.number for each in cup.entrants), default=0) + 1
        row = {
            "tournament_id": cup.id,
            "number": number,
            "name": distinct(wanted, [each.name for each in cup.entrants]),
            "token": hashed(token),
            "out": False,
        }

        def job(connection: Connection) -> int:
            if who is not None:
                once(connection, cup.entrants, who)
                claim(connection, who.id, [hashed(token)])
            connection.execute(insert(entrants), row)
            return number

        return Change(OPEN, job)

    return Entered(number=await change(hall, cup_id, come), token=token)


def once(connection: Connection, there: Collection[Entrant], who: Account) -> None:
    if who.id in accounts_of(connection, [each.token for each in there]).values():
        raise Problem(409, "already-entered", "your account has entered already")


def leave(cup: Cup, number: int) -> Change | None:
    """Before it begins the entry goes; afterwards it stays, and is drawn no more."""
    gone = entrants.c.tournament_id == cup.id, entrants.c.number == number
    there = cup.entrant(number)
    if cup.status == OVER:
        raise Problem(409, "tournament-over", "the tournament is over; it stays as it is")
    if there.out:
        return None
    statement = delete(entrants).where(*gone) if cup.status == OPEN else update(entrants).where(*gone).values(out=True)
    return Change(cup.status, lambda connection: connection.execute(statement))


async def remove(hall: Hall, cup_id: str, own: Collection[str]) -> None:
    """The tournament and its standings; the matches stay with those who played them."""

    def gone(cup: Cup) -> Change:
        organised(cup, own)
        if cup.status not in (OPEN, OVER):
            raise Problem(409, "not-over", "a round is under way: end the tournament first")
        all_of_it = delete(tournaments).where(tournaments.c.id == cup_id)
        return Change(OVER, lambda connection: connection.execute(all_of_it))

    await change(hall, cup_id, gone)


def organised(cup: Cup, own: Collection[str]) -> None:
    if cup.key not in own:
        raise not_organiser()


# -- for whoever is forgotten ------------------------------------------------------------------


def of_tokens(connection: Connection, tokens: Collection[str]) -> list[Cup]:
    """Those that were set up or entered with these (hashed) tokens."""
    entered = select(entrants.c.tournament_id).where(entrants.c.token.in_(tokens))
    return read_cups(
        connection, select(tournaments).where(tournaments.c.key.in_(tokens) | tournaments.c.id.in_(entered))
    )


def rename_entrant(connection: Connection, cup: Cup, number: int, name: str) -> None:
    here = update(entrants).where(entrants.c.tournament_id == cup.id, entrants.c.number == number)
    connection.execute(here.values(name=name))


def rename(connection: Connection, cup: Cup, name: str) -> None:
    """Its version moves on, so that everybody sees who is gone."""
    here = update(tournaments).where(tournaments.c.id == cup.id)
    connection.execute(here.values(name=name, version=tournaments.c.version + 1))
    if name != cup.name:
        connection.execute(update(matches).where(matches.c.tournament == cup.id).values(parent_title=name))
