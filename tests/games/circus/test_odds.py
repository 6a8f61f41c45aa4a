"""The odds against the engine itself, run over every throw of its dice."""

from __future__ import annotations

from itertools import product

import pytest

from ludus.core.event import Event, Modifier
from ludus.core.game import Phase
from ludus.games.circus import odds
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Move, Race
from ludus.games.circus.track import IN, OUT
from tests.games.circus.oracle import Thrown, both, flipped, found, last, pair, same
from tests.rules.circus.kit import BOOK

CARS = BOOK.charts.cars
LASH_LOWEST, LASH_HIGHEST = BOOK.charts.lash_lowest, BOOK.charts.lash_highest

# -- throws ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_throws(dice: int) -> None:
    throws = list(product(range(1, 7), repeat=dice))
    assert odds.sums(dice) == {
        total: pytest.approx(sum(sum(throw) == total for throw in throws) / len(throws))
        for total in range(dice, 6 * dice + 1)
    }
    assert sum(odds.leads(dice).values()) == pytest.approx(1)
    assert odds.leads(dice)[3] == pytest.approx(odds.leads(dice)[-3])
    assert odds.at_most(dice, 6 * dice) == pytest.approx(1)
    assert odds.at_most(dice, dice) == pytest.approx(6**-dice)
    assert odds.at_most(dice, dice - 1) == 0


# -- corners and wheels ------------------------------------------------------------------------------------


@pytest.mark.parametrize("cdm", [-4, -1, 0, 2])
@pytest.mark.parametrize("points", [1, 4, 9, 14])
def test_corner_strain(points: int, cdm: int) -> None:
    race = pair({"modifier": 2, "cdm": cdm})

    def check(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).check_strain_chart(future.chariots[0], points, 0, ())

    same(
        BOOK.strain_odds(points, -cdm), found(race, check, lambda _, events: last(events, "strain")["result"], "strain")
    )
    assert tuple(BOOK.strain_odds(points, -cdm)) == ("-", "S", "SS", "J", "LH", "RH", "FP")


@pytest.mark.parametrize(("left", "right"), [(0, 0), (1, 0), (2, 0), (0, 5), (4, 7), (9, 1), (9, 9), (10, 0)])
def test_wheels(left: int, right: int) -> None:
    race = pair()
    race.chariots[0].left_wheel, race.chariots[0].right_wheel = left, right
    off = found(
        race,
        lambda future, table: book_of(future, table).check_wheels(future.chariots[0], "CM 7.43"),
        lambda _, events: flipped(events),
    )
    assert BOOK.wheel_off_odds(odds.Axle(left, right)) == pytest.approx(off.get(True, 0.0))


# -- rams --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("car", CARS)
@pytest.mark.parametrize("boxes", [1, 3, 7])
def test_a_ram_on_horses(car: str, boxes: int) -> None:
    race = pair({"car": car}, {"horses": [boxes, 1, 1, 1], "horses_start": [7, 4, 4, 7]})

    def read(_: Race, events: list[Event]) -> str:
        points = last(events, "injury")["points"]
        return odds.HORSE_DEAD if any(event.kind == "horse-dead" for event in events) else odds.boxes_lost(points)

    expected = found(race, lambda future, table: book_of(future, table).ram_horses(*both(future), IN, "CM 9.5"), read)
    same(BOOK.ram_horses_odds(BOOK.charts.car_modifier[car], boxes), expected)


def car_after(events: list[Event], faction: str) -> str:
    if flipped(events, faction):
        return odds.FLIPS
    hit = any(event.kind == "wheel" and event.data["chariot"] == faction for event in events)
    return odds.DAMAGED if hit else odds.UNHURT


@pytest.mark.parametrize("by", CARS)
@pytest.mark.parametrize(("left", "right"), [(0, 0), (1, 4), (5, 1), (9, 3)])
@pytest.mark.parametrize("side", [IN, OUT])
def test_a_car_that_is_hit(by: str, left: int, right: int, side: int) -> None:
    race = pair({"left_wheel": left, "right_wheel": right})
    car = odds.Car(odds.Axle(left, right), side)
    modifiers = (Modifier("car", BOOK.charts.car_modifier[by]),)
    expected = found(
        race,
        lambda future, table: book_of(future, table).hit_car(future.chariots[0], side, modifiers, "CM 9.54"),
        lambda _, events: car_after(events, "red"),
    )
    same(BOOK.hit_car_odds(car, BOOK.charts.car_modifier[by]), expected)


