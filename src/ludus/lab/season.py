"""What seasons came to: who got rich and by what, what bets, devices and cars brought in, and whom it cost.

Money is read from the ledger of the season, line by line; what happened in a race from the report of that race.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from ludus.campaign.ledger import BANK, Transfer
from ludus.campaign.season.state import Season
from ludus.core.match import Match

LOANS, AUCTIONS = "loans", "auctions"
# What a line of the ledger is about, by the clause behind it.
HEADINGS = {
    "CM 20.1": "at the start",
    "CM 26.5": "at the start",
    "CM 21.2a": LOANS,
    "CM 21.2d": "left behind",
    "CM 21.2": AUCTIONS,
    "CM 21.3": AUCTIONS,
    "CM 26.1a": "bets",
    "CM 26.1d": "side bets",
    "CM 26.3": "bets",
    "CM 26.4": "bets",
    "CM 21.4": "horses",
    "CM 21.5": "drivers",
    "CM 21.6": "cars",
    "CM 24.3": "bribes",
    "CM 24.4": "drugs",
    "CM 24.5": "sabotage",
    "CM 25": "guards",
}
DEVICES = ("bribes", "drugs", "sabotage", "guards")
OTHER = "other"
DEEDS = {
    "killed": "drivers killed",
    "horse-dead": "horses dead",
    "car-lost": "cars lost",
    "loan": "loans",
    "default": "defaults",
    "sold": "lots at auction",
    "no-race": "races not run",
    "trained": "drivers trained",
    "quickened": "horses quickened",
    "hardened": "teams hardened",
}


def heading(clause: str) -> str:
    """
    >>> heading("CM 21.41"), heading("CM 21.2b"), heading("CM 21.2a"), heading("E2 4")
    ('horses', 'auctions', 'loans', 'other')
    """
    return next((words for prefix, words in HEADINGS.items() if clause.startswith(prefix)), OTHER)


@dataclass(slots=True)
class Stake:
    """What one owner or bettor did with his money in one race."""

    staked: int = 0
    paid: int = 0
    devices: Counter[str] = field(default_factory=Counter)  # sesterces by device
    raced: bool = False
    won: bool = False  # one of his own came in first


@dataclass(slots=True)
class Start:
    """One chariot in one race."""

    car: str
    driver: int
    team: int  # speed
    place: int | None
    killed: bool
    wrecked: bool


@dataclass(slots=True)
class Facts:
    """One season."""

    seats: int
    winners: tuple[int, ...]
    money: list[Counter[str]]  # what each seat gained by what
    deeds: Counter[str]
    bankrupt: list[int]  # before which race
    curve: list[list[int]] = field(default_factory=list)  # the cash of whoever is left, race by race
    stakes: list[Stake] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)


# -- one season -----------------------------------------------------------------------------------------


def read_season(match: Match[Season], races: Sequence[Match[Any]]) -> Facts:
    """What a season that is over and its races tell."""
    season = match.state
    facts = Facts(
        season.seats,
        () if match.outcome is None else match.outcome.winners,
        [gains(season.ledger.account(seat), seat) for seat in range(season.seats)],
        Counter(DEEDS[event.kind] for event in match.events if event.kind in DEEDS),
        [each.race for each in season.gone if each.why == "bankrupt"],
    )
    for event in match.events:
        if event.kind == "settled":
            facts.curve.append(list(event.data["cash"].values()))
    for race in races:
        assert race.outcome is not None
        read_race(facts, race.outcome.report, race.options["stables"])
    return facts


def gains(lines: Iterable[Transfer], seat: int) -> Counter[str]:
    """One account book, added up by what it was about. What goes from one player to the other is a loan, or the price
    of something that was put up, whatever he needed the money for."""
    gained: Counter[str] = Counter()
    for each in lines:
        what = heading(each.clause)
        if BANK not in (each.payer, each.payee) and what != LOANS:
            what = AUCTIONS
        gained[what] += each.sum if each.payee == seat else -each.sum
    return gained


def read_race(facts: Facts, report: Mapping[str, Any], stables: Sequence[Sequence[Mapping[str, Any]]]) -> None:
    stakes = [Stake(raced=bool(stable)) for stable in stables]
    for each in report["transfers"]:
        what = heading(each["clause"])
        if what == "bets" and each["payer"] >= 0:
            stakes[each["payer"]].staked += each["sum"]
        elif what == "bets":
            stakes[each["payee"]].paid += each["sum"]
        elif what in DEVICES:
            stakes[each["payer"]].devices[what] += each["sum"]
    for each in report["entries"]:
        entered = stables[each["seat"]][each["entry"]]
        dead = each["driver"] == "dead"
        team = sum(entered["horses_start"])
        facts.starts.append(
            Start(entered["car"], entered["modifier"], team, each["place"], dead, bool(each["wrecked"]))
        )
        stakes[each["seat"]].won |= each["place"] == 1
    facts.stakes += stakes


# -- many seasons ---------------------------------------------------------------------------------------


def add_up(seasons: Sequence[Facts]) -> dict[str, Any]:
    """Sesterces are means; returns are shares of what was staked."""
    starts = [start for season in seasons for start in season.starts]
    return {
        "in a season": _deeds(seasons),
        "cash after a race": _curve(seasons),
        "what a purse gained by": _gains(seasons),
        "bets": _bets([stake for season in seasons for stake in season.stakes]),
        "money in a race": _devices([stake for season in seasons for stake in season.stakes if stake.raced]),
        "chariots by car": _starts(starts, "car"),
        "chariots by driver": _starts(starts, "driver"),
        "chariots by team speed": _starts(starts, "team"),
    }


def _deeds(seasons: Sequence[Facts]) -> dict[str, float]:
    deeds = sum((season.deeds for season in seasons), Counter[str]())
    found = {words: round(deeds[words] / len(seasons), 2) for words in DEEDS.values() if deeds[words]}
    bankrupt = [race for season in seasons for race in season.bankrupt]
    found["bankrupt"] = round(len(bankrupt) / len(seasons), 2)
    if bankrupt:
        found["before race"] = round(mean(bankrupt), 2)
    return {"races": round(mean(len(season.curve) for season in seasons), 2), **found}


def _curve(seasons: Sequence[Facts]) -> dict[str, dict[str, float]]:
    """Race by race: who is left, and what they have."""
    rows = {}
    for race in range(max(len(season.curve) for season in seasons)):
        left = [season.curve[race] for season in seasons if race < len(season.curve)]
        rows[f"race {race + 1}"] = {
            "seasons": len(left),
            "left": round(mean(map(len, left)), 1),
            "poorest": round(mean(map(min, left))),
            "mean": round(mean(cash for each in left for cash in each)),
            "richest": round(mean(map(max, left))),
        }
    return rows


def _gains(seasons: Sequence[Facts]) -> dict[str, dict[str, float]]:
    """Where money came from and went to: of everybody, and of whoever won."""
    every = [money for season in seasons for money in season.money]
    winners = [season.money[seat] for season in seasons for seat in season.winners]
    order = [*dict.fromkeys(HEADINGS.values()), OTHER]
    return {
        words: {
            "everybody": round(mean(money[words] for money in every)),
            "winners": round(mean(money[words] for money in winners)) if winners else 0,
        }
        for words in order
        if any(words in money for money in every)
    }


def _bets(stakes: Sequence[Stake]) -> dict[str, float]:
    staked, paid = sum(each.staked for each in stakes), sum(each.paid for each in stakes)
    return {
        "staked in a race": round(staked / max(1, len(stakes))),
        "won back": round(paid / max(1, len(stakes))),
        "share paid back": _share(paid, staked),
    }


def _devices(stakes: Sequence[Stake]) -> dict[str, dict[str, float]]:
    """What owners with a chariot in the race made of their money there, by what they had paid for."""
    kinds = {"nothing but bets": [each for each in stakes if not each.devices]}
    kinds |= {device: [each for each in stakes if each.devices[device]] for device in DEVICES}
    return {
        words: {
            "races": len(those),
            "cost": round(mean(each.devices.total() for each in those)),
            "staked": round(mean(each.staked for each in those)),
            "paid back": round(mean(each.paid for each in those)),
            "left over": round(mean(each.paid - each.staked - each.devices.total() for each in those)),
            "share won": _share(sum(each.won for each in those), len(those)),
        }
        for words, those in kinds.items()
        if those
    }


def _starts(starts: Sequence[Start], by: str) -> dict[str, dict[str, float]]:
    """For each kind of chariot how it did."""
    rows = {}
    for kind in sorted({getattr(start, by) for start in starts}):
        those = [start for start in starts if getattr(start, by) == kind]
        rows[f"{kind:+d}" if by == "driver" else str(kind)] = {
            "raced": len(those),
            "share won": _share(sum(start.place == 1 for start in those), len(those)),
            "share placed": _share(sum(start.place is not None for start in those), len(those)),
            "share killed": _share(sum(start.killed for start in those), len(those)),
            "share wrecked": _share(sum(start.wrecked for start in those), len(those)),
        }
    return rows


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
