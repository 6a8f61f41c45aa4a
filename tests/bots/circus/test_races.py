"""Whole races: every answer legal, the same luck the same race, nobody harmed by a novice."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.bots import BOTS, Glimpse, make_bot
from ludus.core.match import Match
from ludus.library import find_game
from ludus.play import new_match
from tests.conformance.kit import SHORT_CIRCUS

# Each of the house once, among some who do anything.
FIELD = ("novus", "tiro", "auriga", "agitator", "random", "random", "random", "random")


def race(
    names: tuple[str, ...], seed: str, ruleset: str = "advanced", options: dict[str, Any] | None = None
) -> Match[Any]:
    """A race to the end. An answer that is not legal, or one that nobody gives in earnest, fails the test."""
    match = new_match("circus", len(names), seed, ruleset, options or {})
    bots = [make_bot("circus", name, f"{seed}/{seat}", samples=1) for seat, name in enumerate(names)]
    while match.outcome is None:
        for seat in list(match.pending):
            decision = match.pending[seat]
            choice = bots[seat].choose(Glimpse.of(match, seat))
            assert choice not in getattr(decision, "shunned", ())
            match.submit(seat, choice)
    return match


@pytest.mark.parametrize("ruleset", find_game("circus").rulesets)
def test_every_ruleset_is_raced_to_the_end(ruleset: str) -> None:
    owners = FIELD[:2] if ruleset == "match-race" else FIELD
    match = race(owners, f"whole/{ruleset}", ruleset, {"track": SHORT_CIRCUS})
    assert match.outcome is not None
    assert match.outcome.reason in match.game.endings
    assert match.outcome.winners


def test_three_seats_with_several_factions_each() -> None:
    match = race(("agitator", "auriga", "tiro"), "several")
    assert {chariot.seat for chariot in match.state.chariots} == {0, 1, 2}
    assert len(match.state.chariots) == 8
    own = {chariot.faction: chariot.seat for chariot in match.state.chariots}
    for event in match.events:
        if event.kind == "attack":
            assert own[event.data["chariot"]] != own[event.data["target"]]


def test_a_big_field_with_other_switches() -> None:
    options = {
        "track": SHORT_CIRCUS,
        "field": 12,
        "evasion_debt": "written",
        "unpaid_strain": "roll",
        "frontal_injury": "even",
        "cut_free": "every phase",
        "lash_dice": 2,
    }
    match = race(("auriga", "agitator", "random", "random"), "switches", options=options)
    assert match.outcome is not None


def test_a_track_of_ones_own() -> None:
    match = race(("auriga", "agitator"), "short", options={"track": SHORT_CIRCUS})
    assert match.outcome is not None
    assert match.outcome.winners


def test_the_same_luck_gives_the_same_race() -> None:
    first, second = (race(FIELD, "again", "basic", {"track": SHORT_CIRCUS}) for _ in range(2))
    assert first.answers == second.answers


def test_a_novice_never_attacks_and_never_whips() -> None:
    match = race(("novus", "random", "novus", "novus"), "peaceful")
    novices = {chariot.faction for chariot in match.state.chariots if chariot.seat != 1}
    violent = {event.data["chariot"] for event in match.events if event.kind in ("attack", "whip")}
    assert not violent & novices
    assert violent  # the other one does


def test_the_drivers_stand_in_order() -> None:
    assert [kind.name for kind in BOTS["circus"]] == ["random", "novus", "tiro", "auriga", "agitator"]
