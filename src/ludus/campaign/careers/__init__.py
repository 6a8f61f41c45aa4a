"""Careers in the arena (GL 21): a man each, and a race to ten victories."""

from ludus.campaign.careers.book import Careers

__all__ = ["Careers"]
