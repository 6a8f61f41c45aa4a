"""Flips: in the Basic Game the chariot is gone; in the Advanced Game car, team and driver go their own ways."""

from __future__ import annotations

from ludus.core.table import Table
from ludus.games.circus.state import Chariot, Falling, Race


def flip(race: Race, table: Table, chariot: Chariot, clause: str) -> None:
    """CM 7.33-FP, 12.1a, 15.1, 16.1."""
    if not chariot.hitched or not chariot.on_track:
        return
    track = race.track
    square = race.car_square(chariot)
    table.tell(
        "flip",
        {"chariot": chariot.faction, "square": track.name(square)},
        (*dict.fromkeys((clause, "CM 7.33-FP")), *(("CM 12.1a", "CM 15.1") if race.advanced else ())),
    )
    if not race.advanced:
        leave_race(race, table, chariot, "flipped", clause)
        return
    race.falling.append(Falling(square, chariot.car, chariot.number))
    del race.occupied[square]
    chariot.hitched = False
    chariot.status = "runaway"
    chariot.under = tuple(wreck for wreck in chariot.under if wreck == chariot.square)
    if race.mover == chariot.number:
        # A wreck under the team must still be cleared; one under the car is behind it now.
        race.move.jumps = tuple(jump for jump in race.move.jumps if jump[0] == chariot.square)
    if chariot.driver == "car" and chariot.hits == 0:
        kill_driver(table, chariot, "his last hit", "CM 16.1")
    elif chariot.driver in ("car", "dragged"):
        drag(race, table, chariot)
    if chariot.fallen:
        stop_team(race, table, chariot)  # CM 15.25b


def keep_speed(race: Race, chariot: Chariot) -> None:
    """CM 15.1: a team that loses its driver in mid-move uses the factors it has left."""
    if race.mover == chariot.number:
        race.move.skill += chariot.skill


def drag(race: Race, table: Table, chariot: Chariot) -> None:
    """CM 16.1, 16.2a: he hangs in the reins, and may try to cut himself free when this phase ends."""
    keep_speed(race, chariot)
    if chariot.driver == "car":
        chariot.trail = (race.car_square(chariot),)
    chariot.cut_from = len(chariot.trail) - 1  # a man dragged already is counted from his car's flip
    chariot.driver = "dragged"
    chariot.cut_due = True
    table.tell("dragged", {"chariot": chariot.faction, "hits": chariot.hits}, ("CM 16.1",))


def pull_from_car(race: Race, table: Table, chariot: Chariot, clause: str) -> None:
    """CM 16.7a: the team runs on with the empty car."""
    chariot.status = "runaway"
    table.tell("pulled-out", {"chariot": chariot.faction}, (clause, "CM 16.7a", "QA 13.1"))
    drag(race, table, chariot)
    if chariot.fallen:
        stop_team(race, table, chariot)


def stop_team(race: Race, table: Table, chariot: Chariot) -> None:
    """CM 15.25b: a runaway with a dead horse stays where it is, a wreck for the rest of the race."""
    if not chariot.on_track:
        return
    square, behind = chariot.square, race.car_square(chariot)
    hitched = chariot.hitched
    race.lift(chariot)
    race.wrecks[square] = chariot.number
    if hitched:
        race.wrecks.setdefault(behind, -1)
        chariot.hitched = False
    chariot.status = "stopped"
    table.tell("team-stopped", {"chariot": chariot.faction, "square": race.track.name(square)}, ("CM 15.25b",))
    if chariot.driver == "dragged":
        stand_up(race, table, chariot, behind, "CM 15.25b")


def stand_up(race: Race, table: Table, chariot: Chariot, square: int, clause: str) -> None:
    """CM 17.1: free, and on foot; he may first move at the end of the following turn."""
    chariot.driver = "foot"
    chariot.man = square
    chariot.freed_turn = race.turn
    chariot.cut_due = False
    chariot.trail = ()
    table.tell("on-foot", {"chariot": chariot.faction, "square": race.track.name(square)}, (clause, "CM 17.1"))


def leave_race(race: Race, table: Table, chariot: Chariot, why: str, clause: str) -> None:
    """Taken off the board."""
    race.lift(chariot)
    chariot.status = "out"
    table.tell("out", {"chariot": chariot.faction, "why": why}, (clause,))


def take_to_safety(table: Table, chariot: Chariot, why: str, clause: str) -> None:
    """Off the sand alive: he takes no place any more."""
    chariot.driver = "safe"
    chariot.man = -1
    chariot.cut_due = False
    chariot.trail = ()
    table.tell("driver-safe", {"chariot": chariot.faction, "why": why}, (clause,))


def kill_driver(table: Table, chariot: Chariot, why: str, clause: str) -> None:
    """CM 16.3: he cannot win this race any more."""
    chariot.driver = "dead"
    chariot.hits = 0
    chariot.man = -1
    chariot.cut_due = False
    chariot.trail = ()
    table.tell("driver-dead", {"chariot": chariot.faction, "why": why}, (clause,))
