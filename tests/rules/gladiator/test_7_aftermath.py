"""GL 7.51b to 7.53 and 7-multi: where the loser goes, what he suffers, and more than two in one hex."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.gladiator.hexes import POINTS
from tests.rules.gladiator.arena import (
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    ArenaMatch,
    arena,
    caps,
    dice_left,
    events,
    fighter,
    item,
    man,
    plot,
)

QUIET = {"throws": False}
MILD = (1, 1, 6)  # one stun factor or few, and no stumble


def facing(match: ArenaMatch, name: str) -> str:
    return POINTS[fighter(match, name).facing]


# -- where he goes ---------------------------------------------------------------------------------------


@pytest.mark.rule("GL 7.51b", "GL 7.51c")
@pytest.mark.parametrize(
    ("start", "way", "pushed", "looks_back"),
    [
        ((0, 1), "N", (0, -1), "S"),
        ((-1, 1), "NE", (1, -1), "SW"),
        ((-1, 0), "SE", (1, 0), "NW"),
        ((1, -1), "SW", (-1, 1), "NE"),
    ],
)
def test_out_on_the_far_side(start: tuple[int, int], way: str, pushed: tuple[int, int], looks_back: str) -> None:
    """The winner came into the hex: the loser leaves it opposite, whichever way he faced."""
    match = arena(man(*start, way), man(0, 0, "NW"), dice=[4, 3, *MILD])
    plot(match, "F", "-")
    assert fighter(match, FIRST).place == (0, 0)
    assert fighter(match, SECOND).place == pushed
    assert (facing(match, FIRST), facing(match, SECOND)) == (way, looks_back)
    (push,) = events(match, "pushed")
    assert push.clauses == ("GL 7.51b", "GL 7.51c")
    assert (push.data["fighter"], push.data["to"], push.data["winner"]) == (SECOND, list(pushed), FIRST)


@pytest.mark.rule("GL 7.51b")
@pytest.mark.parametrize(
    ("start", "way", "order", "back_to"),
    [((1, -1), "SW", "F", (1, -1)), ((0, 3), "N", "C", (0, 1)), ((-1, 0), "S", "SFL", (-1, 0))],
)
def test_back_where_he_came_from(start: tuple[int, int], way: str, order: str, back_to: tuple[int, int]) -> None:
    """The winner stood still. A man who charged goes back to the last hex before the one they shared."""
    match = arena(man(*start, way), man(0, 0, "S", strength=7), dice=[1, 6, *MILD])
    plot(match, order, "-")
    assert events(match, "collision")[0].data["winner"] == SECOND
    assert fighter(match, SECOND).place == (0, 0)
    assert fighter(match, FIRST).place == back_to


@pytest.mark.rule("GL 7.51b")
def test_two_movers_and_the_loser_on_the_far_side() -> None:
    """Both came in, so the winner's way counts, not the loser's."""
    match = arena(man(0, 0, "N", strength=9), man(1, -1, "NW"), dice=[6, 1, *MILD])
    plot(match, "F", "F")
    assert fighter(match, SECOND).place == (0, -2)


@pytest.mark.rule("GL 7.51b")
@pytest.mark.parametrize(
    ("taken", "pushed"),
    [
        ([], (0, -1)),
        ([(0, -1)], (1, -1)),  # one step clockwise
        ([(0, -1), (1, -1)], (-1, 0)),  # one counter-clockwise
        ([(0, -1), (1, -1), (-1, 0)], (1, 0)),
        ([(0, -1), (1, -1), (-1, 0), (1, 0)], (-1, 1)),
        ([(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1)], (0, 1)),  # where the winner came from
    ],
)
def test_the_hex_is_taken(taken: list[tuple[int, int]], pushed: tuple[int, int]) -> None:
    crowd = [man(*place, "N", side=0) for place in taken]
    match = arena(man(0, 1, "N", strength=6, side=0), man(0, 0, "S", side=1), *crowd, dice=[6, 1, *MILD], options=QUIET)
    plot(match, "F")
    assert fighter(match, SECOND).place == pushed
    assert fighter(match, FIRST).place == (0, 0)
    # They face each other all the same.
    step = (pushed[0], pushed[1])
    assert facing(match, FIRST) == POINTS[[(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)].index(step)]


@pytest.mark.rule("GL 7.51b")
def test_no_room_round_the_hex() -> None:
    """Somebody has followed the winner: the loser is carried a hex further."""
    ring = [(0, -1), (1, -1), (1, 0), (-1, 1), (-1, 0)]
    match = arena(
        man(0, 1, "N", strength=6, side=0),
        man(0, 0, "S", side=1),
        man(0, 2, "N", side=0),
        *(man(*place, "N", side=0) for place in ring),
        dice=[6, 1, *MILD],
        options=QUIET,
    )
    plot(match, "F", "-", "F")
    assert fighter(match, THIRD).place == (0, 1)
    assert fighter(match, SECOND).place == (0, -2)
    assert len({each.place for each in match.state.fighters}) == len(match.state.fighters)


@pytest.mark.rule("GL 7.51c")
def test_face_to_face_nobody_has_a_bonus() -> None:
    """He ran into the other's back; in the blows that follow both have what is on their sheets."""
    match = arena(man(0, 0, "N"), man(0, -1, "N"), dice=[6, 1, *MILD])
    plot(match, "F", "-")
    (push,) = events(match, "pushed")
    assert (POINTS[push.data["faces"]], POINTS[push.data["facing"]]) == ("N", "S")
    assert not events(match, "faces")
    assert dict(fighter(match, FIRST).bonuses) == {1: 0}
    assert dict(fighter(match, SECOND).bonuses) == {0: 0}
    assert caps(match, 0)["unused"] == 10
    stun = events(match, "stun")[0].data["factors"]
    assert caps(match, 1)["unused"] == 10 - stun


