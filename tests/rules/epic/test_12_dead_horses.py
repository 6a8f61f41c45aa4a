"""E2 12.2: dead horses in the traces, cut free, and left behind."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import (
    GAME,
    CircusMatch,
    asked,
    attacks,
    chariot,
    dice_left,
    events,
    left,
    place,
    play,
    write,
)
from tests.rules.epic.kit import BOOK, epic
from tests.rules.epic.obstacle_kit import CALM, DEAD_HORSE, answers, three, totals
from tests.rules.epic.wreck_kit import NO_KNIFE

HERE = "lane 4, backstretch 12"
TWO_DEAD: dict[str, Any] = {"horses": [5, 0, 0, 5], "fallen": [2, 3]}
SWERVES, BRAKES, GRABS = (6, 4, 3, 3), (3, 3, 3, 3), (1, 1, 3, 3)  # differences of 4, 0 and -4


def held(*dice: int, written: int = 12, fallen: dict[str, Any] | None = None, **log: Any) -> CircusMatch:
    """Red's phase begins with a dead horse in the traces."""
    more = {name: log.pop(name) for name in ("blue", "blue_is", "turn") if name in log}
    red = {"endurance": 30, "written": written, **(fallen or DEAD_HORSE), **log}
    return epic(red=HERE, red_is=red, dice=dice, **more)


def lashed(*dice: int, answer: str = "lash blue driver", lane: int = 4, **log: Any) -> CircusMatch:
    """Red lashes the driver of blue, which has a dead horse on its left, from there; its team from the other side."""
    red = f"lane {lane + 1}, backstretch 12" if answer == "lash blue team" else f"lane {lane - 1}, backstretch 11"
    race = epic(
        red=red, red_is={**CALM, "whip": True}, blue=f"lane {lane}, backstretch 11",
        blue_is={**CALM, **DEAD_HORSE, **log}, move={"written": 5}, dice=dice,
    )  # fmt: skip
    play(race, answer)
    return race


# -- it falls (E2 12.2, 12.2.1) --------------------------------------------------------------------------------


@pytest.mark.rule("E2 12.2")
def test_the_chariot_stops_at_once_and_stands_until_it_is_cut_free() -> None:
    race = epic(
        red="lane 2, front straight 33", red_is={**CALM, "written": 12, "horses": [2, 4, 4, 5]}, dice=[2, 2, 3, 5, 4]
    )
    play(race, "forward 1")  # the left horse is hurt by two points
    red = chariot(race, "red")
    assert red.fallen == (0,)
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert race.state.mover == -1


@pytest.mark.rule("E2 12.2")
@pytest.mark.parametrize("lane", [4, 8])
def test_a_swerve_is_ignored_even_towards_the_wall(lane: int) -> None:
    race = lashed(*SWERVES, lane=lane)
    assert events(race, "lash-driver")[0].data["result"] == "S"
    assert place(race, "blue") == f"lane {lane}, backstretch 11"
    assert not {event.kind for event in race.events} & {"flip", "sideslip", "involuntary-ram"}


@pytest.mark.rule("E2 12.2")
def test_a_brake_costs_two_endurance_without_the_move() -> None:
    race = lashed(*BRAKES, endurance=10)
    assert place(race, "blue") == "lane 4, backstretch 11"
    assert chariot(race, "blue").endurance == 8
    assert not events(race, "driver-hurt")


@pytest.mark.rule("E2 12.2")
def test_only_without_endurance_it_is_a_wound() -> None:
    race = lashed(*BRAKES, 2, 4, 4, endurance=0)
    assert events(race, "driver-hurt")
    assert chariot(race, "blue").loss == 2  # and the loss counts


@pytest.mark.rule("E2 12.2")
def test_a_lash_on_the_healthy_side_costs_endurance_and_adds_no_speed() -> None:
    race = lashed(5, answer="lash blue team", gains=2, endurance=10)
    blue = chariot(race, "blue")
    assert (blue.endurance, blue.gains) == (5, 2)


