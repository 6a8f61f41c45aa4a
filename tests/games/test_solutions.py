"""Every exercise has a solution that reaches its goal, step by step and with a reason for each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludus import DataError
from ludus.core.solution import reached, read_solution
from ludus.core.toml_files import parse_toml
from ludus.play import solve_scenario

SCENARIOS = Path(__file__).parents[2] / "examples" / "scenarios"
PLAIN = {path: parse_toml(path.read_text("utf-8"), path.name, long=True) for path in sorted(SCENARIOS.glob("*/*.toml"))}
EXERCISES = [path for path, plain in PLAIN.items() if "goal" in plain["position"]]


def test_there_are_solutions_for_all_exercises() -> None:
    assert len(EXERCISES) == 34


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_solution_reaches_the_goal(path: Path) -> None:
    match, steps = solve_scenario(path)
    assert reached(match) is True
    # No step is left over: the goal is reached by the last one, which may only let others come to their end.
    (goal,) = [number for number, event in enumerate(match.events) if event.kind == "goal"]
    assert goal >= steps[-1].since
    player = PLAIN[path].get("player", 0)
    for each in steps:
        assert bool(each.step.why) is (each.step.seat == player)
        assert not each.step.why or each.step.why.endswith(".")
        assert each.answer
    # Open dice are owned up to.
    rolled = any(event.dice for event in match.events)
    assert rolled is bool(PLAIN[path]["solution"].get("odds"))


@pytest.mark.parametrize(
    ("plain", "words"),
    [
        ([], "must have steps"),
        ({"steps": []}, "must have steps"),
        ({"steps": [{"answer": "keep"}]}, "needs its why"),
        ({"steps": [{"why": "Because."}]}, "each step is"),
        ({"steps": [{"answer": "keep", "why": "Because.", "seat": "red"}]}, "a whole number"),
        ({"steps": [{"answer": "keep", "why": "Because."}], "dice": [3]}, "how often"),
        ({"steps": [{"answer": "keep", "why": "Because."}], "dice": "3"}, "whole numbers"),
        ({"steps": [{"answer": "keep", "why": "Because."}], "luck": 3}, "it may have"),
    ],
)
def test_a_wrong_solution_is_refused_with_the_place(plain: Any, words: str) -> None:
    with pytest.raises(DataError, match=words):
        read_solution(plain, 0)


def test_a_step_that_is_not_legal_is_named(tmp_path: Path) -> None:
    text = (SCENARIOS / "circus" / "photo-finish.toml").read_text("utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.replace('answer = "forward 5"', 'answer = "forward 50"'), encoding="utf-8")
    with pytest.raises(DataError, match=r"solution.steps\[1\]: 'forward 50'|solution.steps\[1\]: forward 50"):
        solve_scenario(wrong)
    bare = tmp_path / "bare.toml"
    bare.write_text(text.partition("[solution]")[0], encoding="utf-8")
    with pytest.raises(DataError, match="has no solution"):
        solve_scenario(bare)
