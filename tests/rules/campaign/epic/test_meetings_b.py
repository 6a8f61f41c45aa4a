"""More places where the rules of the epic campaign meet: events that are not held, houses that fall in between."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.campaign.epic.challenges import Challenge
from ludus.campaign.epic.galas import Galas
from ludus.campaign.epic.state import Bout, Champion, Duel, Families, Slave, Wager
from ludus.campaign.loans import Loan
from ludus.campaign.people import Car
from ludus.campaign.season.state import Grave
from ludus.core.dice import SeededDice
from ludus.core.errors import DataError, SetupError
from ludus.core.match import Match
from ludus.games.circus.editions import book_of
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
from tests.rules.circus.kit import GAME as CIRCUS
from tests.rules.epic.patron_kit import form, until


def not_held(of: Families) -> Families:
    """Nobody takes part; then experience and recovery."""
    book_ = book(of, *(6,) * 12)
    run(book_.hold_event(), ())
    run(book_.recover_all())
    assert told(book_, "no-race")
    return of


@pytest.mark.rule("E1 5.2.1b", "E1 11.1.2")
def test_a_race_that_is_not_run_heals_nobody() -> None:
    hurt = chariot(1, man=driver(hits=3, full=6), horses=team(5, 4, 4, 5, now=(3, 4, 4, 5)))
    of = families(2, stables=[stable(hurt)])
    of.event, of.racing = "race", [0]
    not_held(of)
    assert hurt.driver is not None
    assert hurt.team is not None
    assert (hurt.driver.hits, [horse.now for horse in hurt.team.horses]) == (3, [3, 4, 4, 5])


@pytest.mark.rule("E1 11.2.1a")
def test_a_gala_that_is_not_held_heals_no_wounds_of_a_duel() -> None:
    of = families(2, men=[man(1, 0, wounds=(0, 5, 0, 0, 0))])
    of.event = "gala"
    assert not_held(of).men[1].wounds == (0, 5, 0, 0, 0)


@pytest.mark.rule("E1 5.1.2-gala")
def test_side_bets_come_back_when_the_men_of_the_card_are_gone() -> None:
    of = families(3, men=[man(1, 0), man(2, 1)])
    of.event, of.step, of.card = "gala", "event", [Bout((1, 2))]
    before = book(of)
    before.place_wager(Wager(0, 2, 1, 500, 800))
    before.withdraw(1)
    assert of.card == []
    not_held(of)
    assert cash(of)[0] == cash(of)[2] == 20_000
    assert of.wagers == []


@pytest.mark.rule("E1 5.2.3", "E1 6.6.4")
def test_a_stake_never_comes_back_to_a_slave() -> None:
    """Neither has the men that he has promised; the one is a slave by now, who owns no money."""
    of = families(3, cash=[5000, 0, 5000], men=[man(3, 2)])
    of.duels, of.slaves = [Duel(0, 1, 1, 1, 100)], [Slave(1, "driver", 7)]
    run(book(of).place_duels())
    assert cash(of) == [5100, 0, 5000]


@pytest.mark.rule("E1 4.2")
def test_a_race_has_no_more_chariots_than_agreed_however_many_each_has() -> None:
    stables = [stable(*(chariot(10 * seat + number) for number in (1, 2, 3))) for seat in range(5)]
    of = families(5, stables=stables, epic_chariots=8, epic_entries=2, epic_extras=8)
    of.event, of.racing = "race", [0, 1, 2, 3, 4]
    options = book(of).race_to_run()[0].options
    assert (options["entries"], options["extra_entries"]) == (1, 3)
    of.racing = [0, 1, 2]
    options = book(of).race_to_run()[0].options
    assert (options["entries"], options["extra_entries"]) == (2, 2)


@pytest.mark.rule("E1 4.2")
def test_victories_of_the_dead_and_the_freed_are_still_recorded() -> None:
    of = families(2, stables=[stable(chariot(1))], men=[man(1, 0, wins=2), man(2, 0, wins=1, status="dead")])
    of.graves = [Grave("Felix", "driver", 0, 1, 9, 4, "driver 3"), Grave("Corax", "horse", 0, 1, 9, 0, "horse 4")]
    of.champions = [Champion("Scorpus", "driver", 0, 3, 10)]
    assert of.victories(0) == 2 + 1 + 4 + 10
    dead = of.stables[0].chariots[0].driver
    assert dead is not None
    dead.hits, dead.career.places[0] = 0, 4  # he who lies in the grave, and has no follower yet
    assert of.victories(0) == 17
    assert of.victories(1) == 0


@pytest.mark.rule("E1 5.2.3", "E1 6.1")
def test_who_has_put_his_stake_aside_may_spend_all_the_rest_in_secret() -> None:
    cars = {"horses_start": [5, 4, 4, 5], "endurance": 46, "car": "light", "modifier": 1, "hits_start": 7}
    options = {
        "patronage": "match race", "wagered": True, "stables": [[cars], [cars]], "purses": [700, 300], "entries": 1
    }  # fmt: skip
    race: Any = until(Match(CIRCUS, 2, SeededDice("stakes"), "epic", options), "skullduggery")
    assert [form(race, seat).limits[0].most for seat in (0, 1)] == [700, 300]
    assert form(race, 0).limits[0].words == "You may spend 700s."


@pytest.mark.rule("E1 5.1.2-gala")
@pytest.mark.parametrize(
    ("men", "clashes"),
    [
        ([(0, "retiarius"), (1, "retiarius")], 1),
        ([(0, "medium"), (0, "medium"), (0, "medium"), (1, "medium")], 1),
        ([(0, "retiarius"), (1, "retiarius"), (2, "medium")], 0),
        ([(0, "medium"), (0, "medium"), (0, "medium")], 1),
        ([(0, "medium"), (0, "medium"), (1, "retiarius"), (2, "retiarius")], 0),
    ],
)
def test_pairs_are_not_drawn_again_where_it_does_not_help(men: list[tuple[int, str]], clashes: int) -> None:
    of = families(3, men=[man(number, owner, type=kind) for number, (owner, kind) in enumerate(men, start=1)])
    book_: Galas = book(of)
    assert book_.unavoidable(list(of.men)) == clashes
    if len(men) == 2:
        assert book(of, 1).draw_card([1, 2])  # one die: one draw


@pytest.mark.rule("E1 5.2.3", "E1 6.6.4")
def test_who_has_become_a_slave_wins_no_stakes() -> None:
    of = families(3, cash=[5000, 0, 5000], men=[man(1, 0)])
    of.duels, of.slaves = [Duel(1, 0, 1, 2, 200)], [Slave(1, "gladiator", 7)]
    book(of).withdraw(0)
    assert cash(of) == [0, 0, 5000]


@pytest.mark.rule("E1 9.2a", "E1 9.2b")
def test_where_all_are_dead_nobody_shares_and_it_is_said_so() -> None:
    of = families(2, men=[man(1, 0), man(2, 1)])
    of.card = [Bout((1, 2))]
    book_ = book(of)
    book_.end_gala([fight_ended(report(alive=False, attack_cfs=9), report(alive=False, attack_cfs=9))])
    pot = told(book_, "pot")[-1]
    assert cash(of) == [20_000, 20_000]
    assert book_.say_pot(pot, ["Ann", "Bob"]) == "Nobody is left to share a pot: the Emperor pays nothing."


@pytest.mark.rule("E1 6.5")
def test_what_nobody_wants_as_a_whole_is_auctioned_piece_by_piece() -> None:
    """The team alone brings 200s; of the 500s owed 300 are void."""
    of = families(2, cash=[0, 3000], stables=[stable(chariot(1))])
    of.loans = [Loan(1, 1, 0, 500, 500, 1)]
    book_ = book(of, *(3,) * 30)
    bids = [(1, "pass"), (1, "pass"), (1, "bid 200"), (1, "pass")]
    asked = run(book_.go_bankrupt(0, by_loan=True), "none", *bids, "driver")
    assert [each["lot"] for each in told(book_, "put-up")] == ["chariot 1", "driver 11", "team 12", "car 13"]
    assert asked[-1].name == "afterlife"
    assert cash(of) == [0, 3000]
    assert [each.team.id for each in of.stables[1].chariots if each.team is not None] == [12]
    assert told(book_, "wound-up")[-1]["void"] == 300


# -- raised bets (E1 5.2.3) ---------------------------------------------------------------------------------------


@pytest.mark.rule("E1 5.2.3", "E2 5.4.2")
def test_the_challenged_may_raise_the_bet_and_the_challenger_follows_at_his_odds() -> None:
    of = families(2, men=[man(1, 0), man(2, 1)])
    book_ = book(of)
    phase: Any = book_.put_to(Challenge(0, 1, "duel", 1, 2, 200))
    asked = next(phase)
    assert list(asked) == ["decline", "accept", "raise 300", "raise 400", "raise 700", "raise 1200", "raise 10000"]
    labels = [each["label"] for each in book_.explain_challenged(asked)]
    assert labels[:3] == ["Decline", "Accept", "Accept, and raise to 300s"]
    with pytest.raises(StopIteration):
        phase.send("raise 300")
    assert cash(of) == [19_400, 19_700]
    assert of.duels == [Duel(0, 1, 1, 2, 300)]
    answered = told(book_, "answered")[-1]
    assert answered == {"by": 0, "to": 1, "accepted": True, "own": 600, "stake": 300}
    assert book_.say_answered(answered, ["Ann", "Bob"]) == "Bob accepts, for 300s against 600s."
    book_.pay_stakes(of.duels[0], "duel", 1)
    assert cash(of) == [19_400, 20_600]


@pytest.mark.rule("E1 5.2.3", "E1 6.1", "E2 5.4.2")
@pytest.mark.parametrize(
    ("purses", "raises"),
    [
        ([1200, 5000], []),
        ([1700, 5000], ["raise 500"]),
        ([9000, 450], []),
        ([9000, 350], None),
        ([5000, 650], ["raise 500", "raise 600"]),
    ],
)
def test_nobody_raises_beyond_what_both_can_pay(purses: list[int], raises: list[str] | None) -> None:
    of = families(2, cash=purses, men=[man(1, 0), man(2, 1)])
    asked: Any = next(book(of).put_to(Challenge(0, 1, "duel", 1, 3, 400)))
    assert list(asked) == (["decline"] if raises is None else ["decline", "accept", *raises])


# -- wheels after a match race (E1 11.1.1) ------------------------------------------------------------------------


@pytest.mark.rule("E1 5.2.1b", "E1 11.1.1", "E1 11.1.3")
def test_damaged_wheels_last_from_a_match_race_to_the_end_of_the_next_regular_one() -> None:
    mine, his = chariot(1), chariot(4)
    of = families(2, stables=[stable(mine), stable(his)])
    phase: Any = book(of).put_to(Challenge(0, 1, "match race", 1, 1, 100))
    next(phase)
    contest = phase.send("accept")
    assert "wheels" not in contest.options["stables"][0][0]
    ends = [{"place": 1, "margin": 3, "wheels": [7, 3]}, {"wrecked": True, "wheels": [2, 2]}]
    with pytest.raises(StopIteration):
        phase.send(race_ended(quiet_race(contest, ends)))
    assert mine.car is not None
    assert his.car is not None
    assert (mine.car.wheels, mine.ready) == ((7, 3), True)
    assert (his.car.wheels, his.car.wrecked) == ((0, 0), True)
    book(of).heal_gladiators()  # a gala repairs no car
    of.event, of.racing, of.stables[1] = "race", [0, 1], stable(chariot(5))
    racing = book(of).race_to_run()[0]
    assert racing.options["stables"][0][0]["wheels"] == [7, 3]
    book(of).end_race(race_ended(quiet_race(racing, [{"place": 1, "margin": 3}])))
    book(of).heal_stables()
    assert mine.car.wheels == (0, 0)


@pytest.mark.rule("E1 11.1.1", "E1 11.1.3")
def test_a_regular_race_repairs_also_the_cars_that_stayed_at_home() -> None:
    at_home, stored = chariot(1), Car(77, "heavy", wheels=(0, 4))
    assert at_home.car is not None
    at_home.car.wheels = (2, 0)
    of = families(2, stables=[stable(at_home)])
    of.stables[0].cars.append(stored)
    assert "heavy car with 0 and 4 points on its wheels" in book(of).goods_in_words(0, "car 77")
    assert at_home.copy().car == at_home.car
    book(of).heal_stables()
    assert (at_home.car.wheels, stored.wheels) == ((0, 0), (0, 0))


@pytest.mark.rule("E1 11.1.1", "E1 8.5.4")
def test_a_race_begins_with_the_wheels_that_are_handed_in_and_a_match_race_hands_them_back() -> None:
    """Nobody touches anybody: what was damaged before is as damaged after it."""
    bent = {"horses_start": [5, 4, 4, 5], "endurance": 46, "car": "light", "modifier": 1, "hits_start": 7}
    options: dict[str, Any] = {
        "patronage": "match race", "wagered": True, "purses": [700, 300], "entries": 1,
        "stables": [[{**bent, "wheels": [1, 0]}], [bent]],
    }  # fmt: skip
    race: Any = until(Match(CIRCUS, 2, SeededDice("wheels"), "epic", options), "skullduggery")
    assert [(each.left_wheel, each.right_wheel) for each in race.state.chariots if each.seat == 0] == [(1, 0)]
    race_book = book_of(race.state, race.table)
    told_of = {each["seat"]: each.get("wheels") for each in race_book.report()}
    assert told_of == {0: [1, 0], 1: None}
    for wrong in ([10, 0], [1], [0, -1]):
        with pytest.raises(SetupError, match="wheels"):
            Match(CIRCUS, 2, SeededDice("w"), "epic", {**options, "stables": [[{**bent, "wheels": wrong}], [bent]]})
    regular = {**options, "patronage": "bets", "wagered": None}
    race = until(Match(CIRCUS, 2, SeededDice("wheels"), "epic", regular), "skullduggery")
    assert all("wheels" not in each for each in book_of(race.state, race.table).report())


@pytest.mark.rule("E1 8.5.4")
@pytest.mark.parametrize("wheels", [(10, 0), (1,), (-1, 0)])
def test_a_file_with_wheels_that_cannot_be_is_refused(wheels: tuple[int, ...]) -> None:
    bent = chariot(1)
    assert bent.car is not None
    bent.car.wheels = wheels
    with pytest.raises(DataError, match="points on each of two wheels"):
        match(families(2, stables=[stable(bent)]))
