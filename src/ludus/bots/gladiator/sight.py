"""The arena as a seat sees it, read quickly: a bot asks often, and the view was written by the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.bots.base import Glimpse
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.log_sheet import SAID
from ludus.games.gladiator.state import Arena, Item
from ludus.games.gladiator.switches import Rules
from ludus.library import find_game


class Sight:
    """Reads the views of one match. The rules are read once and stay."""

    def __init__(self) -> None:
        self._rules: Rules | None = None

    def arena(self, glimpse: Glimpse) -> Arena:
        view = glimpse.view
        if self._rules is None:
            first: Arena = find_game(view["game"]).imagine(view["position"], view["seats"], view["options"])
            self._rules = first.rules
            return first
        return read_arena(view["position"], self._rules)


def read_arena(position: Mapping[str, Any], rules: Rules) -> Arena:
    """The same as `Gladiator.imagine`, without its checks."""
    plain = {name: _frozen(value) for name, value in position.items()}
    plain["fighters"] = [_fighter(seen) for seen in position["fighters"].values()]
    plain["items"] = tuple(
        Item(each["kind"], tuple(each["place"]), each["size"], each["boxes"]) for each in position["items"]
    )
    return Arena(rules=rules, **plain)


def _fighter(seen: Mapping[str, Any]) -> Fighter:
    return Fighter(**{name: _frozen(value) for name, value in seen.items() if name not in SAID and value is not None})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if value.__class__ is list else value
