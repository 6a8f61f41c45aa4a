"""The circus: eight lanes of squares round the spina.

A square is a small number; `track.lane[s]`, `track.section[s]` and `track.index[s]` say where it lies. Everything
the rules ask of the board (the next square, where a lane change or sideslip leads, what a car can attack) is worked
out once here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from ludus.core.errors import DataError
from ludus.core.plain import from_plain
from ludus.core.toml_files import load_table

FRONT, DOLPHINS, BACK, EGGS = range(4)
SECTIONS = ("front straight", "dolphin corner", "backstretch", "egg corner")
IN, OUT = -1, 1
NOTATION = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")  # GEN contest-99-notation
WHIPPED = "(S)"
WALL = -1  # where a lane change from an edge lane leads
BEYOND = 255  # steps: further than anybody asks


@dataclass(frozen=True, slots=True)
class LaneFile:
    """A lane as the track file has it, with where its numbers come from and how sure they are."""

    corner: int
    safe: int
    source: str
    sure: str


@dataclass(frozen=True, slots=True)
class TrackFile:
    """A track as it stands in its file."""

    name: str
    laps: int
    straight: int
    straight_source: str
    straight_sure: str
    first_row_car: int
    second_row_car: int
    gray: list[int]
    start_sure: str
    lanes: list[LaneFile]


class Surroundings:
    """From a square, the number of orthogonal steps to each other; worked out when it is first asked for, and again
    when somebody asks further. A byte each: at every step of an epic race one of these rows is looked at."""

    def __init__(self, track: Track) -> None:
        self._track = track
        self._known: dict[int, bytes] = {}
        self._most = -1

    def within(self, square: int, most: int) -> bytes:
        """The steps to every square; those to whatever is further away than so many may be BEYOND."""
        if most > self._most:
            self._most = most
            self._known.clear()
        found = self._known.get(square)
        if found is None:
            found = self._known[square] = self._around(square, self._most)
        return found

    def _around(self, square: int, most: int) -> bytes:
        track = self._track
        row = bytearray([BEYOND]) * track.size
        row[square] = 0
        edge = [square]
        for steps in range(1, min(most, BEYOND - 1) + 1):
            further = []
            for each in edge:
                for near in (track.ahead[each], track.behind[each], *track.beside[each]):
                    if row[near] == BEYOND:
                        row[near] = steps
                        further.append(near)
            edge = further
        return bytes(row)


class Track:
    """A checked track with everything worked out."""

    def __init__(self, file: TrackFile) -> None:
        check_track(file)
        self.file = file
        self.lanes = len(file.lanes)
        # Legs are sections counted along the whole course; the race ends with the last backstretch (CM 3.8b).
        self.last_leg = 4 * (file.laps - 1) + BACK
        places = [
            (lane, section, index)
            for lane in range(1, self.lanes + 1)
            for section in range(4)
            for index in range(self._length(lane, section))
        ]
        self._by_place = {place: square for square, place in enumerate(places)}
        self.size = len(places)
        self.lane = tuple(lane for lane, _, _ in places)
        self.section = tuple(section for _, section, _ in places)
        self.index = tuple(index for _, _, index in places)
        self.corner = tuple(section in (DOLPHINS, EGGS) for section in self.section)
        self.safe = tuple(
            file.lanes[lane - 1].safe if section in (DOLPHINS, EGGS) else 0 for lane, section, _ in places
        )
        self.safe_in_lane = (0, *(lane.safe for lane in file.lanes))  # lanes are counted from 1
        self.gray = tuple(section == FRONT and index in file.gray for _, section, index in places)
        self.ahead = tuple(self._ahead(*place) for place in places)
        behind = [0] * self.size
        for square, ahead in enumerate(self.ahead):
            behind[ahead] = square
        self.behind = tuple(behind)
        # Squares of a section in a lane are numbered one after the other; for each the one after the last of them.
        self.squares = list(range(self.size))
        self.section_end = tuple(
            square - index + self._length(lane, section) for square, (lane, section, index) in enumerate(places)
        )
        # Squares in words: "lane 3, backstretch 12".
        self.names = tuple(f"lane {lane}, {SECTIONS[section]} {index}" for lane, section, index in places)
        # Share of the section completed at the front edge (CM 6.42-position).
        self.share = tuple((index + 1) / self._length(lane, section) for lane, section, index in places)
        # CM 6.42-geometry: from the square reached after the forward step.
        self.change = {direction: self._targets(direction, direction) for direction in (IN, OUT)}
        # CM 6.73b: from the square occupied, always the rearmost that overlaps.
        self.slip = {direction: self._targets(direction, IN) for direction in (IN, OUT)}
        self.beside = tuple(self._beside(square, IN) + self._beside(square, OUT) for square in range(self.size))
        self.aside = tuple(self._aside(square) for square in range(self.size))
        # CM 9.2a, CM 9.2b: a car attacks what is beside it, level or partially ahead (CM 9.22-example).
        self.attacks = tuple(
            tuple(other for other in beside if self._edge(other) <= self._edge(square))
            for square, beside in enumerate(self.beside)
        )

        self.within = Surroundings(self).within

    def _length(self, lane: int, section: int) -> int:
        return self.file.lanes[lane - 1].corner if section in (DOLPHINS, EGGS) else self.file.straight

    def at(self, lane: int, section: int, index: int) -> int:
        return self._by_place[lane, section, index]

    def _ahead(self, lane: int, section: int, index: int) -> int:
        if index + 1 < self._length(lane, section):
            return self._by_place[lane, section, index + 1]
        return self._by_place[lane, (section + 1) % 4, 0]

    def _edge(self, square: int) -> Fraction:
        """Front edge as a fraction of the section: the angle in a corner."""
        return Fraction(self.index[square] + 1, self._length(self.lane[square], self.section[square]))

    def _beside(self, square: int, direction: int) -> tuple[int, ...]:
        """Squares of the next lane that overlap this one, rearmost first; touching edges are no overlap."""
        lane, section = self.lane[square] + direction, self.section[square]
        if not 1 <= lane <= self.lanes:
            return ()
        length = self._length(lane, section)
        own = self._length(self.lane[square], section)
        index = self.index[square]
        return tuple(
            self._by_place[lane, section, other]
            for other in range(length)
            if other * own < (index + 1) * length and index * length < (other + 1) * own
        )

    def _aside(self, square: int) -> dict[str, int]:
        """CM 17.2: where a man steps to the left and to the right; in a corner all squares that overlap."""
        ways: dict[str, int] = {}
        for direction, name in ((IN, "in"), (OUT, "out")):
            for number, other in enumerate(self._beside(square, direction)):
                ways[name if number == 0 else f"{name} {number + 1}"] = other
        return ways

    def _targets(self, direction: int, end: int) -> tuple[int, ...]:
        """For each square the rearmost (IN) or foremost (OUT) overlapping one of the next lane."""
        targets = []
        for square in range(self.size):
            beside = self._beside(square, direction)
            targets.append(WALL if not beside else beside[0] if end == IN else beside[-1])
        return tuple(targets)

    def position(self, square: int, leg: int) -> float:
        """CM 6.42-position: legs completed plus the share of this one."""
        return leg + self.share[square]

    def further(self, square: int, squares: int) -> int:
        """So many squares straight on."""
        while square + squares >= (end := self.section_end[square]):
            squares -= end - square
            square = self.ahead[end - 1]
        return square + squares

    def fly(self, square: int, lanes: int, forward: int) -> int:
        """CM 12.2-corner, CM 12.3: sideways (stopped by the wall), then forward along the new lane."""
        lane = min(max(self.lane[square] + lanes, 1), self.lanes)
        section = self.section[square]
        own, length = self._length(self.lane[square], section), self._length(lane, section)
        # The square that holds the centre; on a border the one further back.
        centre = Fraction(2 * self.index[square] + 1, 2 * own) * length
        index = int(centre) - (1 if centre.denominator == 1 else 0)
        landed = self._by_place[lane, section, index]
        for _ in range(forward):
            landed = self.ahead[landed]
        return landed

    def name(self, square: int) -> str:
        """The square in words: "lane 3, backstretch 12"."""
        return self.names[square]

    def find(self, name: str) -> int:
        """The square with this name: "lane 3, backstretch 12", or "9-6" as in the contest."""
        if NOTATION.fullmatch(name):
            return self.read_move(name)[0]
        try:
            lane_text, place = name.split(",")
            section_text, index_text = place.strip().rsplit(" ", 1)
            lane = int(lane_text.strip().removeprefix("lane "))
            return self._by_place[lane, SECTIONS.index(section_text.strip()), int(index_text)]
        except (ValueError, KeyError):
            raise DataError(
                f"there is no square '{name[:60]}'; write it like 'lane 3, backstretch 12' "
                f"(sections: {', '.join(SECTIONS)})",
                code="unknown-square",
            ) from None

    def read_move(self, text: str) -> tuple[int, bool]:
        """GEN contest-99-notation: "8-3(S)" is the lane with safe speed 8, three spaces before the corner at the end of
        the backstretch; an S says that the team is whipped to get there."""
        found = NOTATION.fullmatch(text) or NOTATION.fullmatch(text.removesuffix(WHIPPED))
        lanes = {lane.safe: number for number, lane in enumerate(self.file.lanes, start=1)}
        speed, distance = (int(each) for each in found.groups()) if found else (0, 0)
        if speed not in lanes or not 1 <= distance <= self.file.straight:
            raise DataError(
                f"'{text[:60]}' is no square; write the safe speed of its lane ({', '.join(map(str, lanes))}) and the "
                f"spaces to the corner, 1 to {self.file.straight}, like '9-6' or, with the whip, '9-6{WHIPPED}'",
                code="unknown-square",
            )
        return self.at(lanes[speed], BACK, self.file.straight - distance), text.endswith(WHIPPED)

    def stage(self) -> dict[str, Any]:
        """What a client needs to draw the circus."""
        return {
            "name": self.file.name,
            "laps": self.file.laps,
            "straight": self.file.straight,
            "lanes": [{"corner": lane.corner, "safe": lane.safe} for lane in self.file.lanes],
            "gray": list(self.file.gray),
            "first_row_car": self.file.first_row_car,
            "second_row_car": self.file.second_row_car,
            "sections": list(SECTIONS),
        }

    def __repr__(self) -> str:
        return f"<Track {self.file.name!r}, {self.lanes} lanes, {self.size} squares>"


def check_track(file: TrackFile) -> None:
    """Refuse a track that cannot be raced on or breaks what is known of the old board."""

    def wrong(where: str, why: str) -> DataError:
        return DataError(f"{where}: {why}", code="bad-track")

    if len(file.lanes) != 8:
        raise wrong("lanes", f"a circus has 8 lanes, not {len(file.lanes)}")
    if not 1 <= file.laps <= 20:
        raise wrong("laps", f"a race has 1 to 20 laps, not {file.laps}")
    if not 20 <= file.straight <= 200:
        raise wrong("straight", f"a straight has 20 to 200 squares, not {file.straight}")
    if file.second_row_car != file.first_row_car - 2 or file.second_row_car < 0:
        raise wrong("second_row_car", "the second row stands two squares behind the first, on the straight")
    if file.first_row_car + 1 >= file.straight:
        raise wrong("first_row_car", "the start must lie on the straight")
    for index, square in enumerate(file.gray):
        if not 0 <= square < file.straight:
            raise wrong(
                f"gray[{index}]", f"gray squares lie on the front straight, 0 to {file.straight - 1}, not {square}"
            )
    for index, lane in enumerate(file.lanes):
        where = f"lanes[{index}]"
        if not 3 <= lane.corner <= 60:
            raise wrong(f"{where}.corner", f"a corner has 3 to 60 squares, not {lane.corner}")
        if not 1 <= lane.safe <= 60:
            raise wrong(f"{where}.safe", f"a safe speed is 1 to 60, not {lane.safe}")
        if index and lane.safe <= file.lanes[index - 1].safe:
            raise wrong(f"{where}.safe", "safe speeds must rise from lane to lane outwards")
        if index and lane.corner < file.lanes[index - 1].corner:
            raise wrong(f"{where}.corner", "an outer lane is never shorter than the one inside")
        if index in (1, 2, 3) and lane.corner != lane.safe:
            raise wrong(f"{where}.corner", f"lanes 2 to 4 have as many squares as their speed, {lane.safe}")
        if index in (4, 5) and lane.corner != lane.safe + 1:
            raise wrong(f"{where}.corner", f"lanes 5 and 6 have one square more than their speed, {lane.safe + 1}")
        if index in (6, 7) and lane.corner < 23:
            raise wrong(f"{where}.corner", "lanes 7 and 8 have at least 23 squares")


def read_track(plain: Mapping[str, Any]) -> Track:
    """A track file's contents, checked."""
    try:
        return Track(from_plain(TrackFile, plain, "track"))
    except DataError as error:
        raise DataError(error.message, code="bad-track") from error


@lru_cache(maxsize=16)
def track_from(text: str) -> Track:
    """The track of a file's contents as JSON: players' own tracks are worked out once too."""
    return read_track(json.loads(text))


@lru_cache(maxsize=16)
def shortened_track(track: Track, laps: int) -> Track:
    """The same circus for so many laps."""
    return Track(replace(track.file, laps=laps))


@cache
def house_track() -> Track:
    """The circus that ships with Ludus."""
    return read_track(load_table(__package__ or "ludus.games.circus", "track"))
