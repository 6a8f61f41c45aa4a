"""The condensed rules of a web page (WEB): where they are shorter than the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ludus.core.decision import Choice
from ludus.core.event import Modifier
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import Car, Odds
from ludus.games.circus.options.switch import either
from ludus.games.circus.state import TEAM, Chariot
from ludus.games.circus.threats import Attack, Threat
from ludus.games.circus.words import Answer, Data, Names, who

GROUP = "Condensed web rules"


class WhipAndEndurance(SecondEdition):
    """WEB movement-c: whoever has a whip and endurance left may whip."""

    sources = ("WEB",)

    def fit_to_whip(self, chariot: Chariot) -> bool:
        return True


class BrakeAnywhere(SecondEdition):
    """WEB movement-d: a defender brakes without looking behind; where no square is free he stays where he is."""

    sources = ("WEB",)

    def room_to_brake(self, chariot: Chariot) -> bool:
        return True

    def ways_out(self, threat: Threat) -> list[str]:
        """From under a falling wreck one must really get away."""
        ways = super().ways_out(threat)
        if threat.kind == "wreck" and "brake" in ways and not self.room_behind(self.race.chariots[threat.target]):
            ways.remove("brake")
        return ways

    def braked_to(self, chariot: Chariot) -> int:
        return super().braked_to(chariot) if self.room_behind(chariot) else chariot.square

    def brake_away(self, chariot: Chariot, clause: str) -> None:
        if self.room_behind(chariot):
            super().brake_away(chariot, clause)
            return
        self.tire(chariot, self.charts.brake_endurance)
        self.tell(
            "braked-in-place", {"chariot": chariot.faction, "endurance": chariot.endurance}, (clause, "WEB movement-d")
        )

    def say_braked_in_place(self, data: Data, names: Names) -> str:
        return f"{who(data)} brakes hard and lets the attack pass; {data['endurance']} endurance left."


class CheckEveryLane(SecondEdition):
    """WEB flip-a: every new corner lane is checked against its own safe speed, an outer one too."""

    sources = ("WEB",)
    cites: ClassVar[Mapping[str, str]] = {"CM 7.22b": "WEB flip-a"}

    def strain_due(self, chariot: Chariot, speed: int, leg: int, lane: int) -> int:
        if chariot.hitched and chariot.strain_leg == leg and lane > chariot.strain_lane:
            return max(0, speed - self.safe_speed(lane))
        return super().strain_due(chariot, speed, leg, lane)

    def slide(self, chariot: Chariot, target: int, how: str, clauses: tuple[str, ...]) -> None:
        """A slide that comes of a check goes outwards and brings no other."""
        super().slide(chariot, target, how, clauses)
        if how == "forced" and chariot.on_track:
            chariot.strain_lane = max(chariot.strain_lane, self.race.track.lane[chariot.square])


class LashByTable(SecondEdition):
    """WEB combat-b: a lash at a team goes by the table like one at its driver, as long as there is one."""

    sources = ("WEB",)

    def lash_by_table(self, target: Chariot, part: int) -> bool:
        return part != TEAM or target.driver == "car"


class EnterCornersSafely(SecondEdition):
    """WEB endurance-b: an exhausted team is judged when it enters a corner, and no more until it is out."""

    sources = ("WEB",)

    def strain_due(self, chariot: Chariot, speed: int, leg: int, lane: int) -> int:
        if not chariot.endurance and leg == self.corner_leg(chariot) and not self.entering_corner(chariot):
            return 0
        return super().strain_due(chariot, speed, leg, lane)

    def entering_corner(self, chariot: Chariot) -> bool:
        """The team is in, its car is not."""
        track = self.race.track
        return track.corner[chariot.square] and not track.corner[track.behind[chariot.square]]


class RamsCostSpeed(SecondEdition):
    """WEB combat-c: a willing ram, too, costs the attacker one in his next phase."""

    sources = ("WEB",)

    def after_willing_ram(self, chariot: Chariot) -> None:
        super().after_willing_ram(chariot)
        chariot.loss += 1
        self.tell("ram-slows", {"chariot": chariot.faction, "loss": 1}, ("WEB combat-c",))

    def ram_answer(self, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
        told = super().ram_answer(chariot, choice, attack)
        return {**told, "hint": f"{told['hint']}; 1 off your next maximum"}

    def say_ram_slows(self, data: Data, names: Names) -> str:
        return f"{who(data)} will be {data['loss']} slower in the next phase."


class ScythesOnly(SecondEdition):
    """WEB combat-d: scythes cut horses; otherwise no type of car changes the damage."""

    sources = ("WEB",)
    cites: ClassVar[Mapping[str, str]] = {"CM 9.5-footnote": "WEB combat-d"}

    def car_modifiers(self, car: str) -> tuple[Modifier, ...]:
        return tuple(each for each in super().car_modifiers(car) if each.amount > 0)

    def hit_car(self, chariot: Chariot, side: int, modifiers: tuple[Modifier, ...], clause: str) -> None:
        super().hit_car(chariot, side, (), clause)

    def hit_car_odds(self, car: Car, modifier: int) -> Odds:
        return super().hit_car_odds(car, 0)


WHIP_NEEDS = either(
    "whip_needs", "Whipping the team", "Barred by a negative CDM and a horse to cut free, or never by them.",
    "WEB movement-c", GROUP, "rulebook", {"whip and endurance": WhipAndEndurance},
)  # fmt: skip
BRAKE_ROOM = either(
    "brake_room", "Braking out of an attack", "Whether the square behind must be free.",
    "WEB movement-d", GROUP, "free square", {"anywhere": BrakeAnywhere},
)  # fmt: skip
CORNER_CHECKS = either(
    "corner_checks", "Changing lanes in a corner", "Only an inner lane, or every new one, brings a new check.",
    "WEB flip-a", GROUP, "inner lanes", {"every lane": CheckEveryLane},
)  # fmt: skip
TEAM_LASH = either(
    "team_lash", "Lash at a team", "By comparing dice, or by the table like a lash at the driver.",
    "WEB combat-b", GROUP, "compared", {"table": LashByTable},
)  # fmt: skip
EXHAUSTED_CORNERS = either(
    "exhausted_corners", "Exhausted teams in corners", "Judged on every square, or only when they enter.",
    "WEB endurance-b", GROUP, "every square", {"entering": EnterCornersSafely},
)  # fmt: skip
RAM_LOSS = either(
    "ram_loss", "Speed lost by ramming", "After forced rams only, or after every ram.",
    "WEB combat-c", GROUP, "forced", {"every ram": RamsCostSpeed},
)  # fmt: skip
CAR_TYPES = either(
    "car_types", "Types of cars in rams", "Heavy and light cars change all damage, or scythes that of horses alone.",
    "WEB combat-d", GROUP, "all", {"scythes on horses": ScythesOnly}, excludes=("builds", "flat_blades"),
)  # fmt: skip

CONDENSED = (WHIP_NEEDS, BRAKE_ROOM, CORNER_CHECKS, TEAM_LASH, EXHAUSTED_CORNERS, RAM_LOSS, CAR_TYPES)
