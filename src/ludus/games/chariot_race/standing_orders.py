"""Standing orders: for each question of a turn one way to answer it."""

from __future__ import annotations

from ludus.core.decision import Decision
from ludus.core.fields import OneOf, Section
from ludus.core.standing_orders import Obeyed, OrderForm, Orders

ASK, DEFAULT, JAVELIN = "ask", "default", "javelin"

FIELDS = (
    OneOf(
        name="repair",
        title="Repairs",
        default=DEFAULT,
        choices={
            ASK: "wait for me",
            DEFAULT: "when the damage would slow me",
            "repair": "whenever I can",
            "no": "never",
        },
        clause="CR phase1-repair",
    ),
    OneOf(
        name="dice",
        title="Dice",
        default="keep",
        choices={ASK: "wait for me", "keep": "keep them as they fall"},
        clause="CR phase3-reroll",
    ),
    OneOf(
        name="speed",
        title="Speed",
        default=DEFAULT,
        choices={ASK: "wait for me", DEFAULT: "careful, as the corner ahead wants it"},
        clause="CR phase5-plusminus",
    ),
    OneOf(
        name="steer",
        title="Lanes",
        default="straight",
        choices={ASK: "wait for me", "straight": "straight on"},
        clause="CR lane-change",
    ),
    OneOf(
        name="attack",
        title="Attacks",
        default="hold",
        choices={ASK: "wait for me", "hold": "none", JAVELIN: "a javelin at the first who is in reach"},
        clause="CR phase6-attack",
    ),
)
FORM: OrderForm = (Section("My turn", FIELDS),)


def in_words(orders: Orders) -> list[str]:
    said = [f"{field.title}: {field.choices[orders[field.name]]}." for field in FIELDS]
    return [*said, "Everything else waits for me."]


def obey_orders(decision: Decision, orders: Orders) -> Obeyed | None:
    field = next((field for field in FIELDS if field.name == decision.name), None)
    if field is None or orders[field.name] == ASK:
        return None
    order = orders[field.name]
    choice = decision.default if order == DEFAULT else order
    if order == JAVELIN:
        choice = next((each for each in decision if str(each).startswith(JAVELIN)), "hold")
    # What it says is what it does: without anybody in reach, nothing.
    said = field.choices[order if choice != "hold" else "hold"]
    return Obeyed(choice, f"{field.title}: {said}.")
