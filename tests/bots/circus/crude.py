"""Drivers and owners with one idea each: whoever thinks must beat them."""

from __future__ import annotations

from typing import Any

from ludus.bots.circus.characters import Auriga
from ludus.bots.circus.driver import numbers_in
from ludus.bots.circus.patron import Patron
from ludus.core.decision import Choice, Decision
from ludus.games.circus.state import Chariot, Race


class Bolt(Auriga):
    """Always the maximum speed."""

    name = "bolt"

    def write_speed(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        return numbers_in(decision)[-1]


class Hugger(Auriga):
    """Always lane 1, at a speed that it takes."""

    name = "hugger"

    def step(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        if chariot.runaway or race.move.jumps:
            return decision.default
        return "in" if "in" in decision else decision.default


class Brawler(Auriga):
    """Rams whatever comes within reach."""

    name = "brawler"

    def step(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        rams = [answer for answer in decision if str(answer).startswith("ram ")]
        return rams[0] if rams else super().step(race, chariot, decision)


class Thrower(Auriga):
    """Throws his knife and his dust at the first man he sees."""

    name = "thrower"

    def step(self, race: Race, chariot: Chariot, decision: Decision) -> Choice:
        throws = [answer for answer in decision if str(answer).startswith(("knife ", "dust "))]
        return throws[0] if throws else super().step(race, chariot, decision)


class Gambler(Auriga):
    """Bets all he has: half on his own chariots as he must, half on the slowest of the others."""

    name = "gambler"

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._patron = Outsider(self.habits, self.rng)


class Outsider(Patron):
    def bets(self, race: Race, course: Any, decision: Any) -> Choice:
        half = decision.limits[0].most // 200 * 100
        slow = sorted(race.chariots, key=lambda each: sum(each.horses))
        own = next(each.faction for each in slow if each.seat == decision.seat)
        other = next(each.faction for each in slow if each.seat != decision.seat)
        return decision.read({own: half, other: half})  # type: ignore[no-any-return]


CRUDE = {kind.name: kind for kind in (Bolt, Hugger, Brawler, Thrower, Gambler)}
