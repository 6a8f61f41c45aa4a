"""Charts and solutions over REST, and events that say where their dice have fallen."""

from __future__ import annotations

import pytest

from ludus.play import solve_scenario
from ludus.server.scenarios import FOLDERS, scenarios
from ludus.server.view_schema import EventInfo
from ludus.server.wire import apply_patch, wire_events
from tests.server.kit import House


async def test_the_charts_of_a_ruleset_and_of_a_match(server: House) -> None:
    epic = (await server.call("GET", "/api/charts/circus", params={"ruleset": "epic"})).json()
    strain = next(each for each in epic if each["name"] == "corner-strain")
    assert strain["clause"] == "E2 9.2.2-chart"
    assert len(strain["cells"]) == len(strain["down"]["labels"]) == 15
    assert strain["legend"][-1] == {"code": "FP", "words": "flips"}
    # A match has the charts of its own switches.
    options = {"wreck_sides": "chart sheet"}
    match_id, _ = await server.create("human", "human", game="circus", options=options)
    own = (await server.call("GET", f"/api/matches/{match_id}/charts")).json()
    wreck = next(each for each in own if each["name"] == "wreck-location")
    assert wreck["cells"][1] == ["2 lanes to the left, 5 squares forward"]


async def test_the_charts_of_a_clause(server: House) -> None:
    (horse,) = (await server.call("GET", "/api/clause-charts/E1 8.3.1a")).json()
    assert horse["chart"]["cells"][0][0] == "3"
    assert horse["rules"] == ["Campaign: Epic campaign"]
    assert (await server.call("GET", "/api/clause-charts/CM 1")).json() == []


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("/api/charts/chess", "unknown-game"),
        ("/api/charts/circus?ruleset=none", "unknown-ruleset"),
        ("/api/matches/nobody/charts", "no-such-match"),
        ("/api/scenarios/circus/none/solution", "no-scenario"),
        ("/api/scenarios/chariot-race/pushed-back/solution", "no-solution"),
    ],
)
async def test_what_there_is_not(server: House, address: str, code: str) -> None:
    refused = await server.call("GET", address)
    assert (refused.status_code, refused.json()["code"]) == (404, code)


async def test_every_solution_is_a_film_whose_last_frame_reaches_the_goal(server: House) -> None:
    for scenario in scenarios():
        if not scenario.judged:
            continue
        film = (await server.call("GET", f"/api/scenarios/{scenario.game}/{scenario.name}/solution")).json()
        assert len(film["steps"]) == len(film["frames"])
        events = [event for frame in film["frames"] for event in frame["events"]]
        assert [event["n"] for event in events] == sorted({event["n"] for event in events})
        (goal,) = [event for event in events if event["kind"] == "goal"]
        assert goal["data"]["reached"] is True
        assert goal in film["frames"][-1]["events"]
        assert all(step["why"] for step in film["steps"][1:])
        assert bool(film["odds"]) is any(event["dice"] for event in events)
        position = film["position"]
        for frame in film["frames"]:
            position = apply_patch(position, frame["patch"])
        assert position != film["position"] or not any(frame["patch"] for frame in film["frames"])
        for event in events:
            EventInfo.model_validate(event)


def test_an_event_says_where_its_dice_have_fallen() -> None:
    folder = next(each for each in FOLDERS if each.is_dir())
    match, _ = solve_scenario(folder / "circus" / "lash-duel.toml")
    told = {each["kind"]: each for each in wire_events(match.game, match.names, match.options, match.events)}
    (spot,) = told["lash-driver"]["spots"]
    assert spot["chart"] == "driver-lash"
    assert spot["result"] == "W"
    assert spot["said"].endswith("4 + 4 = 8, lash factor +4")
    assert "spots" not in told["flip"]
