"""Players, chariot boards, starting places."""

from __future__ import annotations

import pytest

from ludus import Match, ScriptedDice, find_game, new_match
from ludus.games.chariot_race.charts import CHARIOT_BOARDS, COLOURS
from tests.rules.chariot_race.kit import RaceMatch, asked, choices, once, play, told


def draft(seats: int, first: int) -> RaceMatch:
    """A race with alternate chariots in which this seat chooses first."""
    return Match(find_game("chariot-race"), seats, ScriptedDice([first + 1]), "alternate-chariots")


def choose_all(match: RaceMatch, name: str) -> list[int]:
    """Everybody takes the first thing offered; who was asked, in order."""
    seats = []
    while match.pending:
        ((seat, decision),) = match.pending.items()
        if decision.name != name:
            break
        seats.append(seat)
        # The last place decides nothing but starts the race, for which these tests have no dice.
        if name == "place" and decision.count() == 2 and len(match.state.chariots) == 6:
            break
        match.submit(seat, next(iter(decision)))
    return seats


@pytest.mark.rule("CR overview-players")
@pytest.mark.parametrize(("seats", "chariots"), [(2, 4), (3, 6), (4, 4), (5, 5), (6, 6)])
def test_chariots_by_number_of_players(seats: int, chariots: int) -> None:
    match = new_match("chariot-race", seats=seats, seed=1)
    assert len(match.state.chariots) == chariots
    for seat in range(seats):
        assert sum(each.seat == seat for each in match.state.chariots) == chariots // seats
    assert len({each.colour for each in match.state.chariots}) == chariots


@pytest.mark.rule("CR overview-players")
@pytest.mark.parametrize("seats", [1, 7])
def test_no_other_number_of_players(seats: int) -> None:
    with pytest.raises(Exception, match="2 to 6 seats") as refusal:
        new_match("chariot-race", seats=seats, seed=1)
    assert refusal.value.code == "bad-seats"  # type: ignore[attr-defined]


@pytest.mark.rule("CR setup-2")
def test_starting_values_and_five_dice() -> None:
    match = new_match("chariot-race", seats=6, seed=1)
    for each in match.state.chariots:
        assert (each.damage, each.speed, each.fate) == (12, 4, 3)
    assert len(once(match, "roll").data["dice"]) == 5


@pytest.mark.rule("CR setup-place")
def test_chariots_are_drawn_onto_the_grid() -> None:
    # Fisher and Yates from the back, on four chariots: dice with 4, 3 and 2 sides, then five for the first turn.
    match: RaceMatch = Match(find_game("chariot-race"), 4, ScriptedDice([1, 1, 1, 3, 3, 3, 3, 3]))
    grid = {each["space"]: each["chariot"] for each in once(match, "grid").data["grid"]}
    assert list(grid.values()) == list(COLOURS[:4])
    drawn = [grid[space] for space in ("outer 36", "middle 32", "inner 28", "outer 35")]
    assert drawn == ["red", "green", "yellow", "blue"]
    assert once(match, "round").data["order"] == drawn
    assert once(match, "grid").clauses == ("CR setup-place", "CR board-start")


@pytest.mark.rule("CR setup-place")
def test_every_order_of_the_draw_can_happen() -> None:
    firsts = {new_match("chariot-race", seats=4, seed=seed).state.order[0] for seed in range(40)}
    assert firsts == {0, 1, 2, 3}


@pytest.mark.rule("CR setup-counter")
def test_two_laps_to_go_and_twenty_caltrops() -> None:
    match = new_match("chariot-race", seats=4, seed=1)
    position = match.view(None)["position"]
    assert {each["laps_to_go"] for each in position["chariots"].values()} == {2}
    assert position["supply"] == 20
    assert position["caltrops"] == []


@pytest.mark.rule("CR variant-chariots-choose")
def test_three_players_choose_there_and_back() -> None:
    match = draft(3, first=0)
    assert choose_all(match, "chariot") == [0, 1, 2, 2, 1]
    # The sixth board is the only one left and goes to the player who chose first.
    assert [each.seat for each in match.state.chariots] == [0, 1, 2, 2, 1, 0]
    assert [each.colour for each in match.state.chariots] == list(COLOURS)


@pytest.mark.rule("CR variant-chariots-choose")
def test_a_random_player_begins_and_the_rest_follow_clockwise() -> None:
    match = draft(5, first=3)
    assert once(match, "first-chooser").data["seat"] == 3
    assert once(match, "first-chooser").dice[0].sides == 5
    assert choices(match) == list(COLOURS)
    play(match, "green")
    assert choices(match) == [colour for colour in COLOURS if colour != "green"]
    assert choose_all(match, "chariot") == [4, 0, 1, 2]
    # One board is left over.
    assert len(match.state.chariots) == 5
    assert len({each.colour for each in match.state.chariots}) == 5
    assert {each.build for each in match.state.chariots} < set(COLOURS)


