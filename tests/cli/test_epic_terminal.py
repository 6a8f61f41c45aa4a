"""The epic race in a terminal: sixteen letters, the whole log, and the purse of whoever looks."""

from __future__ import annotations

from typing import Any

import pytest

from ludus import new_match
from ludus.cli.boards import draw_circus
from ludus.cli.circus_sheets import log_lines
from ludus.cli.circus_track import Circus, draw_oval, draw_stretch
from tests.cli.test_circus_terminal import on_screen, run
from tests.rules.epic.kit import epic


def test_sixteen_chariots_stand_at_the_start() -> None:
    match = new_match("circus", 8, seed=3, ruleset="epic")
    while match.pending and next(iter(match.pending.values())).name in ("enter", "harness"):
        seat, decision = next(iter(match.pending.items()))
        match.answer(seat, decision.default)
    position: dict[str, Any] = match.view(0)["position"]
    stage = match.game.stage(match.options)
    drawn = "".join(line.plain for line in draw_oval(Circus.of(stage), position) if "EGGS" not in line.plain)
    assert sorted(letter for letter in drawn if letter.isupper()) == sorted("LBNUGEJQHOKPRZWY")
    lines = on_screen(draw_circus(position, stage, [f"P{seat}" for seat in range(8)], ""))
    assert all(len(line) <= 80 for line in lines)
    assert any("Q light blue" in line for line in lines)


@pytest.mark.rule("E2 2.6.2")
def test_the_sheet_has_every_field_of_the_log() -> None:
    match = epic(red="lane 3, backstretch 12", red_is={"whip": False})
    position: dict[str, Any] = match.view(0)["position"]
    stage = match.game.stage(match.options)
    log = position["chariots"]["red"]["log"]
    said = " ".join(line.plain for line in log_lines(log))
    assert all(name.replace("_", " ") in said for name, value in log.items() if type(value) is int)
    assert "whip lost" in said
    assert "[no whip]" in said
    shown = " ".join(" ".join(on_screen(draw_circus(position, stage, ["A", "B"], "red"))).split())
    assert "half laps" in shown


def test_safe_speeds_are_those_of_the_ground() -> None:
    match = epic(red="lane 3, backstretch 12")
    position: dict[str, Any] = match.view(0)["position"]
    position["safe_speeds"] = [speed - 1 for speed in position["safe_speeds"]]
    lines = draw_stretch(Circus.of(match.game.stage(match.options)), position, "red")[1:]
    assert [int(line.plain.split()[-1]) for line in lines] == position["safe_speeds"]


def test_a_race_with_patronage_is_played_by_typing() -> None:
    typed = "\n\n\nlight=1\nbribe=4950\n\n\nq\n"
    shown = run(
        *("play", "circus", "--terminal", "--ruleset", "patrons", "--bots", "random", "--seed", "5"), typed=typed
    )
    assert shown.exit_code == 0, shown.output
    text = " ".join(shown.output.split())
    assert "in the purse: You 5,000s" in text
    assert "is not among the answers" in text  # light=1
    assert "[as listed] >" in text
    assert "odds: " in text
