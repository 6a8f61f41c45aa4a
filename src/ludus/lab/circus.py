"""What races in the circus came to: who finished and how, what the rest were lost to, and whether the start was fair.

Everything is read from the events of a race, except what stands on the log sheets: car, team, and the endurance left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Any

from ludus.core.errors import DataError
from ludus.core.event import Event
from ludus.core.match import Match
from ludus.games.circus.state import Race
from ludus.games.circus.track import Track

# Why a chariot is lost, by the clause under which it flips; a wheel is looked into further.
FLIPS = {
    "CM 7.33-FP": "flipped by corner strain",
    "CM 8.41b": "could not pay for corner strain",
    "CM 6.44": "drove into the wall",
    "CM 7.34c": "slid into the wall",
    "CM 9.43-S5": "swerved into the wall",
    "CM 9.43-W3": "driver lashed to death",
    "CM 14.2d": "wrecked on a wreck",
    "CM 14.3-flip": "wrecked on a wreck",
    "E2 9.2.3a": "flipped by corner strain",
    "E2 11.2.1": "could not pay for corner strain",
    "E2 8.6.5": "drove into the wall",
    "E2 9.3.3": "slid into the wall",
    "E2 10.4.3e": "swerved into the wall",
    "E2 12.1": "driver killed in his car",
    "E2 8.9.3": "wrecked on an obstacle",
    "E2 8.9.4a": "wrecked on an obstacle",
    "E2 4.4.2": "sabotaged",
}
# Where the wheel that came off was checked.
WHEELS = {
    "CM 7.41a": "wheel came off at speed",
    "CM 7.41b": "wheel came off in a corner",
    "E2 12.3.2": "wheel came off at speed or in a corner",
}
RAMMED = "wheel came off in a collision"
# Flips that follow from the check just told; one that driving over something asked for is put down to that.
CHECKED = ("CM 7.33-FP", "CM 7.43", "CM 9.56b", "E2 9.2.3a", "E2 12.3.3", "E2 10.8.2")
RUN_OVER = {"CM 14.3": "CM 14.3-flip", "E2 8.9.4": "E2 8.9.4a"}
PULLED = "driver pulled from his car"
MOVES = ("drive", "lane-change", "sideslip", "braked-away", "evaded")
SECTIONS = 4


@dataclass(slots=True)
class Entry:
    """One chariot's race."""

    build: str = ""
    lane: int = 0
    draws: list[int] = field(default_factory=list)  # its place in each turn's draw
    speeds: list[int] = field(default_factory=list)  # total speed of each movement phase
    squares: int = 0
    finished: bool = False
    won: bool = False
    lost_to: str = ""  # in words; "": it finished, or was still racing at the end
    endurance: int = 0  # left at the end
    car: str = ""
    team: int = 0  # the speed of its team, unhurt


@dataclass(slots=True)
class Facts:
    """One race."""

    turns: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    attacks: Counter[tuple[int, str]] = field(default_factory=Counter)  # by the leader's lap and the kind
    late: int = 0  # attacks while the leader was in the last lap and a half
    avoided: int = 0


class Leader:
    """How far the first of them has come, in sections of the track."""

    def __init__(self, track: Track) -> None:
        self._track = track
        self._sections: dict[str, int] = {}
        self._legs: dict[str, int] = {}

    def start(self, faction: str, place: str) -> None:
        self._sections[faction] = self._track.section[self._track.find(place)]
        self._legs[faction] = 0

    def move(self, faction: str, place: str) -> None:
        if faction not in self._sections:
            return  # a race that began in the middle
        try:
            section = self._track.section[self._track.find(place)]
        except DataError:
            return  # over the finish line
        change = (section - self._sections[faction]) % SECTIONS
        self._legs[faction] += -1 if change == SECTIONS - 1 else change
        self._sections[faction] = section

    def is_late(self) -> bool:
        """Whether no more than a lap and a half is left: three times a straight and a corner."""
        return max(self._legs.values(), default=0) > self._track.last_leg - 6


# -- one race -------------------------------------------------------------------------------------------


def read_race(match: Match[Race]) -> Facts:
    """What the events of a race that is over tell."""
    facts = Facts(
        entries={
            each.faction: Entry(endurance=each.endurance, car=each.car, team=sum(each.horses_start))
            for each in match.state.chariots
        }
    )
    lap, laps = 1, match.state.track.file.laps
    last_check: dict[str, str] = {}  # the clause of each chariot's last strain or wheel check
    leader = Leader(match.state.track)
    for event in match.events:
        data = event.data
        if event.kind == "marker":
            lap = min(laps, laps - data["eggs"] + 1)  # the last egg goes down at the finish
        elif event.kind == "attack":
            facts.attacks[lap, f"{data['kind']} {data['at']}"] += 1
            facts.late += leader.is_late()
        elif event.kind == "trampled":
            facts.attacks[lap, "trample driver"] += 1
        elif event.kind == "grid":
            for faction, place in data["grid"].items():
                leader.start(faction, place)
                facts.entries[faction].lane = int(place.split(",")[0].removeprefix("lane "))
        elif event.kind == "end" and data["winner"]:
            facts.entries[data["winner"]].won = True
        elif event.kind in ("strain", "wheel", "wheel-check"):
            last_check[data["chariot"]] = event.clauses[0]
        elif event.kind == "turn":
            facts.turns = data["turn"]
        elif event.kind == "defence":
            facts.avoided += data["success"]
        elif event.kind in MOVES:
            leader.move(data["chariot"], data["to"])
        if "chariot" in data:
            _read_chariot(facts.entries[data["chariot"]], event, last_check)
    for entry in facts.entries.values():
        if entry.finished:
            entry.lost_to = ""
    return facts


