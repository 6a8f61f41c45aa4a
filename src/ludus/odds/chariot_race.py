"""What the dice of the light race can be asked."""

from __future__ import annotations

from ludus.games.chariot_race.explain import reroll_odds
from ludus.games.chariot_race.words import FACE_WORDS
from ludus.odds.question import Dial, Question, Table, Values

DICE = Dial("dice", "Dice that are thrown.", 1, 5, 2)


def _face(_: Values, asked: Values) -> tuple[Table, ...]:
    found = {FACE_WORDS[face]: chance for face, chance in reroll_odds(asked["dice"]).items()}
    return (Table.of("at least one die shows", found, whole=False),)


QUESTIONS = (Question("face", "A face of the dice", ("CR dice-faces",), (DICE,), _face),)
