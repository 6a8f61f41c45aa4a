"""What is almost, or not at all, something that one may say to a server."""

from __future__ import annotations

import json
import random
from typing import Any

JUNK: list[Any] = [None, True, -1, 2**70, 1.5, "", "\x00", "x" * 2000, [], [[]], [1, "a"], {}, {"a": {}}, "0"]

# Each needs a seat's token, or is nowhere.
CLOSED = [
    ("PATCH", "/seats/0"),
    ("PUT", "/seats/1/hands"),
    ("GET", "/seats/0/notes"),
    ("PUT", "/seats/0/notes"),
    ("GET", "/seats/1/orders"),
    ("PUT", "/seats/0/orders"),
    ("POST", "/seats/0/take"),
    ("POST", "/start"),
    ("PUT", "/clock"),
    ("POST", "/rematch"),
    ("GET", "/record"),
    ("DELETE", ""),
    ("GET", "/nowhere"),
]


def nonsense(rng: random.Random, seat: int, decision: dict[str, Any], choice: Any) -> str | bytes:
    """Something that is almost, or not at all, a message; never one that is right."""
    right: dict[str, Any] = {
        "type": "answer",
        "id": str(rng.random()),
        "seat": seat,
        "decision": decision["number"],
        "choice": choice,
    }
    kind = rng.randrange(9)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return rng.randbytes(rng.randrange(200)).decode("latin-1")
    if kind == 2:
        return json.dumps(right)[: rng.randrange(1, 60)]
    if kind == 3:
        illegal = [each for each in JUNK if each not in decision["choices"]]
        return json.dumps({**right, "choice": rng.choice(illegal)})
    if kind == 4:
        return json.dumps({**right, rng.choice(["type", "seat", "decision"]): rng.choice(JUNK)})
    if kind == 5:
        return json.dumps({**right, rng.choice(["extra", "token", "__class__"]): rng.choice(JUNK)})
    if kind == 6:
        return json.dumps({**right, "decision": decision["number"] + rng.choice([-1, 1, 50])})
    if kind == 7:
        del right[rng.choice(["type", "seat", "decision", "choice", "id"])]
        return json.dumps(right)
    wrong = [{"type": "undo"}, {"type": "hello", "tokens": rng.choice(JUNK[:8])}]
    return json.dumps(rng.choice([*JUNK, *wrong]))


def nonsense_by_rest(rng: random.Random, match_id: str) -> dict[str, Any]:
    """A request, as its parts, that is refused in a match that runs."""
    kind = rng.randrange(5)
    noise = rng.randbytes(rng.randrange(1, 200))
    if kind == 0:
        return {"method": "POST", "url": "/api/matches", "content": noise}
    if kind == 1:
        new = {"game": rng.choice(JUNK), "seats": rng.choice(JUNK), "options": rng.choice(JUNK)}
        return {"method": "POST", "url": "/api/matches", "json": new}
    if kind == 2:
        return {"method": "GET", "url": f"/api/matches/{noise.hex()}"}
    method, path = rng.choice(CLOSED)
    headers = {"Authorization": f"Bearer {noise.hex()}"} if rng.random() < 0.5 else {}
    url = f"/api/matches/{match_id}{path}"
    if method == "GET" or kind == 3:
        return {"method": method, "url": url, "headers": headers}
    return {"method": method, "url": url, "headers": headers, "json": rng.choice(JUNK)}
