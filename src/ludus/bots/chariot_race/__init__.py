"""Drivers for the chariot race: a beginner, a professional and a champion."""

from ludus.bots.chariot_race.agitator import Agitator
from ludus.bots.chariot_race.auriga import Auriga
from ludus.bots.chariot_race.tiro import Tiro

__all__ = ["Agitator", "Auriga", "Tiro"]
