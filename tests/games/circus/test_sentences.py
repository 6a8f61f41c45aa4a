"""What the log says, where it once said something else than what happened."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Event
from ludus.cli.circus_sheets import standings
from ludus.cli.circus_track import Circus as Track
from tests.rules.circus.kit import BOOK, GAME, circus, play


def said(kind: str, **data: Any) -> str:
    return GAME.narrate(Event(kind, {"chariot": "red", **data}, ()), ["You", "Blue"])


def test_a_wheel_that_wears_says_what_was_compared() -> None:
    check = {"wheel": "left", "lost": False}
    assert said("wheel-check", roll=2, total=3, **check) == "Red's left wheel holds (2 against 2) but wears: 3 in all."
    assert said("wheel-check", roll=7, total=3, **check) == "Red's left wheel holds (7 against 3)."
    assert (
        said("wheel-check", wheel="right", roll=3, total=5, lost=True) == "Red's right wheel comes off (3 against 5)!"
    )


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("speed", {"factors": 1, "total": 3}, "has 1 movement factor, total"),
        ("speed", {"factors": 2, "total": 3}, "has 2 movement factors, total"),
        ("marker", {"marker": "dolphin", "dolphins": 1, "eggs": 2}, "a dolphin goes down (1 dolphin, 2 eggs left)."),
        ("marker", {"marker": "egg", "dolphins": 0, "eggs": 1}, "an egg goes down (0 dolphins, 1 egg left)."),
        ("finish", {"left": 1, "dragged": False}, "1 factor left!"),
        ("driver-hurt", {"boxes": 2, "left": 1, "modifier": 0}, "1 hit left."),
        ("trampled", {"target": "blue", "hits": 1}, "driver: 1 hit."),
    ],
)
def test_one_is_not_several(kind: str, data: dict[str, Any], words: str) -> None:
    assert words in said(kind, **data)


def test_the_last_egg_is_told_in_words_that_hold_twice() -> None:
    assert said("marker", marker="egg", dolphins=0, eggs=0) == "No egg is left: this turn is the last."


EMPTY = {"status": "runaway", "driver": "dead", "hits": 0}


def test_nobody_is_jostled_in_an_empty_car() -> None:
    jostled = next(total for total in range(3, 19) if BOOK.run_over(total) == "jostled")
    dice = [1, jostled // 3, (jostled + 1) // 3, (jostled + 2) // 3]
    race = circus(
        red="lane 3, backstretch 12", red_is=EMPTY, wrecks=["lane 3, backstretch 13"], turn=3, dice=dice,
    )  # fmt: skip
    play(race, "forward 3", 1, "forward 2")
    log = [race.narrate(event) for event in race.events]
    assert "Red is over the wreck with a lurch." in log
    assert not any("driver" in sentence for sentence in log)
    for result in ("jostled", "danger", "flip", "car"):
        sentence = said("run-over", total=12, result=result)
        assert not any(word in sentence for word in ("driver", "car", "flip")), sentence
    assert "driver" not in said("strain", points=3, endurance=5, endurance_paid=3, result="J")


def test_a_winner_who_died_of_it_has_not_finished() -> None:
    gone = {"status": "finished", "finish_turn": 2, "finish_left": 3}
    race = circus(
        red="", red_is={**gone, "driver": "dead", "hits": 0, "lost_turn": 2}, blue="", blue_is=gone,
        green="lane 1, backstretch 12", mover="green", green_is={"lap": 3, "moved": False},
    )  # fmt: skip
    position = race.view(None)["position"]
    grid = standings(Track.of(GAME.stage(race.options)), position, ["a", "b", "c"])
    names, places = ([str(cell) for cell in grid.columns[column].cells] for column in (0, 4))
    assert [name.split()[-1] for name in names] == ["blue", "green", "red"]
    assert [places[0], places[2]] == ["finished", "dead"]
