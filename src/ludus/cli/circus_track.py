"""The circus in characters: the whole oval, and the stretch around one chariot with its lanes unrolled.

Capitals are teams, small letters the cars behind them; no information is in the colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

Position = Mapping[str, Any]

SECTIONS = ("front straight", "dolphin corner", "backstretch", "egg corner")
# Letter and terminal colour of each faction; the letter alone is enough to tell them apart.
FACTIONS = {
    "red": ("R", "bold white on red"),
    "blue": ("B", "bold white on blue"),
    "green": ("G", "bold black on green"),
    "white": ("W", "bold black on white"),
    "gold": ("D", "bold black on yellow"),
    "purple": ("P", "bold white on magenta"),
    "black": ("L", "bold white on grey23"),
    "orange": ("O", "bold black on dark_orange"),
    "silver": ("S", "bold black on grey70"),
    "brown": ("N", "bold white on orange4"),
    "pink": ("K", "bold black on pink1"),
    "teal": ("T", "bold white on dark_cyan"),
    "crimson": ("C", "bold white on dark_red"),
    "azure": ("A", "bold black on sky_blue1"),
    "olive": ("V", "bold white on dark_olive_green3"),
    "ivory": ("I", "bold black on light_yellow3"),
    "yellow": ("Y", "bold black on yellow1"),
    "burgundy": ("U", "bold white on deep_pink4"),
    "grey": ("E", "bold black on grey58"),
    "jade": ("J", "bold black on medium_spring_green"),
    "light blue": ("Q", "bold black on light_sky_blue1"),
    "light green": ("H", "bold black on light_green"),
    "sand": ("Z", "bold black on navajo_white1"),
}
WRECK = ("X", "bold red")
CARCASS = ("%", "red")
DRAGGED = ("&", "bold red")
ON_FOOT = ("@", "bold")
LEGEND = "R team   r car   X wreck   % carcass   & dragged driver   @ driver on foot   # finish line"

Mark = tuple[str, str]  # a character and its style


@dataclass(frozen=True)
class Circus:
    """The squares of a track as its stage describes them."""

    straight: int
    corners: tuple[int, ...]  # squares of each lane, the innermost first
    safe: tuple[int, ...]
    laps: int
    places: tuple[tuple[int, int, int], ...]  # lane, section and index of every square

    @classmethod
    def of(cls, stage: Mapping[str, Any]) -> Circus:
        track = stage["track"]
        corners = tuple(lane["corner"] for lane in track["lanes"])
        safe = tuple(lane["safe"] for lane in track["lanes"])
        places = tuple(
            (lane, section, index)
            for lane, corner in enumerate(corners, start=1)
            for section in range(4)
            for index in range(corner if section % 2 else track["straight"])
        )
        return cls(track["straight"], corners, safe, track["laps"], places)

    def length(self, lane: int, section: int) -> int:
        return self.corners[lane - 1] if section % 2 else self.straight

    def behind(self, square: int) -> int:
        """Squares of a lane follow each other; the first of a lane comes after its last."""
        lane = self.places[square][0]
        if square and self.places[square - 1][0] == lane:
            return square - 1
        return square + 2 * (self.straight + self.corners[lane - 1]) - 1


def marks(circus: Circus, position: Position) -> dict[int, Mark]:
    """What stands or lies on each square."""
    found: dict[int, Mark] = {
        int(square): CARCASS if lies == -2 else WRECK for square, lies in position["wrecks"].items()
    }
    for seen in position["chariots"].values():
        if seen["man"] >= 0:
            found[seen["man"]] = ON_FOOT
        if seen["driver"] == "dragged" and seen["square"] >= 0:
            car = circus.behind(seen["square"])
            found[circus.behind(car) if seen["hitched"] else car] = DRAGGED
    for faction, seen in position["chariots"].items():
        if seen["square"] >= 0 and seen["status"] in ("racing", "runaway"):
            letter, style = FACTIONS[faction]
            found[seen["square"]] = (letter, style)
            if seen["hitched"]:
                found[circus.behind(seen["square"])] = (letter.lower(), style)
    return found


# -- the whole oval -----------------------------------------------------------------------------------

ACROSS = 34  # columns of a straight
ROUND = 2.2  # a row is about as high as this many columns are wide
SPINA = 1  # rows from the middle of the spina to its edge


def draw_oval(circus: Circus, position: Position) -> list[Text]:
    """Front straight below, driven to the right; then up round the dolphins, back, and down round the eggs."""
    lanes = len(circus.corners)
    middle = SPINA + lanes
    left = round(ROUND * middle)
    cells: dict[tuple[int, int], Mark] = {}
    on = marks(circus, position)
    for square, place in enumerate(circus.places):
        x, y = _cell(circus, *place)
        mark = on.get(square)
        if mark is not None or (left + x, middle + y) not in cells:
            cells[left + x, middle + y] = mark or _empty(circus, *place)
    words = _spina(circus, position)
    for row, text in enumerate(words, start=middle - SPINA):
        for column, letter in enumerate(text.center(ACROSS)):
            cells[left + column, row] = (letter, "yellow" if row == middle else "dim")
    return [_line(cells, row, 2 * left + ACROSS) for row in range(2 * middle + 1)]


def _cell(circus: Circus, lane: int, section: int, index: int) -> tuple[int, int]:
    """Column and row of a square, from the left end and the middle of the spina."""
    radius = SPINA + lane
    if section % 2 == 0:
        along = round(index * (ACROSS - 1) / (circus.straight - 1))
        return (along, radius) if section == 0 else (ACROSS - 1 - along, -radius)
    angle = (index + 0.5) / circus.corners[lane - 1] * math.pi
    x, y = ROUND * radius * math.sin(angle), radius * math.cos(angle)
    return (ACROSS - 1 + round(x), round(y)) if section == 1 else (-round(x), -round(y))


def _empty(circus: Circus, lane: int, section: int, index: int) -> Mark:
    """Lane numbers half way down the straights, the finish line at the end of the backstretch."""
    if section % 2 == 0 and index == circus.straight // 2:
        return (str(lane), "cyan")
    if section == 2 and index == circus.straight - 1:
        return ("#", "bold")
    return (".", "dim")


def _spina(circus: Circus, position: Position) -> tuple[str, str, str]:
    taken = position["markers"]
    dolphins, eggs = circus.laps - (taken + 1) // 2, circus.laps - taken // 2
    lap = min(circus.laps, taken // 2 + 1)
    edge = "=" * (ACROSS - 2)
    return (edge, f"EGGS {eggs}   lap {lap} of {circus.laps}   DOLPHINS {dolphins}", edge)


def _line(cells: Mapping[tuple[int, int], Mark], row: int, columns: int) -> Text:
    text = Text(" ")
    for column in range(columns):
        text.append(*cells.get((column, row), (" ", "")))
    text.rstrip()
    return text


# -- the stretch around one chariot ----------------------------------------------------------------------

WINDOW = 70  # columns
WIDTH = 2  # columns of a straight square, and of the narrowest corner square
BACK = 14  # columns shown behind the chariot's team


def draw_stretch(circus: Circus, position: Position, faction: str) -> list[Text]:
    """The lanes around a chariot, driven to the right, the spina above; squares beside each other stand so."""
    square = position["chariots"][faction]["square"]
    if square < 0:
        return []
    starts = _starts(circus)
    begin = _columns(circus, starts, square)[0] - BACK
    on = marks(circus, position)
    lines = [_heading(circus, starts, begin)]
    for lane, safe in enumerate(position["safe_speeds"], start=1):  # as the ground is
        text = Text(f"{lane} ", style="cyan")
        for mark in _lane(circus, starts, begin, lane, on):
            text.append(*mark)
        text.append(f"  {safe:>2}", style="cyan")
        lines.append(text)
    return lines


def _starts(circus: Circus) -> tuple[int, ...]:
    """The columns where the sections begin, and where the lap ends."""
    straight, corner = WIDTH * circus.straight, WIDTH * max(circus.corners)
    return (0, straight, straight + corner, 2 * straight + corner, 2 * straight + 2 * corner)


def _columns(circus: Circus, starts: Sequence[int], square: int) -> tuple[int, int]:
    lane, section, index = circus.places[square]
    width, length = starts[section + 1] - starts[section], circus.length(lane, section)
    return starts[section] + round(index * width / length), starts[section] + round((index + 1) * width / length)


def _lane(circus: Circus, starts: Sequence[int], begin: int, lane: int, on: Mapping[int, Mark]) -> Iterator[Mark]:
    """One lane of the window, column by column."""
    row: list[Mark] = [(" ", "")] * WINDOW
    for square, (its_lane, section, index) in enumerate(circus.places):
        if its_lane != lane:
            continue
        first, last = _columns(circus, starts, square)
        edge = ("." if index else "#" if section == 3 else "|", "bold" if section == 3 and not index else "dim")
        for column in range(first, last):
            at = (column - begin) % starts[4]
            if at < WINDOW:
                row[at] = edge if column == first else on.get(square, (" ", ""))
    return iter(row)


def _heading(circus: Circus, starts: Sequence[int], begin: int) -> Text:
    """The names of the sections, the numbers of the straights' squares, and what stands at the end of each lane."""
    row = [" "] * WINDOW
    labels = dict(zip(starts, SECTIONS, strict=False))
    for straight in (0, 2):
        labels |= {starts[straight] + WIDTH * index + 1: str(index) for index in range(10, circus.straight, 5)}
    for column, label in labels.items():
        at = (column - begin) % starts[4]
        if at + len(label) <= WINDOW:
            row[at : at + len(label)] = label
    here = next(name for name, end in zip(SECTIONS, starts[1:], strict=True) if begin % starts[4] < end)
    if not "".join(row[: len(here) + 1]).strip():
        row[: len(here)] = here
    return Text(f"  {''.join(row)} safe", style="dim")
