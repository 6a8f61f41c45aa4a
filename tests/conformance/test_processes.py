"""The same seed and answers give the same bytes in another process, whatever its hash seed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from tests.conformance.kit import ALL_GAMES, close_cases, everything, play_out

ROOT = Path(__file__).resolve().parents[2]


def digest() -> str:
    """One hash over a whole match of every case."""
    total = hashlib.sha256()
    for game in ALL_GAMES:
        for case in close_cases(game):
            total.update(everything(play_out(case.match("process"), 1)))
    return total.hexdigest()


def digest_elsewhere(hash_seed: str) -> str:
    program = "from tests.conformance.test_processes import digest; print(digest())"
    path = os.pathsep.join((str(ROOT), str(ROOT / "src")))  # the code of this tree, wherever another is installed
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_other_processes_and_hash_seeds_give_the_same_bytes() -> None:
    assert digest() == digest_elsewhere("1") == digest_elsewhere("20")
