"""E2 8.1 to 8.4: speeds noted, added and used; starting from zero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ludus.core.chart import Chart, listing
from ludus.core.toml_files import load_table
from ludus.games.circus.chapters.speed import USUAL_SPEED
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import count


class EpicSpeed(SecondEdition):
    """Used moves come off the factors, never off the speed."""

    start_clauses: ClassVar[tuple[str, ...]] = ("E2 8.4.3", "E2 8.4.3.1")
    start_words: ClassVar[str] = "start from zero"
    dice_by_car: ClassVar[Mapping[str, int]] = load_table("ludus.games.circus", "epic/charts")["start"]["dice"]

    def more_tables(self) -> tuple[Chart, ...]:
        rows = {car: count(dice, "die", "dice") for car, dice in self.dice_by_car.items()}
        how = "Off the speed that was noted, for whoever starts from a stand."
        return (*super().more_tables(), listing("start", "From a stand", "E2 8.4.3.1", how, ("car", "loses"), rows))

    # -- the accounts (E2 def-total-speed) -----------------------------------------------------------------

    def turn_speed(self, chariot: Chariot) -> int:
        """E2 8.2.2: what was noted, or the maximum speed where that has fallen below it; never below 0."""
        move = self.race.move
        limit = self.driven_speed(chariot) + move.skill - move.loss
        speed = move.written if move.written < limit else limit
        return speed if speed > 0 else 0

    def base_speed(self, chariot: Chariot) -> int:
        """E2 8.2.3: the turn speed, less what the start or a dead horse costs."""
        move = self.race.move
        return max(0, self.turn_speed(chariot) - move.dead_start - move.price)

    def balance(self, chariot: Chariot) -> int:
        """E2 8.2.3: turn speed plus added speed less what is lost."""
        move = self.race.move
        speed = self.driven_speed(chariot) + move.skill - move.loss
        if speed > move.written:
            speed = move.written
        if speed < 0:
            speed = 0  # so far as in `turn_speed`
        return speed + move.strain + move.gains - move.dead_start - move.price - move.gone

    def total_speed(self, chariot: Chariot) -> int:
        """E2 8.2.3, 8.4.3.2: never below 0; who starts from zero has at least 1."""
        move = self.race.move
        if move.dead_start:
            speed = max(1, self.balance(chariot))
        else:
            # As in `balance`, without the detour.
            speed = self.driven_speed(chariot) + move.skill - move.loss
            if speed > move.written:
                speed = move.written
            if speed < 0:
                speed = 0
            speed += move.strain + move.gains - move.price - move.gone
            if speed < 0:
                speed = 0
        return speed if speed < move.cap else move.cap

    def speed_clauses(self, chariot: Chariot) -> tuple[str, ...]:
        """E2 8.4.3.2, 8.4.2: with the least that a start leaves, and what was used before."""
        move = self.race.move
        if not (move.dead_start or move.debt):
            return USUAL_SPEED
        slow = move.dead_start and self.balance(chariot) < 1
        least = ("E2 8.4.3.2",) if slow else ()
        return (*USUAL_SPEED, *least, *(("E2 8.4.2",) if move.debt else ()))

    def debt_of_limit(self, debt: int) -> int:
        """E2 def-used-move, 10.3.3.1: a used move lowers no limit and is no speed; it only comes off the factors."""
        return 0

    def unplayed(self, chariot: Chariot) -> int:
        """E2 def-mf: turn speed and added speed, less the used move."""
        if chariot.moved:
            return 0
        limit = self.maximum(chariot)
        noted = min(self.runaway_speed(chariot) if chariot.runaway else chariot.written, limit)
        return max(0, noted + chariot.gains - chariot.debt)

    # -- starting from zero (E2 8.4.3) ---------------------------------------------------------------------

    def start_dice(self, chariot: Chariot) -> int:
        """E2 def-starting-from-zero, 8.4.3.1: by the car, in the first phase and after every turn at speed zero.

        E2 12.2.2: not with a dead horse in the traces. A team that has lost its car has nothing to set rolling.
        """
        if chariot.executed or not chariot.hitched or self.cannot_move(chariot):
            return 0
        return self.dice_by_car[chariot.car]

    def sets_off(self, chariot: Chariot, whipping: bool) -> bool:
        """E2 8.4.3: with turn speed and added speed both 0 it does not start, and rolls when it does."""
        return whipping or self.base_speed(chariot) + self.race.move.gains > 0
