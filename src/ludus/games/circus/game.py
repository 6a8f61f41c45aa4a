"""Circus: chariot racing with written speeds, whips and rams, as the house needs it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, ClassVar, get_origin

from ludus.core.chart import Chart, Spot
from ludus.core.decision import Decision
from ludus.core.errors import DataError, SetupError, shown
from ludus.core.event import Accent, Event
from ludus.core.game import Game, Numbers, Option, Outcome, Ruleset, Script
from ludus.core.hints import type_hints
from ludus.core.plain import from_plain, to_plain
from ludus.core.standing_orders import Obeyed, OrderForm, Orders
from ludus.core.table import Table
from ludus.games.circus.charts import load_charts
from ludus.games.circus.editions import SecondEdition, bare, book_of
from ludus.games.circus.goals import watched
from ludus.games.circus.options import EDITIONS, PATRONAGE, PATRONAGE_OPTIONS, RACE_OPTIONS, SWITCHES, compose
from ludus.games.circus.options.sets import SHORTENED, STREAMLINED
from ludus.games.circus.options.switch import SECOND_EDITION, only
from ludus.games.circus.parts import all_parts
from ludus.games.circus.patronage.skullduggery import OWNERS_ASKED
from ludus.games.circus.position import WrittenPosition
from ludus.games.circus.ruleset import Rules
from ludus.games.circus.scenario import read_position
from ludus.games.circus.scenario_writer import write_position
from ludus.games.circus.stable import most_handed
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.track import SECTIONS, Track, house_track, shortened_track, track_from

SAID = (
    "conditions",
    "safe_speeds",
    "lying",
    "team_speed",
    "remarks",
    "troubles",
    "log",
    "place",
)  # what follows from the rest of a view
TEMPERS = range(1, 8)  # CM 19-personality: 7 is a driver who never attacks
TWO_LAPS = 2
MOST_SECONDS = 60  # of reaction time; a table that wants more plays without a clock


class Circus(Game[Race]):
    """Eight lanes, three laps, and no mercy."""

    id = "circus"
    title = "Circus"
    summary = "Chariot racing with written speeds, whips and rams: three laps, eight chariots and no mercy."
    source = "CM"
    min_seats = 2
    max_seats = 16
    usual_seats = 8
    open = True  # speeds that are written and not yet revealed are answers, not part of the position
    rulesets: ClassVar[Mapping[str, Ruleset]] = {
        "advanced": Ruleset(
            "advanced", "Advanced", "Wrecks stay, teams bolt, drivers are dragged.", {"level": "advanced"}
        ),
        "timed": Ruleset(
            "timed",
            "Advanced with reaction time",
            "Five seconds to begin a move, and no answer is taken back.",
            {"level": "advanced", "reaction_seconds": load_charts("second-edition").reaction_seconds},
        ),
        "arsenal": Ruleset(
            "arsenal",
            "The General's arsenal",
            "Advanced, with 32-point builds, weather, knives, dust, spears, carcasses and critical horse hits.",
            {
                "builds": "thirty-two",
                "weather": True,
                "first_turn": True,
                "written_strain": True,
                "carcasses": True,
                "critical_horses": True,
                "knife": True,
                "small_knife": True,
                "dust": True,
                "spear": True,
            },
        ),
        "wagers": Ruleset(
            "wagers",
            "Advanced with wagers",
            "The advanced race with purses: sealed bribes, drugs and sabotage, and bets that the pool must cover.",
            {"patronage": "bets"},
        ),
        "epic": Ruleset(
            "epic",
            "Epic",
            "Sixteen chariots out of their stables, in rain and mud, with knives and dust.",
            {"edition": "epic", "weather": True},
        ),
        "patrons": Ruleset(
            "patrons",
            "Epic with patronage",
            "The epic race with purses: sealed bribes, drugs and sabotage, and bets between the laps.",
            {"edition": "epic", "weather": True, "patronage": "bets"},
        ),
        "match-race": Ruleset(
            "match-race",
            "Match race",
            "Two owners, a few chariots each, and one bet between them.",
            {"edition": "epic", "weather": True, "patronage": "match race"},
        ),
        "basic": Ruleset("basic", "Basic", "A flipped chariot leaves the board.", {"level": "basic"}),
        "solitaire": Ruleset(
            "solitaire", "Solitaire", "You against the field, whose tempers decide.", {"solitaire": True}
        ),
        "streamlined": Ruleset(
            "streamlined",
            "Streamlined",
            "By the fan chart sheets and action point cards; where they disagree, by the cards.",
            STREAMLINED,
        ),
        "condensed": Ruleset(
            "condensed", "Condensed", "The Basic Game as a web page shortens it.", {"level": "basic", **SHORTENED}
        ),
    }
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "edition", "Edition", "Whose book is played.", "CM 2.4", "second-edition", tuple(EDITIONS), group="The game"
        ),
        Option(
            "field",
            "Chariots",
            "How many chariots race; at least one for each seat.",
            "CM 18.1",
            8,
            tuple(range(8, 17)),
            group="The game",
            only=only(SECOND_EDITION),
        ),
        Option(
            "each",
            "Chariots each",
            "How many chariots each seat drives. None: as many as fill the field.",
            "CM 18.1",
            None,
            (None, *range(1, 9)),
            group="The game",
            only=only(SECOND_EDITION),
        ),
        *RACE_OPTIONS,
        *PATRONAGE_OPTIONS,
        Option(
            "reaction_seconds",
            "Reaction time",
            "Seconds to begin or go on with a move and to write a speed; no answer is taken back. None: no clock.",
            "CM 11.9",
            None,
            (None, *range(1, MOST_SECONDS + 1)),
            seconds=True,
            group="The game",
        ),
        *(switch.option for switch in SWITCHES),
        Option(
            "characters",
            "Tempers of the rivals",
            "Solitaire: a number from 1 (attacks whenever he can) to 7 (never) for each rival; none: dealt at random.",
            "CM 19-personality",
            None,
            numbers=Numbers(TEMPERS[0], TEMPERS[-1], of="field", spared=1),
            only=only(SECOND_EDITION),
            group="The game",
        ),
        Option("track", "Track", "A track file of your own instead of the house circus.", "CM 2.1", None, file=True),
    )
    position_class = WrittenPosition
    _recent: tuple[Mapping[str, Any] | None, SecondEdition] | None = None
    # In the midst of an attack the view does not tell how the script came there.
    imaginable = ("take", "whip", "step")
    endings = (
        "lone-finisher",
        "most-factors-left",
        "drawn-first",
        "nobody-finished",
        "called-off",
        "time-up",
        "first-barred",
        "all-barred",
    )

    def track(self, options: Mapping[str, Any]) -> Track:
        """The circus of a race. E2 3.1.2: two laps are run on the same track; three are what it has of itself."""
        track = self._whole_track(options)
        return shortened_track(track, options["laps"]) if options.get("laps") == TWO_LAPS else track

    def _whole_track(self, options: Mapping[str, Any]) -> Track:
        if options["track"] is None:
            return house_track()
        if not isinstance(options["track"], Mapping):
            raise DataError("option track takes the contents of a track file", code="bad-track")
        try:
            text = json.dumps(options["track"])
        except (TypeError, ValueError) as error:
            raise DataError(f"option track takes plain values: {error}", code="bad-track") from error
        return track_from(text)

    def _rules(self, seats: int, options: Mapping[str, Any]) -> Rules:
        book = compose(options)
        field = book.field(seats, options)
        return Rules(
            book=book,
            field=field,
            reaction_seconds=options["reaction_seconds"],
            characters=read_characters(options["characters"], field - 1),
            spare=options["stable"],
            stables=book.stables(seats, options),
            time_limit=options["time_limit"],
            purse=options["purse"],
            purses=book.purses(seats, options),
            wagered=bool(options["wagered"]),
            sealed_records=bool(options["sealed_records"]),
            extra_entries=options["extra_entries"],
            betters=options["betters"],
        )

    def begin(self, seats: int, options: Mapping[str, Any]) -> Race:
        rules = self._rules(seats, options)
        parts = {name: kind() for name, kind in rules.book.race_parts.items()}
        return Race(track=self.track(options), rules=rules, seats=seats, chariots=[], parts=parts)

    def script(self, state: Race, table: Table) -> Script:
        return watched(state, table, book_of(state, table).play())

    def withdraw(self, state: Race, table: Table, seat: int) -> None:
        """His chariots and men leave; his runaway teams run on (CM 15.2b). Who has crossed the line keeps his place."""
        book = book_of(state, table)
        if seat not in state.absent:
            state.absent = (*state.absent, seat)
        for chariot in state.chariots:
            if chariot.seat != seat or chariot.status == "finished":
                continue
            if chariot.on_track and not chariot.runaway:
                book.leave_race(chariot, "resigned", "CM 5.2")
            if chariot.driver in ("dragged", "foot"):
                book.take_to_safety(chariot, "resigned", "CM 15.2b")

    def sheet(self, state: Race, decision: Decision) -> tuple[Decision, ...]:
        return book_of(state).speeds_after(decision) if decision.name == "speed" else ()

    def may_decide(self, state: Race, seat: int) -> bool:
        return book_of(state).may_decide(seat)

    def decided(self, state: Race, table: Table, seat: int) -> Outcome:
        return book_of(state, table).decide_for(seat)

    def may_undo(self, state: Race) -> bool:
        """CM 11.2: no take-backs where reaction time is on."""
        return book_of(state).clock() is None

    def reenters(self, state: Race, decision: Decision) -> bool:
        """Not in the midst of an attack, nor between the speeds of one seat's chariots: the script knows more then."""
        if decision.name == "speed":
            return len({chariot.seat for chariot in state.chariots}) == len(state.chariots)
        return decision.name in self.imaginable

    def owner_questions(self, options: Mapping[str, Any]) -> frozenset[str]:
        return OWNERS_ASKED

    def is_open(self, options: Mapping[str, Any]) -> bool:
        """Envelopes and purses are not."""
        return bool(options["patronage"] == PATRONAGE.option.default)

    def view(self, state: Race, seat: int | None) -> dict[str, Any]:
        """Logs are open (CM 3.5-open-logs); speeds are in the state only once they are revealed."""
        view = self._view_race(state, seat)
        book = book_of(state)
        view["conditions"] = book.conditions()
        view["safe_speeds"] = [book.safe_speed(lane) for lane in range(1, state.track.lanes + 1)]
        view["lying"] = book.lying()
        view["chariots"] = {chariot.faction: self._view_chariot(book, chariot) for chariot in state.chariots}
        return view

    def sight(self, state: Race, seat: int) -> dict[str, Any]:
        """The race and its chariots as they are, without sentences and sums; their squares say which are occupied."""
        seen = dict(zip(_SEEN, _seen(state), strict=True))
        seen["parts"] = {name: _seen_by(part, seat) for name, part in state.parts.items()}
        seen["chariots"] = {chariot.faction: chariot for chariot in state.chariots}
        return seen

    def seen(self, state: Race, seat: int) -> Race:
        """The race is open but for what some parts hide; no bot drives for an exercise."""
        twin = state.copy()
        twin.parts = {name: _seen_by(part, seat) for name, part in twin.parts.items()}
        twin.goal = twin.verdict = None
        return twin

    def _view_race(self, state: Race, seat: int | None) -> dict[str, Any]:
        view = {name: to_plain(getattr(state, name)) for name in _PUBLIC}
        view["parts"] = {name: to_plain(_seen_by(part, seat)) for name, part in state.parts.items()}
        return view

    def _bare_chariot(self, chariot: Chariot) -> dict[str, Any]:
        # Plain but for its tuples and parts; `to_plain` would look at every field.
        seen: dict[str, Any] = dict(zip(_FIELDS, _values(chariot), strict=True))
        for name in _TUPLES:
            seen[name] = list(seen[name])
        if chariot.parts:
            seen["parts"] = to_plain(chariot.parts)
        return seen

    def _view_chariot(self, book: SecondEdition, chariot: Chariot) -> dict[str, Any]:
        seen = self._bare_chariot(chariot)
        harnessed = bool(chariot.horses)  # else its log is still empty
        seen["team_speed"] = book.team_speed(chariot) if harnessed else 0
        seen["remarks"] = book.remarks(chariot)
        seen["troubles"] = book.troubles(chariot) if harnessed else []
        if log := book.log_sheet(chariot):
            seen["log"] = log
        seen["place"] = book.race.track.name(chariot.square) if chariot.on_track else None
        return seen

    def imagine(self, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Race:
        plain = {name: value for name, value in view.items() if name not in SAID}
        plain["chariots"] = [
            {name: value for name, value in seen.items() if name not in SAID} for seen in view["chariots"].values()
        ]
        return self.load(plain, seats, options)

    def save(self, state: Race) -> dict[str, Any]:
        plain: dict[str, Any] = to_plain(state)
        return plain

    def load(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Race:
        race = from_plain(Race, plain, "state", track=self.track(options), rules=self._rules(seats, options))
        book = race.rules.book
        race.parts = read_parts(book.race_parts, race.parts, "state.parts")
        for chariot in race.chariots:
            chariot.parts = read_parts(book.chariot_parts, chariot.parts, f"state.{chariot.faction}.parts")
        return race

    def read_position(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Race:
        race = self.begin(seats, options)
        read_position(plain, race)
        return race

    def position_parts(self) -> Mapping[str, type]:
        return all_parts()

    def write_position(self, state: Race) -> dict[str, Any]:
        return write_position(state)

    def explain(self, state: Race, decision: Decision) -> list[dict[str, Any]]:
        return book_of(state).explain(decision)

    def narrate(self, event: Event, names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        return self._book(options).say(event, names)

    def accent(self, event: Event, options: Mapping[str, Any] | None = None) -> Accent:
        return self._book(options).accent(event)

    def charts(self, options: Mapping[str, Any]) -> tuple[Chart, ...]:
        return self._book(options).tables()

    def charted(self, event: Event, options: Mapping[str, Any] | None = None) -> tuple[Spot, ...]:
        return self._book(options).charted(event)

    def joins(self, before: Event, event: Event) -> bool:
        """Steps straight on, one after another, are one drive."""
        return event.kind == before.kind == "drive" and event.data["chariot"] == before.data["chariot"]

    def together(self, events: Sequence[Event], names: Sequence[str], options: Mapping[str, Any] | None = None) -> str:
        last = events[-1]
        squares = sum(event.data["squares"] for event in events)
        return self.narrate(last._replace(data={**last.data, "squares": squares}), names, options)

    def _book(self, options: Mapping[str, Any] | None) -> SecondEdition:
        """The book of a match, for what needs no race. A record may be older than some of the options."""
        recent = self._recent  # a match tells one event after the other by the same options
        if recent is not None and recent[0] is options:
            return recent[1]
        values = {option.name: option.default for option in self.options} | dict(options or {})
        book = bare(compose(values))
        self._recent = (options, book)
        return book

    def glance(self, state: Race) -> dict[str, Any]:
        """The lap and the leader; the betting sheet as soon as the bets lie open (CM 26.2a)."""
        track, book = state.track, book_of(state)
        racing = [each for each in state.chariots if each.on_track or each.status == "finished"]
        leader = max(racing, key=book.standing, default=None)
        if not state.turn or leader is None:
            share, words = 0.0, "before the start"
        else:
            laps = track.file.laps
            lap = min(laps, leader.leg // len(SECTIONS) + 1)
            share, words = min(1.0, leader.leg / (track.last_leg + 1)), f"lap {lap} of {laps}, {leader.faction} leads"
        coffers = state.parts.get("patronage")
        odds = {} if coffers is None else coffers.odds
        return {
            "share": round(share, 2),
            "words": words,
            "odds": [
                {
                    "seat": each.seat,
                    "chariot": each.faction,
                    "driver": book.log_sheet(each).get("driver", ""),
                    "odds": odds[each.number],
                }
                for each in state.chariots
                if each.number in odds
            ],
        }

    def stage(self, options: Mapping[str, Any]) -> dict[str, Any]:
        book = self._book(options)
        return {
            "track": self.track(options).stage(),
            "wheel_boxes": book.charts.wheel_boxes,
            "most_endurance": max(book.most_endurance(), most_handed(options.get("stables"))),
            "outcomes": book.outcomes(),
            "deeds": book.attack_deeds(),
        }

    def orders(self, options: Mapping[str, Any], seats: int, position: Mapping[str, Any] | None = None) -> OrderForm:
        """Whoever may race can be named; a scenario also has colours of its own."""
        book = self._book(options)
        written = [each["faction"] for each in position["chariots"]] if position else []
        return book.orders_form(tuple(dict.fromkeys((*book.colours(book.field(seats, options)), *written))))

    def orders_in_words(self, orders: Orders, options: Mapping[str, Any] | None = None) -> list[str]:
        return self._book(options).orders_in_words(orders)

    def obey(self, state: Race, seat: int, decision: Decision, orders: Orders) -> Obeyed | None:
        return book_of(state).obey(decision, orders)


def read_characters(given: Any, rivals: int) -> tuple[int, ...]:
    """CM 19-personality: one number for each rival, or none at all."""
    if given is None:
        return ()
    numbers = tuple(given) if isinstance(given, list | tuple) else ()
    if len(numbers) != rivals or any(type(number) is not int or number not in TEMPERS for number in numbers):
        raise SetupError(
            f"option characters takes {rivals} whole numbers from 1 to 7, one for each rival, not {shown(given)}",
            code="bad-option",
        )
    return numbers


def read_parts(kinds: Mapping[str, type], plain: Mapping[str, Any], where: str) -> dict[str, Any]:
    """What options have added to the state."""
    return {name: from_plain(kind, plain[name], f"{where}.{name}") for name, kind in kinds.items()}


def _seen_by(part: Any, seat: int | None) -> Any:
    """What a seat may know of what an option adds to the race."""
    return part.seen_by(seat) if hasattr(part, "seen_by") else part


_FIELDS = tuple(each.name for each in fields(Chariot))
_values = attrgetter(*_FIELDS)
_TUPLES = tuple(name for name, kind in type_hints(Chariot).items() if get_origin(kind) is tuple)
_PUBLIC = tuple(each.name for each in fields(Race) if each.name not in ("track", "rules", "chariots", "parts"))
_SEEN = tuple(name for name in _PUBLIC if name != "occupied")
_seen = attrgetter(*_SEEN)
