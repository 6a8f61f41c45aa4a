"""An account from its making to its end, on two devices, with Chromium's own authenticator."""

from __future__ import annotations

import dataclasses
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from playwright.sync_api import Locator, Page, expect

from ludus.server.players import LEAST_ANSWERS
from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_company import make_match
from tests.browser.test_fitness import PHONE, check
from tests.server.test_accounts import Letters

pytestmark = pytest.mark.browser


class ByName(House):
    """The same house under a name: browsers make no passkeys for a bare address."""

    def __init__(self, house: House) -> None:
        super().__init__(house.data)
        self.port, self.process = house.port, house.process

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"


@dataclasses.dataclass
class Key:
    """A passkey's device, as Chromium plays it."""

    session: Any
    id: str

    @classmethod
    def plug_in(cls, visitor: Visitor) -> Key:
        session = visitor.context.new_cdp_session(visitor.page)
        session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True,
        }  # fmt: skip
        made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        return cls(session, made["authenticatorId"])

    def hand_over(self, other: Key) -> None:
        """As a telephone that both devices can reach."""
        for credential in self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]:
            other.session.send("WebAuthn.addCredential", {"authenticatorId": other.id, "credential": credential})


def test_an_account_from_its_making_to_its_end(visit: Visit, own_house: House) -> None:
    named = ByName(own_house)
    bare = visit(own_house)
    bare.page.goto("/you")
    expect(bare.page.get_by_role("link", name="open this house as localhost")).to_be_visible()
    desk, phone = visit(named), visit(named, **PHONE)
    desk_key, phone_key = Key.plug_in(desk), Key.plug_in(phone)
    page = desk.page
    page.goto("/you")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_visible()
    check(page)
    page.get_by_label("Name", exact=True).fill("Agrippina")
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_text("Your account is made")).to_be_visible()
    expect(page.get_by_text("Nothing yet.")).to_be_visible()
    # A light race against a bot, lost after some turns.
    page.goto("/")
    made = page.evaluate(
        """async () => {
            const seats = [{ kind: "human", name: "Agrippina" }, { kind: "bot", bot: "random" }];
            const body = JSON.stringify({ game: "chariot-race", seats });
            const headers = { "Content-Type": "application/json" };
            return (await fetch("/api/matches", { method: "POST", headers, body })).json();
        }"""
    )
    desk.sit_down(made)
    sure = page.locator("dialog[aria-label='Do you mean it?'] .primary")
    for _ in range(LEAST_ANSWERS):
        desk.wait_for_question()
        desk.answer_carefully()
        sure.or_(page.locator(".decision:not(:has(.sending))")).first.wait_for()
        if sure.count():
            sure.click()
        desk.settled()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(desk.result).to_be_visible()
    # On the telephone, signed in with the same passkey: the seat is there, and the race in the history.
    desk_key.hand_over(phone_key)
    phone.page.goto("/you")
    phone.page.get_by_role("button", name="Sign in with a passkey").click()
    record = phone.page.locator("section").filter(has=phone.page.get_by_role("heading", name="Your record"))
    expect(record).to_contain_text("1 played")
    expect(record.get_by_role("img", name="Rating over 1 matches")).to_be_visible()
    expect(record.get_by_role("rowheader", name="random")).to_be_visible()
    check(phone.page)
    phone.page.goto("/")
    expect(phone.page.get_by_role("link", name=re.compile("Agrippina"))).to_be_visible()
    phone.page.get_by_role("link", name="The best of this house").click()
    expect(phone.page.locator("li.me")).to_contain_text("Agrippina")
    check(phone.page)
    # Signed out, the seat is gone from there; signed in, it is back.
    phone.page.goto("/you")
    phone.page.get_by_role("button", name="Sign out").click()
    expect(phone.page.get_by_text("Your seats have left this device")).to_be_visible()
    assert phone.page.evaluate("localStorage['ludus.tokens']") == "[]"
    phone.page.get_by_role("button", name="Sign in with a passkey").click()
    # Exported and deleted from there.
    with phone.page.expect_download() as download:
        phone.page.get_by_role("link", name="Export all about me").click()
    assert "Agrippina" in download.value.path().read_text()
    phone.page.get_by_role("button", name="Delete my account").click()
    dialog = phone.page.get_by_role("dialog", name="Delete your account?")
    check(phone.page)
    expect(dialog.get_by_role("button", name="Delete for good")).to_be_disabled()
    dialog.get_by_label("Type your name").fill("Agrippina")
    dialog.get_by_role("button", name="Delete for good").click()
    expect(phone.page.get_by_text("Your account is deleted.")).to_be_visible()
    # The desk is signed out, too, and the race has her name no more.
    page.goto("/you")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_visible()
    page.goto(f"/m/{made['match']['id']}")
    expect(page.get_by_role("main")).not_to_contain_text("Agrippina")


