"""Making matches: new ones, scenarios, rematches."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from ludus.bots.fields import person_of, seat_fields
from ludus.core.dice import SeededDice
from ludus.core.errors import SetupError
from ludus.core.match import Match
from ludus.library import find_game
from ludus.server import schema
from ludus.server.accounts import Account, claim
from ludus.server.clock import Clock
from ludus.server.draft import Draft
from ludus.server.match_options import check_options, read_board
from ludus.server.problems import Problem
from ludus.server.room import Room
from ludus.server.saved_match import Head, Seat
from ludus.server.scenarios import Scenario, find_scenario
from ludus.server.seating import (
    Known,
    changed,
    hashed,
    held,
    kept_for,
    name_for,
    new_id,
    new_token,
    not_in_contest,
    seated_bot,
    the_seat,
)
from ludus.server.settings import Settings
from ludus.server.writer import Conflict

if TYPE_CHECKING:
    from ludus.server.hall import Hall


async def create(hall: Hall, new: schema.NewMatch, who: Account | None = None) -> schema.Created:
    options = dict(new.options)
    game = find_game(new.game)
    if new.board_file is not None:
        options[game.board_option] = await asyncio.to_thread(read_board, new.board_file)
    check_options(options)
    # A trial match refuses whatever is wrong with the game, ruleset, options or number of seats.
    scenario = None if new.scenario is None else chosen_scenario(new)
    ruleset, position, names = new.ruleset, None, None
    if scenario is not None:
        ruleset, options = scenario.ruleset, dict(scenario.options)
        position, names = scenario.position, scenario.names
    trial = await asyncio.to_thread(
        Match,
        game,
        len(new.seats),
        SeededDice("trial"),
        ruleset,
        options,
        None,
        position,
        (new.rules_name or "").strip(),
    )
    seats: list[Seat] = []
    tokens: dict[int, str] = {}
    given = [seat.name for seat in new.seats if seat.name is not None]
    asked_for = [seat.bot or "" if seat.kind == "bot" else "" for seat in new.seats]
    drawn = seat_fields(game.id, asked_for, random.SystemRandom())
    for number, asked in enumerate(new.seats):
        bot = seated_bot(game.id, drawn[number] or None) if asked.kind == "bot" else None
        others = [seat.name for seat in seats] + (given if asked.name is None else [])
        wanted = names[number] if names and asked.kind == "bot" and asked.name is None else asked.name
        man = None if bot is None else person_of(game.id, bot)
        name = name_for(asked.kind, number, man.name if man is not None and wanted is None else wanted, others)
        if asked.kind == "human":
            tokens[number] = new_token()
        seats.append(Seat(asked.kind, name, bot, hashed(tokens[number]) if number in tokens else None))
    clock = allowed_clock(hall.settings, new.seconds)
    head = new_head(game.id, trial.ruleset, dict(trial.options), tuple(seats), new.listed, clock)
    head = replace(head, scenario=new.scenario, position=position, rules_name=trial.rules_name)
    await hall.store.create(head, besides=partial(claim_seats, who, list(tokens.values())))
    room = await hall.room(head.id)
    return created(room, tokens)


def claim_seats(who: Account | None, tokens: list[str], connection: Connection) -> None:
    """From the beginning they are the account's of whoever is signed in."""
    if who is not None and tokens:
        claim(connection, who.id, [hashed(token) for token in tokens])


async def rematch(hall: Hall, match_id: str, token: str | None) -> schema.Created:
    """The same seats again. The caller's token is good for the same seat there; other people's are kept for them."""
    old = await hall.room(match_id)
    seat = the_seat(old.head, token)
    assert token is not None
    not_in_contest(old.head)
    if old.head.status != "over":
        raise Problem(409, "not-over", "there is a rematch once this match is over")
    if old.head.rematch is None:
        await _make_rematch(hall, old, seat, hashed(token))
    assert old.head.rematch is not None
    room = await hall.room(old.head.rematch)

    def sit(head: Head) -> Draft | None:
        there = head.seats[seat]
        if there.kind != "open" or there.token not in (None, hashed(token)):
            return None
        mine = replace(there, kind="human", token=hashed(token))
        return Draft("table", seats=changed(head.seats, seat, mine), note=f"{mine.name} sat down.")

    await room.arrange(sit)
    mine = seat in held(room.head.seats, {hashed(token)})
    given = token.given if isinstance(token, Known) else token
    return created(room, {seat: given} if mine else {})


async def _make_rematch(hall: Hall, old: Room, caller: int, token: str) -> None:
    seats = tuple(
        Seat(seat.kind, seat.name, seat.bot, token, contests=seat.contests) if number == caller else kept_for(seat)
        for number, seat in enumerate(old.head.seats)
    )
    clock = allowed_clock(hall.settings, None if old.head.clock is None else old.head.clock.seconds)
    head = new_head(old.head.game, old.head.ruleset, old.head.options, seats, old.head.listed, clock)
    head = replace(head, scenario=old.head.scenario, position=old.head.position, rules_name=old.head.rules_name)
    try:
        await hall.store.create(head, follows=old.head.id)
    except Conflict:
        await old.catch_up()
        saved = await hall.store.load(old.head.id, after=old.head.number)
        assert saved is not None
        head = replace(head, id=saved.head.rematch or "")
    note = f"{old.head.seats[caller].name} wants a rematch."
    await old.arrange(lambda now: None if now.rematch else Draft("table", rematch=head.id, note=note))


def allowed_clock(settings: Settings, seconds: int | None) -> Clock | None:
    least = settings.least_seconds
    if seconds is not None and seconds < least:
        raise Problem(422, "bad-clock", f"a clock gives at least {least} seconds for a decision, not {seconds}")
    return None if seconds is None else Clock(seconds)


def chosen_scenario(new: schema.NewMatch) -> Scenario:
    scenario = find_scenario(new.game, new.scenario or "")
    if new.ruleset is not None or new.options or new.board_file is not None or new.rules_name:
        raise SetupError("a scenario brings its own rules; give no ruleset, options or board", code="bad-option")
    if len(new.seats) != scenario.seats:
        message = f"the scenario '{scenario.name}' has {scenario.seats} seats, not {len(new.seats)}"
        raise SetupError(message, code="bad-seats")
    return scenario


def new_head(
    game: str,
    ruleset: str,
    options: dict[str, Any],
    seats: tuple[Seat, ...],
    listed: bool,
    clock: Clock | None,
) -> Head:
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return Head(
        id=new_id(),
        game=game,
        ruleset=ruleset,
        options=options,
        seed=secrets.token_hex(16),
        listed=listed,
        created=now,
        changed=now,
        seats=seats,
        clock=clock,
    )


def created(room: Room, tokens: Mapping[int, str]) -> schema.Created:
    given = [schema.SeatToken(match=room.head.id, seat=seat, token=token) for seat, token in tokens.items()]
    return schema.Created(match=schema.MatchInfo.model_validate(room.info()), tokens=given)
