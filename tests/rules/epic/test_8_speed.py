"""E2 8.2, 8.4 and the definitions: what is noted, what it comes to, and what must be used."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import CircusMatch, asked, chariot, dice_left, events, left, place, play, write
from tests.rules.epic.kit import epic

TEAM_16 = {"horses_start": [4, 4, 4, 4], "whip": False}
STRAIGHT = "lane 3, backstretch 5"


def speed_of(race: CircusMatch, number: int = -1) -> tuple[int, int]:
    """Movement factors and total speed, as told at the start of a phase."""
    told = events(race, "speed")[number].data
    return told["factors"], told["total"]


def noting(**red: Any) -> CircusMatch:
    """Red has to note a turn speed, and so has Blue."""
    return epic(phase="notation", red="lane 1, backstretch 9", red_is=red, blue="lane 8, backstretch 1", dice=[1])


# -- noting ----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 def-turn-speed", "E2 8.2.1", "E2 6.B-1")
def test_what_is_noted_is_the_turn_speed() -> None:
    race = noting(horses_start=[4, 4, 4, 4], modifier=1)
    write(race, red=12, blue=3)
    assert chariot(race, "red").written == 12
    race = noting(horses_start=[4, 4, 4, 4], modifier=1)
    race.submit(0, 17)  # the CDM is included
    assert race.pending.keys() == {1}


@pytest.mark.rule("E1 3.3-maximum-speed", "E2 def-maximum-speed", "E2 8.2.2")
@pytest.mark.parametrize(("cdm", "limit"), [(1, 17), (0, 16), (-2, 14)])
def test_from_nothing_to_the_maximum_speed(cdm: int, limit: int) -> None:
    race = noting(horses_start=[4, 4, 4, 4], modifier=cdm)
    assert list(race.pending[0]) == list(range(limit + 1))
    for wrong in (limit + 1, -1):
        with pytest.raises(Refused):
            race.submit(0, wrong)
    assert race.pending[0].clause == "E2 8.2.1"


@pytest.mark.rule("E2 8.2.2")
def test_a_limit_below_zero_is_zero() -> None:
    race = noting(horses=[1, 0, 0, 1], modifier=-4)
    assert list(race.pending[0]) == [0]


@pytest.mark.rule("E2 6.B-1")
def test_two_chariots_of_one_player_have_each_their_own() -> None:
    race = epic(
        phase="notation",
        seats=2,
        red="lane 1, backstretch 9",
        blue="lane 8, backstretch 1",
        green="lane 3, backstretch 20",
        dice=[1],
    )
    write(race, red=5, blue=7, green=11)
    assert [each.written for each in race.state.chariots] == [5, 7, 11]


@pytest.mark.rule("E2 6.B-2", "E2 8.2.1")
def test_secret_until_all_are_noted_and_open_before_anybody_moves() -> None:
    race = noting()
    race.submit(0, 9)
    assert not events(race, "speeds")
    assert race.view(1)["position"]["chariots"]["red"]["written"] == 0
    race.submit(1, 4)
    (told,) = events(race, "speeds")
    assert told.data["speeds"] == {"red": 9, "blue": 4}
    assert told.clauses == ("E2 6.B-1", "E2 6.B-2")
    kinds = [event.kind for event in race.events]
    assert kinds.index("speeds") < kinds.index("drawn")
    for seat in (0, 1):
        seen = race.view(seat)["position"]["chariots"]
        assert (seen["red"]["written"], seen["blue"]["written"]) == (9, 4)


# -- the accounts ----------------------------------------------------------------------------------------


@pytest.mark.rule("E1 3.3-mf", "E1 3.3-total-speed", "E1 3.3-used-move")
@pytest.mark.rule("E2 def-mf", "E2 def-total-speed", "E2 def-used-move", "E2 10.3.3.1", "E2 8.4.2")
@pytest.mark.parametrize(
    ("log", "dice", "expected"),
    [
        ({"written": 17, "modifier": 1, "debt": 2}, [], (15, 17)),
        ({"written": 12, "modifier": 1, "debt": 2}, [], (10, 12)),  # not 12 factors, nor speed 14
        ({"written": 10, "debt": 2}, [], (8, 10)),
        ({"written": 12, "debt": 2, "whip": True}, [5], (15, 17)),
        ({"written": 10, "gains": 2, "whip": True}, [4], (16, 16)),
        ({"written": 10, "gains": 3}, [], (13, 13)),
        ({"written": 16, "gains": 3, "debt": 4}, [], (15, 19)),
        ({"written": 16, "loss": 1}, [], (15, 15)),
        ({"written": 12, "loss": 1}, [], (12, 12)),
        ({"written": 17, "modifier": 1, "loss": 6, "debt": 1}, [], (10, 11)),
        ({"written": 2, "debt": 3}, [], (0, 2)),
        ({"written": 2, "debt": 3, "gains": 4}, [], (3, 6)),
        ({"written": 0, "debt": 1}, [], (0, 0)),
    ],
)
def test_factors_and_total_speed(log: dict[str, Any], dice: list[int], expected: tuple[int, int]) -> None:
    race = epic(red=STRAIGHT, red_is={**TEAM_16, **log}, dice=dice)
    if dice:
        play(race, "whip")
    assert speed_of(race) == expected
    assert events(race, "speed")[0].clauses[:2] == ("E2 8.2.3", "E2 def-total-speed")
    assert left(race.state, chariot(race, "red")) == expected[0] or expected[0] == 0
    assert dice_left(race) == ()


@pytest.mark.rule("E2 def-added-speed", "E2 8.2")
def test_straining_and_lashes_are_added() -> None:
    race = epic(red=STRAIGHT, red_is={"written": 10, "gains": 2}, dice=[4])
    play(race, "whip")
    assert speed_of(race) == (16, 16)
    assert chariot(race, "red").written == 10


@pytest.mark.rule("E2 def-total-speed", "E2 def-used-move", "E2 9.2.1")
def test_a_used_move_is_no_speed_in_a_corner() -> None:
    """12 and 5 are 17 in a lane of 15: two points, whatever was used before."""
    race = epic(red="lane 4, front straight 33", red_is={"written": 12, "debt": 2}, dice=[5, 6, 6, 6])
    play(race, "whip", "forward 1")
    assert speed_of(race) == (15, 17)
    assert events(race, "strain")[0].data["points"] == 2
    assert dice_left(race) == ()


@pytest.mark.rule("E2 6.D-5c", "E2 10.3.3.1")
def test_what_a_slow_phase_cannot_pay_lapses() -> None:
    race = epic(red=STRAIGHT, red_is={**TEAM_16, "written": 1, "debt": 3})
    assert race.state.turn == 6  # nothing to spend
    assert (chariot(race, "red").debt, place(race, "red")) == (0, STRAIGHT)


@pytest.mark.rule("E2 10.3.3.1", "E2 6.D-5c")
@pytest.mark.parametrize(
    ("lane", "way", "price", "where"),
    [(3, "evade in", 2, "lane 2, backstretch 12"), (5, "evade out", 1, "lane 6, backstretch 12")],
)
def test_evading_before_the_own_phase(lane: int, way: str, price: int, where: str) -> None:
    race = epic(
        red="lane 4, backstretch 11",
        red_is={"written": 1, "whip": False},
        blue=f"lane {lane}, backstretch 11",
        blue_is={**TEAM_16, "modifier": 1, "moved": False, "written": 12},
        dice=[6, 6, 1, 1],
    )
    play(race, "ram blue car", "avoid", way)
    (told,) = events(race, "evaded")
    assert (told.data["price"], "E2 10.3.3.1" in told.clauses) == (price, True)
    assert place(race, "blue") == where
    assert speed_of(race) == (12 - price, 12)
    assert chariot(race, "blue").debt == 0
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.3.3.1")
@pytest.mark.parametrize(
    ("horses", "debt", "ways"),
    [
        ([1, 0, 0, 0], 0, []),  # maximum 1: an inside evasion costs 2
        ([1, 1, 0, 0], 0, ["evade in"]),
        ([1, 1, 1, 0], 1, ["evade in"]),
        ([1, 1, 1, 0], 2, []),
    ],
)
def test_whoever_cannot_pay_at_all_does_not_evade(horses: list[int], debt: int, ways: list[str]) -> None:
    """The maximum speed counts, not what was noted."""
    race = epic(
        red="lane 4, backstretch 11",
        red_is={"written": 1, "whip": False},
        blue="lane 3, backstretch 11",
        blue_is={"horses": horses, "debt": debt, "moved": False, "written": 0, "endurance": 0},
        dice=[6, 6, 1, 1, 4, 4, 4],
    )
    play(race, "ram blue car")
    if ways:
        play(race, "avoid")
        assert asked(race) == ("avoid", [*ways, "hold"])
    else:
        assert events(race, "ram-car")


@pytest.mark.rule("E2 def-used-move")
def test_before_the_own_phase_a_used_move_does_not_count_as_speed() -> None:
    race = epic(
        red=STRAIGHT,
        red_is={"written": 1, "whip": False},
        blue="lane 6, backstretch 5",
        blue_is={**TEAM_16, "written": 12, "gains": 3, "debt": 2, "moved": False},
    )
    assert book_of(race.state).current_speed(chariot(race, "blue")) == 15
    assert book_of(race.state).unplayed(chariot(race, "blue")) == 13


# -- a maximum speed that falls later --------------------------------------------------------------------


@pytest.mark.rule("E2 8.2.2")
def test_a_limit_that_falls_before_the_own_phase_cuts_the_turn_speed() -> None:
    """Blue brakes away with its last endurance: the modifier falls, and so does the turn speed."""
    race = epic(
        red="lane 4, backstretch 11",
        red_is={"written": 1, "whip": False},
        blue="lane 5, backstretch 11",
        blue_is={"horses_start": [2, 2, 2, 2], "modifier": 1, "written": 9, "endurance": 2, "moved": False},
        dice=[6, 6, 1, 1],
    )
    play(race, "ram blue car", "avoid", "brake")
    blue = chariot(race, "blue")
    assert (blue.modifier, blue.cdm, blue.endurance) == (0, 0, 0)
    assert speed_of(race) == (8, 8)


@pytest.mark.rule("E2 8.2.2", "E2 11.2", "E2 11.2.4")
def test_a_limit_that_falls_in_the_own_phase_takes_what_is_left() -> None:
    race = epic(red=STRAIGHT, red_is={**TEAM_16, "modifier": 1, "written": 17, "endurance": 2})
    play(race, "forward 10")
    assert left(race.state, chariot(race, "red")) == 7
    play(race, "brake 2")
    assert left(race.state, chariot(race, "red")) == 4
    assert (chariot(race, "red").modifier, chariot(race, "red").endurance) == (0, 0)
    play(race, "forward 4")
    assert chariot(race, "red").executed == 16


@pytest.mark.rule("E2 8.2.2")
def test_strain_that_was_checked_stands_and_later_checks_use_the_new_speed() -> None:
    """Lane 3 at 14: two points, and a horse is hurt by two; then it is 12 in lane 2, three points."""
    race = epic(
        red="lane 3, front straight 28",
        red_is={"horses_start": [4, 3, 3, 4], "written": 14, "whip": False},
        dice=[2, 2, 2, 4, 5, 6, 6, 6],
    )
    play(race, "forward 6")
    assert chariot(race, "red").horses == (2, 3, 3, 4)
    assert left(race.state, chariot(race, "red")) == 6
    play(race, "in")
    assert [event.data["points"] for event in events(race, "strain")] == [2, 3]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.2.2")
def test_who_has_moved_feels_it_from_the_next_turn_on() -> None:
    race = epic(
        red="lane 4, backstretch 11",
        red_is={"written": 1, "whip": False},
        blue="lane 5, backstretch 11",
        blue_is={**TEAM_16, "modifier": 1, "written": 17, "executed": 17, "endurance": 2},
        dice=[6, 6, 1, 1],
    )
    play(race, "ram blue car", "avoid", "brake")
    assert chariot(race, "blue").executed == 17
    assert max(race.pending[1]) == 16 - 1  # the team tires too


# -- runaways --------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.2.2.1")
@pytest.mark.parametrize("cdm", [-2, 0, 3])
@pytest.mark.parametrize("hitched", [True, False])
def test_a_runaway_team_goes_at_its_team_speed(cdm: int, hitched: bool) -> None:
    race = epic(
        red="lane 8, backstretch 5",
        red_is={
            "horses_start": [4, 4, 4, 3],
            "modifier": cdm,
            "status": "runaway",
            "driver": "dead",
            "hitched": hitched,
            "written": 3,
        },
    )
    assert speed_of(race) == (15, 15)


@pytest.mark.rule("E2 8.2.2.1")
def test_runaway_teams_are_not_asked() -> None:
    race = epic(
        phase="notation",
        red="lane 8, backstretch 5",
        red_is={"status": "runaway", "driver": "dead", "hitched": False},
        blue="lane 1, backstretch 5",
    )
    assert race.pending.keys() == {1}


# -- using them ------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.2.3", "E2 8.4.2", "E2 6.D-4")
def test_all_of_them_must_be_used() -> None:
    race = epic(red=STRAIGHT, red_is={**TEAM_16, "written": 12, "debt": 1})
    play(race, "forward 10")
    assert asked(race)[1] == ["forward 1", "out", "brake 1"]  # no way to stop but braking
    play(race, "forward 1")
    assert place(race, "red") == "lane 3, backstretch 16"
    assert race.state.turn == 6


@pytest.mark.rule("E2 8.4.2")
def test_the_last_factors_of_a_blocked_chariot_are_used_as_well() -> None:
    race = epic(
        red="lane 8, backstretch 5",
        red_is={**TEAM_16, "written": 10},
        blue="lane 8, backstretch 15",
        green="lane 7, backstretch 14",
    )
    play(race, "forward 8")  # fewer than three left, and no way but to brake
    assert [answer for answer in asked(race)[1] if not str(answer).startswith("knife")] == ["brake 2"]
    play(race, "brake 2")
    assert place(race, "red") == "lane 8, backstretch 13"
    assert events(race, "brake")[0].data["factors"] == 2
    assert chariot(race, "red").endurance == 49 - 2
    assert race.state.turn == 6


@pytest.mark.rule("E2 8.4.2", "E2 11.2.2")
def test_without_endurance_nobody_stops() -> None:
    race = epic(red="lane 8, backstretch 9", red_is={**TEAM_16, "written": 2, "endurance": 0})
    assert asked(race)[1] == ["forward 1", "forward 2", "in"]


@pytest.mark.rule("E2 8.4.1")
def test_one_piece_a_square() -> None:
    race = epic(red="lane 3, backstretch 5", red_is={**TEAM_16, "written": 9}, blue="lane 3, backstretch 9")
    assert "forward 2" in asked(race)[1]
    assert "forward 3" not in asked(race)[1]  # Blue's car is there
    race = epic(red="lane 3, backstretch 5", red_is={**TEAM_16, "written": 9}, wrecks=["lane 3, backstretch 8"])
    assert "forward 3" in asked(race)[1]


@pytest.mark.rule("E2 8.4.4")
def test_uses_in_any_order() -> None:
    race = epic(
        red="lane 3, backstretch 9",
        red_is={**TEAM_16, "written": 6},
        blue="lane 4, backstretch 10",
        blue_is={"endurance": 0, "horses": [0, 0, 0, 1], "whip": False},
        dice=[4, 4, 4],
    )
    for answer, factors in (("forward 1", 5), ("ram blue car", 4), ("in", 2), ("out", 1)):
        play(race, answer)
        if asked(race)[0] == "defend":
            play(race, "hold")
        assert left(race.state, chariot(race, "red")) == factors
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.4.5")
@pytest.mark.parametrize("lane", [1, 3, 8])
@pytest.mark.parametrize("square", ["backstretch 9", "dolphin corner 4", "backstretch 33", "dolphin corner 0"])
def test_never_backwards(lane: int, square: str) -> None:
    race = epic(red=f"lane {lane}, {square}", red_is={"written": 8, "whip": False}, dice=[6] * 6)
    red = chariot(race, "red")
    before = race.state.position(red)
    for answer in asked(race)[1]:
        twin = race.clone()
        play(twin, answer)
        if str(answer).startswith("brake"):
            assert chariot(twin, "red").square == red.square
        else:
            assert twin.state.position(chariot(twin, "red")) > before


# -- the second pin --------------------------------------------------------------------------------------


@pytest.mark.rule("E2 6.D-5e", "E1 3.3-team-speed", "E2 def-team-speed")
def test_a_loss_is_over_after_the_next_phase() -> None:
    race = epic(red=STRAIGHT, red_is={**TEAM_16, "written": 16, "loss": 3}, blue="lane 8, backstretch 1")
    assert speed_of(race) == (13, 13)
    play(race, "forward 13")
    assert chariot(race, "red").loss == 0
    assert max(race.pending[0]) == 16


@pytest.mark.rule("E2 6.D-5e")
def test_a_loss_after_the_own_phase_counts_in_the_next_turn() -> None:
    race = epic(phase="notation", red=STRAIGHT, red_is={**TEAM_16, "loss": 3}, blue="lane 8, backstretch 1", dice=[1])
    assert max(race.pending[0]) == 13
    write(race, red=13)
    assert speed_of(race) == (13, 13)
    play(race, "forward 13")
    assert chariot(race, "red").loss == 0


@pytest.mark.rule("E2 def-team-speed")
def test_weather_and_losses_come_off_the_team_speed() -> None:
    for sky, slower in (({"rain": True}, 1), ({"mud": True}, 2), ({"rain": True, "mud": True}, 2)):
        race = epic(
            red=STRAIGHT,
            red_is={**TEAM_16, "written": 16, "loss": 3},
            options={"weather": True},
            parts={"weather": sky},
        )
        assert speed_of(race) == (13 - slower, 13 - slower)
