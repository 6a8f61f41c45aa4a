"""What simulated careers and schools tell."""

from __future__ import annotations

import json

import pytest

from ludus.lab.school import Facts
from ludus.lab.simulate import simulate


@pytest.mark.parametrize("ruleset", ["careers", "owners"])
def test_men_fight_and_money_is_counted(ruleset: str) -> None:
    played = simulate("campaign", 1, 3, ["random"], seed=3, ruleset=ruleset, drivers=["random"])
    told = played.to_plain()["summary"]
    assert json.loads(json.dumps(told)) == told
    fought = sum(row["fought"] for row in told["men by type"].values())
    assert fought == 2 * sum(report.contests for report in played.reports)
    for row in told["men by type"].values():
        assert 0 <= row["share won"] + row["share spared"] + row["share killed"] <= 1.001
    men = sum(row["men"] for row in told["men by their wins"].values())
    assert men == told["in a campaign"]["men who fought"]
    assert ("what a purse gained by" in told) == (ruleset == "owners")
    for report in played.reports:
        assert isinstance(report.facts, Facts)
        assert all("other" not in money for money in report.facts.money)
        assert all(money.total() >= 0 for money in report.facts.money)
