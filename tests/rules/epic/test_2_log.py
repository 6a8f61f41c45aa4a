"""E2 2.5, 2.6: the log of a chariot and the counters on it, as every seat reads them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import GAME, CircusMatch, chariot, events, play
from tests.rules.epic.kit import BOOK, epic
from tests.rules.epic.setup_kit import book, fresh, stabled


def sheet(race: CircusMatch, faction: str = "red", seat: int | None = None) -> dict[str, Any]:
    """The whole log as this seat (None: a spectator) sees it."""
    seen = race.view(seat, explain=False)["position"]["chariots"][faction]
    return {**seen, **seen["log"]}


def written(**log: Any) -> dict[str, Any]:
    return sheet(epic(red="lane 7, backstretch 2", red_is=log, phase="notation"))


# -- the log -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 2.6")
@pytest.mark.rule("E2 2.6.1")
def test_every_log_is_open_to_everybody() -> None:
    race = epic(red="lane 7, backstretch 2", red_is={"hits": 4, "endurance": 9}, blue="lane 2, backstretch 2")
    assert sheet(race, "red", 0) == sheet(race, "red", 1) == sheet(race, "red", None)
    assert (sheet(race)["hits"], sheet(race)["endurance"]) == (4, 9)


@pytest.mark.rule("E2 2.6.2-team-speed")
@pytest.mark.rule("E2 2.6.2-horse-speed")
@pytest.mark.rule("E1 3.3-horse-speed", "E2 def-horse-speed")
def test_team_speed_is_what_the_horses_have_left() -> None:
    race = epic(red="lane 7, backstretch 2", red_is={"horses_start": [6, 4, 4, 6]}, phase="notation")
    assert sheet(race)["team_speed"] == 20
    rules = book(race)
    rules.hurt_horses(chariot(race, "red"), (2, 0, 0, 0), "E2 10.7.1")
    assert (sheet(race)["horses"], sheet(race)["team_speed"]) == ([4, 4, 4, 6], 18)


@pytest.mark.rule("E2 2.6.2-team-speed")
@pytest.mark.parametrize(("sky", "speed"), [({}, 18), ({"rain": True}, 17), ({"mud": True}, 16)])
def test_rain_and_mud_come_off_it(sky: dict[str, bool], speed: int) -> None:
    race = epic(
        red="lane 7, backstretch 2", phase="notation", options={"weather": True}, parts={"weather": sky}, turn=5
    )
    assert sheet(race)["team_speed"] == speed


@pytest.mark.rule("E2 2.6.2-team-speed")
def test_a_loss_is_a_second_pin_until_the_next_phase_is_over() -> None:
    race = epic(
        red="lane 7, backstretch 2", red_is={"horses_start": [4, 4, 4, 4], "loss": 4, "whip": False, "written": 12},
    )  # fmt: skip
    assert events(race, "speed")[0].data["total"] == 12
    play(race, "forward 12")
    assert (sheet(race)["speed_loss"], sheet(race)["maximum_speed"]) == (0, 16)
    waiting = written(horses_start=[4, 4, 4, 4], loss=4)
    assert (waiting["team_speed"], waiting["speed_loss"], waiting["maximum_speed"]) == (16, 4, 12)


@pytest.mark.rule("E2 def-team")
def test_a_team_stays_one_when_a_horse_is_cut_free() -> None:
    assert written(horses_start=[5, 4, 4, 5], horses=[5, 0, 4, 5])["team_speed"] == 14


@pytest.mark.rule("E2 2.6.2-wheel-damage")
def test_each_wheel_has_ten_boxes() -> None:
    seen = written(left_wheel=3, right_wheel=9)
    assert (seen["left_wheel"], seen["right_wheel"]) == (3, 9)
    assert {BOOK.wheel_boxes(chariot(epic(red="lane 1, backstretch 2"), "red"), side) for side in (-1, 1)} == {10}


@pytest.mark.rule("E2 2.6.2-driver-hits")
@pytest.mark.parametrize(("hits", "half", "third"), [(7, 3, 2), (5, 2, 1), (10, 5, 3), (6, 3, 2), (8, 4, 2), (9, 4, 3)])
def test_the_marks_stand_at_half_and_a_third(hits: int, half: int, third: int) -> None:
    seen = written(hits_start=hits, modifier=2)
    assert (seen["half_mark"], seen["third_mark"]) == (half, third)
    race = epic(red="lane 7, backstretch 2", red_is={"hits_start": hits, "modifier": 2}, phase="notation")
    rules, red = book(race), chariot(race, "red")
    modifiers = []
    for _ in range(hits - 1):
        rules.hurt_driver(red, 1, "E2 12.1")
        modifiers.append((red.hits, red.modifier))
    assert modifiers == [(left, 2 - (left <= half) - (left <= third)) for left in range(hits - 1, 0, -1)]


@pytest.mark.rule("E2 2.6.2-driver-hits")
@pytest.mark.parametrize(("hits", "squares"), [(7, 4), (6, 3), (1, 1)])
def test_the_log_says_how_far_he_would_run(hits: int, squares: int) -> None:
    assert written(hits_start=7, hits=hits)["foot_squares"] == squares


@pytest.mark.rule("E2 2.6.2-driver-modifier")
@pytest.mark.rule("E2 2.6.2-cdm")
def test_modifier_and_current_modifier_are_shown() -> None:
    seen = written(modifier=2, cdm=-2)
    assert (seen["modifier"], seen["cdm"]) == (2, -1), "one is back when the turn begins"


@pytest.mark.rule("E2 2.6.2-whip-lost")
@pytest.mark.rule("E2 2.6.2-arm-wound")
@pytest.mark.rule("E2 2.6.2-eye-wound")
@pytest.mark.rule("E2 2.6.2-dust-used")
def test_what_is_lost_used_or_wounded_is_marked() -> None:
    fields = ("whip_lost", "knife_lost", "dust_used", "arm_wound", "eye_left", "eye_right")
    whole = written()
    assert [whole[name] for name in fields] == [False] * 6
    hurt = written(
        whip=False, arm_wound=True, eye_right=True, parts={"dust": {"carried": False}, "dagger": {"carried": False}}
    )
    assert [hurt[name] for name in fields] == [True, True, True, True, False, True]


@pytest.mark.rule("E2 2.6.2-knife-lost")
def test_without_a_knife_a_dead_horse_stays_in_the_traces() -> None:
    stuck = {
        "horses": [5, 0, 4, 5],
        "fallen": [2],
        "written": 5,
        "whip": False,
        "parts": {"dagger": {"carried": False}},
    }
    race = epic(red="lane 7, backstretch 2", red_is=stuck)
    assert sheet(race)["knife_lost"]
    assert not events(race, "cut-free")
    assert chariot(race, "red").fallen == (1,)
    assert not book(race).can_still_finish(chariot(race, "red"))


@pytest.mark.rule("E2 2.6.2-added-speed")
def test_a_lash_before_the_own_phase_counts_in_this_turn() -> None:
    """Blue has not moved: what red's lash adds it runs in this very turn."""
    waiting = epic(
        red="lane 7, backstretch 2", blue="lane 2, backstretch 2", red_is={"written": 3, "whip": False},
        blue_is={"gains": 4, "written": 5, "whip": False, "moved": False}, cup=["blue"],
    )  # fmt: skip
    assert (sheet(waiting, "blue")["added_speed"], sheet(waiting, "blue")["added_speed_next_turn"]) == (4, 0)
    play(waiting, "forward 3")
    assert events(waiting, "speed")[-1].data["total"] == 9
    assert sheet(waiting, "blue")["added_speed"] == 4


