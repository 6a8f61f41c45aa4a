"""The WebSocket of one browser: read a message, check it, do it, answer. Nothing it sends can do more than that."""

from __future__ import annotations

import asyncio
import logging
from typing import cast

import orjson
from pydantic import TypeAdapter, ValidationError
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.core.errors import LudusError, Refused
from ludus.server import moves, socket_schema
from ludus.server.borrowed import known_tokens
from ludus.server.browser import TRY_AGAIN_LATER, Browser
from ludus.server.chat import say
from ludus.server.door import address_of
from ludus.server.frames import EXTENSION
from ludus.server.hall import Hall
from ludus.server.limits import neighbourhood
from ludus.server.out_of_reach import OUT_OF_REACH
from ludus.server.room import Room
from ludus.server.seating import hashed
from ludus.server.settings import Settings

log = logging.getLogger("ludus.server")

POLICY = 1008
UNKNOWN_MATCH = 4404
PONG = orjson.dumps({"type": "pong"})

# Refusals that show the client has an old picture; it gets a new one.
OUTDATED = ("stale", "not-your-turn", "already-answered", "contest-under-way", "match-over")

# What changes the match, and everything.
Act = socket_schema.Answer | socket_schema.Undo | socket_schema.Resign | socket_schema.Decide | socket_schema.Say
Heard = Act | socket_schema.Hello | socket_schema.Resync | socket_schema.Advise | socket_schema.Ping
client_message: TypeAdapter[Heard] = TypeAdapter(socket_schema.ClientMessage)


