"""E2 13.3: men dragged behind their teams, or behind their empty cars."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, dice_left, events, place, play
from tests.rules.epic.kit import epic
from tests.rules.epic.wreck_kit import (
    BROKEN,
    DRAGGING,
    EMPTY,
    LOST,
    MUD,
    NO_KNIFE,
    flipped,
    man,
    trail,
    walking,
    wrecks,
)

WELL: dict[str, Any] = {"hits": 9, "hits_start": 9}


# -- the man --------------------------------------------------------------------------


@pytest.mark.rule("E2 13.3")
def test_after_a_flip_he_lies_right_behind_the_team_and_blocks_nobody() -> None:
    race = flipped()
    assert chariot(race, "red").driver == "dragged"
    assert trail(race) == ["lane 4, backstretch 10"]
    assert race.state.free(race.state.track.find("lane 4, backstretch 10"))


@pytest.mark.rule("E2 13.3")
@pytest.mark.rule("E2 13.3.4")
def test_pulled_from_his_car_he_lies_behind_it() -> None:
    race = epic(red="lane 4, backstretch 11", red_is={"written": 5, "whip": False})
    book_of(race.state, race.table).pull_from_car(chariot(race, "red"), "E2 10.6.5a")
    assert trail(race) == ["lane 4, backstretch 9"]
    assert race.state.free(race.state.track.find("lane 4, backstretch 9"))
    assert place(race, "red") == "lane 4, backstretch 11"


@pytest.mark.rule("E2 13.3")
def test_a_dead_driver_leaves_no_piece() -> None:
    race = flipped()
    assert chariot(race, "red").driver == "dragged"
    dead = epic(red="lane 4, backstretch 11", red_is={"written": 5, "whip": False, "hits": 1})
    red = chariot(dead, "red")
    red.hits = 0
    book_of(dead.state, dead.table).flip(red, "E2 12.1")
    assert (red.driver, red.trail) == ("dead", ())


@pytest.mark.rule("E2 13.3.4")
def test_he_trails_a_square_further_back_than_behind_a_bare_team() -> None:
    behind_car = epic(red="lane 4, backstretch 5", red_is={**EMPTY, **WELL, "horses": [4, 0, 0, 0]}, dice=[6, 6, 1])
    play(behind_car, "forward 4")
    assert trail(behind_car) == [f"lane 4, backstretch {square}" for square in (3, 4, 5, 6, 7)]
    bare = epic(red="lane 4, backstretch 5", red_is={**DRAGGING, **WELL, "horses": [4, 0, 0, 0]}, dice=[6, 6, 1])
    play(bare, "forward 4")
    assert trail(bare) == [f"lane 4, backstretch {square}" for square in (4, 5, 6, 7, 8)]


@pytest.mark.rule("E2 13.3.4")
def test_he_is_rammed_from_his_own_square_behind_the_car() -> None:
    race = epic(
        red="lane 5, backstretch 28", red_is={"written": 2, "whip": False}, blue="lane 5, backstretch 31",
        blue_is={**EMPTY, **WELL},
    )  # fmt: skip
    assert trail(race, "blue") == ["lane 5, backstretch 29"]
    assert attacks(race) == set()
    play(race, "forward 1")
    assert attacks(race) == {"trample blue driver"}
    shown = race.view(0)["decision"]["answers"]
    (trample,) = [answer for answer in shown if answer["choice"] == "trample blue driver"]
    assert trample["square"] == "lane 5, backstretch 29"


@pytest.mark.rule("E2 13.3.4")
def test_when_the_car_flips_he_moves_up_and_that_is_no_dragging() -> None:
    """The car breaks at the start of the phase, at 14 and more; nothing has moved yet."""
    race = epic(red="lane 4, backstretch 11", red_is={**EMPTY, **WELL, "left_wheel": 9}, dice=[*LOST])
    assert events(race, "flip")
    assert trail(race) == ["lane 4, backstretch 10"]
    assert chariot(race, "red").cut_due
    on_a_wreck = epic(
        red="lane 4, backstretch 11", red_is={**EMPTY, **WELL, "left_wheel": 9, "under": []},
        wrecks=["lane 4, backstretch 10"], dice=[*LOST],
    )  # fmt: skip
    assert trail(on_a_wreck) == ["lane 4, backstretch 10"]
    assert chariot(on_a_wreck, "red").driver == "dragged"


@pytest.mark.rule("E2 13.3.4")
@pytest.mark.rule("E2 13.3.1")
def test_dragged_already_he_counts_from_the_flip_of_his_car() -> None:
    """Two squares with the car, then the flip in the corner, then six more: a total of 3 from where he moved up to."""
    log = {**EMPTY, "horses": [4, 3, 0, 2], "endurance": 0, **WELL}
    race = epic(red="lane 1, front straight 31", red_is=log, dice=[1, 2, 1, 2, 2])
    play(race, "forward 3")
    assert events(race, "flip")
    assert trail(race)[-1] == "lane 1, front straight 33"
    play(race, "forward 6", "cut")
    assert man(race) == "lane 1, dolphin corner 2"
    assert dice_left(race) == ()


# -- cutting himself free -------------------------------------------------------------


@pytest.mark.rule("E2 13.3.1")
@pytest.mark.parametrize(
    ("dice", "free", "square"), [((3, 4), True, 16), ((4, 4), False, 0), ((1, 2), True, 12), ((6, 6), False, 0)]
)
def test_two_dice_less_cdm_against_his_hits(dice: tuple[int, int], free: bool, square: int) -> None:
    race = flipped(*dice, 1, 2, 2, hits=6, hits_start=9, modifier=1)
    play(race, "forward 14", "cut")
    (cut,) = events(race, "cut-loose")
    assert (cut.data["total"], cut.data["hits"], cut.data["free"]) == (sum(dice) - 1, 6, free)
    assert man(race) == (f"lane 4, backstretch {square}" if free else "dragged")
    assert cut.clauses == ("E2 13.3.1",)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.1")
def test_never_further_than_the_team_moved() -> None:
    """The flip leaves four squares to run: six is cut to four."""
    race = epic(
        red="lane 1, front straight 29", red_is={"written": 9, "whip": False, **WELL},
        dice=[1, 1, 1, 3, 3, 1, 2, 2],
    )  # fmt: skip
    play(race, "forward 5")
    assert events(race, "flip")
    play(race, "forward 4", "cut")
    assert place(race, "red") == "lane 1, dolphin corner 4"
    assert man(race) == "lane 1, dolphin corner 3"
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.1")
def test_below_nothing_is_nothing() -> None:
    race = flipped(1, 1, 1, 2, 2, modifier=3)
    play(race, "forward 14", "cut")
    assert events(race, "cut-loose")[0].data["total"] == -1
    assert man(race) == "lane 4, backstretch 10"


@pytest.mark.rule("E2 13.3.1")
@pytest.mark.rule("E2 6.D-5a")
def test_he_may_try_again_at_the_end_of_every_phase() -> None:
    log = {**DRAGGING, **WELL, "horses": [5, 1, 0, 0], "modifier": 0}
    race = epic(red="lane 4, backstretch 5", red_is=log, dice=[6, 6, 1, 1, 2, 2, 1])
    play(race, "forward 6", "cut")
    assert chariot(race, "red").driver == "dragged"
    race.submit(1, 0)
    play(race, "forward 6", "cut")
    assert man(race) == "lane 4, backstretch 14"  # four on from where he lay when this phase began
    assert [event.data["free"] for event in events(race, "cut-loose")] == [False, True]


@pytest.mark.rule("E2 13.3.1")
@pytest.mark.rule("E2 6.D-5a")
@pytest.mark.rule("E2 6.D-5b")
def test_the_attempt_comes_before_the_damage_and_freed_he_takes_it_too() -> None:
    race = flipped(2, 2, 5, 2, 2)
    play(race, "forward 14", "cut")
    kinds = [event.kind for event in race.events]
    assert kinds.index("cut-loose") < kinds.index("on-foot") < kinds.index("driver-hurt")
    assert (chariot(race, "red").driver, chariot(race, "red").hits) == ("foot", 9 - 3)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.1")
def test_flipped_by_a_rival_he_tries_at_the_end_of_that_phase_where_the_car_was() -> None:
    race = epic(
        red="lane 5, backstretch 11", red_is={"written": 1, "whip": False}, blue="lane 6, backstretch 11",
        blue_is={"left_wheel": 9, **WELL}, dice=[6, 6, 6, 3, 4, 2, 2, 2, 2],
    )  # fmt: skip
    play(race, "ram blue car", "hold")
    assert (list(race.pending), asked(race)[0]) == ([1], "loose")
    play(race, "cut")
    assert (man(race, "blue"), chariot(race, "blue").hits) == ("lane 6, backstretch 10", 9)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.1")
def test_only_with_his_knife() -> None:
    race = flipped(1, 2, 2, **NO_KNIFE)
    play(race, "forward 14")
    assert chariot(race, "red").driver == "dragged"
    assert not events(race, "cut-loose")
    assert len(events(race, "no-knife")) == 1
    later = epic(red="lane 4, backstretch 5", red_is={**DRAGGING, **WELL, **NO_KNIFE}, dice=[1])
    play(later, "forward 18")
    assert not events(later, "no-knife")  # he knows
    assert dice_left(later) == ()


@pytest.mark.rule("E2 13.3.1")
def test_nobody_has_to_try_and_the_odds_are_told() -> None:
    race = flipped(1, 2, 2, hits=2, hits_start=9, modifier=1)
    play(race, "forward 14")
    cut, hang = race.view(0)["decision"]["answers"]
    assert cut["success"] == round(3 / 36, 4)
    assert (cut["dies"], hang["dies"]) == (round(4 / 6, 4),) * 2  # 3 to 6 are two hits and more
    play(race, "hang on")
    assert not events(race, "cut-loose")
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.2")
@pytest.mark.parametrize(("modifier", "share"), [(1, 1), (2, 35 / 36)])
def test_a_cut_that_leaves_him_where_he_lay_spares_him_the_die(modifier: int, share: float) -> None:
    """Two ones less 2 are no square at all, so he may come out of it unhurt; hanging on he may not."""
    race = epic(red="lane 4, backstretch 5", red_is={**DRAGGING, "hits": 2, "modifier": modifier})
    play(race, "forward 18")
    cut, hang = race.explain(0)
    assert hang["dies"] == round(4 / 6, 4)
    assert cut["dies"] == round(share * 4 / 6, 4)


# -- what it does to him --------------------------------------------------------------


@pytest.mark.rule("E2 13.3.2")
@pytest.mark.rule("E2 6.D-5b")
@pytest.mark.parametrize(("die", "dry", "mud"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (6, 3, 2)])
def test_half_a_die_and_in_mud_a_third(die: int, dry: int, mud: int) -> None:
    for ground, hits in (({}, dry), (MUD, mud)):
        race = epic(red="lane 4, backstretch 5", red_is={**DRAGGING, **WELL}, dice=[die], **ground)
        squares = len(asked(race)[1])
        play(race, f"forward {squares}", "hang on")
        assert chariot(race, "red").hits == 9 - hits
        assert events(race, "driver-hurt")[0].clauses[0] == ("E2 3.7.4e" if ground else "E2 13.3.2")
        assert dice_left(race) == ()


@pytest.mark.rule("E2 3.7.4e")
@pytest.mark.parametrize(("die", "hits"), [(4, 2), (6, 2), (1, 1)])
def test_mud_is_softer(die: int, hits: int) -> None:
    race = epic(red="lane 4, backstretch 5", red_is={**DRAGGING, **WELL}, dice=[die], **MUD)
    play(race, f"forward {len(asked(race)[1])}", "hang on")
    assert chariot(race, "red").hits == 9 - hits
    assert events(race, "driver-hurt")[0].clauses[0] == "E2 3.7.4e"


@pytest.mark.rule("E2 13.3.2")
def test_a_flip_with_nothing_left_to_run_hurts_nobody() -> None:
    """The last factor brings it into the corner."""
    race = epic(red="lane 1, front straight 25", red_is={"written": 9, "whip": False, **WELL}, dice=[1, 1, 1, 2, 2])
    play(race, "forward 9", "hang on")
    assert (chariot(race, "red").driver, chariot(race, "red").hits) == ("dragged", 9)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.2")
def test_the_last_hit_is_death_and_hits_lower_the_modifier() -> None:
    race = epic(red="lane 4, backstretch 5", red_is={**DRAGGING, "hits": 3}, dice=[5])
    play(race, "forward 18", "hang on")
    assert (chariot(race, "red").driver, chariot(race, "red").status) == ("dead", "runaway")
    assert events(race, "driver-dead")[0].clauses == ("E2 13.3.2",)
    hurt = epic(red="lane 4, backstretch 5", red_is={**DRAGGING, "hits": 5, "hits_start": 8, "modifier": 1}, dice=[1])
    play(hurt, "forward 18", "hang on")
    assert (chariot(hurt, "red").hits, chariot(hurt, "red").modifier) == (4, 0)


@pytest.mark.rule("E2 13.3.2")
def test_dragged_aside_in_a_rivals_phase_he_is_hurt_too() -> None:
    race = epic(
        red="lane 3, backstretch 11", red_is={"written": 1, "whip": False}, blue="lane 4, backstretch 10",
        blue_is={**DRAGGING, "hits": 7}, dice=[3],
    )  # fmt: skip
    play(race, "ram blue horses", "evade out")
    assert chariot(race, "blue").hits == 5
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.1.1")
@pytest.mark.rule("E2 13.3.2")
def test_whose_team_falls_in_its_own_phase_is_free_and_hurt_by_that_phase() -> None:
    """Four points in lane 1, eight on the dice: LH; the left horse has one box."""
    log = {**EMPTY, **WELL, "horses": [1, 4, 4, 3], "endurance": 30, **NO_KNIFE}
    race = epic(red="lane 1, front straight 32", red_is=log, dice=[2, 3, 3, 5, 5, 5])
    play(race, "forward 2")
    red = chariot(race, "red")
    assert events(race, "strain")[0].data["result"] == "LH"
    assert (red.status, man(race), red.hits) == ("stopped", "lane 1, front straight 32", 9 - 3)
    assert events(race, "on-foot")[0].clauses[0] == "E2 13.3.1.1"
    assert red.trail == ()
    assert dice_left(race) == ()


# -- over obstacles -------------------------------------------------------------------


@pytest.mark.rule("E2 13.3.3")
@pytest.mark.parametrize(
    "there",
    [
        {"wrecks": ["lane 4, backstretch 11"]},
        {"blue": "lane 4, backstretch 11",
         "blue_is": {"status": "stopped", "driver": "dead", "horses": [0, 4, 4, 5], "fallen": [1]}},
    ],
    ids=["wreck", "team"],
)  # fmt: skip
def test_over_a_wreck_or_a_lying_team_he_is_killed(there: dict[str, Any]) -> None:
    race = epic(
        red="lane 4, backstretch 10", red_is={**DRAGGING, **WELL, "endurance": 0}, dice=[1, 6, 6, 6], **there
    )  # fmt: skip
    play(race, "forward 1")
    assert chariot(race, "red").driver == "dragged"
    play(race, "forward 1")
    assert chariot(race, "red").driver == "dead"
    assert events(race, "driver-dead")[0].clauses == ("E2 13.3.3",)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.3")
@pytest.mark.parametrize(("die", "hits"), [(4, 2), (5, 3), (1, 1)])
@pytest.mark.parametrize("ground", [{}, MUD], ids=["dry", "mud"])
def test_over_a_carcass_it_is_half_a_die_besides_the_dragging(die: int, hits: int, ground: dict[str, Any]) -> None:
    race = epic(
        red="lane 4, backstretch 10", red_is={**DRAGGING, **WELL, "endurance": 0}, carcasses=["lane 4, backstretch 11"],
        dice=[1, die, 6, 6, 6, 1], **ground,
    )  # fmt: skip
    play(race, "forward 1", "forward 1")
    assert chariot(race, "red").hits == 9 - hits
    play(race, f"forward {len(asked(race)[1])}", "hang on")
    assert chariot(race, "red").hits == 9 - hits - 1
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.3")
def test_a_carcass_can_be_the_end_of_him() -> None:
    race = epic(
        red="lane 4, backstretch 10", red_is={**DRAGGING, "hits": 2, "endurance": 0},
        carcasses=["lane 4, backstretch 11"], dice=[1, 3, 6, 6, 6],
    )  # fmt: skip
    play(race, "forward 1", "forward 1")
    assert chariot(race, "red").driver == "dead"
    assert events(race, "driver-dead")[0].clauses == ("E2 13.3.3",)


@pytest.mark.rule("E2 13.3.3")
@pytest.mark.rule("E2 13.3.4")
def test_behind_the_car_he_comes_over_it_a_square_later() -> None:
    race = epic(
        red="lane 4, backstretch 10", red_is={**EMPTY, **WELL, "endurance": 0}, wrecks=["lane 4, backstretch 11"],
        dice=[1, 6, 6, 6],
    )  # fmt: skip
    play(race, "forward 1")
    play(race, "forward 1")
    assert chariot(race, "red").driver == "dragged"  # now the car is on it
    play(race, "forward 1")
    assert chariot(race, "red").driver == "dead"


@pytest.mark.rule("E2 13.3.3")
def test_what_fell_under_his_car_kills_him_when_it_drives_on() -> None:
    """The check for the wreck is behind the car; the man is not."""
    race = epic(red="lane 4, backstretch 14", red_is={**EMPTY, **WELL, "under": []}, wrecks=["lane 4, backstretch 13"])
    play(race, "forward 18")
    assert chariot(race, "red").driver == "dead"
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.3")
def test_round_it_he_lives() -> None:
    race = epic(red="lane 4, backstretch 10", red_is={**DRAGGING, **WELL}, wrecks=["lane 4, backstretch 12"], dice=[1])
    play(race, "out", "forward 17", "hang on")
    assert (chariot(race, "red").driver, chariot(race, "red").hits) == ("dragged", 8)
    assert wrecks(race) == ["lane 4, backstretch 12"]


# -- the finish -----------------------------------------------------------------------


def crossing(*dice: int, hits: int = 2, log: dict[str, Any] = DRAGGING, **others: Any) -> CircusMatch:
    """Red's team drags its man over the finish line."""
    race = epic(red="lane 5, backstretch 30", red_is={**log, "hits": hits, "lap": 3}, markers=5, dice=dice, **others)
    play(race, "forward 4")
    return race


