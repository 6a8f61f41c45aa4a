"""REST: what can be played, making and finding matches, refusals."""

from __future__ import annotations

import asyncio
import random
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import ludus
from ludus.server.openapi import CLIENT_MESSAGES, SERVER_MESSAGES, description
from tests.server.kit import House, house, play


async def test_games_say_what_can_be_chosen(server: House) -> None:
    games = (await server.call("GET", "/api/games")).json()
    race = next(game for game in games if game["id"] == "chariot-race")
    assert (race["min_seats"], race["max_seats"]) == (2, 6)
    assert {option["name"] for option in race["options"]} == {
        "part_1",
        "part_2",
        "chariots",
        "finish_protection",
        "board",
    }
    assert race["rulesets"][0]["name"] == "standard"
    assert race["bots"][0]["name"] == "random"


async def test_clauses_are_found_by_words_and_by_id(server: House) -> None:
    found = (await server.call("GET", "/api/clauses", params={"source": "CR", "q": "ram damage"})).json()
    assert found
    assert all(clause["id"].startswith("CR ") for clause in found)
    one = await server.call("GET", "/api/clauses/CR winner")
    assert one.json()["id"] == "CR winner"
    missing = await server.call("GET", "/api/clauses/CR nonsense")
    assert (missing.status_code, missing.json()["code"]) == (404, "unknown-clause")
    parts = (await server.call("GET", "/api/clauses", params={"clause": "CM 7.34"})).json()
    assert [each["id"] for each in parts] == ["CM 7.34-parts", "CM 7.34a", "CM 7.34b", "CM 7.34c"]
    none = await server.call("GET", "/api/clauses", params={"clause": "CM 99"})
    assert (none.status_code, none.json()["code"]) == (404, "unknown-clause")


async def test_every_clause_is_in_a_book(server: House) -> None:
    books = (await server.call("GET", "/api/books")).json()
    assert sum(book["clauses"] for book in books) == len((await server.call("GET", "/api/clauses")).json())
    for book in books:
        assert book["title"]
        found = (await server.call("GET", "/api/clauses", params={"source": book["source"]})).json()
        assert len(found) == book["clauses"] > 0


async def test_a_match_tells_everyone_the_same_and_nobody_the_seed(server: House) -> None:
    match_id, tokens = await server.create("human", "open", ruleset="stone-heaps", options={"finish_protection": True})
    answer = await server.call("GET", f"/api/matches/{match_id}")
    info = answer.json()
    assert info["status"] == "lobby"
    assert info["options"] == {
        "part_1": "B",
        "part_2": "B",
        "chariots": "standard",
        "finish_protection": True,
        "board": None,
    }
    assert [seat["name"] for seat in info["seats"]] == ["Player 1", "Player 2"]
    assert tokens[0] not in answer.text
    assert "seed" not in answer.text
    stage = (await server.call("GET", f"/api/matches/{match_id}/stage")).json()
    assert stage == ludus.find_game("chariot-race").stage(info["options"])


async def test_names_are_clean_and_distinct(server: House) -> None:
    seats = [
        {"kind": "human", "name": " Ann\u202e  B "},
        {"kind": "human", "name": "ann b"},
        {"kind": "bot", "name": "Player 4"},
        {"kind": "human"},
        {"kind": "bot"},
        {"kind": "bot"},
    ]
    made = await server.call("POST", "/api/matches", json={"game": "chariot-race", "seats": seats})
    names = [seat["name"] for seat in made.json()["match"]["seats"]]
    assert names == ["Ann B", "ann b 2", "Player 4", "Player 4 2", "Scorpus", "Diocles"]


async def test_open_and_running_matches_are_listed_and_mine_are_found(server: House) -> None:
    waiting, mine = await server.create("human", "open")
    running, more = await server.create("human", "human")
    hidden, _ = await server.create("human", "open", listed=False)
    listed = (await server.call("GET", "/api/matches")).json()
    assert [match["id"] for match in listed["open"]] == [waiting]
    assert [match["id"] for match in listed["running"]] == [running]
    assert hidden not in str(listed)
    found = (await server.call("POST", "/api/matches/lookup", json={"tokens": [mine[0], more[1], "nobody's"]})).json()
    assert {(each["match"]["id"], *each["seats"]) for each in found} == {(waiting, 0), (running, 1)}
    turn = (await server.info(running))["waiting"]
    assert [each["my_turn"] for each in found if each["match"]["id"] == running] == [turn == [1]]


BOARD = resources.files("ludus.games.chariot_race") / "data" / "board.toml"


