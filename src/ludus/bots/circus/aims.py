"""What a driver wants besides the palm: harm for its own sake, one man's ruin, a quiet road.

Everything is counted in own turns, like the rest of his reckoning: with `wreck` at 2 he would fall back by two turns to
see a rival out of the race. So a man may strike where it does not pay, and is still the same reckoner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludus.bots.circus.memory import Memory
from ludus.bots.circus.rivalry import Rivalry
from ludus.games.circus.state import Chariot, Race

FRAIL_WHEEL = 3  # points from which a wheel may well come off
TIRED = 5  # endurance
HURT = 2  # boxes left of a man
BARELY = 0.1  # how much of his malice a man shows before his hour


@dataclass(frozen=True, slots=True)
class Aims:
    """Own turns that he gives for things that win no race."""

    harm: float = 0.0  # for a turn that a rival loses
    wreck: float = 0.0  # for a rival out of the race
    mark: str = "anybody"  # whom he is after, see `MARKS`
    others: float = 1.0  # what everybody else is worth to him, of what his mark is
    grudge: float = 0.0  # how much more for each blow that a rival has dealt him
    wakes: float = 0.5  # how much of the race is over when his hour comes
    lash: float = 1.0  # how much more than a ram he likes the whip
    care: float = 1.0  # how he minds his own ruin when he strikes
    pride: float = 1.0  # how he minds what is coming when he is struck; less, and he rather holds than gives way
    block: float = 0.0  # for a place right in front of somebody who has still to move
    shadow: float = 0.0  # for a place beside his mark
    dread: float = 0.0  # for a place where nobody can get at him


PEACEFUL = Aims()


def share_done(race: Race) -> float:
    """How much of the race the first of them has behind him, 0 to 1."""
    legs = [chariot.leg for chariot in race.chariots if chariot.on_track and chariot.manned]
    return max(legs, default=0) / (race.track.last_leg + 1)


def heat(race: Race, aims: Aims) -> float:
    """Before his hour a man holds back."""
    return 1.0 if share_done(race) >= aims.wakes else BARELY


# -- whom he is after -------------------------------------------------------------------------------------


def _leader(rivals: list[Chariot], rivalry: Rivalry, own: Chariot) -> list[Chariot]:
    return [max(rivals, key=lambda each: rivalry.chance[each.number])]


def _frail(rivals: list[Chariot], rivalry: Rivalry, own: Chariot) -> list[Chariot]:
    return [
        each
        for each in rivals
        if max(each.left_wheel, each.right_wheel) >= FRAIL_WHEEL or each.endurance <= TIRED or each.hits <= HURT
    ]


def _foe(rivals: list[Chariot], rivalry: Rivalry, own: Chariot) -> list[Chariot]:
    """One man whom he cannot stand, the same all day: the next colour round the table that is still in the race."""
    count = len(rivalry.chance)
    return [min(rivals, key=lambda each: (each.number - own.number) % count)]


def _ahead(rivals: list[Chariot], rivalry: Rivalry, own: Chariot) -> list[Chariot]:
    return [each for each in rivals if rivalry.chance[each.number] >= rivalry.chance[own.number]]


MARKS: dict[str, Callable[[list[Chariot], Rivalry, Chariot], list[Chariot]]] = {
    "anybody": lambda rivals, rivalry, own: rivals,
    "leader": _leader,
    "frail": _frail,
    "foe": _foe,
    "ahead": _ahead,
}


def marks_of(race: Race, rivalry: Rivalry, chariot: Chariot, aims: Aims) -> set[int]:
    """The chariots that he is after now, by number."""
    rivals = [each for each in race.chariots if each.seat != chariot.seat and each.on_track and each.status == "racing"]
    return {each.number for each in MARKS[aims.mark](rivals, rivalry, chariot)} if rivals else set()


def provoke(race: Race, rivalry: Rivalry, chariot: Chariot, aims: Aims, memory: Memory) -> None:
    """Make the rivalry feel what this man feels: for each rival, what harm to him is worth for its own sake."""
    now = heat(race, aims)
    marks = marks_of(race, rivalry, chariot, aims)
    for each in race.chariots:
        if each.seat == chariot.seat:
            continue
        angry = aims.grudge * memory.blows[each.faction]
        weight = now * (1.0 if each.number in marks else aims.others)
        rivalry.harm[each.number] = aims.harm * weight + angry
        rivalry.wreck[each.number] = aims.wreck * weight + 3 * angry
    rivalry.care = aims.care
    rivalry.lash = aims.lash