@pytest.fixture
def post(tmp_path: Path) -> Iterator[tuple[House, Letters]]:
    """A house that writes letters, and where they arrive."""
    letters = Letters()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    office = Controller(letters, hostname="127.0.0.1", port=port)
    office.start()
    house = House(tmp_path, post=f"smtp://127.0.0.1:{port}")
    house.start()
    yield house, letters
    house.stop()
    office.stop()


def account_card(page: Page) -> Locator:
    return page.locator("section").filter(has=page.get_by_role("heading", name="Your account"))


def test_by_letter_and_with_a_second_passkey(visit: Visit, post: tuple[House, Letters]) -> None:
    house, letters = post
    named = ByName(house)
    desk, phone = visit(named), visit(named, **PHONE)
    Key.plug_in(desk)
    Key.plug_in(phone)

    def open_letter(page: Page, count: int) -> None:
        for _ in range(200):
            if len(letters.codes) >= count:
                break
            page.wait_for_timeout(50)
        page.goto(f"/you#letter={letters.codes[count - 1]}")
        page.reload()
        check(page)
        page.get_by_role("button", name="I asked for it, go on").click()
        expect(page.get_by_text("you are signed in")).to_be_visible()
        assert "letter" not in page.url, "the code stays neither in the address nor in the history"

    # An account by letter alone, and a passkey besides.
    page = desk.page
    page.goto("/you")
    page.get_by_label("Name", exact=True).fill("Agrippina")
    account_card(page).get_by_label("E-mail").fill("agrippina@example.org")
    page.get_by_role("button", name="Make an account by e-mail").click()
    expect(page.get_by_text("Open the link in the letter")).to_be_visible()
    open_letter(page, 1)
    page.get_by_text("Devices and ways in").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("This device has a passkey now.")).to_be_visible()
    # The telephone comes in by a letter, and gets a passkey of its own.
    page = phone.page
    page.goto("/you")
    account_card(page).get_by_label("E-mail").fill("Agrippina@example.org")
    page.get_by_role("button", name="Sign in by e-mail").click()
    expect(page.get_by_text("a letter with a link is on its way")).to_be_visible()
    open_letter(page, 2)
    page.get_by_text("Devices and ways in").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("This device has a passkey now.")).to_be_visible()
    expect(page.get_by_text("Passkey made with")).to_have_count(2)
    page.get_by_role("button", name="Sign out", exact=True).last.click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("You are Agrippina")).to_be_visible()
    # From there the desk's is taken away, and opens nothing any more.
    page.get_by_text("Devices and ways in").click()
    page.get_by_role("button", name=re.compile("Remove the passkey")).first.click()
    expect(page.get_by_text("Passkey made with")).to_have_count(1)
    check(page)
    page = desk.page
    page.get_by_role("button", name="Sign out", exact=True).last.click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_text("You are Agrippina")).to_have_count(0)
    # Links to hand on name the house as others find it.
    made = make_match(house, "Livia", "open")
    page.goto(f"/m/{made['match']['id']}")
    expect(page.get_by_label("Link for your friends")).to_have_value(f"http://club.example/m/{made['match']['id']}")


def test_the_mark_of_an_account_at_the_table(visit: Visit, own_house: House) -> None:
    named = ByName(own_house)
    livia, other = visit(named), visit(named, **PHONE)
    Key.plug_in(livia)
    page = livia.page
    page.goto("/you")
    page.get_by_label("Name", exact=True).fill("Livia")
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_text("Your account is made")).to_be_visible()
    made = page.evaluate(
        """async () => {
            const seats = [{ kind: "human", name: "Livia" }, { kind: "human", name: "Incognita" }, { kind: "open" }];
            const body = JSON.stringify({ game: "chariot-race", seats });
            const headers = { "Content-Type": "application/json" };
            return (await fetch("/api/matches", { method: "POST", headers, body })).json();
        }"""
    )
    other.page.goto(f"/m/{made['match']['id']}")
    rows = other.page.locator("main li")
    expect(rows.filter(has_text="Livia")).to_contain_text("has an account here")
    expect(rows.filter(has_text="Incognita")).not_to_contain_text("account")  # who sits by another name is not told of
    check(other.page)
