"""For whoever watches over the house: is it alive, can it play, and how much is going on."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import cast

import orjson
from sqlalchemy import text
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludus.server.door import address_of
from ludus.server.hall import Hall
from ludus.server.problems import refusal

READY_WITHIN = 2.0  # seconds


async def alive(request: Request) -> Response:
    """The process answers; whether its database does is another question."""
    return Response(orjson.dumps({"status": "alive"}), media_type="application/json")


async def ready(request: Request) -> Response:
    """It can read its database: send it players."""
    hall = cast(Hall, request.app.state.hall)
    try:
        async with asyncio.timeout(READY_WITHIN):
            await hall.store.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
    except Exception as error:
        return refusal(503, "storage", f"the database cannot be reached: {type(error).__name__}")
    return Response(orjson.dumps({"status": "ready"}), media_type="application/json")


async def metrics(request: Request) -> Response:
    """Only for this machine and the networks its keeper named: it tells strangers nothing."""
    hall = cast(Hall, request.app.state.hall)
    if not _may_watch(address_of(request.scope), hall.settings.metrics_from):
        return refusal(403, "not-for-you", "metrics are read from this machine, or from where --metrics-from says")
    body = "\n".join([*hall.metrics.lines(hall.gauges()), ""])
    return Response(body, media_type="text/plain; version=0.0.4")


def _may_watch(address: str, networks: tuple[str, ...]) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return found.is_loopback or any(found in ipaddress.ip_network(each, strict=False) for each in networks)


routes = [Route("/healthz", alive), Route("/readyz", ready), Route("/metrics", metrics)]
