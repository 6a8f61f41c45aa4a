"""GL 3: types, armour and characteristics: how a log sheet is filled in before a match."""

from __future__ import annotations

import re

import pytest

from ludus import Refused
from ludus.core.clauses import find_clause
from ludus.games.gladiator.charts import ARMOUR, CHARACTERISTICS
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    answer,
    arena,
    dice_left,
    events,
    fighter,
    fresh,
    item,
    man,
    plot,
)

PLAIN = [1, 1, 1]  # the other man's dice: armour, row, column


def created(kind: str, *dice: int, other: str = "heavy", after: tuple[int, ...] = tuple(PLAIN)) -> ArenaMatch:
    """Seat 0 is of this kind and rolls these dice, his opponent the others; the lower counter rolls first."""
    first = {"heavy": 0, "medium": 1, "light": 2, "retiarius": 3}
    order = [*dice, *after] if first[kind] <= first[other] else [*after, *dice]
    return fresh(options={"types": [kind, other]}, dice=order)


def code(text: str) -> str:
    return "" if text == "-" else text


def printed_armour() -> list[tuple[str, int, tuple[str, ...]]]:
    """Every row of the three tables as the clause has them."""
    text = find_clause("GL 3-6-table").text
    bare = re.sub(r"all bare, (\w+)", r"-,-,-,-,-,\1", text)
    rows = []
    for kind, tables in re.findall(r"(LIGHT|MEDIUM|HEAVY)([^.]*)", bare):
        for die, cells in re.findall(r"(\d): ([^;.]+)", tables):
            found = [code(cell) for cell in cells.split(",")]
            rows.append((kind.lower(), int(die), (*found, "large")[:6]))
    return rows


ROWS = printed_armour()


@pytest.mark.rule("GL 3")
def test_every_sheet_is_complete() -> None:
    match = created("light", 3, 2, 5, other="heavy", after=(4, 6, 5))
    for told in events(match, "gladiator"):
        assert {"GL 3", "GL 3-6a", "GL 3-7a", "GL 3-7b"} <= set(told.clauses)
    light, heavy = fighter(match, FIRST), fighter(match, SECOND)
    assert (light.name, light.kind, light.counter, light.allowance) == (FIRST, "light", 7, 6)
    assert (heavy.name, heavy.kind, heavy.counter, heavy.allowance) == (SECOND, "heavy", 1, 4)
    assert light.armour == ("", "", "C", "", "")
    assert heavy.armour == ("A", "B7", "A5", "B7", "A7")
    sheet = (light.training, light.strength, light.agility, light.constitution, light.wound_factor)
    assert sheet == (9, 2, 0, 6, 9)
    assert (light.cf, light.cf_start, light.nf) == (11, 11, 9)
    assert (heavy.cf, heavy.cf_start, heavy.nf) == (11, 11, 9)
    assert (light.shield, heavy.shield) == ("large", "large")
    assert light.wounds == heavy.wounds == (0, 0, 0, 0, 0)
    assert (light.stun, heavy.stun) == (0, 0)
    assert dice_left(match) == ()


# -- type -------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 3-2")
def test_type_is_chosen_before_any_die() -> None:
    match = fresh(dice=[*PLAIN, *PLAIN])
    assert dice_left(match) == (1, 1, 1, 1, 1, 1)
    match.submit(0, "light")
    assert dice_left(match) == (1, 1, 1, 1, 1, 1)
    match.undo(0)  # nothing is rolled yet
    match.submit(0, "heavy")
    match.submit(1, "medium")
    assert dice_left(match) == ()
    assert (fighter(match, FIRST).kind, fighter(match, SECOND).kind) == ("heavy", "medium")


@pytest.mark.rule("GL 3-2")
def test_type_stands_once_characteristics_are_rolled() -> None:
    match = fresh(dice=[*PLAIN, *PLAIN])
    answer(match, "light", "medium")
    with pytest.raises(Refused) as refused:
        match.undo(0)
    assert refused.value.code == "undo-refused"
    with pytest.raises(Refused):
        match.submit(0, "heavy")
    assert fighter(match, FIRST).kind == "light"


@pytest.mark.rule("GL 3-2")
@pytest.mark.parametrize("pair", [("retiarius", "retiarius"), ("heavy", "light"), ("light", "light")])
def test_discouraged_pairs_are_allowed(pair: tuple[str, str]) -> None:
    match = fresh(dice=[*PLAIN, *PLAIN])
    answer(match, *pair)
    assert tuple(each.kind for each in match.state.fighters) == pair
    assert {decision.name for decision in match.pending.values()} == {"plot"}


@pytest.mark.rule("GL 3-2")
def test_the_choice_is_secret_until_both_have_made_it() -> None:
    match = fresh(dice=[*PLAIN, *PLAIN])
    before = match.view(1)
    match.submit(0, "retiarius")
    assert match.view(1)["position"] == before["position"]
    assert match.events_for(1) == []


