"""Campaigns in a terminal: what is drawn of them, and a season played by typing."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import ludus
from ludus.bots import Bot
from ludus.bots.fields import person_of
from ludus.bots.table import Table, seat_drivers
from ludus.campaign.epic.state import Champion, Duel, EventDay
from ludus.campaign.loans import due_in_words
from ludus.campaign.season.state import Grave
from ludus.cli import app, contests
from ludus.cli.boards import draw_any_campaign
from ludus.cli.campaign_sheets import STEPS, account
from ludus.core.dice import SeededDice
from ludus.core.match import Match
from tests.rules.campaign.epic import host as epic_host
from tests.rules.campaign.season import kit

NAMES = ["Alma", "Bea", "Cato"]
MEN = {1: "Priscus", 2: "Verus", 3: "Flamma"}


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=typed)


def campaign(ruleset: str, answers: int, **options: Any) -> Match[Any]:
    """So many answers of anybody to anything into a campaign."""
    rng = random.Random(2)
    match = ludus.new_match("campaign", seats=3, seed=1, ruleset=ruleset, options=options, names=NAMES)
    for _ in range(answers):
        if match.contest is not None:
            Table(match, {}, "contest", ["random"]).hold(match.contest)
        else:
            seat = rng.choice(sorted(match.pending))
            match.submit(seat, match.pending[seat].sample(rng))
    return match


def drawn(match: Match[Any], about: str = "", seat: int | None = 0) -> str:
    stage = {**match.game.stage(match.options), "seat": seat}
    console = Console(width=140, color_system=None)
    with console.capture() as capture:
        console.print(draw_any_campaign(match.view(seat, explain=False)["position"], stage, NAMES, about))
    return capture.get()


# -- drawings -----------------------------------------------------------------------------------------


def test_a_season_is_drawn() -> None:
    match = campaign("season", 60)
    said = drawn(match)
    season = match.state
    assert said.startswith(f"Race {season.race} of 10: {STEPS[season.step]}")
    for name in NAMES:
        assert name in said
    assert f"{season.ledger.balance(0):,}s" in said
    for chariot in season.stables[0].chariots:
        assert str(chariot.id) in said
    assert "normal, wrecked" in said
    assert "Calendar" in said
    assert "Account book, the last of" in said
    assert any(each.kind == "driver" for each in season.graves)
    assert "Graves" in said
    for loan in season.loans:
        assert f"{loan.owed:,}s, due {due_in_words(loan.due, 10)}" in said


def test_a_question_needs_less() -> None:
    match = campaign("season", 60)
    asked = drawn(match, "entries")
    assert "driver" in asked
    assert "Calendar" not in asked
    assert "driver" not in drawn(match, "offer")
    assert "driver" not in drawn(match, "entries", seat=None), "a spectator has no stable"


def test_before_anything_has_happened() -> None:
    said = drawn(campaign("season", 0))
    assert "Race 1 of 10: the stables are made up" in said
    assert "Calendar" not in said


def test_who_is_out_of_it_stands_last() -> None:
    match = campaign("season", 0)
    while not match.state.gone and match.outcome is None:
        match = campaign("season", len(match.answers) + 20)
    gone = match.state.gone[0]
    assert f"{gone.why} before race {gone.race}" in drawn(match)


def test_schools_are_drawn() -> None:
    owners = campaign("owners", 60)
    said = drawn(owners)
    own = [man for man in owners.state.men.values() if man.owner == 0 and man.status == "alive"]
    assert own
    assert all(man.name in said for man in own)
    assert "Account book" in said
    other = next(man for man in owners.state.men.values() if man.owner == 1 and man.status == "alive")
    assert other.name in said
    assert other.name not in drawn(owners, "send")
    careers = drawn(campaign("careers", 30))
    assert careers.startswith("Round ")
    assert "cash" not in careers


def test_the_account_book_adds_up() -> None:
    lines = [{"payer": -1, "payee": 0, "sum": 100, "why": "a gift", "clause": "CM 21.1", "when": 1}] * 20
    lines += [{"payer": 0, "payee": 1, "sum": 30, "why": "a loan", "clause": "CM 21.2a", "when": 2}]
    lines += [{"payer": 1, "payee": 2, "sum": 30, "why": "not ours", "clause": "CM 21.2a", "when": 2}]
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        for part in account(lines, 0, NAMES):
            console.print(part)
    said = capture.get()
    assert "the last of 21 lines" in said
    assert said.splitlines()[-1].split()[:4] == ["2", "-30", "1,970", "Bea"]
    assert "not ours" not in said
    assert account([], 0, NAMES) == []


# -- played -------------------------------------------------------------------------------------------


def test_a_season_is_played_by_typing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By usual answers, the race left to the driver; then it is told and proven."""
    file = tmp_path / "season.json"
    arguments = ["play", "campaign", "--terminal", "--seats", "2", "--seed", "4", "-o", "races=1", "--save", str(file)]
    arguments += ["--bots", "libertus", "--drivers", "rivals"]
    seated: dict[int, Bot] = {}

    def seat_them(*given: Any) -> dict[int, Bot]:
        seated.update(seat_drivers(*given))
        return seated

    monkeypatch.setattr(contests, "seat_drivers", seat_them)
    said = run(*arguments, typed="\n" * 200)
    assert said.exit_code == 0, said.output
    assert {person_of("circus", bot.called) is not None for bot in seated.values()} == {True}, "rivals drive for both"
    assert json.loads(file.read_text())["table"]["drivers"] == ["rivals"]
    words = " ".join(said.output.split())
    assert "A chariot of yours: " in words
    assert "A loan: With, Libertus 2, only if way is chosen" in words
    assert not re.search(r"You [a-z]+s\b|\bof You\b|\b[Ss]eat \d", words)
    assert "Race 1: do you take part?" in said.output
    assert "What do you pay for in secret?" in said.output, "his money is his own affair"
    assert "What speed" not in said.output
    assert "After Race 1" in said.output
    assert "The season is over." in said.output
    assert "1 contest proven" in run("verify", str(file)).output
    assert json.loads(file.read_text())["outcome"]["report"]["cash"]
    told = run("replay", str(file), "--contest", "1").output
    assert "Turn 1" in told


