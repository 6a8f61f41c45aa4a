"""CM 7.4, 9.55, 9.56: wheels that are hit, checked and lost."""

from __future__ import annotations

from typing import ClassVar

from ludus.core.event import Modifier
from ludus.games.circus.book import Chapter
from ludus.games.circus.odds import (
    DAMAGED,
    FLIPS,
    Axle,
    Car,
    Odds,
    odds,
    sums,
)
from ludus.games.circus.state import Chariot
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.words import (
    Data,
    Names,
    who,
)

WHEEL = {IN: "left", OUT: "right"}


class Wheels(Chapter):
    wheel_footnote: ClassVar[str] = "CM 9.55-footnote"  # whence a car's own modifier comes

    def wheel_damage(self, roll: int) -> int:
        """CM 9.55a: damage points for the modified roll."""
        return self.charts.wheel_damage[min(max(roll, 0), len(self.charts.wheel_damage) - 1)]

    def wheels(self, chariot: Chariot) -> tuple[int, int]:
        return (chariot.left_wheel, chariot.right_wheel)

    def damaged(self, chariot: Chariot) -> bool:
        """CM 7.43: a total of 1 can never come off, so only 2 and more matter."""
        if not (chariot.left_wheel or chariot.right_wheel):
            return False
        least = self.least_damage(chariot)
        return chariot.left_wheel >= least or chariot.right_wheel >= least

    def least_damage(self, chariot: Chariot) -> int:
        """CM 7.43: the points from which a wheel is checked: two dice show no less."""
        return 2

    def wheel_boxes(self, chariot: Chariot, side: int) -> int:
        """CM 3.62: how many points destroy the wheel."""
        return self.charts.wheel_boxes

    def wheel_modifiers(self, chariot: Chariot) -> tuple[Modifier, ...]:
        """CM 7.43: the dice count as they are."""
        return ()

    def axle(self, chariot: Chariot) -> Axle:
        """Its wheels as the odds need them."""
        boxes = self.wheel_boxes(chariot, IN), self.wheel_boxes(chariot, OUT)
        modifier = sum(each.amount for each in self.wheel_modifiers(chariot))
        return Axle(chariot.left_wheel, chariot.right_wheel, *boxes, modifier)

    def mark_wheel(
        self,
        chariot: Chariot,
        side: int,
        points: int,
        clauses: tuple[str, ...],
        modifiers: tuple[Modifier, ...] = (),
    ) -> None:
        """CM 3.5e, 9.55b: boxes of one wheel."""
        total = min(self.wheel_boxes(chariot, side), self.wheels(chariot)[side == OUT] + points)
        self.set_wheel(chariot, side, total)
        self.tell(
            "wheel",
            {"chariot": chariot.faction, "wheel": WHEEL[side], "points": points, "total": total},
            clauses,
            modifiers,
        )

    def set_wheel(self, chariot: Chariot, side: int, total: int) -> None:
        if side == IN:
            chariot.left_wheel = total
        else:
            chariot.right_wheel = total

    def hit_car(self, chariot: Chariot, side: int, modifiers: tuple[Modifier, ...], clause: str) -> None:
        """CM 9.55a, 9.55-footnote, 9.56a: two dice by the type of the other car, then a check at once."""
        if not chariot.hitched:
            return
        dice = self.roll(2, "wheel damage", "CM 9.55a")
        points = self.wheel_damage(sum(dice) + sum(each.amount for each in modifiers))
        clauses = (clause, "CM 9.55a", *((self.wheel_footnote,) if modifiers else ()), "CM 9.55b")
        self.mark_wheel(chariot, side, points, clauses, modifiers)
        self.feel_blow(chariot, points)

    def feel_blow(self, chariot: Chariot, points: int) -> None:
        """CM 9.56a: a ram that hits a wheel is followed by a check."""
        self.check_wheels(chariot, "CM 9.56a")

    def speed_strains_wheels(self, chariot: Chariot) -> bool:
        """CM 7.41a: at 14 and more, straining and all."""
        return self.total_speed(chariot) >= self.charts.wheel_check_speed

    def damage_modifiers(self, by: Chariot, side: int) -> tuple[Modifier, ...]:
        """CM 9.5-footnote, 9.55-footnote: how a heavy or light car changes the damage it does. `side` is the side of
        that car which strikes; 0: neither."""
        return self.car_modifiers(by.car)

    def car_modifiers(self, car: str) -> tuple[Modifier, ...]:
        amount = self.charts.car_modifier[car]
        return (Modifier(f"{car} car", amount),) if amount else ()

    def wear(self, roll: int, total: int) -> tuple[int, bool]:
        """CM 7.43: its damage after two dice against it, and whether it comes off; an equal throw wears it."""
        return (total + 1, False) if roll == total else (total, roll < total)

    def check_wheels(self, chariot: Chariot, clause: str) -> None:
        """CM 7.42, CM 7.44, 9.56b: at once, every damaged wheel, left first; stop at the first that comes off."""
        for side, total in zip((IN, OUT), self.wheels(chariot), strict=True):
            if total == self.wheel_boxes(chariot, side):
                self.flip(chariot, "CM 9.56b")
                return
        least, modifiers = self.least_damage(chariot), self.wheel_modifiers(chariot)
        for side, total in zip((IN, OUT), self.wheels(chariot), strict=True):
            if total < least:
                continue
            roll = sum(self.roll(2, f"{WHEEL[side]} wheel", "CM 7.43")) + sum(each.amount for each in modifiers)
            total, lost = self.wear(roll, total)
            self.set_wheel(chariot, side, total)
            self.tell(
                "wheel-check",
                {"chariot": chariot.faction, "wheel": WHEEL[side], "roll": roll, "total": total, "lost": lost},
                (clause, "CM 7.43"),
                modifiers,
            )
            if lost or total == self.wheel_boxes(chariot, side):
                self.flip(chariot, "CM 7.43" if lost else "CM 9.56b")
                return

    @odds
    def wheel_holds_odds(self, damage: int, boxes: int = 10, modifier: int = 0) -> float:
        """CM 7.43: that one wheel comes through a check."""
        if damage < 2 + modifier:
            return 1.0
        worn = ((self.wear(roll + modifier, damage), chance) for roll, chance in sums(2).items())
        return sum(chance for (total, lost), chance in worn if not lost and total < boxes)

    @odds
    def wheel_off_odds(self, axle: Axle) -> float:
        """CM 7.43, 7.44, 9.56b: that a check of both wheels flips the car."""
        if axle.left == axle.left_boxes or axle.right == axle.right_boxes:
            return 1.0
        left = self.wheel_holds_odds(axle.left, axle.left_boxes, axle.modifier)
        return 1 - left * self.wheel_holds_odds(axle.right, axle.right_boxes, axle.modifier)

    @odds
    def hit_car_odds(self, car: Car, modifier: int) -> Odds:
        """CM 9.55a, 9.56a: wheel damage with this modifier, and the check at once."""
        blows = ((self.wheel_damage(roll + modifier), chance) for roll, chance in sums(2).items())
        flips = sum(chance * self.blow_odds(car.axle.hit(car.side, points), points) for points, chance in blows)
        return {DAMAGED: 1 - flips, FLIPS: flips}

    def blow_odds(self, axle: Axle, points: int) -> float:
        """CM 9.56a: that a blow of so many points flips the car, its wheels marked already."""
        return self.wheel_off_odds(axle)

    def corner_wheel_odds(self, chariot: Chariot) -> float:
        """CM 7.41b: that a wheel comes off when the strain begins."""
        if chariot.number in self.race.move.wheel_checked:
            return 0.0
        return round(self.wheel_off_odds(self.axle(chariot)), 4)

    def speed_wheel_odds(self, chariot: Chariot) -> float:
        """CM 7.41a: that a wheel comes off because of the speed that is told now."""
        if not self.speed_strains_wheels(chariot):
            return 0.0
        return round(self.wheel_off_odds(self.axle(chariot)), 4)

    def say_wheel(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s {data['wheel']} wheel takes {data['points']}, {data['total']} in all."

    def say_wheel_check(self, data: Data, names: Names) -> str:
        wheel, roll, total = f"{who(data)}'s {data['wheel']} wheel", data["roll"], data["total"]
        if data["lost"]:
            return f"{wheel} comes off ({roll} against {total})!"
        if roll < total:  # CM 7.43: an equal throw, which has worn it
            return f"{wheel} holds ({roll} against {total - 1}) but wears: {total} in all."
        return f"{wheel} holds ({roll} against {total})."
