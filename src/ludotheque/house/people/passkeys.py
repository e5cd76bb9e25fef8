"""Passkeys: signing in with a key on one's own device. `pip install ludotheque[passkeys]`.

A challenge is used once and stored for some minutes, so that any process may verify the response.
"""

from __future__ import annotations

import asyncio
import base64
import importlib.util
import ipaddress
import json
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ludotheque.house.limits import MAX_PASSKEYS_PER_PERSON
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Conflict, NotFound, Passkey

if TYPE_CHECKING:
    from ludotheque.house.people.people import NewSession, People
    from ludotheque.house.store import Person

WEBAUTHN_INSTALLED: Final = importlib.util.find_spec("webauthn") is not None
CHALLENGE_LIFETIME_MS: Final = 5 * 60_000
RELYING_PARTY_NAME: Final = "Ludothèque"
Credential: TypeAlias = dict[str, Any]  # a PublicKeyCredential, as its toJSON() gives it


@dataclass(frozen=True)
class Site:
    """The origin of the house as a browser sees it: a passkey is bound to one host name."""

    origin: str
    host: str

    def has_host_name(self) -> bool:
        """Whether the host is a name: there are no passkeys for an IP address."""
        try:
            ipaddress.ip_address(self.host)
        except ValueError:
            return bool(self.host)
        return False


class Passkeys:
    """Adding passkeys and signing in with them. What is not allowed raises `Refused`."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.store = people.store

    def available_at(self, site: Site) -> bool:
        """Whether passkeys can be used there."""
        return WEBAUTHN_INSTALLED and site.has_host_name()

    async def _check(self, site: Site) -> None:
        if not WEBAUTHN_INSTALLED:
            raise Refused("no-passkeys", "this server was installed without passkeys")
        if not site.has_host_name():
            raise Refused("no-passkeys", "passkeys need a host name, such as localhost")
        # Here and in a thread, because the import is slow and most people use no passkeys.
        await asyncio.to_thread(importlib.import_module, "webauthn")

    # adding

    async def registration_options(self, site: Site, person: Person) -> str:
        """What a browser needs to create a passkey for a person, as JSON."""
        await self._check(site)
        known = await self.store.passkeys(person.id)
        if len(known) >= MAX_PASSKEYS_PER_PERSON:
            limit = f"a person may have at most {MAX_PASSKEYS_PER_PERSON} passkeys"
            raise Refused("too-many-passkeys", limit)
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
                parts.PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey.id))
                for passkey in known
            ],
        )
        return webauthn.options_to_json(options)

    async def add(self, site: Site, person: Person, credential: Credential, device: str) -> None:
        """Add a new passkey; a guest becomes an account by it, and their sessions end."""
        await self._check(site)
        challenge = await self._take_challenge(credential, person.id)
        import webauthn  # noqa: PLC0415
        from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415

        try:
            verification = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        except Exception as error:  # whatever it is, the response is invalid
            raise _not_accepted(error) from error
        now = self.people.clock()
        passkey = Passkey(
            id=bytes_to_base64url(verification.credential_id),
            person=person.id,
            key=bytes_to_base64url(verification.credential_public_key),
            uses=verification.sign_count,
            device=device,
            created=now,
            last_seen=now,
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

    async def login(
        self, site: Site, credential: Credential, device: str, *, token: str = ""
    ) -> NewSession:
        """Sign in with a passkey; the session of ``token``, if any, ends."""
        await self._check(site)
        challenge = await self._take_challenge(credential, "")
        passkey = await self.store.passkey(str(credential.get("id", "")))
        if passkey is None:
            raise Refused("bad-passkey", "this passkey is not known here")
        import webauthn  # noqa: PLC0415
        from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415

        try:
            verification = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(passkey.key),
                credential_current_sign_count=passkey.uses,
            )
        except Exception as error:  # whatever it is, the response is invalid
            raise _not_accepted(error) from error
        try:
            uses = verification.new_sign_count
            await self.store.use_passkey(passkey.id, uses, self.people.clock())
        except NotFound as error:
            raise Refused("bad-passkey", str(error)) from error
        return await self.people.sign_in(passkey.person, device, token=token)

    # removing

    async def remove(self, person_id: str, passkey_id: str) -> None:
        """Remove a passkey, unless it is the last way to sign in to an account."""
        passkey = await self.store.passkey(passkey_id)
        if passkey is None or passkey.person != person_id:
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

    async def _take_challenge(self, credential: Credential, person_id: str) -> bytes:
        """Use up the challenge that was signed; refuses an unknown, expired or used one."""
        challenge = challenge_in(credential)
        try:
            await self.store.take_challenge(challenge.hex(), person_id, self.people.clock())
        except NotFound as error:
            raise Refused("bad-passkey", "the challenge is unknown or has expired") from error
        return challenge


def challenge_in(credential: Credential) -> bytes:
    """The challenge that a credential's response has signed."""
    try:
        data = json.loads(_from_base64url(credential["response"]["clientDataJSON"]))
        return _from_base64url(data["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Refused("bad-passkey", "this is not the response of a passkey") from error


def _from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _not_accepted(error: Exception) -> Refused:
    return Refused("bad-passkey", f"the passkey was not accepted: {type(error).__name__}")
