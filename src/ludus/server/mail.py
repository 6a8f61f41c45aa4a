"""E-mail, by the server that the keeper of the house has named: smtp://user:password@host:587, or smtps://."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from ludus.core.errors import SetupError
from ludus.server.outbound import CannotReach

SECONDS = 15.0


class Letter(NamedTuple):
    to: str
    subject: str
    text: str
    off: str = ""  # an address that switches such letters off when something is posted to it


def send_mail(url: str, sender: str, letter: Letter) -> None:
    """Takes its time: call it in a thread."""
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise SetupError("a mail server is written smtp://user:password@host:587 or smtps://...", code="bad-address")
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, letter.to, letter.subject
    if letter.off:  # mail programs show a button for it, RFC 8058
        message["List-Unsubscribe"], message["List-Unsubscribe-Post"] = f"<{letter.off}>", "List-Unsubscribe=One-Click"
    message.set_content(letter.text)
    try:
        with (
            smtplib.SMTP_SSL(parts.hostname, parts.port or 465, timeout=SECONDS, context=ssl.create_default_context())
            if parts.scheme == "smtps"
            else smtplib.SMTP(parts.hostname, parts.port or 587, timeout=SECONDS)
        ) as server:
            if parts.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        raise CannotReach(f"the mail server does not take it: {error}") from error
