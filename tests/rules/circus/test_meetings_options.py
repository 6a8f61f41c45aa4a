"""Where the General's options, the cards and money at the races meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, circus, dice_left, events, left, place, play
from tests.rules.circus.money_kit import (
    BESIDE,
    BLUE,
    STILL,
    aimed,
    money_book,
    patrons,
)
from tests.rules.circus.season_kit import stables
from tests.rules.circus.wreck_kit import DRAGGING

SPEC: dict[str, Any] = {"builds": "thirty-two"}
ARSENAL: dict[str, Any] = {"knife": True, "small_knife": True, "dust": True, "spear": True}


def make(**of: Any) -> dict[str, Any]:
    return {"parts": {"make": of}}


# -- builds and sabotage ---------------------------------------------------------------------------------------


@pytest.mark.rule("CM 24.52", "GEN spec-chart")
@pytest.mark.parametrize(("boxes", "flips"), [(2, True), (4, False), (10, False)])
def test_a_bought_wheel_is_sabotaged_to_its_own_last_box(boxes: int, flips: bool) -> None:
    race = patrons(
        aimed(sabotage=1000), **BESIDE, red_is={**STILL, **make(left_boxes=boxes)},
        options=SPEC, dice=[1, *((4, 4, 2) if flips else ())],
    )  # fmt: skip
    race.submit(BLUE, "left")
    assert chariot(race, "red").left_wheel == 2
    assert [event.clauses[0] for event in events(race, "flip")] == (["CM 24.52"] if flips else [])


@pytest.mark.rule("CM 24.42", "GEN crit-horse-1")
def test_drugs_are_no_attack_that_a_horse_could_suffer_worse_from() -> None:
    race = patrons(aimed(drugs=1000), **BESIDE, red_is=STILL, options={"critical_horses": True})
    race.submit(BLUE, (2, 0, 0, 0))
    assert chariot(race, "red").horses == (2, 4, 4, 4)
    assert not events(race, "critical-horse")


@pytest.mark.rule("CM 22.21", "GEN knife-2", "GEN crit-horse-1")
def test_a_drugged_horse_that_is_killed_outright_is_dead_after_the_race() -> None:
    race = patrons(
        aimed(drugs=1000), **BESIDE, red_is={**STILL, "horses_start": [5, 4, 4, 4]},
        options={"stables": stables(1, 1), "knife": True},
    )  # fmt: skip
    race.submit(BLUE, (2, 0, 0, 0))
    book: Any = money_book(race)
    book.wound_horse(chariot(race, "red"), "killed", -1, "GEN knife-2")
    assert chariot(race, "red").horses == (0, 4, 4, 4)
    told = next(each for each in money_book(race).report() if each["chariot"] == "red")
    assert (told["horses"], told["injuries"]) == ([0, 4, 4, 4], [5, 0, 0, 0])


@pytest.mark.rule("GEN battleline", "CM 24.322")
def test_flat_blades_and_a_bribe_both_slow_the_team() -> None:
    race = patrons(
        aimed(bribe=3000, aim="speed"),
        **BESIDE,
        red_is={**STILL, "written": 13, "drained": 3},
        options={"flat_blades": True},
        dice=[6],
    )
    race.submit(BLUE, "reveal")
    assert left(race.state, chariot(race, "red")) == 16 - 3 - 6


# -- attacks of several kinds ----------------------------------------------------------------------------------


def near(*dice: int, blue: str = "lane 4, backstretch 11", **more: Any) -> CircusMatch:
    squares = {"red": "lane 3, backstretch 11", "blue": blue}
    return circus(**{**squares, "options": ARSENAL, "move": {"written": 8}, "dice": dice, **more})


@pytest.mark.rule("GEN dust-1", "GEN knife-1", "GEN knife-3", "GEN spear-1", "CM 9.14")
def test_dust_knives_and_spear_are_one_attack_from_each_square() -> None:
    # Dust from square 10 misses (2 + 3 + 1); the knife from 11 and the small one from 12 fly two squares each.
    race = near(2, 3, 3, 3, 4, 4, red_is={"modifier": 1})
    assert {each.split()[0] for each in map(str, asked(race)[1]) if each.split()[0] in ARMS} == ARMS
    play(race, "dust blue driver")
    assert not [each for each in map(str, asked(race)[1]) if each.split()[0] in ARMS]
    play(race, "forward 1", "knife blue driver", "forward 1", "dagger blue team")
    assert [each.data["total"] for each in events(race, "knife")] == [5, 9]
    assert left(race.state, chariot(race, "red")) == 8 - 2 - 3
    assert dice_left(race) == ()
    red = chariot(race, "red")
    assert not any(red.parts[name].carried for name in ("dust", "knife", "dagger"))
    assert red.parts["spear"].carried


ARMS = {"dust", "knife", "dagger", "spear"}


@pytest.mark.rule("AID card-dead-horse-side", "GEN dust-1")
@pytest.mark.parametrize(("rule", "offered"), [("team", True), ("chariot", False)])
def test_the_side_of_a_dead_horse_and_dust(rule: str, offered: bool) -> None:
    race = near(
        options={**ARSENAL, "dead_horse_side": rule},
        blue_is={"horses_start": [4, 4, 4, 4], "horses": [0, 4, 4, 4], "fallen": [1]},
    )
    assert ("dust blue driver" in map(str, asked(race)[1])) is offered


@pytest.mark.rule("CM 9.52c", "GEN knife-1")
def test_no_knife_at_a_team_from_the_side_of_its_fallen_horse() -> None:
    fallen = {"horses_start": [4, 4, 4, 4], "horses": [0, 4, 4, 4], "fallen": [1]}
    race = near(blue="lane 4, backstretch 10", blue_is=fallen)
    assert {each for each in map(str, asked(race)[1]) if each.split()[0] in ARMS} == {"knife blue driver"}
    healthy = near(blue="lane 2, backstretch 10", blue_is=fallen | {"fallen": [1]})
    assert "knife blue team" in map(str, asked(healthy)[1])


@pytest.mark.rule("GEN battleline", "GEN spear-1")
def test_attacks_without_limit_do_not_multiply_the_spear() -> None:
    race = near(2, 3, 2, 3, options={**ARSENAL, "unlimited_attacks": True})
    play(race, "spear blue driver", "hold")
    found = {each.split()[0] for each in map(str, asked(race)[1])} & ARMS
    assert found == {"dust", "knife", "dagger"}
    play(race, "dust blue driver")
    found = {each.split()[0] for each in map(str, asked(race)[1])} & ARMS
    assert found == {"knife", "dagger"}
    assert left(race.state, chariot(race, "red")) == 5


@pytest.mark.rule("GEN mud-drag", "AID charts-drag-damage")
@pytest.mark.parametrize(("die", "up", "down"), [(1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 2, 1), (5, 2, 1), (6, 2, 2)])
def test_mud_is_soft_by_the_milder_sheet_too(die: int, up: int, down: int) -> None:
    for value, boxes in (("fractions up", up), ("fractions down", down)):
        red = {**DRAGGING, "horses": [3, 0, 0, 0]}  # a team speed of 1, in mud
        race = circus(
            red="lane 3, backstretch 12",
            red_is=red,
            dice=[die],
            parts={"weather": {"mud": True}},
            options={"dragging": value, "weather": True},
        )
        assert events(race, "driver-hurt")[0].data["boxes"] == boxes


# -- starts ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN first-turn", "GEN mud-speed", "GEN written-strain")
def test_mud_a_heavy_start_and_a_written_strain() -> None:
    """5-5-5-5 in mud: 18 at most, CDM +1 makes 19; dice 3 and 5 less 1 take 7; the whip gives 4."""
    race = circus(
        red="lane 3, front straight 10", turn=1, dice=[3, 5, 4],
        red_is={"written": 19, "horses_start": [5, 5, 5, 5], "modifier": 1, "lap": 1,
                "parts": {"order": {"strain": True}}},
        options={"first_turn": True, "weather": True, "written_strain": True},
        parts={"weather": {"mud": True}},
    )  # fmt: skip
    assert left(race.state, chariot(race, "red")) == 19 - 7 + 4


@pytest.mark.rule("GEN first-turn", "CM 24.42")
def test_drugs_cut_what_was_written_before_the_two_dice() -> None:
    race = patrons(
        aimed(drugs=1000),
        red="lane 3, front straight 3",
        blue="lane 4, front straight 3",
        turn=1,
        red_is={"lap": 1, "whip": False, "horses_start": [5, 3, 3, 5], "modifier": 1, "written": 17},
        options={"first_turn": True},
        dice=[2, 3],
    )
    race.submit(BLUE, (2, 0, 0, 0))
    assert left(race.state, chariot(race, "red")) == 15 - 4


# -- the condensed rules and the cards in the rain ----------------------------------------------------------------


@pytest.mark.rule("WEB flip-a", "GEN rain-lanes")
def test_a_slip_further_in_is_checked_where_every_lane_is() -> None:
    """From lane 3 (safe 12) to lane 2 (safe 9) at 10: one point; slipped on to lane 1 (safe 8): two, one more paid."""
    race = circus(
        red="lane 3, dolphin corner 2", dice=[1, 1, 1, 6, 1, 1, 1],
        red_is={"car": "light", "written": 10, "whip": False, "endurance": 20},
        options={"weather": True, "corner_checks": "every lane"}, parts={"weather": {"rain": True}},
    )  # fmt: skip
    play(race, "in")
    checks = [(event.data["points"], event.data["endurance_paid"]) for event in events(race, "strain")]
    assert checks == [(1, 1), (2, 1)]
    assert dice_left(race) == ()


@pytest.mark.rule("WEB flip-a", "CM 9.43-S3")
@pytest.mark.parametrize("rule", ["inner lanes", "every lane"])
def test_a_swerve_further_in_is_checked_by_either_rule(rule: str) -> None:
    """Blue has paid two in lane 3 (safe 12) at 14 in this turn; driven into lane 2 (safe 9) it is at five."""
    race = circus(
        red="lane 4, dolphin corner 4", blue="lane 3, dolphin corner 3", move={"written": 2},
        blue_is={"executed": 14, "endurance": 20, "lap": 1, "strain_leg": 1, "strain_lane": 3, "strain_paid": 2},
        dice=[3, 3, 3, 3, 4, 4, 1, 1, 1], options={"corner_checks": rule},
    )  # fmt: skip
    play(race, "lash blue driver", "hold")
    assert place(race, "blue").startswith("lane 2")
    (check,) = events(race, "strain")
    assert (check.data["points"], check.data["endurance_paid"]) == (5, 3)


@pytest.mark.rule("GEN rain-lanes", "AID card-ref-sideslip")
def test_slippery_ground_costs_no_factors_by_any_table() -> None:
    race = circus(
        red="lane 3, backstretch 10", red_is={"car": "light"}, move={"written": 6}, dice=[6],
        options={"weather": True, "sideslips": "involuntary"}, parts={"weather": {"rain": True}},
    )  # fmt: skip
    play(race, "in")
    assert place(race, "red") == "lane 1, backstretch 11"
    assert left(race.state, chariot(race, "red")) == 4  # two for the lane change


@pytest.mark.rule("GEN battleline", "CM 16.5a")
@pytest.mark.parametrize(("unlimited", "again"), [(True, True), (False, False)])
def test_a_dragged_man_is_rammed_as_often_as_there_are_factors(unlimited: bool, again: bool) -> None:
    race = circus(
        red="lane 4, backstretch 13", red_is={"written": 4, "whip": False}, blue="lane 4, backstretch 14",
        blue_is={**DRAGGING, "hits": 7}, dice=[3, 3, 4], options={"unlimited_attacks": unlimited},
    )  # fmt: skip
    play(race, "trample blue driver")
    assert ("trample blue driver" in attacks(race)) is again
    assert left(race.state, chariot(race, "red")) == 3
