"""Where sections of the epic race meet: speed, corners, weather, endurance, dead horses, obstacles."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import GAME, CircusMatch, chariot, dice_left, events, left, place, play
from tests.rules.epic.corner_kit import MUD, RAIN, checks, steps, three, under
from tests.rules.epic.kit import epic

# A team of sixteen without a whip.
SIXTEEN: dict[str, Any] = {"horses_start": [4, 4, 4, 4], "endurance": 30, "whip": False}
# A dead horse in the traces.
DEAD: dict[str, Any] = {"horses_start": [5, 5, 4, 5], "horses": [5, 0, 4, 5], "fallen": [2], "whip": False}


def log(race: CircusMatch, faction: str = "red") -> dict[str, Any]:
    sheet: dict[str, Any] = GAME.view(race.state, 1)["chariots"][faction]["log"]
    return sheet


def kinds(race: CircusMatch) -> list[str]:
    return [event.kind for event in race.events]


# -- the accounts of a phase ---------------------------------------------------------------------------------


@pytest.mark.rule("E2 9.4.5", "E2 9.4.1.2", "E2 def-used-move")
def test_a_jostle_in_a_whipped_move_with_lash_and_used_move() -> None:
    # 12 noted, 3 by a lash, 4 by the whip, 2 used: 19, seven too fast. Jostled on the fourth square: the maximum is 9,
    # the whip's four are gone, and 9 + 3 - 2 - 4 are left.
    race = epic(
        red="lane 3, front straight 30",
        red_is={"horses_start": [3, 3, 3, 3], "endurance": 30, "written": 12, "gains": 3, "debt": 2},
        dice=[4, *three(12)],
    )
    play(race, "whip", "forward 4")
    red = chariot(race, "red")
    assert checks(race) == [(7, 7, "J")]
    assert (red.cdm, red.endurance, left(race.state, red)) == (-3, 30 - 4 - 7, 6)
    assert "in" not in steps(race)


@pytest.mark.rule("E2 13.2", "E2 8.2.2.2")
@pytest.mark.parametrize(("noted", "total"), [(16, 9), (6, 6)])
def test_a_blinded_driver_who_flips_leaves_the_team_what_was_left(noted: int, total: int) -> None:
    # Blinded earlier in this turn: half of 18. The team that runs on has no more than that.
    race = epic(
        red="lane 1, backstretch 2",
        red_is={"horses_start": [5, 5, 4, 4], "whip": False, "written": noted, "parts": {"dust": {"blinded_turn": 5}}},
    )
    assert events(race, "speed")[0].data["total"] == total
    play(race, "forward 2", "into the wall")
    assert left(race.state, chariot(race, "red")) == total - 2 - 2


@pytest.mark.rule("E2 13.2", "E2 12.1")
@pytest.mark.parametrize("cdm", [-2, 0, 2])
def test_a_driver_who_dies_in_his_phase_leaves_his_factors(cdm: int) -> None:
    race = epic(
        red="lane 3, backstretch 2",
        red_is={**SIXTEEN, "modifier": cdm, "written": 16 + cdm},
    )
    play(race, "forward 4")
    red = chariot(race, "red")
    red.hits = 0
    book_of(race.state, race.table).flip(red, "E2 12.1")
    assert (red.driver, left(race.state, red)) == ("dead", 12 + cdm)


@pytest.mark.rule("E2 2.6.2-team-speed", "E2 2.6.1")
def test_the_second_pin_stays_until_the_phase_is_over() -> None:
    race = epic(
        red="lane 4, backstretch 2", red_is={**SIXTEEN, "modifier": 1, "written": 17, "loss": 3, "gains": 2, "debt": 1}
    )
    sheet = log(race)
    assert (sheet["speed_loss"], sheet["maximum_speed"]) == (3, 14)
    assert (sheet["added_speed"], sheet["used_move"]) == (2, 1)
    assert events(race, "speed")[0].data == {"chariot": "red", "factors": 15, "total": 16}
    play(race, "forward 15")
    sheet = log(race)
    assert (sheet["speed_loss"], sheet["maximum_speed"], sheet["used_move"]) == (0, 17, 0)


@pytest.mark.rule("E2 8.4.3.2", "E2 8.4.2", "E2 8.3.4.1")
def test_the_clauses_of_a_slow_start() -> None:
    # 3 noted, 2 by the whip (all the endurance there is), 18 by the dice of a heavy car: one factor, and that is used.
    race = epic(
        red="lane 4, backstretch 2",
        red_is={"car": "heavy", "executed": 0, "written": 3, "debt": 1, "endurance": 2},
        dice=[6, 6, 6, 5],
    )
    play(race, "whip")
    assert events(race, "dead-start")[0].clauses == ("E2 8.4.3", "E2 8.4.3.1")
    assert events(race, "whip")[0].clauses == ("E2 8.3.3", "E2 8.3.4", "E2 8.3.4.1")
    (speed,) = events(race, "speed")
    assert speed.data == {"chariot": "red", "factors": 0, "total": 1}
    assert speed.clauses == ("E2 8.2.3", "E2 def-total-speed", "E2 8.4.3.2", "E2 8.4.2")


@pytest.mark.rule("E2 8.8.4", "E2 11.2.4")
@pytest.mark.parametrize(("endurance", "rams"), [(1, 1), (2, 0)])
def test_too_little_endurance_to_brake_is_a_ram_though_exhaustion_slows_down(endurance: int, rams: int) -> None:
    # Two factors left at its maximum speed: with one endurance it brakes one, and the modifier that it loses takes the
    # other; but its endurance did not suffice.
    race = epic(
        red="lane 4, backstretch 5",
        red_is={**SIXTEEN, "modifier": 1, "written": 17, "endurance": endurance},
        blue="lane 4, backstretch 7",
        white="lane 3, backstretch 5",
        green="lane 5, backstretch 5",
        move={"written": 17, "spent": 15},
        dice=[1, 2] * rams,
    )
    play(race, "brake 2")
    assert len(events(race, "run-into")) == rams
    assert chariot(race, "red").endurance == 0
    assert dice_left(race) == ()


# -- weather, corners and dead horses ------------------------------------------------------------------------


@pytest.mark.rule("E2 3.7.3d", "E2 9.1.3.2", "E2 3.7.4b", "E2 3.7.4c", "E2 9.1.2")
def test_a_slip_further_in_through_mud() -> None:
    # Nine in lane 2 (6 in mud) by three, then by a slip in lane 1 (5) by four for one endurance more.
    race = under(
        MUD,
        red="lane 3, dolphin corner 2",
        red_is={**SIXTEEN, "written": 9},
        dice=[*three(14), 6, *three(16)],
    )
    play(race, "in")
    assert checks(race) == [(3, 3, "-"), (4, 1, "-")]
    assert {"E2 9.2.3g", "E2 3.7.4b"} <= set(events(race, "strain")[0].clauses)
    assert (place(race, "red"), left(race.state, chariot(race, "red"))) == ("lane 1, dolphin corner 1", 7)
    assert chariot(race, "red").no_inside
    assert dice_left(race) == ()


@pytest.mark.rule("E2 3.7.3d", "E2 8.2.2", "E2 10.3.3.2")
def test_a_slip_after_an_evasion_that_jostled_is_checked_at_the_new_speed() -> None:
    # Blue, noted 16 in the rain, strains by seven in lane 2 and is jostled: its maximum is 13, five too fast for lane
    # 1, where the seven that it has paid cover them.
    race = under(
        RAIN,
        red="lane 4, dolphin corner 4",
        red_is={**SIXTEEN, "written": 8},
        blue="lane 3, dolphin corner 2",
        blue_is={**SIXTEEN, "modifier": 1, "moved": False, "written": 16, "car": "light"},
        cup=["blue"],
        dice=[6, 6, 1, 1, *three(14), 6, *three(18)],
    )
    play(race, "ram blue horses", "avoid", "evade in")
    assert checks(race) == [(7, 7, "J"), (5, 0, "-")]
    blue = chariot(race, "blue")
    assert (blue.cdm, blue.debt, place(race, "blue")) == (-2, 2, "lane 1, dolphin corner 1")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 3.7.2", "E2 9.1.3.1", "E2 9.1.3.2")
@pytest.mark.parametrize(("step", "found"), [("forward 1", []), ("out", []), ("in", [(4, 4, "-")])])
def test_who_makes_the_mud_is_checked_only_for_what_he_enters(step: str, found: list[Any]) -> None:
    # 13 in lane 4 (15, in mud 12): the team leaves its third corner, the car stands in it. Further in, lane 3 has 9.
    race = under(
        RAIN,
        red="lane 4, dolphin corner 14",
        red_is={**SIXTEEN, "written": 13, "car": "heavy", "lap": 2, "parts": {"wet": {"entered": 5, "corners": 2}}},
        dice=[6, 6, 6] * len(found),
    )
    play(race, step)
    assert events(race, "mud")
    assert checks(race) == found
    assert dice_left(race) == ()


@pytest.mark.rule("E2 12.2", "E2 3.7.3d")
def test_a_horse_that_dies_in_the_lane_change_spares_the_slip() -> None:
    race = under(
        RAIN,
        red="lane 4, dolphin corner 2",
        red_is={**SIXTEEN, "horses": [4, 4, 4, 1], "modifier": 1, "written": 13, "car": "light"},
        dice=[*three(6), 6, 6],
    )
    play(race, "in")
    assert checks(race) == [(1, 1, "RH")]
    assert events(race, "horse-dead")[0].clauses == ("E2 10.7.2", "E2 12.2", "E2 12.2.1")
    assert chariot(race, "red").fallen == (3,)
    assert not events(race, "slippery")
    assert (place(race, "red"), dice_left(race)) == ("lane 3, dolphin corner 2", ())


@pytest.mark.rule("E2 6.D-3d", "E2 12.2.2", "E2 12.3.2", "E2 12.3.4", "E2 12.2.2.4")
def test_a_horse_cut_free_at_speed_in_a_corner_on_two_bad_wheels() -> None:
    # 25 noted, 3 by a lash, 2 used; three dice of 5 less the CDM: 24. Both wheels at 14 and more, both again for the
    # corner, then 16 endurance and the chart.
    race = epic(
        red="lane 1, dolphin corner 2",
        red_is={
            "horses_start": [9, 9, 9, 5], "horses": [9, 9, 9, 0], "fallen": [4], "whip": False, "endurance": 30,
            "modifier": 1, "written": 25, "gains": 3, "debt": 2, "left_wheel": 3, "right_wheel": 4,
        },
        dice=[1, 2, 2, 6, 6, 3, 1, 6, 5, 6, 6, *three(17)],
    )  # fmt: skip
    play(race, "cut")
    told = kinds(race)
    assert told[told.index("cut-free") :] == ["cut-free", "carcass", "speed", *["wheel-check"] * 4, "strain"]
    assert [roll.values for roll in events(race, "cut-free")[0].dice] == [(1, 2, 2)]
    assert events(race, "speed")[0].data == {"chariot": "red", "factors": 22, "total": 24}
    assert checks(race) == [(16, 16, "-")]
    red = chariot(race, "red")
    assert (red.right_wheel, red.endurance, left(race.state, red)) == (5, 14, 22)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.4.1.1", "E2 8.4.3", "E2 def-total-speed")
def test_who_may_not_strain_starts_from_zero_in_a_corner() -> None:
    # 8 noted, 6 by a lash, 5 for the start: 9, cut to the 8 of lane 1.
    race = epic(
        red="lane 1, dolphin corner 2",
        red_is={**SIXTEEN, "car": "heavy", "cdm": -2, "jostled": True, "executed": 0, "written": 8, "gains": 6},
        dice=[1, 2, 2],
    )
    (speed,) = events(race, "speed")
    assert (speed.data["total"], speed.clauses[-1]) == (8, "E2 9.4.1.1")
    assert not checks(race)


@pytest.mark.rule("E2 9.3.2", "E2 12.2", "E2 10.10.1")
def test_a_slide_in_mud_against_a_stationary_chariot() -> None:
    # 12 in lane 3 (9 in mud): 12 + 1 - 3 in column 3 is S. Blue's car stands where red's team would go: red's horses.
    race = under(
        MUD,
        red="lane 3, dolphin corner 2",
        red_is={**SIXTEEN, "modifier": 1, "written": 12},
        blue="lane 4, dolphin corner 3",
        blue_is={**DEAD, "car": "heavy"},
        dice=[*three(12), 2, 3],
    )
    assert checks(race) == [(3, 3, "S")]
    assert events(race, "involuntary-ram")[0].data["into"] == ["blue"]
    assert not events(race, "defence")
    (hurt,) = events(race, "injury")
    assert (hurt.data["chariot"], hurt.data["horse"], hurt.data["points"]) == ("red", 4, 1)
    assert (place(race, "red"), chariot(race, "red").loss) == ("lane 3, dolphin corner 2", 1)
    assert dice_left(race) == ()


# -- clauses -------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 13", "E2 8.6.5", "E2 3.7.3d")
def test_a_flip_names_its_own_cause() -> None:
    willing = epic(red="lane 1, backstretch 2", red_is={**SIXTEEN, "written": 9})
    play(willing, "into the wall")
    slipped = under(RAIN, red="lane 2, backstretch 5", red_is={**SIXTEEN, "written": 9, "car": "light"}, dice=[5])
    play(slipped, "in")
    assert events(willing, "flip")[0].clauses == ("E2 8.6.5", "E2 13.1.1", "E2 13.2", "E2 13")
    assert events(slipped, "flip")[0].clauses == ("E2 9.3.3", "E2 13.1.1", "E2 13.2", "E2 13")


@pytest.mark.rule("E2 12.2.3.3")
def test_a_team_that_was_abandoned_stays_for_that() -> None:
    race = epic(red="lane 4, backstretch 5", red_is={**DEAD, "written": 0})
    play(race, "wait", "back")
    assert events(race, "team-stopped")[0].clauses == ("E2 12.2.3.3",)


@pytest.mark.rule("E2 9.2.3d", "E2 8.9.4f", "E2 9.4.1", "E2 2.5.6", "E2 2.5.7")
def test_the_counters_of_a_jostle() -> None:
    """A J brings two counters, a jolt over a wreck one; either bars straining for the turn, with a CDM of 0 too."""
    corner = epic(red="lane 3, front straight 33", red_is={**SIXTEEN, "modifier": 3, "written": 13}, dice=[1, 1, 1])
    play(corner, "forward 1")
    wreck = epic(
        red="lane 3, backstretch 5",
        red_is={**SIXTEEN, "modifier": 3, "written": 12},
        wrecks=["lane 3, backstretch 6"],
        dice=[1, 3, 3, 3],
    )
    play(wreck, "forward 1", 1, "forward 2")
    assert (checks(corner), events(wreck, "run-over")[0].data["result"]) == ([(1, 1, "J")], "jostled")
    counters = [log(race)["counters"] for race in (corner, wreck)]
    assert [(each["jostled"], each.get("no straining", 0)) for each in counters] == [(1, 1), (1, 0)]
    for race in (corner, wreck):
        red = chariot(race, "red")
        assert red.cdm == 0
        assert book_of(race.state).banned_from_straining(red)


@pytest.mark.rule("E2 2.5.9", "E2 6.D-5c")
def test_the_counter_of_a_used_move_lies_there_until_the_phase_is_over() -> None:
    race = epic(red="lane 4, backstretch 2", red_is={**SIXTEEN, "written": 5, "debt": 2})
    assert (log(race)["used_move"], log(race)["counters"]["used factors"]) == (2, 1)
    play(race, "forward 3")
    assert log(race)["used_move"] == 0
    assert "used factors" not in log(race)["counters"]


@pytest.mark.rule("E2 2.6.1", "E2 2.6.2-added-speed", "E2 2.6.2-used-move")
def test_before_it_says_whether_it_strains_the_log_is_its_own() -> None:
    """The accounts of the phase before are nothing to it."""
    fast = {**SIXTEEN, "written": 9, "gains": 4, "debt": 3, "loss": 2}
    race = epic(
        red="lane 4, backstretch 2",
        red_is=fast,
        blue="lane 7, backstretch 2",
        blue_is={"horses_start": [4, 4, 4, 4], "endurance": 30, "moved": False, "written": 8, "gains": 1, "debt": 2},
        cup=["blue"],
    )
    play(race, "forward 10")
    (decision,) = race.pending.values()
    assert (decision.seat, decision.name) == (1, "whip")
    sheet = log(race, "blue")
    assert [sheet[name] for name in ("added_speed", "used_move", "speed_loss", "maximum_speed")] == [1, 2, 0, 16]
    play(race, "no")
    sheet = log(race, "blue")
    assert [sheet[name] for name in ("added_speed", "used_move", "speed_loss", "maximum_speed")] == [1, 2, 0, 16]
