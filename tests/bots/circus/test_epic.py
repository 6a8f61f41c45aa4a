"""Drivers by the epic book: its corners, starts, weapons and obstacles, stables and purses."""

from __future__ import annotations

import random
from statistics import mean
from typing import Any

import pytest

from ludus.bots import Bot, Glimpse, make_bot
from ludus.bots.circus.chances import tiring
from ludus.bots.circus.course import course_of, run_over_risk, strain_risk
from ludus.bots.circus.harm import fall_risk, team_lashed
from ludus.bots.circus.prospects import expected_turns, win_chances
from ludus.bots.circus.rivalry import Rivalry, steadiness
from ludus.core.decision import Choice
from ludus.core.match import Match
from ludus.play import new_match
from tests.bots.circus.crude import CRUDE
from tests.bots.circus.positions import LAST_LAP, answer, drive
from tests.rules.epic.kit import BOOK, epic

RACERS = ("tiro", "auriga", "agitator")
EVERYBODY = ("novus", *RACERS)
STABLE = {"car": "light", "modifier": 1, "hits_start": 7, "endurance": 40}
EQUAL = {"entries": 1, "laps": 2, "stables": [[{**STABLE, "car": "medium", "horses_start": [6, 4, 3, 5]}]] * 8}
FAST, SLOW = [6, 4, 4, 6], [4, 3, 3, 4]


def speed_of(match: Match[Any], name: str) -> int:
    return int(str(answer(match, name)))


# -- what they know ------------------------------------------------------------------------------------------


def test_high_dice_are_good_in_a_corner() -> None:
    for points in range(1, 7):
        assert strain_risk(BOOK, points, 2, 2, 5.0) < strain_risk(BOOK, points, 0, 2, 5.0)
        assert strain_risk(BOOK, points, 0, 2, 5.0) < strain_risk(BOOK, points, -3, 2, 5.0)


def test_rain_makes_a_light_car_unsteady_and_a_heavy_one_less() -> None:
    found = []
    for car in ("light", "medium", "heavy"):
        rain = epic(
            red="lane 3, backstretch 12",
            red_is={"car": car, "modifier": 1},
            options={"weather": True},
            parts={"weather": {"rain": True}},
        ).state
        found.append(steadiness(rain, rain.chariots[0]))
    assert found == [-2, -1, 0]


def test_a_carcass_is_easier_to_drive_over_than_a_standing_team() -> None:
    risks = [run_over_risk(BOOK, 1, worse, 6.0) for worse in (-3, 0, 3)]
    assert risks == sorted(risks)
    assert run_over_risk(BOOK, 2, 0, 6.0) < run_over_risk(BOOK, 0, 0, 6.0)


def test_a_lash_is_worth_more_against_a_tired_team_and_before_a_corner() -> None:
    match = epic(
        red="lane 3, backstretch 5",
        blue="lane 4, backstretch 5",
        blue_is={"written": 16, "endurance": 30, "moved": False},
        green="lane 4, backstretch 28",
        green_is={"written": 16, "endurance": 30, "moved": False},
        grey="lane 6, backstretch 5",
        grey_is={"written": 16, "endurance": 3, "moved": False},
    )
    book = match.state.rules.book(match.state)
    _, blue, green, grey = match.state.chariots
    harm = [team_lashed(book, each, 0, 8.0).turns for each in (blue, green, grey)]
    assert harm[0] < 0.0 < harm[1] < harm[2]  # on a straight it only helps him on
    assert tiring(book, 0, 3) == pytest.approx(4 / 6)


def test_a_knife_is_kept_longer_for_a_weak_horse() -> None:
    match = epic(red="lane 3, backstretch 5", red_is={"horses_start": [2, 5, 5, 6]}, blue="lane 4, backstretch 5")
    weak, strong = match.state.chariots
    assert fall_risk(weak, 8.0) > fall_risk(strong, 8.0) > fall_risk(strong, 2.0)


def test_whoever_cannot_be_cut_free_is_no_rival_any_more() -> None:
    held = {"horses": [0, 5, 5, 6], "horses_start": [4, 5, 5, 6], "fallen": [1]}
    chances = []
    for knife in (True, False):
        match = epic(
            red="lane 3, backstretch 5",
            blue="lane 4, backstretch 5",
            blue_is={**held, "parts": {"dagger": {"carried": knife}}},
        )
        race = match.state
        chances.append(Rivalry(race, course_of(race), race.chariots[0]).chance[1])
    assert chances[0] > 0.01 > chances[1]


