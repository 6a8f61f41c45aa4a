"""How a match is written down: records, snapshots, and the dice and answers in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from ludus.core.contest import HOST, Decided, Sealed, Settled
from ludus.core.decision import Choice, freeze_choice, plain_choice
from ludus.core.dice import Dice, ScriptedDice, SeededDice, commitment
from ludus.core.errors import DataError, LudusError, shown
from ludus.core.game import S

if TYPE_CHECKING:
    from ludus.core.match import Match

FORMAT = 1


class Base(NamedTuple, Generic[S]):
    """A match at a checkpoint. It is never changed in place, so copies share it."""

    state: S
    dice: Dice
    events: int
    resigned: frozenset[int]
    withdrawn: frozenset[int]
    settled: int


# Who answered what. None stands for resigning; the host enters how a contest ended, that all but one have left, and
# what a campaign hands in under seal.
Entry = tuple[int, Choice | Settled | Decided | Sealed | None]


def plain_setup(match: Match[Any]) -> dict[str, Any]:
    """What a match was made of, its dice apart."""
    return {
        "game": match.game.id,
        "ruleset": match.ruleset,
        "options": dict(match.options),
        **({"rules_name": match.rules_name} if match.rules_name else {}),
        "seats": match.seats,
        "names": list(match.names),
    }


def write_record(match: Match[Any]) -> dict[str, Any]:
    dice = match.table.dice
    return {
        "format": FORMAT,
        **plain_setup(match),
        "position": match._start,
        **plain_dice(dice),
        "commitment": dice_proof(dice, over=True)["commitment"],
        "answers": [plain_entry(entry) for entry in match.answers],
        "events": [event.to_plain() for event in match.events],
        "outcome": None if match.outcome is None else match.outcome.to_plain(),
    }


def write_snapshot(match: Match[Any]) -> dict[str, Any]:
    base = match._base
    return {
        "format": FORMAT,
        **plain_setup(match),
        **plain_dice(base.dice),
        "dice_position": base.dice.position,
        "state": match.game.save(base.state),
        "resigned": sorted(base.resigned),
        "withdrawn": sorted(base.withdrawn),
        **({"settled": base.settled} if base.settled else {}),
        # How much of the story lies before the checkpoint.
        "answers_before": None if match._history is None else len(match._history),
        "events_before": base.events,
        "since": [plain_entry(entry) for entry in match._since],
    }


def plain_entry(entry: Entry) -> list[Any]:
    seat, choice = entry
    if isinstance(choice, Settled | Decided | Sealed):
        return [seat, choice.to_plain()]
    return [seat, None if choice is None else plain_choice(choice)]


def read_entry(plain: Any) -> Entry:
    """An answer as `plain_entry` wrote it."""
    if not isinstance(plain, list | tuple) or len(plain) != 2 or type(plain[0]) is not int:
        raise DataError(f"an entry is [seat, answer], not {shown(plain)}", code="bad-record")
    seat, choice = plain
    if seat == HOST:
        return (seat, Decided.from_plain(choice) or Sealed.from_plain(choice) or Settled.from_plain(choice))
    return (seat, None if choice is None else freeze_choice(choice))


def plain_dice(dice: Dice) -> dict[str, Any]:
    """Where the numbers come from: a seed, or a script."""
    if isinstance(dice, SeededDice):
        return {"seed": dice.seed, "dice": None}
    if isinstance(dice, ScriptedDice):
        return {"seed": None, "dice": list(dice.values)}
    raise LudusError("a copy with dice of its own can be saved from its next checkpoint on", code="not-yet-saved")


def dice_proof(dice: Dice, *, over: bool) -> dict[str, Any]:
    """The commitment from the start, the seed only when the match is over."""
    if not isinstance(dice, SeededDice):
        return {"commitment": None, "seed": None}
    return {"commitment": commitment(dice.seed), "seed": dice.seed if over else None}


def read_dice(plain: Mapping[str, Any], position: int = 0) -> Dice:
    """The dice of a record or snapshot."""
    seed, values = plain["seed"], plain["dice"]
    if type(position) is not int or position < 0:
        raise DataError(f"dice_position must be a whole number from 0, not {shown(position)}")
    if seed is not None:
        if not isinstance(seed, str):
            raise DataError(f"seed must be a text, not {shown(seed)}")
        return SeededDice(seed, position)
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise DataError(f"dice must be a list of whole numbers, not {shown(values)}")
    return ScriptedDice(values, position)


def check_format(plain: Mapping[str, Any], what: str) -> None:
    if plain["format"] != FORMAT:
        raise DataError(
            f"this {what} has format {shown(plain['format'])}; this Ludus reads format {FORMAT}", code="unknown-format"
        )


def check_names(names: Sequence[str], seats: int) -> list[str]:
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise DataError(f"names must be a list of texts, not {shown(names)}", code="bad-names")
    if len(names) != seats:
        raise DataError(f"{len(names)} names were given for {seats} seats", code="bad-names")
    return list(names)
