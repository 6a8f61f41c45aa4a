"""The experiments that ship: they can be run, and their reports are theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.lab.experiment import load_experiment

SHIPPED = sorted((Path(__file__).parents[2] / "docs" / "lab").glob("*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_experiments_can_be_run_and_have_their_report(path: Path) -> None:
    experiment = load_experiment(path)
    page = path.with_suffix(".html").read_text(encoding="utf-8")
    assert experiment.title in page
    assert f"{len(experiment.tasks)} matches" in page
    assert f"ludus lab run docs/lab/{path.name}" in page


def test_five_experiments_ship() -> None:
    assert len(SHIPPED) == 5
