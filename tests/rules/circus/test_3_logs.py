"""CM 3.5: the log sheet."""

from __future__ import annotations

import pytest

from tests.rules.circus.kit import asked, chariot, circus, dice_left, events, play, write


@pytest.mark.rule("CM 3.5-open-logs")
def test_logs_are_open_but_the_number_being_written_is_not() -> None:
    race = circus(phase="notation", turn=3, red="lane 1, backstretch 9", blue="lane 2, backstretch 9", dice=[1])
    before = race.view(1)
    race.submit(0, 13)
    assert race.view(1)["position"]["chariots"] == before["position"]["chariots"]
    seen = before["position"]["chariots"]["red"]
    for name in ("endurance", "cdm", "left_wheel", "right_wheel", "horses", "hits", "whip", "written", "team_speed"):
        assert name in seen
    race.submit(1, 9)  # the last one reveals all
    assert race.view(1)["position"]["chariots"]["red"]["written"] == 13
    assert race.view(None)["position"]["chariots"]["blue"]["written"] == 9


@pytest.mark.rule("CM 3.5b")
@pytest.mark.parametrize(("modifier", "result"), [(2, "-"), (0, "SS")])
def test_rolls_use_the_current_modifier(modifier: int, result: str) -> None:
    # Four points, three dice showing 11: row 9 at CDM +2, row 11 at CDM 0.
    race = circus(
        red="lane 1, front straight 33",
        red_is={"written": 12, "whip": False, "modifier": modifier},
        dice=[4, 4, 3],
    )
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert strain.data["result"] == result
    assert [(each.reason, each.amount) for each in strain.modifiers] == [("CDM", -modifier)]


@pytest.mark.rule("CM 3.5b", "CM 7.351")
@pytest.mark.parametrize(("modifier", "cdm"), [(1, -2), (2, -1), (0, -3)])
def test_a_jostle_changes_the_cdm_only(modifier: int, cdm: int) -> None:
    dice = {1: [6, 6, 1], 2: [6, 6, 2], 0: [6, 5, 1]}[modifier]  # row 12 with 4 points: J
    race = circus(
        red="lane 1, front straight 33", red_is={"written": 12, "whip": False, "modifier": modifier}, dice=dice
    )
    play(race, "forward 1")
    red = chariot(race, "red")
    assert (red.modifier, red.cdm) == (modifier, cdm)
    (jostled,) = events(race, "jostled")
    assert jostled.data == {"chariot": "red", "cdm": cdm}
    assert jostled.clauses == ("CM 7.33-J", "CM 7.351", "CM 7.353")


@pytest.mark.rule("CM 3.5c")
def test_a_wound_takes_one_box() -> None:
    # 7 against 7, factor 0, then 6 on the table: W; a die of movement loss.
    race = circus(
        level="basic",
        red="lane 3, backstretch 11",
        red_is={"written": 3},
        blue="lane 4, backstretch 11",
        blue_is={"hits_start": 7},
        dice=[3, 4, 3, 4, 3, 3, 2],
    )
    play(race, "no", "lash blue driver", "hold")
    assert chariot(race, "blue").hits == 6
    assert events(race, "driver-hurt")[0].data["left"] == 6
    assert dice_left(race) == ()


@pytest.mark.rule("CM 3.5d", "CM 6.52")
def test_without_a_whip() -> None:
    race = circus(
        red="lane 3, backstretch 11",
        red_is={"written": 3, "whip": False},
        blue="lane 4, backstretch 11",
        green="lane 2, backstretch 12",
    )
    name, answers = asked(race)
    assert name == "step"  # nobody asks about the whip
    assert {"ram blue car"} <= set(answers)
    assert not [answer for answer in answers if str(answer).startswith("lash")]
    # Corner straining needs no whip.
    race = circus(red="lane 1, front straight 33", red_is={"written": 9, "whip": False}, dice=[1, 1, 1])
    play(race, "forward 1")
    assert events(race, "strain")[0].data["points"] == 1


@pytest.mark.rule("CM 3.5d")
def test_with_a_whip() -> None:
    race = circus(red="lane 3, backstretch 11", red_is={"written": 3}, blue="lane 4, backstretch 11")
    assert asked(race) == ("whip", ["no", "whip"])
    play(race, "no")
    assert "lash blue driver" in asked(race)[1]


