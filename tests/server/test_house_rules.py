"""House rules over REST: files read and written, and what everybody is told of the rules of a match."""

from __future__ import annotations

import random
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import ludus
from tests.server.kit import House, house, play

SUNDAY = 'game = "circus"\nname = "Sunday"\nruleset = "basic"\n\n[options]\nlash_dice = 2  # Team lash\n'
TRACK = resources.files("ludus.games.circus") / "data" / "track.toml"


async def post(server: House, what: str, **body: Any) -> Any:
    answer = await server.call("POST", f"/api/house-rules/{what}", json=body)
    return answer.json() if answer.status_code == 200 else (answer.status_code, answer.json())


async def test_a_file_is_read_and_written_back(server: House) -> None:
    read = await post(server, "read", text=SUNDAY)
    assert (read["game"], read["ruleset"], read["name"], read["options"]) == (
        "circus",
        "basic",
        "Sunday",
        {"lash_dice": 2},
    )
    assert read["rules"]["line"] == "Sunday (Basic; team lash: 2 dice)"
    assert [(each["name"], each["clause"]) for each in read["rules"]["changed"]] == [("lash_dice", "CM 9.41a")]
    given = {key: read[key] for key in ("game", "ruleset", "name", "options")}
    written = await post(server, "write", **given)
    assert written == read
    assert written["text"] == SUNDAY


async def test_what_the_ruleset_says_anyway_is_left_out(server: House) -> None:
    written = await post(server, "write", game="circus", options={"level": "advanced", "solitaire": True})
    assert written["options"] == {"solitaire": True}
    assert written["rules"]["line"] == "Advanced; with solitaire"


async def test_a_board_is_written_into_the_file(server: House) -> None:
    track = TRACK.read_text(encoding="utf-8").replace("laps = 3", "laps = 2")
    written = await post(server, "write", game="circus", board_file=track)
    assert written["options"]["track"]["laps"] == 2
    assert written["rules"]["line"] == "Advanced; track: your own"
    again = await post(server, "read", text=written["text"])
    assert again["options"] == written["options"]


@pytest.mark.parametrize(
    ("what", "body", "code"),
    [
        ("read", {"text": "game ="}, "bad-toml"),
        ("read", {"text": "a" * 100_001}, "invalid"),
        ("read", {"text": "a." * 40_000}, "bad-toml"),
        ("read", {"text": ""}, "bad-house-rules"),
        ("read", {}, "invalid"),
        ("read", {"text": 'game = "chess"'}, "unknown-game"),
        ("read", {"text": 'game = "circus"\n[options]\nlashdice = 2'}, "unknown-option"),
        ("read", {"text": f'game = "circus"\n[options]\ntrack = {2**60}'}, "bad-track"),
        ("read", {"text": f'game = "gladiator"\n[options]\nposition = [{2**60}]'}, "bad-option"),
        ("write", {"game": "circus", "options": {"lash_dice": 3}}, "bad-option"),
        ("write", {"game": "circus", "ruleset": "olympic"}, "unknown-ruleset"),
        ("write", {"game": "circus", "name": "x" * 41}, "invalid"),
        ("write", {"game": "circus", "name": "a\u202eb"}, "bad-house-rules"),
        ("write", {"game": "circus", "board_file": "laps ="}, "bad-toml"),
        ("write", {"game": "gladiator", "board_file": "a = 1"}, "unknown-option"),
    ],
)
async def test_refusals(server: House, what: str, body: dict[str, Any], code: str) -> None:
    status, refusal = await post(server, what, **body)
    assert (status, refusal["code"]) == (422, code), refusal


async def test_everybody_is_told_the_rules_of_a_match(server: House) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}]
    made = {"game": "circus", "ruleset": "basic", "options": {"lash_dice": 2}, "rules_name": " Sunday ", "seats": seats}
    created = (await server.call("POST", "/api/matches", json=made)).json()
    rules = created["match"]["rules"]
    assert rules["line"] == "Sunday (Basic; team lash: 2 dice)"
    assert (rules["name"], rules["ruleset"]) == ("Sunday", "Basic")
    assert (await server.info(created["match"]["id"]))["rules"] == rules


async def test_the_name_outlives_a_restart_and_is_in_the_record(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        match_id, tokens = await server.create("human", "human", rules_name="Sunday")
    async with house(tmp_path) as server:
        async with server.players(match_id, tokens) as players:
            await play(players, random.Random(1))
        assert (await server.info(match_id))["rules"]["line"] == "Sunday (Standard race)"
        record = (await server.call("GET", f"/api/matches/{match_id}/record")).json()
        assert record["rules_name"] == "Sunday"
        assert ludus.verify(record).rules_name == "Sunday"
        again = (await server.call("POST", f"/api/matches/{match_id}/rematch", tokens[0])).json()
        assert again["match"]["rules"]["name"] == "Sunday"


async def test_switches_say_their_group_and_what_they_exclude(server: House) -> None:
    for game in (await server.call("GET", "/api/games")).json():
        for option in game["options"]:
            known = next(each for each in ludus.find_game(game["id"]).options if each.name == option["name"])
            assert (option["group"], option["spoken"]) == (known.group, list(known.spoken))
            assert set(known.excludes) <= set(option["excludes"])
