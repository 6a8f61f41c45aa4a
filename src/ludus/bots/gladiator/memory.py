"""What a man remembers of the fight so far: whether the other has run from him."""

from __future__ import annotations

from collections.abc import Iterable

from ludus.bots.gladiator.ground import Stance, faces
from ludus.core.event import Event
from ludus.games.gladiator.hexes import distance
from ludus.games.gladiator.plot import NO_MOVE

MOVES = frozenset(("moved",))
RUN = 2  # hexes between them, and more where he has run


def has_run(past: Iterable[Event], own: str, foe: str) -> bool:
    """Whether the foe has turned his back on him once, and got away."""
    before: dict[str, list[int]] | None = None
    for event in past:
        places = event.data["places"]
        if own not in places or foe not in places:
            continue
        (q, r, *_), (his_q, his_r, facing, _) = places[own], places[foe]
        end = Stance(NO_MOVE, (his_q, his_r), facing, (), True)
        if before is not None and distance(end.place, (q, r)) > RUN and not faces(end, (q, r)):
            (old_q, old_r, *_), (left_q, left_r, *_) = before[own], before[foe]
            if distance(end.place, (old_q, old_r)) > distance((left_q, left_r), (old_q, old_r)):
                return True
        before = places
    return False
