"""E2 4: bribes, drugs, sabotage, and what guards against them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludus.core.errors import Refused
from ludus.games.circus.editions import book_of
from ludus.games.circus.epic.finish import EpicFinish
from tests.rules.circus.kit import CircusMatch, asked, attacks, chariot, dice_left, events, left, place, play
from tests.rules.epic.patron_kit import coffers, form, own, patrons, set_up, until

RED, BLUE = 0, 1  # seats, and chariots
BESIDE: dict[str, Any] = {"red": "lane 3, backstretch 12", "blue": "lane 4, backstretch 12"}
STILL: dict[str, Any] = {"whip": False, "written": 10, "horses_start": [4, 4, 4, 4]}


def report(race: CircusMatch) -> list[dict[str, Any]]:
    book = book_of(race.state)
    assert isinstance(book, EpicFinish)
    return book.report()


def aimed(**device: Any) -> dict[int, dict[str, Any]]:
    """Blue's envelope, against red."""
    return {BLUE: {"target": RED, **device}}


def guarded(kind: str, paid: int, envelope: dict[int, dict[str, Any]]) -> dict[int, dict[str, Any]]:
    return {**envelope, RED: {"guards": [[RED, kind, paid]]}}


# -- planning ------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 4.1", "E2 4.1.1", "E2 4.2")
def test_one_rival_chariot_and_each_device_once() -> None:
    """The form has one target, and one field for each device: more cannot be said."""
    race = set_up(3)
    ask = form(race, 0)
    names = [field.name for field in ask.sections[0].fields]
    assert names == ["target", "bribe", "aim", "drugs", "sabotage"]
    rivals = {each.faction for each in race.state.chariots if each.seat}
    assert set(ask.sections[0].fields[0].choices) == {"nobody", *rivals}  # type: ignore[attr-defined]
    assert set(ask.sections[0].fields[2].choices) == {"attacks", "speed"}  # type: ignore[attr-defined]
    both = {"target": own(race, 1), "bribe": 500, "drugs": 500, "sabotage": 1000}
    assert ask.read(both) in ask
    with pytest.raises(Refused, match="takes nobody"):
        ask.read({"target": own(race, 0), "drugs": 500})  # E2 3.3.4
    with pytest.raises(Refused, match="has no 'second bribe'"):
        ask.read({**both, "second bribe": 500})


@pytest.mark.rule("E2 4.3", "E2 4.4")
@pytest.mark.parametrize(
    ("device", "too_little", "enough"), [("drugs", 400, 500), ("sabotage", 900, 1000)], ids=["drugs", "sabotage"]
)
def test_devices_have_a_least_price(device: str, too_little: int, enough: int) -> None:
    race = set_up(2)
    ask = form(race, 0)
    target = own(race, 1)
    with pytest.raises(Refused, match=f"or at least {enough}"):
        ask.read({"target": target, device: too_little})
    assert ask.read({"target": target, device: enough}) in ask
    assert ask.read({"target": target, device: 0}) in ask


@pytest.mark.rule("E2 4.2.1", "E2 4.5.3", "E2 5.1")
def test_what_is_spent_is_gone_and_a_bet_must_stay_possible() -> None:
    race = set_up(2, purse=1000)
    ask = form(race, 0)
    mine = own(race, 0)
    spent = {"target": own(race, 1), "bribe": 500, f"{mine} drugs": 400}
    assert ask.read(spent) in ask
    assert ask.read({**spent, f"{mine} bribery": 100}) not in ask  # 100s must stay for the bet
    assert "100s must be left" in ask.refuse(ask.read({**spent, f"{mine} bribery": 100})).message
    race.submit(0, ask.read(spent))
    race.submit(1, race.pending[1].default)
    assert coffers(race).purse(0) == 100
    until(race)
    back = {each.clause for each in coffers(race).transfers if each.payee == 0}
    assert back <= {"E2 1", "E2 5.3", "E2 5.3.2"}  # bets won, but nothing of the 900s
    assert [each.clause for each in coffers(race).transfers if each.payer == 0][:2] == ["E2 4.2.1", "E2 4.5.3"]


