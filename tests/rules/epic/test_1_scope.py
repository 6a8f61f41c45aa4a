"""E2 1, 2.1 to 2.4, 2.7, 2.8 and definitions: what belongs to an epic race, and what things are called."""

from __future__ import annotations

import pytest

from ludus import Match, SeededDice
from ludus.core.clauses import find_clause
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import CARCASS, TEAM
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, events, play
from tests.rules.epic.kit import BOOK, epic
from tests.rules.epic.setup_kit import fresh

# -- everything is in force ----------------------------------------------------------------------------------------


@pytest.mark.rule("E2 1")
def test_a_flip_always_leaves_a_wreck_a_team_and_a_man() -> None:
    race = epic(red="lane 8, backstretch 10", red_is={"written": 5, "whip": False}, dice=[1, 1] + [6] * 8)
    play(race, "into the wall")
    red = chariot(race, "red")
    assert (red.status, red.driver) == ("runaway", "dragged")
    assert events(race, "dragged")
    assert race.state.falling or race.state.wrecks


@pytest.mark.rule("E2 1")
@pytest.mark.rule("E2 2.7")
def test_a_race_of_its_own_has_no_bets_no_bribes_and_no_prizes() -> None:
    race: CircusMatch = Match(GAME, 4, SeededDice("alone"), "epic")
    asked_for, turns = set(), 2
    while race.outcome is None and race.state.turn <= turns:
        seat, decision = next(iter(race.pending.items()))
        asked_for.add(decision.name)
        race.submit(seat, decision.default)
    assert {"enter", "harness", "speed", "step"} <= asked_for
    money = ("bet", "bribe", "prize", "sesterce", "auction", "sabotage", "drug")
    assert not [name for name in asked_for if any(word in name for word in money)]
    assert not [event.kind for event in race.events if any(word in event.kind for word in money)]


@pytest.mark.rule("E2 1")
def test_there_is_no_basic_game_of_it() -> None:
    with pytest.raises(Exception, match="option level is played only with edition = second-edition"):
        GAME.resolve("epic", {"level": "basic"})


@pytest.mark.rule("E2 2.1")
def test_all_its_rules_are_in_one_book() -> None:
    assert set(BOOK.sources) == {"E2", "E1"}
    assert find_clause("E2 1").counts
    assert GAME.rulesets["epic"].options["edition"] == "epic"


# -- board and pieces ----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 2.3")
@pytest.mark.rule("E2 2.3.1")
@pytest.mark.rule("E2 def-square")
def test_the_board_is_that_of_the_base_game() -> None:
    track = fresh(2).state.track
    assert track is GAME.track(GAME.resolve("advanced", {}))
    assert (track.lanes, track.file.straight, track.file.laps) == (8, 34, 3)
    assert [lane.corner for lane in track.file.lanes] == [3 * (lane + 1) for lane in range(1, 9)]
    assert all(track.behind[track.ahead[square]] == square for square in range(track.size))


@pytest.mark.rule("E2 2.3.2")
def test_eight_start_lanes_are_gray() -> None:
    track = fresh(2).state.track
    gray = {(track.lane[square], track.index[square]) for square in range(track.size) if track.gray[square]}
    assert gray == {(lane, index) for lane in range(1, 9) for index in range(4)}


@pytest.mark.rule("E2 2.4")
def test_sixteen_chariots_are_the_most() -> None:
    assert len(fresh(16, options={"stable": 0}).state.chariots) == 16
    assert GAME.begin(16, GAME.resolve("epic", {"entries": 8})).rules.field == 16


@pytest.mark.rule("E2 2.4.1")
@pytest.mark.rule("E2 def-chariot")
def test_a_chariot_takes_two_squares_team_in_front() -> None:
    race = epic(red="lane 3, backstretch 12")
    red = chariot(race, "red")
    there = race.state.whose(red.square)
    assert there == (red, TEAM)
    behind = race.state.whose(race.state.car_square(red))
    assert behind is not None
    assert (behind[0], behind[1] != TEAM) == (red, True)
    assert race.state.track.name(race.state.car_square(red)) == "lane 3, backstretch 11"


@pytest.mark.rule("E2 def-chariot")
@pytest.mark.parametrize("driver", ["car", "dead"])
def test_a_runaway_team_blocks_like_a_chariot(driver: str) -> None:
    """Its hindmost square is two ahead: red cannot drive through, whoever holds the reins."""
    lost = {} if driver == "car" else {"status": "runaway", "driver": "dead", "hitched": False}
    race = epic(
        red="lane 3, backstretch 12",
        red_is={"written": 9, "whip": False},
        blue_is=lost,
        blue="lane 3, backstretch 14" if lost else "lane 3, backstretch 15",
    )
    most = max(int(str(answer).split()[1]) for answer in asked(race)[1] if str(answer).startswith("forward"))
    assert most == 1


