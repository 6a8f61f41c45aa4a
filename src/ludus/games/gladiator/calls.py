"""A word or two, called out over a man when something befalls him."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludus.core.event import Call, Tone
from ludus.games.gladiator.counts import counted

Data = Mapping[str, Any]
MINUS = "\N{MINUS SIGN}"

# GL 8.6, by the first letter of a result.
BLOWS: dict[str, tuple[str, Tone]] = {
    "M": ("misses badly", "plain"),
    "-": ("nothing", "plain"),
    "S": ("on the shield", "fair"),
    "P": ("parried", "fair"),
    "H": ("hit!", "dire"),
}


def _blow(data: Data) -> Call:
    words, tone = BLOWS[data.get("effect", data["result"])[0]]
    return Call(data["target"], words, tone)


def _wound(data: Data) -> Call:
    wounds = data["wounds"]
    if not wounds:
        return Call(data["fighter"], "unhurt", "good")
    return Call(data["fighter"], "mortal" if wounds < 0 else counted(wounds, "wound"), "dire")


def _shield(data: Data) -> Call:
    if not data["boxes"]:
        return Call(data["fighter"], "shield holds", "good")
    words = f"shield {MINUS}{data['boxes']}" if data["left"] else "shield ruined"
    return Call(data["fighter"], words, "fair" if data["left"] else "bad")


def _stun(data: Data) -> Call | None:
    return Call(data["fighter"], f"stunned {data['factors']}", "bad") if data["factors"] else None


def _lost(thing: str) -> Callable[[Data], Call | None]:
    return lambda data: Call(data["fighter"], f"{thing} lost", "bad") if data["dropped"] else None


def _always(words: str, tone: Tone = "plain", key: str = "fighter") -> Callable[[Data], Call | None]:
    return lambda data: Call(data[key], words, tone)


def _either(told: str, yes: tuple[str, Tone], no: tuple[str, Tone], key: str = "fighter") -> Callable[[Data], Call]:
    return lambda data: Call(data[key], *(yes if data[told] else no))


def _recovery(data: Data) -> Call:
    if data["success"]:
        return Call(data["fighter"], f"has the {data['item']}", "good")
    return Call(data["fighter"], "cannot grasp it", "fair")


CALLS: Mapping[str, Callable[[Data], Call | None]] = {
    "attack": _blow,
    "thrown-weapon": _blow,
    "wound": _wound,
    "shield": _shield,
    "stun": _stun,
    "collision": _always("holds the ground", "good", "winner"),
    "fall-check": _either("falls", ("falls", "bad"), ("keeps his feet", "good")),
    "weapon-drop-check": _lost("weapon"),
    "shield-drop-check": _lost("shield"),
    "ensnared": _always("in the net!", "dire"),
    "net-missed": _always("net misses"),
    "struggle": _either("free", ("free!", "good"), ("still caught", "bad")),
    "drag": _either("down", ("dragged down", "dire"), ("holds out", "good"), "victim"),
    "recovery": _recovery,
    "unconscious": _always("unconscious", "dire"),
    "death": _always("dead", "dire"),
    "verdict": _either("spared", ("he lives!", "good"), ("thumbs down", "dire")),
    "surrender": _always("gives up", "bad"),
}
