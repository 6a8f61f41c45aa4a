"""CM 9.6 to 9.63: chariots forced into others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, circus, dice_left, events, place, play

SWERVE = [3, 3, 3, 3, 4, 4]  # lash factor 0, roll 8
WIN, LOSE = [4, 3, 4, 3], [2, 1, 5, 4]
LEVEL, BEHIND, AHEAD = "lane 5, backstretch 11", "lane 5, backstretch 10", "lane 5, backstretch 12"


def forced(*dice: int, green: str = LEVEL, **more: Any) -> CircusMatch:
    """Red lashes Blue out of lane 4 into lane 5, where Green is. Blue's team stands on 11, its car on 10."""
    position = {"red": "lane 3, backstretch 11", "blue": "lane 4, backstretch 11", "green": green}
    race = circus(**{**position, "move": {"written": 2}, "dice": [*SWERVE, *dice], **more})
    play(race, "lash blue driver", "hold")
    return race


@pytest.mark.rule("CM 9.6a")
def test_a_swerve_into_a_chariot() -> None:
    race = forced(5, 5, 4)
    play(race, "hold")
    (ram,) = events(race, "involuntary-ram")
    assert ram.data == {"chariot": "blue", "into": ["green"], "penalty": -3}
    assert not [event for event in events(race, "attack") if event.data["chariot"] == "blue"]
    assert asked(race)[0] == "step"
    assert "forward 1" in asked(race)[1]  # Red has paid for its own attack only
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.6a")
def test_a_sideslip_from_the_strain_chart_into_a_chariot() -> None:
    race = circus(
        red="lane 2, dolphin corner 0",
        red_is={"written": 12},
        blue="lane 3, dolphin corner 0",
        dice=[4, 4, 3, 5, 5, 4],  # strain of 3 at the start of the phase: 14, S
    )
    play(race, "no", "hold")
    (ram,) = events(race, "involuntary-ram")
    assert (ram.data["chariot"], ram.data["into"], ram.clauses[:2]) == ("red", ["blue"], ("CM 7.34a", "CM 9.6a"))
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert "forward 12" in asked(race)[1]  # and it has cost nothing
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.6a")
def test_a_square_already_attacked_from_makes_no_difference() -> None:
    race = circus(
        red="lane 2, front straight 33",
        blue="lane 3, dolphin corner 0",
        move={"written": 12, "attacked": ["lane 2, front straight 33"]},
        dice=[4, 4, 3, 5, 5, 4],
    )
    play(race, "forward 1", "hold")  # the car comes to the square it attacked from, and the strain gives S
    assert events(race, "involuntary-ram")[0].data["into"] == ["blue"]
    assert attacks(race) == set()
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.6b")
def test_the_rammed_chariot_defends_as_usual() -> None:
    """Green's 6 is enough against 8 + 1 - 3."""
    race = forced(3, 3, 4, 4, blue_is={"modifier": 1}, dice=[4, 3, 3, 3, 4, 4, 3, 3, 4, 4])
    assert asked(race) == ("defend", ["hold", "avoid"])
    play(race, "avoid")
    assert asked(race)[1] == ["evade out", "brake", "hold"]
    play(race, "evade out")
    assert place(race, "green") == "lane 6, backstretch 12"
    assert chariot(race, "green").debt == 1
    assert not events(race, "ram-car")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.6b")
def test_a_failed_defence_is_followed_by_the_ram() -> None:
    race = forced(*LOSE, 5, 5, 4)
    play(race, "avoid")
    assert events(race, "ram-car")[0].data["target"] == "green"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.6b")
def test_a_car_in_the_way_of_a_team_may_get_away_too() -> None:
    race = forced(*WIN, green=AHEAD)
    play(race, "avoid", "evade out")
    assert not events(race, "injury")
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.61a")
@pytest.mark.rule("WEB combat-e")
@pytest.mark.parametrize(
    ("car", "roll", "points"),
    [("heavy", (3, 4), 2), ("light", (4, 4), 0), ("normal", (3, 4), 1), ("normal", (6, 6), 4)],
)
def test_a_team_forced_into_a_car_is_rammed_by_it(car: str, roll: tuple[int, int], points: int) -> None:
    race = forced(*roll, green=AHEAD, green_is={"car": car}, blue_is={"car": "heavy"})
    play(race, "hold")
    (injury,) = events(race, "injury")
    assert (injury.data["chariot"], injury.data["horse"], injury.data["points"]) == ("blue", 4, points)
    assert injury.clauses[:2] == ("CM 9.61a", "CM 9.5")
    assert chariot(race, "blue").horses == (5, 4, 4, 5 - points)
    green = chariot(race, "green")
    assert (green.horses, green.left_wheel, green.right_wheel) == ((5, 4, 4, 5), 0, 0)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.61a")
