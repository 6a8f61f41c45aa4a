"""Horses (GEN carcass-1, crit-horse-1): dead ones that stay on the track, and hits that are worse than they look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from ludus.core.chart import Chart, Spot, ladder
from ludus.core.event import Event
from ludus.core.toml_files import load_table
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import HORSE_DEAD, Odds, Sides, boxes_lost, gathered, odds, sums
from ludus.games.circus.options.switch import on_off
from ludus.games.circus.state import CARCASS, TEAM, Chariot
from ludus.games.circus.threats import Threat
from ludus.games.circus.words import Data, Names, who

ARMS = load_table("ludus.games.circus", "options/arms")
KILLED = -1


class Carcasses(SecondEdition):
    """GEN carcass-1: a horse that was cut free lies where the team stands; passing over it is like a smaller wreck."""

    sources: ClassVar[tuple[str, ...]] = ("GEN",)
    carcasses_stay = True
    carcass_run_over: ClassVar[int] = ARMS["carcass"]["run_over"]

    def leave_horse(self, chariot: Chariot) -> None:
        """Moving off it is not passing over it: only whoever comes from behind jumps."""
        super().leave_horse(chariot)
        square = chariot.square
        if square not in self.race.wrecks:
            self.race.lay(square, CARCASS)
            self.tell(
                "carcass", {"chariot": chariot.faction, "square": self.race.track.name(square)}, ("GEN carcass-1",)
            )

    def brake_away(self, chariot: Chariot, clause: str) -> None:
        """Whoever has driven off his own dead horse and is pushed back onto it must pass over it, in a later turn."""
        super().brake_away(chariot, clause)
        race, square = self.race, chariot.square
        back = race.wrecks.get(square) == CARCASS and square not in chariot.under
        if back and chariot.cut_turn < race.turn:
            chariot.under = (*chariot.under, square)

    def obstacle_worse(self, square: int) -> int:
        if self.race.wrecks.get(square) == CARCASS:
            return self.carcass_run_over
        return super().obstacle_worse(square)

    def obstacle_name(self, square: int) -> str:
        return "carcass" if self.race.wrecks.get(square) == CARCASS else super().obstacle_name(square)

    def deadly(self, square: int) -> bool:
        return super().deadly(square) and self.race.wrecks[square] != CARCASS

    def lying(self) -> list[dict[str, Any]]:
        dead = [square for square, what in self.race.wrecks.items() if what == CARCASS]
        return [*super().lying(), *({"square": square, "words": "a dead horse"} for square in dead)]

    def say_carcass(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s dead horse stays behind on {data['square']}."


class CriticalHorses(SecondEdition):
    """GEN crit-horse-1: one throw for each horse that an attacker has hurt and not killed."""

    sources: ClassVar[tuple[str, ...]] = ("GEN",)
    critical_horse_chart: ClassVar[tuple[int, ...]] = tuple(ARMS["critical_horse"]["more"])

    def ram_horses(self, attacker: Chariot, target: Chariot, side: int, clause: str) -> None:
        horse = self.nearest_horse(target, side)
        before = target.horses
        super().ram_horses(attacker, target, side, clause)
        if horse is not None and target.horses[horse] < before[horse]:
            self.critical_horse(target, horse)

    def hit_horse(self, chariot: Chariot, horse: int, points: int, clauses: tuple[str, ...]) -> None:
        super().hit_horse(chariot, horse, points, clauses)
        self.critical_horse(chariot, horse)

    def more_hits(self, roll: int) -> int:
        return self.critical_horse_chart[roll - 2]

    def critical_horse(self, chariot: Chariot, horse: int) -> None:
        if not chariot.horses[horse] or not chariot.on_track:
            return
        more = self.more_hits(sum(self.roll(2, "critical horse hit", "GEN crit-horse-1")))
        data = {"chariot": chariot.faction, "horse": horse + 1, "killed": more == KILLED, "more": max(0, more)}
        self.tell("critical-horse", data, ("GEN crit-horse-1",))
        if more:
            points = chariot.horses[horse] if more == KILLED else more
            if more == KILLED:
                self.killed_outright(chariot, horse)
            self.injure(chariot, horse, points, ("GEN crit-horse-1", "CM 9.51b"))

    def more_tables(self) -> tuple[Chart, ...]:
        made = ladder("two dice", 2, 12, lambda roll: (self.worse_hurt(self.more_hits(roll)),))
        how = "Two dice for each horse that an attacker has hurt and not killed."
        chart = self.single("critical-horse", "Critical horse hits", "GEN crit-horse-1", how, made)
        return (*super().more_tables(), chart)

    def worse_hurt(self, more: int) -> str:
        return "killed" if more == KILLED else f"{more} more" if more else "nothing more"

    def charted_critical_horse(self, event: Event) -> Iterator[Spot]:
        return self.spot("critical-horse", event, "critical horse hit")

    def ram_threat(self, threat: Threat) -> Sides:
        sides = super().ram_threat(threat)
        target = self.race.chariots[threat.target]
        horse = self.nearest_horse(target, threat.side)
        if threat.part != TEAM or horse is None or self.shielded(target, threat.side):
            return sides
        return Sides(self.with_criticals(sides.target, target.horses[horse]), sides.attacker)

    @odds
    def struck_odds(self, points: int, boxes: int) -> Odds:
        return self.with_criticals(super().struck_odds(points, boxes), boxes)

    def with_criticals(self, found: Odds, boxes: int) -> Odds:
        """Every hit that leaves the horse alive may be worse."""
        points = {boxes_lost(lost): lost for lost in range(1, boxes)}
        parts: list[tuple[str, float]] = []
        for word, chance in found.items():
            if word not in points:
                parts.append((word, chance))
                continue
            for roll, share in sums(2).items():
                more = self.more_hits(roll)
                dead = more == KILLED or points[word] + more >= boxes
                parts.append((HORSE_DEAD if dead else boxes_lost(points[word] + more), chance * share))
        return gathered(parts)

    def say_critical_horse(self, data: Data, names: Names) -> str:
        if data["killed"]:
            return f"{who(data)}'s horse {data['horse']} is struck in the heart!"
        if not data["more"]:
            return f"{who(data)}'s horse {data['horse']} runs on."
        return f"{who(data)}'s horse {data['horse']} is worse hurt than it seemed."


GROUP = "The General's options"
CARCASSES = on_off(
    "carcasses", "Carcasses", "A dead horse that was cut free stays on the track, an obstacle like a small wreck.",
    "GEN carcass-1", GROUP, Carcasses,
)  # fmt: skip
CRITICAL_HORSES = on_off(
    "critical_horses", "Critical horse hits",
    "A horse hurt by an attacker may be hurt worse, or killed, on two more dice.",
    "GEN crit-horse-1", GROUP, CriticalHorses,
)  # fmt: skip
