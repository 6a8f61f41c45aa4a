"""Whole seasons: a host that settles races with reports that are lawful, but as wild as the dice."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ludus.campaign.game import Campaign
from ludus.campaign.ledger import BANK
from ludus.campaign.loans import Loan
from ludus.campaign.people import Stable
from ludus.campaign.season.state import Season
from ludus.core.contest import Contest, Settled
from ludus.core.dice import Dice, ScriptedDice, SeededDice
from ludus.core.match import Match

GAME = Campaign()
SeasonMatch = Match[Any]


def season(seats: int = 3, seed: str = "season", dice: Dice | None = None, **options: Any) -> SeasonMatch:
    return Match(GAME, seats, dice or SeededDice(seed), "season", options)


def begun(
    stables: Sequence[Stable],
    *,
    cash: Sequence[int] = (),
    dice: Sequence[int] = (),
    loans: Sequence[Loan] = (),
    step: str = "deals",
    race: int = 3,
    seed: str = "",
    **options: Any,
) -> SeasonMatch:
    """A season in its midst: these stables (those of bettors are empty), so much money, this step of this race."""
    seats = len(stables)
    of = GAME.begin(seats, GAME.resolve("season", options))
    of.stables, of.step, of.race, of.loans = list(stables), step, race, list(loans)
    of.serial = 90_000
    for seat, amount in enumerate(cash or [10_000] * seats):
        of.ledger.pay(BANK, seat, amount, "the start of the season", "CM 20.1a", 1)
    throws: Dice = SeededDice(seed) if seed else ScriptedDice(dice)
    return Match(GAME, seats, throws, "season", options, position=GAME.save(of))


def cash(match: SeasonMatch) -> list[int]:
    return [state(match).ledger.balance(seat) for seat in range(match.seats)]


def state(match: SeasonMatch) -> Season:
    found = match.state
    assert isinstance(found, Season)
    return found


def entry(seat: int, number: int = 0, **more: Any) -> dict[str, Any]:
    """What a race reports of a chariot that came in unhurt and without a place."""
    return {
        "seat": seat, "entry": number, "chariot": "red", "name": "", "place": None, "gap": None, "margin": None,
        "crossed": True, "out": False, "driver": "alive", "hits": 6, "horses": [4, 4, 4, 4], "injuries": [0, 0, 0, 0],
        "wrecked": False, **more,
    }  # fmt: skip


def wild_report(contest: Contest, rng: random.Random) -> dict[str, Any]:
    """Everybody bets something, some win; some are hurt, some die, some cars are lost."""
    stables, purses = contest.options["stables"], list(contest.options["purses"])
    entries = []
    for seat, stable in enumerate(stables):
        for number, each in enumerate(stable):
            dead = rng.random() < 0.15
            out = dead or rng.random() < 0.2
            horses = [0 if rng.random() < 0.06 else max(1, now - int(3 * rng.random() ** 3)) for now in each["horses"]]
            hits = each["hits"] if rng.random() < 0.6 else rng.randint(1, each["hits"])
            entries.append(
                entry(seat, number, out=out, driver="dead" if dead else "alive", hits=0 if dead else hits,
                      horses=horses, wrecked=out and rng.random() < 0.7, name=each["name"])
            )  # fmt: skip
    rng.shuffle(entries)
    placed = [each for each in entries if not each["out"]]
    for place, each in enumerate(placed, start=1):
        each["place"] = place
        each["gap"] = rng.randint(0, 14) if place < len(placed) else None
    transfers = wild_bets(purses, rng)
    dropped = sum(each["out"] for each in entries)
    return {"entries": entries, "starters": len(entries), "dropped": dropped, "transfers": transfers, "purses": purses}


def wild_bets(purses: list[int], rng: random.Random) -> list[dict[str, Any]]:
    """CM 26.1a, 26.42: everybody bets a hundred at least; what is not paid out leaves the game."""
    transfers, pool = [], 0
    for seat, purse in enumerate(purses):
        bet = 100 * rng.randint(1, max(1, int(purse // 100 * rng.random() ** 2)))
        transfers.append({"payer": seat, "payee": -1, "sum": bet, "why": "a bet", "clause": "CM 26.1a"})
        purses[seat] -= bet
        pool += bet
    for seat in rng.sample(range(len(purses)), min(2, len(purses))):
        won = 100 * rng.randint(0, pool // 100)
        pool -= won
        if won:
            transfers.append({"payer": -1, "payee": seat, "sum": won, "why": "a bet won", "clause": "CM 26.4"})
            purses[seat] += won
    return transfers


def settled(report: Mapping[str, Any], number: int = 0) -> Settled:
    return Settled(f"race {number}", {"reason": "lone-finisher", "winners": [], "places": [], "report": dict(report)})


def drive_on(match: SeasonMatch, rng: random.Random, until: int = 10_000) -> SeasonMatch:
    """So many answers of anybody to anything."""
    for _ in range(until):
        if match.outcome is not None:
            return match
        if match.contest is not None:
            match.settle(settled(wild_report(match.contest, rng), match.settled))
            continue
        seat = rng.choice(sorted(match.pending))
        match.submit(seat, match.pending[seat].sample(rng))
    return match


def answer(match: SeasonMatch, name: str, given: Mapping[int, Any] | None = None) -> None:
    """Answers to the open questions of this name; whoever is not mentioned keeps the default."""
    asked = [seat for seat, decision in match.pending.items() if decision.name == name]
    assert asked, f"{name} is not asked, but {[decision.name for decision in match.pending.values()]}"
    for seat in asked:
        if seat in match.pending and match.pending[seat].name == name:
            match.submit(seat, (given or {}).get(seat, match.pending[seat].default))


def go_to(match: SeasonMatch, name: str) -> SeasonMatch:
    """By usual answers up to this question, or to `race`."""
    while not (match.contest is not None if name == "race" else name in questions(match)):
        assert match.outcome is None, "the season is over"
        assert match.contest is None, "a race is to be run"
        seat = next(iter(match.pending))
        match.submit(seat, match.pending[seat].default)
    return match


def questions(match: SeasonMatch) -> list[str]:
    return [decision.name for decision in match.pending.values()]


def told(match: SeasonMatch, kind: str) -> list[Mapping[str, Any]]:
    return [event.data for event in match.events if event.kind == kind]


def quiet_report(contest: Contest, changes: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Nobody is hurt, everybody bets a hundred and loses it; `changes` says what is otherwise, chariot by chariot."""
    entries = [
        entry(seat, number, hits=each["hits"], horses=list(each["horses"]), name=each["name"])
        for seat, stable in enumerate(contest.options["stables"])
        for number, each in enumerate(stable)
    ]
    for each, change in zip(entries, changes, strict=False):
        each.update(change)
    purses = [purse - 100 for purse in contest.options["purses"]]
    transfers = [
        {"payer": seat, "payee": -1, "sum": 100, "why": "a bet", "clause": "CM 26.1a"} for seat in range(len(purses))
    ]
    dropped = sum(each["out"] for each in entries)
    return {"entries": entries, "starters": len(entries), "dropped": dropped, "transfers": transfers, "purses": purses}


def run_race(match: SeasonMatch, *changes: Mapping[str, Any]) -> SeasonMatch:
    """To the race by usual answers, and through it."""
    go_to(match, "race")
    assert match.contest is not None
    match.settle(settled(quiet_report(match.contest, changes), match.settled))
    return match
