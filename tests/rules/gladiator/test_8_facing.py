"""GL 8.1 to 8.13: whom a man can strike, and who turns to face whom."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.gladiator.hexes import POINTS
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    THIRD,
    ArenaMatch,
    allot,
    arena,
    caps,
    dice_left,
    events,
    fighter,
    man,
    plot,
)

AREAS = ("head", "chest", "groin", "arms", "legs")
QUIET = {"throws": False}
RING = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


def meeting(one: dict[str, Any], other: dict[str, Any], **more: Any) -> ArenaMatch:
    return arena(one, other, step="engage", options=QUIET, **more)


def asked_to_fight(match: ArenaMatch) -> dict[int, bool]:
    """Who shares out CFs, and whether he may attack."""
    return {
        seat: any(box.startswith("attack") for box in caps(match, seat))
        for seat, decision in match.pending.items()
        if decision.name == "allocate"
    }


@pytest.mark.rule("GL 8.1a")
@pytest.mark.parametrize(
    ("hexside", "may"), [("N", True), ("NE", True), ("NW", True), ("SE", False), ("S", False), ("SW", False)]
)
def test_the_three_hexes_of_the_front(hexside: str, may: bool) -> None:
    """Verus faces north. The other has no weapon, so that nothing turns Verus round."""
    match = meeting(man(0, 0, "N"), man(*RING[hexside], "N", weapon=""))
    assert asked_to_fight(match).get(0, False) is may
    assert (match.pending[0].name == "allocate") is may


@pytest.mark.rule("GL 8.1a", "GL 12.2")
def test_a_man_without_a_weapon_attacks_nobody() -> None:
    match = meeting(man(0, 0, "N", weapon=""), man(0, -1, "S"))
    assert asked_to_fight(match) == {0: False, 1: True}
    assert set(caps(match, 0)) == {*(f"defend {area}" for area in AREAS), "unused"}


@pytest.mark.rule("GL 8.1a")
@pytest.mark.parametrize("away", [2, 3])
def test_a_sword_does_not_reach_further(away: int) -> None:
    match = meeting(man(0, 0, "N"), man(0, -away, "S"))
    assert asked_to_fight(match) == {}


# -- the retiarius -----------------------------------------------------------------------------------------

ARC = {
    1: [(-1, 0), (0, -1), (1, -1)],
    2: [(-2, 0), (-1, -1), (0, -2), (1, -2), (2, -2)],
    3: [(-3, 0), (-2, -1), (-1, -2), (0, -3), (1, -3), (2, -3), (3, -3)],
}


@pytest.mark.rule("GL 8.1b", "GL 5.2c")
@pytest.mark.parametrize(("away", "place"), [(away, place) for away, ring in ARC.items() for place in ring])
def test_what_net_and_trident_reach(away: int, place: tuple[int, int]) -> None:
    """Fifteen hexes for the toss, eight for the trident."""
    nets = man(0, 0, "N", type="retiarius", training=20)
    match = arena(nets, man(*place, "S", weapon="", training=20), options=QUIET, dice=[1, 1, 1])
    plot(match, "X(TN)", "-")
    assert [each.data["target"] for each in events(match, "net")] == [SECOND]
    assert asked_to_fight(match).get(0, False) is (away <= 2)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 8.1b", "GL 5.2c")
@pytest.mark.parametrize("place", [(0, -4), (1, 0), (-1, 1), (0, 1), (2, -1), (-2, 1), (3, -2), (-3, 1), (0, 3)])
def test_what_they_do_not_reach(place: tuple[int, int]) -> None:
    nets = man(0, 0, "N", type="retiarius", training=20)
    match = arena(nets, man(*place, "N", weapon=""), options=QUIET)
    plot(match, "X(TN)", "-")
    assert len(events(match, "net-missed")) == 1
    assert asked_to_fight(match) == {}


@pytest.mark.rule("GL 8.1b")
@pytest.mark.parametrize(("place", "reached"), [((2, -2), True), ((0, -2), True), ((0, -3), False), ((3, -3), False)])
def test_a_swing_reaches_two_hexes(place: tuple[int, int], reached: bool) -> None:
    nets = man(0, 0, "N", type="retiarius", training=20)
    match = arena(nets, man(*place, "S", weapon="", training=20), options=QUIET, dice=[1, 2, 2] if reached else [])
    plot(match, "X(SN)", "-")
    assert bool(events(match, "net")) is reached
    assert bool(events(match, "net-missed")) is not reached


@pytest.mark.rule("GL 8.1b")
def test_the_swordsman_does_not_reach_back() -> None:
    """Two hexes apart, face to face: the trident strikes, the sword only guards."""
    match = meeting(man(0, 0, "N", type="retiarius", net=False), man(0, -2, "S"))
    assert asked_to_fight(match) == {0: True, 1: False}


# -- nobody in front ---------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.11")
@pytest.mark.parametrize(("one", "other"), [("S", "N"), ("SE", "N"), ("S", "NW"), ("SW", "NE")])
def test_back_to_back(one: str, other: str) -> None:
    match = meeting(man(0, 0, one), man(0, -1, other))
    assert asked_to_fight(match) == {}
    assert not events(match, "faces")
    assert (POINTS[fighter(match, FIRST).facing], POINTS[fighter(match, SECOND).facing]) == (one, other)


# -- turning to face ---------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.12a")
def test_a_man_attacked_from_behind_turns() -> None:
    match = meeting(man(0, 0, "N"), man(0, -1, "N"))
    assert dict(fighter(match, FIRST).bonuses) == {1: 5}  # worked out before he turned
    assert POINTS[fighter(match, SECOND).facing] == "S"
    (turned,) = events(match, "faces")
    assert turned.data == {"fighter": SECOND, "attacker": FIRST, "facing": 3}
    assert turned.clauses == ("GL 8.12a", "GL 8.12b")
    assert asked_to_fight(match) == {0: True, 1: True}
    assert caps(match, 0)["unused"] == 15
    assert caps(match, 1)["unused"] == 10


@pytest.mark.rule("GL 8.12a")
@pytest.mark.parametrize(("faced", "worth"), [("N", 5), ("NE", 4), ("SE", None), ("S", None), ("SW", None), ("NW", 3)])
def test_he_turns_until_the_other_is_straight_ahead(faced: str, worth: int | None) -> None:
    """The attacker comes from the south; only a man who has him behind turns."""
    match = meeting(man(0, 0, "N"), man(0, -1, faced))
    turned = worth is not None
    assert fighter(match, SECOND).rotated is turned
    assert POINTS[fighter(match, SECOND).facing] == ("S" if turned else faced)
    if worth is not None:
        assert dict(fighter(match, FIRST).bonuses)[1] == worth


@pytest.mark.rule("GL 8.12a")
def test_even_in_the_net() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "N", netted=True), step="engage", options=QUIET)
    assert POINTS[fighter(match, SECOND).facing] == "S"


@pytest.mark.rule("GL 8.12a")
@pytest.mark.parametrize(
    "state",
    [
        pytest.param({"posture": "prone"}, id="prone"),
        pytest.param({"posture": "prone", "stun": 12}, id="unconscious"),
    ],
)
def test_who_lies_there_does_not_turn(state: dict[str, Any]) -> None:
    match = meeting(man(0, 0, "N"), man(0, -1, "N", **state))
    assert POINTS[fighter(match, SECOND).facing] == "N"
    assert not fighter(match, SECOND).rotated
    assert caps(match, 0)["unused"] == 10 + 5 + 4


@pytest.mark.rule("GL 8.12a")
@pytest.mark.parametrize(
    "state",
    [
        pytest.param({"weapon": ""}, id="unarmed"),
        pytest.param({"netted": True}, id="in the net"),
        pytest.param({"posture": "prone"}, id="prone"),
        pytest.param({"was_netted": True}, id="just out of the net"),
        pytest.param({"cf": -5}, id="nothing to attack with"),
    ],
)
def test_nobody_turns_to_a_man_who_cannot_strike(state: dict[str, Any]) -> None:
    match = meeting(man(0, 0, "N", **state), man(0, -1, "N"))
    assert POINTS[fighter(match, SECOND).facing] == "N"
    assert asked_to_fight(match) == {}


@pytest.mark.rule("GL 8.1a", "GL 9.33")
def test_nobody_guards_himself_against_nothing() -> None:
    """Face to face with a man without a weapon, but with no factor left: there is no combat at all."""
    match = meeting(man(0, 0, "N", cf=0), man(0, -1, "S", weapon=""))
    assert asked_to_fight(match) == {}
    assert not events(match, "attacks")


@pytest.mark.rule("GL 8.12a")
def test_his_bonus_alone_is_enough() -> None:
    match = meeting(man(0, 0, "N", cf=-4), man(0, -1, "N"))
    assert fighter(match, SECOND).rotated
    assert caps(match, 0)["unused"] == 1


@pytest.mark.rule("GL 8.12a")
@pytest.mark.parametrize(
    ("place", "faced", "turns_to"),
    [
        ((0, -2), "S", "S"),
        ((0, -2), "SE", "SE"),  # still in his forward arc: he stays as he is
        ((0, -2), "N", "S"),
        ((1, -2), "N", "SW"),  # between two hexrows, south and south-west: the smaller turn
        ((1, -2), "NW", "SW"),
        ((1, -2), "NE", "S"),
    ],
)
def test_at_range(place: tuple[int, int], faced: str, turns_to: str) -> None:
    """A trident strikes from two hexes away."""
    match = meeting(man(0, 0, "N", type="retiarius", net=False), man(*place, faced))
    assert POINTS[fighter(match, SECOND).facing] == turns_to


@pytest.mark.rule("GL 8.12b")
@pytest.mark.parametrize("attacker", ["N", "NW", "NE"])
def test_the_turned_man_has_no_bonus(attacker: str) -> None:
    """Whatever the attacker's facing: his front-right hex is worth 2 and his front-left 1 to anybody else."""
    match = meeting(man(0, 0, attacker), man(0, -1, "N"))
    assert fighter(match, SECOND).rotated
    assert asked_to_fight(match) == {0: True, 1: True}
    assert caps(match, 1)["unused"] == 10
    assert caps(match, 0)["unused"] == 15


