"""A passkey made of software: what a telephone or a key does for `navigator.credentials`."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, MADE = 0x01, 0x40  # somebody is there; a new key follows


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Authenticator:
    """One passkey, at one house."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.house = origin.partition("//")[2].partition(":")[0]
        self.id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._count = 0

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        point = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        data = self._data(PRESENT | MADE) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        told = {"fmt": "none", "attStmt": {}, "authData": data}
        said = self._said("webauthn.create", options)
        return self._credential({"clientDataJSON": text(said), "attestationObject": text(cbor2.dumps(told))})

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        self._count += 1
        said, data = self._said("webauthn.get", options), self._data(PRESENT)
        proof = self._key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            {
                "clientDataJSON": text(said),
                "authenticatorData": text(data),
                "signature": text(proof),
                "userHandle": None,
            }
        )

    def _said(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.house.encode()).digest() + bytes([flags]) + self._count.to_bytes(4, "big")

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}
