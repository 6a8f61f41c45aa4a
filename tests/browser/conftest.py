"""A server with the built client, and a Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tools import chromium

from ludus.server.settings import STATIC
from tests.browser.house import WAIT, House, Visitor

expect.set_options(timeout=WAIT)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    # No page lives long enough for what optimising its scripts would save.
    "--js-flags=--no-opt --no-maglev",
]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Gone when a test of another folder comes next: Playwright's event loop and others do not go together."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    assert (STATIC / "index.html").exists(), "the client is not built; run: python tools/web.py build"
    house = House(tmp_path_factory.mktemp("house"))
    house.start()
    yield house
    house.stop()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server that the test may kill."""
    house = House(tmp_path)
    house.start()
    yield house
    house.stop()


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Open a browser window of one's own: `visit(width=390)`. Errors and foreign hosts are found at the end."""
    visitors: list[Visitor] = []

    def visit(at: House = house, **more: Any) -> Visitor:
        visitors.append(Visitor(browser, at, **more))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.close()
