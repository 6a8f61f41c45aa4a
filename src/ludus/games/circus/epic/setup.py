"""E2 3: colours, chariots out of a stable, and places before the race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.core.game import Phase
from ludus.core.toml_files import load_table
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import Chariot

MOST_CHARIOTS = 16  # E2 2.4: as many as there are models


class EpicSetup(SecondEdition):
    """Nothing is bought with points: teams, cars and drivers come as the dice made them."""

    stable_chart: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "epic/stable")

    @classmethod
    def field(cls, seats: int, options: Mapping[str, Any]) -> int:
        """E2 3.3.1, 3.3.2: the same number for each player."""
        return seats * min(int(options["entries"]), MOST_CHARIOTS // seats)

    def most_endurance(self) -> int:
        return max(max(map(int, team["endurance"])) for team in self.stable_chart["teams"])

    def build(self) -> Phase:
        """E1 4.6: in a race of its own every chariot is made by the dice."""
        for chariot in self.race.chariots:
            self.out_of_the_stable(chariot)
        return
        yield

    def out_of_the_stable(self, chariot: Chariot) -> None:
        """E1 4.6.1a to 4.6.1d, E2 2.6.2-car: team, car, driver, and what the car costs the team."""
        chart = self.stable_chart
        team = chart["teams"][sum(self.roll(2, "team", "E1 4.6.1a")) - 2]
        chariot.horses = chariot.horses_start = tuple(team["horses"])
        endurance = team["endurance"][self.roll(1, "endurance", "E1 4.6.1a")[0] - 1]
        chariot.car = chart["car"]["by_die"][self.roll(1, "car", "E1 4.6.1b")[0] - 1]
        chariot.modifier = chariot.cdm = chart["driver"]["by_die"][self.roll(1, "driver", "E1 4.6.1c")[0] - 1]
        die = self.roll(1, "driver hits", "E1 4.6.1d")[0]
        chariot.hits = chariot.hits_start = self.driver_hits(die + chariot.modifier)
        chariot.endurance = self.endurance_behind(chariot.car, endurance)
        self.tell(
            "built",
            {
                "chariot": chariot.faction,
                "points": [],
                "modifier": chariot.modifier,
                "hits": chariot.hits,
                "car": chariot.car,
                "horses": list(chariot.horses),
                "endurance": chariot.endurance,
            },
            ("E2 2.6.2", "E2 2.6.2-car"),
        )

    def endurance_behind(self, car: str, endurance: int) -> int:
        """E2 2.6.2-car: a medium car takes a quarter, a heavy one half; the loss is rounded down."""
        divisor = self.stable_chart["endurance_divisor"][car]
        return endurance - (endurance // divisor if divisor else 0)
