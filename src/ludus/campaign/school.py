"""Gladiators with a career (GL 21): what outlives a match, the experience it brings, and the scars it leaves."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self

from ludus.campaign.names import draw_name
from ludus.core.plain import STATIC, told
from ludus.core.table import Table
from ludus.core.toml_files import load_table
from ludus.games.gladiator.charts import AREAS, CHARACTERISTICS, WOUND_BOXES
from ludus.games.gladiator.men import RATINGS as BOUNDS

_file: dict[str, Any] = load_table("ludus.campaign", "gladiators")
EXPERIENCE: dict[str, Any] = _file["experience"]
PRICES: dict[str, int] = _file["improvements"]
INJURIES: dict[str, str] = _file["injuries"]
CAREERS: dict[str, Any] = _file["careers"]
OWNERS: dict[str, Any] = _file["owners"]

RATINGS = ("training", "strength", "agility", "constitution", "wound_factor")  # as the chart has them (GL 3-7a)
IN_WORDS = {
    "training": "Training",
    "strength": "Strength",
    "agility": "Agility",
    "constitution": "Constitution",
    "wound_factor": "wound capacity",
}
INJURY_CLAUSES = {"head": "GL 21.41", "chest": "GL 21.42", "groin": "GL 21.42", "arms": "GL 21.43", "legs": "GL 21.44"}
ALIVE, DEAD, FREE = "alive", "dead", "free"


@dataclass(frozen=True, slots=True)
class Man:
    """A gladiator between his matches."""

    number: int = told("His number; the first is 1.")
    name: str = told("What he is called.")
    nation: str = told("Where he is from.")
    owner: int = told("The seat that he belongs to; -1: the house.")
    training: int = told("TR, his training (GL 3-7b).", between=BOUNDS)
    strength: int = told("ST, his strength.", between=BOUNDS)
    agility: int = told("AG, his agility.", between=BOUNDS)
    constitution: int = told("CON, his constitution.", between=BOUNDS)
    wound_factor: int = told("W: the wounds that one area can take (GL 3-8a).", between=(-WOUND_BOXES, WOUND_BOXES))
    type: str = told("light, medium, heavy or retiarius; empty: it is chosen for each match.", default="")
    points: int = told("Experience points not yet spent (GL 21.3).", default=0, between=(0, 99_999))
    fights: int = told("Matches fought.", default=0, between=(0, 9_999))
    wins: int = told("Matches won (GL 21.6).", default=0, between=(0, 9_999))
    kills: int = told("Men who did not live through a match with him (GL 21.22).", default=0, between=(0, 9_999))
    wounds: tuple[int, ...] = told("Wounds of the last match by area, before they heal (GL 21.4).", default=(0,) * 5)
    status: str = told("alive, dead or free.", default=ALIVE)

    @property
    def alive(self) -> bool:
        return self.status == ALIVE

    @property
    def cf(self) -> int:
        """GL 3-7b: the combat factors that he comes with."""
        return self.training + self.strength + self.agility

    @property
    def wounded(self) -> bool:
        return any(self.wounds)

    def sent(self, kind: str = "") -> dict[str, Any]:
        """As the arena takes him (option `men`)."""
        return {"name": self.name, "type": kind or self.type, **{name: getattr(self, name) for name in RATINGS}}


def roll_man(table: Table, number: int, owner: int, taken: Container[str], kind: str = "") -> Man:
    """GL 3-7a, GL 21.5: two dice, row and column of the chart; and a name, which has no effect on play (GL 3-1)."""
    row, column = table.roll(1, "row", "GL 3-7a")[0], table.roll(1, "column", "GL 3-7a")[0]
    training, strength, agility, constitution, wound_factor = CHARACTERISTICS[row - 1][column - 1]
    named = draw_name(table.roll, taken)
    return Man(
        number,
        named.name,
        named.nation,
        owner,
        training,
        strength,
        agility,
        constitution,
        wound_factor,
        type=kind,
    )


# -- experience (GL 21.2) --------------------------------------------------------------------------------


class Earned(NamedTuple):
    """Points, and for what."""

    why: str
    points: int
    clause: str


def experience(report: Mapping[str, Any]) -> list[Earned]:
    """GL 21.1 to GL 21.25: what a man earns in a match, from what the arena reports of him; the dead earn nothing."""
    if not report["alive"]:
        return []
    fought = max(0, (report["attack_cfs"] - report["defence_cfs"]) // EXPERIENCE["divisor"])
    earned = [Earned("his attacks", fought, "GL 21.2")]
    if report["spared"]:
        earned.append(Earned("being spared", EXPERIENCE["missus"], "GL 21.21"))
    for felled in report["felled"]:
        if felled["spared"]:
            earned.append(Earned("an opponent spared", EXPERIENCE["mercy"], "GL 21.23"))
        else:
            earned.append(Earned("a kill", EXPERIENCE["kill"], "GL 21.22"))
        if felled["kill"] is not None:
            earned.append(speed_bonus(felled["kill"], felled["turn"], "victory" if felled["spared"] else "kill"))
    return [each for each in earned if each.points]


def speed_bonus(kill: str, turn: int, noun: str) -> Earned:
    """GL 21.24, GL 21.25: the earlier the better, up to the fourth turn; whether the crowd spares him or not."""
    by_turn = EXPERIENCE[kill]
    clause = "GL 21.24" if kill == "slow" else "GL 21.25"
    return Earned(f"a {kill} {noun} in turn {turn}", by_turn[turn - 1] if turn <= len(by_turn) else 0, clause)


def after_match(man: Man, report: Mapping[str, Any]) -> Man:
    """What a match leaves of him: points, wounds, a win, or nothing but a name."""
    return replace(
        man,
        points=man.points + sum(each.points for each in experience(report)),
        fights=man.fights + 1,
        wins=man.wins + report["won"],
        kills=man.kills + sum(not felled["spared"] for felled in report["felled"]),
        wounds=tuple(report["wounds"].get(area, 0) for area in AREAS),
        status=ALIVE if report["alive"] else DEAD,
    )


# -- improvements (GL 21.3) ------------------------------------------------------------------------------


def can_buy(man: Man, rating: str) -> bool:
    """Whether he has the points, and a better one to come (GL 3-8a)."""
    most = WOUND_BOXES if rating == "wound_factor" else BOUNDS[1]
    return man.points >= PRICES[rating] and int(getattr(man, rating)) < most


def offers(man: Man) -> tuple[str, ...]:
    """What he can pay for."""
    return tuple(rating for rating in PRICES if can_buy(man, rating))


def improve(man: Man, rating: str) -> Man:
    """GL 21.3: one more, for good."""
    return _rated(replace(man, points=man.points - PRICES[rating]), rating, getattr(man, rating) + 1)


def _rated(man: Man, rating: str, value: int) -> Man:
    changed: dict[str, Any] = {rating: value}
    return replace(man, **changed)


# -- healing (GL 21.4) -----------------------------------------------------------------------------------


class Healed(NamedTuple):
    """How the wounds of one area have healed."""

    area: str
    wounds: int
    total: int
    rating: str  # that is lower for it, or nothing
    lost: int


def heal(table: Table, man: Man) -> tuple[Man, list[Healed]]:
    """GL 21.4 to 21.44: two dice less the wounds for each area; 1 or less leaves something behind for good."""
    healed: list[Healed] = []
    for area, wounds in zip(AREAS, man.wounds, strict=True):
        if wounds:
            total = sum(table.roll(2, f"the {area} heals", "GL 21.4")) - wounds
            lost = max(0, 2 - total)
            rating = INJURIES[area]
            man = _rated(man, rating, max(getattr(man, rating) - lost, BOUNDS[0]))
            healed.append(Healed(area, wounds, total, rating if lost else "", lost))
    status = man.status if man.wound_factor > 0 else DEAD  # GL 21.42
    return replace(man, wounds=(0,) * len(AREAS), status=status), healed


# -- the state that careers and owners share -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gone:
    """Who has left the campaign, in which round, and why: "gave up" or what the rules say."""

    seat: int
    round: int
    why: str


@dataclass(slots=True)
class Schools:
    """Men and their players. Nothing here is secret: log sheets are open (GL 3-6a), and so are purses."""

    seats: int = field(metadata=STATIC)
    men: dict[int, Man] = field(default_factory=dict)  # all who ever had an owner, by number
    gone: list[Gone] = field(default_factory=list)
    serial: int = 0  # the last number given to a man
    round: int = 0  # the round or match under way
    step: str = ""  # what is to be done next

    def copy(self) -> Self:
        return replace(self, men=dict(self.men), gone=self.gone[:])

    def stable(self, seat: int) -> list[Man]:
        """His living men."""
        return [man for man in self.men.values() if man.owner == seat and man.alive]

    def players(self) -> list[int]:
        """Who is still in it."""
        gone = {each.seat for each in self.gone}
        return [seat for seat in range(self.seats) if seat not in gone]

    def next_number(self) -> int:
        self.serial += 1
        return self.serial

    def names(self) -> set[str]:
        return {man.name for man in self.men.values()}
