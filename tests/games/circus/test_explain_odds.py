"""What explanations say of single positions, against the engine over every throw."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ludus.core.event import Event
from ludus.games.circus import odds
from ludus.games.circus.chapters.corners import STRAIN_WORDS
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Race
from tests.games.circus.oracle import flipped, found
from tests.games.circus.test_explain_attacks import DEAD_HORSE, answers, close
from tests.rules.circus.kit import BOOK, GAME, KEEP, CircusMatch, circus, events, fresh, play

# -- corners ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["flip", "roll"])
@pytest.mark.parametrize(
    ("log", "unpaid"),
    [
        ({"endurance": 40}, False),
        ({"endurance": 40, "modifier": 2, "cdm": -1}, False),
        ({"endurance": 4, "modifier": 1}, False),  # the last endurance goes, and a point of CDM with it
        ({"endurance": 3}, True),
        ({"endurance": 0}, True),
    ],
)
def test_a_corner_on_the_way(rule: str, log: dict[str, Any], unpaid: bool) -> None:
    race = circus(
        red="lane 1, front straight 30",
        red_is=log,
        move={"written": 12},
        options={"unpaid_strain": rule},
        level="basic",
    )
    said = answers(race)["forward 9"]
    assert said["path"] == [
        *(f"lane 1, front straight {square}" for square in (31, 32, 33)),
        "lane 1, dolphin corner 0",
    ]
    assert (said["cost"], said["to"], said["stop"]) == (4, None, "strain")
    strain = said["strain"]
    assert (strain["lane"], strain["safe"], strain["speed"], strain["points"]) == (1, 8, 12, 4)
    assert (strain["endurance"], strain["wheels"]) == (4, 0.0)

    def read(_: Race, events: list[Event]) -> str:
        rolled = [event.data["result"] for event in events if event.kind == "strain"]
        return str(rolled[0]) if rolled else "FP"

    true = found(
        race.state, lambda future, table: book_of(future, table).go_forward(future.chariots[0], 9), read, "strain"
    )
    assert strain["unpaid"] == (unpaid and (rule == "flip" or not log["endurance"]))
    assert strain["odds"] == pytest.approx({**dict.fromkeys(STRAIN_WORDS, 0.0), **true}, abs=6e-5)
    for short, before in (("forward 3", "lane 1, front straight 33"), ("forward 1", "lane 1, front straight 31")):
        assert (answers(race)[short]["to"], answers(race)[short]["strain"]) == (before, None)


def test_a_damaged_wheel_is_checked_before_the_corner() -> None:
    race = circus(red="lane 1, front straight 33", red_is={"left_wheel": 6, "right_wheel": 3}, move={"written": 12})
    strain = answers(race)["forward 1"]["strain"]
    true = found(
        race.state,
        lambda future, table: book_of(future, table).go_forward(future.chariots[0], 1),
        lambda _, told: flipped(told),
        "corner strain",
    )
    assert strain["wheels"] == pytest.approx(true[True], abs=6e-5)


def test_wheels_are_checked_once_in_a_corner() -> None:
    race = circus(red="lane 3, front straight 33", red_is={"left_wheel": 3}, move={"written": 14}, dice=[6, 6, 1, 1, 1])
    assert answers(race)["forward 1"]["strain"]["wheels"] > 0
    play(race, "forward 1")
    assert answers(race)["in"]["strain"]["wheels"] == 0.0


def test_wheels_are_checked_at_fourteen() -> None:
    race = circus(red="lane 3, backstretch 3", red_is={"left_wheel": 5}, phase="notation", turn=3)
    said = GAME.explain(race.state, race.pending[0])
    assert (said[13]["wheels"], said[14]["wheels"]) == (0.0, round(BOOK.wheel_off_odds(odds.Axle(5, 0)), 4))


def test_what_was_paid_for_a_corner_counts() -> None:
    race = circus(red="lane 3, front straight 33", red_is={"endurance": 30}, move={"written": 14}, dice=[1, 1, 1])
    play(race, "forward 1")
    strain = answers(race)["in"]["strain"]
    assert (strain["lane"], strain["points"], strain["endurance"]) == (2, 5, 3)  # two are paid already
    assert answers(race)["out"]["strain"] is None


# -- speeds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("debt_rule", ["limit", "written"])
@pytest.mark.parametrize(
    ("square", "log"),
    [
        ("lane 3, backstretch 20", {}),
        ("lane 3, backstretch 20", {"debt": 3, "loss": 2}),
        ("lane 3, backstretch 20", {"gains": 4, "debt": 1}),
        ("lane 2, dolphin corner 3", {"modifier": 1, "cdm": -2, "jostled": True}),  # a ban caps the speed
    ],
)
def test_every_speed_is_what_it_is_said_to_be(square: str, log: dict[str, Any], debt_rule: str) -> None:
    def writing(*dice: int) -> CircusMatch:
        return circus(
            red=square,
            red_is={**log, "whip": False},
            options={"evasion_debt": debt_rule},
            level="basic",
            turn=5,
            phase="notation",
            dice=dice,
        )

    race = writing()
    said = GAME.explain(race.state, race.pending[0])
    assert len(said) > 5
    for answer in said:
        after = writing(1, *[1, 1, 1] * 4)  # Red is drawn first; corners are survived
        after.submit(0, answer["choice"])
        after.submit(1, 0)
        told = events(after, "speed")[0].data
        assert (told["total"], told["factors"]) == (answer["total"], answer["factors"])


def test_a_speed_before_a_corner() -> None:
    race = circus(red="lane 1, front straight 30", red_is={"endurance": 40}, phase="notation", turn=3)
    said = GAME.explain(race.state, race.pending[0])
    assert (said[3]["end"], said[3]["corner"], said[3]["finish"]) == ("lane 1, front straight 33", None, False)
    corner = said[12]["corner"]
    assert corner["squares_to"] == 4
    assert [lane["lane"] for lane in corner["lanes"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [lane["safe"] for lane in corner["lanes"]] == [8, 9, 12, 15, 17, 20, 22, 24]
    assert [lane["points"] for lane in corner["lanes"]] == [4, 3, 0, 0, 0, 0, 0, 0]
    assert [lane["endurance"] for lane in corner["lanes"]] == [4, 3, 0, 0, 0, 0, 0, 0]
    assert corner["lanes"][0]["odds"] == {code: round(chance, 4) for code, chance in BOOK.strain_odds(4, 0).items()}
    assert corner["lanes"][3]["odds"] == {"-": 1.0}
    assert said[12]["end"] == "lane 1, backstretch 2"


def test_a_speed_with_somebody_ahead_and_one_over_the_line() -> None:
    race = circus(red="lane 3, backstretch 10", blue="lane 3, backstretch 15", phase="notation", turn=3)
    said = GAME.explain(race.state, race.pending[0])
    assert said[3]["end"] == "lane 3, backstretch 13"
    assert (said[4]["end"], said[4]["blocked_at"]) == (None, "lane 3, backstretch 14")
    assert "blocked by Blue after 3 squares" in said[4]["hint"]
    race = circus(red="lane 3, backstretch 30", red_is={"lap": 3}, phase="notation", turn=30, markers=5)
    said = GAME.explain(race.state, race.pending[0])
    assert [answer["finish"] for answer in said[:6]] == [False, False, False, False, True, True]
    assert said[4]["corner"] is None


def test_the_first_turn_takes_a_die_off() -> None:
    race = circus(red="lane 3, front straight 3", phase="notation", turn=1)
    answer = GAME.explain(race.state, race.pending[0])[12]
    assert (answer["total"], answer["least"]) == (11, 6)
    assert answer["end"] == "lane 3, front straight 14"


def test_a_dead_horse_and_the_speed_to_cut_it_free() -> None:
    race = circus(red="lane 3, backstretch 10", red_is=DEAD_HORSE, phase="notation", turn=3, dice=[1])
    said = GAME.explain(race.state, race.pending[0])
    assert said[10]["cut"] == round(BOOK.cut_odds(3, 0, 10), 4)
    assert (said[10]["total"], said[2]["cut"]) == (0, 0.0)
    play(race, 10, 0)
    assert answers(race)["cut"]["success"] == said[10]["cut"]


def test_a_whip_in_a_corner() -> None:
    """Speed 10 in lane 2, which bears 9: every factor strains more; two endurance do not pay for it."""
    race = circus(red="lane 2, dolphin corner 2", red_is={"written": 10, "endurance": 7})
    said = answers(race)
    assert (said["no"]["total"], said["no"]["strain"]["points"]) == (10, 1)
    whip = said["whip"]
    assert whip["odds"] == {str(factors): 0.1667 for factors in range(1, 7)}
    assert [total["total"] for total in whip["totals"]] == [11, 12, 13, 14, 15, 16]
    assert [total["strain"]["points"] for total in whip["totals"]] == [2, 3, 4, 5, 6, 7]
    # What the whip has cost is gone when the corner must be paid.
    assert [total["strain"]["unpaid"] for total in whip["totals"]] == [False, False, False, True, True, True]
    for total in whip["totals"]:
        after = circus(
            red="lane 2, dolphin corner 2", red_is={"written": 10, "endurance": 7}, dice=[total["die"], 1, 1, 1]
        )
        play(after, "whip")
        assert events(after, "speed")[0].data["total"] == total["total"]
        assert bool(events(after, "flip")) == total["strain"]["unpaid"]


def test_offered_factors() -> None:
    race = circus(red="lane 3, backstretch 10", red_is={"written": 10, "offered": 2, "whip": False})
    assert {choice: answer["total"] for choice, answer in answers(race).items()} == {0: 10, 1: 11, 2: 12}


# -- wrecks, walls, blocks ---------------------------------------------------------------------------------------

WRECK = "lane 4, backstretch 20"


@pytest.mark.parametrize("endurance", [30, 2, 5])
def test_paying_for_a_jump(endurance: int) -> None:
    """Five on the die: what is not paid is added, and the last endurance costs a point of CDM."""

    def jump(*dice: int) -> CircusMatch:
        log = {"written": 8, "whip": False, "endurance": endurance, "right_wheel": 5}
        race = circus(red="lane 4, backstretch 19", red_is=log, wrecks=[WRECK], dice=[5, *dice], level="advanced")
        play(race, "forward 1")
        return race

    said = answers(jump())
    assert [*said] == list(range(min(5, endurance) + 1))
    for paid in (0, min(5, endurance)):
        true: dict[str, float] = {}
        for dice in product(range(1, 7), repeat=3):
            after = jump(*dice, *[6] * 9)
            play(after, paid, "forward 2")
            result = events(after, "run-over")[0].data["result"]
            true[result] = true.get(result, 0.0) + 1 / 216
        close(said[paid]["odds"], true)
        assert said[paid]["unpaid"] == 5 - paid


def test_all_flips_of_a_jump_are_counted() -> None:
    """The chart's own, danger of flipping at speed 8, and the wheels."""
    log = {"written": 8, "whip": False, "endurance": 30, "right_wheel": 5}
    race = circus(red="lane 4, backstretch 19", red_is=log, wrecks=[WRECK], dice=[5])
    play(race, "forward 1")
    said = answers(race)[2]
    race.state.chariots[0].endurance -= 2
    race.state.move.jumps = ()  # it is rolled for now
    true = found(
        race.state,
        lambda future, table: book_of(future, table).roll_run_over(future.chariots[0], future.chariots[0].square, 3, 0),
        lambda _, told: flipped(told),
    )
    assert said["flips"] == pytest.approx(true[True], abs=6e-5)


