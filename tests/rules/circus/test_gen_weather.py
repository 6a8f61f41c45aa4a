"""GEN weather-1 to weather-mud, and what rain and mud do to speeds and corners."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from tests.rules.circus.kit import (
    GAME,
    KEEP,
    CircusMatch,
    asked,
    chariot,
    dice_left,
    events,
    fresh,
    left,
    place,
    play,
)
from tests.rules.circus.kit import write as write_speeds
from tests.rules.circus.sky_kit import BOTH, MUD, RAIN, under

FAST: dict[str, Any] = {"horses_start": [8, 8, 8, 8], "whip": False}


def skies(race: CircusMatch) -> list[tuple[bool, bool, tuple[str, ...]]]:
    return [(event.data["rain"], event.data["mud"], event.clauses) for event in events(race, "weather")]


def still(*dice: int, turn: int, sky: dict[str, Any], **more: Any) -> CircusMatch:
    """Two chariots that write 0 turn after turn; before each draw of two there is one die."""
    squares: dict[str, Any] = {"red": "lane 3, backstretch 10", "blue": "lane 5, backstretch 10"}
    idle = {f"{faction}_is": {"whip": False, **more.pop(f"{faction}_is", {})} for faction in ("red", "blue")}
    return under({"weather": sky}, phase="notation", turn=turn, dice=dice, **squares, **idle, **more)


def wet(race: CircusMatch, faction: str = "red") -> Any:
    return chariot(race, faction).parts["wet"]


# -- the dice -------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN weather-1", "GEN weather-2", "GEN weather-3")
@pytest.mark.parametrize(
    ("dice", "sky", "clauses"),
    [
        ([1, 5], (True, False), ("GEN weather-1", "GEN weather-2")),
        ([1, 4], (True, False), ("GEN weather-1", "GEN weather-2")),
        ([1, 1], (True, True), ("GEN weather-1", "GEN weather-2")),
        ([1, 2], (True, False), ("GEN weather-1", "GEN weather-2")),
        ([2], (False, False), ("GEN weather-1", "GEN weather-3")),
        ([3], (False, False), ("GEN weather-1",)),
        ([6], (False, False), ("GEN weather-1",)),
    ],
)
def test_the_first_dice(dice: list[int], sky: tuple[bool, bool], clauses: tuple[str, ...]) -> None:
    race = fresh(8, options={"weather": True}, dice=[*KEEP, *[1] * 24, *KEEP, *KEEP, *dice])
    assert events(race, "weather") == []  # it comes after building
    play(race, *[(1, 1, 1, 1)] * 8)
    assert skies(race) == [(*sky, clauses)]
    assert race.state.parts["weather"].later == (dice == [2])
    assert dice_left(race) == ()
    kinds = [event.kind for event in race.events]
    assert kinds.index("grid") < kinds.index("weather") < kinds.index("turn")


@pytest.mark.rule("GEN weather-1")
def test_rain_is_checked_on_even_turns_until_it_clears() -> None:
    race = still(4, 1, 1, 1, 1, 1, 1, turn=2, sky={"rain": True})
    assert skies(race) == [(True, False, ("GEN weather-1",))]
    write_speeds(race)
    assert (race.state.turn, race.state.parts["weather"].rain) == (3, True)  # no die in turn 3 but that of the draw
    write_speeds(race)
    assert (race.state.turn, race.state.parts["weather"].rain) == (4, False)
    assert skies(race)[1:] == [(False, False, ("GEN weather-1",))]
    for _ in range(3):
        write_speeds(race)
    assert race.state.turn == 7
    assert len(skies(race)) == 2  # not in turn 6
    assert dice_left(race) == ()


@pytest.mark.rule("GEN weather-1")
@pytest.mark.parametrize(("die", "rain"), [(1, False), (2, True), (6, True)])
def test_only_a_one_clears_the_sky(die: int, rain: bool) -> None:
    race = still(die, turn=8, sky={"rain": True})
    assert race.state.parts["weather"].rain is rain
    assert dice_left(race) == ()


@pytest.mark.rule("GEN weather-1")
def test_a_clear_sky_is_not_checked() -> None:
    race = still(1, 1, turn=2, sky={})
    write_speeds(race)
    write_speeds(race)
    assert (events(race, "weather"), dice_left(race)) == ([], ())


@pytest.mark.rule("GEN weather-3", "GEN weather-1")
@pytest.mark.parametrize(
    ("dice", "rain", "mud", "later"),
    [([1, 4], True, False, False), ([1, 1], True, True, False), ([2], False, False, True), ([4], False, False, False)],
)
def test_after_a_two_every_lap_has_its_die(dice: list[int], rain: bool, mud: bool, later: bool) -> None:
    # Red, the leader, ends the first lap in turn 5; the die is thrown in turn 6.
    race = under(
        {"weather": {"later": True}},
        phase="notation",
        turn=5,
        red="lane 8, backstretch 33",
        blue="lane 5, backstretch 10",
        red_is={"whip": False},
        blue_is={"whip": False},
        dice=[1, *dice, 1, 1, *([4] if rain else [])],
    )
    assert events(race, "weather") == []
    race.submit(0, 1)
    race.submit(1, 0)
    play(race, "forward 1")
    assert (race.state.turn, race.state.markers) == (6, 2)
    sky = race.state.parts["weather"]
    assert (sky.rain, sky.mud, sky.later, sky.laps) == (rain, mud, later, 1)
    assert len(events(race, "weather")) == 1  # rain that has just begun is not checked in the same turn
    write_speeds(race)
    assert len(events(race, "weather")) == 1  # nor is the lap
    write_speeds(race)
    assert len(events(race, "weather")) == 1 + rain  # but in turn 8
    assert dice_left(race) == ()


# -- from rain to mud -----------------------------------------------------------------------------------------


def third_corner(
    *dice: int, sky: dict[str, Any] = RAIN, seen: dict[str, int] | None = None, **more: Any
) -> CircusMatch:
    """Red is about to leave the dolphin corner of lap 2, two corners behind it; its team does 18 on a dry day."""
    red = {"lap": 2, "written": 18, "whip": False, "parts": {"wet": seen or {"entered": 5, "corners": 2}}}
    return under(sky, red="lane 8, dolphin corner 26", red_is=red, **more)


@pytest.mark.rule("GEN weather-mud", "GEN mud-1")
def test_the_third_corner_in_the_rain_makes_mud() -> None:
    race = third_corner()
    assert events(race, "mud") == []
    play(race, "forward 1")
    (mud,) = events(race, "mud")
    assert (mud.data, mud.clauses) == ({"chariot": "red"}, ("GEN weather-mud", "GEN mud-1"))
    assert race.state.parts["weather"].mud
    # Its team has left the corner; where its car is does not matter.
    assert place(race, "red") == "lane 8, backstretch 0"


@pytest.mark.rule("GEN weather-mud", "GEN mud-speed")
def test_a_phase_under_way_keeps_its_speed_and_the_next_one_does_not() -> None:
    others: dict[str, Any] = {
        "blue": "lane 1, backstretch 10",
        "blue_is": {"lap": 2, "moved": False, "written": 18, "whip": False},
    }
    race = third_corner(**others)
    play(race, "forward 17")
    assert place(race, "red") == "lane 8, backstretch 16"
    speeds = [(event.data["chariot"], event.data["factors"]) for event in events(race, "speed")]
    assert speeds == [("red", 17), ("blue", 16)]
    assert dice_left(race) == ()


@pytest.mark.rule("GEN weather-mud")
@pytest.mark.parametrize(
    ("sky", "seen"),
    [
        (RAIN, {"entered": 5, "corners": 1}),  # the second
        (RAIN, {"entered": -9, "corners": 2}),  # entered when it was still dry
        (RAIN, {"entered": 3, "corners": 2}),  # another corner was entered in the rain
        ({}, {"entered": 5, "corners": 2}),  # left when it was dry again
    ],
)
def test_no_mud_without_three_whole_corners_in_the_rain(sky: dict[str, Any], seen: dict[str, int]) -> None:
    race = third_corner(sky=sky, seen=seen)
    before = wet(race).corners
    play(race, "forward 1")
    assert (events(race, "mud"), race.state.parts["weather"].mud) == ([], False)
    assert wet(race).corners == before + (seen["entered"] == 5 and sky == RAIN)


@pytest.mark.rule("GEN weather-mud")
def test_a_corner_is_counted_from_one_end_to_the_other() -> None:
    race = under(RAIN, red="lane 8, front straight 33", red_is={**FAST, "written": 28}, dice=[1, 1, 1])
    play(race, "forward 1")
    assert (wet(race).entered, wet(race).corners) == (1, 0)
    play(race, "forward 27")
    assert (place(race, "red"), wet(race).corners) == ("lane 8, backstretch 0", 1)


@pytest.mark.rule("GEN weather-mud")
def test_a_break_in_the_rain_starts_the_count_again() -> None:
    race = still(1, turn=4, sky={"rain": True}, red_is={"parts": {"wet": {"entered": 5, "corners": 2}}})
    assert not race.state.parts["weather"].rain
    assert (wet(race).entered, wet(race).corners) == (-9, 0)


@pytest.mark.rule("GEN weather-mud")
def test_whoever_is_pushed_back_does_not_finish_the_corner_twice() -> None:
    # Red leaves its first corner, brakes back into it before Blue's ram, and leaves it again in turn 3.
    race = under(
        RAIN,
        red="lane 8, dolphin corner 26",
        red_is={"written": 1, "whip": False, "parts": {"wet": {"entered": 1}}},
        blue="lane 7, backstretch 0",
        blue_is={"written": 1, "whip": False, "moved": False},
        dice=[6, 6, 1, 1, 1, 4],
    )
    play(race, "forward 1", "ram red car", "avoid", "brake")
    assert (place(race, "red"), wet(race).corners) == ("lane 8, dolphin corner 26", 1)
    race.submit(0, 1)
    race.submit(1, 0)
    play(race, "forward 1")
    assert (place(race, "red"), wet(race).corners) == ("lane 8, backstretch 0", 1)
    assert dice_left(race) == ()


@pytest.mark.rule("GEN weather-mud", "GEN rain-lanes")
def test_mud_made_by_somebody_else_in_the_middle_of_a_phase() -> None:
    # Blue evades out of its third corner: mud, while Red's phase has all its speed.
    race = under(
        RAIN,
        red="lane 6, backstretch 0",
        red_is={"lap": 2, "written": 17, "whip": False},
        blue="lane 7, dolphin corner 23",
        blue_is={"lap": 2, "parts": {"wet": {"entered": 5, "corners": 2}}},
        dice=[6, 6, 1, 1, 2],
    )
    play(race, "ram blue car", "avoid", "evade out")
    assert place(race, "blue") == "lane 8, backstretch 0"
    assert [event.data["chariot"] for event in events(race, "mud")] == ["blue"]
    assert [event.kind for event in race.events][-2:] == ["mud", "slippery"]  # the die of its lane change follows
    assert left(race.state, chariot(race, "red")) == 17 - 1
    assert dice_left(race) == ()


# -- dust, speed, corners ------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN rain-dust")
@pytest.mark.parametrize(("sky", "dust"), [(RAIN, False), (BOTH, False), (MUD, True), ({}, True)])
def test_no_dust_in_the_rain(sky: dict[str, Any], dust: bool) -> None:
    race = under(
        sky,
        options={"dust": True},
        red="lane 3, backstretch 11",
        blue="lane 4, backstretch 11",
        move={"written": 3},
    )
    assert ("dust blue driver" in asked(race)[1]) is dust


@pytest.mark.rule("GEN rain-speed", "GEN mud-speed")
@pytest.mark.parametrize(("sky", "most"), [({}, 18), (RAIN, 17), (MUD, 16), (BOTH, 16)])
def test_wet_teams_are_slower(sky: dict[str, Any], most: int) -> None:
    # Team speed 17, CDM +1.
    log = {"horses_start": [5, 4, 3, 5], "modifier": 1}
    race = under(sky, phase="notation", turn=3, red="lane 3, backstretch 10", red_is=log)
    assert list(race.pending[0])[-1] == most
    assert GAME.view(race.state, 0)["chariots"]["red"]["team_speed"] == most - 1


@pytest.mark.rule("GEN rain-speed")
def test_a_team_that_can_do_nothing_does_not_go_backwards() -> None:
    log = {"horses": [1, 0, 0, 0], "drained": 0, "modifier": 0}
    race = under(BOTH, phase="notation", turn=3, red="lane 3, backstretch 10", red_is=log)
    assert list(race.pending[0]) == [0]


def three(total: int) -> tuple[int, int, int]:
    """Three dice with this total."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return first, second, total - first - second


