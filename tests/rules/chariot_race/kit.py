"""Positions in one line, dice by their faces, answers in a row.

    match = race(green="outer 1, speed 6, damage 11", yellow="middle 8, damage 2", dice="+- +- sprint steer")
    play(match, "no", "keep", "0", "in 7")

The chariot named first moves first. A bystander, white, follows it: it stands far away and is asked whether to
repair, so that play stops there and no die is rolled that the test has not written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus import Event, Match, ScriptedDice, find_game
from ludus.games.chariot_race.charts import COLOURS, FACES
from ludus.games.chariot_race.state import Chariot, Race

VALUES = {"+-": 1, "sprint": 2, "steer": 3, "attack": 5, "fortuna": 6}
BYSTANDER = "inner 19, damage 10, fate 3"

RaceMatch = Match[Race]


def faces(words: str) -> list[int]:
    """Dice by their faces: "+- sprint steer attack fortuna"."""
    return [VALUES[word] for word in words.split()]


def race(
    *,
    dice: str | list[int] = "",
    shown: str = "",
    seats: int | None = None,
    ruleset: str | None = None,
    options: Mapping[str, Any] | None = None,
    bystander: bool = True,
    **position: Any,
) -> RaceMatch:
    """A match from a position. `dice` are still to be rolled, `shown` lie on the table already.

    Colours are chariots; every other word belongs to the position.
    """
    written = {colour: position.pop(colour) for colour in list(position) if colour in COLOURS}
    order = list(written)
    if bystander:
        written["white"] = BYSTANDER
        order.insert(1, "white")
    chariots = [_chariot(colour, seat, text) for seat, (colour, text) in enumerate(written.items())]
    if seats is not None:  # fewer players than chariots: they share them out in turn
        chariots = [{**each, "seat": each["seat"] % seats} for each in chariots]
    position.setdefault("order", order)
    if shown:
        position["dice"] = [FACES[value - 1] for value in faces(shown)]
    return Match(
        find_game("chariot-race"),
        len(chariots) if seats is None else seats,
        ScriptedDice(faces(dice) if isinstance(dice, str) else dice),
        ruleset,
        options,
        position={"chariots": chariots, **position},
    )


def _chariot(colour: str, seat: int, text: str) -> dict[str, Any]:
    """ "outer 3, speed 6, laps 1, safe" as a scenario file would have it."""
    space, *rest = text.split(", ")
    plain: dict[str, Any] = {"colour": colour, "seat": seat, "space": space}
    if space == "wrecked":
        plain |= {"space": "", "out": "wrecked"}
    for each in rest:
        word, _, value = each.partition(" ")
        plain[word] = int(value) if value else True
    return plain


def play(match: RaceMatch, *answers: str) -> None:
    """Whoever is asked answers, one after the other."""
    for answer in answers:
        (seat,) = match.pending
        match.submit(seat, answer)


def asked(match: RaceMatch) -> str:
    """What the open question is about, and to whom: "dice green"."""
    (decision,) = match.pending.values()
    return f"{decision.name} {match.state.mover.colour}"


def choices(match: RaceMatch) -> list[str]:
    (decision,) = match.pending.values()
    return [str(choice) for choice in decision]


def chariot(match: RaceMatch, colour: str) -> Chariot:
    return next(each for each in match.state.chariots if each.colour == colour)


def where(match: RaceMatch, colour: str) -> str:
    """The space a chariot stands on, or how it left the race."""
    each = chariot(match, colour)
    return each.out or match.state.board.names[each.space]


def caltrops(match: RaceMatch) -> set[str]:
    return {match.state.board.names[space] for space in match.state.caltrops}


def told(match: RaceMatch, kind: str) -> list[Event]:
    """The events of one kind so far."""
    return [event for event in match.events if event.kind == kind]


def once(match: RaceMatch, kind: str) -> Event:
    """The one event of its kind."""
    (event,) = told(match, kind)
    return event


def kinds(match: RaceMatch, *, of: tuple[str, ...] = ()) -> list[str]:
    """What happened, in order; only some kinds if they are named."""
    return [event.kind for event in match.events if not of or event.kind in of]


def dice_left(match: RaceMatch) -> tuple[int, ...]:
    dice = match.table.dice
    assert isinstance(dice, ScriptedDice)
    return dice.left
