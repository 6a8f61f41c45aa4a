"""The REST part for accounts. Who is signed in is known by a cookie that no script can read, and no other site send."""

from __future__ import annotations

import math
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from ludus.server import accounts, forgetting, history, letters, passkeys, ratings
from ludus.server.accounts import Account
from ludus.server.accounts_schema import (
    AccountInfo,
    AskForLetter,
    Board,
    Ceremony,
    Credential,
    History,
    NewPasskey,
    OpenLetter,
    Rename,
)
from ludus.server.api import COOKIE, StrictRoute, TheHall, Who
from ludus.server.door import address_of
from ludus.server.hall import Hall
from ludus.server.limits import neighbourhood
from ludus.server.notices_schema import Done
from ludus.server.passkeys import Place
from ludus.server.people_schema import HeldSeats, PassSeats
from ludus.server.problems import Problem, documented

router = APIRouter(prefix="/api", route_class=StrictRoute)

SessionId = Annotated[str, Path(max_length=40, description="Its id; this: the one that asks; others: all but it")]
PasskeyId = Annotated[str, Path(max_length=1000, description="Its id")]


def place(request: Request) -> Place:
    return Place(request.headers.get("host", ""), accounts.device_of(request.headers.get("user-agent", "")))


def signed_in(who: Account | None) -> Account:
    if who is None:
        raise accounts.not_signed_in()
    return who


def admit(hall: Hall, request: Request) -> None:
    """Nobody makes accounts by the dozen."""
    wait = hall.newcomers.take(neighbourhood(address_of(request.scope)))
    if wait:
        minutes = math.ceil(wait / 60)
        raise Problem(429, "too-fast", f"too many accounts were made from your address; try again in {minutes} min")


def hand_out(request: Request, response: Response, hall: Hall, secret: str | None) -> None:
    if secret is None:
        return
    secure = request.url.scheme == "https" or hall.settings.address.startswith("https:")
    response.set_cookie(
        COOKIE, secret, max_age=int(accounts.LASTS), path="/api", httponly=True, samesite="strict", secure=secure
    )


@router.get("/account", summary="Who is signed in at this device; null: nobody", tags=["accounts"])
async def account(hall: TheHall, who: Who) -> AccountInfo | None:
    return None if who is None else await accounts.describe(hall, who.secret)


@router.patch("/account", summary="Another name", tags=["accounts"], responses=documented(401, 409))
async def rename(asked: Rename, hall: TheHall, who: Who) -> AccountInfo:
    await accounts.rename(hall, signed_in(who), asked.name)
    return await accounts.describe(hall, signed_in(who).secret)


@router.delete(
    "/account",
    summary="Delete the account and all that is personal; matches stay, without the name",
    tags=["accounts"],
    responses=documented(401),
)
async def delete_account(hall: TheHall, who: Who, response: Response) -> Done:
    await forgetting.forget(hall, signed_in(who).id)
    response.delete_cookie(COOKIE, path="/api")
    return Done()


@router.post(
    "/account/passkeys/begin",
    summary="Begin a new account with a passkey; signed in: another passkey",
    tags=["accounts"],
    responses=documented(409),
)
async def begin_passkey(asked: NewPasskey, request: Request, hall: TheHall, who: Who) -> Ceremony:
    code, options = await passkeys.begin(hall, place(request), asked.name, who)
    return Ceremony(code=code, options=options)


@router.post(
    "/account/passkeys",
    status_code=201,
    summary="The account or the passkey is made; signs in",
    tags=["accounts"],
    responses=documented(401, 409),
)
async def add_passkey(made: Credential, request: Request, response: Response, hall: TheHall, who: Who) -> AccountInfo:
    if who is None:
        admit(hall, request)
    secret = await passkeys.finish(hall, place(request), made.code, made.credential, who)
    hand_out(request, response, hall, secret)
    return await accounts.describe(hall, secret or signed_in(who).secret)


@router.delete(
    "/account/passkeys/{passkey}",
    summary="Remove a passkey, but not the last way in",
    tags=["accounts"],
    responses=documented(401, 404, 409),
)
async def remove_passkey(passkey: PasskeyId, hall: TheHall, who: Who) -> AccountInfo:
    await passkeys.remove(hall, signed_in(who), passkey)
    return await accounts.describe(hall, signed_in(who).secret)


@router.post(
    "/account/signin/begin", summary="Begin to sign in with a passkey", tags=["accounts"], responses=documented(409)
)
async def begin_sign_in(request: Request, hall: TheHall) -> Ceremony:
    code, options = await passkeys.begin_sign_in(hall, place(request))
    return Ceremony(code=code, options=options)


@router.post("/account/signin", summary="Sign in with a passkey", tags=["accounts"], responses=documented(409))
async def sign_in(made: Credential, request: Request, response: Response, hall: TheHall) -> AccountInfo:
    secret = await passkeys.sign_in(hall, place(request), made.code, made.credential)
    hand_out(request, response, hall, secret)
    return await accounts.describe(hall, secret)


@router.post(
    "/account/letters",
    summary="Ask for a letter with a link: to sign in, with a name to sign up, signed in to add the address",
    tags=["accounts"],
    responses=documented(409),
)
async def ask_for_letter(asked: AskForLetter, request: Request, hall: TheHall, who: Who) -> Done:
    if who is None and asked.name is not None:
        admit(hall, request)
    await letters.ask(hall, asked.mail, asked.name, who)
    return Done()


@router.post(
    "/account/letters/open",
    summary="Do what the link in a letter stands for",
    tags=["accounts"],
    responses=documented(401, 409),
)
async def open_letter(asked: OpenLetter, request: Request, response: Response, hall: TheHall, who: Who) -> AccountInfo:
    secret = await letters.open_letter(hall, asked.code, place(request).device, who)
    hand_out(request, response, hall, secret)
    return await accounts.describe(hall, secret or signed_in(who).secret)


@router.put(
    "/account/seats",
    summary="Put this device's seats to those of the account, and get those of its other devices",
    tags=["accounts"],
    responses=documented(401),
)
async def keep_seats(held: HeldSeats, hall: TheHall, who: Who) -> PassSeats:
    return await accounts.keep_seats(hall, signed_in(who), list(held.seats))


@router.get(
    "/account/history",
    summary="Matches, statistics, ratings and rivals",
    tags=["accounts"],
    responses=documented(401),
)
async def own_history(hall: TheHall, who: Who) -> History:
    mine = signed_in(who).id
    await ratings.rate_waiting(hall)
    return await hall.store.read(partial(history.history, account_id=mine))


@router.get(
    "/account/export",
    summary="All that the house keeps of you",
    tags=["accounts"],
    response_model=dict[str, Any],
    responses=documented(401),
)
async def export(hall: TheHall, who: Who) -> dict[str, Any]:
    return await hall.store.read(partial(history.export, account_id=signed_in(who).id))


@router.delete(
    "/account/sessions/{session}", summary="Sign a device out", tags=["accounts"], responses=documented(401, 404)
)
async def end_session(session: SessionId, hall: TheHall, who: Who, response: Response) -> Done:
    await accounts.end_session(hall, signed_in(who), session)
    if session in ("this", signed_in(who).session):
        response.delete_cookie(COOKIE, path="/api")
    return Done()


@router.get("/leaderboard", summary="The best of each game, people and bots", tags=["accounts"])
async def leaderboard(hall: TheHall, who: Who) -> list[Board]:
    await ratings.rate_waiting(hall)
    return await hall.store.read(partial(history.leaderboard, me=None if who is None else who.id))
