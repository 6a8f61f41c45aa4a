from __future__ import annotations
from typing import Any


class Hall:
    def __getattr__(self, name: str) -> Any: ...
