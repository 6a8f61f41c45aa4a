"""CM 9.5 to 9.53: hurt horses, dead horses, and cutting them free."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ludus.core.chance import percent
from ludus.core.decision import Decision
from ludus.core.event import Modifier
from ludus.core.fields import Field, OneOf
from ludus.core.game import Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.book import Chapter
from ludus.games.circus.odds import (
    HARMLESS,
    HORSE_DEAD,
    Odds,
    boxes_lost,
    gathered,
    odds,
    sums,
)
from ludus.games.circus.standing_orders import ASK, WAIT
from ludus.games.circus.state import Chariot, Move
from ludus.games.circus.track import IN
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    count,
    named,
    who,
)

CUTS = {ASK: WAIT, "cut": "try to cut it free", "wait": "stand and wait"}


class Horses(Chapter):
    horseless_stay: ClassVar[bool] = False  # whoever has lost his last horse leaves the race (CM 9.52g)
    horse_footnote: ClassVar[str] = "CM 9.5-footnote"  # whence a car's own modifier comes
    death_clauses: ClassVar[tuple[str, ...]] = ("CM 9.52a", "CM 9.52g")

    def horse_injury(self, roll: int) -> int:
        """CM 9.5: injury points for the modified roll."""
        return self.charts.horse_injury[min(max(roll, 0), len(self.charts.horse_injury) - 1)]

    def has_knife(self, chariot: Chariot) -> bool:
        """CM 9.53a: every driver can cut."""
        return True

    def try_to_cut_free(self, chariot: Chariot) -> Phase:
        """CM 9.53a: voluntary; without it the chariot just stands."""
        self.race.phase = "cutting"
        answer = yield self.choose(
            chariot, "cut", "Try to cut the dead horse free?", "CM 9.53a", ("cut", "wait"), "wait"
        )
        self.race.phase = "resolving"
        if answer == "cut":
            self.cut_free(chariot)
        if chariot.fallen:
            self.race.move = Move(over=True)  # CM 9.52a, 9.53b: it does not move

    def stopped(self, chariot: Chariot) -> bool:
        """CM 9.52d: from the death of a horse to the end of the turn in which it is cut free."""
        return bool(chariot.fallen) or chariot.cut_turn == self.race.turn > 0

    def cannot_move(self, chariot: Chariot) -> bool:
        """CM 9.52a: a dead horse in harness holds it where it is."""
        return bool(chariot.fallen)

    def nearest_horse(self, chariot: Chariot, side: int) -> int | None:
        """CM 9.51a: the living horse nearest to that side; horse 1 (index 0) stands inside."""
        order = range(4) if side == IN else range(3, -1, -1)
        return next((horse for horse in order if chariot.horses[horse]), None)

    def shielded(self, chariot: Chariot, side: int) -> bool:
        """CM 9.52c: a fallen horse in harness shields its side of the team."""
        horses = (0, 1) if side == IN else (2, 3)
        return any(horse in horses for horse in chariot.fallen)

    def roll_injury(self, chariot: Chariot, horse: int | None, modifiers: tuple[Modifier, ...], clause: str) -> None:
        """CM 9.5: two dice, modified by the ramming car, if there is one."""
        if horse is None:
            return
        total = sum(self.roll(self.injury_dice(), "horse injury", "CM 9.5")) + sum(each.amount for each in modifiers)
        clauses = (clause, "CM 9.5", *((self.horse_footnote,) if modifiers else ()), "CM 9.51a", "CM 9.51b")
        self.injure(chariot, horse, self.horse_injury(total), clauses, modifiers)

    def injury_dice(self) -> int:
        """CM 9.5: two dice on the chart."""
        return 2

    def injure(
        self,
        chariot: Chariot,
        horse: int,
        points: int,
        clauses: tuple[str, ...],
        modifiers: tuple[Modifier, ...] = (),
    ) -> None:
        """CM 9.51a, 9.51b: boxes of one horse; the rest is ignored; the team slows at once."""
        boxes = chariot.horses[horse]
        taken = min(points, boxes)
        if taken:
            horses = list(chariot.horses)
            horses[horse] -= taken
            chariot.horses = tuple(horses)
        self.tell(
            "injury",
            {
                "chariot": chariot.faction,
                "horse": horse + 1,
                "points": taken,
                "left": boxes - taken,
                "team_speed": self.team_speed(chariot),
            },
            clauses,
            modifiers,
        )
        if taken and taken == boxes:
            self.horse_dies(chariot, horse)

    def hit_horse(self, chariot: Chariot, horse: int, points: int, clauses: tuple[str, ...]) -> None:
        """A weapon strikes a horse."""
        self.injure(chariot, horse, points, clauses)

    def killed_outright(self, chariot: Chariot, horse: int) -> None:
        """A result kills a horse whatever it has left: to whoever keeps book of why its boxes are gone."""

    def horse_dies(self, chariot: Chariot, horse: int) -> None:
        """CM 9.52a, 9.52g: the chariot stops, and the team loses heart."""
        lost = self.heart_lost_at_death(chariot)
        chariot.fallen = (*chariot.fallen, horse)
        self.tell(
            "horse-dead",
            {"chariot": chariot.faction, "horse": horse + 1, "endurance_lost": lost},
            self.death_clauses,
        )
        self.tire(chariot, lost)
        if chariot.status in ("runaway", "stopped"):
            self.stop_team(chariot)
        elif not chariot.alive:
            self.lose_last_horse(chariot)

    def heart_lost_at_death(self, chariot: Chariot) -> int:
        """CM 9.52g: the endurance that goes when a horse is killed."""
        return self.heart_lost_with(chariot, 4 - chariot.alive)

    def heart_lost_with(self, chariot: Chariot, dead: int) -> int:
        """CM 9.52g: a fourth, a third, a half of what is left, for the first, second and third dead horse."""
        divisors = self.charts.dead_horse_divisor
        return chariot.endurance // divisors[dead - 1] if dead <= len(divisors) else 0

    def lose_last_horse(self, chariot: Chariot) -> None:
        """CM 9.52g: nothing is left to race with."""
        self.leave_race(chariot, "no horses left", "CM 9.52g")

    def cutting_price(self, thrown: int, cdm: int) -> int:
        """CM 9.53a: the dice less the CDM."""
        return max(0, thrown - cdm)

    def cutting_speed(self, chariot: Chariot) -> int:
        """CM 9.53a: what the price is taken from."""
        return self.base_speed(chariot)

    def cut_free(self, chariot: Chariot) -> None:
        """CM 9.53a: a die for each living horse less the CDM, off the speed of this turn."""
        race = self.race
        chariot.cut_turn = race.turn
        dice = self.roll(chariot.alive, "cutting a horse free", "CM 9.53a")
        price = self.cutting_price(sum(dice), chariot.cdm)
        speed = self.cutting_speed(chariot)
        free = price <= speed
        if free:
            race.move.price = price
            chariot.fallen = chariot.fallen[1:]
            self.leave_horse(chariot)
        self.tell(
            "cut-free",
            {"chariot": chariot.faction, "price": price, "speed": speed, "free": free},
            ("CM 9.53a",) if free else ("CM 9.53a", "CM 9.53b"),
            (Modifier("CDM", -chariot.cdm),),
        )

    def leave_horse(self, chariot: Chariot) -> None:
        """CM 9.53a: a horse that was cut free is gone."""

    @odds
    def injury_odds(self, modifier: int = 0) -> Mapping[int, float]:
        """CM 9.5: injury points, with this added to the dice."""
        dice = sums(self.injury_dice())
        return gathered((self.horse_injury(roll + modifier), chance) for roll, chance in dice.items())

    @odds
    def ram_horses_odds(self, modifier: int, boxes: int) -> Odds:
        """CM 9.5, 9.51a: what a horse with so many boxes left suffers."""
        return gathered(
            (HORSE_DEAD if points >= boxes else boxes_lost(points), chance)
            for points, chance in self.injury_odds(modifier).items()
        )

    @odds
    def cut_odds(self, horses: int, cdm: int, speed: int) -> float:
        """CM 9.53a: that a dead horse is cut free, with so many alive and so much speed to pay from."""
        return sum(chance for thrown, chance in sums(horses).items() if self.cutting_price(thrown, cdm) <= speed)

    def cut_chance(self, chariot: Chariot) -> float:
        """CM 9.53a: that this driver cuts his dead horse free, as things are."""
        return self.cut_odds(chariot.alive, chariot.cdm, self.cutting_speed(chariot))

    @odds
    def struck_odds(self, points: int, boxes: int) -> Odds:
        """CM 9.51a: what so many points from an attacker do to a horse with so many boxes."""
        return {HORSE_DEAD if points >= boxes else boxes_lost(points): 1.0}

    def rammed_horse_odds(self, chariot: Chariot, horse: int | None, by: Chariot, side: int) -> Odds:
        """What the side of a car does to a horse."""
        modifier = sum(each.amount for each in self.damage_modifiers(by, side))
        return HARMLESS if horse is None else self.ram_horses_odds(modifier, chariot.horses[horse])

    # -- dead horses and dragged men -----------------------------------------------------------------------

    def explain_cut(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """CM 9.53a."""
        speed = self.cutting_speed(chariot)
        success = self.cut_chance(chariot)
        price = f"{count(chariot.alive, 'die', 'dice')} less your CDM, paid from {count(speed, 'factor')}"
        return [
            self.answer(choice, "Cut the dead horse free", [percent(success), price], success=round(success, 4))
            if choice == "cut"
            else self.answer(choice, "Wait", ["you stand still this turn"])
            for choice in decision
        ]

    # -- everything else -----------------------------------------------------------------------------------

    def cutting_orders(self) -> tuple[Field, ...]:
        return (OneOf(name="cut", title="A dead horse", default="cut", choices=CUTS, clause=self.cite("CM 9.53a")),)

    def cutting_in_words(self, orders: Orders) -> list[str]:
        return [f"A dead horse in harness: {CUTS[orders['cut']]}."]

    def obey_cut(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        if orders["cut"] == ASK:
            return None
        tries = orders["cut"] == "cut"
        return Obeyed(orders["cut"], f"{named(chariot)} {'tries to cut the dead horse free' if tries else 'waits'}.")

    def say_injury(self, data: Data, names: Names) -> str:
        return (
            f"{who(data)}'s horse {data['horse']} takes {data['points']}; team speed {data['team_speed']}."
            if data["points"]
            else f"{who(data)}'s horse {data['horse']} is unhurt."
        )

    def say_unhurt(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s horses are unhurt."

    def say_horse_dead(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s horse {data['horse']} falls dead in the traces!"

    def say_cut_free(self, data: Data, names: Names) -> str:
        return (
            f"{who(data)} cuts the dead horse free." if data["free"] else f"{who(data)} cannot cut the dead horse free."
        )
