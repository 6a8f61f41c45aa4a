"""E2 3, 3.5, 3.6: the order of the set-up, places, colours, and the logs."""

from __future__ import annotations

from collections import Counter

import pytest

from ludus import Match, ScriptedDice, SeededDice
from tests.rules.circus.kit import GAME, CircusMatch, chariot, dice_left, events, place, play
from tests.rules.epic.kit import FACTIONS
from tests.rules.epic.setup_kit import EXAMPLE, FAST, LIGHT, fresh, keep, stabled


def by_defaults(match: CircusMatch) -> CircusMatch:
    while match.state.phase == "setup":
        seat, decision = next(iter(match.pending.items()))
        match.submit(seat, decision.default)
    return match


# -- the order -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 3")
def test_the_set_up_goes_in_the_order_of_the_book() -> None:
    race = by_defaults(Match(GAME, 3, SeededDice("order"), "epic"))
    kinds = list(dict.fromkeys(event.kind for event in race.events))
    assert kinds == ["stable", "entries", "grid", "factions", "built", "weather", "turn"]


@pytest.mark.rule("E2 3")
def test_who_is_entered_knows_neither_lane_nor_colour() -> None:
    race = fresh(2)
    assert {decision.name for decision in race.pending.values()} == {"enter"}
    assert race.state.chariots == []
    assert not events(race, "grid")
    assert not events(race, "factions")


@pytest.mark.rule("E2 3")
def test_an_owner_of_several_shares_them_out_over_his_colours() -> None:
    race = fresh(2, options={"entries": 2}, chariots=[EXAMPLE, FAST, LIGHT] * 2)
    play(race, 1, 1, 2, 2)  # everybody enters 1, then 2
    mine = [each.faction for each in race.state.chariots if each.seat == 0]
    assert mine == ["black", "blue"]
    assert race.pending[0].name == "harness"
    assert race.pending[0].about == "black"
    assert list(race.pending[0]) == [1, 2]
    assert "black, on lane 1, front straight 3" in race.pending[0].prompt
    assert [answer["label"] for answer in race.explain(0)] == [
        "1: horses 5-3-3-5 (16), heavy car",
        "2: horses 7-4-4-7 (22), light car",
    ]
    race.submit(0, 2)
    race.submit(1, 1)
    assert [each.parts["entry"].number for each in race.state.chariots] == [2, 1, 1, 2]
    assert (chariot(race, "black").horses, chariot(race, "blue").horses) == ((7, 4, 4, 7), (5, 3, 3, 5))
    assert dice_left(race) == ()


@pytest.mark.rule("E2 3")
def test_with_one_entry_or_twins_nobody_is_asked_about_colours() -> None:
    single = fresh(2, options={"stable": 0})
    twins = fresh(2, options={"entries": 2, "stable": 0})
    for race in (single, twins):
        assert {decision.name for decision in race.pending.values()} == {"speed"}
    assert sorted(each.parts["entry"].number for each in twins.state.chariots) == [1, 1, 2, 2]


@pytest.mark.rule("E2 3")
def test_three_entries_need_two_answers() -> None:
    race = fresh(2, options={"entries": 3, "stable": 0}, chariots=[EXAMPLE, FAST, LIGHT] * 2)
    play(race, 3, 3)
    assert [list(decision) for decision in race.pending.values()] == [[1, 2], [1, 2]]
    play(race, 1, 2)
    assert [each.parts["entry"].number for each in race.state.chariots] == [3, 1, 2, 3, 2, 1]


@pytest.mark.rule("E2 3.2")
def test_the_house_is_the_steward() -> None:
    """It announces turns, draws the counters one at a time, and needs nobody for it."""
    race = fresh(2, options={"stable": 0}, dice=[2, 1, 1, 1])
    assert [event.data for event in events(race, "turn")] == [{"turn": 1}]
    play(race, 0, 0)
    assert [event.data["chariot"] for event in events(race, "drawn")] == ["blue"]
    assert events(race, "drawn")[0].dice[0].reason.startswith("colour from the")


# -- places --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 3.5.1")
def test_up_to_eight_stand_in_one_row() -> None:
    race = fresh(8, options={"stable": 0})
    assert [place(race, each.faction) for each in race.state.chariots] == [
        f"lane {lane}, front straight 3" for lane in range(1, 9)
    ]
    for each in race.state.chariots:
        assert race.state.track.name(race.state.car_square(each)).endswith("front straight 2")
    assert race.state.later == ()


@pytest.mark.rule("E2 3.5.1")
def test_the_ninth_and_tenth_stand_behind() -> None:
    race = fresh(10, options={"stable": 0})
    behind = [each for each in race.state.chariots if place(race, each.faction).endswith(" 1")]
    assert [place(race, each.faction) for each in behind] == ["lane 1, front straight 1", "lane 2, front straight 1"]
    assert sorted(race.state.later) == sorted(each.number for each in behind)
    for each in behind:
        assert race.state.track.name(race.state.car_square(each)).endswith("front straight 0")
        ahead = race.state.track.ahead[each.square]
        assert race.state.track.index[ahead] == race.state.track.file.first_row_car == 2


