"""A race of a season (CM 20.22): its chariots come out of their owners' stables, as the races before have left them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludus.core.errors import SetupError
from ludus.core.game import Option, Phase
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.options.switch import Switch
from ludus.games.circus.stable import Entered, Owned, Stabled, read_entered
from ludus.games.circus.state import Chariot
from ludus.games.circus.words import Data, Names, who

ANNOUNCED = 4  # CM 20.4: places


class SeasonRace(SecondEdition):
    """Nothing is built with points, and what became of everybody is handed back."""

    adds_to_chariots: ClassVar[Mapping[str, type]] = {"entered": Entered}

    @classmethod
    def field(cls, seats: int, options: Mapping[str, Any]) -> int:
        return sum(map(len, cls.stables(seats, options)))

    @classmethod
    def stables(cls, seats: int, options: Mapping[str, Any]) -> Owned:
        """CM 20.22b, 20.21b: who has entered none only bets."""
        if options["betters"]:
            raise SetupError(
                "with stables handed in, whoever has entered none only bets; leave option betters at 0",
                code="bad-option",
            )
        return read_entered(options["stables"], seats, cls.charts.cars, cls.charts.factions)

    # -- before the race (CM 20.22) ------------------------------------------------------------------------------

    def draw_colours(self) -> list[str]:
        """CM 20.1a: a faction keeps its colour from race to race; whoever comes without one draws (CM 3.3)."""
        handed = [stabled.faction for stable in self.race.rules.stables for stabled in stable]
        free = [colour for colour in self.charts.factions if colour not in handed][: handed.count("")]
        cup = iter(self.shuffle(free, "colours from the cup", "CM 3.3") if free else ())
        return [colour or next(cup) for colour in handed]

    def owners(self, field: int) -> tuple[list[int], tuple[str, ...]]:
        """CM 20.22a: a colour for each chariot that somebody has entered, his first one first."""
        stables = self.race.rules.stables
        return [seat for seat, stable in enumerate(stables) for _ in stable], ("CM 3.3", "CM 20.22a")

    def build(self) -> Phase:
        """CM 20.22a, 22.2: everybody starts as he comes out of the stable, old injuries and all."""
        entries = [
            (number, stabled) for stable in self.race.rules.stables for number, stabled in enumerate(stable, start=1)
        ]
        for chariot, (number, stabled) in zip(self.race.chariots, entries, strict=True):
            self.take_over(chariot, number, stabled)
        return
        yield

    def take_over(self, chariot: Chariot, number: int, stabled: Stabled) -> None:
        chariot.parts["entered"] = Entered(number, stabled.name, stabled.horses)
        self.fill_log(chariot, stabled, stabled.endurance)
        self.tell(
            "built",
            {
                "chariot": chariot.faction,
                "points": [],
                "modifier": chariot.modifier,
                "hits": chariot.hits,
                "hits_start": chariot.hits_start,
                "car": chariot.car,
                "horses": list(chariot.horses),
                "horses_start": list(chariot.horses_start),
                "endurance": chariot.endurance,
                "name": stabled.name,
            },
            ("CM 20.22a",),
        )

    def starting_order(self) -> list[int]:
        """CM 20.22b: first entries before second ones, each in an order of their own."""
        entries: dict[int, list[int]] = {1: [], 2: []}
        for chariot in self.race.chariots:
            entries[chariot.parts["entered"].number].append(chariot.number)
        first, second = (self.shuffle(entries[number], "who stands in front", "CM 20.22b") for number in (1, 2))
        return [*first, *second]

    def grid_clauses(self) -> tuple[str, ...]:
        return (*super().grid_clauses(), "CM 20.22a", "CM 20.22b")

    # -- after it (CM 20.4, 22) ----------------------------------------------------------------------------------

    def flip(self, chariot: Chariot, clause: str) -> None:
        """CM 22.3: whatever flips is lost; a car that stands on its wheels is repaired."""
        if chariot.hitched and chariot.on_track:
            chariot.alter("entered", flipped=True)
        super().flip(chariot, clause)

    def kill_driver(self, chariot: Chariot, why: str, clause: str) -> None:
        super().kill_driver(chariot, why, clause)
        killer = self.killer(chariot)
        if killer is not None:
            killer.alter("entered", kills=killer.parts["entered"].kills + 1)

    def settle_up(self, winner: Chariot | None) -> None:
        """CM 20.4: the winner, the second, the third and the fourth are announced."""
        places = {place: self.race.chariots[number].faction for number, place in self.places().items()}
        told = {str(place): faction for place, faction in places.items() if place <= ANNOUNCED}
        self.tell("places", {"places": told}, ("CM 20.4",))
        super().settle_up(winner)

    def reported(self, chariot: Chariot) -> dict[str, Any]:
        """CM 22.2, 22.3: injuries are those of this race; older ones its stable knows."""
        entry: Entered = chariot.parts["entered"]
        before = entry.horses or chariot.horses_start
        return {
            **super().reported(chariot),
            "entry": entry.number - 1,
            "name": entry.name,
            "out": not self.takes_place(chariot),
            "injuries": [start - now for start, now in zip(before, chariot.horses, strict=True)],
            "wrecked": entry.flipped,
            **({"kills": entry.kills} if entry.kills else {}),
        }

    def handed_back(self) -> dict[str, Any]:
        """CM 20.4, 22, 23.1: everything that the season needs."""
        entries = self.report()
        dropped = sum(each["out"] for each in entries)
        return {"entries": entries, "starters": len(entries), "dropped": dropped, "transfers": [], "purses": []}

    # -- in words ------------------------------------------------------------------------------------------------

    def log_sheet(self, chariot: Chariot) -> dict[str, Any]:
        name = chariot.parts["entered"].name
        return {**super().log_sheet(chariot), **({"driver": name} if name else {})}

    def say_built(self, data: Data, names: Names) -> str:
        said = super().say_built(data, names)
        return f"{who(data)} is driven by {data['name']}. {said}" if data["name"] else said

    def say_places(self, data: Data, names: Names) -> str:
        listed = ", ".join(f"{place}. {faction}" for place, faction in data["places"].items())
        return f"Places: {listed}." if listed else "Nobody takes a place."


@dataclass(frozen=True, slots=True)
class HandedIn(Switch):
    """Data that other software hands in; whatever it is, it brings its chapter into the book."""

    def chapter(self, value: Any) -> type[SecondEdition] | None:
        return None if value is None else self.chapters[True]


STABLES = HandedIn(
    Option(
        "stables",
        "Stables",
        "The chariots that each owner has entered in a race of a season, or can enter in an epic one, from a campaign; "
        "none: points or dice make them.",
        "CM 20.22a",
        None,
        handed=True,
        group="The game",
        excludes=("builds", "solitaire"),
    ),
    {True: SeasonRace},
)