@pytest.mark.rule("GL 3-2")
def test_a_retiarius_collides_as_a_medium() -> None:
    """1 + 2 forward - 2 without shield, against 1 + 2 for the large shield of a man who stands still."""
    match = arena(man(type="retiarius"), man(0, -1, "S"), dice=[3, 6, 1, 1, 6])
    plot(match, "F", "-")
    (collision,) = events(match, "collision")
    assert collision.data["impact"] == [6, 7]  # the medium's counter is lower, so he rolls first
    amounts = {each.reason: each.amount for each in collision.modifiers}
    assert amounts[f"{FIRST}: medium"] == 1
    assert amounts[f"{SECOND}: medium"] == 1


@pytest.mark.rule("GL 3-2")
@pytest.mark.parametrize(("kind", "total"), [("light", 5), ("medium", 6), ("retiarius", 6), ("heavy", 7)])
def test_endurance_of_each_type(kind: str, total: int) -> None:
    """A die of 4 in turn 5, Constitution 3."""
    match = arena(man(type=kind), man(0, -90, "S"), step="turn", turn=4, dice=[4, 4])
    checks = {each.data["fighter"]: each for each in events(match, "endurance")}
    assert checks[FIRST].data["total"] == total
    assert checks[FIRST].data["lost"] == (total >= 6)


@pytest.mark.rule("GL 3-2")
@pytest.mark.parametrize(("kind", "total"), [("light", -4), ("medium", -3), ("retiarius", -3), ("heavy", -2)])
def test_recovery_of_each_type(kind: str, total: int) -> None:
    match = arena(man(type=kind, weapon="", net=False), items=[item("sword", 0, 0)], dice=[3])
    plot(match, "R")
    assert events(match, "recovery")[0].data["total"] == total


@pytest.mark.rule("GL 3-2")
@pytest.mark.parametrize(("kind", "amount"), [("light", -1), ("medium", 0), ("retiarius", 0), ("heavy", 1)])
def test_a_net_against_each_type(kind: str, amount: int) -> None:
    """Three hexes ahead in dead front, net factors equal; +2 because the target stays in his hex."""
    thrower = man(type="retiarius", counter=1)
    match = arena(thrower, man(0, -3, "S", type=kind, counter=2), dice=[2, 2, 2])
    plot(match, "X(TN)", "X")
    (net,) = events(match, "net")
    assert sum(each.amount for each in net.modifiers) == amount + 2
    assert net.data["total"] == 8 + amount


# -- armour ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 3-6-table", "GL 3-6a")
@pytest.mark.parametrize(("kind", "die", "row"), ROWS, ids=[f"{kind}-{die}" for kind, die, _ in ROWS])
def test_every_row_of_the_armour_tables(kind: str, die: int, row: tuple[str, ...]) -> None:
    match = created(kind, die, 1, 1)
    assert (*fighter(match, FIRST).armour, fighter(match, FIRST).shield) == row
    assert ARMOUR[kind][die - 1] == row


@pytest.mark.rule("GL 3-6-table")
def test_three_tables_of_six_rows_and_five_areas() -> None:
    assert len(ROWS) == 18
    assert set(ARMOUR) == {"light", "medium", "heavy"}
    for rows in ARMOUR.values():
        assert [len(row) for row in rows] == [6] * 6
    assert [row[5] for row in ARMOUR["light"]] == ["small", "small", "large", "small", "small", "small"]
    assert {row[5] for kind in ("medium", "heavy") for row in ARMOUR[kind]} == {"large"}


@pytest.mark.rule("GL 3-6-table", "GL 3-6a", "GL 3-13a")
@pytest.mark.parametrize(
    ("kind", "die", "armour", "shield"),
    [
        ("medium", 5, ("A", "C6", "", "C7", "B7"), "large"),
        ("heavy", 4, ("A", "B7", "A5", "B7", "A7"), "large"),
        ("heavy", 6, ("A", "C7", "C", "B7", "A7"), "large"),
        ("light", 3, ("", "", "C", "", ""), "large"),
        ("light", 6, ("A7", "", "C", "", ""), "small"),
        ("light", 4, ("", "", "", "", ""), "small"),
        ("medium", 4, ("A", "", "C", "C", "C8"), "large"),
    ],
)
def test_one_die_gives_all_areas_and_the_shield(kind: str, die: int, armour: tuple[str, ...], shield: str) -> None:
    match = created(kind, die, 1, 1)
    told = next(each for each in events(match, "gladiator") if each.data["fighter"] == FIRST)
    assert [roll.values for roll in told.dice if roll.clause == "GL 3-6a"] == [(die,)]
    assert told.data["armour"] == list(armour)
    assert told.data["shield"] == shield
    assert fighter(match, FIRST).shield_boxes == 17


@pytest.mark.rule("GL 3-6a")
def test_armour_is_public() -> None:
    match = created("heavy", 4, 1, 1)
    for seat in (0, 1, None):
        assert match.view(seat)["position"]["fighters"][FIRST]["armour"] == ["A", "B7", "A5", "B7", "A7"]


