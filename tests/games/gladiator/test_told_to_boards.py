"""What the engine tells boards so that they need no rules: the stage, log sheets, orders, calls, moments."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludus import new_match
from ludus.core.event import Call, Event
from ludus.core.match import Match
from ludus.games.gladiator import staging
from ludus.games.gladiator.accents import accent_of
from ludus.games.gladiator.calls import CALLS
from ludus.games.gladiator.charts import spared_from
from ludus.games.gladiator.log_sheet import said_of
from ludus.games.gladiator.plot import read_plot
from ludus.games.gladiator.state import Arena
from tests.conformance.kit import walk
from tests.rules.gladiator.arena import GAME, ArenaMatch, arena, man

STAGE = GAME.stage(GAME.resolve(None, {}))


def fights(seats: int = 2, seed: int = 3) -> Match[Any]:
    return new_match("gladiator", seats, seed=seed, ruleset="optional")


def duel(step: str = "engage", first: Any = None, second: Any = None) -> ArenaMatch:
    """Face to face."""
    return arena(man(0, 0, "N", **(first or {})), man(0, -1, "S", **(second or {})), step=step)


def explained(match: Match[Any]) -> list[dict[str, Any]]:
    return match.explain(next(iter(match.pending)))


# -- the stage -------------------------------------------------------------------------------------------------


@pytest.mark.rule("GL 8.42")
def test_when_blows_fall_in_words() -> None:
    assert STAGE["sub_phases"] == ["", "in sub-phase 3", "in 2 and 4", "in 1, 3, 5", "in 1, 2, 4, 5", "in all five"]


@pytest.mark.rule("GL 19.2-chart")
def test_the_columns_of_mercy_are_those_of_the_chart() -> None:
    columns = STAGE["missus"]
    for total in range(-3, 80):
        (column,) = [
            each
            for each in columns
            if (each["from"] is None or total >= each["from"]) and (each["to"] is None or total <= each["to"])
        ]
        assert column["needed"] == spared_from(total)
    assert [each["chance"] for each in columns] == [0, 0.1667, 0.3333, 0.5, 0.6667, 0.8333]


def test_every_front_is_there_for_every_facing() -> None:
    assert [[len(front) for front in by_facing] for by_facing in STAGE["fronts"]] == [
        [size] * 6 for size in (0, 3, 8, 15)
    ]
    assert STAGE["fronts"][1][0] == [[-1, 0], [0, -1], [1, -1]]


# -- orders ----------------------------------------------------------------------------------------------------


def test_every_order_that_is_offered_is_taken_apart() -> None:
    met: set[str] = set()
    match = fights(3)
    for seat, _ in walk(match, random.Random(4)):
        if match.pending[seat].name != "plot":
            continue
        for answer in match.explain(seat):
            plot = read_plot(answer["choice"])
            assert answer["walk"] in STAGE["walks"]
            assert (answer["walk"] == "still") == (plot.hexes == 0)
            assert answer.get("does", plot.action) == plot.action
            assert ("does" in answer) == (plot.action in STAGE["deeds"])
            assert answer.get("also", "") in ("", *STAGE["besides"])
            assert bool(answer.get("also")) == bool(plot.net or plot.kick or plot.repel)
            assert (answer["turns"], answer["price"] == "nothing") == (plot.turns, not plot.moves)
            met.update((answer["walk"], answer.get("also", "")))
    assert {"still", "charge", "forward", "sidestep", "backwards"} < met


@pytest.mark.rule("GL 16.4")
def test_a_move_that_is_not_there_is_dear() -> None:
    match = duel("plot", first={"used": 5, "allowance": 5})
    told = {each["choice"]: each for each in explained(match)}
    usual = told[match.pending[0].default]
    assert not usual["free"]
    price = usual["prices"][told["X"]["price"]]
    assert price["dear"]
    assert price["words"].startswith("overexertion")
    assert told["-"]["price"] == "nothing"
    assert "overexertion" in usual["moments"]


# -- log sheets ------------------------------------------------------------------------------------------------


def test_the_account_adds_up() -> None:
    match = fights(4)
    for _ in walk(match, random.Random(5)):
        arena: Arena = match.state
        for fighter in arena.fighters:
            said = said_of(arena, fighter)
            assert said["factors"] == fighter.own_cf
            lost = fighter.training + fighter.strength + fighter.agility - fighter.cf_start
            # Strength and Agility that criticals have taken do not take the CFs with them (GL 9.52).
            assert sum(amount for _, amount in said["account"]) == said["factors"] + lost


@pytest.mark.rule("GL 5.2a")
def test_who_is_down_or_has_no_weapon_reaches_nobody() -> None:
    for wrong, reach in (({}, 1), ({"posture": "kneeling"}, 1), ({"posture": "prone"}, 0), ({"weapon": ""}, 0)):
        match = duel(first=wrong)
        assert match.view(0)["position"]["fighters"]["Verus"]["reach"] == reach


# -- calls -----------------------------------------------------------------------------------------------------


def test_calls_are_short_and_over_somebody() -> None:
    called: set[str] = set()
    for seed in range(6):
        match = fights(2 + seed % 3, seed)
        for _ in walk(match, random.Random(seed)):
            pass
        names = {fighter.name for fighter in match.state.fighters}
        for event in match.events:
            call = accent_of(event).call
            if call is not None:
                called.add(event.kind)
                assert call.over in names
                assert 0 < len(call.words) <= 24
            assert call is None or event.kind in CALLS
    assert {"attack", "wound", "shield", "fall-check"} < called


@pytest.mark.parametrize(
    ("kind", "data", "call"),
    [
        ("attack", {"target": "B", "result": "S*", "effect": "S*"}, Call("B", "on the shield", "fair")),
        ("attack", {"target": "B", "result": "S", "effect": "H"}, Call("B", "hit!", "dire")),
        ("wound", {"fighter": "B", "wounds": 2}, Call("B", "2 wounds", "dire")),
        ("wound", {"fighter": "B", "wounds": -1}, Call("B", "mortal", "dire")),
        ("wound", {"fighter": "B", "wounds": 0}, Call("B", "unhurt", "good")),
        ("shield", {"fighter": "B", "boxes": 3, "left": 0}, Call("B", "shield ruined", "bad")),
        ("stun", {"fighter": "B", "factors": 0}, None),
        ("weapon-drop-check", {"fighter": "B", "dropped": False}, None),
        ("drag", {"fighter": "A", "victim": "B", "down": True}, Call("B", "dragged down", "dire")),
        ("turn", {"turn": 2}, None),
    ],
)
def test_what_is_called_out(kind: str, data: dict[str, Any], call: Call | None) -> None:
    assert accent_of(Event(kind, data, ())).call == call


def test_the_letters_of_a_result_have_names() -> None:
    assert {result[0] for result in ("M", "-", "S", "S*", "P", "P*", "H", "H+3")} == set(staging.RESULTS)


# -- moments ---------------------------------------------------------------------------------------------------


def test_the_moments_of_an_allocation() -> None:
    match = duel(first={"stun": 1, "shield_boxes": 4}, second={"posture": "prone", "shield": ""})
    first = explained(match)[0]
    assert first["moments"][0] == "allocate"
    assert {"half", "stun", "shield", "prone-foe", "bare"} < set(first["moments"])
    assert "two-hands" not in first["moments"]


def test_boxes_say_what_they_are() -> None:
    match = duel()
    told = {each["box"]: each for each in explained(match) if each["points"] == 0}
    decision = match.view(0)["decision"]
    assert set(told) == set(decision["boxes"])
    assert (told["attack head"]["deed"], told["attack head"]["area"], told["attack head"]["foe"]) == (
        "strike",
        "head",
        "Priscus",
    )
    assert (told["defend legs"]["deed"], told["defend legs"]["area"]) == ("guard", "legs")
    assert told["unused"]["deed"] == "unused"
