"""The examples that the rulebook works out itself."""

from __future__ import annotations

import pytest

from ludus.games.gladiator.charts import AREAS
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    allot,
    answer,
    arena,
    armour,
    caps,
    dice_left,
    events,
    fight,
    fighter,
    man,
    plot,
)


@pytest.mark.rule("GL 6.4-example")
def test_turn_left_then_two_hexes_back() -> None:
    match = arena(man(0, 0, "N"))
    plot(match, "(L)(Q)B")
    assert fighter(match, FIRST).place == (2, 0)
    assert fighter(match, FIRST).facing == 5


@pytest.mark.rule("GL 7.5", "GL 7.51a", "GL 7.51b", "GL 7.51c", "GL 7.52", "GL 7.53")
def test_a_heavy_charges_a_light_man() -> None:
    """The two impact factors of the clause, 15 against 4; two ones make 13 on the stun column: four factors."""
    heavy = man(0, 0, "N", type="heavy", strength=2, agility=-1)
    light = man(0, -3, "S", type="light", shield="small", strength=0, agility=1)
    match = arena(heavy, light, dice=[4, 3, 1, 1, 6])
    plot(match, "C", "-")
    (collision,) = events(match, "collision")
    assert collision.data["impact"] == [15, 4]
    assert fighter(match, SECOND).place == (0, -4)
    assert fighter(match, SECOND).stun == 4
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.34-example-b", "GL 9.33")
def test_a_man_at_zero_strikes_with_his_bonus() -> None:
    """At 0 CF in a +3 hex: three CFs, all for one attack, none for defence."""
    match = arena(man(0, 0, "N", cf=0), man(0, -1, "NW"), step="engage")
    assert fighter(match, SECOND).rotated
    assert caps(match, 0) == {
        **{f"attack {area}": 3 for area in AREAS},
        **{f"defend {area}": 0 for area in AREAS},
        "unused": 3,
    }


@pytest.mark.rule("GL 8.5", "GL 8.6-H", "GL 9.1")
def test_a_hit_on_bare_skin() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", dice=[4, 3, 3, 4, 4, 4, 1, 2])
    fight(match, ({"chest": 5}, {}), ({}, {}))
    (wound,) = events(match, "wound")
    assert wound.data["wounds"] == 2
    assert fighter(match, SECOND).cf == 9
    assert dice_left(match) == ()


@pytest.mark.rule("GL 4-dice-order", "GL 9.22")
def test_dice_of_a_hit_on_partial_armour() -> None:
    guarded = man(0, -1, "S", armour=armour(chest="B7"))
    match = arena(man(0, 0, "N"), guarded, step="engage", dice=[4, 3, 3, 3, 3, 6, 6, 4, 4, 2])
    allot(match, 0, attack={"chest": 5})
    allot(match, 1)
    (wound,) = events(match, "wound")
    assert [roll.reason for roll in wound.dice] == ["coverage", "wounds", "critical hit"]
    answer(match, "no", "no")