class Malformed(LudusError):
    """A message that says nothing the server understands."""

    code = "malformed"

    def __init__(self, message: str, key: str | None = None, *, code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.key = key


async def talk(socket: WebSocket) -> None:
    """From the handshake to the end."""
    hall = cast(Hall, socket.app.state.hall)
    await socket.accept()
    browser = Browser(socket._send, socket.scope.get("extensions", {}).get(EXTENSION))
    address = neighbourhood(address_of(socket.scope))
    hall.sockets[address] += 1
    try:
        await _Conversation(hall, socket, browser, address).run()
    except WebSocketDisconnect:
        pass
    finally:
        hall.sockets[address] -= 1
        if not hall.sockets[address]:
            del hall.sockets[address]
        await browser.finish()


socket_route = WebSocketRoute("/api/matches/{match_id}/socket", talk)


class _Conversation:
    def __init__(self, hall: Hall, socket: WebSocket, browser: Browser, address: str) -> None:
        self.hall = hall
        self.address = address
        self.settings: Settings = hall.settings
        self.socket = socket
        self.browser = browser
        self.room: Room | None = None
        self.malformed = 0

    async def run(self) -> None:
        try:
            room = await self.hall.room(self.socket.path_params["match_id"])
        except OUT_OF_REACH as error:
            self.out_of_reach(None, error, 0)
            return
        except LudusError as error:
            self.refuse(None, error, 0)
            self.browser.close(UNKNOWN_MATCH)
            return
        if self.is_crowd(room):
            crowd = Refused("too many connections; try again later", code="too-many-sockets")
            self.refuse(None, crowd, room.head.number)
            self.browser.close(TRY_AGAIN_LATER)
            return
        self.room = room
        try:
            await self.listen(room)
        finally:
            if self.browser in room.audience.browsers:
                room.audience.leave(self.browser)

    def is_crowd(self, room: Room) -> bool:
        settings, hall = self.settings, self.hall
        return (
            hall.sockets.total() > settings.max_sockets
            or hall.sockets[self.address] > settings.max_sockets_per_address
            or len(room.audience.browsers) >= settings.max_sockets_per_match
        )

    async def listen(self, room: Room) -> None:
        """One message after the other. Who sends too fast is read more slowly."""
        loop = asyncio.get_running_loop()
        rate = self.settings.messages_per_second
        credit, burst, then = 2 * rate, 2 * rate, loop.time()
        while self.browser.closing is None:
            waits = None if self.browser in room.audience.browsers else self.settings.hello_seconds
            try:
                message = await asyncio.wait_for(self.socket.receive(), waits) if waits else await self.socket.receive()
            except TimeoutError:
                self.refuse(None, Refused("say hello first, and soon", code="say-hello"), room.head.number)
                self.browser.close(POLICY)
                return
            if message["type"] == "websocket.disconnect":
                return
            await self.hear(room, message.get("text"))
            now = loop.time()
            credit = min(burst, credit + (now - then) * rate) - 1
            then = now
            wait = max(-credit / rate, self.hall.messages.take(self.address))
            if wait > 0:
                await asyncio.sleep(wait)

    async def hear(self, room: Room, text: str | None) -> None:
        """Do what one message asks, or refuse it with a code."""
        key = None
        try:
            message = self.read(text)
            key = getattr(message, "id", None)
            await self.obey(room, message)
        except Malformed as error:
            self.refuse(error.key, error, room.head.number)
            self.malformed += 1
            if self.malformed >= self.settings.max_malformed:
                self.browser.close(POLICY)
        except OUT_OF_REACH as error:
            self.out_of_reach(key, error, room.head.number)
        except LudusError as error:
            self.refuse(key, error, room.head.number)
            if error.code in OUTDATED and self.browser in room.audience.browsers:
                await room.resync(self.browser, "stale")
        except Exception:
            log.exception("a message failed in match %s", room.head.id)
            failed = Refused("something went wrong here; nothing has changed", code="internal")
            self.refuse(key, failed, room.head.number)

    def read(self, text: str | None) -> Heard:
        if text is None:
            raise Malformed("messages are texts, not bytes", code="binary")
        # A character is at most four bytes, so most messages need no counting.
        if len(text) > self.settings.max_message // 4 and len(text.encode()) > self.settings.max_message:
            raise Malformed(f"a message has at most {self.settings.max_message} bytes", code="too-large")
        try:
            return client_message.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            raise Malformed(f"{place or 'the message'}: {first['msg']}"[:200], _key_of(text)) from None

    async def obey(self, room: Room, message: Heard) -> None:
        browser = self.browser
        if isinstance(message, socket_schema.Ping):
            browser.send(PONG)
            return
        if isinstance(message, socket_schema.Hello):
            tokens = frozenset(map(hashed, await known_tokens(self.hall, message.tokens)))
            await room.join(browser, tokens, message.have)
            if len(browser.seats) < len(tokens):
                raise Refused("a token fits no seat of this match (any more); you may watch", code="wrong-token")
            return
        if browser not in room.audience.browsers:
            raise Refused("say hello first", code="say-hello")
        if isinstance(message, socket_schema.Resync):
            await room.catch_up()
            await room.resync(browser, "gap")
            return
        if message.seat is not None and message.seat not in browser.seats:
            raise Refused("you do not hold that seat; say hello with its token", code="not-your-seat")
        if isinstance(message, socket_schema.Advise):
            room.adviser.ask(message.seat, message.decision)
            return
        browser.hold()  # the update and what is said to it go out together
        try:
            number = await self.carry_out(room, message)
            browser.send(orjson.dumps({"type": "ack", "id": message.id, "number": number}))
        finally:
            browser.let_go()

    async def carry_out(self, room: Room, message: Act) -> int:
        """The number of the step."""
        if isinstance(message, socket_schema.Answer):
            return await moves.answer(room, message.seat, message.decision, message.choice, message.id)
        if isinstance(message, socket_schema.Undo):
            return await moves.undo(room, message.seat, message.id)
        if isinstance(message, socket_schema.Resign):
            return await moves.resign(room, message.seat, message.id)
        if isinstance(message, socket_schema.Decide):
            return await moves.decide(room, message.seat, message.id)
        return await say(room, message.seat, message.name, message.text, message.id, self.address)

    def out_of_reach(self, key: str | None, error: Exception, number: int) -> None:
        """It could not even be read what there is to be shown: the browser comes back later."""
        log.error("a socket is closed: %s", error)
        away = Refused("the database cannot be reached and nothing has changed; try again", code="storage")
        self.refuse(key, away, number)
        self.browser.close(TRY_AGAIN_LATER)

    def refuse(self, key: str | None, error: LudusError, number: int) -> None:
        text = error.message.encode("utf-8", "replace").decode()
        message = {"type": "refused", "id": key, "code": error.code, "message": text, "number": number}
        self.browser.send(orjson.dumps(message))


def _key_of(text: str) -> str | None:
    """The id of a message that is wrong otherwise, so that the client knows which one it was."""
    try:
        plain = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    key = plain.get("id") if isinstance(plain, dict) else None
    return key if isinstance(key, str) and len(key) <= 64 else None
