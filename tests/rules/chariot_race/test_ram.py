"""Rams, placement, wrecks, and what happens in which order."""

from __future__ import annotations

import pytest

from tests.rules.chariot_race.kit import (
    RaceMatch,
    asked,
    caltrops,
    chariot,
    dice_left,
    kinds,
    once,
    play,
    race,
    told,
    where,
)


@pytest.mark.rule("CR ram")
def test_both_lose_two_and_the_rammer_drives_on() -> None:
    match = race(green="outer 13, speed 6, fate 0", yellow="outer 15, damage 8", dice="fortuna fortuna fortuna fortuna")
    play(match, "keep")
    assert chariot(match, "green").damage == 10
    assert chariot(match, "yellow").damage == 6
    assert where(match, "green") == "outer 19"
    assert where(match, "yellow") == "outer 15"
    ram = once(match, "ram")
    assert (ram.data["space"], ram.data["left"], ram.data["rammed_left"]) == ("outer 15", 10, 6)
    assert ram.clauses == ("CR ram",)
    assert told(match, "placed") == []


@pytest.mark.rule("CR ram")
def test_two_rams_cost_four() -> None:
    match = race(green="outer 13, speed 5", yellow="outer 15", red="outer 16", phase="drive", left=5)
    assert chariot(match, "green").damage == 8
    assert (chariot(match, "yellow").damage, chariot(match, "red").damage) == (10, 10)
    assert where(match, "green") == "outer 18"


@pytest.mark.rule("CR ram")
def test_a_ram_in_passing_can_wreck_the_other() -> None:
    match = race(green="outer 13, speed 5", yellow="outer 15, damage 2", phase="drive", left=5)
    assert where(match, "yellow") == "wrecked"
    assert where(match, "green") == "outer 18"
    # The wreck's caltrop does not hurt the chariot that is passing through.
    assert chariot(match, "green").damage == 10
    assert caltrops(match) == {"outer 15"}
    assert once(match, "wreck").clauses == ("CR wreck", "CR ram")


@pytest.mark.rule("CR ram")
def test_a_ram_in_passing_can_wreck_the_rammer() -> None:
    match = race(green="outer 13, speed 2, damage 2", yellow="outer 14", phase="drive", left=2)
    assert where(match, "green") == "wrecked"
    assert (where(match, "yellow"), chariot(match, "yellow").damage) == ("outer 14", 10)
    assert len(told(match, "drive")) == 1
    assert caltrops(match) == {"outer 14"}


@pytest.mark.rule("CR ram-final")
def test_on_the_last_space_the_rammer_is_placed_behind() -> None:
    match = race(green="outer 13, speed 3", yellow="outer 16", phase="drive", left=3)
    assert where(match, "green") == "outer 15"
    assert where(match, "yellow") == "outer 16"
    assert (chariot(match, "green").damage, chariot(match, "yellow").damage) == (10, 10)
    assert once(match, "ram").clauses == ("CR ram", "CR ram-final")
    placed = once(match, "placed")
    assert (placed.data["from"], placed.data["to"]) == ("outer 16", "outer 15")
    assert placed.clauses == ("CR ram-final", "CR ram-placement")


@pytest.mark.rule("CR ram-final")
def test_placed_in_the_lane_of_the_ram_behind_everyone_standing_there() -> None:
    match = race(
        green="outer 8, speed 1", yellow="middle 8, damage 12", blue="middle 7", phase="drive", left=1, steers=1
    )
    play(match, "in 0")
    assert once(match, "ram").data["rammed"] == "yellow"
    assert where(match, "green") == "middle 6"


@pytest.mark.rule("CR ram-placement")
def test_placement_rams_nobody_and_takes_no_corner() -> None:
    match = race(
        green="outer 10, speed 8, damage 12", yellow="middle 10", blue="middle 9", phase="drive", left=1, steers=1
    )
    play(match, "in 0")
    # Passing blue on the way back and stopping on the 5 of middle 8 costs nothing.
    assert where(match, "green") == "middle 8"
    assert chariot(match, "green").damage == 10
    assert chariot(match, "blue").damage == 12
    assert told(match, "corner") == []
    assert len(told(match, "ram")) == 1


