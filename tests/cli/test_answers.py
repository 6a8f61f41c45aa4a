"""Answers in a terminal: how they are listed, and what is meant by what is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console, RenderableType

from ludus.cli.answers import in_columns, listed, read_answer, suggested, unexplained
from ludus.cli.circus_sheets import corner_chances
from ludus.core.decision import Allocate, Choice, Choose, Filled, Range
from ludus.core.errors import Refused
from ludus.core.fields import Number, OneOf, Section
from ludus.core.form import Form, Limit
from tests.rules.circus.kit import CircusMatch, circus, play

STEP = Choose(
    0, "step", "?", "CM 6.21", ("forward 1", "forward 2", "in", "slip in", "ram red car", "ram red horses", "brake 2")
)
SPEED = Range(0, "speed", "?", "CM 6.11", 2, 18)
BUILD = Allocate(0, "build", "?", "CM 3.6", 4, dict.fromkeys(("driver", "car", "speed", "endurance"), 2), (1, 1, 1, 1))
BETS = Form(
    0,
    "bets",
    "?",
    "E2 5.1",
    (
        Section(
            "Bets",
            (
                Number(name="red", title="On red", default=100, low=0, high=500, step=100),
                OneOf(
                    name="whom",
                    title="Drug",
                    default="nobody",
                    choices={"nobody": "nobody", "blue": "Blue", "light blue": "Light blue"},
                ),
                Number(name="light blue", title="On light blue", default=0, low=0, high=500, step=100),
            ),
        ),
    ),
    (Limit("At most 300 in all.", ("red",), 300),),
)
INJURY = Allocate(0, "injury", "?", "CM 9.61b", 3, {"horse 1": 5, "horse 2": 1})


@pytest.mark.parametrize(
    ("decision", "typed", "meant"),
    [
        (STEP, "", "forward 1"),
        (STEP, "2", "forward 2"),
        (BETS, "", Filled({"red": 100, "whom": "nobody", "light blue": 0})),
        (BETS, "red=300 whom=blue", Filled({"red": 300, "whom": "blue", "light blue": 0})),
        (
            BETS,
            "light blue=200 whom = light blue red=0",
            Filled({"red": 0, "whom": "light blue", "light blue": 200}),
        ),
        (STEP, "forward 2", "forward 2"),
        (STEP, "F 2", "forward 2"),
        (STEP, "i", "in"),
        (STEP, "s i", "slip in"),
        (STEP, "r r c", "ram red car"),
        (STEP, "7", "brake 2"),
        (SPEED, "", 2),
        (SPEED, "18", 18),
        (SPEED, "+9", 9),
        (BUILD, "", (1, 1, 1, 1)),
        (BUILD, "2 2 0 0", (2, 2, 0, 0)),
        (BUILD, "2,2,0,0", (2, 2, 0, 0)),
        (BUILD, "end=2 dr=2", (2, 0, 0, 2)),
        (INJURY, "2 1", (2, 1)),
        (INJURY, "horse 1 3", (3, 0)),
    ],
)
def test_what_is_meant(decision: Choose | Range | Allocate, typed: str, meant: Choice) -> None:
    assert read_answer(typed, decision) == meant


@pytest.mark.parametrize(
    ("decision", "typed", "why"),
    [
        (STEP, "8", "Type a number from 1 to 7, or the words: forward 1, forward 2, in"),
        (STEP, "0", "Type a number from 1 to 7"),
        (STEP, "forward", "Type a number from 1 to 7"),
        (STEP, "forward 12", "Type a number from 1 to 7"),
        (STEP, "²", "Type a number from 1 to 7"),
        (STEP, "r r", "Type a number from 1 to 7"),
        (STEP, "9" * 5000, "Type a number from 1 to 7"),
        (SPEED, "1", "Type a whole number from 2 to 18."),
        (SPEED, "forward", "Type a whole number from 2 to 18."),
        (SPEED, "9" * 5000, "Type a whole number from 2 to 18."),
        (BUILD, "2 2 1 0", "Share out 4 points over driver: 0 to 2, car: 0 to 2"),
        (BUILD, "driver 2", "type 4 numbers such as 1 1 1 1, or boxes by name"),
        (BUILD, "wheels 4", "Share out 4 points"),
        (INJURY, "0 3", "Share out 3 points over horse 1: 0 to 5, horse 2: 0 to 1"),
    ],
)
def test_what_cannot_be_meant_is_explained(decision: Choose | Range | Allocate, typed: str, why: str) -> None:
    with pytest.raises(Refused) as caught:
        read_answer(typed, decision)
    assert why in caught.value.message
    assert len(caught.value.message) < 400


def test_what_could_be_two_things_is_asked_for_again() -> None:
    two = Choose(0, "step", "?", "CM 6.21", ("ram red horses", "ram rust horses"))
    with pytest.raises(Refused, match="'r r h' could be ram red horses or ram rust horses; type a little more"):
        read_answer("r r h", two)


# -- listing ------------------------------------------------------------------------------------------


def on_screen(drawing: RenderableType) -> list[str]:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(drawing)
    return [line.rstrip() for line in capture.get().splitlines()]


def shown(match: CircusMatch) -> tuple[list[str], Sequence[Any]]:
    decision = match.pending[0]
    answers = match.game.explain(match.state, decision)
    return on_screen(in_columns(listed(decision, answers))), answers


def test_steps_of_the_same_kind_and_risk_stand_in_one_row() -> None:
    match = circus(red="lane 3, front straight 32", red_is={"written": 14})
    play(match, "no")
    lines, _ = shown(match)
    words = [line[8:].split("  ")[0] for line in lines if line[:8].strip()]
    assert words[:2] == ["forward 1", "forward 2-14"]  # the second square is in the corner
    assert words[-1] == "brake 1-14"
    assert {"in", "out"} <= set(words)
    numbers = [line[:8].strip() for line in lines if line[:8].strip()]
    assert numbers[:2] == ["1", "2-14"]


def test_speeds_with_the_same_risk_stand_in_one_row() -> None:
    match = circus(phase="notation", red="lane 2, front straight 28")
    lines, answers = shown(match)
    assert lines[0].startswith("   0-5 ")
    table = on_screen(corner_chances(answers))
    assert table[1].split() == ["speed", *(word for lane in range(1, 9) for word in ("lane", str(lane)))]
    rows = {line.split()[0]: line.split()[1:] for line in table[2:]}
    assert min(map(int, rows)) == 9  # the first that strains anywhere: lane 1 is safe up to 8
    assert rows["10"] == ["63/2", "74/0", *["safe"] * 6]


def test_strain_that_cannot_be_paid_is_told() -> None:
    match = circus(phase="notation", red="lane 2, front straight 28", red_is={"endurance": 2})
    rows = {line.split()[0]: line.split()[1:] for line in on_screen(corner_chances(shown(match)[1]))[2:]}
    assert rows["12"] == ["flips", "flips", *["safe"] * 6]


def test_without_a_corner_there_are_no_chances_to_show() -> None:
    match = circus(phase="notation", red="lane 2, front straight 3")
    assert on_screen(corner_chances(shown(match)[1])) == []


def test_boxes_say_what_points_give() -> None:
    boxes = [{"box": "driver", "points": 2, "label": "driver +2"}, {"box": "driver", "points": 0, "label": "driver +0"}]
    lines = on_screen(in_columns(listed(BUILD, [{"choice": [2, 2, 0, 0], "boxes": boxes}])))
    assert lines[0].split() == ["driver", "0:", "driver", "+0;", "2:", "driver", "+2"]
    assert lines[1].split() == ["car", "0", "to", "2"]


def test_a_game_that_explains_little_is_listed_all_the_same() -> None:
    assert [row[:2] for row in listed(STEP, [{"choice": choice} for choice in STEP])] == [
        ("1-2", "forward 1-2"),
        ("3", "in"),
        ("4", "slip in"),
        ("5", "ram red car"),
        ("6", "ram red horses"),
        ("7", "brake 2"),
    ]
    assert [row[:2] for row in listed(SPEED, [{"choice": choice} for choice in SPEED])] == [("2-18", "")]
    assert [row[1] for row in listed(INJURY, [{"choice": choice} for choice in INJURY])] == ["horse 1", "horse 2"]


def test_answers_that_nobody_explains_are_listed_all_the_same() -> None:
    assert [row[:2] for row in listed(STEP, unexplained(STEP))][:2] == [("1-2", "forward 1-2"), ("3", "in")]
    assert [row[0] for row in listed(SPEED, unexplained(SPEED))] == ["2-18"]
    assert [row[1] for row in listed(INJURY, unexplained(INJURY))] == ["horse 1", "horse 2"]


def test_a_form_is_listed_and_read() -> None:
    rows = [(default, name, words.plain) for default, name, words in listed(BETS, [])]
    assert rows == [
        ("100", "red", "Bets: On red, a whole number from 0 to 500 in steps of 100"),
        ("nobody", "whom", "Bets: Drug, nobody or blue or light blue"),
        ("0", "light blue", "Bets: On light blue, a whole number from 0 to 500 in steps of 100"),
        ("", "", "At most 300 in all."),
    ]
    for typed, words in (
        ("red=400", "At most 300 in all."),
        ("red", "is not among the answers"),
        ("green=1", "is not among the answers"),
        ("red=many", "takes a whole number from 0 to 500"),
    ):
        with pytest.raises(Refused, match=words):
            read_answer(typed, BETS)


def test_choices_that_do_not_speak_for_themselves_are_told_once() -> None:
    builds = {"1 1": "a driver of one and a car of one", "2 0": "a driver of two and no car to speak of"}
    fields = tuple(OneOf(name=f"chariot_{n}", title=f"Chariot {n}", default="1 1", choices=builds) for n in (1, 2))
    form = Form(0, "builds", "Build.", "CM 20.1b", (Section("Stable", fields),))
    assert [words.plain for _, _, words in listed(form, [])] == [
        "Stable: Chariot 1\n1 1: a driver of one and a car of one\n2 0: a driver of two and no car to speak of",
        "Stable: Chariot 2, as chariot_1",
    ]


def test_a_form_may_be_filled_in_by_number() -> None:
    answers = [
        {"choice": {"red": 100}, "label": "As little as may be", "hint": ""},
        {"choice": {"red": 200, "light blue": 100}, "label": "All of it", "hint": "300s"},
    ]
    assert [(row[0], row[2].plain) for row in listed(BETS, answers)][-2:] == [
        ("1", "As little as may be"),
        ("2", "All of it: 300s"),
    ]
    chosen = suggested("2", BETS, answers)
    assert chosen == read_answer("red=200 light blue=100", BETS)
    assert suggested("3", BETS, answers) is None
    assert suggested("red=100", BETS, answers) is None
    assert len(listed(BETS, answers[:1])) == len(listed(BETS, []))


def test_a_field_says_when_it_counts_and_begins_with_what_is_usual() -> None:
    whom = OneOf(
        name="with", title="With", default="none", choices={"none": "none", "seat 2": "seat 2"}, seats={"seat 2": 1}
    )
    sum_ = Number(name="sum", title="For", default=1, low=1, high=900, only=("with", ("seat 2",)), usual=500)
    form = Form(0, "offer", "Do you offer?", "GT 1", (Section("A loan", (whom, sum_)),))
    default, name, words = listed(form, [], ["You", "Cato"])[1]
    told = "A loan: For, a whole number from 1 to 900, only if with=Cato"
    assert (default, name, words.plain) == ("500", "sum", told)
    assert read_answer("with=Cato", form, ["You", "Cato"]) == form.read({"with": "seat 2", "sum": 500})
    assert read_answer("", form) == form.read({})
