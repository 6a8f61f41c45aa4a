"""The race as a whole: rounds, order of play, the end and the winner."""

from __future__ import annotations

from ludus.core.game import CHECKPOINT, Outcome, Script
from ludus.core.table import Table
from ludus.games.chariot_race.setup import set_up
from ludus.games.chariot_race.state import Chariot, Race
from ludus.games.chariot_race.turn import begin_turn, take_turn


def run_race(race: Race, table: Table) -> Script:
    """The sequence of play. Started at any position it goes on from there."""
    yield from set_up(race, table)
    while True:
        while race.turn_number < len(race.order):
            if race.phase == "between turns":
                if race.turn_number:  # the first turn follows upon the checkpoint of the round
                    yield CHECKPOINT
                if race.mover.out:  # CR round-order: wrecked before its turn
                    race.turn_number += 1
                    continue
                begin_turn(race, table)
            yield from take_turn(race, table)
            race.turn_number += 1
        yield CHECKPOINT  # whoever has resigned is gone before the round is judged
        outcome = end_round(race, table)
        if outcome is not None:
            return outcome
        begin_round(race, table)


def order_of_play(race: Race) -> list[int]:
    """CR round-order: from the one furthest ahead; CR round-order-ties: level, the outer lane first."""
    racing = [index for index, chariot in enumerate(race.chariots) if not chariot.out]
    return sorted(racing, key=lambda index: standing(race, race.chariots[index]), reverse=True)


def standing(race: Race, chariot: Chariot) -> tuple[int, int]:
    return race.progress(chariot), race.board.lane_of[chariot.space]


def begin_round(race: Race, table: Table) -> None:
    """The order is fixed now, whoever overtakes later."""
    race.round += 1
    race.order = order_of_play(race)
    race.turn_number = 0
    order = [race.chariots[index].colour for index in race.order]
    table.tell("round", {"round": race.round, "order": order}, ("CR round-order", "CR end-round"))


def end_round(race: Race, table: Table) -> Outcome | None:
    """CR end-round, CR end-game: only chariots still racing count."""
    racing = race.racing()
    finishers = [chariot for chariot in racing if chariot.finished]
    if finishers:
        return finish(race, table, finishers)
    if racing:  # CR last-chariot: be it only one
        return None
    wrecked = all(chariot.out == "wrecked" for chariot in race.chariots)
    return conclude(race, table, "all-wrecked" if wrecked else "nobody-left", [], ("CR no-winner",))


def finish(race: Race, table: Table, finishers: list[Chariot]) -> Outcome:
    """CR winner: a lone finisher, or the one whose front border is furthest past the line."""
    best = max(race.progress(chariot) for chariot in finishers)
    winners = [chariot for chariot in finishers if race.progress(chariot) == best]
    if len(winners) > 1:
        return conclude(race, table, "shared-victory", winners, ("CR winner-tie",))
    reason = "lone-finisher" if len(finishers) == 1 else "furthest-past-line"
    return conclude(race, table, reason, winners, ("CR winner", "CR end-game"))


def decided(race: Race, table: Table, seat: int) -> Outcome:
    """CR winner: all others have retired; whoever still races has won without driving home (docs/rulings.md)."""
    racing = [chariot for chariot in race.chariots if chariot.seat == seat and not chariot.out]
    return conclude(race, table, "last-left", [max(racing, key=race.progress)], ("CR winner",))


def conclude(race: Race, table: Table, reason: str, winners: list[Chariot], clauses: tuple[str, ...]) -> Outcome:
    ranking = rank(race)
    places = tuple(
        min(ranking[index] for index, chariot in enumerate(race.chariots) if chariot.seat == seat)
        for seat in range(race.seats)
    )
    # Chariots are ranked, seats are placed: a player stands where his better chariot does (CR variant-2-3-players).
    places = tuple(1 + sum(1 for other in places if other < place) for place in places)
    if not winners:
        places = (race.seats,) * race.seats
    outcome = Outcome(reason, tuple(sorted({chariot.seat for chariot in winners})), places)
    by_rank = sorted(range(len(race.chariots)), key=lambda index: ranking[index])
    table.tell(
        "end",
        {
            "reason": reason,
            "winners": [chariot.colour for chariot in winners],
            "ranking": [race.chariots[index].colour for index in by_rank],
        },
        clauses,
    )
    race.phase = "over"
    return outcome


def rank(race: Race) -> list[int]:
    """A rank for each chariot: finishers, then those racing, by progress; then those out, the last to leave first."""

    def key(chariot: Chariot) -> tuple[int, int]:
        return (0, chariot.out_order) if chariot.out else (1 + chariot.finished, race.progress(chariot))

    keys = [key(chariot) for chariot in race.chariots]
    return [1 + sum(1 for other in keys if other > own) for own in keys]
