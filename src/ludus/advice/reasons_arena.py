"""Why a gladiator would answer so, by question of the arena."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.games.gladiator.hexes import distance

Told = Mapping[str, Any]

KINDS = {
    "light": "He moves in most phases: quick feet make up for the little armour.",
    "medium": "Some of everything: armour enough to learn in, and legs enough to choose the place.",
    "heavy": "Armour forgives mistakes; let the enemy come to him.",
    "retiarius": "A net that holds wins the fight at once.",
}


def kind(decision: Told, answer: Told, default: Told, position: Told) -> str:
    return KINDS.get(str(answer["choice"]), "")


def plot(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if answer.get("clash"):
        return f"If the enemy stays where he is: {answer['clash'].get('name', 'he')} is run into, at good odds."
    if answer.get("walk") == "charge":
        return "A charge puts its weight into the first blow, and he has to turn to it."
    if answer.get("also"):
        return "The enemy is where the net or the kick may reach him."
    if answer.get("hopes"):
        return f"From there he {_sentence(answer['hopes'][0])}."
    near = _distances(decision, answer, position)
    if near is None:
        return ""
    before, after, foe = near
    if after < before:
        return f"It brings him nearer to {foe} ({after} instead of {before} hexes) without giving his back."
    if after > before:
        return f"It takes him out of {foe}'s reach, to strike when it suits him."
    if answer.get("price") == "move":
        return f"The same distance to {foe}, but a better side to meet him with."
    return f"It costs nothing and lets {foe} make the next mistake."


def throw(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if answer["choice"] == "no":
        return "What he carries is worth more in his hand than in the air."
    return "From here a throw is worth the loss of what he throws."


def allocate(decision: Told, answer: Told, default: Told, position: Told) -> str:
    shares = dict(zip(decision["boxes"], answer["choice"], strict=True))
    blows = sum(points for box, points in shares.items() if box.startswith("attack"))
    if not sum(shares.values()):
        return ""
    most = max(shares, key=lambda box: shares[box])
    share = blows / sum(shares.values())
    mood = "Most into blows" if share > 0.6 else "Most into the guard" if share < 0.4 else "Half and half"
    return f"{mood}, with {shares[most]} on '{most}', where they do most; a pattern he cannot foresee."


def order(decision: Told, answer: Told, default: Told, position: Told) -> str:
    return "The blow that may weaken his answer comes first."


def _distances(decision: Told, answer: Told, position: Told) -> tuple[int, int, str] | None:
    men = position["fighters"]
    own = men.get(decision["about"])
    if own is None or "to" not in answer:
        return None
    foes = [each for each in men.values() if each["side"] != own["side"] and each["status"] == "fighting"]
    if not foes:
        return None
    here, there = tuple(own["place"]), tuple(answer["to"])
    foe = min(foes, key=lambda each: distance(here, tuple(each["place"])))
    return distance(here, tuple(foe["place"])), distance(there, tuple(foe["place"])), str(foe["name"])


def _sentence(text: str) -> str:
    return text.rstrip(".")


REASONS = {"type": kind, "plot": plot, "throw": throw, "allocate": allocate, "order": order}
