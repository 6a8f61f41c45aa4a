"""CM 20.4, 22, 23.1: who came in where, by how much, and in what state: what a campaign asks about a race."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot


class Places(Chapter):
    def takes_place(self, chariot: Chariot) -> bool:
        """CM 20.4: with a living driver in the car or dragged, over the line or still on the track; a race that nobody
        has finished has no places."""
        return self.race.final and chariot.manned and (chariot.on_track or chariot.status == "finished")

    def came_in(self) -> list[Chariot]:
        """CM 20.4: all that take a place, the best first: those who have not crossed by where they are, the inner lane
        first."""
        placed = [chariot for chariot in self.race.chariots if self.takes_place(chariot)]
        return sorted(placed, key=self.standing, reverse=True)

    def winner(self, order: list[Chariot]) -> Chariot | None:
        """CM 10.2: the first of those that have crossed the line."""
        return next((chariot for chariot in order if self.finished(chariot)), None)

    def places(self) -> dict[int, int]:
        """The place of each chariot that takes one; without a winner they start at second."""
        order = self.came_in()
        winner = self.winner(order)
        if winner is not None:
            order.remove(winner)
            order.insert(0, winner)
        return {chariot.number: place for place, chariot in enumerate(order, start=1 if winner is not None else 2)}

    def margin(self, chariot: Chariot) -> int:
        """CM 23.1b: factors left beyond the line; short of it, less than nothing: what the team still needs to cross it
        from its own lane."""
        if chariot.status == "finished":
            return chariot.finish_left
        track = self.race.track
        square, leg, steps = chariot.square, chariot.leg, 0
        while leg <= track.last_leg:
            ahead = track.ahead[square]
            leg += track.section[ahead] != track.section[square]
            square = ahead
            steps += 1
        return -steps

    def report(self) -> list[dict[str, Any]]:
        """CM 20.4, 23.1b: every chariot, those with a place first, with all that a campaign asks about it. The gap is
        the one to the next that has a place."""
        race = self.race
        places = self.places()
        placed = [race.chariots[number] for number in places]
        rest = [chariot for chariot in race.chariots if chariot.number not in places]
        margins = [self.margin(chariot) for chariot in placed]
        gaps = [max(0, own - behind) for own, behind in pairwise(margins)]
        entries = [
            {**self.reported(chariot), "place": places[chariot.number], "margin": margin, "gap": gap}
            for chariot, margin, gap in zip(placed, margins, [*gaps, None], strict=False)
        ]
        return [*entries, *({**self.reported(each), "place": None, "margin": None, "gap": None} for each in rest)]

    def reported(self, chariot: Chariot) -> dict[str, Any]:
        """CM 22.2: what has become of it, whatever its place."""
        return {
            "chariot": chariot.faction,
            "seat": chariot.seat,
            "crossed": chariot.status == "finished",
            "driver": "dead" if chariot.driver == "dead" else "alive",
            "hits": chariot.hits,
            "horses": list(chariot.horses),
            "injuries": [start - now for start, now in zip(chariot.horses_start, chariot.horses, strict=True)],
        }

    def settle_up(self, winner: Chariot | None) -> None:
        """CM 20.4: what is announced and paid when the race is over."""

    def handed_back(self) -> Any:
        """What a campaign gets back from a race: nothing from one that was not its own."""
        return None
