"""Standing orders in the browser: written, read back, confirmed, and seen at work by the others."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_circus import build
from tests.browser.test_fitness import GUISES, PHONE, check

pytestmark = pytest.mark.browser


def make_race(house: House, *people: str) -> dict[str, Any]:
    """Eight chariots: these people and bots."""
    seats: list[dict[str, str]] = [{"kind": "human", "name": name} for name in people]
    seats += [{"kind": "bot", "bot": "novus"}] * (8 - len(people))
    made: dict[str, Any] = house.ask("/api/matches", {"game": "circus", "seats": seats})
    return made


def open_orders(page: Page) -> Locator:
    page.get_by_role("button", name="Orders").click()
    dialog = page.get_by_role("dialog", name="Standing orders")
    expect(dialog.get_by_role("button", name="Read them back to me")).to_be_visible()
    return dialog


def choose(dialog: Locator, name: str, label: str) -> None:
    dialog.get_by_role("combobox", name=name, exact=True).select_option(label=label)


def log_of(visitor: Visitor) -> Locator:
    tab = visitor.page.get_by_role("tab", name="Log")
    if tab.count() and tab.get_attribute("aria-selected") == "false":
        tab.click()
    return visitor.log


def test_orders_drive_for_who_has_left_and_the_others_read_it(visit: Visit, house: House) -> None:
    made = make_race(house, "Ann", "Bob")
    ann, bob = visit(), visit(**PHONE)
    ann.sit_down(made, 0)
    bob.sit_down(made, 1)
    for each in (ann, bob):
        each.wait_for_question()
        each.default.click()
        each.settled()
    build(ann)

    # Written down, read back, changed, read back again and confirmed.
    page = ann.page
    dialog = open_orders(page)
    choose(dialog, "Write", "always this number")
    dialog.get_by_role("spinbutton", name="Speed", exact=True).fill("7")
    dialog.get_by_role("button", name="Read them back to me").click()
    expect(dialog.get_by_role("heading", name="Is this what you want?")).to_be_focused()
    expect(dialog).to_contain_text("My speed: always 7, or the highest now possible if that is less.")
    check(page)
    dialog.get_by_role("button", name="Change them").click()
    dialog.get_by_role("spinbutton", name="Speed", exact=True).fill("6")
    dialog.get_by_role("button", name="Read them back to me").click()
    expect(dialog).to_contain_text("My speed: always 6,")
    expect(log_of(bob)).not_to_contain_text("standing orders")
    dialog.get_by_role("button", name="Yes, these are my orders").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Orders: on")).to_be_visible()
    expect(log_of(bob)).to_contain_text("Ann gave standing orders.")
    bob.page.get_by_role("button", name="8 seats").click()
    expect(bob.page.get_by_role("dialog", name="The table")).to_contain_text("here, standing orders on")
    bob.page.keyboard.press("Escape")

    # While she is here they do nothing; when she has left they write, and later drive.
    page.wait_for_timeout(2500)
    expect(log_of(bob)).not_to_contain_text("Ann's standing orders")
    page.goto("/rules")
    expect(log_of(bob)).to_contain_text("Ann's standing orders have answered.", timeout=40_000)
    frames = bob.page.evaluate("document.body.innerText")
    assert not re.search(r"Speeds:", frames), "her speed is secret until his is written"
    bob.page.get_by_role("tab", name="Your move").click()
    for _ in range(40):
        if bob.page.get_by_text(re.compile(r"Ann's standing orders: \w+ ")).count():
            break
        if bob.default.count():
            bob.default.click()
            bob.settled()
        bob.page.wait_for_timeout(500)
    expect(log_of(bob)).to_contain_text(re.compile(r"Speeds: .*\b6\b"))
    expect(log_of(bob)).to_contain_text(re.compile(r"Ann's standing orders: \w+ "))

    # Whoever comes back finds it in the log.
    ann.sit_down(made, 0)
    expect(log_of(ann)).to_contain_text("Ann gave standing orders.")
    expect(log_of(ann)).to_contain_text("Ann's standing orders have answered.")
    dialog = open_orders(page)
    expect(dialog.get_by_role("spinbutton", name="Speed", exact=True)).to_have_value("6")
    dialog.get_by_role("button", name="Switch off").click()
    expect(dialog.get_by_role("button", name="Switch off")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(log_of(bob)).to_contain_text("Ann's standing orders are off.")
    expect(page.get_by_role("button", name="Orders", exact=True)).to_be_visible()


@GUISES
def test_the_form_by_keyboard_on_any_screen(visit: Visit, house: House, size: dict[str, int], scheme: str) -> None:
    visitor = visit(color_scheme=scheme, **size)
    page = visitor.page
    visitor.sit_down(make_race(house, "Ann"))
    visitor.wait_for_question()
    page.get_by_role("button", name="Orders").press("Enter")
    dialog = page.get_by_role("dialog", name="Standing orders")
    choose(dialog, "Attack", "only these")
    choose(dialog, "Whip the team", "where no throw reaches a corner")
    check(page)
    inside, room = dialog.evaluate("dialog => [dialog.scrollWidth, dialog.clientWidth]")
    assert inside <= room, "nothing is cut off at the side"

    # Rules: one more, moved up, another removed.
    dialog.get_by_role("button", name="Add a rule").press("Enter")
    choose(dialog, "Rule 2: When", "Gold")
    choose(dialog, "Rule 2: And", "my endurance is under")
    endurance = dialog.get_by_role("spinbutton", name="Rule 2: Endurance")
    endurance.fill("9")
    choose(dialog, "Rule 2: Then", "brake")
    check(page)
    dialog.get_by_role("button", name="Rule 2 up").press("Enter")
    expect(dialog.get_by_role("combobox", name="Rule 1: When")).to_have_value("gold")
    dialog.get_by_role("button", name="Remove rule 2").press("Enter")
    expect(dialog.get_by_role("combobox", name="Rule 2: When")).to_have_count(0)
    dialog.get_by_role("checkbox", name="Red").press("Space")

    dialog.get_by_role("combobox", name="Write", exact=True).focus()
    dialog.get_by_role("button", name="Read them back to me").press("Enter")
    expect(dialog).to_contain_text(
        "When Gold attacks in any way and my endurance is under 9: brake; if that is not possible, hold."
    )
    expect(dialog).to_contain_text(re.compile(r"Attacks: (?!Red).*within reach"))
    check(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Orders", exact=True)).to_be_visible()


def test_what_is_not_possible_is_said(visit: Visit, house: House) -> None:
    visitor = visit()
    visitor.sit_down(make_race(house, "Ann"))
    visitor.wait_for_question()
    dialog = open_orders(visitor.page)
    choose(dialog, "Attack", "only these")
    whom = dialog.get_by_role("group", name="Whom")
    for box in whom.get_by_role("checkbox").all():
        box.uncheck()
    dialog.get_by_role("button", name="Read them back to me").click()
    expect(dialog.get_by_role("alert")).to_contain_text("orders, whom takes at least one of red")
    check(visitor.page)


def test_orders_are_given_in_the_lobby(visit: Visit, house: House) -> None:
    ann = visit()
    page = ann.page
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "open"}]
    ann.sit_down(house.ask("/api/matches", {"game": "circus", "seats": seats}))
    page.get_by_role("button", name="Give orders for when you are away").click()
    dialog = page.get_by_role("dialog", name="Standing orders")
    dialog.get_by_role("button", name="Read them back to me").click()
    dialog.get_by_role("button", name="Yes, these are my orders").click()
    expect(page.get_by_text("Standing orders: on")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Start now").click()
    ann.wait_for_question()
    expect(page.get_by_role("button", name="Orders: on")).to_be_visible()
