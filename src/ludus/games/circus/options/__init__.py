"""Every switch of the circus, in the order of the page of house rules. An option is one room and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.epic.edition import Epic
from ludus.games.circus.epic.race_options import LAPS, OUTLAWED_RAMMING
from ludus.games.circus.epic.race_options import RACE_OPTIONS as RACE_OPTIONS
from ludus.games.circus.epic.readings import FLIPPED_TEAM_RUNS, GRAY_SQUARES, STRAIN_GAINS
from ludus.games.circus.options.basic import LEVEL
from ludus.games.circus.options.battleline import FLAT_BLADES, UNLIMITED_ATTACKS
from ludus.games.circus.options.builds import BUILDS
from ludus.games.circus.options.card_fights import FIGHTING_CARDS
from ludus.games.circus.options.cards import DRIVING_CARDS
from ludus.games.circus.options.chart_sheets import CHART_SHEETS
from ludus.games.circus.options.condensed import CONDENSED
from ludus.games.circus.options.dust import DUST
from ludus.games.circus.options.horses import CARCASSES, CRITICAL_HORSES
from ludus.games.circus.options.knife import KNIFE, SMALL_KNIFE
from ludus.games.circus.options.readings import (
    BRAKE_NEEDS,
    CUT_FREE,
    EVASION_DEBT,
    FRONTAL_INJURY,
    GRAY_TARGETS,
    INSIDE_EVASION,
    LASH_DICE,
    UNPAID_STRAIN,
)
from ludus.games.circus.options.season import STABLES
from ludus.games.circus.options.solitaire import RIVALS_DIE, SOLITAIRE
from ludus.games.circus.options.spear import SPEAR
from ludus.games.circus.options.starts import FIRST_TURN, WRITTEN_STRAIN
from ludus.games.circus.options.switch import Switch
from ludus.games.circus.options.weather import WEATHER
from ludus.games.circus.options.whipping import WHIPPING
from ludus.games.circus.patronage import PATRONAGE as PATRONAGE
from ludus.games.circus.patronage import PATRONAGE_OPTIONS as PATRONAGE_OPTIONS

FLAT_BOOKS = "ludus.games.circus.flat"  # a package that only compiled builds have
EDITIONS: Mapping[str, type[SecondEdition]] = {"second-edition": SecondEdition, "epic": Epic}

SWITCHES: tuple[Switch, ...] = (
    LEVEL,
    SOLITAIRE,
    STABLES,
    EVASION_DEBT,
    UNPAID_STRAIN,
    BRAKE_NEEDS,
    LASH_DICE,
    FRONTAL_INJURY,
    GRAY_TARGETS,
    CUT_FREE,
    INSIDE_EVASION,
    RIVALS_DIE,
    GRAY_SQUARES,
    FLIPPED_TEAM_RUNS,
    LAPS,
    OUTLAWED_RAMMING,
    STRAIN_GAINS,
    WEATHER,
    FIRST_TURN,
    WRITTEN_STRAIN,
    CARCASSES,
    CRITICAL_HORSES,
    KNIFE,
    SMALL_KNIFE,
    DUST,
    SPEAR,
    BUILDS,
    UNLIMITED_ATTACKS,
    FLAT_BLADES,
    *CHART_SHEETS,
    *DRIVING_CARDS,
    *FIGHTING_CARDS,
    *WHIPPING,
    *CONDENSED,
    PATRONAGE,
)


def compose(values: Mapping[str, Any]) -> type[SecondEdition]:
    """The book for these values of the switches. The same values give the same book."""
    # Of what is handed in only that it is counts; it may be anything.
    handed_in = [values[name] is None for name in HANDED_IN]
    asked = (bool(values["season"]), *handed_in, *[values[name] for name in ASKED])
    parts = _asked_for.get(asked)
    if parts is None:
        edition, chapters = parts_of(values)
        parts = _asked_for[asked] = (edition, *chapters)
    if parts not in _composed:
        edition, *chapters = parts
        _composed[parts] = _written_out(edition, chapters) or put_together(edition, chapters)
    return _composed[parts]


def parts_of(values: Mapping[str, Any]) -> tuple[type[SecondEdition], list[type[SecondEdition]]]:
    """The edition, and the chapters that the switches bring into it."""
    edition = EDITIONS[values["edition"]]
    forms = {**edition.own_forms, **(edition.season_forms if values["season"] else {})}
    chapters = [
        own
        for switch in SWITCHES
        if (chapter := switch.chapter(values[switch.name])) is not None
        and (own := forms.get(chapter, chapter)) is not None
    ]
    return edition, chapters


HANDED_IN = tuple(switch.name for switch in SWITCHES if switch.option.handed)
ASKED = ("edition", *(switch.name for switch in SWITCHES if switch.name not in HANDED_IN))
_asked_for: dict[tuple[Any, ...], tuple[type[SecondEdition], ...]] = {}  # by the values of the switches
_composed: dict[tuple[type[SecondEdition], ...], type[SecondEdition]] = {}


def put_together(edition: type[SecondEdition], chapters: list[type[SecondEdition]]) -> type[SecondEdition]:
    """The book of these chapters."""
    if not chapters:
        return edition
    # What stands later in the list builds on what stands before it.
    sources = tuple(dict.fromkeys(source for part in (edition, *chapters) for source in part.sources))
    return type("Ruleset", (*reversed(chapters), edition), {"sources": sources, "__module__": __name__})


def flat_name(edition: type[SecondEdition], chapters: list[type[SecondEdition]]) -> str:
    """What a compiled build calls this book, written out as one flat class."""
    names = " ".join(part.__name__ for part in (edition, *chapters))
    return f"{FLAT_BOOKS}.book_{sha256(names.encode()).hexdigest()[:12]}"


def _written_out(edition: type[SecondEdition], chapters: list[type[SecondEdition]]) -> type[SecondEdition] | None:
    """The same book, compiled, where the build has it; see "Compiled" in docs/architecture.md."""
    name = flat_name(edition, chapters)
    if find_spec(FLAT_BOOKS) is None or find_spec(name) is None:
        return None
    flat: type[SecondEdition] = import_module(name).Flat
    return flat
