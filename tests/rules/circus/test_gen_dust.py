"""GEN dust-1, dust-2: a pouch of dust, and what it does to eyes."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from tests.rules.circus.kit import (
    GAME,
    CircusMatch,
    asked,
    attacks,
    chariot,
    circus,
    dice_left,
    events,
    left,
    place,
    play,
    write,
)
from tests.rules.circus.wreck_kit import EMPTY

DUST = "dust blue driver"
HIT = (5, 5)
FALLS, INTO, EYE, AWAY, BLINDED, GUST = (1, 1), (2, 2), (3, 4), (4, 5), (5, 6), (6, 6)  # by a driver with CDM 0


def beside(*dice: int, inside: int = 3, outside: int = 4, **more: Any) -> CircusMatch:
    """Red's car stands beside Blue's."""
    squares = {"red": f"lane {inside}, backstretch 11", "blue": f"lane {outside}, backstretch 11"}
    return circus(**{**squares, "options": {"dust": True}, "move": {"written": 3}, "dice": dice, **more})


def thrown(*dice: int, answers: tuple[object, ...] = (), **more: Any) -> CircusMatch:
    race = beside(*dice, **more)
    play(race, DUST, *answers)
    return race


def pouch(race: CircusMatch, faction: str) -> Any:
    return chariot(race, faction).parts["dust"]


def dusts(race: CircusMatch) -> list[str]:
    return [str(choice) for choice in asked(race)[1] if str(choice).startswith("dust")]


# -- the throw -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN dust-1")
@pytest.mark.parametrize(
    ("modifier", "cdm", "dice", "total", "hits"),
    [(2, 2, (4, 4), 10, True), (0, 0, (4, 5), 9, False), (2, -1, (5, 5), 9, False), (2, 1, (4, 5), 10, True)],
)
def test_two_dice_and_the_current_modifier(
    modifier: int, cdm: int, dice: tuple[int, int], total: int, hits: bool
) -> None:
    race = thrown(*dice, *(EYE if hits else ()), red_is={"modifier": modifier, "cdm": cdm})
    (told,) = events(race, "dust")
    assert told.data == {"chariot": "red", "target": "blue", "total": total, "hits": hits}
    assert (told.clauses, told.modifiers) == (("GEN dust-1",), (Modifier("attacker's CDM", cdm),))
    assert len(events(race, "dust-result")) == hits
    assert not pouch(race, "red").carried  # hit or miss
    assert pouch(race, "blue").carried
    assert dice_left(race) == ()


@pytest.mark.rule("GEN dust-1")
def test_it_costs_a_factor_and_is_the_attack_of_its_square() -> None:
    race = thrown(1, 1)
    assert left(race.state, chariot(race, "red")) == 2
    assert asked(race)[0] == "step"  # nobody was asked to defend
    assert attacks(race) == set()
    assert dusts(race) == []
    play(race, "forward 1")
    assert attacks(race) == {"ram blue horses", "lash blue team"}  # from the next square he may attack again
    # After another attack from this square there is none with dust.
    rammed = beside(5, 5, 1)
    play(rammed, "ram blue car", "hold")
    assert dusts(rammed) == []
    assert pouch(rammed, "red").carried


@pytest.mark.rule("GEN dust-1")
def test_once_in_a_race() -> None:
    assert dusts(beside()) == [DUST]
    assert dusts(beside(red_is={"parts": {"dust": {"carried": False}}})) == []


@pytest.mark.rule("GEN dust-1")
@pytest.mark.parametrize(
    "more",
    [
        {"blue": "lane 4, backstretch 10"},  # beside the team
        {"blue": "lane 5, backstretch 11"},  # two lanes away
        {"blue_is": {**EMPTY}},  # nobody in the car
        {"blue_is": {"seat": 0}, "green": "lane 8, egg corner 3", "green_is": {"seat": 1}, "seats": 2},  # his own
        {"red_is": {"cut_turn": 2}},  # he has his hands full
        {"wrecks": ["lane 3, backstretch 10"], "red_is": {"under": []}},  # QA 14.1: not from a wreck
    ],
)
def test_no_dust(more: dict[str, Any]) -> None:
    assert dusts(beside(**more)) == []


@pytest.mark.rule("GEN dust-1")
def test_not_from_gray_squares_in_turn_1() -> None:
    start: dict[str, Any] = {"red": "lane 3, front straight 3", "blue": "lane 4, front straight 3", "turn": 1}
    assert dusts(beside(**start)) == []
    assert dusts(beside(**{**start, "turn": 2})) == [DUST]


@pytest.mark.rule("GEN dust-2")
@pytest.mark.parametrize(
    ("dice", "cdm", "result"),
    [
        ((1, 1), -2, "falls out"), ((1, 1), 0, "falls out"), ((1, 2), 0, "swerves into him"),
        ((2, 2), 1, "swerves into him"), ((3, 2), 0, "swerves into him"), ((3, 3), 0, "eye wound"),
        ((4, 4), 0, "eye wound"), ((6, 3), 0, "swerves away"), ((6, 4), 0, "swerves away"), ((6, 3), 2, "blinded"),
        ((6, 6), 0, "gust"), ((6, 5), 2, "gust"), ((6, 6), 2, "gust"),
    ],
)  # fmt: skip
def test_the_table(dice: tuple[int, int], cdm: int, result: str) -> None:
    wheels = (1, 1, 1, 1) if result == "swerves into him" else ()
    race = thrown(*HIT, *dice, *wheels, blue_is={"modifier": 2, "cdm": cdm})
    (told,) = events(race, "dust-result")
    assert told.data == {"chariot": "blue", "by": "red", "result": result}
    assert (told.clauses, told.modifiers) == (("GEN dust-2",), (Modifier("defender's CDM", cdm),))
    assert dice_left(race) == ()


@pytest.mark.rule("GEN dust-2")
def test_a_stopped_driver_has_no_modifier() -> None:
    # CM 9.52f: with a dead horse in harness +2 counts as 0; two dice 4 are a 4, not a 6.
    stopped = {"modifier": 2, "horses": [0, 4, 4, 5], "fallen": [1]}
    race = thrown(*HIT, *INTO, 1, 1, 1, 1, blue_is=stopped)
    (told,) = events(race, "dust-result")
    assert (told.data["result"], told.modifiers) == ("swerves into him", (Modifier("defender's CDM", 0),))


# -- falling, swerving -----------------------------------------------------------------------------------------


@pytest.mark.rule("GEN dust-2")
def test_he_falls_out_and_is_dragged_behind_car_and_team() -> None:
    race = thrown(*HIT, *FALLS)
    blue = chariot(race, "blue")
    assert (blue.status, blue.driver, blue.hitched) == ("runaway", "dragged", True)
    assert events(race, "pulled-out")[0].clauses[0] == "GEN dust-2"
    assert [event.kind for event in race.events if event.kind == "flip"] == []
    play(race, "forward 2")
    assert asked(race)[0] == "loose"


@pytest.mark.rule("GEN dust-2")
def test_he_swerves_into_the_thrower() -> None:
    # Blue's left wheel: 6 and a heavy car's 3 are three points; Red's right: 6 and a light car's -3 are one.
    race = thrown(
        *HIT, *INTO, 3, 3, 6, 6, 3, 3, red_is={"car": "heavy"}, blue_is={"car": "light"}, options={"dust": True}
    )
    marks = [(event.data["chariot"], event.data["wheel"], event.data["points"]) for event in events(race, "wheel")]
    assert marks == [("blue", "left", 3), ("red", "right", 1)]
    assert events(race, "wheel")[0].clauses[0] == "GEN dust-2"
    assert [event.data["chariot"] for event in events(race, "wheel-check")] == ["blue"]
    assert events(race, "ram-car") == []  # no attack roll
    assert dice_left(race) == ()


@pytest.mark.rule("GEN dust-2")
def test_both_cars_suffer_even_if_the_first_flips() -> None:
    race = thrown(*HIT, *INTO, 6, 6, 1, 1, blue_is={"left_wheel": 7})
    assert [event.data["chariot"] for event in events(race, "flip")] == ["blue"]
    assert chariot(race, "red").right_wheel == 1
    assert dice_left(race) == ()


@pytest.mark.rule("GEN dust-2", "GEN spear-3")
def test_that_collision_may_turn_a_spear() -> None:
    # As in a ram: the accident of him who swerves first, then that of the thrower.
    race = thrown(*HIT, *INTO, 1, 1, 1, 1, 4, 5, 5, 4, options={"dust": True, "spear": True})
    assert [event.data["chariot"] for event in events(race, "spear-accident")] == ["blue", "red"]
    assert dice_left(race) == ()


@pytest.mark.rule("GEN dust-2")
@pytest.mark.parametrize(("inside", "outside", "to"), [(3, 4, 6), (4, 3, 1)])
def test_he_swerves_away_two_lanes(inside: int, outside: int, to: int) -> None:
    race = thrown(*HIT, *AWAY, inside=inside, outside=outside)
    assert place(race, "blue") == f"lane {to}, backstretch 11"
    slides = events(race, "sideslip")
    assert [event.clauses for event in slides] == [("GEN dust-2",)] * 2
    blue = chariot(race, "blue")
    assert (blue.no_inside, blue.no_strain_turn) == (False, 0)  # none of the bans of CM 7.33-SS
    assert dice_left(race) == ()


@pytest.mark.rule("GEN dust-2")
@pytest.mark.parametrize(("lane", "end"), [(7, "lane 8, backstretch 10"), (8, "lane 8, backstretch 10")])
def test_he_swerves_into_the_wall(lane: int, end: str) -> None:
    race = thrown(*HIT, *AWAY, inside=lane - 1, outside=lane)
    (flip,) = events(race, "flip")
    assert (flip.data["square"], flip.clauses[0]) == (end, "GEN dust-2")


@pytest.mark.rule("GEN dust-2")
@pytest.mark.parametrize(("green", "to", "penalty", "clause"), [(5, 4, -6, "CM 7.34b"), (6, 5, -3, "GEN dust-2")])
def test_he_swerves_into_somebody_else(green: int, to: int, penalty: int, clause: str) -> None:
    # Green holds; nine and more less the penalty: 12 is none damaged.
    total = (6, 6, 6) if penalty == -6 else (5, 5, 5)
    race = thrown(*HIT, *AWAY, *total, green=f"lane {green}, backstretch 11", answers=("hold",))
    assert place(race, "blue") == f"lane {to}, backstretch 11"
    (ram,) = events(race, "involuntary-ram")
    assert (ram.data["into"], ram.data["penalty"], ram.clauses[0]) == (["green"], penalty, clause)
    assert events(race, "ram-car")[0].data["total"] == 12
    assert dice_left(race) == ()


@pytest.mark.rule("GEN dust-2")
def test_inwards_in_a_corner_the_lane_he_comes_to_is_checked() -> None:
    # From lane 4 to lane 2 (safe 9), at the 11 he drove last: two points; in lane 3 (safe 12) there are none.
    corner: dict[str, Any] = {
        "red": "lane 5, dolphin corner 8",
        "blue": "lane 4, dolphin corner 6",
        "blue_is": {"executed": 11},
    }
    race = thrown(*HIT, *AWAY, 1, 1, 1, **corner)
    assert place(race, "blue").startswith("lane 2,")
    assert [event.data["points"] for event in events(race, "strain")] == [2]
    # Blocked after one lane he rams, and the lane he has come to is checked all the same: at 14, two points.
    blocked = thrown(
        *HIT, *AWAY, 5, 5, 5, 1, 1, 1,
        **{**corner, "blue_is": {"executed": 14}},
        green="lane 2, dolphin corner 3",
        answers=("hold",),
    )  # fmt: skip
    assert place(blocked, "blue").startswith("lane 3,")
    assert [event.data["points"] for event in events(blocked, "strain")] == [2]
    assert dice_left(race) == dice_left(blocked) == ()


@pytest.mark.rule("GEN dust-2")
def test_outwards_nothing_is_checked() -> None:
    corner: dict[str, Any] = {
        "red": "lane 3, dolphin corner 5",
        "blue": "lane 4, dolphin corner 6",
        "blue_is": {"executed": 30},
    }
    race = thrown(*HIT, *AWAY, **corner)
    assert (place(race, "blue").split(",")[0], events(race, "strain")) == ("lane 6", [])


# -- an eye full of dust -------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN dust-2")
@pytest.mark.parametrize(("inside", "outside", "eyes"), [(3, 4, (True, False)), (4, 3, (False, True))])
def test_the_eye_on_the_throwers_side(inside: int, outside: int, eyes: tuple[bool, bool]) -> None:
    race = thrown(*HIT, *EYE, inside=inside, outside=outside)
    blue = chariot(race, "blue")
    assert (blue.eye_left, blue.eye_right, pouch(race, "blue").straight) == (*eyes, 2)
    assert blue.hits == 7


@pytest.mark.rule("GEN dust-2")
def test_straight_on_for_two_phases_of_his_own() -> None:
    race = thrown(*HIT, *EYE, 1, 1, 1, blue_is={"whip": False}, red_is={"whip": False})
    play(race, "forward 2")
    for straight in (2, 1, 0):
        assert pouch(race, "blue").straight == straight
        race.submit(0, 0)
        race.submit(1, 3)
        assert asked(race)[0] == "step"
        assert ("out" in asked(race)[1]) is (straight == 0)
        assert "brake 1" in asked(race)[1]
        play(race, "brake 3")
    assert dice_left(race) == ()


def half_blind(*dice: int, straight: int = 2, **more: Any) -> list[object]:
    """What a driver with dust in one eye may do."""
    log = {"eye_left": True, "whip": False, "parts": {"dust": {"straight": straight}}, **more.pop("red_is", {})}
    red = {"red": "lane 3, backstretch 10", "red_is": log, "move": {"written": 6}}
    race = circus(**{**red, "options": {"dust": True}, "dice": dice, **more})
    (decision,) = race.pending.values()
    return [choice for choice in decision if not str(choice).startswith(("forward", "brake"))]


@pytest.mark.rule("GEN dust-2")
@pytest.mark.parametrize(
    ("more", "ways"),
    [
        ({}, []),
        ({"blue": "lane 3, backstretch 17"}, ["out"]),  # its car stands on the sixth square
        ({"blue": "lane 3, backstretch 18"}, []),  # out of reach
        ({"blue": "lane 3, backstretch 15", "green": "lane 4, backstretch 11"}, ["in"]),  # no room outside
        ({"wrecks": ["lane 3, backstretch 12"]}, []),  # a wreck is no chariot
        ({"blue": "lane 3, backstretch 12"}, ["slip out"]),
        ({"blue": "lane 3, backstretch 12", "green": "lane 4, backstretch 10"}, ["slip in"]),
        ({"blue": "lane 3, backstretch 15", "straight": 0}, ["in", "out"]),
        ({"red": "lane 1, backstretch 10"}, []),  # nor into the wall
        ({"red": "lane 1, backstretch 10", "straight": 0}, ["out", "into the wall"]),
    ],
)
def test_which_ways_are_left(more: dict[str, Any], ways: list[str]) -> None:
    found = half_blind(**more)
    assert [way for way in found if not str(way).startswith(("ram", "lash", "dust"))] == ways


@pytest.mark.rule("GEN dust-2")
@pytest.mark.parametrize(("eye", "ways"), [("eye_right", ["evade out", "brake"]), ("eye_left", ["brake"])])
def test_he_may_evade_on_the_side_that_he_sees(eye: str, ways: list[str]) -> None:
    # Red attacks from the inside, on Blue's left.
    race = beside(6, 6, 1, 1, blue_is={eye: True, "parts": {"dust": {"straight": 2}}})
    play(race, "ram blue car", "avoid")
    assert asked(race) == ("avoid", [*ways, "hold"])


@pytest.mark.rule("GEN dust-2")
def test_a_gust_blows_it_back() -> None:
    race = thrown(*HIT, *GUST, red_is={"whip": False})
    red, blue = chariot(race, "red"), chariot(race, "blue")
    assert (red.eye_left, red.eye_right) == (False, True)  # the defender's side
    assert (blue.eye_left, blue.eye_right) == (False, False)
    assert (pouch(race, "red").straight, pouch(race, "blue").straight) == (2, 0)
    assert "in" in asked(race)[1]  # the rest of this phase does not count
    play(race, "forward 2")
    assert pouch(race, "red").straight == 2
    assert not pouch(race, "red").fresh


# -- blinded --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN dust-2")
@pytest.mark.parametrize(("horses", "half"), [([5, 4, 4, 5], 9), ([5, 4, 3, 5], 9), ([1, 0, 0, 0], 1)])
def test_two_hits_and_half_the_speed(horses: list[int], half: int) -> None:
    race = thrown(*HIT, *BLINDED, 4, blue_is={"hits_start": 10, "horses": horses, "modifier": 0})
    blue = chariot(race, "blue")
    assert (blue.hits, pouch(race, "blue").speed) == (8, half)
    assert GAME.view(race.state, 0)["chariots"]["blue"]["team_speed"] == half
    play(race, "forward 2")
    # The first die falls in the next turn: a 4, and he writes no more than the half.
    assert events(race, "sight")[0].data == {"chariot": "blue", "die": 4, "sees": False}
    assert list(race.pending[1])[-1] == half
    assert dice_left(race) == ()


@pytest.mark.rule("GEN dust-2")
@pytest.mark.parametrize(("die", "sees"), [(4, False), (5, True), (6, True), (1, False)])
def test_a_five_or_six_and_he_sees_again(die: int, sees: bool) -> None:
    blind = {"parts": {"dust": {"speed": 9, "blinded_turn": 3}}, "whip": False}
    race = beside(
        die, 1, *(() if sees else (5,)), phase="notation", turn=4, red_is=blind, blue_is={"whip": False}, move=None
    )
    assert events(race, "sight")[0].data["sees"] is sees
    assert list(race.pending[0])[-1] == (18 if sees else 9)
    write(race)
    assert len(events(race, "sight")) == 2 - sees  # one die a turn, as long as it takes
    assert dice_left(race) == ()


@pytest.mark.rule("GEN dust-2")
def test_the_speed_is_fixed_but_hurt_horses_do_no_more_than_they_can() -> None:
    for horses, speed in (([5, 4, 4, 5], 9), ([5, 5, 0, 0], 9), ([3, 2, 0, 0], 5)):
        blind = {"horses_start": [5, 5, 4, 5], "horses": horses, "parts": {"dust": {"speed": 9, "blinded_turn": 5}}}
        race = beside(red_is=blind, phase="notation", turn=5, move=None)
        assert list(race.pending[0])[-1] == speed
    rain = beside(
        red_is={"parts": {"dust": {"speed": 9, "blinded_turn": 5}}},
        options={"dust": True, "weather": True},
        parts={"weather": {"rain": True}},
        phase="notation",
        turn=5,
        move=None,
    )
    assert list(rain.pending[0])[-1] == 9  # fixed: rain takes nothing off


@pytest.mark.rule("GEN dust-2")
def test_two_hits_may_be_his_last() -> None:
    race = thrown(*HIT, *BLINDED, blue_is={"hits": 2})
    blue = chariot(race, "blue")
    assert (blue.driver, blue.status, blue.hits) == ("dead", "runaway", 0)
    assert [event.data["chariot"] for event in events(race, "flip")] == ["blue"]


@pytest.mark.rule("GEN dust-2")
def test_a_blinded_man_in_the_reins_rubs_no_eyes() -> None:
    # Blue runs at its own speed again, and there is no die for its driver.
    dragged = {**EMPTY, "whip": False, "parts": {"dust": {"speed": 9, "blinded_turn": 3, "straight": 2}}}
    race = beside(phase="notation", turn=4, blue_is=dragged, red_is={"whip": False}, move=None)
    assert events(race, "sight") == []
    assert GAME.view(race.state, 0)["chariots"]["blue"]["team_speed"] == 18
