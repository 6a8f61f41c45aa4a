"""GL 18: the trident."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.gladiator.state import Item
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    allot,
    answer,
    arena,
    asked,
    caps,
    dice_left,
    events,
    fight,
    fighter,
    item,
    legal,
    man,
    plot,
    throw_nothing,
)

QUIET = {"throws": False}


def thrust(cfs: int, *dice: int, by: dict[str, Any] | None = None, at: dict[str, Any] | None = None) -> ArenaMatch:
    """A retiarius without his net, so with both hands, strikes at the chest of a man beside him."""
    attacker = {**man(0, 0, "N", type="retiarius", net=False), **(by or {})}
    match = arena(attacker, {**man(0, -1, "S"), **(at or {})}, step="engage", options=QUIET, dice=dice)
    fight(match, ({"chest": cfs}, {}), ({}, {}))
    return match


def strikes_with(match: ArenaMatch) -> int:
    strength = events(match, "attack")[0].data["strength"]
    assert isinstance(strength, int)
    return strength


# -- use -------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 18.1", "GL 8.6-S")
def test_it_parries_in_place_of_a_shield() -> None:
    """S in column 5 on 5 against a retiarius: a parry, so the trident is checked and no shield is damaged."""
    match = arena(
        man(0, 0, "N"), man(0, -1, "S", type="retiarius"), step="engage", options=QUIET, dice=[1, 2, 2, 6, 6, 6]
    )
    fight(match, ({"chest": 5}, {}), ({}, {}))
    (attack,) = events(match, "attack")
    assert (attack.data["result"], attack.data["effect"]) == ("S", "P")
    assert not events(match, "shield")
    assert events(match, "weapon-drop-check")[0].data["fighter"] == SECOND
    assert dice_left(match) == ()


@pytest.mark.rule("GL 18.1")
def test_a_dropped_trident_lies_on_the_sand() -> None:
    match = arena(
        man(0, 0, "N"), man(0, -1, "S", type="retiarius"), step="engage", options=QUIET, dice=[1, 2, 2, 1, 1, 1, 1, 3]
    )
    fight(match, ({"chest": 5}, {}), ({}, {}))
    assert fighter(match, SECOND).weapon == ""
    assert match.state.items == (Item("trident", (0, 1)),)


@pytest.mark.rule("GL 18.1")
def test_it_attacks_like_a_sword() -> None:
    """Column 5, roll 10: H; a wound by the same table."""
    match = thrust(5, 3, 3, 4, 4, 4, 4, 1, 2)
    assert events(match, "attack")[0].data["result"] == "H"
    assert fighter(match, SECOND).wounds == (0, 2, 0, 0, 0)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 18.1-others", "GL 18.2")
def test_a_swordsman_who_has_picked_it_up() -> None:
    """Two hexes away, nothing in the other hand: full CF."""
    match = arena(
        man(0, 0, "N", weapon="trident", shield=""), man(0, -2, "S"), step="engage", options=QUIET, dice=[1] * 6
    )
    fight(match, ({"chest": 5}, {}), ({}, {}))
    assert strikes_with(match) == 5


@pytest.mark.rule("GL 18.1-others", "GL 18.3")
def test_with_a_shield_it_is_one_handed() -> None:
    match = thrust(5, 1, 1, 2, by={"type": "medium", "weapon": "trident", "shield": "large"})
    assert strikes_with(match) == 2


@pytest.mark.rule("GL 18.1-others", "GL 18.5")
def test_it_breaks_in_other_hands_too() -> None:
    match = thrust(2, 4, 4, 4, 6, 6, 1, 1, 1, 6, 6, 6, by={"type": "medium", "weapon": "trident", "shield": ""})
    assert events(match, "trident-breaks")[0].data["fighter"] == FIRST


# -- reach -----------------------------------------------------------------------------------------------

FRONT = {(-1, 0), (0, -1), (1, -1), (-2, 0), (-1, -1), (0, -2), (1, -2), (2, -2)}


@pytest.mark.rule("GL 18.2", "GL 5.2b")
@pytest.mark.parametrize(("q", "r"), [(q, r) for q in range(-3, 4) for r in range(-3, 4) if q or r])
def test_two_hexes_within_the_front(q: int, r: int) -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(q, r, "N", weapon=""), step="engage", options=QUIET)
    attacks = 0 in match.pending and match.pending[0].name == "allocate"
    assert attacks is ((q, r) in FRONT)


@pytest.mark.rule("GL 18.2")
def test_a_sword_reaches_one_hex() -> None:
    match = arena(man(0, 0, "N"), man(0, -2, "S"), step="engage", options=QUIET)
    assert {decision.name for decision in match.pending.values()} == {"plot"}


@pytest.mark.rule("GL 18.2")
def test_a_man_in_between_does_not_block_it() -> None:
    match = arena(
        man(0, 0, "N", type="retiarius"), man(0, -2, "S"), man(0, -1, "N", side=0), step="engage", options=QUIET
    )
    assert "attack chest" in caps(match, 0)


# -- one hand, two hands ---------------------------------------------------------------------------------


@pytest.mark.rule("GL 18.3", "GL 8-halving")
@pytest.mark.parametrize(("cfs", "strength"), [(5, 2), (4, 2), (3, 1), (1, 0)])
def test_with_the_net_in_hand_it_is_halved(cfs: int, strength: int) -> None:
    match = thrust(cfs, 1, 1, 2, by={"net": True})
    assert strikes_with(match) == strength
    assert {"GL 18.3", "GL 8-halving"} <= set(events(match, "attack")[0].clauses)


@pytest.mark.rule("GL 18.3")
def test_the_end_of_a_net_on_somebody_is_a_net_in_hand() -> None:
    match = thrust(5, 1, 1, 2, at={"netted": True, "held_by": FIRST})
    assert strikes_with(match) == 2


@pytest.mark.rule("GL 18.3", "GL 18.7")
def test_a_sword_is_never_halved_for_it() -> None:
    match = thrust(5, 1, 1, 1, 1, 1, 1, by={"weapon": "sword", "net": True})
    assert strikes_with(match) == 5


@pytest.mark.rule("GL 18.7")
def test_both_hands_when_neither_net_nor_shield_is_in_them() -> None:
    match = thrust(4, 1, 1, 2, 1, 1, 1)
    assert strikes_with(match) == 4
    assert "GL 18.3" not in events(match, "attack")[0].clauses


@pytest.mark.rule("GL 18.7", "GL 17.36")
def test_a_net_let_go_at_the_end_of_a_phase_counts_from_the_next() -> None:
    match = arena(
        man(0, 0, "N", type="retiarius"), man(0, -1, "S"), step="engage", phase=2, options=QUIET, dice=[1, 1, 2] * 2
    )
    fight(match, ({"chest": 2}, {}), ({}, {}))
    assert asked(match) == ("throw", ["no", "drop the net"])
    answer(match, "drop the net")
    assert match.state.phase == 3
    assert match.state.items == (Item("net", (0, 0)),)
    plot(match, "-", "-")
    fight(match, ({"chest": 2}, {}), ({}, {}))
    assert [attack.data["strength"] for attack in events(match, "attack")] == [1, 2]


@pytest.mark.rule("GL 18.7", "GL 17.6a")
def test_a_net_torn_away_frees_his_hand_in_the_same_phase() -> None:
    """A toss for 6 of 10 CFs, M, 1 against 6; the two CFs of his thrust count as two."""
    match = arena(
        man(0, 0, "N", type="retiarius"), man(0, -1, "S", nf=20), phase=4, options=QUIET, dice=[1, 1, 1, 1, 6, 1, 1, 2]
    )
    plot(match, "X(TN)", "X")
    answer(match, "drop 4")
    assert caps(match, 0)["unused"] == 4
    fight(match, ({"chest": 2}, {}), ({}, {}))
    assert strikes_with(match) == 2


# -- out of reach ----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 18.4", "GL 12.5")
def test_who_is_struck_from_two_hexes_away_can_only_defend_or_throw() -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -2, "S"), step="engage", dice=[1, 1, 2])
    assert {box.split()[0] for box in caps(match, 1)} == {"defend", "unused"}
    allot(match, 0, attack={"chest": 4})
    allot(match, 1, defend={"chest": 2})
    assert "sword 1 head" in legal(match, 1)
    throw_nothing(match)


@pytest.mark.rule("GL 18.4")
def test_another_trident_answers() -> None:
    match = arena(man(0, 0, "N", type="retiarius"), man(0, -2, "S", type="retiarius"), step="engage", options=QUIET)
    assert "attack chest" in caps(match, 0)
    assert "attack chest" in caps(match, 1)


# -- breaking --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 18.5", "GL 4-dice-order")
@pytest.mark.parametrize(
    ("strength", "roll", "breaks"), [(1, [5, 6], True), (0, [5, 6], False), (0, [6, 6], True), (-2, [6, 6], False)]
)
def test_a_parry_with_shield_and_weapon_may_break_it(strength: int, roll: list[int], breaks: bool) -> None:
    """P* in column 2 on 12; breakage, direction, distance, fragment, then the opponent's own drop check."""
    dice = [4, 4, 4, *roll, *([4, 3, 4] if breaks else []), 6, 6, 6]
    match = thrust(2, *dice, at={"strength": strength})
    (check,) = events(match, "trident-check")
    assert check.data == {"fighter": FIRST, "total": sum(roll) + strength, "breaks": breaks}
    assert check.clauses == ("GL 18.5",)
    assert check.modifiers == (("opponent's strength", strength),)
    assert fighter(match, FIRST).weapon == ("" if breaks else "trident")
    assert match.state.items == ((Item("fragment", (0, 2)),) if breaks else ())
    assert events(match, "weapon-drop-check")[0].data["fighter"] == SECOND
    assert dice_left(match) == ()


