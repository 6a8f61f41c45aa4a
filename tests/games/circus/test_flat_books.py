"""Books written out as one flat class, as compiled builds have them, play and speak as the composed ones do."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest
from tools.flat_books import FlatBook

from ludus.core.hints import engine
from ludus.games.circus import options as switches
from ludus.library import find_game
from ludus.play import new_match
from tests.conformance.kit import SHORT_CIRCUS

CIRCUS = find_game("circus")
EXPLAINED = 7  # every so manieth question


@pytest.mark.skipif(engine() == "compiled", reason="compiled books have no source to be written out from")
@pytest.mark.parametrize("ruleset", ["epic", "streamlined"])
def test_a_flat_book_is_the_same_book(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    edition, chapters = switches.parts_of(CIRCUS.resolve(ruleset, {}))
    composed = played(ruleset)
    source = FlatBook(edition, chapters, switches.put_together(edition, chapters)).source()
    assert "super()" not in source
    module = ModuleType("flat")
    exec(compile(source, "flat", "exec"), vars(module))
    flat = module.Flat
    monkeypatch.setitem(switches._composed, (edition, *chapters), flat)
    assert new_match("circus", 4, seed=1, ruleset=ruleset).state.rules.book is flat
    assert played(ruleset) == composed


def played(ruleset: str) -> list[Any]:
    """Everything that is told, asked and explained in a short race, and what the log says of it."""
    match = new_match("circus", 4, seed=5, ruleset=ruleset, options={"track": SHORT_CIRCUS})
    rng, seen = random.Random(5), []
    while match.outcome is None:
        seat, decision = next(iter(match.pending.items()))
        seen.append(decision.to_plain())
        if len(seen) % EXPLAINED == 0:
            seen += match.explain(seat)
        match.answer(seat, decision.sample(rng))
    said = [match.game.narrate(event, match.names, match.options) for event in match.table.events]
    return [seen, said, [tuple(event) for event in match.table.events], match.outcome]
