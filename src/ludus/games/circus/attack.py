"""Attacks of one's own will: lashes and rams, and a team's ram on a dragged driver."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.event import Modifier
from ludus.core.game import Phase
from ludus.core.table import Table
from ludus.games.circus.charts import (
    ATTACK,
    BRAKE_ENDURANCE,
    car_ram,
    critical_hit,
    driver_lash,
    lash_factor,
    wheel_damage,
)
from ludus.games.circus.flips import flip, kill_driver, pull_from_car
from ludus.games.circus.horses import shielded
from ludus.games.circus.logs import defending_cdm, hurt_driver, lower_modifier, tire
from ludus.games.circus.ram import ram_car, ram_horses
from ludus.games.circus.reactions import brake_away, can_brake, defend, forced_sideslip, strain
from ludus.games.circus.state import CAR, TEAM, Chariot, Race, Threat
from ludus.games.circus.track import IN, OUT


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that can be announced. `side` is where it comes from, as the target sees it."""

    kind: str  # "lash", "ram" or "trample"
    target: int
    part: int
    side: int


def attacks(race: Race, chariot: Chariot, factors: int) -> dict[str, Attack]:
    """CM 9.1 to 9.22, 16.5a: what the mover may announce from where it stands."""
    found: dict[str, Attack] = {}
    if factors < ATTACK or chariot.cut_turn == race.turn or chariot.fallen:
        return found
    car = race.track.behind[chariot.square]
    if not may_attack_from(race, chariot, car if chariot.hitched else chariot.square):
        return found
    if chariot.status == "racing" and car not in race.move.attacked:
        for square in race.track.attacks[car]:
            if square in race.occupied:
                there = race.occupied[square]
                add_attacks(race, chariot, car, race.chariots[there >> 1], there & 1, found)
    if chariot.square not in race.move.trampled:
        add_trampling(race, chariot, found)
    more = race.rules.hooks.more_attacks(race, chariot)
    return {**found, **more} if more else found


def may_attack_from(race: Race, chariot: Chariot, rear: int) -> bool:
    """CM 9.1b: not from gray squares in turn 1; QA 14.1: not while on a wreck."""
    if race.turn == 1 and race.track.gray[rear] and chariot.leg == 0:
        return False
    return rear not in race.wrecks and chariot.square not in race.wrecks


def add_attacks(race: Race, chariot: Chariot, car: int, target: Chariot, part: int, found: dict[str, Attack]) -> None:
    """CM 9.21: beside the team its horses are the target; beside the car, the driver or the car."""
    if target.seat == chariot.seat:
        return  # CM 9.1-own
    if not race.rules.gray_targets and race.turn == 1 and race.track.gray[rear_square(race, target)]:
        return  # WEB intro-a
    side = IN if race.track.lane[car] < race.track.lane[target.square] else OUT
    name = target.faction
    if part == TEAM:
        if shielded(target, side):
            return  # CM 9.52c
        found[f"ram {name} horses"] = Attack("ram", target.number, TEAM, side)
        if chariot.whip:
            found[f"lash {name} team"] = Attack("lash", target.number, TEAM, side)
    else:
        found[f"ram {name} car"] = Attack("ram", target.number, CAR, side)
        if chariot.whip and target.driver == "car":
            found[f"lash {name} driver"] = Attack("lash", target.number, CAR, side)


def rear_square(race: Race, chariot: Chariot) -> int:
    return race.car_square(chariot) if chariot.hitched else chariot.square


def add_trampling(race: Race, chariot: Chariot, found: dict[str, Attack]) -> None:
    """CM 16.5a, 16.7c: the team on a dragged man's square, or right behind his empty car."""
    for other in race.chariots:
        if other.driver == "dragged" and other.on_track and other.seat != chariot.seat:
            behind = race.car_square(other)
            place = race.track.behind[behind] if other.hitched else behind
            if chariot.square == place:
                found[f"trample {other.faction} driver"] = Attack("trample", other.number, TEAM, IN)


def threat_of(chariot: Chariot, attack: Attack) -> Threat:
    """The attack as its target has to face it."""
    return Threat(attack.kind, chariot.number, attack.target, attack.part, attack.side, chariot.cdm)


def aim(threat: Threat) -> str:
    """CM 9.21: what it is aimed at, in words."""
    if threat.kind == "lash":
        return "team" if threat.part == TEAM else "driver"
    return "horses" if threat.part == TEAM else "car"


