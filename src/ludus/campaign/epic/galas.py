"""E1 5.1.2-gala, 9.2, 10.2: the gala, its card of fights, its pot, and what becomes of cowards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ludus.campaign.epic.chapter import NONE, Answer, Data, Names
from ludus.campaign.epic.charts import EPIC, STEP, WINS, shares
from ludus.campaign.epic.components import seat_of
from ludus.campaign.epic.deals import ACCEPT, DECLINE
from ludus.campaign.epic.hammer import NET
from ludus.campaign.epic.races import Races
from ludus.campaign.epic.state import Bout, EventDay, Gladiator, Outing, Wager, come_home, outing
from ludus.campaign.ledger import BANK, money
from ludus.campaign.school import DEAD, FREE, experience
from ludus.campaign.season.state import Finish
from ludus.core.contest import Contest, Settled
from ludus.core.decision import Choose, Decision
from ludus.core.errors import DataError
from ludus.core.fields import Number, OneOf, Section
from ludus.core.form import Form
from ludus.core.game import Phase, Together
from ludus.core.standing_orders import Obeyed, Orders

OUT = "nobody"
MOST_RECKONED = 8  # men of a gala


class Galas(Races):
    """Random pairs, all fought out before anybody is paid."""

    def enter_gala(self) -> Phase:
        """E1 5.1.2-gala: the same number for each owner, and nobody is forced to enter; then pairs are drawn."""
        families = self.families
        entered: dict[int, list[int]] = {seat: [] for seat in families.players() if families.school(seat)}
        still = list(entered)
        for _ in range(families.rules.men):
            able = [seat for seat in still if self.spare_men(seat, entered[seat]) > 0]
            answers = yield Together({seat: self.ask_fighter(seat, entered[seat]) for seat in able})
            still = [seat for seat, choice in sorted(answers.items()) if choice != OUT]
            for seat in still:
                entered[seat].append(int(str(answers[seat])))
        families.card = self.draw_card([number for men in entered.values() for number in men])
        men = [[self.gladiator(number).name for number in bout.men] for bout in families.card]
        self.tell("card", {"event": families.round, "pairs": men}, ("E1 5.1.2-gala",))

    def free_men(self, seat: int, entered: Sequence[int]) -> list[Gladiator]:
        return [man for man in self.families.school(seat) if man.number not in entered]

    def spare_men(self, seat: int, entered: Sequence[int]) -> int:
        """E1 5.2.2: who has promised men for a duel keeps as many."""
        return len(self.free_men(seat, entered)) - self.families.promised(seat)

    def ask_fighter(self, seat: int, entered: Sequence[int]) -> Choose:
        men = self.free_men(seat, entered)
        best = max(men, key=lambda man: (man.cf - sum(man.wounds), -man.number))
        prompt = f"Event {self.families.round} is a gala. Whom do you enter? Everybody chooses in secret."
        numbers = tuple(str(man.number) for man in men)
        return Choose(seat, "fighter", prompt, "E1 5.1.2-gala", (*numbers, OUT), str(best.number))

    def draw_card(self, entered: Sequence[int]) -> list[Bout]:
        """E1 5.1.2-gala: drawn again while two men of one owner, or two with nets, meet and it can be helped; of an odd
        number one stays out."""
        best: list[Bout] = []
        fewest, least = len(entered) + 1, 0
        for _ in range(EPIC["gala"]["draws"] if len(entered) > 1 else 0):
            drawn = self.table.shuffle(entered, "pairs", "E1 5.1.2-gala")
            card = [Bout((drawn[at], drawn[at + 1])) for at in range(0, len(drawn) - 1, 2)]
            clashes = sum(self.clash(*bout.men) for bout in card)
            if not best:
                least = self.unavoidable(entered) if clashes else 0
            if clashes < fewest:
                best, fewest = card, clashes
            if clashes <= least:
                break
        return best

    def unavoidable(self, entered: Sequence[int]) -> int:
        """How many pairs must clash, however they are drawn; of many men nobody reckons it."""
        if not 1 < len(entered) <= MOST_RECKONED:
            return 0
        first, *others = entered
        left = [(self.clash(first, other), [each for each in others if each != other]) for other in others]
        if len(others) % 2 == 0:
            left.append((False, others))  # he stays out himself
        return min(clash + self.unavoidable(rest) for clash, rest in left)

    def clash(self, one: int, other: int) -> bool:
        first, second = self.gladiator(one), self.gladiator(other)
        return first.owner == second.owner or first.type == second.type == NET

    # -- side bets (E1 5.1.2-gala) ----------------------------------------------------------------------------------

    def bet_on_gala(self) -> Phase:
        """E1 5.1.2, 5.1.2-gala: nobody has to; between two, at any odds, both stakes deposited."""
        families = self.families
        seats = families.active() if families.card else []
        asked = {seat: self.ask_wager(seat) for seat in seats if self.cash(seat) >= STEP and len(seats) > 1}
        offers = yield Together(asked)
        for seat, filled in sorted(offers.items()):
            if filled["with"] == NONE or self.cash(seat) < filled["stake"]:
                continue
            wager = Wager(seat, seat_of(filled["with"]), int(filled["on"]), filled["stake"], filled["against"])
            able = self.cash(wager.layer) >= wager.against
            man = self.gladiator(wager.man)
            sums = f"{money(wager.stake)} that {man.name} wins, against {money(wager.against)} of yours"
            prompt = f"Seat {seat + 1} offers you a side bet: {sums}. Do you take it?"
            choices = (DECLINE, ACCEPT) if able else (DECLINE,)
            said = yield Choose(wager.layer, "take_bet", prompt, "E1 5.1.2-gala", choices, DECLINE, man.name)
            if said == ACCEPT:
                self.place_wager(wager)

    def ask_wager(self, seat: int) -> Form:
        others = {f"seat {other + 1}": other for other in self.families.active() if other != seat}
        men = [self.gladiator(number) for bout in self.families.card for number in bout.men]
        some = ("with", tuple(others))
        fields = (
            OneOf(name="with", title="With", default=NONE, choices={NONE: "nobody", **{each: each for each in others}},
                  seats=others),
            OneOf(name="on", title="that this man wins", default=str(men[0].number), only=some,
                  choices={str(man.number): self.man_in_words(man) for man in men}),
            Number(name="stake", title="you put up", default=STEP, low=STEP, high=max(STEP, self.cash(seat)), step=STEP,
                   unit="s", only=some),
            Number(name="against", title="against", default=STEP, low=STEP, high=EPIC["end"]["cash"], step=STEP,
                   unit="s", only=some),
        )  # fmt: skip
        return Form(seat, "wager", "Do you offer a side bet?", "E1 5.1.2-gala", (Section("A side bet", fields),))

    def place_wager(self, wager: Wager) -> None:
        self.families.wagers.append(wager)
        self.pay(wager.backer, BANK, wager.stake, "a side bet", "E1 5.1.2-gala")
        self.pay(wager.layer, BANK, wager.against, "a side bet", "E1 5.1.2-gala")
        told = {"backer": wager.backer, "layer": wager.layer, "man": self.gladiator(wager.man).name}
        self.tell("wager", {**told, "stake": wager.stake, "against": wager.against}, ("E1 5.1.2-gala",))

    def pay_wagers(self) -> None:
        """The stakes are the winner's; where the match of that man had no winner, both come back."""
        families = self.families
        for wager in families.wagers:
            won = self.outcome_of(wager.man)
            if won is None:
                self.pay(BANK, wager.backer, wager.stake, "a side bet comes back", "E1 5.1.2-gala")
                self.pay(BANK, wager.layer, wager.against, "a side bet comes back", "E1 5.1.2-gala")
            else:
                taker = wager.backer if won else wager.layer
                self.pay(BANK, taker, wager.stake + wager.against, "a side bet won", "E1 5.1.2-gala")
        families.wagers = []

    def outcome_of(self, number: int) -> bool | None:
        """Whether a man of the card has won; None: nobody did."""
        for bout in self.families.card:
            if number in bout.men and any(out.won for out in bout.outings):
                return bout.outings[bout.men.index(number)].won
        return None

    # -- the fights -------------------------------------------------------------------------------------------------

    def bouts_to_fight(self) -> list[Contest]:
        """E1 5.1.2-gala: all pairs at the same time, each by itself."""
        families = self.families
        if not families.card:
            self.tell("no-race", {"event": families.round}, ("E1 5.1.2",))
            self.pay_wagers()  # those of the card may have left with their houses
        return [
            self.arena(f"Event {families.round}, fight {number}", bout.men, families.rules.turns, "E1 5.1.2-gala")
            for number, bout in enumerate(families.card, start=1)
        ]

    def end_gala(self, ended: Sequence[Settled]) -> None:
        """E1 5.1.2-gala: how each pair ended; then prize money and experience."""
        card = zip(self.families.card, ended, strict=True)
        self.families.card = [replace(bout, hash=end.hash, outings=self.outings(end, bout.men)) for bout, end in card]
        for bout in self.families.card:
            self.tell_bout(bout)
        self.settle_gala()

    def arena(self, title: str, men: Sequence[int], turns: int | str, clause: str) -> Contest:
        """A fight by the rules of the arena, each man with his own equipment, and with the wounds that he has."""
        fighters = [self.gladiator(number) for number in men]
        options = {"men": [man.sent() for man in fighters], "turns": turns}
        owners = tuple(man.owner for man in fighters)
        return Contest(title, "gladiator", "advanced", options, owners, tuple(man.name for man in fighters), clause)

    def outings(self, ended: Settled, men: Sequence[int]) -> tuple[Outing, ...]:
        """E1 10.2.2 to 10.2.2.5: what each man brings home."""
        try:
            found = []
            for number, report in zip(men, ended.report, strict=True):
                points = sum(each.points for each in experience(report))
                found.append(outing(report, points, self.gladiator(number)))
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(f"this is not the report of a fight: {error!r}") from error
        return tuple(found)

    def tell_bout(self, bout: Bout) -> None:
        names = [self.gladiator(number).name for number in bout.men]
        fates = [fate(out) for out in bout.outings]
        self.tell("bout", {"men": names, "fates": fates}, ("E1 5.1.2-gala", "E1 3.2-champion"))

    def settle_gala(self) -> None:
        """E1 5.1.3, 5.1.4, 9.2a, 9.2b: bets and the pot, cowards, and experience."""
        families = self.families
        fought = [pair for bout in families.card for pair in zip(bout.men, bout.outings, strict=True)]
        living = [number for number, out in fought if out.alive]
        cowards = [number for number, out in fought if out.alive and not out.attacked]
        survivors = [number for number in living if number not in cowards]
        share = shares(len(fought), len(fought) - len(living), len(survivors), len(cowards))
        for number in survivors if share else ():
            man = self.gladiator(number)
            if families.slave(man.owner) is None:  # E1 6.6.4
                self.pay(BANK, man.owner, share, f"the pot of the gala, for {man.name}", "E1 9.2a")
        told = {"men": len(fought), "share": share, "survivors": [self.gladiator(number).name for number in survivors]}
        self.tell("pot", told, ("E1 5.1.3", "E1 9.2a"))
        self.note_day("gala", fought, [bout.hash for bout in families.card], cowards)
        for number, out in fought:
            self.bring_home(number, out, counts=True, coward=number in cowards)
        for number in cowards:
            self.execute(self.gladiator(number))
        self.pay_wagers()

    def note_day(
        self, kind: str, fought: Sequence[tuple[int, Outing]], hashes: Sequence[str], cowards: Sequence[int] = ()
    ) -> None:
        """E1 4.4: fights that are over, with who won, for whom, and what all have learnt."""
        finishes = []
        for number, out in fought:
            man, lives = self.gladiator(number), out.alive and number not in cowards
            points = out.points if lives else 0
            finishes.append(Finish(man.owner, number, man.name, lives, points, 1 if out.won else None))
        winners = tuple(each.driver for each in finishes if each.place)
        self.families.days.append(EventDay(self.families.round, kind, winners, tuple(hashes), tuple(finishes)))

    def bring_home(self, number: int, out: Outing, *, counts: bool, coward: bool = False) -> None:
        """E1 10.2.2, 10.2-vs-gladiator, 10.3.1: points for the living; whoever lives to win his tenth match is free. A
        coward does not live to see it (E1 9.2b)."""
        man = come_home(self.gladiator(number), out, counts=counts)
        self.keep(man)
        told = {"seat": man.owner, "man": man.name, "points": out.points if out.alive else 0, "has": man.points}
        self.tell("schooled", {**told, "fate": fate(out)}, ("E1 10.2.1", "E1 10.2.2", "E1 10.2-vs-gladiator"))
        if not man.alive:
            self.bury(man.name, f"gladiator {man.number}", man.owner, man.fights, man.wins)
        elif out.won and man.wins >= WINS and not coward:
            self.keep(replace(man, status=FREE))
            self.crown(man.name, "gladiator", man.owner, man.wins, ("E1 3.2-champion", "E1 10.3", "E1 10.3.1"))

    def execute(self, man: Gladiator) -> None:
        """E1 9.2b: who made no attack."""
        if man.alive:
            self.keep(replace(man, status=DEAD))
            self.tell("coward", {"seat": man.owner, "man": man.name}, ("E1 9.2b",))
            self.bury(man.name, f"gladiator {man.number}", man.owner, man.fights, man.wins)

    # -- explained, obeyed, told ------------------------------------------------------------------------------------

    def explain_fighter(self, decision: Decision) -> list[Answer]:
        men = [self.gladiator(int(str(choice))) for choice in decision if choice != OUT]
        answers = [self.answer(str(man.number), man.name, self.man_in_words(man)) for man in men]
        return [*answers, self.answer(OUT, "Nobody")]

    def explain_wager(self, decision: Decision) -> list[Answer]:
        return [self.answer(decision.default, "No side bet")]

    def explain_take_bet(self, decision: Decision) -> list[Answer]:
        return [self.answer(choice, "Take it" if choice == ACCEPT else "No") for choice in decision]

    def obey_fighter(self, decision: Decision, orders: Orders) -> Obeyed | None:
        wish = orders["gala"]
        return None if wish == "ask" else Obeyed(OUT if wish == "out" else decision.default, "")

    def obey_wager(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return Obeyed(decision.default, "")

    def obey_take_bet(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return Obeyed(DECLINE, "")

    def say_card(self, data: Data, names: Names) -> str:
        pairs = "; ".join(" against ".join(pair) for pair in data["pairs"])
        return f"The card of the gala: {pairs}." if pairs else "Nobody fights in this gala."

    def say_wager(self, data: Data, names: Names) -> str:
        backer, layer = names[data["backer"]], names[data["layer"]]
        stake, against = money(data["stake"]), money(data["against"])
        return f"A side bet: {backer} {stake} on {data['man']}, {layer} {against} against."

    def say_bout(self, data: Data, names: Names) -> str:
        return " ".join(f"{man} {end}." for man, end in zip(data["men"], data["fates"], strict=True))

    def say_pot(self, data: Data, names: Names) -> str:
        if not data["survivors"]:
            return "Nobody is left to share a pot: the Emperor pays nothing."
        if not data["share"]:
            return "Nobody was killed: the Emperor pays nothing."
        return f"The pot is shared: {money(data['share'])} each for {', '.join(data['survivors'])}."

    def say_schooled(self, data: Data, names: Names) -> str:
        return f"{data['man']} of {names[data['seat']]} {data['fate']}: {data['points']} points, he has {data['has']}."

    def say_coward(self, data: Data, names: Names) -> str:
        return f"{data['man']} of {names[data['seat']]} has made no attack: he is executed."


def fate(out: Any) -> str:
    """How a fight ended for one man."""
    if not out.alive:
        return "is dead"
    return "wins" if out.won else "is spared" if out.spared else "comes home without a victory"
