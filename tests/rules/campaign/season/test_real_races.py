"""Seasons with their races: what the circus reports is what the season takes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ludus.campaign.ledger import BANK
from ludus.campaign.season.book import RACE_RULESETS
from ludus.core.match import Match
from ludus.core.nested import nest, open_contest, settled
from ludus.core.record import verify
from ludus.library import find_game
from tests.rules.campaign.season.host import GAME, SeasonMatch, cash, drive_on, go_to, season, state


def race(match: SeasonMatch, rng: random.Random) -> Match[Any]:
    """The race that is asked for, run by drivers who sometimes do anything."""
    contest = open_contest(match, find_game)
    while contest.outcome is None:
        seat, decision = next(iter(contest.pending.items()))
        contest.answer(seat, decision.sample(rng) if rng.random() < 0.2 else decision.default)
    return contest


@pytest.mark.rule("CM 20.3")
@pytest.mark.parametrize("seed", range(4))
def test_a_season_with_all_its_races(seed: int) -> None:
    """Nothing is lost on the way, and record and records of the races prove one another."""
    rng = random.Random(f"real {seed}")
    bettors = seed % 2
    match = season(3 + seed + bettors, f"real {seed}", bettors=bettors, races=3, single_record=seed > 1)
    records = []
    while match.outcome is None:
        if match.contest is None:
            drive_on(match, rng, until=1)
            continue
        before = {seat: state(match).ledger.balance(seat) for seat in state(match).players()}
        ended = race(match, rng)
        records.append(json.loads(json.dumps(ended.record())))
        match.settle(settled(ended))
        assert ended.outcome is not None
        purses = ended.outcome.report["purses"]
        day = state(match).days[-1]
        assert day.hash == settled(ended).hash
        assert sum(purses) <= sum(before.values())  # CM 26.41
        placed = [each.place for each in day.finishes if each.place is not None]
        assert placed == sorted(placed)
        assert all(each.alive for each in day.finishes if each.place is not None)
    of = state(match)
    assert sum(cash(match)) + of.ledger.balance(BANK) == 0
    record = nest(json.loads(json.dumps(match.record())), records)
    verify(GAME, record, lambda name: GAME if name == "campaign" else find_game(name))


@pytest.mark.rule("CM 20.3")
@pytest.mark.rule("CM 20.21b")
@pytest.mark.parametrize("ruleset", RACE_RULESETS)
def test_every_ruleset_that_may_be_chosen_runs_a_race(ruleset: str) -> None:
    """Also one of a single faction with two chariots, while another stays out and a third only bets."""
    match = go_to(season(3, "alone", bettors=1, races=1, race_ruleset=ruleset), "entries")
    two = next(str(choice) for choice in match.pending[1] if str(choice).count(" ") == 2)
    match.submit(0, "stay out")
    match.submit(1, two)
    match.settle(settled(race(match, random.Random(1))))
    assert match.outcome is not None


@pytest.mark.rule("CM 21.43a")
def test_a_team_without_endurance_still_starts() -> None:
    match = go_to(season(2, "weary", races=1), "entries")
    for stable in state(match).stables:
        for team in stable.all_teams():
            team.endurance = 0
    go_to(match, "race")
    assert match.contest is not None
    assert match.contest.options["stables"][0][0]["endurance"] == 1
    match.settle(settled(race(match, random.Random(2))))


@pytest.mark.rule("CM 20.3")
@pytest.mark.rule("CM 26.41")
def test_a_season_may_be_run_by_the_epic_rules() -> None:
    """Chariots and colours are the season's, money goes by CM 24 to 26, and the race by E2 alone."""
    match = go_to(season(5, "epic", races=1, race_ruleset="epic", single_record=True), "entries")
    cars = [each for stable in state(match).stables for each in stable.all_cars()]
    for number, car in enumerate(cars):
        car.kind = ("light", "normal", "heavy")[number % 3]
    before = cash(match)
    go_to(match, "race")
    assert match.contest is not None
    handed = [each for stable in match.contest.options["stables"] for each in stable]
    race = open_contest(match, find_game)
    assert [each.faction for each in race.state.chariots] == ["red", "blue", "green", "white", "yellow"]
    assert [(each.car, each.endurance) for each in race.state.chariots] == [
        (each["car"].replace("normal", "medium"), each["endurance"]) for each in handed
    ]
    rng = random.Random(4)
    while race.outcome is None:
        seat = rng.choice(sorted(race.pending))
        race.submit(seat, race.pending[seat].default)
    sources = {clause.split(".")[0] for event in race.events for clause in event.clauses if clause.startswith("CM")}
    assert {"CM 20", "CM 26"} <= sources <= {f"CM {chapter}" for chapter in (20, *range(22, 27))}
    money = {clause for event in race.events if event.kind in ("bets", "payoff") for clause in event.clauses}
    assert money == {"CM 26.2a", "CM 26.2b", "CM 26.4"}
    assert any(clause.startswith("E2 8") for event in race.events for clause in event.clauses)
    assert sum(race.outcome.report["purses"]) <= sum(before), "the pool is all there is"
    match.settle(settled(race))
    assert match.outcome is not None
    assert match.events[-1].kind == "season-over"
