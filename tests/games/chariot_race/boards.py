"""Boards for tests: whole files as plain data, easy to spoil or to race on."""

from __future__ import annotations

import copy
import tomllib
from importlib import resources
from typing import Any

_HOUSE = tomllib.loads((resources.files("ludus.games.chariot_race") / "data" / "board.toml").read_text("utf-8"))


def house_file() -> dict[str, Any]:
    """The contents of the house board's file, to be changed at will."""
    return copy.deepcopy(_HOUSE)


def level_board() -> dict[str, Any]:
    """Three equal lanes of twenty spaces whose borders are level."""
    lanes = ["inner", "middle", "outer"]
    return {
        "name": "Level",
        "lap_ticks": 200,
        "lanes": lanes,
        "start_spaces": [[lane, number] for number in (20, 19) for lane in reversed(lanes)],
        "sections": [["straight", 0, 50], ["corner", 50, 100], ["straight", 100, 150], ["corner", 150, 200]],
        "spaces": {lane: [[10 * number, 10 * number + 10, 0] for number in range(20)] for lane in lanes},
        "parts": [
            {"spaces": {lane: [1, 10] for lane in lanes}, "heaps_on_side_b": []},
            {"spaces": {lane: [11, 20] for lane in lanes}, "heaps_on_side_b": []},
        ],
    }
