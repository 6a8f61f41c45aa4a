"""GL 7.5 to 7.51a: impact factors, what adds to them, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    THIRD,
    ArenaMatch,
    answer,
    arena,
    dice_left,
    events,
    item,
    man,
    plot,
)

PLAIN = {"type": "light", "shield": "small"}  # nothing in the list applies to him


def impact(match: ArenaMatch, name: str) -> dict[str, int]:
    """What counted for one man in the first collision."""
    collision = events(match, "collision")[0]
    words = f"{name}: "
    return {reason.removeprefix(words): amount for reason, amount in collision.modifiers if reason.startswith(words)}


def factors(match: ArenaMatch) -> dict[str, int]:
    data = events(match, "collision")[0].data
    return dict(zip((data["fighter"], data["other"]), data["impact"], strict=True))


@pytest.mark.rule("GL 7.5")
def test_a_die_and_the_modifiers() -> None:
    heavy = man(0, 0, "N", type="heavy", strength=2, agility=-1)
    light = man(0, -3, "S", **PLAIN, agility=1, training=20)
    match = arena(heavy, light, dice=[4, 3, 6, 6, 6])
    plot(match, "C", "-")
    assert factors(match) == {FIRST: 2 + 2 + 6 + 2 - 1 + 4, SECOND: 1 + 3}
    rolls = [(roll.reason, roll.values) for roll in events(match, "collision")[0].dice]
    assert rolls == [(f"{FIRST}'s impact", (4,)), (f"{SECOND}'s impact", (3,))]
    assert events(match, "collision")[0].clauses == ("GL 7.5", "GL 7.5-drm", "GL 7.5-position", "GL 7.51a")


@pytest.mark.rule("GL 7.5-drm")
@pytest.mark.parametrize(
    ("sheet", "order", "expected"),
    [
        (PLAIN, "-", {}),
        ({"type": "heavy", "shield": "small"}, "-", {"heavy": 2}),
        ({"type": "medium", "shield": "small"}, "-", {"medium": 1}),
        ({"type": "light", "shield": "large"}, "-", {"large shield": 2}),
        ({"type": "light", "shield": ""}, "-", {"no shield": -2}),
        ({"type": "retiarius", "net": False}, "-", {"medium": 1, "no shield": -2}),
        ({**PLAIN, "strength": 3}, "-", {"strength": 3}),
        ({**PLAIN, "strength": -2, "agility": 4}, "-", {"strength": -2, "agility": 4}),
        ({**PLAIN, "stun": 2}, "-", {"stun": -2}),
        ({**PLAIN, "netted": True}, "-", {"ensnared": -3}),
        ({**PLAIN, "posture": "kneeling"}, "X", {"kneeling": -2}),
        ({**PLAIN, "posture": "kneeling"}, "X-UP", {}),
        (PLAIN, "KN", {"kneeling": -2}),
        ({**PLAIN, "owes_stumble": True, "agility": 6}, "S", {"stumbling": -2, "agility": 6}),
    ],
)
def test_a_man_who_stands_still(sheet: Mapping[str, Any], order: str, expected: dict[str, int]) -> None:
    """Another medium man walks into him from the front."""
    match = arena(man(0, -1, "S", **sheet), man(0, 0, "N", strength=12), dice=[1] * 9)
    plot(match, order, "F")
    assert impact(match, FIRST) == expected
    assert impact(match, SECOND) == {"strength": 12, "medium": 1, "large shield": 2, "moved forward": 2}


# Where a light man goes by each order from (0, 0), facing north, and the way to him from there.
MOVES = [
    ("F", (0, -1), "S", {"moved forward": 2}),
    ("(Q)F", (0, -2), "S", {"moved forward": 4}),
    ("C", (0, -3), "S", {"moved forward": 6}),
    ("SFL", (-1, 0), "SE", {"sidestepped forward": 1}),
    ("(Q)SFR", (2, -2), "SW", {"sidestepped forward": 2}),
    ("B", (0, 1), "N", {"moved backwards": -1}),
    ("(Q)B", (0, 2), "N", {"moved backwards": -2}),
    ("SBL", (-1, 1), "NE", {"moved backwards": -1}),
    ("(Q)SBR", (2, 0), "NW", {"moved backwards": -2}),
]


@pytest.mark.rule("GL 7.5-drm")
@pytest.mark.parametrize(("order", "place", "facing", "expected"), MOVES)
def test_hexes_moved(order: str, place: tuple[int, int], facing: str, expected: dict[str, int]) -> None:
    """The other stands where the move ends and faces the mover, so that his place is worth nothing."""
    match = arena(man(0, 0, "N", **PLAIN), man(*place, facing, strength=9), dice=[1] * 9)
    plot(match, order, "-")
    assert impact(match, FIRST) == expected


@pytest.mark.rule("GL 7.5-drm")
def test_a_stunned_man_without_a_shield_sidesteps() -> None:
    """1 for a medium, -2 without a shield, +2 for the hexes, -2 for stun, +1 for strength: nothing in all."""
    match = arena(man(0, 0, "N", shield="", stun=2, strength=1), man(-2, 0, "SE", strength=9), dice=[1] * 9)
    plot(match, "(Q)SFL", "-")
    assert impact(match, FIRST) == {
        "medium": 1,
        "no shield": -2,
        "sidestepped forward": 2,
        "stun": -2,
        "strength": 1,
    }
    assert factors(match)[FIRST] == 1 + 0


@pytest.mark.rule("GL 7.5-drm")
@pytest.mark.parametrize(
    ("order", "place", "facing"),
    [("RO-FL", (-1, 0), "SE"), ("(Q)RO-FL", (-2, 0), "SE"), ("(Q)RO-BR", (2, 0), "NW")],
)
def test_a_roll_counts_as_a_roll_only(order: str, place: tuple[int, int], facing: str) -> None:
    match = arena(man(0, 0, "N", **PLAIN, posture="prone"), man(*place, facing, strength=12), dice=[1] * 9)
    plot(match, order, "-")
    assert impact(match, FIRST) == {"rolling": 4}


@pytest.mark.rule("GL 7.5-drm")
def test_an_r_order_on_the_knees() -> None:
    lying = man(0, -1, "S", **PLAIN, posture="kneeling", weapon="")
    match = arena(lying, man(0, 0, "N", strength=9), items=[item("sword", 0, -1)], dice=[6, 1, 1, 1, 6, 1])
    plot(match, "R", "F")
    assert impact(match, FIRST) == {"kneeling": -2, "recovering an item": -3}


@pytest.mark.rule("GL 7.5-drm")
@pytest.mark.parametrize(("what", "expected"), [("sword early", {"recovering an item": -3}), ("no", {})])
def test_an_attempt_on_the_way(what: str, expected: dict[str, int]) -> None:
    """He reaches for the sword in his hex, then walks into the other; a 6 is no success."""
    match = arena(
        man(0, 0, "N", **PLAIN, weapon=""),
        man(0, -2, "S", strength=9),
        items=[item("sword", 0, 0)],
        dice=[*([6] if expected else []), 1, 6, 1, 1, 6],
    )
    plot(match, "(Q)F", "-")
    answer(match, what)
    assert impact(match, FIRST) == {"moved forward": 4, **expected}
    assert dice_left(match) == ()


# -- position --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 7.5-position")
@pytest.mark.parametrize(
    ("facing", "worth"),
    [("S", 0), ("SE", 2), ("NE", 4), ("N", 5), ("NW", 3), ("SW", 1)],
)
def test_a_mover_counts_in_the_hex_he_came_from(facing: str, worth: int) -> None:
    """He comes from the south; the other faces every way in turn."""
    match = arena(man(0, 0, "N", strength=9), man(0, -1, facing), dice=[1] * 9)
    plot(match, "F", "-")
    assert impact(match, FIRST).get("position", 0) == worth
    assert "position" not in impact(match, SECOND)  # in the mover's centre front


@pytest.mark.rule("GL 7.5-position")
def test_backing_into_a_man() -> None:
    match = arena(man(0, 0, "S"), man(0, -1, "S"), dice=[1] * 9)
    plot(match, "B", "-")
    assert "position" not in impact(match, FIRST)
    assert impact(match, SECOND)["position"] == 5


@pytest.mark.rule("GL 7.5-position")
def test_a_sidestep_shows_a_flank() -> None:
    """He sidesteps forward to the left: the man he runs into is in his front-left hex."""
    match = arena(man(0, 0, "N"), man(-1, 0, "SE"), dice=[1, 2, 1, 1, 1])
    plot(match, "SFL", "-")
    assert "position" not in impact(match, FIRST)
    assert impact(match, SECOND)["position"] == 1


@pytest.mark.rule("GL 7.5-position")
def test_two_movers() -> None:
    """One comes from the south, facing north, the other from the south-east, facing north-west."""
    match = arena(man(0, 0, "N"), man(1, -1, "NW"), dice=[1, 2, 1, 1, 1])
    plot(match, "F", "F")
    assert impact(match, FIRST)["position"] == 3
    assert impact(match, SECOND)["position"] == 4


@pytest.mark.rule("GL 7.5-position")
def test_stumbling_and_nets_are_not_counted_twice() -> None:
    """The bonuses of GL 8.21 and 8.23 are for blows; here the list has its own entries."""
    match = arena(
        man(0, 0, "N", strength=9),
        man(0, -1, "S", owes_stumble=True, netted=True, agility=6),
        dice=[1] * 12,
    )
    plot(match, "F", "S")
    assert "position" not in impact(match, FIRST)
    assert impact(match, SECOND) == {"agility": 6, "medium": 1, "large shield": 2, "ensnared": -3, "stumbling": -2}


@pytest.mark.rule("GL 7.5-position", "GL 8.2-left-handed")
def test_a_left_handed_man_is_open_on_the_other_side() -> None:
    match = arena(man(0, 0, "N", strength=9), man(0, -1, "SE", left_handed=True), dice=[1] * 9)
    plot(match, "F", "-")
    assert impact(match, FIRST)["position"] == 1


# -- the winner ------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 7.51a")
@pytest.mark.parametrize(("dice", "winner"), [((4, 3), FIRST), ((3, 4), SECOND)])
def test_the_higher_factor_wins(dice: tuple[int, int], winner: str) -> None:
    match = arena(man(0, 0, "N"), man(0, -2, "S"), dice=[*dice, 1, 1, 6])
    plot(match, "F", "F")
    assert events(match, "collision")[0].data["winner"] == winner
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.51a")
def test_ties_are_rolled_again() -> None:
    match = arena(man(0, 0, "N"), man(0, -2, "S"), dice=[4, 4, 1, 1, 2, 6, 1, 1, 6])
    plot(match, "F", "F")
    (collision,) = events(match, "collision")
    assert collision.data["impact"] == [2 + 5, 6 + 5]
    assert [roll.values for roll in collision.dice] == [(4,), (4,), (1,), (1,), (2,), (6,)]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.51a")
def test_a_tie_with_different_dice() -> None:
    match = arena(man(0, 0, "N", strength=2), man(0, -2, "S"), dice=[2, 4, 2, 5, 1, 1, 6])
    plot(match, "F", "F")
    (collision,) = events(match, "collision")
    assert collision.data["impact"] == [9, 10]
    assert collision.data["winner"] == SECOND


@pytest.mark.rule("GL 7.51a")
def test_teammates_collide_like_anybody() -> None:
    match = arena(man(0, 0, "N"), man(9, 9), man(0, -2, "S"), dice=[5, 3, 1, 1, 6], options={"throws": False})
    plot(match, "F", "-", "F")
    (collision,) = events(match, "collision")
    assert collision.data["winner"] == FIRST
    assert events(match, "stun")[0].data["fighter"] == THIRD


@pytest.mark.rule("GL 7.51a", "GL 4-dice-order")
def test_the_lower_counter_rolls_first() -> None:
    match = arena(man(0, 0, "N", counter=6), man(0, -2, "S", counter=4), dice=[5, 3, 1, 1, 6])
    plot(match, "F", "F")
    assert factors(match) == {SECOND: 10, FIRST: 8}
