"""Company and time: clocks, talk, private notes, and whose turn it is."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_fitness import GUISES, check

pytestmark = pytest.mark.browser


def make_match(house: House, *seats: str, game: str = "chariot-race", **more: Any) -> dict[str, Any]:
    """A match with these seats: names of people, "open", or "bot:" and the name of a bot."""
    kinds = [
        {"kind": "bot", "bot": seat[4:]}
        if seat.startswith("bot:")
        else {"kind": "open"}
        if seat == "open"
        else {"kind": "human", "name": seat}
        for seat in seats
    ]
    made: dict[str, Any] = house.ask("/api/matches", {"game": game, "seats": kinds, **more})
    return made


def waiting(page: Page) -> Locator:
    return page.get_by_role("group", name="Waiting for")


def said_aloud(page: Page) -> Locator:
    return page.locator("[aria-live=polite].sr")


def open_talk(visitor: Visitor) -> None:
    visitor.page.get_by_role("tab", name="Talk").click()


def say(visitor: Visitor, text: str) -> None:
    line = visitor.page.get_by_label("Say to everybody")
    line.fill(text)
    line.press("Enter")
    expect(line).to_have_value("")


def lines(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("list", name="What was said").get_by_role("listitem")


def set_clock(page: Page, value: str, button: str) -> None:
    page.get_by_role("button", name="Clock:").click()
    dialog = page.get_by_role("dialog", name="The clock")
    dialog.get_by_label("Time for each decision").select_option(value)
    check(page)
    dialog.get_by_role("button", name=button).click()
    expect(dialog).to_have_count(0)


# -- the clock ---------------------------------------------------------------------------------


def test_the_time_runs_out_in_sight_and_an_empty_table_stops_the_clock(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(make_match(house, "Livia", "bot:tiro", seconds=5))
    visitor.wait_for_question()
    clock = waiting(page).get_by_role("timer")
    expect(waiting(page)).to_contain_text("you")
    expect(clock).to_have_text(re.compile(r"0:0[345]"))
    # Near the end a sign and a word, not the colour alone; and it is said, once.
    expect(clock).to_have_text(re.compile(r"!hurry 0:0[123]"))
    expect(said_aloud(page)).to_contain_text(re.compile(r"Hurry: \d seconds? left for Livia"))
    check(page)
    expect(visitor.log.get_by_text("Time: Livia's default was taken.").first).to_be_visible()

    # Nobody answers three times in a row: the clock stops, and runs again with an answer.
    stopped = page.get_by_text("The clock has stopped")
    expect(stopped).to_be_visible()
    expect(page.get_by_role("button", name="Clock: stopped")).to_be_visible()
    expect(clock).to_have_count(0)
    check(page)
    visitor.wait_for_question()
    visitor.default.click()
    visitor.settled()
    expect(stopped).to_have_count(0)
    expect(clock).to_be_visible()
    # Whoever was away finds in the log what the clock has done.
    page.reload()
    expect(visitor.log.get_by_text("Time: Livia's default was taken.").first).to_be_visible()


class SlowRoad:
    """Between a browser and the server: an answer of seat 1 arrives just when its time is up."""

    def __init__(self, page: Page) -> None:
        self.due = 0.0
        page.route_web_socket(re.compile("/socket$"), self._open)

    def _open(self, browser_side: WebSocketRoute) -> None:
        server_side = browser_side.connect_to_server()

        def to_server(message: str | bytes) -> None:
            if '"type":"answer"' in str(message):
                time.sleep(max(0.0, self.due - time.monotonic()))
            server_side.send(message)

        def to_browser(message: str | bytes) -> None:
            told = json.loads(message)
            clock = told.get("clock") or (told.get("match") or {}).get("clock")
            if clock and "0" in clock["left"]:
                self.due = time.monotonic() + clock["left"]["0"]
            browser_side.send(message)

        browser_side.on_message(to_server)
        server_side.on_message(to_browser)


def test_an_answer_after_the_time_is_told_so(visit: Visit, house: House) -> None:
    visitor = visit()
    SlowRoad(visitor.page)
    visitor.sit_down(make_match(house, "Livia", "bot:tiro", seconds=5))
    too_late = visitor.page.get_by_role("alert").filter(has_text="your time is up; the default counts")
    for _ in range(4):  # now and then the server has looked at the clock just before
        visitor.wait_for_question()
        visitor.default.click()
        visitor.settled()
        if too_late.count():
            break
    expect(too_late).to_be_visible()


def test_live_play_becomes_slow_play_and_back(visit: Visit, house: House) -> None:
    livia, marcus, watcher = visit(), visit(), visit()
    made = make_match(house, "Livia", "Marcus", game="circus", seconds=300)
    livia.sit_down(made, 0)
    marcus.sit_down(made, 1)
    watcher.page.goto(f"/m/{made['match']['id']}")
    # Both build their chariots: both have a time, and everybody sees whose it is.
    for visitor, names in ((livia, ["you", "Marcus"]), (watcher, ["Livia", "Marcus"])):
        timers = waiting(visitor.page).get_by_role("listitem")
        expect(timers).to_have_count(2)
        for name, timer in zip(names, timers.all(), strict=True):
            expect(timer).to_have_text(re.compile(rf"{name} 4:[0-5]\d|{name} 5:00"))
    expect(watcher.page.get_by_role("button", name="Clock:")).to_have_count(0)

    set_clock(livia.page, "86400", "Set the clock")
    for visitor in (livia, marcus, watcher):
        expect(visitor.log).to_contain_text("Livia set the clock to 1 day.")
        expect(waiting(visitor.page).get_by_role("timer").first).to_have_text(re.compile("24 h|1 d"))
    # No clock is for all to agree to; who only watches is not asked.
    set_clock(marcus.page, "", "Play without a clock")
    expect(marcus.page.get_by_role("button", name="Withdraw")).to_be_visible()
    proposed = watcher.page.get_by_role("status").filter(has_text="Marcus proposes no clock.").first
    expect(proposed).to_be_visible()
    size = proposed.bounding_box()
    assert size is not None
    assert size["height"] < 130, "a line or two, and the questions stay in sight"
    expect(watcher.page.get_by_role("button", name="Agree")).to_have_count(0)
    expect(livia.page.get_by_role("button", name="Agree")).to_be_visible()
    livia.page.get_by_role("button", name="Agree").click()
    for visitor in (livia, marcus, watcher):
        expect(visitor.log).to_contain_text("Livia agrees: the clock is taken away.")
        expect(waiting(visitor.page).get_by_role("timer")).to_have_count(0)

    # One's own time: 90 minutes; a wrong one is put right.
    livia.page.get_by_role("button", name="Clock: no clock").click()
    dialog = livia.page.get_by_role("dialog", name="The clock")
    dialog.get_by_label("Time for each decision").select_option("own")
    dialog.get_by_label("How many").fill("1")
    dialog.get_by_label("How many").press("Tab")
    expect(dialog.get_by_label("How many")).to_have_value("5")
    dialog.get_by_label("Of what").select_option("minutes")
    dialog.get_by_label("How many").fill("90")
    dialog.get_by_role("button", name="Set the clock").click()
    marcus.page.get_by_role("button", name="Agree").click()
    expect(livia.log).to_contain_text("Marcus agrees: the clock is set to 1 hour 30 minutes.")


# -- talk and notes ------------------------------------------------------------------------------


def test_two_browsers_and_a_spectator_talk_from_the_lobby_to_the_end(visit: Visit, house: House) -> None:
    livia, guest, watcher = visit(), visit(), visit()
    made = make_match(house, "Livia", "open")
    link = f"/m/{made['match']['id']}"
    livia.sit_down(made)
    guest.page.goto(link)
    expect(lines(guest)).to_have_text("Nobody has said anything yet.")
    say(livia, "Who dares?")
    expect(lines(guest)).to_contain_text(["Livia Who dares?"])
    guest.page.get_by_label("Your name").fill("Marcus")
    say(guest, "I do.")
    expect(lines(livia)).to_contain_text(["Who dares?", "Marcus (watching) I do."])
    check(livia.page)
    guest.page.get_by_role("button", name="Take seat").click()

    # At the table the talk waits behind its tab, with the number of lines nobody has read.
    for visitor in (livia, guest):
        expect(visitor.log).to_be_visible()
    watcher.page.goto(link)
    open_talk(guest)
    expect(lines(guest)).to_have_count(2)
    say(guest, "Mind the corner!")
    say(guest, "<b>Ave</b> u s h 1")
    talk = livia.page.get_by_role("tab", name="Talk")
    expect(talk).to_have_text(re.compile(r"Talk\s*2"))
    expect(livia.page.get_by_role("status").filter(has_text="Marcus says: <b>Ave</b> u s h 1")).to_be_attached()
    open_talk(livia)
    expect(talk).to_have_text("Talk")
    expect(lines(livia).nth(3)).to_contain_text("Marcus <b>Ave</b> u s h 1")
    expect(lines(livia).nth(3).locator("svg").first).to_be_visible()  # the seat's crest
    # A spectator has a name too, and no seat's crest.
    open_talk(watcher)
    watcher.page.get_by_label("Your name").fill("Plinius")
    say(watcher, "Panem!")
    for visitor in (livia, guest, watcher):
        expect(lines(visitor).last).to_contain_text("Plinius (watching) Panem!")
        expect(lines(visitor).last.locator("svg")).to_have_count(0)
    # Read is read, also after a reload.
    livia.page.reload()
    expect(livia.page.get_by_role("tab", name="Talk")).to_have_text("Talk")

    for visitor in (livia, guest):
        visitor.page.get_by_role("button", name="Resign").click()
        visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(livia.result).to_be_visible()
    open_talk(livia)
    say(livia, "Well driven.")
    expect(lines(guest).last).to_contain_text("Livia Well driven.")


def test_keys_written_are_no_commands_and_nothing_is_not_said(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    visitor.sit_down(make_match(house, "Livia", "bot:novus", game="circus", options={"each": 1}))
    visitor.wait_for_question()
    while "preparation points" in visitor.question():
        visitor.default.click()
        visitor.settled()
        visitor.wait_for_question()
    dial = page.locator(".decision output")
    speed = dial.inner_text()
    open_talk(visitor)
    page.get_by_label("Say to everybody").press_sequentially("h7 u?-")
    page.get_by_text("Private notes").click()
    notes = page.get_by_label("Private notes of Livia")
    expect(notes).to_be_enabled()
    notes.press_sequentially("h3+")
    expect(dial).to_have_text(speed)
    expect(page.locator(".advice")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    # Nothing visible is nothing said.
    page.get_by_label("Say to everybody").fill("\N{ZERO WIDTH SPACE}")
    page.get_by_role("button", name="Say", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("say something that can be seen")
    say(visitor, "Ave!")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(lines(visitor)).to_contain_text(["Livia Ave!"])


def test_private_notes_survive_a_reload_and_reach_nobody_else(visit: Visit, house: House) -> None:
    livia, marcus = visit(), visit()
    heard: list[str] = []
    marcus.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    made = make_match(house, "Livia", "Marcus", "Livia")
    livia.sit_down(made, 0, 2)
    marcus.sit_down(made, 1)
    open_talk(livia)
    open_talk(marcus)
    page = livia.page
    page.get_by_text("Private notes").click()
    notes = page.get_by_label("Private notes of Livia", exact=True)
    expect(notes).to_be_enabled()
    notes.fill("Marcus brakes late: xylophone")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    # Each seat has its own; what was written last is saved although the page goes at once.
    page.get_by_label("Whose notes").select_option("Livia 2")
    second = page.get_by_label("Private notes of Livia 2")
    expect(second).to_be_enabled()
    expect(second).to_have_value("")
    second.fill("second xylophone")
    page.reload()
    open_talk(livia)
    page.get_by_text("Private notes").click()
    expect(notes).to_have_value("Marcus brakes late: xylophone")
    page.get_by_label("Whose notes").select_option("Livia 2")
    expect(second).to_have_value("second xylophone")
    check(page)

    say(livia, "Talk is heard.")
    expect(lines(marcus).last).to_contain_text("Talk is heard.")
    marcus.page.get_by_text("Private notes").click()
    expect(marcus.page.get_by_label("Private notes of Marcus")).to_be_enabled()
    expect(marcus.page.get_by_label("Private notes of Marcus")).to_have_value("")
    assert [frame for frame in heard if "Talk is heard." in frame]
    assert not [frame for frame in heard if "xylophone" in frame]


# -- whose turn it is ------------------------------------------------------------------------------

HORN = """
    window.horns = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.horns += 1; return start.apply(this, when); };
