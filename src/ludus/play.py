"""The public way into a match: new ones, saved ones, and positions from files."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ludus.core.clauses import find_clause
from ludus.core.contest import HOST
from ludus.core.dice import ScriptedDice, SeededDice
from ludus.core.errors import DataError, DiceError, LudusError, Refused, SetupError, shown
from ludus.core.event import Event
from ludus.core.house_rules import HouseRules
from ludus.core.house_rules import read_house_rules as read_rules
from ludus.core.house_rules import write_house_rules as write_rules
from ludus.core.match import Match
from ludus.core.nested import nest, settled
from ludus.core.nested import open_contest as begin_contest
from ludus.core.record import compact
from ludus.core.record import replay as replay_record
from ludus.core.record import verify as verify_record
from ludus.core.saved import plain_dice, plain_setup, read_entry
from ludus.core.solution import Played, play_solution, read_solution
from ludus.core.toml_files import parse_toml
from ludus.library import find_game


def new_match(
    game: str | None = None,
    seats: int | None = None,
    seed: int | str | None = None,
    ruleset: str | None = None,
    options: Mapping[str, Any] | None = None,
    names: Sequence[str] | None = None,
    rules: HouseRules | str | Path | None = None,
) -> Match[Any]:
    """A new match, for as many as is usual unless told. The same seed and the same answers always give the same game.
    House rules, or the path of their file, bring game, ruleset and options; options that are given besides come on top.

    >>> match = new_match("chariot-race", seats=2, seed=1)
    >>> match.seats, len(match.state.chariots)
    (2, 4)
    >>> new_match("circus").seats, new_match("gladiator").seats
    (8, 2)
    """
    text = secrets.token_hex(16) if seed is None else str(seed)
    if rules is None:
        chosen = find_game("" if game is None else game)
        return Match(chosen, chosen.usual_seats if seats is None else seats, SeededDice(text), ruleset, options, names)
    house = rules if isinstance(rules, HouseRules) else load_rules(rules)
    chosen = find_game(house.game)
    check_fit(house, game, ruleset)
    return Match(
        chosen,
        chosen.usual_seats if seats is None else seats,
        SeededDice(text),
        house.ruleset,
        {**house.options, **(options or {})},
        names,
        rules_name=house.name,
    )


def read_house_rules(text: str, what: str = "the house rules") -> HouseRules:
    """House rules from the text of their file, checked; what is wrong is refused with the place."""
    return read_rules(text, find_game, what)


def write_house_rules(rules: HouseRules) -> str:
    """The text of a file of house rules, checked: their ruleset, and only what differs from it.

    >>> read_house_rules(write_house_rules(HouseRules("gladiator", "basic", {"distance": 5}, "Ludi")))
    HouseRules(game='gladiator', ruleset='basic', options={'distance': 5}, name='Ludi')
    """
    return write_rules(find_game(rules.game), rules)


def load_rules(path: str | Path) -> HouseRules:
    """House rules from their TOML file, to be given as `new_match(rules=...)`."""
    return read_house_rules(read_text(path), str(path))


def check_fit(rules: HouseRules, game: str | None, ruleset: str | None = None) -> None:
    """Refuse house rules for another game, or together with a ruleset."""
    if game is not None and find_game(game).id != rules.game:
        raise SetupError(f"these house rules are for {rules.game}, not for {game}", code="bad-house-rules")
    if ruleset is not None:
        raise SetupError(
            "house rules say their ruleset themselves; give one or the other, options may come on top",
            code="bad-house-rules",
        )


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
    """Replay a record and prove its dice, events and outcome, and those of the contests whose records are in it; raises
    at the first difference."""
    return verify_record(find_game(_field(record, "game", "record")), record, find_game)


def open_contest(match: Match[Any], number: int | None = None) -> Match[Any]:
    """A contest that a match waits for, a match of its own, ready to be played: the first, or by its number in
    `match.contests`. Its dice follow from those of the match, so it is the same whoever opens it."""
    return begin_contest(match, find_game, number)


def settle(match: Match[Any], contest: Match[Any]) -> None:
    """Tell a match how its contest ended; it goes on from there."""
    mine = (plain_setup(contest), plain_dice(contest.table.dice))
    for number in match.contests or (None,):  # without one it is refused by `open_contest`
        asked = open_contest(match, number)
        if mine == (plain_setup(asked), plain_dice(asked.table.dice)):
            match.settle(settled(contest, number))
            return
    raise Refused("this is not the contest that the match waits for; open_contest gives it", code="other-contest")


def nested_record(match: Match[Any], contests: Sequence[Match[Any] | None] = ()) -> dict[str, Any]:
    """The record of a match with those of its contests in it, by their numbers; None where one is not at hand. It is
    compact, as it is kept in a file."""
    plain = match.record()
    return compact(nest(plain, [None if each is None else each.record() for each in contests]) if contests else plain)


class Proof(NamedTuple):
    """Of the contests of a record, how many have their records in it, and how many are believed by their hashes."""

    proven: int
    believed: int


def proof_of(record: Mapping[str, Any]) -> Proof:
    """What `verify` proves of a record's contests."""
    played = sum(1 for seat, entered in record["answers"] if seat == HOST and "contest" in entered)
    proven = sum(1 for each in record.get("contests", ())[:played] if each is not None)
    return Proof(proven, played - proven)


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


