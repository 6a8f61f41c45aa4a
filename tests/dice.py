"""Dice that fall the same in every run: matches with the same game, options and seats have the same seed, and bots that
are asked the same in the same position have the same luck."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ludus.library import find_game
from ludus.server import match_making
from ludus.server.clock import Clock
from ludus.server.saved_match import Head, Seat

new_head = match_making.new_head


def same_dice(
    game: str, ruleset: str, options: dict[str, Any], seats: tuple[Seat, ...], listed: bool, clock: Clock | None
) -> Head:
    """Instead of `match_making.new_head`: a red run must be red again."""
    usual = find_game(game).resolve(ruleset, {})
    changed = {name: value for name, value in options.items() if value != usual[name]}  # new switches change no dice
    setup = repr((game, ruleset, changed, [(seat.kind, seat.name, seat.bot) for seat in seats]))
    head = new_head(game, ruleset, options, seats, listed, clock)
    return replace(head, seed=hashlib.sha256(setup.encode()).hexdigest()[:32])


def same_luck(bot: str, view: Mapping[str, Any]) -> str:
    """Instead of `thinkers.new_luck`."""
    return hashlib.sha256(repr((bot, view["decision"], view["position"])).encode()).hexdigest()[:16]
