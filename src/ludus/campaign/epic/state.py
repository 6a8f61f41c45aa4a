"""The families as plain data: purses, stables, schools, the market, and the event under way."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ludus.campaign.epic.charts import EPIC
from ludus.campaign.ledger import Ledger
from ludus.campaign.loans import Loan
from ludus.campaign.lots import Thing
from ludus.campaign.people import Chariot, Driver, Horse, Stable, Team
from ludus.campaign.school import Man, Schools
from ludus.campaign.season.state import Finish, Grave
from ludus.core.plain import STATIC, told
from ludus.games.gladiator.charts import AREAS

MARKET = -1  # the owner of whom nobody has bought yet
RACE, GALA = "race", "gala"


@dataclass(frozen=True, slots=True)
class EpicRules:
    """What was agreed on."""

    events: int = EPIC["end"]["events"]
    goal: int = EPIC["end"]["cash"]  # E1 4.1a
    calendar: str = "council"  # E1 5.1.2: who says what comes next
    most_chariots: int = EPIC["race"]["field"]  # E1 4.2: in a race
    entries: int = 1  # E2 3.3.2: chariots of each owner in a race
    men: int = EPIC["gala"]["men"]  # E1 5.1.2-gala: of each owner
    turns: int = EPIC["gala"]["turns"]
    challenges: int = EPIC["challenge"]["most"]  # of each family between two events
    private_wins: bool = True  # E1 3.2-champion: whether match races and duels count
    extras: int = 0  # E2 3.3.3: extra entries of a race that are auctioned
    race_options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gladiator(Man):
    """E1 7.1.1, 7.1.2: a man with his equipment, which he keeps for life; none before somebody has bought him."""

    armour: tuple[str, ...] = told("Over head, chest, groin, arms and legs; none: nobody has bought him.", default=())
    shield: str = told("large or small; a retiarius has none.", default="")

    def sent(self, kind: str = "") -> dict[str, Any]:
        """E1 11.2.1a: wounds of a duel that have not healed go into the next fight with him."""
        plain = super(Gladiator, self).sent(kind)
        return {**plain, "armour": list(self.armour), "shield": self.shield, "wounds": list(self.wounds)}


@dataclass(frozen=True, slots=True)
class Outing:
    """How one man came out of a fight."""

    won: bool
    alive: bool
    spared: bool
    attacked: bool  # E1 9.2b
    points: int
    wounds: tuple[int, ...]
    kills: int = 0  # men who did not live through it


@dataclass(frozen=True, slots=True)
class Bout:
    """E1 5.1.2-gala: a pair of the card, and how it ended."""

    men: tuple[int, ...]
    hash: str = ""
    outings: tuple[Outing, ...] = ()


@dataclass(frozen=True, slots=True)
class Wager:
    """E1 5.1.2-gala: a side bet that a man wins; both stakes are deposited."""

    backer: int
    layer: int
    man: int
    stake: int
    against: int


@dataclass(frozen=True, slots=True)
class Duel:
    """E1 5.2.2, 5.2.3: a duel that was accepted; both stakes are deposited, and it is fought beside the next event."""

    by: int
    to: int
    number: int  # men of each side
    odds: int
    stake: int  # of the challenged; the challenger's is so many times that
    men: tuple[int, ...] = ()  # as they were placed


@dataclass(frozen=True, slots=True)
class EventDay:
    """An event that is over: the calendar has it, the records of its contests the rest."""

    number: int
    kind: str  # race, gala, match race or duel
    winners: tuple[str, ...]  # by name
    hashes: tuple[str, ...]  # of the records
    finishes: tuple[Finish, ...] = ()  # of everybody who took part; of gladiators their numbers


@dataclass(frozen=True, slots=True)
class Deed:
    """E1 4.4: who has changed hands, so that everybody's owners can be read; cars have no story."""

    event: int
    who: dict[str, str]  # names by lot: a chariot's driver and all of its horses
    giver: int  # -1: the market, or a stranger
    taker: int  # -1: nobody of the game
    how: str
    price: int = 0


@dataclass(frozen=True, slots=True)
class Slave:
    """E1 6.6.1 to 6.6.4: a bankrupt who goes on as a driver or a gladiator."""

    seat: int
    kind: str  # driver or gladiator
    number: int  # of his chariot, or of himself


@dataclass(frozen=True, slots=True)
class Champion:
    """E1 10.3: whom the Emperor has set free."""

    name: str
    kind: str  # driver or gladiator
    seat: int
    event: int
    wins: int


