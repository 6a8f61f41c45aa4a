"""The switches of a game, as pages for people: a file of house rules to fill in, and a table of all of them."""

from __future__ import annotations

import textwrap
from typing import Any

from ludus.core.game import Game, Option
from ludus.core.house_rules import NONE, write_value

WIDTH = 100  # of a comment
MANY = 8  # values in a row are told by the first and the last
TEMPLATE = """\
# House rules for {title}. Take the # away before a switch and change its value; what stays a comment is
# as the ruleset has it. Play by them with:  ludus play --terminal --rules FILE

game = {game}
# name = "Sunday"

# Rulesets:
{rulesets}
ruleset = {ruleset}

[options]
"""


def template(game: Game[Any], ruleset: str) -> str:
    """A file of house rules with every switch of a game in it, all of them comments."""
    preset = game.resolve(ruleset, {})
    rulesets = "\n".join(f"#   {each.name}: {each.help}" for each in game.rulesets.values())
    parts = [
        TEMPLATE.format(title=game.title, game=write_value(game.id), rulesets=rulesets, ruleset=write_value(ruleset))
    ]
    for group, options in game.grouped_options().items():
        parts.append(f"\n# -- {heading(game, group)} --\n")
        parts += [_switch(game, option, preset[option.name]) for option in options]
    return "".join(parts)


def heading(game: Game[Any], group: str) -> str:
    """The title of a group, or of those that stand in none."""
    return group or ("Others" if len(game.grouped_options()) > 1 else "Every switch")


def _switch(game: Game[Any], option: Option, value: Any) -> str:
    about = f"{option.title}: {option.help} {option.clause}. Takes {takes(option)}.{_exclusion(game, option)}"
    lines = textwrap.wrap(about, WIDTH, initial_indent="# ", subsequent_indent="# ")
    written = write_value(NONE if value is None else value)
    return "\n".join(["", *lines, f"# {option.name} = {written}", ""])


def _exclusion(game: Game[Any], option: Option) -> str:
    others = game.excluded(option)
    return f" Not together with {', '.join(others)}." if others else ""


def takes(option: Option) -> str:
    """The values of a switch, as a file has them."""
    if option.per_seat:
        values = ", ".join(write_value(value) for value, _ in option.per_seat[1:])
        return f"a list with one of {values} for each seat; or {write_value(NONE)}"
    if option.choices is not None and option.choices != (None,):
        return ", ".join(_shortened([write_value(NONE if each is None else each) for each in option.choices]))
    if option.file:
        return f"a table [options.{option.name}], the contents of a board file; or {write_value(NONE)}"
    if option.numbers is not None:
        return f"a list of numbers from {option.numbers.low} to {option.numbers.high}; or {write_value(NONE)}"
    return f"a list; or {write_value(NONE)}"


def _shortened(values: list[str]) -> list[str]:
    """A row of numbers by its first and its last."""
    words = [value for value in values if not value.isdecimal()]
    numbers = [value for value in values if value.isdecimal()]
    return values if len(numbers) <= MANY else [*words, f"{numbers[0]} to {numbers[-1]}"]


def default(option: Option) -> str:
    return write_value(NONE if option.default is None else option.default)


def stands_with(option: Option) -> str:
    """The value of another switch without which it means nothing."""
    if option.only is None:
        return ""
    name, values = option.only
    return f"{name} = {' or '.join(write_value(value) for value in values)}"


def to_plain(game: Game[Any]) -> dict[str, Any]:
    return {
        "game": game.id,
        "rulesets": [
            {"name": each.name, "title": each.title, "help": each.help, "options": dict(each.options)}
            for each in game.rulesets.values()
        ],
        "switches": [
            {
                "name": option.name,
                "title": option.title,
                "help": option.help,
                "group": group,
                "clause": option.clause,
                "choices": None if option.choices is None else list(option.choices),
                "default": option.default,
                "excludes": game.excluded(option),
                "only": None if option.only is None else {"name": option.only[0], "values": list(option.only[1])},
            }
            for group, options in game.grouped_options().items()
            for option in options
        ],
    }


def markdown(game: Game[Any]) -> str:
    """The presets and switches of a game as tables."""
    lines = [f"### {game.title}", "", "| preset | what it is | sets |", "| --- | --- | --- |"]
    for each in game.rulesets.values():
        sets = ", ".join(f"`{name} = {write_value(value)}`" for name, value in each.options.items())
        lines.append(f"| `{each.name}` | {each.title}: {_cell(each.help)} | {sets} |")
    for group, options in game.grouped_options().items():
        lines += ["", f"**{heading(game, group)}**", ""]
        lines += ["| switch | what it changes | takes | default | only with | not with | clause |", "| --- " * 7 + "|"]
        for option in options:
            others = ", ".join(f"`{name}`" for name in game.excluded(option))
            about = f"{_cell(option.title)}: {_cell(option.help)}"
            needs = stands_with(option)
            cells = [
                f"`{option.name}`",
                about,
                _cell(takes(option)),
                f"`{default(option)}`",
                needs,
                others,
                option.clause,
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", r"\|")
