"""Stables and schools between the contests: what is bought, entered, trained, lent and bid for."""

from __future__ import annotations

import random
from itertools import product
from statistics import mean
from typing import Any

import pytest

from ludus.bots.campaign.owner import Dominus, Eques, Libertus
from ludus.bots.campaign.prospects import Prospects
from ludus.bots.campaign.school import SchoolMaster, beats, chance
from ludus.bots.campaign.steward import Steward, filled_with, repairs_of
from ludus.bots.campaign.tempers import Temper, tempered
from ludus.bots.circus.favourites import rating
from ludus.campaign.ledger import BANK, Ledger
from ludus.campaign.loans import Loan
from ludus.campaign.owners.state import Stables
from ludus.campaign.people import Car, Chariot, Stable
from ludus.campaign.school import Man
from ludus.campaign.season.book import SeasonBook
from ludus.campaign.season.charts import BUILDS, CIRCUS
from ludus.campaign.season.preparation import EVEN, FAST, alike, written
from ludus.campaign.season.state import Finish, RaceDay, Season, SeasonRules
from ludus.core.decision import Choose, plain_choice
from ludus.core.standing_orders import Obeyed
from tests.rules.campaign.season.kit import chariot, driver, team


def season(*stables: Stable, race: int = 1, cash: int = 10_000) -> Season:
    found = Season(SeasonRules(), len(stables), stables=list(stables), race=race, serial=10_000)
    for seat in range(len(stables)):
        found.ledger.pay(BANK, seat, cash, "the start", "CM 20.1a", 1)
    return found


def steward(of: Season, temper: Temper = Dominus.temper) -> Steward:
    return Steward(of, temper, random.Random(1))


def weak(number: int) -> Chariot:
    return chariot(number, horses=team(3, 3, 3, 3, identity=number * 10 + 2))


def strong(number: int) -> Chariot:
    man, horses = driver(2, identity=number * 10 + 1), team(6, 5, 5, 6, identity=number * 10 + 2)
    return chariot(number, man=man, horses=horses, kind="light")


# -- the start -----------------------------------------------------------------------------------------------


def test_what_the_form_suggests_is_what_wins_most() -> None:
    def promise(points: tuple[int, ...]) -> float:
        man, car, speed, lasting = points
        teams = product(CIRCUS.team_speeds[speed], CIRCUS.team_endurance[lasting])
        return mean(rating(sum(speeds), man, endurance, CIRCUS.cars[car]) for speeds, endurance in teams)

    assert max(BUILDS, key=promise) == FAST
    book = SeasonBook(season(Stable(), Stable()))
    asked = book.ask_builds(0)
    assert {field.default for field in asked.fields} == {written(FAST)}
    assert book.obey(asked, {"builds": "fast"}) == Obeyed(asked.default, "")
    assert book.obey(asked, {"builds": "even"}) == Obeyed(alike(asked, EVEN), "")
    assert book.explain(asked)[0]["choice"] == plain_choice(asked.default)


# -- entries and experience --------------------------------------------------------------------------------


def test_the_best_two_are_entered_the_best_in_front() -> None:
    found = season(Stable([weak(1), strong(2), chariot(3)]), Stable([chariot(4)]))
    assert steward(found).entries(SeasonBook(found).ask_entries(0)) == "enter 2 3"
    assert steward(found, Libertus.temper).entries(SeasonBook(found).ask_entries(0)) == "enter 2"


def test_pride_enters_who_has_next_to_no_chance() -> None:
    """CM 20.21b: he could stay out; then there would soon be no races. A miser spares his second team."""
    found = season(Stable([weak(1), weak(2)]), Stable([strong(3), strong(4)]), Stable([strong(5)]))
    asked = SeasonBook(found).ask_entries(0)
    assert steward(found).entries(asked) == "enter 1 2"
    assert steward(found, tempered(Dominus.temper, "miser")).entries(asked) == "enter 1"


def test_who_never_races_is_no_rival() -> None:
    found = season(Stable([weak(1), weak(2)]), Stable([strong(3), strong(4)]))
    before = Prospects(found, 0)
    alone = tuple(Finish(0, 1, "x", True, 0, 1) for _ in range(2))
    found.days = [RaceDay(number, "hash", alone) for number in (1, 2)]
    after = Prospects(found, 0)
    assert before.chance(before.ratings(0)) < 0.5
    assert after.chance(after.ratings(0)) == 1.0


def test_injured_teams_rest_where_others_can_run() -> None:
    hurt = chariot(2, horses=team(6, 6, 6, 6, now=(4, 6, 6, 6), identity=22))
    found = season(Stable([chariot(1), hurt, chariot(3)]), Stable([chariot(4)]))
    assert steward(found).entries(SeasonBook(found).ask_entries(0)) in ("enter 1 3", "enter 3 1")
    assert steward(found, Eques.temper).entries(SeasonBook(found).ask_entries(0)) in ("enter 1", "enter 3")


