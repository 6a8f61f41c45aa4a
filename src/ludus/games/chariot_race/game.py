"""Chariot Race: the light dice race, as the house needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ludus.core.chart import Chart, Spot
from ludus.core.decision import Decision
from ludus.core.errors import DataError
from ludus.core.event import Accent, Event
from ludus.core.game import Game, Option, Outcome, Ruleset, Script
from ludus.core.plain import from_plain, to_plain
from ludus.core.standing_orders import Obeyed, OrderForm, Orders
from ludus.core.table import Table
from ludus.games.chariot_race.accents import accent_of, is_one_drive
from ludus.games.chariot_race.board import Board, house_board, own_board
from ludus.games.chariot_race.charts import CHARIOT_BOARDS, FACES, LAPS
from ludus.games.chariot_race.explain import explain_answers
from ludus.games.chariot_race.goals import watched
from ludus.games.chariot_race.rounds import decided, run_race
from ludus.games.chariot_race.scenario import WrittenPosition, read_position, write_position
from ludus.games.chariot_race.standing_orders import FORM, in_words, obey_orders
from ludus.games.chariot_race.state import Chariot, Race, Turn
from ludus.games.chariot_race.tables import charted, tables_of
from ludus.games.chariot_race.words import tell_story
from ludus.games.chariot_race.wrecks import leave


class ChariotRace(Game[Race]):
    """Two laps, three lanes, five dice."""

    id = "chariot-race"
    title = "Chariot Race"
    summary = "A light dice race for 2 to 6: two laps, three lanes, rams, caltrops and javelins."
    source = "CR"
    min_seats = 2
    max_seats = 6
    rulesets: ClassVar[Mapping[str, Ruleset]] = {
        "standard": Ruleset("standard", "Standard race", "Side A of the board, six equal chariots."),
        "stone-heaps": Ruleset(
            "stone-heaps", "Stone heaps", "Side B of both parts: heaps that wreck.", {"part_1": "B", "part_2": "B"}
        ),
        "alternate-chariots": Ruleset(
            "alternate-chariots", "Six chariots", "Six different chariots, chosen in turn.", {"chariots": "alternate"}
        ),
        "everything": Ruleset(
            "everything",
            "Everything",
            "Stone heaps, different chariots, and no damage after the finish.",
            {"part_1": "B", "part_2": "B", "chariots": "alternate", "finish_protection": True},
        ),
    }
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "part_1",
            "First part of the board",
            "Side B has a stone heap in the outer lane.",
            "CR variant-mixed-board",
            "A",
            ("A", "B"),
        ),
        Option(
            "part_2",
            "Second part of the board",
            "Side B has stone heaps in the inner and middle lanes.",
            "CR variant-mixed-board",
            "A",
            ("A", "B"),
        ),
        Option(
            "chariots",
            "Chariots",
            "All alike, or six different ones that are chosen in turn.",
            "CR variant-chariots",
            "standard",
            ("standard", "alternate"),
        ),
        Option(
            "finish_protection",
            "No damage after the finish",
            "A chariot that has finished and ended its turn cannot be damaged.",
            "CR variant-no-damage-after-finish",
            False,
            (False, True),
        ),
        Option(
            "board",
            "Board",
            "A board file of your own instead of the house circuit.",
            "CR board-lanes",
            None,
            file=True,
        ),
    )
    endings = ("lone-finisher", "furthest-past-line", "shared-victory", "all-wrecked", "nobody-left")
    open = True
    reentrant = True
    position_class = WrittenPosition

    def board(self, options: Mapping[str, Any]) -> Board:
        sides = (options["part_1"], options["part_2"])
        if options["board"] is None:
            return house_board(sides)
        if not isinstance(options["board"], Mapping):
            raise DataError("option board takes the contents of a board file", code="bad-board")
        return own_board(options["board"], sides)

    def _empty(self, seats: int, options: Mapping[str, Any]) -> Race:
        return Race(
            board=self.board(options),
            finish_protection=options["finish_protection"],
            alternate_chariots=options["chariots"] == "alternate",
            seats=seats,
            chariots=[],
        )

    def begin(self, seats: int, options: Mapping[str, Any]) -> Race:
        return self._empty(seats, options)

    def script(self, state: Race, table: Table) -> Script:
        return watched(state, table, run_race(state, table))

    def withdraw(self, state: Race, table: Table, seat: int) -> None:
        for chariot in state.chariots:
            if chariot.seat == seat and not chariot.out:
                leave(state, chariot, "retired")
                table.tell("retired", {"chariot": chariot.colour, "seat": seat}, ("CR round-order",))

    def may_decide(self, state: Race, seat: int) -> bool:
        return any(chariot.seat == seat and not chariot.out for chariot in state.chariots)

    def decided(self, state: Race, table: Table, seat: int) -> Outcome:
        return decided(state, table, seat)

    def view(self, state: Race, seat: int | None) -> dict[str, Any]:
        """Everything on the table is open; only the dice to come are unknown."""
        names, turn = state.board.names, state.turn
        return {
            "round": state.round,
            "phase": state.phase,
            "order": [state.chariots[index].colour for index in state.order],
            "turn_number": state.turn_number,
            "mover": state.mover.colour if state.turn_number < len(state.order) else None,
            "drafter": state.drafter,
            "supply": state.supply,
            "caltrops": [names[space] for space in sorted(state.caltrops)],
            "chariots": {chariot.colour: self._view_chariot(state, chariot) for chariot in state.chariots},
            "turn": {
                "dice": [FACES[value - 1] for value in turn.dice],
                "free_reroll": turn.free_reroll,
                "left": turn.left,
                "steers": turn.steers,
                "attacks": turn.attacks,
                "laps": turn.laps,
                "path": [[names[space], progress] for space, progress in turn.path],
            },
        }

    def _view_chariot(self, state: Race, chariot: Chariot) -> dict[str, Any]:
        return {
            "seat": chariot.seat,
            "build": chariot.build,
            "space": state.board.names[chariot.space] if chariot.space >= 0 else None,
            "damage": chariot.damage,
            "speed": chariot.speed,
            "fate": chariot.fate,
            "crossings": chariot.crossings,
            "laps_to_go": max(0, LAPS - chariot.laps),
            "progress": state.progress(chariot) if chariot.space >= 0 else None,
            "out": chariot.out,
            "out_order": chariot.out_order,
            "safe": chariot.safe,
        }

    def imagine(self, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Race:
        race = self._empty(seats, options)
        find = race.board.find
        for colour, seen in view["chariots"].items():
            race.chariots.append(
                Chariot(
                    colour=colour,
                    seat=seen["seat"],
                    build=seen["build"],
                    space=-1 if seen["space"] is None else find(seen["space"]),
                    damage=seen["damage"],
                    speed=seen["speed"],
                    fate=seen["fate"],
                    crossings=seen["crossings"],
                    out=seen["out"],
                    out_order=seen["out_order"],
                    safe=seen["safe"],
                )
            )
        indices = {chariot.colour: index for index, chariot in enumerate(race.chariots)}
        turn = view["turn"]
        race.caltrops = {find(name) for name in view["caltrops"]}
        race.supply = view["supply"]
        race.round = view["round"]
        race.order = [indices[colour] for colour in view["order"]]
        race.turn_number = view["turn_number"]
        race.phase = view["phase"]
        race.drafter = view["drafter"]
        race.turn = Turn(
            dice=[FACES.index(face) + 1 for face in turn["dice"]],
            free_reroll=turn["free_reroll"],
            left=turn["left"],
            steers=turn["steers"],
            attacks=turn["attacks"],
            laps=turn["laps"],
            path=[(find(name), progress) for name, progress in turn["path"]],
        )
        return race

    def save(self, state: Race) -> dict[str, Any]:
        plain: dict[str, Any] = to_plain(state)
        return plain

    def load(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Race:
        empty = self._empty(seats, options)
        return from_plain(
            Race,
            plain,
            "state",
            board=empty.board,
            finish_protection=empty.finish_protection,
            alternate_chariots=empty.alternate_chariots,
        )

    def read_position(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Race:
        race = self._empty(seats, options)
        read_position(plain, race)
        return race

    def write_position(self, state: Race) -> dict[str, Any]:
        return write_position(state)

    def explain(self, state: Race, decision: Decision) -> list[dict[str, Any]]:
        return explain_answers(state, decision)

    def narrate(self, event: Event, names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        return tell_story(event, names)

    def accent(self, event: Event, options: Mapping[str, Any] | None = None) -> Accent:
        return accent_of(event)

    def charts(self, options: Mapping[str, Any]) -> tuple[Chart, ...]:
        return tables_of(options["chariots"] == "alternate")

    def charted(self, event: Event, options: Mapping[str, Any] | None = None) -> tuple[Spot, ...]:
        return charted(event)

    def joins(self, before: Event, event: Event) -> bool:
        return is_one_drive(before, event)

    def together(self, events: Sequence[Event], names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        return f"{tell_story(events[-1], names)} ({len(events)} spaces)"

    def stage(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """What never changes during a race: the board and the chariot boards, for clients to draw."""
        return {
            "board": self.board(options).stage(),
            "chariot_boards": {name: to_plain(board) for name, board in CHARIOT_BOARDS.items()},
            "faces": list(FACES),
            "laps": LAPS,
        }

    def orders(self, options: Mapping[str, Any], seats: int, position: Mapping[str, Any] | None = None) -> OrderForm:
        return FORM

    def orders_in_words(self, orders: Orders, options: Mapping[str, Any] | None = None) -> list[str]:
        return in_words(orders)

    def obey(self, state: Race, seat: int, decision: Decision, orders: Orders) -> Obeyed | None:
        return obey_orders(decision, orders)