class ScenarioField(NamedTuple):
    """What a scenario file may say. `kind` is what Python must find there; None: it is checked by who needs it."""

    name: str
    kind: type | None
    word: str
    help: str


SCENARIO_FIELDS = (
    ScenarioField("game", None, "a text", "The game, by its name on the command line."),
    ScenarioField("title", str, "a text", "The scenario's name."),
    ScenarioField("about", str, "a text", "What is going on, for whoever plays it."),
    ScenarioField("topic", str, "a text", "What it is about, in a word; exercises are sorted by it."),
    ScenarioField("number", int, "a whole number", "Its place among the exercises."),
    ScenarioField("goal", str, "a text", "What to try, in words; `position.goal` is what is checked."),
    ScenarioField("clauses", list, "a list", "The rules it teaches, each the id of a clause."),
    ScenarioField("player", int, "a whole number", "The seat the goal is meant for; the first, where nothing is said."),
    ScenarioField("seats", None, "a whole number", "How many play."),
    ScenarioField("names", list, "a list", "A name for each seat."),
    ScenarioField("ruleset", None, "a text", "One of the game's rulesets; its first, where nothing is said."),
    ScenarioField("options", dict, "a table", "Options of the ruleset, each with its value."),
    ScenarioField("position", dict, "a table", "Who stands where, and whose turn it is: see below."),
    ScenarioField("dice", None, "a list", "Scripted dice, in the order in which they are rolled; else a seed's."),
    ScenarioField(
        "answers",
        None,
        "a list",
        "Scripted answers, each `[seat, answer]`; points may be shared out by name, `[0, {head = 2, legs = 1}]`.",
    ),
    ScenarioField(
        "solution",
        dict,
        "a table",
        "How the goal is reached: `steps`, each `{ answer, why }`, another seat's with its `seat`; the `dice` as they "
        "fall; and where some do, `odds`, how often it comes off.",
    ),
)
SCENARIO_MUST_SAY = ("game", "seats", "position")


def parse_scenario(
    text: str,
    what: str,
    dice: Iterable[int] | None = None,
    seed: int | str = 0,
    rules: HouseRules | None = None,
) -> Match[Any]:
    """A match that begins at the position of a scenario text. Scripted dice, or else dice from the seed. House rules
    stand in for its ruleset and options."""
    plain = parse_toml(text, what, long=True)
    known = [field.name for field in SCENARIO_FIELDS]
    for key in plain:
        if key not in known:
            raise DataError(
                f"{what}: a scenario has no '{key[:40]}'; it may have {', '.join(known)}", code="bad-scenario"
            )
    for key in SCENARIO_MUST_SAY:
        if key not in plain:
            raise DataError(f"{what}: a scenario must say its {key}", code="bad-scenario")
    for field in SCENARIO_FIELDS:
        if field.kind is not None and field.name in plain and not isinstance(plain[field.name], field.kind):
            raise DataError(f"{what}: {field.name} must be {field.word}", code="bad-scenario")
    for clause in plain.get("clauses", ()):
        try:
            find_clause(str(clause))
        except LudusError as error:
            raise DataError(f"{what}: clauses: {error.message}", code="bad-scenario") from error
    scripted = plain.get("dice") if dice is None else list(dice)
    if scripted is not None and not (isinstance(scripted, list) and all(type(die) is int for die in scripted)):
        raise DataError(f"{what}: dice must be a list of whole numbers", code="bad-scenario")
    if rules is not None:
        check_fit(rules, plain["game"])
    try:
        match: Match[Any] = Match(
            find_game(plain["game"]),
            plain["seats"],
            SeededDice(str(seed)) if scripted is None else ScriptedDice(scripted),
            plain.get("ruleset") if rules is None else rules.ruleset,
            plain.get("options") if rules is None else rules.options,
            plain.get("names"),
            position=plain["position"],
            rules_name="" if rules is None else rules.name,
        )
    except DataError as error:
        raise DataError(f"{what}: {error.message}", code=error.code) from error
    if not 0 <= plain.get("player", 0) < match.seats:
        raise DataError(f"{what}: player must be a seat, 0 to {match.seats - 1}", code="bad-scenario")
    if "solution" in plain:
        read_solution(plain["solution"], plain.get("player", 0), f"{what}: solution")
    return match


