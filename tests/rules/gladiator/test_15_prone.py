"""GL 15: lying on the sand."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.gladiator.plot import read_plot
from tests.rules.gladiator.arena import (
    FIRST,
    SECOND,
    ArenaMatch,
    arena,
    caps,
    dice_left,
    events,
    fight,
    fighter,
    legal,
    man,
    plot,
    say_ready,
)

FAR = man(0, -20, "S")
NORTH, SOUTH = 0, 3


# -- how he lies -----------------------------------------------------------------------------------------


@pytest.mark.rule("GL 15.1")
@pytest.mark.parametrize(
    ("last_way", "facing"),
    [
        ("forward", SOUTH),
        ("side_forward", SOUTH),
        ("back", NORTH),
        ("side_back", NORTH),
        ("pushed", NORTH),
        ("roll", NORTH),
        ("", NORTH),
    ],
)
def test_on_his_face_after_a_step_forward(last_way: str, facing: int) -> None:
    match = arena(man(0, 0, "N", owes_stumble=True, last_way=last_way), FAR, dice=[1, 1])
    plot(match, "S", "-")
    assert fighter(match, FIRST).facing == facing
    (prone,) = events(match, "prone")
    assert prone.data == {"fighter": FIRST, "facing": facing, "why": "stumbled"}
    assert prone.clauses == ("GL 14.3", "GL 15.1")


@pytest.mark.rule("GL 15.1")
@pytest.mark.parametrize(
    ("order", "facing"),
    [("F", SOUTH), ("C", SOUTH), ("SFL", SOUTH), ("SFR", SOUTH), ("B", NORTH), ("SBL", NORTH), ("X", NORTH)],
)
def test_his_latest_hex_move_decides_though_phases_have_passed(order: str, facing: int) -> None:
    match = arena(man(0, 0, "N"), FAR)
    plot(match, order, "-")
    plot(match, "X", "-")
    last_way = fighter(match, FIRST).last_way
    match = arena(man(0, 0, "N", owes_stumble=True, last_way=last_way), FAR, dice=[1, 1])
    plot(match, "S", "-")
    assert fighter(match, FIRST).facing == facing


@pytest.mark.rule("GL 15.1", "GL 7.51c", "GL 7.52")
def test_the_loser_of_a_collision_counts_as_moving_backwards() -> None:
    """He stepped forward, was pushed back, and lies with his front towards the winner: 6 + 14 = 20, prone."""
    match = arena(
        man(0, 0, "N", strength=5, type="heavy"),
        man(0, -4, "S", last_way="forward"),
        dice=[6, 1, 6, 6],
        options={"throws": False},
    )
    plot(match, "C", "F")
    loser = fighter(match, SECOND)
    assert loser.place == (0, -4)
    assert loser.posture == "prone"
    assert loser.facing == SOUTH


# -- the rest of the phase -------------------------------------------------------------------------------


def knocked_down() -> ArenaMatch:
    """A heavy charges a man who stands still and knocks him down: 6 + 15 against 1 + 3, 19 on the stun column."""
    heavy = man(0, 0, "N", type="heavy", strength=5)
    return arena(heavy, man(0, -3, "S", cf=12), dice=[6, 1, 1, 1], options={"throws": False})


@pytest.mark.rule("GL 15.2", "GL 15.3", "GL 15.5", "GL 4.34")
def test_who_falls_in_a_collision_is_prone_in_that_combat() -> None:
    match = knocked_down()
    plot(match, "C", "-")
    assert fighter(match, SECOND).posture == "prone"
    assert caps(match, 0)["unused"] == 15 + 4
    assert {box.split()[0] for box in caps(match, 1)} == {"defend", "unused"}
    for seat in (0, 1):
        match.submit(seat, match.pending[seat].default)
    say_ready(match)
    assert match.state.phase == 2
    assert fighter(match, SECOND).posture == "prone"
    assert {read_plot(order).action for order in legal(match, 1)} == {"KN", "RO-FL", "RO-FR", "RO-BL", "RO-BR"}


@pytest.mark.rule("GL 15.3")
def test_a_prone_man_attacks_nobody() -> None:
    """Though his foe is in his front, he only has boxes for his defence."""
    match = arena(man(0, 0, "N", posture="prone"), man(0, -1, "S"), step="engage")
    assert [box for box in caps(match, 0) if box.startswith("attack")] == []
    assert caps(match, 0)["defend head"] == 10


@pytest.mark.rule("GL 15.3")
def test_two_prone_men_do_nothing() -> None:
    match = arena(man(0, 0, "N", posture="prone"), man(0, -1, "S", posture="prone"), step="engage")
    assert {decision.name for decision in match.pending.values()} == {"plot"}


@pytest.mark.rule("GL 15.4")
@pytest.mark.parametrize(("written", "counts"), [(5, 2), (4, 2), (1, 0), (0, 0)])
def test_his_defence_is_halved_area_by_area(written: int, counts: int) -> None:
    match = arena(
        man(0, 0, "N"),
        man(0, -1, "S", posture="prone"),
        step="engage",
        options={"throws": False},
        dice=[2, 2, 2, 2, 2, 2],
    )
    fight(match, ({"head": 1, "legs": 1}, {}), ({}, {"head": written, "legs": 3}))
    first, second = events(match, "attack")
    assert (first.data["area"], first.data["defence"]) == ("head", counts)
    assert (second.data["area"], second.data["defence"]) == ("legs", 1)


@pytest.mark.rule("GL 15.4")
def test_a_standing_mans_defence_is_not() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage", options={"throws": False}, dice=[1, 1, 1])
    fight(match, ({"head": 1}, {}), ({}, {"head": 5}))
    assert events(match, "attack")[0].data["defence"] == 5


@pytest.mark.rule("GL 15.5", "GL 8.22")
@pytest.mark.parametrize(("facing", "cfs"), [("S", 12), ("SE", 14), ("NE", 16), ("N", 17), ("NW", 15), ("SW", 13)])
def test_four_more_against_him_besides_the_hex(facing: str, cfs: int) -> None:
    """CF 8; from dead front 12. He lies as he lies: he does not turn."""
    match = arena(man(0, 0, "N", cf=8), man(0, -1, facing, posture="prone"), step="engage")
    assert caps(match, 0)["unused"] == cfs
    assert caps(match, 0)["attack chest"] == cfs // 2
    assert not events(match, "faces")


# -- at a foe's mercy ------------------------------------------------------------------------------------


def helpless(*, level: str = "basic", foe: dict[str, Any] | None = None, **sheet: Any) -> ArenaMatch:
    """The first man lies there with all his moves used and writes no move; the second stands over him."""
    fallen = man(0, 0, "N", **{"posture": "prone", "used": 5, "cf": 9, **sheet})
    standing = man(0, -1, "S", **{"cf": 6, **(foe or {})})
    match = arena(fallen, standing, level=level, options={"throws": False})
    plot(match, "-", "-")
    return match


@pytest.mark.rule("GL 15.6")
def test_a_man_who_cannot_move_surrenders() -> None:
    """9 CFs; the foe has 6 + 4, five on an area: 50 would be needed to hold all of them."""
    match = helpless()
    (surrender,) = events(match, "surrender")
    assert surrender.data == {"fighter": FIRST, "victor": SECOND, "why": "cannot rise"}
    assert surrender.clauses == ("GL 15.6", "GL 2-basic-scope")
    assert fighter(match, FIRST).status == "surrendered"
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


@pytest.mark.rule("GL 15.6", "GL 19.1")
def test_in_the_advanced_game_the_crowd_is_asked() -> None:
    match = arena(man(0, 0, "N", posture="prone", used=5, cf=9, attack_total=20), man(0, -1, "S", cf=6), dice=[5])
    plot(match, "-", "-")
    (verdict,) = events(match, "verdict")
    assert verdict.data["spared"]
    assert verdict.clauses[0] == "GL 15.6"
    assert dice_left(match) == ()


@pytest.mark.rule("GL 15.6")
@pytest.mark.parametrize(
    ("own", "foe", "surrenders"),
    [
        (9, {"cf": -3}, True),  # CF -3 + 4: one on an area; ten would hold all five
        (10, {"cf": -3}, False),
        (19, {"cf": 0}, True),  # at CF 0 all four of his bonus may go into one attack
        (39, {"cf": 0}, True),
        (40, {"cf": 0}, False),
        (19, {"cf": 1}, True),  # five, two on an area
        (20, {"cf": 1}, False),
        (9, {"cf": 1, "posture": "kneeling"}, True),  # halved once more
        (10, {"cf": 1, "posture": "kneeling"}, False),
        (1, {"cf": -4}, False),  # nothing to attack with
        (-1, {"cf": -4}, False),
        (1, {"cf": -3, "posture": "kneeling"}, False),  # strength 0 is no advantage
        (1, {"weapon": ""}, False),
    ],
)
def test_what_it_takes_to_hold_out(own: int, foe: dict[str, Any], surrenders: bool) -> None:
    match = helpless(foe=foe, cf=own)
    assert bool(events(match, "surrender")) is surrenders


@pytest.mark.rule("GL 15.6", "GL 8.12b")
@pytest.mark.parametrize(("own", "surrenders"), [(9, True), (10, False)])
def test_who_had_to_turn_threatens_him_without_a_bonus(own: int, surrenders: bool) -> None:
    """His one CF is one attack."""
    match = arena(
        man(0, 0, "N", posture="prone", unable=True, cf=own),
        man(0, -1, "S", cf=1, rotated=True),
        step="engage",
        level="basic",
    )
    assert bool(events(match, "surrender")) is surrenders


@pytest.mark.rule("GL 15.6")
def test_who_may_still_move_need_not_surrender() -> None:
    match = helpless(used=4)
    assert not events(match, "surrender")


@pytest.mark.rule("GL 15.6", "GL 16.4")
def test_by_overexertion_he_gets_to_his_knees() -> None:
    match = arena(man(0, 0, "N", posture="prone", used=5, cf=9), man(0, -1, "S"), level="basic")
    plot(match, "KN", "-")
    assert fighter(match, FIRST).posture == "kneeling"
    assert fighter(match, FIRST).overexerted
    assert not events(match, "surrender")


@pytest.mark.rule("GL 15.6", "GL 14.3")
def test_a_stumbler_without_moves_who_falls_is_lost() -> None:
    light = man(0, 0, "N", type="light", used=6, owes_stumble=True, cf=9)
    match = arena(light, man(0, -1, "S", cf=6), level="basic", dice=[1, 1])
    plot(match, "S", "-")
    assert events(match, "surrender")
    # With a move left he is not unable, though the plain stumble uses none.
    match = arena(light | {"used": 5}, man(0, -1, "S", cf=6), level="basic", dice=[1, 1])
    plot(match, "S", "-")
    assert not events(match, "surrender")


@pytest.mark.rule("GL 15.6")
def test_who_falls_in_a_phase_for_which_he_wrote_a_move_is_not_lost() -> None:
    """His last move, and a collision knocks him down: 6 + 15 against 1 + 5, 4 on the dice."""
    heavy = man(0, 0, "N", type="heavy", strength=5)
    match = arena(heavy, man(0, -4, "S", used=4, cf=12), level="basic", dice=[6, 1, 2, 2])
    plot(match, "C", "F")
    assert fighter(match, SECOND).posture == "prone"
    assert fighter(match, SECOND).used == 5
    assert not events(match, "surrender")


@pytest.mark.rule("GL 15.6")
@pytest.mark.parametrize(
    "foe",
    [
        man(0, -1, "N", cf=6),  # he looks away
        man(0, -2, "S", cf=6, type="retiarius"),  # near enough to strike, not adjacent
    ],
)
def test_he_must_lie_in_the_front_of_an_adjacent_foe(foe: dict[str, Any]) -> None:
    match = arena(man(0, 0, "N", posture="prone", used=5, cf=9), foe, options={"throws": False})
    plot(match, "-", "-")
    assert not events(match, "verdict")
    assert fighter(match, FIRST).status == "fighting"


@pytest.mark.rule("GL 15.6")
def test_a_standing_man_without_moves_fights_on() -> None:
    """Also while somebody else lies on the sand."""
    match = arena(
        man(0, 0, "N", used=5, cf=1),
        man(0, -1, "S"),
        man(9, 0, "N", side=0, posture="prone"),
        options={"throws": False},
    )
    plot(match, "-", "-", "-")
    assert not events(match, "verdict")
    assert fighter(match, FIRST).status == "fighting"


@pytest.mark.rule("GL 15.7", "GL 13.1")
def test_his_next_action_is_to_kneel_or_roll() -> None:
    match = arena(man(0, 0, "N", owes_stumble=True), FAR, dice=[1, 1])
    plot(match, "S", "-")
    assert fighter(match, FIRST).posture == "prone"
    assert {read_plot(order).action for order in legal(match)} == {"KN", "RO-FL", "RO-FR", "RO-BL", "RO-BR"}
    plot(match, "KN", "-")
    assert fighter(match, FIRST).posture == "kneeling"
