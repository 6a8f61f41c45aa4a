"""The one door for requests that the house itself makes, to addresses that people have given.

An address is looked up once, must be a public one unless the keeper allows others, and that very address is spoken to:
no name that changes meanwhile, and no redirect, leads into the keeper's own network.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit

from ludus.core.errors import DataError

SECONDS = 10.0
LONGEST = 1000  # characters of an address


class CannotReach(DataError):
    """Nothing was sent, or it was not taken."""

    code = "cannot-reach"

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


def read_address(url: str, *, private: bool) -> SplitResult:
    """An address in its parts, if it may be spoken to at all."""
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("https", "http") and bool(parts.hostname) and parts.port != 0 and not parts.username
    except ValueError:
        fits = False
    if not fits or len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise DataError("an address is written https://host/path", code="bad-address")
    if parts.scheme == "http" and not private:
        raise DataError("only https addresses are spoken to", code="bad-address")
    return parts


def public_address(host: str, port: int, *, private: bool) -> str:
    """Where this host is: every address of it must be public, unless private ones are allowed."""
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError) as error:
        raise CannotReach(f"there is no host {host[:80]}") from error
    addresses = [ipaddress.ip_address(str(each).partition("%")[0]) for each in found]
    if not private and not all(each.is_global and not each.is_multicast for each in addresses):
        raise CannotReach(f"{host[:80]} is in a private network; the keeper of the house can allow that")
    return str(min(addresses, key=lambda each: (each.version, int(each))))


class _Https(http.client.HTTPSConnection):
    """Speaks to an address, and checks the certificate for the host's name."""

    def __init__(self, address: str, port: int, name: str) -> None:
        super().__init__(name, port, timeout=SECONDS, context=ssl.create_default_context())
        self._address = address
        self._name = name
        self._checking = ssl.create_default_context()

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), SECONDS)
        self.sock = self._checking.wrap_socket(plain, server_hostname=self._name)


def post(url: str, body: bytes, headers: Mapping[str, str], *, private: bool = False) -> int:
    """Send it, and the status of the answer. Takes its time: call it in a thread."""
    parts = read_address(url, private=private)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    address = public_address(host, port, private=private)
    connection = (
        _Https(address, port, host)
        if parts.scheme == "https"
        else http.client.HTTPConnection(address, port, timeout=SECONDS)
    )
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", path, body, {"Host": parts.netloc, "User-Agent": "Ludus", **headers})
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise CannotReach(f"{host[:80]} does not answer: {error}") from error
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise CannotReach(f"{host[:80]} answered {status}", status)
    return status
