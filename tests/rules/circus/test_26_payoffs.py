"""CM 26.4, 20.4: what is paid after the race, who pays it, and what leaves the game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus.games.circus.patronage.money import BANK
from tests.rules.circus.kit import CircusMatch, events, play
from tests.rules.circus.money_kit import coffers, money_book, patrons, set_up, until
from tests.rules.circus.season_kit import drive_on, report, season, stables

LAST: dict[str, Any] = {"red": "lane 3, backstretch 32", "blue": "lane 4, backstretch 12"}
HOME = {"lap": 3, "written": 8, "whip": False, "horses_start": [4, 4, 4, 4]}


def paid(bets: dict[str, dict[str, int]], odds: dict[str, int], **more: Any) -> CircusMatch:
    """Red wins; everybody's money is on the table."""
    race = patrons(**LAST, red_is=HOME, blue_is={"lap": 3}, bets=bets, odds=odds, **{"amount": 0, **more})
    play(race, "forward 2")
    until(race)
    assert race.outcome is not None
    assert race.outcome.winners == (0,)
    return race


def purses(race: CircusMatch) -> list[int]:
    return [coffers(race).purse(seat) for seat in range(race.seats)]


def shared(due: dict[int, int], pool: int, *, dice: tuple[int, ...] = ()) -> dict[int, int]:
    race = patrons(**LAST, red_is=HOME, dice=dice)
    return money_book(race).cut_to_pool(due, pool)


@pytest.mark.rule("CM 26.4")
def test_odds_times_the_bet_and_no_stake_besides() -> None:
    race = paid({"0": {"0": 1500}, "1": {"1": 7500}}, {"0": 6, "1": 1})
    assert purses(race) == [9000, 0]  # second place pays nothing
    (told,) = events(race, "payoff")
    assert told.clauses == ("CM 26.4",)
    assert told.data["purses"] == {"0": 9000, "1": 0}
    assert not events(race, "money-changers")


@pytest.mark.rule("CM 26.4", "CM 26.3")
def test_later_bets_pay_at_the_first_odds() -> None:
    race = paid({"0": {"0": 1000}, "1": {"1": 5000}}, {"0": 3, "1": 1}, later=[{"0": {"0": 1000}}, {"1": {"1": 100}}])
    assert purses(race) == [6000, 0]


@pytest.mark.rule("CM 26.41")
@pytest.mark.parametrize(
    ("due", "pool", "left"),
    [
        ({0: 9000, 1: 3000}, 10_000, {0: 9000, 1: 1000}),
        ({0: 9000, 1: 600, 2: 300}, 8000, {0: 8000, 1: 0, 2: 0}),
        ({0: 600, 1: 600}, 1000, {0: 500, 1: 500}),
        ({0: 9000, 1: 600, 2: 600}, 9400, {0: 9000, 1: 200, 2: 200}),
        ({0: 9000, 1: 600}, 9600, {0: 9000, 1: 600}),
        ({0: 9000, 1: 600}, 20_000, {0: 9000, 1: 600}),
    ],
)
def test_who_is_due_least_is_cut_first(due: dict[int, int], pool: int, left: dict[int, int]) -> None:
    assert shared(due, pool) == left


@pytest.mark.rule("CM 26.41")
@pytest.mark.parametrize(("die", "unlucky"), [(1, 1), (2, 0)])
def test_equals_draw_lots_for_an_odd_hundred(die: int, unlucky: int) -> None:
    cut = shared({0: 600, 1: 600}, 900, dice=(die,))
    assert sorted(cut.values()) == [400, 500]
    assert cut[unlucky] == 400


@pytest.mark.rule("CM 26.41")
def test_only_later_bets_can_break_the_bank() -> None:
    """A pool of 8100s, and 9000s due."""
    bets = {"0": {"0": 500}, "1": {"1": 100, "0": 1000}, "2": {"1": 5000}}
    race = paid(bets, {"0": 4, "1": 1}, later=[{"0": {"0": 500}}, {"1": {"0": 1000}}], purses=3,
                green="lane 6, backstretch 12", green_is={"lap": 3})  # fmt: skip
    assert purses(race) == [100, 8000, 0]  # he was due 4000s: the pool of 8100s lacks 3900s
    (told,) = events(race, "broken-bank")
    assert told.data == {"pool": 8100, "due": 12_000, "cuts": {"0": 3900}}
    assert told.clauses == ("CM 26.41",)