@pytest.mark.parametrize(("red", "blue"), [(0, 0), (2, -2), (-4, 2)])
def test_car_against_car(red: int, blue: int) -> None:
    race = pair(
        {"car": "heavy", "modifier": 2, "cdm": red, "right_wheel": 6},
        {"car": "light", "modifier": 2, "cdm": blue, "left_wheel": 3},
    )

    def ram(future: Race, table: Thrown) -> None:
        own, other = both(future)
        book_of(future, table).ram_car(own, own.cdm, other, IN, "CM 9.54")

    def hurt(_: Race, events: list[Event]) -> tuple[bool, bool]:
        damage = last(events, "ram-car")
        return damage["hurts_attacker"], damage["hurts_target"]

    hits = found(race, ram, hurt, "ram-car")
    same(BOOK.damage_odds(red - blue), hits)
    heavy, light = odds.Car(odds.Axle(0, 6), OUT, 3), odds.Car(odds.Axle(3, 0), IN, -3)
    sides = BOOK.ram_car_odds(red, blue, heavy, light)
    # The target is dealt with first; what the attacker suffers after it is the same as alone.
    same(sides.target, found(race, ram, lambda _, events: car_after(events, "blue"), "wheel red"))
    own = sum(chance for (attacker, _), chance in hits.items() if attacker)
    alone = BOOK.hit_car_odds(heavy, light.modifier)
    expected = {odds.UNHURT: 1 - own, **{word: own * chance for word, chance in alone.items()}}
    same(sides.attacker, expected)


@pytest.mark.parametrize("hits", [2, 5, 8])
@pytest.mark.parametrize("cdm", [0, 2])
def test_trampling(cdm: int, hits: int) -> None:
    race = pair({"modifier": cdm}, {"status": "runaway", "driver": "dragged", "hits": hits, "hits_start": 8})

    def read(_: Race, events: list[Event]) -> str:
        lost = int(last(events, "trampled")["hits"])
        return odds.DEAD if lost == hits else odds.boxes_lost(lost)

    same(
        BOOK.trample_odds(cdm, hits),
        found(race, lambda future, table: book_of(future, table).trample(*both(future)), read),
    )


# -- defence and lashes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attacker", "defender"), [(0, 0), (2, -1), (-3, 2), (12, 0), (-9, 2)])
def test_defence(attacker: int, defender: int) -> None:
    race = pair({}, {"modifier": 2, "cdm": defender})

    def contest(future: Race, table: Thrown) -> None:
        book_of(future, table).roll_defence(attacker, future.chariots[1])

    won = found(race, contest, lambda _, events: last(events, "defence")["success"])
    assert BOOK.defence_odds(attacker, defender) == pytest.approx(won.get(True, 0.0))


@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize(("red", "blue"), [(0, 0), (2, 0), (-2, 1)])
def test_a_lashed_team(dice: int, red: int, blue: int) -> None:
    race = pair({"modifier": 2, "cdm": red}, {"modifier": blue, "endurance": 40}, options={"lash_dice": dice})

    def read(_: Race, events: list[Event]) -> tuple[bool, int]:
        lash = last(events, "lash-team")
        return lash["forced"], lash["endurance_lost"]

    expected = found(race, lambda future, table: book_of(future, table).lash_team(*both(future)), read)
    same(book_of(race).lash_team_odds(red, blue), expected)


@pytest.mark.parametrize(("red", "blue"), [(0, 0), (2, -1), (-4, 2)])
def test_the_driver_lash_table(red: int, blue: int) -> None:
    race = pair({"modifier": 2, "cdm": red}, {"modifier": 2, "cdm": blue})

    def lash(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).lash_driver(*both(future), IN)

    codes = found(race, lash, lambda _, events: last(events, "lash-driver")["result"], "lash-driver")
    same(BOOK.lash_driver_odds(red, blue), codes)
    columns = found(race, lash, lambda _, events: last(events, "lash-driver")["factor"], "lash-driver")
    same(BOOK.lash_factor_odds(red, blue), columns)


TOLD = {
    "whip-grabbed": odds.GRABS_WHIP,
    "held-fast": odds.HELD_FAST,
    "movement-loss": odds.SLOWED,
    "braked-away": odds.BRAKES,
    "sideslip": odds.SWERVES,
    "driver-hurt": odds.WOUNDED,
    "involuntary-ram": odds.SWERVES_INTO,
}


def lashed(events: list[Event], victim: str = "blue") -> str:
    """The gravest thing that has happened to him."""
    words = [TOLD[event.kind] for event in events if event.kind in TOLD]
    for event in events:
        if event.kind == "critical" and event.data["result"] in odds.LASH_WORDS:
            words.append(event.data["result"])
        if event.kind == "pulled-out" and event.data["chariot"] == victim:
            words.append(odds.PULLED_OUT)
    if flipped(events, victim):
        words.append(odds.FLIPS)
    return max(words or [odds.NOTHING], key=odds.LASH_WORDS.index)


