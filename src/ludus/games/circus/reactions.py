"""What one result sets off: strain checks, forced sideslips, involuntary rams, braking and evading.

These call one another as deeply as the rules do (a lash, a swerve, a strain check, a sideslip, a ram, an evasion into
another corner lane), newest result first (CM 9.43-S-chain).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from ludus.core.decision import Choose
from ludus.core.event import Modifier
from ludus.core.game import Ask, Phase
from ludus.core.table import Table
from ludus.games.circus.arrival import moved_to, wrecks_under
from ludus.games.circus.charts import (
    BLOCKED_DOUBLE,
    BRAKE_ENDURANCE,
    INSIDE,
    INVOLUNTARY,
    OUTSIDE,
    corner_strain,
)
from ludus.games.circus.finish import cross_line, would_finish
from ludus.games.circus.flips import flip
from ludus.games.circus.horses import nearest_horse, roll_injury
from ludus.games.circus.logs import (
    banned_from_straining,
    current_speed,
    defending_cdm,
    jostle,
    lose_whip_factors,
    maximum,
    stopped,
    tire,
)
from ludus.games.circus.ram import ram_car, ram_horses
from ludus.games.circus.state import CAR, TEAM, Chariot, Race, Threat
from ludus.games.circus.track import IN, OUT, WALL
from ludus.games.circus.wheels import check_wheels, damaged

# -- corner strain ---------------------------------------------------------------------------------


def corner_leg(race: Race, chariot: Chariot) -> int | None:
    """CM 6.32: the corner in which the team, or else its car, stands."""
    if race.track.corner[chariot.square]:
        return chariot.leg
    if chariot.hitched and race.track.corner[race.car_square(chariot)]:
        return chariot.leg - 1
    return None


def strain_due(race: Race, chariot: Chariot, speed: int, leg: int, lane: int) -> int:
    """Strain points that are still to be checked for this corner lane; 0 when there are none."""
    if not chariot.hitched:
        return 0  # CM 15.24: no car to flip
    if chariot.strain_leg == leg and lane >= chariot.strain_lane:
        return 0  # CM 7.21, 7.22b: the worst of this corner is behind it
    return max(0, speed - race.rules.hooks.safe_speed(race, lane))


def strain_price(chariot: Chariot, leg: int, points: int) -> int:
    """CM 6.511a: the endurance these points cost, less what was paid for this corner already."""
    return max(0, points - (chariot.strain_paid if chariot.strain_leg == leg else 0))


def beyond_endurance(race: Race, chariot: Chariot, price: int) -> bool:
    """CM 8.41b: whether strain is a flip without a roll: nothing left, or not enough."""
    return chariot.endurance == 0 or (chariot.endurance < price and race.rules.unpaid_strain == "flip")


def would_strain(race: Race, chariot: Chariot, speed: int, square: int, leg: int) -> bool:
    """CM 7.33-no-strain: whether standing there would call for a corner check still due."""
    track = race.track
    if not track.corner[square]:
        if not track.corner[track.behind[square]]:
            return False
        leg -= 1
    return strain_due(race, chariot, speed, leg, track.lane[square]) > 0


def strain(race: Race, table: Table, chariot: Chariot, speed: int) -> Phase:
    """CM 7.3: points, wheel check, endurance, three dice less CDM, result."""
    leg = corner_leg(race, chariot)
    if leg is None:
        return
    lane = race.track.lane[chariot.square]
    points = strain_due(race, chariot, speed, leg, lane)
    if not points:
        return
    due = strain_price(chariot, leg, points)
    unpayable = beyond_endurance(race, chariot, due)
    if chariot.strain_leg != leg:
        chariot.strain_leg, chariot.strain_paid = leg, 0
    chariot.strain_lane = lane
    if chariot.endurance == 0:
        flip(race, table, chariot, "CM 8.41b")
        return
    if damaged(chariot) and chariot.number not in race.move.wheel_checked:
        race.move.wheel_checked = (*race.move.wheel_checked, chariot.number)
        check_wheels(race, table, chariot, "CM 7.41b")
        if not chariot.hitched or not chariot.on_track:
            return
    paid = tire(race, table, chariot, due)
    chariot.strain_paid = max(chariot.strain_paid, points)
    if unpayable:
        flip(race, table, chariot, "CM 8.41b")
        return
    yield from check_strain_chart(race, table, chariot, points, paid, ("CM 7.2", "CM 6.511a"))


def check_strain_chart(
    race: Race, table: Table, chariot: Chariot, points: int, paid: int, clauses: tuple[str, ...]
) -> Phase:
    """CM 7.32a, 7.32b, 7.33."""
    dice = table.roll(3, "corner strain", "CM 7.32a")
    code = corner_strain(sum(dice) - chariot.skill, points)
    table.tell(
        "strain",
        {
            "chariot": chariot.faction,
            "points": points,
            "endurance_paid": paid,
            "endurance": chariot.endurance,
            "result": code,
        },
        (*clauses, "CM 7.32a", f"CM 7.33-{CLAUSE_OF[code]}"),
        (Modifier("CDM", -chariot.skill),),
    )
    if code == "S":
        chariot.no_inside = True
        yield from forced_sideslip(race, table, chariot, OUT, 1)
    elif code == "SS":
        chariot.no_inside = True
        chariot.no_strain_turn = max(chariot.no_strain_turn, race.turn + 1)
        lose_whip_factors(race, chariot)
        yield from forced_sideslip(race, table, chariot, OUT, 2, "CM 7.33-SS")
    elif code == "J":
        jostle(race, table, chariot)
    elif code in ("LH", "RH"):
        horse = nearest_horse(chariot, IN if code == "LH" else OUT)
        roll_injury(race, table, chariot, horse, None, "CM 7.33-LH-RH")
    elif code == "FP":
        flip(race, table, chariot, "CM 7.33-FP")


CLAUSE_OF = {"-": "none", "S": "S", "SS": "SS", "J": "J", "LH": "LH-RH", "RH": "LH-RH", "FP": "FP"}

# -- forced sideways moves ---------------------------------------------------------------------------


def forced_sideslip(
    race: Race, table: Table, chariot: Chariot, direction: int, lanes: int, clause: str = "CM 7.33-S"
) -> Generator[Ask, Any, bool]:
    """CM 7.33-S, 7.34a to c, 9.43-S1 to S5: sideways at once, into the wall, or into whoever is there.

    True: it slid all the way.
    """
    swerve = clause == "CM 9.43-S1"
    for lane in range(lanes):
        if not chariot.on_track or chariot.fallen:
            return False  # CM 9.52b
        target = race.track.slip[direction][chariot.square]
        if target == WALL:
            flip(race, table, chariot, "CM 9.43-S5" if swerve else "CM 7.34c")
            return False
        if blockers(race, chariot, target):
            if lanes == 2 and lane == 0:
                yield from involuntary_ram(race, table, chariot, direction, BLOCKED_DOUBLE, "CM 7.34b")
            else:
                why = "CM 9.43-S4" if swerve else "CM 7.34a"
                yield from involuntary_ram(race, table, chariot, direction, INVOLUNTARY, why)
            return False
        slide(race, table, chariot, target, "forced", (clause,))
    return True


def slide(race: Race, table: Table, chariot: Chariot, target: int, how: str, clauses: tuple[str, ...]) -> None:
    """Directly sideways, team and car."""
    origin = chariot.square
    table.tell(
        "sideslip",
        {
            "chariot": chariot.faction,
            "from": race.track.name(origin),
            "to": race.track.name(target),
            "how": how,
        },
        clauses,
    )
    moved_to(race, table, chariot, target, chariot.leg)
    if chariot.on_track:
        chariot.under = wrecks_under(race, chariot)  # CM 14.1a: they must be run over from there


def blockers(race: Race, chariot: Chariot, target: int) -> list[tuple[Chariot, int, int]]:
    """Who stands where team and car would go: chariot, its part, and our part that meets it."""
    found = []
    for own_part, square in ((CAR, race.track.behind[target]), (TEAM, target)):
        if own_part == CAR and not chariot.hitched:
            continue
        there = race.whose(square)
        if there is not None and there[0] is not chariot:
            found.append((*there, own_part))
    return found


def involuntary_ram(race: Race, table: Table, chariot: Chariot, direction: int, penalty: int, clause: str) -> Phase:
    """CM 9.6 to 9.63: the forced chariot stays in its lane and rams whoever blocks it."""
    target = race.track.slip[direction][chariot.square]
    met = blockers(race, chariot, target)
    cdm = chariot.skill - penalty
    table.tell(
        "involuntary-ram",
        {
            "chariot": chariot.faction,
            "into": list(dict.fromkeys(other.faction for other, _, _ in met)),
            "penalty": -penalty,
        },
        (clause, "CM 9.6a", "CM 9.62b", "CM 9.63a", "CM 9.63b"),
    )
    chariot.loss += 1  # CM 9.63a, once
    for other, part, own_part in met:
        if own_part == TEAM and part == TEAM:
            continue  # CM 7.34-parts: level, so car against car; or a lone runaway team, which hurts nobody
        threat = Threat("swerve", chariot.number, other.number, part, -direction, cdm)
        defended = yield from defend(race, table, threat)
        if defended:
            continue
        if own_part == TEAM:
            roll_injury(race, table, chariot, nearest_horse(chariot, direction), other.car, "CM 9.61a")
        elif part == TEAM:
            ram_horses(race, table, chariot.car, other, -direction, "CM 9.62a")
        else:
            ram_car(race, table, chariot, cdm, other, -direction, "CM 9.62a")


# -- defence --------------------------------------------------------------------------------------


def can_brake(race: Race, chariot: Chariot) -> bool:
    """CM 9.3b, 6.62b: some endurance, a free square behind, a driver, no horse being cut free."""
    behind = race.track.behind[race.car_square(chariot)]
    return (
        chariot.endurance >= race.rules.brake_needs
        and chariot.status == "racing"
        and not stopped(race, chariot)
        and race.free(behind)
    )


def evasion_price(direction: int) -> int:
    """CM 9.311."""
    return INSIDE if direction == IN else OUTSIDE


def can_evade(race: Race, chariot: Chariot, direction: int) -> bool:
    """CM 9.313, 9.311-afford: room for a normal lane change away from the attacker, and speed to pay for it."""
    track = race.track
    if stopped(race, chariot) or (chariot.eye_left if direction == OUT else chariot.eye_right):
        return False
    if maximum(chariot) - chariot.debt < evasion_price(direction):
        return False
    step = track.ahead[chariot.square]
    target = track.change[direction][step]
    if target == WALL:
        return False
    if direction == IN and chariot.no_inside and not race.rules.inside_evasion_after_sideslip:
        return False
    if would_finish(race, chariot):
        return True  # CM 9.31: the step forward takes it off the track
    if not race.free(step) or not race.free(target):
        return False
    if chariot.hitched and not race.free(track.behind[target]):
        return False
    if direction == IN and banned_from_straining(race, chariot):
        leg = chariot.leg + (track.section[step] != track.section[chariot.square])
        return not would_strain(race, chariot, current_speed(race, chariot), target, leg)
    return True


def ways_out(race: Race, threat: Threat) -> list[str]:
    """CM 9.3b, 9.3c, 12.4b: away from where it comes; from a wreck above to either side, but not back with the car."""
    chariot = race.chariots[threat.target]
    sides = (-threat.side,) if threat.side else (IN, OUT)
    ways = [f"evade {'in' if side == IN else 'out'}" for side in sides if can_evade(race, chariot, side)]
    if (threat.kind != "wreck" or threat.part == TEAM) and can_brake(race, chariot):
        ways.append("brake")
    return ways


def defend(race: Race, table: Table, threat: Threat) -> Generator[Ask, Any, bool]:
    """CM 9.3, 9.32: hold, or try to brake or evade. True: it got away."""
    race.threat = threat
    chariot = race.chariots[threat.target]
    answer = yield from ask_defender(race, table, chariot, threat)
    race.threat = None
    if answer == "hold":
        return False
    if answer == "brake":
        brake_away(race, table, chariot, "CM 9.3b")
    else:
        yield from evade(race, table, chariot, IN if answer == "evade in" else OUT)
    return True


def ask_defender(race: Race, table: Table, chariot: Chariot, threat: Threat) -> Generator[Ask, Any, str]:
    """What he does; "hold" also when he may not, or fails in the contest."""
    ways = ways_out(race, threat)
    if not ways:
        return "hold"
    if chariot.runaway:
        # CM 15.25a: a runaway evades without dice.
        answer = yield Choose(
            race.controller(chariot),
            "defend",
            "Let your runaway team evade?",
            "CM 15.25a",
            (*ways, "hold"),
            "hold",
            chariot.faction,
        )
        return str(answer)
    answer = yield Choose(
        chariot.seat,
        "defend",
        "Hold, or try to get out of the attack?",
        "CM 9.3",
        ("hold", "avoid"),
        about=chariot.faction,
    )
    if answer == "hold" or not roll_defence(race, table, threat.cdm, chariot):
        return "hold"
    answer = yield Choose(
        chariot.seat, "avoid", "How will you get away?", "CM 9.32", (*ways, "hold"), about=chariot.faction
    )
    return str(answer)


def roll_defence(race: Race, table: Table, attacker_cdm: int, chariot: Chariot) -> bool:
    """CM 9.32: two dice plus CDM each, the defender's first; ties are his."""
    own_cdm = defending_cdm(race, chariot)
    own = sum(table.roll(2, "defence", "CM 9.32")) + own_cdm
    against = sum(table.roll(2, "attack", "CM 9.32")) + attacker_cdm
    table.tell(
        "defence",
        {"chariot": chariot.faction, "own": own, "against": against, "success": own >= against},
        ("CM 9.32",),
        (Modifier("defender's CDM", own_cdm), Modifier("attacker's CDM", attacker_cdm)),
    )
    return own >= against


