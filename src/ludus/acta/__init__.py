"""The Acta: a newspaper written from what happened. It reads records and campaigns, and nothing reads it but the house.

Every fact on a page comes from an event that everybody may see; what an envelope kept to itself stays unknown. Which
words are used for it follows from the record, so that a page is the same whenever it is asked for.
"""

from ludus.acta.cast import Lore
from ludus.acta.lore import Held, Told, hashes_of
from ludus.acta.page import Page, SeasonPage
from ludus.acta.press import DESKS, acta_of
from ludus.acta.season_page import season_page

__all__ = ["DESKS", "Held", "Lore", "Page", "SeasonPage", "Told", "acta_of", "hashes_of", "season_page"]
