"""A position as a scenario file describes it. What is not written has an ordinary value."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludus.games.gladiator.state import Goal


@dataclass(slots=True)
class Man:
    """A gladiator: his log sheet, where he is, and what he has done in this phase."""

    name: str
    seat: int
    side: int | None = None
    counter: int | None = None
    type: str = "medium"
    left_handed: bool = False
    armour: list[str] = field(default_factory=lambda: ["", "", "", "", ""])
    training: int = 10
    strength: int = 0
    agility: int = 0
    constitution: int = 3
    wound_factor: int = 12
    nf: int | None = None
    cf_start: int | None = None
    cf: int | None = None
    wounds: list[int] = field(default_factory=lambda: [0, 0, 0, 0, 0])
    stun: int = 0
    mortal: bool = False
    limps: int = 0
    lame: int = 0
    arteries: list[int] = field(default_factory=lambda: [0, 0, 0, 0, 0])
    fresh_arteries: list[int] = field(default_factory=lambda: [0, 0, 0, 0, 0])
    weapon: str | None = None
    shield: str | None = None
    shield_boxes: int | None = None
    net: bool | None = None
    status: str = "fighting"
    place: tuple[int, int] = (0, 0)
    facing: str = "N"
    posture: str = "standing"
    last_way: str = ""
    netted: bool = False
    held_by: str = ""
    net_ready: int = 0
    allowance: int | None = None
    used: int = 0
    overexerted: bool = False
    tired: bool = False
    crossed: list[int] = field(default_factory=list)
    owes_stumble: bool = False
    must_rise: bool = False
    attack_total: int = 0
    defence_total: int = 0
    # What he has done in this phase, for positions in the midst of one.
    plot: str = "-"
    stumbling: bool = False
    rolling: bool = False
    unable: bool = False
    start: tuple[int, int] | None = None
    came_from: tuple[int, int] | None = None
    trail: list[tuple[int, int]] = field(default_factory=list)
    stride: int = 0
    lay: list[tuple[int, int]] = field(default_factory=list)
    forward: int = 0
    side_forward: int = 0
    back: int = 0
    side_back: int = 0
    turned: int = 0
    left_hex: bool = False
    collided: bool = False
    tried_recovery: bool = False
    just_recovered: bool = False
    repels: bool = False
    was_netted: bool = False
    spent: int = 0
    net_loss: int = 0
    rotated: bool = False
    bonuses: dict[str, int] = field(default_factory=dict)
    guard: list[int] = field(default_factory=lambda: [0, 0, 0, 0, 0])
    off_balance: bool = False
    appealing: bool = False


@dataclass(slots=True)
class Thing:
    """Something on the sand."""

    kind: str
    place: tuple[int, int]
    size: str = ""
    boxes: int | None = None


@dataclass(slots=True)
class Position:
    """A position: who, where, and how far the phase has come."""

    fighters: list[Man]
    turn: int = 1
    phase: int = 1
    step: str = "phase"
    items: list[Thing] = field(default_factory=list)
    spent_force: bool = False
    quiet: bool = True
    goal: Goal | None = None  # of an exercise
    deeds: tuple[str, ...] = ()  # of those that it asks for, the done ones
