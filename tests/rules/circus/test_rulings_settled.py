"""What the rulebook leaves open and docs/rulings.md settles: debts, the team's ram, the last turn, a wreck's die."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.decision import Range
from tests.rules.circus.kit import attacks, chariot, circus, dice_left, events, left, play, write
from tests.rules.circus.wreck_kit import DRAGGING, landing

TEAM_16: dict[str, Any] = {"horses_start": [4, 4, 4, 4], "whip": False}


@pytest.mark.rule("CM 6.12a")
@pytest.mark.rule("CM 6.21f")
@pytest.mark.parametrize("debts", ["limit", "written"])
def test_a_debt_does_not_lower_what_may_be_written(debts: str) -> None:
    race = circus(
        red="lane 3, backstretch 5", red_is={**TEAM_16, "modifier": 1, "debt": 2}, phase="notation",
        options={"evasion_debt": debts},
    )  # fmt: skip
    decision = race.pending[0]
    assert isinstance(decision, Range)
    assert (decision.low, decision.high) == (0, 17)


@pytest.mark.rule("CM 6.2-total-speed")
@pytest.mark.parametrize("written", [15, 16, 17])
def test_more_than_the_limit_less_the_debt_brings_nothing(written: int) -> None:
    race = circus(
        red="lane 3, backstretch 5", red_is={**TEAM_16, "modifier": 1, "debt": 2}, phase="notation",
        draw=["red", "ivory"],
    )  # fmt: skip
    write(race, red=written)
    (speed,) = events(race, "speed")
    assert (speed.data["factors"], speed.data["total"]) == (15, 17)


@pytest.mark.rule("CM 6.8")
@pytest.mark.rule("CM 9.14")
@pytest.mark.rule("CM 16.5a")
@pytest.mark.parametrize("first", ["trample blue driver", "ram green car"])
def test_the_teams_ram_is_not_the_cars_one_attack_from_its_square(first: str) -> None:
    race = circus(
        red="lane 4, backstretch 13", red_is={"written": 6, "whip": False}, blue="lane 4, backstretch 14",
        blue_is={**DRAGGING, "hits": 7}, green="lane 5, backstretch 13", green_is={"endurance": 0},
        dice=[3, 3, 4, 3, 3, 4],
    )  # fmt: skip
    both = {"trample blue driver", "ram green car"}
    assert attacks(race) == both
    play(race, first, *(["hold"] if first.startswith("ram") else []))
    (second,) = both - {first}
    assert attacks(race) == {second}
    play(race, second, *(["hold"] if second.startswith("ram") else []))
    assert attacks(race) == set()
    assert left(race.state, chariot(race, "red")) == 4
    assert dice_left(race) == ()


@pytest.mark.rule("CM 10.2")
def test_the_turn_is_not_the_last_if_its_only_finisher_dies() -> None:
    """The egg is down, but nobody has won; the next man over the line ends the race."""
    race = circus(
        red="lane 5, backstretch 33", red_is={**DRAGGING, "lap": 3, "hits": 1}, markers=5,
        blue="lane 4, backstretch 33", blue_is={"lap": 3, "whip": False}, dice=[1],
    )  # fmt: skip
    assert chariot(race, "red").driver == "dead"
    assert not race.state.final
    assert race.state.markers == 6
    play(race, 3, "forward 1")
    assert race.outcome is not None
    assert race.outcome.winners == (1,)
    markers = events(race, "marker")
    assert [race.narrate(event) for event in markers] == ["No egg is left: this turn is the last."] * 2


@pytest.mark.rule("QA 12.4")
@pytest.mark.parametrize("die", [1, 6])
def test_the_die_for_the_side_is_rolled_before_the_ram_also_if_that_does_no_harm(die: int) -> None:
    race = landing(
        2, 4, die, 3, 4, 4, blue="lane 4, backstretch 12", blue_is={"endurance": 0}, answers=("hold",),
    )  # fmt: skip
    (ram,) = events(race, "wreck-rams")
    assert not ram.data["hurts_target"]
    assert [roll.reason for roll in ram.dice] == ["left or right", "falling wreck"]
    assert dice_left(race) == ()