def brake_away(race: Race, table: Table, chariot: Chariot, clause: str) -> None:
    """CM 6.62a: two endurance, one square straight back; the coming phase keeps its factors."""
    track = race.track
    origin = chariot.square
    tire(race, table, chariot, BRAKE_ENDURANCE)
    back = track.behind[origin]
    leg = chariot.leg - (track.section[back] != track.section[origin])
    table.tell(
        "braked-away",
        {"chariot": chariot.faction, "to": track.name(back), "endurance": chariot.endurance},
        (clause, "CM 6.62a"),
    )
    moved_to(race, table, chariot, back, leg)


def unplayed(race: Race, chariot: Chariot) -> int:
    """CM 9.31: what an evader over the line has left: its whole phase after paying, or 0 if that is over."""
    if chariot.moved:
        return 0
    limit = maximum(chariot)
    written = limit if chariot.runaway else min(chariot.written, limit)
    if race.rules.evasion_debt == "written":
        return max(0, written - chariot.debt) + chariot.gains
    return min(written, max(0, limit - chariot.debt)) + chariot.gains


def evade(race: Race, table: Table, chariot: Chariot, direction: int) -> Phase:
    """CM 9.31, 9.311, 9.312: one forward and sideways at once, paid in the next own phase."""
    track = race.track
    origin = chariot.square
    speed = current_speed(race, chariot)
    price = evasion_price(direction)
    chariot.debt += price
    step = track.ahead[origin]
    target = track.change[direction][step]
    finishing = would_finish(race, chariot)
    table.tell(
        "evaded",
        {
            "chariot": chariot.faction,
            "direction": "in" if direction == IN else "out",
            "from": track.name(origin),
            "to": "the finish line" if finishing else track.name(target),
            "price": price,
        },
        ("CM 9.3c", "CM 9.31", "CM 9.311"),
    )
    if finishing:
        cross_line(race, table, chariot, unplayed(race, chariot), "CM 9.31")
        return
    leg = chariot.leg + (track.section[step] != track.section[origin])
    moved_to(race, table, chariot, target, leg)
    if direction == IN:
        yield from strain(race, table, chariot, speed)
