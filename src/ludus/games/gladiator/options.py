"""The switches of a fight as the house shows them, in their groups. What they change is read in `switches`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludus.core.game import Option
from ludus.games.gladiator.charts import PLOT_SECONDS, TYPES
from ludus.games.gladiator.switches import UNLIMITED

MOST_TURNS = 60

# The groups.
FIGHT = "The fight"
MEN = "The men"
TEAMS = "Teams"
PHASES = "Orders and throws"
READINGS = "Readings"


@dataclass(frozen=True, slots=True)
class Listed(Option):
    """A form offers the default only; a program may give a list, which `read_rules` checks."""

    choices: tuple[Any, ...] | None = (None,)

    def check(self, value: Any) -> None:
        return None


OPTIONS: tuple[Option, ...] = (
    Option(
        "level",
        "Level",
        "Basic: sword and shield for two. Advanced: everything.",
        "GL 2-basic-scope",
        "advanced",
        ("basic", "advanced"),
        group=FIGHT,
    ),
    Option("distance", "Starting distance", "Hexes between the men.", "GL 4-setup", 4, (4, 5), group=FIGHT),
    Option(
        "turns",
        "Turn limit",
        "After so many turns the fight is over: a duel is drawn, of teams the one with more men standing wins. "
        "None: 20 for a duel, 8 for teams. Unlimited: only the men themselves end it.",
        "GL 4-stalemate",
        None,
        (None, UNLIMITED, *range(1, MOST_TURNS + 1)),
        group=FIGHT,
    ),
    Option(
        "draws",
        "Draw by agreement",
        "Whether everybody is asked in secret at the end of a turn, as it always is where turns are unlimited.",
        "GL 4-stalemate",
        False,
        (False, True),
        group=FIGHT,
    ),
    Listed(
        "types",
        "Types",
        f"A list with one of {', '.join(TYPES)} for each seat; none: every player chooses.",
        "GL 3-2",
        None,
        per_seat=((None, "each chooses his own"), *((each, each) for each in TYPES)),
        group=MEN,
    ),
    Option(
        "men",
        "Men",
        "The gladiator that each seat sends, with his ratings, from a campaign; none: they are made for this fight.",
        "GL 21.5",
        None,
        handed=True,
        excludes=("types",),
        group=MEN,
    ),
    Option(
        "creation",
        "Characters",
        "Armour and characteristics by the dice, or chosen from the charts.",
        "GL 3-7a",
        "dice",
        ("dice", "choice"),
        group=MEN,
    ),
    Option(
        "left_handed",
        "Left-handed men",
        "Whether a gladiator may fight left-handed.",
        "GL 8.2-left-handed",
        False,
        (False, True),
        group=MEN,
    ),
    Listed(
        "sides",
        "Sides",
        "A list with 0 or 1 for each seat; none: every other seat.",
        "GL 20.7",
        None,
        per_seat=((None, "every other seat"), (0, "first side"), (1, "second side")),
        group=TEAMS,
    ),
    Option("help", "Helping", "Whether winners may help their teammates.", "GL 20.7", True, (True, False), group=TEAMS),
    Option(
        "advance_plot",
        "Advance plot",
        "Phases without a move are crossed out at the start of the turn.",
        "GL 6.1",
        False,
        (False, True),
        group=PHASES,
    ),
    Option(
        "plot_seconds",
        "Ten-second plots",
        "Seconds to write an order; then there is no move. None: no clock.",
        "GL 6.5",
        None,
        (None, *range(5, PLOT_SECONDS * 6 + 1)),
        seconds=True,
        group=PHASES,
    ),
    Option(
        "throws",
        "Throwing",
        "Whether every combat ends with the question who throws what.",
        "GL 12.5",
        True,
        (True, False),
        group=PHASES,
    ),
    Option(
        "wound_boxes",
        "Wound record",
        "How many wounds cost a combat factor: by the ruled record, or every single one.",
        "GL 3-8b",
        "ruled",
        ("ruled", "single"),
        group=READINGS,
    ),
    Listed(
        "position",
        "Positional values",
        "Six numbers clockwise from the defender's front; none: 0, 2, 4, 5, 3, 1.",
        "GL 8.2-diagram",
        None,
        group=READINGS,
    ),
)
