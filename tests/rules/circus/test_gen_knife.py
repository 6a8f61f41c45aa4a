"""GEN knife-1 to knife-3: knives that are thrown."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, circus, dice_left, events, left, place, play
from tests.rules.circus.wreck_kit import DRAGGING, EMPTY

KILLED, MAJOR, MINOR, SCRATCHED, LAMED, DOWN = (1, 1), (2, 3), (4, 4), (4, 6), (5, 6), (6, 6)  # a driver with CDM 0


def near(*dice: int, blue: str = "lane 4, backstretch 11", **more: Any) -> CircusMatch:
    """Red's car is on square 10 of lane 3; Blue's beside it, unless it is said otherwise."""
    squares = {"red": "lane 3, backstretch 11", "blue": blue}
    return circus(**{**squares, "options": {"knife": True}, "move": {"written": 3}, "dice": dice, **more})


def thrown(*dice: int, at: str = "driver", knife: str = "knife", **more: Any) -> CircusMatch:
    race = near(*dice, **more)
    play(race, f"{knife} blue {at}")
    return race


def knives(race: CircusMatch, kind: str = "knife") -> list[str]:
    return [str(choice) for choice in asked(race)[1] if str(choice).startswith(kind)]


# -- the throw --------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN knife-1")
@pytest.mark.parametrize("die", range(1, 7))
def test_one_square_away_it_hits_on_three_or_less(die: int) -> None:
    race = thrown(die, *(MINOR if die <= 3 else ()))
    (told,) = events(race, "knife")
    assert told.data == {"chariot": "red", "target": "blue", "range": 1, "total": die, "hits": die <= 3}
    assert (told.clauses, told.modifiers) == (("GEN knife-1",), (Modifier("CDM", 0),))
    assert len(events(race, "knife-result")) == (die <= 3)
    assert not chariot(race, "red").parts["knife"].carried  # gone either way
    assert chariot(race, "blue").parts["knife"].carried
    assert dice_left(race) == ()


@pytest.mark.rule("GEN knife-1")
@pytest.mark.parametrize(
    ("cdm", "dice", "total", "hits"),
    [(2, (2, 3), 3, True), (2, (3, 3), 4, False), (0, (1, 2), 3, True), (0, (2, 2), 4, False), (-1, (1, 1), 3, True)],
)
def test_a_die_for_each_square_less_the_current_modifier(
    cdm: int, dice: tuple[int, int], total: int, hits: bool
) -> None:
    race = thrown(*dice, *(MINOR if hits else ()), at="team", red_is={"modifier": 2, "cdm": cdm})
    (told,) = events(race, "knife")
    assert (told.data["range"], told.data["total"], told.data["hits"]) == (2, total, hits)
    assert told.modifiers == (Modifier("CDM", -cdm),)
    assert dice_left(race) == ()


@pytest.mark.rule("GEN knife-1")
@pytest.mark.parametrize(
    ("blue", "cdm", "offered"),
    [
        ("lane 6, backstretch 11", 0, ["driver"]),  # three lanes to its car, four squares to its team
        ("lane 7, backstretch 11", 0, []),  # four
        ("lane 7, backstretch 11", 1, ["driver"]),
        ("lane 3, backstretch 9", 0, ["team", "driver"]),  # right behind: one and two
        ("lane 3, backstretch 13", 0, ["driver", "team"]),  # ahead, over his own team: two and three
        ("lane 3, backstretch 14", 0, ["driver"]),
        ("lane 4, backstretch 13", 0, ["driver"]),  # two ahead and one across; the team is four away
        ("lane 4, backstretch 11", -1, ["driver", "team"]),
        ("lane 4, backstretch 11", -2, ["driver"]),
        ("lane 4, backstretch 11", -3, []),  # not even from one square
    ],
)
def test_how_far_a_knife_reaches(blue: str, cdm: int, offered: list[str]) -> None:
    race = near(blue=blue, red_is={"modifier": 3, "cdm": cdm})
    assert sorted(knives(race)) == sorted(f"knife blue {part}" for part in offered)


@pytest.mark.rule("GEN knife-1")
def test_four_squares_with_a_good_arm() -> None:
    race = thrown(1, 1, 1, 1, *MINOR, blue="lane 7, backstretch 11", red_is={"modifier": 1})
    assert events(race, "knife")[0].data == {"chariot": "red", "target": "blue", "range": 4, "total": 3, "hits": True}
    assert dice_left(race) == ()


@pytest.mark.rule("GEN knife-1")
def test_it_is_the_attack_of_its_square_and_nobody_avoids_it() -> None:
    race = thrown(6)
    assert asked(race)[0] == "step"
    assert left(race.state, chariot(race, "red")) == 2
    assert (attacks(race), knives(race)) == (set(), [])
    play(race, "forward 1")
    assert attacks(race) == {"ram blue horses", "lash blue team"}
    assert knives(race) == []  # once in a race
    assert knives(near(red_is={"parts": {"knife": {"carried": False}}})) == []


@pytest.mark.rule("GEN knife-1")
@pytest.mark.parametrize(
    ("more", "offered"),
    [
        ({"blue_is": {**EMPTY}}, ["knife blue team"]),  # a runaway: nobody in the car
        ({"blue_is": {**DRAGGING}}, ["knife blue team"]),
        ({"red_is": {"cut_turn": 2}}, []),
        ({"red": "lane 3, front straight 3", "blue": "lane 4, front straight 3", "turn": 1}, []),
        ({"blue_is": {"seat": 0}, "green": "lane 8, egg corner 3", "green_is": {"seat": 1}, "seats": 2}, []),
    ],
)
def test_whom_it_may_be_thrown_at(more: dict[str, Any], offered: list[str]) -> None:
    assert knives(near(**more)) == offered


@pytest.mark.rule("GEN knife-1")
def test_without_the_option_nobody_throws() -> None:
    race = near(options={})
    assert knives(race) == knives(race, "dagger") == []


# -- where it strikes ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN knife-2")
@pytest.mark.parametrize(
    ("dice", "cdm", "result"),
    [
        ((1, 1), 0, "killed"), ((1, 1), -2, "killed"), ((1, 2), 0, "major wound"), ((3, 3), 0, "major wound"),
        ((3, 3), 1, "minor wound"), ((3, 4), 0, "minor wound"), ((4, 5), 0, "minor wound"),
        ((5, 5), 0, "horse scratched"), ((5, 6), 0, "horse wounded"), ((6, 6), 0, "horse killed"),
        ((6, 6), 2, "horse killed"),
    ],
)  # fmt: skip
def test_the_table(dice: tuple[int, int], cdm: int, result: str) -> None:
    wound = (1,) if result in ("major wound", "horse wounded") else ()
    race = thrown(1, *dice, *wound, blue_is={"modifier": 2, "cdm": cdm})
    (told,) = events(race, "knife-result")
    assert told.data == {"chariot": "blue", "result": result}
    assert (told.clauses, told.modifiers) == (("GEN knife-2",), (Modifier("defender's CDM", cdm),))
    assert dice_left(race) == ()


@pytest.mark.rule("GEN knife-2")
def test_killed_as_if_he_fell_out() -> None:
    race = thrown(1, *KILLED)
    blue = chariot(race, "blue")
    assert (blue.status, blue.driver, blue.hits, blue.hitched) == ("runaway", "dead", 0, True)
    assert (events(race, "driver-dead")[0].clauses, events(race, "flip")) == (("GEN knife-2",), [])
    play(race, "forward 2")
    assert {decision.name for decision in race.pending.values()} == {"speed"}  # a dead man cuts nothing


@pytest.mark.rule("GEN knife-2")
def test_killed_in_a_chariot_with_a_dead_horse() -> None:
    # CM 15.25b: the team stays where it is; nobody gets up from the sand.
    race = thrown(1, *KILLED, blue_is={"horses": [0, 4, 4, 5], "fallen": [1]})
    blue = chariot(race, "blue")
    assert (blue.status, blue.driver, blue.man) == ("stopped", "dead", -1)


@pytest.mark.rule("GEN knife-2")
@pytest.mark.parametrize(("die", "hits", "after"), [(1, 7, 6), (4, 7, 3), (6, 7, 1)])
def test_a_major_wound_is_a_die(die: int, hits: int, after: int) -> None:
    race = thrown(1, *MAJOR, die, at="driver", blue_is={"hits": hits})
    assert (chariot(race, "blue").hits, events(race, "driver-hurt")[0].clauses[0]) == (after, "GEN knife-2")


@pytest.mark.rule("GEN knife-2")
@pytest.mark.parametrize(("dice", "hits"), [((*MAJOR, 3), 3), ((*MAJOR, 6), 3), (MINOR, 1)])
def test_his_last_box_flips_the_car(dice: tuple[int, ...], hits: int) -> None:
    race = thrown(1, *dice, blue_is={"hits": hits})
    blue = chariot(race, "blue")
    assert (blue.hits, blue.driver, blue.hitched) == (0, "dead", False)
    assert events(race, "flip")[0].clauses[0] == "CM 9.43-W3"
    assert dice_left(race) == ()


@pytest.mark.rule("GEN knife-2")
def test_the_result_stands_whatever_was_aimed_at() -> None:
    team = thrown(1, 1, *MINOR, at="team")
    assert (chariot(team, "blue").hits, chariot(team, "blue").horses) == (6, (5, 4, 4, 5))
    man = thrown(1, *SCRATCHED)
    assert (chariot(man, "blue").hits, chariot(man, "blue").horses) == (7, (4, 4, 4, 5))


@pytest.mark.rule("GEN knife-2")
@pytest.mark.parametrize(
    ("blue", "horses", "struck"),
    [
        ("lane 4, backstretch 11", [5, 4, 4, 5], 1),  # from the inside
        ("lane 4, backstretch 11", [0, 4, 4, 5], 2),  # the nearest that lives
        ("lane 2, backstretch 11", [5, 4, 4, 5], 4),  # from the outside
        ("lane 2, backstretch 11", [5, 4, 0, 0], 2),
    ],
)
@pytest.mark.parametrize(("dice", "points"), [(SCRATCHED, 1), ((*LAMED, 3), 3), (DOWN, 9)])
def test_the_nearest_horse(blue: str, horses: list[int], struck: int, dice: tuple[int, ...], points: int) -> None:
    race = thrown(1, *dice, blue=blue, blue_is={"horses": horses})
    (injury,) = events(race, "injury")
    lost = min(points, horses[struck - 1])
    assert (injury.data["horse"], injury.data["points"]) == (struck, lost)
    assert injury.clauses == ("GEN knife-2", "CM 9.51b")
    assert len(events(race, "horse-dead")) == (lost == horses[struck - 1])
    assert dice_left(race) == ()


@pytest.mark.rule("GEN knife-2")
def test_from_ahead_or_behind_a_die_picks_the_horse() -> None:
    race = thrown(1, *SCRATCHED, 2, blue="lane 3, backstretch 9", at="team", blue_is={"horses": [5, 0, 4, 5]})
    # Three live, so the die has three sides: the second of them is horse 3.
    assert events(race, "injury")[0].data["horse"] == 3
    assert [roll.sides for roll in events(race, "injury")[0].dice if roll.reason == "which horse"] == [3]
    last = thrown(1, *SCRATCHED, blue="lane 3, backstretch 9", at="team", blue_is={"horses": [0, 0, 4, 0]})
    assert events(last, "injury")[0].data["horse"] == 3  # no die for the only one
    assert dice_left(race) == dice_left(last) == ()


@pytest.mark.rule("GEN knife-2")
def test_a_knife_at_a_runaway_team() -> None:
    # Nobody is in the car: what would have struck him strikes nobody, and his modifier counts no more.
    for dice, events_told in ((MAJOR, []), (KILLED, []), (SCRATCHED, ["injury"])):
        race = thrown(1, 1, *dice, at="team", blue_is={**EMPTY, "modifier": 2})
        told = [event.kind for event in race.events if event.kind in ("injury", "driver-hurt", "driver-dead", "flip")]
        assert told == events_told
        assert events(race, "knife-result")[0].modifiers == (Modifier("defender's CDM", 0),)
        assert dice_left(race) == ()
    # CM 15.25b: a runaway with a dead horse stays where it is.
    dead = thrown(1, 1, *DOWN, at="team", blue_is={**EMPTY})
    assert (chariot(dead, "blue").status, place(dead, "blue")) == ("stopped", "stopped")


@pytest.mark.rule("GEN knife-2", "GEN crit-horse-1")
def test_a_scratched_horse_may_be_worse_hurt() -> None:
    options = {"knife": True, "critical_horses": True}
    race = thrown(1, *SCRATCHED, 5, 6, options=options)
    assert chariot(race, "blue").horses == (5 - 1 - 3, 4, 4, 5)
    dead = thrown(1, *DOWN, options=options)
    assert events(dead, "critical-horse") == []  # no roll for a dead horse
    assert dice_left(race) == dice_left(dead) == ()


@pytest.mark.rule("GEN knife-2")
def test_a_stopped_driver_has_no_modifier() -> None:
    # CM 9.52f: six and +2 would be a scratch of 8; stopped it is a six.
    race = thrown(1, 3, 3, 2, blue_is={"modifier": 2, "horses": [0, 4, 4, 5], "fallen": [1]})
    assert events(race, "knife-result")[0].data["result"] == "major wound"
    assert dice_left(race) == ()


# -- the small knife -------------------------------------------------------------------------------------------------

SMALL: dict[str, Any] = {"options": {"small_knife": True}, "knife": "dagger"}


@pytest.mark.rule("GEN knife-3")
@pytest.mark.parametrize(
    ("at", "cdm", "dice", "total", "hits"),
    [
        ("team", 1, (2, 1), 4, False), ("team", 1, (1, 1), 3, True), ("team", 2, (2, 1), 3, True),
        ("driver", 0, (2,), 3, True), ("driver", 0, (3,), 4, False),
    ],
)  # fmt: skip
def test_one_more_on_each_die(at: str, cdm: int, dice: tuple[int, ...], total: int, hits: bool) -> None:
    race = thrown(*dice, *(MINOR if hits else ()), at=at, **SMALL, red_is={"modifier": cdm})
    (told,) = events(race, "knife")
    assert (told.data["total"], told.data["hits"], told.clauses) == (total, hits, ("GEN knife-3",))
    assert told.modifiers == (Modifier("CDM", -cdm), Modifier("small knife", len(dice)))
    assert not chariot(race, "red").parts["dagger"].carried
    assert dice_left(race) == ()


@pytest.mark.rule("GEN knife-3")
@pytest.mark.parametrize(("cdm", "offered"), [(0, ["driver"]), (1, ["driver", "team"]), (-1, ["driver"]), (-2, [])])
def test_it_reaches_less_far(cdm: int, offered: list[str]) -> None:
    race = near(options={"small_knife": True}, red_is={"modifier": 3, "cdm": cdm})
    assert sorted(knives(race, "dagger")) == [f"dagger blue {part}" for part in offered]


@pytest.mark.rule("GEN knife-3")
def test_two_knives_are_two_throws_from_two_squares() -> None:
    both = {"knife": True, "small_knife": True}
    race = thrown(6, options=both)
    assert knives(race, "dagger") == []
    play(race, "forward 1")
    assert knives(race, "dagger") == ["dagger blue team"]


def lamed(*dice: int, options: dict[str, Any], **belt: bool) -> CircusMatch:
    """Red, a dead horse in harness, begins its phase."""
    parts = {name: {"carried": carried} for name, carried in belt.items()}
    log = {"horses": [0, 4, 4, 5], "fallen": [1], "written": 10, "parts": parts}
    return circus(red="lane 3, backstretch 11", red_is=log, options=options, dice=dice)


@pytest.mark.rule("GEN knife-3")
@pytest.mark.parametrize(
    ("options", "belt", "cuts"),
    [
        ({"small_knife": True}, {"dagger": True}, True),
        ({"small_knife": True}, {"dagger": False}, False),
        ({"small_knife": True, "knife": True}, {"dagger": False, "knife": True}, True),
        ({"small_knife": True, "knife": True}, {"dagger": True, "knife": False}, True),
        ({"small_knife": True, "knife": True}, {"dagger": False, "knife": False}, False),
        ({"knife": True}, {"knife": False}, True),  # the small one he has still
    ],
)
def test_without_a_knife_no_horse_is_cut_free(options: dict[str, Any], belt: dict[str, bool], cuts: bool) -> None:
    race = lamed(options=options, **belt)
    if cuts:
        assert asked(race)[0] == "cut"
        return
    (told,) = events(race, "no-knife")
    assert (told.data, told.clauses) == ({"chariot": "red"}, ("GEN knife-3",))
    assert events(race, "speed")[0].data["factors"] == 0
    assert place(race, "red") == "lane 3, backstretch 11"
    # And when it writes its speed it is told so.
    assert all(each["cut"] == 0.0 for each in race.view(0)["decision"]["answers"])


@pytest.mark.rule("GEN knife-3")
@pytest.mark.parametrize("carried", [True, False])
def test_without_a_knife_no_man_cuts_himself_loose(carried: bool) -> None:
    # Blue's driver falls out in Red's phase, and wants to cut himself free when it ends.
    options = {"small_knife": True, "dust": True}
    blue = {"parts": {"dagger": {"carried": carried}}}
    race = near(5, 5, 1, 1, options=options, blue_is=blue, move={"written": 1})
    play(race, "dust blue driver")
    if carried:
        assert asked(race)[0] == "loose"
    else:
        assert [event.data for event in events(race, "no-knife")] == [{"chariot": "blue"}]
        assert chariot(race, "blue").driver == "dragged"
