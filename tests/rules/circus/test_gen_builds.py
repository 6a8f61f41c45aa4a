"""GEN spec-1 to spec-chart and the archetypes: what points buy."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from ludus.bots.circus import characters
from ludus.core.decision import Allocate
from ludus.core.errors import DataError, Refused
from ludus.core.event import Modifier
from ludus.games.circus.editions import SecondEdition, bare
from ludus.games.circus.options.builds import Specification
from tests.rules.circus.kit import (
    GAME,
    KEEP,
    CircusMatch,
    asked,
    attacks,
    chariot,
    circus,
    dice_left,
    events,
    fresh,
    play,
)

SPEC: dict[str, Any] = {"builds": "thirty-two"}
ARMS: dict[str, Any] = {**SPEC, "dust": True, "knife": True, "spear": True}
BOXES = (
    *("horse 1", "horse 4", "horse 2", "horse 3", "driver", "hits", "whip", "endurance"),
    *("left wheel", "right wheel", "left blades", "right blades"),
)


def points(*more: str, **spent: int) -> tuple[int, ...]:
    """The points in the order of the boxes; names with underscores. What is left goes into the last box."""
    wanted = {name.replace("_", " "): number for name, number in spent.items()}
    shares = [wanted.pop(box, 0) for box in (*BOXES, *more)]
    assert not wanted
    return (*shares, 32 - sum(shares))


def bought(*more: str, options: Any = None, **spent: int) -> CircusMatch:
    """Eight chariots; the first is built like this."""
    race = fresh(8, options=options or SPEC, dice=[*KEEP, *KEEP, *KEEP])
    (first,) = [decision for seat, decision in race.pending.items() if seat == 0]
    race.submit(0, points(*more, **spent))
    for seat in range(1, 8):
        race.submit(seat, first.default)
    return race


def specified(race: CircusMatch) -> Any:
    return events(race, "specified")[0].data


# -- building ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN spec-1")
def test_thirty_two_points_in_secret() -> None:
    race = fresh(8, options=SPEC, dice=[*KEEP, *KEEP, *KEEP])
    decision = race.pending[0]
    assert isinstance(decision, Allocate)
    assert (decision.budget, decision.clause, decision.boxes) == (32, "GEN spec-1", (*BOXES, "unspent"))
    assert decision.default in decision
    race.submit(0, decision.default)
    assert events(race, "specified") == []  # until all have built
    for seat in range(1, 8):
        race.submit(seat, decision.default)
    assert len(events(race, "specified")) == 8
    assert events(race, "built") == []  # it replaces CM 3.6
    assert dice_left(race) == ()  # and there are no dice but those for colours and lanes


@pytest.mark.rule("GEN spec-1", "GEN spec-2a")
def test_the_ledgers_build() -> None:
    build = {"horse_1": 6, "horse_4": 6, "horse_2": 3, "horse_3": 3, "driver": 5, "hits": 3, "whip": 2, "endurance": 2}
    assert points(**build, left_wheel=1, right_wheel=1)[-1] == 0  # all 32
    race = bought(**build, left_wheel=1, right_wheel=1)
    red = race.state.chariots[0]
    assert (red.horses, red.modifier, red.hits, red.endurance, red.whip) == ((7, 4, 4, 7), 1, 8, 30, True)
    make = red.parts["make"]
    assert (make.left_boxes, make.right_boxes, make.left_blades, make.right_blades) == (4, 4, 0, 0)
    assert (make.long_whip, red.car, red.team_speed) == (False, "normal", 22)
    assert specified(race) == {
        "chariot": "red", "modifier": 1, "hits": 8, "horses": [7, 4, 4, 7], "endurance": 30, "whip": "regular",
        "wheels": [4, 4], "blades": [0, 0], "weapons": [],
    }  # fmt: skip
    assert events(race, "specified")[0].clauses == ("GEN spec-1", "GEN spec-2a", "GEN spec-chart")


@pytest.mark.rule("GEN spec-1")
def test_points_left_over_are_lost() -> None:
    race = bought()
    red = race.state.chariots[0]
    assert (red.horses, red.modifier, red.hits, red.endurance, red.whip) == ((1, 1, 1, 1), 0, 2, 20, False)
    assert (red.parts["make"].left_boxes, red.parts["make"].right_boxes) == (2, 2)
    # A step of the chart that is not paid in full is lost as well.
    half = bought(driver=9, whip=3, left_blades=3)
    red = half.state.chariots[0]
    assert (red.modifier, red.whip, red.parts["make"].long_whip, red.parts["make"].left_blades) == (1, True, False, 0)


@pytest.mark.rule("GEN spec-1")
def test_too_many_points_are_refused() -> None:
    race = fresh(8, options=SPEC, dice=[*KEEP, *KEEP, *KEEP])
    for wrong in (points(horse_1=7)[:-1], (8, *points()[1:-1], 24), (*points(driver=15)[:-1], 18), (7,) * 13):
        with pytest.raises(Refused):
            race.submit(0, wrong)
    assert 0 in race.pending


@pytest.mark.rule("GEN spec-2a")
@pytest.mark.parametrize(
    ("shares", "horses"),
    [
        ((5, 4, 3, 3), (6, 4, 4, 5)),
        ((4, 5, 3, 2), (6, 4, 3, 5)),
        ((2, 3, 4, 5), (6, 4, 3, 5)),
        ((7, 7, 7, 7), (8, 8, 8, 8)),
    ],
)
def test_four_horses_stand_in_their_order(shares: tuple[int, ...], horses: tuple[int, ...]) -> None:
    # Speed(1) >= speed(4) >= speed(2) >= speed(3); whoever pays in another order gets the same horses in their places.
    one, four, two, three = shares
    race = bought(horse_1=one, horse_4=four, horse_2=two, horse_3=three)
    team = race.state.chariots[0].horses
    assert team == horses
    assert team[0] >= team[3] >= team[1] >= team[2]


@pytest.mark.rule("GEN spec-chart")
@pytest.mark.parametrize(
    ("spent", "log"),
    [
        ({"endurance": 9}, {"endurance": 65}),
        ({"endurance": 12}, {"endurance": 80}),
        ({"endurance": 0}, {"endurance": 20}),
        ({"hits": 5}, {"hits": 12, "hits_start": 12}),
        ({"hits": 0}, {"hits": 2}),
        ({"driver": 15}, {"modifier": 3, "cdm": 3}),
        ({"driver": 10}, {"modifier": 2}),
        ({"whip": 2}, {"whip": True}),
        ({"whip": 1}, {"whip": False}),
        ({"horse_1": 7, "horse_4": 7, "horse_2": 7, "horse_3": 7}, {"horses": (8, 8, 8, 8)}),
    ],
)
def test_the_chart(spent: dict[str, int], log: dict[str, Any]) -> None:
    red = bought(**spent).state.chariots[0]
    assert {name: getattr(red, name) for name in log} == log


@pytest.mark.rule("GEN spec-chart", "GEN spec-2c")
@pytest.mark.parametrize(
    ("left", "right", "blades"),
    [
        (0, 0, (0, 0)), (4, 0, (2, 0)), (0, 4, (0, 2)), (4, 3, (2, 2)), (4, 4, (2, 2)), (6, 0, (4, 0)), (6, 5, (4, 4)),
        (4, 6, (2, 4)), (6, 4, (4, 2)), (4, 5, (2, 2)), (6, 3, (4, 0)), (0, 3, (0, 0)), (3, 4, (0, 2)), (5, 5, (2, 2)),
    ],
)  # fmt: skip
def test_blades(left: int, right: int, blades: tuple[int, int]) -> None:
    # 4 for one wheel and 7 for both, long ones 6 and 11; 4 + 6 for two kinds.
    red = bought(left_blades=left, right_blades=right).state.chariots[0]
    assert (red.parts["make"].left_blades, red.parts["make"].right_blades) == blades
    assert red.car == ("heavy" if any(blades) else "normal")  # for the weather


@pytest.mark.rule("GEN spec-chart")
def test_another_edition_may_bring_a_chart_of_its_own() -> None:
    usual = Specification.specification_charts
    prices = {**usual["specification"], "points": 20, "hits": {"start": 1, "step": 1, "most": 9}}

    class Thrifty(Specification):
        specification_charts: ClassVar[dict[str, Any]] = {
            **usual,
            "specification": prices,
            "blades": {**usual["blades"], "regular": 1},
        }

    book = bare(Thrifty)
    assert isinstance(book, Thrifty)
    assert (book.most_hits(), book.build_boxes()["unspent"]) == (10, 20)
    assert book.blades_bought(4, 3) == (1, 1)
    assert bare(Specification).most_hits() == 12


@pytest.mark.rule("GEN spec-chart")
@pytest.mark.parametrize(
    ("spent", "weapons"),
    [
        ({}, []),
        ({"dust": 1, "knife": 2, "spear": 4}, ["dust", "knife", "spear"]),
        ({"knife": 1, "spear": 4}, ["spear"]),
    ],
)
def test_weapons_are_bought(spent: dict[str, int], weapons: list[str]) -> None:
    race = bought("dust", "knife", "spear", options=ARMS, **spent)
    red = race.state.chariots[0]
    assert [name for name in ("dust", "knife", "spear") if red.parts[name].carried] == weapons
    assert specified(race)["weapons"] == weapons
    # Without the 32 points everybody has one of each.
    assert all(chariot(near(options={"dust": True}), faction).parts["dust"].carried for faction in ("red", "blue"))


@pytest.mark.rule("GEN spec-chart")
def test_only_the_weapons_of_the_race_are_for_sale() -> None:
    race = fresh(8, options={**SPEC, "knife": True}, dice=[*KEEP])
    decision = race.pending[0]
    assert isinstance(decision, Allocate)
    assert decision.boxes == (*BOXES, "knife", "unspent")


@pytest.mark.rule("GEN spec-chart")
def test_every_price_is_explained() -> None:
    race = fresh(8, options=ARMS, dice=[*KEEP])
    told = {(each["box"], each["points"]): each["hint"] for each in race.view(0)["decision"]["answers"]}
    assert told["horse 2", 5] == "a horse of speed 6"
    assert told["driver", 10] == "driver +2"
    assert told["hits", 5] == "12 hits"
    assert told["endurance", 9] == "65 endurance"
    assert [told["whip", points] for points in (1, 2, 4)] == ["no whip", "a whip", "a long whip"]
    assert told["left wheel", 4] == "10 boxes"
    assert [told["left blades", points] for points in (3, 4, 6)] == ["no blades", "blades", "long blades"]
    assert told["right blades", 3] == "no blades, or blades like those on the left"
    assert told["right blades", 5] == "blades, or long blades like those on the left"
    assert [told["spear", points] for points in (3, 4)] == ["without spear", "with spear"]


# -- whips ------------------------------------------------------------------------------------------------------


def near(*dice: int, blue: str = "lane 4, backstretch 11", **more: Any) -> CircusMatch:
    squares = {"red": "lane 3, backstretch 11", "blue": blue}
    return circus(**{**squares, "options": SPEC, "move": {"written": 3}, "dice": dice, **more})


def make(**bought: Any) -> dict[str, Any]:
    return {"parts": {"make": bought}}


TABLE = SecondEdition.charts.lash_table


@pytest.mark.rule("GEN spec-2b")
@pytest.mark.parametrize(
    ("own", "against", "column"),
    [((3, 4), (3, 3), 3), ((5, 5), (3, 3), 5), ((6, 6), (1, 1), 5), ((2, 2), (5, 6), -2), ((3, 3), (3, 3), 2)],
)
def test_a_long_whip_strikes_two_columns_further(own: tuple[int, int], against: tuple[int, int], column: int) -> None:
    # The difference is kept on the table first (-7 is -4), then shifted, then kept on it again.
    for long, wanted in ((True, column), (False, min(max(sum(own) - sum(against), -4), 5))):
        harmless = next(row for row, codes in enumerate(TABLE, start=2) if codes[wanted + 4] == "-")
        roll = (harmless // 2, harmless - harmless // 2)
        race = near(*own, *against, *roll, red_is=make(long_whip=long))
        play(race, "lash blue driver", "hold")
        assert events(race, "lash-driver")[0].data["factor"] == wanted
        assert dice_left(race) == ()


@pytest.mark.rule("GEN spec-2b")
def test_a_long_whip_is_no_better_against_a_team() -> None:
    race = near(3, 3, blue="lane 4, backstretch 10", red_is=make(long_whip=True))
    play(race, "lash blue team", "hold")
    assert events(race, "lash-team")[0].data["own"] == 3


@pytest.mark.rule("GEN spec-2b")
def test_without_a_whip_neither_lash_nor_strain() -> None:
    race = near(red_is={"whip": False})
    assert attacks(race) == {"ram blue car"}
    driving = near(red_is={"whip": False, "written": 5}, move=None)
    assert asked(driving)[0] == "step"


# Factor 0 with a long whip is column 2: a five there is G.
GRABBED = (3, 3, 3, 3, 2, 3)


@pytest.mark.rule("GEN spec-2b")
@pytest.mark.parametrize(
    ("blue", "kept", "long"),
    [
        ({"whip": False}, True, True),  # he has none: he keeps it, and it is long
        ({"whip": True}, True, False),  # he has one: the other is gone
    ],
)
def test_a_grabbed_whip_keeps_its_kind(blue: dict[str, Any], kept: bool, long: bool) -> None:
    race = near(*GRABBED, red_is=make(long_whip=True), blue_is=blue)
    play(race, "lash blue driver", "hold")
    assert events(race, "lash-driver")[0].data["result"] == "G"
    assert not chariot(race, "red").whip
    assert (chariot(race, "blue").whip, chariot(race, "blue").parts["make"].long_whip) == (kept, long)


@pytest.mark.rule("GEN spec-2b")
def test_a_short_whip_that_was_grabbed_is_short() -> None:
    # Column 0: a seven is G. Blue once had a long whip, and has none now.
    race = near(3, 3, 3, 3, 3, 4, blue_is={"whip": False, **make(long_whip=True)})
    play(race, "lash blue driver", "hold")
    assert (chariot(race, "blue").whip, chariot(race, "blue").parts["make"].long_whip) == (True, False)


# -- blades and wheels ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN spec-2c")
@pytest.mark.parametrize(
    ("bought", "lane", "amount"),
    [
        ({"right_blades": 2}, 4, 2), ({"right_blades": 4}, 4, 4), ({"left_blades": 4}, 4, 0),
        ({"left_blades": 4}, 2, 4), ({"left_blades": 2, "right_blades": 4}, 2, 2), ({}, 4, 0),
    ],
)  # fmt: skip
def test_the_blades_that_face_the_other_count(bought: dict[str, int], lane: int, amount: int) -> None:
    # Horses: two dice 7 are one point, 9 two, 11 three.
    log = {"car": "heavy", **make(**bought)}
    horses = near(3, 4, blue=f"lane {lane}, backstretch 10", red_is=log)
    play(horses, "ram blue horses", "hold")
    (injury,) = events(horses, "injury")
    assert injury.data["points"] == {0: 1, 2: 2, 4: 3}[amount]
    assert injury.modifiers == ((Modifier("blades", amount),) if amount else ())
    assert ("GEN spec-2c" in injury.clauses) is (amount > 0)
    # Wheels: three dice 13 hurt the target alone; the ram itself is not modified.
    wheels = near(4, 4, 5, 3, 4, 6, 6, blue=f"lane {lane}, backstretch 11", red_is=log)
    play(wheels, "ram blue car", "hold")
    assert events(wheels, "ram-car")[0].data["total"] == 13
    (wheel,) = events(wheels, "wheel")
    assert wheel.data["points"] == {0: 2, 2: 3, 4: 4}[amount]
    assert wheel.modifiers == ((Modifier("blades", amount),) if amount else ())
    assert dice_left(horses) == dice_left(wheels) == ()


@pytest.mark.rule("GEN spec-2c")
def test_blades_also_bite_whoever_rams_them() -> None:
    # Three dice 5: only the attacker is hurt, by the blades on Blue's left wheel.
    race = near(1, 2, 2, 3, 4, 6, 6, blue_is=make(left_blades=4, right_blades=4))
    play(race, "ram blue car", "hold")
    (wheel,) = events(race, "wheel")
    assert (wheel.data["chariot"], wheel.data["points"], wheel.modifiers) == ("red", 4, (Modifier("blades", 4),))


@pytest.mark.rule("GEN spec-2c")
def test_from_behind_there_are_no_blades() -> None:
    walls = {"green": "lane 2, backstretch 11", "white": "lane 4, backstretch 11"}
    race = near(
        3, 4,
        blue="lane 3, backstretch 13",
        red_is={"endurance": 0},
        blue_is={"car": "heavy", **make(left_blades=4, right_blades=4)},
        move={"written": 2, "attacked": ["lane 3, backstretch 10"]},
        **walls,
    )  # fmt: skip
    assert (events(race, "run-into")[0].data["points"], events(race, "run-into")[0].modifiers) == (1, ())


@pytest.mark.rule("GEN spec-2c")
@pytest.mark.parametrize(
    ("bought", "unequal"),
    [
        ({"left_blades": 4}, True), ({"right_blades": 2}, True), ({"left_blades": 2, "right_blades": 4}, True),
        ({"left_blades": 2, "right_blades": 2}, False), ({}, False),
    ],
)  # fmt: skip
def test_unequal_blades_make_a_car_unsteady(bought: dict[str, int], unequal: bool) -> None:
    # Row 11 and one point is nothing; two more, and it slides.
    race = circus(
        red="lane 1, front straight 33", red_is={"written": 9, "whip": False, **make(**bought)}, options=SPEC,
        dice=[5, 5, 1],
    )  # fmt: skip
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert strain.data["result"] == ("S" if unequal else "-")
    assert strain.modifiers == (Modifier("CDM", 0), *((Modifier("unequal blades", 2),) if unequal else ()))


@pytest.mark.rule("GEN spec-2c")
@pytest.mark.parametrize(
    ("damage", "dice", "roll", "total", "lost"),
    [
        (1, (1, 1), 1, 2, False),
        (1, (1, 2), 2, 1, False),
        (3, (1, 2), 2, 3, True),
        (3, (2, 2), 3, 4, False),
        (9, (5, 5), 9, 10, False),
    ],
)
def test_unequal_blades_and_every_wheel_check(
    damage: int, dice: tuple[int, int], roll: int, total: int, lost: bool
) -> None:
    # One less on the dice, also for a wheel with one point, which nobody else checks.
    log = {"written": 14, "whip": False, "left_wheel": damage, **make(left_blades=4)}
    landing = (4, 4) if lost or total == 10 else ()
    race = circus(red="lane 3, backstretch 5", red_is=log, options=SPEC, dice=[*dice, *landing, 1])
    (check,) = events(race, "wheel-check")
    assert (check.data["roll"], check.data["total"], check.data["lost"]) == (roll, total, lost)
    assert check.modifiers == (Modifier("unequal blades", -1),)
    assert bool(events(race, "flip")) is (lost or total == 10)


@pytest.mark.rule("GEN spec-2c")
def test_equal_blades_leave_a_point_alone() -> None:
    log = {"written": 14, "whip": False, "left_wheel": 1, **make(left_blades=4, right_blades=4)}
    race = circus(red="lane 3, backstretch 5", red_is=log, options=SPEC)
    assert events(race, "wheel-check") == []


@pytest.mark.rule("GEN spec-chart")
@pytest.mark.parametrize(("boxes", "flips"), [(2, True), (4, False), (10, False)])
def test_a_wheel_is_destroyed_when_its_own_boxes_are_gone(boxes: int, flips: bool) -> None:
    race = near(4, 4, 5, 3, 4, *(() if flips else (6, 6)), blue_is=make(left_boxes=boxes))
    play(race, "ram blue car", "hold")
    assert events(race, "wheel")[0].data["total"] == 2
    assert [event.clauses[0] for event in events(race, "flip")] == (["CM 9.56b"] if flips else [])
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spec-chart")
def test_worn_to_its_last_box() -> None:
    # Three of four boxes gone, and an equal throw wears it to the fourth.
    race = near(4, 4, 5, 1, 1, 1, 2, blue_is={"left_wheel": 2, **make(left_boxes=4)})
    play(race, "ram blue car", "hold")
    assert (events(race, "wheel-check")[0].data["total"], len(events(race, "flip"))) == (4, 1)
    assert dice_left(race) == ()


@pytest.mark.rule("GEN spec-chart")
def test_positions_know_the_bought_limits() -> None:
    race = near(red_is={"hits_start": 12, "left_wheel": 3, **make(left_boxes=4)})
    assert GAME.read_position(GAME.write_position(race.state), 2, race.options).chariots[0].hits == 12
    for wrong in ({"hits_start": 13}, {"left_wheel": 4, **make(left_boxes=4)}):
        with pytest.raises(DataError, match="must be"):
            near(red_is=wrong)


# -- archetypes ------------------------------------------------------------------------------------------------------

NAMED = {
    (2, 2, 0, 0): "Thunderfoot",
    (1, 2, 1, 0): "Thunderfoot",
    (2, 0, 2, 0): "Flashing Hooves",
    (1, 0, 2, 1): "Flashing Hooves",
    (1, 0, 1, 2): "Lasting Pleasure",
    (1, 1, 1, 1): "Horse With No Name",
}


@pytest.mark.rule("GEN archetype-thunderfoot", "GEN archetype-flashing-hooves")
@pytest.mark.rule("GEN archetype-lasting-pleasure", "GEN archetype-horse-with-no-name")
def test_builds_with_a_name() -> None:
    race = fresh(8, dice=KEEP)
    told = {tuple(each["choice"]): each for each in race.view(0)["decision"]["answers"]}
    assert {choice: each["name"] for choice, each in told.items() if "name" in each} == NAMED
    assert all(sum(build) == 4 for build in NAMED)
    assert told[2, 2, 0, 0]["boxes"][1]["label"] == "heavy car"


@pytest.mark.rule("GEN archetype-thunderfoot", "GEN archetype-flashing-hooves")
@pytest.mark.rule("GEN archetype-lasting-pleasure", "GEN archetype-horse-with-no-name")
def test_drivers_build_like_that() -> None:
    assert characters.Tiro.builds == ((2, 2, 0, 0), (2, 0, 2, 0), (1, 0, 1, 2), (1, 1, 1, 1))
    assert characters.Novus.builds == ((1, 1, 1, 1),)
