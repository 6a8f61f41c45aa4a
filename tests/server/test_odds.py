"""Chart questions over REST."""

from __future__ import annotations

import pytest

from tests.server.kit import House


async def test_what_may_be_asked_and_the_answer(server: House) -> None:
    games = {each["game"]: each for each in (await server.call("GET", "/api/odds")).json()}
    lash = next(each for each in games["circus"]["questions"] if each["name"] == "lash")
    assert [dial["name"] for dial in lash["dials"]] == ["cdm", "against", "hits", "own-hits"]
    asked = {"dials": "cdm:1,against:-2", "ruleset": "epic"}
    answer = (await server.call("GET", "/api/odds/circus/lash", params=asked)).json()
    assert answer["values"]["against"] == -2
    assert answer["clauses"][0].startswith("E2 ")
    assert sum(row["chance"] for row in answer["tables"][0]["rows"]) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/odds/circus/kiss", 404, "unknown-question"),
        ("/api/odds/chess/lash", 404, "unknown-game"),
        ("/api/odds/circus/lash?dials=cdm", 422, "bad-dial"),
        ("/api/odds/circus/lash?dials=cdm:99", 422, "bad-dial"),
        ("/api/odds/circus/lash?ruleset=none", 422, "unknown-ruleset"),
    ],
)
async def test_refusals(server: House, address: str, status: int, code: str) -> None:
    answer = await server.call("GET", address)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
