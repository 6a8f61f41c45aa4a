"""CM 15.25: attacks on runaway teams, teams that stop for good, and wrecks in their way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, circus, dice_left, events, place, play
from tests.rules.circus.wreck_kit import DRAGGING, EMPTY, STRAY, wrecks

# -- attacked -----------------------------------------------------------------------------------------


@pytest.mark.rule("CM 15.25a")
def test_only_its_horses_can_be_attacked_and_it_evades_without_dice() -> None:
    race = circus(red="lane 3, backstretch 11", red_is={"written": 2}, blue="lane 4, backstretch 10", blue_is=STRAY)
    play(race, "no")
    assert attacks(race) == {"ram blue horses", "lash blue team"}
    play(race, "ram blue horses")
    assert asked(race) == ("defend", ["evade out", "hold"])
    play(race, "evade out")
    assert (place(race, "blue"), chariot(race, "blue").debt) == ("lane 5, backstretch 11", 1)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.25a")
def test_with_the_far_lane_closed_it_takes_the_lash() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 2, "modifier": 2}, blue="lane 4, backstretch 10",
        blue_is={**STRAY, "modifier": 2, "endurance": 30}, green="lane 5, backstretch 11", dice=[5, 3],
    )  # fmt: skip
    play(race, "no", "lash blue team")
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.gains) == (26, 4)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.25a")
def test_a_heavy_car_rams_the_nearest_horse() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 2, "car": "heavy", "whip": False},
        blue="lane 4, backstretch 10", blue_is=STRAY, dice=[4, 4],
    )  # fmt: skip
    play(race, "ram blue horses", "hold")
    assert chariot(race, "blue").horses == (2, 4, 4, 5)
    assert dice_left(race) == ()


# -- a dead horse -------------------------------------------------------------------------------------


def stopped(**log: Any) -> CircusMatch:
    """Red kills the inner horse of blue's runaway, which stops for good."""
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 1, "whip": False}, blue="lane 4, backstretch 10",
        blue_is={"horses": [1, 4, 4, 5], **log}, dice=[4, 4],
    )  # fmt: skip
    play(race, "ram blue horses", "hold")
    return race


@pytest.mark.rule("CM 15.25b")
def test_a_dead_horse_stops_it_for_good() -> None:
    race = stopped(**STRAY)
    blue = chariot(race, "blue")
    assert (blue.status, blue.square) == ("stopped", -1)
    assert wrecks(race) == ["lane 4, backstretch 10"]
    assert race.state.wrecks[race.state.track.find("lane 4, backstretch 10")] == blue.number
    assert events(race, "team-stopped")[0].clauses == ("CM 15.25b",)
    race.submit(0, 0)
    assert blue.number not in race.state.cup
    assert not any(event.data["chariot"] == "blue" for event in events(race, "drawn"))


@pytest.mark.rule("CM 15.25b")
def test_its_dragged_man_is_free_at_once() -> None:
    race = stopped(**DRAGGING, hits=5)
    blue = chariot(race, "blue")
    assert (blue.driver, race.state.track.name(blue.man), blue.hits) == ("foot", "lane 4, backstretch 9", 5)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.25b")
def test_an_empty_car_behind_it_is_an_ordinary_wreck() -> None:
    race = stopped(**EMPTY)
    found = {race.state.track.name(square): team for square, team in race.state.wrecks.items()}
    assert found == {"lane 4, backstretch 10": chariot(race, "blue").number, "lane 4, backstretch 9": -1}


@pytest.mark.rule("CM 15.25b")
def test_killed_by_a_wreck_it_stops_where_it_is() -> None:
    race = circus(
        red="lane 4, backstretch 10", red_is={**STRAY, "horses": [5, 1, 4, 5], "endurance": 0},
        wrecks=["lane 4, backstretch 11"], dice=[1, 4, 4, 3, 1, 6, 1, 1],
    )  # fmt: skip
    play(race, "forward 1", "forward 1")
    assert chariot(race, "red").status == "stopped"
    assert wrecks(race) == ["lane 4, backstretch 11", "lane 4, backstretch 12"]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.25b")
def test_flipped_with_a_dead_horse_in_the_traces_it_is_stopped_at_once() -> None:
    race = circus(
        red="lane 3, backstretch 11", red_is={"written": 1}, blue="lane 4, backstretch 11",
        blue_is={"hits": 1, "horses": [5, 4, 4, 0], "fallen": [4]}, dice=[3, 4, 3, 4, 1, 1, 1, 1],
    )  # fmt: skip
    play(race, "no", "lash blue driver")
    assert chariot(race, "blue").status == "stopped"
    assert "lane 4, backstretch 11" in wrecks(race)


