"""A position as it stands in a scenario file. What is not written has an ordinary value."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal

from ludus.games.circus.state import Goal


@dataclass(slots=True)
class WrittenChariot:
    """A chariot: its log, where it is, what it owes."""

    faction: str
    seat: int
    square: str = ""
    lap: int = 1
    points: list[int] = field(default_factory=list)
    modifier: int = 0
    cdm: int | None = None
    hits: int | None = None
    hits_start: int = 7
    whip: bool = True
    car: str = "normal"
    hitched: bool = True
    left_wheel: int = 0
    right_wheel: int = 0
    horses: list[int] | None = None
    horses_start: list[int] = field(default_factory=lambda: [5, 4, 4, 5])
    fallen: list[int] = field(default_factory=list)  # horses 1 to 4, dead and still in harness
    endurance: int = 49
    exhausted: bool | None = None
    drained: int = 0
    status: Literal["racing", "runaway", "stopped", "finished", "out"] = "racing"
    driver: Literal["car", "dragged", "foot", "dead", "safe"] = "car"
    man: str = ""
    freed_turn: int = 0
    climbed: list[str] = field(default_factory=list)
    wall_way: int = 0
    trail: list[str] | None = None
    cut_due: bool = False
    cut_from: int = 0
    written: int = 0
    last_written: int = -1
    executed: int = 0
    moved: bool = False
    drawn: int = 0
    debt: int = 0
    gains: int = 0
    offered: int = 0
    loss: int = 0
    no_inside: bool = False
    no_strain_turn: int = 0
    jostled: bool = False
    cut_turn: int = 0
    arm_wound: bool = False
    eye_left: bool = False
    eye_right: bool = False
    wound_drops: int | None = None
    strain_leg: int = -9
    strain_paid: int = 0
    strain_lane: int = 0
    under: list[str] | None = None
    finish_turn: int = 0
    finish_left: int = 0
    finish_drawn: int = 0
    lost_turn: int = 0
    threshold: int = 0
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)  # what options add, by their names


@dataclass(slots=True)
class WrittenJump:
    """A wreck being run over."""

    square: str
    unpaid: int = 0
    extra: int = 0


@dataclass(slots=True)
class WrittenMove:
    """The accounts of a phase already begun."""

    written: int = 0
    dead_start: int = 0
    strain: int = 0
    gains: int = 0
    debt: int = 0
    price: int = 0
    loss: int = 0
    skill: int = 0
    spent: int = 0
    gone: int = 0
    cap: int = 999
    over: bool = False
    attacked: list[str] = field(default_factory=list)
    trampled: list[str] = field(default_factory=list)
    permission: Literal["", "none", "lash", "free"] = ""
    asked: str = ""
    jumps: list[WrittenJump] = field(default_factory=list)
    wheel_checked: list[str] = field(default_factory=list)


@dataclass(slots=True)
class WrittenWreck:
    """A flipped car still in the air."""

    faction: str
    square: str
    car: str = "normal"


@dataclass(slots=True)
class WrittenPosition:
    """The `[position]` of a scenario file."""

    chariots: list[WrittenChariot]
    turn: int = 2
    begun: bool = False  # the turn has begun: its speeds are being written
    mover: str = ""  # whose movement phase begins; else speeds are written, or the next colour is drawn
    cup: list[str] | None = None  # still to be drawn; with a mover, by default everybody who has not moved
    later: list[str] = field(default_factory=list)
    draws: int = 0
    move: WrittenMove | None = None
    wrecks: list[str] = field(default_factory=list)
    carcasses: list[str] = field(default_factory=list)  # dead horses, where they stay (GEN carcass-1)
    falling: list[WrittenWreck] = field(default_factory=list)
    markers: int | None = None
    final: bool = False
    idle: int = 0
    goal: Goal | None = None  # of an exercise
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)  # what options add, by their names


def shortened(kind: type, written: dict[str, Any]) -> dict[str, Any]:
    """Without what reading would take for granted anyway."""
    ordinary = {
        each.name: each.default_factory() if each.default_factory is not MISSING else each.default
        for each in fields(kind)
    }
    return {key: value for key, value in written.items() if value != ordinary[key]}