@pytest.mark.rule("E2 3.5.1")
def test_sixteen_fill_both_rows_at_random() -> None:
    grids = set()
    for seed in range(4):
        race = by_defaults(Match(GAME, 16, SeededDice(f"grid {seed}"), "epic", {"weather": False}))
        squares = [place(race, each.faction) for each in race.state.chariots]
        assert len(set(squares)) == 16
        assert Counter(square.rsplit(" ", 1)[1] for square in squares) == {"3": 8, "1": 8}
        grids.add(tuple(squares))
    assert len(grids) == 4


@pytest.mark.rule("E2 3.5.2")
def test_every_chariot_in_the_race_has_a_counter_in_the_bag() -> None:
    race = fresh(8, options={"stable": 0}, dice=[1] + [6] * 40)
    play(race, *[0] * 8)
    assert events(race, "drawn")[0].dice[0].sides == 8
    nine = fresh(9, options={"stable": 0}, dice=[1] + [6] * 40)
    play(nine, *[0] * 9)
    assert events(nine, "drawn")[0].dice[0].sides == 8, "the second row comes when the first has moved"
    assert len(nine.state.later) == 1


@pytest.mark.rule("E2 3.5.3")
@pytest.mark.parametrize("laps", [3, 2])
def test_as_many_eggs_and_dolphins_as_laps(laps: int) -> None:
    race = fresh(2, options={"stable": 0, "laps": laps})
    assert race.state.track.file.laps == laps
    assert GAME.stage(race.options)["track"]["laps"] == laps
    assert race.state.markers == 0


# -- colours -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 3.6")
def test_everybody_draws_as_many_colours_as_he_races() -> None:
    race = fresh(2, options={"entries": 3, "stable": 0})
    (drawn,) = events(race, "factions")
    assert drawn.data["factions"] == {
        "black": 0, "blue": 0, "brown": 0, "burgundy": 1, "green": 1, "grey": 1,
    }  # fmt: skip
    assert drawn.clauses == ("E2 3.6",)
    assert {each.faction: each.seat for each in race.state.chariots} == drawn.data["factions"]


@pytest.mark.rule("E2 3.6")
def test_the_bag_decides_whose_a_colour_is() -> None:
    dice = [*EXAMPLE * 2, *keep(16), *keep(2), *keep(8), 1]  # the last shuffle turns the two colours round
    options = {"weather": False, "entries": 1, "stable": 0}
    race: CircusMatch = Match(GAME, 2, ScriptedDice(dice), "epic", options)
    assert {each.faction: each.seat for each in race.state.chariots} == {"black": 1, "blue": 0}


@pytest.mark.rule("E2 2.6.2-colour")
def test_any_of_sixteen_colours_may_race() -> None:
    assert len(FACTIONS) == len(set(FACTIONS)) == 16
    seen = set()
    for seed in range(40):
        race = by_defaults(Match(GAME, 2, SeededDice(f"colours {seed}"), "epic", {"weather": False, "entries": 1}))
        seen |= {each.faction for each in race.state.chariots}
    assert seen == set(FACTIONS)


@pytest.mark.rule("E2 2.4.2")
def test_a_chariot_is_known_by_its_colour_alone() -> None:
    race = fresh(2, options={"entries": 2, "stable": 0})
    assert set(race.view(None)["position"]["chariots"]) == {each.faction for each in race.state.chariots}


# -- logs ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 3.6.1")
def test_a_log_is_set_up_for_every_entered_chariot() -> None:
    race = fresh(2, options={"entries": 2, "stable": 1})
    by_defaults(race)
    logs = events(race, "built")
    assert [log.data["chariot"] for log in logs] == [each.faction for each in race.state.chariots]
    assert len(logs) == 4
    assert all(log.clauses[0] == "E2 3.6.1" for log in logs)
    kinds = [event.kind for event in race.events]
    assert kinds.index("factions") < kinds.index("built")


@pytest.mark.rule("E2 2.6.2")
@pytest.mark.rule("E2 2.6.2-car")
def test_the_books_own_example_is_logged_as_it_stands_there() -> None:
    race = fresh(2, options={"stable": 0})
    black = chariot(race, "black")
    view = race.view(1)["position"]["chariots"]["black"]
    assert (view["team_speed"], black.endurance, black.car, black.modifier, black.hits) == (16, 26, "heavy", 1, 6)
    assert view["log"]["maximum_speed"] == 17
    assert (view["log"]["half_mark"], view["log"]["third_mark"]) == (3, 2)
    empty = {"half_laps": 0, "added_speed": 0, "added_speed_next_turn": 0, "used_move": 0, "speed_loss": 0}
    assert {name: view["log"][name] for name in empty} == empty
    assert not any(view["log"][name] for name in ("whip_lost", "knife_lost", "dust_used", "counters"))
    assert (black.left_wheel, black.right_wheel, black.arm_wound, black.eye_left, black.eye_right) == (0, 0, 0, 0, 0)


@pytest.mark.rule("E2 2.6.2-car")
@pytest.mark.rule("E2 2.6.2-endurance")
@pytest.mark.parametrize(
    ("endurance", "car", "starts"),
    [
        (52, "light", 52), (52, "medium", 39), (52, "heavy", 26), (55, "medium", 42), (55, "heavy", 28),
        (40, "light", 40), (1, "heavy", 1), (3, "medium", 3),
    ],
)  # fmt: skip
def test_a_heavier_car_tires_the_team(endurance: int, car: str, starts: int) -> None:
    stables = [[stabled(endurance=endurance, car=car)], [stabled()]]
    race = fresh(2, options={"stables": stables})
    assert chariot(race, "black").endurance == starts