@pytest.mark.rule("CM 26.41", "CM 26.2b")
def test_bets_before_the_race_alone_never_break_it() -> None:
    rng = random.Random(41)
    for _ in range(200):
        bets = {seat: {rng.randrange(4): 100 * rng.randint(1, 60) for _ in range(3)} for seat in range(5)}
        race_pool = sum(sum(each.values()) for each in bets.values())
        on = {number: sum(each.get(number, 0) for each in bets.values()) for number in range(4)}
        assert all(amount * (race_pool // amount) <= race_pool for amount in on.values() if amount)


@pytest.mark.rule("CM 26.42")
def test_what_nobody_has_won_leaves_the_game() -> None:
    race = paid({"0": {"0": 4900}, "1": {"1": 25_100}}, {"0": 6, "1": 1})
    assert purses(race) == [29_400, 0]
    (told,) = events(race, "money-changers")
    assert (told.data, told.clauses) == ({"kept": 600}, ("CM 26.42",))


@pytest.mark.rule("CM 26.42")
def test_where_nobody_has_backed_the_winner_all_of_it_does() -> None:
    race = paid({"0": {"1": 300}, "1": {"1": 700}}, {"1": 1})
    assert purses(race) == [0, 0]
    assert events(race, "money-changers")[0].data == {"kept": 1000}


@pytest.mark.rule("CM 26.42")
def test_without_a_winner_no_bet_pays() -> None:
    race = patrons(**LAST, red_is=HOME, bets={"0": {"0": 5000}, "1": {"1": 7000}}, odds={"0": 2, "1": 1}, amount=0)
    money_book(race).settle(None)
    assert purses(race) == [0, 0]
    assert events(race, "money-changers")[0].data == {"kept": 12_000}


@pytest.mark.rule("CM 26.1d")
@pytest.mark.parametrize(("on", "winner"), [(0, 0), (1, 1)])
def test_a_side_bet_is_settled_by_the_winner(on: int, winner: int) -> None:
    bet = {"backer": 0, "layer": 1, "chariot": on, "stake": 500, "against": 500}
    race = paid({}, {}, side_bets=[bet], amount=1000)
    assert coffers(race).purse(winner) == 2000  # 500s at even money, on top of what was left
    assert not events(race, "money-changers")


@pytest.mark.rule("CM 20.4")
def test_nobody_gets_money_but_for_bets() -> None:
    race = drive_on(season(stables(1, 1, 0), patronage="bets", purses=[3000, 4000, 500]))
    told = report(race)
    assert {each["clause"] for each in told["transfers"] if each["payer"] == BANK} <= {"CM 26.4", "CM 26.1d"}
    assert sum(told["purses"]) <= 7500
    for seat, start in enumerate([3000, 4000, 500]):
        came = sum(each["sum"] for each in told["transfers"] if each["payee"] == seat)
        went = sum(each["sum"] for each in told["transfers"] if each["payer"] == seat)
        assert start + came - went == told["purses"][seat]


@pytest.mark.rule("CM 20.4", "CM 26.41", "CM 26.42")
@pytest.mark.parametrize("seed", range(6))
def test_sesterces_are_never_made_and_nobody_owes_any(seed: int) -> None:
    rng = random.Random(seed)
    entries = [rng.randint(0, 2) for _ in range(rng.randint(2, 8))]
    entries[0] = 1
    start = [100 * rng.randint(1, 100) for _ in entries]
    level = rng.choice(("basic", "advanced"))
    race = season(stables(*entries), seed=str(seed), ruleset=level, patronage="bets", purses=start)
    while race.outcome is None:
        seat, decision = next(iter(race.pending.items()))
        race.answer(seat, decision.sample(rng))
        assert min(purses(race)) >= 0
    assert sum(purses(race)) + coffers(race).purse(BANK) == 0
    assert sum(purses(race)) <= sum(start)


@pytest.mark.rule("CM 24.1", "CM 26.1a")
@pytest.mark.parametrize("level", ["basic", "advanced", "arsenal", "streamlined", "condensed", "timed"])
def test_races_of_their_own_with_money_to_the_end(level: str) -> None:
    rng = random.Random(level)
    race = set_up(5, seed=level, level=level, betters=1)
    while race.outcome is None:
        seat, decision = next(iter(race.pending.items()))
        race.answer(seat, decision.sample(rng))
    assert min(purses(race)) >= 0
    assert sum(purses(race)) <= 25_000


@pytest.mark.rule("CM 26.1d")
@pytest.mark.parametrize(
    ("places", "purses_after"),
    [
        ({0: 2, 1: 3}, [1500, 500]),  # it comes in ahead, though neither has won
        ({0: 3, 1: 2}, [500, 1500]),
        ({0: 4}, [1500, 500]),  # the other is wrecked
        ({1: 4}, [500, 1500]),
        ({}, [1000, 1000]),  # both are: the stakes come back
    ],
)
def test_a_side_bet_that_one_comes_in_before_the_other(places: dict[int, int], purses_after: list[int]) -> None:
    bet = {"backer": 0, "layer": 1, "chariot": 0, "rival": 1, "stake": 500, "against": 500}
    race = patrons(**LAST, red_is=HOME, side_bets=[bet], amount=500)
    book = money_book(race)
    book.places = lambda: places  # type: ignore[method-assign]
    book.settle(None)
    assert purses(race) == purses_after
    assert coffers(race).purse(BANK) == -sum(purses_after)


@pytest.mark.rule("CM 26.1d")
def test_red_beats_blue_in_a_race() -> None:
    bet = {"backer": 1, "layer": 0, "chariot": 0, "rival": 1, "stake": 500, "against": 500}
    race = paid({}, {}, side_bets=[bet], amount=1000)
    assert purses(race) == [1000, 2000]
