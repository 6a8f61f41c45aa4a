"""Which steps the mover may take now: forward, lane changes, sideslips, braking, attacks."""

from __future__ import annotations

from ludus.core.decision import Choice
from ludus.games.circus.attack import Attack, attacks
from ludus.games.circus.charts import INSIDE, OUTSIDE, SIDESLIP
from ludus.games.circus.finish import line_ahead, would_finish
from ludus.games.circus.logs import banned_from_straining, stopped, total_speed
from ludus.games.circus.reactions import would_strain
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import IN, OUT, WALL

MOST = 150  # more factors than any chariot can have; only sizes the lists of answers
FORWARD: dict[str, int] = {f"forward {squares}": squares for squares in range(1, MOST + 1)}
BRAKE: dict[str, int] = {f"brake {factors}": factors for factors in range(1, MOST + 1)}
CHANGE: dict[str, int] = {"in": IN, "out": OUT}
SLIP: dict[str, int] = {"slip in": IN, "slip out": OUT}
FORWARD_UP_TO: list[tuple[Choice, ...]] = [tuple(FORWARD)[:most] for most in range(MOST + 1)]
BRAKE_UP_TO: list[tuple[Choice, ...]] = [tuple(BRAKE)[:most] for most in range(MOST + 1)]
COST = {IN: INSIDE, OUT: OUTSIDE}
INTO_THE_WALL = "into the wall"
LANE_CHANGES = {(False, False): (), (True, False): ("in",), (False, True): ("out",), (True, True): ("in", "out")}


class Steps:
    """The legal steps from one position, with what stands in the way."""

    __slots__ = ("attacks", "blocked", "brakes", "changes", "clear", "forward", "must_attack", "slips", "walls")

    def __init__(self, race: Race, chariot: Chariot, factors: int) -> None:
        ahead = race.track.ahead[chariot.square]
        finishing = would_finish(race, chariot)
        jumping = bool(race.move.jumps)
        self.blocked = ahead in race.occupied and not finishing
        self.forward, self.clear = forward_run(race, chariot, factors)
        if chariot.runaway and self.forward < factors:
            self.forward = keep_a_way_out(race, chariot, self.forward, factors)
        self.changes: tuple[str, ...] = ()
        self.slips: tuple[str, ...] = ()
        self.attacks: dict[str, Attack] = {}
        self.brakes = 0
        self.walls: tuple[str, ...] = ()
        if not jumping:
            if not finishing:
                if not 1 < race.track.lane[chariot.square] < race.track.lanes:
                    self.walls = walls_beside(race, chariot, factors)
                self.changes = lane_changes(race, chariot, factors)
                if self.clear < factors and factors >= SIDESLIP:
                    self.slips = sideslips(race, chariot, factors)
            self.attacks = attacks(race, chariot, factors)
            if self.attacks and chariot.threshold:
                self.attacks = permitted(race, chariot, self.attacks)
            if may_brake(race, chariot):
                self.brakes = min(factors, chariot.endurance)
        # CM 19-lash-on-equal: the die leaves a rival no choice.
        self.must_attack = bool(self.attacks) and chariot.threshold > 0 and race.move.permission == "lash"

    def answers(self, factors: int) -> tuple[Choice, ...]:
        if self.must_attack:
            return tuple(self.attacks)
        if self.blocked and not self.slips:
            # CM 6.74: brake off what is left, after any attack.
            return (BRAKE_UP_TO[factors][-1], *self.attacks)
        return (*FORWARD_UP_TO[self.forward], *self.changes, *self.slips, *self.attacks, *BRAKE_UP_TO[self.brakes])


def forward_run(race: Race, chariot: Chariot, factors: int) -> tuple[int, int]:
    """CM 6.3: how many squares straight ahead are open, up to the factors left, and how many of them before a wreck."""
    track, occupied, wrecks = race.track, race.occupied, race.wrecks
    ahead_of, index = track.ahead, track.index
    clear = factors
    square, leg = chariot.square, chariot.leg
    banned = banned_from_straining(race, chariot)
    speed = total_speed(race, chariot) if banned else 0
    for run in range(factors):
        square = ahead_of[square]
        if not index[square]:  # the first square of a new section
            if line_ahead(race, chariot, leg):
                return run + 1, min(clear, run + 1)  # over the finish line
            leg += 1
        if square in occupied or (banned and would_strain(race, chariot, speed, square, leg)):
            return run, min(clear, run)
        if square in wrecks and run < clear:
            clear = run
    return factors, clear


def keep_a_way_out(race: Race, chariot: Chariot, run: int, factors: int) -> int:
    """CM 15.21: a runaway goes no further towards a blocked square than it can still get out of its lane."""
    track = race.track
    squares, leg = [chariot.square], chariot.leg
    for _ in range(run):
        ahead = track.ahead[squares[-1]]
        if track.section[ahead] != track.section[squares[-1]]:
            if line_ahead(race, chariot, leg):
                return run
            leg += 1
        squares.append(ahead)
    if factors - run >= SIDESLIP and any(
        room_beside(race, chariot, squares[run], way, track.slip) for way in (IN, OUT)
    ):
        return run
    for near in range(run - 1, -1, -1):
        step = squares[near + 1]
        for way, cost in COST.items():
            if factors - near >= cost and race.free(step) and room_beside(race, chariot, step, way, track.change):
                return near
    return run


