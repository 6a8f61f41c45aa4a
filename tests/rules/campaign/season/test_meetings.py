"""Where the rules of the season meet: debts that wait for one another, newcomers out of storage, money and wounds."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.campaign.ledger import BANK
from ludus.campaign.loans import Loan
from ludus.campaign.people import Stable
from tests.rules.campaign.season.host import (
    answer,
    begun,
    cash,
    go_to,
    questions,
    quiet_report,
    run_race,
    settled,
    state,
    told,
)
from tests.rules.campaign.season.kit import boxes, chariot, driver, speeds, stable, team


def single(seats: int = 3) -> list[Stable]:
    return [stable(chariot(number)) for number in range(1, seats + 1)]


def debt(lender: int, borrower: int, owed: int, due: int = 3, identity: int = 1) -> Loan:
    return Loan(identity, lender, borrower, owed, owed, due)


# -- newcomers ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 21.42", "CM 21.2b")
def test_a_horse_kept_aside_is_placed_by_its_owner_when_it_joins() -> None:
    """7-4-4-7 has lost horse 1; a three comes out of storage, and the old fourth moves to the left."""
    source = stable(chariot(5, horses=team(3, 3, 3, 3, identity=52)))
    assert source.chariots[0].team is not None
    buyer = stable(chariot(1, horses=team(7, 4, 4, 7, now=(0, 4, 4, 7), identity=12)))
    buyer.horses.append(source.chariots[0].team.living[0])
    match = begun([buyer, stable(chariot(2))], step="vacancies", dice=[2])
    match.submit(0, "horse 5200 into 1")
    assert questions(match) == ["arrange"]
    match.submit(0, "4 1 2 3")
    mine = state(match).stables[0].chariots[0].team
    assert mine is not None
    assert (speeds(mine), mine.endurance) == ([7, 3, 4, 4], 44)
    assert state(match).step == "entries"


@pytest.mark.rule("CM 21.5b", "CM 21.43a", "CM 23.3")
def test_a_new_horse_and_a_new_driver_cost_a_die_each_and_experience_stays_with_the_team() -> None:
    """Horse first: its die is 2, the driver's 5. The team's points stay, the dead driver's are gone."""
    hurt = team(5, 4, 4, 5, now=(5, 0, 4, 5), experience=9, identity=12)
    dead = driver(hits=0, full=6, identity=11, experience=0)
    match = begun([stable(chariot(1, man=dead, horses=hurt)), stable(chariot(2))], step="purchases",
                  dice=[3, 4, 1, 2, 4, 1, 1, 1, 1, 1, 5], cash=[2600, 10_000])  # fmt: skip
    answer(match, "purchases", {0: {"horse_1_2": "1000", "driver_1": "+0"}})
    assert cash(match)[0] == 100
    answer(match, "arrange")
    (mine,) = state(match).stables[0].chariots
    assert mine.team is not None
    assert mine.driver is not None
    assert (mine.team.endurance, mine.team.experience, speeds(mine.team)) == (46 - 2 - 5, 9, [5, 2, 4, 5])
    assert (mine.driver.full, mine.driver.experience) == (7, 0)


# -- debts --------------------------------------------------------------------------------------------------------


def sell_for(match: Any, buyer: int, price: int) -> None:
    before = len(told(match, "sold"))
    match.answer(buyer, f"bid {price}")
    while len(told(match, "sold")) == before:
        match.submit(next(iter(match.pending)), "pass")


@pytest.mark.rule("CM 21.2b", "CM 21.2c")
def test_the_sale_of_one_debtor_saves_the_next() -> None:
    """Seat 1 owes seat 2 what seat 2 owes seat 3: one chariot for 1,500s pays both, and only seat 1 is in default."""
    match = begun(single(), cash=[0, 0, 5000], loans=[debt(1, 0, 1000), debt(2, 1, 900, identity=2)], step="debts")
    match.submit(0, "chariot 1")
    sell_for(match, 2, 1500)
    assert cash(match) == [500, 100, 5000 - 1500 + 900]
    assert [each["seat"] for each in told(match, "default")] == [0]
    assert not state(match).loans
    assert not told(match, "penniless")  # 100s are enough for a bet


@pytest.mark.rule("CM 21.2c", "CM 21.2d", "CM 26.1a")
def test_who_is_paid_to_the_last_sesterce_and_cannot_bet_any_more() -> None:
    """He has just what he owes: no default, but nothing is left to bet with, and nobody wants his chariot."""
    match = begun(single(2), cash=[800, 300], loans=[debt(1, 0, 750)], step="debts", bettors=0)
    assert questions(match) == ["lot"]
    assert told(match, "penniless")[0] == {"seat": 0, "cash": 50}
    match.submit(0, "chariot 1")
    while match.outcome is None:
        match.submit(1, "pass")  # neither the whole nor its pieces
    assert told(match, "departure")[0]["why"] == "bankrupt"
    assert told(match, "liquidated")[0]["surplus"] == 50
    assert match.outcome is not None
    assert match.outcome.reason == "last-standing"


