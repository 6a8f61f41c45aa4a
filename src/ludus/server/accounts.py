"""Accounts for who wants one: a name, the devices where one is signed in, and the seats, which follow there."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import Connection, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from ludus.server.accounts_schema import AccountInfo, PasskeyInfo, SessionInfo
from ludus.server.borrowed import is_borrowed, key_of
from ludus.server.names import clean_name, looks
from ludus.server.notices import tell_of
from ludus.server.passes import real_seats
from ludus.server.people_schema import PassSeats
from ludus.server.problems import Problem
from ludus.server.schema import SeatToken
from ludus.server.seating import hashed
from ludus.server.sql_tables import account_seats, accounts, challenges, matches, passkeys, seat_keys, seats, sessions

if TYPE_CHECKING:
    from ludus.server.hall import Hall
    from ludus.server.writer import Job

LASTS = 180 * 24 * 3600.0  # seconds that a device stays signed in without a visit
SEEN_EVERY = 3600.0  # a visit is written down only so often
MOST_SESSIONS = 30  # of one account; the longest unseen go first
MOST_SEATS = 150  # handed to a device: the newest
MOST_CLAIMED = 20_000  # seats of one account
MINUTES = 60.0
USED = "used"  # a challenge that was answered
# Another process may do the same for another device at the same moment.
CLAIM = text("INSERT INTO account_seats (token, account_id) VALUES (:token, :account_id) ON CONFLICT DO NOTHING")
LEND = text(
    "INSERT INTO seat_keys (hash, session_id, token) VALUES (:hash, :session_id, :token) ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class Account:
    id: str
    name: str
    session: str  # the id of the session by which it was found
    secret: str  # what the cookie says


@dataclass(frozen=True, slots=True)
class Challenge:
    kind: str
    body: dict[str, Any]
    mail: str | None = None


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def not_signed_in() -> Problem:
    return Problem(401, "not-signed-in", "sign in first: this device is not signed in, or no longer")


def name_taken(name: str) -> Problem:
    return Problem(409, "name-taken", f"somebody here is called {name}, or something that looks like it; take another")


# -- sessions ----------------------------------------------------------------------------------


async def find(hall: Hall, secret: str | None) -> Account | None:
    """Whose session this is."""
    if not secret or len(secret) > 100:
        return None
    mine = sessions.join(accounts, accounts.c.id == sessions.c.account_id)
    found = select(accounts.c.id, accounts.c.name, sessions.c.id.label("session"), sessions.c.seen)
    found = found.select_from(mine).where(sessions.c.hash == hashed(secret))
    row = await hall.store.read(lambda connection: connection.execute(found).first())
    if row is None or row.seen < time.time() - LASTS:
        return None
    if row.seen < time.time() - SEEN_EVERY:
        here = update(sessions).where(sessions.c.id == row.session).values(seen=time.time())
        await hall.store.write("", lambda connection: connection.execute(here))
    return Account(row.id, row.name, row.session, secret)


def begin_session(connection: Connection, account_id: str, device: str) -> str:
    """A new session; what the device's cookie says."""
    secret = secrets.token_urlsafe(32)
    row = {
        "id": secrets.token_hex(8),
        "hash": hashed(secret),
        "account_id": account_id,
        "device": device,
        "created": now(),
        "seen": time.time(),
    }
    connection.execute(delete(sessions).where(sessions.c.seen < time.time() - LASTS))
    kept = select(sessions.c.id).where(sessions.c.account_id == account_id).order_by(sessions.c.seen.desc())
    too_many = list(connection.execute(kept.offset(MOST_SESSIONS - 1)).scalars())
    connection.execute(delete(sessions).where(sessions.c.id.in_(too_many)))
    connection.execute(insert(sessions), row)
    return secret


async def end_session(hall: Hall, account: Account, which: str) -> None:
    """One of one's own, by its id; `this`, or all `others`."""
    mine = sessions.c.account_id == account.id
    if which == "others":
        there = mine & (sessions.c.id != account.session)
    else:
        there = mine & (sessions.c.id == (account.session if which == "this" else which))

    def job(connection: Connection) -> None:
        if not connection.execute(delete(sessions).where(there)).rowcount and which != "others":
            raise Problem(404, "no-such-session", "there is no such device; perhaps it is signed out already")

    await hall.store.write("", job)


# -- accounts ----------------------------------------------------------------------------------


def new_account_id() -> str:
    return secrets.token_hex(8)


def free_name(connection: Connection, name: str, besides: str = "") -> str:
    """The name as it is kept, if nobody else has one that looks like it."""
    cleaned = clean_name(name)
    taken = select(accounts.c.id).where(accounts.c.looks == looks(cleaned), accounts.c.id != besides)
    if connection.execute(taken).first() is not None:
        raise name_taken(cleaned)
    return cleaned


def make_account(connection: Connection, account_id: str, name: str, mail: str | None = None) -> None:
    cleaned = free_name(connection, name)
    row = {"id": account_id, "name": cleaned, "looks": looks(cleaned), "mail": mail, "created": now()}
    connection.execute(insert(accounts), row)


async def write_named(hall: Hall, name: str, job: Job) -> Any:
    """Something that gives an account this name, unless another process has just done so."""
    try:
        return await hall.store.write("", job)
    except IntegrityError as error:
        raise name_taken(name) from error


async def rename(hall: Hall, account: Account, name: str) -> None:
    def job(connection: Connection) -> None:
        cleaned = free_name(connection, name, account.id)
        mine = update(accounts).where(accounts.c.id == account.id)
        connection.execute(mine.values(name=cleaned, looks=looks(cleaned)))

    await write_named(hall, name, job)


