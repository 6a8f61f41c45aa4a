"""The rounds of tournaments: drawn and made as matches, settled when these are over, until somebody has won.

Every process looks after all of them. A round is made in one step, with all its matches, by whoever moves the
tournament's version on; places are entered once. Whatever is stopped half-way, the next who comes by goes on with it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, insert, select, update

from ludus.bots.fields import person_of, seat_fields
from ludus.formats import Round
from ludus.server import match_making, moves, shelf
from ludus.server.clock import Clock
from ludus.server.draft import Draft
from ludus.server.out_of_reach import OUT_OF_REACH
from ludus.server.players import NOTHING, count_answers
from ludus.server.problems import Problem
from ludus.server.saved_match import RUN, Head, Seat
from ludus.server.seating import changed, name_for, playable_seat, seated_bot
from ludus.server.sql_rows import dump, new_row, read_heads, seat_rows
from ludus.server.sql_tables import matches, seats, tournament_tables, tournaments
from ludus.server.tournaments import (
    OPEN,
    OVER,
    RUNNING,
    WAITING,
    Change,
    Cup,
    Drawn,
    Entrant,
    change,
    find,
    leave,
    organised,
)

if TYPE_CHECKING:
    from ludus.server.hall import Hall

log = logging.getLogger("ludus.server")

VOID: list[int] = []  # the places of a table of which nothing came


async def watch_tournaments(hall: Hall) -> None:
    running = select(tournaments.c.id).where(tournaments.c.status == RUNNING)
    hopeless: set[str] = set()
    while True:
        await asyncio.sleep(hall.settings.poll_seconds)
        try:
            found = await hall.store.look_out(lambda connection: set(connection.execute(running).scalars()))
            for cup_id in found - hopeless:
                if not await go_on(hall, cup_id):
                    hopeless.add(cup_id)
        except Exception:
            log.exception("looking after the tournaments failed")


async def go_on(hall: Hall, cup_id: str) -> bool:
    """Whatever can be done for a tournament without its organiser; whether it is of use to try again. What is wrong
    with one stops no other."""
    try:
        cup = await find(hall, cup_id)
        if cup.status == RUNNING:
            await _settle_tables(hall, cup)
            await _advance(hall, cup_id)
    except (Problem, *OUT_OF_REACH) as error:
        log.warning("tournament %s has to wait: %s", cup_id, error)
    except Exception:
        log.exception("tournament %s cannot go on", cup_id)
        return False
    return True


async def up_to_date(hall: Hall, cup_id: str) -> Cup:
    """As it is now: what has just ended is in it."""
    cup = await find(hall, cup_id)
    if cup.status != RUNNING:
        return cup
    await go_on(hall, cup_id)
    return await find(hall, cup_id)


# -- a round -----------------------------------------------------------------------------------


async def start(hall: Hall, cup_id: str, own: Collection[str]) -> None:
    def begin(cup: Cup) -> Change:
        organised(cup, own)
        if cup.status != OPEN:
            raise Problem(409, "already-started", "the tournament has begun already")
        if len(cup.entrants) < 2:
            raise Problem(409, "too-few", "two at least must have entered")
        cup.card().check()
        return _made(cup, by_hand=True)

    await _open_rooms(hall, await change(hall, cup_id, begin))


async def next_round(hall: Hall, cup_id: str, own: Collection[str]) -> None:
    """By the organiser's word, where rounds wait for it."""

    def begin(cup: Cup) -> Change:
        organised(cup, own)
        if cup.status != WAITING:
            raise Problem(409, "not-waiting", "the next round begins when all tables of this one are over")
        return _made(cup, by_hand=True)

    await up_to_date(hall, cup_id)
    await _open_rooms(hall, await change(hall, cup_id, begin))


