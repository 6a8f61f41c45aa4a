"""The steward carries out a driver's standing orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Decision, Range
from ludus.core.orders import Obeyed, Orders
from ludus.games.circus.attack import aim, attacks
from ludus.games.circus.charts import ATTACK
from ludus.games.circus.explain_attacks import GRAVE, explain_attack, threat_odds
from ludus.games.circus.explain_speed import Road
from ludus.games.circus.explain_strain import announced, at, strain_in
from ludus.games.circus.explain_words import Answer, named
from ludus.games.circus.finish import would_finish
from ludus.games.circus.logs import left, to_spend, total_speed
from ludus.games.circus.odds import GRABS_WHIP, NOTHING, UNHURT, whip_odds
from ludus.games.circus.orders import ANYBODY, ASK, DEFENCES
from ludus.games.circus.reactions import corner_leg, ways_out
from ludus.games.circus.state import Chariot, Race, Threat
from ludus.games.circus.steps import FORWARD

HARMLESS = (NOTHING, UNHURT, GRABS_WHIP, "withstands")


def obey_orders(race: Race, decision: Decision, orders: Orders) -> Obeyed | None:
    """The answer, and what everybody may read about it. What the orders themselves say stays the driver's secret."""
    steward = STEWARDS.get(decision.name)
    if steward is None:
        return None
    chariot = next(each for each in race.chariots if each.faction == decision.about)
    return steward(race, chariot, decision, orders)


# -- speed ---------------------------------------------------------------------------------------------


