"""E1 8: components, storage, and what a newcomer costs a team."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.campaign.epic.book import EpicCampaign
from ludus.campaign.epic.components import storage_note
from ludus.campaign.people import Car, Chariot, Driver, Horse, Stable
from ludus.campaign.season.charts import CHARTS
from ludus.core.errors import Refused
from tests.rules.campaign.epic.host import book, cash, chariot, families, match, told
from tests.rules.campaign.season.kit import driver, speeds, stable, team

NAME = (1, 1, 3, 6, 4)


def buy(of: Any, *dice: int, **wanted: str) -> EpicCampaign:
    book_ = book(of, *dice)
    form = book_.ask_purchases(0)
    filled = form.read(wanted)
    assert filled in form
    book_.buy(0, filled)  # type: ignore[arg-type]
    return book_


@pytest.mark.rule("E1 8.1", "E1 8.5")
@pytest.mark.parametrize(("kind", "price", "note"), [("light", 500, "Car/Light"), ("heavy", 750, "Car/Heavy")])
def test_a_car_goes_into_storage(kind: str, price: int, note: str) -> None:
    of = families(2)
    book_ = buy(of, car=kind)
    assert [each.kind for each in of.stables[0].cars] == [kind]
    assert cash(of)[0] == 20_000 - price
    assert told(book_, "bought")[0]["note"] == note


@pytest.mark.rule("E1 8.4", "E1 8.4.1")
@pytest.mark.parametrize(("price", "dice", "speed"), [("1500", (1, 2), 4), ("3500", (5, 6), 7)])
def test_a_single_horse_is_rolled_for(price: str, dice: tuple[int, int], speed: int) -> None:
    of = families(2)
    buy(of, *dice, 1, horse=price)
    (horse,) = of.stables[0].horses
    assert (horse.full, horse.now) == (speed, speed)
    assert storage_note(horse) == f"Horse/{speed}({speed})"
    assert cash(of)[0] == 20_000 - int(price)


@pytest.mark.rule("E1 8.3", "E1 8.4")
def test_stored_horses_never_make_a_team() -> None:
    of = families(2, stables=[Stable(horses=[Horse(number, "x", 5, 5) for number in range(1, 5)])])
    assert book(of).fits(0, []) == ("leave",)


@pytest.mark.rule("E1 8.6", "E1 8.6.2", "E1 8.6.3")
def test_a_driver_is_bought_with_his_modifier() -> None:
    of = families(2)
    buy(of, 5, *NAME, driver="+2")
    (man,) = of.stables[0].drivers
    assert (man.modifier, man.full, man.name) == (2, 9, "Manius Pomponius")
    assert storage_note(man) == "Manius Pomponius/+2/9(9)/0/0"
    assert cash(of)[0] == 16_000


@pytest.mark.rule("E1 8.3", "E1 8.3.1a", "E1 8.3.1b")
@pytest.mark.parametrize(("die", "endurance"), [(6, 59), (1, 74)])
def test_a_team_is_bought_as_four(die: int, endurance: int) -> None:
    of = families(2)
    dice = [*(1, 1, 1), *(3, 4, 2), *(3, 4, 3), *(1, 1, 4), die]
    buy(of, *dice, team="buy", team_3="1000", team_4="4000")
    (made,) = of.stables[0].chariots
    assert made.team is not None
    assert speeds(made.team) == [8, 3, 2, 2]
    assert made.team.endurance == endurance
    assert made.driver is None
    assert made.car is None
    assert cash(of)[0] == 14_000


@pytest.mark.rule("E1 8.3.1b")
@pytest.mark.parametrize(("speed", "die", "endurance"), [(16, 6, 59), (17, 1, 55), (20, 1, 36)])
def test_endurance_by_speed(speed: int, die: int, endurance: int) -> None:
    assert CHARTS.new_endurance(speed, die) == endurance


@pytest.mark.rule("E1 8.6.1")
def test_a_driver_bought_with_his_team_costs_no_endurance() -> None:
    of = families(2)
    dice = [*(1, 1, 1), *(1, 1, 2), *(1, 1, 3), *(1, 1, 4), 1, 3, *NAME]
    buy(of, *dice, team="buy", team_1="4000", team_2="4000", team_3="4000", team_4="4000", team_driver="+0")
    (made,) = of.stables[0].chariots
    assert made.team is not None
    assert made.team.endurance == 36
    assert made.driver is not None


@pytest.mark.rule("E1 8.6.1", "E1 8.2.2.1", "E1 8.2.3")
def test_a_stored_driver_costs_a_new_team_a_die_and_its_first_car_nothing() -> None:
    made = Chariot(1, None, team(5, 5, 5, 5, endurance=36))
    of = families(2, stables=[Stable([made], drivers=[driver(identity=9)], cars=[Car(8, "heavy")])])
    book_ = book(of, 4)
    book_.fit_driver(0, of.stables[0].drivers[0], made)
    book_.fit_car(0, of.stables[0].cars[0], made)
    assert made.team is not None
    assert made.team.endurance == 32
    assert made.ready


@pytest.mark.rule("E1 6.1")
def test_nobody_buys_what_he_cannot_pay() -> None:
    of = families(2, cash=(2400, 0))
    of.step, of.event = "components", "race"
    form = match(of).pending[0]
    with pytest.raises(Refused):
        match(of).submit(0, {"driver": "+1"})
    assert form.read({"driver": "+0"}) in form
    assert form.read({"driver": "+1"}) not in form


@pytest.mark.rule("E1 8.2", "E1 8.2.2")
def test_drivers_are_not_swapped_without_a_vacancy() -> None:
    of = families(2, stables=[stable(chariot(1), chariot(2))])
    assert not [choice for choice in book(of).fits(0, []) if choice.startswith("driver")]


@pytest.mark.rule("E1 8.2.2", "E1 8.2.2.1", "E1 3.3-endurance", "E1 8.6")
def test_a_driver_who_moves_and_returns_costs_both_teams() -> None:
    one = chariot(1, man=driver(identity=11), horses=team(4, 4, 4, 4, endurance=49, identity=12))
    two = chariot(2, man=driver(hits=0, full=6, identity=21), horses=team(4, 4, 4, 4, endurance=43, identity=22))
    of = families(2, stables=[stable(one, two)])
    book_ = book(of, 3, 1)
    assert "driver 11 into 2" in book_.fits(0, [])
    man = one.driver
    assert isinstance(man, Driver)
    book_.fit_driver(0, man, two)
    assert (one.driver, two.driver) == (None, man)
    book_.fit_driver(0, man, one)
    assert one.team is not None
    assert two.team is not None
    assert (one.team.endurance, two.team.endurance) == (48, 40)


@pytest.mark.rule("E1 8.2.2", "E1 8.6")
def test_an_injured_driver_goes_into_storage() -> None:
    hurt = chariot(1, man=driver(hits=2, full=6, identity=11))
    of = families(2, stables=[Stable([hurt], drivers=[driver(identity=9)])])
    book(of, 2).fit_driver(0, of.stables[0].drivers[0], hurt)
    assert [each.id for each in of.stables[0].drivers] == [11]


@pytest.mark.rule("E1 8.2.1", "E1 8.2.1.1", "E1 8.2.1.2", "E1 8.2.1.3", "E1 8.4.2", "E1 3.3-endurance")
def test_a_stored_horse_takes_the_place_of_a_dead_one() -> None:
    hurt = chariot(1, horses=team(4, 5, 6, 7, now=(0, 5, 6, 7), endurance=40))
    of = families(2, stables=[Stable([hurt], horses=[Horse(77, "Celer", 5, 5)])])
    book_ = book(of, 5)
    phase: Any = book_.fit_chariots()
    asked = next(phase)
    assert "horse 77 into 1" in asked[0]
    placed = phase.send({0: "horse 77 into 1"})
    assert hurt.team is not None
    assert hurt.team.endurance == 35
    with pytest.raises(StopIteration):
        phase.send({0: "2 1 3 4"})
    assert speeds(hurt.team) == [5, 5, 6, 7]
    assert placed[0].name == "arrange"
    assert hurt.team.horses[1].id == 77


@pytest.mark.rule("E1 8.2.1")
def test_a_complete_team_takes_no_horse() -> None:
    of = families(2, stables=[Stable([chariot(1)], horses=[Horse(77, "Celer", 5, 5)])])
    assert not [choice for choice in book(of).fits(0, []) if choice.startswith("horse")]


@pytest.mark.rule("E1 8.2.3", "E1 8.5.5")
@pytest.mark.parametrize(("old", "new", "endurance"), [("light", "light", 46), ("light", "heavy", 42)])
def test_another_type_of_car_costs_a_die(old: str, new: str, endurance: int) -> None:
    of = families(2, stables=[Stable([chariot(1, kind=old)], cars=[Car(77, new)])])
    (one,) = of.stables[0].chariots
    book(of, 4).fit_car(0, of.stables[0].cars[0], one)
    assert one.team is not None
    assert one.team.endurance == endurance
    assert [each.kind for each in of.stables[0].cars] == [old]


@pytest.mark.rule("E1 8.2.3")
def test_a_car_moves_from_chariot_to_chariot() -> None:
    one, two = chariot(1, kind="light"), chariot(2, kind="light", wrecked=True)
    of = families(2, stables=[stable(one, two)])
    book_ = book(of)
    assert "car 13 into 2" in book_.fits(0, [])
    assert one.car is not None
    book_.fit_car(0, one.car, two)
    assert one.car is None
    assert two.car is not None
    assert not two.car.wrecked
    assert not of.stables[0].cars  # the wreck is lost
