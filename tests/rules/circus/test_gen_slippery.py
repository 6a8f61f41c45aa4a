"""GEN rain-lanes, mud-1, mud-drag, mud-foot: slippery lane changes, and men on soft ground."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.circus.kit import CircusMatch, asked, chariot, dice_left, events, left, place, play
from tests.rules.circus.sky_kit import BOTH, MUD, RAIN, under
from tests.rules.circus.wreck_kit import DRAGGING, STRAY

# -- slippery lane changes ------------------------------------------------------------------------------------------


def change(
    step: str, *dice: int, sky: dict[str, Any] = RAIN, car: str = "light", square: str = "lane 3, backstretch 10",
    answers: tuple[str, ...] = (), **more: Any,
) -> CircusMatch:  # fmt: skip
    red = {"car": car, **more.pop("red_is", {})}
    race = under(sky, red=square, red_is=red, move={"written": 6}, dice=dice, **more)
    play(race, step, *answers)
    return race


@pytest.mark.rule("GEN rain-lanes", "GEN mud-1")
@pytest.mark.parametrize("sky", [RAIN, MUD, BOTH])
@pytest.mark.parametrize(
    ("car", "die", "slips"),
    [("light", 4, False), ("light", 5, True), ("light", 6, True), ("normal", 5, False), ("normal", 6, True)],
)
@pytest.mark.parametrize(("step", "lanes"), [("in", (2, 1)), ("out", (4, 5))])
def test_a_lane_too_far(
    sky: dict[str, Any], car: str, die: int, slips: bool, step: str, lanes: tuple[int, int]
) -> None:
    race = change(step, die, sky=sky, car=car)
    assert place(race, "red") == f"lane {lanes[slips]}, backstretch 11"
    (told,) = events(race, "slippery")
    assert told.data == {"chariot": "red", "die": die, "slips": slips}
    assert told.clauses == ("GEN rain-lanes",)
    assert left(race.state, chariot(race, "red")) == 6 - (2 if step == "in" else 1)  # the slip is free
    assert not chariot(race, "red").no_inside
    assert dice_left(race) == ()


@pytest.mark.rule("GEN rain-lanes")
@pytest.mark.parametrize(("sky", "car"), [(RAIN, "heavy"), (MUD, "heavy"), ({}, "light"), ({}, "normal")])
def test_heavy_cars_and_dry_ground_need_no_die(sky: dict[str, Any], car: str) -> None:
    race = change("in", sky=sky, car=car)
    assert (place(race, "red"), events(race, "slippery")) == ("lane 2, backstretch 11", [])


@pytest.mark.rule("GEN rain-lanes")
@pytest.mark.parametrize(("step", "lane"), [("in", 2), ("out", 7)])
def test_slipping_into_the_wall(step: str, lane: int) -> None:
    race = change(step, 6, square=f"lane {lane}, backstretch 10")
    (flip,) = events(race, "flip")
    wall = 1 if step == "in" else 8
    assert flip.data == {"chariot": "red", "square": f"lane {wall}, backstretch 10"}
    assert flip.clauses[0] == "GEN rain-lanes"
    assert chariot(race, "red").driver == "dragged"


@pytest.mark.rule("GEN rain-lanes")
def test_slipping_into_another() -> None:
    # Red's car would come beside Blue's: an involuntary ram with CDM -3, and Red stays in lane 2.
    race = change("in", 5, 5, 5, 5, blue="lane 1, backstretch 11", answers=("hold",))
    assert place(race, "red") == "lane 2, backstretch 11"
    (ram,) = events(race, "involuntary-ram")
    assert (ram.data, ram.clauses[0]) == ({"chariot": "red", "into": ["blue"], "penalty": -3}, "GEN rain-lanes")
    (damage,) = events(race, "ram-car")
    assert (damage.data["total"], damage.data["hurts_target"]) == (12, False)
    assert chariot(race, "red").loss == 1
    assert dice_left(race) == ()


@pytest.mark.rule("GEN rain-lanes")
def test_slipping_onto_a_wreck() -> None:
    race = change("in", 5, 1, 1, 1, 1, wrecks=["lane 1, backstretch 10"])
    assert place(race, "red") == "lane 1, backstretch 11"
    assert asked(race)[0] == "pay"  # it faces what lies under its car before it goes on
    play(race, 0)
    assert events(race, "run-over")[0].data["result"] == "none"
    assert dice_left(race) == ()


@pytest.mark.rule("GEN rain-lanes", "GEN rain-corner")
def test_slipping_further_in_is_another_check() -> None:
    # From lane 3 (safe 12) to lane 2 (safe 9) at 10: one point. Then to lane 1 (safe 8): two, one more to be paid.
    race = change("in", 1, 1, 1, 6, 1, 1, 1, square="lane 3, dolphin corner 2", red_is={"endurance": 20, "lap": 1})
    assert events(race, "strain") == []  # six factors are safe everywhere
    fast = under(
        RAIN,
        red="lane 3, dolphin corner 2",
        red_is={"car": "light", "written": 10, "whip": False, "endurance": 20},
        dice=[1, 1, 1, 6, 1, 1, 1],
    )
    play(fast, "in")
    checks = [(event.data["points"], event.data["endurance_paid"]) for event in events(fast, "strain")]
    assert checks == [(1, 1), (2, 1)]
    assert place(fast, "red").startswith("lane 1,")
    kinds = [event.kind for event in fast.events if event.kind in ("strain", "slippery", "sideslip")]
    assert kinds == ["strain", "slippery", "sideslip", "strain"]
    assert dice_left(fast) == ()


@pytest.mark.rule("GEN rain-lanes")
def test_whoever_slid_out_of_his_new_lane_needs_no_die() -> None:
    # The check in lane 2 throws it back to lane 3: three dice 10 and rain 3 against one point is S.
    race = under(
        RAIN,
        red="lane 3, dolphin corner 2",
        red_is={"car": "light", "written": 10, "whip": False},
        dice=[4, 3, 3],
    )
    play(race, "in")
    assert events(race, "strain")[0].data["result"] == "S"
    assert (place(race, "red").split(",")[0], events(race, "slippery")) == ("lane 3", [])
    assert dice_left(race) == ()


@pytest.mark.rule("GEN rain-lanes")
def test_evasions_roll_too() -> None:
    race = under(
        RAIN,
        red="lane 3, backstretch 11",
        blue="lane 4, backstretch 11",
        blue_is={"car": "light", "written": 10, "moved": False},
        move={"written": 3},
        dice=[6, 6, 1, 1, 6],
    )
    play(race, "ram blue car", "avoid", "evade out")
    assert place(race, "blue") == "lane 6, backstretch 12"
    assert events(race, "slippery")[0].data == {"chariot": "blue", "die": 6, "slips": True}
    assert chariot(race, "blue").debt == 1  # the slip costs nothing
    assert dice_left(race) == ()


@pytest.mark.rule("GEN rain-lanes")
def test_a_slip_in_an_evasion_is_checked_at_the_speed_of_the_evasion() -> None:
    # Blue, outside of nobody: from lane 3 it evades in at 9, which lane 2 bears, and slips on to lane 1 (safe 8).
    race = under(
        RAIN,
        red="lane 4, dolphin corner 4",
        blue="lane 3, dolphin corner 3",
        blue_is={"car": "light", "written": 9, "moved": False, "endurance": 20},
        move={"written": 3},
        dice=[6, 6, 1, 1, 5, 1, 1, 1],
    )
    play(race, "ram blue car", "avoid", "evade in")
    assert place(race, "blue").startswith("lane 1,")
    assert [event.data["points"] for event in events(race, "strain")] == [1]  # 9 against 8; its debt adds nothing here
    assert dice_left(race) == ()


@pytest.mark.rule("GEN rain-lanes")
def test_chosen_and_forced_sideslips_do_not_roll() -> None:
    chosen = change("slip out", blue="lane 3, backstretch 12")
    assert (place(chosen, "red"), events(chosen, "slippery")) == ("lane 4, backstretch 10", [])
    # Blue swerves under the lash: factor 0, seven on the table is G; two dice of 8 are S.
    swerve = under(
        RAIN,
        red="lane 3, backstretch 11",
        blue="lane 4, backstretch 11",
        blue_is={"car": "light"},
        move={"written": 3},
        dice=[3, 3, 3, 3, 4, 4],
    )
    play(swerve, "lash blue driver", "hold")
    assert (place(swerve, "blue"), events(swerve, "slippery")) == ("lane 5, backstretch 11", [])
    assert dice_left(swerve) == ()


@pytest.mark.rule("GEN rain-lanes")
def test_a_team_without_a_car_does_not_slip() -> None:
    race = under(RAIN, red="lane 3, backstretch 10", red_is={**STRAY, "car": "light"}, blue="lane 3, backstretch 14")
    play(race, "out")
    assert (place(race, "red"), events(race, "slippery")) == ("lane 4, backstretch 11", [])


@pytest.mark.rule("GEN rain-lanes")
def test_the_answers_warn_of_it() -> None:
    race = under(
        RAIN, red="lane 2, backstretch 10", red_is={"car": "light"}, blue="lane 4, backstretch 11", move={"written": 6}
    )
    told = {each["choice"]: each for each in race.view(0)["decision"]["answers"]}
    assert (told["in"]["slips"], told["out"]["slips"]) == (0.3333, 0.3333)
    assert told["in"]["hint"].endswith("33% to slip into the wall")
    assert told["out"]["hint"].endswith("33% to slip into another")
    assert "slips" not in told["forward 1"]


# -- men on the sand ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN mud-drag")
@pytest.mark.parametrize(("die", "dry", "mud"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (6, 3, 2)])
def test_mud_is_softer(die: int, dry: int, mud: int) -> None:
    for sky, hits, clause in (({}, dry, "CM 16.3"), (RAIN, dry, "CM 16.3"), (MUD, mud, "GEN mud-drag")):
        race = under(sky, red="lane 3, front straight 2", red_is={**DRAGGING, "hits_start": 10}, dice=[die])
        play(race, asked(race)[1][-1])
        (hurt,) = [event for event in events(race, "driver-hurt") if event.data["chariot"] == "red"]
        assert (hurt.data["boxes"], hurt.clauses[0]) == (hits, clause)
        assert dice_left(race) == ()


@pytest.mark.rule("GEN mud-foot")
@pytest.mark.parametrize(
    ("sky", "hits", "squares"), [(MUD, 7, 3), (MUD, 6, 2), (MUD, 1, 1), (MUD, 10, 4), (RAIN, 7, 4), ({}, 7, 4)]
)
def test_running_in_mud(sky: dict[str, Any], hits: int, squares: int) -> None:
    red = {"status": "runaway", "driver": "foot", "man": "lane 4, backstretch 10", "freed_turn": 1, "moved": True}
    race = under(
        sky,
        blue="lane 8, egg corner 5",
        blue_is={"whip": False},
        red="lane 1, front straight 5",
        red_is={**red, "hits_start": 10, "hits": hits},
    )
    for step in range(squares):
        assert asked(race)[0] == "walk", step
        assert next(iter(race.pending.values())).clause == ("GEN mud-foot" if sky is MUD else "CM 17.2")
        play(race, "forward")
    assert chariot(race, "red").man == race.state.track.find(f"lane 4, backstretch {10 + squares}")
    assert race.state.turn == 3  # the next turn: he has run all he can
