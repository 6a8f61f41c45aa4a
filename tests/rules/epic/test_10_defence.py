"""E2 10.3: hold, brake or evade."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Refused
from tests.rules.circus.kit import CircusMatch, asked, chariot, dice_left, events, place, play
from tests.rules.epic.corner_kit import CLEAN, checks
from tests.rules.epic.fight_kit import beside, eyes, factors_left, offered

WON, LOST = (6, 6, 1, 1), (1, 1, 6, 6)  # the defender's two dice, then the attacker's
NOTHING = (3, 3, 4, 3)  # a lash that does nothing


def ways(race: CircusMatch) -> list[object]:
    """What Blue may do against a lash, when the contest is won."""
    play(race, "lash blue driver")
    if asked(race)[0] != "defend":
        return ["hold"]
    play(race, "avoid")
    return list(asked(race)[1])


@pytest.mark.rule("E2 10.3")
@pytest.mark.parametrize(
    ("blue", "found"),
    [
        ({}, ["evade out", "brake", "hold"]),
        ({"endurance": 0}, ["evade out", "hold"]),
        ({"endurance": 1}, ["evade out", "brake", "hold"]),
        ({"fallen": [4], "horses": [5, 4, 4, 0]}, ["hold"]),  # E2 12.2.3
        ({"parts": {"dust": {"blinded_turn": 4}}}, ["hold"]),
    ],
)
def test_what_a_defender_may_do(blue: dict[str, Any], found: list[str]) -> None:
    blind_or_held = found == ["hold"]
    race = beside(*(NOTHING if blind_or_held else WON), blue_is=blue)
    assert ways(race) == found


@pytest.mark.rule("E2 10.3", "E2 10.5.1", "E2 10.6.1")
@pytest.mark.parametrize("attack", ["knife blue chariot", "dust blue driver"])
def test_knife_and_dust_must_be_held(attack: str) -> None:
    race = beside(1, 1)
    play(race, attack)
    assert list(race.pending) == [0]  # Red goes on; nobody was asked
    assert not events(race, "defence")
    assert factors_left(race) == 9
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.3")
def test_a_runaway_does_not_brake() -> None:
    runaway = {"status": "runaway", "driver": "dragged"}
    race = beside(blue="lane 4, backstretch 10", blue_is=runaway)
    play(race, "lash blue team")
    assert asked(race) == ("defend", ["evade out", "hold"])


@pytest.mark.rule("E2 10.3.1")
@pytest.mark.parametrize(
    ("dice", "won"),
    [((3, 4, 4, 4), True), ((2, 4, 4, 4), False), ((3, 4, 5, 4), False)],
)
def test_two_dice_and_cdm_each_and_a_tie_is_the_defenders(dice: tuple[int, ...], won: bool) -> None:
    race = beside(*dice, *(() if won else NOTHING), blue_is={"modifier": 1})
    play(race, "lash blue driver", "avoid")
    (told,) = events(race, "defence")
    own, against = sum(dice[:2]) + 1, sum(dice[2:])  # the defender's dice are thrown first
    assert told.data == {"chariot": "blue", "own": own, "against": against, "success": won}
    assert told.clauses == ("E2 10.3.1",)
    assert (asked(race)[0] == "avoid") == won
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.3.1")
def test_how_is_said_after_the_dice() -> None:
    race = beside(*WON)
    play(race, "lash blue driver")
    assert asked(race) == ("defend", ["hold", "avoid"])
    play(race, "avoid")
    assert asked(race) == ("avoid", ["evade out", "brake", "hold"])


@pytest.mark.rule("E2 10.3.1")
def test_where_nothing_is_possible_nobody_rolls() -> None:
    race = beside(*NOTHING, blue_is={"endurance": 0}, green="lane 5, backstretch 12")
    play(race, "lash blue driver")
    assert list(race.pending) == [0]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.3.1.1")
def test_a_runaway_evades_without_dice() -> None:
    race = beside(blue="lane 4, backstretch 10", blue_is={"status": "runaway", "driver": "dragged"})
    play(race, "lash blue team", "evade out")
    assert place(race, "blue") == "lane 5, backstretch 11"
    assert not events(race, "defence")
    assert not events(race, "lash-team")


@pytest.mark.rule("E2 10.3.1.1")
def test_a_runaway_may_hold() -> None:
    race = beside(3, blue="lane 4, backstretch 10", blue_is={"status": "runaway", "driver": "dragged"})
    play(race, "lash blue team", "hold")
    assert events(race, "lash-team")


@pytest.mark.rule("E2 10.3.2")
@pytest.mark.parametrize(("before", "after"), [(10, 8), (2, 0), (1, 0)])
def test_braking_costs_two_and_a_square(before: int, after: int) -> None:
    race = beside(*WON, blue_is={"endurance": before, "moved": False, "written": 9})
    play(race, "lash blue driver", "avoid", "brake")
    blue = chariot(race, "blue")
    assert (blue.endurance, place(race, "blue")) == (after, "lane 4, backstretch 10")
    assert (blue.debt, blue.loss, blue.written) == (0, 0, 9)  # nothing is carried into the next phase


@pytest.mark.rule("E2 10.3.2")
@pytest.mark.parametrize(
    "behind",
    [
        {"green": "lane 4, backstretch 9"},
        {"wrecks": ["lane 4, backstretch 9"]},
        {"carcasses": ["lane 4, backstretch 9"]},
    ],
)
def test_no_braking_into_a_team_or_an_obstacle(behind: dict[str, Any]) -> None:
    race = beside(*WON, **behind)
    assert ways(race) == ["evade out", "hold"]
    with pytest.raises(Refused):
        play(race, "brake")


@pytest.mark.rule("E2 10.3.3")
@pytest.mark.parametrize(
    ("inside", "outside", "way", "to"),
    [(3, 4, "out", "lane 5, backstretch 12"), (5, 4, "in", "lane 3, backstretch 12")],
)
def test_evading_is_a_lane_change_away_from_the_attacker(inside: int, outside: int, way: str, to: str) -> None:
    race = beside(*WON, inside=inside, outside=outside)
    play(race, "lash blue driver", "avoid")
    assert asked(race)[1] == [f"evade {way}", "brake", "hold"]
    play(race, f"evade {way}")
    assert place(race, "blue") == to
    assert not events(race, "lash-driver")


@pytest.mark.rule("E2 10.3.3.2")
def test_evading_inwards_in_a_corner_is_checked_at_once() -> None:
    """Blue's Total Speed is 10, and lane 1 bears 8: two points, paid in Red's phase."""
    race = beside(
        *WON,
        *CLEAN,
        red="lane 3, dolphin corner 6",
        blue="lane 2, dolphin corner 4",
        blue_is={"moved": False, "written": 7, "gains": 3},
    )
    before = chariot(race, "blue").endurance
    play(race, "lash blue driver", "avoid", "evade in")
    assert place(race, "blue").startswith("lane 1, dolphin corner")
    assert checks(race) == [(2, 2, "-")]
    assert chariot(race, "blue").endurance == before - 2
    assert list(race.pending) == [0]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 10.3.3.2")
def test_who_has_moved_pays_only_the_increase() -> None:
    """Blue has moved at 14 and paid 2 for lane 3 of this corner; in lane 2 it strains by 5."""
    blue = {"executed": 14, "strain_leg": 1, "strain_paid": 2, "strain_lane": 3}
    race = beside(
        *WON,
        *CLEAN,
        red="lane 4, dolphin corner 8",
        blue="lane 3, dolphin corner 6",
        blue_is=blue,
    )
    before = chariot(race, "blue").endurance
    play(race, "lash blue driver", "avoid", "evade in")
    assert checks(race) == [(5, 3, "-")]
    assert chariot(race, "blue").endurance == before - 3


@pytest.mark.rule("E2 10.3.3.3")
@pytest.mark.parametrize(
    "more",
    [
        {"inside": 7, "outside": 8},  # the wall
        {"green": "lane 4, backstretch 13"},  # no step ahead
        {"green": "lane 5, backstretch 13"},  # its car is in the way
        {"green": "lane 5, backstretch 11"},  # its team is
        {"wrecks": ["lane 5, backstretch 12"]},
    ],
)
def test_no_room_no_evasion(more: dict[str, Any]) -> None:
    assert ways(beside(*WON, **more)) == ["brake", "hold"]


@pytest.mark.rule("E2 10.3.3.4")
@pytest.mark.parametrize(
    ("eye", "inside", "outside", "found"),
    [
        ("left", 3, 4, ["brake", "hold"]),
        ("left", 5, 4, ["evade in", "brake", "hold"]),
        ("right", 5, 4, ["brake", "hold"]),
        ("right", 3, 4, ["evade out", "brake", "hold"]),
    ],
)
def test_a_wounded_eye_bars_evasions_from_its_side(eye: str, inside: int, outside: int, found: list[str]) -> None:
    race = beside(*WON, inside=inside, outside=outside, blue_is={f"eye_{eye}": True})
    assert ways(race) == found


@pytest.mark.rule("E2 10.3.3.4", "E2 10.6.5c")
def test_so_does_dust_in_it() -> None:
    race = beside(5, 5, 3, 4, *WON)
    play(race, "dust blue driver", "forward 1")
    assert chariot(race, "blue").eye_left
    assert eyes(race, "blue").straight == 2
    play(race, "lash blue team", "avoid")
    assert asked(race)[1] == ["brake", "hold"]


@pytest.mark.rule("E2 10.3")
def test_a_dragged_man_only_holds() -> None:
    """Red's team comes up behind him."""
    blue = {"status": "runaway", "driver": "dragged", "hitched": False}
    race = beside(4, 4, 5, 4, 4, blue="lane 3, backstretch 13", blue_is=blue)
    play(race, "forward 1")
    (ram,) = offered(race, "trample")
    play(race, ram)
    assert not events(race, "defence")
    assert next(iter(race.pending)) == 0
