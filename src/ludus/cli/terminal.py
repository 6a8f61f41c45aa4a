"""Playing in a terminal: the board in characters, one question at a time."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from rich.status import Status
from rich.text import Text

from ludus.bots import Bot, Glimpse
from ludus.bots.table import next_seat
from ludus.cli.answers import EACH, SHOWN, how_to, in_columns, listed, read_answer, suggested, unexplained
from ludus.cli.boards import ADVICE, DRAWERS
from ludus.cli.charts import show_charts
from ludus.cli.common import out
from ludus.cli.contests import hold_contest
from ludus.cli.keeper import Keeper, UnderWay
from ludus.cli.story import print_event, print_places, weighs
from ludus.core.clauses import find_clause
from ludus.core.decision import Allocate, Choice, Choose, Decision, Filled
from ludus.core.errors import LudusError, Refused
from ludus.core.house_rules import in_a_line
from ludus.core.match import Match
from ludus.core.naming import by_name

HELP = (
    "Type an answer's number or its words (their beginnings do: f 3 for forward 3); Enter alone takes what stands in "
    "brackets. all: every answer, ?: the rule, b: the whole board, charts: the charts, u: take back, q: quit."
)
ON_A_FLOOR = "Anybody may speak. w: wait until somebody else has."
WITH_A_DRIVER = "d: your driver takes the reins, or gives them back."
FAREWELL = "Farewell; the others go on without you."


class Terminal:
    """A match seen from one or more seats at this terminal."""

    def __init__(
        self,
        match: Match[Any],
        people: tuple[int, ...],
        drivers: Mapping[int, Bot] | None = None,
        keeper: Keeper | None = None,
        luck: random.Random | None = None,
    ) -> None:
        self.match = match
        self.people = people
        self.drivers = drivers or {}  # who can take the reins for the people here
        self.handed_over = False  # whether they have them; what is an owner's question they leave to the owner
        self.keeper = keeper
        self.under_way: UnderWay | None = None  # a contest that was begun another time
        self.hired: Sequence[str] = ()  # bots that drive and fight in its contests, whomever their owners would send
        self.told = 0
        self.warned: Choice | None = None  # a shunned answer that was given once
        self.silent: set[int] = set()  # people who let somebody else speak first on an open floor
        self.luck = luck or random.Random()  # who is heard first on one, and the luck of drivers
        self.owner_questions = match.game.owner_questions(match.options)
        self.stage = {**match.game.stage(match.options), "seat": people[0] if people else None}

    def play(self, opponents: Mapping[int, Bot]) -> None:
        """Play to the end, or until the person has had enough."""
        out.print(f"[bold]{self.match.game.title}[/bold]  {self.match.game.summary}")
        match = self.match
        line = in_a_line(match.game, match.ruleset, match.options, match.rules_name)
        out.print(f"Rules: {line}", style="dim", markup=False)
        out.print(HELP, style="dim")
        if not self.go_on(opponents):
            out.print(FAREWELL if self.keeper is None else self.keeper.farewell, markup=False)

    def go_on(self, opponents: Mapping[int, Bot]) -> bool:
        """Play to the end and tell it; False when the person leaves before."""
        match = self.match
        while match.outcome is None:
            if match.contests:
                if not hold_contest(self, opponents):
                    return False
                continue
            seat = next_seat(match, self.luck, self.silent)
            bot = opponents.get(seat) or self._driver(seat)
            if bot is None:
                if not self.ask(seat):
                    return False
            else:
                with Status(f"{match.names[seat]} thinks ...", console=out):
                    choice = bot.choose(Glimpse.of(match, seat))
                match.answer(seat, choice)
                self.silent.clear()
        self.tell()
        self.show()
        print_places(match)
        self.keep()
        return True

    def keep(self) -> None:
        if self.keeper is not None:
            self.keeper.keep(self.match)

    def _driver(self, seat: int) -> Bot | None:
        """Who answers for a person: only what belongs to the driving."""
        if not self.handed_over or self.match.pending[seat].name in self.owner_questions:
            return None
        return self.drivers.get(seat)

    def tell(self) -> None:
        """Print what happened since the last time, as far as the people here may see it."""
        events = self.match.events
        for number, event in enumerate(events[self.told :], start=self.told):
            # A drive of many squares is told by its last one.
            if event.kind == "drive" and number + 1 < len(events) and events[number + 1].kind == "drive":
                continue
            if not any(event.visible_to(seat) for seat in self.people or (None,)):
                continue
            if not self.handed_over or weighs(self.match, event):
                print_event(self.match, event)
        self.told = len(events)

    def show(self, about: str = "") -> None:
        """Draw the board: what a question about this piece, or of this name, needs; or all of it."""
        view = self.match.view(self.people[0] if self.people else None, explain=False)
        drawer = DRAWERS.get(self.match.game.id)
        if drawer is None:
            out.print_json(data=view["position"])
        else:
            out.print(drawer(view["position"], self.stage, self.match.names, about))

    def ask(self, seat: int) -> bool:
        """Put the seat's question to the person; False when they leave."""
        self.told = min(self.told, len(self.match.events))  # an undo takes events back
        self.warned = None
        self.tell()
        decision = self.match.pending[seat]
        self.show(decision.about or decision.name)
        answers = self.match.explain_safely(seat) or unexplained(decision)
        prompt = Text(f"{self.match.names[seat]}: {by_name(decision.prompt, self.match.names)}", style="bold")
        out.print(prompt.append(f"  {decision.clause}", style="dim not bold"))
        self._list(decision, answers, SHOWN)
        for hint, given in ((ON_A_FLOOR, self.match.floor_is_open), (WITH_A_DRIVER, seat in self.drivers)):
            if given:
                out.print(hint, style="dim")
        while True:
            typed = self.read(f"[{_words(decision.default)}] > ")
            if typed is None or typed == "q":
                return False
            if self._serve(typed, seat, decision, answers):
                self.keep()
                return True

    def _serve(self, typed: str, seat: int, decision: Decision, answers: list[dict[str, Any]]) -> bool:
        """Do what was typed; True when the question is settled (or taken back)."""
        if typed == "all":
            self._list(decision, answers)
        elif typed == "?":
            clause = find_clause(decision.clause)
            out.print(f"{clause.id}: {clause.text} {clause.ruling}", markup=False)
            out.print(f"{how_to(decision)} {HELP}", style="dim", markup=False)
        elif typed == "b":
            self.show()
        elif typed == "charts" or typed.startswith("charts "):
            try:
                show_charts(self.match, self.people, typed.removeprefix("charts").strip())
            except LudusError as error:
                out.print(error.message, style="red", markup=False)
        elif typed == "d" and seat in self.drivers:
            self.handed_over = not self.handed_over
            out.print("Your driver has the reins." if self.handed_over else "You have the reins.", style="dim")
            return True
        else:
            try:
                if typed == "w" and self.match.floor_is_open:
                    self._wait(seat)
                    return True
                if typed == "u":
                    self.match.undo(seat)
                    self.told = min(self.told, len(self.match.events))
                    return True
                if typed == EACH and isinstance(decision, Allocate):
                    typed = self._box_by_box(decision)
                choice = suggested(typed, decision, answers) or read_answer(typed, decision, self.match.names)
                if not self._meant(choice, decision, answers):
                    return False
                self.match.submit(seat, choice)
            except LudusError as error:
                out.print(by_name(error.message, self.match.names), style="red", markup=False)
                return False
            return True
        return False

    def _wait(self, seat: int) -> None:
        """Somebody else is heard first."""
        self.silent.add(seat)
        if self.silent >= set(self.match.pending):
            self.silent.clear()
            raise Refused("Nobody else is left who could speak.")

    def _meant(self, choice: Choice, decision: Decision, answers: Sequence[Mapping[str, Any]]) -> bool:
        """Answers that nobody gives by mistake are asked for twice."""
        if not isinstance(decision, Choose) or choice not in decision.shunned or choice == self.warned:
            return True
        self.warned = choice
        label = next((answer.get("label") for answer in answers if answer["choice"] == choice), None) or choice
        out.print(f"{label}. Type it again if you mean it, or anything else.", style="red", markup=False)
        return False

    def _box_by_box(self, decision: Allocate) -> str:
        """The points of each box, one question after the other while there are any; the last box gets the rest."""
        points: list[int] = []
        left = decision.budget
        for box, cap in zip(decision.boxes[:-1], decision.caps, strict=False):
            points.append(self._points(box, min(cap, left), left))
            left -= points[-1]
        return " ".join(map(str, [*points, left]))

    def _points(self, box: str, most: int, left: int) -> int:
        while most:
            typed = self.read(f"{box}, 0 to {most} of {left} left > ")
            if typed is None or typed == "q":
                raise Refused("Nothing is shared out yet.")
            if len(typed) < 6 and (typed or "0").isdecimal() and int(typed or "0") <= most:
                return int(typed or "0")
            out.print(f"Type a whole number from 0 to {most}.", style="red")
        return 0

    def read(self, prompt: str) -> str | None:
        try:
            return out.input(Text(prompt, style="bold")).strip()
        except (EOFError, KeyboardInterrupt):
            out.print()  # what comes next begins a line
            return None

    def _list(self, decision: Decision, answers: Sequence[Mapping[str, Any]], most: int | None = None) -> None:
        rows = listed(decision, answers, self.match.names)
        # Of many numbers the high ones are wanted, of many answers the first.
        hidden = 0 if most is None else max(0, len(rows) - most)
        out.print(in_columns(rows[hidden:] if decision.kind == "range" else rows[: len(rows) - hidden]))
        if self.match.game.id in ADVICE:
            out.print(ADVICE[self.match.game.id](answers))
        if hidden:
            out.print(f"  ... and {hidden} more: all lists them", style="dim")


def _words(choice: Choice) -> str:
    if isinstance(choice, Filled):
        return "as listed"
    return " ".join(map(str, choice)) if isinstance(choice, tuple) else str(choice)
