"""The example that trains a driver, for a few steps only."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")
pytest.importorskip("pettingzoo", reason="ludus[learn] is not installed")

from ludus.bots import TRAINED
from ludus.learn.policy import hire

EXAMPLE = Path(__file__).parents[2] / "examples" / "learning" / "train_driver.py"


@pytest.mark.filterwarnings("ignore::UserWarning")  # scikit-learn's, about what so few answers are worth
def test_it_learns_races_and_is_hired(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("train_driver", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    try:
        policy, curve = example.train(rounds=2, races=1, judged=2)
        assert [each["races"] for each in curve] == [2, 4]
        assert curve[1]["answers"] > curve[0]["answers"] > 50
        policy.save(tmp_path / f"{example.NAME}.npz")
        assert [kind.name for kind in hire(tmp_path)] == [example.NAME]
        example.draw(curve, tmp_path / "curve.png")
        assert (tmp_path / "curve.png").stat().st_size > 1000
    finally:
        TRAINED.clear()
