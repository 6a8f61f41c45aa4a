"""A shelf makes what is asked for, once, and nothing else."""

from __future__ import annotations

import pytest

from ludus.core.shelf import Shelf
from ludus.library import GAMES


def test_what_is_asked_for_is_made_once() -> None:
    made: list[list[str]] = []

    def make() -> list[str]:
        made.append(["made"])
        return made[-1]

    shelf = Shelf({"one": make, "two": make})
    assert list(shelf) == ["one", "two"]
    assert len(shelf) == 2
    assert "two" in shelf
    assert "three" not in shelf
    assert shelf.get("three") is None
    assert made == []
    assert shelf["one"] is shelf["one"]
    assert len(made) == 1


def test_things_are_put_there_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf({"one": lambda: 1})
    shelf["two"] = 2
    assert dict(shelf) == {"one": 1, "two": 2}
    del shelf["two"]
    assert "two" not in shelf
    with monkeypatch.context() as patch:
        patch.setitem(shelf, "one", 11)
        assert shelf["one"] == 11
    assert shelf["one"] == 1
    with pytest.raises(KeyError):
        shelf["two"]


def test_games_stand_where_their_ids_say() -> None:
    assert [game.id for game in GAMES.values()] == list(GAMES)
