"""Small words and numbers that sentences and explanations need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ludus.core.chance import percent
from ludus.core.decision import Choice, plain_choice
from ludus.games.circus.odds import GRAVE, NOTHING, UNHURT, Odds, Sides
from ludus.games.circus.state import Chariot
from ludus.games.circus.tones import dealt_tone, suffered_tone

Answer = dict[str, Any]
Data = Mapping[str, Any]  # of an event
Names = Sequence[str]  # of the seats
Strain = dict[str, Any]
T = TypeVar("T")

WORTH_A_WORD = 0.01  # less likely is not worth one


def answer(choice: Choice, label: str, hint: Iterable[str] = (), **more: Any) -> Answer:
    """One legal answer; the parts of the hint that say nothing are left out."""
    return {"choice": plain_choice(choice), "label": label, "hint": "; ".join(part for part in hint if part), **more}


def rounded(odds: Mapping[T, float]) -> dict[T, float]:
    """To four digits; what then has no chance is left out."""
    return {result: round(chance, 4) for result, chance in odds.items() if chance >= 0.00005}


def count(number: int, thing: str, several: str | None = None) -> str:
    """
    >>> count(1, "factor"), count(2, "die", "dice")
    ('1 factor', '2 dice')
    """
    return f"{number} {thing if number == 1 else several or thing + 's'}"


def span(low: int, high: int, thing: str) -> str:
    return count(high, thing) if low == high else f"{low} to {count(high, thing)}"


def listed(words: Sequence[str]) -> str:
    """
    >>> listed(["lash the driver", "ram the car"])
    'lash the driver or ram the car'
    """
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def named(chariot: Chariot) -> str:
    return chariot.faction.capitalize()


def who(data: Data) -> str:
    """Whom an event is about."""
    return str(data["chariot"]).capitalize()


# -- chances in words ------------------------------------------------------------------------------------


def odds_words(odds: Odds) -> str:
    """The likeliest results, and the gravest that ends a race."""
    likely = sorted(odds, key=lambda word: -odds[word])[:3]
    grave = [word for word in odds if word in GRAVE and word not in likely and odds[word] >= WORTH_A_WORD]
    return ", ".join(f"{word} {percent(odds[word])}" for word in (*likely, *grave) if odds[word])


def own_words(odds: Odds, whose: str = "you") -> str:
    harm = {word: chance for word, chance in odds.items() if word not in (UNHURT, NOTHING) and chance}
    return f"{whose}: " + ", ".join(f"{word} {percent(chance)}" for word, chance in harm.items()) if harm else ""


def outlook(kind: str, at: str, sides: Sides, **whom: str) -> dict[str, Any]:
    """What an attack may come to, for both sides."""
    told: dict[str, Any] = {**whom, "kind": kind, "at": at, "odds": rounded(sides.target)}
    # How each looks to whoever reads it: the attacker, if a target is named.
    told["tones"] = {word: dealt_tone(word) if "target" in whom else suffered_tone(word) for word in told["odds"]}
    if sides.attacker:
        told["self"] = rounded(sides.attacker)
        told["self_tones"] = {word: suffered_tone(word) for word in told["self"]}
    return told


def strain_words(strain: Strain | None) -> str:
    if strain is None:
        return ""
    if strain["unpaid"]:
        return f"strains by {strain['points']} without the endurance: you flip"
    wheels = f", a wheel comes off {percent(strain['wheels'])}" if strain["wheels"] else ""
    return (
        f"strains by {strain['points']} for {strain['endurance']} endurance{wheels}, "
        f"{percent(strain['odds']['-'])} clean, {percent(strain['flips'])} flip"
    )


def endurance_words(chariot: Chariot, price: int) -> str:
    """What is left after paying."""
    left = max(0, chariot.endurance - price)
    return f"{count(price, 'endurance', 'endurance')}, {left or 'none'} left"


def jump_words(jump: Mapping[str, Any]) -> str:
    return f"{percent(jump['odds'].get('none', 0.0))} clean, {percent(jump['flips'])} flip"


def at(chariot: Chariot, square: int, leg: int) -> Chariot:
    """The chariot as if it stood there."""
    twin = chariot.copy()
    twin.square, twin.leg = square, leg
    return twin
