"""Straight on: what the way ahead comes to, as the answers to a step tell it."""

from __future__ import annotations

from typing import Any

from ludus.core.decision import Choice
from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Answer, count, jump_words, strain_words


class Run:
    """The way straight on, up to the first square where something happens."""

    def __init__(self, book: Chapter, chariot: Chariot, factors: int) -> None:
        race = book.race
        track = race.track
        self.book, self.factors = book, factors
        self.names: list[str] = []
        self.stop = ""  # "strain", "wreck", "man", "jump", "attack" or "finish": why the run ends
        self.strain: dict[str, Any] | None = None
        twin = self.twin = chariot.copy()
        while len(self.names) < factors and not self.stop:
            if book.would_finish(twin):
                self.stop = "finish"
                return
            ahead = track.ahead[twin.square]
            if book.blocks(ahead):
                return
            quiet = book.quiet_run(twin, 1)
            twin.leg += track.section[ahead] != track.section[twin.square]
            twin.square = ahead
            self.names.append(track.name(ahead))
            if not quiet:
                self._look_around()
            if not self.stop and twin.threshold and book.tempted(twin, factors - len(self.names)):
                self.stop = "attack"

    def _look_around(self) -> None:
        """What waits on the square just entered, in the order in which it comes."""
        book, twin = self.book, self.twin
        race = book.race
        if twin.square in book.men_on_foot():
            self.stop = "man"
        elif book.obstacle(twin.square):
            self.stop = "wreck"
        elif any(book.cleared(twin, jump[0]) for jump in race.move.jumps):
            self.stop = "jump"
        else:
            self.strain = book.strain_here(twin, book.total_speed(twin))
            self.stop = "strain" if self.strain else ""

    def explain(self, choice: Choice, squares: int) -> Answer:
        happens = len(self.names) + (self.stop == "finish") if self.stop else self.factors + 1
        label = f"Straight on, {count(squares, 'square')}"
        if squares < happens:
            to = self.names[squares - 1]
            more = {"cost": squares, "to": to, "path": self.names[:squares], "strain": None}
            return self.book.answer(choice, label, [f"ends on {to}"], clause="CM 6.3", **more)
        more = {"cost": happens, "to": None, "path": self.names[:happens], "strain": self.strain, "stop": self.stop}
        if self.stop == "finish":
            spare = self.factors - happens
            hint = [f"over the finish line with {count(spare, 'factor')} left"]
            return self.book.answer(choice, f"{label} over the line", hint, clause="CM 10.3b", finish=True, **more)
        after = f"after {count(happens, 'square')}, on {self.names[happens - 1]}"
        if self.stop == "strain":
            return self.book.answer(
                choice, label, [f"corner {after}", strain_words(self.strain)], clause="CM 7.2", **more
            )
        if self.stop == "attack":
            more["to"] = self.names[happens - 1]
            return self.book.answer(choice, label, [f"a die to attack {after}"], clause="CM 19-threshold", **more)
        if self.stop == "man":
            hint = [f"a man on foot {after}: {self.book.running_down_words(self.twin, self.twin.square)}"]
            more |= self.book.running_down(self.twin, self.twin.square)
            return self.book.answer(choice, label, hint, clause="CM 17.4a", **more)
        if self.stop == "jump":
            _, unpaid, extra = next(jump for jump in self.book.race.move.jumps if self.book.cleared(self.twin, jump[0]))
            jump = self.book.jump_outlook(self.twin, unpaid + extra)
            hint = [f"clear of it {after}", jump_words(jump)]
            return self.book.answer(choice, label, hint, clause="CM 14.2c", jump=jump, **more)
        wreck = self.twin.square
        jump = self.book.jump_outlook(self.twin, self.book.obstacle_worse(wreck))
        jump["clears"] = self.book.clears(self.twin, wreck, self.factors - happens)
        hint = [f"over {self.book.obstacle_words(wreck)} {after}, for a die of endurance"]
        hint.append(jump_words(jump) if jump["clears"] else "you cannot get clear of it, and flip")
        return self.book.answer(choice, label, hint, clause="CM 14.2a", jump=jump, **more)
