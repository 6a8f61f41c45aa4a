"""GL 8.2 to 8.3: what a place is worth, and the combat factors of a phase."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.gladiator.charts import POSITION
from ludus.games.gladiator.hexes import positional_value
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    allot,
    arena,
    caps,
    fight,
    fighter,
    man,
    plot,
)

QUIET = {"throws": False}
RIGHT, LEFT = tuple(POSITION["values"]), tuple(POSITION["mirrored"])
# The defender at (0, 0) faces north: each hex of the rings clockwise from his front, and its worth.
RING_1 = {(0, -1): 0, (1, -1): 2, (1, 0): 4, (0, 1): 5, (-1, 1): 3, (-1, 0): 1}
RING_2 = {
    (0, -2): 0, (1, -2): 0, (2, -2): 2, (2, -1): 2, (2, 0): 4, (1, 1): 4,
    (0, 2): 5, (-1, 2): 3, (-2, 2): 3, (-2, 1): 1, (-2, 0): 1, (-1, -1): 0,
}  # fmt: skip
RING_3 = {
    (0, -3): 0, (1, -3): 0, (2, -3): 2, (3, -3): 2, (3, -2): 2, (3, -1): 4, (3, 0): 4, (2, 1): 4, (1, 2): 5,
    (0, 3): 5, (-1, 3): 5, (-2, 3): 3, (-3, 3): 3, (-3, 2): 3, (-3, 1): 1, (-3, 0): 1, (-2, -1): 1, (-1, -2): 0,
}  # fmt: skip
LEFT_HANDED = {(0, -1): 0, (1, -1): 1, (1, 0): 3, (0, 1): 5, (-1, 1): 4, (-1, 0): 2}
POINTS = ("N", "NE", "SE", "S", "SW", "NW")
TOWARDS = {(0, -1): "S", (1, -1): "SW", (1, 0): "NW", (0, 1): "N", (-1, 1): "NE", (-1, 0): "SE"}


def struck_from(place: tuple[int, int], **defender: Any) -> ArenaMatch:
    """Verus, facing the other, who stands in the middle and looks north."""
    return arena(man(*place, TOWARDS[place]), man(0, 0, "N", **defender), step="engage", options=QUIET)


def bonus(match: ArenaMatch, seat: int = 0) -> int:
    """What somebody has over the ten factors on his sheet."""
    return caps(match, seat)["unused"] - 10


# -- the diagram -------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.2-diagram", "GL 8.2")
@pytest.mark.parametrize(("place", "worth"), RING_1.items())
def test_the_six_hexes_round_a_man(place: tuple[int, int], worth: int) -> None:
    assert bonus(struck_from(place)) == worth


@pytest.mark.rule("GL 8.2-diagram")
@pytest.mark.parametrize(("place", "worth"), [*RING_1.items(), *RING_2.items(), *RING_3.items()])
def test_the_rings(place: tuple[int, int], worth: int) -> None:
    """Further out the nearest hexrow counts, exactly between two the lower value."""
    assert positional_value(place, 0, RIGHT) == worth


@pytest.mark.rule("GL 8.2-diagram")
@pytest.mark.parametrize("facing", range(6))
def test_it_turns_with_the_man(facing: int) -> None:
    hexes = list(RING_1)
    for number, worth in enumerate(RING_1.values()):
        assert positional_value(hexes[(number + facing) % 6], facing, RIGHT) == worth


@pytest.mark.rule("GL 8.2-diagram")
@pytest.mark.parametrize(("place", "worth"), [((1, -2), 0), ((2, -1), 2), ((-1, 2), 3), ((0, 2), 5), ((2, 0), 4)])
def test_a_trident_from_two_hexes_away(place: tuple[int, int], worth: int) -> None:
    for facing in POINTS:
        nets = man(*place, facing, type="retiarius", net=False)
        match = arena(nets, man(0, 0, "N", weapon=""), step="engage", options=QUIET)
        if match.pending[0].name == "allocate":
            assert bonus(match) == worth
            return
    pytest.fail("he has the other in front whichever way he looks")


@pytest.mark.rule("GL 8.2-diagram")
def test_a_spent_man_in_a_good_place() -> None:
    match = arena(man(-1, 1, "NE", cf=0), man(0, 0, "N"), step="engage", options=QUIET)
    assert caps(match, 0)["unused"] == 3


@pytest.mark.rule("GL 8.2-diagram")
def test_a_house_may_draw_it_differently() -> None:
    values = [0, 1, 2, 3, 2, 1]
    match = arena(man(0, 1, "N"), man(0, 0, "N"), step="engage", options={**QUIET, "position": values})
    assert bonus(match) == 3


@pytest.mark.rule("GL 8.2-left-handed")
@pytest.mark.parametrize(("place", "worth"), LEFT_HANDED.items())
def test_a_left_handed_defender(place: tuple[int, int], worth: int) -> None:
    assert bonus(struck_from(place, left_handed=True)) == worth


@pytest.mark.rule("GL 8.2-left-handed")
@pytest.mark.parametrize(("place", "worth"), RING_1.items())
def test_a_left_handed_attacker_changes_nothing(place: tuple[int, int], worth: int) -> None:
    match = arena(man(*place, TOWARDS[place], left_handed=True), man(0, 0, "N"), step="engage", options=QUIET)
    assert bonus(match) == worth


@pytest.mark.rule("GL 8.2-left-handed")
def test_the_mirror_image_further_out() -> None:
    for ring in (RING_2, RING_3):
        for (q, r), worth in ring.items():
            mirrored = (-q, q + r)  # left and right exchanged for a man who faces north
            assert positional_value(mirrored, 0, LEFT) == worth


@pytest.mark.rule("GL 8.2")
def test_for_that_phase_only() -> None:
    """Eight and three are eleven; in the next phase the other faces him, and he has his eight again."""
    match = arena(man(-1, 1, "NE", training=8), man(0, 0, "N"), step="engage", options=QUIET)
    assert caps(match, 0)["unused"] == 11
    fight(match, ({}, {}), ({}, {}))
    plot(match, "-", "-")
    assert caps(match, 0)["unused"] == 8
    assert fighter(match, FIRST).cf == 8


@pytest.mark.rule("GL 8.2", "GL 8.12b")
def test_only_for_him_who_did_not_turn() -> None:
    match = struck_from((0, 1))
    assert (bonus(match, 0), bonus(match, 1)) == (5, 0)


# -- the state the other is in -----------------------------------------------------------------------------


@pytest.mark.rule("GL 8.21")
@pytest.mark.parametrize(("place", "worth"), RING_1.items())
def test_against_a_stumbling_man(place: tuple[int, int], worth: int) -> None:
    assert bonus(struck_from(place, stumbling=True)) == worth + 2


@pytest.mark.rule("GL 8.21")
def test_a_stumble_still_owed_is_worth_nothing() -> None:
    assert bonus(struck_from((-1, 0), owes_stumble=True)) == 1


@pytest.mark.rule("GL 8.21")
def test_a_stumble_carried_out() -> None:
    """Two dice and agility make 8: he stays on his feet, and is worth 1 + 2 to the man on his left."""
    match = arena(man(-1, 0, "SE"), man(0, 0, "N", owes_stumble=True), dice=[4, 4], options=QUIET)
    plot(match, "-", "S")
    assert bonus(match) == 3
    assert bonus(match, 1) == -2  # a stumbling man has two factors fewer


@pytest.mark.rule("GL 8.22")
@pytest.mark.parametrize(("place", "worth"), RING_1.items())
@pytest.mark.parametrize("rolling", [False, True])
def test_against_a_prone_man(place: tuple[int, int], worth: int, rolling: bool) -> None:
    assert bonus(struck_from(place, posture="prone", rolling=rolling)) == worth + 4


@pytest.mark.rule("GL 8.22")
def test_a_kneeling_man_is_not_prone() -> None:
    assert bonus(struck_from((0, -1), posture="kneeling")) == 0


@pytest.mark.rule("GL 8.23")
@pytest.mark.parametrize(("place", "worth"), [((1, -1), 6), ((0, -1), 4), ((0, 1), 9)])
def test_against_a_man_in_the_net(place: tuple[int, int], worth: int) -> None:
    assert bonus(struck_from(place, netted=True)) == worth


@pytest.mark.rule("GL 8.23")
def test_not_against_a_man_who_has_freed_himself() -> None:
    assert bonus(struck_from((1, -1), was_netted=True)) == 2


@pytest.mark.rule("GL 8.24")
@pytest.mark.parametrize(
    ("state", "worth"),
    [
        ({"posture": "prone", "netted": True}, 3 + 4 + 4),
        ({"stumbling": True, "netted": True}, 3 + 2 + 4),
        ({"stumbling": True, "posture": "prone"}, 3 + 4),  # fallen: the stumble counts no longer
        ({"stumbling": True, "posture": "prone", "netted": True}, 3 + 4 + 4),
    ],
)
def test_they_add_up(state: dict[str, Any], worth: int) -> None:
    assert bonus(struck_from((-1, 1), **state)) == worth


@pytest.mark.rule("GL 8.24", "GL 14.5")
def test_a_man_who_falls_in_his_stumble() -> None:
    match = arena(man(-1, 1, "NE"), man(0, 0, "N", owes_stumble=True), dice=[3, 4], options=QUIET)
    plot(match, "-", "S")
    assert fighter(match, SECOND).prone
    assert bonus(match) == 3 + 4


# -- factors of the phase ----------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.3")
@pytest.mark.parametrize(
    ("sheet", "factors"),
    [
        ({}, 13),
        ({"stun": 2}, 11),
        ({"stumbling": True}, 11),
        ({"stumbling": True, "stun": 2}, 9),
        ({"cf": 7, "stun": 2}, 8),
        ({"spent": 6}, 7),  # a net attack or a struggle paid for
    ],
)
def test_factors_with_a_bonus_of_three(sheet: dict[str, Any], factors: int) -> None:
    match = arena(man(-1, 1, "NE", **sheet), man(0, 0, "N"), step="engage", options=QUIET)
    assert caps(match, 0)["unused"] == factors


@pytest.mark.rule("GL 8.3")
@pytest.mark.parametrize(
    ("sheet", "factors"),
    [({}, 10), ({"stumbling": True}, 8), ({"stumbling": True, "posture": "prone"}, 10), ({"stun": 9}, 1)],
)
def test_factors_without_a_bonus(sheet: dict[str, Any], factors: int) -> None:
    match = arena(man(0, 0, "N", **sheet), man(0, -1, "S"), step="engage", options=QUIET)
    assert caps(match, 0)["unused"] == factors


@pytest.mark.rule("GL 8.3")
def test_every_factor_is_attack_defence_or_unused() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", options=QUIET, dice=[1, 1, 1])
    allot(match, 0, attack={"arms": 1}, defend={"head": 4, "legs": 5})
    allot(match, 1)
    verus = fighter(match, FIRST)
    assert (verus.attack_total, verus.defence_total) == (1, 9)
