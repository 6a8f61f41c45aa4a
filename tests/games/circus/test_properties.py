"""What holds in every race, whatever the players do."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.clauses import find_clause
from ludus.core.decision import Decision
from ludus.core.dice import SeededDice
from ludus.core.event import Event
from ludus.core.game import CHECKPOINT, Ask, Together
from ludus.core.match import Match
from ludus.core.table import Table
from ludus.games.circus.state import Chariot, Race
from tests.conformance.kit import cases_of
from tests.games.circus.positions import CHARTS, GAME, TRACK, Play, Start, starts

quick = settings(max_examples=25, deadline=None)
STEPS = 120


def check_board(race: Race) -> None:
    """No square is shared, and the board says the same as the chariots."""
    taken: dict[int, int] = {}
    for chariot in race.chariots:
        if chariot.square < 0:
            assert chariot.status in ("stopped", "finished", "out")
            continue
        assert chariot.status in ("racing", "runaway")
        parts = [chariot.square, TRACK.behind[chariot.square]] if chariot.hitched else [chariot.square]
        for part, square in enumerate(parts):
            assert square not in taken, f"two on {TRACK.name(square)}"
            taken[square] = 2 * chariot.number + part
        assert (chariot.status == "racing") == (chariot.driver == "car")
        assert chariot.hitched or chariot.runaway
        assert TRACK.section[chariot.square] == chariot.leg % 4
        assert chariot.alive
    assert race.occupied == taken


def check_logs(race: Race) -> None:
    for chariot in race.chariots:
        assert 0 <= chariot.hits <= chariot.hits_start
        assert chariot.cdm <= chariot.modifier
        assert chariot.exhausted == (chariot.endurance == 0)
        assert (chariot.driver == "foot") == (chariot.man >= 0)
        assert chariot.driver != "dead" or not chariot.hits
        assert min(chariot.debt, chariot.gains, chariot.offered, chariot.loss) >= 0
        assert all(square in race.wrecks for square in chariot.under)
        assert not chariot.trail or chariot.driver == "dragged"
        for horse in chariot.fallen:
            assert chariot.horses[horse] == 0


def worn(chariot: Chariot) -> tuple[int, ...]:
    """Everything on a log sheet that only ever gets less."""
    horses = chariot.horses
    wheels = (-chariot.left_wheel, -chariot.right_wheel)
    return (chariot.endurance, chariot.hits, chariot.modifier, chariot.team_speed, *horses, *wheels)


@quick
@given(starts())
def test_the_position_stays_sound_and_every_default_is_legal(start: Start) -> None:
    play = start.play()
    before = [worn(chariot) for chariot in play.race.chariots]
    wrecks = set(play.race.wrecks)
    for ask in play.steps(STEPS):
        check_board(play.race)
        check_logs(play.race)
        after = [worn(chariot) for chariot in play.race.chariots]
        for earlier, later in zip(before, after, strict=True):
            assert all(less <= more for less, more in zip(later, earlier, strict=True)), "a log sheet got better"
        assert wrecks <= set(play.race.wrecks)
        before, wrecks = after, set(play.race.wrecks)
        for decision in open_questions(ask):
            assert decision.default in decision
            assert find_clause(decision.clause).id == decision.clause


def open_questions(ask: Any) -> list[Decision]:
    if isinstance(ask, Together):
        return list(ask.values())
    return [ask] if isinstance(ask, Decision) else []


@quick
@given(starts())
def test_nobody_goes_backwards_except_by_braking(start: Start) -> None:
    """A sideslip in a corner goes to the rearmost square beside, which costs less than a square (CM 6.73b)."""
    play = start.play()
    race, told = play.race, 0
    before = {chariot.faction: (chariot.square, chariot.leg) for chariot in race.chariots}
    for _ in play.steps(STEPS):
        happened = [(event.kind, event.data.get("chariot")) for event in play.table.events[told:]]
        told = len(play.table.events)
        for chariot in race.chariots:
            square, leg = before[chariot.faction]
            braked = happened.count(("braked-away", chariot.faction))
            slid = happened.count(("sideslip", chariot.faction))
            for _ in range(braked + slid):
                back = TRACK.behind[square]
                leg -= TRACK.section[back] != TRACK.section[square]
                square = back
            if chariot.on_track:
                assert race.position(chariot) >= TRACK.position(square, leg) - (1 if braked and slid else 0)
                before[chariot.faction] = (chariot.square, chariot.leg)


# -- the accounts ------------------------------------------------------------------------------------

# What changes the factors of a phase that is under way.
DISTURBED = {
    "run-down", "injury", "jostled", "exhausted", "flip", "pulled-out", "driver-hurt", "cut-free", "run-into",
    "finish", "out", "strain",
}  # fmt: skip


def spent_on(event: Event) -> int:
    """What a step of the mover's own will costs (CM 6.21)."""
    data = event.data
    if event.kind == "drive":
        return int(data["squares"])
    if event.kind == "lane-change":
        return (
            CHARTS.inside
            if TRACK.lane[TRACK.find(data["to"])] < TRACK.lane[TRACK.find(data["from"])]
            else CHARTS.outside
        )
    if event.kind == "sideslip":
        return CHARTS.sideslip if data["how"] == "chosen" else 0
    if event.kind == "brake":
        return int(data["factors"])
    return CHARTS.attack if event.kind in ("attack", "trampled") else 0


