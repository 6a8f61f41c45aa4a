"""The example that trains a driver, for a few steps only."""

from __future__ import annotations

import importlib
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="ludus[learn] is not installed")

from ludus.bots import TRAINED
from ludus.learn.policy import hire

EXAMPLES = Path(__file__).parents[2] / "examples" / "learning"


@pytest.mark.filterwarnings("ignore::UserWarning")  # scikit-learn's, about what so few answers are worth
def test_it_learns_races_and_is_hired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")  # here: a second for whoever only collects
    monkeypatch.syspath_prepend(str(EXAMPLES))
    example = importlib.import_module("train_driver")
    try:
        policy, curve = example.train(rounds=2, races=1, judged=2)
        assert [each["races"] for each in curve] == [2, 4]
        assert curve[1]["answers"] > curve[0]["answers"] > 50
        policy.save(tmp_path / f"{example.NAME}.npz")
        assert [kind.name for kind in hire(tmp_path)] == [example.NAME]
        go_on, _ = example.train(rounds=1, races=1, judged=1, begun=policy, rate=1e-6)
        assert np.allclose(go_on.layers[0][0], policy.layers[0][0], atol=1e-3), "it goes on from there"
        example.draw(curve, tmp_path / "curve.png")
        assert (tmp_path / "curve.png").stat().st_size > 1000
    finally:
        TRAINED.clear()
