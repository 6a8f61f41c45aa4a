"""CM 21.2b: what can be sold by auction: whole chariots or single components. A lot is named by kind and number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ludus.campaign.people import Car, Chariot, Driver, Horse, Stable, Team, gap

Thing = Chariot | Driver | Team | Horse | Car
Kind = Literal["chariot", "driver", "team", "horse", "car"]


class Lot(NamedTuple):
    """A thing of somebody's stable."""

    kind: Kind
    id: int

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


def read_lot(name: str) -> Lot:
    """
    >>> read_lot("horse 12")
    Lot(kind='horse', id=12)
    """
    kind, number = name.split()
    return Lot(kind, int(number))  # type: ignore[arg-type]


def parts(chariot: Chariot) -> list[Lot]:
    """What a chariot is sold in piece by piece: whatever lives or is whole."""
    found: list[Lot] = []
    if chariot.driver is not None and chariot.driver.alive:
        found.append(Lot("driver", chariot.driver.id))
    if chariot.team is not None and chariot.team.living:
        found.append(Lot("team", chariot.team.id))
    if chariot.car is not None and not chariot.car.wrecked:
        found.append(Lot("car", chariot.car.id))
    return found


def spares(stable: Stable) -> list[Lot]:
    """What is kept aside."""
    return [
        *(Lot("driver", each.id) for each in stable.drivers),
        *(Lot("team", each.id) for each in stable.teams),
        *(Lot("horse", each.id) for each in stable.horses),
        *(Lot("car", each.id) for each in stable.cars),
    ]


def lots(stable: Stable, offered: Sequence[Lot] = ()) -> list[Lot]:
    """CM 21.2b: everything that a debtor may put up: chariots, their components, single horses, and what he keeps
    aside. Nothing is put up twice, and no chariot in pieces that nobody wanted as a whole: that is for the end."""
    found: list[Lot] = []
    for chariot in stable.chariots:
        pieces = parts(chariot)
        whole = Lot("chariot", chariot.id)
        if pieces and whole not in offered:
            found += [whole, *pieces]
            if chariot.team is not None and len(chariot.team.living) > 1:
                found += [Lot("horse", horse.id) for horse in chariot.team.living]
    return [lot for lot in (*found, *spares(stable)) if lot not in offered]


def find(stable: Stable, lot: Lot) -> Thing:
    """The thing itself."""
    things: dict[str, list[Thing]] = {
        "chariot": list(stable.chariots),
        "driver": list(stable.all_drivers()),
        "team": list(stable.all_teams()),
        "horse": list(stable.all_horses()),
        "car": list(stable.all_cars()),
    }
    return next(each for each in things[lot.kind] if each.id == lot.id)


def take(stable: Stable, lot: Lot) -> Thing:
    """Out of a stable; what is sold leaves no vacancy behind (CM 21.7)."""
    thing = find(stable, lot)
    stable.chariots = [each for each in stable.chariots if each is not thing]
    stable.drivers = [each for each in stable.drivers if each is not thing]
    stable.teams = [each for each in stable.teams if each is not thing]
    stable.horses = [each for each in stable.horses if each is not thing]
    stable.cars = [each for each in stable.cars if each is not thing]
    for chariot in stable.chariots:
        if chariot.driver is thing:
            chariot.driver = None
        if chariot.team is not None and chariot.car is not None and (chariot.team is thing or chariot.car is thing):
            chariot.team.used_to = chariot.car.kind
        if chariot.car is thing:
            chariot.car = None
        if chariot.team is thing:
            chariot.team = None
        if chariot.team is not None:
            chariot.team.horses = [gap() if horse is thing else horse for horse in chariot.team.horses]
    stable.chariots = [each for each in stable.chariots if not each.empty]
    return thing


def give(stable: Stable, thing: Thing) -> None:
    """Into a stable: a whole chariot joins it, also as a sixth; a component is kept aside for a vacancy."""
    if isinstance(thing, Chariot):
        stable.chariots.append(thing)
    elif isinstance(thing, Driver):
        stable.drivers.append(thing)
    elif isinstance(thing, Team):
        stable.teams.append(thing)
    elif isinstance(thing, Horse):
        stable.horses.append(thing)
    else:
        stable.cars.append(thing)
