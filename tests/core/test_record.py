"""Records that were tampered with, torn, or never were records."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludus
from ludus.core.dice import ScriptedDice, SeededDice, commitment
from ludus.core.errors import DataError, LudusError
from ludus.core.game import Option
from ludus.core.match import Match
from ludus.core.record import at_its_start, compact, read_events, replay, verify
from ludus.core.saved import read_entry
from tests.conformance.kit import everything, play_out
from tests.games.morra import Morra

RECORD: dict[str, Any] = json.loads(json.dumps(play_out(Match(Morra(), 3, SeededDice("record")), 1).record()))


def code_of(record: Any) -> str:
    with pytest.raises(LudusError) as refusal:
        verify(Morra(), record)
    return refusal.value.code


def test_a_record_holds_the_proof_of_its_dice() -> None:
    assert RECORD["commitment"] == commitment(RECORD["seed"])
    assert verify(Morra(), RECORD).record() == RECORD


@pytest.mark.parametrize("key", sorted(RECORD.keys() - {"game"}))
def test_a_record_that_lacks_something_is_none(key: str) -> None:
    assert code_of({name: value for name, value in RECORD.items() if name != key}) == "bad-record"


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("format", 2, "unknown-format"),
        ("format", None, "unknown-format"),
        ("seed", 7, "record-differs"),
        ("seed", "\ud800", "bad-record"),
        ("seats", 9, "bad-seats"),
        ("seats", True, "bad-seats"),
        ("ruleset", ["street"], "unknown-ruleset"),
        ("options", {"target": 5}, "bad-option"),
        ("options", {"colour": 5}, "unknown-option"),
        ("options", 5, "bad-record"),
        ("names", "abc", "bad-names"),
        ("position", {"tokens": []}, "bad-data"),
        ("answers", 5, "bad-record"),
        ("answers", [[0]], "bad-record"),
        ("answers", [["0", "pass"]], "bad-record"),
        ("answers", [[0, 1.5]], "record-differs"),
        ("events", None, "bad-record"),
        ("events", [], "record-differs"),
        ("events", {"shapes": [], "words": [], "told": []}, "record-differs"),
        ("events", {"shapes": [], "words": [], "told": [[0]]}, "bad-record"),
        ("events", {"shapes": [{}], "words": [], "told": [[0]]}, "bad-record"),
        ("events", {}, "bad-record"),
        ("outcome", None, "record-differs"),
        ("commitment", None, "record-differs"),
    ],
)
def test_what_is_wrong_has_its_code(key: str, value: Any, code: str) -> None:
    assert code_of({**RECORD, key: value}) == code


LAST_ROUND = Option(
    "last", "The last round", "", "MO 1", "counts double", ("counts double", "is as any"), formerly="is as any"
)
IN_TAVERNS = Option("wine", "Wine", "", "MO 1", True, (True, False), formerly=False, only=("rounds", (9,)))


@pytest.mark.parametrize(("ruleset", "wine"), [("street", True), ("tavern", False)])
def test_what_was_stored_before_there_was_an_option_goes_on_as_it_was(
    monkeypatch: pytest.MonkeyPatch, ruleset: str, wine: bool
) -> None:
    """An option that it names is as it says, and one that does not stand there has no former way."""
    old = Match(Morra(), 2, SeededDice("7"), ruleset=ruleset)
    monkeypatch.setattr(Morra, "options", (*Morra.options, LAST_ROUND, IN_TAVERNS))
    game = Morra()
    new = Match(game, 2, SeededDice("7"), ruleset=ruleset)
    assert (new.options["last"], new.options["wine"]) == ("counts double", True)
    for stored in (at_its_start(game, old.record()), Match.restore(game, old.snapshot())):
        assert (stored.options["last"], stored.options["wine"]) == ("is as any", wine)
    for stored in (at_its_start(game, new.record()), Match.restore(game, new.snapshot())):
        assert (stored.options["last"], stored.options["wine"]) == ("counts double", True)


def test_a_compact_record_says_the_same() -> None:
    small = json.loads(json.dumps(compact(RECORD)))
    assert read_events(small) == RECORD["events"]
    assert compact(small) == small
    assert len(json.dumps(small)) < len(json.dumps(RECORD))
    assert verify(Morra(), small).record() == RECORD
    small["events"]["told"][-1][-1] = 99
    assert code_of(small) == "record-differs"


def test_a_record_cannot_deny_its_seed() -> None:
    assert code_of({**RECORD, "seed": None, "dice": []}) == "record-differs"
    assert code_of({**RECORD, "seed": None, "dice": [1] * 99, "commitment": None}) == "record-differs"
    assert code_of({**RECORD, "seed": None, "dice": ["1"], "commitment": None}) == "bad-data"


def test_scripted_dice_are_proof_too() -> None:
    seeded = SeededDice("record")
    drawn = Match(Morra(), 2, ScriptedDice([*seeded.roll(18, 9), *seeded.roll(60)]))
    record = json.loads(json.dumps(play_out(drawn, 2).record()))
    assert record["seed"] is None
    assert everything(verify(Morra(), record)) == everything(drawn)
    record["dice"][0] = record["dice"][0] % 9 + 1
    assert code_of(record) == "record-differs"


def test_an_unfinished_record_is_a_record() -> None:
    match = Match(Morra(), 2, SeededDice("half"))
    match.submit(1, match.pending[1].default)
    assert everything(replay(Morra(), match.record())) == everything(match)
    verify(Morra(), match.record())


def test_a_long_lie_is_told_briefly() -> None:
    lie = json.loads(json.dumps(RECORD))
    lie["events"][3]["data"]["x"] = "x" * 10_000
    with pytest.raises(DataError, match="event 3") as refusal:
        verify(Morra(), lie)
    assert len(refusal.value.message) < 1000


def places(plain: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The place of every value in a record."""
    found = [here]
    pairs = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for key, inner in pairs:
        found += places(inner, (*here, key))
    return found


PLACES = places(RECORD)[1:]
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=300)
@given(st.sampled_from(PLACES), junk)
def test_no_change_goes_unseen_or_breaks_anything(place: tuple[Any, ...], value: Any) -> None:
    record = json.loads(json.dumps(RECORD))
    spot = record
    for key in place[:-1]:
        spot = spot[key]
    changed = json.dumps(spot[place[-1]]) != json.dumps(value)
    spot[place[-1]] = value
    try:
        verify(Morra(), record)
    except LudusError as error:
        assert error.code  # noqa: PT017 (either is right)
    else:
        # Names, and the game it was found by, prove nothing; a true 1.0 is as good as 1; an option that is not
        # written has its default, so that records stay true when a game gets new ones.
        assert not changed or place[0] in ("names", "game", "dice") or record == RECORD or value == {}


@pytest.mark.parametrize("raw", [None, [], [0], [0, "a", 1], [True, "a"], ["0", "a"], 5, "ab", {"0": 1}])
def test_what_is_no_entry(raw: Any) -> None:
    with pytest.raises(DataError, match="an entry is"):
        read_entry(raw)


@pytest.mark.parametrize("door", [ludus.verify, ludus.replay, ludus.restore])
@pytest.mark.parametrize(
    "plain", [{}, {"game": "chess"}, {"game": ["chariot-race"]}, {"game": "chariot-race"}, [], None]
)
def test_the_public_doors_refuse_what_is_none(door: Any, plain: Any) -> None:
    with pytest.raises(LudusError) as refusal:
        door(plain)
    assert refusal.value.code in ("bad-record", "bad-snapshot", "unknown-game")
