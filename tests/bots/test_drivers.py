"""The drivers at the table: legal everywhere, blind to everything but their view, in time, and in order of strength."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

import ludus
from ludus.bots import BOTS, Bot, make_bot
from ludus.bots.base import MAX_BUDGET_MS, Glimpse
from ludus.core.decision import Choice
from ludus.core.errors import SetupError
from ludus.core.match import Match
from ludus.lab.simulate import simulate

GAME = "chariot-race"
NAMES = [kind.name for kind in BOTS[GAME]]
BOARD = Path(__file__).parents[2] / "examples" / "boards" / "short-circuit.toml"


def play(match: Match[Any], bots: list[Bot]) -> None:
    """To the end, through the door that checks every answer."""
    while match.outcome is None:
        for seat in list(match.pending):
            match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))


def drivers(names: list[str], seats: int, samples: int = 2) -> list[Bot]:
    return [make_bot(GAME, names[seat % len(names)], f"seat {seat}", samples=samples) for seat in range(seats)]


@pytest.mark.parametrize(
    ("ruleset", "seats"),
    [(ruleset, 4) for ruleset in ("standard", "stone-heaps", "alternate-chariots")]
    + [("everything", seats) for seats in range(2, 7)],
)
def test_every_answer_is_legal(ruleset: str, seats: int) -> None:
    match = ludus.new_match(GAME, seats=seats, seed=3, ruleset=ruleset)
    play(match, drivers(["agitator", "auriga", "tiro", "random"], seats))


def test_they_drive_on_a_board_of_ones_own() -> None:
    options = {"board": ludus.load_board(BOARD)}
    match = ludus.new_match(GAME, seats=3, seed=3, options=options)
    play(match, drivers(["agitator", "auriga", "tiro"], 3))


def test_they_drive_on_when_others_resign() -> None:
    match = ludus.new_match(GAME, seats=4, seed=5)
    bots = drivers(["agitator", "auriga", "tiro"], 4)
    for _ in range(30):
        (seat,) = match.pending
        match.submit(seat, bots[seat].choose(Glimpse.of(match, seat)))
    match.resign(3)
    play(match, bots)
    assert match.outcome is not None
    assert 3 not in match.outcome.winners


def answers_from(match: Match[Any], name: str, *, through_json: bool) -> list[Choice]:
    bots = drivers([name], match.seats)
    given: list[Choice] = []
    while match.outcome is None and len(given) < 60:
        (seat,) = match.pending
        glimpse = Glimpse.of(match, seat)
        if through_json:
            glimpse = Glimpse.from_view(json.loads(json.dumps(match.view(seat))))
        given.append(bots[seat].choose(glimpse))
        match.submit(seat, given[-1])
    return given


@pytest.mark.parametrize("name", NAMES)
def test_the_view_alone_is_enough(name: str) -> None:
    """A view that went through JSON gives the same answers: there is nothing else a bot could have used."""
    one, other = (ludus.new_match(GAME, seats=3, seed=8, ruleset="everything") for _ in range(2))
    assert answers_from(one, name, through_json=False) == answers_from(other, name, through_json=True)


@pytest.mark.parametrize("name", NAMES)
def test_looking_changes_nothing(name: str) -> None:
    match = ludus.new_match(GAME, seats=4, seed=9)
    bots = drivers([name], 4)
    for _ in range(40):
        (seat,) = match.pending
        view = match.view(seat)
        before, decision = json.dumps(match.snapshot()), view["decision"]
        choice = bots[seat].choose(Glimpse.from_view(view))
        assert json.dumps(match.snapshot()) == before
        assert view == {**match.view(seat), "decision": decision}
        match.submit(seat, choice)


def test_the_budget_is_kept() -> None:
    match = ludus.new_match(GAME, seats=4, seed=2)
    bots = [make_bot(GAME, "agitator", str(seat), budget_ms=50) for seat in range(4)]
    bots[0].choose(Glimpse.of(match, next(iter(match.pending))))  # the tables of the board are worked out once
    longest = 0.0
    for _ in range(25):
        (seat,) = match.pending
        glimpse = Glimpse.of(match, seat)
        began = time.perf_counter()
        choice = bots[seat].choose(glimpse)
        longest = max(longest, time.perf_counter() - began)
        match.submit(seat, choice)
    assert 0.045 < longest < 1


def test_nobody_thinks_longer_than_two_seconds() -> None:
    assert MAX_BUDGET_MS == 2000
    assert make_bot(GAME, "agitator", "1", budget_ms=60_000).budget_ms == 2000
    assert make_bot(GAME, "agitator", "1").budget_ms == 300


def test_fixed_samples_give_the_same_answers_again() -> None:
    one, other = (ludus.new_match(GAME, seats=4, seed=4) for _ in range(2))
    first = answers_from(one, "agitator", through_json=False)
    assert first == answers_from(other, "agitator", through_json=False)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(SetupError, match="there is no bot 'nero' for chariot-race; there are random, tiro") as caught:
        make_bot(GAME, "nero", "1")
    assert caught.value.code == "unknown-bot"


def test_bots_have_a_character() -> None:
    for kind in BOTS[GAME]:
        assert kind.title
        assert kind.about.endswith(".")
        assert repr(kind(random.Random(1))) == f"<Bot {kind.name!r}>"


@pytest.mark.parametrize(
    ("stronger", "weaker", "games", "least"), [("tiro", "random", 60, 36), ("auriga", "tiro", 24, 12)]
)
def test_the_stronger_wins(stronger: str, weaker: str, games: int, least: int) -> None:
    """Well below the strengths in docs/bots.md, and the same games every time: a failure is a weaker bot."""
    result = simulate(GAME, games=games, seats=4, bots=[stronger, weaker, weaker, weaker], seed=6)
    assert result.to_plain()["bots"][stronger]["wins"] >= least


@pytest.mark.slow
def test_the_champion_beats_professionals() -> None:
    bots = ["agitator", "auriga", "auriga", "auriga"]
    result = simulate(GAME, games=8, seats=4, bots=bots, seed=6, samples=1)
    assert result.to_plain()["bots"]["agitator"]["wins"] >= 4
