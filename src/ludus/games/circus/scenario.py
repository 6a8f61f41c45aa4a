"""Positions as a person writes them: squares by name, laps instead of legs, everything checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.core.errors import DataError
from ludus.core.plain import from_plain, to_plain
from ludus.games.circus.editions import book_of
from ludus.games.circus.goals import check_goal
from ludus.games.circus.state import CARCASS, Chariot, Falling, Goal, Move, Race
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.written import WrittenChariot, WrittenMove, WrittenPosition, shortened

MOST = 99  # more than any count on a log sheet
MOST_TURNS = 10_000
BOXES = 9  # more than any horse has
MODIFIERS = (-9, 9)  # beyond what any driver comes to, either way
GAINS = 30  # more factors than a turn can add


# -- reading -----------------------------------------------------------------------------------------


def read_position(plain: Mapping[str, Any], race: Race) -> None:
    """Fill an empty race with a written position."""
    try:
        written = from_plain(WrittenPosition, plain, "position")
        _within(1, MOST_TURNS, written.turn, "position.turn")
        race.turn = written.turn
        race.parts = _read_parts(race.rules.book.race_parts, written.parts, "position.parts")
        for index, each in enumerate(written.chariots):
            _read_chariot(race, each, index)
        _read_board(race, written)
        _read_phase(race, written)
        if written.goal is not None:
            check_goal(race, written.goal)
            race.goal = written.goal
    except DataError as error:
        raise DataError(error.message, code="bad-scenario") from error


def _read_chariot(race: Race, each: WrittenChariot, index: int) -> None:
    where = f"position.chariots[{index}]"
    _check_names(race, each, where)
    _check_log(race, each, where)
    _check_man(race, each, where)
    hits, horses = _hits(each), _horses(each)
    plain = to_plain(each)
    for name in ("square", "lap", "under"):
        del plain[name]
    plain |= {
        "number": index,
        "cdm": each.modifier if each.cdm is None else each.cdm,
        "hits": hits,
        "horses": horses,
        "fallen": [number - 1 for number in each.fallen],
        "exhausted": each.endurance == 0 if each.exhausted is None else each.exhausted,
        "wound_drops": _wound_drops(each.hits_start, hits) if each.wound_drops is None else each.wound_drops,
        "climbed": _squares(race, each.climbed, f"{where}.climbed"),
        "trail": _squares(race, each.trail or [], f"{where}.trail"),
        "man": _square(race, each.man, f"{where}.man") if each.man else -1,
    }
    chariot = from_plain(Chariot, plain, where)
    chariot.parts = _read_parts(race.rules.book.chariot_parts, each.parts, f"{where}.parts")
    for name, side in (("left_wheel", IN), ("right_wheel", OUT)):
        # A wheel whose last box is gone is no longer under a car.
        boxes = book_of(race).wheel_boxes(chariot, side)
        _within(0, boxes - each.hitched, getattr(each, name), f"{where}.{name}")
    race.chariots.append(chariot)
    if each.square:
        _put_down(race, chariot, each, where)
    elif each.status in ("racing", "runaway"):
        raise DataError(f"{where}.square: a chariot in the race stands somewhere")


def _check_names(race: Race, each: WrittenChariot, where: str) -> None:
    charts = race.rules.book.charts
    if each.faction not in charts.factions:
        raise DataError(f"{where}.faction: a faction is one of {', '.join(charts.factions)}, not '{each.faction[:40]}'")
    if any(other.faction == each.faction for other in race.chariots):
        raise DataError(f"{where}.faction: there is a {each.faction} chariot already")
    _within(0, race.seats - 1, each.seat, f"{where}.seat")
    _check_car(race, each.car, where)


def _check_car(race: Race, car: str, where: str) -> None:
    cars = race.rules.book.charts.cars
    if car not in cars:
        raise DataError(f"{where}.car: a car is {', '.join(cars)}, not '{car[:40]}'")


def _check_log(race: Race, each: WrittenChariot, where: str) -> None:
    horses = _horses(each)
    if len(horses) != 4 or len(each.horses_start) != 4:
        raise DataError(f"{where}.horses: a team has four horses")
    for number, (boxes, start) in enumerate(zip(horses, each.horses_start, strict=True)):
        _within(1, BOXES, start, f"{where}.horses_start[{number}]")
        _within(0, start, boxes, f"{where}.horses[{number}]")
    for number in each.fallen:
        _within(1, 4, number, f"{where}.fallen")
        if horses[number - 1]:
            raise DataError(f"{where}.fallen: horse {number} still lives")
    if each.status in ("racing", "runaway") and not any(horses):
        raise DataError(f"{where}.horses: a team in the race has a living horse")
    _within(1, book_of(race).most_hits(), each.hits_start, f"{where}.hits_start")
    _within(0, each.hits_start, _hits(each), f"{where}.hits")
    _within(*MODIFIERS, each.modifier, f"{where}.modifier")
    if each.cdm is not None and each.cdm > each.modifier:
        raise DataError(f"{where}.cdm: the current modifier is at most the permanent one, {each.modifier}")
    for name in COUNTS:
        _within(0, GAINS if name in GAINED else MOST, getattr(each, name), f"{where}.{name}")
    _within(0, MOST_TURNS, each.drained, f"{where}.drained")  # one in each turn (CM 8.43)
    _within(0, 7, each.threshold, f"{where}.threshold")
    _within(-1, 1, each.wall_way, f"{where}.wall_way")


COUNTS = ("endurance", "written", "executed", "drawn", "debt", "gains", "offered", "loss", "cut_from")
GAINED = ("gains", "offered", "strain")


def _check_man(race: Race, each: WrittenChariot, where: str) -> None:
    """Team, car and driver must fit together (CM 12, 15 to 17)."""
    homes = {
        "racing": ("car",),
        "runaway": ("dragged", "foot", "dead", "safe"),
        "stopped": ("foot", "dead", "safe"),
        "finished": ("car", "dragged", "dead"),
        "out": ("car", "foot", "dead", "safe"),
    }[each.status]
    if each.driver not in homes:
        raise DataError(
            f"{where}.driver: with status '{each.status}' the driver is {' or '.join(homes)}, not {each.driver}"
        )
    if each.status not in race.rules.book.statuses:
        raise DataError(f"{where}.status: the Basic Game has no {each.status} teams (CM 11.0-scope)")
    if each.status == "racing" and not each.hitched:
        raise DataError(f"{where}.hitched: a chariot without its car is a runaway")
    if each.driver in ("car", "dragged", "foot") and each.status in ("racing", "runaway") and not _hits(each):
        raise DataError(f"{where}.hits: a living driver has at least 1")
    if each.driver == "dead" and _hits(each):
        raise DataError(f"{where}.hits: a dead driver has none left")
    if bool(each.man) != (each.driver == "foot"):
        raise DataError(f"{where}.man: a driver on foot stands on a square, and nobody else does")
    _within(0, race.turn, each.freed_turn, f"{where}.freed_turn")


def _put_down(race: Race, chariot: Chariot, each: WrittenChariot, where: str) -> None:
    track = race.track
    square = _square(race, each.square, f"{where}.square")
    if each.status == "stopped":
        race.wrecks[square] = chariot.number  # CM 15.25b
        chariot.hitched = False
        return
    if each.status not in ("racing", "runaway"):
        raise DataError(f"{where}.square: a chariot that is {each.status} stands nowhere")
    for taken in (square, track.behind[square]) if chariot.hitched else (square,):
        there = race.whose(taken)
        if there is not None:
            raise DataError(f"{where}.square: {there[0].faction} stands on {track.name(taken)} already")
    # A team without its man runs on after the last lap (CM 15.2-laps).
    stray = each.driver in ("foot", "dead", "safe")
    _within(0, MOST if stray else track.file.laps, each.lap, f"{where}.lap")
    chariot.leg = 4 * (each.lap - 1) + track.section[square]
    if chariot.leg < -1 or (chariot.leg > track.last_leg and not stray):
        raise DataError(
            f"{where}.lap: the race goes from the front straight of lap 1 to the backstretch of lap {track.file.laps}"
        )
    race.place(chariot, square)


def _read_board(race: Race, written: WrittenPosition) -> None:
    for seat in range(race.seats):
        if not any(chariot.seat == seat for chariot in race.chariots):
            raise DataError(f"position.chariots: seat {seat} has no chariot")
    if not race.occupied:
        raise DataError("position.chariots: nobody is left on the track")
    for index, name in enumerate(written.wrecks):
        square = _square(race, name, f"position.wrecks[{index}]")
        if square in race.wrecks:
            raise DataError(f"position.wrecks[{index}]: there is a wreck on {name} already")
        race.wrecks[square] = -1
    if written.carcasses and not race.rules.book.carcasses_stay:
        raise DataError("position.carcasses: by these rules no dead horse stays on the track")
    for index, name in enumerate(written.carcasses):
        race.wrecks.setdefault(_square(race, name, f"position.carcasses[{index}]"), CARCASS)
    for index, each in enumerate(written.falling):
        where = f"position.falling[{index}]"
        _check_car(race, each.car, where)
        square = _square(race, each.square, f"{where}.square")
        race.falling.append(Falling(square, each.car, _number(race, each.faction, f"{where}.faction")))
    for chariot, plain in zip(race.chariots, written.chariots, strict=True):
        _read_under(race, chariot, plain)
    furthest = max(chariot.leg for chariot in race.chariots if chariot.on_track)
    race.markers = max(0, (furthest + 1) // 2) if written.markers is None else written.markers
    _within(0, 2 * race.track.file.laps, race.markers, "position.markers")
    _within(0, MOST, written.idle, "position.idle")
    race.final = written.final
    race.idle = written.idle


def _read_under(race: Race, chariot: Chariot, each: WrittenChariot) -> None:
    """What lies under a chariot and behind a team, unless the file says otherwise."""
    where = f"position.chariots[{chariot.number}]"
    if chariot.on_track:
        chariot.under = book_of(race).wrecks_under(chariot)
        if chariot.driver == "dragged" and each.trail is None:
            chariot.trail = (race.car_square(chariot),)
    if each.under is not None:
        chosen = _squares(race, each.under, f"{where}.under")
        for square in chosen:
            if square not in chariot.under:
                raise DataError(f"{where}.under: there is no wreck under it on {race.track.name(square)}")
        chariot.under = tuple(chosen)
    if chariot.trail and chariot.cut_from >= len(chariot.trail):
        raise DataError(f"{where}.cut_from must be 0 to {len(chariot.trail) - 1}, not {chariot.cut_from}")


def _read_phase(race: Race, written: WrittenPosition) -> None:
    _within(0, MOST, written.draws, "position.draws")
    race.draws = written.draws
    race.later = _numbers(race, written.later, "position.later")
    race.cup = _numbers(race, written.cup or [], "position.cup")
    if written.mover:
        race.mover = _number(race, written.mover, "position.mover")
        if not race.chariots[race.mover].on_track:
            raise DataError(f"position.mover: {written.mover} is not on the track")
        if race.mover in (*race.cup, *race.later):
            raise DataError(f"position.cup: {written.mover} is drawn already")
        race.phase = "moving"
        if written.cup is None:
            waiting = [chariot for chariot in race.chariots if chariot.on_track and not chariot.moved]
            race.cup = tuple(chariot.number for chariot in waiting if chariot.number != race.mover)
    elif written.cup is not None:
        race.phase = "drawing"
    elif written.begun:
        race.phase = "writing"
    else:
        # The turn written is the one whose speeds are asked for now.
        race.phase = "between turns"
        race.turn = written.turn - 1
    if written.move is not None:
        if not written.mover:
            raise DataError("position.move: nobody is moving; name the mover")
        race.move = _read_move(race, written.move)
        race.phase = "driving"


def _read_move(race: Race, written: WrittenMove) -> Move:
    where = "position.move"
    plain = to_plain(written)
    for name, value in plain.items():
        if type(value) is int and name != "skill":
            _within(0, GAINS if name in GAINED else 999, value, f"{where}.{name}")
    plain["attacked"] = _squares(race, written.attacked, f"{where}.attacked")
    plain["trampled"] = _squares(race, written.trampled, f"{where}.trampled")
    plain["asked"] = _square(race, written.asked, f"{where}.asked") if written.asked else -1
    plain["wheel_checked"] = _numbers(race, written.wheel_checked, f"{where}.wheel_checked")
    jumps = []
    for index, jump in enumerate(written.jumps):
        square = _square(race, jump.square, f"{where}.jumps[{index}].square")
        if square not in race.wrecks:
            raise DataError(f"{where}.jumps[{index}].square: there is no wreck on {jump.square}")
        _within(0, 6, jump.unpaid, f"{where}.jumps[{index}].unpaid")
        _within(-1, MOST, jump.extra, f"{where}.jumps[{index}].extra")
        jumps.append((square, jump.unpaid, jump.extra))
    plain["jumps"] = jumps
    return from_plain(Move, plain, where)


def _read_parts(kinds: Mapping[str, type], given: Mapping[str, Any], where: str) -> dict[str, Any]:
    """What the options of this race add; what is not written has its ordinary value."""
    for name in given:
        if name not in kinds:
            known = ", ".join(kinds) or "none"
            raise DataError(f"{where} has no '{name[:40]}' by these rules; it may have: {known}")
    return {name: from_plain(kind, given.get(name, {}), f"{where}.{name}") for name, kind in kinds.items()}


def _written_parts(kinds: Mapping[str, type], parts: Mapping[str, Any]) -> dict[str, Any]:
    written = {name: shortened(kind, to_plain(parts[name])) for name, kind in kinds.items()}
    return {name: values for name, values in written.items() if values}


def _hits(each: WrittenChariot) -> int:
    if each.hits is not None:
        return each.hits
    return 0 if each.driver == "dead" else each.hits_start


def _horses(each: WrittenChariot) -> list[int]:
    return each.horses_start if each.horses is None else each.horses


def _wound_drops(start: int, hits: int) -> int:
    """CM 9.43-W2: what the modifier has lost at half and at a third of the boxes."""
    return (2 * (start - hits) >= start) + (3 * hits <= start)


def _within(low: int, high: int, value: int, where: str) -> None:
    if not low <= value <= high:
        raise DataError(f"{where} must be {low} to {high}, not {value}")


def _square(race: Race, name: str, where: str) -> int:
    try:
        return race.track.find(name)
    except DataError as error:
        raise DataError(f"{where}: {error.message}") from error


def _squares(race: Race, names: list[str], where: str) -> list[int]:
    return [_square(race, name, f"{where}[{index}]") for index, name in enumerate(names)]


def _number(race: Race, faction: str, where: str) -> int:
    for chariot in race.chariots:
        if chariot.faction == faction:
            return chariot.number
    raise DataError(f"{where}: there is no '{faction[:40]}' chariot in this race")


def _numbers(race: Race, factions: list[str], where: str) -> tuple[int, ...]:
    numbers = tuple(_number(race, faction, f"{where}[{index}]") for index, faction in enumerate(factions))
    if len(set(numbers)) < len(numbers):
        raise DataError(f"{where}: a faction stands there twice")
    return numbers


# -- writing -----------------------------------------------------------------------------------------


def write_position(race: Race) -> dict[str, Any]:
    """The position as `read_position` takes it: between two phases, or when the mover is asked what to do next."""
    if race.phase in ("setup", "over"):
        raise DataError("only a running race can be written as a scenario", code="no-scenario")
    if race.phase in ("resolving", "on foot"):
        raise DataError(
            "something is being carried out; a scenario can be written when the next step is asked for",
            code="no-scenario",
        )
    name = race.track.name
    faction = [chariot.faction for chariot in race.chariots]
    between = race.phase == "between turns"
    written: dict[str, Any] = {
        "chariots": [_write_chariot(race, chariot) for chariot in race.chariots],
        "turn": race.turn + between,
        "begun": race.phase == "writing",
        "draws": race.draws,
        "wrecks": [name(square) for square, team in sorted(race.wrecks.items()) if team == -1],
        "carcasses": [name(square) for square, team in sorted(race.wrecks.items()) if team == CARCASS],
        "falling": [
            {"faction": faction[car.faction], "square": name(car.square), "car": car.car} for car in race.falling
        ],
        "markers": race.markers,
        "final": race.final,
        "idle": race.idle,
        "later": [faction[number] for number in race.later],
        "parts": _written_parts(race.rules.book.race_parts, race.parts),
    }
    if race.phase in ("drawing", "moving", "driving"):
        written["cup"] = [faction[number] for number in race.cup]
    if race.goal is not None and race.verdict is None:
        written["goal"] = shortened(Goal, to_plain(race.goal))
    if race.mover >= 0:
        written["mover"] = faction[race.mover]
    if race.phase == "driving":
        written["move"] = _write_move(race, faction)
    return shortened(WrittenPosition, written)


def _write_chariot(race: Race, chariot: Chariot) -> dict[str, Any]:
    name = race.track.name
    written: dict[str, Any] = to_plain(chariot)
    del written["number"], written["leg"]
    written["parts"] = _written_parts(race.rules.book.chariot_parts, chariot.parts)
    written["square"] = ""
    if chariot.on_track:
        written["square"] = name(chariot.square)
        written["lap"] = chariot.leg // 4 + 1
    elif chariot.status == "stopped":
        lying = (name(square) for square, team in race.wrecks.items() if team == chariot.number)
        written["square"] = next(lying, "")  # another team may have fallen on it
    written["man"] = name(chariot.man) if chariot.man >= 0 else ""
    written["fallen"] = [horse + 1 for horse in chariot.fallen]
    for each in ("climbed", "trail", "under"):
        written[each] = [name(square) for square in getattr(chariot, each)]
    implied = {
        "cdm": chariot.modifier,
        "hits": 0 if chariot.driver == "dead" else chariot.hits_start,
        "horses": list(chariot.horses_start),
        "exhausted": chariot.endurance == 0,
        "wound_drops": _wound_drops(chariot.hits_start, chariot.hits),
        "under": [name(square) for square in book_of(race).wrecks_under(chariot)] if chariot.on_track else [],
        "trail": [name(race.car_square(chariot))] if chariot.driver == "dragged" and chariot.on_track else [],
    }
    return shortened(
        WrittenChariot, {key: value for key, value in written.items() if key not in implied or implied[key] != value}
    )


def _write_move(race: Race, faction: list[str]) -> dict[str, Any]:
    name, move = race.track.name, race.move
    written: dict[str, Any] = to_plain(move)
    written["attacked"] = [name(square) for square in move.attacked]
    written["trampled"] = [name(square) for square in move.trampled]
    written["asked"] = name(move.asked) if move.asked >= 0 else ""
    written["jumps"] = [
        {"square": name(square), "unpaid": unpaid, "extra": extra} for square, unpaid, extra in move.jumps
    ]
    written["wheel_checked"] = [faction[number] for number in move.wheel_checked]
    return shortened(WrittenMove, written)
