"""The editions of the circus: each is a book made of its chapters."""

from __future__ import annotations

from typing import ClassVar

from ludus.core.table import Table
from ludus.games.circus.accents import Accents
from ludus.games.circus.book import SILENT, in_one_volume
from ludus.games.circus.chapters.attacks import Attacks
from ludus.games.circus.chapters.corners import Corners
from ludus.games.circus.chapters.critical_hits import CriticalHits
from ludus.games.circus.chapters.defence import Defence
from ludus.games.circus.chapters.dragged import Dragged
from ludus.games.circus.chapters.endurance import Endurance
from ludus.games.circus.chapters.finish import Finish
from ludus.games.circus.chapters.horses import Horses
from ludus.games.circus.chapters.lashes import Lashes
from ludus.games.circus.chapters.movement import Movement
from ludus.games.circus.chapters.on_foot import OnFoot
from ludus.games.circus.chapters.places import Places
from ludus.games.circus.chapters.rams import Rams
from ludus.games.circus.chapters.reach import Reach
from ludus.games.circus.chapters.reaction_time import ReactionTime
from ludus.games.circus.chapters.runaways import Runaways
from ludus.games.circus.chapters.running_over import RunningOver
from ludus.games.circus.chapters.setup import Setup
from ludus.games.circus.chapters.solitaire import Solitaire
from ludus.games.circus.chapters.speed import Speed
from ludus.games.circus.chapters.steps import LegalSteps
from ludus.games.circus.chapters.straining import Straining
from ludus.games.circus.chapters.tables import Tables
from ludus.games.circus.chapters.turn import Turn
from ludus.games.circus.chapters.wheels import Wheels
from ludus.games.circus.chapters.wrecks import Wrecks
from ludus.games.circus.charts import load_charts
from ludus.games.circus.ruleset import Rules
from ludus.games.circus.standing_orders import StandingOrders
from ludus.games.circus.state import Race
from ludus.games.circus.track import house_track


@in_one_volume
class SecondEdition(
    Setup,  # 3, 18
    Turn,  # 5
    Speed,  # 6.1, 6.2, 6.5
    Straining,
    LegalSteps,  # 6.3 to 6.7
    Movement,
    Reach,
    Corners,  # 7
    Wheels,
    Endurance,  # 8
    Attacks,  # 9
    Defence,
    Lashes,
    Horses,
    Rams,
    Finish,  # 10
    Places,  # 20.4
    ReactionTime,  # 11
    Wrecks,  # 12
    CriticalHits,  # 13
    RunningOver,  # 14
    Runaways,  # 15
    Dragged,  # 16
    OnFoot,  # 17
    Solitaire,  # 19
    Tables,
    StandingOrders,
    Accents,
):
    """The second edition with all of its Advanced Game. The Basic Game is an option that leaves things out."""

    sources: ClassVar[tuple[str, ...]] = ("CM", "QA")
    charts = load_charts("second-edition")


def book_of(race: Race, table: Table = SILENT) -> SecondEdition:
    """The book that this race is run by."""
    book: SecondEdition = race.rules.book(race, table)
    return book


def bare(book: type[SecondEdition]) -> SecondEdition:
    """A book over no race: its words, its forms, its odds."""
    if book not in _bare:
        _bare[book] = book(Race(track=house_track(), rules=Rules(book), seats=0, chariots=[]))
    return _bare[book]


_bare: dict[type[SecondEdition], SecondEdition] = {}