def test_inwards_it_is_the_first_horse() -> None:
    race = circus(
        red="lane 5, backstretch 11",
        blue="lane 4, backstretch 11",
        green="lane 3, backstretch 12",
        move={"written": 2},
        dice=[*SWERVE, 3, 4],
    )
    play(race, "lash blue driver", "hold", "hold")
    assert events(race, "injury")[0].data["horse"] == 1


def blocked(*dice: int, **more: Any) -> CircusMatch:
    """Red, without endurance, is stuck behind Blue's car with 2 factors left."""
    return circus(
        **{
            "red": "lane 3, backstretch 11",
            "red_is": {"endurance": 0},
            "blue": "lane 3, backstretch 13",
            "move": {"written": 2},
            "dice": dice,
            **more,
        }
    )


@pytest.mark.rule("CM 9.61b")
@pytest.mark.parametrize(("car", "points"), [("normal", 3), ("heavy", 6), ("light", 1)])
def test_the_owner_shares_out_what_comes_from_straight_ahead(car: str, points: int) -> None:
    race = blocked(5, 6, blue_is={"car": car})
    (ran,) = events(race, "run-into")
    assert ran.data == {"chariot": "red", "into": "blue", "points": points}
    assert [roll.values for roll in ran.dice] == [(5, 6)]
    assert list(race.pending) == [0]
    (decision,) = race.pending.values()
    assert (decision.name, decision.clause) == ("injury", "CM 9.61b")
    share = (points - 1, 0, 1, 0) if points > 1 else (0, 1, 0, 0)
    play(race, share)
    after = tuple(boxes - lost for boxes, lost in zip((5, 4, 4, 5), share, strict=True))
    assert chariot(race, "red").horses == after
    assert all(event.clauses[0] == "CM 9.61b" for event in events(race, "injury"))
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.61b")
def test_a_harmless_bump_asks_nothing() -> None:
    race = blocked(2, 3)
    assert events(race, "run-into")[0].data["points"] == 0
    assert set(race.pending) == {0, 1}
    assert chariot(race, "red").loss == 1


@pytest.mark.rule("CM 6.74")
@pytest.mark.rule("CM 8.44")
@pytest.mark.parametrize("written", [18, 17])
def test_too_little_endurance_is_a_ram_though_exhaustion_takes_the_factor_that_was_too_many(written: int) -> None:
    """Red brakes its last endurance away; the lower maximum of 17 leaves nothing of 18, and one of 17 with 15 spent."""
    race = blocked(1, 1, red_is={"endurance": 1}, move={"written": written, "spent": written - 2})
    assert chariot(race, "red").endurance == 0
    assert events(race, "run-into")
    assert chariot(race, "red").loss == 1
    assert dice_left(race) == ()


@pytest.mark.rule("QA 9.6")
def test_an_even_spread_for_tables_that_want_it() -> None:
    even = {"frontal_injury": "even"}
    race = blocked(5, 6, 1, 2, 5, 1, 4, options=even)
    assert chariot(race, "red").horses == (4, 3, 4, 4)
    assert [event.clauses[0] for event in events(race, "injury")] == ["QA 9.6"] * 3
    assert dice_left(race) == ()
    race = blocked(5, 6, 3, 3, 1, options=even, blue_is={"car": "heavy"})  # 6 points: one each, and two more
    assert chariot(race, "red").horses == (3, 3, 2, 4)
    assert dice_left(race) == ()
    # A dead horse takes no share.
    race = blocked(5, 6, options=even, red_is={"endurance": 0, "horses": [5, 0, 4, 5]})
    assert chariot(race, "red").horses == (4, 0, 3, 4)


@pytest.mark.rule("CM 9.62a")
def test_car_against_car() -> None:
    race = forced(5, 5, 6, 1, 1)  # 16 - 3: Green's car is damaged, on Blue's side
    play(race, "hold")
    assert events(race, "ram-car")[0].clauses == ("CM 9.62a", "CM 9.54")
    assert (chariot(race, "green").left_wheel, chariot(race, "blue").right_wheel) == (1, 0)
    assert not events(race, "injury")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.62a")
def test_car_against_team() -> None:
    race = forced(3, 4, green=BEHIND, blue_is={"car": "heavy"})
    play(race, "hold")
    (injury,) = events(race, "injury")
    assert (injury.data["chariot"], injury.data["horse"], injury.data["points"]) == ("green", 1, 2)
    assert injury.clauses[0] == "CM 9.62a"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.62a")
