"""Sends a message by its channel, once: what came of it is for the outbox to remember."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec

from ludotheque.house.notices import webhooks, webpush
from ludotheque.house.notices.mail import MailDetails, MailServer, Rejected
from ludotheque.house.notices.outbound import Answer, NotSent, Outbound
from ludotheque.house.notices.webhooks import WebhookDetails
from ludotheque.house.notices.webpush import PushKeys, Vapid
from ludotheque.house.store.notices import CONFIRMATION, WITHDRAWAL

if TYPE_CHECKING:
    from ludotheque.house.notices.preferences import StoredSettings
    from ludotheque.house.notices.texts import Message
    from ludotheque.house.store.notices import ClaimedBatch, NoticeStore

VAPID_KEY: Final = "vapid"
MAX_PUSH_LIFETIME_S: Final = 7 * 86_400  # of a message for a browser that is not running
MIN_PUSH_LIFETIME_S: Final = 60
MAX_PUSH_TEXT_LENGTH: Final = 500
# Such a browser must show a notification for every message: what only closes one is not sent.
ALWAYS_SHOWING: Final = ("push.apple.com",)
WITHDRAWN_SUFFIX: Final = ".withdrawn"


class Outcome(Enum):
    """What came of sending a message."""

    SENT = "sent"
    LATER = "later"  # nobody answered, or the receiver is busy: try again
    REFUSED = "refused"  # it would be refused again
    GONE = "gone"  # there is no such receiver any more


class Senders:
    """The channels of a house."""

    def __init__(
        self, store: NoticeStore, outbound: Outbound, mail_server: MailServer | None
    ) -> None:
        self.store = store
        self.outbound = outbound
        self.mail_server = mail_server
        self._vapid_key = ""

    async def load_key(self) -> None:
        """Read the key of the house for push services; a new house makes one."""
        self._vapid_key = await self.store.key(VAPID_KEY, webpush.new_vapid_key())

    async def vapid(self, origin: str) -> Vapid:
        """How the house identifies itself to push services."""
        if not self._vapid_key:
            await self.load_key()
        contact = f"mailto:{self.mail_server.sender}" if self.mail_server else origin
        return Vapid(self._vapid_key, contact)

    async def send(
        self, batch: ClaimedBatch, message: Message | None, settings: StoredSettings, now: int
    ) -> Outcome:
        """Send a batch as one message; there is none for withdrawals and confirmations."""
        try:
            match batch.channel.kind:
                case "push":
                    return await self._push(batch, message, settings, now)
                case "webhook":
                    return await self._webhook(batch, message, now)
                case "mail":
                    return await self._mail(batch, message, settings)
                case _:
                    return Outcome.REFUSED
        except NotSent:
            return Outcome.LATER

    async def _push(
        self, batch: ClaimedBatch, message: Message | None, settings: StoredSettings, now: int
    ) -> Outcome:
        channel = batch.channel
        if batch.kind == WITHDRAWAL and shows_always(channel.target):
            return Outcome.SENT
        keys = msgspec.json.decode(channel.details, type=PushKeys)
        body = webpush.encrypt(push_payload(batch.message, message), keys)
        headers = webpush.headers(
            await self.vapid(settings.origin),
            channel.target,
            batch.message,
            now // 1000,
            _lifetime_s(message, now),
            is_urgent=message is not None,
        )
        return _outcome(await self.outbound.post(channel.target, headers, body))

    async def _webhook(self, batch: ClaimedBatch, message: Message | None, now: int) -> Outcome:
        channel, message_id = batch.channel, batch.message
        details = msgspec.json.decode(channel.details, type=WebhookDetails)
        if message is None:
            body = webhooks.withdrawal_body(message_id)
            message_id += WITHDRAWN_SUFFIX
        else:
            body = webhooks.body_of(message, channel.target, details.format, message_id)
        headers = webhooks.headers(details.secret, message_id, now // 1000, body)
        url = webhooks.target_of(channel.target, details.format)
        return _outcome(await self.outbound.post(url, headers, body))

    async def _mail(
        self, batch: ClaimedBatch, message: Message | None, settings: StoredSettings
    ) -> Outcome:
        server, channel = self.mail_server, batch.channel
        if server is None:
            return Outcome.LATER  # the host may configure it again
        if batch.kind == CONFIRMATION:
            token = msgspec.json.decode(channel.details, type=MailDetails).confirmation
            mail = server.confirmation(channel.target, settings, token, batch.message)
        elif message is None:
            return Outcome.SENT  # a mail can't be withdrawn
        else:
            token = channel.token
            mail = server.notice(channel.target, message, settings, token, batch.message)
        try:
            await server.send(mail)
        except Rejected:
            return Outcome.REFUSED
        return Outcome.SENT


def push_payload(message_id: str, message: Message | None) -> bytes:
    """What the service worker gets: a notification to show, or the tag of one to close."""
    if message is None:
        return msgspec.json.encode({"type": "withdrawn", "tag": message_id})
    return msgspec.json.encode(
        {
            "type": "turn",
            "tag": message_id,
            "title": message.title[:MAX_PUSH_TEXT_LENGTH],
            "text": message.text[:MAX_PUSH_TEXT_LENGTH],
            "path": urlsplit(message.link).path,
            "tables": [table.table for table in message.tables[:20]],
        }
    )


def shows_always(endpoint: str) -> bool:
    """Whether the browser of a subscription must show something for every message."""
    host = urlsplit(endpoint).hostname or ""
    return any(host == name or host.endswith(f".{name}") for name in ALWAYS_SHOWING)


def _lifetime_s(message: Message | None, now: int) -> int:
    """How long a push service keeps a message: no longer than until the last deadline."""
    deadlines = [table.deadline for table in message.tables] if message else []
    if not deadlines or 0 in deadlines:
        return MAX_PUSH_LIFETIME_S
    left_s = (max(deadlines) - now) // 1000
    return max(MIN_PUSH_LIFETIME_S, min(MAX_PUSH_LIFETIME_S, left_s))


def _outcome(answer: Answer) -> Outcome:
    if answer.is_ok():
        return Outcome.SENT
    if answer.is_gone():
        return Outcome.GONE
    return Outcome.REFUSED if answer.is_final() else Outcome.LATER


def channel_host(kind: str, target: str) -> str:
    """The host that messages of a kind for a target go to; all mails go to one server."""
    return kind if kind == "mail" else (urlsplit(target).hostname or "")
