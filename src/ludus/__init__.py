"""Ludus: the games of the Roman circus and arena, with every rule enforced.

>>> import ludus
>>> match = ludus.new_match("chariot-race", seats=4, seed=7)
>>> match
<Match of chariot-race, 4 seats, 0 answers, waiting for seat 1>
"""

from ludus.core.clauses import Clause, clauses, find_clause
from ludus.core.decision import Allocate, Choice, Choose, Decision, Range
from ludus.core.dice import ScriptedDice, SeededDice, commitment
from ludus.core.errors import DataError, DiceError, LudusError, Refused, SetupError
from ludus.core.event import Event, Modifier, Roll
from ludus.core.game import Game, Option, Outcome, Ruleset
from ludus.core.house_rules import HouseRules
from ludus.core.match import Match
from ludus.library import GAMES, find_game
from ludus.play import (
    load_board,
    load_record,
    load_rules,
    load_scenario,
    nested_record,
    new_match,
    open_contest,
    parse_scenario,
    play_scenario,
    read_house_rules,
    replay,
    restore,
    settle,
    verify,
    write_house_rules,
)

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Allocate",
    "Choice",
    "Choose",
    "Clause",
    "DataError",
    "Decision",
    "DiceError",
    "Event",
    "Game",
    "HouseRules",
    "LudusError",
    "Match",
    "Modifier",
    "Option",
    "Outcome",
    "Range",
    "Refused",
    "Roll",
    "Ruleset",
    "ScriptedDice",
    "SeededDice",
    "SetupError",
    "clauses",
    "commitment",
    "find_clause",
    "find_game",
    "load_board",
    "load_record",
    "load_rules",
    "load_scenario",
    "nested_record",
    "new_match",
    "open_contest",
    "parse_scenario",
    "play_scenario",
    "read_house_rules",
    "replay",
    "restore",
    "settle",
    "verify",
    "write_house_rules",
]
