"""GL 9.1 to 9.32: wound checks, armour, the wound record, and death by wounds."""

from __future__ import annotations

import pytest

from ludus.games.gladiator.charts import AREAS, WIDTHS, stun_for, wounds_for
from ludus.games.gladiator.fighter import categories
from tests.rules.gladiator.arena import SECOND, armour, dice_left, events, fighter
from tests.rules.gladiator.blows import attack, reasons, strike, three, two, wound, wounded

KILL = -1
SEVERITY = [
    # lowest and highest total, wounds, stun factors
    (-5, 8, 0, 1),
    (9, 10, 1, 2),
    (11, 12, 2, 3),
    (13, 14, 3, 4),
    (15, 15, 4, 5),
    (16, 16, 5, 6),
    (17, 17, 6, 7),
    (18, 18, 7, 8),
    (19, 30, KILL, 9),
]
TOTALS = [(total, wounds, stun) for low, high, wounds, stun in SEVERITY for total in range(low, high + 1)]


@pytest.mark.rule("GL 9.1-table")
@pytest.mark.parametrize(("total", "wounds", "stun"), TOTALS)
def test_the_severity_table(total: int, wounds: int, stun: int) -> None:
    assert wounds_for(total) == wounds
    assert stun_for(total) == stun


@pytest.mark.rule("GL 9.1", "GL 9.1-table")
@pytest.mark.parametrize(("total", "wounds"), [(total, wounds) for total, wounds, _ in TOTALS if 3 <= total <= 18])
def test_three_dice_and_so_many_boxes(total: int, wounds: int) -> None:
    """A plain hit on the bare legs; for a wound two dice of critical hit follow, which leave it at that."""
    match = wounded("legs", [*three(total), *((1, 1) if wounds else ())])
    event = wound(match)
    assert (event.data["total"], event.data["wounds"], event.data["critical"]) == (total, wounds, "-" if wounds else "")
    assert event.clauses[:2] == ("GL 9.1", "GL 9.1-table")
    assert fighter(match, SECOND).wounds == (0, 0, 0, 0, wounds)
    assert reasons(match) == ["attack", "wounds", *(["critical hit"] if wounds else [])]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.1")
def test_the_number_after_the_h_is_added() -> None:
    """H+2 (an 18 in column 0 would do; here a 17 in column 1) and an 11: 13, three wounds."""
    match = strike(1, 0, [*three(17), *three(11), 1, 1])
    assert attack(match).data["result"] == "H+2"
    assert wound(match).data["wounds"] == 3


@pytest.mark.rule("GL 9.1-table")
@pytest.mark.parametrize(("dice", "killed"), [(17, False), (18, True)])
def test_nineteen_kills(dice: int, killed: bool) -> None:
    """H+1, a 16 in column 1. A kill asks for no critical hit."""
    match = strike(1, 0, [*three(16), *three(dice), *(() if killed else (1, 1))], area="legs")
    assert (fighter(match, SECOND).status == "dead") is killed
    assert ("critical hit" in reasons(match)) is not killed
    assert dice_left(match) == ()
    if killed:
        (death,) = events(match, "death")
        assert death.data["fighter"] == SECOND
        assert death.clauses == ("GL 9.1-table",)


# -- armour ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 9.2")
@pytest.mark.parametrize("area", AREAS)
def test_only_armour_on_the_area_struck(area: str) -> None:
    """Whole A armour on the chest alone, and a 12."""
    match = wounded(area, [*three(12), *(() if area == "chest" else (1, 1))], armour=armour(chest="A"))
    assert wound(match).data["total"] == (4 if area == "chest" else 12)
    assert ("armour", -8 if area == "chest" else 0) in wound(match).modifiers
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.21", "GL 9.1")
@pytest.mark.parametrize(
    ("code", "dice", "total", "wounds"),
    [("A", 16, 8, 0), ("A", 17, 9, 1), ("B", 14, 8, 0), ("B", 15, 9, 1), ("C", 11, 8, 0), ("C", 12, 9, 1)],
)
def test_complete_armour_always_counts(code: str, dice: int, total: int, wounds: int) -> None:
    match = wounded("legs", [*three(dice), *((1, 1) if wounds else ())], armour=armour(legs=code))
    event = wound(match)
    assert (event.data["total"], event.data["wounds"]) == (total, wounds)
    assert "GL 9.21" in event.clauses
    assert "coverage" not in reasons(match)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 9.22")
@pytest.mark.parametrize("number", [5, 6, 7, 8, 9])
@pytest.mark.parametrize(("letter", "modifier"), [("A", -8), ("B", -6), ("C", -3)])
def test_partial_armour(letter: str, modifier: int, number: int) -> None:
    """Two dice first: up to the number they strike armour, above it flesh."""
    for dice, counts in ((number, True), (number + 1, False)):
        match = wounded("legs", [*two(dice), *three(8)], armour=armour(legs=f"{letter}{number}"))
        assert ("armour", modifier if counts else 0) in wound(match).modifiers
        assert wound(match).data["total"] == 8 + (modifier if counts else 0)
        assert "GL 9.22" in wound(match).clauses
        assert reasons(match) == ["attack", "coverage", "wounds"]
        assert dice_left(match) == ()


@pytest.mark.rule("GL 9.22")
def test_through_the_gap() -> None:
    match = wounded("legs", [*two(6), *three(14), 1, 1], armour=armour(legs="A5"))
    assert wound(match).data["wounds"] == 3


