"""The men of the circus at the table: drawn when a match is made, heard beside the log, never in a record."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludus.bots.circus.rivals import PEOPLE
from ludus.core.match import Match
from ludus.server.remarks import Remarks
from ludus.server.saved_match import Seat
from ludus.server.wire import wire_events
from tests.bots.circus.test_races import race
from tests.bots.circus.test_rivals import TOPICS
from tests.conformance.kit import SHORT_CIRCUS
from tests.server.kit import House

MEN = ("rival-drusus", "rival-brocchus", "furious-dumno", "furious-ortix", "rival-zenon", "rival-felix")
SEATS = tuple(Seat("bot", PEOPLE[bot.partition("-")[2]].name, bot) for bot in MEN)


async def test_a_field_is_drawn_with_names(server: House) -> None:
    games = {game["id"]: game for game in (await server.call("GET", "/api/games")).json()}
    circus = games["circus"]
    assert len(circus["people"]) >= 20
    assert {"rivals", "rivals-quiet", "rivals-bloodbath", "rivals-gentle", "rivals-hard"} == {
        field["name"] for field in circus["fields"]
    }
    assert {field["name"] for field in games["gladiator"]["fields"]} == {"rivals", "rivals-gentle", "rivals-hard"}
    assert len(games["gladiator"]["people"]) >= 12
    assert games["chariot-race"]["people"] == []
    seats = [{"kind": "human"}, *({"kind": "bot", "bot": "rivals-gentle"} for _ in range(7))]
    made = await server.call("POST", "/api/matches", json={"game": "circus", "seats": seats})
    bots = made.json()["match"]["seats"][1:]
    assert len({seat["bot"] for seat in bots}) == 7
    for seat in bots:
        kind, _, key = seat["bot"].partition("-")
        assert kind == "sparring"
        assert seat["name"] == PEOPLE[key].name


@pytest.fixture(scope="module")
def held() -> Match[Any]:
    return race(MEN, "heard", options={"track": SHORT_CIRCUS})


def said(match: Match[Any], seats: tuple[Seat, ...], name: str = "a") -> list[dict[str, Any]]:
    remarks = Remarks.of(name, "circus", seats)
    told = wire_events(match.game, match.names, match.options, match.events, remarks=remarks)
    return [event for event in told if "remark" in event]


def test_big_moments_are_remarked_on(held: Match[Any]) -> None:
    lines = said(held, SEATS)
    kinds = {event["kind"] for event in lines}
    assert "attack" in kinds
    assert ("flip" in kinds) == any(event.kind == "flip" for event in held.events)
    assert ("end" in kinds) == any(event.kind == "end" and event.data["winner"] for event in held.events)
    assert len(lines) < len([event for event in held.events if event.kind in ("attack", "flip", "marker", "end")])
    for event in lines:
        man = PEOPLE[MEN[event["remark"]["seat"]].partition("-")[2]]
        assert any(event["remark"]["text"] in man.says(topic) for topic in TOPICS)


def test_the_same_is_said_again_and_something_else_elsewhere(held: Match[Any]) -> None:
    assert said(held, SEATS) == said(held, SEATS)
    assert said(held, SEATS) != said(held, SEATS, "b")


def test_a_record_knows_nothing_of_it(held: Match[Any]) -> None:
    before = json.dumps(held.record())
    said(held, SEATS)
    assert json.dumps(held.record()) == before
    assert "remark" not in before


def test_people_and_nameless_bots_say_nothing(held: Match[Any]) -> None:
    people = tuple(Seat("human", "Ann") if number % 2 else Seat("bot", "Bot", "auriga") for number in range(len(MEN)))
    assert said(held, people) == []
