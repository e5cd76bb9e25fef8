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
from ludotheque.house.people.erasure import erase
from ludotheque.house.refusals import Refused
from ludotheque.house.store import NameTaken, NotFound, Passkey, Person, Session, Store
from ludotheque.house.timestamps import now_ms

PASSWORD_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
MAX_CONCURRENT_HASHES: Final = 4  # each takes 19 MiB
MIN_NAME_LENGTH: Final = 2
MAX_NAME_LENGTH: Final = 24
MIN_PASSWORD_LENGTH: Final = 8
MAX_PASSWORD_LENGTH: Final = 1024
MAX_DEVICE_LENGTH: Final = 120
MAX_EXPORTED_TABLES: Final = 1_000_000
HOUR_MS: Final = 3_600_000
TOUCH_INTERVAL_MS: Final = HOUR_MS  # in which the last use of a session is recorded once
SESSION_LIFETIME_MS: Final = 180 * 24 * HOUR_MS  # after its last use
GUEST_LIFETIME_MS: Final = 30 * 24 * HOUR_MS  # after the last use, without ever taking a seat
# Characters that Unicode calls printable although they are invisible.
INVISIBLE_CHARACTERS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
GUEST_NAMES: Final = {
    "fr": ("Renard", "Hérisson", "Loutre", "Mésange", "Castor", "Lièvre", "Chouette", "Belette",
           "Écureuil", "Marmotte", "Pinson", "Blaireau"),
    "en": ("Fox", "Hedgehog", "Otter", "Robin", "Beaver", "Hare", "Owl", "Weasel", "Squirrel",
           "Marmot", "Finch", "Badger"),
    "de": ("Fuchs", "Igel", "Otter", "Meise", "Biber", "Hase", "Eule", "Wiesel", "Eichhorn",
           "Murmel", "Fink", "Dachs"),
}  # fmt: skip


class NewSession(msgspec.Struct, frozen=True):
    """A person who has signed in, and the session's token; only its hash is stored."""

    person: Person
    token: str


def normalized_name(name: str) -> str:
    """A name without case and compatibility forms (NFKC); no two people may have the same."""
    normalized = name
    while (folded := unicodedata.normalize("NFKC", normalized).casefold()) != normalized:
        normalized = folded
    return normalized


def clean_name(name: str) -> str:
    """A name as it is shown, without surplus spaces; refuses one that is not allowed."""
    shown = unicodedata.normalize("NFC", " ".join(part for part in name.split(" ") if part))
    if (
        not MIN_NAME_LENGTH <= len(shown) <= MAX_NAME_LENGTH
        or len(normalized_name(shown)) < MIN_NAME_LENGTH
    ):
        lengths = f"{MIN_NAME_LENGTH} to {MAX_NAME_LENGTH}"
        raise Refused("name-not-allowed", f"a name must have {lengths} characters")
    if not shown.isprintable() or not INVISIBLE_CHARACTERS.isdisjoint(shown):
        raise Refused("name-not-allowed", "a name must not have invisible characters")
    if not any(character.isalnum() for character in shown):
        raise Refused("name-not-allowed", "a name must have a letter or a digit")
    return shown