@pytest.mark.rule("CR variant-chariots-choose")
def test_two_players_choose_there_and_back() -> None:
    match = draft(2, first=1)
    assert choose_all(match, "chariot") == [1, 0, 0, 1]


@pytest.mark.rule("CR variant-chariots-place")
def test_four_players_take_places_counter_clockwise_from_the_last() -> None:
    match = draft(4, first=0)
    choose_all(match, "chariot")
    assert choices(match) == ["outer 36", "middle 32", "inner 28", "outer 35", "middle 31", "inner 27"]
    seats = []
    for place in ("inner 27", "outer 36", "inner 28"):
        seats += list(match.pending)
        play(match, place)
        assert place not in choices(match)
    assert seats + list(match.pending) == [3, 2, 1, 0]
    assert [event.data["space"] for event in told(match, "takes-place")] == ["inner 27", "outer 36", "inner 28"]


@pytest.mark.rule("CR variant-chariots-place")
def test_three_players_place_first_chariots_back_and_second_ones_forth() -> None:
    match = draft(3, first=0)
    choose_all(match, "chariot")
    assert choose_all(match, "place") == [2, 1, 0, 0, 1]
    placed = [event.data["chariot"] for event in told(match, "takes-place")]
    assert placed == ["green", "red", "blue", "white"]
    assert match.pending[1].prompt == "Where will your purple chariot start?"


@pytest.mark.rule("CR variant-chariots-place")
def test_two_players_place() -> None:
    match = draft(2, first=1)
    choose_all(match, "chariot")
    seats = []
    for place in ("outer 36", "middle 32", "inner 28"):
        seats += list(match.pending)
        play(match, place)
    assert seats + list(match.pending) == [0, 1, 1, 0]


@pytest.mark.rule("CR variant-chariots")
@pytest.mark.parametrize(
    ("colour", "values"),
    [
        # damage maximum and start, speed maximum and start, fate start, dice by speed from 0
        ("red", (14, 14, 10, 4, 2, "55555444332")),
        ("blue", (12, 12, 11, 3, 4, "555555444332")),
        ("white", (11, 11, 12, 5, 3, "5555544443332")),
        ("green", (10, 10, 12, 5, 4, "5555544433322")),
        ("purple", (9, 9, 12, 4, 5, "5555554443332")),
        ("yellow", (8, 8, 12, 6, 5, "5555554444332")),
    ],
)
def test_six_different_boards(colour: str, values: tuple[int, int, int, int, int, str]) -> None:
    board = CHARIOT_BOARDS[colour]
    dice = "".join(str(count) for count in board.dice_for_speed)
    assert (
        board.damage_max,
        board.damage_start,
        board.speed_max,
        board.speed_start,
        board.fate_start,
        dice,
    ) == values
    assert board.fate_max == 6
    assert len(board.dice_for_speed) == board.speed_max + 1
    assert len(board.speed_limit_by_damage) == board.damage_max


@pytest.mark.rule("CR variant-chariots")
@pytest.mark.rule("CR variant-chariots-start")
def test_yellow_begins_with_its_own_values_and_four_dice() -> None:
    match: RaceMatch = Match(find_game("chariot-race"), 4, ScriptedDice([1, 3, 3, 3, 3]), "alternate-chariots")
    play(match, "red", "blue", "green", "yellow")
    play(match, "outer 36", "middle 32", "inner 28", "outer 35")
    yellow = match.state.mover
    assert (yellow.colour, yellow.damage, yellow.speed, yellow.fate) == ("yellow", 8, 6, 5)
    assert once(match, "roll").data["dice"] == [3, 3, 3, 3]
    green = next(each for each in match.state.chariots if each.colour == "green")
    assert (green.damage, green.speed, green.fate) == (10, 5, 4)
    assert asked(match) == "dice yellow"


@pytest.mark.rule("CR variant-2-3-players")
@pytest.mark.parametrize("seats", [2, 3])
def test_two_chariots_each_and_a_turn_for_each_chariot(seats: int) -> None:
    match = new_match("chariot-race", seats=seats, seed=5)
    first_round = once(match, "round").data["order"]
    assert len(first_round) == 2 * seats
    assert sorted(first_round) == sorted(each.colour for each in match.state.chariots)
