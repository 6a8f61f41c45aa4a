"""E2 10.6: dust in the eyes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludus.core.game import Phase
from ludus.core.plain import told
from ludus.core.toml_files import load_table
from ludus.games.circus.chapters.corners import Slide
from ludus.games.circus.options.dust import Dust, Handful
from ludus.games.circus.state import Chariot
from ludus.games.circus.track import IN

SWERVES_AWAY = Slide("E2 10.6.5e", "E2 9.3.3", "E2 9.3.2")
DUST_CLAUSE = {
    "falls out": "E2 10.6.5a",
    "swerves into him": "E2 10.6.5b",
    "eye wound": "E2 10.6.5c",
    "blinded": "E2 10.6.5d",
    "swerves away": "E2 10.6.5e",
    "gust": "E2 10.6.5f",
}


@dataclass(frozen=True, slots=True)
class Eyes(Handful):
    """With eyes full of dust the team goes at half its speed."""

    slow: bool = told("Whether he sees again in a phase that he began blinded.", default=False)


class EpicDust(Dust):
    """Everybody has one handful."""

    adds_to_chariots: ClassVar[Mapping[str, type]] = {"dust": Eyes}
    rubs_with_the_turn: ClassVar[bool] = False  # E2 6.D-3e: his time comes with his own phase
    dust_chart: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "epic/weapons")["dust"]

    def eyes(self, chariot: Chariot) -> Eyes:
        eyes: Eyes = chariot.parts["dust"]
        return eyes

    def dust_clause(self, result: str) -> str:
        return DUST_CLAUSE[result]

    def swerve_away(self, target: Chariot, direction: int) -> Phase:
        """E2 10.6.5e: two lanes by 9.3, with its counters; inwards every new lane of a corner is checked, and whoever a
        check flips or throws elsewhere goes no further."""
        if self.cannot_move(target):
            return  # E2 12.2, 11.2.3.1
        self.bar_after_double_slide(target)
        lane = self.race.track.lane
        for first in (True, False):
            slid = yield from self.forced_lane(target, direction, SWERVES_AWAY, first_of_two=first)
            here = target.square
            if slid and direction == IN:
                yield from self.strain(target, self.swerving_speed(target))
            if not slid or not target.on_track or not target.hitched or lane[target.square] != lane[here]:
                return

    def counters(self, chariot: Chariot) -> dict[str, int]:
        """E2 2.5.8, 2.5.10: Blinded and Move Straight."""
        straight = self.eyes(chariot).straight
        return {**super().counters(chariot), "blinded": int(self.blinded(chariot)), "move straight": straight}

    # -- blinded -----------------------------------------------------------------------------------------------

    def blinded(self, chariot: Chariot) -> bool:
        """E2 2.5.8: the Blinded counter."""
        eyes: Eyes = chariot.parts["dust"]
        return eyes.blinded_turn > 0

    def at_half_speed(self, chariot: Chariot) -> bool:
        """E2 10.6.5d, 6.D-3e: while he is blinded, and to the end of the phase in which he recovers."""
        eyes: Eyes = chariot.parts["dust"]
        return (eyes.blinded_turn > 0 or eyes.slow) and chariot.driver == "car"

    def go_blind(self, chariot: Chariot) -> None:
        chariot.alter("dust", blinded_turn=self.race.turn)

    def team_speed(self, chariot: Chariot) -> int:
        """E2 8.2.2.2: half of what the horses can do, rounded up."""
        speed, eyes = self.horses_speed(chariot), chariot.parts["dust"]
        if not (eyes.blinded_turn or eyes.slow):
            return speed
        return (speed + 1) // 2 if self.at_half_speed(chariot) else speed

    def driven_speed(self, chariot: Chariot) -> int:
        """E2 8.2.2.2: the CDM of a blinded driver is ignored."""
        eyes: Eyes = chariot.parts["dust"]
        if chariot.driver != "car" or eyes.blinded_turn or eyes.slow:
            return self.team_speed(chariot)
        return super().driven_speed(chariot)

    def forced_speed(self, chariot: Chariot) -> int | None:
        """E2 8.2.2.2: he has no choice."""
        return self.speed_limit(chariot) if chariot.parts["dust"].blinded_turn else None

    def fit_to_whip(self, chariot: Chariot) -> bool:
        """E2 10.6.5d: the speed cannot be changed."""
        return not self.blinded(chariot) and super().fit_to_whip(chariot)

    def able_to_brake(self, chariot: Chariot) -> bool:
        """E2 10.3, 10.6.5d: not in answer to attacks."""
        return not self.blinded(chariot) and super().able_to_brake(chariot)

    def can_evade(self, chariot: Chariot, direction: int) -> bool:
        """E2 10.3, 10.6.5d."""
        blind = self.blinded(chariot) and chariot.driver == "car"
        return not blind and super().can_evade(chariot, direction)

    def between_wheels_and_corner(self, chariot: Chariot) -> None:
        """E2 6.D-3e: after the wheels and before the corner, from the turn after the dust on."""
        blinded_turn: int = chariot.parts["dust"].blinded_turn
        if 0 < blinded_turn < self.race.turn and chariot.square >= 0 and chariot.driver == "car":
            self.rub_eyes(chariot, "E2 6.D-3e")

    def see_again(self, chariot: Chariot) -> None:
        """E2 6.D-3e: he brakes and evades again at once; the speed of this phase stays the half."""
        chariot.alter("dust", blinded_turn=0, slow=True)

    def end_own_phase(self, chariot: Chariot) -> None:
        """E2 6.D-5d: a Move Straight counter goes, but none of those placed in this phase."""
        eyes: Eyes = chariot.parts["dust"]
        if eyes.fresh or eyes.straight or eyes.slow:  # hardly anybody's
            super().end_own_phase(chariot)
            chariot.alter("dust", slow=False)
