"""A real server and what a visitor does in a real browser."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page

SERVE = Path(__file__).parent / "serve.py"
WAIT = 30_000  # milliseconds; the machine may be busy


class House:
    """The server as a process of its own, on a folder of its own, with the exercises of the house or of a test."""

    def __init__(self, data: Path, scenarios: Path | None = None, post: str = "") -> None:
        self.data = data
        self.program = [str(SERVE), *(["--scenarios", str(scenarios)] if scenarios else [])]
        self.program += ["--post", post] if post else []
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """On any free port at first, on the same one after a restart."""
        self.process = subprocess.Popen(
            [sys.executable, *self.program, "--data", str(self.data), "--port", str(self.port), "--no-limits"],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, f"the server said {said!r} instead of its address"
        self.port = int(found[1])

    def die(self) -> None:
        """Without a warning, in the middle of things."""
        self.stop(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, body: Any = None) -> Any:
        """The REST part, for what a test needs beforehand."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def make_match(self, *seats: str, ruleset: str = "standard") -> dict[str, Any]:
        """A match with these seats: "human", "open" or the name of a bot."""
        kinds = [
            {"kind": seat, "name": f"Driver {number}" if seat == "human" else None}
            if seat in ("human", "open")
            else {"kind": "bot", "bot": seat}
            for number, seat in enumerate(seats, start=1)
        ]
        made: dict[str, Any] = self.ask("/api/matches", {"game": "chariot-race", "seats": kinds, "ruleset": ruleset})
        return made


def open_switches(page: Page) -> None:
    """Every switch of the house rules, where a match is made."""
    page.get_by_text("House rules: every switch").click()
    for group in page.locator("details.group:not([open]) > summary").all()[::-1]:  # what is opened is no longer found
        group.click()


class Visitor:
    """Somebody at a browser. Animation, covers between two people and suggestions are off where no test is about them.

    What is looked for all the time is looked for by CSS: asking for roles and texts goes through the whole page.
    """

    def __init__(
        self,
        browser: Browser,
        house: House,
        *,
        width: int = 1280,
        height: int = 860,
        speed: str = "off",
        cover: bool = False,
        advice: bool = False,
        **more: Any,
    ) -> None:
        self.house = house
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, base_url=house.url, **more
        )
        self.context.set_default_timeout(WAIT)
        self.hosts: set[str] = set()
        self.context.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))
        settings = {"speed": speed, "cover": cover, "advice": advice}
        # Only what is not there yet: a reload must find what the visitor chose.
        self.context.add_init_script(
            f"localStorage['ludus.settings'] ??= {json.dumps(json.dumps(settings))}",
        )
        self.errors: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def sit_down(self, made: dict[str, Any], *seats: int) -> None:
        """Open a match holding these seats of it (all that were given out, when none is named)."""
        tokens = [held for held in made["tokens"] if not seats or held["seat"] in seats]
        # Before the client looks for them, and only once: a reload must find what it kept since.
        self.page.add_init_script(
            f"if (!sessionStorage['{made['match']['id']}']) {{"
            f"sessionStorage['{made['match']['id']}'] = 'sat down';"
            f"localStorage['ludus.tokens'] = {json.dumps(json.dumps(tokens))} }}"
        )
        self.page.goto(f"/m/{made['match']['id']}")

    @property
    def default(self) -> Locator:
        """The answer that Enter gives."""
        return self.page.locator(".decision [data-default]:not([disabled])").first

    @property
    def result(self) -> Locator:
        return self.page.locator("section[aria-label='Result']")

    def wait_for_question(self) -> None:
        self.default.wait_for()

    def is_asked(self) -> bool:
        """Wait until there is a question here, or the race is over."""
        self.default.or_(self.result).first.wait_for(timeout=2 * WAIT)
        return self.result.count() == 0

    @property
    def log(self) -> Locator:
        return self.page.locator("ol[aria-label='What happened']")

    def question(self) -> str:
        return self.page.locator(".decision h2").inner_text()

    def answer_carefully(self) -> None:
        """The first of the answers that cost least; the default where nothing is at stake."""
        for tone in ("good", "fair", "bad"):
            choice = self.page.locator(f".decision .answer.{tone}:not([disabled])")
            if choice.count() and choice.first.is_visible():
                choice.first.click()
                return
        self.default.click()

    @property
    def camera(self) -> Locator:
        """What is drawn of the board, moved and scaled."""
        return self.page.locator(".frame .camera")

    def scale(self) -> float:
        return float(self.camera.evaluate("each => new DOMMatrix(getComputedStyle(each).transform).a"))

    def drag_board(self, x: int, y: int) -> None:
        """By so many pixels; it must have followed."""
        before = self.camera.get_attribute("style")
        self.page.mouse.move(450, 350)
        self.page.mouse.down()
        self.page.mouse.move(450 + x, 350 + y, steps=4)
        self.page.mouse.up()
        assert self.camera.get_attribute("style") != before

    def settled(self) -> None:
        """The answer is on its way and came back acknowledged."""
        self.page.locator(".decision .sending").wait_for(state="detached")

    def race_to_the_end(self) -> None:
        while self.is_asked():
            self.answer_carefully()
            self.settled()

    def close(self) -> None:
        self.context.close()
        assert self.errors == [], f"errors in the page: {self.errors}"
        assert self.hosts <= {self.house.url.partition("//")[2]}, f"foreign hosts were asked: {self.hosts}"
