"""E1 6.4 to 6.6, 4.5.3: deals, loans, default, bankruptcy, and a life after it."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.campaign.epic.deals import Deal
from ludus.campaign.epic.state import Bout, Families, Slave
from ludus.campaign.loans import Loan
from ludus.campaign.people import Horse, Stable
from tests.rules.campaign.epic.host import (
    book,
    cash,
    chariot,
    families,
    fight_ended,
    man,
    match,
    quiet_race,
    race_ended,
    run,
    told,
)
from tests.rules.campaign.sand_kit import report
from tests.rules.campaign.season.kit import driver, stable, team


def deal(**more: Any) -> Deal:
    said = {"by": 0, "to": 1, "pays": 0, "gives": "none", "paid": 0, "gets": "none", "debtor": -1, "owed": 0, "due": 3}
    return Deal(**{**said, **more})


@pytest.mark.rule("E1 6.4", "E1 6.4.2", "E1 7.1.2", "E1 11.2-vs-gladiator")
def test_a_gladiator_and_money_for_a_chariot() -> None:
    wounded = man(7, 0, type="heavy", wounds=(0, 0, 0, 0, 2))
    of = families(2, stables=[Stable(), stable(chariot(4))], men=[wounded])
    phase: Any = book(of).put_deal(deal(pays=200, gives="gladiator 7", gets="chariot 4"))
    asked = run(phase, "accept")
    assert list(asked[0]) == ["decline", "accept"]
    assert cash(of) == [19_800, 20_200]
    assert of.stables[0].chariots[0].id == 4
    assert of.stables[1].empty
    assert (of.men[7].owner, of.men[7].type, of.men[7].shield) == (1, "heavy", "large")
    assert of.men[7].wounds == (0, 0, 0, 0, 2)


@pytest.mark.rule("E1 6.4", "E1 6.1")
def test_what_cannot_be_given_can_only_be_declined() -> None:
    of = families(2, cash=(100, 100))
    for wrong in (deal(pays=200), deal(paid=200), deal(gives="gladiator 7"), deal(gets="chariot 4")):
        (asked,) = run(book(of).put_deal(wrong), "decline")
        assert list(asked) == ["decline"]


@pytest.mark.rule("E1 6.4.1")
def test_a_living_team_is_not_split() -> None:
    own = Stable([chariot(1)], horses=[Horse(77, "Celer", 5, 5)])
    of = families(2, stables=[own])
    assert book(of).goods(0) == ["chariot 1", "driver 11", "team 12", "car 13", "horse 77"]


@pytest.mark.rule("E1 6.4.1", "E1 8.2.2.1")
def test_a_driver_is_sold_and_costs_his_new_team_a_die() -> None:
    theirs = chariot(2, man=driver(hits=0, full=6), horses=team(4, 4, 4, 4, endurance=40, identity=22))
    of = families(2, stables=[stable(chariot(1)), stable(theirs)])
    book_ = book(of, 6)
    book_.strike(deal(paid=500, gives="driver 11"))
    assert of.stables[0].chariots[0].driver is None
    book_.fit_driver(1, of.stables[1].drivers[0], theirs)
    assert theirs.team is not None
    assert theirs.team.endurance == 34


@pytest.mark.rule("E1 6.4.1")
def test_a_team_that_is_sold_leaves_driver_and_car_in_storage() -> None:
    of = families(2, stables=[stable(chariot(1))])
    book(of).strike(deal(gives="team 12"))
    assert [each.id for each in of.stables[0].drivers] == [11]
    assert [each.id for each in of.stables[0].cars] == [13]
    (bought,) = of.stables[1].chariots
    assert bought.team is not None
    assert (bought.id, bought.team.id, bought.driver, bought.car) == (501, 12, None, None)


# -- loans --------------------------------------------------------------------------------------------------------


def in_debt(owed: int, have: int, **more: Any) -> Families:
    of = families(3, cash=(have, 5000, 5000), **more)
    of.loans = [Loan(1, 1, 0, 1000, owed, 1)]
    return of


@pytest.mark.rule("E1 6.5")
def test_a_loan_is_written_and_paid_back() -> None:
    of = families(2)
    book_ = book(of)
    book_.strike(deal(pays=1000, debtor=1, owed=1300, due=2))
    assert cash(of) == [19_000, 21_000]
    run(book_.collect_debts())
    assert of.loans  # it is not due yet
    of.round = 2
    run(book_.collect_debts())
    assert cash(of) == [20_300, 19_700]
    assert not of.loans


@pytest.mark.rule("E1 6.5")
def test_debts_in_a_circle_are_set_off_as_in_a_season() -> None:
    """Nobody has a sesterce, and nobody must sell for what comes back to him."""
    of = families(3, cash=(0, 0, 0), men=[man(7)])
    of.loans = [Loan(1, 0, 1, 5, 9000, 1), Loan(2, 2, 0, 5, 9000, 1), Loan(3, 1, 2, 5, 9000, 1)]
    book_ = book(of)
    run(book_.collect_debts())
    assert [each["sum"] for each in told(book_, "set-off")] == [9000]
    assert not of.loans
    assert not told(book_, "default")


@pytest.mark.rule("E1 6.5", "E1 6.6")
def test_what_a_bankrupt_still_pays_saves_his_creditor() -> None:
    """Who is paid out of the liquidation owes nothing when his own turn comes."""
    of = families(3, cash=(0, 0, 5000), men=[man(7)])
    of.loans = [Loan(1, 1, 0, 1000, 2000, 1), Loan(2, 2, 1, 300, 400, 1)]
    book_ = book(of, 1, 5, 3, 6, 5, 2, 1, 1, 3, 6, 4, 1, 2, 3, 4)
    run(book_.collect_debts(), (2, "pass"), "none", (2, "bid 600"), "driver")
    assert [each["seat"] for each in told(book_, "default")] == [0]
    assert cash(of) == [0, 200, 4800]


@pytest.mark.rule("E1 6.5")
def test_a_debtor_sells_and_keeps_what_is_more() -> None:
    of = in_debt(2000, 1500, men=[man(7)])
    run(book(of).collect_debts(), (1, "bid 600"), (2, "pass"))
    assert of.men[7].owner == 1
    assert cash(of) == [100, 6400, 5000]
    assert not of.loans
    assert of.active() == [0, 1, 2]


@pytest.mark.rule("E1 6.5", "E1 6.6")
def test_creditors_take_the_rest_is_auctioned_and_a_surplus_is_tax() -> None:
    """Nobody bids at the forced auction; the creditor takes nothing; in the liquidation somebody pays more."""
    of = in_debt(2000, 500, men=[man(7)])
    answers = [
        (1, "pass"), (2, "pass"),  # the forced auction
        "none",  # the creditor takes nothing
        (2, "bid 1100"), (1, "bid 1800"), (2, "pass"),  # the liquidation: 300s more than his debt
        "driver",
    ]  # fmt: skip
    book_ = book(of, 1, 5, 3, 6, 5, 2, 1, 1, 3, 6, 4, 1, 2, 3, 4)
    run(book_.collect_debts(), *answers)
    assert cash(of) == [0, 5000 + 2000 - 1800, 5000]
    assert told(book_, "wound-up")[0]["surplus"] == 300
    assert not of.loans


@pytest.mark.rule("E1 6.6")
def test_a_creditor_may_take_chariots() -> None:
    of = in_debt(1000, 0, stables=[stable(chariot(1), chariot(2))])
    of.ledger.pay(2, -1, 5000, "x", "E1 6.1", 0)
    of.ledger.pay(1, -1, 5000, "x", "E1 6.1", 0)  # nobody can bid
    run(book(of, *(1,) * 8).collect_debts(), "chariot 2", "none", "gladiator", "light")
    assert [each.id for each in of.stables[1].chariots] == [2]
    assert of.stables[0].empty  # the other is the state's


@pytest.mark.rule("E1 6.6", "E1 6.6.1", "E1 4.5.3")
def test_who_could_not_bet_is_bankrupt_and_may_begin_anew() -> None:
    of = families(4, cash=(50, 8700, 12_400, 31_000), stables=[stable(chariot(1)), stable(chariot(2))])
    of.racing, of.event = [0, 1], "race"
    dice = [*(1, 5, 3, 6, 5, 2), *(1, 1, 3, 6, 4), *(1, 2, 3, 4), *(1, 1), *(1, 1, 1, 1, 1), 4]
    book_ = book(of, *dice)
    phase: Any = book_.hold_event()
    (contest,) = next(phase)
    asked = phase.send((race_ended(quiet_race(contest)),))
    assert asked.name == "afterlife"
    assert phase.send("late entrant").name == "type"
    with pytest.raises(StopIteration):
        phase.send("heavy")
    assert cash(of)[0] == 8700 - 100  # as much as the poorest has
    (made,) = of.stables[0].chariots
    assert made.id == 501
    (fighter,) = of.school(0)
    assert (fighter.type, fighter.shield) == ("heavy", "large")
    assert of.active() == [0, 1, 2, 3]


@pytest.mark.rule("E1 6.6.2", "E1 6.6.3", "E1 6.6.4")
@pytest.mark.parametrize("kind", ["driver", "gladiator"])
def test_a_bankrupt_goes_on_as_a_slave(kind: str) -> None:
    of = families(3, cash=(0, 100, 100))
    dice = [1, 5, 3, 6, 5, 2, 1, 1, 3, 6, 4, 1, 2, 3, 4] if kind == "driver" else [1, 1, 1, 1, 1, 1, 1, 2]
    run(book(of, *dice).go_on(0), *([kind] if kind == "driver" else [kind, "retiarius"]))
    assert of.active() == [1, 2]
    slave = of.slave(0)
    assert slave is not None
    assert slave.kind == kind
    if kind == "driver":
        assert of.stables[0].chariots[0].ready
    else:
        assert of.men[slave.number].type == "retiarius"
    assert cash(of)[0] == 0


@pytest.mark.rule("E1 6.6.4")
def test_a_slave_races_without_money_and_wins_no_prize() -> None:
    of = families(3, cash=(0, 1000, 1000), stables=[stable(chariot(1)), stable(chariot(2))])
    of.slaves, of.event = [Slave(0, "driver", 1)], "race"
    book_ = book(of)
    asked = run(book_.enter_race(), {1: "enter"})
    assert list(asked[0]) == [1]
    assert of.racing == [1, 0]
    phase: Any = book_.hold_event()
    (contest,) = next(phase)
    assert contest.options["purses"] == [1000, 0, 1000]
    changes = [{"place": 2}, {"place": 1, "gap": 3}]
    with pytest.raises(StopIteration):
        phase.send((race_ended(quiet_race(contest, changes)),))
    assert cash(of) == [0, 1000 - 100 + 3600, 1000]
    winner = of.stables[0].chariots[0].driver
    assert winner is not None
    assert winner.career.wins == 1


@pytest.mark.rule("E1 6.6.4")
def test_a_slave_wins_his_freedom_and_the_campaign_goes_on() -> None:
    of = families(4, cash=(0, 1000, 1000, 1000), men=[man(7, 0, wins=9), man(8, 1)])
    of.slaves = [Slave(0, "gladiator", 7)]
    of.card, of.event = [Bout((7, 8))], "gala"
    phase: Any = book(of).hold_event()
    next(phase)
    with pytest.raises(StopIteration):
        phase.send((fight_ended(report(won=True, attack_cfs=5), report(alive=False, attack_cfs=5)),))
    assert [each.name for each in of.champions] == ["Gladiator 7"]
    assert cash(of)[0] == 0
    assert of.active() == [1, 2, 3]
    assert 0 not in of.players()


@pytest.mark.rule("E1 6.6.4")
def test_his_owner_replaces_what_a_slave_has_lost_and_who_dies_chooses_again() -> None:
    lost = chariot(1, horses=team(4, 5, 6, 7, now=(0, 5, 6, 7), endurance=40), kind="heavy", wrecked=True)
    of = families(3, stables=[stable(lost)])
    of.slaves, of.event = [Slave(0, "driver", 1)], "race"
    book_ = book(of, 1, 1, 1, 4)
    run(book_.recover_all())
    assert lost.ready
    assert lost.team is not None
    assert lost.team.endurance == 36
    assert lost.team.horses[0].full == 4  # a 2 in the column of 1,000s
    assert lost.driver is not None
    lost.driver.hits = 0
    asked = run(book_.recover_all())
    assert asked[0].name == "afterlife"


@pytest.mark.rule("E1 6.6-vs-gladiator")
def test_an_owner_with_nothing_stays_in_the_campaign() -> None:
    of = families(3, cash=(0, 1000, 1000))
    of.step, of.event = "debts", "race"
    going = match(of, seed="poor", events=2)
    assert going.outcome is None
    assert 0 in going.state.active()


@pytest.mark.rule("E1 4.5.2")
def test_who_does_not_race_bets_as_he_likes() -> None:
    of = families(3, stables=[stable(chariot(1)), stable(chariot(2))])
    of.racing = [0, 1]
    (contest,) = book(of).race_to_run()
    assert contest.owners == (0, 1, 2)
    assert contest.options["betters"] == 1
    assert contest.options["purses"] == [20_000] * 3
