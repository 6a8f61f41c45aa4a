"""GL 21.1 to 21.4: experience, improvements and healing, as numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludus.campaign.school import PRICES, Man, after_match, experience, heal, improve, offers, roll_man
from ludus.core.dice import ScriptedDice
from ludus.core.table import Table
from tests.rules.campaign.sand_kit import AREAS, felled, report

CELER = Man(1, "Celer", "Roman", 0, 10, 2, 1, 4, 11)


def earned(**said: Any) -> int:
    return sum(each.points for each in experience(report(**said)))


def table(*dice: int) -> Table:
    return Table(ScriptedDice(list(dice)), [])


# -- experience ------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 21.1")
def test_a_dead_man_earns_nothing() -> None:
    assert earned(alive=False, attack_cfs=90, felled=felled(1, kill="slow")) == 0
    assert earned(alive=False, mortal=True, won=True, attack_cfs=90) == 0


@pytest.mark.rule("GL 21.2")
@pytest.mark.parametrize(
    ("attack", "defence", "points"), [(50, 18, 10), (50, 20, 10), (10, 30, 0), (2, 0, 0), (3, 0, 1), (0, 1, 0)]
)
def test_a_third_of_attack_less_defence(attack: int, defence: int, points: int) -> None:
    assert earned(attack_cfs=attack, defence_cfs=defence) == points


@pytest.mark.rule("GL 21.21")
def test_the_spared_man_has_five_more() -> None:
    assert earned(attack_cfs=30, spared=True) == 15


@pytest.mark.rule("GL 21.22")
def test_a_kill_is_worth_ten() -> None:
    assert earned(felled=felled()) == 10
    assert [each.clause for each in experience(report(felled=felled()))] == ["GL 21.22"]


@pytest.mark.rule("GL 21.23")
def test_a_spared_opponent_is_worth_fifteen_and_is_no_kill() -> None:
    assert earned(felled=felled(spared=True)) == 15


@pytest.mark.rule("GL 21.24")
@pytest.mark.parametrize(("turn", "points"), [(1, 20), (2, 15), (3, 10), (4, 5), (5, 0), (19, 0)])
def test_a_slow_kill(turn: int, points: int) -> None:
    assert earned(felled=felled(turn, kill="slow")) == 10 + points
    assert earned(felled=felled(turn, kill="slow", spared=True)) == 15 + points


@pytest.mark.rule("GL 21.25")
@pytest.mark.parametrize(("turn", "points"), [(1, 12), (2, 9), (3, 6), (4, 3), (5, 0), (19, 0)])
def test_a_fast_kill(turn: int, points: int) -> None:
    assert earned(felled=felled(turn, kill="fast")) == 10 + points
    assert earned(felled=felled(turn, kill="fast", spared=True)) == 15 + points


@pytest.mark.rule("GL 21.24", "GL 21.25")
def test_without_a_wound_that_brought_it_there_is_no_bonus() -> None:
    assert earned(felled=felled(1, kill=None)) == 10


@pytest.mark.rule("GL 21.1", "GL 21.2")
def test_what_a_match_leaves_of_a_man() -> None:
    man = after_match(CELER, report(won=True, attack_cfs=33, wounds={"head": 2, "legs": 4}, felled=felled()))
    assert (man.points, man.fights, man.wins, man.wounds, man.alive) == (21, 1, 1, (2, 0, 0, 0, 4), True)
    man = after_match(man, report(alive=False, attack_cfs=33))
    assert (man.points, man.fights, man.wins, man.alive) == (21, 2, 1, False)


# -- improvements ----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 21.3")
@pytest.mark.parametrize(
    ("rating", "price"),
    [("training", 25), ("agility", 35), ("strength", 35), ("constitution", 50), ("wound_factor", 50)],
)
def test_what_one_more_costs(rating: str, price: int) -> None:
    assert PRICES[rating] == price
    assert rating not in offers(replace(CELER, points=price - 1))
    assert rating in offers(replace(CELER, points=price))
    better = improve(replace(CELER, points=price + 3), rating)
    assert getattr(better, rating) == getattr(CELER, rating) + 1
    assert better.points == 3


@pytest.mark.rule("GL 21.3")
def test_sixty_points_are_training_and_agility() -> None:
    man = improve(improve(replace(CELER, points=60), "training"), "agility")
    assert (man.training, man.agility, man.points) == (11, 2, 0)
    assert offers(man) == ()


@pytest.mark.rule("GL 21.3", "GL 3-7b")
def test_agility_raises_both_factors_in_the_next_match() -> None:
    better = improve(replace(CELER, points=35), "agility")
    assert better.cf == CELER.cf + 1
    assert better.sent("light")["agility"] == CELER.agility + 1


@pytest.mark.rule("GL 21.3", "GL 3-8a")
def test_no_area_takes_more_wounds_than_the_record_has_boxes() -> None:
    assert "wound_factor" in offers(replace(CELER, points=50, wound_factor=17))
    assert "wound_factor" not in offers(replace(CELER, points=50, wound_factor=18))


# -- healing ---------------------------------------------------------------------------------------------


def wounds(area: str, number: int) -> tuple[int, ...]:
    return tuple(number if each == area else 0 for each in AREAS)


@pytest.mark.rule("GL 21.4")
@pytest.mark.parametrize(("dice", "lost"), [((1, 3), 2), ((2, 3), 1), ((2, 4), 0), ((6, 6), 0)])
def test_two_dice_less_the_wounds(dice: tuple[int, int], lost: int) -> None:
    man, (healed,) = heal(table(*dice), replace(CELER, wounds=wounds("legs", 4)))
    assert (healed.area, healed.wounds, healed.total, healed.lost) == ("legs", 4, sum(dice) - 4, lost)
    assert man.agility == CELER.agility - lost
    assert man.wounds == (0,) * 5


@pytest.mark.rule("GL 21.4")
def test_a_roll_for_each_wounded_area_and_no_other() -> None:
    rolled = table(6, 6, 6, 6)
    _, healed = heal(rolled, replace(CELER, wounds=(1, 0, 0, 3, 0)))
    assert [each.area for each in healed] == ["head", "arms"]
    assert rolled.dice.position == 4


@pytest.mark.rule("GL 21.41", "GL 21.42", "GL 21.43", "GL 21.44")
@pytest.mark.parametrize(
    ("area", "rating"),
    [
        ("head", "constitution"),
        ("chest", "wound_factor"),
        ("groin", "wound_factor"),
        ("arms", "strength"),
        ("legs", "agility"),
    ],
)
def test_what_each_area_costs(area: str, rating: str) -> None:
    man, (healed,) = heal(table(1, 3), replace(CELER, wounds=wounds(area, 4)))
    assert healed.rating == rating
    assert getattr(man, rating) == getattr(CELER, rating) - 2
    assert replace(man, **{rating: getattr(CELER, rating)}) == CELER


@pytest.mark.rule("GL 21.42")
@pytest.mark.parametrize(("w", "alive"), [(1, False), (2, True)])
def test_who_can_take_no_wound_any_more_dies(w: int, alive: bool) -> None:
    man, _ = heal(table(1, 1), replace(CELER, wound_factor=w, wounds=wounds("chest", 1)))
    assert man.wound_factor == w - 1
    assert man.alive == alive


@pytest.mark.rule("GL 21.43", "GL 21.44")
def test_ratings_may_fall_below_nothing() -> None:
    man, _ = heal(table(1, 1, 1, 1), replace(CELER, strength=2, agility=1, wounds=(0, 0, 0, 3, 2)))
    assert (man.strength, man.agility) == (-1, -1)


@pytest.mark.rule("GL 3-7a", "GL 21.5")
def test_a_new_man_by_the_dice() -> None:
    man = roll_man(table(6, 3, 6, 5, 5), 7, 2, (), "heavy")
    assert man == Man(7, "Vercingetorix", "Gaul", 2, 8, 5, -2, 5, 10, type="heavy")
    assert man.sent() == {
        "name": "Vercingetorix",
        "type": "heavy",
        "training": 8,
        "strength": 5,
        "agility": -2,
        "constitution": 5,
        "wound_factor": 10,
    }