def strained(sky: dict[str, Any], car: str, speed: int, *dice: int, **log: Any) -> CircusMatch:
    """Red enters the dolphin corner in lane 1 (safe speed 8, in mud 5)."""
    red = {"written": speed, "whip": False, "car": car, **log}
    race = under(sky, red="lane 1, front straight 33", red_is=red, dice=dice)
    play(race, "forward 1")
    return race


@pytest.mark.rule("GEN rain-corner", "GEN mud-corner", "GEN mud-1")
@pytest.mark.parametrize(
    ("sky", "car", "amount"),
    [
        (RAIN, "light", 3), (RAIN, "normal", 2), (RAIN, "heavy", 1),
        (MUD, "light", 4), (MUD, "normal", 3), (MUD, "heavy", 2), (BOTH, "light", 4),
    ],
)  # fmt: skip
def test_corners_are_slippery(sky: dict[str, Any], car: str, amount: int) -> None:
    # Two points of strain. A row of 12 slides, a row of 11 gets through.
    speed = 10 if sky is RAIN else 7
    total = 12 + 1 - amount
    race = strained(sky, car, speed, *three(total), modifier=1)
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["result"]) == (2, "S")
    assert strain.modifiers == (Modifier("CDM", -1), Modifier("rain" if sky is RAIN else "mud", amount))
    dry = strained(sky, car, speed, *three(total - 1), modifier=1)
    assert events(dry, "strain")[0].data["result"] == "-"
    assert dice_left(race) == dice_left(dry) == ()


