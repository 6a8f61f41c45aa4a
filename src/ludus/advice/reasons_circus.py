"""Why a driver would answer so, by question of the circus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.core.chance import percent

Told = Mapping[str, Any]


def build(decision: Told, answer: Told, default: Told, position: Told) -> str:
    driver, car, speed, endurance = answer["choice"]
    if car >= 2:
        return "A heavy car takes what comes and deals out more than it gets."
    if speed >= 2 and driver >= 2:
        return "A fast team wins races, and a good driver brings it through the corners."
    if endurance >= 2:
        return "Endurance pays for whip and corners long after the others are spent."
    return "A build without a weak side, good to learn with."


def speed(decision: Told, answer: Told, default: Told, position: Told) -> str:
    chosen, usual = answer["choice"], default["choice"]
    strain = _own_corner(answer)
    if chosen < usual and _own_corner(default):
        return f"At {usual} the corner ahead costs too much; this much slower your team gets round in better order."
    if strain and strain.get("endurance"):
        flips = strain.get("flips", 0)
        risk = f" and a {percent(flips)} risk to flip" if flips else ""
        return f"Fast for the corner ahead: {strain['endurance']} endurance{risk} are worth the time it saves."
    if chosen < usual:
        return "A little slower, so that the next corner finds you in the right place."
    if chosen > usual:
        return "The road ahead is good for more than last turn's speed."
    return "As fast as your team goes: nothing ahead asks for less."


def whip(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if answer["choice"] == "no":
        return "The squares it brings are not worth the endurance here."
    return "The extra squares are worth their endurance, and your team has enough of it."


def step(decision: Told, answer: Told, default: Told, position: Told) -> str:
    choice = str(answer["choice"])
    if answer.get("attack"):
        return "From here the attack does him more harm than it costs you."
    if choice.startswith("brake"):
        return "Better to lose a little speed here than to strain your team in front of you."
    strain = answer.get("strain")
    if strain and strain.get("flips"):
        return f"All ways on have their price; this one flips in {percent(strain['flips'])} and is the best of them."
    if choice.startswith(("in", "slip in")):
        return "The inner lanes are the shorter way round."
    if choice.startswith(("out", "slip out")):
        return "Further out the road is free, and corners are safe at a higher speed."
    if _squares(answer) < _squares(default):
        return "Only so far: from there a better way opens than straight on."
    return "The road ahead is free: no endurance lost, and every square counts."


def _squares(answer: Told) -> int:
    """Straight on, how far; 0 for anything else."""
    way, _, squares = str(answer["choice"]).partition(" ")
    return int(squares) if way == "forward" and squares.isdecimal() else 0


def defend(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if answer["choice"] == "hold":
        return "Getting away would cost more than the blow is likely to."
    chance = answer.get("success")
    return f"You get away in {percent(chance)} of such attacks." if chance else "Better to get away than to be hit."


def avoid(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if str(answer["choice"]).startswith("brake"):
        return "A square back costs a little endurance and nothing else."
    return "There is room on that side, and it costs least."


def take(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if answer["choice"] == 0:
        return "More speed would cost more in what lies ahead than it brings."
    return "The lash has driven them on: these squares come cheap."


def _own_corner(answer: Told) -> Told | None:
    corner = answer.get("corner")
    if not corner:
        return None
    return next((each for each in corner["lanes"] if each["lane"] == corner["own"]), None)


REASONS = {
    "build": build,
    "speed": speed,
    "whip": whip,
    "step": step,
    "defend": defend,
    "avoid": avoid,
    "take": take,
}
