"""GL 22.5 to 22.7: the compulsory bet and its odds, side bets on the open floor, and what is paid in the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ludus.campaign.ledger import BANK, money
from ludus.campaign.owners.pairing import Pairing
from ludus.campaign.owners.state import NOBODY, Bet
from ludus.campaign.sand import Data, Names
from ludus.campaign.school import OWNERS, Man
from ludus.core.decision import Choose, Decision, Filled
from ludus.core.fields import Field, Number, OneOf, Section
from ludus.core.form import Form
from ludus.core.game import Floor, Phase
from ludus.core.standing_orders import Obeyed, Orders

MINIMUM: list[int] = OWNERS["minimum"]
STEP: int = OWNERS["step"]
MOST_OFFERS = 3  # of side bets, by one owner in one match; a floor must close some time
PASS, OFFER, TAKE = "pass", "offer", "take"


def odds_in_words(odds: int) -> str:
    return f"{odds}-1"


class Betting(Pairing):
    """Money on the match."""

    # -- the compulsory bet ------------------------------------------------------------------------------------

    def set_odds(self) -> Phase:
        """GL 22.5: the highest roller may give odds, else the other; each better odds double what the taker must bet.
        Who cannot cover that is out (GL 22.6)."""
        stables = self.state
        for seat in stables.pair:
            said = yield self.ask_odds(seat)
            if said != odds_in_words(1):
                stables.giver, stables.odds = seat, int(str(said)[0])
                break
        minimum = stables.minimum()
        self.tell(
            "odds",
            {
                "seats": list(stables.pair),
                "giver": None if stables.giver == NOBODY else stables.giver,
                "odds": stables.odds,
                "bet": minimum,
            },
            ("GL 22.5",),
        )
        for seat in stables.pair:
            if stables.purse(seat) < stables.compulsory(seat):
                self.see_off(seat, "cannot cover his bet", ("GL 22.6", "GL 22.5"))

    def ask_odds(self, seat: int) -> Choose:
        """What he gives he must be able to pay."""
        other = next(each for each in self.state.pair if each != seat)
        purse = self.state.purse(seat)
        odds = tuple(
            odds_in_words(number)
            for number, minimum in enumerate(MINIMUM, start=1)
            if number == 1 or number * minimum <= purse
        )
        own, his = (self.state.men[self.state.sent[self.state.pair.index(each)]] for each in (seat, other))
        prompt = f"{own.name} meets {his.name}. Which odds do you give? The better, the more the other must bet."
        return Choose(seat, "odds", prompt, "GL 22.5", odds, odds[0], own.name)

    # -- side bets ---------------------------------------------------------------------------------------------

    def side_bets(self) -> Phase:
        """GL 22.5: with whomever one can, at whatever odds one finds takers for. The floor closes when nobody who
        could speak wants to any more."""
        stables = self.state
        passed: set[int] = set()
        while True:
            free = {seat: stables.free_money(seat) for seat in stables.players()}
            forms = {seat: self.ask_bet(seat, free) for seat in free if seat not in passed}
            spoken: tuple[int, Filled] | None = yield Floor({seat: form for seat, form in forms.items() if form})
            if spoken is None:
                break
            seat, said = spoken
            if said["do"] == PASS:
                passed.add(seat)
            elif said["do"] == OFFER:
                self.offer_bet(seat, said)
                passed.clear()
            else:
                self.take_bet(seat, int(str(said["do"]).split()[1]))
                passed.clear()
        stables.bets = [bet for bet in stables.bets if bet.taker != NOBODY]

    def ask_bet(self, seat: int, free: Mapping[int, int]) -> Form | None:
        """None: there is nothing that he could offer or take."""
        stables = self.state
        names = [man.name for man in stables.fighters()]
        backed = self.backed_by(seat)
        choices = {PASS: "No bet"}
        if free[seat] >= STEP and sum(bet.seat == seat for bet in stables.bets) < MOST_OFFERS:
            choices[OFFER] = "Offer a bet"
        for bet in stables.bets:
            takes = 1 - bet.on in backed and bet.yours <= free[seat]
            if bet.taker == NOBODY and bet.seat != seat and takes:
                terms = f"{money(bet.yours)} on {names[1 - bet.on]}, to win {money(bet.mine)}"
                choices[f"{TAKE} {bet.number}"] = f"Take bet {bet.number}: {terms}"
        if len(choices) == 1:
            return None
        fields: tuple[Field, ...] = (OneOf(name="do", title="What", default=PASS, choices=choices),)
        if OFFER in choices:
            most = max((free[each] for each in free if each != seat), default=0)
            offered = ("do", (OFFER,))
            men = {str(index): names[index] for index in backed}
            fields += (
                OneOf(name="on", title="On", default=str(backed[0]), choices=men, only=offered),
                _stake("mine", "Your stake", free[seat], offered),
                _stake("yours", "Against", max(most, STEP), offered),
            )
        prompt = f"Side bets on {names[0]} against {names[1]}: you can bet {money(free[seat])}."
        return Form(seat, "side-bet", prompt, "GL 22.5", (Section("Side bets", fields),))

    def backed_by(self, seat: int) -> list[int]:
        """GL 22.5: on which men he may bet. An owner of the match backs his own, since he fights it."""
        return [index for index, owner in enumerate(self.state.pair) if owner == seat] or [0, 1]

    def offer_bet(self, seat: int, said: Filled) -> None:
        bet = Bet(len(self.state.bets) + 1, seat, int(said["on"]), said["mine"], said["yours"])
        self.state.bets.append(bet)
        self.tell("offers-bet", self._bet(bet), ("GL 22.5",))

    def take_bet(self, seat: int, number: int) -> None:
        bet = replace(self.state.bets[number - 1], taker=seat)
        self.state.bets[number - 1] = bet
        self.tell("takes-bet", {**self._bet(bet), "taker": seat}, ("GL 22.5",))

    def _bet(self, bet: Bet) -> dict[str, Any]:
        man = self.state.fighters()[bet.on].name
        return {"number": bet.number, "seat": bet.seat, "on": man, "mine": bet.mine, "yours": bet.yours}

    # -- what is paid ------------------------------------------------------------------------------------------

    def pay_bets(self, winner: int | None) -> None:
        """GL 22.5: all bets on this match; where nobody has won, nobody pays."""
        stables = self.state
        if winner is None:
            self.tell("bets-off", {}, ("GL 22.5",))
            return
        first, second = stables.pair
        loser = second if winner == first else first
        self.pay(loser, winner, stables.compulsory(loser), "the owners' bet", "GL 22.5")
        for bet in stables.bets:
            won = stables.pair[bet.on] == winner
            payer, payee, amount = (bet.taker, bet.seat, bet.yours) if won else (bet.seat, bet.taker, bet.mine)
            self.pay(payer, payee, amount, f"side bet {bet.number}", "GL 22.5")

    def pay(self, payer: int, payee: int, amount: int, why: str, clause: str) -> None:
        self.state.ledger.pay(payer, payee, amount, why, clause, self.state.round)
        self.tell("paid", {"payer": payer, "payee": payee, "sum": amount, "why": why}, (clause,))

    def set_free(self, man: Man) -> Man:
        """GL 22.7: the owner of an Emperor's champion is compensated."""
        free = super().set_free(man)
        self.pay(BANK, man.owner, OWNERS["freedom"], f"the freedom of {man.name}", "GL 22.7")
        return free

    # -- in words ----------------------------------------------------------------------------------------------

    def say_odds(self, data: Data, names: Names) -> str:
        first, second = (names[seat] for seat in data["seats"])
        if data["giver"] is None:
            return f"{first} and {second} bet {money(data['bet'])} each, at even odds."
        giver, taker = (first, second) if data["giver"] == data["seats"][0] else (second, first)
        odds, bet = data["odds"], data["bet"]
        return f"{giver} gives {odds_in_words(odds)}: {taker} must bet {money(bet)}, and can win {money(odds * bet)}."

    def say_offers_bet(self, data: Data, names: Names) -> str:
        bet = f"{money(data['mine'])} on {data['on']} against {money(data['yours'])}"
        return f"{names[data['seat']]} offers a side bet ({data['number']}): {bet}."

    def say_takes_bet(self, data: Data, names: Names) -> str:
        return f"{names[data['taker']]} takes bet {data['number']} of {names[data['seat']]}."

    def say_bets_off(self, data: Data, names: Names) -> str:
        return "Nobody has won; all bets are off."

    def say_paid(self, data: Data, names: Names) -> str:
        payer = "The bank" if data["payer"] == BANK else names[data["payer"]]
        payee = "the bank" if data["payee"] == BANK else names[data["payee"]]
        return f"{payer} pays {payee} {money(data['sum'])}: {data['why']}."

    def explain_odds(self, decision: Decision) -> list[dict[str, Any]]:
        told = []
        for choice in decision:
            odds = int(str(choice)[0])
            bet = MINIMUM[odds - 1]
            label = "Even odds" if odds == 1 else f"Give {choice}"
            hint = f"the other bets {money(bet)}; if you lose you pay {money(odds * bet)}"
            told.append(self.answer(choice, label, hint))
        return told

    def explain_side_bet(self, decision: Decision) -> list[dict[str, Any]]:
        return [self.answer(decision.default, "No bet", "as long as nobody says anything new")]

    # -- for who is away ---------------------------------------------------------------------------------------

    def obey_odds(self, decision: Decision, orders: Orders) -> Obeyed | None:
        wanted = odds_in_words(orders["odds"])
        odds = wanted if wanted in decision else list(decision)[-1]
        return Obeyed(odds, f"gives {odds}")

    def obey_side_bet(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return Obeyed(decision.default, "")


def _stake(name: str, title: str, most: int, only: tuple[str, tuple[str, ...]]) -> Number:
    return Number(name=name, title=title, default=STEP, low=STEP, high=most, unit="s", step=STEP, only=only)
