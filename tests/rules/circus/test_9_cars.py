"""CM 9.54 to 9.56: cars rammed, wheels damaged, wheels lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, circus, dice_left, events, place, play


def ram_car(*dice: int, red: str = "lane 3", **more: Any) -> CircusMatch:
    """Red's car is beside Blue's car in lane 4, and rams it; Blue holds."""
    squares = {"red": f"{red}, backstretch 11", "blue": "lane 4, backstretch 11"}
    race = circus(**{"level": "basic", **squares, "move": {"written": 2}, "dice": dice, **more})
    play(race, "ram blue car", "hold")
    return race


def wheels(race: CircusMatch, faction: str) -> tuple[int, int]:
    return chariot(race, faction).left_wheel, chariot(race, faction).right_wheel


def two(total: int) -> tuple[int, int]:
    return min(6, total - 1), total - min(6, total - 1)


def three(total: int) -> tuple[int, int, int]:
    first = min(6, total - 2)
    return first, *two(total - first)


@pytest.mark.rule("CM 9.54")
@pytest.mark.parametrize(
    ("roll", "red", "blue", "hurts_red", "hurts_blue"),
    [
        (12, 2, 1, False, True),
        (3, 0, 0, True, False),
        (6, 1, 1, True, False),
        (7, 0, 0, True, True),
        (9, 0, 0, True, True),
        (10, 0, 0, False, False),
        (12, 0, 0, False, False),
        (13, 0, 0, False, True),
        (18, 0, 0, False, True),
        (8, 0, 2, True, False),
        (8, -2, -1, True, True),
    ],
)
def test_damage_to_cars_table(roll: int, red: int, blue: int, hurts_red: bool, hurts_blue: bool) -> None:
    damage = [1, 1] * (hurts_red + hurts_blue)  # one point each, nothing to check
    race = ram_car(*three(roll), *damage, red_is={"modifier": red, "car": "normal"}, blue_is={"modifier": blue})
    (ram,) = events(race, "ram-car")
    assert (ram.data["total"], ram.data["hurts_attacker"], ram.data["hurts_target"]) == (
        roll + red - blue,
        hurts_red,
        hurts_blue,
    )
    assert [modifier.amount for modifier in ram.modifiers] == [red, -blue]
    assert wheels(race, "blue") == (int(hurts_blue), 0)
    assert wheels(race, "red") == (0, int(hurts_red))
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.54")
def test_the_type_of_car_does_not_change_this_roll() -> None:
    race = ram_car(*three(12), red_is={"car": "heavy"}, blue_is={"car": "light"})
    assert events(race, "ram-car")[0].data["total"] == 12


@pytest.mark.rule("CM 9.54")
def test_an_involuntary_ram_counts_three_less() -> None:
    """Blue (CDM +1) swerves into Green: 12 + 1 - 3 is 10, no effect."""
    race = circus(
        red="lane 3, backstretch 11",
        blue="lane 4, backstretch 11",
        green="lane 5, backstretch 11",
        blue_is={"modifier": 1},
        move={"written": 2},
        dice=[4, 3, 3, 3, 4, 4, *three(12)],
    )
    play(race, "lash blue driver", "hold", "hold")
    (ram,) = events(race, "ram-car")
    assert (ram.data["chariot"], ram.data["target"], ram.data["total"]) == ("blue", "green", 10)
    assert dice_left(race) == ()


WHEEL_ROWS = [
    *[(roll, 1) for roll in (2, 3, 4)],
    *[(roll, 2) for roll in (5, 6, 7)],
    (8, 3),
    (9, 3),
    (10, 4),
    (11, 4),
    (12, 5),
]


@pytest.mark.rule("CM 9.55a")
@pytest.mark.parametrize(
    ("car", "roll", "points"),
    [
        *(("normal", roll, points) for roll, points in WHEEL_ROWS),
        ("heavy", 2, 2),
        ("heavy", 10, 6),
        ("heavy", 11, 7),
        ("heavy", 12, 8),
        ("light", 2, 1),
        ("light", 7, 1),
        ("light", 8, 2),
        ("light", 12, 3),
    ],
)
def test_wheel_damage_chart(car: str, roll: int, points: int) -> None:
    """The type of the opposing car counts, not the own one."""
    check = [6, 6] if points > 1 else []
    race = ram_car(*three(13), *two(roll), *check, red_is={"car": car}, blue_is={"car": "heavy"})
    assert wheels(race, "blue") == (points, 0)
    (wheel,) = events(race, "wheel")
    assert wheel.data == {"chariot": "blue", "wheel": "left", "points": points, "total": points}
    assert [each.amount for each in wheel.modifiers] == {"normal": [], "heavy": [3], "light": [-3]}[car]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.55a")
@pytest.mark.rule("CM 9.55-footnote")
def test_both_cars_roll_separately_the_defender_first() -> None:
    race = ram_car(*three(8), *two(7), 6, 6, *two(7), red_is={"car": "heavy"}, blue_is={"car": "light"})
    assert [event.data["chariot"] for event in events(race, "wheel")] == ["blue", "red"]
    assert wheels(race, "blue") == (4, 0)  # 7 + 3
    assert wheels(race, "red") == (0, 1)  # 7 - 3
    assert all("CM 9.55-footnote" in event.clauses for event in events(race, "wheel"))
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.55a")
def test_the_attacker_is_damaged_even_if_the_defender_flips() -> None:
    race = ram_car(*three(8), *two(12), *two(2), blue_is={"left_wheel": 5})
    assert place(race, "blue") == "out"
    assert wheels(race, "red") == (0, 1)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.55b")
@pytest.mark.parametrize(("red", "blues", "reds"), [("lane 3", (1, 0), (0, 1)), ("lane 5", (0, 1), (1, 0))])
def test_the_wheels_that_meet_are_hit(red: str, blues: tuple[int, int], reds: tuple[int, int]) -> None:
    race = ram_car(*three(8), *two(2), *two(2), red=red)
    assert (wheels(race, "blue"), wheels(race, "red")) == (blues, reds)


@pytest.mark.rule("CM 9.56a")
@pytest.mark.parametrize(("roll", "total", "flips"), [(6, 5, False), (5, 6, False), (4, 5, True)])
def test_a_check_at_once(roll: int, total: int, flips: bool) -> None:
    """3 points before, 2 more now."""
    race = ram_car(*three(13), *two(7), *two(roll), blue_is={"left_wheel": 3})
    (check,) = events(race, "wheel-check")
    assert (check.data["roll"], check.data["total"], check.data["lost"]) == (roll, total, flips)
    assert check.clauses == ("CM 9.56a", "CM 7.43")
    assert (place(race, "blue") == "out") == flips
    if not flips:
        assert wheels(race, "blue") == (total, 0)
    assert asked(race)[0] == "step"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.56a")
def test_a_single_point_is_not_checked_but_one_more_is() -> None:
    race = ram_car(*three(13), *two(2))
    assert wheels(race, "blue") == (1, 0)
    assert not events(race, "wheel-check")
    race = ram_car(*three(13), *two(2), *two(9), blue_is={"left_wheel": 5})
    assert events(race, "wheel-check")[0].data["total"] == 6
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.56a")
def test_every_damaged_wheel_is_checked_left_first() -> None:
    race = ram_car(*three(13), *two(8), *two(5), *two(3), red="lane 5", blue_is={"left_wheel": 4})
    assert [(event.data["wheel"], event.data["total"]) for event in events(race, "wheel-check")] == [
        ("left", 4),
        ("right", 4),
    ]
    assert wheels(race, "blue") == (4, 4)  # the right one, hit for 3, rolled its own number
    race = ram_car(*three(13), *two(8), *two(3), red="lane 5", blue_is={"left_wheel": 4})
    assert place(race, "blue") == "out"  # the left one came off, the right one needs no check
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.56a")
def test_the_attacker_checks_in_the_middle_of_its_move() -> None:
    race = ram_car(*three(6), *two(9), *two(2), red_is={"right_wheel": 0})
    assert place(race, "red") == "out"
    assert events(race, "flip")[0].clauses[0] == "CM 7.43"
    assert set(race.pending) == {1}
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.56b")
def test_a_wheel_without_boxes_flips_without_a_check() -> None:
    race = ram_car(*three(13), *two(8), red="lane 5", blue_is={"left_wheel": 4, "right_wheel": 8})
    assert place(race, "blue") == "out"
    assert events(race, "flip")[0].clauses[0] == "CM 9.56b"
    assert not events(race, "wheel-check")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.56b")
def test_the_tenth_point_may_come_from_a_check() -> None:
    race = ram_car(*three(13), *two(4), *two(9), blue_is={"left_wheel": 8})
    assert place(race, "blue") == "out"
    assert events(race, "flip")[0].clauses[0] == "CM 9.56b"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.56b")
def test_an_attacker_that_destroys_itself_is_done() -> None:
    race = ram_car(*three(3), *two(12), red_is={"right_wheel": 6}, move={"written": 9})
    assert place(race, "red") == "out"
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert set(race.pending) == {1}
    assert dice_left(race) == ()
