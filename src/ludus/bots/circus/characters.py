"""Four drivers, from the novice to the man of a thousand victories."""

from __future__ import annotations

from ludus.bots.circus.driver import Driver, Temper
from ludus.bots.circus.patron import Habits
from ludus.games.circus.archetypes import build_of

# Among equal drivers, Flashing Hooves wins most by far (docs/bots.md).
THUNDERFOOT = build_of("thunderfoot")
FLASHING_HOOVES = build_of("flashing-hooves")
LASTING_PLEASURE = build_of("lasting-pleasure")
HORSE_WITH_NO_NAME = build_of("horse-with-no-name")


class Novus(Driver):
    """Keeps to the safe speeds, spares the whip, and never attacks."""

    name = "novus"
    title = "Novus"
    about = "New to the reins: drives safely and harms nobody."
    temper = Temper(flip=30.0, ferocity=0.0, whips=False)
    builds = (HORSE_WITH_NO_NAME,)


class Tiro(Driver):
    """Knows the course by now, but not what suits him; careful in corners, sparing with the whip."""

    name = "tiro"
    title = "Tiro"
    about = "Past his first race: tries every kind of chariot, careful in corners, sparing with the whip."
    temper = Temper(flip=15.0, thrift=2.0, ferocity=0.3)
    habits = Habits(nerve=0.05, ambition=0.05)
    builds = (THUNDERFOOT, FLASHING_HOOVES, LASTING_PLEASURE, HORSE_WITH_NO_NAME)


class Auriga(Driver):
    """Builds for speed; plans the corners, whips on the straights, and attacks when it pays."""

    name = "auriga"
    title = "Auriga"
    about = "A steady professional: plans the corners, whips on the straights, attacks when it pays."
    temper = Temper(flip=8.0, thrift=1.5, ferocity=0.4, insight=0.3)
    habits = Habits(nerve=0.2, mischief=0.15, caution=0.25, ambition=0.1)
    builds = (FLASHING_HOOVES,)