def carry_out(race: Race, table: Table, chariot: Chariot, attack: Attack) -> Phase:
    """CM 9.11, 9.22, 9.3: the factor is spent, the defender reacts, then the attack is resolved."""
    target = race.chariots[attack.target]
    race.move.spent += ATTACK
    if attack.kind not in ("lash", "ram", "trample"):
        yield from race.rules.hooks.carry_out(race, table, chariot, attack)
        return
    if attack.kind == "trample":
        race.move.trampled = (*race.move.trampled, chariot.square)
        trample(race, table, chariot, target)
        return
    race.move.attacked = (*race.move.attacked, race.car_square(chariot))
    threat = threat_of(chariot, attack)
    table.tell(
        "attack",
        {"chariot": chariot.faction, "target": target.faction, "kind": attack.kind, "at": aim(threat)},
        ("CM 9.11", "CM 9.21", "CM 9.22"),
    )
    avoided = yield from defend(race, table, threat)
    if avoided:
        return
    if attack.kind == "ram":
        if attack.part == TEAM:
            ram_horses(race, table, chariot.car, target, attack.side, "CM 9.21")
        else:
            ram_car(race, table, chariot, chariot.cdm, target, attack.side, "CM 9.21")
    elif attack.part == TEAM:
        race.rules.hooks.lash_team(race, table, chariot, target)
    else:
        yield from race.rules.hooks.lash_driver(race, table, chariot, target, attack.side)


def lash_team(race: Race, table: Table, chariot: Chariot, target: Chariot) -> None:
    """CM 9.41: a die each plus CDM; the team loses heart and bolts."""
    dice = race.rules.lash_dice
    own = sum(table.roll(dice, "lash", "CM 9.41a")) + chariot.cdm
    cdm = defending_cdm(race, target)
    against = sum(table.roll(dice, "the lashed team", "CM 9.41a")) + cdm
    succeeded = own > against
    # CM 9.41-limits: no more than the team has left. CM 9.52b: a chariot that cannot move gains nothing.
    owed = heart_lost(own - against)
    lost = min(owed, target.endurance)
    gained = 0 if target.fallen else lost
    if succeeded:
        target.gains += gained
    else:
        target.offered += gained
    table.tell(
        "lash-team",
        {
            "chariot": chariot.faction,
            "target": target.faction,
            "own": own,
            "against": against,
            "endurance_lost": lost,
            "gained": gained,
            "forced": succeeded,
        },
        (
            "CM 9.41a",
            "CM 9.41c" if succeeded else "CM 9.41b",
            *(("CM 9.41-limits",) if lost < owed else ()),
            *(("CM 9.52b",) if gained < lost else ()),
        ),
        (Modifier("attacker's CDM", chariot.cdm), Modifier("defender's CDM", cdm)),
    )
    tire(race, table, target, lost)


def heart_lost(margin: int) -> int:
    """CM 9.41b, 9.41c: the difference; a team that withstands loses one all the same."""
    return max(1, margin)


def lash_driver(race: Race, table: Table, chariot: Chariot, target: Chariot, side: int) -> Phase:
    """CM 9.42a: two dice plus CDM each give the lash factor."""
    cdm = defending_cdm(race, target)
    own = sum(table.roll(2, "lash", "CM 9.42a")) + chariot.cdm
    against = sum(table.roll(2, "the lashed driver", "CM 9.42a")) + cdm
    modifiers = (Modifier("attacker's CDM", chariot.cdm), Modifier("defender's CDM", -cdm))
    yield from strike(race, table, chariot, target, side, lash_factor(own - against), modifiers)


def strike(
    race: Race,
    table: Table,
    chariot: Chariot,
    target: Chariot,
    side: int,
    factor: int,
    modifiers: tuple[Modifier, ...],
) -> Phase:
    """CM 9.42b, 9.43: two dice on the table, and the result at once."""
    roll = sum(table.roll(2, "driver lash", "CM 9.42b"))
    code = driver_lash(roll, factor)
    clause = {"-": "CM 9.43", "S": "CM 9.43-S1", "W": "CM 9.43-W1"}.get(code, f"CM 9.43-{code}")
    table.tell(
        "lash-driver",
        {"chariot": chariot.faction, "target": target.faction, "factor": factor, "roll": roll, "result": code},
        ("CM 9.42a", "CM 9.42b", clause),
        modifiers,
    )
    if code == "B":
        yield from forced_brake(race, table, chariot, target, side, factor)
    elif code == "S":
        yield from swerve(race, table, target, -side)
    elif code == "M":
        lose_movement(table, target)
    elif code == "W":
        yield from wound(race, table, chariot, target, side, factor)
    elif code == "G":
        grab_whip(table, chariot, target)


def forced_brake(race: Race, table: Table, chariot: Chariot, target: Chariot, side: int, factor: int) -> Phase:
    """CM 9.43-B: back one square for two endurance; whoever cannot is wounded instead."""
    if held_fast(target):
        tire(race, table, target, BRAKE_ENDURANCE)
        table.tell("held-fast", {"chariot": target.faction, "endurance": target.endurance}, ("CM 9.43-B", "CM 9.52b"))
    elif can_brake(race, target):
        brake_away(race, table, target, "CM 9.43-B")
    else:
        yield from wound(race, table, chariot, target, side, factor)


def held_fast(target: Chariot) -> bool:
    """CM 9.52b: a dead horse holds it; a forced brake costs its price without the move."""
    return bool(target.fallen) and target.endurance > 0