@pytest.mark.rule("CM 9.63a")
def test_two_chariots_in_the_way() -> None:
    """First Blue's car rams Green's team, then Gold's car injures Blue's horses; the speed loss comes once."""
    race = forced(3, 4, 5, 4, green=BEHIND, gold=AHEAD)
    play(race, "hold", "hold")
    hurt = [(event.data["chariot"], event.data["horse"], event.data["points"]) for event in events(race, "injury")]
    assert hurt == [("green", 1, 1), ("blue", 4, 2)]
    assert events(race, "involuntary-ram")[0].data["into"] == ["green", "gold"]
    assert chariot(race, "blue").loss == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.62a")
@pytest.mark.rule("CM 9.52c")
def test_a_fallen_horse_shields_its_team_from_forced_rams_too() -> None:
    """docs/rulings.md."""
    race = forced(green=BEHIND, green_is={"horses": [0, 4, 4, 5], "fallen": [1]})
    (unhurt,) = events(race, "unhurt")
    assert (unhurt.data, unhurt.clauses) == ({"chariot": "green"}, ("CM 9.62a", "CM 9.52c"))
    assert chariot(race, "blue").loss == 1
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.62b")
def test_three_less_for_this_attack_only() -> None:
    race = forced(*(4, 4, 3), blue_is={"modifier": 2}, dice=[4, 4, 3, 3, 4, 4, 4, 4, 3])
    play(race, "hold")
    (ram,) = events(race, "ram-car")
    assert (ram.data["total"], ram.data["hurts_attacker"], ram.data["hurts_target"]) == (10, False, False)
    assert ram.modifiers[0].amount == -1
    assert chariot(race, "blue").cdm == 2


@pytest.mark.rule("CM 9.62b")
def test_six_less_when_a_double_sideslip_cannot_even_start() -> None:
    race = circus(
        red="lane 2, dolphin corner 0",
        red_is={"written": 12, "modifier": 2, "endurance": 30},
        blue="lane 3, dolphin corner 0",
        dice=[5, 5, 4, 5, 5, 4],  # 14 - 2 + 3 points: SS
    )
    play(race, "no", "hold")
    (ram,) = events(race, "involuntary-ram")
    assert (ram.data["penalty"], ram.clauses[0]) == (-6, "CM 7.34b")
    assert events(race, "ram-car")[0].data["total"] == 14 + 2 - 6
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert chariot(race, "red").cdm == 2


def factors(race: CircusMatch) -> int:
    """Blue's, when its phase began."""
    (speed,) = [event for event in events(race, "speed") if event.data["chariot"] == "blue"]
    return int(speed.data["factors"])


@pytest.mark.rule("CM 9.63a")
@pytest.mark.rule("WEB combat-c")
@pytest.mark.parametrize(
    ("blue_is", "expected"), [({"written": 18}, 17), ({"written": 12}, 12), ({"written": 18, "loss": 1}, 16)]
)
def test_the_forced_chariot_is_slower_in_its_next_phase(blue_is: dict[str, Any], expected: int) -> None:
    race = forced(5, 5, 4, blue_is={**blue_is, "moved": False})
    play(race, "hold", "forward 1", "no")
    assert factors(race) == expected
    assert chariot(race, "red").loss == 0


@pytest.mark.rule("CM 9.63a")
@pytest.mark.rule("WEB combat-c")
def test_only_the_forced_chariot_is_slowed() -> None:
    race = forced(*WIN)
    play(race, "avoid", "brake")
    assert (chariot(race, "blue").loss, chariot(race, "green").loss) == (1, 0)  # even if the other gets away
    race = blocked(2, 3)
    assert (chariot(race, "red").loss, chariot(race, "blue").loss) == (1, 0)
    race = circus(red="lane 3, backstretch 11", blue="lane 4, backstretch 11", move={"written": 2}, dice=[4, 4, 3])
    play(race, "ram blue car", "hold")  # of his own will
    assert (chariot(race, "red").loss, chariot(race, "blue").loss) == (0, 0)


@pytest.mark.rule("CM 9.63b")
@pytest.mark.parametrize("answer", ["evade out", "brake"])
def test_the_forced_chariot_stays_in_its_lane(answer: str) -> None:
    race = forced(*WIN)
    play(race, "avoid", answer)
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert not events(race, "sideslip")
    assert "CM 9.63b" in events(race, "involuntary-ram")[0].clauses


@pytest.mark.rule("CM 9.63b")
def test_it_stays_even_if_the_other_flips() -> None:
    race = forced(6, 6, 6, 6, 6, level="basic", green_is={"left_wheel": 6})
    play(race, "hold")
    assert place(race, "green") == "out"
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert dice_left(race) == ()
