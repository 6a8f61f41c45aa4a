"""Circus: chariot racing with written speeds, whips and rams, as the house needs it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar

from ludus.core.decision import Decision
from ludus.core.errors import DataError, SetupError, shown
from ludus.core.event import Event
from ludus.core.game import Game, Numbers, Option, Ruleset, Script
from ludus.core.orders import Form, Obeyed, Orders
from ludus.core.plain import from_plain, to_plain
from ludus.core.table import Table
from ludus.games.circus.charts import REACTION_SECONDS
from ludus.games.circus.editions import SECOND_EDITION
from ludus.games.circus.explain import explain_answers
from ludus.games.circus.flips import leave_race, take_to_safety
from ludus.games.circus.goals import watched
from ludus.games.circus.hooks import EDITIONS
from ludus.games.circus.orders import circus_form, in_words
from ludus.games.circus.rules import Rules, read_rules
from ludus.games.circus.scenario import read_position, write_position
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.steward import obey_orders
from ludus.games.circus.story import tell_story
from ludus.games.circus.track import Track, house_track, track_from
from ludus.games.circus.turn import run_race

TEMPERS = range(1, 8)  # CM 19-personality: 7 is a driver who never attacks
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
            {"level": "advanced", "reaction_seconds": REACTION_SECONDS},
        ),
        "basic": Ruleset("basic", "Basic", "A flipped chariot leaves the board.", {"level": "basic"}),
        "solitaire": Ruleset(
            "solitaire", "Solitaire", "You against the field, whose tempers decide.", {"solitaire": True}
        ),
    }
    options: ClassVar[tuple[Option, ...]] = (
        Option("level", "Level", "Basic or advanced rules.", "CM 11.0-scope", "advanced", ("basic", "advanced")),
        Option(
            "field",
            "Chariots",
            "How many chariots race; at least one for each seat.",
            "CM 18.1",
            8,
            tuple(range(8, 17)),
        ),
        Option(
            "reaction_seconds",
            "Reaction time",
            "Seconds to begin or go on with a move and to write a speed; no answer is taken back. None: no clock.",
            "CM 11.9",
            None,
            (None, *range(1, MOST_SECONDS + 1)),
            seconds=True,
        ),
        Option("solitaire", "Solitaire", "Rivals of seat 1 attack by the die.", "CM 19-roles", False, (False, True)),
        Option(
            "characters",
            "Tempers of the rivals",
            "Solitaire: a number from 1 (attacks whenever he can) to 7 (never) for each rival; none: dealt at random.",
            "CM 19-personality",
            None,
            numbers=Numbers(TEMPERS[0], TEMPERS[-1], of="field", spared=1),
        ),
        Option(
            "evasion_debt",
            "Price of evasions",
            "Off the limit, or off the written speed.",
            "CM 6.2-total-speed",
            "limit",
            ("limit", "written"),
        ),
        Option(
            "unpaid_strain", "Strain beyond endurance", "Flips, or is rolled.", "CM 8.41b", "flip", ("flip", "roll")
        ),
        Option("brake_needs", "Braking away needs", "Endurance a defender must have.", "CM 9.3b", 1, (1, 2)),
        Option("lash_dice", "Team lash", "Dice each.", "CM 9.41a", 1, (1, 2)),
        Option(
            "frontal_injury",
            "Running into a car",
            "The owner picks the horses, or an even spread.",
            "CM 9.61b",
            "owner",
            ("owner", "even"),
        ),
        Option(
            "gray_targets",
            "Targets on gray",
            "Whether a chariot still on gray may be attacked.",
            "CM 9.1b",
            True,
            (True, False),
        ),
        Option(
            "cut_free", "Cutting loose", "One attempt, or one every phase.", "CM 16.2a", "once", ("once", "every phase")
        ),
        Option(
            "inside_evasion_after_sideslip",
            "Evading inside after a sideslip",
            "Whether the ban leaves evasions open.",
            "CM 7.33-S",
            False,
            (False, True),
        ),
        Option(
            "edition",
            "Edition",
            "Whose procedures are played.",
            "CM 2.4",
            SECOND_EDITION,
            tuple(EDITIONS),
        ),
        Option("track", "Track", "A track file of your own instead of the house circus.", "CM 2.1", None, file=True),
    )
    # In the midst of an attack the view does not tell how the script came there.
    imaginable = ("take", "whip", "step")
    endings = ("lone-finisher", "most-factors-left", "drawn-first", "nobody-finished", "called-off")

    def track(self, options: Mapping[str, Any]) -> Track:
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
        values = dict(options)
        values["field"] = max(values["field"], seats)
        values["characters"] = read_characters(values["characters"], values["field"] - 1)
        return read_rules(values)

    def begin(self, seats: int, options: Mapping[str, Any]) -> Race:
        return Race(track=self.track(options), rules=self._rules(seats, options), seats=seats, chariots=[])

    def script(self, state: Race, table: Table) -> Script:
        return watched(state, table, run_race(state, table))

    def withdraw(self, state: Race, table: Table, seat: int) -> None:
        """His chariots and men leave; his runaway teams run on (CM 15.2b). Who has crossed the line keeps his place."""
        if seat not in state.absent:
            state.absent = (*state.absent, seat)
        for chariot in state.chariots:
            if chariot.seat != seat or chariot.status == "finished":
                continue
            if chariot.on_track and not chariot.runaway:
                leave_race(state, table, chariot, "resigned", "CM 5.2")
            if chariot.driver in ("dragged", "foot"):
                take_to_safety(table, chariot, "resigned", "CM 15.2b")

    def may_undo(self, state: Race) -> bool:
        """CM 11.2: no take-backs where reaction time is on."""
        return state.rules.clock is None

    def reenters(self, state: Race, decision: Decision) -> bool:
        """Not in the midst of an attack, nor between the speeds of one seat's chariots: the script knows more then."""
        if decision.name == "speed":
            return len(state.chariots) == state.seats
        return decision.name in self.imaginable

    def view(self, state: Race, seat: int | None) -> dict[str, Any]:
        """Logs are open (CM 3.5-open-logs); speeds are in the state only once they are revealed."""
        view = {name: to_plain(getattr(state, name)) for name in _PUBLIC}
        view["chariots"] = {chariot.faction: self._view_chariot(state, chariot) for chariot in state.chariots}
        return view

    def _view_chariot(self, state: Race, chariot: Chariot) -> dict[str, Any]:
        seen = dict(vars(chariot))  # plain but for its tuples; `to_plain` would look at every field
        for name in _TUPLES:
            seen[name] = list(seen[name])
        seen["team_speed"] = chariot.team_speed
        seen["place"] = state.track.name(chariot.square) if chariot.on_track else None
        return seen

    def imagine(self, view: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Race:
        plain = dict(view)
        plain["chariots"] = [
            {name: value for name, value in seen.items() if name not in ("team_speed", "place")}
            for seen in view["chariots"].values()
        ]
        return self.load(plain, seats, options)

    def save(self, state: Race) -> dict[str, Any]:
        plain: dict[str, Any] = to_plain(state)
        return plain

    def load(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Race:
        return from_plain(Race, plain, "state", track=self.track(options), rules=self._rules(seats, options))

    def read_position(self, plain: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Race:
        race = self.begin(seats, options)
        read_position(plain, race)
        return race

    def write_position(self, state: Race) -> dict[str, Any]:
        return write_position(state)

    def explain(self, state: Race, decision: Decision) -> list[dict[str, Any]]:
        return explain_answers(state, decision)

    def narrate(self, event: Event, names: Sequence[str]) -> str:
        return tell_story(event, names)

    def stage(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"track": self.track(options).stage()}

    def orders(self, options: Mapping[str, Any], seats: int) -> Form:
        return circus_form(max(options["field"], seats))

    def orders_in_words(self, orders: Orders) -> list[str]:
        return in_words(orders)

    def obey(self, state: Race, seat: int, decision: Decision, orders: Orders) -> Obeyed | None:
        return obey_orders(state, decision, orders)


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


_TUPLES = tuple(each.name for each in fields(Chariot) if str(each.type).startswith("tuple"))
_PUBLIC = tuple(each.name for each in fields(Race) if each.name not in ("track", "rules", "chariots"))