@pytest.mark.rule("E2 4.5", "E2 4.5.1", "E2 4.5.2")
def test_security_is_paid_for_each_chariot_and_each_kind() -> None:
    race = set_up(2, entries=2, stable=0)
    mine = [each.faction for each in race.state.chariots if each.seat == 0]
    titles = [section.title for section in form(race, 0).sections]
    assert titles == ["Skullduggery", *(f"Guard {colour}" for colour in mine)]
    sums = {f"{mine[0]} bribery": 300, f"{mine[0]} drugs": 500, f"{mine[1]} sabotage": 200}
    race.submit(0, sums)
    race.submit(1, race.pending[1].default)
    numbers = {each.faction: each.number for each in race.state.chariots}
    guard = coffers(race).guard
    assert guard(numbers[mine[0]], "bribery", 0) == 300
    assert guard(numbers[mine[0]], "drugs", 0) == 500
    assert guard(numbers[mine[0]], "sabotage", 0) == 0
    assert guard(numbers[mine[1]], "sabotage", 0) == 200
    assert coffers(race).purse(0) == 4000


@pytest.mark.rule("E2 4.2.1", "E2 4.5")
def test_a_sealed_envelope_is_seen_by_nobody_else() -> None:
    race = set_up(3)
    target = own(race, 1)
    race.submit(0, {"target": target, "bribe": 1700, "aim": "speed", f"{own(race, 0)} drugs": 1300})
    for seat in (1, 2):
        race.submit(seat, race.pending[seat].default)
    until(race, "speed")
    for watcher in (1, 2, None):
        seen = json.dumps(race.view(watcher)) + json.dumps(
            [event.data for event in race.events if event.visible_to(watcher)]
        )
        assert "1700" not in seen
        assert "1300" not in seen
        assert not race.view(watcher)["position"]["parts"]["patronage"]["envelopes"].get("0")
    mine = race.view(0)["position"]["parts"]["patronage"]
    assert mine["envelopes"]["0"]["bribe"] == 1700


# -- drugs ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 4.3", "E2 4.3.1", "E2 4.3.2", "E2 6.D-2")
@pytest.mark.parametrize(
    ("spent", "guard", "points"), [(2000, 600, 2), (1000, 1000, 0), (900, 500, 0), (500, 0, 1), (1000, 1200, 0)]
)
def test_drugs_weaken_horses_by_what_security_leaves(spent: int, guard: int, points: int) -> None:
    race = patrons(guarded("drugs", guard, aimed(drugs=spent)), **BESIDE, red_is=STILL)
    (shown,) = events(race, "drugs")
    assert shown.data["points"] == points
    assert not shown.dice  # E2 4.3.2: no die is rolled
    if points:
        assert list(race.pending) == [BLUE]  # whoever drugged shares it out
        assert asked(race)[0] == "drug_horses"
        race.submit(BLUE, {"horse 2": points})
        assert chariot(race, "red").horses == (4, 4 - points, 4, 4)
    else:
        assert chariot(race, "red").horses == (4, 4, 4, 4)


@pytest.mark.rule("E2 4.3", "E2 4.4", "E2 6.D-2")
def test_drugs_and_sabotage_work_before_the_first_move_or_never() -> None:
    """Red's first phase opens the envelope; in its next one nothing is opened again."""
    race = patrons(aimed(drugs=500, sabotage=1000), **BESIDE, red_is=STILL, dice=[6, 1, 1])
    assert asked(race)[0] == "drug_horses"  # before it acts
    play(race, (1, 0, 0, 0), "left")
    until(race, "speed")
    assert race.state.turn == 6
    until_red_moves(race)
    assert len(events(race, "drugs")) == len(events(race, "sabotage")) == 1


