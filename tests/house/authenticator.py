"""A passkey authenticator in software: it signs as a browser would, and lies if a test asks."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text_of(data: bytes) -> str:
    """Bytes as WebAuthn writes them in JSON."""
    return urlsafe_b64encode(data).decode().rstrip("=")


class Authenticator:
    """One key pair with its signature counter."""

    def __init__(self, origin: str, host: str) -> None:
        self.origin, self.host = origin, host
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.uses = 0

    def create(self, options: str) -> dict[str, Any]:
        """The response of a browser to the options for a new passkey."""
        numbers = self.key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        data = self._data(ATTESTED) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._credential(clientDataJSON=client, attestationObject=statement)

    def get(self, options: str) -> dict[str, Any]:
        """The response of a browser to the options for signing in."""
        self.uses += 1
        client, data = self._client("webauthn.get", options), self._data(0)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._credential(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _data(self, more: int) -> bytes:
        house = hashlib.sha256(self.host.encode()).digest()
        return house + struct.pack(">BI", PRESENT | VERIFIED | more, self.uses)

    def _client(self, kind: str, options: str) -> bytes:
        challenge = json.loads(options)["challenge"]
        client_data = {
            "type": kind,
            "challenge": challenge,
            "origin": self.origin,
            "crossOrigin": False,
        }
        return json.dumps(client_data).encode()

    def _credential(self, **response: bytes) -> dict[str, Any]:
        return {
            "id": text_of(self.id),
            "rawId": text_of(self.id),
            "type": "public-key",
            "response": {name: text_of(data) for name, data in response.items()},
        }
