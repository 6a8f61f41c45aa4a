"""Squares from which an attack would pay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ludus.bots.circus.harm import AT_HAND, attack_gain
from ludus.bots.circus.rivalry import Rivalry
from ludus.games.circus.editions import SecondEdition, book_of
from ludus.games.circus.state import CAR, TEAM, Chariot, Race
from ludus.games.circus.threats import attack_of
from ludus.games.circus.track import IN, OUT, Track

WORTH_A_LOOK: Final = 0.03  # own turns for a turn of his: less, and he is left in peace
ASTERN: Final = 3.0  # squares behind the own team where a target may be at most
ASLANT: Final = 10.0  # squares that changes of lane may win besides, until the own car is beside his team or car


def prey_of(race: Race, rivalry: Rivalry, chariot: Chariot, ferocity: float, factors: int) -> dict[int, float]:
    """Team squares of the hunter, each with the worth of the best attack from there; rivals whom he cannot reach with
    so many factors are left out."""
    found: dict[int, float] = {}
    book = book_of(race)
    along, lap = rivalry.course.along, rivalry.course.lap
    astern = along[chariot.square] - ASTERN
    for target in race.chariots:
        if not target.on_track or target.seat == chariot.seat or rivalry.worth(target) < WORTH_A_LOOK:
            continue
        if (along[target.square] - astern) % lap > ASTERN + factors + ASLANT:
            continue
        parts = [(TEAM, target.square)]
        if target.hitched:
            parts.append((CAR, race.car_square(target)))
        for part, square in parts:
            for side in (IN, OUT):
                gain = ferocity * best_gain(book, rivalry, chariot, target, part, side)
                if gain <= 0:
                    continue
                for car in attackers(race.track, square, side):
                    team = race.track.ahead[car]
                    if gain > found.get(team, 0.0) and car not in race.move.attacked:
                        found[team] = gain
    return found


def best_gain(book: SecondEdition, rivalry: Rivalry, chariot: Chariot, target: Chariot, part: int, side: int) -> float:
    if part == TEAM and book.shielded(target, side):
        return 0.0
    gain = attack_gain(book, rivalry, chariot, target, attack_of("ram", target.number, part, side))
    if chariot.whip and (part == TEAM or target.driver == "car"):
        gain = max(gain, attack_gain(book, rivalry, chariot, target, attack_of("lash", target.number, part, side)))
    return gain


def best_throw(
    rivalry: Rivalry, chariot: Chariot, steps: Iterable[tuple[int, int, str]], factors: int, ferocity: float
) -> tuple[int, float] | None:
    """Of the squares of a way, but for the first, the one from which it pays best to throw something, if any does."""
    race = rivalry.race
    book = book_of(race)
    best, where = 0.0, None
    if not any(getattr(part, "carried", False) for part in chariot.parts.values()):
        return None
    twin = chariot.copy()
    for square, spent, _ in steps:
        if square == chariot.square:
            continue
        twin.square = square
        for attack in book.attacks(twin, factors - spent).values():
            target = race.chariots[attack.target]
            if attack.kind in AT_HAND or rivalry.worth(target) < WORTH_A_LOOK:
                continue
            gain = ferocity * attack_gain(book, rivalry, twin, target, attack)
            if gain > best:
                best, where = gain, square
    return None if where is None else (where, best)


def attackers(track: Track, square: int, side: int) -> list[int]:
    """Car squares on that side of a square from which it can be attacked."""
    lane = track.lane[square] + side
    return [car for car in track.beside[square] if track.lane[car] == lane and square in track.attacks[car]]
