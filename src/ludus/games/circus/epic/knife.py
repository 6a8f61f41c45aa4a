"""E2 10.5: the knife that cuts free, thrown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.core.decision import Choice
from ludus.core.event import Modifier
from ludus.core.toml_files import load_table
from ludus.games.circus.odds import sums
from ludus.games.circus.options.knife import SmallKnife
from ludus.games.circus.state import CAR, TEAM, Chariot
from ludus.games.circus.threats import Attack, attack_of
from ludus.games.circus.words import Answer, Data, Names

KNIFE = load_table("ludus.games.circus", "epic/weapons")["knife"]
HIGHEST = 12  # of two dice
FURTHEST = HIGHEST - int(KNIFE["needs"])  # with a CDM of 0
KNIFE_CLAUSE = {
    "killed": "E2 10.5.5a",
    "major wound": "E2 10.5.5b",
    "horse killed": "E2 10.5.5c",
    "horse wounded": "E2 10.5.5d",
    "minor wound": "E2 10.5.5e",
    "horse scratched": "E2 10.5.5f",
}

HORSE_WORDS = {"horse killed": "falls dead", "horse wounded": "is wounded", "horse scratched": "is scratched"}


class EpicKnife(SmallKnife):
    """One knife each; who has thrown it cuts nothing free any more."""

    knife_chart: ClassVar[Mapping[str, Any]] = KNIFE
    dagger_name: ClassVar[str] = "knife"  # nobody has another

    def furthest_throw(self, chariot: Chariot) -> int:
        """E2 10.5.2: further away no dice could hit."""
        return FURTHEST + chariot.cdm

    def add_throws(self, kind: str, chariot: Chariot, found: dict[str, Attack]) -> None:
        """E2 10.5: at a chariot, whatever its facing; the chart decides what is struck."""
        race, seat = self.race, chariot.seat
        behind = race.track.behind
        far = self.furthest_throw(chariot)
        if far < 0:
            far = 0
        reach = race.track.within(behind[chariot.square], far + 1)
        for target in race.chariots:
            team = target.square
            if team < 0 or (steps := reach[team]) > far + 1 or target.seat == seat:
                continue  # who is not in reach has no car that is
            part = TEAM
            if target.hitched and reach[behind[team]] < steps:
                steps, part = reach[behind[team]], CAR
            if steps <= far:
                side = self.thrown_from(chariot, target)
                found[f"knife {target.faction} chariot"] = attack_of(kind, target.number, part, side)

    def throw(self, chariot: Chariot, attack: Attack, clause: str) -> None:
        """E2 10.5.1, 10.5.2: two dice plus CDM less the range; the defender must hold."""
        race = self.race
        target = race.chariots[attack.target]
        race.move.attacked = (*race.move.attacked, race.car_square(chariot))
        far = self.throw_range(chariot, attack)
        total = sum(self.roll(2, "throwing a knife", "E2 10.5.2")) + chariot.cdm - far
        hits = total >= self.knife_chart["needs"]
        self.tell(
            "knife",
            {"chariot": chariot.faction, "target": target.faction, "range": far, "total": total, "hits": hits},
            ("E2 10.5", "E2 10.5.1", "E2 10.5.2", "E2 10.5.4"),
            (Modifier("attacker's CDM", chariot.cdm), Modifier("range", -far)),
        )
        if hits:
            self.knife_strikes(target, attack.side)

    def how_to_throw(self) -> str:
        return f"It hits on {self.knife_chart['needs']} or more, two dice and the CDM, less the range."

    def knife_clause(self, result: str) -> str:
        return KNIFE_CLAUSE[result]

    def knife_finds(self, result: str, manned: bool) -> str:
        """E2 10.5.5a, 10.5.5b, 10.5.5e: without a driver a horse suffers."""
        return result if manned else str(self.knife_chart["driverless"].get(result, result))

    def wound_driver(self, target: Chariot, wound: str, clause: str) -> None:
        """E2 10.5.5a: whoever is killed outright leaves a chariot that flips, and nobody is dragged."""
        if wound != "killed":
            super().wound_driver(target, wound, clause)
            return
        self.hurt_driver(target, target.hits, clause)
        self.flip(target, "E2 12.1")

    def near_horses(self, target: Chariot, side: int) -> list[int]:
        """E2 10.5.5c: the outermost living horse of that side; along the lane the one or the other."""
        if side:
            return super().near_horses(target, side)
        living = [horse for horse in range(4) if target.horses[horse]]
        return list(dict.fromkeys((living[0], living[-1]))) if living else []

    def one_of(self, near: list[int], clause: str) -> int:
        """E2 10.5.5c: a die, low for the left."""
        left = self.roll(1, "left or right", clause)[0] <= int(self.knife_chart["left_to"])
        return near[0] if left else near[-1]

    # -- odds and words ----------------------------------------------------------------------------------------

    def throw_chance(self, chariot: Chariot, attack: Attack, far: int) -> float:
        needed = self.knife_chart["needs"] - chariot.cdm + far
        return sum(chance for total, chance in sums(2).items() if total >= needed)

    def dagger_answer(self, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
        return self.throw_answer(chariot, choice, attack, "E2 10.5.2")

    def thrown_at(self, attack: Attack) -> str:
        return "chariot"

    def say_knife_result(self, data: Data, names: Names) -> str:
        """E2 10.5.5: nobody may be in the car."""
        horse = HORSE_WORDS.get(data["result"])
        return f"A horse of {data['chariot']} {horse}." if horse else super().say_knife_result(data, names)

    def dagger_means(self) -> dict[str, str]:
        return {"knife chariot": "throw the knife"}