# -- stun ------------------------------------------------------------------------------------------------

STUN = [
    # impact difference, dice, stun factors, what else
    (1, (1, 1), 1, ""),
    (6, (1, 1), 1, ""),
    (7, (1, 1), 2, ""),
    (7, (1, 2), 2, ""),
    (7, (2, 2), 3, ""),
    (7, (2, 3), 3, ""),
    (7, (3, 3), 4, ""),  # the clause's own: 15 against 8 and a 6
    (7, (3, 4), 4, ""),
    (7, (4, 4), 5, ""),
    (7, (4, 5), 6, ""),
    (7, (5, 5), 7, "weapon"),
    (7, (5, 6), 8, "shield"),
    (7, (6, 6), 9, "prone"),
    (12, (6, 6), 9, "prone"),
]


def shoved(difference: int, dice: tuple[int, ...], *, rest: tuple[int, ...] = (), **loser: Any) -> ArenaMatch:
    """Verus walks into Priscus and wins by so many: 1 + 2 + 2 and a 6 against 1 + 2 and a 1, the rest is strength."""
    match = arena(
        man(0, 0, "N", strength=difference - 7, training=40),
        man(0, -1, "S", **{"training": 20, **loser}),
        dice=[6, 1, *dice, *rest],
    )
    plot(match, "F", "-")
    return match


@pytest.mark.rule("GL 7.52", "GL 9.1-table")
@pytest.mark.parametrize(("difference", "dice", "factors", "more"), STUN)
def test_the_stun_column(difference: int, dice: tuple[int, int], factors: int, more: str) -> None:
    rest = {"": (6,), "weapon": (4, 3, 6), "shield": (4, 3, 6), "prone": ()}[more]
    match = shoved(difference, dice, rest=rest)
    own, other = events(match, "collision")[0].data["impact"]
    assert own - other == difference
    loser = fighter(match, SECOND)
    assert loser.stun == factors
    (stun,) = events(match, "stun")
    assert stun.data == {"fighter": SECOND, "factors": factors, "total": factors, "why": "collision"}
    assert stun.clauses == ("GL 7.52", "GL 9.1-table")
    # Only the effect of the row rolled: a higher row does not add what the lower ones do.
    assert bool(loser.weapon) is (more != "weapon")
    assert bool(loser.shield) is (more != "shield")
    assert loser.prone is (more == "prone")
    assert fighter(match, FIRST).stun == 0
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.52")
@pytest.mark.parametrize(("dice", "what"), [((5, 5), "sword"), ((5, 6), "shield")])
def test_what_is_dropped_falls_from_where_he_was_pushed(dice: tuple[int, int], what: str) -> None:
    """Direction 3 from his new facing, south: north-west. Distance die 3: two hexes."""
    match = shoved(7, dice, rest=(3, 3, 6))
    (dropped,) = events(match, "drop")
    assert (dropped.data["item"], dropped.data["place"]) == (what, [-2, -2])
    assert dropped.clauses == ("GL 7.52", "GL 12.41", "GL 12.42")


