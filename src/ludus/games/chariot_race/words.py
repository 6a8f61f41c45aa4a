"""Events in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludus.core.event import Event
from ludus.core.goals import goal_story
from ludus.games.chariot_race.charts import FACES

FACE_WORDS = {
    "plusminus": "+/-",
    "sprint": "sprint",
    "steer": "steer",
    "attack": "attack",
    "fortuna": "Fortuna",
}


def faces_in_words(dice: Sequence[int]) -> str:
    return ", ".join(FACE_WORDS[FACES[value - 1]] for value in dice)


def which_dice(numbers: Sequence[int]) -> str:
    """
    >>> which_dice([2]), which_dice([1, 3, 4])
    ('die 2', 'dice 1, 3 and 4')
    """
    *others, last = map(str, numbers)
    return f"dice {', '.join(others)} and {last}" if others else f"die {last}"


def tell_story(event: Event, names: Sequence[str]) -> str:
    return STORIES[event.kind](event.data, names)


Data = Mapping[str, Any]


def _who(data: Data) -> str:
    return str(data["chariot"]).capitalize()


def _grid(data: Data, names: Sequence[str]) -> str:
    grid = ", ".join(f"{each['chariot']} ({names[each['seat']]}) on {each['space']}" for each in data["grid"])
    return f"The chariots line up: {grid}."


def _speed(data: Data, names: Sequence[str]) -> str:
    if data["to"] == data["from"]:
        words = f"{_who(data)} holds speed {data['to']}"
    else:
        words = f"{_who(data)} goes from speed {data['from']} to {data['to']}"
    if data["sprints"]:
        words += f"; the sprint costs {data['damage']} damage, {data['left']} left"
    return words + "."


def _reroll(data: Data, names: Sequence[str]) -> str:
    changed = which_dice(data["changed"])
    price = "for free" if data["free"] else f"for 2 fate, {data['fate']} left"
    return f"{_who(data)} rolls {changed} again {price}: {faces_in_words(data['dice'])}."


def _drive(data: Data, names: Sequence[str]) -> str:
    if data["how"] == "forward":
        return f"{_who(data)} drives on to {data['to']}."
    return f"{_who(data)} changes lanes to {data['to']}."


def _ram(data: Data, names: Sequence[str]) -> str:
    words = f"{_who(data)} rams {data['rammed']} on {data['space']}: "
    if data["spared"]:
        return words + f"{data['damage']} damage to {data['chariot']}, {data['rammed']} has finished and is safe."
    return words + f"{data['damage']} damage each, {data['left']} and {data['rammed_left']} left."


def _wreck(data: Data, names: Sequence[str]) -> str:
    rubble = "; the debris lies there like a caltrop" if data["caltrop"] else ""
    return f"{_who(data)} is wrecked on {data['space']}{rubble}!"


def _end(data: Data, names: Sequence[str]) -> str:
    if not data["winners"]:
        return "The race is over, and nobody wins."
    winners = " and ".join(str(winner).capitalize() for winner in data["winners"])
    how = {
        "lone-finisher": "alone across the line",
        "furthest-past-line": "furthest past the line",
        "shared-victory": "level past the line",
        "last-left": "the last one left",
    }[data["reason"]]
    return f"{winners} wins, {how}!" if len(data["winners"]) == 1 else f"{winners} share the victory, {how}!"


STORIES: dict[str, Callable[[Data, Sequence[str]], str]] = {
    "grid": _grid,
    "first-chooser": lambda data, names: f"{names[data['seat']]} chooses first.",
    "chosen": lambda data, names: f"{names[data['seat']]} takes the {data['chariot']} chariot.",
    "takes-place": lambda data, names: f"{_who(data)} will start on {data['space']}.",
    "round": lambda data, names: f"Round {data['round']}: {', '.join(data['order'])}.",
    "turn": lambda data, names: f"{_who(data)}'s turn ({names[data['seat']]}).",
    "repair": lambda data, names: f"{_who(data)} repairs to {data['damage']} damage; {data['fate']} fate left.",
    "slowed": lambda data, names: f"{_who(data)} is too battered for speed {data['from']} and slows to {data['to']}.",
    "roll": lambda data, names: f"{_who(data)} rolls {faces_in_words(data['dice'])}.",
    "reroll": _reroll,
    "turn-die": lambda data, names: (
        f"{_who(data)} turns die {data['die']} to {FACE_WORDS[data['face']]} for 2 fate, {data['fate']} left."
    ),
    "fortuna": lambda data, names: f"Fortuna smiles on {data['chariot']}: {data['fate']} fate.",
    "speed": _speed,
    "drive": _drive,
    "heap": lambda data, names: f"{_who(data)} crashes into the stone heap on {data['space']}!",
    "corner": lambda data, names: (
        f"{_who(data)} takes {data['space']} (safe at {data['safe']}) at speed {data['speed']}: "
        f"{data['damage']} damage, {data['left']} left."
    ),
    "caltrop-hit": lambda data, names: (
        f"{_who(data)} runs over a caltrop on {data['space']}: {data['damage']} damage, {data['left']} left."
    ),
    "ram": _ram,
    "placed": lambda data, names: f"{_who(data)} falls back to {data['to']}.",
    "lap": lambda data, names: f"{_who(data)} completes lap {data['laps']}.",
    "finish": lambda data, names: f"{_who(data)} crosses the finish line!",
    "wreck": _wreck,
    "caltrop": lambda data, names: f"{_who(data)} drops a caltrop on {data['space']}.",
    "javelin": lambda data, names: (
        f"{_who(data)} hits {data['target']} with a javelin: {data['damage']} damage, {data['left']} left."
    ),
    "retired": lambda data, names: f"{_who(data)} leaves the race; {names[data['seat']]} has resigned.",
    "goal": lambda data, names: goal_story(data),
    "end": _end,
}
