"""Three owners. Between the contests they keep house by what everybody can read; in a race their purse is kept by a
patron of the same name and character (`bots/circus/patrons.py`), whoever drives."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from ludus.bots.base import Bot, Glimpse
from ludus.bots.campaign.family import Head
from ludus.bots.campaign.school import SchoolMaster
from ludus.bots.campaign.steward import Steward
from ludus.bots.campaign.tempers import CHARACTERS, Temper, tempered
from ludus.campaign.book import Book
from ludus.campaign.careers import Careers
from ludus.campaign.epic.book import EpicCampaign
from ludus.campaign.game import BOOKS, WHICH
from ludus.campaign.owners import Owners
from ludus.campaign.season.book import SeasonBook
from ludus.core.decision import Choice, Decision
from ludus.games.circus.archetypes import build_of

FLASHING_HOOVES = build_of("flashing-hooves")
VARIATION = (1, 0, 2, 1)
ARCHETYPES = tuple(
    map(build_of, ("thunderfoot", "flashing-hooves", "lasting-pleasure", "horse-with-no-name", "flashing-hooves"))
)


ADVISORS: dict[type[Book[Any]], type[Steward] | type[SchoolMaster] | type[Head]] = {
    SeasonBook: Steward,
    Careers: SchoolMaster,
    Owners: SchoolMaster,
    EpicCampaign: Head,
}


class Owner(Bot):
    """An owner and whom he has for it: a steward for his stable, a master for his school."""

    characters = CHARACTERS
    temper: ClassVar[Temper]
    sends: ClassVar[dict[str, str]]  # who drives and fights for him, by game

    def __init__(self, rng: random.Random, budget_ms: int | None = None, samples: int | None = None) -> None:
        super().__init__(rng, budget_ms, samples)
        self.character = rng.choice(CHARACTERS)

    def choose(self, glimpse: Glimpse) -> Choice:
        view = glimpse.view
        book = BOOKS[view["options"][WHICH]]
        state = book.imagine(view["position"], view["seats"], view["options"])
        return self.decide(book, state, glimpse.decision)

    def decide(self, book: type[Book[Any]], state: Any, decision: Decision) -> Choice:
        """By a state that fits what he sees."""
        advice = ADVISORS[book](state, tempered(self.temper, self.character), self.rng)
        answer = getattr(advice, decision.name.replace("-", "_"), None)
        choice = decision.default if answer is None else answer(decision)
        return choice if choice in decision else decision.default

    def driver(self, game: str) -> str:
        return self.sends.get(game, "")


class Libertus(Owner):
    """Has come into money, and tries everything once."""

    name = "libertus"
    title = "Libertus"
    about = "A freedman with new money: one chariot of every kind, a hundred on his own, and hardly a thought for odds."
    temper = Temper(ARCHETYPES, thrift=0.7, entries=1, blur=0.6)
    sends: ClassVar[dict[str, str]] = {"circus": "tiro", "gladiator": "tiro"}


class Eques(Owner):
    """Knows what wins races, and bets with care."""

    name = "eques"
    title = "Eques"
    about = "A knight who knows his horses: builds for speed, rests the injured, and bets a little where it pays."
    temper = Temper((FLASHING_HOOVES, VARIATION), spare=1, blur=0.3)
    sends: ClassVar[dict[str, str]] = {"circus": "auriga", "gladiator": "veteranus"}


class Dominus(Owner):
    """The master of a faction, who reckons with everybody's purse."""

    name = "dominus"
    title = "Dominus"
    about = "Master of a faction: two fast chariots in every race, and money where odds are better than chances."
    temper = Temper((FLASHING_HOOVES,), thrift=1.2, cunning=True)
    sends: ClassVar[dict[str, str]] = {"circus": "agitator", "gladiator": "rudiarius"}
