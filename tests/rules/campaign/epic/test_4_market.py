"""E1 4, 6.2, 6.3, 7: the market, its auctions, and who is bought there."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.campaign.epic.charts import EPIC
from ludus.campaign.epic.state import MARKET, EventDay, Families
from ludus.campaign.people import Chariot
from ludus.core.dice import SeededDice
from ludus.core.errors import SetupError
from ludus.core.game import Floor
from ludus.core.match import Match
from ludus.library import find_game
from tests.rules.campaign.epic.host import book, cash, chariot, epic, families, man, run, told
from tests.rules.campaign.season.kit import stable


def sold(asked: list[Any]) -> list[str]:
    """The lots that were called out."""
    return list(dict.fromkeys(next(iter(each.values())).about for each in asked if isinstance(each, Floor)))


@pytest.mark.rule("E1 4.3")
@pytest.mark.rule("E1 4.5")
@pytest.mark.rule("E1 4.6.2")
@pytest.mark.rule("E1 4.7.2")
@pytest.mark.rule("E1 4.7.3")
def test_everybody_begins_with_money_and_nothing_else() -> None:
    match = epic(4)
    of: Families = match.state
    assert cash(match) == [20_000] * 4
    assert all(each.empty for each in of.stables)
    assert [each.id for each in of.market] == list(range(1, 21))
    assert [each.number for each in of.on_sale()] == list(range(1, 21))
    assert not any(of.school(seat) for seat in range(4))
    drivers = [each.driver for each in of.market]
    assert all(driver is not None and driver.name for driver in drivers)
    assert all(each.name for each in of.on_sale())
    assert len(of.names()) == 40


@pytest.mark.rule("E1 4.6.1a")
@pytest.mark.rule("E1 4.6.1b")
@pytest.mark.rule("E1 4.6.1c")
@pytest.mark.rule("E1 4.6.1d")
@pytest.mark.rule("E1 4.6.3")
@pytest.mark.rule("E1 4.8")
@pytest.mark.rule("E1 4.8.1")
@pytest.mark.parametrize(
    ("dice", "team", "endurance", "car", "modifier", "hits"),
    [
        ((1, 5, 3, 6, 5, 2), [5, 3, 3, 5], 52, "heavy", 1, 6),  # the example of the book
        ((6, 6, 1, 3, 6, 6), [7, 4, 4, 7], 21, "medium", 2, 10),
        ((1, 1, 6, 1, 1, 1), [4, 3, 3, 4], 74, "light", 0, 5),
    ],
)
def test_a_random_chariot(
    dice: tuple[int, ...], team: list[int], endurance: int, car: str, modifier: int, hits: int
) -> None:
    of = families()
    of.chariots = 0
    name = (1, 1, 3, 6, 4)
    made = book(of, *dice, *name, *range(1, 5)).random_chariot()
    assert made.id == 1
    assert made.team is not None
    assert made.driver is not None
    assert made.car is not None
    assert [horse.full for horse in made.team.horses] == team
    assert (made.team.endurance, made.car.kind) == (endurance, car)
    assert (made.driver.modifier, made.driver.full) == (modifier, hits)
    assert made.driver.name == "Manius Pomponius"


@pytest.mark.rule("E1 4.7.1")
@pytest.mark.rule("E1 4.8.2")
@pytest.mark.rule("E1 4.8.3")
@pytest.mark.rule("E1 4.8.4")
@pytest.mark.parametrize(
    ("dice", "name", "ratings"),
    [
        ((1, 1, 4, 4, 4), "Vettias", (8, -2, 4, 4, 11, 10)),
        ((6, 6, 5, 5, 2), "Imhotep", (7, 5, 1, 4, 13, 13)),
        ((1, 1, 6, 5, 5), "Vercingetorix", (8, -2, 4, 4, 11, 10)),
    ],
)
def test_a_random_gladiator(dice: tuple[int, ...], name: str, ratings: tuple[int, ...]) -> None:
    of = families()
    made = book(of, *dice).random_gladiator(MARKET)
    assert made.name == name
    rated = (made.training, made.strength, made.agility, made.constitution, made.wound_factor, made.cf)
    assert rated == ratings
    assert made.number == 501
    assert not made.type


def market(numbers: list[int]) -> list[Chariot]:
    return [chariot(number) for number in numbers]


@pytest.mark.rule("E1 6.2")
@pytest.mark.rule("E1 6.2.1")
@pytest.mark.rule("E1 6.1")
@pytest.mark.rule("E1 8.1")
def test_chariots_are_offered_in_order_until_nobody_bids() -> None:
    of = families(2, cash=(3000, 900))
    of.market = market([3, 7, 12, *range(20, 30)])
    book_ = book(of, 3, 4, 1, 1, 2, 2)
    phase: Any = book_.auction_chariots()
    first = next(phase)
    assert list(first[0])[1] == "bid 700"  # 100s times 7
    assert "bid 1200" not in first[1]  # he has 900s
    second = phase.send((0, "bid 700"))
    assert list(second) == [1]
    third = phase.send((1, "pass"))
    assert third[0].about == "chariot 7"
    assert phase.send((0, "pass"))[1].about == "chariot 7"
    with pytest.raises(StopIteration):
        phase.send((1, "pass"))
    assert [each.id for each in of.market] == [7, 12, *range(20, 30)]  # nothing more is offered
    assert of.stables[0].chariots[0].id == 3
    assert cash(of) == [2300, 900]
    assert told(book_, "put-up")[0]["least"] == 700


@pytest.mark.rule("E1 4.6")
@pytest.mark.rule("E1 6.2.2")
@pytest.mark.parametrize(("left", "new"), [(6, 4), (14, 0), (3, 7)])
def test_the_market_is_filled_up_to_ten(left: int, new: int) -> None:
    of = families()
    of.market = market(list(range(1, left + 1)))
    made = (3, 4, 3, 3, 1, 3)
    rolled = [die for each in range(new) for die in (*made, 1, each % 6 + 1, each // 6 + 1, 1, 1, *range(1, 5))]
    book_ = book(of, *rolled)
    book_.restock_chariots()
    assert len(of.market) == max(10, left)
    assert [each.id for each in of.market[left:]] == list(range(501, 501 + new))


@pytest.mark.rule("E1 6.3")
@pytest.mark.rule("E1 6.3.1")
@pytest.mark.rule("E1 7.1")
@pytest.mark.rule("E1 7.1.1")
@pytest.mark.rule("E1 7.1.2")
@pytest.mark.parametrize(
    ("kind", "die", "armour", "shield"),
    [
        ("light", 3, ("", "", "C", "", ""), "large"),
        ("heavy", 4, ("A", "B7", "A5", "B7", "A7"), "large"),
        ("medium", 2, ("A8", "B7", "", "B7", "A6"), "large"),
        ("retiarius", 2, ("A8", "B7", "", "B7", "A6"), ""),
    ],
)
def test_who_buys_a_gladiator_equips_him_for_life(kind: str, die: int, armour: tuple[str, ...], shield: str) -> None:
    men = [man(number, MARKET, type="", armour=(), shield="") for number in (2, 9, *range(20, 30))]
    of = families(2, men=men)
    book_ = book(of, 4, die, 1)
    answers = [(0, "bid 400"), (1, "pass"), kind, (0, "pass"), (1, "pass")]
    asked = run(book_.auction_gladiators(), *answers)
    assert list(asked[0][0])[1] == "bid 400"
    assert sold(asked) == ["gladiator 2", "gladiator 9"]
    bought = of.men[2]
    assert (bought.owner, bought.type, bought.shield) == (0, kind, shield)
    assert tuple(code.replace("-", "") for code in bought.armour) == armour
    assert of.men[9].owner == MARKET
    assert cash(of) == [19_600, 20_000]


@pytest.mark.rule("E1 4.7")
@pytest.mark.rule("E1 6.3.2")
@pytest.mark.parametrize(("left", "new"), [(8, 2), (12, 0)])
def test_gladiators_are_filled_up_to_ten(left: int, new: int) -> None:
    of = families(men=[man(number, MARKET) for number in range(1, left + 1)])
    book(of, *(die for number in range(new) for die in (2, 2, 1, 1, 1, 1, number + 1))).restock_gladiators()
    assert len(of.on_sale()) == max(10, left)
    assert max(of.men) == (500 + new if new else left)


@pytest.mark.rule("E1 7.1-vs-gladiator")
def test_type_and_shield_go_into_every_fight_as_they_are() -> None:
    """The arena gives him a small shield against a net, for that match only (GL 3-6c)."""
    heavy = man(1, type="heavy")
    net = man(2, 1, type="retiarius", shield="")
    book_ = book(families(men=[heavy, net]))
    contest = book_.arena("x", [1, 2], 8, "E1 5.1.2-gala")
    assert [(each["type"], each["shield"]) for each in contest.options["men"]] == [
        ("heavy", "large"),
        ("retiarius", ""),
    ]
    assert book_.gladiator(1).shield == "large"


@pytest.mark.rule("E1 4.5.1")
def test_nobody_owns_too_much() -> None:
    of = families(2, stables=[stable(*(chariot(number) for number in range(1, 8)))])
    of.market = market([30, *range(40, 50)])
    run(book(of, 1, 1, 6, 6).auction_chariots(), (1, "pass"), (0, "bid 200"), (0, "pass"), (1, "pass"))
    assert len(of.stables[0].chariots) == 8


@pytest.mark.rule("E1 4.2")
def test_more_victories_have_the_better_right_to_a_place() -> None:
    stables = [stable(chariot(number)) for number in range(1, 11)]
    for number, each in enumerate(stables):
        driver = each.chariots[0].driver
        assert driver is not None
        driver.career.places[0] = number
    of = families(10, stables=stables, epic_chariots=8)
    book_ = book(of, *(1,) * 9)
    assert book_.within_field(list(range(10))) == list(range(2, 10))
    assert book_.within_field(list(range(8))) == list(range(8))


def test_numbers_of_the_file() -> None:
    assert EPIC["market"]["least"] == 10


# -- late entrants -------------------------------------------------------------------------------------------------


@pytest.mark.rule("E1 4.5.3")
def test_who_comes_late_joins_after_an_event() -> None:
    going = epic(4, late_entrants=1)
    assert cash(going) == [20_000] * 3 + [0]
    assert sorted(going.pending) == [0, 1, 2]
    of = families(4, cash=(31_000, 12_400, 8700, 0))
    of.late = [3]
    book_ = book(of, *(1, 5, 3, 6, 5, 2), *(1, 1, 3, 6, 4), *(1, 2, 3, 4), *(1, 1), *(1, 1, 1, 1, 1), 4)
    assert run(book_.let_in()) == []  # nothing has been held yet
    of.days = [EventDay(1, "duel", (), ("x",))]
    assert run(book_.let_in()) == []  # a duel is no event
    of.days = [EventDay(1, "gala", (), ("x",))]
    asked = run(book_.let_in(), {3: "wait"})
    assert list(asked[0]) == [3]
    assert of.active() == [0, 1, 2]
    run(book_.let_in(), {3: "join"}, "heavy")
    assert of.active() == [0, 1, 2, 3]
    assert cash(of)[3] == 8700  # as much as the poorest
    assert (len(of.stables[3].chariots), len(of.school(3))) == (1, 1)
    (joined,) = [event for event in book_.table.events if event.kind == "entrant"]
    assert book_.say(joined, ("A", "B", "C", "D")).startswith("D joins")


@pytest.mark.rule("E1 4.5.3")
def test_who_never_comes_leaves_nothing_behind() -> None:
    of = families(3, cash=(100, 100, 0))
    of.late = [2]
    book(of).withdraw(2)
    assert (of.late, of.players(), of.fallen) == ([], [0, 1], 0)
    with pytest.raises(SetupError) as refused:
        epic(3, late_entrants=2)
    assert refused.value.code == "bad-option"


@pytest.mark.rule("E2 3.3.2", "E2 3.3.3")
def test_extra_entries_go_to_who_has_another_chariot() -> None:
    stables = [stable(chariot(1), chariot(2)), stable(chariot(3)), stable(chariot(4), chariot(5))]
    of = families(3, stables=stables, epic_extras=2)
    of.racing = [0, 1, 2]
    (contest,) = book(of).race_to_run()
    race = Match(find_game(contest.game), 3, SeededDice("extra"), contest.ruleset, contest.options)
    while race.pending and next(iter(race.pending.values())).name == "bid":
        seat = next(iter(race.pending))
        assert seat != 1  # he has one only
        race.submit(seat, "bid" if race.state.parts["patronage"].purse(seat) > 19_500 else "pass")
    assert sorted(race.state.parts["patronage"].extras) == [0, 2]
