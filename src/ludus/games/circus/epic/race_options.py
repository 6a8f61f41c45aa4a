"""E2 3.1: what the players agree on before a race: its length, a time limit, and whether horses may be rammed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ludus.core.game import Option, Phase
from ludus.core.plain import told
from ludus.games.circus.epic.finish import EpicFinish
from ludus.games.circus.epic.setup import EpicSetup
from ludus.games.circus.options.switch import EPIC, either, on_off, only
from ludus.games.circus.state import TEAM, Chariot
from ludus.games.circus.threats import Attack
from ludus.games.circus.words import Data, Names, who

GROUP = "The epic race"
MOST_TURNS = 60  # of a time limit
MOST_SPARE = 8  # chariots that stay at home
TWO_LAP_DIVISOR = 3


class TwoLaps(EpicSetup):
    """E2 3.1.2: two eggs and two dolphins, which is a shorter track, and a third less endurance."""

    def race_endurance(self, endurance: int) -> int:
        """The loss is rounded down, and comes before the car's."""
        whole = super().race_endurance(endurance)
        return whole - whole // TWO_LAP_DIVISOR


@dataclass(frozen=True, slots=True)
class Offence:
    """Whether a chariot has rammed a team by its own will."""

    rammed: bool = told("Whether it has; then it cannot win.", default=False)


class OutlawedRamming(EpicFinish):
    """E2 3.1.3, 10.7.3: the ram works, but whoever made it cannot win."""

    adds_to_chariots: ClassVar[Mapping[str, type]] = {"offence": Offence}

    def carry_out(self, chariot: Chariot, attack: Attack) -> Phase:
        """The attack that was announced and paid for is the offence, whether the defender gets away or not."""
        if self.forfeits(chariot, attack):
            chariot.parts["offence"] = Offence(rammed=True)
            self.tell("outlawed", {"chariot": chariot.faction}, ("E2 3.1.3", "E2 10.7.3"))
        yield from super().carry_out(chariot, attack)

    def forfeits(self, chariot: Chariot, attack: Attack) -> bool:
        """E2 3.1.3: the first ram against horses does."""
        return attack.kind == "ram" and attack.part == TEAM and not self.barred(chariot)

    def barred(self, chariot: Chariot) -> bool:
        return bool(chariot.parts["offence"].rammed)

    def remarks(self, chariot: Chariot) -> list[str]:
        return [*super().remarks(chariot), *(["has rammed horses: cannot win"] if self.barred(chariot) else [])]

    def say_outlawed(self, data: Data, names: Names) -> str:
        return f"{who(data)} rams horses, which is outlawed: it cannot win any more."


LAPS = either(
    "laps",
    "Laps",
    "Three laps, or two with a third less endurance.",
    "E2 3.1.2",
    GROUP,
    3,
    {2: TwoLaps},
    editions=EPIC,
)
OUTLAWED_RAMMING = on_off(
    "outlawed_ramming",
    "Horse ramming outlawed",
    "Whoever rams a team by his own will cannot win the race any more; he can still place.",
    "E2 3.1.3",
    GROUP,
    OutlawedRamming,
    editions=EPIC,
)
RACE_OPTIONS = (
    Option(
        "entries",
        "Chariots each",
        "How many chariots each player races; at most sixteen in all.",
        "E2 3.3.2",
        2,
        tuple(range(1, 9)),
        group=GROUP,
        only=only(EPIC),
    ),
    Option(
        "stable",
        "Spare chariots",
        "How many chariots each owner has in his stable besides those that he enters in secret.",
        "E2 3.4",
        1,
        tuple(range(MOST_SPARE + 1)),
        group=GROUP,
        only=only(EPIC),
    ),
    Option(
        "time_limit",
        "Time limit",
        "So many turns are played; then whoever leads wins, if nobody has finished before. None: to the finish.",
        "E2 3.1.1",
        None,
        (None, *range(1, MOST_TURNS + 1)),
        group=GROUP,
        only=only(EPIC),
    ),
)
