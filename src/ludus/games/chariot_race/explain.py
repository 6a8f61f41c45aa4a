"""What each answer means: a label, what it costs, where it leads, and the odds before a roll."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ludus.core.decision import Choice, Decision
from ludus.core.dice import ScriptedDice
from ludus.core.event import Tone
from ludus.core.table import Table
from ludus.games.chariot_race.board import IN
from ludus.games.chariot_race.charts import CHARIOT_BOARDS, COSTS, FACES
from ludus.games.chariot_race.doom import is_doomed
from ludus.games.chariot_race.movement import go_straight, start_move
from ludus.games.chariot_race.state import Chariot, Race
from ludus.games.chariot_race.turn import (
    FACE_OF,
    LANE_CHANGES,
    REROLLS,
    SPEED_CHANGES,
    STRAIGHT,
    TURNS,
    apply_speed,
    faces,
    steer,
)
from ludus.games.chariot_race.words import FACE_WORDS, which_dice

Answer = dict[str, Any]

LITTLE_DAMAGE = 2


def explain_answers(race: Race, decision: Decision) -> list[Answer]:
    explainer = EXPLAINERS[decision.name]
    return [explainer(race, choice) for choice in decision]


def _answer(choice: Choice, label: str, hint: str = "", **more: Any) -> Answer:
    return {"choice": choice, "label": label, "hint": hint, **more}


def _chariot(race: Race, choice: Any) -> Answer:
    board = CHARIOT_BOARDS[choice]
    hint = (
        f"damage {board.damage_start}, speed {board.speed_start} (at most {board.speed_max}), "
        f"fate {board.fate_start}, {board.dice_for_speed[board.speed_start]} dice to begin with"
    )
    return _answer(choice, f"The {choice} chariot", hint)


def _place(race: Race, choice: Any) -> Answer:
    return _answer(choice, f"Start on {choice}", space=choice)


def _repair(race: Race, choice: Any) -> Answer:
    if choice == "no":
        return _answer(choice, "No repair", "keep your fate")
    chariot = race.mover
    gain = min(COSTS.repair_up_to, chariot.board.damage_max - chariot.damage)
    return _answer(choice, f"Repair {gain} damage", f"{COSTS.repair_fate} fate")


def _dice(race: Race, choice: Any) -> Answer:
    told = dict(_dice_answer(choice, race.turn.free_reroll))
    if choice == "keep" and is_doomed(race):
        told.update(hint="with these dice every way on wrecks you", tone="dire", folly=True)
    return told


@cache
def _dice_answer(choice: str, free: bool) -> Answer:
    if choice == "keep":
        return _answer(choice, "Keep these dice")
    if choice in TURNS:
        die, value = TURNS[choice]
        word = FACE_WORDS[FACE_OF[value]]
        return _answer(choice, f"Turn die {die + 1} to {word}", f"{COSTS.change_fate} fate", dice=[die])
    dice = REROLLS[choice]
    price = "free" if free else f"{COSTS.change_fate} fate"
    which = which_dice([die + 1 for die in dice])
    return _answer(choice, f"Roll {which} again", price, dice=list(dice), odds=reroll_odds(len(dice)))


def reroll_odds(count: int) -> dict[str, float]:
    """For each face the exact chance that at least one of so many dice shows it (CR dice-faces)."""
    return {face: round(1 - (1 - FACES.count(face) / len(FACES)) ** count, 4) for face in dict.fromkeys(FACES)}


def _speed(race: Race, choice: Any) -> Answer:
    shown = faces(race.turn)
    change = SPEED_CHANGES[choice]

    def act(future: Race, table: Table, chariot: Chariot) -> None:
        apply_speed(future, table, chariot, shown.count("plusminus"), change, shown.count("sprint"))
        if not chariot.out:
            start_move(future, chariot)
            go_straight(future, table, chariot, future.turn.left)

    effects = preview(race, act)
    told = {"effects": effects, "tone": _tone(effects)}
    word = "Faster" if change > 0 else "Slower" if change < 0 else "Even"
    return _answer(choice, f"{word}: speed {effects['speed']}", _cost(effects), space=effects["end"], **told)


def _steer(race: Race, choice: Any) -> Answer:
    def act(future: Race, table: Table, chariot: Chariot) -> None:
        steer(future, table, chariot, choice)
        go_straight(future, table, chariot, future.turn.left)

    effects = preview(race, act)
    told = {"effects": effects, "tone": _tone(effects)}
    if choice == STRAIGHT:
        return _answer(choice, "Straight on", _cost(effects), space=effects["end"], **told)
    direction, spaces = LANE_CHANGES[choice]
    target = race.board.names[lane_change_target(race, direction, spaces)]
    after = f"after {spaces} space{'s' if spaces > 1 else ''}" if spaces else "at once"
    group = "Inwards" if direction == IN else "Outwards"
    return _answer(choice, f"Change to {target} {after}", _cost(effects), space=target, group=group, **told)


def lane_change_target(race: Race, direction: int, spaces: int) -> int:
    """Where a lane change after so many spaces leads, if the chariot lives to make it."""
    space = race.mover.space
    for _ in range(spaces):
        space, _crossed = race.board.ahead[space]
    step = race.board.change[direction][space]
    assert step is not None
    return step[0]


def _attack(race: Race, choice: Any) -> Answer:
    if choice == "hold":
        return _answer(choice, "Hold your fire")
    kind, _, target = str(choice).partition(" ")
    if kind == "caltrop":
        return _answer(
            choice, f"Drop a caltrop on {target}", "1 damage to whoever comes next", space=target, group="Caltrops"
        )
    victim = next(chariot for chariot in race.chariots if chariot.colour == target)
    wrecks = victim.damage <= COSTS.javelin_damage
    hint = "wrecks it" if wrecks else f"{COSTS.javelin_damage} damage"
    return _answer(
        choice, f"Javelin at {target}", hint, space=race.board.names[victim.space], target=target, group="Javelins"
    )


def preview(race: Race, act: Callable[[Race, Table, Chariot], None]) -> dict[str, Any]:
    """Do it on a copy and see what comes of it. Nothing here rolls dice, so it is exact."""
    future = race.copy()
    chariot = future.mover
    before = {other.colour: other.damage for other in future.chariots}
    table = Table(ScriptedDice(()), [])
    act(future, table, chariot)
    wrecks = {event.data["chariot"]: event.data["space"] for event in table.events if event.kind == "wreck"}
    rammed = {event.data["rammed"] for event in table.events if event.kind == "ram"}
    return {
        "damage": before[chariot.colour] - chariot.damage,
        "left": chariot.damage,
        "speed": chariot.speed,
        "wrecked": bool(chariot.out),
        "end": wrecks[chariot.colour] if chariot.out else future.board.names[chariot.space],
        "path": [event.data["to"] for event in table.events if event.kind == "drive"],
        "rams": [
            {"chariot": other.colour, "damage": before[other.colour] - other.damage, "wrecked": bool(other.out)}
            for other in future.chariots
            if other.colour in rammed
        ],
        "laps": 0 if chariot.out else max(0, chariot.laps - future.turn.laps),
    }


def _tone(effects: dict[str, Any]) -> Tone:
    if effects["wrecked"]:
        return "dire"
    return "good" if not effects["damage"] else "fair" if effects["damage"] <= LITTLE_DAMAGE else "bad"


def _cost(effects: dict[str, Any]) -> str:
    if effects["wrecked"]:
        return f"wrecks you on {effects['end']}"
    words = f"{effects['damage']} damage" if effects["damage"] else "no damage"
    for each in effects["rams"]:
        words += f", {'wrecks' if each['wrecked'] else 'rams'} {each['chariot']}"
    if effects["laps"]:
        words += ", completes the lap"
    return words + f", ends on {effects['end']}"


EXPLAINERS: dict[str, Callable[[Race, Any], Answer]] = {
    "chariot": _chariot,
    "place": _place,
    "repair": _repair,
    "dice": _dice,
    "speed": _speed,
    "steer": _steer,
    "attack": _attack,
}
