"""The odds of the play aids and the condensed page against the engine itself, run over every throw of its dice."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Event
from ludus.core.game import Phase
from ludus.games.circus import odds
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import CAR, Race
from ludus.games.circus.threats import Threat
from ludus.games.circus.track import IN, OUT
from tests.games.circus.oracle import Thrown, both, flipped, found, last, pair, same
from tests.games.circus.test_odds import lashed, lasher
from tests.rules.circus.kit import circus


@pytest.mark.parametrize("options", [{"wounds": "hits only"}, {"pulled_out": "wreck"}, {"severe_wound": "cdm"}])
@pytest.mark.parametrize(("hits", "factor"), [(1, 0), (2, 0), (3, 5)])
def test_a_lash_to_its_end(options: dict[str, Any], hits: int, factor: int) -> None:
    race = pair({"hits": 6}, {"hits": hits, "hits_start": 8, "endurance": 20}, options=options)

    def lash(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).strike(*both(future), IN, factor, ())

    man = odds.Lashed(hits, 6, odds.BRAKES, odds.SWERVES)
    expected = found(race, lash, lambda future, events: (lashed(events), lasher(future, events)))
    same(book_of(race).strike_odds(factor, man), expected)


@pytest.mark.parametrize(("red", "blue"), [(0, 0), (2, -1)])
def test_the_column_by_the_dice_alone(red: int, blue: int) -> None:
    race = pair({"modifier": 2, "cdm": red}, {"modifier": 0, "cdm": blue}, options={"lash_column": "dice"})

    def lash(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).lash_driver(*both(future), IN)

    columns = found(race, lash, lambda _, events: last(events, "lash-driver")["factor"], "lash-driver")
    same(book_of(race).lash_factor_odds(red, blue), columns)
    assert columns == found(pair(), lash, lambda _, events: last(events, "lash-driver")["factor"], "lash-driver")


@pytest.mark.parametrize(("value", "penalty"), [("rulebook", 3), ("by the car", 3), ("full cdm", 0)])
def test_a_team_forced_into_a_car(value: str, penalty: int) -> None:
    """Blue is thrown outwards with its team against Green's car; what Green faces, and what Blue does to itself."""
    race = circus(
        blue="lane 4, backstretch 11", blue_is={"modifier": 1, "left_wheel": 3, "right_wheel": 4},
        green="lane 5, backstretch 12", green_is={"left_wheel": 4}, move={"written": 2}, options={"forced_rams": value},
    ).state  # fmt: skip
    book = book_of(race)
    told = book.swerve_threat(Threat("swerve", 0, 1, CAR, IN, 1 - penalty))

    def ram(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).involuntary_ram(future.chariots[0], OUT, 3, "CM 7.34a")

    def greens(_: Race, events: list[Event]) -> bool:
        return flipped(events, "green")

    # The defender is dealt with first; what comes after it is the attacker's own.
    found_out = found(race, ram, greens, "wheel blue")
    assert found_out.get(True, 0.0) == pytest.approx(told.target.get(odds.FLIPS, 0.0))
    if value == "rulebook":
        dead = found(race, ram, lambda _, events: last(events, "injury")["points"])
        assert dead[0] == pytest.approx(told.attacker[odds.NOTHING])
    else:
        hits = found(race, ram, lambda _, events: last(events, "ram-car")["hurts_attacker"], "ram-car")
        assert hits[True] == pytest.approx(1 - told.attacker[odds.UNHURT])
        assert told.attacker[odds.FLIPS] > 0


@pytest.mark.parametrize("arm_wound", [False, True])
@pytest.mark.parametrize("endurance", [1, 3, 20])
def test_the_whip_at_any_time(endurance: int, arm_wound: bool) -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"endurance": endurance, "arm_wound": arm_wound}, move={"written": 4},
        options={"whip_timing": "any time"},
    ).state  # fmt: skip
    book = book_of(race)
    thrown = found(
        race,
        lambda future, table: book_of(future, table).take_other_step(future.chariots[0], "whip"),  # type: ignore[arg-type, return-value]
        lambda future, events: last(events, "whip")["factors"],
    )
    same(book.whip_odds(endurance, arm_wound), thrown)
    assert max(thrown) == (3 if arm_wound else 6)


def test_three_dice_in_a_corner_and_under_a_wreck() -> None:
    race = pair(options={"injury_dice": 3})
    book = book_of(race)
    thrown = found(
        race,
        lambda future, table: book_of(future, table).roll_injury(future.chariots[0], 0, (), "CM 7.33-LH-RH"),
        lambda future, events: last(events, "injury")["points"],
    )
    expected = odds.gathered((min(5, points), chance) for points, chance in book.injury_odds().items())
    same(expected, thrown)
