"""The arena drawn with characters: the sand around the men, and their log sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

Position = Mapping[str, Any]
Man = Mapping[str, Any]

ARROWS = ("↑", "↗", "↘", "↓", "↙", "↖")  # facings, clockwise from north
# A man by his side; the letter alone is enough to tell men apart.
SIDES = ("bold white on blue", "bold white on red")
ITEMS = {"sword": "/", "trident": "ψ", "fragment": "'", "shaft": "'", "shield": "o", "net": "#"}
ROOM = 2  # hexes shown around the men
ACROSS = 4  # columns from one hex to its neighbour
LEGEND = "arrows: facing   small letter: down   /ψ'o#: sword, trident, pieces, shield, net on the sand"


def draw_arena(position: Position, stage: Mapping[str, Any], names: Sequence[str], about: str) -> RenderableType:
    """The men on the sand from above, north at the top, and what is left of them."""
    men = [man for man in position["fighters"].values() if man["place"]]
    if not men or position["step"] == "setup":
        return Group()
    head = Text(f"Turn {position['turn']}, phase {position['phase']} of {stage['phases']}", style="bold")
    return Group(head, *_sand(position, men), Text(LEGEND, style="dim"), _sheets(men, stage["areas"], names))


def _spot(place: Sequence[int]) -> tuple[int, int]:
    """Row and column of a hex: every other column of hexes lies half a hex lower."""
    q, r = place
    return 2 * r + q, q


def _sand(position: Position, men: Sequence[Man]) -> list[Text]:
    spots = [_spot(man["place"]) for man in men if man["status"] == "fighting"] or [_spot(men[0]["place"])]
    top, bottom = min(row for row, _ in spots) - 2 * ROOM, max(row for row, _ in spots) + 2 * ROOM
    left, right = min(column for _, column in spots) - 2 * ROOM, max(column for _, column in spots) + 2 * ROOM
    lying = {_spot(item["place"]): ITEMS[item["kind"]] for item in position["items"]}
    standing = {_spot(man["place"]): man for man in men if man["status"] == "fighting"}
    lines = []
    for row in range(top, bottom + 1):
        line = Text("  ")
        for column in range(left, right + 1):
            if (row + column) % 2:
                line.append(" " * ACROSS)
                continue
            man = standing.get((row, column))
            if man:
                line.append(_figure(man), style=SIDES[man["side"]])
                line.append(" " * (ACROSS - 2))
            else:
                line.append(f"{lying.get((row, column), '·'):<{ACROSS}}", style="dim")
        lines.append(line)
    return lines


def _figure(man: Man) -> str:
    letter = str(man["name"])[0]
    return (letter if man["posture"] == "standing" else letter.lower()) + ARROWS[man["facing"]]


def _sheets(men: Sequence[Man], areas: Sequence[str], names: Sequence[str]) -> Grid:
    """A column for each man, as on paper."""
    grid = Grid("", box=None, pad_edge=False)
    for man in men:
        grid.add_column(Text(f"{_figure(man)} {man['name']}", style=SIDES[man["side"]]))
    grid.add_row("", *(f"{names[man['seat']]}, {man['kind']}" for man in men))
    grid.add_row("combat factor", *(f"{man['cf']} of {man['cf_start']}{_stunned(man)}" for man in men))
    grid.add_row("moves used", *(f"{man['used']} of {man['allowance']}" for man in men))
    grid.add_row("arms", *map(_arms, men))
    for number, area in enumerate(areas):
        grid.add_row(area, *(_area(man, number) for man in men))
    grid.add_row("", *(Text(_state(man), style="bold red") for man in men))
    return grid


def _stunned(man: Man) -> str:
    return f", stunned {man['stun']}" if man["stun"] else ""


def _area(man: Man, number: int) -> str:
    """Wounds taken against what it can take, and the armour over it."""
    worn = f"  armour {man['armour'][number]}" if man["armour"][number] else "  bare"
    return f"{man['wounds'][number]} of {man['wound_factor']} wounds{worn}"


def _arms(man: Man) -> str:
    shield = f"{man['shield']} shield {man['shield_boxes']}" if man["shield"] else ""
    return ", ".join(each for each in (man["weapon"], shield, "net" if man["net"] else "") if each) or "bare hands"


def _state(man: Man) -> str:
    """Everything that is not as it should be."""
    signs = {
        man["posture"]: man["posture"] != "standing",
        "netted": man["netted"],
        "lame": man["lame"],
        "bleeding": any(man["arteries"]),
        "dying": man["mortal"],
        man["status"]: man["status"] != "fighting",
    }
    return ", ".join(sign for sign, shown in signs.items() if shown)
