"""Odds shown in the epic race against the engine run over every throw: rams, getting away, the whip, walls, bribes.

Its other charts are compared in `test_epic_corner_odds` (strain, wheels, slips), `test_epic_odds` (lashes, critical
hits, knife, dust), `test_epic_wreck_odds` (wrecks, dragged men), and in tests/rules/epic: `test_odds_of_horses`
(obstacles, clashing teams, cutting free), `test_8_start` (start dice) and `test_14_on_foot` (dodging).
"""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Event
from ludus.games.circus import odds
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Race
from ludus.games.circus.track import IN
from tests.games.circus.oracle import Thrown, both, found, last, same
from tests.games.circus.test_epic_odds import pair
from tests.games.circus.test_odds import car_after
from tests.games.circus.test_odds_options import agree, carried_out, shown
from tests.rules.epic.fight_kit import BOOK
from tests.rules.epic.kit import epic

CARS = BOOK.charts.cars


@pytest.mark.rule("E2 10.7-chart")
@pytest.mark.parametrize("car", CARS)
@pytest.mark.parametrize("boxes", [1, 3, 7])
def test_a_ram_on_horses(car: str, boxes: int) -> None:
    blue = {"horses": [boxes, 1, 1, 1], "horses_start": [7, 4, 4, 7]}
    race = pair({"car": car}, blue, blue="lane 4, backstretch 10")

    def read(_: Race, events: list[Event]) -> str:
        points = last(events, "injury")["points"]
        return odds.HORSE_DEAD if any(event.kind == "horse-dead" for event in events) else odds.boxes_lost(points)

    choice = "ram blue horses"
    agree(shown(race, choice)[0], found(race, carried_out(choice), read))


@pytest.mark.rule("E2 10.8-chart", "E2 10.8.1-chart")
@pytest.mark.parametrize(("red", "blue"), [(0, 0), (2, -2), (-3, 2)])
@pytest.mark.parametrize(("heavy", "light"), [("heavy", "light"), ("light", "medium")])
def test_car_against_car(red: int, blue: int, heavy: str, light: str) -> None:
    race = pair(
        {"car": heavy, "modifier": 2, "cdm": red, "right_wheel": 6},
        {"car": light, "modifier": 2, "cdm": blue, "left_wheel": 3},
    )
    choice = "ram blue car"
    his, own = shown(race, choice)
    act = carried_out(choice)
    agree(his, found(race, act, lambda _, events: car_after(events, "blue"), "wheel red"))

    def hurt(_: Race, events: list[Event]) -> bool:
        return bool(last(events, "ram-car")["hurts_attacker"])

    # The target is dealt with first; what the attacker suffers after it is the same as alone.
    struck = found(race, act, hurt, "ram-car").get(True, 0.0)
    book, (first, second) = book_of(race), both(race)
    modifiers = book.damage_modifiers(second, IN)

    def hit(future: Race, table: Thrown) -> None:
        book_of(future, table).hit_car(future.chariots[0], -IN, modifiers, "E2 10.8.1")

    alone = found(race, hit, lambda _, events: car_after(events, "red"))
    same(book.hit_car_odds(book.car_in_ram(first, -IN), sum(each.amount for each in modifiers)), alone)
    expected = {odds.UNHURT: 1 - struck + struck * alone.get(odds.UNHURT, 0.0)}
    expected |= {word: struck * chance for word, chance in alone.items() if word != odds.UNHURT}
    agree(own, expected)


@pytest.mark.rule("E2 10.9.3")
@pytest.mark.parametrize("hits", [2, 5, 8])
@pytest.mark.parametrize("cdm", [0, 2])
@pytest.mark.parametrize("car", CARS)
def test_trampling(cdm: int, hits: int, car: str) -> None:
    dragged = {"status": "runaway", "driver": "dragged", "hitched": False, "hits": hits, "hits_start": 8}
    race = pair({"modifier": cdm, "car": car}, dragged, red="lane 3, backstretch 10", blue="lane 3, backstretch 11")

    def read(_: Race, events: list[Event]) -> str:
        lost = int(last(events, "trampled")["hits"])
        return odds.DEAD if lost == hits else odds.boxes_lost(lost)

    choice = "trample blue driver"
    agree(shown(race, choice)[0], found(race, carried_out(choice), read, "driver-dead"))


@pytest.mark.rule("E2 10.3.1")
@pytest.mark.parametrize(("red", "blue"), [(0, 0), (2, -1), (-3, 2)])
def test_getting_away(red: int, blue: int) -> None:
    race = pair({"modifier": 2, "cdm": red}, {"modifier": 2, "cdm": blue})

    def contest(future: Race, table: Thrown) -> None:
        book_of(future, table).roll_defence(red, future.chariots[1])

    won = found(race, contest, lambda _, events: last(events, "defence")["success"])
    book, own = book_of(race), race.chariots[0]
    told = book.attack_answer(own, "ram blue car", book.attacks(own, 5)["ram blue car"])["attack"]["defence"]
    assert told["success"] == pytest.approx(won[True], abs=1e-4)


@pytest.mark.rule("E2 8.3.3", "E2 8.3.3.1")
@pytest.mark.parametrize("arm_wound", [False, True])
@pytest.mark.parametrize("endurance", [1, 3, 30])
def test_whipping(endurance: int, arm_wound: bool) -> None:
    race = pair({"endurance": endurance, "arm_wound": arm_wound})
    factors = found(
        race,
        lambda future, table: book_of(future, table).whip(future.chariots[0]),
        lambda _, events: last(events, "whip")["factors"],
    )
    same(BOOK.whip_odds(endurance, arm_wound), factors)


@pytest.mark.rule("E2 14.1.2")
@pytest.mark.parametrize("man", ["lane 8, backstretch 20", "lane 1, backstretch 20", "lane 4, backstretch 20"])
def test_climbing_a_wall(man: str) -> None:
    log: dict[str, Any] = {"status": "runaway", "driver": "foot", "man": man, "freed_turn": 3}
    race = epic(red="lane 5, backstretch 22", blue="lane 6, backstretch 10", blue_is=log).state
    onto = race.track.ahead[race.chariots[1].man]

    def run(future: Race, table: Thrown) -> None:
        book_of(future, table).step_on_foot(future.chariots[1], onto)

    safe = found(race, run, lambda future, _: future.chariots[1].driver == "safe")
    assert book_of(race).climb_odds(race.chariots[1], onto) == pytest.approx(safe.get(True, 0.0))


@pytest.mark.rule("E2 4.2.2")
@pytest.mark.parametrize("bribe", [500, 900, 1500, 3000, 4000])
def test_what_a_bribe_is_said_to_do(bribe: int) -> None:
    """Without security against it, of which its owner knows nothing."""
    purse = {"transfers": [{"payer": -1, "payee": seat, "sum": 9000} for seat in (0, 1)], "visited": [0]}
    envelopes = {"1": {"target": 0, "bribe": bribe, "aim": "attacks"}}
    race = pair(options={"patronage": "bets"}, parts={"patronage": {**purse, "envelopes": envelopes}})

    def show(future: Race, table: Thrown) -> None:
        future.rules.book(future, table).open_bribe(1, future.chariots[0])

    works = found(race, show, lambda _, events: last(events, "bribe")["works"])
    book: Any = race.rules.book(race)
    asked = book.ask_reveal(1, race.chariots[0], "?", "E2 4.2.2.1", ("no", "reveal"))
    (told,) = (answer for answer in book.explain_reveal(race.chariots[0], asked) if answer["choice"] == "reveal")
    assert told["chance"] == pytest.approx(works.get(True, 0.0), abs=1e-4)
