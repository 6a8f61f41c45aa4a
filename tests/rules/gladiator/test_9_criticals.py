"""GL 9.4 to 9.52: critical hits, and what they leave behind."""

from __future__ import annotations

import pytest

from ludus.games.gladiator.charts import AREAS, critical_hit
from tests.rules.gladiator.arena import SECOND, armour, dice_left, events, fighter
from tests.rules.gladiator.blows import reasons, strike, three, two, wound, wounded

TABLE = """
head   -  1  V  S  H   2x   2xM  3xM  K
chest  -  -  1  1  ST  2x   2xM  3xM  K
groin  -  -  1  1  AG  2x   2xM  3xM  K
arms   -  -  -  1  ST  WD   SD   SAM  2xM
legs   -  -  -  1  AG  LMP  STU  SAM  2xM
"""
ROWS = {row.split()[0]: row.split()[1:] for row in TABLE.strip().splitlines()}
CELLS = [(area, total, ROWS[area][min(max(total - 6, 0), 8)]) for area in AREAS for total in range(2, 19)]
SEVERITY = {1: 9, 2: 11, 3: 13, 4: 15, 5: 16, 6: 17, 7: 18}  # a wound roll for so many wounds


def critical(total: int, wounds: int = 1, more: tuple[int, ...] = ()) -> list[int]:
    """The dice of a hit with so many wounds and this total on the critical table."""
    return [*three(SEVERITY[wounds]), *two(total - wounds + 1), *more]


# -- the roll ----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 9.4")
@pytest.mark.parametrize("wounds", SEVERITY)
def test_one_more_for_each_wound_beyond_the_first(wounds: int) -> None:
    """Two dice of 5 to the legs: with five wounds the total is 9, a deep cut."""
    match = wounded("legs", [*three(SEVERITY[wounds]), 2, 3], wound_factor=18)
    assert wound(match).data["critical"] == {5: "1", 6: "AG", 7: "LMP"}.get(wounds, "-")
    assert "GL 9.4" in wound(match).clauses
    assert reasons(match) == ["attack", "wounds", "critical hit"]


@pytest.mark.rule("GL 9.4")
def test_no_wound_no_critical() -> None:
    match = wounded("legs", three(8))
    assert wound(match).data["critical"] == ""
    assert "GL 9.4" not in wound(match).clauses
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.4")
def test_a_single_wound_to_the_legs_and_an_eleven() -> None:
    match = wounded("legs", [*three(9), *two(11)])
    assert wound(match).data["critical"] == "LMP"


@pytest.mark.rule("GL 9.4")
def test_a_kill_rolls_no_critical() -> None:
    match = strike(1, 0, [*three(16), *three(18)])
    assert fighter(match, SECOND).status == "dead"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.4-table")
@pytest.mark.parametrize(("area", "total", "result"), CELLS)
def test_the_table(area: str, total: int, result: str) -> None:
    assert critical_hit(AREAS.index(area), total) == result


@pytest.mark.rule("GL 9.4-table")
@pytest.mark.parametrize(("area", "total", "result"), [cell for cell in CELLS if cell[1] <= 15])
def test_every_cell_in_a_fight(area: str, total: int, result: str) -> None:
    """Up to 12 with one wound, above with more. A helmet that the blow passes by keeps H what it is."""
    wounds = max(1, total - 11)
    dice = critical(total, wounds, more=(1, 2))
    helmet = armour(head="C5")
    match = wounded(area, [*((6, 6) if area == "head" else ()), *dice], armour=helmet, wound_factor=18)
    assert wound(match).data["critical"] == result
    assert "GL 9.4-table" in wound(match).clauses


# -- wounds ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 9.5-none")
@pytest.mark.parametrize(("area", "total"), [("chest", 7), ("head", 6), ("arms", 8), ("legs", 2)])
def test_nothing_further(area: str, total: int) -> None:
    match = wounded(area, critical(total))
    assert wound(match).data["wounds"] == 1
    assert "GL 9.5-none" in wound(match).clauses
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.5-1")
@pytest.mark.parametrize(("area", "total"), [("head", 7), ("chest", 8), ("chest", 9), ("groin", 9), ("legs", 9)])
def test_a_deep_cut(area: str, total: int) -> None:
    match = wounded(area, critical(total, 2))
    assert fighter(match, SECOND).wounds[AREAS.index(area)] == 3
    assert (wound(match).data["wounds"], wound(match).data["critical"]) == (3, "1")
    assert "GL 9.5-1" in wound(match).clauses


