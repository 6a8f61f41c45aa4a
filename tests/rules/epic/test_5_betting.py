"""E2 5: bets, odds and payoffs, and the bet of a match race; E2 3.3.3: an extra entry by auction."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import Match, ScriptedDice, SetupError
from ludus.core.decision import Choose
from ludus.core.errors import Refused
from ludus.core.form import Form
from ludus.games.circus.editions import book_of
from ludus.games.circus.patronage.betting import Betting
from ludus.games.circus.patronage.money import BANK, SideBet
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, events, play
from tests.rules.epic.patron_kit import coffers, form, own, patrons, set_up, until

PLACES: dict[str, Any] = {
    "red": "lane 3, backstretch 12",
    "blue": "lane 4, backstretch 12",
    "green": "lane 5, backstretch 12",
}
LAST: dict[str, Any] = {"red": "lane 3, backstretch 32", "blue": "lane 4, backstretch 12"}
HOME = {"lap": 3, "written": 8, "whip": False, "horses_start": [4, 4, 4, 4]}


def betting(race: CircusMatch) -> Betting:
    book = book_of(race.state)
    assert isinstance(book, Betting)
    return book


def bets_of(race: CircusMatch, seat: int) -> Form:
    until(race, "bets")
    return form(race, seat)


# -- before the race ------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 5.1")
def test_everybody_must_bet_in_hundreds() -> None:
    race = set_up(2)
    ask = bets_of(race, 0)
    mine, his = own(race, 0), own(race, 1)
    assert ask.read({mine: 0, his: 0}) not in ask
    assert ask.read({mine: 100}) in ask
    with pytest.raises(Refused, match="in steps of 100"):
        ask.read({mine: 250})
    assert ask.read({mine: 5000}) in ask
    with pytest.raises(Refused, match="from 0 to 5000"):
        ask.read({mine: 5100})
    assert ask.read({mine: 3000, his: 2100}) not in ask  # more than he has
    assert ask.default in ask


@pytest.mark.rule("E2 5.1.1")
def test_on_others_no_more_than_on_ones_own() -> None:
    race = set_up(3)
    ask = bets_of(race, 0)
    mine, one, two = own(race, 0), own(race, 1), own(race, 2)
    assert ask.read({mine: 1000, one: 600, two: 400}) in ask
    assert ask.read({mine: 1000, one: 600, two: 500}) not in ask
    assert "no more than on your own" in ask.refuse(ask.read({mine: 1000, one: 600, two: 500})).message


@pytest.mark.rule("E2 5.1.1")
def test_the_bets_on_all_of_ones_own_together_set_the_limit() -> None:
    race = set_up(2, entries=2)
    ask = bets_of(race, 0)
    mine = [each.faction for each in race.state.chariots if each.seat == 0]
    his = own(race, 1)
    assert ask.read({mine[0]: 300, mine[1]: 200, his: 500}) in ask
    assert ask.read({mine[0]: 300, mine[1]: 200, his: 600}) not in ask


@pytest.mark.rule("E2 5.2")
def test_bets_are_secret_until_all_are_placed() -> None:
    race = set_up(3)
    until(race, "bets")
    assert set(race.pending) == {0, 1, 2}
    race.submit(0, {own(race, 0): 700})
    assert "700" not in str(race.view(1)["position"])
    assert not events(race, "bets")
    race.undo(0)  # still his own
    race.submit(0, {own(race, 0): 900})
    race.submit(1, race.pending[1].default)
    race.submit(2, race.pending[2].default)
    (told,) = events(race, "bets")
    assert told.data["bets"]["0"] == {own(race, 0): 900}
    assert coffers(race).purse(0) == 4100


@pytest.mark.rule("E2 5.2.1")
@pytest.mark.parametrize(
    ("bets", "odds"),
    [
        ({0: {0: 4900}, 1: {1: 25_100}}, {0: 6, 1: 1}),
        ({0: {0: 500}, 1: {0: 300}}, {0: 1}),
        ({0: {0: 100, 1: 100}, 1: {1: 300}, 2: {2: 100}}, {0: 6, 1: 1, 2: 6}),
    ],
)
def test_odds(bets: dict[int, dict[int, int]], odds: dict[int, int]) -> None:
    race = patrons(**PLACES, purses=3)
    coffers(race).bets = bets
    assert betting(race).reckon_odds() == odds


@pytest.mark.rule("E2 5.1.3")
def test_a_better_races_nothing_and_bets_on_anybody() -> None:
    race = set_up(3, betters=1)
    assert {each.seat for each in race.state.chariots} == {0, 1}
    devices = form(race, 2).sections
    assert [section.title for section in devices] == ["Skullduggery"]  # he has nothing to guard
    ask = bets_of(race, 2)
    assert ask.read({own(race, 0): 2000}) in ask
    assert ask.read({}) in ask  # nobody asks him to
    until(race)
    assert race.outcome is not None


@pytest.mark.rule("E2 5.1.3", "E2 3.4")
def test_a_better_hands_no_stable_in() -> None:
    one = {"horses_start": [4, 4, 4, 4], "endurance": 50, "car": "light", "modifier": 1, "hits_start": 7}
    race = set_up(3, betters=1, stables=[[one], [one], []])
    assert sorted(each.seat for each in race.state.chariots) == [0, 1]


@pytest.mark.parametrize("option", ["purse", "extra_entries", "betters"])
def test_money_is_set_only_where_there_is_some(option: str) -> None:
    with pytest.raises(SetupError, match=f"option {option} is played only with patronage = bets or match race"):
        GAME.resolve("epic", {option: 1000 if option == "purse" else 1})


@pytest.mark.rule("E2 5.1.3")
def test_somebody_must_race() -> None:
    with pytest.raises(SetupError, match="leaves 1 of 3 seats to race"):
        set_up(3, betters=2)


# -- side bets -------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 5.1.2", "E2 5.4.4")
def test_a_side_bet_is_between_two_and_not_on_the_sheet() -> None:
    race = set_up(3, betters=1)
    until(race, "side_bet")
    odds = dict(coffers(race).odds)
    purses = [coffers(race).purse(seat) for seat in range(3)]
    colour = own(race, 0)
    race.submit(2, {"with": "seat 2", "on": colour, "stake": 500, "against": 300})
    for seat in (0, 1):
        race.submit(seat, race.pending[seat].default)
    assert list(race.pending) == [1]
    assert asked(race) == ("take_side_bet", ["no", "take"])
    race.submit(1, "take")
    assert [coffers(race).purse(seat) for seat in range(3)] == [purses[0], purses[1] - 300, purses[2] - 500]
    assert coffers(race).odds == odds
    number = chariot(race, colour).number
    assert coffers(race).side_bets == [SideBet(2, 1, number, 500, 300)]


@pytest.mark.rule("E2 5.1.2")
@pytest.mark.parametrize(("on", "winner"), [(0, 0), (1, 1)])
def test_a_side_bet_is_settled_by_the_winner(on: int, winner: int) -> None:
    bet = {"backer": 0, "layer": 1, "chariot": on, "stake": 500, "against": 300}
    race = patrons(**LAST, red_is=HOME, side_bets=[bet], amount=1000)
    play(race, "forward 2")
    until(race)
    assert race.outcome is not None
    assert race.outcome.winners == (0,)
    assert coffers(race).purse(winner) == 1800


# -- between laps ----------------------------------------------------------------------------------------------


def leader(lap: int, **more: Any) -> CircusMatch:
    """Red is about to complete a lap."""
    places: dict[str, Any] = {"red": "lane 3, backstretch 30", "blue": "lane 4, backstretch 12"}
    away = {"lap": lap, "written": 12, "whip": False, "horses_start": [4, 4, 4, 4]}
    bets = {"0": {"0": 1000, "1": 200}, "1": {"1": 300}}
    money = {"bets": bets, "odds": {"0": 1, "1": 3}, **more}
    markers = 2 * lap - 1
    return patrons(
        **places, red_is=away, blue_is={"lap": lap, "whip": False}, markers=markers, dice=(4, 4, 4, 4, 4, 4), **money
    )


@pytest.mark.rule("E2 5.2.2")
@pytest.mark.parametrize("lap", [1, 2])
def test_when_the_leader_completes_a_lap_everybody_may_bet_more(lap: int) -> None:
    race = leader(lap, later=[{}] * (lap - 1))
    play(race, "forward 12")
    until(race, "lap_bets")
    assert set(race.pending) == {0, 1}
    first = form(race, 0)
    assert {field.name: field.high for field in first.fields} == {"red": 1000, "blue": 200}  # type: ignore[attr-defined]
    assert [field.name for field in form(race, 1).fields] == ["blue"]  # nothing on what he has not backed
    race.submit(0, {"red": 1000})
    race.submit(1, {"blue": 100})
    assert coffers(race).later[-1] == {0: {0: 1000}, 1: {1: 100}}
    assert coffers(race).odds == {0: 1, 1: 3}  # as before
    assert asked_all(race) == {"speed"}


@pytest.mark.rule("E2 5.2.2")
def test_the_cap_holds_for_each_round_by_itself() -> None:
    race = leader(2, later=[{"0": {"0": 1000}}])
    play(race, "forward 12")
    until(race, "lap_bets")
    assert {field.name: field.high for field in form(race, 0).fields} == {"red": 1000, "blue": 200}  # type: ignore[attr-defined]


@pytest.mark.rule("E2 5.2.2")
def test_nobody_bets_while_no_lap_is_done() -> None:
    race = patrons(**LAST, red_is={**HOME, "lap": 1, "written": 1}, bets={"0": {"0": 1000}}, odds={"0": 1})
    play(race, "forward 1")
    assert asked_all(race) == {"speed"}


@pytest.mark.rule("E2 3.1.2", "E2 5.2.2")
def test_in_two_laps_bets_are_taken_once() -> None:
    race = set_up(2, laps=2)
    until(race)
    assert race.outcome is not None
    assert len(coffers(race).later) <= 1


def asked_all(race: CircusMatch) -> set[str]:
    return {decision.name for decision in race.pending.values()}


# -- payoff ----------------------------------------------------------------------------------------------------


def paid(bets: dict[str, dict[str, int]], odds: dict[str, int], amount: int = 0, **more: Any) -> CircusMatch:
    """Red wins; everybody's money is on the table."""
    race = patrons(**LAST, red_is=HOME, blue_is={"lap": 3}, bets=bets, odds=odds, amount=amount, **more)
    play(race, "forward 2")
    until(race)
    assert race.outcome is not None
    assert race.outcome.winners == (0,)
    return race


