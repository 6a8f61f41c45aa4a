"""CM 6.3 to 6.7: which steps the mover may take now."""

from __future__ import annotations

from typing import ClassVar

from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot
from ludus.games.circus.step_list import INTO_THE_WALL, LANE_CHANGES, SLIP, Steps
from ludus.games.circus.track import IN, OUT, WALL


class LegalSteps(Chapter):
    wrecks_hinder: ClassVar[bool] = True  # CM 14.1a: and are a reason to sideslip, as in `hinders`

    def steps(self, chariot: Chariot, factors: int) -> Steps:
        """CM 6.21: everything that may be done with the factors left."""
        race = self.race
        ahead = race.track.ahead[chariot.square]
        finishing = not race.track.index[ahead] and self.would_finish(chariot)
        forward, clear = self.forward_run(chariot, factors)
        unhindered = clear if self.wrecks_hinder else forward
        blocked = not (forward or finishing) and self.blocks(ahead)
        if forward < factors and chariot.status == "runaway":
            forward = self.keep_a_way_out(chariot, forward, factors)
        steps = Steps(blocked, forward, clear)
        if race.move.jumps:
            return steps
        if not finishing:
            if not 1 < race.track.lane[chariot.square] < race.track.lanes and not self.must_go_straight(chariot):
                steps.walls = self.walls_beside(chariot, factors)
            steps.changes = self.lane_changes(chariot, factors)
            if unhindered < factors >= self.charts.sideslip and self.hindered_after(chariot, unhindered):
                steps.slips = self.sideslips(chariot, factors)
        steps.attacks = self.attacks(chariot, factors)
        if steps.attacks and chariot.threshold:
            self.heed_permission(chariot, steps)
        if self.may_brake(chariot):
            steps.brakes = factors if factors < chariot.endurance else chariot.endurance
        steps.others = self.other_steps(chariot)
        return steps

    def blocks(self, square: int) -> bool:
        """CM 6.71: whether somebody stands there whom nobody can drive over."""
        return square in self.race.occupied

    def passable(self, chariot: Chariot) -> bool:
        """CM 6.71: whether others can drive over it; that is for wrecks."""
        return False

    def other_steps(self, chariot: Chariot) -> tuple[str, ...]:
        """CM 6.21: there are no others; options know some."""
        return ()

    def must_go_straight(self, chariot: Chariot) -> bool:
        """Whether lanes are changed only to get out of somebody's way: nobody is bound to that."""
        return False

    def avoiding(self, chariot: Chariot, factors: int, ways: tuple[str, ...]) -> tuple[str, ...]:
        """The ways to get out of somebody's way, for whoever is bound."""
        return ways

    def slip_chance(self, chariot: Chariot) -> float:
        """That a lane change goes a lane too far: on dry ground it never does."""
        return 0.0

    def lane_price(self, direction: int) -> int:
        """CM 6.4: a lane change costs more towards the inside."""
        return self.charts.inside if direction == IN else self.charts.outside

    def forward_run(self, chariot: Chariot, factors: int) -> tuple[int, int]:
        """CM 6.3: how many squares straight ahead are open with the factors left, and how many before a wreck."""
        race = self.race
        track, occupied, wrecks = race.track, race.occupied, race.wrecks
        ahead_of, index = track.ahead, track.index
        clear = factors
        square, leg = chariot.square, chariot.leg
        if not track.corner[square] and race.free_run(square, factors) == factors:
            return factors, factors
        banned = self.banned_from_straining(chariot)
        # All squares of a corner lane are strained alike; only a new section has to be looked at.
        held = banned and track.corner[square] and self.banned_entry(chariot, square, leg)
        run = 0 if held else race.free_run(square, factors)
        square += run  # there is nothing to look at on the way
        while run < factors:
            square = ahead_of[square]
            if not index[square]:  # the first square of a new section
                if self.line_ahead(chariot, leg):
                    return run + 1, min(clear, run + 1)  # over the finish line
                leg += 1
            taken = square in occupied
            if taken and self.blocks(square):
                return run, clear if clear < run else run
            if banned and (held or not index[square]) and self.banned_entry(chariot, square, leg):
                return run, clear if clear < run else run
            if (taken or square in wrecks) and run < clear:
                clear = run
            run += 1
            if run < factors and not held:
                free = race.free_run(square, factors - run)
                square += free
                run += free
        return factors, clear

    def room_beside(self, chariot: Chariot, square: int, way: int, targets: dict[int, tuple[int, ...]]) -> bool:
        return self.may_enter(chariot, targets[way][square], chariot.leg, way)

    def lane_changes(self, chariot: Chariot, factors: int) -> tuple[str, ...]:
        """CM 6.4, 6.41, 6.45, QA 6.45: the square ahead and both squares of the new lane must be free."""
        race = self.race
        track = race.track
        step = track.ahead[chariot.square]
        if race.taken[step]:
            return ()
        if chariot.status == "runaway" and not self.obstacle_ahead(chariot, factors):
            return ()  # CM 15.21
        leg = chariot.leg + (track.section[step] != track.section[chariot.square])
        charts = self.charts
        inside = factors >= charts.inside and self.may_enter(chariot, track.change[IN][step], leg, IN)
        outside = factors >= charts.outside and self.may_enter(chariot, track.change[OUT][step], leg, OUT)
        if not (inside or outside):
            return ()
        changes = LANE_CHANGES[inside, outside]
        return self.avoiding(chariot, factors, changes) if self.must_go_straight(chariot) else changes

    def walls_beside(self, chariot: Chariot, factors: int) -> tuple[str, ...]:
        """CM 6.44: from an edge lane a driver may turn into the wall, if he really wants to."""
        cost = self.lane_price(IN if self.race.track.lane[chariot.square] == 1 else OUT)
        return (INTO_THE_WALL,) if factors >= cost and chariot.driver == "car" and chariot.hitched else ()

    def sideslips(self, chariot: Chariot, factors: int) -> tuple[str, ...]:
        """CM 6.7, 6.73a, 14.1a: where the way is not clear, if blocked, behind a wreck, or bound to be blocked."""
        race = self.race
        track = race.track
        open_lanes = tuple(
            name
            for name, direction in SLIP.items()
            if self.may_enter(chariot, track.slip[direction][chariot.square], chariot.leg, direction)
        )
        return open_lanes if open_lanes and self.needs_sideslip(chariot, factors) else ()

    def needs_sideslip(self, chariot: Chariot, factors: int) -> bool:
        """CM 6.7, 14.1a: the square ahead is taken, or the chariot is bound to be blocked later in the phase."""
        return self.hinders(self.race.track.ahead[chariot.square]) or self.bound_to_be_blocked(chariot, factors)

    def hinders(self, square: int) -> bool:
        """CM 6.7, 14.1a: whether what stands or lies there is a reason to sideslip; a wreck is one."""
        return not self.race.free(square)

    def hindered_after(self, chariot: Chariot, squares: int) -> bool:
        """Whether it is somebody, and not a ban, that ends the way straight on; else nobody is bound to be blocked."""
        return self.hinders(self.race.track.further(chariot.square, squares + 1))

    def may_enter(self, chariot: Chariot, target: int, leg: int, direction: int) -> bool:
        """Room for team and car, and no ban on going that way."""
        race = self.race
        if target == WALL or race.taken[target]:
            return False
        track = race.track
        rear = track.behind[target]
        if chariot.hitched and race.taken[rear]:
            return False
        if direction == IN and chariot.no_inside:
            return False  # CM 7.33-S
        on_straight = not (track.corner[target] or track.corner[rear])
        return on_straight or not self.banned_entry(chariot, target, leg)

    def banned_entry(self, chariot: Chariot, target: int, leg: int) -> bool:
        track = self.race.track
        if not (track.corner[target] or track.corner[track.behind[target]]):
            return False
        return self.banned_from_straining(chariot) and self.would_strain(
            chariot, self.total_speed(chariot), target, leg
        )

    def bound_to_be_blocked(self, chariot: Chariot, factors: int) -> bool:
        """CM 6.7 (c): whether every way of moving and changing lanes ends behind somebody with factors left."""
        return self.blocked_in_the_end(chariot, chariot.square, chariot.leg, factors, 0, {})

    def blocked_in_the_end(
        self, chariot: Chariot, square: int, leg: int, factors: int, over: int, known: dict[tuple[int, int, int], bool]
    ) -> bool:
        """The same from a square further on, with so many squares until it is clear of what it runs over; `known` is
        what was found out on the way."""
        if factors == 0:
            return False
        key = (square, factors, over)
        if key not in known:
            known[key] = self.every_way_blocked(chariot, square, leg, factors, over, known)
        return known[key]

    def every_way_blocked(
        self, chariot: Chariot, square: int, leg: int, factors: int, over: int, known: dict[tuple[int, int, int], bool]
    ) -> bool:
        race = self.race
        track = race.track
        ahead = track.ahead[square]
        crosses = track.section[ahead] != track.section[square]
        if crosses and self.line_ahead(chariot, leg):
            return False
        if self.hinders(ahead):
            return True
        leg += crosses
        if self.banned_entry(chariot, ahead, leg):
            return False  # held up by a ban is not blocked
        # Whatever lies there and does not hinder is run over, straight on until the last part is clear of it.
        free = race.free(ahead)
        if free and not over:
            for direction in (IN, OUT):
                target = track.change[direction][ahead]
                left = factors - self.lane_price(direction)
                if (
                    left >= 0
                    and self.may_enter(chariot, target, leg, direction)
                    and (
                        race.free_run(target, left) == left  # as it is most often
                        or not self.blocked_in_the_end(chariot, target, leg, left, 0, known)
                    )
                ):
                    return False
        onward = max(0, over - 1) if free else 2 if chariot.hitched else 1
        return self.blocked_in_the_end(chariot, ahead, leg, factors - 1, onward, known)

    def may_brake(self, chariot: Chariot) -> bool:
        """CM 6.6, 8.42, 9.52d, 15.23."""
        return chariot.endurance > 0 and chariot.status == "racing" and not self.stopped(chariot)
