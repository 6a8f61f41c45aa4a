"""The door of the house: whose requests come in. Pure ASGI, before anything is read or worked on."""

from __future__ import annotations

import ipaddress
import logging
import math
import secrets
import socket
import time
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludus.server.limits import Bucket, neighbourhood
from ludus.server.logs import request_id
from ludus.server.metrics import Metrics
from ludus.server.problems import refusal
from ludus.server.settings import Settings

log = logging.getLogger("ludus.requests")

Refusal = tuple[int, str, str, dict[str, str]]  # status, code, sentence, headers
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
SAFE = ("GET", "HEAD", "OPTIONS")
# A POST there makes something.
COSTLY = (
    "/api/matches",
    "/api/house-rules/read",
    "/api/house-rules/write",
    "/api/passes",
    "/api/notices",
    "/api/account/passkeys/begin",
    "/api/account/signin/begin",
    "/api/account/letters",
    "/api/account/letters/open",
)


class Door:
    """Refuses other hosts' names, pages of other sites, those who are banned, and haste."""

    def __init__(self, app: ASGIApp, settings: Settings, banned: Bans, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self._banned = banned
        self._metrics = metrics
        self._hosts = known_hosts(settings.hosts)
        self._requests = Bucket(settings.requests_per_second, 10 * settings.requests_per_second)
        self._makes = Bucket(settings.makes_per_minute / 60, settings.makes_per_minute)
        self._tokens = Bucket(settings.changes_per_second, 10 * settings.changes_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request_id.set(secrets.token_hex(6))
        refused = self._refuse(scope)
        if refused is not None:
            self._metrics.refused[refused[1]] += 1
        if scope["type"] == "http":
            await self._answer(scope, receive, send, refused)
        elif refused is None:
            await self.app(scope, receive, send)
        else:  # a handshake that is not accepted is answered by 403
            await send({"type": "websocket.close", "code": 1008})

    async def _answer(self, scope: Scope, receive: Receive, send: Send, refused: Refusal | None) -> None:
        """With the id by which the log knows it."""
        began, status, method = time.perf_counter(), 500, scope["method"]

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = request_id.get()
            await send(message)

        try:
            if refused is None:
                await self.app(scope, receive, send_with_id)
            else:
                await refusal(*refused)(scope, receive, send_with_id)
        finally:
            seconds = time.perf_counter() - began
            self._metrics.requests[method if method in METHODS else "other", status] += 1
            self._metrics.request_seconds.add(seconds)
            if log.isEnabledFor(logging.INFO):
                about = {"method": method, "path": scope["path"], "status": status, "ms": round(1000 * seconds, 1)}
                log.info("answered", extra={"about": about})

    def _refuse(self, scope: Scope) -> Refusal | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            message = f"this house is not called {host[:80]!r}; its keeper names it with --name"
            return 421, "wrong-host", message, {}
        method = scope.get("method", "GET")
        origin = headers.get("origin")
        if origin is not None and (scope["type"] == "websocket" or method not in SAFE) and not self._same(origin, host):
            return 403, "wrong-origin", "this was sent by a page of another site; open this house's own page", {}
        address = address_of(scope)
        if self._banned.has(address):
            return 403, "banned", "the keeper of this house does not let you in", {}
        wait = self._haste(scope, method, address, headers.get("authorization"))
        if wait:
            after = {"Retry-After": str(math.ceil(wait))}
            return 429, "too-fast", f"that is too much at once; try again in {math.ceil(wait)} s", after
        return None

    def _haste(self, scope: Scope, method: str, address: str, token: str | None) -> float:
        """How long this address or seat must wait. The client's files are cheap and come in crowds."""
        if not scope["path"].startswith("/api"):
            return 0.0
        wait = self._requests.take(neighbourhood(address))
        if not wait and method == "POST" and scope["path"] in COSTLY:
            wait = self._makes.take(neighbourhood(address))
        if not wait and method not in SAFE and token is not None:
            wait = self._tokens.take(hash(token))
        return wait

    def _is_ours(self, host: str) -> bool:
        if "*" in self.settings.hosts:
            return True
        name = hostname(host)
        return name in self._hosts or is_address(name) or name.endswith(".localhost")

    def _same(self, origin: str, host: str) -> bool:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.netloc.lower() == host.lower() or origin in self.settings.origins


class Bans:
    """Who is not let in: addresses and networks, as the database has them."""

    def __init__(self) -> None:
        self._networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()

    def set(self, networks: Collection[str]) -> None:
        self._networks = tuple(ipaddress.ip_network(each, strict=False) for each in networks)

    def has(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)


def address_of(scope: Scope) -> str:
    """Of whoever is at the other end. Behind proxies that are trusted, uvicorn has put it there already."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def known_hosts(named: Collection[str]) -> frozenset[str]:
    """Names that cannot belong to another's page: this machine's own, and those its keeper has given."""
    own = socket.gethostname().lower()
    return frozenset({"localhost", own, f"{own}.local", *(name.lower() for name in named)})


def hostname(host: str) -> str:
    """
    >>> hostname("Club.example:8000"), hostname("[::1]:8000"), hostname("10.0.0.1")
    ('club.example', '::1', '10.0.0.1')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower().rstrip(".")


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
