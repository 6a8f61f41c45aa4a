"""Start the server: `serve` for the command line, `python -m ludus.server.run` for everything else."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import gc
import itertools
import logging
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn
from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ludus.core.errors import LudusError
from ludus.server.app import create_app
from ludus.server.settings import Settings

PORTS = 50  # how many to try
SWEEP_EVERY = 0.1  # seconds: so little has come up since that nobody notices
SWEEPS_TO_A_CLEANING = 6000
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


def reach(settings: Settings) -> None:
    """Open the database once: what cannot be opened is refused with a sentence, before anything is served."""
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
        ws="websockets-sansio",
        ws_max_size=WIRE_LIMIT,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )


async def sweep() -> None:
    """Look for garbage a little at a time, between the players' moves: by itself Python does it in the midst of one."""
    for count in itertools.count(1):
        await asyncio.sleep(SWEEP_EVERY)
        gc.collect(2 if count % SWEEPS_TO_A_CLEANING == 0 else 1)


class Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._sweeping = asyncio.create_task(sweep())
            self._ready()


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path = Path("ludus-data"),
    database_url: str | None = None,
    on_ready: Callable[[str], None] | None = None,
    settings: Settings | None = None,
) -> None:
    """Serve until interrupted. `on_ready` is told the address, which has another port when this one is busy."""
    # What is loaded now stays: looking through it again and again for garbage would make players wait.
    gc.collect()
    gc.freeze()
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
    try:
        reach(settings)
        config = configured(settings)
        Server(config, lambda: on_ready(url) if on_ready else None).run([sock])
    finally:
        sock.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ludus.server.run", description="Serve Ludus.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, default=Path("ludus-data"), help="the folder of the SQLite file")
    parser.add_argument("--database-url", help="another database, e.g. postgresql+psycopg://user@host/ludus")
    given = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        serve(
            host=given.host,
            port=given.port,
            data=given.data,
            database_url=given.database_url,
            on_ready=lambda url: print(f"Ludus is at {url}", flush=True),
        )


if __name__ == "__main__":
    main()
