"""CM 15: teams without a driver."""

from __future__ import annotations

from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.words import (
    Data,
    Names,
    who,
)


class Runaways(Chapter):
    def keep_a_way_out(self, chariot: Chariot, run: int, factors: int) -> int:
        """CM 15.21: a runaway goes no further towards a blocked square than it can still get out of its lane."""
        race = self.race
        track = race.track
        squares, leg = [chariot.square], chariot.leg
        for _ in range(run):
            ahead = track.ahead[squares[-1]]
            if track.section[ahead] != track.section[squares[-1]]:
                if self.line_ahead(chariot, leg):
                    return run
                leg += 1
            squares.append(ahead)
        over = {square for square, _, _ in race.move.jumps}
        ways = [self.leaves_lane(chariot, squares[0], factors, over)]
        for near in range(1, run + 1):
            if self.obstacle(squares[near]):
                over.add(squares[near])
            ways.append(self.leaves_lane(chariot, squares[near], factors - near, over))
        return max((near for near, open_way in enumerate(ways) if open_way), default=run)

    def leaves_lane(self, chariot: Chariot, square: int, factors: int, over: set[int]) -> bool:
        """CM 15.21: whether it can get out of its lane from there. CM 14.2c: not while it runs over what lies there."""
        race, track = self.race, self.race.track
        step = track.ahead[square]
        if square in over or (chariot.hitched and track.behind[square] in over):
            return False
        if race.free(step):
            return any(
                factors >= self.lane_price(way) and self.room_beside(chariot, step, way, track.change)
                for way in (IN, OUT)
            )
        return (
            factors >= self.charts.sideslip
            and self.hinders(step)
            and any(self.room_beside(chariot, square, way, track.slip) for way in (IN, OUT))
        )

    def obstacle_ahead(self, chariot: Chariot, factors: int) -> bool:
        """CM 15.21: whether going straight on would meet a chariot, a team or a wreck."""
        race, track = self.race, self.race.track
        if (men := self.men_avoided()) and not set(men).isdisjoint(self.way_on(chariot, factors)):
            return True
        square, leg = chariot.square, chariot.leg
        while (free := race.free_run(square, factors)) < factors:  # a section at a time
            ahead = track.ahead[square + free]
            if track.section[ahead] != track.section[square]:
                if self.line_ahead(chariot, leg):
                    return False
                leg += 1
            if race.taken[ahead]:
                return True
            square, factors = ahead, factors - free - 1
        return False

    def way_on(self, chariot: Chariot, factors: int) -> list[int]:
        """The squares straight on that it would enter, to the finish line at most."""
        track = self.race.track
        squares: list[int] = []
        square, leg = chariot.square, chariot.leg
        for _ in range(factors):
            ahead = track.ahead[square]
            if track.section[ahead] != track.section[square]:
                if self.line_ahead(chariot, leg):
                    break
                leg += 1
            squares.append(square := ahead)
        return squares

    def men_avoided(self) -> list[int]:
        """CM 15.21: a runaway leaves its lane for no man on foot."""
        return []

    def keep_speed(self, chariot: Chariot) -> None:
        """CM 15.1: a team that loses its driver in mid-move uses the factors it has left, no fewer and no more."""
        if self.race.mover == chariot.number:
            self.race.move.skill += self.driven_speed(chariot) - self.horses_speed(chariot)

    def stop_team(self, chariot: Chariot, clause: str = "CM 15.25b") -> None:
        """CM 15.25b: a runaway with a dead horse stays where it is, a wreck for the rest of the race."""
        race = self.race
        if not chariot.on_track:
            return
        square, behind, man = chariot.square, race.car_square(chariot), self.dragged_square(chariot)
        hitched = chariot.hitched
        race.lift(chariot)
        race.lay(square, chariot.number)
        if hitched:
            if race.wrecks.get(behind, -1) < 0:  # another team that lies there stays what it is
                race.lay(behind, -1)
            chariot.hitched = False
        chariot.status, chariot.under = "stopped", ()
        self.tell("team-stopped", {"chariot": chariot.faction, "square": race.track.name(square)}, (clause,))
        if chariot.driver == "dragged":
            self.free_of_stopped_team(chariot, man)

    def free_of_stopped_team(self, chariot: Chariot, square: int) -> None:
        """CM 15.25b: nothing drags him any more."""
        self.stand_up(chariot, square, "CM 15.25b")

    def say_team_stopped(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s runaway team falls on {data['square']}."
