"""The bench: its contract, with the shortest of measurements."""

from __future__ import annotations

import json
import sys

import pytest

from ludus.bots import RandomBot
from ludus.core.errors import SetupError
from ludus.core.hints import engine
from ludus.lab.bench import EDITIONS, _new_game, bench
from ludus.lab.growth import by_chariots, by_races
from ludus.library import GAMES


def test_the_contract() -> None:
    result = bench(["chariot-race"], seconds=0.05)
    assert json.loads(json.dumps(result)) == result
    assert list(result) == ["engine", "python_chess", "games"]
    assert result["engine"] == engine()
    assert list(result["games"]) == ["chariot-race"]
    row = result["games"]["chariot-race"]
    assert list(row) == [
        "decisions_per_second",
        "ratio",
        "clone_us",
        "snapshot_bytes",
        "bot_ratio",
        "bot_seconds",
        "record_bytes",
        "verify_seconds",
    ]
    assert row["ratio"] == pytest.approx(row["decisions_per_second"] / result["python_chess"], abs=0.01)
    assert 0 < row["clone_us"] < 10_000
    assert 1_000 < row["snapshot_bytes"] < row["record_bytes"]
    assert row["bot_ratio"] > 1
    assert 0 < row["verify_seconds"] < 1


def test_an_edition_is_measured_with_as_many_chariots() -> None:
    for name, (played, *_) in EDITIONS.items():
        assert len(_new_game(name, 0).state.chariots) == len(_new_game(played, 0).state.chariots)


def test_every_game_of_the_house_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for times in ("BOT_GAMES", "CLONE_GAMES", "CLONE_REPEATS"):  # once is enough here
        monkeypatch.setattr(f"ludus.lab.bench.{times}", 1)
    # Who measures does not ask how well they play.
    monkeypatch.setattr("ludus.lab.bench.BOTS", dict.fromkeys(GAMES, (RandomBot,)))
    monkeypatch.setattr("ludus.lab.bench.by_chariots", lambda: by_chariots((2, 3), 1))
    monkeypatch.setattr("ludus.lab.bench.by_races", lambda: by_races(2))
    result = bench(seconds=0.01)
    assert list(result["games"]) == [*GAMES, *EDITIONS]
    chariots, races = result["growth"].values()
    assert list(chariots) == ["2", "3"]
    assert len(races) == 2
    assert min(*chariots.values(), *races) > 0


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(SetupError) as caught:
        bench(["ludo"])
    assert caught.value.code == "unknown-game"


def test_a_missing_python_chess_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(SetupError, match="python-chess, which is not installed"):
        bench(["chariot-race"], seconds=0.01)