# -- the record --------------------------------------------------------------------------------------------

# The larger boxes over the wound boxes, from 18 down; box 1 is death.
RECORD = {
    "head": [[box] for box in range(18, 1, -1)],
    "chest": [[18, 17], [16, 15], [14, 13], [12, 11], [10, 9], [8, 7], [6, 5], [4, 3], [2]],
    "groin": [[18, 17], [16, 15], [14, 13], [12, 11], [10, 9], [8, 7], [6, 5], [4, 3], [2]],
    "arms": [[18, 17, 16], [15, 14, 13], [12, 11, 10], [9, 8, 7], [6, 5, 4], [3, 2]],
    "legs": [[18, 17, 16], [15, 14, 13], [12, 11, 10], [9, 8, 7], [6, 5, 4], [3, 2]],
}


@pytest.mark.rule("GL 9.3", "GL 9.31")
@pytest.mark.parametrize("area", range(5))
@pytest.mark.parametrize("capacity", range(2, 19))
def test_a_factor_for_each_larger_box_begun(capacity: int, area: int) -> None:
    groups = RECORD[AREAS[area]]
    for wounds in range(capacity + 1):
        checked = set(range(capacity, capacity - wounds, -1))
        lost = sum(bool(checked.intersection(group)) for group in groups)
        assert categories(capacity, wounds, WIDTHS[area]) == lost, wounds


@pytest.mark.rule("GL 9.3")
@pytest.mark.parametrize(
    ("capacity", "dice", "wounds", "lost"),
    [
        (11, 13, 3, 2),  # 11, 10 and 9: one of 12-11, two of 10-9
        (12, 13, 3, 2),
        (11, 15, 4, 3),  # and 8, of 8-7
        (12, 15, 4, 2),  # 12, 11, 10, 9
    ],
)
def test_boxes_from_the_capacity_downwards(capacity: int, dice: int, wounds: int, lost: int) -> None:
    match = wounded("groin", [*three(dice), 1, 1], wound_factor=capacity)
    assert fighter(match, SECOND).wounds == (0, 0, wounds, 0, 0)
    assert wound(match).data["lost"] == lost
    assert fighter(match, SECOND).cf == 20 - lost
    assert "GL 9.3" in wound(match).clauses


@pytest.mark.rule("GL 9.31")
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("capacity", [9, 10, 11, 12, 13, 14, 15, 18])
def test_the_first_wound_of_an_area_costs_a_factor(area: str, capacity: int) -> None:
    match = wounded(area, [*three(9), 1, 1], wound_factor=capacity)
    assert fighter(match, SECOND).cf == 19
    assert "GL 9.31" in wound(match).clauses


@pytest.mark.rule("GL 9.31")
def test_four_wounds_to_the_head() -> None:
    match = wounded("head", [*three(15), 1, 1])
    assert fighter(match, SECOND).cf == 20 - 4


@pytest.mark.rule("GL 9.31")
@pytest.mark.parametrize(("before", "lost"), [(1, 0), (2, 0), (3, 1), (4, 0), (6, 1)])
def test_a_box_within_a_larger_one_costs_nothing(before: int, lost: int) -> None:
    """Arms with W 12: 12-10, then 9-7, then 6-4."""
    match = wounded("arms", [*three(9), 1, 1], wounds=[0, 0, 0, before, 0])
    assert wound(match).data["lost"] == lost
    assert fighter(match, SECOND).cf == 20 - lost
    assert ("GL 9.31" in wound(match).clauses) is bool(lost)


@pytest.mark.rule("GL 9.31")
def test_by_the_scan_every_wound_costs_a_factor() -> None:
    """The record as a house may read it."""
    assert [categories(12, wounds, 1) for wounds in range(5)] == [0, 1, 2, 3, 4]


@pytest.mark.rule("GL 9.34-example-a")
@pytest.mark.parametrize(("area", "lost"), [("chest", 1), ("head", 2)])
def test_two_wounds_to_chest_and_head(area: str, lost: int) -> None:
    match = wounded(area, [*three(11), 1, 1], wound_factor=12)
    assert fighter(match, SECOND).wounds[AREAS.index(area)] == 2
    assert fighter(match, SECOND).cf == 20 - lost


# -- death -------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 9.32")
@pytest.mark.parametrize("area", range(5))
@pytest.mark.parametrize(("before", "dice", "dead"), [(8, 9, True), (7, 9, False), (7, 11, True), (7, 15, True)])
def test_the_last_box_of_an_area(area: int, before: int, dice: int, dead: bool) -> None:
    """W 9, and wounds beyond the last box kill as well."""
    wounds = [0] * 5
    wounds[area] = before
    match = wounded(AREAS[area], [*three(dice), 1, 1], wound_factor=9, wounds=wounds)
    assert (fighter(match, SECOND).status == "dead") is dead
    if dead:
        assert fighter(match, SECOND).wounds[area] == 9
        assert events(match, "death")[0].clauses == ("GL 9.32",)
        assert match.outcome is not None
        assert match.outcome.winners == (0,)


@pytest.mark.rule("GL 9.32")
def test_full_areas_are_counted_one_by_one() -> None:
    match = wounded("legs", [*three(9), 1, 1], wound_factor=9, wounds=[8, 8, 8, 8, 7])
    assert fighter(match, SECOND).fighting
