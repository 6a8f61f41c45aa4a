"""A gladiator is described once, in `Fighter`: scenario files and the browser know him by the same names and types."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

from ludus import new_match
from ludus.core.hints import type_hints
from ludus.core.reference import pages_of, without_help
from ludus.games.gladiator.fighter import Fighter
from ludus.games.gladiator.position import LEFT_OUT, OWN, RENAMED, Man, Position
from tests.conformance.kit import walk
from tests.games.typescript import WEB, differences, read_types

TYPES = read_types(*(WEB / "games" / "gladiator" / name for name in ("arena.ts", "hexes.ts")))


def test_whatever_stands_on_a_sheet_can_be_written() -> None:
    written = {each.name for each in fields(Man)}
    known = {RENAMED.get(each.name, each.name) for each in fields(Fighter)} - set(LEFT_OUT)
    assert written == known | {"held_by"}


def test_it_is_written_with_the_types_of_the_sheet() -> None:
    sheet, written = type_hints(Fighter), type_hints(Man)
    for name, kind in sheet.items():
        if name not in LEFT_OUT and name not in OWN:
            assert written[RENAMED.get(name, name)] in (kind, kind | None)


def test_every_field_has_a_meaning() -> None:
    pages = pages_of(Position, "position")
    assert [page.heading for page in pages] == [
        "[position]",
        "[[position.fighters]]",
        "[[position.items]]",
        "[position.goal]",
    ]
    assert without_help(pages) == []


@pytest.mark.parametrize("ruleset", ["advanced", "optional"])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_client_takes_a_fight_for_what_it_is(ruleset: str, seats: int) -> None:
    match = new_match("gladiator", seats, seed=5, ruleset=ruleset)
    assert differences(TYPES, "Stage", match.game.stage(match.options)) == []
    for seat, _ in walk(match, random.Random(6)):
        for each in (seat, None):
            assert differences(TYPES, "Arena", match.view(each, explain=False)["position"]) == []
        for answer in match.explain(seat):
            assert differences(TYPES, "ArenaAnswer", answer) == []
