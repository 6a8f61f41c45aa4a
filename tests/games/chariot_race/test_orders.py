"""Standing orders of the dice race: one way to answer each question of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.decision import Choose
from ludus.core.standing_orders import read_orders
from ludus.games.chariot_race.standing_orders import FORM, in_words, obey_orders

QUESTIONS: dict[str, tuple[str, ...]] = {
    "repair": ("no", "repair"),
    "dice": ("keep", "reroll 1"),
    "speed": ("-1", "0", "+1"),
    "steer": ("straight", "out 1"),
    "attack": ("hold", "caltrop lane 1", "javelin red", "javelin blue"),
}


def answer(name: str, default: str | None = None, **orders: Any) -> Any:
    decision = Choose(0, name, "?", "CR ram", QUESTIONS[name], default)
    obeyed = obey_orders(decision, read_orders(FORM, orders))
    assert obeyed is None or obeyed.choice in decision
    return None if obeyed is None else obeyed.choice


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_not_ordered_waits(name: str) -> None:
    assert answer(name, **{name: "ask"}) is None


def test_the_orders_a_form_begins_with() -> None:
    assert answer("repair", "repair") == "repair"
    assert answer("dice") == "keep"
    assert answer("speed", "0") == "0"
    assert answer("steer") == "straight"
    assert answer("attack") == "hold"


def test_other_orders() -> None:
    assert answer("repair", "repair", repair="no") == "no"
    assert answer("repair", "no", repair="repair") == "repair"
    assert answer("attack", attack="javelin") == "javelin red"
    nobody = Choose(0, "attack", "?", "CR ram", ("hold", "caltrop lane 1"))
    assert obey_orders(nobody, read_orders(FORM, {"attack": "javelin"})) == ("hold", "Attacks: none.")


def test_a_question_without_an_order_waits_too() -> None:
    assert obey_orders(Choose(0, "chariot", "?", "CR ram", ("a", "b")), read_orders(FORM, {})) is None


def test_the_words() -> None:
    assert in_words(read_orders(FORM, {"attack": "javelin", "dice": "ask"})) == [
        "Repairs: when the damage would slow me.",
        "Dice: wait for me.",
        "Speed: careful, as the corner ahead wants it.",
        "Lanes: straight on.",
        "Attacks: a javelin at the first who is in reach.",
        "Everything else waits for me.",
    ]
