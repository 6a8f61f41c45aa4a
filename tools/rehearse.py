"""Rehearse `deploy/` without a container engine or systemd: the very commands that are in its files, on this machine.

python tools/rehearse.py                                        # the service of systemd, and its backup
python tools/rehearse.py postgresql+psycopg://user@host/empty   # the house of the compose file too
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

DEPLOY = Path(__file__).resolve().parent.parent / "deploy"
LUDUS = [sys.executable, "-m", "ludus"]
STRANGER = "198.51.100.7"
RACE = {"game": "chariot-race", "seats": [{"kind": "human"}, {"kind": "human"}]}


def main(database: str | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        rehearse_service(Path(folder))
        if database is not None:
            rehearse_compose(Path(folder), database)


def rehearse_service(folder: Path) -> None:
    home = str(folder / "home")
    command = [word.replace("/var/lib/ludus", home) for word in service_command("ludus.service")[1:]]
    with serving(command) as url:
        match = look_around(url, "club.example")
        backup(folder, home)
        chest = next(Path(home).glob("backup-*.chest"))
    restored = str(folder / "restored")
    ludus("admin", "restore", str(chest), "--data", restored)
    assert match in ludus("admin", "list", "--data", restored)
    assert "differing: 0" in ludus("admin", "check", "--data", restored)
    with serving(command) as url:
        assert ask(url, f"/api/matches/{match}", host="club.example")[0] == 200, "a match outlives a restart"
    print("The service, its backup and its restart: well.")


def rehearse_compose(folder: Path, database: str) -> None:
    """Two processes on one PostgreSQL, and a backup from there into SQLite."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    [block] = re.findall(r"    command:\n((?:      - .+\n)+)", text)
    words = [line.strip()[2:] for line in block.splitlines()]
    words = ["--trusted-proxy=127.0.0.1" if word.startswith("--trusted-proxy") else word for word in words]
    words = [f"--database={database}" if word.startswith("--database") else word for word in words]
    command = [re.sub(r"\$\{LUDUS_NAME[^}]*\}", "club.example", word) for word in words]
    command[command.index("--host=0.0.0.0")] = "--host=127.0.0.1"
    with serving([*command, "--port=0"]) as one, serving([*command, "--port=0"]) as two:
        match = look_around(one, "club.example")
        assert ask(two, f"/api/matches/{match}", host="club.example")[0] == 200, "one house, several processes"
    chest = folder / "from-postgres"
    ludus("admin", "backup", str(chest), "--database-url", database)
    ludus("admin", "restore", str(chest), "--data", str(folder / "sqlite"))
    assert match in ludus("admin", "list", "--data", str(folder / "sqlite"))
    print("The house of the compose file on PostgreSQL, and its backup into SQLite: well.")


def service_command(name: str) -> list[str]:
    """What a unit of systemd executes."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    [line] = re.findall(r"^ExecStart=(.+)$", text, re.MULTILINE)
    return shlex.split(line.replace("%%", "%"))


def backup(folder: Path, home: str) -> None:
    shell, option, script = service_command("ludus-backup.service")
    script = script.replace("/opt/ludus/bin/ludus", shlex.join(LUDUS)).replace("/var/lib/ludus", home)
    subprocess.run([shell, option, script], check=True, capture_output=True)


def ludus(*words: str) -> str:
    return subprocess.run([*LUDUS, *words], check=True, capture_output=True, text=True).stdout


@contextmanager
def serving(command: Sequence[str]) -> Iterator[str]:
    """`ludus ...` on any port; ends as systemd ends it."""
    words = list(command)
    if "--port" in words:
        words[words.index("--port") + 1] = "0"
    environment = {**os.environ, "COLUMNS": "200"}
    with subprocess.Popen(
        [*LUDUS, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as house:
        assert house.stdout is not None
        said = house.stdout.readline()
        found = re.search(r"http://[\d.]+:\d+", said)
        assert found, f"the house said {said!r} instead of its address"
        try:
            yield found[0]
        finally:
            house.send_signal(signal.SIGTERM)
            house.wait(20)


def look_around(url: str, name: str) -> str:
    """What a proxy, a watcher and a stranger would see; the id of a match that was made."""
    assert ask(url, "/healthz", host=name)[0] == 200
    assert ask(url, "/readyz", host=name)[0] == 200
    assert ask(url, "/api/games", host="evil.example")[0] == 421
    assert ask(url, "/metrics", host=name)[0] == 200
    assert ask(url, "/metrics", host=name, address=STRANGER)[0] == 403
    status, made = ask(url, "/api/matches", RACE, host=name, address=STRANGER)
    assert status == 201, made
    return str(made["match"]["id"])


def ask(url: str, path: str, body: Any = None, *, host: str, address: str | None = None) -> tuple[int, Any]:
    headers = {"Host": host, "Content-Type": "application/json", **({"X-Forwarded-For": address} if address else {})}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url + path, data, headers), timeout=20) as answer:
            text, status = answer.read(), answer.status
    except urllib.error.HTTPError as error:
        text, status = error.read(), error.code
    return status, json.loads(text) if text[:1] in (b"{", b"[") else text


if __name__ == "__main__":
    main(*sys.argv[1:2])
