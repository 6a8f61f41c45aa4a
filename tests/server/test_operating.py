"""A house that is looked after: health, metrics, logs, files as small as they get, and what `ludus admin` does."""

from __future__ import annotations

import gzip
import io
import json
import logging
import random
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from typer.testing import CliRunner, Result

import ludus
from ludus.cli.main import app
from ludus.core.table import Table
from ludus.server.hall import TIDY_SECONDS
from ludus.server.logs import AsJson
from ludus.server.settings import STATIC
from ludus.server.sql_tables import matches
from tests.server.kit import House, Place, house, play

# -- what watches over it ---------------------------------------------------------------------------


async def test_health_readiness_and_metrics(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await server.call("GET", "/healthz")).json() == {"status": "alive"}
    assert (await server.call("GET", "/readyz")).json() == {"status": "ready"}
    match_id, tokens = await server.create("human", "human")
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(1), moves=3)
        told = (await server.call("GET", "/metrics")).text
    assert 'ludus_steps_total{kind="answer"} 3' in told
    assert "ludus_sockets 2" in told
    assert re.search(r'ludus_requests_total\{method="POST",status="201"\} 1', told)
    assert re.search(r"ludus_write_seconds_count [4-9]", told)
    for line in told.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) .+|[a-z_]+(\{[^}]*\})? [0-9.e+-]+", line), line

    async def away(*given: object) -> None:
        raise OSError("away")

    monkeypatch.setattr(server.hall.store, "read", away)
    assert (await server.call("GET", "/readyz")).status_code == 503
    assert (await server.call("GET", "/healthz")).status_code == 200


async def test_strangers_read_no_metrics(place: Place) -> None:
    async with house(place, trusted_proxies=("127.0.0.1",), metrics_from=("192.0.2.0/24",)) as server:
        for address, status in (("198.51.100.7", 403), ("192.0.2.9", 200)):
            answer = await server.client.get("/metrics", headers={"X-Forwarded-For": address})
            assert answer.status_code == status


async def test_a_line_of_the_log_names_the_request(server: House, caplog: pytest.LogCaptureFixture) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(AsJson())
    log = logging.getLogger("ludus.requests")
    log.addHandler(handler)
    caplog.set_level(logging.INFO, "ludus.requests")
    try:
        answer = await server.call("GET", "/api/matches/nowhere")
    finally:
        log.removeHandler(handler)
    [line] = [json.loads(each) for each in stream.getvalue().splitlines()]
    assert line["request"] == answer.headers["X-Request-Id"]
    assert (line["path"], line["status"], line["level"]) == ("/api/matches/nowhere", 404, "info")


# -- files ------------------------------------------------------------------------------------------