@pytest.mark.rule("CR ram-placement")
def test_a_caltrop_on_the_placement_space_works() -> None:
    match = race(green="middle 12, speed 4", yellow="outer 14", phase="drive", left=1, steers=1, caltrops=["outer 13"])
    play(match, "out 0")
    assert where(match, "green") == "outer 13"
    assert chariot(match, "green").damage == 9
    assert caltrops(match) == set()
    assert match.state.supply == 20
    assert kinds(match, of=("ram", "placed", "caltrop-hit")) == ["ram", "placed", "caltrop-hit"]


@pytest.mark.rule("CR ram-placement")
def test_a_stone_heap_is_skipped() -> None:
    match = race(
        green="middle 16, speed 4",
        yellow="outer 18",
        phase="drive",
        left=1,
        steers=1,
        ruleset="stone-heaps",
        bystander=False,
        red="inner 1, damage 11",
        order=["green", "red", "yellow"],
    )
    play(match, "out 0")
    assert once(match, "ram").data["space"] == "outer 18"
    assert where(match, "green") == "outer 16"


@pytest.mark.rule("CR enter-order")
def test_corner_then_caltrop_then_ram() -> None:
    match = race(green="outer 7, speed 8", yellow="outer 8", phase="drive", left=2, caltrops=["outer 8"])
    assert kinds(match, of=("corner", "caltrop-hit", "ram")) == ["corner", "caltrop-hit", "ram"]
    assert chariot(match, "green").damage == 12 - 1 - 1 - 2


@pytest.mark.rule("CR enter-order")
@pytest.mark.parametrize(
    ("damage", "effects", "supply"),
    [
        (1, ["corner", "wreck"], 19),
        (2, ["corner", "caltrop-hit", "wreck"], 19),
        (4, ["corner", "caltrop-hit", "ram", "wreck"], 19),
        (5, ["corner", "caltrop-hit", "ram"], 20),
    ],
)
def test_the_effects_stop_with_the_chariot(damage: int, effects: list[str], supply: int) -> None:
    match = race(
        green=f"outer 7, speed 8, damage {damage}", yellow="outer 8", phase="drive", left=2, caltrops=["outer 8"]
    )
    assert kinds(match, of=("corner", "caltrop-hit", "ram", "wreck")) == effects
    assert chariot(match, "yellow").damage == (10 if "ram" in effects else 12)
    # The old caltrop stays, or comes back as the wreck's.
    assert match.state.supply == supply


@pytest.mark.rule("CR enter-order")
def test_a_stone_heap_comes_before_everything_else() -> None:
    match = race(green="outer 15, speed 4", phase="drive", left=4, ruleset="stone-heaps")
    assert kinds(match, of=("drive", "heap", "corner", "wreck")) == ["drive", "drive", "heap", "wreck"]
    assert once(match, "heap").clauses == ("CR variant-stone-heaps", "CR enter-order")


def caesar(dice: str = "+- +- sprint steer") -> RaceMatch:
    """The rulebook's example: Caesar is green, Diana yellow, Alma blue."""
    return race(
        green="outer 1, speed 6, damage 11, fate 0",
        yellow="middle 8, damage 2",
        blue="middle 7",
        dice=dice,
    )


@pytest.mark.rule("CR move-example")
def test_the_worked_example() -> None:
    match = caesar()
    play(match, "keep", "0")
    assert (chariot(match, "green").speed, chariot(match, "green").damage) == (8, 10)
    play(match, "in 7")
    green = chariot(match, "green")
    assert (where(match, "green"), green.speed, green.damage) == ("middle 6", 8, 4)
    assert where(match, "yellow") == "wrecked"
    assert (where(match, "blue"), chariot(match, "blue").damage) == ("middle 7", 12)
    assert caltrops(match) == {"middle 8"}
    assert [event.data["to"] for event in told(match, "drive")] == [
        *(f"outer {number}" for number in range(2, 9)),
        "middle 8",
    ]
    assert [(event.data["space"], event.data["damage"]) for event in told(match, "corner")] == [
        ("outer 8", 1),
        ("middle 8", 3),
    ]
    assert dice_left(match) == ()
    assert asked(match) == "repair white"


