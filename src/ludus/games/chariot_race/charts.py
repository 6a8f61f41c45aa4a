"""The fixed amounts, the dice and the chariot boards, from the data files."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.plain import from_plain
from ludus.core.toml_files import load_table

PACKAGE = __package__ or "ludus.games.chariot_race"


@dataclass(frozen=True, slots=True)
class Costs:
    """CR costs."""

    repair_fate: int
    repair_up_to: int
    change_fate: int
    ram_damage: int
    caltrop_damage: int
    javelin_damage: int
    javelin_range: int
    sprint_speed: int
    sprint_damage: int


@dataclass(frozen=True, slots=True)
class ChariotBoard:
    """A chariot board with its three tracks: where they start and end, and what they decide."""

    damage_max: int
    damage_start: int
    speed_max: int
    speed_start: int
    fate_max: int
    fate_start: int
    speed_limit_by_damage: tuple[int, ...]
    dice_for_speed: tuple[int, ...]

    def speed_limit(self, damage: int) -> int:
        """CR phase2-adjust, CR variant-chariots-speed: the highest initial speed at this damage."""
        return self.speed_limit_by_damage[damage - 1]


_charts = load_table(PACKAGE, "charts")

COLOURS: tuple[str, ...] = tuple(_charts["colours"])
LAPS: int = _charts["laps"]
CALTROPS: int = _charts["caltrops"]
CHARIOTS_PER_PLAYER: dict[int, int] = {int(seats): count for seats, count in _charts["chariots_per_player"].items()}
FACES: tuple[str, ...] = tuple(_charts["dice"]["faces"])
NOT_TURNED_TO: str = _charts["dice"]["not_turned_to"]
COSTS: Costs = from_plain(Costs, _charts["costs"], "costs")
CHARIOT_BOARDS: dict[str, ChariotBoard] = {
    name: from_plain(ChariotBoard, plain, f"chariots.{name}") for name, plain in load_table(PACKAGE, "chariots").items()
}
STANDARD = "standard"
