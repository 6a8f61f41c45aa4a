"""The charts, from the data file, in the shape the rules look them up in."""

from __future__ import annotations

from typing import Any

from ludus.core.toml_files import load_table

_file: dict[str, Any] = load_table(__package__ or "ludus.games.gladiator", "charts")

AREAS = ("head", "chest", "groin", "arms", "legs")
HEAD, CHEST, GROIN, ARMS, LEGS = range(5)

NAMES: tuple[str, ...] = tuple(_file["names"])
COUNTERS: dict[str, tuple[int, ...]] = {
    kind: tuple(numbers) for kind, numbers in _file["counters"].items() if kind != "others_from"
}
OTHER_COUNTERS: int = _file["counters"]["others_from"]
TYPES = ("light", "medium", "heavy", "retiarius")
MOVES: dict[str, int] = _file["moves"]
ARMOUR: dict[str, tuple[tuple[str, ...], ...]] = {
    kind: tuple(tuple(row) for row in rows) for kind, rows in _file["armour"].items()
}
CHARACTERISTICS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(cell) for cell in row) for row in _file["characteristics"]["rows"]
)
WOUND_BOXES: int = _file["wounds"]["boxes"]
WIDTHS: tuple[int, ...] = tuple(_file["wounds"]["widths"])
SHIELD_BOXES: int = _file["shield"]["boxes"]
PARRY_BOXES: int = _file["shield"]["parry_boxes"]
SETUP: dict[str, int] = _file["setup"]
POSITION: dict[str, Any] = _file["position"]
COLLISION: dict[str, int] = _file["collision"]
SUB_PHASES: tuple[tuple[int, ...], ...] = tuple(tuple(row) for row in _file["sequence"]["sub_phases"])
RECOVERY: dict[str, int] = _file["recovery"]
ENDURANCE: dict[str, int] = _file["endurance"]
NET: dict[str, Any] = _file["net"]
NET_MODIFIERS: dict[str, dict[str, int]] = _file["net"]["modifiers"]
SWEEP: tuple[tuple[int, int], ...] = tuple((q, r) for q, r in _file["net"]["sweep"]["order"])
TRIDENT: dict[str, int] = _file["trident"]
MISSUS: tuple[tuple[int, int], ...] = tuple((total, die) for total, die in _file["missus"]["columns"])
PLOT_SECONDS: int = _file["clock"]["seconds"]
TEAM_TURNS: int = _file["format"]["team_turns"]
DUEL_TURNS: int = _file["format"]["duel_turns"]

_results: tuple[tuple[str, ...], ...] = tuple(tuple(row) for row in _file["results"]["rows"])
_severity: dict[str, Any] = _file["severity"]
_lowest: int = _severity["lowest"]
_wounds: tuple[int, ...] = tuple(_severity["wounds"])
_stun: tuple[int, ...] = tuple(_severity["stun"])
_lowest_critical: int = _file["critical"]["lowest"]
_critical: tuple[tuple[str, ...], ...] = tuple(tuple(row) for row in _file["critical"]["rows"])
ARMOUR_MODIFIER: dict[str, int] = {"": 0, **_severity["armour"]}
WEAPON_DROP: int = _severity["weapon_drop"]
SHIELD_DROP: int = _severity["shield_drop"]
FALL: int = _severity["prone"]
KILLED = -1


def combat_result(roll: int, column: int) -> str:
    """GL 8.5-CRT, 8.52: the modified roll in a column from 0 to 5; beyond 18 the diagonal goes on."""
    if roll > 18:
        return f"H+{roll - 16 + column}"
    return _results[roll - 3 if roll > 3 else 0][column]


def column_and_shift(advantage: int) -> tuple[int, int]:
    """GL 8.51, 8.52: the column for a net advantage, and what it adds to the dice."""
    if advantage < 0:
        return 0, advantage
    return (advantage, 0) if advantage <= 5 else (5, advantage - 5)


def wounds_for(total: int) -> int:
    """GL 9.1-table: wounds for a modified roll; -1 kills."""
    return _wounds[min(max(total - _lowest, 0), len(_wounds) - 1)]


def stun_for(total: int) -> int:
    """GL 9.1-table: stun factors for a modified roll."""
    return _stun[min(max(total - _lowest, 0), len(_stun) - 1)]


def critical_hit(area: int, total: int) -> str:
    """GL 9.4-table."""
    row = _critical[area]
    return row[min(max(total - _lowest_critical, 0), len(row) - 1)]


def spared_from(total: int) -> int | None:
    """GL 19.2-chart, 19.21: the lowest die that spares a man with this total; None: he is lost without a roll."""
    lowest = None
    for least, die in MISSUS:
        if total >= least:
            lowest = die
    return lowest
