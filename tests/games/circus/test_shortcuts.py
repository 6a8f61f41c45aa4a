"""What is looked up in a shorter way, because it is asked for all the time, agrees with the long way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus import new_match
from ludus.games.circus.editions import SecondEdition, book_of
from ludus.games.circus.options import EDITIONS, SWITCHES
from ludus.games.circus.state import Chariot

BOOKS: tuple[tuple[str, dict[str, bool]], ...] = (
    ("advanced", {}),
    ("advanced", {"weather": True, "dust": True}),
    ("epic", {}),
)


def slowed_by_dust(book: Any, chariot: Chariot) -> bool:
    """Its driver is blinded, or was when its phase began: the speed is another then."""
    eyes = chariot.parts.get("dust")
    return eyes is not None and (book.blinded(chariot) or getattr(eyes, "slow", False))


@pytest.mark.parametrize(("ruleset", "options"), BOOKS, ids=str)
def test_shortcuts(ruleset: str, options: dict[str, bool]) -> None:
    seen = {"wet": 0, "unseated": 0, "obstacle": 0}
    for seed in range(6):
        match = new_match("circus", 6, ruleset=ruleset, seed=seed, options=options)
        rng = random.Random(seed)
        while match.outcome is None and match.state.turn < 25:
            seat, decision = next(iter(match.pending.items()))
            match.answer(seat, decision.sample(rng))
            race = match.state
            book: Any = book_of(race)
            assert race.unseated or not any(chariot.unseated for chariot in race.chariots)
            seen["unseated"] += race.unseated
            for chariot in race.chariots:
                if chariot.square < 0 or not race.turn:
                    continue
                seen["wet"] += book.ground(chariot) != 0
                skill = chariot.cdm if chariot.driver == "car" else 0
                if not slowed_by_dust(book, chariot):
                    assert book.driven_speed(chariot) == book.horses_speed(chariot) + skill
                way = book.way_on(chariot, 12)
                met = any(race.taken[square] for square in way) or not set(book.men_avoided()).isdisjoint(way)
                assert book.obstacle_ahead(chariot, 12) == met
                seen["obstacle"] += met
    assert seen["unseated"]
    assert seen["obstacle"]
    assert bool(seen["wet"]) == bool(match.options["weather"])


# Asked only of chariots with parts of an option: whoever has none is like any other.
ASKED_OF_PARTS = (
    "when_it_begins", "before_the_horse", "between_wheels_and_corner", "speed_clauses", "ground", "forced_speed",
    "end_own_phase",
)  # fmt: skip


def test_whoever_changes_what_is_asked_of_parts_has_parts() -> None:
    options: set[Any] = {chapter for switch in SWITCHES for chapter in switch.chapters.values() if chapter is not None}
    forms = {form for book in EDITIONS.values() for form in book.own_forms.values() if form is not None}
    changed = 0
    for book in {*EDITIONS.values(), *options, *forms}:
        for hook in ASKED_OF_PARTS:
            if getattr(book, hook) is not getattr(SecondEdition, hook):
                changed += 1
                assert book.chariot_parts, f"{book.__name__}.{hook} would never be asked"
    assert changed
