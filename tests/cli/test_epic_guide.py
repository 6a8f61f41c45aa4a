"""What the guide of the epic race says is so: its tables, its numbers, its commands and its Python."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner

import ludus
from ludus.cli import app
from ludus.core.errors import Refused
from ludus.core.toml_files import load_table
from ludus.games.circus.editions import SecondEdition, bare
from ludus.games.circus.epic.edition import Epic
from ludus.games.circus.epic.weather import EpicWeather
from ludus.games.circus.options import SWITCHES
from ludus.games.circus.track import house_track
from ludus.library import find_game

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "epic.md").read_text(encoding="utf-8")
COMMANDS = [line.split("#")[0].strip() for line in GUIDE.splitlines() if line.startswith("    ludus ")]
BOOK = cast(Epic, bare(Epic))
MONEY = load_table("ludus.games.circus", "epic/patronage")
WEATHER = EpicWeather.weather_chart


def row(name: str) -> list[str]:
    """The cells of the table row that begins so."""
    (found,) = re.findall(rf"^\| {re.escape(name)} \| (.*) \|$", GUIDE, re.MULTILINE)
    return [cell.strip() for cell in str(found).split("|")]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    words = shlex.split(command)[1:]
    here = ["--terminal", "--seed", "3"] if words[0] == "play" else []
    result = CliRunner().invoke(app, [*words, *here], input="\n\nq\n")
    assert result.exit_code == 0, result.output
    assert result.output.strip()


def test_the_rulesets_are_those_of_the_edition() -> None:
    rulesets = find_game("circus").rulesets
    epic = {name for name, each in rulesets.items() if each.options.get("edition") == "epic"}
    assert set(re.findall(r"--ruleset ([a-z-]+)", GUIDE)) == epic


@pytest.mark.parametrize("car", ["light", "medium", "heavy"])
def test_the_cars(car: str) -> None:
    endurance, dice, ram, corner, slips = row(car)
    divisor = BOOK.stable_chart["endurance_divisor"][car]
    assert endurance == {0: "all of it", 4: "three quarters", 2: "half"}[divisor]
    assert int(dice) == BOOK.dice_by_car[car]
    assert int(ram) == sum(each.amount for each in BOOK.car_modifiers(car))
    strain = WEATHER["corner_strain"]
    assert corner == f"{strain['rain'][car]} / {strain['mud'][car]}"
    assert slips == (" or ".join(map(str, WEATHER["slippery"][car])) or "never")


@pytest.mark.parametrize("cdm", range(-3, 4))
@pytest.mark.parametrize("points", range(1, 10))
def test_corners_are_as_likely_as_in_the_second_edition(points: int, cdm: int) -> None:
    """High is good, and nothing else has changed."""
    old, new = bare(SecondEdition), BOOK
    throws = [sum(dice) for dice in product(range(1, 7), repeat=3)]
    assert Counter(new.corner_strain(roll + cdm, points) for roll in throws) == Counter(
        old.corner_strain(roll - cdm, points) for roll in throws
    )


def test_the_lash_on_a_driver() -> None:
    said = row("lash on a driver")
    assert said[-1] == "one comparison, two dice each:"
    words = {"G": "the whip is grabbed", "-": "nothing", "B": "he must brake", "M": "he loses a die of speed",
             "S": "he swerves", "W": "a wound, and all that comes of it"}  # fmt: skip
    (line,) = re.findall(r"^\| \| \| (-3 or less: .*) \|$", GUIDE, re.MULTILINE)
    found: dict[int, str] = {}
    for part in line.split("; "):
        numbers, meaning = part.split(": ")
        for number in map(int, re.findall(r"-?\d+", numbers)):
            found[number] = meaning
    assert found == {factor: words[BOOK.driver_lash(0, factor)] for factor in range(-3, 6)}
    assert (BOOK.driver_lash(0, -9), BOOK.driver_lash(0, 20)) == ("G", "W")


def test_what_is_thrown() -> None:
    assert f"{BOOK.knife_chart['needs']} hits" in row("knife")[-1]
    assert f"{BOOK.dust_chart['needs']} hits" in row("dust")[-1]
    assert "at most his hits" in row("man on foot")[-1]
    assert "ten squares and a half" in GUIDE  # three dice


def test_the_weather() -> None:
    lanes = [lane.safe for lane in house_track().file.lanes]
    assert row("safe speed") == [str(safe) for safe in lanes]
    assert row("in mud") == [str(safe + WEATHER["mud"]["safe_speed"]) for safe in lanes]
    assert WEATHER["team_speed"] == {"rain": -1, "mud": -2}
    assert WEATHER["mud"]["corners"] == 3
    for words in ("every team is one slower", "After three corners", "two off\nevery team, three off every safe speed"):
        assert words in GUIDE


def test_the_counters() -> None:
    section = GUIDE[GUIDE.index("## Counters") : GUIDE.index("## Six exercises")]
    named = set(re.findall(r"\*\*([a-z ]+)\*\*", section))
    assert named == {"jostled", "no straining", "no inside lane change", "move straight", "blinded", "used move",
                     "dead horse", "no whip"}  # fmt: skip
    assert BOOK.dust_chart["straight"] == 2
    assert BOOK.dust_chart["recovers"] == [5, 6]


def test_every_exercise_is_named() -> None:
    shipped = {path.stem for path in (ROOT / "examples" / "scenarios" / "circus").glob("*.toml")}
    circus = (ROOT / "docs" / "circus.md").read_text(encoding="utf-8")
    assert shipped <= set(re.findall(r"`([a-z0-9-]+)`", GUIDE + circus))


def test_what_is_agreed_on_and_what_is_open() -> None:
    epic = [switch.option for switch in SWITCHES if switch.option.only == ("edition", ("epic",))]
    assert len([option for option in epic if option.group == "Readings"]) == 3
    assert "three open readings" in GUIDE
    assert {"laps", "outlawed_ramming"} <= {option.name for option in epic}


def test_the_money() -> None:
    assert f"at least {MONEY['bets']['step']} sesterces on your own" in GUIDE
    for odds, own, his in MONEY["match_race"]["rows"]:
        assert own == odds * his  # whoever offers odds of n to 1 puts up n times what the other does
    named = set(re.findall(r"`([a-z_]+)`", GUIDE))
    known = {option.name for option in find_game("circus").options}
    assert {"extra_entries", "betters"} <= named & known


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(block, names)
    match = names["match"]
    assert match.state.track.file.laps == 2
    assert len(match.state.chariots) == 8
    assert capsys.readouterr().out.startswith(match.outcome.reason)


def test_a_form_takes_a_dictionary_and_says_which_limit_is_broken() -> None:
    match = ludus.new_match("circus", seats=2, seed=1, ruleset="patrons")
    while "bets" not in {question.name for question in match.pending.values()}:
        for seat, question in list(match.pending.items()):
            match.submit(seat, question.default)
    own, other = ([each.faction for each in match.state.chariots if each.seat == seat] for seat in (0, 1))
    with pytest.raises(Refused, match="On others no more than on your own"):
        match.submit(0, {own[0]: 100, other[0]: 200})
    match.submit(0, {own[0]: 300, other[0]: 100})
