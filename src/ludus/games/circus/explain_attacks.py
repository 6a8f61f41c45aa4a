"""Attacks and defence: the odds of every outcome, for both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Choice, Decision
from ludus.games.circus.attack import Attack, aim, held_fast, threat_of
from ludus.games.circus.charts import ATTACK, BRAKE_ENDURANCE
from ludus.games.circus.explain_strain import at, endurance_words, strain_here, strain_words
from ludus.games.circus.explain_words import Answer, answer, count, named, rounded
from ludus.games.circus.finish import would_finish
from ludus.games.circus.horses import nearest_horse, shielded
from ludus.games.circus.logs import current_speed, defending_cdm
from ludus.games.circus.odds import (
    BRAKES,
    DEAD,
    FLIPS,
    HELD_FAST,
    HORSE_DEAD,
    NOTHING,
    PULLED_OUT,
    SWERVES,
    SWERVES_INTO,
    SWERVES_STRAINING,
    UNHURT,
    WOUNDED,
    Car,
    Lashed,
    Odds,
    Sides,
    defence_odds,
    falling_car_odds,
    gathered,
    lash_odds,
    lash_team_odds,
    ram_car_odds,
    ram_horses_odds,
    trample_odds,
)
from ludus.games.circus.reactions import blockers, can_brake, evasion_price, ways_out
from ludus.games.circus.state import CAR, TEAM, Chariot, Race, Threat
from ludus.games.circus.track import IN, OUT, WALL
from ludus.games.circus.wheels import wheels
from ludus.games.circus.wrecks import struck_horse

HARMLESS: Odds = {NOTHING: 1.0}

# -- what a threat does ------------------------------------------------------------------------------


def threat_odds(race: Race, threat: Threat) -> Sides:
    """What happens to the target and to the attacker when nobody gets out of the way."""
    attacker, target = race.chariots[threat.attacker], race.chariots[threat.target]
    cdm = defending_cdm(race, target)
    if threat.kind == "lash":
        if threat.part == TEAM:
            return Sides(_team_lashed(race, target, threat.cdm, cdm), {})
        return lash_odds(threat.cdm, cdm, _under_the_lash(race, attacker, target, threat.side))
    if threat.kind == "wreck":
        sides = (threat.side,) if threat.side else (IN, OUT)  # QA 12.4: from above, left or right by the die
        return Sides(_mixed([_struck(race, attacker, target, threat, side) for side in sides]), {})
    if threat.kind == "swerve" and _meets_with(race, threat) == TEAM:
        # CM 9.61a: a team that is thrown against a car hurts only itself.
        return Sides(HARMLESS, _rammed_horse(attacker, nearest_horse(attacker, -threat.side), target.car))
    if threat.part == TEAM:
        horse = None if shielded(target, threat.side) else nearest_horse(target, threat.side)
        return Sides(_rammed_horse(target, horse, attacker.car), {})
    return ram_car_odds(threat.cdm, cdm, _car(attacker, -threat.side), _car(target, threat.side))


def _car(chariot: Chariot, side: int) -> Car:
    """Its wheel on that side is hit."""
    left, right = wheels(chariot)
    return Car(chariot.car, left, right) if side == IN else Car(chariot.car, right, left)


def _rammed_horse(chariot: Chariot, horse: int | None, car: str) -> Odds:
    return HARMLESS if horse is None else ram_horses_odds(car, chariot.horses[horse])


def _struck(race: Race, flipped: Chariot, target: Chariot, threat: Threat, side: int) -> Odds:
    """CM 12.4a: a wreck falls on a team or a car."""
    if threat.part == TEAM:
        return _rammed_horse(target, struck_horse(target, side, above=not threat.side), flipped.car)
    return falling_car_odds(defending_cdm(race, target), flipped.car, _car(target, side))


def _mixed(cases: list[Odds]) -> Odds:
    """Each case as likely as the others."""
    return gathered((word, chance / len(cases)) for case in cases for word, chance in case.items())


def _meets_with(race: Race, threat: Threat) -> int:
    """Which part of a swerving chariot meets the target; its car comes first, and is gone once it has flipped."""
    forced = race.chariots[threat.attacker]
    if not forced.on_track:
        return TEAM
    beside = race.track.slip[-threat.side][forced.square]
    met = [
        own
        for other, part, own in blockers(race, forced, beside)
        if (other.number, part) == (threat.target, threat.part)
    ]
    return met[0] if met else CAR if threat.part == TEAM else TEAM


def _team_lashed(race: Race, target: Chariot, attacker_cdm: int, cdm: int) -> Odds:
    odds = lash_team_odds(attacker_cdm, cdm, race.rules.lash_dice)
    return gathered((_team_word(target, forced, owed), chance) for (forced, owed), chance in sorted(odds.items()))


def _team_word(target: Chariot, forced: bool, owed: int) -> str:
    lost = min(owed, target.endurance)
    if not lost:
        return NOTHING
    if target.fallen:
        return f"loses {lost} endurance"
    return f"bolts by {lost}" if forced else "withstands"


def _under_the_lash(race: Race, attacker: Chariot, target: Chariot, side: int) -> Lashed:
    brake = HELD_FAST if held_fast(target) else BRAKES if can_brake(race, target) else WOUNDED
    return Lashed(target.hits, attacker.hits, brake, _swerve(race, target, -side), race.advanced)


def _swerve(race: Race, target: Chariot, direction: int) -> str:
    """CM 9.43-S1 to S5, 9.52b: what a swerve would come to."""
    if target.fallen:
        return NOTHING
    square = race.track.slip[direction][target.square]
    if square == WALL:
        return FLIPS
    if blockers(race, target, square):
        return SWERVES_INTO
    strains = direction == IN and strain_here(race, at(target, square, target.leg), target.executed)
    return SWERVES_STRAINING if strains else SWERVES


# -- attacking ---------------------------------------------------------------------------------------


CLAUSES = {"horses": "CM 9.5", "car": "CM 9.54", "team": "CM 9.41a", "driver": "CM 9.42a"}
VERBS = {"ram": "Ram", "lash": "Lash"}


def explain_attack(race: Race, chariot: Chariot, choice: Choice, attack: Attack) -> Answer:
    target = race.chariots[attack.target]
    name = named(target)
    if attack.kind == "trample":
        odds = trample_odds(chariot.skill, target.hits)
        outlook = _outlook("trample", "driver", Sides(odds, {}), target=target.faction)
        outlook["defence"] = {"may": [], "success": 0.0}
        hint = [f"{count(ATTACK, 'factor')}, no defence", _odds_words(odds)]
        clause, label = "CM 16.5b", f"Trample {name}'s driver"
    else:
        threat = threat_of(chariot, attack)
        sides, what = threat_odds(race, threat), aim(threat)
        outlook = _outlook(attack.kind, what, sides, target=target.faction)
        outlook["defence"] = defence(race, threat)
        success = outlook["defence"]["success"]
        escape = f"gets away {percent(success)} if he tries, else " if success else ""
        hint = [count(ATTACK, "factor"), escape + _odds_words(sides.target), _own_words(sides.attacker)]
        clause, label = CLAUSES[what], f"{VERBS[attack.kind]} {name}'s {what}"
    return answer(choice, label, hint, clause=clause, cost=ATTACK, to=race.track.name(chariot.square), attack=outlook)


def defence(race: Race, threat: Threat) -> dict[str, Any]:
    """CM 9.3, 9.32, 15.25a: the ways open to the target, and its chance to win the contest."""
    target = race.chariots[threat.target]
    may = ways_out(race, threat)
    if not may or target.runaway:
        return {"may": may, "success": float(bool(may))}
    return {"may": may, "success": round(defence_odds(threat.cdm, defending_cdm(race, target)), 4)}


def _outlook(kind: str, at: str, sides: Sides, **who: str) -> dict[str, Any]:
    outlook: dict[str, Any] = {**who, "kind": kind, "at": at, "odds": rounded(sides.target)}
    if sides.attacker:
        outlook["self"] = rounded(sides.attacker)
    return outlook


def _odds_words(odds: Mapping[str, float]) -> str:
    """The likeliest results, and the gravest that ends a race."""
    likely = sorted(odds, key=lambda word: -odds[word])[:3]
    grave = [word for word in odds if word in GRAVE and word not in likely and odds[word] >= WORTH_A_WORD]
    return ", ".join(f"{word} {percent(odds[word])}" for word in (*likely, *grave) if odds[word])


GRAVE = (FLIPS, PULLED_OUT, HORSE_DEAD, DEAD)
WORTH_A_WORD = 0.01


def _own_words(odds: Mapping[str, float]) -> str:
    harm = {word: chance for word, chance in odds.items() if word not in (UNHURT, NOTHING) and chance}
    return "you: " + ", ".join(f"{word} {percent(chance)}" for word, chance in harm.items()) if harm else ""


# -- defending ---------------------------------------------------------------------------------------


def explain_defence(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    """CM 9.3: hold, or try to get away; a runaway that may evade just does it."""
    threat = race.threat
    assert threat is not None
    sides = threat_odds(race, threat)
    faced = _outlook(threat.kind, aim(threat), sides, attacker=race.chariots[threat.attacker].faction)
    answers = []
    for choice in decision:
        if choice == "hold":
            hint = [_odds_words(sides.target), _his_words(sides.attacker)]
            answers.append(answer(choice, "Hold", hint, clause="CM 9.3a", threat=faced))
        elif choice == "avoid":
            chances = defence(race, threat)
            ways = " or ".join(WAYS[way] for way in chances["may"])
            hint = [f"{percent(chances['success'])} to {ways}", f"else {_odds_words(sides.target)}"]
            answers.append(answer(choice, "Try to get away", hint, clause="CM 9.32", threat=faced, **chances))
        else:
            answers.append({**_way_out(race, chariot, str(choice)), "success": 1.0, "threat": faced})
    return answers


WAYS = {"evade in": "evade inside", "evade out": "evade outside", "brake": "brake"}


def _his_words(odds: Mapping[str, float]) -> str:
    return _own_words(odds).replace("you:", "the attacker:")


def explain_avoiding(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    return [_way_out(race, chariot, str(choice)) for choice in decision]


def _way_out(race: Race, chariot: Chariot, choice: str) -> Answer:
    if choice == "brake":
        return _brake_away(race, chariot)
    if choice in ("evade in", "evade out"):
        return _evade(race, chariot, choice, IN if choice == "evade in" else OUT)
    assert race.threat is not None
    odds = threat_odds(race, race.threat).target
    return answer(choice, "Hold after all", [_odds_words(odds)], clause="CM 9.3a", cost=0)


def _brake_away(race: Race, chariot: Chariot) -> Answer:
    """CM 6.62a."""
    paid = min(BRAKE_ENDURANCE, chariot.endurance)
    to = race.track.name(race.track.behind[chariot.square])
    hint = [endurance_words(chariot, paid), f"back to {to}"]
    return answer("brake", "Brake back a square", hint, clause="CM 9.3b", cost=0, endurance=paid, to=to, strain=None)


def _evade(race: Race, chariot: Chariot, choice: str, direction: int) -> Answer:
    """CM 9.31 to 9.312: paid for in the next phase; inwards it may strain."""
    track = race.track
    price = evasion_price(direction)
    owed = f"{count(price, 'factor')} off your next move"
    label = f"Evade {'inside' if direction == IN else 'outside'}"
    if would_finish(race, chariot):
        hint = [owed, "over the finish line"]
        return answer(choice, label, hint, clause="CM 9.3c", cost=price, to=None, finish=True, strain=None)
    step = track.ahead[chariot.square]
    target = track.change[direction][step]
    there = at(chariot, target, chariot.leg + (track.section[step] != track.section[chariot.square]))
    strain = strain_here(race, there, current_speed(race, chariot)) if direction == IN else None
    to = None if strain else track.name(target)
    hint = [owed, f"to {track.name(target)}", strain_words(strain)]
    return answer(
        choice,
        f"{label} to lane {track.lane[target]}",
        hint,
        clause="CM 9.3c",
        cost=price,
        path=[track.name(target)],
        to=to,
        strain=strain,
    )
