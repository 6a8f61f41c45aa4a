"""GL 2: what belongs to the Basic Game."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludus.core.errors import DataError, SetupError
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    arena,
    asked,
    dice_left,
    events,
    fighter,
    fresh,
    item,
    legal,
    man,
    plot,
)

BASIC = {"level": "basic"}


@pytest.mark.rule("GL 2-basic-scope", "GL 3-2")
@pytest.mark.parametrize(
    ("level", "types"),
    [("basic", {"light", "medium", "heavy"}), ("advanced", {"light", "medium", "heavy", "retiarius"})],
)
def test_types_to_choose_from(level: str, types: set[str]) -> None:
    match = fresh(options={"level": level})
    for seat in (0, 1):
        assert match.pending[seat].name == "type"
        assert match.pending[seat].clause == "GL 3-2"
        assert set(match.pending[seat]) == types


@pytest.mark.rule("GL 2-basic-scope")
def test_no_retiarius_by_option_either() -> None:
    with pytest.raises(SetupError) as refused:
        fresh(options={**BASIC, "types": ["medium", "retiarius"]})
    assert refused.value.code == "bad-option"


@pytest.mark.rule("GL 2-basic-scope")
def test_pairs_only() -> None:
    with pytest.raises(SetupError) as refused:
        fresh(4, options=BASIC)
    assert refused.value.code == "bad-seats"
    assert "GL 2-basic-scope" in str(refused.value)
    assert len(fresh(4).pending) == 4


@pytest.mark.rule("GL 2-basic-scope")
@pytest.mark.parametrize(
    "position",
    [
        {"fighters": [man(type="retiarius"), man(0, -4, "S")]},
        {"fighters": [man(net=True, shield=""), man(0, -4, "S")]},
        {"fighters": [man(weapon="trident"), man(0, -4, "S")]},
        {"fighters": [man(netted=True), man(0, -4, "S")]},
        {"fighters": [man(), man(0, -4, "S")], "items": [item("net", 1, 1)]},
        {"fighters": [man(), man(0, -4, "S")], "items": [item("trident", 1, 1)]},
        {"fighters": [man(), man(0, -4, "S")], "items": [item("fragment", 1, 1)]},
    ],
)
def test_no_net_and_no_trident_in_a_basic_position(position: dict[str, Any]) -> None:
    men = position.pop("fighters")
    with pytest.raises(DataError) as refused:
        arena(*men, level="basic", **position)
    assert refused.value.code == "bad-scenario"
    arena(*men, level="advanced", **position)


@pytest.mark.rule("GL 2-basic-scope", "GL 6.4")
def test_special_actions_of_the_basic_game() -> None:
    """An item lies near, so that kicks are open too."""
    match = arena(man(shield=""), man(0, -3, "S"), items=[item("shield", 0, 0)], level="basic")
    used: set[str] = set()
    for text in legal(match):
        used |= set(re.findall(r"\(([A-Z]+)", text))
    assert used == {"Q", "L", "R", "K"}


@pytest.mark.rule("GL 2-basic-scope", "GL 4-victory")
def test_at_mercy_is_surrender_without_a_verdict() -> None:
    """Run down while prone: the Basic Game asks no crowd, so no die is rolled."""
    lying = man(0, -1, "S", posture="prone")
    match = arena(man(), lying, level="basic", dice=[6])
    plot(match, "F", "-")
    assert fighter(match, SECOND).status == "surrendered"
    (surrender,) = events(match, "surrender")
    assert surrender.data == {"fighter": SECOND, "victor": FIRST, "why": "run down"}
    assert surrender.clauses == ("GL 7.4", "GL 2-basic-scope")
    assert not events(match, "verdict")
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert dice_left(match) == (6,)


@pytest.mark.rule("GL 2-basic-scope")
def test_the_same_man_appeals_in_the_advanced_game() -> None:
    lying = man(0, -1, "S", posture="prone", attack_total=20)
    match = arena(man(), lying, level="advanced", dice=[6])
    plot(match, "F", "-")
    assert not events(match, "surrender")
    assert events(match, "verdict")[0].data["spared"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 2-basic-scope")
def test_unconscious_at_the_start_of_a_phase() -> None:
    out = man(0, -1, "S", posture="prone", stun=12)
    match = arena(man(), out, level="basic")
    assert fighter(match, SECOND).status == "surrendered"
    assert match.outcome is not None


@pytest.mark.rule("GL 2-basic-scope")
def test_a_basic_match_asks_for_types_and_then_for_orders() -> None:
    match = fresh(options=BASIC, dice=[3, 2, 5, 4, 6, 5])
    for seat in (0, 1):
        match.submit(seat, "medium")
    assert {decision.name for decision in match.pending.values()} == {"plot"}
    match.submit(0, "F")
    assert asked(match)[0] == "plot"
