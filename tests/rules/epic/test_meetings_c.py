"""Where rules of the epic race meet: obstacles, corners, carcasses and men, seldom in one place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import asked, chariot, dice_left, events, left, place, play
from tests.rules.epic.corner_kit import MUD, RAIN, checks, steps, three, under
from tests.rules.epic.kit import BOOK, epic
from tests.rules.epic.obstacle_kit import LYING, over, totals
from tests.rules.epic.wreck_kit import EMPTY, FOOT, STRAY

SIXTEEN: dict[str, Any] = {"horses_start": [4, 4, 4, 4], "endurance": 30, "whip": False}


# -- obstacles ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.9.3", "E2 9.3.1")
@pytest.mark.parametrize(
    ("wreck", "answers"), [("front straight 33", (2, "forward 1")), ("dolphin corner 0", (2,))], ids=["car", "team"]
)
def test_who_is_carried_off_an_obstacle_sideways_has_cleared_it(wreck: str, answers: tuple[object, ...]) -> None:
    """Two too fast in lane 3, a 9 is S: out to lane 4, off the wreck, which is rolled for there and then."""
    on_team = wreck.endswith(" 0")
    race = epic(
        red="lane 3, front straight 33" if on_team else "lane 3, front straight 32",
        red_is={**SIXTEEN, "written": 14},
        wrecks=[f"lane 3, {wreck}"],
        dice=[3, *three(9), *three(12)],
    )
    play(race, "forward 1", *answers)
    assert checks(race) == [(2, 2, "S")]
    assert totals(race) == [12 - 1]  # a point of the die was not paid
    assert place(race, "red") == "lane 4, dolphin corner 0"
    assert "out" in steps(race)
    play(race, f"forward {left(race.state, chariot(race, 'red'))}")
    assert not events(race, "flip")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.9.3", "E2 9.3.2", "E2 10.10.3")
def test_who_rams_instead_of_sliding_is_still_on_the_obstacle() -> None:
    """Blue is in the way of the slide: red stays in its lane, and has its car on the wreck."""
    race = epic(
        red="lane 3, front straight 32",
        red_is={**SIXTEEN, "written": 14},
        blue="lane 4, dolphin corner 0",
        blue_is=SIXTEEN,
        wrecks=["lane 3, front straight 33"],
        dice=[2, *three(9), *three(13), *three(14)],
    )
    play(race, "forward 1", 2, "forward 1", "hold")
    assert events(race, "ram-car")[0].data["total"] == 10
    assert not totals(race)
    assert {str(step).split()[0] for step in steps(race)} == {"forward"}
    play(race, "forward 1")
    assert totals(race) == [14]


@pytest.mark.rule("E2 8.9.3.3", "E2 10.4.3c", "E2 10.3.2")
@pytest.mark.parametrize(("cut", "endurance"), [(5, 28), (4, 30)], ids=["this turn", "before"])
def test_its_own_carcass_is_no_obstacle_behind_it_in_that_turn(cut: int, endurance: int) -> None:
    """A brake takes it back so that its car stands on the horse; a turn later it cannot brake, and is wounded."""
    horse = "lane 4, backstretch 10"
    race = epic(
        red="lane 3, backstretch 12",
        move={"written": 10},
        blue="lane 4, backstretch 12",
        blue_is={**SIXTEEN, "cut_turn": cut, "parts": {"carcass": {"square": horse}}},
        carcasses=[horse],
        dice=[3, 3, 3, 3, *(() if cut == 5 else (2, 4, 4))],
    )
    play(race, "lash blue driver", "hold")
    assert events(race, "lash-driver")[0].data["result"] == "B"
    assert chariot(race, "blue").endurance == endurance
    assert place(race, "blue") == f"lane 4, backstretch {11 if cut == 5 else 12}"
    assert bool(events(race, "driver-hurt")) is (cut == 4)
    assert dice_left(race) == ()


# -- drivers -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 10.3.3.4", "E2 10.3.1.1", "E2 13.2.1.1")
def test_a_team_evades_on_the_side_where_its_driver_was_blind() -> None:
    race = epic(
        red="lane 3, backstretch 12",
        red_is={"written": 10, "whip": False},
        blue="lane 4, backstretch 11",
        blue_is={**EMPTY, "eye_left": True},
    )
    play(race, "ram blue horses")
    assert asked(race) == ("defend", ["evade out", "hold"])


@pytest.mark.rule("E2 6.A-3", "E2 9.4.6", "E2 14.2.2")
def test_a_driver_on_foot_comes_round_though_his_team_has_fallen() -> None:
    foot = {**LYING, "driver": "foot", "freed_turn": 4, "man": "lane 4, backstretch 5", "modifier": 1, "cdm": -2}
    race = epic(red="lane 8, egg corner 5", red_is=SIXTEEN, blue="lane 4, backstretch 8", blue_is=foot)
    play(race, "stay")
    assert race.state.turn == 6
    assert chariot(race, "blue").cdm == -1


# -- odds --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 9.3.3", "E2 9.2.2-chart")
@pytest.mark.parametrize(
    ("lane", "written", "rival", "slides"),
    [(8, 23, False, ("FP", "S", "SS")), (7, 21, False, ("FP", "SS")), (7, 21, True, ("FP",)), (6, 19, False, ("FP",))],
)
def test_a_slide_into_the_wall_is_told_as_a_flip(lane: int, written: int, rival: bool, slides: tuple[str, ...]) -> None:
    """Two points in the mud: from lane 8 both slides end in the wall, from lane 7 the double one, if lane 8 is free."""
    race = under(
        MUD,
        red=f"lane {lane}, front straight 33",
        red_is={"horses_start": [7, 7, 7, 6], "endurance": 30, "whip": False, "written": written},
        **({"blue": "lane 8, dolphin corner 0", "blue_is": SIXTEEN} if rival else {}),
    )
    (decision,) = race.pending.values()
    told = next(each for each in race.explain(decision.seat) if each["choice"] == "forward 1")["strain"]
    assert told["points"] == 2
    assert told["flips"] == pytest.approx(sum(told["odds"][code] for code in slides), abs=1e-3)


@pytest.mark.rule("E2 8.9.4b", "E2 9.3.3")
def test_so_it_is_in_flip_danger() -> None:
    """Over a wreck in lane 8 at total speed 2, with nothing paid: a 5 or 6 is danger, and of its check everything but
    the horses, a jostle and the best rows ends in a flip."""
    told = {}
    for lane in (6, 8):
        race = epic(
            red=f"lane {lane}, backstretch 5",
            red_is={**SIXTEEN, "written": 4, "endurance": 1},
            wrecks=[f"lane {lane}, backstretch 6"],
            dice=[1],
        )
        play(race, "forward 1")
        (decision,) = race.pending.values()
        told[lane] = next(each for each in race.explain(decision.seat) if each["choice"] == 0)["flips"]
    chart, danger = BOOK.strain_odds(3, 0), BOOK.jump_odds(0, 1)["danger"]
    assert told[8] - told[6] == pytest.approx(danger * (chart["S"] + chart["SS"]), abs=2e-4)


@pytest.mark.rule("E2 8.9.4d", "E2 8.9.4e")
@pytest.mark.parametrize(
    ("total", "dice", "clause", "said"),
    [(9, (1, 3, 2, 3), "E2 8.9.4d", "horses"), (10, (3, 1), "E2 8.9.4e", "wheels")],
    ids=["horses", "wheels"],
)
def test_dice_that_do_no_harm_are_told_where_they_were_thrown(
    total: int, dice: tuple[int, ...], clause: str, said: str
) -> None:
    race = over(1, *three(total), *dice)
    spared = race.events[-1]
    assert (spared.kind, spared.clauses, spared.dice[0].values) == ("spared", (clause,), dice)
    assert race.narrate(spared) == f"Red's {said} take no harm."


@pytest.mark.rule("E2 10.2.1", "E2 13.2.1-runover")
def test_of_two_teams_on_one_square_either_may_be_attacked() -> None:
    """White's lone team has stopped on the team of blue's stationary chariot."""
    race = epic(
        red="lane 3, backstretch 21",
        red_is={"written": 10, "whip": False, "moved": False},
        blue="lane 4, backstretch 20",
        blue_is={**SIXTEEN, "horses": [4, 4, 4, 0], "fallen": [4]},
        white="lane 4, backstretch 19",
        white_is={**STRAY, "horses_start": [1, 1, 1, 1], "drained": 3},
        mover="white",
        cup=["red"],
        dice=[1],
    )
    play(race, 0)
    assert place(race, "white") == place(race, "blue")
    assert {"ram white horses", "ram blue horses"} <= {str(each) for each in asked(race)[1]}


@pytest.mark.rule("E2 8.9.3", "E2 13.2.1-runover")
def test_the_team_of_a_car_that_flipped_on_an_obstacle_drives_off_without_a_check() -> None:
    race = epic(
        red="lane 4, backstretch 19",
        red_is={**SIXTEEN, "written": 1, "parts": {"dagger": {"carried": False}}},
        wrecks=["lane 4, backstretch 20"],
        dice=[1, 1, 1],
    )
    play(race, "forward 1", 1)
    assert events(race, "flip")[0].clauses[0] == "E2 8.9.3"
    assert (place(race, "red"), chariot(race, "red").under) == ("lane 4, backstretch 20", ())


@pytest.mark.rule("E2 14.2", "E2 14.2.1", "E2 10.4.3e")
@pytest.mark.parametrize(("square", "driver", "debt"), [(12, "dead", 4), (11, "foot", 0)], ids=["team", "car"])
def test_a_swerve_onto_a_man_on_foot(square: int, driver: str, debt: int) -> None:
    """The team runs him down, out of its phase: the whole die is used move. A car does nothing to him."""
    race = epic(
        red="lane 3, backstretch 12",
        move={"written": 10},
        blue="lane 4, backstretch 12",
        blue_is=SIXTEEN,
        green="lane 8, front straight 5",
        green_is={**FOOT, "man": f"lane 5, backstretch {square}", "hits": 6},
        dice=[6, 4, 3, 3, *((6, 6, 4) if debt else ())],
    )
    play(race, "lash blue driver", "hold")
    assert place(race, "blue") == "lane 5, backstretch 12"
    assert (chariot(race, "green").driver, chariot(race, "blue").debt) == (driver, debt)
    told = [race.narrate(event) for event in events(race, "run-down")]
    assert told == ["Blue runs green's driver down; that costs 4 factors of the next phase."] * bool(debt)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.4.5h", "E2 13.3.4", "E2 13.3.1", "E2 13.2")
def test_an_attacker_who_is_pulled_out_is_dragged_for_the_factors_that_he_had_left() -> None:
    """Nine squares behind his empty car; a 3 against 7 hits leaves him on the third of them, and the die is thrown."""
    race = epic(
        red="lane 3, backstretch 12",
        move={"written": 10},
        blue="lane 4, backstretch 12",
        blue_is=SIXTEEN,
        dice=[6, 6, 1, 2, 3, 6, 6, 1, 1, 6, 6, 1, 2, 5],
    )
    play(race, "lash blue driver", "hold", "forward 9", "cut")
    red = chariot(race, "red")
    assert (place(race, "red"), red.driver, red.whip, red.hits) == ("lane 3, backstretch 21", "foot", False, 4)
    assert race.state.track.name(red.man) == "lane 3, backstretch 13"
    assert chariot(race, "blue").whip  # he had none, and has won this one
    assert dice_left(race) == ()


# -- the start of a phase ----------------------------------------------------------------------------------------


@pytest.mark.rule("E2 6.D-3e", "E2 8.2.2.2", "E2 9.2", "E2 9.1.4")
def test_a_blinded_driver_in_a_corner_in_the_mud_sees_and_strains() -> None:
    """Half of 14 in lane 1 (5 in mud) is two too many; the die for his eyes comes before the check, and his CDM counts
    in it though not in his speed."""
    race = under(
        MUD,
        red="lane 1, dolphin corner 2",
        red_is={**SIXTEEN, "modifier": 1, "written": 7, "parts": {"dust": {"blinded_turn": 4}}},
        dice=[6, *three(12)],
    )
    assert [event.kind for event in race.events[-3:]] == ["speed", "sight", "strain"]
    assert checks(race) == [(2, 2, "-")]
    assert [each.amount for each in events(race, "strain")[0].modifiers] == [1, -3]
    assert left(race.state, chariot(race, "red")) == 7


@pytest.mark.rule("E2 10.4.3e", "E2 6.D-3d", "E2 8.4.3", "E2 13.1.4.2", "E2 10.6.5d")
def test_who_is_swerved_onto_a_wreck_before_his_phase_faces_it_last() -> None:
    """Start dice, eyes, wreck; half of 16, not the 15 that he noted, less the start."""
    race = epic(
        red="lane 3, backstretch 12",
        move={"written": 1},
        red_is={"endurance": 0},
        blue="lane 4, backstretch 12",
        blue_is={**SIXTEEN, "executed": 0, "written": 15, "moved": False, "parts": {"dust": {"blinded_turn": 4}}},
        wrecks=["lane 5, backstretch 12"],
        cup=["blue"],
        dice=[6, 4, 3, 3, 1, 2, 5, 2, *three(13)],
    )
    play(race, "lash blue driver", 2)  # nobody asks a blinded man whether he evades
    told = [event.kind for event in race.events]
    assert told[told.index("drawn") :] == ["drawn", "dead-start", "speed", "sight", "jump", "run-over"]
    assert events(race, "speed")[0].data["total"] == 8 - 3
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.1.4.2", "E2 8.9.4f", "E2 9.4.1.2", "E2 9.4.5")
def test_a_jolt_before_the_first_square_costs_the_whip_and_the_maximum() -> None:
    """17 noted and 4 by the whip; jostled over the wreck under him he has 16 - 2."""
    race = epic(
        red="lane 4, backstretch 12",
        red_is={**SIXTEEN, "whip": True, "modifier": 1, "written": 17, "under": ["lane 4, backstretch 12"]},
        wrecks=["lane 4, backstretch 12"],
        dice=[4, 1, *three(10)],
    )
    play(race, "whip", 1)
    red = chariot(race, "red")
    assert (red.cdm, left(race.state, red), red.endurance) == (-2, 14, 25)


@pytest.mark.rule("E2 8.7.1", "E2 11.2.4", "E2 9.4.1.2")
def test_braking_away_the_last_endurance_costs_the_rest_of_the_whip() -> None:
    """12 noted and 4 by the whip; with ten driven and two braked his CDM is negative, and the phase is over."""
    race = epic(
        red="lane 4, backstretch 2", red_is={"horses_start": [4, 4, 4, 4], "written": 12, "endurance": 6}, dice=[4]
    )
    play(race, "whip", "forward 10", "brake 2")
    red = chariot(race, "red")
    assert (red.cdm, red.endurance, red.executed) == (-1, 0, 12)
    assert place(race, "red") == "lane 4, backstretch 12"


@pytest.mark.rule("E2 8.9.3.3", "E2 12.2.2", "E2 9.4.5")
def test_the_horse_of_last_turn_is_faced_when_the_second_is_cut_free() -> None:
    """The carcass has lain under red since last turn: one more on the roll, before it drives off. The price of today's
    horse comes off the new maximum of 7."""
    here = "lane 4, backstretch 12"
    horses = {"horses_start": [5, 5, 4, 5], "horses": [5, 0, 0, 5], "fallen": [3], "cut_turn": 4}
    race = epic(
        red=here,
        red_is={**SIXTEEN, **horses, "written": 9, "endurance": 20, "parts": {"carcass": {"square": here}}},
        carcasses=[here],
        dice=[1, 1, 2, *three(11)],
    )
    play(race, "cut", 2)
    assert totals(race) == [12]
    red = chariot(race, "red")
    assert (red.cdm, left(race.state, red), red.endurance) == (-3, 7 - 2, 18)


@pytest.mark.rule("E2 13.1.4", "E2 3.7.3d", "E2 9.3.3", "E2 13.1.1")
def test_a_wreck_evaded_into_the_wall_makes_another() -> None:
    """Blue evades outwards from under red's car, slips into the wall in the rain, and its own car is next to land."""
    race = under(
        RAIN,
        white="lane 1, egg corner 3",
        white_is={"whip": False},
        red="",
        red_is={"status": "out", "driver": "dead"},
        falling=[{"faction": "red", "square": "lane 6, backstretch 10", "car": "heavy"}],
        blue="lane 7, backstretch 13",
        blue_is={**SIXTEEN, "car": "light"},
        dice=[3, 4, 6, 6, 1, 1, 5, 2, 2],
    )
    play(race, "avoid", "evade out")
    assert [event.data["square"] for event in events(race, "wreck-lands")] == [
        "lane 7, backstretch 13",
        "lane 8, backstretch 13",
    ]
    assert events(race, "flip")[0].clauses[0] == "E2 9.3.3"
    assert asked(race)[0] == "loose"
    assert dice_left(race) == ()
