"""What happened in a race, out of its record: an event `flip` is read by `read_flip`, and what nobody reads is no news.

Only events that everybody may see are read, and never the answers, for those hold what was sealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludus.acta.cast import Runner
from ludus.acta.course import MOVES, Course
from ludus.core.record import read_events
from ludus.games.circus.game import Circus
from ludus.games.circus.track import SECTIONS

Data = Mapping[str, Any]

DRUGGED = {"CM 24.42", "E2 4.3.2"}  # by which drugs hurt a horse
CAUSES = {  # why a car flips, by the clause that says so
    "CM 8.41b": "spent", "E2 11.2.1": "spent",
    "CM 14.2d": "wreck", "CM 14.3-flip": "wreck", "E2 8.9.3": "wreck",
    "CM 7.43": "wheel", "E2 12.3.3": "wheel",
    "E2 4.4.2": "sabotage", "CM 24.52": "sabotage",
    "E2 9.3.3": "wall",
}  # fmt: skip
PHASE_ENDS = ("turn", "drawn", "wreck-lands", "finish", "end")  # after which no attack is still under way
OWN_DOINGS = ("drive", "lane-change", "whip")  # with which an attacker goes on


@dataclass(slots=True)
class Incident:
    """Something worth a sentence."""

    kind: str
    event: int
    turn: int
    a: Runner
    b: Runner | None = None
    lap: int | None = None
    place: str = ""  # the section of the track
    mouth: bool = False  # at its end, before the corner
    more: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Scandal:
    """A deed with money that has come to light."""

    kind: str
    by: str
    a: Runner
    spent: int
    guard: int
    works: bool
    more: int = 0  # what it did


@dataclass(slots=True)
class RaceFacts:
    """A race, read."""

    names: Sequence[str]
    laps: int
    runners: dict[str, Runner] = field(default_factory=dict)
    order: list[Runner] = field(default_factory=list)  # as they came in, and then those who did not
    winner: Runner | None = None
    reason: str = ""
    turns: int = 0
    rain: bool | None = None
    mud: bool = False
    leaders: list[tuple[int, Runner]] = field(default_factory=list)  # with the event, at each half lap
    last_corner: list[str] = field(default_factory=list)  # the order when the leader went into it
    first_turn: list[str] = field(default_factory=list)  # the order after it
    incidents: list[Incident] = field(default_factory=list)
    scandals: list[Scandal] = field(default_factory=list)
    odds: dict[str, int] = field(default_factory=dict)
    bets: dict[int, dict[str, int]] = field(default_factory=dict)
    staked: dict[str, int] = field(default_factory=dict)
    kept: int = 0  # by the money-changers
    cut: bool = False  # the bank was broken
    stake_back: bool = False  # who wins gets his stake besides
    match_bet: tuple[int, int] | None = None
    side_bets: list[tuple[str, str, Runner, int, int]] = field(default_factory=list)
    last_event: int = 0

    @property
    def finishers(self) -> list[Runner]:
        return [each for each in self.order if each.finished is not None and not each.dead]

    @property
    def favourites(self) -> list[Runner]:
        """Whom most money was on."""
        least = min(self.odds.values(), default=0)
        return [self.runners[colour] for colour, odds in self.odds.items() if odds == least]

    def of(self, *kinds: str) -> list[Incident]:
        return [each for each in self.incidents if each.kind in kinds]

    def paid(self, runner: Runner) -> int:
        """CM 26.4 to 26.42, E2 5.3: what all together got who backed it."""
        if runner is not self.winner or runner.colour not in self.odds:
            return 0
        pool = sum(self.staked.values())
        if self.kept or self.cut:
            return pool - self.kept
        return self.staked.get(runner.colour, 0) * (self.odds[runner.colour] + self.stake_back)


def read_race(record: Mapping[str, Any], names: Sequence[str] = ()) -> RaceFacts:
    """A race that is over; `names` are those of its owners, where the record does not know them."""
    reader = RaceReader(record, names or record["names"])
    for number, event in enumerate(read_events(record)):
        if event.get("seats") is None:
            reader.read(number, event["kind"], event["data"], event["clauses"])
    report = record["outcome"].get("report")
    if report:
        reader.take_places(report["entries"])
    return reader.close()


class RaceReader:
    """Reads one event after the other."""

    def __init__(self, record: Mapping[str, Any], names: Sequence[str]) -> None:
        game = Circus()
        options = {option.name: option.default for option in game.options} | dict(record["options"])
        track = game.track(options)
        self.course = Course(track, known=record["position"] is None)
        self.straight = track.file.straight
        self.facts = RaceFacts(list(names), track.file.laps, stake_back=options["edition"] == "epic")
        self.position = record["position"]
        self.places: dict[str, int] = {}
        self.event = 0
        self.clauses: Sequence[str] = ()
        self.drugged: set[tuple[str, int]] = set()  # horses that will be well again (CM 24.43, E2 4.3.3)
        self.attacker: Runner | None = None
        self.target: Runner | None = None
        self.attack_kind = ""
        self.trouble: dict[str, tuple[str, int]] = {}  # by colour, what it got into in this phase
        self.killer: dict[str, Runner] = {}  # by colour, who drove over its man

    def read(self, number: int, kind: str, data: Data, clauses: Sequence[str] = ()) -> None:
        self.clauses = clauses
        self.event = self.facts.last_event = number
        if kind in PHASE_ENDS or (kind in OWN_DOINGS and self.attacker and data["chariot"] == self.attacker.colour):
            self.attacker = self.target = None
        if kind in ("turn", "drawn"):
            self.trouble.clear()
        if kind in MOVES:
            self.course.move(data)
        read = getattr(self, f"read_{kind.replace('-', '_')}", None)
        if read is not None:
            read(data)

    # -- who is there ----------------------------------------------------------------------------------------

    def runner(self, colour: str) -> Runner:
        """A record that begins in the middle draws no colours: whoever is named is there."""
        runners = self.facts.runners
        if colour not in runners:
            written = (self.position or {}).get("chariots", ())
            seat = next((each.get("seat", 0) for each in written if each.get("faction") == colour), 0)
            runners[colour] = Runner(colour, seat, self.owner(seat))
        return runners[colour]

    def owner(self, seat: int) -> str:
        names = self.facts.names
        return names[seat] if 0 <= seat < len(names) else "nobody"

    def read_factions(self, data: Data) -> None:
        for colour, seat in data["factions"].items():
            self.facts.runners[colour] = Runner(colour, seat, self.owner(seat))

    def read_built(self, data: Data) -> None:
        self.runner(data["chariot"]).driver_name = data.get("name", "")

    def read_grid(self, data: Data) -> None:
        self.course.line_up(data["grid"])
        for colour, square in data["grid"].items():
            self.runner(colour).lane = self.course.track.lane[self.course.track.find(square)]

    def read_drawn(self, data: Data) -> None:
        runner = self.runner(data["chariot"])
        runner.drawn = self.event
        runner.seat, runner.owner = data["seat"], self.owner(data["seat"])

    def read_weather(self, data: Data) -> None:
        self.facts.rain, self.facts.mud = data["rain"], data["mud"]

    def read_mud(self, data: Data) -> None:
        self.facts.mud = True

    # -- how it went -----------------------------------------------------------------------------------------

    def racing(self) -> list[str]:
        return [colour for colour, each in self.facts.runners.items() if not each.out and not each.dead]

    def read_turn(self, data: Data) -> None:
        self.facts.turns = data["turn"]
        if data["turn"] == 2:
            self.facts.first_turn = self.course.order(self.racing())

    def read_marker(self, data: Data) -> None:
        if not data["eggs"] and not data["dolphins"] and data["marker"] == "egg":
            return  # the last one, at the line
        leader = self.runner(data["chariot"])
        leader.led += 1
        self.facts.leaders.append((self.event, leader))
        if not data["dolphins"] and data["marker"] == "dolphin":
            self.facts.last_corner = self.course.order(self.racing())

    def read_whip(self, data: Data) -> None:
        self.runner(data["chariot"]).whips += 1

    def note(self, kind: str, colour: str, b: Runner | None = None, **more: Any) -> None:
        """Something has happened to this chariot."""
        self.add(kind, self.runner(colour), b, self.place_of(colour), self.course.lap(colour), **more)

    def add(
        self, kind: str, a: Runner, b: Runner | None, place: tuple[str, bool], lap: int | None, **more: Any
    ) -> None:
        self.facts.incidents.append(Incident(kind, self.event, self.facts.turns, a, b, lap, *place, more))

    def place_of(self, colour: str) -> tuple[str, bool]:
        """The section of the track, and whether it is about to leave a straight."""
        track, square = self.course.track, self.course.squares.get(colour)
        if square is None:
            return "", False
        mouth = not track.corner[square] and track.index[square] >= self.straight - 2
        return SECTIONS[track.section[square]], mouth

    # -- attacks ---------------------------------------------------------------------------------------------

    def read_attack(self, data: Data) -> None:
        self.begin_attack(data["chariot"], data["target"], data["kind"], data["at"])

    def begin_attack(self, by: str, target: str, kind: str, at: str) -> None:
        self.attacker, self.target, self.attack_kind = self.runner(by), self.runner(target), kind
        self.attacker.attacks += 1
        self.target.attacked += 1
        self.note("attack", target, self.attacker, weapon=kind, at=at)

    def against(self, colour: str) -> Runner | None:
        """Who has attacked it, if that is what is going on."""
        return self.attacker if self.target is not None and self.target.colour == colour else None

    def read_defence(self, data: Data) -> None:
        if data["success"]:
            runner = self.runner(data["chariot"])
            runner.escapes += 1
            if self.against(runner.colour):
                self.note("escape", runner.colour, self.attacker)

    def read_thrown(self, data: Data, weapon: str) -> None:
        """Knife, spear and dust: an attack of their own, told by what they did."""
        attacker = self.runner(data["chariot"])
        if self.attacker is not attacker or self.attack_kind != weapon:
            self.begin_attack(data["chariot"], data["target"], weapon, "driver")
        if data["hits"]:
            self.note(weapon, data["target"], attacker)

    def read_knife(self, data: Data) -> None:
        self.read_thrown(data, "knife")

    def read_spear(self, data: Data) -> None:
        self.read_thrown(data, "spear")

    def read_dust(self, data: Data) -> None:
        self.read_thrown(data, "dust")

    def read_whip_grabbed(self, data: Data) -> None:
        self.note("whip-grabbed", data["chariot"], self.runner(data["by"]))

    def read_driver_hurt(self, data: Data) -> None:
        runner = self.runner(data["chariot"])
        runner.hits += data["boxes"]
        if by := self.against(runner.colour):
            self.note("wound", runner.colour, by, boxes=data["boxes"], left=data["left"])

    def read_injury(self, data: Data) -> None:
        if DRUGGED.intersection(self.clauses):
            self.drugged.add((data["chariot"], data["horse"]))

    def read_horse_dead(self, data: Data) -> None:
        runner = self.runner(data["chariot"])
        if (runner.colour, data["horse"]) in self.drugged:
            return
        runner.horses_lost += 1
        self.note("horse-dead", runner.colour, self.against(runner.colour), horse=data["horse"])

    # -- falls -----------------------------------------------------------------------------------------------

    def read_strain(self, data: Data) -> None:
        if data["result"] == "FP":
            self.trouble[data["chariot"]] = ("corner", data["points"])
        elif data["points"]:
            self.note("strain", data["chariot"], points=data["points"], result=data["result"])

    def read_run_over(self, data: Data) -> None:
        if data["result"] == "flip":
            self.trouble[data["chariot"]] = ("wreck", 0)
        else:
            self.note("jump", data["chariot"])

    def read_wheel_check(self, data: Data) -> None:
        if data["lost"]:
            self.trouble[data["chariot"]] = ("wheel", 0)
            self.note("wheel-lost", data["chariot"], self.against(data["chariot"]))

    def read_wreck_rams(self, data: Data) -> None:
        if data["hurts_target"]:
            self.trouble[data["target"]] = ("falling wreck", 0)

    def read_sabotage(self, data: Data) -> None:
        if data["points"]:
            self.trouble[data["chariot"]] = ("sabotage", 0)
        self.scandal("sabotage", data, bool(data["points"]), data["points"])

    def read_flip(self, data: Data) -> None:
        colour = data["chariot"]
        runner = self.runner(colour)
        by = self.against(colour)
        cause, points = self.trouble.get(colour, ("", 0))
        cause = next((CAUSES[clause] for clause in self.clauses if clause in CAUSES), cause)
        if by is not None:
            by.felled += 1
            cause = self.attack_kind
        elif self.attacker is runner and not cause:
            cause = "own attack"
        self.note("flip", colour, by, cause=cause, points=points)
        self.goes_out(runner, "flipped")

    def read_pulled_out(self, data: Data) -> None:
        colour = data["chariot"]
        by = self.against(colour)
        if by is not None:
            by.felled += 1
        self.note("pulled-out", colour, by)
        self.goes_out(self.runner(colour), "driver pulled from his car")

    def goes_out(self, runner: Runner, why: str) -> None:
        runner.out = runner.out or why

    def read_out(self, data: Data) -> None:
        runner = self.runner(data["chariot"])
        if not runner.out:
            self.note("out", runner.colour, self.against(runner.colour), why=data["why"])
        self.goes_out(runner, data["why"])

    def read_stranded(self, data: Data) -> None:
        self.note("out", data["chariot"], why="no horses left")
        self.goes_out(self.runner(data["chariot"]), "no horses left")

    def read_abandoned(self, data: Data) -> None:
        runner = self.runner(data["chariot"])
        if not runner.out:
            self.note("out", runner.colour, why="abandoned")
        self.goes_out(runner, "abandoned")

    def read_dragged(self, data: Data) -> None:
        self.runner(data["chariot"]).fate = "dragged"

    def read_cut_loose(self, data: Data) -> None:
        if data["free"]:
            self.runner(data["chariot"]).fate = "free"

    def read_on_foot(self, data: Data) -> None:
        runner = self.runner(data["chariot"])
        if runner.fate != "free":
            runner.fate = "foot"
        self.goes_out(runner, "driver on foot")

    def read_climb(self, data: Data) -> None:
        if data["safe"]:
            self.runner(data["chariot"]).fate = "wall"

    def read_run_down(self, data: Data) -> None:
        self.killer[data["man"]] = self.runner(data["chariot"])

    def read_trampled(self, data: Data) -> None:
        self.killer[data["target"]] = self.runner(data["chariot"])

    def read_driver_dead(self, data: Data) -> None:
        runner = self.runner(data["chariot"])
        runner.dead, runner.fate = data["why"], "dead"
        killer = self.killer.get(runner.colour) if data["why"] in ("run down", "rammed while dragged") else None
        there = killer.colour if killer and data["why"] == "run down" else runner.colour
        place = self.place_of(there) if killer or data["why"] != "run down" else ("", False)
        lap = None if data["why"] == "run down" else self.course.lap(runner.colour)
        self.add("death", runner, killer, place, lap, why=data["why"])
        self.goes_out(runner, "driver dead")

    def read_exhausted(self, data: Data) -> None:
        self.note("exhausted", data["chariot"])

    def read_outlawed(self, data: Data) -> None:
        self.note("outlawed", data["chariot"])

    # -- money -----------------------------------------------------------------------------------------------

    def scandal(self, kind: str, data: Data, works: bool, more: int = 0) -> None:
        runner = self.runner(data["chariot"])
        by = self.owner(data["seat"])
        self.facts.scandals.append(Scandal(kind, by, runner, data["spent"], data["guard"], works, more))

    def read_drugs(self, data: Data) -> None:
        self.scandal("drugs", data, bool(data["points"]), data["points"])

    def read_bribe(self, data: Data) -> None:
        self.scandal(f"bribe-{data['aim']}", data, data["works"])

    def read_held_back(self, data: Data) -> None:
        if self.facts.scandals:
            self.facts.scandals[-1].more = data["loss"]

    def read_bets(self, data: Data) -> None:
        self.facts.odds = dict(data["odds"])
        self.add_bets(data["bets"])

    def read_lap_bets(self, data: Data) -> None:
        self.add_bets(data["bets"])

    def add_bets(self, bets: Mapping[str, Mapping[str, int]]) -> None:
        for seat, placed in bets.items():
            own = self.facts.bets.setdefault(int(seat), {})
            for colour, amount in placed.items():
                own[colour] = own.get(colour, 0) + amount
                self.facts.staked[colour] = self.facts.staked.get(colour, 0) + amount

    def read_side_bet(self, data: Data) -> None:
        if "before" in data:
            return  # between two chariots: no story of the winner
        who = self.owner(data["backer"]), self.owner(data["layer"])
        self.facts.side_bets.append((*who, self.runner(data["chariot"]), data["stake"], data["against"]))

    def read_match_bet(self, data: Data) -> None:
        self.facts.match_bet = (data["challenger"], data["challenged"])

    def read_money_changers(self, data: Data) -> None:
        self.facts.kept = data["kept"]

    def read_broken_bank(self, data: Data) -> None:
        self.facts.cut = True

    # -- the end ---------------------------------------------------------------------------------------------

    def read_finish(self, data: Data) -> None:
        runner = self.runner(data["chariot"])
        runner.finished, runner.left, runner.dragged_in = self.event, data["left"], data["dragged"]
        if not runner.dead:
            runner.out = ""

    def read_end(self, data: Data) -> None:
        facts = self.facts
        facts.reason = data["reason"]
        facts.winner = self.runner(data["winner"]) if data["winner"] else None
        self.take_places(data.get("report", ()))
        ranking = [self.runner(colour) for colour in data["ranking"]]
        facts.order = [*ranking, *(each for each in facts.runners.values() if each not in ranking)]

    def take_places(self, report: Iterable[Data]) -> None:
        self.places |= {each["chariot"]: each["place"] for each in report if each["place"]}

    def close(self) -> RaceFacts:
        """Places: as the race has reported them; where it has not, in the order of those who did not drop out."""
        facts = self.facts
        placed = [each for each in facts.order if not each.out and not each.dead] if facts.winner else []
        places = self.places or {each.colour: place for place, each in enumerate(placed, start=1)}
        for runner in facts.order:
            runner.place = places.get(runner.colour)
        facts.order.sort(key=lambda each: (each.place is None, each.place or 0))
        return facts
