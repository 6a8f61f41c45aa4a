"""A fight as plain data: the men, what lies on the ground, and how far the phase has come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ludus.core.plain import STATIC
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import Hex
from ludus.games.gladiator.rules import Rules

PHASES = 8


@dataclass(frozen=True, slots=True)
class Item:
    """Something that lies on the sand. Damage belongs to the shield, not to the man (GL 3-13a)."""

    kind: str  # "sword", "trident", "fragment", "shaft" (useless), "shield", "net"
    place: Hex
    size: str = ""  # of a shield
    boxes: int = 0  # left on a shield; 0: battered, good for nothing (GL 12.43)

    @property
    def useful(self) -> bool:
        """Whether it can be recovered (GL 10.3, 18.6)."""
        return self.kind != "shaft" and not (self.kind == "shield" and self.boxes == 0)


@dataclass(eq=False)
class Arena:
    """A position of the fight."""

    rules: Rules = field(metadata=STATIC)
    seats: int
    fighters: list[Fighter]
    items: tuple[Item, ...] = ()
    turn: int = 0
    phase: int = 0  # 1 to 8
    # Where the script goes on: "setup", "turn", "phase", "plot", "net", "free", "drag", "engage" or "combat". While
    # somebody is asked: "plotting", "freeing", "dragging", "allocating". In between: "appeals", "moving",
    # "netting", "fighting".
    step: str = "setup"
    order: tuple[int, ...] = ()  # the fighters by counter number: so dice are rolled (GL 4-dice-order)
    spent_force: bool = False  # all were at CF 0 or less from this turn's endurance checks on (GL 4-stalemate)
    quiet: bool = True  # no attack, net attack or collision in this turn

    def copy(self) -> Arena:
        twin = _new(Arena)
        twin.__dict__ = self.__dict__.copy()
        # A man who has left never changes again.
        twin.fighters = [each.copy() if each.status == "fighting" else each for each in self.fighters]
        return twin

    @property
    def clock(self) -> int:
        """Phases since the fight began."""
        return self.turn * PHASES + self.phase

    def men(self) -> Iterator[Fighter]:
        """Those still in the fight, the lower counter first."""
        fighters = self.fighters
        for number in self.order:
            if fighters[number].status == "fighting":
                yield fighters[number]

    def foes(self, fighter: Fighter) -> list[Fighter]:
        """Whom he fights: the other side, or only the men across from him (GL 20.7)."""
        men = [each for each in self.men() if each.side != fighter.side]
        if self.rules.help or self.seats == 2:
            return men
        return [each for each in men if self.rank(each) == self.rank(fighter)]

    def rank(self, fighter: Fighter) -> int:
        """His place in his side's line; those across from each other have the same. The last of the shorter side has
        all who are left over against him."""
        sides = [[each.number for each in self.fighters if each.side == side] for side in (0, 1)]
        return min(sides[fighter.side].index(fighter.number), min(len(side) for side in sides) - 1)

    def at(self, place: Hex) -> Fighter | None:
        """The man in a hex."""
        for each in self.fighters:
            if each.place == place and each.status == "fighting":
                return each
        return None

    def lying_at(self, place: Hex) -> list[Item]:
        return [item for item in self.items if item.place == place]

    def drop(self, item: Item) -> None:
        self.items = (*self.items, item)

    def take(self, item: Item) -> None:
        """Lift one such item off the sand."""
        index = self.items.index(item)
        self.items = self.items[:index] + self.items[index + 1 :]

    def object_at(self, place: Hex, mover: Fighter) -> bool:
        """GL 14.2: a dropped item or a prone body to trip over."""
        if any(item.place == place for item in self.items):
            return True
        return any(
            each.place == place and each.posture == "prone" and each is not mover
            for each in self.fighters
            if each.status == "fighting"
        )


_new = object.__new__
