"""Passkeys: signing in with a key on one's own device. `pip install ludotheque[passkeys]`.

A challenge is used once and stored for some minutes, so that any process may check the answer.
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
from ludotheque.house.store import Conflict, NotFound, Passkey

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from ludotheque.house.people.people import NewSession, People
    from ludotheque.house.settings import Settings
    from ludotheque.house.store import Person

# Imported with the first passkey, in a thread: it is large, and most people need no passkeys.
WEBAUTHN_INSTALLED: Final = importlib.util.find_spec("webauthn") is not None
CHALLENGE_LIFETIME_MS: Final = 5 * 60_000
MAX_PASSKEYS_PER_PERSON: Final = 20
RELYING_PARTY_NAME: Final = "Ludothèque"
Signed = dict[str, Any]


@dataclass(frozen=True)
class Site:
    """The origin of the house as a browser sees it: a passkey belongs to one host name."""

    origin: str
    host: str

    def named(self) -> bool:
        """Whether the host has a name: an IP address can have no passkeys."""
        try:
            ipaddress.ip_address(self.host)
        except ValueError:
            return bool(self.host)
        return False


def site_of(settings: Settings, connection: HTTPConnection) -> Site:
    """The origin of the house: as it is set, or as this browser says."""
    scheme = "https" if settings.secure else "http"
    origin = settings.origin or f"{scheme}://{connection.headers.get('host', '')}"
    try:
        host = urlsplit(origin).hostname
    except ValueError:  # not a host name
        host = None
    return Site(origin.rstrip("/"), host or "")


class Passkeys:
    """Adding passkeys and signing in with them. What is not allowed raises `Refused`."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.store = people.store

    def available_at(self, site: Site) -> bool:
        """Whether passkeys can be used there."""
        return WEBAUTHN_INSTALLED and site.named()

    async def _check(self, site: Site) -> None:
        if not WEBAUTHN_INSTALLED:
            raise Refused("no-passkeys", "this house was installed without passkeys")
        if not site.named():
            raise Refused("no-passkeys", "passkeys need a host with a name, such as localhost")
        await asyncio.to_thread(importlib.import_module, "webauthn")

    # adding

    async def registration_options(self, site: Site, person: Person) -> str:
        """What a browser needs to create a passkey for a person, as JSON."""
        await self._check(site)
        known = await self.store.passkeys(person.id)
        if len(known) >= MAX_PASSKEYS_PER_PERSON:
            raise Refused("too-many-passkeys", f"at most {MAX_PASSKEYS_PER_PERSON} passkeys")
        import webauthn  # noqa: PLC0415
        from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415
        from webauthn.helpers import structs as parts  # noqa: PLC0415

        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name=RELYING_PARTY_NAME,
            user_id=person.id.encode(),
            user_name=person.name or "",
            user_display_name=person.name or "",
            challenge=await self._new_challenge(person.id),
            timeout=CHALLENGE_LIFETIME_MS,
            authenticator_selection=parts.AuthenticatorSelectionCriteria(
                resident_key=parts.ResidentKeyRequirement.REQUIRED,
                user_verification=parts.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                parts.PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in known
            ],
        )
        return webauthn.options_to_json(options)

    async def add(self, site: Site, person: Person, signed: Signed, device: str) -> None:
        """Add a new passkey; a guest becomes an account by it."""
        await self._check(site)
        challenge = await self._take_challenge(signed, person.id)
        import webauthn  # noqa: PLC0415
        from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415

        try:
            made = webauthn.verify_registration_response(
                credential=signed,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        except Exception as error:  # whatever is wrong, it is what was sent
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
        except (Conflict, NotFound) as error:
            raise Refused("bad-passkey", str(error)) from error

    # signing in

    async def authentication_options(self, site: Site) -> str:
        """What a browser needs to sign in with a passkey of this house, as JSON."""
        await self._check(site)
        challenge = await self._new_challenge("")
        import webauthn  # noqa: PLC0415

        options = webauthn.generate_authentication_options(
            rp_id=site.host, challenge=challenge, timeout=CHALLENGE_LIFETIME_MS
        )
        return webauthn.options_to_json(options)

    async def login(self, site: Site, signed: Signed, device: str) -> NewSession:
        """Sign in with a passkey."""
        await self._check(site)
        challenge = await self._take_challenge(signed, "")
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
        except Exception as error:  # whatever is wrong, it is what was sent
            raise _bad(error) from error
        try:
            await self.store.use_passkey(passkey.id, seen.new_sign_count, self.people.clock())
        except NotFound as error:
            raise Refused("bad-passkey", str(error)) from error
        return await self.people.sign_in(passkey.person, device)

    # removing

    async def remove(self, person_id: str, passkey_id: str) -> None:
        """Remove a passkey, unless it is the last way to sign in to an account."""
        found = await self.store.passkey(passkey_id)
        if found is None or found.person != person_id:
            raise Refused("no-such-passkey", "you have no such passkey")
        try:
            await self.store.remove_passkey(person_id, passkey_id)
        except NotFound as error:
            raise Refused(
                "last-door", "this is your only way to sign in: set a password first"
            ) from error

    # challenges

    async def _new_challenge(self, person_id: str) -> bytes:
        challenge = secrets.token_bytes(32)
        expires = self.people.clock() + CHALLENGE_LIFETIME_MS
        await self.store.add_challenge(challenge.hex(), person_id, expires)
        return challenge

    async def _take_challenge(self, signed: Signed, person_id: str) -> bytes:
        """Use up the challenge that was signed: one of ours, for the same person, only once."""
        challenge = challenge_in(signed)
        try:
            await self.store.take_challenge(challenge.hex(), person_id, self.people.clock())
        except NotFound as error:
            raise Refused("bad-passkey", "this was not asked, or too long ago") from error
        return challenge


def challenge_in(signed: Signed) -> bytes:
    """The challenge that a signed answer names."""
    try:
        data = json.loads(_bytes(signed["response"]["clientDataJSON"]))
        return _bytes(data["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Refused("bad-passkey", "this is not what a passkey answers") from error


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _bad(error: Exception) -> Refused:
    return Refused("bad-passkey", f"the passkey was not accepted: {type(error).__name__}")
