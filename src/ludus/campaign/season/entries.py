"""CM 20.22, 22.4: who enters which chariots, chosen in secret and revealed together."""

from __future__ import annotations

from ludus.campaign.people import Chariot
from ludus.campaign.recovery import admitted
from ludus.campaign.season.chapter import Answer, Data, Names, strength
from ludus.campaign.season.spares import Spares
from ludus.campaign.season.state import Entered
from ludus.core.decision import Choose, Decision
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders

OUT = "stay out"


class Entries(Spares):
    """Whole chariots (CM 20.1c), none, one or two of each faction."""

    def choose_entries(self) -> Phase:
        asked: dict[int, Decision] = {
            seat: self.ask_entries(seat) for seat in self.owners() if admitted(self.stable(seat).chariots)
        }
        answers = yield Together(asked)
        entered = [
            [Entered(seat, int(number)) for number in choice.removeprefix("enter ").split()]
            for seat, choice in sorted(answers.items())
            if choice != OUT
        ]
        self.season.entered = self.within_field(entered)
        told = [
            {"seat": each.seat, "chariot": each.chariot, "name": self.driver_of(each)} for each in self.season.entered
        ]
        self.tell("entries", {"entries": told}, ("CM 20.22a", "CM 20.22b", "CM 20.21b"))

    def ask_entries(self, seat: int) -> Choose:
        """CM 20.21b: nobody has to. CM 22.4: healthy ones first, else the least injured; of two, the first has the
        right to the front row (CM 20.22b)."""
        chariots = self.stable(seat).chariots
        single, double = [], []
        for first in admitted(chariots):
            single.append(f"enter {first.id}")
            double += [f"enter {first.id} {second.id}" for second in admitted(chariots, [first.id])]
        best = max(admitted(chariots), key=lambda each: (strength(each), -each.id))
        prompt = f"Race {self.season.race}: whom do you enter? Nobody sees it before all have chosen."
        choices = (*single, *double, OUT)
        return Choose(seat, "entries", prompt, "CM 20.22a", choices, f"enter {best.id}")

    def within_field(self, entered: list[list[Entered]]) -> list[Entered]:
        """CM 20.22b: first entries have the first right to a place; where second ones are too many, the lot decides."""
        seconds = [each for entries in entered for each in entries[1:]]
        room = max(0, self.season.rules.most_chariots - len(entered))
        if len(seconds) > room:
            drawn = self.table.shuffle(seconds, "second entries", "CM 20.22b")
            for each in drawn[room:]:
                told = {"seat": each.seat, "chariot": each.chariot, "name": self.driver_of(each)}
                self.tell("cut", told, ("CM 20.22b",))
            seconds = drawn[:room]
        return [each for entries in entered for each in entries[:1] + [one for one in entries[1:] if one in seconds]]

    def driver_of(self, entered: Entered) -> str:
        return self.name(self.stable(entered.seat).chariot(entered.chariot))

    # -- explained, obeyed, told ----------------------------------------------------------------------------------

    def explain_entries(self, decision: Decision) -> list[Answer]:
        stable = self.stable(decision.seat)
        answers = []
        for choice in decision:
            if choice == OUT:
                answers.append(self.answer(choice, "Stay out of this race", "you must bet all the same"))
                continue
            chosen = [stable.chariot(int(number)) for number in str(choice).removeprefix("enter ").split()]
            hint = "; ".join(in_short(each) for each in chosen)
            answers.append(self.answer(choice, " and ".join(self.name(each) for each in chosen), hint))
        return answers

    def obey_entries(self, decision: Decision, orders: Orders) -> Obeyed | None:
        if orders["entries"] == "ask":
            return None
        return Obeyed(OUT if orders["entries"] == "out" else decision.default, "")

    def say_entries(self, data: Data, names: Names) -> str:
        if not data["entries"]:
            return "Nobody enters."
        return "Entered: " + ", ".join(f"{each['name']} ({names[each['seat']]})" for each in data["entries"]) + "."

    def say_cut(self, data: Data, names: Names) -> str:
        return f"There is no room for the second chariot of {names[data['seat']]}, with {data['name']}."


def in_short(chariot: Chariot) -> str:
    """What counts in a race; the rest stands on the sheet."""
    assert chariot.team is not None
    assert chariot.driver is not None
    assert chariot.car is not None
    driver, team = chariot.driver, chariot.team
    unhealed = f", {chariot.injury} unhealed" if chariot.injury else ""
    return (
        f"driver {driver.modifier:+d}, speed {team.speed}, endurance {team.endurance}, {chariot.car.kind} car{unhealed}"
    )
