"""Where the rules of the epic campaign meet: cars that are swapped, cowards and champions, debts and prizes at once."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.campaign.epic.challenges import Challenge
from ludus.campaign.epic.deals import Deal
from ludus.campaign.epic.state import Bout, Families, Slave, Wager
from ludus.campaign.loans import Loan
from ludus.campaign.people import Car, Career, Stable
from ludus.core.errors import DataError
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
from tests.rules.campaign.sand_kit import felled, report
from tests.rules.campaign.season.kit import driver, stable, team

WON = report(won=True, attack_cfs=3, felled=felled())
LOST = report(alive=False)


def gala(of: Families, *ends: dict[str, Any]) -> Any:
    """The men in the order of their numbers, two and two."""
    numbers = sorted(of.men)
    of.card = [Bout((numbers[at], numbers[at + 1])) for at in range(0, len(numbers), 2)]
    book_ = book(of)
    book_.end_gala([fight_ended(*ends[at : at + 2]) for at in range(0, len(ends), 2)])
    return book_


def endurances(of: Families, seat: int) -> list[int]:
    return [each.team.endurance for each in of.stables[seat].chariots if each.team is not None]


# -- cars (E1 8.2.3, 8.5.5) -------------------------------------------------------------------------------------


@pytest.mark.rule("E1 8.2.3", "E1 8.5.5")
def test_two_cars_of_different_types_that_are_swapped_cost_both_teams_a_die() -> None:
    of = families(2, stables=[stable(chariot(1, kind="heavy"), chariot(2, kind="light"))])
    phase: Any = book(of, 3, 4).fit_chariots()
    asked = next(phase)
    assert {"car 13 into 2", "car 23 into 1"} <= set(map(str, asked[0]))
    asked = phase.send({0: "car 23 into 1"})
    assert [each.id for each in of.stables[0].cars] == [13]
    with pytest.raises(StopIteration):
        phase.send({0: "car 13 into 2"})
    assert endurances(of, 0) == [46 - 3, 46 - 4]


@pytest.mark.rule("E1 8.3.1a")
def test_the_owner_places_a_new_team_until_it_has_a_car() -> None:
    """5-4-4-3 from the dealers: the five stays on the left, and equal orders are offered once."""
    new = chariot(1, horses=team(5, 4, 4, 3, identity=12))
    new.car = None
    of = families(2, stables=[Stable([new], cars=[Car(99, "light")])])
    phase: Any = book(of).fit_chariots()
    asked = next(phase)
    orders = [str(each) for each in asked[0] if str(each).startswith("horses")]
    assert orders == ["horses 1 2 4 3 into 1", "horses 1 4 2 3 into 1"]
    asked = phase.send({0: "horses 1 4 2 3 into 1"})
    assert list(asked[0]) == ["leave", "car 99 into 1"]
    with pytest.raises(StopIteration):
        phase.send({0: "car 99 into 1"})
    assert new.team is not None
    assert [horse.full for horse in new.team.horses] == [5, 3, 4, 4]
    assert endurances(of, 0) == [46]


@pytest.mark.rule("E1 8.2.3", "E1 6.4.1")
@pytest.mark.parametrize(("kind", "left"), [("light", 46), ("medium", 46 - 5)])
def test_a_team_whose_car_was_sold_remembers_its_type(kind: str, left: int) -> None:
    of = families(2, stables=[Stable([chariot(1, kind="light")], cars=[Car(99, kind)]), Stable()])
    book_ = book(of, *((5,) if left < 46 else ()))
    run(book_.put_deal(Deal(0, 1, 0, "car 13", 300, "none", -1, 0, 3)), "accept")
    book_.fit_car(0, of.stables[0].cars[0], of.stables[0].chariots[0])
    assert endurances(of, 0) == [left]


@pytest.mark.rule("E1 8.2.3", "E1 6.4.1")
def test_a_team_that_was_sold_alone_remembers_its_car() -> None:
    of = families(2, stables=[stable(chariot(1, kind="heavy")), Stable(cars=[Car(99, "light")])])
    book_ = book(of, 6)
    run(book_.put_deal(Deal(0, 1, 0, "team 12", 2000, "none", -1, 0, 3)), "accept")
    book_.fit_car(1, of.stables[1].cars[0], of.stables[1].chariots[0])
    assert endurances(of, 1) == [40]
    assert of.copy().stables[1].chariots[0].team == of.stables[1].chariots[0].team


@pytest.mark.rule("E1 8.2.3")
def test_what_a_team_is_used_to_stands_in_files() -> None:
    of = families(2, stables=[stable(chariot(1))])
    assert of.stables[0].chariots[0].team is not None
    of.stables[0].chariots[0].team.used_to = "heavy"
    read = match(of).state.stables[0].chariots[0].team
    assert read.used_to == "heavy"
    of.stables[0].chariots[0].team.used_to = "an ox cart"
    with pytest.raises(DataError, match="is used to light, medium, heavy, not 'an ox cart'"):
        match(of)


@pytest.mark.rule("E1 8.2.3")
def test_a_wrecked_car_is_still_the_type_that_its_team_is_used_to() -> None:
    of = families(2, stables=[Stable([chariot(1, kind="heavy", wrecked=True)], cars=[Car(99, "light")])])
    book(of, 2).fit_car(0, of.stables[0].cars[0], of.stables[0].chariots[0])
    assert endurances(of, 0) == [44]
    assert of.stables[0].cars == []  # the wreck is gone


# -- galas: cowards, champions, kills ---------------------------------------------------------------------------


@pytest.mark.rule("E1 9.2b", "E1 10.3.1")
def test_a_coward_is_executed_before_anybody_is_crowned() -> None:
    """His man is dead, but he has struck no blow: 3,000s for the two others, and his tenth win frees nobody."""
    of = families(4, men=[man(1, 0, wins=9, fights=9), man(2, 1), man(3, 2, wins=9, fights=9), man(4, 3)])
    struck = report(won=True, attack_cfs=5, felled=felled(spared=True))
    book_ = gala(of, report(won=True, felled=felled()), LOST, struck, report(spared=True, attack_cfs=2))
    assert [each.status for each in of.men.values()] == ["dead", "dead", "free", "alive"]
    assert [amount - 20_000 for amount in cash(of)] == [0, 0, 1500 + 10_000, 1500]
    assert [each["man"] for each in told(book_, "coward")] == ["Gladiator 1"]
    assert [each["name"] for each in told(book_, "champion")] == ["Gladiator 3"]
    assert [each.alive for each in of.days[-1].finishes] == [False, False, True, True]


@pytest.mark.rule("E1 9.2a", "E1 9.2b")
def test_shares_are_whole_sesterces_and_the_rest_stays_with_the_emperor() -> None:
    of = families(8, men=[man(number, number - 1) for number in range(1, 9)])
    fought = report(attack_cfs=1)
    gala(of, WON, LOST, *[fought] * 6)
    assert [amount - 20_000 for amount in cash(of)] == [1142, 0, *[1142] * 6]  # 8,000s for seven


@pytest.mark.rule("E1 9.2a", "E1 6.6.4", "E1 5.1.2-gala")
def test_a_slave_counts_for_the_pot_and_is_not_paid() -> None:
    of = families(4, men=[man(1, 0), man(2, 1), man(3, 2), man(4, 3)])
    of.slaves.append(Slave(0, "gladiator", 1))
    book(of).place_wager(Wager(2, 3, 1, 200, 600))  # others may bet on him
    gala(of, WON, LOST, report(attack_cfs=1), report(attack_cfs=1))
    assert [amount - 20_000 for amount in cash(of)] == [0, 0, 1333 + 600, 1333 - 600]


@pytest.mark.rule("E1 10.2.2.2", "E1 10.2.2.3")
def test_kills_are_counted_and_mercy_is_none() -> None:
    of = families(4, men=[man(number, number - 1) for number in range(1, 5)])
    spared = report(won=True, attack_cfs=6, felled=felled(spared=True))
    gala(of, WON, LOST, spared, report(spared=True, attack_cfs=1))
    assert [each.kills for each in of.men.values()] == [1, 0, 0, 0]
    assert [each.points for each in of.men.values()] == [11, 0, 17, 5]


@pytest.mark.rule("E1 10.3.1", "E1 5.1.2-gala")
def test_side_bets_are_lost_on_a_winner_who_dies_of_his_wounds_for_nobody() -> None:
    """A victor who does not live has not won: the match had no winner, and both stakes come back."""
    of = families(4, men=[man(1, 0, wins=9), man(2, 1)])
    book(of).place_wager(Wager(2, 3, 1, 200, 600))
    book_ = gala(of, report(won=True, alive=False, mortal=True, attack_cfs=9, felled=felled()), LOST)
    assert cash(of) == [20_000] * 4  # nor is anybody left to share the pot
    assert not told(book_, "champion")
    assert of.men[1].wins == 9


# -- duels ------------------------------------------------------------------------------------------------------


def duel(of: Families, challenge: Challenge, placed: list[str], *ends: dict[str, Any]) -> Any:
    book_ = book(of)
    run(book_.put_to(challenge), "accept")
    run(book_.place_duels(), *placed)
    book_.end_duels([fight_ended(*ends)])
    return book_


@pytest.mark.rule("E1 5.2.2", "E1 5.2.3")
def test_a_victor_who_dies_leaves_a_duel_without_a_winner_but_not_his_comrades() -> None:
    of = families(2, men=[man(1, 0), man(2, 1)])
    mortal = report(won=True, alive=False, mortal=True, attack_cfs=9, felled=felled())
    duel(of, Challenge(0, 1, "duel", 1, 3, 400), ["1", "2"], mortal, LOST)
    assert cash(of) == [20_000, 20_000]
    two = families(2, men=[man(1, 0), man(2, 0), man(3, 1), man(4, 1)])
    ends = (mortal, LOST, report(won=True, attack_cfs=1), LOST)
    duel(two, Challenge(0, 1, "duel", 2, 3, 400), ["1", "3", "2", "4"], *ends)
    assert cash(two) == [20_400, 19_600]
    assert [two.men[number].wins for number in (1, 2)] == [0, 1]


@pytest.mark.rule("E1 5.2.3", "E1 4.1a", "E1 10.3.1")
def test_a_champion_of_a_duel_may_end_the_campaign() -> None:
    """98,700s, 1,200s of them at stake: 400s won and 10,000s for his freedom are more than 100,000s."""
    of = families(3, cash=(98_700, 20_000, 20_000), men=[man(1, 0, wins=9, fights=9), man(2, 1)])
    book_ = duel(of, Challenge(0, 1, "duel", 1, 3, 400), ["1", "2"], WON, LOST)
    assert cash(of) == [109_100, 19_600, 20_000]
    assert book_.over() == "rich"


# -- races ------------------------------------------------------------------------------------------------------


def nearly_free(number: int = 1) -> Any:
    return driver(identity=number * 10 + 1, modifier=1, hits=6)


@pytest.mark.rule("E1 10.3.2", "E1 9.1a", "E1 8.2.2")
def test_a_champions_prize_his_freedom_and_the_die_of_his_successor() -> None:
    hero = nearly_free()
    hero.career = Career(9, [9, 0, 0, 0])
    of = families(2, stables=[Stable([chariot(1, man=hero)], drivers=[driver(identity=99)]), stable(chariot(2))])
    of.racing, of.event = [0, 1], "race"
    book_ = book(of, 5)
    phase: Any = book_.hold_event()
    (contest,) = next(phase)
    ends: list[dict[str, Any]] = [{"place": 1, "gap": 12, "margin": 12}, {"place": 2, "gap": None, "margin": 0}]
    with pytest.raises(StopIteration):
        phase.send((race_ended(quiet_race(contest, ends)),))
    assert cash(of) == [20_000 - 100 + 4500 + 10_000, 20_000 - 100 + 3600]
    (left,) = of.stables[0].chariots
    assert left.driver is None
    assert left.team is not None
    assert left.team.experience == 22
    book_.fit_driver(0, of.stables[0].drivers[0], left)
    assert endurances(of, 0) == [41]


@pytest.mark.rule("E1 10.1.1.2", "E1 10.1.1b", "E1 9.1b")
def test_a_dead_driver_and_his_living_team() -> None:
    """Four start, two drop out: the second has nobody behind and no bonus in so small a field; a dead driver's team has
    three points, and a dragged one's owner no prize."""
    of = families(4, stables=[stable(chariot(number)) for number in (1, 2, 3, 4)])
    of.racing, of.event = [0, 1, 2, 3], "race"
    phase: Any = book(of).hold_event()
    (contest,) = next(phase)
    ends: list[dict[str, Any]] = [
        {"place": 1, "gap": 11, "margin": 11},
        {"place": 2, "gap": None, "margin": 0, "driver": "dragged"},
        {"out": True, "driver": "dead", "hits": 0, "wrecked": True},
        {"out": True, "driver": "on foot", "hits": 3, "wrecked": True},
    ]
    with pytest.raises(StopIteration):
        phase.send((race_ended(quiet_race(contest, ends)),))
    of_each = [stable_.chariots[0] for stable_ in of.stables]
    points = [(each.driver.experience, each.team.experience) for each in of_each if each.driver and each.team]
    assert points == [(22, 22), (8, 8), (0, 3), (3, 3)]
    assert [amount - 20_000 for amount in cash(of)] == [4400, -100, -100, -100]


