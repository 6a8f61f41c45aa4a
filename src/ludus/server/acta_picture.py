"""The picture on a page of the Acta: the position after one event, as spectators saw it."""

from __future__ import annotations

from typing import Any

from ludus.core.event import Event
from ludus.library import find_game
from ludus.server.saved_match import SavedMatch
from ludus.server.wire import apply_patch

PURSES = "patronage"  # a part of a race that is opened when it is over, and that no picture needs


def make_picture(saved: SavedMatch, number: int) -> dict[str, Any] | None:
    """From what was stored, like a replay. None: the event was never told."""
    game = find_game(saved.head.game)
    position: dict[str, Any] = {}
    story: list[Event] = []
    shown: dict[str, Any] | None = None
    for step in saved.steps:
        position = apply_patch(position, step.patch)
        if step.events or step.kind == "undo":
            story[step.since :] = [Event.from_plain(event) for event in step.events]
        if step.since <= number < len(story):
            about = game.accent(story[number], saved.head.options).about
            shown = {"stage": game.stage(saved.head.options), "position": _open(position), "about": list(about)}
    return shown


def _open(position: dict[str, Any]) -> dict[str, Any]:
    parts = position.get("parts")
    if not isinstance(parts, dict) or PURSES not in parts:
        return position
    return {**position, "parts": {name: part for name, part in parts.items() if name != PURSES}}
