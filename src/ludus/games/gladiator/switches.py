"""What a ruleset decides. Each switch is read in one named place; the recommended value is the default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from math import inf
from typing import Any

from ludus.core.errors import SetupError, shown
from ludus.games.gladiator.charts import DUEL_TURNS, POSITION, SETUP, TEAM_TURNS, TYPES, WIDTHS
from ludus.games.gladiator.men import Sent, read_men

SINGLE = (1, 1, 1, 1, 1)  # the wound record as the scan shows it
UNLIMITED = "unlimited"


@dataclass(frozen=True, slots=True)
class Scope:
    """How much of the game is played (GL 2-basic-scope)."""

    types: tuple[str, ...]  # of gladiators
    arms: tuple[str, ...]  # that may be in the arena
    crowd: bool  # whether a fallen man can appeal to it
    pairs_only: bool


SCOPES = {
    "advanced": Scope(TYPES, ("sword", "shield", "trident", "fragment", "shaft", "net"), crowd=True, pairs_only=False),
    "basic": Scope(TYPES[:3], ("sword", "shield"), crowd=False, pairs_only=True),
}


@dataclass(frozen=True)
class Rules:
    """The switches of a fight."""

    level: str = "advanced"  # "basic": swords only, pairs only, no appeal to the crowd (GL 2-basic-scope)
    types: tuple[str, ...] = ()  # by seat; none: every player chooses (GL 3-2)
    sides: tuple[int, ...] = ()  # 0 or 1 by seat; none: every other seat (GL 20.7)
    creation: str = "dice"  # or "choice": armour and characteristics are picked from the charts
    left_handed: bool = False  # GL 8.2-left-handed: every player may fight left-handed
    turns: int | str | None = None  # GL 4-stalemate, 20.7: the fight is over after so many turns, or UNLIMITED
    draws: bool = False  # GL 4-stalemate: whether the end of a turn asks for a draw by agreement
    help: bool = True  # GL 20.7: winners may help their teammates
    advance_plot: bool = False  # GL 6.1: phases without a move are crossed out beforehand
    plot_seconds: int | None = None  # GL 6.5
    distance: int = SETUP["distance"]  # GL 4-setup
    wound_boxes: str = "ruled"  # GL 3-8b; "single": every wound costs a CF, as the scan reads
    position: tuple[int, ...] = ()  # GL 8.2-diagram: six values of one's own
    throws: bool = True  # GL 12.5: whether the end of a combat asks for throws
    men: tuple[Sent, ...] = ()  # by seat; none: dice or charts make them (GL 3-7a)

    @property
    def scope(self) -> Scope:
        return SCOPES[self.level]

    @property
    def widths(self) -> tuple[int, ...]:
        return SINGLE if self.wound_boxes == "single" else WIDTHS

    @property
    def values(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The positional diagram against a right-handed and against a left-handed man."""
        return diagram(self.position)

    def limit(self, seats: int) -> float:
        """After how many turns the fight is over."""
        if self.turns is None:
            return DUEL_TURNS if seats == 2 else TEAM_TURNS
        return inf if isinstance(self.turns, str) else self.turns

    @property
    def may_agree(self) -> bool:
        """GL 4-stalemate: a fight without limit must have another end."""
        return self.draws or self.turns == UNLIMITED


@cache
def diagram(position: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """GL 8.2-diagram: the printed one, or one's own, and its mirror image."""
    if not position:
        return tuple(POSITION["values"]), tuple(POSITION["mirrored"])
    front, right, rear_right, rear, rear_left, left = position
    return position, (front, left, rear_left, rear, rear_right, right)


SWITCHES = tuple(each.name for each in fields(Rules))


def read_rules(options: Mapping[str, Any], seats: int) -> Rules:
    """The switches, those that are lists checked."""
    values = {name: options[name] for name in SWITCHES if name in options}
    scope = SCOPES[values["level"]]
    values["types"] = _listed(values["types"], seats, scope.types, "types")
    values["sides"] = _listed(values["sides"], seats, (0, 1), "sides")
    if values["sides"] and len(set(values["sides"])) < 2:
        raise SetupError("option sides: both sides need a man", code="bad-option")
    values["position"] = _listed(values["position"], 6, range(-9, 21), "position")
    values["men"] = read_men(values.get("men"), seats, scope.types)
    if scope.pairs_only and seats != 2:
        raise SetupError(
            "the Basic Game is for two (GL 2-basic-scope); teams need the advanced level", code="bad-seats"
        )
    return Rules(**values)


def _listed(given: Any, length: int, allowed: Any, name: str) -> tuple[Any, ...]:
    """A list of so many allowed values, or nothing at all."""
    if given is None:
        return ()
    kinds = {type(each) for each in allowed}
    found = tuple(given) if isinstance(given, list | tuple) else ()
    if len(found) != length or any(type(each) not in kinds or each not in allowed for each in found):
        choices = ", ".join(str(each) for each in list(allowed)[:6])
        raise SetupError(f"option {name} takes {length} of {choices}, not {shown(given)}", code="bad-option")
    return found
