"""CM 26: bets before the race and between its laps, odds, and what is paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludus.core.decision import Choose, Decision, Filled
from ludus.core.fields import Number, OneOf, Section
from ludus.core.form import Form, Limit
from ludus.core.game import Phase, Together
from ludus.core.plain import to_plain
from ludus.games.circus.patronage.money import BANK, THE_PURSE, SideBet
from ludus.games.circus.patronage.records import Records
from ludus.games.circus.patronage.skullduggery import NOBODY
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Answer, Data, Names, named

Bets = dict[int, int]  # by chariot


class Betting(Records):
    """Everybody bets, on his own chariots first."""

    paid_by: ClassVar[tuple[str, ...]] = ("CM 26.4",)

    # -- before the race (CM 26.1, 26.2) -----------------------------------------------------------------------

    def place_bets(self) -> Phase:
        """CM 26.2a: written in secret and revealed together."""
        answers = yield Together({seat: self.ask_bets(seat) for seat in self.patrons() if self.may_bet(seat)})
        coffers = self.coffers
        for seat, filled in sorted(answers.items()):
            coffers.bets[seat] = self.stake(seat, filled, "a bet", "CM 26.1a")
        coffers.odds = self.reckon_odds()
        self.tell(
            "bets",
            {
                "bets": {str(seat): self.by_colour(bets) for seat, bets in coffers.bets.items()},
                "odds": self.by_colour(coffers.odds),
            },
            ("CM 26.2a", "CM 26.2b"),
        )

    def may_bet(self, seat: int) -> bool:
        """Who need not bet is asked with an empty purse, too: nobody shall see how much he has spent in secret."""
        return not self.must_bet(seat) or self.coffers.purse(seat) >= self.bet_step()

    def ask_bets(self, seat: int) -> Form:
        """CM 26.1a to 26.1c: at least 100s on his own, and no more on others than on those. Who races none bets on
        whom he likes."""
        purse, step = self.coffers.purse(seat), self.bet_step()
        owned, rivals = self.owns(seat), [each for each in self.race.chariots if each.seat != seat]
        own, others = tuple(each.faction for each in owned), tuple(each.faction for each in rivals)
        sections = [Section("On others", tuple(self.bet_field(each, purse) for each in rivals))]
        limits = [Limit(f"You have {purse:,}s.", (*own, *others), purse, clause=self.cite("CM 26.1a"))]
        if own:
            sections.insert(0, Section("On your own", tuple(self.bet_field(each, purse) for each in owned)))
            words = f"At least {step:,}s on your own, and no more on others than on those."
            limits.append(Limit(words, own, None, step, clause=self.cite("CM 26.1b")))
            limits.append(Limit("On others no more than on your own.", others, 0, 0, own, self.cite("CM 26.1c")))
        elif self.must_bet(seat):
            limits.append(Limit(f"At least {step:,}s on somebody.", others, None, step, clause=self.cite("CM 26.1a")))
        default = {(*own, *others)[0]: step} if self.must_bet(seat) else None
        prompt = f"Your bets, in steps of {step:,}s. Nobody sees them before all are placed."
        return Form(seat, "bets", prompt, self.cite("CM 26.1a"), tuple(sections), tuple(limits), default)

    def bet_field(self, chariot: Chariot, most: int) -> Number:
        team = f"team speed {self.team_speed(chariot)}, endurance {chariot.endurance}"
        return Number(
            name=chariot.faction, title=self.titled(chariot), default=0, low=0, high=most, unit="s",
            step=self.bet_step(), help=f"{team}, driver {chariot.modifier:+d}, {chariot.car} car",
        )  # fmt: skip

    def stake(self, seat: int, filled: Filled, why: str, clause: str) -> Bets:
        """CM 26.1e: a bet that is placed is never taken back."""
        numbers = {chariot.faction: chariot.number for chariot in self.race.chariots}
        placed = {numbers[faction]: amount for faction, amount in filled.items() if amount}
        for number, amount in placed.items():
            self.transfer(seat, BANK, amount, f"{why} on {self.race.chariots[number].faction}", clause)
        return placed

    def reckon_odds(self) -> Bets:
        """CM 26.2b: all bets over those on the chariot, rounded down, to 1."""
        on: Bets = {}
        for bets in self.coffers.bets.values():
            for number, amount in bets.items():
                on[number] = on.get(number, 0) + amount
        pool = sum(on.values())
        return {number: pool // amount for number, amount in sorted(on.items())}

    def by_colour(self, numbers: Bets) -> dict[str, int]:
        return {self.race.chariots[number].faction: amount for number, amount in numbers.items()}

    # -- between laps (CM 26.3) ---------------------------------------------------------------------------------

    def foot_phase(self) -> Phase:
        """CM 26.3: at the end of the turn in which the leader has completed a lap, unless the race ends with it."""
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
            seat: self.stake(seat, filled, "a bet between laps", "CM 26.3") for seat, filled in sorted(answers.items())
        }
        self.coffers.later.append(placed)
        told = {str(seat): self.by_colour(bets) for seat, bets in placed.items() if bets}
        self.tell("lap-bets", {"lap": len(self.coffers.later), "bets": told}, ("CM 26.3",))

    def ask_lap_bets(self, seat: int) -> Form | None:
        """CM 26.3: as much again as he has on a chariot; the odds stay as they are. An empty purse is nobody's
        business, so its owner is asked like everybody."""
        purse = self.coffers.purse(seat)
        fields = tuple(
            Number(
                name=chariot.faction, title=self.titled(chariot), default=0, low=0, high=min(amount, purse),
                unit="s", step=self.bet_step(), help=f"at {self.coffers.odds[number]} to 1",
            )
            for number, amount in self.coffers.bets.get(seat, {}).items()
            if (chariot := self.race.chariots[number]).on_track and chariot.manned
        )  # fmt: skip
        if not fields:
            return None
        names = tuple(field.name for field in fields)
        limit = Limit(f"You have {purse:,}s.", names, purse, clause=self.cite("CM 26.3"))
        prompt = "A lap is done. Do you bet more on those that you have backed?"
        return Form(seat, "lap_bets", prompt, self.cite("CM 26.3"), (Section("More", fields),), (limit,))

    # -- side bets (CM 26.1d) -----------------------------------------------------------------------------------

    def offer_side_bets(self) -> Phase:
        """CM 26.1d: between two of them, on their own terms; not on the betting sheet, and no part of the odds."""
        offers = yield Together({seat: self.ask_side_bet(seat) for seat in self.patrons()})
        made = [(seat, filled) for seat, filled in sorted(offers.items()) if filled["with"] != NOBODY]
        for seat, filled in made:
            taker = self.others(seat)[filled["with"]]
            called = {each.faction: each for each in self.race.chariots}
            chariot, rival = called[filled["on"]], called.get(filled["before"])
            if rival is chariot:
                rival = None
            if self.coffers.purse(seat) < filled["stake"]:
                continue  # he has taken another's bet since
            holds = f"{named(chariot)} {'wins' if rival is None else f'comes in before {named(rival)}'}"
            prompt = (
                f"Seat {seat + 1} offers you a side bet: {filled['stake']:,}s that {holds}, against "
                f"{filled['against']:,}s of yours. Do you take it?"
            )
            # Who cannot pay is asked all the same, or the other would learn what is in his purse.
            answers = ("no", "take") if filled["against"] <= self.coffers.purse(taker) else ("no",)
            answer = yield Choose(taker, "take_side_bet", prompt, self.cite("CM 26.1d"), answers, about=chariot.faction)
            if answer == "take":
                than = -1 if rival is None else rival.number
                self.make_side_bet(SideBet(seat, taker, chariot.number, filled["stake"], filled["against"], than))

    def make_side_bet(self, bet: SideBet) -> None:
        self.coffers.side_bets.append(bet)
        self.transfer(bet.backer, BANK, bet.stake, "a side bet", "CM 26.1d")
        self.transfer(bet.layer, BANK, bet.against, "a side bet", "CM 26.1d")
        self.tell(
            "side-bet",
            {
                "backer": bet.backer,
                "layer": bet.layer,
                "chariot": self.race.chariots[bet.chariot].faction,
                "stake": bet.stake,
                "against": bet.against,
                **({"before": self.race.chariots[bet.rival].faction} if bet.rival >= 0 else {}),
            },
            ("CM 26.1d",),
        )

    def side_bet_taker(self, bet: SideBet, winner: Chariot | None) -> int | None:
        """CM 26.1d: who has won it; None: neither of the two chariots has a place, and both get their stakes back."""
        if bet.rival < 0:
            return bet.backer if winner and winner.number == bet.chariot else bet.layer
        places = self.places()
        own, other = places.get(bet.chariot), places.get(bet.rival)
        if own is None and other is None:
            return None
        return bet.backer if own is not None and (other is None or own < other) else bet.layer

    def ask_side_bet(self, seat: int) -> Form:
        purse, step = self.coffers.purse(seat), self.bet_step()
        others = self.others(seat) if purse >= step else {}
        choices = {NOBODY: "nobody", **{name: name for name in others}}
        chariots = {each.faction: each.faction.capitalize() for each in self.race.chariots}
        only = ("with", tuple(others))
        ahead = {NOBODY: "all others: it wins", **chariots}
        fields = (
            OneOf(name="with", title="Offer a side bet to", default=NOBODY, choices=choices, seats=others),
            OneOf(name="on", title="that this chariot", default=next(iter(chariots)), choices=chariots, only=only),
            OneOf(
                name="before", title="comes in before", default=NOBODY, choices=ahead, only=only,
                help="Named before itself, it must win.",
            ),
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
        return Form(seat, "side_bet", prompt, self.cite("CM 26.1d"), (Section("A side bet", fields),))

    def others(self, seat: int) -> dict[str, int]:
        """Everybody else, as they are called before anybody has a colour."""
        return {f"seat {other + 1}": other for other in self.patrons() if other != seat}

    # -- the end (CM 26.4) --------------------------------------------------------------------------------------

    def settle_up(self, winner: Chariot | None) -> None:
        super().settle_up(winner)
        self.settle(winner)

    def settle(self, winner: Chariot | None) -> None:
        """CM 26.4: after the race, and now everybody may know of everything."""
        coffers = self.coffers
        self.settle_bets(winner)
        for bet in coffers.side_bets:
            taker = self.side_bet_taker(bet, winner)
            if taker is None:
                self.transfer(BANK, bet.backer, bet.stake, "a side bet comes back", "CM 26.1d")
                self.transfer(BANK, bet.layer, bet.against, "a side bet comes back", "CM 26.1d")
            else:
                self.transfer(BANK, taker, bet.stake + bet.against, "a side bet won", "CM 26.1d")
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
        """CM 26.4 to 26.42: all payoffs come out of what was bet, and what is left over the money-changers keep."""
        pool = sum(amount for round_ in self.all_bets() for bets in round_.values() for amount in bets.values())
        paid = 0 if winner is None else self.pay_backers(winner, pool)
        if pool > paid:
            self.tell("money-changers", {"kept": pool - paid}, ("CM 26.42",))

    def all_bets(self) -> list[dict[int, Bets]]:
        """Before the race and after each lap."""
        return [self.coffers.bets, *self.coffers.later]

    def pay_backers(self, winner: Chariot, pool: int) -> int:
        """CM 26.4: odds times the sum, and no stake besides."""
        odds = self.coffers.odds.get(winner.number, 0)
        due: Bets = {}
        for seat in self.patrons():
            if on := sum(round_.get(seat, {}).get(winner.number, 0) for round_ in self.all_bets()):
                due[seat] = on * self.brings(odds)
        paid = self.cut_to_pool(due, pool)
        for seat, amount in paid.items():
            self.transfer(BANK, seat, amount, f"{winner.faction} at {odds} to 1", "CM 26.4")
        return sum(paid.values())

    def brings(self, odds: int) -> int:
        """CM 26.4: what a sesterce on the winner brings back."""
        return odds

    def cut_to_pool(self, due: Bets, pool: int) -> Bets:
        """CM 26.41: where the pool is too small, whoever is due least loses first; equals share the cut in hundreds,
        and draw lots for an odd one."""
        paid, short, step = dict(due), sum(due.values()) - pool, self.bet_step()
        for amount in sorted(set(due.values())):
            if short <= 0:
                break
            equals = [seat for seat, sum_ in due.items() if sum_ == amount]
            cut = min(short, amount * len(equals))
            each, odd = divmod(cut // step, len(equals))
            if odd:
                equals = self.shuffle(equals, "who loses an odd hundred", "CM 26.41")
            for place, seat in enumerate(equals):
                paid[seat] -= step * (each + (place < odd))
            short -= cut
        cuts = {str(seat): due[seat] - paid[seat] for seat in due if paid[seat] < due[seat]}
        if cuts:
            self.tell("broken-bank", {"pool": pool, "due": sum(due.values()), "cuts": cuts}, ("CM 26.41",))
        return paid

    def handed_back(self) -> Any:
        """CM 20.4: the season writes every transfer into its own books, but for the purses that it gave itself."""
        told = super().handed_back()
        if told is None:
            return None
        transfers = [to_plain(each) for each in self.coffers.transfers if each.why != THE_PURSE]
        return {**told, "transfers": transfers, "purses": [self.coffers.purse(seat) for seat in range(self.race.seats)]}

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
        on = f"{data['chariot']} before {data['before']}" if "before" in data else data["chariot"]
        return f"A side bet: {backer} {data['stake']:,}s on {on}, {layer} {data['against']:,}s against."

    def say_money_changers(self, data: Data, names: Names) -> str:
        return f"The money-changers keep {data['kept']:,}s that nobody has won."

    def say_broken_bank(self, data: Data, names: Names) -> str:
        cuts = ", ".join(f"{names[int(seat)]} {amount:,}s" for seat, amount in data["cuts"].items())
        return f"The bank breaks: {data['due']:,}s are due, and {data['pool']:,}s are there. Cut off: {cuts}."

    def say_payoff(self, data: Data, names: Names) -> str:
        purses = ", ".join(f"{names[int(seat)]} {amount:,}s" for seat, amount in data["purses"].items())
        return f"The bets are paid. In their purses: {purses}."


def bets_in_words(bets: Mapping[str, Mapping[str, int]], names: Names) -> str:
    """Who has put how much on whom."""
    return "; ".join(
        f"{names[int(seat)]} {', '.join(f'{amount:,}s on {colour}' for colour, amount in placed.items())}"
        for seat, placed in bets.items()
        if placed
    )
