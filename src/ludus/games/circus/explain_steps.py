"""The steps of a move: where each ends, what it costs, and the first risk on the way."""

from __future__ import annotations

from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Choice, Decision
from ludus.core.dice import ScriptedDice
from ludus.core.table import Table
from ludus.games.circus.charts import SIDESLIP
from ludus.games.circus.explain_attacks import explain_attack
from ludus.games.circus.explain_strain import at, endurance_words, strain_here, strain_words
from ludus.games.circus.explain_words import Answer, answer, count, named, rounded
from ludus.games.circus.explain_wrecks import cleared, clears, jump_outlook, jump_words
from ludus.games.circus.finish import would_finish
from ludus.games.circus.logs import left, total_speed
from ludus.games.circus.odds import boxes_lost, gathered, sums
from ludus.games.circus.phase import men_on_foot, quiet_run, run_into
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.steps import BRAKE, CHANGE, COST, FORWARD, INTO_THE_WALL, SLIP, Steps
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.wrecks import stopped_team


def explain_steps(race: Race, chariot: Chariot, decision: Decision) -> list[Answer]:
    factors = left(race, chariot)
    steps = Steps(race, chariot, factors)
    run = Run(race, chariot, factors)

    def explain(choice: str) -> Answer:
        if choice in FORWARD:
            return run.explain(choice, FORWARD[choice])
        if choice in CHANGE:
            return _change(race, chariot, choice, CHANGE[choice])
        if choice in SLIP:
            return _slip(race, chariot, choice, SLIP[choice])
        if choice in BRAKE:
            if steps.blocked and not steps.slips:
                return _blocked(race, chariot, choice, factors)
            return _brake(race, chariot, choice, BRAKE[choice])
        if choice == INTO_THE_WALL:
            return _wall(race, chariot)
        return explain_attack(race, chariot, choice, steps.attacks[choice])

    return [explain(str(choice)) for choice in decision]


class Run:
    """The way straight on, up to the first square where something happens."""

    def __init__(self, race: Race, chariot: Chariot, factors: int) -> None:
        track = race.track
        self.race, self.chariot, self.factors = race, chariot, factors
        self.names: list[str] = []
        self.stop = ""  # "strain", "wreck", "man", "jump" or "finish": why the run ends
        self.strain: dict[str, Any] | None = None
        men = men_on_foot(race)
        twin = self.twin = chariot.copy()
        while len(self.names) < factors and not self.stop:
            if would_finish(race, twin):
                self.stop = "finish"
                return
            ahead = track.ahead[twin.square]
            if ahead in race.occupied:
                return
            quiet = bool(quiet_run(race, twin, 1, men))
            twin.leg += track.section[ahead] != track.section[twin.square]
            twin.square = ahead
            self.names.append(track.name(ahead))
            if not quiet:
                self._look_around()

    def _look_around(self) -> None:
        """What waits on the square just entered, in the order in which it comes."""
        race, twin = self.race, self.twin
        if twin.square in men_on_foot(race):
            self.stop = "man"
        elif twin.square in race.wrecks:
            self.stop = "wreck"
        elif any(cleared(race, twin, jump[0]) for jump in race.move.jumps):
            self.stop = "jump"
        else:
            self.strain = strain_here(race, twin, total_speed(race, twin))
            self.stop = "strain" if self.strain else ""

    def explain(self, choice: Choice, squares: int) -> Answer:
        happens = len(self.names) + (self.stop == "finish") if self.stop else self.factors + 1
        label = f"Straight on, {count(squares, 'square')}"
        if squares < happens:
            to = self.names[squares - 1]
            more = {"cost": squares, "to": to, "path": self.names[:squares], "strain": None}
            return answer(choice, label, [f"ends on {to}"], clause="CM 6.3", **more)
        more = {"cost": happens, "to": None, "path": self.names[:happens], "strain": self.strain, "stop": self.stop}
        if self.stop == "finish":
            spare = self.factors - happens
            hint = [f"over the finish line with {count(spare, 'factor')} left"]
            return answer(choice, f"{label} over the line", hint, clause="CM 10.3b", finish=True, **more)
        after = f"after {count(happens, 'square')}, on {self.names[happens - 1]}"
        if self.stop == "strain":
            return answer(choice, label, [f"corner {after}", strain_words(self.strain)], clause="CM 7.2", **more)
        if self.stop == "man":
            hint = [f"a man on foot {after}: he dies, and you lose a die of speed"]
            return answer(choice, label, hint, clause="CM 17.4a", **more)
        if self.stop == "jump":
            _, unpaid, extra = next(jump for jump in self.race.move.jumps if cleared(self.race, self.twin, jump[0]))
            jump = jump_outlook(self.race, self.twin, unpaid + extra)
            hint = [f"clear of the wreck {after}", jump_words(jump)]
            return answer(choice, label, hint, clause="CM 14.2c", jump=jump, **more)
        wreck = self.twin.square
        jump = jump_outlook(self.race, self.twin, stopped_team(self.race, wreck))
        jump["clears"] = clears(self.race, self.twin, wreck, self.factors - happens)
        hint = [f"over a wreck {after}, for a die of endurance"]
        hint.append(jump_words(jump) if jump["clears"] else "you cannot get clear of it, and flip")
        return answer(choice, label, hint, clause="CM 14.2a", jump=jump, **more)


