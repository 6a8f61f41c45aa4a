"""CM 6.3, 6.4: how far a chariot could get with what it has left, if nobody and no die comes between."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot
from ludus.games.circus.step_list import CHANGE


class Way(NamedTuple):
    """The cheapest way to a square: answers one after the other, and the square where each of them ends."""

    cost: int
    leg: int
    answers: tuple[str, ...]
    squares: tuple[int, ...]


class Reach(Chapter):
    def ways_on(self, chariot: Chariot, factors: int) -> dict[int, Way]:
        """The cheapest way to every square within reach; of those that cost the same, the one with fewest answers."""
        future = self.race.copy()
        own = future.chariots[chariot.number]
        book: Reach = self.over(future)
        track = future.track
        found: dict[int, Way] = {}
        start = Way(0, chariot.leg, (), ())
        best = {chariot.square: (0, 0)}
        queue = [(0, 0, chariot.square, start)]
        while queue:
            cost, _, square, way = heappop(queue)
            if square in found:
                continue
            found[square] = way
            future.place(own, square)
            own.leg = way.leg
            ahead = track.ahead[square]
            if book.would_finish(own) or not future.free(ahead):
                continue  # over the line there is nothing to plan
            leg = way.leg + (track.section[ahead] != track.section[square])
            left = factors - cost
            steps = [("forward", ahead, 1)] if left and not book.banned_entry(own, ahead, leg) else []
            steps += [
                (choice, track.change[CHANGE[choice]][ahead], book.lane_price(CHANGE[choice]))
                for choice in book.lane_changes(own, left)
            ]
            for choice, target, price in steps:
                onward = extended(way, choice, target, price, leg)
                weight = (onward.cost, len(onward.answers))
                if target not in best or weight < best[target]:
                    best[target] = weight
                    heappush(queue, (*weight, target, onward))
        del found[chariot.square]
        return found


def extended(way: Way, choice: str, square: int, price: int, leg: int) -> Way:
    """One step further; steps straight on are one answer."""
    answers, squares = way.answers, way.squares
    if choice == "forward":
        run = 1
        if answers and answers[-1].startswith("forward "):
            run += int(answers[-1].removeprefix("forward "))
            answers, squares = answers[:-1], squares[:-1]
        choice = f"forward {run}"
    return Way(way.cost + price, leg, (*answers, choice), (*squares, square))
