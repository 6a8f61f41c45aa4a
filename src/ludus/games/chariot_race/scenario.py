"""Positions as a person writes them: spaces and dice by name, everything checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ludus.core.errors import DataError
from ludus.core.plain import from_plain, to_plain, told
from ludus.games.chariot_race.charts import CALTROPS, CHARIOT_BOARDS, COLOURS, FACES, LAPS
from ludus.games.chariot_race.goals import read_goal
from ludus.games.chariot_race.rounds import order_of_play
from ludus.games.chariot_race.state import Chariot, Goal, Race, Turn
from ludus.games.chariot_race.turn import MAX_DICE, MAX_SPEED


@dataclass(slots=True)
class WrittenChariot:
    """A chariot. Its clips stand on their starting values unless they are written."""

    colour: str = told("Which chariot: blue, red, green, yellow, purple or white.")
    seat: int = told("Who drives it, from 0. With two or three seats each drives two.")
    space: str = told(
        "Where it stands: a lane and a number, `middle 7`. A chariot that is out stands nowhere.", default=""
    )
    laps: int = told("Laps completed, 0 to 2.", default=0)
    at_start: bool = told("Whether it has not crossed the line for the first time yet.", default=False)
    damage: int | None = told("What it can still take, else what its board starts with.", default=None)
    speed: int | None = told("Its speed, else what its board starts with.", default=None)
    fate: int | None = told("Its fate points, else what its board starts with.", default=None)
    out: Literal["", "wrecked", "retired"] = told("How it left the race, if it did.", default="")
    out_order: int = told("1 for the first to leave the race; 0: as listed.", default=0)
    safe: bool = told("Whether it has finished and ended its turn (CR variant-no-damage-after-finish).", default=False)


@dataclass(slots=True)
class WrittenPosition:
    """A race between two turns, or in a phase of one."""

    chariots: list[WrittenChariot] = told("The chariots, at least one for each seat, in any order.")
    round: int = told("The round being played.", default=1)
    caltrops: list[str] = told("The spaces with a caltrop.", default_factory=list)
    supply: int | None = told("Caltrops left in the supply, else all that do not lie on the board.", default=None)
    order: list[str] = told("This round's order of play, else that of CR round-order.", default_factory=list)
    turn: str = told("The chariot whose turn it is, else the first of the order.", default="")
    phase: Literal["", "repair", "dice", "speed", "drive", "attack"] = told(
        "Where in that turn the race is taken up, else before it.", default=""
    )
    dice: list[str] = told(
        "The faces on the table: plusminus, sprint, steer, attack, fortuna. For the phases from `dice` on.",
        default_factory=list,
    )
    free_reroll: bool = told("Whether the free reroll is still to be had.", default=True)
    left: int = told("Spaces still to move, in the phase `drive`.", default=0)
    steers: int = told("Lane changes still allowed, in the phase `drive`.", default=0)
    attacks: int = told("Attacks still allowed, in the phases `drive` and `attack`.", default=0)
    laps_before: int = told("Laps the chariot had completed before this move.", default=0)
    path: list[tuple[str, int]] = told(
        "The spaces entered in this move, each with the progress at its front border: where caltrops may be dropped.",
        default_factory=list,
    )
    goal: Goal | None = told("What an exercise asks for.", default=None)


def read_position(plain: Mapping[str, Any], race: Race) -> None:
    """Fill an empty race with a written position."""
    try:
        written = from_plain(WrittenPosition, plain, "position")
        _read_chariots(written, race)
        _read_caltrops(written, race)
        _read_turn(written, race)
        _check_spaces(written, race)
        if written.goal is not None:
            race.goal = read_goal(race, written.goal)
    except DataError as error:
        raise DataError(error.message, code="bad-scenario") from error


def _read_chariots(written: WrittenPosition, race: Race) -> None:
    _within(1, len(COLOURS), len(written.chariots), "position.chariots", "the number of chariots")
    for index, each in enumerate(written.chariots):
        where = f"position.chariots[{index}]"
        if each.colour not in COLOURS:
            raise DataError(f"{where}.colour: a chariot is {', '.join(COLOURS)}, not '{each.colour[:40]}'")
        if any(other.colour == each.colour for other in race.chariots):
            raise DataError(f"{where}.colour: there is a {each.colour} chariot already")
        _within(0, race.seats - 1, each.seat, f"{where}.seat", "a seat")
        build = each.colour if race.alternate_chariots else "standard"
        race.chariots.append(_read_chariot(each, build, race, where))
    for seat in range(race.seats):
        if not any(chariot.seat == seat for chariot in race.chariots):
            raise DataError(f"position.chariots: seat {seat} has no chariot")
    if not race.racing():
        raise DataError("position.chariots: every chariot is out; there is nothing to play")


def _read_chariot(each: WrittenChariot, build: str, race: Race, where: str) -> Chariot:
    board = CHARIOT_BOARDS[build]
    damage = board.damage_start if each.damage is None else each.damage
    speed = board.speed_start if each.speed is None else each.speed
    fate = board.fate_start if each.fate is None else each.fate
    _within(0, board.speed_max, speed, f"{where}.speed", "a speed")
    _within(0, board.fate_max, fate, f"{where}.fate", "fate")
    _within(0, LAPS, each.laps, f"{where}.laps", "laps completed")
    if each.at_start and each.laps:
        raise DataError(f"{where}.at_start: a chariot that has completed a lap has crossed the line before")
    if each.safe and each.laps < LAPS:
        raise DataError(f"{where}.safe: only a chariot that has completed {LAPS} laps is safe")
    crossings = 0 if each.at_start else 1 + each.laps
    chariot = Chariot(each.colour, each.seat, build, -1, damage, speed, fate, crossings, each.out, safe=each.safe)
    if each.out:
        chariot.damage = 0 if each.out == "wrecked" else damage
        _within(0, len(COLOURS), each.out_order, f"{where}.out_order", "the order of leaving")
        chariot.out_order = each.out_order or 1 + sum(1 for other in race.chariots if other.out)
        _within(0, board.damage_max, chariot.damage, f"{where}.damage", "a damage")
        return chariot
    _within(1, board.damage_max, damage, f"{where}.damage", "the damage of a chariot still racing")
    chariot.space = _find(race, each.space, f"{where}.space")
    if race.board.heap[chariot.space]:
        raise DataError(f"{where}.space: there is a stone heap on {each.space}")
    return chariot


def _check_spaces(written: WrittenPosition, race: Race) -> None:
    """One chariot a space, except for one that is just driving through."""
    passing = race.mover if written.phase == "drive" and written.left else None
    for index, chariot in enumerate(race.chariots):
        for other in race.chariots[:index]:
            if other.space == chariot.space >= 0 and passing not in (chariot, other):
                where = f"position.chariots[{index}].space"
                name = race.board.names[chariot.space]
                raise DataError(f"{where}: the {other.colour} chariot stands on {name} already")


def _read_caltrops(written: WrittenPosition, race: Race) -> None:
    for index, name in enumerate(written.caltrops):
        space = _find(race, name, f"position.caltrops[{index}]")
        if space in race.caltrops:
            raise DataError(f"position.caltrops[{index}]: {name} has a caltrop already, and no space holds two")
        if race.board.heap[space]:
            raise DataError(f"position.caltrops[{index}]: there is a stone heap on {name}")
        race.caltrops.add(space)
    most = CALTROPS - len(race.caltrops)
    supply = most if written.supply is None else written.supply
    _within(0, most, supply, "position.supply", "the caltrops in the supply")
    race.supply = supply


def _read_turn(written: WrittenPosition, race: Race) -> None:
    _within(1, 1_000_000, written.round, "position.round", "a round")
    race.round = written.round
    indices = {chariot.colour: index for index, chariot in enumerate(race.chariots)}
    for index, colour in enumerate(written.order):
        if colour not in indices or colour in written.order[:index]:
            raise DataError(f"position.order[{index}]: '{colour[:40]}' is not a chariot of this race, or stands twice")
    race.order = [indices[colour] for colour in written.order] or order_of_play(race)
    for index in order_of_play(race):
        if index not in race.order:
            raise DataError(f"position.order: it leaves out the {race.chariots[index].colour} chariot")
    if written.turn:
        if written.turn not in indices or indices[written.turn] not in race.order:
            raise DataError(f"position.turn: '{written.turn[:40]}' has no turn in this round")
        race.turn_number = race.order.index(indices[written.turn])
    race.phase = "between turns"
    if written.phase:
        if race.mover.out:
            raise DataError(f"position.phase: the {race.mover.colour} chariot is out and takes no turn")
        race.phase = written.phase
        race.turn = _read_dice_and_move(written, race)


def _read_dice_and_move(written: WrittenPosition, race: Race) -> Turn:
    for index, face in enumerate(written.dice):
        if face not in FACES:
            faces = ", ".join(dict.fromkeys(FACES))
            raise DataError(f"position.dice[{index}]: a die shows {faces}, not '{face[:40]}'")
    _within(0, MAX_DICE, len(written.dice), "position.dice", "the number of dice")
    if written.phase in ("dice", "speed") and not written.dice:
        raise DataError(f"position.dice: the {written.phase} phase needs the dice that were rolled")
    _within(0, MAX_SPEED, written.left, "position.left", "the spaces left to move")
    _within(0, MAX_DICE, written.steers, "position.steers", "the lane changes left")
    _within(0, MAX_DICE, written.attacks, "position.attacks", "the attacks left")
    _within(0, LAPS, written.laps_before, "position.laps_before", "the laps completed before this move")
    return Turn(
        dice=[FACES.index(face) + 1 for face in written.dice],
        free_reroll=written.free_reroll,
        left=written.left,
        steers=written.steers,
        attacks=written.attacks,
        laps=written.laps_before,
        path=[
            (_find(race, name, f"position.path[{index}]"), progress)
            for index, (name, progress) in enumerate(written.path)
        ],
    )


def _find(race: Race, name: str, where: str) -> int:
    try:
        return race.board.find(name)
    except DataError as error:
        raise DataError(f"{where}: {error.message}") from error


def _within(low: int, high: int, value: int, where: str, what: str) -> None:
    if not low <= value <= high:
        raise DataError(f"{where}: {what} must be {low} to {high}, not {value}")


def write_position(race: Race) -> dict[str, Any]:
    """The position as `read_position` takes it."""
    if race.phase in ("setup", "draft", "places", "over"):
        raise DataError("only a running race can be written as a scenario", code="no-scenario")
    names, turn = race.board.names, race.turn
    chariots = [
        WrittenChariot(
            colour=chariot.colour,
            seat=chariot.seat,
            space="" if chariot.out else names[chariot.space],
            laps=chariot.laps,
            at_start=chariot.crossings == 0,
            damage=chariot.damage,
            speed=chariot.speed,
            fate=chariot.fate,
            out=chariot.out,  # type: ignore[arg-type]
            out_order=chariot.out_order,
            safe=chariot.safe,
        )
        for chariot in race.chariots
    ]
    written = WrittenPosition(
        chariots=chariots,
        round=max(1, race.round),
        caltrops=[names[space] for space in sorted(race.caltrops)],
        supply=race.supply,
        order=[race.chariots[index].colour for index in race.order],
        turn=race.mover.colour if race.turn_number < len(race.order) else "",
        phase="" if race.phase in ("between turns", "done") else race.phase,  # type: ignore[arg-type]
        dice=[FACES[value - 1] for value in turn.dice],
        free_reroll=turn.free_reroll,
        left=turn.left,
        steers=turn.steers,
        attacks=turn.attacks,
        laps_before=turn.laps,
        path=[(names[space], progress) for space, progress in turn.path],
        goal=race.goal if race.verdict is None else None,
    )
    plain: dict[str, Any] = to_plain(written)
    if written.goal is None:
        del plain["goal"]
    return plain
