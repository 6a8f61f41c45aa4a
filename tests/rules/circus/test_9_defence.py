"""CM 9.3 to 9.32: hold, brake or evade."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, circus, dice_left, events, place, play

WIN, TIE, LOSE = [4, 3, 1, 1], [4, 3, 4, 3], [1, 1, 4, 3]  # two dice of the defender, two of the attacker
NO_EFFECT = [4, 4, 3]  # a ram on a car that harms nobody


def attacked(red: str = "lane 3", blue: str = "lane 4", at: str = "backstretch 11", **more: Any) -> CircusMatch:
    """Red's car is beside Blue's car, and Red rams. Blue has moved this turn unless it says otherwise."""
    race = circus(red=f"{red}, {at}", blue=f"{blue}, {at}", **{"move": {"written": 10}, **more})
    play(race, "ram blue car")
    return race


def ways(race: CircusMatch) -> list[str]:
    """What Blue can do after winning the defence roll."""
    play(race, "avoid")
    name, answers = asked(race)
    assert name == "avoid"
    return [str(answer) for answer in answers]


@pytest.mark.rule("CM 9.3")
def test_a_lost_defence_costs_nothing_and_the_attack_follows() -> None:
    race = circus(
        red="lane 3, backstretch 11",
        blue="lane 4, backstretch 11",
        move={"written": 5},
        dice=[*LOSE, 3, 3, 3, 3, 6, 4],
    )
    play(race, "lash blue driver")
    assert asked(race) == ("defend", ["hold", "avoid"])
    play(race, "avoid")
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.debt, place(race, "blue")) == (49, 0, "lane 4, backstretch 11")
    (defence,) = events(race, "defence")
    assert defence.data == {"chariot": "blue", "own": 2, "against": 7, "success": False}
    assert defence.clauses == ("CM 9.32",)
    assert events(race, "lash-driver")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.3")
@pytest.mark.parametrize("answer", ["brake", "evade out"])
def test_a_won_defence_voids_the_attack(answer: str) -> None:
    race = attacked(dice=WIN)
    play(race, "avoid", answer)
    assert not events(race, "ram-car")
    assert list(race.pending) == [0]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.3a")
def test_holding_needs_no_dice() -> None:
    race = attacked(dice=NO_EFFECT)
    play(race, "hold")
    assert not events(race, "defence")
    assert events(race, "ram-car")
    assert chariot(race, "blue").endurance == 49
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.3a")
def test_whoever_can_do_nothing_else_is_not_asked() -> None:
    race = attacked("lane 7", "lane 8", green="lane 8, backstretch 9", dice=NO_EFFECT)
    assert list(race.pending) == [0]
    assert not events(race, "defence")
    assert events(race, "ram-car")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.3b")
def test_braking_away() -> None:
    race = attacked(blue_is={"endurance": 20, "written": 12, "moved": False}, dice=WIN)
    play(race, "avoid", "brake")
    assert place(race, "blue") == "lane 4, backstretch 10"
    assert chariot(race, "blue").endurance == 18
    (braked,) = events(race, "braked-away")
    assert braked.data == {"chariot": "blue", "to": "lane 4, backstretch 10", "endurance": 18}
    assert braked.clauses == ("CM 9.3b", "CM 6.62a")
    play(race, "forward 9", "no")  # Blue's own phase has all its factors
    assert events(race, "speed")[-1].data == {"chariot": "blue", "factors": 12, "total": 12}
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.3b")
@pytest.mark.rule("WEB movement-d")
@pytest.mark.parametrize(
    ("more", "brakes"),
    [
        ({}, True),
        ({"green": "lane 4, backstretch 9"}, False),  # a team right behind the car
        ({"green": "lane 4, backstretch 8"}, True),
        ({"wrecks": ["lane 4, backstretch 9"]}, False),
        ({"blue_is": {"endurance": 0}}, False),
        ({"blue_is": {"endurance": 1}}, True),
        ({"blue_is": {"endurance": 1}, "options": {"brake_needs": 2}}, False),
        ({"blue_is": {"endurance": 2}, "options": {"brake_needs": 2}}, True),
    ],
)
def test_who_can_brake_away(more: dict[str, Any], brakes: bool) -> None:
    assert ("brake" in ways(attacked(**more, dice=WIN))) == brakes


@pytest.mark.rule("CM 9.3b")
def test_the_last_endurance_is_enough_for_a_brake() -> None:
    race = attacked(blue_is={"endurance": 1, "modifier": 1}, dice=WIN)
    play(race, "avoid", "brake")
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.exhausted, blue.modifier) == (0, True, 0)
    assert place(race, "blue") == "lane 4, backstretch 10"


@pytest.mark.rule("CM 9.3c")
@pytest.mark.rule("CM 9.31")
@pytest.mark.rule("WEB combat-a")
@pytest.mark.parametrize(
    ("red", "way", "to", "price"),
    [("lane 3", "evade out", "lane 5, backstretch 12", 1), ("lane 5", "evade in", "lane 3, backstretch 12", 2)],
)
def test_an_evasion_is_a_lane_change_away_from_the_attacker(red: str, way: str, to: str, price: int) -> None:
    race = attacked(red, dice=WIN)
    assert ways(race) == [way, "brake", "hold"]
    play(race, way)
    assert place(race, "blue") == to
    assert chariot(race, "blue").debt == price
    assert chariot(race, "blue").endurance == 49
    (evaded,) = events(race, "evaded")
    assert evaded.data["price"] == price
    assert evaded.clauses == ("CM 9.3c", "CM 9.31", "CM 9.311")
    assert not events(race, "ram-car")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.31")
@pytest.mark.parametrize(
    ("red", "blue", "way", "to"),
    [
        # Inwards from lane 2 square 3: a step to 4, then back to lane 1 square 2.
        ("lane 3, dolphin corner 6", "lane 2, dolphin corner 3", "evade in", "lane 1, dolphin corner 2"),
        # Outwards from lane 2 square 4: a step to 5, then level to lane 3 square 7.
        ("lane 1, dolphin corner 3", "lane 2, dolphin corner 4", "evade out", "lane 3, dolphin corner 7"),
    ],
)
def test_evading_in_a_corner(red: str, blue: str, way: str, to: str) -> None:
    race = circus(red=red, blue=blue, move={"written": 3}, blue_is={"executed": 3}, dice=WIN)
    play(race, min(attacks(race)), "avoid", way)
    assert place(race, "blue") == to


@pytest.mark.rule("CM 9.31")
def test_the_attacker_may_follow_and_attack_again() -> None:
    race = attacked(dice=[*WIN, *NO_EFFECT])
    play(race, "avoid", "evade out", "out")  # Red's team comes to lane 4, square 12
    assert place(race, "red") == "lane 4, backstretch 12"
    assert place(race, "blue") == "lane 5, backstretch 12"
    play(race, "ram blue car", "hold")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.31")
@pytest.mark.parametrize(
    ("blue_is", "left"),
    [
        ({"written": 12, "moved": False}, 12),
        ({"written": 18, "moved": False}, 17),  # the price is off the limit of 18
        ({"written": 12, "moved": False, "gains": 2, "loss": 8}, 11),
        ({"written": 12, "moved": True}, 0),
    ],
)
def test_evading_over_the_finish_line(blue_is: dict[str, Any], left: int) -> None:
    race = circus(
        red="lane 3, backstretch 33",
        blue="lane 4, backstretch 33",
        red_is={"lap": 2},
        blue_is={**blue_is, "lap": 3},
        green="lane 5, egg corner 1",  # beyond the line nobody is in the way
        green_is={"lap": 2},
        move={"written": 10},
        dice=WIN,
    )
    play(race, "ram blue car", "avoid", "evade out")
    assert place(race, "blue") == "finished"
    (finish,) = events(race, "finish")
    assert finish.data == {"chariot": "blue", "left": left, "dragged": False}
    assert finish.clauses[0] == "CM 9.31"
    assert race.state.final


def written(race: CircusMatch, faction: str) -> tuple[int, int]:
    """Factors and total speed of a chariot's phase, as told when it began."""
    (speed,) = [event for event in events(race, "speed") if event.data["chariot"] == faction]
    return speed.data["factors"], speed.data["total"]


