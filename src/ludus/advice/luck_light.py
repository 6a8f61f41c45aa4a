"""Luck with the driving dice of the light race. They show faces, not numbers: a throw is rated by what the hand is
worth where it fell, against every hand that could have fallen, as the champion reckons it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludus.advice.luck import Roll
from ludus.bots.chariot_race.dice_odds import CHANCE, GROWN, HANDS, Hand, best_of_rolls, hand_of
from ludus.bots.chariot_race.planner import Planner
from ludus.bots.chariot_race.temper import SHREWD
from ludus.core.match import Match
from ludus.core.record import at_its_start
from ludus.core.saved import read_entry
from ludus.games.chariot_race.charts import COSTS
from ludus.games.chariot_race.state import Race
from ludus.games.chariot_race.turn import REROLLS
from ludus.library import find_game


def hand_chances(kept: Hand, dice: int) -> dict[Hand, float]:
    """The full hands that so many dice can make of what is kept.

    >>> [round(chance, 3) for chance in sorted(hand_chances(0, 1).values())]
    [0.167, 0.167, 0.167, 0.167, 0.333]
    """
    chances = {kept: 1.0}
    while min(chances) < HANDS[dice].start:
        grown: dict[Hand, float] = {}
        for hand, chance in chances.items():
            for share, larger in zip(CHANCE, GROWN[hand], strict=True):
                grown[larger] = grown.get(larger, 0.0) + chance * share
        chances = grown
    return chances


def rated_hand(worth: Sequence[float], kept: Hand, dice: int, hand: Hand) -> float:
    """How far a hand lies over the middle of those that could have come, from -0.5 to 0.5."""
    below = alike = 0.0
    for each, chance in hand_chances(kept, dice).items():
        if abs(worth[each] - worth[hand]) < ALIKE:
            alike += chance
        elif worth[each] < worth[hand]:
            below += chance
    return round(below + alike / 2 - 0.5, 4)


ALIKE = 1e-9


def driving_rolls(record: Mapping[str, Any]) -> list[Roll]:
    """Every throw of everybody, in order. The race is played again: what a hand is worth depends on where it fell."""
    match: Match[Race] = at_its_start(find_game(record["game"]), record)
    found: list[Roll] = []
    for raw in record["answers"]:
        seat, choice = read_entry(raw)
        asked = match.pending.get(seat)
        if asked is None or asked.name != "dice":
            match.enter(seat, choice)
            continue
        race = match.state.copy()
        if race.turn.free_reroll:
            found += _first_throw(match, seat, race)
        match.enter(seat, choice)
        if isinstance(choice, str) and choice in REROLLS:
            found += _thrown_again(match, seat, race, REROLLS[choice])
    return found


def _first_throw(match: Match[Race], seat: int, race: Race) -> Iterator[Roll]:
    """With the free reroll still to come."""
    planner, dice, fate = Planner(race, race.mover, SHREWD), len(race.turn.dice), race.mover.fate
    if dice:
        settled = planner.changes.settled(fate)
        again = best_of_rolls(planner.changes.rolled(fate), dice)
        worth = [max(kept, rolled) for kept, rolled in zip(settled, again, strict=True)]
        yield _told(match, seat, "roll", rated_hand(worth, 0, dice, hand_of(race.turn.dice)))


def _thrown_again(match: Match[Race], seat: int, race: Race, again: tuple[int, ...]) -> Iterator[Roll]:
    """Some of the dice, for nothing or for fate."""
    planner, dice = Planner(race, race.mover, SHREWD), len(race.turn.dice)
    fate = race.mover.fate - (0 if race.turn.free_reroll else COSTS.change_fate)
    kept = hand_of(value for die, value in enumerate(race.turn.dice) if die not in again)
    thrown = next(event for event in reversed(match.events) if event.kind == "reroll").data["dice"]
    yield _told(match, seat, "reroll", rated_hand(planner.changes.settled(fate), kept, dice, hand_of(thrown)))


def _told(match: Match[Race], seat: int, kind: str, luck: float) -> Roll:
    number = max(number for number, event in enumerate(match.events) if event.kind == kind)
    return Roll(number, seat, luck, match.narrate(match.events[number]))
