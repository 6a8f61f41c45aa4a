"""E2 10.1, 10.2: who may attack whom, from where, how often, and at what price."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from tests.rules.circus.kit import asked, dice_left, events, place, play
from tests.rules.epic.fight_kit import beside, factors_left, offered

ON_BLUES_CAR = {"ram blue car", "lash blue driver", "dust blue driver", "knife blue chariot"}
ON_BLUES_TEAM = {"ram blue horses", "lash blue team", "knife blue chariot"}


@pytest.mark.rule("E2 10.1")
def test_only_the_mover_attacks() -> None:
    race = beside()
    assert list(race.pending) == [0]
    assert offered(race) == ON_BLUES_CAR
    with pytest.raises(Refused):
        race.submit(1, "ram red car")
    play(race, "lash blue driver")
    assert list(race.pending) == [1]  # Blue can only defend
    assert asked(race) == ("defend", ["hold", "avoid"])


@pytest.mark.rule("E2 10.1")
def test_a_defender_may_be_forced_into_a_ram_out_of_his_phase() -> None:
    """A difference of 4: Blue swerves outwards into Green."""
    race = beside(6, 4, 3, 3, 5, 5, 4, green="lane 5, backstretch 11")
    play(race, "lash blue driver", "hold", "hold")
    assert events(race, "involuntary-ram")[0].data["into"] == ["green"]
    assert list(race.pending) == [0]


@pytest.mark.rule("E2 10.1")
@pytest.mark.parametrize(
    ("turn", "square", "legal"),
    [
        (1, "front straight 4", False),  # the car still stands on gray
        (1, "front straight 5", True),
        (2, "front straight 3", True),
    ],
)
def test_no_attack_of_any_kind_from_gray_squares_in_turn_1(turn: int, square: str, legal: bool) -> None:
    race = beside(red=f"lane 3, {square}", blue=f"lane 4, {square}", turn=turn)
    assert offered(race) == (ON_BLUES_CAR if legal else set())


@pytest.mark.rule("E2 10.1")
def test_nobody_attacks_his_own() -> None:
    race = beside(blue_is={"seat": 0}, green="lane 8, backstretch 30", green_is={"seat": 1}, seats=2)
    assert offered(race) == set()


@pytest.mark.rule("E2 10.1.1")
def test_an_attack_is_a_factor_of_the_move() -> None:
    race = beside(3, 3, 4, 3, factors=5, blue="lane 4, backstretch 13")
    play(race, "forward 2", "lash blue driver", "hold")  # 6 against 7: no effect
    assert factors_left(race) == 2
    assert "E2 10.1.1" in events(race, "attack")[0].clauses
    play(race, "forward 2")
    assert place(race, "red") == "lane 3, backstretch 15"
    assert set(race.pending) == {0, 1}  # the phase is over, all factors are used
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.1.2")
def test_several_attacks() -> None:
    race = beside(3, 3, 4, 3, 2, factors=4)
    play(race, "lash blue driver", "hold", "forward 1")
    assert offered(race) == ON_BLUES_TEAM
    play(race, "lash blue team", "hold")
    assert factors_left(race) == 1
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.1.3")
def test_an_attack_with_the_last_factor() -> None:
    race = beside(3, 3, 4, 3, factors=3, blue="lane 4, backstretch 13")
    play(race, "forward 2")
    assert factors_left(race) == 1
    play(race, "lash blue driver", "hold")
    assert set(race.pending) == {0, 1}


@pytest.mark.rule("E2 10.1.3")
def test_an_attack_before_the_first_square() -> None:
    race = beside(2, factors=3, blue="lane 4, backstretch 10")
    play(race, "lash blue team", "hold")
    assert place(race, "red") == "lane 3, backstretch 11"
    assert factors_left(race) == 2


@pytest.mark.rule("E2 10.1.4")
@pytest.mark.parametrize(
    ("first", "dice"),
    [("lash blue driver", (3, 3, 4, 3)), ("dust blue driver", (1, 1)), ("knife blue chariot", (1, 1))],
)
def test_one_attack_from_a_square_of_whatever_kind(first: str, dice: tuple[int, ...]) -> None:
    race = beside(*dice, green="lane 2, backstretch 11")
    assert {"ram green car", "lash green driver", "dust green driver"} < offered(race)
    play(race, first)
    if asked(race)[0] == "defend":
        play(race, "hold")
    assert offered(race) == set()
    play(race, "forward 1")
    assert {"ram blue horses", "ram green horses"} < offered(race)


@pytest.mark.rule("E2 10.1.4")
def test_an_avoided_attack_uses_factor_and_square() -> None:
    race = beside(6, 6, 1, 1, green="lane 2, backstretch 11")
    play(race, "lash blue driver", "avoid", "brake")
    assert factors_left(race) == 9
    assert offered(race) == set()


@pytest.mark.rule("E2 10.1.4")
def test_a_lash_repeated_by_surprise_is_the_same_attack() -> None:
    """Wound, movement loss, a 6 of the critical dice, and the lash once more: 6 - 1 against 7."""
    race = beside(6, 5, 3, 3, 1, 3, 3, 3, 3, 3, 4)
    play(race, "lash blue driver", "hold")
    assert len(events(race, "lash-driver")) == 2
    assert factors_left(race) == 9
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.1.5")
def test_a_man_on_foot_is_not_lashed() -> None:
    """Blue's driver stands beside Red's car, his team runs on far away."""
    man = {"status": "runaway", "driver": "foot", "man": "lane 4, backstretch 10", "hitched": False}
    race = beside(blue="lane 4, backstretch 30", blue_is=man)
    assert offered(race) == set()
    with pytest.raises(Refused):
        play(race, "lash blue driver")


@pytest.mark.rule("E2 10.2")
@pytest.mark.parametrize(
    ("blue", "found"),
    [
        ("lane 4, backstretch 11", {"ram blue car", "lash blue driver", "dust blue driver"}),
        ("lane 2, backstretch 11", {"ram blue car", "lash blue driver", "dust blue driver"}),
        ("lane 4, backstretch 10", {"ram blue horses", "lash blue team"}),
        ("lane 4, backstretch 12", set()),  # only Red's team is beside Blue
        ("lane 4, backstretch 9", set()),
        ("lane 5, backstretch 11", set()),
        ("lane 3, backstretch 9", set()),
        ("lane 3, backstretch 13", set()),
    ],
)
def test_the_car_must_be_directly_beside(blue: str, found: set[str]) -> None:
    assert offered(beside(blue=blue), "ram", "lash", "dust") == found


@pytest.mark.rule("E2 10.2")
@pytest.mark.parametrize(
    ("red", "blue", "found"),
    [
        ("lane 1, dolphin corner 1", "lane 2, dolphin corner 1", {"ram blue car", "lash blue driver"}),
        ("lane 2, dolphin corner 2", "lane 1, dolphin corner 1", {"ram blue car", "lash blue driver"}),
        ("lane 2, dolphin corner 2", "lane 1, dolphin corner 2", set()),  # overlaps, but is partly behind
    ],
)
def test_partly_behind_in_a_corner_is_not_beside(red: str, blue: str, found: set[str]) -> None:
    assert offered(beside(red=red, blue=blue), "ram", "lash") == found


@pytest.mark.rule("E2 10.2.1")
@pytest.mark.parametrize(
    ("row", "attack", "dice", "told"),
    [
        (10, "ram blue horses", (3, 4), "injury"),
        (10, "lash blue team", (3,), "lash-team"),
        (11, "ram blue car", (4, 4, 3), "ram-car"),
        (11, "lash blue driver", (3, 3, 4, 3), "lash-driver"),
    ],
)
def test_what_is_attacked_follows_from_the_position(row: int, attack: str, dice: tuple[int, ...], told: str) -> None:
    race = beside(*dice, blue=f"lane 4, backstretch {row}")
    play(race, attack, "hold")
    assert events(race, told)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.2.2")
def test_the_kind_is_announced_and_paid_before_the_defence() -> None:
    race = beside(1, 1, 6, 6, 4, 4, 3)
    play(race, "ram blue car")
    (told,) = events(race, "attack")
    assert told.data == {"chariot": "red", "target": "blue", "kind": "ram", "at": "car"}
    assert told.clauses == ("E2 10.1.1", "E2 10.2.1", "E2 10.2.2")
    play(race, "avoid")  # fails, and the ram follows
    assert events(race, "ram-car")
    assert factors_left(race) == 9


@pytest.mark.rule("E2 10.2.2")
def test_the_printed_corner_example() -> None:
    def found(mover: str, white: str) -> set[str]:
        more: dict[str, Any] = {"mover": mover, "white": white, "blue": "lane 8, backstretch 30"}
        return offered(beside(red="lane 2, dolphin corner 1", **more))

    assert found("red", "lane 1, dolphin corner 1") == {"knife white chariot"}  # range 1
    assert found("white", "lane 1, dolphin corner 1") == {
        "ram red car",
        "lash red driver",
        "dust red driver",
        "knife red chariot",
    }
    # One square further back White's horses are in square A.
    assert found("red", "lane 1, dolphin corner 0") == {"knife white chariot"}