async def end(hall: Hall, cup_id: str, own: Collection[str]) -> None:
    """As it stands. Matches that are being played go on, and count for nothing here."""

    def finish(cup: Cup) -> Change:
        organised(cup, own)
        if cup.status not in (RUNNING, WAITING):
            raise Problem(409, "not-running", "this tournament is not under way")
        return Change(OVER, partial(_void, cup=cup))

    await change(hall, cup_id, finish)


def _void(connection: Connection, cup: Cup) -> None:
    open_ones = update(tournament_tables).where(tournament_tables.c.tournament_id == cup.id)
    connection.execute(open_ones.where(tournament_tables.c.places.is_(None)).values(places=dump(VOID)))


async def _advance(hall: Hall, cup_id: str) -> None:
    """The next round, or the end, once all tables of this one are over."""
    made = await change(hall, cup_id, lambda cup: _made(cup) if cup.status == RUNNING and not cup.under_way else None)
    await _open_rooms(hall, made)


def _made(cup: Cup, *, by_hand: bool = False) -> Change:
    drawn = cup.card().draw()
    if drawn is None:
        return Change(OVER, lambda connection: [])
    if not by_hand and not cup.plan.auto:
        return Change(WAITING, lambda connection: [])
    return Change(RUNNING, partial(_write_round, cup=cup, drawn=drawn))


def _write_round(connection: Connection, cup: Cup, drawn: Round) -> list[str]:
    """The matches of a round; their ids."""
    number = cup.round + 1
    rows: list[dict[str, Any]] = []
    made = []
    for table in drawn.tables:
        seating: list[int | None] = [int(name) for name in table.names]
        if cup.plan.bot is not None:
            seating += [None] * (cup.plan.seats - len(seating))
        random.SystemRandom().shuffle(seating)  # who sits where is by lot, every time
        head = _match(cup, title_of(drawn.stage, len(rows) + 1, len(drawn.tables)), seating)
        connection.execute(insert(matches), new_row(head))
        connection.execute(insert(seats), seat_rows(head))
        made.append(head.id)
        rows.append(_row(cup, number, len(rows) + 1, drawn.stage, head.id, seating))
    for name in drawn.free:
        rows.append(_row(cup, number, len(rows) + 1, drawn.stage, None, [int(name)]))
    connection.execute(insert(tournament_tables), rows)
    return made


def _row(
    cup: Cup, number: int, table: int, stage: str, match_id: str | None, seating: list[int | None]
) -> dict[str, Any]:
    places = None if match_id is not None else dump([1])
    here = {"tournament_id": cup.id, "round": number, "number": table, "stage": stage}
    return {**here, "match_id": match_id, "seating": dump(seating), "places": places}


def title_of(stage: str, number: int, tables: int) -> str:
    """What a table is called.

    >>> title_of("round 2", 3, 4), title_of("semi-finals", 1, 2), title_of("heats 1", 2, 8), title_of("final", 1, 1)
    ('Round 2, table 3', 'Semi-final 1', 'Heats 1, table 2', 'Final')
    """
    if stage == "semi-finals":
        return f"Semi-final {number}" if tables > 1 else "Semi-final"
    said = stage[0].upper() + stage[1:]
    return f"{said}, table {number}" if tables > 1 else said


def _match(cup: Cup, title: str, seating: list[int | None]) -> Head:
    plan = cup.plan
    asked = [plan.bot or "" if number is None else "" for number in seating]
    drawn = seat_fields(plan.game, asked, random.SystemRandom())
    taken = [cup.entrant(number).name for number in seating if number is not None]
    chairs = []
    for place, number in enumerate(seating):
        if number is not None:
            there = cup.entrant(number)
            chairs.append(Seat("human", there.name, token=there.token))
            continue
        bot = seated_bot(plan.game, drawn[place] or None)
        man = person_of(plan.game, bot)
        taken.append(name_for("bot", place, None if man is None else man.name, taken))
        chairs.append(Seat("bot", taken[-1], bot))
    clock = None if plan.seconds is None else Clock(plan.seconds)
    head = match_making.new_head(plan.game, plan.ruleset, plan.options, tuple(chairs), cup.listed, clock)
    return replace(head, rules_name=plan.rules_name, title=title, parent_title=cup.name, tournament=cup.id)


