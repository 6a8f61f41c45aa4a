"""Reaction time (CM 11): which questions run against the clock, and what happens when the time is up."""

from __future__ import annotations

from ludus.core.decision import Choice, Decision
from ludus.core.match import Match
from ludus.games.circus.logs import banned_from_straining, maximum
from ludus.games.circus.reactions import corner_leg
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.steps import Steps

# CM 11.3a, 11.6, 11.7: beginning a move, going on with it, writing a speed. For attacks and charts the clock stops.
TIMED = frozenset({"speed", "take", "whip", "cut", "step"})


def seconds_for(race: Race, decision: Decision) -> int | None:
    """CM 11.1, 11.5, 11.9: how long this question may stay open; None: as long as it takes."""
    return race.rules.clock if decision.name in TIMED else None


def default_move(match: Match[Race]) -> bool:
    """CM 11.3b, 11.6: the steward drives what is left of this phase. False: another player must answer first."""
    turn, mover = match.state.turn, match.state.mover
    while mover >= 0 and (match.state.turn, match.state.mover) == (turn, mover):
        seat = match.state.controller(match.state.chariots[mover])
        if seat not in match.pending:
            return False
        match.answer(seat, match.pending[seat].default)
    return True


def default_speed(race: Race, chariot: Chariot, limit: int) -> int:
    """CM 11.7: the last speed again, or the highest now possible; in turn 1 the maximum."""
    if chariot.last_written < 0:
        return limit
    return min(chariot.last_written, limit)


def default_step(race: Race, chariot: Chariot, steps: Steps, factors: int) -> Choice:
    """CM 11.3b: straight ahead without attacks or braking; out of the lane only where it is forced, outside first."""
    if steps.must_attack:
        return next(iter(steps.attacks))  # CM 19-lash-on-equal
    clear = steps.forward if race.move.jumps else min(steps.forward, steps.clear)
    if clear == steps.forward and (clear >= factors or race.move.jumps):
        return f"forward {clear}"
    # The last square from which a lane change is still possible is one short of the obstacle.
    if clear > 1:
        return f"forward {clear - 1}"
    for wanted in ("out", "in"):
        if wanted in steps.changes:
            return wanted
    if clear:
        return "forward 1"
    for wanted in ("slip out", "slip in"):
        if wanted in steps.slips:
            return wanted
    if steps.forward:
        return "forward 1"  # over the wreck, for want of another way
    if steps.blocked or steps.brakes:
        return f"brake {factors if steps.blocked else steps.brakes}"
    return "forward 1"  # CM 7.33-no-strain, 8.41: barred, and nothing left to brake with


def speed_limit(race: Race, chariot: Chariot) -> int:
    """CM 6.12a, 7.33-no-strain: what may be written now."""
    limit = maximum(chariot)
    if banned_from_straining(race, chariot) and chariot.hitched and corner_leg(race, chariot) is not None:
        safe = race.rules.hooks.safe_speed(race, race.track.lane[chariot.square])
        limit = min(limit, max(0, safe - chariot.debt - chariot.gains))
    return limit
