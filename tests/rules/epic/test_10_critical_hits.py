"""E2 10.4.4, 10.4.5: critical hits."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.event import Modifier
from ludus.games.circus.odds import thrown
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, dice_left, events, left, play
from tests.rules.epic.fight_kit import beside, factors_left, offered
from tests.rules.epic.kit import BOOK, epic

WOUND = (6, 5, 3, 3, 1)  # 11 against 6, and a movement loss of 1


def critical(total: int, *dice: int, **more: Any) -> CircusMatch:
    """Red wounds Blue, whose two dice on the Critical Hit Chart show this."""
    race = beside(*WOUND, *thrown(total, 2), *dice, **more)
    play(race, "lash blue driver", "hold")
    assert dice_left(race) == ()
    return race


@pytest.mark.rule("E2 10.4.4-chart")
def test_the_critical_hit_chart() -> None:
    assert [BOOK.critical_hit(roll) for roll in range(2, 13)] == [
        "pulled from the car",
        "severe wound",
        "arm wound",
        "eye wound",
        "surprise",
        "deep wound",
        *["none"] * 4,
        "tug of war",
    ]


@pytest.mark.rule("E2 10.4.5", "E2 10.4.4-chart")
@pytest.mark.parametrize(
    ("total", "dice", "clause"),
    [
        (2, (), "E2 10.4.5a"),
        (3, (), "E2 10.4.5b"),
        (4, (), "E2 10.4.5c"),
        (5, (), "E2 10.4.5d"),
        (6, (3, 3, 3, 4), "E2 10.4.5e"),
        (7, (), "E2 10.4.5f"),
        (8, (), "E2 10.4.5g"),
        (9, (), "E2 10.4.5g"),
        (10, (), "E2 10.4.5g"),
        (11, (), "E2 10.4.5g"),
        (12, (3, 3, 3, 4), "E2 10.4.5h"),
    ],
)
def test_every_result_has_its_clause(total: int, dice: tuple[int, ...], clause: str) -> None:
    told = events(critical(total, *dice, red_is={"hits": 7}, blue_is={"hits": 7}), "critical")[0]
    assert told.clauses == ("E2 10.4.4", "E2 10.4.4-chart", clause)


@pytest.mark.rule("E2 10.4.5a", "E2 2.5.12")
def test_pulled_out() -> None:
    race = critical(2)
    red, blue = chariot(race, "red"), chariot(race, "blue")
    assert (blue.status, blue.driver, blue.hitched) == ("runaway", "dragged", True)
    assert not red.whip
    assert blue.whip
    assert GAME.view(race.state, None)["chariots"]["red"]["log"]["counters"] == {"no whip": 1}


@pytest.mark.rule("E2 10.4.5b")
@pytest.mark.parametrize(("modifier", "cdm", "after"), [(0, 0, (-1, -1)), (2, -1, (1, -2))])
def test_a_severe_wound_costs_a_point_for_good(modifier: int, cdm: int, after: tuple[int, int]) -> None:
    race = beside(6, 6, *thrown(7 - cdm - (2 if cdm else 0), 2), 1, 1, 2, blue_is={"modifier": modifier, "cdm": cdm})
    play(race, "lash blue driver", "hold")
    blue = chariot(race, "blue")
    assert events(race, "critical")[0].data["result"] == "severe wound"
    assert (blue.modifier, blue.cdm) == after
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.4.5b")
def test_below_zero_he_strains_no_more() -> None:
    race = critical(3)
    assert BOOK.over(race.state).banned_from_straining(chariot(race, "blue"))
    assert GAME.view(race.state, 0)["chariots"]["blue"]["log"]["counters"]["no straining"] == 1
    assert not BOOK.over(race.state).may_whip(chariot(race, "blue"))


@pytest.mark.rule("E2 10.4.5c")
@pytest.mark.parametrize(("die", "factors"), [(1, 1), (2, 1), (3, 2), (6, 3)])
def test_an_arm_wound_halves_voluntary_straining(die: int, factors: int) -> None:
    assert chariot(critical(4), "blue").arm_wound
    race = epic(blue="lane 4, backstretch 10", blue_is={"arm_wound": True, "written": 5}, dice=[die])
    play(race, "whip")
    blue = chariot(race, "blue")
    assert left(race.state, blue) == 5 + factors
    assert blue.endurance == 49 - factors


@pytest.mark.rule("E2 10.4.5d")
@pytest.mark.parametrize(("inside", "left_eye", "right_eye"), [(3, True, False), (5, False, True)])
def test_an_eye_wound_is_on_the_side_of_the_lash(inside: int, left_eye: bool, right_eye: bool) -> None:
    blue = chariot(critical(5, inside=inside), "blue")
    assert (blue.eye_left, blue.eye_right) == (left_eye, right_eye)


@pytest.mark.rule("E2 10.4.5e")
def test_a_surprise_repeats_everything_with_1_off() -> None:
    """8 - 1 against 5: a Loss."""
    race = critical(6, 4, 4, 2, 3, 4)
    first, second = events(race, "lash-driver")
    assert (first.data["result"], second.data["result"]) == ("W", "M")
    assert second.data["factor"] == 2
    assert second.modifiers == (*first.modifiers, Modifier("taken by surprise", -1))
    assert chariot(race, "blue").loss == 1 + 4
    assert factors_left(race) == 9  # no second factor
    assert len(events(race, "attack")) == 1
    assert not events(race, "defence")  # and no way out


@pytest.mark.rule("E2 10.4.5e", "E2 10.4.2")
def test_the_penalty_does_not_grow() -> None:
    """Twice surprised: 12 - 1 against 6 wounds again, and 8 - 1 against 5 is a Loss."""
    race = critical(6, 6, 6, 3, 3, 1, 3, 3, 4, 4, 2, 3, 1)
    assert [event.data["factor"] for event in events(race, "lash-driver")] == [5, 5, 2]
    assert chariot(race, "blue").hits == 5


@pytest.mark.rule("E2 10.4.5e")
def test_wounds_count_in_the_repeat() -> None:
    """The first hit passes the half mark: his CDM is lower when the lash comes again."""
    race = beside(6, 6, 3, 3, 1, 3, 3, 4, 3, 3, 4, blue_is={"hits": 4, "modifier": 1})
    play(race, "lash blue driver", "hold")
    assert [event.modifiers[1].amount for event in events(race, "lash-driver")] == [-1, 0]
    assert events(race, "lash-driver")[1].data["factor"] == -1
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.4.5f")
@pytest.mark.parametrize(("hits", "after"), [(7, 5), (6, 4)])
def test_a_deep_wound_is_another_hit(hits: int, after: int) -> None:
    assert chariot(critical(7, blue_is={"hits": hits}), "blue").hits == after


@pytest.mark.rule("E2 10.4.5f")
def test_a_deep_wound_may_kill() -> None:
    race = critical(7, blue_is={"hits": 2})
    assert chariot(race, "blue").driver == "dead"
    assert events(race, "flip")[0].clauses[0] == "E2 12.1"


@pytest.mark.rule("E2 10.4.5g")
@pytest.mark.parametrize("total", [8, 9, 10, 11])
def test_nothing_more(total: int) -> None:
    blue = chariot(critical(total), "blue")
    assert (blue.hits, blue.driver, blue.modifier, blue.whip) == (6, "car", 0, True)
    assert (blue.arm_wound, blue.eye_left, blue.eye_right) == (False, False, False)


@pytest.mark.rule("E2 10.4.5h")
@pytest.mark.parametrize(
    ("red_dice", "red_hits", "blue_dice", "blue_hits", "dragged"),
    [
        ((3, 4), 5, (3, 3), 7, None),  # 7 + 5 against 6 + 6: his new wound counts
        ((5, 4), 5, (2, 2), 7, "blue"),
        ((2, 2), 5, (5, 4), 7, "red"),
        ((3, 4), 5, (4, 3), 6, None),
    ],
)
def test_the_pulling_match(
    red_dice: tuple[int, int], red_hits: int, blue_dice: tuple[int, int], blue_hits: int, dragged: str | None
) -> None:
    race = critical(12, *red_dice, *blue_dice, red_is={"hits": red_hits}, blue_is={"hits": blue_hits})
    (told,) = events(race, "tug-of-war")
    assert (told.data["own"], told.data["against"]) == (sum(red_dice) + red_hits, sum(blue_dice) + blue_hits - 1)
    assert [name for name in ("red", "blue") if chariot(race, name).driver == "dragged"] == (
        [dragged] if dragged else []
    )
    assert not chariot(race, "red").whip  # in any case


@pytest.mark.rule("E2 10.4.5h", "E2 2.5.12")
@pytest.mark.parametrize(
    ("blue_dice", "has_one", "keeps"),
    [((6, 6), False, True), ((6, 6), True, True), ((3, 3), False, False), ((1, 1), False, False)],
)
def test_the_winner_keeps_the_whip_if_he_has_none(blue_dice: tuple[int, int], has_one: bool, keeps: bool) -> None:
    """Red shows 6 + 6 hits; of Blue's 7 one is gone."""
    race = critical(12, 3, 3, *blue_dice, red_is={"hits": 6}, blue_is={"hits": 7, "whip": has_one})
    assert chariot(race, "blue").whip == keeps
    assert len(events(race, "whip-grabbed")) == (keeps and not has_one)
    assert not chariot(race, "red").whip


@pytest.mark.rule("E2 10.4.5h")
def test_an_attacker_pulled_out_leaves_a_runaway_that_goes_on() -> None:
    race = critical(12, 1, 1, 6, 6, red_is={"hits": 5})
    red = chariot(race, "red")
    assert (red.status, red.driver, red.hitched) == ("runaway", "dragged", True)
    assert asked(race)[0] == "step"
    assert factors_left(race) == 9
    assert offered(race) == set()
