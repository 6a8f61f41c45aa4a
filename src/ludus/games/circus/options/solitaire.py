"""Solitaire (CM 19): one chariot against a field whose tempers decide."""

from __future__ import annotations

from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.options.readings import GROUP
from ludus.games.circus.options.switch import either, on_off
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Data, Names


class Solitaire(SecondEdition):
    """Seat 1 has one chariot, the others share the rest; how they attack stands in the chapter of the same name."""

    def owners(self, field: int) -> tuple[list[int], tuple[str, ...]]:
        """CM 19-roles: one chariot against the rest of the field."""
        rivals = range(1, self.race.seats)
        return [0, *(rivals[number % len(rivals)] for number in range(field - 1))], ("CM 3.3",)

    def deal_characters(self) -> None:
        """CM 19-personality: a number for every rival of seat 0, given by hand or dealt at random."""
        race = self.race
        rivals = [chariot for chariot in race.chariots if chariot.seat != 0]
        numbers = list(race.rules.characters)
        if not numbers:
            spread = [self.charts.thresholds[number % len(self.charts.thresholds)] for number in range(len(rivals))]
            numbers = self.shuffle(spread, "characters", "CM 19-personality")
        for chariot, number in zip(rivals, numbers, strict=True):
            chariot.threshold = number
        self.tell(
            "characters",
            {"numbers": {chariot.faction: chariot.threshold for chariot in rivals}},
            ("CM 19-personality",),
        )

    def say_characters(self, data: Data, names: Names) -> str:
        return "Tempers: " + ", ".join(f"{who} {number}" for who, number in data["numbers"].items()) + "."


class DiceWhereHeStops(SecondEdition):
    """CM 19-threshold: a rival who drives on throws for no opportunity that he only comes by."""

    def tempted(self, chariot: Chariot, factors: int) -> bool:
        return False


SOLITAIRE = on_off(
    "solitaire", "Solitaire", "Rivals of seat 1 attack by the die.", "CM 19-roles", "The game", Solitaire
)
RIVALS_DIE = either(
    "rivals_die",
    "A rival's die",
    "Whether a rival throws for every square from which he could attack, or only where a step of his ends.",
    "CM 19-threshold",
    GROUP,
    "every square",
    {"where he stops": DiceWhereHeStops},
    formerly="where he stops",
    hangs_on="solitaire",
)