async def test_files_are_sent_squeezed_and_kept_for_ever(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    for name in ("index.html", "assets/a-1.js"):
        (static / name).write_text("plain")
        (static / f"{name}.gz").write_bytes(gzip.compress(b"plain"))
        (static / f"{name}.br").write_bytes(b"brotli")
    async with house(tmp_path / "data", static=static) as server:
        for path in ("/", "/assets/a-1.js"):
            for asked, sent in (("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0", None), ("", None)):
                async with server.client.stream("GET", path, headers={"Accept-Encoding": asked}) as answer:
                    body = b"".join([part async for part in answer.aiter_raw()])
                assert answer.headers.get("Content-Encoding") == sent
                assert (body == b"plain") == (sent is None)
                assert answer.headers["Vary"] == "Accept-Encoding"
                kind = "text/html" if path == "/" else "javascript"
                assert kind in answer.headers["Content-Type"]
                assert ("immutable" in answer.headers["Cache-Control"]) == (path != "/")


async def test_what_never_changes_is_squeezed_and_sent_once(server: House) -> None:
    first = await server.call("GET", "/api/games")
    assert first.headers["Content-Encoding"] == "gzip"
    again = await server.client.get("/api/games", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.skipif(not (STATIC / "index.html").exists(), reason="the client is not built")
def test_the_client_is_built_in_parts_and_squeezed() -> None:
    """The home page takes at most 150 kB over the wire, its fonts among it, and no game is among it."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
    sizes = {name: (STATIC / f"{name}.br").stat().st_size for name in named}
    fonts = sum(each.stat().st_size for each in (STATIC / "assets").glob("*.woff2"))
    assert sum(sizes.values()) + fonts < 150_000
    assert not [name for name in named if re.search(r"gladiator|campaign|chariot-race|circus", name)]
    for file in (STATIC / "assets").glob("*.js"):
        assert gzip.decompress(file.with_name(f"{file.name}.gz").read_bytes()) == file.read_bytes()


# -- the keeper's own commands ----------------------------------------------------------------------


def admin(*words: str, data: Path) -> Result:
    return CliRunner().invoke(app, ["admin", *words, "--data", str(data)])


async def a_house(data: Path) -> tuple[str, str, dict[int, str]]:
    """A finished match and one under way, with its tokens."""
    async with house(data) as server:
        over, tokens = await server.create("human", "human")
        async with server.players(over, tokens) as players:
            await play(players, random.Random(2), moves=12)
            for player in players:
                await player.ask("resign", player.view()["seat"])
        while await server.hall.store.put_away():
            pass
        running, tokens = await server.create("human", "human")
        async with server.players(running, tokens) as players:
            await play(players, random.Random(3), moves=7)
    return over, running, tokens


async def test_a_house_is_backed_up_and_restored(tmp_path: Path) -> None:
    over, running, tokens = await a_house(tmp_path / "one")
    file = tmp_path / "backup"
    async with house(tmp_path / "one") as server, server.players(running, tokens):  # while it is open
        assert "2 matches" in admin("backup", str(file), data=tmp_path / "one").output
        record = (await server.call("GET", f"/api/matches/{over}/record")).json()
    assert file.stat().st_mode & 0o077 == 0, "seeds are in it"
    assert "Restored: 2 matches." in admin("restore", str(file), data=tmp_path / "two").output
    refused = admin("restore", str(file), data=tmp_path / "two")
    assert refused.exit_code == 2
    assert "not-empty" in refused.output
    async with house(tmp_path / "two") as server:
        again = (await server.call("GET", f"/api/matches/{over}/record")).json()
        assert again == record
        ludus.verify(again)
        async with server.players(running, tokens) as players:
            assert await play(players, random.Random(4), moves=3) == 3
    file.write_bytes(gzip.compress(b"nonsense"))
    assert "not a backup" in admin("restore", str(file), data=tmp_path / "three").output


async def test_matches_are_listed_shown_moved_and_deleted(tmp_path: Path) -> None:
    over, running, _ = await a_house(tmp_path / "one")
    one, two = tmp_path / "one", tmp_path / "two"
    assert [line.split()[0] for line in admin("list", data=one).output.splitlines()] == [running, over]
    assert admin("list", "--status", "over", data=one).output.split()[0] == over
    shown = admin("show", running, data=one).output
    assert "Player 1 (human)" in shown
    assert "running, step 8" in shown
    file = str(tmp_path / "match")
    assert ": 1 match." in admin("export", running, file, data=one).output
    assert "Imported: 1 match." in admin("import", file, data=two).output
    assert "already-here" in admin("import", file, data=two).output
    assert "Checked: 2 matches; differing: 0." in admin("check", data=one).output
    assert "Deleted: 1 match." in admin("delete", over, "--yes", data=one).output
    assert "no-such-match" in admin("show", over, data=one).output
    assert admin("list", data=tmp_path / "nowhere").exit_code == 2
    assert not (tmp_path / "nowhere").exists(), "what is not there is not made"


async def test_check_says_what_the_rules_would_play_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    over, running, _ = await a_house(tmp_path)
    tell = Table.tell

    def louder(self: Table, kind: str, data: Any, *rest: Any, **more: Any) -> None:
        tell(self, kind, {**data, "louder": True}, *rest, **more)

    monkeypatch.setattr(Table, "tell", louder)
    checked = admin("check", data=tmp_path)
    assert checked.exit_code == 1
    assert "Checked: 2 matches; differing: 2." in checked.output
    assert f"{over} (chariot-race, over): other events in step 1" in checked.output
    assert running in checked.output


async def test_a_running_house_heeds_its_keeper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludus.server.hall.TIDY_SECONDS", 0.1)
    assert TIDY_SECONDS < 10, "known within seconds"
    async with house(tmp_path, trusted_proxies=("127.0.0.1",)) as server:
        match_id, tokens = await server.create("human", "human")
        async with server.players(match_id, tokens) as (ann, bob):
            assert "Player 2 has lost" in admin("kick", match_id, "1", data=tmp_path).output
            await ann.until(lambda message: ann.match["seats"][1]["kind"] == "open")
            told = await bob.until_type("sync")
            assert list(told["views"]) == ["watch"]
            assert "nobody-there" in admin("kick", match_id, "1", data=tmp_path).output
            assert "Deleted: 1 match." in admin("delete", match_id, "--yes", data=tmp_path).output
            await ann.socket.wait_closed()
        assert (await server.call("GET", f"/api/matches/{match_id}")).status_code == 404
        assert "not let in" in admin("ban", "192.0.2.0/24", "--why", "rude", data=tmp_path).output
        assert "192.0.2.0/24  rude" in admin("ban", data=tmp_path).output
        assert "bad-address" in admin("ban", "everybody", data=tmp_path).output
        answer = await server.client.get("/api/games", headers={"X-Forwarded-For": "192.0.2.8"})
        while answer.status_code == 200:
            answer = await server.client.get("/api/games", headers={"X-Forwarded-For": "192.0.2.8"})
        assert answer.json()["code"] == "banned"
        assert (await server.call("GET", "/api/games")).status_code == 200
        assert "may come in again" in admin("ban", "192.0.2.0/24", "--lift", data=tmp_path).output


async def test_abandoned_matches_expire(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        old, _ = await server.create("human", "open")
        young, _ = await server.create("human", "open")
        aged = update(matches).where(matches.c.id == old).values(changed="2020-01-01T00:00:00.000+00:00")
        await server.hall.store.write(old, lambda connection: connection.execute(aged))
    assert "Abandoned: 1 match" in admin("expire", data=tmp_path).output
    assert "Deleted: 1 match." in admin("expire", "--yes", data=tmp_path).output
    assert [line.split()[0] for line in admin("list", data=tmp_path).output.splitlines()] == [young]
