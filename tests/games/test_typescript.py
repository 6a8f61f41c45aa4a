"""The client's types are held against what the engine sends."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus import new_match
from tests.conformance.kit import walk
from tests.games.typescript import WEB, differences, parse_types, read_types

SOURCE = """
import { X } from "./x";
export type Kind = "a" | "b"; // one of two
export interface Base {
  id: number;
}
/** A thing: with { braces }. */
export interface Thing extends Base {
  kind: Kind;
  names: string[];
  place: readonly [x: number, y: string] | null;
  inner: { on: boolean; note?: string };
  by_name: Record<string, Base>;
  level: 1 | 2;
  other: Elsewhere;
}
interface Foreign extends Unheard { x: number }
"""
TYPES = parse_types(SOURCE)
THING: dict[str, Any] = {
    "id": 1,
    "kind": "b",
    "names": ["x"],
    "place": [1, "x"],
    "inner": {"on": True},
    "by_name": {"y": {"id": 2}},
    "level": 2,
    "other": object(),
}


def test_a_value_that_fits() -> None:
    assert differences(TYPES, "Thing", THING) == []
    assert differences(TYPES, "Thing", THING | {"place": None}) == []
    assert differences(TYPES, "Foreign", {"x": 1, "y": 2}) == []
    assert differences(TYPES, "Foreign", {"y": 2}) == ["Foreign.x is never sent"]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"id": "1"}, "Thing.id is '1', no number"),
        ({"id": True}, "Thing.id is True, no number"),
        ({"kind": "c"}, "Thing.kind is 'c', not 'a'"),
        ({"names": [1]}, "Thing.names[0] is 1, no string"),
        ({"names": "x"}, "Thing.names is 'x', no list"),
        ({"place": [1]}, "Thing.place is [1], no list of 2"),
        ({"place": [1, 2]}, "Thing.place[1] is 2, no string"),
        ({"inner": {"on": 1}}, "Thing.inner.on is 1, no boolean"),
        ({"inner": {"note": "x"}}, "Thing.inner.on is never sent"),
        ({"inner": 5}, "Thing.inner is 5, no object"),
        ({"by_name": {"y": {}}}, "Thing.by_name.y.id is never sent"),
        ({"by_name": []}, "Thing.by_name is [], no record"),
        ({"level": 3}, "Thing.level is 3, not 1.0"),
        ({"more": 1}, "Thing.more is sent, and the types do not know it"),
    ],
)
def test_a_value_that_does_not(change: dict[str, Any], found: str) -> None:
    assert differences(TYPES, "Thing", THING | change) == [found]


def test_types_that_need_not_tell_everything() -> None:
    assert differences(TYPES, "Thing", THING | {"more": 1}, partly=True) == []


RACE = read_types(*(WEB / "games" / "chariot-race" / name for name in ("race.ts", "geometry.ts")))


@pytest.mark.parametrize("ruleset", ["standard", "everything"])
@pytest.mark.parametrize("seats", [2, 5])
def test_a_race_is_what_its_client_takes_it_for(ruleset: str, seats: int) -> None:
    match = new_match("chariot-race", seats, seed=3, ruleset=ruleset)
    assert differences(RACE, "RaceStage", match.game.stage(match.options)) == []
    for seat, _ in walk(match, random.Random(4)):
        assert differences(RACE, "Race", match.view(seat, explain=False)["position"]) == []
        for answer in match.explain(seat):
            assert differences(RACE, "RaceAnswer", answer) == []
    assert differences(RACE, "Race", match.view(None)["position"]) == []
