"""CM 21.4 to 21.7: what is bought, and what the dice make of it."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.campaign.people import Horse, Team, gap
from ludus.campaign.season.market import strongest_left
from ludus.core.decision import plain_choice
from ludus.core.errors import Refused
from ludus.core.standing_orders import default_orders, obey
from tests.rules.campaign.season.host import GAME, SeasonMatch, answer, begun, cash, questions, state, told
from tests.rules.campaign.season.kit import boxes, chariot, driver, speeds, stable, team

NAME = 1  # of a horse
ROMAN = [1, 1, 1, 1, 1]


def market(*chariots: Any, purse: int = 10_000, dice: Any = ()) -> SeasonMatch:
    """One owner with vacancies, one without."""
    return begun([stable(*chariots), stable(chariot(9))], cash=(purse, 500), step="purchases", dice=list(dice))


def lame(*now: int, endurance: int = 46, experience: int = 7) -> Any:
    """Chariot 1, whose team 7-4-4-7 has lost some."""
    return chariot(1, horses=team(7, 4, 4, 7, now=now, endurance=endurance, experience=experience))


def mine(match: SeasonMatch) -> Team:
    found = state(match).stables[0].chariots[0].team
    assert found is not None
    return found


# -- single horses (CM 21.41 to 21.43) --------------------------------------------------------------------------


@pytest.mark.rule("CM 21.41")
@pytest.mark.rule("CM 21.43a")
@pytest.mark.rule("CM 21.43b")
def test_a_horse_is_paid_for_rolled_for_and_broken_in() -> None:
    """2,500s, dice 4 and 5: speed 4; the team's endurance falls by the die, for good."""
    match = market(lame(0, 4, 4, 7), dice=[4, 5, NAME, 4])
    answer(match, "purchases", {0: {"horse_1_1": "2500"}})
    assert (speeds(mine(match)), boxes(mine(match))) == ([4, 4, 4, 7], [4, 4, 4, 7])
    assert (mine(match).endurance, mine(match).experience) == (42, 7)
    assert cash(match)[0] == 7500
    event = next(event for event in match.events if event.kind == "joined")
    assert {"CM 21.41", "CM 21.43a", "CM 21.43b"} <= set(event.clauses)
    assert match.narrate(event).endswith("its endurance falls from 46 to 42.")


@pytest.mark.rule("CM 21.43a")
def test_two_newcomers_cost_two_dice() -> None:
    match = market(lame(0, 4, 0, 7), dice=[1, 1, NAME, 2, 6, 6, NAME, 6])
    answer(match, "purchases", {0: {"horse_1_1": "500", "horse_1_3": "500"}})
    assert (speeds(mine(match)), mine(match).endurance) == ([3, 4, 4, 7], 38)
    answer(match, "arrange")
    assert "entries" in questions(match)


@pytest.mark.rule("CM 21.43b")
@pytest.mark.parametrize(("die", "endurance"), [(1, 45), (6, 40)])
def test_the_team_is_weaker_however_fast_the_newcomer(die: int, endurance: int) -> None:
    match = market(lame(0, 4, 4, 7), dice=[6, 6, NAME, die])
    answer(match, "purchases", {0: {"horse_1_1": "4000"}})
    assert (speeds(mine(match))[0], mine(match).endurance) == (8, endurance)


@pytest.mark.rule("CM 21.42")
def test_the_owner_arranges_all_four_when_a_newcomer_joins() -> None:
    """7-4-4-7 lost its first and gets a 3: 7-3-4-4 is legal."""
    match = market(lame(0, 4, 4, 7), dice=[1, 1, NAME, 1])
    answer(match, "purchases", {0: {"horse_1_1": "500"}})
    assert match.pending[0].count() == 24
    labels = {each["choice"]: each["label"] for each in match.explain(0)}
    assert labels["4 1 2 3"] == "7-3-4-4"
    answer(match, "arrange", {0: "4 1 2 3"})
    assert speeds(mine(match)) == [7, 3, 4, 4]
    assert match.narrate(match.events[-1]) == "Seat 1 arranges the horses of a team: 7-3-4-4."


@pytest.mark.rule("CM 21.41")
@pytest.mark.parametrize("price", ["600", "0", "4500", "none at all"])
def test_prices_are_steps_of_five_hundred(price: str) -> None:
    match = market(lame(0, 4, 4, 7))
    with pytest.raises(Refused, match="takes none, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000"):
        match.submit(0, {"horse_1_1": price})


# -- whole teams (CM 21.4) --------------------------------------------------------------------------------------


@pytest.mark.rule("CM 21.4")
def test_a_team_is_bought_horse_by_horse() -> None:
    """Four of 1,000s: four rolls, 4,000s; endurance by the chart, no break-in, old horses and experience are gone."""
    match = market(lame(0, 4, 4, 7), dice=[1, 2, 1, 1, 1, 2, 1, 1, 3, 5, 6, 4, 2])
    answer(match, "purchases", {0: {"team_1": "1000"}})
    assert cash(match)[0] == 9000
    for _ in range(3):
        assert questions(match) == ["horse_price"]
        answer(match, "horse_price", {0: 1000})
    assert cash(match)[0] == 6000
    assert speeds(mine(match)) == [4, 3, 4, 4]
    assert (mine(match).endurance, mine(match).experience, mine(match).career.races) == (71, 0, 0)
    assert not told(match, "joined")
    assert "arrange" not in questions(match)


