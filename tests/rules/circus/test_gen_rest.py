"""GEN battleline, avoid-choice, contest-99: an older game, a way to defend, and a puzzle."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.errors import DataError, SetupError
from ludus.games.circus.track import house_track
from tests.rules.circus.kit import (
    GAME,
    KEEP,
    CircusMatch,
    asked,
    attacks,
    chariot,
    circus,
    dice_left,
    events,
    fresh,
    left,
    place,
    play,
)

# -- Battleline -------------------------------------------------------------------------------------------------


def offered(*answers: str) -> CircusMatch:
    """Eight average builds of team speed 18 (the third row of the die), then the question about blades."""
    race = fresh(8, options={"flat_blades": True}, dice=[*KEEP, *[1, 3, 3] * 8, *KEEP, *KEEP])
    play(race, *[(1, 1, 1, 1)] * 8)
    play(race, *answers)
    return race


@pytest.mark.rule("GEN battleline")
def test_blades_for_three_of_team_speed() -> None:
    race = offered()
    assert {decision.name for decision in race.pending.values()} == {"blades"}
    assert race.pending[0].clause == "GEN battleline"
    hints = [each["hint"] for each in race.view(0)["decision"]["answers"]]
    assert hints == ["team speed 18", "team speed 15 instead of 18; rams as a heavy car"]
    play(race, "blades", *["no"] * 7)
    (told,) = events(race, "blades")
    assert (told.data, told.clauses) == ({"chariot": "red", "team_speed": 15}, ("GEN battleline",))
    red, blue = race.state.chariots[:2]
    assert (red.team_speed, red.car, sum(red.horses)) == (15, "heavy", 18)
    assert (blue.team_speed, blue.car) == (18, "normal")
    assert list(race.pending[0])[-1] == 15 + 1  # CDM +1
    assert dice_left(race) == ()


@pytest.mark.rule("GEN battleline")
def test_a_heavy_car_has_blades_already() -> None:
    race = fresh(8, options={"flat_blades": True}, dice=[*KEEP, *[1, 3, 3] * 8, *KEEP, *KEEP])
    play(race, (2, 2, 0, 0), *[(1, 1, 1, 1)] * 7)
    assert 0 not in race.pending
    play(race, *["no"] * 7)
    assert {decision.name for decision in race.pending.values()} == {"speed"}


@pytest.mark.rule("GEN battleline")
def test_blades_are_bought_one_way_or_the_other() -> None:
    with pytest.raises(SetupError):
        fresh(8, options={"flat_blades": True, "builds": "thirty-two"})


def burning(*dice: int, unlimited: bool, written: int = 4) -> CircusMatch:
    return circus(
        red="lane 3, backstretch 11",
        blue="lane 4, backstretch 11",
        options={"unlimited_attacks": unlimited},
        move={"written": written},
        dice=dice,
    )


@pytest.mark.rule("GEN battleline")
@pytest.mark.parametrize("unlimited", [True, False])
def test_attacks_without_end_from_one_square(unlimited: bool) -> None:
    race = burning(*[4, 4, 4] * (3 if unlimited else 1), unlimited=unlimited)
    play(race, "ram blue car", "hold")
    again = {"ram blue car", "lash blue driver"}
    assert attacks(race) == (again if unlimited else set())  # CM 9.14
    if unlimited:
        play(race, "ram blue car", "hold", "ram blue car", "hold")
        assert (left(race.state, chariot(race, "red")), attacks(race)) == (1, again)
    assert dice_left(race) == ()


@pytest.mark.rule("GEN battleline")
def test_a_fallen_horse_shields_its_side_from_the_next_ram() -> None:
    race = circus(
        red="lane 3, backstretch 11",
        red_is={"car": "heavy"},
        blue="lane 4, backstretch 10",
        blue_is={"horses": [2, 2, 4, 5], "endurance": 0},
        options={"unlimited_attacks": True},
        move={"written": 4},
        dice=[6, 6],
    )
    play(race, "ram blue horses", "hold")
    assert chariot(race, "blue").horses == (0, 2, 4, 5)
    # CM 9.52c stands: it takes another side, or another car, to kill the inner horse in the same move.
    assert "ram blue horses" not in asked(race)[1]
    assert dice_left(race) == ()


# -- brake or evade -------------------------------------------------------------------------------------------------


def attacked(*dice: int) -> CircusMatch:
    race = circus(red="lane 3, backstretch 11", blue="lane 4, backstretch 11", move={"written": 3}, dice=dice)
    play(race, "ram blue car")
    return race


@pytest.mark.rule("GEN avoid-choice")
@pytest.mark.parametrize(
    ("way", "to"),
    [("brake", "lane 4, backstretch 10"), ("evade out", "lane 5, backstretch 12"), ("hold", "lane 4, backstretch 11")],
)
def test_brake_or_evade_is_chosen_after_the_dice(way: str, to: str) -> None:
    race = attacked(4, 4, 3, 3, *((4, 4, 4) if way == "hold" else ()))
    assert asked(race) == ("defend", ["hold", "avoid"])  # only whether, not how
    play(race, "avoid")
    assert events(race, "defence")[0].data["success"]
    assert asked(race) == ("avoid", ["evade out", "brake", "hold"])
    play(race, way)
    assert place(race, "blue") == to
    assert dice_left(race) == ()


@pytest.mark.rule("GEN avoid-choice")
def test_whoever_fails_has_nothing_to_choose() -> None:
    race = attacked(1, 1, 6, 6, 4, 4, 4)
    play(race, "avoid")
    assert not events(race, "defence")[0].data["success"]
    assert (asked(race)[0], len(events(race, "ram-car"))) == ("step", 1)


# -- the contest ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN contest-99-notation")
@pytest.mark.parametrize(
    ("text", "square", "whipped"),
    [
        ("9-6", "lane 2, backstretch 28", False),
        ("8-3(S)", "lane 1, backstretch 31", True),
        ("8-1", "lane 1, backstretch 33", False),
        ("24-34", "lane 8, backstretch 0", False),
    ],
)
def test_the_contests_squares(text: str, square: str, whipped: bool) -> None:
    track = house_track()
    found, straining = track.read_move(text)
    assert (track.name(found), straining) == (square, whipped)
    # Six spaces from the corner: after so many steps the team stands on its first square.
    step = found
    for _ in range(int(text.removesuffix("(S)").split("-")[1])):
        assert not track.corner[step]
        step = track.ahead[step]
    assert (track.corner[step], track.index[step]) == (True, 0)


@pytest.mark.rule("GEN contest-99-notation")
@pytest.mark.parametrize("text", ["10-6", "9-0", "9-35", "9", "9-6(X)", "9-6(S)(S)", "S", "", "-9-6"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(DataError) as refused:
        house_track().read_move(text)
    assert refused.value.code == "unknown-square"
    assert "8, 9, 12, 15, 17, 20, 22, 24" in refused.value.message


@pytest.mark.rule("GEN contest-99-notation")
def test_scenario_files_may_use_it() -> None:
    race = circus(red="9-6", wrecks=["12-4"], move={"written": 3})
    assert place(race, "red") == "lane 2, backstretch 28"
    assert [race.state.track.name(square) for square in race.state.wrecks] == ["lane 3, backstretch 30"]
    # They are written in words again.
    assert GAME.write_position(race.state)["chariots"][0]["square"] == "lane 2, backstretch 28"
    with pytest.raises(DataError, match="9-6"):
        circus(red="9-60", move={"written": 3})
    with pytest.raises(DataError):
        circus(red="9-6(S)", move={"written": 3})  # a move is no square


# -- the ruleset -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN spec-1")
def test_the_generals_arsenal() -> None:
    options: dict[str, Any] = dict(GAME.rulesets["arsenal"].options)
    assert options.pop("builds") == "thirty-two"
    assert set(options) == {
        *("weather", "first_turn", "written_strain", "carcasses", "critical_horses"),
        *("knife", "small_knife", "dust", "spear"),
    }
    assert all(options.values())
    assert near_nobody().state.rules.book.sources == ("CM", "QA")  # the ordinary game knows none of it
    assert near_nobody(**GAME.rulesets["arsenal"].options).state.rules.book.sources == ("CM", "QA", "GEN")


def near_nobody(**options: Any) -> CircusMatch:
    return circus(red="lane 3, backstretch 11", options=options, move={"written": 3})
