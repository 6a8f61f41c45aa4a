"""Playing in a terminal: the board in characters, one question at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.status import Status

from ludus.bots import Bot, Glimpse
from ludus.cli.boards import DRAWERS
from ludus.cli.common import out
from ludus.core.decision import Choice, Decision
from ludus.core.errors import LudusError, Refused
from ludus.core.match import Match
from ludus.core.rules import find_clause

SHOWN = 14  # answers listed at once
HELP = (
    "Type an answer's number or the answer itself (for example: reroll 1 3); Enter takes the first. "
    "all: list every answer, ?: the rule, b: the board, u: take back, q: quit."
)


class Terminal:
    """A match seen from one or more seats at this terminal."""

    def __init__(self, match: Match[Any], people: tuple[int, ...]) -> None:
        self.match = match
        self.people = people
        self.told = 0
        self.stage = match.game.stage(match.options)

    def play(self, opponents: Mapping[int, Bot]) -> None:
        """Play to the end, or until the person has had enough."""
        out.print(f"[bold]{self.match.game.title}[/bold]  {self.match.game.summary}")
        out.print(HELP, style="dim")
        while self.match.outcome is None:
            for seat in list(self.match.pending):
                bot = opponents.get(seat)
                if bot is not None:
                    with Status(f"{self.match.names[seat]} thinks ...", console=out):
                        choice = bot.choose(Glimpse.of(self.match, seat))
                    self.match.answer(seat, choice)
                elif not self.ask(seat):
                    out.print("Farewell; the race goes on without you.")
                    return
        self.tell()
        self.show()
        places = sorted((place, self.match.names[seat]) for seat, place in enumerate(self.match.outcome.places))
        out.print("  ".join(f"{place}. {name}" for place, name in places), style="bold", markup=False)

    def tell(self) -> None:
        """Print what happened since the last time, as far as the people here may see it."""
        events = self.match.events
        for number, event in enumerate(events[self.told :], start=self.told):
            # A drive of many squares is told by its last one.
            if event.kind == "drive" and number + 1 < len(events) and events[number + 1].kind == "drive":
                continue
            if any(event.visible_to(seat) for seat in self.people or (None,)):
                clauses = ", ".join(event.clauses)
                out.print(self.match.narrate(event), f"[dim]{clauses}[/dim]")
        self.told = len(events)

    def show(self) -> None:
        """Draw the board."""
        view = self.match.view(self.people[0] if self.people else None, explain=False)
        drawer = DRAWERS.get(self.match.game.id)
        if drawer is None:
            out.print_json(data=view["position"])
        else:
            out.print(drawer(view["position"], self.stage, self.match.names))

    def ask(self, seat: int) -> bool:
        """Put the seat's question to the person; False when they leave."""
        self.told = min(self.told, len(self.match.events))  # an undo takes events back
        self.tell()
        self.show()
        decision = self.match.pending[seat]
        answers = self.match.game.explain(self.match.state, decision)
        out.print(f"[bold]{self.match.names[seat]}: {decision.prompt}[/bold]  [dim]{decision.clause}[/dim]")
        self._list(answers[:SHOWN])
        if len(answers) > SHOWN:
            out.print(f"  ... and {len(answers) - SHOWN} more: all lists them", style="dim")
        while True:
            try:
                typed = out.input("[bold]> [/bold]").strip()
            except (EOFError, KeyboardInterrupt):
                return False
            if typed == "q":
                return False
            if self._serve(typed, seat, decision, answers):
                return True

    def _serve(self, typed: str, seat: int, decision: Decision, answers: list[dict[str, Any]]) -> bool:
        """Do what was typed; True when the question is settled (or taken back)."""
        if typed == "all":
            self._list(answers)
        elif typed == "?":
            clause = find_clause(decision.clause)
            out.print(f"{clause.id}: {clause.text} {clause.ruling}", markup=False)
            out.print(HELP, style="dim")
        elif typed == "b":
            self.show()
        else:
            try:
                if typed == "u":
                    self.match.undo(seat)
                    self.told = min(self.told, len(self.match.events))
                else:
                    self.match.submit(seat, self._choice(typed, decision, answers))
            except LudusError as error:
                out.print(error.message, style="red", markup=False)
                return False
            return True
        return False

    def _choice(self, typed: str, decision: Decision, answers: list[dict[str, Any]]) -> Choice:
        if not typed:
            return decision.default
        if typed in decision:
            return typed
        if typed.isdigit():
            number = int(typed)
            if decision.kind != "choose":
                return number
            if 1 <= number <= len(answers):
                choice: Choice = answers[number - 1]["choice"]
                return choice
        if decision.kind == "allocate":
            try:
                return tuple(int(points) for points in typed.replace(",", " ").split())
            except ValueError:
                pass
        raise Refused(f"'{typed[:40]}' is not among the answers. {HELP}")

    def _list(self, answers: list[dict[str, Any]]) -> None:
        for number, answer in enumerate(answers, start=1):
            hint = f"  [dim]{answer['hint']}[/dim]" if answer["hint"] else ""
            out.print(f"  [bold]{number:>2}[/bold] {answer['label']}{hint}")
