"""CM 3, 18: colours, chariots and places before the race."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ludus.core.decision import Decision
from ludus.core.game import Phase, Together
from ludus.games.circus import archetypes
from ludus.games.circus.book import Chapter
from ludus.games.circus.charts import CATEGORIES
from ludus.games.circus.odds import (
    odds,
)
from ludus.games.circus.stable import Owned, Stabled
from ludus.games.circus.state import Chariot
from ludus.games.circus.track import FRONT
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    who,
)

FIRST_ROW = 8  # chariots that stand in front (CM 18.2)


@cache
def blank(kind: type) -> Any:
    """What an option writes on every log sheet; it never changes, so that all share it."""
    return kind()


class Setup(Chapter):
    @classmethod
    def field(cls, seats: int, options: Mapping[str, Any]) -> int:
        """CM 18.1: how many chariots race."""
        racing = cls.racing(seats, options)
        if options["each"] is not None:
            return min(racing * int(options["each"]), len(cls.charts.factions))
        return max(int(options["field"]), racing)

    @classmethod
    def racing(cls, seats: int, options: Mapping[str, Any]) -> int:
        """How many of the seats race at all: everybody."""
        return seats

    @classmethod
    def stables(cls, seats: int, options: Mapping[str, Any]) -> Owned:
        """Chariots that are handed in: none, for all are built (CM 3.6)."""
        return ()

    @classmethod
    def purses(cls, seats: int, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Money that is handed in: none, for nobody has any."""
        return ()

    def racing_seats(self) -> range:
        """Those who race at all."""
        return range(self.race.seats)

    def colours(self, field: int) -> tuple[str, ...]:
        """CM 2.2a: the colours from which so many chariots have theirs."""
        return self.charts.factions[:field]

    def driver_hits(self, roll: int) -> int:
        """CM 3.61: one die plus the driver's modifier."""
        return self.charts.driver_hits[min(max(roll, 1), len(self.charts.driver_hits)) - 1]

    def most_hits(self) -> int:
        """CM 3.61: more no driver has."""
        return max(self.charts.driver_hits)

    def most_endurance(self) -> int:
        """CM 3.64: more no team has."""
        return max(max(by_die) for by_die in self.charts.team_endurance)

    def set_up(self) -> Phase:
        """CM 3: colours, preparation points, lanes."""
        self.draw_factions()
        yield from self.build()
        self.line_up()
        self.deal_characters()

    def draw_factions(self) -> None:
        """CM 3.3, CM 18.3: round the table; what is left over goes by three dice (CM 3.4a)."""
        race = self.race
        colours = self.draw_colours()
        owners, clauses = self.owners(len(colours))
        race.chariots = [
            self.new_chariot(faction, seat, number)
            for number, (faction, seat) in enumerate(
                sorted(zip(colours, owners, strict=True), key=lambda each: each[1])
            )
        ]
        self.tell(
            "factions",
            {"factions": {chariot.faction: chariot.seat for chariot in race.chariots}},
            clauses,
        )

    def draw_colours(self) -> list[str]:
        """CM 3.3: one for each chariot."""
        return self.shuffle(self.colours(self.race.rules.field), "colours from the cup", "CM 3.3")

    def owners(self, field: int) -> tuple[list[int], tuple[str, ...]]:
        """CM 3.3, 3.4a, 18.3: a seat for each chariot, and the clauses behind it."""
        seats = list(self.racing_seats())
        owners = seats * (field // len(seats))
        rest = field - len(owners)
        if rest and field <= FIRST_ROW:
            owners = seats[:]
            order = self.roll_for_order(seats)
            while len(owners) < field:
                owners += order[: field - len(owners)]
        else:
            owners += seats[:rest]
        return owners, ("CM 3.3", "CM 3.4a") if rest else ("CM 3.3",)

    def new_chariot(self, faction: str, seat: int, number: int) -> Chariot:
        """An empty log sheet, with the parts that options add to it."""
        parts = {name: blank(kind) for name, kind in self.chariot_parts.items()} if self.chariot_parts else {}
        return Chariot(faction, seat, number=number, parts=parts)

    def roll_for_order(self, seats: list[int]) -> list[int]:
        """CM 3.4a: highest total first; ties roll again among themselves."""
        totals = {seat: sum(self.roll(3, "who draws next", "CM 3.4a")) for seat in seats}
        order: list[int] = []
        for total in sorted(set(totals.values()), reverse=True):
            tied = [seat for seat in seats if totals[seat] == total]
            order += tied if len(tied) == 1 else self.roll_for_order(tied)
        return order

    def build(self) -> Phase:
        """CM 3.6: four preparation points, secretly; then all reveal and roll."""
        race = self.race
        points: dict[int, tuple[int, ...]] = {}
        while len(points) < len(race.chariots):
            asked: dict[int, Decision] = {}
            number_of: dict[int, int] = {}
            for chariot in race.chariots:
                if chariot.number not in points and chariot.seat not in asked:
                    number_of[chariot.seat] = chariot.number
                    asked[chariot.seat] = self.ask_build(chariot)
            answers = yield Together(asked)
            for seat, answer in answers.items():
                points[number_of[seat]] = answer
        for chariot in race.chariots:
            self.finish_chariot(chariot, points[chariot.number])

    def ask_build(self, chariot: Chariot) -> Decision:
        prompt = f"Four preparation points for your {chariot.faction} chariot."
        boxes = dict.fromkeys(CATEGORIES, self.charts.most_points)
        return self.allocate(chariot, "build", prompt, "CM 3.6", self.charts.points, boxes, (1, 1, 1, 1))

    def finish_chariot(self, chariot: Chariot, points: tuple[int, ...]) -> None:
        """CM 3.61 to 3.64: the dice complete the log."""
        driver, car, speed, endurance = points
        chariot.points = points
        chariot.modifier = chariot.cdm = driver
        chariot.car = self.charts.cars[car]
        die = self.roll(1, "driver hits", "CM 3.61")[0]
        chariot.hits = chariot.hits_start = self.driver_hits(die + driver)
        chariot.horses = chariot.horses_start = self.charts.team_speeds[speed][
            self.roll(1, "team speed", "CM 3.63")[0] - 1
        ]
        chariot.endurance = self.charts.team_endurance[endurance][self.roll(1, "endurance", "CM 3.64")[0] - 1]
        self.tell(
            "built",
            {
                "chariot": chariot.faction,
                "points": list(points),
                "modifier": chariot.modifier,
                "hits": chariot.hits,
                "car": chariot.car,
                "horses": list(chariot.horses),
                "endurance": chariot.endurance,
            },
            ("CM 3.6", "CM 3.61", "CM 3.63", "CM 3.64"),
        )

    def fill_log(self, chariot: Chariot, stabled: Stabled, endurance: int) -> None:
        """A log out of a stable. A wounded man starts with what his wounds leave him (CM 9.43-W2)."""
        chariot.horses_start, chariot.horses = stabled.horses_start, stabled.horses
        chariot.car = stabled.car
        chariot.left_wheel, chariot.right_wheel = stabled.wheels
        chariot.endurance = endurance
        chariot.hits_start, chariot.hits = stabled.hits_start, stabled.hits
        chariot.wound_drops = self.wound_marks(chariot)
        chariot.modifier = chariot.cdm = stabled.modifier - chariot.wound_drops

    def starting_order(self) -> list[int]:
        """CM 18.2: who stands in front, and then who stands behind: at random."""
        return self.shuffle(range(len(self.race.chariots)), "who stands in front", "CM 3.2")

    def grid_clauses(self) -> tuple[str, ...]:
        """CM 3.2, 18.2: whence everybody's place comes."""
        return ("CM 3.2", "CM 18.2") if self.race.later else ("CM 3.2",)

    def line_up(self) -> None:
        """CM 3.2, 18.2: a random lane each; the ninth and further stand behind."""
        race = self.race
        drawn = self.starting_order()
        lanes = self.shuffle(range(1, race.track.lanes + 1), "lanes", "CM 3.2")
        file = race.track.file
        rows = [(drawn[:FIRST_ROW], file.first_row_car)]
        second = drawn[FIRST_ROW:]
        if second:
            rows.append((second, file.second_row_car))
        grid: dict[str, str] = {}
        for number, (row, car) in enumerate(rows):
            row_lanes = lanes if number == 0 else self.shuffle(range(1, race.track.lanes + 1), "second row", "CM 18.2")
            for index, lane in zip(row, row_lanes, strict=False):
                chariot = race.chariots[index]
                race.place(chariot, race.track.at(lane, FRONT, car + 1))
                grid[chariot.faction] = race.track.name(chariot.square)
        race.later = tuple(second)
        self.tell("grid", {"grid": grid}, self.grid_clauses())

    # -- points shared out over boxes: every answer says what each box gets of it ---------------------------

    def explain_build(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """CM 3.6: what the points are worth before the dice complete the log."""
        answers = []
        for choice in decision:
            assert isinstance(choice, tuple)
            boxes = [
                {"box": box, "points": points, "label": self.worth(box, points)}
                for box, points in zip(CATEGORIES, choice, strict=True)
            ]
            label = ", ".join(f"{box} {points}" for box, points in zip(CATEGORIES, choice, strict=True)).capitalize()
            name = {"name": archetypes.NAMES[choice]} if choice in archetypes.NAMES else {}  # GEN archetype-...
            answers.append(self.answer(choice, label, (str(box["label"]) for box in boxes), boxes=boxes, **name))
        return answers

    @odds
    def worth(self, box: str, points: int) -> str:
        """A box of the preparation chart in words."""
        if box == "driver":
            hits = sorted(self.driver_hits(die + points) for die in range(1, 7))
            return f"driver {points:+d}, {hits[0]} to {hits[-1]} hits"
        if box == "car":
            return f"{self.charts.cars[points]} car"
        if box == "speed":
            speeds = sorted(sum(horses) for horses in self.charts.team_speeds[points])
            return f"team speed {speeds[0]} to {speeds[-1]}"
        endurance = sorted(self.charts.team_endurance[points])
        return f"endurance {endurance[0]} to {endurance[-1]}"

    def say_factions(self, data: Data, names: Names) -> str:
        return (
            "Colours drawn: "
            + ", ".join(f"{faction} ({names[seat]})" for faction, seat in data["factions"].items())
            + "."
        )

    def say_built(self, data: Data, names: Names) -> str:
        horses = "-".join(str(speed) for speed in data["horses"])
        return (
            f"{who(data)}: driver {data['modifier']:+d} with {data['hits']} hits, {data['car']} car, "
            f"horses {horses} (team speed {sum(data['horses'])}), endurance {data['endurance']}."
        )

    def say_grid(self, data: Data, names: Names) -> str:
        return "The chariots line up: " + ", ".join(f"{who} on {at}" for who, at in data["grid"].items())
