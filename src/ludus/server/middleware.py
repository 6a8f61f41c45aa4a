"""Middleware: bodies have a limit, and every answer tells the browser what it may do with it."""

from __future__ import annotations

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludus.server.problems import refusal

CONTENT_POLICY = "; ".join(
    [
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self' ws: wss:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)


class BodyLimitAndHeaders:
    """Pure ASGI, so that it costs next to nothing."""

    def __init__(self, app: ASGIApp, max_body: int) -> None:
        self.app = app
        self.max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        left = self.max_body

        async def receive_within_limit() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413)
            return message

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
                headers.setdefault("X-Content-Type-Options", "nosniff")
                headers.setdefault("Referrer-Policy", "no-referrer")
                headers.setdefault("Cache-Control", "no-store" if scope["path"].startswith("/api") else "no-cache")
            await send(message)

        length = Headers(scope=scope).get("content-length", "0")
        if length.isdecimal() and int(length[:20]) > self.max_body:
            message = f"a request may have at most {self.max_body} bytes"
            await refusal(413, "too-large", message)(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive_within_limit, send_with_headers)
