"""E2 9.1, 9.2: when a corner is checked, what it costs and what is rolled; E2 8.5: straight on into it."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from tests.rules.circus.kit import BOOK as SECOND
from tests.rules.circus.kit import GAME, chariot, dice_left, events, left, place, play, write
from tests.rules.epic.corner_kit import CALM, CLEAN, MUD, checks, points, steps, three, under
from tests.rules.epic.kit import BOOK, epic

SAFE = {1: 8, 2: 9, 3: 12, 4: 15, 5: 17, 6: 20, 7: 22, 8: 24}
FAST: dict[str, Any] = {**CALM, "horses_start": [8, 8, 8, 8]}


# -- safe speeds ---------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 def-safe-cornering-speed", "E2 9.1", "E2 8.5.1", "E2 8.5.1.1", "E2 8.5.1.2")
@pytest.mark.parametrize("lane", range(1, 9))
@pytest.mark.parametrize("over", [0, 1])
def test_the_safe_speed_itself_is_safe(lane: int, over: int) -> None:
    race = epic(
        red=f"lane {lane}, front straight 33",
        red_is={**FAST, "written": SAFE[lane] + over},
        dice=CLEAN * over,
    )
    assert GAME.view(race.state, 0)["safe_speeds"] == list(SAFE.values())
    play(race, "forward 1")
    assert checks(race) == [(1, 1, "-")] * over
    assert place(race, "red") == f"lane {lane}, dolphin corner 0"
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.5.1.1", "E2 9.1.4", "E2 3.7.4c")
@pytest.mark.parametrize(("lane", "speed", "found"), [(3, 9, []), (3, 10, [1]), (1, 9, [4]), (1, 8, [3]), (8, 21, [])])
def test_three_less_in_mud(lane: int, speed: int, found: list[int]) -> None:
    race = under(MUD, red=f"lane {lane}, front straight 33", red_is={**FAST, "written": speed}, dice=CLEAN * len(found))
    assert GAME.view(race.state, 0)["safe_speeds"] == [safe - 3 for safe in SAFE.values()]
    play(race, "forward 1")
    assert points(race) == found
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.5")
def test_a_factor_a_square() -> None:
    race = epic(red="lane 3, backstretch 10", red_is={**CALM, "written": 3})
    play(race, "forward 3")
    assert place(race, "red") == "lane 3, backstretch 13"
    (drive,) = events(race, "drive")
    assert (drive.data["squares"], drive.clauses) == (3, ("E2 8.5",))


@pytest.mark.rule("E2 8.5.2", "E2 9.1.1", "E2 9.1.3.1")
@pytest.mark.parametrize(
    ("square", "found"), [("dolphin corner 5", [2]), ("backstretch 0", [2]), ("backstretch 1", [])]
)
def test_team_or_car_in_the_corner_when_the_phase_begins(square: str, found: list[int]) -> None:
    race = epic(red=f"lane 1, {square}", red_is={**CALM, "written": 10}, dice=CLEAN * len(found))
    assert points(race) == found  # before the first step
    assert not events(race, "drive")
    assert dice_left(race) == ()


# -- the price -----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 def-straining-in-a-corner", "E2 9.1.2", "E2 9.1.3")
def test_an_endurance_a_point_and_the_chart() -> None:
    race = epic(red="lane 1, front straight 33", red_is={**CALM, "written": 11, "endurance": 20}, dice=CLEAN)
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert strain.data == {"chariot": "red", "points": 3, "endurance_paid": 3, "endurance": 17, "result": "-"}
    assert strain.clauses == ("E2 9.1.3", "E2 9.1.2", "E2 9.2.2", "E2 9.2.3g")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.1.2", "E2 9.2.1")
def test_the_whip_counts_twice() -> None:
    # Noted 11, whipped for 2: speed 13 costs 2 for the whip and 5 for the corner.
    race = epic(red="lane 1, front straight 33", red_is={"written": 11, "endurance": 20}, dice=[2, *CLEAN])
    play(race, "whip", "forward 1")
    assert checks(race) == [(5, 5, "-")]
    assert chariot(race, "red").endurance == 13
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.2.1")
def test_lashes_add_and_starts_and_dead_horses_take_away() -> None:
    # 12 noted, 3 from a lash, 2 for the start, 1 for a horse cut free: 12 against 8.
    race = epic(
        red="lane 1, front straight 33",
        red_is=CALM,
        move={"written": 12, "gains": 3, "dead_start": 2, "price": 1},
        dice=CLEAN,
    )
    play(race, "forward 1")
    assert points(race) == [4]


@pytest.mark.rule("E2 9.1.2", "E2 9.1.3.2", "E2 8.6.4")
def test_each_lane_further_in_costs_the_difference() -> None:
    # 12 in lane 2 (safe 9) and then in lane 1 (safe 8): three and one more. A lane change is one action: one check.
    race = epic(red="lane 2, front straight 33", red_is={**CALM, "written": 12, "endurance": 20}, dice=[*CLEAN, *CLEAN])
    play(race, "forward 1", "in")
    assert checks(race) == [(3, 3, "-"), (4, 1, "-")]
    assert chariot(race, "red").endurance == 16
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.6.4")
def test_only_the_lane_where_a_change_ends_is_checked() -> None:
    # At 10 lane 3 is safe and lane 2 is not; the square stepped through belongs to lane 3.
    race = epic(red="lane 3, dolphin corner 3", red_is={**CALM, "written": 10, "endurance": 20}, dice=CLEAN)
    play(race, "in")
    assert checks(race) == [(1, 1, "-")]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.1.2", "E2 9.2.2")
def test_the_last_endurance_pays_and_lowers_the_cdm_before_the_dice() -> None:
    # Three points in lane 1; the roll of 11 counts 10 with the CDM as it is then: S.
    race = epic(red="lane 1, front straight 33", red_is={**CALM, "written": 11, "endurance": 3}, dice=three(11))
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert (strain.data["endurance"], strain.data["result"]) == (0, "S")
    assert strain.modifiers == (Modifier("CDM", -1),)
    assert (chariot(race, "red").modifier, chariot(race, "red").cdm) == (-1, -1)
    # Lane 2 is too slow for it as well, but paid is paid: neither a check nor a flip for the rest of the phase.
    assert place(race, "red").startswith("lane 2, dolphin corner")
    play(race, "forward 9")
    assert (len(checks(race)), events(race, "flip")) == (1, [])
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.1.2")
def test_what_cannot_be_paid_flips_without_a_roll() -> None:
    race = epic(red="lane 1, front straight 33", red_is={**CALM, "written": 11, "endurance": 2}, dice=[1, 1, 1])
    play(race, "forward 1")
    (flip,) = events(race, "flip")
    assert flip.clauses[0] == "E2 11.2.1"
    assert (chariot(race, "red").endurance, checks(race)) == (0, [])


@pytest.mark.rule("E2 9.1.2")
def test_or_it_is_rolled_by_the_other_reading() -> None:
    race = epic(
        red="lane 1, front straight 33",
        red_is={**CALM, "written": 11, "endurance": 2},
        options={"unpaid_strain": "roll"},
        dice=CLEAN,
    )
    play(race, "forward 1")
    assert checks(race) == [(3, 2, "-")]


# -- when ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 9.1.3.1", "E2 9.1.3")
def test_one_check_for_the_lane() -> None:
    race = epic(red="lane 1, front straight 33", red_is={**CALM, "written": 10}, dice=CLEAN)
    play(race, "forward 10")
    assert place(race, "red") == "lane 1, dolphin corner 0"  # at once on the first square
    play(race, "forward 9")
    assert points(race) == [2]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.1.3.2")
def test_outwards_and_back_needs_no_new_check() -> None:
    race = epic(red="lane 2, front straight 33", red_is={**CALM, "written": 14}, dice=CLEAN)
    play(race, "forward 1", "out", "in")
    assert points(race) == [5]  # 14 is too fast for lane 3 as well, and lane 2 has been checked
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.1.3.2")
def test_outwards_from_the_straight_is_an_entry() -> None:
    race = epic(red="lane 1, front straight 33", red_is={**CALM, "written": 12}, dice=CLEAN)
    play(race, "out")
    assert place(race, "red").startswith("lane 2, dolphin corner")
    assert points(race) == [3]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.1.3.3")
def test_every_phase_is_checked_anew() -> None:
    race = epic(
        red="lane 8, dolphin corner 2",
        red_is={**FAST, "written": 25, "endurance": 60},
        yellow="lane 1, backstretch 20",
        yellow_is=CALM,
        dice=[*CLEAN, 1, *CLEAN],
    )
    play(race, "brake 25")
    write(race, red=25)
    assert points(race) == [1, 1]


# -- the chart -----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 9.2.2-chart")
@pytest.mark.parametrize("column", range(1, 12))
@pytest.mark.parametrize("row", range(-2, 22))
def test_the_chart(row: int, column: int) -> None:
    steps = ("FP", "RH", "LH", "J", "SS", "S", "-")
    within = min(max(row, 3), 17)
    expected = steps[min(max(within - min(column, 9) - 2, 0), 6)]
    assert BOOK.corner_strain(row, column) == expected
    assert SECOND.corner_strain(21 - row, column) == expected  # its mirror image


@pytest.mark.rule("E2 9.2.2-chart")
def test_what_the_ledger_reads_off_it() -> None:
    assert [BOOK.corner_strain(row, 1) for row in (9, 8, 7, 6, 5, 4, 3)] == ["-", "S", "SS", "J", "LH", "RH", "FP"]
    ninth = [BOOK.corner_strain(row, 9) for row in (17, 16, 15, 14, 13, 12, 11)]
    assert ninth == ["-", "S", "SS", "J", "LH", "RH", "FP"]
    assert (BOOK.corner_strain(10, 4), BOOK.corner_strain(6, 4)) == ("SS", "FP")


@pytest.mark.rule("E2 9.2.2", "E2 9.2")
@pytest.mark.parametrize(
    ("roll", "cdm", "found"),
    [(9, 1, "SS"), (8, -2, "FP"), (10, 2, "-"), (10, 1, "S"), (11, 0, "S"), (7, 0, "RH"), (8, 0, "LH"), (9, 0, "J")],
)
def test_three_dice_plus_cdm(roll: int, cdm: int, found: str) -> None:
    # Four points: 12 in lane 1. A driver with a negative CDM does not go there willingly: he is lashed into it.
    race = epic(
        red="lane 1, dolphin corner 2",
        red_is={**CALM, "modifier": 3, "cdm": cdm} if cdm < 0 else {**CALM, "modifier": cdm},
        move={"written": 13},
        dice=[*three(roll), *([1, 1] if found in ("LH", "RH") else [])],
    )
    red = chariot(race, "red")
    for _ in BOOK.over(race.state, race.table).check_strain_chart(red, 4, 0, ("E2 9.1.3",)):
        pass
    (strain,) = events(race, "strain")
    assert strain.data["result"] == found
    assert strain.modifiers == (Modifier("CDM", cdm),)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.2", "E2 12.3.2")
def test_wheel_then_endurance_then_chart() -> None:
    race = epic(
        red="lane 1, front straight 33",
        red_is={**CALM, "written": 12, "endurance": 4, "left_wheel": 4},
        dice=[4, 1, *three(12)],
    )
    play(race, "forward 1")
    told = [event.kind for event in race.events if event.kind in ("wheel-check", "exhausted", "strain")]
    assert told == ["wheel-check", "exhausted", "strain"]
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.modifiers, strain.data["result"]) == (4, (Modifier("CDM", -1),), "S")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.2")
def test_the_factors_left_are_used_after_the_check() -> None:
    race = epic(red="lane 1, front straight 33", red_is={**CALM, "written": 12}, dice=CLEAN)
    play(race, "forward 1")
    assert left(race.state, chariot(race, "red")) == 11
    assert "forward 11" in steps(race)


@pytest.mark.rule("E2 9.2.2", "E2 9.2.2-chart")
@pytest.mark.parametrize(("speed", "cdm"), [(9, 0), (12, 2), (18, 0)])
def test_the_answers_tell_these_odds(speed: int, cdm: int) -> None:
    race = epic(
        phase="notation", red="lane 1, front straight 33", red_is={"modifier": cdm, "horses_start": [5, 5, 4, 4]}
    )
    told = next(each for each in race.view(0)["decision"]["answers"] if each["choice"] == speed)
    lane = told["corner"]["lanes"][0]
    assert (lane["points"], lane["safe"]) == (speed - 8, 8)
    assert lane["odds"] == {code: round(chance, 4) for code, chance in BOOK.strain_odds(speed - 8, cdm).items()}
    clean = sum(
        1
        for a in range(1, 7)
        for b in range(1, 7)
        for c in range(1, 7)
        if BOOK.corner_strain(a + b + c + cdm, speed - 8) == "-"
    )
    assert lane["odds"]["-"] == round(clean / 216, 4)


@pytest.mark.rule("E2 9.2.3")
def test_every_result_has_a_clause() -> None:
    assert set(BOOK.strain_clauses) == {"-", "S", "SS", "J", "LH", "RH", "FP"}
    assert sorted(BOOK.strain_clauses.values()) == [f"E2 9.2.3{letter}" for letter in "abcdefg"]
