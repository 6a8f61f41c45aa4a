"""The charts of a book as tables for whoever reads them, and where the roll of an event falls.

Cells come from the procedures that play, so an option that changes a procedure changes its chart. An option with a
chart of its own adds it in `more_tables`, and says in `charted_knife_result` where an event `knife-result` falls on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, TypeVar

from ludus.core.chart import Axis, Cells, Chart, Spot, amount, ladder, listing, numbers, rolled, summed
from ludus.core.event import Event, Modifier
from ludus.games.circus.book import Chapter
from ludus.games.circus.chapters.corners import STRAIN_OUTCOMES
from ludus.games.circus.chapters.running_over import JUMP_OUTCOMES
from ludus.games.circus.words import count

T = TypeVar("T")
RESULT = Axis("", ("result",))
LASH_WORDS = {
    "-": "nothing",
    "B": "he brakes",
    "S": "he swerves",
    "M": "he loses speed",
    "W": "he is wounded",
    "G": "he grabs the whip",
}
DAMAGED = {
    (True, False): "the attacker's car",
    (True, True): "both cars",
    (False, False): "neither",
    (False, True): "the defender's car",
}
NOTHING = "nothing"


class Tables(Chapter):
    strain_worse: ClassVar[int]  # which way the dice of a corner, and of a jump, grow worse
    worse: ClassVar[int]

    def tables(self) -> tuple[Chart, ...]:
        """Every chart of this book, in the order in which a race needs them."""
        return (
            *self.build_tables(),
            self.movement_table(),
            self.strain_table(),
            self.lash_table(),
            *self.ram_tables(),
            *self.critical_tables(),
            *self.wreck_tables(),
            *self.more_tables(),
        )

    def chart_of(self, name: str) -> Chart:
        """One of them."""
        found = self.known.get("tables")
        if found is None:
            found = self.known["tables"] = {each.name: each for each in self.tables()}
        chart: Chart = found[name]
        return chart

    def charted(self, event: Event) -> tuple[Spot, ...]:
        """Where the dice of an event have fallen."""
        place = getattr(self, f"charted_{event.kind.replace('-', '_')}", None) if event.dice else None
        return () if place is None else tuple(place(event))

    def spot(
        self, name: str, event: Event, reason: str, *, modified: bool = True, column: int | None = None
    ) -> Iterator[Spot]:
        """The dice that were thrown for this, with the modifiers of the event or as they lie."""
        roll = rolled(event, reason)
        if roll is not None:
            modifiers = event.modifiers if modified else ()
            total = sum(roll.values) + sum(each.amount for each in modifiers)
            yield self.chart_of(name).spot(total, column, summed(roll.values, modifiers))

    # -- before the race -----------------------------------------------------------------------------------

    def build_tables(self) -> tuple[Chart, ...]:
        """CM 3.6 to 3.64: what preparation points buy."""
        charts = self.charts
        die, points = numbers("die", 1, 6), numbers("points", 0, len(charts.team_speeds) - 1)
        return (
            self.hits_table("CM 3.61", "a die and the points for the driver"),
            self.car_table("CM 3.62"),
            Chart(
                "team-speed",
                "Team speed",
                self.cite("CM 3.63"),
                "A die, in the column of the points spent on speed: of each horse, and of the team.",
                die,
                points,
                _by_die(charts.team_speeds, _horses),
            ),
            Chart(
                "endurance",
                "Endurance",
                self.cite("CM 3.64"),
                "A die, in the column of the points spent on endurance.",
                die,
                points,
                _by_die(charts.team_endurance, str),
            ),
        )

    def hits_table(self, clause: str, down: str) -> Chart:
        axis, cells = ladder(
            down, 1, len(self.charts.driver_hits), lambda total: (str(self.driver_hits(total)),), "both"
        )
        return Chart(
            "driver-hits",
            "Hits of a driver",
            self.cite(clause),
            "How much he can take.",
            axis,
            Axis("", ("hits",)),
            cells,
        )

    def car_table(self, clause: str) -> Chart:
        rows = {f"{car}, {count(points, 'point')}": self.car_harm(car) for points, car in enumerate(self.charts.cars)}
        how = "What a car adds to the dice for the horses and wheels that it rams."
        return listing("cars", "Cars", self.cite(clause), how, ("car", "its rams"), rows)

    def car_harm(self, car: str) -> str:
        return amount(sum(each.amount for each in self.car_modifiers(car)))

    def charted_built(self, event: Event) -> Iterator[Spot]:
        driver, _, speed, endurance = event.data["points"][:4]
        for roll in event.dice:
            die = roll.values[0]
            if roll.reason == "driver hits":
                yield self.chart_of("driver-hits").spot(
                    die + driver, None, summed(roll.values) + f" + {driver} = {die + driver}"
                )
            elif roll.reason == "team speed":
                yield self.chart_of("team-speed").spot(die, speed)
            elif roll.reason == "endurance":
                yield self.chart_of("endurance").spot(die, endurance)

    # -- driving -------------------------------------------------------------------------------------------

    def movement_table(self) -> Chart:
        """CM 6.21: what a step costs."""
        charts = self.charts
        rows = {
            "straight on": 1,
            "a lane change outwards": charts.outside,
            "a lane change inwards": charts.inside,
            "a sideslip": charts.sideslip,
            "an attack": charts.attack,
        }
        priced = {step: count(price, "factor") for step, price in rows.items()}
        return listing("movement", "Movement", self.cite("CM 6.21"), "What each step costs.", ("step", "costs"), priced)

    def strain_table(self) -> Chart:
        """CM 7.32b: row and column as they meet."""
        charts = self.charts
        down = numbers(
            "three dice, modified",
            charts.strain_lowest_row,
            charts.strain_highest_row,
            open_below=True,
            open_above=True,
        )
        across = numbers("strain points", 1, charts.strain_highest_column, open_above=True)
        cells = tuple(tuple(self.corner_strain(row, column) for column in across.least) for row in down.least)
        how = (
            f"Three dice {'less' if self.strain_worse > 0 else 'plus'} the CDM say the row, "
            "the points of speed over the safe one the column."
        )
        return Chart(
            "corner-strain",
            "Corner strain",
            self.cite("CM 7.32b"),
            how,
            down,
            across,
            cells,
            _meanings(STRAIN_OUTCOMES),
        )

    def charted_strain(self, event: Event) -> Iterator[Spot]:
        return self.spot("corner-strain", event, "corner strain", column=event.data["points"])

    # -- fighting ------------------------------------------------------------------------------------------

    def lash_table(self) -> Chart:
        """CM 9.42b: two dice in the column of the lash factor."""
        charts = self.charts
        down = numbers("two dice", 2, 12)
        across = numbers("lash factor", charts.lash_lowest, charts.lash_highest, open_below=True, open_above=True)
        cells = tuple(tuple(self.driver_lash(row, column) for column in across.least) for row in down.least)
        how = "Two dice each, with the CDM, say how far the attacker leads: the column. Two more dice say the row."
        return Chart(
            "driver-lash",
            "Lash at a driver",
            self.cite("CM 9.42b"),
            how,
            down,
            across,
            cells,
            tuple(LASH_WORDS.items()),
        )

    def charted_lash_driver(self, event: Event) -> Iterator[Spot]:
        for spot in self.spot("driver-lash", event, "driver lash", modified=False, column=event.data["factor"]):
            own, against = rolled(event, "lash"), rolled(event, "the lashed driver")
            if own is None or against is None:
                yield spot
            else:
                dice = (Modifier("defender's dice", -sum(against.values)), *event.modifiers)
                yield spot._replace(said=f"{summed(own.values, dice)}: {spot.said}")

    def ram_tables(self) -> tuple[Chart, ...]:
        """CM 9.5, 9.54, 9.55a."""
        horse_dice = f"{'three' if self.injury_dice() > 2 else 'two'} dice, modified by the car"
        wheels = ladder(
            "two dice, modified by the car", 0, 15, lambda total: (count(self.wheel_damage(total), "point"),), "both"
        )
        return (
            self.single(
                "car-ram",
                "Car against car",
                "CM 9.54",
                "Three dice, plus the attacker's CDM, less the defender's.",
                ladder("three dice, modified", 3, 18, lambda total: (DAMAGED[self.car_ram(total)],), "both"),
                "damages",
            ),
            self.single(
                "wheel-damage",
                "Damage to a wheel",
                "CM 9.55a",
                "Two dice; heavy and light cars change them.",
                wheels,
                "damage",
            ),
            self.single(
                "horse-injury",
                "Injury to a horse",
                "CM 9.5",
                "What a ram, a corner or a crash takes of a horse's speed.",
                ladder(horse_dice, 0, 15, lambda total: (self.injury_words(total),), "both"),
                "injury",
            ),
        )

    def injury_words(self, total: int) -> str:
        points = self.horse_injury(total)
        return count(points, "point") if points else "none"

    def single(
        self, name: str, title: str, clause: str, how: str, made: tuple[Axis, Cells], head: str = "result"
    ) -> Chart:
        """A chart with one column."""
        axis, cells = made
        return Chart(name, title, self.cite(clause), how, axis, Axis("", (head,)), cells)

    def charted_ram_car(self, event: Event) -> Iterator[Spot]:
        return self.spot("car-ram", event, "ram")

    def charted_wreck_rams(self, event: Event) -> Iterator[Spot]:
        return self.spot("car-ram", event, "falling wreck")

    def charted_trampled(self, event: Event) -> Iterator[Spot]:
        yield from self.spot("car-ram", event, "ramming a dragged driver")
        yield from self.spot("wheel-damage", event, "his injuries", modified=False)

    def charted_wheel(self, event: Event) -> Iterator[Spot]:
        return self.spot("wheel-damage", event, "wheel damage")

    def charted_injury(self, event: Event) -> Iterator[Spot]:
        return self.spot("horse-injury", event, "horse injury")

    def charted_run_into(self, event: Event) -> Iterator[Spot]:
        return self.spot("horse-injury", event, "horse injury")

    def charted_struck_from_behind(self, event: Event) -> Iterator[Spot]:
        return self.spot("horse-injury", event, "horse injury")

    # -- the Advanced Game ---------------------------------------------------------------------------------

    def critical_tables(self) -> tuple[Chart, ...]:
        """CM 13.1b."""
        made = ladder("two dice", 2, 12, lambda roll: (_said(self.critical_hit(roll)),))
        return (
            self.single("critical-hit", "Critical hits", "CM 13.1b", "Two dice for a driver who is wounded.", made),
        )

    def charted_critical(self, event: Event) -> Iterator[Spot]:
        return self.spot("critical-hit", event, "critical hit")

    def wreck_tables(self) -> tuple[Chart, ...]:
        """CM 12.2b, 14.3b."""
        rows = {str(roll): _flight(*self.wreck_location(roll)) for roll in range(2, 13)}
        lands = Chart(
            "wreck-location",
            "Where a wreck lands",
            self.cite("CM 12.2b"),
            "Two dice, counted from the square of the flip.",
            numbers("two dice", 2, 12),
            RESULT,
            tuple((each,) for each in rows.values()),
        )
        over = ladder("three dice, modified", 3, 18, lambda total: (JUMP_OUTCOMES[self.run_over(total)][0],), "both")
        better = "high is good" if self.worse < 0 else "low is good"
        how = f"Three dice, the CDM, and what was not paid for the jump; {better}."
        return (lands, self.single("run-over", "Running over a wreck", "CM 14.3b", how, over))

    def charted_wreck_lands(self, event: Event) -> Iterator[Spot]:
        return self.spot("wreck-location", event, "where the wreck lands")

    def charted_run_over(self, event: Event) -> Iterator[Spot]:
        return self.spot("run-over", event, "running over a wreck")

    def more_tables(self) -> tuple[Chart, ...]:
        """What options bring."""
        return ()


def _by_die(columns: Sequence[Sequence[T]], say: Callable[[T], str]) -> Cells:
    """A row for each die, a column for each number of points."""
    return tuple(tuple(say(column[die]) for column in columns) for die in range(6))


def _horses(speeds: Sequence[int]) -> str:
    return f"{'-'.join(map(str, speeds))} ({sum(speeds)})"


def _meanings(outcomes: Mapping[str, tuple[str, object]]) -> tuple[tuple[str, str], ...]:
    return tuple((code, words) for code, (words, _) in outcomes.items())


def _said(result: str) -> str:
    return NOTHING if result == "none" else result


def _flight(lanes: int, forward: int) -> str:
    sideways = f"{count(abs(lanes), 'lane')} to the {'left' if lanes < 0 else 'right'}" if lanes else ""
    ahead = f"{count(forward, 'square')} forward" if forward else ""
    return ", ".join(each for each in (sideways, ahead) if each) or "where it flipped"
