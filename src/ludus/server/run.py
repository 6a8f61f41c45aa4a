"""Start the server: `serve` for the command line, `python -m ludus.server.run` for everything else."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import gc
import importlib.util
import ipaddress
import logging
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import uvicorn
from fastapi import FastAPI
from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ludus.core.errors import LudusError
from ludus.server.app import create_app
from ludus.server.frames import FrameProtocol
from ludus.server.logs import keep_log
from ludus.server.settings import NO_LIMITS, Settings

PORTS = 50  # how many to try
SWEEP_EVERY = 0.1  # seconds, in a quiet house
STROKES = 10  # to a sweep while somebody moves: so little has come up since the last that nobody notices
SWEEPS_TO_A_CLEANING = 6000
MOST_SWEEPS = 6 * SWEEPS_TO_A_CLEANING  # in a house where somebody always moves
WIRE_LIMIT = 1024 * 1024  # a message beyond this closes the socket; smaller ones get a coded refusal


class CannotListen(LudusError):
    """No port could be opened."""

    code = "cannot-listen"


class CannotOpen(LudusError):
    """Matches cannot be kept where they should be."""

    code = "cannot-open"


def listen(host: str, port: int) -> socket.socket:
    """A socket on this port or, when it is busy, on the next free one. Port 0: any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in [port] if port == 0 else range(port, min(port + PORTS, 65536)):
        sock = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, candidate))
        except OSError as error:
            sock.close()
            if error.errno != errno.EADDRINUSE:
                raise CannotListen(f"cannot listen on {host} port {candidate}: {error.strerror}") from error
            continue
        return sock
    raise CannotListen(f"ports {port} to {port + PORTS - 1} of {host} are all in use")


def address_for_others(host: str, port: int) -> str:
    """How other devices reach what listens here: by this machine's address in its network, or not at all.

    >>> address_for_others("127.0.0.1", 8000), address_for_others("192.0.2.7", 8000), address_for_others("::1", 80)
    ('', 'http://192.0.2.7:8000', '')
    """
    if host in ("0.0.0.0", "::"):
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect(("192.0.2.1", 9))  # nothing is sent: the system only says by which way it would be
            host = asking.getsockname()[0]
    try:
        if ipaddress.ip_address(host).is_loopback or ipaddress.ip_address(host).is_unspecified:
            return ""
    except ValueError:
        if host == "localhost":
            return ""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def reach(settings: Settings) -> None:
    """Open the database once: what cannot be opened is refused with a sentence, before anything is served."""
    if settings.thinkers is not None and importlib.util.find_spec("distributed") is None:
        raise CannotOpen("thinkers elsewhere need Dask: pip install 'ludus[dask]'")
    try:
        if settings.database_url is None:
            settings.data.mkdir(parents=True, exist_ok=True)
        engine = create_engine(settings.url)
        inspect(engine).get_table_names()
        engine.dispose()
    except ArgumentError as error:
        raise CannotOpen("a database is written postgresql+psycopg://user@host/ludus") from error
    except (OSError, ImportError, SQLAlchemyError) as error:
        place = "the database" if settings.database_url else settings.data
        reason = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error).partition("\n")[0]
        raise CannotOpen(f"cannot keep matches in {place}: {reason}") from error


def configured(settings: Settings) -> uvicorn.Config:
    """The application as it is served."""
    return uvicorn.Config(
        create_app(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        # Without a proxy that is trusted, what anybody says of his own address is not believed.
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        ws=FrameProtocol,
        ws_max_size=WIRE_LIMIT,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )


async def sweep(moves: Callable[[], int]) -> None:
    """Look for garbage a little at a time, between the players' moves: by itself Python does it in the midst of one.
    Now and then everything is looked through. With many matches all of them wait for that, so nobody must be moving."""
    sweeps, before, quiet = 0, -1, True
    while True:
        strokes = 1 if quiet else STROKES
        for _ in range(strokes):
            await asyncio.sleep(SWEEP_EVERY / strokes)
            gc.collect(1)
        sweeps, last, before = sweeps + 1, before, moves()
        quiet = before == last
        if sweeps >= (SWEEPS_TO_A_CLEANING if quiet else MOST_SWEEPS):
            gc.collect()
            sweeps = 0


def stay() -> None:
    """What is loaded now stays: looking through it again and again for garbage would make players wait."""
    gc.collect()
    gc.freeze()


class Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            stay()
            metrics = cast(FastAPI, self.config.app).state.hall.metrics
            self._sweeping = asyncio.create_task(sweep(lambda: metrics.steps.total()))
            self._ready()


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path = Path("ludus-data"),
    database_url: str | None = None,
    on_ready: Callable[[str], None] | None = None,
    settings: Settings | None = None,
    log: str = "plain",
) -> None:
    """Serve until interrupted. `on_ready` is told the address, which has another port when this one is busy."""
    gc.disable()  # `sweep` does it
    # The writer's thread must not wait its turn for long: a player waits for it.
    sys.setswitchinterval(0.0005)
    # Told to go, it goes as after Ctrl-C: the bots' processes end with it, and nothing of theirs is left behind.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    sock = listen(host, port)
    found = sock.getsockname()[1]
    if port not in (0, found):
        logging.getLogger("ludus.server").warning("port %s is in use; serving on %s instead", port, found)
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{found}/"
    settings = settings or Settings(data=data, database_url=database_url)
    settings = replace(settings, address=settings.address or address_for_others(host, found))
    try:
        reach(settings)
        config = configured(settings)
        keep_log(log)
        Server(config, lambda: on_ready(url) if on_ready else None).run([sock])
    finally:
        sock.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ludus.server.run", description="Serve Ludus.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, default=Path("ludus-data"), help="the folder of the SQLite file")
    parser.add_argument("--database-url", help="another database, e.g. postgresql+psycopg://user@host/ludus")
    parser.add_argument("--no-limits", action="store_true", help="anybody may ask as fast as he likes")
    given = parser.parse_args()
    limits = NO_LIMITS if given.no_limits else {}
    with contextlib.suppress(KeyboardInterrupt):
        serve(
            host=given.host,
            port=given.port,
            settings=Settings(data=given.data, database_url=given.database_url, **limits),
            on_ready=lambda url: print(f"Ludus is at {url}", flush=True),
        )


if __name__ == "__main__":
    main()
