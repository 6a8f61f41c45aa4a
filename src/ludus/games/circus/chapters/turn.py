"""CM 5: the sequence of play, from the written speeds to the last colour drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludus.core.decision import Decision
from ludus.core.game import CHECKPOINT, Ask, Phase, Script, Together
from ludus.core.goals import goal_story
from ludus.games.circus.book import Chapter
from ludus.games.circus.state import Chariot
from ludus.games.circus.threats import Attack
from ludus.games.circus.words import (
    Data,
    Names,
    who,
)


class Turn(Chapter):
    def play(self) -> Script:
        """CM 4, CM 5: the sequence of play. Started at any checkpoint it goes on from there."""
        race = self.race
        if race.phase == "setup":
            yield from self.set_up()
            race.phase = "between turns"
        while True:
            if race.phase == "between turns":
                if race.turn and self.race_over():
                    return self.conclude()
                yield CHECKPOINT
                self.begin_turn()
            if race.phase == "writing":
                yield from self.write_speeds()
                self.fill_cup()
                race.phase = "drawing"
            if race.mover >= 0:
                yield from self.go_on(race.chariots[race.mover])
            elif race.phase in ("reins", "resolving"):
                yield from self.close_phase()
            while race.cup or race.later:
                yield CHECKPOINT
                chariot = self.draw()
                if chariot is not None:
                    yield from self.movement_phase(chariot)
            if race.phase != "on foot":
                yield CHECKPOINT
                race.phase = "on foot"
            yield from self.foot_phase()
            self.note_losses()
            self.end_turn()
            race.phase = "between turns"

    def begin_turn(self) -> None:
        """CM 5-start-of-turn: what the rules date to the start of a turn, before speeds are written."""
        race = self.race
        race.phase = "writing"
        race.idle += 1
        race.rear = self.from_the_rear()
        race.turn += 1
        race.draws = 0
        race.unseat(race.unseated and any(chariot.unseated for chariot in race.chariots))
        for chariot in race.chariots:
            if chariot.cdm < chariot.modifier and (chariot.square >= 0 or chariot.man >= 0):
                chariot.cdm += 1  # CM 7.354: a man on foot comes round, too
            if chariot.square < 0:
                continue
            if chariot.jostled and self.shakes_off_jostle(chariot):
                chariot.jostled = False
            if chariot.exhausted:
                chariot.drained += 1  # CM 8.43
            chariot.no_inside = False
            chariot.moved = False
            chariot.strain_leg = -9
        self.tell("turn", {"turn": race.turn}, ("CM 5-start-of-turn", "CM 5.1"))
        self.start_turn()

    def shakes_off_jostle(self, chariot: Chariot) -> bool:
        """CM 7.354, 7.33-negative-CDM: what is still negative then has other reasons."""
        return chariot.cdm >= min(0, chariot.modifier)

    def from_the_rear(self) -> tuple[int, ...]:
        """CM 15.2b: drivers in their cars from the last to the first; of those level, the outermost is last."""
        race = self.race
        share, lane = race.track.share, race.track.lane
        level = race.turn == 0  # before the first turn only the lane counts
        racing = [
            (level or chariot.leg + share[chariot.square], -lane[chariot.square], chariot.number)
            for chariot in race.chariots
            if chariot.square >= 0 and chariot.driver == "car"
        ]
        racing.sort()
        return tuple([number for _, _, number in racing])

    def writers(self) -> list[Chariot]:
        return [chariot for chariot in self.race.chariots if chariot.square >= 0 and chariot.status == "racing"]

    def write_speeds(self) -> Phase:
        """CM 5.1, 6.11, 3.5-open-logs: in secret, all at once, and revealed before the first colour is drawn."""
        waiting = self.writers()
        written: dict[int, Any] = {}
        for chariot in waiting:
            if chariot.parts and (forced := self.forced_speed(chariot)) is not None:
                written[chariot.number] = forced
        while len(written) < len(waiting):
            # One chariot of each seat at a time.
            next_of: dict[int, Chariot] = {}
            for chariot in waiting:
                if chariot.number not in written and chariot.seat not in next_of:
                    next_of[chariot.seat] = chariot
            answers = yield Together({seat: self.ask_speed(chariot) for seat, chariot in next_of.items()})
            for seat, speed in answers.items():
                written[next_of[seat].number] = speed
        for chariot in waiting:
            chariot.written = chariot.last_written = self.note_speed(chariot, written[chariot.number])
        speeds = {chariot.faction: self.noted_speed(chariot) for chariot in waiting}
        self.tell("speeds", {"turn": self.race.turn, "speeds": speeds}, ("CM 5.1", "CM 3.5-open-logs"))

    def speeds_after(self, decision: Decision) -> tuple[Decision, ...]:
        """CM 6.11: the other speeds that this seat writes after this one; nothing is revealed between."""
        own = [each for each in self.writers() if each.seat == decision.seat and self.forced_speed(each) is None]
        at = next((index for index, each in enumerate(own) if each.faction == decision.about), len(own))
        return tuple(self.ask_speed(each) for each in own[at + 1 :])

    def forced_speed(self, chariot: Chariot) -> int | None:
        """CM 6.11: every driver chooses; a speed that leaves no choice is not asked for."""
        return None

    def note_speed(self, chariot: Chariot, answer: Any) -> int:
        """CM 6.11: what was written."""
        return int(answer)

    def noted_speed(self, chariot: Chariot) -> int | str:
        """As everybody reads it."""
        return chariot.written

    def ask_speed(self, chariot: Chariot) -> Decision:
        limit = self.speed_limit(chariot)
        default = self.default_speed(chariot, limit)
        prompt = f"Write the speed of your {chariot.faction} chariot."
        return self.number(chariot, "speed", prompt, "CM 6.11", 0, limit, default)

    def fill_cup(self) -> None:
        """CM 5.2, 18.4: one counter for each faction that has something to move; in turn 1 the second row waits."""
        race = self.race
        moving = [chariot.number for chariot in race.chariots if chariot.square >= 0]
        later = race.later if race.turn == 1 else ()
        race.later = tuple([number for number in later if number in moving])
        race.cup = tuple([number for number in moving if number not in race.later])

    def draw(self) -> Chariot | None:
        """CM 5.3 to 5.5: blindly, without putting back."""
        race = self.race
        if not race.cup:
            race.cup, race.later = race.later, ()
        cup = race.cup
        pick = 0
        ordered = [number for number in race.ordered if number in cup] if race.ordered else []
        if ordered:
            race.ordered = tuple(number for number in race.ordered if number != ordered[0])
            pick = cup.index(ordered[0])
        elif len(cup) > 1:
            pick = self.roll(1, "colour from the cup", "CM 5.3", len(cup))[0] - 1
        number = cup[pick]
        race.cup = cup[:pick] + cup[pick + 1 :]
        chariot = race.chariots[number]
        if chariot.square < 0:
            return None  # it has left the track since the cup was filled
        race.draws += 1
        chariot.drawn = race.draws
        race.mover = number
        self.tell("drawn", {"chariot": chariot.faction, "seat": chariot.seat, "draw": race.draws}, ("CM 5.3", "CM 5.4"))
        return chariot

    def movement_phase(self, chariot: Chariot) -> Phase:
        """CM 5.3: everything this faction does before the next colour is drawn."""
        self.race.phase = "moving"
        yield from self.start_phase(chariot)
        yield from self.drive(chariot)
        yield from self.end_phase(chariot)

    def go_on(self, chariot: Chariot) -> Phase:
        """A position that begins with a faction already drawn, or with a question in the middle of its move."""
        race = self.race
        if race.phase == "moving":
            yield from self.movement_phase(chariot)
            return
        if race.phase == "cutting":
            yield from self.begin_with_dead_horse(chariot)
        elif race.phase == "jumping":
            yield from self.go_on_jumping(chariot)
        elif race.phase == "injured":
            yield from self.feel_crash(chariot, race.move.injury)
        elif race.threat is not None:
            threat = race.threat
            yield from self.carry_out(chariot, Attack(threat.kind, threat.target, threat.part, threat.side))
        yield from self.drive(chariot)
        yield from self.end_phase(chariot)

    def end_phase(self, chariot: Chariot) -> Iterable[Ask]:
        """After the last step."""
        race = self.race
        if race.move.jumps and chariot.square >= 0:
            self.end_on_wreck(chariot)
        chariot.executed = self.total_speed(chariot)
        chariot.moved = True
        race.mover = -1
        if chariot.parts:
            self.end_own_phase(chariot)
        return self.close_phase()

    def end_own_phase(self, chariot: Chariot) -> None:
        """What options date to the end of a chariot's own movement."""

    def close_phase(self) -> Iterable[Ask]:
        """CM 12.1b: nothing, where nobody is dragged, nothing falls and nobody is run at."""
        race = self.race
        if race.falling or (race.unseated and (self.men_jump_aside() or self.end_of_phase())):
            return self.settle_phase()
        race.phase = "drawing"
        return ()

    def settle_phase(self) -> Phase:
        """CM 12.1b, 16.2a: dragged men, then wrecks, and then whoever these have dragged."""
        race = self.race
        yield from self.men_jump_aside()
        if not race.falling or race.falling[0].landed < 0:  # else this is behind us already
            yield from self.end_of_phase()
        if race.falling:
            yield from self.land_wrecks()
            yield from self.end_of_phase()  # men pulled or dragged by what the wrecks did
        for chariot in race.chariots:
            chariot.bruised = False
        race.phase = "drawing"

    def start_turn(self) -> None:
        """What options date to the start of a turn."""

    def end_turn(self) -> None:
        """What other books date to the end of a turn."""

    def raining(self) -> bool:
        """The sky over the old circus is always clear."""
        return False

    def say_turn(self, data: Data, names: Names) -> str:
        return f"Turn {data['turn']}."

    def say_speeds(self, data: Data, names: Names) -> str:
        return "Speeds: " + ", ".join(f"{who} {speed}" for who, speed in data["speeds"].items()) + "."

    def say_drawn(self, data: Data, names: Names) -> str:
        return f"{who(data)} is drawn ({names[data['seat']]})."

    def say_resigned(self, data: Data, names: Names) -> str:
        return f"{who(data)} leaves the race; {names[data['seat']]} has resigned."

    def say_goal(self, data: Data, names: Names) -> str:
        return goal_story(data)
