"""E1 4.8: names by nation; those of horses are the house's own."""

from __future__ import annotations

import pytest

from ludus.campaign.names import HORSES, draw_horses, draw_name, name_of
from ludus.core.dice import ScriptedDice
from ludus.core.table import Table


def table(*dice: int) -> Table:
    return Table(ScriptedDice(dice), [])


@pytest.mark.parametrize(
    ("nation", "dice", "name"),
    [
        ("Roman", (1, 3, 6, 4), "Manius Pomponius"),
        ("Greek", (1, 1), "Hippasus"),
        ("Egyptian", (5, 2), "Imhotep"),
        ("Gaul", (2, 4), "Orgetorix"),
    ],
)
def test_two_dice_for_each_chart(nation: str, dice: tuple[int, ...], name: str) -> None:
    assert name_of(nation, dice) == name


def test_one_die_names_the_nation() -> None:
    assert draw_name(table(3, 1, 3, 6, 4).roll, ()) == ("Manius Pomponius", "Roman")
    assert [draw_name(table(die, 1, 1).roll, ()).nation for die in (4, 5, 6)] == ["Greek", "Egyptian", "Gaul"]


def test_a_name_that_is_taken_is_rolled_again_and_at_last_numbered() -> None:
    assert draw_name(table(4, 1, 1, 4, 1, 2).roll, ["Hippasus"]).name == "Endymion"
    thrice = [4, 1, 1] * 3
    assert draw_name(table(*thrice).roll, ["Hippasus"]).name == "Hippasus II"
    assert draw_name(table(*thrice).roll, ["Hippasus", "Hippasus II"]).name == "Hippasus III"


def test_no_two_horses_of_a_team_share_a_name() -> None:
    assert draw_horses(table(1, 1, 60, 60).roll, 4) == [HORSES[0], HORSES[1], HORSES[59], HORSES[2]]
    assert draw_horses(table(1).roll, 1, [HORSES[0]]) == [HORSES[1]]
    assert len(HORSES) == len(set(HORSES)) == 60
