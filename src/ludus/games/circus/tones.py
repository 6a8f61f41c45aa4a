"""How good or bad an outcome or an answer is, so that every client colours it alike; and what a wise driver does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.core.decision import Decision
from ludus.core.event import Tone
from ludus.games.circus.odds import GRABS_WHIP, GRAVE, LIGHT, NO_HARM
from ludus.games.circus.state import Chariot

# Of a flip, and of coming through unharmed: where a risk is called something else.
RUINOUS_CHANCE = 0.25
GRAVE_CHANCE = 0.04
EVEN_CHANCE = 0.5
NEAR = 2  # lanes that can be changed on the way to a corner, traffic allowing
DEAR = 3  # a toll of so great a part of the endurance is ruin two steps away
PERILOUS = ("bad", "dire")
# Where the default would be dangerous: what else to begin with.
WAYS_OUT = (("out",), ("forward",), ("slip", "out"), ("in",), ("slip", "in"), ("brake",))


def suffered_tone(word: str) -> Tone:
    """An outcome, for whoever it comes to."""
    return "good" if word in NO_HARM else "dire" if word in GRAVE else "fair" if word in LIGHT else "bad"


def dealt_tone(word: str) -> Tone:
    """The same for whoever deals it out: what ruins the other is good."""
    if word == GRABS_WHIP:
        return "bad"
    return "plain" if word in NO_HARM else "fair" if word in LIGHT else "good"


def strain_tone(clean: float, flips: float) -> Tone:
    """A check in a corner."""
    if flips >= RUINOUS_CHANCE:
        return "dire"
    return "bad" if flips >= GRAVE_CHANCE or clean < EVEN_CHANCE else "fair"


def answer_tone(told: Mapping[str, Any]) -> Tone:
    """An answer, for whoever gives it, by what is said of it."""
    if told.get("strain"):
        tone: Tone = told["strain"]["tone"]
        return tone
    if told.get("jump"):
        return "dire" if told["jump"]["flips"] >= RUINOUS_CHANCE else "bad"
    if told.get("attack"):
        return "plain"
    if told.get("endurance"):
        return "fair"
    return "good" if "total" in told or "cost" in told else "plain"


def is_perilous(answer: Mapping[str, Any]) -> bool:
    return answer.get("tone") in PERILOUS


def advise_step(chariot: Chariot, decision: Decision, answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Mark a way that is safer than a dangerous default, and ruin where there is another way."""
    safe = [answer for answer in answers if not is_perilous(answer)]
    if any("attack" not in answer for answer in safe):
        for answer in answers:
            if answer.get("tone") == "dire":
                answer["folly"] = True
    preset = next((answer for answer in answers if answer["choice"] == decision.default), None)
    if preset is not None and is_perilous(preset):
        affordable = [each for each in safe if each.get("endurance", 0) < max(1, chariot.endurance)]
        for way in WAYS_OUT:
            # As far as it goes, or as hard.
            found = [each for each in affordable if tuple(str(each["choice"]).split()[: len(way)]) == way]
            if found:
                found[-1]["advised"] = True
                break
    return answers


def corner_toll(answer: Mapping[str, Any]) -> int:
    """The endurance that a speed costs in the corner ahead at least, strained or braked off, in any lane near
    enough to be reached on the way there."""
    corner = answer.get("corner")
    if not corner:
        return 0
    near = [each for each in corner["lanes"] if abs(each["lane"] - corner["own"]) <= min(NEAR, corner["squares_to"])]
    return min((int(each["endurance"]) for each in near), default=0)


def advise_speed(chariot: Chariot, decision: Decision, answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As fast as the default, unless a slower speed saves it from a corner it could hardly survive. A speed that takes
    a third of the endurance in the next corner, whatever is done, is asked for twice."""
    for answer in answers:
        toll = corner_toll(answer)
        if toll * DEAR >= max(1, chariot.endurance) and any(corner_toll(each) < toll for each in answers):
            answer["folly"] = True
            answer["hint"] += f"; the corner takes at least {toll} of {chariot.endurance} endurance, strained or braked"
    most = int(str(decision.default))
    sound = [each for each in answers if 0 < each["choice"] <= most and not is_perilous(each)]
    if sound and sound[-1]["choice"] != most:
        sound[-1]["advised"] = True
    return answers
