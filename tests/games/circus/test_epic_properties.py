"""What holds in every epic race, whatever the players do."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from ludus.core.dice import SeededDice
from ludus.core.event import Event
from ludus.core.match import Match
from ludus.games.circus.editions import book_of
from ludus.games.circus.patronage.money import BANK, Coffers
from ludus.games.circus.state import Chariot, Race
from tests.games.circus.positions import GAME, TRACK, Play, Start, starts
from tests.games.circus.test_options import SHORT
from tests.games.circus.test_properties import everything, in_a_chain, open_questions, phases, worn

quick = settings(max_examples=20, deadline=None, phases=[Phase.explicit, Phase.generate])
STEPS = 120
LESS = {"clear": 0, "rain": -1, "mud": -2}  # team speed (E2 3.7.3b, 3.7.4d)


@dataclass(frozen=True)
class EpicStart(Start):
    """A start of the second edition, told again by the epic book."""

    @property
    def options(self) -> dict[str, Any]:
        return GAME.resolve("epic", {})


@st.composite
def epic_starts(draw: st.DrawFn) -> EpicStart:
    """The pack of the second edition, with weather, dust, knives, dead horses and carcasses on top."""
    start = draw(starts(level="advanced"))
    sky = draw(st.sampled_from(("clear", "rain", "mud")))
    chariots = []
    for each in start.position["chariots"]:
        log = {name: value for name, value in each.items() if name not in ("car", "offered")}
        log["faction"] = {"gold": "yellow"}.get(each["faction"], each["faction"])
        log["car"] = draw(st.sampled_from(("light", "medium", "heavy")))
        log["executed"] = draw(st.sampled_from((0, 12, 12)))
        log["parts"] = draw(st.sampled_from(({}, {}, {"dagger": {"carried": False}}, {"dust": {"carried": False}})))
        if log.get("driver", "car") == "car":
            state = draw(st.sampled_from(("well", "well", "well", "dead horse", "blinded", "straight", "spent")))
            if state == "dead horse":
                log["horses"], log["fallen"] = [0, *log["horses"][1:]], [1]
            elif state == "spent":
                log["drained"] = sum(log["horses"])
            elif state != "well":
                eyes = {"blinded_turn": start.position["turn"] - 1} if state == "blinded" else {"straight": 2}
                log["parts"] = {**log["parts"], "dust": eyes}
        chariots.append(log)
    wrecks: list[str] = start.position["wrecks"]
    half = len(wrecks) // 2
    position = {
        "chariots": chariots, "turn": start.position["turn"], "wrecks": wrecks[half:], "carcasses": wrecks[:half],
        "parts": {"weather": {"rain": sky == "rain", "mud": sky == "mud"}},
    }  # fmt: skip
    return EpicStart(start.seats, "advanced", position, start.seed)


def check_board(race: Race) -> None:
    """E2 8.8.1: nobody shares a square, but with whoever cannot move and is run over."""
    book = book_of(race)
    pieces: dict[int, list[Chariot]] = {}
    for chariot in race.chariots:
        if chariot.square < 0:
            continue
        parts = [chariot.square, TRACK.behind[chariot.square]] if chariot.hitched else [chariot.square]
        for square in parts:
            pieces.setdefault(square, []).append(chariot)
        assert TRACK.section[chariot.square] == chariot.leg % 4
        assert (chariot.status == "racing") == (chariot.driver == "car")
    for square, there in pieces.items():
        assert sum(not book.cannot_move(each) for each in there) <= 1, TRACK.name(square)
        assert race.occupied[square] >> 1 in {each.number for each in there}
    assert set(race.occupied) == set(pieces)
    assert race.stacked or all(len(there) == 1 for there in pieces.values())


def check_logs(race: Race) -> None:
    book: Any = book_of(race)
    for chariot in race.chariots:
        assert 0 <= chariot.hits <= chariot.hits_start
        assert chariot.cdm <= chariot.modifier
        assert chariot.exhausted == (chariot.endurance == 0)
        assert min(chariot.debt, chariot.gains, chariot.loss, chariot.endurance) >= 0
        assert chariot.offered == 0  # E2 10.4.1.1: nothing is offered
        assert book.team_speed(chariot) >= 0
        counters = book.counters(chariot)
        assert all(counters.values())
        assert counters.get("move straight", 0) <= 2  # E2 2.5.10
        assert counters.get("no straining", 0) <= 2  # E2 2.5.7
        assert chariot.no_strain_turn <= race.turn + 1
        assert counters.get("no whip", 0) == (not chariot.whip)


@quick
@given(epic_starts())
def test_the_position_stays_sound_and_logs_never_get_better(start: EpicStart) -> None:
    play = start.play()
    before = [worn(chariot) for chariot in play.race.chariots]
    lying = set(play.race.wrecks)
    for ask in play.steps(STEPS):
        check_board(play.race)
        check_logs(play.race)
        after = [worn(chariot) for chariot in play.race.chariots]
        for earlier, later in zip(before, after, strict=True):
            assert all(less <= more for less, more in zip(later, earlier, strict=True)), "a log sheet got better"
        assert lying <= set(play.race.wrecks)  # E2 2.5.5: to the end of the race
        before, lying = after, set(play.race.wrecks)
        for decision in open_questions(ask):
            assert decision.default in decision
            assert decision.clause.startswith("E2 ")


# -- counters --------------------------------------------------------------------------------------------


@quick
@given(epic_starts())
def test_counters_come_off_when_their_time_is_over(start: EpicStart) -> None:
    """E2 2.5.6, 2.5.8, 2.5.9, 2.5.10: Jostled, Blinded, No Inside Lane Change and Move Straight."""
    play = start.play()
    race = play.race
    told, turn = 0, race.turn
    sight = [each.parts["dust"] for each in race.chariots]
    for _ in play.steps(STEPS):
        happened = play.table.events[told:]
        told = len(play.table.events)
        if race.turn > turn:
            for chariot in race.chariots:
                assert not chariot.no_inside
                assert not chariot.jostled or chariot.cdm < 0 or not chariot.on_track
        for chariot, eyes in zip(race.chariots, sight, strict=True):
            now = chariot.parts["dust"]
            rubbed = any(event.kind == "sight" and event.data["chariot"] == chariot.faction for event in happened)
            hit = any(event.kind == "dust-result" for event in happened)
            if eyes.blinded_turn and not now.blinded_turn:
                assert rubbed or not chariot.manned or chariot.driver != "car"
            if not hit:
                assert now.straight <= eyes.straight  # only dust puts them there,
                assert eyes.straight - now.straight in (0, 1)  # and one goes with each own phase
            assert now.carried <= eyes.carried
        sight = [each.parts["dust"] for each in race.chariots]
        turn = race.turn


# -- the accounts ----------------------------------------------------------------------------------------


def speed_of(race: Race, chariot: Chariot, events: Sequence[Event]) -> int:
    """E2 8.2.2, 8.2.3, 8.4.3.2: from the log before the phase and the dice of its start."""
    dice = {event.kind: event.data for event in events}
    sky = race.parts["weather"]
    speed = max(0, chariot.team_speed + LESS["mud" if sky.mud else "rain" if sky.rain else "clear"])
    if not speed:
        return 0  # E2 11.2.3.1: whatever is added
    skill = chariot.cdm if chariot.driver == "car" else 0
    noted = speed if chariot.runaway else chariot.written
    turn_speed = max(0, min(noted, speed + skill - chariot.loss))
    added = chariot.gains + dice.get("whip", {}).get("factors", 0)
    total = turn_speed + added - dice.get("dead-start", {}).get("loss", 0)
    return int(max(total, 1 if "dead-start" in dice else 0))


@quick
@given(epic_starts())
def test_total_speed_and_factors_are_those_of_the_rules(start: EpicStart) -> None:
    """E2 8.2.3, def-mf: a used move comes off the factors and not off the speed."""
    play = start.play()
    for sheets, _, events in phases(play):
        mover = sheets[events[0].data["chariot"]]
        speeds = [index for index, event in enumerate(events) if event.kind == "speed"]
        blind = mover.parts["dust"].blinded_turn or mover.parts["dust"].slow
        if not speeds or mover.fallen or blind:
            continue
        told = events[speeds[0]].data
        assert told["factors"] == max(0, told["total"] - mover.debt)
        expected = speed_of(play.race, mover, events[: speeds[0]])
        barred = mover.cdm < 0 or not mover.endurance or mover.no_strain_turn >= play.race.turn
        if barred or any(event.kind in ("jostled", "injury", "exhausted") for event in events[: speeds[0]]):
            assert told["total"] <= max(expected, 1)  # what straining gave may be lost (E2 9.4.1.1)
        elif not any(event.kind in ("weather", "mud") for event in events):
            assert told["total"] == expected


# -- written down ----------------------------------------------------------------------------------------


@quick
@given(epic_starts())
def test_positions_can_be_written_down_and_read_again(start: EpicStart) -> None:
    play = start.play()
    for number, ask in enumerate(play.steps(STEPS)):
        dodging = any(each.name == "dodge" for each in open_questions(ask))
        if number % 4 or dodging or in_a_chain(play.race, ask) or unsayable(play):
            continue
        written = json.loads(json.dumps(GAME.write_position(play.race)))
        again = GAME.read_position(written, start.seats, start.options)
        assert everything(again) == everything(play.race)
        assert GAME.write_position(again) == written


def unsayable(play: Play) -> bool:
    """Whether somebody other than the mover shares out injury, in the midst of a move."""
    return play.race.phase == "resolving" and play.race.threat is None


# -- whole races -----------------------------------------------------------------------------------------


def race_to_the_end(ruleset: str, seats: int, seed: int, **options: Any) -> Match[Race]:
    """With purses looked at before every answer."""
    match: Match[Race] = Match(GAME, seats, SeededDice(str(seed)), ruleset, {"track": {**SHORT, "laps": 2}, **options})
    rng = random.Random(seed)
    for _ in range(20_000):
        if match.outcome is not None:
            return match
        check_purses(match.state)
        seat, decision = next(iter(match.pending.items()))
        match.answer(seat, decision.sample(rng))
    raise AssertionError("an endless race")


def check_purses(race: Race) -> None:
    coffers: Coffers | None = race.parts.get("patronage")
    if coffers is None:
        return
    purses = [coffers.purse(seat) for seat in range(race.seats)]
    assert min(purses) >= 0
    assert sum(purses) + coffers.purse(BANK) == 0
    assert all(each.sum > 0 for each in coffers.transfers)


@pytest.mark.parametrize("seed", range(6))
def test_places_are_a_permutation_of_those_that_place(seed: int) -> None:
    """E2 15.2.4, 10.7.3: from first on, or from second where nobody has won."""
    match = race_to_the_end("epic", 4, seed, outlawed_ramming=seed % 2 == 0, time_limit=8 if seed % 3 == 0 else None)
    (end,) = (event for event in match.events if event.kind == "end")
    by_name = {chariot.faction: chariot for chariot in match.state.chariots}
    places = {each["chariot"]: each["place"] for each in end.data["report"]}
    assert sorted(each["chariot"] for each in end.data["report"]) == sorted(by_name)
    placed = {
        name for name, each in by_name.items()
        if each.driver in ("car", "dragged") and (each.on_track or each.status == "finished")
    }  # fmt: skip
    assert {name for name, place in places.items() if place} == placed
    first = 1 if end.data["winner"] else 2
    assert sorted(place for place in places.values() if place) == list(range(first, first + len(placed)))
    assert [name for name, place in sorted(places.items(), key=lambda each: each[1] or 99) if place] == (
        end.data["ranking"]
    )
    assert match.outcome is not None
    assert all(each["gap"] is None or each["gap"] >= 0 for each in end.data["report"])


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [
        *(("patrons", 4, {"entries": entries, "extra_entries": extra}) for entries, extra in ((1, 0), (2, 2), (1, 3))),
        ("patrons", 5, {"entries": 2, "betters": 2, "purse": 1000}),
        ("match-race", 2, {}),
        ("match-race", 4, {"betters": 2, "purse": 20_000}),
    ],
)
def test_sesterces_are_conserved(ruleset: str, seats: int, options: dict[str, Any]) -> None:
    """E2 5.3 to 5.3.2, 5.4.3: a purse is what it was, less what was spent, and what was won."""
    for seed in range(3):
        match = race_to_the_end(ruleset, seats, seed, **options)
        check_purses(match.state)
        coffers: Coffers = match.state.parts["patronage"]
        assert coffers.settled
        (payoff,) = (event for event in match.events if event.kind == "payoff")
        winner = next((each for each in match.state.chariots if each.faction == payoff.data["winner"]), None)
        for seat in range(seats):
            purse = match.options["purse"] - spent(coffers, match.events, seat) + won(match, coffers, seat, winner)
            assert payoff.data["purses"][str(seat)] == coffers.purse(seat) == purse


def spent(coffers: Coffers, events: Sequence[Event], seat: int) -> int:
    """On envelopes, on bets of all kinds, on extra entries."""
    sealed = coffers.envelopes[seat]
    paid = sealed.bribe + sealed.drugs + sealed.sabotage + sum(guard[2] for guard in sealed.guards)
    paid += sum(sum(placed.get(seat, {}).values()) for placed in (coffers.bets, *coffers.later))
    paid += sum(bet.stake * (bet.backer == seat) + bet.against * (bet.layer == seat) for bet in coffers.side_bets)
    return paid + sum(
        int(event.data["bid"]) for event in events if event.kind == "auctioned" and event.data["seat"] == seat
    )


def won(match: Match[Race], coffers: Coffers, seat: int, winner: Chariot | None) -> int:
    """The stake and its odds; of two owners all or, without a winner, the own stake."""
    number = -1 if winner is None else winner.number
    places = book_of(match.state).places()
    gained = 0
    for bet in coffers.side_bets:
        own, other = places.get(bet.chariot, 99), places.get(bet.rival, 99)
        if bet.rival >= 0 and own == other:  # neither has a place
            gained += bet.stake * (seat == bet.backer) + bet.against * (seat == bet.layer)
        else:
            holds = own < other if bet.rival >= 0 else bet.chariot == number
            gained += (bet.stake + bet.against) * (seat == (bet.backer if holds else bet.layer))
    if match.ruleset == "match-race":
        stakes = {each: sum(bets.values()) for each, bets in coffers.bets.items()}
        return gained + (stakes.get(seat, 0) if winner is None else sum(stakes.values()) * (winner.seat == seat))
    placed = sum(each.get(seat, {}).get(number, 0) for each in (coffers.bets, *coffers.later))
    return gained + placed * (1 + coffers.odds.get(number, 0))
