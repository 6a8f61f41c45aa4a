"""The finish line, the last turn, and the places."""

from __future__ import annotations

from ludus.core.game import Outcome
from ludus.core.table import Table
from ludus.games.circus.arrival import counts_as_chariot, take_down
from ludus.games.circus.state import Chariot, Race

IDLE_TURNS = 10  # a race in which nothing moves for so long is called off (docs/rulings.md)


def would_finish(race: Race, chariot: Chariot) -> bool:
    """CM 10.3b: the next step forward leaves the last backstretch."""
    track = race.track
    square = chariot.square
    return track.section[track.ahead[square]] != track.section[square] and line_ahead(race, chariot, chariot.leg)


def line_ahead(race: Race, chariot: Chariot, leg: int) -> bool:
    """Whether the end of this leg is the finish; a team without its man runs on until the last turn (CM 15.2-laps)."""
    last = race.track.last_leg
    if leg < last:
        return False
    return leg == last if counts_as_chariot(chariot) else race.final and leg % 4 == last % 4


def cross_line(race: Race, table: Table, chariot: Chariot, factors_left: int, clause: str) -> None:
    """CM 10.3b: off the track at once, with the factors it still has."""
    placed = counts_as_chariot(chariot)
    if chariot.driver == "dragged":
        chariot.trail = (*chariot.trail, race.car_square(chariot))
    race.lift(chariot)
    chariot.status = "finished" if placed else "out"
    if not placed:
        table.tell("out", {"chariot": chariot.faction, "why": "ran out of the circus"}, ("CM 15.2-laps",))
        return
    if not chariot.moved and race.mover != chariot.number:
        # It evaded over the line before it was drawn: its counter counts as the next one out (docs/rulings.md).
        race.draws += 1
        chariot.drawn = race.draws
    chariot.finish_turn = race.turn
    chariot.finish_left = factors_left
    chariot.finish_drawn = chariot.drawn
    table.tell(
        "finish",
        {"chariot": chariot.faction, "left": factors_left, "dragged": chariot.driver == "dragged"},
        (clause, "CM 10.2", "CM 10.3a"),
    )
    if not race.final:
        race.final = True
        take_down(race, table, chariot, 2 * race.track.file.laps)


def can_still_finish(chariot: Chariot) -> bool:
    """Whether this chariot could ever reach the line again."""
    if not chariot.on_track or not counts_as_chariot(chariot):
        return False
    if chariot.endurance:
        return True
    return chariot.team_speed + chariot.modifier > 0


def race_over(race: Race) -> bool:
    """CM 10.2: after the final turn, or when nobody can finish any more."""
    return race.final or race.idle >= IDLE_TURNS or not any(can_still_finish(chariot) for chariot in race.chariots)


# -- places ------------------------------------------------------------------------------------------


def finished(chariot: Chariot) -> bool:
    """CM 10.3b, 16.4: over the line with a living driver."""
    return chariot.status == "finished" and counts_as_chariot(chariot)


def note_losses(race: Race) -> None:
    """Whoever lost driver or team in this turn takes no place any more; the last to drop out stands best."""
    for chariot in race.chariots:
        racing = chariot.square >= 0 and counts_as_chariot(chariot)
        if not racing and not chariot.lost_turn and not finished(chariot):
            chariot.lost_turn = race.turn


def standing(race: Race, chariot: Chariot) -> tuple[float, ...]:
    """CM 10.2, 10.4, 10.5: finishers by factors left and draw, then the rest by position, inner lane first."""
    if finished(chariot):
        return (3, chariot.finish_left, -chariot.finish_drawn)
    if chariot.lost_turn:
        return (1, chariot.lost_turn)
    return (2, race.position(chariot), -race.track.lane[chariot.square])


def conclude(race: Race, table: Table) -> Outcome:
    """CM 10.2 to 10.5, 16.4: the winner, and a place for everyone."""
    note_losses(race)
    standings = {chariot.faction: standing(race, chariot) for chariot in race.chariots}
    ranking = sorted(race.chariots, key=lambda chariot: standings[chariot.faction], reverse=True)
    finishers = [chariot for chariot in ranking if finished(chariot)]
    if not finishers:
        reason = "called-off" if race.idle >= IDLE_TURNS else "nobody-finished"
    elif len(finishers) == 1:
        reason = "lone-finisher"
    elif finishers[0].finish_left > finishers[1].finish_left:
        reason = "most-factors-left"
    else:
        reason = "drawn-first"
    table.tell(
        "end",
        {
            "reason": reason,
            "winner": finishers[0].faction if finishers else None,
            "ranking": [chariot.faction for chariot in ranking],
        },
        ("CM 10.2", "CM 10.4", "CM 10.5"),
    )
    race.phase = "over"
    if not finishers:
        return Outcome(reason, (), (race.seats,) * race.seats)
    best = [
        max(standings[chariot.faction] for chariot in race.chariots if chariot.seat == seat)
        for seat in range(race.seats)
    ]
    places = tuple(1 + sum(1 for other in best if other > own) for own in best)
    return Outcome(reason, (finishers[0].seat,), places)
