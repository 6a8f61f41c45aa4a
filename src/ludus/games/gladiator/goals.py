"""What an exercise asks of one man, and whether he has reached it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ludus.core.clauses import find_clause
from ludus.core.errors import DataError
from ludus.core.event import Event
from ludus.core.game import Outcome, Script
from ludus.core.goals import Verdict, watch
from ludus.core.table import Table
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.hexes import in_front
from ludus.games.gladiator.state import PHASES, Arena, Goal
from ludus.games.gladiator.words import event_in_words


class Deed(NamedTuple):
    """Something a man may do: how it is said when it is done, and when it is not."""

    done: str
    undone: str


# What `does` may name.
DEEDS = {
    "place": Deed("stands where his man is weak", "does not stand where his man is weak"),
    "flank": Deed("has struck from where his man is weak", "has not struck from where his man is weak"),
    "wound": Deed("has drawn blood", "has drawn no blood"),
    "shield": Deed("has taken the other's shield out of the fight", "has left the other his shield"),
    "collision": Deed("has kept the ground", "has run nobody down"),
    "net": Deed("has caught his man in the net", "has caught nobody in the net"),
    "drag": Deed("has dragged his man down", "has dragged nobody down"),
    "mercy": Deed("has his man at his mercy", "has nobody at his mercy"),
}
# What `without` may name: events that must not befall him.
SPOILERS: dict[str, Callable[[Event], bool]] = {
    "wound": lambda event: event.kind in ("wound", "bleeding") and event.data["wounds"] != 0,
    "fall": lambda event: event.kind == "prone",
    "net": lambda event: event.kind == "ensnared",
    "shield": lambda event: _loses_shield(event),
    "stun": lambda event: event.kind == "stun",
}
# What `keeps` may name: how he must be in the end.
STATES: dict[str, tuple[Callable[[Fighter], bool], str, str]] = {
    "weapon": (lambda man: bool(man.weapon), "has a weapon in his hand", "has no weapon"),
    "shield": (lambda man: bool(man.shield), "has a shield", "has no shield"),
    "feet": (lambda man: man.posture == "standing", "is on his feet", "is not on his feet"),
    "freedom": (lambda man: not man.netted, "is free", "is in the net"),
}


def watched(arena: Arena, table: Table, script: Script) -> Script:
    """The script of the fight, with an eye on its goal."""
    goal = arena.goal
    if goal is None or arena.verdict is not None:
        return script
    number = _find(arena, goal.fighter).number
    judge = Judge(arena, goal, number)
    return watch(script, table, arena.fighters[number].seat, judge)


class Judge:
    """Looks whenever somebody is asked, and at the end."""

    def __init__(self, arena: Arena, goal: Goal, number: int) -> None:
        self.arena, self.goal, self.number = arena, goal, number
        self.striker = ""  # whose blow was told last
        self.placed = False  # he stands in a hex that is worth enough

    def __call__(self, told: Sequence[Event], outcome: Outcome | None) -> Verdict | None:
        verdict = self._judge(told, outcome)
        if verdict is not None:
            self.arena.verdict = verdict.reached
        return verdict

    def _judge(self, told: Sequence[Event], outcome: Outcome | None) -> Verdict | None:
        arena, goal = self.arena, self.goal
        for event in told:
            if event.kind == "attack":
                self.striker = event.data["fighter"]
            for deed in goal.does:
                if deed not in arena.deeds and self._does(deed, event):
                    arena.deeds = (*arena.deeds, deed)
            if self._complete():
                break  # whatever came after does not count any more
            if event.data.get("fighter") == goal.fighter and any(SPOILERS[each](event) for each in goal.without):
                clauses = (goal.clause, *(each for each in event.clauses if each != goal.clause))
                return Verdict(False, event_in_words(event, ()), clauses)
        man = arena.fighters[self.number]
        self.placed = self._in_place(man)
        if self.placed and "place" in goal.does and "place" not in arena.deeds:
            arena.deeds = (*arena.deeds, "place")
        if self._complete():
            return Verdict(True, " ".join(f"{goal.fighter} {DEEDS[deed].done}." for deed in goal.does), (goal.clause,))
        needs = list(self._needs(man, outcome))
        missed = [words for met, words in needs if not met]
        if outcome is not None or self._time_is_up() or not man.fighting:
            why = missed[0] if missed else " ".join(words for _, words in needs)
            return Verdict(not missed, why, (goal.clause,))
        return None

    def _complete(self) -> bool:
        """Everything is done, and nothing is asked of how he ends."""
        goal = self.goal
        lasting = goal.keeps or goal.wins or not goal.does
        return not lasting and all(deed in self.arena.deeds for deed in goal.does)

    def _time_is_up(self) -> bool:
        arena, goal = self.arena, self.goal
        last = goal.turn * PHASES + goal.phase
        return bool(goal.phase) and (arena.clock > last or (arena.clock == last and arena.step in ("turn", "draw")))

    def _does(self, deed: str, event: Event) -> bool:
        own, data = self.goal.fighter, event.data
        if deed == "flank":
            return event.kind == "attack" and data["fighter"] == own and self.placed
        if deed == "wound":
            return SPOILERS["wound"](event) and self.striker == own and data["fighter"] != own
        if deed == "shield":
            return _loses_shield(event) and data["fighter"] != own
        if deed == "collision":
            return event.kind == "collision" and data["winner"] == own
        if deed == "net":
            return event.kind == "ensnared" and data["by"] == own
        if deed == "drag":
            return event.kind == "drag" and data["fighter"] == own and bool(data["down"])
        if deed == "mercy":
            return event.kind in ("verdict", "surrender") and data["victor"] == own
        return False  # a place is seen, not told

    def _in_place(self, man: Fighter) -> bool:
        """GL 8.2: a foe before him, whom he has not had to turn to, and a hex that is worth what is asked; a foe who is
        down, stumbles or is in the net is worth more anywhere, and does not count."""
        if man.rotated:
            return False
        for number, bonus in man.bonuses:
            foe = self.arena.fighters[number]
            steady = not (foe.prone or foe.stumbling or foe.netted)
            before = in_front(man.place, man.facing, foe.place, max(1, man.reach))
            if steady and before and bonus >= self.goal.advantage:
                return True
        return False

    def _needs(self, man: Fighter, outcome: Outcome | None) -> Iterator[tuple[bool, str]]:
        """What is asked for: whether it is so, and in words."""
        goal, who = self.goal, self.goal.fighter
        for deed in goal.does:
            done = deed in self.arena.deeds
            yield done, f"{who} {DEEDS[deed].done if done else DEEDS[deed].undone}."
        if goal.wins:
            won = outcome is not None and man.seat in outcome.winners
            yield won, f"{who} {'has won' if won else 'has not won'}."
        elif not man.fighting and man.status != "victor":
            yield False, f"{who} is out of the fight."
        for state in goal.keeps:
            test, yes, no = STATES[state]
            yield test(man), f"{who} {yes if test(man) else no}."


def _loses_shield(event: Event) -> bool:
    if event.kind == "shield":
        return bool(event.data["left"] == 0)
    return event.kind == "drop" and bool(event.data["item"] == "shield")


def _find(arena: Arena, name: str) -> Fighter:
    return next(each for each in arena.fighters if each.name == name)


# -- reading -----------------------------------------------------------------------------------------


def check_goal(arena: Arena, goal: Goal, deeds: tuple[str, ...]) -> None:
    """Refuse a goal that names what is not there, or asks for nothing."""
    where = "position.goal"
    there = [man.name for man in arena.fighters if man.fighting]
    if goal.fighter not in there:
        raise DataError(
            f"{where}.fighter: there is no '{goal.fighter[:40]}' in this fight; there are {', '.join(there)}"
        )
    lists = (("does", goal.does, DEEDS), ("without", goal.without, SPOILERS), ("keeps", goal.keeps, STATES))
    for name, given, known in lists:
        for each in given:
            if each not in known:
                raise DataError(f"{where}.{name}: one of {', '.join(known)}, not '{each[:40]}'")
    for deed in deeds:
        if deed not in goal.does:
            raise DataError(f"position.deeds: the goal does not ask for '{deed[:40]}'")
    if not (goal.does or goal.without or goal.keeps or goal.wins):
        raise DataError(f"{where} asks for nothing; say does, without, keeps or wins")
    if bool(goal.advantage) != bool({"place", "flank"} & {*goal.does}):
        raise DataError(f"{where}.advantage: say it when, and only when, the goal is a place or a flank")
    if not 0 <= goal.phase <= PHASES or bool(goal.phase) != bool(goal.turn):
        raise DataError(f"{where}.phase: the last turn and phase 1 to {PHASES}, or neither: the end of the fight")
    if goal.phase and goal.turn * PHASES + goal.phase < arena.clock:
        raise DataError(f"{where}.phase: phase {goal.phase} of turn {goal.turn} is over already")
    if goal.wins and goal.phase:
        raise DataError(f"{where}.phase: who wins is known at the end of the fight")
    try:
        find_clause(goal.clause)
    except DataError as error:
        raise DataError(f"{where}.clause: {error.message}") from error
