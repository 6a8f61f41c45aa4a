"""Before the race: boards and places, drawn at random or chosen in turn."""

from __future__ import annotations

from ludus.core.decision import Choose
from ludus.core.game import Phase
from ludus.core.table import Table
from ludus.games.chariot_race.charts import CHARIOT_BOARDS, CHARIOTS_PER_PLAYER, COLOURS, STANDARD
from ludus.games.chariot_race.state import Chariot, Race


def new_chariot(colour: str, seat: int, build: str) -> Chariot:
    """CR setup-2, CR variant-chariots-start: the clips at their starting values."""
    board = CHARIOT_BOARDS[build]
    return Chariot(colour, seat, build, -1, board.damage_start, board.speed_start, board.fate_start)


def set_up(race: Race, table: Table) -> Phase:
    if race.phase == "setup":
        if race.alternate_chariots:
            draw_first_chooser(race, table)
        else:
            place_at_random(race, table)
    if race.phase == "draft":
        yield from choose_chariots(race, table)
    if race.phase == "places":
        yield from choose_places(race, table)


def place_at_random(race: Race, table: Table) -> None:
    """CR setup-place: chariots in random order fill the start spaces in the board's order."""
    # CR overview-players: a colour for each player, then the second ones.
    race.chariots = [
        new_chariot(COLOURS[number * race.seats + seat], seat, STANDARD)
        for number in range(CHARIOTS_PER_PLAYER[race.seats])
        for seat in range(race.seats)
    ]
    drawn = table.shuffle(range(len(race.chariots)), "starting places", "CR setup-place")
    for index, space in zip(drawn, race.board.start_spaces, strict=False):
        race.chariots[index].space = space
    tell_grid(race, table, ("CR setup-place", "CR board-start"))
    race.phase = "between turns"


def tell_grid(race: Race, table: Table, clauses: tuple[str, ...]) -> None:
    grid = [
        {"chariot": chariot.colour, "seat": chariot.seat, "space": race.board.names[chariot.space]}
        for chariot in race.chariots
    ]
    table.tell("grid", {"grid": grid, "caltrops": race.supply}, clauses)


# -- CR variant-chariots: six different boards, chosen in turn ----------------------------------


def draw_first_chooser(race: Race, table: Table) -> None:
    race.drafter = table.roll(1, "who chooses first", "CR variant-chariots-choose", sides=race.seats)[0] - 1
    table.tell("first-chooser", {"seat": race.drafter}, ("CR variant-chariots-choose",))
    race.phase = "draft"


def choosing_order(race: Race) -> list[int]:
    """Clockwise from the first chooser; second boards counter-clockwise from the last."""
    first = [(race.drafter + step) % race.seats for step in range(race.seats)]
    return first + first[::-1] if CHARIOTS_PER_PLAYER[race.seats] == 2 else first


def choose_chariots(race: Race, table: Table) -> Phase:
    """CR variant-chariots-choose."""
    order = choosing_order(race)
    while len(race.chariots) < len(order):
        seat = order[len(race.chariots)]
        taken = {chariot.colour for chariot in race.chariots}
        left = tuple(colour for colour in COLOURS if colour not in taken)
        colour = left[0]
        if len(left) > 1:
            colour = yield Choose(seat, "chariot", "Which chariot will you drive?", "CR variant-chariots-choose", left)
        race.chariots.append(new_chariot(colour, seat, colour))
        table.tell(
            "chosen", {"seat": seat, "chariot": colour}, ("CR variant-chariots-choose", "CR variant-chariots-start")
        )
    race.phase = "places"


def placing_order(race: Race) -> list[int]:
    """CR variant-chariots-place: counter-clockwise from the last to choose; second chariots clockwise."""
    first = list(range(race.seats))[::-1]
    second = list(range(race.seats, len(race.chariots)))[::-1]
    return first + second


def choose_places(race: Race, table: Table) -> Phase:
    """CR variant-chariots-place."""
    names = race.board.names
    for index in placing_order(race):
        chariot = race.chariots[index]
        if chariot.space >= 0:
            continue
        taken = {other.space for other in race.chariots}
        free = {names[space]: space for space in race.board.start_spaces if space not in taken}
        place = next(iter(free))
        if len(free) > 1:
            place = yield Choose(
                chariot.seat,
                "place",
                f"Where will your {chariot.colour} chariot start?",
                "CR variant-chariots-place",
                tuple(free),
            )
        chariot.space = free[place]
        table.tell(
            "takes-place", {"chariot": chariot.colour, "space": place}, ("CR variant-chariots-place", "CR board-start")
        )
    tell_grid(race, table, ("CR variant-chariots-place",))
    race.phase = "between turns"
