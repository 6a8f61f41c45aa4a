"""What only the holder of a code can read again: a stolen database tells nothing of it.

AES-256-GCM by the library `cryptography`; the key follows by HKDF from the code, long and random, and a fresh salt.
"""

from __future__ import annotations

import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SALT, NONCE, KEY = 16, 12, 32  # bytes
USE = b"ludus pass"


def seal(code: str, text: bytes) -> bytes:
    """
    >>> unseal("a code", seal("a code", b"seats")), unseal("another", seal("a code", b"seats"))
    (b'seats', None)
    """
    salt, nonce = secrets.token_bytes(SALT), secrets.token_bytes(NONCE)
    return salt + nonce + bytes(_cipher(code, salt).encrypt(nonce, text, USE))


def unseal(code: str, sealed: bytes) -> bytes | None:
    """What was sealed with this code; None for another's, and for what was changed since."""
    salt, nonce, hidden = sealed[:SALT], sealed[SALT : SALT + NONCE], sealed[SALT + NONCE :]
    try:
        return bytes(_cipher(code, salt).decrypt(nonce, hidden, USE))
    except (InvalidTag, ValueError):  # another's, changed, or cut short
        return None


def _cipher(code: str, salt: bytes) -> AESGCM:
    key = HKDF(algorithm=SHA256(), length=KEY, salt=salt, info=USE).derive(code.encode("utf-8", "replace"))
    return AESGCM(key)
