"""Epic campaigns for tests: in their midst, with scripted dice, and with contests that end as a test wants them to."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ludus.campaign.epic.book import EpicCampaign
from ludus.campaign.epic.state import Families, Gladiator
from ludus.campaign.game import Campaign
from ludus.campaign.ledger import BANK
from ludus.campaign.people import Chariot, Stable
from ludus.core.contest import Contest, Settled
from ludus.core.dice import Dice, ScriptedDice, SeededDice
from ludus.core.match import Match
from ludus.core.table import Table
from tests.rules.campaign.sand_kit import random_report
from tests.rules.campaign.season import kit

GAME = Campaign()
EpicMatch = Match[Any]
AREAS = ("head", "chest", "groin", "arms", "legs")
FATES = (("won", "killed"), ("killed", "won"), ("won", "spared"), ("spared", "won"), ("", ""))


def epic(seats: int = 3, seed: str = "epic", **options: Any) -> EpicMatch:
    return Match(GAME, seats, SeededDice(seed), "epic", options)


def families(
    seats: int = 3,
    *,
    cash: Sequence[int] = (),
    stables: Sequence[Stable] = (),
    men: Sequence[Gladiator] = (),
    **options: Any,
) -> Families:
    """A campaign in its midst: so much money, these stables, these gladiators; nothing on the market."""
    of = EpicCampaign.begin(seats, GAME.resolve("epic", options))
    for seat, amount in enumerate(cash or [20_000] * seats):
        of.ledger.pay(BANK, seat, amount, "the fortune of the family", "E1 4.5", 0)
    of.stables = [*stables, *(Stable() for _ in range(seats - len(stables)))]
    of.men = {man.number: man for man in men}
    of.serial = of.chariots = 500
    of.things = 90_000
    of.step, of.round, of.event = "council", 1, "gala"
    return of


def book(of: Families, *dice: int) -> EpicCampaign:
    """The book over it, at a table with these dice."""
    return EpicCampaign(of, Table(ScriptedDice(dice), []))


def match(of: Families, *dice: int, seed: str = "", **options: Any) -> EpicMatch:
    """A match that goes on from there."""
    throws: Dice = SeededDice(seed) if seed else ScriptedDice(dice)
    return Match(GAME, of.seats, throws, "epic", options, position=GAME.save(of))


def run(phase: Any, *answers: Any) -> list[Any]:
    """A part of the script, with these answers to what it asks; what it asked."""
    asked: list[Any] = []
    given = iter(answers)
    try:
        ask = next(phase)
        while True:
            asked.append(ask)
            ask = phase.send(next(given))
    except StopIteration:
        return asked


def man(number: int = 1, owner: int = 0, **more: Any) -> Gladiator:
    rated = {"training": 9, "strength": 2, "agility": 0, "constitution": 3, "wound_factor": 10}
    said = {"type": "medium", "armour": ("", "", "", "", ""), "shield": "large", **rated, **more}
    return Gladiator(number, said.pop("name", f"Gladiator {number}"), "Roman", owner, **said)


def chariot(number: int = 1, **more: Any) -> Chariot:
    """A healthy one with a light car, but for what is said of it."""
    return kit.chariot(number, **{"kind": "light", **more})


def cash(of: EpicMatch | Families) -> list[int]:
    state: Families = of if isinstance(of, Families) else of.state
    return [state.ledger.balance(seat) for seat in range(state.seats)]


def told(of: EpicMatch | EpicCampaign, kind: str) -> list[Mapping[str, Any]]:
    events = of.table.events if isinstance(of, EpicCampaign) else of.events
    return [event.data for event in events if event.kind == kind]


# -- contests -----------------------------------------------------------------------------------------------------


def entry(seat: int, number: int = 0, **more: Any) -> dict[str, Any]:
    """What a race reports of a chariot that came in unhurt and without a place."""
    return {
        "seat": seat, "entry": number, "chariot": "red", "name": "", "place": None, "gap": None, "margin": None,
        "crossed": True, "out": False, "driver": "in control", "hits": 6, "horses": [4, 4, 4, 4], "wrecked": False,
        **more,
    }  # fmt: skip


def quiet_race(contest: Contest, changes: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Nobody is hurt; whoever races with money bets a hundred and loses it; `changes` says what is otherwise."""
    purses = list(contest.options["purses"])
    racing = len(purses) - contest.options["betters"]
    entries, transfers = [], []
    for seat in range(racing):
        for number in range(contest.options["entries"]):
            each = contest.options["stables"][seat][number]
            entries.append(entry(seat, number, hits=each["hits"], horses=list(each["horses"]), name=each["name"]))
        if purses[seat] >= 100 and contest.options["patronage"] == "bets":
            transfers.append({"payer": seat, "payee": -1, "sum": 100, "why": "a bet on red", "clause": "E2 5.1"})
            purses[seat] -= 100
    for each, change in zip(entries, changes, strict=False):
        each.update(change)
    out = sum(each["out"] for each in entries)
    return {"entries": entries, "starters": len(entries), "dropped": out, "transfers": transfers, "purses": purses}