def factors_of(chariot: Chariot, taken: int, events: list[Event]) -> int:
    """CM 6.2-total-speed, from the log sheet before the phase and the dice of its start."""
    dice = {event.kind: event.data for event in events}
    lost = dice["dead-start"]["loss"] if "dead-start" in dice else 0
    if chariot.runaway:
        limit = max(0, chariot.team_speed - chariot.loss - chariot.debt)
        return max(0, limit - lost) + chariot.gains + chariot.offered
    limit = max(0, chariot.team_speed + chariot.cdm - chariot.loss - chariot.debt)
    whipped = dice["whip"]["factors"] if "whip" in dice else 0
    return max(0, min(chariot.written, limit) - lost) + whipped + chariot.gains + taken


@quick
@given(starts())
def test_movement_factors_add_up(start: Start) -> None:
    """Spent is what was written, plus what was gained, less what was lost."""
    play = start.play()
    for sheets, taken, events in phases(play):
        mover = events[0].data["chariot"]
        speed = next((index for index, event in enumerate(events) if event.kind == "speed"), None)
        if speed is None or sheets[mover].fallen:
            continue  # it has left the track, or is held by a dead horse
        factors = events[speed].data["factors"]
        if not any(event.kind in DISTURBED or "CM 7.33-no-strain" in event.clauses for event in events[: speed + 1]):
            assert factors == factors_of(sheets[mover], taken, events[:speed])
        spent = sum(spent_on(event) for event in events if event.data.get("chariot") == mover)
        assert spent <= factors
        if not any(event.kind in DISTURBED for event in events[speed:]):
            assert spent == factors


def phases(play: Play) -> Iterator[tuple[dict[str, Chariot], int, list[Event]]]:
    """Each finished movement phase: the log sheets before it, optional factors taken, and its events."""
    told, sheets, taken = 0, {each.faction: each.copy() for each in play.race.chariots}, 0
    for ask in play.steps(STEPS):
        if ask is CHECKPOINT:
            events = play.table.events[told:]
            if events and events[0].kind == "drawn":
                yield sheets, taken, events
            told = len(play.table.events)
            sheets = {each.faction: each.copy() for each in play.race.chariots}
        taken = play.taken


# -- scenarios ---------------------------------------------------------------------------------------


def everything(race: Race) -> dict[str, Any]:
    """The whole position, without what no longer matters."""
    plain = GAME.save(race)
    del plain["rear"], plain["absent"]  # who has left the table is no part of a position
    if race.mover < 0 or race.phase == "moving":
        del plain["move"]  # the accounts of a phase that is over, or has not begun
    for chariot in plain["chariots"]:
        if chariot["square"] < 0:
            del chariot["leg"]
    return plain


