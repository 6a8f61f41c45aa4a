"""People: their seats on two devices, joining, old matches, and messages that arrive."""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.test_company import make_match
from tests.browser.test_fitness import PHONE, check

pytestmark = pytest.mark.browser


def private_link(page: Page) -> str:
    """What the QR code says, too."""
    link = page.get_by_label(re.compile("private link", re.IGNORECASE)).input_value()
    expect(page.get_by_role("img", name="QR code of the link")).to_have_attribute("data-link", link)
    return link


def test_one_seat_on_two_devices(visit: Visit, house: House) -> None:
    desk, phone = visit(), visit(**PHONE)
    desk.sit_down(make_match(house, "Livia", "bot:tiro"))
    desk.wait_for_question()
    desk.page.get_by_role("button", name="2 seats").click()
    desk.page.get_by_text("Your seat on your other device").click()
    check(desk.page)
    link = private_link(desk.page)
    desk.page.keyboard.press("Escape")
    phone.page.goto(link)
    phone.wait_for_question()
    assert "#" not in phone.page.url, "it is not left for whoever looks over the shoulder"
    phone.answer_carefully()
    phone.settled()
    phone.wait_for_question()
    # The desk has seen it, and still has the seat.
    expect(desk.page.locator(".decision h2")).to_have_text(phone.question())


def test_two_people_on_two_devices_each_with_a_pass(visit: Visit, house: House) -> None:
    made = make_match(house, "Livia", "Cato", "open")
    phones = []
    for number, seat in enumerate(made["tokens"]):
        desk, phone = visit(), visit(**PHONE)
        desk.sit_down(made, seat["seat"])
        expect(desk.page.get_by_role("heading", name="At the gates")).to_be_visible()
        desk.page.goto("/you")
        desk.page.get_by_role("button", name="Make a pass").click()
        link = private_link(desk.page)
        phone.page.goto(link)
        phone.page.get_by_role("button", name="It is mine, use it here").click()
        expect(phone.page.get_by_text("are on this device now")).to_be_visible()
        if not number:
            check(desk.page)
            check(phone.page)
        phones.append((desk, phone))
    # Both play on from the telephone, in a match that was found by the pass alone.
    house.ask(f"/api/matches/{made['match']['id']}/seats/2/take", {"name": "Nero"})
    for _, phone in phones:
        phone.page.goto("/")
        phone.page.get_by_role("link", name=re.compile("Livia, Cato")).first.click()
        expect(phone.page.locator("[data-chariot]").first).to_be_visible()
        expect(phone.page.get_by_role("button", name="3 seats")).not_to_contain_text("you watch")
    # A renewed pass shuts out the old one, but no seat.
    desk, phone = phones[0]
    desk.page.get_by_role("button", name="Renew it").click()
    expect(desk.page.get_by_text("This is your new pass")).to_be_visible()
    phone.page.goto(link_of(desk.page))
    phone.page.get_by_role("button", name="It is mine, use it here").click()
    expect(phone.page.get_by_text("are on this device now")).to_be_visible()
    desk.page.get_by_role("button", name="Revoke it").click()
    expect(desk.page.get_by_role("button", name="Make a pass")).to_be_visible()


def link_of(page: Page) -> str:
    return page.get_by_label("Your pass, as a private link").input_value()


def test_the_joiner_is_asked_for_a_name_and_the_lobby_says_what_is_played(visit: Visit, house: House) -> None:
    host, guest = visit(), visit(**PHONE)
    made = make_match(house, "Livia", "open", "open", seconds=86400)
    host.sit_down(made)
    guest.page.goto(f"/m/{made['match']['id']}")
    lobby = guest.page.get_by_role("main")
    expect(lobby).to_contain_text("Chariot Race, 3 seats, 2 open.")
    expect(lobby).to_contain_text("Here now: Livia")
    expect(lobby).to_contain_text("1 day for each decision")
    # This house listens on this machine alone, and says so.
    expect(lobby).to_contain_text("Only this computer can open this link")
    guest.page.get_by_role("button", name="QR code").click()
    check(guest.page)
    guest.page.get_by_role("button", name="Take seat").first.click()
    dialog = guest.page.get_by_role("dialog", name="What shall the others call you?")
    check(guest.page)
    dialog.get_by_label("Your name").fill("Cato")
    dialog.get_by_role("button", name="Sit down").click()
    expect(host.page.get_by_role("main")).to_contain_text("Here now: Livia, Cato")


def test_old_matches_are_hidden_and_deleted(visit: Visit, house: House) -> None:
    visitor = visit()
    page = visitor.page
    # Nobody is asked in the lobby, so it can be hidden.
    made = make_match(house, "Livia", "open", "bot:tiro")
    visitor.sit_down(made)
    expect(page.get_by_role("heading", name="At the gates")).to_be_visible()
    page.goto("/")
    row = page.locator(f"a[href='/m/{made['match']['id']}']")
    expect(row).to_have_count(1)
    page.get_by_role("button", name="Hide: Livia").click()
    expect(row).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Show 1 hidden").click()
    expect(row).to_have_count(1)
    check(page)
    page.get_by_role("button", name="Delete for good: Livia").click()
    expect(row).to_have_count(0)
    page.goto(f"/m/{made['match']['id']}")
    expect(page.get_by_text("There is no match at this address")).to_be_visible()


def test_a_push_arrives(visit: Visit, house: House) -> None:
    visitor = visit(permissions=["notifications"])
    page = visitor.page
    page.goto("/you")
    expect(page.get_by_role("heading", name="When it is your turn")).to_be_visible()
    check(page)
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
    worker = visitor.context.service_workers[0]
    # A browser without a head has no place to show it.
    worker.evaluate(
        "() => { self.shown = []; registration.showNotification = async (title, more) => shown.push({ title, more }) }"
    )
    session = visitor.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    news = {"title": "It is your turn: Chariot Race", "text": "They wait for Livia.", "path": "/m/x", "match": "x"}
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": house.url,
            "registrationId": registrations[-1]["registrationId"],
            "data": json.dumps({**news, "off": "abc"}),
        },
    )
    page.wait_for_timeout(100)
    for _ in range(100):
        if shown := worker.evaluate("self.shown"):
            break
        page.wait_for_timeout(50)
    (one,) = shown
    assert (one["title"], one["more"]["body"], one["more"]["tag"]) == (news["title"], news["text"], "x")
    assert one["more"]["data"] == {"path": "/m/x", "off": "abc"}


def test_a_message_is_switched_off_by_the_link_in_it(visit: Visit, house: House) -> None:
    visitor = visit()
    house.ask("/api/notices", {"kind": "hook", "hook": {"url": "https://a.example/", "shape": "json"}, "seats": []})
    with sqlite3.connect(house.data / "ludus.sqlite3") as database:
        (code,) = database.execute("SELECT off FROM targets WHERE kind = 'hook'").fetchone()
    visitor.page.goto(f"/you#off={code}")
    expect(visitor.page.get_by_text("no more of these messages")).to_be_visible()
    visitor.page.goto("/")
    visitor.page.goto(f"/you#off={code}")
    expect(visitor.page.get_by_role("alert")).to_contain_text("switched off already")
    assert "#" not in visitor.page.url


def test_it_can_be_installed(visit: Visit) -> None:
    visitor = visit()
    visitor.page.goto("/")
    session = visitor.context.new_cdp_session(visitor.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["start_url"] == "/"