def wild_race(contest: Contest, rng: random.Random) -> dict[str, Any]:
    """Some win, some are hurt, some die; the bank pays some of them."""
    told = quiet_race(contest)
    rng.shuffle(told["entries"])
    margin = 100
    for place, each in enumerate(told["entries"], start=1):
        dead = rng.random() < 0.15
        each["out"] = dead or rng.random() < 0.15
        each["horses"] = [0 if rng.random() < 0.06 else max(1, now - rng.randrange(2)) for now in each["horses"]]
        each["hits"] = 0 if dead else rng.randint(1, each["hits"])
        each["driver"] = "dead" if dead else rng.choice(["in control", "in control", "dragged", "on foot"])
        each["wrecked"] = each["out"] and rng.random() < 0.7
        if not each["out"]:
            margin -= rng.randrange(12)
            each["place"], each["margin"] = place, margin
    placed = [each for each in told["entries"] if not each["out"]]
    for place, each in enumerate(placed, start=1):
        each["place"] = place
        each["gap"] = each["margin"] - placed[place]["margin"] if place < len(placed) else None
    if told["transfers"]:
        won = 100 * rng.randrange(1, 60)
        told["transfers"].append({"payer": -1, "payee": 0, "sum": won, "why": "red at 3 to 1", "clause": "E2 5.3"})
        told["purses"][0] += won
    return told


def fight_ended(*reports: Mapping[str, Any]) -> Settled:
    winners = [seat for seat, each in enumerate(reports) if each["won"]]
    places = [1 if each["won"] else 2 for each in reports]
    return Settled("f" * 8, {"reason": "x", "winners": winners, "places": places, "report": [dict(x) for x in reports]})


def race_ended(told: Mapping[str, Any]) -> Settled:
    return Settled("r" * 8, {"reason": "x", "winners": [], "places": [], "report": dict(told)})


def wild_end(contest: Contest, rng: random.Random) -> Settled:
    if contest.game == "circus":
        return race_ended(wild_race(contest, rng))
    fates = rng.choice(FATES)
    return fight_ended(*(random_report(rng, fates[seat % 2]) for seat in range(len(contest.owners))))


def drive_on(of: EpicMatch, rng: random.Random, until: int = 100_000) -> EpicMatch:
    """So many answers of anybody to anything; sometimes a little hesitant, or nobody would ever be asked twice."""
    for _ in range(until):
        if of.outcome is not None:
            return of
        if of.contest is not None:
            of.settle(wild_end(of.contest, rng))
            continue
        seat = rng.choice(sorted(of.pending))
        asked = of.pending[seat]
        of.submit(seat, asked.sample(rng) if rng.random() < 0.6 else asked.default)
    raise AssertionError("no end")