@pytest.mark.rule("GL 18.5")
def test_an_ordinary_parry_does_not_break_it() -> None:
    match = thrust(2, 3, 4, 4, 6, 6, 6)
    assert events(match, "attack")[0].data["result"] == "P"
    assert not events(match, "trident-check")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 18.5", "GL 8.6-P*")
def test_where_p_star_is_a_hit_nothing_was_parried() -> None:
    match = thrust(2, 4, 4, 4, 1, 1, 1, at={"shield": ""})
    assert events(match, "attack")[0].data["effect"] == "H"
    assert not events(match, "trident-check")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 18.5")
def test_a_sword_does_not_break() -> None:
    match = thrust(2, 4, 4, 4, 6, 6, 6, by={"weapon": "sword"})
    assert not events(match, "trident-check")


@pytest.mark.rule("GL 18.5", "GL 8.46")
def test_with_a_broken_trident_he_attacks_no_more() -> None:
    match = arena(
        man(0, 0, "N", type="retiarius", net=False),
        man(0, -1, "S"),
        step="engage",
        options=QUIET,
        dice=[4, 4, 4, 6, 6, 1, 1, 1, 6, 6, 6],
    )
    fight(match, ({"head": 2, "legs": 2}, {}), ({}, {}))
    assert len(events(match, "attack")) == 1
    assert dice_left(match) == ()