@quick
@given(starts())
def test_positions_can_be_written_down_and_read_again(start: Start) -> None:
    play = start.play()
    for number, ask in enumerate(play.steps(STEPS)):
        if number % 3 or in_a_chain(play.race, ask):
            continue
        written = json.loads(json.dumps(GAME.write_position(play.race)))
        again = GAME.read_position(written, start.seats, start.options)
        assert everything(again) == everything(play.race)
        assert GAME.write_position(again) == written
        assert everything(GAME.load(json.loads(json.dumps(GAME.save(play.race))), start.seats, start.options)) == (
            everything(play.race)
        )


def in_a_chain(race: Race, ask: Ask) -> bool:
    """Whether somebody is asked about a ram that another ram, a strain or a wreck has brought about."""
    if not any(each.name in ("defend", "avoid") for each in open_questions(ask)):
        return False
    return race.threat is None or race.threat.kind == "swerve"


def plain_questions(ask: Ask) -> list[dict[str, Any]]:
    return [each.to_plain() for each in open_questions(ask)]


@quick
@given(starts(), st.integers(1, 120))
def test_a_written_position_goes_on_as_the_race_does(start: Start, stop: int) -> None:
    first, second = start.play(), None
    told, speeds_before = 0, False
    for number, ask in enumerate(first.steps(stop + 80)):
        # Of a seat with several chariots only the first speed of a turn is asked for again.
        speeds, before = isinstance(ask, Together), speeds_before
        speeds_before = speeds
        at_rest = first.table.settled and not (speeds and before) and not in_a_chain(first.race, ask)
        if second is None and number >= stop and at_rest:
            told = len(first.table.events)
            second = Play(GAME.read_position(GAME.write_position(first.race), start.seats, start.options), 0)
            second.table = Table(first.table.dice.copy(), [])
            second.rng.setstate(first.rng.getstate())
            asked = list(second.steps(stop + 80 - number))
            assert plain_questions(asked[0]) == plain_questions(ask)
    if second is not None:
        assert second.table.events == first.table.events[told:]
        assert second.outcome == first.outcome


# -- whole races -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "seats"), [(each.ruleset, each.seats) for each in cases_of(GAME) if each.seats in (2, 8, 11)]
)
def test_every_race_comes_to_an_end(ruleset: str, seats: int) -> None:
    for seed in range(2):
        rng = random.Random(seed)
        match = Match(GAME, seats, SeededDice(str(seed)), ruleset)
        for _ in range(30_000):
            if match.outcome is not None:
                break
            seat, decision = next(iter(match.pending.items()))
            match.answer(seat, decision.sample(rng))
        assert match.outcome is not None
        assert match.outcome.reason in GAME.endings
        (end,) = (event for event in match.events if event.kind == "end")
        check_placings(match.state, end, match.outcome.winners)
        for event in match.events:
            assert event.clauses, event
            for clause in (*event.clauses, *(roll.clause for roll in event.dice)):
                assert find_clause(clause).id == clause
            assert match.narrate(event)


@quick
@given(starts())
def test_whoever_has_lost_his_driver_takes_no_place(start: Start) -> None:
    play = start.play()
    for _ in play.steps(1500):
        pass
    if play.outcome is not None:
        check_placings(play.race, play.table.events[-1], play.outcome.winners)


def check_placings(race: Race, end: Event, winners: tuple[int, ...]) -> None:
    """Whoever still has his driver stands before everybody who has lost him, and only such a one wins."""
    by_name = {chariot.faction: chariot for chariot in race.chariots}
    ranking = [by_name[faction] for faction in end.data["ranking"]]
    placed = [
        each.driver in ("car", "dragged") and each.status in ("racing", "runaway", "finished") for each in ranking
    ]
    assert placed == sorted(placed, reverse=True)
    assert winners == ((ranking[0].seat,) if end.data["winner"] else ())
    assert not winners or (placed[0] and ranking[0].status == "finished")
