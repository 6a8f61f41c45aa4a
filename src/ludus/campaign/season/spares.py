"""CM 21.2b, 21.5a: what is kept aside fills a vacancy of its own kind, with the same break-in die as if bought."""

from __future__ import annotations

from ludus.campaign.lots import Lot, find, read_lot, spares, take
from ludus.campaign.people import Car, Chariot, Driver, Horse, Team
from ludus.campaign.season.chapter import Answer, Data, Names, described
from ludus.campaign.season.market import FOR_A_DRIVER, FOR_A_HORSE
from ludus.campaign.season.records import Records
from ludus.campaign.vacancies import (
    harness,
    needs_car,
    needs_driver,
    needs_horses,
    needs_team,
    put_car,
    put_team,
    seat_driver,
)
from ludus.core.decision import Choose, Decision
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders

LEAVE = "leave"


class Spares(Records):
    """Asked before anything is bought, and only where something fits. Each comes in once a race at most."""

    def fill_vacancies(self) -> Phase:
        used: list[Lot] = []
        shopping = self.owners()
        while asked := {seat: choices for seat in shopping if len(choices := self.fitting(seat, used)) > 1}:
            answers = yield Together({seat: self.ask_spare(seat, choices) for seat, choices in asked.items()})
            shopping = [seat for seat, choice in sorted(answers.items()) if choice != LEAVE]
            joined = []
            for seat in shopping:
                name, _, number = answers[seat].partition(" into ")
                lot, chariot = read_lot(name), self.stable(seat).chariot(int(number))
                used.append(lot)
                self.fill(seat, lot, chariot)
                joined += [(seat, chariot)] if lot.kind == "horse" else []
            yield from self.arrange_teams(joined)  # CM 21.42

    def fitting(self, seat: int, used: list[Lot]) -> tuple[str, ...]:
        """Which spare fits into which chariot; to leave it at that is always possible."""
        stable = self.stable(seat)
        return (
            LEAVE,
            *(
                f"{lot} into {chariot.id}"
                for lot in spares(stable)
                if lot not in used
                for chariot in stable.chariots
                if self.fits(find(stable, lot), chariot)
            ),
        )

    def fits(self, spare: object, chariot: Chariot) -> bool:
        """CM 21.2b: only a vacancy that a race has left. CM 21.6: a car of the same class."""
        if isinstance(spare, Driver):
            return needs_driver(chariot)
        if isinstance(spare, Horse):
            return bool(needs_horses(chariot))
        if isinstance(spare, Team):
            return needs_team(chariot)
        assert isinstance(spare, Car)
        return needs_car(chariot) and chariot.car is not None and chariot.car.kind == spare.kind

    def fill(self, seat: int, lot: Lot, chariot: Chariot) -> None:
        spare = take(self.stable(seat), lot)
        if isinstance(spare, Driver):
            seat_driver(self.stable(seat), chariot, spare)
            if chariot.team is not None:
                self.break_team_in(seat, chariot, spare.name, FOR_A_DRIVER, modifier=spare.modifier, hits=spare.hits)
                return
        elif isinstance(spare, Horse):
            assert chariot.team is not None
            harness(chariot.team, needs_horses(chariot)[0], spare)
            self.break_team_in(seat, chariot, spare.name, FOR_A_HORSE, speed=spare.now)
            return
        elif isinstance(spare, Team):
            put_team(chariot, spare)
        else:
            assert isinstance(spare, Car)
            put_car(chariot, spare)
        self.tell("filled", {"seat": seat, "chariot": chariot.id, "lot": str(lot)}, ("CM 21.2b", "CM 21.7"))

    def ask_spare(self, seat: int, choices: tuple[str, ...]) -> Choose:
        prompt = "You keep somebody aside who could fill a vacancy."
        return Choose(seat, "spare", prompt, "CM 21.2b", choices)

    def explain_spare(self, decision: Decision) -> list[Answer]:
        stable = self.stable(decision.seat)
        answers = []
        for choice in decision:
            lot, _, chariot = str(choice).partition(" into ")
            if choice == LEAVE:
                answers.append(self.answer(choice, "Leave it at that"))
            else:
                into = f"into this chariot: {described(stable.chariot(int(chariot)))}"
                answers.append(self.answer(choice, self.in_words(find(stable, read_lot(lot))), into))
        return answers

    def obey_spare(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["purchases"] == "ask" else Obeyed(decision.default, "")

    def say_filled(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} fills a vacancy: {data['lot']}."
