"""The arena in a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from ludus.cli.answers import listed
from ludus.cli.arena import draw_arena
from tests.rules.gladiator.arena import FIRST, arena, fighter, item, man


def picture(match: Any) -> str:
    view = match.view(None, explain=False)
    console = Console(width=100, record=True, color_system=None)
    console.begin_capture()
    console.print(draw_arena(view["position"], match.game.stage(match.options), match.names, ""))
    return console.end_capture()


def test_men_stand_where_they_stand_and_face_where_they_face() -> None:
    match = arena(man(0, 0, "N"), man(1, -1, "SW"), items=[item("sword", -1, 0)])
    first, second = (each for each in match.state.fighters)
    drawn = picture(match).splitlines()
    row = next(line for line in drawn if f"{first.name[0]}↑" in line)
    other = next(line for line in drawn if f"{second.name[0]}↙" in line)
    # North-east is half a hex up and one column of hexes to the right.
    assert drawn.index(row) - drawn.index(other) == 1
    assert other.index(f"{second.name[0]}↙") - row.index(f"{first.name[0]}↑") == 4
    sword = next(line for line in drawn if "/" in line)
    assert row.index(f"{first.name[0]}↑") - sword.index("/") == 4


def test_the_sheet_tells_what_is_left_of_a_man() -> None:
    match = arena(man(0, 0, "N", posture="prone", stun=2, wounds=[3, 0, 0, 0, 0]), man(0, -1, "S"))
    told = picture(match)
    hurt = fighter(match, FIRST)
    assert f"{hurt.name[0].lower()}↑" in told
    assert "stunned 2" in told
    assert "prone" in told
    assert f"3 of {hurt.wound_factor} wounds" in told


def test_an_allocation_is_listed_box_by_box_with_its_odds() -> None:
    match = arena(man(0, 0, "N"), man(0, -1, "S"), step="engage")
    decision = match.pending[0]
    rows = {words: str(told) for _, words, told in listed(decision, match.game.explain(match.state, decision))}
    assert "% to hit" in rows["attack head"]
    assert "0: against 5: " in rows["defend head"]
    # Of many numbers the least, a middle one and the most.
    assert [part.partition(":")[0] for part in rows["attack head"].split("; ")] == ["1", "3", "5"]
    assert rows["unused"].startswith("0 to ")
