"""GL 22: owners, their men and their money."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.campaign.ledger import BANK
from ludus.core.errors import Refused
from tests.rules.campaign.owners_kit import (
    DEAD,
    HIGH,
    LOW,
    MIDDLE,
    WON,
    answer_pair,
    at_even_odds,
    no_bets,
    poor,
    sent,
    spend_nothing,
    stables,
    written_man,
)
from tests.rules.campaign.sand_kit import (
    asked,
    dice_left,
    events,
    felled,
    fight,
    man,
    purses,
    report,
)

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


# -- men -------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 22.7", "GL 21.6")
@pytest.mark.parametrize("tenth", [WON, report(won=True, alive=False, mortal=True)])
def test_the_owner_of_a_champion_is_paid_and_loses_him(tenth: dict[str, Any]) -> None:
    men = {"1": written_man(1, 0, wins=9, fights=12), "2": written_man(2, 0), "6": written_man(6, 1)}
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
    men = {"1": written_man(1, 0, wins=8, fights=12), "6": written_man(6, 1)}
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
