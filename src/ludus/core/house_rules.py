"""House rules: a ruleset and what a table has set otherwise, in a small TOML file that can be kept and passed on."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludus.core.errors import DataError, SetupError, shown
from ludus.core.game import Game, Option
from ludus.core.toml_files import parse_toml

MOST_NAME = 40  # letters
NONE = "none"  # TOML has no word for it
KEYS = {"game": "a text", "name": "a text", "ruleset": "a text", "options": "a table"}
DEEPEST = 3  # tables in tables; what lies deeper is written on one line
BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a match is played by: `options` has only what differs from the ruleset."""

    game: str
    ruleset: str
    options: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""


def check_house_rules(
    game: Game[Any], ruleset: str | None, options: Mapping[str, Any], name: str = "", what: str = "the house rules"
) -> HouseRules:
    """Whatever cannot be played is refused; what the ruleset says anyway is left out."""
    check_name(name, what)
    try:
        values = game.resolve(ruleset, options)
        board = next((option.name for option in game.options if option.file), None)
        if board is not None and values[board] is not None:
            game.stage(values)  # where a board is read
    except (DataError, SetupError) as error:
        raise type(error)(f"{what}: {error.message}", code=error.code) from error
    chosen = next(iter(game.rulesets)) if ruleset is None else ruleset
    return HouseRules(game.id, chosen, {option.name: value for option, value in game.differences(chosen, values)}, name)


def check_name(name: Any, what: str = "the house rules") -> str:
    if not isinstance(name, str) or len(name) > MOST_NAME or not name.isprintable():
        raise DataError(
            f"{what}: name must be a line of at most {MOST_NAME} letters, not '{shown(name)}'", code="bad-house-rules"
        )
    return name


def in_a_line(game: Game[Any], ruleset: str, options: Mapping[str, Any], name: str = "") -> str:
    """By which rules a match is played.

    >>> from ludus.library import find_game
    >>> in_a_line(find_game("circus"), "basic", {"lash_dice": 2, "cut_free": "every phase"}, "Sunday")
    'Sunday (Basic; team lash: 2 dice; cutting loose: every phase)'
    """
    words = "; ".join(game.rules_in_words(ruleset, options))
    return f"{name} ({words})" if name else words


# -- reading ----------------------------------------------------------------------------------


def read_house_rules(text: str, find_game: Callable[[str], Game[Any]], what: str = "the house rules") -> HouseRules:
    """House rules from the text of their file."""
    plain = parse_toml(text, what)
    _check_keys(plain, what)
    try:
        game = find_game(plain["game"])
    except SetupError as error:
        raise SetupError(f"{what}: {error.message}", code=error.code) from error
    known = {option.name: option for option in game.options}
    options = {
        name: _read_value(known.get(name), value, f"{what}: option {name}")
        for name, value in plain.get("options", {}).items()
    }
    return check_house_rules(game, plain.get("ruleset"), options, plain.get("name", "").strip(), what)


def _check_keys(plain: Mapping[str, Any], what: str) -> None:
    for key, value in plain.items():
        if key not in KEYS:
            raise DataError(
                f"{what}: house rules have no '{shown(key, 40)}', only {', '.join(KEYS)}; "
                "a switch is written under [options]",
                code="bad-house-rules",
            )
        if not isinstance(value, dict if key == "options" else str):
            raise DataError(f"{what}: {key} must be {KEYS[key]}, not {shown(value)}", code="bad-house-rules")
    if "game" not in plain:
        raise DataError(f'{what}: house rules must say their game, as in game = "circus"', code="bad-house-rules")


def _read_value(option: Option | None, value: Any, where: str) -> Any:
    if option is not None and option.takes_none and isinstance(value, str) and value.lower() == NONE:
        return None
    if not _is_plain(value):
        raise DataError(f"{where} takes no dates and no endless numbers", code="bad-house-rules")
    return value


def _is_plain(value: Any) -> bool:
    """What JSON can hold too: a file may say more than a record."""
    if isinstance(value, dict | list):
        return all(map(_is_plain, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


# -- writing ----------------------------------------------------------------------------------


def write_house_rules(game: Game[Any], rules: HouseRules) -> str:
    """The text of their file.

    >>> from ludus.library import find_game
    >>> print(write_house_rules(find_game("circus"), HouseRules("circus", "advanced", {"lash_dice": 2})), end="")
    game = "circus"
    ruleset = "advanced"
    <BLANKLINE>
    [options]
    lash_dice = 2  # Team lash
    """
    checked = check_house_rules(game, rules.ruleset, rules.options, rules.name)
    lines = [f"game = {write_value(checked.game)}"]
    if checked.name:
        lines.append(f"name = {write_value(checked.name)}")
    lines.append(f"ruleset = {write_value(checked.ruleset)}")
    set_here = game.differences(checked.ruleset, checked.options)
    if set_here:
        lines += ["", "[options]"]
        lines += [write_switch(option, value) for option, value in set_here if not isinstance(value, Mapping)]
        for option, value in set_here:
            if isinstance(value, Mapping):  # a board, in a table of its own
                lines += _write_table(f"options.{option.name}", value)
    return "\n".join(lines) + "\n"


def write_switch(option: Option, value: Any) -> str:
    return f"{option.name} = {write_value(NONE if value is None else value)}  # {option.title}"


def _write_table(path: str, table: Mapping[str, Any]) -> Iterator[str]:
    yield from ("", f"[{path}]")
    deep = path.count(".") == DEEPEST
    inner = {} if deep else {key: value for key, value in table.items() if isinstance(value, Mapping)}
    for key, value in table.items():
        if key not in inner:
            yield f"{_write_key(key)} = {write_value(value)}"
    for key, value in inner.items():
        yield from _write_table(f"{path}.{_write_key(key)}", value)


def write_value(value: Any) -> str:
    """A value as TOML has it, on one line.

    >>> write_value(["a", 1, True, {"b c": 0.5}])
    '["a", 1, true, {"b c" = 0.5}]'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(write_value, value))}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_write_key(key)} = {write_value(each)}" for key, each in value.items()) + "}"
    raise DataError(f"house rules cannot hold {shown(value)}", code="bad-house-rules")


def _write_key(key: str) -> str:
    return key if BARE.fullmatch(key) else write_value(key)
