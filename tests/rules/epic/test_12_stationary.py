"""E2 def-stationary, 11.2.3.1, 12.2.3.3: teams without speed, and drivers who leave them."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, events, place, play, write
from tests.rules.epic.kit import epic
from tests.rules.epic.obstacle_kit import CALM, DEAD_HORSE, SPENT, answers, three, totals
from tests.rules.epic.wreck_kit import DRAGGING, STRAY, man, wrecks

HERE = "lane 4, backstretch 21"


# -- team speed zero -------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 11.2.3.1")
@pytest.mark.rule("E1 3.3-stationary", "E2 def-stationary")
def test_whatever_the_cdm_it_cannot_move_any_more() -> None:
    """Exhausted, with a team speed of one and a CDM of +2, when the turn begins."""
    race = epic(
        red=HERE, red_is={"endurance": 0, "drained": 17, "modifier": 2}, blue="lane 6, backstretch 1", blue_is=CALM,
        phase="notation", dice=[1],
    )  # fmt: skip
    assert events(race, "stationary")[0].clauses == ("E2 11.2.3.1", "E2 def-stationary")
    assert set(race.pending) == {1}  # nobody notes a speed for it
    write(race, blue=0)
    assert place(race, "red") == HERE
    assert [event.data["factors"] for event in events(race, "speed") if event.data["chariot"] == "red"] == [0]
    book, red = book_of(race.state), chariot(race, "red")
    track = race.state.track
    assert [book.obstacle(square) for square in (track.behind[red.square], red.square)] == [True, True]
    assert [book.obstacle_worse(square) for square in (track.behind[red.square], red.square)] == [0, 3]
    # Said once, not in every turn.
    play(race, "stay")
    assert len(events(race, "stationary")) == 1


@pytest.mark.rule("E2 11.2.3.1")
def test_it_neither_attacks_nor_brakes_nor_evades_and_is_pushed_nowhere() -> None:
    race = epic(
        red="lane 3, backstretch 21", red_is={**CALM, "whip": True}, blue=HERE,
        blue_is={**SPENT, "endurance": 5, "exhausted": True, "modifier": 2}, move={"written": 5}, dice=[6, 6, 3, 3],
    )  # fmt: skip
    book, blue = book_of(race.state), chariot(race, "blue")
    assert not book.able_to_brake(blue)
    assert not book.can_evade(blue, 1)
    assert book.attacks(blue, 5) == {}
    play(race, "lash blue driver")  # 12 against 6 + 2: a swerve
    assert asked(race)[0] == "step"
    assert place(race, "blue") == HERE
    assert not events(race, "sideslip")


@pytest.mark.rule("E2 11.2.3.1")
def test_its_cdm_counts_against_attacks() -> None:
    """Only a dead horse takes that away."""
    race = epic(red=HERE, red_is={**SPENT, "modifier": 2})
    assert book_of(race.state).defending_cdm(chariot(race, "red")) == 2


@pytest.mark.rule("E2 11.2.3.1")
def test_nobody_whips_it() -> None:
    race = epic(red=HERE, red_is={**SPENT, "endurance": 5, "exhausted": False, "horses": [5, 4, 4, 5]}, dice=[])
    assert "whip" not in {name for decision in race.pending.values() for name in [decision.name]}
    assert not events(race, "whip")


@pytest.mark.rule("E2 11.2.3.1")
def test_a_wound_in_mid_move_can_bring_it_to_a_stand() -> None:
    """Four boxes left and three of them drained: a hobbled horse is the end, and the wreck is not cleared."""
    log = {"written": 5, "horses": [5, 4, 4, 5], "drained": 13, "endurance": 10, "exhausted": True, "whip": False}
    race = epic(
        red="lane 4, backstretch 19", red_is=log, carcasses=["lane 4, backstretch 20"],
        dice=[1, *three(7), 6, 6, 6, 6],
    )  # fmt: skip
    play(race, "forward 1", 1, "forward 2")
    assert totals(race) == [8]
    assert [event.data["left"] for event in events(race, "injury")] == [2, 1, 1, 2]
    assert events(race, "stationary")[0].data == {"chariot": "red"}
    assert place(race, "red") == "lane 4, backstretch 22"
    assert asked(race)[0] == "abandon"


@pytest.mark.rule("E2 def-stationary")
def test_a_runaway_team_without_speed_stays_there_for_good() -> None:
    race = epic(
        red=HERE, red_is={**DRAGGING, "hits": 7, "endurance": 0, "drained": 17}, blue="lane 6, backstretch 1",
        blue_is=CALM, phase="notation", dice=[1],
    )  # fmt: skip
    red = chariot(race, "red")
    assert (red.status, red.driver) == ("stopped", "foot")
    assert wrecks(race) == [HERE]
    assert man(race) == "lane 4, backstretch 20"


@pytest.mark.rule("E2 def-stationary")
def test_a_team_that_flips_without_speed_does_not_run_away() -> None:
    race = epic(red=HERE, red_is={**SPENT, "hits": 7}, blue="lane 6, backstretch 1", blue_is=CALM)
    book, red = book_of(race.state, race.table), chariot(race, "red")
    book.flip(red, "E2 12.1")
    assert (red.status, red.driver) == ("stopped", "foot")


# -- abandoning ------------------------------------------------------------------------------------------------


def last_phase(red: dict[str, Any] | None = None, square: str = HERE, **position: Any) -> CircusMatch:
    """White's phase, in which nothing happens, is the last of turn 8; red is stationary."""
    return epic(
        white="lane 8, backstretch 1", white_is={**CALM, "written": 0}, red=square,
        red_is={**CALM, **DEAD_HORSE, "hits": 7, **(red or {})}, turn=8, **position,
    )  # fmt: skip


