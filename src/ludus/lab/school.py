"""What careers (GL 21) and owners (GL 22) came to: how men fought, how far they came, and where the money went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from ludus.campaign.owners.state import Stables
from ludus.campaign.school import DEAD, FREE, Schools
from ludus.core.match import Match
from ludus.games.gladiator.charts import TYPES

DEEDS = {
    "improved": "improvements",
    "freed": "set free",
    "sold": "bought",
    "unsold": "nobody wanted",
    "gone": "owners gone",
}
HEADINGS = {"GL 22.2": "at the start", "GL 22.4": "men bought", "GL 22.5": "bets", "GL 22.7": "champions"}
OTHER = "other"


@dataclass(slots=True)
class Facts:
    """One campaign."""

    winners: tuple[int, ...]
    deeds: Counter[str]
    fought: list[tuple[str, str]] = field(default_factory=list)  # by type: "won", "spared", "killed", "unbeaten"
    careers: list[tuple[int, bool]] = field(default_factory=list)  # of each man who fought: wins, and whether he lives
    money: list[Counter[str]] = field(default_factory=list)  # what each owner gained by what


def read_school(match: Match[Any], fights: Sequence[Match[Any]]) -> Facts:
    """What a campaign that is over and its fights tell."""
    state: Schools = match.state
    facts = Facts(
        () if match.outcome is None else match.outcome.winners,
        Counter(DEEDS[event.kind] for event in match.events if event.kind in DEEDS),
        careers=[(man.wins, man.status != DEAD) for man in state.men.values() if man.fights],
    )
    facts.deeds["free men"] = sum(man.status == FREE for man in state.men.values())
    for fight in fights:
        assert fight.outcome is not None
        for man in fight.outcome.report:
            facts.fought.append((man["type"], _fate(man)))
    if isinstance(state, Stables):
        facts.money = [_gains(state, seat) for seat in range(match.seats)]
    return facts


def _fate(man: dict[str, Any]) -> str:
    if man["won"]:
        return "won"
    if not man["alive"]:
        return "killed"
    return "spared" if man["spared"] else "unbeaten"


def _gains(state: Stables, seat: int) -> Counter[str]:
    gained: Counter[str] = Counter()
    for each in state.ledger.account(seat):
        what = next((words for clause, words in HEADINGS.items() if each.clause.startswith(clause)), OTHER)
        gained[what] += each.sum if each.payee == seat else -each.sum
    return gained


def add_up(campaigns: Sequence[Facts]) -> dict[str, Any]:
    """Means of a campaign, and shares of all men who fought."""
    fought = [each for campaign in campaigns for each in campaign.fought]
    careers = [each for campaign in campaigns for each in campaign.careers]
    deeds = sum((campaign.deeds for campaign in campaigns), Counter[str]())
    told: dict[str, Any] = {
        "in a campaign": {
            "men who fought": round(len(careers) / len(campaigns), 2),
            **{
                words: round(deeds[words] / len(campaigns), 2)
                for words in (*DEEDS.values(), "free men")
                if deeds[words]
            },
        },
        "men by type": {
            kind: _row([fate for one, fate in fought if one == kind]) for kind in TYPES if _some(fought, kind)
        },
        "men by their wins": {
            str(wins): {
                "men": len(those := [alive for won, alive in careers if won == wins]),
                "share alive": _share(sum(those), len(those)),
            }
            for wins in sorted({won for won, _ in careers})
        },
    }
    if any(campaign.money for campaign in campaigns):
        told["what a purse gained by"] = _money(campaigns)
    return told


def _some(fought: Sequence[tuple[str, str]], kind: str) -> bool:
    return any(one == kind for one, _ in fought)


def _row(fates: Sequence[str]) -> dict[str, float]:
    shares = {f"share {fate}": _share(fates.count(fate), len(fates)) for fate in ("won", "spared", "killed")}
    return {"fought": len(fates), **shares}


def _money(campaigns: Sequence[Facts]) -> dict[str, dict[str, float]]:
    every = [money for campaign in campaigns for money in campaign.money]
    winners = [campaign.money[seat] for campaign in campaigns for seat in campaign.winners]
    return {
        words: {
            "everybody": round(mean(money[words] for money in every)),
            "winners": round(mean(money[words] for money in winners)) if winners else 0,
        }
        for words in (*HEADINGS.values(), OTHER)
        if any(words in money for money in every)
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
