"""The charts, from the data file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludus.core.tables import load_table

_file: dict[str, Any] = load_table(__package__ or "ludus.games.circus", "charts")

FACTIONS: tuple[str, ...] = tuple(_file["factions"])
POINTS: int = _file["preparation"]["points"]
MOST_POINTS: int = _file["preparation"]["most"]
CARS: tuple[str, ...] = tuple(_file["preparation"]["cars"])
CATEGORIES = ("driver", "car", "speed", "endurance")
DRIVER_HITS: tuple[int, ...] = tuple(_file["driver"]["hits"])
WHEEL_BOXES: int = _file["car"]["wheel_boxes"]
CAR_MODIFIER: dict[str, int] = dict(_file["car"]["damage_modifier"])
TEAM_SPEEDS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(horses) for horses in row) for row in _file["team"]["speeds"]
)
TEAM_ENDURANCE: tuple[tuple[int, ...], ...] = tuple(tuple(row) for row in _file["team"]["endurance"])
INSIDE: int = _file["movement"]["inside"]
OUTSIDE: int = _file["movement"]["outside"]
SIDESLIP: int = _file["movement"]["sideslip"]
ATTACK: int = _file["movement"]["attack"]
JOSTLE: int = _file["corner_strain"]["jostle"]
INVOLUNTARY: int = _file["corner_strain"]["involuntary"]
BLOCKED_DOUBLE: int = _file["corner_strain"]["blocked_double"]
WHEEL_CHECK_SPEED: int = _file["wheel_check"]["speed"]
BRAKE_ENDURANCE: int = _file["brake"]["endurance"]
LASH_LOWEST: int = _file["lash"]["lowest"]
LASH_HIGHEST: int = _file["lash"]["highest"]
LASH_TABLE: tuple[tuple[str, ...], ...] = tuple(tuple(row) for row in _file["lash"]["table"])
DEAD_HORSE_DIVISOR: tuple[int, ...] = tuple(_file["dead_horse"]["endurance_divisor"])
STOPPED_TEAM: int = _file["run_over"]["stopped_team"]
REACTION_SECONDS: int = _file["reaction"]["seconds"]
THRESHOLDS: tuple[int, ...] = tuple(_file["solitaire"]["thresholds"])

_horse_points: tuple[int, ...] = tuple(_file["horse_injury"]["points"])
_wheel_points: tuple[int, ...] = tuple(_file["wheel_damage"]["points"])
_wreck_rows: tuple[tuple[int, int], ...] = tuple((lanes, forward) for lanes, forward in _file["wreck_location"]["rows"])
_critical_rows: tuple[str, ...] = tuple(_file["critical"]["rows"])


@dataclass(frozen=True, slots=True)
class _Strain:
    diagonals: dict[int, str]
    flip_from: int
    lowest_row: int
    highest_row: int
    highest_column: int


_strain = _Strain(
    diagonals={int(total): code for total, code in _file["corner_strain"]["diagonals"].items()},
    flip_from=_file["corner_strain"]["flip_from"],
    lowest_row=_file["corner_strain"]["lowest_row"],
    highest_row=_file["corner_strain"]["highest_row"],
    highest_column=_file["corner_strain"]["highest_column"],
)


def driver_hits(roll: int) -> int:
    """CM 3.61: one die plus the driver's modifier."""
    return DRIVER_HITS[min(max(roll, 1), len(DRIVER_HITS)) - 1]


def corner_strain(roll: int, points: int) -> str:
    """CM 7.32b: three dice minus CDM against strain points; "-", S, SS, J, LH, RH or FP."""
    row = min(max(roll, _strain.lowest_row), _strain.highest_row)
    total = row + min(points, _strain.highest_column)
    return "FP" if total >= _strain.flip_from else _strain.diagonals.get(total, "-")


def lash_factor(difference: int) -> int:
    """CM 9.42a: the difference, kept on the table."""
    return min(max(difference, LASH_LOWEST), LASH_HIGHEST)


def driver_lash(roll: int, factor: int) -> str:
    """CM 9.42b: "-", B, S, M, W or G."""
    return LASH_TABLE[roll - 2][lash_factor(factor) - LASH_LOWEST]


def horse_injury(roll: int) -> int:
    """CM 9.5: injury points for the modified roll."""
    return _horse_points[min(max(roll, 0), len(_horse_points) - 1)]


def car_ram(total: int) -> tuple[bool, bool]:
    """CM 9.54: whether the attacker's and the defender's car are damaged."""
    limits = _file["car_ram"]
    if total <= limits["attacker_to"]:
        return (True, False)
    if total <= limits["both_to"]:
        return (True, True)
    return (False, total > limits["none_to"])


def wheel_damage(roll: int) -> int:
    """CM 9.55a: damage points for the modified roll."""
    return _wheel_points[min(max(roll, 0), len(_wheel_points) - 1)]


def wreck_location(roll: int) -> tuple[int, int]:
    """CM 12.2b: lanes (left is negative) and squares forward."""
    return _wreck_rows[roll - 2]


def critical_hit(roll: int) -> str:
    """CM 13.1b."""
    return _critical_rows[roll - 2]


def run_over(total: int) -> str:
    """CM 14.3b."""
    limits = _file["run_over"]
    for name in ("none", "jostled", "car", "hobbled", "serious", "danger"):
        if total <= limits[f"{name}_to"]:
            return name
    return "flip"
