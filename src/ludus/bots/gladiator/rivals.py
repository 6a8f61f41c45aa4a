"""The men of the arena: gladiators with a name, a character, favourite arms, and a memory for where it hurt."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ludus.bots.base import Glimpse
from ludus.bots.gladiator.ground import Stance
from ludus.bots.gladiator.memory import MOVES
from ludus.bots.gladiator.rudiarius import Rudiarius
from ludus.bots.gladiator.school import Trained
from ludus.bots.gladiator.veteranus import Nature, Veteranus
from ludus.core.decision import Allocate, Choice, Decision
from ludus.core.event import Event
from ludus.core.toml_files import load_table
from ludus.games.gladiator.charts import AREAS
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.state import Arena

_FILE = load_table("ludus.bots.gladiator", "rivals")
BLOWS = frozenset(("attack",))
ONCE_BITTEN = 0.25  # how much more he fears for an area with every blow that has been aimed at it
GENTLE = 0.25  # of his factors, for the blow of a man who has promised to go easy

# How each kind fights.
NATURES: dict[str, Nature] = {
    "bull": Nature(waits=False, blow=2.0, eager=1.2, move=0.6, shock=2.5),
    "wall": Nature(eager=0.3, first=0.4, second=0.0),
    "fox": Nature(place=1.1, move=0.7),
    "butcher": Nature(waits=False, blow=1.8, eager=1.0, second=0.3),
    "fencer": Nature(feints=True),
    "old-hand": Nature(move=1.2, eager=0.5),
    "fisher": Nature(place=0.9, eager=0.6),
    "avenger": Nature(),
}
MILD = ("wall", "old-hand", "fencer")
KEEN = ("fox", "fisher", "avenger")
FIERCE = ("bull", "butcher")


@dataclass(frozen=True, slots=True)
class Person:
    """One of them, as he is shown."""

    key: str
    name: str
    kind: str
    nation: str
    types: tuple[str, ...]  # of gladiator, as which he likes to fight
    about: str
    wants: str

    @property
    def title(self) -> str:
        return str(_FILE["kinds"][self.kind]["title"])

    @property
    def heavy(self) -> bool:
        return False  # no field of the arena counts them

    @property
    def points(self) -> tuple[int, ...]:
        return ()

    @property
    def likes(self) -> str:
        return " or ".join(self.types)

    def says(self, topic: str) -> tuple[str, ...]:
        """What he may say at such a moment; nothing: he keeps it to himself."""
        return tuple(_FILE["kinds"][self.kind].get(topic, ()))


def _read(key: str) -> Person:
    plain = dict(_FILE["people"][key])
    return Person(key=key, types=tuple(plain.pop("types")), **plain)


PEOPLE: dict[str, Person] = {key: _read(key) for key in _FILE["people"]}


def blows_at(past: Iterable[Event], name: str) -> Counter[int]:
    """Where this man has been struck at so far, whether it hurt or not."""
    return Counter(AREAS.index(event.data["area"]) for event in past if event.data["target"] == name)


class Character(Trained):
    """A gladiator who is one of the people. He remembers where he has been struck at."""

    characters = tuple(PEOPLE)
    recalls = BLOWS | MOVES
    nature = Nature()

    def __init__(self, rng: random.Random, budget_ms: int | None = None, samples: int | None = None) -> None:
        super().__init__(rng, budget_ms, samples)
        self.blows: Counter[int] = Counter()
        self.become(rng.choice(self.characters))

    def become(self, character: str) -> None:
        super().become(character)
        self.person = PEOPLE[character]
        self.nature = NATURES[self.person.kind]

    def choose(self, glimpse: Glimpse) -> Choice:
        self.blows = blows_at(glimpse.past(BLOWS), glimpse.decision.about)
        return super().choose(glimpse)

    def prepare(self, decision: Decision, glimpse: Glimpse) -> Choice:
        """The arms that he likes, where he may have them."""
        liked = [kind for kind in self.person.types if kind in decision] if decision.name == "type" else []
        return self.rng.choice(liked) if liked else super().prepare(decision, glimpse)


class Rival(Character, Veteranus):
    """One of the men of the arena, as he is."""

    name = "rival"
    title = "Rival"
    about = "One of the men of the arena, with a name, a character and a memory."

    def share_out(self, arena: Arena, fighter: Fighter, decision: Allocate, glimpse: Glimpse) -> Choice:
        """An avenger who bleeds guards himself no longer."""
        if self.person.kind == "avenger" and any(fighter.wounds):
            self.nature = replace(NATURES["butcher"], second=0.4)
        return super().share_out(arena, fighter, decision, glimpse)

    def fear(self, area: int) -> float:
        return 1.0 + ONCE_BITTEN * self.blows[area]


class Sparring(Rival):
    """The same man with a newcomer before him: he runs at nobody, keeps to arm's length, and strikes half as hard."""

    name = "sparring"
    title = "Sparring partner"
    about = "One of the men of the arena, who has promised to go easy on a newcomer."

    chases = False

    def become(self, character: str) -> None:
        super().become(character)
        self.nature = replace(self.nature, first=GENTLE, second=0.0, feints=False)

    def plot(self, arena: Arena, fighter: Fighter, decision: Decision, glimpse: Glimpse) -> Choice:
        """In the first phase not a step: the newcomer may look about."""
        if (arena.turn, arena.phase) == (1, 1):
            return decision.default
        return super().plot(arena, fighter, decision, glimpse)

    def dares(self, end: Stance, foe: Fighter) -> bool:
        """Neither a charge nor a step that runs into a man."""
        return end.order != "C" and foe.place not in end.path

    def share_out(self, arena: Arena, fighter: Fighter, decision: Allocate, glimpse: Glimpse) -> Choice:
        return Veteranus.share_out(self, arena, fighter, decision, glimpse)


class Master(Character, Rudiarius):
    """The same man with the champion's eye."""

    name = "master"
    title = "Master"
    about = "One of the men of the arena on his best day: weighs what you may do as the champion does."
