"""Owners with one idea each, who have the stable of the best: whoever thinks must not be poorer than they are."""

from __future__ import annotations

from typing import Any

from ludus.bots.base import Glimpse
from ludus.bots.campaign.owner import Dominus
from ludus.bots.circus.course import Course
from ludus.bots.circus.favourites import at_the_start
from ludus.bots.circus.patron import Patron
from ludus.campaign.season.entries import OUT
from ludus.core.decision import Choice
from ludus.core.form import Form
from ludus.games.circus.state import Race


class Crude(Dominus):
    """Buys nothing, lends nothing, bids for nothing."""

    characters = ()

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.character = ""

    def choose(self, glimpse: Glimpse) -> Choice:
        if glimpse.decision.name in ("purchases", "offer", "accept", "bid"):
            return glimpse.decision.default
        return super().choose(glimpse)


class Hundred(Crude):
    """Bets a hundred and never spends anything else."""

    name = "hundred"


class AllIn(Crude):
    """Bets everything on the favourite, as far as the rules let him."""

    name = "allin"


class Poisoner(Crude):
    """Has the favourite drugged before every race."""

    name = "poisoner"


class Absentee(Crude):
    """Never enters, and bets a hundred on the favourite."""

    name = "absentee"

    def choose(self, glimpse: Glimpse) -> Choice:
        return OUT if OUT in glimpse.decision else super().choose(glimpse)


class HundredKeeper(Patron):
    """Nothing but the least bet."""


class AllInKeeper(Patron):
    def bets(self, race: Race, course: Course, decision: Form) -> Choice:
        chances, purse = at_the_start(race), decision.limits[0].most or 0
        favourite = max(race.chariots, key=lambda each: chances[each.number])
        own = [each for each in race.chariots if each.seat == decision.seat]
        if favourite.seat == decision.seat or not own:
            return decision.read({favourite.faction: purse // 100 * 100})
        best = max(own, key=lambda each: chances[each.number])
        return decision.read({best.faction: purse // 200 * 100, favourite.faction: purse // 200 * 100})


class PoisonerKeeper(Patron):
    def envelope(self, race: Race, course: Course, decision: Form) -> Choice:
        chances = at_the_start(race)
        rivals = [each for each in race.chariots if each.seat != decision.seat]
        favourite = max(rivals, key=lambda each: chances[each.number])
        return decision.read({"target": favourite.faction, "drugs": 500 * min(favourite.horses)})


class AbsenteeKeeper(Patron):
    def bets(self, race: Race, course: Course, decision: Form) -> Choice:
        chances = at_the_start(race)
        favourite = max(race.chariots, key=lambda each: chances[each.number])
        return decision.read({favourite.faction: 100})


CRUDE = {kind.name: kind for kind in (Hundred, AllIn, Poisoner, Absentee)}
KEEPERS: dict[str, type[Patron]] = {
    "hundred": HundredKeeper,
    "allin": AllInKeeper,
    "poisoner": PoisonerKeeper,
    "absentee": AbsenteeKeeper,
}
