"""What the store keeps, and its errors. Times are milliseconds since 1970.

A field may have another name than its column: `dump.COLUMNS` lists the columns in the same order.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as lists of tables show it. Its `id`, `game` and `created` never change."""

    id: str
    game: str
    status: str  # waiting, playing, over, closed
    public: bool
    created: int
    changed: int
    summary: str = "{}"  # JSON, opaque to the store
    people: tuple[str, ...] = ()  # those who sit there, in the order of their seats
    due: int | None = None  # the earliest time at which somebody must look at the table


class TableHead(NamedTuple):
    """What a table's row has beside what lists show."""

    seed: bytes  # of its luck; secret
    next_number: int  # of the next entry


class Turn(msgspec.Struct, frozen=True):
    """A decision that a table waits for, of a person who is to be told.

    Turns are written in the transaction of the move: the first half of the outbox.
    """

    person: str
    number: int  # of the decision
    since: int
    deadline: int  # when the time for it runs out; 0 if it never does


class DueTable(NamedTuple):
    """A table that somebody must look at."""

    id: str
    due: int
    keeper: str  # the process that wrote `due`; it looks at the table itself while it lives


class TableCursor(NamedTuple):
    """A position in a list of tables by creation, the newest first."""

    created: int
    id: str


class TableSearch(NamedTuple):
    """What somebody looks for among tables; "" and 0 for anything."""

    viewer: str  # sees public tables, and those where they sit
    game: str = ""
    status: str = ""
    person: str = ""  # who sits there
    result: str = ""  # of that person: won or lost
    since: int = 0  # when it was created
    until: int = 0


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A person. Only an account may have a password; a deleted person has no name."""

    id: str
    name: str | None
    key: str | None  # the normalized name, which is unique
    password_hash: str | None
    created: int
    account: bool = False

    @property
    def guest(self) -> bool:
        """Whether the person has no account."""
        return not self.account


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A signed-in browser or program; only the hash of its token is stored."""

    token_hash: str
    person: str
    device: str
    created: int
    last_seen: int


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """A key on a person's device by which they sign in; only its public half is stored."""

    id: str
    person: str
    key: str
    uses: int  # the signature counter that the device reports; it never decreases
    device: str
    created: int
    last_seen: int


class StoreError(Exception):
    """Base class of the store's errors."""


class Conflict(StoreError):
    """Another process wrote that number, or it is not the next one; nothing was written."""


class NameTaken(StoreError):
    """Another person has that name; nothing was written."""


class NotFound(StoreError):
    """There is no such table, person or session; nothing was written."""


class BrokenRow(StoreError):
    """A row can't be read: that of an entry with this number, or with -1 that of the table."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(reason)
        self.number = number


class Unavailable(StoreError):
    """The database did not answer; nothing was written."""


class Uncertain(Unavailable):
    """The database was lost while it committed: the write may have happened all the same."""


class StoreClosed(StoreError):
    """The store is not open."""


class NewerDatabase(StoreError):
    """The database was made by a newer version."""


class BadDump(StoreError):
    """These lines are not a dump of a store, or the store is not empty; nothing was written."""
