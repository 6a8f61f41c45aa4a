"""E2 10.5: the knife, thrown."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.core.event import Modifier
from ludus.games.circus.odds import thrown
from ludus.games.circus.state import CAR
from ludus.games.circus.threats import Attack
from ludus.games.circus.track import IN
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, dice_left, events, place, play
from tests.rules.epic.fight_kit import BOOK, NO_KNIFE, beside, factors_left, offered
from tests.rules.epic.kit import epic

KNIFE = "knife blue chariot"
HIT = (6, 5)  # 11 over one square
RUNAWAY: dict[str, Any] = {"status": "runaway", "driver": "dragged", "hitched": False}


def hit(total: int, *dice: int, **more: Any) -> CircusMatch:
    """The knife hits, and Blue's two dice show this."""
    race = beside(*HIT, *thrown(total, 2), *dice, **more)
    play(race, KNIFE)
    assert dice_left(race) == ()
    return race


def horse(race: CircusMatch) -> tuple[int, int]:
    """Which of Blue's horses was struck, and how hard."""
    (told,) = events(race, "injury")
    return told.data["horse"], told.data["points"]


# -- the throw -----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.5")
@pytest.mark.parametrize(
    ("red", "blue", "far"),
    [
        ("lane 3, backstretch 11", "lane 4, backstretch 13", 3),  # car 10 to car 12: two ahead, one across
        ("lane 3, backstretch 11", "lane 4, backstretch 11", 1),
        ("lane 3, backstretch 11", "lane 4, backstretch 10", 1),  # its team is beside
        ("lane 3, backstretch 11", "lane 4, backstretch 9", 2),  # its team is the nearest, one behind
        ("lane 3, backstretch 11", "lane 3, backstretch 8", 2),
        ("lane 3, backstretch 11", "lane 3, backstretch 9", 1),
        ("lane 3, backstretch 11", "lane 3, backstretch 13", 2),  # over the own horses
        ("lane 3, backstretch 11", "lane 5, backstretch 12", 3),
        ("lane 3, backstretch 11", "lane 7, backstretch 11", 4),
        ("lane 2, dolphin corner 2", "lane 1, dolphin corner 2", 1),  # partly behind, but an edge is shared
    ],
)
def test_the_range_is_counted_in_orthogonal_squares(red: str, blue: str, far: int) -> None:
    race = beside(1, 1, red=red, blue=blue, red_is={"modifier": 2})
    play(race, KNIFE)
    assert events(race, "knife")[0].data["range"] == far


@pytest.mark.rule("E2 10.5")
def test_whom_it_may_strike() -> None:
    assert offered(beside(blue_is=RUNAWAY), "knife") == {KNIFE}
    foot = {**RUNAWAY, "driver": "foot", "man": "lane 4, backstretch 10"}
    assert offered(beside(blue="lane 4, backstretch 30", blue_is=foot), "knife") == set()
    own: dict[str, Any] = {
        "blue_is": {"seat": 0},
        "green": "lane 8, backstretch 30",
        "green_is": {"seat": 1},
        "seats": 2,
    }
    assert offered(beside(**own), "knife") == set()
    # Over a dragged man it is the team that is aimed at, not he.
    race = beside(*HIT, *thrown(3, 2), blue="lane 4, backstretch 13", blue_is=RUNAWAY, red_is={"modifier": 2})
    play(race, KNIFE)
    assert chariot(race, "blue").hits == 7


@pytest.mark.rule("E2 10.5")
@pytest.mark.parametrize(("cdm", "most"), [(0, 2), (1, 3), (-1, 1), (-2, 0)])
def test_it_is_offered_where_it_could_hit(cdm: int, most: int) -> None:
    for far in range(1, 6):
        race = beside(blue=f"lane 4, backstretch {10 + far}", red_is={"modifier": max(0, cdm), "cdm": cdm})
        assert (KNIFE in offered(race)) == (far <= most), far


@pytest.mark.rule("E2 10.5.1")
def test_it_costs_a_factor_and_nobody_defends() -> None:
    race = beside(1, 1)
    play(race, KNIFE)
    assert factors_left(race) == 9
    assert not events(race, "defence")
    assert list(race.pending) == [0]
    play(race, "forward 1")
    assert offered(race, "ram") == {"ram blue horses"}  # from a new square