@pytest.mark.rule("CM 9.311")
@pytest.mark.parametrize(
    ("speed", "options", "factors", "total"),
    [
        (19, {}, 17, 19),
        (15, {}, 15, 17),
        (17, {}, 17, 19),
        (15, {"evasion_debt": "written"}, 13, 15),
    ],
)
def test_the_price_is_off_the_limit_of_the_next_phase(
    speed: int, options: dict[str, str], factors: int, total: int
) -> None:
    """Team speed 18 and CDM +1."""
    blue = {"modifier": 1, "written": speed, "moved": False}
    race = attacked("lane 5", blue_is=blue, options=options, move={"written": 2}, dice=WIN)
    play(race, "avoid", "evade in", "forward 1", "no")
    assert written(race, "blue") == (factors, total)
    assert chariot(race, "blue").debt == 0


@pytest.mark.rule("CM 9.311")
def test_two_evasions_add_up() -> None:
    """Inside from lane 4, attacked by Red; then out again from lane 3, attacked by Green in its own phase."""
    race = attacked(
        "lane 5",
        blue_is={"modifier": 1, "written": 19, "moved": False},
        green="lane 2, backstretch 12",
        green_is={"written": 2, "moved": False},
        move={"written": 1},
        dice=[*WIN, 2, *WIN],
    )
    play(race, "avoid", "evade in", "no", "ram blue car", "avoid", "evade out", "forward 1", "no")
    assert written(race, "blue") == (16, 19)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.311")
