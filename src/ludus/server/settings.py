"""What the keeper of a server may set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludus.server.clock import LEAST

# For tests and measurements, where one address is a whole crowd.
NO_LIMITS: dict[str, Any] = {
    "requests_per_second": 0.0,
    "makes_per_minute": 0.0,
    "accounts_per_hour": 0.0,
    "tournaments_per_hour": 0.0,
    "entries_per_hour": 0.0,
    "changes_per_second": 0.0,
    "address_messages_per_second": 0.0,
    "max_sockets_per_address": 1_000_000,
}
STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where matches are kept, how long bots may think, and how much a client may ask for."""

    data: Path = Path("ludus-data")  # the folder of the SQLite file
    database_url: str | None = None  # another database, e.g. postgresql+psycopg://...
    static: Path = STATIC  # the built browser client
    bot_budget_ms: int | None = None  # None: what the bots think best
    bot_workers: int = 2
    policies: Path | None = None  # a folder of trained policies that sit down as bots
    thinkers: str | None = None  # a Dask cluster where bots think, e.g. tcp://host:8786; otherwise the workers here
    poll_seconds: float = 1.0  # how often to look for what another process wrote
    takeover_seconds: float = 3.0  # how long to leave a bot's turn to the process that asked first
    idle_seconds: float = 60.0  # an unwatched room is put away after this
    hello_seconds: float = 15.0  # a socket must say hello within this
    away_seconds: float = 10.0  # who has had no socket for so long is away, and standing orders may answer
    beat_seconds: float = 2.0  # how often the time of the house is written down
    grace_seconds: float = 20.0  # everybody has so long at least after a restart or an outage
    least_seconds: int = LEAST  # the shortest clock a match may have
    max_body: int = 256 * 1024
    max_message: int = 64 * 1024
    max_sockets: int = 5000
    max_sockets_per_match: int = 200
    max_sockets_per_address: int = 200
    address: str = ""  # where other devices find it, e.g. https://club.example; found out, unless it is said
    smtp: str = ""  # the server that takes e-mail, smtp://user:password@host:587; without it there is none
    mail_from: str = ""  # whose the e-mail is
    private_hooks: bool = False  # whether messages may go to addresses in the keeper's own network
    hosts: tuple[str, ...] = ()  # the names of this house, besides localhost and addresses; "*": any
    origins: tuple[str, ...] = ()  # other sites whose pages may speak to it, e.g. https://club.example
    metrics_from: tuple[str, ...] = ()  # networks that may read /metrics, besides this machine
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For is believed
    requests_per_second: float = 30.0  # of one address, after a burst of ten times as many; 0: no limit
    makes_per_minute: float = 60.0  # matches and house rules of one address
    accounts_per_hour: float = 20.0  # made by one address
    tournaments_per_hour: float = 10.0  # set up by one address
    entries_per_hour: float = 200.0  # into tournaments by one address: a club may sit behind one
    changes_per_second: float = 5.0  # of one seat by REST, after a burst of ten times as many
    messages_per_second: float = 50.0  # of one socket, after a burst of twice as many
    address_messages_per_second: float = 200.0  # of all sockets of one address together; 0: no limit
    max_malformed: int = 1000  # messages of one socket that make no sense, before it is closed

    @property
    def url(self) -> str:
        return self.database_url or f"sqlite:///{self.data / 'ludus.sqlite3'}"
