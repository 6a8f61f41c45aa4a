"""Phase 5, the move itself: advancing, lane changes, corners, caltrops, rams, laps."""

from __future__ import annotations

from ludus.core.table import Table
from ludus.games.chariot_race.charts import COSTS
from ludus.games.chariot_race.state import Chariot, Race
from ludus.games.chariot_race.wrecks import hurt, wreck


def start_move(race: Race, chariot: Chariot) -> None:
    """CR phase5-advance, CR track-speed: exactly as many spaces as the speed; the space it stands on does not count.

    What is hurt on the way does not slow the move (CR track-damage-moving): the spaces are counted out here.
    """
    turn = race.turn
    turn.left = chariot.speed
    turn.laps = chariot.laps
    turn.path = []


def go_straight(race: Race, table: Table, chariot: Chariot, spaces: int) -> None:
    """Advance along the lane, as long as the chariot holds."""
    ahead = race.board.ahead
    for _ in range(spaces):
        if chariot.out:
            return
        enter(race, table, chariot, ahead[chariot.space], "forward")


def change_lane(race: Race, table: Table, chariot: Chariot, direction: int) -> None:
    """CR lane-change: a steer die, one space of movement, into the neighbouring lane."""
    step = race.board.change[direction][chariot.space]
    assert step is not None
    race.turn.steers -= 1
    enter(race, table, chariot, step, "lane change")


def enter(race: Race, table: Table, chariot: Chariot, step: tuple[int, int], how: str) -> None:
    """CR enter-order: stone heap, corner, caltrop, ram, in that order, while the chariot holds (CR move-example)."""
    turn, board = race.turn, race.board
    origin = chariot.space
    space, crossed = step
    chariot.space = space
    chariot.crossings += crossed
    turn.left -= 1
    turn.path.append((space, race.progress(chariot)))
    table.tell(
        "drive",
        {"chariot": chariot.colour, "from": board.names[origin], "to": board.names[space], "how": how},
        ("CR phase5-advance",) if how == "forward" else ("CR lane-change", "CR lane-change-geometry"),
    )
    if board.heap[space]:
        hit_stone_heap(race, table, chariot)
        return
    if chariot.speed > board.safe[space] > 0:
        take_corner(race, table, chariot)
        if chariot.out:
            return
    if space in race.caltrops:
        run_over_caltrop(race, table, chariot)
        if chariot.out:
            return
    for other in race.chariots:
        if other.space == space and other is not chariot:
            ram(race, table, chariot, other)
            break


def hit_stone_heap(race: Race, table: Table, chariot: Chariot) -> None:
    """CR variant-stone-heaps: moving into or through a heap wrecks the chariot at once."""
    space = chariot.space
    table.tell(
        "heap",
        {"chariot": chariot.colour, "space": race.board.names[space]},
        ("CR variant-stone-heaps", "CR enter-order"),
    )
    wreck(race, table, chariot, space, "CR variant-stone-heaps")


def take_corner(race: Race, table: Table, chariot: Chariot) -> None:
    """CR corner, CR corner-each: 1 damage for each point of this turn's speed above the number."""
    space = chariot.space
    safe = race.board.safe[space]
    damage = chariot.speed - safe
    gone = hurt(chariot, damage)
    table.tell(
        "corner",
        {
            "chariot": chariot.colour,
            "space": race.board.names[space],
            "speed": chariot.speed,
            "safe": safe,
            "damage": damage,
            "left": chariot.damage,
        },
        ("CR corner", "CR corner-each"),
    )
    if gone:
        wreck(race, table, chariot, space, "CR corner")


def run_over_caltrop(race: Race, table: Table, chariot: Chariot) -> None:
    """CR caltrop-effect: 1 damage, and the marker goes back to the supply."""
    space = chariot.space
    race.caltrops.remove(space)
    race.supply += 1
    gone = hurt(chariot, COSTS.caltrop_damage)
    table.tell(
        "caltrop-hit",
        {
            "chariot": chariot.colour,
            "space": race.board.names[space],
            "damage": COSTS.caltrop_damage,
            "left": chariot.damage,
        },
        ("CR caltrop-effect",),
    )
    if gone:
        wreck(race, table, chariot, space, "CR caltrop-effect")


def ram(race: Race, table: Table, rammer: Chariot, rammed: Chariot) -> None:
    """CR ram: both take 2. On the last space the rammer is placed behind before wrecks go (CR wreck-ram-final)."""
    space = rammer.space
    # CR variant-no-damage-after-finish: only the finished chariot is spared, not the rammer.
    spared = race.finish_protection and rammed.safe
    last = race.turn.left == 0
    rammed_gone = not spared and hurt(rammed, COSTS.ram_damage)
    rammer_gone = hurt(rammer, COSTS.ram_damage)
    table.tell(
        "ram",
        {
            "chariot": rammer.colour,
            "rammed": rammed.colour,
            "space": race.board.names[space],
            "damage": COSTS.ram_damage,
            "left": rammer.damage,
            "rammed_left": rammed.damage,
            "spared": spared,
            "last": last,
        },
        (
            "CR ram",
            *(("CR ram-final",) if last else ()),
            *(("CR variant-no-damage-after-finish",) if spared else ()),
        ),
    )
    if rammer_gone:
        wreck(race, table, rammer, space, "CR ram")
    elif last:
        place_behind(race, table, rammer)
    if rammed_gone:
        wreck(race, table, rammed, space, "CR wreck-ram-final" if last else "CR ram")
    if last and not rammer_gone and rammer.space in race.caltrops:
        # CR ram-placement: the chariot ends its movement there, so a caltrop works.
        run_over_caltrop(race, table, rammer)


def place_behind(race: Race, table: Table, rammer: Chariot) -> None:
    """CR ram-final, CR ram-placement: the first free space behind, ramming nobody on the way."""
    board = race.board
    occupied = {other.space for other in race.chariots if other is not rammer}
    space, crossings = rammer.space, rammer.crossings
    while True:
        space, crossed = board.behind[space]
        # Laps are judged by where the chariot finally stands.
        crossings -= crossed
        if space not in occupied and not board.heap[space]:
            break
    table.tell(
        "placed",
        {"chariot": rammer.colour, "from": board.names[rammer.space], "to": board.names[space]},
        ("CR ram-final", "CR ram-placement"),
    )
    rammer.space, rammer.crossings = space, crossings


def count_laps(race: Race, table: Table, chariot: Chariot) -> None:
    """CR lap: tell of the laps this move completed."""
    if chariot.laps > race.turn.laps:
        data = {"chariot": chariot.colour, "laps": chariot.laps}
        if chariot.finished:
            table.tell("finish", data, ("CR lap", "CR overview-laps"))
        else:
            table.tell("lap", data, ("CR lap", "CR setup-counter"))
