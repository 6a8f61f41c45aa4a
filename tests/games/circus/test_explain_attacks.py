"""What is said of attacks and threats, compared with the engine over every throw."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ludus.core.event import Event
from ludus.core.game import Phase
from ludus.games.circus import odds
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Race
from tests.games.circus.oracle import Thrown, flipped, found, last
from tests.games.circus.test_odds import car_after, lashed, lasher
from tests.rules.circus.kit import BOOK, GAME, CircusMatch, circus, dice_left, events, play
from tests.rules.circus.wreck_kit import landing

Answer = dict[str, Any]


def answers(race: CircusMatch) -> dict[Any, Answer]:
    """The open question's explanations, by answer."""
    (decision,) = race.pending.values()
    return {answer["choice"]: answer for answer in GAME.explain(race.state, decision)}


def close(said: dict[str, float], true: dict[str, float]) -> None:
    """Equal to the four digits that are shown."""
    assert said == pytest.approx({word: chance for word, chance in true.items() if chance > 1e-9}, abs=6e-5)


# -- attacks ---------------------------------------------------------------------------------------------------

INSIDE, BESIDE, TEAM = "lane 3, backstretch 11", "lane 4, backstretch 11", "lane 4, backstretch 10"
DEAD_HORSE = {"horses": [5, 4, 0, 5], "horses_start": [5, 4, 4, 5], "fallen": [3]}
OTHERS: list[dict[str, Any]] = [
    {},
    {"red_is": {"modifier": 2}, "blue_is": {"modifier": 2, "cdm": -2}},
    {"blue_is": {**DEAD_HORSE, "modifier": 2, "endurance": 9}},  # stopped: its CDM counts 0, and it is held fast
    {"blue_is": {**DEAD_HORSE, "modifier": -1, "endurance": 0}},
    {"blue_is": {"hits": 1, "hits_start": 6, "endurance": 0}},  # nothing to brake with: a wound instead
    {"white": "lane 5, backstretch 11"},  # a swerve ends in White
    {"white": "lane 4, backstretch 9"},  # White stands where Blue would brake to
    {"red": "lane 7, backstretch 11", "blue": "lane 8, backstretch 11"},  # into the wall
    {"red": "lane 2, backstretch 11", "blue": "lane 1, backstretch 11", "blue_is": {"endurance": 1}},
    # Inwards in a corner, at a speed that lane 2 does not bear.
    {"red": "lane 4, dolphin corner 4", "blue": "lane 3, dolphin corner 3", "blue_is": {"executed": 12}},
    # Outwards nobody is checked, at whatever speed.
    {"red": "lane 3, dolphin corner 3", "blue": "lane 4, dolphin corner 3", "blue_is": {"executed": 30}},
]


def attacked(race: CircusMatch, choice: str) -> Any:
    """The attack itself, as the engine carries it out."""

    def act(future: Race, table: Thrown) -> Phase:
        red = future.chariots[0]
        book = book_of(future, table)
        return book.carry_out(red, book.attacks(red, book.left(red))[choice])

    return act


@pytest.mark.parametrize("others", OTHERS)
def test_a_lashed_driver(others: dict[str, Any]) -> None:
    race = circus(**{"red": INSIDE, "blue": BESIDE, "move": {"written": 2}, "level": "basic", **others})
    attack = answers(race)["lash blue driver"]["attack"]

    def read(future: Race, events: list[Event]) -> str:
        word = lashed(events)
        # A check that falls due is noted before its dice are thrown.
        return odds.SWERVES_STRAINING if word == odds.SWERVES and future.chariots[1].strain_leg >= 0 else word

    act = attacked(race, "lash blue driver")
    close(attack["odds"], found(race.state, act, read, "involuntary-ram", "corner strain"))
    close(attack["self"], found(race.state, act, lambda future, told: lasher(future, told), "involuntary-ram"))


def test_a_lash_in_the_advanced_game_names_the_wounds() -> None:
    race = circus(red=INSIDE, blue=BESIDE, move={"written": 2}, blue_is={"hits": 6, "hits_start": 6})
    answer = answers(race)["lash blue driver"]
    assert {"wounded", "arm wound", "deep wound", "pulled from the car"} <= set(answer["attack"]["odds"])
    assert "flips" not in answer["attack"]["odds"]  # he has boxes enough, and room to swerve
    assert answer["attack"]["self"]["pulled from the car"] > 0
    assert answer["attack"]["target"] == "blue"
    assert (answer["label"], answer["clause"], answer["cost"]) == ("Lash Blue's driver", "CM 9.42a", 1)


