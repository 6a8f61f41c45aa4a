"""A fight as plain data: the men, what lies on the ground, and how far the phase has come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludus.core.plain import STATIC, told
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import Hex
from ludus.games.gladiator.switches import Rules

PHASES = 8
# How far a step of the sequence has come.
BEFORE = "before"
ASKING = "asking"  # the question is open with which it begins; nothing has changed yet
AMID = "amid"


@dataclass(frozen=True, slots=True)
class Item:
    """Something that lies on the sand. Damage belongs to the shield, not to the man (GL 3-13a)."""

    kind: str = told("sword, trident, fragment, shaft (a useless one), shield or net.")
    place: Hex = told("The hex where it lies: [q, r].")
    size: str = told("Of a shield: large or small.", default="")
    boxes: int = told("Left on a shield; with 0 it is battered, and good for nothing (GL 12.43).", default=0)

    @property
    def useful(self) -> bool:
        """Whether it can be recovered (GL 10.3, 18.6)."""
        return self.kind != "shaft" and not (self.kind == "shield" and self.boxes == 0)


@dataclass(frozen=True, slots=True)
class Hurt:
    """The last blow that wounded a man (GL 21.24, 21.25)."""

    by: int  # whose it was
    first: bool  # whether it was the first of this fight to wound that area


@dataclass(frozen=True, slots=True)
class Fall:
    """A man brought down by another: killed, or before the crowd."""

    fallen: int
    victor: int
    turn: int
    spared: bool
    kill: str  # "fast" or "slow" (GL 21.24, 21.25); empty: no wound has done it


@dataclass(frozen=True, slots=True)
class Goal:
    """What an exercise asks of one man; all of it is needed (`goals.py` judges)."""

    fighter: str = told("Whose goal it is, by name.")
    clause: str = told("The clause that the verdict cites.")
    turn: int = told("Judged after this turn's phase; 0: when the fight is over.", default=0)
    phase: int = told("The phase of that turn, 1 to 8.", default=0)
    does: tuple[str, ...] = told(
        "What he must do: place, flank, wound, shield, collision, net, drag or mercy.", default=()
    )
    advantage: int = told("Factors that a place or a flank is worth at least.", default=0)
    without: tuple[str, ...] = told("What must not befall him: wound, fall, net, shield or stun.", default=())
    keeps: tuple[str, ...] = told("What he must have in the end: weapon, shield, feet or freedom.", default=())
    wins: bool = told("Whether he must win the fight.", default=False)


class Gathered:
    """Who is still in the fight: it follows from the position, and is kept because it is asked for all the time."""

    __slots__ = ("_foes", "men", "one_sided")

    def _gather(self, men: list[Fighter]) -> None:
        self.men = men  # the lower counter first
        self._foes = [man for man in men if man.side != 0], [man for man in men if man.side != 1]
        self.one_sided = not (self._foes[0] and self._foes[1])


@dataclass(eq=False, slots=True)
class Arena(Gathered):
    """A position of the fight."""

    rules: Rules = field(metadata=STATIC)
    seats: int
    fighters: list[Fighter]
    items: tuple[Item, ...] = ()
    turn: int = 0
    phase: int = 0  # 1 to 8
    step: str = "setup"  # of the sequence of play (`sequence.py`); in the end "over"
    moment: str = BEFORE  # how far that step has come
    order: tuple[int, ...] = ()  # the fighters by counter number: so dice are rolled (GL 4-dice-order)
    active: tuple[int, ...] = ()  # those of them still in the fight
    spent_force: bool = False  # all were at CF 0 or less from this turn's endurance checks on (GL 4-stalemate)
    quiet: bool = True  # no attack, net attack or collision in this turn
    # What a career wants to know (`fame.py`): by man the last blow that wounded him, and the one he lies unconscious
    # from; copies share these, so they are made anew each time.
    hurts: dict[int, Hurt] = field(default_factory=dict)
    laid_out: dict[int, Hurt] = field(default_factory=dict)
    falls: tuple[Fall, ...] = ()
    goal: Goal | None = None  # of an exercise
    deeds: tuple[str, ...] = ()  # of those that the goal asks for, the done ones
    verdict: bool | None = None  # whether it was reached

    def __post_init__(self) -> None:
        self._gather([self.fighters[number] for number in self.active])

    def copy(self) -> Arena:
        twin = _new(Arena)
        twin.rules = self.rules
        twin.seats = self.seats
        twin.items = self.items
        twin.turn = self.turn
        twin.phase = self.phase
        twin.step = self.step
        twin.moment = self.moment
        twin.order = self.order
        twin.active = self.active
        twin.spent_force = self.spent_force
        twin.quiet = self.quiet
        twin.hurts = self.hurts
        twin.laid_out = self.laid_out
        twin.falls = self.falls
        twin.goal = self.goal
        twin.deeds = self.deeds
        twin.verdict = self.verdict
        # A man who has left never changes again.
        twin.fighters = [each.copy() if each.status == "fighting" else each for each in self.fighters]
        twin._gather([twin.fighters[number] for number in twin.active])
        return twin

    @property
    def clock(self) -> int:
        """Phases since the fight began."""
        return self.turn * PHASES + self.phase

    def enemies(self, side: int) -> list[Fighter]:
        """Everybody who fights against a side."""
        return self._foes[side]

    def foes(self, fighter: Fighter) -> list[Fighter]:
        """Whom he fights: the other side, or only the men across from him (GL 20.7)."""
        foes = self._foes[fighter.side]
        if self.seats == 2 or self.rules.help:
            return foes
        return [each for each in foes if self.rank(each) == self.rank(fighter)]

    def line_up(self, order: Iterable[int]) -> None:
        """Everybody by counter number; those out of the fight stay out."""
        self.order = tuple(order)
        self.active = tuple(number for number in self.order if self.fighters[number].status == "fighting")
        self._gather([self.fighters[number] for number in self.active])

    def strike_off(self, fighter: Fighter, status: str) -> None:
        """A man is out of the fight."""
        fighter.status = status
        self.active = tuple(number for number in self.active if number != fighter.number)
        self._gather([self.fighters[number] for number in self.active])

    def rank(self, fighter: Fighter) -> int:
        """His place in his side's line; those across from each other have the same. The last of the shorter side has
        all who are left over against him."""
        sides = [[each.number for each in self.fighters if each.side == side] for side in (0, 1)]
        return min(sides[fighter.side].index(fighter.number), min(len(side) for side in sides) - 1)

    def at(self, place: Hex) -> Fighter | None:
        """The man in a hex."""
        for man in self.men:
            if man.place == place:
                return man
        return None

    def anyone_down(self) -> bool:
        for man in self.men:  # noqa: SIM110 - a function less to call
            if man.posture == "prone":
                return True
        return False

    def lying_at(self, place: Hex) -> list[Item]:
        return [item for item in self.items if item.place == place]

    def drop(self, item: Item) -> None:
        self.items = (*self.items, item)

    def take(self, item: Item) -> None:
        """Lift one such item off the sand."""
        index = self.items.index(item)
        self.items = self.items[:index] + self.items[index + 1 :]

    def object_at(self, place: Hex, mover: Fighter) -> bool:
        """GL 14.2: a dropped item or a prone body to trip over; one that rolls is on its way, and one that gets to its
        knees is none any more, whoever moves first (GL 7.1)."""
        for item in self.items:
            if item.place == place:
                return True
        return any(
            man.place == place
            and man.posture == "prone"
            and man is not mover
            and "RO" not in man.plot
            and "KN" not in man.plot
            for man in self.men
        )


_new = Arena.__new__
