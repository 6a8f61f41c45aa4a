"""Where the rules of careers and owners meet: bets of several kinds, champions, deaths and lots at once."""

from __future__ import annotations

import pytest

from tests.rules.campaign.owners_kit import answer_pair, no_bets, poor, sent, spend_nothing, stables, written_man
from tests.rules.campaign.sand_kit import answer, careers, events, felled, fight, man, purses, report

WON = report(won=True, felled=felled())
DEAD = report(alive=False)


@pytest.mark.rule("GL 22.5")
@pytest.mark.parametrize(("first_wins", "left"), [(True, [10_900, 9_600, 9_500]), (False, [8_100, 11_200, 10_700])])
def test_odds_given_and_a_side_bet_taken_by_the_giver(first_wins: bool, left: list[int]) -> None:
    """3-1: 400s against 1,200s; and 500s of the third on the other man against 700s of the giver."""
    match = sent(stables(3, *man(1, 1), matches=1))
    answer_pair(match, "3-1")
    match.submit(2, {"do": "offer", "on": "1", "mine": 500, "yours": 700})
    match.submit(0, {"do": "take 1"})
    no_bets(match)
    fight(match, *((WON, DEAD) if first_wins else (DEAD, WON)))
    assert purses(match) == left
    assert sum(purses(match)) == 30_000


@pytest.mark.rule("GL 22.5", "GL 22.4", "GL 21.6")
def test_two_who_kill_each_other_move_no_money_and_leave_two_lots() -> None:
    match = sent(stables(3, *man(1, 1), *man(1, 2), matches=2))
    answer_pair(match, "2-1")
    no_bets(match)
    fight(match, DEAD, DEAD)
    assert purses(match) == [10_000] * 3
    assert len(events(match, "bets-off")) == 1
    assert match.state.lots + len(events(match, "lot")) == 2


@pytest.mark.rule("GL 22.7", "GL 21.6", "GL 22.5", "GL 22.4")
def test_a_champion_who_dies_of_his_wounds_is_paid_for_and_replaced() -> None:
    """He wins his tenth match and dies of it: his owner has bet and 10,000s, and there are two lots."""
    men = {1: written_man(1, 0, wins=9, fights=9), 2: written_man(2, 0), 3: written_man(3, 1), 4: written_man(4, 1)}
    of = sent(poor(500, 500, dice=[*man(1, 1), *man(1, 2)], men=men, serial=10))
    answer_pair(of, "1-1", "1-1")
    no_bets(of)
    fight(of, report(won=True, alive=False, mortal=True, felled=felled()), DEAD)
    assert purses(of) == [500 + 100 + 10_000, 400]
    assert of.state.men[1].status == "dead"
    assert events(of, "freed")[0].data["alive"] is False
    assert len(events(of, "lot")) + of.state.lots == 2


@pytest.mark.rule("GL 22.6", "GL 22.7")
def test_who_frees_his_last_man_and_buys_none_is_out_with_all_his_money() -> None:
    """Rich, but without a gladiator: the other has won."""
    men = {1: written_man(1, 0, wins=9, fights=9), 3: written_man(3, 1), 4: written_man(4, 1)}
    of = sent(poor(500, 500, dice=[*man(1, 1), *man(1, 2)], men=men, serial=10))
    answer_pair(of, "1-1", "1-1")
    no_bets(of)
    fight(of, WON, DEAD)
    assert purses(of) == [10_600, 400]
    spend_nothing(of)
    no_bets(of)
    assert [each.data["why"] for each in events(of, "gone")] == ["has no gladiator left"]
    assert of.outcome is not None
    assert of.outcome.winners == (1,)


@pytest.mark.rule("GL 21.2", "GL 21.21", "GL 21.23", "GL 21.25", "GL 21.3", "GL 21.4", "GL 21.41")
def test_mercy_a_fast_end_points_spent_and_then_the_wounds() -> None:
    """(40 - 11) / 3 are 9, mercy 15, fast in turn 2 another 9: 33 points; training first, then the head heals badly."""
    match = careers(1, dice=[*man(2, 2), 3, *man(3, 3), 1, 1, 3, *man(4, 4)], rounds=2)
    answer(match, "heavy")
    won = report(won=True, attack_cfs=40, defence_cfs=11, wounds={"head": 2},
                 felled=felled(2, spared=True, kill="fast"))  # fmt: skip
    fight(match, won, report(spared=True))
    assert match.state.men[1].points == 33
    answer(match, "training")
    mine = match.state.men[1]
    assert (mine.training, mine.points, mine.constitution) == (10, 8, 0)  # of 2: two dice 2 less 2 wounds fail by 2
    assert mine.kills == 0
    assert mine.wins == 1