# -- what they do --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERYBODY)
def test_whoever_starts_from_zero_writes_more(name: str) -> None:
    """Standing in the corner of lane 1, a heavy car loses three dice before it is under way."""
    written = []
    for executed in (8, 0):
        match = epic(
            red="lane 1, dolphin corner 3",
            red_is={"car": "heavy", "executed": executed, "endurance": 20},
            phase="writing",
        )
        written.append(speed_of(match, name))
    assert 0 < written[0] < written[1]


@pytest.mark.parametrize("name", RACERS)
def test_mud_slows_a_driver_before_a_corner(name: str) -> None:
    speeds = []
    for mud in (False, True):
        match = epic(
            red="lane 2, front straight 28",
            red_is={"horses_start": [7, 5, 4, 6], "endurance": 30},
            phase="writing",
            options={"weather": True},
            parts={"weather": {"mud": mud}},
        )
        speeds.append(speed_of(match, name))
    assert speeds[1] < speeds[0]


def test_a_light_car_keeps_away_from_the_wall_in_the_rain() -> None:
    match = epic(
        red="lane 2, backstretch 10",
        red_is={"car": "light", "endurance": 20},
        blue="lane 2, backstretch 15",
        move={"written": 8},
        options={"weather": True},
        parts={"weather": {"rain": True}},
        dice=[1] * 6,
    )
    drive(match, "auriga")
    assert match.state.track.lane[match.state.chariots[0].square] != 1


def test_a_standing_chariot_is_driven_round_where_there_is_room() -> None:
    match = epic(
        red="lane 3, backstretch 8",
        red_is={"endurance": 20},
        blue="lane 3, backstretch 14",
        blue_is={"horses_start": [4, 5, 5, 6], "horses": [0, 5, 5, 6], "fallen": [1]},
        move={"written": 14},
    )
    drive(match, "novus")
    assert not [event for event in match.events if event.kind == "jump"]
    assert match.state.track.index[match.state.chariots[0].square] > 14


def test_a_carcass_is_driven_over_where_there_is_none() -> None:
    """Both lanes beside it are taken; it costs less than to stop behind it."""
    match = epic(
        red="lane 3, backstretch 8",
        red_is={"endurance": 30, "modifier": 2},
        blue="lane 2, backstretch 12",
        green="lane 4, backstretch 12",
        grey="lane 2, backstretch 9",
        jade="lane 4, backstretch 9",
        carcasses=["lane 3, backstretch 11"],
        move={"written": 14},
        dice=[1, 6, 6, 6],
    )
    drive(match, "novus")
    assert [event.kind for event in match.events if event.kind in ("jump", "run-over")] == ["jump", "run-over"]


def test_a_knife_is_thrown_at_the_leader_before_the_line_and_not_in_the_first_lap() -> None:
    thrown = []
    for lap in (1, LAST_LAP):
        match = epic(
            red="lane 3, backstretch 20",
            red_is={"lap": lap, "modifier": 2, "endurance": 10},
            blue="lane 4, backstretch 20",
            blue_is={"lap": lap, "hits": 1},
            move={"written": 4},
        )
        thrown.append(str(answer(match, "auriga")).startswith("knife blue"))
    assert thrown == [False, True]


def test_horses_are_not_rammed_where_that_costs_the_race() -> None:
    kept: dict[bool, Choice] = {}
    for outlawed in (False, True):
        match = epic(
            red="lane 3, backstretch 20",
            red_is={"lap": LAST_LAP, "car": "heavy", "modifier": 2},
            blue="lane 4, backstretch 19",
            blue_is={"lap": LAST_LAP, "horses_start": [1, 5, 5, 6]},
            move={"written": 4},
            options={"outlawed_ramming": outlawed},
        )
        kept[outlawed] = answer(match, "agitator")
    assert kept[False] == "ram blue horses"
    assert kept[True] != "ram blue horses"


# -- stables and purses --------------------------------------------------------------------------------------


def stables(*teams: list[int]) -> list[dict[str, Any]]:
    return [{**STABLE, "horses_start": team} for team in teams]


def begun(ruleset: str, **options: Any) -> Match[Any]:
    own = stables(FAST, SLOW, SLOW)
    return new_match("circus", 2, 1, ruleset, {"entries": 1, "stables": [own, own], **options})


@pytest.mark.parametrize("name", EVERYBODY)
def test_the_faster_team_is_entered(name: str) -> None:
    match = begun("epic")
    assert match.pending[0].name == "enter"
    assert answer(match, name) == 1


