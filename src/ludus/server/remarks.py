"""What the men of the circus and of the arena say at big moments, beside the log.

A remark is no event and no step: it follows from the story, from who sits where and from the match's id, whenever the
story is told. So records stay what they are, a replay has the same words again, and whoever wants none leaves them out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludus.bots.fields import Person, person_of
from ludus.core.event import Event
from ludus.server.saved_match import Seat

SELDOM, OFTEN, ALWAYS = 0.25, 0.5, 1.0
JUST_NOW = 12  # events in which a blow is still remembered as the reason for a wreck
PIECES = ("red", "blue")  # the colours of the two sides of the arena
LAST_LAP = 1  # eggs that are left when it begins


@dataclass(frozen=True, slots=True)
class Remarks:
    """The men at one table."""

    match: str  # its id: what is said differs from match to match
    game: str
    men: Mapping[int, Person]  # by seat

    @classmethod
    def of(cls, match: str, game: str, seats: Sequence[Seat]) -> Remarks:
        bots = {number: seat.bot or "" for number, seat in enumerate(seats) if seat.kind == "bot"}
        men = {number: person_of(game, bot) for number, bot in bots.items()}
        return cls(match, game, {number: man for number, man in men.items() if man is not None})

    def on(self, story: Sequence[Event], number: int) -> dict[str, Any] | None:
        """What somebody says to the event of this number; None: nobody does."""
        if not self.men:
            return None
        event = story[number]
        luck = hashlib.sha256(f"{self.match}/{number}".encode()).digest()
        found = fights(story, number) if self.game == "gladiator" else moments(story, number)
        for who, topic, how_often in found:
            seat = seat_of(story, who)
            lines = self.men[seat].says(topic) if seat in self.men else ()
            if lines and event.seats is None and luck[0] < 256 * how_often:
                man = self.men[seat]
                text = lines[luck[1] % len(lines)]
                return {
                    "seat": seat,
                    "name": man.name,
                    "nation": man.nation,
                    "piece": PIECES[seat % 2] if self.game == "gladiator" else who,
                    "text": text,
                }
        return None


def moments(story: Sequence[Event], number: int) -> list[tuple[str, str, float]]:
    """Whose moment this is: the colour, the topic and how often he speaks, the first to be heard first."""
    event = story[number]
    data = event.data
    if event.kind == "attack":
        return [(data["chariot"], "strike", SELDOM), (data["target"], "struck", SELDOM)]
    if event.kind == "flip":
        recent = story[max(0, number - JUST_NOW) : number]
        blow = next((each for each in reversed(recent) if each.kind == "attack"), None)
        struck = blow is not None and blow.data["target"] == data["chariot"]
        gloats = [(blow.data["chariot"], "gloat", OFTEN)] if blow is not None and struck else []
        return [*gloats, (data["chariot"], "ruin", ALWAYS)]
    if event.kind == "marker" and data["marker"] == "egg" and data["eggs"] == LAST_LAP:
        return [(data["chariot"], "lead", ALWAYS)]
    if event.kind == "end" and data["winner"]:
        return [(data["winner"], "win", ALWAYS)]
    return []


def fights(story: Sequence[Event], number: int) -> list[tuple[str, str, float]]:
    """The same in the arena, by the names of the men."""
    event = story[number]
    data = event.data
    if event.kind == "wound":
        blow = next((each for each in reversed(story[:number]) if each.kind == "attack"), None)
        strikes = [(blow.data["fighter"], "strike", SELDOM)] if blow is not None else []
        return [*strikes, (data["fighter"], "struck", OFTEN)]
    if event.kind == "verdict":
        return [(data["fighter"], "down", ALWAYS)]
    if event.kind == "end" and len(data["winners"]) == 1:
        return [(name, "win", ALWAYS) for name in names_of(story) if seat_of(story, name) == data["winners"][0]]
    return []


def names_of(story: Sequence[Event]) -> list[str]:
    """Of the gladiators, as they came onto the sand."""
    return [event.data["fighter"] for event in story if event.kind == "gladiator"]


def seat_of(story: Sequence[Event], colour: str) -> int:
    """Whose colour or man it is; -1: nobody has said."""
    for event in story:
        if event.kind == "gladiator" and event.data["fighter"] == colour:
            return int(event.data["seat"])
    shared = next((event for event in story if event.kind == "factions"), None)
    return -1 if shared is None else int(shared.data["factions"].get(colour, -1))
