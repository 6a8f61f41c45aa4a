"""The charts of an edition, as its data file has them. A book brings its own; the chapters read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludus.core.toml_files import load_table

CATEGORIES = ("driver", "car", "speed", "endurance")  # what preparation points are spent on, in this order


@dataclass(frozen=True, slots=True)
class Charts:
    """Every number of an edition. Names are those of the file."""

    factions: tuple[str, ...]
    more_factions: tuple[str, ...]  # which may be written in scenarios
    points: int
    most_points: int
    cars: tuple[str, ...]
    driver_hits: tuple[int, ...]
    wheel_boxes: int
    car_modifier: Mapping[str, int]
    team_speeds: tuple[tuple[tuple[int, ...], ...], ...]
    team_endurance: tuple[tuple[int, ...], ...]
    inside: int
    outside: int
    sideslip: int
    attack: int
    strain_diagonals: Mapping[int, str]
    strain_flip_from: int
    strain_lowest_row: int
    strain_highest_row: int
    strain_highest_column: int
    jostle: int
    involuntary: int
    blocked_double: int
    wheel_check_speed: int
    brake_endurance: int
    lash_lowest: int
    lash_highest: int
    lash_table: tuple[tuple[str, ...], ...]
    horse_injury: tuple[int, ...]
    dead_horse_divisor: tuple[int, ...]
    ram_attacker_to: int
    ram_both_to: int
    ram_none_to: int
    wheel_damage: tuple[int, ...]
    wreck_rows: tuple[tuple[int, int], ...]
    critical_rows: tuple[str, ...]
    run_over_to: tuple[tuple[str, int], ...]  # results, each up to and including this total
    stopped_team: int
    wheel_less: int
    horse_less: int
    reaction_seconds: int
    thresholds: tuple[int, ...]


@cache
def load_charts(edition: str) -> Charts:
    """The charts in `data/<edition>/charts.toml`."""
    file = load_table("ludus.games.circus", f"{edition}/charts")
    strain, ram, over = file["corner_strain"], file["car_ram"], file["run_over"]
    return Charts(
        factions=tuple(file["factions"]),
        more_factions=tuple(file["more_factions"]),
        points=file["preparation"]["points"],
        most_points=file["preparation"]["most"],
        cars=tuple(file["preparation"]["cars"]),
        driver_hits=tuple(file["driver"]["hits"]),
        wheel_boxes=file["car"]["wheel_boxes"],
        car_modifier=dict(file["car"]["damage_modifier"]),
        team_speeds=_frozen(file["team"]["speeds"]),
        team_endurance=_frozen(file["team"]["endurance"]),
        inside=file["movement"]["inside"],
        outside=file["movement"]["outside"],
        sideslip=file["movement"]["sideslip"],
        attack=file["movement"]["attack"],
        strain_diagonals={int(total): code for total, code in strain["diagonals"].items()},
        strain_flip_from=strain["flip_from"],
        strain_lowest_row=strain["lowest_row"],
        strain_highest_row=strain["highest_row"],
        strain_highest_column=strain["highest_column"],
        jostle=strain["jostle"],
        involuntary=strain["involuntary"],
        blocked_double=strain["blocked_double"],
        wheel_check_speed=file["wheel_check"]["speed"],
        brake_endurance=file["brake"]["endurance"],
        lash_lowest=file["lash"]["lowest"],
        lash_highest=file["lash"]["highest"],
        lash_table=_frozen(file["lash"]["table"]),
        horse_injury=tuple(file["horse_injury"]["points"]),
        dead_horse_divisor=tuple(file["dead_horse"]["endurance_divisor"]),
        ram_attacker_to=ram["attacker_to"],
        ram_both_to=ram["both_to"],
        ram_none_to=ram["none_to"],
        wheel_damage=tuple(file["wheel_damage"]["points"]),
        wreck_rows=_frozen(file["wreck_location"]["rows"]),
        critical_rows=tuple(file["critical"]["rows"]),
        run_over_to=tuple((name, over[f"{name}_to"]) for name in over["results"]),
        stopped_team=over["stopped_team"],
        wheel_less=over["wheel_less"],
        horse_less=over["horse_less"],
        reaction_seconds=file["reaction"]["seconds"],
        thresholds=tuple(file["solitaire"]["thresholds"]),
    )


def _frozen(rows: list[Any]) -> Any:
    return tuple(_frozen(row) if isinstance(row, list) else row for row in rows)
