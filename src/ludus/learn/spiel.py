"""Every game of the house as an OpenSpiel game, where OpenSpiel is installed (`pip install open_spiel`).

    import pyspiel
    import ludus.learn.spiel  # registers them all

    game = pyspiel.load_game("ludus_gladiator_basic")

The first node is one of chance: which of `DEALS` seeds the dice come from. All luck follows from it, so a search that
applies actions to clones of a state would know dice that have not fallen. `glimpse().imagine` is the door for search.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from ludus.learn.eye import WIDTH
from ludus.learn.play import Play, names, seats_of
from ludus.learn.steps import ACTIONS

DEALS = 1000
LONGEST = 1_000_000  # steps; no match has a limit by its rules


def registered(name: str) -> str:
    """What OpenSpiel calls it.

    >>> registered("chariot-race/stone-heaps")
    'ludus_chariot_race_stone_heaps'
    """
    return "ludus_" + name.replace("/", "_").replace("-", "_")


def game_type(name: str) -> Any:
    seats = seats_of(name)
    kind = pyspiel.GameType
    return kind(
        short_name=registered(name),
        long_name=f"Ludus {name}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={},
    )


class LudusGame(pyspiel.Game):
    """A game by one of its rulesets, for as many as is usual."""

    name: str
    type: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.seats = seats_of(self.name)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=DEALS,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.type, info, dict(params or {}))

    def new_initial_state(self) -> LudusState:
        return LudusState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LudusObserver:
        return LudusObserver()


class LudusState(pyspiel.State):
    """A match under way, or about to be dealt."""

    def __init__(self, game: LudusGame) -> None:
        super().__init__(game)
        self.name = game.name
        self.seats = game.seats
        self.play: Play | None = None

    def current_player(self) -> int:
        if self.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.play.seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self.play is not None
        return sorted(self.play.menu) if player == self.play.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1.0 / DEALS) for deal in range(DEALS)]

    def _apply_action(self, action: int) -> None:
        if self.play is None:
            self.play = Play(self.name, self.seats, str(action))
        else:
            self.play.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.play is None:
            return f"seed {action}"
        return f"{action}: {self.play.menu.get(action)}"

    def is_terminal(self) -> bool:
        return self.play is not None and self.play.match.outcome is not None

    def returns(self) -> list[float]:
        return [0.0] * self.seats if self.play is None else self.play.rewards()

    def __str__(self) -> str:
        return f"{self.name}, not dealt yet" if self.play is None else repr(self.play.match)


class LudusObserver:
    """What a seat sees, as numbers."""

    def __init__(self) -> None:
        self.tensor = np.zeros(WIDTH, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: LudusState, player: int) -> None:
        self.tensor[:] = 0.0 if state.play is None else state.play.look(player)

    def string_from(self, state: LudusState, player: int) -> str:
        """The seat's view, as JSON would have it."""
        return "" if state.play is None else repr(state.play.match.view(player, explain=False))


for _name in names():
    if registered(_name) not in pyspiel.registered_names():
        _kind = game_type(_name)
        pyspiel.register_game(_kind, type(f"Ludus_{registered(_name)}", (LudusGame,), {"name": _name, "type": _kind}))
