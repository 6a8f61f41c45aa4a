"""Corner checks before they are made, and the speed before it is told."""

from __future__ import annotations

from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Choice, Decision
from ludus.core.dice import ScriptedDice
from ludus.core.event import Modifier
from ludus.core.table import QuietTable
from ludus.games.circus.charts import WHEEL_CHECK_SPEED
from ludus.games.circus.explain_words import count
from ludus.games.circus.logs import tire, total_speed
from ludus.games.circus.odds import strain_odds, wheel_off_odds
from ludus.games.circus.phase import start_phase
from ludus.games.circus.reactions import beyond_endurance, corner_leg, strain_due, strain_price
from ludus.games.circus.state import Chariot, Race

Strain = dict[str, Any]

SILENT = QuietTable(ScriptedDice(()), [])  # for what needs no dice
FLIP = {"-": 0.0, "S": 0.0, "SS": 0.0, "J": 0.0, "LH": 0.0, "RH": 0.0, "FP": 1.0}


def at(chariot: Chariot, square: int, leg: int) -> Chariot:
    """The chariot as if it stood there."""
    twin = chariot.copy()
    twin.square, twin.leg = square, leg
    return twin


def strain_here(race: Race, chariot: Chariot, speed: int) -> Strain | None:
    """The check that is due where the chariot stands, if there is one."""
    leg = corner_leg(race, chariot)
    return None if leg is None else strain_in(race, chariot, speed, leg, race.track.lane[chariot.square])


def strain_in(race: Race, chariot: Chariot, speed: int, leg: int, lane: int) -> Strain | None:
    """The check that this lane of the corner brings."""
    points = strain_due(race, chariot, speed, leg, lane)
    if not points:
        return None
    price = strain_price(chariot, leg, points)
    unpaid = beyond_endurance(race, chariot, price)
    return {
        "lane": lane,
        "safe": race.rules.hooks.safe_speed(race, lane),
        "speed": speed,
        "points": points,
        "endurance": price,
        "unpaid": unpaid,
        # A damaged wheel is checked first; the odds are those of a car that comes through.
        "wheels": corner_wheel_odds(race, chariot),
        "odds": dict(FLIP) if unpaid else strain_chances(race, chariot, points, price),
    }


def strain_chances(race: Race, chariot: Chariot, points: int, price: int) -> dict[str, float]:
    """CM 7.3: the payment comes before the dice, and may cost the last endurance and with it a point of CDM."""
    skill = tired(race, chariot, price).skill
    return {code: round(chance, 4) for code, chance in strain_odds(points, skill).items()}


def tired(race: Race, chariot: Chariot, endurance: int) -> Chariot:
    """The chariot as if it had paid so much."""
    if endurance < chariot.endurance:
        return chariot
    twin = chariot.copy()
    tire(race, SILENT, twin, endurance)
    return twin


def corner_wheel_odds(race: Race, chariot: Chariot) -> float:
    """CM 7.41b: that a wheel comes off when the strain begins."""
    if chariot.number in race.move.wheel_checked:
        return 0.0
    return round(wheel_off_odds(chariot.left_wheel, chariot.right_wheel), 4)


def speed_wheel_odds(race: Race, chariot: Chariot) -> float:
    """CM 7.41a: that a wheel comes off because of the speed that is told now."""
    if total_speed(race, chariot) < WHEEL_CHECK_SPEED:
        return 0.0
    return round(wheel_off_odds(chariot.left_wheel, chariot.right_wheel), 4)


def strain_words(strain: Strain | None) -> str:
    if strain is None:
        return ""
    if strain["unpaid"]:
        return f"strains by {strain['points']} without the endurance: you flip"
    wheels = f", a wheel comes off {percent(strain['wheels'])}" if strain["wheels"] else ""
    odds = strain["odds"]
    return (
        f"strains by {strain['points']} for {strain['endurance']} endurance{wheels}, "
        f"{percent(odds['-'])} clean, {percent(odds['FP'])} flip"
    )


def endurance_words(chariot: Chariot, price: int) -> str:
    """What is left after paying."""
    left = max(0, chariot.endurance - price)
    return f"{count(price, 'endurance', 'endurance')}, {left or 'none'} left"


# -- the speed of a phase ------------------------------------------------------------------------------


class _Told(Exception):
    """The moment has come."""


class _UntilTheSpeed(QuietTable):
    """A table that stops the script when the speed of the phase is told."""

    __slots__ = ()

    def tell(
        self,
        kind: str,
        data: Any,
        clauses: tuple[str, ...],
        modifiers: tuple[Modifier, ...] = (),
        seats: tuple[int, ...] | None = None,
    ) -> None:
        if kind == "speed":
            raise _Told


def announced(
    race: Race,
    chariot: Chariot,
    *,
    written: int | None = None,
    dead_start: int = 1,
    whip_die: int | None = None,
    until: str = "",
    **answers: Choice,
) -> tuple[Race, Chariot]:
    """The race as it stands when this chariot's speed is told (or it is asked for `until`), before any check.

    It is the engine's own start of the phase, on a copy; questions are answered as given, or else by their default.
    """
    future, own = race.apart(chariot)
    future.mover = own.number
    if written is not None:
        own.written = written
    dice = [dead_start] if race.turn == 1 else []
    if whip_die is not None:
        dice.append(whip_die)
        answers["whip"] = "whip"
    script = start_phase(future, _UntilTheSpeed(ScriptedDice(dice), []), own)
    try:
        ask = next(script)
        while True:
            assert isinstance(ask, Decision)
            if ask.name == until:
                break
            ask = script.send(answers.get(ask.name, ask.default))
    except _Told:
        pass
    return future, own
