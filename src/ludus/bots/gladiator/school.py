"""What the school teaches: the questions of a fight, each answered in a method of its own.

What every gladiator learns stands here: how to pick up what he has dropped, to struggle in the net, to drag a man down.
How he moves and how he strikes is his own.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable
from itertools import pairwise
from typing import ClassVar, cast

from ludus.bots.base import Bot, Glimpse
from ludus.bots.gladiator.ground import clash_of, faces, stances
from ludus.bots.gladiator.habits import beaten, flees, rash
from ludus.bots.gladiator.memory import MOVES, has_run
from ludus.bots.gladiator.sight import Sight
from ludus.bots.gladiator.worth import FRAGMENT, HABIT, worth_of
from ludus.core.decision import Allocate, Choice, Choose, Decision
from ludus.games.gladiator.charts import AREAS, ARMOUR, ARMOUR_MODIFIER, CHARACTERISTICS, DUEL_TURNS
from ludus.games.gladiator.fighter import NOBODY, Fighter
from ludus.games.gladiator.finish import DRAW, FIGHT_ON
from ludus.games.gladiator.forms import fill_in, heaviest_first
from ludus.games.gladiator.hexes import distance, in_front, turn_towards
from ludus.games.gladiator.legal_plots import nearest
from ludus.games.gladiator.odds import at_most, freeing_odds
from ludus.games.gladiator.plot import turns
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.throwing import KEEP, LET_GO, row_towards

Answer = Callable[[Arena, Fighter, Decision], Choice]
ARMS = ("sword", "trident", "fragment")
ENOUGH = 9  # factors that free a man from the net nineteen times in twenty


class Trained(Bot):
    """A man trained in the school answers every question of a fight."""

    kinds: ClassVar[tuple[str, ...]] = ("medium",)  # what he likes to fight as
    recalls = MOVES

    def __init__(self, rng: random.Random, budget_ms: int | None = None, samples: int | None = None) -> None:
        super().__init__(rng, budget_ms, samples)
        self._sight = Sight()

    def choose(self, glimpse: Glimpse) -> Choice:
        decision = glimpse.decision
        if decision.count() == 1:
            return next(iter(decision))
        if decision.name in BEFORE:
            return self.prepare(decision, glimpse)
        arena = self._sight.arena(glimpse)
        fighter = next(each for each in arena.fighters if each.name == decision.about)
        if decision.name == "plot":
            return self.plot(arena, fighter, decision, glimpse)
        if isinstance(decision, Allocate):
            if decision.name == "bonus":
                return self.pledge(arena, decision)
            return self.share_out(arena, fighter, decision, glimpse)
        answer: Answer | None = getattr(self, decision.name.replace("-", "_"), None)
        return decision.default if answer is None else answer(arena, fighter, decision)

    @abstractmethod
    def plot(self, arena: Arena, fighter: Fighter, decision: Decision, glimpse: Glimpse) -> Choice:
        """The order for this phase."""

    @abstractmethod
    def share_out(self, arena: Arena, fighter: Fighter, decision: Allocate, glimpse: Glimpse) -> Choice:
        """Combat factors over the boxes of a form."""

    def foe_of(self, arena: Arena, fighter: Fighter) -> Fighter | None:
        """Whom he has to do with: the nearest who is still dangerous."""
        foes = arena.foes(fighter)
        awake = [foe for foe in foes if not foe.unconscious] or foes
        return nearest(fighter, awake) if awake else None

    def cornered(self, fighter: Fighter, foe: Fighter, glimpse: Glimpse) -> bool:
        """A beaten man who has run before: he will run again as soon as he can, and thinks of nothing but his guard."""
        return beaten(fighter, foe) and not rash(foe) and has_run(glimpse.past(MOVES), fighter.name, foe.name)

    def runs(self, fighter: Fighter, foe: Fighter, glimpse: Glimpse) -> bool:
        """Whether he must be run after: he flees, or will as soon as he can."""
        return flees(fighter, foe) or (foe.upright and not foe.netted and self.cornered(fighter, foe, glimpse))

    def opponent(self, arena: Arena, fighter: Fighter) -> Fighter | None:
        """When the blows fall: of those whom he can strike the one nearest to his end; else whoever strikes him."""
        meetings = {foe.number: clash_of(arena, fighter, foe) for foe in arena.foes(fighter)}
        reachable = [foe for foe in arena.foes(fighter) if meetings[foe.number].strikes]
        striking = [foe for foe in arena.foes(fighter) if meetings[foe.number].struck]
        return min(reachable or striking, key=lambda foe: (foe.cf - foe.stun, foe.number), default=None)

    def in_need(self, arena: Arena, fighter: Fighter, foe: Fighter, decision: Choose) -> Choice:
        """On the ground he gets up, his face to the foe; without a weapon he goes for the nearest, or keeps away."""
        if fighter.prone:
            facing = turn_towards((foe.place[0] - fighter.place[0], foe.place[1] - fighter.place[1]), fighter.facing)
            rising = f"KN{turns((facing - fighter.facing + 2) % 6 - 2)}"
            return rising if rising in decision else "KN" if "KN" in decision else decision.default
        if "R" in decision:
            return "R"
        ends = [each for each in stances(fighter, decision) if each.plain]
        if not ends or fighter.moves_left <= 0:
            return decision.default
        arms = [item.place for item in arena.items if item.useful and item.kind in ARMS]
        if arms:
            goal = min(arms, key=lambda place: distance(place, fighter.place))
            return min(ends, key=lambda each: (distance(each.place, goal), not faces(each, foe.place))).order
        return max(ends, key=lambda each: (distance(each.place, foe.place), faces(each, foe.place))).order

    # -- before the fight --------------------------------------------------------------------------

    def prepare(self, decision: Decision, glimpse: Glimpse) -> Choice:
        """His type, his hand, and where the charts may be chosen from, the best that they have."""
        if decision.name == "type":
            return self.rng.choice([kind for kind in self.kinds if kind in decision])
        if decision.name == "characteristics":
            return max(decision, key=lambda cell: _man(cast(tuple[int, ...], cell)))
        if decision.name == "armour":
            seen = glimpse.view["position"]["fighters"][decision.about]["kind"]
            rows = ARMOUR["medium" if seen == "retiarius" else seen]
            return max(decision, key=lambda row: _protection(rows[cast(int, row) - 1]))
        return decision.default

    # -- on the sand -------------------------------------------------------------------------------

    def cross_out(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """Phases without a move are spread over the turn, never the same ones."""
        spread = [choice for choice in cast(Choose, decision).choices if _spread(cast(tuple[int, ...], choice))]
        return self.rng.choice(spread or [decision.default])

    def recover(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """A weapon before all; late rather than early, with the shield in mind."""
        wanted = sorted(
            (str(choice) for choice in decision),
            key=lambda choice: (-_wanted(fighter, choice.split()[0]), choice.endswith("early"), choice),
        )
        return wanted[0]

    def free(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """Out of the net before anything else; what would be wasted stays for the defence."""
        most = max(choice for choice in decision if isinstance(choice, int))
        enough = next((cfs for cfs in range(most + 1) if freeing_odds(cfs, 6) > 0.95), most)
        return min(most, max(enough, ENOUGH))

    def drag(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """A man dragged down before the trident is lost. One factor stays in hand, or there is no mercy to beg."""
        most = max((choice for choice in decision if isinstance(choice, int)), default=0) - 1
        if most < 0:
            return decision.default
        victim = arena.fighters[fighter.holding]
        chance = 1 - at_most(3, 18 - fighter.strength - most)
        decisive = fighter.weapon and in_front(fighter.place, fighter.facing, victim.place)
        return most if chance > (0.2 if decisive else 0.5) else decision.default

    def net_target(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """Whoever is worth most."""
        return max(decision, key=lambda name: worth_of(_named(arena, str(name))))

    def grabbed_net(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """Behind him with it, out of the retiarius' reach."""
        return "drop 4"

    def ruined(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """A ruined shield flies at somebody's head, if there is one that way."""
        return next(iter(self._rows(arena, fighter)), decision.default)

    def throw(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """A man who lies in the net needs nobody to hold it: both hands for the trident."""
        if fighter.holding != NOBODY and LET_GO in decision:
            victim = arena.fighters[fighter.holding]
            if victim.prone and distance(fighter.place, victim.place) > 1:
                return LET_GO
        return KEEP

    def _rows(self, arena: Arena, fighter: Fighter) -> list[int]:
        """The hexrows on which foes stand, the nearest first."""
        foes = sorted(arena.foes(fighter), key=lambda foe: distance(foe.place, fighter.place))
        ways = [
            row_towards((foe.place[0] - fighter.place[0], foe.place[1] - fighter.place[1]), fighter.facing)
            for foe in foes
        ]
        return [way for way in ways if way]

    def draw(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """When twenty turns have settled nothing, or earlier if his side is the weaker."""
        own, his = (
            sum(worth_of(man) for man in arena.men if (man.side == fighter.side) == mine) for mine in (True, False)
        )
        return DRAW if arena.turn >= DUEL_TURNS or own < his else FIGHT_ON

    # -- combat ------------------------------------------------------------------------------------

    def order(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """The strongest blow first: what it takes from him, he does not strike back with."""
        return heaviest_first(fighter, decision)

    def concentrate(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """His whole bonus into one blow where the armour is thinnest."""
        foe = self.opponent(arena, fighter)
        return decision.default if foe is None else AREAS[self.rng.choice(bare_areas(foe)[:2])]

    def pledge(self, arena: Arena, decision: Allocate) -> Choice:
        """Bonus factors against one of several: two blows where his armour is thinnest."""
        foe = next(each for each in arena.fighters if f"attack {each.name} {AREAS[0]}" in decision.boxes)
        sheet = [0] * 10
        first, second, *_ = bare_areas(foe)
        sheet[first] = sheet[second] = (decision.budget + 1) // 2
        return fill_in(decision, sheet, foe.name)

    def bonus_on(self, arena: Arena, fighter: Fighter, decision: Decision) -> Choice:
        """Against whoever is nearest to his end."""
        return min(decision, key=lambda name: worth_of(_named(arena, str(name))))


BEFORE = frozenset({"type", "hand", "armour", "characteristics"})


def _named(arena: Arena, name: str) -> Fighter:
    return next(each for each in arena.fighters if each.name == name)


def _wanted(fighter: Fighter, kind: str) -> float:
    if kind == "no":
        return 0.0
    if kind == "net":
        return 2.0 if fighter.kind == "retiarius" else -1.0
    return 3.0 if kind == "shield" else HABIT.weapon * (FRAGMENT if kind == "fragment" else 1.0)


def _man(cell: tuple[int, ...]) -> float:
    """Combat factors first, then what he can stand."""
    training, strength, agility, constitution, wounds = CHARACTERISTICS[cell[0] - 1][cell[1] - 1]
    return training + 1.2 * strength + agility + 0.5 * constitution + 0.3 * wounds


def cover(code: str) -> float:
    """How much of a blow armour takes, on average."""
    share = at_most(2, int(code[1:])) if len(code) > 1 else 1.0
    return -ARMOUR_MODIFIER[code[:1]] * share


def bare_areas(fighter: Fighter) -> list[int]:
    """The areas of his body, those with the thinnest armour first."""
    return sorted(range(5), key=lambda area: (cover(fighter.armour[area]), area))


def _protection(row: tuple[str, ...]) -> float:
    *armour, shield = row
    return sum(map(cover, armour)) + (2.0 if shield == "large" else 0.0)


def _spread(crossed: tuple[int, ...]) -> bool:
    """Not two in a row, and a move in the first phases, which close the distance."""
    return 1 not in crossed and all(later - phase > 1 for phase, later in pairwise(crossed))


def even_share(decision: Allocate, boxes: list[int], points: int, answer: list[int]) -> int:
    """Lay so many points over some boxes, one after the other; gives back what found no room."""
    while points > 0:
        room = [box for box in boxes if answer[box] < decision.caps[box]]
        if not room:
            return points
        for box in room[:points]:
            answer[box] += 1
        points -= len(room[:points])
    return 0
