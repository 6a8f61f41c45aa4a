"""Web Push: messages for a browser that is closed. Encrypted for it alone, and signed by the house (VAPID).

Needs `pip install 'ludus[people]'`; without it a house simply does not offer it.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, select, text

from ludus.server.outbound import post
from ludus.server.sql_tables import keys

if TYPE_CHECKING:
    from ludus.server.store import Store

LIVES = 24 * 3600  # seconds that a push service keeps a message for a browser that is off
FIRST_KEY = text("INSERT INTO keys (name, body) VALUES (:name, :body) ON CONFLICT (name) DO NOTHING")


@cache
def is_installed() -> bool:
    return find_spec("pywebpush") is not None


async def own_key(store: Store) -> str:
    """The house's private key, made when it is first wanted. All processes have the same."""
    found = select(keys.c.body).where(keys.c.name == "vapid")
    known: str | None = await store.read(lambda connection: connection.execute(found).scalar())
    if known is not None:
        return known
    fresh = {"name": "vapid", "body": _new_key()}

    def job(connection: Connection) -> str:
        connection.execute(FIRST_KEY, fresh)
        return str(connection.execute(found).scalar())

    return str(await store.write("", job))


def _new_key() -> str:
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return str(vapid.private_pem().decode())


def public_key(private: str) -> str:
    """As browsers want it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    point = Vapid02.from_pem(private.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def send_push(
    subscription: Mapping[str, Any], body: bytes, key: str, keeper: str, *, private: bool, topic: str = ""
) -> None:
    """Encrypt it for this browser and hand it to its push service. Takes its time: call it in a thread."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    endpoint = str(subscription["endpoint"])
    parts = urlsplit(endpoint)
    sealed = WebPusher(dict(subscription)).encode(body, content_encoding="aes128gcm")["body"]
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + 3600, "sub": keeper}
    headers = {
        **Vapid02.from_pem(key.encode()).sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIVES),
        "Urgency": "normal",
    }
    post(endpoint, bytes(sealed), headers | ({"Topic": topic} if topic else {}), private=private)
