"""Thirty-two preparation points (GEN spec-1 to spec-chart): horses, driver, whip, wheels, blades and weapons bought one
by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ludus.core.chart import Chart, listing
from ludus.core.decision import Allocate, Decision
from ludus.core.event import Modifier
from ludus.core.plain import told
from ludus.core.toml_files import load_table
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import Lashed
from ludus.games.circus.options.switch import either
from ludus.games.circus.state import Chariot
from ludus.games.circus.threats import Falling
from ludus.games.circus.track import IN
from ludus.games.circus.words import Answer, Data, Names, count, who

HORSES = ("horse 1", "horse 4", "horse 2", "horse 3")  # GEN spec-2a: from the fastest to the slowest
PLACES = {"horse 1": 0, "horse 2": 1, "horse 3": 2, "horse 4": 3}
UNSPENT = "unspent"


@dataclass(frozen=True, slots=True)
class Make:
    """What was bought for a chariot beyond the usual log sheet."""

    long_whip: bool = told("Whether the whip is a long one.", default=False)
    left_boxes: int = told("Boxes of the left wheel.", default=10, between=(1, 99))
    right_boxes: int = told("Boxes of the right wheel.", default=10, between=(1, 99))
    left_blades: int = told("What the blades on the left add to the damage of a ram.", default=0, between=(0, 9))
    right_blades: int = told("The same on the right.", default=0, between=(0, 9))

    @property
    def unequal(self) -> bool:
        return self.left_blades != self.right_blades


class Specification(SecondEdition):
    """GEN spec-1: what is spent beyond a step of the chart is lost."""

    sources = ("GEN",)
    adds_to_chariots: ClassVar[Mapping[str, type]] = {"make": Make}
    wheel_footnote = horse_footnote = "GEN spec-2c"
    specification_charts: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "options/builds")

    @property
    def prices(self) -> Mapping[str, Any]:
        """GEN spec-chart: what a point buys."""
        prices: Mapping[str, Any] = self.specification_charts["specification"]
        return prices

    @property
    def blade_chart(self) -> Mapping[str, int]:
        """GEN spec-2c: what blades do."""
        blades: Mapping[str, int] = self.specification_charts["blades"]
        return blades

    def steps_to(self, row: str, points: int) -> int:
        """A row of the chart that rises by even steps."""
        return int(self.prices[row]["start"] + self.prices[row]["step"] * points)

    def blades_bought(self, left: int, right: int) -> tuple[int, int]:
        """GEN spec-chart: a second pair of the same kind is cheaper."""
        prices, blades = self.prices["blades"], self.blade_chart
        first = self.blades_for(left, prices["regular"], prices["long"])
        regular = prices["second_regular"] if first == blades["regular"] else prices["regular"]
        long = prices["second_long"] if first == blades["long"] else prices["long"]
        return first, self.blades_for(right, regular, long)

    def blades_for(self, points: int, regular: int, long: int) -> int:
        blades = self.blade_chart
        return blades["long"] if points >= long else blades["regular"] if points >= regular else 0

    def blades_in_words(self, none: str, regular: str, long: str) -> dict[int, str]:
        return {0: none, self.blade_chart["regular"]: regular, self.blade_chart["long"]: long}

    def make(self, chariot: Chariot) -> Make:
        make: Make = chariot.parts["make"]
        return make

    def remarks(self, chariot: Chariot) -> list[str]:
        make = self.make(chariot)
        kinds = self.blades_in_words("no", "short", "long")
        told = (
            (make.long_whip and chariot.whip, "a long whip"),
            (True, f"wheels of {make.left_boxes} and {make.right_boxes} boxes"),
            (
                bool(make.left_blades or make.right_blades),
                f"{kinds[make.left_blades]} blades on the left, {kinds[make.right_blades]} on the right",
            ),
        )
        return [*super().remarks(chariot), *(words for true, words in told if true)]

    # -- building --------------------------------------------------------------------------------------------

    def most_hits(self) -> int:
        """GEN spec-chart: what can be bought."""
        return self.steps_to("hits", self.prices["hits"]["most"])

    def build_boxes(self) -> dict[str, int]:
        """What can be bought, and the most points for it."""
        prices = self.prices
        whip, blades = prices["whip"], prices["blades"]
        boxes = dict.fromkeys(HORSES, prices["horse"])
        boxes |= {"driver": prices["driver"]["price"] * prices["driver"]["most"], "hits": prices["hits"]["most"]}
        boxes |= {"whip": whip["long"], "endurance": prices["endurance"]["most"]}
        boxes |= {"left wheel": prices["wheel"]["most"], "right wheel": prices["wheel"]["most"]}
        boxes |= {"left blades": blades["long"], "right blades": blades["long"]}
        boxes |= {name: price for name, price in prices["weapons"].items() if name in self.chariot_parts}
        return {**boxes, UNSPENT: prices["points"]}

    def build_tables(self) -> tuple[Chart, ...]:
        """GEN spec-chart: what the points buy."""
        prices = self.prices
        whip, blades = prices["whip"], prices["blades"]
        rows = {
            "a horse": f"speed 1, and 1 more for each point; at most {prices['horse']}",
            "the driver": f"+1 for {prices['driver']['price']} points; at most +{prices['driver']['most']}",
            "his hits": self.steps_in_words("hits"),
            "a wheel": self.steps_in_words("wheel"),
            "endurance": self.steps_in_words("endurance"),
            "the whip": f"regular {whip['regular']}, long {whip['long']}",
            "blades on a side": f"regular {blades['regular']}, long {blades['long']}",
            "the same on the other side": f"regular {blades['second_regular']}, long {blades['second_long']}",
            **{
                f"the {name}": count(price, "point")
                for name, price in prices["weapons"].items()
                if name in self.chariot_parts
            },
        }
        how = f"{prices['points']} points; what is spent beyond a step is lost."
        return (listing("specification", "Building a chariot", "GEN spec-chart", how, ("what", "points"), rows),)

    def steps_in_words(self, row: str) -> str:
        steps = self.prices[row]
        return f"{steps['start']}, and {steps['step']} more for each point; at most {count(steps['most'], 'point')}"

    def ask_build(self, chariot: Chariot) -> Decision:
        """GEN spec-1: in secret, and revealed together."""
        boxes = self.build_boxes()
        prompt = f"{self.prices['points']} preparation points for your {chariot.faction} chariot."
        usual = {"horse 1": 6, "horse 4": 5, "horse 2": 3, "horse 3": 3, "driver": 5, "hits": 3, "whip": 2}
        usual |= {"left wheel": 1, "right wheel": 1, "endurance": 3}
        default = tuple(usual.get(box, 0) for box in boxes)
        return self.allocate(chariot, "build", prompt, "GEN spec-1", self.prices["points"], boxes, default)

    def finish_chariot(self, chariot: Chariot, points: tuple[int, ...]) -> None:
        """GEN spec-chart, spec-2a: no dice; the fastest horse runs outside on the left, the next on the right."""
        spent = dict(zip(self.build_boxes(), points, strict=True))
        speeds = sorted((spent[horse] + 1 for horse in HORSES), reverse=True)
        team = [0] * 4
        for name, speed in zip(HORSES, speeds, strict=True):
            team[PLACES[name]] = speed
        make = chariot.parts["make"] = Make(
            spent["whip"] >= self.prices["whip"]["long"],
            self.steps_to("wheel", spent["left wheel"]),
            self.steps_to("wheel", spent["right wheel"]),
            *self.blades_bought(spent["left blades"], spent["right blades"]),
        )
        chariot.points = points
        chariot.horses = chariot.horses_start = tuple(team)
        chariot.modifier = chariot.cdm = spent["driver"] // self.prices["driver"]["price"]
        chariot.hits = chariot.hits_start = self.steps_to("hits", spent["hits"])
        chariot.whip = spent["whip"] >= self.prices["whip"]["regular"]
        chariot.endurance = self.steps_to("endurance", spent["endurance"])
        chariot.car = "heavy" if make.left_blades or make.right_blades else "normal"  # only the weather asks for it
        weapons = [name for name, price in self.prices["weapons"].items() if spent.get(name, 0) >= price]
        for name in self.prices["weapons"]:
            if name in chariot.parts:
                chariot.alter(name, carried=name in weapons)
        self.tell(
            "specified",
            {
                "chariot": chariot.faction,
                "modifier": chariot.modifier,
                "hits": chariot.hits,
                "horses": list(chariot.horses),
                "endurance": chariot.endurance,
                "whip": "long" if make.long_whip else "regular" if chariot.whip else "none",
                "wheels": [make.left_boxes, make.right_boxes],
                "blades": [make.left_blades, make.right_blades],
                "weapons": weapons,
            },
            ("GEN spec-1", "GEN spec-2a", "GEN spec-chart"),
        )

    def explain_build(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """Box by box: what so many points buy."""
        assert isinstance(decision, Allocate)
        return [
            {"box": box, "points": points, "label": f"{box} {points}", "hint": self.bought(box, points)}
            for box, cap in zip(decision.boxes, decision.caps, strict=True)
            for points in range(cap + 1)
        ]

    def bought(self, box: str, points: int) -> str:
        """A box of the Specification Chart in words."""
        if box in PLACES:
            return f"a horse of speed {points + 1}"
        if box == "driver":
            return f"driver {points // self.prices['driver']['price']:+d}"
        if box in ("hits", "endurance"):
            return f"{self.steps_to(box, points)} {box}"
        if box == "whip":
            whips = self.prices["whip"]
            return "a long whip" if points >= whips["long"] else "a whip" if points >= whips["regular"] else "no whip"
        if box.endswith(" wheel"):
            return f"{self.steps_to('wheel', points)} boxes"
        if box.endswith(" blades"):
            blades = self.blades_for(points, self.prices["blades"]["regular"], self.prices["blades"]["long"])
            words = self.blades_in_words("no blades", "blades", "long blades")
            second = {
                self.prices["blades"]["second_regular"]: "blades",
                self.prices["blades"]["second_long"]: "long blades",
            }
            pair = second.get(points, "") if box.startswith("right") else ""
            return f"{words[blades]}, or {pair} like those on the left" if pair else words[blades]
        if box == UNSPENT:
            return "lost" if points else ""
        return f"{'with' if points >= self.prices['weapons'][box] else 'without'} {box}"

    # -- blades, wheels and whips ------------------------------------------------------------------------------

    def damage_modifiers(self, by: Chariot, side: int) -> tuple[Modifier, ...]:
        """GEN spec-2c: the blades on the wheel that faces the other count, and nothing else."""
        make = self.make(by)
        amount = 0 if not side else make.left_blades if side == IN else make.right_blades
        return (Modifier("blades", amount),) if amount else ()

    def wreck_modifiers(self, wreck: Falling, side: int) -> tuple[Modifier, ...]:
        return self.damage_modifiers(self.race.chariots[wreck.faction], side)

    def strain_modifiers(self, chariot: Chariot) -> tuple[Modifier, ...]:
        """GEN spec-2c: blades that differ make a car unsteady."""
        usual = super().strain_modifiers(chariot)
        return (
            (*usual, Modifier("unequal blades", self.blade_chart["unequal_strain"]))
            if self.make(chariot).unequal
            else usual
        )

    def wheel_modifiers(self, chariot: Chariot) -> tuple[Modifier, ...]:
        return (Modifier("unequal blades", self.blade_chart["unequal_wheel"]),) if self.make(chariot).unequal else ()

    def least_damage(self, chariot: Chariot) -> int:
        return super().least_damage(chariot) + (self.blade_chart["unequal_wheel"] if self.make(chariot).unequal else 0)

    def wheel_boxes(self, chariot: Chariot, side: int) -> int:
        """GEN spec-chart: a wheel is destroyed when its own boxes are gone."""
        make = self.make(chariot)
        return make.left_boxes if side == IN else make.right_boxes

    def lash_column(self, chariot: Chariot, difference: int) -> int:
        """GEN spec-2b: kept on the table, shifted, and kept on it again."""
        return self.lash_factor(super().lash_column(chariot, difference) + self.whip_shift(chariot))

    def whip_shift(self, chariot: Chariot) -> int:
        return int(self.specification_charts["long_whip"]["columns"]) if self.make(chariot).long_whip else 0

    def under_the_lash(self, attacker: Chariot, target: Chariot, side: int) -> Lashed:
        return replace(super().under_the_lash(attacker, target, side), shift=self.whip_shift(attacker))

    def grab_whip(self, chariot: Chariot, target: Chariot) -> None:
        """GEN spec-2b: a grabbed whip keeps its kind."""
        if not target.whip:
            target.alter("make", long_whip=self.make(chariot).long_whip)
        super().grab_whip(chariot, target)

    def say_specified(self, data: Data, names: Names) -> str:
        horses = "-".join(str(speed) for speed in data["horses"])
        kinds = self.blades_in_words("none", "blades", "long blades")
        blades = [kinds[each] for each in data["blades"]]
        arms = f", {', '.join(data['weapons'])}" if data["weapons"] else ""
        return (
            f"{who(data)}: driver {data['modifier']:+d} with {data['hits']} hits, whip {data['whip']}, horses {horses} "
            f"(team speed {sum(data['horses'])}), endurance {data['endurance']}, wheels {data['wheels'][0]} and "
            f"{data['wheels'][1]}, blades {blades[0]} and {blades[1]}{arms}."
        )


BUILDS = either(
    "builds",
    "Preparation points",
    "Four points and the dice, or thirty-two points for horses, driver, whip, wheels, blades and weapons one by one.",
    "GEN spec-1",
    "The General's options",
    "four",
    {"thirty-two": Specification},
)
