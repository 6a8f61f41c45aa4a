"""A finished match as a film: the position and the events, step by step."""

from __future__ import annotations

from typing import Any

from ludus.core.event import Event
from ludus.library import find_game
from ludus.server.remarks import Remarks
from ludus.server.saved_match import SavedMatch
from ludus.server.wire import apply_patch, diff, wire_events


def make_replay(saved: SavedMatch, *, secretive: bool = False) -> dict[str, Any]:
    """A finished match step by step, from what was stored and not from the rules. Steps taken back are left out;
    `secretive`: so is what not everybody saw happen."""
    game = find_game(saved.head.game)
    names = [seat.name for seat in saved.head.seats]
    position: dict[str, Any] = {}
    # The number of events before each frame, its events, and the position after it.
    frames: list[tuple[int, list[dict[str, Any]], dict[str, Any]]] = []
    for step in saved.steps:
        position = apply_patch(position, step.patch)
        while frames and frames[-1][0] >= step.since and step.kind == "undo":
            frames.pop()
        frames.append((step.since, step.events, position))
    first = frames[0][2] if frames else {}
    remarks = Remarks.of(saved.head.id, saved.head.game, saved.head.seats)
    shown, told = [], first
    story: list[Event] = []
    for since, events, after in frames:
        patch = diff(told, after)
        told = after
        if events or patch:
            story[since:] = [Event.from_plain(event) for event in events]
            plain = [
                each
                for each in wire_events(game, names, saved.head.options, story, since, remarks)
                if not secretive or story[each["n"]].seats is None
            ]
            shown.append({"events": plain, "patch": patch})
    notes = [{"number": step.number, "since": step.since, "text": step.note} for step in saved.steps if step.note]
    return {"stage": game.stage(saved.head.options), "position": first, "frames": shown, "notes": notes}
