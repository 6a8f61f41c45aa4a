"""How events are shown: what weighs much, what it sounds like, and what is one line."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.core.event import Accent, Event, Mark, Picture, Sound, Weight
from ludus.games.gladiator.calls import CALLS

ACCENTS: Mapping[str, tuple[Weight, Sound]] = {
    "turn": ("heading", ""),
    "moved": ("minor", ""),
    "faces": ("minor", ""),
    "pivots": ("minor", ""),
    "recovers": ("minor", ""),
    "stumble-check": ("minor", ""),
    "places": ("minor", ""),
    "attacks": ("minor", ""),
    "weakened": ("minor", ""),
    "collision": ("plain", "crash"),
    "prone": ("plain", "crash"),
    "shield": ("plain", "crash"),
    "attack": ("plain", "clash"),
    "thrown-weapon": ("plain", "clash"),
    "net": ("plain", "crack"),
    "net-missed": ("plain", "crack"),
    "appeal": ("plain", "horn"),
    "verdict": ("plain", "cheer"),
    "death": ("dire", "cheer"),
    "end": ("triumph", "cheer"),
}
MARKS: Mapping[str, Mark] = {
    "turn": "turn",
    "attack": "blow",
    "thrown-weapon": "blow",
    "net": "blow",
    "death": "death",
    "verdict": "death",
}
CONCERNED = ("by", "fighter", "target", "other", "victim", "attacker", "victor", "winner")  # how events name men
PUSHED = ("winner", "fighter")  # the one who acts comes first
# Checks that a blow or a fall brings with it.
TAILS = ("shield-drop-check", "weapon-drop-check", "trident-check")


def accent_of(event: Event) -> Accent:
    weight, sound = ACCENTS.get(event.kind, ("plain", ""))
    keys = PUSHED if event.kind == "pushed" else CONCERNED
    named = (event.data[key] for key in keys if isinstance(event.data.get(key), str))
    caller = CALLS.get(event.kind)
    return Accent(
        weight,
        tuple(dict.fromkeys(named)),
        caller(event.data) if caller else None,
        sound=sound,
        mark=MARKS.get(event.kind, ""),
        picture=_picture(event),
    )


def _picture(event: Event) -> Picture:
    if event.kind != "verdict":
        return ""
    return "mercy" if event.data["spared"] else "no-mercy"


def is_one_line(before: Event, event: Event) -> bool:
    """Where everybody has gone can be seen on the sand: in the log it needs no line."""
    return event.kind == "moved" or (event.kind in TAILS and before.data.get("fighter") == event.data["fighter"])
