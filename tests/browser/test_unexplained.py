"""A server that can say nothing of a question's answers: the browser shows the plain ones, and play goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor

pytestmark = pytest.mark.browser


def unexplained(message: Any) -> Any:
    """The message as it is when explaining has failed."""
    if isinstance(message, dict):
        return {key: [] if key == "answers" and value else unexplained(value) for key, value in message.items()}
    return [unexplained(each) for each in message] if isinstance(message, list) else message


def silence(visitor: Visitor) -> None:
    """Take the explanations out of everything the server sends."""

    def between(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()
        server.on_message(lambda text: browser.send(json.dumps(unexplained(json.loads(text)))))

    visitor.page.route_web_socket("**/socket", between)


@pytest.mark.parametrize("game", ["chariot-race", "circus", "gladiator"])
def test_it_is_played_without_explanations(visit: Visit, house: House, game: str) -> None:
    visitor = visit()
    silence(visitor)
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bob"}]
    made = house.ask("/api/matches", {"game": game, "seats": seats})
    visitor.sit_down(made)
    match = f"/api/matches/{made['match']['id']}"
    for _ in range(8):
        visitor.wait_for_question()
        before = house.ask(match)["number"]
        visitor.default.click()
        expect(visitor.page.locator(".refused, [role=alert]")).to_have_count(0)
        visitor.page.wait_for_function(f"fetch('{match}').then(a => a.json()).then(m => m.number > {before})")
    assert visitor.errors == []
