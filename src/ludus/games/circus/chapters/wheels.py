"""CM 7.4, 9.55, 9.56: wheels that are hit, checked and lost."""

from __future__ import annotations

from ludus.core.event import Modifier
from ludus.games.circus.book import Chapter
from ludus.games.circus.odds import (
    DAMAGED,
    FLIPS,
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
    def wheel_damage(self, roll: int) -> int:
        """CM 9.55a: damage points for the modified roll."""
        return self.charts.wheel_damage[min(max(roll, 0), len(self.charts.wheel_damage) - 1)]

    def wheels(self, chariot: Chariot) -> tuple[int, int]:
        return (chariot.left_wheel, chariot.right_wheel)

    def damaged(self, chariot: Chariot) -> bool:
        """CM 7.43: a total of 1 can never come off, so only 2 and more matter."""
        return chariot.left_wheel > 1 or chariot.right_wheel > 1

    def mark_wheel(
        self,
        chariot: Chariot,
        side: int,
        points: int,
        clauses: tuple[str, ...],
        modifiers: tuple[Modifier, ...] = (),
    ) -> None:
        """CM 3.5e, 9.55b: boxes of one wheel."""
        total = min(self.charts.wheel_boxes, self.wheels(chariot)[side == OUT] + points)
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

    def hit_car(self, chariot: Chariot, side: int, other_car: str, clause: str) -> None:
        """CM 9.55a, 9.55-footnote, 9.56a: two dice by the type of the other car, then a check at once."""
        if not chariot.hitched:
            return
        dice = self.roll(2, "wheel damage", "CM 9.55a")
        points = self.wheel_damage(sum(dice) + self.charts.car_modifier[other_car])
        modifiers = self.car_modifier(other_car)
        clauses = (clause, "CM 9.55a", *(("CM 9.55-footnote",) if modifiers else ()), "CM 9.55b")
        self.mark_wheel(chariot, side, points, clauses, modifiers)
        if self.blow_checked(points, self.wheels(chariot)[side == OUT]):
            self.check_wheels(chariot, "CM 9.56a")

    def blow_checked(self, points: int, total: int) -> bool:
        """CM 9.56a: whether a ram that did so much to a wheel, now so much in all, is followed by a check."""
        return True

    def speed_strains_wheels(self, chariot: Chariot) -> bool:
        """CM 7.41a: at 14 and more, straining and all."""
        return self.total_speed(chariot) >= self.charts.wheel_check_speed

    def car_modifier(self, car: str) -> tuple[Modifier, ...]:
        """CM 9.5-footnote, 9.55-footnote: how a heavy or light car changes the damage it does."""
        amount = self.charts.car_modifier[car]
        return (Modifier(f"{car} car", amount),) if amount else ()

    def wear(self, roll: int, total: int) -> tuple[int, bool]:
        """CM 7.43: its damage after two dice against it, and whether it comes off; an equal throw wears it."""
        return (total + 1, False) if roll == total else (total, roll < total)

    def check_wheels(self, chariot: Chariot, clause: str) -> None:
        """CM 7.43, 7.44, 9.56b: every damaged wheel, left first; stop at the first that comes off."""
        if self.charts.wheel_boxes in self.wheels(chariot):
            self.flip(chariot, "CM 9.56b")
            return
        for side, total in zip((IN, OUT), self.wheels(chariot), strict=True):
            if total < 2:
                continue
            roll = sum(self.roll(2, f"{WHEEL[side]} wheel", "CM 7.43"))
            total, lost = self.wear(roll, total)
            self.set_wheel(chariot, side, total)
            self.tell(
                "wheel-check",
                {"chariot": chariot.faction, "wheel": WHEEL[side], "roll": roll, "total": total, "lost": lost},
                (clause, "CM 7.43"),
            )
            if lost or total == self.charts.wheel_boxes:
                self.flip(chariot, "CM 7.43" if lost else "CM 9.56b")
                return

    @odds
    def wheel_holds_odds(self, damage: int) -> float:
        """CM 7.43: that one wheel comes through a check."""
        if damage < 2:
            return 1.0
        worn = ((self.wear(roll, damage), chance) for roll, chance in sums(2).items())
        return sum(chance for (total, lost), chance in worn if not lost and total < self.charts.wheel_boxes)

    @odds
    def wheel_off_odds(self, left: int, right: int) -> float:
        """CM 7.43, 7.44, 9.56b: that a check of both wheels flips the car."""
        if self.charts.wheel_boxes in (left, right):
            return 1.0
        return 1 - self.wheel_holds_odds(left) * self.wheel_holds_odds(right)

    @odds
    def hit_car_odds(self, wheels: Car, by: str) -> Odds:
        """CM 9.55a, 9.56a: wheel damage by a car of this type, and the check at once."""
        flips = sum(
            chance
            * self.wheel_off_odds(
                min(self.charts.wheel_boxes, wheels.hit + self.wheel_damage(roll + self.charts.car_modifier[by])),
                wheels.other,
            )
            for roll, chance in sums(2).items()
        )
        return {DAMAGED: 1 - flips, FLIPS: flips}

    def corner_wheel_odds(self, chariot: Chariot) -> float:
        """CM 7.41b: that a wheel comes off when the strain begins."""
        if chariot.number in self.race.move.wheel_checked:
            return 0.0
        return round(self.wheel_off_odds(chariot.left_wheel, chariot.right_wheel), 4)

    def speed_wheel_odds(self, chariot: Chariot) -> float:
        """CM 7.41a: that a wheel comes off because of the speed that is told now."""
        if not self.speed_strains_wheels(chariot):
            return 0.0
        return round(self.wheel_off_odds(chariot.left_wheel, chariot.right_wheel), 4)

    def say_wheel(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s {data['wheel']} wheel takes {data['points']}, {data['total']} in all."

    def say_wheel_check(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s {data['wheel']} wheel " + (
            "comes off!" if data["lost"] else f"holds ({data['roll']} against {data['total']})."
        )
