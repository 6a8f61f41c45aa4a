"""A race as plain data: the chariots with their logs, wrecks, the cup, and the movement phase being taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ludus.core.plain import STATIC
from ludus.games.circus.rules import Rules
from ludus.games.circus.track import Track

TEAM, CAR = 0, 1


@dataclass(eq=False)
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

    @property
    def alive(self) -> int:
        """How many horses live."""
        return sum(1 for boxes in self.horses if boxes)

    @property
    def team_speed(self) -> int:
        """CM 3.5g, 8.43."""
        speed = sum(self.horses) - self.drained
        return speed if speed > 0 else 0

    @property
    def runaway(self) -> bool:
        return self.status == "runaway"

    @property
    def skill(self) -> int:
        """The CDM of whoever drives: 0 when nobody is in the car."""
        return self.cdm if self.driver == "car" else 0

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

    def copy(self) -> Chariot:
        # Every value is immutable, so a copy of the attributes is a copy of the chariot.
        twin = _new(Chariot)
        twin.__dict__ = self.__dict__.copy()
        return twin


_new = object.__new__


@dataclass
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

    @classmethod
    def begin(cls, chariot: Chariot) -> Move:
        """The accounts of a phase that begins, with what the chariot brings into it."""
        move = _new(Move)
        move.__dict__ = _BLANK.copy()
        move.written, move.debt, move.gains, move.loss = chariot.written, chariot.debt, chariot.gains, chariot.loss
        return move

    def copy(self) -> Move:
        twin = _new(Move)
        twin.__dict__ = self.__dict__.copy()
        return twin


_BLANK = vars(Move())


@dataclass(slots=True)
class Falling:
    """A flipped car still in the air (CM 12.1b)."""

    square: int
    car: str
    faction: int  # index of the chariot it belonged to


@dataclass(frozen=True, slots=True)
class Threat:
    """An attack, a swerve or a wreck that somebody must face now (CM 9.3)."""

    kind: str  # "lash", "ram", "swerve" (an involuntary ram) or "wreck"
    attacker: int  # whose chariot, or whose wreck
    target: int
    part: int  # of the target
    side: int  # where it comes from, as the target sees it; 0: from above
    cdm: int  # of the attacker in the contest


@dataclass(frozen=True, slots=True)
class Goal:
    """What an exercise asks of one chariot; all of it is needed (`goals.py` judges)."""

    chariot: str
    by: Literal["move", "turn", "race"]  # judged after its next move, after `turn`, or when the race is over
    clause: str  # what the verdict cites
    turn: int = 0
    wins: bool = False
    past: str = ""  # further along than this square of lap `lap`
    lap: int = 1
    ahead_of: tuple[str, ...] = ()
    level_counts: bool = False  # as ahead
    beaten: tuple[str, ...] = ()  # no longer racing
    endurance: int = 0  # at least so much is left
    without: tuple[str, ...] = ()  # events that must not befall it


@dataclass
class Race:
    """A position of the race."""

    track: Track = field(metadata=STATIC)
    rules: Rules = field(metadata=STATIC)
    seats: int
    chariots: list[Chariot]
    turn: int = 0
    phase: str = "setup"
    cup: tuple[int, ...] = ()  # factions still to be drawn this turn
    later: tuple[int, ...] = ()  # second-row factions of turn 1 (CM 18.4)
    mover: int = -1
    move: Move = field(default_factory=Move)
    wrecks: dict[int, int] = field(default_factory=dict)  # square -> -1, or the stopped team lying there
    falling: list[Falling] = field(default_factory=list)
    markers: int = 0  # dolphins and eggs taken down (CM 10.1)
    draws: int = 0
    idle: int = 0  # turns begun since anybody who could finish moved
    absent: tuple[int, ...] = ()  # seats that have left the table
    rear: tuple[int, ...] = ()  # drivers in their cars when the last turn ended, the hindmost first (CM 15.2b)
    threat: Threat | None = None  # what a defender is asked about
    final: bool = False  # this turn is the last (CM 10.2)
    occupied: dict[int, int] = field(default_factory=dict)  # square -> 2 * chariot + part
    goal: Goal | None = None  # of an exercise
    verdict: bool | None = None  # whether it was reached

    def copy(self) -> Race:
        twin = _new(Race)
        twin.__dict__ = self.__dict__.copy()
        # A chariot that has left for good never changes again.
        twin.chariots = [
            chariot if chariot.square < 0 and chariot.gone else chariot.copy() for chariot in self.chariots
        ]
        twin.move = self.move.copy()
        twin.wrecks = self.wrecks.copy()
        twin.falling = self.falling[:]
        twin.occupied = self.occupied.copy()
        return twin

    def apart(self, chariot: Chariot) -> tuple[Race, Chariot]:
        """A copy in which only this chariot and the phase may change; everything else is shared."""
        twin = _new(Race)
        twin.__dict__ = self.__dict__.copy()
        own = chariot.copy()
        twin.chariots = self.chariots[:]
        twin.chariots[chariot.number] = own
        twin.move = self.move.copy()
        return twin, own

    @property
    def advanced(self) -> bool:
        return self.rules.advanced

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
        self.occupied[square] = 2 * number
        if chariot.hitched:
            self.occupied[self.track.behind[square]] = 2 * number + 1

    def advance(self, chariot: Chariot, ahead: int) -> None:
        """Straight on to a square, where nothing is in the way."""
        if not chariot.hitched or chariot.driver != "car":
            self.place(chariot, ahead)
            return
        # What happens most by far: a whole chariot whose squares are its own.
        occupied, behind = self.occupied, self.track.behind
        del occupied[chariot.square], occupied[behind[chariot.square]]
        occupied[ahead] = 2 * chariot.number
        occupied[behind[ahead]] = 2 * chariot.number + CAR
        chariot.square = ahead
        self.idle = 0

    def lift(self, chariot: Chariot) -> None:
        """Take team and car off the board."""
        if chariot.square < 0:
            return
        number = chariot.number
        for square in (chariot.square, self.track.behind[chariot.square]):
            if self.occupied.get(square, -2) >> 1 == number:
                del self.occupied[square]
        chariot.square = -1

    def controller(self, chariot: Chariot) -> int:
        """CM 15.2b: the owner; if he has left, whoever stood last when the previous turn ended."""
        if chariot.seat not in self.absent:
            return chariot.seat
        present = (self.chariots[number].seat for number in self.rear)
        return next((seat for seat in present if seat not in self.absent), chariot.seat)

    def free(self, square: int) -> bool:
        """Whether a team or car may be put there by normal movement (CM 6.23, 14.1a)."""
        return square not in self.occupied and square not in self.wrecks

    def position(self, chariot: Chariot) -> float:
        return self.track.position(chariot.square, chariot.leg)
