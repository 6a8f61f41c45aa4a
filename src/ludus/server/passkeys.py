"""Signing up and in with a passkey (WebAuthn), by the library `webauthn`.

Needs `pip install 'ludus[people]'`; without it a house says that it knows no passkeys. A passkey is good for the name
of the house it was made at, and browsers make none for a bare address.
"""

from __future__ import annotations

import base64
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from sqlalchemy import Connection, delete, func, insert, select, update

from ludus.server import accounts
from ludus.server.accounts import Account, Challenge
from ludus.server.door import hostname, is_address
from ludus.server.problems import Problem
from ludus.server.sql_tables import accounts as accounts_table
from ludus.server.sql_tables import passkeys

if TYPE_CHECKING:
    from ludus.server.hall import Hall

SIGN_UP, ADD, SIGN_IN = "sign-up", "add-passkey", "sign-in"
MINUTES = 5.0
MOST = 10  # of one account


class Place(NamedTuple):
    """Where a browser stands: the house as it knows it, and the device."""

    host: str
    device: str

    @property
    def house(self) -> str:
        return hostname(self.host)

    @property
    def origins(self) -> list[str]:
        return [f"https://{self.host}", f"http://{self.host}"]  # browsers know which of them a passkey may be used at


@cache
def is_installed() -> bool:
    return find_spec("webauthn") is not None


def not_possible(place: Place) -> None:
    if not is_installed():
        message = "this house knows no passkeys; its keeper can install them: pip install 'ludus[people]'"
        raise Problem(409, "no-passkeys", message)
    if is_address(place.house):
        message = f"browsers make passkeys for names, not for {place.house}; open this house by its name"
        raise Problem(409, "no-passkeys", f"{message}, on this computer http://localhost")


def bad_passkey(error: Exception) -> Problem:
    return Problem(422, "bad-passkey", f"this passkey does not open the door: {str(error)[:200] or 'it is malformed'}")


async def begin(hall: Hall, place: Place, name: str | None, who: Account | None) -> tuple[str, dict[str, Any]]:
    """For a new account of this name, or another passkey for who is signed in: the code to come back with, and what
    the browser needs."""
    not_possible(place)
    import webauthn
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    if who is None and name is None:
        raise Problem(422, "bad-name", "a new account needs a name")

    def look(connection: Connection) -> tuple[str, list[str]]:
        if who is None:
            return accounts.free_name(connection, name or ""), []
        mine = select(passkeys.c.id).where(passkeys.c.account_id == who.id)
        return who.name, list(connection.execute(mine).scalars())

    called, known = await hall.store.read(look)
    if len(known) >= MOST:
        raise Problem(409, "too-many-passkeys", f"an account has at most {MOST} passkeys; remove one first")
    account_id = accounts.new_account_id() if who is None else who.id
    options = webauthn.generate_registration_options(
        rp_id=place.house,
        rp_name="Ludus",
        user_name=called,
        user_id=account_id.encode(),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=_bytes(each)) for each in known],
    )
    body = {"challenge": _text(options.challenge), "account": account_id, "name": called}
    code = await accounts.challenge(hall, Challenge(SIGN_UP if who is None else ADD, body), MINUTES)
    return code, orjson.loads(webauthn.options_to_json(options))


async def finish(hall: Hall, place: Place, code: str, credential: dict[str, Any], who: Account | None) -> str | None:
    """The account is made, or has the passkey; what the cookie of a new session says."""
    not_possible(place)
    import webauthn

    asked = await accounts.look_at(hall, code, SIGN_UP, ADD)
    if asked.kind == ADD and (who is None or who.id != asked.body["account"]):
        raise accounts.not_signed_in()
    try:
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=_bytes(asked.body["challenge"]),
            expected_rp_id=place.house,
            expected_origin=place.origins,
        )
    except Exception as error:  # whatever a stranger sends
        raise bad_passkey(error) from error
    row = {
        "id": _text(made.credential_id),
        "account_id": asked.body["account"],
        "house": place.house,
        "public_key": made.credential_public_key,
        "count": made.sign_count,
        "device": place.device,
        "created": accounts.now(),
    }

    def job(connection: Connection) -> str | None:
        accounts.use_up(connection, code)
        if connection.execute(select(passkeys.c.id).where(passkeys.c.id == row["id"])).first() is not None:
            raise bad_passkey(ValueError("it is somebody's already"))
        if asked.kind == SIGN_UP:
            accounts.make_account(connection, asked.body["account"], asked.body["name"])
        connection.execute(insert(passkeys), row)
        return None if asked.kind == ADD else accounts.begin_session(connection, asked.body["account"], place.device)

    secret: str | None = await accounts.write_named(hall, asked.body["name"], job)
    return secret


async def begin_sign_in(hall: Hall, place: Place) -> tuple[str, dict[str, Any]]:
    """Nobody is named: the browser knows which passkeys it has for this house."""
    not_possible(place)
    import webauthn

    options = webauthn.generate_authentication_options(rp_id=place.house)
    code = await accounts.challenge(hall, Challenge(SIGN_IN, {"challenge": _text(options.challenge)}), MINUTES)
    return code, orjson.loads(webauthn.options_to_json(options))


async def sign_in(hall: Hall, place: Place, code: str, credential: dict[str, Any]) -> str:
    """What the cookie of the new session says."""
    not_possible(place)
    import webauthn

    asked = await accounts.look_at(hall, code, SIGN_IN)
    found = select(passkeys).where(passkeys.c.id == str(credential.get("id"))[:1000], passkeys.c.house == place.house)
    row = await hall.store.read(lambda connection: connection.execute(found).first())
    if row is None:
        raise bad_passkey(ValueError("nobody here has it; make an account first"))
    try:
        proof = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=_bytes(asked.body["challenge"]),
            expected_rp_id=place.house,
            expected_origin=place.origins,
            credential_public_key=row.public_key,
            credential_current_sign_count=row.count,
        )
    except Exception as error:  # whatever a stranger sends
        raise bad_passkey(error) from error

    def job(connection: Connection) -> str:
        accounts.use_up(connection, code)
        mine = update(passkeys).where(passkeys.c.id == row.id)
        if connection.execute(mine.values(count=proof.new_sign_count)).rowcount != 1:
            raise bad_passkey(ValueError("it was removed just now"))
        return accounts.begin_session(connection, row.account_id, place.device)

    return str(await hall.store.write("", job))


async def remove(hall: Hall, account: Account, passkey: str) -> None:
    """Unless it is the last way in."""
    mine = passkeys.c.account_id == account.id

    def job(connection: Connection) -> None:
        mail = select(accounts_table.c.mail).where(accounts_table.c.id == account.id)
        count = connection.execute(select(func.count()).select_from(passkeys).where(mine)).scalar() or 0
        if count < 2 and connection.execute(mail).scalar() is None:
            message = "this is the only way into your account; add another passkey or your e-mail address first"
            raise Problem(409, "last-way-in", message)
        if not connection.execute(delete(passkeys).where(mine, passkeys.c.id == passkey)).rowcount:
            raise Problem(404, "no-such-passkey", "you have no such passkey; perhaps it is removed already")

    await hall.store.write("", job)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
