"""The men of the circus: drivers with a name, a character, a favourite build and a goal of their own."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from ludus.bots.base import Glimpse
from ludus.bots.circus.agitator import Agitator
from ludus.bots.circus.aims import Aims, heat, marks_of, provoke, share_done
from ludus.bots.circus.driver import Driver, Temper
from ludus.bots.circus.haunts import haunts_of
from ludus.bots.circus.memory import RECALLED, Memory, remember
from ludus.bots.circus.patron import Habits
from ludus.bots.circus.rivalry import Rivalry
from ludus.core.decision import Choice
from ludus.core.toml_files import load_table
from ludus.games.circus.state import Chariot, Race

_FILE = load_table("ludus.bots.circus", "rivals")

# How each kind races; how the numbers were found is in docs/bots.md.
TEMPERS: dict[str, Temper] = {
    "hunter": Temper(
        7.0, 1.2, 1.0, aims=Aims(harm=0.15, wreck=1.2, mark="leader", others=0.25, wakes=0.45, care=0.6, shadow=0.05)
    ),
    "brawler": Temper(6.0, 1.2, 1.0, aims=Aims(harm=0.12, wreck=0.9, wakes=0.2, care=0.6, pride=0.7)),
    "lasher": Temper(7.0, 1.3, 1.0, aims=Aims(harm=0.2, wreck=1.2, wakes=0.55, lash=3.0, care=0.7)),
    "blocker": Temper(8.0, 1.4, 0.8, aims=Aims(harm=0.08, wreck=0.5, wakes=0.5, pride=0.7, block=0.05)),
    "weasel": Temper(9.0, 1.4, 0.6, aims=Aims(harm=0.05, wreck=0.3, mark="frail", wakes=0.6, dread=0.03)),
    "runner": Temper(5.0, 1.0, 0.5, aims=Aims(harm=0.05, wreck=0.2, mark="ahead", others=0.3, wakes=0.5)),
    "stayer": Temper(7.0, 1.4, 0.6, aims=Aims(harm=0.08, wreck=0.4, mark="ahead", others=0.5, wakes=0.6)),
    "showman": Temper(2.5, 1.1, 0.7, aims=Aims(harm=0.08, wreck=0.5, wakes=0.5, pride=0.4)),
    "avenger": Temper(7.0, 1.3, 0.8, aims=Aims(harm=0.05, wreck=0.3, grudge=0.15, wakes=0.6)),
    "vulture": Temper(8.0, 1.4, 0.8, aims=Aims(harm=0.2, wreck=1.2, mark="frail", others=0.2, wakes=0.45)),
    "hater": Temper(
        7.0, 1.2, 1.0, aims=Aims(harm=0.3, wreck=2.0, mark="foe", others=0.1, wakes=0.3, care=0.5, shadow=0.06)
    ),
    "gentleman": Temper(8.0, 1.3, 0.4, aims=Aims(mark="ahead", others=0.0, wakes=0.8)),
}
# How much blood each kind has on its hands.
MILD = ("gentleman", "stayer", "weasel", "runner")
KEEN = ("blocker", "showman", "avenger", "vulture")
FIERCE = ("hunter", "brawler", "lasher", "hater")
HABITS = Habits(nerve=0.2, mischief=0.15, caution=0.25, ambition=0.1)


@dataclass(frozen=True, slots=True)
class Person:
    """One of them, as he is shown."""

    key: str
    name: str
    kind: str
    nation: str
    points: tuple[int, int, int, int]
    about: str
    wants: str

    @property
    def title(self) -> str:
        return str(_FILE["kinds"][self.kind]["title"])

    @property
    def likes(self) -> str:
        driver, car, speed, endurance = self.points
        return f"driver {driver}, car {car}, speed {speed}, endurance {endurance}"

    @property
    def heavy(self) -> bool:
        return self.points[1] == 2

    def says(self, topic: str) -> tuple[str, ...]:
        """What he may say at such a moment; nothing: he keeps it to himself."""
        own = _FILE["people"][self.key].get("says", {}).get(topic)
        return (*([] if own is None else [own]), *_FILE["kinds"][self.kind].get(topic, ()))


def _read(key: str) -> Person:
    plain = {name: value for name, value in _FILE["people"][key].items() if name != "says"}
    driver, car, speed, endurance = plain.pop("points")
    return Person(key=key, points=(driver, car, speed, endurance), **plain)


PEOPLE: dict[str, Person] = {key: _read(key) for key in _FILE["people"]}


class Character(Driver):
    """A driver who is one of the people. He remembers who has struck him, and has aims of his own."""

    characters = tuple(PEOPLE)
    recalls = RECALLED
    habits: ClassVar[Habits] = HABITS
    _memory = Memory()

    def __init__(self, rng: random.Random, budget_ms: int | None = None, samples: int | None = None) -> None:
        super().__init__(rng, budget_ms, samples)
        self.become(rng.choice(self.characters))

    def become(self, character: str) -> None:
        super().become(character)
        person = PEOPLE[character]
        self.temper = self.tempered(TEMPERS[person.kind])
        self.builds = (person.points,)

    def tempered(self, temper: Temper) -> Temper:
        """The temper of his kind, as it shows in this sort of company."""
        return temper

    def choose(self, glimpse: Glimpse) -> Choice:
        self._memory = remember(glimpse.past(self.recalls), glimpse.decision.about)
        return super().choose(glimpse)

    def rivalry(self, race: Race, chariot: Chariot) -> Rivalry:
        rivalry = super().rivalry(race, chariot)
        provoke(race, rivalry, chariot, self.temper.aims, self._memory)
        return rivalry

    def ferocity(self, race: Race, chariot: Chariot) -> float:
        """Before his hour he lets most chances pass, but for those who have struck him."""
        return super().ferocity(race, chariot) * (1.0 if self._memory.blows else heat(race, self.temper.aims))

    def haunts(self, race: Race, rivalry: Rivalry, chariot: Chariot) -> Mapping[int, float]:
        aims = self.temper.aims
        if not (aims.block or aims.shadow or aims.dread) or race.final:
            return {}
        marks = marks_of(race, rivalry, chariot, aims) if share_done(race) >= aims.wakes else set()
        return haunts_of(race, chariot, aims, marks, self._memory)


class Rival(Character):
    """One of the men of the circus, as he is."""

    name = "rival"
    title = "Rival"
    about = "One of the men of the circus, with a name, a temper and a memory."


class Sparring(Character):
    """The same man on a day when he has promised to go easy: no blow in the first lap, few later, no risks."""

    name = "sparring"
    title = "Sparring partner"
    about = "One of the men of the circus, who has promised to go easy on a newcomer."

    def tempered(self, temper: Temper) -> Temper:
        harm, wreck = 0.3 * temper.aims.harm, 0.2 * temper.aims.wreck
        gentle = replace(temper.aims, harm=harm, wreck=wreck, grudge=0.0, block=0.0, shadow=0.0, care=1.0)
        return replace(temper, flip=20.0, thrift=2.0, ferocity=0.4 * temper.ferocity, whips=False, aims=gentle)

    def ferocity(self, race: Race, chariot: Chariot) -> float:
        """Nobody is touched in the first lap."""
        return super().ferocity(race, chariot) if share_done(race) * race.track.file.laps >= 1.0 else 0.0


class Furious(Character):
    """The same man on a black day: twice as cruel, twice as early."""

    name = "furious"
    title = "Furious"
    about = "One of the men of the circus on a black day: twice as cruel, and twice as early."

    def tempered(self, temper: Temper) -> Temper:
        aims = temper.aims
        cruel = replace(aims, harm=0.1 + 2 * aims.harm, wreck=0.5 + 2 * aims.wreck, wakes=aims.wakes / 2)
        return replace(temper, ferocity=max(1.0, temper.ferocity), aims=cruel)


class Master(Character, Agitator):
    """The same man with the champion's eye for corners and traffic."""

    name = "master"
    title = "Master"
    about = "One of the men of the circus on his best day: plans like the champion, and hates as ever."
    timed = True