@pytest.mark.rule("GL 8.12b")
def test_the_turned_man_may_strike_back() -> None:
    match = meeting(man(0, 0, "N"), man(0, -1, "N"), dice=[1, 1, 1])
    allot(match, 0)
    allot(match, 1, attack={"head": 1})
    assert events(match, "attack")[0].data["fighter"] == SECOND


@pytest.mark.rule("GL 8.13")
@pytest.mark.parametrize(
    ("one", "other", "worth"),
    [
        ("N", "S", (0, 0)),
        ("N", "SE", (2, 0)),  # Verus in the other's front-right hex
        ("N", "SW", (1, 0)),
        ("NW", "S", (0, 2)),
        ("NE", "SW", (1, 1)),
        ("NW", "SE", (2, 2)),
        ("NW", "SW", (1, 2)),
    ],
)
def test_each_in_the_others_front(one: str, other: str, worth: tuple[int, int]) -> None:
    match = meeting(man(0, 0, one), man(0, -1, other))
    assert not events(match, "faces")
    assert (POINTS[fighter(match, FIRST).facing], POINTS[fighter(match, SECOND).facing]) == (one, other)
    assert asked_to_fight(match) == {0: True, 1: True}
    assert (caps(match, 0)["unused"] - 10, caps(match, 1)["unused"] - 10) == worth


@pytest.mark.rule("GL 8.13", "GL 8.1a")
def test_a_teammate_in_front_is_no_target() -> None:
    match = arena(man(0, 0, "N"), man(9, 9), man(0, -1, "S"), step="engage", options=QUIET)
    assert fighter(match, THIRD).side == fighter(match, FIRST).side
    assert asked_to_fight(match) == {}
