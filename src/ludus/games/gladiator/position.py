"""A position as a scenario file describes it. What is not written has an ordinary value.

A gladiator and a thing on the sand are described by `Fighter` and `Item` themselves: whatever stands on a log sheet can
be written by the same name and with the same meaning. Here is only what a person writes in another way.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from ludus.core.hints import type_hints
from ludus.core.plain import told
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.state import Goal, Item

# A man's links to others, for which a file has names.
LEFT_OUT = ("number", "net_holder", "holding")
RENAMED = {"kind": "type"}
# What follows from the rest of the sheet where nothing is written, and from what.
FOLLOWS = {
    "side": "else every other seat fights on side 1",
    "counter": "else the lowest of his type that is free",
    "nf": "else training and agility",
    "cf_start": "else training, strength and agility, or as many as `cf` needs",
    "cf": "else `cf_start` less what his wounds have cost",
    "weapon": "else a sword, a retiarius' trident",
    "shield": "else a large one, a retiarius none",
    "shield_boxes": "else all of them",
    "net": "else only a retiarius",
    "allowance": "else the rate of his type",
    "start": "else where he is",
    "came_from": "else where he is",
}
# What is written in other words, or has another value where nothing is said.
OWN: dict[str, tuple[Any, Any]] = {
    "name": (str, told("What he is called, else a name of the house; no two have the same.", default="")),
    "facing": (str, told("N, NE, SE, S, SW or NW.", default="N")),
    "training": (int, told("TR, his training (GL 3-7b).", default=10)),
    "constitution": (int, told("CON, his constitution.", default=3)),
    "netted": (bool, told("Whether he is in a net (GL 17.35).", default=False)),
    "sheet": (
        tuple[int, ...],
        told("What he has filled in on Display 14, box by box; only when the blows have fallen.", default=()),
    ),
    "bonuses": (
        dict[str, int],
        told("What his place is worth against a foe, by name, before anybody turned (GL 8.2).", default_factory=dict),
    ),
}
HELD_BY = (
    "held_by",
    str,
    told("Who holds the net that he is in, by name; empty: it only lies on him.", default=""),
)


def _fields_of_a_man() -> list[tuple[str, Any, Any]]:
    """The log sheet field by field, as a file has it."""
    hints = type_hints(Fighter)
    found: list[tuple[str, Any, Any]] = []
    for each in dataclasses.fields(Fighter):
        name = RENAMED.get(each.name, each.name)
        meaning = each.metadata["help"]
        if each.name in FOLLOWS:
            found.append((name, hints[each.name] | None, told(f"{meaning[:-1]}; {FOLLOWS[each.name]}.", default=None)))
        elif each.name in OWN:
            found.append((name, *OWN[each.name]))
        elif each.name not in LEFT_OUT:
            found.append((name, hints[each.name], told(meaning, default=each.default)))
        if each.name == "netted":
            found.append(HELD_BY)
    must = [each for each in found if each[2].default is each[2].default_factory is dataclasses.MISSING]
    return must + [each for each in found if each not in must]


Man: Any = dataclasses.make_dataclass(
    "Man",
    _fields_of_a_man(),
    namespace={"__doc__": "A gladiator: his log sheet, where he is, and amid a phase what he has done in it."},
    slots=True,
)
Thing: Any = dataclasses.make_dataclass(
    "Thing",
    [
        (each.name, type_hints(Item)[each.name], told(each.metadata["help"], default=each.default))
        if each.name != "boxes"
        else ("boxes", int | None, told(f"{each.metadata['help'][:-1]}; else all.", default=None))
        for each in dataclasses.fields(Item)
    ],
    namespace={"__doc__": "Something on the sand."},
    slots=True,
)


@dataclass(slots=True)
class Position:
    """A fight at the start of a turn, of a phase, or of a step of it."""

    fighters: list[Man] = told("The gladiators, one for each seat.")
    turn: int = told("The turn being played; with step `turn`, the one before.", default=1)
    phase: int = told("The phase being played, 1 to 8.", default=1)
    step: str = told(
        "Where the phase is taken up: turn (endurance, then a new turn), phase, plot (orders), net (attacks with it), "
        "free (out of it), drag, engage (turning to face), combat (`bonuses` are given), throw (`guard` too) or draw.",
        default="phase",
    )
    items: list[Thing] = told("What lies on the sand.", default_factory=list)
    spent_force: bool = told(
        "Whether everybody was at CF 0 or less from the start of this turn on (GL 4-stalemate).", default=False
    )
    quiet: bool = told("Whether there was no attack, net attack or collision in this turn.", default=True)
    goal: Goal | None = told("What an exercise asks for.", default=None)
    deeds: tuple[str, ...] = told("Of what it asks for, what is done already.", default=())