def until_red_moves(race: Any) -> None:
    """Into red's phase of the next turn."""
    while not (race.state.mover == RED and race.state.turn == 6):
        seat, decision = next(iter(race.pending.items()))
        race.submit(seat, 1 if decision.name == "speed" else decision.default)


@pytest.mark.rule("E2 4.3.2")
def test_points_may_be_spread_or_kill() -> None:
    race = patrons(aimed(drugs=2500), **BESIDE, red_is=STILL)
    race.submit(BLUE, (4, 1, 0, 0))
    assert chariot(race, "red").horses == (0, 3, 4, 4)
    assert chariot(race, "red").fallen == (0,)


@pytest.mark.rule("E2 4.3.3")
def test_after_the_race_drugged_horses_are_well_again() -> None:
    race = patrons(aimed(drugs=1500), **BESIDE, red_is={**STILL, "horses_start": [3, 4, 4, 4]})
    race.submit(BLUE, (3, 0, 0, 0))
    assert chariot(race, "red").horses == (0, 4, 4, 4)  # dead for this race
    (told,) = [each for each in report(race) if each["chariot"] == "red"]
    assert told["horses"] == [3, 4, 4, 4]
    assert told["injuries"] == [0, 0, 0, 0]


@pytest.mark.rule("E2 4.3.4")
@pytest.mark.parametrize("hurt", [{}, {"horses_start": [3, 5, 5, 5], "horses": [1, 5, 5, 5]}], ids=["fit", "injured"])
def test_a_drugged_horse_that_collapses_at_the_start_leaves_no_carcass(hurt: dict[str, Any]) -> None:
    start = {"red": "lane 3, front straight 3", "blue": "lane 4, front straight 3"}
    weak = {**STILL, "horses_start": [1, 5, 5, 5], "lap": 1}
    weak = {**weak, **hurt}
    race = patrons(aimed(drugs=500), turn=1, **start, red_is=weak, blue_is={"lap": 1}, dice=[1, 1, 1])
    race.submit(BLUE, (1, 0, 0, 0))
    play(race, "cut")  # three dice off its speed
    assert events(race, "cut-free")
    assert not events(race, "carcass")
    assert not race.state.wrecks


@pytest.mark.rule("E2 4.5.4")
def test_security_counts_against_everybody() -> None:
    """600s against 1000s and 1200s of two owners: nothing, and one point."""
    envelopes: dict[int, dict[str, Any]] = {
        0: {"guards": [[0, "drugs", 600]]},
        1: {"target": 0, "drugs": 1000},
        2: {"target": 0, "drugs": 1200},
    }
    race = patrons(envelopes, purses=3, **BESIDE, green="lane 6, backstretch 12", red_is=STILL)
    assert [event.data["points"] for event in events(race, "drugs")] == [0, 1]
    assert list(race.pending) == [2]


@pytest.mark.rule("E2 4.5.1", "E2 4.5.2")
def test_security_of_one_kind_does_not_help_against_another() -> None:
    race = patrons(guarded("sabotage", 2000, aimed(drugs=1000)), **BESIDE, red_is=STILL)
    assert events(race, "drugs")[0].data["points"] == 2


# -- sabotage -----------------------------------------------------------------------------------------------


@pytest.mark.rule("E2 4.4.1", "E2 4.4.2")
@pytest.mark.parametrize(
    ("spent", "guard", "die", "points"),
    [
        (1000, 700, 3, 2),
        (1000, 700, 4, 0),
        (1000, 0, 6, 2),
        (2000, 0, 6, 3),
        (3000, 0, 1, 4),
        (1200, 1000, 2, 2),
        (1200, 1000, 3, 0),
    ],
)
def test_sabotage(spent: int, guard: int, die: int, points: int) -> None:
    race = patrons(guarded("sabotage", guard, aimed(sabotage=spent)), **BESIDE, red_is=STILL, dice=[die])
    assert events(race, "sabotage")[0].data["points"] == points
    if points:
        assert asked(race) == ("which_wheel", ["left", "right"])
        race.submit(BLUE, "right")
    assert chariot(race, "red").right_wheel == points
    assert chariot(race, "red").left_wheel == 0
    assert not dice_left(race)  # E2 4.4.3: no check at once


