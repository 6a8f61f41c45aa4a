"""Gladiator: hex combat with secret plots, swords, nets and tridents, as the house needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, ClassVar, get_origin

from ludus.core.chart import Chart, Spot
from ludus.core.decision import Decision
from ludus.core.event import Accent, Event
from ludus.core.game import Game, Ruleset, Script
from ludus.core.hints import type_hints
from ludus.core.plain import from_plain, to_plain
from ludus.core.standing_orders import Obeyed, OrderForm, Orders
from ludus.core.table import Table
from ludus.games.gladiator.accents import accent_of, is_one_line
from ludus.games.gladiator.explain import explain_answers
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.finish import ENDINGS
from ludus.games.gladiator.goals import watched
from ludus.games.gladiator.log_sheet import SAID, said_of
from ludus.games.gladiator.missus import give_up
from ludus.games.gladiator.obey import obey_orders
from ludus.games.gladiator.options import OPTIONS
from ludus.games.gladiator.position import Position
from ludus.games.gladiator.scenario import read_position, write_position
from ludus.games.gladiator.sequence import run_fight
from ludus.games.gladiator.staging import stage_of
from ludus.games.gladiator.standing_orders import arena_form, orders_in_words
from ludus.games.gladiator.state import Arena
from ludus.games.gladiator.switches import Rules, read_rules
from ludus.games.gladiator.tables import charted, tables_of
from ludus.games.gladiator.words import event_in_words


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
    options = OPTIONS
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
                give_up(state, table, fighter)

    def reenters(self, state: Arena, decision: Decision) -> bool:
        """Where the position alone leads back to the question, secret sheets included; not in the midst of a step."""
        return decision.name in _REENTRANT or (decision.name == "order" and state.seats == 2)

    def view(self, state: Arena, seat: int | None) -> dict[str, Any]:
        """Log sheets are open; crossed-out phases and allocations are a man's own secret (GL 6.1, 8.41)."""
        view: dict[str, Any] = {name: to_plain(getattr(state, name)) for name in _PUBLIC}
        view["fighters"] = {each.name: self._view_fighter(state, each, seat) for each in state.fighters}
        return view

    def sight(self, state: Arena, seat: int) -> dict[str, Any]:
        """The same men and things as they are, without what is reckoned from them."""
        seen = dict(zip(_PUBLIC, _public(state), strict=True))
        seen["fighters"] = {each.name: self._bare_fighter(each, seat) for each in state.fighters}
        return seen

    def _bare_fighter(self, fighter: Fighter, seat: int) -> dict[str, Any]:
        seen = dict(zip(_FIELDS, _values(fighter), strict=True))
        if fighter.seat != seat:
            seen |= _UNSEEN
        return seen

    def _view_fighter(self, state: Arena, fighter: Fighter, seat: int | None) -> dict[str, Any]:
        seen = {name: getattr(fighter, name) for name in _PLAIN}
        for name in _TUPLES:
            seen[name] = to_plain(getattr(fighter, name))
        for name in _SECRET:
            seen[name] = list(getattr(fighter, name)) if fighter.seat == seat else None
        seen |= said_of(state, fighter)
        return seen

    def imagine(self, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Arena:
        plain = dict(view)
        plain["fighters"] = [
            {name: value for name, value in seen.items() if name not in SAID and value is not None}
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

    def charts(self, options: Mapping[str, Any]) -> tuple[Chart, ...]:
        return tables_of(Rules(level=options["level"], position=tuple(options["position"] or ())))

    def charted(self, event: Event, options: Mapping[str, Any] | None = None) -> tuple[Spot, ...]:
        return charted(event)

    def joins(self, before: Event, event: Event) -> bool:
        return is_one_line(before, event)

    def together(self, events: Sequence[Event], names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        return " ".join(event_in_words(event, names) for event in events if event.kind != "moved")

    def orders(self, options: Mapping[str, Any], seats: int, position: Mapping[str, Any] | None = None) -> OrderForm:
        return arena_form(seats)

    def orders_in_words(self, orders: Orders, options: Mapping[str, Any] | None = None) -> list[str]:
        return orders_in_words(orders)

    def obey(self, state: Arena, seat: int, decision: Decision, orders: Orders) -> Obeyed | None:
        return obey_orders(state, decision, orders)

    def stage(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return stage_of(Rules(position=tuple(options["position"] or ()), wound_boxes=options["wound_boxes"]))


_PUBLIC = tuple(
    each.name
    for each in fields(Arena)
    if each.name not in ("rules", "fighters", "goal", "deeds", "verdict", "hurts", "laid_out", "falls")
)
_public = attrgetter(*_PUBLIC)
_SECRET = ("crossed", "sheet")
_UNSEEN = dict.fromkeys(_SECRET)
_FIELDS = tuple(each.name for each in fields(Fighter))
_values = attrgetter(*_FIELDS)
_TUPLES = tuple(name for name, kind in type_hints(Fighter).items() if get_origin(kind) is tuple and name not in _SECRET)
_PLAIN = tuple(each.name for each in fields(Fighter) if each.name not in (*_TUPLES, *_SECRET))
_REENTRANT = frozenset({"plot", "cross-out", "free", "drag", "allocate", "throw", "draw"})
