"""What an owner keeps in his stable: chariots as the dice or a campaign have made them, and which of them may race."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludus.core.errors import DataError, SetupError, shown
from ludus.core.plain import from_plain, told

HORSES = 4  # E2 3.4.3
WHEELS = 2
MOST_SPEED = 10  # E2 def-horse-speed: of a horse
MOST_ENDURANCE = 999
MOST_HITS = 10  # E1 4.6.1d
MOST_DAMAGE = 9  # E1 8.5.4: one more, and the wheel is off
MODIFIERS = (-9, 30)  # CM 23.4, E1 10.1.2.1: without upper limit, but nobody comes so far
MOST_STABLED = 100
MOST_ENTERED = 2  # CM 20.22b: by one owner
MOST_CHARIOTS = 16  # CM 20.22b: two full rows; E2 2.4: as many as there are models
MOST_NAME = 40  # letters


@dataclass(frozen=True, slots=True)
class Stabled:
    """A team, a car and a driver at home (E2 def-chariot)."""

    horses_start: tuple[int, ...] = told("The speeds of its four horses, unhurt.")
    endurance: int = told("The endurance of its team; in the epic race, before the car costs any.")
    car: str = told("light, normal (E2: medium) or heavy.")
    modifier: int = told("The driver's modifier, unhurt.")
    hits_start: int = told("The driver's hits, unhurt.")
    horses: tuple[int, ...] = told("The horses as they are now, else unhurt; a dead one has 0.", default=())
    hits: int = told("The driver's hits now, else all of them.", default=-1)
    name: str = told("The driver's name.", default="")
    faction: str = told("The colour it races under, else drawn from the cup; not in the epic race.", default="")
    wheels: tuple[int, ...] = told("Damage of its wheels, left and right, out of a match race.", default=(0, 0))

    @property
    def injury(self) -> int:
        """E2 3.4.2: unrepaired points of horses and driver, added up."""
        return sum(self.horses_start) - sum(self.horses) + self.hits_start - self.hits

    @property
    def fit(self) -> bool:
        """E2 3.4.3: all four horses live, and so does the driver."""
        return all(self.horses) and self.hits > 0

    @property
    def speed(self) -> int:
        """E2 def-team-speed."""
        return sum(self.horses)


Owned = tuple[tuple[Stabled, ...], ...]  # by seat


@dataclass(slots=True)
class Stables:
    """Before the race: what every owner has to choose from. Nothing is kept of it once the logs are set up."""

    owned: Owned = told("Nothing: in a race everybody has entered.", default=())

    def copy(self) -> Stables:
        return Stables(self.owned)

    def check(self, race: object, where: str) -> None:
        if self.owned:
            raise DataError(f"{where}.owned: the race has begun; write the chariots that are in it")


@dataclass(frozen=True, slots=True)
class Entry:
    """Which chariot of its owner's stable races under a colour."""

    number: int = told("Its number there, from 1; 0: it came from no stable.", default=0, between=(0, MOST_STABLED))
    name: str = told("The driver's name.", default="")
    kills: int = told("Drivers of other stables whom he has killed.", default=0, between=(0, MOST_CHARIOTS))

    def check(self, race: object, where: str) -> None:
        check_name(self.name, f"{where}.name")


@dataclass(frozen=True, slots=True)
class Entered:
    """A chariot of a season: which of its owner's entries it is, and what the race may not forget of it."""

    number: int = told("Its number among its owner's entries, from 1.", default=1, between=(1, MOST_ENTERED))
    name: str = told("The driver's name.", default="")
    horses: tuple[int, ...] = told("What its horses had when the race began, else all of it.", default=())
    flipped: bool = told("Whether its car has flipped, and is lost (CM 22.3).", default=False)
    kills: int = told("Drivers of other stables whom its own has killed.", default=0, between=(0, MOST_CHARIOTS))

    def check(self, race: object, where: str) -> None:
        check_name(self.name, f"{where}.name")
        if self.horses and (len(self.horses) != HORSES or not all(0 <= boxes <= MOST_SPEED for boxes in self.horses)):
            raise DataError(f"{where}.horses: four numbers from 0 to {MOST_SPEED}, not {list(self.horses)}")


def admitted(owned: Sequence[Stabled], chosen: Sequence[int]) -> list[int]:
    """E2 3.4.1 to 3.4.3: who may be entered next, besides those chosen already: any that is healthy, else the least
    injured; never one without four living horses."""
    fit = [number for number, each in enumerate(owned) if each.fit and number not in chosen]
    if len(fit) < 2:
        return fit
    least = min((owned[number].injury for number in fit), default=0)
    return [number for number in fit if owned[number].injury == least]


