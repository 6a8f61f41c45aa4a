"""Refusals of the REST part: every one is an `ErrorInfo` with a stable code."""

from __future__ import annotations

import logging
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ludus.core.errors import LudusError
from ludus.server.out_of_reach import OUT_OF_REACH
from ludus.server.schema import ErrorInfo

log = logging.getLogger("ludus.server")


class Problem(LudusError):
    """A refusal with its HTTP status."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message, code=code)
        self.status = status


def no_such_match() -> Problem:
    return Problem(404, "no-such-match", "there is no match with this id; check the link")


def needs_token() -> Problem:
    return Problem(401, "wrong-token", "this needs the token of a seat of this match, as Authorization: Bearer <token>")


WORDS = {
    400: ("bad-request", "the request cannot be read"),
    404: ("not-found", "there is nothing at this address"),
    405: ("method-not-allowed", "this address does not take that method"),
    413: ("too-large", "the request is too large"),
}


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for OpenAPI. Any request can be malformed or too large."""
    about = {
        400: "Not JSON",
        401: "No token, or one that fits no seat of this match",
        403: "The token is of another seat",
        404: "No such thing",
        409: "Not possible as things stand",
        413: "Too large",
        421: "Another host's name",
        422: "Understood, but not acceptable",
        429: "Too much at once",
    }
    return {status: {"model": ErrorInfo, "description": about[status]} for status in (400, *statuses, 413, 422, 429)}


def refusal(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> Response:
    # What a stranger sent may be quoted in the sentence, and may not be proper Unicode.
    text = message.encode("utf-8", "replace").decode()
    body = orjson.dumps({"code": code, "message": text})
    return Response(body, status, headers=headers, media_type="application/json")


def install(app: FastAPI) -> None:
    """Give every error its code."""

    @app.exception_handler(LudusError)
    async def refused(request: Request, error: LudusError) -> Response:
        status = error.status if isinstance(error, Problem) else 422
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
        return refusal(status, error.code, error.message, headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return refusal(400, "bad-json", "the body is not JSON")
        place = ".".join(str(part) for part in first["loc"])
        return refusal(422, "invalid", f"{place}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        code, message = WORDS.get(error.status_code, ("refused", str(error.detail)))
        return refusal(error.status_code, code, message, dict(error.headers or {}))

    async def out_of_reach(request: Request, error: Exception) -> Response:
        log.error("%s %s: %s", request.method, request.url.path, error)
        return refusal(503, "storage", "the database cannot be reached and nothing has changed; try again")

    for kind in OUT_OF_REACH:
        app.add_exception_handler(kind, out_of_reach)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return refusal(500, "internal", "something went wrong here; nothing has changed")