@pytest.mark.rule("E2 5.3", "E2 5.3.2")
def test_odds_times_the_bet_and_the_stake() -> None:
    race = paid({"0": {"0": 1500}, "1": {"1": 4500}}, {"0": 6, "1": 1})
    assert coffers(race).purse(0) == 9000 + 1500
    assert coffers(race).purse(1) == 0  # second place pays nothing
    (told,) = events(race, "payoff")
    assert told.data["purses"] == {"0": 10_500, "1": 0}


@pytest.mark.rule("E2 5.3", "E2 5.2.2")
def test_bets_between_laps_pay_at_the_first_odds() -> None:
    race = paid({"0": {"0": 1000}, "1": {"1": 5000}}, {"0": 6, "1": 1}, later=[{"0": {"0": 1000}}, {"1": {"1": 100}}])
    assert coffers(race).purse(0) == 2 * (6000 + 1000)


@pytest.mark.rule("E2 5.3.1")
def test_the_bank_pays_what_the_pot_has_not() -> None:
    """A pot of 30,000s, payoffs of 33,000s: nobody is shortchanged."""
    race = paid({"0": {"0": 5500, "1": 0}, "1": {"1": 24_500}}, {"0": 6, "1": 1})
    assert coffers(race).purse(0) == 33_000 + 5500


