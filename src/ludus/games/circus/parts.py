"""What options add to a race and to its chariots, as a file has it: read, bounded, and listed for the reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.core.errors import DataError
from ludus.core.plain import check_bounds, from_plain
from ludus.games.circus.options import EDITIONS, SWITCHES
from ludus.games.circus.state import Race


def read_parts(kinds: Mapping[str, type], given: Mapping[str, Any], where: str) -> dict[str, Any]:
    """What the options of this race add; what is not written has its ordinary value."""
    for name in given:
        if name not in kinds:
            known = ", ".join(kinds) or "none"
            raise DataError(f"{where} has no '{name[:40]}' by these rules; it may have: {known}")
    parts: dict[str, Any] = {
        name: from_plain(kind, given.get(name, {}), f"{where}.{name}") for name, kind in kinds.items()
    }
    for name, part in parts.items():
        check_bounds(part, f"{where}.{name}")
    return parts


def check_parts(race: Race) -> None:
    """Whether parts that name squares, chariots or seats name those of this race."""
    owners = [(race.parts, "position.parts")]
    owners += [(chariot.parts, f"position.chariots[{chariot.number}].parts") for chariot in race.chariots]
    for parts, where in owners:
        for name, part in parts.items():
            if hasattr(part, "check"):
                part.check(race, f"{where}.{name}")


def all_parts() -> dict[str, type]:
    """Every table that some option or edition adds to a position, under its heading."""
    options = ((book, "") for switch in SWITCHES for book in switch.chapters.values())
    found: dict[str, type] = {}
    for book, edition in (*options, *((book, f" ({name})") for name, book in EDITIONS.items())):
        for of, kinds in (("position", book.race_parts), ("position.chariots", book.chariot_parts)):
            for name, kind in kinds.items():
                heading = f"[{of}.parts.{name}]"
                # An edition may have something of its own under the name that an option has, too.
                found[heading if found.get(heading, kind) is kind else heading + edition] = kind
    return dict(sorted(found.items()))
