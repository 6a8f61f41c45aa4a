"""E2 12.2: dead horses, cut free with the knife and left behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ludus.core.errors import DataError
from ludus.core.game import Phase
from ludus.core.plain import told
from ludus.games.circus.epic.stationary import Stationary
from ludus.games.circus.state import CARCASS, Chariot, Move, Race


@dataclass(frozen=True, slots=True)
class Carcass:
    """The horse that a chariot has cut free and may still stand on."""

    square: str = told("Where that horse lies, by name; nowhere, else.", default="")

    def check(self, race: Race, where: str) -> None:
        if not self.square:
            return
        try:
            square = race.track.find(self.square)
        except DataError as error:
            raise DataError(f"{where}.square: {error.message}") from error
        if square not in race.wrecks:
            raise DataError(f"{where}.square: no horse lies on {self.square}; write it among position.carcasses, too")


class EpicHorses(Stationary):
    """E2 12.2 to 12.2.3: a dead horse holds the chariot until it is cut free."""

    adds_to_chariots: ClassVar[Mapping[str, type]] = {"carcass": Carcass}
    death_clauses: ClassVar[tuple[str, ...]] = ("E2 10.7.2", "E2 12.2", "E2 12.2.1")

    def lose_last_horse(self, chariot: Chariot) -> None:
        """E2 12.2.1: without a living horse it stands there for the rest of the race."""
        self.tell("stationary", {"chariot": chariot.faction}, ("E2 12.2.1", "E2 11.2.3.1"))

    # -- cutting free (E2 12.2.2) ----------------------------------------------------------------------------

    def try_to_cut_free(self, chariot: Chariot) -> Phase:
        """E2 6.D-3c, 12.2.2: voluntary; where no speed is left there is nothing to pay with."""
        if self.team_speed(chariot):
            yield from super().try_to_cut_free(chariot)
        else:
            self.race.move = Move(over=True)

    def cutting_speed(self, chariot: Chariot) -> int:
        """E2 12.2.2: the total speed of this turn, added speed and all."""
        return self.total_speed(chariot)

    # -- what stays behind (E2 12.2.2.4) ---------------------------------------------------------------------

    def leaves_carcass(self, chariot: Chariot) -> bool:
        """E2 2.5.5: a horse that was cut free stays to the end of the race."""
        return True

    def cut_free(self, chariot: Chariot) -> None:
        """E2 12.2.2.4: it lies there once it has been told that it is free."""
        fallen = len(chariot.fallen)
        super().cut_free(chariot)
        if len(chariot.fallen) < fallen and self.leaves_carcass(chariot):
            super().leave_horse(chariot)
            chariot.parts["carcass"] = Carcass(self.race.track.name(chariot.square))

    def leave_horse(self, chariot: Chariot) -> None:
        """See `cut_free`."""

    def face_own_carcass(self, chariot: Chariot) -> None:
        """E2 8.9.3.3: in a later turn its own carcass counts for it too, and is faced like a wreck under it."""
        own: Carcass = chariot.parts["carcass"]
        if chariot.cut_turn < self.race.turn:
            left = self.race.track.find(own.square)
            chariot.parts["carcass"] = Carcass()
            if left in self.wrecks_under(chariot) and left not in chariot.under:
                chariot.under = (*chariot.under, left)

    def fresh_carcass(self, chariot: Chariot, square: int) -> bool:
        """E2 8.9.3.3: whether only the horse lies there that it has cut free in this turn."""
        if chariot.cut_turn != self.race.turn or self.race.wrecks.get(square) != CARCASS:
            return False
        own: Carcass = chariot.parts["carcass"]
        return own.square == self.race.track.name(square)

    def room_behind(self, chariot: Chariot) -> bool:
        """E2 8.9.3.3, 10.3.2: nor does it keep that chariot from braking."""
        race = self.race
        back = race.track.behind[race.car_square(chariot)]
        return super().room_behind(chariot) or (back not in race.occupied and self.fresh_carcass(chariot, back))

    def wrecks_under(self, chariot: Chariot) -> tuple[int, ...]:
        return tuple(square for square in super().wrecks_under(chariot) if not self.fresh_carcass(chariot, square))
