"""Charts and boards as data: TOML files that ship with the package, looked up by name."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from ludus.core.bounds import LONG, MOST_VALUES, bound_toml, bound_values
from ludus.core.errors import DataError


@cache
def load_table(package: str, name: str) -> dict[str, Any]:
    """The chart file `data/<name>.toml` of a game's package."""
    file = resources.files(package) / "data" / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def parse_toml(text: str, what: str, *, long: bool = False) -> dict[str, Any]:
    """A TOML text a person wrote: the one door for all of them. What is too large is refused before it is parsed, a
    slip with its line. A position may be `long`; it comes from a file, never from a client."""
    times = LONG if long else 1
    bound_toml(text, what, times)
    try:
        plain = tomllib.loads(text)
    except ValueError as error:  # a slip, or an endless number
        raise DataError(f"{what} is not a TOML file: {error}", code="bad-toml") from error
    bound_values(plain, what, most_values=times * MOST_VALUES, code="bad-toml")
    return plain
