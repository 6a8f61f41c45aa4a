"""Wrecks in the way, and men out of their cars."""

from __future__ import annotations

from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Decision, Range
from ludus.core.dice import ScriptedDice
from ludus.core.table import QuietTable
from ludus.games.circus.attack import rear_square
from ludus.games.circus.drivers import foot_steps, step_on_foot
from ludus.games.circus.explain_strain import endurance_words, tired
from ludus.games.circus.explain_words import Answer, answer, count, rounded
from ludus.games.circus.logs import base_speed, total_speed
from ludus.games.circus.odds import cut_odds, jolt_odds, jump_odds, loose_odds, strain_odds
from ludus.games.circus.state import Chariot, Race

# -- jumps -------------------------------------------------------------------------------------------


def cleared(race: Race, chariot: Chariot, wreck: int) -> bool:
    """CM 14.2c: its last part stands just beyond."""
    return race.track.ahead[wreck] == rear_square(race, chariot)


def clears(race: Race, chariot: Chariot, wreck: int, factors: int) -> bool:
    """CM 14.2d: whether it can still get beyond, straight on."""
    twin = chariot.copy()
    for _ in range(factors):
        twin.square = race.track.ahead[twin.square]
        if twin.square in race.occupied:
            return False
        if cleared(race, twin, wreck):
            return True
    return False


def jump_outlook(race: Race, chariot: Chariot, unpaid: int) -> dict[str, Any]:
    """CM 14.3: the roll with so much not paid, and the chance that it ends in a flip, one way or another."""
    odds = jump_odds(chariot.skill, unpaid)
    flips = 0.0
    if chariot.hitched:
        points = total_speed(race, chariot) - 1
        danger = strain_odds(points, chariot.skill)["FP"] if points > 0 else 0.0
        wheels = jolt_odds(chariot.left_wheel, chariot.right_wheel)
        flips = odds.get("flip", 0.0) + odds.get("danger", 0.0) * danger + odds.get("car", 0.0) * wheels
    return {"odds": rounded(odds), "flips": round(flips, 4)}


def jump_words(jump: dict[str, Any]) -> str:
    return f"{percent(jump['odds'].get('none', 0.0))} clean, {percent(jump['flips'])} flip"


def explain_paying(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    """CM 14.2b: what is not paid of the die makes the roll worse."""
    assert isinstance(decision, Range)
    _, die, extra = race.move.jumps[-1]
    answers = []
    for paid in range(decision.low, decision.high + 1):
        jump = jump_outlook(race, tired(race, chariot, paid), die - paid + extra)
        hint = [endurance_words(chariot, paid) if paid else "", jump_words(jump)]
        label = f"Pay {paid} of {die} endurance" if paid else "Pay nothing"
        answers.append(answer(paid, label, hint, endurance=paid, unpaid=die - paid, **jump))
    return answers


# -- dead horses and dragged men -----------------------------------------------------------------------


def explain_cutting(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    """CM 9.53a."""
    speed = base_speed(race, chariot)
    success = cut_odds(chariot.alive, chariot.cdm, speed)
    price = f"{count(chariot.alive, 'die', 'dice')} less your CDM, paid from {count(speed, 'factor')}"
    return [
        answer(choice, "Cut the dead horse free", [percent(success), price], success=round(success, 4))
        if choice == "cut"
        else answer(choice, "Wait", ["you stand still this turn"])
        for choice in decision
    ]


def explain_loosing(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    """CM 16.2a, 16.3."""
    success = loose_odds(chariot.hits, chariot.cdm)
    return [
        answer(choice, "Cut yourself free", [percent(success), "then on foot"], success=round(success, 4))
        if choice == "cut"
        else answer(choice, "Hang on", ["dragged on, and over the line if the horses get there"])
        for choice in decision
    ]


DIRECTIONS = {"forward": "forward", "back": "back", "in": "inwards", "out": "outwards"}


def explain_walking(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    """CM 17.2, 17.3a."""
    ways = foot_steps(race, chariot)
    answers = []
    for choice in decision:
        if choice == "stay":
            name = race.track.name(chariot.man)
            answers.append(answer(choice, "Stay where you are", [name], to=name))
            continue
        square = ways[str(choice)]
        name = race.track.name(square)
        climb = climb_odds(race, chariot, square)
        hint = [f"to {name}", f"{percent(climb)} to climb the wall to safety" if climb else ""]
        way, *which = str(choice).split()
        label = " ".join(("Run", DIRECTIONS[way], *(f"({number})" for number in which)))
        answers.append(answer(choice, label, hint, to=name, climb=round(climb, 4)))
    return answers


def climb_odds(race: Race, chariot: Chariot, square: int) -> float:
    """CM 17.3a: that this step brings the man to safety."""
    safe = 0
    for die in range(1, 7):
        twin = chariot.copy()
        step_on_foot(race, QuietTable(ScriptedDice((die,)), []), twin, square)
        safe += twin.driver == "safe"
    return safe / 6
