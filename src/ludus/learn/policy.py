"""Trained policies: networks that were taught outside and sit down as bots. A policy is a file with numbers in it, no
code: `NAME.npz` in the folder that the operator names."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludus.bots import TRAINED, Bot, Glimpse, all_kinds
from ludus.core.decision import Choice, Decision
from ludus.core.errors import DataError, SetupError
from ludus.core.game import Game
from ludus.learn.eye import WIDTH, Eye, Row
from ludus.learn.steps import ACTIONS, steps_of
from ludus.library import find_game

NAME = re.compile(r"[a-z][a-z0-9]{0,23}")
LARGEST = 64 * 1024 * 1024  # bytes of a file
MOST_LAYERS = 16

Matrix = NDArray[np.float32]
Layer = tuple[Matrix, Matrix]  # weights and what is added


@dataclass(frozen=True, slots=True)
class Policy:
    """Layers of a network, with what is below nothing cut off between them: from what a seat sees to its actions."""

    game: str
    title: str
    about: str
    layers: tuple[Layer, ...]

    def prefers(self, seen: Row) -> Matrix:
        """How much it likes each action."""
        for weights, added in self.layers[:-1]:
            seen = np.maximum(seen @ weights + added, 0.0)
        weights, added = self.layers[-1]
        liked: Matrix = seen @ weights + added
        return liked

    def pick(self, seen: Row, menu: Iterable[int]) -> int:
        """The action on the menu that it likes best."""
        liked = self.prefers(seen)
        return max(menu, key=lambda action: liked[action])

    def save(self, path: Path) -> None:
        """Write `NAME.npz`; the name is what the bot is called."""
        check_name(path)
        said = json.dumps({"game": self.game, "title": self.title, "about": self.about})
        arrays: dict[str, Any] = {"policy": np.array(said)}
        for number, (weights, added) in enumerate(self.layers):
            arrays |= {f"layer{number}.weights": weights, f"layer{number}.added": added}
        np.savez_compressed(path, **arrays)


def load_policy(path: Path) -> Policy:
    """A policy from its file. What is wrong with it is refused with a sentence; nothing in it is run."""
    try:
        if path.stat().st_size > LARGEST:
            raise DataError(f"{path.name} is larger than {LARGEST >> 20} MB")
        with np.load(path, allow_pickle=False) as file:
            said = json.loads(str(file["policy"]))
            numbers = range(sum(name.endswith(".weights") for name in file.files))
            layers = tuple((file[f"layer{number}.weights"], file[f"layer{number}.added"]) for number in numbers)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise DataError(f"{path.name} is no policy: {error}") from error
    if not isinstance(said, dict) or not all(isinstance(said.get(key), str) for key in ("game", "title", "about")):
        raise DataError(f"{path.name} does not say its game, title and about")
    _check_layers(path.name, layers)
    find_game(said["game"])
    return Policy(said["game"], said["title"][:40], said["about"][:400], layers)


def _check_layers(name: str, layers: Sequence[Layer]) -> None:
    if not 0 < len(layers) <= MOST_LAYERS:
        raise DataError(f"{name} must have 1 to {MOST_LAYERS} layers, not {len(layers)}")
    for number, (weights, added) in enumerate(layers):
        if weights.dtype != np.float32 or added.dtype != np.float32 or weights.ndim != 2:
            raise DataError(f"{name}: layer {number} must be of float32, with a matrix of weights")
        if added.shape != weights.shape[1:] or not np.isfinite(weights).all() or not np.isfinite(added).all():
            raise DataError(f"{name}: layer {number} has a hole, or its parts do not fit together")
    fits = all(one.shape[1] == other.shape[0] for (one, _), (other, _) in pairwise(layers))
    if not fits or layers[0][0].shape[0] != WIDTH or layers[-1][0].shape[1] != ACTIONS:
        raise DataError(f"{name} must lead from {WIDTH} numbers to {ACTIONS} actions, layer by layer")


@dataclass(frozen=True, slots=True)
class Imagined:
    """What the view of a seat says of a match, as the eye looks at matches."""

    game: Game[Any]
    state: Any
    seats: int
    pending: Mapping[int, Decision]

    @classmethod
    def of(cls, glimpse: Glimpse) -> Imagined:
        view, game = glimpse.view, find_game(glimpse.view["game"])
        state = game.imagine(view["position"], view["seats"], view["options"])
        return cls(game, state, view["seats"], dict.fromkeys(view["waiting"], glimpse.decision))


class Trained(Bot):
    """A bot that does what its policy likes best."""

    policy: Policy

    def choose(self, glimpse: Glimpse) -> Choice:
        seat = glimpse.decision.seat
        eye, steps = Eye(Imagined.of(glimpse)), steps_of(glimpse.decision)
        picked: list[int] = []
        try:
            menu = next(steps)
            while True:
                picked.append(self.policy.pick(eye.look(seat, picked), menu))
                menu = steps.send(picked[-1])
        except StopIteration as stop:
            choice: Choice = stop.value
            return choice


def bot_of(name: str, policy: Policy) -> type[Bot]:
    """The kind of bot that a policy makes."""
    told = {"name": name, "title": policy.title, "about": policy.about, "policy": policy}
    return type(f"Trained_{name}", (Trained,), told)


def check_name(path: Path) -> str:
    """What a policy's file calls its bot."""
    if path.suffix != ".npz" or not NAME.fullmatch(path.stem):
        raise SetupError(
            f"a policy's file is named as its bot, small letters and digits: driver.npz, not {path.name[:40]}",
            code="bad-policy",
        )
    return path.stem


def hire(folder: Path) -> list[type[Bot]]:
    """Seat the policies of a folder among the bots of their games, in this process."""
    if not folder.is_dir():
        raise SetupError(f"there is no folder {folder}; policies are files in it: driver.npz", code="no-policies")
    hired = []
    for path in sorted(folder.glob("*.npz")):
        name, policy = check_name(path), load_policy(path)
        if name in {kind.name for kind in all_kinds(policy.game)}:
            raise SetupError(f"{policy.game} has a bot '{name}' already; call {path.name} otherwise", code="bad-policy")
        kind = bot_of(name, policy)
        others = [each for each in TRAINED.get(policy.game, ()) if each.name != name]
        TRAINED[policy.game] = (*others, kind)
        hired.append(kind)
    return hired
