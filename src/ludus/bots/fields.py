"""Fields of opponents, drawn from the men of a game by a name for all of them: "rivals", "rivals-quiet"."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ludus.core.shelf import Shelf


class Person(Protocol):
    """Somebody with a name, as he is shown."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def nation(self) -> str: ...
    @property
    def points(self) -> tuple[int, ...]: ...
    @property
    def likes(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def wants(self) -> str: ...
    @property
    def heavy(self) -> bool: ...
    def says(self, topic: str) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Men:
    """All of whom the fields of a game are drawn, and how fierce each kind of them is."""

    people: Mapping[str, Person]
    kinds: Mapping[str, tuple[str, ...]]


def _men_of_the_circus() -> Men:
    from ludus.bots.circus.rivals import FIERCE, KEEN, MILD, PEOPLE

    return Men(PEOPLE, {"mild": MILD, "keen": KEEN, "fierce": FIERCE})


def _men_of_the_arena() -> Men:
    from ludus.bots.gladiator.rivals import FIERCE, KEEN, MILD, PEOPLE

    return Men(PEOPLE, {"mild": MILD, "keen": KEEN, "fierce": FIERCE})


# By game. Like the bots, they are imported when they are wanted.
MEN: Shelf[Men] = Shelf({"circus": _men_of_the_circus, "gladiator": _men_of_the_arena})


@dataclass(frozen=True, slots=True)
class Field:
    """How a field is put together."""

    name: str
    title: str
    about: str
    bot: str  # which bot drives them
    pattern: tuple[str, ...]  # who is drawn one after the other, again and again
    men: Men = field(repr=False)
    heavy: int = 0  # how many heavy cars at most


def _circus() -> dict[str, Field]:
    from ludus.bots.circus.rivals import Furious, Master, Rival, Sparring

    men = MEN["circus"]
    fields = (
        Field(
            "rivals",
            "A field of rivals",
            "Light, normal and heavy cars, old grudges, and most of the blows on the last lap and a half.",
            Rival.name,
            ("fierce", "keen", "mild", "fierce", "mild", "keen", "fierce", "keen"),
            men,
            2,
        ),
        Field(
            "rivals-quiet",
            "A quiet race",
            "Men who drive for the palm. A blow now and then on the last straight.",
            Rival.name,
            ("mild", "mild", "mild", "keen"),
            men,
            1,
        ),
        Field(
            "rivals-bloodbath",
            "A bloodbath",
            "Hunters, brawlers and lashers on a black day. Few come home.",
            Furious.name,
            ("fierce", "fierce", "fierce", "keen"),
            men,
            8,
        ),
        Field(
            "rivals-gentle",
            "A gentle field",
            "For a first race: nobody strikes on the first lap, and all hold back.",
            Sparring.name,
            ("mild", "keen", "mild", "mild"),
            men,
            1,
        ),
        Field(
            "rivals-hard",
            "Masters",
            "The same men on their best day, driving like the champion.",
            Master.name,
            ("fierce", "keen", "mild", "fierce", "mild", "keen", "fierce", "keen"),
            men,
            2,
        ),
    )
    return {each.name: each for each in fields}


def _arena() -> dict[str, Field]:
    from ludus.bots.gladiator.rivals import Master, Rival, Sparring

    men = MEN["gladiator"]
    fields = (
        Field(
            "rivals",
            "The men of the arena",
            "Bulls, walls, foxes, fishers: each fights in his own way, and remembers where you struck.",
            Rival.name,
            ("fierce", "keen", "mild"),
            men,
        ),
        Field(
            "rivals-gentle",
            "A gentle opponent",
            "For a first fight: he waits for you, runs at nobody, and strikes half as hard.",
            Sparring.name,
            ("mild", "keen"),
            men,
        ),
        Field(
            "rivals-hard",
            "Masters",
            "The same men on their best day, who weigh what you may do as the champion does.",
            Master.name,
            ("fierce", "keen", "mild"),
            men,
        ),
    )
    return {each.name: each for each in fields}


FIELDS: Shelf[dict[str, Field]] = Shelf({"circus": _circus, "gladiator": _arena})


def fields_of(game: str) -> dict[str, Field]:
    return FIELDS.get(game, {})


def people_of(game: str) -> Sequence[Person]:
    """The men of whom its fields are drawn."""
    return tuple(MEN[game].people.values()) if game in MEN else ()


def person_of(game: str, bot: str) -> Person | None:
    """Whom a bot of this name is."""
    kind, _, character = bot.partition("+")[0].partition("-")
    known = {each.bot for each in fields_of(game).values()}
    return MEN[game].people.get(character) if kind in known else None


def draw(drawn_from: Field, count: int, rng: random.Random) -> list[str]:
    """So many bots, by their names, each man once as long as there are any left."""
    people = list(drawn_from.men.people.values())
    rng.shuffle(people)
    drawn: list[Person] = []
    for number in range(count):
        kinds = drawn_from.men.kinds[drawn_from.pattern[number % len(drawn_from.pattern)]]
        heavy = sum(each.heavy for each in drawn)
        fresh = [each for each in people if each not in drawn] or people
        allowed = [each for each in fresh if not each.heavy or heavy < drawn_from.heavy] or fresh
        drawn.append(next((each for each in allowed if each.kind in kinds), allowed[0]))
    rng.shuffle(drawn)
    return [f"{drawn_from.bot}-{each.key}" for each in drawn]


def seat_fields(game: str, names: Sequence[str], rng: random.Random) -> list[str]:
    """The names with every field among them replaced by men drawn from it."""
    fields = fields_of(game)
    drawn = {name: iter(draw(fields[name], names.count(name), rng)) for name in dict.fromkeys(names) if name in fields}
    return [next(drawn[name]) if name in drawn else name for name in names]