@pytest.mark.rule("E2 5.3", "E2 15.2")
def test_without_a_winner_nothing_is_paid() -> None:
    race = patrons(**LAST, red_is=HOME, bets={"0": {"0": 500}}, odds={"0": 1}, amount=0)
    betting(race).settle(None)
    assert coffers(race).purse(0) == 0


def test_sesterces_are_never_made_nor_lost() -> None:
    """Whatever one has another has not."""
    for seed in range(4):
        race = set_up(4, seed=f"sums {seed}", extra_entries=2, entries=1)
        until(race)
        seats = [coffers(race).purse(seat) for seat in range(4)]
        assert sum(seats) + coffers(race).purse(BANK) == 0
        assert all(amount >= 0 for amount in seats)


# -- match races -----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 5.4.1", "E2 5.4.1-chart")
@pytest.mark.parametrize(
    ("odds", "challenger", "challenged"),
    [(1, 100, 100), (2, 400, 200), (3, 1200, 400), (4, 3200, 800), (5, 8000, 1600)],
)
def test_stakes_of_a_match_race(odds: int, challenger: int, challenged: int) -> None:
    race = match_race()
    play(race, odds, challenged // 100, "accept", challenged // 100)
    (bet,) = events(race, "match-bet")
    assert bet.data == {"odds": odds, "challenger": challenger, "challenged": challenged}
    assert [coffers(race).purse(seat) for seat in (0, 1)] == [20_000 - challenger, 20_000 - challenged]
    assert challenger == odds * challenged
    assert challenged == 100 * 2 ** (odds - 1)


def match_race(purse: int = 20_000) -> CircusMatch:
    race = set_up(2, patronage="match race", purse=purse)
    return until(race, "match_odds")


@pytest.mark.rule("E2 5.4")
def test_a_match_race_has_no_betting_sheet() -> None:
    race = match_race()
    play(race, 1, 1, "accept", 1)
    until(race, "speed", "side_bet")
    assert not events(race, "bets")
    assert coffers(race).odds == {}
    until(race)
    assert not events(race, "lap-bets")


@pytest.mark.rule("E2 5.4.2")
def test_whoever_raises_is_followed_at_the_same_odds() -> None:
    race = match_race()
    play(race, 2, 2, "accept", 3)
    assert events(race, "match-bet")[0].data == {"odds": 2, "challenger": 600, "challenged": 300}


@pytest.mark.rule("E2 5.4.2")
def test_whoever_cannot_follow_declines() -> None:
    race = match_race(purse=1000)
    play(race, 2, 2, "accept", 6)  # the challenger would need 1200s
    assert not events(race, "match-bet")
    assert events(race, "no-match-bet")
    assert [coffers(race).purse(seat) for seat in (0, 1)] == [1000, 1000]


@pytest.mark.rule("E2 5.4.2", "E2 4.2.1")
def test_whoever_has_too_little_is_asked_all_the_same() -> None:
    """What he has spent in secret would show, if the table did not wait for him."""
    race = set_up(2, patronage="match race", purse=1000)
    race.submit(0, race.pending[0].default)
    race.submit(1, {"target": own(race, 0), "drugs": 800})
    play(race, 1, 3)
    assert list(race.pending) == [1]
    assert asked(race) == ("match_bet", ["decline"])
    play(race, "decline")
    assert events(race, "no-match-bet")


@pytest.mark.rule("E2 5.4.2")
def test_odds_that_cannot_be_covered_are_not_offered() -> None:
    race = match_race(purse=1000)
    ask = race.pending[0]
    assert isinstance(ask, Choose)
    assert ask.choices == (1, 2)


@pytest.mark.rule("E2 5.4.3")
@pytest.mark.parametrize(
    ("winner", "purses"), [("red", (20_400, 19_600)), ("blue", (18_800, 21_200)), (None, (20_000, 20_000))]
)
def test_the_winner_takes_the_bet(winner: str | None, purses: tuple[int, int]) -> None:
    """At 3 to 1: 1200s against 400s."""
    race = patrons(**LAST, options={"patronage": "match race"}, red_is=HOME, amount=20_000)
    book = betting(race)
    book.make_match_bet(3, 400)  # type: ignore[attr-defined]
    book.settle(chariot(race, winner) if winner else None)
    assert (coffers(race).purse(0), coffers(race).purse(1)) == purses


# -- extra entries ---------------------------------------------------------------------------------------------


def auction(seats: int = 3, **options: Any) -> CircusMatch:
    return Match(
        GAME, seats, ScriptedDice(()), "epic", {"weather": False, "patronage": "bets", "entries": 1, **options}
    )


@pytest.mark.rule("E2 3.3.3")
def test_the_highest_bid_gets_the_extra_entry() -> None:
    race = auction(extra_entries=1)
    assert asked(race) == ("bid", ["pass", "bid"])
    assert "100s" in race.pending[0].prompt  # the least bid
    with pytest.raises(Refused):
        race.submit(0, 50)
    play(race, "bid", "bid", "pass")  # 100, 200
    play(race, "bid")  # 300
    with pytest.raises(Exception, match="ran out"):  # the stables are made by dice
        play(race, "pass")
    assert coffers(race).extras == (0,)
    assert coffers(race).purse(0) == 5000 - 300


@pytest.mark.rule("E2 3.3.3")
def test_when_nobody_bids_there_are_no_more() -> None:
    race = auction(extra_entries=3)
    play(race, "bid", "pass", "pass")
    with pytest.raises(Exception, match="ran out"):
        play(race, "pass", "pass")
    assert coffers(race).extras == (0,)
    assert events(race, "auctioned")[-1].data == {"seat": None, "bid": 0}


@pytest.mark.rule("E2 3.3.2")
def test_nobody_races_two_more_than_another() -> None:
    race = auction(extra_entries=4)
    play(race, "bid", "pass", "pass")
    assert list(race.pending) == [1]  # the first has one more already
    play(race, "bid", "pass")
    assert list(race.pending) == [2]
    play(race, "bid")
    assert list(race.pending) == [0]  # all have two: everybody may bid again
    assert sorted(coffers(race).extras) == [0, 1, 2]


@pytest.mark.rule("E2 3.3.2", "E2 3.3.3")
def test_an_extra_chariot_runs() -> None:
    race: CircusMatch = set_up(3, extra_entries=1, stable=0)
    assert asked(race)[0] == "bid"
    play(race, "bid", "pass", "pass")
    until(race, "skullduggery")
    assert [sum(each.seat == seat for each in race.state.chariots) for seat in range(3)] == [2, 1, 1]


@pytest.mark.rule("E2 5.1")
def test_nobody_bids_the_hundred_that_he_must_bet() -> None:
    race = auction(2, extra_entries=1, purse=1000)
    for bid in range(100, 901, 100):
        assert f"{bid}s?" in next(iter(race.pending.values())).prompt
        with_dice = bid == 900
        if with_dice:
            with pytest.raises(Exception, match="ran out"):
                play(race, "bid")  # the other could only bid 1000s, and passes
        else:
            play(race, "bid")
    assert events(race, "auctioned")[0].data["bid"] == 900
