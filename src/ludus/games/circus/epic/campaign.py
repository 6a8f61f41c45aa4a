"""E1 5.1, E2 15.2.4-prizes: an epic race of a campaign: what became of everybody is handed back."""

from __future__ import annotations

from typing import Any

from ludus.games.circus.epic.finish import EpicFinish
from ludus.games.circus.epic.setup import EpicSetup
from ludus.games.circus.state import Chariot


class CampaignRace(EpicSetup, EpicFinish):
    """Its chariots come out of the stables of a campaign."""

    def kill_driver(self, chariot: Chariot, why: str, clause: str) -> None:
        super().kill_driver(chariot, why, clause)
        killer = self.killer(chariot)
        if killer is not None:
            killer.alter("entry", kills=killer.parts["entry"].kills + 1)

    def reported(self, chariot: Chariot) -> dict[str, Any]:
        """Which chariot of its owner it was, and whether it dropped out."""
        entry = chariot.parts["entry"]
        kills = {"kills": entry.kills} if entry.kills else {}
        return {**super().reported(chariot), "entry": entry.number - 1, "out": not self.takes_place(chariot), **kills}

    def handed_back(self) -> dict[str, Any]:
        """E1 9, 10, 11: everything that a campaign needs."""
        entries = self.report()
        dropped = sum(each["out"] for each in entries)
        return {"entries": entries, "starters": len(entries), "dropped": dropped, "transfers": [], "purses": []}
