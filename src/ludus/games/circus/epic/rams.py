"""E2 10.7 to 10.10: rams, wanted or not."""

from __future__ import annotations

from ludus.core.decision import Allocate, Decision
from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import HARMLESS, Odds, Sides
from ludus.games.circus.state import TEAM, Chariot
from ludus.games.circus.threats import Threat
from ludus.games.circus.words import Answer, Data, Names, who

LIGHT = "light"  # E2 10.10.1.2: a team strikes like a light car


class EpicRams(SecondEdition):
    """As in the second edition, but that teams without a car hurt and are hurt, and that injury is spread."""

    def willing_ram_clause(self, part: int) -> str:
        """E2 10.7, 10.8: on the team, or on the car."""
        return "E2 10.7" if part == TEAM else "E2 10.8"

    # -- into whoever is ahead (E2 8.8.4, 10.10.1.1, 10.10.1.2) ------------------------------------------------

    def crash_injury(self, chariot: Chariot, other: Chariot, part: int) -> tuple[int, tuple[Modifier, ...]]:
        """E2 10.10.1.1, 10.10.1.2: by the car ahead; a runaway team ahead strikes as a light car does."""
        modifiers = self.car_modifiers(LIGHT) if part == TEAM else self.damage_modifiers(other, 0)
        return self.crash_points(modifiers), modifiers

    def crash_clause(self, part: int) -> str:
        return "E2 10.10.1.2" if part == TEAM else "E2 10.10.1.1"

    def crashed_into(self, other: Chariot, part: int) -> Phase:
        """E2 10.10.1.2: a runaway team ahead suffers as much, by a roll of its own."""
        if part != TEAM or not other.on_track:
            return
        modifiers = self.car_modifiers(LIGHT)
        points = self.crash_points(modifiers)
        self.tell("struck-from-behind", {"chariot": other.faction, "points": points}, ("E2 10.10.1.2",), modifiers)
        if points:
            yield from self.share_injury(other, points)

    def even_shares(self, chariot: Chariot, points: int) -> tuple[int, tuple[int, ...]]:
        """E2 10.10.1.1: the odd points, and what each horse has to bear without them."""
        each, odd = divmod(points, chariot.alive)
        return odd, tuple(each if boxes else 0 for boxes in chariot.horses)

    def share_injury(self, chariot: Chariot, points: int) -> Phase:
        """E2 10.10.1.1: as equally as possible among the living; the owner says who takes the odd points."""
        race = self.race
        odd, even = self.even_shares(chariot, points)
        extra: tuple[int, ...] = (0,) * len(even)
        if odd:
            boxes = {f"horse {number}": min(1, left) for number, left in enumerate(chariot.horses, start=1)}
            prompt = "Which of your horses take the odd points?"
            if chariot.number == race.mover:
                race.phase = "injured"
            race.move.injury = points
            extra = yield self.allocate(chariot, "injury", prompt, "E2 10.10.1.1", odd, boxes)
            race.phase, race.move.injury = "resolving", 0
        shares = tuple(both[0] + both[1] for both in zip(even, extra, strict=True))
        self.hurt_horses(chariot, shares, "E2 10.10.1.1")

    def explain_injury(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """E2 10.10.1.1: what each horse has left then."""
        assert isinstance(decision, Allocate)
        _, even = self.even_shares(chariot, self.race.move.injury)
        answers = []
        for choice in decision:
            assert isinstance(choice, tuple)
            boxes = []
            for name, left, share, odd in zip(decision.boxes, chariot.horses, even, choice, strict=True):
                points = share + odd
                if points:
                    label = f"{left - points} of {left} left" if left > points else "dies"
                    boxes.append({"box": name, "points": points, "label": label})
            label = ", ".join(f"{box['box']} takes {box['points']}" for box in boxes).capitalize()
            answers.append(self.answer(choice, label, [f"{box['box']}: {box['label']}" for box in boxes], boxes=boxes))
        return answers

    # -- sideways (E2 10.10.1, 10.10.1.2) ----------------------------------------------------------------------

    def teams_clash(self, other: Chariot) -> bool:
        """E2 10.10.1.2: with a team that has no car behind it."""
        return not other.hitched

    def team_strikes(self, chariot: Chariot, other: Chariot, part: int, direction: int) -> None:
        """E2 10.10.1, 10.10.1.2: against a car only the own horses are hurt, against a lone team both."""
        if part != TEAM:
            super().team_strikes(chariot, other, part, direction)
            return
        modifiers = self.car_modifiers(LIGHT)
        self.roll_injury(chariot, self.nearest_horse(chariot, direction), modifiers, "E2 10.10.1.2")
        if self.shielded(other, -direction):
            self.tell("unhurt", {"chariot": other.faction}, ("E2 10.10.1.2", "E2 12.2"))
        else:
            self.roll_injury(other, self.nearest_horse(other, -direction), modifiers, "E2 10.10.1.2")

    def team_strikes_odds(self, attacker: Chariot, target: Chariot, threat: Threat) -> Sides:
        if threat.part != TEAM:
            return super().team_strikes_odds(attacker, target, threat)
        horse = None if self.shielded(target, threat.side) else self.nearest_horse(target, threat.side)
        own = self.nearest_horse(attacker, -threat.side)
        return Sides(self.clashing_horse_odds(target, horse), self.clashing_horse_odds(attacker, own))

    def clashing_horse_odds(self, chariot: Chariot, horse: int | None) -> Odds:
        """E2 10.10.1.2: as if a light car had struck it."""
        modifier = sum(each.amount for each in self.car_modifiers(LIGHT))
        return HARMLESS if horse is None else self.ram_horses_odds(modifier, chariot.horses[horse])

    # -- a dragged driver (E2 10.9) ------------------------------------------------------------------------------

    def trampled_hits(self, roll: int) -> int:
        """E2 10.9.3: as many hits as a wheel would take points."""
        return self.wheel_damage(roll)

    def say_struck_from_behind(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s runaway team is struck from behind; the horses take {data['points']}."
