"""The people of the house: guests at once, accounts for who wants to keep their games together."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludotheque.house.people.erasure import forget
from ludotheque.house.refusals import Refused
from ludotheque.house.store import NameTaken, Passkey, Person, Session, Store, Unknown

HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
AT_ONCE: Final = 4  # passwords looked at together, each in 19 MiB
NAME_LENGTHS: Final = range(2, 25)
PASSWORD_LENGTHS: Final = range(8, 1025)
DEVICE_LENGTH: Final = 120
ALL: Final = 1_000_000
HOUR: Final = 3_600_000
SESSION_LIFE: Final = 180 * 24 * HOUR  # unseen for that long, a session is over
GUEST_LIFE: Final = 30 * 24 * HOUR  # unseen for that long, a guest who never sat is forgotten
# Signs that Unicode calls printable and nobody sees.
UNSEEN: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
FRIENDLY: Final = {
    "fr": ("Renard", "Hérisson", "Loutre", "Mésange", "Castor", "Lièvre", "Chouette", "Belette",
           "Écureuil", "Marmotte", "Pinson", "Blaireau"),
    "en": ("Fox", "Hedgehog", "Otter", "Robin", "Beaver", "Hare", "Owl", "Weasel", "Squirrel",
           "Marmot", "Finch", "Badger"),
    "de": ("Fuchs", "Igel", "Otter", "Meise", "Biber", "Hase", "Eule", "Wiesel", "Eichhorn",
           "Murmel", "Fink", "Dachs"),
}  # fmt: skip


class Welcome(msgspec.Struct, frozen=True):
    """Somebody who came in, and the token that lets them in again; it is told only here."""

    person: Person
    token: str


def key_of(name: str) -> str:
    """What two names must differ in: compatible forms and cases of letters count as the same."""
    key = name
    while (folded := unicodedata.normalize("NFKC", key).casefold()) != key:
        key = folded
    return key


def clean_name(name: str) -> str:
    """The name as it is shown, or a refusal: 2 to 24 signs that can be seen."""
    shown = unicodedata.normalize("NFC", " ".join(part for part in name.split(" ") if part))
    if len(shown) not in NAME_LENGTHS or len(key_of(shown)) < NAME_LENGTHS.start:
        raise Refused("name-not-allowed", "a name has 2 to 24 characters")
    if not shown.isprintable() or not UNSEEN.isdisjoint(shown):
        raise Refused("name-not-allowed", "a name has only characters that can be seen")
    if not any(sign.isalnum() for sign in shown):
        raise Refused("name-not-allowed", "a name has a letter or a digit")
    return shown


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class People:
    """Who is who, by token or by id. What the house does not allow raises `Refused`."""

    def __init__(self, store: Store, clock: Callable[[], int] = now) -> None:
        self.store = store
        self.clock = clock
        self._at_once = asyncio.Semaphore(AT_ONCE)

    # Coming in

    async def guest(self, language: str = "fr", device: str = "") -> Welcome:
        """Let somebody in at once, under a friendly name nobody has."""
        names = FRIENDLY.get(language, FRIENDLY["fr"])
        most = 100
        while True:
            name = f"{secrets.choice(names)} {secrets.randbelow(most) + 1}"
            try:
                await self._check_free(name, None)
                return await self._welcome(await self._create(name, None), device)
            except Refused:  # somebody has it
                most *= 2  # the more guests there are, the longer the numbers

    async def register(
        self, name: str, password: str, guest: str | None = None, device: str = ""
    ) -> Welcome:
        """Make an account; a guest (by id) becomes one and keeps all games."""
        shown = clean_name(name)
        check_password(password)
        await self._check_free(shown, guest)
        hashed = await self._hash(password)
        if guest is None:
            return await self._welcome(await self._create(shown, hashed), device)
        try:
            await self.store.make_account(guest, shown, key_of(shown), hashed)
        except NameTaken as error:
            raise taken(shown) from error
        except Unknown as error:
            raise Refused("not-a-guest", "only a guest can become an account") from error
        return await self._welcome(await self._person(guest), device)

    async def login(self, name: str, password: str, device: str = "") -> Welcome:
        """Come back. A name nobody has takes as long as a wrong password."""
        person = await self._named(name)
        hashed = person.password if person else None
        right = await self._verify(hashed or DUMMY, password)
        if person is None or hashed is None or not right:
            raise Refused("wrong-name-or-password", "wrong name or password")
        if HASHER.check_needs_rehash(hashed):
            await self.store.set_password(person.id, await self._hash(password))
        return await self.come_in(person.id, device)

    async def come_in(self, person_id: str, device: str = "") -> Welcome:
        """Let somebody in who has shown who they are, unless they are banned."""
        person = await self._person(person_id)
        if await self.store.is_banned(person.key or ""):
            raise Refused("banned", f"the name {person.name!r} is banned")
        return await self._welcome(person, device)

    async def _named(self, name: str) -> Person | None:
        try:
            return await self.store.person_named(key_of(clean_name(name)))
        except Refused:
            return None

    async def _create(self, name: str, hashed: str | None) -> Person:
        person = Person(
            id=secrets.token_urlsafe(12),
            name=name,
            key=key_of(name),
            password=hashed,
            created=self.clock(),
            account=hashed is not None,
        )
        try:
            await self.store.create_person(person)
        except NameTaken as error:
            raise taken(name) from error
        return person

    async def _check_free(self, name: str, but: str | None) -> None:
        """Refuse early what would be refused anyway; the store has the last word."""
        key = key_of(name)
        if await self.store.is_banned(key):
            raise Refused("name-not-allowed", f"the name {name!r} is not allowed")
        other = await self.store.person_named(key)
        if other is not None and other.id != but:
            raise taken(name)

    async def _welcome(self, person: Person, device: str) -> Welcome:
        token = secrets.token_urlsafe(32)
        seen = self.clock()
        label = "".join(sign for sign in device if sign.isprintable())[:DEVICE_LENGTH]
        session = Session(
            hash=hash_of(token), person=person.id, device=label, created=seen, seen=seen
        )
        try:
            await self.store.create_session(session)
        except Unknown as error:  # deleted a moment ago
            raise nobody() from error
        return Welcome(person, token)

    # Being here

    async def who(self, token: str) -> Person | None:
        """Whose token this is, if it is anybody's."""
        session = await self.store.session(hash_of(token))
        if session is None:
            return None
        seen = self.clock()
        if seen - session.seen > SESSION_LIFE:
            await self.revoke(session.person, session.hash)
            return None
        if seen - session.seen > HOUR:  # often enough, and not a write for every look
            await self.store.touch_session(session.hash, seen)
        return await self.store.person(session.person)

    async def rename(self, person_id: str, name: str) -> Person:
        """Take another name."""
        shown = clean_name(name)
        await self._check_free(shown, person_id)
        try:
            await self.store.rename_person(person_id, shown, key_of(shown))
        except NameTaken as error:
            raise taken(shown) from error
        except Unknown as error:
            raise nobody() from error
        return await self._person(person_id)

    async def change_password(self, person_id: str, old: str, new: str, token: str = "") -> None:
        """Another password, or a first one; every session but the one of `token` ends."""
        person = await self._person(person_id)
        if person.guest:
            raise Refused("not-an-account", "a guest has no password: make an account")
        if person.password is not None and not await self._verify(person.password, old):
            raise Refused("wrong-name-or-password", "wrong password")
        check_password(new)
        await self.store.set_password(person_id, await self._hash(new))
        await self.store.revoke_sessions(person_id, but=hash_of(token))

    async def _person(self, person_id: str) -> Person:
        person = await self.store.person(person_id)
        if person is None or person.name is None:
            raise nobody()
        return person

    # Going

    async def logout(self, token: str) -> None:
        """End the session of a token; nothing happens if it has none."""
        session = await self.store.session(hash_of(token))
        if session is not None:
            await self.revoke(session.person, session.hash)

    async def logout_everywhere(self, person_id: str) -> None:
        """End all sessions of a person."""
        await self.store.revoke_sessions(person_id)

    async def sessions(self, person_id: str) -> list[Session]:
        """Where a person is logged in, the place seen last first."""
        return await self.store.sessions(person_id)

    async def revoke(self, person_id: str, session_hash: str) -> None:
        """End one session of a person's own; nothing happens if it is gone."""
        try:
            await self.store.revoke_session(person_id, session_hash)
        except Unknown:
            return

    async def export(self, person_id: str) -> str:
        """Everything kept about a person, as JSON; not what would let somebody in."""
        person = await self._person(person_id)
        doors: dict[str, Sequence[Session | Passkey]] = {
            "sessions": await self.store.sessions(person_id),
            "passkeys": await self.store.passkeys(person_id),
        }
        told = {
            "person": {"id": person.id, "name": person.name, "created": person.created},
            **{
                kind: [{"device": d.device, "created": d.created, "seen": d.seen} for d in kept]
                for kind, kept in doors.items()
            },
            "tables": await self.store.tables(person=person_id, limit=ALL),
            "entries": [  # without numbers: a gap would tell what one may not notice
                {"table": table, "entry": msgspec.Raw(entry.encode())}
                for table, _, entry in await self.store.mentions(person_id)
            ],
            "forgotten_when_deleted": [
                "person",
                "sessions",
                "passkeys",
                "name and text of entries",
            ],
            "kept_when_deleted": ["tables", "moves and their times", "the bare id"],
        }
        return msgspec.json.format(msgspec.json.encode(told), indent=2).decode()

    async def delete(self, person_id: str) -> None:
        """Forget a person: no name, no way in, no word. Tables they sat at stay, without a name."""
        await self._person(person_id)
        try:
            await forget(self.store, person_id)
        except Unknown as error:
            raise nobody() from error

    async def sweep(self) -> None:
        """Forget sessions nobody came back to, and the guests who thereby can't: names get free."""
        at = self.clock()
        await self.store.sweep(at - SESSION_LIFE, at - GUEST_LIFE, at)

    # Passwords, in a thread: each takes some twenty milliseconds

    async def _hash(self, password: str) -> str:
        async with self._at_once:
            return await asyncio.to_thread(HASHER.hash, secret_of(password))

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self._at_once:
            return await asyncio.to_thread(matches, hashed, secret_of(password))


def check_password(password: str) -> None:
    """Refuse what is too easy to guess, or too long to be meant."""
    if len(password) < PASSWORD_LENGTHS.start:
        raise Refused("password-too-short", "a password has at least 8 characters")
    if len(password) not in PASSWORD_LENGTHS:
        raise Refused("password-too-long", "a password has at most 1024 characters")


def secret_of(password: str) -> bytes:
    """The same bytes whichever keyboard it was typed on; too long a one is cut, and so wrong."""
    text = password[: PASSWORD_LENGTHS.stop]
    return unicodedata.normalize("NFKC", text).encode("utf-8", "surrogatepass")


def matches(hashed: str, password: bytes) -> bool:
    """Whether a password is the one of a hash."""
    try:
        return HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def taken(name: str) -> Refused:
    """The refusal of a name somebody has."""
    return Refused("name-taken", f"the name {name!r} is taken")


def nobody() -> Refused:
    """The refusal of a person who is not here."""
    return Refused("no-such-person", "there is no such person")


# What the password of nobody is compared with, so that it takes as long as that of somebody.
DUMMY: Final = HASHER.hash(secrets.token_bytes(16))