def swerve(race: Race, table: Table, target: Chariot, direction: int) -> Phase:
    """CM 9.43-S1 to S5: one lane away from the attacker; inwards in a corner it may strain."""
    slid = yield from forced_sideslip(race, table, target, direction, 1, "CM 9.43-S1")
    if slid and direction == IN and target.on_track:
        yield from strain(race, table, target, target.executed)  # CM 9.43-S3


def lose_movement(table: Table, target: Chariot) -> None:
    """CM 9.43-M: a die off the maximum of the next phase."""
    die = table.roll(1, "movement loss", "CM 9.43-M")[0]
    target.loss += die
    table.tell("movement-loss", {"chariot": target.faction, "loss": die}, ("CM 9.43-M",))


def grab_whip(table: Table, chariot: Chariot, target: Chariot) -> None:
    """CM 9.43-G: the attacker's whip is gone; a defender without one keeps it."""
    chariot.whip = False
    kept = not target.whip
    target.whip = True
    table.tell("whip-grabbed", {"chariot": chariot.faction, "by": target.faction, "kept": kept}, ("CM 9.43-G",))


def wound(race: Race, table: Table, chariot: Chariot, target: Chariot, side: int, factor: int) -> Phase:
    """CM 9.43-W1 to W3, 13.1a: a hit box, a movement loss, and in the Advanced Game a critical hit."""
    hurt_driver(race, table, target, 1, "CM 9.43-W1")
    if target.hits == 0:
        flip(race, table, target, "CM 9.43-W3")
        return
    lose_movement(table, target)
    if race.advanced:
        yield from critical(race, table, chariot, target, side, factor)


def critical(race: Race, table: Table, chariot: Chariot, target: Chariot, side: int, factor: int) -> Phase:
    """CM 13.1b: two dice of the defender."""
    result = critical_hit(sum(table.roll(2, "critical hit", "CM 13.1a")))
    table.tell(
        "critical",
        {"chariot": target.faction, "result": result},
        ("CM 13.1a", *dict.fromkeys(("CM 13.1b", CRITICAL_CLAUSE[result]))),
    )
    if result == "pulled from the car":
        chariot.whip = False
        pull_from_car(race, table, target, "CM 13.1-2")
    elif result == "severe wound":
        lower_modifier(target)
    elif result == "arm wound":
        target.arm_wound = True
    elif result == "eye wound":
        target.eye_left = target.eye_left or side == IN
        target.eye_right = target.eye_right or side == OUT
    elif result == "surprise":
        surprise = (Modifier("taken by surprise", -1),)
        yield from strike(race, table, chariot, target, side, lash_factor(factor - 1), surprise)
    elif result == "deep wound":
        hurt_driver(race, table, target, 1, "CM 13.1-7")
        if target.hits == 0:
            flip(race, table, target, "CM 9.43-W3")
    elif result == "tug of war":
        tug_of_war(race, table, chariot, target)


CRITICAL_CLAUSE = {
    "pulled from the car": "CM 13.1-2",
    "severe wound": "CM 13.1-3",
    "arm wound": "CM 13.1-4",
    "eye wound": "CM 13.1-5",
    "surprise": "CM 13.1-6",
    "deep wound": "CM 13.1-7",
    "none": "CM 13.1b",
    "tug of war": "CM 13.1-12",
}


def tug_of_war(race: Race, table: Table, chariot: Chariot, target: Chariot) -> None:
    """CM 13.1-12: two dice plus open hit boxes; the loser leaves his car, and the whip is lost anyway."""
    own = sum(table.roll(2, "tug of war", "CM 13.1-12")) + chariot.hits
    against = sum(table.roll(2, "tug of war, defender", "CM 13.1-12")) + target.hits
    chariot.whip = False
    table.tell(
        "tug-of-war",
        {"chariot": chariot.faction, "target": target.faction, "own": own, "against": against},
        ("CM 13.1-12",),
    )
    if own != against:
        pull_from_car(race, table, target if own > against else chariot, "CM 13.1-12")


def trample(race: Race, table: Table, chariot: Chariot, target: Chariot) -> None:
    """CM 16.5b: the car ram table, doubled wheel damage on the dragged man's boxes; he has no defence."""
    dice = table.roll(3, "ramming a dragged driver", "CM 16.5b")
    _, hurts = car_ram(sum(dice) + chariot.skill)
    hits = 2 * wheel_damage(sum(table.roll(2, "his injuries", "CM 16.5b"))) if hurts else 0
    table.tell(
        "trampled",
        {"chariot": chariot.faction, "target": target.faction, "hits": min(hits, target.hits)},
        ("CM 16.5a", "CM 16.5b", "QA 16.5"),
        (Modifier("attacker's CDM", chariot.skill),),
    )
    if hits:
        hurt_driver(race, table, target, hits, "CM 16.5b")
        if target.hits == 0:
            kill_driver(table, target, "rammed while dragged", "CM 16.5b")
