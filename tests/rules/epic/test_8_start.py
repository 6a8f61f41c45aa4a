"""E2 8.4.3: starting from zero, with one, two or three dice."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ludus.core.event import Event
from ludus.core.game import Phase
from ludus.core.standing_orders import obey, read_orders
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Race
from tests.games.circus.oracle import Thrown, found, last
from tests.rules.circus.kit import CircusMatch, asked, chariot, dice_left, events, left, place, play, write
from tests.rules.epic.kit import epic

START = "lane 3, front straight 3"
TEAM_16 = {"horses_start": [4, 4, 4, 4], "executed": 0}
DICE = {"light": 1, "medium": 2, "heavy": 3}


def start(dice: list[int], *, turn: int = 1, **red: Any) -> CircusMatch:
    """Red stands and begins its phase."""
    return epic(turn=turn, red=START, red_is={**TEAM_16, "whip": False, **red}, dice=dice)


def told_speed(events: list[Event]) -> tuple[int, int]:
    told = last(events, "speed")
    return told["total"], told["factors"]


def total(race: CircusMatch, number: int = -1) -> int:
    return int(events(race, "speed")[number].data["total"])


@pytest.mark.rule("E2 8.4.3", "E2 8.4.3.1", "E2 6.D-3b", "E2 8.2.3")
@pytest.mark.parametrize(
    ("car", "dice", "speed"),
    [("light", [4], 12), ("medium", [4, 3], 9), ("heavy", [4, 3, 2], 7), ("heavy", [6, 6, 3], 1)],
)
def test_dice_by_the_car(car: str, dice: list[int], speed: int) -> None:
    race = start(dice, car=car, written=16)
    assert total(race) == speed == left(race.state, chariot(race, "red"))
    (told,) = events(race, "dead-start")
    assert (told.data["loss"], told.clauses) == (sum(dice), ("E2 8.4.3", "E2 8.4.3.1"))
    assert [roll.values for roll in told.dice] == [tuple(dice)]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.4.3.1", "E2 8.4.3.2")
@pytest.mark.parametrize(
    ("log", "dice"),
    [
        ({"car": "heavy", "written": 17, "modifier": 1}, [6, 6, 6]),
        ({"car": "medium", "written": 5}, [4, 5]),
        ({"car": "medium", "written": 9}, [4, 5]),  # exactly nothing
        ({"car": "medium", "written": 10}, [4, 5]),
    ],
)
def test_at_least_one(log: dict[str, Any], dice: list[int]) -> None:
    race = start(dice, **log)
    assert total(race) == 1
    play(race, "forward 1")
    assert place(race, "red") == "lane 3, front straight 4"


@pytest.mark.rule("E2 8.4.3.2")
@pytest.mark.parametrize(
    ("written", "gains", "dice", "speed"),
    [(5, 3, [6, 3], 1), (5, 3, [4, 3], 1), (5, 4, [4, 3], 2), (5, 6, [6, 3], 2)],
)
def test_the_floor_comes_after_added_speed(written: int, gains: int, dice: list[int], speed: int) -> None:
    """5 and 3 less 9 is less than one; it is not 0 and 3."""
    assert total(start(dice, written=written, gains=gains)) == speed


@pytest.mark.rule("E2 8.4.3.2")
def test_a_used_move_comes_off_the_one() -> None:
    race = start([6, 6], written=4, debt=2)
    assert events(race, "speed")[0].data == {"chariot": "red", "factors": 0, "total": 1}
    assert chariot(race, "red").executed == 1


@pytest.mark.rule("E2 8.4.3", "E2 6.D-3a", "E1 3.3-starting-from-zero", "E2 def-starting-from-zero")
def test_straining_is_announced_before_the_dice_are_seen() -> None:
    race = start([4, 3, 5], written=16, whip=True)
    assert asked(race)[0] == "whip"
    assert dice_left(race) == (4, 3, 5)
    play(race, "whip")
    assert [roll.reason for event in race.events for roll in event.dice] == ["start from zero", "whipping the team"]
    assert (events(race, "dead-start")[0].data["loss"], events(race, "whip")[0].data["factors"]) == (7, 5)
    assert total(race) == 14
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.4.3", "E2 def-starting-from-zero")
def test_after_a_turn_at_zero_it_starts_again() -> None:
    race = epic(
        phase="notation",
        turn=6,
        red=START,
        red_is={"whip": False},
        blue="lane 8, backstretch 1",
        blue_is={"whip": False},
        dice=[1, 1, 5, 4],
    )
    write(race, red=0, blue=1)
    play(race, "forward 1")
    assert not events(race, "dead-start")
    assert chariot(race, "red").executed == 0
    write(race, red=16, blue=1)
    assert [event.data for event in events(race, "dead-start")] == [{"chariot": "red", "loss": 9}]
    assert total(race) == 7
    assert dice_left(race) == ()


@pytest.mark.rule("E2 def-starting-from-zero")
@pytest.mark.parametrize(("turn", "executed", "rolls"), [(1, 0, True), (5, 0, True), (5, 1, False), (2, 12, False)])
def test_who_starts_from_zero(turn: int, executed: int, rolls: bool) -> None:
    race = start([2, 3], turn=turn, written=12, executed=executed)
    assert (total(race), dice_left(race)) == ((7, ()) if rolls else (12, (2, 3)))


@pytest.mark.rule("E2 8.4.3")
def test_who_stands_still_does_not_start() -> None:
    """Turn speed 0 and nothing added: no roll; that comes in the phase in which it starts."""
    race = epic(
        turn=1,
        red=START,
        red_is={**TEAM_16, "whip": False, "written": 0},
        blue="lane 8, front straight 3",
        dice=[1, 6, 5],
    )
    assert not events(race, "dead-start")
    write(race, red=14)
    assert [event.data["chariot"] for event in events(race, "dead-start")] == ["red"]
    assert total(race, 1) == 3


@pytest.mark.rule("E2 8.4.3")
@pytest.mark.parametrize(
    ("log", "answers", "dice", "speed"),
    [
        ({"written": 0, "gains": 5}, (), [1, 2], 2),  # a lash sets it going
        ({"written": 0, "whip": True}, ("whip",), [1, 1, 6], 4),
        ({"written": 9, "loss": 6, "horses": [1, 1, 1, 1], "gains": 1}, (), [1, 1], 1),
    ],
)
def test_added_speed_starts_it_too(log: dict[str, Any], answers: tuple[str, ...], dice: list[int], speed: int) -> None:
    race = start(dice, **log)
    play(race, *answers)
    assert total(race) == speed
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.4.3")
def test_a_maximum_of_nothing_is_no_start() -> None:
    """It noted 9, but has lost more than all of it since."""
    race = start([1, 1], written=9, loss=6, horses=[1, 1, 1, 1])
    assert total(race) == 0
    assert dice_left(race) == (1, 1)


@pytest.mark.rule("E2 def-starting-from-zero")
def test_no_start_roll_with_a_dead_horse_in_the_traces() -> None:
    hurt = {"horses": [0, 4, 4, 4], "fallen": [1], "written": 12}
    race = start([1, 2, 2], turn=6, **hurt)
    play(race, "cut")
    assert not events(race, "dead-start")
    assert total(race) == 7
    assert dice_left(race) == ()


@pytest.mark.rule("E2 def-starting-from-zero")
def test_cut_free_with_nothing_left_it_starts_in_the_next_turn() -> None:
    race = epic(
        turn=6,
        red=START,
        red_is={**TEAM_16, "horses": [0, 4, 4, 4], "fallen": [1], "written": 6, "whip": False},
        blue="lane 8, backstretch 1",
        dice=[2, 2, 2, 1, 3, 1, 5],  # the last for its own dead horse, which it still stands on
    )
    play(race, "cut")
    assert (total(race), chariot(race, "red").fallen) == (0, ())
    write(race, red=12)
    assert events(race, "dead-start")[0].data == {"chariot": "red", "loss": 4}
    assert dice_left(race) == ()


def test_a_team_without_a_car_has_nothing_to_start() -> None:
    """Our ruling: the dice belong to the car."""
    loose: dict[str, Any] = {"status": "runaway", "driver": "dead", "hitched": False}
    assert total(start([], **loose)) == 16
    assert total(start([1, 2], **{**loose, "hitched": True, "car": "medium"})) == 13


# -- what answers say ------------------------------------------------------------------------------------


@pytest.mark.rule("E2 8.4.3.1", "E2 8.4.3.2")
@pytest.mark.parametrize("car", DICE)
@pytest.mark.parametrize("log", [{}, {"gains": 3}, {"debt": 2}, {"loss": 4}, {"executed": 5}])
def test_speeds_say_the_slowest_and_the_fastest_start(car: str, log: dict[str, Any]) -> None:
    red = {**TEAM_16, "whip": False, "car": car, **log}
    race = epic(phase="notation", turn=4, red=START, red_is=red, blue="lane 8, backstretch 1").state
    book = book_of(race)
    told = book.explain(book.ask_speed(race.chariots[0]))
    for speed in (0, 1, 5, 12):

        def begin(future: Race, table: Thrown, speed: int = speed) -> Phase:
            own = future.chariots[0]
            own.written, future.mover = speed, own.number
            return book_of(future, table).start_phase(own)

        seen = found(race, begin, lambda _, events: told_speed(events), "speed")
        answer = told[speed]
        assert (answer["total"], answer["factors"]) == max(seen)
        if len(seen) > 1:
            assert answer["least"] == min(seen)[0]
            assert f"{answer['least']} to {answer['total']} after the start from zero" in answer["hint"]
        else:
            assert answer.get("least", answer["total"]) == answer["total"]
        assert ("least" in answer) == (not log.get("executed") and speed + log.get("gains", 0) > 0)


@pytest.mark.rule("E2 8.4.3", "E2 6.D-3a")
@pytest.mark.parametrize("car", DICE)
@pytest.mark.parametrize("written", [0, 2, 9])
@pytest.mark.parametrize("arm", [False, True])
def test_the_whip_says_the_slowest_and_the_fastest_start(car: str, written: int, arm: bool) -> None:
    match = start([], car=car, written=written, whip=True, arm_wound=arm)
    book = book_of(match.state)
    told = {answer["choice"]: answer for answer in book.explain(match.pending[0])}
    gained = [(die + 1) // 2 if arm else die for die in range(1, 7)]
    lost = [sum(dice) for dice in product(range(1, 7), repeat=DICE[car])]
    whipped = [max(1, written + more - less) for more in gained for less in lost]
    plain = [max(1, written - less) for less in lost] if written else [0]
    assert (told["whip"]["least"], told["whip"]["total"]) == (min(whipped), max(whipped))
    assert f"speed {min(whipped)} to {max(whipped)}" in told["whip"]["hint"]
    assert (told["no"].get("least", 0), told["no"]["total"]) == (min(plain), max(plain))


@pytest.mark.rule("E2 8.4.3")
@pytest.mark.parametrize(("executed", "speed"), [(0, 10), (3, 8)])
def test_standing_orders_reckon_with_the_fastest_start(executed: int, speed: int) -> None:
    """Two dice take at least two: 10 is 8 at most, which lane 1 allows."""
    race = epic(
        phase="notation",
        red="lane 1, front straight 30",
        red_is={**TEAM_16, "whip": False, "executed": executed},
        blue="lane 8, backstretch 1",
    )
    obeyed = obey(race, 0, read_orders(race.game.orders(race.options, 2), {"speed": "safe"}))
    assert obeyed is not None
    assert obeyed.choice == speed


@pytest.mark.rule("E2 8.4.3")
@pytest.mark.parametrize(("square", "whips"), [("front straight 23", True), ("front straight 24", False)])
def test_orders_to_strain_reckon_with_it_too(square: str, whips: bool) -> None:
    """At most 6 - 2 + 6 = 10 squares, and the corner is 11 or 10 away."""
    race = epic(red=f"lane 1, {square}", red_is={**TEAM_16, "written": 6}, turn=1)
    obeyed = obey(race, 0, read_orders(race.game.orders(race.options, 2), {"whip": "straight"}))
    assert obeyed is not None
    assert (obeyed.choice == "whip") == whips
