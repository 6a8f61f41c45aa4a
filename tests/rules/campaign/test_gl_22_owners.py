"""GL 22: owners, their men and their money."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from ludus.campaign.ledger import BANK
from ludus.campaign.owners.state import Stables
from ludus.core.decision import Decision
from ludus.core.dice import SeededDice
from ludus.core.errors import DataError, Refused
from ludus.core.match import Match
from ludus.core.nested import nest, open_contest, settled
from ludus.core.record import verify
from ludus.core.standing_orders import default_orders, obey, read_orders
from ludus.library import find_game
from tests.rules.campaign.sand_kit import (
    GAME,
    answer,
    asked,
    dice_left,
    events,
    felled,
    fight,
    man,
    owners,
    play_on,
    purses,
    report,
)

WON = report(won=True, felled=felled())
DEAD = report(alive=False)
HIGH, MIDDLE, LOW = (6, 5, 5), (4, 4, 3), (1, 1, 2)


def school(seats: int, men: int = 5) -> list[int]:
    """Dice for all gladiators of the start."""
    return [die for _ in range(seats * men) for die in man(2, 2)]


def stables(seats: int, *dice: int, first: Sequence[int] = (), **options: Any) -> Match[Any]:
    """Owners at the start, the dice for the first pair thrown: the first two seats, unless said otherwise."""
    drawn = first or [die for roll in (HIGH, MIDDLE, *[LOW] * (seats - 2)) for die in roll]
    return owners(seats, dice=[*school(seats), *drawn, *dice], **options)


def sent(match: Match[Any], arms: tuple[str, str] = ("medium", "medium")) -> Match[Any]:
    """Each sends his first man."""
    for seat, kind in zip(match.state.pair, arms, strict=True):
        match.submit(seat, match.state.stable(seat)[0].number)
        match.submit(seat, kind)
    return match


def no_bets(match: Match[Any]) -> Match[Any]:
    """Nobody says anything on the floor."""
    while match.pending and next(iter(match.pending.values())).name in ("side-bet", "bid"):
        seat = min(match.pending)
        match.submit(seat, match.pending[seat].default)
    return match


def at_even_odds(match: Match[Any]) -> Match[Any]:
    answer_pair(match, "1-1", "1-1")
    return no_bets(match)


def answer_pair(match: Match[Any], *answers: str) -> None:
    for seat, each in zip(match.state.pair, answers, strict=False):
        match.submit(seat, each)


def spend_nothing(match: Match[Any]) -> None:
    while match.pending and next(iter(match.pending.values())).name == "improve":
        answer(match, "save")


def with_purses(match: Match[Any], *sums: int) -> dict[str, Any]:
    """The same position with other purses: the bank takes what is too much."""
    state: Stables = match.state.copy()
    for seat, wanted in enumerate(sums):
        state.ledger.pay(seat, BANK, state.purse(seat) - wanted, "a fire", "GL 22.1", 0)
    plain: dict[str, Any] = GAME.save(state)
    return plain


def poor(*sums: int, dice: Sequence[int] = (), **changes: Any) -> Match[Any]:
    """Owners with these purses before a match is drawn."""
    match = owners(len(sums), dice=[*school(len(sums)), *HIGH, *MIDDLE, *[die for _ in sums[2:] for die in LOW]])
    position = {**with_purses(match, *sums), "step": "draw", "round": 0, "pair": [], **changes}
    drawn = [die for roll in (HIGH, MIDDLE, *[LOW] * (len(sums) - 2)) for die in roll]
    return owners(len(sums), dice=[*drawn, *dice], position=position)


# -- the start and the pair ------------------------------------------------------------------------------


@pytest.mark.rule("GL 22.2", "GL 3-7a")
def test_five_gladiators_and_ten_thousand() -> None:
    match = stables(3)
    assert purses(match) == [10_000] * 3
    assert [len(match.state.stable(seat)) for seat in range(3)] == [5, 5, 5]
    assert len({each.name for each in match.state.men.values()}) == 15
    assert all((each.training, each.strength, each.wound_factor) == (9, 2, 10) for each in match.state.men.values())
    assert dice_left(match) == ()


@pytest.mark.rule("GL 22.3a")
def test_the_two_highest_fight() -> None:
    match = stables(3, first=(3, 3, 3, 5, 5, 4, 4, 4, 3))  # 9, 14 and 11
    assert match.state.pair == (1, 2)
    assert match.state.round == 1
    assert sorted(match.pending) == [1], "the highest chooses first"


@pytest.mark.rule("GL 22.3a")
def test_who_ties_rolls_again_among_themselves() -> None:
    # 11, 11 and 16: the last is first, and the two others roll for the second place.
    match = stables(3, first=(4, 4, 3, 4, 4, 3, 6, 5, 5, 1, 1, 1, 1, 1, 2))
    assert match.state.pair == (2, 1)
    # A tie for the first place of two settles both; the third never comes in.
    match = stables(3, first=(6, 5, 5, 4, 4, 3, 6, 5, 5, 1, 1, 1, 2, 2, 2))
    assert match.state.pair == (2, 0)
    # All alike, and again alike.
    match = stables(2, first=(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 2))
    assert match.state.pair == (1, 0)
    assert dice_left(match) == ()


@pytest.mark.rule("GL 22.3b")
def test_the_highest_names_man_and_arms_then_the_other() -> None:
    match = stables(2)
    assert asked(match) == ("send", [each.number for each in match.state.stable(0)])
    match.submit(0, 3)
    assert asked(match) == ("arms", ["light", "medium", "heavy", "retiarius"])
    match.submit(0, "heavy")
    assert sorted(match.pending) == [1]
    match.submit(1, 9)
    assert asked(match, 1) == ("arms", ["light", "medium", "heavy", "retiarius"])
    match.submit(1, "retiarius")
    assert (match.state.sent, match.state.arms) == ((3, 9), ("heavy", "retiarius"))
    at_even_odds(match)
    assert match.contest is not None
    assert [each["type"] for each in match.contest.options["men"]] == ["heavy", "retiarius"]
    assert match.contest.owners == (0, 1)


@pytest.mark.rule("GL 22.3b", "GL 22.3c")
def test_against_a_trident_there_is_only_the_sword() -> None:
    match = stables(2)
    match.submit(0, 3)
    match.submit(0, "retiarius")
    match.submit(1, 9)
    assert asked(match, 1) == ("arms", ["light", "medium", "heavy"])
    with pytest.raises(Refused):
        match.submit(1, "retiarius")


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
    last = {str(number): {**_man(number, 1 if number == 6 else 0)} for number in (1, 2, 6)}
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


def _man(number: int, owner: int, **more: Any) -> dict[str, Any]:
    ratings = {"training": 9, "strength": 2, "agility": 1, "constitution": 4, "wound_factor": 10}
    return {"number": number, "name": f"Man {number}", "nation": "Roman", "owner": owner, **ratings, **more}


# -- auctions --------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 22.4")
def test_a_new_man_for_each_one_lost_goes_to_the_highest_bidder() -> None:
    match = at_even_odds(sent(stables(3, *man(5, 6), *HIGH, *MIDDLE, *LOW)))
    fight(match, DEAD, WON)
    spend_nothing(match)
    (lot,) = events(match, "lot")
    assert lot.data["training"] == 10
    assert asked(match, 0) == ("bid", ["pass", "bid 100", "bid 200", "bid 500", "bid 1000"])
    match.submit(2, "bid 500")
    assert sorted(match.pending) == [0, 1], "who leads is not asked"
    match.submit(0, "bid 600")
    match.submit(1, "pass")
    assert sorted(match.pending) == [2]
    match.submit(2, "pass")
    assert purses(match) == [9_900 - 600, 10_100, 10_000]
    assert [len(match.state.stable(seat)) for seat in range(3)] == [5, 5, 5]
    assert match.narrate(events(match, "sold")[0]).endswith("for 600s.")
    assert asked(match)[0] == "send"


@pytest.mark.rule("GL 22.4")
def test_nobody_lost_nobody_sold_and_nobody_must_buy() -> None:
    match = at_even_odds(sent(stables(2, *HIGH, *MIDDLE)))
    fight(match, report(spared=True), WON)
    assert events(match, "lot") == []
    match = at_even_odds(sent(stables(2, *man(1, 1), *man(1, 2), *HIGH, *MIDDLE)))
    fight(match, DEAD, report(alive=False, mortal=True, won=True))
    no_bets(match)
    assert [event.kind for event in match.events if event.kind in ("lot", "unsold")] == ["lot", "unsold"] * 2
    assert [len(match.state.stable(seat)) for seat in range(2)] == [4, 4]


@pytest.mark.rule("GL 22.4", "GL 22.6")
def test_nobody_bids_more_than_he_has() -> None:
    match = at_even_odds(sent(poor(350, 9_000, dice=[*man(1, 1), *HIGH, *MIDDLE])))
    fight(match, DEAD, report(won=True))
    assert asked(match, 0) == ("bid", ["pass", "bid 100", "bid 200"])
    match.submit(1, "bid 200")
    assert events(match, "sold")[0].data["seat"] == 1, "the other has no more"


@pytest.mark.rule("GL 22.4", "GL 21.42")
def test_a_man_who_dies_of_his_wounds_is_replaced_too() -> None:
    match = at_even_odds(sent(stables(2, 1, 1, *man(3, 3))))
    fight(match, report(wounds={"groin": 10}), WON)
    spend_nothing(match)
    assert [event.kind for event in match.events if event.kind in ("healed", "lot")] == ["healed", "lot"]


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


# -- men -------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 22.7", "GL 21.6")
@pytest.mark.parametrize("tenth", [WON, report(won=True, alive=False, mortal=True)])
def test_the_owner_of_a_champion_is_paid_and_loses_him(tenth: dict[str, Any]) -> None:
    men = {"1": _man(1, 0, wins=9, fights=12), "2": _man(2, 0), "6": _man(6, 1)}
    match = at_even_odds(sent(poor(500, 500, men=men, serial=6, dice=man(1, 1))))
    fight(match, tenth)
    assert purses(match) == [10_600, 400]
    (paid,) = [event for event in events(match, "paid") if event.data["payer"] == BANK]
    assert paid.clauses == ("GL 22.7",)
    assert match.state.men[1].status == ("free" if tenth["alive"] else "dead")
    assert [each.number for each in match.state.stable(0)] == [2]
    assert len(events(match, "lot")) == 1, "he is lost to his stable"


@pytest.mark.rule("GL 22.7")
def test_nine_victories_are_none_too_many() -> None:
    men = {"1": _man(1, 0, wins=8, fights=12), "6": _man(6, 1)}
    match = at_even_odds(sent(poor(500, 500, men=men, serial=6, dice=[*HIGH, *MIDDLE])))
    fight(match, WON)
    assert purses(match) == [600, 400]
    assert match.state.men[1].alive


@pytest.mark.rule("GL 21.3", "GL 21.4", "GL 22.2")
def test_owned_men_learn_and_heal_like_any_others() -> None:
    match = at_even_odds(sent(stables(2, 1, 3, *HIGH, *MIDDLE)))
    fight(match, report(attack_cfs=90, wounds={"legs": 4}), report(won=True, attack_cfs=120, felled=felled()))
    assert asked(match, 0)[0] == "improve"
    match.submit(0, "training")
    match.submit(1, "agility")
    assert (match.state.men[1].training, match.state.men[6].agility) == (10, 0)
    assert match.state.men[1].agility == -1 - 2, "the legs have healed badly"


# -- the end ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 22.8", "GL 22.1")
def test_after_the_agreed_matches_the_richest_wins() -> None:
    again = [*LOW, *HIGH, *MIDDLE]
    match = sent(stables(3, *again, matches=2))
    answer_pair(match, "3-1")
    no_bets(match)
    fight(match, WON)
    assert match.outcome is None
    assert match.state.pair == (1, 2)
    at_even_odds(sent(match))
    fight(match, WON)
    assert match.outcome is not None
    assert purses(match) == [10_400, 9_700, 9_900]
    assert (match.outcome.reason, match.outcome.winners, match.outcome.places) == ("matches-over", (0,), (1, 3, 2))
    assert events(match, "end")[0].clauses == ("GL 22.8", "GL 22.1")


@pytest.mark.rule("GL 22.8")
def test_equally_rich_owners_share_it() -> None:
    match = at_even_odds(sent(stables(3, matches=1)))
    fight(match)
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1, 2)


@pytest.mark.rule("GL 22.8", "GL 22.6")
def test_the_last_owner_left_wins() -> None:
    match = poor(5_000, 90)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners, match.outcome.places) == ("last-owner", (0,), (1, 2))


@pytest.mark.rule("GL 22.6")
def test_the_last_two_may_go_together() -> None:
    match = poor(50, 90)
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winners) == ("nobody-left", ())


@pytest.mark.rule("GL 22.8")
def test_who_was_out_first_is_last() -> None:
    match = poor(90, 80, 70, 5_000, dice=[*MIDDLE, *HIGH])
    assert match.outcome is not None
    assert match.outcome.places == (4, 3, 2, 1)


def test_who_gives_up_in_the_middle_of_his_match() -> None:
    match = stables(3, *HIGH, *MIDDLE)
    match.resign(0)
    while not events(match, "called-off"):
        match.submit(1, match.pending[1].default)
    assert match.state.pair == (1, 2)
    assert events(match, "gone")[0].clauses == ("GL 22.6",)


# -- properties ------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 22.1", "GL 22.5", "GL 22.6")
@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_random_campaigns_end_and_money_is_conserved(seats: int) -> None:
    for seed in range(4):
        match = owners(seats, dice=SeededDice(f"{seed}"), matches=15)
        orders = read_orders(match.game.orders(match.options, seats), {})
        for _ in play_on(match, random.Random(seed)):
            state: Stables = match.state
            assert sum(state.purse(seat) for seat in (BANK, *range(seats))) == 0
            assert min(purses(match)) >= 0
            for seat in sorted(match.pending)[:1]:
                check_question(match, seat, match.pending[seat], orders)
        assert match.outcome is not None
        assert all(match.narrate(event) for event in match.events)
        assert {clause.split()[0] for event in match.events for clause in event.clauses} == {"GL"}
        verify(match.game, match.record())


def check_question(match: Match[Any], seat: int, decision: Decision, orders: Any) -> None:
    assert match.state.free_money(seat) >= 0
    obeyed = obey(match, seat, orders)
    assert obeyed is not None
    assert obeyed.choice in decision
    told = match.explain(seat)
    assert told
    assert all(each["label"] for each in told)


def test_owners_are_saved_and_restored_anywhere() -> None:
    match = owners(3, dice=SeededDice("7"), matches=4)
    for _ in play_on(match, random.Random(5)):
        twin = Match.restore(match.game, json.loads(json.dumps(match.snapshot())))
        assert twin.view(0) == match.view(0)
        assert twin.contest == match.contest


def test_standing_orders() -> None:
    match = stables(2)
    form = match.game.orders(match.options, 2)
    given = default_orders(form) | {"send": "veteran", "arms": "retiarius", "odds": 4, "price": 300}
    assert match.game.orders_in_words(given, match.options) == [
        "Send the one with the most victories: net and trident.",
        "Give odds up to 4-1.",
        "No side bets.",
        "Experience: +1 Training.",
        "Bid up to 300s for a new man while you have fewer than 5.",
    ]
    first = obey(match, 0, given)
    assert first is not None
    match.submit(0, first.choice)
    assert obey(match, 0, given) == ("retiarius", f"{match.state.men[1].name}: net and trident")
    match.submit(0, "retiarius")
    match.submit(1, 7)
    assert obey(match, 1, given) == ("medium", f"{match.state.men[7].name}: sword, medium armour")
    match.submit(1, "medium")
    assert obey(match, 0, given) == ("4-1", "gives 4-1")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"step": "dance"}, "position.step is one of found, draw, send"),
        ({"sent": [77]}, "position.sent: these men are not there"),
        ({"ledger": {"transfers": []}, "step": "draw"}, ""),
        (
            {"ledger": {"transfers": [{"payer": 0, "payee": 1, "sum": 5, "why": "", "clause": "", "when": 0}]}},
            "position.ledger: seat 0 has spent more than it had",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], words: str) -> None:
    plain = GAME.write_position(stables(2).state)
    if not words:
        assert poor(0, 0, **change).outcome is not None
        return
    with pytest.raises(DataError) as refused:
        owners(2, position={**plain, **change})
    assert words in refused.value.message


@pytest.mark.rule("GL 22.3a", "GL 22.5")
def test_a_whole_match_in_the_arena_is_proven_with_its_fight() -> None:
    match = owners(2, dice=SeededDice("3"), matches=1)
    contests = []
    rng = random.Random(1)
    while match.outcome is None:
        if match.contest is not None:
            arena = open_contest(match, find_game)
            while arena.outcome is None:
                seat, decision = next(iter(arena.pending.items()))
                arena.answer(seat, decision.sample(rng))
            contests.append(arena.record())
            match.settle(settled(arena))
        else:
            seat = min(match.pending)
            match.submit(seat, match.pending[seat].default)
    assert len(contests) == 1
    assert verify(match.game, nest(match.record(), contests), find_game).outcome == match.outcome
