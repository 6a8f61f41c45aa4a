"""House rules: the rules of a match in words, and files of them read and written for browsers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from ludus.core.house_rules import HouseRules, check_house_rules, in_a_line
from ludus.library import GAMES, find_game
from ludus.play import read_house_rules as read_text
from ludus.play import write_house_rules as write_text
from ludus.server.house_rules_schema import HouseRulesInfo, ReadRules, WriteRules
from ludus.server.match_options import check_options, read_board


def rules_in_words(game_id: str, ruleset: str, options: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The fields of `RulesInfo`. A match may be older than the rules are now."""
    game = GAMES.get(game_id)
    if game is None or ruleset not in game.rulesets:
        return {"line": ruleset, "name": name, "ruleset": ruleset, "changed": []}
    return {
        "line": in_a_line(game, ruleset, options, name),
        "name": name,
        "ruleset": game.rulesets[ruleset].title,
        "changed": [
            {"name": option.name, "words": option.say_set(value), "help": option.help, "clause": option.clause}
            for option, value in game.differences(ruleset, options)
            if not option.handed
        ],
    }


async def read_house_rules(file: ReadRules) -> HouseRulesInfo:
    return await asyncio.to_thread(lambda: _described(read_text(file.text)))


async def write_house_rules(asked: WriteRules) -> HouseRulesInfo:
    return await asyncio.to_thread(lambda: _described(_checked(asked)))


def _checked(asked: WriteRules) -> HouseRules:
    game = find_game(asked.game)
    options = dict(asked.options)
    if asked.board_file is not None:
        options[game.board_option] = read_board(asked.board_file)
    check_options(options)
    return check_house_rules(game, asked.ruleset, options, asked.name.strip())


def _described(rules: HouseRules) -> HouseRulesInfo:
    options = dict(rules.options)
    check_options(options)
    return HouseRulesInfo.model_validate(
        {
            "game": rules.game,
            "ruleset": rules.ruleset,
            "options": options,
            "name": rules.name,
            "rules": rules_in_words(rules.game, rules.ruleset, options, rules.name),
            "text": write_text(rules),
        }
    )
