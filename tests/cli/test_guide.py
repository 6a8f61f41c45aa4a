"""What the player's guide of the circus says is so, and the commands it shows can be run."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludus.cli import app
from ludus.games.circus.editions import SecondEdition, bare
from ludus.games.circus.track import house_track
from ludus.library import find_game

BOOK = bare(SecondEdition)

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "circus.md").read_text(encoding="utf-8")
COMMANDS = [line.split("#")[0].strip() for line in GUIDE.splitlines() if line.startswith("    ludus ")]


def row(name: str) -> list[str]:
    """The cells of the table row that begins so."""
    (found,) = re.findall(rf"^\| {re.escape(name)} \| (.*) \|$", GUIDE, re.MULTILINE)
    return [cell.strip() for cell in str(found).split("|")]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if command == "ludus play circus":
        return  # it opens a browser; the server has tests of its own
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(app, shlex.split(command)[1:], input="\n\nq\n")
    assert result.exit_code == 0, result.output
    assert result.output.strip()


def test_every_exercise_of_the_second_edition_is_named() -> None:
    files = (ROOT / "examples" / "scenarios" / "circus").glob("*.toml")
    shipped = {path.stem for path in files if 'ruleset = "epic"' not in path.read_text(encoding="utf-8")}
    assert {name for name in re.findall(r"`([a-z0-9-]+)`", GUIDE) if "-" in name} >= shipped


def test_rulesets_are_those_of_the_game() -> None:
    paragraph = GUIDE[GUIDE.index("Rulesets are") :].split("Up to")[0]
    assert set(re.findall(r"`([a-z-]+)`", paragraph)) == set(find_game("circus").rulesets)


def test_the_corners_are_those_of_the_track() -> None:
    lanes = house_track().file.lanes
    assert row("squares") == [str(lane.corner) for lane in lanes]
    assert row("safe speed") == [str(lane.safe) for lane in lanes]


@pytest.mark.parametrize("points", range(1, 7))
def test_the_chances_in_corners_are_exact(points: int) -> None:
    results = Counter(BOOK.corner_strain(sum(dice) - 1, points) for dice in product(range(1, 7), repeat=3))
    assert row(str(points)) == [f"{results[code] / 216:.0%}".replace("%", " %") for code in ("-", "FP")]


def test_what_points_buy() -> None:
    averages = ", ".join(str(sum(dice) / 6) for dice in BOOK.charts.team_endurance)
    assert row("endurance")[-1] == f"{averages} on average"
    assert row("car")[-1] == ", ".join(BOOK.charts.cars)


def test_whom_a_ram_hurts() -> None:
    rams = [BOOK.car_ram(sum(dice)) for dice in product(range(1, 7), repeat=3)]
    you, him = (sum(each[side] for each in rams) / len(rams) for side in (0, 1))
    said = f"between equal drivers it hurts him in {him:.0%}, you in {you:.0%}"
    assert row("ram car")[-1] == said.replace("%", " %")
