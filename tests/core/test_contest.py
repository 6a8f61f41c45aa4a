"""An open floor, and matches within matches, with the league of morra."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ludus.core.contest import HOST, Settled, contest_seed, digest
from ludus.core.dice import ScriptedDice, SeededDice
from ludus.core.errors import DataError, LudusError, Refused
from ludus.core.match import Match
from ludus.core.nested import nest, open_contest, settled
from ludus.core.record import compact, verify
from ludus.library import find_game
from tests.conformance.kit import BY_ID, everything, play_out, walk
from tests.games.league import League, Standing

FIND = BY_ID.__getitem__


def new(seats: int = 3) -> Match[Standing]:
    return Match(League(), seats, SeededDice("league"))


def refused(act: Any, *arguments: Any) -> str:
    with pytest.raises(Refused) as refusal:
        act(*arguments)
    return refusal.value.code


# -- an open floor ---------------------------------------------------------------------------------


def test_the_first_to_speak_goes_on() -> None:
    match = new()
    assert sorted(match.pending) == [0, 1, 2]
    assert match.view(None)["floor"]
    before = match.pending[1]
    match.submit(2, "bid 1")
    assert sorted(match.pending) == [0, 1], "who leads is not asked"
    assert match.pending[1] is not before, "the others are asked anew"
    assert refused(match.submit, 1, "bid 1") == "illegal-answer", "his bid came too late"
    match.submit(1, "bid 2")
    assert sorted(match.pending) == [0, 2]


def test_what_is_said_aloud_stays_said() -> None:
    match = new()
    match.submit(2, "bid 1")
    assert not match.can_undo(2)
    assert refused(match.undo, 2) == "undo-refused"


def test_who_resigns_passes() -> None:
    match = new()
    match.resign(0)
    assert sorted(match.pending) == [1, 2]
    assert [event.kind for event in match.events] == ["passed"]


def test_an_ordinary_question_is_no_floor() -> None:
    assert not Match(find_game("chariot-race"), 2, SeededDice("7")).view(0)["floor"]


# -- contests --------------------------------------------------------------------------------------


def at_contest() -> Match[Standing]:
    match = new()
    for seat in (1, 0):
        match.submit(seat, "pass")
    match.submit(2, "pass")
    return match


def test_a_match_waits_for_its_contest() -> None:
    match = at_contest()
    assert match.contest is not None
    assert not match.pending
    assert match.outcome is None
    assert repr(match) == "<Match of league, 3 seats, 3 answers, waiting for Round 1>"
    shown = match.view(0)["contest"]
    assert shown == {
        "title": "Round 1",
        "game": "morra",
        "ruleset": "street",
        "owners": [0, 1, 2, HOST],
        "names": ["Seat 1", "Man of 1", "Man of 2", "The house"],
        "clause": "CM 20.3",
    }
    assert refused(match.submit, 0, "pass") == "contest-under-way"
    assert not match.can_undo(2)


def test_its_dice_follow_from_those_around_it() -> None:
    match = at_contest()
    child = open_contest(match, FIND)
    assert child.table.dice.seed == contest_seed(SeededDice("league"), 0)  # type: ignore[attr-defined]
    assert child.names == ["Seat 1", "Man of 1", "Man of 2", "The house"]
    assert child.options["rounds"] == 3
    match.settle(settled(play_out(child)))
    for seat in sorted(match.pending):
        match.submit(seat, "pass")
    assert match.contest_seed == contest_seed(SeededDice("league"), 1) != contest_seed(SeededDice("league"), 0)
    assert contest_seed(ScriptedDice([1]), 0) == contest_seed(ScriptedDice([2]), 0)


def test_how_it_ended_goes_on() -> None:
    match = at_contest()
    child = play_out(open_contest(match, FIND))
    match.settle(settled(child))
    assert match.contest is None
    assert match.settled == 1
    assert match.answers[-1] == (HOST, settled(child))
    assert match.state.points == [4 - place for place in child.outcome.places[:3]]  # type: ignore[union-attr]
    assert refused(match.settle, settled(child)) == "no-contest"
    over = play_out(match)
    assert refused(over.settle, settled(child)) == "match-over"
    assert over.outcome is not None
    assert over.outcome.to_plain()["report"] == {"points": over.state.points}


def test_a_contest_that_is_not_over_settles_nothing() -> None:
    match = at_contest()
    with pytest.raises(LudusError, match="not over"):
        settled(open_contest(match, FIND))
    assert refused(open_contest, new(), FIND) == "no-contest"


def test_resigning_while_it_is_played() -> None:
    match = at_contest()
    match.resign(1)
    assert match.contest is not None
    match.settle(settled(play_out(open_contest(match, FIND))))
    assert sorted(match.pending) == [0, 2]


def test_saved_at_a_contest() -> None:
    match = new()
    for _ in walk(match, random.Random(3)):
        if match.contest is not None and match.settled == 1:
            break
    snapshot = json.loads(json.dumps(match.snapshot()))
    twin = Match.restore(match.game, snapshot, answers=match.answers, events=match.events)
    assert everything(twin) == everything(match) == everything(match.clone())
    assert twin.contest_seed == match.contest_seed


# -- side by side ----------------------------------------------------------------------------------


def at_two_tables() -> Match[Standing]:
    match = Match(League(), 2, SeededDice("league"), "two-tables")
    for seat in (0, 1):
        match.submit(seat, "pass")
    return match


def test_a_match_waits_for_contests_side_by_side() -> None:
    match = at_two_tables()
    assert [each.title for each in match.contests.values()] == ["Round 1, table 1", "Round 1, table 2"]
    assert match.contest == match.contests[0]
    assert [each["number"] for each in match.view(0)["contests"]] == [0, 1]
    assert "Round 1, table 1 and Round 1, table 2" in repr(match)
    assert refused(match.submit, 0, "pass") == "contest-under-way"
    seeds = [open_contest(match, FIND, number).table.dice.seed for number in (0, 1)]  # type: ignore[attr-defined]
    assert seeds == [contest_seed(SeededDice("league"), number) for number in (0, 1)]
    assert refused(open_contest, match, FIND, 2) == "no-contest"


def test_they_end_in_any_order_and_are_told_in_that_of_the_question() -> None:
    ends = []
    for order in ((0, 1), (1, 0)):
        match = at_two_tables()
        for number in order:
            child = play_out(open_contest(match, FIND, number), number)
            match.settle(settled(child, number))
        assert not match.contests
        assert match.settled == 2
        ends.append(match)
    assert ends[0].state == ends[1].state
    assert ends[0].answers != ends[1].answers
    assert [match.answers[-1][1].number for match in ends] == [1, 0]  # type: ignore[union-attr]


def test_one_of_them_is_settled_once_and_waits_for_the_other() -> None:
    match = at_two_tables()
    second = settled(play_out(open_contest(match, FIND, 1)), 1)
    match.settle(second)
    assert list(match.contests) == [0]
    assert refused(match.settle, second) == "no-contest"
    assert refused(match.settle, Settled("x", {}, 7)) == "no-contest"
    snapshot = json.loads(json.dumps(match.snapshot()))
    twin = Match.restore(match.game, snapshot, answers=match.answers, events=match.events)
    assert everything(twin) == everything(match) == everything(match.clone())
    first = settled(play_out(open_contest(twin, FIND)))  # without a number it is the first under way
    twin.settle(first)
    assert twin.state.round == 1


def test_a_record_with_contests_side_by_side_is_proven() -> None:
    match = at_two_tables()
    contests: dict[int, dict[str, Any]] = {}
    while match.outcome is None:
        if match.contests:
            number = max(match.contests)
            child = play_out(open_contest(match, FIND, number), number)
            contests[number] = child.record()
            match.settle(settled(child, number))
        else:
            seat = max(match.pending)
            match.submit(seat, match.pending[seat].default)
    record = json.loads(json.dumps(nest(match.record(), [contests[number] for number in sorted(contests)])))
    verify(League(), record, FIND)
    assert "Round 1, table 2: its record" in code_of({**record, "contests": record["contests"][::-1]})


# -- proof -----------------------------------------------------------------------------------------


def a_league() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The record of a whole league, and those of its contests."""
    match = new()
    contests: list[dict[str, Any]] = []
    while match.outcome is None:
        if match.contest is not None:
            child = play_out(open_contest(match, FIND), len(contests))
            contests.append(json.loads(json.dumps(child.record())))
            match.settle(settled(child))
        else:
            seat = max(match.pending)
            match.submit(seat, match.pending[seat].default)
    return json.loads(json.dumps(match.record())), contests


