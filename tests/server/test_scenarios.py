"""Scenarios as matches: listed, begun at their position, carried over a restart, proven by their record."""

from __future__ import annotations

import random
from pathlib import Path

import ludus
from ludus.core.clauses import clauses
from ludus.server.scenarios import scenarios
from tests.server.kit import House, Player, house, play

EXAMPLES = Path(__file__).parents[2] / "examples" / "scenarios"


async def test_all_that_ship_are_listed(server: House) -> None:
    listed = (await server.call("GET", "/api/scenarios")).json()
    files = {(path.parent.name, path.stem) for path in EXAMPLES.glob("*/*.toml")}
    assert {(each["game"], each["name"]) for each in listed} == files
    circus = [each for each in listed if each["game"] == "circus"]
    assert len(circus) == 17
    assert all(each["title"] and each["goal"] and set(each["clauses"]) <= set(clauses()) for each in circus)
    assert [each["number"] for each in circus] == list(range(1, 18))
    assert all(each["topic"] and each["judged"] for each in circus)
    assert "position" not in listed[0]


async def test_each_can_be_begun_with_bots_in_the_other_seats(server: House) -> None:
    for scenario in scenarios():
        kinds = ["human" if seat == scenario.player else "bot:random" for seat in range(scenario.seats)]
        match_id, tokens = await server.create(*kinds, game=scenario.game, scenario=scenario.name)
        info = await server.info(match_id)
        assert info["scenario"] == scenario.name
        if scenario.names:
            named = {seat["seat"]: seat["name"] for seat in info["seats"] if seat["kind"] == "bot"}
            assert all(scenario.names[seat] == name for seat, name in named.items())
        async with server.player(match_id, tokens[scenario.player]) as ann:
            room = await server.hall.room(match_id)
            assert room.running is not None
            assert room.running.match.record()["position"] == scenario.position
            pieces = "fighters" if scenario.game == "gladiator" else "chariots"
            assert len(ann.view()["position"][pieces]) == len(scenario.position[pieces])


async def test_a_scenario_goes_on_after_a_restart_and_is_played_again(tmp_path: Path) -> None:
    rng = random.Random(8)
    async with house(tmp_path) as server:
        match_id, tokens = await server.create("human", "human", game="circus", scenario="photo-finish")
        async with server.players(match_id, tokens) as players:
            await play(players, rng, moves=1)
            views = [await player.settled() for player in players]
    async with house(tmp_path) as server:
        async with server.players(match_id, tokens) as players:
            assert [player.views for player in players] == views
            await play(players, rng)
        record = (await server.call("GET", f"/api/matches/{match_id}/record")).json()
        assert record["position"]["mover"] == "red"
        assert ludus.verify(record).outcome is not None
        again = (await server.call("POST", f"/api/matches/{match_id}/rematch", tokens[0])).json()["match"]
        assert again["scenario"] == "photo-finish"
        await server.call("POST", f"/api/matches/{match_id}/rematch", tokens[1])
        async with server.player(again["id"], tokens[0]) as ann:
            assert ann.view()["position"]["turn"] == 15


async def test_what_a_scenario_cannot_be_begun_with(server: House) -> None:
    seats = [{"kind": "human"}, {"kind": "bot"}]
    for wrong, code in (
        ({"scenario": "no-such-thing"}, "no-scenario"),
        ({"scenario": "../circus/photo-finish"}, "no-scenario"),
        ({"scenario": "two-javelins"}, "no-scenario"),
        ({"scenario": "photo-finish", "ruleset": "timed"}, "bad-option"),
        ({"scenario": "photo-finish", "options": {"level": "basic"}}, "bad-option"),
        ({"scenario": "photo-finish", "board_file": "x = 1"}, "bad-option"),
        ({"scenario": "photo-finish", "seats": seats[:1]}, "bad-seats"),
        ({"scenario": "photo-finish", "seats": seats * 4}, "bad-seats"),
    ):
        refused = await server.call("POST", "/api/matches", json={"game": "circus", "seats": seats, **wrong})
        assert (refused.status_code, refused.json()["code"]) == (422, code)


async def test_scenarios_are_seen_by_those_who_watch(server: House) -> None:
    match_id, _ = await server.create("human", "bot:random", game="circus", scenario="photo-finish")
    async with server.socket(match_id) as socket:
        watcher = Player(socket)
        await watcher.hello()
        assert watcher.match["scenario"] == "photo-finish"
        assert watcher.view()["position"]["turn"] == 15


async def test_the_match_says_whether_the_goal_was_reached(server: House) -> None:
    for way, reached in (("out", True), ("in", False)):
        match_id, tokens = await server.create("human", "bot:random", game="circus", scenario="photo-finish")
        async with server.player(match_id, tokens[0]) as ann:
            for choice in (way, "forward 5"):
                assert (await ann.answer(0, choice))["type"] == "ack"
            while ann.match["status"] != "over":
                await ann.receive()
            (event,) = [event for event in ann.events if event["kind"] == "goal"]
            assert (event["data"]["reached"], event["data"]["seat"]) == (reached, 0)
            assert event["text"].startswith("Goal reached" if reached else "Goal missed")