def test_whoever_has_moved_pays_in_the_next_turn() -> None:
    race = attacked(move={"written": 1}, dice=[*WIN, 2])
    play(race, "avoid", "evade out")
    assert chariot(race, "blue").debt == 1
    play(race, 0, 18, "no")  # Red stands; Blue, drawn first, wrote its maximum
    assert written(race, "blue") == (17, 18)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.311-afford")
@pytest.mark.parametrize(
    ("red", "blue_is", "possible"),
    [
        ("lane 5", {"horses": [1, 1, 0, 0], "debt": 1}, False),  # one left, the inside costs two
        ("lane 3", {"horses": [1, 1, 0, 0], "debt": 1}, True),
        ("lane 5", {"horses": [1, 1, 0, 0]}, True),
        ("lane 3", {"horses": [1, 1, 0, 0], "loss": 2}, False),
        ("lane 3", {"horses": [1, 1, 0, 0], "modifier": -2}, False),
    ],
)
def test_an_evasion_must_be_affordable(red: str, blue_is: dict[str, Any], possible: bool) -> None:
    race = attacked(red, blue_is=blue_is, dice=WIN)
    assert any(way.startswith("evade") for way in ways(race)) == possible


@pytest.mark.rule("CM 9.311-afford")
def test_an_evader_may_spend_its_last_factor() -> None:
    blue = {"horses": [1, 1, 0, 0], "debt": 1, "written": 2, "moved": False}
    race = attacked(blue_is=blue, move={"written": 2}, dice=WIN)
    play(race, "avoid", "evade out", "forward 1", "no")
    assert written(race, "blue")[0] == 0


def inside_in_the_corner(**more: Any) -> CircusMatch:
    """Blue, in lane 3, is attacked from lane 4 in a corner and evades into lane 2, whose safe speed is 9."""
    race = circus(
        red="lane 4, dolphin corner 4",
        blue="lane 3, dolphin corner 3",
        **{"move": {"written": 3}, **more},
    )
    play(race, "ram blue car", "avoid", "evade in")
    return race


@pytest.mark.rule("CM 9.312")
def test_evading_inside_above_the_safe_speed_strains_at_once() -> None:
    race = inside_in_the_corner(blue_is={"executed": 12, "endurance": 20, "modifier": 1}, dice=[*WIN, 2, 2, 2])
    assert place(race, "blue") == "lane 2, dolphin corner 3"
    assert chariot(race, "blue").endurance == 17
    (strain,) = events(race, "strain")
    assert (strain.data["points"], strain.data["endurance_paid"]) == (3, 3)
    assert strain.modifiers[0].amount == -1
    assert list(race.pending) == [0]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.312")
@pytest.mark.parametrize(
    ("blue_is", "points"),
    [
        ({"executed": 9}, 0),
        ({"executed": 10}, 1),
        ({"executed": 3, "written": 11, "moved": False}, 2),  # the speed still to be driven this turn
        ({"executed": 15, "written": 9, "moved": False}, 0),
        ({"executed": 3, "written": 9, "gains": 4, "moved": False}, 4),
    ],
)
def test_which_speed_counts_for_an_evasion(blue_is: dict[str, Any], points: int) -> None:
    race = inside_in_the_corner(blue_is=blue_is, dice=[*WIN, *([2, 2, 2] if points else [])])
    assert [event.data["points"] for event in events(race, "strain")] == ([points] if points else [])
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.312")
def test_evading_outside_never_strains() -> None:
    race = circus(
        red="lane 2, dolphin corner 3",
        blue="lane 3, dolphin corner 4",
        blue_is={"executed": 18},
        move={"written": 3},
        dice=WIN,
    )
    play(race, "ram blue car", "avoid", "evade out")
    assert place(race, "blue").startswith("lane 4")
    assert not events(race, "strain")


@pytest.mark.rule("CM 9.312")
def test_without_endurance_the_evader_flips() -> None:
    race = inside_in_the_corner(blue_is={"executed": 12, "endurance": 0}, level="basic", dice=WIN)
    assert place(race, "blue") == "out"
    assert events(race, "flip")[0].clauses[0] == "CM 8.41b"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.313")
