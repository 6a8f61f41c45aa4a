"""Records to write about: old ones, and races and fights that anybody might have played."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

from ludus import new_match
from ludus.core.match import Match
from ludus.core.record import read_events
from tests.conformance.kit import SHORTER

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(game: str) -> list[Path]:
    """All records of a game that are kept, whatever house wrote them."""
    return sorted([*GOLDEN.glob(f"{game}*/*.json.gz"), *GOLDEN.glob(f"kept/{game}*.json.gz")])


def read(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return {**record, "events": read_events(record)}


def wild(game: str, ruleset: str, seats: int, seed: int) -> Match[Any]:
    """A match on a short course by people of whom some are sensible; it is always over at some time."""
    rng = random.Random(f"acta {game} {ruleset} {seed}")
    match = new_match(game, seats, seed, ruleset, SHORTER[game]["options"])
    daring = rng.choice((0.03, 0.2, 0.6))
    while match.outcome is None:
        seat, decision = next(iter(match.pending.items()))
        match.answer(seat, decision.sample(rng) if rng.random() < daring else decision.default)
    return match


def record_of(match: Match[Any]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(match.record()))
    return plain