@pytest.mark.rule("GL 7.52")
def test_stun_adds_to_stun() -> None:
    """Two factors already: they cost him two of impact as well, 9 and a 3 make 12. A recovery die of 6 helps nobody."""
    match = shoved(7, (1, 2), rest=(6, 6), stun=2)
    assert events(match, "stun")[0].data["factors"] == 3
    assert events(match, "stun")[0].data["total"] == 5
    assert fighter(match, SECOND).stun == 5


# -- what follows ----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 7.53")
@pytest.mark.parametrize(("die", "stumbles"), [(1, True), (3, True), (4, False), (6, False)])
def test_the_stumble_check_counts_the_new_stun(die: int, stumbles: bool) -> None:
    match = shoved(7, (2, 2), rest=(die,))
    assert fighter(match, SECOND).stun == 3
    (check,) = events(match, "stumble-check")
    assert check.data == {"fighter": SECOND, "stumbles": stumbles, "total": die - 3, "why": "collision"}
    assert fighter(match, SECOND).owes_stumble is stumbles
    assert not fighter(match, SECOND).stumbling  # no effect in this phase
    assert not fighter(match, FIRST).owes_stumble
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.53")
def test_old_stun_counts_too() -> None:
    """Two factors from before and three new ones: a 5 stumbles. Then he recovers from the old ones (die 3: one)."""
    match = shoved(7, (1, 2), rest=(5, 3), stun=2)
    assert events(match, "stumble-check")[0].data["total"] == 0
    assert fighter(match, SECOND).owes_stumble
    assert fighter(match, SECOND).stun == 4
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.53", "GL 9.36")
@pytest.mark.parametrize(("cf", "out"), [(5, True), (6, True), (7, False)])
def test_a_man_knocked_out_checks_nothing(cf: int, out: bool) -> None:
    """Six factors of stun; the hex he is pushed into holds a shield."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S", cf=cf),
        items=[item("shield", 0, -2)],
        dice=[6, 1, 4, 5, *([] if out else [6, 6, 6])],
    )
    plot(match, "F", "-")
    loser = fighter(match, SECOND)
    assert loser.stun == 6
    assert (loser.unconscious, loser.prone) == (out, out)
    assert bool(events(match, "stumble-check")) is not out
    assert bool(events(match, "trip")) is not out
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.53", "GL 14.2")
@pytest.mark.parametrize(("dice", "stumbles"), [((3, 2), True), ((3, 3), True), ((3, 4), False)])
def test_pushed_over_an_object(dice: tuple[int, int], stumbles: bool) -> None:
    """Two dice less 2 for the hex back less 3 for stun, 1 or less; then one die for the collision itself."""
    match = arena(man(0, 0, "N"), man(0, -1, "S"), items=[item("shield", 0, -2)], dice=[6, 1, 2, 2, *dice, 6])
    plot(match, "F", "-")
    (trip,) = events(match, "trip")
    assert trip.data == {"fighter": SECOND, "place": [0, -2], "stumbles": stumbles, "total": sum(dice) - 5}
    assert fighter(match, SECOND).owes_stumble is stumbles
    reasons = [roll.reason for event in match.events for roll in event.dice]
    assert reasons[-3:] == ["collision stun", "backing over an object", "stumble"]
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.53")
def test_his_own_sword_at_his_feet_trips_nobody() -> None:
    """He drops it into the hex he has been pushed into; he did not back over it."""
    match = shoved(7, (5, 5), rest=(1, 1, 6))
    assert events(match, "drop")[0].data["place"] == [0, -2]
    assert not events(match, "trip")
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7.53")
def test_the_winner_suffers_nothing() -> None:
    match = shoved(7, (3, 3), rest=(6,))
    winner = fighter(match, FIRST)
    assert (winner.stun, winner.posture, winner.weapon, winner.owes_stumble) == (0, "standing", "sword", False)
    assert dice_left(match) == ()


# -- three and more --------------------------------------------------------------------------------------


def pairs(match: ArenaMatch) -> list[tuple[str, str, str]]:
    return [(each.data["fighter"], each.data["other"], each.data["winner"]) for each in events(match, "collision")]


@pytest.mark.rule("GL 7-multi")
def test_the_standing_man_first() -> None:
    """Verus stands, Priscus comes from the north, Flamma from the south. Verus wins, and has to meet Flamma as well."""
    match = arena(
        man(0, 0, "N", strength=8),
        man(0, -1, "S", side=1),
        man(0, 1, "N", side=1),
        dice=[6, 1, *MILD, 6, 1, *MILD],
    )
    plot(match, "-", "F", "F")
    assert pairs(match) == [(FIRST, SECOND, FIRST), (FIRST, THIRD, FIRST)]
    assert [fighter(match, name).place for name in (FIRST, SECOND, THIRD)] == [(0, 0), (0, -1), (0, 1)]
    # The first pair is through with all its checks before the second rolls.
    kinds = [each.kind for each in match.events if each.kind in ("collision", "pushed", "stun", "stumble-check")]
    assert kinds == ["collision", "pushed", "stun", "stumble-check"] * 2
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7-multi")
def test_who_is_pushed_out_takes_no_further_part() -> None:
    """Priscus throws Verus out and then meets Flamma; the man who came second is now the one in the hex."""
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S", strength=7, side=1),
        man(1, -1, "SW", side=0),
        dice=[1, 6, *MILD, 6, 1, *MILD],
    )
    plot(match, "-", "F", "F")
    assert pairs(match) == [(FIRST, SECOND, SECOND), (SECOND, THIRD, SECOND)]
    assert [fighter(match, name).place for name in (FIRST, SECOND)] == [(0, 1), (0, 0)]
    # Priscus came from the north: opposite is Verus' new hex, so Flamma goes one step clockwise from there.
    assert fighter(match, THIRD).place == (-1, 1)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 7-multi")
def test_by_counter_number() -> None:
    """The later seat has the lower counter, so he meets the standing man first."""
    match = arena(
        man(0, 0, "N", strength=8, counter=9),
        man(0, -1, "S", side=1, counter=8),
        man(0, 1, "N", side=1, counter=7),
        dice=[1, 6, *MILD, 1, 6, *MILD],
    )
    plot(match, "-", "F", "F")
    assert pairs(match) == [(THIRD, FIRST, FIRST), (SECOND, FIRST, FIRST)]


@pytest.mark.rule("GL 7-multi")
def test_four_movers_into_an_empty_hex() -> None:
    """Nobody stood there: the lowest counter against the next, and whoever has the hex against the one after."""
    match = arena(
        man(0, 1, "N", strength=8),
        man(0, -1, "S"),
        man(1, 0, "NW"),
        man(-1, 0, "SE"),
        dice=[6, 1, *MILD, 6, 1, *MILD, 6, 1, *MILD],
        options=QUIET,
    )
    plot(match, "F", "F", "F", "F")
    assert pairs(match) == [(FIRST, SECOND, FIRST), (FIRST, THIRD, FIRST), (FIRST, FOURTH, FIRST)]
    assert len({each.place for each in match.state.fighters}) == 4
    assert fighter(match, FIRST).place == (0, 0)
    assert dice_left(match) == ()
