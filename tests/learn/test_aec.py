"""The games as PettingZoo environments."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="ludus[learn] is not installed")

import pettingzoo
from pettingzoo import AECEnv

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's own, about how its tests find their games
    from pettingzoo.test import api_test, seed_test

from ludus.core.errors import Refused
from ludus.core.plain import to_plain
from ludus.learn import aec, eye
from ludus.learn.bench import bench
from ludus.learn.eye import ROOT, Eye, Place, _read
from ludus.learn.play import Play, names, seats_of

NAMES = names()
# A campaign's step may be a whole race; its contests are played at random.
SHORT: dict[str, dict[str, Any]] = {name: {"seats": 2} for name in NAMES if name.startswith("campaign/")}


def make(name: str) -> AECEnv[str, Any, Any]:
    return pettingzoo.make("aec", aec.registered(name), **SHORT.get(name, {}))


def pick(env: AECEnv[str, Any, Any], rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore:Observation space for each agent")  # a mask stands beside it, as in chess
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_pettingzoo_accepts_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(make(name), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SHORT])
def test_a_seed_says_everything(name: str) -> None:
    seed_test(lambda: make(name), num_cycles=20)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_kept_between_looks_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what changed is read anew; a fresh eye that remembers nothing of any match sees the same."""
    play, rng = Play(name, SHORT.get(name, {}).get("seats") or seats_of(name), "3"), random.Random(3)
    for step in range(40 if name in SHORT else 250):
        if play.match.outcome is not None:
            break
        for seat in {play.seat, 0}:
            seen = play.look(seat)
            if step % 5 == 0:
                with monkeypatch.context() as forgotten:
                    forgotten.setattr(eye, "ROOT", Place(""))
                    forgotten.setattr(eye, "PIECE", Place("piece"))
                    fresh = Eye(play.match).look(seat, play.picked if seat == play.seat else ())
                assert np.array_equal(seen, fresh)
                assert np.all(np.abs(seen) <= 1)
        play.act(rng.choice(list(play.menu)))


def test_sealed_answers_stay_sealed() -> None:
    """What a seat sees does not depend on what another has answered before all are in."""
    rng = random.Random(5)
    compared = 0
    play = Play("gladiator/advanced", 2, "5")
    while play.match.outcome is None and compared < 5:
        other = 1 - play.seat
        if len(play.match.pending) == 2 and len(play.menu) > 1 and not play.picked:
            before = play.match.answers
            seen = []
            for action in list(play.menu)[:2]:
                twin = Play("gladiator/advanced", 2, "5")
                _again(twin, before)
                twin.act(action)
                while twin.seat != other:
                    twin.act(next(iter(twin.menu)))
                if twin.match.pending.keys() == {other}:
                    seen.append(twin.look(other))
            if len(seen) == 2:
                assert np.array_equal(seen[0], seen[1])
                compared += 1
        play.act(rng.choice(list(play.menu)))
    assert compared


def _again(play: Play, answers: list[Any]) -> None:
    for seat, choice in answers:
        play.match.answer(seat, choice)
    play._go_on()


@pytest.mark.parametrize("name", ["circus/wagers", "circus/patrons", "gladiator/advanced", "chariot-race/everything"])
def test_a_seat_sees_its_view_and_nothing_else(name: str) -> None:
    """What is turned into numbers is a part of the view, value by value, and read as if it were made plain first."""
    play, rng = Play(name, seats_of(name), "2"), random.Random(2)
    for step in range(400):
        if play.match.outcome is not None:
            break
        play.act(rng.choice(list(play.menu)))
        if step % 40:
            continue
        game, state = play.match.game, play.match.state
        for seat in range(play.match.seats):
            sight = game.sight(state, seat)
            plain = to_plain(sight)
            assert _within(plain, game.view(state, seat))
            live: dict[int, float] = {}
            read: dict[int, float] = {}
            _read(sight, ROOT, live, None, None)
            _read(plain, ROOT, read, None, None)
            assert live == read


def _within(part: Any, whole: Any) -> bool:
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and _within(value, whole[key]) for key, value in part.items())
    return bool(part == whole)


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = aec.raw_env("chariot-race/standard")
    env.reset(seed=1)
    illegal = next(action for action in range(64) if action not in env.answers())
    before = env.play.match.answers
    for wrong in (illegal, 64, None):
        with pytest.raises(Refused, match="legal are"):
            env.step(wrong)
    with pytest.raises(TypeError):
        env.step(0.5)  # type: ignore[arg-type]
    assert env.play.match.answers == before
    assert env.answers()


def test_nothing_is_asked_before_it_is_set_up() -> None:
    env = aec.env("chariot-race/standard")
    with pytest.raises(AttributeError, match="before reset"):
        env.last()
    env.reset(seed=1)
    assert env.last()[1:] == env.unwrapped.last()[1:]


def test_the_winner_gets_one_and_the_last_minus_one() -> None:
    env, rng = aec.raw_env("chariot-race/standard", seats=3), random.Random(1)
    env.reset(seed=4)
    while not any(env.terminations.values()):
        env.step(pick(env, rng))
    outcome = env.play.match.outcome
    assert outcome is not None
    assert [env.rewards[agent] for agent in env.agents] == [2.0 - place for place in outcome.places]
    assert env.render()


def test_a_match_can_be_cut_off() -> None:
    env, rng = aec.raw_env("circus/basic", max_cycles=3), random.Random(1)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(pick(env, rng))
    assert all(env.truncations.values())


def test_it_is_measured_beside_the_chess_of_pettingzoo() -> None:
    """How fast it is, `ludus bench --learn` says; a busy machine proves nothing."""
    pytest.importorskip("pygame", reason="PettingZoo's chess needs pygame")
    found = bench(["chariot-race/standard"], seconds=0.1)["chariot-race/standard"]
    assert found["ratio"] == pytest.approx(found["steps_per_second"] / found["chess"])
    assert found["ratio"] > 2, "ten on a quiet machine"


@pytest.mark.parametrize("name", ["gladiator/advanced", "circus/wagers"])
def test_a_copy_goes_on_alike(name: str) -> None:
    """Also in the midst of a question that takes several steps."""
    play, rng = Play(name, seats_of(name), "6"), random.Random(6)
    for _ in range(25):
        play.act(rng.choice(list(play.menu)))
        twin, action = play.copy(), rng.choice(list(play.menu))
        twin.act(action)
        before = play.menu
        play.copy().act(action)
        assert play.menu is before
        play.act(action)
        assert (twin.seat, twin.menu, twin.match.answers) == (play.seat, play.menu, play.match.answers)
