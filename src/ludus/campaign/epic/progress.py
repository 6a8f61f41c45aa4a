"""E1 10, 11: experience is spent, and then everybody heals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from ludus.campaign.epic.challenges import Challenges
from ludus.campaign.epic.chapter import Answer, Data, Names
from ludus.campaign.epic.charts import EPIC
from ludus.campaign.epic.debts import DRIVER
from ludus.campaign.epic.state import GALA, Families
from ludus.campaign.ledger import BANK
from ludus.campaign.people import WHOLE, Car, Chariot
from ludus.campaign.recovery import recover
from ludus.campaign.training import SAVE, Training
from ludus.campaign.vacancies import harness
from ludus.core.decision import Choose, Decision
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders


class Progress(Challenges, Training[Families]):
    """E1 5.1.4, 5.1.5."""

    by_clauses: ClassVar[Mapping[str, tuple[str, ...]]] = {  # E1 10.1.2.1 to 10.1.2.4
        "trained": ("E1 10.1.2", "E1 10.1.2.1"),
        "hardened": ("E1 10.1.2.3", "E1 10.1.2.4"),
        "quickened": ("E1 10.1.2.2", "E1 10.1.2.4"),
    }

    def spend_experience(self) -> Phase:
        """E1 10.1.2, 10.2.3: drivers and teams, then men; as long as somebody has points and wants to spend them."""
        spending = self.families.players()
        while asked := {seat: choices for seat in spending if len(choices := self.affordable(seat)) > 1}:
            answers = yield Together({seat: self.ask_training(seat, choices) for seat, choices in asked.items()})
            spending = [seat for seat, choice in sorted(answers.items()) if choice != SAVE]
            for seat in spending:
                self.improve(seat, str(answers[seat]))
        for man in [each for each in self.families.men.values() if each.alive and each.owner != BANK]:
            yield from self.spend(man.number)

    def ask_training(self, seat: int, choices: tuple[str, ...]) -> Choose:
        return Choose(seat, "train", "Who spends his experience, and on what?", "E1 10.1.2", choices, SAVE)

    # -- recovery (E1 11) -------------------------------------------------------------------------------------------

    def recover_all(self) -> Phase:
        """E1 5.1.5: after a race men and horses, after a gala gladiators; then dead slaves begin another life. What was
        not held heals nobody (E1 5.2.1b, 11.1.2)."""
        if self.families.held:
            if self.families.event == GALA:
                self.heal_gladiators()
            else:
                self.heal_stables()
        yield from self.mourn_slaves()

    def heal_stables(self) -> None:
        """E1 11.1.1 to 11.1.3: a point for every driver and every horse, whether it raced or not, up to full strength;
        cars with both wheels are mended; endurance and critical wounds are whole again anyway."""
        points = {}
        for seat in self.families.players():
            healed = recover(self.stable(seat))
            if healed:
                points[str(seat)] = healed
            for car in self.stable(seat).all_cars():
                car.wheels = WHOLE
        self.tell(
            "mended",
            {"points": points},
            ("E1 11.1.1", "E1 11.1.2", "E1 11.1.2.1", "E1 11.1.2.2", "E1 11.1.2.3", "E1 11.1.2.4", "E1 11.1.3"),
        )
        for slave in self.families.slaves:
            if slave.kind == DRIVER:
                self.refit(slave.seat, self.stable(slave.seat).chariot(slave.number))

    def refit(self, seat: int, chariot: Chariot) -> None:
        """E1 6.6.4: his owner, outside the game, replaces a lost car by one of its type, and each dead horse by a roll
        in the 1,000s column, with the die for breaking in."""
        if chariot.car is not None and chariot.car.wrecked:
            chariot.car = Car(self.families.next_thing(), chariot.car.kind)
            self.tell("fitted", {"seat": seat, "chariot": chariot.id, "car": chariot.car.kind}, ("E1 6.6.4",))
        for place in chariot.team.lost if chariot.team is not None else ():
            assert chariot.team is not None
            horse = self.roll_horse(EPIC["slave"]["horse"], [each.name for each in chariot.team.living])
            harness(chariot.team, place, horse)
            self.break_team_in(seat, chariot, horse.name, ("E1 6.6.4", "E1 8.2.1.3"))

    def heal_gladiators(self) -> None:
        """E1 11.2.1a to 11.2.1.4, 11.2-vs-gladiator: everybody with open wounds, also out of a duel, whether he fought
        in this gala or not: a roll for each area."""
        for man in self.heal_all():
            self.bury(man.name, f"gladiator {man.number}", man.owner, man.fights, man.wins)
            self.keep(replace(self.gladiator(man.number), points=0))

    # -- explained, obeyed, told ------------------------------------------------------------------------------------

    def explain_train(self, decision: Decision) -> list[Answer]:
        return self.training_explained(decision)

    def obey_train(self, decision: Decision, orders: Orders) -> Obeyed | None:
        wish = orders["train"]
        if wish == "ask":
            return None
        wanted = [str(choice) for choice in decision if str(choice).startswith(("driver", wish))]
        return Obeyed(wanted[0] if wanted and wish != SAVE else SAVE, "")

    def say_mended(self, data: Data, names: Names) -> str:
        points = ", ".join(f"{names[int(seat)]} {healed}" for seat, healed in data["points"].items())
        return f"Men and horses heal: {points}." if points else "Nobody is hurt; the cars are mended."
