"""CM 20.21a in its strict order: what an owner pays for in secret stands in the one record that he has written before
anybody has entered, and his campaign hands it in under seal. It names a rival and none of his chariots: which of two is
meant he says when it comes to light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ludus.core.contest import HANDOVER
from ludus.core.decision import Choose, Decision
from ludus.core.errors import DataError
from ludus.core.game import Phase
from ludus.core.plain import from_plain
from ludus.games.circus.patronage.money import GUARDS, Check, Envelope
from ludus.games.circus.patronage.skullduggery import Skullduggery
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Answer, Data, Names, named

AT_HOME = -1  # an own chariot that was guarded and has not been entered


class Records(Skullduggery):
    """Envelopes that were written before the race."""

    def seal_envelopes(self) -> Phase:
        if not self.race.rules.sealed_records:
            yield from super().seal_envelopes()
            return
        handed: Mapping[int, Any] = yield HANDOVER
        for seat, plain in sorted(handed.items()):
            self.take_in(seat, from_plain(Envelope, plain, f"sealed.{seat}"))
        self.tell("records", {}, ("CM 20.21a", "CM 24.31", "CM 25.1"))

    def take_in(self, seat: int, written: Envelope) -> None:
        """CM 20.21a, 24.31: of a rival's only chariot it is clear which is meant. What guards a chariot that stays at
        home is spent as well, and so is what was meant for somebody who has entered none."""
        rivals = [each.number for each in self.race.chariots if each.seat == written.rival]
        own = self.owns(seat)
        guards = tuple(
            (own[entry].number if entry in range(len(own)) else AT_HOME, kind, paid)
            for entry, kind, paid in written.guards
        )
        sums = (written.bribe, written.drugs, written.sabotage, *(paid for _, _, paid in guards))
        if sum(sums) > self.spare_money(seat) or min(sums) < 0:
            raise DataError(f"sealed.{seat} spends what seat {seat} does not have (CM 21.3)")
        target = rivals[0] if len(rivals) == 1 else -1
        racing = tuple(guard for guard in guards if guard[0] != AT_HOME)
        envelope = replace(written, target=target, guards=racing)
        Check(self.race, "sealed").envelope(seat, envelope)
        self.pay_for(seat, replace(written, guards=guards))
        self.coffers.envelopes[seat] = envelope

    def guarded(self, number: int, kind: str) -> str:
        if number == AT_HOME:
            return f"guards of a chariot that stayed at home, against {GUARDS[kind]}"
        return super().guarded(number, kind)

    # -- which of two (CM 20.21a, 24.1) --------------------------------------------------------------------------

    def open_envelopes(self, chariot: Chariot) -> Phase:
        """CM 20.21a, 24.4: whoever has drugs or a saw for one of two says so when the first is about to move."""
        for seat, envelope in sorted(self.coffers.envelopes.items()):
            if envelope.target == -1 and envelope.rival == chariot.seat and (envelope.drugs or envelope.sabotage):
                waiting = [
                    each
                    for each in self.owns(chariot.seat)
                    if each.on_track and each.number not in self.coffers.visited
                ]
                victim = chariot
                if waiting:
                    answer = yield self.ask_victim(seat, [chariot, *waiting])
                    victim = next(each for each in (chariot, *waiting) if each.faction == answer)
                self.aim_at(seat, victim)
        yield from super().open_envelopes(chariot)

    def movement_phase(self, chariot: Chariot) -> Phase:
        """CM 24.32a: who has not said which of two is meant is asked again when the other moves."""
        yield from super().movement_phase(chariot)
        for seat, envelope in self.coffers.envelopes.items():
            if envelope.target == -1:
                self.coffers.asked.pop(seat, None)

    def ask_victim(self, seat: int, chariots: list[Chariot]) -> Choose:
        colours = tuple(each.faction for each in chariots)
        prompt = f"{named(chariots[0])} is about to move. For which chariot was it that you paid?"
        return Choose(seat, "victim", prompt, self.cite("CM 20.21a"), colours, about=colours[0])

    def aim_at(self, seat: int, chariot: Chariot) -> None:
        envelopes = self.coffers.envelopes
        envelopes[seat] = replace(envelopes[seat], target=chariot.number)

    def concerns(self, envelope: Envelope, chariot: Chariot) -> bool:
        """CM 24.1: one chariot; while none is chosen, either."""
        return super().concerns(envelope, chariot) or (envelope.target == -1 and envelope.rival == chariot.seat)

    def open_bribe(self, seat: int, chariot: Chariot) -> bool:
        """CM 24.32a: by whom he shows it to, he has said for whom it was."""
        self.aim_at(seat, chariot)
        return super().open_bribe(seat, chariot)

    # -- explained, told -----------------------------------------------------------------------------------------

    def explain_victim(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        titled = {each.faction: self.titled(each) for each in self.race.chariots}
        return [self.answer(colour, titled[str(colour)]) for colour in decision]

    def say_records(self, data: Data, names: Names) -> str:
        return "What was written before the entries is sealed."
