"""CM 3: colours, logs, preparation points, the start."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from ludus import Refused, ScriptedDice
from tests.rules.circus.kit import (
    FACTIONS,
    KEEP,
    CircusMatch,
    asked,
    chariot,
    circus,
    dice_left,
    events,
    fresh,
    place,
    play,
    write,
)

PLAIN = (1, 1, 1)  # dice of a build: hits, horses, endurance


def built(seats: int, *more: int, builds: tuple[int, ...] = PLAIN * 8, points: object = (1, 1, 1, 1)) -> CircusMatch:
    """Colours and lanes in their order; `more` are dice thrown after the colours."""
    race = fresh(seats, dice=[*KEEP, *more, *builds, *KEEP, *KEEP])
    while next(iter(race.pending.values())).name == "build":
        play(race, points)
    return race


def owned(race: CircusMatch) -> list[int]:
    held = Counter(each.seat for each in race.state.chariots)
    return [held[seat] for seat in range(race.seats)]


@pytest.mark.rule("CM 3.1")
@pytest.mark.parametrize("seats", range(2, 9))
def test_two_to_eight_players_race_eight_chariots(seats: int) -> None:
    order = {3: [6] * 3 + [5] * 3 + [4] * 3, 5: [6, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2]}
    order[6] = [*order[5], 1, 1, 1]
    order[7] = [6, 6, 5, *order[6]]
    race = built(seats, *order.get(seats, []))
    assert len(race.state.chariots) == 8
    assert {each.faction for each in race.state.chariots} == set(FACTIONS[:8])
    assert sum(owned(race)) == 8
    assert dice_left(race) == ()


@pytest.mark.rule("CM 3.2")
def test_one_chariot_to_a_lane_behind_the_lane_square() -> None:
    lanes = (1, 7, 1, 5, 4, 3, 2)  # scripted: no fixed order
    race = fresh(8, dice=[*KEEP, *PLAIN * 8, *KEEP, *lanes])
    play(race, *[(1, 1, 1, 1)] * 8)
    track = race.state.track
    assert sorted(track.lane[each.square] for each in race.state.chariots) == list(range(1, 9))
    assert [track.lane[each.square] for each in race.state.chariots] != list(range(1, 9))
    for each in race.state.chariots:
        assert track.name(each.square).endswith("front straight 3")
        assert track.name(race.state.car_square(each)).endswith("front straight 2")
    (grid,) = events(race, "grid")
    assert grid.clauses == ("CM 3.2",)


@pytest.mark.rule("CM 3.3")
@pytest.mark.parametrize(("seats", "each"), [(2, 4), (4, 2), (8, 1)])
def test_even_shares_without_dice(seats: int, each: int) -> None:
    race = built(seats)
    assert owned(race) == [each] * seats
    (factions,) = events(race, "factions")
    assert factions.clauses == ("CM 3.3",)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 3.3")
def test_colours_are_drawn_blindly() -> None:
    race = fresh(8, dice=[1, 7, 6, 5, 4, 3, 2])
    assert chariot(race, FACTIONS[7]).seat == 0
    assert chariot(race, FACTIONS[0]).seat == 7
    assert [chariot(race, faction).seat for faction in FACTIONS[1:7]] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("CM 3.3", "CM 3.4a")
@pytest.mark.parametrize(
    ("seats", "dice", "shares"),
    [
        (7, [1, 1, 1, 2, 1, 1, 6, 6, 6, 3, 1, 1, 4, 1, 1, 5, 1, 1, 6, 1, 1], [1, 1, 2, 1, 1, 1, 1]),
        (6, [1, 1, 1, 6, 6, 6, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5], [1, 2, 1, 1, 1, 2]),
        (5, [4, 4, 4, 1, 1, 1, 3, 3, 3, 5, 5, 5, 2, 2, 2], [2, 1, 2, 2, 1]),
        (3, [1, 1, 1, 3, 3, 3, 2, 2, 2], [2, 3, 3]),
    ],
)
def test_leftover_factions_go_by_three_dice(seats: int, dice: list[int], shares: list[int]) -> None:
    race = built(seats, *dice)
    assert owned(race) == shares
    assert events(race, "factions")[0].clauses == ("CM 3.3", "CM 3.4a")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 3.4a")
def test_ties_roll_again_among_themselves() -> None:
    # Seats 0 and 2 both roll 9; seat 2 wins the second roll, so it draws first and again in the second pass.
    race = built(3, 3, 3, 3, 1, 1, 1, 3, 3, 3, 1, 1, 1, 2, 2, 2)
    assert owned(race) == [3, 2, 3]
    assert dice_left(race) == ()
    # The order of drawing: the fourth colour goes to seat 2, the fifth to seat 0, the sixth to seat 1.
    assert [chariot(race, faction).seat for faction in FACTIONS[:8]] == [0, 1, 2, 2, 0, 1, 2, 0]


@pytest.mark.rule("CM 3.4b")
def test_nobody_attacks_his_own() -> None:
    race = circus(
        seats=2,
        red="lane 3, backstretch 11",
        red_is={"written": 3, "whip": False},
        blue="lane 4, backstretch 11",
        blue_is={"seat": 0},
        green="lane 2, backstretch 11",
        green_is={"seat": 1},
    )
    _, answers = asked(race)
    assert "ram green car" in answers
    assert not [answer for answer in answers if "blue" in str(answer)]


@pytest.mark.rule("CM 3.4b")
def test_an_involuntary_ram_on_his_own_still_happens() -> None:
    race = circus(
        seats=2,
        red="lane 2, front straight 33",
        red_is={"written": 12, "whip": False},
        blue="lane 3, dolphin corner 0",
        blue_is={"seat": 0, "endurance": 0},
        green="lane 8, backstretch 3",
        green_is={"seat": 1},
        dice=[6, 4, 1, 6, 6, 1],  # 11 at 3 points: S; the ram totals 13 - 3: no damage
    )
    play(race, "forward 1", "hold")
    (ram,) = events(race, "involuntary-ram")
    assert ram.data["into"] == ["blue"]
    assert events(race, "ram-car")[0].data["target"] == "blue"


# -- building --------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 3.5a", "CM 3.5g", "CM 3.6-performance-chart")
def test_a_new_log() -> None:
    race = built(8, builds=(2, 1, 3) * 8, points=(0, 2, 2, 0))
    red = chariot(race, "red")
    assert (red.modifier, red.cdm, red.hits, red.hits_start) == (0, 0, 6, 6)
    assert (red.car, red.whip, red.left_wheel, red.right_wheel) == ("heavy", True, 0, 0)
    assert red.horses == red.horses_start == (7, 4, 4, 7)
    assert red.team_speed == 22
    assert red.endurance == 30
    assert (red.status, red.driver, red.hitched) == ("racing", "car", True)
    (red_built,) = [event for event in events(race, "built") if event.data["chariot"] == "red"]
    assert red_built.clauses == ("CM 3.6", "CM 3.61", "CM 3.63", "CM 3.64")
    assert [roll.values for roll in red_built.dice] == [(2,), (1,), (3,)]


@pytest.mark.rule("CM 3.6")
def test_four_points_exactly() -> None:
    race = fresh(8, dice=KEEP)
    decision = race.pending[0]
    legal = [points for points in product(range(3), repeat=4) if sum(points) == 4]
    assert len(legal) == 19
    assert sorted(decision) == legal
    for wrong in ((2, 1, 1, 1), (1, 1, 1, 0), (3, 1, 0, 0), (4, 0, 0, 0), (2, 2)):
        with pytest.raises(Refused):
            race.submit(0, wrong)
    race.submit(0, (2, 2, 0, 0))


@pytest.mark.rule("CM 3.6")
def test_points_are_secret_until_all_have_written() -> None:
    race = fresh(8, dice=[*KEEP, *PLAIN * 8, *KEEP, *KEEP])
    before = race.view(7)
    for seat in range(7):
        race.submit(seat, (2, 0, 2, 0))
    assert race.view(7)["position"]["chariots"] == before["position"]["chariots"]
    assert not events(race, "built")
    assert isinstance(race.table.dice, ScriptedDice)
    assert race.table.dice.position == len(KEEP)  # nobody has rolled yet
    race.submit(7, (1, 1, 1, 1))
    assert len(events(race, "built")) == 8


@pytest.mark.rule("CM 3.6-performance-chart")
@pytest.mark.parametrize(
    ("points", "modifier", "car", "horses", "endurance"),
    [
        ((0, 0, 2, 2), 0, "light", (7, 4, 4, 7), 74),
        ((1, 1, 1, 1), 1, "normal", (6, 4, 4, 5), 55),
        ((2, 2, 0, 0), 2, "heavy", (5, 4, 3, 4), 36),
    ],
)
def test_columns(points: tuple[int, ...], modifier: int, car: str, horses: tuple[int, ...], endurance: int) -> None:
    red = chariot(built(8, points=points), "red")
    assert (red.modifier, red.car, red.horses, red.endurance) == (modifier, car, horses, endurance)


@pytest.mark.rule("CM 3.61", "CM 3.63", "CM 3.64")
def test_the_dice_complete_the_log() -> None:
    race = built(8, builds=(6, 6, 4) * 8, points=(2, 1, 0, 1))
    red = chariot(race, "red")
    assert red.hits == 10
    assert red.horses == (4, 3, 3, 4)
    assert red.team_speed == 14
    assert red.endurance == 46
    assert dice_left(race) == ()


# -- the course ------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 3.7")
def test_the_first_marker_is_a_dolphin() -> None:
    race = circus(
        red="lane 8, front straight 33", red_is={"written": 1, "whip": False}, ivory="lane 1, front straight 3"
    )
    play(race, "forward 1")
    (marker,) = events(race, "marker")
    assert marker.data == {"chariot": "red", "marker": "dolphin", "dolphins": 2, "eggs": 3}


@pytest.mark.rule("CM 3.7")
@pytest.mark.parametrize(
    ("lap", "square", "marker", "left"),
    [
        (1, "backstretch 33", "egg", (2, 2)),
        (2, "front straight 33", "dolphin", (1, 2)),
        (2, "backstretch 33", "egg", (1, 1)),
        (3, "front straight 33", "dolphin", (0, 1)),
    ],
)
def test_markers_alternate(lap: int, square: str, marker: str, left: tuple[int, int]) -> None:
    race = circus(
        red=f"lane 8, {square}", red_is={"written": 1, "whip": False, "lap": lap}, ivory="lane 1, front straight 3"
    )
    play(race, "forward 1")
    (taken,) = events(race, "marker")
    assert taken.data == {"chariot": "red", "marker": marker, "dolphins": left[0], "eggs": left[1]}


@pytest.mark.rule("CM 3.8a")
def test_no_attack_from_gray_in_turn_one() -> None:
    race = circus(
        turn=1,
        red="lane 3, front straight 3",
        red_is={"written": 5, "whip": False},
        blue="lane 4, front straight 3",
        green="lane 2, front straight 4",
        white="lane 4, front straight 5",
        dice=[1],
    )
    assert not [answer for answer in asked(race)[1] if "ram" in str(answer)]  # the car stands on 2
    play(race, "forward 1")
    assert not [answer for answer in asked(race)[1] if "ram" in str(answer)]  # on 3, beside Green's car
    play(race, "forward 1")
    assert "ram white car" in asked(race)[1]  # on 4: black
    # A target still on gray may be attacked: Green's team stands on 4, beside Red's car; its car is on gray 3.
    assert "ram green horses" in asked(race)[1]


@pytest.mark.rule("CM 3.8a")
@pytest.mark.parametrize(("turn", "lap"), [(2, 1), (9, 2)])
def test_gray_counts_in_turn_one_only(turn: int, lap: int) -> None:
    race = circus(
        turn=turn,
        red="lane 3, front straight 3",
        red_is={"written": 5, "whip": False, "lap": lap},
        blue="lane 4, front straight 3",
        blue_is={"lap": lap},
    )
    assert "ram blue car" in asked(race)[1]


@pytest.mark.rule("CM 3.8b")
@pytest.mark.parametrize(("lap", "status"), [(1, "racing"), (2, "racing"), (3, "finished")])
def test_the_race_ends_with_the_third_backstretch(lap: int, status: str) -> None:
    race = circus(
        red="lane 8, backstretch 33", red_is={"written": 2, "whip": False, "lap": lap}, blue="lane 1, front straight 9"
    )
    play(race, "forward 1")
    assert chariot(race, "red").status == status
    if lap < 3:
        play(race, "forward 1")
        assert place(race, "red") == "lane 8, egg corner 1"


@pytest.mark.rule("CM 3.9", "CM 5.3", "CM 5.4", "CM 5.5")
def test_everybody_moves_once_in_drawn_order() -> None:
    position: dict[str, Any] = {}
    for lane, colour in enumerate(FACTIONS[:8], start=1):
        position |= {colour: f"lane {lane}, backstretch 9", f"{colour}_is": {"whip": False}}
    race = circus(phase="notation", dice=[8, 1, 6, 1, 2, 3, 1], **position)
    write(race)
    drawn = [event.data["chariot"] for event in events(race, "drawn")]
    # 8th of eight, 1st of the seven left, 6th of six, ... the last one needs no die.
    left = list(FACTIONS[:8])
    assert drawn == [left.pop(pick - 1) for pick in (8, 1, 6, 1, 2, 3, 1, 1)]
    assert dice_left(race) == ()
    assert race.state.turn == 3  # and the next turn's speeds are asked for
    assert {decision.name for decision in race.pending.values()} == {"speed"}
