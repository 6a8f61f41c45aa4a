"""E2 11.2.3.1, 12.2.3: chariots that cannot move any more, and drivers who leave them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ludus.core.decision import Decision
from ludus.core.event import Modifier, Sound, Weight
from ludus.core.game import Phase
from ludus.core.plain import told
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.editions import SecondEdition
from ludus.games.circus.state import Chariot
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.words import Answer, Data, Names, who

WORST_GROUND = 2  # E2 3.7.4d: more of its team speed no weather takes
WAYS_OFF = {"back": "behind the car", "in": "to the left of the car", "out": "to the right of the car"}


@dataclass(slots=True)
class Leaving:
    """Whose driver is asked whether he leaves a stationary chariot; those before him have answered."""

    asked: int = told("That chariot, from 0 as they stand in the file.", default=0, between=(0, 99))

    def copy(self) -> Leaving:
        return Leaving(self.asked)


class Stationary(SecondEdition):
    """E2 def-stationary: a dead horse in the traces, or a team speed of zero that no next phase gives back."""

    adds_to_race: ClassVar[Mapping[str, type]] = {"leaving": Leaving}
    horseless_stay: ClassVar[bool] = True
    accents: ClassVar[Mapping[str, tuple[Weight, Sound]]] = {"stationary": ("dire", ""), "abandoned": ("dire", "")}

    def cannot_move(self, chariot: Chariot) -> bool:
        """E2 def-stationary: what a phase takes off its speed alone does not make it stationary."""
        if chariot.fallen or chariot.status == "stopped":
            return True
        one, two, three, four = chariot.horses
        if one + two + three + four - chariot.drained > WORST_GROUND:
            return False  # nearly always: faster than the worst ground could make slow
        return not self.team_speed(chariot)

    # E2 12.2.3, 10.3: it neither attacks nor brakes nor evades, until the horse is cut free and no longer.
    stopped = cannot_move

    def defending_cdm(self, chariot: Chariot) -> int:
        """E2 12.2.3.1, 11.2.3.1: only with a dead horse in the traces the CDM counts 0, unless it is negative."""
        return min(0, chariot.skill) if chariot.fallen else chariot.skill

    def troubles(self, chariot: Chariot) -> list[str]:
        """E2 2.5.4, def-stationary: for everybody to see."""
        said = super().troubles(chariot)
        return [*said, "stationary"] if chariot.on_track and self.cannot_move(chariot) else said

    # -- team speed zero (E2 11.2.3.1) -----------------------------------------------------------------------

    def start_turn(self) -> None:
        """E2 6.A-6, 11.2.3.1: exhausted teams have just become slower."""
        super().start_turn()
        for chariot in self.race.chariots:
            if chariot.square < 0 or chariot.fallen or not self.cannot_move(chariot):
                continue
            chariot.written = 0
            before = chariot.copy()
            before.drained -= chariot.exhausted
            if chariot.runaway or self.team_speed(before):
                self.come_to_a_stand(chariot)

    def injure(
        self,
        chariot: Chariot,
        horse: int,
        points: int,
        clauses: tuple[str, ...],
        modifiers: tuple[Modifier, ...] = (),
    ) -> None:
        moving = chariot.on_track and not self.cannot_move(chariot)
        super().injure(chariot, horse, points, clauses, modifiers)
        if moving and chariot.on_track and not chariot.fallen and self.cannot_move(chariot):
            self.come_to_a_stand(chariot)

    def come_to_a_stand(self, chariot: Chariot) -> None:
        """E2 11.2.3.1, def-stationary: a runaway team stays where it is for good."""
        self.tell("stationary", {"chariot": chariot.faction}, ("E2 11.2.3.1", "E2 def-stationary"))
        if chariot.runaway:
            self.stop_team(chariot, "E2 11.2.3.1")

    def writers(self) -> list[Chariot]:
        """E2 11.2.3.1: nobody notes a speed for a team that has none."""
        return [
            chariot
            for chariot in self.race.chariots
            if chariot.square >= 0
            and chariot.status == "racing"
            and (not self.cannot_move(chariot) or self.team_speed(chariot))
        ]

    def may_brake(self, chariot: Chariot) -> bool:
        """E2 8.7, 12.2.3: whoever takes a step is not stationary, and nothing else holds him."""
        return chariot.endurance > 0 and chariot.status == "racing"

    def beyond_whipping(self, chariot: Chariot) -> bool:
        """E2 11.2.3.1: nor does anybody whip it."""
        return self.cannot_move(chariot)

    def can_still_finish(self, chariot: Chariot) -> bool:
        """E2 11.2.3.1, 12.2.1: nobody comes in with a team that has no speed left."""
        return super().can_still_finish(chariot) and chariot.team_speed > 0

    # -- abandoning (E2 12.2.3.3) ----------------------------------------------------------------------------

    def foot_phase(self) -> Phase:
        """E2 6.E-1, 6.E-2: first whoever leaves his chariot, then men on foot."""
        if self.race.walker < 0:
            yield from self.abandoning()
        yield from super().foot_phase()

    def abandoning(self) -> Phase:
        """E2 12.2.3.3: onto a square that he chooses; he stays there for this turn."""
        part: Leaving = self.race.parts["leaving"]
        for chariot in self.race.chariots[part.asked :]:
            if chariot.square < 0 or chariot.driver != "car" or not self.cannot_move(chariot):
                continue
            if not (ways := self.ways_off(chariot)):
                continue
            part.asked = chariot.number
            prompt = "Leave your stationary chariot?"
            answer = yield self.choose(chariot, "abandon", prompt, "E2 12.2.3.3", ("stay", *ways), "stay")
            if answer != "stay":
                self.abandon(chariot, ways[str(answer)])
        part.asked = 0

    def ways_off(self, chariot: Chariot) -> dict[str, int]:
        """E2 12.2.3.3: the squares beside and behind his car that hold no chariot and no team."""
        race = self.race
        car, lane = race.car_square(chariot), race.track.lane
        ways = {"back": race.track.behind[car]}
        for direction, name in ((IN, "in"), (OUT, "out")):
            beside = [square for square in race.track.beside[car] if lane[square] == lane[car] + direction]
            for number, square in enumerate(beside):
                ways[name if number == 0 else f"{name} {number + 1}"] = square
        return {
            name: square
            for name, square in ways.items()
            if square not in race.occupied and race.wrecks.get(square, -1) < 0
        }

    def abandon(self, chariot: Chariot, square: int) -> None:
        """E2 12.2.3.3: a stationary runaway team is left behind, and the car as a wreck."""
        self.tell("abandoned", {"chariot": chariot.faction}, ("E2 6.E-1", "E2 12.2.3.3"))
        chariot.status = "runaway"
        self.stand_up(chariot, square, "E2 12.2.3.3")
        self.stop_team(chariot, "E2 12.2.3.3")

    def explain_abandon(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        ways = self.ways_off(chariot)
        answers = []
        for choice in decision:
            if choice == "stay":
                until = "until you can drive on" if self.can_still_finish(chariot) else "for the rest of the race"
                answers.append(self.answer(choice, "Stay in the car", [f"an obstacle {until}"]))
                continue
            name = self.race.track.name(ways[str(choice)])
            way, *which = str(choice).split()
            label = " ".join((f"Leave it, {WAYS_OFF[way]}", *(f"({number})" for number in which)))
            hint = [f"on foot on {name}", "you take no place any more"]
            answers.append(self.answer(choice, label, hint, clause="E2 12.2.3.3", to=name, square=name, tone="bad"))
        return answers

    def obey_abandon(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        return self.obey_rest(chariot, decision, orders)

    # -- words -----------------------------------------------------------------------------------------------

    def say_stationary(self, data: Data, names: Names) -> str:
        return f"{who(data)} cannot move any more, and stands there as an obstacle."

    def say_abandoned(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s driver leaves his chariot."

    def say_team_stopped(self, data: Data, names: Names) -> str:
        return f"{who(data)}'s team stays on {data['square']}, an obstacle."
