"""Knives (GEN knife-1 to knife-3): one to throw, and the small one that every driver carries to cut reins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludus.core.chart import Chart, Spot, ladder
from ludus.core.decision import Choice
from ludus.core.event import Event, Modifier, Sound, Weight
from ludus.core.game import Phase
from ludus.core.plain import told
from ludus.core.toml_files import load_table
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import (
    DEAD,
    HARMLESS,
    HORSE_DEAD,
    NOTHING,
    Odds,
    at_most,
    boxes_lost,
    gathered,
    mixed,
    odds,
    sums,
)
from ludus.games.circus.options.switch import on_off
from ludus.games.circus.state import CAR, TEAM, Chariot, Move
from ludus.games.circus.threats import Attack, attack_of
from ludus.games.circus.track import BEYOND, IN, OUT
from ludus.games.circus.words import Answer, Data, Names, count, who

KNIFE_WORDS = {
    "killed": "is killed",
    "major wound": "is badly wounded",
    "minor wound": "is scratched",
    "horse scratched": "is missed, but a horse is scratched",
    "horse wounded": "is missed, but a horse is wounded",
    "horse killed": "is missed, but a horse falls dead",
}

HORSE_WOUNDS = {"horse scratched": "minor wound", "horse wounded": "major wound", "horse killed": "killed"}


@dataclass(frozen=True, slots=True)
class Blade:
    """A knife in a driver's belt."""

    carried: bool = told("Whether he still has it, to cut with or to throw.", default=True)


