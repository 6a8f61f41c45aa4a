"""Old matches still play the same way: one record for each way a game can end. `python tools/golden.py` writes them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ludus import GAMES, DataError, verify

GOLDEN = Path(__file__).parent
# Random matches saved before the circus became books, with every switch there was.
KEPT = sorted(GOLDEN.glob("kept/*.json.gz"))
RECORDS = sorted(path for path in GOLDEN.glob("*/*.json.gz") if path not in KEPT)


def read(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return record


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_golden_record_is_proven(path: Path) -> None:
    record = read(path)
    match = verify(record)
    assert path.parent.name.startswith(match.game.id)  # an edition has a shelf of its own
    assert match.outcome is not None
    assert match.outcome.reason == path.name.removesuffix(".json.gz")


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_a_match_saved_by_an_older_house_is_proven(path: Path) -> None:
    assert verify(read(path)).outcome is not None


@pytest.mark.parametrize("game", GAMES)
def test_every_ending_has_its_record(game: str) -> None:
    written = {path.name.removesuffix(".json.gz") for path in RECORDS if path.parent.name == game}
    missing = set(GAMES[game].endings) - written
    assert not missing, f"no golden record for {', '.join(sorted(missing))}; run: python tools/golden.py {game}"
    assert written <= set(GAMES[game].endings)


@pytest.mark.parametrize("path", RECORDS[:1], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_record_that_was_tampered_with_is_refused(path: Path) -> None:
    record = read(path)
    last = len(record["events"]) - 1
    record["events"][last]["data"]["altered"] = True
    with pytest.raises(DataError, match=f"event {last}") as refused:
        verify(record)
    assert refused.value.code == "record-differs"
