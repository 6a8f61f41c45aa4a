"""Scenario files as a person writes them: little is enough, nothing is ignored, what cannot be is refused in words."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus import DataError, Match, SeededDice
from ludus.core.plain import to_plain
from ludus.games.gladiator import Gladiator
from ludus.games.gladiator.state import Arena
from tests.conformance.kit import walk

GAME = Gladiator()


def begin(*men: dict[str, Any], options: dict[str, Any] | None = None, **position: Any) -> Match[Arena]:
    places = ([0, 0], [0, -1], [3, 0], [3, -1])
    fighters = [
        {"seat": seat, "place": places[seat], "facing": "NS"[seat % 2], **each} for seat, each in enumerate(men)
    ]
    return Match(GAME, len(men), SeededDice("1"), None, options, position={"fighters": fighters} | position)


def refused(*men: dict[str, Any], **position: Any) -> str:
    with pytest.raises(DataError) as error:
        begin(*men, **position)
    assert error.value.code == "bad-scenario"
    return error.value.message


# -- little is enough ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "training", "cf_start", "cf", "nf"),
    [
        ({}, 10, 10, 10, 10),
        ({"cf": 6}, 10, 10, 6, 10),
        ({"cf": 14}, 10, 14, 14, 10),
        ({"cf": 14, "wounds": [2, 0, 0, 0, 0]}, 10, 16, 14, 10),
        ({"cf_start": 12, "strength": 3, "agility": -1}, 10, 12, 12, 9),
        ({"training": 9, "strength": 2}, 9, 11, 11, 9),
        ({"training": 9, "cf_start": 12, "cf": -2, "nf": 5}, 9, 12, -2, 5),
    ],
)
def test_the_rest_of_the_sheet_follows(sheet: dict[str, Any], training: int, cf_start: int, cf: int, nf: int) -> None:
    man = begin(sheet, {}).state.fighters[0]
    assert (man.training, man.cf_start, man.cf, man.nf) == (training, cf_start, cf, nf)


def test_names_need_not_be_written() -> None:
    assert [man.name for man in begin({}, {}).state.fighters] == ["Verus", "Priscus"]


# -- nothing is ignored ----------------------------------------------------------------------------------


@pytest.mark.rule("GL 2.2b")
def test_one_counter_alone_counts() -> None:
    match = begin({"counter": 6}, {}, {"type": "heavy"}, {"counter": 14})
    assert [man.counter for man in match.state.fighters] == [6, 4, 1, 14]
    assert match.state.order == (2, 1, 0, 3)


@pytest.mark.rule("GL 2.2b")
@pytest.mark.parametrize(("kind", "counter"), [("heavy", 4), ("medium", 1), ("retiarius", 9), ("light", 12)])
def test_a_counter_belongs_to_a_type(kind: str, counter: int) -> None:
    assert f"a {kind} man has" in refused({}, {"type": kind, "counter": counter})


def test_two_men_have_two_counters() -> None:
    assert "the same counter" in refused({"counter": 4}, {"counter": 4})


# -- answers ---------------------------------------------------------------------------------------------


def test_boxes_are_named_and_the_rest_is_not_used() -> None:
    match = begin({}, {}, step="engage")
    match.submit(0, {"attack head": 3, "defend chest": 2})
    assert match.answers == [(0, (3, 0, 0, 0, 0, 0, 2, 0, 0, 0, 5))]
    match.submit(1, {"defend head": 10})
    assert match.state.fighters[1].sheet[5] == 10


def test_one_factor_is_no_factors() -> None:
    match = begin({"cf": 1}, {"cf": 2}, step="engage")
    assert match.pending[0].prompt == "Share out Verus's 1 combat factor."
    assert match.pending[1].prompt == "Share out Priscus's 2 combat factors."


def test_too_much_is_still_too_much() -> None:
    match = begin({}, {}, step="engage")
    with pytest.raises(Exception, match="Legal: 10 points in all"):
        match.submit(0, {"attack head": 3, "defend chest": 8})


def test_orders_in_small_letters() -> None:
    match = begin({}, {})
    match.submit(0, "(l)x")
    assert match.answers == [(0, "(L)X")]


def test_an_order_of_a_position_is_in_capitals() -> None:
    assert "orders are written in capitals: X(R)" in refused({"plot": "x(r)"}, {}, step="engage")


# -- what cannot be --------------------------------------------------------------------------------------

FILLED_IN = [{"seat": 0, "sheet": [0, 0, 0, 0, 0, 10]}, {"seat": 1, "place": [0, -1]}]


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ({"cf_start": 8, "cf": 9}, "fighters[0].cf: he came with 8 combat factors, and cannot have 9 now"),
        ({"used": 6}, "fighters[0].used: of 5 moves in this turn he cannot have used 6"),
        ({"allowance": 9}, "fighters[0].allowance must be 0 to 8, not 9"),
        ({"crossed": [3, 3]}, "fighters[0].crossed: every phase once"),
        ({"crossed": [0]}, "fighters[0].crossed must be 1 to 8, not 0"),
        ({"weapon": "spear"}, "fighters[0].weapon is one of nothing, sword, trident, fragment, not 'spear'"),
        ({"shield": "round"}, "fighters[0].shield is one of nothing, small, large, not 'round'"),
        ({"last_way": "up"}, "fighters[0].last_way is one of nothing, forward"),
        ({"facing": "E"}, "fighters[0].facing is one of N, NE, SE, S, SW, NW, not 'E'"),
        ({"type": "retiarius", "weapon": "", "shield": "small"}, "a retiarius takes none with his net (GL 17.9)"),
        ({"wounds": [12, 0, 0, 0, 0]}, "fighters[0].wounds must be 0 to 11, not 12"),
        ({"wounds": [1, 0]}, "fighters[0].wounds: one number for each of head, chest, groin, arms, legs"),
        ({"guard": [1]}, "fighters[0].guard: one number for each of"),
        ({"stun": 10}, "fighters[0].posture: an unconscious man lies prone (GL 9.36)"),
        ({"stride": 6}, "fighters[0].stride must be 0 to 5, not 6"),
        ({"trail": [[0, 99_999]]}, "fighters[0].trail must be -10000 to 10000, not 99999"),
        ({"lay": [[0, 1], [0, 2]]}, "fighters[0].lay: a net lies in one hex"),
        ({"bonuses": {"Nemo": 2}}, "fighters[0].bonuses: there is no 'Nemo' in this fight"),
        ({"colour": "red"}, "fighters[0] has no 'colour'"),
    ],
)
def test_impossible_men(sheet: dict[str, Any], words: str) -> None:
    assert words in refused(sheet, {})


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"step": "plotting"}, "position.step is one of draw, turn, cross-out, phase, plot, net, free, drag, engage"),
        ({"step": "draw"}, "nobody is asked for a draw"),
        ({"step": "cross-out"}, "no phases are crossed out (GL 6.1)"),
        ({"step": "engage", "fighters": FILLED_IN}, "in the step `engage` nobody has filled in his sheet yet"),
        ({"phase": 9}, "position.phase must be 1 to 8, not 9"),
        ({"items": [{"kind": "sword", "place": [0, 99_999]}]}, "position.items[0].place must be"),
    ],
)
def test_impossible_positions(position: dict[str, Any], words: str) -> None:
    assert words in refused({}, {}, **position)


# -- written and read back -------------------------------------------------------------------------------


def write(match: Match[Arena]) -> tuple[dict[str, Any], str]:
    """The position, or why there is none."""
    try:
        return GAME.write_position(match.state), ""
    except DataError as error:
        return {}, error.message


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("ruleset", ["advanced", "optional"])
def test_a_position_is_read_back_as_it_was_written_or_the_refusal_says_where_to_begin(ruleset: str, seats: int) -> None:
    written, elsewhere = set(), set()
    for seed in range(4 if seats == 2 else 2):
        options = {"draws": True, "turns": 6}
        match: Match[Arena] = Match(GAME, seats, SeededDice(f"{seed}"), ruleset, options)
        for seat, _ in walk(match, random.Random(seed)):
            question = match.pending[seat].name
            position, refusal = write(match)
            if refusal:
                assert "write one at" in refusal or match.state.step == "setup"
                elsewhere.add(question)
                continue
            if question in written and random.Random(match.state.clock).random() > 0.1:
                continue
            written.add(question)
            again: Match[Arena] = Match(GAME, seats, SeededDice("0"), ruleset, options, position=position)
            for one, other in zip(again.state.fighters, match.state.fighters, strict=True):
                assert to_plain(one) == to_plain(other)
            assert GAME.save(again.state) == GAME.save(match.state)
            assert {each: question.to_plain() for each, question in again.pending.items() if each in match.pending} == {
                each: question.to_plain() for each, question in match.pending.items()
            }
    assert {"plot", "throw", "draw"} <= written
    assert "order" in elsewhere
    assert not written & elsewhere - {"team-allocate", "bonus", "appeal"}


@pytest.mark.parametrize(
    ("men", "answers", "words"),
    [
        (({}, {}), [], ""),
        (
            ({}, {}),
            [(0, {"attack head": 1}), (1, {"unused": 10})],
            "when the combat factors were shared out in phase 1 of turn 1",
        ),
    ],
)
def test_the_refusal_names_the_question_before(men: Any, answers: list[tuple[int, Any]], words: str) -> None:
    match = begin(*men, step="engage")
    for seat, answer in answers:
        match.submit(seat, answer)
    if not words:
        assert GAME.write_position(match.state)["step"] == "combat"
        return
    with pytest.raises(DataError, match=words):
        GAME.write_position(match.state)


def test_before_the_fight_there_is_nothing_to_write() -> None:
    match: Match[Arena] = Match(GAME, 2, SeededDice("1"))
    with pytest.raises(DataError, match="when the first orders are asked for"):
        GAME.write_position(match.state)
