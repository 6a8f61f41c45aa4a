"""Written speeds, lash factors taken and whips: what speed comes of them, and what that risks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Decision, Range
from ludus.games.circus.explain_strain import (
    Strain,
    announced,
    endurance_words,
    speed_wheel_odds,
    strain_here,
    strain_in,
    strain_words,
)
from ludus.games.circus.explain_words import Answer, answer, count, named, span
from ludus.games.circus.finish import would_finish
from ludus.games.circus.logs import base_speed, to_spend, total_speed
from ludus.games.circus.odds import cut_odds, whip_odds
from ludus.games.circus.reactions import corner_leg
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.steps import MOST

CALM = {"points": 0, "endurance": 0, "unpaid": False, "wheels": 0.0, "odds": {"-": 1.0}}


class Road:
    """What lies straight ahead in the present lane, as things stand."""

    def __init__(self, race: Race, chariot: Chariot) -> None:
        track = race.track
        self.race = race
        self.start = chariot.square
        self.squares: list[int] = []  # the free ones
        self.corner: int | None = None  # factors to the next corner; 0: in it
        self.corner_leg = chariot.leg + 1
        self.blocked = -1  # the first square that is not free, before the finish line
        leg = corner_leg(race, chariot)
        if leg is not None:
            self.corner, self.corner_leg = 0, leg
        twin = chariot.copy()
        for steps in range(1, MOST + 1):
            if would_finish(race, twin):
                return
            ahead = track.ahead[twin.square]
            if self.corner is None and track.corner[ahead]:
                self.corner = steps
            if self.blocked < 0:
                if race.free(ahead):
                    self.squares.append(ahead)
                else:
                    self.blocked = ahead
            twin.leg += track.section[ahead] != track.section[twin.square]
            twin.square = ahead

    def end(self, factors: int) -> dict[str, Any]:
        """Where so many factors lead: to a square, to whoever stands in the way, or over the line."""
        name = self.race.track.name
        if factors <= len(self.squares):
            return {"end": name(self.squares[factors - 1] if factors else self.start)}
        if self.blocked >= 0:
            return {"end": None, "blocked_at": name(self.blocked)}
        return {"end": None, "finish": True}

    def obstacle(self) -> str:
        there = self.race.whose(self.blocked)
        return "a wreck" if there is None else named(there[0])


def explain_speeds(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    assert isinstance(decision, Range)
    road = Road(race, chariot)
    return [_speed(race, chariot, written, road) for written in range(decision.low, decision.high + 1)]


def _speed(race: Race, chariot: Chariot, written: int, road: Road) -> Answer:
    future, own = announced(race, chariot, written=written)
    total, factors = total_speed(future, own), to_spend(future, own)
    more: dict[str, Any] = {"total": total, "factors": factors, "corner": None, "finish": False, **road.end(factors)}
    hint = []
    if race.turn == 1:
        # CM 6.9-special-first-turn: the least that the die can take off is in the total; this is the most.
        more["least"] = total_speed(*announced(race, chariot, written=written, dead_start=6))
        hint.append(f"{more['least']} to {total} after the dead start")
    if chariot.fallen:
        before, held = announced(race, chariot, written=written, until="cut")
        more["cut"] = round(cut_odds(held.alive, held.cdm, base_speed(before, held)), 4)
        hint.append(f"{percent(more['cut'])} to cut the dead horse free")
    elif more["finish"]:
        hint.append("over the finish line")
    elif more["end"] is None:
        hint.append(f"blocked by {road.obstacle()} after {count(len(road.squares), 'square')}")
    else:
        hint.append(f"straight on to {more['end']}" if factors else "stands still")
    more["wheels"] = speed_wheel_odds(future, own)
    if more["wheels"]:
        hint.append(f"a wheel comes off {percent(more['wheels'])}")
    if road.corner is not None and factors >= road.corner and not own.fallen:
        lanes = list(_lanes(future, own, total, road.corner_leg))
        more["corner"] = {"squares_to": road.corner, "lanes": lanes}
        lane = race.track.lane[chariot.square]
        hint.append(f"corner, lane {lane}: {strain_words(lanes[lane - 1]) if lanes[lane - 1]['points'] else 'safe'}")
    return answer(written, f"Speed {written}", hint, **more)


def _lanes(race: Race, chariot: Chariot, speed: int, leg: int) -> Iterator[Strain]:
    for lane in range(1, race.track.lanes + 1):
        calm = {"lane": lane, "safe": race.rules.hooks.safe_speed(race, lane), "speed": speed, **CALM}
        yield strain_in(race, chariot, speed, leg, lane) or calm


def explain_taking(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    """CM 9.41b: each factor adds to the speed."""
    assert isinstance(decision, Range)
    return [
        answer(
            taken,
            f"Take {count(taken, 'factor')}" if taken else "Take none",
            **_speed_told(race, *announced(race, chariot, take=taken)),
        )
        for taken in range(decision.low, decision.high + 1)
    ]


def explain_whip(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    """CM 6.52: a die of factors for as much endurance."""
    leave = answer("no", "Do not whip", **_speed_told(race, *announced(race, chariot)))
    return [_whip(race, chariot) if choice == "whip" else leave for choice in decision]


def _speed_told(race: Race, future: Race, own: Chariot) -> dict[str, Any]:
    """A speed, and the check it brings to whoever stands in a corner."""
    total = total_speed(future, own)
    strain = strain_here(future, own, total)
    words = f"speed up to {total}" if race.turn == 1 else f"speed {total}"
    return {"hint": [words, strain_words(strain)], "total": total, "strain": strain}


def _whip(race: Race, chariot: Chariot) -> Answer:
    odds = whip_odds(chariot.endurance, chariot.arm_wound)
    most = max(odds)
    totals: list[dict[str, Any]] = []
    for die in range(1, 7):
        future, own = announced(race, chariot, whip_die=die)
        total = total_speed(future, own)
        strain = strain_here(future, own, total)
        totals.append({"die": die, "total": total, "strain": strain, "wheels": speed_wheel_odds(future, own)})
    last = totals[-1]
    hint = [
        f"{span(min(odds), most, 'factor')}, an endurance for each",
        f"speed up to {last['total']}",
        f"at most {endurance_words(chariot, most)}",
        strain_words(last["strain"]),
    ]
    more: dict[str, Any] = {"odds": {str(factors): round(chance, 4) for factors, chance in odds.items()}}
    if corner_leg(race, chariot) is not None:
        more["totals"] = totals
    return answer("whip", "Whip your team", hint, clause="CM 6.523", **more)