@pytest.mark.rule("E2 13.3.5")
@pytest.mark.parametrize("log", [DRAGGING, EMPTY], ids=["behind the team", "behind the car"])
def test_alive_at_the_end_of_the_turn_he_has_won(log: dict[str, Any]) -> None:
    race = crossing(2, log=log)
    assert race.outcome is not None
    assert race.outcome.winners == (0,)
    assert chariot(race, "red").hits == 1
    assert events(race, "finish")[0].data["dragged"]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 13.3.5")
@pytest.mark.rule("E2 13.3.2")
def test_whoever_dies_of_it_does_not_place() -> None:
    blue = {"lap": 3, "moved": False, "written": 4, "whip": False}
    race = crossing(3, blue="lane 4, backstretch 33", blue_is=blue)
    assert chariot(race, "red").driver == "dead"
    play(race, "forward 1")
    assert race.outcome is not None
    assert race.outcome.winners == (1,)


@pytest.mark.rule("E2 13.3.1")
@pytest.mark.rule("E2 14.1")
def test_freed_he_is_on_foot_and_the_team_runs_on() -> None:
    race = epic(red="lane 4, backstretch 11", red_is=BROKEN, turn=7, dice=[*LOST, 2, 2, 1, 2, 2])
    play(race, "forward 14", "cut")
    red = chariot(race, "red")
    assert (red.driver, red.freed_turn, man(race)) == ("foot", 7, "lane 4, backstretch 14")
    assert (red.status, place(race, "red")) == ("runaway", "lane 4, backstretch 25")
    assert asked(race)[0] == "speed"  # turn 7 is over, and he has not moved
    assert asked(walking("lane 4, backstretch 14", turn=8, red_is={"freed_turn": 7}))[0] == "walk"