@pytest.mark.rule("E2 4.4.1")
def test_as_much_security_stops_it_without_a_die() -> None:
    race = patrons(guarded("sabotage", 1000, aimed(sabotage=1000)), **BESIDE, red_is=STILL)
    assert events(race, "sabotage")[0].data["points"] == 0
    assert asked(race)[0] == "step"


@pytest.mark.rule("E2 4.4.3")
def test_a_sabotaged_wheel_counts_as_damaged() -> None:
    """It is checked when the speed asks for it, like any other."""
    fast = {**STILL, "written": 14}
    race = patrons(aimed(sabotage=1000), **BESIDE, red_is=fast, dice=[1, 6, 6])
    race.submit(BLUE, "left")
    assert chariot(race, "red").left_wheel == 2
    assert not dice_left(race)  # two dice for the wheel at 14


@pytest.mark.rule("E2 4.4.2")
def test_ten_points_destroy_the_wheel() -> None:
    race = patrons(aimed(sabotage=8100), amount=20_000, **BESIDE, red_is=STILL, dice=[1, 2, 2, 2, 2])
    race.submit(BLUE, "left")
    assert events(race, "flip")


# -- bribes -------------------------------------------------------------------------------------------------


def attacked(bribe: int, guard: int = 0, **more: Any) -> Any:
    """Blue has bribed red's driver not to attack; red lashes blue's driver."""
    envelopes = guarded("bribery", guard, aimed(bribe=bribe, aim="attacks"))
    race = patrons(envelopes, **BESIDE, red_is={"written": 10, "horses_start": [4, 4, 4, 4]}, **more)
    play(race, "no", "lash blue driver")
    return race


@pytest.mark.rule("E2 4.2.2", "E2 4.2.2.1")
@pytest.mark.parametrize(
    ("bribe", "guard", "die", "works"),
    [(1200, 0, 2, True), (1200, 0, 3, False), (2000, 800, 2, True), (2000, 800, 3, False), (3000, 0, 6, True)],
)
def test_a_bribe_not_to_attack(bribe: int, guard: int, die: int, works: bool) -> None:
    race = attacked(bribe, guard, dice=[die, 1, 1, 1, 1, 1, 1])
    assert list(race.pending) == [BLUE]
    assert asked(race) == ("reveal", ["no", "reveal"])
    race.submit(BLUE, "reveal")
    (shown,) = events(race, "bribe")
    assert shown.data["works"] is works
    assert bool(events(race, "attack")) is not works
    if works:
        assert left(race.state, chariot(race, "red")) == 9  # the factor is spent
        assert not attacks(race)  # and nothing of his may be attacked
        play(race, "forward 1")
        assert not attacks(race)


@pytest.mark.rule("E2 4.2.2")
@pytest.mark.parametrize(("bribe", "guard"), [(400, 0), (1000, 600), (1000, 1000)])
def test_too_small_a_bribe_fails_without_a_die(bribe: int, guard: int) -> None:
    race = attacked(bribe, guard)
    race.submit(BLUE, "reveal")
    (shown,) = events(race, "bribe")
    assert shown.data["works"] is False
    assert "die" not in shown.data


@pytest.mark.rule("E2 4.2.2", "E2 4.2.2.1")
def test_it_may_be_shown_again_after_a_failed_escape() -> None:
    race = attacked(3000, dice=[1, 1, 6, 6, 1])
    race.submit(BLUE, "no")
    assert asked(race)[0] == "defend"
    race.submit(BLUE, "avoid")  # 2 against 12
    assert asked(race) == ("reveal", ["no", "reveal"])
    race.submit(BLUE, "reveal")
    assert events(race, "bribe")[0].data["works"] is True
    assert not events(race, "lash")
    assert asked(race)[0] == "step"


