"""The odds of the options, as they are shown, against the engine run over every throw of its dice."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Event
from ludus.core.game import Phase
from ludus.games.circus import odds
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Race
from ludus.games.circus.track import IN, OUT
from tests.games.circus.oracle import Thrown, flipped, found, last, pair, same
from tests.rules.circus.kit import circus
from tests.rules.circus.wreck_kit import EMPTY

ROUNDED = 6e-5  # odds are shown to four digits


def shown(race: Race, choice: str) -> tuple[dict[str, float], dict[str, float]]:
    """What the answer to an attack says of the target and of the attacker."""
    book = book_of(race)
    red = race.chariots[0]
    told = book.attack_answer(red, choice, book.attacks(red, book.left(red))[choice])["attack"]
    return told["odds"], told.get("self", {})


def carried_out(choice: str) -> Any:
    def act(future: Race, table: Thrown) -> Phase:
        book = book_of(future, table)
        red = future.chariots[0]
        return book.carry_out(red, book.attacks(red, book.left(red))[choice])

    return act


def agree(shown_odds: dict[str, float], real: dict[str, float]) -> None:
    assert {word: chance for word, chance in real.items() if chance >= ROUNDED} == pytest.approx(
        shown_odds, abs=ROUNDED
    )


def happened(events: list[Event], kind: str, faction: str) -> bool:
    return any(event.kind == kind and event.data["chariot"] == faction for event in events)


# -- dust --------------------------------------------------------------------------------------------------------


def dusted(race: Race, events: list[Event]) -> str:
    """What became of Blue."""
    if happened(events, "driver-dead", "blue"):
        return odds.DEAD
    for kind, word in (
        *(("pulled-out", odds.PULLED_OUT), ("flip", odds.FLIPS), ("wheel", odds.DAMAGED)),
        *(("involuntary-ram", odds.SWERVES_INTO), ("strain", odds.SWERVES_STRAINING), ("sideslip", odds.SWERVES)),
    ):
        if happened(events, kind, "blue"):
            return word
    results = [event.data["result"] for event in events if event.kind == "dust-result"]
    return results[0] if results and results[0] in ("eye wound", "blinded") else odds.NOTHING


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
        ({}, {}, {"red": "lane 7, backstretch 11", "blue": "lane 8, backstretch 11"}),  # into the wall
        ({}, {}, {"red": "lane 6, backstretch 11", "blue": "lane 7, backstretch 11"}),  # after a lane
        ({}, {}, {"green": "lane 6, backstretch 11"}),  # into another, after a lane
        ({}, {"horses": [0, 4, 4, 5], "fallen": [1], "modifier": 2}, {}),  # it cannot move
        ({}, {"executed": 14}, {"red": "lane 5, dolphin corner 8", "blue": "lane 4, dolphin corner 6"}),
        ({"car": "heavy"}, {}, {"options": {"dust": True, "builds": "thirty-two"}}),
    ],
)
def test_dust(red: dict[str, Any], blue: dict[str, Any], more: dict[str, Any]) -> None:
    race = pair(red, blue, **{"options": {"dust": True}, **more})
    his, own = shown(race, "dust blue driver")
    act, other = carried_out("dust blue driver"), ("involuntary-ram", "strain")
    agree(his, found(race, act, dusted, "wheel red", *other))
    real = found(race, act, thrower, "wheel blue", *other)
    # What becomes of his car once they collide is in `hit_car_odds`.
    red_car, blue_car = race.chariots[:2]
    side = IN if race.track.lane[red_car.square] < race.track.lane[blue_car.square] else OUT
    book = book_of(race)
    against = sum(each.amount for each in book.damage_modifiers(blue_car, side))
    car = book.hit_car_odds(book.car_in_ram(red_car, -side), against)
    collides = real.pop(COLLIDES, 0.0)
    agree(own, real | {word: collides * chance for word, chance in car.items()})


# -- knives and spears ---------------------------------------------------------------------------------------------


def struck(race: Race, events: list[Event]) -> str:
    """What became of Blue."""
    if happened(events, "driver-dead", "blue"):
        return odds.DEAD
    if happened(events, "horse-dead", "blue"):
        return odds.HORSE_DEAD
    results = [event.data["result"] for event in events if event.kind == "knife-result"]
    if results and results[0].startswith("horse"):
        return str(results[0])
    return odds.boxes_lost(sum(event.data["boxes"] for event in events if event.kind == "driver-hurt"))


@pytest.mark.parametrize("choice", ["knife blue driver", "knife blue team"])
@pytest.mark.parametrize(
    ("red", "blue", "more"),
    [
        ({}, {}, {}),
        ({"modifier": 2}, {"modifier": 2, "hits": 4}, {}),
        ({"modifier": 1, "cdm": -1}, {"modifier": 1, "cdm": -2, "hits": 1}, {}),
        ({}, {"horses": [1, 2, 3, 5]}, {}),
        ({}, {"horses": [1, 2, 3, 5]}, {"blue": "lane 3, backstretch 13"}),  # any of the four
        ({}, {"horses": [3, 2, 3, 5]}, {"options": {"knife": True, "critical_horses": True}}),
        ({"modifier": 2}, {"horses": [5, 4, 4, 0], "fallen": [4], "modifier": 2}, {}),
    ],
)
def test_knives(choice: str, red: dict[str, Any], blue: dict[str, Any], more: dict[str, Any]) -> None:
    race = pair(red, blue, **{"options": {"knife": True}, **more})
    agree(shown(race, choice)[0], found(race, carried_out(choice), struck))


def test_a_knife_at_a_runaway() -> None:
    race = pair({"modifier": 1}, {**EMPTY, "modifier": 2}, options={"knife": True})
    agree(shown(race, "knife blue team")[0], found(race, carried_out("knife blue team"), struck))


@pytest.mark.parametrize(
    ("choice", "cdm"), [("dagger blue driver", 0), ("dagger blue driver", 2), ("dagger blue team", 1)]
)
def test_the_small_knife(choice: str, cdm: int) -> None:
    race = pair({"modifier": cdm}, {"hits": 3}, options={"small_knife": True})
    agree(shown(race, choice)[0], found(race, carried_out(choice), struck))


def speared(race: Race, events: list[Event]) -> str:
    blue = race.chariots[1]
    lost = sum(blue.horses_start) - sum(blue.horses)
    return struck(race, events) if not lost or 0 in blue.horses else odds.boxes_lost(lost)


@pytest.mark.parametrize("options", [{"spear": True}, {"spear": True, "critical_horses": True}])
@pytest.mark.parametrize(
    ("red", "blue"), [({}, {}), ({"modifier": 2}, {"modifier": 2, "hits": 4}), ({"cdm": -1}, {"hits": 1})]
)
@pytest.mark.parametrize("part", ["driver", "team"])
def test_spears(part: str, red: dict[str, Any], blue: dict[str, Any], options: dict[str, Any]) -> None:
    square = "lane 4, backstretch 11" if part == "driver" else "lane 4, backstretch 10"
    log = {**blue, "horses_start": [3, 4, 4, 5]}
    race = pair(red, log, blue=square, options=options)
    choice = f"spear blue {part}"
    agree(shown(race, choice)[0], found(race, carried_out(choice), speared))


# -- rams -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("car", ["light", "normal", "heavy"])
@pytest.mark.parametrize("boxes", [1, 2, 5, 7])
def test_critical_horse_hits(car: str, boxes: int) -> None:
    blue = {"horses_start": [boxes, 4, 4, 5]}
    race = pair({"car": car}, blue, blue="lane 4, backstretch 10", options={"critical_horses": True})

    def lost(future: Race, events: list[Event]) -> str:
        points = boxes - future.chariots[1].horses[0]
        return odds.HORSE_DEAD if points == boxes else odds.boxes_lost(points)

    agree(shown(race, "ram blue horses")[0], found(race, carried_out("ram blue horses"), lost))


def car_of(faction: str) -> Any:
    def read(race: Race, events: list[Event]) -> str:
        if flipped(events, faction):
            return odds.FLIPS
        return odds.DAMAGED if happened(events, "wheel", faction) else odds.UNHURT

    return read


MAKES: list[dict[str, Any]] = [
    {},
    {"left_blades": 4},
    {"left_blades": 2, "right_blades": 2},
    {"left_boxes": 4, "right_boxes": 2, "right_blades": 4},
]


@pytest.mark.parametrize("red", MAKES)
@pytest.mark.parametrize("blue", MAKES)
def test_cars_of_other_makes(red: dict[str, Any], blue: dict[str, Any]) -> None:
    race = pair(
        {"right_wheel": 1, "parts": {"make": red}},
        {"left_wheel": 3 if blue.get("left_boxes", 10) > 3 else 1, "parts": {"make": blue}},
        options={"builds": "thirty-two"},
    )
    his, own = shown(race, "ram blue car")
    # The target is dealt with first; what the attacker suffers after it is the same as alone.
    agree(his, found(race, carried_out("ram blue car"), car_of("blue"), "wheel red"))
    assert sum(own.values()) == pytest.approx(1, abs=ROUNDED)
    book = book_of(race)
    car = book.car_in_ram(race.chariots[0], OUT)
    modifiers = book.damage_modifiers(race.chariots[1], IN)
    alone = found(
        race,
        lambda future, table: book_of(future, table).hit_car(future.chariots[0], OUT, modifiers, "CM 9.54"),
        car_of("red"),
    )
    same(book.hit_car_odds(car, sum(each.amount for each in modifiers)), alone)


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize(("left", "right"), [(0, 0), (1, 0), (1, 1), (2, 1), (3, 1)])
def test_wheels_of_other_makes(make: dict[str, Any], left: int, right: int) -> None:
    race = pair({"parts": {"make": make}}, options={"builds": "thirty-two"})
    race.chariots[0].left_wheel, race.chariots[0].right_wheel = left, right
    off = found(
        race,
        lambda future, table: book_of(future, table).check_wheels(future.chariots[0], "CM 7.43"),
        lambda _, events: flipped(events),
    )
    book = book_of(race)
    assert book.wheel_off_odds(book.axle(race.chariots[0])) == pytest.approx(off.get(True, 0.0))


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize(("left", "right"), [(0, 0), (1, 1), (3, 1)])
def test_a_jolt_for_other_makes(make: dict[str, Any], left: int, right: int) -> None:
    race = pair({"parts": {"make": make}}, options={"builds": "thirty-two"})
    race.chariots[0].left_wheel, race.chariots[0].right_wheel = left, right
    off = found(
        race,
        lambda future, table: book_of(future, table).damage_car(future.chariots[0]),
        lambda _, events: flipped(events),
    )
    book = book_of(race)
    assert book.jolt_odds(book.axle(race.chariots[0])) == pytest.approx(off.get(True, 0.0))


# -- lashes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize(("red", "blue"), [(0, 0), (2, -1), (-4, 2)])
def test_a_long_whip(long: bool, red: int, blue: int) -> None:
    race = pair(
        {"modifier": 2, "cdm": red, "parts": {"make": {"long_whip": long}}},
        {"modifier": 2, "cdm": blue},
        options={"builds": "thirty-two"},
    )
    book = book_of(race)
    attacker, target = race.chariots[0], race.chariots[1]

    def lash(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).lash_driver(future.chariots[0], future.chariots[1], IN)

    columns = found(race, lash, lambda _, events: last(events, "lash-driver")["factor"], "lash-driver")
    man = book.under_the_lash(attacker, target, IN)
    assert man.shift == (2 if long else 0)
    same(book.lash_factor_odds(red, blue, man.shift), columns)
    # And what is shown is these columns weighed.
    wounded = sum(
        column * chance
        for factor, column in columns.items()
        for (his, _), chance in book.strike_odds(factor, man).items()
        if his == odds.WOUNDED
    )
    assert shown(race, "lash blue driver")[0][odds.WOUNDED] == pytest.approx(wounded, abs=ROUNDED)


# -- corners, jumps, starts, slippery ground ---------------------------------------------------------------------------

SKIES: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({"weather": True}, {"weather": {"rain": True}}, {}),
    ({"weather": True}, {"weather": {"mud": True}}, {}),
    ({"builds": "thirty-two"}, {}, {"make": {"left_blades": 4}}),
    ({"builds": "thirty-two", "weather": True}, {"weather": {"mud": True}}, {"make": {"right_blades": 2}}),
]


@pytest.mark.parametrize(("options", "sky", "parts"), SKIES)
@pytest.mark.parametrize("car", ["light", "normal", "heavy"])
@pytest.mark.parametrize(("points", "cdm"), [(1, 0), (4, 2), (9, -2)])
def test_corner_strain(
    options: dict[str, Any], sky: dict[str, Any], parts: dict[str, Any], car: str, points: int, cdm: int
) -> None:
    race = pair({"modifier": 2, "cdm": cdm, "car": car, "parts": parts}, options=options, parts=sky)

    def check(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).check_strain_chart(future.chariots[0], points, 0, ())

    real = found(race, check, lambda _, events: last(events, "strain")["result"], "strain")
    told = book_of(race).strain_chances(race.chariots[0], points, 0)
    agree({code: chance for code, chance in told.items() if chance}, real)


@pytest.mark.parametrize("cdm", [-2, 0, 2])
@pytest.mark.parametrize(("unpaid", "rain"), [(0, False), (3, False), (4, True)])
@pytest.mark.parametrize("what", ["carcasses", "wrecks"])
def test_jumps(cdm: int, unpaid: int, rain: bool, what: str) -> None:
    race = circus(
        red="lane 3, backstretch 11",
        red_is={"modifier": 2, "cdm": cdm, "car": "light", "left_wheel": 6},
        options={"carcasses": True, "weather": True},
        parts={"weather": {"rain": rain}},
        move={"written": 4},
        **dict[str, Any]({what: ["lane 3, backstretch 12"]}),
    ).state
    book = book_of(race)
    square = race.track.find("lane 3, backstretch 12")
    extra = book.obstacle_worse(square)
    assert extra == (-1 if what == "carcasses" else 0)

    def jump(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).roll_run_over(future.chariots[0], square, unpaid, extra)

    told = book.jump_outlook(race.chariots[0], unpaid + extra)
    agree(told["odds"], found(race, jump, lambda _, events: last(events, "run-over")["result"], "run-over"))
    flips = found(race, jump, lambda _, events: flipped(events), "sideslip", "injury")
    assert told["flips"] == pytest.approx(flips.get(True, 0.0), abs=ROUNDED)


@pytest.mark.parametrize("modifier", [-1, 0, 1, 3])
def test_a_dead_start(modifier: int) -> None:
    log = {"modifier": modifier, "whip": False}
    race = circus(
        red="lane 3, front straight 3", red_is=log, phase="notation", turn=1, options={"first_turn": True}
    ).state
    book = book_of(race)
    red = race.chariots[0]

    def start(future: Race, table: Thrown) -> Phase:
        own = future.chariots[0]
        own.written, future.mover = 15, own.number
        return book_of(future, table).start_phase(own)

    speeds = found(race, start, lambda _, events: last(events, "speed")["factors"], "speed")
    told = book.explain(book.ask_speed(red))[15]
    assert (told["least"], told["total"]) == (min(speeds), max(speeds))


@pytest.mark.parametrize("car", ["light", "normal"])
@pytest.mark.parametrize("step", ["in", "out"])
def test_slippery_ground(car: str, step: str) -> None:
    race = pair(
        {"car": car}, blue="lane 8, backstretch 11", options={"weather": True}, parts={"weather": {"rain": True}}
    )
    book = book_of(race)

    def change(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).change_lane(future.chariots[0], IN if step == "in" else OUT)

    slips = found(race, change, lambda _, events: happened(events, "sideslip", "red"))
    told = book.change_answer(race.chariots[0], step, IN if step == "in" else OUT)
    assert told["slips"] == pytest.approx(slips[True], abs=ROUNDED)
