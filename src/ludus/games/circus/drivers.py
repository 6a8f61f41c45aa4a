"""Drivers out of their cars: dragged, cutting themselves free, and running for the wall."""

from __future__ import annotations

from ludus.core.decision import Choose
from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.core.table import Table
from ludus.games.circus.finish import finished
from ludus.games.circus.flips import kill_driver, stand_up
from ludus.games.circus.logs import hurt_driver
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import IN, OUT


def end_of_phase(race: Race, table: Table) -> Phase:
    """CM 12.1b, 16.2a, 16.3: cutting free first, then what the dragging did."""
    for chariot in race.chariots:
        if not chariot.trail:
            continue
        dragged = len(chariot.trail) > 1
        if chariot.cut_due and chariot.on_track:
            yield from try_to_cut_loose(race, table, chariot)
        if dragged:
            injure_dragged(race, table, chariot)
        chariot.cut_due = False
        chariot.cut_from = 0
        still = chariot.driver == "dragged" and chariot.on_track
        chariot.trail = (race.car_square(chariot),) if still else ()


def try_to_cut_loose(race: Race, table: Table, chariot: Chariot) -> Phase:
    """CM 16.2a, 16.2b: two dice less CDM against his open boxes; he is left where he came to lie."""
    answer = yield Choose(
        chariot.seat, "loose", "Cut yourself free of the reins?", "CM 16.2a", ("cut", "hang on"), "cut", chariot.faction
    )
    if answer != "cut":
        return
    total = sum(table.roll(2, "cutting himself free", "CM 16.2a")) - chariot.cdm
    free = total <= chariot.hits
    table.tell(
        "cut-loose",
        {"chariot": chariot.faction, "total": total, "hits": chariot.hits, "free": free},
        ("CM 16.2a",),
        (Modifier("CDM", -chariot.cdm),),
    )
    if free:
        path = chariot.trail[chariot.cut_from :]
        stand_up(race, table, chariot, path[max(0, min(total, len(path) - 1))], "CM 16.2b")


def injure_dragged(race: Race, table: Table, chariot: Chariot) -> None:
    """CM 16.3: half a die, fractions up."""
    die = table.roll(1, "dragging", "CM 16.3")[0]
    hurt_driver(race, table, chariot, (die + 1) // 2, "CM 16.3")
    if chariot.hits == 0:
        kill_driver(table, chariot, "dragged to death", "CM 16.3")
        if chariot.status == "finished":
            # QA 16.4: he takes no place; without another finisher the race goes on (docs/rulings.md).
            race.final = any(finished(other) for other in race.chariots)


# -- on foot (CM 17) -----------------------------------------------------------------------------------


def foot_phase(race: Race, table: Table) -> Phase:
    """CM 17.1, 17.6: after all movement phases; a man freed this turn waits for the next."""
    for chariot in race.chariots:
        if chariot.driver == "foot" and chariot.freed_turn < race.turn:
            yield from walk(race, table, chariot)


def walk(race: Race, table: Table, chariot: Chariot) -> Phase:
    """CM 17.2: a square for each two open boxes, fractions up, in any direction but not diagonally."""
    for _ in range((chariot.hits + 1) // 2):
        ways = foot_steps(race, chariot)
        if not ways:
            return
        answer = yield Choose(
            chariot.seat,
            "walk",
            "Where will your driver run?",
            "CM 17.2",
            ("stay", *ways),
            default_walk(race, chariot),
            chariot.faction,
        )
        if answer == "stay":
            return
        step_on_foot(race, table, chariot, ways[answer])
        if chariot.driver != "foot":
            return


def foot_steps(race: Race, chariot: Chariot) -> dict[str, int]:
    """Neighbouring squares without a team or car; along a wall he may not turn back (CM 17.3b)."""
    track = race.track
    square = chariot.man
    ways: dict[str, int] = {}
    if chariot.wall_way >= 0:
        ways["forward"] = track.ahead[square]
    if chariot.wall_way <= 0:
        ways["back"] = track.behind[square]
    for direction, name in ((IN, "in"), (OUT, "out")):
        beside = [other for other in track.beside[square] if track.lane[other] == track.lane[square] + direction]
        for number, other in enumerate(beside):
            ways[name if number == 0 else f"{name} {number + 1}"] = other
    return {name: other for name, other in ways.items() if other not in race.occupied}


def default_walk(race: Race, chariot: Chariot) -> str:
    """Towards the nearer wall, then along it."""
    ways = foot_steps(race, chariot)
    lane = race.track.lane[chariot.man]
    if lane in (1, race.track.lanes):
        wanted = ("forward", "back")
    else:
        wanted = ("in", "out") if lane <= race.track.lanes // 2 else ("out", "in")
    return next((name for name in wanted if name in ways), "stay")


def step_on_foot(race: Race, table: Table, chariot: Chariot, square: int) -> None:
    """CM 17.3a: each square moved along a wall gives one try to climb it."""
    track = race.track
    origin, chariot.man = chariot.man, square
    table.tell("walk", {"chariot": chariot.faction, "from": track.name(origin), "to": track.name(square)}, ("CM 17.2",))
    along = track.lane[square] == track.lane[origin]
    if track.lane[square] not in (1, track.lanes) or not along:
        chariot.wall_way = 0
        return
    chariot.wall_way = 1 if square == track.ahead[origin] else -1
    if square in chariot.climbed:
        return
    chariot.climbed = (*chariot.climbed, square)
    die = table.roll(1, "climbing the wall", "CM 17.3a")[0]
    safe = die % 2 == 0
    if safe:
        chariot.driver = "safe"
        chariot.man = -1
    table.tell("climb", {"chariot": chariot.faction, "die": die, "safe": safe}, ("CM 17.3a",))
