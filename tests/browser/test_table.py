"""Several people, several windows, lost connections."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, open_switches

pytestmark = pytest.mark.browser


def test_two_browsers_and_bots(visit: Visit) -> None:
    host, guest, watcher = visit(), visit(), visit()
    host.page.goto("/")
    host.page.locator("article", has_text="Chariot Race").get_by_role("link", name="With friends").click()
    host.page.get_by_label("Name of seat 1").fill("Livia")
    host.page.get_by_label("Show on the front page").check()
    host.page.get_by_role("button", name="Open the gates").click()
    expect(host.page.get_by_role("heading", name="At the gates")).to_be_visible()
    link = host.page.get_by_label("Link for your friends").input_value()

    # The guest comes by the front page, the watcher by the link.
    guest.page.goto("/")
    guest.page.get_by_role("listitem").filter(has_text="Livia").filter(has_text="open seat").first.click()
    expect(guest.page).to_have_url(link)
    guest.page.get_by_label("Take a seat as").fill("Cato")  # with the last seat the match begins
    guest.page.get_by_role("button", name="Take seat").click()
    for visitor in (host, guest):
        expect(visitor.page.locator("[data-chariot]")).to_have_count(4)
        expect(visitor.page.get_by_text("Cato").first).to_be_visible()
    watcher.page.goto(link)
    expect(watcher.page.locator("[data-chariot]")).to_have_count(4)
    expect(watcher.page.get_by_text("(you watch)")).to_be_visible()

    for _ in range(8):
        for visitor in (host, guest):
            if visitor.default.count():
                visitor.answer_carefully()
                visitor.settled()
        host.page.wait_for_timeout(150)
    # All three tell the same story.
    host.page.wait_for_timeout(500)
    for visitor in (guest, watcher):
        expect(visitor.log.locator("li > span").first).to_have_text(host.log.locator("li > span").first.inner_text())
    assert watcher.default.count() == 0


def test_taking_a_seat_renames_and_hands_over(visit: Visit, house: House) -> None:
    host = visit()
    host.sit_down(house.make_match("human", "open", "open"))
    page = host.page
    name = page.get_by_label("Name of seat 1")
    name.fill("Scipio")
    name.press("Tab")
    # The same browser takes another seat: a hot seat.
    page.get_by_role("button", name="Take seat").first.click()
    expect(page.get_by_label("Name of seat 2")).to_be_visible()
    page.get_by_role("button", name=re.compile("Start now")).click()
    host.wait_for_question()
    page.get_by_role("button", name="3 seats").click()
    dialog = page.get_by_role("dialog", name="The table")
    expect(dialog.get_by_label("Name of seat 1")).to_have_value("Scipio")
    dialog.get_by_role("button", name="Give to a bot").nth(1).click()
    expect(dialog.get_by_label("Name of seat 2")).to_have_count(0)
    dialog.get_by_role("button", name="Open it").first.click()
    expect(dialog.get_by_role("button", name="Take seat")).to_be_visible()


def test_a_hot_seat_always_shows_who_is_asked(visit: Visit, house: House) -> None:
    visitor = visit()
    visitor.sit_down(house.make_match("human", "human", "human", "human"))
    asked = set()
    for _ in range(16):
        if not visitor.is_asked():
            break
        asked.add(visitor.page.locator(".ask .who strong").inner_text())
        visitor.answer_carefully()
        visitor.settled()
    assert asked == {"Driver 1", "Driver 2", "Driver 3", "Driver 4"}


def test_a_hot_seat_keeps_its_seats_in_the_rematch(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(made := house.make_match("human", "human"))
    for _ in range(2):
        visitor.wait_for_question()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        visitor.settled()
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(re.compile(made["match"]["id"]))
    visitor.wait_for_question()
    page.get_by_role("button", name="2 seats").click()
    expect(page.get_by_role("dialog").get_by_text("yours")).to_have_count(2)


def test_a_reload_in_mid_decision_comes_back_to_it(visit: Visit, house: House) -> None:
    visitor = visit()
    visitor.sit_down(house.make_match("human", "tiro"))
    visitor.wait_for_question()
    visitor.answer_carefully()
    visitor.settled()
    visitor.wait_for_question()
    asked, log = visitor.question(), visitor.log.inner_text()
    visitor.page.reload()
    visitor.wait_for_question()
    assert (visitor.question(), visitor.log.inner_text()) == (asked, log)
    # And the front page knows the match.
    visitor.page.goto("/")
    expect(visitor.page.get_by_text("your turn")).to_be_visible()


def test_a_server_killed_in_mid_race_is_met_again(visit: Visit, own_house: House) -> None:
    visitor = visit(own_house)
    page = visitor.page
    visitor.sit_down(own_house.make_match("human", "human"))
    visitor.wait_for_question()
    visitor.answer_carefully()
    visitor.settled()
    visitor.wait_for_question()
    log = visitor.log.inner_text()
    own_house.die()
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    # An answer given into the dark is not lost either.
    visitor.answer_carefully()
    expect(page.get_by_text("sending ...")).to_be_visible()
    own_house.start()
    expect(page.get_by_text("Back in step")).to_be_visible()
    visitor.settled()
    assert visitor.log.inner_text().startswith(log[:200])
    visitor.wait_for_question()
    visitor.answer_carefully()
    visitor.settled()


class LossyRoad:
    """Between a browser and the server: the first messages of a kind never arrive."""

    def __init__(self, page: Page, kind: str = "update", most: int = 1) -> None:
        self.kind, self.most = kind, most
        self.sent: list[str] = []
        self.lost: list[str] = []
        page.route_web_socket(re.compile("/socket$"), self._open)

    def _open(self, browser_side: WebSocketRoute) -> None:
        server_side = browser_side.connect_to_server()

        def to_server(message: str | bytes) -> None:
            self.sent.append(str(message))
            server_side.send(message)

        def to_browser(message: str | bytes) -> None:
            if f'"type":"{self.kind}"' in str(message) and len(self.lost) < self.most:
                self.lost.append(str(message))
            else:
                browser_side.send(message)

        browser_side.on_message(to_server)
        server_side.on_message(to_browser)


def test_the_next_question_is_answered_though_no_acknowledgement_came(visit: Visit, house: House) -> None:
    visitor = visit()
    road = LossyRoad(visitor.page, "ack", most=3)
    visitor.sit_down(house.make_match("human", "human"))
    for _ in range(3):
        visitor.wait_for_question()
        visitor.default.click()
        visitor.settled()
    visitor.wait_for_question()
    assert len(road.lost) == 3
    assert sum('"type":"answer"' in each for each in road.sent) == 3


def test_a_gap_in_the_numbers_asks_for_everything_anew(visit: Visit, house: House) -> None:
    watcher, driver = visit(), visit()
    road = LossyRoad(watcher.page)
    made = house.make_match("human", "human")
    watcher.page.goto(f"/m/{made['match']['id']}")
    expect(watcher.page.locator("[data-chariot]")).to_have_count(4)
    driver.sit_down(made)
    for _ in range(4):
        driver.wait_for_question()
        driver.answer_carefully()
        driver.settled()
    newest = driver.log.locator("li > span").last.inner_text()
    expect(watcher.log.locator("li > span").last).to_have_text(newest)
    assert road.lost
    assert any('"resync"' in message for message in road.sent)


def test_an_answer_to_an_old_question_is_refused_and_the_match_shown_as_it_stands(visit: Visit, house: House) -> None:
    visitor = visit()
    road = LossyRoad(visitor.page)
    visitor.sit_down(house.make_match("human", "human"))
    visitor.wait_for_question()
    visitor.default.click()
    # Acknowledged, but the page still shows the old question: its update was lost.
    visitor.settled()
    assert road.lost
    visitor.default.click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("no longer open")
    visitor.wait_for_question()
    visitor.answer_carefully()
    visitor.settled()
    expect(visitor.page.get_by_role("alert")).to_have_count(0)


def test_an_unknown_match_is_said_to_be_unknown(visit: Visit) -> None:
    visitor = visit()
    visitor.page.goto("/m/nonsense")
    expect(visitor.page.get_by_text("There is no match at this address")).to_be_visible()


def test_a_wrong_board_file_is_refused_with_the_place(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/new?game=chariot-race")
    open_switches(page)
    page.get_by_label("Board", exact=True).set_input_files(
        {"name": "board.toml", "mimeType": "text/plain", "buffer": b'name = "Nowhere"\nlap_ticks = 0\n'}
    )
    expect(page.get_by_role("alert")).to_contain_text("board")
    page.get_by_role("button", name="Open the gates").click()
    expect(page.get_by_role("alert").last).to_contain_text("board")
    expect(page.get_by_role("alert")).to_have_count(2)  # beside the rules, and beside the button
    page.get_by_label("Board", exact=True).set_input_files([])
    page.get_by_role("button", name="Open the gates").click()
    expect(page.get_by_role("heading", name="At the gates")).to_be_visible()


def test_different_chariots_are_drafted_and_placed(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(house.make_match("human", "human", ruleset="everything"))
    visitor.wait_for_question()
    assert "Which chariot" in visitor.question()
    for _ in range(12):
        visitor.wait_for_question()
        if "start" in visitor.question():
            break
        visitor.default.click()
        visitor.settled()
    expect(page.locator("[data-space]")).to_have_count(6)
    page.locator("[data-space]").nth(2).click()
    visitor.settled()
    expect(page.locator(".log li", has_text="will start on")).to_have_count(1)