def room_beside(race: Race, chariot: Chariot, square: int, way: int, targets: dict[int, tuple[int, ...]]) -> bool:
    return may_enter(race, chariot, targets[way][square], chariot.leg, way)


def lane_changes(race: Race, chariot: Chariot, factors: int) -> tuple[str, ...]:
    """CM 6.4, 6.41, 6.45: the square ahead and both squares of the new lane must be free."""
    track = race.track
    step = track.ahead[chariot.square]
    if not race.free(step):
        return ()
    if chariot.runaway and not obstacle_ahead(race, chariot, factors):
        return ()  # CM 15.21
    leg = chariot.leg + (track.section[step] != track.section[chariot.square])
    inside = factors >= INSIDE and may_enter(race, chariot, track.change[IN][step], leg, IN)
    outside = factors >= OUTSIDE and may_enter(race, chariot, track.change[OUT][step], leg, OUT)
    return LANE_CHANGES[inside, outside]


def walls_beside(race: Race, chariot: Chariot, factors: int) -> tuple[str, ...]:
    """CM 6.44: from an edge lane a driver may turn into the wall, if he really wants to."""
    cost = INSIDE if race.track.lane[chariot.square] == 1 else OUTSIDE
    return (INTO_THE_WALL,) if factors >= cost and chariot.driver == "car" and chariot.hitched else ()


def sideslips(race: Race, chariot: Chariot, factors: int) -> tuple[str, ...]:
    """CM 6.7, 6.73a, 14.1a: where the way is not clear, if blocked, behind a wreck, or bound to be blocked."""
    track = race.track
    free_ahead = race.free(track.ahead[chariot.square])
    open_lanes = tuple(
        name
        for name, direction in SLIP.items()
        if may_enter(race, chariot, track.slip[direction][chariot.square], chariot.leg, direction)
    )
    if open_lanes and free_ahead and not bound_to_be_blocked(race, chariot, factors):
        return ()
    return open_lanes


def may_enter(race: Race, chariot: Chariot, target: int, leg: int, direction: int) -> bool:
    """Room for team and car, and no ban on going that way."""
    occupied, wrecks = race.occupied, race.wrecks
    if target == WALL or target in occupied or target in wrecks:
        return False
    if chariot.hitched and ((car := race.track.behind[target]) in occupied or car in wrecks):
        return False
    if direction == IN and chariot.no_inside:
        return False  # CM 7.33-S
    return not banned_entry(race, chariot, target, leg)


def banned_entry(race: Race, chariot: Chariot, target: int, leg: int) -> bool:
    return banned_from_straining(race, chariot) and would_strain(race, chariot, total_speed(race, chariot), target, leg)


def obstacle_ahead(race: Race, chariot: Chariot, factors: int) -> bool:
    """CM 15.21: whether going straight on would meet a chariot, a team or a wreck."""
    square = chariot.square
    for _ in range(factors):
        square = race.track.ahead[square]
        if not race.free(square):
            return True
    return False


def bound_to_be_blocked(race: Race, chariot: Chariot, factors: int) -> bool:
    """CM 6.7 (c): whether every way of moving and changing lanes ends behind somebody with factors left."""
    track = race.track
    known: dict[tuple[int, int], bool] = {}

    def bound(square: int, leg: int, left_over: int) -> bool:
        if left_over == 0:
            return False
        key = (square, left_over)
        if key not in known:
            known[key] = search(square, leg, left_over)
        return known[key]

    def search(square: int, leg: int, left_over: int) -> bool:
        ahead = track.ahead[square]
        crosses = track.section[ahead] != track.section[square]
        if crosses and line_ahead(race, chariot, leg):
            return False
        if not race.free(ahead):
            return True
        leg += crosses
        if banned_entry(race, chariot, ahead, leg) or not bound(ahead, leg, left_over - 1):
            return False  # held up by a ban is not blocked
        for direction, cost in COST.items():
            target = track.change[direction][ahead]
            if (
                left_over >= cost
                and may_enter(race, chariot, target, leg, direction)
                and not bound(target, leg, left_over - cost)
            ):
                return False
        return True

    return bound(chariot.square, chariot.leg, factors)


def may_brake(race: Race, chariot: Chariot) -> bool:
    """CM 6.6, 8.42, 9.52d, 15.23."""
    return chariot.endurance > 0 and chariot.status == "racing" and not stopped(race, chariot)


def permitted(race: Race, chariot: Chariot, found: dict[str, Attack]) -> dict[str, Attack]:
    """CM 19-threshold, 19-lash-on-equal: in solitaire a rival attacks as his die allows."""
    if race.move.asked != race.car_square(chariot) or race.move.permission == "none":
        return {}
    if race.move.permission == "lash":
        return {name: attack for name, attack in found.items() if attack.kind == "lash"}
    return found
