"""A league in the terminal: an open floor, contests that are played, handed over or run, and a match that is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

import pytest
from typer.testing import CliRunner, Result

import ludus
from ludus.cli import app
from tests.games.morra import Morra


def play(*arguments: str, typed: str) -> Result:
    return CliRunner().invoke(app, ["play", "--terminal", *arguments], input=typed)


def league(*arguments: str, typed: str) -> Result:
    return play("league", "--seats", "3", "--seed", "5", *arguments, typed=typed)


pytestmark = pytest.mark.usefixtures("league")
PASS = "pass\n"


def test_a_league_that_is_run() -> None:
    said = league(typed=(PASS + "run\n") * 2)
    assert said.exit_code == 0, said.output
    assert "Anybody may speak. w: wait until somebody else has." in said.output
    assert "Round 1: do you take part?  CM 20.3" in said.output
    assert "For Man of " in said.output
    assert "After Round 2" in said.output
    assert said.output.count("1. ") >= 3, "the places of both rounds, and of the league"
    assert ": omen" not in said.output, "nothing of the rounds but how they ended"


def test_who_waits_hears_the_others_first() -> None:
    said = league(typed="w\n" * 9 + "q\n")
    assert "Nobody else is left who could speak." in said.output
    assert "bid: {'seat': " in said.output
    assert "{'seat': 0" not in said.output
    assert said.output.rstrip().endswith("Farewell; the others go on without you.")


def test_a_contest_is_played_question_by_question() -> None:
    said = league(typed=PASS + "play\n" + "\n" * 12 + "q\n")
    assert "You: " in said.output
    assert ": omen" in said.output
    assert "d: your driver takes the reins" in said.output


def test_the_reins_are_handed_over_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner's questions stay with the owner."""
    monkeypatch.setattr(Morra, "owner_questions", lambda game, options: frozenset({"wager"}))
    hired = league(typed=PASS + "hire\n" + "\n" * 3 + PASS + "run\n").output
    assert hired.count("d: your driver takes the reins") == 3, "three rounds, three wagers"
    assert ": omen" not in hired
    taken = league(typed=PASS + "hire\nd\n" + "\n" * 4 + "q\n").output
    assert "You have the reins." in taken
    assert "Share out 5" in taken or "fingers" in taken
    handed = league(typed=PASS + "play\nd\n" + "q\n").output
    assert "Your driver has the reins." in handed


def test_what_is_no_way_to_take_part() -> None:
    said = league(typed=PASS + "fly\nq\n").output
    assert "'fly' is not among the answers" in said


def test_a_match_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "league.json"
    said = league("--save", str(file), typed=PASS + "play\n\n\nq\n")
    assert f"--save {file}" in said.output.replace("\n", "")
    kept = json.loads(file.read_text())
    assert kept["table"]["way"] == "play"
    assert kept["table"]["contest"]["game"] == "morra"
    said = play("--save", str(file), typed="q\n")
    assert "You: " in said.output, "the round goes on where it was left"
    assert json.loads(file.read_text()) == kept
    said = play("--save", str(file), typed="\n" * 30 + "run\n")
    assert said.exit_code == 0, said.output
    while json.loads(file.read_text())["outcome"] is None:
        play("--save", str(file), typed=(PASS + "run\n") * 2)
    record = ludus.load_record(file)
    assert len(record["contests"]) == 2
    assert record["names"][0] == "You"
    ludus.verify(record)
    over = play("--save", str(file), typed="")
    assert "is over; `ludus replay` tells it [match-over]" in over.output.replace("\n", " ")


def test_any_match_can_be_kept(tmp_path: Path) -> None:
    file = tmp_path / "race.json"
    play("chariot-race", "--seats", "2", "--save", str(file), typed="\n\nq\n")
    kept = json.loads(file.read_text())
    assert "contests" not in kept
    assert len(kept["answers"]) >= 2
    play("--save", str(file), typed="\nq\n")
    assert len(json.loads(file.read_text())["answers"]) > len(kept["answers"])


class TestRefused:
    KEPT: ClassVar[dict[str, object]] = {"format": 1, "game": "league"}

    def test_a_match_that_says_itself_what_is_played(self, tmp_path: Path) -> None:
        file = tmp_path / "league.json"
        league("--save", str(file), typed=PASS + "q\n")
        said = play("league", "--save", str(file), typed="")
        assert said.exit_code == 2
        assert "[bad-option]" in said.output

    @pytest.mark.parametrize("table", [None, 3, {}, {"bots": 3}])
    def test_a_file_that_nobody_kept(self, tmp_path: Path, table: object) -> None:
        file = tmp_path / "league.json"
        file.write_text(json.dumps({**self.KEPT, "table": table}))
        said = play("--save", str(file), typed="")
        assert said.exit_code == 2
        assert "[bad-record]" in said.output

    def test_a_place_where_nothing_can_be_kept(self, tmp_path: Path) -> None:
        said = league("--save", str(tmp_path / "nowhere" / "league.json"), typed=PASS)
        assert said.exit_code == 2
        assert "[cannot-save]" in said.output

    def test_the_page_keeps_its_matches_itself(self, tmp_path: Path) -> None:
        said = CliRunner().invoke(app, ["play", "--save", str(tmp_path / "x.json")])
        assert "[bad-option]" in said.output
