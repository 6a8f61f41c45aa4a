"""The games of the house, found by their id."""

from __future__ import annotations

from typing import Any

from ludus.campaign.game import Campaign
from ludus.core.errors import SetupError, shown
from ludus.core.game import Game
from ludus.games.chariot_race import ChariotRace
from ludus.games.circus import Circus
from ludus.games.gladiator import Gladiator

GAMES: dict[str, Game[Any]] = {game.id: game for game in (Circus(), Gladiator(), ChariotRace(), Campaign())}


def find_game(game_id: str) -> Game[Any]:
    """The game with this id."""
    game = GAMES.get(game_id) if isinstance(game_id, str) else None
    if game is None:
        raise SetupError(f"there is no game '{shown(game_id)}'; there are {', '.join(GAMES)}", code="unknown-game")
    return game
