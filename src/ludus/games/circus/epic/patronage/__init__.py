"""E2 4, 5: money at the epic races: an extra entry by auction, stakes that come back, and a bank that never breaks."""

from __future__ import annotations

from ludus.games.circus.epic.patronage.auction import Auction
from ludus.games.circus.epic.patronage.bank import EpicBank
from ludus.games.circus.patronage import MatchPatronage


class EpicPatronage(Auction, EpicBank):
    """E2 3, 4, 5."""


class EpicMatchPatronage(MatchPatronage, EpicPatronage):
    """E2 5.4: the same between two owners."""
