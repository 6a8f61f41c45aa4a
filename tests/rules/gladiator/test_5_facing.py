"""GL 5: facings and combat fronts."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.errors import DataError
from ludus.games.gladiator.hexes import POINTS, STEPS, Hex, arc, distance, in_front, rotate
from tests.rules.gladiator.arena import FIRST, SECOND, arena, dice_left, events, fighter, man, plot

QUIET = {"throws": False}
RINGS: list[list[Hex]] = [
    [(-1, 0), (0, -1), (1, -1)],
    [(-2, 0), (-1, -1), (0, -2), (1, -2), (2, -2)],
    [(-3, 0), (-2, -1), (-1, -2), (0, -3), (1, -3), (2, -3), (3, -3)],
]
AROUND = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if 0 < distance((0, 0), (q, r)) <= 4]


# -- facing ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 5.1", "GL 5.2-geometry")
@pytest.mark.parametrize(
    ("point", "ahead"),
    [("N", (0, -1)), ("NE", (1, -1)), ("SE", (1, 0)), ("S", (0, 1)), ("SW", (-1, 1)), ("NW", (-1, 0))],
)
def test_six_hexsides_to_face(point: str, ahead: Hex) -> None:
    match = arena(man(facing=point), man(40, 40, "S"))
    assert POINTS[fighter(match, FIRST).facing] == point
    plot(match, "F")
    assert fighter(match, FIRST).place == ahead
    assert POINTS[fighter(match, FIRST).facing] == point


@pytest.mark.rule("GL 5.1")
@pytest.mark.parametrize("point", ["E", "W", "NNE", "", "0"])
def test_nobody_faces_a_corner(point: str) -> None:
    with pytest.raises(DataError):
        arena(man(facing=point))


@pytest.mark.rule("GL 5.1")
@pytest.mark.parametrize("start", POINTS)
@pytest.mark.parametrize(("order", "turned"), [("X(R)", 1), ("X(L)", -1), ("X(R)(R)", 2), ("X(R)(R)(R)", 3)])
def test_turns_go_by_whole_hexsides(start: str, order: str, turned: int) -> None:
    match = arena(man(facing=start), man(40, 40, "S"))
    plot(match, order)
    assert fighter(match, FIRST).facing == (POINTS.index(start) + turned) % 6


@pytest.mark.rule("GL 5.1")
def test_a_right_turn_from_north_is_north_east() -> None:
    match = arena(man(facing="N"))
    plot(match, "X(R)")
    assert POINTS[fighter(match, FIRST).facing] == "NE"


@pytest.mark.rule("GL 5.1")
def test_results_turn_by_whole_hexsides_too() -> None:
    """Turned to face an attacker, turned by a collision, turned by a fall."""
    faced = arena(man(0, 0, "N"), man(0, -1, "NW"), step="engage", options=QUIET)
    assert POINTS[fighter(faced, SECOND).facing] == "S"
    shoved = arena(man(0, 0, "NE"), man(1, -1, "NW"), options=QUIET, dice=[6, 1, 1, 1, 6])
    plot(shoved, "F", "-")
    assert [POINTS[each.facing] for each in shoved.state.fighters] == ["NE", "SW"]
    fallen = arena(man(0, 0, "SE", owes_stumble=True, last_way="forward"), dice=[1, 1])
    plot(fallen, "S")
    assert POINTS[fighter(fallen, FIRST).facing] == "NW"


# -- combat fronts -----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 5.2-geometry")
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("reach", [1, 2, 3])
def test_rings_of_three_five_and_seven(facing: int, reach: int) -> None:
    found = [offset for offset in arc(facing, reach) if distance((0, 0), offset) == reach]
    assert found == [rotate(offset, facing) for offset in RINGS[reach - 1]]
    assert len(found) == 2 * reach + 1
    assert len(arc(facing, reach)) == reach * (reach + 2)


@pytest.mark.rule("GL 5.2-geometry")
@pytest.mark.parametrize("facing", range(6))
def test_the_arc_by_its_formula(facing: int) -> None:
    """a times the front step and b times the front-right or front-left one, nothing else."""
    front, right, left = STEPS[facing], STEPS[(facing + 1) % 6], STEPS[(facing - 1) % 6]
    assert (left[0] + right[0], left[1] + right[1]) == front
    expected = {
        (a * front[0] + b * side[0], a * front[1] + b * side[1])
        for side in (left, right)
        for a in range(4)
        for b in range(4)
        if 1 <= a + b <= 3
    }
    assert set(arc(facing, 3)) == expected
    for offset in AROUND:
        assert in_front((5, 7), facing, (5 + offset[0], 7 + offset[1]), 3) == (offset in expected)


def fights(mine: Hex, facing: int, **sheet: Any) -> set[Hex]:
    """The hexes in which a man can attack an opponent who does not look at him."""
    found = set()
    for offset in AROUND:
        place = (mine[0] + offset[0], mine[1] + offset[1])
        away = man(*place, "N", weapon="")
        match = arena(man(*mine, POINTS[facing], **sheet), away, step="engage", options=QUIET)
        if 0 in match.pending and match.pending[0].name == "allocate":
            found.add(offset)
    return found


@pytest.mark.rule("GL 5.2a")
@pytest.mark.parametrize("facing", range(6))
def test_a_sword_reaches_the_three_hexes_before_him(facing: int) -> None:
    assert fights((3, -2), facing) == {rotate(offset, facing) for offset in RINGS[0]}


@pytest.mark.rule("GL 5.2a")
def test_front_of_a_man_who_faces_north() -> None:
    assert fights((0, 0), 0) == {(-1, 0), (0, -1), (1, -1)}
    assert not in_front((0, 0), 0, (0, 0))  # his own hex is no part of it
    for behind in [(0, 1), (1, 0), (-1, 1)]:
        assert not in_front((0, 0), 0, behind)


@pytest.mark.rule("GL 5.2a")
def test_a_fragment_of_a_trident_reaches_no_further_than_a_sword() -> None:
    assert fights((0, 0), 0, weapon="fragment") == set(RINGS[0])


@pytest.mark.rule("GL 5.2b")
@pytest.mark.parametrize("facing", [0, 2, 5])
def test_a_trident_reaches_eight_hexes(facing: int) -> None:
    found = fights((0, 0), facing, type="retiarius")
    assert found == {rotate(offset, facing) for offset in RINGS[0] + RINGS[1]}
    assert len(found) == 8


@pytest.mark.rule("GL 5.2b")
def test_trident_hexes_of_a_man_who_faces_north() -> None:
    found = fights((0, 0), 0, type="retiarius")
    assert found == {(-1, 0), (0, -1), (1, -1), (-2, 0), (-1, -1), (0, -2), (1, -2), (2, -2)}


def tossed(facing: int) -> set[Hex]:
    """The hexes in which a toss finds its man; the roll is such that nothing comes of it, wherever he stands."""
    found = set()
    for offset in AROUND:
        thrower = man(0, 0, POINTS[facing], type="retiarius", plot="X(TN)")
        match = arena(thrower, man(*offset, "N", nf=13), step="net", options=QUIET, dice=[2, 2, 1])
        if events(match, "net"):
            found.add(offset)
            assert dice_left(match) == ()
        else:
            assert events(match, "net-missed")
            assert dice_left(match) == (2, 2, 1)
    return found


@pytest.mark.rule("GL 5.2c")
@pytest.mark.parametrize("facing", [0, 4])
def test_a_toss_reaches_fifteen_hexes(facing: int) -> None:
    found = tossed(facing)
    assert found == {rotate(offset, facing) for ring in RINGS for offset in ring}
    assert len(found) == 15


@pytest.mark.rule("GL 5.2c")
def test_toss_hexes_of_a_man_who_faces_north() -> None:
    found = tossed(0)
    ring = {(-3, 0), (-2, -1), (-1, -2), (0, -3), (1, -3), (2, -3), (3, -3)}
    assert {offset for offset in found if distance((0, 0), offset) == 3} == ring
    assert (3, -1) not in found
    assert (0, -4) not in found
