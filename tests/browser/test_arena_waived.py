"""What needs no thought is not asked: a man without a move left, and questions somebody does without."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.house import Visitor

pytestmark = pytest.mark.browser


def sit_down_at_both_ends(visitor: Visitor, **more: Any) -> None:
    """Two men of one visitor, too far from each other to fight."""
    seats = [{"kind": "human", "name": name} for name in ("Ann", "Ben")]
    options = {"types": ["heavy", "heavy"], "distance": 5, **more}
    body = {"game": "gladiator", "seats": seats, "options": options}
    visitor.sit_down(visitor.house.ask("/api/matches", body))


def answer(visitor: Visitor, question: str) -> None:
    """Give both men's default answer to this question."""
    for man in ("Verus", "Priscus"):
        expect(visitor.page.locator(".decision h2")).to_contain_text(question)
        expect(visitor.page.locator(".decision h2")).to_contain_text(man)
        visitor.default.click()


def test_nobody_is_asked_again_what_he_does_without(visit: Visit) -> None:
    ann = visit()
    sit_down_at_both_ends(ann)
    asked = ann.page.locator(".decision h2")
    answer(ann, "Phase 1")
    answer(ann, "throw")
    answer(ann, "Phase 2")
    expect(asked).to_contain_text("throw")
    ann.page.get_by_role("button", name="Do not ask me about throws").click()
    answer(ann, "Phase 3")
    ann.page.reload()  # the browser remembers
    answer(ann, "Phase 4")
    expect(asked).to_contain_text("Phase 5")
    ann.page.get_by_role("button", name="Ask me about throws").click()
    answer(ann, "Phase 5")
    answer(ann, "throw")
    expect(asked).to_contain_text("Phase 6")


def test_a_man_without_a_move_left_stands_still_unasked(visit: Visit) -> None:
    ann = visit()
    sent: list[str] = []

    def heard(payload: str | bytes) -> None:
        message = json.loads(payload)
        if message["type"] == "answer" and message["seat"] == 0:
            sent.append(message["choice"])

    ann.page.on("websocket", lambda socket: socket.on("framesent", heard))
    sit_down_at_both_ends(ann, throws=False)
    asked = ann.page.locator(".decision h2")
    order = ann.page.get_by_role("textbox", name="The order in the rulebook's notation")
    for phase in range(1, 6):  # a heavy man has four moves in eight phases, and may overexert himself for one more
        for _ in range(2):
            expect(asked).to_contain_text(f"Phase {phase}")
            expect(order).to_have_value("-")
            order.fill("(R)X")
            ann.default.click()
            ann.settled()
    expect(asked).to_contain_text("Phase 1")
    assert sent == ["(R)X"] * 5 + ["-"] * 3