def _read_chariot(entry: Entry, event: Event, last_check: dict[str, str]) -> None:
    data = event.data
    if event.kind == "built":
        entry.build = "-".join(map(str, data["points"]))
    elif event.kind == "drawn":
        entry.draws.append(data["draw"])
    elif event.kind == "speed":
        entry.speeds.append(data["total"])
    elif event.kind == "drive":
        entry.squares += data["squares"]
    elif event.kind == "lane-change":
        entry.squares += 1
    elif event.kind == "finish":
        entry.finished = True
    elif event.kind == "driver-dead":
        entry.finished = False  # QA 16.4: a man dragged over the line must live to be placed
    elif not entry.lost_to:
        entry.lost_to = _lost_to(event, last_check.get(data["chariot"], ""))


def _lost_to(event: Event, last_check: str) -> str:
    """What took a chariot out of the race, if this event did."""
    if event.kind == "flip":
        clause = event.clauses[0]
        for jump, flipped in RUN_OVER.items():
            if clause in CHECKED and last_check.startswith(jump):
                return FLIPS[flipped]
        return FLIPS[clause] if clause in FLIPS else WHEELS.get(last_check, RAMMED)
    if event.kind == "pulled-out":
        return PULLED
    return str(event.data["why"]) if event.kind in ("out", "resigned") else ""


# -- many races -----------------------------------------------------------------------------------------


def add_up(races: Sequence[Facts]) -> dict[str, Any]:
    """The sanity of the game: shares of all chariots, means of a race."""
    entries = [entry for race in races for entry in race.entries.values()]
    losses = Counter(entry.lost_to for entry in entries if entry.lost_to)
    return {
        "when the race ended": _ended(races),
        "turns": _middle([race.turns for race in races]),
        "share lost to": {why: _share(count, len(entries)) for why, count in losses.most_common()},
        "attacks": _attacks(races),
        "winner": _winner([entry for entry in entries if entry.won]),
        **_kinds(entries),
        "wins by lane": _wins(entries, lambda entry: entry.lane),
        "wins by first draw": _wins(entries, lambda entry: entry.draws[0] if entry.draws else None),
        "wins by last draw": _wins(_drawn_last(races), lambda entry: entry.draws[-1]),
    }


def _kinds(entries: Sequence[Entry]) -> dict[str, dict[str, dict[str, float]]]:
    """By the points that were spent on a chariot; where none are, by what came out of the stable."""
    if any(entry.build for entry in entries):
        return {"wins by build": _wins(entries, lambda entry: entry.build)}
    return {
        "wins by car": _wins(entries, lambda entry: entry.car),
        "wins by team speed": _wins(entries, lambda entry: entry.team),
    }


def _ended(races: Sequence[Facts]) -> dict[str, dict[str, float]]:
    """How many chariots of a race crossed the line, were on their way to it, or had been lost.

    A race ends with the turn in which the first crosses the line (CM 10.2): whoever does not cross it in that turn
    is placed by where he is. Placed are both.
    """
    fates: dict[str, Callable[[Entry], bool]] = {
        "crossed the line": lambda entry: entry.finished,
        "still racing": lambda entry: not entry.finished and not entry.lost_to,
        "placed (crossed or still racing)": lambda entry: not entry.lost_to,
        "lost": lambda entry: bool(entry.lost_to),
    }
    ended = {}
    chariots = sum(len(race.entries) for race in races)
    for fate, met in fates.items():
        counts = [sum(map(met, race.entries.values())) for race in races]
        ended[fate] = {**_middle(counts), "share of chariots": _share(sum(counts), chariots)}
    return ended


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _middle(numbers: Sequence[int]) -> dict[str, float]:
    return {"median": median(numbers), "mean": round(mean(numbers), 2)}


def _attacks(races: Sequence[Facts]) -> dict[str, float]:
    """Means of a race: all, by lap of the leader, by kind; and how many of them came late."""
    counts: Counter[str] = Counter({"in all": 0})
    for race in races:
        counts["avoided"] += race.avoided
        for (lap, kind), count in race.attacks.items():
            counts["in all"] += count
            counts[f"lap {lap}"] += count
            counts[kind] += count
    order = sorted(counts, key=lambda name: (name != "in all", not name.startswith("lap"), name))
    late = _share(sum(race.late for race in races), counts["in all"])
    means = {name: round(counts[name] / len(races), 2) for name in order}
    return {**means, "share in the last lap and a half": late}


def _winner(winners: Sequence[Entry]) -> dict[str, float]:
    """How fast, and with how much left, races are won."""
    if not winners:
        return {}
    return {
        "speed": round(mean(mean(entry.speeds) for entry in winners if entry.speeds), 2),
        "squares a turn": round(mean(entry.squares / max(1, len(entry.speeds)) for entry in winners), 2),
        "turns": round(mean(len(entry.speeds) for entry in winners), 2),
        "endurance left": round(mean(entry.endurance for entry in winners), 2),
    }


def _wins(entries: Iterable[Entry], key: Callable[[Entry], Hashable]) -> dict[str, dict[str, float]]:
    """For each kind of chariot how many raced, won, and what share that is."""
    raced: Counter[Any] = Counter()
    won: Counter[Any] = Counter()
    for entry in entries:
        raced[key(entry)] += 1
        won[key(entry)] += entry.won
    return {
        str(each): {"raced": raced[each], "won": won[each], "share": _share(won[each], raced[each])}
        for each in sorted(raced, key=lambda each: (each is None, each))
    }


def _drawn_last(races: Sequence[Facts]) -> list[Entry]:
    """The chariots that were still drawn in the last turn of their race."""
    return [entry for race in races for entry in race.entries.values() if len(entry.draws) == race.turns]
