"""E2 8.9: obstacles, run over one after the other."""

from __future__ import annotations

from typing import ClassVar

from ludus.games.circus.epic.horses import EpicHorses
from ludus.games.circus.state import CAR, CARCASS, TEAM, Chariot, Move
from ludus.games.circus.threats import Attack
from ludus.games.circus.words import Data, Names, named, who


class EpicObstacles(EpicHorses):
    """E2 8.9.3.4: a stationary chariot is two obstacles, a wreck where its car stands and a stationary team.

    It is in nobody's way (E2 8.8.1), but still a chariot: it keeps its squares, and whoever drives over it stands on
    them for as long as that takes.
    """

    worse: ClassVar[int] = -1  # E2 8.9.3: high is good

    def run_over(self, total: int) -> str:
        """E2 8.9.3-chart."""
        return next((result for result, limit in self.charts.run_over_to if total <= limit), "none")

    # -- what lies or stands in the way ------------------------------------------------------------------------

    def those_on(self, square: int) -> list[tuple[Chariot, int]]:
        """Everybody on a square, with the part that stands there."""
        behind = self.race.track.behind
        found = []
        for chariot in self.race.chariots:
            team = chariot.square
            if team == square:
                found.append((chariot, TEAM))
            elif team >= 0 and chariot.hitched and behind[team] == square:
                found.append((chariot, CAR))
        return found

    def stationary_parts(self, square: int) -> list[tuple[Chariot, int]]:
        """E2 8.9.3.4: the stationary chariots there."""
        race = self.race
        there = race.occupied.get(square)
        if there is None:
            return []
        top = race.chariots[there >> 1]
        if not (race.move.jumps or top.under):  # nobody stands on anybody
            return [(top, there & 1)] if self.cannot_move(top) else []
        return [(chariot, part) for chariot, part in self.those_on(square) if self.cannot_move(chariot)]

    def passable(self, chariot: Chariot) -> bool:
        """E2 8.8.1: obstacles do not block, and a stationary chariot is one."""
        return self.cannot_move(chariot)

    def blocks(self, square: int) -> bool:
        race = self.race
        if square not in race.occupied:
            return False
        if not self.cannot_move(race.chariots[race.occupied[square] >> 1]):
            return True  # nearly always
        return any(not self.cannot_move(chariot) for chariot, _ in self.those_on(square))

    def obstacle(self, square: int) -> bool:
        """E2 8.9: wrecks, carcasses, stationary teams, with or without a chariot behind them."""
        return super().obstacle(square) or bool(self.stationary_parts(square))

    def alone(self, chariot: Chariot) -> bool:
        """Whether nobody else stands where its team and its car do, or right behind a team that has lost it."""
        race, team = self.race, chariot.square
        track = race.track
        if not race.stacked:  # nearly always
            return chariot.hitched or race.occupied.get(track.behind[team], CAR) & 1 == CAR
        if not (race.wrecks or chariot.under or race.move.jumps):
            return True  # nobody has driven over anybody
        ahead, behind = track.ahead[team], track.behind[team]
        teams = [other.square for other in race.chariots]
        if behind in teams or teams.count(team) > 1:
            return False
        # From the square ahead only a car reaches back to it.
        return ahead not in teams or not any(other.square == ahead and other.hitched for other in race.chariots)

    def on_obstacle(self, chariot: Chariot, rear: int) -> bool:
        """E2 8.9.1: with team or car; but a horse that it has just cut free does not count for it (E2 8.9.3.3)."""
        wrecks = self.race.wrecks
        if self.alone(chariot) and chariot.square not in wrecks and rear not in wrecks:
            return False
        return any(
            self.obstacle(square) and not self.fresh_carcass(chariot, square) for square in (rear, chariot.square)
        )

    def before_the_horse(self, chariot: Chariot) -> None:
        """E2 13.1.4.2: what stood under it and has gone meanwhile is not run over any more. E2 8.9.3.3: a horse that it
        has left behind is. E2 11.2.3.1: without team speed no movement factors, whatever the CDM."""
        if chariot.under:
            chariot.under = tuple(square for square in chariot.under if self.obstacle(square))
        if chariot.parts["carcass"].square:
            self.face_own_carcass(chariot)
        if self.cannot_move(chariot) and not self.team_speed(chariot):
            self.race.move = Move(over=True)

    def obstacle_worse(self, square: int) -> int:
        """E2 8.9.3, 8.9.3.2: of several obstacles in one square the worst counts."""
        stationary = [self.charts.stopped_team if part == TEAM else 0 for _, part in self.stationary_parts(square)]
        if not super().obstacle(square):
            return max(stationary, default=0)
        return max(super().obstacle_worse(square), *stationary) if stationary else super().obstacle_worse(square)

    def obstacle_name(self, square: int) -> str:
        return "carcass" if self.obstacle_worse(square) < 0 else "stationary team"

    def obstacle_words(self, square: int) -> str:
        for chariot, part in self.stationary_parts(square):
            return f"{named(chariot)}'s {'team' if part == TEAM else 'car'}"
        lies = self.race.wrecks.get(square, -1)
        return (
            "a dead horse"
            if lies == CARCASS
            else f"{named(self.race.chariots[lies])}'s team"
            if lies >= 0
            else "a wreck"
        )

    def teams_lying(self, square: int) -> list[Chariot]:
        """E2 8.9.3.2: whose horses are hurt with those that run over them."""
        teams = [chariot for chariot, part in self.stationary_parts(square) if part == TEAM]
        return [*super().teams_lying(square), *teams]

    def spare(self, chariot: Chariot, what: str, clause: str) -> None:
        """E2 8.9.4d, 8.9.4e: the dice are told also where they did no harm."""
        self.tell("spared", {"chariot": chariot.faction, "what": what}, (clause,))

    def deadly(self, square: int) -> bool:
        """E2 13.3.3: nor does a dragged man live that is drawn over a stationary chariot."""
        return super().deadly(square) or any(self.cannot_move(chariot) for chariot, _ in self.those_on(square))

    def add_attacks(self, chariot: Chariot, car: int, target: Chariot, part: int, found: dict[str, Attack]) -> None:
        """E2 10.2.1: where a team has stopped on a stationary chariot (E2 13.2.1-runover), at the one or the other."""
        super().add_attacks(chariot, car, target, part, found)
        if not target.hitched:  # whole chariots do not stop there
            track = self.race.track
            square = target.square if part == TEAM else track.behind[target.square]
            for other, own in self.those_on(square):
                if other is not target:
                    super().add_attacks(chariot, car, other, own, found)

    # -- two on one square -------------------------------------------------------------------------------------

    def uncover(self) -> None:
        """Whoever was driven over is seen again when the other has gone."""
        race = self.race
        if not race.stacked:
            return
        occupied, behind = race.occupied, race.track.behind
        for chariot in race.chariots:
            team = chariot.square
            if team < 0:
                continue
            if team not in occupied:
                race.stand(team, 2 * chariot.number)
            if chariot.hitched and behind[team] not in occupied:
                race.stand(behind[team], 2 * chariot.number + CAR)
        race.stack(not all(race.in_view(chariot) for chariot in race.chariots))

    def bound_to_look(self, chariot: Chariot) -> bool:
        """Leaving somebody whom it stands on is a step of its own. E2 13.3.3: over what lies under his car a man behind
        it is still to be dragged."""
        if chariot.driver == "dragged" and chariot.hitched and self.race.car_square(chariot) in self.race.wrecks:
            return True
        return not self.alone(chariot)

    def break_up(self, chariot: Chariot, square: int, clause: str) -> None:
        super().break_up(chariot, square, clause)
        self.uncover()

    def stop_team(self, chariot: Chariot, clause: str = "E2 13.2.1.5") -> None:
        super().stop_team(chariot, clause)
        self.uncover()

    def leave_race(self, chariot: Chariot, why: str, clause: str) -> None:
        super().leave_race(chariot, why, clause)
        self.uncover()

    def cross_line(self, chariot: Chariot, factors_left: int, clause: str) -> None:
        super().cross_line(chariot, factors_left, clause)
        self.uncover()

    # -- words ---------------------------------------------------------------------------------------------------

    def say_jump(self, data: Data, names: Names) -> str:
        return f"{who(data)} drives over what lies on {data['square']}: {data['die']} endurance asked."

    def say_spared(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s {data['what']} take no harm."

    def say_run_over(self, data: Data, names: Names) -> str:
        return super().say_run_over(data, names).replace("the wreck", "it")
