"""A pass: all of a person's seats by one code."""

from __future__ import annotations

from typing import Any

from sqlalchemy import create_engine, text

from tests.server.kit import House


def held(match_id: str, tokens: dict[int, str]) -> dict[str, Any]:
    return {"seats": [{"match": match_id, "seat": seat, "token": token} for seat, token in tokens.items()]}


async def test_a_pass_brings_all_seats_to_another_device(server: House) -> None:
    first, mine = await server.create("human", "human", "open")
    made = await server.call("POST", "/api/passes", json=held(first, mine))
    assert made.status_code == 201
    code = made.json()["code"]
    second, more = await server.create("human", "open", "open")
    added = (await server.call("PUT", "/api/pass", code, json=held(second, more))).json()
    assert added["seats"] == held(first, mine)["seats"] + held(second, more)["seats"]
    # On the other device: the seats answer to what the pass gave.
    seats = (await server.call("GET", "/api/pass", code)).json()["seats"]
    assert seats == added["seats"]
    tokens = [each["token"] for each in seats]
    assert len((await server.call("POST", "/api/matches/lookup", json={"tokens": tokens})).json()) == 2


async def test_what_owns_no_seat_is_not_kept(server: House) -> None:
    match_id, tokens = await server.create("human", "open", "open")
    wrong = held(match_id, {0: "guess", 1: tokens[0]})
    assert (await server.call("POST", "/api/passes", json=wrong)).json()["seats"] == []


async def test_a_pass_is_renewed_and_revoked(server: House) -> None:
    match_id, tokens = await server.create("human", "open", "open")
    old = (await server.call("POST", "/api/passes", json=held(match_id, tokens))).json()["code"]
    new = (await server.call("POST", "/api/pass/renew", old)).json()["code"]
    calls: dict[tuple[str, str], dict[str, Any]] = {
        ("GET", "/api/pass"): {},
        ("PUT", "/api/pass"): {"json": held(match_id, tokens)},
        ("POST", "/api/pass/renew"): {},
        ("DELETE", "/api/pass"): {},
    }
    for wrong in (old, None, "guess"):
        for (method, path), more in calls.items():
            refused = await server.call(method, path, wrong, **more)
            assert (refused.status_code, refused.json()["code"]) == (401, "wrong-pass"), (method, path)
    assert (await server.call("GET", "/api/pass", new)).json() == held(match_id, tokens)
    assert (await server.call("DELETE", "/api/pass", new)).status_code == 200
    assert (await server.call("GET", "/api/pass", new)).status_code == 401
    # The seat itself stays.
    assert (await server.call("POST", f"/api/matches/{match_id}/start", tokens[0])).status_code == 200


async def test_a_stolen_database_has_neither_codes_nor_tokens(server: House) -> None:
    match_id, tokens = await server.create("human", "open", "open")
    code = (await server.call("POST", "/api/passes", json=held(match_id, tokens))).json()["code"]
    engine = create_engine(server.hall.settings.url)
    with engine.connect() as connection:
        (row,) = connection.execute(text("SELECT hash, sealed FROM passes"))
    engine.dispose()
    for secret in (code, tokens[0], match_id):
        assert secret not in row.hash
        assert secret.encode() not in bytes(row.sealed)
