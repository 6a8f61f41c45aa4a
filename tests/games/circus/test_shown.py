"""What is said of events and answers so that a client can show them without knowing the rules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from ludus import Event, new_match
from ludus.core.event import Call
from ludus.games.circus.editions import SecondEdition, bare, book_of
from ludus.games.circus.odds import GRABS_WHIP, GRAVE, NO_HARM
from ludus.games.circus.tones import dealt_tone, suffered_tone
from ludus.server.wire import wire_events
from tests.conformance.kit import walk
from tests.rules.circus.kit import GAME, chariot, circus, play

BOOK = bare(SecondEdition)


def explained(match: Any) -> dict[Any, dict[str, Any]]:
    seat = next(iter(match.pending))
    return {answer["choice"]: answer for answer in match.explain(seat)}


# -- events --------------------------------------------------------------------------------------------------------


def test_an_event_names_whom_it_concerns_and_how_much_it_weighs() -> None:
    flip = BOOK.accent(Event("flip", {"chariot": "red", "square": "lane 1, backstretch 3"}, ()))
    assert (flip.weight, flip.about, flip.headline, flip.sound) == ("dire", ("red",), "red flips!", "crash")
    ram = BOOK.accent(Event("attack", {"chariot": "red", "target": "blue", "kind": "ram", "at": "car"}, ()))
    assert ram.about == ("red", "blue")
    forced = BOOK.accent(Event("involuntary-ram", {"chariot": "red", "into": ["blue", "gold"]}, ()))
    assert forced.about == ("red", "blue", "gold")
    whip = BOOK.accent(Event("whip", {"chariot": "red", "factors": 4}, ()))
    assert whip.call == Call("red", "+4", "good")


def test_an_event_that_nobody_thought_of_is_shown_like_most() -> None:
    accent = BOOK.accent(Event("sandstorm", {"chariot": "red"}, ()))
    assert accent.to_plain() == {"about": ["red"]}


def test_an_option_says_how_its_own_events_are_shown() -> None:
    class Sandstorms(SecondEdition):
        accents = {"sandstorm": ("dire", "horn")}  # noqa: RUF012

        def call_sandstorm(self, data: Any) -> Call:
            return Call(data["chariot"], "blind", "bad")

    accent = bare(Sandstorms).accent(Event("sandstorm", {"chariot": "red"}, ()))
    assert (accent.weight, accent.sound, accent.call) == ("dire", "horn", Call("red", "blind", "bad"))
    assert bare(Sandstorms).accent(Event("flip", {"chariot": "red"}, ())).weight == "dire"
    assert "sandstorm" not in SecondEdition.all_accents


def test_drives_one_after_another_are_one_line() -> None:
    drive = {"chariot": "red", "from": "lane 1, backstretch 3"}
    events = [
        Event("drawn", {"chariot": "red", "seat": 0}, ()),
        Event("drive", {**drive, "squares": 3, "to": "lane 1, backstretch 6"}, ()),
        Event("drive", {**drive, "squares": 4, "to": "lane 1, backstretch 10"}, ()),
        Event("drive", {**drive, "chariot": "blue", "squares": 1, "to": "lane 2, backstretch 1"}, ()),
        Event("drive", {**drive, "chariot": "blue", "squares": 1, "to": "lane 2, backstretch 2"}, (), seats=(0,)),
    ]
    options = GAME.resolve(None, {})
    told = list(wire_events(GAME, ["Ann"], options, events))
    joined = "Red drives 7 to lane 1, backstretch 10."
    assert [event.get("joined") for event in told] == [None, None, joined, None, None]
    # Told one at a time they say the same.
    for since in range(len(events)):
        assert list(wire_events(GAME, ["Ann"], options, events, since)) == told[since:]


# -- outcomes and answers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", [*NO_HARM, *GRAVE, "2 boxes", "brakes"])
def test_what_is_bad_for_the_one_is_good_for_the_other(word: str) -> None:
    assert suffered_tone(word) == ("good" if word in NO_HARM else "dire" if word in GRAVE else suffered_tone(word))
    if word == GRABS_WHIP:
        assert dealt_tone(word) == "bad"
    else:
        assert (dealt_tone(word) == "good") == (suffered_tone(word) in ("bad", "dire"))


def test_every_outcome_of_a_chart_has_words() -> None:
    outcomes = GAME.stage(GAME.resolve(None, {}))["outcomes"]
    assert set(outcomes["strain"]) == set(BOOK.strain_odds(5, 0))
    assert set(outcomes["jump"]) >= set(BOOK.jump_odds(0, 3))


def test_a_dangerous_default_is_advised_against() -> None:
    match = circus(
        red="lane 2, front straight 33",
        red_is={"written": 20, "endurance": 40, "modifier": 2, "cdm": 2, "whip": False},
        move={"written": 20},
    )
    answers = explained(match)
    default = next(iter(match.pending.values())).default
    assert answers[default]["tone"] in ("bad", "dire")
    advised = [choice for choice, answer in answers.items() if answer.get("advised")]
    assert len(advised) == 1
    assert answers[advised[0]]["tone"] in ("good", "fair")


def test_answers_have_their_groups_and_their_places() -> None:
    match = circus(
        red="lane 3, front straight 12",
        red_is={"written": 6},
        blue="lane 4, front straight 12",
        move={"written": 6},
    )
    answers = explained(match) if "forward 1" in explained(match) else {}
    if not answers:
        play(match, "no")
        answers = explained(match)
    assert {answer["group"] for answer in answers.values()} == {"Drive on", "Change lanes", "Attack", "Brake"}
    assert answers["forward 2"]["short"] == "2"
    assert answers["forward 2"]["square"] == "lane 3, front straight 14"
    assert answers["ram blue car"]["square"] == "lane 4, front straight 11"
    assert "square" not in answers["brake 2"]
    assert set(answers["ram blue car"]["attack"]["tones"]) == set(answers["ram blue car"]["attack"]["odds"])


# -- the reach -----------------------------------------------------------------------------------------------------


def came_between(events: Sequence[Event]) -> bool:
    """A throw, or a flip without one."""
    return any(event.dice or event.kind == "flip" for event in events)


def test_a_square_further_off_is_reached_by_the_answers_that_are_foretold() -> None:
    """Played to its end, a plan of several answers leads to its square for its price, if nothing comes between."""
    rng = random.Random(3)
    reached = 0
    match = new_match("circus", 4, seed=11)
    for number, (seat, _) in enumerate(walk(match, random.Random(4))):
        if number > 500:
            break
        if match.pending[seat].name != "step":
            continue
        plans = [(answer, way) for answer in match.explain(seat) for way in answer.get("onward", ())]
        if not plans:
            continue
        answer, way = rng.choice(plans)
        ahead = match.clone()
        spent, told = ahead.state.move.spent, len(ahead.events)
        for choice in (answer["choice"], *way["then"]):
            if came_between(ahead.events[told:]):
                break
            ahead.submit(seat, choice)
        if not came_between(ahead.events[told:]) and ahead.state.mover == match.state.mover:
            assert ahead.state.chariots[ahead.state.mover].square == way["square"] == way["squares"][-1]
            assert ahead.state.move.spent - spent == way["cost"]
            reached += 1
    assert reached > 20


def test_nothing_is_planned_through_others_or_over_the_line() -> None:
    match = circus(
        red="lane 3, backstretch 20",
        red_is={"written": 8},
        blue="lane 3, backstretch 24",
        gold="lane 2, backstretch 24",
        move={"written": 8},
    )
    book = book_of(match.state)
    ways = book.ways_on(chariot(match, "red"), 8)
    track = match.state.track
    assert track.find("lane 3, backstretch 24") not in ways
    assert track.find("lane 3, backstretch 22") in ways
    assert ways[track.find("lane 3, backstretch 22")].answers == ("forward 2",)
    assert all(way.cost <= 8 for way in ways.values())
    last = circus(red="lane 3, backstretch 32", red_is={"written": 8, "lap": 3})
    ways = book_of(last.state).ways_on(chariot(last, "red"), 8)
    assert all(track.section[square] == 2 for square in ways)
