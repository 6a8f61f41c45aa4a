"""Positions in a line, scripted dice, orders and allocations in the rulebook's words.

    match = arena(man(0, 0, "N"), man(0, -1, "S", strength=2), dice=[4, 3, 5])
    plot(match, "F", "X(R)")                                   # one order a seat; "-" is no move
    allot(match, attack={"head": 3, "chest": 2}, defend={"legs": 5})    # whoever is asked first; the rest is unused
    assert events(match, "collision")

A man is an ordinary medium: bare skin, TR 10, ST 0, AG 0, CON 3, W 12 (so CF 10, NF 10), sword and large shield. The
first is Verus (seat 0, side 0), the second Priscus (seat 1, side 1), then Flamma, Spiculus and so on, every other one a
side. `counter` decides who rolls first; without it medium men are 4, 5, 6 in order, heavy 1 to 3, light 7 to 9.

`step` says where in the phase the position stands: "turn" (a turn begins with its endurance checks; `turn` is the one
before), "phase" (the usual: a phase begins), "plot" (the same without the moment of truth at its start), "net", "free",
"drag", "engage" (movement is over: turning to face, then allocation), "combat" (`bonuses` are given by hand).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludus import Event, Match, ScriptedDice
from ludus.core.decision import Allocate, Choice
from ludus.games.gladiator import Gladiator
from ludus.games.gladiator.charts import AREAS, NAMES, OTHER_COUNTERS
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.state import Arena

GAME = Gladiator()
ArenaMatch = Match[Arena]
FIRST, SECOND, THIRD, FOURTH = NAMES[:4]


def man(q: int = 0, r: int = 0, facing: str = "N", **sheet: Any) -> dict[str, Any]:
    """A gladiator in a hex; anything on his sheet by its name in `Man`."""
    return {"place": [q, r], "facing": facing, **sheet}


def item(kind: str, q: int, r: int, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "place": [q, r], **more}


def arena(
    *men: Mapping[str, Any],
    dice: Sequence[int] = (),
    level: str = "advanced",
    options: Mapping[str, Any] | None = None,
    **position: Any,
) -> ArenaMatch:
    """A match from a position: turn, phase, step and items by name. One man alone gets an opponent far away."""
    company = [dict(each) for each in men]
    if len(company) == 1:
        company.append(man(0, -90, "S"))
    for seat, each in enumerate(company):
        each.setdefault("seat", seat)
        each.setdefault("name", NAMES[seat])
        if "counter" in each:  # any number will do here, whatever the type (GL 2.2b)
            each["counter"] += OTHER_COUNTERS
    return Match(
        GAME,
        len(company),
        ScriptedDice(dice),
        None,
        {"level": level, **(options or {})},
        position={"fighters": company, **position},
    )


def fresh(seats: int = 2, *, dice: Sequence[int] = (), options: Mapping[str, Any] | None = None) -> ArenaMatch:
    """A fight from the very start: types are asked for, then the dice make the men."""
    return Match(GAME, seats, ScriptedDice(dice), None, options)


def plot(match: ArenaMatch, *orders: str) -> None:
    """This phase's orders, seat by seat; whoever has none, or is not asked, writes no move."""
    for seat in [*match.pending]:
        assert match.pending[seat].name == "plot", match.pending
        match.submit(seat, orders[seat] if seat < len(orders) else match.pending[seat].default)


def allot(
    match: ArenaMatch,
    seat: int | None = None,
    *,
    attack: Mapping[str, int] | None = None,
    defend: Mapping[str, int] | None = None,
    ready: bool = True,
) -> None:
    """A secret allocation, area by area ("head", or in a team fight "Verus head"); what is left over stays unused.
    `ready`: men with at most one attack have nothing to put in order, and say so."""
    seat = next(iter(match.pending)) if seat is None else seat
    decision = match.pending[seat]
    assert isinstance(decision, Allocate), decision
    boxes = dict.fromkeys(decision.boxes, 0)
    for words, shares in (("attack", attack or {}), ("defend", defend or {})):
        for area, points in shares.items():
            boxes[f"{words} {area}"] = points
    assert set(boxes) == set(decision.boxes), f"{sorted(boxes)} are not {decision.boxes}"
    boxes["unused"] = decision.budget - sum(boxes.values())
    match.submit(seat, tuple(boxes.values()))
    if ready:
        say_ready(match)


def say_ready(match: ArenaMatch) -> None:
    """Whoever has nothing to put in order says so."""
    for seat, decision in list(match.pending.items()):
        if decision.name == "order" and decision.count() == 1:
            match.submit(seat, decision.default)


def answer(match: ArenaMatch, *answers: object) -> None:
    """Whoever is asked answers, one after the other."""
    for each in answers:
        match.submit(next(iter(match.pending)), each)


def fight(match: ArenaMatch, *shares: tuple[Mapping[str, int], Mapping[str, int]]) -> None:
    """Allocations (attack, defend) seat by seat, every man's attacks in the order of the areas."""
    for seat, (attack, defend) in enumerate(shares):
        if seat in match.pending and match.pending[seat].name == "allocate":
            allot(match, seat, attack=attack, defend=defend)
    while match.pending and next(iter(match.pending.values())).name == "order":
        seat, decision = next(iter(match.pending.items()))
        match.submit(seat, next(iter(decision)))


def throw_nothing(match: ArenaMatch) -> None:
    """Answer the last question of a combat, where it is asked."""
    while match.pending and next(iter(match.pending.values())).name == "throw":
        answer(match, "no")


def fighter(match: ArenaMatch, name: str) -> Fighter:
    return next(each for each in match.state.fighters if each.name == name)


def events(match: ArenaMatch, kind: str) -> list[Event]:
    return [event for event in match.events if event.kind == kind]


def asked(match: ArenaMatch) -> tuple[str, list[Choice]]:
    """The name of the one open question, and its answers."""
    (decision,) = match.pending.values()
    return decision.name, list(decision)


def legal(match: ArenaMatch, seat: int = 0) -> set[str]:
    """The orders a seat may write."""
    return {str(choice) for choice in match.pending[seat]}


def caps(match: ArenaMatch, seat: int = 0) -> dict[str, int]:
    """The boxes of an allocation and what each takes at most."""
    decision = match.pending[seat]
    assert isinstance(decision, Allocate)
    return dict(zip(decision.boxes, decision.caps, strict=True))


def dice_left(match: ArenaMatch) -> tuple[int, ...]:
    dice = match.table.dice
    assert isinstance(dice, ScriptedDice)
    return dice.left


def armour(**codes: str) -> list[str]:
    """Armour by area, bare skin elsewhere: `armour(head="A7")`."""
    return [codes.get(area, "") for area in AREAS]
