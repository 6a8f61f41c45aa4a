"""Trained policies as bots."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="ludus[learn] is not installed")

from ludus.bots import TRAINED, Glimpse, make_bot
from ludus.core.errors import DataError, SetupError
from ludus.lab.simulate import simulate
from ludus.learn.eye import WIDTH, Eye
from ludus.learn.play import Play, seats_of
from ludus.learn.policy import Imagined, Policy, hire, load_policy
from ludus.learn.steps import ACTIONS


@pytest.fixture(autouse=True)
def nobody_stays() -> Iterator[None]:
    yield
    TRAINED.clear()


def any_policy(game: str = "chariot-race", width: int = WIDTH) -> Policy:
    rng = np.random.default_rng(3)
    layers = tuple(
        (rng.normal(size=shape).astype(np.float32), rng.normal(size=shape[1]).astype(np.float32))
        for shape in ((width, 8), (8, ACTIONS))
    )
    return Policy(game, "Schooled", "Learned by looking on.", layers)


def test_a_policy_is_kept_in_a_file_and_sits_down_as_a_bot(tmp_path: Path) -> None:
    policy = any_policy()
    policy.save(tmp_path / "discipulus.npz")
    (kind,) = hire(tmp_path)
    assert (kind.name, kind.title) == ("discipulus", "Schooled")
    hire(tmp_path)  # again: it is still one
    assert len(TRAINED["chariot-race"]) == 1
    seen = np.random.default_rng(1).normal(size=WIDTH).astype(np.float32)
    assert np.array_equal(load_policy(tmp_path / "discipulus.npz").prefers(seen), policy.prefers(seen))
    result = simulate("chariot-race", games=2, seats=2, bots=["discipulus", "tiro"], seed=1)
    assert sorted(result.to_plain()["bots"]) == ["discipulus", "tiro"]


@pytest.mark.parametrize("name", ["chariot-race/everything", "gladiator/advanced", "circus/arsenal", "circus/wagers"])
def test_it_sees_from_its_view_alone_what_it_saw_in_training(name: str) -> None:
    play, rng = Play(name, seats_of(name), "4"), random.Random(4)
    policy = any_policy(name.partition("/")[0])
    for step in range(150):
        if play.match.outcome is not None:
            break
        if step % 10 == 0 and not play.picked:
            glimpse = Glimpse.of(play.match, play.seat)
            assert np.array_equal(Eye(Imagined.of(glimpse)).look(play.seat), play.look(play.seat))
        play.act(rng.choice(list(play.menu)))
    assert policy.pick(play.look(0), [3, 5]) in (3, 5)


def test_what_is_no_policy_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no folder"):
        hire(tmp_path / "nowhere")
    (tmp_path / "driver.npz").write_bytes(b"hello")
    with pytest.raises(DataError, match=r"driver\.npz is no policy"):
        hire(tmp_path)
    any_policy(width=7).save(tmp_path / "driver.npz")
    with pytest.raises(DataError, match=f"from {WIDTH} numbers to {ACTIONS} actions"):
        hire(tmp_path)
    with pytest.raises(SetupError, match="small letters"):
        any_policy().save(tmp_path / "My Driver.npz")
    any_policy().save(tmp_path / "driver.npz")
    any_policy().save(tmp_path / "tiro.npz")
    with pytest.raises(SetupError, match="has a bot 'tiro' already"):
        hire(tmp_path)
    with pytest.raises(SetupError, match="there are random, tiro, auriga, agitator, driver"):
        make_bot("chariot-race", "nobody", "1")
