"""CM 9.5 to 9.53: injured horses, dead horses, and cutting them free."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, circus, dice_left, events, place, play

EVEN = [3, 3, 3, 3]  # a driver lash with factor 0; then two dice for the result:
BRAKE, MOVEMENT, WOUND, GRABBED, SWERVE = [1, 2], [2, 3], [1, 1], [3, 4], [4, 4]


def ram_team(*dice: int, side: str = "in", held: bool = True, **more: Any) -> CircusMatch:
    """Red's car is beside Blue's team in lane 4, on the inside or the outside, and rams it."""
    red = "lane 3" if side == "in" else "lane 5"
    squares = {"red": f"{red}, backstretch 11", "blue": "lane 4, backstretch 10"}
    race = circus(**{**squares, "move": {"written": 2}, "dice": dice, **more})
    play(race, "ram blue horses", *(("hold",) if held else ()))
    return race


def beside_car(*dice: int, **more: Any) -> CircusMatch:
    """Red's car, in lane 3, is beside Blue's car in lane 4."""
    squares = {"red": "lane 3, backstretch 11", "blue": "lane 4, backstretch 11"}
    return circus(**{"level": "basic", **squares, "move": {"written": 2}, "dice": dice, **more})


def two(total: int) -> tuple[int, int]:
    return min(6, total - 1), total - min(6, total - 1)


STOPPED: dict[str, Any] = {"horses": [0, 4, 4, 5], "fallen": [1]}  # horse 1 is dead and still in harness

# -- injuries ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 9.5")
@pytest.mark.rule("CM 9.5-footnote")
@pytest.mark.rule("WEB combat-d")
@pytest.mark.parametrize(
    ("car", "roll", "points"),
    [
        *(("normal", roll, 0) for roll in range(2, 6)),
        *(("normal", roll, 1) for roll in (6, 7, 8)),
        *(("normal", roll, 2) for roll in (9, 10)),
        ("normal", 11, 3),
        ("normal", 12, 4),
        ("heavy", 3, 1),
        ("heavy", 2, 0),
        ("heavy", 7, 2),
        ("heavy", 10, 5),
        ("heavy", 11, 6),
        ("heavy", 12, 8),
        ("light", 2, 0),
        ("light", 7, 0),
        ("light", 8, 0),
        ("light", 9, 1),
        ("light", 12, 2),
    ],
)
def test_horse_injury_table(car: str, roll: int, points: int) -> None:
    """The modifiers of the drivers and the car of the defender play no part."""
    strong = {"horses_start": [9, 4, 4, 9], "modifier": 2, "car": "heavy"}
    race = ram_team(*two(roll), red_is={"car": car, "modifier": -1}, blue_is=strong)
    (injury,) = events(race, "injury")
    assert (injury.data["horse"], injury.data["points"], injury.data["team_speed"]) == (1, points, 26 - points)
    assert chariot(race, "blue").horses == (9 - points, 4, 4, 9)
    assert [each.amount for each in injury.modifiers] == {"normal": [], "heavy": [3], "light": [-3]}[car]
    assert ("CM 9.5-footnote" in injury.clauses) == (car != "normal")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.51a")
@pytest.mark.parametrize(
    ("side", "before", "after"),
    [
        ("in", [7, 4, 4, 7], (5, 4, 4, 7)),
        ("out", [7, 4, 4, 7], (7, 4, 4, 5)),
        ("out", [7, 4, 4, 0], (7, 4, 2, 0)),  # horse 4 is cut free already
        ("in", [0, 0, 4, 7], (0, 0, 2, 7)),
    ],
)
def test_the_nearest_living_horse_suffers(side: str, before: list[int], after: tuple[int, ...]) -> None:
    race = ram_team(4, 5, side=side, blue_is={"horses_start": [7, 4, 4, 7], "horses": before})
    assert chariot(race, "blue").horses == after


@pytest.mark.rule("CM 9.51a")
def test_points_beyond_a_horse_are_ignored() -> None:
    race = ram_team(4, 6, side="out", red_is={"car": "heavy"}, blue_is={"horses": [5, 4, 4, 2]})
    blue = chariot(race, "blue")
    assert (blue.horses, blue.fallen) == ((5, 4, 4, 0), (3,))
    assert events(race, "injury")[0].data["points"] == 2
    assert dice_left(race) == ()


def speed_of(race: CircusMatch, faction: str) -> int:
    """Factors when its phase began."""
    (speed,) = [event for event in events(race, "speed") if event.data["chariot"] == faction]
    return int(speed.data["factors"])


@pytest.mark.rule("CM 9.51b")
@pytest.mark.parametrize(("modifier", "written", "factors"), [(1, 19, 16), (0, 14, 14), (0, 18, 15)])
def test_an_injury_lowers_the_team_speed_at_once(modifier: int, written: int, factors: int) -> None:
    race = ram_team(5, 6, blue_is={"modifier": modifier, "written": written, "moved": False})
    assert chariot(race, "blue").team_speed == 15
    play(race, "forward 1", "no")
    assert speed_of(race, "blue") == factors


@pytest.mark.rule("CM 9.51b")
def test_whoever_has_moved_feels_it_next_turn() -> None:
    race = ram_team(5, 6, move={"written": 1})
    assert race.pending[1].count() == 16  # 0 to 15


@pytest.mark.rule("CM 9.51b")
@pytest.mark.parametrize(("spent", "left"), [(8, "forward 2"), (11, None)])
def test_an_injury_in_the_own_move_cuts_what_is_left(spent: int, left: str | None) -> None:
    """Team speed 15, CDM +1, 16 written; entering the corner costs RH and 4 boxes, so the limit is 12."""
    race = circus(
        red="lane 3, front straight 33",
        red_is={"horses_start": [5, 3, 2, 5], "modifier": 1, "endurance": 30},
        move={"written": 16, "spent": spent + 1},
        dice=[5, 5, 5, 6, 6],  # 15 - 1 + 4 points: RH, then 12
    )
    play(race, "forward 1")
    assert events(race, "strain")[0].data["result"] == "RH"
    assert chariot(race, "red").horses == (5, 3, 2, 1)
    if left:
        assert asked(race)[0] == "step"
        assert left in asked(race)[1]
        assert "forward 3" not in asked(race)[1]
    else:
        assert set(race.pending) == {0, 1}
        assert place(race, "red") == "lane 3, dolphin corner 0"
    assert dice_left(race) == ()


# -- a dead horse ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 9.52a")
def test_a_dead_horse_stops_the_chariot() -> None:
    race = ram_team(3, 4, blue_is={"horses": [1, 4, 4, 5], "written": 12, "moved": False})
    blue = chariot(race, "blue")
    assert blue.fallen == (0,)
    assert events(race, "horse-dead")[0].clauses == ("CM 9.52a", "CM 9.52g")
    play(race, "forward 1")
    assert asked(race) == ("cut", ["cut", "wait"])  # no whip, no step: only the knife
    play(race, "wait")
    assert place(race, "blue") == "lane 4, backstretch 10"
    assert events(race, "speed")[-1].data == {"chariot": "blue", "factors": 0, "total": 0}
    assert set(race.pending) == {0, 1}


@pytest.mark.rule("CM 9.52a")
def test_a_horse_that_dies_in_the_own_move_ends_it() -> None:
    race = circus(
        red="lane 3, front straight 33",
        red_is={"horses": [5, 4, 4, 1], "endurance": 30},
        move={"written": 14},
        dice=[5, 5, 6, 3, 3],  # 16 + 2: RH
    )
    play(race, "forward 1")
    assert chariot(race, "red").fallen == (3,)
    assert place(race, "red") == "lane 3, dolphin corner 0"
    assert set(race.pending) == {0, 1}
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.52b")
@pytest.mark.parametrize(("endurance", "left", "hits"), [(10, 8, 7), (1, 0, 7), (0, 0, 6)])
def test_b_costs_a_stopped_chariot_the_endurance_only(endurance: int, left: int, hits: int) -> None:
    wound = [2] if endurance == 0 else []
    race = beside_car(*EVEN, *BRAKE, *wound, blue_is={**STOPPED, "endurance": endurance})
    play(race, "lash blue driver")
    blue = chariot(race, "blue")
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert (blue.endurance, blue.hits) == (left, hits)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.52b")
@pytest.mark.parametrize(
    ("red", "blue", "green"), [("lane 2", "lane 1", "lane 8"), ("lane 3", "lane 4", "lane 5")], ids=["wall", "rival"]
)
def test_a_stopped_chariot_does_not_swerve(red: str, blue: str, green: str) -> None:
    race = circus(
        red=f"{red}, backstretch 11",
        blue=f"{blue}, backstretch 11",
        green=f"{green}, backstretch 11",
        blue_is=STOPPED,
        move={"written": 2},
        dice=[*EVEN, *SWERVE],
    )
    play(race, "lash blue driver")
    assert place(race, "blue") == f"{blue}, backstretch 11"
    assert not events(race, "flip")
    assert not events(race, "involuntary-ram")
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.52b")
def test_a_stopped_team_that_is_lashed_tires_but_does_not_bolt() -> None:
    race = circus(
        red="lane 5, backstretch 11",
        blue="lane 4, backstretch 10",
        blue_is={**STOPPED, "endurance": 20},
        move={"written": 2},
        dice=[5, 2],
    )
    play(race, "lash blue team")
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.gains, blue.offered) == (17, 0, 0)
    assert "CM 9.52b" in events(race, "lash-team")[0].clauses


@pytest.mark.rule("CM 9.52b")
@pytest.mark.parametrize(("roll", "hits", "loss"), [(WOUND, 6, 4), (MOVEMENT, 7, 4)])
def test_wounds_and_movement_losses_stay(roll: list[int], hits: int, loss: int) -> None:
    race = beside_car(*EVEN, *roll, 4, blue_is=STOPPED)
    play(race, "lash blue driver")
    assert (chariot(race, "blue").hits, chariot(race, "blue").loss) == (hits, loss)


@pytest.mark.rule("CM 9.52c")
@pytest.mark.rule("QA 9.52")
@pytest.mark.parametrize(
    ("dead", "red", "offered"),
    [
        (1, "lane 3", False),
        (1, "lane 5", True),
        (2, "lane 3", False),
        (2, "lane 5", True),
        (3, "lane 3", True),
        (3, "lane 5", False),
        (4, "lane 5", False),
    ],
)
def test_a_fallen_horse_shields_its_side(dead: int, red: str, offered: bool) -> None:
    horses = [0 if number == dead else 4 for number in range(1, 5)]
    start = {"horses_start": [4, 4, 4, 4], "horses": horses}
    squares: dict[str, Any] = {"red": f"{red}, backstretch 11", "blue": "lane 4, backstretch 10"}
    whole = {"ram blue horses", "lash blue team"}
    race = circus(**squares, blue_is={**start, "fallen": [dead]}, move={"written": 2})
    assert attacks(race) == (whole if offered else set())
    # Once it is cut free the team is open from both sides again.
    assert attacks(circus(**squares, blue_is=start, move={"written": 2})) == whole
    # Car and driver are open from both sides anyway.
    squares["blue"] = "lane 4, backstretch 11"
    race = circus(**squares, blue_is={**start, "fallen": [dead]}, move={"written": 2})
    assert attacks(race) == {"ram blue car", "lash blue driver"}


@pytest.mark.rule("CM 9.52d")
@pytest.mark.rule("QA 9.52")
@pytest.mark.parametrize(
    ("blue_is", "defends"),
    [
        (STOPPED, False),
        ({"horses": [0, 4, 4, 5], "cut_turn": 6}, False),  # cut free earlier in this turn
        ({"horses": [0, 4, 4, 5], "cut_turn": 5}, True),
    ],
)
def test_who_is_cutting_can_only_hold(blue_is: dict[str, Any], defends: bool) -> None:
    race = beside_car(4, 4, 3, blue_is=blue_is, turn=6)
    play(race, "ram blue car")
    assert (asked(race)[0] == "defend") == defends
    assert bool(events(race, "ram-car")) != defends
    assert not events(race, "defence")


@pytest.mark.rule("CM 9.52d")
def test_no_attack_and_no_braking_after_the_cut() -> None:
    race = circus(
        red="lane 3, backstretch 11",
        red_is={**STOPPED, "written": 12, "endurance": 20},
        blue="lane 4, backstretch 11",
        dice=[3, 3, 2],
    )
    play(race, "cut")
    assert asked(race)[1] == ["forward 1", "forward 2", "forward 3", "forward 4", "in"]
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.52d")
def test_blocked_after_the_cut_the_chariot_may_sideslip() -> None:
    race = circus(
        red="lane 3, backstretch 11",
        red_is={**STOPPED, "written": 12, "endurance": 20},
        blue="lane 3, backstretch 13",
        dice=[3, 3, 2],
    )
    play(race, "cut")
    assert asked(race)[1] == ["slip in", "slip out"]


@pytest.mark.rule("CM 9.52d")
def test_blocked_without_a_sideslip_it_is_rammed_at_once() -> None:
    race = circus(
        red="lane 3, backstretch 11",
        red_is={**STOPPED, "written": 12, "endurance": 20},
        blue="lane 3, backstretch 13",
        dice=[4, 4, 2, 1, 3],  # two factors are left: too few for a sideslip
    )
    play(race, "cut")
    assert chariot(race, "red").endurance == 20
    assert events(race, "run-into")[0].data["into"] == "blue"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.52d")
@pytest.mark.rule("CM 9.43-B")
def test_after_the_cut_a_forced_brake_is_beyond_him() -> None:
    """docs/rulings.md: until the turn ends he cannot brake, so B is a wound; forced moves work again."""
    freed = {"horses": [0, 4, 4, 5], "cut_turn": 2}
    race = beside_car(*EVEN, *BRAKE, 3, blue_is=freed)
    play(race, "lash blue driver")
    assert (chariot(race, "blue").hits, chariot(race, "blue").endurance) == (6, 49)
    race = beside_car(*EVEN, *SWERVE, blue_is=freed)
    play(race, "lash blue driver")
    assert place(race, "blue") == "lane 5, backstretch 11"


@pytest.mark.rule("CM 9.52e")
@pytest.mark.rule("QA 9.52")
def test_attacking_a_stopped_chariot_is_no_safer() -> None:
    race = beside_car(2, 2, 2, 3, 4, 6, 6, blue_is=STOPPED)
    play(race, "ram blue car")  # 6: the attacker's own car is damaged, by 2
    assert chariot(race, "red").right_wheel == 2
    assert dice_left(race) == ()
    race = beside_car(*EVEN, *GRABBED, blue_is=STOPPED)
    play(race, "lash blue driver")
    assert not chariot(race, "red").whip


@pytest.mark.rule("CM 9.52f")
@pytest.mark.rule("QA 9.52")
@pytest.mark.parametrize(
    ("more", "counts"),
    [
        ({"fallen": [1], "modifier": 2}, 0),
        ({"fallen": [1], "modifier": -1}, -1),
        ({"cut_turn": 2, "modifier": 2}, 0),  # to the end of the turn in which it is cut free
        ({"cut_turn": 1, "modifier": 2}, 2),
    ],
)
def test_the_modifier_of_a_stopped_chariot(more: dict[str, Any], counts: int) -> None:
    race = beside_car(4, 4, 4, 1, 1, 1, 1, blue_is={"horses": [0, 4, 4, 5], **more})
    play(race, "ram blue car", *(("hold",) if more.get("cut_turn") == 1 else ()))
    assert events(race, "ram-car")[0].data["total"] == 12 - counts


@pytest.mark.rule("CM 9.52f")
def test_the_knife_is_wielded_with_the_real_modifier() -> None:
    race = circus(red="lane 3, backstretch 11", red_is={**STOPPED, "modifier": 2, "written": 12}, dice=[4, 4, 4])
    play(race, "cut")
    (cut,) = events(race, "cut-free")
    assert cut.data == {"chariot": "red", "price": 10, "speed": 12, "free": True}
    assert cut.modifiers[0].amount == -2


@pytest.mark.rule("CM 9.52g")
@pytest.mark.parametrize(
    ("horses", "endurance", "left"),
    [
        ([1, 4, 4, 5], 30, 23),
        ([1, 0, 4, 5], 23, 16),
        ([1, 0, 0, 5], 17, 9),
        ([1, 4, 4, 5], 3, 3),
        ([1, 0, 0, 5], 1, 1),
    ],
)
def test_a_dead_horse_takes_heart(horses: list[int], endurance: int, left: int) -> None:
    race = ram_team(3, 4, blue_is={"horses": horses, "endurance": endurance})
    assert chariot(race, "blue").endurance == left
    assert events(race, "horse-dead")[0].data["endurance_lost"] == endurance - left


@pytest.mark.rule("CM 9.52g")
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_without_horses_the_chariot_is_out(level: str) -> None:
    race = ram_team(3, 4, blue_is={"horses": [1, 0, 0, 0], "endurance": 20}, level=level)
    assert place(race, "blue") == "out"
    assert events(race, "out")[0].clauses == ("CM 9.52g",)


# -- the knife ----------------------------------------------------------------------------------------------


def cut(*dice: int, **red_is: Any) -> CircusMatch:
    race = circus(red="lane 3, backstretch 11", red_is={**STOPPED, **red_is}, dice=dice)
    play(race, "cut")
    return race


@pytest.mark.rule("CM 9.53a")
@pytest.mark.parametrize(
    ("dice", "red_is", "factors"),
    [
        ((4, 3, 5), {"modifier": 1, "written": 14}, 3),
        ((4, 3, 5), {"modifier": 1, "written": 11}, 0),
        ((1, 1), {"horses": [0, 0, 4, 5], "fallen": [1], "written": 9}, 7),  # a die for each living horse
        ((3, 4, 4), {"written": 18}, 2),  # 18 written, 13 left after the horse's death
        ((6, 6, 1), {"written": 13, "loss": 0, "debt": 0}, 0),
        ((1,), {"horses": [0, 0, 0, 5], "fallen": [1], "modifier": 2, "written": 5}, 5),  # never less than nothing
    ],
)
def test_a_horse_is_cut_free(dice: tuple[int, ...], red_is: dict[str, Any], factors: int) -> None:
    race = cut(*dice, **red_is)
    red = chariot(race, "red")
    assert red.fallen == ()
    assert events(race, "cut-free")[0].data["free"]
    assert events(race, "speed")[0].data == {"chariot": "red", "factors": factors, "total": factors}
    if factors:
        assert f"forward {factors}" in asked(race)[1]
    else:
        assert set(race.pending) == {0, 1}
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.53a")
def test_losses_of_this_turn_come_off_first() -> None:
    race = cut(1, 1, 1, written=13, loss=3, debt=2)  # limit 13 - 3 - 2
    assert events(race, "cut-free")[0].data == {"chariot": "red", "price": 3, "speed": 8, "free": True}


@pytest.mark.rule("CM 9.53a")
def test_one_roll_frees_one_horse() -> None:
    race = cut(1, 1, horses=[0, 0, 4, 5], fallen=[1, 2], written=9)
    red = chariot(race, "red")
    assert red.fallen == (1,)
    assert events(race, "speed")[0].data["factors"] == 0
    assert set(race.pending) == {0, 1}


@pytest.mark.rule("CM 9.53a")
def test_strain_uses_what_the_knife_has_left() -> None:
    """In lane 1 (safe 8): 13 written less 4 is 9, one point too many; less 5 it is 8."""
    for dice, points in (((2, 1, 1), [1]), ((2, 2, 1), [])):
        race = circus(
            red="lane 1, dolphin corner 2",
            red_is={**STOPPED, "written": 13},
            dice=[*dice, *([2, 2, 2] if points else [])],
        )
        play(race, "cut")
        assert [event.data["points"] for event in events(race, "strain")] == points
        assert dice_left(race) == ()


@pytest.mark.rule("CM 9.53b")
@pytest.mark.parametrize(
    ("dice", "red_is"),
    [
        ((4, 4, 4), {"modifier": 1, "written": 8}),
        ((6, 6, 6), {"modifier": -2, "written": 19, "horses_start": [5, 8, 8, 8], "horses": [0, 8, 8, 8]}),
    ],
)
def test_a_failed_cut_keeps_the_chariot_where_it_is(dice: tuple[int, ...], red_is: dict[str, Any]) -> None:
    race = cut(*dice, **red_is)
    red = chariot(race, "red")
    assert red.fallen == (0,)
    (failed,) = events(race, "cut-free")
    assert not failed.data["free"]
    assert failed.clauses == ("CM 9.53a", "CM 9.53b")
    assert place(race, "red") == "lane 3, backstretch 11"
    assert red.executed == 0
    assert set(race.pending) == {0, 1}  # no second roll in this phase
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.53b")
def test_the_next_turn_brings_a_new_roll() -> None:
    race = cut(4, 4, 4, 1, 1, 1, 1, written=8)
    play(race, 13, 0)  # Red is drawn first
    assert asked(race) == ("cut", ["cut", "wait"])
    play(race, "cut")
    assert events(race, "cut-free")[-1].data == {"chariot": "red", "price": 3, "speed": 13, "free": True}
    assert dice_left(race) == ()


@pytest.mark.rule("CM 9.53c")
@pytest.mark.rule("WEB movement-c")
def test_no_whipping_while_a_horse_is_cut_free() -> None:
    race = circus(red="lane 3, backstretch 11", red_is={**STOPPED, "written": 12}, dice=[1, 1, 1])
    assert asked(race)[0] == "cut"  # not "whip"
    play(race, "cut")
    assert asked(race)[0] == "step"
    # By the web page this driver could whip, by the rulebook a negative CDM bars him.
    assert asked(circus(red="lane 3, backstretch 11", red_is={"written": 5, "cdm": -1}))[0] == "step"
    assert asked(circus(red="lane 3, backstretch 11", red_is={"written": 5, "cdm": 0}))[0] == "whip"
