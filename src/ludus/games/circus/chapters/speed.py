"""CM 6.1, 6.2, 6.5, 6.9: the accounts of a movement phase, dead starts and the whip."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from ludus.core.chance import percent
from ludus.core.decision import Choice, Decision, Range
from ludus.core.fields import Field, Number, OneOf
from ludus.core.game import Ask, Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.book import Chapter
from ludus.games.circus.chapters.road import Road, Told, UntilTheSpeed
from ludus.games.circus.standing_orders import ASK, WAIT
from ludus.games.circus.state import Chariot, Move
from ludus.games.circus.tones import advise_speed
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    Strain,
    count,
    strain_words,
    who,
)

CALM = {
    "points": 0, "endurance": 0, "unpaid": False, "wheels": 0.0, "odds": {"-": 1.0}, "flips": 0.0, "tone": "good",
}  # fmt: skip


MOST_SPEED = 60
USUAL_SPEED = ("CM 6.2", "CM 6.2-total-speed")
SPEEDS = {
    ASK: WAIT,
    "default": "as last time, or the highest now possible",
    "most": "the highest now possible",
    "fixed": "always this number",
    "safe": "what the corner of my lane allows",
}


class Speed(Chapter):
    start_clauses: ClassVar[tuple[str, ...]] = ("CM 6.9-special-first-turn",)
    start_words: ClassVar[str] = "dead start"

    # -- the start of the phase (CM 5-start-of-phase) -----------------------------------------------------

    def start_phase(self, chariot: Chariot) -> Phase:
        race = self.race
        if chariot.parts:
            self.when_it_begins(chariot)
        # As long as announcements are asked for, nothing has changed that could not be asked again.
        whipping = False
        if chariot.status == "runaway":
            # CM 15.22: optional gains are always taken.
            chariot.written = self.runaway_speed(chariot)
            chariot.gains += chariot.offered
        else:
            if chariot.offered:
                yield from self.take_offered(chariot)
            if self.may_whip(chariot):
                whipping = yield from self.ask_whip(chariot)
        race.phase = "resolving"
        race.move = Move.begin(chariot)
        chariot.debt = chariot.gains = chariot.loss = chariot.offered = 0
        chariot.strain_leg = -9  # CM 7.23: every phase is checked and paid anew
        if chariot.driver == "dragged":
            chariot.cut_due = self.cuts_again(chariot)
        if (dice := self.start_dice(chariot)) and self.sets_off(chariot, whipping):
            self.dead_start(chariot, dice)
        if whipping:
            self.whip(chariot)
        yield from self.begin_with_dead_horse(chariot)

    def when_it_begins(self, chariot: Chariot) -> None:
        """What options date to the very beginning of a phase."""

    def begin_with_dead_horse(self, chariot: Chariot) -> Iterable[Ask]:
        """CM 5-start-of-phase: the last of the start, from the dead horse to the corner one stands in."""
        if chariot.parts:
            self.before_the_horse(chariot)
        if chariot.fallen and chariot.status == "racing":
            return self.begin_by_cutting(chariot)
        return self.strain(chariot, self.total_speed(chariot)) if self.check_at_start(chariot) else ()

    def before_the_horse(self, chariot: Chariot) -> None:
        """What options look at before a dead horse is seen to."""

    def begin_by_cutting(self, chariot: Chariot) -> Phase:
        yield from self.try_to_cut_free(chariot)
        if self.check_at_start(chariot):
            yield from self.strain(chariot, self.total_speed(chariot))

    def dead_start(self, chariot: Chariot, dice: int) -> None:
        """CM 6.9-special-first-turn: a die of speed is lost."""
        loss = self.start_loss(chariot, sum(self.roll(dice, self.start_words, self.start_clauses[-1])))
        self.race.move.dead_start = loss
        self.tell("dead-start", {"chariot": chariot.faction, "loss": loss}, self.start_clauses)

    def start_loss(self, chariot: Chariot, thrown: int) -> int:
        """CM 6.9-special-first-turn: what the dice show."""
        return thrown

    def check_at_start(self, chariot: Chariot) -> bool:
        """The total speed is fixed: wheels are checked at 14 and more. True: so must be the corner one stands in."""
        cut = self.banned_from_straining(chariot) and self.cut_to_safe_speed(chariot)
        total, debt = self.total_speed(chariot), self.race.move.debt
        clauses = self.speed_clauses(chariot) if chariot.parts else USUAL_SPEED
        self.tell(
            "speed",
            {"chariot": chariot.faction, "factors": total - debt if total > debt else 0, "total": total},
            (*clauses, "CM 7.33-no-strain") if cut else clauses,
        )
        strains = False
        if chariot.square >= 0 and not self.cannot_move(chariot):
            if chariot.hitched and self.damaged(chariot) and self.speed_strains_wheels(chariot):
                self.check_wheels(chariot, "CM 7.41a")
                total = self.total_speed(chariot)
            strains = chariot.square >= 0 and self.would_strain(chariot, total, chariot.square, chariot.leg)
        if chariot.parts:
            self.between_wheels_and_corner(chariot)
        return strains

    def between_wheels_and_corner(self, chariot: Chariot) -> None:
        """What options date to this moment of the start."""

    def speed_clauses(self, chariot: Chariot) -> tuple[str, ...]:
        """What the speed of a phase comes from, where options have a say."""
        return USUAL_SPEED

    def cut_to_safe_speed(self, chariot: Chariot) -> bool:
        """CM 7.33-no-strain: a ban that catches the chariot in a corner takes the excess, without payment or check."""
        race = self.race
        if not chariot.hitched or self.corner_leg(chariot) is None:
            return False
        speed = self.total_speed(chariot)
        race.move.cap = self.safe_speed(race.track.lane[chariot.square])
        return speed > race.move.cap

    def team_speed(self, chariot: Chariot) -> int:
        """CM 3.5g, 8.43: what the team can do, as things are."""
        return self.horses_speed(chariot)

    def horses_speed(self, chariot: Chariot) -> int:
        """CM 3.5g, 8.43: what the horses can do on this ground."""
        one, two, three, four = chariot.horses
        speed = one + two + three + four - chariot.drained
        if chariot.parts:
            speed += self.ground(chariot)
        return speed if speed > 0 else 0

    def runaway_speed(self, chariot: Chariot) -> int:
        """CM 15.22: a team without a driver runs as fast as it can."""
        return self.team_speed(chariot)

    def maximum(self, chariot: Chariot) -> int:
        """CM 6.12a, CM 7.352: team speed plus CDM, less what attacks took from the coming phase; never below 0."""
        limit = self.driven_speed(chariot) - chariot.loss
        return limit if limit > 0 else 0

    def driven_speed(self, chariot: Chariot) -> int:
        """CM 6.12a: what the team can do, with the CDM of whoever drives it."""
        # As in `horses_speed`, without the detour: nothing is asked for as often.
        one, two, three, four = chariot.horses
        speed = one + two + three + four - chariot.drained
        if chariot.parts:
            speed += self.ground(chariot)
        if speed < 0:
            speed = 0
        return speed + chariot.cdm if chariot.driver == "car" else speed

    def ground(self, chariot: Chariot) -> int:
        """What the ground adds to the speed of its horses: firm and dry, it adds nothing."""
        return 0

    def most_written(self, chariot: Chariot) -> int:
        """CM 6.12a: more it can never have written, with all horses unhurt and the driver too."""
        skill = max((chariot.modifier + chariot.wound_drops + chariot.exhausted, *chariot.points[:1]))
        return sum(chariot.horses_start) + (skill if chariot.status == "racing" else max(0, skill))

    # -- the accounts of the movement phase (CM 6.2-total-speed) ------------------------------------

    def base_speed(self, chariot: Chariot) -> int:
        """Base: the lower of written speed and limit, less dead start and the price of cutting free."""
        move = self.race.move
        limit = self.driven_speed(chariot) + move.skill - move.loss
        if move.debt:
            limit -= self.debt_of_limit(move.debt)
        speed = move.written if move.written < limit else limit
        speed = (speed if speed > 0 else 0) - move.dead_start - move.price
        return speed if speed > 0 else 0

    def debt_of_limit(self, debt: int) -> int:
        """CM 6.2-total-speed: how much of what is owed for evasions comes off the limit; it still counts as speed."""
        return debt

    def after_debt(self, written: int, limit: int, debt: int) -> int:
        """CM 9.311: the factors left of a written speed, after paying for evasions."""
        return min(written, max(0, limit - debt))

    def total_speed(self, chariot: Chariot) -> int:
        """The speed that counts for corners and wheels: debts for evasions come on top."""
        move = self.race.move
        if move.debt:
            speed = self.base_speed(chariot) + self.debt_of_limit(move.debt)
        else:
            # As in `base_speed`, without the detour: nothing is asked for as often.
            speed = self.driven_speed(chariot) + move.skill - move.loss
            if speed > move.written:
                speed = move.written
            speed -= move.dead_start + move.price
            if speed < 0:
                speed = 0
        speed += move.strain + move.gains
        if speed > move.cap:
            speed = move.cap
        speed -= move.gone
        return speed if speed > 0 else 0

    def to_spend(self, chariot: Chariot) -> int:
        """Movement factors of the whole phase: those owed for evasions are spent already."""
        factors = self.total_speed(chariot) - self.race.move.debt
        return factors if factors > 0 else 0

    def left(self, chariot: Chariot) -> int:
        """Movement factors still to be spent in this phase."""
        move = self.race.move
        if move.over:
            return 0
        factors = self.total_speed(chariot) - move.debt - move.spent
        return factors if factors > 0 else 0

    def current_speed(self, chariot: Chariot) -> int:
        """CM 7.2-out-of-phase: this turn's total speed, executed or still to come."""
        race = self.race
        if race.mover == chariot.number:
            return self.total_speed(chariot)
        if chariot.moved:
            return chariot.executed
        if chariot.runaway:
            return min(self.runaway_speed(chariot), self.maximum(chariot)) + chariot.gains + chariot.offered
        owed = self.debt_of_limit(chariot.debt)
        return min(chariot.written, max(0, self.maximum(chariot) - owed)) + owed + chariot.gains

    def speed_limit(self, chariot: Chariot) -> int:
        """CM 6.12a, 7.33-no-strain: what may be written now."""
        limit = self.maximum(chariot)
        if self.banned_from_straining(chariot) and chariot.hitched and self.corner_leg(chariot) is not None:
            safe = self.safe_speed(self.race.track.lane[chariot.square])
            limit = min(limit, self.most_in_corner(chariot, safe))
        return limit

    def most_in_corner(self, chariot: Chariot, safe: int) -> int:
        """CM 7.33-no-strain: what whoever may not strain may write; what he is bound to have besides counts."""
        return max(0, safe - self.debt_of_limit(chariot.debt) - chariot.gains)

    def start_dice(self, chariot: Chariot) -> int:
        """CM 6.9-special-first-turn: one die, in turn 1."""
        return 1 if self.race.turn == 1 else 0

    def sets_off(self, chariot: Chariot, whipping: bool) -> bool:
        """CM 6.9-special-first-turn: the die is thrown whatever was written."""
        return True

    def explain_speed(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        assert isinstance(decision, Range)
        road = Road(self, chariot)
        answers = [self.speed_answer(chariot, written, road) for written in range(decision.low, decision.high + 1)]
        return advise_speed(chariot, decision, answers)

    def speed_answer(self, chariot: Chariot, written: int, road: Road) -> Answer:
        race = self.race
        future, own = self.announced(chariot, written=written)
        total, factors = future.total_speed(own), future.to_spend(own)
        more: dict[str, Any] = {
            "total": total,
            "factors": factors,
            "corner": None,
            "finish": False,
            **road.end(factors),
        }
        hint = []
        least = self.slowest_start(chariot, written=written)
        if least is not None:
            more["least"] = least
            hint.append(f"{least} to {total} after the {self.start_words}")
        if chariot.fallen:
            before, held = self.announced(chariot, written=written, until="cut")
            more["cut"] = round(before.cut_chance(held), 4)
            hint.append(f"{percent(more['cut'])} to cut the dead horse free")
        elif more["finish"]:
            hint.append("over the finish line")
        elif more["end"] is None:
            hint.append(f"{road.obstacle()} after {count(len(road.squares), 'square')}")
        else:
            hint.append(f"straight on to {more['end']}" if factors else "stands still")
        more["wheels"] = future.speed_wheel_odds(own)
        if more["wheels"]:
            hint.append(f"a wheel comes off {percent(more['wheels'])}")
        if road.corner is not None and factors >= road.corner and not own.fallen:
            lanes = list(future.corner_lanes(own, total, road.corner_leg))
            lane = race.track.lane[chariot.square]
            more["corner"] = {"squares_to": road.corner, "own": lane, "lanes": lanes}
            more["tone"] = lanes[lane - 1]["tone"]
            hint.append(f"corner, lane {lane}: {self.corner_words(own, lanes[lane - 1])}")
        return self.answer(written, f"Speed {written}", hint, **more)

    def slowest_start(self, chariot: Chariot, **announced: Any) -> int | None:
        """CM 6.9-special-first-turn: the total speed if the dice take off the most they can; None: none are thrown.

        What is `announced` elsewhere has the least taken off.
        """
        if not self.start_dice(chariot):
            return None
        slowest, held = self.announced(chariot, dead_start=6, **announced)
        total: int = slowest.total_speed(held)
        return total if slowest.race.move.dead_start else None

    def corner_words(self, chariot: Chariot, strain: Strain) -> str:
        """CM 7.33-no-strain: what the corner of its lane means for it."""
        if not strain["points"]:
            return "safe"
        if self.banned_from_straining(chariot) and chariot.endurance:
            return f"closed above {strain['safe']}, for you may not strain"
        return strain_words(strain)

    def corner_lanes(self, chariot: Chariot, speed: int, leg: int) -> Iterator[Strain]:
        for lane in range(1, self.race.track.lanes + 1):
            calm = {"lane": lane, "safe": self.safe_speed(lane), "speed": speed, **CALM}
            yield self.strain_in(chariot, speed, leg, lane) or calm

    def announced(
        self,
        chariot: Chariot,
        *,
        written: int | None = None,
        dead_start: int = 1,
        whip_die: int | None = None,
        until: str = "",
        **answers: Choice,
    ) -> tuple[Any, Chariot]:
        """The book over the race when this chariot's speed is told (or it is asked for `until`), before any check.

        It is the engine's own start of the phase, on a copy; questions are answered as given, or else by their default.
        `dead_start` is what each die of the start shows.
        """
        race = self.race
        future, own = race.apart(chariot)
        future.mover = own.number
        if written is not None:
            own.written = written
        if whip_die is not None:
            answers["whip"] = "whip"
        book = self.over(future, UntilTheSpeed(dead_start, whip_die or 0))
        script = book.start_phase(own)
        try:
            ask = next(script)
            while True:
                assert isinstance(ask, Decision)
                if ask.name == until:
                    break
                ask = script.send(answers.get(ask.name, ask.default))
        except Told:
            pass
        return book, own

    # -- speed ---------------------------------------------------------------------------------------------

    def obey_speed(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        assert isinstance(decision, Range)
        how = orders["speed"]
        if how == ASK:
            return None
        speed = decision.default if how == "default" else decision.high
        if how == "fixed":
            speed = min(int(orders["speed_number"]), decision.high)
        elif how == "safe":
            taken = chariot.offered if chariot.offered and orders["take"] == "all" else 0
            speed = self.speed_without_strain(chariot, decision, orders["strain"], taken)
        # Speeds are secret; a note would tell them.
        return Obeyed(speed, "")

    def speed_without_strain(self, chariot: Chariot, decision: Range, most: int, taken: int = 0) -> int:
        """CM 7.2: the highest speed that brings the chariot into no corner with more strain in its lane than this."""
        race = self.race
        road = Road(self, chariot)
        lane = race.track.lane[chariot.square]
        for written in range(decision.high, decision.low, -1):
            future, own = self.announced(chariot, written=written, take=taken)
            if road.corner is None or future.to_spend(own) < road.corner:
                return written
            strain = future.strain_in(own, future.total_speed(own), road.corner_leg, lane)
            if strain is None or strain["points"] <= most:
                return written
        return decision.low

    # -- moving --------------------------------------------------------------------------------------------

    def speed_orders(self) -> tuple[Field, ...]:
        return (
            OneOf(name="speed", title="Write", default="safe", choices=SPEEDS, clause=self.cite("CM 6.11")),
            Number(
                name="speed_number", title="Speed", default=12, low=0, high=MOST_SPEED, only=("speed", ("fixed",)),
                help="Less where less is the most that may be written.",
            ),
            Number(
                name="strain", title="Strain accepted", default=0, low=0, high=12, unit="points",
                only=("speed", ("safe",)), clause=self.cite("CM 7.2"),
                help="How far the corner may be taken above its safe speed.",
            ),
        )  # fmt: skip

    def speed_in_words(self, orders: Orders) -> str:
        if orders["speed"] == "fixed":
            return f"always {orders['speed_number']}, or the highest now possible if that is less"
        if orders["speed"] == "safe":
            strain = orders["strain"]
            if not strain:
                return "the highest at which my move strains no corner in my lane"
            return f"the highest at which no corner in my lane is strained by more than {strain}"
        return SPEEDS[orders["speed"]]

    def say_dead_start(self, data: Data, names: Names) -> str:
        return f"{who(data)} loses {data['loss']} in the start."

    def say_speed(self, data: Data, names: Names) -> str:
        return f"{who(data)} has {count(data['factors'], 'movement factor')}, total speed {data['total']}."