def test_a_team_that_lies_there_is_worse_than_a_wreck() -> None:
    team = {"status": "stopped", "driver": "dead", "hitched": False, "hits": 0, "horses": [0, 4, 4, 5], "fallen": [1]}
    race = circus(
        red="lane 4, backstretch 19",
        blue=WRECK,
        blue_is=team,
        red_is={"modifier": 1},
        move={"written": 8},
        dice=[4],
    )
    close(answers(race)["forward 1"]["jump"]["odds"], dict(BOOK.jump_odds(1, 3)))
    play(race, "forward 1")
    close(answers(race)[1]["odds"], dict(BOOK.jump_odds(1, 3 + 3)))


@pytest.mark.parametrize(("factors", "clears"), [(3, True), (2, False)])
def test_a_wreck_one_cannot_get_clear_of(factors: int, clears: bool) -> None:
    race = circus(red="lane 4, backstretch 19", wrecks=[WRECK], move={"written": factors}, dice=[1])
    answer = answers(race)["forward 1"]
    assert (answer["stop"], answer["jump"]["clears"]) == ("wreck", clears)
    assert ("and flip" in answer["hint"]) == (not clears)


def test_the_wall_is_named_for_what_it_is() -> None:
    race = circus(red="lane 1, backstretch 10", move={"written": 5})
    answer = answers(race)["into the wall"]
    assert (answer["label"], answer["cost"], answer["clause"]) == ("Turn into the wall: you flip", 2, "CM 6.44")


