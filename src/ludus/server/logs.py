"""The server's log: plain lines for people, or one JSON object a line for programs, with the request it is about."""

from __future__ import annotations

import logging
from contextvars import ContextVar
from datetime import UTC, datetime

import orjson

request_id: ContextVar[str] = ContextVar("request_id", default="")


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id.get():
            told["request"] = request_id.get()
        told.update(record.__dict__.get("about", {}))
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return orjson.dumps(told, default=str).decode()


def keep_log(how: str) -> None:
    """`plain` as ever; `json` for programs, every request among it."""
    if how != "json":
        return
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("ludus").setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