@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize(
    "blue", [{"endurance": 30}, {"endurance": 2}, {"endurance": 0}, {**DEAD_HORSE, "endurance": 20, "modifier": 2}]
)
def test_a_lashed_team(dice: int, blue: dict[str, Any]) -> None:
    options = {"lash_dice": dice}
    race = circus(red=INSIDE, blue=TEAM, red_is={"modifier": 1}, blue_is=blue, move={"written": 2}, options=options)

    def read(_: Race, events: list[Event]) -> str:
        lash = last(events, "lash-team")
        if not lash["endurance_lost"]:
            return "nothing"
        if not lash["gained"]:
            return f"loses {lash['endurance_lost']} endurance"
        return f"bolts by {lash['gained']}" if lash["forced"] else "withstands"

    answer = answers(race)["lash blue team"]
    close(answer["attack"]["odds"], found(race.state, attacked(race, "lash blue team"), read))
    assert answer["label"] == "Lash Blue's team"


@pytest.mark.parametrize("car", ["light", "heavy"])
@pytest.mark.parametrize(("red", "horse"), [(INSIDE, 0), ("lane 5, backstretch 11", 3)])
def test_rammed_horses(car: str, red: str, horse: int) -> None:
    race = circus(red=red, blue=TEAM, red_is={"car": car}, blue_is={"horses": [2, 4, 4, 5]}, move={"written": 2})

    def read(_: Race, events: list[Event]) -> str:
        injury = last(events, "injury")
        assert injury["horse"] == horse + 1
        return odds.HORSE_DEAD if not injury["left"] else odds.boxes_lost(injury["points"])

    answer = answers(race)["ram blue horses"]
    close(answer["attack"]["odds"], found(race.state, attacked(race, "ram blue horses"), read))
    assert answer["label"] == "Ram Blue's horses"


@pytest.mark.parametrize("red", [INSIDE, "lane 5, backstretch 11"])
def test_rammed_cars(red: str) -> None:
    """The near wheels meet; a wheel with nine boxes never survives a hit, so its checks cost no dice."""
    race = circus(
        red=red,
        blue=BESIDE,
        red_is={"car": "heavy", "modifier": 2, "right_wheel": 5},
        blue_is={"left_wheel": 9, "right_wheel": 9, "modifier": 1},
        move={"written": 2},
        level="basic",
    )
    attack = answers(race)["ram blue car"]["attack"]
    act = attacked(race, "ram blue car")
    close(attack["odds"], found(race.state, act, lambda _, told: car_after(told, "blue"), "wheel red"))
    close(attack["self"], found(race.state, act, lambda _, told: car_after(told, "red")))


def test_what_the_defender_may_do() -> None:
    race = circus(red=INSIDE, blue=BESIDE, blue_is={"modifier": 1, "endurance": 9}, move={"written": 2})
    attack = answers(race)["ram blue car"]["attack"]
    assert attack["defence"] == {"may": ["evade out", "brake"], "success": round(BOOK.defence_odds(0, 1), 4)}
    race = circus(red=INSIDE, blue=BESIDE, blue_is=DEAD_HORSE, move={"written": 2})
    assert answers(race)["ram blue car"]["attack"]["defence"] == {"may": [], "success": 0.0}
    race = circus(red=INSIDE, blue=TEAM, blue_is={"status": "runaway", "driver": "dragged"}, move={"written": 2})
    assert answers(race)["ram blue horses"]["attack"]["defence"] == {"may": ["evade out"], "success": 1.0}


def test_a_man_under_the_hooves() -> None:
    dragged = {"status": "runaway", "driver": "dragged", "hitched": False, "hits": 5, "hits_start": 8}
    race = circus(red="lane 3, backstretch 10", blue="lane 3, backstretch 11", blue_is=dragged, move={"written": 2})
    answer = answers(race)["trample blue driver"]
    assert answer["label"] == "Trample Blue's driver"
    assert answer["attack"]["defence"] == {"may": [], "success": 0.0}
    close(answer["attack"]["odds"], dict(BOOK.trample_odds(0, 5)))


# -- threats ---------------------------------------------------------------------------------------------------

SWERVE = (3, 3, 3, 3, 4, 4)  # lash factor 0, roll 8


def forced(green: str, *dice: int) -> CircusMatch:
    """Blue is lashed out of lane 4 into Green, who is asked."""
    race = circus(
        red=INSIDE,
        blue=BESIDE,
        green=green,
        red_is={"modifier": 2},
        blue_is={"car": "heavy", "modifier": 2},
        green_is={"car": "light", "modifier": 1},
        move={"written": 2},
        dice=[*SWERVE, *dice],
    )
    play(race, "lash blue driver", "hold")
    return race