@pytest.mark.rule("E2 4.2.2.1")
def test_whoever_attacks_the_bribed_man_sets_him_free() -> None:
    race = patrons(
        {},
        red="lane 3, backstretch 12",
        blue="lane 4, backstretch 12",
        red_is={"written": 10, "moved": True, "horses_start": [4, 4, 4, 4]},
        blue_is={"written": 10, "moved": False, "whip": False, "horses_start": [4, 4, 4, 4]},
        mover="blue",
    )
    race.state.parts["patronage"].loyal = {RED: (BLUE,)}
    play(race, "ram red car")
    assert coffers(race).loyal == {RED: ()}
    assert events(race, "bribe-ends")


@pytest.mark.rule("E2 4.2.2.2")
@pytest.mark.parametrize(
    ("bribe", "die", "slower"), [(1700, 3, 3), (1700, 4, 0), (5000, 6, 6), (3000, 6, 6), (500, 1, 1), (999, 1, 1)]
)
def test_a_bribe_to_hold_back(bribe: int, die: int, slower: int) -> None:
    fast = {"written": 17, "modifier": 1, "cdm": 1, "horses_start": [4, 4, 4, 4], "whip": False}
    race = patrons(aimed(bribe=bribe, aim="speed"), amount=20_000, **BESIDE, red_is=fast, dice=[die])
    assert asked(race) == ("reveal", ["no", "reveal", "watch"])
    race.submit(BLUE, "reveal")
    red = chariot(race, "red")
    assert red.horses == (4, 4, 4, 4)  # no horse is hurt
    assert left(race.state, red) == 17 - slower
    assert red.drained == slower


@pytest.mark.rule("E2 4.2.2.2")
def test_the_speed_noted_falls_with_the_maximum() -> None:
    """Team speed 16, CDM +1, 17 noted, and 1500s: 14."""
    fast = {"written": 17, "modifier": 1, "cdm": 1, "horses_start": [4, 4, 4, 4], "whip": False}
    race = patrons(aimed(bribe=1500, aim="speed"), **BESIDE, red_is=fast, dice=[3])
    race.submit(BLUE, "reveal")
    assert events(race, "speed")[-1].data["total"] == 14


@pytest.mark.rule("E2 4.2.2")
def test_a_bribe_may_be_shown_between_two_steps() -> None:
    race = patrons(aimed(bribe=3000, aim="speed"), **BESIDE, red_is={**STILL, "written": 16}, dice=[1])
    race.submit(BLUE, "watch")
    play(race, "forward 3")
    assert asked(race) == ("reveal", ["no", "reveal", "stop watching"])
    race.submit(BLUE, "no")
    play(race, "forward 2")
    race.submit(BLUE, "reveal")
    assert left(race.state, chariot(race, "red")) == 16 - 6 - 5
    assert place(race, "red") == "lane 3, backstretch 17"


@pytest.mark.rule("E2 4.2.1", "E2 4.2.2")
def test_a_bribe_that_is_not_shown_does_nothing() -> None:
    race = patrons(aimed(bribe=3000, aim="speed"), **BESIDE, red_is={**STILL, "written": 16})
    race.submit(BLUE, "no")
    assert left(race.state, chariot(race, "red")) == 16
    assert chariot(race, "red").drained == 0
    assert not events(race, "bribe")


@pytest.mark.rule("E2 4.2.2")
def test_once_shown_it_is_shown() -> None:
    race = attacked(1200, dice=[6, 3, 3, 4, 4])
    race.submit(BLUE, "reveal")  # in vain
    race.submit(BLUE, "hold")
    assert asked(race)[0] == "step"  # no second question for the same bribe
    assert coffers(race).opened == (BLUE,)
