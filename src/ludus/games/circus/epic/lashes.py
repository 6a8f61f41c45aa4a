"""E2 10.4 to 10.4.3: lashes at teams and drivers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from ludus.core.chart import Axis, Chart, Spot, numbers, rolled, summed
from ludus.core.event import Event, Modifier
from ludus.core.fields import Field
from ludus.core.game import Phase
from ludus.core.standing_orders import Orders
from ludus.games.circus.chapters.tables import LASH_WORDS
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import Lashed, Odds, odds
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Data, Names

LASH_CLAUSE = {
    "G": "E2 10.4.3a",
    "-": "E2 10.4.3b",
    "B": "E2 10.4.3c",
    "M": "E2 10.4.3d",
    "S": "E2 10.4.3e",
    "W": "E2 10.4.3f",
}


@dataclass(frozen=True, slots=True)
class Compared(Lashed):
    """A driver under a lash that may be repeated: the attacker's CDM, and his own with each number of hits left."""

    attacker_cdm: int = 0
    cdms: tuple[int, ...] = ()


class EpicLashes(SecondEdition):
    """One comparison decides."""

    lashes_offer = False  # E2 10.4.1.1

    # -- at a team -------------------------------------------------------------------------------------------

    def lash_team(self, chariot: Chariot, target: Chariot) -> None:
        """E2 10.4.1.1 to 10.4.1.3: the attacker's die is added to the speed of the coming phase, for as much endurance.

        Nobody resists, and nobody is asked. E2 12.2: a chariot that cannot move pays and gains nothing.
        """
        die = self.roll(1, "lash", "E2 10.4.1.1")[0]
        lost = min(die, target.endurance)
        gained = 0 if self.cannot_move(target) else lost
        target.gains += gained
        self.tell(
            "lash-team",
            {
                "chariot": chariot.faction,
                "target": target.faction,
                "die": die,
                "endurance_lost": lost,
                "gained": gained,
                "forced": True,
            },
            (
                "E2 10.4.1.1",
                "E2 10.4.1.2",
                *(("E2 10.4.1.3",) if lost < die else ()),
                *(("E2 12.2",) if gained < lost else ()),
            ),
        )
        self.tire(target, lost)

    @odds
    def lash_team_odds(self, attacker_cdm: int, defender_cdm: int) -> Mapping[tuple[bool, int], float]:
        """E2 10.4.1.1: the die alone."""
        return {(True, die): 1 / 6 for die in range(1, 7)}

    def take_orders(self) -> tuple[Field, ...]:
        """E2 10.4.1.1: a lashed team leaves its driver no choice."""
        return ()

    def take_in_words(self, orders: Orders) -> list[str]:
        return []

    def say_lash_team(self, data: Data, names: Names) -> str:
        """E2 11.2.5: an exhausted team does not feel it."""
        spent = f"{str(data['target']).capitalize()}'s team has no endurance left to lose."
        return super().say_lash_team(data, names) if data["endurance_lost"] else spent

    # -- at a driver -----------------------------------------------------------------------------------------

    def driver_lash(self, roll: int, factor: int) -> str:
        """E2 10.4.2-chart: the difference alone decides."""
        return self.charts.lash_table[0][self.lash_factor(factor) - self.charts.lash_lowest]

    def lash_table(self) -> Chart:
        """E2 10.4.2-chart: a single column."""
        low, high = self.charts.lash_lowest, self.charts.lash_highest
        down = numbers("the attacker's lead", low, high, open_below=True, open_above=True)
        cells = tuple((LASH_WORDS[self.driver_lash(0, lead)],) for lead in down.least)
        how = "Two dice each, with the CDM: the attacker's lead."
        return Chart("driver-lash", "Lash at a driver", "E2 10.4.2-chart", how, down, Axis("", ("result",)), cells)

    def charted_lash_driver(self, event: Event) -> Iterator[Spot]:
        own, against = rolled(event, "lash"), rolled(event, "the lashed driver")
        if own is not None and against is not None:
            thrown = (Modifier("defender's dice", -sum(against.values)), *event.modifiers)
            yield self.chart_of("driver-lash").spot(event.data["factor"], None, summed(own.values, thrown))

    def lash_driver(self, chariot: Chariot, target: Chariot, side: int) -> Phase:
        """E2 10.4.2."""
        yield from self.compare(chariot, target, side, ())

    def compare(self, chariot: Chariot, target: Chariot, side: int, more: tuple[Modifier, ...]) -> Phase:
        """E2 10.4.2: two dice plus CDM each, the attacker's first; the difference is read off the chart."""
        cdm = self.defending_cdm(target)
        own = sum(self.roll(2, "lash", "E2 10.4.2"))
        against = sum(self.roll(2, "the lashed driver", "E2 10.4.2"))
        modifiers = (*self.lash_modifiers(chariot.cdm, cdm), *more)
        difference = own - against + sum(each.amount for each in modifiers)
        code = self.driver_lash(0, difference)
        self.tell(
            "lash-driver",
            {"chariot": chariot.faction, "target": target.faction, "factor": difference, "result": code},
            ("E2 10.4.2", *(("E2 10.4.5e",) if more else ()), "E2 10.4.2-chart", LASH_CLAUSE[code]),
            modifiers,
        )
        yield from self.lash_result(chariot, target, side, difference, code)

    def swerving_speed(self, target: Chariot) -> int:
        """E2 10.4.3e: the current Total Speed."""
        return self.current_speed(target)

    @odds
    def lash_code_odds(self, factor: int) -> Odds:
        return {self.driver_lash(0, factor): 1.0}

    def under_the_lash(self, attacker: Chariot, target: Chariot, side: int) -> Compared:
        man = super().under_the_lash(attacker, target, side)
        known = {each.name: getattr(man, each.name) for each in fields(man)}
        cdms = tuple(self.cdm_with(target, hits) for hits in range(target.hits + 1))
        return Compared(**known, attacker_cdm=attacker.cdm, cdms=cdms)

    def lashed_man(self, attacker_cdm: int, defender_cdm: int, hits: int, attacker_hits: int) -> Compared:
        man = Chariot("", 0, cdm=defender_cdm, hits=hits, number=len(self.race.chariots))
        cdms = tuple(self.cdm_with(man, left) for left in range(hits + 1))
        return Compared(hits, attacker_hits, attacker_cdm=attacker_cdm, cdms=cdms)

    def cdm_with(self, target: Chariot, hits: int) -> int:
        """E2 12.1.1: what he would have against a lash with so many hits left."""
        twin = target.copy()
        self.over(self.race).hurt_driver(twin, target.hits - hits, "E2 12.1.1")
        return self.defending_cdm(twin)
