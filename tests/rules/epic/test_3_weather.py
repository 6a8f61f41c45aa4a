"""E2 3.7, 6.A-1, 6.A-2: the sky over the epic race, rain and mud."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Match, SeededDice
from ludus.core.event import Modifier
from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, dice_left, events, left, place, play, write
from tests.rules.epic.corner_kit import BOTH, CALM, CLEAN, MUD, RAIN, checks, three, under
from tests.rules.epic.kit import epic


def skies(race: CircusMatch) -> list[tuple[bool, bool, tuple[str, ...]]]:
    return [(event.data["rain"], event.data["mud"], event.clauses) for event in events(race, "weather")]


def still(*dice: int, turn: int, sky: dict[str, Any], **more: Any) -> CircusMatch:
    """Two chariots that note 0 turn after turn; before each draw of two there is one die."""
    squares: dict[str, Any] = {"red": "lane 3, backstretch 10", "blue": "lane 5, backstretch 10"}
    idle = {f"{faction}_is": {**CALM, **more.pop(f"{faction}_is", {})} for faction in ("red", "blue")}
    return under({"weather": sky}, phase="notation", turn=turn, dice=dice, **squares, **idle, **more)


# -- the dice ------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 3.7", "E2 3.7.1", "E2 3.7-chart")
@pytest.mark.parametrize(
    ("dice", "sky", "later"),
    [
        ([1, 1], (True, True), False),
        ([1, 2], (True, False), False),
        ([1, 6], (True, False), False),
        ([2], (False, False), True),
        ([3], (False, False), False),
        ([4], (False, False), False),
        ([6], (False, False), False),
    ],
)
def test_the_first_dice(dice: list[int], sky: tuple[bool, bool], later: bool) -> None:
    race = still(*dice, turn=3, sky={})
    book: Any = book_of(race.state, race.table)
    book.roll_initial(book.first_roll)
    chart = ("E2 3.7.1", "E2 3.7-chart") if dice[0] < 3 else ("E2 3.7.1",)
    assert skies(race) == [(*sky, chart)]
    assert race.state.parts["weather"].later is later
    assert dice_left(race) == ()


@pytest.mark.rule("E2 3.7", "E2 3.7.1")
def test_it_is_rolled_before_the_race_and_may_be_left_out() -> None:
    for weather in (True, False):
        race: CircusMatch = Match(GAME, 4, SeededDice("sky"), "epic", {"weather": weather})
        while race.state.turn == 0:
            seat, decision = next(iter(race.pending.items()))
            race.answer(seat, decision.default if decision.default is not None else next(iter(decision)))
        kinds = [event.kind for event in race.events]
        assert kinds.count("weather") == weather
        assert not weather or kinds.index("weather") < kinds.index("turn")


@pytest.mark.rule("E2 3.7.1", "E2 6.A-1", "E2 3.7-chart")
def test_rain_is_rechecked_on_even_turns_until_it_clears() -> None:
    race = still(4, 1, 1, 1, 1, 1, 1, turn=2, sky={"rain": True})
    assert skies(race) == [(True, False, ("E2 6.A-1",))]
    write(race)
    assert (race.state.turn, len(skies(race))) == (3, 1)  # no die in turn 3
    write(race)
    assert skies(race)[1:] == [(False, False, ("E2 6.A-1",))]  # turn 4: a 1
    for _ in range(3):
        write(race)
    assert (race.state.turn, len(skies(race))) == (7, 2)  # nor in turn 6
    assert dice_left(race) == ()


@pytest.mark.rule("E2 6.A-1")
@pytest.mark.parametrize(("turn", "rolls"), [(8, 1), (9, 0)])
def test_in_even_turns_only(turn: int, rolls: int) -> None:
    race = still(*[5] * rolls, turn=turn, sky={"rain": True})
    assert len(skies(race)) == rolls
    assert dice_left(race) == ()


@pytest.mark.rule("E2 6.A-1")
@pytest.mark.parametrize(("die", "stands"), [(1, False), (2, True)])
def test_the_sky_comes_before_the_exhausted(die: int, stands: bool) -> None:
    # Three horses do 3, less 1 more this turn: 1, and 0 in the rain. If it clears now the team goes on.
    tired = {"horses": [1, 1, 1, 0], "endurance": 0, "exhausted": True, "drained": 1, "modifier": 0}
    race = still(die, turn=4, sky={"rain": True}, red_is=tired)
    assert bool(events(race, "stationary")) is stands
    assert (0 in race.pending) is not stands
    assert dice_left(race) == ()


@pytest.mark.rule("E2 3.7-chart", "E2 3.7")
def test_clear_is_final() -> None:
    # Neither an even turn nor a new lap brings another die.
    race = still(1, 1, turn=2, sky={"laps": 0}, markers=2)
    write(race)
    write(race)
    assert (events(race, "weather"), dice_left(race)) == ([], ())


def new_lap(*dice: int, turn: int) -> CircusMatch:
    """Red, the leader, ends its first lap in this turn, under a sky with two asterisks."""
    race = under(
        {"weather": {"later": True}},
        phase="notation",
        turn=turn,
        red="lane 8, backstretch 33",
        blue="lane 5, backstretch 10",
        red_is=CALM,
        blue_is=CALM,
        dice=dice,
    )
    assert events(race, "weather") == []
    race.submit(0, 1)
    race.submit(1, 0)
    play(race, "forward 1")
    assert (race.state.turn, race.state.markers) == (turn + 1, 2)
    return race


@pytest.mark.rule("E2 6.A-2", "E2 3.7-chart")
@pytest.mark.parametrize(
    ("dice", "rain", "mud", "later"),
    [([1, 4], True, False, False), ([1, 1], True, True, False), ([2], False, False, True), ([5], False, False, False)],
)
def test_two_asterisks_are_rolled_again_in_each_lap(dice: list[int], rain: bool, mud: bool, later: bool) -> None:
    race = new_lap(1, *dice, turn=6)
    assert race.state.turn == 7
    ((wet, soft, clauses),) = skies(race)
    assert (wet, soft, clauses[0]) == (rain, mud, "E2 6.A-2")
    assert race.state.parts["weather"].later is later
    assert dice_left(race) == ()


@pytest.mark.rule("E2 6.A-2", "E2 3.7.1")
def test_rain_that_begins_in_an_even_turn_is_rechecked_two_turns_later() -> None:
    # Turn 8: the lap's die brings rain, after the place for the recheck. Turn 9 has none, turn 10 has.
    race = new_lap(1, 1, 6, 1, 1, 4, turn=7)
    assert (race.state.turn, len(skies(race))) == (8, 1)
    write(race)
    assert (race.state.turn, len(skies(race))) == (9, 1)
    write(race)
    assert (race.state.turn, len(skies(race))) == (10, 2)
    assert skies(race)[1] == (True, False, ("E2 6.A-1",))
    assert dice_left(race) == ()


# -- from rain to mud ----------------------------------------------------------------------------------------


def third_corner(*, sky: dict[str, Any] = RAIN, seen: dict[str, int] | None = None, **more: Any) -> CircusMatch:
    """Red is about to leave the dolphin corner of lap 2, two corners behind it; its team does 18 on a dry day."""
    red = {**CALM, "lap": 2, "written": 18, "parts": {"wet": seen or {"entered": 5, "corners": 2}}}
    return under(sky, red="lane 8, dolphin corner 26", red_is=red, **more)


@pytest.mark.rule("E2 3.7.2")
def test_the_third_corner_in_the_rain_makes_mud() -> None:
    race = third_corner()
    assert events(race, "mud") == []
    play(race, "forward 1")
    (mud,) = events(race, "mud")
    assert (mud.data, mud.clauses) == ({"chariot": "red"}, ("E2 3.7.2", "E2 3.7.4"))
    assert race.state.parts["weather"].mud
    assert GAME.view(race.state, 1)["conditions"] == ["rain", "mud"]


@pytest.mark.rule("E2 3.7.2")
@pytest.mark.parametrize(
    ("sky", "seen"),
    [
        (RAIN, {"entered": 5, "corners": 1}),  # the second
        (RAIN, {"entered": -9, "corners": 2}),  # entered when it was still dry
        ({}, {"entered": 5, "corners": 2}),  # left when it was dry again
    ],
)
def test_three_whole_corners_in_one_rain(sky: dict[str, Any], seen: dict[str, int]) -> None:
    race = third_corner(sky=sky, seen=seen)
    play(race, "forward 1")
    assert (events(race, "mud"), race.state.parts["weather"].mud) == ([], False)


@pytest.mark.rule("E2 3.7.2")
def test_a_break_in_the_rain_starts_the_count_again() -> None:
    race = still(1, turn=4, sky={"rain": True}, red_is={"parts": {"wet": {"entered": 5, "corners": 2}}})
    assert not race.state.parts["weather"].rain
    wet = chariot(race, "red").parts["wet"]
    assert (wet.entered, wet.corners) == (-9, 0)


@pytest.mark.rule("E2 3.7.2", "E2 3.7.4d")
def test_mud_works_at_once_for_whoever_has_not_moved() -> None:
    # Blue: 16 less 1 for the rain, CDM +1, 16 noted. In mud its team does 14, and it has 15.
    race = third_corner(
        blue="lane 1, backstretch 10",
        blue_is={**CALM, "lap": 2, "moved": False, "horses_start": [4, 4, 4, 4], "modifier": 1, "written": 16},
    )
    play(race, "forward 17")
    speeds = [(event.data["chariot"], event.data["factors"]) for event in events(race, "speed")]
    assert speeds == [("red", 17), ("blue", 15)]  # Red's phase keeps its speed
    assert GAME.view(race.state, 0)["chariots"]["blue"]["team_speed"] == 14


@pytest.mark.rule("E2 3.7.4")
def test_mud_stays_when_the_rain_stops() -> None:
    race = still(1, turn=10, sky={"rain": True, "mud": True})
    assert skies(race) == [(False, True, ("E2 6.A-1",))]
    view = GAME.view(race.state, 0)
    assert (view["conditions"], view["safe_speeds"][0]) == (["mud"], 5)
    assert view["chariots"]["red"]["team_speed"] == 16


# -- what rain and mud do ------------------------------------------------------------------------------------


@pytest.mark.rule("E2 3.7.3")
def test_all_is_well_when_it_clears() -> None:
    race = still(1, 1, turn=4, sky={"rain": True}, red_is={"car": "light", "written": 4})
    write(race)
    assert race.state.turn == 5
    assert list(race.pending[0])[-1] == 18
    assert GAME.view(race.state, 0)["conditions"] == []


@pytest.mark.rule("E2 3.7.3a", "E2 3.7.3")
@pytest.mark.parametrize(("sky", "dust"), [(RAIN, False), (BOTH, False), (MUD, True), ({}, True)])
def test_no_dust_in_the_rain(sky: dict[str, Any], dust: bool) -> None:
    race = under(sky, red="lane 3, backstretch 11", blue="lane 4, backstretch 11", move={"written": 3})
    assert ("dust blue driver" in asked(race)[1]) is dust


@pytest.mark.rule("E2 3.7.3b", "E2 3.7.4d")
@pytest.mark.parametrize(("sky", "most"), [({}, 17), (RAIN, 16), (MUD, 15), (BOTH, 15)])
def test_wet_teams_are_slower(sky: dict[str, Any], most: int) -> None:
    log = {"horses_start": [5, 4, 3, 5]}
    race = under(sky, phase="notation", turn=3, red="lane 3, backstretch 10", red_is=log)
    assert list(race.pending[0])[-1] == most
    assert GAME.view(race.state, 0)["chariots"]["red"]["team_speed"] == most


@pytest.mark.rule("E2 3.7.3c", "E2 3.7.4a", "E2 3.7.4b", "E2 9.2.2-chart")
@pytest.mark.parametrize(
    ("sky", "car", "amount"),
    [
        (RAIN, "light", -3), (RAIN, "medium", -2), (RAIN, "heavy", -1),
        (MUD, "light", -4), (MUD, "medium", -3), (MUD, "heavy", -2), (BOTH, "light", -4), (BOTH, "heavy", -2),
    ],
)  # fmt: skip
def test_corners_are_slippery(sky: dict[str, Any], car: str, amount: int) -> None:
    # Two points in lane 1: a row of 10 gets through, one of 9 slides.
    speed = 10 if sky is RAIN else 7
    for row, result in ((10, "-"), (9, "S")):
        race = under(
            sky,
            red="lane 1, front straight 33",
            red_is={**CALM, "written": speed, "car": car, "modifier": 1},
            dice=three(row - 1 - amount),
        )
        play(race, "forward 1")
        (strain,) = events(race, "strain")
        assert (strain.data["points"], strain.data["result"]) == (2, result)
        assert strain.modifiers == (Modifier("CDM", 1), Modifier("rain" if sky is RAIN else "mud", amount))
        assert dice_left(race) == ()


@pytest.mark.rule("E2 3.7.3c")
def test_the_odds_in_the_rain_are_those_of_the_rain() -> None:
    race = under(RAIN, red="lane 1, front straight 31", red_is={"car": "light", "modifier": 1}, move={"written": 10})
    told = {each["choice"]: each for each in race.view(0)["decision"]["answers"]}
    book = book_of(race.state)
    assert told["forward 3"]["strain"]["odds"] == {
        code: round(chance, 4) for code, chance in book.strain_odds(2, 1 - 3).items()
    }


# -- slippery lane changes -----------------------------------------------------------------------------------


def change(
    step: str, *dice: int, sky: dict[str, Any] = RAIN, car: str = "light", square: str = "lane 3, backstretch 10",
    answers: tuple[str, ...] = (), **more: Any,
) -> CircusMatch:  # fmt: skip
    race = under(sky, red=square, red_is={"car": car, **more.pop("red_is", {})}, move={"written": 6}, dice=dice, **more)
    play(race, step, *answers)
    return race


@pytest.mark.rule("E2 3.7.3d", "E2 8.6.6", "E2 3.7.4a")
@pytest.mark.parametrize("sky", [RAIN, MUD, BOTH])
@pytest.mark.parametrize(
    ("car", "die", "slips"),
    [("light", 4, False), ("light", 5, True), ("light", 6, True), ("medium", 5, False), ("medium", 6, True)],
)
@pytest.mark.parametrize(("step", "lanes"), [("in", (2, 1)), ("out", (4, 5))])
def test_a_lane_too_far(
    sky: dict[str, Any], car: str, die: int, slips: bool, step: str, lanes: tuple[int, int]
) -> None:
    race = change(step, die, sky=sky, car=car)
    assert place(race, "red") == f"lane {lanes[slips]}, backstretch 11"
    (told,) = events(race, "slippery")
    assert (told.data, told.clauses) == ({"chariot": "red", "die": die, "slips": slips}, ("E2 3.7.3d",))
    assert left(race.state, chariot(race, "red")) == 6 - (2 if step == "in" else 1)  # the slip is free
    assert chariot(race, "red").no_inside is slips
    assert [event.clauses for event in events(race, "sideslip")] == [("E2 8.6.6",)] * slips
    assert dice_left(race) == ()


@pytest.mark.rule("E2 8.6.6")
def test_the_ledgers_medium_car() -> None:
    race = change("out", 6, sky=MUD, car="medium", square="lane 5, backstretch 10")
    assert place(race, "red") == "lane 7, backstretch 11"


@pytest.mark.rule("E2 3.7.3d", "E2 8.6.6")
@pytest.mark.parametrize(("sky", "car"), [(RAIN, "heavy"), (MUD, "heavy"), ({}, "light"), ({}, "medium")])
def test_heavy_cars_and_dry_ground_need_no_die(sky: dict[str, Any], car: str) -> None:
    race = change("in", sky=sky, car=car)
    assert (place(race, "red"), events(race, "slippery")) == ("lane 2, backstretch 11", [])


@pytest.mark.rule("E2 3.7.3d")
@pytest.mark.parametrize(("step", "lane", "wall"), [("in", 2, 1), ("out", 7, 8)])
def test_slipping_into_the_wall(step: str, lane: int, wall: int) -> None:
    race = change(step, 6, square=f"lane {lane}, backstretch 10")
    (flip,) = events(race, "flip")
    assert (flip.data["square"], flip.clauses[0]) == (f"lane {wall}, backstretch 10", "E2 9.3.3")


@pytest.mark.rule("E2 3.7.3d")
def test_slipping_into_another() -> None:
    race = change("in", 5, 5, 5, 5, blue="lane 1, backstretch 11", answers=("hold",))
    assert place(race, "red") == "lane 2, backstretch 11"
    (ram,) = events(race, "involuntary-ram")
    assert (ram.data, ram.clauses[0]) == ({"chariot": "red", "into": ["blue"], "penalty": -3}, "E2 9.3.2")
    assert chariot(race, "red").no_inside
    assert dice_left(race) == ()


@pytest.mark.rule("E2 3.7.3d")
def test_slipping_further_in_is_another_check() -> None:
    # From lane 3 to lane 2 (safe 9) at 10: one point. Then to lane 1 (safe 8): two, one more to be paid.
    race = under(
        RAIN,
        red="lane 3, dolphin corner 2",
        red_is={**CALM, "car": "light", "written": 10, "endurance": 20},
        dice=[*CLEAN, 6, *CLEAN],
    )
    told = {each["choice"]: each for each in race.view(0)["decision"]["answers"]}
    assert told["in"]["hint"].endswith("33% to slip a lane further and strain by 2")
    play(race, "in")
    assert checks(race) == [(1, 1, "-"), (2, 1, "-")]
    assert place(race, "red").startswith("lane 1,")
    kinds = [event.kind for event in race.events if event.kind in ("strain", "slippery", "sideslip")]
    assert kinds == ["strain", "slippery", "sideslip", "strain"]
    assert dice_left(race) == ()


@pytest.mark.rule("E2 3.7.3d")
def test_whoever_slid_out_of_his_new_lane_needs_no_die() -> None:
    # The check in lane 2 throws it back to lane 3: three dice 11 less 3 against one point is S.
    race = under(RAIN, red="lane 3, dolphin corner 2", red_is={**CALM, "car": "light", "written": 10}, dice=three(11))
    play(race, "in")
    assert checks(race) == [(1, 1, "S")]
    assert (place(race, "red").split(",")[0], events(race, "slippery")) == ("lane 3", [])
    assert dice_left(race) == ()


@pytest.mark.rule("E2 3.7.3d")
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
    blue = chariot(race, "blue")
    assert (blue.debt, blue.no_inside) == (1, True)
    assert dice_left(race) == ()


@pytest.mark.rule("E2 3.7.3d", "E2 8.8.3")
def test_chosen_and_forced_sideslips_do_not_roll() -> None:
    chosen = change("slip out", blue="lane 3, backstretch 12")
    assert (place(chosen, "red"), events(chosen, "slippery")) == ("lane 4, backstretch 10", [])
    forced = under(
        RAIN, red="lane 2, front straight 33", red_is={**CALM, "car": "light", "written": 10}, dice=three(8 + 3)
    )
    play(forced, "forward 1")
    assert checks(forced) == [(1, 1, "S")]
    assert events(forced, "slippery") == []
    assert dice_left(forced) == ()


@pytest.mark.rule("E2 3.7.3d")
def test_a_team_without_a_car_does_not_slip() -> None:
    stray = {"status": "runaway", "driver": "safe", "hitched": False, "car": "light"}
    race = under(RAIN, red="lane 3, backstretch 10", red_is=stray, blue="lane 3, backstretch 14")
    play(race, "out")
    assert (place(race, "red"), events(race, "slippery")) == ("lane 4, backstretch 11", [])


# -- men on the sand -----------------------------------------------------------------------------------------


@pytest.mark.rule("E2 3.7.4e")
@pytest.mark.parametrize(("die", "dry", "mud"), [(1, 1, 1), (3, 2, 1), (4, 2, 2), (6, 3, 2)])
def test_mud_is_softer(die: int, dry: int, mud: int) -> None:
    for sky, hits in (({}, dry), (RAIN, dry), (MUD, mud)):
        state = under(sky, red="lane 3, backstretch 10", move={"written": 3}).state
        assert book_of(state).drag_hits(die) == hits


@pytest.mark.rule("E2 3.7.4f")
@pytest.mark.parametrize(("sky", "hits", "squares"), [(MUD, 7, 3), (MUD, 6, 2), (MUD, 1, 1), (RAIN, 7, 4), ({}, 7, 4)])
def test_running_in_mud(sky: dict[str, Any], hits: int, squares: int) -> None:
    state = under(sky, red="lane 3, backstretch 10", red_is={"hits": hits, "hits_start": 10}, move={"written": 3}).state
    assert book_of(state).foot_squares(state.chariots[0]) == squares


def test_the_kit_has_sunshine() -> None:
    assert "weather" not in epic(red="lane 3, backstretch 10", move={"written": 3}).state.parts
