"""E1 5.2: match races and duels between two families, by challenge on the open floor.

In a match race every family has its purse (E1 5.2.1a), so there is one at a time. A duel is a matter of two: it is
fought beside the next event, and nobody else waits for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ludus.campaign.epic.chapter import NONE, Answer, Data, Names
from ludus.campaign.epic.charts import MOST_SIDE, ODDS, STEP, earned, stakes
from ludus.campaign.epic.components import seat_of
from ludus.campaign.epic.deals import ACCEPT, DECLINE
from ludus.campaign.epic.galas import Galas
from ludus.campaign.epic.races import Entries
from ludus.campaign.epic.state import Duel, Gladiator
from ludus.campaign.floor import CALLS
from ludus.campaign.ledger import BANK, money
from ludus.core.contest import Contest, Settled
from ludus.core.decision import Choose, Decision, Filled
from ludus.core.fields import Field, Number, OneOf, Section
from ludus.core.form import Form
from ludus.core.game import Floor, Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.gladiator.switches import UNLIMITED

MATCH_RACE, DUEL = "match race", "duel"
RAISE = "raise "  # and to how much of his
FOLLOWS = "the challenger follows at the odds that he gave"
CLAUSES = {MATCH_RACE: ("E1 5.2", "E1 5.2.1a", "E1 5.2.3"), DUEL: ("E1 5.2", "E1 5.2.2", "E1 5.2.3")}


class Challenge(NamedTuple):
    """E1 5.2.1a, 5.2.2: everything that must be named before it is answered."""

    by: int
    to: int
    kind: str
    number: int  # chariots or men of each side
    odds: int
    stake: int  # of the challenged; the challenger's is so many times that

    def told(self) -> dict[str, Any]:
        return {**self._asdict(), "own": self.odds * self.stake}


Men = tuple[int, ...]


class Challenges(Galas):
    """Between two events; whoever has nothing more to say leaves the floor."""

    def hear_challenges(self) -> Phase:
        """E1 5.2: as many as the families have agreed on; who is declined may challenge another."""
        families = self.families
        left = dict.fromkeys(families.active(), families.rules.challenges)
        while asked := {seat: form for seat, more in left.items() if more and (form := self.ask_challenge(seat))}:
            seat, filled = yield Floor(asked)
            challenge = read_challenge(seat, filled)
            left[seat] = 0 if challenge is None else left[seat] - 1
            if challenge is not None:
                yield from self.put_to(challenge)
                if self.rich_enough():
                    return

    def rich_enough(self) -> bool:
        """E1 4.1a: tested after a match race or a duel, too."""
        return any(self.cash(seat) >= self.families.rules.goal for seat in self.families.active())

    def ask_challenge(self, seat: int) -> Form | None:
        """E1 5.2.1a, 5.2.2, 5.2.3: at most three a side, odds that he can pay, and a bet of at least what they ask."""
        others = {f"seat {other + 1}": other for other in self.families.active() if other != seat}
        cash = self.cash(seat)
        odds = {name: number for name, number in ODDS.items() if stakes(number)[0] <= cash}
        able = {kind: min(MOST_SIDE, most) for kind, most in self.sides(seat).items() if most > 0}
        if not others or not odds or not able:
            return None
        some = ("kind", tuple(able))
        fields: list[Field] = [
            OneOf(name="kind", title="You challenge to", default=NONE,
                  choices={NONE: "nothing", **{kind: f"a {kind}" for kind in able}}),
            OneOf(name="to", title="this family", default=next(iter(others)), choices={each: each for each in others},
                  seats=others, only=some),
            *(
                OneOf(name=f"number_{kind.replace(' ', '_')}", title="with so many a side", default="1",
                      choices={str(each): str(each) for each in range(1, most + 1)}, only=("kind", (kind,)))
                for kind, most in able.items()
            ),
            OneOf(name="odds", title="at odds of", default=next(iter(odds)), choices={each: each for each in odds},
                  only=some),
            *(
                Number(name=f"stake_{number}", title="for so much of his", default=stakes(number)[1],
                       low=stakes(number)[1], high=cash // number, step=STEP, unit="s", only=("odds", (name,)))
                for name, number in odds.items()
            ),
        ]  # fmt: skip
        prompt = "Do you challenge another family? All terms are named before it answers."
        return Form(seat, "challenge", prompt, "E1 5.2", (Section("A challenge", tuple(fields)),))

    def sides(self, seat: int) -> dict[str, int]:
        """How many he could send."""
        return {MATCH_RACE: len(self.fit_to_race(seat)), DUEL: self.spare_men(seat, ())}

    def put_to(self, challenge: Challenge) -> Phase:
        """E1 5.2, 6.6-vs-gladiator: it may be declined without penalty; who cannot cover it can only decline."""
        clauses = CLAUSES[challenge.kind]
        self.tell("challenge", challenge.told(), clauses)
        able = self.sides(challenge.to)[challenge.kind] >= challenge.number
        able = able and self.cash(challenge.to) >= challenge.stake
        choices = (DECLINE, ACCEPT, *self.raises(challenge)) if able else (DECLINE,)
        prompt = f"Seat {challenge.by + 1} challenges you. {in_words(challenge.told())}. Do you accept?"
        about = f"{challenge.kind} of seat {challenge.by + 1}"
        said = str((yield Choose(challenge.to, "challenged", prompt, clauses[1], choices, DECLINE, about)))
        told = {"by": challenge.by, "to": challenge.to, "accepted": said != DECLINE}
        if said.startswith(RAISE):
            challenge = challenge._replace(stake=int(said.removeprefix(RAISE)))
            told |= {"own": challenge.odds * challenge.stake, "stake": challenge.stake}
            self.tell("answered", told, ("E1 5.2", "E1 5.2.3"))
        else:
            self.tell("answered", told, ("E1 5.2",))
        if said == DECLINE:
            return
        self.pay(challenge.by, BANK, challenge.odds * challenge.stake, "the stake of a challenge", "E1 5.2.3")
        self.pay(challenge.to, BANK, challenge.stake, "the stake of a challenge", "E1 5.2.3")
        if challenge.kind == MATCH_RACE:
            yield from self.run_match_race(challenge)
        else:
            self.families.duels.append(Duel(*challenge[:2], *challenge[3:]))

    def raises(self, challenge: Challenge) -> tuple[str, ...]:
        """E1 5.2.3: the challenged may bet more, and the challenger must follow at the odds that he gave (E2 5.4.2): as
        far as both can, for what he could not follow is only declined."""
        most = min(self.cash(challenge.to), self.cash(challenge.by) // challenge.odds) // STEP * STEP
        calls = {min(challenge.stake + call * STEP, most) for call in CALLS}
        return tuple(f"{RAISE}{stake}" for stake in sorted({*calls, most}) if stake > challenge.stake)

    def pay_stakes(self, challenge: Challenge | Duel, kind: str, winner: int | None) -> None:
        """E1 5.2.3: the victor takes both; without one each gets his own back."""
        own = challenge.odds * challenge.stake
        if winner is not None and self.families.slave(winner) is not None:
            winner = None  # E1 6.6.4: who has fallen since wins nothing
        if winner is None:
            for seat, stake in ((challenge.by, own), (challenge.to, challenge.stake)):
                if self.families.slave(seat) is None:  # E1 6.6.4
                    self.pay(BANK, seat, stake, "the stake comes back", "E1 5.2.3")
        else:
            self.pay(BANK, winner, own + challenge.stake, "the stakes of a challenge", "E1 5.2.3")
        told = {"by": challenge.by, "to": challenge.to, "kind": kind, "winner": winner}
        self.tell("stakes", {**told, "sum": own + challenge.stake}, ("E1 5.2.3",))

    # -- match races (E1 5.2.1) -------------------------------------------------------------------------------------

    def run_match_race(self, challenge: Challenge) -> Phase:
        """E1 5.2.1a, 5.2.1b: an epic race with its envelopes, but no pool, no prizes and no recovery."""
        racing = [challenge.by, challenge.to]
        seats = self.seated(racing)
        more = {"patronage": "match race", "wagered": True, "extra_entries": 0}
        ended: Settled = yield self.race_contest("A match race", racing, seats, challenge.number, "E1 5.2.1a", **more)
        entries = self.take_over(ended, racing, seats)
        first = next((each["owner"] for each in entries if each["place"] == 1), None)
        self.pay_stakes(challenge, MATCH_RACE, first)
        self.close_race(entries, against(entries), ended.hash, MATCH_RACE, counts=self.families.rules.private_wins)

    # -- duels (E1 5.2.2) -------------------------------------------------------------------------------------------

    def place_duels(self) -> Phase:
        """E1 5.2.2: placed one by one, the challenger first. Who has not the men any more that he has promised forfeits
        his stake, unless the other has not either."""
        families = self.families
        for duel in families.duels[:]:
            short = [seat for seat in (duel.by, duel.to) if len(self.at_hand(seat)) < duel.number]
            if short:
                self.call_off(duel, short)
                continue
            men: list[int] = []
            for _ in range(duel.number):
                for seat in (duel.by, duel.to):
                    men.append(int(str((yield self.ask_placed(seat, men)))))
            families.duels[families.duels.index(duel)] = replace(duel, men=tuple(men))

    def call_off(self, duel: Duel, short: list[int]) -> None:
        """E1 5.2.3: the stakes are the other's, or both come back."""
        self.families.duels.remove(duel)
        self.tell("forfeit", {"seats": short}, ("E1 5.2.2", "E1 5.2.3"))
        self.pay_stakes(duel, DUEL, duel.to if short == [duel.by] else duel.by if short == [duel.to] else None)

    def at_hand(self, seat: int) -> list[Gladiator]:
        """His men who do not fight elsewhere at the same time."""
        families = self.families
        bound = [number for bout in families.card for number in bout.men]
        bound += [number for duel in families.duels for number in duel.men]
        return [man for man in families.school(seat) if man.number not in bound] if seat in families.active() else []

    def duels_to_fight(self) -> list[Contest]:
        """E1 5.2.2: without a limit."""
        return [self.arena("A duel", duel.men, UNLIMITED, "E1 5.2.2") for duel in self.families.duels]

    def end_duels(self, ended: Sequence[Settled]) -> list[Men]:
        """E1 5.2.2, 5.2.3, 10.2-vs-gladiator: stakes and experience, no prize. The men who have fought."""
        duels, self.families.duels = self.families.duels, []
        for duel, end in zip(duels, ended, strict=True):
            outings = self.outings(end, duel.men)
            winners = {self.gladiator(duel.men[seat]).owner for seat in end.outcome["winners"]}
            alive = any(out.alive and not out.spared for out in outings)
            self.pay_stakes(duel, DUEL, winners.pop() if len(winners) == 1 and alive else None)
            fought = list(zip(duel.men, outings, strict=True))
            self.note_day(DUEL, fought, [end.hash])
            for number, out in fought:
                self.bring_home(number, out, counts=self.families.rules.private_wins)
        return [duel.men for duel in duels]

    def ask_placed(self, seat: int, placed: Sequence[int]) -> Choose:
        men = [man for man in self.at_hand(seat) if man.number not in placed]
        against = ", ".join(self.man_in_words(self.gladiator(number)) for number in placed)
        prompt = f"Whom do you put into the arena? {against}".rstrip()
        return Choose(seat, "place", prompt, "E1 5.2.2", tuple(str(man.number) for man in men))

    # -- explained, obeyed, told ------------------------------------------------------------------------------------

    def explain_challenge(self, decision: Decision) -> list[Answer]:
        return [self.answer(decision.default, "Challenge nobody")]

    def explain_challenged(self, decision: Decision) -> list[Answer]:
        return [
            self.answer(choice, f"Accept, and raise to {money(int(str(choice).removeprefix(RAISE)))}", FOLLOWS)
            if str(choice).startswith(RAISE)
            else self.answer(choice, "Accept" if choice == ACCEPT else "Decline")
            for choice in decision
        ]

    def explain_place(self, decision: Decision) -> list[Answer]:
        men = [self.gladiator(int(str(choice))) for choice in decision]
        return [self.answer(str(man.number), man.name, self.man_in_words(man)) for man in men]

    def obey_challenge(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["challenges"] == "ask" else Obeyed(decision.default, "")

    def obey_challenged(self, decision: Decision, orders: Orders) -> Obeyed | None:
        return None if orders["challenges"] == "ask" else Obeyed(DECLINE, "")

    def say_challenge(self, data: Data, names: Names) -> str:
        return f"{names[data['by']]} challenges {names[data['to']]}. {in_words(data)}."

    def say_answered(self, data: Data, names: Names) -> str:
        if "stake" in data:
            return f"{names[data['to']]} accepts, for {money(data['stake'])} against {money(data['own'])}."
        return f"{names[data['to']]} {'accepts' if data['accepted'] else 'declines'}."

    def say_forfeit(self, data: Data, names: Names) -> str:
        who = " and ".join(names[seat] for seat in data["seats"])
        return f"{who} cannot send the men that were promised: the duel is not fought."

    def say_stakes(self, data: Data, names: Names) -> str:
        if data["winner"] is None:
            return f"The {data['kind']} has no winner: the stakes come back."
        return f"{names[data['winner']]} wins the {data['kind']}, and {money(data['sum'])}."


def read_challenge(seat: int, filled: Filled) -> Challenge | None:
    kind = filled["kind"]
    if kind == NONE:
        return None
    odds = ODDS[filled["odds"]]
    number = int(filled[f"number_{kind.replace(' ', '_')}"])
    return Challenge(seat, seat_of(filled["to"]), kind, number, odds, filled[f"stake_{odds}"])


def in_words(data: Mapping[str, Any]) -> str:
    """
    >>> in_words({"kind": "duel", "number": 2, "odds": 3, "own": 1200, "stake": 400})
    'A duel of 2 a side at 3-1, 1,200s against 400s'
    """
    sums = f"{money(data['own'])} against {money(data['stake'])}"
    return f"A {data['kind']} of {data['number']} a side at {data['odds']}-1, {sums}"


def against(entries: Entries) -> list[int]:
    """E1 5.2.1b, 10.1.1b: experience with respect to the opponent's chariots only: how many of them are ahead, how far
    behind the next one is, and whether one of them has dropped out."""
    points = []
    for each in entries:
        foes = [other for other in entries if other["owner"] != each["owner"]]
        if each["place"] is None:
            points.append(earned(None, None, len(entries)))
            continue
        placed = [other for other in foes if other["place"] is not None]
        ahead = sum(other["place"] < each["place"] for other in placed)
        behind = [each["margin"] - other["margin"] for other in placed if other["place"] > each["place"]]
        gap = max(0, min(behind)) if behind else None
        points.append(earned(1 + ahead, gap, len(entries), open_end=len(placed) < len(foes)))
    return points
