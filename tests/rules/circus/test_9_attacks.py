"""CM 9.1 to 9.22: who may attack whom, from where, how often, and at what price."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from ludus.games.circus.track import BACK, DOLPHINS, house_track
from tests.rules.circus.kit import CircusMatch, asked, attacks, circus, dice_left, events, place, play


def side_by_side(factors: int = 10, **more: Any) -> CircusMatch:
    """Red's car stands in lane 3, level with Blue's car in lane 4."""
    position: dict[str, Any] = {"red": "lane 3, backstretch 11", "blue": "lane 4, backstretch 11"}
    return circus(**{**position, "move": {"written": factors}, **more})


def factors_left(race: CircusMatch) -> int:
    """As the open question to the mover says."""
    (decision,) = race.pending.values()
    return int(decision.prompt.split()[0])


ALL_ON_BLUES_CAR = {"ram blue car", "lash blue driver"}
ALL_ON_BLUES_TEAM = {"ram blue horses", "lash blue team"}


@pytest.mark.rule("CM 9.1a")
def test_only_the_mover_attacks() -> None:
    race = side_by_side()
    assert list(race.pending) == [0]
    assert attacks(race) == ALL_ON_BLUES_CAR
    with pytest.raises(Refused):
        race.submit(1, "ram red car")
    play(race, "ram blue car")
    assert list(race.pending) == [1]  # Blue can only defend
    assert asked(race) == ("defend", ["hold", "avoid"])


@pytest.mark.rule("CM 9.1a")
def test_a_defender_may_be_forced_into_a_ram_out_of_its_phase() -> None:
    # Factor 0 and roll 8: Blue swerves outwards into Green.
    race = side_by_side(green="lane 5, backstretch 11", dice=[3, 3, 3, 3, 4, 4, 5, 5, 4])
    play(race, "lash blue driver", "hold", "hold")
    (ram,) = events(race, "involuntary-ram")
    assert ram.data == {"chariot": "blue", "into": ["green"], "penalty": -3}
    assert list(race.pending) == [0]


@pytest.mark.rule("CM 9.1b")
@pytest.mark.parametrize(
    ("turn", "square", "legal"),
    [
        (1, "front straight 3", False),  # both squares gray
        (1, "front straight 4", False),  # the car still is
        (1, "front straight 5", True),
        (2, "front straight 4", True),  # gray means nothing after the start
    ],
)
def test_no_attack_from_gray_squares_in_turn_1(turn: int, square: str, legal: bool) -> None:
    race = side_by_side(red=f"lane 3, {square}", blue=f"lane 4, {square}", turn=turn)
    assert attacks(race) == (ALL_ON_BLUES_CAR if legal else set())
    if not legal:
        with pytest.raises(Refused):
            play(race, "ram blue car")
        assert factors_left(race) == 10


@pytest.mark.rule("CM 9.1b")
def test_gray_squares_of_later_laps_bar_nobody() -> None:
    race = side_by_side(
        red="lane 3, front straight 3", blue="lane 4, front straight 3", red_is={"lap": 2}, blue_is={"lap": 2}, turn=1
    )
    assert attacks(race) == ALL_ON_BLUES_CAR


@pytest.mark.rule("CM 9.1b")
@pytest.mark.rule("WEB intro-a")
def test_a_target_on_gray_may_be_attacked_unless_the_table_agrees_otherwise() -> None:
    """Red's car on square 4 is off the gray, beside Blue's team whose car is still on it."""
    position: dict[str, Any] = {"red": "lane 3, front straight 5", "blue": "lane 4, front straight 4", "turn": 1}
    assert attacks(side_by_side(**position)) == ALL_ON_BLUES_TEAM
    beginners = {"gray_targets": False}
    assert attacks(side_by_side(**position, options=beginners)) == set()
    beyond = {**position, "blue": "lane 4, front straight 5"}
    assert attacks(side_by_side(**beyond, options=beginners)) == ALL_ON_BLUES_CAR
    assert attacks(side_by_side(**{**position, "turn": 2}, options=beginners)) == ALL_ON_BLUES_TEAM


@pytest.mark.rule("WEB intro-a")
def test_a_target_on_gray_is_safe_from_what_is_thrown_too() -> None:
    position: dict[str, Any] = {"red": "lane 3, front straight 5", "blue": "lane 4, front straight 4", "turn": 1}
    armed = {"knife": True, "spear": True, "dust": True}
    thrown = {str(answer) for answer in asked(side_by_side(**position, options=armed))[1]}
    assert {"knife blue driver", "knife blue team"} <= thrown
    spared = {str(answer) for answer in asked(side_by_side(**position, options={**armed, "gray_targets": False}))[1]}
    assert not any("blue" in answer for answer in spared)


@pytest.mark.rule("CM 9.1-own")
def test_own_factions_are_not_attacked() -> None:
    own: dict[str, Any] = {
        "blue_is": {"seat": 0},
        "green": "lane 8, backstretch 30",
        "green_is": {"seat": 1},
        "seats": 2,
    }
    for blue in ("lane 4, backstretch 11", "lane 4, backstretch 10"):
        assert attacks(side_by_side(blue=blue, **own)) == set()


@pytest.mark.rule("CM 9.1-own")
def test_a_forced_ram_spares_nobody() -> None:
    """Green's lash drives Red out of lane 4 into Blue of the same player."""
    race = circus(
        green="lane 3, backstretch 11",
        red="lane 4, backstretch 11",
        blue="lane 5, backstretch 11",
        red_is={"seat": 1},
        blue_is={"seat": 1},
        seats=2,
        move={"written": 5},
        dice=[3, 3, 3, 3, 4, 4, 5, 5, 4],
    )
    play(race, "lash red driver", "hold", "hold")
    assert events(race, "involuntary-ram")[0].data["into"] == ["blue"]
    assert events(race, "ram-car")[0].data["target"] == "blue"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.11")
