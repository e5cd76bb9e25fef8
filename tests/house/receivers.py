"""Receivers of notices: a web server for pushes and webhooks, a browser's keys, a mail server."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256

TIMEOUT_S = 60


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Received:
    """A request that a receiver got."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path, self.headers, self.body = path, headers, body


class WebReceiver:
    """A web server that records what is posted to it."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.status = 201
        self.delay_s = 0.0
        self.port = 0
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> WebReceiver:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def at(self, path: str) -> list[Received]:
        """What was posted to a path."""
        return [one for one in self.received if one.path == path]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            pairs = (line.split(": ", 1) for line in head[1:] if line)
            headers = {name.lower(): value for name, value in pairs}
            body = await reader.readexactly(int(headers["content-length"]))
            await asyncio.sleep(self.delay_s)
            self.received.append(Received(head[0].split(" ")[1], headers, body))
            writer.write(f"HTTP/1.1 {self.status} Status\r\ncontent-length: 0\r\n\r\n".encode())
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


class Browser:
    """The keys of a browser's push subscription; it decrypts as RFC 8291 says, by itself."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    def public(self) -> bytes:
        return self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    def keys(self) -> dict[str, str]:
        return {"p256dh": b64(self.public()), "auth": b64(self.auth)}

    def decrypt(self, body: bytes) -> Any:
        """The message in a push."""
        return json.loads(decrypt(body, self.key, self.auth))


def _expand(key: bytes, info: bytes, length: int) -> bytes:
    return hmac.digest(key, info + b"\x01", hashlib.sha256)[:length]


def decrypt(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """RFC 8188 and RFC 8291, written from their text and not from the house's code."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(sealed) <= size
    own = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    peer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    shared = key.exchange(ec.ECDH(), peer)
    material = _expand(
        hmac.digest(auth, shared, hashlib.sha256), b"WebPush: info\x00" + own + sender, 32
    )
    first = hmac.digest(salt, material, hashlib.sha256)
    cipher = AESGCM(_expand(first, b"Content-Encoding: aes128gcm\x00", 16))
    plain = cipher.decrypt(_expand(first, b"Content-Encoding: nonce\x00", 12), sealed, None)
    message, _, padding = plain.rpartition(b"\x02")
    assert not padding.strip(b"\x00")
    return message


def check_vapid(received: Received, public_key: str, audience: str) -> dict[str, Any]:
    """The claims of a push's authorization, whose signature must be the house's."""
    scheme, _, rest = received.headers["authorization"].partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, fields["k"]) == ("vapid", public_key)
    signed, _, signature = fields["t"].rpartition(".")
    raw = unb64(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(public_key))
    key.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    claims: dict[str, Any] = json.loads(unb64(signed.split(".")[1]))
    assert claims["aud"] == audience
    return claims


def check_webhook(received: Received, secret: str) -> Any:
    """The body of a webhook, whose signature must be right."""
    headers = received.headers
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + received.body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    return json.loads(received.body)


class MailReceiver:
    """An SMTP server that records the mails it gets."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.url = ""
        self._server: asyncio.Server | None = None

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 OK"

    async def __aenter__(self) -> MailReceiver:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: SMTP(self, loop=loop), "127.0.0.1", 0)
        self.url = f"smtp://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
