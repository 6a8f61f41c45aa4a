"""CM 20: the season, race by race, and who has won."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludus import SetupError
from ludus.campaign.loans import Loan
from ludus.campaign.season.charts import BUILDS
from ludus.core.dice import ScriptedDice
from ludus.core.errors import Refused
from tests.rules.campaign.season.host import (
    answer,
    begun,
    cash,
    go_to,
    questions,
    quiet_report,
    run_race,
    season,
    settled,
    state,
    told,
)
from tests.rules.campaign.season.kit import chariot, driver, stable

ROMAN = [1, 1, 1, 1, 1]  # a nation and two names
HORSES = [1, 2, 3, 4]  # names


def built(match: Any, builds: dict[int, str] | None = None) -> None:
    answer(match, "builds", {seat: {"chariot_1": points} for seat, points in (builds or {}).items()})


def three(*spare: int) -> list[Any]:
    """Stables with one healthy chariot each, or with so many."""
    counts = spare or (1, 1, 1)
    numbers = iter(range(1, 100))
    return [stable(*(chariot(next(numbers)) for _ in range(count))) for count in counts]


# -- the start (CM 20.1) ----------------------------------------------------------------------------------------


@pytest.mark.rule("CM 20.1a")
def test_every_faction_begins_with_ten_thousand() -> None:
    match = season(6)
    assert cash(match) == [10_000] * 6
    assert sum(cash(match)) == 60_000


@pytest.mark.rule("CM 20.1b")
def test_five_chariots_by_the_charts_of_the_circus() -> None:
    """The dice of the first: hits 2 (with +2: 7), his name, team 1, endurance 6, names of horses."""
    first = [2, *ROMAN, 1, 6, *HORSES]
    others = [[3, 4, 1 + number // 6, 1 + number % 6, 3, 4, *HORSES] for number in range(9)]  # Greeks
    match = season(2, dice=ScriptedDice([*first, *(die for dice in others for die in dice)]))
    built(match, {0: "2 1 0 1"})
    mine = state(match).stables[0]
    assert [len(mine.chariots), len(mine.all_drivers()), len(mine.all_teams()), len(mine.all_cars())] == [5] * 4
    assert all(sum(each.points) == 4 for stable_ in state(match).stables for each in stable_.chariots)
    one = mine.chariots[0]
    assert one.driver is not None
    assert one.team is not None
    assert one.car is not None
    assert (one.points, one.driver.modifier, one.driver.full, one.car.kind) == ((2, 1, 0, 1), 2, 7, "normal")
    assert ([horse.full for horse in one.team.living], one.team.endurance) == ([5, 4, 3, 4], 40)
    assert (one.driver.name, one.driver.nation) == ("Gaius Donicus", "Roman")
    event = next(event for event in match.events if event.kind == "chariot")
    assert {"CM 20.1b", "CM 3.61", "CM 3.63", "CM 3.64"} <= set(event.clauses)


@pytest.mark.rule("CM 20.1b")
def test_points_are_written_in_secret_and_any_allocation_may_be_repeated() -> None:
    match = season(2)
    answer(match, "builds", {0: {f"chariot_{number}": "2 2 0 0" for number in range(1, 6)}})
    assert [each.points for each in state(match).stables[0].chariots] == [(2, 2, 0, 0)] * 5
    early = season(2)
    early.submit(0, {"chariot_1": "0 0 2 2"})
    assert "0 0 2 2" not in json.dumps(early.view(1)["position"])
    assert early.view(1)["given"] is None
    with pytest.raises(Refused, match="chariot 1 takes"):
        early.submit(1, {"chariot_1": "2 2 1 0"})
    with pytest.raises(Refused, match="chariot 1 takes"):
        early.submit(1, {"chariot_1": "3 1 0 0"})
    assert len(BUILDS) == 19


@pytest.mark.rule("CM 20.1c")
def test_only_whole_chariots_are_entered() -> None:
    """There is no answer that puts a driver on another chariot; what experience has made of him is legal."""
    stables = [stable(chariot(1, man=driver(2)), chariot(2, man=driver(0, identity=21))), stable(chariot(3))]
    match = begun(stables, step="entries")
    assert set(match.pending[0]) == {"enter 1", "enter 2", "enter 1 2", "enter 2 1", "stay out"}
    with pytest.raises(Refused):
        match.submit(0, "enter 1 on 2")
    answer(match, "entries", {0: "enter 2 1"})
    assert match.contest is not None
    assert [each["modifier"] for each in match.contest.options["stables"][0]] == [0, 2]


@pytest.mark.rule("CM 20.1a")
def test_a_faction_has_one_colour_all_season() -> None:
    match = begun([stable(chariot(1), chariot(2)), stable(chariot(3)), stable(chariot(4))], step="entries")
    answer(match, "entries", {0: "enter 2 1", 1: "stay out"})
    assert match.contest is not None
    entered = match.contest.options["stables"]
    assert [[each["faction"] for each in seat] for seat in entered] == [["red", ""], [], ["green"]]


@pytest.mark.rule("CM 20.1c")
def test_experience_may_take_a_chariot_beyond_four_points() -> None:
    man = driver(1, experience=25)
    match = begun([stable(chariot(1, man=man)), stable(chariot(2))], step="experience", race=1)
    answer(match, "improve", {0: f"driver {man.id}"})
    go_to(match, "race")
    assert match.contest is not None
    assert match.contest.options["stables"][0][0]["modifier"] == 2


# -- the cycle (CM 20.2) ----------------------------------------------------------------------------------------


@pytest.mark.rule("CM 20.2")
def test_every_race_goes_through_the_same_steps_and_after_the_last_it_ends() -> None:
    match = season(2, races=2)
    for _ in range(2):
        run_race(match, {"place": 1, "gap": 2}, {"place": 2, "gap": None})
    assert match.outcome is not None
    kinds = [event.kind for event in match.events if event.kind in ("entries", "places", "settled", "healed", "learnt")]
    assert kinds == ["entries", "places", "settled", "learnt", "learnt", "healed"] * 2
    assert len(state(match).days) == 2


@pytest.mark.rule("CM 20.2")
def test_ten_races_by_the_book() -> None:
    match = season(2)
    for race in range(1, 11):
        assert match.outcome is None
        assert state(match).race == race
        run_race(match)
    assert match.outcome is not None
    assert [each.race for each in state(match).days] == list(range(1, 11))


@pytest.mark.rule("CM 20.3")
def test_the_race_is_a_match_of_the_circus_by_the_advanced_rules() -> None:
    match = go_to(season(3, bettors=1), "race")
    contest = match.contest
    assert contest is not None
    assert (contest.game, contest.ruleset, contest.owners, contest.title) == ("circus", "advanced", (0, 1, 2), "Race 1")
    assert contest.options["purses"] == [10_000] * 3
    assert [len(each) for each in contest.options["stables"]] == [1, 1, 0]
    assert contest.options["patronage"] == "bets"


@pytest.mark.rule("CM 20.3")
def test_house_rules_of_the_races_are_agreed_on_before() -> None:
    match = go_to(season(2, race_ruleset="timed", race_options={"lash_dice": 2}), "race")
    assert match.contest is not None
    assert (match.contest.ruleset, match.contest.options["lash_dice"]) == ("timed", 2)
    for wrong in ({"lash_dice": 9}, {"no_such": 1}, "text", {"builds": "thirty-two"}, {"edition": "third"}):
        with pytest.raises(SetupError):
            season(2, race_options=wrong)


# -- spending and entries (CM 20.21, 20.22) ---------------------------------------------------------------------


@pytest.mark.rule("CM 20.21a")
def test_purchases_are_written_in_secret_and_must_leave_a_hundred() -> None:
    """3,100s buy a driver of 1,500s and cars for 500s; one sesterce less than 100s left is refused."""
    dead = [driver(hits=0, full=6, identity=number) for number in (71, 72)]
    mine = stable(*(chariot(number, man=man, wrecked=True) for number, man in enumerate(dead, start=1)), chariot(3))
    match = begun([mine, stable(chariot(4))], cash=(3100, 100), step="purchases", seed="x")
    assert sorted(match.pending) == [0]
    assert match.view(1)["decision"] is None
    with pytest.raises(Refused, match="100s must be left to bet"):
        match.submit(0, {"driver_1": "+0", "driver_2": "+0", "car_1": "buy"})  # 3,500s
    with pytest.raises(Refused, match="100s must be left to bet"):
        match.submit(0, {"driver_1": "+1", "car_1": "buy", "car_2": "buy"})  # 3,500s
    assert cash(match) == [3100, 100]
    match.submit(0, {"driver_1": "+0", "car_1": "buy", "car_2": "buy"})
    assert cash(match)[0] == 600


@pytest.mark.rule("CM 20.21a")
def test_nobody_must_spend_and_who_cannot_is_not_asked() -> None:
    """2,000s do not buy for 2,100s; with 599s not even a car is to be had."""
    wrecked = [stable(chariot(1, wrecked=True), chariot(2)), stable(chariot(3))]
    match = begun(wrecked, cash=(599, 500), step="purchases")
    assert set(questions(match)) == {"entries"}
    match = begun(wrecked, cash=(600, 500), step="purchases")
    assert questions(match) == ["purchases"]
    answer(match, "purchases")
    assert cash(match) == [600, 500]


@pytest.mark.rule("CM 20.21b")
def test_who_stays_out_has_a_seat_at_the_race_all_the_same() -> None:
    match = begun(three(), step="entries")
    answer(match, "entries", {1: "stay out"})
    assert match.contest is not None
    assert [len(each) for each in match.contest.options["stables"]] == [1, 0, 1]
    assert match.contest.owners == (0, 1, 2)


@pytest.mark.rule("CM 20.21b")
def test_with_no_fit_chariot_there_is_nothing_to_choose() -> None:
    hurt = stable(chariot(1, man=driver(hits=0, full=5)))
    match = begun([hurt, stable(chariot(2)), stable(chariot(3))], step="entries")
    assert sorted(match.pending) == [1, 2]


@pytest.mark.rule("CM 20.21b")
@pytest.mark.parametrize("entering", [0, 1])
def test_a_race_that_nobody_would_run_is_not_run(entering: int) -> None:
    """And everybody heals all the same."""
    hurt = [stable(chariot(1, man=driver(hits=4, full=6))), stable(chariot(2))]
    match = begun(hurt, step="entries")
    answer(match, "entries", {seat: "stay out" for seat in range(2) if seat >= entering})
    assert match.contest is None
    assert state(match).days[0].finishes == ()
    assert told(match, "no-race") == [{"race": 3}]
    assert state(match).stables[0].chariots[0].injury == 1
    assert (state(match).race, cash(match)) == (4, [10_000] * 2)


@pytest.mark.rule("CM 20.22a")
def test_entries_are_secret_until_all_have_chosen() -> None:
    match = begun(three(2, 2, 2), step="entries")
    before = json.dumps(match.view(1)), str(match.events_for(1))
    match.submit(0, "enter 2 1")
    assert json.dumps(match.view(1)).replace('"waiting": [1, 2]', '"waiting": [0, 1, 2]') == before[0]
    assert str(match.events_for(1)) == before[1]
    match.submit(1, "enter 3")
    match.submit(2, "stay out")
    assert told(match, "entries")[0]["entries"] == [
        {"seat": 0, "chariot": 2, "name": "Driver 21"},
        {"seat": 0, "chariot": 1, "name": "Driver 11"},
        {"seat": 1, "chariot": 3, "name": "Driver 31"},
    ]


@pytest.mark.rule("CM 20.22b")
def test_two_entries_of_a_faction_are_the_limit() -> None:
    match = begun(three(3, 3, 3, 3, 3), step="entries")
    answer(match, "entries", {seat: f"enter {3 * seat + 1} {3 * seat + 2}" for seat in range(5)})
    assert match.contest is not None
    assert [len(each) for each in match.contest.options["stables"]] == [2] * 5
    with pytest.raises(Refused):
        begun(three(3, 3), step="entries").submit(0, "enter 1 2 3")


@pytest.mark.rule("CM 20.22b")
def test_where_second_entries_are_too_many_the_lot_cuts_them() -> None:
    """Four factions in a field of eight have room for all, five for three second chariots; first ones always start."""
    cut: set[int] = set()
    for number in range(12):
        match = begun(three(2, 2, 2, 2, 2), step="entries", seed=f"cut {number}", most_chariots=8)
        answer(match, "entries", {seat: f"enter {2 * seat + 1} {2 * seat + 2}" for seat in range(5)})
        assert match.contest is not None
        handed = match.contest.options["stables"]
        assert sum(map(len, handed)) == 8
        assert [each[0]["name"] for each in handed] == [f"Driver {20 * seat + 11}" for seat in range(5)]
        cut |= {each["seat"] for each in told(match, "cut")}
        assert len(told(match, "cut")) == 2
    assert cut == set(range(5))
    match = begun(three(2, 2, 2, 2), step="entries", most_chariots=8)
    answer(match, "entries", {seat: f"enter {2 * seat + 1} {2 * seat + 2}" for seat in range(4)})
    assert not told(match, "cut")


# -- after the race (CM 20.4, 20.5) -----------------------------------------------------------------------------


@pytest.mark.rule("CM 20.4")
def test_four_places_at_most_are_announced_and_money_comes_from_bets_alone() -> None:
    match = begun(three(1, 1, 1, 1, 1, 1), step="entries")
    before = sum(cash(match))
    run_race(match, *({"place": place, "gap": 1} for place in (3, 1, 2, 5, 4)))
    assert [(each["place"], each["seat"]) for each in told(match, "places")[0]["places"]] == [
        (1, 1),
        (2, 2),
        (3, 0),
        (4, 4),
    ]
    lines = [line for line in state(match).ledger.transfers if line.when == 3]
    assert {line.clause for line in lines} == {"CM 26.1a"}
    assert sum(cash(match)) == before - 600


@pytest.mark.rule("CM 20.4")
def test_the_lines_of_the_race_stand_in_the_account_book() -> None:
    """Seats of the race are those who are still in the game; the bank stays the bank."""
    match = begun(three(), step="entries")
    go_to(match, "race")
    assert match.contest is not None
    report = quiet_report(match.contest)
    report["transfers"] += [
        {"payer": -1, "payee": 2, "sum": 300, "why": "red at 3 to 1", "clause": "CM 26.4"},
        {"payer": 0, "payee": 1, "sum": 50, "why": "a side bet", "clause": "CM 26.1d"},
    ]
    report["purses"] = [9850, 9950, 10_200]
    match.settle(settled(report))
    assert cash(match) == [9850, 9950, 10_200]
    assert [(line.why, line.sum, line.when) for line in state(match).ledger.account(2)][-1] == ("red at 3 to 1", 300, 3)


@pytest.mark.rule("CM 20.5")
def test_first_the_wounds_heal_then_points_are_spent() -> None:
    """A horse lost 2 boxes, its team earned 14: one box returns, then 10 points buy one horse a higher speed."""
    match = begun(three(), step="entries")
    run_race(match, {"place": 1, "gap": 2, "horses": [3, 4, 4, 5]})
    mine = state(match).stables[0].chariots[0].team
    assert mine is not None
    assert ([horse.now for horse in mine.living], mine.experience) == ([4, 4, 4, 5], 14)
    assert questions(match) == ["improve"]
    assert set(match.pending[0]) == {"save", "endurance 12", *(f"horse 12 {place}" for place in range(1, 5))}
    answer(match, "improve", {0: "horse 12 2"})
    assert ([horse.now for horse in mine.living], mine.experience) == ([4, 5, 4, 5], 4)


# -- who has won (CM 20-goal) -----------------------------------------------------------------------------------


@pytest.mark.rule("CM 20-goal")
def test_money_wins_and_not_races() -> None:
    match = begun(three(1, 1), cash=(14_300, 14_400), step="entries", race=10)
    run_race(match, {"place": 1, "gap": 9}, {"place": 2, "gap": None})
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.places, match.outcome.reason) == ((1,), (2, 1), "richest")
    assert match.outcome.report == {"cash": [14_200, 14_300]}


@pytest.mark.rule("CM 20-goal")
@pytest.mark.rule("CM 26.5")
def test_a_bettor_may_win() -> None:
    match = begun([*three(1, 1), stable()], cash=(20_000, 500, 20_100), step="entries", race=10, bettors=1)
    run_race(match)
    assert match.outcome is not None
    assert match.outcome.winners == (2,)


@pytest.mark.rule("CM 20-goal")
def test_open_loans_fall_due_at_the_end() -> None:
    loan = Loan(1, lender=1, borrower=0, lent=2500, owed=3000, due=13)
    match = begun(three(1, 1), cash=(12_100, 8600), loans=[loan], step="entries", race=10)
    run_race(match)
    assert cash(match) == [9000, 11_500]
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


@pytest.mark.rule("CM 20-goal")
def test_at_the_end_nobody_sells_and_what_cannot_be_paid_is_void() -> None:
    """Earlier dates first; nobody becomes bankrupt."""
    loans = [
        Loan(1, lender=1, borrower=0, lent=1, owed=400, due=12),
        Loan(2, lender=2, borrower=0, lent=1, owed=500, due=11),
    ]
    match = begun(three(), cash=(800, 1000, 1000), loans=loans, step="entries", race=10)
    run_race(match)
    assert cash(match) == [0, 1100, 1400]
    assert told(match, "void") == [{"seat": 0, "lender": 1, "owed": 200}]
    assert not state(match).gone
    assert not state(match).loans
    assert len(state(match).stables[0].chariots) == 1


@pytest.mark.rule("CM 20-goal")
def test_what_one_gets_the_next_one_pays_with() -> None:
    """Two owes one, one owes nought; the other way round in the list."""
    loans = [
        Loan(1, lender=0, borrower=1, lent=1, owed=500, due=11),
        Loan(2, lender=1, borrower=2, lent=1, owed=600, due=12),
    ]
    match = begun(three(), cash=(100, 100, 1000), loans=loans, step="entries", race=10)
    run_race(match)
    assert cash(match) == [500, 100, 300]


@pytest.mark.rule("CM 20-goal")
def test_equal_cash_is_a_shared_win() -> None:
    match = begun(three(), cash=(5000, 5000, 4000), step="entries", race=10)
    run_race(match)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.places, match.outcome.reason) == ((0, 1), (1, 1, 3), "equally-rich")


@pytest.mark.rule("CM 20.2")
@pytest.mark.parametrize("seats", [2, 8])
def test_two_to_eight_factions(seats: int) -> None:
    assert len(state(season(seats)).stables) == seats
    for wrong in (1, 17):
        with pytest.raises(SetupError):
            season(wrong)
    with pytest.raises(SetupError, match="option bettors leaves 1 of 3 seats a faction; a season needs 2"):
        season(3, bettors=2)