def _change(race: Race, chariot: Chariot, choice: Choice, direction: int) -> Answer:
    """CM 6.4."""
    track = race.track
    step = track.ahead[chariot.square]
    target = track.change[direction][step]
    leg = chariot.leg + (track.section[step] != track.section[chariot.square])
    where = "inside" if direction == IN else "outside"
    return _sideways(
        race, chariot, choice, f"Change {where} to lane", at(chariot, target, leg), COST[direction], "CM 6.4"
    )


def _slip(race: Race, chariot: Chariot, choice: Choice, direction: int) -> Answer:
    """CM 6.73a."""
    there = at(chariot, race.track.slip[direction][chariot.square], chariot.leg)
    return _sideways(race, chariot, choice, "Sideslip to lane", there, SIDESLIP, "CM 6.73a")


def _sideways(race: Race, chariot: Chariot, choice: Choice, how: str, there: Chariot, cost: int, clause: str) -> Answer:
    track = race.track
    name = track.name(there.square)
    man = there.square in men_on_foot(race)
    strain = None if man else strain_here(race, there, total_speed(race, chariot))
    hint = [f"{count(cost, 'factor')}, to {name}"]
    if man:
        hint.append("a man on foot there dies, and you lose a die of speed")
    hint.append(strain_words(strain))
    to = None if man or strain else name
    label = f"{how} {track.lane[there.square]}"
    return answer(choice, label, hint, clause=clause, cost=cost, path=[name], to=to, strain=strain)


def _brake(race: Race, chariot: Chariot, choice: Choice, factors: int) -> Answer:
    """CM 6.61: an endurance for each."""
    to = race.track.name(chariot.square)
    hint = [endurance_words(chariot, factors)]
    label = f"Brake off {count(factors, 'factor')}"
    return answer(choice, label, hint, clause="CM 6.61", cost=factors, to=to, endurance=factors, strain=None)


def _blocked(race: Race, chariot: Chariot, choice: Choice, factors: int) -> Answer:
    """CM 6.74: whoever has not the endurance to brake off what is left runs into the car ahead."""
    there = race.whose(race.track.ahead[chariot.square])
    assert there is not None
    name = named(there[0])
    injuries, paid = crash_odds(race, chariot)
    more = {"cost": factors, "to": race.track.name(chariot.square), "endurance": paid, "strain": None}
    if not injuries:
        hint = [f"{name} blocks the way", endurance_words(chariot, paid)]
        return answer(choice, f"Brake off {count(factors, 'factor')}", hint, clause="CM 6.74", **more)
    unhurt = injuries.get(boxes_lost(0), 0.0)
    hint = [f"not enough endurance to brake off {count(factors, 'factor')}", f"horses unhurt {percent(unhurt)}"]
    return answer(choice, f"Run into {name}", hint, clause="CM 6.74", injury=rounded(injuries), **more)


def crash_odds(race: Race, chariot: Chariot) -> tuple[dict[str, float], int]:
    """The boxes that running on would cost the team (none at all: it brakes in time), and the endurance braked off."""
    injuries, paid = [], 0
    for total, chance in sums(2).items():
        future = race.copy()
        own = future.chariots[chariot.number]
        table = Table(ScriptedDice((total // 2, total - total // 2)), [])
        next(run_into(future, table, own), None)
        crash = next((event for event in table.events if event.kind == "run-into"), None)
        paid = chariot.endurance - own.endurance
        if crash is None:
            return {}, paid
        injuries.append((boxes_lost(crash.data["points"]), chance))
    return gathered(injuries), paid


def _wall(race: Race, chariot: Chariot) -> Answer:
    """CM 6.44."""
    cost = COST[IN if race.track.lane[chariot.square] == 1 else OUT]
    hint = ["your race is over" if not race.advanced else "the car is wrecked, and you are dragged"]
    return answer(
        INTO_THE_WALL, "Turn into the wall: you flip", hint, clause="CM 6.44", cost=cost, to=None, strain=None
    )