def test_a_swerving_car_into_a_car() -> None:
    race = forced("lane 5, backstretch 11")
    said = answers(race)
    hurt = {True: 0.0, False: 0.0}
    for dice in product(range(1, 7), repeat=3):
        after = forced("lane 5, backstretch 11", *dice, *(6, 6) * 4)
        play(after, "hold")
        hurt[events(after, "ram-car")[0].data["hurts_target"]] += 1 / 216
    for choice in ("hold", "avoid"):
        threat = said[choice]["threat"]
        assert (threat["attacker"], threat["kind"], threat["at"]) == ("blue", "swerve", "car")
        assert threat["odds"]["unhurt"] == pytest.approx(hurt[False], abs=6e-5)
    # Blue drives at two, less three for an involuntary ram.
    assert said["avoid"]["success"] == pytest.approx(BOOK.defence_odds(-1, 1), abs=6e-5)
    assert said["avoid"]["may"] == ["evade out", "brake"]


@pytest.mark.parametrize(
    ("green", "sufferer", "part"),
    [("lane 5, backstretch 12", "blue", "self"), ("lane 5, backstretch 10", "green", "odds")],
)
def test_a_swerve_that_meets_a_team(green: str, sufferer: str, part: str) -> None:
    """Blue's team against Green's car hurts only Blue; Blue's car against Green's team only Green."""
    threat = answers(forced(green))["hold"]["threat"]
    true: dict[str, float] = {}
    for dice in product(range(1, 7), repeat=2):
        after = forced(green, *dice)
        play(after, "hold")
        (injury,) = events(after, "injury")
        assert injury.data["chariot"] == sufferer
        word = odds.HORSE_DEAD if not injury.data["left"] else odds.boxes_lost(injury.data["points"])
        true[word] = true.get(word, 0.0) + 1 / 36
    close(threat[part], true)
    if part == "self":
        assert threat["odds"] == {"nothing": 1.0}


@pytest.mark.parametrize(
    ("blue", "where", "side"),
    [("lane 5, backstretch 13", (3, 4), ()), ("lane 4, backstretch 11", (2, 4), (1, 6))],
)
def test_a_wreck_on_a_team(blue: str, where: tuple[int, int], side: tuple[int, ...]) -> None:
    """From the next lane it strikes the outer horse; from above the die says which of the inner ones."""
    log = {"horses": [1, 2, 5, 3], "horses_start": [5, 5, 5, 5]}
    faced = landing(*where, blue=blue, blue_is=log)
    threat = answers(faced)["hold"]["threat"]
    true: dict[str, float] = {}
    for dice in product(range(1, 7), repeat=2):
        for die in side or (0,):
            thrown = (*((die,) if die else ()), *dice)
            after = landing(*where, *thrown, blue=blue, blue_is=log, answers=("hold",))
            (injury,) = events(after, "injury")
            word = odds.HORSE_DEAD if not injury.data["left"] else odds.boxes_lost(injury.data["points"])
            true[word] = true.get(word, 0.0) + 1 / 36 / len(side or (0,))
    assert (threat["attacker"], threat["kind"], threat["at"]) == ("red", "wreck", "horses")
    close(threat["odds"], true)


def test_a_wreck_on_a_car() -> None:
    log = {"modifier": 2, "left_wheel": 9, "right_wheel": 1, "endurance": 9}
    faced = landing(3, 4, blue="lane 5, backstretch 14", blue_is=log)
    said = answers(faced)
    assert said["avoid"]["may"] == ["evade out"]  # nobody brakes with a wreck on his car
    flips = 0
    for dice in product(range(1, 7), repeat=3):
        # The hit wheel has nine boxes: any damage takes it off.
        after = landing(3, 4, *dice, 6, 6, level="basic", blue="lane 5, backstretch 14", blue_is=log, answers=("hold",))
        flips += flipped(after.events, "blue")
    assert said["hold"]["threat"]["odds"]["flips"] == pytest.approx(flips / 216, abs=6e-5)


# -- getting away ----------------------------------------------------------------------------------------------


def test_the_ways_out() -> None:
    """In a corner, at 12: inside means lane 2, whose safe speed is 9."""
    race = circus(
        red="lane 4, dolphin corner 4",
        blue="lane 3, dolphin corner 3",
        blue_is={"written": 12, "executed": 12, "endurance": 20},
        move={"written": 2},
        dice=[6, 6, 1, 1, 1, 1, 1],
    )
    play(race, "ram blue car", "avoid")
    said = answers(race)
    assert [*said] == ["evade in", "brake", "hold"]
    assert said["evade in"]["label"] == "Evade inside to lane 2"
    assert (said["evade in"]["cost"], said["evade in"]["to"]) == (2, None)
    strain = said["evade in"]["strain"]
    assert (strain["lane"], strain["safe"], strain["speed"], strain["points"]) == (2, 9, 12, 3)
    assert (said["brake"]["endurance"], said["brake"]["to"]) == (2, "lane 3, dolphin corner 2")
    play(race, "evade in")
    (told,) = events(race, "strain")
    assert (told.data["points"], told.data["endurance_paid"]) == (strain["points"], strain["endurance"])
    assert dice_left(race) == ()