@pytest.mark.parametrize(
    ("red", "blue", "more"),
    [
        ("lane 2", "lane 1", {}),
        ("lane 7", "lane 8", {}),
        ("lane 3", "lane 4", {"green": "lane 5, backstretch 12"}),  # where the team would go
        ("lane 3", "lane 4", {"green": "lane 5, backstretch 11"}),  # where the car would go
        ("lane 3", "lane 4", {"green": "lane 5, backstretch 13"}),  # its car
        ("lane 3", "lane 4", {"green": "lane 4, backstretch 13"}),  # right ahead
        ("lane 3", "lane 4", {"wrecks": ["lane 5, backstretch 12"]}),
        ("lane 3", "lane 4", {"wrecks": ["lane 4, backstretch 12"]}),
        ("lane 5", "lane 4", {"blue_is": {"no_inside": True}}),
    ],
)
def test_what_closes_the_way(red: str, blue: str, more: dict[str, Any]) -> None:
    assert ways(attacked(red, blue, dice=WIN, **more)) == ["brake", "hold"]


@pytest.mark.rule("CM 9.313")
def test_what_leaves_the_way_open() -> None:
    assert "evade out" in ways(attacked(green="lane 5, backstretch 10", dice=WIN))
    assert "evade out" in ways(attacked(green="lane 5, backstretch 14", dice=WIN))
    assert "evade out" in ways(attacked(blue_is={"no_inside": True}, dice=WIN))  # the ban is on the inside only
    permissive = {"inside_evasion_after_sideslip": True}
    assert "evade in" in ways(attacked("lane 5", blue_is={"no_inside": True}, options=permissive, dice=WIN))


@pytest.mark.rule("CM 9.313")
@pytest.mark.parametrize(("speed", "possible"), [(9, True), (10, False)])
@pytest.mark.parametrize("ban", [{"no_strain_turn": 2}, {"jostled": True, "cdm": -1}])
def test_a_ban_on_straining_bars_a_fast_inside_lane(speed: int, possible: bool, ban: dict[str, Any]) -> None:
    race = circus(
        red="lane 4, dolphin corner 4",
        blue="lane 3, dolphin corner 3",
        blue_is={"executed": speed, **ban},
        move={"written": 3},
        dice=WIN,
    )
    play(race, "ram blue car")
    assert ("evade in" in ways(race)) == possible


@pytest.mark.rule("CM 9.313")
def test_that_ban_looks_at_the_car_left_in_the_corner_too() -> None:
    """From the last square of lane 2's corner: the team would come to the straight, the car into lane 1's corner."""
    race = circus(
        red="lane 3, dolphin corner 11",
        blue="lane 2, dolphin corner 8",
        blue_is={"executed": 9, "no_strain_turn": 2},
        move={"written": 3},
        dice=WIN,
    )
    play(race, "ram blue car")
    assert "evade in" not in ways(race)


@pytest.mark.rule("CM 9.32")
@pytest.mark.parametrize(
    ("dice", "defender", "attacker", "success"),
    [
        ([4, 3, 4, 4], 1, 0, True),  # 8 against 8
        ([3, 3, 3, 3], 1, 2, False),  # 7 against 8
        ([3, 3, 3, 3], 2, 2, True),
    ],
)
def test_defence_dice(dice: list[int], defender: int, attacker: int, success: bool) -> None:
    race = attacked(
        red_is={"modifier": attacker}, blue_is={"modifier": defender}, dice=[*dice, *([] if success else [4, 4, 2])]
    )
    play(race, "avoid")
    (defence,) = events(race, "defence")
    assert defence.data["success"] == success
    assert [modifier.amount for modifier in defence.modifiers] == [defender, attacker]
    assert [roll.values for roll in defence.dice] == [tuple(dice[:2]), tuple(dice[2:])]
    assert bool(events(race, "ram-car")) != success
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.32")
def test_the_winner_of_the_roll_chooses_afterwards_and_may_hold() -> None:
    race = attacked(dice=[*TIE, *NO_EFFECT])
    assert ways(race) == ["evade out", "brake", "hold"]
    play(race, "hold")
    assert events(race, "ram-car")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.32")
def test_every_attack_wants_a_roll_of_its_own() -> None:
    race = attacked(dice=[*LOSE, *NO_EFFECT, *LOSE, 3, 3])
    play(race, "avoid", "forward 1", "ram blue horses", "avoid")
    assert len(events(race, "defence")) == 2
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.32")
def test_the_forced_driver_attacks_with_three_less() -> None:
    """Blue (CDM +1) swerves into Green, who rolls 5 against 7 + 1 - 3."""
    race = circus(
        red="lane 3, backstretch 11",
        blue="lane 4, backstretch 11",
        green="lane 5, backstretch 11",
        blue_is={"modifier": 1},
        move={"written": 5},
        dice=[4, 3, 3, 3, 4, 4, 4, 1, 4, 3],
    )
    play(race, "lash blue driver", "hold", "avoid")
    (defence,) = events(race, "defence")
    assert (defence.data["own"], defence.data["against"], defence.data["success"]) == (5, 5, True)
    assert [modifier.amount for modifier in defence.modifiers] == [0, -2]
