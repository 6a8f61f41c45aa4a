"""An owner at the races (CM 24 to 26, E2 4, 5): his envelope, his bets, bids for an extra entry, and the stakes of a
match race.

He judges who will win by team, driver, car and place at the start, or by where everybody is, and sees no other's purse.
The odds of a bet are the pool over what stands on a chariot, so that he bets a little on each that others are likely to
leave out, and more only where he would share the pool.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ludus.bots.circus.course import Course
from ludus.bots.circus.prospects import win_chances
from ludus.bots.circus.rivalry import Rivalry
from ludus.core.decision import Allocate, Choice, Choose, Decision, Range
from ludus.core.fields import Number
from ludus.core.form import Form
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Race
from ludus.games.circus.words import named

SHARPNESS = 0.8  # how surely the chariot that would be a turn faster alone wins
USUAL_STAKE = 300  # what the others are thought to bet, each on his own
EDGE = 1.2  # a bet must promise so many times what it costs
MOST_POINTS = 3  # of drugs: a dearer horse is left in peace
SUM = re.compile(r"(\d[\d,]*)s\b")  # money in a prompt


@dataclass(frozen=True, slots=True)
class Habits:
    """What an owner does with his money."""

    nerve: float = 0.0  # the share of his purse that he bets
    mischief: float = 0.0  # how often he has the favourite's horses drugged
    caution: float = 0.0  # how often he has his own guarded
    ambition: float = 0.0  # the share of his purse that an extra entry is worth
    dares: float = 0.0  # how often he offers somebody a side bet


def money_in(decision: Decision) -> list[int]:
    """The sums that a question names."""
    return [int(each.replace(",", "")) for each in SUM.findall(decision.prompt)]


def side_chance(race: Race, chances: list[float], decision: Decision) -> float:
    """CM 26.1d: that the chariot of a side bet wins, or comes in before the one that the question names besides."""
    own = next(each.number for each in race.chariots if each.faction == decision.about)
    rival = next((each.number for each in race.chariots if f"before {named(each)}," in decision.prompt), None)
    if rival is None:
        return chances[own]
    both = chances[own] + chances[rival]
    return chances[own] / both if both else 0.5


def brought_back(race: Race) -> Callable[[int], int]:
    """CM 26.4, E2 5.3.2: what a sesterce at some odds brings back, by the book of this race."""
    brings: Callable[[int], int] = book_of(race).brings  # type: ignore[attr-defined]
    return brings


class Patron:
    """Answers for an owner; without habits he pays and bets as little as the rules ask for."""

    def __init__(self, habits: Habits, rng: random.Random) -> None:
        self.habits = habits
        self._rng = rng
        self._answers: dict[str, Callable[[Race, Course, Any], Choice]] = {
            "bid": self.bid,
            "skullduggery": self.envelope,
            "bets": self.bets,
            "lap_bets": self.lap_bets,
            "side_bet": self.side_bet,
            "take_side_bet": self.take_side_bet,
            "match_odds": self.match_odds,
            "stake": self.stake,
            "match_bet": self.match_bet,
            "raise_stake": lambda race, course, decision: decision.low,
            "victim": self.victim,
            "reveal": self.reveal,
            "drug_horses": self.drug_horses,
            "which_wheel": self.which_wheel,
        }

    def knows(self, decision: Decision) -> bool:
        return decision.name in self._answers

    def answer(self, race: Race, course: Course, decision: Decision) -> Choice:
        choice = self._answers[decision.name](race, course, decision)
        return choice if choice in decision else decision.default

    def own_chance(self, race: Race, course: Course, seat: int) -> float:
        chances = win_chances(race, course, SHARPNESS)
        return sum(chances[each.number] for each in race.chariots if each.seat == seat)

    # -- before the race -----------------------------------------------------------------------------

    def bid(self, race: Race, course: Course, decision: Choose) -> Choice:
        """E2 3.3.3: up to what one more chance is worth to him."""
        purse = race.parts["patronage"].purse(decision.seat)
        return "bid" if money_in(decision)[-1] <= self.habits.ambition * purse else "pass"

    def envelope(self, race: Race, course: Course, decision: Form) -> Choice:
        """CM 24.4, 25.1: drugs against the favourite, no more than his weakest horse takes; a guard for his best."""
        money = book_of(race).money  # type: ignore[attr-defined]
        point = int(money["drugs"]["per_point"])
        spare = decision.limits[0].most or 0
        chances = win_chances(race, course, SHARPNESS)
        own = [each for each in race.chariots if each.seat == decision.seat]
        rivals = [each for each in race.chariots if each.seat != decision.seat]
        rival = max(rivals, key=lambda each: chances[each.number], default=None)
        best = max(own, key=lambda each: chances[each.number], default=None)
        filled: dict[str, Any] = {}
        schemes, guards = self._rng.random() < self.habits.mischief, self._rng.random() < self.habits.caution
        if schemes and rival is not None and best is not None and chances[best.number] < chances[rival.number]:
            price = point * min(rival.horses)
            if price <= min(spare // 2, MOST_POINTS * point):
                filled |= {"target": rival.faction, "drugs": price}
                spare -= price
        if guards and best is not None and chances[best.number] >= 1 / len(chances) and point <= spare // 2:
            filled[f"{best.faction} drugs"] = point
        return decision.read(filled)

    def victim(self, race: Race, course: Course, decision: Choose) -> Choice:
        """CM 20.21a: the better one."""
        chances = win_chances(race, course, SHARPNESS)
        numbers = {each.faction: each.number for each in race.chariots}
        return max(map(str, decision), key=lambda colour: (chances[numbers[colour]], colour))

    def bets(self, race: Race, course: Course, decision: Form) -> Choice:
        """CM 26.1, 26.2b: a hundred more wherever that promises most, as long as it promises more than it costs."""
        chances = win_chances(race, course, SHARPNESS)
        numbers = {each.faction: each.number for each in race.chariots}
        own = {each.faction for each in race.chariots if each.seat == decision.seat}
        others = self.usual_bets(race, chances, decision.seat)
        step = next(field.step for field in decision.fields if isinstance(field, Number))
        most = int(self.habits.nerve * (decision.limits[0].most or 0))
        placed = dict.fromkeys(numbers, 0)
        if own:
            placed[max(own, key=lambda name: (chances[numbers[name]], name))] = step

        brings = brought_back(race)

        def promise(bets: Mapping[str, int]) -> float:
            pool = sum(others.values()) + sum(bets.values())
            return sum(
                chances[numbers[name]] * amount * brings(pool // (amount + others[name]))
                for name, amount in bets.items()
                if amount
            )

        while sum(placed.values()) + step <= most:
            now = promise(placed)
            more = {name: promise({**placed, name: amount + step}) - now for name, amount in placed.items()}
            allowed = [name for name in more if decision.read({**placed, name: placed[name] + step}) in decision]
            name = max(allowed, key=lambda each: (more[each], each), default="")
            if not name or more[name] < EDGE * step:
                break
            placed[name] += step
        return decision.read(placed)

    def usual_bets(self, race: Race, chances: list[float], seat: int) -> dict[str, int]:
        """What the others are thought to put on each chariot: each on his own, the better ones first."""
        found = {}
        for chariot in race.chariots:
            stable = [chances[each.number] for each in race.chariots if each.seat == chariot.seat]
            share = chances[chariot.number] / sum(stable)
            found[chariot.faction] = 0 if chariot.seat == seat else round(USUAL_STAKE * share)
        return found

    def match_odds(self, race: Race, course: Course, decision: Choose) -> Choice:
        """E2 5.4.1: odds that the other may find worth his while, and that are still in one's own favour."""
        chance = self.own_chance(race, course, decision.seat)
        fair = [odds for odds in decision if int(str(odds)) * (1 - chance) <= chance]
        return max(fair, key=lambda odds: int(str(odds))) if fair and self.habits.nerve else decision.default

    def stake(self, race: Race, course: Course, decision: Range) -> Choice:
        """E2 5.4.2: as little as may be, or some of the purse where the own chance is good."""
        if self.own_chance(race, course, decision.seat) * 2 <= EDGE:
            return decision.low
        return max(decision.low, min(decision.high, int(self.habits.nerve * decision.high)))

    def match_bet(self, race: Race, course: Course, decision: Choose) -> Choice:
        """E2 5.4.2: if it promises more than it costs."""
        his, own = money_in(decision)[-2:]
        chance = self.own_chance(race, course, decision.seat)
        return "accept" if chance * his > (1 - chance) * own or not self.habits.nerve else "decline"

    def side_bet(self, race: Race, course: Course, decision: Form) -> Choice:
        """CM 26.1d: he offers none."""
        return decision.default

    def take_side_bet(self, race: Race, course: Course, decision: Choose) -> Choice:
        """CM 26.1d: he wins the stake unless that chariot comes in first."""
        stake, against = money_in(decision)[-2:]
        chance = side_chance(race, win_chances(race, course, SHARPNESS), decision)
        purse = race.parts["patronage"].purse(decision.seat)
        pays = (1 - chance) * stake > EDGE * chance * against
        return "take" if pays and against <= self.habits.nerve * purse else "no"

    # -- in the race ---------------------------------------------------------------------------------

    def lap_bets(self, race: Race, course: Course, decision: Form) -> Choice:
        """CM 26.3: at the old odds, on whoever has come to the front since."""
        coffers = race.parts["patronage"]
        chances = Rivalry(race, course, race.chariots[0]).chance
        fields = {field.name: field for field in decision.fields if isinstance(field, Number)}
        brings = brought_back(race)
        worth = {
            each.faction: chances[each.number] * brings(coffers.odds[each.number])
            for each in race.chariots
            if each.faction in fields
        }
        left = int(self.habits.nerve * (decision.limits[0].most or 0))
        filled = {}
        for name in sorted(worth, key=lambda each: -worth[each]):
            step = fields[name].step
            amount = min(fields[name].high, left) // step * step
            if worth[name] > EDGE and amount:
                filled[name] = amount
                left -= amount
        return decision.read(filled)

    def reveal(self, race: Race, course: Course, decision: Choose) -> Choice:
        """CM 24.32a: what is paid for is used as soon as there is a reason: an attack, or a rival on the move."""
        return "reveal"

    def drug_horses(self, race: Race, course: Course, decision: Allocate) -> Choice:
        """CM 24.42: the weakest horse first: one that collapses holds the whole chariot."""
        left, shares = decision.budget, [0] * len(decision.caps)
        for horse in sorted(range(len(shares)), key=lambda each: decision.caps[each]):
            shares[horse] = min(left, decision.caps[horse])
            left -= shares[horse]
        return tuple(shares)

    def which_wheel(self, race: Race, course: Course, decision: Choose) -> Choice:
        """CM 24.52: the one that has suffered already, else the left."""
        chariot = next(each for each in race.chariots if each.faction == decision.about)
        return "right" if chariot.right_wheel > chariot.left_wheel else "left"
