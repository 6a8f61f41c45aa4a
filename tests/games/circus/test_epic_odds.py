"""The odds of whip, knife and dust in the epic race, as they are shown, against the engine run over every throw."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Event
from ludus.core.game import Phase
from ludus.games.circus import odds
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Race
from ludus.games.circus.track import IN
from tests.games.circus.oracle import Thrown, both, found, last, same
from tests.games.circus.test_odds import lashed, lasher
from tests.games.circus.test_odds_options import agree, carried_out, dusted, happened, shown, struck
from tests.rules.epic.fight_kit import BOOK, beside

RUNAWAY: dict[str, Any] = {"status": "runaway", "driver": "dragged", "hitched": False}


def pair(red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, /, **more: Any) -> Race:
    """Red beside Blue on a straight, Red inside."""
    return beside(red_is=red or {}, blue_is=blue or {}, **more).state


# -- the whip ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("endurance", [0, 1, 3, 20])
def test_a_lashed_team(endurance: int) -> None:
    race = pair({"modifier": 2}, {"endurance": endurance, "modifier": 1}, blue="lane 4, backstretch 10")

    def bolted(future: Race, events: list[Event]) -> str:
        gained = last(events, "lash-team")["gained"]
        return f"bolts by {gained}" if gained else odds.NOTHING

    agree(shown(race, "lash blue team")[0], found(race, carried_out("lash blue team"), bolted))


def test_a_lashed_team_that_cannot_move() -> None:
    blue = {"endurance": 4, "horses": [5, 4, 4, 0], "fallen": [4]}
    race = pair({}, blue, blue="lane 4, backstretch 10")

    def lost(future: Race, events: list[Event]) -> str:
        return f"loses {last(events, 'lash-team')['endurance_lost']} endurance"

    agree(shown(race, "lash blue team")[0], found(race, carried_out("lash blue team"), lost))


@pytest.mark.parametrize(("red", "blue"), [(0, 0), (2, -1), (-4, 2)])
def test_the_lash_attack_chart(red: int, blue: int) -> None:
    race = pair({"modifier": 2, "cdm": red}, {"modifier": 2, "cdm": blue})

    def lash(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).lash_driver(*both(future), IN)

    codes = found(race, lash, lambda _, events: last(events, "lash-driver")["result"], "lash-driver")
    same(BOOK.lash_driver_odds(red, blue), codes)


@pytest.mark.parametrize(
    ("red", "blue", "more"),
    [
        ({}, {"hits": 1}, {}),
        ({"modifier": 2}, {"hits": 2, "hits_start": 8}, {}),
        ({}, {"hits": 2, "endurance": 0}, {}),  # who cannot brake is wounded
        ({"hits": 3}, {"hits": 2, "hits_start": 3, "modifier": 2}, {}),  # a wound costs CDM before the repeat
        ({"modifier": 1}, {"hits": 2, "parts": {"dust": {"blinded_turn": 3}}}, {}),
        ({}, {"hits": 2, "horses": [5, 4, 4, 0], "fallen": [4], "modifier": 2}, {}),
        ({}, {"hits": 2}, {"inside": 7, "outside": 8}),  # a swerve flips
        ({}, {"hits": 2}, {"green": "lane 5, backstretch 11"}),  # a swerve rams
    ],
)
def test_a_lash_to_its_end(red: dict[str, Any], blue: dict[str, Any], more: dict[str, Any]) -> None:
    race = pair(red, blue, **more)
    his, own = shown(race, "lash blue driver")
    act = carried_out("lash blue driver")
    real = found(race, act, lambda future, events: (lashed(events), lasher(future, events)), "involuntary-ram")
    agree(his, odds.gathered((word, chance) for (word, _), chance in real.items()))
    agree(own, odds.gathered((word, chance) for (_, word), chance in real.items()))


# -- the knife ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "blue", "more"),
    [
        ({}, {}, {}),
        ({"modifier": 2}, {"modifier": 2, "hits": 4}, {}),
        ({"modifier": 1, "cdm": -1}, {"modifier": 1, "cdm": -2, "hits": 1}, {}),
        ({}, {"horses": [1, 2, 3, 5]}, {"inside": 5}),
        ({"modifier": 2}, {"horses": [1, 2, 3, 5]}, {"blue": "lane 3, backstretch 13"}),  # along the lane
        ({"modifier": 2}, {"horses": [0, 2, 0, 0]}, {"blue": "lane 3, backstretch 13"}),
        ({"modifier": 2}, {"modifier": 1}, {"blue": "lane 5, backstretch 12"}),
        ({"modifier": 2}, {"horses": [0, 4, 4, 5], "fallen": [1], "modifier": 2}, {}),
        ({"modifier": 1}, {**RUNAWAY, "modifier": 2}, {}),
    ],
)
def test_knives(red: dict[str, Any], blue: dict[str, Any], more: dict[str, Any]) -> None:
    race = pair(red, blue, **more)
    choice = "knife blue chariot"
    agree(shown(race, choice)[0], found(race, carried_out(choice), struck))


# -- dust --------------------------------------------------------------------------------------------------------

COLLIDES = "collides"


def thrower(race: Race, events: list[Event]) -> str:
    if race.chariots[0].eye_left or race.chariots[0].eye_right:
        return "eye wound"
    return COLLIDES if happened(events, "wheel", "blue") else odds.UNHURT


@pytest.mark.parametrize(
    ("red", "blue", "more"),
    [
        ({}, {}, {}),
        ({"modifier": 2, "car": "heavy"}, {"modifier": 2, "car": "light", "left_wheel": 6}, {}),
        ({"modifier": 2, "cdm": -1, "right_wheel": 8}, {"modifier": 1, "cdm": -2}, {}),
        ({"modifier": 1}, {"hits": 2}, {}),
        ({}, {}, {"inside": 7, "outside": 8}),  # into the wall
        ({}, {}, {"inside": 6, "outside": 7}),  # after a lane
        ({}, {}, {"green": "lane 6, backstretch 11"}),  # into another, after a lane
        ({}, {"horses": [0, 4, 4, 5], "fallen": [1], "modifier": 2}, {}),  # it cannot move
        ({}, {"executed": 14}, {"red": "lane 4, dolphin corner 8", "blue": "lane 3, dolphin corner 6"}),
    ],
)
def test_dust(red: dict[str, Any], blue: dict[str, Any], more: dict[str, Any]) -> None:
    race = pair(red, blue, **more)
    choice = "dust blue driver"
    his, own = shown(race, choice)
    act, other = carried_out(choice), ("involuntary-ram", "strain")
    agree(his, found(race, act, dusted, "wheel red", *other))
    real = found(race, act, thrower, "wheel blue", *other)
    # What becomes of his car once they collide is in `hit_car_odds`.
    red_car, blue_car = both(race)
    side = IN if race.track.lane[red_car.square] < race.track.lane[blue_car.square] else -IN
    book = book_of(race)
    against = sum(each.amount for each in book.damage_modifiers(blue_car, side))
    car = book.hit_car_odds(book.car_in_ram(red_car, -side), against)
    collides = real.pop(COLLIDES, 0.0)
    agree(own, real | {word: collides * chance for word, chance in car.items()})
