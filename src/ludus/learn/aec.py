"""Every game of the house as a PettingZoo environment: one agent a seat, in turn, with action masks.

import pettingzoo
import ludus.learn.aec  # registers them all

env = pettingzoo.make("aec", "ludus/circus-advanced-v0", seats=4)
env.reset(seed=7)
for agent in env.agent_iter():
    seen, reward, over, cut, info = env.last()
    env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, aec_registry, register
from pettingzoo.utils import wrappers

from ludus.learn.eye import WIDTH
from ludus.learn.play import DRIVERS, Play, find, names, seats_of
from ludus.learn.steps import ACTIONS


def env(name: str, **settings: Any) -> AECEnv[str, Any, Any]:
    """An environment that says what is done wrong: out of order, or not legal."""
    return Ordered(raw_env(name, **settings))


class Ordered(wrappers.OrderEnforcingWrapper[str, Any, Any]):
    """PettingZoo's own check that nothing is asked before `reset`, in one stride instead of six."""

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        told: tuple[Any, float, bool, bool, dict[str, Any]]
        told = self.env.last(observe) if self._has_reset else super().last(observe)
        return told


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801  (what PettingZoo calls it)
    """The environment itself. Agents are called seat_0, seat_1 and so on.

    `seats` is how many play, `options` are those of the ruleset, `drivers` the bots that play the contests of a
    campaign, and after `max_cycles` steps an unfinished match is cut off.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "ludus", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        drivers: Sequence[str] = DRIVERS,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        game, ruleset = find(name)
        self.name = f"{game.id}/{ruleset}"
        self.seats = seats_of(self.name, seats, options)
        self.options = options
        self.drivers = drivers
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"ludus_{game.id}_{ruleset}_v0".replace("-", "_")}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_space = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._observation_space = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (WIDTH,), np.float32),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seeds = random.Random(secrets.token_hex(16))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_space[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. With a seed this one, and those after it, are the same each time."""
        if seed is not None:
            self._seeds = random.Random(seed)
        self.play = Play(self.name, self.seats, str(self._seeds.getrandbits(64)), self.options, self.drivers)
        self.steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.play.seat]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.play.act(-1 if action is None else index(action))  # 2.7 is no action
        self.steps += 1
        self._cumulative_rewards[agent] = 0.0
        if self.play.match.outcome is not None:
            self.rewards = dict(zip(self.possible_agents, self.play.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self.max_cycles is not None and self.steps >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.play.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's seat sees, and what it may do now: nothing, where another is asked."""
        seat = self._seat_of[agent]
        mask = np.zeros(ACTIONS, dtype=np.int8)
        if seat == self.play.seat and self.play.menu:
            mask[list(self.play.menu)] = 1
        return {"observation": self.play.look(seat), "action_mask": mask}

    def answers(self) -> dict[int, Any]:
        """What the legal actions mean."""
        return dict(self.play.menu)

    def render(self) -> str | None:
        """The last thing that everybody saw happen, in words."""
        events = self.play.match.events_for(None)
        return self.play.match.narrate(events[-1]) if events else ""

    def close(self) -> None:
        """Nothing is open."""


def registered(name: str) -> str:
    """What PettingZoo calls it.

    >>> registered("circus/advanced")
    'ludus/circus-advanced-v0'
    """
    return f"ludus/{name.replace('/', '-')}-v0"


for _name in names():
    if registered(_name) not in aec_registry:
        register("aec", registered(_name), f"{__name__}:env", kwargs={"name": _name})