@pytest.mark.rule("GEN rain-corner")
def test_a_dry_corner_knows_no_modifier() -> None:
    (strain,) = events(strained({}, "light", 10, 4, 4, 4, modifier=1), "strain")
    assert (strain.modifiers, strain.data["result"]) == ((Modifier("CDM", -1),), "-")


@pytest.mark.rule("GEN rain-corner")
def test_a_corner_check_after_a_jump_is_wet_too() -> None:
    # CM 14.3-danger on a straight: "all Corner Strain rolls". Total speed 5, four points, three dice 9 and rain 2: SS.
    race = under(
        RAIN,
        red="lane 3, backstretch 9",
        red_is={"written": 5, "whip": False},
        wrecks=["lane 3, backstretch 10"],
        dice=[1, 5, 5, 5, 3, 3, 3],
    )
    play(race, "forward 5", 1, "forward 2")
    assert events(race, "run-over")[0].data["result"] == "danger"
    (strain,) = events(race, "strain")
    assert (strain.data["result"], strain.modifiers[1]) == ("SS", Modifier("rain", 2))
    assert dice_left(race) == ()


@pytest.mark.rule("GEN mud-safe-speed")
@pytest.mark.parametrize(("sky", "speed", "points"), [(MUD, 8, 3), (MUD, 6, 1), (RAIN, 9, 1), (BOTH, 8, 3)])
def test_mud_lowers_safe_speeds(sky: dict[str, Any], speed: int, points: int) -> None:
    race = strained(sky, "normal", speed, 1, 1, 1)
    assert [event.data["points"] for event in events(race, "strain")] == [points]
    assert events(strained(MUD, "normal", 5), "strain") == []


@pytest.mark.rule("GEN mud-corner")
def test_the_ledgers_heavy_car_in_mud() -> None:
    # Three dice 9, heavy: row 11; with three points of strain a slide.
    (strain,) = events(strained(MUD, "heavy", 8, 3, 3, 3), "strain")
    assert (strain.data["points"], strain.data["result"]) == (3, "S")
