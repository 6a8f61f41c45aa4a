"""The dice behind an event, a line for each roll."""

from __future__ import annotations

from ludus.core.dice import dice_in_words
from ludus.core.event import Event, Roll


def dice_in_lines(event: Event) -> list[str]:
    """What was rolled for what under which clause, and what was added to it.

    >>> from ludus.core.event import Modifier
    >>> strain = Roll("corner strain", "CM 7.32a", (4, 2, 6))
    >>> dice_in_lines(Event("strain", {}, (), (strain,), (Modifier("CDM", -1),)))
    ['3 dice for corner strain: 4 2 6, CDM -1 (CM 7.32a)']
    """
    modifiers = [f"{each.reason} {each.amount:+d}" for each in event.modifiers]
    if len(event.dice) == 1:
        return [_line(event.dice[0], modifiers)]
    # Of several rolls the event does not say to which the modifiers belong.
    return [_line(roll, []) for roll in event.dice] + ([", ".join(modifiers)] if modifiers else [])


def _line(roll: Roll, modifiers: list[str]) -> str:
    numbers = " ".join(map(str, roll.values))
    what = f"{len(roll.values)} in random order" if _is_shuffle(roll) else dice_in_words(len(roll.values), roll.sides)
    return f"{', '.join([f'{what} for {roll.reason}: {numbers}', *modifiers])} ({roll.clause})"


def _is_shuffle(roll: Roll) -> bool:
    """`Table.shuffle` notes each number once."""
    return len(roll.values) == roll.sides > 1 and len(set(roll.values)) == roll.sides