@pytest.mark.rule("E2 2.4.3")
@pytest.mark.rule("E2 def-individual-driver")
def test_a_dragged_man_who_cuts_himself_free_is_a_piece_of_his_own() -> None:
    lost = {"status": "runaway", "driver": "dragged", "hitched": False, "cut_due": True, "horses": [2, 0, 0, 0]}
    race = epic(red="lane 3, backstretch 12", red_is=lost, dice=[1, 1, 1, 1])
    while "loose" not in {decision.name for decision in race.pending.values()}:
        seat, decision = next(iter(race.pending.items()))
        race.submit(seat, decision.default)
    play(race, "cut")
    red = chariot(race, "red")
    assert red.driver == "foot"
    assert red.man >= 0
    assert red.man != red.square


@pytest.mark.rule("E2 2.5.1")
@pytest.mark.rule("E2 2.8")
def test_one_counter_each_is_drawn_blind_from_the_bag() -> None:
    race = fresh(3, options={"stable": 0}, dice=[3, 1] + [3] * 40)
    play(race, 0, 0, 0)
    while race.state.turn == 1:
        seat, decision = next(iter(race.pending.items()))
        race.submit(seat, decision.default)
    drawn = events(race, "drawn")
    assert [event.data["chariot"] for event in drawn] == ["brown", "black", "blue"]
    assert [roll.sides for event in drawn for roll in event.dice] == [3, 2], "the last needs no die"


@pytest.mark.rule("E2 2.5.3")
def test_rain_and_mud_are_shown() -> None:
    for sky, shown in (({}, []), ({"rain": True}, ["rain"]), ({"rain": True, "mud": True}, ["rain", "mud"])):
        race = epic(red="lane 3, backstretch 12", options={"weather": True}, parts={"weather": sky})
        assert race.view(None)["position"]["conditions"] == shown


@pytest.mark.rule("E2 2.5.5")
def test_a_carcass_stays_to_the_end_of_the_race() -> None:
    square = "lane 3, backstretch 20"
    race = epic(
        red="lane 7, backstretch 2", red_is={"written": 2, "whip": False}, carcasses=[square], turn=4, dice=[1] * 30
    )
    while race.outcome is None:
        seat, decision = next(iter(race.pending.items()))
        race.submit(seat, 0 if decision.name == "speed" else decision.default)
    assert race.state.turn > 8, "called off, for nothing moves any more"
    assert race.state.wrecks == {race.state.track.find(square): CARCASS}


# -- words ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E1 3.2-drm", "E2 def-drm")
def test_totals_may_leave_the_range_of_the_dice() -> None:
    assert BOOK.corner_strain(0, 1) == BOOK.corner_strain(3, 1), "three dice show 3, a CDM of -3: the lowest row"
    assert BOOK.wheel_damage(12 + BOOK.charts.car_modifier["heavy"]) == 8, "twelve and three for a heavy car"


@pytest.mark.rule("E2 def-speed")
def test_no_speed_stands_for_another() -> None:
    """Team, maximum, turn, total and safe speed of one chariot, all different."""
    race = epic(
        red="lane 3, backstretch 12",
        red_is={"written": 9, "gains": 2, "whip": False, "modifier": 1, "horses_start": [5, 3, 3, 5]},
    )
    book, red = book_of(race.state), chariot(race, "red")
    speeds = {
        "team": book.team_speed(red), "maximum": book.maximum(red), "turn": red.written,
        "added": race.state.move.gains, "total": book.total_speed(red), "safe": book.safe_speed(3),
    }  # fmt: skip
    assert speeds == {"team": 16, "maximum": 17, "turn": 9, "added": 2, "total": 11, "safe": 12}


@pytest.mark.rule("E2 def-team")
def test_only_teams_have_endurance() -> None:
    """It stays with the horses when car and driver are gone."""
    lost = {"status": "runaway", "driver": "dead", "hitched": False, "endurance": 17}
    race = epic(red="lane 3, backstretch 12", red_is=lost, phase="notation")
    assert chariot(race, "red").endurance == 17
    assert race.view(None)["position"]["chariots"]["red"]["endurance"] == 17
