"""The older Battleline game (GEN battleline), as far as it is known: two of its rules."""

from __future__ import annotations

from ludus.core.decision import Decision
from ludus.core.game import Phase, Together
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.options.switch import on_off
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Answer, Data, Names, who

GROUP = "Battleline"
BLADED = "heavy"  # CM 3.62: such a car has blades already
SLOWER = 3  # team speed for a pair of blades


class UnlimitedAttacks(SecondEdition):
    """GEN battleline: as many attacks from one square as there are factors."""

    sources = ("GEN",)

    def may_attack_again(self, car: int) -> bool:
        return True

    def may_trample_again(self, square: int) -> bool:
        return True


class FlatBlades(SecondEdition):
    """GEN battleline: anybody may fix scythe blades to his car, for three of team speed."""

    sources = ("GEN",)

    def build(self) -> Phase:
        yield from super().build()
        bare = [chariot for chariot in self.race.chariots if chariot.car != BLADED]
        chosen: dict[int, bool] = {}
        while len(chosen) < len(bare):
            asked: dict[int, Decision] = {}
            number_of: dict[int, int] = {}
            for chariot in bare:
                if chariot.number not in chosen and chariot.seat not in asked:
                    prompt = f"Blades on the wheels of your {chariot.faction} chariot?"
                    choices = ("no", "blades")
                    asked[chariot.seat] = self.choose(chariot, "blades", prompt, "GEN battleline", choices)
                    number_of[chariot.seat] = chariot.number
            answers = yield Together(asked)
            for seat, answer in answers.items():
                chosen[number_of[seat]] = answer == "blades"
        for chariot in bare:
            if chosen[chariot.number]:
                self.fix_blades(chariot)

    def fix_blades(self, chariot: Chariot) -> None:
        """A car with blades rams like a heavy one."""
        chariot.car = BLADED
        chariot.drained += SLOWER
        self.tell("blades", {"chariot": chariot.faction, "team_speed": self.team_speed(chariot)}, ("GEN battleline",))

    def explain_blades(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        speed = self.team_speed(chariot)
        return [
            self.answer(
                choice, "Blades", [f"team speed {max(0, speed - SLOWER)} instead of {speed}", "rams as a heavy car"]
            )
            if choice == "blades"
            else self.answer(choice, "No blades", [f"team speed {speed}"])
            for choice in decision
        ]

    def say_blades(self, data: Data, names: Names) -> str:
        return f"{who(data)} fixes blades to the wheels; team speed {data['team_speed']}."


UNLIMITED_ATTACKS = on_off(
    "unlimited_attacks",
    "Attacks without limit",
    "As many attacks from one square as there are factors.",
    "GEN battleline",
    GROUP,
    UnlimitedAttacks,
)
FLAT_BLADES = on_off(
    "flat_blades",
    "Blades for anybody",
    "After building, anybody may fix scythe blades to his car for three of team speed.",
    "GEN battleline",
    GROUP,
    FlatBlades,
    excludes=("builds",),
)
