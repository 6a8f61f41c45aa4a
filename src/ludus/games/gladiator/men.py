"""Men whom a campaign, or other software, sends into the arena, instead of those that dice or charts make (GL 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludus.core.errors import DataError, SetupError, shown
from ludus.core.plain import check_bounds, from_plain, told
from ludus.games.gladiator.charts import AREAS, TYPES, WOUND_BOXES

RATINGS = (-99, 99)  # no rule ends them; years of training, or of wounds, come nowhere near
SHIELDS = ("small", "large")
MOST_NAME = 40  # letters
UNHURT = (0,) * len(AREAS)


@dataclass(frozen=True, slots=True)
class Sent:
    """A gladiator as he comes into the arena: what he is called and what he can. The rest is as the rules have it."""

    name: str = told("What he is called; no two have the same name.")
    training: int = told("TR, his training (GL 3-7b).", between=RATINGS)
    strength: int = told("ST, his strength.", between=RATINGS)
    agility: int = told("AG, his agility.", between=RATINGS)
    constitution: int = told("CON, his constitution.", between=RATINGS)
    wound_factor: int = told("W: the wounds that one area can take (GL 3-8a).", between=(1, WOUND_BOXES))
    type: str = told("light, medium, heavy or retiarius (GL 3-2); empty: his player says it in the arena.", default="")
    armour: tuple[str, ...] = told(
        "Over head, chest, groin, arms and legs, as GL 3-6b writes it; nothing: a die says it.", default=()
    )
    shield: str = told("large or small; goes with the armour, and against a net it is small (GL 3-6c).", default="")
    left_handed: bool = told("Whether he fights with his left hand (GL 8.2-left-handed).", default=False)
    wounds: tuple[int, ...] = told("Wounds of each area that have not healed.", default=UNHURT)

    @property
    def ratings(self) -> tuple[int, ...]:
        """As a cell of the chart (GL 3-7-chart) has them."""
        return self.training, self.strength, self.agility, self.constitution, self.wound_factor


def read_men(given: Any, seats: int, types: tuple[str, ...]) -> tuple[Sent, ...]:
    """The option `men`: one for each seat, refused with the place that is wrong."""
    if given is None:
        return ()
    try:
        return _read(given, seats, types)
    except DataError as error:
        raise SetupError(f"option {error.message}", code="bad-option") from error


def _read(given: Any, seats: int, types: tuple[str, ...]) -> tuple[Sent, ...]:
    if not isinstance(given, list | tuple) or len(given) != seats:
        raise DataError(f"men takes a list of {seats} gladiators, one for each seat, not {shown(given)}")
    men = tuple(_read_man(each, f"men[{seat}]", types) for seat, each in enumerate(given))
    names = [man.name for man in men]
    for seat, name in enumerate(names):
        if name in names[:seat]:
            raise DataError(f"men[{seat}].name: two men cannot both be called '{name}'")
    return men


def _read_man(given: Any, where: str, types: tuple[str, ...]) -> Sent:
    man = from_plain(Sent, given, where)
    if not 0 < len(man.name) <= MOST_NAME or not man.name.isprintable():
        raise DataError(f"{where}.name must be a line of 1 to {MOST_NAME} letters, not '{shown(man.name)}'")
    if man.type and man.type not in types:
        raise DataError(f"{where}.type: a gladiator is {', '.join(types)}, not '{shown(man.type)}'")
    check_bounds(man, where)
    if man.armour or man.shield:
        _check_armour(man, where)
    if len(man.wounds) != len(AREAS):
        raise DataError(f"{where}.wounds: one number for each of {', '.join(AREAS)}")
    for area, wounds in zip(AREAS, man.wounds, strict=True):
        if not 0 <= wounds < man.wound_factor:
            raise DataError(f"{where}.wounds: the {area} can have 0 to {man.wound_factor - 1}, not {wounds} (GL 9.32)")
    return man


def _check_armour(man: Sent, where: str) -> None:
    """GL 3-6a: armour and shield come together, and belong to a type."""
    check_armour_codes(man.armour, where)
    if not man.type:
        raise DataError(f"{where}.armour: it belongs to a type (GL 3-2); say {', '.join(TYPES)}, or leave it out")
    if man.shield not in SHIELDS and man.type != "retiarius":
        raise DataError(f"{where}.shield: with his armour he has a shield, {' or '.join(SHIELDS)} (GL 3-6a)")


def check_armour_codes(armour: tuple[str, ...], where: str) -> None:
    """GL 3-6b."""
    if len(armour) != len(AREAS):
        raise DataError(f"{where}.armour: one code for each of {', '.join(AREAS)}")
    for area, code in zip(AREAS, armour, strict=True):
        if code not in ("", "-") and (code[0] not in "ABC" or code[1:] not in ("", "5", "6", "7", "8", "9")):
            raise DataError(f"{where}.armour: '{shown(code)}' on the {area} is no armour code (GL 3-6b)")
