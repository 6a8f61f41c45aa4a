"""All the rooms of one process, and what is asked of matches besides playing them."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import string
import time
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import orjson

from ludus.core.dice import SeededDice, commitment
from ludus.core.errors import DataError, LudusError, SetupError
from ludus.core.match import Match
from ludus.core.tables import parse_toml
from ludus.games import find_game
from ludus.server import schema
from ludus.server.chat import clean_text
from ludus.server.clock import Clock, spoken
from ludus.server.draft import Draft
from ludus.server.explainer import Explainer
from ludus.server.problems import Problem, no_such_match
from ludus.server.replay import make_replay
from ludus.server.room import Room
from ludus.server.scenarios import Scenario, find_scenario
from ludus.server.seating import (
    changed,
    describe,
    find_bot,
    hashed,
    held,
    name_for,
    new_token,
    note_of,
    open_seats,
    own_seat,
    playable_seat,
    rearranged,
    the_seat,
)
from ludus.server.settings import Settings
from ludus.server.standing_orders_watch import watch_standing_orders
from ludus.server.store import Head, Seat, Store
from ludus.server.thinkers import Thinkers
from ludus.server.timekeeper import time_out
from ludus.server.writer import Conflict

log = logging.getLogger("ludus.server")

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{6,32}")
LETTERS = string.ascii_letters + string.digits  # of a match's id: no dash that a shell or a reader could mistake
TIDY_SECONDS = 5.0
MOST_NUMBER = 2**53  # browsers know no larger whole numbers


class Hall:
    """The rooms, the store and the bots."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.sockets = 0
        self._thinkers = Thinkers(settings.bot_workers, settings.bot_budget_ms)
        self._explainer = Explainer()
        self._rooms: dict[str, asyncio.Future[Room]] = {}
        self._used: dict[str, float] = {}

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings) -> AsyncIterator[Hall]:
        store = await asyncio.to_thread(Store, settings.url)
        hall = cls(settings, store)
        chores = [
            hall._look_after_rooms(),
            hall._tidy_up(),
            hall._wake_bots(),
            hall._watch_clocks(),
            watch_standing_orders(hall),
        ]
        tasks = [asyncio.ensure_future(chore) for chore in chores]
        try:
            yield hall
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for room in hall._open_rooms():
                await room.close()
            hall._thinkers.close()
            await asyncio.to_thread(store.close)

    # -- rooms --------------------------------------------------------------------------------

    async def room(self, match_id: str) -> Room:
        """The room of a match, read from disk when nobody has been there lately."""
        self._used[match_id] = asyncio.get_running_loop().time()
        future = self._rooms.get(match_id)
        if future is None:
            future = self._rooms[match_id] = asyncio.ensure_future(self._load(match_id))
            future.add_done_callback(lambda done: self._forget_failed(match_id, done))
        return await asyncio.shield(future)

    def _forget_failed(self, match_id: str, done: asyncio.Future[Room]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._rooms.pop(match_id, None)
            self._used.pop(match_id, None)

    async def _load(self, match_id: str) -> Room:
        saved = await self.store.load(match_id) if MATCH_ID.fullmatch(match_id) else None
        if saved is None:
            raise no_such_match()
        try:
            room = Room(saved, self.store, self._thinkers, self._explainer, self.settings)
        except LudusError as error:
            log.error("match %s cannot be loaded: %s", match_id, error.message)
            raise Problem(409, "cannot-load", "this match was saved by other rules and cannot go on here") from error
        await room.arrange(lambda head: None)  # it may have been full and not yet started
        room.bots.wake()
        return room

    def _open_rooms(self) -> list[Room]:
        return [future.result() for future in self._rooms.values() if future.done() and not future.exception()]

    async def _look_after_rooms(self) -> None:
        """Now and then: see what other processes wrote, put unused rooms away."""
        while True:
            await asyncio.sleep(self.settings.poll_seconds)
            try:
                rooms = {room.head.id: room for room in self._open_rooms() if room.busy}
                newest = await self.store.numbers(list(rooms)) if rooms and self.store.others_wrote() else {}
                for match_id, number in newest.items():
                    if number > rooms[match_id].head.number:
                        await rooms[match_id].catch_up()
                self._put_away()
            except Exception:
                log.exception("looking after the rooms failed")

    async def _tidy_up(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await self.store.tidy()
            except Exception:
                log.exception("tidying up failed")

    def _put_away(self) -> None:
        oldest = asyncio.get_running_loop().time() - self.settings.idle_seconds
        for room in self._open_rooms():
            if not room.busy and self._used[room.head.id] < oldest:
                del self._rooms[room.head.id], self._used[room.head.id]

    async def _wake_bots(self) -> None:
        """After a start: matches that wait for a bot go on."""
        for head in await self.store.heads("running", listed=False):
            if any(head.seats[seat].kind == "bot" for seat in head.waiting):
                try:
                    await self.room(head.id)
                except LudusError:
                    continue  # it is in the log

    async def _watch_clocks(self) -> None:
        """Take the defaults of those whose time is up, whether or not anybody looks at the match. Every process does
        so for every match; the database decides who was first."""
        hopeless: set[str] = set()
        while True:
            await asyncio.sleep(self.settings.poll_seconds)
            try:
                for match_id in await self.store.late(time.time()):
                    try:
                        if match_id not in hopeless:
                            await time_out(await self.room(match_id))
                    except Problem as problem:
                        if problem.code == "cannot-load":
                            hopeless.add(match_id)
            except Exception:
                log.exception("looking after the clocks failed")

    def connected(self, match_id: str) -> Collection[int]:
        """The seats whose people are connected to this process."""
        future = self._rooms.get(match_id)
        return future.result().audience.connected() if future and future.done() and not future.exception() else ()

    def _info(self, head: Head) -> dict[str, Any]:
        return describe(head, self.connected(head.id))

    # -- making matches -------------------------------------------------------------------------

    async def create(self, new: schema.NewMatch) -> schema.Created:
        options = dict(new.options)
        game = find_game(new.game)
        if new.board_file is not None:
            options[game.board_option] = await asyncio.to_thread(_read_board, new.board_file)
        check_numbers(options)
        # A trial match refuses whatever is wrong with the game, ruleset, options or number of seats.
        scenario = None if new.scenario is None else chosen_scenario(new)
        ruleset, position, names = new.ruleset, None, None
        if scenario is not None:
            ruleset, options = scenario.ruleset, dict(scenario.options)
            position, names = scenario.position, scenario.names
        trial = await asyncio.to_thread(
            Match, game, len(new.seats), SeededDice("trial"), ruleset, options, None, position
        )
        seats: list[Seat] = []
        tokens: dict[int, str] = {}
        given = [seat.name for seat in new.seats if seat.name is not None]
        for number, asked in enumerate(new.seats):
            bot = find_bot(game.id, asked.bot).name if asked.kind == "bot" else None
            others = [seat.name for seat in seats] + (given if asked.name is None else [])
            wanted = names[number] if names and asked.kind == "bot" and asked.name is None else asked.name
            name = name_for(asked.kind, number, wanted, others)
            if asked.kind == "human":
                tokens[number] = new_token()
            seats.append(Seat(asked.kind, name, bot, hashed(tokens[number]) if number in tokens else None))
        clock = self._clock(new.seconds)
        head = new_head(game.id, trial.ruleset, dict(trial.options), tuple(seats), new.listed, clock)
        await self.store.create(replace(head, scenario=new.scenario, position=position))
        room = await self.room(head.id)
        return created(room, tokens)

    async def rematch(self, match_id: str, token: str | None) -> schema.Created:
        """The same seats again. The caller's token is good for the same seat there; other people's seats are open."""
        old = await self.room(match_id)
        seat = the_seat(old.head, token)
        assert token is not None
        if old.head.status != "over":
            raise Problem(409, "not-over", "there is a rematch once this match is over")
        if old.head.rematch is None:
            await self._make_rematch(old, seat, hashed(token))
        assert old.head.rematch is not None
        room = await self.room(old.head.rematch)

        def sit(head: Head) -> Draft | None:
            there = head.seats[seat]
            if there.kind != "open":
                return None
            mine = replace(there, kind="human", token=hashed(token))
            return Draft("table", seats=changed(head.seats, seat, mine), note=f"{mine.name} sat down.")

        await room.arrange(sit)
        mine = room.head.seats[seat].token == hashed(token)
        return created(room, {seat: token} if mine else {})

    async def _make_rematch(self, old: Room, caller: int, token: str) -> None:
        seats = tuple(
            replace(seat, resigned=False, orders=False, token=token)
            if number == caller
            else replace(
                seat, resigned=False, orders=False, token=None, kind="open" if seat.kind == "human" else seat.kind
            )
            for number, seat in enumerate(old.head.seats)
        )
        clock = self._clock(None if old.head.clock is None else old.head.clock.seconds)
        head = new_head(old.head.game, old.head.ruleset, old.head.options, seats, old.head.listed, clock)
        head = replace(head, scenario=old.head.scenario, position=old.head.position)
        try:
            await self.store.create(head, follows=old.head.id)
        except Conflict:
            await old.catch_up()
            saved = await self.store.load(old.head.id, after=old.head.number)
            assert saved is not None
            head = replace(head, id=saved.head.rematch or "")
        note = f"{old.head.seats[caller].name} wants a rematch."
        await old.arrange(lambda now: None if now.rematch else Draft("table", rematch=head.id, note=note))

    # -- seats ------------------------------------------------------------------------------------

    async def take_seat(self, match_id: str, seat: int, name: str | None) -> schema.SeatToken:
        room = await self.room(match_id)
        token = new_token()

        def sit(head: Head) -> Draft:
            there = playable_seat(head, seat)
            if there.kind != "open":
                raise Problem(409, "seat-taken", f"{there.name} sits there; open seats are {open_seats(head)}")
            others = [each.name for number, each in enumerate(head.seats) if number != seat]
            mine = Seat("human", name_for("human", seat, name, others), token=hashed(token))
            return Draft("table", seats=changed(head.seats, seat, mine), note=f"{mine.name} sat down.")

        await room.arrange(sit)
        return schema.SeatToken(match=match_id, seat=seat, token=token)

    async def change_seat(
        self, match_id: str, seat: int, change: schema.ChangeSeat, token: str | None
    ) -> schema.MatchInfo:
        room = await self.room(match_id)

        def arrange(head: Head) -> Draft | None:
            the_seat(head, token)
            there = playable_seat(head, seat)
            if there.kind == "human" and seat not in held(head.seats, {hashed(token or "")}):
                raise Problem(403, "not-your-seat", f"that is the seat of {there.name}; your token is of another")
            now = rearranged(head, seat, change)
            if now == there:
                return None
            return Draft("table", seats=changed(head.seats, seat, now), note=note_of(there, now))

        await room.arrange(arrange)
        return schema.MatchInfo.model_validate(room.info())

    async def start(self, match_id: str, token: str | None) -> schema.MatchInfo:
        room = await self.room(match_id)

        def fill(head: Head) -> Draft:
            the_seat(head, token)
            if head.status != "lobby":
                raise Problem(409, "already-started", "the match has started already")
            seats = list(head.seats)
            for number, seat in enumerate(seats):
                if seat.kind == "open":
                    name = name_for("bot", number, None, [each.name for each in seats])
                    seats[number] = Seat("bot", name, find_bot(head.game, None).name)
            return Draft("table", seats=tuple(seats))

        await room.arrange(fill)
        return schema.MatchInfo.model_validate(room.info())

    # -- private notes ----------------------------------------------------------------------------

    async def notes(self, match_id: str, seat: int, token: str | None) -> schema.Notes:
        head = (await self.room(match_id)).head
        return schema.Notes(text=await self.store.notes(match_id, own_seat(head, seat, token)))

    async def write_notes(self, match_id: str, seat: int, token: str | None, text: str) -> schema.Notes:
        head = (await self.room(match_id)).head
        kept = clean_text(text)
        await self.store.write_notes(match_id, own_seat(head, seat, token), kept)
        return schema.Notes(text=kept)

    # -- the clock --------------------------------------------------------------------------------

    def _clock(self, seconds: int | None) -> Clock | None:
        least = self.settings.least_seconds
        if seconds is not None and seconds < least:
            raise Problem(422, "bad-clock", f"a clock gives at least {least} seconds for a decision, not {seconds}")
        return None if seconds is None else Clock(seconds)

    async def set_clock(self, match_id: str, seconds: int | None, token: str | None) -> schema.MatchInfo:
        """Any seated person may; everybody is told, and begins anew with what he is asked now."""
        room = await self.room(match_id)
        self._clock(seconds)

        def set_it(head: Head) -> Draft | None:
            name = head.seats[the_seat(head, token)].name
            if head.status == "over":
                raise Problem(409, "match-over", "the match is over; its clock stays as it was")
            if seconds == (None if head.clock is None else head.clock.seconds):
                return None
            note = f"{name} took the clock away." if seconds is None else f"{name} set the clock to {spoken(seconds)}."
            return Draft("clock", seconds=seconds, note=note)

        await room.arrange(set_it)
        return schema.MatchInfo.model_validate(room.info())

    # -- lists, records, replays ------------------------------------------------------------------

    async def listed(self) -> schema.MatchList:
        lobby, running = await self.store.heads("lobby"), await self.store.heads("running")
        waiting = [head for head in running if any(seat.kind == "open" for seat in head.seats)]
        going = [head for head in running if head not in waiting]
        return schema.MatchList.model_validate(
            {
                "open": [self._info(head) for head in lobby + waiting],
                "running": [self._info(head) for head in going],
            }
        )

    async def lookup(self, tokens: Collection[str]) -> list[schema.MyMatch]:
        mine = {hashed(token) for token in tokens}
        found = []
        for head in await self.store.heads_of(mine):
            seats = held(head.seats, mine)
            my_turn = any(seat in head.waiting for seat in seats)
            found.append({"match": self._info(head), "seats": list(seats), "my_turn": my_turn})
        return [schema.MyMatch.model_validate(each) for each in found]

    async def record(self, match_id: str) -> bytes:
        room = await self.room(match_id)
        body = await self.store.record(match_id) if room.head.status == "over" else None
        if body is None:
            raise not_over()
        return body

    async def replay(self, match_id: str) -> bytes:
        room = await self.room(match_id)
        saved = await self.store.load(match_id) if room.head.status == "over" else None
        if saved is None:
            raise not_over()
        replay = await asyncio.to_thread(make_replay, saved)
        seed = saved.head.seed
        return orjson.dumps({"match": room.info(), **replay, "commitment": commitment(seed), "seed": seed})


def chosen_scenario(new: schema.NewMatch) -> Scenario:
    scenario = find_scenario(new.game, new.scenario or "")
    if new.ruleset is not None or new.options or new.board_file is not None:
        raise SetupError("a scenario brings its own rules; give no ruleset, options or board", code="bad-option")
    if len(new.seats) != scenario.seats:
        message = f"the scenario '{scenario.name}' has {scenario.seats} seats, not {len(new.seats)}"
        raise SetupError(message, code="bad-seats")
    return scenario


def not_over() -> Problem:
    return Problem(409, "not-over", "there is no record before the match is over: it would tell secrets")


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
        id="".join(secrets.choice(LETTERS) for _ in range(12)),
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


def _read_board(text: str) -> dict[str, Any]:
    try:
        return parse_toml(text, "the board file")
    except RecursionError:
        raise DataError("the board file is nested too deeply", code="bad-toml") from None


def check_numbers(plain: Any) -> None:
    """Refuse numbers that a browser could not read back."""
    unread = [plain]
    while unread:
        value = unread.pop()
        if isinstance(value, dict):
            unread.extend(value.values())
        elif isinstance(value, list):
            unread.extend(value)
        elif isinstance(value, int) and abs(value) > MOST_NUMBER:
            raise SetupError(f"numbers in options go up to {MOST_NUMBER}", code="bad-option")
