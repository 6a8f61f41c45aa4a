"""Boards drawn with characters, for playing in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ludus.cli.arena import draw_arena
from ludus.cli.campaign_sheets import draw_campaign
from ludus.cli.circus_purse import purse
from ludus.cli.circus_sheets import corner_chances, sheet, standings
from ludus.cli.circus_track import LEGEND, Circus, draw_oval, draw_stretch
from ludus.cli.epic_sheets import draw_epic

Position = Mapping[str, Any]
Stage = Mapping[str, Any]

# Letter and terminal colour of each chariot; the letter alone is enough to tell them apart.
CHARIOTS = {
    "blue": ("B", "bold white on blue"),
    "red": ("R", "bold white on red"),
    "green": ("G", "bold black on green"),
    "yellow": ("Y", "bold black on yellow"),
    "purple": ("P", "bold white on magenta"),
    "white": ("W", "bold black on white"),
}
STRIP = 72  # columns for half a lap
FACES = {"plusminus": "+/-", "sprint": "sprint", "steer": "steer", "attack": "attack", "fortuna": "Fortuna"}


def draw_chariot_race(position: Position, stage: Stage, names: Sequence[str], about: str) -> RenderableType:
    """Two strips of half a lap, the sheets of all chariots, and the dice on the table."""
    parts: list[RenderableType] = [Text("finish line | first half of the lap >>>", style="dim")]
    parts += _strip(position, stage, 0)
    parts.append(Text("second half >>> | finish line", style="dim"))
    parts += _strip(position, stage, 1)
    parts.append(_sheets(position, names))
    dice = position["turn"]["dice"]
    if dice and position["phase"] in ("dice", "speed"):
        words = "   ".join(f"{number} [{FACES[face]}]" for number, face in enumerate(dice, start=1))
        parts.append(Text(f"Dice:  {words}", style="bold"))
    return Group(*parts)


def _strip(position: Position, stage: Stage, half: int) -> list[Text]:
    board = stage["board"]
    ticks = board["lap_ticks"] / 2
    standing = {seen["space"]: colour for colour, seen in position["chariots"].items() if seen["space"]}
    caltrops = set(position["caltrops"])
    lines = []
    for lane in reversed(board["lanes"]):
        spaces = [space for space in board["spaces"] if space["lane"] == lane]
        line_at = spaces[0]["rear"]
        text = Text(f"{lane[:7]:<7}")
        for space in spaces:
            start = space["rear"] - half * ticks
            if not line_at <= start < line_at + ticks:
                continue
            column = 7 + round(start / ticks * STRIP)
            width = 7 + round((space["front"] - half * ticks) / ticks * STRIP) - column
            text.append(" " * (column - len(text)))
            text.append("‖" if space["rear"] == line_at else "|", style="dim")
            text.append(*_content(space, standing.get(space["name"]), space["name"] in caltrops))
            text.append(" " * max(0, column + width - len(text)))
        lines.append(text)
    return lines


def _content(space: Mapping[str, Any], chariot: str | None, caltrop: bool) -> tuple[str, str]:
    if chariot:
        letter, style = CHARIOTS[chariot]
        return (f"{letter}*" if caltrop else letter, style)
    if space["heap"]:
        return ("##", "bold red")
    if caltrop:
        return ("*", "bold red")
    return (str(space["safe"]), "cyan") if space["safe"] else ("", "")


def _sheets(position: Position, names: Sequence[str]) -> Grid:
    grid = Grid("", "driver", "space", "damage", "speed", "fate", "laps to go", box=None, pad_edge=False)
    order = {colour: number for number, colour in enumerate(position["order"])}
    chariots = sorted(position["chariots"].items(), key=lambda item: order.get(item[0], 9))
    for colour, seen in chariots:
        letter, style = CHARIOTS[colour]
        arrow = ">" if colour == position["mover"] and position["phase"] != "over" else " "
        grid.add_row(
            Text(f"{arrow}{letter} {colour}", style=style),
            names[seen["seat"]],
            seen["out"] or seen["space"] or "",
            str(seen["damage"]),
            str(seen["speed"]),
            str(seen["fate"]),
            str(seen["laps_to_go"]),
        )
    return grid


def draw_circus(position: Position, stage: Stage, names: Sequence[str], about: str) -> RenderableType:
    """The whole circus while speeds are written; in the middle of a move only what is near the chariot."""
    placed = any(seen["square"] >= 0 for seen in position["chariots"].values())
    if not position["chariots"] or (position["phase"] == "setup" and not placed):
        return Group(*purse(position, names))  # the colours are drawn, but nobody stands anywhere yet
    circus = Circus.of(stage)
    asked = about in position["chariots"]
    parts: list[RenderableType] = []
    if position["conditions"]:
        parts.append(Text(f"On the track: {' and '.join(position['conditions'])}.", style="bold"))
    if not asked or position["phase"] in ("writing", "between turns", "betting", "on foot"):
        parts += [Text(), *draw_oval(circus, position), Text(LEGEND, style="dim"), standings(circus, position, names)]
    if asked:
        parts += draw_stretch(circus, position, about)
        if position["chariots"][about]["hits_start"]:  # else it is still to be built, or harnessed
            parts += sheet(circus, position, about)
    if not asked or position["phase"] in ("between turns", "betting"):
        parts += purse(position, names)
    return Group(*parts)


def draw_any_campaign(position: Position, stage: Stage, names: Sequence[str], about: str) -> RenderableType:
    """A season, a school, or great families."""
    return (draw_epic if "goal" in stage else draw_campaign)(position, stage, names, about)


# From the position a seat sees, the stage with that seat, the names, and the piece that a question is about, or else
# the question itself ("": all of it is wanted).
DRAWERS: dict[str, Callable[[Position, Stage, Sequence[str], str], RenderableType]] = {
    "chariot-race": draw_chariot_race,
    "circus": draw_circus,
    "gladiator": draw_arena,
    "campaign": draw_any_campaign,
}

# What a game adds to the list of answers.
ADVICE: dict[str, Callable[[Sequence[Mapping[str, Any]]], RenderableType]] = {"circus": corner_chances}