@pytest.mark.rule("GL 9.5-2x")
def test_doubled() -> None:
    match = wounded("chest", critical(11, 3))
    priscus = fighter(match, SECOND)
    assert priscus.wounds[1] == 6
    assert priscus.cf == 20 - 3  # 12-11, 10-9, 8-7
    assert not priscus.mortal


@pytest.mark.rule("GL 9.5-2x", "GL 9.5-M")
@pytest.mark.parametrize(("area", "total"), [("chest", 12), ("arms", 15), ("legs", 15)])
def test_doubled_and_mortal(area: str, total: int) -> None:
    match = wounded(area, critical(total, 4))
    priscus = fighter(match, SECOND)
    assert priscus.wounds[AREAS.index(area)] == 8
    assert priscus.mortal
    assert priscus.fighting  # he fights on as best he can
    assert {"GL 9.5-2x", "GL 9.5-M"} <= set(wound(match).clauses)


@pytest.mark.rule("GL 9.5-3x", "GL 9.5-M")
def test_tripled_and_mortal() -> None:
    match = wounded("groin", critical(13, 2))
    priscus = fighter(match, SECOND)
    assert priscus.wounds[2] == 6
    assert priscus.mortal
    assert {"GL 9.5-3x", "GL 9.5-M"} <= set(wound(match).clauses)


@pytest.mark.rule("GL 9.5-3x", "GL 9.32")
def test_tripled_to_death() -> None:
    match = wounded("head", critical(13, 4), wound_factor=12)
    assert fighter(match, SECOND).status == "dead"
    assert events(match, "death")[0].clauses == ("GL 9.32",)


@pytest.mark.rule("GL 9.5-K")
@pytest.mark.parametrize("area", ["head", "chest", "groin"])
def test_killed(area: str) -> None:
    match = wounded(area, critical(14, 3))
    assert fighter(match, SECOND).status == "dead"
    (death,) = events(match, "death")
    assert death.clauses == ("GL 9.5-K",)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.5-M")
def test_a_winner_who_dies_of_it() -> None:
    """He kills, wins, and is dead when the crowd has gone home."""
    match = strike(1, 0, [*three(16), *three(18)], one={"mortal": True})
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    (later,) = events(match, "dies-later")
    assert later.data == {"fighter": "Verus", "won": True}
    assert later.clauses == ("GL 9.5-M",)


# -- the head ----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 9.5-V")
def test_vision() -> None:
    """One factor for the wound and one for the eye."""
    match = wounded("head", critical(8), cf=10)
    assert fighter(match, SECOND).cf == 8
    assert wound(match).data["lost"] == 2
    assert "GL 9.5-V" in wound(match).clauses


@pytest.mark.rule("GL 9.5-S")
@pytest.mark.parametrize(
    ("constitution", "dice", "stun"), [(3, 8, 5), (6, 4, 1), (6, 6, 1), (6, 7, 1), (6, 8, 2), (0, 12, 12), (2, 2, 1)]
)
def test_stunned(constitution: int, dice: int, stun: int) -> None:
    match = wounded("head", critical(9, more=two(dice)), constitution=constitution)
    assert fighter(match, SECOND).stun == stun
    (event,) = events(match, "stun")
    assert event.data["factors"] == stun
    assert event.clauses == ("GL 9.5-S", "GL 11.3")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.5-H")
def test_the_helmet_is_gone() -> None:
    """A7, and the blow strikes it: 17 - 8 is one wound; a 10. That very blow has been softened all the same."""
    match = wounded("head", [*two(7), *three(17), *two(10)], armour=armour(head="A7", legs="B"))
    priscus = fighter(match, SECOND)
    assert priscus.armour == ("", "", "", "", "B")
    assert priscus.wounds[0] == 1
    assert not priscus.mortal
    assert wound(match).data["critical"] == "H"


@pytest.mark.rule("GL 9.5-H", "GL 9.5-3x")
def test_no_helmet_to_lose() -> None:
    match = wounded("head", critical(10, 2))
    priscus = fighter(match, SECOND)
    assert priscus.wounds[0] == 6
    assert priscus.mortal
    assert wound(match).data["critical"] == "3xM"
    assert {"GL 9.5-H", "GL 9.5-3x", "GL 9.5-M"} <= set(wound(match).clauses)


