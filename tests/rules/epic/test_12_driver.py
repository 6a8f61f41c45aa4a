"""E2 12.1: a driver who is hurt, and one who dies."""

from __future__ import annotations

import pytest

from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Chariot
from tests.rules.circus.kit import CircusMatch, chariot, events, write
from tests.rules.epic.kit import epic

STRAIGHT = "lane 3, backstretch 11"


def driver(hits: int, left: int | None = None, **red: object) -> tuple[CircusMatch, Chariot]:
    log = {"written": 5, "hits_start": hits, "hits": hits if left is None else left, **red}
    race = epic(red=STRAIGHT, red_is=log)
    return race, chariot(race, "red")


def hurt(race: CircusMatch, boxes: int = 1) -> None:
    book_of(race.state, race.table).hurt_driver(chariot(race, "red"), boxes, "E2 10.4.3f")


@pytest.mark.rule("E2 12.1.1", "E1 3.3-dm", "E2 def-dm", "E2 def-cdm")
@pytest.mark.parametrize(
    ("hits", "first", "second"), [(10, 5, 3), (9, 4, 3), (8, 4, 2), (7, 3, 2), (6, 3, 2), (5, 2, 1)]
)
def test_wounds_lower_the_modifier(hits: int, first: int, second: int) -> None:
    """At half of the hits or below, and again at a third or below; the CDM falls with it."""
    race, red = driver(hits, modifier=2, cdm=1)
    for left in range(hits - 1, 0, -1):
        hurt(race)
        drops = (left <= first) + (left <= second)
        assert (red.hits, red.modifier, red.cdm) == (left, 2 - drops, 1 - drops)


@pytest.mark.rule("E2 12.1.1")
def test_both_marks_at_once() -> None:
    race, red = driver(8, modifier=1)
    hurt(race, 6)
    assert (red.modifier, red.cdm) == (-1, -1)
    assert events(race, "driver-hurt")[0].clauses == ("E2 10.4.3f", "E2 12.1.1")


@pytest.mark.rule("E2 12.1.1")
def test_it_lasts_for_the_race() -> None:
    race = epic(
        phase="notation",
        red=STRAIGHT,
        red_is={"hits_start": 8, "hits": 5, "whip": False},
        blue="lane 8, backstretch 1",
        blue_is={"whip": False},
        dice=[1] * 3,
    )
    hurt(race)
    for _ in range(3):
        assert (chariot(race, "red").modifier, chariot(race, "red").cdm) == (-1, -1)
        write(race)


@pytest.mark.rule("E2 12.1.2")
def test_a_modifier_below_zero_bars_straining_to_the_end() -> None:
    race = epic(
        phase="notation",
        red=STRAIGHT,
        red_is={"hits_start": 8, "hits": 5},
        blue="lane 8, backstretch 1",
        blue_is={"whip": False},
        dice=[1] * 4,
    )
    assert not book_of(race.state).banned_from_straining(chariot(race, "red"))
    hurt(race)
    for turn in range(5, 9):
        assert race.state.turn == turn
        assert book_of(race.state).banned_from_straining(chariot(race, "red"))
        write(race)  # nobody is asked to strain


@pytest.mark.rule("E2 12.1", "E2 10.4.3f")
def test_without_hits_he_dies_and_his_chariot_flips() -> None:
    race, red = driver(8, left=1)
    book = book_of(race.state, race.table)
    assert list(book.wound(race.state.chariots[1], red, 1, 0)) == []  # nothing is left to ask
    (told,) = events(race, "flip")
    assert told.clauses[0] == "E2 12.1"
    assert (red.hits, red.driver, red.status, red.hitched) == (0, "dead", "runaway", False)
    assert not events(race, "movement-loss")
