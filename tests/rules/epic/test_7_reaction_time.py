"""E2 7: reaction time. The clock itself is the house's; here is what it asks for, and what a late player gets."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.games.circus.chapters.reaction_time import default_move
from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import CircusMatch, asked, chariot, events, place, play
from tests.rules.epic.kit import BOOK, epic
from tests.rules.epic.setup_kit import fresh

CLOCK = {"reaction_seconds": 5}
LASHED = {"written": 9, "gains": 3, "whip": False}


def seconds(race: CircusMatch, seat: int = 0) -> int | None:
    return book_of(race.state).seconds_for(race.pending[seat])


def late(**position: Any) -> CircusMatch:
    """Red's player does nothing until the steward drives."""
    race = epic(options=CLOCK, **position)
    assert default_move(race)
    return race


@pytest.mark.rule("E2 7.1")
def test_no_clock_runs_for_a_table_of_newcomers() -> None:
    """Whether everybody has a race behind him the table knows; without the option nobody is hurried."""
    race = epic(red="lane 3, backstretch 12", red_is={"written": 4})
    assert seconds(race) is None
    assert seconds(epic(red="lane 3, backstretch 12", red_is={"written": 4}, options=CLOCK)) == 5


@pytest.mark.rule("E2 7.2.1")
@pytest.mark.parametrize(
    ("last", "most", "noted"),
    [(15, [3, 3, 3, 3], 12), (10, [4, 3, 3, 4], 10), (14, [4, 3, 3, 4], 14), (0, [4, 3, 3, 4], 0)],
)
def test_who_writes_too_late_repeats_his_last_speed_or_takes_the_most(last: int, most: list[int], noted: int) -> None:
    hurt = {"horses": most, "horses_start": [5, 5, 5, 5], "last_written": last}
    race = epic(red="lane 7, backstretch 1", red_is=hurt, phase="notation", options=CLOCK)
    assert (race.pending[0].name, race.pending[0].default, seconds(race)) == ("speed", noted, 5)


@pytest.mark.rule("E2 7.2.1")
def test_in_turn_1_it_is_the_maximum() -> None:
    race = fresh(2, options={"stable": 0, **CLOCK})
    assert (race.state.turn, race.pending[0].default) == (1, 17)


@pytest.mark.rule("E2 7.2.1")
def test_a_team_without_a_driver_has_nothing_to_write() -> None:
    lost = {"status": "runaway", "driver": "dead", "hitched": False}
    race = epic(
        red="lane 7, backstretch 1", blue="lane 2, backstretch 1", blue_is=lost, phase="notation", options=CLOCK
    )
    assert list(race.pending) == [0]


@pytest.mark.rule("E2 7.2.2")
def test_a_late_team_runs_its_total_speed_straight_on() -> None:
    """Turn speed 9 and 3 from a lash: twelve squares."""
    race = late(red="lane 7, backstretch 2", red_is=LASHED)
    assert place(race, "red") == "lane 7, backstretch 14"


@pytest.mark.rule("E2 7.2.2")
def test_it_neither_attacks_nor_brakes() -> None:
    race = late(
        red="lane 4, backstretch 2", red_is={"written": 9, "whip": True}, blue="lane 5, backstretch 2",
        grey="lane 3, backstretch 6",
    )  # fmt: skip
    assert place(race, "red") == "lane 4, backstretch 11"
    assert not events(race, "attack")
    assert not events(race, "brake")
    assert not events(race, "whip")


@pytest.mark.rule("E2 7.2.2")
@pytest.mark.parametrize(("more", "lane"), [({}, 5), ({"grey": "lane 5, backstretch 8"}, 3)])
def test_it_leaves_its_lane_only_where_it_must_and_outwards_first(more: dict[str, str], lane: int) -> None:
    race = late(red="lane 4, backstretch 5", red_is={"written": 7, "whip": False}, blue="lane 4, backstretch 9", **more)
    assert race.state.track.lane[chariot(race, "red").square] == lane
    assert len(events(race, "lane-change")) == 1


@pytest.mark.rule("E2 7.2.3")
def test_nobody_counts_while_dice_and_defenders_are_busy() -> None:
    race = epic(
        red="lane 3, backstretch 12", blue="lane 4, backstretch 12", red_is={"written": 4, "whip": False}, options=CLOCK
    )
    assert seconds(race) == 5
    play(race, "ram blue car")
    assert asked(race)[0] == "defend"
    assert seconds(race, 1) is None


@pytest.mark.rule("E2 7.2.4")
def test_the_count_begins_again_with_every_step() -> None:
    race = epic(red="lane 7, backstretch 2", red_is=LASHED, options=CLOCK)
    play(race, "forward 4")
    assert (asked(race)[0], seconds(race)) == ("step", 5)
    assert default_move(race)
    assert place(race, "red") == "lane 7, backstretch 14", "what was left is driven straight on"


@pytest.mark.rule("E2 7.2.5")
def test_the_house_counts_for_the_steward_too() -> None:
    """No seat is the steward's: the count is the same for whoever is drawn."""
    for seat, mover in enumerate(("red", "blue")):
        race = epic(
            red="lane 7, backstretch 2", blue="lane 2, backstretch 2", mover=mover, options=CLOCK,
            red_is={"written": 4, "whip": False, "moved": mover != "red"},
            blue_is={"written": 4, "whip": False, "moved": mover != "blue"},
        )  # fmt: skip
        assert list(race.pending) == [seat]
        assert seconds(race, seat) == 5


@pytest.mark.rule("E2 7.2.6")
@pytest.mark.parametrize("limit", [1, 3, 5])
def test_a_table_may_agree_on_less(limit: int) -> None:
    step = epic(red="lane 3, backstretch 12", red_is={"written": 4}, options={"reaction_seconds": limit})
    speed = epic(red="lane 3, backstretch 12", phase="notation", options={"reaction_seconds": limit})
    assert (seconds(step), seconds(speed)) == (limit, limit)
    assert BOOK.charts.reaction_seconds == 5


def test_no_answer_is_taken_back_against_the_clock() -> None:
    race = epic(red="lane 3, backstretch 12", red_is={"written": 4, "whip": False}, options=CLOCK)
    play(race, "forward 2")
    with pytest.raises(Refused):
        race.undo(0)