@pytest.mark.rule("CM 21.2c", "CM 21.2d")
def test_debts_that_are_not_due_are_paid_out_of_a_liquidation_by_their_dates() -> None:
    """Nobody bids at first; in the end his driver brings 600s: 500s are due now, of 400s due later 100s are paid."""
    match = begun(single(), cash=[0, 2000, 2000], step="debts",
                  loans=[debt(2, 0, 400, due=8, identity=1), debt(1, 0, 500, identity=2)])  # fmt: skip
    match.submit(0, "chariot 1")
    while questions(match)[0] == "bid":
        if match.pending[next(iter(match.pending))].about == "driver 11":
            break
        match.submit(next(iter(match.pending)), "pass")
    assert match.pending[1].about == "driver 11"
    sell_for(match, 1, 600)
    while questions(match)[0] == "bid":
        match.submit(next(iter(match.pending)), "pass")
    assert cash(match) == [0, 2000 - 600 + 500, 2000 + 100]
    assert told(match, "liquidated")[0] == {"seat": 0, "surplus": 0, "void": 300}
    assert state(match).ledger.balance(BANK) == -4000


@pytest.mark.rule("CM 20-goal", "CM 21.2c")
def test_after_the_last_race_debts_are_settled_in_a_chain_and_void_beyond_it() -> None:
    """1 owes 2 3,000s and has 1,000s; 2 owes 3 2,500s and has 1,200s: 2 pays 2,200s, the rest of both is void."""
    loans = [debt(1, 0, 3000, due=11, identity=1), debt(2, 1, 2500, due=11, identity=2)]
    match = begun(single(), race=10, step="entries", cash=[1100, 1300, 500], loans=loans)
    run_race(match)
    assert match.outcome is not None
    assert match.outcome.report["cash"] == [0, 0, 400 + 2200]
    assert sorted(each["owed"] for each in told(match, "void")) == [300, 2000]
    assert match.outcome.winners == (2,)


# -- races --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 22.2", "CM 22.21", "CM 23.5", "CM 20.5")
def test_a_horse_heals_before_it_is_made_faster_and_both_heal_on() -> None:
    """Hurt by two in a race that brings its team 14 points: one heals, one more box is bought, the other waits."""
    match = begun(single(2), step="entries", cash=[10_000, 10_000])
    run_race(match, {"place": 1, "gap": 3, "horses": [3, 4, 4, 5]}, {"place": 2})
    assert questions(match) == ["improve"]
    (mine,) = state(match).stables[0].chariots
    assert mine.team is not None
    assert boxes(mine.team) == [4, 4, 4, 5]
    answer(match, "improve", {0: f"horse {mine.team.id} 1"})
    assert (speeds(mine.team), boxes(mine.team)) == ([6, 4, 4, 5], [5, 4, 4, 5])


@pytest.mark.rule("CM 23.1c", "CM 23.1a", "CM 22.3", "CM 23.3")
def test_the_last_one_running_and_those_who_are_out() -> None:
    """Three start, two are out: the winner has 14 and both bonuses, the others nothing."""
    match = begun(single(), step="entries")
    dead = {"out": True, "driver": "dead", "hits": 0, "wrecked": True}
    on_foot = {"out": True, "hits": 1, "wrecked": True}
    run_race(match, dead, {"place": 1, "gap": None}, on_foot)
    of_each = [each.chariots[0] for each in state(match).stables]
    points = [(each.driver.experience, each.team.experience) for each in of_each if each.driver and each.team]
    assert points == [(0, 0), (22, 22), (0, 0)]
    assert [each.car.wrecked for each in of_each if each.car] == [True, False, True]
    assert [each.driver.hits for each in of_each if each.driver] == [0, 6, 2]


@pytest.mark.rule("CM 21.3", "CM 26.1a", "CM 20.21a")
def test_what_is_sealed_cannot_be_spent_on_horses() -> None:
    """3,100s: 1,500s for drugs are sealed, 1,600s are left; a first horse for 1,000s leaves 500s for each of the next,
    but no more than 500s."""
    dead = team(5, 4, 4, 5, now=(0, 0, 4, 5), identity=12)
    match = begun([stable(chariot(1, horses=dead)), stable(chariot(2))], step="purchases", cash=[4100, 10_000],
                  single_record=True, seed="sealed")  # fmt: skip
    answer(match, "record", {0: {"rival": "seat 2", "drugs": 1500, "team_1": "1000"}})
    assert questions(match) == ["horse_price"]
    assert list(match.pending[0]) == [500]
    assert match.view(1)["position"]["cash"] == [3100, 10_000]  # nobody sees what is sealed
    assert match.view(1)["position"]["records"] == {"1": state_record()}


def state_record() -> dict[str, Any]:
    return {"rival": -1, "bribe": 0, "aim": "", "drugs": 0, "sabotage": 0, "guards": []}


@pytest.mark.rule("CM 22.4a", "CM 22.4b", "CM 20.22b")
def test_two_that_are_hurt_and_a_healthy_one_without_a_car() -> None:
    """No car, no start: of the hurt ones the least hurt comes first, and then the other."""
    mine = stable(
        chariot(1, wrecked=True),
        chariot(3, man=driver(hits=4, full=6, identity=31)),
        chariot(4, horses=team(5, 4, 4, 5, now=(4, 4, 4, 5), identity=42)),
    )
    match = begun([mine, stable(chariot(2))], step="entries")
    assert list(match.pending[0]) == ["enter 4", "enter 4 3", "stay out"]


@pytest.mark.rule("CM 20.4", "CM 21.1", "CM 26.1a")
def test_purses_of_the_race_are_those_of_the_season_to_the_sesterce() -> None:
    match = begun(single(2), step="entries", cash=[777, 10_001])
    go_to(match, "race")
    assert match.contest is not None
    assert match.contest.options["purses"] == [777, 10_001]
    match.settle(settled(quiet_report(match.contest), 0))
    assert cash(match) == [677, 9901]