async def describe(hall: Hall, secret: str) -> AccountInfo:
    account = await find(hall, secret)
    if account is None:
        raise not_signed_in()

    def read(connection: Connection) -> AccountInfo:
        row = connection.execute(select(accounts).where(accounts.c.id == account.id)).one()
        keys = connection.execute(
            select(passkeys).where(passkeys.c.account_id == account.id).order_by(passkeys.c.created)
        )
        devices = connection.execute(
            select(sessions).where(sessions.c.account_id == account.id).order_by(sessions.c.seen.desc())
        )
        return AccountInfo(
            name=row.name,
            mail=row.mail,
            created=row.created,
            passkeys=[PasskeyInfo(id=each.id, device=each.device, created=each.created) for each in keys],
            sessions=[
                SessionInfo(
                    id=each.id,
                    device=each.device,
                    seen=datetime.fromtimestamp(each.seen, UTC).isoformat(timespec="seconds"),
                    here=each.id == account.session,
                )
                for each in devices
            ],
        )

    return await hall.store.read(read)


# -- what is good for one answer ---------------------------------------------------------------


async def challenge(hall: Hall, asked: Challenge, minutes: float) -> str:
    """A code for it; only its hash is kept."""
    code = secrets.token_urlsafe(32)
    row = {
        "id": hashed(code),
        "kind": asked.kind,
        "body": orjson.dumps(asked.body).decode(),
        "mail": asked.mail,
        "expires": time.time() + minutes * MINUTES,
    }

    def job(connection: Connection) -> None:
        connection.execute(delete(challenges).where(challenges.c.expires < time.time()))
        connection.execute(insert(challenges), row)

    await hall.store.write("", job)
    return code


async def look_at(hall: Hall, code: str, *kinds: str) -> Challenge:
    """What was asked, if it is still open. Whoever answers it calls `use_up`, in the transaction that does it."""
    found = select(challenges).where(challenges.c.id == hashed(code))
    row = await hall.store.read(lambda connection: connection.execute(found).first())
    if row is None or row.kind not in kinds or row.expires < time.time():
        raise used_up()
    return Challenge(row.kind, orjson.loads(row.body), row.mail)


def use_up(connection: Connection, code: str) -> None:
    """It stays until it has expired: letters are counted by it."""
    open_one = update(challenges).where(challenges.c.id == hashed(code), challenges.c.kind != USED)
    if connection.execute(open_one.values(kind=USED, body="{}")).rowcount != 1:
        raise used_up()


def used_up() -> Problem:
    return Problem(409, "used-up", "this was used already, or it is too old; begin again")


# -- seats -------------------------------------------------------------------------------------


def claim(connection: Connection, account_id: str, tokens: list[str]) -> None:
    """The seats with these (hashed) tokens are the account's, unless another has them already."""
    taken = set(connection.execute(select(account_seats.c.token).where(account_seats.c.token.in_(tokens))).scalars())
    count = select(func.count()).where(account_seats.c.account_id == account_id)
    room = MOST_CLAIMED - (connection.execute(count).scalar() or 0)
    fresh = [token for token in dict.fromkeys(tokens) if token not in taken][: max(0, room)]
    if fresh:
        connection.execute(CLAIM, [{"token": each, "account_id": account_id} for each in fresh])
        tell_of(connection, account_id, fresh)


async def keep_seats(hall: Hall, account: Account, given: list[SeatToken]) -> PassSeats:
    """The seats of this device become the account's, and those of its other devices come here."""
    own = await real_seats(hall, given)
    new = [hashed(each.token) for each in own if not is_borrowed(each.token)]
    here = {(each.match, each.seat) for each in own}
    found = (
        select(seats.c.match_id, seats.c.seat, seats.c.token)
        .select_from(
            account_seats.join(seats, seats.c.token == account_seats.c.token).join(
                matches, matches.c.id == seats.c.match_id
            )
        )
        .where(account_seats.c.account_id == account.id, seats.c.kind == "human", matches.c.parent.is_(None))
        .order_by(matches.c.changed.desc())
        .limit(MOST_SEATS)
    )

    def job(connection: Connection) -> list[SeatToken]:
        claim(connection, account.id, new)
        brought = {
            (row.match_id, row.seat): row.token
            for row in connection.execute(found)
            if (row.match_id, row.seat) not in here
        }
        keys = {token: key_of(account.secret, token) for token in brought.values()}
        known = select(seat_keys.c.hash).where(seat_keys.c.hash.in_([hashed(key) for key in keys.values()]))
        there = set(connection.execute(known).scalars())
        fresh = [
            {"hash": hashed(key), "session_id": account.session, "token": token}
            for token, key in keys.items()
            if hashed(key) not in there
        ]
        if fresh:
            connection.execute(LEND, fresh)
        return [SeatToken(match=match, seat=seat, token=keys[token]) for (match, seat), token in brought.items()]

    return PassSeats(seats=[*own, *await hall.store.write("", job)])


def device_of(agent: str) -> str:
    """What a browser is, in two words; more of what it says of itself is not kept.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36")
    'Chrome, Linux'
    >>> device_of("curl/8")
    'a program'
    """
    browsers = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
    systems = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac"}
    browser = next((name for sign, name in browsers.items() if f"{sign}/" in agent), None)
    system = next((name for sign, name in {**systems, "Linux": "Linux"}.items() if sign in agent), None)
    return ", ".join(each for each in (browser, system) if each) or "a program"
