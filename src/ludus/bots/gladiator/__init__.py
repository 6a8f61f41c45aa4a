"""Gladiators: a beginner, an old hand, and the champion."""

from ludus.bots.gladiator.palus import Palus
from ludus.bots.gladiator.rivals import Master, Rival, Sparring
from ludus.bots.gladiator.rudiarius import Rudiarius
from ludus.bots.gladiator.tiro import Tiro
from ludus.bots.gladiator.veteranus import Veteranus

__all__ = ["Master", "Palus", "Rival", "Rudiarius", "Sparring", "Tiro", "Veteranus"]
