"""Drivers for the circus: a novice and those who race to win."""

from ludus.bots.circus.characters import Agitator, Auriga, Novus

__all__ = ["Agitator", "Auriga", "Novus"]