def test_drivers_first_then_the_weakest_horse() -> None:
    one = chariot(1, man=driver(1, identity=11, experience=25), horses=team(6, 4, 5, 6, identity=12, experience=10))
    found = season(Stable([one]), Stable([chariot(4)]))
    book = SeasonBook(found)
    assert steward(found).improve(book.ask_improvement(0, book.affordable(0))) == "driver 11"
    one.driver = driver(1, identity=11)
    assert steward(found).improve(book.ask_improvement(0, book.affordable(0))) == "horse 12 2"


# -- purchases -----------------------------------------------------------------------------------------------


def test_the_only_chariot_is_mended_and_a_poor_fifth_is_not() -> None:
    rivals = Stable([chariot(40 + number) for number in range(2)])
    only = season(Stable([chariot(1, wrecked=True)]), rivals)
    form = SeasonBook(only).ask_purchases(0)
    assert form is not None
    assert steward(only).purchases(form) == form.read({"car_1": "buy"})
    lame = chariot(3, horses=team(3, 3, 3, 3, now=(0, 3, 3, 3), identity=32))
    many = season(Stable([strong(1), strong(2), lame]), rivals)
    form = SeasonBook(many).ask_purchases(0)
    assert form is not None
    assert steward(many).purchases(form) == form.default


def test_who_has_no_chariot_left_mends_one_for_the_least() -> None:
    """In the last race it cannot pay: pride."""
    lame = chariot(1, horses=team(6, 6, 6, 6, now=(0, 6, 6, 6), identity=12))
    poor = season(Stable([chariot(2, wrecked=True), lame]), Stable([strong(3), strong(4)]), race=10)
    form = SeasonBook(poor).ask_purchases(0)
    assert form is not None
    assert steward(poor).purchases(form) == form.read({"horse_1_1": "500"})


def test_at_the_end_nothing_is_bought() -> None:
    found = season(Stable([strong(1), strong(2), chariot(3, wrecked=True)]), Stable([chariot(4)]), race=10)
    form = SeasonBook(found).ask_purchases(0)
    assert form is not None
    assert steward(found).purchases(form) == form.default


def test_every_repair_makes_ready_what_it_is_for() -> None:
    dead = chariot(1, man=driver(1, hits=0, full=6, identity=11), wrecked=True)
    repairs = repairs_of(dead)
    assert [sorted(bought) for bought, _, _ in repairs] == [["car_1", "driver_1"]] * 3
    assert [cost for _, cost, _ in repairs] == [2000, 3000, 4500]
    assert repairs[0][2] < repairs[1][2] < repairs[2][2]
    assert filled_with(dead, driver(2, identity=99)) is None, "the car is missing, too"
    assert filled_with(chariot(2, wrecked=True), Car(98, "normal")) is not None
    assert filled_with(chariot(2, wrecked=True), Car(98, "heavy")) is None


# -- loans and auctions --------------------------------------------------------------------------------------


def offer(lent: int, owed: int, *, lends: bool) -> Any:
    found = season(Stable([chariot(1)]), Stable([chariot(2)]))
    book = SeasonBook(found)
    form = book.ask_offer(1, may_sell=False)
    way = "lend" if lends else "borrow"
    filled: Any = form.read({"way": way, "with": "seat 1", way: lent, "owed": owed, "due": 4})
    made = book.offer_of(1, filled)
    assert made is not None
    said: Any = steward(found).accept(book.ask_acceptance(0, [made]))
    return said[made.field()]


@pytest.mark.parametrize(
    ("lent", "owed", "lends", "said"),
    [
        (1000, 0, True, "accept"),  # a gift
        (1000, 1300, True, "decline"),  # he needs none
        (1000, 0, False, "decline"),
        (1000, 1100, False, "decline"),  # too little for it
        (1000, 1400, False, "accept"),
        (9000, 12_600, False, "decline"),  # too much of his purse
    ],
)
def test_loans_that_pay(lent: int, owed: int, lends: bool, said: str) -> None:
    assert offer(lent, owed, lends=lends) == said


def test_who_has_next_to_nothing_asks_the_richest() -> None:
    found = season(Stable([chariot(1)]), Stable([chariot(2)]))
    found.ledger.pay(0, BANK, 9650, "bets", "CM 26.1a", 1)
    form = SeasonBook(found).ask_offer(0, may_sell=True)
    asked: Any = steward(found).offer(form)
    assert asked["way"] == "borrow"
    assert asked in form
    assert steward(season(Stable([chariot(1)]), Stable([chariot(2)]))).offer(form) == form.default
    again = SeasonBook(found).ask_offer(0, may_sell=False)  # the window opens once more
    assert steward(found).offer(again) == again.default
    wish = SeasonBook(found).offer_of(0, asked)
    assert wish is not None
    said: Any = steward(found).accept(SeasonBook(found).ask_acceptance(1, [wish]))
    assert said[wish.field()] == "accept", "he still races, and has what the interest costs"
    found.stables[0] = Stable([chariot(1, wrecked=True)])
    said = steward(found).accept(SeasonBook(found).ask_acceptance(1, [wish]))
    assert said[wish.field()] == "decline", "he has nothing that anybody would buy"


