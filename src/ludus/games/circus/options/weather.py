"""Weather (GEN weather-1 to mud-foot): rain that slows teams and lets cars slip, and mud that stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludus.core.chance import percent
from ludus.core.chart import Axis, Chart, Spot, amount, ladder
from ludus.core.decision import Choice
from ludus.core.event import Event, Modifier
from ludus.core.game import Phase
from ludus.core.plain import told
from ludus.core.toml_files import load_table
from ludus.games.circus.chapters.corners import Slide
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.options.switch import ALL_EDITIONS, on_off
from ludus.games.circus.state import Chariot
from ludus.games.circus.track import IN, WALL
from ludus.games.circus.words import Answer, Data, Names, at, who

NOWHERE = -9  # no corner
AS_THE_SKY = -9  # no phase has begun that keeps another speed


@dataclass(slots=True)
class Sky:
    """The weather over a race."""

    rain: bool = told("Whether it rains.", default=False)
    mud: bool = told("Whether the track is mud.", default=False)
    later: bool = told("Whether the weather is rolled for again when the leader completes a lap.", default=False)
    laps: int = told("The laps of the leader for which that was done.", default=0, between=(0, 99))

    def copy(self) -> Sky:
        return Sky(self.rain, self.mud, self.later, self.laps)


@dataclass(frozen=True, slots=True)
class Wet:
    """What the rain has seen of one chariot."""

    entered: int = told(
        "The corner that it has entered in this rain and not left, as in `strain_leg`; -9: none.",
        default=NOWHERE,
        between=(NOWHERE, 999),
    )
    corners: int = told("Corners entered and left in this rain; the third makes mud.", default=0, between=(0, 99))
    slow: int = told(
        "What rain or mud takes off the team's speed in a phase that is under way; -9: what the sky says now.",
        default=AS_THE_SKY,
        between=(AS_THE_SKY, 0),
    )


class Weather(SecondEdition):
    sources: ClassVar[tuple[str, ...]] = ("GEN",)
    adds_to_race: ClassVar[Mapping[str, type]] = {"weather": Sky}
    adds_to_chariots: ClassVar[Mapping[str, type]] = {"wet": Wet}
    weather_chart: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "options/weather")
    first_roll: ClassVar[str] = "GEN weather-1"  # before the race,
    lap_roll: ClassVar[str] = "GEN weather-1"  # at the start of a lap,
    rain_roll: ClassVar[str] = "GEN weather-1"  # and while it rains
    slipped: ClassVar[Slide] = Slide("GEN rain-lanes", "GEN rain-lanes", "GEN rain-lanes")

    @property
    def sky(self) -> Sky:
        sky: Sky = self.race.parts["weather"]
        return sky

    def raining(self) -> bool:
        return self.sky.rain

    def conditions(self) -> list[str]:
        return [*super().conditions(), *(["rain"] if self.sky.rain else []), *(["mud"] if self.sky.mud else [])]

    def slippery(self) -> bool:
        """GEN mud-1: what rain does to lane changes and corners mud does for good."""
        sky: Sky = self.race.parts["weather"]
        return sky.rain or sky.mud

    # -- the dice ----------------------------------------------------------------------------------------

    def set_up(self) -> Phase:
        """GEN weather-1: after building and before the race."""
        yield from super().set_up()
        self.roll_initial(self.first_roll)

    def roll_initial(self, clause: str) -> None:
        """GEN weather-1 to weather-3: rain, clear for now, or clear."""
        sky = self.sky
        die = self.roll(1, "weather", clause)[0]
        initial = self.weather_chart["initial"]
        sky.rain, sky.later = die in initial["rain"], die in initial["later"]
        clauses = [clause]
        if sky.rain:
            sky.mud = sky.mud or self.roll(1, "mud", "GEN weather-2")[0] in self.weather_chart["initial"]["rain"]
            clauses.append("GEN weather-2")
        if sky.later:
            clauses.append("GEN weather-3")
        self.tell("weather", {"rain": sky.rain, "mud": sky.mud}, tuple(clauses))

    def more_tables(self) -> tuple[Chart, ...]:
        initial, subsequent = self.weather_chart["initial"], self.weather_chart["subsequent"]
        sky = {
            **dict.fromkeys(initial["rain"], "rain"),
            **dict.fromkeys(initial["later"], "clear; rolled again each lap"),
        }
        clears = dict.fromkeys(subsequent["clears"], "it clears up")
        first = ladder("die", 1, 6, lambda die: (sky.get(die, "clear for good"), clears.get(die, "it rains on")))
        how = "A die before the race; while it rains, one on every even turn. A second roll of rain at once is mud."
        chart = Chart(
            "weather",
            "Weather",
            self.cite("GEN weather-2"),
            how,
            first[0],
            Axis("", ("first", "in the rain")),
            first[1],
        )
        return (*super().more_tables(), chart, self.wet_table())

    def wet_table(self) -> Chart:
        """GEN rain-speed to mud-corner: what rain and mud change."""
        chart = self.weather_chart
        cars = self.charts.cars
        rows = {
            "team speed": ("team_speed", ""),
            **{f"corner strain, {car} car": ("corner_strain", car) for car in cars},
        }
        cells = tuple(
            tuple(amount(chart[name][sky][car] if car else chart[name][sky]) for sky in ("rain", "mud"))
            for name, car in rows.values()
        )
        slips = {car: " or ".join(map(str, chart["slippery"][car])) or "never" for car in cars}
        return Chart(
            "wet-ground", "Rain and mud", self.cite("GEN mud-1"),
            "What comes on the dice and off the team; and on which die a lane change goes a lane too far.",
            Axis("what", (*rows, *(f"slips, {car} car" for car in cars))), Axis("", ("rain", "mud")),
            (*cells, *((slips[car], slips[car]) for car in cars)),
        )  # fmt: skip

    def charted_weather(self, event: Event) -> Iterator[Spot]:
        chart = self.chart_of("weather")
        for roll in event.dice:
            if roll.reason != "mud":
                row = chart.down.at(roll.values[0])
                yield chart.at(row, 0 if roll.reason == "weather" else 1, str(roll.values[0]))

    def start_turn(self) -> None:
        """GEN weather-1, weather-3: the sky first, before anybody else feels the new turn."""
        if self.sky.rain and self.race.turn % 2 == 0:
            self.roll_subsequent()
        laps = self.race.markers // 2
        if laps > self.sky.laps:
            self.sky.laps = laps
            if self.sky.later:
                self.roll_initial(self.lap_roll)
        super().start_turn()

    def roll_subsequent(self) -> None:
        """GEN weather-1: on every even turn; once it is clear it stays clear."""
        if self.roll(1, "does it go on raining?", self.rain_roll)[0] in self.weather_chart["subsequent"]["clears"]:
            self.sky.rain = False
            for chariot in self.race.chariots:
                chariot.parts["wet"] = Wet(slow=chariot.parts["wet"].slow)
        self.tell("weather", {"rain": self.sky.rain, "mud": self.sky.mud}, (self.rain_roll,))

    def came_on(self, chariot: Chariot, origin: int, before: int) -> None:
        """GEN weather-mud: corners entered and left in one unbroken rain; after the third the track is mud."""
        if not self.race.parts["weather"].rain or not chariot.manned:
            return
        wet: Wet = chariot.parts["wet"]
        if self.race.track.corner[chariot.square]:
            chariot.alter("wet", entered=chariot.leg)
        elif wet.entered == before:
            corners = wet.corners + 1
            chariot.alter("wet", corners=corners, entered=NOWHERE)  # who is pushed back does not finish it twice
            if corners >= self.weather_chart["mud"]["corners"] and not self.sky.mud:
                self.sky.mud = True
                self.tell("mud", {"chariot": chariot.faction}, ("GEN weather-mud", "GEN mud-1"))

    # -- speed -------------------------------------------------------------------------------------------

    def slowdown(self) -> int:
        """GEN rain-speed, mud-speed: mud counts instead of rain."""
        sky = self.race.parts["weather"]
        if not (sky.rain or sky.mud):
            return 0
        return int(self.weather_chart["team_speed"]["mud" if sky.mud else "rain"])

    def when_it_begins(self, chariot: Chariot) -> None:
        """GEN weather-mud: a phase under way keeps its speed."""
        sky: Sky = self.race.parts["weather"]
        slow = self.slowdown() if sky.rain or sky.mud else 0
        if chariot.parts["wet"].slow != slow:
            chariot.alter("wet", slow=slow)

    def ground(self, chariot: Chariot) -> int:
        """GEN rain-speed, mud-speed: what the ground takes off."""
        race = self.race
        if race.mover == chariot.number:
            slow: int = chariot.parts["wet"].slow
            if slow != AS_THE_SKY:
                return slow
        sky: Sky = race.parts["weather"]
        return self.slowdown() if sky.rain or sky.mud else 0

    def safe_speed(self, lane: int) -> int:
        """GEN mud-safe-speed."""
        race = self.race
        safe = race.track.safe_in_lane[lane]
        return max(0, safe + int(self.weather_chart["mud"]["safe_speed"])) if race.parts["weather"].mud else safe

    def strain_modifiers(self, chariot: Chariot) -> tuple[Modifier, ...]:
        """GEN rain-corner, mud-corner."""
        usual = super().strain_modifiers(chariot)
        if not self.slippery():
            return usual
        ground = "mud" if self.sky.mud else "rain"
        return (*usual, Modifier(ground, self.weather_chart["corner_strain"][ground][chariot.car]))

    # -- slippery lane changes ---------------------------------------------------------------------------

    def change_lane(self, chariot: Chariot, direction: int) -> Phase:
        if not self.slippery():  # nor does any ground become so in the middle of a lane change
            return super().change_lane(chariot, direction)
        return self.change_lane_slipping(chariot, direction)

    def change_lane_slipping(self, chariot: Chariot, direction: int) -> Phase:
        lane = self.race.track.lane[chariot.square] + direction
        yield from super().change_lane(chariot, direction)
        yield from self.slip_further(chariot, lane, direction, self.current_speed(chariot))

    def evade(self, chariot: Chariot, direction: int) -> Phase:
        lane, speed = self.race.track.lane[chariot.square] + direction, self.current_speed(chariot)
        yield from super().evade(chariot, direction)
        yield from self.slip_further(chariot, lane, direction, speed)

    def slips_on(self, chariot: Chariot) -> list[int]:
        """GEN rain-lanes: the numbers of the die."""
        return list(self.weather_chart["slippery"][chariot.car]) if self.slippery() and chariot.hitched else []

    def slip_chance(self, chariot: Chariot) -> float:
        return len(self.slips_on(chariot)) / 6

    def slip_further(self, chariot: Chariot, lane: int, direction: int, speed: int) -> Phase:
        """GEN rain-lanes: one more lane the same way, with everything that may come of it, for whoever still stands in
        the lane that he changed to."""
        numbers = self.slips_on(chariot)
        if not numbers or not chariot.on_track or self.race.track.lane[chariot.square] != lane:
            return
        die = self.roll(1, "slippery ground", "GEN rain-lanes")[0]
        slips = die in numbers
        self.tell("slippery", {"chariot": chariot.faction, "die": die, "slips": slips}, ("GEN rain-lanes",))
        if not slips:
            return
        self.bar_slipped(chariot)
        slid = yield from self.forced_sideslip(chariot, direction, 1, self.slipped)
        if slid and direction == IN and chariot.on_track:
            yield from self.strain(chariot, speed)

    def only_the_ground(self, why: Slide) -> bool:
        """GEN rain-lanes."""
        return why is self.slipped

    def bar_slipped(self, chariot: Chariot) -> None:
        """GEN rain-lanes: a slip bars nothing."""

    def change_answer(self, chariot: Chariot, choice: Choice, direction: int) -> Answer:
        return self.warned(super().change_answer(chariot, choice, direction), chariot, direction)

    def evade_answer(self, chariot: Chariot, choice: str, direction: int) -> Answer:
        told = super().evade_answer(chariot, choice, direction)
        return told if told.get("finish") else self.warned(told, chariot, direction)

    def warned(self, told: Answer, chariot: Chariot, direction: int) -> Answer:
        """With the chance to slip a lane too far, and what waits there."""
        chance = self.slip_chance(chariot)
        if not chance:
            return told
        track = self.race.track
        step = track.ahead[chariot.square]
        leg = chariot.leg + (track.section[step] != track.section[chariot.square])
        there = at(chariot, track.change[direction][step], leg)
        beyond = track.slip[direction][there.square]
        strain = None
        if beyond == WALL:
            where = "into the wall"
        elif self.blockers(there, beyond):
            where = "into another"
        else:
            where = "a lane further"
            if direction == IN:
                strain = self.strain_here(at(there, beyond, leg), self.current_speed(chariot))
        told["slips"] = round(chance, 4)
        if (strain or where != "a lane further") and told.get("tone") in ("good", "fair"):
            told["tone"] = "bad"
        if strain:
            where += f" and strain by {strain['points']}"
        told["hint"] = f"{told['hint']}; {percent(chance)} to slip {where}"
        return told

    # -- men on the sand -----------------------------------------------------------------------------------

    def drag_share(self) -> int:
        """GEN mud-drag: mud is softer."""
        return int(self.weather_chart["mud"]["drag_divisor"]) if self.sky.mud else super().drag_share()

    def drag_clause(self) -> str:
        return "GEN mud-drag" if self.sky.mud else super().drag_clause()

    def foot_squares(self, chariot: Chariot) -> int:
        """GEN mud-foot."""
        divisor = self.weather_chart["mud"]["foot_divisor"]
        return -(-chariot.hits // divisor) if self.sky.mud else super().foot_squares(chariot)

    def foot_clause(self) -> str:
        return "GEN mud-foot" if self.sky.mud else super().foot_clause()

    # -- words -----------------------------------------------------------------------------------------------

    def headline_weather(self, data: Data) -> str:
        return "It rains" if data["rain"] else "The sky is clear"

    def headline_mud(self, data: Data) -> str:
        return "The track is mud"

    def say_weather(self, data: Data, names: Names) -> str:
        sky = "It rains" if data["rain"] else "The sky is clear"
        return f"{sky}, and the track is mud." if data["mud"] else f"{sky}."

    def say_mud(self, data: Data, names: Names) -> str:
        return f"After {data['chariot']}'s third corner in the rain the track is mud."

    def say_slippery(self, data: Data, names: Names) -> str:
        return f"{who(data)} {'slips a lane further' if data['slips'] else 'keeps to the lane'} on the wet ground."


WEATHER = on_off(
    "weather",
    "Weather",
    "A die decides about rain; rain slows teams, makes corners and lane changes slippery, and turns the track to mud.",
    "GEN weather-1",
    "The General's options",
    Weather,
    editions=ALL_EDITIONS,
)
