"""Attacks of the epic race: a rival beside, and what may be announced against him."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ludus.games.circus.epic.edition import Epic
from tests.rules.circus.kit import CircusMatch, asked, chariot
from tests.rules.epic import kit
from tests.rules.epic.kit import epic

BOOK = cast(Epic, kit.BOOK)
KINDS = ("ram ", "lash ", "trample ", "knife ", "dust ")
NO_KNIFE: Mapping[str, Any] = {"dagger": {"carried": False}}


def beside(*dice: int, inside: int = 3, outside: int = 4, factors: int = 10, **more: Any) -> CircusMatch:
    """Red's car in lane 3 is level with Blue's car in lane 4; Red has begun to move."""
    squares = {"red": f"lane {inside}, backstretch 11", "blue": f"lane {outside}, backstretch 11"}
    return epic(**{**squares, "move": {"written": factors}, "dice": dice, **more})


def offered(race: CircusMatch, *kinds: str) -> set[str]:
    """The attacks that the mover may announce now; only of these kinds, if some are named."""
    wanted = tuple(f"{kind} " for kind in kinds) or KINDS
    return {str(answer) for answer in asked(race)[1] if str(answer).startswith(wanted)}


def factors_left(race: CircusMatch) -> int:
    """As the open question to the mover says."""
    (decision,) = race.pending.values()
    return int(decision.prompt.split()[0])


def eyes(race: CircusMatch, faction: str) -> Any:
    return chariot(race, faction).parts["dust"]
