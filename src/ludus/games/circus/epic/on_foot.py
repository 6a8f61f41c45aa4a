"""E2 14: men on foot, who dodge and climb."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludus.core.chance import percent
from ludus.core.decision import Decision
from ludus.core.errors import DataError
from ludus.core.event import Call, Modifier, Sound, Weight
from ludus.core.game import Ask, Phase
from ludus.core.plain import told
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.chapters.on_foot import direction_words
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.odds import at_most
from ludus.games.circus.state import Chariot, Race
from ludus.games.circus.words import Answer, Data, Names, count, named, who


@dataclass(slots=True)
class Dodging:
    """Who has got out of the way of a team and is still to say to which side."""

    men: tuple[int, ...] = told("Their chariots, from 0 as they stand in the file.", default=())

    def copy(self) -> Dodging:
        return Dodging(self.men)

    def check(self, race: Race, where: str) -> None:
        for number in self.men:
            race.check_number(number, f"{where}.men")
            if race.chariots[number].driver != "foot":
                raise DataError(f"{where}.men: {race.chariots[number].faction}'s driver is not on foot")


class EpicOnFoot(SecondEdition):
    """E2 14.1 to 14.1.3: on foot as in the second edition. E2 14.2 to 14.2.3: but whoever is run at may dodge."""

    adds_to_race: ClassVar[Mapping[str, type]] = {"dodging": Dodging}
    accents: ClassVar[Mapping[str, tuple[Weight, Sound]]] = {"dodge": ("plain", "hooves")}

    def open_on_foot(self, square: int) -> bool:
        """E2 14.1.1: neither a team nor a car stands there, nor does a team lie there; wrecks and carcasses are in
        nobody's way."""
        race = self.race
        return square not in race.occupied and (square not in race.wrecks or race.wrecks[square] < 0)

    # -- running down --------------------------------------------------------------------------------------

    def meet_man(self, chariot: Chariot, man: Chariot) -> None:
        """E2 14.2, 14.2.2: two dice less CDM against his hits; whoever fails, or has nowhere to go, is killed."""
        total = sum(self.roll(2, "dodging", "E2 14.2.2")) - man.cdm
        ways = self.dodge_ways(man)
        quick, room = total <= man.hits, bool(ways)
        self.tell(
            "dodge",
            {
                "chariot": man.faction,
                "by": chariot.faction,
                "total": total,
                "hits": man.hits,
                "success": quick and room,
                "room": room,
            },
            ("E2 14.2", "E2 14.2.2"),
            (Modifier("CDM", -man.cdm),),
        )
        if not (quick and room):
            self.run_down(chariot, man)
        elif len(ways) == 1:
            self.jump_aside(man, *ways.values())
        else:
            part: Dodging = self.race.parts["dodging"]
            part.men = (*part.men, man.number)

    def run_down(self, chariot: Chariot, man: Chariot) -> None:
        """E2 14.2.1: a die of factors, now as far as they go, the rest as used move; the speed stays what it is."""
        race = self.race
        die = self.roll(1, "running a man down", "E2 14.2.1")[0]
        paid = min(die, self.left(chariot)) if race.mover == chariot.number else 0
        race.move.spent += paid
        chariot.debt += die - paid
        self.tell(
            "run-down",
            {
                "chariot": chariot.faction,
                "man": man.faction,
                "loss": die,
                "now": paid == die,
                "later": die - paid,
            },
            ("E2 14.2", "E2 14.2.1"),
        )
        self.kill_driver(man, "run down", "E2 14.2.2")

    def dodge_ways(self, man: Chariot) -> dict[str, int]:
        """E2 14.2.2: one square sideways, wherever neither chariot nor team is."""
        ways = self.race.track.aside[man.man]
        return {name: square for name, square in ways.items() if self.open_on_foot(square)}

    def men_jump_aside(self) -> Iterable[Ask]:
        """E2 14.2.2: to one side or the other."""
        return self.choose_sides() if self.race.parts["dodging"].men else ()

    def choose_sides(self) -> Phase:
        """E2 14.2.2: the driver's owner chooses the side."""
        part: Dodging = self.race.parts["dodging"]
        while part.men:
            man = self.race.chariots[part.men[0]]
            ways = self.dodge_ways(man)
            if ways:  # else somebody has come between since
                prompt = "To which side does your driver jump?"
                answer = yield self.choose(man, "dodge", prompt, "E2 14.2.2", tuple(ways), self.default_dodge(man))
                self.jump_aside(man, ways[str(answer)])
            part.men = part.men[1:]

    def default_dodge(self, man: Chariot) -> str:
        """Towards the nearer wall."""
        track, ways = self.race.track, self.dodge_ways(man)
        near = "in" if track.lane[man.man] <= track.lanes // 2 else "out"
        return next((name for name in ways if name.startswith(near)), next(iter(ways)))

    def jump_aside(self, man: Chariot, square: int) -> None:
        track = self.race.track
        data = {"chariot": man.faction, "from": track.name(man.man), "to": track.name(square)}
        man.man, man.wall_way = square, 0
        self.tell("walk", data, ("E2 14.2.2",))

    # -- odds ----------------------------------------------------------------------------------------------

    def dodge_odds(self, hits: int, cdm: int) -> float:
        """E2 14.2.2: that a man is quick enough."""
        return at_most(2, hits + cdm)

    def dodge_chance(self, man: Chariot, square: int, by: Chariot | None = None) -> float:
        """E2 14.2.2: that he gets away on that square, as the sides are now; the team that comes leaves its own."""
        race = self.race
        room = any(
            self.open_on_foot(side) or (by is not None and race.occupied.get(side, -2) >> 1 == by.number)
            for side in race.track.aside[square].values()
        )
        return self.dodge_odds(man.hits, man.cdm) if room else 0.0

    def men_on(self, square: int) -> list[Chariot]:
        return [other for other in self.race.chariots if other.man == square]

    def running_down(self, chariot: Chariot, square: int) -> dict[str, Any]:
        """E2 14.2.1, 14.2.2: each man there, and his chance to dodge."""
        return {
            "men": [
                {"man": man.faction, "dodges": round(self.dodge_chance(man, square, chariot), 4)}
                for man in self.men_on(square)
            ]
        }

    def running_down_words(self, chariot: Chariot, square: int) -> str:
        chances = [
            f"{named(man)} dodges {percent(self.dodge_chance(man, square, chariot))}" for man in self.men_on(square)
        ]
        return f"{', '.join(chances)}; whoever dies costs you a die of factors"

    # -- answers -------------------------------------------------------------------------------------------

    def explain_dodge(self, man: Chariot, decision: Decision) -> list[Answer]:
        """E2 14.2.2: where he comes to stand, and his chance the next time."""
        ways = self.dodge_ways(man)
        return [
            self.step_answer(man, choice, f"Jump {direction_words(choice)}", ways[choice])
            for choice in map(str, decision)
        ]

    def step_answer(self, man: Chariot, choice: str, label: str, square: int) -> Answer:
        name, chance = self.race.track.name(square), self.dodge_chance(man, square)
        hint = [f"to {name}", f"there he dodges a team {percent(chance)}"]
        return self.answer(choice, label, hint, "E2 14.2.2", to=name, square=name, dodges=round(chance, 4))

    def explain_walk(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        """E2 14.1.1, 14.2.2: and how likely he dodges where he comes to."""
        told = super().explain_walk(chariot, decision)
        for answer in told:
            chance = self.dodge_chance(chariot, self.race.track.find(str(answer["square"])))
            answer["dodges"] = round(chance, 4)
            answer["hint"] = f"{answer['hint']}; there he dodges a team {percent(chance)}"
        return told

    def obey_dodge(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        return self.obey_rest(chariot, decision, orders)

    # -- words ---------------------------------------------------------------------------------------------

    def remarks(self, chariot: Chariot) -> list[str]:
        foot = [f"on foot, dodges a team {percent(self.dodge_chance(chariot, chariot.man))}"]
        return [*super().remarks(chariot), *(foot if chariot.man >= 0 else [])]

    def call_dodge(self, data: Data) -> Call:
        return Call(data["chariot"], "dodges!", "good") if data["success"] else Call(data["chariot"], "caught", "dire")

    def say_dodge(self, data: Data, names: Names) -> str:
        sum_up = f"({data['total']} against {data['hits']})"
        if data["success"]:
            return f"{who(data)}'s driver dodges {data['by']}'s team {sum_up}."
        if not data["room"]:
            return f"{who(data)}'s driver has nowhere to go before {data['by']}'s team {sum_up}."
        return f"{who(data)}'s driver is too slow for {data['by']}'s team {sum_up}."

    def say_run_down(self, data: Data, names: Names) -> str:
        later = f", {data['later']} of them in the next phase" if data["later"] else ""
        if data["later"] == data["loss"]:
            later = " of the next phase"
        return f"{who(data)} runs {data['man']}'s driver down; that costs {count(data['loss'], 'factor')}{later}."
