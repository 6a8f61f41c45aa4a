"""The spear (GEN spear-1 to spear-3): a dangerous thing, for whoever is near and for whoever carries it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludus.core.chart import Chart, Spot, ladder
from ludus.core.decision import Choice
from ludus.core.event import Event, Modifier
from ludus.core.game import Phase
from ludus.core.plain import told
from ludus.core.toml_files import load_table
from ludus.games.circus.odds import HARMLESS, NOTHING, Odds, Sides, gathered, odds, sums
from ludus.games.circus.options.knife import Thrown
from ludus.games.circus.options.switch import on_off
from ludus.games.circus.state import CAR, TEAM, Chariot
from ludus.games.circus.threats import Attack, Threat, attack_of
from ludus.games.circus.words import Answer, Data, Names, who


@dataclass(frozen=True, slots=True)
class Shaft:
    """A spear in the car."""

    carried: bool = told("Whether it is still in the car.", default=True)
    turn: int = told("The turn in which it was used last.", default=0, between=(0, 10_000))


class Spear(Thrown):
    adds_to_chariots: ClassVar[Mapping[str, type]] = {"spear": Shaft}
    spear_chart: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "options/arms")["spear"]

    def spear(self, chariot: Chariot) -> Shaft:
        shaft: Shaft = chariot.parts["spear"]
        return shaft

    def remarks(self, chariot: Chariot) -> list[str]:
        return [*super().remarks(chariot), *(["a spear"] if self.spear(chariot).carried else [])]

    # -- the thrust ----------------------------------------------------------------------------------------

    def add_more_attacks(self, chariot: Chariot, factors: int, found: dict[str, Attack]) -> None:
        """GEN spear-1: where a ram would reach a team or a man, once a turn; it counts as the attack of its square."""
        super().add_more_attacks(chariot, factors, found)
        shaft = self.spear(chariot)
        if not shaft.carried or shaft.turn == self.race.turn or factors < self.spear_chart["factors"]:
            return
        for ram in [attack for attack in found.values() if attack.kind == "ram"]:
            target = self.race.chariots[ram.target]
            if ram.part == TEAM or target.driver == "car":
                at = "team" if ram.part == TEAM else "driver"
                found[f"spear {target.faction} {at}"] = attack_of("spear", target.number, ram.part, ram.side)

    def attack_price(self, attack: Attack) -> int:
        return int(self.spear_chart["factors"]) if attack.kind == "spear" else super().attack_price(attack)

    def use_up(self, chariot: Chariot, attack: Attack) -> None:
        """GEN spear-1: one in a turn."""
        super().use_up(chariot, attack)
        if attack.kind == "spear":
            chariot.alter("spear", turn=self.race.turn)

    def aim(self, threat: Threat) -> str:
        if threat.kind == "spear":
            return "team" if threat.part == TEAM else "driver"
        return super().aim(threat)

    def carry_out_spear(self, chariot: Chariot, attack: Attack) -> Phase:
        """GEN spear-1: two dice plus CDM against a target that did not get away."""
        self.use_up(chariot, attack)
        if not (yield from self.announce_attack(chariot, attack)):
            return
        target = self.race.chariots[attack.target]
        total = sum(self.roll(2, "spear", "GEN spear-1")) + chariot.cdm
        hits = total >= self.spear_chart["needs"]
        self.tell(
            "spear",
            {"chariot": chariot.faction, "target": target.faction, "total": total, "hits": hits},
            ("GEN spear-1",),
            (Modifier("attacker's CDM", chariot.cdm),),
        )
        if hits and attack.part == TEAM:
            self.wound_horse(target, self.roll_spear(target), attack.side, "GEN spear-2")
        elif hits:
            self.wound_driver(target, self.roll_spear(target), "GEN spear-2")

    def spear_result(self, roll: int) -> str:
        return str(self.spear_chart["rows"][roll - 2])

    def roll_spear(self, target: Chariot) -> str:
        """GEN spear-2: two dice, as they are."""
        result = self.spear_result(sum(self.roll(2, "spear wound", "GEN spear-2")))
        self.tell("spear-result", {"chariot": target.faction, "result": result}, ("GEN spear-2",))
        return result

    def more_tables(self) -> tuple[Chart, ...]:
        made = ladder("two dice", 2, 12, lambda roll: (self.spear_result(roll),))
        how = f"It hits on {self.spear_chart['needs']} or more, two dice and the CDM; then two dice as they are."
        return (*super().more_tables(), self.single("spear", "A spear that hits", "GEN spear-2", how, made))

    def charted_spear_result(self, event: Event) -> Iterator[Spot]:
        return self.spot("spear", event, "spear wound")

    # -- accidents -------------------------------------------------------------------------------------------

    def spear_accident(self, chariot: Chariot) -> None:
        """GEN spear-3: two dice less CDM."""
        if chariot.driver != "car" or not self.spear(chariot).carried or not chariot.on_track:
            return
        total = sum(self.roll(2, "accident with the spear", "GEN spear-3")) - chariot.cdm
        happens = total >= self.spear_chart["accident"]
        data = {"chariot": chariot.faction, "total": total, "happens": happens}
        self.tell("spear-accident", data, ("GEN spear-3",), (Modifier("CDM", -chariot.cdm),))
        if happens:
            self.wound_driver(chariot, self.roll_spear(chariot), "GEN spear-3")

    def check_strain_chart(self, chariot: Chariot, points: int, paid: int, clauses: tuple[str, ...]) -> Phase:
        yield from super().check_strain_chart(chariot, points, paid, clauses)
        self.spear_accident(chariot)

    def after_ram(self, rammer: Chariot | None, rammed: Chariot) -> None:
        """GEN spear-3: the rammed driver after the rammer."""
        super().after_ram(rammer, rammed)
        if rammer is not None:
            self.spear_accident(rammer)
        self.spear_accident(rammed)

    def drag(self, chariot: Chariot) -> None:
        """GEN spear-3: whoever leaves his car leaves the spear."""
        chariot.alter("spear", carried=False)
        super().drag(chariot)

    # -- odds and words ----------------------------------------------------------------------------------------

    @odds
    def spear_odds(self, cdm: int, hits: int, boxes: int) -> Odds:
        """GEN spear-1, spear-2: a man with so many hit boxes, or (0 of them) a horse with so many boxes."""
        struck = sum(chance for total, chance in sums(2).items() if total + cdm >= self.spear_chart["needs"])
        parts: list[tuple[str, float]] = [(NOTHING, 1 - struck)]
        for total, share in sums(2).items():
            result = self.spear_result(total)
            wounds = self.wound_chances(result, hits) if hits else self.horse_wound_odds(result, boxes)
            parts += [(word, struck * share * chance) for word, chance in wounds.items()]
        return gathered(parts)

    def spear_threat(self, threat: Threat) -> Sides:
        target = self.race.chariots[threat.target]
        if threat.part == CAR:
            return Sides(self.spear_odds(threat.cdm, target.hits, 0), {})
        horse = self.nearest_horse(target, threat.side)
        return Sides(HARMLESS if horse is None else self.spear_odds(threat.cdm, 0, target.horses[horse]), {})

    def spear_answer(self, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
        return self.threat_answer(chariot, choice, attack, "Thrust the spear at", "GEN spear-1")

    def attack_means(self) -> dict[str, str]:
        spears = {"spear driver": "thrust the spear at the driver", "spear team": "thrust the spear at the team"}
        return {**super().attack_means(), **spears}

    def threat_kinds(self) -> dict[str, str]:
        return {**super().threat_kinds(), "spear": "thrusts a spear"}

    def attack_deeds(self) -> dict[str, str]:
        return {**super().attack_deeds(), "spear": "thrust a spear at"}

    def attack_verbs(self) -> dict[str, str]:
        return {**super().attack_verbs(), "spear": "thrusts his spear at"}

    def say_spear(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s spear {'strikes' if data['hits'] else 'misses'} {data['target']} ({data['total']})."

    def say_spear_result(self, data: Data, names: Names) -> str:
        return f"{who(data)}: {data['result']}."

    def say_spear_accident(self, data: Data, names: Names) -> str:
        return f"{who(data)} {'falls into his own spear!' if data['happens'] else 'keeps his spear out of the way.'}"


SPEAR = on_off(
    "spear",
    "Spear",
    "Once a turn a driver may thrust a spear at the chariot beside him for two factors; rams and corners may drive it "
    "into himself. With the 32-point builds it is bought, else everybody has one.",
    "GEN spear-1",
    "The General's options",
    Spear,
)
