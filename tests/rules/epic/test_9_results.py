"""E2 9.2.3, 9.3: what the Corner Strain Chart does to a chariot, and forced sideslips that find the lane closed."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, dice_left, events, left, place, play, write
from tests.rules.epic.corner_kit import CALM, checks, points, slips, steps, three
from tests.rules.epic.kit import epic

# Three points in lane 2 at 12 with CDM 0.
S, SS, J, LH, RH, FP = (three(total) for total in (10, 9, 8, 7, 6, 5))


def corner(dice: Any, log: dict[str, Any] | None = None, **others: Any) -> CircusMatch:
    """Red drives into the lane 2 corner with 3 points and 5 factors left."""
    race = epic(red="lane 2, front straight 27", red_is={**CALM, "written": 12, **(log or {})}, dice=dice, **others)
    play(race, "forward 7")
    return race


@pytest.mark.rule("E2 9.2.3")
@pytest.mark.parametrize(
    ("dice", "code", "clause"),
    [
        (three(11), "-", "E2 9.2.3g"),
        (S, "S", "E2 9.2.3f"),
        (SS, "SS", "E2 9.2.3e"),
        (J, "J", "E2 9.2.3d"),
        ((*LH, 1, 1), "LH", "E2 9.2.3c"),
        ((*RH, 1, 1), "RH", "E2 9.2.3b"),
    ],
)
def test_each_result_is_its_own(dice: Any, code: str, clause: str) -> None:
    race = corner(dice)
    (strain,) = events(race, "strain")
    assert (strain.data["result"], strain.clauses[-1]) == (code, clause)
    red = chariot(race, "red")
    happened = {
        "S": red.no_inside and place(race, "red").startswith("lane 3"),
        "SS": place(race, "red").startswith("lane 4"),
        "J": red.cdm == -3,
        "LH": [event.data["horse"] for event in events(race, "injury")] == [1],
        "RH": [event.data["horse"] for event in events(race, "injury")] == [4],
    }
    assert [name for name, did in happened.items() if did] == ([code] if code != "-" else [])
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.2.3g")
def test_only_the_endurance() -> None:
    race = corner(three(11), {"endurance": 20})
    red = chariot(race, "red")
    assert (red.endurance, red.cdm, red.no_inside) == (17, 0, False)
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert "forward 5" in steps(race)


@pytest.mark.rule("E2 9.2.3a")
def test_a_flip_breaks_it_up() -> None:
    race = corner((*FP, 2, 2))
    (flip,) = events(race, "flip")
    assert flip.clauses[0] == "E2 9.2.3a"
    assert "E2 13.1.1" in flip.clauses
    red = chariot(race, "red")
    assert (red.hitched, red.status, red.driver) == (False, "runaway", "dragged")


# -- horses --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 9.2.3b", "E2 9.2.3c")
@pytest.mark.parametrize(("dice", "horse"), [(LH, 1), (RH, 4)])
@pytest.mark.parametrize(("roll", "boxes"), [((4, 5), 2), ((2, 3), 0)])
def test_an_outside_horse_is_hurt(dice: Any, horse: int, roll: tuple[int, int], boxes: int) -> None:
    # Nothing modifies the roll, whatever the car.
    race = corner((*dice, *roll), {"car": "heavy"})
    (injury,) = events(race, "injury")
    assert (injury.data["horse"], injury.data["points"], injury.modifiers) == (horse, boxes, ())
    assert injury.clauses[0] == ("E2 9.2.3c" if horse == 1 else "E2 9.2.3b")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.2.3b", "E2 9.2.3c")
@pytest.mark.parametrize(("dice", "horses", "horse"), [(LH, [0, 4, 4, 5], 2), (RH, [5, 4, 0, 0], 2)])
def test_the_outermost_that_lives(dice: Any, horses: list[int], horse: int) -> None:
    race = corner((*dice, 3, 3), {"horses": horses, "written": 9, "gains": 3})
    assert [event.data["horse"] for event in events(race, "injury")] == [horse]


@pytest.mark.rule("E2 9.2.3b")
def test_a_hurt_team_slows_at_once() -> None:
    # Team speed 16, all of it noted. Ten factors on it enters the corner; eleven on the chart takes three boxes.
    race = epic(
        red="lane 4, front straight 24",
        red_is={**CALM, "horses_start": [4, 4, 4, 4], "written": 16},
        dice=(*three(4), 5, 6),
    )
    play(race, "forward 10")
    assert checks(race) == [(1, 1, "RH")]
    assert left(race.state, chariot(race, "red")) == 3
    play(race, "forward 3")
    assert chariot(race, "red").executed == 13
    assert dice_left(race) == ()


# -- slides --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 9.2.3f", "E2 9.3.1", "E2 2.5.11")
def test_one_lane_out_for_nothing() -> None:
    race = corner((*S, 1), blue="lane 7, backstretch 3", blue_is=CALM)
    assert place(race, "red") == "lane 3, dolphin corner 0"
    assert left(race.state, chariot(race, "red")) == 5
    (slip,) = events(race, "sideslip")
    assert (slip.data["how"], slip.clauses) == ("forced", ("E2 9.2.3f",))
    assert chariot(race, "red").no_inside is True  # one counter, for everybody to see
    assert GAME.view(race.state, 1)["chariots"]["red"]["no_inside"]
    assert {"out", "forward 5"} <= steps(race)
    assert "in" not in steps(race)
    play(race, "forward 5")
    # All counters come off at the end of the turn.
    assert not chariot(race, "red").no_inside
    write(race, red=5)
    assert "in" in steps(race)
    assert len(checks(race)) == 1


@pytest.mark.rule("E2 9.3.1")
def test_no_sideslip_inwards_either() -> None:
    race = corner(S, blue="lane 3, dolphin corner 3")
    play(race, "forward 1")
    assert slips(race) == {"slip out"}


@pytest.mark.rule("E2 9.2.3e", "E2 9.3.1", "E2 2.5.11")
def test_two_lanes_out() -> None:
    race = epic(
        turn=6,
        red="lane 3, front straight 33",
        red_is={"written": 13},
        blue="lane 7, backstretch 20",
        blue_is=CALM,
        dice=[*three(7), 1, 1],
    )
    play(race, "no", "forward 1")
    assert checks(race) == [(1, 1, "SS")]
    assert [event.data["to"].split(",")[0] for event in events(race, "sideslip")] == ["lane 4", "lane 5"]
    assert {event.clauses for event in events(race, "sideslip")} == {("E2 9.2.3e",)}
    red = chariot(race, "red")
    assert (red.cdm, red.no_inside, left(race.state, red)) == (0, True, 12)
    assert "in" not in steps(race)
    play(race, "brake 12")
    # Turn 7: no more than lane 5 takes safely, and no whip.
    assert list(race.pending[0])[-1] == 17
    write(race, red=3)
    assert asked(race)[0] == "step"
    assert "in" in steps(race)
    play(race, "brake 3")
    assert list(race.pending[0])[-1] == 18
    write(race, red=3)
    assert asked(race)[0] == "whip"  # turn 8


@pytest.mark.rule("E2 9.2.3e")
def test_strain_gains_survive_a_double_sideslip() -> None:
    # Noted 12, whipped for 4. The corner comes after 13 factors: three are left.
    race = epic(red="lane 3, front straight 21", red_is={"written": 12, "endurance": 30}, dice=[4, *three(10)])
    play(race, "whip", "forward 13")
    assert checks(race) == [(4, 4, "SS")]
    assert left(race.state, chariot(race, "red")) == 3
    play(race, "forward 3")
    assert chariot(race, "red").executed == 16


# -- blocked -------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 9.3.2")
def test_whoever_is_in_the_way_is_rammed() -> None:
    # Red's car and Blue's are level in the corner; three dice of 15 less 3 do nothing.
    race = corner((*S, 5, 5, 5), blue="lane 3, dolphin corner 0")
    play(race, "hold")
    assert place(race, "red") == "lane 2, dolphin corner 0"
    (ram,) = events(race, "involuntary-ram")
    assert ram.data == {"chariot": "red", "into": ["blue"], "penalty": -3}
    assert ram.clauses[0] == "E2 9.3.2"
    (damage,) = events(race, "ram-car")
    assert damage.modifiers[0] == Modifier("attacker's CDM", -3)
    assert chariot(race, "red").no_inside  # the ban stays
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.3.2")
@pytest.mark.parametrize("lying", ["wrecks", "carcasses"])
def test_wrecks_and_carcasses_do_not_block(lying: str) -> None:
    there: dict[str, Any] = {lying: ["lane 3, dolphin corner 0"]}
    race = corner((*S, 1), **there)
    assert place(race, "red") == "lane 3, dolphin corner 0"
    assert asked(race)[0] == "pay"  # it must run over it before it goes on
    assert not events(race, "involuntary-ram")


@pytest.mark.rule("E2 9.3.2")
def test_a_chariot_with_a_dead_horse_does() -> None:
    race = corner((*S, 5, 5, 5), blue="lane 3, dolphin corner 0", blue_is={"fallen": [1], "horses": [0, 4, 4, 5]})
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert events(race, "involuntary-ram")[0].data["into"] == ["blue"]


@pytest.mark.rule("E2 9.3.2")
@pytest.mark.parametrize(
    ("square", "dice", "hurt"),
    [
        ("lane 3, front straight 33", (6, 6), ["blue"]),  # where Red's car would come: a ram on the team
        ("lane 3, dolphin corner 0", (6, 6, 6, 6), ["blue", "red"]),  # team against team hurts both (E2 10.10.1.2)
    ],
)
def test_a_team_that_lies_there_does(square: str, dice: tuple[int, ...], hurt: list[str]) -> None:
    lying = {"status": "stopped", "hitched": False, "driver": "safe", "horses": [5, 4, 4, 0], "fallen": [4]}
    race = corner((*S, *dice), blue=square, blue_is=lying)
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert events(race, "involuntary-ram")[0].data["into"] == ["blue"]
    assert sorted(event.data["chariot"] for event in events(race, "injury")) == hurt
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.3.3")
@pytest.mark.parametrize(("lane", "stays", "penalty"), [(6, 5, -6), (7, 6, -3)])
def test_a_blocked_double_sideslip(lane: int, stays: int, penalty: int) -> None:
    # Eighteen in lane 5 is one point too many; seven is SS. The cars scrape past each other.
    race = epic(
        red="lane 5, front straight 33",
        red_is={**CALM, "written": 18},
        blue=f"lane {lane}, dolphin corner 0",
        dice=[*three(7), *three(10 - penalty)],
    )
    play(race, "forward 1", "hold")
    assert place(race, "red").startswith(f"lane {stays}, dolphin corner")
    (ram,) = events(race, "involuntary-ram")
    assert (ram.data["into"], ram.data["penalty"]) == (["blue"], penalty)
    assert ram.clauses[0] == ("E2 9.3.3" if penalty == -6 else "E2 9.3.2")
    assert events(race, "ram-car")[0].data["total"] == 10
    assert dice_left(race) == ()


@pytest.mark.rule("E2 9.3.3")
@pytest.mark.parametrize(("lane", "roll", "slid"), [(8, 8, []), (8, 7, []), (7, 7, ["lane 8"])])
def test_the_outside_wall(lane: int, roll: int, slid: list[str]) -> None:
    # One point too fast. From lane 7 the double sideslip reaches lane 8, and cannot go on.
    speed = {7: 23, 8: 25}[lane]
    race = epic(
        red=f"lane {lane}, front straight 33",
        red_is={**CALM, "horses_start": [8, 8, 8, 8], "written": speed},
        dice=three(roll),
    )
    play(race, "forward 1")
    assert points(race) == [1]
    assert [event.data["to"].split(",")[0] for event in events(race, "sideslip")] == slid
    (flip,) = events(race, "flip")
    assert flip.clauses[0] == "E2 9.3.3"
    assert flip.data["square"].startswith("lane 8")