@pytest.mark.rule("E2 10.5.2")
@pytest.mark.parametrize(
    ("dice", "cdm", "far", "total"),
    [
        ((3, 6), 2, 1, 10),
        ((3, 5), 2, 1, 9),
        ((6, 6), 0, 2, 10),
        ((6, 5), 0, 2, 9),
        ((6, 6), 1, 3, 10),
        ((6, 5), 1, 3, 9),
        ((6, 6), -1, 1, 10),
    ],
)
def test_ten_or_more_hits(dice: tuple[int, int], cdm: int, far: int, total: int) -> None:
    hits = total >= 10
    race = beside(
        *dice,
        *((6, 6) if hits else ()),
        blue=f"lane 4, backstretch {10 + far}",
        red_is={"modifier": max(0, cdm), "cdm": cdm},
    )
    play(race, KNIFE)
    (told,) = events(race, "knife")
    assert (told.data["total"], told.data["hits"]) == (total, hits)
    assert told.modifiers == (Modifier("attacker's CDM", cdm), Modifier("range", -far))
    assert len(events(race, "knife-result")) == hits
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.5.2")
def test_a_twelve_over_three_squares_misses() -> None:
    """With CDM 0 that makes 9; a throw that cannot hit is not offered."""
    race = beside(blue="lane 4, backstretch 13")
    assert BOOK.throw_chance(chariot(race, "red"), Attack("dagger", 1, CAR, IN), 3) == 0
    assert offered(race, "knife") == set()


@pytest.mark.rule("E2 10.5.3")
def test_the_defender_rolls_with_his_cdm() -> None:
    race = beside(*HIT, 2, 3, 1, blue_is={"modifier": 1})
    play(race, KNIFE)
    (told,) = events(race, "knife-result")
    assert told.data["result"] == "major wound"  # 6
    assert told.modifiers == (Modifier("defender's CDM", 1),)
    assert told.clauses == ("E2 10.5.3", "E2 10.5.5b")


@pytest.mark.rule("E2 10.5.4", "E2 10.5")
@pytest.mark.parametrize("dice", [(1, 1), (*HIT, 6, 6)])
def test_hit_or_miss_it_is_gone(dice: tuple[int, ...]) -> None:
    race = beside(*dice)
    play(race, KNIFE)
    assert not BOOK.over(race.state).has_knife(chariot(race, "red"))
    play(race, "forward 1")
    assert offered(race, "knife") == set()
    with pytest.raises(Refused):
        play(race, KNIFE)
    assert "the knife is thrown" in GAME.view(race.state, 1)["chariots"]["red"]["remarks"]


@pytest.mark.rule("E2 10.5.4")
def test_without_it_no_horse_is_cut_free() -> None:
    dead = {"horses": [5, 4, 4, 0], "fallen": [4], "written": 12, "parts": NO_KNIFE}
    race = epic(red="lane 3, backstretch 11", red_is=dead)
    assert asked(race)[0] != "cut"  # nobody was asked, and the phase is over
    assert not events(race, "cut-free")
    assert chariot(race, "red").moved
    assert chariot(race, "red").fallen


@pytest.mark.rule("E2 10.5.4")
def test_without_it_no_man_cuts_himself_free() -> None:
    dragged = {**RUNAWAY, "parts": NO_KNIFE, "horses": [1, 1, 1, 1]}
    race = epic(red="lane 3, backstretch 11", red_is=dragged, dice=[1])
    play(race, "forward 4")
    assert asked(race)[0] != "loose"
    assert not events(race, "cut-loose")
    assert chariot(race, "red").driver == "dragged"


# -- what it strikes -------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.5.4-chart")
def test_the_knife_attack_chart() -> None:
    assert [BOOK.knife_result(total) for total in range(15)] == [
        *["killed"] * 3,
        *["major wound"] * 4,
        *["horse killed"] * 3,
        "horse wounded",
        "minor wound",
        *["horse scratched"] * 3,
    ]


@pytest.mark.rule("E2 10.5.5", "E2 10.5.4-chart")
@pytest.mark.parametrize(
    ("total", "dice", "clause"),
    [
        (2, (), "E2 10.5.5a"),
        (3, (1,), "E2 10.5.5b"),
        (6, (1,), "E2 10.5.5b"),
        (7, (), "E2 10.5.5c"),
        (9, (), "E2 10.5.5c"),
        (10, (1,), "E2 10.5.5d"),
        (11, (), "E2 10.5.5e"),
        (12, (), "E2 10.5.5f"),
    ],
)
def test_every_result_has_its_clause(total: int, dice: tuple[int, ...], clause: str) -> None:
    assert events(hit(total, *dice), "knife-result")[0].clauses == ("E2 10.5.3", clause)


