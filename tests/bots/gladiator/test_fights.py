"""Whole fights: every answer legal, every fight over, the same luck the same fight, and nobody thinks too long."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from ludus.bots import BOTS, Bot, Glimpse, make_bot
from ludus.core.match import Match
from ludus.lab.simulate import simulate
from ludus.library import find_game
from ludus.play import new_match
from tests.rules.gladiator.arena import arena, man

NAMES = ("tiro", "veteranus", "rudiarius")
KINDS = ("light", "medium", "heavy", "retiarius")


def fight(names: tuple[str, ...], seed: str, ruleset: str | None = None, **options: Any) -> Match[Any]:
    """To the end. An answer that is not legal fails the test."""
    match = new_match("gladiator", len(names), seed, ruleset, options)
    bots = [make_bot("gladiator", name, f"{seed}/{seat}", samples=1) for seat, name in enumerate(names)]
    while match.outcome is None:
        for seat in list(match.pending):
            match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
    return match


def test_the_school_has_a_random_man_and_three_strengths() -> None:
    assert tuple(kind.name for kind in BOTS["gladiator"]) == ("random", *NAMES)


@pytest.mark.parametrize("ruleset", find_game("gladiator").rulesets)
@pytest.mark.parametrize("name", NAMES)
def test_every_ruleset_is_fought_to_the_end(ruleset: str, name: str) -> None:
    match = fight((name, "random"), f"whole/{ruleset}", ruleset)
    assert match.outcome is not None
    assert match.outcome.reason in match.game.endings


@pytest.mark.parametrize("first", KINDS)
@pytest.mark.parametrize("second", KINDS)
def test_every_type_meets_every_type(first: str, second: str) -> None:
    for names in (("veteranus", "tiro"), ("tiro", "veteranus")):
        match = fight(names, f"{first}/{second}", types=[first, second])
        assert match.outcome is not None


@pytest.mark.parametrize("help_", [True, False])
def test_teams_of_mixed_arms(help_: bool) -> None:
    names = ("rudiarius", "veteranus", "tiro", "random", "veteranus", "tiro", "random")
    for number in range(2):
        match = fight(names, f"teams {number}", help=help_, types=[KINDS[seat % 4] for seat in range(7)])
        assert match.outcome is not None


def test_men_chosen_from_the_charts_are_good_men() -> None:
    match = fight(("veteranus", "tiro"), "chosen", "optional", creation="choice", types=["medium", "heavy"])
    assert all(fighter.cf_start >= 13 for fighter in match.state.fighters)


def test_other_switches_are_no_trouble() -> None:
    options: list[dict[str, Any]] = [
        {"throws": False, "wound_boxes": "single", "distance": 5},
        {"position": [0, 1, 1, 3, 1, 1], "turns": 2},
        {"sides": [0, 0, 0, 1], "types": ["light", "retiarius", "medium", "heavy"], "advance_plot": True},
    ]
    for each in options:
        seats = 4 if "sides" in each else 2
        assert fight(("tiro", "rudiarius", "veteranus", "rudiarius")[:seats], "switches", **each).outcome is not None


class Wavering(Bot):
    """Answers at random, and asks a bot of the house as well; for positions that no bot would come to."""

    name = "wavering"

    def __init__(self, seed: int) -> None:
        super().__init__(random.Random(seed))
        self.asked = [make_bot("gladiator", name, str(seed), samples=1) for name in NAMES]

    def choose(self, glimpse: Glimpse) -> Any:
        choices = list(glimpse.decision)[:2000] if glimpse.decision.name == "plot" else None
        adviser = self.rng.choice(self.asked)
        assert adviser.choose(glimpse) in glimpse.decision
        # Any order, shunned or not.
        return self.rng.choice(choices) if choices else glimpse.decision.sample(self.rng)


@pytest.mark.parametrize("seats", [2, 4])
def test_legal_in_any_position(seats: int) -> None:
    match = new_match(
        "gladiator", seats, f"any {seats}", options={"types": ["retiarius", "light", "heavy", "medium"][:seats]}
    )
    bot = Wavering(3)
    answers = 0
    while match.outcome is None and answers < 250:
        for seat in list(match.pending):
            match.submit(seat, bot.choose(Glimpse.of(match, seat)))
            answers += 1
    assert answers > 30


def test_the_same_luck_gives_the_same_fight() -> None:
    names = ("rudiarius", "veteranus")
    first, again, other = (fight(names, seed, types=["medium", "heavy"]) for seed in ("luck", "luck", "another"))
    assert first.answers == again.answers
    assert first.answers != other.answers


def test_the_champion_keeps_his_time() -> None:
    """By his own work, whatever else the machine has to do. The first look at a man takes longer than the next."""
    match = new_match("gladiator", 2, "clock", options={"types": ["retiarius", "medium"]})
    bots = [make_bot("gladiator", "rudiarius", str(seat), budget_ms=200) for seat in range(2)]
    spent: list[float] = []
    while match.outcome is None and len(spent) < 10:
        for seat in list(match.pending):
            began = time.thread_time()
            choice = bots[seat].choose(Glimpse.of(match, seat))
            spent.append(time.thread_time() - began)
            match.submit(seat, choice)
    assert sorted(spent)[len(spent) // 2] < 0.3
    assert max(spent) < 1.0


def test_a_bot_sees_no_secret() -> None:
    """The other's sheet is filled in already; from the view alone, another sheet gives the same answer."""
    answers = []
    for sheet in ((5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5), (0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 0)):
        match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage")
        budget = match.pending[1].budget  # type: ignore[attr-defined]
        filled = (*sheet[:10], budget - sum(sheet[:10]))
        match.submit(1, filled)
        answers.append(make_bot("gladiator", "rudiarius", "x", samples=2).choose(Glimpse.of(match, 0)))
    assert answers[0] == answers[1]


def test_what_a_simulation_of_the_arena_tells() -> None:
    result = simulate("gladiator", 12, 2, ["veteranus", "tiro"], 4, options={"types": ["medium", "light"]}, samples=1)
    summary = result.to_plain()["summary"]
    assert summary["length"]["turns"]["mean"] >= 1
    assert summary["length"]["phases"]["mean"] >= summary["length"]["turns"]["mean"]
    assert sum(summary["share of blows"].values()) == pytest.approx(1.0, abs=0.001)
    assert sum(summary["share of those who left the sand"].values()) == pytest.approx(1.0, abs=0.001)
    assert {kind: row["fought"] for kind, row in summary["wins by type"].items()} == {"light": 12, "medium": 12}
    won = sum(row["won"] for row in summary["wins by type"].values())
    assert won == sum(len(report.winners) for report in result.reports)
    assert sum(summary["wounds in a fight"].values()) > 1
