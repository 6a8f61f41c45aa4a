"""Chart questions: how likely is what, by the exact odds of the games, for the command line and the browser.

>>> from ludus.odds import ask
>>> answer = ask("gladiator", "fall", {"agility": 0})
>>> [(row.result, round(row.chance, 4)) for row in answer.tables[0].rows]
[('falls', 0.5833), ('keeps his feet', 0.4167)]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.core.errors import SetupError
from ludus.core.shelf import Shelf
from ludus.library import find_game
from ludus.odds.question import Answer, Dial, Question, Row, Table

__all__ = ["QUESTIONS", "Answer", "Dial", "Question", "Row", "Table", "ask", "find_question", "questions_of"]


def _circus() -> tuple[Question, ...]:
    from ludus.odds import circus

    return circus.QUESTIONS


def _gladiator() -> tuple[Question, ...]:
    from ludus.odds import gladiator

    return gladiator.QUESTIONS


def _chariot_race() -> tuple[Question, ...]:
    from ludus.odds import chariot_race

    return chariot_race.QUESTIONS


QUESTIONS: Shelf[tuple[Question, ...]] = Shelf(
    {"circus": _circus, "gladiator": _gladiator, "chariot-race": _chariot_race}
)


def questions_of(game: str) -> tuple[Question, ...]:
    """What may be asked about a game."""
    if game not in QUESTIONS:
        find_game(game)
        raise SetupError(f"{game} has no charts to ask; there are {', '.join(QUESTIONS)}", code="no-odds")
    return QUESTIONS[game]


def find_question(game: str, name: str) -> Question:
    """A question by its name; an unknown one is refused with the list."""
    for question in questions_of(game):
        if question.name == name:
            return question
    known = ", ".join(question.name for question in questions_of(game))
    raise SetupError(f"there is no question '{name[:40]}' about {game}; there are {known}", code="unknown-question")


def ask(
    game: str,
    question: str,
    values: Mapping[str, Any] | None = None,
    ruleset: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Answer:
    """The odds for these values of the dials; what is not said is as usual."""
    asked = find_question(game, question)
    return asked.answer(find_game(game).resolve(ruleset, options or {}), values or {})