@pytest.mark.rule("CM 21.4")
def test_endurance_of_a_new_team_by_its_speed() -> None:
    """5, 4, 4 and 4 with a die of 2: 52. Its old driver drives it on."""
    dice = [6, 4, 1, 4, 6, 2, 3, 6, 3, 6, 3, 4, 2]
    match = market(lame(7, 4, 0, 7), dice=dice)
    answer(match, "purchases", {0: {"team_1": "2000"}})
    for price in (1500, 2000, 2000):
        answer(match, "horse_price", {0: price})
    assert speeds(mine(match)) == [5, 4, 4, 4]
    assert mine(match).endurance == 52


@pytest.mark.rule("CM 21.4")
def test_every_price_leaves_enough_for_the_rest_and_for_a_bet() -> None:
    """5,100s and a first horse for 3,500s: 500s for the next are the most."""
    match = market(lame(0, 4, 4, 7), purse=5100, dice=[3, 4, NAME, 3, 4, 2, 3, 4, 3, 3, 4, 4, 1])
    with pytest.raises(Refused):
        match.submit(0, {"team_1": "4000"})
    answer(match, "purchases", {0: {"team_1": "3500"}})
    assert list(match.pending[0]) == [500]
    answer(match, "horse_price")
    assert list(match.pending[0]) == [500]
    answer(match, "horse_price")
    assert list(match.pending[0]) == [500]
    answer(match, "horse_price")
    assert cash(match)[0] == 100


@pytest.mark.rule("CM 21.4")
def test_two_teams_at_once_keep_money_for_each_other() -> None:
    second = chariot(2, horses=team(5, 4, 4, 5, now=(5, 4, 4, 0), identity=22))
    match = market(lame(0, 4, 4, 7), second, purse=4600, dice=[3, 4, NAME] * 2 + [1] * 99)
    answer(match, "purchases", {0: {"team_1": "1000", "team_2": "500"}})
    # 3,100s are left; six horses are to come, and a bet.
    assert list(match.pending[0]) == [500]
    while questions(match) == ["horse_price"]:
        answer(match, "horse_price")
    assert cash(match)[0] == 100


@pytest.mark.rule("CM 21.4")
@pytest.mark.rule("CM 21.7")
def test_nothing_is_bought_for_a_team_without_a_gap() -> None:
    """Neither a whole team nor a horse for one whose horses all live, be they ever so weak."""
    weak = chariot(1, horses=team(2, 2, 2, 2), wrecked=True)
    match = market(weak)
    names = [field.name for field in match.pending[0].fields]  # type: ignore[attr-defined]
    assert names == ["car_1"]
    with pytest.raises(Refused, match="has no 'team_1'"):
        match.submit(0, {"team_1": "500"})


@pytest.mark.rule("CM 21.4")
def test_a_team_or_single_horses_but_not_both() -> None:
    """What is written for single horses does not count beside a whole team."""
    match = market(lame(0, 4, 4, 7), dice=[3, 4, NAME] + [1] * 30)
    answer(match, "purchases", {0: {"team_1": "500", "horse_1_1": "4000"}})
    assert cash(match)[0] == 9500


@pytest.mark.rule("CM 21.7")
def test_a_sold_horse_is_no_gap_that_may_be_filled() -> None:
    sold = chariot(1, wrecked=True)
    assert sold.team is not None
    sold.team.horses[2] = gap()
    match = market(sold)
    assert [field.name for field in match.pending[0].fields] == ["car_1"]  # type: ignore[attr-defined]
    strong = stable(
        chariot(1, horses=team(5, 4, 4, 5, now=(5, 0, 0, 0))), chariot(2, horses=team(2, 2, 2, 2, identity=22))
    )
    match = begun([strong, stable(chariot(9))], step="vacancies")
    assert questions(match) == ["purchases"]  # nothing moves from team to team


@pytest.mark.rule("CM designer-7")
def test_in_a_new_team_the_strongest_stands_leftmost() -> None:
    """3, 6, 4 and 5 are bought: the 6 comes first, and nobody is asked."""
    horses = [Horse(number, "", speed, speed) for number, speed in enumerate((3, 6, 4, 5))]
    assert [horse.full for horse in strongest_left(horses)] == [6, 3, 4, 5]
    twins = [Horse(number, "", speed, speed) for number, speed in enumerate((5, 6, 6, 4))]
    assert [horse.id for horse in strongest_left(twins)] == [1, 0, 2, 3]


