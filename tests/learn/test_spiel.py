"""The games as OpenSpiel has them, where it is installed; it is too heavy for `make test`."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ludus.learn.play import Play, names

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")


@pytest.mark.parametrize("name", [name for name in names() if not name.startswith("campaign/")])
def test_openspiel_plays_it(name: str) -> None:
    from ludus.learn import spiel

    rng = random.Random(1)
    state = pyspiel.load_game(spiel.registered(name)).new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1.0)
    state.apply_action(3)
    for _ in range(60):
        if state.is_terminal():
            break
        twin, action = state.clone(), rng.choice(state.legal_actions())
        state.apply_action(action)
        twin.apply_action(action)
        assert str(twin) == str(state)
    assert len(state.returns()) == state.get_game().num_players()


def test_openspiel_finds_nothing_wrong() -> None:
    from ludus.learn import spiel

    game = pyspiel.load_game(spiel.registered("chariot-race/standard"))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_what_openspiel_observes_is_what_a_seat_sees() -> None:
    from ludus.learn import spiel

    game = pyspiel.load_game(spiel.registered("gladiator/basic"))
    state, seen = game.new_initial_state(), game.make_py_observer()
    state.apply_action(5)
    seen.set_from(state, 1)
    assert np.array_equal(seen.tensor, Play("gladiator/basic", 2, "5").look(1))
    assert "Seat 2" in seen.string_from(state, 1)
