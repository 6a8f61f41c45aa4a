"""The built browser client: its files, and its one page for every address that is not a file."""

from __future__ import annotations

from pathlib import Path

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


def install(app: FastAPI, static: Path) -> None:
    """Answer every GET outside the API. Files under assets/ carry a hash in their name and never change."""
    root = static.resolve()

    async def page(request: Request) -> Response:
        path = request.path_params["path"]
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404)
        if "\0" not in path:
            file = (root / path).resolve()
            if file.is_relative_to(root) and file.is_file():
                forever = path.startswith("assets/")
                return FileResponse(
                    file, headers={"Cache-Control": "public, max-age=31536000, immutable"} if forever else None
                )
            if path.startswith("assets/"):
                raise HTTPException(404)
        index = root / "index.html"
        return FileResponse(index) if index.is_file() else HTMLResponse(NOT_BUILT, 503)

    app.add_route("/{path:path}", page, methods=["GET", "HEAD"], include_in_schema=False)