def test_a_heavy_car_is_dear_on_a_dry_day() -> None:
    race = epic(red="lane 3, front straight 3", red_is={"executed": 0, "endurance": 30}, turn=1).state
    turns = []
    for car, endurance in (("light", 40), ("medium", 30), ("heavy", 20)):
        twin = race.chariots[0].copy()
        twin.car, twin.endurance = car, endurance
        turns.append(expected_turns(race, course_of(race), twin))
    assert turns == sorted(turns)


def answered(match: Match[Any], bots: dict[int, Bot], until: str) -> None:
    """Play on until somebody is asked that."""
    while not any(decision.name == until for decision in match.pending.values()):
        for seat in list(match.pending):
            match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))


@pytest.mark.parametrize("name", EVERYBODY)
def test_bets_and_envelopes_are_never_wasted(name: str) -> None:
    for seed in range(8):
        match = new_match("circus", 4, seed, "patrons", {"entries": 1})
        bots = {seat: make_bot("circus", name, f"{seed}/{seat}", samples=1) for seat in range(4)}
        answered(match, bots, "side_bet")
        coffers = match.state.parts["patronage"]
        for seat, envelope in coffers.envelopes.items():
            horses = match.state.chariots[envelope.target].horses if envelope.target >= 0 else ()
            assert not envelope.drugs or envelope.drugs == 500 * min(horses)
            assert not envelope.sabotage
            assert not envelope.bribe
            assert sum(paid for _, _, paid in envelope.guards) in (0, 500)
            bets = coffers.bets[seat]
            assert 100 <= sum(bets.values()) <= max(100, 0.3 * 5000)


def test_a_bribe_is_shown_as_soon_as_there_is_a_reason() -> None:
    match = begun("patrons", purse=20_000)
    bots = {seat: make_bot("circus", "auriga", str(seat), samples=1) for seat in range(2)}
    answered(match, bots, "skullduggery")
    rival = next(each.faction for each in match.state.chariots if each.seat == 1)
    match.submit(0, match.pending[0].read({"target": rival, "bribe": 3000, "aim": "speed"}))
    answered(match, bots, "reveal")
    assert answer(match, "tiro") == "reveal"


# -- against whoever has one idea ------------------------------------------------------------------------------


def against(crude: str, seed: int) -> tuple[Match[Any], list[int], list[int]]:
    """A race of four and four with equal chariots, two laps: the match, and the seats of both."""
    ours = [seat for seat in range(8) if (seat + seed) % 2]
    theirs = [seat for seat in range(8) if seat not in ours]
    match = new_match("circus", 8, f"crude/{crude}/{seed}", "epic", EQUAL)
    bots: list[Bot] = [
        make_bot("circus", "auriga", str(seat))
        if seat in ours
        else CRUDE[crude](random.Random(f"{crude}/{seed}/{seat}"))
        for seat in range(8)
    ]
    while match.outcome is None:
        for seat in list(match.pending):
            match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
    return match, ours, theirs


@pytest.mark.parametrize("crude", ["bolt", "hugger"])
def test_a_professional_leaves_the_reckless_and_the_stubborn_behind(crude: str) -> None:
    own: list[int] = []
    others: list[int] = []
    for seed in range(2):
        match, ours, theirs = against(crude, seed)
        assert match.outcome is not None
        own += [match.outcome.places[seat] for seat in ours]
        others += [match.outcome.places[seat] for seat in theirs]
    assert mean(own) < mean(others)


def test_a_professional_wins_against_whoever_strikes_at_everything() -> None:
    won = 0
    for crude in ("brawler", "thrower"):
        for seed in range(2):
            match, ours, _ = against(crude, seed)
            assert match.outcome is not None
            won += any(seat in ours for seat in match.outcome.winners)
    assert won > 2


def test_a_professional_expects_more_of_his_bets_than_a_gambler() -> None:
    """E2 5.3: every chariot wins as often as it should; the purses are what they would come to."""
    expected: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(4):
        match = new_match("circus", 8, seed, "patrons", {"entries": 1})
        bots: dict[int, Bot] = {
            seat: CRUDE["gambler"](random.Random(seat)) if seat % 2 else make_bot("circus", "auriga", str(seat))
            for seat in range(8)
        }
        answered(match, bots, "side_bet")
        race = match.state
        coffers = race.parts["patronage"]
        chances = win_chances(race, course_of(race), 0.7)
        for seat, bets in coffers.bets.items():
            won = sum(chances[number] * amount * (1 + coffers.odds[number]) for number, amount in bets.items())
            expected[bool(seat % 2)].append(won - sum(bets.values()))
    assert mean(expected[False]) > 0 > mean(expected[True])
