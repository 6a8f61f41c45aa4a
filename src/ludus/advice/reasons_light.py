"""Why a driver of the light race would answer so, by question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Told = Mapping[str, Any]


def dice(decision: Told, answer: Told, default: Told, position: Told) -> str:
    choice = str(answer["choice"])
    if choice == "keep":
        return "These dice serve well: another throw would rather lose than gain."
    if choice.startswith("reroll"):
        said = "This die does" if len(answer.get("dice", ())) == 1 else "These dice do"
        return f"{said} little for you now, and a new throw may bring what is missing."
    return "A die turned by fate is a sure thing where a throw is not."


def attack(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if answer["choice"] == "hold":
        return "Nobody worth the throw is in front of you."
    return "It slows a rival who matters, and costs you only the die."


def repair(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if answer["choice"] == "no":
        return "Your chariot still bears it, and fate may be needed for dice."
    return "A wreck is the end of the race; a sound chariot may drive fast."


def speed(decision: Told, answer: Told, default: Told, position: Told) -> str:
    effects = answer.get("effects") or {}
    if effects.get("damage"):
        return f"The ground it gains is worth the {effects['damage']} damage."
    faster = effects.get("speed", 0) - (default.get("effects") or {}).get("speed", 0)
    if faster < 0:
        return "Slower, for what lies ahead would hurt more at a higher speed."
    return "As fast as it goes without damage on the way."


def steer(decision: Told, answer: Told, default: Told, position: Told) -> str:
    effects = answer.get("effects") or {}
    if effects.get("wrecked"):
        return "There is no way on that saves the chariot."
    spared = (default.get("effects") or {}).get("damage", 0) - effects.get("damage", 0)
    if spared > 0:
        return f"This way spares you {spared} damage."
    if effects.get("rams"):
        return "The ram costs him more than you."
    if effects.get("damage"):
        return f"The {effects['damage']} damage is the price of the shorter way."
    return "No damage, and it ends where the next turn begins well."


REASONS = {"dice": dice, "attack": attack, "repair": repair, "speed": speed, "steer": steer}
