"""The games of the house, found by their id. Each is imported when it is first wanted: all take most of a second."""

from __future__ import annotations

from typing import Any

from ludus.core.errors import SetupError, shown
from ludus.core.game import Game
from ludus.core.shelf import Shelf


def _circus() -> Game[Any]:
    from ludus.games.circus import Circus

    return Circus()


def _gladiator() -> Game[Any]:
    from ludus.games.gladiator import Gladiator

    return Gladiator()


def _chariot_race() -> Game[Any]:
    from ludus.games.chariot_race import ChariotRace

    return ChariotRace()


def _campaign() -> Game[Any]:
    from ludus.campaign.game import Campaign

    return Campaign()


GAMES: Shelf[Game[Any]] = Shelf(
    {"circus": _circus, "gladiator": _gladiator, "chariot-race": _chariot_race, "campaign": _campaign}
)


def find_game(game_id: str) -> Game[Any]:
    """The game with this id."""
    game = GAMES.get(game_id) if isinstance(game_id, str) else None
    if game is None:
        raise SetupError(f"there is no game '{shown(game_id)}'; there are {', '.join(GAMES)}", code="unknown-game")
    return game