# -- ratings -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 9.5-ST")
@pytest.mark.parametrize("area", ["chest", "arms"])
def test_strength_falls(area: str) -> None:
    match = wounded(area, critical(10), strength=0)
    assert fighter(match, SECOND).strength == -1
    assert "GL 9.5-ST" in wound(match).clauses


@pytest.mark.rule("GL 9.5-AG")
@pytest.mark.parametrize("area", ["groin", "legs"])
def test_agility_and_net_factor_fall(area: str) -> None:
    match = wounded(area, critical(10), agility=1, nf=12)
    priscus = fighter(match, SECOND)
    assert (priscus.agility, priscus.nf, priscus.strength) == (0, 11, 0)
    assert "GL 9.5-AG" in wound(match).clauses


@pytest.mark.rule("GL 9.52")
@pytest.mark.parametrize("area", ["chest", "groin", "arms", "legs"])
def test_only_the_wound_costs_factors(area: str) -> None:
    match = wounded(area, critical(10))
    assert wound(match).data["lost"] == 1
    assert fighter(match, SECOND).cf == 19


@pytest.mark.rule("GL 9.51")
@pytest.mark.parametrize(
    ("area", "total", "before", "after"),
    [
        ("chest", 10, {"strength": -1}, {"strength": -2}),
        ("legs", 10, {"agility": -2}, {"agility": -3}),
        ("legs", 11, {"limps": 1}, {"limps": 2}),
        ("legs", 12, {"lame": 1}, {"lame": 2}),
    ],
)
def test_they_add_up(area: str, total: int, before: dict[str, int], after: dict[str, int]) -> None:
    match = wounded(area, critical(total), **before)
    assert {name: getattr(fighter(match, SECOND), name) for name in after} == after


# -- out of the hand ---------------------------------------------------------------------------------------


@pytest.mark.rule("GL 9.5-WD")
@pytest.mark.parametrize(
    ("dice", "place"), [((1, 1), [0, -1]), ((1, 3), [0, 1]), ((3, 6), [-5, -1]), ((4, 2), [0, -2])]
)
def test_the_weapon_falls(dice: tuple[int, int], place: list[int]) -> None:
    """He stands at (0, -1) and faces south: 1 is south, 3 north-west, 4 north. The second die less one is the way."""
    match = wounded("arms", critical(11, more=dice))
    assert fighter(match, SECOND).weapon == ""
    (drop,) = events(match, "drop")
    assert (drop.data["item"], drop.data["place"]) == ("sword", place)
    assert drop.clauses == ("GL 9.5-WD", "GL 12.41", "GL 12.42")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.5-WD")
def test_no_weapon_to_drop() -> None:
    match = wounded("arms", critical(11), weapon="")
    assert wound(match).data["critical"] == "WD"
    assert not events(match, "drop")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.5-SD")
def test_the_shield_falls() -> None:
    match = wounded("arms", critical(12, more=(1, 4)), shield_boxes=9)
    assert fighter(match, SECOND).shield == ""
    (drop,) = events(match, "drop")
    assert (drop.data["item"], drop.data["place"]) == ("shield", [0, 2])
    assert drop.clauses[0] == "GL 9.5-SD"
    assert [(each.kind, each.size, each.boxes) for each in match.state.items] == [("shield", "large", 9)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.5-SD")
def test_no_shield_to_drop() -> None:
    match = wounded("arms", critical(12), shield="")
    assert wound(match).data["critical"] == "SD"
    assert not match.state.items
    assert dice_left(match) == ()


@pytest.mark.rule("GL 11.1", "GL 9.4-table")
@pytest.mark.parametrize("area", ["chest", "groin", "arms", "legs"])
@pytest.mark.parametrize("total", range(2, 13))
def test_only_the_head_is_stunned(area: str, total: int) -> None:
    match = wounded(area, critical(total, more=(1, 1)))
    assert fighter(match, SECOND).stun == 0
    assert not events(match, "stun")


@pytest.mark.rule("GL 9.5-S", "GL 9.36")
def test_stunned_senseless() -> None:
    match = wounded("head", critical(9, more=(6, 6)), cf=10)
    assert events(match, "unconscious")[0].data["stun"] == 9
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.32", "GL 9.5-S")
def test_the_dead_are_not_stunned() -> None:
    """The wound fills the last box: no dice for the stun."""
    match = wounded("head", critical(9), wound_factor=9, wounds=[8, 0, 0, 0, 0])
    assert fighter(match, SECOND).status == "dead"
    assert dice_left(match) == ()
