"""Where a man can be when the phase's moves are done, and what two places are worth against each other."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ludus.games.gladiator.advantage import engagements
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import FRONTS, STEPS, Hex, distance, positional_value, rotate, turn_towards
from ludus.games.gladiator.plot import Plot, read_plot
from ludus.games.gladiator.state import Arena

FARTHEST = 3  # hexes that any combat front reaches


class Stance(NamedTuple):
    """An order, and where it leads if nobody is in the way."""

    order: str
    place: Hex
    facing: int
    path: tuple[Hex, ...]
    plain: bool  # nothing but steps and turns: where he ends says everything


@cache
def _ends(orders: tuple[str, ...], facing: int) -> tuple[tuple[str, tuple[Hex, ...], int, bool], ...]:
    """One order for each end a man can come to; of two ways the one that leads forward, then the shorter."""
    best: dict[tuple[object, ...], tuple[tuple[object, ...], str, tuple[Hex, ...], int, bool]] = {}
    for text in orders:
        plot = read_plot(text)
        if plot.kick:
            continue
        steps = _steps(plot, facing)
        end = (facing + plot.before + plot.after) % 6
        plain = not (plot.net or plot.repel or plot.action in SPECIAL)
        posture = plot.action if plot.action in SPECIAL else ""
        key = (steps, end, plot.net, plot.repel, posture, plot.moves)
        rank = (plot.way != "forward", plot.actions, text)
        if key not in best or rank < best[key][0]:
            best[key] = (rank, text, steps, end, plain)
    return tuple((text, steps, end, plain) for _, text, steps, end, plain in best.values())


SPECIAL = ("KN", "X-UP", "R", "S", "RO-FL", "RO-FR", "RO-BL", "RO-BR")


def _steps(plot: Plot, facing: int) -> tuple[Hex, ...]:
    if plot.direction < 0:
        return ()
    q, r = STEPS[(facing + plot.before + plot.direction) % 6]
    return tuple((q * number, r * number) for number in range(1, plot.hexes + 1))


def stances(fighter: Fighter, orders: Iterable[object]) -> list[Stance]:
    """Every end that a man's legal orders lead to."""
    q, r = fighter.place
    return [
        Stance(
            text,
            (q + steps[-1][0], r + steps[-1][1]) if steps else fighter.place,
            end,
            tuple((q + step[0], r + step[1]) for step in steps),
            plain,
        )
        for text, steps, end, plain in _ends(tuple(map(str, orders)), fighter.facing)
    ]


def sees(place: Hex, facing: int, other: Hex, reach: int) -> bool:
    return (other[0] - place[0], other[1] - place[1]) in FRONTS[reach][facing]


def sensible(choices: list[Stance], foes: Iterable[Hex]) -> list[Stance]:
    """Those that do not turn their back on where the foe may be, nor run away from him."""
    places = list(foes)
    kept = []
    for stance in choices:
        for place in places:
            away = distance(stance.place, place)
            if away == 0 or (away <= FARTHEST and sees(stance.place, stance.facing, place, away)):
                kept.append(stance)
                break
    if kept:
        return kept
    # Too far off to be seen so: whatever leads nearer, his face to the foe.
    near = min(distance(stance.place, place) for stance in choices for place in places)
    return [
        stance
        for stance in choices
        if min(distance(stance.place, place) for place in places) <= near + 1 and faces(stance, places[0])
    ] or choices


def faces(stance: Stance, foe: Hex) -> bool:
    """Whether the foe is ahead of him, however far."""
    away = distance(stance.place, foe)
    if away <= FARTHEST:
        return away == 0 or sees(stance.place, stance.facing, foe, away)
    q, r = rotate((foe[0] - stance.place[0], foe[1] - stance.place[1]), -stance.facing % 6)
    return r < 0 and q + 2 * r < 0 and q <= -r  # between the hexrows to the left and right of his front


def straight(stance: Stance, foe: Hex) -> bool:
    """Whether he faces the foe as squarely as the hexes allow."""
    offset = (foe[0] - stance.place[0], foe[1] - stance.place[1])
    return turn_towards(offset, stance.facing) == stance.facing


class Clash(NamedTuple):
    """Who strikes whom, with what bonus."""

    strikes: bool
    struck: bool
    bonus: int
    against: int


@cache
def clash(
    offset: Hex,
    facing: int,
    other_facing: int,
    reach: int,
    other_reach: int,
    values: tuple[int, ...],
    other_values: tuple[int, ...],
) -> Clash:
    """GL 8.1, 8.12, 8.2: two upright men, the second at this offset from the first. `values` are those of the first
    man's place round the second."""
    back = (-offset[0], -offset[1])
    away = distance((0, 0), offset)
    strikes = away <= reach and offset in FRONTS[reach][facing]
    struck = away <= other_reach and back in FRONTS[other_reach][other_facing]
    bonus = positional_value(back, other_facing, values)
    against = positional_value(offset, facing, other_values)
    if strikes and not struck and back not in FRONTS[away][other_facing]:
        return Clash(True, away <= other_reach, bonus, 0)  # he must turn to face, and has no bonus then
    if struck and not strikes and offset not in FRONTS[away][facing]:
        return Clash(away <= reach, True, 0, against)
    return Clash(strikes, struck, bonus if strikes else 0, against if struck else 0)


def clash_from(arena: Arena, own: Fighter, foe: Fighter, mine: Stance, his: Stance) -> Clash:
    """Who would strike whom if both came to these ends."""
    values = arena.rules.values
    return clash(
        (his.place[0] - mine.place[0], his.place[1] - mine.place[1]),
        mine.facing,
        his.facing,
        own.reach,
        foe.reach,
        values[foe.left_handed],
        values[own.left_handed],
    )


def clash_of(arena: Arena, own: Fighter, foe: Fighter) -> Clash:
    """Who strikes whom once the moves are done."""
    engaged = engagements(arena)
    mine, his = engaged.get(own.number), engaged.get(foe.number)
    return Clash(
        mine is not None and foe.number in mine.targets,
        his is not None and own.number in his.targets,
        mine.bonuses.get(foe.number, 0) if mine is not None else 0,
        his.bonuses.get(own.number, 0) if his is not None else 0,
    )
