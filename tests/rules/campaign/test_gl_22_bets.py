"""GL 22.5, GL 22.6: the compulsory bet, side bets on the floor, and who is out."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.errors import Refused
from ludus.core.match import Match
from tests.rules.campaign.owners_kit import (
    DEAD,
    HIGH,
    MIDDLE,
    WON,
    answer_pair,
    at_even_odds,
    no_bets,
    poor,
    sent,
    stables,
    written_man,
)
from tests.rules.campaign.sand_kit import (
    answer,
    asked,
    events,
    fight,
    man,
    purses,
    report,
)

# -- the compulsory bet ----------------------------------------------------------------------------------


@pytest.mark.rule("GL 22.5")
@pytest.mark.parametrize("winner", [0, 1])
def test_a_hundred_each_at_even_odds(winner: int) -> None:
    match = at_even_odds(sent(stables(3, matches=1)))
    fight(match, *((WON, report()) if winner == 0 else (report(), WON)))
    assert purses(match) == ([10_100, 9_900, 10_000] if winner == 0 else [9_900, 10_100, 10_000])
    (paid,) = events(match, "paid")
    assert paid.clauses == ("GL 22.5",)


@pytest.mark.rule("GL 22.5")
@pytest.mark.parametrize(("odds", "minimum"), [(2, 200), (3, 400), (4, 800), (5, 1600)])
def test_better_odds_double_what_the_other_must_bet(odds: int, minimum: int) -> None:
    match = sent(stables(2, matches=1))
    answer_pair(match, f"{odds}-1")
    assert match.state.compulsory(1) == minimum
    assert match.state.compulsory(0) == odds * minimum
    assert events(match, "odds")[0].data == {"seats": [0, 1], "giver": 0, "odds": odds, "bet": minimum}
    no_bets(match)
    fight(match, report(), WON)
    assert purses(match) == [10_000 - odds * minimum, 10_000 + odds * minimum]
    match = sent(stables(2, matches=1))
    answer_pair(match, f"{odds}-1")
    no_bets(match)
    fight(match, WON)
    assert purses(match) == [10_000 + minimum, 10_000 - minimum]


@pytest.mark.rule("GL 22.5")
def test_the_other_may_give_odds_where_the_first_gives_none() -> None:
    match = sent(stables(2, matches=1))
    answer_pair(match, "1-1")
    assert asked(match, 1) == ("odds", ["1-1", "2-1", "3-1", "4-1", "5-1"])
    answer(match, "5-1")
    no_bets(match)
    fight(match, WON)
    assert purses(match) == [18_000, 2_000]


@pytest.mark.rule("GL 22.5")
@pytest.mark.parametrize(
    ("purse", "odds"), [(399, 1), (400, 2), (1_199, 2), (1_200, 3), (3_199, 3), (3_200, 4), (7_999, 4), (8_000, 5)]
)
def test_nobody_gives_odds_that_he_could_not_pay(purse: int, odds: int) -> None:
    match = sent(poor(purse, 9_000))
    assert asked(match) == ("odds", [f"{number}-1" for number in range(1, odds + 1)])


@pytest.mark.rule("GL 22.5", "GL 4-victory")
def test_without_a_winner_nobody_pays() -> None:
    match = sent(stables(2, matches=1))
    answer_pair(match, "5-1")
    no_bets(match)
    fight(match)
    assert purses(match) == [10_000, 10_000]
    assert match.narrate(events(match, "bets-off")[0]) == "Nobody has won; all bets are off."


# -- out of it -------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 22.6", "GL 22.5")
def test_who_cannot_bet_a_hundred_is_out_when_the_dice_call_him() -> None:
    match = poor(90, 500, 500, dice=[*HIGH, *MIDDLE])
    (gone,) = events(match, "gone")
    assert gone.data == {"seat": 0, "why": "cannot cover his bet"}
    assert gone.clauses == ("GL 22.6", "GL 22.5")
    assert match.state.pair == (1, 2)
    assert match.state.round == 1
    match = poor(500, 100, 90)
    assert events(match, "gone") == [], "a hundred is enough, and nobody has called the third"


@pytest.mark.rule("GL 22.6", "GL 22.5")
def test_better_odds_can_drive_a_poor_owner_out() -> None:
    match = sent(poor(9_000, 1_500, 500, dice=[*HIGH, *MIDDLE]))
    answer_pair(match, "5-1")
    assert [event.data["seat"] for event in events(match, "gone")] == [1]
    assert match.narrate(events(match, "called-off")[0]) == "Match 1 does not take place."
    assert match.state.pair == (0, 2)
    assert (match.state.odds, match.state.sent, match.state.round) == (1, (), 2)
    assert purses(match) == [9_000, 1_500, 500]
    match = sent(poor(9_000, 1_600))
    answer_pair(match, "5-1")
    assert events(match, "gone") == []


@pytest.mark.rule("GL 22.6", "GL 22.4")
def test_without_a_gladiator_an_owner_is_out_but_not_before_he_could_buy() -> None:
    last = {str(number): {**written_man(number, 1 if number == 6 else 0)} for number in (1, 2, 6)}
    match = sent(poor(500, 500, men=last, serial=6, dice=[*man(1, 1), *HIGH, *MIDDLE]))
    at_even_odds(match)
    fight(match, WON, DEAD)
    assert sorted(match.pending) == [0, 1], "the new man is for sale"
    match.submit(1, "bid 100")
    answer(match, "pass")
    assert events(match, "gone") == []
    assert [len(match.state.stable(seat)) for seat in (0, 1)] == [2, 1]
    match = sent(poor(500, 500, men=last, serial=6, dice=man(1, 1)))
    at_even_odds(match)
    fight(match, WON, DEAD)
    answer(match, "pass", "pass")
    assert events(match, "gone")[0].clauses == ("GL 22.6",)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == ("last-owner", (0,))


# -- side bets -------------------------------------------------------------------------------------------


def on_the_floor(seats: int = 4) -> Match[Any]:
    match = sent(stables(seats, matches=1))
    answer_pair(match, "1-1", "1-1")
    return match


def bet(match: Match[Any], seat: int, on: int, mine: int, yours: int) -> None:
    match.submit(seat, {"do": "offer", "on": str(on), "mine": mine, "yours": yours})


@pytest.mark.rule("GL 22.5")
@pytest.mark.parametrize("winner", [0, 1])
def test_side_bets_at_any_odds_with_anybody(winner: int) -> None:
    match = on_the_floor()
    assert sorted(match.pending) == [0, 1, 2, 3]
    assert match.view(None)["floor"]
    bet(match, 2, 1, 300, 1_000)
    match.submit(3, {"do": "take 1"})
    bet(match, 3, 0, 500, 100)  # nobody takes it
    no_bets(match)
    fight(match, *((WON, report()) if winner == 0 else (report(), WON)))
    own = 100 if winner == 0 else -100
    side = -300 if winner == 0 else 1_000
    assert purses(match) == [10_000 + own, 10_000 - own, 10_000 + side, 10_000 - side]
    assert match.state.bets == []


@pytest.mark.rule("GL 22.5")
def test_the_owners_of_the_match_may_bet_more_against_each_other() -> None:
    match = on_the_floor(2)
    bet(match, 0, 0, 900, 900)
    match.submit(1, {"do": "take 1"})
    no_bets(match)
    fight(match, WON)
    assert purses(match) == [11_000, 9_000]


@pytest.mark.rule("GL 22.5", "GL 22.6")
def test_nobody_bets_what_he_has_bet_already() -> None:
    match = on_the_floor()
    bet(match, 0, 0, 9_000, 100)
    assert match.state.free_money(0) == 900
    with pytest.raises(Refused):
        bet(match, 0, 0, 1_000, 100)
    bet(match, 2, 1, 100, 1_000)
    form = match.pending[0].to_plain()["sections"][0]["fields"][0]
    assert [each["value"] for each in form["choices"]] == ["pass", "offer"], "he cannot take a bet of 1,000"
    form = match.pending[3].to_plain()["sections"][0]["fields"][0]
    assert [each["value"] for each in form["choices"]] == ["pass", "offer", "take 1", "take 2"]


@pytest.mark.rule("GL 22.5")
def test_an_offer_is_taken_once_and_not_by_him_who_made_it() -> None:
    match = on_the_floor()
    bet(match, 2, 0, 100, 100)
    with pytest.raises(Refused):
        match.submit(2, {"do": "take 1"})
    match.submit(3, {"do": "take 1"})
    with pytest.raises(Refused):
        match.submit(0, {"do": "take 1"})


@pytest.mark.rule("GL 22.5")
def test_an_owner_of_the_match_backs_his_own_man_only() -> None:
    match = on_the_floor()
    with pytest.raises(Refused):
        bet(match, 0, 1, 100, 100)
    bet(match, 2, 0, 100, 100)  # whoever takes it bets on the man of seat 1
    with pytest.raises(Refused):
        match.submit(0, {"do": "take 1"})
    bet(match, 1, 1, 100, 100)
    match.submit(1, {"do": "take 1"})
    match.submit(0, {"do": "take 2"})


@pytest.mark.rule("GL 22.5")
def test_the_floor_closes_when_nobody_says_anything_new() -> None:
    match = on_the_floor()
    for seat in (0, 1, 2):
        match.submit(seat, {"do": "pass"})
    assert sorted(match.pending) == [3]
    bet(match, 3, 0, 100, 100)
    assert sorted(match.pending) == [0, 1, 2, 3], "something new: all are asked again"
    for seat in (3, 0, 1, 2):
        match.submit(seat, {"do": "pass"})
    assert match.contest is not None


@pytest.mark.rule("GL 22.5")
def test_so_many_offers_and_no_more() -> None:
    match = on_the_floor()
    for _ in range(3):
        bet(match, 2, 0, 100, 100)
    assert 2 not in match.pending, "there is nothing left that he could say"
    assert sorted(match.pending) == [0, 1, 3]


@pytest.mark.rule("GL 22.5", "GL 4-victory")
def test_a_side_bet_on_a_drawn_match_is_off() -> None:
    match = on_the_floor()
    bet(match, 2, 1, 300, 1_000)
    match.submit(3, {"do": "take 1"})
    no_bets(match)
    fight(match)
    assert purses(match) == [10_000] * 4