def lasher(race: Race, events: list[Event]) -> str:
    if any(event.kind == "pulled-out" and event.data["chariot"] == "red" for event in events):
        return odds.PULLED_OUT
    return odds.UNHURT if race.chariots[0].whip else odds.WHIP_LOST


@pytest.mark.parametrize(
    ("level", "hits", "factor"),
    [
        ("basic", 1, 0),
        ("basic", 5, LASH_HIGHEST),
        ("advanced", 1, 2),
        ("advanced", 2, 0),
        ("advanced", 2, LASH_LOWEST),
        ("advanced", 3, LASH_HIGHEST),
    ],
)
def test_a_lash_to_its_end(level: str, hits: int, factor: int) -> None:
    for endurance, brake in ((20, odds.BRAKES), (0, odds.WOUNDED)):
        race = pair({"hits": 6}, {"hits": hits, "hits_start": 8, "endurance": endurance}, level=level)

        def lash(future: Race, table: Thrown) -> Phase:
            return book_of(future, table).strike(*both(future), IN, factor, ())

        man = odds.Lashed(hits, 6, brake, odds.SWERVES)
        expected = found(race, lash, lambda future, events: (lashed(events), lasher(future, events)))
        same(book_of(race).strike_odds(factor, man), expected)


def test_a_lash_is_its_columns_weighed() -> None:
    man = odds.Lashed(5, 6)
    sides = BOOK.lash_odds(1, -1, man)
    columns = BOOK.lash_factor_odds(1, -1)
    wounded = sum(
        column * chance
        for factor, column in columns.items()
        for (his, _), chance in BOOK.strike_odds(factor, man).items()
        if his == odds.WOUNDED
    )
    assert sides.target[odds.WOUNDED] == pytest.approx(wounded)
    assert sum(sides.target.values()) == pytest.approx(1)
    assert sum(sides.attacker.values()) == pytest.approx(1)
    assert list(sides.target) == [word for word in odds.LASH_WORDS if word in sides.target]


# -- wrecks, dead horses, reins ---------------------------------------------------------------------------------


@pytest.mark.parametrize("cdm", [-2, 0, 2])
@pytest.mark.parametrize("unpaid", [0, 3, 9])
def test_running_over_a_wreck(cdm: int, unpaid: int) -> None:
    race = pair({"modifier": 2, "cdm": cdm})

    def jump(future: Race, table: Thrown) -> Phase:
        return book_of(future, table).roll_run_over(future.chariots[0], future.chariots[0].square, unpaid, 0)

    expected = found(race, jump, lambda _, events: last(events, "run-over")["result"], "run-over")
    same(BOOK.jump_odds(cdm, unpaid), expected)


@pytest.mark.parametrize(("left", "right"), [(0, 0), (3, 0), (6, 9), (9, 2)])
def test_a_jolt(left: int, right: int) -> None:
    race = pair({"left_wheel": left, "right_wheel": right})
    off = found(
        race,
        lambda future, table: book_of(future, table).damage_car(future.chariots[0]),
        lambda _, events: flipped(events),
    )
    assert BOOK.jolt_odds(odds.Axle(left, right)) == pytest.approx(off.get(True, 0.0))


@pytest.mark.parametrize("cdm", [-1, 0, 2])
@pytest.mark.parametrize(("horses", "speed"), [([0, 4, 4, 5], 12), ([0, 4, 0, 5], 5), ([0, 0, 0, 5], 4)])
def test_cutting_a_horse_free(horses: list[int], speed: int, cdm: int) -> None:
    race = pair({"horses": horses, "horses_start": [5, 4, 4, 5], "fallen": [1], "modifier": cdm})
    race.move = Move(speed)
    free = found(
        race,
        lambda future, table: book_of(future, table).cut_free(future.chariots[0]),
        lambda _, events: last(events, "cut-free")["free"],
    )
    team = sum(1 for boxes in horses if boxes)
    assert BOOK.cut_odds(team, cdm, speed) == pytest.approx(free.get(True, 0.0))


@pytest.mark.parametrize("cdm", [-2, 0, 2])
@pytest.mark.parametrize("hits", [1, 6, 10])
def test_cutting_oneself_loose(cdm: int, hits: int) -> None:
    race = pair({"status": "runaway", "driver": "dragged", "hits": hits, "hits_start": 10, "modifier": 2, "cdm": cdm})
    race.chariots[0].trail = (race.chariots[0].square,)

    def cut(future: Race, table: Thrown) -> None:
        script = book_of(future, table).try_to_cut_loose(future.chariots[0])
        next(script)
        with pytest.raises(StopIteration):
            script.send("cut")

    free = found(race, cut, lambda _, events: last(events, "cut-loose")["free"])
    assert BOOK.loose_odds(hits, cdm) == pytest.approx(free.get(True, 0.0))


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
    most = min(3 if arm_wound else 6, endurance)
    assert max(factors) == most
