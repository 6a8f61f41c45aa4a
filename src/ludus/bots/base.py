"""What a bot is and what it sees: its seat's view, nothing else."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from ludus.core.decision import Choice, Decision, read_decision
from ludus.core.dice import SeededDice
from ludus.core.event import Event
from ludus.core.match import Match
from ludus.library import find_game

DEFAULT_BUDGET_MS = 300
MAX_BUDGET_MS = 2000


class Glimpse:
    """One look at the table from one seat: the question, and the seat's view when it is wanted."""

    __slots__ = ("_look", "_past", "_seen", "_view", "decision")

    def __init__(
        self,
        decision: Decision,
        look: Callable[[], Mapping[str, Any]],
        past: Callable[[], Iterable[Event]] = tuple,
        seen: Callable[[], Any] = lambda: None,
    ) -> None:
        self.decision = decision
        self._look = look
        self._past = past
        self._seen = seen
        self._view: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, match: Match[Any], seat: int) -> Glimpse:
        """What this seat sees of a running match."""
        return cls(
            match.pending[seat],
            lambda: match.view(seat, explain=False),
            lambda: (event for event in match.events if event.visible_to(seat)),
            lambda: match.game.seen(match.state, seat),
        )

    @classmethod
    def from_view(cls, view: Mapping[str, Any], past: Sequence[Event] = ()) -> Glimpse:
        """From a view alone, as it comes to another process, with what the bot recalls."""
        return cls(read_decision(view["decision"]), lambda: view, lambda: past)

    def past(self, kinds: Collection[str]) -> list[Event]:
        """What this seat has seen happen so far, of these kinds."""
        return [event for event in self._past() if event.kind in kinds] if kinds else []

    @property
    def view(self) -> Mapping[str, Any]:
        if self._view is None:
            self._view = self._look()
        return self._view

    def position(self) -> Any:
        """What the view says, as a position of the game, where a game hands one out at the table (`Game.seen`); else
        None. It is the bot's own."""
        return self._seen()

    def imagine(self, seed: str) -> Match[Any]:
        """A match that fits the view, with dice of its own: for looking ahead."""
        return Match.imagine(find_game(self.view["game"]), self.view, SeededDice(seed))


class Bot(ABC):
    """An opponent. One instance plays one seat of one match; `rng` is its own source of luck.

    A timed bot thinks for `budget_ms` an answer. With `samples` it looks at exactly so many futures instead,
    however long they take, and the same luck gives the same answers on every machine.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    timed: ClassVar[bool] = False  # whether it thinks within a time budget
    characters: ClassVar[tuple[str, ...]] = ()  # one of which may follow its name: "eques-miser"
    recalls: ClassVar[frozenset[str]] = frozenset()  # kinds of events that it wants to be reminded of
    character = ""
    owner = ""  # in a contest: whose money it is, by what the bot of the campaign is called

    def __init__(self, rng: random.Random, budget_ms: int | None = None, samples: int | None = None) -> None:
        self.rng = rng
        self.budget_ms = min(DEFAULT_BUDGET_MS if budget_ms is None else budget_ms, MAX_BUDGET_MS)
        self.samples = samples

    @abstractmethod
    def choose(self, glimpse: Glimpse) -> Choice:
        """The answer to the question in sight."""

    @property
    def called(self) -> str:
        """Its name, with its character where it has one."""
        return f"{self.name}-{self.character}" if self.character else self.name

    def become(self, character: str) -> None:
        """Be this one of its characters from now on."""
        self.character = character

    def driver(self, game: str) -> str:
        """The bot that it sends into contests of this game, by its name; "": one of middle strength."""
        return ""

    def serve(self, owner: str) -> None:
        """Play for this owner; most have none of his money to look after."""
        self.owner = owner

    def __repr__(self) -> str:
        return f"<Bot {self.name!r}>"


class RandomBot(Bot):
    """Answers anything legal."""

    name = "random"
    title = "Random"
    about = "Picks any legal answer. Good for tests, hopeless in a race."

    def choose(self, glimpse: Glimpse) -> Choice:
        return glimpse.decision.sample(self.rng)
