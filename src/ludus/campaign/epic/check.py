"""A campaign out of a file: what cannot be is refused with the place that is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ludus.campaign.epic.charts import CARS
from ludus.campaign.epic.state import Families
from ludus.campaign.ledger import BANK
from ludus.campaign.people import WHOLE, Stable
from ludus.campaign.school import ALIVE, DEAD, FREE
from ludus.core.errors import DataError, shown
from ludus.core.plain import check_bounds
from ludus.games.circus.stable import MOST_DAMAGE


def check(families: Families, steps: Sequence[str]) -> None:
    """Seats that exist, a step of the book, nobody below zero, nobody owned twice, nobody better than his best."""
    if len(families.stables) != families.seats:
        raise DataError(f"state.stables must be {families.seats}, one for each seat, not {len(families.stables)}")
    if families.step not in steps:
        raise DataError(f"state.step must be one of {', '.join(steps)}, not '{shown(families.step)}'")
    if families.event not in ("", "race", "gala"):
        raise DataError(f"state.event must be race or gala, not '{shown(families.event)}'")
    for where, seat in _seats(families):
        if seat != BANK and not 0 <= seat < families.seats:
            raise DataError(f"state.{where} must be a seat from 0 to {families.seats - 1}, not {seat}")
    for seat in range(families.seats):
        if families.ledger.balance(seat) < 0:
            raise DataError(f"state.ledger: seat {seat} has paid more than it ever had (E1 6.1)")
    _check_men(families)
    owned = Counter(lot for stable in families.all_stables() for lot in things(stable))
    for kind, identity in owned:
        if owned[kind, identity] > 1:
            raise DataError(f"state.stables: {kind} {identity} is owned twice")
        last = families.chariots if kind == "chariot" else families.things
        if not 0 < identity <= last:
            raise DataError(f"state: {kind} {identity} must have a number from 1 to {last}")
    for stable in families.all_stables():
        _check_stable(stable)


def things(stable: Stable) -> list[tuple[str, int]]:
    """Everything in a stable, by kind and number."""
    return [
        *(("chariot", each.id) for each in stable.chariots),
        *(("driver", each.id) for each in stable.all_drivers()),
        *(("team", each.id) for each in stable.all_teams()),
        *(("horse", each.id) for each in stable.all_horses()),
        *(("car", each.id) for each in stable.all_cars()),
    ]


def _seats(families: Families) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(families.ledger.transfers):
        yield f"ledger.transfers[{number}].payer", line.payer
        yield f"ledger.transfers[{number}].payee", line.payee
        if line.sum <= 0:
            raise DataError(f"state.ledger.transfers[{number}].sum must be more than 0, not {line.sum}")
    for number, loan in enumerate(families.loans):
        yield f"loans[{number}].lender", loan.lender
        yield f"loans[{number}].borrower", loan.borrower
    for number, seat in enumerate(families.racing):
        yield f"racing[{number}]", seat
    for number, slave in enumerate(families.slaves):
        yield f"slaves[{number}].seat", slave.seat
    for number, gone in enumerate(families.gone):
        yield f"gone[{number}].seat", gone.seat
    for number, leaving in enumerate(families.leaving):
        yield f"leaving[{number}]", leaving
    for number, late in enumerate(families.late):
        yield f"late[{number}]", late
    for number, wager in enumerate(families.wagers):
        yield f"wagers[{number}].backer", wager.backer
        yield f"wagers[{number}].layer", wager.layer
    for number, deed in enumerate(families.deeds):
        yield f"deeds[{number}].giver", deed.giver
        yield f"deeds[{number}].taker", deed.taker
    for number, duel in enumerate(families.duels):
        yield f"duels[{number}].by", duel.by
        yield f"duels[{number}].to", duel.to
    for number, man in families.men.items():
        yield f"men.{number}.owner", man.owner


def _check_men(families: Families) -> None:
    for number, man in families.men.items():
        where = f"state.men.{number}"
        if number != man.number or not 0 < number <= families.serial:
            raise DataError(f"{where}.number: he stands under his own, from 1 to `serial`")
        if man.status not in (ALIVE, DEAD, FREE):
            raise DataError(f"{where}.status is alive, dead or free, not '{shown(man.status)}'")
        check_bounds(man, where)
    for at, bout in enumerate(families.card):
        if len(bout.men) != 2 or any(number not in families.men for number in bout.men):
            raise DataError(f"state.card[{at}].men: two men that are there, not {list(bout.men)}")
    for at, duel in enumerate(families.duels):
        if len(duel.men) not in (0, 2 * duel.number) or any(number not in families.men for number in duel.men):
            raise DataError(f"state.duels[{at}].men: {duel.number} a side that are there, not {list(duel.men)}")
    for slave in families.slaves:
        there = [each.id for each in families.stables[slave.seat].chariots] if slave.kind == "driver" else families.men
        if slave.number not in there:
            raise DataError(f"state.slaves: seat {slave.seat} has no {shown(slave.kind)} of number {slave.number}")


def _check_stable(stable: Stable) -> None:
    for driver in stable.all_drivers():
        if not 0 <= driver.hits <= driver.full:
            raise DataError(f"state.stables: {shown(driver.name)} has {driver.hits} of {driver.full} hits")
    for horse in stable.all_horses():
        if not 0 <= horse.now <= horse.full:
            raise DataError(f"state.stables: {shown(horse.name)} has {horse.now} of {horse.full} boxes")
    for team in stable.all_teams():
        if len(team.horses) != 4 or team.endurance < 0:
            raise DataError(f"state.stables: team {team.id} must have 4 horses and no less than 0 endurance")
        if team.used_to not in ("", *CARS):
            raise DataError(f"state.stables: team {team.id} is used to {', '.join(CARS)}, not '{shown(team.used_to)}'")
    for car in stable.all_cars():
        if car.kind not in CARS:
            raise DataError(f"state.stables: car {car.id} must be {', '.join(CARS)}, not '{shown(car.kind)}'")
        if len(car.wheels) != len(WHOLE) or not all(0 <= points <= MOST_DAMAGE for points in car.wheels):
            raise DataError(f"state.stables: car {car.id} has 0 to {MOST_DAMAGE} points on each of two wheels")
