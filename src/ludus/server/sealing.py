"""What only the holder of a code can read again: a stolen database tells nothing of it.

A stream of SHAKE-256 hides it and HMAC-SHA-256 proves it whole; both keys follow from the code, long and random,
and from a fresh salt. The standard library has no cipher, and a house on a laptop needs nothing besides.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

SALT, PROOF = 16, 32  # bytes


def seal(code: str, text: bytes) -> bytes:
    """
    >>> unseal("a code", seal("a code", b"seats")), unseal("another", seal("a code", b"seats"))
    (b'seats', None)
    """
    salt = secrets.token_bytes(SALT)
    hidden = _hide(code, salt, text)
    return salt + _proof(code, salt, hidden) + hidden


def unseal(code: str, sealed: bytes) -> bytes | None:
    """What was sealed with this code; None for another's, and for what was changed since."""
    salt, proof, hidden = sealed[:SALT], sealed[SALT : SALT + PROOF], sealed[SALT + PROOF :]
    if not hmac.compare_digest(proof, _proof(code, salt, hidden)):
        return None
    return _hide(code, salt, hidden)


def _key(code: str, salt: bytes, use: bytes) -> bytes:
    return hmac.digest(salt, use + code.encode("utf-8", "replace"), "sha256")


def _hide(code: str, salt: bytes, text: bytes) -> bytes:
    stream = hashlib.shake_256(_key(code, salt, b"hide")).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, stream, strict=True))


def _proof(code: str, salt: bytes, hidden: bytes) -> bytes:
    return hmac.digest(_key(code, salt, b"prove"), salt + hidden, "sha256")
