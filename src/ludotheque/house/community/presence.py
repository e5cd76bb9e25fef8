"""The people who are here: their page has asked for their friends a moment ago.

Nothing of it is stored. A table is named only where everybody may watch it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ludotheque.house.store import Store

HERE: Final = "here"  # a broadcast: "here PERSON TABLE"
LIFETIME_S: Final = 60.0  # a page asks every 20 seconds
REPEAT_S: Final = 15.0
MAX_PEOPLE: Final = 20_000  # those seen longest ago are forgotten


class Seen(NamedTuple):
    """When and where a person was seen last."""

    at_s: float  # monotonic
    table: str  # "" if they are at none


class Presence:
    """The people who are in the house now."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self._clock = clock
        self._seen: dict[str, Seen] = {}  # by person, the latest last
        store.on_broadcast(self._on_broadcast)

    async def see(self, person: str, table: str) -> None:
        """A person is here; other processes are told now and then."""
        before = self._seen.get(person)
        if before is None or before.table != table or self._clock() - before.at_s > REPEAT_S:
            await self.store.broadcast(f"{HERE} {person} {table}")

    def leave(self, person: str) -> None:
        """A person is shown here no more."""
        self._seen.pop(person, None)

    def table_of(self, person: str) -> str | None:
        """The table where a person is, "" for none; None if they are not here."""
        seen = self._seen.get(person)
        if seen is None or self._clock() - seen.at_s > LIFETIME_S:
            return None
        return seen.table

    def _on_broadcast(self, message: str) -> None:
        kind, _, rest = message.partition(" ")
        if kind != HERE:
            return
        person, _, table = rest.partition(" ")
        self._seen.pop(person, None)
        self._seen[person] = Seen(self._clock(), table)
        while len(self._seen) > MAX_PEOPLE:
            del self._seen[next(iter(self._seen))]
