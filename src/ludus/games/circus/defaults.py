"""What a chariot does when its player does not answer in time (CM 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludus.core.decision import Choice
from ludus.games.circus.logs import maximum
from ludus.games.circus.state import Chariot, Race

if TYPE_CHECKING:
    from ludus.games.circus.steps import Steps


def default_speed(race: Race, chariot: Chariot, limit: int) -> int:
    """CM 11.7: the last speed again, or the highest now possible; in turn 1 the maximum."""
    if chariot.last_written < 0:
        return limit
    return min(chariot.last_written, limit)


def default_step(race: Race, chariot: Chariot, steps: Steps, factors: int) -> Choice:
    """CM 11.3b: straight ahead without attacks or braking; out of the lane only where it is forced, outside first."""
    if steps.forward >= factors:
        return f"forward {factors}"
    # The last square from which a lane change is still possible is one short of the obstacle.
    if steps.forward > 1:
        return f"forward {steps.forward - 1}"
    for wanted in ("out", "in"):
        if wanted in steps.changes:
            return wanted
    if steps.forward:
        return "forward 1"
    for wanted in ("slip out", "slip in"):
        if wanted in steps.slips:
            return wanted
    return f"brake {factors if steps.blocked else max(1, steps.brakes)}"


def speed_limit(race: Race, chariot: Chariot) -> int:
    """CM 6.12a, 7.33-no-strain: what may be written now."""
    from ludus.games.circus.logs import banned_from_straining
    from ludus.games.circus.reactions import corner_leg

    limit = maximum(chariot)
    if banned_from_straining(race, chariot) and chariot.hitched and corner_leg(race, chariot) is not None:
        safe = race.track.file.lanes[race.track.lane[chariot.square] - 1].safe
        limit = min(limit, max(0, safe - chariot.debt - chariot.gains))
    return limit
