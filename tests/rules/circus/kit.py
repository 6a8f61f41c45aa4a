"""Positions in one line, scripted dice, answers in a row.

    race = circus(red="lane 1, front straight 33", red_is={"written": 12}, dice=[4, 4, 2])
    play(race, "no", "forward 3")

The faction named first is in its movement phase, nothing rolled yet; the others have moved already, so play stops when
the phase is over and asks everybody for the next turn's speed. Each faction sits in a seat of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludus import Event, Match, ScriptedDice
from ludus.core.decision import Choice, Choose
from ludus.games.circus.editions import SecondEdition, bare, book_of
from ludus.games.circus.game import Circus
from ludus.games.circus.state import Chariot, Race

GAME = Circus()
BOOK = bare(SecondEdition)  # for charts and odds
FACTIONS = BOOK.charts.factions
CircusMatch = Match[Race]


def circus(
    *,
    dice: Sequence[int] = (),
    level: str = "advanced",
    options: Mapping[str, Any] | None = None,
    seats: int | None = None,
    phase: str = "moving",
    **position: Any,
) -> CircusMatch:
    """A match from a position.

    `red="lane 3, backstretch 12"` stands somewhere, `red_is={"endurance": 3}` says more about it. `phase` is "moving"
    (the first faction's phase begins), "notation" (speeds are written) or "drawing" (give `cup`). Anything else
    belongs to the position: turn, move, wrecks, markers, final, cup, later.
    """
    factions = [name for name in position if name in FACTIONS]
    chariots = []
    for number, faction in enumerate(factions):
        plain: dict[str, Any] = {"faction": faction, "seat": number if seats is None else number % seats}
        plain["square"] = position.pop(faction)
        plain["moved"] = phase == "moving" and number > 0 and faction != position.get("mover")
        plain.update(position.pop(f"{faction}_is", {}))
        chariots.append(plain)
    if len(chariots) == 1:  # a race needs a second seat: far away, already moved
        chariots.append({"faction": "ivory", "seat": 1, "square": "lane 8, egg corner 20", "moved": True})
    if phase == "moving":
        position.setdefault("mover", factions[0])
    return Match(
        GAME,
        len(chariots) if seats is None else seats,
        ScriptedDice(dice),
        None,
        {"level": level, **(options or {})},
        position={"chariots": chariots, **position},
    )


def play(match: CircusMatch, *answers: object) -> None:
    """Whoever is asked answers, one after the other."""
    for answer in answers:
        seat = next(iter(match.pending))
        match.submit(seat, answer)


def chariot(match: CircusMatch, faction: str) -> Chariot:
    return next(each for each in match.state.chariots if each.faction == faction)


def left(race: Race, of: Chariot) -> int:
    """Movement factors it still has to spend."""
    return book_of(race).left(of)


def place(match: CircusMatch, faction: str) -> str:
    """Where the team stands, in words."""
    each = chariot(match, faction)
    return match.state.track.name(each.square) if each.on_track else each.status


def events(match: CircusMatch, kind: str) -> list[Event]:
    return [event for event in match.events if event.kind == kind]


def asked(match: CircusMatch) -> tuple[str, list[Choice]]:
    """The name of the one open question, and its answers; those that nobody gives by mistake are left out."""
    (decision,) = match.pending.values()
    shunned = decision.shunned if isinstance(decision, Choose) else ()
    return decision.name, [choice for choice in decision if choice not in shunned]


def dice_left(match: CircusMatch) -> tuple[int, ...]:
    dice = match.table.dice
    assert isinstance(dice, ScriptedDice)
    return dice.left


def attacks(match: CircusMatch) -> set[str]:
    """The attacks that the mover may announce now."""
    return {str(answer) for answer in asked(match)[1] if str(answer).startswith(("ram ", "lash ", "trample "))}


KEEP = (8, 7, 6, 5, 4, 3, 2)  # a shuffle of eight that leaves everything in its place


def fresh(seats: int, *, dice: Sequence[int] = (), options: Mapping[str, Any] | None = None) -> CircusMatch:
    """A race from the very start: colours are drawn, then everybody builds."""
    return Match(GAME, seats, ScriptedDice(dice), None, options)


def write(match: CircusMatch, **speeds: int) -> None:
    """This turn's speeds; whoever is not named writes 0."""
    turn = match.state.turn
    while match.state.turn == turn and all(decision.name == "speed" for decision in match.pending.values()):
        seat, decision = next(iter(match.pending.items()))
        faction = next(each.faction for each in match.state.chariots if f" {each.faction} " in decision.prompt)
        match.submit(seat, speeds.get(faction, 0))