@pytest.mark.rule("E2 2.6.2-added-speed")
def test_a_lash_after_it_counts_in_the_next() -> None:
    race = epic(
        red="lane 7, backstretch 2", blue="lane 2, backstretch 2", red_is={"written": 3, "whip": False},
        blue_is={"gains": 4, "whip": False, "moved": True}, cup=[], dice=[2],
    )  # fmt: skip
    assert (sheet(race, "blue")["added_speed"], sheet(race, "blue")["added_speed_next_turn"]) == (0, 4)
    play(race, "forward 3")
    assert (sheet(race, "blue")["added_speed"], sheet(race, "blue")["added_speed_next_turn"]) == (4, 0), "a new turn"
    race.submit(0, 0)
    race.submit(1, 5)
    assert [event.data["total"] for event in events(race, "speed") if event.data["chariot"] == "blue"] == [9]


@pytest.mark.rule("E2 2.6.2-used-move")
def test_used_moves_are_noted() -> None:
    assert written(debt=3)["used_move"] == 3
    race = epic(red="lane 7, backstretch 2", red_is={"written": 8, "debt": 3, "whip": False})
    assert sheet(race)["used_move"] == 3


@pytest.mark.rule("E2 2.6.2-turn-speed")
@pytest.mark.rule("E2 2.2")
def test_turn_speeds_are_written_in_secret_and_revealed_together() -> None:
    race = fresh(6, options={"stable": 0}, dice=[1] + [3] * 60)
    for seat in range(5):
        race.submit(seat, 7 + seat)
    assert not events(race, "speeds")
    assert {sheet(race, each.faction)["written"] for each in race.state.chariots} == {0}
    race.submit(5, 12)
    kinds = [event.kind for event in race.events]
    assert kinds.index("speeds") < kinds.index("drawn")
    assert sorted(events(race, "speeds")[0].data["speeds"].values()) == [7, 8, 9, 10, 11, 12]


# -- counters ------------------------------------------------------------------------------------------------------


def counters(race: CircusMatch, faction: str = "red") -> dict[str, int]:
    found: dict[str, int] = sheet(race, faction)["counters"]
    return found