async def _open_rooms(hall: Hall, made: Collection[str] | None) -> None:
    """In its room a match begins, and bots think."""
    for match_id in made or ():
        await hall.room(match_id)


# -- what came of it ---------------------------------------------------------------------------


async def _settle_tables(hall: Hall, cup: Cup) -> None:
    """Enter the places of those that are over, and begin those that were left waiting."""
    tables = {each.match: each for each in cup.under_way if each.match is not None}
    found = select(matches).where(matches.c.id.in_(list(tables)))
    heads = {head.id: head for head in await hall.store.read(lambda connection: read_heads(connection, found))}
    for match_id, drawn in tables.items():
        head = heads.get(match_id)
        if head is None:
            await _enter_places(hall, cup, drawn, VOID)  # its keeper has deleted it
        elif head.status == "over":
            await _enter_places(hall, cup, drawn, await _places(hall, cup, drawn, head))
        elif head.status == "lobby":
            await hall.room(match_id)


async def _places(hall: Hall, cup: Cup, drawn: Drawn, head: Head) -> list[int]:
    """As the match says; but who left most of his answers to a bot, or lost his seat, is last, as with ratings."""
    assert head.outcome is not None
    places: list[int] = list(head.outcome["places"])
    answers = count_answers(await hall.store.read(partial(shelf.read_steps, match_id=head.id)))
    last = max(places) + 1
    for seat, number in enumerate(drawn.seating):
        if number is None:
            continue
        there, given = head.seats[seat], answers.get(seat, NOTHING)
        if there.token != cup.entrant(number).token or given.bots > given.own:
            places[seat] = last
    return places


async def _enter_places(hall: Hall, cup: Cup, drawn: Drawn, places: list[int]) -> None:
    here = update(tournament_tables).where(
        tournament_tables.c.tournament_id == cup.id,
        tournament_tables.c.round == drawn.round,
        tournament_tables.c.number == drawn.number,
        tournament_tables.c.places.is_(None),
    )
    await hall.store.write("", lambda connection: connection.execute(here.values(places=dump(places))))


# -- who does not come -------------------------------------------------------------------------


async def change_entrant(hall: Hall, cup_id: str, number: int, do: str, own: Collection[str]) -> None:
    cup = await up_to_date(hall, cup_id)
    there = cup.entrant(number)
    if there.token not in own or do != "withdraw":
        organised(cup, own)
    if do == "withdraw":
        await change(hall, cup_id, lambda now: leave(now, number))
        cup = await find(hall, cup_id)
    at = next(((each.match, each.seating.index(number)) for each in cup.under_way if number in each.seating), None)
    if at is None or at[0] is None:
        if do != "withdraw":
            raise Problem(409, "not-at-a-table", f"{there.name} sits at no table just now")
        return
    await (_stand_in if do == "stand-in" else _forfeit)(hall, at[0], at[1], there)
    await go_on(hall, cup_id)


async def _stand_in(hall: Hall, match_id: str, seat: int, there: Entrant) -> None:
    room = await hall.room(match_id)

    def arrange(head: Head) -> Draft | None:
        now = playable_seat(head, seat)
        after = replace(now, hands=RUN) if now.kind == "human" else Seat("bot", now.name, seated_bot(head.game, None))
        note = f"The organiser lets a bot play for {there.name}."
        return None if now == after else Draft("table", seats=changed(head.seats, seat, after), note=note)

    await room.arrange(arrange)


async def _forfeit(hall: Hall, match_id: str, seat: int, there: Entrant) -> None:
    room = await hall.room(match_id)
    if room.head.status == "running" and not room.head.seats[seat].resigned:
        await moves.resign(room, seat, f"forfeit {secrets.token_hex(4)}")