@pytest.mark.rule("E2 12.2")
def test_the_team_is_not_attacked_on_the_side_of_the_fallen_horse() -> None:
    for lane, open_side in ((3, False), (5, True)):
        race = epic(
            red=f"lane {lane}, backstretch 12", red_is={**CALM, "whip": True}, blue="lane 4, backstretch 11",
            blue_is=DEAD_HORSE, move={"written": 5},
        )  # fmt: skip
        assert ({"ram blue horses", "lash blue team"} <= attacks(race)) == open_side


@pytest.mark.rule("E2 12.2.1")
def test_a_quarter_a_third_and_half_of_what_is_left() -> None:
    race = epic(red=HERE, red_is={"endurance": 30, "whip": False})
    book, red = book_of(race.state, race.table), chariot(race, "red")
    lost = []
    for horse, left_over in ((0, 23), (1, 16), (2, 8)):
        book.injure(red, horse, 9, ("E2 10.7.1",))
        lost.append(events(race, "horse-dead")[-1].data["endurance_lost"])
        assert red.endurance == left_over
    assert lost == [7, 7, 8]


@pytest.mark.rule("E2 12.2.1")
def test_without_its_fourth_horse_it_stands_there_for_good() -> None:
    race = epic(
        red=HERE, red_is={"endurance": 30, "whip": False, "horses": [0, 0, 0, 1]}, blue="lane 4, backstretch 30",
        blue_is=CALM, dice=[1],
    )  # fmt: skip
    book, red = book_of(race.state, race.table), chariot(race, "red")
    book.injure(red, 3, 1, ("E2 10.7.1",))
    assert (red.status, red.on_track, red.endurance) == ("racing", True, 30)
    assert events(race, "stationary")[0].data == {"chariot": "red"}
    assert not book.can_still_finish(red)
    assert book.blocks(red.square) is False
    assert "stationary" in GAME.view(race.state, None)["chariots"]["red"]["troubles"]
    # It is read from a scenario file, is not asked for a speed, and has nothing to cut free for.
    again = epic(
        red=HERE, red_is={"horses": [0, 0, 0, 0], "fallen": [4], "endurance": 30}, blue="lane 4, backstretch 30",
        blue_is=CALM, phase="notation", dice=[1],
    )  # fmt: skip
    assert set(again.pending) == {1}
    write(again, blue=0)
    assert asked(again)[0] == "abandon"
    assert not events(again, "cut-free")


# -- cutting free (E2 12.2.2) ----------------------------------------------------------------------------------


@pytest.mark.rule("E2 12.2.2")
def test_a_die_for_each_horse_less_the_cdm_comes_off_the_total_speed() -> None:
    race = held(3, 4, 2, modifier=1)
    assert asked(race) == ("cut", ["cut", "wait"])
    play(race, "cut")
    (cut,) = events(race, "cut-free")
    assert (cut.data, cut.modifiers) == (
        {"chariot": "red", "price": 8, "speed": 12, "free": True},
        (Modifier("CDM", -1),),
    )
    red = chariot(race, "red")
    assert (red.fallen, left(race.state, red)) == ((), 4)
    assert book_of(race.state).total_speed(red) == 4


@pytest.mark.rule("E2 12.2.2")
def test_less_than_nothing_is_a_failure() -> None:
    race = held(3, 4, 2, written=7, modifier=1)
    play(race, "cut")
    assert events(race, "cut-free")[0].data["free"] is False
    red = chariot(race, "red")
    assert (red.fallen, red.executed) == ((1,), 0)
    assert place(race, "red") == HERE


@pytest.mark.rule("E2 12.2.2")
def test_exactly_nothing_frees_it() -> None:
    race = held(3, 4, 2, written=8, modifier=1)
    play(race, "cut")
    red = chariot(race, "red")
    assert (events(race, "cut-free")[0].data["free"], red.fallen, red.executed) == (True, (), 0)


