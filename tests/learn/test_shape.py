"""Whether something has changed since it was looked at."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludus.learn.shape import Footprint


@dataclass(slots=True)
class Car:
    speed: int = 3
    trail: tuple[int, ...] = ()
    parts: dict[str, int] = field(default_factory=dict)


def test_only_fields_that_changed_are_told() -> None:
    car = Car()
    seen = Footprint(car)
    assert seen.fields() == [("speed", 3), ("trail", ()), ("parts", {})]
    assert seen.follow(car) == []
    car.speed, car.trail = 4, (1,)
    assert sorted(seen.follow(car) or ()) == [("speed", 4), ("trail", (1,))]
    assert seen.fits(car)


def test_what_changes_in_place_is_told() -> None:
    car = Car()
    seen = Footprint(car)
    car.parts["wheels"] = 2
    assert not seen.fits(car)
    assert seen.follow(car) == [("parts", {"wheels": 2})]
    assert seen.fits(car)
    assert seen.follow(Car(speed=5, parts=car.parts)) == [("speed", 5)]


def test_something_else_is_not_followed() -> None:
    assert Footprint(Car()).follow(3) is None
    view = {"speed": 3}
    assert Footprint(view).follow(view) is None
    assert Footprint(view).fits({"speed": 3})
    assert not Footprint(None).fits(view)
