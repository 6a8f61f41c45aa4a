"""What a campaign knows of its contests, as it was after each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludus.acta.cast import Lore, Record
from ludus.acta.page import Standing
from ludus.campaign.epic.state import EventDay, Families
from ludus.campaign.ledger import Ledger
from ludus.campaign.owners.state import Stables
from ludus.campaign.people import PLACES
from ludus.campaign.school import Schools
from ludus.campaign.season.state import RaceDay, Season
from ludus.core.contest import HOST

THE_HOUSE = "the house"
RACED = ("race", "match race")


@dataclass(frozen=True, slots=True)
class Held:
    """A contest of a campaign that is over, as the campaign lists it."""

    owners: tuple[int, ...]  # for each of its seats the seat of the campaign
    names: tuple[str, ...]  # of its seats
    winners: tuple[int, ...]
    hash: str = ""  # of its record
    link: str = ""  # where it can be read of


@dataclass(frozen=True, slots=True)
class Told:
    """A campaign, for the Acta: its state, which is open, and what it has held."""

    title: str
    names: tuple[str, ...]
    state: Any
    held: tuple[Held, ...]
    outcome: Mapping[str, Any] | None = None

    def owners_of(self, held: Held) -> tuple[str, ...]:
        return tuple(THE_HOUSE if seat == HOST else self.names[seat] for seat in held.owners)

    def lore(self, number: int) -> Lore:
        """Of the contest of this number, from 0, as it was when it had been settled."""
        held = self.held[number]
        names = self.owners_of(held)
        if isinstance(self.state, Season):
            return season_lore(self, held, names)
        if isinstance(self.state, Families):
            return epic_lore(self, held, names)
        careers = records((each.names, each.winners) for each in self.held[: number + 1])
        standings = ranked(self, number + 1, self.state.ledger) if isinstance(self.state, Stables) else ()
        return Lore(self.title, number + 1, 0, names, careers, standings=standings)


def season_lore(told: Told, held: Held, names: tuple[str, ...]) -> Lore:
    """CM 20.2: of a race; those that nobody ran are counted, too."""
    season: Season = told.state
    race = next((day.race for day in season.days if day.hash == held.hash), len(season.days))
    horses: dict[int, tuple[str, ...]] = {}
    for grave in season.graves:
        if grave.kind == "horse" and grave.race == race and grave.seat in held.owners:
            seat = held.owners.index(grave.seat)
            horses[seat] = (*horses.get(seat, ()), grave.name)
    standings = ranked(told, race, season.ledger)
    return Lore(told.title, race, season.rules.races, names, driver_records(season, race), horses, standings)


ISSUES = {
    "race": "the race of event {}",
    "gala": "at the gala of event {}",
    "match race": "a match race before event {}",
    "duel": "a duel before event {}",
}


def epic_lore(told: Told, held: Held, names: tuple[str, ...]) -> Lore:
    """E1 5.1: of a race, a fight of a gala, a match race or a duel."""
    families: Families = told.state
    at = next(at for at, day in enumerate(families.days) if held.hash in day.hashes)
    day = families.days[at]
    horses: dict[int, tuple[str, ...]] = {}
    if sum(each.number == day.number and each.kind in RACED for each in families.days) == 1:  # else nobody knows where
        for grave in families.graves:
            if grave.kind == "horse" and grave.race == day.number and grave.seat in held.owners:
                seat = held.owners.index(grave.seat)
                horses[seat] = (*horses.get(seat, ()), grave.name)
    standings = ranked(told, day.number, families.ledger) if day.kind in ("race", "gala") else ()
    issue = ISSUES[day.kind].format(day.number)
    return Lore(told.title, day.number, 0, names, careers(families.days[: at + 1]), horses, standings, issue)


def hashes_of(state: Any) -> list[str]:
    """Of the records of all contests that a campaign has settled, in their order; a race not run has a day but none."""
    if isinstance(state, Season):
        return [day.hash for day in state.days if day.hash]
    if isinstance(state, Families):
        return [each for day in state.days for each in day.hashes]
    return []


def driver_records(season: Season, race: int) -> dict[str, Record]:
    """Careers of drivers after so many races."""
    return careers(season.days[:race])


def careers(days: Iterable[RaceDay | EventDay]) -> dict[str, Record]:
    """What everybody has done on these days."""
    found: dict[str, Record] = {}
    for day in days:
        for each in day.finishes:
            so_far = found.get(each.driver, Record())
            placed = each.place is not None and each.place <= PLACES
            found[each.driver] = Record(so_far.starts + 1, so_far.wins + (each.place == 1), so_far.places + placed)
    return found


def records(contests: Iterable[tuple[Sequence[str], Sequence[int]]]) -> dict[str, Record]:
    """Careers of gladiators, out of who met whom and who won."""
    found: dict[str, Record] = {}
    for names, winners in contests:
        for seat, name in enumerate(names):
            so_far = found.get(name, Record())
            found[name] = Record(so_far.starts + 1, so_far.wins + (seat in winners))
    return found


def balance(ledger: Ledger, seat: int, when: int) -> int:
    """What a seat had when contest `when` was settled."""
    return sum(
        (each.payee == seat) * each.sum - (each.payer == seat) * each.sum
        for each in ledger.transfers
        if each.when <= when
    )


def before(ledger: Ledger, seat: int, when: int) -> int:
    """What a seat had when the contest before was settled; before the first, what it began with."""
    if any(seat in (each.payer, each.payee) and each.when < when for each in ledger.transfers):
        return balance(ledger, seat, when - 1)
    return next((each.sum for each in ledger.transfers if each.payee == seat), 0)


def ranked(told: Told, when: int, ledger: Ledger, *, last: bool = False) -> tuple[Standing, ...]:
    """CM 20-goal, GL 22.8: the richest first; after the last contest, when all debts are paid."""
    state: Season | Schools = told.state
    has = [ledger.balance(seat) if last else balance(ledger, seat, when) for seat in range(len(told.names))]
    had = [before(ledger, seat, when) for seat in range(len(told.names))]
    gone = {each.seat: each.why for each in state.gone if last or left(each) <= when}
    starts, wins = starts_and_wins(told, when)
    rows = [
        Standing(
            1 + sum(other > own for other in has), name, own, own - then, starts.get(seat, 0), wins.get(seat, 0),
            gone.get(seat, ""),
        )
        for seat, (name, own, then) in enumerate(zip(told.names, has, had, strict=True))
    ]  # fmt: skip
    return tuple(sorted(rows, key=lambda each: (bool(each.gone), each.rank)))


def left(gone: Any) -> int:
    """Before which race, or in which round, somebody left."""
    when: int = gone.race if hasattr(gone, "race") else gone.round
    return when


def starts_and_wins(told: Told, when: int) -> tuple[dict[int, int], dict[int, int]]:
    """By owner: chariots or men sent out, and those that won."""
    starts: dict[int, int] = {}
    wins: dict[int, int] = {}
    if isinstance(told.state, Families):
        held = [each for day in told.state.days if day.number <= when for each in day.finishes]
        sent = [(each.seat, each.place == 1) for each in held]
    elif isinstance(told.state, Season):
        sent = [(each.seat, each.place == 1) for day in told.state.days[:when] for each in day.finishes]
    else:
        sent = [(seat, n in held.winners) for held in told.held[:when] for n, seat in enumerate(held.owners)]
    for seat, won in sent:
        starts[seat] = starts.get(seat, 0) + 1
        wins[seat] = wins.get(seat, 0) + won
    return starts, wins
