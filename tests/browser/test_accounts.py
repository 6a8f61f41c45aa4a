"""An account from its making to its end, on two devices, with Chromium's own authenticator."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from ludus.server.players import LEAST_ANSWERS
from tests.browser.conftest import Visit
from tests.browser.house import House, Visitor
from tests.browser.test_fitness import PHONE, check

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
