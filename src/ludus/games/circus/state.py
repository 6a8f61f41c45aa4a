"""A race as plain data: the chariots with their logs, wrecks, the cup, and the movement phase being taken."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ludus.core.errors import DataError
from ludus.core.plain import STATIC, told
from ludus.games.circus.ruleset import Rules
from ludus.games.circus.threats import Falling, Threat
from ludus.games.circus.track import Track

TEAM, CAR = 0, 1
WRECK, CARCASS = -1, -2  # on a square of `Race.wrecks`, where no stopped team lies


def copies(parts: dict[str, Any]) -> dict[str, Any]:
    """What options add to the race: dataclasses that copy themselves."""
    return {name: part.copy() for name, part in parts.items()} if parts else {}


@dataclass(eq=False, slots=True)
class Chariot:
    """One faction: its log sheet, where it is, and what it owes or suffers."""

    faction: str
    seat: int
    points: tuple[int, ...] = ()  # preparation points: driver, car, speed, endurance
    # The log sheet (CM 3.5).
    modifier: int = 0
    cdm: int = 0
    hits_start: int = 0
    hits: int = 0
    whip: bool = True
    car: str = "normal"
    hitched: bool = True  # the car is still behind the team
    left_wheel: int = 0
    right_wheel: int = 0
    horses_start: tuple[int, ...] = ()
    horses: tuple[int, ...] = ()  # boxes left
    fallen: tuple[int, ...] = ()  # dead horses still in harness, 0 to 3
    drained: int = 0  # team speed lost without endurance (CM 8.43)
    endurance: int = 0
    exhausted: bool = False
    # Where.
    square: int = -1  # of the team
    leg: int = 0  # sections driven (CM 10.1)
    status: str = "racing"  # "racing", "runaway", "stopped", "finished", "out"
    driver: str = "car"  # "car", "dragged", "foot", "dead", "safe"
    man: int = -1  # square of a driver on foot
    # This turn and the next movement phase.
    written: int = 0
    last_written: int = -1
    executed: int = 0  # total speed of the last movement phase
    moved: bool = False
    drawn: int = 0  # place in this turn's draw
    debt: int = 0  # movement factors owed for evasions
    gains: int = 0  # forced by lashes
    offered: int = 0  # optional gains from lashes withstood
    loss: int = 0  # off the maximum in the next phase
    # Bans and wounds.
    no_inside: bool = False
    no_strain_turn: int = 0  # straining is barred up to and including this turn
    jostled: bool = False
    cut_turn: int = 0  # the turn in which it tried to cut a horse free
    arm_wound: bool = False
    eye_left: bool = False
    eye_right: bool = False
    wound_drops: int = 0
    # Corner strain of this turn (CM 7.21, 7.2-out-of-phase).
    strain_leg: int = -9
    strain_paid: int = 0
    strain_lane: int = 0  # the innermost lane checked
    under: tuple[int, ...] = ()  # wrecks it stands on and must still face (CM 12.4c)
    # A dragged driver.
    cut_due: bool = False
    trail: tuple[int, ...] = ()  # where he lay when this phase began, and the squares he was dragged through
    cut_from: int = 0  # how much of the trail lies before the flip (CM 16.2b)
    bruised: bool = False  # the die for dragging has been thrown in this phase (CM 16.3)
    freed_turn: int = 0
    climbed: tuple[int, ...] = ()  # wall squares in which he has rolled
    wall_way: int = 0  # his direction along the wall: +1, -1 or 0
    # The finish.
    finish_turn: int = 0
    finish_left: int = 0
    finish_drawn: int = 0
    lost_turn: int = 0  # the turn in which it dropped out of the race
    number: int = -1  # its place among the chariots
    threshold: int = 0  # solitaire (CM 19-personality); 0: attacks freely
    parts: dict[str, Any] = field(default_factory=dict)  # what options add, frozen, each under its name

    @property
    def alive(self) -> int:
        """How many horses live."""
        return sum(1 for boxes in self.horses if boxes)

    @property
    def team_speed(self) -> int:
        """CM 3.5g, 8.43."""
        one, two, three, four = self.horses
        speed = one + two + three + four - self.drained
        return speed if speed > 0 else 0

    @property
    def runaway(self) -> bool:
        return self.status == "runaway"

    @property
    def skill(self) -> int:
        """The CDM of whoever drives: 0 when nobody is in the car."""
        return self.cdm if self.driver == "car" else 0

    @property
    def manned(self) -> bool:
        """CM 15.2-laps: a living driver in the car or dragged behind; only then it counts as a chariot."""
        return self.driver in ("car", "dragged")

    @property
    def unseated(self) -> bool:
        """The driver is dragged, or on foot."""
        return self.driver == "dragged" or self.man >= 0 or bool(self.trail)

    @property
    def on_track(self) -> bool:
        return self.square >= 0

    @property
    def gone(self) -> bool:
        """Team, car and man have left the circus, and its place is known."""
        if self.on_track or self.man >= 0 or self.trail:
            return False
        placed = self.finish_turn > 0 and self.driver != "dead"  # who dies of the finish is lost at the end of the turn
        return self.moved and (placed or self.lost_turn > 0)

    def alter(self, part: str, **changes: Any) -> None:
        """Parts never change, so that copies share them: a new one takes the place of the old."""
        self.parts[part] = replace(self.parts[part], **changes)

    def copy(self) -> Chariot:
        twin = _new_chariot(Chariot)
        twin.faction = self.faction
        twin.seat = self.seat
        twin.points = self.points
        twin.modifier = self.modifier
        twin.cdm = self.cdm
        twin.hits_start = self.hits_start
        twin.hits = self.hits
        twin.whip = self.whip
        twin.car = self.car
        twin.hitched = self.hitched
        twin.left_wheel = self.left_wheel
        twin.right_wheel = self.right_wheel
        twin.horses_start = self.horses_start
        twin.horses = self.horses
        twin.fallen = self.fallen
        twin.drained = self.drained
        twin.endurance = self.endurance
        twin.exhausted = self.exhausted
        twin.square = self.square
        twin.leg = self.leg
        twin.status = self.status
        twin.driver = self.driver
        twin.man = self.man
        twin.written = self.written
        twin.last_written = self.last_written
        twin.executed = self.executed
        twin.moved = self.moved
        twin.drawn = self.drawn
        twin.debt = self.debt
        twin.gains = self.gains
        twin.offered = self.offered
        twin.loss = self.loss
        twin.no_inside = self.no_inside
        twin.no_strain_turn = self.no_strain_turn
        twin.jostled = self.jostled
        twin.cut_turn = self.cut_turn
        twin.arm_wound = self.arm_wound
        twin.eye_left = self.eye_left
        twin.eye_right = self.eye_right
        twin.wound_drops = self.wound_drops
        twin.strain_leg = self.strain_leg
        twin.strain_paid = self.strain_paid
        twin.strain_lane = self.strain_lane
        twin.under = self.under
        twin.cut_due = self.cut_due
        twin.trail = self.trail
        twin.cut_from = self.cut_from
        twin.bruised = self.bruised
        twin.freed_turn = self.freed_turn
        twin.climbed = self.climbed
        twin.wall_way = self.wall_way
        twin.finish_turn = self.finish_turn
        twin.finish_left = self.finish_left
        twin.finish_drawn = self.finish_drawn
        twin.lost_turn = self.lost_turn
        twin.number = self.number
        twin.threshold = self.threshold
        twin.parts = self.parts.copy()
        return twin


@dataclass(slots=True)
class Move:
    """The accounts of one movement phase (CM 6.2-total-speed)."""

    written: int = 0  # W
    dead_start: int = 0  # D
    strain: int = 0  # V
    gains: int = 0  # G
    debt: int = 0  # E
    price: int = 0  # C, of cutting a horse free
    loss: int = 0  # off the limit in this phase
    skill: int = 0  # CDM of a driver lost in mid-move: the team goes on as fast (CM 15.1)
    spent: int = 0
    gone: int = 0  # lost by hitting a man on foot
    cap: int = 999  # total speed is cut to this by a ban (CM 7.33-no-strain)
    over: bool = False  # nothing can move it any more in this phase
    attacked: tuple[int, ...] = ()  # car squares already attacked from
    trampled: tuple[int, ...] = ()
    permission: str = ""  # solitaire: what the die allows from this square
    asked: int = -1  # the car square that permission is for
    jumps: tuple[tuple[int, int, int], ...] = ()  # wrecks being run over: square, unpaid, extra
    wheel_checked: tuple[int, ...] = ()  # chariots checked for corner strain, once a phase (CM 7.41b)
    injury: int = 0  # points that the owner has to share out over his horses now (CM 9.61b)

    @classmethod
    def begin(cls, chariot: Chariot) -> Move:
        """The accounts of a phase that begins, with what the chariot brings into it."""
        return Move(chariot.written, 0, 0, chariot.gains, chariot.debt, 0, chariot.loss)

    def copy(self) -> Move:
        twin = _new_move(Move)
        twin.written = self.written
        twin.dead_start = self.dead_start
        twin.strain = self.strain
        twin.gains = self.gains
        twin.debt = self.debt
        twin.price = self.price
        twin.loss = self.loss
        twin.skill = self.skill
        twin.spent = self.spent
        twin.gone = self.gone
        twin.cap = self.cap
        twin.over = self.over
        twin.attacked = self.attacked
        twin.trampled = self.trampled
        twin.permission = self.permission
        twin.asked = self.asked
        twin.jumps = self.jumps
        twin.wheel_checked = self.wheel_checked
        twin.injury = self.injury
        return twin


@dataclass(frozen=True, slots=True)
class Goal:
    """What an exercise asks of one chariot; all of it is needed, and that it is still in the race."""

    chariot: str = told("The chariot that is meant.")
    by: Literal["move", "turn", "race"] = told(
        "Judged after its next move, at the end of `turn`, or when the race is over."
    )
    clause: str = told("The rule that the verdict cites.")
    turn: int = told("The turn at the end of which it is judged.", default=0)
    wins: bool = told("Whether it must win.", default=False)
    past: str = told("A square that it must have left behind, in lap `lap`.", default="")
    lap: int = told("The lap of that square.", default=1)
    ahead_of: tuple[str, ...] = told("Chariots that it must be ahead of.", default=())
    level_counts: bool = told("Whether level counts as ahead.", default=False)
    beaten: tuple[str, ...] = told("Chariots that must be out of the race.", default=())
    endurance: int = told("The endurance that it must have left.", default=0)
    without: tuple[str, ...] = told(
        "What must not befall it: names of events (`strain`, `brake`, `whip`...), or `roll`, any die thrown for it.",
        default=(),
    )


class Board:
    """Which squares are not free, as `occupied` and `wrecks` say: a byte each, so that a whole lane is seen at once;
    and whether anybody may stand on somebody, or be out of his car, as hardly ever."""

    __slots__ = ("stacked", "taken", "unseated")

    def _lay_out(self, taken: bytearray, stacked: bool, unseated: bool) -> None:
        self.taken = taken
        self.stack(stacked)
        self.unseat(unseated)

    def stack(self, stacked: bool) -> None:
        self.stacked = stacked

    def unseat(self, unseated: bool) -> None:
        self.unseated = unseated


@dataclass(slots=True)
class Race(Board):
    """A position of the race."""

    track: Track = field(metadata=STATIC)
    rules: Rules = field(metadata=STATIC)
    seats: int
    chariots: list[Chariot]
    turn: int = 0
    phase: str = "setup"
    cup: tuple[int, ...] = ()  # factions still to be drawn this turn
    later: tuple[int, ...] = ()  # second-row factions of turn 1 (CM 18.4)
    ordered: tuple[int, ...] = ()  # factions that a scenario lets come out in this order, before the others
    mover: int = -1
    move: Move = field(default_factory=Move)
    wrecks: dict[int, int] = field(default_factory=dict)  # square -> WRECK, CARCASS, or the stopped team lying there
    falling: list[Falling] = field(default_factory=list)
    markers: int = 0  # dolphins and eggs taken down (CM 10.1)
    draws: int = 0
    walker: int = -1  # whose man is running now (CM 17)
    walked: int = 0  # squares he has run in this turn
    idle: int = 0  # turns begun since anybody who could finish moved
    absent: tuple[int, ...] = ()  # seats that have left the table
    rear: tuple[int, ...] = ()  # drivers in their cars when the last turn ended, the hindmost first (CM 15.2b)
    threat: Threat | None = None  # what a defender is asked about
    final: bool = False  # this turn is the last (CM 10.2)
    occupied: dict[int, int] = field(default_factory=dict)  # square -> 2 * chariot + part
    goal: Goal | None = None  # of an exercise
    verdict: bool | None = None  # whether it was reached
    parts: dict[str, Any] = field(default_factory=dict)  # what options add, each under its name

    def __post_init__(self) -> None:
        stacked = not all(self.in_view(chariot) for chariot in self.chariots)
        self._lay_out(bytearray(self.track.size), stacked, any(chariot.unseated for chariot in self.chariots))
        for square in (*self.occupied, *self.wrecks):
            self.taken[square] = 1

    def copy(self) -> Race:
        twin = self._shared()
        # A chariot that has left for good never changes again.
        twin.chariots = [each if each.square < 0 and each.gone else each.copy() for each in self.chariots]
        twin.move = self.move.copy()
        twin.wrecks = self.wrecks.copy()
        twin.falling = self.falling[:]
        twin.occupied = self.occupied.copy()
        twin._lay_out(self.taken[:], self.stacked, self.unseated)
        twin.parts = copies(self.parts)
        return twin

    def apart(self, chariot: Chariot) -> tuple[Race, Chariot]:
        """A copy in which only this chariot and the phase may change; everything else is shared."""
        twin = self._shared()
        own = chariot.copy()
        twin.chariots = self.chariots[:]
        twin.chariots[chariot.number] = own
        twin.move = self.move.copy()
        return twin, own

    def _shared(self) -> Race:
        """Another race with the very same things in it."""
        twin = _new_race(Race)
        twin.track = self.track
        twin.rules = self.rules
        twin.seats = self.seats
        twin.chariots = self.chariots
        twin.turn = self.turn
        twin.phase = self.phase
        twin.cup = self.cup
        twin.later = self.later
        twin.ordered = self.ordered
        twin.mover = self.mover
        twin.move = self.move
        twin.wrecks = self.wrecks
        twin.falling = self.falling
        twin.markers = self.markers
        twin.draws = self.draws
        twin.walker = self.walker
        twin.walked = self.walked
        twin.idle = self.idle
        twin.absent = self.absent
        twin.rear = self.rear
        twin.threat = self.threat
        twin.final = self.final
        twin.occupied = self.occupied
        twin._lay_out(self.taken, self.stacked, self.unseated)
        twin.goal = self.goal
        twin.verdict = self.verdict
        twin.parts = self.parts
        return twin

    def whose(self, square: int) -> tuple[Chariot, int] | None:
        """The chariot on a square, and which part of it."""
        found = self.occupied.get(square)
        return None if found is None else (self.chariots[found >> 1], found & 1)

    def car_square(self, chariot: Chariot) -> int:
        """The square directly behind the team (CM 2.2a)."""
        return self.track.behind[chariot.square]

    def place(self, chariot: Chariot, square: int) -> None:
        """Put team and car down."""
        self.lift(chariot)
        number = chariot.number
        chariot.square = square
        if self.idle and chariot.driver in ("car", "dragged"):
            self.idle = 0
        self.stand(square, 2 * number)
        if chariot.hitched:
            self.stand(self.track.behind[square], 2 * number + CAR)

    def stand(self, square: int, part: int) -> None:
        """A team or a car stands there now, and maybe on somebody."""
        if square in self.occupied:
            self.stack(True)
        self.occupied[square] = part
        self.taken[square] = 1

    def in_view(self, chariot: Chariot) -> bool:
        """Whether nobody stands on it."""
        team, part = chariot.square, 2 * chariot.number
        if team < 0:
            return True
        seen = self.occupied.get(team) == part
        return seen and (not chariot.hitched or self.occupied.get(self.track.behind[team]) == part + CAR)

    def leave(self, square: int) -> None:
        """And there nobody any more."""
        del self.occupied[square]
        self.taken[square] = square in self.wrecks

    def lay(self, square: int, what: int) -> None:
        """A wreck, a carcass or a stopped team lies there for the rest of the race."""
        self.wrecks[square] = what
        self.taken[square] = 1

    def advance(self, chariot: Chariot, ahead: int) -> None:
        """Straight on to a square, where nothing is in the way."""
        if not chariot.hitched or chariot.driver != "car":
            self.place(chariot, ahead)
            return
        # What happens most by far: a whole chariot whose squares are its own.
        occupied, taken, behind = self.occupied, self.taken, self.track.behind
        square, number = chariot.square, 2 * chariot.number
        rear = behind[square]
        del occupied[square], occupied[rear]
        taken[square], taken[rear] = square in self.wrecks, rear in self.wrecks
        rear = behind[ahead]
        occupied[ahead], occupied[rear] = number, number + CAR
        taken[ahead] = taken[rear] = 1
        chariot.square = ahead
        self.idle = 0

    def lift(self, chariot: Chariot) -> None:
        """Take team and car off the board."""
        if chariot.square < 0:
            return
        occupied, number = self.occupied, chariot.number
        front = chariot.square
        rear = self.track.behind[front]
        if front in occupied and occupied[front] >> 1 == number:
            self.leave(front)
        if rear in occupied and occupied[rear] >> 1 == number:
            self.leave(rear)
        chariot.square = -1

    def free_run(self, square: int, most: int) -> int:
        """How many squares straight ahead in the same section come before the first that is not free."""
        start, end = square + 1, self.track.section_end[square]
        if end - start > most:
            end = start + most
        taken = self.taken.find(1, start, end)
        return (end if taken < 0 else taken) - start

    def check_number(self, number: int, where: str) -> None:
        """Refuse what a file calls a chariot by a number that none has."""
        if number not in range(len(self.chariots)):
            raise DataError(f"{where}: chariots are numbered 0 to {len(self.chariots) - 1}, not {number}")

    def controller(self, chariot: Chariot) -> int:
        """CM 15.2b: the owner; if he has left, whoever stood last when the previous turn ended."""
        if chariot.seat not in self.absent:
            return chariot.seat
        present = (self.chariots[number].seat for number in self.rear)
        return next((seat for seat in present if seat not in self.absent), chariot.seat)

    def free(self, square: int) -> bool:
        """Whether a team or car may be put there by normal movement (CM 6.23, 14.1a)."""
        return not self.taken[square]

    def position(self, chariot: Chariot) -> float:
        return self.track.position(chariot.square, chariot.leg)


_new_chariot, _new_move, _new_race = Chariot.__new__, Move.__new__, Race.__new__