@pytest.mark.rule("E2 12.2.2")
@pytest.mark.parametrize(("gains", "free"), [(3, True), (1, False)])
def test_added_speed_helps_to_pay(gains: int, free: bool) -> None:
    race = held(3, 4, 2, written=6, gains=gains)
    play(race, "cut")
    assert events(race, "cut-free")[0].data["free"] is free
    if free:
        assert chariot(race, "red").executed == 0


@pytest.mark.rule("E2 12.2.2")
def test_nor_does_a_great_driver_gain_speed_by_it() -> None:
    race = held(1, 1, 1, modifier=4)
    play(race, "cut")
    assert events(race, "cut-free")[0].data["price"] == 0
    assert left(race.state, chariot(race, "red")) == 12


@pytest.mark.rule("E2 12.2.2")
def test_it_does_not_start_from_zero_in_that_phase() -> None:
    race = held(1, 1, 1, executed=0)
    play(race, "cut")
    assert not events(race, "dead-start")
    assert left(race.state, chariot(race, "red")) == 9


@pytest.mark.rule("E2 12.2.2")
def test_it_is_voluntary() -> None:
    race = held()
    play(race, "wait")
    assert (chariot(race, "red").fallen, place(race, "red")) == ((1,), HERE)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 12.2.2")
def test_one_attempt_frees_one_horse_and_with_another_it_still_stands() -> None:
    race = held(1, 1, fallen=TWO_DEAD)
    play(race, "cut")
    red = chariot(race, "red")
    assert (red.fallen, place(race, "red"), red.executed) == ((2,), HERE, 0)
    assert book_of(race.state).cannot_move(red)


@pytest.mark.rule("E2 12.2.2")
@pytest.mark.rule("E2 6.D-3c")
def test_without_a_knife_there_is_no_attempt() -> None:
    race = held(**NO_KNIFE)
    assert not events(race, "cut-free")
    assert events(race, "no-knife")[0].data == {"chariot": "red"}
    assert place(race, "red") == HERE


@pytest.mark.rule("E2 6.D-3c")
def test_it_comes_after_the_start_and_before_the_wheels() -> None:
    race = held(1, 1, 1, 6, 6, written=17, left_wheel=3, horses=[6, 0, 6, 6], horses_start=[6, 4, 6, 6])
    assert asked(race)[0] == "cut"
    assert not events(race, "wheel-check")
    play(race, "cut")
    assert [event.kind for event in race.events if event.kind in ("cut-free", "wheel-check")] == [
        "cut-free",
        "wheel-check",
    ]


@pytest.mark.rule("E2 12.2.2")
@pytest.mark.parametrize(("cdm", "speed"), [(0, 9), (1, 9), (2, 3), (-1, 12)])
def test_the_odds_are_those_of_the_dice(cdm: int, speed: int) -> None:
    dice = [one + two + three for one in range(1, 7) for two in range(1, 7) for three in range(1, 7)]
    assert BOOK.cut_odds(3, cdm, speed) == pytest.approx(sum(total - cdm <= speed for total in dice) / 216)


@pytest.mark.rule("E2 12.2.2")
def test_the_chance_is_said_and_counts_added_speed() -> None:
    race = held(written=6, gains=3)
    told = book_of(race.state).explain(race.pending[0])[0]
    assert told["success"] == pytest.approx(BOOK.cut_odds(3, 0, 9), abs=1e-4)
    assert "9 factors" in told["hint"]


@pytest.mark.rule("E2 12.2.2")
def test_a_sure_attempt_is_called_sure() -> None:
    last_horse = {"horses": [0, 0, 0, 5], "fallen": [3]}
    told = book_of((race := held(written=5, fallen=last_horse, modifier=1)).state).explain(race.pending[0])[0]
    assert (told["success"], told["hint"].split(";")[0]) == (1.0, "100%")