@pytest.mark.rule("E2 6.E-1")
@pytest.mark.rule("E2 12.2.3.3")
def test_when_all_have_moved_the_driver_may_leave_it() -> None:
    race = last_phase()
    assert asked(race) == ("abandon", ["stay", "back", "in", "out"])
    play(race, "stay")
    assert (chariot(race, "red").driver, place(race, "red")) == ("car", HERE)
    assert not race.state.wrecks


@pytest.mark.rule("E2 12.2.3.3")
@pytest.mark.parametrize(
    ("way", "square"),
    [("back", "lane 4, backstretch 19"), ("in", "lane 3, backstretch 20"), ("out", "lane 5, backstretch 20")],
)
def test_beside_or_behind_his_car_and_there_he_stays_this_turn(way: str, square: str) -> None:
    race = last_phase()
    play(race, way)
    red = chariot(race, "red")
    assert (red.driver, man(race)) == ("foot", square)
    assert race.state.turn == 9  # he was not asked to run
    # A stationary runaway team, and the car as a wreck.
    assert (red.status, red.hitched) == ("stopped", False)
    assert {race.state.track.name(square): lies for square, lies in race.state.wrecks.items()} == {
        HERE: red.number,
        "lane 4, backstretch 20": -1,
    }
    assert not race.state.whose(race.state.track.find(HERE))


@pytest.mark.rule("E2 12.2.3.3")
def test_in_the_next_turn_he_runs_and_may_try_the_wall() -> None:
    race = last_phase(square="lane 2, backstretch 21")
    play(race, "in")
    assert man(race) == "lane 1, backstretch 20"
    write(race, white=0)
    assert asked(race)[0] == "walk"
    assert "forward" in answers(race)


@pytest.mark.rule("E2 12.2.3.3")
def test_not_onto_a_square_with_a_chariot_or_a_team() -> None:
    race = last_phase(
        blue="lane 3, backstretch 21", blue_is=CALM, green="lane 5, backstretch 20",
        green_is={**STRAY, "status": "stopped"}, wrecks=["lane 4, backstretch 19"],
    )  # fmt: skip
    assert answers(race) == {"stay", "back"}  # a wreck is in nobody's way


@pytest.mark.rule("E2 12.2.3.3")
def test_nobody_else_may() -> None:
    race = last_phase({"horses": [5, 4, 4, 5], "fallen": []})
    assert {decision.name for decision in race.pending.values()} == {"speed"}
    race = epic(white="lane 8, backstretch 1", white_is={**CALM, "written": 0}, red=HERE, red_is=STRAY, turn=8)
    assert "abandon" not in {decision.name for decision in race.pending.values()}


@pytest.mark.rule("E2 12.2.3.3")
def test_also_a_team_without_speed_is_left() -> None:
    race = last_phase({"horses": [5, 4, 4, 5], "fallen": [], "endurance": 0, "drained": 18})
    play(race, "out")
    assert chariot(race, "red").status == "stopped"


@pytest.mark.rule("E2 12.2.3.3")
def test_each_is_asked_before_anybody_runs() -> None:
    race = last_phase(
        blue="lane 6, backstretch 21", blue_is={**CALM, **DEAD_HORSE}, green="lane 2, backstretch 10",
        green_is={**STRAY, "driver": "foot", "man": "lane 2, backstretch 5", "hits": 7},
    )  # fmt: skip
    asked_of = []
    while len(race.pending) == 1:
        (decision,) = race.pending.values()
        asked_of.append((decision.name, decision.about))
        play(race, "stay")
    assert asked_of == [("abandon", "red"), ("abandon", "blue"), ("walk", "green")]


@pytest.mark.rule("E2 12.2.3.3")
def test_it_is_explained_and_written_and_obeyed() -> None:
    race = last_phase()
    book, seat = book_of(race.state), chariot(race, "red").seat
    decision = race.pending[seat]
    told = {answer["choice"]: answer for answer in book.explain(decision)}
    assert told["in"]["square"] == "lane 3, backstretch 20"
    assert told["in"]["clause"] == "E2 12.2.3.3"
    again = GAME.read_position(GAME.write_position(race.state), race.seats, race.options)
    assert again.phase == "on foot"
    orders = {
        field.name: field.default for section in GAME.orders(race.options, race.seats) for field in section.fields
    }
    obeyed = book.obey(decision, orders)
    assert obeyed is not None
    assert obeyed.choice == "stay"
    play(race, "in")
    assert all(GAME.narrate(event, ["", "", ""], race.options) for event in race.events)


@pytest.mark.rule("E2 12.2.3.3", "E2 2.6.2-knife-lost", "E2 11.2.3.1")
@pytest.mark.parametrize(
    ("why", "until"),
    [
        (DEAD_HORSE, "until you can drive on"),
        ({**DEAD_HORSE, "parts": {"dagger": {"carried": False}}}, "for the rest of the race"),
        ({"horses": [5, 4, 4, 5], "fallen": [], "endurance": 0, "drained": 18}, "for the rest of the race"),
    ],
)
def test_whoever_stays_is_told_for_how_long(why: dict[str, Any], until: str) -> None:
    race = last_phase(why)
    stay = race.explain(next(iter(race.pending)))[0]
    assert (stay["choice"], stay["hint"]) == ("stay", f"an obstacle {until}")


@pytest.mark.rule("E2 12.2.3.3")
def test_left_on_a_wreck_it_can_still_be_written() -> None:
    race = last_phase(wrecks=[HERE])
    assert chariot(race, "red").under == (race.state.track.find(HERE),)
    play(race, "out")
    assert GAME.read_position(GAME.write_position(race.state), race.seats, race.options).wrecks == race.state.wrecks