def read_stables(given: Any, entries: Sequence[int], cars: Sequence[str]) -> Owned:
    """The option `stables` of an epic race: for each seat a list of chariots, with enough of them that may race for its
    entries."""
    if given is None:
        return ()
    stables = _read_all(given, len(entries), cars)
    for seat, (stable, wanted) in enumerate(zip(stables, entries, strict=True)):
        if any(each.faction for each in stable):
            raise _wrong(f"stables[{seat}] has a faction; colours of an epic race are drawn, so leave it out")
        fit = sum(each.fit for each in stable)
        if fit < wanted:
            raise _wrong(
                f"stables[{seat}] has {fit} chariots with four living horses and a living driver, and {wanted} must "
                "race (E2 3.4.3); give it more, or lower the option entries"
            )
    return stables


def read_entered(given: Any, seats: int, cars: Sequence[str], colours: Sequence[str]) -> Owned:
    """The option `stables` of a season's race: for each seat the chariots that it has entered, none, one or two
    (CM 20.22b); none of them is dead or without a driver (CM 22.4b), and no two have one colour."""
    stables = _read_all(given, seats, cars)
    taken: list[str] = []
    for seat, stable in enumerate(stables):
        if len(stable) > MOST_ENTERED:
            raise _wrong(f"stables[{seat}] has {len(stable)} chariots; an owner enters at most {MOST_ENTERED}")
        for number, each in enumerate(stable):
            if not each.fit:
                raise _wrong(f"stables[{seat}][{number}] cannot start: it takes four living horses and a living driver")
            if each.faction and (each.faction not in colours or each.faction in taken):
                free = ", ".join(colour for colour in colours if colour not in taken)
                raise _wrong(f"stables[{seat}][{number}].faction is one of {free}, not {shown(each.faction)}")
            taken.append(each.faction)
    field = sum(map(len, stables))
    if field > MOST_CHARIOTS:
        raise _wrong(f"stables has {field} chariots, and the start has room for {MOST_CHARIOTS}: leave second ones out")
    if not field:
        raise _wrong("stables has no chariot at all; at least one seat must have entered one")
    return stables


def _read_all(given: Any, seats: int, cars: Sequence[str]) -> Owned:
    if not isinstance(given, list | tuple) or len(given) != seats:
        raise _wrong(f"option stables takes {seats} lists of chariots, one for each seat, not {shown(given)}")
    return tuple(_read_stable(stable, seat, cars) for seat, stable in enumerate(given))


def _read_stable(given: Any, seat: int, cars: Sequence[str]) -> tuple[Stabled, ...]:
    where = f"stables[{seat}]"
    if not isinstance(given, list | tuple) or len(given) > MOST_STABLED:
        raise _wrong(f"{where} must be a list of at most {MOST_STABLED} chariots, not {shown(given)}")
    return tuple(_read_stabled(each, f"{where}[{number}]", cars) for number, each in enumerate(given))


def _read_stabled(given: Any, where: str, cars: Sequence[str]) -> Stabled:
    try:
        read = from_plain(Stabled, given, where)
    except DataError as error:
        raise _wrong(error.message) from error
    horses = read.horses or read.horses_start
    hits = read.hits_start if read.hits == -1 else read.hits
    for name, speeds in (("horses_start", read.horses_start), ("horses", horses)):
        if len(speeds) != HORSES:
            raise _wrong(f"{where}.{name}: a team has {HORSES} horses, not {len(speeds)}")
    for number, (speed, start) in enumerate(zip(horses, read.horses_start, strict=True)):
        _within(1, MOST_SPEED, start, f"{where}.horses_start[{number}]")
        _within(0, start, speed, f"{where}.horses[{number}]")
    if read.car not in cars:
        raise _wrong(f"{where}.car: a car is {', '.join(cars)}, not '{shown(read.car)}'")
    _within(1, MOST_ENDURANCE, read.endurance, f"{where}.endurance")
    if len(read.wheels) != WHEELS:
        raise _wrong(f"{where}.wheels: a car has {WHEELS} wheels, not {len(read.wheels)}")
    for number, points in enumerate(read.wheels):
        _within(0, MOST_DAMAGE, points, f"{where}.wheels[{number}]")
    _within(*MODIFIERS, read.modifier, f"{where}.modifier")
    _within(1, MOST_HITS, read.hits_start, f"{where}.hits_start")
    _within(0, read.hits_start, hits, f"{where}.hits")
    try:
        check_name(read.name, f"{where}.name")
    except DataError as error:
        raise _wrong(error.message) from error
    return replace(read, horses=horses, hits=hits)


def most_handed(given: Any) -> int:
    """The best endurance in stables that were handed in and read before."""
    return max((each["endurance"] for stable in given or () for each in stable), default=0)


def check_name(name: str, where: str) -> None:
    """A driver's name, which everybody reads."""
    if len(name) > MOST_NAME or not name.isprintable():
        raise DataError(f"{where} must be a line of at most {MOST_NAME} letters, not '{shown(name)}'")


def _within(low: int, high: int, value: int, where: str) -> None:
    if not low <= value <= high:
        raise _wrong(f"{where} must be {low} to {high}, not {value}")


def _wrong(message: str) -> SetupError:
    return SetupError(message, code="bad-option")
