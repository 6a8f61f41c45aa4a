"""Positions of the epic race in files: what they can say, what they refuse and where, and that nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ludus import DataError, Match, ScriptedDice
from ludus.cli import app
from ludus.core.dice import SeededDice
from ludus.games.circus.parts import all_parts
from tests.games.circus.test_options import SHORT
from tests.games.circus.test_properties import everything
from tests.rules.circus.kit import GAME, CircusMatch, asked, play

RED: dict[str, Any] = {"faction": "red", "seat": 0, "square": "lane 3, backstretch 12", "written": 9, "executed": 9}
BLUE: dict[str, Any] = {"faction": "blue", "seat": 1, "square": "lane 4, backstretch 12", "moved": True}
PURSES = [{"payer": -1, "payee": seat, "sum": 5000} for seat in (0, 1)]


def position(red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"chariots": [{**RED, **(red or {})}, {**BLUE, **(blue or {})}], "turn": 5, "mover": "red", **more}


def patrons(**coffers: Any) -> dict[str, Any]:
    return position(parts={"patronage": coffers})


def read(written: dict[str, Any], *dice: int, ruleset: str = "patrons", **options: Any) -> CircusMatch:
    return Match(GAME, 2, ScriptedDice(dice), ruleset, options, position=written)


WRONG: list[tuple[dict[str, Any], str]] = [
    # The names of this edition.
    (position({"faction": "gold"}), "chariots[0].faction: a faction is one of black, blue, brown"),
    (position({"car": "normal"}), "chariots[0].car: a car is light, medium, heavy, not 'normal'"),
    (position({"offered": 1}), "chariots[0].offered: by these rules"),
    # Parts.
    (position({"parts": {"dust": {"straight": 3}}}), "chariots[0].parts.dust.straight must be 0 to 2, not 3"),
    (position({"parts": {"dust": {"speed": 4}}}), "chariots[0].parts.dust has no 'speed'; it may have carried"),
    (position({"parts": {"dust": {"blinded_turn": 7}}}), "blinded_turn must be 0 to 6, not 7"),
    (position({"parts": {"knife": {}}}), "chariots[0].parts has no 'knife' by these rules; it may have:"),
    (position({"parts": {"dagger": {"carried": 1}}}), "parts.dagger.carried must be true or false, not 1"),
    (position({"parts": {"carcass": {"square": "lane 3, backstretch 11"}}}), "no horse lies on lane 3, backstretch 11"),
    (position({"parts": {"carcass": {"square": "lane 9"}}}), "parts.carcass.square"),
    (position({"parts": {"entry": {"number": -1}}}), "parts.entry.number must be 0 to 100, not -1"),
    (position({"parts": {"entry": {"name": "a\nb"}}}), "parts.entry.name must be a line of at most 40 letters"),
    (position({"parts": {"wet": {"corners": -1}}}), "parts.wet.corners must be 0 to 99, not -1"),
    (position(parts={"weather": {"wind": True}}), "parts.weather has no 'wind'; it may have rain, mud"),
    (position(parts={"weather": {"rain": "yes"}}), "parts.weather.rain must be true or false, not 'yes'"),
    (position(parts={"dodging": {"men": [0]}}), "parts.dodging.men: red's driver is not on foot"),
    (position(parts={"dodging": {"men": [7]}}), "chariots are numbered 0 to 1, not 7"),
    (position(parts={"stables": {"owned": [[], []]}}), "the race has begun"),
    # Money.
    (patrons(transfers=[{"payer": 0, "payee": -1, "sum": 300}]), "seat 0 has paid 300s more than it ever had"),
    (patrons(transfers=[{"payer": -1, "payee": 2, "sum": 1}]), "transfers[0].payee: a seat is -1 to 1, not 2"),
    (patrons(transfers=[{"payer": -1, "payee": 0, "sum": -1}]), "transfers[0].sum: must be 0 to"),
    (patrons(envelopes={"0": {"target": 0, "drugs": 500}}), "it is meant for a rival's chariot"),
    (patrons(envelopes={"0": {"drugs": 500}}), "envelopes.0.target: say against whom"),
    (patrons(envelopes={"0": {"target": 1, "bribe": 500}}), "envelopes.0.aim: say it for a bribe"),
    (patrons(envelopes={"0": {"target": 1, "bribe": 500, "aim": "love"}}), "must be one of , attacks, speed"),
    (patrons(envelopes={"0": {"guards": [[0, "thieves", 100]]}}), "one guards against bribery, drugs, sabotage"),
    (patrons(envelopes={"red": {}}), "envelopes must be whole numbers as keys, not 'red'"),
    (patrons(bets={"0": {"0": 100}}), "odds: chariot 0 is backed, and its odds are not written"),
    (patrons(bets={"0": {"5": 100}}), "bets.0: chariots are numbered 0 to 1, not 5"),
    (patrons(drugged={"1": [1, 0, 0, 0]}), "drugged.1: four numbers, of what its horses have lost"),
    (patrons(watching=0), "watching: seat 0 has no envelope"),
    (patrons(opened=[1]), "who shows a bribe has an envelope"),
    (patrons(settled=True), "settled: the race is not over"),
    # Questions that this race does not ask.
    (position(asks="abandon"), "'abandon' is asked when the move is over; leave out the mover"),
    (position({"driver": "foot"}), "with status 'racing' the driver is car, not foot"),
    (position(carcasses=["lane 3, backstretch 11"] * 2), "there is a wreck on lane 3, backstretch 11 already"),
    (position(goal={"chariot": "red", "by": "move", "clause": "E2 99", "past": "lane 3, backstretch 14"}), "E2 99"),
]


@pytest.mark.parametrize(("written", "words"), WRONG, ids=[words for _, words in WRONG])
def test_what_cannot_be_is_refused_where_it_stands(written: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError) as refused:
        read(written)
    assert words in refused.value.message
    assert refused.value.code == "bad-scenario"


def test_without_patronage_there_is_no_money() -> None:
    with pytest.raises(DataError, match="parts has no 'patronage' by these rules"):
        read(patrons(), ruleset="epic")
    with pytest.raises(DataError, match="parts has no 'weather' by these rules"):
        read(position(parts={"weather": {"rain": True}}), ruleset="epic", weather=False)


def test_the_command_says_where_a_file_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "epic.toml"
    lines = ['game = "circus"', 'ruleset = "epic"', "seats = 2", "[position]", "[[position.chariots]]"]
    lines += ['faction = "red"', "seat = 0", 'square = "lane 3, backstretch 12"']
    file.write_text("\n".join(lines), encoding="utf-8")
    good = CliRunner().invoke(app, ["scenario", "check", str(file)])
    assert (good.exit_code, "good; Circus for 2" in good.output.replace("\n", " ")) == (0, True)
    file.write_text("\n".join([*lines, "[position.chariots.parts.dagger]", "carried = 2"]), encoding="utf-8")
    wrong = CliRunner().invoke(app, ["scenario", "check", str(file)])
    assert wrong.exit_code == 1
    assert "position.chariots[0].parts.dagger.carried must be true or false" in " ".join(wrong.output.split())


FULL = position(
    {
        "car": "heavy", "debt": 3, "gains": 4, "loss": 2, "jostled": True, "no_inside": True, "no_strain_turn": 6,
        "whip": False, "cut_turn": 5, "horses": [5, 4, 4, 0], "wound_drops": 0,
        "parts": {
            "dust": {"carried": False, "straight": 2, "fresh": True, "blinded_turn": 4, "slow": True},
            "dagger": {"carried": False}, "carcass": {"square": "lane 3, backstretch 12"},
            "entry": {"number": 2, "name": "Scorpus"}, "wet": {"entered": 3, "corners": 2, "slow": -1},
            "offence": {"rammed": True}, "noted": {"turn": 5},
        },
    },
    {"horses": [5, 3, 4, 5], "fallen": []},
    carcasses=["lane 3, backstretch 12"],
    move={"written": 9, "spent": 2},
    parts={
        "weather": {"rain": True, "mud": True, "later": True, "laps": 1},
        "leaving": {"asked": 1},
        "patronage": {
            "transfers": [
                *({**each, "why": "his purse", "clause": "E2 3.3.3"} for each in PURSES),
                {"payer": 0, "payee": -1, "sum": 700, "why": "a bribe", "clause": "E2 4.2.1"},
            ],
            "envelopes": {
                "0": {
                    "target": 1, "bribe": 600, "aim": "speed", "drugs": 0, "sabotage": 0,
                    "guards": [[0, "drugs", 100]],
                    "rival": -1,
                },
            },
            "bets": {"0": {"0": 300}, "1": {"0": 100, "1": 200}}, "later": [{"0": {"0": 100}}],
            "side_bets": [{"backer": 0, "layer": 1, "chariot": 0, "stake": 100, "against": 300, "rival": 1}],
            "odds": {"0": 1, "1": 3}, "opened": [0], "visited": [0, 1], "loyal": {"1": [0]},
            "drugged": {"1": [0, 1, 0, 0]}, "asked": {"0": 5}, "watching": 0, "extras": [1],
        },
    },
)  # fmt: skip


def test_everything_that_the_edition_adds_can_be_written() -> None:
    options: dict[str, Any] = {"outlawed_ramming": True, "flipped_team_runs": "as noted"}
    match = read(FULL, **options)
    written = json.loads(json.dumps(GAME.write_position(match.state)))
    assert written["parts"] == FULL["parts"]
    assert written["chariots"][0]["parts"] == FULL["chariots"][0]["parts"]
    again = read(written, **options)
    assert everything(again.state) == everything(match.state)
    # Every part of the book is in it; men who dodge and stables have a moment of their own.
    book = match.state.rules.book
    assert {*book.race_parts} == {*FULL["parts"], "dodging", "stables"}
    assert {*book.chariot_parts} == {*FULL["chariots"][0]["parts"]}
    listed = {heading.partition("]")[0].rpartition(".")[2] for heading in all_parts()}
    assert {*book.race_parts, *book.chariot_parts} <= listed


def test_a_bribe_is_not_asked_about_twice_in_a_phase() -> None:
    """E2 4.2.2: nor forgotten, whoever writes the position down after the answer."""
    purse = {"transfers": PURSES, "envelopes": {"1": {"target": 0, "bribe": 600, "aim": "speed"}}, "visited": [0]}
    for answer, watching in (("no", -1), ("watch", 1)):
        match = read(patrons(**purse))
        assert asked(match)[0] == "reveal"
        again = read(GAME.write_position(match.state))  # before the answer it is asked
        assert asked(again)[0] == "reveal"
        play(match, answer)
        again = read(GAME.write_position(match.state))
        for each in (match, again):
            assert (asked(each)[0], each.state.parts["patronage"].watching) == ("whip", watching)
        play(again, "no", "forward 1")
        assert asked(again)[0] == ("reveal" if watching == 1 else "step")


def test_who_was_asked_for_a_bribe_is_a_secret() -> None:
    purse = {"transfers": PURSES, "envelopes": {"1": {"target": 0, "bribe": 600, "aim": "speed"}}, "visited": [0]}
    match = read(patrons(**purse))
    play(match, "watch")
    own, other = (match.view(seat, explain=False)["position"]["parts"]["patronage"] for seat in (1, 0))
    assert (own["asked"], other["asked"]) == ({"1": 5}, {})
    assert (own["watching"], other["watching"]) == (1, -1)


def test_drivers_who_may_leave_their_chariots_are_asked_once_each() -> None:
    """E2 12.2.3.3: a position between two of them goes on with the second."""
    dead: dict[str, Any] = {
        "horses": [5, 4, 4, 0],
        "fallen": [4],
        "moved": True,
        "parts": {"dagger": {"carried": False}},
    }
    written = position(dead, dead, asks="abandon")
    del written["mover"]
    match = read(written, ruleset="epic")
    assert next(iter(match.pending)) == 0
    play(match, "stay")
    again = read(GAME.write_position(match.state), ruleset="epic")
    assert [list(each.pending) for each in (match, again)] == [[1], [1]]
    play(again, "stay")
    assert again.state.parts["leaving"].asked == 0


@pytest.mark.parametrize("name", ["skullduggery", "bets", "lap_bets"])
def test_forms_that_are_being_filled_in_are_no_part_of_a_position(name: str) -> None:
    match: CircusMatch = Match(GAME, 2, SeededDice("1"), "patrons", {"entries": 1, "track": {**SHORT, "laps": 2}})
    while match.outcome is None:
        if name in {question.name for question in match.pending.values()}:
            break
        for seat, question in list(match.pending.items()):
            match.submit(seat, question.default)
    assert name in {question.name for question in match.pending.values()}
    with pytest.raises(DataError) as refused:
        GAME.write_position(match.state)
    assert refused.value.code == "no-scenario"