@pytest.mark.rule("E2 2.5")
@pytest.mark.rule("E2 2.5.4")
@pytest.mark.rule("E2 2.5.8")
@pytest.mark.rule("E2 2.5.9")
@pytest.mark.rule("E2 2.5.10")
@pytest.mark.rule("E2 2.5.11")
@pytest.mark.rule("E2 2.5.12")
@pytest.mark.parametrize(
    ("log", "found"),
    [
        ({}, {}),
        ({"horses": [5, 0, 4, 5], "fallen": [2]}, {"dead horse": 1}),
        ({"debt": 2}, {"used factors": 1}),
        ({"whip": False}, {"no whip": 1}),
        ({"parts": {"dust": {"straight": 2}}}, {"move straight": 2}),
        ({"parts": {"dust": {"blinded_turn": 4}}}, {"blinded": 1}),
        ({"no_inside": True}, {"no inside lane change": 1}),
        ({"endurance": 0}, {"no straining": 1}),
        ({"no_strain_turn": 6}, {"no straining": 2}),
        ({"no_strain_turn": 5}, {"no straining": 1}),
        ({"no_strain_turn": 4}, {}),
        ({"modifier": -1}, {"no straining": 1}),
        ({"modifier": 1, "cdm": -2, "jostled": True}, {"jostled": 1}),
    ],
)
def test_what_lies_on_a_chariot_is_listed(log: dict[str, Any], found: dict[str, int]) -> None:
    race = epic(
        red="lane 7, backstretch 2", red_is={"written": 3, "moved": False, **log}, blue="lane 2, backstretch 2",
        blue_is={"moved": False, "whip": False, "written": 3}, mover="blue", cup=["red"],
    )  # fmt: skip
    assert counters(race) == found


@pytest.mark.rule("E2 2.5.6")
def test_a_jostle_lies_there_until_the_modifier_is_no_longer_negative() -> None:
    """DM +1 jostled to CDM -2: -1 in the next turn, 0 in the one after it, and the counter is gone."""
    race = epic(
        red="lane 7, backstretch 2", red_is={"modifier": 1, "cdm": -2, "jostled": True, "whip": False}, turn=4,
        phase="notation", dice=[1, 1, 1, 1],
    )  # fmt: skip
    assert (race.state.turn, chariot(race, "red").cdm, counters(race)["jostled"]) == (4, -1, 1)
    play(race, 0, 0)
    while race.state.turn == 4:
        seat, decision = next(iter(race.pending.items()))
        race.submit(seat, decision.default)
    assert (race.state.turn, chariot(race, "red").cdm) == (5, 0)
    assert "jostled" not in counters(race)


@pytest.mark.rule("E2 2.5.6")
def test_a_second_jostle_lowers_further_but_lays_no_second_counter() -> None:
    race = epic(red="lane 7, backstretch 2", red_is={"modifier": 1, "cdm": -2, "jostled": True}, phase="notation")
    red = chariot(race, "red")
    before = red.cdm
    book(race).jostle(red)
    assert (red.cdm, counters(race)["jostled"]) == (before - 3, 1)


@pytest.mark.rule("E2 2.5.6")
@pytest.mark.rule("E2 2.5.7")
@pytest.mark.parametrize("log", [{"modifier": 1, "cdm": -2, "jostled": True}, {"no_strain_turn": 5}, {"endurance": 0}])
def test_whoever_has_such_a_counter_may_not_strain(log: dict[str, Any]) -> None:
    race = epic(red="lane 3, backstretch 30", red_is={"written": 12, **log}, turn=5)
    rules, red = book(race), chariot(race, "red")
    assert counters(race)
    assert rules.banned_from_straining(red)
    assert not rules.may_whip(red)


@pytest.mark.rule("E2 2.5.7")
def test_after_a_double_sideslip_two_counters_come_off_turn_by_turn() -> None:
    race = epic(red="lane 7, backstretch 2", red_is={"no_strain_turn": 7}, turn=6, phase="drawing", cup=["red"])
    rules, red = book(race), chariot(race, "red")
    seen = []
    for turn in (6, 7, 8):
        race.state.turn = turn
        seen.append((rules.counters(red).get("no straining", 0), rules.banned_from_straining(red)))
    assert seen == [(2, True), (1, True), (0, False)]


@pytest.mark.rule("E2 2.5.7")
def test_without_endurance_it_stays() -> None:
    race = epic(red="lane 7, backstretch 2", red_is={"endurance": 0})
    rules, red = book(race), chariot(race, "red")
    for turn in (6, 9, 30):
        race.state.turn = turn
        assert rules.counters(red)["no straining"] == 1


@pytest.mark.rule("E2 2.6.2")
def test_marks_of_a_wounded_starter_are_those_of_the_whole_man() -> None:
    race = fresh(2, options={"stables": [[stabled(hits=2)], [stabled()]]})
    seen = sheet(race, "black")
    assert (seen["half_mark"], seen["third_mark"], seen["hits"], seen["modifier"]) == (3, 2, 2, -1)


@pytest.mark.rule("E2 def-horse-speed")
def test_a_horse_has_a_speed_of_ten_at_most() -> None:
    race = fresh(2, options={"stables": [[stabled(horses_start=[10, 8, 8, 10])], [stabled()]]})
    assert sheet(race, "black")["team_speed"] == 36
    again = GAME.read_position(GAME.write_position(race.state), 2, race.options)
    assert again.chariots[0].horses == (10, 8, 8, 10)
