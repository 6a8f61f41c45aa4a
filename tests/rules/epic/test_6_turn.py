"""E2 6: the turn, phase by phase, and how long everything lasts."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import asked, chariot, dice_left, events, left, place, play, write
from tests.rules.epic.kit import epic

CALM = {"whip": False}
STRAIGHT = "lane 3, backstretch 5"
FAR: dict[str, Any] = {"blue": "lane 8, backstretch 1", "blue_is": CALM}
MAN = {"status": "out", "driver": "foot", "man": "lane 5, front straight 9"}


@pytest.mark.rule("E2 6")
def test_six_phases_in_order() -> None:
    """A: the CDM rises; B: speeds up to the new maximum; C, D: colours are drawn; E: men run; F, and A again."""
    race = epic(
        phase="notation",
        red=STRAIGHT,
        red_is={**CALM, "modifier": 1, "cdm": -2, "horses_start": [4, 4, 4, 4]},
        **FAR,
        green="",
        green_is=MAN,
        dice=[1],
    )
    assert chariot(race, "red").cdm == -1
    assert max(race.pending[0]) == 15
    write(race, red=2)
    play(race, "forward 2")
    assert (asked(race)[0], race.state.phase) == ("walk", "on foot")
    kinds = [event.kind for event in race.events if event.kind in ("turn", "speeds", "drawn", "drive")]
    assert kinds == ["turn", "speeds", "drawn", "drive", "drawn"]
    while len(race.pending) == 1:
        play(race, "in")
    assert race.state.turn == 6
    assert chariot(race, "red").cdm == 0


# -- A ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 6.A-1")
@pytest.mark.parametrize(("turn", "rolls"), [(8, True), (9, False)])
def test_in_every_even_turn_the_rain_is_rolled_for(turn: int, rolls: bool) -> None:
    race = epic(
        phase="notation",
        turn=turn,
        red=STRAIGHT,
        **FAR,
        options={"weather": True},
        parts={"weather": {"rain": True}},
        dice=[1] if rolls else [],
    )
    assert [event.clauses for event in events(race, "weather")] == [("E2 6.A-1",)] * rolls
    assert book_of(race.state).raining() == (not rolls)
    assert max(race.pending[0]) == 18 - (not rolls)  # before speeds are noted
    assert dice_left(race) == ()


@pytest.mark.rule("E2 6.A-1")
@pytest.mark.parametrize("sky", [{}, {"mud": True}])
def test_no_roll_without_rain(sky: dict[str, bool]) -> None:
    race = epic(
        phase="notation", turn=8, red=STRAIGHT, **FAR, options={"weather": True}, parts={"weather": sky}, dice=[]
    )
    assert not events(race, "weather")


@pytest.mark.rule("E2 6.A-2")
@pytest.mark.parametrize(
    ("sky", "markers", "rolls"),
    [
        ({"later": True}, 2, True),  # the leader has completed a lap
        ({"later": True}, 1, False),
        ({"later": True, "laps": 1}, 2, False),  # that was rolled for in an earlier turn
        ({"later": True, "laps": 1}, 4, True),
        ({}, 2, False),  # clear for good
    ],
)
def test_a_new_lap_under_a_doubtful_sky(sky: dict[str, Any], markers: int, rolls: bool) -> None:
    """No rain recheck follows for a rain that begins here, though the turn is even."""
    race = epic(
        phase="notation",
        turn=8,
        red=STRAIGHT,
        **FAR,
        markers=markers,
        options={"weather": True},
        parts={"weather": sky},
        dice=[1, 5] if rolls else [],
    )
    assert [event.clauses[0] for event in events(race, "weather")] == ["E2 6.A-2"] * rolls
    assert book_of(race.state).raining() == rolls
    assert dice_left(race) == ()


@pytest.mark.rule("E2 6.A-3", "E2 6.A-6")
def test_recovery_and_exhaustion_come_before_the_noting() -> None:
    """Team speed 16 less one for its lack of endurance, CDM -1 after -2."""
    red = {"horses_start": [4, 4, 4, 4], "modifier": 1, "cdm": -2, "endurance": 0}
    race = epic(phase="notation", red=STRAIGHT, red_is=red, **FAR)
    assert (chariot(race, "red").cdm, max(race.pending[0])) == (-1, 14)


# -- C and D ---------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 6.C")
def test_in_the_first_turn_the_second_row_waits() -> None:
    rows: dict[str, Any] = {
        "red": "lane 1, front straight 3",
        "blue": "lane 3, front straight 3",
        "green": "lane 5, front straight 1",
        "white": "lane 7, front straight 1",
    }
    standing: dict[str, Any] = {f"{name}_is": CALM for name in rows}
    race = epic(phase="notation", turn=1, later=["green", "white"], **rows, **standing, dice=[2, 2, 4, 2, 2])
    write(race)
    order = [event.data["chariot"] for event in events(race, "drawn")]
    assert order == ["blue", "red", "white", "green"]
    write(race)  # from the second turn on all are in together
    assert [event.data["chariot"] for event in events(race, "drawn")][4] == "white"


@pytest.mark.rule("E2 6.D-1")
def test_each_counter_once_and_runaway_teams_too() -> None:
    race = epic(
        phase="notation",
        red=STRAIGHT,
        red_is=CALM,
        blue="lane 8, backstretch 1",
        blue_is={"status": "runaway", "driver": "dead", "hitched": False},
        green="lane 5, backstretch 9",
        green_is=CALM,
        dice=[2, 1],
    )
    write(race, red=1)
    assert [event.data for event in events(race, "drawn")] == [{"chariot": "blue", "seat": 1, "draw": 1}]
    assert events(race, "drawn")[0].clauses == ("E2 6.D-1",)
    play(race, "forward 18", "forward 1")
    assert [event.data["chariot"] for event in events(race, "drawn")] == ["blue", "red", "green"]
    assert (race.state.turn, dice_left(race)) == (6, ())


@pytest.mark.rule("E2 6.D-3a", "E2 6.D-3b", "E2 6.D-3d")
def test_the_start_of_a_phase_in_order() -> None:
    """Straining, start dice, wheels at 14 and more, the corner with its own wheel check, the wreck underneath."""
    race = epic(
        turn=1,
        red="lane 1, dolphin corner 2",
        red_is={"executed": 0, "written": 18, "left_wheel": 3, "car": "medium"},
        wrecks=["lane 1, dolphin corner 1"],
        dice=[1, 1, 3, 6, 6, 6, 6, 6, 6, 6, 4, 6, 6, 6],
    )
    play(race, "whip")
    reasons = [roll.reason for event in race.events for roll in event.dice]
    assert reasons[:2] == ["start from zero", "whipping the team"]
    wheels = [number for number, reason in enumerate(reasons) if reason == "left wheel"]
    assert wheels[0] == 2  # at 18 - 2 + 3 = 19
    assert reasons.index("corner strain") > wheels[0]
    assert events(race, "strain")[0].data["points"] == 11


@pytest.mark.rule("E2 6.D-3d")
@pytest.mark.parametrize(("written", "checked"), [(14, True), (13, False)])
def test_damaged_wheels_are_checked_before_moving(written: int, checked: bool) -> None:
    race = epic(red=STRAIGHT, red_is={**CALM, "written": written, "right_wheel": 3}, dice=[6, 6])
    assert bool(events(race, "wheel-check")) == checked
    assert not events(race, "drive")


@pytest.mark.rule("E2 6.D-4")
def test_others_move_only_to_avoid_an_attack() -> None:
    race = epic(
        red="lane 3, backstretch 11",
        red_is={**CALM, "written": 3},
        blue="lane 4, backstretch 11",
        blue_is={**CALM, "moved": False, "written": 2},
        green="lane 7, backstretch 11",
        green_is={**CALM, "moved": False, "written": 2},
        dice=[6, 6, 1, 1, 1],
    )
    play(race, "ram blue car", "avoid", "evade out")
    assert place(race, "blue") == "lane 5, backstretch 12"
    assert place(race, "green") == "lane 7, backstretch 11"
    assert not events(race, "drawn")
    assert left(race.state, chariot(race, "red")) == 2
    play(race, "forward 2")
    assert [event.data["chariot"] for event in events(race, "drawn")] == ["blue"]


@pytest.mark.rule("E2 6.D-5a", "E2 6.D-5b", "E2 13.3.1", "E2 13.3.2")
@pytest.mark.parametrize(("die", "hits"), [(5, 3), (2, 1), (1, 1)])
def test_a_dragged_man_cuts_himself_free_before_he_is_hurt(die: int, hits: int) -> None:
    dragged = {
        "status": "runaway", "driver": "dragged", "hitched": False, "hits_start": 7, "horses_start": [1, 1, 1, 1],
    }  # fmt: skip
    race = epic(red="lane 8, backstretch 5", red_is=dragged, dice=[6, 6, die, 6, 6, 6])
    play(race, "forward 4")
    assert asked(race)[0] == "loose"
    assert not events(race, "driver-hurt")
    play(race, "cut")
    kinds = [event.kind for event in race.events]
    assert kinds.index("cut-loose") < kinds.index("driver-hurt")
    assert events(race, "driver-hurt")[0].data["boxes"] == hits


@pytest.mark.rule("E2 6.D-5e")
def test_a_loss_of_the_own_phase_is_for_the_next_one() -> None:
    """Red slides into Blue: the phase goes on as fast, and its team is one slower in the next."""
    race = epic(
        red="lane 3, front straight 33",
        red_is={**CALM, "written": 14},
        blue="lane 4, dolphin corner 1",
        dice=[3, 3, 3, 4, 4, 4, 3, 3],
    )
    play(race, "forward 1")
    assert events(race, "strain")[0].data["result"] == "S"
    while asked(race)[0] == "defend":
        play(race, "hold")
    red = chariot(race, "red")
    assert red.loss == 1
    assert book_of(race.state).total_speed(red) == 14
    while len(race.pending) == 1:
        play(race, [choice for choice in asked(race)[1] if str(choice).startswith("forward")][-1])
    assert race.state.turn == 6
    assert (chariot(race, "red").loss, max(race.pending[0])) == (1, sum(chariot(race, "red").horses) - 1)


# -- E and F ---------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 6.E-2", "E2 6.F-1")
def test_men_run_when_all_have_moved_and_counters_lie_until_then() -> None:
    race = epic(red=STRAIGHT, red_is={**CALM, "written": 1, "no_inside": True}, **FAR, green="", green_is=MAN)
    play(race, "forward 1")
    assert asked(race)[0] == "walk"
    assert chariot(race, "red").no_inside
    while len(race.pending) == 1:
        play(race, "in")
    assert (race.state.turn, chariot(race, "red").no_inside) == (6, False)


@pytest.mark.rule("E2 6.E-2")
@pytest.mark.parametrize(("freed", "runs"), [(5, False), (4, True)])
def test_a_man_freed_this_turn_waits_for_the_next(freed: int, runs: bool) -> None:
    race = epic(red=STRAIGHT, red_is={**CALM, "written": 1}, **FAR, green="", green_is={**MAN, "freed_turn": freed})
    play(race, "forward 1")
    assert (len(race.pending) == 1) == runs


@pytest.mark.rule("E2 6.F-1")
def test_the_ban_on_inside_lanes_ends_with_the_turn() -> None:
    """Red slides in turn 5 and may not go in; in turn 6 it may. And when the race ends with the turn, it is off too."""
    race = epic(red=STRAIGHT, red_is={**CALM, "written": 3, "no_inside": True}, **FAR, dice=[1])
    assert "in" not in asked(race)[1]
    play(race, "forward 3")
    write(race, red=3)
    assert "in" in asked(race)[1]
    last = epic(red=STRAIGHT, red_is={**CALM, "written": 1, "no_inside": True}, **FAR, final=True)
    play(last, "forward 1")
    assert last.outcome is not None
    assert not chariot(last, "red").no_inside


@pytest.mark.rule("E2 6.F-2", "E2 2.6.2-added-speed")
def test_added_speed_of_this_turn_and_of_the_next() -> None:
    """A lash of 3 before Blue's phase counts in it, one of 5 after it in the next turn."""
    race = epic(
        phase="drawing",
        cup=["red", "blue", "green"],
        draw=["red", "blue", "green"],
        red="lane 3, backstretch 12",
        red_is={"written": 1},
        blue="lane 4, backstretch 11",
        blue_is={**CALM, "written": 0},
        green="lane 5, backstretch 15",
        green_is={"written": 1},
        dice=[3, 5, 2, 1],
    )
    play(race, "no", "lash blue team", "hold")
    assert events(race, "speed")[-1].data == {"chariot": "blue", "factors": 3, "total": 3}
    play(race, "forward 3")
    assert chariot(race, "blue").gains == 0
    play(race, "no", "lash blue team", "hold")
    assert (race.state.turn, chariot(race, "blue").gains) == (6, 5)
    write(race, blue=2)
    assert events(race, "speed")[-1].data == {"chariot": "blue", "factors": 7, "total": 7}
    play(race, "forward 7")
    assert chariot(race, "blue").gains == 0