class Thrown(SecondEdition):
    """What all knives have in common once they leave the hand."""

    sources: ClassVar[tuple[str, ...]] = ("GEN",)
    accents: ClassVar[Mapping[str, tuple[Weight, Sound]]] = {"knife": ("plain", "crack")}
    knife_chart: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "options/arms")["knife"]
    dagger_name: ClassVar[str] = "small knife"  # with which a driver cuts free

    def per_die(self, kind: str) -> int:
        """GEN knife-3: what is added to each die of a throw."""
        return int(self.knife_chart["small_extra"]) if kind == "dagger" else 0

    def knife_reach(self, chariot: Chariot) -> bytes:
        """GEN knife-1: from the car, the range of every square in orthogonal steps, as far as a throw can hit."""
        track = self.race.track
        return track.within(track.behind[chariot.square], self.furthest_throw(chariot))

    def furthest_throw(self, chariot: Chariot) -> int:
        """GEN knife-1: further away no dice could hit."""
        return int(self.knife_chart["most"]) + chariot.cdm

    def add_throws(self, kind: str, chariot: Chariot, found: dict[str, Attack]) -> None:
        """GEN knife-1: at a driver or a team in any direction; only where it could hit."""
        race = self.race
        reach, behind = self.knife_reach(chariot), race.track.behind
        for target in race.chariots:
            team = target.square
            if team < 0 or target.seat == chariot.seat or reach[team] == reach[behind[team]] == BEYOND:
                continue
            parts = {TEAM: team}
            if target.hitched and target.driver == "car":
                parts[CAR] = behind[team]
            for part, square in parts.items():
                steps = reach[square]
                side = self.thrown_from(chariot, target)
                if side and self.safe_side(target, part, side):  # CM 9.52c
                    continue
                if steps and steps * (1 + self.per_die(kind)) - chariot.cdm <= self.knife_chart["most"]:
                    at = "team" if part == TEAM else "driver"
                    found[f"{kind} {target.faction} {at}"] = attack_of(kind, target.number, part, side)

    def thrown_from(self, chariot: Chariot, target: Chariot) -> int:
        """The side of the target from which it comes; 0: from ahead or behind."""
        lane = self.race.track.lane
        own, his = lane[chariot.square], lane[target.square]
        return 0 if own == his else IN if own < his else OUT

    def throw_range(self, chariot: Chariot, attack: Attack) -> int:
        target = self.race.chariots[attack.target]
        square = target.square if attack.part == TEAM else self.race.car_square(target)
        return self.knife_reach(chariot)[square]

    def throw(self, chariot: Chariot, attack: Attack, clause: str) -> None:
        """GEN knife-1, knife-3: a die for each square less the CDM; the defender must hold."""
        race = self.race
        target = race.chariots[attack.target]
        race.move.attacked = (*race.move.attacked, race.car_square(chariot))
        far = self.throw_range(chariot, attack)
        extra = self.per_die(attack.kind) * far
        total = sum(self.roll(far, "throwing a knife", clause)) + extra - chariot.cdm
        hits = total <= self.knife_chart["most"]
        modifiers = (Modifier("CDM", -chariot.cdm), *((Modifier("small knife", extra),) if extra else ()))
        data = {"chariot": chariot.faction, "target": target.faction, "range": far, "total": total, "hits": hits}
        self.tell("knife", data, (clause,), modifiers)
        if hits:
            self.knife_strikes(target, attack.side)

    def knife_result(self, total: int) -> str:
        """GEN knife-2: below 2 is 2, above 12 is 12."""
        return str(self.knife_chart["rows"][min(max(total, 2), 12) - 2])

    def more_tables(self) -> tuple[Chart, ...]:
        made = ladder("two dice plus the defender's CDM", 2, 12, lambda total: (self.knife_result(total),), "both")
        chart = self.single("knife", "A knife that hits", "GEN knife-2", self.how_to_throw(), made)
        # Two kinds of knives have one chart.
        return tuple({each.name: each for each in (*super().more_tables(), chart)}.values())

    def how_to_throw(self) -> str:
        return f"It hits on {self.knife_chart['most']} or less, a die for each square of range, less the CDM."

    def charted_knife_result(self, event: Event) -> Iterator[Spot]:
        return self.spot("knife", event, "where it strikes")

    def knife_strikes(self, target: Chariot, side: int) -> None:
        """GEN knife-2: two dice plus the defender's CDM, whatever part was aimed at."""
        cdm = self.defending_cdm(target)
        total = sum(self.roll(2, "where it strikes", "GEN knife-2")) + cdm
        result = self.knife_finds(self.knife_result(total), target.driver == "car")
        clause = self.knife_clause(result)
        self.tell(
            "knife-result",
            {"chariot": target.faction, "result": result},
            tuple(dict.fromkeys(("GEN knife-2", clause))),
            (Modifier("defender's CDM", cdm),),
        )
        if result in HORSE_WOUNDS:
            self.wound_horse(target, HORSE_WOUNDS[result], side, clause)
        else:
            self.wound_driver(target, result, clause)

    def knife_clause(self, result: str) -> str:
        """Whence a result comes."""
        return "GEN knife-2"

    def knife_finds(self, result: str, manned: bool) -> str:
        """GEN knife-2: the chart knows no empty car; what is meant for a driver is lost on it."""
        return result

    def wound_driver(self, target: Chariot, wound: str, clause: str) -> None:
        """GEN knife-2, spear-2: a die of hits, one hit, or the end of him; his body is dragged behind car and team."""
        if target.driver != "car":
            return
        if wound == "killed":
            self.pull_from_car(target, clause)
            if target.driver != "car":
                self.kill_driver(target, "killed in his car", clause)
            return
        hits = self.roll(1, "major wound", clause)[0] if wound == "major wound" else 1
        self.hurt_driver(target, hits, clause)
        if target.hits == 0:
            self.flip(target, "CM 9.43-W3")

    def near_horses(self, target: Chariot, side: int) -> list[int]:
        """GEN knife-2: the living horse on that side; from ahead or behind any of them."""
        nearest = self.nearest_horse(target, side)
        if nearest is None or side:
            return [] if nearest is None else [nearest]
        return [horse for horse in range(4) if target.horses[horse]]

    def wound_horse(self, target: Chariot, wound: str, side: int, clause: str) -> None:
        """GEN knife-2, spear-1: the nearest horse; from ahead or behind a die decides."""
        near = self.near_horses(target, side)
        if not near:
            return
        horse = near[0] if len(near) == 1 else self.one_of(near, clause)
        hits = target.horses[horse] if wound == "killed" else 1
        if wound == "killed":
            self.killed_outright(target, horse)
        if wound == "major wound":
            hits = self.roll(1, "wounded horse", clause)[0]
        self.hit_horse(target, horse, hits, (clause, "CM 9.51b"))

    def one_of(self, near: list[int], clause: str) -> int:
        """GEN knife-2: a die decides among horses that are equally near."""
        return near[self.roll(1, "which horse", clause, sides=len(near))[0] - 1]

    # -- odds and words ----------------------------------------------------------------------------------------

    @odds
    def wound_chances(self, wound: str, hits: int) -> Odds:
        """What a wound does to a man with so many boxes; 0: nobody is in the car."""
        if not hits:
            return HARMLESS
        if wound == "killed":
            return {DEAD: 1.0}
        if wound == "minor wound":
            return {DEAD if hits <= 1 else boxes_lost(1): 1.0}
        return gathered((DEAD if die >= hits else boxes_lost(die), 1 / 6) for die in range(1, 7))

    @odds
    def horse_wound_odds(self, wound: str, boxes: int) -> Odds:
        """What a wound does to a horse with so many boxes."""
        if wound == "killed":
            return {HORSE_DEAD: 1.0}
        dice = range(1, 7) if wound == "major wound" else (1,)
        return mixed([self.struck_odds(die, boxes) for die in dice])

    @odds
    def knife_odds(self, chance: float, cdm: int, hits: int, horses: tuple[int, ...]) -> Odds:
        """GEN knife-1, knife-2: with such a chance to hit, a man with such a CDM and so many boxes, and one of these
        horses."""
        parts: list[tuple[str, float]] = [(NOTHING, 1 - chance)]
        for total, share in sums(2).items():
            result = self.knife_finds(self.knife_result(total + cdm), bool(hits))
            if result not in HORSE_WOUNDS:
                found = self.wound_chances(result, hits)
            else:
                wounds = mixed([self.horse_wound_odds(HORSE_WOUNDS[result], boxes) for boxes in horses])
                found = gathered((word if word == HORSE_DEAD else result, each) for word, each in wounds.items())
            parts += [(word, chance * share * each) for word, each in found.items()]
        return gathered(parts)

    def throw_answer(self, chariot: Chariot, choice: Choice, attack: Attack, clause: str) -> Answer:
        target = self.race.chariots[attack.target]
        far = self.throw_range(chariot, attack)
        chance = self.throw_chance(chariot, attack, far)
        horses = tuple(target.horses[horse] for horse in self.near_horses(target, attack.side))
        hits = target.hits if target.driver == "car" else 0
        found = self.knife_odds(chance, self.defending_cdm(target), hits, horses)
        verb = f"Throw the {self.dagger_name if attack.kind == 'dagger' else 'knife'} at"
        told = self.sure_answer(chariot, choice, attack, verb, self.thrown_at(attack), found, clause)
        told["hint"] = f"{count(far, 'square')} away; {told['hint']}"
        return told

    def throw_chance(self, chariot: Chariot, attack: Attack, far: int) -> float:
        """GEN knife-1, knife-3: that it hits."""
        return at_most(far, self.knife_chart["most"] + chariot.cdm - self.per_die(attack.kind) * far)

    def thrown_at(self, attack: Attack) -> str:
        """GEN knife-1: what is aimed at, in words."""
        return "team" if attack.part == TEAM else "driver"

    def say_knife(self, data: Data, names: Names) -> str:
        words = "and hits" if data["hits"] else "and misses"
        return f"{who(data)} throws a knife at {data['target']} over {count(data['range'], 'square')} {words}."

    def say_knife_result(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver {KNIFE_WORDS[data['result']]}."


class ThrowingKnife(Thrown):
    """GEN knife-1: once in a race."""

    adds_to_chariots: ClassVar[Mapping[str, type]] = {"knife": Blade}

    def remarks(self, chariot: Chariot) -> list[str]:
        knife = ["a throwing knife"] if chariot.parts["knife"].carried else []
        return [*super().remarks(chariot), *knife]

    def add_more_attacks(self, chariot: Chariot, factors: int, found: dict[str, Attack]) -> None:
        super().add_more_attacks(chariot, factors, found)
        if chariot.parts["knife"].carried:
            self.add_throws("knife", chariot, found)

    def carry_out_knife(self, chariot: Chariot, attack: Attack) -> Phase:
        chariot.parts["knife"] = Blade(carried=False)
        self.throw(chariot, attack, "GEN knife-1")
        return
        yield

    def knife_answer(self, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
        return self.throw_answer(chariot, choice, attack, "GEN knife-1")

    def attack_means(self) -> dict[str, str]:
        knives = {"knife driver": "throw the knife at the driver", "knife team": "throw the knife at the team"}
        return {**super().attack_means(), **knives}


class SmallKnife(Thrown):
    """GEN knife-3: it may be thrown too; whoever has no knife left can cut nothing free."""

    adds_to_chariots: ClassVar[Mapping[str, type]] = {"dagger": Blade}

    def remarks(self, chariot: Chariot) -> list[str]:
        name = self.dagger_name
        small = f"a {name}" if chariot.parts["dagger"].carried else f"the {name} is thrown"
        return [*super().remarks(chariot), small]

    def has_knife(self, chariot: Chariot) -> bool:
        return any(chariot.parts[name].carried for name in ("dagger", "knife") if name in chariot.parts)

    def add_more_attacks(self, chariot: Chariot, factors: int, found: dict[str, Attack]) -> None:
        super().add_more_attacks(chariot, factors, found)
        if chariot.parts["dagger"].carried:
            self.add_throws("dagger", chariot, found)

    def carry_out_dagger(self, chariot: Chariot, attack: Attack) -> Phase:
        chariot.parts["dagger"] = Blade(carried=False)
        self.throw(chariot, attack, "GEN knife-3")
        return
        yield

    def dagger_answer(self, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
        return self.throw_answer(chariot, choice, attack, "GEN knife-3")

    def cut_chance(self, chariot: Chariot) -> float:
        return super().cut_chance(chariot) if self.has_knife(chariot) else 0.0

    def try_to_cut_free(self, chariot: Chariot) -> Phase:
        if self.has_knife(chariot):
            yield from super().try_to_cut_free(chariot)
            return
        self.tell("no-knife", {"chariot": chariot.faction}, ("GEN knife-3",))
        self.race.move = Move(over=True)

    def try_to_cut_loose(self, chariot: Chariot) -> Phase:
        if self.has_knife(chariot):
            yield from super().try_to_cut_loose(chariot)
        else:
            self.tell("no-knife", {"chariot": chariot.faction}, ("GEN knife-3",))

    def cuts_again(self, chariot: Chariot) -> bool:
        """Whoever has thrown it hears so once."""
        return super().cuts_again(chariot) and self.has_knife(chariot)

    def attack_means(self) -> dict[str, str]:
        return {**super().attack_means(), **self.dagger_means()}

    def dagger_means(self) -> dict[str, str]:
        return {
            "dagger driver": "throw the small knife at the driver",
            "dagger team": "throw the small knife at the team",
        }

    def say_no_knife(self, data: Data, names: Names) -> str:
        return f"{who(data)} has no knife left to cut with."


KNIFE = on_off(
    "knife",
    "Throwing knife",
    "Once in a race a driver may throw a knife at anybody near. With the 32-point builds it is bought, else everybody "
    "has one.",
    "GEN knife-1",
    "The General's options",
    ThrowingKnife,
)
SMALL_KNIFE = on_off(
    "small_knife",
    "Throwing the small knife",
    "The knife that every driver carries to cut horses and himself free may be thrown, too; without a knife nothing is "
    "cut.",
    "GEN knife-3",
    "The General's options",
    SmallKnife,
)