@pytest.mark.rule("E2 10.5.5a")
def test_killed_outright() -> None:
    race = hit(2)
    blue = chariot(race, "blue")
    assert (blue.driver, blue.hits, blue.hitched, blue.status) == ("dead", 0, False, "runaway")
    assert events(race, "flip")[0].clauses[0] == "E2 12.1"
    assert not events(race, "dragged")  # nobody is dragged


@pytest.mark.rule("E2 10.5.5a", "E2 10.5.5b")
@pytest.mark.parametrize("total", [2, 3, 6])
def test_without_a_driver_the_nearest_horse_is_killed(total: int) -> None:
    race = hit(total, blue="lane 4, backstretch 10", blue_is=RUNAWAY)
    assert horse(race) == (1, 5)
    assert events(race, "knife-result")[0].data["result"] == "horse killed"
    assert chariot(race, "blue").status == "stopped"
    assert chariot(race, "blue").hits == 7  # the dragged man is not meant


@pytest.mark.rule("E2 10.5.5b")
@pytest.mark.parametrize("die", [1, 4, 6])
def test_a_major_wound_is_a_die_of_hits(die: int) -> None:
    blue = chariot(hit(5, die), "blue")
    assert blue.hits == 7 - die
    assert blue.driver == "car"


@pytest.mark.rule("E2 10.5.5b")
def test_a_major_wound_may_kill() -> None:
    race = hit(5, 4, blue_is={"hits": 4})
    assert chariot(race, "blue").driver == "dead"
    assert events(race, "flip")


@pytest.mark.rule("E2 10.5.5c")
@pytest.mark.parametrize(
    ("inside", "horses", "struck"),
    [(3, [5, 4, 4, 5], 1), (5, [5, 4, 4, 5], 4), (3, [0, 4, 4, 5], 2), (5, [5, 4, 0, 0], 2)],
)
def test_the_nearest_living_horse_is_killed(inside: int, horses: list[int], struck: int) -> None:
    race = hit(8, inside=inside, blue_is={"horses": horses})
    assert horse(race) == (struck, horses[struck - 1])
    assert chariot(race, "blue").fallen == (struck - 1,)
    assert events(race, "horse-dead")


@pytest.mark.rule("E2 10.5.5c")
@pytest.mark.parametrize("square", [9, 13])
@pytest.mark.parametrize(
    ("die", "horses", "struck"),
    [(1, [5, 4, 4, 5], 1), (3, [5, 4, 4, 5], 1), (4, [5, 4, 4, 5], 4), (6, [0, 4, 4, 0], 3), (3, [0, 4, 4, 0], 2)],
)
def test_along_the_lane_a_die_decides(square: int, die: int, horses: list[int], struck: int) -> None:
    race = beside(6, 6, 4, 4, die, blue=f"lane 3, backstretch {square}", blue_is={"horses": horses})
    play(race, KNIFE)
    assert horse(race)[0] == struck
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.5.5c")
def test_the_last_horse_needs_no_die() -> None:
    race = beside(6, 6, 4, 4, blue="lane 3, backstretch 13", blue_is={"horses": [0, 0, 4, 0]})
    play(race, KNIFE)
    assert horse(race) == (3, 4)


@pytest.mark.rule("E2 10.5.5d")
@pytest.mark.parametrize(("die", "points"), [(3, 3), (5, 5), (6, 5)])
def test_a_major_horse_wound_is_a_die(die: int, points: int) -> None:
    race = hit(10, die)
    assert horse(race) == (1, points)
    assert BOOK.over(race.state).team_speed(chariot(race, "blue")) == 18 - points
    assert bool(chariot(race, "blue").fallen) == (points == 5)


@pytest.mark.rule("E2 10.5.5e")
def test_a_minor_wound_is_a_hit() -> None:
    assert chariot(hit(11), "blue").hits == 6


@pytest.mark.rule("E2 10.5.5e")
def test_without_a_driver_it_is_a_minor_horse_wound() -> None:
    race = hit(11, blue="lane 4, backstretch 10", blue_is=RUNAWAY)
    assert horse(race) == (1, 1)
    assert events(race, "knife-result")[0].clauses == ("E2 10.5.3", "E2 10.5.5f")


@pytest.mark.rule("E2 10.5.5f")
def test_a_minor_horse_wound() -> None:
    race = hit(12)
    assert horse(race) == (1, 1)
    assert BOOK.over(race.state).team_speed(chariot(race, "blue")) == 17
    assert place(race, "blue") == "lane 4, backstretch 11"
