"""E2 3: stables, secret entries, places and colours before the race."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, ClassVar

from ludus.core.chart import Axis, Chart, amount, ladder
from ludus.core.chart import numbers as number_axis
from ludus.core.decision import Choose, Decision
from ludus.core.game import Ask, Phase, Together
from ludus.core.standing_orders import Obeyed, Orders
from ludus.core.toml_files import load_table
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.stable import MOST_CHARIOTS, Entry, Owned, Stabled, Stables, admitted, read_stables
from ludus.games.circus.standing_orders import ASK
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Answer, Data, Names, who

WORTH = 4  # endurance that is worth one of speed, to whoever must choose for an absent owner


class EpicSetup(SecondEdition):
    """Nothing is bought with points: teams, cars and drivers come out of a stable."""

    adds_to_race: ClassVar[Mapping[str, type]] = {"stables": Stables}
    adds_to_chariots: ClassVar[Mapping[str, type]] = {"entry": Entry}
    stable_chart: ClassVar[Mapping[str, Any]] = load_table("ludus.games.circus", "epic/stable")

    @classmethod
    def field(cls, seats: int, options: Mapping[str, Any]) -> int:
        """E2 3.3.1, 3.3.2: the same number for each player, and no more than there are models."""
        owners = cls.racing(seats, options)
        return owners * min(int(options["entries"]), MOST_CHARIOTS // owners)

    @classmethod
    def stables(cls, seats: int, options: Mapping[str, Any]) -> Owned:
        """E2 3.4.3: what a campaign hands in, with enough in it for whoever races."""
        racing = cls.racing(seats, options)
        each = cls.field(seats, options) // racing
        entries = [each if seat < racing else 0 for seat in range(seats)]
        return read_stables(options["stables"], entries, cls.charts.cars)

    def entries(self, seat: int) -> int:
        """E2 3.3.2: how many chariots a player races."""
        racing = self.racing_seats()
        return self.race.rules.field // len(racing) if seat in racing else 0

    def colours(self, field: int) -> tuple[str, ...]:
        """E2 2.6.2-colour: any of the sixteen, however few race."""
        return self.charts.factions

    def most_endurance(self) -> int:
        return max(max(map(int, team["endurance"])) for team in self.stable_chart["teams"])

    def set_up(self) -> Phase:
        """E2 3: who races is chosen before anybody knows his colours and lanes."""
        self.open_stables()
        entered = yield from self.secret_entry()
        self.lay_out()
        self.draw_factions()
        yield from self.harness(entered)
        self.race.parts["stables"] = Stables()

    # -- stables (E1 4.6) -------------------------------------------------------------------------------------

    def open_stables(self) -> None:
        """A campaign hands its stables in; in a race of its own the dice fill them."""
        race = self.race
        stables = race.rules.stables or tuple(self.fill_stable(seat) for seat in range(race.seats))
        race.parts["stables"] = Stables(stables)

    def fill_stable(self, seat: int) -> tuple[Stabled, ...]:
        """E1 4.6.1a to 4.6.1d: as many chariots as race, and some to choose from."""
        stable = tuple(self.random_chariot() for _ in range(self.stabled(seat)))
        self.tell(
            "stable",
            {"seat": seat, "chariots": [self.described(each) for each in stable]},
            ("E1 4.6.1a", "E1 4.6.1b", "E1 4.6.1c", "E1 4.6.1d"),
        )
        return stable

    def stabled(self, seat: int) -> int:
        """How many chariots a player has to choose from."""
        entries = self.entries(seat)
        return entries + self.race.rules.spare if entries else 0

    def random_chariot(self) -> Stabled:
        """E1 4.6.1a to 4.6.1d: team, endurance, car, driver and his hits."""
        chart = self.stable_chart
        team = chart["teams"][sum(self.roll(2, "team", "E1 4.6.1a")) - 2]
        horses = tuple(team["horses"])
        endurance = team["endurance"][self.roll(1, "endurance", "E1 4.6.1a")[0] - 1]
        car = chart["car"]["by_die"][self.roll(1, "car", "E1 4.6.1b")[0] - 1]
        modifier = chart["driver"]["by_die"][self.roll(1, "driver", "E1 4.6.1c")[0] - 1]
        hits = self.driver_hits(self.roll(1, "driver hits", "E1 4.6.1d")[0] + modifier)
        return Stabled(horses, endurance, car, modifier, hits, horses, hits)

    def build_tables(self) -> tuple[Chart, ...]:
        """E1 4.6.1a to 4.6.1d, E2 2.6.2-car."""
        return (
            self.team_table(),
            self.car_and_driver_table(),
            self.hits_table("E1 4.6.1d", "a die and the driver's modifier"),
            self.burden_table(),
        )

    def team_table(self) -> Chart:
        cells = tuple(
            (f"{'-'.join(map(str, team['horses']))} ({sum(team['horses'])})", *map(str, team["endurance"]))
            for team in self.stable_chart["teams"]
        )
        across = Axis("endurance by a die", ("horses", *"123456"))
        how = "Two dice for the horses, a die for their endurance."
        return Chart("teams", "Teams", "E1 4.6.1a", how, number_axis("two dice", 2, 12), across, cells)

    def car_and_driver_table(self) -> Chart:
        cars, drivers = self.stable_chart["car"]["by_die"], self.stable_chart["driver"]["by_die"]
        down, cells = ladder("die", 1, 6, lambda die: (cars[die - 1], amount(drivers[die - 1])))
        across = Axis("", ("car", "driver"))
        return Chart("car-and-driver", "Car and driver", "E1 4.6.1b", "A die each.", down, across, cells)

    def burden_table(self) -> Chart:
        divisor = self.stable_chart["endurance_divisor"]
        lost = {car: f"1/{divisor[car]} less" if divisor[car] else "whole" for car in self.charts.cars}
        cells = tuple((lost[car], self.car_harm(car)) for car in self.charts.cars)
        how = "What a car costs its team, and what it adds to its rams."
        across = Axis("", ("endurance", "its rams"))
        return Chart("cars", "Cars", "E2 2.6.2-car", how, Axis("car", self.charts.cars), across, cells)

    def described(self, stabled: Stabled) -> dict[str, Any]:
        return {
            "horses": list(stabled.horses),
            "endurance": stabled.endurance,
            "car": stabled.car,
            "modifier": stabled.modifier,
            "hits": stabled.hits,
            "name": stabled.name,
            **({"wheels": list(stabled.wheels)} if any(stabled.wheels) else {}),
        }

    # -- secret entries (E2 3.4) ------------------------------------------------------------------------------

    def secret_entry(self) -> Generator[Ask, Any, list[list[int]]]:
        """E2 3.4: everybody writes in secret; nothing is told before all have chosen."""
        stables = self.race.parts["stables"].owned
        wanted = [self.entries(seat) for seat in range(len(stables))]
        entered: list[list[int]] = [[] for _ in stables]
        while True:
            for seat, stable in enumerate(stables):
                self.enter_without_choice(stable, entered[seat], wanted[seat])
            asked: dict[int, Decision] = {
                seat: self.ask_entry(seat, stable, entered[seat], wanted[seat])
                for seat, stable in enumerate(stables)
                if len(entered[seat]) < wanted[seat]
            }
            if not asked:
                break
            answers = yield Together(asked)
            for seat, number in answers.items():
                entered[seat].append(number - 1)
        self.tell(
            "entries",
            {"entries": [sorted(number + 1 for number in numbers) for numbers in entered]},
            ("E2 3.4", "E2 3.3.2"),
        )
        return entered

    def enter_without_choice(self, stable: Sequence[Stabled], chosen: list[int], wanted: int) -> None:
        """E2 3.4.1, 3.4.2: whoever must race anyway is not asked about."""
        while len(chosen) < wanted and len(may := admitted(stable, chosen)) <= wanted - len(chosen):
            chosen += may

    def ask_entry(self, seat: int, stable: Sequence[Stabled], chosen: Sequence[int], wanted: int) -> Decision:
        may = admitted(stable, chosen)
        best = max(may, key=lambda number: (self.worth_entering(stable[number]), -number))
        which = f" ({len(chosen) + 1} of {wanted})" if wanted > 1 else ""
        prompt = f"Which chariot of your stable do you enter{which}? Everybody chooses in secret."
        return Choose(seat, "enter", prompt, "E2 3.4", tuple(number + 1 for number in may), best + 1)

    def worth_entering(self, stabled: Stabled) -> int:
        """A rough guess for whoever has no opinion."""
        return stabled.speed + stabled.modifier + self.endurance_for_race(stabled) // WORTH

    # -- places and colours (E2 3.5, 3.6) ---------------------------------------------------------------------

    def lay_out(self) -> None:
        """E2 3.5.1: any of the sixteen colours, each somewhere at the start; nobody knows yet whose they are."""
        race = self.race
        field = sum(map(self.entries, range(race.seats)))
        bag = self.shuffle(self.colours(field), "colours in the race", "E2 2.4.2")
        colours = sorted(bag[:field])
        race.chariots = [self.new_chariot(colour, 0, number) for number, colour in enumerate(colours)]
        self.line_up()

    def draw_factions(self) -> None:
        """E2 3.6: each in turn as many colours as he has chariots in the race."""
        race = self.race
        drawn = self.shuffle(range(len(race.chariots)), "colours from the bag", "E2 3.6")
        owners = [seat for seat in range(race.seats) for _ in range(self.entries(seat))]
        for number, seat in zip(drawn, owners, strict=True):
            race.chariots[number].seat = seat
        told = {race.chariots[number].faction: race.chariots[number].seat for number in drawn}
        self.tell("factions", {"factions": told}, ("E2 3.6",))

    def harness(self, entered: list[list[int]]) -> Phase:
        """E2 3: whoever has several colours shares his chariots out over them as he likes; then the logs are set up."""
        race = self.race
        stables = race.parts["stables"].owned
        colours = [[each for each in race.chariots if each.seat == seat] for seat in range(race.seats)]
        under: dict[int, int] = {}  # colour: number of the chariot in its stable
        left = [numbers[:] for numbers in entered]
        while any(left):
            asked: dict[int, Decision] = {}
            for seat, numbers in enumerate(left):
                if len(numbers) == 1 or len({stables[seat][number] for number in numbers}) == 1:
                    for chariot, number in zip(colours[seat], numbers, strict=True):
                        under[chariot.number] = number
                    numbers.clear()
                elif numbers:
                    asked[seat] = self.ask_harness(colours[seat][0], numbers)
            answers = (yield Together(asked)) if asked else {}
            for seat, number in answers.items():
                left[seat].remove(number - 1)
                under[colours[seat].pop(0).number] = number - 1
        for chariot in race.chariots:
            number = under[chariot.number]
            self.set_up_log(chariot, stables[chariot.seat][number], number + 1)

    def ask_harness(self, chariot: Chariot, numbers: Sequence[int]) -> Decision:
        place = self.race.track.name(chariot.square)
        prompt = f"Which of your chariots races under {chariot.faction}, on {place}?"
        return self.choose(chariot, "harness", prompt, "E2 3", tuple(number + 1 for number in numbers))

    # -- the log (E2 2.6.2, 3.6.1) ----------------------------------------------------------------------------

    def set_up_log(self, chariot: Chariot, stabled: Stabled, number: int) -> None:
        """E2 2.6.2, 3.6.1: what is marked before the race. A wounded man starts with what his wounds leave him."""
        chariot.parts["entry"] = Entry(number, stabled.name)
        self.fill_log(chariot, stabled, self.endurance_for_race(stabled))
        self.tell(
            "built",
            {
                "chariot": chariot.faction,
                "points": [],
                "modifier": chariot.modifier,
                "hits": chariot.hits,
                "car": chariot.car,
                "horses": list(chariot.horses),
                "endurance": chariot.endurance,
                "name": stabled.name,
            },
            ("E2 3.6.1", "E2 2.6.2", "E2 2.6.2-car"),
        )

    def endurance_for_race(self, stabled: Stabled) -> int:
        """E2 2.6.2-car: a medium car takes a quarter, a heavy one half; the loss is rounded down."""
        divisor = self.stable_chart["endurance_divisor"][stabled.car]
        endurance = self.race_endurance(stabled.endurance)
        return endurance - (endurance // divisor if divisor else 0)

    def race_endurance(self, endurance: int) -> int:
        """E2 2.6.2-endurance: what the team brings into this race, before the car costs any."""
        return endurance

    # -- explained, obeyed, told ------------------------------------------------------------------------------

    def about(self, decision: Decision) -> Chariot:
        """Who enters a chariot has no colour yet."""
        return Chariot("", decision.seat) if decision.name == "enter" else super().about(decision)

    def explain_enter(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        return [self.stabled_answer(decision.seat, number) for number in decision]

    def explain_harness(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        return [self.stabled_answer(decision.seat, number) for number in decision]

    def stabled_answer(self, seat: int, number: Any) -> Answer:
        """A chariot of a stable, and what it will be in the race."""
        stabled = self.race.parts["stables"].owned[seat][number - 1]
        endurance = self.endurance_for_race(stabled)
        hint = [
            f"endurance {endurance}" + (f" of {stabled.endurance}" if endurance < stabled.endurance else ""),
            f"driver {stabled.modifier:+d} with {stabled.hits} hits",
            f"{stabled.injury} points of injury" if stabled.injury else "",
        ]
        name = f"{stabled.name}, " if stabled.name else ""
        label = f"{number}: {name}horses {team_words(stabled.horses)}, {stabled.car} car"
        return self.answer(number, label, hint, "E2 2.6.2-car", chariot={**self.described(stabled), "race": endurance})

    def obey_enter(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        """E2 3.4: whom he enters is a secret, so nothing is said."""
        return None if orders["rest"] == ASK else Obeyed(decision.default, "")

    def obey_harness(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        return self.obey_rest(chariot, decision, orders)

    def say_stable(self, data: Data, names: Names) -> str:
        chariots = (
            f"{number}. horses {team_words(each['horses'])}, endurance {each['endurance']}, {each['car']} car, driver "
            f"{each['modifier']:+d} with {each['hits']} hits"
            for number, each in enumerate(data["chariots"], start=1)
        )
        return f"The stable of {names[data['seat']]}: {'; '.join(chariots)}."

    def say_entries(self, data: Data, names: Names) -> str:
        entered = (
            f"{', '.join(map(str, numbers))} of {names[seat]}"
            for seat, numbers in enumerate(data["entries"])
            if numbers
        )
        return f"Entered out of the stables: {'; '.join(entered)}."

    def say_built(self, data: Data, names: Names) -> str:
        said = super().say_built(data, names)
        return f"{who(data)} is driven by {data['name']}. {said}" if data.get("name") else said


def team_words(horses: Sequence[int]) -> str:
    return f"{'-'.join(map(str, horses))} ({sum(horses)})"
