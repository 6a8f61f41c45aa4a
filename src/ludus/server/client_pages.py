"""The built browser client: its files, and its one page for every address that is not a file."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ludus</title>
<body style="font-family: sans-serif; max-width: 40em; margin: 3em auto; padding: 0 1em">
<h1>Ludus is running, but its pages are not built</h1>
<p>Stop it and type <code>make play</code>: that builds them and starts again.</p>
</body></html>
"""
FOREVER = "public, max-age=31536000, immutable"
LONGEST = 200  # characters of a path that could be a file's
# Made when the client is built, the smallest first.
SQUEEZED = (("br", ".br"), ("gzip", ".gz"))


class Asked(NamedTuple):
    """A file, and how much of it a browser takes squeezed."""

    file: Path
    encodings: frozenset[str]


def install(app: FastAPI, static: Path) -> None:
    """Answer every GET outside the API. Files under assets/ carry a hash in their name and never change."""
    root = static.resolve()

    async def page(request: Request) -> Response:
        path = request.path_params["path"]
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404)
        encodings = accepted(request.headers.get("accept-encoding", ""))
        if "\0" not in path and len(path.encode("utf-8", "replace")) <= LONGEST:
            file = (root / path).resolve()
            if file.is_relative_to(root) and file.is_file():
                return answer(Asked(file, encodings), FOREVER if path.startswith("assets/") else None)
        if path.startswith("assets/"):
            raise HTTPException(404)
        index = root / "index.html"
        return answer(Asked(index, encodings), None) if index.is_file() else HTMLResponse(NOT_BUILT, 503)

    app.add_route("/{path:path}", page, methods=["GET", "HEAD"], include_in_schema=False)


def answer(asked: Asked, cached: str | None) -> Response:
    """The file, in the smallest form there is that the browser takes."""
    headers = {"Vary": "Accept-Encoding"}
    if cached is not None:
        headers["Cache-Control"] = cached
    kind = mimetypes.guess_type(asked.file.name)[0] or "application/octet-stream"
    for encoding, suffix in SQUEEZED:
        squeezed = asked.file.with_name(asked.file.name + suffix)
        if encoding in asked.encodings and squeezed.is_file():
            return FileResponse(squeezed, headers={**headers, "Content-Encoding": encoding}, media_type=kind)
    return FileResponse(asked.file, headers=headers, media_type=kind)


def accepted(header: str) -> frozenset[str]:
    """
    >>> sorted(accepted("gzip, deflate, br;q=1.0, zstd;q=0"))
    ['br', 'deflate', 'gzip']
    """
    found = set()
    for each in header.split(","):
        name, _, quality = each.strip().lower().partition(";")
        if name and quality.replace(" ", "") not in ("q=0", "q=0.0"):
            found.add(name.strip())
    return frozenset(found)
