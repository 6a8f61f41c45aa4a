"""What an exercise asks for, and whether it was reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludus.core.clauses import find_clause
from ludus.core.errors import DataError
from ludus.core.event import Event
from ludus.core.game import Outcome, Script
from ludus.core.goals import Verdict, watch
from ludus.core.table import Table
from ludus.games.circus.editions import book_of
from ludus.games.circus.state import Chariot, Goal, Race

ANY_ROLL = "roll"  # every die thrown for the chariot
# What `without` may name.
SPOILERS = (
    *(ANY_ROLL, "attack", "brake", "exhausted", "injury", "involuntary-ram", "jostled", "jump", "run-into"),
    *("sideslip", "strain", "wheel-check", "whip"),
)


def watched(race: Race, table: Table, script: Script) -> Script:
    """The script of the race, with an eye on its goal."""
    goal = race.goal
    if goal is None or race.verdict is not None:
        return script
    mine = _find(race, goal.chariot)

    def judge(told: Sequence[Event], outcome: Outcome | None) -> Verdict | None:
        verdict = _judge(race, goal, mine.number, told, outcome)
        if verdict is not None:
            race.verdict = verdict.reached
        return verdict

    return watch(script, table, mine.seat, judge)


@dataclass(frozen=True, slots=True)
class Need:
    """One thing the goal asks for: how it stands, in words, and whether it can still change."""

    met: bool
    words: str
    hopeless: bool = False


def _judge(race: Race, goal: Goal, number: int, told: Sequence[Event], outcome: Outcome | None) -> Verdict | None:
    for event in told:
        if _spoils(goal, event):
            return Verdict(
                False,
                book_of(race).say(event, ()),
                (goal.clause, *(each for each in event.clauses if each != goal.clause)),
            )
    chariot = race.chariots[number]
    needs = list(_needs(race, goal, chariot, outcome))
    missed = [need for need in needs if not need.met]
    over = outcome is not None or _time_is_up(race, goal, chariot)
    lasting = bool(goal.beaten) and not (goal.ahead_of or goal.past or goal.without)
    if over or (lasting and not missed) or any(need.hopeless for need in missed):
        first = next((need for need in missed if need.hopeless), missed[0] if missed else None)
        why = first.words if first else " ".join(need.words for need in needs)
        return Verdict(first is None, why, (goal.clause,))
    return None


def _spoils(goal: Goal, event: Event) -> bool:
    if event.data.get("chariot") != goal.chariot:
        return False
    return event.kind in goal.without or (ANY_ROLL in goal.without and bool(event.dice) and event.kind != "drawn")


def _time_is_up(race: Race, goal: Goal, chariot: Chariot) -> bool:
    if goal.by == "move":
        return chariot.moved
    return goal.by == "turn" and (race.turn, race.phase == "between turns") >= (goal.turn, True)


def _needs(race: Race, goal: Goal, chariot: Chariot, outcome: Outcome | None) -> Iterator[Need]:
    who = goal.chariot.capitalize()
    if goal.wins:
        yield _win(race, who, chariot, outcome)
    else:
        racing = chariot.status in ("racing", "finished") and chariot.manned
        yield Need(racing, f"{who} is still in the race." if racing else f"{who} is out of the race.", hopeless=True)
        if not racing:
            return
    if goal.endurance:
        enough = chariot.endurance >= goal.endurance
        yield Need(
            enough,
            f"{who} has {chariot.endurance} endurance left{'' if enough else f', not {goal.endurance}'}.",
            hopeless=True,
        )
    if goal.past:
        square = race.track.find(goal.past)
        line = race.track.position(square, 4 * (goal.lap - 1) + race.track.section[square])
        past = _way(race, chariot) > line
        yield Need(past, f"{who} is {'past' if past else 'not past'} {goal.past.partition(', ')[2]}.")
    for faction in goal.ahead_of:
        own, other = _way(race, chariot), _way(race, _find(race, faction))
        ahead = own > other or (goal.level_counts and own == other)
        word = "ahead of" if own > other else "level with" if own == other else "behind"
        yield Need(ahead, f"{who} is {word} {faction}.")
    for faction in goal.beaten:
        beaten = _find(race, faction).status not in ("racing", "finished")
        yield Need(beaten, f"{faction.capitalize()} is {'out of' if beaten else 'still in'} the race.")


def _win(race: Race, who: str, chariot: Chariot, outcome: Outcome | None) -> Need:
    if outcome is None:
        lost = chariot.status != "finished" and not chariot.manned
        return Need(False, f"{who} has nobody left who could finish.", hopeless=lost)
    if chariot.seat in outcome.winners:
        return Need(True, f"{who} wins the race.")
    over = (
        f"{who} crossed the line, but another had more left." if chariot.status == "finished" else f"{who} did not win."
    )
    return Need(False, over)


def _way(race: Race, chariot: Chariot) -> float:
    """How far it has come; whoever is over the line has come furthest."""
    if chariot.on_track:
        return race.position(chariot)
    return float("inf") if chariot.status == "finished" else -1.0


def _find(race: Race, faction: str) -> Chariot:
    return next(chariot for chariot in race.chariots if chariot.faction == faction)


# -- reading -----------------------------------------------------------------------------------------


def check_goal(race: Race, goal: Goal) -> None:
    """Refuse a goal that names what is not there, or asks for nothing."""
    where = "position.goal"
    there = [chariot.faction for chariot in race.chariots]
    named = (("chariot", (goal.chariot,)), ("ahead_of", goal.ahead_of), ("beaten", goal.beaten))
    for name, factions in named:
        for faction in factions:
            if faction not in there:
                raise DataError(f"{where}.{name}: there is no '{faction[:40]}' chariot; there are {', '.join(there)}")
            if name != "chariot" and faction == goal.chariot:
                raise DataError(f"{where}.{name}: {faction} cannot be measured against itself")
    if not (goal.wins or goal.endurance or goal.past or goal.ahead_of or goal.beaten or goal.without):
        raise DataError(f"{where} asks for nothing; say wins, past, ahead_of, beaten, endurance or without")
    for kind in goal.without:
        if kind not in SPOILERS:
            raise DataError(f"{where}.without: one of {', '.join(SPOILERS)}, not '{kind[:40]}'")
    if goal.past:
        try:
            race.track.find(goal.past)
        except DataError as error:
            raise DataError(f"{where}.past: {error.message}") from error
    if (goal.by == "turn") != (goal.turn > 0):
        raise DataError(f"{where}.turn: say it when, and only when, the goal is judged by turn")
    if goal.by == "turn" and goal.turn <= race.turn - (race.phase != "between turns"):
        raise DataError(f"{where}.turn: turn {goal.turn} is over already")
    if goal.wins and goal.by != "race":
        raise DataError(f"{where}.by: who wins is known at the end of the race")
    try:
        find_clause(goal.clause)
    except DataError as error:
        raise DataError(f"{where}.clause: {error.message}") from error
