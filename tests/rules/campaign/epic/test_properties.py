"""Whole epic campaigns at random: nothing is lost on the way, and nobody is owned twice."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from ludus.campaign.epic.check import things
from ludus.campaign.epic.state import Families, alive_in
from ludus.campaign.ledger import BANK
from ludus.campaign.lots import Thing
from ludus.core.nested import nest, open_contest, settled
from ludus.core.record import verify
from ludus.core.standing_orders import default_orders, obey
from ludus.library import find_game
from tests.rules.campaign.epic.host import GAME, EpicMatch, cash, drive_on, epic, wild_end

NAMES = tuple(f"Family {number}" for number in range(1, 17))


def sound(of: Families) -> None:
    """E1 4.4, 6.1: sesterces and people are conserved, and the dead have one grave each."""
    assert sum(cash(of)) + of.ledger.balance(BANK) == 0
    assert min(cash(of)) >= 0
    owned = Counter(thing for stable in of.all_stables() for thing in things(stable))
    assert not owned or max(owned.values()) == 1
    assert len({man.number for man in of.men.values()}) == len(of.men)
    names = [each.name for stable in of.all_stables() for each in stable.all_drivers() if each.alive]
    names += [man.name for man in of.men.values() if man.alive]
    assert len(set(names)) == len(names)
    dead = {each.name for each in of.graves if each.kind != "horse"}
    assert not dead & set(names)
    for slave in of.slaves:
        assert of.ledger.balance(slave.seat) == 0


def owners_of_all(of: Families) -> dict[str, int]:
    """Who lives and belongs to a family, by lot; slaves among the players have no owner here."""
    found = {f"gladiator {man.number}": man.owner for man in of.men.values() if man.alive and man.owner != BANK}
    for seat, stable in enumerate(of.stables):
        alive: tuple[Thing, ...] = (*stable.chariots, *stable.drivers, *stable.horses)
        for thing in alive:
            found |= dict.fromkeys(alive_in(thing), seat)
    return {lot: seat for lot, seat in found.items() if of.slave(seat) is None}


def lively(match: EpicMatch) -> None:
    """The dead neither race nor fight, and nobody is in two places at once."""
    of: Families = match.state
    sent = []
    for contest in match.contests.values():
        if contest.game == "circus":
            stabled = [each for stable in contest.options["stables"] for each in stable]
            assert all(each["hits"] > 0 and min(each["horses"]) > 0 for each in stabled)
            sent += [each["name"] for each in stabled]
        else:
            sent += contest.names
    assert len(set(sent)) == len(sent)
    assert not set(sent) & {each.name for each in of.graves}


@pytest.mark.rule("E1 4.4", "E1 6.1", "E1 5.1", "E1 4.1a")
@pytest.mark.parametrize("seed", range(24))
def test_whole_campaigns(seed: int) -> None:
    rng = random.Random(f"whole {seed}")
    options = {"events": 4 + seed % 6, "gala_men": 1 + seed % 3, "epic_entries": 1 + seed % 2}
    match = epic(2 + seed % 5, f"whole {seed}", **options)
    while match.outcome is None:
        if match.contests:
            lively(match)
            number = rng.choice(sorted(match.contests))
            match.settle(replace(wild_end(match.contests[number], rng), number=number))
        else:
            seat = rng.choice(sorted(match.pending))
            asked = match.pending[seat]
            told = GAME.explain(match.state, asked)
            assert told
            assert all(each["label"] for each in told)
            match.submit(seat, asked.sample(rng) if rng.random() < 0.6 else asked.default)
        sound(match.state)
    of: Families = match.state
    assert of.round <= options["events"]
    last = {lot: deed.taker for deed in of.deeds for lot in deed.who}
    owned = owners_of_all(of)
    assert {lot: last[lot] for lot in owned} == owned  # the deeds tell whose everybody is
    assert all(GAME.narrate(event, NAMES, match.options) for event in match.events)
    again = GAME.load(json.loads(json.dumps(GAME.save(of))), match.seats, match.options)
    assert GAME.save(again) == GAME.save(of)
    verify(GAME, json.loads(json.dumps(match.record())), lambda name: GAME)


@pytest.mark.parametrize("seed", range(4))
def test_a_copy_goes_its_own_way(seed: int) -> None:
    match = epic(3, f"copy {seed}", events=3)
    rng = random.Random(seed)
    for _ in range(60):
        if match.contest is not None:
            match.settle(wild_end(match.contest, rng))
        elif match.outcome is None:
            seat = rng.choice(sorted(match.pending))
            match.submit(seat, match.pending[seat].sample(rng))
    before = json.dumps(GAME.save(match.state), sort_keys=True)
    drive_on(match.clone(), rng)
    assert json.dumps(GAME.save(match.state), sort_keys=True) == before


def test_nobody_waits_for_who_has_left_orders() -> None:
    """Standing orders answer everything, up to the end."""
    match = epic(3, "orders", events=4)
    rng = random.Random(1)
    orders = default_orders(GAME.orders(match.options, 3))
    assert GAME.orders_in_words(orders, match.options)
    while match.outcome is None:
        if match.contest is not None:
            match.settle(wild_end(match.contest, rng))
            continue
        seat = min(match.pending)
        obeyed = obey(match, seat, orders)
        assert obeyed is not None, match.pending[seat].name
        match.submit(seat, obeyed.choice)
    of: Families = match.state
    assert of.days
    assert len(of.days) >= 2


@pytest.mark.parametrize("seed", range(6))
def test_who_gives_up_is_seen_off(seed: int) -> None:
    match = epic(3, f"leave {seed}", events=4)
    rng = random.Random(seed)
    for _ in range(rng.randrange(5, 120)):
        if match.outcome is None and match.contest is None:
            seat = rng.choice(sorted(match.pending))
            match.submit(seat, match.pending[seat].sample(rng))
        elif match.contest is not None:
            match.settle(wild_end(match.contest, rng))
    if match.outcome is None and match.contest is None:
        match.resign(2)
        drive_on(match, rng)
    sound(match.state)
    assert match.outcome is not None


def play_contest(match: EpicMatch, rng: random.Random) -> dict[str, object]:
    """The race or the fight itself, by people who sometimes do anything."""
    contest = open_contest(match, find_game)
    while contest.outcome is None:
        seat, decision = next(iter(contest.pending.items()))
        contest.answer(seat, decision.sample(rng) if rng.random() < 0.25 else decision.default)
    match.settle(settled(contest))
    record: dict[str, object] = json.loads(json.dumps(contest.record()))
    return record


@pytest.mark.rule("E1 1.1", "E1 5.1.2")
@pytest.mark.parametrize("seed", range(8))
def test_campaigns_with_real_contests(seed: int) -> None:
    """Record and records of races and fights prove one another."""
    rng = random.Random(f"real {seed}")
    match = epic(2 + seed % 4, f"real {seed}", events=4, challenges=1)
    records = []
    while match.outcome is None:
        if match.contest is not None:
            records.append(play_contest(match, rng))
            sound(match.state)
            continue
        seat = rng.choice(sorted(match.pending))
        asked = match.pending[seat]
        wild = rng.random() < (0.1 if asked.name in ("deal", "purchases") else 0.7)
        match.submit(seat, asked.sample(rng) if wild else asked.default)
    record = nest(json.loads(json.dumps(match.record())), records)
    verify(GAME, record, lambda name: GAME if name == "campaign" else find_game(name))
