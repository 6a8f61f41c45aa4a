"""The Acta of a campaign: what it knows of a contest, and the page of the whole."""

from __future__ import annotations

import json
import random
import re
from dataclasses import asdict
from typing import Any

import pytest

from ludus.acta import Held, Told, acta_of, season_page
from ludus.acta.calendar import RACES
from ludus.acta.lore import balance
from ludus.campaign.game import Campaign
from ludus.campaign.season.state import Season
from ludus.core.dice import SeededDice
from ludus.core.match import Match
from ludus.core.nested import open_contest, settled
from ludus.library import find_game
from tests.acta.kit import record_of

NAMES = ("Livia", "Marcus", "Aquila", "Drusilla")
BRACES = re.compile(r"[{}]|None|  | [.,;:]")


def told(ruleset: str, contests: int, seed: str, **options: Any) -> tuple[Told, list[dict[str, Any]]]:
    """A campaign with its contests, played by people who sometimes do anything, up to its end or so many of them."""
    rng = random.Random(seed)
    names = NAMES[:3] if ruleset == "careers" else NAMES
    match: Match[Any] = Match(Campaign(), len(names), SeededDice(seed), ruleset, options, names)
    records: list[dict[str, Any]] = []
    held: list[Held] = []
    while match.outcome is None and (len(held) < contests or match.contest):
        if match.contest is None:
            seat = rng.choice(sorted(match.pending))
            decision = match.pending[seat]
            wild = 0.6 if decision.name in ("bid", "challenged") else 0.1
            match.submit(seat, decision.sample(rng) if rng.random() < wild else decision.default)
            continue
        contest = open_contest(match, find_game)
        while contest.outcome is None:
            seat, asked = next(iter(contest.pending.items()))
            contest.answer(seat, asked.sample(rng) if rng.random() < 0.2 else asked.default)
        ended = settled(contest)
        held.append(Held(match.contest.owners, match.contest.names, contest.outcome.winners, ended.hash))
        records.append(record_of(contest))
        match.settle(ended)
    outcome = None if match.outcome is None else match.outcome.to_plain()
    return Told("A season", names, match.state, tuple(held), outcome), records


@pytest.mark.parametrize("seed", range(3))
def test_a_season_and_its_races(seed: int) -> None:
    otherwise = {"race_ruleset": "epic", "single_record": True} if seed == 2 else {}
    campaign, records = told("season", 3, f"acta {seed}", races=3, **otherwise)
    season = campaign.state
    assert isinstance(season, Season)
    for number, record in enumerate(records):
        lore = campaign.lore(number)
        page = acta_of(record, lore)
        race = lore.number
        assert page.issue == f"A season, race {race} of 3"
        assert page.date == RACES[race - 1]
        assert {row.owner for row in page.table} <= set(NAMES)
        finishes = season.days[race - 1].finishes
        assert {(row.name, row.place) for row in page.table} == {(each.driver, each.place) for each in finishes}
        drivers = {death.name for death in page.deaths if death.kind == "driver"}
        assert drivers == {each.name for each in season.graves if each.race == race and each.kind == "driver"}
        horses = [death for death in page.deaths if death.kind == "horse"]
        assert len(horses) == sum(each.race == race and each.kind == "horse" for each in season.graves)
        assert {row.name: row.sesterces for row in page.standings} == {
            name: balance(season.ledger, seat, race) for seat, name in enumerate(NAMES)
        }


@pytest.mark.parametrize(
    ("ruleset", "contests"), [("season", 2), ("season", 99), ("careers", 4), ("owners", 4), ("epic", 4)]
)
def test_the_page_of_a_campaign(ruleset: str, contests: int) -> None:
    campaign, records = told(ruleset, contests, f"whole {ruleset}", **({"races": 4} if ruleset == "season" else {}))
    page = season_page(campaign, records)
    assert page.over == (campaign.outcome is not None)
    assert len(page.chapters) == len(records)
    for text in (page.headline, page.lead, *(each.text for each in (*page.champions, *page.records))):
        assert not BRACES.search(text), text
    assert all(each.owner in (*NAMES, "the house") for each in page.graves)
    assert all(not BRACES.search(each.epitaph) for each in page.graves)
    if page.over and ruleset == "season":
        state = campaign.state
        assert {row.name: row.sesterces for row in page.standings} == {
            name: state.ledger.balance(seat) for seat, name in enumerate(NAMES)
        }
    if ruleset != "careers":
        assert {curve.name for curve in page.curves} == set(NAMES)
    assert json.loads(json.dumps(asdict(page)))
    assert season_page(campaign, records) == page


def test_both_worlds_of_an_epic_campaign() -> None:
    campaign, records = told("epic", 5, "both worlds", events=3, gala_men=2)
    families = campaign.state
    pages = [acta_of(record, campaign.lore(number)) for number, record in enumerate(records)]
    assert {page.kind for page in pages} == {"race", "fight"}
    for number, page in enumerate(pages):
        day = next(each for each in families.days if campaign.held[number].hash in each.hashes)
        assert page.issue.startswith("A season, ")
        assert page.issue.endswith(f"event {day.number}")
        assert {row.owner for row in page.table} <= set(NAMES)
    whole = season_page(campaign, records)
    assert {each.title for each in whole.records} >= {"Dearest chariot", "Dearest gladiator", "Under the hammer"}
    paid = sum(each.sum for each in families.ledger.transfers if each.clause in ("E1 6.2.1", "E1 6.3.1"))
    assert f"{paid:,}" in next(each.text for each in whole.records if each.title == "Under the hammer")
    assert {row.name: row.wins for row in whole.standings} == {
        name: sum(each.seat == seat and each.place == 1 for day in families.days for each in day.finishes)
        for seat, name in enumerate(NAMES)
    }


def test_records_that_are_not_at_hand_are_left_out() -> None:
    campaign, records = told("season", 2, "lost", races=2)
    page = season_page(campaign, [None, *records[1:]])
    assert len(page.chapters) == len(records) - 1


def test_a_season_that_has_hardly_begun() -> None:
    campaign, _ = told("season", 0, "begin", races=2)
    assert season_page(campaign, []).headline
