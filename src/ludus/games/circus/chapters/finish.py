"""CM 10: dolphins and eggs, the finish line, the places."""

from __future__ import annotations

from ludus.core.game import Outcome
from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import (
    Data,
    Names,
    count,
    who,
)

IDLE_TURNS = 10  # a race in which nothing moves for so long is called off (docs/rulings.md)


class Finish(Chapter):
    def take_down_marker(self, chariot: Chariot) -> None:
        """CM 10.1: the first chariot to leave each straight takes a dolphin or an egg down."""
        corners_entered = (chariot.leg + 1) // 2
        if corners_entered > self.race.markers and chariot.manned:
            self.take_down(chariot, corners_entered)

    def take_down(self, chariot: Chariot, number: int) -> None:
        """CM 10.1, 10.2: dolphin and egg by turns, one for each half lap; the last egg at the finish line."""
        race = self.race
        race.markers = number
        laps = race.track.file.laps
        self.tell(
            "marker",
            {
                "chariot": chariot.faction,
                "marker": "dolphin" if number % 2 else "egg",
                "dolphins": laps - (number + 1) // 2,
                "eggs": laps - number // 2,
            },
            ("CM 10.1", "CM 3.7"),
        )

    def would_finish(self, chariot: Chariot) -> bool:
        """CM 10.3b: the next step forward leaves the last backstretch."""
        track = self.race.track
        square = chariot.square
        return track.section[track.ahead[square]] != track.section[square] and self.line_ahead(chariot, chariot.leg)

    def line_ahead(self, chariot: Chariot, leg: int) -> bool:
        """CM 15.2-laps: whether this leg ends at the finish; a team without its man runs on until the last turn."""
        race = self.race
        last = race.track.last_leg
        if leg < last:
            return False
        return leg == last if chariot.manned else race.final and leg % 4 == last % 4

    def cross_line(self, chariot: Chariot, factors_left: int, clause: str) -> None:
        """CM 10.3b: off the track at once, with the factors it still has."""
        race = self.race
        placed = chariot.manned
        if chariot.driver == "dragged":
            chariot.trail = (*chariot.trail, race.car_square(chariot))
        race.lift(chariot)
        chariot.status = "finished" if placed else "out"
        if not placed:
            self.tell("out", {"chariot": chariot.faction, "why": "ran out of the circus"}, ("CM 15.2-laps",))
            return
        if not chariot.moved and race.mover != chariot.number:
            # It evaded over the line before it was drawn: its counter counts as the next one out (docs/rulings.md).
            race.draws += 1
            chariot.drawn = race.draws
        chariot.finish_turn = race.turn
        chariot.finish_left = factors_left
        chariot.finish_drawn = chariot.drawn
        self.tell(
            "finish",
            {"chariot": chariot.faction, "left": factors_left, "dragged": chariot.driver == "dragged"},
            (clause, "CM 10.2", "CM 10.3a"),
        )
        if not race.final:
            race.final = True
            self.take_down(chariot, 2 * race.track.file.laps)

    def can_still_finish(self, chariot: Chariot) -> bool:
        """Whether this chariot could ever reach the line again."""
        if chariot.square < 0 or chariot.driver not in ("car", "dragged"):
            return False
        if chariot.endurance:
            return True
        return chariot.team_speed + (chariot.modifier if chariot.driver == "car" else 0) > 0

    def race_over(self) -> bool:
        """CM 10.2: after the final turn, or when nobody can finish any more."""
        race = self.race
        return (
            race.final
            or race.idle >= IDLE_TURNS
            or not any(self.can_still_finish(chariot) for chariot in race.chariots)
        )

    # -- places ------------------------------------------------------------------------------------------

    def finished(self, chariot: Chariot) -> bool:
        """CM 10.3b, 16.4: over the line with a living driver."""
        return chariot.status == "finished" and chariot.manned

    def note_losses(self) -> None:
        """Whoever lost driver or team in this turn takes no place any more; the last to drop out stands best."""
        race = self.race
        for chariot in race.chariots:
            if chariot.lost_turn:
                continue
            racing = chariot.square >= 0 and chariot.manned
            if not racing and not self.finished(chariot):
                chariot.lost_turn = race.turn

    def standing(self, chariot: Chariot) -> tuple[float, ...]:
        """CM 10.2, 10.4, 10.5: finishers by factors left and draw, then the rest by position, inner lane first."""
        race = self.race
        if self.finished(chariot):
            return (3, chariot.finish_left, -chariot.finish_drawn)
        if chariot.lost_turn:
            return (1, chariot.lost_turn)
        return (2, race.position(chariot), -race.track.lane[chariot.square])

    def conclude(self) -> Outcome:
        """CM 10.2 to 10.5, 16.4: the winner, and a place for everyone."""
        race = self.race
        self.note_losses()
        standings = {chariot.faction: self.standing(chariot) for chariot in race.chariots}
        ranking = sorted(race.chariots, key=lambda chariot: standings[chariot.faction], reverse=True)
        finishers = [chariot for chariot in ranking if self.finished(chariot)]
        if not finishers:
            reason = "called-off" if race.idle >= IDLE_TURNS else "nobody-finished"
        elif len(finishers) == 1:
            reason = "lone-finisher"
        elif finishers[0].finish_left > finishers[1].finish_left:
            reason = "most-factors-left"
        else:
            reason = "drawn-first"
        self.tell(
            "end",
            {
                "reason": reason,
                "winner": finishers[0].faction if finishers else None,
                "ranking": [chariot.faction for chariot in ranking],
            },
            ("CM 10.2", "CM 10.4", "CM 10.5"),
        )
        race.phase = "over"
        self.settle_up(finishers[0] if finishers else None)
        if not finishers:
            return Outcome(reason, (), (race.seats,) * race.seats, self.handed_back())
        best = [
            max((standings[chariot.faction] for chariot in race.chariots if chariot.seat == seat), default=())
            for seat in range(race.seats)
        ]
        places = tuple(1 + sum(1 for other in best if other > own) for own in best)
        return Outcome(reason, (finishers[0].seat,), places, self.handed_back())

    def may_decide(self, seat: int) -> bool:
        """CM 10.2: all others have given up; whoever can still finish need not drive home alone (docs/rulings.md)."""
        chariots = self.race.chariots
        return any(each.seat == seat and each.square >= 0 and self.can_still_finish(each) for each in chariots)

    def decide_for(self, seat: int) -> Outcome:
        """The best of his chariots has won; all others stand where they are."""
        race = self.race
        self.note_losses()

        def rank(chariot: Chariot) -> tuple[bool, tuple[float, ...]]:
            return (chariot.seat == seat, self.standing(chariot))

        ranking = sorted(race.chariots, key=rank, reverse=True)
        winner = ranking[0]
        self.tell(
            "end",
            {
                "reason": "last-left",
                "winner": winner.faction,
                "ranking": [chariot.faction for chariot in ranking],
            },
            ("CM 10.2",),
        )
        race.phase = "over"
        self.settle_up(winner)
        best = [
            max((rank(each) for each in race.chariots if each.seat == own), default=None) for own in range(race.seats)
        ]
        places = tuple(1 + sum(1 for other in best if other and (own is None or other > own)) for own in best)
        return Outcome("last-left", (seat,), places, self.handed_back())

    def say_marker(self, data: Data, names: Names) -> str:
        if not data["eggs"]:  # a second time if the first man over the line died of it
            return "No egg is left: this turn is the last."
        left = f"{count(data['dolphins'], 'dolphin')}, {count(data['eggs'], 'egg')} left"
        return f"{who(data)} leads: {'an' if data['marker'] == 'egg' else 'a'} {data['marker']} goes down ({left})."

    def say_finish(self, data: Data, names: Names) -> str:
        return (
            f"{who(data)} crosses the finish line{' with its driver dragged behind' if data['dragged'] else ''}, "
            f"{count(data['left'], 'factor')} left!"
        )

    def say_end(self, data: Data, names: Names) -> str:
        if data["winner"] is None:
            return "The race is over without a winner."
        return f"{str(data['winner']).capitalize()} wins the race!"
