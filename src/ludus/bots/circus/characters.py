"""Four drivers, from the novice to the man of a thousand victories."""

from __future__ import annotations

from ludus.bots.circus.driver import Driver, Temper

# The archetypes of the advice (GEN archetype-...): driver, car, speed, endurance. Among equal drivers, Flashing Hooves
# wins most by far (docs/bots.md).
THUNDERFOOT = (2, 2, 0, 0)
FLASHING_HOOVES = (2, 0, 2, 0)
LASTING_PLEASURE = (1, 0, 1, 2)
HORSE_WITH_NO_NAME = (1, 1, 1, 1)


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
    builds = (THUNDERFOOT, FLASHING_HOOVES, LASTING_PLEASURE, HORSE_WITH_NO_NAME)


class Auriga(Driver):
    """Builds for speed; plans the corners, whips on the straights, and attacks when it pays."""

    name = "auriga"
    title = "Auriga"
    about = "A steady professional: plans the corners, whips on the straights, attacks when it pays."
    temper = Temper(flip=8.0, thrift=1.5, ferocity=0.4)
    builds = (FLASHING_HOOVES,)
