"""Signing up and in by a link in a letter, where the keeper of the house has named a mail server."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import Connection, func, select, update

from ludus.server import accounts
from ludus.server.accounts import Account, Challenge
from ludus.server.mail import Letter
from ludus.server.problems import Problem
from ludus.server.sql_tables import accounts as accounts_table
from ludus.server.sql_tables import challenges

if TYPE_CHECKING:
    from ludus.server.hall import Hall

SIGN_UP, SIGN_IN, ADD, NOBODY = "letter-sign-up", "letter-sign-in", "letter-add", "letter-nobody"
MINUTES = 30.0
MOST = 3  # letters to one address in that time


def can_write(hall: Hall) -> bool:
    return bool(hall.settings.smtp and hall.settings.address)


async def ask(hall: Hall, mail: str, name: str | None, who: Account | None) -> None:
    """Write to this address: to add it to the account of who is signed in, to sign in to the account that has it, or
    with a name to make one. Nobody is told here which it is: whose the address is, only its owner reads."""
    if not can_write(hall):
        message = "this house sends no letters; its keeper can name a mail server and its own address"
        raise Problem(409, "no-letters", message)
    address = mail.casefold()

    def look(connection: Connection) -> Challenge:
        written = select(func.count()).where(challenges.c.mail == address, challenges.c.expires > time.time())
        if (connection.execute(written).scalar() or 0) >= MOST:
            raise Problem(429, "too-fast", f"{MOST} letters are under way to {mail}; look there, or wait half an hour")
        owner = connection.execute(select(accounts_table).where(accounts_table.c.mail == address)).first()
        if who is not None:
            return Challenge(ADD if owner is None else NOBODY, {"account": who.id}, address)
        called = None if name is None else accounts.free_name(connection, name)
        if owner is not None:
            return Challenge(SIGN_IN, {"account": owner.id, "name": owner.name}, address)
        if called is not None:
            return Challenge(SIGN_UP, {"account": accounts.new_account_id(), "name": called}, address)
        return Challenge(NOBODY, {}, address)

    asked = await hall.store.read(look)
    code = await accounts.challenge(hall, asked, MINUTES)
    if asked.kind != NOBODY:
        hall.messenger.post_later(_letter(asked, mail, hall.messenger.link(f"/you#letter={code}")))


def _letter(asked: Challenge, mail: str, link: str) -> Letter:
    says = {
        SIGN_UP: f"This link makes the account {asked.body.get('name')}:",
        SIGN_IN: f"This link signs you in as {asked.body.get('name')}:",
        ADD: "This link adds this address to your account. Open it where you are signed in:",
    }[asked.kind]
    end = "It is good for half an hour, and once. If you did not ask for it, do nothing."
    return Letter(mail, "Ludus: your link", f"{says}\n\n{link}\n\n{end}\n")


async def open_letter(hall: Hall, code: str, device: str, who: Account | None) -> str | None:
    """What the link stands for is done; what the cookie of a new session says."""
    asked = await accounts.look_at(hall, code, SIGN_UP, SIGN_IN, ADD)
    if asked.kind == ADD and (who is None or who.id != asked.body["account"]):
        raise accounts.not_signed_in()
    account_id = str(asked.body["account"])

    def job(connection: Connection) -> str | None:
        accounts.use_up(connection, code)
        owner = connection.execute(select(accounts_table.c.id).where(accounts_table.c.mail == asked.mail)).scalar()
        if asked.kind == ADD:
            if owner is not None and owner != account_id:
                raise Problem(409, "mail-taken", "another account has this address by now")
            mine = update(accounts_table).where(accounts_table.c.id == account_id)
            connection.execute(mine.values(mail=asked.mail))
            return None
        if asked.kind == SIGN_UP and owner is None:
            accounts.make_account(connection, account_id, str(asked.body["name"]), asked.mail)
        elif owner is None:
            raise accounts.used_up()  # the account is deleted, or has another address
        return accounts.begin_session(connection, owner or account_id, device)

    secret: str | None = await accounts.write_named(hall, str(asked.body.get("name")), job)
    return secret