def test_drivers_are_named_for_a_campaign_in_the_terminal() -> None:
    said = run("play", "campaign", "--terminal", "--drivers", "dominus", typed="q\n")
    assert said.exit_code == 2
    assert "there is no bot 'dominus' that could drive" in " ".join(said.output.split())
    assert run("play", "campaign", "--drivers", "rivals", "--no-browser").exit_code == 2


@pytest.mark.parametrize("ruleset", ["careers", "owners"])
def test_fights_are_run(ruleset: str) -> None:
    arguments = ["play", "campaign", "--terminal", "--seats", "2", "--seed", "4", "--ruleset", ruleset]
    arguments += ["--bots", "libertus"]  # whose men do not think long
    said = run(*arguments, typed=("\n" * 12 + "run\n") * 3)
    assert said.exit_code == 0, said.output
    assert "do you take part?" in said.output


# -- the epic campaign --------------------------------------------------------------------------------


def families(step: str) -> Match[Any]:
    """Three families with a stable and a school each, in the midst of a campaign."""
    state = epic_host.families(
        3,
        cash=(12_000, 31_000, 8000),
        stables=[kit.stable(epic_host.chariot(1)), kit.stable(epic_host.chariot(2))],
        men=[
            epic_host.man(1, 0, name="Priscus"),
            epic_host.man(2, 1, name="Verus"),
            epic_host.man(3, -1, name="Flamma"),
        ],
    )
    state.step, state.market = step, [epic_host.chariot(7)]
    state.duels = [Duel(0, 1, 1, 3, 400)]
    state.days = [EventDay(1, "race", ("Diocles",), ("x",))]
    state.champions = [Champion("Scorpus", "driver", 1, 1, 10)]
    state.graves = [Grave("Fuscus", "driver", 1, 1, 3, 1)]
    game = epic_host.GAME
    return Match(game, 3, SeededDice("sheets"), "epic", {}, NAMES, position=game.save(state))


def test_families_are_drawn() -> None:
    said = drawn(families("council"))
    assert "Event 2 of 40" in said
    order = [said.index(name) for name in ("Bea", "Alma", "Cato")]
    assert order == sorted(order), "the richest first"
    for words in ("31,000s", "100,000s win", "Priscus", "Flamma", "Diocles", "Scorpus", "Fuscus", "Account book"):
        assert words in said
    assert "A duel of 1 a side beside the event: Alma and Bea, 1,200s against 400s" in said
    brief = drawn(families("council"), "gladiator 3")
    assert "31,000s" in brief
    assert "Priscus" not in brief
    assert "The market" not in brief


def test_an_epic_campaign_is_played_by_typing(tmp_path: Path) -> None:
    kept = tmp_path / "epic.json"
    options = ("--ruleset", "epic", "-o", "events=2", "--seats", "2", "--seed", "4", "--save", str(kept))
    said = run("play", "campaign", "--terminal", *options, typed="race\n" + "\n" * 12 + "q\n")
    assert said.exit_code == 0, said.output
    assert "Event 1 is a race." in said.output
    assert "For sale, from" in said.output
    assert json.loads(kept.read_text())["ruleset"] == "epic"


@pytest.mark.usefixtures("league")
def test_of_contests_side_by_side_the_player_says_which_comes_first(tmp_path: Path) -> None:
    kept = tmp_path / "league.json"
    options = ("--ruleset", "two-tables", "--seats", "2", "--seed", "4", "--save", str(kept))
    said = run("play", "league", "--terminal", *options, typed="pass\npass\n2\nplay\nq\n")
    assert said.exit_code == 0, said.output
    assert "2 contests are held side by side; here they come one after the other." in said.output
    assert "Which of yours comes first?" in said.output
    assert json.loads(kept.read_text())["table"]["number"] == 1
    again = run("play", "--terminal", "--save", str(kept), typed="\n" * 200)
    assert again.exit_code == 0, again.output
    assert again.output.index("After Round 1, table 2") < again.output.index("After Round 1, table 1")
    assert "4 contests proven" in run("verify", str(kept)).output
