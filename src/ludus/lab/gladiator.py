"""What fights in the arena came to: how long they were, how men left the sand, where they were wounded, and which type
of gladiator won. Everything is read from the events of a fight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Any

from ludus.core.event import Event
from ludus.core.match import Match
from ludus.games.gladiator.charts import AREAS, TYPES
from ludus.games.gladiator.state import Arena

RESULTS = {"M": "missed badly", "-": "no effect", "S": "stopped by the shield", "P": "parried", "H": "reached the body"}
WORN_OUT = "too many wounds in one place"
SPARED, DOOMED = "spared by the crowd", "killed at the crowd's word"


@dataclass(slots=True)
class Facts:
    """One fight."""

    turns: int = 0
    phases: int = 0
    men: Counter[str] = field(default_factory=Counter)  # by type
    winners: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)  # how men left the sand
    blows: Counter[str] = field(default_factory=Counter)  # by what became of them
    wounds: Counter[str] = field(default_factory=Counter)  # by area
    doings: Counter[str] = field(default_factory=Counter)  # collisions, nets, lost weapons


def read_fight(match: Match[Arena]) -> Facts:
    """What the events of a fight that is over tell."""
    facts = Facts()
    for event in match.events:
        _read(facts, event)
    winners = match.outcome.winners if match.outcome is not None else ()
    for fighter in match.state.fighters:
        facts.men[fighter.kind] += 1
        facts.winners[fighter.kind] += fighter.seat in winners
    return facts


def _read(facts: Facts, event: Event) -> None:
    kind, data = event.kind, event.data
    if kind == "turn":
        facts.turns = data["turn"]
    elif kind == "plots":
        facts.phases += 1
    elif kind == "attack":
        facts.blows[RESULTS[data["effect"][0]]] += 1
    elif kind in ("wound", "bleeding"):
        facts.wounds[data["area"]] += max(0, data["wounds"])
    elif kind == "death":
        facts.left[WORN_OUT if data["why"].startswith("no more wounds") else data["why"]] += 1
    elif kind == "verdict":
        facts.left[SPARED if data["spared"] else DOOMED] += 1
    elif kind == "surrender":
        facts.left["surrendered"] += 1
    elif kind in ("net", "net-missed"):
        facts.doings[f"net {data['kind']}"] += 1
    elif kind in DOINGS:
        facts.doings[DOINGS[kind]] += 1


DOINGS = {
    "collision": "collisions",
    "ensnared": "caught in the net",
    "prone": "falls",
    "unconscious": "knocked out",
    "drop": "weapons and shields dropped",
}


def add_up(fights: Sequence[Facts]) -> dict[str, Any]:
    """Means of a fight, shares of all blows and of all who left the sand."""
    blows = _sum(fight.blows for fight in fights)
    left = _sum(fight.left for fight in fights)
    wounds, doings = _sum(fight.wounds for fight in fights), _sum(fight.doings for fight in fights)
    men, winners = _sum(fight.men for fight in fights), _sum(fight.winners for fight in fights)
    return {
        "length": {
            "turns": {"median": median(fight.turns for fight in fights), "mean": _mean([f.turns for f in fights])},
            "phases": {"median": median(fight.phases for fight in fights), "mean": _mean([f.phases for f in fights])},
        },
        "share of those who left the sand": {why: _share(count, left.total()) for why, count in left.most_common()},
        "share of blows": {what: _share(blows[what], blows.total()) for what in RESULTS.values()},
        "in a fight": {
            "blows": round(blows.total() / len(fights), 2),
            **{what: round(count / len(fights), 2) for what, count in sorted(doings.items())},
        },
        "wounds in a fight": {area: round(wounds[area] / len(fights), 2) for area in AREAS},
        "wins by type": {
            kind: {"fought": men[kind], "won": winners[kind], "share": _share(winners[kind], men[kind])}
            for kind in TYPES
            if men[kind]
        },
    }


def _sum(counters: Any) -> Counter[str]:
    return sum(counters, Counter[str]())


def _mean(numbers: Sequence[int]) -> float:
    return round(mean(numbers), 2)


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
