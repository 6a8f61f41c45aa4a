"""What happens to a log sheet: endurance, wounds, the driver's modifier, speed limits and bans."""

from __future__ import annotations

from ludus.core.table import Table
from ludus.games.circus.charts import JOSTLE
from ludus.games.circus.state import Chariot, Race


def tire(race: Race, table: Table, chariot: Chariot, factors: int) -> int:
    """CM 8.3, 8.5a: endurance goes at once and for good, never below 0. Returns what was really lost."""
    lost = min(factors, chariot.endurance)
    chariot.endurance -= lost
    if lost and chariot.endurance == 0:
        # CM 8.4, 8.44: permanent and current modifier fall by one, once.
        chariot.exhausted = True
        lower_modifier(chariot)
        table.tell(
            "exhausted", {"chariot": chariot.faction, "modifier": chariot.modifier}, ("CM 8.4", "CM 8.44", "CM 8.5a")
        )
    return lost


def lower_modifier(chariot: Chariot) -> None:
    """CM 8.44, 9.43-W2, 13.1-3: the CDM falls with the permanent modifier; both may become negative."""
    chariot.modifier -= 1
    chariot.cdm -= 1


def jostle(race: Race, table: Table, chariot: Chariot, *clauses: str) -> None:
    """CM 7.33-J, 7.356: CDM -3 at once, no straining this turn, whip factors not yet used are gone."""
    if chariot.driver != "car":
        return  # CM 16.7b: nobody is in the car
    if race.mover == chariot.number:
        fix_base(race, chariot)
    chariot.cdm -= JOSTLE
    chariot.jostled = True
    chariot.no_strain_turn = max(chariot.no_strain_turn, race.turn)
    lose_whip_factors(race, chariot)
    table.tell(
        "jostled",
        {"chariot": chariot.faction, "cdm": chariot.cdm},
        (*clauses, "CM 7.33-J", "CM 7.351", "CM 7.353"),
    )


def fix_base(race: Race, chariot: Chariot) -> None:
    """CM 7.353: the new maximum is held against what the phase would have used, dead start and all paid."""
    move = race.move
    move.written, move.dead_start, move.price = base_speed(race, chariot), 0, 0


def lose_whip_factors(race: Race, chariot: Chariot) -> None:
    """CM 7.353: those spent to get here stand, the rest are lost; their endurance stays paid."""
    move = race.move
    if race.mover == chariot.number:
        needed = move.spent - base_speed(race, chariot) - move.gains
        move.strain = min(move.strain, max(0, needed))


def banned_from_straining(race: Race, chariot: Chariot) -> bool:
    """CM 7.33-no-strain: after SS, and after J while the CDM is negative. An empty car knows no ban (CM 16.7b)."""
    return chariot.driver == "car" and (race.turn <= chariot.no_strain_turn or (chariot.jostled and chariot.cdm < 0))


def stopped(race: Race, chariot: Chariot) -> bool:
    """CM 9.52d: from the death of a horse to the end of the turn in which it is cut free."""
    return bool(chariot.fallen) or chariot.cut_turn == race.turn > 0


def defending_cdm(race: Race, chariot: Chariot) -> int:
    """CM 9.52f: a stopped chariot counts 0, or its own CDM if that is negative."""
    return min(0, chariot.skill) if stopped(race, chariot) else chariot.skill


def maximum(chariot: Chariot) -> int:
    """CM 6.12a: team speed plus CDM, less what attacks have taken from the coming phase; never below 0."""
    return max(0, chariot.team_speed + chariot.skill - chariot.loss)


def hurt_driver(race: Race, table: Table, chariot: Chariot, boxes: int, clause: str) -> None:
    """CM 3.5c, 9.43-W2: boxes go; at half and at a third the modifier falls."""
    lost = min(boxes, chariot.hits)
    chariot.hits -= lost
    gone = chariot.hits_start - chariot.hits
    drops = (2 * gone >= chariot.hits_start) + (3 * chariot.hits <= chariot.hits_start)
    fell = drops - chariot.wound_drops
    for _ in range(fell):
        lower_modifier(chariot)
    chariot.wound_drops = max(drops, chariot.wound_drops)
    table.tell(
        "driver-hurt",
        {"chariot": chariot.faction, "boxes": lost, "left": chariot.hits, "modifier": chariot.modifier},
        (clause, "CM 9.43-W2") if fell > 0 else (clause,),
    )


# -- the accounts of the movement phase (CM 6.2-total-speed) ------------------------------------


def base_speed(race: Race, chariot: Chariot) -> int:
    """Base: the lower of written speed and limit, less dead start and the price of cutting free."""
    move = race.move
    one, two, three, four = chariot.horses
    team = one + two + three + four - chariot.drained  # as `team_speed`, which is asked for too often for a call
    limit = (team if team > 0 else 0) + (chariot.cdm if chariot.driver == "car" else 0) + move.skill - move.loss
    if move.debt and race.rules.evasion_debt == "limit":
        limit -= move.debt
    speed = move.written if move.written < limit else limit
    speed = (speed if speed > 0 else 0) - move.dead_start - move.price
    return speed if speed > 0 else 0


def total_speed(race: Race, chariot: Chariot) -> int:
    """The speed that counts for corners and wheels: debts for evasions come on top."""
    move = race.move
    speed = base_speed(race, chariot) + move.strain + move.gains - move.gone
    if move.debt and race.rules.evasion_debt == "limit":
        speed += move.debt
    if speed < 0:
        return 0
    return speed if speed < move.cap else move.cap


def to_spend(race: Race, chariot: Chariot) -> int:
    """Movement factors of the whole phase: those owed for evasions are spent already."""
    factors = total_speed(race, chariot) - race.move.debt
    return factors if factors > 0 else 0


def left(race: Race, chariot: Chariot) -> int:
    """Movement factors still to be spent in this phase."""
    move = race.move
    if move.over:
        return 0
    factors = total_speed(race, chariot) - move.debt - move.spent
    return factors if factors > 0 else 0


def current_speed(race: Race, chariot: Chariot) -> int:
    """CM 7.2-out-of-phase: this turn's total speed, executed or still to come."""
    if race.mover == chariot.number:
        return total_speed(race, chariot)
    if chariot.moved:
        return chariot.executed
    if chariot.runaway:
        return maximum(chariot) + chariot.gains + chariot.offered
    owed = chariot.debt if race.rules.evasion_debt == "limit" else 0
    return min(chariot.written, max(0, maximum(chariot) - owed)) + owed + chariot.gains
