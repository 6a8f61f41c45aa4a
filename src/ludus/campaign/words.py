"""What stables hold, in one line each."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.campaign.lots import Thing
from ludus.campaign.people import Car, Chariot, Driver, Horse


def described(chariot: Chariot) -> str:
    """A chariot in one line.

    >>> from ludus.campaign.people import Car
    >>> described(Chariot(1, None, None, Car(2, "heavy", wrecked=True)))
    'no driver, no team, a wrecked heavy car'
    """
    driver, team, car = chariot.driver, chariot.team, chariot.car
    if driver is None:
        man = "no driver"
    elif not driver.alive:
        man = f"{driver.name} is dead"
    else:
        man = f"{driver.name} {driver.modifier:+d}, {driver.hits} of {driver.full} hits"
    if team is None:
        horses = "no team"
    else:
        speeds = "-".join("x" if horse.sold else str(horse.now) for horse in team.horses)
        horses = f"horses {speeds} (speed {team.speed}), endurance {team.endurance}"
    wheels = "no car" if car is None else f"a wrecked {car.kind} car" if car.wrecked else car_in_words(car)
    return f"{man}, {horses}, {wheels}"


def car_in_words(car: Car) -> str:
    """
    >>> car_in_words(Car(1, "light")), car_in_words(Car(1, "heavy", wheels=(0, 3)))
    ('light car', 'heavy car with 0 and 3 points on its wheels')
    """
    left, right = car.wheels
    return f"{car.kind} car" + (f" with {left} and {right} points on its wheels" if left or right else "")


def listed(words: Sequence[str]) -> str:
    """
    >>> listed(["a driver", "a car"])
    'a driver and a car'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def in_words(thing: Thing) -> str:
    """What is put up for sale."""
    if isinstance(thing, Chariot):
        return f"Chariot {thing.id}: {described(thing)}"
    if isinstance(thing, Driver):
        return f"{thing.name}, driver {thing.modifier:+d}, {thing.hits} of {thing.full} hits"
    if isinstance(thing, Horse):
        return f"{thing.name}, a horse of {thing.now} (unhurt {thing.full})"
    if isinstance(thing, Car):
        return f"A {car_in_words(thing)}"
    return f"A team of {'-'.join(str(horse.now) for horse in thing.living)}, endurance {thing.endurance}"
