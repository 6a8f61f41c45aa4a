"""GEN carcass-1, crit-horse-1: dead horses on the track, and hits that are worse than they look."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import DataError
from ludus.core.event import Modifier
from ludus.games.circus.state import CARCASS
from tests.rules.circus.kit import GAME, CircusMatch, asked, attacks, chariot, circus, dice_left, events, place, play
from tests.rules.circus.wreck_kit import DRAGGING, landing

STAY: dict[str, Any] = {"carcasses": True}
WORSE: dict[str, Any] = {"critical_horses": True}


# -- carcasses --------------------------------------------------------------------------------------------------


def cut(*dice: int, written: int = 15, options: dict[str, Any] | None = None, **more: Any) -> CircusMatch:
    """Red has a dead horse to cut free: three dice, one for each that lives."""
    log = {"horses": [0, 4, 4, 5], "fallen": [1], "written": written, **more.pop("red_is", {})}
    race = circus(
        red="lane 3, backstretch 11", red_is=log, options=STAY if options is None else options, dice=dice, **more
    )
    play(race, "cut")
    return race


def carcasses(race: CircusMatch) -> list[str]:
    return [race.state.track.name(square) for square, what in race.state.wrecks.items() if what == CARCASS]


@pytest.mark.rule("GEN carcass-1")
def test_a_horse_that_was_cut_free_stays_where_the_team_stood() -> None:
    race = cut(1, 1, 1)
    assert carcasses(race) == ["lane 3, backstretch 11"]
    (told,) = events(race, "carcass")
    assert told.data == {"chariot": "red", "square": "lane 3, backstretch 11"}
    assert told.clauses == ("GEN carcass-1",)
    # Going on is not passing over it, neither with the team nor with the car.
    play(race, "forward 10")
    assert (place(race, "red"), events(race, "jump"), events(race, "run-over")) == ("lane 3, backstretch 21", [], [])
    assert dice_left(race) == ()


@pytest.mark.rule("GEN carcass-1")
def test_no_carcass_without_the_option_or_without_the_cut() -> None:
    assert carcasses(cut(1, 1, 1, options={})) == []
    failed = cut(6, 6, 6, written=10)
    assert (carcasses(failed), chariot(failed, "red").fallen) == ([], (0,))


@pytest.mark.rule("GEN carcass-1")
def test_two_dead_horses_are_one_obstacle() -> None:
    race = cut(1, 1, red_is={"horses": [0, 4, 0, 5], "fallen": [1, 3]})
    assert carcasses(race) == ["lane 3, backstretch 11"]
    assert chariot(race, "red").fallen == (2,)


@pytest.mark.rule("GEN carcass-1")
def test_whoever_stands_there_next_turn_moves_off_without_a_roll() -> None:
    # The cut costs all of its speed; in turn 3 it drives on.
    race = cut(4, 4, 5, 1, red_is={"whip": False}, blue="lane 4, backstretch 11", blue_is={"whip": False})
    assert place(race, "red") == "lane 3, backstretch 11"
    race.submit(0, 5)
    race.submit(1, 0)
    assert attacks(race) == set()  # QA 14.1: not from there, though Blue's car is beside
    play(race, "forward 5")
    assert (place(race, "red"), events(race, "run-over")) == ("lane 3, backstretch 16", [])
    assert dice_left(race) == ()


def over(*dice: int, options: dict[str, Any] | None = None, **more: Any) -> CircusMatch:
    """Red drives over what lies on square 12 of its lane."""
    lies = {"carcasses": ["lane 3, backstretch 12"]}
    log = {"written": 6, "whip": False, "endurance": 20, **more.pop("red_is", {})}
    return circus(
        **{"red": "lane 3, backstretch 11", "red_is": log, "options": options or STAY, "dice": dice, **lies, **more}
    )


@pytest.mark.rule("GEN carcass-1")
@pytest.mark.parametrize(
    ("dice", "total", "result"),
    [((4, 4, 4), 11, "car"), ((3, 3, 3), 8, "none"), ((3, 3, 4), 9, "jostled"), ((6, 6, 6), 17, "flip")],
)
def test_it_is_a_smaller_wreck(dice: tuple[int, int, int], total: int, result: str) -> None:
    wheels = (1, 1) if result == "car" else ()
    landing_dice = (2, 2) if result == "flip" else ()
    race = over(2, *dice, *wheels, *landing_dice)
    play(race, "forward 6", 2, "forward 2")
    (told,) = events(race, "run-over")
    assert (told.data["total"], told.data["result"]) == (total, result)
    assert told.modifiers == (Modifier("CDM", 0), Modifier("endurance not paid", 0), Modifier("carcass", -1))


@pytest.mark.rule("GEN carcass-1")
def test_what_is_not_paid_counts_as_ever() -> None:
    race = over(5, 3, 3, 3, 1, 1)
    play(race, "forward 6", 2, "forward 2")
    (told,) = events(race, "run-over")
    assert told.data["total"] == 9 + 3 - 1
    assert told.modifiers[1:] == (Modifier("endurance not paid", 3), Modifier("carcass", -1))


@pytest.mark.rule("GEN carcass-1")
def test_it_stops_whoever_ends_on_it_and_nobody_turns_into_it() -> None:
    race = over(1, red_is={"written": 2})
    play(race, "forward 2", 1)
    assert events(race, "flip")[0].clauses[0] == "CM 14.2d"
    beside = over(red="lane 4, backstretch 11", red_is={"written": 3})
    assert "in" not in asked(beside)[1]  # CM 14.1a


@pytest.mark.rule("GEN carcass-1")
def test_the_one_it_was_cut_from_jumps_like_anybody_in_a_later_turn() -> None:
    race = over(1, 1, 1, 1, red_is={"horses": [0, 4, 4, 5]})
    play(race, "forward 6", 1, "forward 2")
    assert events(race, "run-over")[0].data["result"] == "none"


@pytest.mark.rule("GEN carcass-1")
def test_a_dragged_man_survives_a_dead_horse() -> None:
    # CM 16.6 kills whoever is dragged over a wreck; a carcass is softer. The team has to jump it all the same.
    for lies, driver in (("carcasses", "dragged"), ("wrecks", "dead")):
        race = over(
            *(1, 1, 1, 1), *((1,) if driver == "dragged" else ()),
            red_is=DRAGGING | {"hits_start": 10, "horses": [2, 2, 1, 1], "endurance": 0},
            **dict[str, Any]({"carcasses": [], lies: ["lane 3, backstretch 12"]}),
        )  # fmt: skip
        play(race, "forward 6", "forward 5", "forward 4")
        assert chariot(race, "red").driver == driver
        assert dice_left(race) == ()


@pytest.mark.rule("GEN carcass-1")
def test_a_wreck_on_a_carcass_is_a_wreck() -> None:
    # Two dice 4: it lands where it flipped.
    race = landing(2, 2, carcasses=["lane 4, backstretch 10"], options=STAY)
    assert race.state.wrecks == {race.state.track.find("lane 4, backstretch 10"): -1}


@pytest.mark.rule("GEN carcass-1")
def test_carcasses_are_part_of_a_written_position() -> None:
    race = over(wrecks=["lane 5, backstretch 20"])
    written = GAME.write_position(race.state)
    assert (written["carcasses"], written["wrecks"]) == (["lane 3, backstretch 12"], ["lane 5, backstretch 20"])
    again = GAME.read_position(written, 2, race.options)
    assert again.wrecks == race.state.wrecks
    with pytest.raises(DataError, match="by these rules no dead horse stays on the track"):
        over(options={"dust": True})


@pytest.mark.rule("GEN carcass-1")
def test_a_jump_over_a_carcass_is_part_of_it_too() -> None:
    race = over(1)
    play(race, "forward 6", 1)
    written = GAME.write_position(race.state)
    assert written["move"]["jumps"] == [{"square": "lane 3, backstretch 12", "unpaid": 0, "extra": -1}]
    assert GAME.read_position(written, 2, race.options).move == race.state.move


# -- critical horse hits ---------------------------------------------------------------------------------------------


def rammed(*dice: int, answers: tuple[str, ...] = ("hold",), **more: Any) -> CircusMatch:
    """Red's car rams Blue's horses from the inside."""
    squares = {"red": "lane 3, backstretch 11", "blue": "lane 4, backstretch 10"}
    race = circus(**{**squares, "options": WORSE, "move": {"written": 3}, "dice": dice, **more})
    play(race, "ram blue horses", *answers)
    return race


@pytest.mark.rule("GEN crit-horse-1")
@pytest.mark.parametrize(
    ("dice", "more", "left"),
    [((1, 1), 0, 4), ((4, 4), 0, 4), ((4, 5), 1, 3), ((5, 5), 2, 2), ((5, 6), 3, 1), ((6, 6), 0, 0)],
)
def test_two_dice_for_a_hurt_horse(dice: tuple[int, int], more: int, left: int) -> None:
    # Two dice 10 are two points of six.
    race = rammed(5, 5, *dice, blue_is={"horses_start": [6, 4, 4, 5]})
    assert chariot(race, "blue").horses == (left, 4, 4, 5)
    (told,) = events(race, "critical-horse")
    assert told.data == {"chariot": "blue", "horse": 1, "killed": left == 0, "more": more}
    assert told.clauses == ("GEN crit-horse-1",)
    worse = [event for event in events(race, "injury") if event.clauses[0] == "GEN crit-horse-1"]
    assert [event.data["points"] for event in worse] == ([4 if left == 0 else more] if left != 4 else [])
    assert dice_left(race) == ()


@pytest.mark.rule("GEN crit-horse-1")
def test_two_points_and_an_eleven_are_five() -> None:
    race = rammed(5, 5, 5, 6, blue_is={"horses_start": [7, 4, 4, 5]})
    assert chariot(race, "blue").horses[0] == 7 - 5


@pytest.mark.rule("GEN crit-horse-1")
def test_more_than_it_has_kills_it() -> None:
    race = rammed(5, 5, 5, 6, blue_is={"horses_start": [4, 4, 4, 5]})
    assert (chariot(race, "blue").horses[0], len(events(race, "horse-dead"))) == (0, 1)
    assert dice_left(race) == ()


@pytest.mark.rule("GEN crit-horse-1")
@pytest.mark.parametrize(
    ("dice", "log"),
    [
        ((1, 1), {}),  # no harm done
        ((6, 6), {"horses_start": [4, 4, 4, 5]}),  # killed by the ram itself
    ],
)
def test_no_roll_for_an_unhurt_or_a_dead_horse(dice: tuple[int, int], log: dict[str, Any]) -> None:
    race = rammed(*dice, blue_is=log)
    assert (events(race, "critical-horse"), dice_left(race)) == ([], ())


@pytest.mark.rule("GEN crit-horse-1")
def test_a_shielded_side_is_not_struck() -> None:
    race = circus(
        red="lane 3, backstretch 11",
        blue="lane 4, backstretch 10",
        blue_is={"horses": [0, 4, 4, 5], "fallen": [1]},
        options=WORSE,
        move={"written": 3},
    )
    assert attacks(race) == set()


@pytest.mark.rule("GEN crit-horse-1")
def test_only_an_attacker_makes_it_worse() -> None:
    # A corner strain that hurts a horse: row 16 and one point, then two dice for the injury; and no more.
    race = circus(
        red="lane 1, front straight 33",
        red_is={"written": 9, "whip": False},
        options=WORSE,
        dice=[6, 6, 4, 5, 5],
    )
    play(race, "forward 1")
    assert [event.data["points"] for event in events(race, "injury")] == [2]
    assert (events(race, "critical-horse"), dice_left(race)) == ([], ())


@pytest.mark.rule("GEN crit-horse-1")
def test_an_involuntary_ram_has_an_attacker_too() -> None:
    # Red slides out (S) and its car meets Blue's horses: two dice 10, then the critical roll.
    race = circus(
        red="lane 1, front straight 33",
        red_is={"written": 9, "whip": False},
        blue="lane 2, front straight 33",
        options=WORSE,
        dice=[6, 6, 1, 5, 5, 4, 5],
    )
    play(race, "forward 1", "hold")
    assert events(race, "involuntary-ram")[0].data["into"] == ["blue"]
    assert chariot(race, "blue").horses == (5 - 2 - 1, 4, 4, 5)
    assert dice_left(race) == ()


@pytest.mark.rule("GEN crit-horse-1")
def test_a_team_thrown_against_a_car_hurts_only_itself() -> None:
    # CM 9.61a: Red's own horse suffers from Blue's car, and nobody has attacked it.
    race = circus(
        red="lane 1, front straight 33",
        red_is={"written": 9, "whip": False},
        blue="lane 2, dolphin corner 1",
        options=WORSE,
        dice=[6, 6, 1, 5, 5],
    )
    play(race, "forward 1", "hold")
    assert [(event.data["chariot"], event.data["points"]) for event in events(race, "injury")] == [("red", 2)]
    assert (events(race, "critical-horse"), dice_left(race)) == ([], ())
