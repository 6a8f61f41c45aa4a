"""Squares where a man likes to end his phase, for reasons that are not speed: in somebody's way, at his mark's side, or
out of everybody's reach."""

from __future__ import annotations

from collections import defaultdict

from ludus.bots.circus.aims import Aims
from ludus.bots.circus.hunt import attackers
from ludus.bots.circus.memory import Memory
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import IN, OUT

IN_FRONT = 4  # squares that count as right in front of somebody


def haunts_of(race: Race, chariot: Chariot, aims: Aims, marks: set[int], memory: Memory) -> dict[int, float]:
    """Own turns for ending on a square; below 0 where he would rather not."""
    found: defaultdict[int, float] = defaultdict(float)
    for each in race.chariots:
        if each.seat == chariot.seat or not each.on_track or each.status != "racing":
            continue
        if aims.block and not each.moved:
            square = race.track.ahead[each.square]
            for _ in range(IN_FRONT):
                square = race.track.ahead[square]  # the car stands on the square behind his team
                found[square] += aims.block
        if aims.shadow and each.number in marks:
            for side in (IN, OUT):
                for car in attackers(race.track, each.square, side):
                    found[race.track.ahead[car]] += aims.shadow
        if aims.dread and each.hitched:
            # He who moves later drives up from behind: beside him, and a little ahead, is no place to be.
            fear = aims.dread * (1 + memory.dealt[each.faction])
            for square in race.track.attacks[race.car_square(each)]:
                found[square] -= fear
    return found
