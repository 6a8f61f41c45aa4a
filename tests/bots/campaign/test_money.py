"""What owners do with money in a race: bets that are reckoned out, and devices where they pay."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.bots import Bot, Glimpse, make_bot
from ludus.bots.circus.favourites import at_the_start
from ludus.bots.circus.wagers import Market, again, paid, place
from ludus.core.decision import Filled
from ludus.core.match import Match
from ludus.play import new_match
from tests.rules.circus.season_kit import stabled

FAST, SLOW = stabled(horses_start=[7, 6, 6, 7], modifier=2), stabled(horses_start=[4, 4, 4, 4])


def market(chances: list[float], others: dict[int, dict[int, int]], own: int, purse: int = 10_000) -> Market:
    return Market(chances, others, frozenset((own,)), purse, 100, lambda odds: odds)


@pytest.mark.rule("CM 26.41")
def test_who_is_due_most_is_paid_first() -> None:
    assert paid(9000, [3000], 10_000) == 9000
    assert paid(3000, [9000], 10_000) == 1000
    assert paid(300, [9000, 600], 8000) == 0
    assert paid(900, [900], 1000) == 500
    assert paid(900, [], 1000) == 900


def test_one_hundred_takes_the_pool_where_nobody_else_backs_him() -> None:
    """More would not bring more."""
    others = {1: {1: 100}, 2: {2: 100}, 3: {3: 100}}
    assert place(market([0.25] * 4, others, 0), 5000)[0] == 100


def test_bets_keep_within_the_limits() -> None:
    others = {seat: {seat: 100 * seat} for seat in range(1, 6)}
    for favourite in range(6):
        chances = [0.5 if number == favourite else 0.1 for number in range(6)]
        stakes = place(market(chances, others, 0), 2000)
        assert 100 <= sum(stakes.values()) <= 2000
        assert sum(stakes.values()) - stakes[0] <= stakes[0]
        assert all(amount % 100 == 0 for amount in stakes.values())
        backed = stakes.get(favourite, 0) > 0
        assert backed == (favourite <= 4), "who is likely to win is backed, while few others have done so"


def test_who_races_none_backs_whom_he_likes() -> None:
    stakes = place(Market([0.7, 0.2, 0.1], {1: {1: 500}}, frozenset(), 5000, 100, lambda odds: odds), 1000)
    assert max(stakes, key=lambda number: stakes[number]) == 0


@pytest.mark.rule("CM 26.3")
def test_between_laps_the_leader_is_backed_again() -> None:
    others = {1: {1: 100, 0: 100}, 2: {2: 100}}
    sure = market([0.95, 0.03, 0.02], others, 0)
    assert again(sure, {0: 200}, {0: 2, 1: 5, 2: 5}, {0: 200}) == {0: 100} or again(
        sure, {0: 200}, {0: 2, 1: 5, 2: 5}, {0: 200}
    ) == {0: 200}
    lost = market([0.02, 0.95, 0.03], others, 0)
    assert again(lost, {0: 200}, {0: 2, 1: 5, 2: 5}, {0: 200}) == {}


# -- at the table ----------------------------------------------------------------------------------------


def race(stables: list[list[dict[str, Any]]], purses: list[int]) -> Match[Any]:
    options = {"stables": stables, "purses": purses, "patronage": "bets"}
    match: Match[Any] = new_match("circus", len(stables), "money", "advanced", options)
    return match


def ask(match: Match[Any], name: str, question: str, seat: int = 0, seed: int = 1) -> Any:
    """What this owner's man answers; until then everybody gives the answer that needs no thought."""
    while question not in {decision.name for decision in match.pending.values()}:
        for each in list(match.pending):
            match.submit(each, match.pending[each].default)
    bot: Bot = make_bot("circus", f"novus+{name}", f"{seed}", samples=1)
    return bot.choose(Glimpse.of(match, seat))


def test_the_faster_team_is_the_favourite() -> None:
    match = race([[SLOW], [FAST], [SLOW]], [5000] * 3)
    ask(match, "dominus-sportsman", "skullduggery")
    chances = at_the_start(match.state)
    assert sum(chances) == pytest.approx(1.0)
    assert max(range(3), key=lambda number: chances[number]) == 1


@pytest.mark.parametrize("name", ["libertus", "eques", "dominus"])
@pytest.mark.parametrize("character", ["sportsman", "gambler", "miser", "schemer"])
def test_every_owner_bets_by_the_rules(name: str, character: str) -> None:
    match = race([[SLOW, SLOW], [FAST], [SLOW], []], [900, 4000, 10_000, 2500])
    for seat in range(4):
        answer = ask(match, f"{name}-{character}", "bets", seat)
        assert isinstance(answer, Filled)
        assert answer in match.pending[seat]


def test_drugs_only_where_the_pool_is_worth_it() -> None:
    """CM 24.4: the schemer, and nobody else; and not for a few hundreds."""
    field = [[stabled(horses_start=[6, 5, 5, 6])], [stabled(horses_start=[8, 1, 8, 8], modifier=2)]]
    for purse, character, spent in (
        (5000, "schemer", 0),
        (900_000, "schemer", 500),
        (900_000, "sportsman", 0),
    ):
        match = race([*field, *[[SLOW]] * 4], [purse] * 6)
        answer = ask(match, f"dominus-{character}", "skullduggery")
        assert answer["drugs"] == spent


def test_a_gambler_dares_now_and_then() -> None:
    """CM 26.1d: terms in his own favour, and not in every race."""
    offers = [
        ask(race([[FAST], [SLOW], [SLOW]], [5000, 5000, 9000]), "dominus-gambler", "side_bet", seed=seed)["with"]
        for seed in range(12)
    ]
    assert set(offers) == {"nobody", "seat 3"}
    quiet = ask(race([[FAST], [SLOW], [SLOW]], [5000] * 3), "dominus-miser", "side_bet")
    assert quiet["with"] == "nobody"
