"""The public way into a match: new ones, saved ones, and positions from files."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ludus.core.dice import ScriptedDice, SeededDice
from ludus.core.errors import DataError, LudusError, shown
from ludus.core.event import Event
from ludus.core.match import Match
from ludus.core.record import replay as replay_record
from ludus.core.record import verify as verify_record
from ludus.core.rules import find_clause
from ludus.core.tables import parse_toml
from ludus.games import find_game


def new_match(
    game: str,
    seats: int | None = None,
    seed: int | str | None = None,
    ruleset: str | None = None,
    options: Mapping[str, Any] | None = None,
    names: Sequence[str] | None = None,
) -> Match[Any]:
    """A new match, for as many as is usual unless told. The same seed and the same answers always give the same game.

    >>> match = new_match("chariot-race", seats=2, seed=1)
    >>> match.seats, len(match.state.chariots)
    (2, 4)
    >>> new_match("circus").seats, new_match("gladiator").seats
    (8, 2)
    """
    chosen = find_game(game)
    text = secrets.token_hex(16) if seed is None else str(seed)
    return Match(chosen, chosen.usual_seats if seats is None else seats, SeededDice(text), ruleset, options, names)


def restore(
    snapshot: Mapping[str, Any],
    *,
    answers: Iterable[Sequence[Any]] | None = None,
    events: Iterable[Event] = (),
    position: Mapping[str, Any] | None = None,
) -> Match[Any]:
    """A match from `match.snapshot()`."""
    return Match.restore(
        find_game(_field(snapshot, "game", "snapshot")), snapshot, answers=answers, events=events, position=position
    )


def replay(record: Mapping[str, Any]) -> Match[Any]:
    """Play a record's answers again."""
    return replay_record(find_game(_field(record, "game", "record")), record)


def verify(record: Mapping[str, Any]) -> Match[Any]:
    """Replay a record and prove its dice, events and outcome; raises at the first difference."""
    return verify_record(find_game(_field(record, "game", "record")), record)


def load_record(path: str | Path) -> dict[str, Any]:
    """A record from its JSON file."""
    record = read_json(path)
    if not isinstance(record, dict):
        raise DataError(f"{path} holds no record", code="bad-record")
    return record


def load_board(path: str | Path, game: str = "chariot-race") -> dict[str, Any]:
    """A board file, checked, to be given as `options={"board": ...}`; for the circus as `options={"track": ...}`."""
    chosen = find_game(game)
    option = chosen.board_option
    plain = parse_toml(read_text(path), str(path))
    try:
        chosen.stage(chosen.resolve(None, {option: plain}))
    except DataError as error:
        raise DataError(f"{path}: {error.message}", code=error.code) from error
    return plain


def read_text(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror or error}", code="cannot-read") from error
    except UnicodeDecodeError as error:
        raise DataError(f"cannot read {path}: it is not a text file", code="cannot-read") from error
    except ValueError as error:  # no name that a file could have
        raise DataError(f"cannot read {shown(path)}: {error}", code="cannot-read") from error


def read_json(path: str | Path) -> Any:
    try:
        return json.loads(read_text(path))
    except RecursionError as error:
        raise DataError(f"{path} is not JSON that we can read: it is nested too deeply", code="bad-json") from error
    except ValueError as error:  # a slip, or an endless number
        raise DataError(f"{path} is not JSON: {error}", code="bad-json") from error


def _field(plain: Mapping[str, Any], name: str, what: str) -> Any:
    if not isinstance(plain, Mapping) or name not in plain:
        raise DataError(f"this is not a {what}: it lacks '{name}'", code=f"bad-{what}")
    return plain[name]


SCENARIO_KEYS = (
    "game",
    "title",
    "about",
    "topic",  # what it is about, in a word
    "number",  # its place among the exercises
    "goal",  # what the player should try, in words; `position.goal` is what is checked
    "clauses",  # the rules it teaches
    "player",  # the seat the goal is meant for; the first, where nothing is said
    "seats",
    "names",
    "ruleset",
    "options",
    "position",
    "dice",
    "answers",
)
SCENARIO_WORDS = (
    ("title", str, "a text"),
    ("topic", str, "a text"),
    ("number", int, "a whole number"),
    ("player", int, "a whole number"),
    ("about", str, "a text"),
    ("goal", str, "a text"),
    ("clauses", list, "a list"),
    ("position", dict, "a table"),
    ("options", dict, "a table"),
    ("names", list, "a list"),
)


def parse_scenario(text: str, what: str, dice: Iterable[int] | None = None, seed: int | str = 0) -> Match[Any]:
    """A match that begins at the position of a scenario text. Scripted dice, or else dice from the seed."""
    plain = parse_toml(text, what)
    for key in plain:
        if key not in SCENARIO_KEYS:
            raise DataError(
                f"{what}: a scenario has no '{key[:40]}'; it may have {', '.join(SCENARIO_KEYS)}", code="bad-scenario"
            )
    for key in ("game", "seats", "position"):
        if key not in plain:
            raise DataError(f"{what}: a scenario must say its {key}", code="bad-scenario")
    for key, kind, word in SCENARIO_WORDS:
        if key in plain and not isinstance(plain[key], kind):
            raise DataError(f"{what}: {key} must be {word}", code="bad-scenario")
    for clause in plain.get("clauses", ()):
        try:
            find_clause(str(clause))
        except LudusError as error:
            raise DataError(f"{what}: clauses: {error.message}", code="bad-scenario") from error
    scripted = plain.get("dice") if dice is None else list(dice)
    if scripted is not None and not (isinstance(scripted, list) and all(type(die) is int for die in scripted)):
        raise DataError(f"{what}: dice must be a list of whole numbers", code="bad-scenario")
    try:
        match: Match[Any] = Match(
            find_game(plain["game"]),
            plain["seats"],
            SeededDice(str(seed)) if scripted is None else ScriptedDice(scripted),
            plain.get("ruleset"),
            plain.get("options"),
            plain.get("names"),
            position=plain["position"],
        )
    except DataError as error:
        raise DataError(f"{what}: {error.message}", code=error.code) from error
    if not 0 <= plain.get("player", 0) < match.seats:
        raise DataError(f"{what}: player must be a seat, 0 to {match.seats - 1}", code="bad-scenario")
    return match


def load_scenario(path: str | Path, dice: Iterable[int] | None = None, seed: int | str = 0) -> Match[Any]:
    """A match that begins at the position of a scenario file."""
    return parse_scenario(read_text(path), str(path), dice, seed)
