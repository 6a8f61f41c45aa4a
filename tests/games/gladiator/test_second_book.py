"""Duels by the engine and by a second book written from the clauses: every die is rolled for the same thing, and the
men come out of it the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus.games.gladiator.charts import AREAS
from tests.games.gladiator.second_book import SecondBook, Swordsman
from tests.rules.gladiator.arena import ArenaMatch, arena, man

DUELS = 400


def some_man(luck: random.Random) -> dict[str, Any]:
    """Anybody: weak or strong, wounded, kneeling or on the ground, with a sword or a trident."""
    retiarius = luck.random() < 0.3
    net = retiarius and luck.random() < 0.6
    shield = "" if net else luck.choice(["large", "small", ""])
    cf = luck.choice([-1, 0, 2, 4, 6, 8, 10, 12, 14])
    return {
        "type": "retiarius" if retiarius else "medium",
        "weapon": "trident" if retiarius else "sword",
        "net": net,
        "shield": shield,
        "shield_boxes": luck.choice([17, 8, 3, 1]) if shield else 0,
        "cf": cf,
        "cf_start": 20,
        "strength": luck.randint(-2, 4),
        "constitution": luck.randint(1, 5),
        "wound_factor": luck.randint(9, 14),
        "wounds": [luck.choice([0, 0, 0, 2, 5]) for _ in AREAS],
        "armour": [luck.choice(["", "", "A", "B", "C", "A7", "B8", "C6"]) for _ in AREAS],
        "posture": luck.choice(["standing", "standing", "standing", "standing", "kneeling", "prone"]),
        "just_recovered": luck.random() < 0.15,
        "stun": luck.choice([0, 0, 0, 1, 2]) if cf > 3 else 0,
        "net_loss": luck.choice([0, 0, 0, 0, 3]),
    }


def second(sheet: dict[str, Any], counter: int) -> Swordsman:
    return Swordsman(
        cf=sheet["cf"],
        strength=sheet["strength"],
        constitution=sheet["constitution"],
        capacity=sheet["wound_factor"],
        wounds=list(sheet["wounds"]),
        armour=list(sheet["armour"]),
        weapon=sheet["weapon"],
        shield=sheet["shield"],
        boxes=sheet["shield_boxes"],
        net=sheet["net"],
        posture=sheet["posture"],
        recovered=sheet["just_recovered"],
        stun=sheet["stun"],
        net_loss=sheet["net_loss"],
        counter=counter,
    )


def share_out(luck: random.Random, match: ArenaMatch) -> tuple[dict[int, dict[str, int]], dict[int, list[str]]]:
    """Forms filled in at random, and the order of the attacks; what was written, seat by seat."""
    forms: dict[int, dict[str, int]] = {}
    for seat, decision in list(match.pending.items()):
        left = decision.budget  # type: ignore[attr-defined]
        boxes: dict[str, int] = {}
        caps = list(zip(decision.boxes, decision.caps, strict=True))  # type: ignore[attr-defined]
        for box, cap in luck.sample(caps, len(caps)):
            if box != "unused" and luck.random() < 0.5:
                boxes[box] = luck.randint(0, min(cap, left))
                left -= boxes[box]
        forms[seat] = boxes
    for seat, boxes in forms.items():
        match.submit(seat, boxes or {"unused": match.pending[seat].budget})  # type: ignore[attr-defined]
    orders: dict[int, list[str]] = {}
    while match.pending and next(iter(match.pending.values())).name == "order":
        seat, decision = next(iter(match.pending.items()))
        order = luck.choice(list(decision))
        orders[seat] = [] if order == "no attack" else str(order).split(", ")
        match.submit(seat, order)
    return forms, orders


@pytest.mark.rule("GL 8.4", "GL 8.45", "GL 8.46", "GL 8.461", "GL 8.462", "GL 8-halving", "GL 4-dice-order")
@pytest.mark.parametrize("first", range(0, DUELS, 50))
def test_the_blows_of_a_phase_fall_as_in_the_second_book(first: int) -> None:
    compared = 0
    for seed in range(first, first + 50):
        luck = random.Random(seed)
        sheets = some_man(luck), some_man(luck)
        dice = [luck.choice([1, 2, 3, 4, 5, 5, 6, 6]) for _ in range(300)]
        match = arena(
            man(0, 0, "N", **sheets[0]),
            man(0, -1, luck.choice(["S", "S", "SE", "NE"]), **sheets[1]),
            step="engage",
            options={"throws": False},
            dice=dice,
        )
        begun = len(match.events)
        if {decision.name for decision in match.pending.values()} != {"allocate"}:
            continue
        counters = [fighter.counter for fighter in match.state.fighters]
        book = SecondBook((second(sheets[0], counters[0]), second(sheets[1], counters[1])), dice)
        forms, orders = share_out(luck, match)
        for seat in (0, 1):
            form = forms.get(seat, {})
            attacks = [(AREAS.index(area), form[f"attack {area}"]) for area in orders.get(seat, [])]
            book.plan(seat, attacks, [form.get(f"defend {area}", 0) for area in AREAS])
        book.fight()
        rolled = [roll.reason for event in match.events[begun:] for roll in event.dice]
        assert rolled[: len(book.reasons)] == book.reasons, seed
        if any(event.kind == "verdict" for event in match.events):
            continue  # the next phase has begun with the crowd
        for fighter, mine in zip(match.state.fighters, book.men, strict=True):
            assert (fighter.status == "dead", fighter.strength, fighter.weapon, fighter.shield, fighter.mortal) == (
                mine.dead,
                mine.strength,
                mine.weapon,
                mine.shield,
                mine.mortal,
            ), seed
        compared += 1
    assert compared > 20
