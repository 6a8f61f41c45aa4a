"""Positions as a person writes them: squares by name, laps instead of legs, everything checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ludus.core.errors import DataError
from ludus.core.plain import from_plain, to_plain
from ludus.games.circus.editions import book_of
from ludus.games.circus.goals import check_goal
from ludus.games.circus.parts import check_parts, read_parts
from ludus.games.circus.position import WrittenChariot, WrittenMove, WrittenPosition
from ludus.games.circus.stable import MODIFIERS, MOST_ENDURANCE
from ludus.games.circus.state import CAR, CARCASS, TEAM, WRECK, Chariot, Move, Race
from ludus.games.circus.threats import Attack, Falling
from ludus.games.circus.track import IN, OUT

ORDINARY_TEAM = (5, 4, 4, 5)
FIRST_HORSES = (0, 3, 1)  # who gets what is left over when a team's speed is shared out
MOST = 99  # more than any count on a log sheet
MOST_TURNS = 10_000
BOXES = 10  # as many as the best horse can have (E2 def-horse-speed)
GAINS = 30  # more factors than a turn can add


def read_position(plain: Mapping[str, Any], race: Race) -> None:
    """Fill an empty race with a written position."""
    try:
        written = from_plain(WrittenPosition, plain, "position")
        _within(1, MOST_TURNS, written.turn, "position.turn")
        race.turn = written.turn
        race.parts = read_parts(race.rules.book.race_parts, written.parts, "position.parts")
        for index, each in enumerate(written.chariots):
            _read_chariot(race, each, index)
        _read_board(race, written)
        _read_phase(race, written)
        check_parts(race)
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
    for name in ("square", "lap", "under", "team_speed"):
        del plain[name]
    plain |= {
        "number": index,
        "cdm": each.modifier if each.cdm is None else each.cdm,
        "hits": hits,
        "horses": horses,
        "horses_start": _horses_start(each),
        "fallen": [number - 1 for number in each.fallen],
        "exhausted": each.endurance == 0 if each.exhausted is None else each.exhausted,
        "wound_drops": wound_drops(each.hits_start, hits) if each.wound_drops is None else each.wound_drops,
        "climbed": _squares(race, each.climbed, f"{where}.climbed"),
        "trail": _squares(race, each.trail or [], f"{where}.trail"),
        "man": _square(race, each.man, f"{where}.man") if each.man else -1,
    }
    chariot = from_plain(Chariot, plain, where)
    chariot.parts = read_parts(race.rules.book.chariot_parts, each.parts, f"{where}.parts")
    for name, side in (("left_wheel", IN), ("right_wheel", OUT)):
        # A wheel whose last box is gone is no longer under a car.
        boxes = book_of(race).wheel_boxes(chariot, side)
        _within(0, boxes - each.hitched, getattr(each, name), f"{where}.{name}")
    race.chariots.append(chariot)
    _check_chariot(race, chariot, where)
    if each.square:
        _put_down(race, chariot, each, where)
    elif each.status in ("racing", "runaway"):
        raise DataError(f"{where}.square: a chariot in the race stands somewhere")


def _check_names(race: Race, each: WrittenChariot, where: str) -> None:
    charts = race.rules.book.charts
    known = (*charts.factions, *charts.more_factions)
    if each.faction not in known:
        raise DataError(f"{where}.faction: a faction is one of {', '.join(known)}, not '{each.faction[:40]}'")
    if any(other.faction == each.faction for other in race.chariots):
        raise DataError(f"{where}.faction: there is a {each.faction} chariot already")
    _within(0, race.seats - 1, each.seat, f"{where}.seat")
    each.car = _car(race, each.car, where)


def _car(race: Race, car: str | None, where: str) -> str:
    """Its type; nothing written is the middle one."""
    cars = race.rules.book.charts.cars
    if car is None:
        return ordinary_car(race)
    if car not in cars:
        raise DataError(f"{where}.car: a car is {', '.join(cars)}, not '{car[:40]}'")
    return car


def ordinary_car(race: Race) -> str:
    return str(race.rules.book.charts.cars[1])


def _check_log(race: Race, each: WrittenChariot, where: str) -> None:
    if each.team_speed is not None:
        if each.horses_start is not None:
            raise DataError(f"{where}.team_speed: it is the sum of horses_start; write one of them")
        _within(4, 4 * BOXES, each.team_speed, f"{where}.team_speed")
    horses, horses_start = _horses(each), _horses_start(each)
    if len(horses) != 4 or len(horses_start) != 4:
        raise DataError(f"{where}.horses: a team has four horses")
    for number, (boxes, start) in enumerate(zip(horses, horses_start, strict=True)):
        _within(1, BOXES, start, f"{where}.horses_start[{number}]")
        _within(0, start, boxes, f"{where}.horses[{number}]")
    for number in each.fallen:
        _within(1, 4, number, f"{where}.fallen")
        if horses[number - 1]:
            raise DataError(f"{where}.fallen: horse {number} still lives")
    if each.status in ("racing", "runaway") and not any(horses) and not race.rules.book.horseless_stay:
        raise DataError(f"{where}.horses: a team in the race has a living horse")
    _within(1, book_of(race).most_hits(), each.hits_start, f"{where}.hits_start")
    _within(0, each.hits_start, _hits(each), f"{where}.hits")
    _within(*MODIFIERS, each.modifier, f"{where}.modifier")
    if each.cdm is not None and each.cdm > each.modifier:
        raise DataError(f"{where}.cdm: the current modifier is at most the permanent one, {each.modifier}")
    for name in COUNTS:
        most = MOST_ENDURANCE if name == "endurance" else GAINS if name in GAINED else MOST
        _within(0, most, getattr(each, name), f"{where}.{name}")
    _within(0, MOST_TURNS, each.drained, f"{where}.drained")  # one in each turn (CM 8.43)
    _within(0, 7, each.threshold, f"{where}.threshold")
    _within(-1, 1, each.wall_way, f"{where}.wall_way")


COUNTS = ("endurance", "written", "executed", "drawn", "debt", "gains", "offered", "loss", "cut_from")
GAINED = ("gains", "offered", "strain")


def _check_chariot(race: Race, chariot: Chariot, where: str) -> None:
    """CM 3.5e, 6.12a: what depends on its make."""
    book = book_of(race)
    runs = chariot.hitched and chariot.status in ("racing", "runaway")
    for name, side in (("left_wheel", IN), ("right_wheel", OUT)):
        _within(0, book.wheel_boxes(chariot, side) - runs, getattr(chariot, name), f"{where}.{name}")
    most = book.most_written(chariot)
    for name in ("written", "last_written"):
        if getattr(chariot, name) > most:
            raise DataError(
                f"{where}.{name} must be at most {most} for this team and driver, not {getattr(chariot, name)}"
            )
    if chariot.offered and not book.lashes_offer:
        raise DataError(f"{where}.offered: by these rules a lashed team offers nothing; `gains` is what it must use")


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
        race.lay(square, chariot.number)  # CM 15.25b
        chariot.hitched = False
        return
    if each.status not in ("racing", "runaway"):
        raise DataError(f"{where}.square: a chariot that is {each.status} stands nowhere")
    book = book_of(race)
    for taken in (square, track.behind[square]) if chariot.hitched else (square,):
        there = race.whose(taken)
        if there is not None and not book.passable(chariot) and book.blocks(taken):
            raise DataError(f"{where}.square: {there[0].faction} stands on {track.name(taken)} already")
    # A team without its man runs on after the last lap (CM 15.2-laps).
    stray = each.driver in ("foot", "dead", "safe")
    _within(0, MOST if stray else track.file.laps, each.lap, f"{where}.lap")
    chariot.leg = 4 * (each.lap - 1) + track.section[square]
    if chariot.leg < -1 or (chariot.leg > track.last_leg and not stray):
        raise DataError(
            f"{where}.lap: the race goes from the front straight of lap 1 to the backstretch of lap {track.file.laps}"
        )
    covering = [race.whose(taken) for taken in (square, track.behind[square])] if book.passable(chariot) else []
    race.place(chariot, square)
    for each_there in covering:
        if each_there is not None:
            race.place(each_there[0], each_there[0].square)


def _read_board(race: Race, written: WrittenPosition) -> None:
    race.unseat(any(chariot.unseated for chariot in race.chariots))
    if not race.occupied and all(chariot.man < 0 for chariot in race.chariots):
        raise DataError("position.chariots: nobody is left on the track")
    if written.carcasses and not race.rules.book.carcasses_stay:
        raise DataError("position.carcasses: by these rules no dead horse stays on the track")
    for kind, names, lies in (("wrecks", written.wrecks, WRECK), ("carcasses", written.carcasses, CARCASS)):
        for index, name in enumerate(names):
            square = _square(race, name, f"position.{kind}[{index}]")
            if square in race.wrecks:
                raise DataError(f"position.{kind}[{index}]: there is a wreck on {name} already")
            race.lay(square, lies)
    for index, each in enumerate(written.falling):
        where = f"position.falling[{index}]"
        car = _car(race, each.car, where)
        square = _square(race, each.square, f"{where}.square")
        landed = _square(race, each.landed, f"{where}.landed") if each.landed else -1
        if landed >= 0 and (index or written.mover):
            raise DataError(f"{where}.landed: only the first comes down, and when the mover's phase is over")
        race.falling.append(Falling(square, car, _number(race, each.faction, f"{where}.faction"), landed))
    for chariot, plain in zip(race.chariots, written.chariots, strict=True):
        _read_under(race, chariot, plain)
    furthest = max((chariot.leg for chariot in race.chariots if chariot.on_track), default=0)
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
            chariot.trail = (book_of(race).dragged_square(chariot),)
    if each.under is not None:
        chosen, lying = _squares(race, each.under, f"{where}.under"), chariot.under
        chariot.under = tuple(chosen)
        for square in chosen:
            if square not in lying and not (square == chariot.square and book_of(race).obstacle(square)):
                raise DataError(f"{where}.under: there is no wreck under it on {race.track.name(square)}")
    if chariot.trail and chariot.cut_from >= len(chariot.trail):
        raise DataError(f"{where}.cut_from must be 0 to {len(chariot.trail) - 1}, not {chariot.cut_from}")


def _read_phase(race: Race, written: WrittenPosition) -> None:
    _within(0, MOST, written.draws, "position.draws")
    race.draws = written.draws
    race.later = _numbers(race, written.later, "position.later")
    race.cup = _numbers(race, written.cup or [], "position.cup")
    for number in (*race.cup, *race.later):
        if race.chariots[number].moved:
            raise DataError(f"position.cup: {race.chariots[number].faction} has moved already in this turn")
    landing = bool(race.falling) and race.falling[0].landed >= 0
    if written.mover:
        _read_mover(race, written)
    elif written.move is not None or written.attack is not None:
        raise DataError("position.move: nobody is moving; name the mover")
    elif written.asks == "walk":
        _read_walk(race, written)
    elif written.asks == "abandon":
        _read_abandon(race)
    elif written.asks == "loose" or landing:
        _read_end_of_phase(race, written)
    elif written.asks:
        raise DataError(f"position.asks: '{written.asks}' is asked in a move; write the mover and [position.move]")
    elif written.cup is not None:
        race.phase = "drawing"
    elif written.begun:
        race.phase = "writing"
    else:
        # The turn written is the one whose speeds are asked for now.
        race.phase = "between turns"
        race.turn = written.turn - 1
    if written.contest_won and not landing:
        raise DataError("position.contest_won: no wreck comes down; for an attack it is position.attack.won")
    if race.phase != "on foot" and (written.walker or written.walked):
        raise DataError('position.walker: men run when all have moved; write asks = "walk"')
    _read_draw(race, written)


def _read_draw(race: Race, written: WrittenPosition) -> None:
    race.ordered = _numbers(race, written.draw, "position.draw")
    waiting = (*race.cup, *race.later)
    filled = race.phase not in ("between turns", "writing")
    for number in race.ordered:
        chariot = race.chariots[number]
        if number not in waiting if filled else not chariot.on_track:
            raise DataError(f"position.draw: {chariot.faction} is not in the cup")


def _waiting(race: Race) -> tuple[int, ...]:
    """Everybody who has not moved, nor is about to."""
    waiting = (chariot.number for chariot in race.chariots if chariot.on_track and not chariot.moved)
    return tuple(number for number in waiting if number != race.mover and number not in race.later)


def _read_mover(race: Race, written: WrittenPosition) -> None:
    race.mover = _number(race, written.mover, "position.mover")
    chariot = race.chariots[race.mover]
    if not chariot.on_track:
        raise DataError(f"position.mover: {written.mover} is not on the track")
    if chariot.moved:
        raise DataError(f"position.mover: {written.mover} has moved already in this turn")
    if race.mover in (*race.cup, *race.later):
        raise DataError(f"position.cup: {written.mover} is drawn already")
    race.phase = "moving"
    if written.cup is None:
        race.cup = _waiting(race)
    if written.move is not None:
        race.move = _read_move(race, chariot, written.move)
        race.phase = "driving"
    if written.attack is not None:
        _read_attack(race, chariot, written)
    if written.asks:
        _read_question(race, chariot, written)


def _read_question(race: Race, chariot: Chariot, written: WrittenPosition) -> None:
    """A question in the middle of a move."""
    where = f"position.asks: '{written.asks}'"
    if written.asks in ("loose", "walk", "abandon"):
        raise DataError(f"{where} is asked when the move is over; leave out the mover")
    if written.move is None or written.attack is not None:
        raise DataError(f"{where} is asked in a move, and not in an attack; write [position.move]")
    if written.asks == "cut":
        if not chariot.fallen or chariot.status != "racing":
            raise DataError(f"{where}: {chariot.faction} has no dead horse in harness")
        race.phase = "cutting"
    elif written.asks == "pay":
        if not race.move.jumps or not min(race.move.jumps[-1][1], chariot.endurance):
            raise DataError(f"{where}: {chariot.faction} has no jump to pay for, or no endurance")
        race.phase = "jumping"
    else:
        _within(1, sum(chariot.horses), race.move.injury, "position.move.injury")
        if chariot.alive < 2:
            raise DataError(f"{where}: {chariot.faction} has only one horse, and no choice")
        race.phase = "injured"


def _read_attack(race: Race, chariot: Chariot, written: WrittenPosition) -> None:
    attack, where = written.attack, "position.attack"
    assert attack is not None
    if written.move is None:
        raise DataError(f"{where}: it is made in a move; write [position.move], with its factor spent")
    target = race.chariots[_number(race, attack.target, f"{where}.target")]
    chosen = find_attack(race, chariot, attack.kind, target, TEAM if attack.at == "team" else CAR)
    if chosen is None:
        raise DataError(
            f"{where}: {chariot.faction} cannot {attack.kind[:40]} {target.faction}'s {attack.at} from where it stands"
        )
    car = race.car_square(chariot)
    if car not in race.move.attacked:
        race.move.attacked = (*race.move.attacked, car)
    race.threat = replace(book_of(race).threat_of(chariot, chosen), won=attack.won)
    race.phase = "resolving"


def find_attack(race: Race, chariot: Chariot, kind: str, target: Chariot, part: int) -> Attack | None:
    """CM 9.2a, 9.21: what a car can do from where it stands."""
    if not target.on_track or chariot.status != "racing":
        return None
    car = race.car_square(chariot)
    found: dict[str, Attack] = {}
    if (target.square if part == TEAM else race.car_square(target)) in race.track.attacks[car]:
        book_of(race).add_attacks(chariot, car, target, part, found)
    return next((each for each in found.values() if each.kind == kind), None)


def _read_walk(race: Race, written: WrittenPosition) -> None:
    book = book_of(race)
    men = [chariot.number for chariot in race.chariots if book.may_walk(chariot)]
    if not men or race.cup or race.later:
        raise DataError("position.asks: 'walk' is asked when all have moved, of a man freed in an earlier turn")
    race.walker = _number(race, written.walker, "position.walker") if written.walker else men[0]
    if race.walker not in men:
        raise DataError(f"position.walker: {written.walker}'s driver does not run in this turn")
    _within(0, book.foot_squares(race.chariots[race.walker]) - 1, written.walked, "position.walked")
    race.walked = written.walked
    race.phase = "on foot"


def _read_abandon(race: Race) -> None:
    if race.cup or race.later or not race.rules.book.horseless_stay:
        raise DataError("position.asks: 'abandon' is asked when all have moved, of who cannot, in the epic race")
    race.phase = "on foot"


def _read_end_of_phase(race: Race, written: WrittenPosition) -> None:
    """A mover has just gone; now dragged men and wrecks are seen to."""
    if written.cup is None:
        race.cup = _waiting(race)
    if written.asks != "loose":
        race.phase = "resolving"
        car = race.falling[0]
        there = book_of(race).under_wreck(car, car.landed)
        if there is not None:
            race.threat = replace(book_of(race).threat_from_above(car, *there), won=written.contest_won)
        elif written.contest_won:
            raise DataError("position.contest_won: nobody stands where the wreck comes down")
        return
    if not any(each.cut_due and each.trail and each.on_track for each in race.chariots):
        raise DataError("position.asks: 'loose' is asked of a dragged man; write cut_due for him")
    race.phase = "reins"


def _read_move(race: Race, chariot: Chariot, written: WrittenMove) -> Move:
    where = "position.move"
    if written.written is None:
        if not chariot.written:
            raise DataError(f"{where}.written: nothing is written for {chariot.faction}; write it, or 0 for none")
        written.written = chariot.written
    elif written.written > (most := book_of(race).most_written(chariot)):
        raise DataError(f"{where}.written must be at most {most} for this team and driver, not {written.written}")
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
        # What is being driven over may have come to life again meanwhile.
        if not book_of(race).obstacle(square) and square not in (chariot.square, race.car_square(chariot)):
            raise DataError(f"{where}.jumps[{index}].square: there is no wreck on {jump.square}")
        _within(0, 6, jump.unpaid, f"{where}.jumps[{index}].unpaid")
        _within(-MOST, MOST, jump.extra, f"{where}.jumps[{index}].extra")
        jumps.append((square, jump.unpaid, jump.extra))
    plain["jumps"] = jumps
    return from_plain(Move, plain, where)


def _hits(each: WrittenChariot) -> int:
    if each.hits is not None:
        return each.hits
    return 0 if each.driver == "dead" else each.hits_start


def _horses_start(each: WrittenChariot) -> list[int]:
    if each.team_speed is None:
        return list(ORDINARY_TEAM) if each.horses_start is None else each.horses_start
    boxes, over = divmod(each.team_speed, 4)
    return [boxes + (horse in FIRST_HORSES[:over]) for horse in range(4)]


def _horses(each: WrittenChariot) -> list[int]:
    return _horses_start(each) if each.horses is None else each.horses


def wound_drops(start: int, hits: int) -> int:
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
