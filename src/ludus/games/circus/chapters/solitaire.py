"""CM 19: rivals who attack by the die."""

from __future__ import annotations

from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot
from ludus.games.circus.step_list import Steps
from ludus.games.circus.words import (
    Data,
    Names,
    who,
)

PERMITS = {"none": (), "lash": ("CM 19-lash-on-equal",), "free": ("CM 19-choice-above",)}


class Solitaire(Chapter):
    def deal_characters(self) -> None:
        """Everybody attacks as he likes; in solitaire the rivals get their numbers here."""

    def ask_permission(self, chariot: Chariot, factors: int) -> None:
        """CM 19-threshold: one die for each square from which a rival could attack."""
        race = self.race
        if not self.may_be_tempted(chariot, factors):
            return
        die = self.roll(1, "does he attack?", "CM 19-threshold")[0]
        race.move.asked = race.car_square(chariot)
        number = chariot.threshold
        race.move.permission = "none" if die < number else "lash" if die == number else "free"
        self.tell(
            "permission",
            {"chariot": chariot.faction, "die": die, "number": number, "allows": race.move.permission},
            ("CM 19-threshold", *PERMITS[race.move.permission]),
        )

    def may_be_tempted(self, chariot: Chariot, factors: int) -> bool:
        """CM 19-threshold: whether this is a square from which he could attack, and he has not thrown for it."""
        return self.race.move.asked != self.race.car_square(chariot) and bool(self.attacks(chariot, factors))

    def tempted(self, chariot: Chariot, factors: int) -> bool:
        """CM 19-threshold: whether a rival who drives on throws here, on the way."""
        return self.may_be_tempted(chariot, factors)

    def heed_permission(self, chariot: Chariot, steps: Steps) -> None:
        """CM 19-threshold, 19-lash-on-equal: a rival attacks as his die allows; an equal one leaves him no choice."""
        move = self.race.move
        if move.asked != self.race.car_square(chariot) or move.permission == "none":
            steps.attacks = {}
        elif move.permission == "lash":
            steps.attacks = {name: attack for name, attack in steps.attacks.items() if attack.kind == "lash"}
        steps.must_attack = bool(steps.attacks) and move.permission == "lash"

    def say_permission(self, data: Data, names: Names) -> str:
        return f"{who(data)} rolls {data['die']} against {data['number']}: {data['allows']}."