# -- debts ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E1 6.5", "E1 6.6")
def test_a_debt_that_is_due_and_a_creditor_who_owes_it_on() -> None:
    """The first sells his gladiator for 1,500s; 1,000s of it go on to the third, who is owed them by the second."""
    of = families(3, cash=(0, 0, 5000), men=[man(7, 0)])
    of.loans = [Loan(1, 1, 0, 1000, 1000, 1), Loan(2, 2, 1, 900, 900, 1)]
    book_ = book(of)
    run(book_.collect_debts(), (2, "bid 1500"))
    assert cash(of) == [500, 100, 5000 - 1500 + 900]
    assert (of.loans, of.men[7].owner) == ([], 2)
    assert len(told(book_, "default")) == 1


@pytest.mark.rule("E1 6.6", "E1 6.5")
def test_who_cannot_bet_and_owes_money_is_bankrupt_without_an_auction() -> None:
    """His creditor takes the chariot; the gladiator is the state's, though others would have bought him."""
    of = families(3, cash=(60, 5000, 5000), stables=[stable(chariot(1))], men=[man(7, 0)])
    of.loans = [Loan(1, 1, 0, 700, 700, 9)]
    book_ = book(of, *(1,) * 8)
    run(book_.go_bankrupt(0, by_loan=False), "chariot 1", "none", "gladiator", "light")
    assert [each.id for each in of.stables[1].chariots] == [1]
    assert (of.men[7].status, of.loans) == ("dead", [])
    assert cash(of) == [0, 5000, 5000]
    assert told(book_, "wound-up")[0]["surplus"] == 60
    assert of.slave(0) is not None


@pytest.mark.rule("E1 4.5.3", "E1 6.6.1")
def test_the_poorest_is_sought_among_the_others_and_no_slave() -> None:
    of = families(4, cash=(0, 700, 300, 9000))
    of.slaves.append(Slave(2, "gladiator", 0))
    dice = [*(1, 5, 3, 6, 5, 2), *(1, 1, 3, 6, 4), *(1, 2, 3, 4), *(1, 1), *(1, 1, 1, 1, 1), 4]
    run(book(of, *dice).enter_late(0), "heavy")
    assert cash(of)[0] == 700