async def test_a_board_file_of_ones_own(server: House) -> None:
    text = BOARD.read_text(encoding="utf-8")
    match_id, _ = await server.create("human", "human", board_file=text)
    stage = (await server.call("GET", f"/api/matches/{match_id}/stage")).json()
    assert stage["board"]["spaces"]
    seats = [{"kind": "human"}, {"kind": "human"}]
    for wrong, code in (
        (text.replace("lap_ticks", "lap_tocks"), "bad-board"),
        ("lap_ticks = ", "bad-toml"),
        ("a = " + "[" * 5000 + "]" * 5000, "bad-toml"),
        ("a." * 20_000 + "b = 1", "bad-toml"),
        ("a = [" + "0," * 19_000 + "]", "bad-option"),
        ("lap_ticks = 9999999999999999999999", "bad-option"),
    ):
        refused = await server.call(
            "POST", "/api/matches", json={"game": "chariot-race", "seats": seats, "board_file": wrong}
        )
        assert (refused.status_code, refused.json()["code"]) == (422, code)


async def test_every_game_says_how_its_options_are_asked_for(server: House) -> None:
    games = {game["id"]: game for game in (await server.call("GET", "/api/games")).json()}
    options = {option["name"]: option for option in games["circus"]["options"]}
    assert [name for name, option in options.items() if option["file"]] == ["track"]
    assert [name for name, option in options.items() if option["seconds"]] == ["reaction_seconds"]
    assert options["characters"]["numbers"] == {"low": 1, "high": 7, "of": "field", "spared": 1}
    options = {option["name"]: option for option in games["gladiator"]["options"]}
    offered = {name: [each["value"] for each in option["per_seat"]] for name, option in options.items()}
    assert {name: values for name, values in offered.items() if values} == {
        "types": [None, "light", "medium", "heavy", "retiarius"],
        "sides": [None, 0, 1],
    }
    # Every option without choices says what it takes, or a campaign hands it in.
    for name, game in games.items():
        mute = [each["name"] for each in game["options"] if not (each["choices"] or each["file"] or each["numbers"])]
        assert mute == [option.name for option in ludus.GAMES[name].options if option.handed]


async def test_a_track_of_ones_own_and_tempers(server: House) -> None:
    track = (resources.files("ludus.games.circus") / "data" / "track.toml").read_text(encoding="utf-8")
    options = {"solitaire": True, "characters": [1, 2, 3, 4, 5, 6, 7]}
    body = new(game="circus", options=options, board_file=track.replace("laps = 3", "laps = 2"))
    body["seats"][1]["kind"] = "human"
    made = await server.call("POST", "/api/matches", json=body)
    assert made.status_code == 201
    stage = (await server.call("GET", f"/api/matches/{made.json()['match']['id']}/stage")).json()
    assert stage["track"]["laps"] == 2


def nested(depth: int) -> list[Any]:
    return [nested(depth - 1)] if depth else []