# -- drivers (CM 21.5) ------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 21.5a")
@pytest.mark.rule("CM 21.5b")
def test_a_driver_is_paid_for_rolls_his_hits_and_costs_endurance() -> None:
    """A +2 for 4,000s in place of a killed 0: one die + 2; the team of 52 loses the die."""
    dead = chariot(1, man=driver(0, hits=0, full=6), horses=team(5, 4, 4, 5, endurance=52))
    match = market(dead, purse=4100, dice=[6, *ROMAN, 6])
    answer(match, "purchases", {0: {"driver_1": "+2"}})
    man = state(match).stables[0].chariots[0].driver
    assert man is not None
    assert (man.modifier, man.full, man.hits, man.experience, man.name) == (2, 10, 10, 0, "Gaius Donicus")
    assert (mine(match).endurance, cash(match)[0]) == (46, 100)


@pytest.mark.rule("CM 21.5a")
@pytest.mark.parametrize(("choice", "price"), [("+0", 1500), ("+1", 2500), ("+2", 4000)])
def test_prices_of_drivers(choice: str, price: int) -> None:
    dead = chariot(1, man=driver(2, hits=0, full=6))
    match = market(dead, dice=[1, *ROMAN, 1])
    answer(match, "purchases", {0: {"driver_1": choice}})
    assert cash(match)[0] == 10_000 - price
    man = state(match).stables[0].chariots[0].driver
    assert man is not None
    assert man.modifier == int(choice)


@pytest.mark.rule("CM 21.5a")
def test_for_an_injured_driver_too_but_for_no_healthy_one() -> None:
    hurt = chariot(1, man=driver(1, hits=5, full=6))
    match = market(hurt, chariot(2), dice=[1, *ROMAN, 1])
    assert [field.name for field in match.pending[0].fields] == ["driver_1"]  # type: ignore[attr-defined]
    answer(match, "purchases", {0: {"driver_1": "+0"}})
    assert [each.hits for each in state(match).stables[0].drivers] == [5]
    assert questions(begun([stable(chariot(1)), stable(chariot(2))], step="purchases")) == ["entries"] * 2


@pytest.mark.rule("CM 21.5b")
def test_with_a_new_team_the_new_driver_weakens_the_new_one() -> None:
    both = chariot(1, man=driver(hits=0, full=6), horses=team(7, 4, 4, 7, now=(0, 4, 4, 7)))
    rolls = [3, 4, 1, 3, 4, 2, 3, 4, 3, 3, 4, 4, 1]  # four horses of 2: endurance 74
    match = market(both, dice=[*rolls, 2, *ROMAN, 5])
    answer(match, "purchases", {0: {"team_1": "500", "driver_1": "+0"}})
    for _ in range(3):
        answer(match, "horse_price")
    assert (speeds(mine(match)), mine(match).endurance) == ([2, 2, 2, 2], 69)


# -- cars (CM 21.6) ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 21.6")
@pytest.mark.parametrize("kind", ["light", "normal", "heavy"])
def test_a_car_of_the_same_class_for_five_hundred(kind: str) -> None:
    match = market(chariot(1, kind=kind, wrecked=True), purse=600)
    with pytest.raises(Refused, match="takes none, buy"):
        match.submit(0, {"car_1": "heavy"})
    answer(match, "purchases", {0: {"car_1": "buy"}})
    car = state(match).stables[0].chariots[0].car
    assert car is not None
    assert (car.kind, car.wrecked, cash(match)[0]) == (kind, False, 100)


@pytest.mark.rule("CM 20.21a")
def test_what_was_bought_is_told_when_all_have_written() -> None:
    first, second = chariot(1, wrecked=True), chariot(2, wrecked=True)
    match = begun([stable(first), stable(second)], step="purchases")
    match.submit(0, {"car_1": "buy"})
    assert not told(match, "purchases")
    assert cash(match) == [10_000] * 2
    match.submit(1, {})
    assert told(match, "purchases") == [{"seat": 0, "things": ["a car"], "sum": 500}]
    assert cash(match) == [9500, 10_000]


def test_everything_that_is_lost_cheaply_in_one_answer() -> None:
    """A driver, a horse and a car for the first, 2,500s; then no more is left for the second. Wounds are no loss."""
    first = chariot(1, man=driver(hits=0, full=6), horses=team(7, 4, 4, 7, now=(0, 4, 4, 7)), wrecked=True)
    second = chariot(2, man=driver(hits=0, full=6, identity=21), wrecked=True)
    third = chariot(3, man=driver(hits=5, full=6, identity=31), wrecked=True)
    match = market(first, second, third, purse=3200)
    labels = [each["label"] for each in match.explain(0)]
    assert labels == ["Buy nothing", "As many chariots ready as possible, cheaply"]
    repairs = match.explain(0)[1]["choice"]
    bought = {name: choice for name, choice in repairs.items() if choice != "none"}
    assert bought == {"driver_1": "+0", "horse_1_1": "500", "car_1": "buy", "car_3": "buy"}
    orders = {**default_orders(GAME.orders(match.options, 2)), "purchases": "cheap"}
    obeyed = obey(match, 0, orders)
    assert obeyed is not None
    assert plain_choice(obeyed.choice) == repairs
