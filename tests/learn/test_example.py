"""The example that trains a driver, for a few steps only."""

from __future__ import annotations

import importlib
from pathlib import Path

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
        monkeypatch.setattr(example, "LAST", 2)
        example.train(tmp_path, rounds=1, races=1, judged=1)
        school = example.train(tmp_path, rounds=2, races=1, judged=1)
        assert [each["races"] for each in school.curve] == [2, 2], "it went on after the first round"
        assert school.curve[1]["questions"] > school.curve[0]["questions"] > 50
        rows, marks = school.seen[0]
        assert marks.max(axis=1).tolist() == [1.0] * rows.shape[0], "the teacher's best answer is marked 1"
        assert 0 < marks.min(where=marks > 0, initial=1) < 0.5
        assert [kind.name for kind in hire(tmp_path)] == [example.NAME]
        example.draw(school.curve, tmp_path / "curve.png")
        assert (tmp_path / "curve.png").stat().st_size > 1000
    finally:
        TRAINED.clear()
