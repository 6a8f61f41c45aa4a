"""The log sheets of the circus in a terminal: one line for everybody, all of it for the chariot that is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from ludus.cli.circus_track import FACTIONS, SECTIONS, Circus

Position = Mapping[str, Any]
Seen = Mapping[str, Any]

SHORT = ("front", "dolphins", "back", "eggs")  # where a chariot is, in a narrow column


def standings(circus: Circus, position: Position, names: Sequence[str]) -> Grid:
    """Everybody's log in one line, the leader first (CM 3.5-open-logs)."""
    grid = Grid("", "driver", "lap", "lane", "at", box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("speed", "max", "end", "hits", "wheels", "horses"):
        grid.add_column(heading, justify="right")
    chariots = sorted(position["chariots"].items(), key=lambda item: _order(circus, item[1]), reverse=True)
    for faction, seen in chariots:
        letter, style = FACTIONS[faction]
        arrow = ">" if seen["number"] == position["mover"] else " "
        grid.add_row(
            Text(f"{arrow}{letter} {faction}", style=style),
            names[seen["seat"]][:12],
            *_where(circus, position, seen),
            str(_limit(seen)),
            str(seen["endurance"]),
            str(seen["hits"]),
            f"{seen['left_wheel']}/{seen['right_wheel']}",
            "-".join("x" if not boxes else str(boxes) for boxes in seen["horses"]),
        )
    return grid


def _order(circus: Circus, seen: Seen) -> tuple[float, ...]:
    """The finishers, then who is furthest; whoever is out stands last."""
    if _home(seen):
        return (2, seen["finish_left"], -seen["finish_drawn"])
    if seen["square"] < 0 or seen["status"] == "stopped":
        return (0, seen["lost_turn"])
    lane, section, index = circus.places[seen["square"]]
    return (1, seen["leg"] + (index + 1) / circus.length(lane, section))


def _home(seen: Seen) -> bool:
    """CM 16.4: over the line with a living driver."""
    return bool(seen["status"] == "finished" and seen["driver"] != "dead")


def _where(circus: Circus, position: Position, seen: Seen) -> tuple[str, str, str, str]:
    """Lap, lane, place and speed; for whoever has left the race, why."""
    if seen["square"] < 0 or seen["status"] == "stopped":
        return ("", "", "finished" if _home(seen) else "dead" if seen["driver"] == "dead" else "out", "")
    lane, section, index = circus.places[seen["square"]]
    lap = min(circus.laps, seen["leg"] // 4 + 1)
    place = f"{SHORT[section]} {index}"
    if seen["status"] == "runaway":
        return (str(lap), str(lane), place, "bolts")
    # Speeds of the turn to come are secret until all are written.
    speed = seen["executed"] if seen["moved"] or position["phase"] in ("writing", "between turns") else seen["written"]
    return (str(lap), str(lane), place, str(speed))


def _limit(seen: Seen) -> int:
    """CM 6.12a: the highest speed that may be written."""
    skill = seen["cdm"] if seen["driver"] == "car" else 0
    return int(max(0, seen["team_speed"] + skill - seen["loss"]))


def sheet(circus: Circus, position: Position, faction: str) -> list[Text]:
    """One chariot's whole log, in words."""
    seen = position["chariots"][faction]
    letter, style = FACTIONS[faction]
    title = Text(f" {letter} {faction} ", style=style)
    title.append(f"  {_place(circus, seen)}", style="default")
    now = "" if seen["cdm"] == seen["modifier"] else f" (now {seen['cdm']:+d})"
    horses = "-".join(map(str, seen["horses"]))
    start = "-".join(map(str, seen["horses_start"]))
    lines = [
        title,
        Text(
            f"driver {seen['modifier']:+d}{now}, hits {seen['hits']} of {seen['hits_start']}, "
            f"{'whip' if seen['whip'] else 'no whip'}; "
            f"{seen['car']} car, wheel damage {seen['left_wheel']} and {seen['right_wheel']}"
        ),
        Text(
            f"horses {horses} of {start}: team speed {seen['team_speed']}; "
            f"endurance {seen['endurance']}{', exhausted' if seen['exhausted'] else ''}; "
            f"may write up to {_limit(seen)}"
        ),
    ]
    if seen["remarks"]:
        lines.append(Text("; ".join(seen["remarks"])))
    if "log" in seen:
        lines += log_lines(seen["log"])
    troubles = [*_driver(seen), *seen["troubles"]]
    if troubles:
        lines.append(Text("! " + "; ".join(troubles), style="bold"))
    return lines


def log_lines(log: Mapping[str, Any]) -> list[Text]:
    """E2 2.6.2, 2.5: what else is marked on a log, field by field: numbers first, then marks and counters."""
    numbers = [
        f"{name.replace('_', ' ')} {value}"
        for name, value in log.items()
        if isinstance(value, int | str) and not isinstance(value, bool) and value != ""
    ]
    marks = [name.replace("_", " ") for name, value in log.items() if value is True]
    counters = [
        name if number == 1 else f"{name} x{number}"
        for value in log.values()
        if isinstance(value, Mapping)
        for name, number in value.items()
    ]
    lines = [Text(", ".join(numbers), style="dim")]
    if marks or counters:
        lines.append(Text("; ".join([*marks, *(f"[{name}]" for name in counters)]), style="bold"))
    return lines


def _place(circus: Circus, seen: Seen) -> str:
    if seen["square"] < 0:
        return "over the line" if _home(seen) else "out of the race"
    lane, section, index = circus.places[seen["square"]]
    return f"lane {lane}, {SECTIONS[section]} {index}, lap {min(circus.laps, seen['leg'] // 4 + 1)} of {circus.laps}"


def _driver(seen: Seen) -> list[str]:
    """Where the man is, if he does not stand in his car; and his team, if nobody holds it."""
    told = (
        (seen["status"] == "runaway", "the team has bolted"),
        (seen["driver"] == "dragged", "the driver is dragged"),
        (seen["driver"] == "dead", "the driver is dead"),
        (seen["driver"] == "foot", "the driver is on foot"),
    )
    return [words for true, words in told if true]


def corner_chances(answers: Sequence[Mapping[str, Any]]) -> Group:
    """For the speeds that reach a corner: how likely each lane is taken clean, and how likely it flips the car."""
    fast = {}
    for answer in answers:
        lanes = (answer.get("corner") or {}).get("lanes", ())
        if any(lane["points"] for lane in lanes):
            fast[answer["choice"]] = lanes
    if not fast:
        return Group()
    grid = Grid("speed", box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for lane in next(iter(fast.values())):
        grid.add_column(f"lane {lane['lane']}", justify="right")
    for speed, lanes in fast.items():
        grid.add_row(str(speed), *map(_chance, lanes))
    return Group(Text("In the corner ahead: clean % / flips %; safe; flips: strain that cannot be paid.", "dim"), grid)


def _chance(lane: Mapping[str, Any]) -> str:
    if not lane["points"]:
        return "safe"
    if lane["unpaid"]:
        return "flips"
    clean, flips = (int(100 * lane["odds"].get(code, 0) + 0.5) for code in ("-", "FP"))
    return f"{clean}/{flips}"
