"""Positions under a sky, for the weather's tests."""

from __future__ import annotations

from typing import Any

from tests.rules.circus.kit import CircusMatch, circus

RAIN: dict[str, Any] = {"weather": {"rain": True}}
MUD: dict[str, Any] = {"weather": {"mud": True}}
BOTH: dict[str, Any] = {"weather": {"rain": True, "mud": True}}


def under(sky: dict[str, Any], *, options: dict[str, Any] | None = None, **more: Any) -> CircusMatch:
    return circus(options={"weather": True, **(options or {})}, parts=sky, **more)
