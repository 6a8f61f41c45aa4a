"""Answers that are the same as long as the server runs: made once, squeezed once, and not sent twice to one browser."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Sequence
from functools import cached_property

import orjson
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from ludus.server.client_pages import accepted


class Unchanging:
    """A list of messages that is made when it is first asked for."""

    def __init__(self, make: Callable[[], Sequence[BaseModel]]) -> None:
        self._make = make

    @cached_property
    def _body(self) -> bytes:
        return orjson.dumps([each.model_dump(mode="json") for each in self._make()])

    @cached_property
    def _squeezed(self) -> bytes:
        return gzip.compress(self._body, 9, mtime=0)

    @cached_property
    def _tag(self) -> str:
        return f'"{hashlib.sha256(self._body).hexdigest()[:16]}"'

    def answer(self, request: Request) -> Response:
        headers = {"ETag": self._tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if self._tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in accepted(request.headers.get("accept-encoding", "")):
            headers["Content-Encoding"] = "gzip"
            return Response(self._squeezed, headers=headers, media_type="application/json")
        return Response(self._body, headers=headers, media_type="application/json")
