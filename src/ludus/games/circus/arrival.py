"""What follows from a team standing on a new square: markers taken down, men run down, men dragged over wrecks."""

from __future__ import annotations

from ludus.core.table import Table
from ludus.games.circus.flips import kill_driver
from ludus.games.circus.logs import left
from ludus.games.circus.state import Chariot, Race


def moved_to(race: Race, table: Table, chariot: Chariot, square: int, leg: int) -> None:
    """Put the chariot on a new square and see to whatever it meets there."""
    race.place(chariot, square)
    chariot.leg = leg
    take_down_marker(race, table, chariot)
    if chariot.driver == "dragged":
        follow(race, table, chariot)
    for other in race.chariots:
        if other.man == square:
            race.rules.hooks.meet_man(race, table, chariot, other)
    if chariot.under:
        chariot.under = tuple(wreck for wreck in chariot.under if wreck in wrecks_under(race, chariot))


def wrecks_under(race: Race, chariot: Chariot) -> tuple[int, ...]:
    """The wreck squares on which its car and team stand."""
    parts = (race.car_square(chariot), chariot.square) if chariot.hitched else (chariot.square,)
    return tuple(square for square in parts if square in race.wrecks)


def follow(race: Race, table: Table, chariot: Chariot) -> None:
    """CM 16.1, 16.6: the dragged man follows in the square behind; over a wreck he dies."""
    behind = race.car_square(chariot)
    chariot.trail = (*chariot.trail, behind)
    if behind in race.wrecks:
        kill_driver(table, chariot, "dragged over a wreck", "CM 16.6")


def counts_as_chariot(chariot: Chariot) -> bool:
    """CM 15.2-laps: a living driver in the car or dragged behind."""
    return chariot.driver in ("car", "dragged")


def take_down_marker(race: Race, table: Table, chariot: Chariot) -> None:
    """CM 10.1: the first chariot to leave each straight takes a dolphin or an egg down."""
    corners_entered = (chariot.leg + 1) // 2
    if corners_entered > race.markers and counts_as_chariot(chariot):
        take_down(race, table, chariot, corners_entered)


def take_down(race: Race, table: Table, chariot: Chariot, number: int) -> None:
    """CM 10.1, 10.2: dolphin and egg by turns, one for each half lap; the last egg at the finish line."""
    race.markers = number
    laps = race.track.file.laps
    table.tell(
        "marker",
        {
            "chariot": chariot.faction,
            "marker": "dolphin" if number % 2 else "egg",
            "dolphins": laps - (number + 1) // 2,
            "eggs": laps - number // 2,
        },
        ("CM 10.1", "CM 3.7"),
    )


def run_down(race: Race, table: Table, chariot: Chariot, man: Chariot) -> None:
    """CM 17.4a, 17.4b: he is dead; it costs a die of speed, now if that can be spared, else in the next phase."""
    die = table.roll(1, "hitting a man on foot", "CM 17.4b")[0]
    now = race.mover == chariot.number and left(race, chariot) >= die
    if now:
        race.move.gone += die
    else:
        chariot.loss += die
    table.tell(
        "run-down",
        {"chariot": chariot.faction, "man": man.faction, "loss": die, "now": now},
        ("CM 17.4a", "CM 17.4b"),
    )
    kill_driver(table, man, "run down", "CM 17.4a")
