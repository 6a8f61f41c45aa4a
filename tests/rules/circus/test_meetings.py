"""Where clauses meet: jumps that end sideways, men dragged twice in a phase, walls behind a strain."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import asked, attacks, chariot, circus, dice_left, events, left, place, play, write
from tests.rules.circus.wreck_kit import DRAGGING, STRAY


@pytest.mark.rule("CM 14.2c")
@pytest.mark.rule("CM 7.33-S")
def test_whoever_slides_off_a_wreck_has_cleared_it() -> None:
    """The corner begins on the wreck: 12 where 9 are safe, 11 on the dice, S. The jump is rolled for there."""
    race = circus(
        red="lane 2, front straight 33", red_is={"written": 12, "whip": False, "endurance": 30},
        wrecks=["lane 2, dolphin corner 0"], dice=[2, 4, 4, 3, 2, 2, 2],
    )  # fmt: skip
    play(race, "forward 1", 2)
    assert place(race, "red") == "lane 3, dolphin corner 0"
    assert [event.kind for event in race.events][-4:] == ["jump", "strain", "sideslip", "run-over"]
    assert chariot(race, "red").endurance == 30 - 2 - 3
    assert left(race.state, chariot(race, "red")) == 11
    assert dice_left(race) == ()
    play(race, "forward 11")
    assert not events(race, "flip")


@pytest.mark.rule("CM 14.2c")
@pytest.mark.rule("CM 14.3-danger")
def test_in_danger_behind_the_first_wreck_it_may_slide_off_the_second() -> None:
    race = circus(
        red="lane 4, backstretch 19", red_is={"written": 5, "whip": False},
        wrecks=["lane 4, backstretch 20", "lane 4, backstretch 21"], dice=[1, 1, 5, 5, 5, 4, 3, 3, 1, 1, 1],
    )  # fmt: skip
    play(race, "forward 1", 1, "forward 1", 1, "forward 1")
    assert place(race, "red") == "lane 5, backstretch 22"
    assert [event.data["result"] for event in events(race, "run-over")] == ["danger", "none"]
    assert dice_left(race) == ()
    play(race, "forward 2")
    assert not events(race, "flip")


@pytest.mark.rule("CM 16.3")
@pytest.mark.rule("CM 12.4b")
def test_a_man_dragged_again_by_a_dodge_pays_once_a_phase() -> None:
    """His die is thrown when the team has run; then a wreck comes down on it, and it gets out of the way."""
    race = circus(
        red="lane 4, backstretch 10", red_is={**DRAGGING, "hits": 7}, dice=[1, 2, 3],
        blue="", blue_is={"status": "out", "driver": "dead"},
        falling=[{"faction": "blue", "square": "lane 4, backstretch 26", "car": "normal"}],
    )  # fmt: skip
    play(race, "forward 18")
    assert chariot(race, "red").bruised
    play(race, "evade out")
    assert [event.clauses[0] for event in events(race, "driver-hurt")] == ["CM 16.3"]
    assert not chariot(race, "red").bruised  # the next phase is another one
    assert chariot(race, "red").hits == 6
    assert dice_left(race) == ()


@pytest.mark.rule("CM 7.34c")
@pytest.mark.parametrize(
    ("lane", "others", "flips"),
    [
        (8, {}, 0.0694 + 0.0463),  # S and SS
        (7, {}, 0.0463),  # SS alone
        (7, {"blue": "lane 8, dolphin corner 0", "blue_is": {"endurance": 0}}, 0.0),  # there is somebody in the way
        (6, {}, 0.0),
    ],
)  # fmt: skip
def test_the_wall_behind_a_strain_is_a_flip(lane: int, others: dict[str, Any], flips: float) -> None:
    """Two points over, CDM +2: no flip on the chart, but what slides into the wall flips."""
    race = circus(
        red=f"lane {lane}, front straight 33",
        red_is={
            "written": {8: 24, 7: 22, 6: 20}[lane], "gains": 2,
            "horses_start": [7, 4, 4, 7], "modifier": 2, "whip": False,
        },
        **others,
    )  # fmt: skip
    ahead = next(told for told in race.explain(0) if told["choice"] == "forward 1")
    assert ahead["strain"]["odds"]["FP"] == 0
    assert ahead["strain"]["flips"] == pytest.approx(flips, abs=2e-4)


@pytest.mark.rule("CM 14.3-danger")
@pytest.mark.rule("CM 7.34c")
def test_danger_on_a_wreck_in_the_outermost_lane_counts_the_wall() -> None:
    """Red pays all: 15 and 16 are danger, 11 strain points: S and SS are the wall, as FP is the chart."""

    def flips(lane: int) -> float:
        race = circus(
            red=f"lane {lane}, backstretch 9", red_is={"written": 12, "whip": False}, dice=[1],
            wrecks=[f"lane {lane}, backstretch 10"],
        )  # fmt: skip
        play(race, "forward 1")
        return float(race.explain(0)[1]["flips"])

    danger, slides = 16 / 216, (6 + 10) / 216  # 5 is S, 6 is SS in the last column
    assert flips(8) - flips(6) == pytest.approx(danger * slides, abs=2e-4)
    assert flips(7) - flips(6) == pytest.approx(danger * 10 / 216, abs=2e-4)


@pytest.mark.rule("CM 10.2")
def test_a_man_behind_a_team_without_speed_comes_nowhere() -> None:
    """His skill moves nothing any more: nobody can finish, and the race is over with the turn."""
    spent: dict[str, Any] = {"endurance": 0, "horses_start": [1, 1, 1, 1], "drained": 4, "modifier": 2}
    race = circus(red="lane 4, backstretch 10", red_is={**DRAGGING, **spent}, blue="", blue_is={"status": "out"})
    assert race.outcome is not None
    assert race.outcome.reason == "nobody-finished"


@pytest.mark.rule("CM 13.1-5")
@pytest.mark.rule("CM 15.25a")
def test_horses_see_what_their_lost_driver_did_not() -> None:
    """He was blinded on the left before he lost his team: it gets out of an attack from there all the same."""
    race = circus(
        red="lane 3, backstretch 10", red_is={"written": 1, "whip": False}, blue="lane 4, backstretch 9",
        blue_is={**STRAY, "eye_left": True},
    )  # fmt: skip
    play(race, "ram blue horses")
    assert asked(race) == ("defend", ["evade out", "hold"])


@pytest.mark.rule("CM 9.31")
@pytest.mark.rule("CM 15.22")
def test_a_runaway_that_evades_over_the_line_takes_what_it_is_offered_along() -> None:
    """18 of the team, less 1 for the way out; 2 that it was lashed to, and one that it would always take."""
    race = circus(
        red="lane 3, egg corner 0", red_is={"written": 1, "whip": False, "lap": 2}, blue="lane 4, backstretch 33",
        blue_is={**DRAGGING, "lap": 3, "offered": 1, "gains": 2, "moved": False, "hits": 7}, dice=[1],
    )  # fmt: skip
    play(race, "ram blue horses", "evade out")
    assert events(race, "finish")[0].data["left"] == 18 - 1 + 2 + 1
    assert dice_left(race) == ()


FOUR: dict[str, Any] = {**STRAY, "horses_start": [1, 1, 1, 1]}


@pytest.mark.rule("CM 15.21")
@pytest.mark.rule("CM 14.1a")
def test_a_runaway_slips_past_the_wreck_before_a_blocked_square() -> None:
    """Behind the wreck stands blue; on it no lane is changed, so the last way out is in front of it."""
    race = circus(
        red="lane 4, backstretch 10", red_is=FOUR, wrecks=["lane 4, backstretch 11"], blue="lane 4, backstretch 14"
    )
    assert asked(race) == ("step", ["slip in", "slip out"])


@pytest.mark.rule("CM 15.21")
@pytest.mark.rule("CM 14.2c")
def test_a_runaway_on_a_wreck_goes_on_over_it() -> None:
    """With no way past, it clears the wreck, and runs into blue with the two factors that it cannot brake."""
    race = circus(
        red="lane 4, backstretch 10", red_is=FOUR, wrecks=["lane 4, backstretch 11"], blue="lane 4, backstretch 14",
        green="lane 3, backstretch 10", white="lane 5, backstretch 10", dice=[1, 1, 1, 1, 1, 1],
    )  # fmt: skip
    play(race, "forward 1", 0)
    assert place(race, "red") == "lane 4, backstretch 12"
    assert [event.kind for event in race.events if event.dice] == ["jump", "run-over", "run-into"]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.14")
@pytest.mark.rule("CM 9.43-S-chain")
def test_pushed_back_to_a_square_it_has_attacked_from_the_mover_may_not_attack_again() -> None:
    """Blue, lashed, swerves in, strains, slides out two lanes and is thrown against red, who brakes back."""
    race = circus(
        red="lane 4, dolphin corner 4", red_is={"written": 10, "endurance": 40},
        blue="lane 3, dolphin corner 4", blue_is={"executed": 12, "endurance": 30, "modifier": 1},
        green="lane 5, dolphin corner 4", dice=[4, 4, 3, 3, 4, 3, 4, 4, 5, 5, 4, 4, 6, 6, 1, 1],
    )  # fmt: skip
    play(race, "no", "ram green car", "hold", "forward 1", "lash blue driver", "hold")
    (ram,) = events(race, "involuntary-ram")
    assert ram.data == {"chariot": "blue", "into": ["red"], "penalty": -3}
    play(race, "avoid", "brake")
    assert place(race, "red") == "lane 4, dolphin corner 4"
    assert chariot(race, "red").endurance == 38
    assert left(race.state, chariot(race, "red")) == 7
    assert attacks(race) == set()
    play(race, "forward 1")
    assert attacks(race) == set()
    assert (place(race, "blue"), chariot(race, "blue").loss) == ("lane 3, dolphin corner 4", 1)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.43-S1")
@pytest.mark.rule("CM 15.25c")
def test_whoever_swerves_onto_a_stopped_team_runs_over_it_with_his_next_move() -> None:
    """Nothing blocks blue; in its next phase the die comes first, and three more on the roll; both teams suffer."""
    race = circus(
        red="lane 3, backstretch 10", red_is={"written": 1}, blue="lane 4, backstretch 10",
        blue_is={"endurance": 10, "whip": False}, green="lane 5, backstretch 10",
        green_is={"status": "stopped", "driver": "dead", "horses": [0, 4, 4, 5], "fallen": [1]},
        dice=[3, 4, 3, 4, 4, 4, 2, 3, 3, 3, 3, 6, 1, 5, 4],
    )  # fmt: skip
    play(race, "no", "lash blue driver", "hold")
    assert place(race, "blue") == "lane 5, backstretch 10"
    write(race, blue=8)
    play(race, 1)
    (over,) = events(race, "run-over")
    assert over.data == {"chariot": "blue", "total": 9 + 2 + 3, "result": "serious"}
    assert chariot(race, "blue").horses == (0, 3, 0, 1)
    assert chariot(race, "green").horses == (0, 3, 0, 1)
    assert chariot(race, "blue").endurance == 10 - 1 - 2 - 2  # a quarter of 9, a third of 7
    assert dice_left(race) == ()