@pytest.mark.rule("CR wreck")
def test_a_corner_wreck_leaves_a_caltrop() -> None:
    match = race(green="middle 7, speed 8, damage 3", phase="drive", left=5)
    assert where(match, "green") == "wrecked"
    assert chariot(match, "green").space == -1
    assert caltrops(match) == {"middle 8"}
    assert match.state.supply == 19
    assert len(told(match, "drive")) == 1
    assert once(match, "wreck").data == {"chariot": "green", "space": "middle 8", "caltrop": True}


@pytest.mark.rule("CR wreck")
def test_a_space_with_a_caltrop_still_holds_one() -> None:
    match = race(green="middle 7, speed 8, damage 3", phase="drive", left=5, caltrops=["middle 8"])
    assert caltrops(match) == {"middle 8"}
    assert match.state.supply == 19
    assert once(match, "wreck").data["caltrop"] is False


@pytest.mark.rule("CR wreck")
def test_a_sprint_wreck_lies_where_the_chariot_stood() -> None:
    match = race(green="outer 13, speed 1, damage 1, fate 0", dice="sprint steer steer steer steer")
    play(match, "keep")
    assert caltrops(match) == {"outer 13"}


@pytest.mark.rule("CR wreck")
def test_no_caltrop_without_supply() -> None:
    match = race(green="middle 7, speed 8, damage 3", phase="drive", left=5, supply=0)
    assert caltrops(match) == set()
    assert match.state.supply == 0
    assert where(match, "green") == "wrecked"


@pytest.mark.rule("CR wreck")
def test_the_wreck_works_like_any_caltrop_but_not_on_who_stands_there() -> None:
    # Green is wrecked by the corner on the space where yellow stands.
    match = race(
        green="middle 7, speed 8, damage 3",
        yellow="middle 8, damage 7, speed 1, fate 0",
        red="middle 6, speed 3, fate 0",
        bystander=False,
        phase="drive",
        left=5,
        dice="fortuna " * 10,
    )
    assert chariot(match, "yellow").damage == 7
    play(match, "keep")  # yellow drives off the wreckage unharmed
    assert (where(match, "yellow"), chariot(match, "yellow").damage) == ("middle 9", 7)
    play(match, "keep")  # red drives into it: a caltrop, and a ram that places it back onto middle 8
    assert once(match, "caltrop-hit").data == {"chariot": "red", "space": "middle 8", "damage": 1, "left": 11}
    assert caltrops(match) == set()


@pytest.mark.rule("CR wreck-ram-final")
def test_placed_behind_although_the_space_becomes_free() -> None:
    match = caesar()
    play(match, "keep", "0", "in 7")
    assert where(match, "green") == "middle 6"
    assert kinds(match, of=("ram", "placed", "wreck")) == ["ram", "placed", "wreck"]
    assert once(match, "wreck").clauses == ("CR wreck", "CR wreck-ram-final")


@pytest.mark.rule("CR wreck-ram-final")
def test_both_wrecked_nobody_placed_one_caltrop() -> None:
    match = race(green="outer 13, speed 2, damage 2", yellow="outer 15, damage 2", phase="drive", left=2)
    assert (where(match, "green"), where(match, "yellow")) == ("wrecked", "wrecked")
    assert told(match, "placed") == []
    assert caltrops(match) == {"outer 15"}
    assert match.state.supply == 19
    assert [event.data["caltrop"] for event in told(match, "wreck")] == [True, False]


@pytest.mark.rule("CR wreck-ram-final")
def test_a_caltrop_on_the_placement_space_may_wreck_the_rammer_there() -> None:
    match = race(
        green="middle 12, speed 4, damage 3",
        yellow="outer 14, damage 2",
        phase="drive",
        left=1,
        steers=1,
        caltrops=["outer 13"],
    )
    play(match, "out 0")
    assert (where(match, "green"), where(match, "yellow")) == ("wrecked", "wrecked")
    # Placement, then the rammed wreck, then the caltrop under the rammer.
    assert [event.data["space"] for event in told(match, "wreck")] == ["outer 14", "outer 13"]
    assert caltrops(match) == {"outer 13", "outer 14"}
    assert kinds(match, of=("ram", "placed", "wreck", "caltrop-hit")) == [
        "ram",
        "placed",
        "wreck",
        "caltrop-hit",
        "wreck",
    ]
