"""CM 20.22, 20.4, 22, 23.1: a race of a season: who starts where, who came in how, and what is handed back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus import SetupError
from ludus.games.circus.editions import book_of
from tests.rules.circus.kit import GAME, CircusMatch, chariot, circus, events, play
from tests.rules.circus.season_kit import Handed, drive_on, report, season, stabled, stables

FRONT_ROW = 8


def rows(match: CircusMatch) -> tuple[list[int], list[int]]:
    """The chariots in front, and those behind."""
    behind = list(match.state.later)
    return [each.number for each in match.state.chariots if each.number not in behind], behind


def entry_of(match: CircusMatch, number: int) -> int:
    found: int = match.state.chariots[number].parts["entered"].number
    return found


# -- entries and places (CM 20.22) ------------------------------------------------------------------------------


@pytest.mark.rule("CM 20.22a")
def test_everybody_starts_as_he_comes_out_of_the_stable() -> None:
    hurt = stabled(name="Scorpus", modifier=4, hits_start=8, hits=7, horses_start=[10, 6, 6, 9], horses=[8, 6, 6, 9],
                   endurance=90, car="heavy")  # fmt: skip
    match = season([[hurt], [stabled()]])
    mine = next(each for each in match.state.chariots if each.seat == 0)
    assert (mine.modifier, mine.cdm, mine.hits, mine.hits_start) == (4, 4, 7, 8)
    assert (mine.horses, mine.horses_start, mine.endurance, mine.car) == ((8, 6, 6, 9), (10, 6, 6, 9), 90, "heavy")
    assert {decision.name for decision in match.pending.values()} == {"speed"}  # nothing is built
    assert match.pending[0].high == 29 + 4  # type: ignore[attr-defined]
    assert GAME.stage(match.options)["most_endurance"] == 90
    told = next(event for event in events(match, "built") if event.data["chariot"] == mine.faction)
    assert match.narrate(told).startswith(f"{mine.faction.capitalize()} is driven by Scorpus.")
    assert match.view(1)["position"]["chariots"][mine.faction]["log"] == {"driver": "Scorpus"}


@pytest.mark.rule("CM 20.22a", "CM 9.43-W2")
@pytest.mark.parametrize(("hits", "modifier"), [(7, 2), (4, 2), (3, 1), (2, 0)])
def test_a_wounded_man_starts_with_what_his_wounds_leave_him(hits: int, modifier: int) -> None:
    match = season([[stabled(modifier=2, hits=hits)], [stabled()]])
    mine = next(each for each in match.state.chariots if each.seat == 0)
    assert (mine.modifier, mine.cdm) == (modifier, modifier)


@pytest.mark.rule("CM 20.22a")
def test_eight_entries_have_a_lane_each() -> None:
    match = season(stables(*[1] * 8))
    lanes = [match.state.track.lane[each.square] for each in match.state.chariots]
    assert sorted(lanes) == list(range(1, 9))
    assert not match.state.later
    starts = {tuple(season(stables(*[1] * 8), seed=str(seed)).state.chariots[0].faction) for seed in range(20)}
    assert len(starts) > 1  # by lot


@pytest.mark.rule("CM 20.1a", "CM 3.3")
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_faction_races_under_its_own_colour_and_its_second_chariot_draws_one(seed: str) -> None:
    match = season([[stabled(faction="orange"), stabled()], [stabled(faction="blue")], []], seed=seed)
    colours = [(each.seat, each.parts["entered"].number, each.faction) for each in match.state.chariots]
    assert colours[0] == (0, 1, "orange")
    assert colours[2] == (1, 1, "blue")
    assert colours[1][2] not in ("orange", "blue")


@pytest.mark.rule("CM 20.1a")
@pytest.mark.parametrize("wrong", ["mauve", "blue"])
def test_no_colour_is_handed_in_twice_or_unknown(wrong: str) -> None:
    with pytest.raises(SetupError, match=r"stables\[1\]\[0\].faction is one of red, green, .*"):
        season([[stabled(faction="blue")], [stabled(faction=wrong)]])


@pytest.mark.rule("CM 20.22b")
def test_the_second_chariot_of_a_ninth_stands_behind_and_moves_last() -> None:
    match = season(stables(2, *[1] * 7))
    front, behind = rows(match)
    assert len(front) == FRONT_ROW
    assert [(match.state.chariots[number].seat, entry_of(match, number)) for number in behind] == [(0, 2)]
    while len(events(match, "drawn")) < FRONT_ROW + 1:
        seat, decision = next(iter(match.pending.items()))
        match.submit(seat, decision.default)
    order = [event.data["chariot"] for event in events(match, "drawn")]
    assert order[-1] == match.state.chariots[behind[0]].faction


@pytest.mark.rule("CM 20.22b")
def test_second_chariots_take_the_lanes_that_are_free_in_front() -> None:
    lucky: set[int] = set()
    for seed in range(12):
        match = season(stables(2, 2, 2, 2, 1, 1), seed=f"rows {seed}")
        front, behind = rows(match)
        assert (len(front), len(behind)) == (8, 2)
        assert sorted(entry_of(match, number) for number in front) == [1] * 6 + [2] * 2
        assert all(entry_of(match, number) == 2 for number in behind)
        lanes = [match.state.track.lane[match.state.chariots[number].square] for number in front]
        assert sorted(lanes) == list(range(1, 9))
        lucky |= {match.state.chariots[number].seat for number in front if entry_of(match, number) == 2}
    assert lucky == {0, 1, 2, 3}  # by lot


@pytest.mark.rule("CM 20.22b")
def test_of_more_than_eight_factions_some_start_behind() -> None:
    behind = {rows(season(stables(*[1] * 10), seed=f"ten {seed}"))[1][0] for seed in range(12)}
    assert len(behind) > 1


@pytest.mark.rule("CM 20.22b")
def test_sixteen_chariots_are_two_full_rows_and_more_are_refused() -> None:
    match = season(stables(*[2] * 8))
    front, behind = rows(match)
    assert (len(front), len(behind)) == (8, 8)
    assert [entry_of(match, number) for number in front] == [1] * 8
    with pytest.raises(SetupError, match="stables has 17 chariots, and the start has room for 16") as refused:
        season(stables(*[2] * 8, 1))
    assert refused.value.code == "bad-option"


@pytest.mark.rule("CM 20.21b", "CM 20.22b")
def test_who_has_entered_none_only_looks_on() -> None:
    match = drive_on(season(stables(1, 0, 1)))
    assert {each.seat for each in match.state.chariots} == {0, 2}
    assert match.outcome is not None
    assert match.outcome.places[1] == 3


@pytest.mark.rule("CM 20.22b", "CM 22.4b")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "option stables takes 2 lists of chariots, one for each seat, not {}"),
        ([[stabled()]], "option stables takes 2 lists"),
        ([[], []], "stables has no chariot at all"),
        ([[stabled()] * 3, []], r"stables\[0\] has 3 chariots; an owner enters at most 2"),
        ([[], [{"car": "light"}]], r"stables\[1\]\[0\]"),
        ([[stabled(car="medium")], []], r"stables\[0\]\[0\].car: a car is light, normal, heavy, not 'medium'"),
        ([[stabled(horses=[0, 4, 4, 5])], []], r"stables\[0\]\[0\] cannot start: it takes four living horses"),
        ([[stabled(hits=0)], []], r"stables\[0\]\[0\] cannot start"),
        ([[stabled(horses_start=[11, 4, 4, 4])], []], r"stables\[0\]\[0\].horses_start\[0\] must be 1 to 10, not 11"),
        ([[stabled(horses=[6, 4, 4, 5])], []], r"stables\[0\]\[0\].horses\[0\] must be 0 to 5, not 6"),
        ([[stabled(endurance=0)], []], r"stables\[0\]\[0\].endurance must be 1 to 999, not 0"),
        ([[stabled(name="x" * 41)], []], r"stables\[0\]\[0\].name must be a line of at most 40 letters"),
    ],
)
def test_what_is_wrong_in_a_stable_is_named(given: Any, words: str) -> None:
    with pytest.raises(SetupError, match=words) as refused:
        GAME.begin(2, GAME.resolve("advanced", {"stables": given}))
    assert refused.value.code == "bad-option"


@pytest.mark.rule("CM 20.1c")
@pytest.mark.parametrize("options", [{"builds": "thirty-two"}, {"solitaire": True}])
def test_nothing_is_built_in_a_season(options: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="cannot be played together"):
        season(stables(1, 1), **options)


# -- places and gaps (CM 20.4, 23.1) ----------------------------------------------------------------------------


def last_turn(entries: Handed | None = None, **position: Any) -> CircusMatch:
    """Red crosses the line with its first step and 6 factors left; the others stand as they are told to."""
    red = {"lap": 3, "written": 7, "whip": False} | position.pop("red_is", {})
    position = {"red": "lane 3, backstretch 33", "red_is": red, **position}
    factions = [name for name in position if not name.endswith("_is") and name in GAME_FACTIONS]
    given = entries or stables(*[1] * len(factions))
    match = circus(options={"stables": given}, **position)
    play(match, "forward 1")
    return drive_on(match)


GAME_FACTIONS = ("red", "blue", "green", "white", "gold")


def placed(match: CircusMatch) -> list[tuple[str, int | None, int | None]]:
    return [(each["chariot"], each["place"], each["gap"]) for each in report(match)["entries"]]


@pytest.mark.rule("CM 20.4", "CM 23.1b")
def test_who_has_not_crossed_ranks_by_progress_and_the_inner_lane() -> None:
    match = last_turn(
        blue="lane 5, backstretch 30", blue_is={"lap": 3}, green="lane 4, backstretch 30", green_is={"lap": 3},
        white="lane 1, front straight 5", white_is={"lap": 3},
    )  # fmt: skip
    # Red has 6 left; blue and green need 4 more, the step over the line included.
    assert placed(match)[:3] == [("red", 1, 10), ("green", 2, 0), ("blue", 3, 65)]
    assert [each["margin"] for each in report(match)["entries"]][:3] == [6, -4, -4]
    assert placed(match)[3] == ("white", 4, None)
    (told,) = events(match, "places")
    assert told.data["places"] == {"1": "red", "2": "green", "3": "blue", "4": "white"}
    assert match.narrate(told) == "Places: 1. red, 2. green, 3. blue, 4. white."


@pytest.mark.rule("CM 20.4")
def test_at_most_four_places_are_announced() -> None:
    others: dict[str, Any] = {}
    for lane, faction in enumerate(GAME_FACTIONS[1:], start=4):
        others |= {faction: f"lane {lane}, backstretch 12", f"{faction}_is": {"lap": 3}}
    match = last_turn(**others)
    assert [place for _, place, _ in placed(match)] == [1, 2, 3, 4, 5]
    assert list(events(match, "places")[0].data["places"]) == ["1", "2", "3", "4"]


@pytest.mark.rule("CM 23.1b")
@pytest.mark.parametrize(("red", "square", "gap"), [(2, 30, 6), (4, 31, 7), (6, 33, 7), (6, 32, 8)])
def test_the_gap_counts_factors_on_both_sides_of_the_line(red: int, square: int, gap: int) -> None:
    match = last_turn(
        red_is={"written": red + 1}, blue=f"lane 4, backstretch {square}", blue_is={"lap": 3},
    )  # fmt: skip
    assert placed(match)[0] == ("red", 1, gap)


@pytest.mark.rule("CM 23.1b")
def test_two_that_cross_differ_by_their_factors_left() -> None:
    match = circus(
        options={"stables": stables(1, 1)}, red="lane 3, backstretch 33", blue="lane 4, backstretch 33", cup=["blue"],
        red_is={"lap": 3, "written": 10, "whip": False},
        blue_is={"lap": 3, "written": 5, "whip": False, "moved": False},
    )  # fmt: skip
    play(match, "forward 1", "forward 1")
    drive_on(match)
    assert placed(match) == [("red", 1, 5), ("blue", 2, None)]
    assert all(each["crossed"] for each in report(match)["entries"])


@pytest.mark.rule("CM 20.4", "CM 23.1c")
def test_the_dead_and_men_on_foot_take_no_place() -> None:
    match = last_turn(
        blue="lane 4, backstretch 32", blue_is={"lap": 3, "driver": "dead", "status": "runaway", "hits": 0},
        green="lane 6, backstretch 12", green_is={"lap": 3},
        white="", white_is={"status": "out", "driver": "foot", "man": "lane 7, backstretch 33", "hitched": False},
        dice=(6, 6, 6, 6),
    )  # fmt: skip
    assert placed(match) == [("red", 1, 28), ("green", 2, None), ("blue", None, None), ("white", None, None)]
    told = {each["chariot"]: each for each in report(match)["entries"]}
    assert [told[name]["out"] for name in GAME_FACTIONS[:4]] == [False, True, False, True]
    assert [told[name]["driver"] for name in GAME_FACTIONS[:4]] == ["alive", "dead", "alive", "alive"]
    assert (report(match)["starters"], report(match)["dropped"]) == (4, 2)


@pytest.mark.rule("CM 20.4")
def test_a_race_that_nobody_finishes_has_no_places() -> None:
    match = circus(options={"stables": stables(1, 1)}, red="lane 3, backstretch 12", red_is={"written": 0})
    book_of(match.state, match.table).leave_race(chariot(match, "red"), "flipped", "CM 7.33-FP")
    match.state.idle = 10
    outcome = book_of(match.state, match.table).conclude()
    assert outcome.winners == ()
    assert [each["place"] for each in outcome.report["entries"]] == [None, None]
    assert match.narrate(match.events[-1]) == "Nobody takes a place."


@pytest.mark.rule("CM 20.4", "CM 10.2")
def test_where_only_a_dead_man_has_crossed_the_others_rank_from_second() -> None:
    match = circus(
        options={"stables": stables(1, 1)}, red="", blue="lane 4, backstretch 12", final=True, phase="notation",
        red_is={"status": "finished", "driver": "dead", "hits": 0, "finish_turn": 1, "lost_turn": 1},
        blue_is={"lap": 3},
    )  # fmt: skip
    book = book_of(match.state, match.table)
    assert book.winner(book.came_in()) is None
    assert [(each["chariot"], each["place"]) for each in book.report()] == [("blue", 2), ("red", None)]


# -- what is handed back (CM 22) --------------------------------------------------------------------------------


@pytest.mark.rule("CM 22.2")
def test_injuries_are_those_of_this_race() -> None:
    given = [[stabled(horses=[3, 4, 4, 5], hits=6, name="Scorpus")], [stabled()]]
    match = season(given)
    mine = next(each for each in match.state.chariots if each.seat == 0)
    book = book_of(match.state, match.table)
    book.injure(mine, 0, 1, ("CM 9.51a",))
    book.injure(mine, 3, 2, ("CM 9.51a",))
    told = next(each for each in book.report() if each["seat"] == 0)
    assert (told["injuries"], told["horses"], told["hits"]) == ([1, 0, 0, 2], [2, 4, 4, 3], 6)
    assert (told["entry"], told["name"]) == (0, "Scorpus")


@pytest.mark.rule("CM 20.4")
def test_a_man_who_dies_in_a_rivals_phase_is_his_kill() -> None:
    match = season(stables(1, 2, 1))
    book = book_of(match.state, match.table)
    first, second, third, fourth = match.state.chariots
    for mover, victim in ((second, first), (second, third), (fourth, fourth)):  # a rival, his own stable, himself
        match.state.mover = mover.number
        book.kill_driver(victim, "whip", "CM 9.43-W1")
    assert {each["chariot"]: each["kills"] for each in book.report() if "kills" in each} == {second.faction: 1}


@pytest.mark.rule("CM 22.3")
@pytest.mark.parametrize("ruleset", ["advanced", "basic"])
def test_whatever_flips_is_lost_and_a_car_on_its_wheels_is_not(ruleset: str) -> None:
    match = season(stables(1, 1, 1), ruleset=ruleset)
    book = book_of(match.state, match.table)
    first, second, _ = match.state.chariots
    book.flip(first, "CM 7.33-FP")
    second.left_wheel = 9
    told = {each["chariot"]: each["wrecked"] for each in book.report()}
    assert [told[each.faction] for each in match.state.chariots] == [True, False, False]


@pytest.mark.rule("CM 22.3", "CM 15.25b")
def test_an_empty_car_that_stopped_on_its_wheels_is_not_lost() -> None:
    match = season(stables(1, 1))
    book = book_of(match.state, match.table)
    first = match.state.chariots[0]
    first.status, first.driver = "runaway", "dead"
    book.stop_team(first)
    assert not first.hitched
    assert not any(each["wrecked"] for each in book.report())


@pytest.mark.rule("CM 20.4")
def test_a_race_of_its_own_hands_nothing_back() -> None:
    match = circus(red="lane 3, backstretch 33", red_is={"lap": 3, "written": 7, "whip": False})
    play(match, "forward 1")
    drive_on(match)
    assert match.outcome is not None
    assert match.outcome.report is None
    assert "report" not in match.outcome.to_plain()


@pytest.mark.rule("CM 20.3", "CM 20.22b")
@pytest.mark.parametrize("entries", [(1, 0), (1, 1), (2, 1, 0), (2, 2, 2, 2), (1,) * 9, (2,) * 8])
def test_races_of_a_season_to_the_end(entries: tuple[int, ...]) -> None:
    for seed in range(2):
        match = season(stables(*entries), seed=f"{entries} {seed}")
        drive_on(match, random.Random(seed))
        told = report(match)
        assert told["starters"] == sum(entries) == len(told["entries"])
        assert told["dropped"] == sum(each["place"] is None for each in told["entries"])
        places = [each["place"] for each in told["entries"] if each["place"]]
        start = 1 if match.outcome is not None and match.outcome.winners else 2
        assert places == list(range(start, start + len(places)))
        keys = {(each["seat"], each["entry"]) for each in told["entries"]}
        assert keys == {(seat, number) for seat, count in enumerate(entries) for number in range(count)}
