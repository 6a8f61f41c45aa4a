"""What a log sheet says beyond its boxes: where the factors have gone, what armour does, what is ahead of a man."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludus.games.gladiator.charts import AREAS, ARMOUR_MODIFIER, NET, SHIELD_BOXES
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.state import Arena

# What `said_of` adds to a man's own fields; a position is read without it.
SAID = frozenset(
    (
        "unconscious",
        "cf_lost",
        "factors",
        "account",
        "worn",
        "troubles",
        "reach",
        "net_reach",
        "net_waits",
        "shield_full",
    )
)
NET_RANGE = max(NET[kind]["range"] for kind in ("toss", "swing", "lay"))


def said_of(arena: Arena, fighter: Fighter) -> dict[str, Any]:
    armed = fighter.upright and not fighter.netted
    lost = [fighter.cf_lost(area, arena.rules.widths) for area in range(len(AREAS))]
    return {
        "unconscious": fighter.unconscious,
        "cf_lost": lost,
        "factors": fighter.own_cf,
        "account": account(fighter, sum(lost)),
        "worn": [worn(code) for code in fighter.armour],
        "troubles": troubles(fighter),
        "reach": fighter.reach if armed else 0,
        "net_reach": NET_RANGE if fighter.net and armed else 0,
        "net_waits": fighter.net and fighter.net_ready > arena.clock,
        "shield_full": SHIELD_BOXES,
    }


def account(fighter: Fighter, wounds: int) -> list[list[Any]]:
    """How his factors come about (GL 3-9, 3-10, 14.4, 17.2): they add up to what he has now."""
    parts = (
        ("strength", fighter.strength),
        ("agility", fighter.agility),
        ("wounds", -wounds),
        ("fatigue and blood", fighter.cf - fighter.cf_start + wounds),
        ("stun", -fighter.stun),
        ("stumbling", fighter.own_cf - fighter.cf + fighter.stun + fighter.spent),
        ("net", -fighter.spent),
    )
    return [["training", fighter.training], *([words, amount] for words, amount in parts if amount)]


@cache
def worn(code: str) -> str:
    """GL 9.2, 9.21: what the armour over an area does.

    >>> worn("A"), worn("C7"), worn("")
    ('takes 8 off a blow', 'takes 3 off a blow, where two dice show 7 or less', 'bare')
    """
    if not code:
        return "bare"
    partly = f", where two dice show {code[1:]} or less" if code[1:] else ""
    return f"takes {-ARMOUR_MODIFIER[code[0]]} off a blow{partly}"


def troubles(fighter: Fighter) -> list[str]:
    """What he has to reckon with, in a few words each."""
    said = (
        (fighter.owes_stumble, "must stumble next"),
        (fighter.overexerted, "overexerted"),
        (fighter.tired, "tired: two moves fewer"),
        (fighter.lame > 0, "lame"),
        (fighter.limps > 0, f"limps: {'a move' if fighter.limps == 1 else f'{fighter.limps} moves'} fewer"),
        (fighter.off_balance, "off balance"),
        (any(fighter.arteries), "bleeding"),
    )
    found = [words for holds, words in said if holds and fighter.fighting]
    return [*found, "mortally wounded"] if fighter.mortal and fighter.status != "dead" else found