@pytest.mark.rule("CM 3.5e", "CM 3.62")
def test_damage_adds_up_on_one_wheel() -> None:
    # Red rams Blue from the inside: Blue's left wheel. Ram 13; damage 7 = 2 boxes; check against 5 holds.
    race = circus(
        red="lane 3, backstretch 11",
        red_is={"written": 3, "whip": False},
        blue="lane 4, backstretch 11",
        blue_is={"left_wheel": 3},
        dice=[5, 4, 4, 3, 4, 6, 6],
    )
    play(race, "ram blue car", "hold")
    blue = chariot(race, "blue")
    assert (blue.left_wheel, blue.right_wheel) == (5, 0)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 3.62")
def test_the_other_car_decides_the_damage() -> None:
    # A light car rams a heavy one, 8: both are damaged. Dice 7 each: heavy 7 - 3 = 4, light 7 + 3 = 10.
    race = circus(
        red="lane 3, backstretch 11",
        red_is={"written": 3, "whip": False, "car": "light"},
        blue="lane 4, backstretch 11",
        blue_is={"car": "heavy"},
        dice=[3, 3, 2, 3, 4, 3, 4, 6, 6],
    )
    play(race, "ram blue car", "hold")
    assert chariot(race, "blue").left_wheel == 1
    assert chariot(race, "red").right_wheel == 4
    assert dice_left(race) == ()


@pytest.mark.rule("CM 3.62")
@pytest.mark.parametrize("car", ["light", "normal", "heavy"])
@pytest.mark.parametrize(("damage", "racing"), [(7, True), (8, False)])
def test_ten_boxes_whatever_the_car(car: str, damage: int, racing: bool) -> None:
    # A ram of 13 and dice of 7: two boxes more. Nine hold on a 12; the tenth needs no dice.
    race = circus(
        red="lane 3, backstretch 11",
        red_is={"written": 3, "whip": False},
        blue="lane 4, backstretch 11",
        blue_is={"left_wheel": damage, "car": car},
        level="basic",
        dice=[5, 4, 4, 3, 4, *([6, 6] if racing else [])],
    )
    play(race, "ram blue car", "hold")
    assert chariot(race, "blue").on_track == racing
    assert dice_left(race) == ()


@pytest.mark.rule("CM 3.5f", "CM 3.5g")
def test_an_injury_slows_horse_and_team() -> None:
    # Heavy car, dice 8: 11 = 3 points on Blue's nearest horse, number 1 (Red comes from the inside).
    race = circus(
        red="lane 3, backstretch 12",
        red_is={"written": 3, "whip": False, "car": "heavy"},
        blue="lane 4, backstretch 11",
        blue_is={"horses_start": [4, 4, 4, 4]},
        dice=[4, 4],
    )
    assert chariot(race, "blue").team_speed == 16
    play(race, "ram blue horses", "hold")
    blue = chariot(race, "blue")
    assert blue.horses == (1, 4, 4, 4)
    assert blue.team_speed == 13
    assert dice_left(race) == ()


@pytest.mark.rule("CM 3.5h")
def test_endurance_is_crossed_off() -> None:
    race = circus(red="lane 1, backstretch 9", red_is={"written": 5, "endurance": 46, "whip": False})
    play(race, "brake 3")
    assert chariot(race, "red").endurance == 43


@pytest.mark.rule("CM 3.5i")
def test_the_box_of_the_coming_turn() -> None:
    race = circus(
        phase="notation",
        turn=7,
        red="lane 1, backstretch 9",
        red_is={"written": 5, "last_written": 5, "whip": False},
        blue="lane 8, backstretch 1",
        blue_is={"whip": False},
        dice=[1],
    )
    write(race, red=12)
    assert chariot(race, "red").written == 12
    (speeds,) = events(race, "speeds")
    assert speeds.data == {"turn": 7, "speeds": {"red": 12, "blue": 0}}
    assert speeds.clauses == ("CM 5.1", "CM 3.5-open-logs")
    play(race, "forward 12")
    # Turn 8 is about to start; box 7 still shows 12.
    assert race.state.turn == 8
    assert chariot(race, "red").written == 12
