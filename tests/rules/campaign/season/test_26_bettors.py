"""CM 26.5: players without a faction."""

from __future__ import annotations

import pytest

from ludus.campaign.people import Stable
from ludus.core.errors import Refused
from tests.rules.campaign.season.host import answer, begun, cash, go_to, questions, season, state, told
from tests.rules.campaign.season.kit import chariot, driver, stable


@pytest.mark.rule("CM 26.5")
@pytest.mark.parametrize("bettors", [0, 2])
def test_ten_players_and_eight_factions(bettors: int) -> None:
    """For the last two there is none left, whether that was agreed on or not."""
    match = season(10, bettors=bettors)
    assert sorted(match.pending) == list(range(8))
    answer(match, "builds")
    assert cash(match) == [10_000] * 10
    assert [len(each.chariots) for each in state(match).stables] == [5] * 8 + [0] * 2
    go_to(match, "race")
    assert match.contest is not None
    assert len(match.contest.owners) == 10
    assert match.contest.options["stables"][8:] == [[], []]
    assert match.contest.names == tuple(match.names), "everybody has a seat, by his own name"


@pytest.mark.rule("CM 26.5")
def test_a_bettor_lends_to_factions() -> None:
    match = begun([stable(chariot(1)), stable(chariot(2)), Stable()], bettors=1)
    assert questions(match) == ["offer"] * 3
    answer(match, "offer", {2: {"way": "lend", "with": "seat 1", "lend": 5000, "owed": 9000, "due": 11}})
    match.submit(0, {match.pending[0].fields[0].name: "accept"})  # type: ignore[attr-defined]
    assert cash(match) == [15_000, 10_000, 5000]
    assert state(match).loans[0].lender == 2


@pytest.mark.rule("CM 26.5")
def test_a_bettor_has_no_stable_and_bids_for_nothing() -> None:
    match = begun([stable(chariot(1), chariot(3)), stable(chariot(2)), Stable()], bettors=1)
    with pytest.raises(Refused, match="put up a chariot takes none"):
        match.submit(2, {"sell": "1"})
    answer(match, "offer", {0: {"sell": "1", "reserve": 100}})
    assert sorted(match.pending) == [1]


@pytest.mark.rule("CM 26.5")
@pytest.mark.rule("CM 26.1a")
def test_a_bettor_without_a_bet_is_bankrupt() -> None:
    match = begun([stable(chariot(1)), stable(chariot(2)), Stable()], cash=(500, 500, 90), step="debts", bettors=1)
    assert told(match, "penniless") == [{"seat": 2, "cash": 90}]
    assert [each.seat for each in state(match).gone] == [2]


@pytest.mark.rule("CM 26.5")
def test_nobody_asks_a_bettor_for_purchases_entries_or_training() -> None:
    match = begun(
        [stable(chariot(1, man=driver(hits=5, full=6, experience=25))), stable(chariot(2)), Stable()],
        step="purchases",
        bettors=1,
    )
    assert sorted(match.pending) == [0]
    answer(match, "purchases")
    assert sorted(match.pending) == [0, 1]