RECORD, CONTESTS = a_league()


def code_of(record: dict[str, Any]) -> str:
    with pytest.raises(DataError) as refusal:
        verify(League(), record, FIND)
    assert refusal.value.code == "record-differs"
    return refusal.value.message


def test_a_record_is_proven_with_its_contests_and_without_them() -> None:
    assert len(CONTESTS) == 2
    verify(League(), RECORD)
    verify(League(), RECORD, FIND)
    verify(League(), nest(RECORD, CONTESTS), FIND)
    verify(League(), nest(RECORD, [None, CONTESTS[1]]), FIND)
    verify(League(), nest(compact(RECORD), [compact(each) for each in CONTESTS]), FIND)


def test_another_contest_is_found_out() -> None:
    assert "hash" in code_of(nest(RECORD, CONTESTS[::-1]))


def test_a_contest_that_lies_is_found_out() -> None:
    """Its hash is made to fit, so the lie itself must be found."""
    for part, value, words in (
        ("seats", 3, "Round 1: it was played with another seats"),
        ("seed", "a better seed", "Round 1: it was played with another seed"),
        ("outcome", {**CONTESTS[0]["outcome"], "places": [1, 1, 1, 1]}, "Round 1: the record's outcome"),
    ):
        child = {**CONTESTS[0], part: value}
        assert words in code_of(nest(with_hash(digest(child)), [child, CONTESTS[1]]))


def test_an_outcome_that_lies_is_found_out() -> None:
    record = json.loads(json.dumps(RECORD))
    first = next(entry for entry in record["answers"] if entry[0] == HOST)
    first[1]["outcome"]["reason"] = "a coup"
    assert "Round 1: it did not end as was said" in code_of(nest(record, CONTESTS))


def with_hash(value: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(json.dumps(RECORD))
    next(entry for entry in record["answers"] if entry[0] == HOST)[1]["contest"] = value
    return record


@pytest.mark.parametrize(
    "entry",
    [
        5,
        {},
        {"contest": "x"},
        {"contest": 1, "outcome": {}},
        {"contest": "x", "outcome": 1},
        {"contest": "x", "outcome": {}, "number": "1"},
    ],
)
def test_what_settles_nothing(entry: object) -> None:
    with pytest.raises(DataError):
        Settled.from_plain(entry)
