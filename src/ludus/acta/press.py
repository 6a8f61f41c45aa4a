"""Which page is written of what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludus.acta.cast import Lore
from ludus.acta.fight_page import fight_page
from ludus.acta.page import Page
from ludus.acta.race_page import race_page
from ludus.core.errors import DataError

DESKS: dict[str, Callable[[Mapping[str, Any], Lore | None], Page]] = {"circus": race_page, "gladiator": fight_page}


def acta_of(record: Mapping[str, Any], lore: Lore | None = None) -> Page:
    """The page of a match that is over, from its record and what a campaign knows besides."""
    desk = DESKS.get(record["game"])
    if desk is None:
        raise DataError(f"the Acta tells of {' and '.join(DESKS)}, and nothing of {record['game']}", code="no-acta")
    if record["outcome"] is None:
        raise DataError("the Acta tells of what is over", code="no-acta")
    return desk(record, lore)
