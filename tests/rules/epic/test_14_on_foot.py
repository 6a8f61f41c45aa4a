"""E2 14: men on foot, who run, climb, dodge and are run down."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.standing_orders import default_orders, obey
from tests.games.circus import oracle
from tests.rules.circus.kit import GAME, CircusMatch, asked, attacks, chariot, dice_left, events, left, place, play
from tests.rules.epic.kit import epic
from tests.rules.epic.wreck_kit import DRAGGING, FOOT, LYING, MUD, STRAY, man, towards, walking


def ways(race: CircusMatch) -> set[str]:
    name, answers = asked(race)
    assert name == "walk"
    return {str(answer) for answer in answers}


def answer(race: CircusMatch, choice: str) -> dict[str, Any]:
    (seat,) = race.pending
    shown: list[dict[str, Any]] = race.view(seat)["decision"]["answers"]
    return next(each for each in shown if each["choice"] == choice)


# -- running --------------------------------------------------------------------------


@pytest.mark.rule("E2 14.1")
@pytest.mark.rule("E2 6.E-2")
@pytest.mark.parametrize(("turn", "may"), [(7, False), (8, True)])
def test_freed_in_turn_7_he_first_moves_at_the_end_of_turn_8(turn: int, may: bool) -> None:
    race = walking("lane 4, backstretch 20", turn=turn, red_is={"freed_turn": 7})
    assert (asked(race)[0] == "walk") == may


@pytest.mark.rule("E2 6.E-2")
def test_they_run_when_the_last_colour_has_moved() -> None:
    race = epic(
        white="lane 8, backstretch 5", white_is={"whip": False, "written": 2},
        red="lane 1, front straight 10", red_is={**FOOT, "man": "lane 4, backstretch 20", "freed_turn": 2},
    )  # fmt: skip
    assert asked(race)[0] == "step"
    play(race, "forward 2")
    assert (list(race.pending), asked(race)[0]) == ([1], "walk")


@pytest.mark.rule("E2 14.1.1")
@pytest.mark.parametrize(("hits", "dry", "mud"), [(5, 3, 2), (7, 4, 3), (1, 1, 1), (6, 3, 2), (4, 2, 2)])
def test_a_square_for_each_two_hits_in_mud_for_each_three(hits: int, dry: int, mud: int) -> None:
    for ground, squares in (({}, dry), (MUD, mud)):
        race = walking("lane 4, backstretch 20", hits=hits, **ground)
        assert race.pending[1].clause == ("E2 3.7.4f" if ground else "E2 14.1.1")
        for _ in range(squares):
            play(race, "forward")
        assert asked(race)[0] == "speed"
        assert man(race) == f"lane 4, backstretch {20 + squares}"


@pytest.mark.rule("E2 3.7.4f")
def test_in_mud_seven_hits_are_three_squares() -> None:
    race = walking("lane 4, backstretch 20", hits=7, **MUD)
    play(race, "out", "out", "out")
    assert man(race) == "lane 7, backstretch 20"
    assert {decision.name for decision in race.pending.values()} == {"speed"}


@pytest.mark.rule("E2 14.1.1")
def test_any_direction_but_not_diagonally_and_in_corners_wherever_squares_overlap() -> None:
    race = walking("lane 4, backstretch 20", hits=1)
    assert ways(race) == {"stay", "in", "out", "forward", "back"}
    play(race, "in")
    assert man(race) == "lane 3, backstretch 20"
    assert events(race, "walk")[0].clauses == ("E2 14.1.1",)
    corner = walking("lane 1, dolphin corner 2", hits=1)
    assert ways(corner) == {"stay", "forward", "back", "out", "out 2"}


@pytest.mark.rule("E2 14.1.1")
def test_never_where_a_team_or_car_is_but_over_wrecks_and_carcasses() -> None:
    race = walking(
        "lane 4, backstretch 20", blue="lane 4, backstretch 22", wrecks=["lane 5, backstretch 20"],
        carcasses=["lane 3, backstretch 20"], green="lane 4, backstretch 19", green_is=LYING,
    )  # fmt: skip
    assert ways(race) == {"stay", "in", "out"}
    play(race, "out")
    assert man(race) == "lane 5, backstretch 20"


@pytest.mark.rule("E2 14.1.1.1")
def test_they_may_share_a_square() -> None:
    race = walking(
        "lane 4, backstretch 20", hits=1,
        blue="lane 2, front straight 10", blue_is={**FOOT, "man": "lane 5, backstretch 21", "hits": 1},
        green="lane 3, front straight 10", green_is={**FOOT, "man": "lane 4, backstretch 22", "hits": 1},
    )  # fmt: skip
    play(race, "forward", "in", "back")
    assert {man(race, each) for each in ("red", "blue", "green")} == {"lane 4, backstretch 21"}


# -- the wall -------------------------------------------------------------------------


@pytest.mark.rule("E2 14.1.2")
@pytest.mark.parametrize("dice", [(2,), (3, 4), (5, 1, 6), (1, 3, 5)])
def test_each_square_along_the_wall_is_a_try(dice: tuple[int, ...]) -> None:
    race = walking("lane 8, backstretch 20", *dice, hits=5)
    play(race, *["forward"] * len(dice))
    climbs = events(race, "climb")
    assert [event.data["die"] for event in climbs] == list(dice)
    assert climbs[0].clauses == ("E2 14.1.2",)
    safe = dice[-1] % 2 == 0
    assert man(race) == ("safe" if safe else "lane 8, backstretch 23")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 14.1.2")
def test_coming_to_the_wall_is_no_try_and_nobody_turns_back_along_it() -> None:
    race = walking("lane 7, backstretch 20", 3, hits=5)
    play(race, "out")
    assert not events(race, "climb")
    play(race, "forward")
    assert len(events(race, "climb")) == 1
    assert ways(race) == {"stay", "forward", "in"}


@pytest.mark.rule("E2 14.1.2")
def test_no_square_gives_a_second_try() -> None:
    log = {"wall_way": 1, "climbed": ["lane 8, backstretch 21", "lane 8, backstretch 20"]}
    race = walking("lane 8, backstretch 21", 3, hits=9, red_is=log)
    play(race, "in", "out", "back")
    assert man(race) == "lane 8, backstretch 20"
    assert not events(race, "climb")


@pytest.mark.rule("E2 14.1.2")
def test_the_chance_to_climb_and_to_dodge_is_told_with_every_step() -> None:
    race = walking("lane 8, backstretch 20", hits=6, red_is={"modifier": 1})
    assert (answer(race, "forward")["climb"], answer(race, "in")["climb"]) == (0.5, 0.0)
    assert answer(race, "forward")["dodges"] == round(21 / 36, 4)  # 7 and less


# -- no place -------------------------------------------------------------------------


@pytest.mark.rule("E2 14.1.3")
def test_on_foot_he_takes_no_place_though_his_team_crosses_the_line() -> None:
    foot = {**FOOT, "man": "lane 8, front straight 20", "lap": 3}
    blue = {"lap": 3, "moved": False, "written": 4, "whip": False}
    race = epic(
        red="lane 5, backstretch 30", red_is=foot, markers=5, blue="lane 4, backstretch 33", blue_is=blue, final=True
    )
    play(race, "forward 4", "forward 1", "stay")
    assert chariot(race, "red").status == "out"
    assert race.outcome is not None
    assert race.outcome.winners == (1,)
    assert events(race, "end")[0].data["winner"] == "blue"


# -- run at ---------------------------------------------------------------------------


@pytest.mark.rule("E2 14.2")
@pytest.mark.rule("E2 14.2.2")
@pytest.mark.parametrize(("dice", "total", "dodges"), [((3, 4), 6, True), ((4, 4), 7, False), ((1, 1), 1, True)])
def test_two_dice_less_cdm_against_his_hits(dice: tuple[int, int], total: int, dodges: bool) -> None:
    race = towards(*dice, *(() if dodges else (2,)))
    play(race, "forward 1")
    (dodge,) = events(race, "dodge")
    assert (dodge.data["total"], dodge.data["hits"], dodge.data["success"]) == (total, 6, dodges)
    assert dodge.clauses == ("E2 14.2", "E2 14.2.2")
    if dodges:
        assert (list(race.pending), asked(race)) == ([1], ("dodge", ["in", "out"]))
        play(race, "out")
        assert man(race, "blue") == "lane 5, backstretch 20"
        assert left(race.state, chariot(race, "red")) == 7  # who is missed costs nothing
    else:
        assert (man(race, "blue"), chariot(race, "blue").hits) == ("dead", 0)
        assert events(race, "driver-dead")[0].clauses == ("E2 14.2.2",)
        assert left(race.state, chariot(race, "red")) == 5
    assert dice_left(race) == ()


@pytest.mark.rule("E2 14.2.2")
def test_his_owner_chooses_the_side_and_obstacles_do_not_matter() -> None:
    race = epic(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False},
        blue="lane 1, front straight 10", blue_is={**FOOT, "man": "lane 4, backstretch 20"},
        wrecks=["lane 3, backstretch 20"], carcasses=["lane 5, backstretch 20"], dice=[1, 2],
    )  # fmt: skip
    play(race, "forward 1")
    assert asked(race) == ("dodge", ["in", "out"])
    assert race.pending[1].default == "in"
    assert answer(race, "in")["to"] == "lane 3, backstretch 20"
    assert answer(race, "out")["dodges"] == round(21 / 36, 4)
    play(race, "in")
    assert man(race, "blue") == "lane 3, backstretch 20"
    assert events(race, "walk")[0].clauses == ("E2 14.2.2",)


@pytest.mark.rule("E2 14.2.2")
def test_with_one_side_open_he_jumps_there() -> None:
    race = epic(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False},
        blue="lane 1, front straight 10", blue_is={**FOOT, "man": "lane 4, backstretch 20"},
        green="lane 3, backstretch 21", dice=[1, 2],
    )  # fmt: skip
    play(race, "forward 1")
    assert man(race, "blue") == "lane 5, backstretch 20"
    assert list(race.pending) == [0]


@pytest.mark.rule("E2 14.2.2")
@pytest.mark.parametrize(
    "beside",
    [{"green": "lane 2, backstretch 20"}, {"green": "lane 2, backstretch 21"},
     {"green": "lane 2, backstretch 20", "green_is": LYING}],
    ids=["team", "car", "lying team"],
)  # fmt: skip
def test_between_a_wall_and_a_chariot_he_is_killed_however_he_rolls(beside: dict[str, Any]) -> None:
    race = epic(
        red="lane 1, backstretch 19", red_is={"written": 8, "whip": False},
        blue="lane 5, front straight 10", blue_is={**FOOT, "man": "lane 1, backstretch 20"}, dice=[1, 1, 3], **beside,
    )  # fmt: skip
    assert answer(race, "forward 1")["men"] == [{"man": "blue", "dodges": 0.0}]
    play(race, "forward 1")
    dodge = events(race, "dodge")[0].data
    assert (dodge["success"], dodge["room"]) == (False, False)
    assert man(race, "blue") == "dead"
    assert "nowhere" in race.narrate(events(race, "dodge")[0])
    assert dice_left(race) == ()


@pytest.mark.rule("E2 14.2.2")
def test_in_a_corner_every_square_beside_him_will_do() -> None:
    race = epic(
        red="lane 1, dolphin corner 1", red_is={"written": 6, "whip": False},
        blue="lane 5, front straight 10", blue_is={**FOOT, "man": "lane 1, dolphin corner 2"}, dice=[1, 1],
    )  # fmt: skip
    play(race, "forward 1")
    assert asked(race) == ("dodge", ["out", "out 2"])
    play(race, "out 2")
    assert man(race, "blue") == "lane 2, dolphin corner 4"


@pytest.mark.rule("E2 14.2.2")
def test_a_dodge_is_no_climb_and_leaves_him_free_along_the_wall() -> None:
    race = epic(
        red="lane 7, backstretch 19", red_is={"written": 8, "whip": False},
        blue="lane 1, front straight 10", blue_is={**FOOT, "man": "lane 7, backstretch 20", "wall_way": 1},
        dice=[1, 1],
    )  # fmt: skip
    play(race, "forward 1", "out")
    assert (man(race, "blue"), chariot(race, "blue").wall_way) == ("lane 8, backstretch 20", 0)
    assert not events(race, "climb")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 14.2")
@pytest.mark.parametrize("red", [{**STRAY}, {"seat": 1}], ids=["runaway", "his own side"])
def test_any_team_runs_him_down(red: dict[str, Any]) -> None:
    race = epic(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False, **red}, green="lane 8, egg corner 3",
        green_is={"seat": 0}, blue="lane 1, front straight 10",
        blue_is={**FOOT, "man": "lane 4, backstretch 20", "hits": 7, "seat": 1}, seats=2, dice=[6, 6, 2],
    )  # fmt: skip
    play(race, "forward 1")
    assert man(race, "blue") == "dead"
    assert dice_left(race) == ()


@pytest.mark.rule("E2 14.2")
def test_several_men_dodge_each_for_himself_and_a_car_that_follows_does_nothing() -> None:
    race = epic(
        red="lane 4, backstretch 19", red_is={"written": 8, "whip": False},
        blue="lane 1, front straight 10", blue_is={**FOOT, "man": "lane 4, backstretch 20"},
        green="lane 2, front straight 10", green_is={**FOOT, "man": "lane 4, backstretch 20"}, dice=[6, 6, 2, 1, 1],
    )  # fmt: skip
    play(race, "forward 1", "in")
    assert (man(race, "blue"), man(race, "green")) == ("dead", "lane 3, backstretch 20")
    play(race, "forward 5")
    assert len(events(race, "dodge")) == 2
    assert dice_left(race) == ()


@pytest.mark.rule("E2 14.2")
@pytest.mark.rule("E2 14.2.1")
def test_forced_onto_him_in_a_rivals_phase_it_pays_as_used_move() -> None:
    race = epic(
        red="lane 3, backstretch 11", red_is={"written": 9, "whip": False}, blue="lane 4, backstretch 11",
        green="lane 1, front straight 10", green_is={**FOOT, "man": "lane 5, backstretch 12"},
        dice=[6, 6, 1, 1, 6, 6, 4],
    )  # fmt: skip
    play(race, "ram blue car", "avoid", "evade out")
    assert man(race, "green") == "dead"
    assert chariot(race, "blue").debt == 1 + 4
    assert chariot(race, "blue").loss == 0
    assert dice_left(race) == ()


@pytest.mark.rule("E2 14.2")
def test_slid_onto_him_in_a_corner_it_is_an_entry_too() -> None:
    """Ten in lane 1: two points; nine on the dice is S, a lane to the outside."""
    race = epic(
        red="lane 1, front straight 33", red_is={"written": 10, "whip": False},
        blue="lane 5, front straight 10", blue_is={**FOOT, "man": "lane 2, dolphin corner 0"}, dice=[3, 3, 3, 1, 1],
    )  # fmt: skip
    play(race, "forward 1")
    assert place(race, "red") == "lane 2, dolphin corner 0"
    assert (list(race.pending), asked(race)[0]) == ([1], "dodge")
    play(race, "out")
    assert man(race, "blue") != "dead"
    assert list(race.pending) == [0]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 14.2.1")
@pytest.mark.parametrize(
    ("factors", "die", "left_over", "used"), [(4, 5, 0, 2), (8, 3, 4, 0), (4, 3, 0, 0), (1, 6, 0, 6), (7, 6, 0, 0)]
)
def test_the_die_is_paid_now_and_what_is_missing_is_used_move(
    factors: int, die: int, left_over: int, used: int
) -> None:
    race = towards(6, 6, die, written=factors)
    play(race, "forward 1")
    if left_over:
        assert left(race.state, chariot(race, "red")) == left_over
    else:
        assert race.state.mover == -1
        assert chariot(race, "red").executed == factors  # the speed of the phase stays what it is
    assert chariot(race, "red").debt == used
    run_down = events(race, "run-down")[0]
    assert (run_down.data["loss"], run_down.data["later"], run_down.data["now"]) == (die, used, used == 0)
    assert run_down.clauses == ("E2 14.2", "E2 14.2.1")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 14.2.1")
def test_the_factors_are_used_but_the_speed_stays() -> None:
    """Twelve, six left at the man after entering, four for him; two more into the corner of eight: four points."""
    race = epic(
        red="lane 1, front straight 27", red_is={"written": 12, "whip": False}, blue="lane 5, front straight 10",
        blue_is={**FOOT, "man": "lane 1, front straight 33"}, dice=[6, 6, 4, 5, 5, 5],
    )  # fmt: skip
    play(race, "forward 6")
    assert left(race.state, chariot(race, "red")) == 2
    play(race, "forward 1")
    (strain,) = events(race, "strain")
    assert strain.data["points"] == 4
    assert dice_left(race) == ()


@pytest.mark.rule("E2 14.2.1")
def test_a_lane_change_onto_him_is_paid_first() -> None:
    race = epic(
        red="lane 4, backstretch 19", red_is={"written": 5, "whip": False}, blue="lane 1, front straight 10",
        blue_is={**FOOT, "man": "lane 3, backstretch 20"}, dice=[6, 6, 2],
    )  # fmt: skip
    play(race, "in")
    assert left(race.state, chariot(race, "red")) == 5 - 2 - 2
    assert man(race, "blue") == "dead"


# -- told beforehand ------------------------------------------------------------------


@pytest.mark.rule("E2 14.2.2")
def test_the_mover_is_told_the_chance() -> None:
    race = towards()
    straight = answer(race, "forward 3")
    assert straight["stop"] == "man"
    assert straight["men"] == [{"man": "blue", "dodges": round(21 / 36, 4)}]
    assert "Blue dodges 58%" in straight["hint"]
    aside = towards(man="lane 5, backstretch 20")
    assert answer(aside, "out")["men"] == [{"man": "blue", "dodges": round(21 / 36, 4)}]
    assert "men" not in answer(aside, "in")
    assert "on foot, dodges a team 58%" in race.view(0)["position"]["chariots"]["blue"]["remarks"]


@pytest.mark.rule("E2 14.2.2")
@pytest.mark.parametrize(("hits", "cdm"), [(6, 1), (1, 0), (9, -2), (10, 3)])
@pytest.mark.parametrize("square", ["lane 4, backstretch 20", "lane 1, backstretch 20"])
def test_the_odds_are_those_of_the_dice(hits: int, cdm: int, square: str) -> None:
    log = {"hits": hits, "hits_start": 10, "modifier": 3, "cdm": cdm, "man": square}
    race = epic(
        red="lane 8, backstretch 19", red_is={"written": 8, "whip": False}, green="lane 2, backstretch 20",
        blue="lane 6, front straight 10", blue_is={**FOOT, **log},
    ).state  # fmt: skip
    blue = race.chariots[2]
    met = oracle.found(
        race,
        lambda future, table: future.rules.book(future, table).meet_man(future.chariots[0], future.chariots[2]),
        lambda future, _: future.chariots[2].driver == "foot",
    )
    assert race.rules.book(race).dodge_chance(blue, blue.man) == pytest.approx(met.get(True, 0.0))


@pytest.mark.rule("E2 14.2.2")
def test_standing_orders_jump_for_who_is_away() -> None:
    race = towards(1, 1)
    play(race, "forward 1")
    orders = default_orders(GAME.orders(race.options, 2))
    obeyed = obey(race, 1, orders)
    assert obeyed is not None
    assert obeyed.choice == "in"
    assert obey(race, 1, {**orders, "rest": "ask"}) is None


# -- nothing else ---------------------------------------------------------------------


@pytest.mark.rule("E2 14.2.3")
def test_he_is_attacked_by_nothing_else_and_attacks_nobody() -> None:
    race = epic(
        red="lane 4, backstretch 21", red_is={"written": 3}, blue="lane 1, front straight 10",
        blue_is={**FOOT, "man": "lane 5, backstretch 20"},
    )  # fmt: skip
    play(race, "no")
    assert attacks(race) == set()
    assert not any("blue" in str(choice) for choice in asked(race)[1])  # no knife and no dust either
    with pytest.raises(Exception, match="not legal"):
        race.submit(0, "dagger blue driver")
    walk = walking("lane 4, backstretch 20", blue="lane 5, backstretch 21")
    assert ways(walk) == {"stay", "forward", "back", "in"}


@pytest.mark.rule("E2 14.1")
@pytest.mark.rule("E2 14.2.3")
def test_a_dragged_man_is_no_man_on_foot() -> None:
    race = epic(
        red="lane 4, backstretch 12", red_is={"written": 2, "whip": False}, blue="lane 4, backstretch 14",
        blue_is=DRAGGING,
    )  # fmt: skip
    play(race, "forward 1")
    assert not events(race, "dodge")


@pytest.mark.rule("E2 14.1")
def test_a_race_of_which_only_men_are_left_can_be_written_down() -> None:
    """Both teams lie where they fell; their drivers still run."""
    lying = {**LYING, "driver": "foot", "fallen": [2], "freed_turn": 3, "moved": True}
    race = epic(
        phase="walk", asks="walk", walker="red", red="lane 1, front straight 10",
        red_is={**lying, "man": "lane 4, backstretch 20"}, blue="lane 2, front straight 10",
        blue_is={**lying, "man": "lane 5, backstretch 20"},
    )  # fmt: skip
    assert (list(race.pending), asked(race)[0]) == ([0], "walk")
    written = GAME.write_position(race.state)
    again = GAME.read_position(written, 2, race.options)
    assert [each.man for each in again.chariots] == [each.man for each in race.state.chariots]
