"""CM 21.41, 21.5, 21.6, 21.4: charts and joins."""

from __future__ import annotations

import pytest

from ludus.campaign.lots import Lot, find, give, lots, parts, take
from ludus.campaign.people import Driver, Horse, Stable, Team
from ludus.campaign.season.charts import BUILDS, CHARTS, driver_hits
from ludus.campaign.vacancies import (
    arrange,
    break_in,
    needs_car,
    needs_driver,
    needs_horses,
    needs_team,
    seat_driver,
)
from tests.rules.campaign.season.kit import chariot, driver, speeds, stable, team


@pytest.mark.rule("CM 21.41")
@pytest.mark.parametrize(
    ("price", "total", "speed"), [(500, 7, 2), (2500, 12, 8), (2500, 9, 4), (4000, 7, 5), (500, 2, 3)]
)
def test_the_chart_of_new_horses(price: int, total: int, speed: int) -> None:
    assert CHARTS.horse_speed(total, price) == speed


@pytest.mark.rule("CM 21.41")
def test_more_money_never_buys_less_and_seven_is_the_worst() -> None:
    for total in range(2, 13):
        row = [CHARTS.horse_speed(total, price) for price in CHARTS.horse_prices]
        assert row == sorted(row)
        assert all(CHARTS.horse_speed(7, price) <= CHARTS.horse_speed(total, price) for price in CHARTS.horse_prices)
    assert {CHARTS.horse_speed(total, 4000) for total in range(2, 13)} == {5, 6, 7, 8}
    assert CHARTS.horse_prices == tuple(range(500, 4001, 500))


@pytest.mark.rule("CM 21.4")
@pytest.mark.parametrize(
    ("speed", "die", "endurance"), [(17, 2, 52), (16, 1, 74), (19, 6, 40), (20, 1, 36), (32, 6, 21)]
)
def test_endurance_of_a_whole_new_team(speed: int, die: int, endurance: int) -> None:
    assert CHARTS.new_endurance(speed, die) == endurance


@pytest.mark.rule("CM 21.5a")
def test_a_bought_driver_rolls_on_the_hits_chart() -> None:
    assert CHARTS.driver_prices == (1500, 2500, 4000)
    assert [driver_hits(total) for total in (1, 2, 3, 4, 5, 6, 7, 8)] == [5, 6, 6, 7, 7, 8, 9, 10]


@pytest.mark.rule("CM 20.1b")
def test_every_way_to_spend_four_points() -> None:
    assert len(BUILDS) == 19
    assert all(sum(points) == 4 and max(points) <= 2 for points in BUILDS)


@pytest.mark.rule("CM 21.43a")
@pytest.mark.rule("CM 21.43b")
@pytest.mark.rule("CM 21.5b")
def test_newcomers_cost_endurance_for_good_and_never_below_nothing() -> None:
    horses = team(5, 4, 4, 5, endurance=46)
    assert break_in(horses, 4) == 46
    assert horses.endurance == 42
    horses.endurance = 3
    break_in(horses, 6)
    assert horses.endurance == 0


@pytest.mark.rule("CM 21.42")
def test_the_owner_arranges_his_horses_anew() -> None:
    """7-4-4-7 lost its first; with a newcomer of 3 it may stand as 7-3-4-4."""
    horses = team(7, 4, 4, 7, now=(0, 4, 4, 7))
    horses.horses[0] = Horse(9, "Newcomer", 3, 3)
    arrange(horses, (3, 0, 1, 2))
    assert speeds(horses) == [7, 3, 4, 4]


@pytest.mark.rule("CM 21.7")
def test_only_a_race_makes_a_vacancy() -> None:
    hurt = chariot(1, man=driver(hits=0, full=5), horses=team(5, 4, 4, 5, now=(5, 0, 4, 5)), wrecked=True)
    assert (needs_driver(hurt), needs_horses(hurt), needs_team(hurt), needs_car(hurt)) == (True, [1], True, True)
    whole = chariot(2)
    assert (needs_driver(whole), needs_horses(whole), needs_team(whole), needs_car(whole)) == (False, [], False, False)
    of = stable(whole)
    for kind, number in (("horse", 2200), ("driver", 21), ("car", 23)):
        take(of, Lot(kind, number))  # type: ignore[arg-type]
    assert (needs_driver(whole), needs_horses(whole), needs_team(whole), needs_car(whole)) == (False, [], False, False)
    assert not whole.ready
    take(of, Lot("team", 22))
    assert of.chariots == []  # nothing is left of it


@pytest.mark.rule("CM 21.5a")
def test_an_injured_driver_who_is_replaced_stays_and_a_dead_one_does_not() -> None:
    hurt, of = driver(hits=2, full=6, identity=5), stable(chariot(1))
    at = of.chariots[0]
    at.driver = hurt
    assert needs_driver(at)
    seat_driver(of, at, newcomer := driver(identity=6))
    assert (at.driver, of.drivers) == (newcomer, [hurt])
    newcomer.hits = 0
    seat_driver(of, at, driver(identity=7))
    assert of.drivers == [hurt]


@pytest.mark.rule("CM 21.2b")
def test_what_can_be_put_up_and_where_it_goes() -> None:
    """A whole chariot joins the buyer's stable, also as a sixth; a component is kept aside."""
    seller = stable(chariot(1), chariot(2, man=driver(hits=0, full=6), wrecked=True))
    seller.drivers.append(driver(identity=90))
    assert [str(lot) for lot in lots(seller)] == [
        "chariot 1", "driver 11", "team 12", "car 13", "horse 1200", "horse 1201", "horse 1202", "horse 1203",
        "chariot 2", "team 22", "horse 2200", "horse 2201", "horse 2202", "horse 2203",
        "driver 90",
    ]  # fmt: skip
    assert [str(lot) for lot in parts(seller.chariots[1])] == ["team 22"]
    buyer = stable(*(chariot(number) for number in range(3, 8)))
    give(buyer, take(seller, Lot("chariot", 1)))
    assert len(buyer.chariots) == 6
    for lot in (Lot("team", 22), Lot("driver", 90)):
        give(buyer, take(seller, lot))
    assert isinstance(find(buyer, Lot("team", 22)), Team)
    assert isinstance(find(buyer, Lot("driver", 90)), Driver)
    assert [len(buyer.teams), len(buyer.drivers), len(buyer.chariots)] == [1, 1, 6]
    assert lots(seller) == []


@pytest.mark.rule("CM 21.2b")
def test_single_horses_and_cars_are_kept_aside_too() -> None:
    seller, buyer = stable(chariot(1)), Stable()
    for lot in (Lot("horse", 1201), Lot("car", 13)):
        give(buyer, take(seller, lot))
    assert ([each.id for each in buyer.horses], [each.id for each in buyer.cars]) == ([1201], [13])
    assert seller.chariots[0].team is not None
    assert speeds(seller.chariots[0].team) == [5, 0, 4, 5]
    assert not buyer.empty
