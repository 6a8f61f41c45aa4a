"""What holds in every race, whatever the players do."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus import Match, new_match
from ludus.games.chariot_race.charts import CALTROPS, CHARIOT_BOARDS
from ludus.games.chariot_race.state import Race
from tests.games.chariot_race.positions import GAME, Start, starts

quick = settings(max_examples=80, deadline=None)
answers = st.randoms(use_true_random=False)


def check_position(race: Race) -> None:
    racing = race.racing()
    # Halfway through its move a chariot may be driving through another's space.
    spaces = [each.space for each in racing if not (race.phase == "drive" and each is race.mover)]
    assert race.phase in ("draft", "places") or len(set(spaces)) == len(spaces), "two chariots on a space"
    assert race.supply + len(race.caltrops) == CALTROPS
    assert not any(race.board.heap[space] for space in race.caltrops), "a caltrop on a heap"
    for chariot in race.chariots:
        board = CHARIOT_BOARDS[chariot.build]
        assert 0 <= chariot.damage <= board.damage_max
        assert 0 <= chariot.speed <= board.speed_max
        assert 0 <= chariot.fate <= board.fate_max
        assert chariot.space == -1 if chariot.out else chariot.space >= 0 or race.phase in ("draft", "places")
        assert bool(chariot.damage) or chariot.out == "wrecked"
        assert chariot.out or not race.board.heap[chariot.space]
    for (_, earlier), (_, later) in pairwise(race.turn.path):
        assert earlier < later, "a step that does not lead ahead"
    assert 0 <= race.turn.left <= 12
    assert race.turn.steers >= 0
    assert race.turn.attacks >= 0


def play_on(match: Match[Race], rng: random.Random, most: int) -> None:
    for _ in range(most):
        if match.outcome is not None:
            return
        check_position(match.state)
        ((seat, decision),) = match.pending.items()
        match.submit(seat, decision.sample(rng))


@quick
@given(starts(), answers)
def test_the_position_stays_sound(start: Start, rng: random.Random) -> None:
    match = start.match()
    play_on(match, rng, 60)
    check_position(match.state)


@quick
@given(starts(), answers)
def test_each_turn_moves_its_speed_and_rolls_its_dice(start: Start, rng: random.Random) -> None:
    match = start.match()
    play_on(match, rng, 40)
    builds = {chariot.colour: CHARIOT_BOARDS[chariot.build] for chariot in match.state.chariots}
    turns: list[list[Any]] = []
    for event in match.events:
        if event.kind == "turn":
            turns.append([])
        if turns:
            turns[-1].append(event)
    for events in turns[:-1]:  # the last one may still be going on
        mover = events[0].data["chariot"]
        by_kind = {event.kind: event for event in events}
        roll = by_kind["roll"]
        assert len(roll.data["dice"]) == builds[mover].dice_for_speed[roll.data["speed"]]
        moved = sum(event.kind == "drive" for event in events)
        wrecked = any(event.kind == "wreck" and event.data["chariot"] == mover for event in events)
        speed = by_kind["speed"].data["to"]
        assert moved <= speed
        assert moved == speed or wrecked


@quick
@given(starts(), answers)
def test_positions_can_be_written_down_and_read_again(start: Start, rng: random.Random) -> None:
    match = start.match()
    play_on(match, rng, rng.randint(0, 40))
    if match.outcome is not None:
        return
    race, options = match.state, match.options
    written = json.loads(json.dumps(GAME.write_position(race)))
    # The two steer sides of a die are written alike, so these are compared as players see them.
    seen = GAME.view(race, None)
    assert GAME.view(GAME.read_position(written, match.seats, options), None) == seen
    assert GAME.view(GAME.imagine(json.loads(json.dumps(seen)), match.seats, options), None) == seen
    saved = json.loads(json.dumps(GAME.save(race)))
    assert GAME.load(saved, match.seats, options) == race
    twin = race.copy()
    assert twin == race
    assert twin.turn is not race.turn


@quick
@given(starts(), answers)
def test_what_an_answer_promises_is_what_happens(start: Start, rng: random.Random) -> None:
    match = start.match()
    for _ in range(30):
        if match.outcome is not None:
            return
        ((seat, decision),) = match.pending.items()
        choice = decision.sample(rng)
        if decision.name not in ("speed", "steer"):
            match.submit(seat, choice)
            continue
        explained = {each["choice"]: each for each in match.view(seat)["decision"]["answers"]}
        assert list(explained) == list(decision)
        check_promise(match, seat, choice, explained[choice])


def check_promise(match: Match[Race], seat: int, choice: Any, explained: dict[str, Any]) -> None:
    """A preview means: this answer, and then straight on to the end of the move."""
    twin = match.clone()
    mover = twin.state.mover
    before = {chariot.colour: chariot.damage for chariot in twin.state.chariots}
    told = len(twin.events)
    twin.submit(seat, choice)
    match.submit(seat, choice)
    while twin.outcome is None and twin.pending.get(seat) and twin.pending[seat].name == "steer":
        if twin.state.mover is not mover:
            break
        twin.submit(seat, "straight")
    events = []
    for event in twin.events[told:]:
        if event.kind in ("turn", "round", "caltrop", "javelin", "retired", "end"):
            break
        events.append(event)
    effects = explained["effects"]
    assert effects["path"] == [event.data["to"] for event in events if event.kind == "drive"]
    wrecks = {event.data["chariot"]: event.data["space"] for event in events if event.kind == "wreck"}
    assert effects["wrecked"] == (mover.colour in wrecks)
    if effects["wrecked"]:
        assert effects["end"] == wrecks[mover.colour]
    elif not any(event.kind == "turn" and event.data["chariot"] == mover.colour for event in twin.events[told:]):
        assert effects["left"] == mover.damage
        assert effects["damage"] == before[mover.colour] - mover.damage
        assert effects["speed"] == mover.speed
        assert effects["end"] == match.state.board.names[mover.space]
        assert effects["laps"] == sum(event.kind in ("lap", "finish") for event in events)
    rammed = [event.data for event in events if event.kind == "ram"]
    assert {each["chariot"] for each in effects["rams"]} == {data["rammed"] for data in rammed}
    for each in effects["rams"]:
        assert each["wrecked"] == (each["chariot"] in wrecks)


@pytest.mark.parametrize("ruleset", sorted(GAME.rulesets))
@pytest.mark.parametrize("seats", range(GAME.min_seats, GAME.max_seats + 1))
def test_every_race_comes_to_an_end(ruleset: str, seats: int) -> None:
    reasons = set()
    for seed in range(12):
        rng = random.Random(seed)
        match = new_match("chariot-race", seats=seats, seed=seed, ruleset=ruleset)
        play_on(match, rng, 5000)
        assert match.outcome is not None
        assert match.outcome.reason in GAME.endings
        assert len(match.outcome.places) == seats
        firsts = tuple(seat for seat, place in enumerate(match.outcome.places) if place == 1)
        assert firsts == match.outcome.winners
        reasons.add(match.outcome.reason)
    assert reasons


@quick
@given(starts())
def test_rams_and_lane_changes_of_the_same_seed_are_the_same(start: Start) -> None:
    first, second = start.match(), start.match()
    play_on(first, random.Random(1), 30)
    play_on(second, random.Random(1), 30)
    assert first.events == second.events
    assert first.state == second.state
