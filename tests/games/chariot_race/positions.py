"""Random positions of a race, for property tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from ludus import Match, SeededDice, find_game
from ludus.games.chariot_race.board import house_board
from ludus.games.chariot_race.charts import CALTROPS, CHARIOT_BOARDS, COLOURS, LAPS
from ludus.games.chariot_race.state import Race

GAME = find_game("chariot-race")


@dataclass(frozen=True)
class Start:
    """Everything a match from a position needs."""

    seats: int
    ruleset: str
    position: dict[str, Any]
    seed: int

    def match(self) -> Match[Race]:
        return Match(GAME, self.seats, SeededDice(str(self.seed)), self.ruleset, position=self.position)


@st.composite
def starts(draw: st.DrawFn) -> Start:
    """A position between two turns: chariots anywhere, in any state, caltrops anywhere."""
    ruleset = draw(st.sampled_from(sorted(GAME.rulesets)))
    options = GAME.resolve(ruleset, {})
    board = house_board((options["part_1"], options["part_2"]))
    roads = [space.name for space in board.spaces if not space.heap]
    colours = draw(st.permutations(COLOURS))[: draw(st.integers(2, len(COLOURS)))]
    seats = draw(st.integers(2, len(colours)))
    # Close together more often than not, or nothing would ever collide.
    places = draw(st.lists(st.sampled_from(_near(roads, draw(st.sampled_from(roads)))), min_size=6, unique=True))
    chariots = []
    for index, (colour, place) in enumerate(zip(colours, places, strict=False)):
        tracks = CHARIOT_BOARDS[colour if options["chariots"] == "alternate" else "standard"]
        chariot: dict[str, Any] = {
            "colour": colour,
            "seat": index % seats,
            "space": place,
            "laps": draw(st.integers(0, LAPS - 1)),
            "damage": draw(st.integers(1, tracks.damage_max)),
            "speed": draw(st.integers(0, tracks.speed_max)),
            "fate": draw(st.integers(0, tracks.fate_max)),
        }
        if index and draw(st.integers(0, 9)) == 0:
            chariot |= {"space": "", "out": "wrecked"}
        chariots.append(chariot)
    caltrops = draw(st.lists(st.sampled_from(roads), max_size=CALTROPS, unique=True))
    position = {"chariots": chariots, "round": draw(st.integers(1, 12)), "caltrops": caltrops}
    return Start(seats, ruleset, position, draw(st.integers(0, 9999)))


def _near(roads: list[str], place: str) -> list[str]:
    number = int(place.split()[1])
    near = [road for road in roads if abs(int(road.split()[1]) - number) <= 5]
    return near if len(near) >= 12 else roads
