"""Old matches still play the same way: one record for each way a game can end. `python tools/golden.py` writes them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ludus import GAMES, DataError, verify
from ludus.play import proof_of

GOLDEN = Path(__file__).parent
# Random matches saved before the circus became books, with every switch there was.
KEPT = sorted(GOLDEN.glob("kept/*.json.gz"))
RECORDS = sorted(path for path in GOLDEN.glob("*/*.json.gz") if path not in KEPT)
CAMPAIGNS = [path for path in RECORDS if path.parent.name == "campaign"]


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


@pytest.mark.parametrize("path", [path for path in RECORDS if path not in CAMPAIGNS][:1], ids=lambda path: path.name)
def test_a_record_that_was_tampered_with_is_refused(path: Path) -> None:
    record = read(path)
    last = len(record["events"]) - 1
    record["events"][last]["data"]["altered"] = True
    with pytest.raises(DataError, match=f"event {last}") as refused:
        verify(record)
    assert refused.value.code == "record-differs"


@pytest.mark.parametrize("path", CAMPAIGNS, ids=lambda path: path.name)
def test_a_campaign_is_proven_with_its_contests(path: Path) -> None:
    record = read(path)
    proof = proof_of(record)
    assert (proof.proven > 0, proof.believed) == (True, 0)
    # The last answer of its last contest was another one.
    record["contests"][-1]["answers"][-1][1] = "no answer to anything"
    with pytest.raises(DataError) as refused:
        verify(record)
    assert refused.value.code == "record-differs"


def test_the_shelf_of_campaigns_is_small() -> None:
    assert sum(path.stat().st_size for path in CAMPAIGNS) < 1_500_000
