"""Chart questions: every one, by every kind of book, and through the command line."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from ludus.cli import app
from ludus.core.clauses import clauses
from ludus.core.errors import SetupError
from ludus.odds import QUESTIONS, ask, questions_of

RULES = {"circus": ("advanced", "basic", "epic"), "gladiator": ("advanced",), "chariot-race": (None,)}
ASKED = [(game, rules, each.name) for game in QUESTIONS for rules in RULES[game] for each in questions_of(game)]


@pytest.mark.parametrize(("game", "rules", "name"), ASKED)
def test_chances_add_up_at_both_ends_of_every_dial(game: str, rules: str | None, name: str) -> None:
    question = next(each for each in questions_of(game) if each.name == name)
    if (rules, name) == ("basic", "critical"):
        with pytest.raises(SetupError, match="no chart"):
            ask(game, name, {}, rules)
        return
    ends: list[dict[str, object]] = [{}]
    for dial in question.dials:
        ends += [{dial.name: value} for value in (dial.words or (dial.low, dial.high))]
    for values in ends:
        answer = ask(game, name, values, rules)
        for table in answer.tables:
            assert all(-1e-9 <= row.chance <= 1 + 1e-9 for row in table.rows), (values, table)
            if table.whole:
                assert sum(row.chance for row in table.rows) == pytest.approx(1), (values, table)
    assert len({clause.split()[0] for clause in answer.clauses}) == 1, "clauses of one book"


def test_what_is_known_by_counting() -> None:
    # 21 of 36 pairs of two dice show 7 or less: GL 14.3 with agility 0.
    assert ask("gladiator", "fall", {"agility": 0}).tables[0].rows[0].chance == pytest.approx(21 / 36)
    # Ties are the defender's: 1 - P(two dice beat two others) = 1 - 575/1296.
    assert ask("circus", "defence").tables[0].rows[0].chance == pytest.approx(1 - 575 / 1296)
    # One die each, a tie strikes nothing: 15 of 36.
    assert ask("circus", "lash-team").tables[0].rows[0].chance == pytest.approx(15 / 36)


def test_the_options_of_the_rules_count() -> None:
    one, two = (ask("circus", "lash-team", {"cdm": 1}, options={"lash_dice": dice}) for dice in (1, 2))
    assert one.tables != two.tables


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["odds", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_on_the_command_line() -> None:
    said = run("circus", "lash", "--cdm", "1", "--against", "-2", "--plot")
    assert "CM 9.42b" in said
    assert "█" in said
    assert (
        json.loads(run("gladiator", "blow", "--advantage", "3", "--area=chest", "--json"))["values"]["area"] == "chest"
    )
    assert "--advantage" in run("gladiator")
    spread = json.loads(run("circus", "strain", "--over", "2..4", "--json"))
    assert [answer["values"]["over"] for answer in spread["answers"]] == [2, 3, 4]
    assert "cdm -1" in run("circus", "defence", "--cdm", "-1..1")
    assert "█" in run("circus", "defence", "--cdm", "-1..1", "--plot"), "the highest of them all"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("circus", "kiss"), "unknown-question"),
        (("campaign",), "no-odds"),
        (("circus", "lash", "--luck", "1"), "unknown-dial"),
        (("circus", "lash", "--cdm", "7"), "bad-dial"),
        (("circus", "lash", "--cdm", "1²"), "bad-dial"),
        (("circus", "lash", "--cdm"), "bad-dial"),
        (("circus", "lash", "--cdm", "0..99"), "bad-dial"),
        (("gladiator", "blow", "--area", "soul"), "bad-dial"),
    ],
)
def test_refusals(words: tuple[str, ...], code: str) -> None:
    result = CliRunner().invoke(app, ["odds", *words, "--json"])
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == code


def test_clauses_exist() -> None:
    known = set(clauses())
    assert {clause for game in QUESTIONS for each in questions_of(game) for clause in each.clauses} <= known