@dataclass(slots=True)
class Families(Schools):
    """All of it. Nothing here is secret: what is written in secret are answers that are not in yet."""

    rules: EpicRules = field(default_factory=EpicRules, metadata=STATIC)
    men: dict[int, Gladiator] = field(default_factory=dict)  # type: ignore[assignment]
    ledger: Ledger = field(default_factory=Ledger)
    stables: list[Stable] = field(default_factory=list)  # one for each seat
    market: list[Chariot] = field(default_factory=list)  # E1 4.3, in order of their numbers
    chariots: int = 0  # the last number given to a chariot (E1 4.6.3)
    things: int = 0  # the last given to a driver, a team, a horse or a car
    loans: list[Loan] = field(default_factory=list)
    event: str = ""  # race or gala: what comes next, or is under way
    held: bool = True  # E1 11.1.2: not, where too few took part; then nobody heals
    racing: list[int] = field(default_factory=list)  # who has entered the race
    card: list[Bout] = field(default_factory=list)  # of the gala
    wagers: list[Wager] = field(default_factory=list)
    duels: list[Duel] = field(default_factory=list)  # E1 5.2.2: that are to be fought
    days: list[EventDay] = field(default_factory=list)
    graves: list[Grave] = field(default_factory=list)
    champions: list[Champion] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    slaves: list[Slave] = field(default_factory=list)
    leaving: list[int] = field(default_factory=list)  # who has resigned and is still to be seen off
    late: list[int] = field(default_factory=list)  # E1 4.5.3: who has not come in yet
    fallen: int = 0  # E1 4.1a: how many families were ever eliminated
    voted: bool = False  # E1 4.1a: to end it

    def copy(self) -> Families:
        twin = super(Families, self).copy()
        twin.ledger = self.ledger.copy()
        twin.stables = [each.copy() for each in self.stables]
        twin.market = [each.copy() for each in self.market]
        twin.loans = [each.copy() for each in self.loans]
        for name in (
            "racing", "card", "wagers", "duels", "days", "graves", "champions", "deeds", "slaves", "leaving", "late",
        ):  # fmt: skip
            setattr(twin, name, getattr(self, name)[:])
        return twin

    def slave(self, seat: int) -> Slave | None:
        return next((each for each in self.slaves if each.seat == seat), None)

    def players(self) -> list[int]:
        """Who is in it, and still is."""
        return [seat for seat in super(Families, self).players() if seat not in self.late]

    def active(self) -> list[int]:
        """E1 4.1a: owners and betters; not who goes on as a slave, nor who has left."""
        return [seat for seat in self.players() if self.slave(seat) is None]

    def on_sale(self) -> list[Gladiator]:
        """E1 4.3, 6.3: the gladiators of the market, in order of their numbers."""
        return [man for man in self.men.values() if man.owner == MARKET and man.alive]

    def school(self, seat: int) -> list[Gladiator]:
        """His living gladiators."""
        return [man for man in self.men.values() if man.owner == seat and man.alive]

    def promised(self, seat: int) -> int:
        """E1 5.2.2: how many of his men have a duel before them and are not placed yet."""
        return sum(each.number for each in self.duels if seat in (each.by, each.to) and not each.men)

    def victories(self, seat: int) -> int:
        """E1 4.2: all recorded wins of his stable and school, also of those whom he has buried or seen set free."""
        drivers = sum(driver.career.wins for driver in self.stables[seat].all_drivers() if driver.alive)
        gone: list[Grave | Champion] = [*self.graves, *self.champions]
        drivers += sum(each.wins for each in gone if each.seat == seat and each.kind == "driver")
        return drivers + sum(man.wins for man in self.men.values() if man.owner == seat)

    def next_thing(self) -> int:
        self.things += 1
        return self.things

    def next_chariot(self) -> int:
        self.chariots += 1
        return self.chariots

    def all_stables(self) -> list[Stable]:
        """Those of the families, and the market."""
        return [*self.stables, Stable(self.market)]

    def names(self) -> set[str]:
        """E1 4.8: that are taken."""
        drivers = {each.name for stable in self.all_stables() for each in stable.all_drivers()}
        return {man.name for man in self.men.values()} | drivers | {each.name for each in self.graves}


def alive_in(thing: Thing | Gladiator) -> dict[str, str]:
    """Who lives in what is sold, by lot.

    >>> alive_in(Team(1, [Horse(2, "Celer", 5, 5), Horse(3, "Corax", 4, 0)], 20))
    {'horse 2': 'Celer'}
    """
    if isinstance(thing, Gladiator):
        return {f"gladiator {thing.number}": thing.name}
    if isinstance(thing, Driver):
        return {f"driver {thing.id}": thing.name} if thing.alive else {}
    if isinstance(thing, Horse):
        return {f"horse {thing.id}": thing.name} if thing.alive else {}
    if isinstance(thing, Team):
        return {lot: name for horse in thing.living for lot, name in alive_in(horse).items()}
    if isinstance(thing, Chariot):
        parts = [each for each in (thing.driver, thing.team) if each is not None]
        return {lot: name for part in parts for lot, name in alive_in(part).items()}
    return {}


def outing(report: Any, points: int, before: Gladiator) -> Outing:
    """E1 3.2-champion, 11.2.1a: what an arena's report comes to; open wounds add up, and leave a living man one box."""
    alive = bool(report["alive"])
    most = before.wound_factor - 1
    boxes = zip(AREAS, before.wounds, strict=True)
    wounds = tuple(min(most, had + report["wounds"].get(area, 0)) for area, had in boxes)
    won = bool(report["won"]) and alive and not report["spared"]
    kills = sum(not felled["spared"] for felled in report["felled"])
    return Outing(won, alive, bool(report["spared"]), report["attack_cfs"] > 0, points, wounds, kills)


def come_home(man: Gladiator, out: Outing, *, counts: bool) -> Gladiator:
    """E1 10.2.2, 11.2.1a: points for who lives, a fight and perhaps a win, and wounds that are still open."""
    return replace(
        man,
        points=man.points + (out.points if out.alive else 0),
        fights=man.fights + 1,
        wins=man.wins + (out.won and counts),
        kills=man.kills + out.kills,
        wounds=out.wounds,
        status="alive" if out.alive else "dead",
    )
