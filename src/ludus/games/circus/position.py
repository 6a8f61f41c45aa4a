"""A position as it stands in a scenario file. What is not written has an ordinary value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Literal

from ludus.core.plain import to_plain, told
from ludus.games.circus.state import Chariot, Goal, Move, Race
from ludus.games.circus.threats import Falling, Threat


@dataclass(slots=True)
class WrittenChariot:
    """A chariot: its log, where it is, what it owes. Squares are written by name, `lane 3, backstretch 12`."""

    faction: str = told("Its colour, one of those of the race; `yellow` may be written too.")
    seat: int = told("Who drives it, from 0. A seat may have several chariots, or none.")
    square: str = told(
        "Where its team stands; the car is on the square behind. Whoever has left the track has none.", default=""
    )
    lap: int = told("The lap it is in, from 1; the second row of the start is still in lap 0.", default=1)
    points: list[int] = told(
        "The preparation points of the log: driver, car, speed, endurance. Nothing follows from them.",
        default_factory=list,
    )
    modifier: int = told("The driver's permanent modifier.", default=0)
    cdm: int | None = told("His current modifier (CDM), else the permanent one.", default=None)
    hits: int | None = told("His hit boxes left, else all of them; a dead man has none.", default=None)
    hits_start: int = told("His hit boxes at the start.", default=7)
    whip: bool = told("Whether he has a whip.", default=True)
    car: str | None = told(
        "The type of the car: light, normal (in the epic race: medium) or heavy, else the middle one.", default=None
    )
    hitched: bool = told("Whether the car is still behind the team.", default=True)
    left_wheel: int = told("Damage of the left wheel.", default=0)
    right_wheel: int = told("Damage of the right wheel.", default=0)
    team_speed: int | None = told(
        "The team's speed at the start, instead of `horses_start`: shared out evenly, what is left over goes to the "
        "horses 1, 4 and 2 in this order, so that 18 is 5, 4, 4, 5.",
        default=None,
    )
    horses: list[int] | None = told("The boxes left of the horses 1 to 4, else all of them.", default=None)
    horses_start: list[int] | None = told("Their boxes at the start, else 5, 4, 4, 5.", default=None)
    fallen: list[int] = told("The horses, 1 to 4, that are dead and still in harness.", default_factory=list)
    endurance: int = told("The team's endurance left.", default=49)
    exhausted: bool | None = told("Whether it has reached 0 once, else whether it is 0.", default=None)
    drained: int = told("Team speed lost by driving on without endurance (CM 8.43).", default=0)
    status: Literal["racing", "runaway", "stopped", "finished", "out"] = told(
        "`runaway` without a driver in the car, `stopped` if such a team lies on its square, `finished` over the line, "
        "`out` of the race.",
        default="racing",
    )
    driver: Literal["car", "dragged", "foot", "dead", "safe"] = told(
        "Where the driver is: in the car, dragged behind, on foot, dead, or out of the circus alive.", default="car"
    )
    man: str = told("The square of a driver on foot.", default="")
    freed_turn: int = told("The turn in which he came free; he runs from the next one on (CM 17.1).", default=0)
    climbed: list[str] = told("Squares along a wall that he has tried to climb.", default_factory=list)
    wall_way: int = told("His way along the wall: 1 forward, -1 back, 0 neither (CM 17.3b).", default=0)
    trail: list[str] | None = told(
        "Squares that a dragged driver lay on in this phase, the last one included, else the one behind his team.",
        default=None,
    )
    cut_due: bool = told("Whether he may still try to cut himself free in this phase (CM 16.2a).", default=False)
    cut_from: int = told("How many squares of the trail lie before the flip (CM 16.2b).", default=0)
    bruised: bool = told("Whether the die for dragging him has been thrown in this phase (CM 16.3).", default=False)
    written: int = told("The speed written for this turn.", default=0)
    last_written: int = told("The speed written last, which the clock writes again; -1: none yet.", default=-1)
    executed: int = told(
        "The total speed of its last movement phase. In the epic race whoever has 0 starts from zero.", default=0
    )
    moved: bool = told("Whether it has moved in this turn.", default=False)
    drawn: int = told("Its place in this turn's draw, from 1.", default=0)
    debt: int = told("Movement factors owed for evasions in its next phase; the used move of the epic race.", default=0)
    gains: int = told("Factors that lashes force on it in its next phase: added speed.", default=0)
    offered: int = told("Factors that it may take after lashes it withstood (CM 9.41b).", default=0)
    loss: int = told("What attacks take off its maximum in its next phase.", default=0)
    no_inside: bool = told("Whether it may not change to the inside in this turn (CM 7.33-S).", default=False)
    no_strain_turn: int = told("The last turn in which it may not strain (CM 7.33-no-strain).", default=0)
    jostled: bool = told("Whether the driver is still jostled.", default=False)
    cut_turn: int = told("The turn in which he tried last to cut a dead horse free.", default=0)
    arm_wound: bool = told("Whether his arm is wounded (CM 13.1-4).", default=False)
    eye_left: bool = told("Whether he sees nothing on the left (CM 13.1-5).", default=False)
    eye_right: bool = told("Whether he sees nothing on the right (CM 13.1-5).", default=False)
    wound_drops: int | None = told(
        "How often wounds have lowered his modifier, 0 to 2, else as his hits say (CM 9.43-W2).", default=None
    )
    strain_leg: int = told(
        "The corner checked in this phase: 4 for each lap completed, and 1 for the dolphins or 3 for the eggs; "
        "-9: none (CM 7.21).",
        default=-9,
    )
    strain_paid: int = told("Strain points paid for that corner.", default=0)
    strain_lane: int = told("The innermost lane checked in it.", default=0)
    under: list[str] | None = told("Wrecks under it that it has to face, else all that lie there.", default=None)
    finish_turn: int = told("The turn in which it crossed the line.", default=0)
    finish_left: int = told("Movement factors it had left then.", default=0)
    finish_drawn: int = told("Its place in the draw of that turn.", default=0)
    lost_turn: int = told("The turn in which it dropped out of the race.", default=0)
    threshold: int = told(
        "Solitaire: the driver's number, 1 to 7 (CM 19-personality); 0: attacks as he likes.", default=0
    )
    parts: dict[str, dict[str, Any]] = told("What options add to a chariot, each under its name.", default_factory=dict)


@dataclass(slots=True)
class WrittenJump:
    """A wreck being run over."""

    square: str = told("Where it lies.")
    unpaid: int = told('What was not paid of the die; with `asks = "pay"`, the die.', default=0)
    extra: int = told("What else makes the roll worse: a stopped team lies there (CM 15.25c).", default=0)


@dataclass(slots=True)
class WrittenMove:
    """The accounts of a phase already begun (CM 6.2-total-speed)."""

    written: int | None = told("The written speed, W, else the one of the chariot.", default=None)
    dead_start: int = told("D, the die of turn 1.", default=0)
    strain: int = told("V, factors from the whip.", default=0)
    gains: int = told("G, factors forced by lashes.", default=0)
    debt: int = told("E, factors owed for evasions.", default=0)
    price: int = told("C, paid for cutting a horse free.", default=0)
    loss: int = told("What attacks took off the maximum of this phase.", default=0)
    skill: int = told("The CDM of a driver lost in this phase (CM 15.1).", default=0)
    spent: int = told("Factors spent so far.", default=0)
    gone: int = told("Factors lost by hitting a man on foot.", default=0)
    cap: int = told("The total speed is cut to this by a ban (CM 7.33-no-strain).", default=999)
    over: bool = told("Whether nothing can move it any more in this phase.", default=False)
    attacked: list[str] = told("Squares of its car from which it has attacked.", default_factory=list)
    trampled: list[str] = told("Squares of its team from which it has rammed a dragged man.", default_factory=list)
    permission: Literal["", "none", "lash", "free"] = told("Solitaire: what the die allows from here.", default="")
    asked: str = told("Solitaire: the square of the car for which that die was rolled.", default="")
    jumps: list[WrittenJump] = told("The wrecks it is running over.", default_factory=list)
    wheel_checked: list[str] = told(
        "Chariots whose wheels were checked for corner strain in this phase (CM 7.41b).", default_factory=list
    )
    injury: int = told('Injury points to be shared out; for `asks = "injury"` (CM 9.61b).', default=0)


@dataclass(slots=True)
class WrittenAttack:
    """An attack that the mover has announced and paid for, and that its target has to face now."""

    kind: str = told("What it is: lash or ram.")
    target: str = told("Whose chariot.")
    at: Literal["team", "car"] = told("What it is aimed at: the team, or the car with the driver in it.")
    won: bool = told("Whether the target has won the contest and is asked how it gets away (CM 9.32).", default=False)


@dataclass(slots=True)
class WrittenWreck:
    """A flipped car still in the air."""

    faction: str = told("Whose it was.")
    square: str = told("Where it flipped.")
    car: str | None = told(
        "Its type: light, normal (in the epic race: medium) or heavy, else the middle one.", default=None
    )
    landed: str = told(
        "Where it comes down, if that is rolled already and whoever stands there has to face it now.", default=""
    )


@dataclass(slots=True)
class WrittenPosition:
    """A race between two turns, or in the middle of one.

    Nothing written: the speeds of `turn` come next. `mover`: its phase begins. `cup` alone: the next colour is drawn.
    """

    chariots: list[WrittenChariot] = told("The chariots, at least one of them on the track.")
    turn: int = told("The turn being played.", default=2)
    begun: bool = told("Whether the turn has begun and its speeds are being written.", default=False)
    mover: str = told("Whose movement phase begins, or with `move` goes on.", default="")
    cup: list[str] | None = told(
        "Colours still to be drawn in this turn; with a mover, else everybody who has not moved.", default=None
    )
    draw: list[str] = told(
        "Colours that come out of the cup in this order and before the others, without a die; everybody can see it.",
        default_factory=list,
    )
    later: list[str] = told("Second-row colours of turn 1, drawn after the others (CM 18.4).", default_factory=list)
    draws: int = told("Colours drawn in this turn so far.", default=0)
    move: WrittenMove | None = told("The mover's phase, if it is under way: its next step is asked for.", default=None)
    attack: WrittenAttack | None = told("The mover's attack, if its target is asked now.", default=None)
    asks: Literal["", "cut", "pay", "injury", "loose", "walk", "abandon"] = told(
        "The open question, where it is none of those: the mover's dead horse, the price of his jump, his hurt horses; "
        "a dragged man's knife; a man on foot; whether a driver leaves his stationary chariot.",
        default="",
    )
    walker: str = told('Whose man on foot is asked first; for `asks = "walk"`.', default="")
    walked: int = told("Squares he has run in this turn already.", default=0)
    wrecks: list[str] = told("Squares with a wreck.", default_factory=list)
    carcasses: list[str] = told(
        "Squares with a horse that was cut free: in the epic race, or with the option `carcasses`.",
        default_factory=list,
    )
    falling: list[WrittenWreck] = told("Cars that have flipped in this phase.", default_factory=list)
    contest_won: bool = told(
        "Whether whoever stands under a landing wreck has won the contest and is asked how he gets away.", default=False
    )
    markers: int | None = told("Dolphins and eggs taken down, else as the leader's lap says (CM 10.1).", default=None)
    final: bool = told("Whether this turn is the last (CM 10.2).", default=False)
    idle: int = told("Turns begun since anybody who could still finish has moved; ten end the race.", default=0)
    parts: dict[str, dict[str, Any]] = told("What options add to the race, each under its name.", default_factory=dict)
    goal: Goal | None = told("What an exercise asks for.", default=None)


@dataclass(frozen=True, slots=True)
class Likeness:
    """A table of the file and what it becomes: the same names with the same meaning, but for these."""

    written: type
    state: type
    only_written: Mapping[str, str]  # name: why
    only_state: Mapping[str, str]


LIKENESSES = (
    Likeness(
        WrittenChariot,
        Chariot,
        {"lap": "gives `leg`, together with the square", "team_speed": "gives `horses_start`"},
        {"leg": "from `lap` and `square`", "number": "its place in the list"},
    ),
    Likeness(WrittenMove, Move, {}, {}),
    Likeness(WrittenWreck, Falling, {}, {}),
    Likeness(
        WrittenAttack,
        Threat,
        {"at": "is `part`"},
        {"attacker": "the mover", "part": "`at`", "side": "from the lanes", "cdm": "the mover's"},
    ),
    Likeness(
        WrittenPosition,
        Race,
        {
            "begun": "part of `phase`",
            "asks": "part of `phase`",
            "attack": "gives `threat`",
            "contest_won": "part of `threat`, where a wreck lands",
            "draw": "is `ordered`",
            "carcasses": "some of `wrecks`",
        },
        {
            "track": "an option",
            "rules": "options",
            "seats": "beside the position",
            "phase": "from `begun`, `mover`, `cup`, `move`, `asks`",
            "ordered": "`draw`",
            "threat": "from `attack` or `falling`",
            "occupied": "from the squares of the chariots",
            "absent": "nobody has left the table",
            "rear": "of no use where nobody has left",
            "verdict": "a goal that was judged is not written",
        },
    ),
)


def shortened(kind: type, written: dict[str, Any]) -> dict[str, Any]:
    """Without what reading would take for granted anyway."""
    ordinary = {
        each.name: to_plain(each.default_factory() if each.default_factory is not MISSING else each.default)
        for each in fields(kind)
    }
    return {key: value for key, value in written.items() if value != ordinary[key]}
