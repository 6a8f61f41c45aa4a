"""Circus: chariot racing with written speeds, whips and rams."""

from ludus.games.circus.game import Circus

__all__ = ["Circus"]
