"""The race as a whole: turns, written speeds, the draw, and the end."""

from __future__ import annotations

from ludus.core.decision import Range
from ludus.core.game import CHECKPOINT, Phase, Script, Together
from ludus.core.table import Table
from ludus.games.circus.defaults import default_speed, speed_limit
from ludus.games.circus.drivers import foot_phase
from ludus.games.circus.finish import conclude, note_losses, race_over
from ludus.games.circus.phase import movement_phase, rest_of_phase
from ludus.games.circus.setup import set_up
from ludus.games.circus.state import Chariot, Race


def run_race(race: Race, table: Table) -> Script:
    """CM 5: the sequence of play. Started at any checkpoint it goes on from there."""
    if race.phase == "setup":
        yield from set_up(race, table)
    while True:
        if race.phase == "between turns":
            if race.turn and race_over(race):
                return conclude(race, table)
            yield CHECKPOINT
            begin_turn(race, table)
        if race.phase == "writing":
            yield from write_speeds(race, table)
            fill_cup(race)
            race.phase = "drawing"
        if race.mover >= 0:
            # A scenario that begins with a faction already drawn, or in the middle of its move.
            phase = movement_phase if race.phase == "moving" else rest_of_phase
            yield from phase(race, table, race.chariots[race.mover])
        while race.cup or race.later:
            yield CHECKPOINT
            chariot = draw(race, table)
            if chariot is not None:
                yield from movement_phase(race, table, chariot)
        yield CHECKPOINT
        race.phase = "on foot"
        yield from foot_phase(race, table)
        note_losses(race)
        race.phase = "between turns"


def begin_turn(race: Race, table: Table) -> None:
    """CM 5-start-of-turn: what the rules date to the start of a turn, before speeds are written."""
    race.phase = "writing"
    race.idle += 1
    race.rear = from_the_rear(race)
    race.turn += 1
    race.draws = 0
    for chariot in race.chariots:
        if chariot.square < 0:
            continue
        if chariot.cdm < chariot.modifier:
            chariot.cdm += 1  # CM 7.354
        if chariot.cdm >= min(0, chariot.modifier):
            chariot.jostled = False  # what is still negative has other reasons (CM 7.33-negative-CDM)
        if chariot.exhausted:
            chariot.drained += 1  # CM 8.43
        chariot.no_inside = False
        chariot.moved = False
        chariot.strain_leg = -9
    table.tell("turn", {"turn": race.turn}, ("CM 5-start-of-turn", "CM 5.1"))
    race.rules.hooks.start_turn(race, table)


def from_the_rear(race: Race) -> tuple[int, ...]:
    """CM 15.2b: drivers in their cars from the last to the first; of those level, the outermost is last."""
    racing = [chariot for chariot in race.chariots if chariot.square >= 0 and chariot.driver == "car"]
    level = race.turn == 0  # before the first turn only the lane counts
    racing.sort(key=lambda chariot: (level or race.position(chariot), -race.track.lane[chariot.square]))
    return tuple(chariot.number for chariot in racing)


def writers(race: Race) -> list[Chariot]:
    return [chariot for chariot in race.chariots if chariot.square >= 0 and chariot.status == "racing"]


def write_speeds(race: Race, table: Table) -> Phase:
    """CM 5.1, 6.11, 3.5-open-logs: in secret, all at once, and revealed before the first colour is drawn."""
    written: dict[int, int] = {}
    waiting = writers(race)
    while len(written) < len(waiting):
        # One chariot of each seat at a time.
        next_of: dict[int, Chariot] = {}
        for chariot in waiting:
            if chariot.number not in written and chariot.seat not in next_of:
                next_of[chariot.seat] = chariot
        answers = yield Together({seat: ask_speed(race, chariot) for seat, chariot in next_of.items()})
        for seat, speed in answers.items():
            written[next_of[seat].number] = speed
    for chariot in waiting:
        chariot.written = chariot.last_written = written[chariot.number]
    speeds = {chariot.faction: chariot.written for chariot in waiting}
    table.tell("speeds", {"turn": race.turn, "speeds": speeds}, ("CM 5.1", "CM 3.5-open-logs"))


def ask_speed(race: Race, chariot: Chariot) -> Range:
    limit = speed_limit(race, chariot)
    default = default_speed(race, chariot, limit)
    prompt = f"Write the speed of your {chariot.faction} chariot."
    return Range(chariot.seat, "speed", prompt, "CM 6.11", 0, limit, default, chariot.faction)


def fill_cup(race: Race) -> None:
    """CM 5.2, 18.4: one counter for each faction that has something to move; in turn 1 the second row waits."""
    moving = [chariot.number for chariot in race.chariots if chariot.square >= 0]
    later = race.later if race.turn == 1 else ()
    race.later = tuple([number for number in later if number in moving])
    race.cup = tuple([number for number in moving if number not in race.later])


def draw(race: Race, table: Table) -> Chariot | None:
    """CM 5.3 to 5.5: blindly, without putting back."""
    if not race.cup:
        race.cup, race.later = race.later, ()
    pick = 0
    if len(race.cup) > 1:
        pick = table.roll(1, "colour from the cup", "CM 5.3", sides=len(race.cup))[0] - 1
    number = race.cup[pick]
    race.cup = race.cup[:pick] + race.cup[pick + 1 :]
    chariot = race.chariots[number]
    if chariot.square < 0:
        return None  # it has left the track since the cup was filled
    race.draws += 1
    chariot.drawn = race.draws
    race.mover = number
    table.tell("drawn", {"chariot": chariot.faction, "seat": chariot.seat, "draw": race.draws}, ("CM 5.3", "CM 5.4"))
    return chariot
