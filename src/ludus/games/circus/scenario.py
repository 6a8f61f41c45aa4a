"""Positions as a person writes them: squares by name, laps instead of legs, everything checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ludus.core.errors import DataError
from ludus.core.plain import from_plain, to_plain
from ludus.games.circus.arrival import wrecks_under
from ludus.games.circus.charts import CARS, FACTIONS, WHEEL_BOXES
from ludus.games.circus.state import Chariot, Move, Race


@dataclass(slots=True)
class WrittenChariot:
    """A chariot in a scenario file. What is not written has an ordinary value."""

    faction: str
    seat: int
    square: str = ""
    lap: int = 1
    modifier: int = 0
    cdm: int | None = None
    hits: int | None = None
    hits_start: int = 7
    whip: bool = True
    car: str = "normal"
    hitched: bool = True
    left_wheel: int = 0
    right_wheel: int = 0
    horses: list[int] | None = None
    horses_start: list[int] = field(default_factory=lambda: [5, 4, 4, 5])
    fallen: list[int] = field(default_factory=list)  # horses 1 to 4, dead and still in harness
    endurance: int = 49
    exhausted: bool | None = None
    drained: int = 0
    status: Literal["racing", "runaway", "finished", "out"] = "racing"
    driver: Literal["car", "dragged", "foot", "dead", "safe"] = "car"
    man: str = ""
    freed_turn: int = 0
    written: int = 0
    last_written: int = -1
    executed: int = 0
    moved: bool = False
    debt: int = 0
    gains: int = 0
    offered: int = 0
    loss: int = 0
    no_inside: bool = False
    no_strain_turn: int = 0
    jostled: bool = False
    cut_turn: int = 0
    arm_wound: bool = False
    eye_left: bool = False
    eye_right: bool = False
    wound_drops: int | None = None
    drawn: int = 0
    finish_turn: int = 0
    finish_left: int = 0
    finish_drawn: int = 0
    lost_turn: int = 0
    threshold: int = 0
    climbed: list[str] = field(default_factory=list)
    wall_way: int = 0


@dataclass(slots=True)
class WrittenPosition:
    """The `[position]` of a scenario file."""

    chariots: list[WrittenChariot]
    turn: int = 2
    mover: str = ""  # whose movement phase begins; else speeds are written, or the next colour is drawn
    cup: list[str] | None = None  # still to be drawn; with a mover, by default everybody who has not moved
    later: list[str] = field(default_factory=list)
    move: dict[str, Any] | None = None  # the accounts of a phase already begun
    wrecks: list[str] = field(default_factory=list)
    markers: int | None = None
    final: bool = False


def read_position(plain: Mapping[str, Any], race: Race) -> None:
    """Fill an empty race with a written position."""
    try:
        written = from_plain(WrittenPosition, plain, "position")
        for index, each in enumerate(written.chariots):
            _read_chariot(race, each, index)
        _read_board(race, written)
        _read_phase(race, written)
    except DataError as error:
        raise DataError(error.message, code="bad-scenario") from error


def _read_chariot(race: Race, each: WrittenChariot, index: int) -> None:
    where = f"position.chariots[{index}]"
    if each.faction not in FACTIONS:
        raise DataError(f"{where}.faction: a faction is one of {', '.join(FACTIONS)}, not '{each.faction[:40]}'")
    if any(other.faction == each.faction for other in race.chariots):
        raise DataError(f"{where}.faction: there is a {each.faction} chariot already")
    _within(0, race.seats - 1, each.seat, f"{where}.seat")
    if each.car not in CARS:
        raise DataError(f"{where}.car: a car is {', '.join(CARS)}, not '{each.car[:40]}'")
    horses = each.horses_start if each.horses is None else each.horses
    if len(horses) != 4 or len(each.horses_start) != 4:
        raise DataError(f"{where}.horses: a team has four horses")
    for number, (boxes, start) in enumerate(zip(horses, each.horses_start, strict=True), start=1):
        _within(0, start, boxes, f"{where}.horses[{number - 1}]")
    for number in each.fallen:
        _within(1, 4, number, f"{where}.fallen")
        if horses[number - 1]:
            raise DataError(f"{where}.fallen: horse {number} still lives")
    hits = each.hits_start if each.hits is None else each.hits
    _within(0, each.hits_start, hits, f"{where}.hits")
    _within(0, WHEEL_BOXES - 1, each.left_wheel, f"{where}.left_wheel")
    _within(0, WHEEL_BOXES - 1, each.right_wheel, f"{where}.right_wheel")
    _within(0, 99, each.endurance, f"{where}.endurance")
    _within(0, race.track.file.laps, each.lap, f"{where}.lap")
    plain = to_plain(each)
    for name in ("square", "lap", "man", "cdm", "hits", "horses", "fallen", "exhausted", "wound_drops", "climbed"):
        del plain[name]
    gone = each.hits_start - hits
    drops = (2 * gone >= each.hits_start) + (3 * hits <= each.hits_start)
    chariot = from_plain(
        Chariot,
        {
            **plain,
            "number": index,
            "cdm": each.modifier if each.cdm is None else each.cdm,
            "hits": hits,
            "horses": horses,
            "fallen": [number - 1 for number in each.fallen],
            "exhausted": each.endurance == 0 if each.exhausted is None else each.exhausted,
            "wound_drops": drops if each.wound_drops is None else each.wound_drops,
            "climbed": [race.track.find(name) for name in each.climbed],
            "man": race.track.find(each.man) if each.man else -1,
        },
        where,
    )
    race.chariots.append(chariot)
    if each.square:
        _put_down(race, chariot, each, where)
    elif each.status in ("racing", "runaway"):
        raise DataError(f"{where}.square: a chariot in the race stands somewhere")


def _put_down(race: Race, chariot: Chariot, each: WrittenChariot, where: str) -> None:
    square = race.track.find(each.square)
    squares = [square, race.track.behind[square]] if chariot.hitched else [square]
    for taken in squares:
        there = race.whose(taken)
        if there is not None:
            raise DataError(f"{where}.square: {there[0].faction} stands on {race.track.name(taken)} already")
    chariot.leg = 4 * (each.lap - 1) + race.track.section[square]
    if chariot.leg > race.track.last_leg:
        raise DataError(f"{where}.lap: the race ends with the backstretch of lap {race.track.file.laps}")
    race.place(chariot, square)


def _read_board(race: Race, written: WrittenPosition) -> None:
    for seat in range(race.seats):
        if not any(chariot.seat == seat for chariot in race.chariots):
            raise DataError(f"position.chariots: seat {seat} has no chariot")
    for name in written.wrecks:
        race.wrecks[race.track.find(name)] = -1
    for chariot in race.chariots:
        chariot.under = wrecks_under(race, chariot) if chariot.on_track else ()
        if chariot.driver == "dragged":
            chariot.trail = (race.car_square(chariot),)
    furthest = max((chariot.leg for chariot in race.chariots if chariot.on_track), default=0)
    race.markers = max(0, (furthest + 1) // 2) if written.markers is None else written.markers
    _within(0, 2 * race.track.file.laps, race.markers, "position.markers")
    _within(1, 10_000, written.turn, "position.turn")
    race.turn = written.turn
    race.final = written.final


def _read_phase(race: Race, written: WrittenPosition) -> None:
    numbers = {chariot.faction: chariot.number for chariot in race.chariots}

    def find(faction: str, where: str) -> int:
        if faction not in numbers:
            raise DataError(f"{where}: there is no {faction[:40]} chariot in this race")
        return numbers[faction]

    race.later = tuple(find(faction, "position.later") for faction in written.later)
    waiting = [chariot for chariot in race.chariots if chariot.on_track and not chariot.moved]
    if written.cup is not None:
        race.cup = tuple(find(faction, "position.cup") for faction in written.cup)
    if written.mover:
        race.mover = find(written.mover, "position.mover")
        if not race.chariots[race.mover].on_track:
            raise DataError(f"position.mover: {written.mover} is not on the track")
        race.phase = "moving"
        if written.cup is None:
            race.cup = tuple(chariot.number for chariot in waiting if chariot.number != race.mover)
        if written.move is not None:
            race.move = from_plain(Move, written.move, "position.move")
            race.phase = "driving"
    elif written.cup is not None:
        race.phase = "drawing"
    else:
        # The turn written is the one whose speeds are asked for now.
        race.phase = "between turns"
        race.turn = written.turn - 1


def _within(low: int, high: int, value: int, where: str) -> None:
    if not low <= value <= high:
        raise DataError(f"{where} must be {low} to {high}, not {value}")


def write_position(race: Race) -> dict[str, Any]:
    """The position as `read_position` takes it: at a checkpoint, or in the middle of a move."""
    if race.phase in ("setup", "over"):
        raise DataError("only a running race can be written as a scenario", code="no-scenario")
    name = race.track.name
    faction = [chariot.faction for chariot in race.chariots]
    chariots = []
    for chariot in race.chariots:
        plain = to_plain(chariot)
        kept = {key: plain[key] for key in plain if key in WrittenChariot.__dataclass_fields__}
        kept["square"] = name(chariot.square) if chariot.on_track else ""
        kept["lap"] = chariot.leg // 4 + 1 if chariot.on_track else 1
        kept["man"] = name(chariot.man) if chariot.man >= 0 else ""
        kept["fallen"] = [horse + 1 for horse in chariot.fallen]
        kept["climbed"] = [name(square) for square in chariot.climbed]
        if chariot.status == "stopped":
            kept["status"] = "out"
        chariots.append(kept)
    written: dict[str, Any] = {
        "chariots": chariots,
        "turn": race.turn + (race.phase == "between turns"),
        "wrecks": [name(square) for square in sorted(race.wrecks)],
        "markers": race.markers,
        "final": race.final,
    }
    if race.phase != "between turns":
        written["cup"] = [faction[number] for number in race.cup]
        written["later"] = [faction[number] for number in race.later]
    if race.phase in ("moving", "driving") and race.mover >= 0:
        written["mover"] = faction[race.mover]
        written["move"] = to_plain(race.move)
    return written