def test_an_attack_costs_one_factor_of_the_move() -> None:
    race = side_by_side(blue="lane 4, backstretch 15", dice=[4, 4, 3])
    play(race, "forward 4", "ram blue car", "hold")
    assert factors_left(race) == 5
    assert events(race, "attack")[0].clauses == ("CM 9.11", "CM 9.21", "CM 9.22")
    play(race, "forward 5")
    assert place(race, "red") == "lane 3, backstretch 20"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.11")
def test_without_factors_no_attack() -> None:
    race = side_by_side(1, blue="lane 4, backstretch 12", dice=[])
    play(race, "forward 1")  # the last factor brings Red's car beside Blue's
    assert set(race.pending) == {0, 1}  # next turn's speeds


@pytest.mark.rule("CM 9.11")
def test_the_factor_is_spent_even_if_the_defender_gets_away() -> None:
    race = side_by_side(dice=[6, 6, 1, 1])
    play(race, "ram blue car", "avoid", "brake")
    assert factors_left(race) == 9
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.12")
def test_several_attacks_in_one_move() -> None:
    race = side_by_side(8, green="lane 2, backstretch 14", dice=[3, 3, 3, 3, 6, 4, 1, 1, 4, 4, 3])
    play(race, "lash blue driver", "hold")
    assert factors_left(race) == 7
    play(race, "forward 1")
    assert attacks(race) == ALL_ON_BLUES_TEAM
    play(race, "lash blue team", "hold")
    assert factors_left(race) == 5
    play(race, "forward 2", "ram green car", "hold")
    assert factors_left(race) == 2
    assert [event.data["target"] for event in events(race, "attack")] == ["blue", "blue", "green"]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.13")
def test_attack_before_the_first_square_and_with_the_last_factor() -> None:
    race = side_by_side(4, green="lane 4, backstretch 13", dice=[4, 4, 3, 4, 4, 3])
    play(race, "ram blue car", "hold", "forward 2")
    assert factors_left(race) == 1
    play(race, "ram green car", "hold")
    assert set(race.pending) == {0, 1, 2}
    assert place(race, "red") == "lane 3, backstretch 13"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.14")
def test_one_attack_from_each_square() -> None:
    race = side_by_side(green="lane 2, backstretch 11", dice=[4, 4, 3])
    assert attacks(race) == ALL_ON_BLUES_CAR | {"ram green car", "lash green driver"}
    play(race, "ram blue car", "hold")
    assert attacks(race) == set()
    play(race, "forward 1")
    assert attacks(race) == ALL_ON_BLUES_TEAM | {"ram green horses", "lash green team"}


@pytest.mark.rule("CM 9.14")
def test_an_avoided_attack_uses_the_square_too() -> None:
    race = side_by_side(green="lane 2, backstretch 11", dice=[6, 6, 1, 1])
    play(race, "ram blue car", "avoid", "brake")
    assert attacks(race) == set()


@pytest.mark.rule("CM 9.14")
def test_a_sideslip_leads_to_a_new_square() -> None:
    """Red is blocked by White; its car attacks Green from lane 3, then Blue from lane 4 in the same row."""
    race = side_by_side(
        white="lane 3, backstretch 13",
        green="lane 2, backstretch 11",
        blue="lane 5, backstretch 11",
        dice=[4, 4, 3],
    )
    play(race, "ram green car", "hold", "slip out")
    assert place(race, "red") == "lane 4, backstretch 11"
    assert attacks(race) == ALL_ON_BLUES_CAR


@pytest.mark.rule("CM 9.14")
def test_a_new_phase_allows_an_attack_from_the_same_square_again() -> None:
    race = side_by_side(1, dice=[4, 4, 3, 1])
    play(race, "ram blue car", "hold")  # turn 2 ends, Red has not moved
    play(race, 1, 0)  # the speeds of turn 3, and Red is drawn first
    play(race, "no")
    assert place(race, "red") == "lane 3, backstretch 11"
    assert attacks(race) == ALL_ON_BLUES_CAR


