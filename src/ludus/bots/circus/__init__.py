"""Drivers for the circus: a novice and three who race to win."""

from ludus.bots.circus.agitator import Agitator
from ludus.bots.circus.characters import Auriga, Novus, Tiro

__all__ = ["Agitator", "Auriga", "Novus", "Tiro"]
