"""Webhooks: a notice as a signed request, in the form that its receiver takes.

The signature is that of standardwebhooks.com: `webhook-id`, `webhook-timestamp`, and in
`webhook-signature` an HMAC-SHA256 over "ID.TIMESTAMP.BODY". The id stays the same when a message is
sent again, so that a receiver can tell.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import html
import secrets
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec

from ludotheque.house.notices.texts import Message

WebhookFormat: TypeAlias = Literal["json", "ntfy", "discord", "slack", "matrix"]
SECRET_PREFIX: Final = "whsec_"  # noqa: S105 - of every secret of this standard
SECRET_BYTES: Final = 24


class WebhookDetails(msgspec.Struct, frozen=True):
    """What is stored about a webhook."""

    format: WebhookFormat
    secret: str


def new_secret() -> str:
    """A secret to sign with."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """The signature of a message."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def headers(secret: str, message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The headers of a message."""
    return {
        "content-type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, message_id, timestamp, body),
    }


def target_of(url: str, format_: WebhookFormat) -> str:
    """Where a message is sent: JSON for a topic of ntfy goes to the server's root."""
    if format_ != "ntfy":
        return url
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/"


def body_of(message: Message, url: str, format_: WebhookFormat, message_id: str) -> bytes:
    """A notice in the form that a receiver takes."""
    return msgspec.json.encode(_data(message, url, format_, message_id))


def _data(message: Message, url: str, format_: WebhookFormat, message_id: str) -> object:
    lines = f"{message.title}\n{message.text}".strip()
    match format_:
        case "json":
            return {"type": "turn", "id": message_id, **msgspec.to_builtins(message)}
        case "ntfy":
            topic = urlsplit(url).path.strip("/")
            named = {"title": message.title, "message": message.text or message.title}
            return {"topic": topic, "click": message.link, **named}
        case "discord":
            # Names of players are shown as they are: they mention nobody and format nothing.
            content = f"{_without_markdown(lines)}\n{message.link}"
            return {"content": content, "allowed_mentions": {"parse": []}}
        case "slack":
            return {"text": f"{html.escape(lines, quote=False)}\n{message.link}"}
        case "matrix":
            linked = f'{html.escape(lines)}<br><a href="{html.escape(message.link)}">'
            return {
                "text": f"{lines}\n{message.link}",
                "html": f"{linked}{html.escape(message.link)}</a>".replace("\n", "<br>"),
            }


def withdrawal_body(message_id: str) -> bytes:
    """What a receiver of plain JSON is told when the move was made."""
    return msgspec.json.encode({"type": "withdrawn", "id": message_id})


def _without_markdown(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\*_~`|>#[]()-" else char for char in text)
