"""Owners of stables and schools: a freedman, a knight, and the master of a faction."""

from ludus.bots.campaign.owner import Dominus, Eques, Libertus

__all__ = ["Dominus", "Eques", "Libertus"]
