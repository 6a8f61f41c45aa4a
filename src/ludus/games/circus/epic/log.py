"""E2 2.5, 2.6: the log of a chariot and the counters on it, as everybody may read them."""

from __future__ import annotations

from typing import Any

from ludus.games.circus.epic.dust import EpicDust
from ludus.games.circus.epic.finish import EpicFinish
from ludus.games.circus.stable import Entry
from ludus.games.circus.state import Chariot


class EpicLog(EpicDust, EpicFinish):
    """Logs are open (E2 2.6.1)."""

    def hit_marks(self, hits: int) -> tuple[int, int]:
        """E2 2.6.2-driver-hits: half the hits and a third of them, both rounded down."""
        return hits // 2, hits // 3

    def log_sheet(self, chariot: Chariot) -> dict[str, Any]:
        """E2 2.6.2, 2.5: the fields of the log and the counters that no other field of the view has."""
        half, third = self.hit_marks(chariot.hits_start)
        entry: Entry = chariot.parts["entry"]
        own_phase = self.under_way(chariot)
        later = chariot.moved or own_phase
        return {
            **super().log_sheet(chariot),
            "driver": entry.name,
            "stable_number": entry.number,
            "half_laps": self.half_laps(chariot),
            "half_mark": half,
            "third_mark": third,
            "foot_squares": self.foot_squares(chariot),
            "maximum_speed": self.maximum_now(chariot) if chariot.horses else 0,
            "added_speed": self.race.move.gains + self.race.move.strain if own_phase else 0 if later else chariot.gains,
            "added_speed_next_turn": chariot.gains if later else 0,
            "used_move": self.used_move(chariot),
            "speed_loss": self.race.move.loss if own_phase else chariot.loss,
            "whip_lost": not chariot.whip,
            "knife_lost": not self.has_knife(chariot),
            "dust_used": not chariot.parts["dust"].carried,
            "counters": self.counters(chariot),
        }

    def under_way(self, chariot: Chariot) -> bool:
        """Whether the accounts of the phase are its own: not before it has said that it strains, or does not."""
        return self.race.mover == chariot.number and self.race.phase != "moving"

    def used_move(self, chariot: Chariot) -> int:
        """E2 2.6.2-used-move, 6.D-5c: marked until its phase is over."""
        return self.race.move.debt if self.under_way(chariot) else chariot.debt

    def maximum_now(self, chariot: Chariot) -> int:
        """E2 2.6.2-team-speed: the second pin stays in its place until the phase is over."""
        if not self.under_way(chariot):
            return self.maximum(chariot)
        return max(0, self.driven_speed(chariot) - self.race.move.loss)

    def counters(self, chariot: Chariot) -> dict[str, int]:
        """E2 2.5.4 to 2.5.12: what lies on a chariot now, and how many of it."""
        found = {
            "dead horse": len(chariot.fallen),
            "jostled": int(chariot.jostled),
            "no straining": self.no_straining(chariot),
            "no inside lane change": int(chariot.no_inside),
            "used factors": int(self.used_move(chariot) > 0),
            "no whip": int(not chariot.whip),
            **super().counters(chariot),
        }
        return {name: number for name, number in found.items() if number}

    def no_straining(self, chariot: Chariot) -> int:
        """E2 2.5.7: two after a double sideslip, one in the turn after it, and one for as long as endurance or a
        negative modifier bar straining. For a jostle there is a counter of its own."""
        lasting = chariot.on_track and (chariot.endurance == 0 or (chariot.cdm < 0 and not chariot.jostled))
        left = chariot.no_strain_turn - self.race.turn + 1 if chariot.no_strain_turn else 0
        return max(0, left, int(lasting))
