"""GL 22.2 to 22.3c: the stables at the start, whose men meet, and with which weapons."""

from __future__ import annotations

from typing import Any

from ludus.campaign.ledger import BANK, money
from ludus.campaign.owners.state import Stables
from ludus.campaign.sand import TYPES_IN_WORDS, Data, Names, Sand
from ludus.campaign.school import OWNERS, Man
from ludus.core.decision import Choose, Decision
from ludus.core.game import Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.gladiator.charts import TYPES

NET = "retiarius"
USUAL = "medium"
# What standing orders can say of the man to be sent.
PICKS = {
    "strongest": "the one with the most combat factors",
    "veteran": "the one with the most victories",
    "newest": "the one with the fewest fights",
}


class Pairing(Sand[Stables]):
    """Dice for the owners; then men and arms."""

    def found(self) -> Phase:
        """GL 22.2: five gladiators and 10,000s each."""
        stables = self.state
        for seat in range(stables.seats):
            stables.ledger.pay(BANK, seat, OWNERS["money"], "the start", "GL 22.2", 0)
            men = []
            for _ in range(OWNERS["men"]):
                man = self.create(seat)
                self.keep(man)
                men.append(self.sheet(man))
            self.tell("founded", {"seat": seat, "men": men, "purse": OWNERS["money"]}, ("GL 22.2", "GL 3-7a"))
        yield from ()

    def draw(self) -> Phase:
        """GL 22.3a: three dice each; the two highest must each send a man, and be able to bet (GL 22.6)."""
        stables = self.state
        pair = self.highest(stables.players(), 2)
        self.tell("drawn", {"seats": pair}, ("GL 22.3a",))
        poor = [seat for seat in pair if stables.purse(seat) < OWNERS["minimum"][0]]
        for seat in poor:
            self.see_off(seat, "cannot cover his bet", ("GL 22.6", "GL 22.5"))
        if not poor:
            stables.round += 1
            stables.pair = tuple(pair)
            self.tell("match", {"match": stables.round, "of": stables.rules.matches, "seats": pair}, ("GL 22.3a",))
        yield from ()

    def highest(self, seats: list[int], wanted: int) -> list[int]:
        """GL 22.3a: so many of the highest, in their order; who ties rolls again against those he ties with."""
        rolled: dict[int, list[int]] = {}
        for seat in seats:
            total = sum(self.roll(OWNERS["dice"], f"seat {seat + 1}", "GL 22.3a"))
            rolled.setdefault(total, []).append(seat)
        found: list[int] = []
        for total in sorted(rolled, reverse=True):
            tied = rolled[total]
            found += tied if len(tied) == 1 else self.highest(tied, wanted - len(found))
            if len(found) >= wanted:
                break
        return found[:wanted]

    def send(self) -> Phase:
        """GL 22.3b, GL 22.3c: the highest names man and arms; then the other, who never takes net against net."""
        stables = self.state
        for seat in stables.pair:
            men = stables.stable(seat)
            against = f" against {stables.fighters()[0].name} ({stables.arms[0]})" if stables.sent else ""
            prompt = f"Whom do you send{against}?"
            number = yield Choose(seat, "send", prompt, "GL 22.3b", tuple(man.number for man in men))
            man = stables.men[int(str(number))]
            kinds = tuple(kind for kind in TYPES if not (kind == NET and NET in stables.arms))
            arms = yield Choose(seat, "arms", f"How is {man.name} armed?", "GL 22.3b", kinds, USUAL, man.name)
            stables.sent = (*stables.sent, man.number)
            stables.arms = (*stables.arms, str(arms))
            clauses = ("GL 22.3b", *(("GL 22.3c",) if NET in stables.arms else ()))
            self.tell("sent", {"seat": seat, "man": man.name, "number": man.number, "arms": arms}, clauses)

    # -- in words ----------------------------------------------------------------------------------------------

    def say_founded(self, data: Data, names: Names) -> str:
        men = ", ".join(man["man"] for man in data["men"])
        return f"{names[data['seat']]} begins with {money(data['purse'])} and {len(data['men'])} gladiators: {men}."

    def say_drawn(self, data: Data, names: Names) -> str:
        return f"The dice call {' and '.join(names[seat] for seat in data['seats'])}."

    def say_match(self, data: Data, names: Names) -> str:
        first, second = (names[seat] for seat in data["seats"])
        return f"Match {data['match']} of {data['of']}: {first} against {second}."

    def say_sent(self, data: Data, names: Names) -> str:
        return f"{names[data['seat']]} sends {data['man']}: {TYPES_IN_WORDS[data['arms']].lower()}."

    def explain_send(self, decision: Decision) -> list[dict[str, Any]]:
        men = self.state.men
        return [
            self.answer(choice, men[int(str(choice))].name, self._in_short(men[int(str(choice))]))
            for choice in decision
        ]

    def explain_arms(self, decision: Decision) -> list[dict[str, Any]]:
        return self.explain_types(decision)

    def _in_short(self, man: Man) -> str:
        past = f"{man.wins} of {man.fights} won, {man.points} points" if man.fights else "no match yet"
        return f"CF {man.cf}; {self.ratings_in_words(man)}; {past}"

    # -- for who is away ---------------------------------------------------------------------------------------

    def obey_send(self, decision: Decision, orders: Orders) -> Obeyed | None:
        by = {
            "strongest": lambda man: (man.cf, man.wins),
            "veteran": lambda man: (man.wins, man.cf),
            "newest": lambda man: (-man.fights, man.cf),
        }[orders["send"]]
        man = max((self.state.men[int(str(choice))] for choice in decision), key=by)
        return Obeyed(man.number, f"sends {man.name}, {PICKS[orders['send']]}")

    def obey_arms(self, decision: Decision, orders: Orders) -> Obeyed | None:
        kind = orders["arms"] if orders["arms"] in decision else USUAL
        return Obeyed(kind, f"{decision.about}: {TYPES_IN_WORDS[kind].lower()}")
