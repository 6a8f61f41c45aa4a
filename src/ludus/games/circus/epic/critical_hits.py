"""E2 10.4.4, 10.4.5: critical hits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.core.toml_files import load_table
from ludus.games.circus.epic.lashes import Compared, EpicLashes
from ludus.games.circus.odds import Ending, Lashed, gathered
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Data, Names, who

CRITICAL_WORDS = {
    "pulled from the car": "loses his footing",
    "severe wound": "is severely wounded and loses a point of skill",
    "arm wound": "is wounded in the arm",
    "eye wound": "is wounded in the eye",
    "surprise": "is taken by surprise, and lashed again",
    "deep wound": "is deeply wounded",
    "none": "suffers no more than that",
    "tug of war": "gets hold of the whip",
}


class EpicCriticalHits(EpicLashes):
    """A surprise is the whole lash once more, and a whip pulled at may change hands."""

    lash_chart: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "epic/weapons")["lash"]

    def critical_clause(self, result: str) -> str:
        return "E2 10.4.5g" if result == "none" else super().critical_clause(result)

    def surprise(self, chariot: Chariot, target: Chariot, side: int, factor: int) -> Phase:
        """E2 10.4.5e: everything is rolled again with 1 off, flat each time; he has no time to avoid it."""
        surprised = Modifier("taken by surprise", self.lash_chart["surprise"])
        yield from self.compare(chariot, target, side, (surprised,))

    def surprise_odds(self, factor: int, man: Lashed) -> Mapping[Ending, float]:
        """E2 10.4.5e: his wounds may have cost him some of his CDM by then."""
        assert isinstance(man, Compared)
        cdm = man.attacker_cdm + self.lash_chart["surprise"]
        return gathered(
            (ending, column * chance)
            for difference, column in self.lash_factor_odds(cdm, man.cdms[man.hits]).items()
            for ending, chance in self.strike_odds(difference, man).items()
        )

    def keep_pulled_whip(self, chariot: Chariot, target: Chariot) -> None:
        """E2 10.4.5h: a defender who wins the pulling match and has no whip keeps this one."""
        if not target.whip:
            target.whip = True
            data = {"chariot": chariot.faction, "by": target.faction, "kept": True}
            self.tell("whip-grabbed", data, ("E2 10.4.5h", "E2 2.5.12"))

    def say_critical(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver {CRITICAL_WORDS[data['result']]}."
