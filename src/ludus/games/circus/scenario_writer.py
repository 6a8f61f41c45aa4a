"""A running race as a scenario file has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from ludus.core.errors import DataError
from ludus.core.plain import to_plain
from ludus.games.circus.editions import book_of
from ludus.games.circus.position import (
    WrittenAttack,
    WrittenChariot,
    WrittenMove,
    WrittenPosition,
    WrittenWreck,
    shortened,
)
from ludus.games.circus.scenario import ORDINARY_TEAM, find_attack, ordinary_car, wound_drops
from ludus.games.circus.state import CARCASS, TEAM, WRECK, Chariot, Goal, Race
from ludus.games.circus.threats import Falling

QUESTIONS = {"cutting": "cut", "jumping": "pay", "injured": "injury", "reins": "loose", "on foot": "walk"}  # by phase


def write_position(race: Race) -> dict[str, Any]:
    """The position as `read_position` takes it, at any question from the first speed on but in a chain of rams."""
    attack, landing = _check_question(race)
    name = race.track.name
    faction = [chariot.faction for chariot in race.chariots]
    between = race.phase == "between turns"
    written: dict[str, Any] = {
        "chariots": [_write_chariot(race, chariot) for chariot in race.chariots],
        "turn": race.turn + between,
        "begun": race.phase == "writing",
        "asks": QUESTIONS.get(race.phase, ""),
        "draw": [faction[number] for number in race.ordered],
        "draws": race.draws,
        "wrecks": [name(square) for square, lies in sorted(race.wrecks.items()) if lies == WRECK],
        "carcasses": [name(square) for square, lies in sorted(race.wrecks.items()) if lies == CARCASS],
        "falling": [_write_wreck(race, car) for car in race.falling],
        "contest_won": landing and race.threat is not None and race.threat.won,
        "markers": race.markers,
        "final": race.final,
        "idle": race.idle,
        "later": [faction[number] for number in race.later],
        "parts": _write_parts(race.rules.book.race_parts, race.parts),
    }
    if race.phase not in ("between turns", "writing", "on foot"):
        written["cup"] = [faction[number] for number in race.cup]
    if race.goal is not None and race.verdict is None:
        written["goal"] = shortened(Goal, to_plain(race.goal))
    if race.phase == "on foot" and race.walker < 0:
        written["asks"] = "abandon"
    elif race.phase == "on foot":
        written["walker"], written["walked"] = faction[race.walker], race.walked
    if race.mover >= 0:
        written["mover"] = faction[race.mover]
        if race.phase != "moving":
            written["move"] = _write_move(race, faction)
    if attack is not None:
        written["attack"] = shortened(WrittenAttack, to_plain(attack))
    return shortened(WrittenPosition, written)


def _check_question(race: Race) -> tuple[WrittenAttack | None, bool]:
    """The attack that somebody has to face, and whether it is a wreck; refused where there is more to it."""
    if race.phase in ("setup", "over"):
        raise DataError(
            "only a running race can be written as a scenario, from the first speeds to the last move",
            code="no-scenario",
        )
    if race.phase == "betting":
        raise DataError(
            "money that is being placed is no part of a position; write it when all have done so", code="no-scenario"
        )
    if race.phase != "resolving":
        return None, False
    if race.mover < 0:
        if race.threat is not None and race.threat.kind == "wreck":
            return None, True
        raise _too_much("a wreck", "that was asked")
    attack = _announced(race)
    if attack is None:
        mover = race.chariots[race.mover].faction
        raise _too_much(f"{mover}'s move", f"to {mover}")
    return attack, False


def _too_much(what: str, whom: str) -> DataError:
    return DataError(
        f"{what} has set off more than a position can say; start from the last question {whom} before it, give its "
        "answer as the first of `answers` and the dice since then as `dice`",
        code="no-scenario",
    )


def _announced(race: Race) -> WrittenAttack | None:
    """The mover's own attack, if that is what somebody has to face."""
    threat, mover = race.threat, race.chariots[race.mover]
    if threat is None or threat.attacker != race.mover or not mover.on_track:
        return None
    attack = find_attack(race, mover, threat.kind, race.chariots[threat.target], threat.part)
    if attack is None or replace(threat, won=False) != book_of(race).threat_of(mover, attack):
        return None
    at: Literal["team", "car"] = "team" if threat.part == TEAM else "car"
    return WrittenAttack(threat.kind, race.chariots[threat.target].faction, at, threat.won)


def _write_wreck(race: Race, car: Falling) -> dict[str, Any]:
    written: dict[str, Any] = to_plain(car)
    written["faction"] = race.chariots[car.faction].faction
    written["square"] = race.track.name(car.square)
    written["landed"] = race.track.name(car.landed) if car.landed >= 0 else ""
    if car.car == ordinary_car(race):
        del written["car"]
    return shortened(WrittenWreck, written)


def _write_parts(kinds: Mapping[str, type], parts: Mapping[str, Any]) -> dict[str, Any]:
    """What options have added, where it is not as in the beginning."""
    written = {name: shortened(kind, to_plain(parts[name])) for name, kind in kinds.items()}
    return {name: values for name, values in written.items() if values}


def _write_chariot(race: Race, chariot: Chariot) -> dict[str, Any]:
    name = race.track.name
    written: dict[str, Any] = to_plain(chariot)
    del written["number"], written["leg"]
    written["parts"] = _write_parts(race.rules.book.chariot_parts, chariot.parts)
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
    book = book_of(race)
    dragged = chariot.driver == "dragged" and chariot.on_track
    implied = {
        "car": ordinary_car(race),
        "cdm": chariot.modifier,
        "hits": 0 if chariot.driver == "dead" else chariot.hits_start,
        "horses": list(chariot.horses_start),
        "horses_start": list(ORDINARY_TEAM),
        "exhausted": chariot.endurance == 0,
        "wound_drops": wound_drops(chariot.hits_start, chariot.hits),
        "under": [name(square) for square in book.wrecks_under(chariot)] if chariot.on_track else [],
        "trail": [name(book.dragged_square(chariot))] if dragged else [],
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
    if move.written and move.written == race.chariots[race.mover].written:
        del written["written"]
    return shortened(WrittenMove, written)