@pytest.mark.rule("E2 12.2.2.1")
def test_one_attempt_a_turn() -> None:
    race = held(6, 6, 6)
    play(race, "cut")
    assert events(race, "cut-free")[0].data["free"] is False
    assert asked(race)[0] == "abandon"  # the phase is over


@pytest.mark.rule("E2 12.2.2.1")
def test_no_voluntary_straining_with_it() -> None:
    race = held(1, 1, 1)
    assert asked(race)[0] == "cut"  # and not the whip, which he has
    play(race, "cut")
    assert asked(race)[0] == "step"


@pytest.mark.rule("E2 12.2.2-gap")
@pytest.mark.parametrize("clause", ["E2 12.2.2.2", "E2 12.2.2.3"])
def test_the_missing_numbers_are_cited_nowhere(clause: str) -> None:
    """Everything that the second edition says of cutting free has a clause of its own."""
    assert clause not in BOOK.cites.values()
    assert {BOOK.cite(f"CM 9.53{part}") for part in "abc"} == {"E2 12.2.2", "E2 12.2.2.1"}


# -- what stays behind (E2 12.2.2.4, 8.9.3.3) ------------------------------------------------------------------


@pytest.mark.rule("E2 12.2.2.4")
@pytest.mark.rule("E2 2.5.5")
@pytest.mark.rule("E1 1.1")
def test_a_carcass_lies_where_the_team_stood() -> None:
    race = held(3, 4, 2)
    play(race, "cut")
    (carcass,) = events(race, "carcass")
    assert carcass.data == {"chariot": "red", "square": HERE}
    assert {"square": race.state.track.find(HERE), "words": "a dead horse"} in GAME.view(race.state, None)["lying"]


@pytest.mark.rule("E2 12.2.2.4")
@pytest.mark.rule("E2 8.9.3.3")
def test_the_own_car_rolls_over_it_without_a_check_in_that_turn() -> None:
    race = held(3, 4, 2)
    play(race, "cut", "forward 3")
    assert place(race, "red") == "lane 4, backstretch 15"
    assert not events(race, "jump")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.9.3.3")
@pytest.mark.parametrize(("steps", "checks"), [(0, True), (1, True), (2, False)])
def test_who_still_stands_on_it_in_the_next_turn_checks(steps: int, checks: bool) -> None:
    start = () if steps else (1, 2)  # whoever did not get away starts from zero
    race = held(3, 4, 2, 1, *start, 2, *three(12), written=9 + steps, blue="lane 8, backstretch 1", blue_is=CALM)
    play(race, "cut", *["forward 1"] * bool(steps), *["forward 1"] * (steps == 2))
    race.state.chariots[0].whip = False
    write(race, red=8)
    assert bool(events(race, "jump")) == checks
    if checks:
        assert race.state.move.spent == 0  # before the first factor
        play(race, 2)
        assert totals(race) == [13]
        assert [each for each in events(race, "run-over")[0].modifiers if each.amount] == [Modifier("carcass", 1)]
        assert asked(race)[0] == "step"


@pytest.mark.rule("E2 8.9.3.3")
def test_pushed_back_onto_it_in_the_same_turn_it_does_not_count() -> None:
    race = held(3, 4, 2)
    play(race, "cut")
    red, book = chariot(race, "red"), book_of(race.state)
    assert book.wrecks_under(red) == ()
    assert book.obstacle(red.square)  # for everybody else
    race.state.turn += 1
    assert book.wrecks_under(red) == (red.square,)


@pytest.mark.rule("E2 2.5.5")
def test_it_stays_to_the_end_of_the_race() -> None:
    race = epic(
        red="lane 4, backstretch 11", red_is={**CALM, "written": 8, "lap": 3}, carcasses=[HERE], turn=40, final=True,
        dice=[1],
    )  # fmt: skip
    play(race, "forward 1")
    assert asked(race)[0] == "pay"


