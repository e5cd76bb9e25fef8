"""Passkeys: come in by a key on one's own device. An extra: `pip install ludotheque[passkeys]`.

What a key must sign is given out once and kept in the store for some minutes, so that any process
may check the answer.
"""

from __future__ import annotations

import asyncio
import base64
import importlib.util
import ipaddress
import json
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from ludotheque.house.refusals import Refused
from ludotheque.house.store import Conflict, Passkey, Unknown

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from ludotheque.house.people.people import People, Welcome
    from ludotheque.house.settings import Settings
    from ludotheque.house.store import Person

# Loaded with the first passkey, beside the loop: it is large, and most people come in otherwise.
HERE: Final = importlib.util.find_spec("webauthn") is not None
MINUTES: Final = 5 * 60_000  # to answer a challenge
MOST_KEYS: Final = 20  # of one person
HOUSE: Final = "Ludothèque"
Signed = dict[str, Any]


@dataclass(frozen=True)
class Site:
    """Where a browser found the house: passkeys belong to the name of a host, and to no other."""

    origin: str
    host: str

    def named(self) -> bool:
        """Whether the host has a name: a number alone can have no passkeys."""
        try:
            ipaddress.ip_address(self.host)
        except ValueError:
            return bool(self.host)
        return False


def site_of(settings: Settings, connection: HTTPConnection) -> Site:
    """The house as this browser sees it, or as it is set."""
    scheme = "https" if settings.secure else "http"
    origin = settings.origin or f"{scheme}://{connection.headers.get('host', '')}"
    try:
        host = urlsplit(origin).hostname
    except ValueError:  # no host can be called that
        host = None
    return Site(origin.rstrip("/"), host or "")


class Passkeys:
    """Adding passkeys and coming in by them. What is not allowed raises `Refused`."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.store = people.store

    def open_at(self, site: Site) -> bool:
        """Whether this way in is there."""
        return HERE and site.named()

    async def _check(self, site: Site) -> None:
        if not HERE:
            raise Refused("no-passkeys", "this house was installed without passkeys")
        if not site.named():
            raise Refused("no-passkeys", "passkeys need a host with a name, such as localhost")
        await asyncio.to_thread(importlib.import_module, "webauthn")

    # adding

    async def invite(self, site: Site, person: Person) -> str:
        """What a browser needs to make a passkey for somebody, as JSON."""
        await self._check(site)
        kept = await self.store.passkeys(person.id)
        if len(kept) >= MOST_KEYS:
            raise Refused("too-many-passkeys", f"at most {MOST_KEYS} passkeys")
        import webauthn  # noqa: PLC0415
        from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415
        from webauthn.helpers import structs as parts  # noqa: PLC0415

        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name=HOUSE,
            user_id=person.id.encode(),
            user_name=person.name or "",
            user_display_name=person.name or "",
            challenge=await self._challenge(person.id),
            timeout=MINUTES,
            authenticator_selection=parts.AuthenticatorSelectionCriteria(
                resident_key=parts.ResidentKeyRequirement.REQUIRED,
                user_verification=parts.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                parts.PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in kept
            ],
        )
        return webauthn.options_to_json(options)

    async def add(self, site: Site, person: Person, signed: Signed, device: str) -> None:
        """Keep a new passkey; a guest has an account from then on."""
        await self._check(site)
        challenge = await self._answered(signed, person.id)
        import webauthn  # noqa: PLC0415
        from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415

        try:
            made = webauthn.verify_registration_response(
                credential=signed,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        except Exception as error:  # whatever is wrong with it, it is what was sent
            raise _bad(error) from error
        now = self.people.clock()
        passkey = Passkey(
            id=bytes_to_base64url(made.credential_id),
            person=person.id,
            key=bytes_to_base64url(made.credential_public_key),
            uses=made.sign_count,
            device=device,
            created=now,
            seen=now,
        )
        try:
            await self.store.add_passkey(passkey)
        except (Conflict, Unknown) as error:
            raise Refused("bad-passkey", str(error)) from error

    # coming in

    async def ask(self, site: Site) -> str:
        """What a browser needs to find a passkey of this house and sign with it, as JSON."""
        await self._check(site)
        challenge = await self._challenge("")
        import webauthn  # noqa: PLC0415

        options = webauthn.generate_authentication_options(
            rp_id=site.host, challenge=challenge, timeout=MINUTES
        )
        return webauthn.options_to_json(options)

    async def login(self, site: Site, signed: Signed, device: str) -> Welcome:
        """Come back by a passkey."""
        await self._check(site)
        challenge = await self._answered(signed, "")
        passkey = await self.store.passkey(str(signed.get("id", "")))
        if passkey is None:
            raise Refused("bad-passkey", "the house does not know this passkey")
        import webauthn  # noqa: PLC0415
        from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415

        try:
            seen = webauthn.verify_authentication_response(
                credential=signed,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(passkey.key),
                credential_current_sign_count=passkey.uses,
            )
        except Exception as error:  # whatever is wrong with it, it is what was sent
            raise _bad(error) from error
        try:
            await self.store.use_passkey(passkey.id, seen.new_sign_count, self.people.clock())
        except Unknown as error:
            raise Refused("bad-passkey", str(error)) from error
        return await self.people.come_in(passkey.person, device)

    # taking away

    async def remove(self, person_id: str, passkey_id: str) -> None:
        """Take a passkey away, unless it is the last way into an account."""
        found = await self.store.passkey(passkey_id)
        if found is None or found.person != person_id:
            raise Refused("no-such-passkey", "you have no such passkey")
        try:
            await self.store.remove_passkey(person_id, passkey_id)
        except Unknown as error:
            raise Refused("last-door", "this is your only way in: set a password first") from error

    # challenges

    async def _challenge(self, person_id: str) -> bytes:
        challenge = secrets.token_bytes(32)
        expires = self.people.clock() + MINUTES
        await self.store.add_challenge(challenge.hex(), person_id, expires)
        return challenge

    async def _answered(self, signed: Signed, person_id: str) -> bytes:
        """The challenge that was signed: one of ours, for the same person, never seen before."""
        challenge = challenge_in(signed)
        try:
            await self.store.take_challenge(challenge.hex(), person_id, self.people.clock())
        except Unknown as error:
            raise Refused("bad-passkey", "this was not asked, or too long ago") from error
        return challenge


def challenge_in(signed: Signed) -> bytes:
    """The challenge that an answer says it is for."""
    try:
        told = json.loads(_bytes(signed["response"]["clientDataJSON"]))
        return _bytes(told["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Refused("bad-passkey", "this is not what a passkey answers") from error


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _bad(error: Exception) -> Refused:
    return Refused("bad-passkey", f"the passkey was not accepted: {type(error).__name__}")
