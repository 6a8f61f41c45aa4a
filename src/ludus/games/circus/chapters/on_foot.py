"""CM 17: drivers on the sand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludus.core.chance import percent
from ludus.core.decision import Decision
from ludus.core.dice import ScriptedDice
from ludus.core.game import Ask, Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.core.table import QuietTable
from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    who,
)

DIRECTIONS = {"forward": "forward", "back": "back", "in": "inwards", "out": "outwards"}


def direction_words(choice: str) -> str:
    """A step on foot: "in 2" is "inwards (2)"."""
    way, *which = choice.split()
    return " ".join((DIRECTIONS[way], *(f"({number})" for number in which)))


class OnFoot(Chapter):
    def meet_man(self, chariot: Chariot, man: Chariot) -> None:
        """CM 17.4a, 17.4b: he is dead; it costs a die of speed, now if that can be spared, else in the next phase."""
        die = self.roll(1, "hitting a man on foot", "CM 17.4b")[0]
        now = self.lose_speed(chariot, die)
        self.tell(
            "run-down",
            {"chariot": chariot.faction, "man": man.faction, "loss": die, "now": now},
            ("CM 17.4a", "CM 17.4b"),
        )
        self.kill_driver(man, "run down", "CM 17.4a")

    def lose_speed(self, chariot: Chariot, die: int) -> bool:
        """CM 17.4b: True: in this phase."""
        race = self.race
        now = race.mover == chariot.number and self.left(chariot) >= die
        if now:
            race.move.gone += die
        else:
            chariot.loss += die
        return now

    def men_jump_aside(self) -> Iterable[Ask]:
        """CM 17.4a: nobody gets out of the way of a team."""
        return ()

    def running_down_words(self, chariot: Chariot, square: int) -> str:
        """CM 17.4a, 17.4b: what comes of driving onto a man."""
        return "he dies, and you lose a die of speed"

    def running_down(self, chariot: Chariot, square: int) -> dict[str, Any]:
        """What an answer tells of it besides; here it is certain."""
        return {}

    def stand_up(self, chariot: Chariot, square: int, clause: str) -> None:
        """CM 17.1: free, and on foot; he may first move at the end of the following turn."""
        race = self.race
        chariot.driver = "foot"
        chariot.man = square
        race.unseat(True)
        chariot.freed_turn = race.turn
        chariot.cut_due = False
        chariot.trail = ()
        self.tell("on-foot", {"chariot": chariot.faction, "square": race.track.name(square)}, (clause, "CM 17.1"))

    def take_to_safety(self, chariot: Chariot, why: str, clause: str) -> None:
        """Off the sand alive: he takes no place any more."""
        chariot.driver = "safe"
        chariot.man = -1
        chariot.cut_due = False
        chariot.trail = ()
        self.tell("driver-safe", {"chariot": chariot.faction, "why": why}, (clause,))

    # -- on foot (CM 17) -----------------------------------------------------------------------------------

    def foot_phase(self) -> Phase:
        """CM 17.1, 17.6: after all movement phases; a man freed this turn waits for the next."""
        race = self.race
        for chariot in race.chariots[max(0, race.walker) :]:
            if chariot.driver == "foot" and self.may_walk(chariot):
                race.walker = chariot.number
                yield from self.walk(chariot)
                race.walked = 0
        race.walker = -1

    def may_walk(self, chariot: Chariot) -> bool:
        """CM 17.1: not in the turn in which he came free."""
        return chariot.driver == "foot" and chariot.freed_turn < self.race.turn

    def walk(self, chariot: Chariot) -> Phase:
        """CM 17.2: so many squares in any direction, but not diagonally."""
        for _ in range(self.race.walked, self.foot_squares(chariot)):
            ways = self.foot_steps(chariot)
            if not ways:
                return
            choices, default = ("stay", *ways), self.default_walk(chariot, ways)
            answer = yield self.choose(
                chariot, "walk", "Where will your driver run?", self.foot_clause(), choices, default
            )
            if answer == "stay":
                return
            self.step_on_foot(chariot, ways[answer])
            self.race.walked += 1
            if chariot.driver != "foot":
                return

    def foot_squares(self, chariot: Chariot) -> int:
        """CM 17.2: a square for each two open boxes, fractions up."""
        return (chariot.hits + 1) // 2

    def foot_clause(self) -> str:
        """Whence that comes."""
        return "CM 17.2"

    def foot_steps(self, chariot: Chariot) -> dict[str, int]:
        """Neighbouring squares without a team or car; along a wall he may not turn back (CM 17.3b)."""
        track = self.race.track
        square = chariot.man
        ways: dict[str, int] = {}
        if chariot.wall_way >= 0:
            ways["forward"] = track.ahead[square]
        if chariot.wall_way <= 0:
            ways["back"] = track.behind[square]
        ways |= track.aside[square]
        return {name: other for name, other in ways.items() if self.open_on_foot(other)}

    def open_on_foot(self, square: int) -> bool:
        """CM 17.2: neither a team nor a car stands there."""
        return square not in self.race.occupied

    def default_walk(self, chariot: Chariot, ways: Mapping[str, int]) -> str:
        """Towards the nearer wall, then along it."""
        race = self.race
        lane = race.track.lane[chariot.man]
        if lane in (1, race.track.lanes):
            wanted = ("forward", "back")
        else:
            wanted = ("in", "out") if lane <= race.track.lanes // 2 else ("out", "in")
        return next((name for name in wanted if name in ways), "stay")

    def step_on_foot(self, chariot: Chariot, square: int) -> None:
        """CM 17.3a: each square moved along a wall gives one try to climb it."""
        track = self.race.track
        origin, chariot.man = chariot.man, square
        self.tell(
            "walk", {"chariot": chariot.faction, "from": track.name(origin), "to": track.name(square)}, ("CM 17.2",)
        )
        along = track.lane[square] == track.lane[origin]
        if track.lane[square] not in (1, track.lanes) or not along:
            chariot.wall_way = 0
            return
        chariot.wall_way = 1 if square == track.ahead[origin] else -1
        if square in chariot.climbed:
            return
        chariot.climbed = (*chariot.climbed, square)
        die = self.roll(1, "climbing the wall", "CM 17.3a")[0]
        safe = die % 2 == 0
        if safe:
            chariot.driver = "safe"
            chariot.man = -1
        self.tell("climb", {"chariot": chariot.faction, "die": die, "safe": safe}, ("CM 17.3a",))

    def obey_walk(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        return self.obey_rest(chariot, decision, orders)

    def explain_walk(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """CM 17.2, 17.3a."""
        race = self.race
        ways = self.foot_steps(chariot)
        answers = []
        for choice in decision:
            if choice == "stay":
                name = race.track.name(chariot.man)
                answers.append(self.answer(choice, "Stay where you are", [name], to=name, square=name))
                continue
            square = ways[str(choice)]
            name = race.track.name(square)
            climb = self.climb_odds(chariot, square)
            hint = [f"to {name}", f"{percent(climb)} to climb the wall to safety" if climb else ""]
            label = f"Run {direction_words(str(choice))}"
            answers.append(self.answer(choice, label, hint, to=name, square=name, climb=round(climb, 4)))
        return answers

    def climb_odds(self, chariot: Chariot, square: int) -> float:
        """CM 17.3a: that this step brings the man to safety."""
        safe = 0
        for die in range(1, 7):
            twin = chariot.copy()
            self.over(self.race, QuietTable(ScriptedDice((die,)), [])).step_on_foot(twin, square)
            safe += twin.driver == "safe"
        return safe / 6

    def say_on_foot(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver is on foot on {data['square']}."

    def say_driver_safe(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver is out of danger ({data['why']})."

    def say_run_down(self, data: Data, names: Names) -> str:
        return f"{who(data)} runs {data['man']}'s driver down."

    def say_walk(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver runs to {data['to']}."

    def say_climb(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver " + (
            "climbs the wall and is safe!" if data["safe"] else "cannot climb the wall here."
        )
