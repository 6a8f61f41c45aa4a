"""The answer that is offered first: a bot's choice in words, with its reason in one sentence.

The choice is thought by a bot that sees its seat's view; the reason is read off what the game says of the answers to
the very seat that is asked. Nothing else goes into it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludus.advice import reasons_arena, reasons_campaign, reasons_circus, reasons_light
from ludus.bots import kinds_of

Answer = Mapping[str, Any]
Reason = Callable[[Mapping[str, Any], Answer, Answer, Mapping[str, Any]], str]

# By game and question; what has no sentence of its own is answered for by the bot's experience.
REASONS: Mapping[str, Mapping[str, Reason]] = {
    "circus": reasons_circus.REASONS,
    "gladiator": reasons_arena.REASONS,
    "chariot-race": reasons_light.REASONS,
    "campaign": reasons_campaign.REASONS,
}
EXPERIENCE = "It is what the champion of the house does here."


def adviser_of(game: str) -> str:
    """The bot that is asked for advice: the strongest there is.

    >>> adviser_of("circus"), adviser_of("gladiator")
    ('agitator', 'rudiarius')
    """
    return kinds_of(game)[-1].name


def label_of(decision: Mapping[str, Any], answers: Sequence[Answer], choice: Any) -> str:
    """A plain choice in words.

    >>> label_of({"kind": "allocate", "boxes": {"driver": 3, "car": 3}}, [], [2, 0])
    'Driver 2'
    """
    answer = _told_of(answers, choice)
    if answer.get("label"):
        return str(answer["label"])
    if decision["kind"] == "allocate":
        shares = zip(decision["boxes"], choice, strict=True)
        said = ", ".join(f"{box} {points}" for box, points in shares if points) or "nothing"
        return said[:1].upper() + said[1:]
    return "Fill it in like this" if decision["kind"] == "form" else str(choice)


def reason_of(
    game: str, decision: Mapping[str, Any], answers: Sequence[Answer], choice: Any, position: Mapping[str, Any]
) -> str:
    """Why, in one sentence."""
    say = REASONS.get(game, {}).get(decision["name"])
    if say is None:
        return EXPERIENCE
    return say(decision, _told_of(answers, choice), _told_of(answers, decision["default"]), position) or EXPERIENCE


def _told_of(answers: Sequence[Answer], choice: Any) -> Answer:
    return next((each for each in answers if each.get("choice") == choice), {"choice": choice})
