"""Which page is written of what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.acta.cast import Lore
from ludus.acta.page import Page
from ludus.acta.race_page import race_page
from ludus.core.errors import DataError

READ = ("circus",)


def acta_of(record: Mapping[str, Any], lore: Lore | None = None) -> Page:
    return race_page(record, lore)
