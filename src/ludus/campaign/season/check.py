"""A season out of a file: what cannot be is refused with the place that is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.campaign.ledger import BANK
from ludus.campaign.lots import Lot
from ludus.campaign.people import Stable
from ludus.campaign.season.charts import CHARTS
from ludus.campaign.season.state import Season
from ludus.core.errors import DataError, shown


def check(season: Season, steps: Sequence[str]) -> None:
    """Seats that exist, a step of the book, nobody below zero, nobody twice, and nobody better than his best."""
    if len(season.stables) != season.seats:
        raise DataError(f"state.stables must be {season.seats}, one for each seat, not {len(season.stables)}")
    if season.step not in steps:
        raise DataError(f"state.step must be one of {', '.join(steps)}, not '{shown(season.step)}'")
    for number, line in enumerate(season.ledger.transfers):
        _seat(season, line.payer, f"state.ledger.transfers[{number}].payer")
        _seat(season, line.payee, f"state.ledger.transfers[{number}].payee")
        if line.sum <= 0:
            raise DataError(f"state.ledger.transfers[{number}].sum must be more than 0, not {line.sum}")
    for number, loan in enumerate(season.loans):
        _seat(season, loan.lender, f"state.loans[{number}].lender")
        _seat(season, loan.borrower, f"state.loans[{number}].borrower")
        if loan.owed <= 0:
            raise DataError(f"state.loans[{number}].owed must be more than 0, not {loan.owed}")
    for seat in range(season.seats):
        if season.ledger.balance(seat) < 0:
            raise DataError(f"state.ledger: seat {seat} has paid more than it ever had (CM 21.3)")
        _check_stable(season.stables[seat], f"state.stables[{seat}]")
    owned = [lot for stable in season.stables for lot in _owned(stable)]
    if twice := sorted(lot for lot in set(owned) if owned.count(lot) > 1):
        raise DataError(f"state.stables: {twice[0]} is owned twice")
    if max((lot.id for lot in owned), default=0) > season.serial:
        raise DataError(f"state.serial must be the highest id that was given, not {season.serial}")
    for number, entered in enumerate(season.entered):
        _seat(season, entered.seat, f"state.entered[{number}].seat")
        if not any(each.id == entered.chariot and each.ready for each in season.stables[entered.seat].chariots):
            raise DataError(f"state.entered[{number}].chariot names no chariot of seat {entered.seat} that can start")
    for seat, record in season.records.items():
        _seat(season, seat, "state.records")
        if record.cost > season.ledger.balance(seat) or min(record.bribe, record.drugs, record.sabotage) < 0:
            raise DataError(f"state.records.{seat} spends what seat {seat} does not have (CM 21.3)")


def _seat(season: Season, seat: int, where: str) -> None:
    if seat != BANK and not 0 <= seat < season.seats:
        raise DataError(f"{where} must be a seat from 0 to {season.seats - 1}, or {BANK} for the bank, not {seat}")


def _check_stable(stable: Stable, where: str) -> None:
    for driver in stable.all_drivers():
        if not 0 <= driver.hits <= driver.full:
            raise DataError(f"{where}: {shown(driver.name)} has {driver.hits} of {driver.full} hits")
    for horse in stable.all_horses():
        if not 0 <= horse.now <= horse.full <= CHARTS.horse_most:
            raise DataError(f"{where}: {shown(horse.name)} has {horse.now} of {horse.full} boxes")
    for team in stable.all_teams():
        if len(team.horses) != CHARTS.horses or team.endurance < 0:
            raise DataError(f"{where}: team {team.id} must have {CHARTS.horses} horses and no less than 0 endurance")
        if team.used_to not in ("", *CHARTS.cars):
            raise DataError(f"{where}: team {team.id} is used to {', '.join(CHARTS.cars)}, not '{shown(team.used_to)}'")
    for car in stable.all_cars():
        if car.kind not in CHARTS.cars:
            raise DataError(f"{where}: car {car.id} must be {', '.join(CHARTS.cars)}, not '{shown(car.kind)}'")


def _owned(stable: Stable) -> list[Lot]:
    return [
        *(Lot("chariot", each.id) for each in stable.chariots),
        *(Lot("driver", each.id) for each in stable.all_drivers()),
        *(Lot("team", each.id) for each in stable.all_teams()),
        *(Lot("horse", each.id) for each in stable.all_horses()),
        *(Lot("car", each.id) for each in stable.all_cars()),
    ]