def test_blocked_with_and_without_the_endurance_to_brake() -> None:
    def blocked(endurance: int) -> CircusMatch:
        """Blue ahead, Green beside, where Red could attack."""
        return circus(
            red="lane 1, backstretch 10",
            red_is={"endurance": endurance},
            blue="lane 1, backstretch 12",
            blue_is={"car": "heavy"},
            green="lane 2, backstretch 10",
            move={"written": 4},
        )

    answer = answers(blocked(20))["brake 4"]
    assert (answer["label"], answer["endurance"]) == ("Brake off 4 factors", 4)
    assert "injury" not in answer
    answer = answers(blocked(3))["brake 4"]
    assert (answer["label"], answer["endurance"], answer["clause"]) == ("Run into Blue", 3, "CM 6.74")
    close(answer["injury"], {odds.boxes_lost(points): chance for points, chance in BOOK.injury_odds(3).items()})


# -- building and men on foot --------------------------------------------------------------------------------------


def test_every_box_of_a_build_says_what_it_buys() -> None:
    race = fresh(2, dice=KEEP)
    first, *others = GAME.explain(race.state, race.pending[0])
    assert first["choice"] == [0, 0, 2, 2]
    assert [box["label"] for box in first["boxes"]] == [
        "driver +0, 5 to 8 hits",
        "light car",
        "team speed 19 to 22",
        "endurance 59 to 74",
    ]
    assert len(others) == 18


def test_a_man_who_runs_along_the_wall() -> None:
    log = {"status": "runaway", "driver": "foot", "hitched": False, "man": "lane 2, backstretch 30", "hits": 6}
    race = circus(red="lane 4, backstretch 3", blue="lane 7, backstretch 3", blue_is=log, red_is={"whip": False})
    while race.pending and next(iter(race.pending.values())).name != "walk":
        seat, decision = next(iter(race.pending.items()))
        race.submit(seat, decision.default)
    said = answers(race)
    assert said["in"]["to"] == "lane 1, backstretch 30"
    assert said["in"]["climb"] == 0.0
    play(race, "in")
    said = answers(race)
    assert said["forward"]["climb"] == 0.5
    assert said["stay"]["to"] == "lane 1, backstretch 30"
