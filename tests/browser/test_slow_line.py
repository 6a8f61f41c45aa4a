"""A slow line and a slow machine: the home page is there soon, and what is not needed is not sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House

pytestmark = pytest.mark.browser

LINE = 1_600_000 / 8  # bytes a second
SLOWER = 4  # times, the processor
WITHIN = 2.0  # seconds
MOST_BYTES = 200_000


@pytest.fixture
def quiet_house(tmp_path: Path) -> Iterator[House]:
    """One of its own: where others have played, the home page lists their matches."""
    house = House(tmp_path)
    house.start()
    yield house
    house.stop()


def test_the_home_page_is_there_within_two_seconds(browser: Browser, quiet_house: House) -> None:
    """By what it costs, line and processor one after the other: a clock would measure what else this machine does."""
    context = browser.new_context()
    try:
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Performance.enable")
        devtools.send("Network.enable")
        received: list[float] = []
        devtools.on("Network.loadingFinished", lambda told: received.append(told["encodedDataLength"]))
        page.goto(quiet_house.url, wait_until="commit")
        expect(page.get_by_role("button", name="To the start")).to_be_visible()
        measured = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
        page.wait_for_load_state("networkidle")
        names = "() => performance.getEntriesByType('resource').map(each => each.name)"
        scripts = [name for name in page.evaluate(names) if name.endswith(".js")]
    finally:
        context.close()
    assert sum(received) < MOST_BYTES
    assert not [name for name in scripts if "gladiator" in name or "campaign" in name or "Match" in name]
    assert sum(received) / LINE + SLOWER * measured["ThreadTime"] < WITHIN


def test_a_game_is_loaded_when_it_is_played(browser: Browser, house: House) -> None:
    page = browser.new_page()
    try:
        page.goto(f"{house.url}/learn/gladiator")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        names = page.evaluate("() => performance.getEntriesByType('resource').map(each => each.name).join()")
        assert "gladiator-" in names
        assert "circus-" not in names
    finally:
        page.close()
