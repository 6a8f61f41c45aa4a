"""Gladiator: hex combat with secret plots, swords, nets and tridents, as the house needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, get_origin, get_type_hints

from ludus.core.decision import Decision
from ludus.core.event import Accent, Event
from ludus.core.game import Game, Option, Ruleset, Script
from ludus.core.plain import from_plain, to_plain
from ludus.core.standing_orders import Form, Obeyed, Orders
from ludus.core.table import Table
from ludus.games.gladiator.accents import accent_of, is_one_line
from ludus.games.gladiator.charts import AREAS, MISSUS, PLOT_SECONDS, TYPES
from ludus.games.gladiator.explain import explain_answers
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.finish import ENDINGS
from ludus.games.gladiator.goals import watched
from ludus.games.gladiator.obey import obey_orders
from ludus.games.gladiator.position import Position
from ludus.games.gladiator.postures import leave
from ludus.games.gladiator.scenario import read_position, write_position
from ludus.games.gladiator.sequence import run_fight
from ludus.games.gladiator.standing_orders import arena_form, orders_in_words
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.switches import UNLIMITED, Rules, read_rules
from ludus.games.gladiator.words import event_in_words

MOST_TURNS = 60


@dataclass(frozen=True, slots=True)
class Listed(Option):
    """A form offers the default only; a program may give a list, which `read_rules` checks."""

    choices: tuple[Any, ...] | None = (None,)

    def check(self, value: Any) -> None:
        return None


class Gladiator(Game[Arena]):
    """Two men, or two teams, and the sand."""

    id = "gladiator"
    title = "Gladiator"
    summary = "Hex combat with secret orders: swords, nets and tridents, man against man or team against team."
    source = "GL"
    min_seats = 2
    max_seats = 16
    usual_seats = 2
    rulesets: ClassVar[Mapping[str, Ruleset]] = {
        "advanced": Ruleset(
            "advanced",
            "Advanced",
            "Nets, tridents, teams, and the crowd decides about the fallen.",
            {"level": "advanced"},
        ),
        "basic": Ruleset(
            "basic", "Basic", "Sword and shield, man against man; who is down gives up.", {"level": "basic"}
        ),
        "optional": Ruleset(
            "optional",
            "Everything",
            "Advanced, with left-handed men and phases crossed out beforehand.",
            {"level": "advanced", "left_handed": True, "advance_plot": True},
        ),
    }
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "level",
            "Level",
            "Basic: sword and shield for two. Advanced: everything.",
            "GL 2-basic-scope",
            "advanced",
            ("basic", "advanced"),
        ),
        Listed(
            "types",
            "Types",
            f"A list with one of {', '.join(TYPES)} for each seat; none: every player chooses.",
            "GL 3-2",
            None,
            per_seat=((None, "each chooses his own"), *((each, each) for each in TYPES)),
        ),
        Listed(
            "sides",
            "Sides",
            "A list with 0 or 1 for each seat; none: every other seat.",
            "GL 20.7",
            None,
            per_seat=((None, "every other seat"), (0, "first side"), (1, "second side")),
        ),
        Option(
            "creation",
            "Characters",
            "Armour and characteristics by the dice, or chosen from the charts.",
            "GL 3-7a",
            "dice",
            ("dice", "choice"),
        ),
        Option(
            "left_handed",
            "Left-handed men",
            "Whether a gladiator may fight left-handed.",
            "GL 8.2-left-handed",
            False,
            (False, True),
        ),
        Option(
            "turns",
            "Turn limit",
            "After so many turns the fight is over: a duel is drawn, of teams the one with more men standing wins. "
            "None: 20 for a duel, 8 for teams. Unlimited: only the men themselves end it.",
            "GL 4-stalemate",
            None,
            (None, UNLIMITED, *range(1, MOST_TURNS + 1)),
        ),
        Option(
            "draws",
            "Draw by agreement",
            "Whether everybody is asked in secret at the end of a turn, as it always is where turns are unlimited.",
            "GL 4-stalemate",
            False,
            (False, True),
        ),
        Option("help", "Helping", "Whether winners may help their teammates.", "GL 20.7", True, (True, False)),
        Option(
            "advance_plot",
            "Advance plot",
            "Phases without a move are crossed out at the start of the turn.",
            "GL 6.1",
            False,
            (False, True),
        ),
        Option(
            "plot_seconds",
            "Ten-second plots",
            "Seconds to write an order; then there is no move. None: no clock.",
            "GL 6.5",
            None,
            (None, *range(5, PLOT_SECONDS * 6 + 1)),
            seconds=True,
        ),
        Option("distance", "Starting distance", "Hexes between the men.", "GL 4-setup", 4, (4, 5)),
        Option(
            "wound_boxes",
            "Wound record",
            "How many wounds cost a combat factor: by the ruled record, or every single one.",
            "GL 3-8b",
            "ruled",
            ("ruled", "single"),
        ),
        Listed(
            "position",
            "Positional values",
            "Six numbers clockwise from the defender's front; none: 0, 2, 4, 5, 3, 1.",
            "GL 8.2-diagram",
            None,
        ),
        Option(
            "throws",
            "Throwing",
            "Whether every combat ends with the question who throws what.",
            "GL 12.5",
            True,
            (True, False),
        ),
    )
    position_class = Position
    # Once orders or allocations are in, the view does not tell what the script keeps to itself.
    imaginable = ("type", "plot", "free", "drag", "allocate", "draw")
    endings = ENDINGS

    def _rules(self, seats: int, options: Mapping[str, Any]) -> Rules:
        return read_rules(options, seats)

    def begin(self, seats: int, options: Mapping[str, Any]) -> Arena:
        return Arena(rules=self._rules(seats, options), seats=seats, fighters=[])

    def script(self, state: Arena, table: Table) -> Script:
        return watched(state, table, run_fight(state, table))

    def withdraw(self, state: Arena, table: Table, seat: int) -> None:
        """His man leaves the sand."""
        for fighter in state.fighters:
            if fighter.seat == seat and fighter.fighting:
                leave(state, fighter, "resigned")
                table.tell("resigned", {"fighter": fighter.name, "seat": seat}, ("GL 4-victory",))

    def reenters(self, state: Arena, decision: Decision) -> bool:
        """Where the position alone leads back to the question, secret sheets included; not in the midst of a step."""
        return decision.name in _REENTRANT or (decision.name == "order" and state.seats == 2)

    def view(self, state: Arena, seat: int | None) -> dict[str, Any]:
        """Log sheets are open; crossed-out phases and allocations are a man's own secret (GL 6.1, 8.41)."""
        view: dict[str, Any] = {name: to_plain(getattr(state, name)) for name in _PUBLIC}
        view["fighters"] = {each.name: self._view_fighter(state, each, seat) for each in state.fighters}
        return view

    def _view_fighter(self, state: Arena, fighter: Fighter, seat: int | None) -> dict[str, Any]:
        seen = {name: getattr(fighter, name) for name in _PLAIN}
        for name in _TUPLES:
            seen[name] = to_plain(getattr(fighter, name))
        for name in _SECRET:
            seen[name] = list(getattr(fighter, name)) if fighter.seat == seat else None
        seen["unconscious"] = fighter.unconscious
        seen["cf_lost"] = [fighter.cf_lost(area, state.rules.widths) for area in range(len(AREAS))]
        return seen

    def imagine(self, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Arena:
        plain = dict(view)
        plain["fighters"] = [
            {name: value for name, value in seen.items() if name not in _EXTRA and value is not None}
            for seen in view["fighters"].values()
        ]
        return self.load(plain, seats, options)

    def save(self, state: Arena) -> dict[str, Any]:
        plain: dict[str, Any] = to_plain(state)
        return plain

    def load(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Arena:
        return from_plain(Arena, plain, "state", rules=self._rules(seats, options))

    def read_position(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Arena:
        arena = self.begin(seats, options)
        read_position(plain, arena)
        return arena

    def write_position(self, state: Arena) -> dict[str, Any]:
        return write_position(state)

    def explain(self, state: Arena, decision: Decision) -> list[dict[str, Any]]:
        return explain_answers(state, decision)

    def narrate(self, event: Event, names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        return event_in_words(event, names)

    def accent(self, event: Event, options: Mapping[str, Any] | None = None) -> Accent:
        return accent_of(event)

    def joins(self, before: Event, event: Event) -> bool:
        return is_one_line(before, event)

    def together(self, events: Sequence[Event], names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        return " ".join(event_in_words(event, names) for event in events if event.kind != "moved")

    def orders(self, options: Mapping[str, Any], seats: int) -> Form:
        return arena_form(seats)

    def orders_in_words(self, orders: Orders, options: Mapping[str, Any] | None = None) -> list[str]:
        return orders_in_words(orders)

    def obey(self, state: Arena, seat: int, decision: Decision, orders: Orders) -> Obeyed | None:
        return obey_orders(state, decision, orders)

    def stage(self, options: Mapping[str, Any]) -> dict[str, Any]:
        rules = Rules(position=tuple(options["position"] or ()), wound_boxes=options["wound_boxes"])
        right, left = rules.values
        return {
            "areas": list(AREAS),
            "position": list(right),
            "position_left_handed": list(left),
            "wound_widths": list(rules.widths),
            "missus": [list(column) for column in MISSUS],
        }


_PUBLIC = tuple(
    each.name for each in fields(Arena) if each.name not in ("rules", "fighters", "goal", "deeds", "verdict")
)
_SECRET = ("crossed", "sheet")
_TUPLES = tuple(
    name for name, kind in get_type_hints(Fighter).items() if get_origin(kind) is tuple and name not in _SECRET
)
_PLAIN = tuple(each.name for each in fields(Fighter) if each.name not in (*_TUPLES, *_SECRET))
_EXTRA = ("unconscious", "cf_lost")
_REENTRANT = frozenset({"plot", "cross-out", "free", "drag", "allocate", "throw", "draw"})
