"""The table, its events, and charts from files."""

from __future__ import annotations

from typing import Any

import pytest

from ludus.core.dice import ScriptedDice, SeededDice
from ludus.core.errors import DataError, DiceError
from ludus.core.event import Event, Modifier, Roll
from ludus.core.table import QuietTable, Table
from ludus.core.toml_files import load_table, parse_toml

WRECK = ("CR wreck",)


def test_dice_belong_to_the_next_event() -> None:
    table = Table(ScriptedDice([4, 2, 6, 1]), [])
    table.tell("before", {}, WRECK)
    assert table.roll(2, "attack", "CR ram") == (4, 2)
    assert table.roll(1, "defence", "CR ram", sides=10) == (6,)
    table.tell("both", {"a": 1}, WRECK, (Modifier("driver", 2),), seats=(1,))
    table.tell("after", {}, WRECK)
    before, both, after = table.events
    assert before.dice == after.dice == ()
    assert both.dice == (Roll("attack", "CR ram", (4, 2)), Roll("defence", "CR ram", (6,), 10))
    assert both.modifiers == (("driver", 2),)
    assert repr(table) == "<Table ScriptedDice([1]), 3 events>"


def test_the_log_is_read_as_events_and_goes_on() -> None:
    table = Table(ScriptedDice([4]), [Event("first", {}, WRECK)])
    log = table.events
    table.roll(1, "attack", "CR ram")
    table.tell("second", {"a": 1}, WRECK)
    second = Event("second", {"a": 1}, WRECK, (Roll("attack", "CR ram", (4,)),))
    assert len(log) == 2
    assert log[1] == second
    assert isinstance(log[1], Event)
    assert isinstance(log[1].dice[0], Roll)
    table.tell("third", {}, WRECK)
    assert [event.kind for event in log] == ["first", "second", "third"]
    assert [event.kind for event in reversed(log)] == ["third", "second", "first"]
    assert log[1:] == [second, Event("third", {}, WRECK)]
    assert log == Table(ScriptedDice([]), log).events
    assert log != [second]
    assert repr(log[1:2]) == f"[{second!r}]"
    assert repr(log).startswith("[Event(kind='first'")
    copied = Table(ScriptedDice([]), log)
    copied.tell("elsewhere", {}, WRECK)
    assert (len(copied.events), len(log)) == (4, 3)


def test_a_shuffle_tells_the_order_even_of_equal_things() -> None:
    table = Table(ScriptedDice([1, 2, 1]), [])
    drawn = table.shuffle("xxyy", "deal", "CR setup-place")
    table.tell("dealt", {}, WRECK)
    (roll,) = table.events[0].dice
    assert sorted(roll.values) == [1, 2, 3, 4]
    assert ["xxyy"[index - 1] for index in roll.values] == drawn
    assert QuietTable(ScriptedDice([1, 2, 1]), []).shuffle("xxyy", "deal", "CR setup-place") == drawn


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ([4, 2], "the scripted dice ran out: 3 dice for corner strain (CM 7.32a), 2 left"),
        ([], "the scripted dice ran out: 3 dice for corner strain (CM 7.32a), none left"),
        ([4, 2, 9], "a scripted 9 is not on a die with 6 sides: 3 dice for corner strain (CM 7.32a)"),
    ],
)
def test_dice_that_fail_say_what_they_were_for(script: list[int], sentence: str) -> None:
    table = Table(ScriptedDice(script), [])
    with pytest.raises(DiceError) as failure:
        table.roll(3, "corner strain", "CM 7.32a")
    assert failure.value.message == sentence
    assert failure.value.code in ("dice-run-out", "dice-wrong-value")
    assert table.settled


def test_a_shuffle_that_fails_says_so_too() -> None:
    with pytest.raises(DiceError, match=r"1 die with 2 sides for deal \(CR setup-place\), none left"):
        Table(ScriptedDice([1]), []).shuffle("xyz", "deal", "CR setup-place")
    with pytest.raises(DiceError, match=r"a die has 1 to 256 sides, not 0: for deal \(CR setup-place\)"):
        Table(SeededDice("x"), []).roll(1, "deal", "CR setup-place", sides=0)


def test_a_quiet_table_rolls_the_same_and_says_nothing() -> None:
    table = QuietTable(ScriptedDice([4, 2]), [])
    assert table.roll(2, "attack", "CR ram") == (4, 2)
    table.tell("wreck", {}, WRECK)
    assert table.events == []


EVENTS = [
    Event("end", {}, WRECK),
    Event("roll", {"a": [1, 2]}, WRECK, (Roll("attack", "CR ram", (4, 2)),), (Modifier("driver", -1),)),
    Event("peek", {"b": None}, WRECK, seats=(0, 2)),
    Event("burn", {}, WRECK, seats=()),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_events_are_read_back(event: Event) -> None:
    assert Event.from_plain(event.to_plain()) == event


def test_who_sees_an_event() -> None:
    public, _, secret, nobody = EVENTS
    assert all(public.visible_to(seat) for seat in (None, 0, 1))
    assert [secret.visible_to(seat) for seat in (None, 0, 1, 2)] == [False, True, False, True]
    assert not any(nobody.visible_to(seat) for seat in (None, 0, 1, 2))


ROLL = EVENTS[1].to_plain()
NO_EVENTS: list[Any] = [
    *(None, 5, [], "x", {}),
    {"kind": "x", "data": "ab", "clauses": []},
    {"kind": "x", "data": {}, "clauses": 5},
    {**ROLL, "dice": 5},
    {**ROLL, "dice": [5]},
    {**ROLL, "dice": [{}]},
    {**ROLL, "modifiers": [{}]},
    {**ROLL, "seats": 5},
]


@pytest.mark.parametrize("plain", NO_EVENTS)
def test_what_is_no_event(plain: Any) -> None:
    with pytest.raises(DataError, match="this is not an event") as refusal:
        Event.from_plain(plain)
    assert refusal.value.code == "bad-record"


def test_charts_are_found_by_name() -> None:
    board = load_table("ludus.games.chariot_race", "board")
    assert board["lanes"] == ["inner", "middle", "outer"]
    assert load_table("ludus.games.chariot_race", "board") is board


@pytest.mark.parametrize(
    "text",
    ["a = ", "a = 1\na = 2", "[", "a = 2024-99-99", "a = " + "9" * 5000, "a = " + "[" * 5000, "\x00"],
    ids=range(7),
)
def test_bad_toml_is_refused_by_its_name(text: str) -> None:
    with pytest.raises(DataError, match=r"chart\.toml is not a TOML file") as refusal:
        parse_toml(text, "chart.toml")
    assert refusal.value.code == "bad-toml"
