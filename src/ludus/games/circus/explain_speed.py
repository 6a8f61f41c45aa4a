"""Written speeds, lash factors taken and whips: what speed comes of them, and what that risks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ludus.core.decision import Decision
from ludus.games.circus.explain_strain import (
    Strain,
    announced,
    endurance_words,
    speed_wheel_odds,
    strain_here,
    strain_in,
    strain_words,
)
from ludus.games.circus.explain_words import Answer, answer, count, named, percent
from ludus.games.circus.finish import would_finish
from ludus.games.circus.logs import base_speed, to_spend, total_speed
from ludus.games.circus.odds import cut_odds
from ludus.games.circus.reactions import corner_leg
from ludus.games.circus.state import Chariot, Race

DIE = range(1, 7)


def explain_speeds(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    road = Road(race, chariot)
    return [_speed(race, chariot, int(str(choice)), road) for choice in decision]


class Road:
    """What lies straight ahead in the present lane, as things stand."""

    def __init__(self, race: Race, chariot: Chariot) -> None:
        track = race.track
        self.race = race
        self.squares: list[int] = []  # the free ones
        self.corner: int | None = None  # factors to the next corner, 0: in it
        self.corner_leg = chariot.leg + 1
        self.line = False  # the road ends at the finish line
        self.blocked = -1  # or at this square
        leg = corner_leg(race, chariot)
        if leg is not None:
            self.corner, self.corner_leg = 0, leg
        twin = chariot.copy()
        for steps in range(1, track.size):
            self.line = would_finish(race, twin)
            if self.line:
                return
            ahead = track.ahead[twin.square]
            if self.corner is None and track.corner[ahead]:
                self.corner = steps
            if not race.free(ahead) and self.blocked < 0:
                self.blocked = ahead
            if self.blocked < 0:
                self.squares.append(ahead)
            elif self.corner is not None:
                return
            twin.leg += track.section[ahead] != track.section[twin.square]
            twin.square = ahead

    def end(self, chariot: Chariot, factors: int) -> dict[str, Any]:
        """Where so many factors lead: end, blocked_at, finish."""
        name = self.race.track.name
        clear = len(self.squares)
        if factors <= clear:
            return {"end": name(self.squares[factors - 1] if factors else chariot.square)}
        if self.blocked >= 0:
            return {"end": None, "blocked_at": name(self.blocked)}
        return {"end": None, "finish": True}

    def blocker(self) -> str:
        there = self.race.whose(self.blocked)
        return "a wreck" if there is None else named(there[0])


def _speed(race: Race, chariot: Chariot, written: int, road: Road) -> Answer:
    # CM 6.9-special-first-turn: in turn 1 a die goes off; the best case is shown, with the worst beside it.
    first = race.turn == 1
    future, own = announced(race, chariot, written=written, dice=(1,) if first else ())
    total, factors = total_speed(future, own), to_spend(future, own)
    more: dict[str, Any] = {"total": total, "factors": factors, "corner": None, "finish": False}
    more.update(road.end(chariot, factors))
    hint = []
    if first:
        least = announced(race, chariot, written=written, dice=(6,))
        more["least"] = total_speed(*least)
        hint.append(f"{more['least']} to {total} after the dead start")
    if chariot.fallen:
        before, held = announced(race, chariot, written=written, dice=(1,) if first else (), until="cut")
        more["cut"] = round(cut_odds(held.alive, held.cdm, base_speed(before, held)), 4)
        hint.append(f"{percent(more['cut'])} to cut the dead horse free")
    elif more["finish"]:
        hint.append("over the finish line")
    elif more["end"] is None:
        hint.append(f"blocked by {road.blocker()} after {count(len(road.squares), 'square')}")
    else:
        hint.append(f"straight on to {more['end']}")
    more["wheels"] = speed_wheel_odds(future, own)
    if more["wheels"]:
        hint.append(f"a wheel comes off {percent(more['wheels'])}")
    if road.corner is not None and factors >= road.corner and not own.fallen:
        more["corner"] = {"squares_to": road.corner, "lanes": list(_lanes(future, own, total, road.corner_leg))}
        hint.append(_corner_words(more["corner"], race.track.lane[chariot.square]))
    return answer(written, f"Speed {written}", hint, **more)


def _lanes(race: Race, chariot: Chariot, speed: int, leg: int) -> Iterator[Strain]:
    for lane, line in enumerate(race.track.file.lanes, start=1):
        strain = strain_in(race, chariot, speed, leg, lane)
        if strain is None:
            calm = {"points": 0, "endurance": 0, "unpaid": False, "wheels": 0.0, "odds": {"-": 1.0}}
            strain = {"lane": lane, "safe": line.safe, "speed": speed, **calm}
        yield strain


def _corner_words(corner: dict[str, Any], lane: int) -> str:
    strain = corner["lanes"][lane - 1]
    if strain["points"]:
        return f"corner, lane {lane}: {strain_words(strain)}"
    return f"corner, lane {lane}: safe"


def explain_taking(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    """CM 9.41b: each factor adds to the speed."""
    answers = []
    for choice in decision:
        first = race.turn == 1
        future, own = announced(race, chariot, take=choice, dice=(1,) if first else ())
        total = total_speed(future, own)
        strain = strain_here(future, own, total)
        hint = [f"speed {'up to ' if first else ''}{total}", strain_words(strain)]
        label = f"Take {count(int(str(choice)), 'factor')}" if choice else "Take none"
        answers.append(answer(choice, label, hint, total=total, strain=strain))
    return answers


def explain_whip(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    """CM 6.52: a die of factors for as much endurance."""
    first = (1,) if race.turn == 1 else ()
    answers = []
    for choice in decision:
        if choice == "whip":
            answers.append(_whip(race, chariot, first))
            continue
        future, own = announced(race, chariot, dice=first)
        total = total_speed(future, own)
        strain = strain_here(future, own, total)
        hint = [f"speed {'up to ' if first else ''}{total}", strain_words(strain)]
        answers.append(answer(choice, "Do not whip", hint, total=total, strain=strain))
    return answers


def whip_odds(race: Race, chariot: Chariot) -> dict[int, float]:
    """CM 6.523 to 6.525, 13.1-4: the factors that a whip brings, as far as endurance goes."""
    gained = Counter(future.move.strain for _, future, _ in _whipped(race, chariot))
    return {factors: times / len(DIE) for factors, times in sorted(gained.items())}


def _whipped(race: Race, chariot: Chariot) -> Iterator[tuple[int, Race, Chariot]]:
    first = (1,) if race.turn == 1 else ()
    for die in DIE:
        yield die, *announced(race, chariot, whip="whip", dice=(*first, die))


def _whip(race: Race, chariot: Chariot, first: tuple[int, ...]) -> Answer:
    totals = []
    for die, future, own in _whipped(race, chariot):
        total = total_speed(future, own)
        strain = strain_here(future, own, total)
        totals.append({"die": die, "total": total, "strain": strain, "wheels": speed_wheel_odds(future, own)})
    odds = {str(factors): round(chance, 4) for factors, chance in whip_odds(race, chariot).items()}
    factors = [int(each) for each in odds]
    hint = [
        f"{factors[0]} to {factors[-1]} factors" if len(factors) > 1 else count(factors[0], "factor"),
        "an endurance for each",
        f"speed up to {totals[-1]['total']}" if first else f"speed {totals[0]['total']} to {totals[-1]['total']}",
        f"at worst {endurance_words(chariot, factors[-1])}",
        strain_words(totals[-1]["strain"]),
    ]
    more: dict[str, Any] = {"odds": odds, "clause": "CM 6.523"}
    if corner_leg(race, chariot) is not None:
        more["totals"] = totals
    return answer("whip", "Whip your team", hint, **more)
