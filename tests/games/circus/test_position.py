"""A chariot is described once: in a scenario file, in the state and in the client by the same names."""

from __future__ import annotations

import random
from dataclasses import MISSING, Field, fields
from typing import Any

import pytest

from ludus import new_match
from ludus.games.circus.position import LIKENESSES, Likeness
from tests.conformance.kit import SHORT_CIRCUS, walk
from tests.games.typescript import WEB, differences, read_types

ids = [each.state.__name__ for each in LIKENESSES]


@pytest.mark.parametrize("likeness", LIKENESSES, ids=ids)
def test_what_is_written_is_what_the_state_has(likeness: Likeness) -> None:
    written, state = ({each.name for each in fields(kind)} for kind in (likeness.written, likeness.state))
    assert written - set(likeness.only_written) == state - set(likeness.only_state)
    assert set(likeness.only_written) <= written
    assert set(likeness.only_state) <= state


def default(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return None if field.default is MISSING else field.default


# What a chariot of a file has before anything is written, and an empty log has not.
ORDINARY = {"hits_start": 7, "endurance": 49, "turn": 2}


@pytest.mark.parametrize("likeness", LIKENESSES, ids=ids)
def test_what_is_not_written_is_as_in_the_beginning(likeness: Likeness) -> None:
    state = {each.name: default(each) for each in fields(likeness.state)}
    for field in fields(likeness.written):
        if field.name in likeness.only_written or default(field) is None:  # it must be written, or follows from others
            continue
        value = default(field)
        if field.name in ORDINARY:
            assert value == ORDINARY[field.name]
        elif isinstance(value, list | dict):
            assert list(value) == list(state[field.name] or ())
        elif value == "":  # a name that stands for a number of the state
            assert state[field.name] in ("", -1)
        else:
            assert value == state[field.name]


CIRCUS = read_types(*(WEB / "games" / "circus" / name for name in ("shapes.ts", "circuit.ts")))


@pytest.mark.parametrize("ruleset", ["advanced", "arsenal", "basic", "solitaire"])
def test_a_race_is_what_its_client_takes_it_for(ruleset: str) -> None:
    match = new_match("circus", 3, seed=8, ruleset=ruleset, options={"track": SHORT_CIRCUS})
    assert differences(CIRCUS, "TrackData", match.game.stage(match.options)["track"]) == []
    for number, (seat, _) in enumerate(walk(match, random.Random(5))):
        if number % 5:
            continue
        assert differences(CIRCUS, "Race", match.view(seat, explain=False)["position"]) == []
        for answer in match.explain(seat):
            assert differences(CIRCUS, "RaceAnswer", answer, partly=True) == []
    assert differences(CIRCUS, "Race", match.view(None)["position"]) == []
