"""Dataclasses to JSON and back, with errors that name the place."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core.errors import DataError
from ludus.core.plain import STATIC, from_plain, to_plain


@dataclass(slots=True)
class Horse:
    name: str
    age: int = 4


@dataclass(slots=True)
class Stable:
    arena: str = field(metadata=STATIC)
    horses: list[Horse]
    best: Horse | None = None
    owner: str | int = ""
    laurels: set[int] = field(default_factory=set)
    colours: frozenset[str] = frozenset()
    stalls: dict[int, Horse] = field(default_factory=dict)
    prices: dict[str, int] = field(default_factory=dict)
    track: tuple[int, ...] = ()
    door: tuple[str, int] = ("north", 1)
    faction: Literal["green", "blue", 3] = "green"
    open: bool = True
    odds: float = 0.5
    notes: Any = None


horses = st.builds(Horse, st.text(), st.integers())
stables = st.builds(
    Stable,
    arena=st.just("Circus"),
    horses=st.lists(horses),
    best=st.none() | horses,
    owner=st.text() | st.integers(),
    laurels=st.sets(st.integers()),
    colours=st.frozensets(st.text()),
    stalls=st.dictionaries(st.integers(), horses),
    prices=st.dictionaries(st.text(), st.integers()),
    track=st.lists(st.integers()).map(tuple),
    door=st.tuples(st.text(), st.integers()),
    faction=st.sampled_from(["green", "blue", 3]),
    open=st.booleans(),
    odds=st.floats(allow_nan=False, allow_infinity=False),
    notes=st.none() | st.lists(st.integers()),
)


@given(stables)
def test_round_trip_through_json(stable: Stable) -> None:
    plain = json.loads(json.dumps(to_plain(stable)))
    assert "arena" not in plain
    assert from_plain(Stable, plain, "stable", arena="Circus") == stable


def test_what_is_not_written_has_its_default() -> None:
    assert from_plain(Stable, {"horses": []}, "stable", arena="Circus") == Stable("Circus", [])


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        ([], "stable must be a table, not []"),
        ({}, "stable lacks 'horses'"),
        ({"horses": [], "cows": 1}, "stable has no 'cows'; it may have horses, best,"),
        ({"horses": [], "arena": "x"}, "stable has no 'arena'"),
        ({"horses": {}}, "stable.horses must be a list, not {}"),
        ({"horses": [{"name": "Incitatus"}, 7]}, "stable.horses[1] must be a table, not 7"),
        ({"horses": [{"name": 5}]}, "stable.horses[0].name must be a text, not 5"),
        ({"horses": [{"name": "x", "age": "old"}]}, "stable.horses[0].age must be a whole number, not 'old'"),
        ({"horses": [{"name": "x", "age": True}]}, "stable.horses[0].age must be a whole number, not true"),
        ({"horses": [{"age": 1}]}, "stable.horses[0] lacks 'name'"),
        ({"horses": [], "best": 1}, "stable.best must be a table, not 1"),
        ({"horses": [], "owner": 1.5}, "stable.owner must be a whole number, not 1.5"),
        ({"horses": [], "laurels": [1, "a"]}, "stable.laurels[1] must be a whole number, not 'a'"),
        ({"horses": [], "laurels": 1}, "stable.laurels must be a list, not 1"),
        ({"horses": [], "stalls": []}, "stable.stalls must be a table, not []"),
        ({"horses": [], "stalls": {"x": {}}}, "stable.stalls must be whole numbers as keys, not 'x'"),
        ({"horses": [], "stalls": {"1": {}}}, "stable.stalls.1 lacks 'name'"),
        ({"horses": [], "prices": {"hay": None}}, "stable.prices.hay must be a whole number, not None"),
        ({"horses": [], "track": [1, None]}, "stable.track[1] must be a whole number, not None"),
        ({"horses": [], "door": ["north"]}, "stable.door must be a list of 2, not ['north']"),
        ({"horses": [], "door": ["north", "x"]}, "stable.door[1] must be a whole number, not 'x'"),
        ({"horses": [], "faction": "red"}, "stable.faction must be one of green, blue, 3, not 'red'"),
        ({"horses": [], "faction": True}, "stable.faction must be one of green, blue, 3, not true"),
        ({"horses": [], "open": 1}, "stable.open must be true or false, not 1"),
        ({"horses": [], "odds": "even"}, "stable.odds must be a number, not 'even'"),
        ({"horses": "x" * 500}, "stable.horses must be a list, not '" + "x" * 60 + "...'"),
    ],
)
def test_errors_name_the_place(plain: Any, sentence: str) -> None:
    with pytest.raises(DataError) as refusal:
        from_plain(Stable, plain, "stable", arena="Circus")
    assert sentence in refusal.value.message
    assert refusal.value.code == "bad-data"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(list(Stable.__slots__)), json_values))
def test_nonsense_is_refused_with_its_place(plain: dict[str, Any]) -> None:
    try:
        read = from_plain(Stable, {"horses": [], **plain}, "stable", arena="Circus")
    except DataError as error:
        assert error.message.startswith("stable")  # noqa: PT017 (either is right)
    else:
        assert isinstance(read, Stable)


@pytest.mark.parametrize("huge", [10**5000, [[10**5000]], "\ud800" * 100], ids=["number", "nested", "surrogates"])
def test_errors_can_be_printed_whatever_was_given(huge: Any) -> None:
    with pytest.raises(DataError) as refusal:
        from_plain(Horse, {"name": "x", "age": {"years": huge}}, "horse")
    assert len(refusal.value.message.encode()) < 300
