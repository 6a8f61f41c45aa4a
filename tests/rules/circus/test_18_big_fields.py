"""CM 18: more than eight chariots."""

from __future__ import annotations

from collections import Counter

import pytest

from ludus import Match, ScriptedDice, SeededDice, SetupError
from tests.rules.circus.kit import FACTIONS, GAME, CircusMatch, asked, attacks, circus, dice_left, events, place, play


def keep(number: int) -> tuple[int, ...]:
    """Dice of a shuffle that leaves so many things in their order."""
    return tuple(range(number, 1, -1))


def lined_up(seats: int, field: int) -> CircusMatch:
    """Everything in its order: colours, rows and lanes."""
    rows = (*keep(field), *keep(8), *(keep(8) if field > 8 else ()))
    dice = (*keep(field), *(1, 1, 1) * field, *rows)
    race = Match(GAME, seats, ScriptedDice(dice), None, {"field": field})
    while next(iter(race.pending.values())).name == "build":
        play(race, (1, 1, 1, 1))
    return race


def drawn(field: int, seed: int) -> CircusMatch:
    """A field of bots that drive straight on, up to the end of turn 2."""
    race = Match(GAME, 5, SeededDice(str(seed)), None, {"field": field})
    while race.state.turn < 3:
        seat, decision = next(iter(race.pending.items()))
        race.answer(seat, 3 if decision.name == "speed" else decision.default)
    return race


def rows(race: CircusMatch) -> Counter[str]:
    return Counter(place(race, each.faction).split(", ")[1] for each in race.state.chariots)


@pytest.mark.rule("CM 18.1")
@pytest.mark.parametrize(("seats", "field", "behind"), [(9, 8, 1), (5, 10, 2), (16, 8, 8), (2, 12, 4), (8, 8, 0)])
def test_eight_in_front_and_the_rest_behind(seats: int, field: int, behind: int) -> None:
    race = lined_up(seats, max(seats, field))
    expected = Counter({"front straight 3": 8, "front straight 1": behind})
    assert rows(race) == +expected
    assert len({each.faction for each in race.state.chariots}) == max(seats, field)
    assert dice_left(race) == ()


@pytest.mark.rule("CM 18.1")
def test_sixteen_is_the_limit() -> None:
    assert len(FACTIONS) == 16
    with pytest.raises(SetupError):
        Match(GAME, 17, SeededDice("1"))
    with pytest.raises(SetupError):
        Match(GAME, 8, SeededDice("1"), None, {"field": 17})


@pytest.mark.rule("CM 18.2")
def test_the_second_row_stands_right_behind_the_first() -> None:
    """The first square it pays for is the Lane square, number 2."""
    race = lined_up(9, 9)
    ninth = race.state.chariots[8]
    assert place(race, ninth.faction) == "lane 1, front straight 1"
    track = race.state.track
    assert race.state.car_square(ninth) == track.find("lane 1, front straight 0")
    assert track.ahead[ninth.square] == track.find("lane 1, front straight 2")
    assert all(track.gray[track.find(f"lane 1, front straight {square}")] for square in range(4))
    assert events(race, "grid")[0].clauses == ("CM 3.2", "CM 18.2")


@pytest.mark.rule("CM 18.2")
def test_places_behind_are_drawn_and_never_shared() -> None:
    lanes = set()
    for seed in range(12):
        race = Match(GAME, 5, SeededDice(str(seed)), None, {"field": 10})
        while next(iter(race.pending.values())).name == "build":
            play(race, (1, 1, 1, 1))
        second = [race.state.chariots[number] for number in race.state.later]
        own = {race.state.track.lane[each.square] for each in second}
        assert len(own) == 2
        lanes |= own
    assert len(lanes) > 5


@pytest.mark.rule("CM 18.3")
@pytest.mark.parametrize(("seats", "field", "each"), [(10, 8, 1), (5, 10, 2)])
def test_colours_are_drawn_round_the_table(seats: int, field: int, each: int) -> None:
    race = lined_up(seats, max(seats, field))
    assert Counter(chariot.seat for chariot in race.state.chariots) == dict.fromkeys(range(seats), each)
    (factions,) = events(race, "factions")
    assert sorted(factions.data["factions"]) == sorted(FACTIONS[:10])
    assert factions.dice[0].sides == 10
    assert sorted(factions.dice[0].values) == list(range(1, 11))


@pytest.mark.rule("CM 18.3")
def test_an_uneven_field_goes_on_round_the_table() -> None:
    race = lined_up(4, 10)
    assert Counter(chariot.seat for chariot in race.state.chariots) == {0: 3, 1: 3, 2: 2, 3: 2}


@pytest.mark.rule("CM 18.4")
def test_in_turn_1_the_second_row_is_drawn_last() -> None:
    first_in_turn_2 = set()
    for seed in range(8):
        race = drawn(10, seed)
        order = [event.data["chariot"] for event in events(race, "drawn")]
        grid = events(race, "grid")[0].data["grid"]
        second = {faction for faction, where in grid.items() if where.endswith(" 1")}
        assert len(second) == 2
        assert set(order[8:10]) == second
        assert len(set(order[:10])) == 10
        first_in_turn_2 |= {faction in second for faction in order[10:12]}
    assert first_in_turn_2 == {True, False}  # in turn 2 all counters are drawn together


@pytest.mark.rule("CM 18.4")
def test_behind_a_chariot_that_does_not_move_it_is_blocked() -> None:
    """Speed 8 less 2 for the dead start; green stands beside, but the car is on gray."""
    race = circus(
        red="lane 1, front straight 1", red_is={"written": 8, "whip": False, "endurance": 20},
        blue="lane 1, front straight 3", green="lane 2, front straight 3", turn=1, dice=[2],
    )  # fmt: skip
    assert events(race, "dead-start")[0].data["loss"] == 2
    assert asked(race)[1][0] == "slip out"
    assert attacks(race) == set()
    play(race, "slip out")
    assert place(race, "red") == "lane 2, front straight 1"
    assert dice_left(race) == ()


@pytest.mark.rule("CM 18.4")
def test_blocked_all_round_the_second_row_must_brake() -> None:
    race = circus(
        red="lane 1, front straight 1", red_is={"written": 8, "whip": False, "endurance": 20},
        blue="lane 1, front straight 3", green="lane 2, front straight 1", turn=1, dice=[2],
    )  # fmt: skip
    assert race.state.mover == -1
    assert race.state.chariots[0].endurance == 14
    assert dice_left(race) == ()


@pytest.mark.rule("CM 18.4")
def test_no_attack_from_gray_in_turn_1() -> None:
    race = circus(
        red="lane 1, front straight 4", red_is={"written": 8, "whip": False}, green="lane 2, front straight 4",
        turn=1, dice=[2],
    )  # fmt: skip
    assert attacks(race) == set()
    play(race, "forward 1")
    assert attacks(race) == {"ram green horses"}
