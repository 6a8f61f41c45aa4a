"""The command line, run as a person or a script runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import ludus
from ludus.cli import app
from ludus.cli.common import USUAL
from ludus.core.hints import engine
from ludus.core.record import read_events

SCENARIO = """
game = "chariot-race"
title = "The worked movement example"
seats = 3

[position]
turn = "green"
phase = "speed"
dice = ["plusminus", "plusminus", "sprint", "steer"]

[[position.chariots]]
colour = "green"
seat = 0
space = "outer 1"
damage = 11
speed = 6

[[position.chariots]]
colour = "yellow"
seat = 1
space = "middle 8"
damage = 2

[[position.chariots]]
colour = "blue"
seat = 2
space = "middle 7"
"""


SHORT_CIRCUIT = str(Path(__file__).parents[2] / "examples" / "boards" / "short-circuit.toml")


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=typed)


def run_json(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    plain: dict[str, Any] = json.loads(result.stdout)
    return plain


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    file = tmp_path / "example.toml"
    file.write_text(SCENARIO)
    return file


@pytest.fixture
def records(tmp_path: Path) -> list[Path]:
    run_json(
        "simulate", "chariot-race", "--games", "3", "--seats", "3", "--seed", "5", "--save", str(tmp_path / "saved")
    )
    return sorted((tmp_path / "saved").glob("*.json"))


def test_help_names_every_command() -> None:
    said = run("--help").output
    for command in ("play", "serve", "simulate", "verify", "replay", "scenario", "rules", "bench"):
        assert command in said
    words = run("simulate", "--help").output.replace("│", "").split()
    assert "8 in circus, 2 in gladiator, 4 in chariot-race" in " ".join(words)
    assert run("--version").output.strip() == f"ludus {ludus.__version__} ({engine()})"


# -- simulate --------------------------------------------------------------------------------


def test_no_game_is_imported_before_it_is_asked_for() -> None:
    """Every command would wait for all of them: most of a second."""
    rooms = ("ludus.games.", "ludus.campaign", "ludus.lab.simulate", "ludus.server")
    asked = f"import sys, ludus.cli, ludus.bots; print([name for name in sys.modules if name.startswith({rooms})])"
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert said == "[]\n"


def test_the_usual_seats_are_those_of_the_games() -> None:
    assert ", ".join(f"{game.usual_seats} in {name}" for name, game in ludus.GAMES.items()) == USUAL


def test_simulate_keeps_its_contract() -> None:
    plain = run_json("simulate", "chariot-race", "--games", "6", "--seats", "4", "--bots", "random,tiro", "--seed", "1")
    assert plain["game"] == "chariot-race"
    assert plain["games"] == plain["finished"] == 6
    assert plain["decisions"] > 100
    assert plain["seconds"] > 0
    assert plain["decisions_per_second"] > 0
    assert plain["games_per_second"] > 0
    assert set(plain["bots"]) == {"random", "tiro"}
    assert set(plain["bots"]["tiro"]) >= {"wins", "mean_place"}
    assert plain["lengths"]
    assert plain["events"]


def test_simulate_speaks_to_people_too() -> None:
    result = run(
        "simulate", "chariot-race", "--games", "2", "--option", "part_1=B", "--option", "finish_protection=true"
    )
    assert result.exit_code == 0
    assert "random" in result.output


def test_a_board_file_is_read_by_its_own_game(tmp_path: Path) -> None:
    assert run_json("simulate", "chariot-race", "--games", "1", "--board", SHORT_CIRCUIT)["finished"] == 1
    track = tmp_path / "one-lap.toml"
    data = Path(ludus.__file__).parent / "games" / "circus" / "data" / "track.toml"
    house = data.read_text(encoding="utf-8")
    track.write_text(house.replace("laps = 3", "laps = 1"), encoding="utf-8")
    command = ("simulate", "circus", "--games", "1", "--seats", "2", "--bots", "novus", "--save", str(tmp_path))
    assert run_json(*command, "--board", str(track))["finished"] == 1
    assert ludus.load_record(tmp_path / "0.json")["options"]["track"]["laps"] == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["simulate", "checkers"], "unknown-game"),
        (["simulate", "chariot-race", "--seats", "9"], "bad-seats"),
        (["simulate", "chariot-race", "--bots", "caesar"], "unknown-bot"),
        (["simulate", "chariot-race", "--ruleset", "monza"], "unknown-ruleset"),
        (["simulate", "chariot-race", "--option", "rain=yes"], "unknown-option"),
        (["simulate", "chariot-race", "--option", "part_1=C"], "bad-option"),
        (["simulate", "chariot-race", "--option", "part_1"], "bad-option"),
        (["simulate", "chariot-race", "--board", "nowhere.toml"], "cannot-read"),
        (["simulate", "circus", "--board", SHORT_CIRCUIT], "bad-track"),
        (["simulate", "gladiator", "--board", SHORT_CIRCUIT], "unknown-option"),
        (["simulate", "chariot-race", "--games", "1", "--save", f"{SHORT_CIRCUIT}/records"], "cannot-save"),
        (["simulate", "chariot-race", "--bots", ","], "bad-bots"),
        (["rules", "show", "CR nothing"], "unknown-clause"),
        (["rules", "list", "--source", "XX"], "unknown-source"),
        (["rules", "list", "--level", "expert"], "unknown-level"),
        (["replay", "nowhere.json"], "cannot-read"),
        (["scenario", "check", "nowhere.toml"], "cannot-read"),
    ],
)
def test_bad_input_gets_a_code_and_a_sentence(arguments: list[str], code: str) -> None:
    for_people = run(*arguments)
    assert for_people.exit_code in (1, 2)
    assert f"[{code}]" in for_people.stderr.replace("\n", "")
    assert "Traceback" not in for_people.output
    for_programs = run(*arguments, "--json")
    assert for_programs.exit_code in (1, 2)
    assert json.loads(for_programs.stdout)["error"]["code"] == code


# -- verify and replay ---------------------------------------------------------------------------


def test_verify_proves_good_records(records: list[Path]) -> None:
    assert len(records) == 3
    plain = run_json("verify", *map(str, records))
    assert plain["ok"]
    assert [each["ok"] for each in plain["files"]] == [True, True, True]


def test_verify_names_the_first_difference(records: list[Path]) -> None:
    record = json.loads(records[0].read_text())
    record["events"] = read_events(record)
    record["events"][5]["data"]["chariot"] = "gold"
    records[0].write_text(json.dumps(record))
    result = run("verify", *map(str, records))
    assert result.exit_code == 1
    assert "event 5:" in result.stderr.replace("\n", " ")
    assert "good" in result.stdout


def test_verify_refuses_a_wrong_commitment_and_noise(records: list[Path], tmp_path: Path) -> None:
    record = json.loads(records[0].read_text())
    record["commitment"] = "0" * 64
    records[0].write_text(json.dumps(record))
    noise = tmp_path / "noise.json"
    noise.write_bytes(bytes(range(256)) * 40)
    result = run("verify", str(records[0]), str(noise), "--json")
    assert result.exit_code == 1
    codes = [each["code"] for each in json.loads(result.stdout)["files"]]
    assert codes == ["record-differs", "cannot-read"]


def test_what_is_wrong_with_a_record_is_said_in_words(records: list[Path], tmp_path: Path) -> None:
    file = tmp_path / "spoiled.json"
    plain = json.loads(records[0].read_text(encoding="utf-8"))
    for lacking, command in (("commitment", "verify"), ("events", "verify"), ("events", "replay")):
        file.write_text(json.dumps({key: value for key, value in plain.items() if key != lacking}), encoding="utf-8")
        assert f"this is not a record: it lacks '{lacking}'" in run(command, str(file)).stderr
    spoiled = json.loads(json.dumps({**plain, "events": read_events(plain)}))
    spoiled["events"][0]["data"]["grid"] = 5
    file.write_text(json.dumps(spoiled), encoding="utf-8")
    assert "event 0 cannot be told" in run("replay", str(file)).stderr
    file.write_bytes(bytes(range(256)))
    assert run("verify", str(file)).stderr.count("spoiled.json") == 1
    assert "it is not a text file" in run("verify", str(file)).stderr


def test_replay_tells_the_story(records: list[Path]) -> None:
    result = run("replay", str(records[0]), "--clauses")
    assert result.exit_code == 0
    assert "The chariots line up" in result.output
    assert "CR setup-place" in result.output.replace("\n", " ")
    assert run_json("replay", str(records[0]))["story"][-1]["kind"] == "end"


# -- scenarios ----------------------------------------------------------------------------------


def test_scenario_check(scenario: Path) -> None:
    plain = run_json("scenario", "check", str(scenario))
    assert plain["ok"]
    assert plain["asked"][0]["name"] == "speed"
    scenario.write_text(SCENARIO.replace('space = "middle 7"', 'space = "middle 8"'))
    result = run("scenario", "check", str(scenario))
    assert result.exit_code == 1
    assert "position.chariots[2].space" in result.stderr


def test_scenario_play_with_scripted_answers(scenario: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text('[[0, "0"], [0, "in 7"]]')
    # The dice are those of the next turn, which begins at once: blue has speed 4 and rolls five.
    plain = run_json("scenario", "play", str(scenario), "--dice", "5,5,5,5,5", "--answers", str(answers))
    green = plain["state"]["chariots"]["green"]
    assert (green["space"], green["speed"], green["damage"]) == ("middle 6", 8, 4)
    assert plain["state"]["chariots"]["yellow"]["out"] == "wrecked"
    assert plain["state"]["caltrops"] == ["middle 8"]


@pytest.mark.parametrize(
    ("dice", "answers", "code"),
    [
        ("5,5,5,5", '[[0, "0"], [0, "in 7"]]', "dice-run-out"),
        ("5,5,5,5,5,1", '[[0, "0"], [0, "in 7"]]', "dice-left-over"),
        ("5,5,5,5,5", '[[0, "0"]]', "dice-left-over"),
        ("5,5,5,5,9", '[[0, "0"], [0, "in 7"]]', "dice-wrong-value"),
        ("5,5,5,5,5", '[[0, "0"], [1, "in 7"]]', "not-your-turn"),
        ("5,5,5,5,5", '[[0, "0"], [0, "in 9"]]', "illegal-answer"),
        ("5,x", '[[0, "0"]]', "bad-dice"),
        ("5", '{"0": 1}', "bad-answers"),
        ("5", "[[0]]", "bad-answers"),
        ("5", "[[", "bad-json"),
        ("5", "9" * 5000, "bad-json"),
    ],
)
def test_scenario_play_fails_on_what_is_left_over_or_missing(
    scenario: Path, tmp_path: Path, dice: str, answers: str, code: str
) -> None:
    file = tmp_path / "answers.json"
    file.write_text(answers)
    result = run("scenario", "play", str(scenario), "--dice", dice, "--answers", str(file), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["code"] == code


def test_the_dice_of_each_event_are_printed(scenario: Path, tmp_path: Path) -> None:
    file = tmp_path / "answers.json"
    file.write_text('[[0, "0"], [0, "in 7"]]')
    said = run("scenario", "play", str(scenario), "--dice", "5,5,5,5,5", "--answers", str(file)).output
    assert "Blue rolls attack, attack, attack, attack, attack." in said
    assert "\n  5 dice for driving: 5 5 5 5 5 (CR phase3-roll)\n" in said


def test_dice_that_run_out_are_named_with_the_answer_that_rolled_them(scenario: Path, tmp_path: Path) -> None:
    file = tmp_path / "answers.json"
    file.write_text('[[0, "0"], [0, "in 7"]]')
    result = run("scenario", "play", str(scenario), "--dice", "5,5", "--answers", str(file))
    assert "answers[1]: the scripted dice ran out: 5 dice for driving (CR phase3-roll), 2 left" in result.stderr
    assert "Yellow is wrecked" in result.output, "what happened so far is told"


def test_a_refused_answer_is_named_by_its_place(scenario: Path, tmp_path: Path) -> None:
    file = tmp_path / "answers.json"
    file.write_text('[[0, "0"], [0, "in 9"]]')
    said = run("scenario", "play", str(scenario), "--dice", "5,5,5,5,5", "--answers", str(file)).stderr
    assert "answers.json: answers[1]: in 9 is not legal here" in said


def test_answers_left_over_are_refused(scenario: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text('[[0, null], [1, null], [2, null], [0, "keep"]]')
    result = run("scenario", "play", str(scenario), "--answers", str(answers), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["code"] == "answers-left-over"


def test_scenario_played_on_by_bots(scenario: Path) -> None:
    plain = run_json("scenario", "play", str(scenario), "--seed", "4", "--bots", "random")
    assert plain["outcome"]["reason"] in ludus.find_game("chariot-race").endings
    assert "Round" in run("scenario", "play", str(scenario), "--seed", "4").output


def test_scenario_played_by_a_person(scenario: Path) -> None:
    result = run(
        "scenario", "play", str(scenario), "--person", "0", "--bots", "random", typed="0\nu\n?\nall\nb\n2\nq\n"
    )
    assert "Faster or slower" in result.output
    assert "CR phase5-plusminus" in result.output
    assert result.exit_code == 0
    assert result.output.endswith("Farewell.\n")
    nobody = run("scenario", "play", str(scenario), "--person", "3")
    assert nobody.exit_code == 1
    assert "there is no seat 3; seats are 0 to 2" in nobody.stderr


def test_a_person_reads_everything_once(scenario: Path) -> None:
    result = run("scenario", "play", str(scenario), "--person", "0", "--bots", "random", typed="\n" * 400)
    assert result.exit_code == 0
    assert result.output.count("Round 2:") == 1


# -- rules ------------------------------------------------------------------------------------


def test_rules_list_and_show() -> None:
    assert len(run_json("rules", "list", "--source", "CR")["clauses"]) == 71
    assert {clause["level"] for clause in run_json("rules", "list", "--level", "variant")["clauses"]} == {"variant"}
    assert run_json("rules", "show", "cr wreck")["id"] == "CR wreck"
    assert "caltrop" in run("rules", "show", "CR", "wreck").output
    assert run_json("rules", "list", "--source", "cr") == run_json("rules", "list", "--source", "CR")


def test_rules_coverage_reads_the_last_full_run(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    report.write_text('{"CR wreck": {"passed": 2, "failed": 0}, "CR ram": {"passed": 1, "failed": 1}}')
    plain = run_json("rules", "coverage", "--source", "CR", "--report", str(report))
    assert plain["clauses"] == 69
    assert plain["covered"] == ["CR wreck"]
    assert len(plain["missing"]) == 68
    assert "CR component-list" not in plain["missing"]
    result = run("rules", "coverage", "--source", "CR", "--level", "variant", "--report", str(report))
    assert "0 of 9 clauses" in result.output


# -- playing in the terminal --------------------------------------------------------------------


def test_a_whole_race_in_the_terminal() -> None:
    result = run("play", "--terminal", "--seed", "3", "--seats", "3", "--bots", "random", typed="\n" * 400)
    assert result.exit_code == 0
    assert "You: " in result.output
    places = result.output.splitlines()[-1].split("  ")
    assert sorted(place.partition(". ")[2] for place in places) == ["Random 2", "Random 3", "You"]
    assert "Traceback" not in result.output


def test_leaving_the_terminal_early() -> None:
    result = run("play", "--terminal", "--seed", "3", typed="reroll 9\nq\n")
    assert result.exit_code == 0
    assert "is not among the answers" in result.output
    assert "Farewell" in result.output


def test_options_for_the_page_are_chosen_on_the_page() -> None:
    for option in ("--ruleset=stone-heaps", "--seats=3", "--bots=tiro", "--seed=3", "--name=Ann"):
        result = run("play", option, "--no-browser")
        assert result.exit_code == 2
        assert "chosen on the page" in result.stderr.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "opened"), [([], "http://here/"), (["gladiator"], "http://here/new?game=gladiator")]
)
def test_the_page_of_the_game_is_opened(arguments: list[str], opened: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[str] = []
    monkeypatch.setattr("webbrowser.open", pages.append)
    monkeypatch.setattr("ludus.server.run.serve", lambda on_ready, **rest: on_ready("http://here/"))
    assert opened in run("play", *arguments).output
    assert pages == [opened]


def test_opponents_in_the_terminal_are_counted() -> None:
    for bots in (",", "tiro,tiro,tiro,tiro"):
        result = run("play", "--terminal", "--bots", bots)
        assert result.exit_code == 2
        assert "give 1 to 3 bots for the 3 other seats" in result.stderr.replace("\n", " ")


def test_an_option_that_takes_a_list_is_written_with_commas() -> None:
    plain = run_json("simulate", "gladiator", "--games", "2", "--option", "types=light,heavy", "--seed", "1")
    assert {kind: row["fought"] for kind, row in plain["summary"]["wins by type"].items()} == {"light": 2, "heavy": 2}
    sides = run_json("simulate", "gladiator", "--games", "1", "--seats", "3", "--option", "sides=0,1,1")
    assert sides["finished"] == 1
    refused = run("simulate", "gladiator", "--games", "1", "--option", "types=light,heavy,giant")
    assert refused.exit_code != 0
    assert "types takes 2 of light" in refused.output