def test_a_miser_lends_at_interest_to_who_would_take_it() -> None:
    """Whoever has money enough is not pestered with offers."""
    found = season(Stable([chariot(1)]), Stable([chariot(2), strong(3)]))
    miser = steward(found, tempered(Dominus.temper, "miser"))
    form = SeasonBook(found).ask_offer(0, may_sell=True)
    found.ledger.pay(1, BANK, 5000, "bets", "CM 26.1a", 1)
    assert miser.offer(form) == form.default
    found.ledger.pay(1, BANK, 4700, "bets", "CM 26.1a", 1)
    made: Any = miser.offer(form)
    assert made in form
    assert made["way"] == "lend"
    assert made["owed"] >= 1.2 * made["lend"]
    offered = SeasonBook(found).offer_of(0, made)
    assert offered is not None
    said: Any = steward(found).accept(SeasonBook(found).ask_acceptance(1, [offered]))
    assert said[offered.field()] == "accept"
    again = SeasonBook(found).ask_offer(0, may_sell=False)
    assert miser.offer(again) == again.default
    found.loans.append(Loan(99, 2, 1, 500, 600, 4))
    assert miser.offer(form) == form.default, "he owes somebody already"


def test_bids_go_up_to_what_a_lot_is_worth() -> None:
    """CM 21.2b: in the smallest steps, and never for what he cannot use."""
    found = season(Stable([weak(1)]), Stable([strong(2), weak(3)]))
    for lot, calls, said in (
        ("chariot 2", ("pass", "bid 100", "bid 200"), "bid 100"),
        ("chariot 2", ("pass", "bid 6000"), "pass"),
        ("car 33", ("pass", "bid 100"), "pass"),
    ):
        assert steward(found).bid(Choose(0, "bid", "", "CM 21.2b", calls, about=lot)) == said


def test_what_is_least_of_use_is_sold_first() -> None:
    found = season(Stable([strong(1), weak(2)]), Stable([chariot(3)]))
    asked = Choose(0, "lot", "", "CM 21.2b", ("chariot 1", "driver 11", "chariot 2", "driver 21"))
    assert steward(found).lot(asked) == "chariot 2"


def test_chances_rise_with_every_chariot_and_fall_with_those_of_others() -> None:
    few = Prospects(season(Stable([chariot(1)]), Stable([chariot(2)])), 0)
    more = Prospects(season(Stable([chariot(1), chariot(3)]), Stable([chariot(2)])), 0)
    hard = Prospects(season(Stable([chariot(1)]), Stable([strong(2)])), 0)
    assert hard.chance(hard.ratings(0)) < few.chance(few.ratings(0)) == 0.5 < more.chance(more.ratings(0))
    assert few.gain(few.ratings(0), 99.0) > few.gain(few.ratings(0), 0.0) > 0


# -- gladiators ----------------------------------------------------------------------------------------------


def man(number: int, owner: int, training: int = 4) -> Man:
    return Man(number, f"Man {number}", "Roman", owner, training, 4, 4, 5, 6)


def school(purse: int = 10_000, own: int = 4, his: int = 4) -> tuple[Stables, SchoolMaster]:
    stables = Stables(2, {1: man(1, 0, own), 2: man(2, 1, his)}, serial=2, pair=(0, 1), ledger=Ledger())
    for seat in range(2):
        stables.ledger.pay(BANK, seat, purse, "the start", "GL 22.2", 0)
    stables.sent, stables.arms = (1, 2), ("heavy", "heavy")
    return stables, SchoolMaster(stables, Dominus.temper, random.Random(1))


ODDS = Choose(0, "odds", "", "GL 22.5", ("1-1", "2-1", "3-1", "4-1", "5-1"))


def test_better_odds_for_the_better_man() -> None:
    assert chance(man(1, 0, 6), "heavy", man(2, 1, 4), "heavy") > 0.6
    assert beats("medium", "retiarius") == 0.75
    assert school()[1].odds(ODDS) == "1-1"
    assert school(own=12)[1].odds(ODDS) != "1-1"
    assert school(own=12, purse=300)[1].odds(ODDS) == "1-1", "he does not stake his all"


def test_arms_against_arms() -> None:
    stables, master = school()
    stables.arms = ("retiarius",)
    assert master.arms(Choose(1, "arms", "", "GL 22.3b", ("light", "medium", "heavy"))) == "medium"
    stables.arms = ()
    assert master.arms(Choose(0, "arms", "", "GL 22.3b", ("light", "medium", "heavy", "retiarius"))) == "heavy"


def test_new_men_are_bought_where_they_are_needed() -> None:
    stables, master = school()
    asked = Choose(0, "bid", "", "GL 22.4", ("pass", "bid 300"))
    assert master.bid(asked) == "bid 300"
    dear = Choose(0, "bid", "", "GL 22.4", ("pass", "bid 5000"))
    assert master.bid(dear) == "pass"
    stables.round = stables.rules.matches
    assert master.bid(asked) == "pass", "there is no match left to win it back"
