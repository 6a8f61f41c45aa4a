"""What a plan is made of: steps, the ways that they make, and where ways end. Plain classes, which a compiler likes."""

from __future__ import annotations

from typing import Final

LINE: Final = -1  # the square beyond the finish line
STRAIGHT: Final = 0
INWARDS: Final = 1
OUTWARDS: Final = 2
SQUARE: Final = 3  # bits of a place below its square
TURNED: Final = 1  # bits below the way lanes were changed
TURNS: Final = 4  # places of a square, whether there is something to attack or not
PLACES: Final = 8  # of a square
NO_LANE: Final = 15  # of a corner has been touched
LANES: Final = 16  # more than there are, with none among them


class Move:
    """A step from a square."""

    __slots__ = ("lane", "place", "price", "step", "turns")

    def __init__(self, place: int, price: int, lane: int, turns: float, step: str) -> None:
        self.place = place  # where it leads
        self.price = price  # factors
        self.lane = lane  # of the corner there
        self.turns = turns  # what it risks or wins
        self.step = step


# The steps from every square, by the way lanes were changed before; None: not looked at yet.
Road = list[list[Move] | None]


class Way:
    """How a place was reached."""

    __slots__ = ("beaten", "before", "cost", "lane", "later", "place", "spent", "step")

    def __init__(self, cost: float, lane: int, place: int, spent: int, step: str, before: Way | None) -> None:
        self.cost = cost  # turns so far
        self.lane = lane  # the innermost one of a corner that was touched
        self.place = place
        self.spent = spent  # factors
        self.step = step  # the last one
        self.before = before  # the way before it
        self.later: Way | None = None  # the way there for a few factors more, as long as both are to be followed
        self.beaten = False  # there is a better one for as many factors


class End:
    """Where a phase may end."""

    __slots__ = ("blocked", "finishes", "value", "way")

    def __init__(self, value: float, way: Way) -> None:
        self.value = value  # turns to the finish, strain not counted
        self.way = way
        self.blocked = False
        self.finishes = False


class Check:
    """What straining in a corner costs."""

    __slots__ = ("points", "turns")

    def __init__(self, points: int, turns: float) -> None:
        self.points = points  # of endurance
        self.turns = turns  # that are risked


class Front:
    """The ways that are still to be followed, by the factors that they have spent: to each place the cheapest, of those
    the one that keeps furthest out in the corner; and what keeps further out for more."""

    __slots__ = ("_dearer", "_layers", "next")

    def __init__(self, squares: int, most: int) -> None:
        self._layers: list[list[Way]] = [[] for _ in range(most + 1)]
        self._dearer: dict[int, dict[int, Way]] = {}
        # For each place the way there with the fewest factors spent: the others come later.
        self.next: list[Way | None] = [None] * (PLACES * (squares + 1))

    def add(self, way: Way, earlier: Way | None, later: Way | None) -> None:
        """A way to a place where none leads for as many factors, between two that lead there for fewer and for more."""
        way.later = later
        if earlier is None:
            self.next[way.place] = way
        else:
            earlier.later = way
        self._layers[way.spent].append(way)

    def improve(self, known: Way, cost: float, lane: int, step: str, before: Way, earlier: Way | None) -> None:
        """There is another way for as many factors as a known one; it is taken if it is better."""
        if cost < known.cost or (lane > known.lane and cost == known.cost):
            if known.lane == lane:
                known.cost, known.step, known.before = cost, step, before
                return
            known.beaten = True  # ways stand in the order in which they were found
            self.add(Way(cost, lane, known.place, known.spent, step, before), earlier, known.later)
            known.later = None
            if known.lane > lane:
                self._keep(known)
        elif lane > known.lane:
            self._keep(Way(cost, lane, known.place, known.spent, step, before))

    def _keep(self, way: Way) -> None:
        """The cheapest of those that are alike."""
        ways = self._dearer.setdefault(way.spent, {})
        alike = way.place * LANES + way.lane
        if alike not in ways or way.cost < ways[alike].cost:
            ways[alike] = way

    def take(self, spent: int) -> list[Way]:
        """All ways that have spent so much: nothing cheaper comes any more."""
        ways = [way for way in self._layers[spent] if not way.beaten]
        dearer = self._dearer.get(spent)
        if dearer is not None:
            for way in dearer.values():
                cheapest = self.next[way.place]
                if cheapest is not None and way.lane > cheapest.lane:
                    ways.append(way)
        for way in ways:
            if self.next[way.place] is way:
                self.next[way.place] = way.later
                way.later = None
        return ways
