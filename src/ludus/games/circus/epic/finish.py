"""E2 15: laps, the finish, all places, and what the race hands to a campaign."""

from __future__ import annotations

from typing import Any

from ludus.core.game import Outcome
from ludus.games.circus.chapters.finish import IDLE_TURNS
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Data, Names

DRIVERS = {"car": "in control", "dragged": "dragged", "foot": "on foot", "dead": "dead", "safe": "on foot"}

WHY = {"time-up": ("E2 3.1.1",), "first-barred": ("E2 10.7.3",), "all-barred": ("E2 10.7.3",)}


class EpicFinish(SecondEdition):
    """E2 15.2.4-prizes: everybody still racing gets a place, with or without a winner."""

    def half_laps(self, chariot: Chariot) -> int:
        """E2 2.6.2-laps: what this chariot itself has done."""
        if chariot.status == "finished":
            return 2 * self.race.track.file.laps
        return max(0, (chariot.leg + 1) // 2)

    def race_over(self) -> bool:
        """E2 3.1.1: also when the agreed time is up, with the turn that it runs out in."""
        return self.time_up() or super().race_over()

    def time_up(self) -> bool:
        """E2 3.1.1: nobody is over the line, and no turn is left."""
        race = self.race
        limit = race.rules.time_limit
        return limit is not None and race.turn >= limit and not race.final

    def can_still_finish(self, chariot: Chariot) -> bool:
        """E2 2.6.2-knife-lost, 15.2: whoever can never cut his dead horse free never moves again."""
        return super().can_still_finish(chariot) and not (chariot.fallen and not self.has_knife(chariot))

    # -- places ------------------------------------------------------------------------------------------

    def takes_place(self, chariot: Chariot) -> bool:
        """E2 15.2.4, 13.3.5: with a living driver in the car or dragged, over the line or still on the track."""
        return chariot.manned and (chariot.on_track or chariot.status == "finished")

    def barred(self, chariot: Chariot) -> bool:
        """Whether it may not win, however it came in."""
        return False

    def winner(self, order: list[Chariot]) -> Chariot | None:
        """E2 15.2, 10.7.3: the first who is not barred; nobody, where nobody has finished."""
        decided = self.race.final or self.time_up()
        return next((chariot for chariot in order if not self.barred(chariot)), None) if decided else None

    # -- the end -----------------------------------------------------------------------------------------

    def reported(self, chariot: Chariot) -> dict[str, Any]:
        """What has become of it, whatever its place."""
        entry = chariot.parts["entry"]
        return {
            "chariot": chariot.faction,
            "seat": chariot.seat,
            "stable_number": entry.number,
            "name": entry.name,
            "crossed": chariot.status == "finished",
            "driver": DRIVERS[chariot.driver],
            "hits": chariot.hits,
            "horses": list(chariot.horses),
            "injuries": [start - now for start, now in zip(chariot.horses_start, chariot.horses, strict=True)],
            "wrecked": not chariot.hitched,
            "outlaw": self.barred(chariot),
        }

    def may_decide(self, seat: int) -> bool:
        """E2 15.2.4: prizes are for those who cross the line; it is driven to the end."""
        return False

    def conclude(self) -> Outcome:
        """E2 15.2 to 15.2.4: the winner, and a place for everybody who is still racing."""
        race = self.race
        self.note_losses()
        report = self.report()
        winner = next((each for each in report if each["place"] == 1), None)
        reason = self.reason()
        self.tell(
            "end",
            {
                "reason": reason,
                "winner": winner["chariot"] if winner else None,
                "ranking": [each["chariot"] for each in report if each["place"]],
                "report": report,
            },
            (*WHY.get(reason, ()), "E2 15.2", "E2 15.2.2", "E2 15.2.3", "E2 15.2.4", "E2 15.2.4-prizes"),
        )
        race.phase = "over"
        self.settle_up(self.winner(self.came_in()))
        return Outcome(reason, (winner["seat"],) if winner else (), self.seat_places(report), self.handed_back())

    def seat_places(self, report: list[dict[str, Any]]) -> tuple[int, ...]:
        """Every seat has the place of its best chariot; those without one come last, together."""
        seats = self.race.seats
        unplaced = len(report) + 2
        best = [
            min((each["place"] for each in report if each["seat"] == seat and each["place"]), default=unplaced)
            for seat in range(seats)
        ]
        ahead = [sum(other < own for other in best) for own in best]
        if 1 in best:
            return tuple(1 + better for better in ahead)
        return tuple(
            seats if own == unplaced else min(seats, 2 + better) for own, better in zip(best, ahead, strict=True)
        )

    def reason(self) -> str:
        """E2 15.2 to 15.2.3, 3.1.1, 10.7.3: why the race ended as it did."""
        order = self.came_in()
        winner = self.winner(order)
        if order and (self.race.final or self.time_up()) and winner is not order[0]:
            return "all-barred" if winner is None else "first-barred"
        crossed = [chariot for chariot in order if self.finished(chariot)]
        if not crossed:
            if self.time_up() and winner is not None:
                return "time-up"
            return "called-off" if self.race.idle >= IDLE_TURNS else "nobody-finished"
        if len(crossed) == 1:
            return "lone-finisher"
        return "most-factors-left" if crossed[0].finish_left > crossed[1].finish_left else "drawn-first"

    def say_end(self, data: Data, names: Names) -> str:
        said = super().say_end(data, names)
        why = {
            "time-up": "Time is up. ",
            "first-barred": "Who came in first has rammed horses and cannot win. ",
            "all-barred": "All who came in have rammed horses. ",
        }.get(data["reason"], "")
        places = [(each["place"], each["chariot"]) for each in data["report"] if each["place"]]
        listed = ", ".join(f"{place}. {chariot}" for place, chariot in places)
        return f"{why}{said} Places: {listed}." if places else f"{why}{said} Nobody takes a place."
