"""Owners by name: who keeps the purse in a race of a campaign, whoever drives. "eques-miser" is an `eques`, a miser,
and "eques-miser-wary" the same after a rival has played tricks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ludus.bots.base import Bot
from ludus.bots.circus.course import Course
from ludus.bots.circus.patron import Habits, Patron
from ludus.bots.circus.reckoner import Reckoner
from ludus.core.decision import Choice, Decision
from ludus.games.circus.state import Race

# A sportsman trusts in his own horses alone. The others: who bets more, who bets less, who buys drugs and guards.
CHARACTERS: dict[str, Callable[[Habits], Habits]] = {
    "sportsman": lambda habits: replace(habits, mischief=0.0),
    "gambler": lambda habits: replace(habits, nerve=1.5 * habits.nerve, mischief=0.0, dares=0.3),
    "miser": lambda habits: replace(habits, nerve=0.7 * habits.nerve, mischief=0.0, caution=0.0),
    "schemer": lambda habits: replace(habits, mischief=2 * habits.mischief, caution=2 * habits.caution),
}
HABITS = {
    "libertus": Habits(nerve=0.03, mischief=0.1),
    "eques": Habits(nerve=0.15, mischief=0.1, caution=0.1, ambition=0.1),
    "dominus": Habits(nerve=0.1, mischief=0.1, ambition=0.15),
}
WARY = "-wary"  # after the name of an owner whose rivals have played tricks lately: he has his best chariot guarded
CAUTION = 0.5  # how often, then
KEEPERS: dict[str, type[Patron]] = {"libertus": Patron, "eques": Patron, "dominus": Reckoner}


class Whim(Patron):
    """Answers anything legal, for an owner who does."""

    def answer(self, race: Race, course: Course, decision: Decision) -> Choice:
        return decision.sample(self._rng)


def patron_of(owner: str, bot: Bot) -> Patron | None:
    """Who keeps this owner's purse; None: he is not known here."""
    if owner == "random":
        return Whim(Habits(), bot.rng)
    name, _, character = owner.removesuffix(WARY).partition("-")
    if name not in KEEPERS:
        return None
    habits = HABITS.get(name, Habits())
    if character in CHARACTERS:
        habits = CHARACTERS[character](habits)
    if owner.endswith(WARY):
        habits = replace(habits, caution=max(habits.caution, CAUTION))
    return KEEPERS[name](habits, bot.rng)
