"""What a game must tell the house so that it can be played in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from ludus.core.chart import Chart, Spot
from ludus.core.contest import Contest, Contests, Handover
from ludus.core.decision import Decision
from ludus.core.errors import SetupError, shown
from ludus.core.event import Accent, Event
from ludus.core.standing_orders import Obeyed, OrderForm, Orders
from ludus.core.table import Table


class State(Protocol):
    """A position of a game: plain data that copies itself fast."""

    def copy(self: S) -> S: ...


S = TypeVar("S", bound=State)


class Checkpoint:
    """Yielded by a script where nothing is suspended: state and dice position say everything."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "CHECKPOINT"


CHECKPOINT = Checkpoint()


class Together(dict[int, Decision]):
    """Several seats are asked at once; the answers stay secret until all are in."""


class Floor(dict[int, Decision]):
    """An open floor: any of these seats may speak, and the first answer goes on. The script gets the seat and its
    choice; where nobody may speak, None. What was said aloud cannot be taken back."""


Ask = Decision | Together | Floor | Contest | Contests | Handover | Checkpoint


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: why, who won, and every seat's place (1 is best, ties share a place). What a campaign asks
    about a contest besides is its report, plain JSON."""

    reason: str
    winners: tuple[int, ...]
    places: tuple[int, ...]
    report: Any = None

    def in_short(self) -> dict[str, Any]:
        """Without the report, for whoever only wants to know who won."""
        return {"reason": self.reason, "winners": list(self.winners), "places": list(self.places)}

    def to_plain(self) -> dict[str, Any]:
        return self.in_short() if self.report is None else {**self.in_short(), "report": self.report}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Outcome:
        return cls(plain["reason"], tuple(plain["winners"]), tuple(plain["places"]), plain.get("report"))


MANY = 24  # names, more than a sentence holds

Script = Generator[Ask, Any, Outcome]  # the whole sequence of play
Phase = Generator[Ask, Any, None]  # a part of it


@dataclass(frozen=True, slots=True)
class Numbers:
    """A list of whole numbers: one for each of what option `of` counts (at least one a seat), but for `spared`."""

    low: int
    high: int
    of: str
    spared: int = 0


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a ruleset. With `choices` it takes one of them; without, data the game checks itself."""

    name: str
    title: str
    help: str
    clause: str
    default: Any
    choices: tuple[Any, ...] | None = None
    file: bool = False  # the data is a board file
    numbers: Numbers | None = None  # the data is such a list
    # The data is a list: one of these, with its title, for each seat. None, the first, is no list at all.
    per_seat: tuple[tuple[Any, str], ...] = ()
    handed: bool = False  # the data comes from other software: no page asks for it
    seconds: bool = False  # a time to answer in, which the clock of a match had best keep
    group: str = ""  # switches that are shown together
    excludes: tuple[str, ...] = ()  # switches that must have their default where this one has not
    only: tuple[str, tuple[Any, ...]] | None = None  # it stands only where that other switch has one of these values
    spoken: tuple[str, ...] = ()  # the choices in words, where they do not speak for themselves
    formerly: Any = None  # how matches were played before there was this option, if otherwise than their ruleset says

    def check(self, value: Any) -> None:
        if self.choices is None or value is self.default:
            return
        if not any(same(value, choice) for choice in self.choices):
            allowed = ", ".join(shown(choice) for choice in self.choices)
            raise SetupError(f"option {self.name} takes {allowed}, not {shown(value)}", code="bad-option")

    @property
    def takes_none(self) -> bool:
        return None in self.choices if self.choices is not None else self.default is None

    def say(self, value: Any) -> str:
        """A value in words."""
        for choice, words in zip(self.choices or (), self.spoken, strict=False):
            if same(choice, value):
                return words
        if (self.file or self.handed) and value is not None:
            return "your own"
        if isinstance(value, list | tuple):
            titles = {str(each): title for each, title in self.per_seat[1:]}
            return ", ".join(titles.get(str(each), shown(each)) for each in value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "none" if value is None else shown(value)

    def say_set(self, value: Any) -> str:
        """That it is set to this value, as a part of a sentence.

        >>> Option("weather", "Weather", "It may rain.", "GT 1", False, (False, True)).say_set(True)
        'with weather'
        >>> Option("lash_dice", "Team lash", "Dice each.", "CM 9.41a", 1, (1, 2)).say_set(2)
        'team lash: 2'
        """
        title = self.title[:1].lower() + self.title[1:]
        word = self.joined(value)
        return f"{word}{title}" if word else f"{title}: {self.say(value)}"

    def joined(self, value: Any) -> str:
        """The word with which a rule that is played or not joins a sentence."""
        if not isinstance(value, bool) or self.spoken:
            return ""
        return "with " if value else "without "


def same(one: Any, other: Any) -> bool:
    """Whether two values of an option are one: 1 is not true."""
    return type(one) is type(other) and bool(one == other)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A named set of option values."""

    name: str
    title: str
    help: str
    options: Mapping[str, Any] = field(default_factory=dict)


class Game(ABC, Generic[S]):
    """One game of the house. It has no state of its own."""

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    source: ClassVar[str]  # the ledger prefix of its clauses, e.g. "CR"
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    rulesets: ClassVar[Mapping[str, Ruleset]]  # the first is the default
    options: ClassVar[tuple[Option, ...]]
    usual_seats: ClassVar[int] = 4  # where nobody says how many
    endings: ClassVar[tuple[str, ...]]  # every reason an Outcome can have
    # True when nothing on the table is hidden: every seat and every spectator sees the same position.
    open: ClassVar[bool] = False
    # True when the script, started again from the state at any ask, comes to the same ask without
    # doing anything. Matches are then copied without replaying the answers since the checkpoint.
    reentrant: ClassVar[bool] = False
    # The questions to which a seat's view alone leads back (`Match.imagine`); None: all of them.
    imaginable: ClassVar[tuple[str, ...] | None] = None
    # The dataclass that `read_position` reads; its fields are explained in docs/scenario-reference.md.
    position_class: ClassVar[type | None] = None

    def position_parts(self) -> Mapping[str, type]:
        """Tables that options add to it, each under its heading, as `[position.parts.weather]`."""
        return {}

    @property
    def board_option(self) -> str:
        """The option that takes a board file."""
        for option in self.options:
            if option.file:
                return option.name
        raise SetupError(f"{self.id} has no board that can be replaced", code="unknown-option")

    @abstractmethod
    def begin(self, seats: int, options: Mapping[str, Any]) -> S:
        """The position before anything has happened."""

    @abstractmethod
    def script(self, state: S, table: Table) -> Script:
        """The sequence of play, from any checkpoint to the end."""

    @abstractmethod
    def withdraw(self, state: S, table: Table, seat: int) -> None:
        """A player resigns; called at a checkpoint. Where the player has left already it does nothing."""

    def sheet(self, state: S, decision: Decision) -> tuple[Decision, ...]:
        """What this seat is asked next whatever anybody answers: it may be written on one sheet with this."""
        return ()

    def may_decide(self, state: S, seat: int) -> bool:
        """Whether this seat, when all others have resigned, may take the victory without playing on."""
        return False

    def decided(self, state: S, table: Table, seat: int) -> Outcome:
        """It does; all others have withdrawn."""
        raise NotImplementedError

    def may_undo(self, state: S) -> bool:
        """Whether this game lets answers be taken back at all now."""
        return True

    def reenters(self, state: S, decision: Decision) -> bool:
        """The same of this question alone."""
        return self.reentrant

    @abstractmethod
    def view(self, state: S, seat: int | None) -> dict[str, Any]:
        """What this seat (None: a spectator) may know, by allowlist."""

    def sight(self, state: S, seat: int) -> dict[str, Any]:
        """The same for machines that look very often and keep nothing: what is in the view only in other words may be
        left out, and dataclasses may stand for what `to_plain` makes of them."""
        return self.view(state, seat)

    def seen(self, state: S, seat: int) -> S | None:
        """A position of its own that shows this seat no more than the view, for bots of the same house: they need not
        read what was written down for them. None: this game only has the view."""
        return None

    @abstractmethod
    def imagine(self, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> S:
        """A position that fits a seat's view, for bots that look ahead."""

    @abstractmethod
    def save(self, state: S) -> dict[str, Any]:
        """The whole position as plain JSON values."""

    @abstractmethod
    def load(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> S:
        """The position that `save` wrote."""

    @abstractmethod
    def read_position(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> S:
        """A position as a person writes it in a scenario file; refused with the place that is wrong."""

    @abstractmethod
    def write_position(self, state: S) -> dict[str, Any]:
        """A position as `read_position` takes it."""

    @abstractmethod
    def explain(self, state: S, decision: Decision) -> list[dict[str, Any]]:
        """For each legal answer its label, what it costs and where it leads."""

    @abstractmethod
    def narrate(self, event: Event, names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        """The event in plain words, as the rules of this match have them."""

    def accent(self, event: Event, options: Mapping[str, Any] | None = None) -> Accent:
        """How the event wants to be shown."""
        return Accent()

    def charts(self, options: Mapping[str, Any]) -> tuple[Chart, ...]:
        """The charts of the book that these options make, as tables."""
        return ()

    def charted(self, event: Event, options: Mapping[str, Any] | None = None) -> tuple[Spot, ...]:
        """Where the dice of an event have fallen on them."""
        return ()

    def joins(self, before: Event, event: Event) -> bool:
        """Whether an event reads better on one line with the one before it."""
        return False

    def together(self, events: Sequence[Event], names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        """That line."""
        return " ".join(self.narrate(event, names, options) for event in events)

    @abstractmethod
    def stage(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """What never changes during a match (boards, charts), for clients to draw."""

    # -- standing orders, where a game knows any ----------------------------------------------

    def orders(self, options: Mapping[str, Any], seats: int, position: Mapping[str, Any] | None = None) -> OrderForm:
        """What a player can order for when he is away; `position` is that of the scenario, where a match has one."""
        return ()

    def orders_in_words(self, orders: Orders, options: Mapping[str, Any] | None = None) -> list[str]:
        """Checked orders as sentences, for the player to confirm."""
        return []

    def obey(self, state: S, seat: int, decision: Decision, orders: Orders) -> Obeyed | None:
        """The answer that checked orders prescribe; None: they leave it to the player. `state` is what the seat sees,
        and the note that goes with the answer is for everybody."""
        return None

    def owner_questions(self, options: Mapping[str, Any]) -> frozenset[str]:
        """The names of the questions that an owner answers himself when his driver drives: those about money."""
        return frozenset()

    def glance(self, state: S) -> dict[str, Any] | None:
        """How far a match has come, for those who are not there: `share` from 0 to 1, and in `words`; for a race also
        the `odds` that everybody knows. Nothing that a spectator does not see."""
        return None

    def is_open(self, options: Mapping[str, Any]) -> bool:
        """Whether every seat sees the same position under these options."""
        return self.open

    def resolve(self, ruleset: str | None, options: Mapping[str, Any]) -> dict[str, Any]:
        """The value of every option: its own default, the ruleset's, or the one given."""
        name = next(iter(self.rulesets)) if ruleset is None else ruleset
        if not isinstance(name, str) or name not in self.rulesets:
            known = ", ".join(self.rulesets)
            raise SetupError(f"{self.id} has no ruleset '{shown(name)}'; it has {known}", code="unknown-ruleset")
        preset = self.preset(name)
        for given in options:
            if given not in preset:
                raise SetupError(
                    f"{self.id} has no option '{shown(given)}'; {self._instead_of(given)}", code="unknown-option"
                )
        values = {**preset, **options}
        for option in self.options:
            if (value := values[option.name]) is not option.default:
                option.check(value)
        self.check_exclusions(values)
        return values

    def as_it_was(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a stored match. One that it does not name came later; it goes on as it was played."""
        values = {each.name: each.default for each in self.options} | dict(options)
        younger = [each for each in self.options if each.formerly is not None and each.name not in options]
        stands = [each for each in younger if each.only is None or values[each.only[0]] in each.only[1]]
        return {**options, **{each.name: each.formerly for each in stands}}

    def _instead_of(self, given: object) -> str:
        """What somebody may have meant who wrote this for the name of an option."""
        names = [option.name for option in self.options]
        close = get_close_matches(str(given)[:60].lower().replace("-", "_").replace(" ", "_"), names, n=3)
        if close:
            return f"did you mean {' or '.join(close)}?"
        few = len(names) <= MANY
        return f"it has {', '.join(names)}" if few else f"`ludus rules switches {self.id}` lists all {len(names)}"

    def preset(self, ruleset: str) -> dict[str, Any]:
        """The value of every option in a ruleset; of one that is not known any more, the defaults."""
        values = {option.name: option.default for option in self.options}
        if ruleset in self.rulesets:
            values.update(self.rulesets[ruleset].options)
        return values

    def differences(self, ruleset: str, options: Mapping[str, Any]) -> list[tuple[Option, Any]]:
        """The options that have another value than in the ruleset. What this game does not know is passed over, so that
        old records can be told."""
        preset = self.preset(ruleset)
        return [
            (option, options[option.name])
            for option in self.options
            if option.name in options and not same(options[option.name], preset[option.name])
        ]

    def rules_in_words(self, ruleset: str, options: Mapping[str, Any]) -> list[str]:
        """By which rules a match is played: the ruleset, and what differs from it.

        >>> from ludus.library import find_game
        >>> find_game("circus").rules_in_words("advanced", {"solitaire": True, "lash_dice": 2})
        ['Advanced', 'with solitaire', 'team lash: 2 dice']
        """
        known = self.rulesets.get(ruleset)
        said: dict[str, list[str]] = {"with ": [], "without ": [], "": []}
        for option, value in self.differences(ruleset, options):
            if option.handed:  # what it is shows on the board
                continue
            word = option.joined(value)
            said[word].append(option.say_set(value).removeprefix(word))
        together = [word + ", ".join(those) for word, those in said.items() if word and those]
        return [shown(ruleset) if known is None else known.title, *together, *said[""]]

    def grouped_options(self) -> dict[str, list[Option]]:
        """The options by their groups, in the order in which they are shown; those without one come last."""
        groups: dict[str, list[Option]] = {option.group: [] for option in self.options if option.group}
        for option in self.options:
            groups.setdefault(option.group, []).append(option)
        return groups

    def excluded(self, option: Option) -> list[str]:
        """The switches with which this one cannot be played, whichever of the two says so."""
        return [each.name for each in self.options if each.name in option.excludes or option.name in each.excludes]

    def check_exclusions(self, values: Mapping[str, Any]) -> None:
        """Refuse switches that cannot be played together."""
        by_name: dict[str, Option] = {}
        for option in self.options:
            if values[option.name] == option.default:
                continue
            by_name = by_name or {each.name: each for each in self.options}
            if option.only is not None and values[option.only[0]] not in option.only[1]:
                name, wanted = option.only
                raise SetupError(
                    f"option {option.name} is played only with {name} = {' or '.join(map(shown, wanted))}, not with "
                    f"{shown(values[name])}; leave it at {shown(option.default)}",
                    code="options-exclude",
                )
            for name in option.excludes:
                if values[name] != by_name[name].default:
                    raise SetupError(
                        f"option {option.name} cannot be played together with {name}; leave one of them at "
                        f"{shown(option.default)} or {shown(by_name[name].default)}",
                        code="options-exclude",
                    )

    def check_seats(self, seats: int) -> None:
        if type(seats) is not int or not self.min_seats <= seats <= self.max_seats:
            raise SetupError(
                f"{self.id} is for {self.min_seats} to {self.max_seats} seats, not {shown(seats)}",
                code="bad-seats",
            )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id!r}, {self.min_seats} to {self.max_seats} seats>"
