"""E2 6.D-3c, 6.D-3e, 6.D-5d, 6.E-1, 8.2.2.2: where dead horses, dust and stationary chariots come in the turn."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import CircusMatch, asked, chariot, dice_left, events, left, play, write
from tests.rules.epic.kit import epic

CALM = {"whip": False}
STRAIGHT = "lane 3, backstretch 5"
TEAM_15 = {"horses_start": [4, 4, 4, 3], "modifier": 1}
FAR: dict[str, Any] = {"blue": "lane 8, backstretch 1", "blue_is": CALM}


def blind(since: int = 4) -> dict[str, Any]:
    return {"dust": {"blinded_turn": since}}


def total(race: CircusMatch) -> int:
    return int(events(race, "speed")[-1].data["total"])


# -- blinded (E2 8.2.2.2) ----------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.2.2.2")
@pytest.mark.parametrize(
    ("red", "speed"),
    [
        ({}, 8),
        ({"cdm": -2}, 8),  # the CDM is ignored, good or bad
        ({"horses": [4, 4, 4, 2]}, 7),
        ({"loss": 3}, 5),  # comes off the half
        ({"horses": [4, 4, 4, 2], "loss": 9}, 0),
        ({"gains": 2}, 8),
    ],
)
def test_a_blinded_driver_has_no_choice(red: dict[str, Any], speed: int) -> None:
    race = epic(phase="notation", red=STRAIGHT, red_is={**TEAM_15, **CALM, "parts": blind(), **red}, **FAR, dice=[1, 1])
    assert race.pending.keys() == {1}  # Red is not asked
    write(race)
    assert events(race, "speeds")[0].data["speeds"] == {"red": speed, "blue": 0}
    assert total(race) == speed + red.get("gains", 0)


@pytest.mark.rule("E2 8.2.2.2")
@pytest.mark.parametrize(("sky", "speed"), [({"rain": True}, 7), ({"mud": True}, 7), ({}, 8)])
def test_half_of_what_the_weather_leaves(sky: dict[str, bool], speed: int) -> None:
    race = epic(
        phase="notation",
        red=STRAIGHT,
        red_is={**TEAM_15, **CALM, "parts": blind()},
        **FAR,
        options={"weather": True},
        parts={"weather": sky},
        dice=[1, 1],
    )
    write(race)
    assert total(race) == speed


@pytest.mark.rule("E2 8.2.2.2")
@pytest.mark.parametrize(("noted", "speed"), [(16, 8), (6, 6), (8, 8)])
def test_blinded_after_the_noting(noted: int, speed: int) -> None:
    """The lower of what he noted and the half."""
    race = epic(red=STRAIGHT, red_is={**TEAM_15, "written": noted, "parts": blind(5)})
    assert total(race) == left(race.state, chariot(race, "red")) == speed
    assert asked(race)[0] == "step"  # and no straining


# -- what comes when in a phase ----------------------------------------------------------------------------


@pytest.mark.rule("E2 6.D-3e")
@pytest.mark.parametrize(("die", "sees"), [(4, False), (5, True), (6, True)])
def test_he_rubs_his_eyes_after_the_wheels(die: int, sees: bool) -> None:
    """30 horses: half of it is 15, which damaged wheels feel; the speed of this phase stays the half."""
    race = epic(
        red=STRAIGHT,
        red_is={"horses_start": [8, 8, 7, 7], "written": 15, "right_wheel": 3, "parts": blind()},
        dice=[6, 6, die],
    )
    reasons = [roll.reason for event in race.events for roll in event.dice]
    assert reasons == ["right wheel", "rubbing his eyes"]
    (told,) = events(race, "sight")
    assert (told.data["sees"], told.clauses) == (sees, ("E2 6.D-3e",))
    red = chariot(race, "red")
    assert book_of(race.state).log_sheet(red)["counters"].get("blinded", 0) == (not sees)
    assert left(race.state, red) == 15


@pytest.mark.rule("E2 6.D-3e")
def test_not_in_the_turn_of_the_dust() -> None:
    race = epic(red=STRAIGHT, red_is={**TEAM_15, "written": 5, "parts": blind(5)}, dice=[6])
    assert not events(race, "sight")
    assert dice_left(race) == (6,)


@pytest.mark.rule("E2 6.D-5e", "E2 8.2.2.2")
def test_whoever_sees_again_notes_as_he_likes() -> None:
    race = epic(red=STRAIGHT, red_is={**TEAM_15, **CALM, "written": 8, "parts": blind()}, **FAR, dice=[5])
    play(race, "forward 8")
    assert max(race.pending[0]) == 16


@pytest.mark.rule("E2 6.D-5d")
def test_a_move_straight_counter_goes_with_every_own_phase() -> None:
    race = epic(red=STRAIGHT, red_is={**CALM, "written": 3, "parts": {"dust": {"straight": 2}}}, **FAR, dice=[1, 1])
    for left_over in (1, 0):
        assert not {"in", "out"} & set(asked(race)[1])
        play(race, "forward 3")
        assert chariot(race, "red").parts["dust"].straight == left_over
        write(race, red=3)
    assert {"in", "out"} <= set(asked(race)[1])


@pytest.mark.rule("E2 6.D-5d")
def test_none_of_those_that_were_placed_in_this_phase() -> None:
    race = epic(red=STRAIGHT, red_is={**CALM, "written": 1, "parts": {"dust": {"straight": 2, "fresh": True}}}, **FAR)
    play(race, "forward 1")
    assert chariot(race, "red").parts["dust"].straight == 2


@pytest.mark.rule("E2 6.D-3c")
@pytest.mark.parametrize("knife", [True, False])
def test_a_dead_horse_is_cut_free_with_the_knife_at_the_start(knife: bool) -> None:
    race = epic(
        red=STRAIGHT,
        red_is={
            **CALM,
            "written": 12,
            "horses": [0, 4, 4, 4],
            "fallen": [1],
            "parts": {"dagger": {"carried": knife}},
        },
        **FAR,
        dice=[1, 1, 1],
    )
    if knife:
        assert asked(race)[0] == "cut"
        play(race, "cut")
        assert left(race.state, chariot(race, "red")) == 9
        assert not events(race, "drive")
    else:
        assert not events(race, "cut-free")
        assert chariot(race, "red").fallen == (0,)
        assert dice_left(race) == (1, 1, 1)


@pytest.mark.rule("E2 6.E-1")
def test_a_stationary_chariot_may_be_left_before_men_run() -> None:
    """All have moved; first Blue may leave his chariot, and stays beside it; then Green's man runs."""
    race = epic(
        red=STRAIGHT,
        red_is={**CALM, "written": 1},
        blue="lane 8, backstretch 9",
        blue_is={**CALM, "horses": [0, 4, 4, 4], "fallen": [1]},
        green="",
        green_is={"status": "out", "driver": "foot", "man": "lane 5, front straight 9"},
    )
    play(race, "forward 1")
    assert asked(race)[0] == "abandon"
    play(race, "in")
    assert chariot(race, "blue").driver == "foot"
    (decision,) = race.pending.values()
    assert (decision.name, decision.about) == ("walk", "green")
    while race.state.phase == "on foot":
        (decision,) = race.pending.values()
        assert decision.about == "green"  # Blue's man waits for the next turn
        play(race, "in")


@pytest.mark.rule("E2 8.4.3", "E2 def-starting-from-zero")
def test_a_team_without_speed_throws_no_start_dice() -> None:
    race = epic(
        red=STRAIGHT,
        red_is={**CALM, "executed": 0, "modifier": 2, "written": 9, "drained": 18, "endurance": 0},
        **FAR,
        dice=[1, 1],
    )
    assert not events(race, "dead-start")
    assert dice_left(race) == (1, 1)