# -- over wrecks and stopped teams --------------------------------------------------------------------


def over_a_team(*dice: int, **red: Any) -> CircusMatch:
    """Red drives over blue's stopped team, paying in full."""
    race = circus(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False, **red}, blue="lane 4, backstretch 20",
        blue_is={"status": "stopped", "driver": "dead", "horses": [5, 0, 4, 5]}, dice=dice,
    )  # fmt: skip
    play(race, "forward 1", dice[0], "forward 2")
    return race


@pytest.mark.rule("CM 15.25c")
def test_three_more_over_a_stopped_team_and_both_suffer() -> None:
    race = over_a_team(2, 3, 3, 3, 6, 4, 3, 1)
    (chart,) = events(race, "run-over")
    assert (chart.data["total"], chart.data["result"]) == (12, "hobbled")
    assert ("stopped team", 3) in [(each.reason, each.amount) for each in chart.modifiers]
    assert chariot(race, "red").horses == (2, 3, 4, 5)
    assert chariot(race, "blue").horses == (2, 0, 4, 5)  # its dead horse is skipped
    assert [event.clauses for event in events(race, "injury")].count(("CM 15.25c",)) == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.25c")
def test_fourteen_over_a_stopped_team_flips() -> None:
    race = over_a_team(2, 5, 5, 4)
    assert events(race, "run-over")[0].data["total"] == 17
    assert chariot(race, "red").status == "runaway"


@pytest.mark.rule("CM 15.25-runover")
@pytest.mark.parametrize(
    ("roll", "result"), [((3, 3, 3), "jostled"), ((3, 4, 4), "car"), ((5, 5, 5), "danger"), ((6, 6, 5), "flip")]
)
def test_a_bare_team_has_nothing_to_jostle_break_or_flip(roll: tuple[int, ...], result: str) -> None:
    log = {**STRAY, "modifier": 2, "horses": [4, 0, 0, 0]}
    race = circus(red="lane 4, backstretch 10", red_is=log, wrecks=["lane 4, backstretch 11"], dice=[2, *roll])
    play(race, "forward 1", 2)
    assert chariot(race, "red").cdm == 2
    play(race, "forward 1")
    assert events(race, "run-over")[0].data["result"] == result
    assert (chariot(race, "red").status, chariot(race, "red").cdm) == ("runaway", 2)
    assert not events(race, "flip")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.25-runover")
@pytest.mark.parametrize(
    ("roll", "horses"), [((4, 4, 4), (2, 3, 4, 5)), ((4, 4, 5), (2, 3, 4, 5)), ((4, 5, 5), (1, 2, 3, 4))]
)
def test_its_horses_are_hurt_like_any_others(roll: tuple[int, ...], horses: tuple[int, ...]) -> None:
    dice = (6, 4, 3, 1) if sum(roll) < 14 else (4, 2, 1, 1)
    race = circus(red="lane 4, backstretch 10", red_is=STRAY, wrecks=["lane 4, backstretch 11"], dice=[1, *roll, *dice])
    play(race, "forward 1", 1, "forward 1")
    assert chariot(race, "red").horses == horses
    assert dice_left(race) == ()


@pytest.mark.rule("CM 15.25-runover")
def test_ending_on_a_wreck_it_waits_for_its_next_move() -> None:
    log = {**STRAY, "horses": [1, 0, 0, 0]}
    race = circus(
        red="lane 4, backstretch 10", red_is=log, blue="lane 1, backstretch 1", wrecks=["lane 4, backstretch 11"],
        dice=[1, 1, 2, 2, 2, 2],
    )  # fmt: skip
    play(race, 1)
    assert place(race, "red") == "lane 4, backstretch 11"
    assert chariot(race, "red").status == "runaway"
    race.submit(1, 0)
    assert asked(race)[0] == "pay"


@pytest.mark.rule("CM 15.25-runover")
def test_an_empty_car_takes_car_and_flip_results() -> None:
    race = circus(red="lane 4, backstretch 10", red_is=EMPTY, wrecks=["lane 4, backstretch 11"], dice=[1, 6, 6, 5])
    play(race, "forward 1", 1, "forward 2")
    assert events(race, "flip")
