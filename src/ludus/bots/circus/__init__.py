"""Drivers for the circus: a novice, three who race to win, and the men of the circus."""

from ludus.bots.circus.agitator import Agitator
from ludus.bots.circus.characters import Auriga, Novus, Tiro
from ludus.bots.circus.rivals import Furious, Master, Rival, Sparring

__all__ = ["Agitator", "Auriga", "Furious", "Master", "Novus", "Rival", "Sparring", "Tiro"]
