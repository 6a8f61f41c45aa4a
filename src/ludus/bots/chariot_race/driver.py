"""What every driver of the chariot race needs: the race as its seat sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.bots.base import Glimpse
from ludus.bots.chariot_race.evaluation import start_worth
from ludus.bots.chariot_race.temper import Temper
from ludus.core.decision import Choose
from ludus.games.chariot_race.charts import CHARIOT_BOARDS
from ludus.games.chariot_race.setup import placing_order
from ludus.games.chariot_race.state import Race
from ludus.library import find_game


def race_in_sight(glimpse: Glimpse) -> Race:
    """The position, from the seat's view."""
    view = glimpse.view
    race: Race = find_game(view["game"]).imagine(view["position"], view["seats"], view["options"])
    return race


def answers_of(glimpse: Glimpse) -> tuple[str, ...]:
    """The legal answers. Every question of this game is a list of texts."""
    decision: Any = glimpse.decision
    assert isinstance(decision, Choose)
    answers: tuple[Any, ...] = decision.choices
    return answers


def best(worth: Mapping[str, float]) -> str:
    """The answer worth most, the first of equals."""
    return max(worth, key=lambda answer: worth[answer])


def setup_answers(race: Race, name: str, answers: tuple[str, ...], temper: Temper) -> dict[str, float]:
    """What each chariot or start space promises before the race."""
    if name == "chariot":
        middle = race.board.start_spaces[len(race.board.start_spaces) // 2]
        return {answer: start_worth(race, CHARIOT_BOARDS[answer], middle, temper) for answer in answers}
    chariot = next(race.chariots[index] for index in placing_order(race) if race.chariots[index].space < 0)
    return {answer: start_worth(race, chariot.board, race.board.find(answer), temper) for answer in answers}
