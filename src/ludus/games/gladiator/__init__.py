"""Gladiator: hex combat with secret plots, swords, nets and tridents."""

from ludus.games.gladiator.game import Gladiator

__all__ = ["Gladiator"]