def new(**changes: Any) -> dict[str, Any]:
    return {"game": "chariot-race", "seats": [{"kind": "human"}, {"kind": "open"}], **changes}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (new(game="ludo"), 422, "unknown-game"),
        (new(game="\ufffd" * 5000), 422, "unknown-game"),
        (new(ruleset="house"), 422, "unknown-ruleset"),
        (new(options={"wings": 1}), 422, "unknown-option"),
        (new(options={"part_1": "C"}), 422, "bad-option"),
        (new(options={"finish_protection": 1}), 422, "bad-option"),
        (new(options={"board": 7}), 422, "bad-board"),
        (new(game="circus", options={"track": {"gray": [0] * 100_000}}), 422, "bad-option"),
        (new(options={"board": [[0] * 500] * 10}), 422, "bad-option"),
        (new(options={"board": nested(17)}), 422, "bad-option"),
        (new(seats=[{"kind": "human"}]), 422, "bad-seats"),
        (new(seats=[{"kind": "human"}] * 33), 422, "invalid"),
        (new(seats=[{"kind": "bot", "bot": "nero"}] * 2), 422, "unknown-bot"),
        (new(seats=[{"kind": "human", "name": "\u200b"}] * 2), 422, "bad-name"),
        (new(seats=[{"kind": "human", "name": "x" * 25}] * 2), 422, "invalid"),
        (new(wings=1), 422, "invalid"),
        (["no"], 422, "invalid"),
    ],
)
async def test_a_wrong_match_is_refused_with_its_code(server: House, body: Any, status: int, code: str) -> None:
    answer = await server.call("POST", "/api/matches", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) == {"code", "message"}
    assert (await server.call("GET", "/api/matches")).json() == {"open": [], "running": []}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, "invalid"),
        (b"{", 400, "bad-json"),
        (b"\xff\xfe\x00", 400, "bad-json"),
        (b'{"game": NaN}', 400, "bad-json"),
        (b'{"game": "\\ud800", "seats": []}', 400, "bad-json"),
        (b"[" * 100_000, 400, "bad-json"),
        (b'{"a":' * 2000 + b"1" + b"}" * 2000, 400, "bad-json"),
        (b'{"game": "' + b"x" * 300_000 + b'"}', 413, "too-large"),
    ],
)
async def test_bytes_that_are_no_request(server: House, body: bytes, status: int, code: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await server.client.post("/api/matches", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_a_body_without_a_length_is_limited_too(server: House) -> None:
    async def endless() -> Any:
        for _ in range(100):
            yield b" " * 10_000

    answer = await server.client.post("/api/matches", content=endless())
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


async def test_random_bytes_at_the_door_of_the_port(server: House) -> None:
    rng = random.Random(5)
    port = int(server.url.rsplit(":", 1)[1])
    for _ in range(20):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(rng.randbytes(10_000))
        writer.write_eof()
        await reader.read()
        writer.close()
    assert (await server.call("GET", "/api/games")).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/api/matches/abcdefghijkl", 404, "no-such-match"),
        ("GET", "/api/matches/%00%ff", 404, "no-such-match"),
        ("GET", "/api/matches/a'--", 404, "no-such-match"),
        ("GET", "/api/matches/abcdefghijkl/replay", 404, "no-such-match"),
        ("DELETE", "/api/matches", 405, "method-not-allowed"),
        ("POST", "/api/games", 405, "method-not-allowed"),
        ("POST", "/", 405, "method-not-allowed"),
        ("GET", "/assets/none.js", 404, "not-found"),
        ("POST", "/api/matches/abcdefghijkl/start", 404, "no-such-match"),
    ],
)
async def test_wrong_addresses(server: House, method: str, path: str, status: int, code: str) -> None:
    answer = await server.call(method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_no_record_and_no_replay_before_the_end(server: House) -> None:
    match_id, tokens = await server.create("human", "human")
    for what in ("record", "replay"):
        answer = await server.call("GET", f"/api/matches/{match_id}/{what}")
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
    answer = await server.call("POST", f"/api/matches/{match_id}/rematch", tokens[0])
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


async def test_a_finished_match_is_proven_by_its_record_and_told_by_its_replay(server: House) -> None:
    match_id, tokens = await server.create("human", "human", "human")
    async with server.players(match_id, tokens) as players:
        await play(players, random.Random(3))
        last = players[0].view()
    record = (await server.call("GET", f"/api/matches/{match_id}/record")).json()
    match = ludus.verify(record)
    assert match.outcome is not None
    assert match.outcome.to_plain() == last["outcome"] == (await server.info(match_id))["outcome"]
    replay = (await server.call("GET", f"/api/matches/{match_id}/replay")).json()
    assert replay["seed"] == record["seed"] == last["seed"]
    assert replay["commitment"] == ludus.commitment(replay["seed"]) == last["commitment"]
    told = [event for frame in replay["frames"] for event in frame["events"]]
    assert [event["n"] for event in told] == list(range(len(match.events)))
    assert [event["text"] for event in told] == [match.narrate(event) for event in match.events]


async def test_the_pages_and_their_security_headers(tmp_path: Path) -> None:
    static = tmp_path / "static"
    async with house(tmp_path, static=static) as server:
        missing = await server.call("GET", "/")
        assert missing.status_code == 503
        assert "make play" in missing.text
        (static / "assets").mkdir(parents=True)
        (static / "index.html").write_text("<title>Ludus</title>")
        (static / "assets" / "app-1a2b.js").write_text("let x")
        (tmp_path / "secret.txt").write_text("no")
        for path in ("/", "/m/abcdefghijkl", "/index.html"):
            page = await server.call("GET", path)
            assert (page.status_code, page.text) == (200, "<title>Ludus</title>")
            assert page.headers["cache-control"] == "no-cache"
        script = await server.call("GET", "/assets/app-1a2b.js")
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt"):
            assert (await server.call("GET", path)).text != "no"
        for answer in (page, script, await server.call("GET", "/api/games")):
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_description_has_every_message_and_is_the_same_each_time() -> None:
    whole = description()
    assert whole == description()
    names = whole["components"]["schemas"]
    assert {model.__name__ for model in CLIENT_MESSAGES + SERVER_MESSAGES} <= set(names)
    assert len(names["ClientMessage"]["oneOf"]) == len(CLIENT_MESSAGES)
