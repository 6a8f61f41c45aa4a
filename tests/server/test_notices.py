"""Being told that it is one's turn: by webhook, by e-mail, by Web Push, each against a receiver of our own."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import os
import random
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import http_ece
import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from sqlalchemy import update

from ludus.core.errors import LudusError
from ludus.server.outbound import post, public_address, read_address
from ludus.server.sql_rows import dump
from ludus.server.sql_tables import matches
from tests.server.kit import House, house, play, question
from tests.server.test_passes import held

SWIFT = {"poll_seconds": 0.05, "away_seconds": 0.2, "private_hooks": True, "address": "http://club.example"}


class Receiver:
    """Takes what is posted, and answers as it is told."""

    def __init__(self) -> None:
        self.taken: list[tuple[dict[str, str], bytes]] = []
        self.status = 200
        self.url = ""

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {key.lower(): value for key, _, value in (line.partition(": ") for line in head[1:] if line)}
        self.taken.append((headers, await reader.readexactly(int(headers["content-length"]))))
        writer.write(f"HTTP/1.1 {self.status} So\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    @property
    def news(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.taken]


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    server = await asyncio.start_server(receiver.take, "127.0.0.1", 0)
    receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook?x=1"
    yield receiver
    server.close()
    await server.wait_closed()


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, **SWIFT) as running:
        yield running


async def until(there: Callable[[], Any], seconds: float = 15.0) -> None:
    end = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < end, "it never came"
        await asyncio.sleep(0.02)


async def subscribe(server: House, match_id: str, tokens: dict[int, str], **more: Any) -> dict[str, Any]:
    made = await server.call("POST", "/api/notices", json={**held(match_id, tokens), **more})
    assert made.status_code == 201, made.text
    return dict(made.json())


def hook(receiver: Receiver, shape: str = "json") -> dict[str, Any]:
    return {"kind": "hook", "hook": {"url": receiver.url, "shape": shape}}


async def test_one_message_at_ones_turn_and_none_at_the_table(club: House, receiver: Receiver) -> None:
    match_id, tokens = await club.create("human", "human")
    async with club.players(match_id, tokens) as (ann, bob):
        made = await subscribe(club, match_id, {0: tokens[0]}, **hook(receiver))
        await play([ann, bob], random.Random(1), moves=6)
        await asyncio.sleep(0.5)
        assert receiver.taken == [], "she is at the table"
        while ann.view()["decision"] is not None:  # until the other must act
            await ann.answer(0, question(ann.view()).sample(random.Random(2)))
        await ann.socket.close()
        await bob.until_number(ann.number)
        while bob.view()["decision"] is not None:
            await bob.answer(1, question(bob.view()).sample(random.Random(3)))
        await until(lambda: receiver.taken)  # she has just left, and is told
        await asyncio.sleep(0.4)
        headers, body = receiver.taken[0]
        assert len(receiver.taken) == 1, "once"
    news = json.loads(body)
    assert (news["kind"], news["link"]) == ("turn", f"http://club.example/m/{match_id}")
    assert "your turn" in news["title"]
    # It is signed.
    stamp, proof = (part.partition("=")[2] for part in headers["ludus-signature"].split(","))
    expected = hmac.new(made["secret"].encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    assert proof == expected
    # One click, and no more.
    code = news["off"].rpartition("=")[2]
    assert (await club.call("POST", f"/api/notices/off/{code}")).json() == {"done": True}
    assert (await club.call("POST", f"/api/notices/off/{code}")).json()["code"] == "wrong-key"
    assert (await club.call("POST", "/api/notices/trial", made["key"])).status_code == 401


async def test_a_reminder_before_the_time_is_up(club: House, receiver: Receiver) -> None:
    match_id, tokens = await club.create("human", "human", seconds=3600)
    await subscribe(club, match_id, tokens, **hook(receiver))
    await until(lambda: receiver.taken)
    clock = (await club.hall.head(match_id)).clock
    assert clock is not None

    async def leave(seconds: float) -> None:
        """So much time to whoever must act."""
        less = replace(clock, due=dict.fromkeys(clock.due, club.hall.time.now + seconds))
        passed = update(matches).where(matches.c.id == match_id).values(clock=dump(less.to_plain()))
        await club.hall.store.write(match_id, lambda connection: connection.execute(passed))

    await leave(1000)
    await asyncio.sleep(0.4)
    assert len(receiver.taken) == 1, "there is time enough"
    await leave(800)  # less than a quarter of it
    await until(lambda: len(receiver.taken) == 2)
    await asyncio.sleep(0.3)
    assert [news["kind"] for news in receiver.news] == ["turn", "reminder"]


async def test_quiet_hours_put_it_off(club: House, receiver: Receiver) -> None:
    match_id, tokens = await club.create("human", "human")
    hour = time.gmtime().tm_hour
    quiet = {"start": hour, "end": (hour + 2) % 24, "zone": "UTC"}
    made = await subscribe(club, match_id, tokens, quiet=quiet, **hook(receiver))
    await asyncio.sleep(0.5)
    assert receiver.taken == []
    await club.call("PUT", "/api/notices", made["key"], json={"seats": [], "quiet": None})
    await until(lambda: receiver.taken)
    wrong = {**held(match_id, tokens), **hook(receiver), "quiet": {**quiet, "zone": "../etc"}}
    assert (await club.call("POST", "/api/notices", json=wrong)).json()["code"] == "bad-zone"


async def test_channels_have_their_shapes_and_their_end(club: House, receiver: Receiver) -> None:
    match_id, tokens = await club.create("human", "open")
    keys = {}
    for shape in ("discord", "slack"):
        keys[shape] = (await subscribe(club, match_id, tokens, **hook(receiver, shape)))["key"]
        assert (await club.call("POST", "/api/notices/trial", keys[shape])).json() == {"done": True}
    discord, slack = receiver.news
    assert discord["allowed_mentions"] == {"parse": []}
    assert "http://club.example/you" in discord["content"]
    assert "http://club.example/you" in slack["text"]
    receiver.status = 410
    refused = await club.call("POST", "/api/notices/trial", keys["slack"])
    assert (refused.status_code, refused.json()["code"]) == (409, "cannot-reach")
    # A channel that is gone is not asked again.
    await club.call("POST", f"/api/matches/{match_id}/start", tokens[0])
    await until(lambda: len(receiver.taken) >= 5)
    receiver.status = 200
    assert (await club.call("POST", "/api/notices/trial", keys["slack"])).status_code == 401


async def test_no_request_goes_into_the_keepers_network(server: House, receiver: Receiver) -> None:
    match_id, tokens = await server.create("human", "open")
    refused = await server.call("POST", "/api/notices", json={**held(match_id, tokens), **hook(receiver)})
    assert refused.json()["code"] == "bad-address"  # not even http
    made = await subscribe(server, match_id, tokens, kind="hook", hook={"url": "https://localhost:1/", "shape": "json"})
    refused = await server.call("POST", "/api/notices/trial", made["key"])
    assert refused.json()["code"] == "cannot-reach"
    assert "private network" in refused.json()["message"]
    for host in ("10.0.0.1", "127.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "0.0.0.0", "fd00::1", "224.0.0.1"):
        with pytest.raises(LudusError, match="private network"):
            public_address(host, 443, private=False)
    for wrong in (
        "ftp://a.example/",
        "https://",
        "https://u:p@a.example/",
        "https://a b.example/",
        "https://[::1",
        "x",
    ):
        with pytest.raises(LudusError, match=r"an address is written"):
            read_address(wrong, private=False)
    with pytest.raises(LudusError, match="does not answer"):
        post("http://127.0.0.1:1/", b"", {}, private=True)


class Letters:
    def __init__(self) -> None:
        self.taken: list[Message] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.taken.append(message_from_bytes(envelope.content))
        return "250 taken"


@asynccontextmanager
async def mailed_house(place: Path, letters: Letters) -> AsyncIterator[House]:
    post_office = Controller(letters, hostname="127.0.0.1", port=0)
    # Port 0 would be asked for by name; take what is free.
    with socket.create_server(("127.0.0.1", 0)) as free:
        post_office.port = free.getsockname()[1]
    post_office.start()
    try:
        smtp = f"smtp://127.0.0.1:{post_office.port}"
        async with house(place, **SWIFT, smtp=smtp, mail_from="ludus@club.example") as running:
            yield running
    finally:
        post_office.stop()


async def test_letters_go_only_to_who_said_yes(tmp_path: Path) -> None:
    letters = Letters()
    async with mailed_house(tmp_path, letters) as club:
        assert (await club.call("GET", "/api/house")).json()["mail"] is True
        match_id, tokens = await club.create("human", "human")
        made = await subscribe(club, match_id, tokens, kind="mail", mail="ann@example.org")
        assert made["confirmed"] is False
        await until(lambda: letters.taken)
        await asyncio.sleep(0.3)
        assert len(letters.taken) == 1, "nothing but the question"
        asked = str(letters.taken[0].get_payload())
        code = asked.partition("#confirm=")[2].split()[0]
        assert (await club.call("POST", f"/api/notices/confirm/{code}")).status_code == 200
        await until(lambda: len(letters.taken) == 2)
        letter = letters.taken[1]
        assert letter["To"] == "ann@example.org"
        assert "your turn" in letter["Subject"]
        # What mail programs post to.
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        path = letter["List-Unsubscribe"].strip("<>").removeprefix("http://club.example")
        assert (await club.call("POST", path, data={"List-Unsubscribe": "One-Click"})).status_code == 200


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


async def test_a_push_is_sealed_for_the_browser_and_signed_by_the_house(club: House, receiver: Receiver) -> None:
    browser, secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    point = browser.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    match_id, tokens = await club.create("human", "human")
    given = {"endpoint": receiver.url, "p256dh": text(point), "auth": text(secret)}
    await subscribe(club, match_id, tokens, kind="push", push=given)
    await until(lambda: receiver.taken)
    headers, body = receiver.taken[0]
    opened = json.loads(http_ece.decrypt(body, private_key=browser, auth_secret=secret, version="aes128gcm"))
    assert opened["path"] == f"/m/{match_id}"
    assert "your turn" in opened["title"]
    assert Vapid02.verify(headers["authorization"])
    own = (await club.call("GET", "/api/house")).json()["push"]
    assert f"k={own}" in headers["authorization"]
