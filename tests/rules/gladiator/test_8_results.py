"""GL 8.5 to 8.6: one attack, the results table, halved attacks, and what each result means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ludus.games.gladiator.charts import combat_result
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    arena,
    dice_left,
    events,
    fight,
    fighter,
    man,
)
from tests.rules.gladiator.blows import QUIET, attack, reasons, strike, three

TABLE = """
 3  M   -   -   -   -   S
 4  -   -   -   S   S   S
 5  -   -   -   S   S   S
 6  -   -   S   S   S   S*
 7  -   S   S   S   S*  P
 8  S   S   S   S*  P   P
 9  S   S   S*  P   P   P*
10  S   S*  P   P   P*  H
11  S*  P   P   P*  H   H
12  P   P   P*  H   H   H+1
13  P   P*  H   H   H+1 H+2
14  P*  H   H   H+1 H+2 H+3
15  H   H   H+1 H+2 H+3 H+4
16  H   H+1 H+2 H+3 H+4 H+5
17  H+1 H+2 H+3 H+4 H+5 H+6
18  H+2 H+3 H+4 H+5 H+6 H+7
"""
CELLS = [
    (int(row.split()[0]), column, result)
    for row in TABLE.strip().splitlines()
    for column, result in enumerate(row.split()[1:])
]


# -- the attack --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.5")
@pytest.mark.parametrize(("cf", "defence"), [(4, 1), (3, 0), (10, 7), (5, 2)])
def test_strength_less_defence(cf: int, defence: int) -> None:
    """A net advantage of three, column 3: a 5 strikes the shield, in column 2 it would be nothing."""
    match = strike(cf, defence, [*three(5), 1, 1, 1])
    event = attack(match)
    assert event.data == {
        "fighter": FIRST,
        "target": SECOND,
        "area": "head",
        "sub": 3,
        "cf": cf,
        "strength": cf,
        "defence": defence,
        "advantage": 3,
        "result": "S",
        "effect": "S",
    }
    assert event.clauses == ("GL 8.5", "GL 8.5-CRT", "GL 8.6-S")
    assert not event.modifiers
    assert [(roll.reason, roll.values) for roll in event.dice] == [("attack", three(5))]


@pytest.mark.rule("GL 8.5")
def test_no_factors_no_attack() -> None:
    match = strike(0, 3, [])
    assert not events(match, "attack")


@pytest.mark.rule("GL 8.51")
@pytest.mark.parametrize(
    ("cf", "defence", "dice", "result"),
    [(3, 5, 9, "-"), (3, 5, 10, "S"), (3, 3, 8, "S"), (1, 10, 17, "S"), (1, 10, 16, "-"), (3, 5, 5, "M")],
)
def test_the_shortfall_comes_off_the_dice(cf: int, defence: int, dice: int, result: str) -> None:
    match = strike(cf, defence, [*three(dice), 1, 1, 1])
    event = attack(match)
    assert event.data["result"] == result
    short = cf - defence
    assert event.modifiers == ((("net advantage", short),) if short else ())
    assert ("GL 8.51" in event.clauses) is bool(short)


@pytest.mark.rule("GL 8.52")
@pytest.mark.parametrize(
    ("cf", "defence", "dice", "result"),
    [
        (9, 1, 3, "S*"),  # +8: column 5 with +3, a 6
        (9, 1, 9, "H+1"),
        (6, 1, 18, "H+7"),  # +5: no more than the column
        (7, 1, 18, "H+8"),
        (8, 1, 18, "H+9"),  # a modified 20
        (10, 0, 18, "H+12"),
    ],
)
def test_the_excess_goes_to_the_dice(cf: int, defence: int, dice: int, result: str) -> None:
    match = strike(cf, defence, [*three(dice), *[1] * 12])
    event = attack(match)
    assert event.data["result"] == result
    over = cf - defence - 5
    assert event.modifiers == ((("net advantage", over),) if over else ())
    assert ("GL 8.52" in event.clauses) is bool(over)


@pytest.mark.rule("GL 8.52", "GL 9.34")
@pytest.mark.parametrize(("cf", "weak", "result"), [(1, 2, "H+5"), (2, 1, "H+5"), (5, 3, "H+10"), (4, 2, "H+8")])
def test_the_diagonal_goes_on_in_every_column(cf: int, weak: int, result: str) -> None:
    """An 18 and a weak defender: in column c a modified roll r gives H + (r - 16 + c)."""
    match = strike(cf, 0, [*three(18), *[1] * 9], other={"cf": -weak})
    assert attack(match).data["result"] == result


# -- the table ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.5-CRT")
@pytest.mark.parametrize(("roll", "column", "result"), CELLS)
def test_every_cell(roll: int, column: int, result: str) -> None:
    match = strike(max(column, 1), 0 if column else 1, [*three(roll), *[1] * 12])
    assert attack(match).data["result"] == result
    assert attack(match).data["advantage"] == column


@pytest.mark.rule("GL 8.5-CRT")
@pytest.mark.parametrize(
    ("roll", "column", "result"),
    [
        (11, 0, "S*"),
        (12, 3, "H"),
        (18, 5, "H+7"),
        (1, 0, "M"),
        (-6, 0, "M"),
        (3, 1, "-"),
        (20, 5, "H+9"),
        (19, 5, "H+8"),
    ],
)
def test_the_clauses_own_cells(roll: int, column: int, result: str) -> None:
    assert combat_result(roll, column) == result


# -- halved attacks ----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8-halving")
@pytest.mark.parametrize(
    ("one", "other", "area", "clauses"),
    [
        ({"just_recovered": True}, {}, "head", ["GL 12.63"]),
        ({"posture": "kneeling"}, {}, "head", ["GL 13.3"]),
        ({}, {"posture": "kneeling"}, "legs", ["GL 13.2"]),
        ({"type": "retiarius"}, {}, "head", ["GL 18.3"]),  # the net in the other hand
        ({"posture": "kneeling"}, {"posture": "kneeling"}, "legs", ["GL 13.3", "GL 13.2"]),
        ({}, {"posture": "kneeling"}, "arms", []),
        ({"type": "retiarius", "net": False}, {}, "head", []),
    ],
)
@pytest.mark.parametrize("cf", [1, 5, 9])
def test_what_halves(one: Mapping[str, Any], other: Mapping[str, Any], area: str, clauses: list[str], cf: int) -> None:
    match = strike(cf, 0, [*three(3), *[1] * 9], area=area, one=one, other=other)
    event = attack(match)
    assert event.data["cf"] == cf
    assert event.data["strength"] == cf // 2 ** len(clauses)
    assert [each for each in event.clauses if each in ("GL 8-halving", *clauses)] == (
        ["GL 8-halving", *clauses] if clauses else []
    )


@pytest.mark.rule("GL 8-halving")
def test_half_against_the_defence() -> None:
    """Five are two, less one: column 1."""
    match = strike(5, 1, three(5), one={"posture": "kneeling"})
    assert attack(match).data["advantage"] == 1


@pytest.mark.rule("GL 8-halving")
def test_half_of_one_is_still_an_attack() -> None:
    match = strike(1, 0, [*three(8), 1, 1, 1], one={"posture": "kneeling"})
    event = attack(match)
    assert (event.data["strength"], event.data["advantage"], event.data["result"]) == (0, 0, "S")
    assert not event.modifiers


@pytest.mark.rule("GL 8-halving")
def test_twice_from_the_knees() -> None:
    match = strike(9, 0, three(3), area="legs", one={"posture": "kneeling"}, other={"posture": "kneeling"})
    assert attack(match).data["strength"] == 2


@pytest.mark.rule("GL 8-halving", "GL 8.461")
def test_losses_come_off_first() -> None:
    """A one-handed trident: five, less two, halved: one. Priscus strikes first, with six; two wounds to the head."""
    match = arena(
        man(0, 0, "N", type="retiarius", cf=10),
        man(0, -1, "S", cf=12),
        step="engage",
        options=QUIET,
        dice=[4, 3, 2, 4, 4, 3, 1, 2, *three(4)],  # column 5 with +1: a 10 hits
    )
    fight(match, ({"head": 5}, {}), ({"head": 6}, {}))
    own = events(match, "attack")[1]
    assert (own.data["fighter"], own.data["cf"], own.data["strength"]) == (FIRST, 3, 1)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8-halving", "GL 8.461")
def test_nothing_left_to_halve() -> None:
    """Losses that leave nothing cancel the attack; halving alone never does."""
    match = arena(
        man(0, 0, "N", type="retiarius", cf=10),
        man(0, -1, "S", cf=12),
        step="engage",
        options=QUIET,
        dice=[4, 3, 2, 4, 4, 3, 1, 2],
    )
    fight(match, ({"head": 2}, {}), ({"head": 6}, {}))
    assert [each.data["fighter"] for each in events(match, "attack")] == [SECOND]
    assert dice_left(match) == ()


# -- results -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.6-M")
def test_off_balance() -> None:
    """M ends his attacks. One CF on the head, a die of 4: -3, and two CFs make a net advantage of five."""
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", options=QUIET, dice=[1, 1, 1, 4, 6, 3, 1, *[1] * 9])
    fight(match, ({"chest": 1, "legs": 1}, {"head": 1}), ({"head": 2}, {"chest": 1}))
    missed, back = events(match, "attack")
    assert (missed.data["fighter"], missed.data["result"], missed.data["sub"]) == (FIRST, "M", 2)
    assert missed.clauses == ("GL 8.5", "GL 8.5-CRT", "GL 8.6-M")
    assert (back.data["fighter"], back.data["defence"], back.data["advantage"]) == (SECOND, -3, 5)
    assert back.data["result"] == "H"  # a 10 in column 5
    assert not back.modifiers
    assert "GL 8.6-M" in back.clauses


@pytest.mark.rule("GL 8.6-M")
def test_the_balance_die_is_rolled_once() -> None:
    """Only when he is next attacked: the second blow meets the guard as written."""
    match = arena(
        man(0, 0, "N"), man(0, -1, "S"), step="engage", options=QUIET, dice=[1, 1, 1, 2, *three(3), *three(5)]
    )
    fight(match, ({"head": 1, "arms": 1, "legs": 1}, {"chest": 2, "arms": 2}), ({"chest": 2, "arms": 2}, {"head": 1}))
    own = [each for each in events(match, "attack") if each.data["fighter"] == SECOND]
    assert [each.data["defence"] for each in own] == [2 - 2, 2]
    assert reasons(match) == ["attack", "off balance", "attack", "attack"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.6-M")
def test_balance_comes_back_with_the_next_phase() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", options=QUIET, dice=[1, 1, 1, *three(5)])
    fight(match, ({"head": 1}, {}), ({}, {"head": 1}))
    match.submit(0, "-")
    match.submit(1, "-")
    fight(match, ({}, {}), ({"head": 1}, {}))
    assert reasons(match) == ["attack", "attack"]


@pytest.mark.rule("GL 8.6-none")
@pytest.mark.parametrize(("cf", "defence", "dice"), [(1, 1, 6), (1, 0, 3), (2, 0, 5), (4, 0, 3)])
def test_a_dash(cf: int, defence: int, dice: int) -> None:
    match = strike(cf, defence, three(dice))
    assert attack(match).clauses == ("GL 8.5", "GL 8.5-CRT", "GL 8.6-none")
    assert [each.kind for each in match.events] == ["attacks", "attack"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.6-S")
def test_s_on_a_shield() -> None:
    match = strike(1, 0, [*three(7), *three(3)])
    assert reasons(match) == ["attack", "shield damage"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.6-S", "GL 8.6-S*", "GL 8.6-P")
@pytest.mark.parametrize(("roll", "result"), [(7, "S"), (10, "S*")])
@pytest.mark.parametrize(
    ("other", "effect", "rolled"),
    [
        ({"shield": ""}, "P", ["attack", "weapon drop"]),
        ({"shield": "", "weapon": ""}, "H", ["attack", "wounds"]),
    ],
)
def test_s_without_a_shield(roll: int, result: str, other: dict[str, Any], effect: str, rolled: list[str]) -> None:
    match = strike(1, 0, [*three(roll), *([6, 6, 6] if effect == "P" else [1, 1, 1])], other=other)
    event = attack(match)
    assert (event.data["result"], event.data["effect"]) == (result, effect)
    assert ("GL 8.6-P" in event.clauses) is (effect == "H")
    assert reasons(match) == rolled
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.6-S*")
@pytest.mark.parametrize("damage", [3, 18])
def test_s_on_the_edge(damage: int) -> None:
    """The damage roll has +1, and the drop is checked whether or not anything was damaged."""
    match = strike(1, 0, [*three(10), *three(damage), 6, 6, 6])
    (shield,) = events(match, "shield")
    assert shield.data["total"] == damage + 1 + 1
    assert ("edge", 1) in shield.modifiers
    assert reasons(match) == ["attack", "shield damage", "shield drop"]
    assert fighter(match, SECOND).shield == "large"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.6-P")
def test_p_on_a_weapon() -> None:
    match = strike(1, 0, [*three(11), 6, 6, 6])
    assert attack(match).data["result"] == "P"
    assert reasons(match) == ["attack", "weapon drop"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.6-P")
@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"weapon": ""}, id="unarmed, with a shield"),
        pytest.param({"type": "retiarius", "weapon": ""}, id="only the net"),
    ],
)
def test_p_without_a_weapon(other: dict[str, Any]) -> None:
    match = strike(1, 0, [*three(11), *three(9), 1, 1], other=other)
    event = attack(match)
    assert (event.data["result"], event.data["effect"]) == ("P", "H")
    assert reasons(match) == ["attack", "wounds", "critical hit"]
    assert fighter(match, SECOND).wounds[0] == 1


@pytest.mark.rule("GL 8.6-P")
@pytest.mark.parametrize("weapon", ["sword", "trident", "fragment"])
def test_what_parries(weapon: str) -> None:
    match = strike(1, 0, [*three(11), 6, 6, 6], other={"weapon": weapon, "shield": ""})
    assert attack(match).data["effect"] == "P"


@pytest.mark.rule("GL 8.6-P*")
def test_p_on_weapon_and_shield() -> None:
    match = strike(1, 0, [*three(13), 6, 6, 6])
    event = attack(match)
    assert (event.data["result"], event.data["effect"]) == ("P*", "P*")
    assert reasons(match) == ["attack", "weapon drop"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.6-P*")
@pytest.mark.parametrize("other", [{"shield": ""}, {"weapon": ""}, {"type": "retiarius"}])
def test_p_of_both_with_one_missing(other: dict[str, Any]) -> None:
    match = strike(1, 0, [*three(13), *three(3)], other=other)
    event = attack(match)
    assert (event.data["result"], event.data["effect"]) == ("P*", "H")
    assert reasons(match) == ["attack", "wounds"]


@pytest.mark.rule("GL 8.6-H")
def test_a_body_hit() -> None:
    match = strike(1, 0, [*three(14), *three(12), 1, 1])
    assert attack(match).data["result"] == "H"
    (wound,) = events(match, "wound")
    assert (wound.data["total"], wound.data["wounds"]) == (12, 2)


@pytest.mark.rule("GL 8.6-H+")
@pytest.mark.parametrize(("dice", "plus"), [(16, 1), (17, 2), (18, 3)])
def test_a_severe_hit(dice: int, plus: int) -> None:
    match = strike(1, 0, [*three(dice), *three(12), 1, 1])
    assert attack(match).data["result"] == f"H+{plus}"
    assert attack(match).clauses[-1] == "GL 8.6-H+"
    (wound,) = events(match, "wound")
    assert wound.data["total"] == 12 + plus
    assert wound.data["wounds"] == {1: 3, 2: 3, 3: 4}[plus]
    assert ("severity of the hit", plus) in wound.modifiers
