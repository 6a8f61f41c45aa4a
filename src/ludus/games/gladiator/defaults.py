"""Ten-second plots (GL 6.5): which questions run against the clock. Every question has its own default answer."""

from __future__ import annotations

from ludus.core.decision import Decision
from ludus.games.gladiator.state import Arena

# GL 6.5: writing an order. The rulebook gives no time for anything else.
TIMED = frozenset({"plot"})


def seconds_for(arena: Arena, decision: Decision) -> int | None:
    """How long this question may stay open; None: as long as it takes. Then there is no move, or a plain stumble."""
    return arena.rules.plot_seconds if decision.name in TIMED else None
