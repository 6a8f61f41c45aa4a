"""Phases played out on imagined sand, by the rules themselves, to see what comes of two orders or two sheets."""

from __future__ import annotations

import random

from ludus.bots.base import Glimpse
from ludus.bots.gladiator.ground import clash_of
from ludus.bots.gladiator.prospect import Prospect
from ludus.bots.gladiator.worth import LOGIT, MEASURED, chance, worth_of
from ludus.core.decision import Choice, Decision
from ludus.core.dice import SeededDice
from ludus.core.match import Match
from ludus.games.gladiator.forms import heaviest_first
from ludus.games.gladiator.state import AMID, Arena

FIGHTS = frozenset({"allocate", "team-allocate", "concentrate", "bonus-on", "bonus"})
NEXT = frozenset({"plot", "throw", "cross-out"})
FREEING, DRAGGING = 9, 8  # factors that the imagined men put into the net


class Sandbox:
    """Copies of the position in which two men try things out; everybody else does what an absent man would do."""

    def __init__(self, glimpse: Glimpse, own: int, foe: int) -> None:
        self.match: Match[Arena] = glimpse.imagine("sand")
        self.own, self.foe = own, foe

    def try_out(self, choices: dict[int, Choice], seed: str, until: frozenset[str]) -> Arena:
        """Answers by seat, then the phase goes on until one of these questions, or the end."""
        twin = self.match.clone(quiet=True, dice=SeededDice(seed))
        for seat in list(twin.pending):
            decision = twin.pending[seat]
            twin.answer(seat, choices.get(seat, decision.default))
        while twin.outcome is None:
            seat, decision = next(iter(twin.pending.items()))
            if decision.name in until:
                break
            twin.answer(seat, _usual(twin.state, decision))
        return twin.state

    def worth(self, arena: Arena) -> float:
        """All that stands on both sides, as the first man's side sees it; in a duel the chance to win, in factors."""
        own = arena.fighters[self.own]
        if arena.seats == 2:
            return 4 / LOGIT * chance(own, arena.fighters[self.foe])
        return sum(
            worth_of(each, MEASURED) if each.side == own.side else -worth_of(each, MEASURED) for each in arena.fighters
        )

    def outlook(self, arena: Arena, prospect: Prospect) -> float:
        """What stands, and what the blows to come are worth, if there are any."""
        value = self.worth(arena)
        own, foe = arena.fighters[self.own], arena.fighters[self.foe]
        if arena.step != "combat" or arena.moment == AMID or not (own.fighting and foe.fighting):
            return value
        meeting = clash_of(arena, own, foe)
        factors, against = own.own_cf + meeting.bonus, foe.own_cf + meeting.against
        return value + prospect.value(meeting.strikes, meeting.struck, max(0, factors), max(0, against))


def _usual(arena: Arena, decision: Decision) -> Choice:
    """What a man would answer in passing."""
    if decision.name == "order":
        fighter = next(each for each in arena.fighters if each.name == decision.about)
        return heaviest_first(fighter, decision)
    if decision.name in ("free", "drag"):
        wanted = FREEING if decision.name == "free" else DRAGGING
        return min(wanted, max(choice for choice in decision if isinstance(choice, int)))
    if decision.name == "recover":
        return list(decision)[-1]
    return decision.default


def pick(rng: random.Random, shares: list[float]) -> int:
    """A number drawn by its share; what is hardly ever played is noise, and is left out."""
    floor = 0.05 * max(shares)
    kept = [share if share >= floor else 0.0 for share in shares]
    return rng.choices(range(len(kept)), kept)[0]