def write_speed(race: Race, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
    assert isinstance(decision, Range)
    how = orders["speed"]
    if how == ASK:
        return None
    speed = decision.default if how == "default" else decision.high
    if how == "fixed":
        speed = min(int(orders["speed_number"]), decision.high)
    elif how == "safe":
        taken = chariot.offered if orders["take"] == "all" else 0
        speed = safe_speed(race, chariot, decision, orders["strain"], taken)
    # Speeds are secret; a note would tell them.
    return Obeyed(speed, "")


def safe_speed(race: Race, chariot: Chariot, decision: Range, most: int, taken: int = 0) -> int:
    """CM 7.2: the highest speed that brings the chariot into no corner with more strain in its lane than this."""
    road = Road(race, chariot)
    lane = race.track.lane[chariot.square]
    for written in range(decision.high, decision.low, -1):
        future, own = announced(race, chariot, written=written, take=taken)
        if road.corner is None or to_spend(future, own) < road.corner:
            return written
        strain = strain_in(future, own, total_speed(future, own), road.corner_leg, lane)
        if strain is None or strain["points"] <= most:
            return written
    return decision.low


# -- moving --------------------------------------------------------------------------------------------


def take_factors(race: Race, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
    assert isinstance(decision, Range)
    if orders["take"] == ASK:
        return None
    if orders["take"] == "none":
        return Obeyed(decision.low, f"{named(chariot)} takes none of the offered factors.")
    return Obeyed(decision.high, f"{named(chariot)} takes all of the offered factors.")


def use_whip(race: Race, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
    if orders["whip"] == ASK:
        return None
    if orders["whip"] == "straight" and whip_is_safe(race, chariot, orders["whip_keep"]):
        return Obeyed("whip", f"{named(chariot)} whips the team.")
    return Obeyed("no", f"{named(chariot)} does not whip.")


def whip_is_safe(race: Race, chariot: Chariot, keep: int) -> bool:
    """Whether even the highest throw ends before the next corner, with that much endurance left."""
    if chariot.endurance - max(whip_odds(chariot.endurance, chariot.arm_wound)) < keep:
        return False
    corner = Road(race, chariot).corner
    return corner is None or to_spend(*announced(race, chariot, whip_die=6)) < corner


def step(race: Race, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
    if orders["attack"] != "never":
        attack = seek_attack(race, chariot, decision, orders)
        if attack is not None:
            return attack
    if orders["move"] == ASK:
        return None
    return Obeyed(decision.default, f"{named(chariot)} drives on.")


def seek_attack(race: Race, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
    """The best attack from here; or, where the orders drive on, from the first square on the way that has one."""
    factors = left(race, chariot)
    best = best_attack(race, chariot, factors, orders)
    if best is not None and best["choice"] in decision:
        return Obeyed(best["choice"], f"{named(chariot)} attacks. {best['label']}.")
    way = FORWARD.get(str(decision.default), 0) if orders["move"] != ASK else 0
    there = chariot
    for run in range(1, min(way, factors - ATTACK) + 1):
        if would_finish(race, there):
            break
        ahead = race.track.ahead[there.square]
        there = at(chariot, ahead, there.leg + (race.track.section[ahead] != race.track.section[there.square]))
        if best_attack(race, there, factors - run, orders) is not None:
            return Obeyed(f"forward {run}", f"{named(chariot)} drives up to a rival.")
    return None


def best_attack(race: Race, chariot: Chariot, factors: int, orders: Orders) -> Answer | None:
    """The permitted attack that harms most likely, if the odds are as ordered."""
    best, best_chance = None, 0.0
    for choice, attack in attacks(race, chariot, factors).items():
        target = race.chariots[attack.target]
        means = choice.replace(f" {target.faction} ", " ")
        if means not in orders["means"] or (orders["attack"] == "some" and target.faction not in orders["targets"]):
            continue
        answer = explain_attack(race, chariot, choice, attack)
        outlook = answer["attack"]
        his, own = harm(outlook["odds"]), harm(outlook.get("self", {}))
        chance = his * (1 - outlook["defence"]["success"])
        fair = orders["odds"] == "any" or own < his
        if fair and 100 * chance >= orders["chance"] and (best is None or chance > best_chance):
            best, best_chance = answer, chance
    return best


def harm(odds: Mapping[str, float]) -> float:
    return sum(chance for word, chance in odds.items() if word not in HARMLESS)


# -- defence -------------------------------------------------------------------------------------------


def defend(race: Race, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
    """CM 9.3: hold, or try what is ordered as far as it is possible."""
    threat = race.threat
    assert threat is not None
    do = ordered_defence(race, chariot, threat, orders)
    if do == ASK:
        return None
    open_ways = ways_out(race, threat)
    way = next((way for way in DEFENCES[do] if way in open_ways), "hold")
    # Only a driver has to win the contest first; then he is asked how he gets away.
    choice = way if way in decision else "avoid"
    return Obeyed(choice, f"{named(chariot)} {_deed(choice, way)} {_against(race, threat)}.")


def ordered_defence(race: Race, chariot: Chariot, threat: Threat, orders: Orders) -> str:
    for rule in orders["defence"]:
        if _fits(race, chariot, threat, rule):
            return str(rule["do"])
    return str(orders["otherwise"])


def _fits(race: Race, chariot: Chariot, threat: Threat, rule: Mapping[str, Any]) -> bool:
    if rule["against"] not in (ANYBODY, race.chariots[threat.attacker].faction):
        return False
    if rule["kind"] not in ("any", threat.kind):
        return False
    stake, percent = rule["stake"], int(rule["percent"])
    if stake == "wreck":
        return 100 * wreck_risk(race, threat) > percent
    if stake == "harm":
        return 100 * harm(threat_odds(race, threat).target) > percent
    if stake == "corner":
        return corner_near(race, chariot, rule["squares"])
    return stake == "always" or chariot.endurance < int(rule["endurance"])


def wreck_risk(race: Race, threat: Threat) -> float:
    """By the exact odds, for whoever holds: that the car, a horse or the driver is lost."""
    return sum(chance for word, chance in threat_odds(race, threat).target.items() if word in GRAVE)


def corner_near(race: Race, chariot: Chariot, squares: int) -> bool:
    if corner_leg(race, chariot) is not None:
        return True
    square = chariot.square
    for _ in range(squares):
        square = race.track.ahead[square]
        if race.track.corner[square]:
            return True
    return False


def _deed(choice: str, way: str) -> str:
    if choice == "hold":
        return "holds"
    doing = {"brake": "brake", "evade in": "evade inside", "evade out": "evade outside"}[way]
    return f"tries to {doing}" if choice == "avoid" else f"chooses to {doing}"


def _against(race: Race, threat: Threat) -> str:
    attacker = named(race.chariots[threat.attacker])
    what = f"{threat.kind} at the {aim(threat)}" if threat.kind in ("lash", "ram") else threat.kind
    risk = f", with a risk of {percent(wreck_risk(race, threat))} to lose car, horse or driver"
    return f"against {attacker}'s {what}{risk}"


# -- everything else -----------------------------------------------------------------------------------


def cut(race: Race, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
    if orders["cut"] == ASK:
        return None
    tries = orders["cut"] == "cut"
    return Obeyed(orders["cut"], f"{named(chariot)} {'tries to cut the dead horse free' if tries else 'waits'}.")


def rest(race: Race, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
    if orders["rest"] == ASK:
        return None
    return Obeyed(decision.default, f"{named(chariot)}: {decision.prompt} The usual answer.")


STEWARDS: dict[str, Callable[[Race, Chariot, Decision, Orders], Obeyed | None]] = {
    "speed": write_speed,
    "take": take_factors,
    "whip": use_whip,
    "step": step,
    "defend": defend,
    "avoid": defend,
    "cut": cut,
    "pay": rest,
    "injury": rest,
    "loose": rest,
    "walk": rest,
}