@pytest.mark.rule("CM 9.2a")
@pytest.mark.parametrize(
    ("blue", "found"),
    [
        ("lane 4, backstretch 11", ALL_ON_BLUES_CAR),
        ("lane 2, backstretch 11", ALL_ON_BLUES_CAR),
        ("lane 4, backstretch 10", ALL_ON_BLUES_TEAM),
        ("lane 4, backstretch 12", set()),  # only Red's team is beside Blue
        ("lane 4, backstretch 9", set()),
        ("lane 5, backstretch 11", set()),  # two lanes apart
        ("lane 3, backstretch 9", set()),  # right behind
        ("lane 3, backstretch 13", set()),  # right ahead
    ],
)
def test_the_car_attacks_the_square_beside_it(blue: str, found: set[str]) -> None:
    assert attacks(side_by_side(blue=blue, dice=[])) == found


@pytest.mark.rule("CM 9.2b")
@pytest.mark.parametrize("lane", range(1, 8))
def test_attack_positions_in_a_corner(lane: int) -> None:
    """The closed formulas of the ledger, square by square."""
    track = house_track()

    def reached(car: int, other: int) -> list[int]:
        return [track.index[square] for square in track.attacks[car] if track.lane[square] == other]

    for square in range(3 * (lane + 1)):
        third, rest = divmod(square, lane + 1)
        expected = [square + third] + ([square + third + 1] if rest == lane else [])
        assert reached(track.at(lane, DOLPHINS, square), lane + 1) == expected
    for square in range(3 * (lane + 2)):
        third, rest = divmod(square, lane + 2)
        expected = [square - third - 1] if rest else []
        assert reached(track.at(lane + 1, DOLPHINS, square), lane) == expected
    for square in range(track.file.straight):
        assert reached(track.at(lane, BACK, square), lane + 1) == [square]


@pytest.mark.rule("CM 9.2b")
@pytest.mark.parametrize(
    ("red", "blue", "found"),
    [
        ("lane 1, dolphin corner 1", "lane 2, dolphin corner 1", ALL_ON_BLUES_CAR),
        ("lane 2, dolphin corner 2", "lane 1, dolphin corner 1", ALL_ON_BLUES_CAR),
        ("lane 2, dolphin corner 2", "lane 1, dolphin corner 2", set()),  # overlaps, but is partially behind
        ("lane 1, dolphin corner 2", "lane 2, dolphin corner 2", ALL_ON_BLUES_CAR | ALL_ON_BLUES_TEAM),
    ],
)
def test_partially_behind_is_not_beside(red: str, blue: str, found: set[str]) -> None:
    """The fourth car is level with team and car of the same rival, and names the one it attacks."""
    assert attacks(side_by_side(red=red, blue=blue)) == found


@pytest.mark.rule("CM 9.21")
def test_what_is_attacked_follows_from_the_position() -> None:
    team = side_by_side(blue="lane 4, backstretch 10", dice=[1, 1, 3, 4])
    play(team, "lash blue team", "hold")
    assert events(team, "lash-team")
    team = side_by_side(blue="lane 4, backstretch 10", dice=[3, 4])
    play(team, "ram blue horses", "hold")
    assert events(team, "injury")[0].clauses[:2] == ("CM 9.21", "CM 9.5")
    car = side_by_side(dice=[3, 3, 3, 3, 6, 4])
    play(car, "lash blue driver", "hold")
    assert events(car, "lash-driver")
    car = side_by_side(dice=[4, 4, 3])
    with pytest.raises(Refused):
        play(car, "ram blue horses")
    play(car, "ram blue car", "hold")
    assert events(car, "ram-car")[0].clauses == ("CM 9.21", "CM 9.54")
    assert dice_left(team) == dice_left(car) == ()


@pytest.mark.rule("CM 9.22")
def test_the_kind_of_attack_is_announced_before_the_defence() -> None:
    race = side_by_side(dice=[1, 1, 6, 6, 4, 4, 3])
    play(race, "ram blue car")
    assert events(race, "attack")[0].data == {"chariot": "red", "target": "blue", "kind": "ram", "at": "car"}
    play(race, "avoid")  # fails, and the ram follows without another question
    assert events(race, "ram-car")
    assert not events(race, "lash-driver")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.22")
def test_no_lash_without_a_whip() -> None:
    assert attacks(side_by_side(red_is={"whip": False})) == {"ram blue car"}
    assert attacks(side_by_side(red_is={"whip": False}, blue="lane 4, backstretch 10")) == {"ram blue horses"}


@pytest.mark.rule("CM 9.22-example")
def test_the_printed_corner_example() -> None:
    def offered(mover: str, black: str) -> set[str]:
        return attacks(circus(red="lane 2, dolphin corner 1", black=black, mover=mover, move={"written": 5}))

    assert offered("red", "lane 1, dolphin corner 1") == set()
    assert offered("black", "lane 1, dolphin corner 1") == {"ram red car", "lash red driver"}
    # One square further back Black's horses are where its car was.
    assert offered("red", "lane 1, dolphin corner 0") == set()
