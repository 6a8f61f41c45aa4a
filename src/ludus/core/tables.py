"""Charts and boards as data: TOML files that ship with the package, looked up by name."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from ludus.core.errors import DataError


@cache
def load_table(package: str, name: str) -> dict[str, Any]:
    """The chart file `data/<name>.toml` of a game's package."""
    file = resources.files(package) / "data" / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def parse_toml(text: str, what: str) -> dict[str, Any]:
    """A TOML text a person wrote; a slip is refused with its line."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a slip, an endless number, lists without bottom
        raise DataError(f"{what} is not a TOML file: {error}", code="bad-toml") from error
