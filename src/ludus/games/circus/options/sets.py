"""Sets of switches that belong together: all of the fan aids, and all of the condensed web page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Where the chart sheets, the cards and the reference table differ (sideslips, wounds, wheels, team lashes), the cards
# are played.
STREAMLINED: Mapping[str, Any] = {
    "cut_free": "every phase",
    "evasion_debt": "written",
    "inside_after_slide": "open",
    "wreck_sides": "chart sheet",
    "swerve_check": "unchecked",
    "wounds": "hits only",
    "dragging": "fractions down",
    "pulled_out": "wreck",
    "severe_wound": "cdm",
    "lash_column": "dice",
    "sideslips": "blocked",
    "jostle": "no whip",
    "double_slide": "jostled",
    "movement_loss": "next turn",
    "wheel_speed": "14 written",
    "evasion_check": "both sides",
    "running_down": "this turn",
    "forced_rams": "full cdm",
    "injury_dice": 3,
    "gray_attackers": "team",
    "next_attack": "forward",
    "forced_brake": "blocked",
    "dead_horse_side": "chariot",
    "last_horse": "on foot",
    "defence_choice": "before the roll",
    "wheel_blows": "two points",
    "dead_horse_cost": "when cut free",
    "whip_timing": "any time",
    "whip_after_cutting": True,
}

SHORTENED: Mapping[str, Any] = {
    "gray_targets": False,
    "sideslips": "all blocked",
    "forced_rams": "by the car",
    "whip_needs": "whip and endurance",
    "brake_room": "anywhere",
    "corner_checks": "every lane",
    "team_lash": "table",
    "exhausted_corners": "entering",
    "ram_loss": "every ram",
    "car_types": "scythes on horses",
}
