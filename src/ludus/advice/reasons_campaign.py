"""Why an owner would answer so, by question of the campaigns: what a thing costs, and what it brings from now on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludus.advice import reasons_arena

Told = Mapping[str, Any]
Reason = Callable[[Told, Told, Told, Told], str]
USUAL = ("pass", "save", "no", "none", "nobody", "as they stand")  # what leaves things as they are


def is_usual(answer: Told, default: Told) -> bool:
    """Whether all stays as it is."""
    return answer["choice"] == default["choice"] or answer["choice"] in USUAL


def builds(decision: Told, answer: Told, default: Told, position: Told) -> str:
    stable = set(answer["choice"].values())
    if len(stable) == 1 and next(iter(stable)).split()[2] == "2":
        return "The fastest teams win most races, and you keep these chariots for the whole season."
    return "Chariots of several kinds: whatever the others bring, one of yours is made for it."


def offer(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if is_usual(answer, default):
        return "You need no money now, and no chariot of yours would fetch what it can win."
    return "What you ask for is worth more to you than what it costs."


def accept(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if is_usual(answer, default):
        return "None of it brings you more than it costs."
    return "It brings you more than it costs, as far as the other can pay."


def purchases(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if is_usual(answer, default):
        return "Nothing that is for sale would win you back its price."
    return "It makes a chariot ready, or better, and wins its price back in the races to come."


def entries(decision: Told, answer: Told, default: Told, position: Told) -> str:
    return "Your healthiest and fastest: a chariot at home wins nothing, and a tired one little."


def bid(decision: Told, answer: Told, default: Told, position: Told) -> str:
    if is_usual(answer, default):
        return "It is worth less to you than the next bid."
    return "It is still worth more to you than this bid."


def spend(decision: Told, answer: Told, default: Told, position: Told) -> str:
    choice = str(answer["choice"])
    if choice in USUAL:
        return "What these points buy now is worth less than what more of them will buy."
    if choice.startswith("driver"):
        return "Nothing that points buy wins more races than a better driver."
    if choice.startswith("horse"):
        return "A point of speed counts in every turn of every race to come."
    if choice.startswith("endurance"):
        return "Endurance pays for whips and corners to the end."
    return "It makes him stronger in every fight to come."


def keep_or_take(kept: str, taken: str) -> Reason:
    """A sentence for leaving things as they are, and one for doing something."""

    def reason(decision: Told, answer: Told, default: Told, position: Told) -> str:
        return kept if is_usual(answer, default) else taken

    return reason


def always(said: str) -> Reason:
    def reason(decision: Told, answer: Told, default: Told, position: Told) -> str:
        return said

    return reason


REASONS: Mapping[str, Reason] = {
    "builds": builds,
    "offer": offer,
    "deal": offer,
    "accept": accept,
    "purchases": purchases,
    "entries": entries,
    "race": entries,
    "bid": bid,
    "improve": spend,
    "train": spend,
    "horse_price": always("Dear horses are fast ones, and this is as much as the races to come will pay back."),
    "arrange": keep_or_take(
        "They stand well: the strong ones on the outside, where rams and corners hurt.",
        "The strong ones belong on the outside, where rams and corners hurt.",
    ),
    "spare": always("What lies in the storage wins nothing."),
    "fit": keep_or_take("Everything sits where it wins most.", "Here it wins more than where it is now."),
    "type": reasons_arena.kind,
    "send": always("Your best man who is healthy: a fight lost costs more than a man rested."),
    "fighter": always("Your best man who is healthy: a fight lost costs more than a man rested."),
    "arms": always("What the other finds hardest to fight."),
    "odds": always("As good as your man's chances are, and no better."),
    "side-bet": keep_or_take("No bet here promises more than it costs.", "The odds promise more than the bet costs."),
    "wager": keep_or_take("No bet here promises more than it costs.", "The odds promise more than the bet costs."),
    "challenge": keep_or_take(
        "Nobody is weak enough to be worth it.", "Yours is the stronger, and the stake is worth it."
    ),
    "council": always("The event that your stable and your school are better prepared for."),
}
