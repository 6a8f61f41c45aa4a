"""CM 11: which questions run against the clock, and what happens when the time is up."""

from __future__ import annotations

from ludus.core.decision import Choice, Decision
from ludus.core.match import Match
from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.step_list import STRAIGHT_ON, Steps

# CM 11.3a, 11.6, 11.7: beginning a move, going on with it, writing a speed. For attacks and charts the clock stops.
TIMED = frozenset({"speed", "take", "whip", "cut", "step"})


class ReactionTime(Chapter):
    def clock(self) -> int | None:
        """CM 11.1, 11.9: the steward's count, the same for every seat; None is a race without one."""
        return self.race.rules.reaction_seconds

    def seconds_for(self, decision: Decision) -> int | None:
        """CM 11.1, 11.5, 11.9: how long this question may stay open; None: as long as it takes."""
        return self.clock() if decision.name in TIMED else None

    def default_speed(self, chariot: Chariot, limit: int) -> int:
        """CM 11.7: the last speed again, or the highest now possible; in turn 1 the maximum."""
        if chariot.last_written < 0:
            return limit
        return chariot.last_written if chariot.last_written < limit else limit

    def default_step(self, chariot: Chariot, steps: Steps, factors: int) -> Choice:
        """CM 11.3b: straight ahead without attacks or braking; out of the lane only where forced, outside first."""
        race = self.race
        if steps.must_attack:
            return next(iter(steps.attacks))  # CM 19-lash-on-equal
        jumping = bool(race.move.jumps)
        clear = steps.forward if jumping or steps.forward < steps.clear else steps.clear
        if clear == steps.forward and (clear >= factors or jumping):
            return STRAIGHT_ON[clear]
        # The last square from which a lane change is still possible is one short of the obstacle.
        if clear > 1:
            return STRAIGHT_ON[clear - 1]
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


def default_move(match: Match[Race]) -> bool:
    """CM 11.3b, 11.6: the steward drives what is left of this phase. False: another player must answer first."""
    turn, mover = match.state.turn, match.state.mover
    while mover >= 0 and (match.state.turn, match.state.mover) == (turn, mover):
        seat = match.state.controller(match.state.chariots[mover])
        if seat not in match.pending:
            return False
        match.answer(seat, match.pending[seat].default)
    return True
