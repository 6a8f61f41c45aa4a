"""Seats on a device that did not take them: who is signed in gets a key of the device's own for each.

The house knows seats' tokens only by their hashes, so it cannot hand them on. A key is worked out of the session and
the hash, is kept hashed itself, and is good for nothing once the session has ended.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from sqlalchemy import select

from ludus.server.seating import Known, hashed
from ludus.server.sql_tables import seat_keys

if TYPE_CHECKING:
    from ludus.server.hall import Hall

PREFIX = "key-"
LENGTH = len(PREFIX) + 43


def is_borrowed(token: str) -> bool:
    return len(token) == LENGTH and token.startswith(PREFIX)


def key_of(session: str, token: str) -> str:
    """The key of a device for the seat whose token has this hash; always the same.

    >>> is_borrowed(key_of("a session", hashed("a token"))), is_borrowed("a token")
    (True, False)
    """
    proof = hmac.digest(session.encode(), b"seat " + token.encode(), "sha256")
    return PREFIX + base64.urlsafe_b64encode(proof).decode().rstrip("=")


async def known_tokens(hall: Hall, tokens: Iterable[str]) -> list[str]:
    """The same, but keys of devices as the tokens that they stand for."""
    given = list(tokens)
    found = await _look_up(hall, {hashed(each) for each in given if is_borrowed(each)})
    return [Known(found[hashed(each)], each) if hashed(each) in found else each for each in given]


async def known_token(hall: Hall, token: str | None) -> str | None:
    return token if token is None or not is_borrowed(token) else (await known_tokens(hall, [token]))[0]


async def _look_up(hall: Hall, hashes: Collection[str]) -> dict[str, str]:
    if not hashes:  # nearly always
        return {}
    found = select(seat_keys.c.hash, seat_keys.c.token).where(seat_keys.c.hash.in_(list(hashes)))
    return await hall.store.read(lambda connection: {row.hash: row.token for row in connection.execute(found)})
