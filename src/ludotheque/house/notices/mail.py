"""Notices by mail: plain text in the person's language, by the host's SMTP server.

An address gets nothing but one mail with a link until somebody has followed that link. Every other
mail can be stopped by one press in the mail program (RFC 8058).
"""

from __future__ import annotations

import importlib.util
import re
import secrets
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec

from ludotheque.house.notices.outbound import NotSent
from ludotheque.house.notices.preferences import StoredSettings
from ludotheque.house.notices.texts import Message
from ludotheque.house.refusals import Refused
from ludotheque.house.table.chat import house_words

AIOSMTPLIB_INSTALLED: Final = importlib.util.find_spec("aiosmtplib") is not None
MAIL_ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}")
TIMEOUT_S: Final = 20.0
DEFAULT_PORTS: Final = {"smtp": 587, "smtps": 465}
PERMANENT_ERROR: Final = 500  # SMTP codes from here on are final


class MailDetails(msgspec.Struct, frozen=True):
    """What is stored about a mail address: the token of the link that confirms it, until then."""

    confirmation: str = ""


class Rejected(Exception):
    """The mail server will never take this message."""


def check_address(address: str) -> str:
    """A mail address without spaces around it; refuses what is none."""
    address = address.strip()
    if not MAIL_ADDRESS.fullmatch(address) or ".." in address:
        raise Refused("bad-mail-address", "this is not a mail address")
    return address


@dataclass(frozen=True, slots=True)
class MailServer:
    """The host's mail server, and the address that mails come from."""

    host: str
    port: int
    user: str
    password: str
    is_tls: bool  # from the first byte; without it STARTTLS is used where it is offered
    sender: str

    @staticmethod
    def from_url(url: str, sender: str) -> MailServer:
        """From smtp://USER:PASSWORD@HOST:PORT, or smtps:; ValueError if it is no such URL."""
        parts = urlsplit(url)
        if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
            raise ValueError("the mail server must be smtp://HOST:PORT or smtps://HOST:PORT")
        if not MAIL_ADDRESS.fullmatch(sender):
            raise ValueError("--mail-from must be a mail address")
        return MailServer(
            host=parts.hostname,
            port=parts.port or DEFAULT_PORTS[parts.scheme],
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            is_tls=parts.scheme == "smtps",
            sender=sender,
        )

    async def send(self, mail: EmailMessage) -> None:
        """Send a mail; `Rejected` if it never will be taken, `NotSent` if it may be later."""
        import aiosmtplib  # noqa: PLC0415 - an extra

        try:
            await aiosmtplib.send(
                mail,
                hostname=self.host,
                port=self.port,
                username=self.user or None,
                password=self.password or None,
                use_tls=self.is_tls,
                timeout=TIMEOUT_S,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [refused.code for refused in error.recipients]
            raise _failure(min(codes, default=0), error) from error
        except aiosmtplib.SMTPResponseException as error:
            raise _failure(error.code, error) from error
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            raise NotSent(f"{type(error).__name__}: {error}") from error

    def notice(
        self, to: str, message: Message, settings: StoredSettings, token: str, message_id: str
    ) -> EmailMessage:
        """The mail of a notice. Its id stays the same when it is sent again."""
        words = house_words(settings.language)
        stop = f"{settings.origin}/notices/stop/{token}"
        lines = [message.title, "", message.text, message.link, "", "-- "]
        lines += [words.say("notice.mail.why"), words.say("notice.mail.stop", link=stop)]
        mail = self._mail(to, message.title, lines, message_id)
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return mail

    def confirmation(
        self, to: str, settings: StoredSettings, token: str, message_id: str
    ) -> EmailMessage:
        """The mail with the link that confirms an address."""
        words = house_words(settings.language)
        link = f"{settings.origin}/notices/confirm/{token}"
        lines = [words.say("notice.confirm.text"), "", link, "", words.say("notice.confirm.ignore")]
        return self._mail(to, words.say("notice.confirm.title"), lines, message_id)

    def _mail(self, to: str, subject: str, lines: list[str], message_id: str) -> EmailMessage:
        mail = EmailMessage()
        mail["From"] = Address("Ludothèque", addr_spec=self.sender)
        mail["To"] = to
        mail["Subject"] = subject
        mail["Date"] = formatdate()
        mail["Message-ID"] = f"<{message_id}@{self.sender.rpartition('@')[2]}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content("\n".join(lines) + "\n")
        return mail


def new_confirmation() -> str:
    """The token of a link that confirms an address."""
    return secrets.token_urlsafe(24)


def _failure(code: int, error: Exception) -> Exception:
    text = f"{code}: {error}"
    return Rejected(text) if code >= PERMANENT_ERROR else NotSent(text)