def hash_token(token: str) -> str:
    """The hash of a session's token, which is all that is stored of it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class People:
    """Accounts and sessions. What is not allowed raises `Refused`."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.clock = clock
        self._hash_slots = asyncio.Semaphore(MAX_CONCURRENT_HASHES)

    # Signing in

    async def guest(self, language: str = LANGUAGES[0], device: str = "") -> NewSession:
        """Sign a new guest in, under a generated name that nobody has."""
        names = GUEST_NAMES.get(language, GUEST_NAMES[LANGUAGES[0]])
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
        """Create an account; a guest, given by id, becomes one and keeps all games."""
        shown = clean_name(name)
        check_password(password)
        await self._check_free(shown, guest)
        hashed = await self._hash(password)
        if guest is None:
            return await self._new_session(await self._create(shown, hashed), device)
        try:
            await self.store.make_account(guest, shown, normalized_name(shown), hashed)
        except NameTaken as error:
            raise name_taken(shown) from error
        except NotFound as error:
            raise Refused("not-a-guest", "only a guest can become an account") from error
        return await self._new_session(await self._person(guest), device)

    async def login(self, name: str, password: str, device: str = "") -> NewSession:
        """Sign in by name and password. An unknown name takes as long as a wrong password."""
        person = await self._named(name)
        hashed = person.password_hash if person else None
        right = await self._verify(hashed or DUMMY_HASH, password)
        if person is None or hashed is None or not right:
            raise Refused("wrong-name-or-password", "wrong name or password")
        if PASSWORD_HASHER.check_needs_rehash(hashed):
            await self.store.set_password(person.id, await self._hash(password))
        return await self.sign_in(person.id, device)

    async def sign_in(self, person_id: str, device: str = "") -> NewSession:
        """Start a session for a person who is authenticated; refuses a banned one."""
        person = await self._person(person_id)
        if await self.store.is_banned(person.key or ""):
            raise Refused("banned", f"the name {person.name!r} is banned")
        return await self._new_session(person, device)

    async def _named(self, name: str) -> Person | None:
        try:
            return await self.store.person_named(normalized_name(clean_name(name)))
        except Refused:
            return None

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
            await self.store.create_person(person)
        except NameTaken as error:
            raise name_taken(name) from error
        return person

    async def _check_free(self, name: str, except_for: str | None) -> None:
        """Refuse a name that is banned or taken; the store checks again when it writes."""
        key = normalized_name(name)
        if await self.store.is_banned(key):
            raise Refused("name-not-allowed", f"the name {name!r} is not allowed")
        other = await self.store.person_named(key)
        if other is not None and other.id != except_for:
            raise name_taken(name)

    async def _new_session(self, person: Person, device: str) -> NewSession:
        token = secrets.token_urlsafe(32)
        now = self.clock()
        label = "".join(char for char in device if char.isprintable())[:MAX_DEVICE_LENGTH]
        session = Session(
            token_hash=hash_token(token),
            person=person.id,
            device=label,
            created=now,
            last_seen=now,
        )
        try:
            await self.store.create_session(session)
        except NotFound as error:  # deleted meanwhile
            raise no_such_person() from error
        return NewSession(person, token)

    # Being signed in

    async def person_of(self, token: str) -> Person | None:
        """The person whose token this is, if any."""
        session = await self.store.session(hash_token(token))
        if session is None:
            return None
        now = self.clock()
        if now - session.last_seen > SESSION_LIFETIME_MS:
            await self.revoke(session.person, session.token_hash)
            return None
        if now - session.last_seen > TOUCH_INTERVAL_MS:
            await self.store.touch_session(session.token_hash, now)
        return await self.store.person(session.person)

    async def rename(self, person_id: str, name: str) -> Person:
        """Change a person's name."""
        shown = clean_name(name)
        await self._check_free(shown, person_id)
        try:
            await self.store.rename_person(person_id, shown, normalized_name(shown))
        except NameTaken as error:
            raise name_taken(shown) from error
        except NotFound as error:
            raise no_such_person() from error
        return await self._person(person_id)

    async def change_password(self, person_id: str, old: str, new: str, token: str = "") -> None:
        """Set another password, or a first one; every session except that of `token` ends."""
        person = await self._person(person_id)
        if person.guest:
            raise Refused("not-an-account", "a guest has no password: make an account")
        hashed = person.password_hash
        if hashed is not None and not await self._verify(hashed, old):
            raise Refused("wrong-name-or-password", "wrong password")
        check_password(new)
        await self.store.set_password(person_id, await self._hash(new))
        await self.store.revoke_sessions(person_id, except_hash=hash_token(token))

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
        person = await self._person(person_id)
        credentials: dict[str, Sequence[Session | Passkey]] = {
            "sessions": await self.store.sessions(person_id),
            "passkeys": await self.store.passkeys(person_id),
        }
        data = {
            "person": {"id": person.id, "name": person.name, "created": person.created},
            **{
                name: [
                    {"device": d.device, "created": d.created, "seen": d.last_seen} for d in devices
                ]
                for name, devices in credentials.items()
            },
            "tables": await self.store.tables(person=person_id, limit=MAX_EXPORTED_TABLES),
            "entries": [  # without numbers: a gap would reveal that somebody muted this person
                {"table": table, "entry": msgspec.Raw(entry.encode())}
                for table, _, entry in await self.store.entries_of_person(person_id)
            ],
            "forgotten_when_deleted": [
                "person",
                "sessions",
                "passkeys",
                "name and text of entries",
            ],
            "kept_when_deleted": ["tables", "moves and their times", "the bare id"],
        }
        return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()

    async def delete(self, person_id: str) -> None:
        """Erase a person: their name, credentials and messages. Their tables stay."""
        await self._person(person_id)
        try:
            await erase(self.store, person_id)
        except NotFound as error:
            raise no_such_person() from error

    async def clean_up(self) -> None:
        """Delete sessions and guests not used for long; the names of the guests become free."""
        now = self.clock()
        await self.store.delete_expired(now - SESSION_LIFETIME_MS, now - GUEST_LIFETIME_MS, now)

    # Passwords, in a thread: a hash takes some twenty milliseconds

    async def _hash(self, password: str) -> str:
        async with self._hash_slots:
            return await asyncio.to_thread(PASSWORD_HASHER.hash, password_bytes(password))

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self._hash_slots:
            return await asyncio.to_thread(verify_hash, hashed, password_bytes(password))


def check_password(password: str) -> None:
    """Refuse a password that is too short or too long."""
    if len(password) < MIN_PASSWORD_LENGTH:
        least = f"at least {MIN_PASSWORD_LENGTH} characters"
        raise Refused("password-too-short", f"a password must have {least}")
    if len(password) > MAX_PASSWORD_LENGTH:
        most = f"at most {MAX_PASSWORD_LENGTH} characters"
        raise Refused("password-too-long", f"a password may have {most}")


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
