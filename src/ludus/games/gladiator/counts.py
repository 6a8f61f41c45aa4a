"""Numbers of things in words."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1024)
def counted(number: int, thing: str, things: str = "") -> str:
    """
    >>> counted(1, "attack"), counted(2, "hex", "hexes")
    ('1 attack', '2 hexes')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {things or f'{thing}s'}"
