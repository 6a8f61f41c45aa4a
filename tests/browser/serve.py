"""The server with dice that fall the same in every run: `python serve.py [--scenarios FOLDER] --data ...`.

Matches with the same game, options and seats have the same dice, whichever test comes first.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludus.server import hall, run, scenarios
from ludus.server.clock import Clock
from ludus.server.store import Head, Seat

new_head = hall.new_head


def same_dice(
    game: str, ruleset: str, options: dict[str, Any], seats: tuple[Seat, ...], listed: bool, clock: Clock | None
) -> Head:
    setup = repr((game, ruleset, options, [(seat.kind, seat.name, seat.bot) for seat in seats]))
    head = new_head(game, ruleset, options, seats, listed, clock)
    return replace(head, seed=hashlib.sha256(setup.encode()).hexdigest()[:32])


# The bots' processes import this file too.
if __name__ == "__main__":
    if sys.argv[1] == "--scenarios":
        folder = Path(sys.argv[2])
        del sys.argv[1:3]
        scenarios.FOLDERS = (folder, folder)
    hall.new_head = same_dice
    run.main()
