"""The people of the house: guests, and accounts for those who want to keep their games together."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludotheque.core.words import LANGUAGES
from ludotheque.house.names import (
    clean_name,
    looks_like_any,
    normalized_name,
    readable_name,
    skeletons,
)
from ludotheque.house.people.erasure import erase
from ludotheque.house.people.export import export
from ludotheque.house.people.guesses import Guesses, network_digest
from ludotheque.house.people.passwords import MAX_PASSWORD_LENGTH, check_password
from ludotheque.house.refusals import Refused
from ludotheque.house.store import NameTaken, NotFound, Person, Session, Store
from ludotheque.house.table.chat import house_words
from ludotheque.house.timestamps import now_ms

PASSWORD_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
MAX_CONCURRENT_HASHES: Final = 4  # each takes 19 MiB
MAX_DEVICE_LENGTH: Final = 120
MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
DAY_MS: Final = 24 * HOUR_MS
FRESH_LOGIN_MS: Final = 10 * MINUTE_MS  # in which a login suffices for what is sensitive
TOUCH_INTERVAL_MS: Final = HOUR_MS  # in which the last use of a session is recorded once
SESSION_LIFETIME_MS: Final = 180 * DAY_MS  # after its last use
GUEST_LIFETIME_MS: Final = 30 * DAY_MS  # after the last use, without ever taking a seat
STALE_DAYS: Final = 7  # on which a session must be found expired before it ends
MAX_NETWORKS_PER_PERSON: Final = 16
NAMES_PER_PAGE: Final = 500


class NewSession(msgspec.Struct, frozen=True):
    """A person who has signed in, and the session's token; only its hash is stored."""

    person: Person
    token: str


def guest_names(language: str) -> list[str]:
    """The names in a language that guests are given, each with a number."""
    return house_words(language).say("guest.names").split(", ")


def key_of(name: str) -> str:
    """The key under which a person of a name may be stored; "" if it can't be a name."""
    try:
        return normalized_name(readable_name(name))
    except Refused:
        return ""


