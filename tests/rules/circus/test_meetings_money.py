"""Where money at the races meets money, wounds, and the order of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.games.circus.patronage.money import BANK
from tests.rules.circus.kit import asked, chariot, events, left, play
from tests.rules.circus.money_kit import BESIDE, BLUE, RED, STILL, aimed, coffers, money_book, own, patrons, until
from tests.rules.circus.season_kit import report, season, stabled, stables

GREEN = 2
HOME: dict[str, Any] = {"lap": 3, "written": 8, "whip": False, "horses_start": [4, 4, 4, 4]}


def shared(due: dict[int, int], pool: int, *dice: int) -> dict[int, int]:
    race = patrons(red="lane 3, backstretch 32", blue="lane 4, backstretch 12", red_is=HOME, dice=dice)
    return money_book(race).cut_to_pool(due, pool)


@pytest.mark.rule("CM 26.41")
@pytest.mark.parametrize(
    ("pool", "dice", "paid"),
    [
        (2400, (), [900, 600, 600, 300]),
        (2300, (), [900, 600, 600, 200]),
        (2100, (), [900, 600, 600, 0]),
        (1300, (), [900, 200, 200, 0]),
        (1400, (2,), [900, 200, 300, 0]),  # the shuffle of the two says who loses the odd hundred
        (900, (), [900, 0, 0, 0]),
        (400, (), [400, 0, 0, 0]),
    ],
)
def test_a_broken_bank_with_four_winners(pool: int, dice: tuple[int, ...], paid: list[int]) -> None:
    told = shared({0: 900, 1: 600, 2: 600, 3: 300}, pool, *dice)
    assert sum(told.values()) == min(pool, 2400)
    assert [told[0], sorted((told[1], told[2])), told[3]] == [paid[0], sorted(paid[1:3]), paid[3]]


def three(**more: Any) -> Any:
    squares = {"red": "lane 3, backstretch 32", "blue": "lane 4, backstretch 12", "green": "lane 5, backstretch 12"}
    given = {"purses": 2, "seats": 2, "amount": 0, "blue_is": {"lap": 3}, "green_is": {"lap": 3}, "red_is": HOME}
    return patrons(**{**squares, **given, **more})


@pytest.mark.rule("CM 26.1c", "CM 26.2b", "CM 26.3", "CM 26.41", "CM 26.42")
def test_two_entries_of_one_owner_bets_on_both_and_the_laps() -> None:
    """Pool 1,500s: Red 400s, 3-1; Green 200s, 7-1; Blue 900s, 1-1. 300s and 100s more on Red, 200s on Green: due are
    1,800s and 600s of 2,100s; the smaller loses 300s."""
    race = three(
        bets={"0": {"0": 300, "2": 200, "1": 500}, "1": {"1": 400, "0": 100}}, odds={"0": 3, "1": 1, "2": 7},
        later=[{"0": {"0": 300, "2": 200}}, {"1": {"0": 100}}],
    )  # fmt: skip
    play(race, "forward 2")
    until(race)
    assert race.outcome is not None
    assert [coffers(race).purse(seat) for seat in (0, 1)] == [1800, 300]
    assert events(race, "broken-bank")[0].data == {"pool": 2100, "due": 2400, "cuts": {"1": 300}}
    assert not events(race, "money-changers")


# -- bribes -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 24.32a", "CM 24.321a", "GEN dust-1", "GEN knife-1")
@pytest.mark.parametrize(("answer", "part"), [("dust blue driver", "dust"), ("knife blue driver", "knife")])
def test_what_a_bribe_calls_off_stays_in_the_hand(answer: str, part: str) -> None:
    race = patrons(aimed(bribe=3000, aim="attacks"), **BESIDE, red_is=STILL, options={"dust": True, "knife": True},
                   dice=[4])  # fmt: skip
    play(race, answer)
    assert asked(race) == ("reveal", ["no", "reveal"])
    race.submit(BLUE, "reveal")
    assert chariot(race, "red").parts[part].carried
    assert left(race.state, chariot(race, "red")) == 9
    assert not [each for each in map(str, asked(race)[1]) if " blue " in each]
    play(race, "forward 1")
    assert not [each for each in map(str, asked(race)[1]) if " blue " in each]  # for the rest of the race


@pytest.mark.rule("CM 24.321a", "GEN spear-1")
def test_a_thrust_that_a_bribe_calls_off_was_the_one_of_this_turn() -> None:
    race = patrons(aimed(bribe=3000, aim="attacks"), **BESIDE, green="lane 2, backstretch 13", red_is=STILL,
                   options={"spear": True}, dice=[4])  # fmt: skip
    play(race, "spear blue driver")
    race.submit(BLUE, "reveal")
    assert left(race.state, chariot(race, "red")) == 8  # a spear costs two
    assert race.narrate(events(race, "called-off")[0]) == "Red's driver does not attack blue; what it costs is spent."
    play(race, "forward 1")
    assert [each.split()[0] for each in map(str, asked(race)[1]) if " green " in each] == ["ram"]


@pytest.mark.rule("CM 24.321b", "GEN knife-1")
def test_a_knife_of_the_briber_sets_the_bribed_man_free() -> None:
    race = patrons(
        aimed(bribe=3000, aim="attacks"), red="lane 4, backstretch 12", blue="lane 3, backstretch 12", mover="blue",
        loyal={"0": [BLUE]}, opened=[BLUE], blue_is=STILL, red_is={**STILL, "moved": True},
        options={"knife": True}, dice=[6],
    )  # fmt: skip
    play(race, "knife red driver")
    assert coffers(race).loyal.get(RED, ()) == ()
    assert [event.kind for event in race.events if event.kind in ("bribe-ends", "knife")] == ["bribe-ends", "knife"]


@pytest.mark.rule("CM 24.3", "CM 24.32a")
def test_a_dead_man_is_past_bribing() -> None:
    race = patrons(aimed(bribe=3000, aim="speed"), **BESIDE,
                   red_is={**STILL, "status": "runaway", "driver": "dead", "hitched": False})  # fmt: skip
    assert not events(race, "bribe")
    assert "reveal" not in [decision.name for decision in race.pending.values()]


@pytest.mark.rule("CM 24.322", "CM 8.43", "CM 24.42")
def test_drugs_and_a_bribe_add_up_and_nobody_goes_backwards() -> None:
    race = patrons(aimed(bribe=3000, aim="speed", drugs=3000), **BESIDE,
                   red_is={**STILL, "horses_start": [3, 2, 2, 3], "written": 10}, amount=9000, dice=[6])  # fmt: skip
    race.submit(BLUE, (2, 1, 1, 2))  # four are left
    race.submit(BLUE, "reveal")  # six less
    assert left(race.state, chariot(race, "red")) == 0
    until(race, "speed")
    assert chariot(race, "red").on_track


# -- envelopes ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CM 24.4", "CM 24.5", "CM 25.5", "CM 24.41")
def test_two_druggers_and_one_guard_and_all_horses_stand() -> None:
    """500s of security against 1,000s and 1,600s: one point and two; each says where."""
    envelopes: dict[int, dict[str, Any]] = {
        BLUE: {"target": RED, "drugs": 1000},
        GREEN: {"target": RED, "drugs": 1600},
        RED: {"guards": [[RED, "drugs", 500]]},
    }
    race = patrons(envelopes, **BESIDE, green="lane 8, backstretch 2", red_is=STILL, purses=3)
    race.submit(BLUE, (1, 0, 0, 0))
    race.submit(GREEN, (2, 0, 0, 0))
    assert chariot(race, "red").horses == (1, 4, 4, 4)
    assert [each.data["points"] for each in events(race, "drugs")] == [1, 2]
    assert coffers(race).drugged[RED] == (3, 0, 0, 0)


@pytest.mark.rule("CM 24.31", "CM 24.4", "CM 25.4")
def test_what_is_meant_for_a_chariot_that_never_moves_is_spent() -> None:
    race = season(stables(1, 1, 1), patronage="bets", purses=[5000, 5000, 5000])
    race.submit(0, {"target": own(race, 1), "drugs": 1000, "sabotage": 1000})
    race.submit(1, {**dict(race.pending[1].default.items()), f"{own(race, 1)} drugs": 300})  # type: ignore[union-attr]
    race.submit(2, race.pending[2].default)
    until(race, "speed")
    race.resign(1)
    until(race)
    told = report(race)
    assert not events(race, "drugs")
    spent = {each["why"]: each["sum"] for each in told["transfers"] if each["payer"] == 0}
    assert (spent["drugs"], spent["sabotage"]) == (1000, 1000)
    assert sum(told["purses"]) + coffers(race).purse(BANK) == 0


@pytest.mark.rule("CM 24.43", "CM 22.2", "CM 24.42")
def test_an_old_wound_and_drugs_and_a_blow() -> None:
    """A horse of 5 comes with 4: two points of drugs and one of a ram leave 1; it comes home with 3."""
    race = season([[stabled(horses=[4, 4, 4, 5])], [stabled()]], patronage="bets")
    race.submit(1, {"target": own(race, 0), "drugs": 1000})
    race.submit(0, race.pending[0].default)
    until(race, "drug_horses")
    race.submit(1, (2, 0, 0, 0))
    book = money_book(race)
    mine = next(each for each in race.state.chariots if each.seat == 0)
    book.injure(mine, 0, 1, ("CM 9.51a",))
    assert mine.horses[0] == 1
    told = next(each for each in book.report() if each["seat"] == 0)
    assert (told["horses"][0], told["injuries"][0]) == (3, 1)


@pytest.mark.rule("CM 26.1d", "CM 26.42")
def test_without_a_winner_stakes_of_two_wrecks_come_back_and_the_pool_does_not() -> None:
    bets: list[dict[str, Any]] = [
        {"backer": 0, "layer": 1, "chariot": 0, "rival": 1, "stake": 500, "against": 300},
        {"backer": 0, "layer": 1, "chariot": 0, "stake": 200, "against": 400},
    ]
    race = patrons(red="lane 3, backstretch 32", blue="lane 4, backstretch 12", red_is=HOME, amount=0,
                   bets={"0": {"0": 100}, "1": {"1": 100}}, odds={"0": 2, "1": 2}, side_bets=bets)  # fmt: skip
    money_book(race).settle(None)
    assert [coffers(race).purse(seat) for seat in (0, 1)] == [500, 300 + 600]
    assert events(race, "money-changers")[0].data == {"kept": 200}
