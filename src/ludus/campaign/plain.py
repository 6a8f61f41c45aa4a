"""Campaigns as files have them, which know no nothing: what is not there is left out."""

from __future__ import annotations

from typing import Any


def said(plain: Any) -> Any:
    """Plain values without the names that have none.

    >>> said({"a": None, "b": [{"c": None}]})
    {'b': [{}]}
    """
    if isinstance(plain, dict):
        return {name: said(value) for name, value in plain.items() if value is not None}
    return [said(each) for each in plain] if isinstance(plain, list) else plain
