"""What the keeper of a server may set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ludus.server.clock import LEAST

STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where matches are kept, how long bots may think, and how much a client may ask for."""

    data: Path = Path("ludus-data")  # the folder of the SQLite file
    database_url: str | None = None  # another database, e.g. postgresql+psycopg://...
    static: Path = STATIC  # the built browser client
    bot_budget_ms: int | None = None  # None: what the bots think best
    bot_workers: int = 2
    poll_seconds: float = 1.0  # how often to look for what another process wrote
    takeover_seconds: float = 3.0  # how long to leave a bot's turn to the process that asked first
    idle_seconds: float = 60.0  # an unwatched room is put away after this
    hello_seconds: float = 15.0  # a socket must say hello within this
    away_seconds: float = 10.0  # who has had no socket for so long is away, and standing orders may answer
    least_seconds: int = LEAST  # the shortest clock a match may have
    max_body: int = 256 * 1024
    max_message: int = 64 * 1024
    max_sockets: int = 5000
    max_sockets_per_match: int = 200
    messages_per_second: float = 50.0  # of one socket, after a burst of twice as many
    max_malformed: int = 1000  # messages of one socket that make no sense, before it is closed

    @property
    def url(self) -> str:
        return self.database_url or f"sqlite:///{self.data / 'ludus.sqlite3'}"
