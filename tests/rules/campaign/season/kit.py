"""Men and horses in one line."""

from __future__ import annotations

from ludus.campaign.people import Car, Chariot, Driver, Horse, Stable, Team


def driver(modifier: int = 0, hits: int = 6, full: int | None = None, identity: int = 1, experience: int = 0) -> Driver:
    full = hits if full is None else full
    return Driver(identity, f"Driver {identity}", "Roman", modifier, full, hits, experience)


def team(*speeds: int, now: tuple[int, ...] = (), endurance: int = 46, identity: int = 2, experience: int = 0) -> Team:
    horses = [
        Horse(100 * identity + place, f"Horse {place + 1}", full, boxes)
        for place, (full, boxes) in enumerate(zip(speeds, now or speeds, strict=True))
    ]
    return Team(identity, horses, endurance, experience)


def chariot(
    number: int = 1,
    *,
    man: Driver | None = None,
    horses: Team | None = None,
    kind: str = "normal",
    wrecked: bool = False,
) -> Chariot:
    """A healthy one, but for what is said of it."""
    man = man or driver(identity=number * 10 + 1)
    horses = horses or team(5, 4, 4, 5, identity=number * 10 + 2)
    return Chariot(number, man, horses, Car(number * 10 + 3, kind, wrecked), (1, 1, 1, 1))


def stable(*chariots: Chariot) -> Stable:
    return Stable(list(chariots))


def speeds(of: Team) -> list[int]:
    """At full strength; a sold horse counts nothing."""
    return [horse.full for horse in of.horses]


def boxes(of: Team) -> list[int]:
    return [horse.now for horse in of.horses]
