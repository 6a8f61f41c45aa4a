"""E2 11.1, 11.2: endurance, and what happens without any."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import CircusMatch, asked, chariot, dice_left, events, left, place, play, write
from tests.rules.epic.kit import epic

CALM = {"whip": False}
EXHAUSTED = {"whip": False, "endurance": 0}


@pytest.mark.rule("E2 11.1", "E2 11.1.1", "E2 def-endurance-factor", "E2 def-straining-in-a-corner")
def test_what_costs_endurance() -> None:
    """A strain of 4, three points in lane 1 at 11, two factors braked."""
    race = epic(red="lane 1, front straight 33", red_is={"written": 7, "endurance": 49}, dice=[4, 6, 6, 6])
    play(race, "whip")
    assert chariot(race, "red").endurance == 45
    play(race, "forward 1")
    assert events(race, "strain")[0].data["points"] == 3
    assert chariot(race, "red").endurance == 42
    play(race, "brake 2")
    assert chariot(race, "red").endurance == 49 - 9
    assert race.view(1)["position"]["chariots"]["red"]["endurance"] == 40
    assert dice_left(race) == ()


@pytest.mark.rule("E2 11.1.1")
def test_two_for_each_attack_braked_away_from() -> None:
    race = epic(
        red="lane 3, backstretch 11",
        red_is={**CALM, "written": 1},
        blue="lane 4, backstretch 11",
        blue_is={"endurance": 40},
        dice=[6, 6, 1, 1],
    )
    play(race, "ram blue car", "avoid", "brake")
    assert chariot(race, "blue").endurance == 38
    assert dice_left(race) == ()


@pytest.mark.rule("E2 def-endurance-factor", "E2 12.2.1")
def test_dead_horses_cost_endurance() -> None:
    race = epic(red="lane 3, backstretch 11", red_is={**CALM, "written": 5, "endurance": 42})
    red = chariot(race, "red")
    book_of(race.state).injure(red, 0, 20, ("E2 10.7.1",))
    assert red.endurance == 42 - 10


@pytest.mark.rule("E2 11.1.2")
def test_marked_at_once_and_never_regained() -> None:
    red = {**CALM, "written": 11, "endurance": 8}
    far: dict[str, Any] = {"blue": "lane 8, backstretch 20", "blue_is": CALM}
    race = epic(red="lane 1, front straight 33", red_is=red, **far, dice=[6, 6, 6, 1, 1, 1])
    play(race, "forward 1")
    assert events(race, "strain")[0].data["endurance"] == 5  # before the rest of the move
    play(race, "forward 10")
    for turn in range(6, 9):
        assert (race.state.turn, chariot(race, "red").endurance) == (turn, 5)
        write(race)


# -- zero ------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 11.2", "E2 11.2.2", "E2 11.2.4", "E2 def-dm", "E2 def-cdm")
def test_zero_in_the_middle_of_a_phase() -> None:
    race = epic(red="lane 4, backstretch 5", red_is={**CALM, "written": 12, "endurance": 2, "modifier": 0})
    play(race, "forward 3")
    assert "brake 2" in asked(race)[1]
    play(race, "brake 2")
    red = chariot(race, "red")
    assert (red.endurance, red.modifier, red.cdm, red.exhausted) == (0, -1, -1, True)
    (told,) = events(race, "exhausted")
    assert told.clauses == ("E2 11.2", "E2 11.2.4", "E2 11.2.5")
    assert not [answer for answer in asked(race)[1] if str(answer).startswith("brake")]
    assert book_of(race.state).banned_from_straining(red)
    play(race, "forward 7")
    assert book_of(race.state).team_speed(chariot(race, "red")) == 17  # one slower with the next turn


@pytest.mark.rule("E2 11.2.4", "E2 def-cdm")
@pytest.mark.parametrize(
    ("modifier", "cdm", "after"), [(0, 0, (-1, -1)), (2, -1, (1, -2)), (3, 3, (2, 2)), (-1, -1, (-2, -2))]
)
def test_the_modifier_falls_once(modifier: int, cdm: int, after: tuple[int, int]) -> None:
    red = {**CALM, "written": 2, "endurance": 1, "modifier": modifier, "cdm": cdm}
    race = epic(red="lane 1, backstretch 3", red_is=red)
    play(race, "brake 1")
    red_now = chariot(race, "red")
    assert (red_now.modifier, red_now.cdm) == after
    assert book_of(race.state).maximum(red_now) == 18 + after[1]
    book_of(race.state).tire(red_now, 5)
    assert (red_now.modifier, red_now.cdm) == after
    assert len(events(race, "exhausted")) == 1


@pytest.mark.rule("E2 11.2.1")
def test_too_fast_into_a_corner_at_zero_is_a_flip_without_a_roll() -> None:
    """9 into a lane that bears 8, and no other way."""
    race = epic(
        red="lane 1, front straight 33",
        red_is={**EXHAUSTED, "modifier": 1, "written": 9},
        blue="lane 2, dolphin corner 1",
        dice=[1, 1, 4, 4],
    )
    assert [answer for answer in asked(race)[1] if " blue " not in str(answer)] == ["forward 1"]
    play(race, "forward 1")
    (told,) = events(race, "flip")
    assert told.clauses[0] == "E2 11.2.1"
    assert not events(race, "strain")


@pytest.mark.rule("E2 11.2.1", "E2 2.5.7")
def test_another_way_must_be_taken_first() -> None:
    """Lane 2 bears 9."""
    race = epic(red="lane 1, front straight 33", red_is={**EXHAUSTED, "modifier": 1, "written": 9})
    assert [event.data["to"] for event in events(race, "lane-change")] == ["lane 2, dolphin corner 1"]  # unasked
    assert chariot(race, "red").hitched
    assert not events(race, "flip")


@pytest.mark.rule("E2 11.2.1")
def test_at_the_safe_speed_nothing_happens() -> None:
    race = epic(red="lane 1, front straight 33", red_is={**EXHAUSTED, "modifier": 1, "written": 8})
    play(race, "forward 8")
    assert place(race, "red") == "lane 1, backstretch 1"
    assert chariot(race, "red").hitched


@pytest.mark.rule("E2 11.2.1", "E2 9.1.2")
@pytest.mark.parametrize(("endurance", "good"), [(3, True), (2, False)])
def test_the_strain_that_takes_the_last_of_it(endurance: int, good: bool) -> None:
    """Paid in full it is checked and good for the corner; not paid in full it is a flip."""
    race = epic(
        red="lane 1, front straight 33",
        red_is={**CALM, "written": 11, "modifier": 1, "endurance": endurance},
        dice=[6, 6, 6] if good else [4, 4] * 4,
    )
    play(race, "forward 1")
    red = chariot(race, "red")
    assert (red.endurance, red.hitched) == (0, good)
    assert bool(events(race, "strain")) == good
    if good:
        play(race, "forward 10")
        assert place(race, "red") == "lane 1, backstretch 4"
        assert dice_left(race) == ()


@pytest.mark.rule("E2 11.2.1")
@pytest.mark.parametrize("modifier", [2, 0])
def test_too_fast_in_the_corner_where_its_phase_starts(modifier: int) -> None:
    """The last of it went after the speed was noted: it flips, even where the CDM is negative too."""
    race = epic(
        red="lane 1, dolphin corner 3", red_is={**EXHAUSTED, "modifier": modifier, "written": 9}, dice=[4, 4, 4]
    )
    (told,) = events(race, "flip")
    assert told.clauses[0] == "E2 11.2.1"
    assert not events(race, "drive")


@pytest.mark.rule("E2 11.2.1", "E2 9.4.1.1")
def test_with_endurance_a_ban_slows_it_down_instead() -> None:
    race = epic(red="lane 1, dolphin corner 3", red_is={**CALM, "endurance": 1, "modifier": -1, "written": 9})
    assert events(race, "speed")[0].data["total"] == 8
    assert not events(race, "flip")


@pytest.mark.rule("E2 11.2.2")
def test_no_braking_away_at_zero() -> None:
    race = epic(
        red="lane 3, backstretch 11",
        red_is={**CALM, "written": 1},
        blue="lane 4, backstretch 11",
        blue_is={"endurance": 0, "modifier": 1},
        dice=[6, 6, 1, 1],
    )
    play(race, "ram blue car", "avoid")
    assert asked(race)[1] == ["evade out", "hold"]


# -- a team that fades -----------------------------------------------------------------------------------


def turns(race: CircusMatch, count: int) -> list[int]:
    """Team speed at the start of each of the next turns; nobody moves."""
    seen = []
    for _ in range(count):
        seen.append(book_of(race.state).team_speed(chariot(race, "red")))
        write(race)
    return seen


@pytest.mark.rule("E2 11.2.3", "E2 6.A-6")
@pytest.mark.parametrize(("horses", "seen"), [([4, 4, 4, 4], [15, 14, 13]), ([2, 4, 4, 4], [13, 12, 11])])
def test_a_point_of_speed_every_turn(horses: list[int], seen: list[int]) -> None:
    race = epic(
        turn=15,
        red="lane 1, backstretch 3",
        red_is={**CALM, "horses_start": [4, 4, 4, 4], "horses": horses, "written": 2, "endurance": 2},
        blue="lane 8, backstretch 3",
        blue_is=CALM,
        dice=[1] * 3,
    )
    play(race, "brake 2")  # the last of it in turn 15
    assert race.state.turn == 16
    assert turns(race, 3) == seen
    assert chariot(race, "red").horses == tuple(horses)  # no horse is hurt


@pytest.mark.rule("E2 11.2.3", "E2 6.A-6")
def test_it_counts_before_speeds_are_noted() -> None:
    position: dict[str, Any] = {"phase": "notation", "red": "lane 1, backstretch 9", "blue": "lane 8, backstretch 1"}
    log = {"horses_start": [4, 4, 4, 3], "modifier": 1}
    race = epic(**position, red_is={**log, "endurance": 0}, blue_is=log)
    assert (max(race.pending[0]), max(race.pending[1])) == (15, 16)


@pytest.mark.rule("E2 11.2.5", "E2 10.4.1.3")
def test_an_exhausted_team_feels_no_lash() -> None:
    race = epic(
        red="lane 3, backstretch 12",
        red_is={"written": 1},
        blue="lane 4, backstretch 11",
        blue_is={**EXHAUSTED, "moved": False, "written": 9, "modifier": 1},
        dice=[5, 1],
    )
    play(race, "no", "lash blue team", "hold")
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.modifier) == (0, 1)
    assert events(race, "speed")[-1].data == {"chariot": "blue", "factors": 9, "total": 9}
    assert not events(race, "exhausted")
    assert left(race.state, blue) == 9
