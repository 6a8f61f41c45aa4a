"""Chariot Race: a light dice race for 2 to 6. Rules: `ludus rules list --source CR`."""

from ludus.games.chariot_race.game import ChariotRace

__all__ = ["ChariotRace"]
