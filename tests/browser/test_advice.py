"""What a newcomer is told: the answer that is offered first."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from ludus.advice.suggestion import EXPERIENCE
from tests.browser.house import House, Visitor

pytestmark = pytest.mark.browser

MOST = 400  # questions
TRACK = Path(__file__).parents[2] / "src/ludus/games/circus/data/track.toml"
ROUND = tomllib.loads((Path(__file__).parents[2] / "examples/boards/short-circuit.toml").read_text())
SHORT = {**tomllib.loads(TRACK.read_text()), "laps": 1, "straight": 20}


def make(house: House, game: str, rivals: list[str], **more: Any) -> dict[str, Any]:
    seats = [{"kind": "human", "name": "Nova"}, *({"kind": "bot", "bot": name} for name in rivals)]
    made: dict[str, Any] = house.ask("/api/matches", {"game": game, "seats": seats, **more})
    return made


@pytest.mark.parametrize(
    ("game", "rivals", "more"),
    [
        ("circus", ["novus"], {"options": {"track": SHORT, "each": 1}}),
        ("gladiator", ["tiro"], {}),
        ("chariot-race", ["tiro"] * 3, {"options": {"board": ROUND}}),
        ("campaign", ["libertus"], {"options": {"races": 1, "race_options": {"track": SHORT}}}),
    ],
)
def test_a_newcomer_who_presses_only_what_is_suggested_finishes(
    browser: Browser, house: House, game: str, rivals: list[str], more: dict[str, Any]
) -> None:
    visitor = Visitor(browser, house, advice=True)
    page = visitor.page
    visitor.sit_down(make(house, game, rivals, **more))
    if game == "campaign":
        page.get_by_role("radio", name="Have it run").click()  # how one drives is shown by the circus
        page.locator("[data-suggested=ready]").focus()
    ready = page.locator("[data-suggested=ready]")
    twice = page.locator("dialog[open] .primary")
    reasons = set()
    for _ in range(MOST):
        ready.or_(visitor.result).or_(twice).first.wait_for()
        if visitor.result.count():
            break
        if not twice.count():
            expect(ready).to_be_focused()
            reasons.add(ready.locator(".why").inner_text())
        asked = page.locator(".decision [data-suggested]").first
        before = asked.get_attribute("data-question")
        if twice.count():
            twice.press("Enter")
        else:
            page.keyboard.press("Enter")
        page.wait_for_function(
            "before => document.querySelector('dialog[open]') || document.querySelector('section[aria-label=Result]')"
            " || document.querySelector('.decision [data-suggested=ready]')?.dataset.question !== before",
            arg=before,
        )
    expect(visitor.result).to_be_visible()
    assert len(reasons) >= 3
    assert EXPERIENCE not in reasons or len(reasons) > 3, "most questions have a reason of their own"
    assert not visitor.errors
    visitor.close()
