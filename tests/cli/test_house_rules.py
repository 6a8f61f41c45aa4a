"""House rules on the command line: files to fill in, lists of switches, and matches made by them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tools import switches

import ludus
from ludus.cli.switches import template
from ludus.core.game import Game, Option
from tests.cli.test_cli import SCENARIO, run, run_json

GAMES = pytest.mark.parametrize("game", ludus.GAMES)
SWITCH = re.compile(r"^# (?=[a-z_0-9]+ = )", re.MULTILINE)


@pytest.fixture
def sunday(tmp_path: Path) -> str:
    file = tmp_path / "sunday.toml"
    file.write_text('game = "chariot-race"\nname = "Sunday"\n[options]\nfinish_protection = true\npart_1 = "B"\n')
    return str(file)


@GAMES
def test_the_template_changes_nothing_until_a_switch_is_set(game: str) -> None:
    text = run("rules", "house", game).stdout
    chosen = ludus.find_game(game)
    first = next(iter(chosen.rulesets))
    assert ludus.read_house_rules(text) == ludus.HouseRules(game, first)
    # Without the # every switch is there, with the value it has anyway.
    bare = SWITCH.sub("", text)
    assert ludus.read_house_rules(bare) == ludus.HouseRules(game, first, {}, "Sunday")
    assert all(f"\n{option.name} = " in bare for option in chosen.options)


@GAMES
def test_the_template_of_any_ruleset(game: str) -> None:
    for ruleset in ludus.find_game(game).rulesets:
        bare = SWITCH.sub("", run("rules", "house", game, "--ruleset", ruleset).stdout)
        assert ludus.read_house_rules(bare) == ludus.HouseRules(game, ruleset, {}, "Sunday")
    assert run("rules", "house", game, "--ruleset", "none").exit_code == 2


@GAMES
def test_switches_are_listed_with_all_there_is_to_know(game: str) -> None:
    said = run("rules", "switches", game).stdout
    for option in ludus.find_game(game).options:
        assert f"  {option.name}  {option.clause}" in said
    listed = run_json("rules", "switches", game)["switches"]
    assert sorted(each["name"] for each in listed) == sorted(each.name for each in ludus.find_game(game).options)


def test_the_page_of_switches_is_up_to_date() -> None:
    assert switches.PAGE.read_text(encoding="utf-8") == switches.page(), "run `python tools/switches.py`"


def test_exclusions_are_told_on_both_sides() -> None:
    class Two(type(ludus.find_game("chariot-race"))):  # type: ignore[misc]
        options = (
            Option("one", "One", "The first.", "CR wreck", False, (False, True), excludes=("two",)),
            Option("two", "Two", "The second.", "CR wreck", False, (False, True)),
        )

    game: Game[Any] = Two()
    assert [game.excluded(option) for option in game.options] == [["two"], ["one"]]
    assert template(game, "standard").count("Not together with") == 2


def test_a_match_in_the_terminal_says_its_rules(sunday: str) -> None:
    result = run("play", "--terminal", "--rules", sunday, "--seed", "1", typed="q\n")
    assert "Rules: Sunday (Standard race; with no damage after the finish; first part of the board: B)" in " ".join(
        result.stdout.split()
    )
    on_top = run("play", "--terminal", "--rules", sunday, "-o", "part_1=A", "--seed", "1", typed="q\n")
    assert "Rules: Sunday (Standard race; with no damage after the finish)" in " ".join(on_top.stdout.split())


def test_records_of_a_simulation_know_the_house_rules(sunday: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    run_json("simulate", "chariot-race", "--games", "1", "--seats", "2", "--rules", sunday, "--save", str(saved))
    [file] = saved.glob("*.json")
    record = json.loads(file.read_text())
    assert (record["rules_name"], record["options"]["part_1"]) == ("Sunday", "B")
    assert run("verify", str(file)).exit_code == 0
    assert run("replay", str(file)).stdout.startswith("Rules: Sunday (Standard race; with no damage")
    assert run_json("replay", str(file))["rules"].startswith("Sunday (Standard race;")
    told = run("simulate", "chariot-race", "--games", "1", "--seats", "2", "--rules", sunday).stdout
    assert "Rules: Sunday (Standard race;" in told


def test_an_old_record_tells_what_is_known_of_its_rules(sunday: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    run_json("simulate", "chariot-race", "--games", "1", "--seats", "2", "--rules", sunday, "--save", str(saved))
    [file] = saved.glob("*.json")
    record = json.loads(file.read_text())
    file.write_text(json.dumps({**record, "ruleset": "bygone", "options": {"gone": 1, "part_2": "B"}}))
    assert "Rules: Sunday (bygone; second part of the board: B)" in run("replay", str(file)).stdout
    file.write_text(json.dumps({**record, "rules_name": "\x1b[2J"}))
    assert "[bad-house-rules]" in run("replay", str(file)).stderr


def test_a_scenario_is_played_by_house_rules(sunday: str, tmp_path: Path) -> None:
    scenario = tmp_path / "example.toml"
    scenario.write_text(SCENARIO)
    assert run("scenario", "check", str(scenario), "--rules", sunday).exit_code == 0
    played = run_json("scenario", "play", str(scenario), "--rules", sunday, "--bots", "random")
    assert played["outcome"]
    other = tmp_path / "circus.toml"
    other.write_text('game = "circus"\n')
    refused = run("scenario", "play", str(scenario), "--rules", str(other))
    assert "these house rules are for circus, not for chariot-race" in refused.stderr


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["play", "--terminal", "--rules", "nowhere.toml"], "cannot read nowhere.toml"),
        (["play", "circus", "--terminal", "--rules", "SUNDAY"], "for chariot-race, not for circus"),
        (["play", "--terminal", "--rules", "SUNDAY", "--ruleset", "standard"], "say their ruleset themselves"),
        (["play", "--rules", "SUNDAY"], "chosen on the page"),
        (["simulate", "gladiator", "--rules", "SUNDAY"], "for chariot-race, not for gladiator"),
        (["rules", "house", "chess"], "there is no game 'chess'"),
        (["rules", "switches", "chess"], "there is no game 'chess'"),
    ],
)
def test_refusals(command: list[str], sentence: str, sunday: str) -> None:
    result = run(*(sunday if word == "SUNDAY" else word for word in command))
    assert result.exit_code == 2
    assert sentence in result.stderr
