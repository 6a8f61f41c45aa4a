"""Owners of gladiators (GL 22): stables, purses, bets and auctions."""

from ludus.campaign.owners.book import Owners

__all__ = ["Owners"]