@pytest.mark.rule("GL 3-6a", "GL 3-7a")
def test_armour_and_characteristics_may_be_picked_instead() -> None:
    match = fresh(options={"types": ["light", "heavy"], "creation": "choice"})
    assert {decision.name for decision in match.pending.values()} == {"armour"}
    answer(match, 3, 4)
    assert {decision.name for decision in match.pending.values()} == {"characteristics"}
    answer(match, (2, 5), (6, 5))
    assert fighter(match, FIRST).armour == ("", "", "C", "", "")
    assert fighter(match, SECOND).armour == ("A", "B7", "A5", "B7", "A7")
    assert (fighter(match, FIRST).cf, fighter(match, SECOND).cf) == (11, 11)


@pytest.mark.rule("GL 3-6c", "GL 3-13a")
@pytest.mark.parametrize(("kind", "die"), [("heavy", 4), ("medium", 1), ("light", 3), ("light", 1)])
def test_against_a_retiarius_every_shield_is_small(kind: str, die: int) -> None:
    match = created(kind, die, 1, 1, other="retiarius")
    assert fighter(match, FIRST).shield == "small"
    assert fighter(match, FIRST).shield_boxes == 17
    assert fighter(match, FIRST).armour == ARMOUR[kind][die - 1][:5]
    told = next(each for each in events(match, "gladiator") if each.data["fighter"] == FIRST)
    assert told.data["shield"] == "small"
    assert "GL 3-6c" in told.clauses


@pytest.mark.rule("GL 3-6c")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_retiarius_has_medium_armour_and_no_shield(die: int) -> None:
    match = created("retiarius", die, 1, 1)
    netman = fighter(match, FIRST)
    assert netman.armour == ARMOUR["medium"][die - 1][:5]
    assert (netman.shield, netman.shield_boxes, netman.weapon, netman.net) == ("", 0, "trident", True)


@pytest.mark.rule("GL 3-6c")
def test_a_retiarius_who_rolls_a_two() -> None:
    match = created("retiarius", 2, 1, 1)
    assert fighter(match, FIRST).armour == ("A8", "B7", "", "B7", "A6")
    assert fighter(match, FIRST).shield == ""


@pytest.mark.rule("GL 3-6c")
def test_two_retiarii_have_no_shield_between_them() -> None:
    match = created("retiarius", 2, 1, 1, other="retiarius")
    assert [each.shield for each in match.state.fighters] == ["", ""]


# -- characteristics ---------------------------------------------------------------------------------------

CHART = [
    tuple(tuple(int(part) for part in cell.split("/")) for cell in row.split(", "))
    for row in re.findall(r"Row \d: ([^.]+)", find_clause("GL 3-7-chart").text)
]


@pytest.mark.rule("GL 3-7-chart", "GL 3-7a", "GL 3-7b")
@pytest.mark.parametrize("row", range(1, 7))
@pytest.mark.parametrize("column", range(1, 7))
def test_every_cell_of_the_chart(row: int, column: int) -> None:
    match = created("medium", 1, row, column)
    seen = fighter(match, FIRST)
    ratings = (seen.training, seen.strength, seen.agility, seen.constitution, seen.wound_factor)
    assert ratings == CHART[row - 1][column - 1] == CHARACTERISTICS[row - 1][column - 1]
    assert seen.cf == seen.cf_start == ratings[0] + ratings[1] + ratings[2]
    assert seen.nf == ratings[0] + ratings[2]


@pytest.mark.rule("GL 3-7-chart", "GL 3-7a", "GL 3-7b")
@pytest.mark.parametrize(
    ("dice", "ratings", "cf", "nf"),
    [
        ((2, 5), (9, 2, 0, 6, 9), 11, 9),
        ((6, 5), (12, 2, -3, 3, 13), 11, 9),
        ((4, 2), (12, -2, 1, 1, 13), 11, 13),
        ((5, 6), (10, 0, 3, 2, 15), 13, 13),
        ((6, 3), (8, 5, -2, 5, 10), 11, 6),
        ((1, 1), (8, -2, 4, 4, 11), 10, 12),
    ],
)
def test_first_die_the_row_second_the_column(dice: tuple[int, int], ratings: tuple[int, ...], cf: int, nf: int) -> None:
    match = created("medium", 1, *dice)
    seen = fighter(match, FIRST)
    assert (seen.training, seen.strength, seen.agility, seen.constitution, seen.wound_factor) == ratings
    assert (seen.cf, seen.nf) == (cf, nf)
    told = next(each for each in events(match, "gladiator") if each.data["fighter"] == FIRST)
    assert [roll.values for roll in told.dice if roll.clause == "GL 3-7a"] == [(dice[0],), (dice[1],)]


@pytest.mark.rule("GL 3-7b")
def test_negative_ratings_lower_the_sums_of_a_written_man() -> None:
    match = arena(man(training=12, strength=2, agility=-3), man(0, -9, "S", training=8, strength=-2, agility=4))
    assert (fighter(match, FIRST).cf, fighter(match, FIRST).nf) == (11, 9)
    assert (fighter(match, SECOND).cf, fighter(match, SECOND).nf) == (10, 12)