@pytest.mark.rule("GL 18.6")
@pytest.mark.parametrize("die", range(1, 7))
def test_one_to_four_leaves_a_fragment(die: int) -> None:
    match = thrust(2, 4, 4, 4, 6, 6, 1, 1, die, 6, 6, 6)
    useless = die >= 5
    assert events(match, "trident-breaks")[0].data == {"fighter": FIRST, "place": [0, 0], "useless": useless}
    assert {"GL 18.5", "GL 18.6", "GL 12.4"} == set(events(match, "trident-breaks")[0].clauses)
    assert match.state.items == (Item("shaft" if useless else "fragment", (0, 0)),)
    assert ("R" in legal(match, 0)) is not useless


@pytest.mark.rule("GL 18.6", "GL 12.63")
def test_a_fragment_can_be_recovered() -> None:
    match = arena(
        man(0, 0, "N", type="retiarius", weapon="", net=False),
        man(0, -1, "S"),
        items=[item("fragment", 0, 0)],
        options=QUIET,
        dice=[1],
    )
    plot(match, "R", "-")
    assert fighter(match, FIRST).weapon == "fragment"
    assert "attack chest" in caps(match, 0)


@pytest.mark.rule("GL 18.6", "GL 18.2")
@pytest.mark.parametrize(("place", "reached"), [((0, -1), True), ((1, -1), True), ((0, -2), False)])
def test_a_fragment_reaches_one_hex(place: tuple[int, int], reached: bool) -> None:
    match = arena(
        man(0, 0, "N", type="retiarius", weapon="fragment"), man(*place, "N", weapon=""), step="engage", options=QUIET
    )
    attacks = 0 in match.pending and match.pending[0].name == "allocate"
    assert attacks is reached
