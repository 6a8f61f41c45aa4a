"""CM 6: driving, one step after another."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from ludus.core.decision import Choice, Decision
from ludus.core.fields import Field, OneOf
from ludus.core.game import Ask, Phase
from ludus.core.standing_orders import Obeyed, Orders
from ludus.games.circus.book import Chapter
from ludus.games.circus.chapters.run import Run
from ludus.games.circus.standing_orders import ASK, WAIT
from ludus.games.circus.state import Chariot
from ludus.games.circus.step_list import BRAKE, CHANGE, FORWARD, INTO_THE_WALL, MOST, SLIP, Steps
from ludus.games.circus.tones import advise_step
from ludus.games.circus.track import IN, OUT
from ludus.games.circus.words import (
    Answer,
    Data,
    Names,
    at,
    count,
    endurance_words,
    named,
    strain_words,
    who,
)

PROMPTS = ["", "1 movement factor left.", *(f"{factors} movement factors left." for factors in range(2, MOST + 1))]


MOVES = {ASK: WAIT, "ahead": "straight ahead"}


class Movement(Chapter):
    def drive(self, chariot: Chariot) -> Phase:
        """CM 6.21, 6.22: one step after another until every factor is spent."""
        race = self.race
        while chariot.square >= 0 and not self.cannot_move(chariot) and (factors := self.left(chariot)):
            if chariot.under:
                yield from self.drive_off_wrecks(chariot)
                continue
            if chariot.threshold:
                self.ask_permission(chariot, factors)
            steps = self.steps(chariot, factors)
            answers = steps.answers(factors)
            if steps.blocked and not steps.slips and not steps.attacks:
                yield from self.run_into(chariot)
                return
            if len(answers) == len(steps.attacks) + len(steps.others) and not steps.must_attack:
                # CM 7.33-no-strain: barred from every step, and either exhausted or not allowed to brake.
                if chariot.endurance:
                    race.move.over = True
                    return
                answers = ("forward 1", *answers)
            answer = answers[0]
            if len(answers) > 1:
                race.phase = "driving"
                default = self.default_step(chariot, steps, factors)
                answer = yield self.choose(chariot, "step", PROMPTS[factors], "CM 6.21", answers, default, steps.walls)
                race.phase = "resolving"
            if steps.blocked and not steps.slips and answer in BRAKE:
                yield from self.run_into(chariot)
                return
            before = race.move.spent
            yield from self.take_step(chariot, steps, str(answer))
            if race.move.spent - before >= factors:
                return  # nothing that happens in a step makes a chariot faster

    def take_step(self, chariot: Chariot, steps: Steps, answer: str) -> Iterable[Ask]:
        """What is left to be asked about it."""
        race = self.race
        if answer in FORWARD:
            return self.go_forward(chariot, FORWARD[answer])
        if answer in CHANGE:
            return self.change_lane(chariot, CHANGE[answer])
        if answer in SLIP:
            return self.sideslip(chariot, SLIP[answer])
        if answer in steps.attacks:
            return self.carry_out(chariot, steps.attacks[answer])
        if answer in steps.others:
            return self.take_other_step(chariot, answer)
        if answer in BRAKE:
            self.brake(chariot, BRAKE[answer])
        else:
            race.move.spent += self.lane_price(IN if race.track.lane[chariot.square] == 1 else OUT)
            self.flip(chariot, "CM 6.44")
        return ()

    def take_other_step(self, chariot: Chariot, answer: str) -> Iterable[Ask]:
        """One that an option brought is taken as it is called: `step_whip`..."""
        taken: Iterable[Ask] = getattr(self, f"step_{answer}")(chariot)
        return taken

    def go_forward(self, chariot: Chariot, squares: int) -> Phase:
        """CM 6.3: square by square; a check, a wreck or a man on the way ends the run, or a rival's die (CM 19)."""
        race = self.race
        track = race.track
        origin, run = chariot.square, 0
        factors = squares  # there are at least so many left
        while squares and factors:
            square = chariot.square
            if not track.index[track.ahead[square]] and self.would_finish(chariot):
                race.move.spent += 1
                self.tell_drive(chariot, origin, run + 1, "the finish line")
                self.cross_line(chariot, self.left(chariot), "CM 10.3b")
                return
            quiet = self.quiet_run(chariot, 1 if chariot.threshold else squares if squares < factors else factors)
            if quiet:
                race.move.spent += quiet
                factors -= quiet
                squares -= quiet
                run += quiet
                race.advance(chariot, square + quiet)
                if chariot.driver == "dragged":
                    through = track.squares[square + 1 : square + 1 + quiet]
                    chariot.trail = (*chariot.trail, *self.dragged_through(chariot, square, through))
                if chariot.threshold and self.tempted(chariot, self.left(chariot)):
                    break
                continue
            ahead = track.ahead[square]
            if race.taken[ahead] and self.blocks(ahead):
                break
            squares -= 1
            run += 1
            self.tell_drive(chariot, origin, run, track.names[ahead])
            if (yield from self.enter(chariot, ahead)):
                return
            origin, run = ahead, 0
            factors = self.left(chariot)
            if chariot.threshold and self.tempted(chariot, factors):
                return
        if run:
            self.tell_drive(chariot, origin, run, track.names[chariot.square])

    def enter(self, chariot: Chariot, ahead: int) -> Generator[Ask, Any, bool]:
        """Everything that can wait on the next square. True: something happened."""
        race = self.race
        track = race.track
        obstacle = self.obstacle(ahead)
        happened = obstacle or ahead in self.men_on_foot()
        jumps = len(race.move.jumps)
        race.move.spent += 1
        leg = chariot.leg + (track.section[ahead] != track.section[chariot.square])
        self.moved_to(chariot, ahead, leg)
        yield from self.men_jump_aside()
        if obstacle:
            yield from self.pay_for_jump(chariot, ahead)
        checked = yield from self.arrive(chariot)
        return checked or happened or len(race.move.jumps) < jumps

    def arrive(self, chariot: Chariot) -> Generator[Ask, Any, bool]:
        """CM 14.2c, 7.2: clear of a wreck, or in a corner. True: it was checked, or is gone."""
        if self.race.move.jumps:
            yield from self.clear_jumps(chariot)
        if chariot.square < 0:
            return True
        corner = self.corner_leg(chariot)
        if corner is None:
            return False
        speed = self.total_speed(chariot)
        if not self.strain_due(chariot, speed, corner, self.race.track.lane[chariot.square]):
            return False
        yield from self.strain(chariot, speed)
        if self.race.move.jumps:
            yield from self.clear_jumps(chariot)  # it may have slid off a wreck
        return True

    def men_on_foot(self) -> list[int]:
        race = self.race
        return [other.man for other in race.chariots if other.man >= 0] if race.unseated else []

    def quiet_run(self, chariot: Chariot, most: int) -> int:
        """So many squares straight on nothing can happen: same section, nobody there, no wreck, no jump."""
        race = self.race
        square = chariot.square
        if race.move.jumps:
            return 0
        if race.wrecks or chariot.under:
            alone = chariot.driver == "car" and not race.stacked  # nearly always
            if square in race.wrecks or (not alone and self.bound_to_look(chariot)):
                return 0
        quiet = race.free_run(square, most)
        if race.unseated:
            for man in self.men_on_foot():
                if square < man <= square + quiet:
                    quiet = man - square - 1
        return quiet

    def bound_to_look(self, chariot: Chariot) -> bool:
        """Whether, where something lies on the track, every square is a step of its own: in front of it none is."""
        return False

    def tell_drive(self, chariot: Chariot, origin: int, run: int, to: str) -> None:
        self.tell(
            "drive",
            {"chariot": chariot.faction, "from": self.race.track.names[origin], "to": to, "squares": run},
            ("CM 6.3",),
        )

    def change_lane(self, chariot: Chariot, direction: int) -> Phase:
        """CM 6.4 to 6.43: one forward and one lane over, at the price of the direction."""
        race = self.race
        track = race.track
        square = chariot.square
        step = track.ahead[square]
        target = track.change[direction][step]
        leg = chariot.leg + (track.section[step] != track.section[square])
        self.tell(
            "lane-change",
            {"chariot": chariot.faction, "from": track.names[square], "to": track.names[target]},
            (
                "CM 6.4",
                "CM 6.422"
                if track.corner[step] and direction == OUT
                else "CM 6.421"
                if track.corner[step]
                else "CM 6.41",
            ),
        )
        race.move.spent += self.lane_price(direction)
        self.moved_to(chariot, target, leg)
        yield from self.men_jump_aside()
        if chariot.square >= 0 and self.corner_leg(chariot) is not None:
            yield from self.strain(chariot, self.total_speed(chariot))

    def sideslip(self, chariot: Chariot, direction: int) -> Phase:
        """CM 6.73a: three factors, straight sideways."""
        race = self.race
        race.move.spent += self.charts.sideslip
        target = race.track.slip[direction][chariot.square]
        self.slide(chariot, target, "chosen", ("CM 6.73a",))
        yield from self.men_jump_aside()
        if chariot.on_track:
            yield from self.strain(chariot, self.total_speed(chariot))

    def brake(self, chariot: Chariot, factors: int) -> None:
        """CM 6.61: an endurance for each factor; the speed itself stays."""
        self.race.move.spent += factors
        self.tire(chariot, factors)
        self.tell(
            "brake",
            {"chariot": chariot.faction, "factors": factors, "endurance": chariot.endurance},
            ("CM 6.61", "QA 6.61"),
        )

    def moved_to(self, chariot: Chariot, square: int, leg: int) -> None:
        """Put the chariot on a new square and see to whatever it meets there."""
        race = self.race
        origin, before = chariot.square, chariot.leg
        race.place(chariot, square)
        chariot.leg = leg
        self.take_down_marker(chariot)
        if chariot.driver == "dragged":
            self.follow(chariot)
        if race.unseated:
            for other in race.chariots:
                if other.man == square:
                    self.meet_man(chariot, other)
        if chariot.under:
            chariot.under = tuple(wreck for wreck in chariot.under if wreck in self.wrecks_under(chariot))
        self.uncover()
        if leg > before:
            self.came_on(chariot, origin, before)

    def uncover(self) -> None:
        """CM 6.71: nobody ever stands on anybody."""

    def came_on(self, chariot: Chariot, origin: int, before: int) -> None:
        """What options date to a new section; it was on another square and on another leg before."""

    def explain_step(self, chariot: Chariot, decision: Decision) -> list[Answer]:
        factors = self.left(chariot)
        steps = self.steps(chariot, factors)
        run = Run(self, chariot, factors)
        answers = [self.drive_answer(chariot, str(choice), steps, run) for choice in decision]
        if not self.race.move.jumps and not chariot.threshold:
            self.plan_ahead(chariot, factors, answers)
        return advise_step(chariot, decision, answers)

    def drive_answer(self, chariot: Chariot, choice: str, steps: Steps, run: Run) -> Answer:
        """One way to go on."""
        if choice in FORWARD:
            squares = FORWARD[choice]
            return {
                **run.explain(choice, squares),
                "square": self.square_ahead(chariot, squares),
                "group": "Drive on",
                "short": str(squares),
            }
        if choice in CHANGE:
            return {**self.change_answer(chariot, choice, CHANGE[choice]), "group": "Change lanes"}
        if choice in SLIP:
            return {**self.slip_answer(chariot, choice, SLIP[choice]), "group": "Change lanes"}
        if choice in BRAKE:
            blocked = steps.blocked and not steps.slips
            told = (
                self.blocked_answer(chariot, choice, run.factors)
                if blocked
                else self.brake_answer(chariot, choice, BRAKE[choice])
            )
            return {**told, "group": "Brake", "short": str(BRAKE[choice])}
        if choice == INTO_THE_WALL:
            return {**self.wall_answer(chariot), "group": "Last resort"}
        if choice in steps.others:
            return self.other_step_answer(chariot, choice)
        return {**self.attack_answer(chariot, choice, steps.attacks[choice]), "group": "Attack"}

    def square_ahead(self, chariot: Chariot, squares: int) -> str | None:
        """So many straight on; None: over the line, or through somebody."""
        track = self.race.track
        twin = chariot.copy()
        for _ in range(squares):
            ahead = track.ahead[twin.square]
            if self.would_finish(twin) or self.blocks(ahead):
                return None
            twin.leg += track.section[ahead] != track.section[twin.square]
            twin.square = ahead
        return track.name(twin.square)

    def plan_ahead(self, chariot: Chariot, factors: int, answers: list[Answer]) -> None:
        """The squares to which an answer is the first of several."""
        by_choice = {answer["choice"]: answer for answer in answers}
        for square, way in self.ways_on(chariot, factors).items():
            first = by_choice.get(way.answers[0])
            if first is not None and len(way.answers) > 1:
                onward = {"square": square, "cost": way.cost, "then": [*way.answers[1:]], "squares": [*way.squares]}
                first.setdefault("onward", []).append(onward)

    def other_step_answer(self, chariot: Chariot, choice: str) -> Answer:
        """One that an option brought, explained: `step_whip_answer`..."""
        told: Answer = getattr(self, f"step_{choice}_answer")(chariot)
        return told

    def change_answer(self, chariot: Chariot, choice: Choice, direction: int) -> Answer:
        """CM 6.4."""
        track = self.race.track
        step = track.ahead[chariot.square]
        target = track.change[direction][step]
        leg = chariot.leg + (track.section[step] != track.section[chariot.square])
        where = "inside" if direction == IN else "outside"
        return self.sideways_answer(
            chariot, choice, f"Change {where} to lane", at(chariot, target, leg), self.lane_price(direction), "CM 6.4"
        )

    def slip_answer(self, chariot: Chariot, choice: Choice, direction: int) -> Answer:
        """CM 6.73a."""
        there = at(chariot, self.race.track.slip[direction][chariot.square], chariot.leg)
        return self.sideways_answer(chariot, choice, "Sideslip to lane", there, self.charts.sideslip, "CM 6.73a")

    def sideways_answer(
        self, chariot: Chariot, choice: Choice, how: str, there: Chariot, cost: int, clause: str
    ) -> Answer:
        track = self.race.track
        name = track.name(there.square)
        man = there.square in self.men_on_foot()
        strain = None if man else self.strain_here(there, self.total_speed(chariot))
        hint = [f"{count(cost, 'factor')}, to {name}"]
        if man:
            hint.append(f"a man on foot there: {self.running_down_words(chariot, there.square)}")
        hint.append(strain_words(strain))
        to = None if man or strain else name
        label = f"{how} {track.lane[there.square]}"
        more = self.running_down(chariot, there.square) if man else {}
        return self.answer(
            choice, label, hint, clause=clause, cost=cost, square=name, path=[name], to=to, strain=strain, **more
        )

    def brake_answer(self, chariot: Chariot, choice: Choice, factors: int) -> Answer:
        """CM 6.61: an endurance for each."""
        to = self.race.track.name(chariot.square)
        hint = [endurance_words(chariot, factors)]
        label = f"Brake off {count(factors, 'factor')}"
        return self.answer(choice, label, hint, clause="CM 6.61", cost=factors, to=to, endurance=factors, strain=None)

    def wall_answer(self, chariot: Chariot) -> Answer:
        """CM 6.44."""
        race = self.race
        cost = self.lane_price(IN if race.track.lane[chariot.square] == 1 else OUT)
        hint = [self.flip_words()]
        return self.answer(
            INTO_THE_WALL,
            "Turn into the wall: you flip",
            hint,
            clause="CM 6.44",
            cost=cost,
            to=None,
            strain=None,
            tone="dire",
        )

    def obey_step(self, chariot: Chariot, decision: Decision, orders: Orders) -> Obeyed | None:
        if orders["attack"] != "never":
            attack = self.seek_attack(chariot, decision, orders)
            if attack is not None:
                return attack
        if orders["move"] == ASK:
            return None
        return Obeyed(decision.default, f"{named(chariot)} drives on.")

    def driving_orders(self) -> tuple[Field, ...]:
        return (
            OneOf(
                name="move", title="Drive", default="ahead", choices=MOVES, clause=self.cite("CM 11.3b"),
                help="Straight ahead goes out of my lane only where it is forced, as the clock's default move does.",
            ),
        )  # fmt: skip

    def drive_in_words(self, orders: Orders) -> str:
        return f"{MOVES['ahead']}, out of my lane only where it is forced" if orders["move"] == "ahead" else WAIT

    def say_drive(self, data: Data, names: Names) -> str:
        return f"{who(data)} drives {data['squares']} to {data['to']}."

    def say_lane_change(self, data: Data, names: Names) -> str:
        return f"{who(data)} changes lanes to {data['to']}."

    def say_sideslip(self, data: Data, names: Names) -> str:
        return f"{who(data)} {'slides' if data['how'] == 'forced' else 'sideslips'} to {data['to']}."

    def say_brake(self, data: Data, names: Names) -> str:
        return f"{who(data)} brakes {data['factors']}; {data['endurance']} endurance left."
