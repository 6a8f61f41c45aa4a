"""What is said to people outside the house, in the shape that each way wants."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from sqlalchemy import delete

from ludus.server import push
from ludus.server.mail import Letter, send_mail
from ludus.server.outbound import CannotReach, post
from ludus.server.sql_tables import targets

if TYPE_CHECKING:
    from ludus.server.hall import Hall
    from ludus.server.notices import Target

log = logging.getLogger("ludus.server")

AT_ONCE = 8  # messages on their way at the same time
TRIES = (0.0, 2.0, 20.0)  # seconds before each
GONE = (404, 410)  # a browser or a channel that is no more


class News(NamedTuple):
    title: str
    text: str
    path: str  # of the page to open
    match: str = ""
    kind: str = "trial"


class Messenger:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._settings = hall.settings
        self._room = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def tell(self, target: Target, news: News) -> None:
        """In the background, with some patience."""
        task = asyncio.ensure_future(self._deliver(target, news))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def send(self, target: Target, news: News) -> None:
        """Now; CannotReach says why not."""
        key = await push.own_key(self._hall.store) if target.kind == "push" else ""
        async with self._room:
            await asyncio.to_thread(self._send, target, news, key)

    async def ask_for_confirmation(self, target: Target) -> None:
        link = self.link(f"/you#confirm={target.off}")
        text = f"Shall Ludus write here when it is your turn? If so, open\n\n{link}\n\nIf not, do nothing."
        await self._post_letter(Letter(str(target.body["address"]), "Ludus: may it write to you?", text))

    def post_later(self, letter: Letter) -> None:
        """In the background: how long it takes tells nobody whether it was sent at all."""
        task = asyncio.ensure_future(self._post_quietly(letter))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _post_quietly(self, letter: Letter) -> None:
        try:
            async with self._room:
                await self._post_letter(letter)
        except CannotReach as error:
            log.warning("a letter did not arrive: %s", error)

    async def _post_letter(self, letter: Letter) -> None:
        await asyncio.to_thread(send_mail, self._settings.smtp, self._settings.mail_from, letter)

    async def _deliver(self, target: Target, news: News) -> None:
        for wait in TRIES:
            await asyncio.sleep(wait)
            try:
                await self.send(target, news)
            except CannotReach as error:
                log.warning("a message by %s did not arrive: %s", target.kind, error)
                if error.status in GONE:
                    await self._forget(target)
                    return
            except Exception:
                log.exception("a message by %s cannot be sent", target.kind)
                return
            else:
                return

    async def _forget(self, target: Target) -> None:
        mine = delete(targets).where(targets.c.id == target.id)
        await self._hall.store.write("", lambda connection: connection.execute(mine))

    def link(self, path: str) -> str:
        return f"{self._settings.address}{path}"

    def _send(self, target: Target, news: News, key: str) -> None:
        link, off = self.link(news.path), self.link(f"/you#off={target.off}")
        private = self._settings.private_hooks
        if target.kind == "push":
            about = {"title": news.title, "text": news.text, "path": news.path, "match": news.match, "off": target.off}
            keeper = f"mailto:{self._settings.mail_from or 'keeper@ludus.invalid'}"
            send_push(target.body, orjson.dumps(about), key, keeper, private=private)
        elif target.kind == "mail":
            text = f"{news.text}\n\n{link}\n\nNo more of these: {off}\n"
            click = self.link(f"/api/notices/off/{target.off}")
            send_mail(
                self._settings.smtp,
                self._settings.mail_from,
                Letter(str(target.body["address"]), news.title, text, click),
            )
        else:
            shown = {"title": news.title, "text": news.text, "link": link, "match": news.match, "kind": news.kind}
            body = orjson.dumps(shaped(str(target.body["shape"]), shown, off))
            post(str(target.body["url"]), body, signed(str(target.body["secret"]), body), private=private)


send_push = push.send_push


def shaped(shape: str, about: dict[str, Any], off: str) -> dict[str, Any]:
    """As the receiver reads it. Nobody in a channel is called by it: mentions are off.

    >>> shaped("slack", {"title": "Your turn", "text": "Go on.", "link": "http://h/m/1"}, "http://h/off")
    {'text': 'Your turn. Go on. http://h/m/1 (no more of these: http://h/off)'}
    """
    line = f"{about['title']}. {about['text']} {about['link']} (no more of these: {off})"
    if shape == "discord":
        return {"content": line, "allowed_mentions": {"parse": []}}
    if shape == "slack":
        return {"text": line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    return {**about, "off": off}


def signed(secret: str, body: bytes, now: float | None = None) -> dict[str, str]:
    """The receiver works out the same with the secret, and knows that the house has sent it, and when."""
    stamp = str(int(time.time() if now is None else now))
    proof = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {"Content-Type": "application/json", "Ludus-Signature": f"t={stamp},v1={proof}"}
