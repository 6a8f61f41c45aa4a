"""How events are shown: what weighs much and what it sounds like."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.core.event import Accent, Event, Mark, Sound, Weight

ACCENTS: Mapping[str, tuple[Weight, Sound]] = {
    "round": ("section", ""),
    "turn": ("heading", ""),
    "drive": ("minor", "hooves"),
    "javelin": ("plain", "crack"),
    "ram": ("plain", "crash"),
    "wreck": ("dire", "crash"),
    "heap": ("dire", "crash"),
    "retired": ("dire", ""),
    "lap": ("plain", "cheer"),
    "finish": ("triumph", "cheer"),
    "end": ("triumph", ""),
}
MARKS: Mapping[str, Mark] = {
    "round": "turn",
    "lap": "lap",
    "finish": "lap",
    "javelin": "attack",
    "ram": "attack",
    "wreck": "wreck",
    "heap": "wreck",
}
CONCERNED = ("chariot", "rammed", "target")  # under which events name chariots


def accent_of(event: Event) -> Accent:
    weight, sound = ACCENTS.get(event.kind, ("plain", ""))
    return Accent(
        weight,
        tuple(event.data[key] for key in CONCERNED if event.data.get(key)),
        sound=sound,
        mark=MARKS.get(event.kind, ""),
        picture="photo-finish" if event.kind == "end" and len(event.data["winners"]) > 1 else "",
    )


def is_one_drive(before: Event, event: Event) -> bool:
    """Steps of one drive are one line."""
    return event.kind == before.kind == "drive" and all(
        event.data[key] == before.data[key] for key in ("chariot", "how")
    )