"""
LOOK_AWAY = """
    Object.defineProperty(document, 'hidden', {get: () => true, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
"""
LOOK_AGAIN = "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'));"


def test_the_title_and_a_horn_tell_whose_turn_it_is(visit: Visit, house: House) -> None:
    livia, marcus = visit(), visit()
    marcus.context.add_init_script(HORN)
    made = make_match(house, "Livia", "Marcus")
    livia.sit_down(made, 0)
    marcus.sit_down(made, 1)

    def pass_the_turn(giver: Visitor, to: str) -> None:
        """Told by the giver's own page: the other's may lag behind."""
        giver.wait_for_question()
        while not waiting(giver.page).get_by_text(to).count():
            giver.wait_for_question()
            giver.answer_carefully()
            giver.settled()

    expect(waiting(marcus.page)).to_be_visible()
    if waiting(marcus.page).get_by_text("you").count():
        pass_the_turn(marcus, "Livia")
    expect(marcus.page).to_have_title("Waiting for Livia - Ludus")
    expect(marcus.page.locator(".decision h2")).to_contain_text("Waiting for Livia")
    marcus.page.evaluate("window.horns = 0")
    marcus.page.evaluate(LOOK_AWAY)
    pass_the_turn(livia, "Marcus")
    expect(marcus.page).to_have_title("● Your move - Ludus")
    marcus.page.evaluate(LOOK_AGAIN)
    expect(marcus.page).to_have_title("Your move - Ludus")
    expect(livia.page).to_have_title("Waiting for Marcus - Ludus")
    assert marcus.page.evaluate("window.horns") == 0  # sounds are off unless they are wanted

    marcus.page.get_by_role("button", name="Sound").click()
    pass_the_turn(marcus, "Livia")
    marcus.page.evaluate("window.horns = 0")
    pass_the_turn(livia, "Marcus")
    marcus.page.wait_for_function("window.horns > 0")


@GUISES
def test_talk_notes_and_clock_have_no_violation(visit: Visit, house: House, scheme: str, size: dict[str, int]) -> None:
    visitor = visit(color_scheme=scheme, **size)
    page = visitor.page
    visitor.sit_down(make_match(house, "Livia", "open", seconds=60))
    expect(page.get_by_text("Clock: 1 minute for each decision")).to_be_visible()
    say(visitor, "Is anybody there?")
    check(page)
    page.get_by_role("button", name="Change the clock").click()
    check(page)
    page.keyboard.press("Escape")
    visitor.sit_down(make_match(house, "Livia", "Marcus", game="circus", seconds=20))
    visitor.wait_for_question()
    expect(waiting(page).locator(".hurry").first).to_be_visible()
    check(page)
    set_clock(page, "300", "Set the clock")
    open_talk(visitor)
    for number in range(4):
        say(visitor, f"A line of talk, number {number}, long enough to need more than one row on a narrow screen.")
    expect(lines(visitor).last).to_contain_text("number 3")
    page.get_by_text("Private notes").click()
    expect(page.get_by_label("Private notes of Livia")).to_be_enabled()
    check(page)
