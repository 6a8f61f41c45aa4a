"""What a career remembers of a fight (GL 21.2): who brought whom down, when, and how fast.

It is kept only where a campaign has sent the men; to everybody else the position is all there is.
"""

from __future__ import annotations

from typing import Any

from ludus.games.gladiator.charts import AREAS
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.state import Arena, Fall, Hurt

FAST, SLOW = "fast", "slow"


def note_wound(arena: Arena, by: Fighter, fighter: Fighter, area: int) -> None:
    """GL 21.25: a blow that wounds, before it is marked; is it the first on that area?"""
    if not arena.rules.men:
        return
    first = fighter.wounds[area] == arena.rules.men[fighter.seat].wounds[area]  # he may have come with some
    arena.hurts = {**arena.hurts, fighter.number: Hurt(by.number, first)}


def note_bleeding(arena: Arena, fighter: Fighter) -> None:
    """GL 21.24: an artery goes on with what a blow has begun; it is the work of whoever wounded him last."""
    last = arena.hurts.get(fighter.number)
    if last is not None:
        arena.hurts = {**arena.hurts, fighter.number: Hurt(last.by, False)}


def note_knocked_out(arena: Arena, fighter: Fighter) -> None:
    """The last wound has laid him out."""
    if fighter.number in arena.hurts:
        arena.laid_out = {**arena.laid_out, fighter.number: arena.hurts[fighter.number]}


def note_awake(arena: Arena, fighter: Fighter) -> None:
    if fighter.number in arena.laid_out:
        arena.laid_out = {number: hurt for number, hurt in arena.laid_out.items() if number != fighter.number}


def note_kill(arena: Arena, fighter: Fighter) -> None:
    """GL 21.22, 21.24, 21.25: his last wound was his death."""
    last = arena.hurts.get(fighter.number)
    if last is not None:
        _fall(arena, fighter, last.by, last, spared=False)


def note_mercy(arena: Arena, fallen: Fighter, victor: Fighter, *, spared: bool) -> None:
    """GL 21.21 to 21.25: the Moment of Truth. Fast or slow only if it was a wound that laid him there."""
    if arena.rules.men:
        _fall(arena, fallen, victor.number, arena.laid_out.get(fallen.number), spared=spared)


def _fall(arena: Arena, fallen: Fighter, victor: int, hurt: Hurt | None, *, spared: bool) -> None:
    kill = "" if hurt is None else FAST if hurt.first else SLOW
    arena.falls = (*arena.falls, Fall(fallen.number, victor, arena.turn, spared, kill))


def report(arena: Arena, winners: tuple[int, ...]) -> list[dict[str, Any]] | None:
    """What a campaign is told of the men that it has sent, seat by seat; None: it has sent none."""
    if not arena.rules.men:
        return None
    by_seat = sorted(arena.fighters, key=lambda fighter: fighter.seat)
    return [_report_on(arena, fighter, fighter.seat in winners) for fighter in by_seat]


def _report_on(arena: Arena, fighter: Fighter, won: bool) -> dict[str, Any]:
    wounds = zip(AREAS, fighter.wounds, arena.rules.men[fighter.seat].wounds, strict=True)
    return {
        "seat": fighter.seat,
        "name": fighter.name,
        "type": fighter.kind,
        # GL 9.5-M: with a mortal wound he has fought his last match.
        "alive": fighter.status != "dead" and not fighter.mortal,
        "mortal": fighter.mortal and fighter.status != "dead",
        "won": won,
        "spared": fighter.status == "spared",
        "attack_cfs": fighter.attack_total,
        "defence_cfs": fighter.defence_total,
        "wounds": {area: now - before for area, now, before in wounds if now > before},
        "felled": [
            {
                "seat": arena.fighters[fall.fallen].seat,
                "spared": fall.spared,
                "turn": fall.turn,
                "kill": fall.kill or None,
            }
            for fall in arena.falls
            if fall.victor == fighter.number
        ],
    }