@pytest.mark.rule("E2 12.2.2.4")
def test_where_a_wreck_lies_the_carcass_makes_no_second_obstacle() -> None:
    race = epic(
        red=HERE, red_is={**CALM, **DEAD_HORSE, "written": 12}, wrecks=[HERE], dice=[1, 1, 1, 2, *three(13)],
    )  # fmt: skip
    play(race, "cut", 2)
    assert totals(race) == [13]  # the wreck under it, without the carcass's one
    assert not events(race, "carcass")


@pytest.mark.rule("E2 12.2.2.4")
def test_a_book_may_leave_no_carcass_somewhere() -> None:
    class Nowhere(type(book_of(held().state))):  # type: ignore[misc]
        def leaves_carcass(self, chariot: Any) -> bool:
            return False

    race = held(3, 4, 2)
    Nowhere(race.state, race.table).cut_free(chariot(race, "red"))
    assert chariot(race, "red").fallen == ()
    assert not race.state.wrecks


# -- while it stands (E2 12.2.3) -------------------------------------------------------------------------------


@pytest.mark.rule("E2 12.2.3")
def test_freed_it_attacks_brakes_and_evades_at_once() -> None:
    race = held(3, 4, 2, modifier=1, blue="lane 5, backstretch 12", blue_is=CALM)
    play(race, "cut")
    assert {"ram blue car", "lash blue driver"} <= attacks(race)  # over its own carcass
    assert "brake 4" in answers(race)
    red, book = chariot(race, "red"), book_of(race.state)
    assert book.able_to_brake(red)
    assert book.can_evade(red, 1) is False  # blue is there
    assert book.can_evade(red, -1)


@pytest.mark.rule("E2 12.2.3")
def test_until_then_it_can_only_hold() -> None:
    race = lashed(*GRABS, endurance=30, modifier=2)
    assert not events(race, "defence")
    assert asked(race)[0] == "step"  # blue was not asked
    # Who attacks it bears the bad results as ever.
    assert events(race, "whip-grabbed")[0].data["chariot"] == "red"
    assert not chariot(race, "red").whip


@pytest.mark.rule("E2 12.2.3")
def test_it_attacks_nobody() -> None:
    race = held(blue="lane 5, backstretch 12", blue_is=CALM)
    assert book_of(race.state).attacks(chariot(race, "red"), 5) == {}


@pytest.mark.rule("E2 12.2.3.1")
@pytest.mark.parametrize(("cdm", "counts"), [(2, 0), (0, 0), (-1, -1)])
def test_against_attacks_its_cdm_is_zero_unless_negative(cdm: int, counts: int) -> None:
    race = epic(
        red="lane 3, backstretch 11", red_is=CALM, blue="lane 4, backstretch 11",
        blue_is={**DEAD_HORSE, "modifier": cdm}, move={"written": 5}, dice=three(11),
    )  # fmt: skip
    play(race, "ram blue car")
    assert events(race, "ram-car")[0].modifiers[1] == Modifier("defender's CDM", -counts)


@pytest.mark.rule("E2 12.2.3.1")
def test_cut_free_earlier_in_the_turn_it_counts_again() -> None:
    freed = {"horses": [5, 0, 4, 5], "modifier": 2, "cut_turn": 5}
    race = epic(
        red="lane 3, backstretch 11", red_is=CALM, blue="lane 4, backstretch 11", blue_is=freed, turn=5,
        move={"written": 5}, dice=three(12),
    )  # fmt: skip
    play(race, "ram blue car", "hold")
    assert events(race, "ram-car")[0].modifiers[1] == Modifier("defender's CDM", -2)


@pytest.mark.rule("E2 2.5.4")
def test_everybody_sees_the_counter_on_the_team() -> None:
    race = held()
    for seat in (0, 1, None):
        seen = GAME.view(race.state, seat)["chariots"]["red"]
        assert {"dead horse in the traces", "stationary"} <= set(seen["troubles"])
    play(race, "wait")
    free = held(1, 1, 1)
    play(free, "cut")
    assert "dead horse in the traces" not in GAME.view(free.state, 1)["chariots"]["red"]["troubles"]