def hash_token(token: str) -> str:
    """The hash of a session's token, which is all that is stored of it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class People:
    """Accounts and sessions. What is not allowed raises `Refused`."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.clock = clock
        self.guesses = Guesses()
        self._hash_slots = asyncio.Semaphore(MAX_CONCURRENT_HASHES)

    # Signing in

    async def guest(self, language: str = LANGUAGES[0], device: str = "") -> NewSession:
        """Sign a new guest in, under a generated name that nobody has."""
        names = guest_names(language)
        highest = 100
        while True:
            name = f"{secrets.choice(names)} {secrets.randbelow(highest) + 1}"
            try:
                await self._check_free(name, None)
                return await self._new_session(await self._create(name, None), device)
            except Refused:  # the name is taken
                highest *= 2  # with many guests, numbers become longer

    async def register(
        self, name: str, password: str, guest: str | None = None, device: str = ""
    ) -> NewSession:
        """Create an account; a guest, given by id, becomes one and keeps all games.

        The sessions of the guest end: whoever knew a token of theirs is not in the account.
        """
        shown = clean_name(name)
        check_password(password, shown)
        await self._check_free(shown, guest)
        hashed = await self._hash(password)
        if guest is None:
            return await self._new_session(await self._create(shown, hashed), device)
        try:
            key, looks = normalized_name(shown), skeletons(shown)
            await self.store.make_account(guest, shown, key, hashed, looks)
        except NameTaken as error:
            raise name_taken(shown) from error
        except NotFound as error:
            raise Refused("not-a-guest", "only a guest can become an account") from error
        return await self._new_session(await self._person(guest), device)

    async def login(
        self, name: str, password: str, device: str = "", *, token: str = "", address: str = ""
    ) -> NewSession:
        """Sign in by name and password; the session of ``token``, if any, ends.

        An unknown name takes as long as a wrong password.
        """
        key = key_of(name)
        person = await self.store.person_named(key) if key else None
        network = await self._known_network(person, address)
        async with self.guesses.attempt(key, network, address) as attempt:
            hashed = person.password_hash if person else None
            right = await self._verify(hashed or DUMMY_HASH, password)
            attempt.right = right and hashed is not None
        if person is None or hashed is None or not right:
            raise Refused("wrong-name-or-password", "wrong name or password")
        if PASSWORD_HASHER.check_needs_rehash(hashed):
            await self.store.set_password(person.id, await self._hash(password))
        session = await self.sign_in(person.id, device, token=token)
        digest = network_digest(person.id, address)
        await self.store.add_network(person.id, digest, self.clock(), MAX_NETWORKS_PER_PERSON)
        return session

    async def sign_in(self, person_id: str, device: str = "", *, token: str = "") -> NewSession:
        """Start a session for a person who is authenticated; refuses a banned one.

        The session of ``token``, if any, ends: a token from before is worth nothing.
        """
        person = await self._person(person_id)
        if await self.store.is_banned(person.key or "", self.clock()):
            raise Refused("banned", f"the name {person.name!r} is banned")
        session = await self._new_session(person, device)
        if token:
            await self.logout(token)
        return session

    async def _known_network(self, person: Person | None, address: str) -> str:
        """The network of an address, if a person has signed in from there before; else ""."""
        if person is None:
            return ""
        network = network_digest(person.id, address)
        return str(network) if await self.store.knows_network(person.id, network) else ""

    async def _create(self, name: str, hashed: str | None) -> Person:
        person = Person(
            id=secrets.token_urlsafe(12),
            name=name,
            key=normalized_name(name),
            password_hash=hashed,
            created=self.clock(),
            account=hashed is not None,
        )
        try:
            await self.store.create_person(person, skeletons(name))
        except NameTaken as error:
            raise name_taken(name) from error
        return person

    async def _check_free(self, name: str, except_for: str | None) -> None:
        """Refuse a name that is banned or taken, or looks like one that is.

        The store checks again when it writes whether it is taken.
        """
        if looks_like_any(name, await self.store.banned(self.clock())):
            raise Refused("name-not-allowed", f"the name {name!r} is not allowed")
        other = await self.store.person_named(normalized_name(name))
        if other is not None and other.id != except_for:
            raise name_taken(name)
        if await self.store.people_with_skeletons(skeletons(name)) - {except_for}:
            raise name_taken(name)

    async def _new_session(
        self, person: Person, device: str, created: int | None = None
    ) -> NewSession:
        token = secrets.token_urlsafe(32)
        now = self.clock()
        label = "".join(char for char in device if char.isprintable())[:MAX_DEVICE_LENGTH]
        session = Session(
            token_hash=hash_token(token),
            person=person.id,
            device=label,
            created=now if created is None else created,
            last_seen=now,
        )
        try:
            await self.store.create_session(session)
        except NotFound as error:  # deleted meanwhile
            raise no_such_person() from error
        return NewSession(person, token)

    # Being signed in

    async def person_of(self, token: str) -> Person | None:
        """The person whose token this is, if any. Old sessions are ended by `clean_up` alone."""
        session = await self.store.session(hash_token(token))
        if session is None:
            return None
        now = self.clock()
        if now - session.last_seen > TOUCH_INTERVAL_MS:
            await self.store.touch_session(session.token_hash, now)
        return await self.store.person(session.person)

    async def rename(self, person_id: str, name: str) -> Person:
        """Change a person's name."""
        shown = clean_name(name)
        await self._check_free(shown, person_id)
        try:
            key, looks = normalized_name(shown), skeletons(shown)
            await self.store.rename_person(person_id, shown, key, looks)
        except NameTaken as error:
            raise name_taken(shown) from error
        except NotFound as error:
            raise no_such_person() from error
        return await self._person(person_id)

    async def check_fresh(self, person: Person, token: str) -> None:
        """Refuse what is sensitive unless the session began by a login minutes ago.

        A guest has nothing to log in with.
        """
        if not person.guest and await self._fresh_since(token) is None:
            minutes = FRESH_LOGIN_MS // MINUTE_MS
            raise Refused("login-again", f"log in again: your login is older than {minutes} min")

    async def _fresh_since(self, token: str) -> int | None:
        """When the session of a token began, if that was minutes ago."""
        session = await self.store.session(hash_token(token))
        is_fresh = session is not None and 0 <= self.clock() - session.created < FRESH_LOGIN_MS
        return session.created if session is not None and is_fresh else None

    async def renew(self, person: Person, token: str, device: str = "") -> NewSession:
        """Replace a session by one with a new token, which is as fresh as the old one was.

        For a person whose standing has changed: a guest who has an account now, or a person with
        a new passkey.
        """
        session = await self.store.session(hash_token(token))
        renewed = await self._new_session(person, device, session.created if session else None)
        await self.logout(token)
        return renewed

    async def change_password(
        self,
        person_id: str,
        old: str,
        new: str,
        *,
        token: str = "",
        device: str = "",
        kept_passkeys: Sequence[str] = (),
    ) -> NewSession:
        """Set another password, or a first one; all sessions end, and a new one begins.

        Asks for the old password, or for a fresh login. Passkeys are removed unless they are
        kept; beside a first password all are.
        """
        person = await self._person(person_id)
        if person.guest:
            raise Refused("not-an-account", "a guest has no password: make an account")
        created = await self._confirm(person, old, token)
        check_password(new, person.name or "")
        hashed = await self._hash(new)
        if person.password_hash is None:
            kept_passkeys = [passkey.id for passkey in await self.store.passkeys(person_id)]
        session = await self._new_session(person, device, created)
        await self.store.change_password(
            person_id,
            hashed,
            kept_session=hash_token(session.token),
            kept_passkeys=kept_passkeys,
        )
        return session

    async def new_password_hash(self, person_id: str, password: str) -> str:
        """The hash of a new password for an account; refuses a bad one."""
        person = await self._person(person_id)
        check_password(password, person.name or "")
        return await self._hash(password)

    async def _confirm(self, person: Person, password: str, token: str) -> int:
        """When a person proved who they are: now by password, or by a fresh login."""
        hashed = person.password_hash
        if hashed is None or not password:
            await self.check_fresh(person, token)
            return await self._fresh_since(token) or self.clock()
        async with self.guesses.attempt(person.id, "session", token) as attempt:
            attempt.right = await self._verify(hashed, password)
        if not attempt.right:
            raise Refused("wrong-name-or-password", "wrong password")
        return self.clock()

    async def _person(self, person_id: str) -> Person:
        person = await self.store.person(person_id)
        if person is None or person.name is None:
            raise no_such_person()
        return person

    # Signing out

    async def logout(self, token: str) -> None:
        """End the session of a token; does nothing if there is none."""
        session = await self.store.session(hash_token(token))
        if session is not None:
            await self.revoke(session.person, session.token_hash)

    async def logout_everywhere(self, person_id: str) -> None:
        """End all sessions of a person."""
        await self.store.revoke_sessions(person_id)

    async def sessions(self, person_id: str) -> list[Session]:
        """The sessions of a person, the one seen last first."""
        return await self.store.sessions(person_id)

    async def revoke(self, person_id: str, token_hash: str) -> None:
        """End one session of a person; does nothing if there is none."""
        try:
            await self.store.revoke_session(person_id, token_hash)
        except NotFound:
            return

    async def export(self, person_id: str) -> str:
        """Everything stored about a person, as JSON, without credentials."""
        return await export(self.store, await self._person(person_id))

    async def delete(self, person_id: str) -> None:
        """Erase a person: their name, credentials and messages. Their tables stay."""
        await self._person(person_id)
        try:
            await erase(self.store, person_id)
        except NotFound as error:
            raise no_such_person() from error

    async def clean_up(self) -> None:
        """Delete sessions and guests not used for long; the names of the guests become free.

        Only what was found so on several days is deleted: the clock may be wrong today.
        """
        now = self.clock()
        await self.store.delete_expired(
            now - SESSION_LIFETIME_MS,
            now - GUEST_LIFETIME_MS,
            now,
            day=now // DAY_MS,
            days=STALE_DAYS,
        )

    async def add_missing_skeletons(self) -> None:
        """Add the skeletons of names that older versions stored; of two alike, one is found.

        Older versions knew no skeletons, or fewer letters that look alike, none of them in ASCII.
        """
        last = ""
        while page := await self.store.names_of_people(last, NAMES_PER_PAGE):
            rows = [
                (skeleton, str(person_id))
                for person_id, name, count in page
                if not count or not str(name).isascii()
                for skeleton in sorted(skeletons(str(name)))
            ]
            if rows:
                await self.store.add_skeletons(rows)
            last = str(page[-1][0])

    # Passwords, in a thread: a hash takes some twenty milliseconds

    async def _hash(self, password: str) -> str:
        async with self._hash_slots:
            return await asyncio.to_thread(PASSWORD_HASHER.hash, password_bytes(password))

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self._hash_slots:
            return await asyncio.to_thread(verify_hash, hashed, password_bytes(password))


def password_bytes(password: str) -> bytes:
    """A password normalized, so that all keyboards give the same bytes; too long, it is cut."""
    text = password[: MAX_PASSWORD_LENGTH + 1]
    return unicodedata.normalize("NFKC", text).encode("utf-8", "surrogatepass")


def verify_hash(hashed: str, password: bytes) -> bool:
    """Whether a password has this hash."""
    try:
        return PASSWORD_HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def name_taken(name: str) -> Refused:
    """The refusal of a name that is taken."""
    return Refused("name-taken", f"the name {name!r} is taken")


def no_such_person() -> Refused:
    """The refusal for a person who does not exist."""
    return Refused("no-such-person", "there is no such person")


# Verified where there is no such person, so that the answer takes as long.
DUMMY_HASH: Final = PASSWORD_HASHER.hash(secrets.token_bytes(16))
