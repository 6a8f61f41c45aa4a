"""CM 26.1 to 26.3, 26.5: who bets how much on whom, and when; purses that are handed in."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import SetupError
from ludus.core.errors import Refused
from ludus.core.form import Form
from ludus.games.circus.patronage.money import SideBet
from tests.rules.circus.kit import GAME, CircusMatch, asked, chariot, events, play
from tests.rules.circus.money_kit import coffers, form, money_book, own, patrons, set_up, until
from tests.rules.circus.season_kit import season, stables

PLACES: dict[str, Any] = {
    "red": "lane 3, backstretch 12",
    "blue": "lane 4, backstretch 12",
    "green": "lane 5, backstretch 12",
}


def bets_of(race: CircusMatch, seat: int) -> Form:
    until(race, "bets")
    return form(race, seat)


def betting(*entries: int, **options: Any) -> CircusMatch:
    """A race of a season in which so many chariots of each seat race, up to the bets."""
    return until(season(stables(*entries), patronage="bets", **options), "bets")


# -- before the race ------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 26.1a")
def test_everybody_must_bet_in_hundreds_and_may_bet_all_he_has() -> None:
    race = betting(1, 1, 0, purses=[2300, 5000, 5000])
    ask, mine = form(race, 0), own(race, 0)
    assert ask.read({mine: 0}) not in ask
    assert ask.read({mine: 100}) in ask
    with pytest.raises(Refused, match="in steps of 100"):
        ask.read({mine: 150})
    assert ask.read({mine: 2300}) in ask
    with pytest.raises(Refused, match="from 0 to 2300"):
        ask.read({mine: 2400})
    assert ask.default == ask.read({mine: 100})


@pytest.mark.rule("CM 26.1a", "CM 20.21a")
@pytest.mark.parametrize("seat", [0, 2])
def test_every_order_leaves_a_hundred_for_the_bet(seat: int) -> None:
    race = season(stables(1, 1, 0), patronage="bets", purses=[1600] * 3)
    ask = form(race, seat)
    order = {"target": own(race, 1), "sabotage": 1000, "aim": "speed"}
    assert ask.read({**order, "drugs": 500}) in ask
    assert ask.read({**order, "drugs": 501}) not in ask
    assert "100s must be left for your bet" in ask.refuse(ask.read({**order, "drugs": 501})).message


@pytest.mark.rule("CM 26.1b")
def test_he_must_bet_on_his_own() -> None:
    race = betting(1, 1)
    ask = form(race, 0)
    assert ask.read({own(race, 1): 500}) not in ask
    assert "At least 100s on your own" in ask.refuse(ask.read({own(race, 1): 500})).message


@pytest.mark.rule("CM 26.1c")
def test_on_others_no_more_than_on_his_own() -> None:
    race = betting(1, 1, 1)
    ask = form(race, 0)
    mine, one, two = own(race, 0), own(race, 1), own(race, 2)
    assert ask.read({mine: 1000, one: 600, two: 400}) in ask
    assert ask.read({mine: 1000, one: 600, two: 500}) not in ask


@pytest.mark.rule("CM 26.1b", "CM 26.1c")
def test_both_of_his_own_count_together_and_one_of_them_is_enough() -> None:
    race = betting(2, 1)
    ask = form(race, 0)
    first, second = (each.faction for each in race.state.chariots if each.seat == 0)
    his = own(race, 1)
    assert ask.read({first: 300, second: 400, his: 700}) in ask
    assert ask.read({first: 300, second: 400, his: 800}) not in ask
    assert ask.read({second: 100}) in ask


@pytest.mark.rule("CM 26.1c", "CM 20.21b", "CM 26.5")
def test_who_races_none_bets_on_whom_he_likes_but_must_bet() -> None:
    race = betting(1, 1, 0, purses=[5000, 5000, 10_000])
    ask = form(race, 2)
    assert ask.read({own(race, 1): 5000}) in ask
    assert ask.read({}) not in ask
    assert "At least 100s on somebody" in ask.refuse(ask.read({})).message
    assert ask.default in ask


@pytest.mark.rule("CM 26.5")
def test_in_a_race_of_its_own_the_last_seats_are_betters() -> None:
    race = set_up(10, betters=2)
    assert {each.seat for each in race.state.chariots} == set(range(8))
    assert [section.title for section in form(race, 9).sections] == ["Skullduggery"]  # he has nothing to guard
    ask = bets_of(race, 9)
    assert ask.read({own(race, 0): 2000}) in ask
    until(race)
    assert race.outcome is not None
    assert race.outcome.report is None


@pytest.mark.rule("CM 26.1e")
def test_a_bet_is_never_taken_back() -> None:
    race = season(stables(1, 1), patronage="bets")
    green = own(race, 1)
    race.submit(0, {"target": green, "drugs": 2500})
    race.submit(1, race.pending[1].default)
    race.submit(0, {own(race, 0): 400, green: 400})
    race.submit(1, race.pending[1].default)
    with pytest.raises(Refused):
        race.undo(0)
    until(race, "drug_horses")
    race.submit(0, race.pending[0].default)
    assert coffers(race).bets[0][chariot(race, green).number] == 400


@pytest.mark.rule("CM 26.2a")
def test_bets_are_secret_until_all_are_placed() -> None:
    race = betting(1, 1, 1)
    race.submit(0, {own(race, 0): 700})
    for seat in (1, 2, None):
        assert "700" not in str(race.view(seat)["position"])
    assert not events(race, "bets")
    race.submit(1, race.pending[1].default)
    race.submit(2, race.pending[2].default)
    (told,) = events(race, "bets")
    assert told.data["bets"]["0"] == {own(race, 0): 700}
    assert told.clauses == ("CM 26.2a", "CM 26.2b")
    assert coffers(race).purse(0) == 4300


@pytest.mark.rule("CM 26.2b")
@pytest.mark.parametrize(
    ("bets", "odds"),
    [
        ({0: {0: 4900}, 1: {1: 25_100}}, {0: 6, 1: 1}),
        ({0: {0: 4000}, 1: {1: 6000}}, {0: 2, 1: 1}),
        ({0: {0: 500}, 1: {0: 300}}, {0: 1}),  # nobody has bet on the others
    ],
)
def test_odds(bets: dict[int, dict[int, int]], odds: dict[int, int]) -> None:
    race = patrons(**PLACES, purses=3)
    coffers(race).bets = bets
    assert money_book(race).reckon_odds() == odds


# -- side bets -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 26.1d")
def test_a_side_bet_is_deposited_by_both_and_is_no_part_of_the_pool() -> None:
    race = until(betting(1, 1, 0), "side_bet")
    odds, purses = dict(coffers(race).odds), [coffers(race).purse(seat) for seat in range(3)]
    colour = own(race, 0)
    race.submit(2, {"with": "seat 2", "on": colour, "stake": 500, "against": 300})
    for seat in (0, 1):
        race.submit(seat, race.pending[seat].default)
    assert asked(race) == ("take_side_bet", ["no", "take"])
    race.submit(1, "take")
    assert [coffers(race).purse(seat) for seat in range(3)] == [purses[0], purses[1] - 300, purses[2] - 500]
    assert coffers(race).odds == odds
    assert coffers(race).side_bets == [SideBet(2, 1, chariot(race, colour).number, 500, 300)]
    assert events(race, "side-bet")[0].clauses == ("CM 26.1d",)


@pytest.mark.rule("CM 26.1d")
def test_a_side_bet_may_be_about_two_chariots() -> None:
    race = until(betting(1, 1, 0), "side_bet")
    mine, his = own(race, 0), own(race, 1)
    race.submit(2, {"with": "seat 2", "on": mine, "before": his, "stake": 500, "against": 300})
    race.submit(0, {"with": "seat 3", "on": mine, "before": mine, "stake": 100, "against": 100})  # is that it wins
    race.submit(1, race.pending[1].default)
    assert next(iter(race.pending.values())).prompt.startswith(
        f"Seat 1 offers you a side bet: 100s that {mine.capitalize()} wins,"
    )
    race.submit(2, "take")
    words = f"500s that {mine.capitalize()} comes in before {his.capitalize()}, against 300s of yours."
    assert words in race.pending[1].prompt
    race.submit(1, "take")
    own_number, his_number = chariot(race, mine).number, chariot(race, his).number
    assert coffers(race).side_bets == [
        SideBet(0, 2, own_number, 100, 100),
        SideBet(2, 1, own_number, 500, 300, his_number),
    ]
    assert (
        race.narrate(events(race, "side-bet")[1])
        == f"A side bet: Seat 3 500s on {mine} before {his}, Seat 2 300s against."
    )


# -- between laps ----------------------------------------------------------------------------------------------


def leader(lap: int, **more: Any) -> CircusMatch:
    """Red is about to complete a lap."""
    places: dict[str, Any] = {"red": "lane 3, backstretch 30", "blue": "lane 4, backstretch 12"}
    away = {"lap": lap, "written": 12, "whip": False, "horses_start": [4, 4, 4, 4]}
    money = {"bets": {"0": {"0": 500}, "1": {"1": 300}}, "odds": {"0": 6, "1": 2}, **more}
    return patrons(
        **places, red_is=away, blue_is={"lap": lap, "whip": False}, markers=2 * lap - 1, dice=[4] * 6, **money
    )


def names(race: CircusMatch) -> set[str]:
    return {decision.name for decision in race.pending.values()}


@pytest.mark.rule("CM 26.3")
@pytest.mark.parametrize("lap", [1, 2])
def test_when_the_leader_has_completed_a_lap_everybody_may_bet_more(lap: int) -> None:
    race = leader(lap, later=[{}] * (lap - 1))
    play(race, "forward 12")
    until(race, "lap_bets")
    assert set(race.pending) == {0, 1}
    assert {field.name: field.high for field in form(race, 0).fields} == {"red": 500}  # type: ignore[attr-defined]
    race.submit(0, {"red": 500})
    assert "500" not in str(race.view(1)["position"]["parts"]["patronage"]["later"])  # in secret
    race.submit(1, race.pending[1].default)  # nobody must
    assert coffers(race).later[-1] == {0: {0: 500}, 1: {}}
    assert coffers(race).odds == {0: 6, 1: 2}  # as before
    assert events(race, "lap-bets")[0].clauses == ("CM 26.3",)
    assert names(race) == {"speed"}


@pytest.mark.rule("CM 26.3")
def test_the_cap_holds_for_each_occasion_by_itself() -> None:
    race = leader(2, later=[{"0": {"0": 500}}])
    play(race, "forward 12")
    until(race, "lap_bets")
    assert {field.name: field.high for field in form(race, 0).fields} == {"red": 500}  # type: ignore[attr-defined]


@pytest.mark.rule("CM 26.3")
def test_nobody_bets_more_while_no_lap_is_done_nor_after_the_last() -> None:
    short = {"lap": 1, "written": 1, "whip": False}
    race = patrons(red="lane 3, backstretch 30", blue="lane 4, backstretch 12", red_is=short, bets={"0": {"0": 500}},
                   odds={"0": 1})  # fmt: skip
    play(race, "forward 1")
    assert names(race) == {"speed"}
    race = leader(3, later=[{}, {}])
    play(race, "forward 4")
    until(race)
    assert not events(race, "lap-bets")


# -- purses ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 20.1a", "CM 26.1a")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([1000], "option purses takes 2 sums of sesterces, one for each seat"),
        (5000, "option purses takes 2 sums"),
        ([1000, 99], r"purses\[1\] must be a whole number from 100 to 1000000000, not 99"),
        ([True, 1000], r"purses\[0\] must be a whole number"),
        (["a lot", 1000], r"purses\[0\] must be a whole number"),
    ],
)
def test_purses_that_cannot_be_are_refused(given: Any, words: str) -> None:
    with pytest.raises(SetupError, match=words) as refused:
        season(stables(1, 1), patronage="bets", purses=given)
    assert refused.value.code == "bad-option"


@pytest.mark.rule("CM 20.1a")
def test_everybody_begins_with_what_is_handed_in() -> None:
    race = season(stables(1, 1), patronage="bets", purses=[100, 10_000])
    assert [coffers(race).purse(seat) for seat in (0, 1)] == [100, 10_000]
    until(race)
    assert race.outcome is not None
    assert race.outcome.report["purses"] == [coffers(race).purse(seat) for seat in (0, 1)]


@pytest.mark.parametrize(
    ("options", "words", "code"),
    [
        ({"purses": [1000, 1000]}, "option purses is played only with patronage", "options-exclude"),
        ({"patronage": "bets", "extra_entries": 1}, "extra_entries is played only with edition", "options-exclude"),
        ({"patronage": "bets", "solitaire": True}, "cannot be played together", "options-exclude"),
        ({"patronage": "bets", "betters": 1, "stables": stables(1, 0)}, "leave option betters at 0", "bad-option"),
        ({"patronage": "bets", "betters": 1}, "leaves 1 of 2 seats to race", "bad-option"),
    ],
)
def test_what_does_not_go_together_is_refused(options: dict[str, Any], words: str, code: str) -> None:
    with pytest.raises(SetupError, match=words) as refused:
        GAME.begin(2, GAME.resolve("advanced", options))
    assert refused.value.code == code


@pytest.mark.rule("CM 26.2a", "CM 26.2b")
def test_at_a_glance_only_what_everybody_knows() -> None:
    """How far a race has come, and the odds once the bets lie open (CM 26.2a)."""
    match = betting(1, 1, purses=[2300, 5000])
    assert match.game.glance(match.state) == {"share": 0.0, "words": "before the start", "odds": []}
    until(match, "speed")
    seen = match.game.glance(match.state)
    assert seen is not None
    assert 0 <= seen["share"] < 0.5
    assert seen["words"].startswith("lap 1 of 3, ")
    assert [(each["seat"], each["driver"], each["odds"]) for each in seen["odds"]] == [
        (0, "driver 1.1", 2),
        (1, "driver 2.1", 2),
    ]
