"""E2 9.4: jostled drivers, what they lose at once, and who may not strain."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.chapters.corners import SWERVED
from ludus.games.circus.editions import book_of
from ludus.games.circus.track import IN
from tests.rules.circus.kit import CircusMatch, asked, chariot, dice_left, events, left, place, play, write
from tests.rules.epic.corner_kit import CALM, CLEAN, checks, points, steps, three
from tests.rules.epic.kit import epic

TEAM = {"horses_start": [4, 4, 4, 4], "modifier": 1}  # team speed 16


def jostled(speed: int, after: int, log: dict[str, Any] | None = None, **more: Any) -> CircusMatch:
    """Red enters the corner of lane 3 (safe 12) after so many factors and is jostled there."""
    red = {**CALM, **TEAM, "written": speed, "endurance": 40, **(log or {})}
    later = more.pop("later", [])
    race = epic(
        red=f"lane 3, front straight {34 - after}",
        red_is=red,
        dice=[*three(5 + speed - 12 - red["modifier"]), *later],
        **more,
    )
    play(race, f"forward {after}")
    assert events(race, "jostled")
    return race


# -- the CDM -------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 9.2.3d", "E2 9.4.1", "E2 9.4.3")
@pytest.mark.parametrize(("modifier", "cdm"), [(0, -3), (2, -1), (1, -2), (3, 0)])
def test_three_less_at_once(modifier: int, cdm: int) -> None:
    race = jostled(14, 2, {"modifier": modifier})
    red = chariot(race, "red")
    assert (red.modifier, red.cdm, red.jostled) == (modifier, cdm, True)
    (told,) = events(race, "jostled")
    assert told.data == {"chariot": "red", "cdm": cdm}
    assert {"E2 9.4.1", "E2 9.4.3"} <= set(told.clauses)
    assert events(race, "strain")[0].clauses[-1] == "E2 9.2.3d"


@pytest.mark.rule("E2 9.4.7")
def test_jostles_add_up() -> None:
    # The CDM is -1 after some recovery; another jostle makes it -4.
    race = epic(red="lane 3, backstretch 10", red_is={**TEAM, "cdm": -1, "jostled": True}, move={"written": 3})
    red = chariot(race, "red")
    book_of(race.state, race.table).jostle(red)
    assert red.cdm == -4


@pytest.mark.rule("E2 9.4.6", "E2 9.4.4")
def test_a_point_comes_back_every_turn() -> None:
    # 4444 with DM +1, jostled in turn 5: maximum 14, then 15, 16 and 17, and no more.
    race = epic(
        phase="notation",
        turn=6,
        red="lane 3, backstretch 10",
        red_is={**CALM, **TEAM, "cdm": -2, "jostled": True},
        blue="lane 8, backstretch 20",
        blue_is=CALM,
        dice=[1, 1, 1],
    )
    most = [list(race.pending[0])[-1]]
    for _ in range(3):
        write(race)
        most.append(list(race.pending[0])[-1])
    assert most == [15, 16, 17, 17]
    assert (chariot(race, "red").cdm, chariot(race, "red").jostled) == (1, False)


@pytest.mark.rule("E2 9.4.2")
def test_it_counts_in_the_next_contest() -> None:
    # Red is jostled in its own phase; Blue, drawn later, rams it: Red's CDM is -2 in the contest.
    race = epic(
        red="lane 3, front straight 33",
        red_is={**CALM, **TEAM, "written": 13},
        blue="lane 4, dolphin corner 0",
        blue_is={**CALM, "moved": False, "written": 1},
        dice=[*three(5), 6, 6, 5, 5],
    )
    play(race, "forward 1", "brake 12")
    assert events(race, "jostled")
    play(race, "ram red car", "avoid")
    (contest,) = events(race, "defence")
    assert (contest.data["own"], contest.modifiers[0].amount) == (10, -2)


# -- factors lost --------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 9.4.5", "E2 9.4.4")
@pytest.mark.parametrize(("after", "more"), [(10, 4), (14, 0), (15, 0), (13, 1)])
def test_the_new_maximum_binds_at_once(after: int, more: int) -> None:
    race = jostled(17, after)
    if more:
        assert left(race.state, chariot(race, "red")) == more
        play(race, f"forward {more}")
        assert chariot(race, "red").executed == 14
    else:
        assert race.state.turn == 6  # it stopped there
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.4.5")
def test_a_slower_turn_speed_stays() -> None:
    race = jostled(13, 5)
    assert left(race.state, chariot(race, "red")) == 8


@pytest.mark.rule("E2 9.4.5")
def test_start_and_dead_horse_come_off_after_the_new_maximum() -> None:
    # Noted 17, start loss 3: 14 in all. Jostled, the maximum is 14, and the start still takes its 3.
    race = epic(
        red="lane 2, front straight 28",
        red_is={**CALM, **TEAM},
        move={"written": 17, "dead_start": 3},
        dice=three(5 + 5 - 1),
    )
    play(race, "forward 6")
    assert checks(race)[0][::2] == (5, "J")
    assert left(race.state, chariot(race, "red")) == 14 - 3 - 6


@pytest.mark.rule("E2 9.4.5")
def test_lash_gains_stay_and_used_moves_count() -> None:
    # 12 noted, 3 from a lash, 2 used before the phase: min(12, 14) + 3 - 2 - 9 = 4.
    race = epic(
        red="lane 2, front straight 25",
        red_is={**CALM, **TEAM, "written": 12, "gains": 3, "debt": 2},
        dice=three(5 + 6 - 1),
    )
    play(race, "forward 9")
    assert checks(race)[0][::2] == (6, "J")
    assert left(race.state, chariot(race, "red")) == 4


@pytest.mark.rule("E2 9.4.1.2")
def test_strain_gains_not_used_are_gone() -> None:
    # 12 noted and 4 from the whip. Fourteen factors on, a jostle: the last two are lost, the endurance stays paid.
    race = epic(
        red="lane 3, front straight 20",
        red_is={**TEAM, "written": 12, "endurance": 40},
        dice=[4, *three(5 + 4 - 1)],
    )
    play(race, "whip", "forward 14")
    assert checks(race) == [(4, 4, "J")]
    assert race.state.turn == 6  # nothing is left
    red = chariot(race, "red")
    assert (red.endurance, red.executed) == (40 - 4 - 4, 14)


@pytest.mark.rule("E2 9.4.1.2")
@pytest.mark.parametrize(("reading", "kept"), [("negative", True), ("always", False)])
def test_a_jostle_that_leaves_the_cdm_at_zero(reading: str, kept: bool) -> None:
    # DM +3, 12 noted, 4 from the whip, jostled after 13: three are left.
    race = epic(
        red="lane 3, front straight 21",
        red_is={**TEAM, "modifier": 3, "written": 12, "endurance": 40},
        options={"strain_gains_after_jostle": reading},
        dice=[4, *three(5 + 4 - 3)],
    )
    play(race, "whip", "forward 13")
    assert checks(race) == [(4, 4, "J")]
    assert (race.state.turn == 5) is kept
    if kept:
        assert left(race.state, chariot(race, "red")) == 3


@pytest.mark.rule("E2 9.4.1.2")
def test_exhaustion_in_the_own_phase_costs_them_too() -> None:
    # 12 noted, 2 from the whip; the corner of lane 3 takes the last two endurance, and the CDM is -1.
    race = epic(
        red="lane 3, front straight 28",
        red_is={"horses_start": [4, 4, 4, 4], "written": 12, "endurance": 4},
        dice=[2, *CLEAN],
    )
    play(race, "whip", "forward 6")
    assert checks(race) == [(2, 2, "-")]
    red = chariot(race, "red")
    assert (red.cdm, red.endurance) == (-1, 0)
    assert left(race.state, red) == 12 - 6


@pytest.mark.rule("E2 9.4.1.2")
def test_the_whip_that_takes_the_last_endurance_keeps_what_it_brought() -> None:
    race = epic(
        red="lane 3, backstretch 10",
        red_is={"horses_start": [4, 4, 4, 4], "written": 12, "endurance": 3},
        dice=[5],
    )
    play(race, "whip")
    assert (chariot(race, "red").cdm, left(race.state, chariot(race, "red"))) == (-1, 15)


# -- the ban -------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 9.4.1.1")
@pytest.mark.parametrize(
    ("log", "may"),
    [
        ({"modifier": -1}, False),  # from wounds
        ({"modifier": 1, "cdm": -1, "jostled": True}, False),
        ({"modifier": 3, "cdm": 0, "jostled": True}, False),  # the counter comes off when a turn begins
        (
            {"modifier": 1, "no_strain_turn": 5},
            False,
        ),  # a jostle or a double sideslip
        ({"modifier": 1, "no_strain_turn": 4}, True),
        ({"modifier": 1, "endurance": 0}, False),
    ],
)
def test_who_may_strain(log: dict[str, Any], may: bool) -> None:
    # On the straight: the whip. In front of the corner: at 10, lane 2 (safe 9).
    race = epic(red="lane 2, backstretch 10", red_is={"written": 10, **log})
    assert (asked(race)[0] == "whip") is may
    race = epic(red="lane 2, front straight 31", red_is={**CALM, "written": 10, **log})
    forward = {step for step in steps(race) if str(step).startswith("forward")}
    assert len(forward) == (10 if may else 2)


@pytest.mark.rule("E2 9.2.3d", "E2 9.4.1.1")
def test_a_jostle_bars_the_rest_of_the_turn_whatever_the_cdm() -> None:
    # DM +3: the CDM is 0 after it. At 13 lane 2 (safe 9) would be due.
    race = jostled(13, 2, {"modifier": 3}, blue="lane 7, backstretch 20", blue_is=CALM, later=[1])
    assert chariot(race, "red").cdm == 0
    assert "in" not in steps(race)
    play(race, "brake 11")
    write(race, red=12)
    assert race.state.turn == 6
    assert "in" in steps(race)


@pytest.mark.rule("E2 9.4.1.1")
def test_no_inside_change_that_would_strain() -> None:
    race = epic(red="lane 2, dolphin corner 2", red_is={**CALM, "modifier": -1, "written": 9})
    assert "in" not in steps(race)
    assert "out" in steps(race)
    race = epic(red="lane 2, dolphin corner 2", red_is={**CALM, "modifier": -1, "written": 8})
    assert "in" in steps(race)


@pytest.mark.rule("E2 9.4.1.1")
def test_what_was_paid_and_checked_stands() -> None:
    race = epic(
        red="lane 2, front straight 33",
        red_is={**CALM, **TEAM, "written": 12},
        dice=three(5 + 3 - 1),
    )
    play(race, "forward 1")
    assert checks(race) == [(3, 3, "J")]
    assert {"forward 11", "out"} <= steps(race)
    assert "in" not in steps(race)  # lane 1 would be due
    play(race, "out")
    assert {"in", "out", "forward 10"} <= steps(race)
    play(race, "forward 10")
    assert len(checks(race)) == 1


@pytest.mark.rule("E2 9.4.1.1")
def test_noting_in_a_corner() -> None:
    race = epic(
        phase="notation",
        red="lane 2, dolphin corner 3",
        red_is={"modifier": -1, "gains": 3},  # whatever is added already: what goes too far is lost later
        blue="lane 2, backstretch 0",  # only its car is in the corner
        blue_is={"modifier": -1},
        green="lane 2, backstretch 2",
        green_is={"modifier": -1},
        white="lane 2, dolphin corner 6",
    )
    assert [list(race.pending[seat])[-1] for seat in range(4)] == [9, 9, 17, 18]


@pytest.mark.rule("E2 9.4.1.1")
def test_added_speed_is_lost_in_the_corner() -> None:
    race = epic(
        red="lane 2, dolphin corner 3",
        red_is={**CALM, "modifier": -1, "written": 9, "gains": 3, "endurance": 20},
    )
    (told,) = events(race, "speed")
    assert told.data == {"chariot": "red", "factors": 9, "total": 9}
    assert told.clauses[-1] == "E2 9.4.1.1"
    assert (chariot(race, "red").endurance, checks(race)) == (20, [])


@pytest.mark.rule("E2 9.4.1.1", "E2 11.2.1")
@pytest.mark.parametrize("modifier", [0, 2])
def test_without_endurance_it_flips_in_the_corner(modifier: int) -> None:
    """Too fast where it stands and nothing left: 11.2.1 has a penalty of its own (docs/rulings.md)."""
    race = epic(
        red="lane 2, dolphin corner 3",
        red_is={**CALM, "modifier": modifier, "written": 10, "endurance": 0},
        dice=[1, 1, 1],
    )
    assert events(race, "flip")[0].clauses[0] == "E2 11.2.1"


@pytest.mark.rule("E2 9.4.1.1")
def test_nothing_legal_left_and_no_endurance() -> None:
    # Lane 8 at 26 (safe 24): one endurance to brake with, and then into the corner.
    race = epic(
        red="lane 8, front straight 33",
        red_is={**CALM, "horses_start": [7, 7, 7, 7], "modifier": -1, "written": 26, "endurance": 1},
        dice=[1, 1, 1],
    )
    assert [event.data["factors"] for event in events(race, "brake")] == [1]
    assert events(race, "flip")[0].clauses[0] == "E2 11.2.1"


@pytest.mark.rule("E2 9.4.1.1")
def test_uses_its_factors_otherwise_or_brakes() -> None:
    race = epic(red="lane 2, front straight 33", red_is={**CALM, "modifier": -1, "written": 11})
    assert {step for step in steps(race) if not str(step).startswith("brake")} == {"out"}  # lane 3 is safe at 11
    assert "brake 11" in steps(race)


@pytest.mark.rule("E2 9.4.1.1")
def test_forced_strain_is_simply_checked() -> None:
    # A swerve from lane 2 (safe 9) into lane 1 at 9: one point, whatever the CDM.
    race = epic(
        red="lane 2, dolphin corner 2",
        red_is={**CALM, "modifier": -1, "endurance": 20},
        move={"written": 9},
        dice=CLEAN,
    )
    red = chariot(race, "red")
    book = book_of(race.state, race.table)
    assert not list(book.forced_sideslip(red, IN, 1, SWERVED))
    assert not list(book.strain(red, 9))
    assert checks(race) == [(1, 1, "-")]
    assert place(race, "red").startswith("lane 1")


@pytest.mark.rule("E2 9.4.1.1")
def test_the_previews_say_so() -> None:
    race = epic(phase="notation", red="lane 2, front straight 31", red_is={"modifier": -1})
    told = next(each for each in race.view(0)["decision"]["answers"] if each["choice"] == 12)
    assert told["hint"].endswith("corner, lane 2: closed above 9, for you may not strain")
    assert points(race) == []
