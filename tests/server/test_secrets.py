"""No byte to anyone about what another seat keeps to itself."""

from __future__ import annotations

import logging
import random
from pathlib import Path

import pytest

from tests.games.morra import Morra, secrets
from tests.server.kit import House, Player, house, question


async def room_of(server: House, match_id: str) -> tuple[object, str]:
    room = await server.hall.room(match_id)
    assert room.running is not None
    return room.running.match.state, room.head.seed


async def test_frames_keep_the_secrets_of_others(
    morra: Morra, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with house(tmp_path) as server:
        match_id, tokens = await server.create("human", "human", "human", game="morra")
        rng = random.Random(5)
        async with server.players(match_id, tokens) as players, server.player(match_id) as watcher:
            everyone: list[tuple[int | None, Player]] = [*enumerate(players), (None, watcher)]
            checked = 0
            while players[0].view()["outcome"] is None:
                player = rng.choice([each for each in players if each.view()["decision"] is not None])
                seat = player.view()["seat"]
                before = [len(each.frames) for _, each in everyone]
                choice = question(player.view()).sample(rng)
                done = await player.answer(seat, choice)
                for _, each in everyone:
                    await each.until_number(done["number"])
                if players[0].view()["outcome"] is not None:
                    break
                if player.view()["undo"] and rng.random() < 0.3:
                    done = await player.ask("undo", seat)
                    for _, each in everyone:
                        await each.until_number(done["number"])
                state, seed = await room_of(server, match_id)
                rest = (await server.call("GET", f"/api/matches/{match_id}")).text
                listed = (await server.call("GET", "/api/matches")).text
                for (viewer, each), since in zip(everyone, before, strict=True):
                    hidden = secrets(state, viewer)  # type: ignore[arg-type]
                    if isinstance(choice, int) and viewer != seat:
                        hidden.add(str(choice))
                    text = "\n".join(each.frames[since:])
                    assert hidden, "there is something to hide"
                    assert not [secret for secret in hidden if secret in text]
                    assert seed not in text
                    checked += 1
                public = secrets(state, None)  # type: ignore[arg-type]
                assert not [secret for secret in {*public, seed} if secret in rest + listed]
            assert checked > 50
            state, seed = await room_of(server, match_id)
            assert all(each.view()["seed"] == seed for _, each in everyone)
        # The test's own clients log what they get; the server must not.
        ours = [
            record for record in caplog.records if record.name.split(".")[0] not in ("httpx", "httpcore", "websockets")
        ]
        assert ours
        said = "\n".join(record.getMessage() for record in ours)
        assert seed not in said
        assert not any(token in said for token in tokens.values())
        assert not any(str(token) in said for token in state.tokens)  # type: ignore[attr-defined]


async def test_a_newcomer_and_a_reload_keep_them_too(morra: Morra, tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        match_id, tokens = await server.create("human", "human", game="morra")
        async with server.players(match_id, tokens) as players:
            wager = list(question(players[0].view()))[3]
            assert (await players[0].answer(0, wager))["type"] == "ack"
    async with house(tmp_path) as server, server.player(match_id, tokens[1]) as bob, server.player(match_id) as watcher:
        for player in (bob, watcher):
            assert str(wager) not in "".join(player.frames)
            assert player.view()["waiting"] == [1]
        async with server.player(match_id, tokens[0]) as ann:
            assert ann.view()["given"] == wager
        assert (await bob.answer(1, question(bob.view()).default))["type"] == "ack"
        assert str(wager) not in "".join(bob.frames)


async def test_tokens_are_only_kept_as_hashes(server: House, tmp_path: Path) -> None:
    _, tokens = await server.create("human", "human")
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert stored
    assert not any(token.encode() in stored for token in tokens.values())
