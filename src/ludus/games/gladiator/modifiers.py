"""Modifiers for the log, each made once: the same few small numbers come up again and again."""

from __future__ import annotations

from functools import lru_cache

from ludus.core.event import Modifier

modifier = lru_cache(maxsize=1 << 12)(Modifier)