def load_scenario(
    path: str | Path,
    dice: Iterable[int] | None = None,
    seed: int | str = 0,
    rules: HouseRules | None = None,
) -> Match[Any]:
    """A match that begins at the position of a scenario file."""
    return parse_scenario(read_text(path), str(path), dice, seed, rules)


def play_scenario(
    path: str | Path,
    dice: Iterable[int] | None = None,
    answers: Iterable[Sequence[Any]] | None = None,
    seed: int | str = 0,
) -> Match[Any]:
    """A scenario file, played by its own answers or by those given. Dice and answers that are missing, refused or left
    over are an error that names the place."""
    match = load_scenario(path, dice, seed)
    script = read_answers(path) if answers is None else list(answers)
    play_answers(match, script or [], str(path))
    check_dice_are_used(match, str(path))
    return match


def solve_scenario(path: str | Path) -> tuple[Match[Any], list[Played]]:
    """An exercise, played as its solution says, and the steps that led to the goal."""
    plain = parse_toml(read_text(path), str(path), long=True)
    if "solution" not in plain:
        raise DataError(f"{path} has no solution", code="no-solution")
    solution = read_solution(plain["solution"], plain.get("player", 0), f"{path}: solution")
    match = load_scenario(path, dice=solution.dice)
    played = list(play_solution(match, solution))
    check_dice_are_used(match, str(path))
    return match, played


def read_answers(path: str | Path, file: str | Path | None = None) -> list[Sequence[Any]] | None:
    """The scripted answers of a scenario, or those of a JSON file of their own; None: there are none."""
    what = path if file is None else file
    raw = parse_toml(read_text(path), str(path), long=True).get("answers") if file is None else read_json(file)
    if raw is None:
        return None
    if not isinstance(raw, list):
        raise DataError(f"{what}: answers are a list of [seat, answer]", code="bad-answers")
    for number, entry in enumerate(raw):
        if not (isinstance(entry, list) and len(entry) == 2 and type(entry[0]) is int):
            raise DataError(f"{what}: answers[{number}] must be [seat, answer]", code="bad-answers")
        try:
            if not isinstance(entry[1], Mapping):  # boxes by name are read when they are known
                read_entry(entry)
        except Refused as error:
            raise DataError(f"{what}: answers[{number}]: {error.message}", code=error.code) from error
    return raw


def play_answers(match: Match[Any], answers: Iterable[Sequence[Any]], what: str = "script") -> None:
    """Give scripted answers, each (seat, answer); None resigns. `what` names them when one is refused."""
    for number, (seat, choice) in enumerate(answers):
        if match.outcome is not None:
            raise DataError(
                f"{what}: scripted answers are left over from answers[{number}] on: the match is over",
                code="answers-left-over",
            )
        try:
            match.enter(seat, choice)
        except Refused as error:
            raise DataError(f"{what}: answers[{number}]: {error.message}", code=error.code) from error
        except DiceError as error:
            raise DiceError(f"{what}: answers[{number}]: {error.message}", code=error.code) from error


def check_dice_are_used(match: Match[Any], what: str = "script") -> None:
    """Refuse scripted dice that nobody has rolled."""
    left = match.table.dice.left if isinstance(match.table.dice, ScriptedDice) else ()
    if left:
        asked = [f"; an answer is missing: seat {seat}, {each.prompt}" for seat, each in match.pending.items()]
        raise DiceError(
            f"{what}: scripted dice are left over: {', '.join(map(str, left))}{asked[0] if asked else ''}",
            code="dice-left-over",
        )
