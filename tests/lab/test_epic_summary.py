"""What simulated epic campaigns tell: who got rich, and why."""

from __future__ import annotations

import json

from ludus.lab.epic import Facts
from ludus.lab.simulate import simulate
from tests.conformance.kit import SHORT_CIRCUS


def test_families_and_their_money_are_counted() -> None:
    options = {"events": 2, "epic_race_options": {"track": SHORT_CIRCUS}}
    played = simulate("campaign", 1, 3, ["libertus"], seed=3, ruleset="epic", options=options, drivers=["random"])
    told = played.to_plain()["summary"]
    assert json.loads(json.dumps(told)) == told
    (report,) = played.reports
    assert isinstance(report.facts, Facts)
    assert all("other" not in money for money in report.facts.money)
    assert [money.total() for money in report.facts.money] == report.facts.cash
    gained = told["what a family gained by"]
    assert gained["at the start"] == {"everybody": 20_000, "winners": 20_000}
    assert gained["chariots at auction"]["everybody"] < 0
    assert told["fortunes"]["winners"] >= told["fortunes"]["everybody"]
    assert told["in a campaign"]["races"] + told["in a campaign"].get("galas", 0) <= 2
