"""CM 25: security against bribery, drugs and sabotage."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rules.circus.kit import events
from tests.rules.circus.money_kit import BESIDE, STILL, aimed, coffers, form, guarded, own, patrons, set_up, until
from tests.rules.circus.season_kit import season, stables


@pytest.mark.rule("CM 25.1", "CM 25.3")
def test_security_is_paid_for_each_chariot_and_each_kind() -> None:
    race = season(stables(2, 1), patronage="bets")
    mine = [each.faction for each in race.state.chariots if each.seat == 0]
    assert [section.title for section in form(race, 0).sections] == ["Skullduggery", *(f"Guard {c}" for c in mine)]
    race.submit(0, {f"{mine[0]} bribery": 300, f"{mine[0]} drugs": 400, f"{mine[0]} sabotage": 500})
    race.submit(1, race.pending[1].default)
    numbers = {each.faction: each.number for each in race.state.chariots}
    guard = coffers(race).guard
    assert [guard(numbers[mine[0]], kind, 0) for kind in ("bribery", "drugs", "sabotage")] == [300, 400, 500]
    assert [guard(numbers[mine[1]], kind, 0) for kind in ("bribery", "drugs", "sabotage")] == [0, 0, 0]
    assert coffers(race).purse(0) == 5000 - 1200


@pytest.mark.rule("CM 25.1", "CM 24.31")
def test_nobody_sees_what_is_sealed_until_it_is_opened() -> None:
    race = set_up(3)
    race.submit(0, {"target": own(race, 1), "bribe": 1700, "aim": "speed", f"{own(race, 0)} drugs": 1300})
    for seat in (1, 2):
        race.submit(seat, race.pending[seat].default)
    until(race, "speed")
    for watcher in (1, 2, None):
        seen = json.dumps(race.view(watcher)) + json.dumps(
            [event.data for event in race.events if event.visible_to(watcher)]
        )
        assert "1700" not in seen
        assert "1300" not in seen
    mine = race.view(0)["position"]["parts"]["patronage"]
    assert mine["envelopes"]["0"]["bribe"] == 1700


@pytest.mark.rule("CM 25.2")
def test_security_of_one_kind_does_not_help_against_another() -> None:
    race = patrons(guarded("bribery", 1000, aimed(drugs=500)), **BESIDE, red_is=STILL)
    assert events(race, "drugs")[0].data["points"] == 1


@pytest.mark.rule("CM 25.4")
def test_unused_security_is_gone_with_the_race() -> None:
    given, purses = stables(1, 1), [5000, 5000]
    race = season(given, purses=purses, patronage="bets")
    race.submit(0, {f"{own(race, 0)} drugs": 800})
    race.submit(1, race.pending[1].default)
    until(race)
    assert race.outcome is not None
    spent = [each for each in race.outcome.report["transfers"] if each["clause"] == "CM 25.4"]
    assert [(each["payer"], each["payee"], each["sum"]) for each in spent] == [(0, -1, 800)]
    again = season(given, purses=race.outcome.report["purses"], patronage="bets")
    assert coffers(again).envelopes == {}  # it protects nothing in the next race
    assert coffers(again).guard(0, "drugs", 0) == 0


@pytest.mark.rule("CM 25.5", "CM 25.6")
def test_security_counts_in_full_against_every_attempt() -> None:
    envelopes: dict[int, dict[str, Any]] = {
        0: {"guards": [[0, "drugs", 500]]},
        1: {"target": 0, "drugs": 1000},
        2: {"target": 0, "drugs": 1000},
    }
    race = patrons(envelopes, purses=3, **BESIDE, green="lane 6, backstretch 12", red_is=STILL)
    race.submit(1, (1, 0, 0, 0))
    race.submit(2, (0, 1, 0, 0))
    assert [event.data["points"] for event in events(race, "drugs")] == [1, 1]
    assert race.state.chariots[0].horses == (3, 3, 4, 4)
