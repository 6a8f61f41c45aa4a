"""E2 5.1 to 5.3: bets before the race and between its laps, odds, and what is paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ludus.core.decision import Choose, Decision, Filled
from ludus.core.fields import Number, OneOf, Section
from ludus.core.form import Form, Limit
from ludus.core.game import Phase, Together
from ludus.games.circus.epic.patronage.money import BANK, SideBet
from ludus.games.circus.epic.patronage.skullduggery import NOBODY, Skullduggery
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Answer, Data, Names, named

Bets = dict[int, int]  # by chariot


class Betting(Skullduggery):
    """Everybody bets, on his own chariots first."""

    paid_by: ClassVar[tuple[str, ...]] = ("E2 5.3", "E2 5.3.1", "E2 5.3.2")

    # -- before the race (E2 5.1, 5.2) -------------------------------------------------------------------------

    def place_bets(self) -> Phase:
        """E2 5.2: written in secret and revealed together."""
        answers = yield Together({seat: self.ask_bets(seat) for seat in self.patrons() if self.may_bet(seat)})
        coffers = self.coffers
        for seat, filled in sorted(answers.items()):
            coffers.bets[seat] = self.stake(seat, filled, "a bet", "E2 5.1")
        coffers.odds = self.reckon_odds()
        self.tell(
            "bets",
            {
                "bets": {str(seat): self.by_colour(bets) for seat, bets in coffers.bets.items()},
                "odds": self.by_colour(coffers.odds),
            },
            ("E2 5.2", "E2 5.2.1"),
        )

    def may_bet(self, seat: int) -> bool:
        """Who only bets is asked with an empty purse, too: nobody shall see how much he has spent in secret."""
        return not self.owns(seat) or self.coffers.purse(seat) >= self.bet_step()

    def ask_bets(self, seat: int) -> Form:
        """E2 5.1, 5.1.1: at least 100s on his own, and no more on others than on those. Who races none is free."""
        purse, step = self.coffers.purse(seat), self.bet_step()
        owned, rivals = self.owns(seat), [each for each in self.race.chariots if each.seat != seat]
        own, others = tuple(each.faction for each in owned), tuple(each.faction for each in rivals)
        sections = [Section("On others", tuple(self.bet_field(each, purse) for each in rivals))]
        limits = [Limit(f"You have {purse}s.", (*own, *others), purse, clause="E2 5.1")]
        if own:
            sections.insert(0, Section("On your own", tuple(self.bet_field(each, purse) for each in owned)))
            words = f"At least {step}s on your own, and no more on others than on those."
            limits.append(Limit(words, own, None, step, clause="E2 5.1"))
            limits.append(Limit("On others no more than on your own.", others, 0, 0, own, "E2 5.1.1"))
        default = {own[0]: step} if own else None
        prompt = "Your bets, in hundreds of sesterces. Nobody sees them before all are placed."
        return Form(seat, "bets", prompt, "E2 5.1", tuple(sections), tuple(limits), default)

    def bet_field(self, chariot: Chariot, most: int) -> Number:
        team = f"team speed {self.team_speed(chariot)}, endurance {chariot.endurance}"
        return Number(
            name=chariot.faction, title=chariot.faction.capitalize(), default=0, low=0, high=most, unit="s",
            step=self.bet_step(), help=f"{team}, driver {chariot.modifier:+d}, {chariot.car} car",
        )  # fmt: skip

    def stake(self, seat: int, filled: Filled, why: str, clause: str) -> Bets:
        """E2 5.1.1: a bet that is placed is never taken back."""
        numbers = {chariot.faction: chariot.number for chariot in self.race.chariots}
        placed = {numbers[faction]: amount for faction, amount in filled.items() if amount}
        for number, amount in placed.items():
            self.coffers.pay(seat, BANK, amount, f"{why} on {self.race.chariots[number].faction}", clause)
        return placed

    def reckon_odds(self) -> Bets:
        """E2 5.2.1: all bets over those on the chariot, rounded down, to 1."""
        on: Bets = {}
        for bets in self.coffers.bets.values():
            for number, amount in bets.items():
                on[number] = on.get(number, 0) + amount
        pool = sum(on.values())
        return {number: pool // amount for number, amount in sorted(on.items())}

    def by_colour(self, numbers: Bets) -> dict[str, int]:
        return {self.race.chariots[number].faction: amount for number, amount in numbers.items()}

    # -- between laps (E2 5.2.2) --------------------------------------------------------------------------------

    def foot_phase(self) -> Phase:
        """E2 5.2.2: at the end of the turn in which the leader has completed a lap, unless the race ends with it."""
        yield from super().foot_phase()
        race = self.race
        laps = min(race.markers // 2, race.track.file.laps - 1)
        if len(self.coffers.later) < laps and not self.race_over():
            race.phase = "betting"
            yield from self.bet_between_laps()

    def bet_between_laps(self) -> Phase:
        asked: dict[int, Decision] = {}
        for seat in self.patrons():
            form = self.ask_lap_bets(seat)
            if form is not None:
                asked[seat] = form
        answers = (yield Together(asked)) if asked else {}
        placed = {
            seat: self.stake(seat, filled, "a bet between laps", "E2 5.2.2") for seat, filled in sorted(answers.items())
        }
        self.coffers.later.append(placed)
        told = {str(seat): self.by_colour(bets) for seat, bets in placed.items() if bets}
        self.tell("lap-bets", {"lap": len(self.coffers.later), "bets": told}, ("E2 5.2.2",))

    def ask_lap_bets(self, seat: int) -> Form | None:
        """E2 5.2.2: as much again as he has on a chariot; the odds stay as they are. An empty purse is nobody's
        business, so its owner is asked like everybody."""
        purse = self.coffers.purse(seat)
        fields = tuple(
            Number(
                name=chariot.faction, title=chariot.faction.capitalize(), default=0, low=0, high=min(amount, purse),
                unit="s", step=self.bet_step(), help=f"at {self.coffers.odds[number]} to 1",
            )
            for number, amount in self.coffers.bets.get(seat, {}).items()
            if (chariot := self.race.chariots[number]).on_track and chariot.manned
        )  # fmt: skip
        if not fields:
            return None
        names = tuple(field.name for field in fields)
        limit = Limit(f"You have {purse}s.", names, purse, clause="E2 5.2.2")
        prompt = "A lap is done. Do you bet more on those that you have backed?"
        return Form(seat, "lap_bets", prompt, "E2 5.2.2", (Section("More", fields),), (limit,))

    # -- side bets (E2 5.1.2) -----------------------------------------------------------------------------------

    def offer_side_bets(self) -> Phase:
        """E2 5.1.2: between two of them, on their own terms; not on the betting sheet, and no part of the odds."""
        offers = yield Together({seat: self.ask_side_bet(seat) for seat in self.patrons()})
        made = [(seat, filled) for seat, filled in sorted(offers.items()) if filled["with"] != NOBODY]
        for seat, filled in made:
            taker = self.others(seat)[filled["with"]]
            chariot = next(each for each in self.race.chariots if each.faction == filled["on"])
            if self.coffers.purse(seat) < filled["stake"]:
                continue  # he has taken another's bet since
            prompt = (
                f"A side bet: {filled['stake']}s that {named(chariot)} wins, against {filled['against']}s of yours?"
            )
            # Who cannot pay is asked all the same, or the other would learn what is in his purse.
            answers = ("no", "take") if filled["against"] <= self.coffers.purse(taker) else ("no",)
            answer = yield Choose(taker, "take_side_bet", prompt, "E2 5.1.2", answers, about=chariot.faction)
            if answer == "take":
                self.make_side_bet(SideBet(seat, taker, chariot.number, filled["stake"], filled["against"]))

    def make_side_bet(self, bet: SideBet) -> None:
        self.coffers.side_bets.append(bet)
        self.coffers.pay(bet.backer, BANK, bet.stake, "a side bet", "E2 5.1.2")
        self.coffers.pay(bet.layer, BANK, bet.against, "a side bet", "E2 5.1.2")
        self.tell(
            "side-bet",
            {
                "backer": bet.backer,
                "layer": bet.layer,
                "chariot": self.race.chariots[bet.chariot].faction,
                "stake": bet.stake,
                "against": bet.against,
            },
            ("E2 5.1.2",),
        )

    def ask_side_bet(self, seat: int) -> Form:
        purse, step = self.coffers.purse(seat), self.bet_step()
        others = self.others(seat) if purse >= step else {}
        choices = {NOBODY: "nobody", **{name: name for name in others}}
        chariots = {each.faction: each.faction.capitalize() for each in self.race.chariots}
        only = ("with", tuple(others))
        fields = (
            OneOf(name="with", title="Offer a side bet to", default=NOBODY, choices=choices, seats=others),
            OneOf(name="on", title="that this chariot wins", default=next(iter(chariots)), choices=chariots, only=only),
            Number(
                name="stake", title="for", default=step, low=step, high=max(step, purse), unit="s", step=step,
                only=only,
            ),
            Number(
                name="against", title="against his", default=step, low=step, high=max(step, 10 * purse), unit="s",
                step=step, only=only,
            ),
        )  # fmt: skip
        prompt = "Do you offer somebody a bet between the two of you?"
        return Form(seat, "side_bet", prompt, "E2 5.1.2", (Section("A side bet", fields),))

    def others(self, seat: int) -> dict[str, int]:
        """Everybody else, as they are called before anybody has a colour."""
        return {f"seat {other + 1}": other for other in self.patrons() if other != seat}

    # -- the end (E2 5.3) ---------------------------------------------------------------------------------------

    def settle_up(self, winner: Chariot | None) -> None:
        super().settle_up(winner)
        self.settle(winner)

    def settle(self, winner: Chariot | None) -> None:
        """E2 5.3: after the race, and now everybody may know of everything."""
        coffers = self.coffers
        self.settle_bets(winner)
        for bet in coffers.side_bets:
            taker = bet.backer if winner and winner.number == bet.chariot else bet.layer
            coffers.pay(BANK, taker, bet.stake + bet.against, "a side bet won", "E2 5.1.2")
        coffers.settled = True
        self.tell(
            "payoff",
            {
                "winner": winner.faction if winner else None,
                "purses": {str(seat): coffers.purse(seat) for seat in self.patrons()},
            },
            self.paid_by,
        )

    def settle_bets(self, winner: Chariot | None) -> None:
        """E2 5.3 to 5.3.2: odds times the sum, and the stake; the bank makes up what is missing."""
        coffers = self.coffers
        for round_ in (coffers.bets, *coffers.later):
            for seat, bets in round_.items():
                amount = bets.get(winner.number, 0) if winner else 0
                if winner and amount:
                    odds = coffers.odds[winner.number]
                    coffers.pay(BANK, seat, amount * odds, f"{winner.faction} at {odds} to 1", "E2 5.3")
                    coffers.pay(BANK, seat, amount, "the stake", "E2 5.3.2")

    # -- explained, obeyed, told ---------------------------------------------------------------------------------

    def explain_bets(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        return [self.answer(decision.default, "As little as the rules ask for")]

    def explain_lap_bets(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        return [self.answer(decision.default, "No more bets")]

    def explain_side_bet(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        return [self.answer(decision.default, "No side bet")]

    def explain_take_side_bet(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        return [self.answer(choice, "Take it" if choice == "take" else "No") for choice in decision]

    def say_bets(self, data: Data, names: Names) -> str:
        odds = ", ".join(f"{colour} {amount} to 1" for colour, amount in data["odds"].items())
        return f"The bets: {bets_in_words(data['bets'], names)}. The odds: {odds}."

    def say_lap_bets(self, data: Data, names: Names) -> str:
        if not data["bets"]:
            return f"Nobody bets more after lap {data['lap']}."
        return f"Bets after lap {data['lap']}: {bets_in_words(data['bets'], names)}."

    def say_side_bet(self, data: Data, names: Names) -> str:
        backer, layer = names[data["backer"]], names[data["layer"]]
        return f"A side bet: {backer} {data['stake']}s on {data['chariot']}, {layer} {data['against']}s against."

    def say_payoff(self, data: Data, names: Names) -> str:
        purses = ", ".join(f"{names[int(seat)]} {amount}s" for seat, amount in data["purses"].items())
        return f"The bets are paid. In their purses: {purses}."


def bets_in_words(bets: Mapping[str, Mapping[str, int]], names: Names) -> str:
    """Who has put how much on whom."""
    return "; ".join(
        f"{names[int(seat)]} {', '.join(f'{amount}s on {colour}' for colour, amount in placed.items())}"
        for seat, placed in bets.items()
        if placed
    )
